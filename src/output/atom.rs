//! Posts as one Atom feed (RFC 4287) of the full history: `fh:complete` (RFC 5005, section 2) says
//! that there is no other document. Every reader that takes a feed's address takes it.

use std::io::{self, Write};

use super::{About, Posts, moment, xml_text};
use crate::entry::Extent;
use crate::harvest::Post;

/// Writes an Atom feed. A post's id is its address, so that it stays the same.
pub(crate) struct Atom<W>(W);

impl<W: Write> Atom<W> {
    /// Into `out`, beginning with what the feed says of the blog.
    ///
    /// # Errors
    /// What the file system says.
    pub fn new(out: W, blog: &About) -> io::Result<Atom<W>> {
        Atom::with(out, blog, "")
    }

    /// The same with further elements of the head, as XML.
    pub(super) fn with(mut out: W, blog: &About, further: &str) -> io::Result<Atom<W>> {
        let lang = blog.lang.as_deref().map(|l| format!(" xml:lang=\"{}\"", xml_text(l)));
        let complete = if blog.complete { "  <fh:complete/>\n" } else { "" };
        write!(
            out,
            "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n\
             <feed xmlns=\"http://www.w3.org/2005/Atom\" \
             xmlns:fh=\"http://purl.org/syndication/history/1.0\"{}>\n  \
             <title>{}</title>\n  <id>{home}</id>\n  \
             <link rel=\"alternate\" type=\"text/html\" href=\"{home}\"/>\n  \
             <updated>{}</updated>\n  <author><name>{}</name></author>\n  \
             <generator>feedstone</generator>\n{complete}{further}",
            lang.unwrap_or_default(),
            xml_text(&blog.title),
            moment(blog.updated),
            xml_text(&blog.title),
            home = xml_text(&blog.home),
        )?;
        Ok(Atom(out))
    }
}

impl<W: Write> Posts for Atom<W> {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        let out = &mut self.0;
        let link = xml_text(&post.link);
        writeln!(out, "  <entry>\n    <id>{link}</id>")?;
        writeln!(out, "    <title>{}</title>", xml_text(post.title.as_deref().unwrap_or("")))?;
        writeln!(out, "    <link rel=\"alternate\" type=\"text/html\" href=\"{link}\"/>")?;
        writeln!(out, "    <updated>{}</updated>", moment(post.date))?;
        if post.date.is_some() {
            writeln!(out, "    <published>{}</published>", moment(post.date))?;
        }
        if let Some(author) = &post.author {
            writeln!(out, "    <author><name>{}</name></author>", xml_text(author))?;
        }
        for tag in post.tags.iter().flatten() {
            writeln!(out, "    <category term=\"{}\"/>", xml_text(tag))?;
        }
        let element = if post.extent == Some(Extent::Full) { "content" } else { "summary" };
        match (&post.body_html, &post.body_text) {
            (Some(html), _) => {
                writeln!(out, "    <{element} type=\"html\">{}</{element}>", xml_text(html))?;
            }
            (None, Some(text)) => {
                writeln!(out, "    <{element} type=\"text\">{}</{element}>", xml_text(text))?;
            }
            (None, None) => {}
        }
        writeln!(out, "  </entry>")
    }

    fn finish(&mut self) -> io::Result<()> {
        writeln!(self.0, "</feed>")?;
        self.0.flush()
    }
}
