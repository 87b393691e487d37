//! Tags in the row beside the one that was learned: a blog whose latest posts have categories only
//! shows the tags of older ones in a row of the same build next to them. The feed cannot teach that
//! row; HTML's words for such links and its likeness to the learned row tell it.
//!
//! Time: O(tokens of the three rows · depth of the first).

use std::cell::RefCell;
use std::collections::HashMap;
use std::ops::Range;
use std::rc::Rc;

use url::Url;

use super::bounds::{LABEL_WORDS, ROW_TOKENS};
use crate::address::{directory, link_key, tells_tags};
use crate::entry::{FieldValue, Slot, bare_name};
use crate::page::Page;

/// What stands in the rows next to the row of `tags`, and leads to `…/tag/…` or the like.
pub(super) fn beside(page: &Page, base: &Url, tags: &[FieldValue]) -> Vec<FieldValue> {
    let (Some(first), Some(last)) = (tags.first(), tags.last()) else { return Vec::new() };
    let links_of = Links { page, base, known: RefCell::default() };
    let (from, to) =
        (first.slot.tokens.start, last.slot.tokens.end.max(first.slot.tokens.start + 1));
    // A category inside another has a longer address: the shortest names the family.
    let of = |v: &FieldValue| {
        std::iter::once(v.slot.tokens.start)
            .chain(page.ancestors(v.slot.tokens.start))
            .find_map(|a| links_of.leads_to(a))
    };
    let Some(own) = tags.iter().filter_map(of).min_by_key(|dir| dir.len()) else {
        return Vec::new();
    };
    let ours = |dir: &str| {
        dir.strip_prefix(&*own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let around = page.ancestors(from).take_while(|&a| page.region(a).len() <= ROW_TOKENS);
    let Some(row) =
        around.filter(|&a| page.region(a).end >= to && is_row(&links_of, a, &ours)).last()
    else {
        return Vec::new();
    };
    let Some(parent) = page.parent(row) else { return Vec::new() };
    let (near, region) = (page.inside(parent), page.region(row));
    let ahead = page.previous(region.start, near.start).map(|i| page.tokens()[i].begin as usize);
    let sisters = ahead.into_iter().chain(page.next_from(region.end, near.end));
    let alike = |&s: &usize| {
        page.tag(s) == page.tag(row) && is_row(&links_of, s, &|dir| !ours(dir) && tells_tags(dir))
    };
    let links = sisters
        .filter(alike)
        .flat_map(|s| page.region(s))
        .filter(|&a| links_of.leads_to(a).is_some());
    let value = |a: usize| FieldValue {
        slot: Slot::whole(page.inside(a)),
        text: bare_name(&page.visible(page.inside(a))).to_owned(),
        day: None,
    };
    links.map(value).filter(|v| !v.text.is_empty()).collect()
}

/// The links of a page: rows lie in one another, and each link is looked at once.
struct Links<'p> {
    page: &'p Page,
    base: &'p Url,
    known: RefCell<HashMap<usize, Option<Rc<str>>>>,
}

impl Links<'_> {
    /// The directory that a link leads to, where token `a` starts one that shows something.
    fn leads_to(&self, a: usize) -> Option<Rc<str>> {
        let (page, base) = (self.page, self.base);
        if !page.tokens()[a].opens() || page.tag(a) != "a" {
            return None;
        }
        let look = || {
            let href = page.attr(a, "href").filter(|_| page.has_text(page.inside(a)))?;
            link_key(base, href).map(|k| directory(&k).into())
        };
        self.known.borrow_mut().entry(a).or_insert_with(look).clone()
    }
}

/// True for an element that shows links to such directories and hardly anything else.
fn is_row(links_of: &Links<'_>, element: usize, fits: &dyn Fn(&str) -> bool) -> bool {
    let page = links_of.page;
    let region: Range<usize> = page.region(element);
    if !page.tokens()[element].opens() || region.len() > ROW_TOKENS {
        return false;
    }
    let (mut any, mut linked) = (false, 0);
    for (a, dir) in region.clone().filter_map(|a| Some((a, links_of.leads_to(a)?))) {
        if !fits(&dir) {
            return false;
        }
        any = true;
        linked += page.words_in(page.inside(a));
    }
    any && is_labelled(page, element, linked)
}

/// True for an element of so few words beside those of its links that they can only name the row.
fn is_labelled(page: &Page, element: usize, linked: usize) -> bool {
    page.words_in(page.region(element)) <= linked + LABEL_WORDS
}
