//! Entries as JSON Lines.

use chrono::NaiveDateTime;

use super::unsteered;
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
    let mut map = serde_json::Map::new();
    let mut put = |key: &str, value: Option<serde_json::Value>| {
        if let Some(v) = value {
            map.insert(key.to_owned(), v);
        }
    };
    put("page", Some(page.into()));
    put("captured", captured.map(|t| t.format("%Y-%m-%dT%H:%M:%SZ").to_string().into()));
    put("kind", extraction.kind.map(|k| k.name().into()));
    put("layout", extraction.layout.clone().map(Into::into));
    put("link", entry.link.clone().map(Into::into));
    put("title", entry.title.clone().map(Into::into));
    put("date", entry.date.map(|d| d.to_string().into()));
    put("author", entry.author.clone().map(Into::into));
    put("tags", entry.tags.clone().map(Into::into));
    put("body_text", entry.body_text.clone().map(Into::into));
    put("body_html", entry.body_html.clone().map(Into::into));
    put("extent", entry.extent.map(|e| e.name().into()));
    unsteered(&serde_json::Value::Object(map).to_string()).into_owned()
}
