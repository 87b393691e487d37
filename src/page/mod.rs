//! **The** data structure: a page as one flat list of tokens that is a sequence and a tree at once.
//!
//! ```text
//! token    0      1        2       3      4       5       6      7
//!          <div>  <h2>     Hello   </h2>  <p>     there   </p>   </div>
//! level    0      1        2       1      1       2       1      0
//! region   0..=7  1..=3    2..=2   1..=3  4..=6   5..=5   4..=6  0..=7
//! parent   -      0        1       0      0       4       0      -
//! ```
//!
//! Token `i` has a region `begin..=end`: an element's start tag opens it, its end tag closes it and
//! has the same region; texts, comments and void elements are their own region. This is the region
//! code of TSReC (Li et al. 2006) on every token, so that sequence matching, tree matching and rule
//! replay read one list:
//!
//! * the children of `i` lie inside its region, its next sibling stands at `end + 1`;
//! * `a` is an ancestor of `b` iff `a.begin < b && b <= a.end`: two compares;
//! * a subtree is the slice `begin..=end`.
//!
//! Invariants (kept by the builder, checked by the property tests): regions nest or are disjoint;
//! `parent < i`; a start tag's region ends at its own end tag; levels differ by one between parent
//! and child and never exceed [`MAX_DEPTH`]; spans are byte offsets into [`Page::text`] on
//! character boundaries; a tag the source does not contain (an implied one) has an empty span and
//! never enters a rule.
//!
//! Cost: about 40 bytes a token; building is linear in the text (see `build.rs` for the one bounded
//! exception).

mod barrier;
mod build;
mod counts;
pub mod decode;
mod dump;
mod eights;
mod flatten;
mod grow;
mod html;
mod names;
mod place;
mod places;
mod refs;
mod scan;
mod target;
mod text;
mod walk;

use std::ops::Range;
use std::sync::OnceLock;

use counts::Counts;
use names::Names;
use places::{Places, Worded};

pub use barrier::Barrier;
pub(crate) use barrier::sends_on;
pub(crate) use place::{Contexts, TemplateNames, context_of, is_heading, path_of, record_of};
pub use target::Address;
pub(crate) use target::{Target, resolve};
pub use text::{Word, Words, fold, words_of};
pub(crate) use text::{count_words, hash, is_xml};

/// Deepest nesting kept; a start tag further inside is dropped with its end tag, as browsers do.
pub const MAX_DEPTH: usize = 512;

/// Most bytes of text read from one page; what follows is ignored. Ten times the largest blog page
/// known to us.
pub const MAX_TEXT: usize = 64 << 20;

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Kind {
    /// The start tag of an element with content, or a void element (`begin == end`).
    Start,
    /// The end tag of an element, shown or implied.
    End,
    /// A run of text between two tags, character references decoded.
    Text,
    /// A comment.
    Comment,
    /// The document type.
    Doctype,
}

/// A tag or attribute name as a number: well-known names have the same on all pages, of others
/// compare within one page only, see [`Page::label`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Label(u32);

/// Label of texts, comments and doctypes.
pub const NO_LABEL: Label = Label(u32::MAX);

/// One token of the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// True for a text of white space alone.
    pub blank: bool,
    /// How many elements are around it; 0 for the `html` element.
    pub level: u16,
    /// Tag name; [`NO_LABEL`] for anything else.
    pub label: Label,
    /// First token of the region.
    pub begin: u32,
    /// Last token of the region.
    pub end: u32,
    /// The start tag of the element around it; `u32::MAX` at the top.
    pub parent: u32,
    /// Byte span in [`Page::text`]; empty where the source has no such tag.
    pub span: (u32, u32),
    data: (u32, u32),
}

impl Token {
    /// True where the source does not contain this token (the parser implied it).
    pub fn implied(&self) -> bool {
        self.span.0 == self.span.1
    }

    /// True for a text that is more than white space.
    pub fn is_text(&self) -> bool {
        self.kind == Kind::Text && !self.blank
    }

