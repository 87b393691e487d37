//! The published tree algorithms on pages, each as one function, all on the same list of tokens.
//!
//! | what is asked | function | method |
//! |---|---|---|
//! | are two pages built alike | [`similarity`] | RTDM |
//! | which pages of a heap share a template | [`clusters`] | RTDM |
//! | title and text of a template's articles | [`articles`] | node extraction patterns |
//! | the records of a list page, as tables | [`records`] | DEPTA |
//! | the same, as a blog's entries | [`entries()`] | DEPTA |
//! | what a page has that others of its template have not | [`content`] | TSReC |
//! | the sections of a page | [`sections()`] | OntoMiner |
//! | the categories that menus have in common | [`taxonomy()`] | OntoMiner |
//!
//! docs/methods.md in the repository says what each is worth on pages of today.
//!
//! ```
//! use feedstone::{Page, tree};
//! let html = std::fs::read_to_string("samples/garden-notes/index.html")?;
//! let entries = tree::entries(&Page::parse(&html), "https://garden-notes.example/");
//! assert_eq!(entries[0].title.as_deref(), Some("First strawberries"));
//! # Ok::<(), std::io::Error>(())
//! ```

// One paper a file. What stands in each; when it is of use; what it costs:
//
// * `methods.rs`: the functions above; each calls what stands below, with its usual options.
// * `mod.rs`: `Outline`, the elements of a page that its layout is made of, with subtree
//   classes; ahead of the others, once a page; linear.
// * `rtdm.rs`: RTDM distance, mapping, similarity; are two pages built alike, and which element is
//   which; at worst n1 · n2, on pages of one template far less.
// * `stm.rs`: simple tree matching, with which nodes match; are two subtrees built alike, parts
//   missing; n1 · n2, remembered by class, within a budget.
// * `regions/`: DEPTA, data regions and records of a page; what are the records of a list, without
//   rules or feed; 10 comparisons a child.
// * `align.rs`: DEPTA, partial tree alignment; the records as a table, read again on further
//   pages; one matching a record.
// * `entries.rs`: which region is a blog's list, which items are title, link, day, text; a list
//   page of a blog without a feed; linear in the records.
// * `cluster.rs`: page clusters by similarity; which pages of a heap share a template; at most
//   k² / 2 bounded distances of k outlines that differ, and of a thousand.
// * `kinds.rs`: the outlines of many pages, equal ones once, and which pairs cannot be alike;
//   ahead of distances; linear.
// * `pattern.rs`: RTDM's node extraction patterns, their composition, promotion, matching; what
//   varies between pages of one template, and where; one mapping a page composed, one table a
//   match.
// * `news.rs`: title and body among what varies; articles of a template, several pages at hand;
//   one match a page.
// * `tsrec.rs`: TSReC, common, regular and content part of a page; what is a page's own text,
//   where another page of its template is at hand; n · m integers, bounded.

pub(crate) mod align;
pub(crate) mod areas;
pub(crate) mod cluster;
pub(crate) mod entries;
pub(crate) mod instances;
pub(crate) mod kinds;
pub(crate) mod menus;
mod methods;
pub(crate) mod news;
pub(crate) mod partition;
pub(crate) mod pattern;
pub(crate) mod regions;
pub(crate) mod rtdm;
pub(crate) mod sections;
pub(crate) mod stm;
pub(crate) mod taxonomy;
pub(crate) mod tsrec;

use std::collections::HashMap;

use crate::page::{Kind, Page};

pub use methods::{
    Article, Column, Edge, How, Records, Row, Section, Table, articles, clusters, content, entries,
    records, sections, similarity, taxonomy,
};

/// Elements that show nothing of the layout, left out with what is in them.
const LEFT_OUT: [&str; 6] = ["script", "style", "noscript", "template", "svg", "iframe"];

