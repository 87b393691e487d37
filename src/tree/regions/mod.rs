//! Data regions and data records of a list page: runs of siblings that are built alike.
//!
//! Zhai and Liu, "Web Data Extraction Based on Partial Tree Alignment", WWW 2005, section 2
//! (MDR-2), with what it takes over from Liu, Grossman, Zhai: "Mining Data Records in Web Pages",
//! KDD 2003: CombComp, IdentDRs, FindRecords.
//!
//! Printed: tag strings at a normalised edit distance of 0.3 ([`Options::PRINTED`]). Mended by
//! default: simple tree matching instead of strings, shorter generalized nodes preferred, regions
//! split where their nodes are alike one by one, regions completed by the marks (tag and class) of
//! their records, text as weight for the order of regions. Separators (`hr`, `br`, empty rows)
//! stand for gaps where no boxes are known.
//!
//! | file | what |
//! |---|---|
//! | `chains.rs` | runs of similar generalized nodes, and the gaps that choose among them |
//! | `marks.rs` | regions completed and cut anew by tag and class of their records |
//! | `records.rs` | the records of a region |
//! | `text.rs` | edit distance of tag strings, characters of text |
//!
//! Time: O(K · n) comparisons for a parent of n children, each O(K²) look-ups of pairs of subtree
//! classes; space O(K · n).

mod chains;
mod marks;
mod records;
mod text;

use std::collections::HashMap;
use std::ops::Range;

use chains::{Chain, Row, best, by_gaps, gap_between};
use text::{Sums, within};

use super::stm::Matcher;
use super::{Names, Outline};
use crate::page::{Kind, Page};

/// How two generalized nodes are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Alike {
    /// Edit distance of the tag strings divided by the longer one, at most this (the paper's, 0.3).
    Strings(f64),
    /// `1 - 2 · matched pairs / nodes of both`, at most this.
    Trees(f64),
}

/// How regions are sought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Most siblings of a generalized node.
    pub longest: usize,
    /// When two are similar.
    pub alike: Alike,
    /// A longer generalized node must cover more of the children by this factor to be preferred to
    /// a shorter one; 1: as printed.
    pub prefer_short: f64,
    /// Nodes of a region of which at least this share is similar to the commonest are the records
    /// one by one; above 1: as printed.
    pub split: f64,
    /// Records in two parts are sought in neighbouring table rows only; as printed, in all
    /// neighbouring siblings.
    pub across_rows_only: bool,
    /// Siblings with the mark (tag and class) of a region's records are records too, and regions
    /// under parents of one path whose records have one mark are one. Optional parts make short
    /// records unlike, and advertisements break lists in two.
    pub marks: bool,
    /// Regions inside records are kept too.
    pub nested: bool,
    /// Regions with less visible text than this are no data.
    pub least_text: usize,
    /// Weight of link text, subtracted from the text that orders the regions.
    pub link_weight: f64,
    /// A record's weight counts up to so many times that of the middle one.
    pub most: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            longest: 10,
            alike: Alike::Trees(0.4),
            prefer_short: 0.8,
            split: 0.8,
            across_rows_only: true,
            marks: true,
            nested: false,
            least_text: 40,
            link_weight: 0.9,
            most: 4.0,
        }
    }
}

impl Options {
    /// As the papers print it.
    pub const PRINTED: Options = Options {
        longest: 10,
        alike: Alike::Strings(0.3),
        prefer_short: 1.0,
        split: 2.0,
        across_rows_only: false,
        marks: false,
        nested: false,
        least_text: 40,
        link_weight: 0.9,
        most: f64::INFINITY,
    };
}

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// Where a browser put the elements: start tags of the page with their boxes.
pub type Boxes = HashMap<usize, Rect>;

/// One data record: its subtrees, as start tags of the page in the order in which they belong
/// together (not always that of the page).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// First tokens of the subtrees.
    pub roots: Vec<usize>,
}

impl Record {
    /// The tokens of its subtrees.
    pub fn tokens<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = Range<usize>> + 'p {
        self.roots.iter().map(|&r| page.region(r))
    }

    /// Its visible text.
    pub fn text(&self, page: &Page) -> String {
        self.tokens(page)
            .map(|r| page.visible(r))
            .filter(|t| !t.is_empty())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// A data region: records of one parent, or of parents of one path that their mark has joined.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The start tag of the (first) parent.
    pub parent: usize,
    /// Siblings of a generalized node as it was found; records that were cut anew have their own
    /// numbers.
    pub length: usize,
    /// The records.
    pub records: Vec<Record>,
    /// Visible text of the records less link text, which orders the regions.
    pub weight: f64,
}

/// A region before its records are known, in nodes of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    parent: usize,
    length: usize,
    /// Its generalized nodes.
    groups: Vec<Vec<usize>>,
}

/// Elements that are no part of the layout, or of all layouts.
const LIGHT: [&str; 4] = ["br", "wbr", "link", "meta"];
/// Most regions of one parent.
const MOST_REGIONS: usize = 50;

