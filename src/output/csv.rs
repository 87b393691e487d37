//! Posts as a table (RFC 4180): link, title, date, author, tags, extent, body_text.

use std::io::{self, Write};

use super::Posts;
use crate::entry::Extent;
use crate::harvest::Post;

/// Writes a table.
pub(crate) struct Csv<W: Write>(csv::Writer<W>);

impl<W: Write> Csv<W> {
    /// Into `out`, beginning with the names of the columns.
    ///
    /// # Errors
    /// What the file system says.
    pub fn new(out: W) -> io::Result<Csv<W>> {
        let mut table = csv::Writer::from_writer(out);
        table.write_record(["link", "title", "date", "author", "tags", "extent", "body_text"])?;
        Ok(Csv(table))
    }
}

/// A value that no spreadsheet takes for a formula.
pub(crate) fn plain(value: &str) -> String {
    match value.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        true => format!("'{value}"),
        false => value.to_owned(),
    }
}

impl<W: Write> Posts for Csv<W> {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        let text = |value: &Option<String>| plain(value.as_deref().unwrap_or(""));
        self.0.write_record([
            plain(&post.link),
            text(&post.title),
            post.date.map_or(String::new(), |d| d.to_string()),
            text(&post.author),
            plain(&post.tags.as_deref().unwrap_or_default().join("; ")),
            post.extent.map_or("", Extent::name).to_owned(),
            text(&post.body_text),
        ])?;
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
