//! Entries as JSON Lines.

use chrono::NaiveDateTime;

use super::quote::Object;
use crate::entry::Entry;
use crate::rule::Extraction;

impl Extraction {
    /// Each entry as one line of JSON, without a line end: page, kind, layout, link, title, date,
    /// author, tags, body_text, body_html, extent; where `captured` says when an archive captured
    /// the page (UTC), that behind the page. What was not found is left out, so that absent and
    /// empty stay apart.
    ///
    /// ```
    /// use feedstone::{Entry, Extraction};
    /// let mut entry = Entry::default();
    /// entry.title = Some("Salt & pepper".into());
    /// let mut read = Extraction::default();
    /// read.entries.push(entry);
    /// let lines: Vec<String> = read.json_lines("https://blog.example/", None).collect();
    /// assert_eq!(lines, [r#"{"page":"https://blog.example/","title":"Salt & pepper"}"#]);
    /// ```
    pub fn json_lines(
        &self,
        page: &str,
        captured: Option<NaiveDateTime>,
    ) -> impl Iterator<Item = String> {
        self.entries.iter().map(move |entry| json_line(page, captured, self, entry))
    }
}

fn json_line(
    page: &str,
    captured: Option<NaiveDateTime>,
    extraction: &Extraction,
    entry: &Entry,
) -> String {
    let Entry { body_html, body_text, .. } = entry;
    let size = |body: &Option<String>| body.as_ref().map_or(0, String::len);
    let mut line = Object::new(size(body_html) + size(body_text));
    line.text("author", entry.author.as_deref());
    line.text("body_html", body_html.as_deref());
    line.text("body_text", body_text.as_deref());
    let captured = captured.map(|t| t.format("%Y-%m-%dT%H:%M:%SZ").to_string());
    line.text("captured", captured.as_deref());
    line.text("date", entry.date.map(|d| d.to_string()).as_deref());
    line.text("extent", entry.extent.map(|e| e.name()));
    line.text("kind", extraction.kind.map(|k| k.name()));
    line.text("layout", extraction.layout.as_deref());
    line.text("link", entry.link.as_deref());
    line.text("page", Some(page));
    line.texts("tags", entry.tags.as_deref());
    line.text("title", entry.title.as_deref());
    line.finish()
}
