//! Tags of lists that no rule reads: where their links lead tells them.
//!
//! Time: O(links of the records).

use super::fields::ReadValues;
use crate::address::{directory, link_key, tells_tags};
use crate::entry::{Entry, Field, FieldValue, Slot, bare_name};
use crate::page::Kind;
use crate::rule::bounds::ROW_TOKENS;
use crate::rule::replay::Reader;
use crate::rule::sister::is_labelled;
use crate::share::some;

impl Reader<'_> {
    /// Tags that no rule reads: links of the records to addresses like `/tag/rye`, in rows of
    /// links, where some have such.
    pub(super) fn links_to_tags(&self, entries: &[Entry]) -> Vec<Option<ReadValues>> {
        let page = self.page;
        let to_tag = |i: usize| {
            let key = link_key(&self.base, page.attr(i, "href")?)?;
            let slot = Slot { tokens: page.inside(i), head: 0, tail: None };
            let text =
                bare_name(page.visible(page.inside(i)).trim_start_matches(['#', ' '])).to_owned();
            let named = text.contains(char::is_alphanumeric);
            let is_tag = tells_tags(&directory(&key)) && named && self.is_in_row(i);
            is_tag.then_some(FieldValue { slot, text, day: None })
        };
        let of = |entry: &Entry| {
            let links = page.tags_in(page.label("a")?, Kind::Start, entry.tokens.clone());
            let text = entry.place(Field::Body).cloned().unwrap_or_default();
            let outside = links.iter().map(|i| *i as usize).filter(|i| !text.contains(i));
            let values: Vec<FieldValue> = outside.filter_map(to_tag).collect();
            (!values.is_empty()).then_some((Field::Tags, false, values))
        };
        let found: Vec<Option<ReadValues>> = entries.iter().map(of).collect();
        let told = found.iter().flatten().count();
        if told > 1 && some(told, entries.len()) { found } else { Vec::new() }
    }

    /// True for a link in an element that shows hardly anything but links: not in a sentence.
    fn is_in_row(&self, link: usize) -> bool {
        let page = self.page;
        let named = |a: usize| ["class", "id"].iter().any(|name| page.attr(a, name).is_some());
        let bare = |a: &usize| !page.is_block(*a) && !named(*a);
        let Some(row) = page.ancestors(link).find(|a| !bare(a)) else { return false };
        let region = page.region(row);
        let Some(name) = page.label("a").filter(|_| region.len() <= ROW_TOKENS) else {
            return false;
        };
        let links = page.tags_in(name, Kind::Start, region.clone());
        let linked: usize = links.iter().map(|a| page.words_in(page.inside(*a as usize))).sum();
        is_labelled(page, row, linked)
    }
}
