//! When a pattern matches: token patterns against the flat list.
//!
//! Names and attributes are looked up once per page, so that a scan costs one compare for most
//! tokens. A start pattern is read backwards from its last token, an end pattern forwards from its
//! first; white space, comments and tags that the source does not contain are stepped over.
//!
//! Time: O(tokens in the window · length of the pattern); an `around` step climbs the ancestors, at
//! most [`MAX_DEPTH`](crate::page::MAX_DEPTH) of them.

use std::ops::Range;

use super::{AttrTest, EndPattern, TextTest, TokenPattern};
use crate::page::{Kind, Label, Page, fold, is_heading};

/// A pattern looked up in one page.
#[derive(Debug)]
enum Pagewise<'w> {
    /// A start tag.
    Open {
        /// Tag name; None for a heading of any level.
        label: Option<Label>,
        /// Tests by attribute name.
        attrs: Vec<(Label, &'w AttrTest)>,
        /// What follows stands anywhere inside.
        around: bool,
    },
    /// An end tag.
    Close {
        /// Tag name.
        label: Label,
    },
    /// A text, whatever it says.
    AnyText,
    /// A text that is this once its white space is folded.
    TextIs(&'w str),
    /// A text that has this in it.
    TextHas(Folded<'w>),
}

/// A list of patterns looked up in one page; see [`Matcher::new`].
#[derive(Debug)]
pub struct Matcher<'w> {
    patterns: Vec<Pagewise<'w>>,
}

/// Where a start pattern ended: the value begins behind `token`, or `offset` bytes into its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Begin {
    /// The first token of the run that ends at `token`: what is directly ahead of it, without
    /// elements around.
    pub first: usize,
    /// The token that the pattern's last element matched.
    pub token: usize,
    /// For texts: bytes of [`Page::data`] ahead of the value.
    pub offset: Option<usize>,
}

impl<'w> Matcher<'w> {
    /// None where the page lacks a tag or attribute that the pattern names: it cannot match there.
    pub fn new(page: &Page, patterns: &'w [TokenPattern]) -> Option<Matcher<'w>> {
        let patterns = patterns
            .iter()
            .map(|p| {
                Some(match p {
                    TokenPattern::Open { name, attrs, around } => Pagewise::Open {
                        label: if name == ANY_HEADING { None } else { Some(page.label(name)?) },
                        attrs: attrs
                            .iter()
                            .map(|a| Some((page.label(&a.name)?, &a.test)))
                            .collect::<Option<_>>()?,
                        around: *around,
                    },
                    TokenPattern::Close { name } => Pagewise::Close { label: page.label(name)? },
                    TokenPattern::Text(TextTest::Any) => Pagewise::AnyText,
                    TokenPattern::Text(TextTest::Is(all)) => Pagewise::TextIs(all),
                    TokenPattern::Text(TextTest::Has(part)) => Pagewise::TextHas(Folded::new(part)),
                })
            })
            .collect::<Option<_>>()?;
        Some(Matcher { patterns })
    }

    /// True where the first pattern alone matches token `i`.
    pub fn first_matches(&self, page: &Page, i: usize) -> bool {
        self.patterns.first().is_some_and(|p| p.matches(page, i))
    }

    /// Does the whole list, read backwards, end at token `i` without leaving `window`?
    pub fn ends_at(&self, page: &Page, i: usize, window: &Range<usize>) -> Option<Begin> {
        let (last, rest) = self.patterns.split_last()?;
        if !last.matches(page, i) {
            return None;
        }
        let (mut at, mut first) = (i, i);
        for p in rest.iter().rev() {
            if let Pagewise::Open { around: true, .. } = p {
                at = page
                    .ancestors(at)
                    .take_while(|&a| a >= window.start)
                    .find(|&a| p.matches(page, a))?;
            } else {
                at = page.previous(at, window.start).filter(|&j| p.matches(page, j))?;
                first = if first == i || at < first { at } else { first };
            }
        }
        let offset = match last {
            Pagewise::TextHas(part) => Some(part.find(page.data(i))?.end),
            _ => None,
        };
        Some(Begin { first, token: i, offset })
    }

    /// The tokens of a window that the last pattern may match, in order.
    pub(super) fn likely<'p>(
        &self,
        page: &'p Page,
        window: Range<usize>,
    ) -> impl DoubleEndedIterator<Item = usize> + use<'p> {
        likely(self.patterns.last(), page, window)
    }

    /// The first place in `window` at which the list ends.
    pub fn find(&self, page: &Page, window: Range<usize>) -> Option<Begin> {
        self.all(page, window).next()
    }

    /// The places in `window` at which the list ends, in order.
    pub(crate) fn all(&self, page: &Page, window: Range<usize>) -> impl Iterator<Item = Begin> {
        self.likely(page, window.clone()).filter_map(move |i| self.ends_at(page, i, &window))
    }

    /// Does the whole list, read forwards, begin at token `i` without leaving `window`?
    fn begins_at(&self, page: &Page, i: usize, window: &Range<usize>) -> bool {
        let mut at = i;
        for (k, p) in self.patterns.iter().enumerate() {
            if k > 0 {
                match page.next_from(at + 1, window.end) {
                    Some(j) => at = j,
                    None => return false,
                }
            }
            if !p.matches(page, at) {
                return false;
            }
        }
        true
    }
}

