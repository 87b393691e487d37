//! Text of token ranges: what a reader sees, and the words it is made of.

use std::ops::Range;
use std::sync::OnceLock;

use unicode_normalization::UnicodeNormalization;

use super::counts::Counts;
use super::names::{COUNT, kinds, tag};
use super::{Kind, Label, Page, eights};

const HIDDEN: u16 = 1;
const BLOCK: u16 = 2;

#[rustfmt::skip]
static KINDS: [u16; COUNT] = {
    use tag::*;
    kinds([
        (HIDDEN, &[
            script, style, noscript, template, head, title, textarea, select, datalist, object,
            iframe, annotation, annotation_xml,
        ]),
        (BLOCK, &[
            address, article, aside, blockquote, body, br, caption, center, dd, details, dialog,
            dir, div, dl, dt, fieldset, figcaption, figure, footer, form, h1, h2, h3, h4, h5, h6,
            header, hr, html, legend, li, main, menu, nav, ol, p, pre, section, summary, table,
            tbody, td, tfoot, th, thead, tr, ul,
        ]),
    ])
};

impl Page {
    pub(crate) fn hides(&self, label: Label) -> bool {
        KINDS.get(label.0 as usize).is_some_and(|k| k & HIDDEN != 0)
    }

    /// True for tags that stand on lines of their own (paragraphs, headings, `br` …).
    #[doc(hidden)]
    pub fn is_block(&self, i: usize) -> bool {
        KINDS.get(self.tokens[i].label.0 as usize).is_some_and(|k| k & BLOCK != 0)
    }

    /// The tokens of a range that a reader sees text of, as indexes; whole hidden elements are
    /// stepped over.
    #[doc(hidden)]
    pub fn shown(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        let mut i = range.start;
        std::iter::from_fn(move || {
            while i < range.end.min(self.tokens.len()) {
                let t = &self.tokens[i];
                if t.kind == Kind::Start && self.hides(t.label) {
                    i = t.end as usize + 1;
                    continue;
                }
                i += 1;
                if t.kind != Kind::Comment && t.kind != Kind::Doctype {
                    return Some(i - 1);
                }
            }
            None
        })
    }

    /// Visible text of a token range on one line: white space folded, one blank between blocks.
    pub fn visible(&self, range: Range<usize>) -> String {
        self.folded(range, ' ', false)
    }

    /// As [`visible`](Self::visible), with a blank between the numbers of texts side by side: no
    /// number goes on in another text (`<b>11</b><b>2015</b>`).
    pub(crate) fn visible_numbers(&self, range: Range<usize>) -> String {
        self.folded(range, ' ', true)
    }

    /// Visible text of a token range with one line for each block.
    pub fn visible_lines(&self, range: Range<usize>) -> String {
        self.folded(range, '\n', false)
    }

    fn folded(&self, range: Range<usize>, between_blocks: char, numbers_apart: bool) -> String {
        let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
        let mut out = Folded::default();
        for i in self.shown(range) {
            match self.tokens[i].kind {
                Kind::Text => {
                    let text = self.data(i);
                    if numbers_apart
                        && is_digit(out.text.chars().next_back())
                        && is_digit(text.chars().next())
                    {
                        out.gap(' ');
                    }
                    out.push(text);
                }
                _ if self.is_block(i) => out.gap(between_blocks),
                _ => {}
            }
        }
        out.text
    }

    /// How many words a range shows.
    #[doc(hidden)]
    pub fn words_in(&self, range: Range<usize>) -> usize {
        let counts = self.asked.counts.get_or_init(|| Counts::of(self));
        counts.words_in(&range).unwrap_or_else(|| {
            let texts = self.shown(range).filter(|&i| self.tokens[i].kind == Kind::Text);
            texts.map(|i| count_words(self.data(i))).sum()
        })
    }

    /// How many of these words stand in links.
    pub(crate) fn words_in_links(&self, range: Range<usize>) -> usize {
        let (mut end, mut sum) = (0, 0);
        for link in self.tags_shown_in("a", range) {
            if link >= end {
                let region = self.region(link);
                end = region.end;
                sum += self.words_in(region);
            }
        }
        sum
    }

