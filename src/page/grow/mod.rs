//! Tokens to the flat list, where the tree can be told from the open elements alone: each token
//! goes to the list's end, an end tag closes the elements that it closes, nothing is moved. That
//! is HTML's tree construction ("in body" and its neighbours) but for what moves nodes: formatting
//! elements closed across blocks, texts in tables outside of their cells, templates, framesets.
//! There, and where [`scan`](super::scan) refuses, the answer is [`Odd`], and `build.rs`, with
//! html5ever's tree builder, reads the page; both give the same list (`tests/html5lib.rs`, the
//! fuzz target `differential`). On corpus/dev nineteen pages of twenty are read here.
//!
//! Names are those of the HTML standard, 13.2.6; the functions for insertion modes go by them.
//!
//! | file | what |
//! |---|---|
//! | `kinds.rs` | what is asked of elements' names |
//! | `texts.rs` | texts, comments, the doctype |
//! | `starts.rs`, `ends.rs` | start tags and end tags |
//! | `tables.rs` | both, in tables |
//! | `formatting.rs` | elements that are opened again: `b`, `i`, `a` … |
//! | `foreign.rs` | pictures and formulas |
//!
//! Time: linear in the text, times the depth (bounded by [`MAX_OPEN`]) where an end tag's element
//! is sought. Space: 40 bytes a token.

mod ends;
mod foreign;
mod formatting;
mod kinds;
mod starts;
mod tables;
mod texts;

use std::ops::Range;

use super::flatten::align_ends;
use super::names::{Names, tag};
use super::refs::{Inside, decode_into, decode_zeros_into, is_plain, plain_from};
use super::scan::{Bytes, Odd, Piece, Raw, RawAttr, Scanner};
use super::{Asked, Attr, DECODED, Kind, Label, NO_LABEL, Page, Token};

use kinds::{IMPLIED, SCOPE, VOID, is};

const NONE: u32 = u32::MAX;
/// Deeper pages are left to `build.rs`, which cuts them.
const MAX_OPEN: usize = 300;
/// More formatting elements wait to be opened again on no page that a person wrote.
const MAX_FORMATTING: usize = 64;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Mode {
    Initial,
    BeforeHtml,
    BeforeHead,
    InHead,
    AfterHead,
    InBody,
    InTable,
    InCaption,
    InColumnGroup,
    InTableBody,
    InRow,
    InCell,
    AfterBody,
    AfterAfterBody,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Space {
    Html,
    Svg,
    MathMl,
}

/// An open element.
#[derive(Debug, Clone, Copy)]
struct Open {
    name: Label,
    space: Space,
    token: u32,
    /// Taken from the stack by its end tag, while elements inside it are open: it is closed with
    /// them, and nothing finds it.
    gone: bool,
}

/// An active formatting element, or a marker.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Formatting {
    Marker,
    Element { name: Label, token: u32 },
}

impl Formatting {
    fn token(self) -> Option<u32> {
        match self {
            Formatting::Marker => None,
            Formatting::Element { token, .. } => Some(token),
        }
    }
}

/// A start tag; its attributes are those of the scanner, or of a token.
#[derive(Debug, Clone, Copy)]
struct Tag {
    name: Label,
    closed: bool,
}

type Step<T = ()> = Result<T, Odd>;

struct Grower<'t> {
    text: &'t str,
    scanner: Scanner<'t>,
    names: Names,
    tokens: Vec<Token>,
    attrs: Vec<Attr>,
    /// What the source writes otherwise than it means it.
    data: String,
    /// Bytes of the source with nothing in them that may mean something else.
    plain: Range<usize>,
    open: Vec<Open>,
    formatting: Vec<Formatting>,
    mode: Mode,
    quirks: Option<bool>,
    form: u32,
    ignore_line_end: bool,
    /// End tags of the source, in order.
    ends: Vec<(Label, (u32, u32))>,
    /// Comments behind the body and behind all.
    late: [Vec<Token>; 2],
    /// Bytes of texts that were joined: bounded by the text.
    joined: usize,
    body: u32,
}

/// The page of a text, where it can be told here; else the text.
pub(super) fn grow(text: String) -> Result<Page, String> {
    match grown(&text) {
        Ok(page) => Ok(Page { text, ..page }),
        Err(Odd) => Err(text),
    }
}

