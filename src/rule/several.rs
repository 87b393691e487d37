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
use crate::entry::{Entry, Field, FieldValue, Missing};
use crate::page::{record_of, resolve};

impl Reader<'_> {
    /// The records of a list page, each as the tokens of its posts: nearly always one.
    pub(super) fn posts(&self, wrapper: &Wrapper, layout: &Layout) -> Vec<Vec<Range<usize>>> {
        let Some(rule) = &layout.record else { return Vec::new() };
        let (mut out, mut left) = (Vec::new(), MAX_RECORDS);
        for record in records(self.page, rule) {
            let index = wrapper.index.as_ref();
            let mut posts = index
                .and_then(|index| self.posts_in(index, layout, &record))
                .unwrap_or_else(|| vec![record]);
            posts.truncate(left);
            left -= posts.len();
            out.push(posts);
        }
        out
    }

    /// The posts of a record that shows several: its titles stand in siblings of one name, in each
    /// of which the layout reads a text and a permalink, no two the same. A title in another's text
    /// is a heading there.
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
        let texts = self.first(layout, Field::Body, record);
        // Texts stand in page order and not in each other.
        let in_text = |title: &usize| {
            let k = texts.partition_point(|text| text.slot.tokens.end <= *title);
            texts.get(k).is_some_and(|text| text.slot.tokens.contains(title))
        };
        if anchors.iter().any(in_text) {
            return None;
        }
        let tops = record_of(page, &anchors);
        let (&first, others) = tops.split_first().filter(|(_, others)| !others.is_empty())?;
        let is_like =
            |&i: &usize| page.parent(i) == page.parent(first) && page.tag(i) == page.tag(first);
        if !others.iter().all(is_like) {
            return None;
        }
        let starts = std::iter::once(record.start).chain(others.iter().copied());
        let ends = others.iter().copied().chain([record.end]);
        let posts: Vec<Range<usize>> = starts.zip(ends).map(|(start, end)| start..end).collect();
        let mut known = HashSet::new();
        let is_post = |post: &Range<usize>| {
            let has_text = !self.first(layout, Field::Body, post).is_empty();
            let links = self.first(layout, Field::Link, post);
            let to = links.iter().filter_map(|link| resolve(&self.base, link.text.trim()));
            let mut to = to.filter(|to| index.fits_address(to.address()));
            has_text && to.next().is_some_and(|to| known.insert(to.address().key()))
        };
        posts.iter().all(is_post).then_some(posts)
    }

    /// All that the first rule gives that gives anything.
    fn first(&self, layout: &Layout, field: Field, window: &Range<usize>) -> Vec<FieldValue> {
        let read = rules(layout, field).map(|rule| read_all(self.page, rule, window));
        read.into_iter().find(|values| !values.is_empty()).unwrap_or_default()
    }
}

fn rules(layout: &Layout, field: Field) -> impl Iterator<Item = &FieldRule> {
    layout.rules(field).filter(|rule| rule.scope == Scope::Record)
}

/// Gives a record's posts the day ahead of the first one's title: it is the day of all.
pub(super) fn share_day(posts: &mut [Entry]) {
    let Some((first, others)) = posts.split_first_mut() else { return };
    let ahead = |at: &&Range<usize>| first.place(Field::Title).is_some_and(|t| at.end <= t.start);
    let Some((day, at)) = first.date.zip(first.place(Field::Date).filter(ahead)) else { return };
    for post in others.iter_mut().filter(|post| post.date.is_none()) {
        post.date = Some(day);
        post.places.push((Field::Date, at.clone()));
        post.missing.retain(|m| !matches!(m, (Field::Date, Missing::NoMatch)));
    }
}
