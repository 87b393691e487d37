//! Tags in rows of links at a post's text that no rule reads: the posts that the feed shows have
//! categories only, or no tags at all, and older ones have such a row. Where its links lead tells
//! it: `/tag/rye`.
//!
//! Time: O(tokens behind the title · depth): each element's names are read once.

use std::collections::HashSet;
use std::ops::Range;

use url::Url;

use super::bounds::{LABEL_WORDS, LEAST_WORDS};
use super::replay::Reader;
use super::{IndexRule, Wrapper, is_frame};
use crate::address::{address_key, directory, host, link_key, tells_tags};
use crate::entry::{Entry, Field, FieldValue};
use crate::page::{Page, resolve};

impl Reader<'_> {
    /// Links to tags in rows between an entry's title and its text, and behind its text up to the
    /// first link to another post, that lead elsewhere than the tags read do. Behind eight words,
    /// besides the entry's author and day, those alone whose `rel` says that they are tags, in rows
    /// with a word beside them: `Labels: rye`.
    pub(super) fn tags_in_rows(&self, index: &IndexRule, entry: &Entry) -> Vec<FieldValue> {
        let page = self.page;
        let link = entry.link.as_deref().and_then(|link| link_key(&self.base, link));
        let own = &link.unwrap_or_else(|| address_key(&self.base));
        let Some((text, around)) = self.text_and_around(entry) else { return Vec::new() };
        let read = entry.places.iter().filter(|place| place.0 == Field::Tags);
        let mut seen: HashSet<String> =
            read.filter_map(|place| self.leads_to(place.1.start)).collect();
        let mut out = Vec::new();
        let own_names = names_of(entry);
        let words_between = |between: Range<usize>| {
            let inside = |name: &Range<usize>| {
                name.start.max(between.start)..name.end.clamp(between.start, between.end)
            };
            let named: usize = own_names.iter().map(inside).map(|part| page.words_in(part)).sum();
            page.words_in(between).saturating_sub(named)
        };
        let (mut row_end, mut frame_end) = (text.end, 0);
        for i in page.shown(around).filter(|i| !text.contains(i)) {
            if page.tag(i) != "a" {
                let is_frame = i >= frame_end && page.tokens()[i].opens() && is_frame(page, i);
                frame_end = if is_frame { page.region(i).end } else { frame_end };
                continue;
            }
            let Some(to) = page.attr(i, "href").and_then(|href| resolve(&self.base, href.trim()))
            else {
                continue;
            };
            let (is_behind, to) = (i >= text.end, to.address());
            let names_another = || index.fits_address(to) && !to.has_key(own);
            if is_behind && names_another() {
                break;
            }
            let is_far = is_behind && words_between(row_end..i) >= LEAST_WORDS;
            let rel = page.attr(i, "rel").unwrap_or_default();
            let says_tag = || rel.split_ascii_whitespace().any(|word| word == "tag");
            let least = if is_far { 1 } else { 0 };
            let is_row = |(_, beside)| (least..=LABEL_WORDS).contains(&beside);
            let is_tag = (!is_far || says_tag())
                && i >= frame_end
                && !to.has_fragment()
                && to.host() == host(&self.base)
                && !index.fits_address(to)
                && self.row_of(i).is_some_and(is_row);
            let tag = self.named_by(i, |key| is_tag && tells_tags(&directory(key)));
            let is_name = |tag: &FieldValue| {
                tag.text.contains(char::is_alphanumeric) && !self.is_beside_tags(tag, Some(own))
            };
            if let Some(tag) = tag.filter(is_name).filter(|_| seen.insert(to.key())) {
                out.push(tag);
                row_end = if is_behind && !is_far { page.region(i).end } else { row_end };
            }
        }
        out
    }

    /// Where an entry's text stands, and what is behind its title in the smallest element around
    /// both; none where that is the page's body.
    fn text_and_around(&self, entry: &Entry) -> Option<(Range<usize>, Range<usize>)> {
        let page = self.page;
        let (title, text) = (entry.place(Field::Title)?, entry.place(Field::Body)?);
        let holds = |region: &Range<usize>| region.start <= text.start && text.end <= region.end;
        let around = page.ancestors(title.start).find(|&a| holds(&page.region(a)))?;
        let is_part = !["body", "html"].contains(&page.tag(around));
        is_part.then(|| (text.clone(), title.end..page.inside(around).end))
    }
}

/// Where an entry shows its author and its day, in page order and apart.
fn names_of(entry: &Entry) -> Vec<Range<usize>> {
    let is_name = |field| matches!(field, Field::Author | Field::Date);
    let places = entry.places.iter().filter(|place| is_name(place.0)).map(|place| &place.1);
    let mut places: Vec<&Range<usize>> = places.collect();
    places.sort_unstable_by_key(|place| place.start);
    let mut names: Vec<Range<usize>> = Vec::new();
    for place in places {
        match names.last_mut().filter(|last| place.start < last.end) {
            Some(last) => last.end = last.end.max(place.end),
            None => names.push(place.clone()),
        }
    }
    names
}

impl Wrapper {
    /// The tags in rows at the text of an entry that was read on its own page, which no rule reads.
    pub(crate) fn rows_of_tags(&self, page: &Page, url: &str, entry: &Entry) -> Vec<FieldValue> {
        let (Some(index), Ok(address)) = (&self.index, Url::parse(url)) else { return Vec::new() };
        Reader::new(page, page.base(&address)).tags_in_rows(index, entry)
    }
}
