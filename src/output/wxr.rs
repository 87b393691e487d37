//! Posts as WXR 1.2, RSS with what WordPress adds to it: Tools, Import, WordPress takes the file.

use std::io::{self, Write};

use url::Url;

use super::{About, Posts, xml_text};
use crate::address::name_of;
use crate::harvest::Post;

/// Writes WXR.
pub(crate) struct Wxr<W> {
    out: W,
    /// Posts so far: WordPress wants numbers.
    posts: usize,
}

impl<W: Write> Wxr<W> {
    /// Into `out`, beginning with what it says of the blog.
    ///
    /// # Errors
    /// What the file system says.
    pub fn new(mut out: W, blog: &About) -> io::Result<Wxr<W>> {
        write!(
            out,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<rss version=\"2.0\" \
             xmlns:excerpt=\"http://wordpress.org/export/1.2/excerpt/\" \
             xmlns:content=\"http://purl.org/rss/1.0/modules/content/\" \
             xmlns:dc=\"http://purl.org/dc/elements/1.1/\" \
             xmlns:wp=\"http://wordpress.org/export/1.2/\">\n<channel>\n  <title>{}</title>\n  \
             <link>{home}</link>\n  <description></description>\n  \
             <wp:wxr_version>1.2</wp:wxr_version>\n  \
             <wp:base_site_url>{home}</wp:base_site_url>\n  \
             <wp:base_blog_url>{home}</wp:base_blog_url>\n",
            xml_text(&blog.title),
            home = xml_text(&blog.home),
        )?;
        Ok(Wxr { out, posts: 0 })
    }
}

impl<W: Write> Posts for Wxr<W> {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        self.posts += 1;
        let out = &mut self.out;
        let link = xml_text(&post.link);
        writeln!(out, "  <item>")?;
        writeln!(out, "    <title>{}</title>", xml_text(post.title.as_deref().unwrap_or("")))?;
        writeln!(out, "    <link>{link}</link>\n    <guid isPermaLink=\"true\">{link}</guid>")?;
        if let Some(day) = post.date {
            writeln!(out, "    <pubDate>{}</pubDate>", day.format("%a, %d %b %Y 00:00:00 +0000"))?;
            writeln!(out, "    <wp:post_date>{day} 00:00:00</wp:post_date>")?;
            writeln!(out, "    <wp:post_date_gmt>{day} 00:00:00</wp:post_date_gmt>")?;
        }
        if let Some(author) = &post.author {
            writeln!(out, "    <dc:creator>{}</dc:creator>", xml_text(author))?;
        }
        let name = Url::parse(&post.link).map(|u| name_of(&u)).unwrap_or_default();
        let body = post.body_html.as_deref().or(post.body_text.as_deref()).unwrap_or("");
        writeln!(out, "    <content:encoded>{}</content:encoded>", xml_text(body))?;
        writeln!(out, "    <wp:post_id>{}</wp:post_id>", self.posts)?;
        writeln!(out, "    <wp:post_name>{}</wp:post_name>", xml_text(&name))?;
        writeln!(out, "    <wp:status>publish</wp:status>\n    <wp:post_type>post</wp:post_type>")?;
        for tag in post.tags.iter().flatten() {
            let tag = xml_text(tag);
            writeln!(out, "    <category domain=\"post_tag\" nicename=\"{tag}\">{tag}</category>")?;
        }
        writeln!(out, "  </item>")
    }

    fn finish(&mut self) -> io::Result<()> {
        writeln!(self.out, "</channel>\n</rss>")?;
        self.out.flush()
    }
}