/// The tokens of a window that a pattern may match, in order.
fn likely<'p>(
    pattern: Option<&Pagewise<'_>>,
    page: &'p Page,
    window: Range<usize>,
) -> impl DoubleEndedIterator<Item = usize> + use<'p> {
    let tags_in = |label: Label, kind: Kind| page.tags_in(label, kind, window.clone());
    let tags = match pattern {
        Some(Pagewise::Open { label, attrs, .. }) => {
            let mut words = attrs.iter().filter_map(|(name, test)| Some((*name, word_of(test)?)));
            words
                .find_map(|(name, word)| page.tags_with(name, word, window.clone()))
                .or_else(|| label.map(|l| tags_in(l, Kind::Start)))
        }
        Some(Pagewise::Close { label }) => Some(tags_in(*label, Kind::End)),
        _ => None,
    };
    let all = if tags.is_none() { window } else { 0..0 };
    tags.unwrap_or_default().iter().map(|i| *i as usize).chain(all)
}

impl Pagewise<'_> {
    fn matches(&self, page: &Page, i: usize) -> bool {
        let t = &page.tokens()[i];
        match self {
            Pagewise::Open { label, attrs, .. } => {
                t.kind == Kind::Start
                    && label.map_or_else(|| is_heading(page.tag(i)), |l| t.label == l)
                    && !t.implied()
                    && attrs.iter().all(|(name, test)| test_attr(page, i, *name, test))
            }
            Pagewise::Close { label } => t.kind == Kind::End && t.label == *label && !t.implied(),
            Pagewise::AnyText => t.is_text(),
            Pagewise::TextIs(all) => t.is_text() && folds_to(page.data(i), all),
            Pagewise::TextHas(part) => t.is_text() && part.find(page.data(i)).is_some(),
        }
    }
}

/// A word that an attribute has which passes a test.
fn word_of(test: &AttrTest) -> Option<&str> {
    match test {
        AttrTest::Has(word) => Some(word),
        AttrTest::Is(value) => value.split(' ').next(),
        _ => None,
    }
}

/// The name that stands for `h1` to `h6` in a pattern.
pub const ANY_HEADING: &str = "h*";

fn test_attr(page: &Page, i: usize, name: Label, test: &AttrTest) -> bool {
    page.attr_by_label(i, name).is_some_and(|v| match test {
        AttrTest::Present => true,
        AttrTest::Is(s) => folds_to(v, s),
        AttrTest::Has(s) => v.len() >= s.len() && v.split_ascii_whitespace().any(|c| c == s),
        AttrTest::Starts(s) => v.trim_start().starts_with(s.as_str()),
        AttrTest::Holds(s) => v.contains(s.as_str()),
    })
}

