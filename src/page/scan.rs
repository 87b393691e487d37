//! HTML's tokenizer for what pages are made of: text, tags, attributes, comments, raw text. Tokens
//! are spans of the source; nothing is copied.
//!
//! What pages hardly ever have (a tag that the page's end cuts off, scripts in comments in scripts)
//! is not told here: the scanner says [`Odd`], and the page is read by `build.rs` instead, whose
//! tokenizer knows all of HTML. So this one may refuse, but what it says is what that one says
//! (`tests/html5lib.rs`, the fuzz target `differential`). Of U+0000 it says where it stands; what
//! it means there is left to `grow`.
//!
//! Time: each byte is looked at once, most of them by memchr. Space: the attributes of one tag.

use memchr::{memchr, memchr_iter, memchr2, memmem};

use super::Label;
use super::names::{Hash, Names};

/// A page, or a part of one, that is left to `build.rs`.
#[derive(Debug)]
pub(super) struct Odd;

/// Attributes of a tag that are told here.
const MAX_ATTRS: usize = 64;

/// Bytes from..to of the source.
pub(super) type Bytes = (usize, usize);

/// One attribute, its value as the source writes it.
#[derive(Debug, Clone, Copy)]
pub(super) struct RawAttr {
    pub(super) name: Label,
    pub(super) value: Bytes,
}

/// One token; a start tag's attributes are in [`Scanner::attrs`].
#[derive(Debug, Clone, Copy)]
pub(super) enum Piece {
    Text,
    Start { name: Label, closed: bool },
    End { name: Label },
    Comment { data: Bytes },
    Doctype { name: Bytes, public: Bytes, system: Bytes },
    Eof,
}

/// Elements whose inside is text: whether it has character references.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Raw {
    /// `title`, `textarea`: references are decoded.
    Text,
    /// `style`, `iframe` and others: nothing is.
    Plain,
    /// As `Plain`; comments in it may hold further scripts.
    Script,
}

pub(super) struct Scanner<'t> {
    bytes: &'t [u8],
    text: &'t str,
    at: usize,
    /// Where the last token stands.
    pub(super) span: Bytes,
    pub(super) attrs: Vec<RawAttr>,
    /// A name in lower case, where the source has capitals.
    lower: String,
    /// U+0000 stands somewhere in the page.
    pub(super) zeros: bool,
}

fn is_space(b: u8) -> bool {
    matches!(b, b' ' | b'\t' | b'\n' | b'\r' | 0x0c)
}

/// What a byte of a name is: it ends names of tags, names of attributes, or is a capital.
const ENDS_TAG: u8 = 1;
const ENDS_ATTRIBUTE: u8 = 2;
const CAPITAL: u8 = 4;

static OF_NAMES: [u8; 256] = {
    let mut of = [0; 256];
    let mut b = 0;
    while b < 256 {
        of[b] = match b as u8 {
            b' ' | b'\t' | b'\n' | b'\r' | 0x0c | b'/' | b'>' => ENDS_TAG | ENDS_ATTRIBUTE,
            b'=' => ENDS_ATTRIBUTE,
            b'A'..=b'Z' => CAPITAL,
            _ => 0,
        };
        b += 1;
    }
    of
};