/// All of a page but its text.
fn grown(text: &str) -> Result<Page, Odd> {
    let mut grower = Grower {
        text,
        scanner: Scanner::new(text),
        names: Names::default(),
        tokens: Vec::with_capacity(text.len() / 20),
        attrs: Vec::with_capacity(text.len() / 50),
        data: String::new(),
        plain: 0..0,
        open: Vec::with_capacity(32),
        formatting: Vec::new(),
        mode: Mode::Initial,
        quirks: Some(true),
        form: NONE,
        ignore_line_end: false,
        ends: Vec::with_capacity(text.len() / 60),
        late: [Vec::new(), Vec::new()],
        joined: 0,
        body: NONE,
    };
    while grower.step()? {}
    grower.end();
    let Grower { mut tokens, attrs, data, names, ends, body, .. } = grower;
    align_ends(&mut tokens, &ends);
    let text = String::new();
    Ok(Page { text, tokens, attrs, data, names, body, asked: Asked::default() })
}

impl<'t> Grower<'t> {
    /// Take one token of the source. False at its end.
    fn step(&mut self) -> Step<bool> {
        let piece = self.scanner.next(&mut self.names)?;
        let ignore = std::mem::take(&mut self.ignore_line_end);
        if self.scanner.zeros {
            self.look_at_zeros(&piece, ignore)?;
        }
        match piece {
            Piece::Text => {
                let data = self.value(self.scanner.span, Inside::Text);
                self.text_in(data, ignore)?;
            }
            Piece::Start { name, closed } => self.start_in(Tag { name, closed })?,
            Piece::End { name } => {
                self.ends.push((name, self.span()));
                self.end_in(name)?;
            }
            Piece::Comment { data } => self.comment(data)?,
            Piece::Doctype { name, public, system } => self.doctype(name, public, system)?,
            Piece::Eof => {
                self.at_eof();
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// U+0000 is told where it is passed over or stands for a sign that is not known: in texts of
    /// the body, in comments, raw text and values of attributes.
    #[cold]
    fn look_at_zeros(&self, piece: &Piece, ignores_line_end: bool) -> Step {
        let all = self.scanner.zeros_in(self.scanner.span);
        let values = self.scanner.attrs.iter().map(|a| self.scanner.zeros_in(a.value));
        let is_told = match piece {
            _ if all == 0 => true,
            Piece::Text => !ignores_line_end && self.passes_over_zeros(),
            Piece::Start { .. } => all == values.sum::<usize>(),
            Piece::Comment { .. } | Piece::Eof => true,
            _ => false,
        };
        if is_told { Ok(()) } else { Err(Odd) }
    }

    /// Where the token in work stands.
    fn span(&self) -> (u32, u32) {
        (self.scanner.span.0 as u32, self.scanner.span.1 as u32)
    }

    /// Where a tag that the source does not contain stands.
    fn nowhere(&self) -> (u32, u32) {
        (self.scanner.span.0 as u32, self.scanner.span.0 as u32)
    }

    // ---- values ----

    /// What bytes of the source mean, as a place of `Page::data`.
    fn value(&mut self, (from, to): Bytes, inside: Inside) -> (u32, u32) {
        let zeros = self.scanner.zeros && self.scanner.zeros_in((from, to)) > 0;
        if !zeros && self.is_plain((from, to), inside) {
            return (from as u32, to as u32);
        }
        let source = &self.text[from..to];
        let start = self.data.len();
        let decode = if zeros { decode_zeros_into } else { decode_into };
        decode(&mut self.data, source, inside);
        (start as u32 | DECODED, self.data.len() as u32 | DECODED)
    }

    /// True where the source means what it writes. Mostly values are asked for in their order: one
    /// look ahead serves all up to what it finds.
    fn is_plain(&mut self, (from, to): Bytes, inside: Inside) -> bool {
        if !self.plain.contains(&from) {
            self.plain = from..from + plain_from(&self.text[from..]);
        }
        to <= self.plain.end || inside == Inside::Plain && is_plain(&self.text[from..to], inside)
    }

    fn str(&self, (from, to): (u32, u32)) -> &str {
        super::stored(self.text, &self.data, (from, to))
    }

    // ---- tokens ----

    fn push(&mut self, kind: Kind, name: Label, span: (u32, u32), data: (u32, u32)) -> u32 {
        let i = self.tokens.len() as u32;
        self.tokens.push(Token {
            kind,
            blank: false,
            level: self.open.len() as u16,
            label: name,
            begin: i,
            end: i,
            parent: self.open.last().map_or(NONE, |o| o.token),
            span,
            data,
        });
        i
    }

    fn keep_attrs(&mut self, space: Space) -> (u32, u32) {
        let from = self.attrs.len() as u32;
        for k in 0..self.scanner.attrs.len() {
            let RawAttr { name, value } = self.scanner.attrs[k];
            let value = self.value(value, Inside::Attribute);
            let name = match space {
                Space::Html => name,
                _ => self.foreign_attribute(name, space),
            };
            self.attrs.push(Attr { name, value });
        }
        (from, self.attrs.len() as u32)
    }

    /// Open an element for the tag in work.
    fn insert(&mut self, name: Label) -> Step<u32> {
        let attrs = self.keep_attrs(Space::Html);
        self.insert_at(name, Space::Html, self.span(), attrs)
    }

    /// Open an element that the source does not contain.
    fn insert_phantom(&mut self, name: Label) -> Step<u32> {
        self.names.note(name);
        self.insert_at(name, Space::Html, self.nowhere(), (0, 0))
    }

    fn insert_at(
        &mut self,
        name: Label,
        space: Space,
        span: (u32, u32),
        attrs: (u32, u32),
    ) -> Step<u32> {
        let token = self.push(Kind::Start, name, span, attrs);
        if self.open.len() >= MAX_OPEN {
            return Err(Odd);
        }
        if name == tag::body && self.body == NONE {
            self.body = token;
        }
        self.open.push(Open { name, space, token, gone: false });
        Ok(token)
    }

    /// An element for the tag in work that has no content.
    fn insert_empty(&mut self, name: Label) -> Step<u32> {
        let token = self.insert(name)?;
        if is(name, VOID) {
            self.open.pop();
        } else {
            self.pop();
        }
        Ok(token)
    }

    /// Close the innermost open element, and those around it that are gone.
    fn pop(&mut self) {
        loop {
            let Some(open) = self.open.pop() else { return };
            let end = self.tokens.len() as u32;
            let start = &mut self.tokens[open.token as usize];
            start.end = end;
            let token = Token { kind: Kind::End, end, span: (0, 0), data: (0, 0), ..*start };
            self.tokens.push(token);
            if !self.open.last().is_some_and(|o| o.gone) {
                return;
            }
        }
    }

    /// Close all elements from number `k` of the stack on.
    fn close_from(&mut self, k: usize) {
        while self.open.len() > k {
            self.pop();
        }
    }

    fn append_text(&mut self, data: (u32, u32)) -> Step {
        if data.0 == data.1 {
            return Ok(());
        }
        let text = self.str(data);
        let blank = text.trim_ascii_start().chars().all(char::is_whitespace);
        let span = self.span();
        let Some(last) = self.tokens.last().filter(|last| last.kind == Kind::Text).copied() else {
            let i = self.push(Kind::Text, NO_LABEL, span, data);
            self.tokens[i as usize].blank = blank;
            return Ok(());
        };
        let mut joined = (last.data.0, data.1);
        if last.data.1 != data.0 {
            self.joined += (last.data.1 - last.data.0) as usize;
            if self.joined > self.text.len() {
                return Err(Odd);
            }
            let start = self.data.len();
            let both = [self.str(last.data), self.str(data)].concat();
            self.data.push_str(&both);
            joined = (start as u32 | DECODED, self.data.len() as u32 | DECODED);
        }
        if let Some(t) = self.tokens.last_mut() {
            t.data = joined;
            t.blank &= blank;
            if span.0 <= span.1 && t.span.1 <= span.0 {
                t.span.1 = span.1;
            }
        }
        Ok(())
    }

    /// An element whose inside is text; its end tag is the next token.
    fn insert_raw(&mut self, name: Label, kind: Raw) -> Step {
        let element = self.insert(name)?;
        let ignore = name == tag::textarea;
        let bytes = {
            let name = self.names.name(name).to_owned();
            self.scanner.raw(&name, kind)?
        };
        let inside = if kind == Raw::Text { Inside::Raw } else { Inside::Plain };
        let mut data = self.value(bytes, inside);
        if ignore && self.str(data).starts_with('\n') {
            data.0 += 1;
        }
        if bytes.0 < bytes.1 {
            self.append_text(data)?;
        }
        match self.scanner.next(&mut self.names)? {
            Piece::End { name } => self.ends.push((name, self.span())),
            _ => return Err(Odd),
        }
        debug_assert_eq!(self.open.last().map(|o| o.token), Some(element));
        self.pop();
        Ok(())
    }

    // ---- the stack of open elements ----

    fn current(&self) -> Option<Open> {
        self.open.last().copied()
    }

    fn current_is(&self, name: Label) -> bool {
        self.current().is_some_and(|o| o.name == name && o.space == Space::Html)
    }

    fn current_among(&self, kind: u16) -> bool {
        self.current().is_some_and(|o| o.space == Space::Html && is(o.name, kind))
    }

    /// The open elements that rules see, the innermost first.
    fn seen(&self) -> impl Iterator<Item = (usize, &Open)> {
        self.open.iter().enumerate().rev().filter(|(_, o)| !o.gone)
    }

    fn bounds_scope(open: &Open) -> bool {
        match open.space {
            Space::Html => is(open.name, SCOPE),
            Space::Svg => matches!(open.name, tag::foreign_object | tag::desc | tag::title),
            Space::MathMl => {
                matches!(open.name, tag::mi | tag::mo | tag::mn | tag::ms | tag::mtext)
            }
        }
    }

    /// Where in the stack an element of which `wanted` holds stands, in scope.
    fn in_scope(&self, wanted: impl Fn(Label) -> bool, more: &[Label]) -> Option<usize> {
        for (k, open) in self.seen() {
            if open.space == Space::Html && wanted(open.name) {
                return Some(k);
            }
            let bound = open.space == Space::Html && more.contains(&open.name);
            if bound || Self::bounds_scope(open) {
                return None;
            }
        }
        None
    }

    fn named_in_scope(&self, name: Label) -> Option<usize> {
        self.in_scope(|n| n == name, &[])
    }

    fn in_table_scope(&self, wanted: impl Fn(Label) -> bool) -> Option<usize> {
        let html = self.seen().filter(|(_, o)| o.space == Space::Html);
        for (k, open) in html {
            if wanted(open.name) {
                return Some(k);
            }
            if matches!(open.name, tag::html | tag::table | tag::template) {
                return None;
            }
        }
        None
    }

    fn generate_implied_end_tags(&mut self, except: Label) {
        while self.current_among(IMPLIED) && !self.current_is(except) {
            self.pop();
        }
    }

    /// Close elements up to the innermost with this name.
    fn pop_until(&mut self, wanted: impl Fn(Label) -> bool) {
        let named = |(_, o): &(usize, &Open)| o.space == Space::Html && wanted(o.name);
        let k = self.seen().find(named).map_or(0, |(k, _)| k);
        self.close_from(k);
    }

    fn close_p(&mut self) {
        if let Some(k) = self.in_scope(|n| n == tag::p, &[tag::button]) {
            self.close_from(k);
        }
    }

    fn clear_back_to(&mut self, names: &[Label]) {
        while !self.current().is_some_and(|o| o.space == Space::Html && names.contains(&o.name)) {
            if self.open.len() <= 1 {
                return;
            }
            self.pop();
        }
    }

    fn at_eof(&mut self) {
        while matches!(
            self.mode,
            Mode::Initial | Mode::BeforeHtml | Mode::BeforeHead | Mode::InHead | Mode::AfterHead
        ) {
            if self.leave_mode().is_err() {
                return;
            }
        }
    }

    fn end(&mut self) {
        self.close_from(1);
        for behind in [0, 1] {
            for mut token in std::mem::take(&mut self.late[behind]) {
                let i = self.tokens.len() as u32;
                (token.begin, token.end) = (i, i);
                token.level = self.open.len() as u16;
                token.parent = self.open.last().map_or(NONE, |o| o.token);
                self.tokens.push(token);
            }
            self.close_from(0);
        }
    }
}