/// True where a text is another once its white space is [folded](fold).
fn folds_to(raw: &str, folded: &str) -> bool {
    let mut rest = Some(folded);
    for (k, word) in raw.split_whitespace().enumerate() {
        let blank = if k > 0 { " " } else { "" };
        rest = rest.and_then(|r| r.strip_prefix(blank)?.strip_prefix(word));
        if rest.is_none() {
            return false;
        }
    }
    rest == Some("")
}

/// A literal with folded white space, to be found in raw texts.
///
/// A literal that starts (ends) with a blank wants white space there.
#[derive(Debug)]
struct Folded<'l> {
    literal: &'l str,
    /// The longest word of it: most texts lack that.
    word: &'l str,
}

impl<'l> Folded<'l> {
    /// A literal is prepared once for all texts.
    fn new(literal: &'l str) -> Folded<'l> {
        let word = literal.split(' ').max_by_key(|word| word.len()).unwrap_or_default();
        Folded { literal, word }
    }

    /// Where it stands in a raw text, in bytes of the raw text.
    ///
    /// Time: linear in both, but for literals that have other white space beside their blanks.
    fn find(&self, raw: &str) -> Option<Range<usize>> {
        let Folded { literal, word } = self;
        let at = memchr::memmem::find(raw.as_bytes(), word.as_bytes())?;
        if word.len() == literal.len() {
            return (!literal.is_empty()).then_some(at..at + word.len());
        }
        if literal.contains(|c| c != ' ' && is_blank(c)) {
            return find_spelled(raw, literal);
        }
        // The text with runs of white space as one blank each, and where each byte of it stands.
        let mut folded = String::with_capacity(raw.len());
        let mut places = Vec::with_capacity(raw.len() + 1);
        for (i, c) in raw.char_indices() {
            let c = if is_blank(c) { ' ' } else { c };
            if c != ' ' || !folded.ends_with(' ') {
                folded.push(c);
                places.resize(folded.len(), i);
            }
        }
        places.push(raw.len());
        let at = folded.find(literal)?;
        Some(places[at]..places[at + literal.len()])
    }
}

/// As [`Folded::find`], letter by letter from each place.
fn find_spelled(raw: &str, literal: &str) -> Option<Range<usize>> {
    let first = literal.chars().next()?;
    let mut starts =
        raw.char_indices().filter(|&(_, c)| c == first || (first == ' ' && is_blank(c)));
    starts.find_map(|(from, _)| {
        let mut rest = raw[from..].char_indices().peekable();
        for want in literal.chars() {
            if want == ' ' {
                let mut any = false;
                while rest.next_if(|&(_, c)| is_blank(c)).is_some() {
                    any = true;
                }
                if !any {
                    return None;
                }
            } else if rest.next_if(|&(_, c)| c == want).is_none() {
                return None;
            }
        }
        let end = rest.peek().map_or(raw.len(), |&(i, _)| from + i);
        Some(from..end)
    })
}

fn is_blank(c: char) -> bool {
    c.is_whitespace()
}

/// The tokens that may hold the value behind `begin`: up to the end of the element its last tag
/// opens, or else of the element in which the text goes on, within `window`.
fn bound(page: &Page, begin: Begin, window: &Range<usize>) -> Range<usize> {
    let from = if begin.offset.is_some() { begin.token } else { begin.token + 1 };
    from..stop_behind(page, begin.token, from, window.end).min(window.end).max(from)
}

/// The last token that may hold a value behind token `i`: the end tag of the element that `i`
/// opens. Where it opens none, or an empty one that is no block with an end tag of its own (an
/// icon, a paragraph that the next one closes), what follows may stand outside of its element
/// (`<p>date<br>` and then the body's own `<p>`): the end tag of the element around the next start
/// tag or text.
pub(crate) fn stop_behind(page: &Page, i: usize, from: usize, limit: usize) -> usize {
    let t = &page.tokens()[i];
    let end = page.tokens().get(t.end as usize);
    let empty_block = || page.is_block(i) && end.is_some_and(|end| !end.implied());
    if t.opens() && (page.next_from(i + 1, t.end as usize).is_some() || empty_block()) {
        return t.end as usize;
    }
    let next = (from..limit.min(page.len()))
        .find(|&j| page.significant(j) && page.tokens()[j].kind != Kind::End)
        .unwrap_or(i);
    page.parent(next).map_or(page.len(), |p| page.tokens()[p].end as usize)
}

/// Tokens from..to of the value behind `begin`, and the number of bytes of its last text that
/// belong to it where the end stands inside that text: the nearest of the ends that occur. None
/// where no end pattern occurs.
pub fn find_end(
    page: &Page,
    begin: Begin,
    ends: &[EndPattern],
    window: &Range<usize>,
) -> Option<(Range<usize>, Option<usize>)> {
    let bound = bound(page, begin, window);
    if ends.is_empty() {
        return Some((bound, None));
    }
    let by_place = |r: &(Range<usize>, Option<usize>)| {
        (r.0.end - usize::from(r.1.is_some()), r.1.unwrap_or(0))
    };
    ends.iter().filter_map(|e| one_end(page, begin, e, &bound, window)).min_by_key(by_place)
}

fn one_end(
    page: &Page,
    begin: Begin,
    end: &EndPattern,
    bound: &Range<usize>,
    window: &Range<usize>,
) -> Option<(Range<usize>, Option<usize>)> {
    if end.tokens.is_empty() {
        return Some((bound.clone(), None));
    }
    let matcher = Matcher::new(page, &end.tokens)?;
    let level = end.level.map(|l| i32::from(page.tokens()[begin.token].level) + i32::from(l));
    // The closing tag of the element around may be the end pattern's own first token.
    let last = if level.is_some() { (bound.end + 1).min(page.len()) } else { window.end };
    for i in likely(matcher.patterns.first(), page, bound.start..last) {
        if level.is_some_and(|l| i32::from(page.tokens()[i].level) != l)
            || !matcher.first_matches(page, i)
        {
            continue;
        }
        if !matcher.begins_at(page, i, &(bound.start..page.len())) {
            continue;
        }
        if let Some(Pagewise::TextHas(part)) = matcher.patterns.first() {
            let skip = begin.offset.filter(|_| i == begin.token).unwrap_or(0);
            if let Some(r) = part.find(&page.data(i)[skip..]) {
                // Of a text that begins so nothing is the value's.
                let none = i > bound.start && fold(&page.data(i)[..skip + r.start]).is_empty();
                return Some(match none {
                    true => (bound.start..i, None),
                    false => (bound.start..i + 1, Some(skip + r.start)),
                });
            }
            continue;
        }
        return Some((bound.start..i, None));
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::AttrPattern;

    #[test]
    fn a_text_folds_to_what_folding_gives() {
        let texts = ["", " ", "a", " a ", "a b", "a  b\n", "a\u{a0}b", "ab", "a b c", "b a"];
        for raw in texts {
            for folded in texts {
                assert_eq!(folds_to(raw, folded), fold(raw) == folded, "{raw:?} {folded:?}");
            }
        }
    }

    #[test]
    fn tags_are_found_by_a_whole_class_with_other_white_space() {
        let page = Page::parse("<p class='a\u{a0}b'>x<p class=' a  b '>y<p class=ab>z");
        let found = |test: AttrTest| {
            let attrs = vec![AttrPattern { name: "class".to_owned(), test }];
            let pattern = [TokenPattern::Open { name: "p".to_owned(), attrs, around: false }];
            let matcher = Matcher::new(&page, &pattern);
            let all = 0..page.len();
            matcher.map_or(0, |m| {
                m.likely(&page, all.clone()).filter(|i| m.first_matches(&page, *i)).count()
            })
        };
        assert_eq!(found(AttrTest::Is("a b".to_owned())), 2);
        assert_eq!(found(AttrTest::Has("b".to_owned())), 1);
        assert_eq!(found(AttrTest::Has("a\u{a0}b".to_owned())), 1);
        assert_eq!(found(AttrTest::Is("ab".to_owned())), 1);
    }
}