impl<'t> Scanner<'t> {
    pub(super) fn new(text: &'t str) -> Scanner<'t> {
        Scanner {
            bytes: text.as_bytes(),
            text,
            at: 0,
            span: (0, 0),
            attrs: Vec::new(),
            lower: String::new(),
            zeros: memchr(0, text.as_bytes()).is_some(),
        }
    }

    /// How often U+0000 stands among bytes of the source.
    #[cold]
    pub(super) fn zeros_in(&self, (from, to): Bytes) -> usize {
        memchr_iter(0, &self.bytes[from..to]).count()
    }

    fn byte(&self, at: usize) -> Result<u8, Odd> {
        self.bytes.get(at).copied().ok_or(Odd)
    }

    fn spaces(&self, mut at: usize) -> usize {
        while self.bytes.get(at).is_some_and(|b| is_space(*b)) {
            at += 1;
        }
        at
    }

    /// The next token.
    pub(super) fn next(&mut self, names: &mut Names) -> Result<Piece, Odd> {
        let from = self.at;
        let Some(&first) = self.bytes.get(from) else {
            return Ok(Piece::Eof);
        };
        if first != b'<' || !self.is_markup(from)? {
            let mut to = from + usize::from(first == b'<');
            loop {
                match memchr(b'<', &self.bytes[to..]) {
                    None => to = self.bytes.len(),
                    Some(n) if !self.is_markup(to + n)? => {
                        to += n + 1;
                        continue;
                    }
                    Some(n) => to += n,
                }
                break;
            }
            return Ok(self.done(from, to, Piece::Text));
        }
        match self.byte(from + 1)? {
            b'/' => {
                let end = self.byte(from + 2)?;
                if end.is_ascii_alphabetic() {
                    let (name, _, to) = self.tag(from + 2, names)?;
                    self.attrs.clear();
                    return Ok(self.done(from, to, Piece::End { name }));
                }
                self.bogus(from, from + 2)
            }
            b'!' => self.declaration(from),
            b'?' => self.bogus(from, from + 1),
            _ => {
                let (name, closed, to) = self.tag(from + 1, names)?;
                Ok(self.done(from, to, Piece::Start { name, closed }))
            }
        }
    }

    fn done(&mut self, from: usize, to: usize, piece: Piece) -> Piece {
        self.span = (from, to);
        self.at = to;
        piece
    }

    /// Does the `<` at a place begin anything but text?
    fn is_markup(&self, at: usize) -> Result<bool, Odd> {
        match self.bytes.get(at + 1) {
            Some(b'/') => match self.byte(at + 2)? {
                // `</>` is nothing at all, between two texts that are one.
                b'>' => Err(Odd),
                _ => Ok(true),
            },
            Some(b) => Ok(b.is_ascii_alphabetic() || matches!(b, b'!' | b'?')),
            None => Err(Odd),
        }
    }

    /// The name that ends ahead of one of the bytes that are `end`.
    fn name(&mut self, from: usize, names: &mut Names, end: u8) -> Result<(Label, usize), Odd> {
        let mut to = from;
        let mut hash = Hash::default();
        let mut of = 0;
        loop {
            let b = self.byte(to)?;
            let is = OF_NAMES[usize::from(b)];
            // `<a =b>` has an attribute of the name `=b`.
            if is & end != 0 && (to > from || b != b'=') {
                break;
            }
            hash.add(b);
            of |= is;
            to += 1;
        }
        let name = &self.text[from..to];
        if of & CAPITAL == 0 {
            return Ok((names.label_hashed(name, hash), to));
        }
        self.lower.clear();
        self.lower.push_str(name);
        self.lower.make_ascii_lowercase();
        Ok((names.label(&self.lower), to))
    }

    /// A tag from its name on: the name, whether it closes itself, and where it ends.
    fn tag(&mut self, from: usize, names: &mut Names) -> Result<(Label, bool, usize), Odd> {
        let (name, mut at) = self.name(from, names, ENDS_TAG)?;
        self.attrs.clear();
        loop {
            at = self.spaces(at);
            match self.byte(at)? {
                b'>' => return Ok((name, false, at + 1)),
                b'/' if self.byte(at + 1)? == b'>' => return Ok((name, true, at + 2)),
                b'/' => at += 1,
                _ => at = self.attribute(at, names)?,
            }
        }
    }

    /// An attribute from its name on: where it ends. Of two with one name the first counts.
    fn attribute(&mut self, from: usize, names: &mut Names) -> Result<usize, Odd> {
        let (name, to) = self.name(from, names, ENDS_ATTRIBUTE)?;
        let mut at = self.spaces(to);
        let mut value = (to, to);
        if self.byte(at)? == b'=' {
            at = self.spaces(at + 1);
            match self.byte(at)? {
                quote @ (b'"' | b'\'') => {
                    let length = memchr(quote, &self.bytes[at + 1..]).ok_or(Odd)?;
                    value = (at + 1, at + 1 + length);
                    at = value.1 + 1;
                }
                b'>' => {}
                _ => {
                    let start = at;
                    while !is_space(self.byte(at)?) && self.byte(at)? != b'>' {
                        at += 1;
                    }
                    value = (start, at);
                }
            }
        }
        if self.attrs.len() == MAX_ATTRS {
            return Err(Odd);
        }
        if !self.attrs.iter().any(|a| a.name == name) {
            self.attrs.push(RawAttr { name, value });
        }
        Ok(at)
    }

    fn bogus(&mut self, from: usize, data: usize) -> Result<Piece, Odd> {
        let to = data + memchr(b'>', &self.bytes[data..]).ok_or(Odd)?;
        Ok(self.done(from, to + 1, Piece::Comment { data: (data, to) }))
    }

    fn declaration(&mut self, from: usize) -> Result<Piece, Odd> {
        let rest = &self.bytes[from + 2..];
        if rest.starts_with(b"--") {
            return self.comment(from);
        }
        let is = |word: &[u8]| rest.get(..word.len()).is_some_and(|r| r.eq_ignore_ascii_case(word));
        if is(b"doctype") {
            return self.doctype(from);
        }
        // A section of characters is one in pictures, and a comment elsewhere.
        if is(b"[CDATA[") {
            return Err(Odd);
        }
        self.bogus(from, from + 2)
    }

    fn comment(&mut self, from: usize) -> Result<Piece, Odd> {
        let data = from + 4;
        let rest = &self.bytes[data..];
        // `<!-->` and `<!--->` are comments of nothing.
        for short in [b">".as_slice(), b"->"] {
            if rest.starts_with(short) {
                let end = data + short.len();
                return Ok(self.done(from, end, Piece::Comment { data: (data, data) }));
            }
        }
        for dashes in memmem::find_iter(rest, b"--") {
            let close = match &rest[dashes + 2..] {
                [b'>', ..] => 3,
                [b'!', b'>', ..] => 4,
                // `--->`: memmem's next find may overlap this one.
                [b'-', b'>', ..] => {
                    let to = data + dashes + 1;
                    return Ok(self.done(from, to + 3, Piece::Comment { data: (data, to) }));
                }
                [b'-', b'!', ..] => return Err(Odd),
                _ => continue,
            };
            let to = data + dashes;
            return Ok(self.done(from, to + close, Piece::Comment { data: (data, to) }));
        }
        Err(Odd)
    }

    fn doctype(&mut self, from: usize) -> Result<Piece, Odd> {
        let mut at = from + 9;
        if !is_space(self.byte(at)?) {
            return Err(Odd);
        }
        at = self.spaces(at);
        let start = at;
        while !is_space(self.byte(at)?) && self.byte(at)? != b'>' {
            at += 1;
        }
        let name = (start, at);
        at = self.spaces(at);
        let (mut public, mut system) = ((at, at), (at, at));
        if self.byte(at)? != b'>' {
            let keyword = self.bytes.get(at..at + 6).ok_or(Odd)?;
            let is_public = keyword.eq_ignore_ascii_case(b"public");
            if !is_public && !keyword.eq_ignore_ascii_case(b"system") {
                return Err(Odd);
            }
            let mut quoted = Vec::new();
            at += 6;
            loop {
                if !is_space(self.byte(at)?) && self.byte(at)? != b'>' {
                    return Err(Odd);
                }
                at = self.spaces(at);
                match self.byte(at)? {
                    b'>' => break,
                    quote @ (b'"' | b'\'') => {
                        let length = memchr(quote, &self.bytes[at + 1..]).ok_or(Odd)?;
                        quoted.push((at + 1, at + 1 + length));
                        at += length + 2;
                    }
                    _ => return Err(Odd),
                }
            }
            match (is_public, quoted.as_slice()) {
                (true, [one]) => public = *one,
                (true, [one, two]) => (public, system) = (*one, *two),
                (false, [one]) => system = *one,
                _ => return Err(Odd),
            }
            // A quotation that has the tag's end in it ends there.
            let inside = [public, system].map(|(a, b)| &self.bytes[a..b]);
            if inside.iter().any(|q| memchr2(b'>', b'\r', q).is_some()) {
                return Err(Odd);
            }
        }
        let named = name.0 < name.1;
        if !named {
            return Err(Odd);
        }
        Ok(self.done(from, at + 1, Piece::Doctype { name, public, system }))
    }

    /// The text of a raw element behind its start tag; the next token is its end tag.
    pub(super) fn raw(&mut self, name: &str, kind: Raw) -> Result<Bytes, Odd> {
        let from = self.at;
        let rest = &self.bytes[from..];
        let ends = |at: &usize| {
            let behind = &rest[at + 2..];
            behind.get(..name.len()).is_some_and(|n| n.eq_ignore_ascii_case(name.as_bytes()))
                && behind.get(name.len()).is_some_and(|b| is_space(*b) || matches!(b, b'/' | b'>'))
        };
        let length = memmem::find_iter(rest, b"</").find(ends).ok_or(Odd)?;
        if kind == Raw::Script
            && let Some(comment) = memmem::find(&rest[..length], b"<!--")
        {
            let inside = &rest[comment..length];
            let opens = |at: usize| {
                inside.get(at..at + 7).is_some_and(|w| w.eq_ignore_ascii_case(b"<script"))
            };
            if memchr_iter(b'<', inside).any(opens) {
                return Err(Odd);
            }
        }
        self.span = (from, from + length);
        self.at = from + length;
        Ok(self.span)
    }
}
