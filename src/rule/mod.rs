//! The wrapper: what is learned of one blog, and replaying it.
//!
//! A [`Wrapper`] holds layouts; a [`Layout`] is for list pages (many records) or for entry pages
//! (one). A [`FieldRule`] is a start pattern and an end pattern, each a short list of
//! [`TokenPattern`]s (WTM section 4 and 5).
//!
//! | file | what |
//! |---|---|
//! | `bounds.rs` | the numbers of this room |
//! | `matching.rs` | when a pattern matches |
//! | `read.rs` | what one rule gives |
//! | `values.rs` | what of it is the value |
//! | `links.rs` | the address of a post |
//! | `record.rs` | one record read with a layout |
//! | `replay.rs` | a page read with one layout |
//! | `several.rs` | records that show several posts: those of a day |
//! | `layout.rs` | which layout a page has: one score for all readings of it |
//! | `chosen.rs` | what the reading that counts gets beside: a permalink, tags in rows, HTML |
//! | `at_best.rs` | the best reading without those that cannot be it |
//! | `frame.rs` | what is the whole page's: menus, side bars, the footer |
//! | `list/` | lists of a layout never seen, and what lists show besides their fields |
//! | `sister.rs` | tags in a row beside the learned one |
//! | `tag_rows.rs` | tags in rows at the text that no rule reads |
//! | `whole.rs` | whether lists show whole texts, by the own pages of their entries |
//! | `wrapper.rs` | loading, saving, and what a wrapper holds |
//! | `xml/` | the rule file |
//! | `regular.rs` | patterns as regular expressions |
//! | `stalker.rs` | export to the paper's `StalkerRules` |

mod at_best;
mod bounds;
mod chosen;
mod frame;
mod layout;
mod links;
mod list;
mod matching;
mod read;
mod record;
pub mod regular;
mod replay;
mod several;
mod sister;
pub mod stalker;
mod tag_rows;
mod values;
mod whole;
mod wrapper;
pub mod xml;

pub use bounds::{MAX_RECORDS, MOST_IDLE};
pub(crate) use frame::{in_frame, is_frame};
pub use layout::{Reading, Term};
pub use list::{ExtentRule, Sign};
pub(crate) use list::{REST, is_cut, own_links, rest_of_records};
pub(crate) use matching::stop_behind;
pub use matching::{ANY_HEADING, Begin, Matcher};
pub(crate) use read::{in_head, read_field, records, records_from};
pub use replay::Extraction;
pub(crate) use values::{is_beside_tags, outside_of};
pub use whole::{OwnPages, Shown, Texts};
pub use wrapper::Known;

use chrono::NaiveDate;

use crate::address::LinkShape;
use crate::check::Build;
use crate::date;
use crate::entry::Field;

/// Version of the rule file format that this program writes and reads.
pub const FORMAT_VERSION: u32 = 1;

/// What one attribute of a tag must be.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct AttrPattern {
    /// The attribute's name.
    pub name: String,
    /// The test on its value.
    pub test: AttrTest,
}

/// A test on an attribute's value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum AttrTest {
    /// It is there, whatever its value.
    Present,
    /// Its whole value.
    Is(String),
    /// Its value is a list parted by blanks and this is one of them (`class`, `rel`).
    Has(String),
    /// Its value starts so (`post-` for `post-123`).
    Starts(String),
    /// Its value has this in it (`/tag/` for addresses of tags).
    Holds(String),
}

/// One token of a start or end pattern.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TokenPattern {
    /// A start tag with these attributes at least.
    Open {
        /// Tag name; `h*` is a heading of any level (a blog's lists and entry pages often differ in
        /// it alone).
        name: String,
        /// Attributes that must be there.
        attrs: Vec<AttrPattern>,
        /// In a start pattern: what follows stands anywhere inside this element; otherwise directly
        /// behind it.
        around: bool,
    },
    /// An end tag.
    Close {
        /// Tag name.
        name: String,
    },
    /// A text.
    Text(TextTest),
}

/// A test on a text, white space folded.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum TextTest {
    /// Any text.
    Any,
    /// The whole text.
    Is(String),
    /// The text has this in it; the value starts behind it (start pattern) or ends ahead of it (end
    /// pattern).
    Has(String),
}