    /// The texts that a reader sees something of in a range, in order.
    pub(crate) fn shown_texts(&self, range: Range<usize>) -> impl Iterator<Item = usize> + '_ {
        self.shown(range).filter(|&i| self.tokens[i].is_text())
    }

    /// The start tags of a name that a reader of the body sees something of, in order.
    pub(crate) fn tags_shown(&self, name: &str) -> Vec<usize> {
        self.tags_shown_in(name, self.body())
    }

    /// As [`tags_shown`](Self::tags_shown), of a range of tokens.
    pub(crate) fn tags_shown_in(&self, name: &str, range: Range<usize>) -> Vec<usize> {
        let Some(label) = self.label(name) else { return Vec::new() };
        let counts = self.asked.counts.get_or_init(|| Counts::of(self));
        if counts.hides(range.start) {
            let is =
                |i: &usize| self.tokens[*i].kind == Kind::Start && self.tokens[*i].label == label;
            return self.shown(range).filter(is).collect();
        }
        let all = self.tags_in(label, Kind::Start, range).iter().map(|i| *i as usize);
        all.filter(|&i| !counts.hides(i)).collect()
    }

    /// True where a range shows some text.
    #[doc(hidden)]
    pub fn has_text(&self, range: Range<usize>) -> bool {
        self.shown(range).any(|i| self.tokens[i].kind == Kind::Text && !self.tokens[i].blank)
    }
}

#[derive(Default)]
struct Folded {
    text: String,
    /// What is due ahead of the next word.
    gap: Option<char>,
}

impl Folded {
    /// A line's end counts, whatever white space is around it.
    fn gap(&mut self, sign: char) {
        if !self.text.is_empty() && self.gap != Some('\n') {
            self.gap = Some(sign);
        }
    }

    fn push(&mut self, s: &str) {
        let mut rest = s;
        while !rest.is_empty() {
            let (run, behind) = rest.split_at(unfolded(rest));
            if !run.is_empty() {
                self.text.extend(self.gap.take());
                self.text.push_str(run);
            }
            if behind.is_empty() {
                return;
            }
            rest = behind.trim_ascii_start().trim_start();
            if rest.len() < behind.len() {
                self.gap(' ');
            }
        }
    }
}

/// Bytes of a text that are looked at in one step.
const STRIDE: usize = 32;

/// Bytes at the start of a text that folding leaves as they are: words with one blank between them.
/// A text that starts with white space has none.
fn unfolded(s: &str) -> usize {
    let bytes = s.as_bytes();
    // Of the signs outside ASCII those alone that begin so may be white space.
    let is_word = |b: u8| !matches!(b, b' ' | b'\t'..=b'\r' | 0xc2 | 0xe1..=0xe3);
    // Sums have no branch, so that many bytes are looked at in one step.
    let goes_on = |block: &[u8]| {
        let pairs = block.iter().zip(&block[1..]);
        let good = pairs.map(|(b, next)| u8::from(is_word(*b) | (*b == b' ') & is_word(*next)));
        usize::from(good.sum::<u8>()) == STRIDE
    };
    let mut i = usize::from(bytes.first().is_some_and(|b| is_word(*b)));
    loop {
        while i > 0 && bytes.get(i..=i + STRIDE).is_some_and(goes_on) {
            i += STRIDE;
        }
        let stop = i + STRIDE;
        while i < stop {
            let Some(b) = bytes.get(i) else { return i };
            if is_word(*b) {
                i += 1;
            } else if *b == b' ' && i > 0 && bytes.get(i + 1).is_some_and(|b| is_word(*b)) {
                i += 2;
            } else {
                i += match bytes[i..] {
                    // Only these second bytes stand in white space.
                    [0xe1, second, ..] if second != 0x9a => 3,
                    [0xe2, second, ..] if second > 0x81 => 3,
                    [0xe3, second, ..] if second != 0x80 => 3,
                    [0xc2, second, ..] if !matches!(second, 0x85 | 0xa0) => 2,
                    _ => match s[i..].chars().next() {
                        Some(c) if !c.is_whitespace() => c.len_utf8(),
                        _ => return i,
                    },
                }
            }
        }
    }
}

