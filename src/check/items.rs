//! The feed's items on pages: which of them a page shows as entries, and what was read of each.
//!
//! Time: linear in the page's links and the items.

use std::collections::HashMap;
use std::ops::Range;

use url::Url;

use super::elsewhere::{Fact, compare};
use super::{Opinion, Witness};
use crate::address::links_of;
use crate::entry::{Entry, Field};
use crate::page::Page;
use crate::rule::{Extraction, Layout, LayoutKind, Wrapper};

/// An item that a page shows as an entry.
pub(crate) struct Shown<'f> {
    pub(crate) fact: &'f Fact,
    /// What was read of it; None where it was not.
    pub(crate) read: Option<Fact>,
    /// Its place among the entries that were read of the page.
    pub(super) entry: usize,
    /// It is not read, and may stand in a list of recent posts beside the entries.
    pub(super) aside: bool,
}

impl Shown<'_> {
    /// Whether a field is as the feed has it.
    pub(crate) fn opinion(&self, field: Field) -> Opinion {
        match &self.read {
            None => Opinion::Disagrees("the item is not read as an entry".to_owned()),
            Some(read) if field == Field::Link => {
                Opinion::of(read.keys.iter().any(|k| self.fact.keys.contains(k)), || {
                    "another address than the feed's".to_owned()
                })
            }
            Some(read) => compare(field, read, self.fact, "the feed"),
        }
    }
}

/// The layout that a page was read with.
pub(super) fn layout_of<'w>(wrapper: &'w Wrapper, read: &Extraction) -> Option<&'w Layout> {
    wrapper.layouts.iter().find(|l| Some(&l.name) == read.layout.as_ref())
}

/// True where the feed said otherwise than the rules of a layout when these were learned.
pub(super) fn is_doubted(layout: &Layout, field: Field) -> bool {
    let values = layout.build.as_ref().map_or(&[][..], |b| &b.values);
    values.iter().any(|v| v.field == field && v.doubted.contains(&Witness::Feed))
}

/// The items that a list shows or names: those that are read, and those that it links to.
///
/// A list may show some items as entries and name others in a list of recent posts. Surely shown is
/// what it links to from among the entries, what is newer than all that is read, and, where less
/// than half of what was there at learning time is read, whatever it links to; the rest is `aside`.
pub(crate) fn on_list<'f>(
    wrapper: &Wrapper,
    read: &Extraction,
    (page, url): (&Page, &str),
    facts: &[&'f Fact],
) -> Vec<Shown<'f>> {
    let Some(base) = Url::parse(url).ok().map(|u| page.base(&u)) else { return Vec::new() };
    let listed = read.kind == Some(LayoutKind::List);
    let room = |e: &Entry| listed.then(|| page.words_in(e.tokens.clone()));
    let entries: Vec<Fact> =
        read.entries.iter().map(|e| Fact::of(e, &base).of_record(room(e))).collect();
    let (mut by_link, mut by_title) = (HashMap::new(), HashMap::new());
    for (n, e) in entries.iter().enumerate() {
        for key in &e.keys {
            by_link.entry(key.as_str()).or_insert(n);
        }
        if let Some(title) = e.title.as_deref() {
            by_title.entry(title).or_insert(n);
        }
    }
    let shown = |fact: &'f Fact| {
        let linked = fact.keys.iter().find_map(|k| by_link.get(k.as_str()));
        let found = linked.or_else(|| by_title.get(fact.title.as_deref()?)).copied();
        let read = found.map(|n| entries[n].clone());
        Shown { fact, read, entry: found.unwrap_or_default(), aside: false }
    };
    let mut out: Vec<Shown> = facts.iter().map(|&fact| shown(fact)).collect();
    let count = out.iter().filter(|s| s.read.is_some()).count();
    let newest = out.iter().filter(|s| s.read.is_some()).filter_map(|s| s.fact.date).max();
    let record = layout_of(wrapper, read).and_then(|l| l.record.as_ref());
    let usual = record.map_or(0, |r| r.evidence.seen as usize);
    let among: Range<usize> = read.entries.iter().map(|e| e.tokens.start).min().unwrap_or(0)
        ..read.entries.iter().map(|e| e.tokens.end).max().unwrap_or(0);
    let mut links: HashMap<String, bool> = HashMap::new();
    let base = Url::parse(url).map(|url| page.base(&url));
    for (token, key) in base.map_or(Vec::new(), |base| links_of(page, &base)) {
        *links.entry(key).or_default() |= among.contains(&token);
    }
    let few = count == 0 || 2 * count < usual;
    out.retain_mut(|s| {
        let named = s.fact.keys.iter().filter_map(|k| links.get(k)).max().copied();
        let newer = newest.is_some() && s.fact.date > newest;
        s.aside = s.read.is_none() && !newer && !few && named != Some(true);
        s.read.is_some() || named.is_some()
    });
    out
}

/// The item of a page of its own, which shows it in any case.
pub(crate) fn on_own_page<'f>(
    read: &Extraction,
    (page, url): (&Page, &str),
    fact: &'f Fact,
) -> Shown<'f> {
    let base = Url::parse(url).ok().map(|u| page.base(&u));
    let entry = read.entries.first().filter(|_| read.kind == Some(LayoutKind::Entry));
    let read = entry.zip(base).map(|(e, base)| Fact::of(e, &base));
    Shown { fact, read, entry: 0, aside: false }
}
