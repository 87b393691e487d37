//! The areas of a page and the blocks inside them: a hierarchy of elements that people would mark.
//!
//! In place of OntoMiner's cost model (Vadrevu and others, section 3.2, see `partition.rs`) where a
//! page has elements around its sections, as pages since have: an element is a section; it is
//! parted further where it holds blocks that are neither paragraphs nor the short items of one
//! list. Tuned on home pages with blocks marked by people; the constants are shares of what a page
//! shows, not of any site's.
//!
//! Time: linear in the elements looked at, each once.

use std::collections::HashMap;

use super::sections::Leaves;
use crate::page::{Kind, Page, words_of};

/// A section of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Section {
    /// Its element's start tag.
    pub element: usize,
    /// The section around it, by its place in the list.
    pub parent: Option<usize>,
    /// How many sections are around it.
    pub depth: usize,
    /// What names it: the text of its first heading, where that is the only one of its kind and
    /// stands in the section's first quarter.
    pub label: Option<String>,
}

/// Areas, blocks in them, and blocks in those; people mark no deeper.
const DEEPEST: usize = 3;
/// Fewest words of a section, and the least share of the page's words.
const LEAST: (usize, f64) = (4, 0.003);
/// Fewest words of a section with sections inside, and the least share of the page's words.
const LEAST_PARTED: (usize, f64) = (8, 0.02);
/// An element with this share of the words of the section around it is that section again.
const SAME: f64 = 0.75;
/// An element with this share of the page's words is the page.
const ALL: f64 = 0.95;
/// Words of an item from which it is an entry and no longer an item of a list.
const LONG_ITEM: usize = 14;
/// Fewest items of a list, and the share of its words they hold.
const LIST: (usize, f64) = (4, 0.7);

/// The sections of a page, each behind the one around it.
///
/// ```
/// use feedstone::internals::tree::{areas::areas, sections::Leaves};
/// let page = feedstone::Page::parse(
///     "<div id=menu><a href=/>Home page</a> <a href=/a>About us</a></div>
///      <div id=main>
///      <div><h2>News</h2><p>Fog over the river until noon, and none behind it.</p></div>
///      <div><h2>Sport</h2><p>The cup final ended in rain, without a goal.</p></div></div>");
/// let found = areas(&page, &Leaves::of(&page));
/// assert_eq!(found.iter().map(|s| s.depth).collect::<Vec<_>>(), [0, 0, 1, 1]);
/// assert_eq!(found[2].label.as_deref(), Some("News"));
/// ```
pub fn areas(page: &Page, leaves: &Leaves) -> Vec<Section> {
    let sums = words_ahead(page, leaves);
    let words = |i: usize| sums[page.region(i).end] - sums[page.region(i).start];
    let total = sums[page.len()].max(1);
    let least = |(n, share): (usize, f64)| n.max((share * total as f64).ceil() as usize);
    let shown = |e: usize| {
        page.children(e)
            .filter(|&c| page.tokens()[c].kind == Kind::Start && words(c) > 0)
            .collect::<Vec<_>>()
    };
    let mut out: Vec<Section> = Vec::new();
    let Some(body) = (0..page.len()).find(|&i| page.tag(i) == "body") else { return out };
    let mut open: Vec<(usize, Option<usize>, usize)> = vec![(body, None, 0)];
    while let Some((outer, parent, depth)) = open.pop() {
        let n = words(outer);
        let again = parent.is_some_and(|p| n as f64 >= SAME * words(out[p].element) as f64);
        if depth >= DEEPEST {
            continue;
        }
        // An element with nothing but another one inside is the same section.
        let (mut inner, mut children) = (outer, shown(outer));
        while children.len() == 1 && words(children[0]) == n {
            inner = children[0];
            children = shown(inner);
        }
        let text = page.children(inner).any(|c| page.tokens()[c].is_text());
        let blocks = children.iter().any(|&c| is_block(page, c, words(c)));
        let parted =
            n >= least(LEAST_PARTED) && !text && blocks && !is_list(page, &children, &words, n);
        let whole = n as f64 > ALL * total as f64 && parted;
        let me = if !again && !whole && n >= least(LEAST) {
            out.push(Section { element: outer, parent, depth, label: label(page, outer, &sums) });
            Some(out.len() - 1)
        } else {
            parent
        };
        if parted {
            open.extend(
                children.into_iter().rev().map(|c| (c, me, depth + usize::from(me != parent))),
            );
        }
    }
    out
}

/// Words of leaves ahead of each token.
fn words_ahead(page: &Page, leaves: &Leaves) -> Vec<usize> {
    let mut out = vec![0usize; page.len() + 1];
    for &t in &leaves.tokens {
        out[t + 1] = words_of(page.data(t)).len();
    }
    for i in 1..out.len() {
        out[i] += out[i - 1];
    }
    out
}

/// True for elements that may be sections: containers, and items long enough to be entries.
fn is_block(page: &Page, element: usize, words: usize) -> bool {
    match page.tag(element) {
        "p" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "dt" | "dd" | "br" => false,
        "li" => words >= LONG_ITEM,
        _ => page.is_block(element) && words >= 3,
    }
}

/// True where most words stand in short items of one kind.
fn is_list(page: &Page, children: &[usize], words: &dyn Fn(usize) -> usize, all: usize) -> bool {
    let mut kinds: HashMap<(&str, &str), (usize, usize)> = HashMap::new();
    for &c in children {
        let class = page.class(c).unwrap_or("");
        let kind = kinds.entry((page.tag(c), class)).or_default();
        kind.0 += 1;
        kind.1 += words(c);
    }
    kinds
        .values()
        .any(|&(n, w)| n >= LIST.0 && w as f64 >= LIST.1 * all as f64 && w < LONG_ITEM * n)
}

/// The first heading, where it is the only one of its kind and stands in the first quarter of the
/// section's words.
fn label(page: &Page, element: usize, sums: &[usize]) -> Option<String> {
    let region = page.region(element);
    let ends = |h: usize| sums[page.region(h).end] - sums[region.start];
    let all = sums[region.end] - sums[region.start];
    let first = region.clone().find(|&i| {
        page.tokens()[i].opens()
            && crate::page::is_heading(page.tag(i))
            && page.has_text(page.region(i))
    })?;
    let ahead = sums[first] - sums[region.start];
    // A heading like others of the section names a part of it.
    let alone = region
        .clone()
        .filter(|&i| page.tokens()[i].opens() && page.tag(i) == page.tag(first))
        .count()
        == 1;
    (alone && ahead * 4 <= all && ends(first) < all).then(|| page.visible(page.inside(first)))
}
