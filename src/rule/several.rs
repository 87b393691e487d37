//! A record that shows several posts: where days have an element of their own and each post that
//! rules were learned from had its own day, the records of the list are days.
//!
//! Time: O(tokens of the record · rules of its fields · depth). Not in WTM.

use std::collections::HashSet;
use std::ops::Range;

use super::bounds::MAX_RECORDS;
use super::matching::Matcher;
use super::read::{read_all, records};
use super::replay::Reader;
use super::{FieldRule, IndexRule, Layout, Scope, Wrapper};
use crate::address::{link_day, link_month};
use crate::entry::{Entry, Field, FieldValue};
use crate::page::{Page, record_of, resolve};

impl Reader<'_> {
    /// The records of a list page, each as the tokens of its posts: nearly always one.
    pub(super) fn posts(&self, wrapper: &Wrapper, layout: &Layout) -> Vec<Vec<Range<usize>>> {
        let Some(rule) = &layout.record else { return Vec::new() };
        // On a post's own page others stand beside it.
        let index = wrapper.index.as_ref().filter(|index| !index.fits(&self.base));
        let (mut out, mut left) = (Vec::new(), MAX_RECORDS);
        for record in records(self.page, rule) {
            let several = index.and_then(|index| self.posts_in(index, layout, &record));
            let mut posts = several.unwrap_or_else(|| vec![record]);
            posts.truncate(left);
            left -= posts.len();
            out.push(posts);
        }
        out
    }

    /// The posts of a record that shows several: its titles stand in siblings of one name and
    /// class, in each of which the layout reads a text and a permalink; these differ, and those of
    /// one day say no other day or month. What stands ahead of such an element is its post's; where
    /// what names a post stands behind the last one, that is not so.
    fn posts_in(
        &self,
        index: &IndexRule,
        layout: &Layout,
        record: &Range<usize>,
    ) -> Option<Vec<Range<usize>>> {
        let page = self.page;
        let repeats = |rule: &FieldRule| {
            let matcher = Matcher::new(page, &rule.start);
            matcher.is_some_and(|m| m.all(page, record.clone()).nth(1).is_some())
        };
        if !rules(layout, Field::Title).any(repeats) {
            return None;
        }
        let titles = self.first(layout, Field::Title, record);
        let anchors: Vec<usize> = titles.iter().map(|title| title.slot.tokens.start).collect();
        let elements = record_of(page, &anchors);
        if elements.len() < 2 || !are_alike(page, &elements) {
            return None;
        }
        let keys: Option<Vec<String>> =
            elements.iter().map(|e| self.permalink_in(index, layout, &page.region(*e))).collect();
        let keys = keys?;
        let differ = keys.iter().collect::<HashSet<_>>().len() == keys.len();
        let time = |key: &String| (link_month(key), link_day(key));
        if !differ || keys.iter().any(|key| time(key) != time(&keys[0])) {
            return None;
        }
        let mut ends: Vec<usize> = elements.iter().map(|e| page.region(*e).end).collect();
        let behind = ends.pop()?..record.end;
        let named = [Field::Date, Field::Author, Field::Tags];
        let is_behind = |field: &Field| !self.first(layout, *field, &behind).is_empty();
        if named.iter().any(is_behind) {
            return None;
        }
        let starts = std::iter::once(record.start).chain(ends.iter().copied());
        let stops = ends.iter().copied().chain([record.end]);
        Some(starts.zip(stops).map(|(start, stop)| start..stop).collect())
    }

    /// The key of the first permalink that the layout reads in a part of a page with a text.
    fn permalink_in(
        &self,
        index: &IndexRule,
        layout: &Layout,
        part: &Range<usize>,
    ) -> Option<String> {
        if self.first(layout, Field::Body, part).is_empty() {
            return None;
        }
        let links = self.first(layout, Field::Link, part);
        let mut to = links.iter().filter_map(|link| resolve(&self.base, link.text.trim()));
        to.find(|to| index.fits_address(to.address())).map(|to| to.address().key())
    }

    /// All that the first rule gives that gives anything.
    fn first(&self, layout: &Layout, field: Field, window: &Range<usize>) -> Vec<FieldValue> {
        let mut read = rules(layout, field).map(|rule| read_all(self.page, rule, window));
        read.find(|values| !values.is_empty()).unwrap_or_default()
    }
}

fn rules(layout: &Layout, field: Field) -> impl Iterator<Item = &FieldRule> {
    layout.rules(field).filter(|rule| rule.scope == Scope::Record)
}

/// True for siblings of one name, each of which shares a class with the first, or which have none.
fn are_alike(page: &Page, elements: &[usize]) -> bool {
    let classes = |i: usize| page.attr(i, "class").unwrap_or_default().split_ascii_whitespace();
    let Some((&first, others)) = elements.split_first() else { return true };
    // A class may have thousands of names: they are not read anew for each element.
    let known: HashSet<&str> = classes(first).collect();
    others.iter().all(|&i| {
        let mut names = classes(i).peekable();
        let is_bare = known.is_empty() && names.peek().is_none();
        page.parent(i) == page.parent(first)
            && page.tag(i) == page.tag(first)
            && (is_bare || names.any(|name| known.contains(name)))
    })
}

/// Gives a record's posts the day ahead of the first one's title: it is the day of all.
pub(super) fn share_day(posts: &mut [Entry]) {
    let Some((first, others)) = posts.split_first_mut() else { return };
    let ahead = |at: &&Range<usize>| first.place(Field::Title).is_some_and(|t| at.end <= t.start);
    let Some((day, at)) = first.date.zip(first.place(Field::Date).filter(ahead)) else { return };
    for post in others.iter_mut().filter(|post| post.date.is_none()) {
        post.date = Some(day);
        post.places.push((Field::Date, at.clone()));
        post.missing.retain(|m| m.0 != Field::Date);
    }
}