/// The regions of a page, the weightiest first.
///
/// ```
/// use feedstone::internals::tree::regions::{Options, regions};
/// let row = "<li><h2>A title of some length</h2><p>Words about it.</p></li>";
/// let page = feedstone::Page::parse(&format!("<h1>Blog</h1><ul>{row}{row}{row}</ul>"));
/// let found = regions(&page, None, &Options::default());
/// assert_eq!((found.len(), found[0].records.len()), (1, 3));
/// ```
pub fn regions(page: &Page, boxes: Option<&Boxes>, options: &Options) -> Vec<Region> {
    mine(page, boxes, options).0
}

/// As [`regions`], and whether the page was searched whole: false where the budget for comparisons
/// was spent ahead of its end.
pub fn mine(page: &Page, boxes: Option<&Boxes>, options: &Options) -> (Vec<Region>, bool) {
    let mut names = Names::default();
    let outline = Outline::without(page, &LIGHT, &mut names);
    let mut search = Search {
        page,
        outline: &outline,
        boxes,
        options,
        matcher: Matcher::default(),
        strings: HashMap::new(),
        sums: Sums::new(page),
    };
    let mut out: Vec<Region> =
        search.all().into_iter().filter_map(|found| search.region(found)).collect();
    out.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    (out, !search.matcher.spent())
}
struct Search<'s> {
    page: &'s Page,
    outline: &'s Outline,
    boxes: Option<&'s Boxes>,
    options: &'s Options,
    matcher: Matcher,
    strings: HashMap<(u32, u32), bool>,
    sums: Sums,
}

