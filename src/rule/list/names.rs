//! Authors and tags of lists that no rule reads: where their links lead tells them.
//!
//! Time: O(links of the records).

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use super::fields::ReadValues;
use crate::address::{directory, host, link_key, tells_authors, tells_tags};
use crate::entry::{Entry, Field, FieldValue, Slot, bare_name, merged};
use crate::page::{Contexts, Kind};
use crate::rule::bounds::{LABEL_WORDS, LEAST_WORDS, ROW_TOKENS};
use crate::rule::replay::Reader;
use crate::rule::sister::is_labelled;
use crate::share::{most, some};

impl Reader<'_> {
    /// Tags that no rule reads: links of the records to addresses like `/tag/rye`, in rows of
    /// links, where some have such.
    pub(super) fn links_to_tags(&self, entries: &[Entry]) -> Vec<Option<ReadValues>> {
        let of_records = self.tags_with_places(entries);
        with_tags(of_records.into_iter().map(|found| found.into_iter().map(|f| f.1).collect()))
    }

    /// Tags that rules `read`, and beside them links to other tags, at places where several records
    /// have such. What one alone has at a place may be the list's: a pager, the tags of all.
    pub(super) fn with_links_to_tags(
        &self,
        read: Vec<Option<ReadValues>>,
        entries: &[Entry],
    ) -> Vec<Option<ReadValues>> {
        let of_records = self.tags_with_places(entries);
        let places = by_place(&of_records);
        let further = |(found, read): (Vec<(u32, FieldValue)>, &Option<ReadValues>)| {
            let read = read.iter().flat_map(|(_, _, tags)| tags);
            let known: HashSet<String> = read.filter_map(|tag| self.leads_to(tag)).collect();
            let is_new =
                |tag: &FieldValue| self.leads_to(tag).is_none_or(|to| !known.contains(&to));
            let usual = found.into_iter().filter(|f| places[&f.0] > 1).map(|f| f.1);
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

    /// For each record its links to tags in rows of links, each with the number of its place.
    fn tags_with_places(&self, entries: &[Entry]) -> Vec<Vec<(u32, FieldValue)>> {
        let mut contexts = Contexts::new(self.page);
        let mut to_tag = |link: usize| {
            let tag = self.named_by(link, |key| tells_tags(&directory(key)))?;
            let named = tag.text.contains(char::is_alphanumeric);
            (named && self.is_in_row(link)).then(|| (contexts.number(link), tag))
        };
        let of = |entry: &Entry| self.links_of(entry).filter_map(&mut to_tag).collect();
        entries.iter().map(of).collect()
    }

    /// The key of the address that the link around a value leads to.
    fn leads_to(&self, value: &FieldValue) -> Option<String> {
        let page = self.page;
        let at = value.slot.tokens.start;
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
            let author = self.named_by(link, is_authors)?;
            let named = author.text.contains(char::is_alphabetic)
                && !author.text.split_whitespace().any(|word| word.chars().all(char::is_numeric))
                && page.words_in(page.inside(link)) <= LABEL_WORDS;
            (named && self.is_in_short_line(link)).then(|| (contexts.number(link), author))
        };
        let of_records: Vec<Vec<(u32, FieldValue)>> = entries
            .iter()
            .map(|entry| self.links_of(entry).filter_map(&mut to_author).collect())
            .collect();
        let usual =
            by_place(&of_records).into_iter().max_by_key(|(place, n)| (*n, Reverse(*place)));
        let Some((usual, _)) = usual.filter(|(_, n)| *n > 1 && most(*n, entries.len())) else {
            return Vec::new();
        };
        let of = |found: Vec<(u32, FieldValue)>| {
            let mut there = found.into_iter().filter(|f| f.0 == usual).map(|f| f.1);
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
    fn named_by(&self, link: usize, tells: impl Fn(&str) -> bool) -> Option<FieldValue> {
        let page = self.page;
        let key = link_key(&self.base, page.attr(link, "href")?)?;
        let slot = Slot { tokens: page.inside(link), head: 0, tail: None };
        let text = bare_name(&page.visible(page.inside(link))).to_owned();
        tells(&key).then_some(FieldValue { slot, text, day: None })
    }

    /// True for a link in an element that shows few words besides links: in no sentence.
    fn is_in_short_line(&self, link: usize) -> bool {
        let row = self.row_of(link);
        row.is_some_and(|(row, linked)| {
            self.page.words_in(self.page.region(row)) < linked + LEAST_WORDS
        })
    }

    /// True for a link in an element that shows hardly anything but links: not in a sentence.
    fn is_in_row(&self, link: usize) -> bool {
        let row = self.row_of(link);
        row.is_some_and(|(row, linked)| is_labelled(self.page, row, linked))
    }

    /// The innermost block or named element around a link, where it is small, and the words in its
    /// links.
    fn row_of(&self, link: usize) -> Option<(usize, usize)> {
        let page = self.page;
        let named = |a: usize| ["class", "id"].iter().any(|name| page.attr(a, name).is_some());
        let row = page.ancestors(link).find(|&a| page.is_block(a) || named(a))?;
        let region = page.region(row);
        let name = page.label("a").filter(|_| region.len() <= ROW_TOKENS)?;
        let links = page.tags_in(name, Kind::Start, region);
        let linked = links.iter().map(|a| page.words_in(page.inside(*a as usize))).sum();
        Some((row, linked))
    }
}

/// For each place how many records have a link there.
fn by_place(of_records: &[Vec<(u32, FieldValue)>]) -> HashMap<u32, usize> {
    let mut counts: HashMap<u32, usize> = HashMap::new();
    for found in of_records {
        let places: HashSet<u32> = found.iter().map(|f| f.0).collect();
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
