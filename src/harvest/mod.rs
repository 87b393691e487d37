//! From a blog's address to its whole history: a machine without I/O.
//!
//! [`Frontier`] says which address to ask next and takes what came of it; it has no clock, no
//! socket and no disk. Whoever drives it fetches, waits and stores: the command
//! `feedstone harvest`, a crawler of ten lines, another language.
//!
//! ```
//! use feedstone::harvest::{Event, Frontier, Options};
//! use feedstone::source::{Dir, Source};
//!
//! // A folder stands in for the web.
//! let blog = Dir::open("samples/garden-notes", None)?;
//! let mut options = Options::default();
//! options.stored = true;
//! let mut frontier = Frontier::new(blog.base(), options)?;
//! let mut posts = 0;
//! while let Some(request) = frontier.next() {
//!     let step = frontier.answer(&request.url, blog.get(&request.url));
//!     posts += step.events.iter().filter(|e| matches!(e, Event::Post(_))).count();
//! }
//! assert_eq!(posts, frontier.report().posts);
//! assert!(posts > 10, "more than the feed names: {posts}");
//! # Ok::<(), feedstone::Error>(())
//! ```
//!
//! | file | what |
//! |---|---|
//! | `frontier/` | the machine: what is asked next, what an answer changes |
//! | `gate.rs` | what may be asked: hosts, robots.txt, addresses that are pages |
//! | `reading.rs` | what one page says to a harvest |
//! | `counted.rs` | pages that one post is split over |
//! | `addresses.rs` | every address met, once |
//! | `ways.rs` | ways to posts, each a hypothesis that proves itself |
//! | `posts.rs` | the posts found, each once |
//! | `sitemap.rs` | sitemaps and WordPress' own list of posts |
//! | `note.rs` | what an answer came to, to be stored and replayed |
//! | `report.rs` | is it all, and what is missing |
//! | `reasons.rs` | why it is, why it may not be, why a post was not read |
//! | `bounds.rs` | the numbers of this room |

mod addresses;
mod bounds;
mod counted;
mod frontier;
mod gate;
mod note;
mod posts;
mod reading;
mod reasons;
mod report;
mod sitemap;
mod ways;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};

use crate::entry::{Entry, Extent, Field};
use crate::feed::Item;
use crate::page::Page;
use crate::rule::is_cut;

#[cfg(feature = "cli")]
pub(crate) use counted::Parts;
pub use frontier::{Frontier, Options, Request, Step, Why};
pub use note::Note;
pub use reasons::{Doubt, Loss, Proof};
pub use report::{Report, WayReport};
pub use ways::WayKind;

/// Where a value of a post was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum From {
    /// On the post's own page.
    Page,
    /// On a list page.
    List,
    /// In the feed.
    Feed,
}

named!(From, "where a post was read");

impl From {
    /// All places, the one that counts most first.
    pub const ALL: [From; 3] = [From::Page, From::List, From::Feed];

    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            From::Page => "page",
            From::List => "list",
            From::Feed => "feed",
        }
    }
}

/// One post of the blog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Post {
    /// Its address, absolute.
    pub link: String,
    /// Its title, white space folded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Its day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<NaiveDate>,
    /// Its author's name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub author: Option<String>,
    /// Its tags.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tags: Option<Vec<String>>,
    /// Its text, one line for each block.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body_text: Option<String>,
    /// Its text as HTML, as the page has it: untrusted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body_html: Option<String>,
    /// How much of the text this is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extent: Option<Extent>,
    /// True where the blog asks for a password in the text's place.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withheld: bool,
    /// Where it was read; single values may come from elsewhere, see `parts`.
    pub from: From,
    /// Fields that were read elsewhere than `from`, each with the place.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<(Field, From)>,
    /// Further addresses of the same post.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
}

impl Post {
    fn new(link: String, from: From) -> Post {
        Post {
            link,
            title: None,
            date: None,
            author: None,
            tags: None,
            body_text: None,
            body_html: None,
            extent: None,
            withheld: false,
            from,
            parts: Vec::new(),
            aliases: Vec::new(),
        }
    }

