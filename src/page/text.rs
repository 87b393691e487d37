//! Text of token ranges: what a reader sees, and the words it is made of.

use std::ops::Range;

use unicode_normalization::UnicodeNormalization;

use super::names::{COUNT, kinds, tag};
use super::{Kind, Label, Page};

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
    pub fn is_block(&self, i: usize) -> bool {
        KINDS.get(self.tokens[i].label.0 as usize).is_some_and(|k| k & BLOCK != 0)
    }

    /// The tokens of a range that a reader sees text of, as indexes; whole hidden elements are
    /// stepped over.
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
        let mut out = Folded::default();
        for i in self.shown(range) {
            match self.tokens[i].kind {
                Kind::Text => out.push(self.data(i)),
                _ if self.is_block(i) => out.gap(),
                _ => {}
            }
        }
        out.text
    }

    /// Visible text of a token range with one line for each block.
    pub fn visible_lines(&self, range: Range<usize>) -> String {
        let mut out = String::new();
        let mut line = Folded::default();
        for i in self.shown(range) {
            match self.tokens[i].kind {
                Kind::Text => line.push(self.data(i)),
                _ if self.is_block(i) => flush(&mut out, &mut line),
                _ => {}
            }
        }
        flush(&mut out, &mut line);
        out
    }

    /// How many words a range shows.
    pub fn words_in(&self, range: Range<usize>) -> usize {
        let mut n = 0;
        for i in self.shown(range) {
            if self.tokens[i].kind == Kind::Text && !self.tokens[i].blank {
                each_span(self.data(i), |_, _| n += 1);
            }
        }
        n
    }

    /// True where a range shows some text.
    pub fn has_text(&self, range: Range<usize>) -> bool {
        self.shown(range).any(|i| self.tokens[i].kind == Kind::Text && !self.tokens[i].blank)
    }
}

fn flush(out: &mut String, line: &mut Folded) {
    let text = std::mem::take(line).text;
    if !text.is_empty() {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&text);
    }
}

#[derive(Default)]
struct Folded {
    text: String,
    pending: bool,
}

impl Folded {
    fn gap(&mut self) {
        self.pending = !self.text.is_empty();
    }

    fn push(&mut self, s: &str) {
        let mut runs = s.split(char::is_whitespace);
        let mut run = runs.next();
        while let Some(text) = run {
            if !text.is_empty() {
                if self.pending {
                    self.text.push(' ');
                    self.pending = false;
                }
                self.text.push_str(text);
            }
            // Behind each run but the last stands white space.
            run = runs.next();
            if run.is_some() {
                self.gap();
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
/// use feedstone::page::words_of;
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

/// Where the words of a text stand: first byte, and byte behind the last.
fn each_span(text: &str, mut push: impl FnMut(usize, usize)) {
    let mut start = None;
    for (i, c) in text.char_indices() {
        // Nearly all signs are these, and the questions below are dear.
        if c.is_ascii() {
            if c.is_ascii_alphanumeric() {
                start.get_or_insert(i);
            } else if let Some(s) = start.take() {
                push(s, i);
            }
            continue;
        }
        let skip = matches!(c, '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}');
        if is_sign(c) {
            if let Some(s) = start.take() {
                push(s, i);
            }
            push(i, i + c.len_utf8());
        } else if c.is_alphanumeric() || (start.is_some() && (skip || is_mark(c))) {
            start.get_or_insert(i);
        } else if let Some(s) = start.take() {
            push(s, i);
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

fn key_of(word: &str) -> u64 {
    let mut h = 0xcbf2_9ce4_8422_2325u64;
    let mut eat = |b: u8| h = (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3);
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
    pub fn base_href(&self) -> Option<&str> {
        let base = self.label("base")?;
        let first = self.tags_in(base, Kind::Start, 0..self.len()).first()?;
        self.attr(*first as usize, "href")
    }

    /// What the page's links are relative to: its `base` element, else its own address.
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

    /// The address that the page says is its own (`rel=canonical`).
    pub fn canonical(&self, base: &url::Url) -> Option<url::Url> {
        let name = self.label("link")?;
        let says = |i: &&u32| {
            let rel = self.attr(**i as usize, "rel").unwrap_or("");
            rel.split_ascii_whitespace().any(|r| r.eq_ignore_ascii_case("canonical"))
        };
        let i = self.tags_in(name, Kind::Start, 0..self.len()).iter().find(says)?;
        base.join(self.attr(*i as usize, "href")?.trim()).ok()
    }
}
