//! Posts of a list page that the feed does not name, between those that it names or beside them.
//! What they show is none of their neighbours', and a record's start finds them, too.
//!
//! Time: linear in the tokens of the page, and in the depth of those that stand as anchors do.

use std::collections::HashSet;
use std::iter::once;
use std::ops::Range;

use super::Canvas;
use super::signs::FEW_WORDS;
use super::tags::unnumbered;
use crate::address::directory;
use crate::page::Page;

/// Where such posts may stand, in order: tokens placed as the items' anchors are, in links to other
/// addresses of the same directories, digits aside.
pub(crate) fn anchors(canvas: &Canvas<'_>, named: &[usize]) -> Vec<usize> {
    let page = canvas.page;
    let led = |i: usize| {
        let mut around = once(i).chain(page.ancestors(i));
        let link = around.find(|&a| page.tag(a) == "a" && page.tokens()[a].opens())?;
        let (_, key) = canvas.links_in(&(link..link + 1)).first()?;
        Some(key.as_str())
    };
    let own: HashSet<&str> = named.iter().filter_map(|&i| led(i)).collect();
    let directories: HashSet<String> = own.iter().map(|key| unnumbered(&directory(key))).collect();
    let is_other =
        |key: &str| !own.contains(key) && directories.contains(&unnumbered(&directory(key)));
    let names = |i: usize| (page.tokens()[i].label, page.parent(i).map(|p| page.tokens()[p].label));
    let known: HashSet<_> = named.iter().map(|&a| names(a)).collect();
    let paths: HashSet<String> = named.iter().map(|&a| canvas.path_of(a)).collect();
    page.shown(page.body())
        .filter(|&i| known.contains(&names(i)) && led(i).is_some_and(is_other))
        .filter(|&i| paths.contains(&canvas.path_of(i)))
        .collect()
}

/// The siblings ahead of an item's element, up to the item before, and those behind it.
pub(super) fn gaps(
    page: &Page,
    element: usize,
    before: Option<usize>,
    next: Option<&usize>,
) -> [Range<usize>; 2] {
    let parent = page.parent(element);
    let around = parent.map_or(page.body(), |p| page.inside(p));
    let is_sibling = |i: &usize| page.parent(*i) == parent;
    let sibling = before.and_then(|b| once(b).chain(page.ancestors(b)).find(is_sibling));
    let start = sibling.map_or(around.start, |s| page.region(s).end);
    let end = next.map_or(around.end, |next| (*next).min(around.end));
    [start..element, page.region(element).end..end]
}

/// The span of those siblings that are made as an item's element is and hold the anchor of one of
/// the `others`, and little besides: the text of an item may link to other posts.
pub(super) fn span(
    page: &Page,
    element: usize,
    others: &[usize],
    siblings: Range<usize>,
) -> Option<Range<usize>> {
    let name = page.named(element);
    let is_other = |sibling: &usize| {
        let region = page.region(*sibling);
        let first = others.get(others.partition_point(|o| *o < region.start));
        let little = |&&anchor: &&usize| {
            let words = page.words_in(page.region(anchor));
            anchor < region.end && page.words_in(region.clone()) <= words + FEW_WORDS
        };
        page.tokens()[*sibling].opens()
            && first.filter(little).is_some()
            && page.named(*sibling) == name
    };
    let mut found: Option<Range<usize>> = None;
    let mut at = siblings.start;
    while at < siblings.end {
        let region = page.region(at);
        if is_other(&at) {
            found = Some(found.map_or(region.start, |f| f.start)..region.end);
        }
        at = region.end;
    }
    found
}
