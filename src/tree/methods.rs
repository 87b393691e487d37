//! The published methods as one calls them: pages in, what was found out. Each is one function;
//! what goes beyond its paper is on unless [`How::Printed`] asks for the paper alone.

use std::collections::HashMap;
use std::ops::Range;

use super::align::{Cell, Table as Aligned, align};
use super::regions::{Options as Regions, Region, mine};
use super::sections::Leaves;
use super::{Names, Outline, areas, cluster, menus, news, regions, rtdm, taxonomy as concepts};
use super::{entries as lists, tsrec};
use crate::entry::Entry;
use crate::page::Page;

pub use super::align::Type as Column;
pub use super::taxonomy::Edge;

/// How a method is carried out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[non_exhaustive]
pub enum How {
    /// With what was found to be better on pages of today.
    #[default]
    Mended,
    /// As the paper prints it.
    Printed,
}

/// The records of one region of a page as a table.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Table {
    /// The start tag of the element around the records.
    pub parent: usize,
    /// What the columns hold, in the order in which they stand in the records.
    pub columns: Vec<Column>,
    /// The records.
    pub rows: Vec<Row>,
}

/// One record.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Row {
    /// Its visible text.
    pub text: String,
    /// For each column the text, white space folded, or the address as written; None where the
    /// record has none of it.
    pub cells: Vec<Option<String>>,
    /// Its tokens: a record may stand in several pieces.
    pub tokens: Vec<Range<usize>>,
}

/// The records of a page.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Records {
    /// A table a region, the region with most text first.
    pub tables: Vec<Table>,
    /// False where the page was too large to be compared whole: records or columns may be missing.
    pub whole: bool,
}

/// Title and text of an article.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Article {
    /// The number of its template, see [`clusters`].
    pub cluster: usize,
    /// The title.
    pub title: Option<String>,
    /// The text, a line a block; None where no other page has the template, or no text varies.
    pub text: Option<String>,
}

/// A section of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Section {
    /// The section around it, by its place in the list.
    pub parent: Option<usize>,
    /// How many sections are around it.
    pub depth: usize,
    /// What its heading calls it.
    pub label: Option<String>,
    /// Its visible text.
    pub text: String,
    /// Its tokens.
    pub tokens: Range<usize>,
}

/// How alike two pages are built, 0 to 1: one less their RTDM distance for each element (Reis and
/// others, WWW 2004).
///
/// Time: at worst the product of their elements, on pages of one template far less.
///
/// ```
/// use feedstone::{Page, tree::similarity};
/// let [a, b] = ["<ul><li>One<li>Two</ul>", "<ul><li>Three</ul>"].map(Page::parse);
/// assert_eq!(similarity(&a, &a), 1.0);
/// assert!(similarity(&a, &b) < 1.0);
/// ```
pub fn similarity(a: &Page, b: &Page) -> f64 {
    let mut names = Names::default();
    let [a, b] = [a, b].map(|page| Outline::of(page, &mut names));
    rtdm::similarity(&a, &b, rtdm::Denominator::Sum, rtdm::Options::default())
}

/// For each page the number of its template, counted by first pages: pages are one template's where
/// their similarity is `threshold` at least (Reis and others, WWW 2004). None: what does well on
/// blogs, or as printed 0.8.
pub fn clusters(pages: &[&Page], threshold: Option<f64>, how: How) -> Vec<usize> {
    cluster::templates(pages, threshold, how == How::Printed)
}

/// The records of a list page, of any site, as tables (DEPTA: Zhai and Liu, 2005). `nested` keeps
/// regions inside records.
///
/// ```
/// use feedstone::{Page, tree::{Column, How, records}};
/// let row = |n| format!("<li><a href=/p/{n}>Entry {n}</a> <i>{n} May 2013</i></li>");
/// let page = Page::parse(&format!("<ul>{}</ul>", (11..15).map(row).collect::<String>()));
/// let table = &records(&page, false, How::default()).tables[0];
/// assert_eq!(table.rows.len(), 4);
/// let day = table.columns.iter().position(|c| *c == Column::Date).unwrap();
/// assert_eq!(table.rows[0].cells[day].as_deref(), Some("11 May 2013"));
/// ```
pub fn records(page: &Page, nested: bool, how: How) -> Records {
    let options = match how {
        How::Mended => Regions::default(),
        How::Printed => Regions::PRINTED,
    };
    let (found, mut whole) = mine(page, None, &Regions { nested, ..options });
    let table = |region: Region| {
        let aligned = align(page, &region.records);
        whole &= aligned.whole;
        table(page, region, aligned)
    };
    let tables = found.into_iter().map(table).collect();
    Records { tables, whole }
}

