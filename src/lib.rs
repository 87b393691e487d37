//! feedstone learns from a blog's feed how its pages are built, and reads the whole archive with
//! what it learned.
//!
//! A feed says in clean XML what the newest items of a blog are called, where they stand and when
//! they were written. The blog's pages say the same of every item ever written, but inside a
//! template. Where the feed's items stand on the pages shows what the template means; from that
//! come rules, and the rules read pages that no feed mentions.
//!
//! # A tour
//!
//! Everything starts with a [`source`]: the web, a WARC file, or a folder. [`Wrapper::learn`] asks
//! it for what learning needs (the home page, its feed, the pages of the feed's items), and
//! [`Wrapper::extract`] replays what was learned on any page of the blog.
//!
//! ```
//! use feedstone::{Wrapper, source::Dir};
//!
//! let folder = Dir::open("samples/garden-notes", None)?;
//! let rules = Wrapper::learn(&folder, folder.base())?;
//!
//! // A page of 2020, long out of the feed.
//! let post = "2020/10/03/blue-sheet-and-a-brick/";
//! let html = std::fs::read_to_string(format!("samples/garden-notes/{post}index.html"))?;
//! let got = rules.extract(&html, &format!("https://garden-notes.example/{post}"));
//! let entry = &got.entries[0];
//! assert_eq!(entry.title.as_deref(), Some("A blue sheet and a brick"));
//! assert_eq!(entry.date.unwrap().to_string(), "2020-10-03");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules are XML that people read and edit, too: [`Wrapper::save`] and [`Wrapper::load`] keep them
//! in a file, `to_string` and `parse` in a text.
//!
//! ```
//! # use feedstone::{Wrapper, source::Dir};
//! let rules = Wrapper::load("rules/garden-notes.xml")?;
//! assert_eq!(rules.to_string().parse::<Wrapper>()?, rules);
//! # Ok::<(), feedstone::Error>(())
//! ```
//!
//! None of this needs a file or a network. Whatever has bytes for an address is a source:
//!
//! ```
//! use feedstone::source::{Response, Source};
//! use feedstone::{Error, ErrorKind, Wrapper};
//!
//! struct Memory(Vec<(&'static str, &'static str)>);
//!
//! impl Source for Memory {
//!     fn get(&self, url: &str) -> Result<Response, Error> {
//!         let none = || Error::new(ErrorKind::Fetch, format!("{url}: no such page"));
//!         let page = self.0.iter().find(|p| p.0 == url).ok_or_else(none)?;
//!         Ok(Response::new(url, 200, page.1))
//!     }
//! }
//!
//! let home = r#"<link rel=alternate type=application/rss+xml href=/rss><h1>Salt</h1>
//!   <div class=post><h2><a href=/2>Brine</a></h2><p>Salt and water.</p></div>
//!   <div class=post><h2><a href=/1>Pepper</a></h2><p>From the mill.</p></div>"#;
//! let rss = r#"<rss version="2.0"><channel><title>Salt</title>
//!   <item><title>Brine</title><link>https://salt.example/2</link></item>
//!   <item><title>Pepper</title><link>https://salt.example/1</link></item></channel></rss>"#;
//! let (address, feed) = ("https://salt.example/", "https://salt.example/rss");
//! let rules = Wrapper::learn(&Memory(vec![(address, home), (feed, rss)]), address)?;
//!
//! let older = r#"<h1>Salt</h1>
//!   <div class=post><h2><a href=/0>Water</a></h2><p>From the tap.</p></div>"#;
//! let got = rules.extract(older, "https://salt.example/page/2");
//! assert_eq!(got.entries[0].title.as_deref(), Some("Water"));
//! assert_eq!(got.entries[0].link.as_deref(), Some("https://salt.example/0"));
//! assert_eq!(got.entries[0].date, None); // the feed named no days, so none could be learned
//! # Ok::<(), Error>(())
//! ```
//!
//! The repository's docs/rust.md goes the whole way, from an empty folder to a blog's history.
//!
//! # Where what stands
//!
//! | module | what it is for |
//! |---|---|
//! | the root | [`Wrapper`], the [`Entry`] it reads, the [`Page`] it reads it from, [`Error`] |
//! | [`source`] | where bytes come from: HTTP, WARC files, a folder, and what you write yourself |
//! | [`learn`] | learning step by step: what is fetched, what was found out; learning anew |
//! | [`check`] | what was read, held against witnesses that know nothing of the rules |
//! | [`harvest`] | from a blog's address to its whole history, without I/O |
//! | [`output`] | posts as JSON Lines, Atom, JSON Feed, Markdown, WordPress' import |
//! | [`tree`] | published tree algorithms, for pages of sites without a feed |
//!
//! # What to rely on
//!
//! * Reading a page never fails and never panics. Feeds and rule files do fail: an [`Error`] with
//!   its kind, line and column, and cause.
//! * Learning and replaying are pure: no network, no clock, no randomness. The same input gives the
//!   same output.
//! * What is not found is absent, with a reason ([`Missing`]). No value is ever guessed.
//! * All types are `Send`, `Sync` and `Debug`: one wrapper reads pages on as many threads as there
//!   are.
//! * Of other crates no types stand in signatures but [`Url`] and the days of chrono, which are
//!   here again.
//! * Structs and enums that may grow are `#[non_exhaustive]`: options start from `default()`.
//!   CHANGELOG.md says what changes, docs/api.txt lists all there is.
//!
//! # Features
//!
//! * `dir` (default): [`source::Dir`], pages from saved folders.
//! * `warc` (default): [`source::Warc`], pages from WARC and WACZ files.
//! * `fetch` (default): [`source::Http`], pages over HTTP(S), with rustls.
//! * `harvest` (default): [`harvest`], and the writers of [`output`] for posts.
//! * `cli` (default): the command `feedstone`. A library wants `default-features = false` and what
//!   it needs of the others.
//!
//! Without any the package learns, reads, checks, and does no I/O but for a rule file that it is
//! told to load or save.

#![cfg_attr(docsrs, feature(doc_cfg))]

/// What docs/rust.md shows runs with the tests.
#[cfg(doctest)]
#[doc = include_str!("../docs/rust.md")]
pub struct Guide;

#[macro_use]
mod named;

mod address;
pub mod check;
#[cfg(feature = "cli")]
mod cli;
mod date;
mod entry;
mod error;
#[cfg(feature = "cli")]
mod export;
mod feed;
mod file;
#[cfg(feature = "harvest")]
pub mod harvest;
#[doc(hidden)]
pub mod internals;
mod label;
pub mod learn;
pub mod output;
mod page;
mod rule;
mod share;
pub mod source;
pub mod tree;

pub use chrono::{NaiveDate, NaiveDateTime};
pub use entry::{Entry, Extent, Field, Missing};
pub use error::{Error, Kind as ErrorKind};
pub use page::Page;
pub use rule::{Evidence, Extraction, Known, LayoutKind, Wrapper};
pub use url::Url;