/// Where a value or a record ends.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct EndPattern {
    /// Tokens that follow the value directly; empty: the value ends with the element that the start
    /// pattern's last tag opens (or, where that tag opens nothing, with the element around it).
    pub tokens: Vec<TokenPattern>,
    /// Nesting level of the first of `tokens`, relative to that of the start pattern's last token;
    /// None: any level (the paper's own reading), and then it may stand anywhere in the record.
    pub level: Option<i16>,
}

/// What of the tokens between start and end is the value.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Value {
    /// Their visible text.
    Text,
    /// Their HTML and visible text.
    Html,
    /// An attribute of the start pattern's last tag.
    Attr(String),
}

/// Where a field is sought.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Scope {
    /// Inside the record; on entry pages, inside the page's body.
    Record,
    /// The last match ahead of the record's end: a heading that serves several records.
    Sticky,
}

/// On how many items a rule was learned and how often it was right (WTM section 4 and 5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Evidence {
    /// Items whose value was found on their page.
    pub seen: u32,
    /// Of them, items that the final rule was made from.
    pub trained: u32,
    /// Of them, items that were held out once: rules made without them were tried on them.
    pub tested: u32,
    /// Of the tested, items that rules made without them read exactly.
    pub exact: u32,
}

/// What the values looked like when the rule was right.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Default)]
pub struct Profile {
    /// Shortest value in characters.
    pub shortest: u32,
    /// Longest value in characters.
    pub longest: u32,
    /// The values, where they were few: the authors of a blog.
    pub known: Vec<String>,
}

/// How to find one field.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FieldRule {
    /// Which field.
    pub field: Field,
    /// Where to look.
    pub scope: Scope,
    /// What the value is.
    pub value: Value,
    /// Tokens directly ahead of the value, outermost first.
    pub start: Vec<TokenPattern>,
    /// Where the value ends: at the first of these that occurs.
    pub ends: Vec<EndPattern>,
    /// True where each match inside the scope is a value (tags).
    pub many: bool,
    /// The sign that parts a value's text into values (tags in one text).
    pub split: Option<char>,
    /// True where some records do without the field.
    pub optional: bool,
    /// For dates: how they are written.
    pub date: Option<date::Pattern>,
    /// On how many items it was learned.
    pub evidence: Evidence,
    /// What its values looked like.
    pub profile: Profile,
    /// The same rule over the page's source, as WTM has it: start and end as regular expressions.
    pub regex: Option<(String, String)>,
}

/// What a layout is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum LayoutKind {
    /// Many records on a page.
    List,
    /// One entry on a page.
    Entry,
}

named!(LayoutKind, "a kind of layout");

impl LayoutKind {
    /// Both kinds.
    pub const ALL: [LayoutKind; 2] = [LayoutKind::List, LayoutKind::Entry];

    /// The name in rule files and output.
    pub fn name(self) -> &'static str {
        match self {
            LayoutKind::List => "list",
            LayoutKind::Entry => "entry",
        }
    }
}

/// Where a record ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum RecordEnd {
    /// With the element that its first tag opens.
    Element,
    /// At the next record's start in the same parent, or with that parent: siblings in a row.
    Sibling,
    /// At the next record's start, wherever that stands (the paper's own reading).
    Next,
}

impl RecordEnd {
    /// The name in rule files.
    pub fn name(self) -> &'static str {
        match self {
            RecordEnd::Element => "element",
            RecordEnd::Sibling => "sibling",
            RecordEnd::Next => "next",
        }
    }
}

/// Where records stand on a list page.
#[derive(Debug, Clone, PartialEq)]
pub struct RecordRule {
    /// The record's first tag, with tags around it where that is needed.
    pub start: Vec<TokenPattern>,
    /// Where a record ends.
    pub ends: RecordEnd,
    /// On how many items it was learned.
    pub evidence: Evidence,
    /// The start as a regular expression over the page's source.
    pub regex: Option<String>,
}

/// Tags that tell pages of a layout from the blog's other pages.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fingerprint {
    /// Tags that all its pages have and the other kind's have not.
    pub has: Vec<TokenPattern>,
}