    /// What rules read of a page or record.
    pub(crate) fn of_entry(entry: Entry, link: String, from: From) -> Post {
        Post {
            title: entry.title,
            date: entry.date,
            author: entry.author,
            tags: entry.tags,
            body_text: entry.body_text,
            body_html: entry.body_html,
            extent: entry.extent,
            withheld: entry.withheld,
            ..Post::new(link, from)
        }
    }

    /// What a feed says of an item.
    fn of_item(item: &Item, link: String) -> Post {
        let body = item.body().map(str::to_owned);
        let text = body.as_ref().map(|b| {
            let page = Page::parse(b);
            page.visible_lines(page.body())
        });
        // Some feeds give the beginning where whole texts belong.
        let full = item.content.is_some() && !text.as_deref().is_some_and(is_cut);
        let extent = if full { Extent::Full } else { Extent::Excerpt };
        Post {
            title: item.title.clone(),
            date: item.date.as_ref().map(|d| d.at.date_naive()),
            author: item.authors.first().cloned(),
            tags: Some(item.tags.clone()).filter(|t| !t.is_empty()),
            body_text: text,
            extent: body.as_ref().map(|_| extent),
            body_html: body,
            ..Post::new(link, From::Feed)
        }
    }

    /// True where it has a day or a text: a link with a title may lead anywhere, this is a post.
    fn is_told(&self) -> bool {
        self.date.is_some() || self.body_text.is_some()
    }

    /// True where the whole text is known. An ellipsis at its end may be the author's, but where
    /// few texts were seen to learn from, it may as well be the list's.
    fn is_whole(&self) -> bool {
        self.extent == Some(Extent::Full) && self.body_text.as_deref().is_some_and(|t| !is_cut(t))
    }

    /// Put the text of a further page of the same post behind what there is.
    pub(crate) fn append(&mut self, part: &Post) {
        let join = |whole: &mut Option<String>, part: &Option<String>| {
            let parts = whole.take().into_iter().chain(part.clone());
            *whole = parts.reduce(|a, b| format!("{a}\n{b}"));
        };
        join(&mut self.body_text, &part.body_text);
        join(&mut self.body_html, &part.body_html);
    }

    /// Take from another reading of the same post what this one lacks.
    pub(crate) fn fill(&mut self, other: &Post) {
        let parts = &mut self.parts;
        let mut part = |field| parts.push((field, other.from));
        if self.title.is_none() && other.title.is_some() {
            self.title.clone_from(&other.title);
            part(Field::Title);
        }
        if self.date.is_none() && other.date.is_some() {
            self.date = other.date;
            part(Field::Date);
        }
        if self.author.is_none() && other.author.is_some() {
            self.author.clone_from(&other.author);
            part(Field::Author);
        }
        if self.tags.is_none() && other.tags.is_some() {
            self.tags.clone_from(&other.tags);
            part(Field::Tags);
        }
        // What a list says of a text that is withheld is a notice.
        if self.body_text.is_none() && !self.withheld && other.body_text.is_some() {
            self.body_text.clone_from(&other.body_text);
            self.body_html.clone_from(&other.body_html);
            self.extent = other.extent;
            part(Field::Body);
        }
    }
}

/// What an answer meant.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub enum Event {
    /// The rules are learned (or were given).
    Learned,
    /// A post, for the first time, edited since, or with a value that a list gave later.
    Post(Box<Post>),
    /// Another address of a post.
    Twin {
        /// The address.
        url: String,
        /// The post's own.
        of: String,
    },
    /// A list was read.
    List {
        /// Its address.
        url: String,
        /// Posts it names.
        posts: usize,
        /// Of them, those that were not known.
        new: usize,
    },
    /// A way to posts has ended: nothing is left of it to ask, or it gave nothing for long.
    Ended {
        /// What its pages are.
        way: String,
        /// Its pages that were asked.
        asked: usize,
        /// Posts that only it named when it was asked.
        new: usize,
    },
    /// Something a person should know.
    Warning(String),
}
