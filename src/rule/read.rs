//! What one rule gives on a page: the values of a field, the records of a list.
//!
//! Time: O(tokens) a rule, for values of a record O(its tokens). Space: the values.

use std::ops::Range;

use super::bounds::MAX_RECORDS;
use super::matching::{Begin, Matcher, find_end};
use super::{EndPattern, FieldRule, RecordEnd, RecordRule, Scope, TokenPattern, Value};
use crate::entry::{Field, FieldValue, Slot, bare_name, parted};
use crate::page::{Page, fold};

/// The rule's first match in `window`; for sticky rules the last one ahead of `anchor`.
pub(crate) fn read_field(
    page: &Page,
    rule: &FieldRule,
    window: &Range<usize>,
    anchor: usize,
) -> Vec<FieldValue> {
    parts(page, rule, matches(page, rule, window, anchor, rule.many))
}

/// All matches of a rule in `window`, though of its field one alone counts.
pub(crate) fn read_all(page: &Page, rule: &FieldRule, window: &Range<usize>) -> Vec<FieldValue> {
    parts(page, rule, matches(page, rule, window, window.end, true))
}

/// Values as the rule parts them.
fn parts(page: &Page, rule: &FieldRule, whole: Vec<FieldValue>) -> Vec<FieldValue> {
    match rule.split {
        Some(sign) => whole.iter().flat_map(|value| parted(page, &value.slot, sign)).collect(),
        None => whole,
    }
}

/// What stands at the rule's matches.
fn matches(
    page: &Page,
    rule: &FieldRule,
    window: &Range<usize>,
    anchor: usize,
    many: bool,
) -> Vec<FieldValue> {
    let Some(matcher) = Matcher::new(page, &rule.start) else { return Vec::new() };
    let mut out = Vec::new();
    match rule.scope {
        Scope::Sticky => {
            for i in matcher.likely(page, 0..anchor.min(page.len())).rev() {
                if let Some(v) = matcher
                    .ends_at(page, i, &(0..page.len()))
                    .and_then(|b| value_at(page, rule, b, &(0..page.len())))
                {
                    return vec![v];
                }
            }
        }
        Scope::Record => {
            let mut next = window.start;
            for i in matcher.likely(page, window.clone()) {
                if i >= next
                    && let Some(begin) = matcher.ends_at(page, i, window)
                    && let Some(v) = value_at(page, rule, begin, window)
                {
                    next = v.slot.tokens.end.max(i + 1);
                    out.push(v);
                    if !many {
                        return out;
                    }
                }
            }
        }
    }
    out
}

fn value_at(
    page: &Page,
    rule: &FieldRule,
    begin: Begin,
    window: &Range<usize>,
) -> Option<FieldValue> {
    if let Value::Attr(name) = &rule.value {
        let said = page.attr(begin.token, name)?;
        // White space in an address belongs to it.
        let text = if rule.field == Field::Link { said.trim().to_owned() } else { fold(said) };
        let day = match &rule.date {
            Some(p) => Some(p.read(&text)?.0),
            None => None,
        };
        let slot = Slot::whole(begin.token..begin.token + 1);
        return (!text.is_empty()).then_some(FieldValue { slot, text, day });
    }
    let (tokens, tail) = find_end(page, begin, &rule.ends, window)?;
    let slot = Slot { tokens, head: begin.offset.unwrap_or(0), tail };
    if rule.value == Value::Html && rule.date.is_none() {
        // Bodies are long: their text is made once, by whoever wants it.
        let filled = slot.head > 0
            || slot.tail.is_some()
            || page.has_text(slot.tokens.clone())
            || shows_media(page, &slot);
        return filled.then_some(FieldValue { slot, text: String::new(), day: None });
    }
    let text = match rule.field {
        Field::Date => slot.numbers(page),
        Field::Tags | Field::Author => bare_name(&slot.text(page)).to_owned(),
        _ => slot.text(page),
    };
    let day = match &rule.date {
        Some(p) => Some(p.read(&text)?.0),
        None => None,
    };
    (!text.is_empty()).then_some(FieldValue { slot, text, day })
}

fn shows_media(page: &Page, slot: &Slot) -> bool {
    slot.tokens
        .clone()
        .any(|i| matches!(page.tag(i), "img" | "video" | "audio" | "iframe" | "embed" | "object"))
}

/// The records of a list page: token ranges in page order.
pub(crate) fn records(page: &Page, rule: &RecordRule) -> Vec<Range<usize>> {
    let Some(matcher) = Matcher::new(page, &rule.start) else { return Vec::new() };
    records_from(page, matcher.all(page, page.body()), rule.ends)
}

/// The records of a list page that start at these places.
pub(crate) fn records_from(
    page: &Page,
    starts: impl Iterator<Item = Begin>,
    ends: RecordEnd,
) -> Vec<Range<usize>> {
    let body = page.body();
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut next = body.start;
    for begin in starts {
        let i = begin.token;
        if out.len() == MAX_RECORDS {
            break;
        }
        if i < next {
            continue;
        }
        if ends == RecordEnd::Element {
            let region = page.region(i);
            next = region.end.max(i + 1);
            out.push(region);
            continue;
        }
        if let Some(last) = out.last_mut() {
            last.end = last.end.min(begin.first).max(last.start);
        }
        let stop = match ends {
            RecordEnd::Sibling => {
                page.parent(i).map_or(body.end, |p| page.tokens()[p].end as usize)
            }
            _ => body.end,
        };
        out.push(begin.first..stop);
    }
    // What stands behind the element around all records is none of the last one's.
    if let [first, .., last] = out.as_mut_slice()
        && ends == RecordEnd::Next
        && let Some(around) = page.common(first.start, last.start)
    {
        last.end = last.end.min(page.inside(around).end).max(last.start);
    }
    out
}

/// A rule of texts where none of its ends comes: the text goes on to the end of its element.
pub(crate) fn endless(rule: &FieldRule) -> FieldRule {
    let ends = rule.ends.iter().cloned().chain([EndPattern::default()]).collect();
    FieldRule { ends, ..rule.clone() }
}

/// True for rules whose first tag stands in the head of a page.
pub(crate) fn in_head(start: &[TokenPattern]) -> bool {
    let Some(TokenPattern::Open { name, .. }) = start.last() else { return false };
    name == "link" || name == "meta"
}
