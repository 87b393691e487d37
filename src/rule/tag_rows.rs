//! Tags in rows of links at a post's text that no rule reads: the posts that the feed shows have
//! categories only, or no tags at all, and older ones have such a row. Where its links lead tells
//! it: `/tag/rye`.
//!
//! Time: O(tokens behind the title · depth): each element's names are read once.

use std::collections::HashSet;
use std::ops::Range;

use url::Url;

use super::bounds::{LABEL_WORDS, LEAST_WORDS, ROW_TOKENS};
use super::replay::Reader;
use super::{IndexRule, Wrapper, is_frame};
use crate::address::{address_key, directory, host, link_key, tells_tags};
use crate::entry::{Entry, Field, FieldValue};
use crate::page::{Address, Page, is_heading, resolve};

impl Reader<'_> {
    /// Links to tags in rows between an entry's title and its text, and behind its text up to the
    /// first link to another post, that lead elsewhere than the tags read do. Behind eight words,
    /// besides the entry's author and day, one row [by their `rel`](Self::is_row_by_rel), where no
    /// other tags are read and no heading stands ahead.
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
        // Tags far behind are read where there are no others, in one row ahead of all headings.
        let (mut far_row, mut is_headed) = (None, false);
        let has_tags = entry.has(Field::Tags);
        for i in page.shown(around).filter(|i| !text.contains(i)) {
            if page.tag(i) != "a" {
                is_headed |= i >= text.end && is_heading(page.tag(i));
                let is_frame = i >= frame_end && page.tokens()[i].opens() && is_frame(page, i);
                frame_end = if is_frame { page.region(i).end } else { frame_end };
                continue;
            }
            let Some(to) = page.attr(i, "href").and_then(|href| resolve(&self.base, href.trim()))
            else {
                continue;
            };
            let (is_behind, to) = (i >= text.end, to.address());
            if is_behind && is_another(index, to, own) {
                break;
            }
            let is_tag = i >= frame_end
                && !to.has_fragment()
                && to.host() == host(&self.base)
                && !index.fits_address(to);
            let tag = self.named_by(i, |key| is_tag && tells_tags(&directory(key)));
            let is_name = |tag: &FieldValue| {
                tag.text.contains(char::is_alphanumeric) && !self.is_beside_tags(tag, Some(own))
            };
            let row = || self.row_of(i).filter(|(_, beside)| *beside <= LABEL_WORDS);
            let Some((tag, row)) = tag.filter(is_name).and_then(|tag| Some((tag, row()?))) else {
                continue;
            };
            let is_far = is_behind && words_between(row_end..i) >= LEAST_WORDS;
            let is_first = far_row.map_or(out.is_empty() && !has_tags, |far| far == row.0);
            if is_far && (is_headed || !is_first || !self.is_row_by_rel(index, i, row, own)) {
                continue;
            }
            if seen.insert(to.key()) {
                out.push(tag);
                far_row = is_far.then_some(row.0);
                row_end = if is_behind && !is_far { page.region(i).end } else { row_end };
            }
        }
        out
    }

    /// True for a link whose `rel` says that it is a tag, in a row with a word beside its links
    /// (`Labels: rye`), in no element that leads to another post.
    fn is_row_by_rel(
        &self,
        index: &IndexRule,
        link: usize,
        (row, beside): (usize, usize),
        own: &str,
    ) -> bool {
        let page = self.page;
        let names_another = |i: usize| {
            let to = page.attr(i, "href").and_then(|href| resolve(&self.base, href.trim()));
            to.is_some_and(|to| is_another(index, to.address(), own))
        };
        let around = page.parent(row).map_or(0..0, |around| page.region(around));
        beside > 0
            && page.has_word(link, "rel", "tag")
            && around.len() <= ROW_TOKENS
            && !page.tags_shown_in("a", around).into_iter().any(names_another)
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

/// True for a permalink of another post than that of a key.
fn is_another(index: &IndexRule, to: Address<'_>, own: &str) -> bool {
    index.fits_address(to) && !to.has_key(own)
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
