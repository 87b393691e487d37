//! The feed: what the blog says of its newest items in clean XML.
//!
//! [`find`] lists the feeds a home page names, [`read`] turns bytes into a [`Feed`]. Reading is
//! repair, then feed-rs, then a raw side pass for what feed-rs drops (offsets of dates, guid
//! permalinks, `origLink`, Atom 0.3).

mod discover;
mod raw;
mod read;
mod repair;
mod when;

use chrono::{DateTime, FixedOffset};

pub use discover::{Candidate, How, find};
pub use read::read;
#[cfg(feature = "harvest")]
pub(crate) use repair::reference;

/// True where bytes start as a feed does: cheap, for picking feeds out of an archive. What a page
/// says of feeds, as in the RDF of trackbacks, makes it none.
pub fn looks_like_feed(bytes: &[u8]) -> bool {
    let head = String::from_utf8_lossy(bytes.get(..2048).unwrap_or(bytes)).to_ascii_lowercase();
    let page = ["<!doctype html", "<html"].iter().filter_map(|tag| head.find(tag)).min();
    let head = &head[..page.unwrap_or(head.len())];
    ["<rss", "<feed", "<rdf:rdf", "jsonfeed.org/version"].iter().any(|mark| head.contains(mark))
}

/// A feed as learning wants it: items in feed order, everything resolved and decoded.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Feed {
    /// Where the feed was read from (after redirects).
    pub url: String,
    /// Its format in words: `RSS 2.0`, `Atom 1.0`, `JSON Feed` …
    pub format: String,
    /// The blog's title as plain text.
    pub title: Option<String>,
    /// The blog's home page, absolute.
    pub home: Option<String>,
    /// The language it declares, as written (`en-US`).
    pub language: Option<String>,
    /// Authors named once for the whole feed.
    pub authors: Vec<String>,
    /// The items, in feed order.
    pub items: Vec<Item>,
    /// Addresses of documents with older items, where it names such: `rel=next` and
    /// `rel=prev-archive` (RFC 5005), `next_url` (JSON Feed).
    pub older: Vec<String>,
    /// What had to be repaired, in words, for the user.
    pub repairs: Vec<String>,
}

/// One item of a feed.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Item {
    /// The title as plain text: references decoded (twice where the feed escaped twice), tags
    /// removed, white space folded.
    pub title: Option<String>,
    /// Addresses of the item's page, absolute, the most trusted first: `origLink`, `link
    /// rel=alternate`, permalink guid.
    pub links: Vec<String>,
    /// When it was published.
    pub date: Option<FeedDate>,
    /// When it was last changed, where the feed says so apart from `date`.
    pub updated: Option<FeedDate>,
    /// Names of the authors (no mail addresses).
    pub authors: Vec<String>,
    /// Categories and tags, as a reader sees them (Atom `label` before `term`), each once.
    pub tags: Vec<String>,
    /// The whole body as HTML, where the feed has an element meant for it (`content:encoded`, Atom
    /// `content`), relative links resolved or not.
    pub content: Option<String>,
    /// A summary or description as HTML; where the feed has only this one, it may be the whole body
    /// or a teaser.
    pub summary: Option<String>,
}

impl Item {
    /// The longer of content and summary: what can be sought on pages.
    pub fn body(&self) -> Option<&str> {
        match (&self.content, &self.summary) {
            (Some(c), Some(s)) if s.len() > c.len() => Some(s),
            (Some(c), _) => Some(c),
            (None, s) => s.as_deref(),
        }
    }
}

/// A moment as the feed wrote it.
#[derive(Debug, Clone, PartialEq)]
pub struct FeedDate {
    /// The moment in the offset the feed gave (UTC where it gave none).
    pub at: DateTime<FixedOffset>,
    /// True where the feed wrote an offset or zone of its own.
    pub has_offset: bool,
    /// The text as it stood in the feed, trimmed.
    pub raw: String,
}