/// The representative of a set in a forest of parents (union-find), halving the way to it.
fn root(parent: &mut [usize], mut k: usize) -> usize {
    while parent[k] != k {
        parent[k] = parent[parent[k]];
        k = parent[k];
    }
    k
}

/// Names and subtree classes shared by the outlines that are compared with each other.
#[doc(hidden)]
#[derive(Debug, Clone, Default)]
pub struct Names {
    labels: HashMap<String, u32>,
    classes: HashMap<(u32, Vec<u32>), u32>,
}

impl Names {
    fn label(&mut self, name: &str) -> u32 {
        let next = self.labels.len() as u32;
        match self.labels.get(name) {
            Some(label) => *label,
            None => *self.labels.entry(name.to_owned()).or_insert(next),
        }
    }

    fn class(&mut self, label: u32, children: Vec<u32>) -> u32 {
        let next = self.classes.len() as u32;
        *self.classes.entry((label, children)).or_insert(next)
    }
}

/// A node whose last descendant has been seen: its size counts for the node around it.
fn closed(open: &mut Vec<usize>, sizes: &mut [u32]) {
    if let (Some(done), Some(&around)) = (open.pop(), open.last()) {
        sizes[around] += sizes[done];
    }
}

/// The elements of a page in document order: a selection of its tokens, each with the number of
/// elements of its region. Node 0 is the root; the first child of `i` is `i + 1`, the next sibling
/// `i + size(i)`.
///
/// Two nodes of outlines made with one [`Names`] have equal classes where their subtrees are
/// identical.
#[doc(hidden)]
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outline {
    tokens: Vec<u32>,
    labels: Vec<u32>,
    sizes: Vec<u32>,
    classes: Vec<u32>,
}

impl Outline {
    /// The outline of a page: element names alone. Linear in its tokens.
    pub fn of(page: &Page, names: &mut Names) -> Outline {
        Outline::without(page, &[], names)
    }

    /// The same without some more elements (with what is in them).
    pub(crate) fn without(page: &Page, more: &[&str], names: &mut Names) -> Outline {
        let mut nodes: Vec<(u32, u32, u16)> = Vec::new();
        let mut skip = 0;
        for (i, t) in page.tokens().iter().enumerate() {
            if t.kind != Kind::Start || i < skip {
                continue;
            }
            if LEFT_OUT.contains(&page.tag(i)) || more.contains(&page.tag(i)) {
                skip = t.end as usize + 1;
                continue;
            }
            nodes.push((i as u32, names.label(page.tag(i)), t.level));
        }
        Outline::from_levels(&nodes, names)
    }

    /// The elements of a page's body with their first classes, without those that begin inside
    /// `skipped` (in page order) and what is in them.
    pub(crate) fn marked(
        page: &Page,
        mut skipped: Vec<std::ops::Range<usize>>,
        names: &mut Names,
    ) -> Outline {
        skipped.sort_by_key(|r| r.start);
        let mut skipped = skipped.into_iter().peekable();
        let mut nodes: Vec<(u32, u32, u16)> = Vec::new();
        let mut skip = 0;
        let start = (0..page.len()).find(|&i| page.tag(i) == "body").unwrap_or(0);
        for i in start..page.len() {
            let t = &page.tokens()[i];
            while skipped.peek().is_some_and(|r| r.start <= i) {
                skip = skip.max(skipped.next().map_or(0, |r| r.end));
            }
            if t.kind != Kind::Start || i < skip {
                continue;
            }
            if LEFT_OUT.contains(&page.tag(i)) {
                skip = t.end as usize + 1;
                continue;
            }
            nodes.push((i as u32, names.label(&page.named(i)), t.level));
        }
        Outline::from_levels(&nodes, names)
    }

