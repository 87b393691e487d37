//! Authors and tags of lists that no rule reads: where their links lead tells them.
//!
//! Time: O(links of the records).

use super::fields::ReadValues;
use crate::address::{directory, link_key, tells_authors, tells_tags};
use crate::entry::{Entry, Field, FieldValue, Slot, bare_name};
use crate::page::Kind;
use crate::rule::bounds::{LEAST_WORDS, ROW_TOKENS};
use crate::rule::replay::Reader;
use crate::rule::sister::is_labelled;
use crate::share::some;

impl Reader<'_> {
    /// Tags that no rule reads: links of the records to addresses like `/tag/rye`, in rows of
    /// links, where some have such.
    pub(super) fn links_to_tags(&self, entries: &[Entry]) -> Vec<Option<ReadValues>> {
        let to_tag = |link: usize| {
            let tag = self.named_by(link, tells_tags, &['#', ' '])?;
            let named = tag.text.contains(char::is_alphanumeric);
            (named && self.is_in_row(link)).then_some(tag)
        };
        let of = |entry: &Entry| {
            let tags: Vec<FieldValue> = self.links_of(entry).filter_map(to_tag).collect();
            (!tags.is_empty()).then_some((Field::Tags, false, tags))
        };
        of_some(entries.iter().map(of).collect())
    }

    /// Authors that no rule reads: the one name in a record's links to addresses like
    /// `/author/ann`, where some have such.
    pub(super) fn links_to_authors(&self, entries: &[Entry]) -> Vec<Option<ReadValues>> {
        let to_author = |link: usize| {
            let author = self.named_by(link, tells_authors, &[])?;
            let named = author.text.contains(char::is_alphabetic);
            let short = self.page.words_in(self.page.inside(link)) < LEAST_WORDS;
            (named && short).then_some(author)
        };
        let of = |entry: &Entry| {
            let mut authors = self.links_of(entry).filter_map(to_author);
            let first = authors.next()?;
            let alone = authors.all(|other| other.text == first.text);
            alone.then(|| (Field::Author, false, vec![first]))
        };
        of_some(entries.iter().map(of).collect())
    }

    /// The links of a record outside of its text, as far as that is known.
    fn links_of(&self, entry: &Entry) -> impl Iterator<Item = usize> + '_ {
        let page = self.page;
        let text = entry.place(Field::Body).cloned().unwrap_or_default();
        let tokens = entry.tokens.clone();
        let links = page.label("a").map(|a| page.tags_in(a, Kind::Start, tokens));
        let links = links.unwrap_or_default().iter().map(|i| *i as usize);
        links.filter(move |i| !text.contains(i))
    }

    /// What a link shows, without the signs `ahead`, where its address's directory tells.
    fn named_by(&self, link: usize, tells: fn(&str) -> bool, ahead: &[char]) -> Option<FieldValue> {
        let page = self.page;
        let key = link_key(&self.base, page.attr(link, "href")?)?;
        let slot = Slot { tokens: page.inside(link), head: 0, tail: None };
        let shown = page.visible(page.inside(link));
        let text = bare_name(shown.trim_start_matches(ahead)).to_owned();
        tells(&directory(&key)).then_some(FieldValue { slot, text, day: None })
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

/// What was found, where some records have such, and more than one.
fn of_some(found: Vec<Option<ReadValues>>) -> Vec<Option<ReadValues>> {
    let told = found.iter().flatten().count();
    if told > 1 && some(told, found.len()) { found } else { Vec::new() }
}