/// Fold white space and trim.
pub fn fold(s: &str) -> String {
    let mut f = Folded::default();
    f.push(s);
    f.text
}

/// One word of a text: its key (equal words have equal keys whatever their case, width or accents'
/// encoding) and its bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Word {
    /// Hash of the word, lower-cased and compatibility-normalised.
    pub key: u64,
    /// First byte in the text the words were taken from.
    pub start: u32,
    /// Byte behind the last.
    pub end: u32,
}

/// The words of a text, in order: runs of letters and digits; each Han, Hiragana or Katakana sign
/// is a word of its own. Apostrophes and other marks part words, so that texts differing in quotes,
/// dashes, entities or spacing have equal words.
///
/// ```
/// use feedstone::internals::page::words_of;
/// let (a, b) = (words_of("Salt & Pepper\u{2019}s"), words_of("salt pepper's"));
/// assert!(a.iter().map(|w| w.key).eq(b.iter().map(|w| w.key)));
/// ```
pub fn words_of(text: &str) -> Vec<Word> {
    let mut out = Vec::new();
    each_word(text, |w| out.push(w));
    out
}

fn is_sign(c: char) -> bool {
    matches!(
        c,
        '\u{3040}'..='\u{30ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
    )
}

fn each_word(text: &str, mut f: impl FnMut(Word)) {
    each_span(text, |from, to| {
        f(Word { key: key_of(&text[from..to]), start: from as u32, end: to as u32 })
    });
}

/// How many words a text has: as many as [`each_span`] finds.
pub(crate) fn count_words(text: &str) -> usize {
    let bytes = text.as_bytes();
    let (mut n, mut i, mut inside) = (0, 0, false);
    while i < bytes.len() {
        let block = eights::block(&bytes[i..]);
        let stop = i + 8;
        if eights::is_ascii(block) {
            let letters = eights::letters(block);
            n += eights::count(letters & !eights::behind(letters, inside));
            inside = eights::last(letters);
            i = stop;
            continue;
        }
        for c in text[i..].chars() {
            let step = step_of(c, inside);
            n += usize::from(step == Step::Sign || step == Step::Word && !inside);
            inside = step == Step::Word;
            i += c.len_utf8();
            if i >= stop {
                break;
            }
        }
    }
    n
}

/// What a letter of a text is to its words.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Step {
    /// Part of a word.
    Word,
    /// A word of its own.
    Sign,
    /// Between words.
    Gap,
}

/// What the letters of a block are: outside of a word, and inside.
type Letters = [[Step; 2]; LETTERS];
const LETTERS: usize = 64;

/// The blocks of the letters up to U+FFFF, each made when one of its letters is met: a text has
/// those of few, and asking the tables of all letters for each one is dear.
static BLOCKS: [OnceLock<Box<Letters>>; 0x1_0000 / LETTERS] =
    [const { OnceLock::new() }; 0x1_0000 / LETTERS];

/// What a letter is, inside a word or not. Nearly all are those that are told without asking.
fn step_of(c: char, inside: bool) -> Step {
    match c {
        '\0'..='\u{7f}' if c.is_ascii_alphanumeric() => Step::Word,
        '\0'..='\u{7f}' => Step::Gap,
        'à'..='ö' | 'А'..='я' | 'א'..='ת' | 'ء'..='ي' | '가'..='힣' => Step::Word,
        // Dashes, quotes, dots.
        '\u{2010}'..='\u{2027}' | '\u{3001}' | '\u{3002}' | '\u{ff0c}' => Step::Gap,
        _ if is_sign(c) => Step::Sign,
        _ => step_in_block(c, inside),
    }
}

/// As [`step_of`], of letters of all alphabets.
fn step_in_block(c: char, inside: bool) -> Step {
    let code = c as usize;
    let Some(block) = BLOCKS.get(code / LETTERS) else { return step_asked(c, inside) };
    let first = code - code % LETTERS;
    let asked = |k: usize| {
        // Halves of pairs are no letters.
        let letter = char::from_u32((first + k) as u32);
        letter.map_or([Step::Gap; 2], |c| [false, true].map(|inside| step_asked(c, inside)))
    };
    let block = block.get_or_init(|| Box::new(std::array::from_fn(asked)));
    block[code % LETTERS][usize::from(inside)]
}