impl Search<'_> {
    /// Regions of all parents, from the root down; what a region covers is searched only for nested
    /// ones.
    fn all(&mut self) -> Vec<Found> {
        let mut out = Vec::new();
        let mut open: Vec<usize> = if self.outline.is_empty() { Vec::new() } else { vec![0] };
        while let Some(parent) = open.pop() {
            let found = self.of(parent);
            let mut covered: Vec<usize> = found.iter().flat_map(|f| f.groups.concat()).collect();
            covered.sort_unstable();
            open.extend(
                self.outline
                    .children(parent)
                    .filter(|c| self.options.nested || covered.binary_search(c).is_err()),
            );
            out.extend(found);
        }
        let out = self.across(out);
        if self.options.marks { self.marked(out) } else { out }
    }

    /// The regions of one parent: the best chain, then those on both sides of it.
    fn of(&mut self, parent: usize) -> Vec<Found> {
        let row = self.row(parent);
        let n = row.nodes.len();
        if n < 2 {
            return Vec::new();
        }
        // pairs[r - 1][s]: nodes s..s + r and s + r..s + 2r are similar.
        let pairs: Vec<Vec<bool>> = (1..=self.options.longest.min(n / 2))
            .map(|r| {
                (0..=n - 2 * r)
                    .map(|s| self.similar(&row.nodes[s..s + r], &row.nodes[s + r..s + 2 * r]))
                    .collect()
            })
            .collect();
        let mut out: Vec<(Chain, Vec<usize>)> = Vec::new();
        let whole = 0..n;
        let mut open = vec![whole];
        while let Some(range) = open.pop() {
            let Some(chain) =
                best(&pairs, &range, self.options).filter(|_| out.len() < MOST_REGIONS)
            else {
                continue;
            };
            let chain = if row.told { by_gaps(&pairs, &row, chain) } else { chain };
            open.push(chain.end()..range.end);
            open.push(range.start..chain.first);
            out.push((chain, row.nodes[chain.first..chain.end()].to_vec()));
        }
        out.sort_by_key(|o| o.0.first);
        let groups =
            |length, nodes: Vec<usize>| nodes.chunks_exact(length).map(<[usize]>::to_vec).collect();
        self.joined(out)
            .into_iter()
            .map(|(length, nodes)| Found { parent, length, groups: groups(length, nodes) })
            .collect()
    }

    /// The children of a node without separators.
    fn row(&self, parent: usize) -> Row {
        let page = self.page;
        let mut row = Row { nodes: Vec::new(), gaps: Vec::new(), told: false };
        let mut parted = false;
        let mut end = None;
        for c in self.outline.children(parent) {
            let token = self.outline.token(c);
            if self.separates(token) {
                parted = true;
                continue;
            }
            let region = page.region(token);
            let between = end.map_or(0..0, |e| e..region.start);
            parted |= between.clone().any(|i| {
                page.tokens()[i].kind == Kind::Start && matches!(page.tag(i), "br" | "hr")
            });
            let mut gap = f64::from(u8::from(parted && !row.nodes.is_empty()));
            if let (Some(boxes), Some(&last)) = (self.boxes, row.nodes.last()) {
                if let Some(g) = gap_between(boxes, self.outline.token(last), token) {
                    (gap, row.told) = (g, true);
                }
            } else if gap > 0.0 {
                row.told = true;
            }
            row.nodes.push(c);
            row.gaps.push(gap);
            (parted, end) = (false, Some(region.end));
        }
        row
    }

    /// True for elements that part records and are none: rules, and rows that show nothing.
    fn separates(&self, token: usize) -> bool {
        match self.page.tag(token) {
            "hr" => true,
            "tr" => {
                self.sums.text(self.page.region(token)) == 0
                    && !self.page.region(token).any(|i| matches!(self.page.tag(i), "img" | "input"))
            }
            _ => false,
        }
    }

    fn similar(&mut self, left: &[usize], right: &[usize]) -> bool {
        let o = self.outline;
        let size = |list: &[usize]| list.iter().map(|&c| o.size(c)).sum::<usize>();
        let (m, n) = (size(left), size(right));
        match self.options.alike {
            Alike::Trees(most) => {
                let least = (1.0 - most) * (m + n) as f64 / 2.0;
                m.min(n) as f64 >= least - 1e-9
                    && self.matcher.lists((o, left), (o, right)) as f64 >= least - 1e-9
            }
            Alike::Strings(most) => {
                let limit = (most * m.max(n) as f64 + 1e-9) as usize;
                if m.abs_diff(n) > limit {
                    return false;
                }
                let one = (left.len() == 1 && right.len() == 1)
                    .then(|| (o.classes[left[0]], o.classes[right[0]]));
                if let Some(known) = one.and_then(|k| self.strings.get(&k)) {
                    return *known;
                }
                let string = |list: &[usize]| -> Vec<u32> {
                    list.iter().flat_map(|&c| &o.labels[c..c + o.size(c)]).copied().collect()
                };
                let alike = self.matcher.pay(m.min(n), 2 * limit + 1)
                    && within(&string(left), &string(right), limit);
                one.map(|k| self.strings.insert(k, alike));
                alike
            }
        }
    }

    /// Regions of one parent whose generalized nodes are similar are one (an advertisement stands
    /// between them), and nodes of which most are alike one by one are records one by one.
    fn joined(&mut self, found: Vec<(Chain, Vec<usize>)>) -> Vec<(usize, Vec<usize>)> {
        let mut out: Vec<(usize, Vec<usize>)> = Vec::new();
        for (chain, nodes) in found {
            let (mut length, mut nodes) = (chain.length, nodes);
            if length > 1
                && self.options.split <= 1.0
                && let Some(alike) = self.alike_singly(&nodes)
            {
                (length, nodes) = (1, alike);
            }
            if self.options.split <= 1.0
                && let Some((l, all)) = out.last_mut()
                && *l == length
                && self.similar(&all[..length], &nodes[..length])
            {
                all.extend(nodes);
                continue;
            }
            out.push((length, nodes));
        }
        out
    }

    /// The nodes similar to the commonest of them, where those are most.
    fn alike_singly(&mut self, nodes: &[usize]) -> Option<Vec<usize>> {
        let mut counts: HashMap<u32, (usize, usize)> = HashMap::new();
        for (k, &c) in nodes.iter().enumerate() {
            counts.entry(self.outline.classes[c]).or_insert((0, k)).0 += 1;
        }
        let (_, first) =
            counts.into_values().max_by_key(|&(n, first)| (n, std::cmp::Reverse(first)))?;
        let alike: Vec<usize> =
            nodes.iter().copied().filter(|&c| self.similar(&[nodes[first]], &[c])).collect();
        if alike.len() as f64 >= self.options.split * nodes.len() as f64 {
            return Some(alike);
        }
        let mark = self.mark(nodes).filter(|_| self.options.marks)?;
        let marked: Vec<usize> =
            nodes.iter().copied().filter(|&c| self.has(c, nodes[0], &mark)).collect();
        (marked.len() as f64 >= self.options.split * nodes.len() as f64).then_some(marked)
    }

    /// MDR's second case of records in several parts: neighbouring siblings that are not alike each
    /// hold a region with as many generalized nodes. The first is kept, with the nodes of both.
    fn across(&self, found: Vec<Found>) -> Vec<Found> {
        let (page, o) = (self.page, self.outline);
        let mut found = found;
        found.sort_by_key(|f| f.parent);
        let mut out: Vec<(Found, usize)> = Vec::new();
        for f in found {
            let level = |c: usize| page.tokens()[o.token(c)].level;
            if let Some((before, last)) = out.last_mut()
                && *last + o.size(*last) == f.parent
                && level(*last) == level(f.parent)
                && before.groups.len() == f.groups.len()
                && (!self.options.across_rows_only
                    || page.tag(o.token(f.parent)) == "tr" && page.tag(o.token(*last)) == "tr")
            {
                *last = f.parent;
                before.groups.iter_mut().zip(f.groups).for_each(|(g, h)| g.extend(h));
                continue;
            }
            let parent = f.parent;
            out.push((f, parent));
        }
        out.into_iter().map(|o| o.0).collect()
    }
}
