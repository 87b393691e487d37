//! Where a value stands on its page, and its text.

use std::ops::Range;

use crate::date::Day;
use crate::page::{Page, fold};

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// Bytes of the first token's text ahead of it.
    pub head: usize,
    /// Bytes of the last token's text that belong to it, where not all do.
    pub tail: Option<usize>,
}

/// A value as read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FieldValue {
    pub slot: Slot,
    /// Visible text, white space folded, or the attribute's value; empty for HTML values, see
    /// [`Slot::text`].
    pub text: String,
    /// For dates.
    pub day: Option<Day>,
}

/// The values of two rules in page order, each place once.
pub(crate) fn merged(mut a: Vec<FieldValue>, b: Vec<FieldValue>) -> Vec<FieldValue> {
    a.extend(b);
    a.sort_by_key(|v| (v.slot.tokens.start, v.slot.head));
    a.dedup_by_key(|v| (v.slot.tokens.start, v.slot.head));
    a
}

impl FieldValue {
    /// Characters of its visible text.
    pub fn length(&self, page: &Page) -> u32 {
        let count = |s: &str| s.chars().count() as u32;
        if self.text.is_empty() { count(&self.slot.text(page)) } else { count(&self.text) }
    }
}

impl Slot {
    /// Visible text on one line.
    pub fn text(&self, page: &Page) -> String {
        self.cut(page, |page, range| page.visible(range))
    }

    /// Visible text, one line for each block.
    pub fn lines(&self, page: &Page) -> String {
        self.cut(page, |page, range| page.visible_lines(range))
    }

    fn cut(&self, page: &Page, read: impl Fn(&Page, Range<usize>) -> String) -> String {
        let (from, to) = (self.tokens.start, self.tokens.end);
        if self.head == 0 && self.tail.is_none() {
            return read(page, from..to);
        }
        if self.tail.is_some() && from + 1 == to {
            return fold(page.data(from).get(self.head..self.tail.unwrap_or(0)).unwrap_or(""));
        }
        let head = if self.head > 0 {
            fold(page.data(from).get(self.head..).unwrap_or(""))
        } else {
            String::new()
        };
        let tail =
            self.tail.map_or(String::new(), |t| fold(page.data(to - 1).get(..t).unwrap_or("")));
        let inner =
            read(page, from + usize::from(self.head > 0)..to - usize::from(self.tail.is_some()));
        [head, inner, tail].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(" ")
    }
}
