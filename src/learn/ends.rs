//! Ends of texts that one item alone shows, or that none needs: when they are the template's.

use std::ops::Range;
use std::slice::from_ref;

use super::bounds::{FEW, MOST_KINDS};
use super::field::Item;
use super::general;
use super::judge::{judge, read_all};
use crate::page::Page;
use crate::rule::{AttrPattern, AttrTest, EndPattern, FieldRule, Matcher, TokenPattern};
use crate::share::nearly_all;

/// What stands behind the end of all texts and has an id, which no text has: a text ends ahead of
/// it, too, where what ends the others is not there (posts without tags).
pub(super) fn further_end(rule: &FieldRule, labelled: &[&Item<'_>]) -> Option<EndPattern> {
    let level = rule.ends.first().filter(|end| !end.tokens.is_empty())?.level;
    let mut texts: Vec<(&Page, Range<usize>)> = Vec::new();
    for item in labelled.iter().filter(|i| judge(from_ref(rule), rule.field, i) >= 1.0) {
        texts.push((item.canvas.page, read_all(from_ref(rule), item).first()?.slot.tokens.clone()));
    }
    let named = |page: &Page, i: usize| -> Option<(String, String)> {
        let id = page.attr(i, "id").filter(|_| page.tokens()[i].opens())?.trim();
        let written = [page.tag(i), id].into_iter().all(general::can_be_written);
        (written && !id.is_empty()).then(|| (page.tag(i).to_owned(), id.to_owned()))
    };
    // Siblings of what stands directly behind a text, which is the end that posts may lack.
    let behind = |(page, text): &(&Page, Range<usize>)| -> Vec<(String, String)> {
        let Some(first) = page.next_from(text.end, page.len()) else { return Vec::new() };
        let stop = page.parent(first).map_or(page.len(), |p| page.inside(p).end);
        let next = |i: &usize| page.next_from(page.region(*i).end.max(i + 1), stop);
        let siblings = std::iter::successors(next(&first), next).take(MOST_KINDS);
        siblings.filter_map(|i| named(page, i)).collect()
    };
    let inside = |(page, text): &(&Page, Range<usize>), name: &(String, String)| {
        text.clone().any(|i| named(page, i).as_ref() == Some(name))
    };
    let marks: Vec<Vec<(String, String)>> = texts.iter().map(behind).collect();
    let for_all = |name: &&(String, String)| {
        marks.iter().all(|marks| marks.contains(name)) && !texts.iter().any(|t| inside(t, name))
    };
    let (tag, id) = marks.first().filter(|_| texts.len() >= FEW)?.iter().find(for_all)?.clone();
    let test = AttrPattern { name: "id".to_owned(), test: AttrTest::Is(id) };
    let token = TokenPattern::Open { name: tag, attrs: vec![test], around: false };
    Some(EndPattern { tokens: vec![token], level })
}

/// True for an end that a token with attributes begins which stands in nearly all windows, so that
/// one item is enough to believe that texts end there: `<p class="meta">`, not `<h3 id="part-1">`.
pub(super) fn of_template(end: &EndPattern, items: &[&Item<'_>]) -> bool {
    let Some(TokenPattern::Open { attrs, .. }) = end.tokens.first() else { return false };
    let stands = |item: &&&Item<'_>| {
        let page = item.canvas.page;
        let matcher = Matcher::new(page, &end.tokens[..1]);
        matcher.is_some_and(|m| item.window.clone().any(|i| m.first_matches(page, i)))
    };
    let with = items.iter().filter(stands).count();
    !attrs.is_empty() && nearly_all(with, items.len())
}