fn table(page: &Page, region: Region, aligned: Aligned) -> Table {
    let value = |cell: Option<Cell>| cell.map(|c| c.value);
    let rows = region.records.iter().zip(aligned.rows).map(|(record, cells)| Row {
        text: record.text(page),
        cells: cells.into_iter().map(value).collect(),
        tokens: record.tokens(page).collect(),
    });
    Table { parent: region.parent, rows: rows.collect(), columns: aligned.columns }
}

/// The entries of a list page of a blog, without rules or feed: link, title, day and text of the
/// records that look most like a blog's. `url` is the page's own address.
pub fn entries(page: &Page, url: &str) -> Vec<Entry> {
    lists::entries(page, url, None, &regions::Options::default())
}

/// The text of a page that others of its template have not, a line a block (TSReC: Li and others,
/// 2006). `references` are one at least. None where the pages are too large to be compared.
///
/// ```
/// use feedstone::{source::{Dir, Source}, tree::{How, content}};
/// let folder = Dir::open("samples/garden-notes", None)?;
/// let page = |path: &str| folder.get(&format!("{}{path}", folder.base()));
/// let brick = page("2020/10/03/blue-sheet-and-a-brick/")?.page();
/// let clocks = page("2020/10/25/the-clocks-go-back/")?.page();
/// let text = content(&brick, &[&clocks], How::default()).unwrap();
/// assert!(text.ends_with("It is a good brick. I have every confidence in the brick."));
/// # Ok::<(), feedstone::Error>(())
/// ```
pub fn content(page: &Page, references: &[&Page], how: How) -> Option<String> {
    let options = match how {
        How::Mended => tsrec::Options::default(),
        How::Printed => tsrec::Options::LITERAL,
    };
    let own = tsrec::sequence(page);
    let others: Vec<_> = references.iter().map(|page| tsrec::sequence(page)).collect();
    let others: Vec<&[tsrec::Element]> = others.iter().map(Vec::as_slice).collect();
    let parts = tsrec::parts(&own, &others, &options)?;
    let texts = tsrec::content(&own, &parts, &options).into_iter().map(|i| own[i].text());
    Some(texts.filter(|t| !t.is_empty()).collect::<Vec<_>>().join("\n"))
}

/// Title and text of articles: what varies between pages of one template (Reis and others, WWW
/// 2004). The pages are told apart by template first, as [`clusters`] does. One article a page.
pub fn articles(pages: &[&Page], threshold: Option<f64>, how: How) -> Vec<Article> {
    let options = match how {
        How::Mended => news::Options::default(),
        How::Printed => news::Options::LITERAL,
    };
    let found = clusters(pages, threshold, how);
    let none = |cluster: &usize| Article { cluster: *cluster, title: None, text: None };
    let mut out: Vec<Article> = found.iter().map(none).collect();
    // Of one page alone nothing is known to vary.
    for members in cluster::members(&found).into_iter().filter(|m| m.len() > 1) {
        let these: Vec<&Page> = members.iter().map(|&k| pages[k]).collect();
        for (k, article) in members.into_iter().zip(news::articles(&these, &options)) {
            if let Some(article) = article {
                (out[k].title, out[k].text) = (article.title, Some(article.body));
            }
        }
    }
    out
}

/// The sections of a page, each ahead of those inside it (after OntoMiner: Vadrevu and others).
///
/// ```
/// use feedstone::{Page, tree::sections};
/// let page = Page::parse(
///     "<main><p>Today the salt was late, and nobody knew why.</p></main>\
///      <aside><h2>About</h2><p>Two people write about salt here.</p></aside>",
/// );
/// let about = sections(&page).into_iter().find(|s| s.label.is_some()).unwrap();
/// assert_eq!(about.text, "About Two people write about salt here.");
/// ```
pub fn sections(page: &Page) -> Vec<Section> {
    let leaves = Leaves::of(page);
    let section = |s: areas::Section| Section {
        parent: s.parent,
        depth: s.depth,
        label: s.label,
        text: leaves.text(page, leaves.inside(page, s.element)),
        tokens: page.region(s.element),
    };
    areas::areas(page, &leaves).into_iter().map(section).collect()
}

/// The tree of categories that menus of many sites have in common (OntoMiner: Vadrevu and others):
/// pairs that stand above each other on at least `support` sites. Pages come with their sites.
pub fn taxonomy<S: AsRef<str>>(pages: &[(S, &Page)], support: usize) -> Vec<Edge> {
    let mut numbers: HashMap<&str, usize> = HashMap::new();
    let mut sites: Vec<Vec<menus::Hierarchy>> = Vec::new();
    for (site, page) in pages {
        let next = sites.len();
        let k = *numbers.entry(site.as_ref()).or_insert(next);
        if k == next {
            sites.push(Vec::new());
        }
        sites[k].extend(menus::menus(page).into_iter().map(|m| menus::menu(page, m)));
    }
    concepts::tree(&concepts::mine(&sites, &concepts::Concepts::of(&sites, false), support))
}