/// As [`step_of`], asked of the tables of all letters.
fn step_asked(c: char, inside: bool) -> Step {
    let skip = || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
    match c {
        _ if is_sign(c) => Step::Sign,
        _ if c.is_alphanumeric() || inside && (skip() || is_mark(c)) => Step::Word,
        _ => Step::Gap,
    }
}

/// Where the words of a text stand: first byte, and byte behind the last.
fn each_span(text: &str, mut push: impl FnMut(usize, usize)) {
    let mut start = None;
    for (i, c) in text.char_indices() {
        let step = step_of(c, start.is_some());
        if step == Step::Word {
            start.get_or_insert(i);
        } else if let Some(s) = start.take() {
            push(s, i);
        }
        if step == Step::Sign {
            push(i, i + c.len_utf8());
        }
    }
    if let Some(s) = start {
        push(s, text.len());
    }
}

/// Combining marks stay inside their word.
fn is_mark(c: char) -> bool {
    unicode_normalization::char::is_combining_mark(c)
}

/// True for characters that XML 1.0 allows.
pub(crate) fn is_xml(c: char) -> bool {
    matches!(c, '\t' | '\n' | '\r' | ' '..='\u{fffd}' | '\u{10000}'..)
}

/// Bytes as a number (Fowler, Noll and Vo, FNV-1a).
pub(crate) fn hash(bytes: impl Iterator<Item = u8>) -> u64 {
    bytes.fold(HASH_OF_NONE, hash_on)
}

const HASH_OF_NONE: u64 = 0xcbf2_9ce4_8422_2325;

fn hash_on(hash: u64, b: u8) -> u64 {
    (hash ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
}

fn key_of(word: &str) -> u64 {
    let mut h = HASH_OF_NONE;
    let mut eat = |b: u8| h = hash_on(h, b);
    if word.is_ascii() {
        word.bytes().for_each(|b| eat(b.to_ascii_lowercase()));
    } else {
        for c in word.nfkc().flat_map(char::to_lowercase) {
            if !matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}') {
                let mut buf = [0; 4];
                c.encode_utf8(&mut buf).bytes().for_each(&mut eat);
            }
        }
    }
    h
}

/// The visible words of a page with the token each stands in: what titles and bodies are sought in.
#[derive(Debug, Clone, Default)]
pub struct Words {
    /// Keys, in document order.
    pub keys: Vec<u64>,
    /// For each key: token index, first byte and byte behind the last in [`Page::data`] of that
    /// token.
    pub places: Vec<(u32, u32, u32)>,
}

impl Words {
    /// The words of a token range.
    pub fn of(page: &Page, range: Range<usize>) -> Words {
        let mut words = Words::default();
        for i in page.shown(range) {
            if page.tokens[i].kind == Kind::Text && !page.tokens[i].blank {
                each_word(page.data(i), |w| {
                    words.keys.push(w.key);
                    words.places.push((i as u32, w.start, w.end));
                });
            }
        }
        words
    }

    /// The words that stand in tokens of a range, as a range of positions.
    pub fn within(&self, tokens: Range<usize>) -> Range<usize> {
        let at = |t: usize| self.places.partition_point(|p| (p.0 as usize) < t);
        at(tokens.start)..at(tokens.end)
    }
}

impl Page {
    /// The address of the page's `base` element, as written.
    #[doc(hidden)]
    pub fn base_href(&self) -> Option<&str> {
        let base = self.label("base")?;
        let first = self.tags_in(base, Kind::Start, 0..self.len()).first()?;
        self.attr(*first as usize, "href")
    }

    /// What the page's links are relative to: its `base` element, else its own address.
    #[doc(hidden)]
    pub fn base(&self, own: &url::Url) -> url::Url {
        self.base_href().and_then(|h| own.join(h).ok()).unwrap_or_else(|| own.clone())
    }

