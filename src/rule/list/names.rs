//! Authors and tags of lists that no rule reads: where their links lead tells them.
//!
//! Time: O(links of the records).

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::fields::ReadValues;
use crate::address::{
    directory, ends_with_time, host, is_below_tags, is_named_like, link_key, tells_authors,
    tells_tags,
};
use crate::entry::{Entry, Field, FieldValue, Slot, bare_name, merged};
use crate::page::{Contexts, Kind, resolve};
use crate::rule::IndexRule;
use crate::rule::bounds::{LABEL_WORDS, LEAST_WORDS, ROW_TOKENS};
use crate::rule::replay::Reader;
use crate::share::{most, some};

/// A name in a link of a record.
struct Linked {
    /// Number of the link's place.
    place: u32,
    name: FieldValue,
    /// True in an element that shows hardly anything but links.
    in_row: bool,
}

/// What tells a blog's posts and days.
#[derive(Clone, Copy)]
pub(super) struct Signs<'b> {
    pub(super) index: Option<&'b IndexRule>,
    pub(super) tells_day: &'b dyn Fn(&str) -> bool,
}

impl Reader<'_> {
    /// Tags that no rule reads: links of the records to addresses like `/tag/rye`, in rows of
    /// links, where some have such.
    pub(super) fn links_to_tags(
        &self,
        signs: Signs<'_>,
        entries: &[Entry],
    ) -> Vec<Option<ReadValues>> {
        let of_records = self.linked_tags(signs, entries).into_iter();
        with_tags(of_records.map(|found| found.into_iter().map(|f| f.name).collect()))
    }

    /// Tags that rules `read`, and beside them links to other tags, at places where several records
    /// have such. What one alone has at a place may be the list's: a pager, the tags of all.
    pub(super) fn with_links_to_tags(
        &self,
        signs: Signs<'_>,
        read: Vec<Option<ReadValues>>,
        entries: &[Entry],
    ) -> Vec<Option<ReadValues>> {
        let of_records = self.linked_tags(signs, entries);
        let places = by_place(&of_records);
        let further = |(found, read): (Vec<Linked>, &Option<ReadValues>)| {
            let read = read.iter().flat_map(|(_, _, tags)| tags);
            let known: HashSet<String> =
                read.filter_map(|tag| self.leads_to(tag.slot.tokens.start)).collect();
            let is_new = |tag: &FieldValue| {
                self.leads_to(tag.slot.tokens.start).is_none_or(|to| !known.contains(&to))
            };
            let usual = found.into_iter().filter(|f| places[&f.place] > 1).map(|f| f.name);
            usual.filter(is_new).collect()
        };
        let mut linked = with_tags(of_records.into_iter().zip(&read).map(further)).into_iter();
        let both = |read: Option<ReadValues>| match (read, linked.next().flatten()) {
            (Some((field, html, tags)), Some((_, _, further))) => {
                Some((field, html, merged(tags, further)))
            }
            (read, linked) => read.or(linked),
        };
        read.into_iter().map(both).collect()
    }

    /// For each record its links to tags in rows of links, and those in the line of a date at
    /// places where most records have one: `3 May 2013 in House`.
    fn linked_tags(&self, signs: Signs<'_>, entries: &[Entry]) -> Vec<Vec<Linked>> {
        let mut contexts = Contexts::new(self.page);
        let mut to_tag = |entry: &Entry, link: usize| {
            let name = self.named_by(link, |key| {
                let dir = directory(key);
                tells_tags(&dir) || is_below_tags(&dir) && self.is_in_another(signs, entry, link)
            })?;
            let (row, beside) = self.row_of(link).filter(|row| row.1 < LEAST_WORDS)?;
            let in_row = beside <= LABEL_WORDS;
            let counts = in_row || (signs.tells_day)(&self.page.visible(self.page.region(row)));
            let named = counts && name.text.contains(char::is_alphanumeric);
            named.then(|| Linked { place: contexts.number(link), name, in_row })
        };
        let of =
            |entry: &Entry| self.links_of(entry).filter_map(|link| to_tag(entry, link)).collect();
        let mut of_records: Vec<Vec<Linked>> = entries.iter().map(of).collect();
        let places = by_place(&of_records);
        let usual = |place: &u32| places[place] > 1 && most(places[place], entries.len());
        for found in &mut of_records {
            found.retain(|f| f.in_row || usual(&f.place));
        }
        of_records
    }

    /// True for a link below a directory of tags to a category inside of another,
    /// `/category/house/yard`: named as its address is, which is no month's, no post's, and not
    /// below the record's own.
    fn is_in_another(&self, signs: Signs<'_>, entry: &Entry, link: usize) -> bool {
        let index = signs.index.filter(|i| !i.shapes.is_empty());
        let to = self.page.attr(link, "href").and_then(|href| resolve(&self.base, href.trim()));
        let (Some(index), Some(to)) = (index, to) else { return false };
        let key = to.address().key();
        let own = entry.link.as_deref().and_then(|l| link_key(&self.base, l));
        let behind = own.as_deref().and_then(|own| key.strip_prefix(own)).unwrap_or_default();
        behind.is_empty()
            && !ends_with_time(&key)
            && !index.fits_address(to.address())
            && is_named_like(&self.page.visible(self.page.inside(link)), &key)
    }

    /// The key of the address that the link at a token or around it leads to.
    pub(in crate::rule) fn leads_to(&self, at: usize) -> Option<String> {
        let page = self.page;
        let link = std::iter::once(at).chain(page.ancestors(at)).find(|&a| page.tag(a) == "a")?;
        link_key(&self.base, page.attr(link, "href")?)
    }

    /// Authors that no rule reads: the one name in a record's links to addresses of the blog like
    /// `/author/ann`, in short lines and at the place where most records have one.
    pub(super) fn links_to_authors(&self, entries: &[Entry]) -> Vec<Option<ReadValues>> {
        let page = self.page;
        let (mut contexts, home) = (Contexts::new(page), host(&self.base));
        let is_authors = |key: &str| {
            key.split(['/', '?']).next() == Some(home) && tells_authors(&directory(key))
        };
        let mut to_author = |link: usize| {
            let name = self.named_by(link, is_authors)?;
            let named = name.text.contains(char::is_alphabetic)
                && !name.text.split_whitespace().any(|word| word.chars().all(char::is_numeric))
                && page.words_in(page.inside(link)) <= LABEL_WORDS;
            let (_, beside) = self.row_of(link).filter(|row| named && row.1 < LEAST_WORDS)?;
            Some(Linked { place: contexts.number(link), name, in_row: beside <= LABEL_WORDS })
        };
        let of_records: Vec<Vec<Linked>> = entries
            .iter()
            .map(|entry| self.links_of(entry).filter_map(&mut to_author).collect())
            .collect();
        let usual =
            by_place(&of_records).into_iter().max_by_key(|(place, n)| (*n, Reverse(*place)));
        let Some((usual, _)) = usual.filter(|(_, n)| *n > 1 && most(*n, entries.len())) else {
            return Vec::new();
        };
        let of = |found: Vec<Linked>| {
            let mut there = found.into_iter().filter(|f| f.place == usual).map(|f| f.name);
            let first = there.next()?;
            let alone = there.all(|other| other.text == first.text);
            alone.then(|| (Field::Author, false, vec![first]))
        };
        of_records.into_iter().map(of).collect()
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

    /// What a link shows, where the key of its address tells.
    pub(in crate::rule) fn named_by(
        &self,
        link: usize,
        tells: impl Fn(&str) -> bool,
    ) -> Option<FieldValue> {
        let page = self.page;
        let key = link_key(&self.base, page.attr(link, "href")?)?;
        let slot = Slot::whole(page.inside(link));
        let text = bare_name(&page.visible(page.inside(link))).to_owned();
        tells(&key).then_some(FieldValue { slot, text, day: None })
    }

    /// The row of a link: the innermost block or named element around it, where it is small; and
    /// how many words it shows besides links, few in a row of tags, more in a sentence.
    pub(in crate::rule) fn row_of(&self, link: usize) -> Option<(usize, usize)> {
        let page = self.page;
        let named = |a: usize| ["class", "id"].iter().any(|name| page.attr(a, name).is_some());
        let row = page.ancestors(link).find(|&a| page.is_block(a) || named(a))?;
        let region = page.region(row);
        let name = page.label("a").filter(|_| region.len() <= ROW_TOKENS)?;
        let links = page.tags_in(name, Kind::Start, region.clone());
        let linked: usize = links.iter().map(|a| page.words_in(page.inside(*a as usize))).sum();
        Some((row, page.words_in(region).saturating_sub(linked)))
    }
}

/// For each place how many records have a link there.
fn by_place(of_records: &[Vec<Linked>]) -> HashMap<u32, usize> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for found in of_records {
        let places: HashSet<u32> = found.iter().map(|f| f.place).collect();
        places.into_iter().for_each(|place| *counts.entry(place).or_default() += 1);
    }
    counts
}

/// The tags of records, where some have such; else none.
fn with_tags(of_records: impl Iterator<Item = Vec<FieldValue>>) -> Vec<Option<ReadValues>> {
    let of = |tags: Vec<FieldValue>| (!tags.is_empty()).then_some((Field::Tags, false, tags));
    let found: Vec<Option<ReadValues>> = of_records.map(of).collect();
    let told = found.iter().flatten().count();
    if told > 1 && some(told, found.len()) { found } else { Vec::new() }
}
