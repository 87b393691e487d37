//! Where the tags of a name stand, and those with a word in an attribute that names them: made once
//! a page, when it is first asked for, so that whoever seeks such tags looks at those alone. Time
//! and space: linear in the tokens and in these attributes.

use std::ops::Range;

use super::names::tag;
use super::{Kind, Label, NO_LABEL, Page, eights};

/// Tokens by name, start tags and end tags apart, each in page order.
#[derive(Debug, Clone)]
pub(super) struct Places(Groups);

/// Start tags by word, in page order: those of all words that share a number.
#[derive(Debug, Clone)]
pub(super) struct Worded(Groups);

/// Tokens by number.
#[derive(Debug, Clone)]
struct Groups {
    tokens: Vec<u32>,
    /// Where in `tokens` those of each number begin.
    from: Vec<u32>,
}

impl Groups {
    /// Of numbers and tokens, each group in the order given.
    fn of(pairs: impl Iterator<Item = (u32, u32)> + Clone, numbers: u32) -> Groups {
        let mut from = vec![0u32; numbers as usize + 1];
        for (n, _) in pairs.clone() {
            from[n as usize + 1] += 1;
        }
        for i in 1..from.len() {
            from[i] += from[i - 1];
        }
        let mut next = from.clone();
        let mut tokens = vec![0u32; from.last().map_or(0, |n| *n as usize)];
        for (n, i) in pairs {
            let at = &mut next[n as usize];
            tokens[*at as usize] = i;
            *at += 1;
        }
        Groups { tokens, from }
    }

    /// Those of a number in a range of tokens.
    fn at(&self, n: u32, range: Range<usize>) -> &[u32] {
        let n = n as usize;
        let (Some(a), Some(b)) = (self.from.get(n), self.from.get(n + 1)) else { return &[] };
        let all = &self.tokens[*a as usize..*b as usize];
        let at = |i: usize| all.partition_point(|t| (*t as usize) < i);
        &all[at(range.start)..at(range.end.max(range.start))]
    }
}

fn number(label: Label, kind: Kind) -> u32 {
    label.0 * 2 + u32::from(kind == Kind::End)
}

impl Places {
    fn of(page: &Page) -> Places {
        let tags = page.tokens.iter().enumerate().filter(|(_, t)| t.label != NO_LABEL);
        let numbered = tags.map(|(i, t)| (number(t.label, t.kind), i as u32));
        Places(Groups::of(numbered, page.names.count() * 2))
    }
}

/// Attributes that templates tell their elements by.
const NAMING: [Label; 4] = [tag::class, tag::id, tag::rel, tag::itemprop];
/// Numbers of words; a page has some hundreds of words, and rules a dozen.
const WORDS: usize = 1024;

/// The numbers of the words of an attribute, white space parting them.
fn numbers_of(attr: Label, value: &str, mut take: impl FnMut(usize)) {
    // By its ends and its length: the words of one page seldom share these.
    let mut number = |word: &[u8]| {
        let end = eights::block(&word[word.len().saturating_sub(8)..]);
        let ends = eights::block(word) ^ end.rotate_left(21) ^ (word.len() as u64) << 5;
        let mixed = (ends ^ u64::from(attr.0)).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        take((mixed >> 54) as usize % WORDS);
    };
    if !value.is_ascii() {
        return value.split_whitespace().for_each(|word| number(word.as_bytes()));
    }
    let words = value.as_bytes().split(|b| matches!(b, b' ' | b'\t'..=b'\r'));
    words.filter(|word| !word.is_empty()).for_each(number);
}

impl Worded {
    fn of(page: &Page) -> Worded {
        let mut pairs: Vec<(u32, u32)> = Vec::with_capacity(page.attrs.len());
        // The last tag that has a number, so that none has it twice.
        let mut last = [u32::MAX; WORDS];
        for i in (0..page.len()).filter(|i| page.tokens[*i].kind == Kind::Start) {
            for (attr, value) in page.labelled_attrs(i).filter(|a| NAMING.contains(&a.0)) {
                numbers_of(attr, value, |n| {
                    if std::mem::replace(&mut last[n], i as u32) != i as u32 {
                        pairs.push((n as u32, i as u32));
                    }
                });
            }
        }
        Worded(Groups::of(pairs.iter().copied(), WORDS as u32))
    }
}

impl Page {
    /// The start tags, or the end tags, of a name in a range of tokens.
    pub(crate) fn tags_in(&self, label: Label, kind: Kind, range: Range<usize>) -> &[u32] {
        self.asked.places.get_or_init(|| Places::of(self)).0.at(number(label, kind), range)
    }

    /// How many tags of a name a range has, start tags and end tags.
    pub(crate) fn tags_named(&self, name: &str, range: Range<usize>) -> usize {
        let of = |l, kind| self.tags_in(l, kind, range.clone()).len();
        self.label(name).map_or(0, |l| of(l, Kind::Start) + of(l, Kind::End))
    }

    /// The start tags in a range of tokens that may have a word in an attribute, white space
    /// parting words; None where these are not known, as for most attributes.
    pub(crate) fn tags_with(&self, attr: Label, word: &str, range: Range<usize>) -> Option<&[u32]> {
        let mut number = None;
        if NAMING.contains(&attr) && !word.contains(char::is_whitespace) {
            numbers_of(attr, word, |n| number = Some(n as u32));
        }
        let worded = || self.asked.worded.get_or_init(|| Worded::of(self));
        number.map(|n| worded().0.at(n, range))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_by_words_of_their_class() {
        let page =
            Page::parse("<p class='a b'>x<i class=b id=a></i><b class='b\u{a0}c b' title=b>y</b>");
        let class = page.label("class").unwrap_or(NO_LABEL);
        let tags = |word: &str| -> Option<Vec<&str>> {
            let tags = page.tags_with(class, word, 0..page.len())?;
            Some(tags.iter().map(|i| page.tag(*i as usize)).collect())
        };
        assert_eq!(tags("a"), Some(vec!["p"]));
        assert_eq!(tags("b"), Some(vec!["p", "i", "b"]));
        assert_eq!(tags("c"), Some(vec!["b"]));
        assert_eq!(tags("salt"), Some(vec![]));
        assert_eq!((tags("b c"), tags("")), (None, None));
        let title = page.label("title").unwrap_or(NO_LABEL);
        assert_eq!(page.tags_with(title, "b", 0..page.len()), None);
    }

    #[test]
    fn tags_are_found_by_name_kind_and_range() {
        let page = Page::parse("<p>a<br><p>b</p><salt>c</salt><br>");
        let of = |name: &str, kind: Kind, range: Range<usize>| -> Vec<usize> {
            let label = page.label(name).unwrap_or(NO_LABEL);
            page.tags_in(label, kind, range).iter().map(|i| *i as usize).collect()
        };
        for name in ["p", "br", "salt", "html"] {
            for kind in [Kind::Start, Kind::End] {
                let is = |i: &usize| page.tag(*i) == name && page.tokens()[*i].kind == kind;
                let expected: Vec<usize> = (0..page.len()).filter(is).collect();
                assert_eq!(of(name, kind, 0..page.len()), expected, "{name} {kind:?}");
                let half: Vec<usize> = expected.into_iter().filter(|i| *i >= 6).collect();
                assert_eq!(of(name, kind, 6..page.len()), half, "{name} {kind:?}");
            }
        }
        assert!(of("none", Kind::Start, 0..page.len()).is_empty());
        assert!(Page::parse("").asked.places.get().is_none());
    }
}