    /// The text of the `title` element, white space folded. None where the page has none.
    ///
    /// ```
    /// let page = feedstone::Page::parse("<title>Fog\n- Salt</title><p>Thick.");
    /// assert_eq!(page.title().as_deref(), Some("Fog - Salt"));
    /// ```
    pub fn title(&self) -> Option<String> {
        let name = self.label("title")?;
        // Pictures have title elements, too; the page's stands ahead of its body.
        let i = *self.tags_in(name, Kind::Start, 0..self.body().start).first()?;
        let inside = self.inside(i as usize).filter(|&i| self.tokens[i].kind == Kind::Text);
        Some(fold(&inside.map(|i| self.data(i)).collect::<String>())).filter(|t| !t.is_empty())
    }

    /// True where an attribute whose value is a list parted by blanks (`rel`, `itemprop`) has a
    /// word, in letters of either case.
    pub(crate) fn has_word(&self, i: usize, attr: &str, word: &str) -> bool {
        let mut words = self.attr(i, attr).unwrap_or("").split_ascii_whitespace();
        words.any(|w| w.eq_ignore_ascii_case(word))
    }

    /// The address that the page says is its own (`rel=canonical`).
    #[doc(hidden)]
    pub fn canonical(&self, base: &url::Url) -> Option<url::Url> {
        base.join(self.said_canonical()?).ok()
    }

    /// The same of a page whose own address is not known: where it is written whole.
    #[cfg(feature = "cli")]
    pub(crate) fn whole_canonical(&self) -> Option<url::Url> {
        url::Url::parse(self.said_canonical()?).ok().filter(url::Url::has_host)
    }

    fn said_canonical(&self) -> Option<&str> {
        let name = self.label("link")?;
        let says = |i: &&u32| self.has_word(**i as usize, "rel", "canonical");
        let i = self.tags_in(name, Kind::Start, 0..self.len()).iter().find(says)?;
        self.attr(*i as usize, "href").map(str::trim)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn folding_is_that_of_words_split_at_white_space() {
        for text in [
            "",
            " ",
            "a",
            " a",
            "a ",
            "a b",
            "a  b",
            "a \t b\n",
            "\u{b}a\u{c}b",
            "a\u{a0}b",
            "a \u{a0}b",
            "é è",
            "a é",
            "盐 田\u{3000}雾",
            "a\u{2003} b",
            "\u{2028}",
            "a “b” — c’d",
            "a \u{2003}“b\u{2009}”",
            "a\u{205f} b\u{202f}c",
            "x\u{85}y",
            "\u{1680}\u{1681}\u{1c80}\u{e1}",
            "\u{ad}\u{a0}\u{b7}",
            "\u{3000}\u{3001}\u{3041}\u{3000}",
            "\u{2080}\u{205f}\u{2060}\u{20ac}",
            "a\u{200b} b",
            "\u{1f}a",
        ] {
            for n in 0..2 * STRIDE {
                // Wherever it stands in a step.
                let text = ["x".repeat(n).as_str(), text, "salt pans and brine"].concat();
                let words: Vec<&str> = text.split_whitespace().collect();
                assert_eq!(fold(&text), words.join(" "), "{text:?}");
            }
        }
    }

    #[test]
    fn what_is_told_of_a_letter_unasked_is_so() {
        for c in '\0'..=char::MAX {
            for inside in [false, true] {
                assert!(step_of(c, inside) == step_asked(c, inside), "{c:?} {inside}");
            }
        }
    }

    #[test]
    fn words_are_counted_as_they_are_found() {
        let texts = ["", "a", "a b-c", " 1.5 ", "it's", "Größe", "盐田 fog", "a\u{301}b", "—"];
        // Wherever they stand in a step.
        let long = |text: &str, n: usize| ["x".repeat(n).as_str(), text, " salt pans"].concat();
        for text in texts.iter().flat_map(|t| (0..2 * STRIDE).map(|n| long(t, n))) {
            assert_eq!(count_words(&text), words_of(&text).len(), "{text:?}");
        }
    }
}