/// One layout: how pages of one kind are built.
#[derive(Debug, Clone, PartialEq)]
pub struct Layout {
    /// A short name, unique in the file.
    pub name: String,
    /// List or entry pages.
    pub kind: LayoutKind,
    /// What tells its pages from others.
    pub fingerprint: Fingerprint,
    /// For list pages: the records.
    pub record: Option<RecordRule>,
    /// Rules by field; several of one field are tried in order, those of tags all count.
    pub fields: Vec<FieldRule>,
    /// For entry pages: the blog's home page is one of them, it shows the newest post alone.
    pub at_home: bool,
    /// For list pages: which of the bodies are whole.
    pub extent: Option<ExtentRule>,
    /// Pages it was learned from.
    pub pages: u32,
    /// How its pages are built, to know them again.
    pub build: Option<Build>,
    /// The first and the last day of the feed's items when it was learned. None where no days were
    /// known.
    pub span: Option<(NaiveDate, NaiveDate)>,
    /// True where no feed said what is what: the rules were learned from records that tree methods
    /// found.
    pub unsupervised: bool,
}

impl Layout {
    /// The rules that give a field.
    pub fn rules(&self, field: Field) -> impl Iterator<Item = &FieldRule> {
        self.fields.iter().filter(move |r| field.is_given_by(r.field))
    }

    /// True where every entry has the field, by its rules.
    pub fn requires(&self, field: Field) -> bool {
        self.rules(field).any(|r| !r.optional)
    }

    /// True where entries may have titles, by its rules.
    pub(crate) fn has_titles(&self) -> bool {
        self.rules(Field::Title).next().is_some()
    }

    /// True where titles and links are all that it reads.
    pub(crate) fn is_bare(&self) -> bool {
        self.fields.iter().all(|r| matches!(r.field, Field::Title | Field::Link))
    }
}

/// How to read list pages whose layout was not seen in learning: by the blog's own permalinks.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct IndexRule {
    /// Shapes of the permalinks, most frequent first.
    pub shapes: Vec<LinkShape>,
    /// Date patterns seen on the blog, most frequent first.
    pub dates: Vec<date::Pattern>,
    /// True where the day in a permalink is the post's: it was so for the feed's items.
    pub dated: bool,
    /// True where rows of links to tags at a post's text are its tags though no rule reads them:
    /// the feed's posts show none but those that rules read.
    pub tag_rows: bool,
    /// Where the last part of a permalink says the title (`/salt-and-pepper` of "Salt & pepper"):
    /// the least share of its words that the title has, and of the title's words that it has, in
    /// percent.
    pub slug: Option<(u32, u32)>,
    /// Where permalinks stand that are navigation: seen so on entry pages.
    pub navigation: Vec<Navigation>,
}

/// A place where permalinks are navigation: a side bar of recent posts, related ones.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Navigation {
    /// The path of tags, see `page/place.rs`.
    pub path: String,
    /// Most permalinks that an entry page had there: a page with more than twice as many has its
    /// list at an equal path. None, in files that do not say it, is no limit.
    pub most: Option<usize>,
}

impl Navigation {
    /// Whether so many permalinks at the path are no navigation any more, but a list.
    pub(crate) fn is_exceeded_by(&self, links: usize) -> bool {
        self.most.is_some_and(|most| links > most.saturating_mul(2))
    }
}

/// All that was learned of one blog: rules that read its pages.
///
/// ```
/// use feedstone::{Wrapper, source::{Dir, Source}};
/// let rules = Wrapper::load("rules/garden-notes.xml")?;
/// let folder = Dir::open("samples/garden-notes", None)?;
/// let page = folder.get(folder.base())?.page();
/// let got = rules.extract_page(&page, folder.base());
/// assert_eq!(got.entries[0].title.as_deref(), Some("First strawberries"));
/// # Ok::<(), feedstone::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Wrapper {
    /// The blog's home page.
    #[doc(hidden)]
    pub home: String,
    /// The feed it was learned from.
    #[doc(hidden)]
    pub feed: String,
    /// The blog's title, where the feed names it.
    #[doc(hidden)]
    pub title: Option<String>,
    /// Main language of its dates.
    #[doc(hidden)]
    pub lang: Option<String>,
    /// The program that learned it, with its version.
    #[doc(hidden)]
    pub learner: String,
    /// The layouts, list layouts first.
    #[doc(hidden)]
    pub layouts: Vec<Layout>,
    /// Reading of lists in layouts never seen.
    #[doc(hidden)]
    pub index: Option<IndexRule>,
}
