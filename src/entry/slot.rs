//! Where a value stands on its page, and its text.

use std::ops::Range;

use crate::date::Day;
use crate::page::{Kind, Page, fold};

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

/// The bytes of a piece of a text between signs that part tags, without white space around it and
/// what is none of a name; None where nothing is left.
pub(crate) fn piece(text: &str, bytes: Range<usize>) -> Option<Range<usize>> {
    let all = &text[bytes.clone()];
    let bare = without_sign(all.trim_start());
    let start = bytes.start + all.len() - bare.len();
    let end = start + bare_name(bare).len();
    (start < end).then_some(start..end)
}

/// A name in a row, of tags or authors, without the signs behind it that part it from the next one:
/// `rye,`, `salt·`, `bread |`. Names may end with `/` and `|` themselves: these part behind white
/// space. The sign of a folder or a tag ahead of it is none of its name, either: `/baking`, `#rye`.
pub(crate) fn bare_name(text: &str) -> &str {
    let mut name = without_sign(text);
    loop {
        let shorter = name.trim_end();
        let shorter = shorter.strip_suffix([',', ';', '，', '、', '·', '•']).unwrap_or(shorter);
        let bare = shorter.strip_suffix(['/', '|']);
        let shorter = bare.filter(|s| s.ends_with(char::is_whitespace)).unwrap_or(shorter);
        if shorter.len() == name.len() {
            return name;
        }
        name = shorter;
    }
}

/// `/baking` and `#rye` without their signs.
fn without_sign(name: &str) -> &str {
    let name = name.trim_start_matches('#').trim_start();
    let bare = name.strip_prefix('/').filter(|bare| bare.starts_with(char::is_alphanumeric));
    bare.unwrap_or(name)
}

/// The pieces of a value between signs that part tags, in each of its texts.
pub(crate) fn parted(page: &Page, value: &Slot, sign: char) -> Vec<FieldValue> {
    let Slot { tokens, head, tail } = value;
    let texts = page.shown(tokens.clone()).filter(|i| page.tokens()[*i].kind == Kind::Text);
    let mut out = Vec::new();
    for i in texts {
        let data = page.data(i);
        let mut from = if i == tokens.start { *head } else { 0 };
        let end = tail.filter(|_| i + 1 == tokens.end).unwrap_or(data.len());
        while from < end {
            let next = data[from..end].find(sign).map_or(end, |at| from + at);
            if let Some(bytes) = piece(data, from..next) {
                let text = fold(&data[bytes.clone()]);
                let slot = Slot { tokens: i..i + 1, head: bytes.start, tail: Some(bytes.end) };
                out.push(FieldValue { slot, text, day: None });
            }
            from = next + sign.len_utf8();
        }
    }
    out
}

/// The values of two rules in page order, each place once.
pub(crate) fn merged(mut a: Vec<FieldValue>, b: Vec<FieldValue>) -> Vec<FieldValue> {
    a.extend(b);
    a.sort_by_key(|v| (v.slot.tokens.start, v.slot.head));
    a.dedup_by_key(|v| (v.slot.tokens.start, v.slot.head));
    a
}

impl FieldValue {
    /// Ends the value ahead of a token inside it.
    pub fn end_at(&mut self, end: usize) {
        self.slot.tokens.end = end;
        self.slot.tail = None;
    }

    /// Characters of its visible text.
    pub fn length(&self, page: &Page) -> u32 {
        let count = |s: &str| s.chars().count() as u32;
        if self.text.is_empty() { count(&self.slot.text(page)) } else { count(&self.text) }
    }
}

impl Slot {
    /// All of these tokens.
    pub fn whole(tokens: Range<usize>) -> Slot {
        Slot { tokens, head: 0, tail: None }
    }

    /// Visible text on one line.
    pub fn text(&self, page: &Page) -> String {
        self.cut(page, |page, range| page.visible(range))
    }

    /// The text that a day is read in: visible, numbers of elements side by side apart.
    pub fn numbers(&self, page: &Page) -> String {
        self.cut(page, |page, range| page.visible_numbers(range))
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