    /// True for an element's start tag whose element can have content.
    pub fn opens(&self) -> bool {
        self.kind == Kind::Start && self.end > self.begin
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Attr {
    name: Label,
    value: (u32, u32),
}

/// A parsed page. Parsing never fails; see the module's head for shapes and invariants.
///
/// ```
/// let page = feedstone::Page::parse("<h2 class=t>Salt &amp; pepper</h2>");
/// let h2 = (0..page.len()).find(|&i| page.tag(i) == "h2").unwrap();
/// assert_eq!(page.attr(h2, "class"), Some("t"));
/// assert_eq!(page.visible(h2..h2 + 3), "Salt & pepper");
/// assert_eq!(page.source(h2), "<h2 class=t>");
/// ```
#[derive(Debug, Clone)]
pub struct Page {
    text: String,
    tokens: Vec<Token>,
    attrs: Vec<Attr>,
    /// Texts, comments and attribute values that the source writes otherwise than it means them,
    /// one behind the other; see [`DECODED`].
    data: String,
    names: Names,
    body: u32,
    asked: Asked,
}

/// What is made of a page when it is first asked for.
#[derive(Debug, Clone, Default)]
struct Asked {
    places: OnceLock<Places>,
    worded: OnceLock<Worded>,
    counts: OnceLock<Counts>,
}

/// This bit of a place tells that it is one of [`Page::data`]; the others are of [`Page::text`].
const DECODED: u32 = 1 << 31;

/// What stands at a place of the text or of the decoded data.
fn stored<'p>(text: &'p str, data: &'p str, (from, to): (u32, u32)) -> &'p str {
    let (all, bit) = if from & DECODED == 0 { (text, 0) } else { (data, DECODED) };
    all.get((from ^ bit) as usize..(to ^ bit) as usize).unwrap_or("")
}

/// A text without what is beyond [`MAX_TEXT`].
fn cut(text: &str) -> &str {
    let mut end = text.len().min(MAX_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}

/// Longest tag or class that names an element.
const LONGEST_NAME: usize = 60;

impl Page {
    /// Parse decoded text. Never fails; see [`decode::decode`] for bytes.
    pub fn parse(text: &str) -> Page {
        Page::of(cut(text).to_owned())
    }

    fn of(text: String) -> Page {
        grow::grow(text).unwrap_or_else(|text| build::build(&text, true))
    }

    /// Parse with html5ever's tree builder alone, whatever the page: what [`parse`](Self::parse)
    /// is held against.
    #[doc(hidden)]
    pub fn parse_by_html5ever(text: &str) -> Page {
        build::build(cut(text), true)
    }

    /// Did the quick way read this text, or html5ever's? For tests and benchmarks.
    #[doc(hidden)]
    pub fn is_plain(text: &str) -> bool {
        grow::grow(cut(text).to_owned()).is_ok()
    }

    /// Parse with scripting as HTML calls it off: `noscript` holds markup instead of raw text. For
    /// conformance tests.
    #[doc(hidden)]
    pub fn parse_without_scripting(text: &str) -> Page {
        build::build(cut(text), false)
    }

    /// Decode bytes and parse: the usual way in from a [`Response`](crate::source::Response).
    pub fn from_bytes(bytes: &[u8], content_type: Option<&str>, url: &str) -> Page {
        let tld = url::Url::parse(url)
            .ok()
            .and_then(|u| u.host_str().and_then(|h| h.rsplit('.').next().map(str::to_owned)));
        let (mut text, _) = decode::decode(bytes, content_type, tld.as_deref());
        text.truncate(cut(&text).len());
        Page::of(text)
    }

    /// The decoded source; all spans are byte offsets into it.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The flat list.
    #[doc(hidden)]
    pub fn tokens(&self) -> &[Token] {
        &self.tokens
    }

    /// How many tokens there are.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// True for a page without any token.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }

    /// The name behind a label; empty for [`NO_LABEL`].
    #[doc(hidden)]
    pub fn name(&self, label: Label) -> &str {
        self.names.name(label)
    }

    /// The tag name of token `i`; empty where it is no tag.
    pub fn tag(&self, i: usize) -> &str {
        self.name(self.tokens[i].label)
    }

    /// The label of a name, if the page has it.
    #[doc(hidden)]
    pub fn label(&self, name: &str) -> Option<Label> {
        self.names.find(name)
    }

    /// Decoded text of a text token or comment; empty for tags.
    #[doc(hidden)]
    pub fn data(&self, i: usize) -> &str {
        let t = &self.tokens[i];
        match t.kind {
            Kind::Start | Kind::End => "",
            _ => stored(&self.text, &self.data, t.data),
        }
    }

    /// The attributes of a start tag as (name, value), in source order.
    pub fn attrs(&self, i: usize) -> impl Iterator<Item = (&str, &str)> + '_ {
        self.labelled_attrs(i).map(|(name, value)| (self.name(name), value))
    }

    /// The same with the numbers of the names.
    fn labelled_attrs(&self, i: usize) -> impl Iterator<Item = (Label, &str)> + '_ {
        let t = &self.tokens[i];
        let range = if t.kind == Kind::Start { t.data.0 as usize..t.data.1 as usize } else { 0..0 };
        self.attrs[range].iter().map(|a| (a.name, stored(&self.text, &self.data, a.value)))
    }

    /// The value of an attribute of a start tag.
    pub fn attr(&self, i: usize, name: &str) -> Option<&str> {
        self.attr_by_label(i, self.label(name)?)
    }

    /// The first class of start tag `i`.
    #[doc(hidden)]
    pub fn class(&self, i: usize) -> Option<&str> {
        self.attr(i, "class")?.split_ascii_whitespace().next()
    }

    /// An element's name with its first class (`h2.title`), where that has no digits: those tell
    /// entries apart, not templates.
    pub(crate) fn named(&self, i: usize) -> String {
        // What has a meaning in notation is no name, nor what is long.
        let plain = |c: &&str| {
            c.len() <= LONGEST_NAME
                && !c.contains(|c: char| {
                    c.is_whitespace()
                        || c.is_control()
                        || matches!(c, '(' | ')' | '\u{fffe}' | '\u{ffff}')
                })
        };
        let tag = Some(self.tag(i)).filter(plain).unwrap_or("?");
        match self.class(i).filter(plain).filter(|c| !c.contains(|c: char| c.is_ascii_digit())) {
            Some(class) => format!("{tag}.{class}"),
            None => tag.to_owned(),
        }
    }

    pub(crate) fn attr_by_label(&self, i: usize, name: Label) -> Option<&str> {
        let t = &self.tokens[i];
        let range = if t.kind == Kind::Start { t.data.0 as usize..t.data.1 as usize } else { 0..0 };
        self.attrs[range]
            .iter()
            .find(|a| a.name == name)
            .map(|a| stored(&self.text, &self.data, a.value))
    }

    /// The token as the source writes it; empty for implied tags.
    pub fn source(&self, i: usize) -> &str {
        let (a, b) = self.tokens[i].span;
        self.text.get(a as usize..b as usize).unwrap_or("")
    }

    /// The region of the `body` element, or the whole page where there is none.
    #[doc(hidden)]
    pub fn body(&self) -> Range<usize> {
        match self.tokens.get(self.body as usize) {
            Some(t) => t.begin as usize..t.end as usize + 1,
            None => 0..self.tokens.len(),
        }
    }
}
