//! Posts in one of the forms, as one opens it.

use std::fmt;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

use super::atom::Atom;
use super::jsonfeed::JsonFeed;
use super::lines::Lines;
use super::markdown::Markdown;
use super::wxr::Wxr;
use super::{About, Posts};
use crate::harvest::Post;

/// A form that posts have in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// JSON Lines: an object a line, as docs/harvest.schema.json in the repository describes it.
    Lines,
    /// One Atom feed of the full history (RFC 4287, RFC 5005).
    Atom,
    /// A JSON Feed 1.1.
    JsonFeed,
    /// WXR 1.2, for WordPress' import.
    Wxr,
}

named!(Format, "a form of posts");

impl Format {
    /// All forms.
    pub const ALL: [Format; 4] = [Format::Lines, Format::Atom, Format::JsonFeed, Format::Wxr];

    /// The name: what such files' names end with.
    pub fn name(self) -> &'static str {
        match self {
            Format::Lines => "jsonl",
            Format::Atom => "atom",
            Format::JsonFeed => "json",
            Format::Wxr => "wxr",
        }
    }
}

/// Writes posts, one after the other. Feeds of a blog want the newest first.
///
/// ```
/// use feedstone::harvest::Post;
/// use feedstone::output::{About, Format, Writer};
/// let json = r#"{"link":"https://salt.example/brine","from":"page"}"#;
/// let post: Post = serde_json::from_str(json)?;
/// let mut out = Vec::new();
/// let mut lines = Writer::new(Format::Lines, &mut out, &About::default())?;
/// lines.post(&post)?;
/// lines.finish()?;
/// assert_eq!(out, format!("{json}\n").as_bytes());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Writer<W> {
    form: Form<W>,
}

enum Form<W> {
    Lines(Lines<W>),
    Atom(Atom<W>),
    JsonFeed(JsonFeed<W>),
    Wxr(Wxr<W>),
    Markdown(Markdown),
}

impl<W: Write> Writer<W> {
    /// Into `out`, beginning with what the format says of the blog.
    ///
    /// # Errors
    /// What `out` says.
    pub fn new(format: Format, out: W, blog: &About) -> io::Result<Writer<W>> {
        let form = match format {
            Format::Lines => Form::Lines(Lines::new(out)),
            Format::Atom => Form::Atom(Atom::new(out, blog)?),
            Format::JsonFeed => Form::JsonFeed(JsonFeed::new(out, blog)?),
            Format::Wxr => Form::Wxr(Wxr::new(out, blog)?),
        };
        Ok(Writer { form })
    }

    /// Write a post.
    ///
    /// # Errors
    /// What the file system says.
    pub fn post(&mut self, post: &Post) -> io::Result<()> {
        self.posts().post(post)
    }

    /// Write what stands behind the last post.
    ///
    /// # Errors
    /// What the file system says.
    pub fn finish(mut self) -> io::Result<()> {
        self.posts().finish()
    }

    fn posts(&mut self) -> &mut dyn Posts {
        match &mut self.form {
            Form::Lines(to) => to,
            Form::Atom(to) => to,
            Form::JsonFeed(to) => to,
            Form::Wxr(to) => to,
            Form::Markdown(to) => to,
        }
    }
}

impl Writer<File> {
    /// Markdown with front matter, a file a post, into a folder, which is made where it is not
    /// there: for site generators.
    ///
    /// # Errors
    /// What the file system says.
    pub fn markdown(folder: &Path) -> io::Result<Writer<File>> {
        Ok(Writer { form: Form::Markdown(Markdown::new(folder)?) })
    }
}

impl<W: Write> Posts for Writer<W> {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        self.posts().post(post)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.posts().finish()
    }
}

impl<W> fmt::Debug for Writer<W> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = match self.form {
            Form::Lines(_) => Format::Lines.name(),
            Form::Atom(_) => Format::Atom.name(),
            Form::JsonFeed(_) => Format::JsonFeed.name(),
            Form::Wxr(_) => Format::Wxr.name(),
            Form::Markdown(_) => "markdown",
        };
        f.debug_tuple("Writer").field(&name).finish()
    }
}