    /// The outline in notation, as [`Outline::parse`] reads it. `names`: those it was made with.
    pub(crate) fn notation(&self, names: &Names) -> String {
        let mut of = vec![""; names.labels.len()];
        names.labels.iter().for_each(|(name, &label)| of[label as usize] = name);
        let mut out = String::new();
        let mut open: Vec<usize> = Vec::new();
        for node in 0..self.len() {
            while open.last().is_some_and(|&end| end <= node) {
                open.pop();
                out.push(')');
            }
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            out.push_str(of[self.labels[node] as usize]);
            if self.size(node) > 1 {
                out.push('(');
                open.push(node + self.size(node));
            }
        }
        out.extend(open.iter().map(|_| ')'));
        out
    }

    /// From (token, name, level) of nodes in document order. The first is the root; a node that is
    /// not inside it is left out.
    fn from_levels(nodes: &[(u32, u32, u16)], names: &mut Names) -> Outline {
        let root = nodes.first().map_or(0, |n| n.2);
        let inside = 1 + nodes.iter().skip(1).take_while(|n| n.2 > root).count();
        let nodes = &nodes[..inside.min(nodes.len())];
        let mut sizes = vec![1u32; nodes.len()];
        let mut open: Vec<usize> = Vec::new();
        for (i, node) in nodes.iter().enumerate() {
            while open.last().is_some_and(|&o| nodes[o].2 >= node.2) {
                closed(&mut open, &mut sizes);
            }
            open.push(i);
        }
        while !open.is_empty() {
            closed(&mut open, &mut sizes);
        }
        let labels: Vec<u32> = nodes.iter().map(|n| n.1).collect();
        let mut out = Outline {
            tokens: nodes.iter().map(|n| n.0).collect(),
            classes: vec![0; nodes.len()],
            labels,
            sizes,
        };
        for i in (0..nodes.len()).rev() {
            let children = out.children(i).map(|c| out.classes[c]).collect();
            out.classes[i] = names.class(out.labels[i], children);
        }
        out
    }

    /// An outline from notation: `a(b c(d))`, as rule files, examples and tests have it.
    ///
    /// ```
    /// use feedstone::internals::tree::{Names, Outline};
    /// let outline = Outline::parse("ul(li li)", &mut Names::default()).unwrap();
    /// assert_eq!((outline.len(), outline.children(0).count()), (3, 2));
    /// assert!(Outline::parse("ul(li", &mut Names::default()).is_none());
    /// ```
    pub fn parse(text: &str, names: &mut Names) -> Option<Outline> {
        let (mut nodes, mut level, mut name) = (Vec::new(), 0u16, String::new());
        for c in text.chars().chain([' ']) {
            if !matches!(c, '(' | ')' | ' ') {
                name.push(c);
                continue;
            }
            if !name.is_empty() {
                nodes.push((nodes.len() as u32, names.label(&name), level));
                name.clear();
            }
            match c {
                '(' => level = level.checked_add(1)?,
                ')' => level = level.checked_sub(1)?,
                _ => {}
            }
        }
        (level == 0 && !nodes.is_empty()).then(|| Outline::from_levels(&nodes, names))
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.labels.len()
    }

    /// True where the page has no element.
    pub fn is_empty(&self) -> bool {
        self.labels.is_empty()
    }

    /// The page's token of a node.
    pub fn token(&self, node: usize) -> usize {
        self.tokens[node] as usize
    }

    /// Nodes of a subtree, its root included.
    pub fn size(&self, node: usize) -> usize {
        self.sizes[node] as usize
    }

    /// The children of a node.
    pub fn children(&self, node: usize) -> impl Iterator<Item = usize> + '_ {
        let end = node + self.size(node);
        std::iter::successors((self.size(node) > 1).then_some(node + 1), move |&c| {
            Some(c + self.size(c)).filter(|&n| n < end)
        })
    }

    /// True where two nodes have one name.
    pub fn same_name(&self, node: usize, other: &Outline, with: usize) -> bool {
        self.labels[node] == other.labels[with]
    }

    /// True where two subtrees are identical.
    pub fn same(&self, node: usize, other: &Outline, with: usize) -> bool {
        self.classes[node] == other.classes[with]
    }
}
