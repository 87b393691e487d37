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
//! Everything starts with a [`source`]: the web, a WARC file, or a folder. [`learn::gather`]
//! fetches what learning needs: the home page, its feed, and the pages of the feed's items.
//! [`learn::learn`] makes a [`Wrapper`] of them, and [`Wrapper::extract`] replays it on any page of
//! the blog.
//!
//! ```
//! use feedstone::{learn, source::dir::Dir};
//!
//! let folder = Dir::open("samples/garden-notes", None)?;
//! let blog = learn::gather(&folder, folder.base(), None, &mut |_| ())?;
//! let wrapper = learn::learn(&blog).wrapper;
//!
//! // A page of 2020, long out of the feed.
//! let post = "2020/10/03/blue-sheet-and-a-brick/";
//! let html = std::fs::read_to_string(format!("samples/garden-notes/{post}index.html"))?;
//! let got = wrapper.extract(&html, &format!("https://garden-notes.example/{post}"));
//! let entry = &got.entries[0];
//! assert_eq!(entry.title.as_deref(), Some("A blue sheet and a brick"));
//! assert_eq!(entry.date.unwrap().to_string(), "2020-10-03");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Rules are saved as XML that people read too, see [`rule::xml`]:
//!
//! ```
//! # use feedstone::{learn, rule::xml, source::dir::Dir};
//! # let folder = Dir::open("samples/garden-notes", None)?;
//! # let blog = learn::gather(&folder, folder.base(), None, &mut |_| ())?;
//! # let wrapper = learn::learn(&blog).wrapper;
//! let text = xml::write(&wrapper);
//! assert_eq!(xml::read(&text)?, wrapper);
//! # Ok::<(), feedstone::Error>(())
//! ```
//!
//! None of this needs a file or a network. Whatever has bytes for an address is a source:
//!
//! ```
//! use feedstone::source::{Response, Source};
//! use feedstone::{Error, Kind, learn};
//!
//! struct Memory(Vec<(&'static str, &'static str)>);
//!
//! impl Source for Memory {
//!     fn get(&self, url: &str) -> Result<Response, Error> {
//!         let none = || Error::new(Kind::Fetch, format!("{url}: no such page"));
//!         let page = self.0.iter().find(|p| p.0 == url).ok_or_else(none)?;
//!         let bytes = page.1.as_bytes().to_vec();
//!         Ok(Response { url: url.to_owned(), status: 200, headers: vec![], bytes })
//!     }
//! }
//!
//! let home = r#"<h1>Salt</h1>
//!   <div class=post><h2><a href=/2>Brine</a></h2><p>Salt and water.</p></div>
//!   <div class=post><h2><a href=/1>Pepper</a></h2><p>From the mill.</p></div>"#;
//! let rss = r#"<rss version="2.0"><channel><title>Salt</title>
//!   <item><title>Brine</title><link>https://salt.example/2</link></item>
//!   <item><title>Pepper</title><link>https://salt.example/1</link></item></channel></rss>"#;
//! let (address, feed) = ("https://salt.example/", "https://salt.example/rss");
//! let salt = Memory(vec![(address, home), (feed, rss)]);
//! let blog = learn::gather(&salt, address, Some(feed), &mut |_| ())?;
//! let wrapper = learn::learn(&blog).wrapper;
//!
//! let older = r#"<h1>Salt</h1>
//!   <div class=post><h2><a href=/0>Water</a></h2><p>From the tap.</p></div>"#;
//! let got = wrapper.extract(older, "https://salt.example/page/2");
//! assert_eq!(got.entries[0].title.as_deref(), Some("Water"));
//! assert_eq!(got.entries[0].link.as_deref(), Some("https://salt.example/0"));
//! assert_eq!(got.entries[0].date, None); // the feed named no days, so none could be learned
//! # Ok::<(), Error>(())
//! ```
//!
//! # Rooms
//!
//! | module | what lives there |
//! |---|---|
//! | [`source`] | where bytes come from: HTTP, a WARC file, a folder. Only here is there I/O |
//! | [`page`] | the data structure: one flat list of tokens that is a sequence and a tree at once |
//! | [`feed`] | finding, repairing and reading feeds |
//! | [`entry`] | what is read: an entry, its fields, the places where they stand |
//! | [`date`] | dates in any language: recognising a known day, reading others with its pattern |
//! | [`label`] | where the feed's items stand on pages |
//! | [`learn`] | from labels to rules; relearning |
//! | [`rule`] | the wrapper, its XML, its regular expressions, and replaying it |
//! | [`tree`] | published tree algorithms on the same list |
//! | [`check`] | what was read, held against witnesses; health |
//! | [`output`] | writers |
//!
//! ARCHITECTURE.md in the repository is the map for those who change the code.
//!
//! # What to rely on
//!
//! * Reading a page never fails and never panics. Feeds and rule files do fail: an [`Error`] with
//!   line and column.
//! * Learning and replaying are pure: no network, no clock, no randomness. The same input gives the
//!   same output.
//! * What is not found is absent, with a reason. No value is ever guessed.
//!
//! # Features
//!
//! * `cli` (default): the command `feedstone`.
//! * `fetch` (default): `source::http`, pages over HTTP(S).
//! * `warc` (default): `source::warc`, pages from WARC files.
//!
//! Without them the package is the core library, which opens no file but those of a folder that
//! [`source::dir`] is asked for.

pub mod address;
pub mod check;
#[cfg(feature = "cli")]
pub mod cli;
pub mod date;
pub mod entry;
pub mod error;
#[cfg(feature = "cli")]
mod export;
pub mod feed;
#[cfg(feature = "harvest")]
pub mod harvest;
pub mod label;
pub mod learn;
pub mod output;
pub mod page;
pub mod rule;
mod share;
pub mod source;
pub mod tree;

pub use entry::Entry;
pub use error::{Error, Kind, Place};
pub use page::Page;
pub use rule::{Extraction, Wrapper};
