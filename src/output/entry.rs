//! Entries as JSON Lines.

use std::borrow::Cow;

use chrono::NaiveDateTime;
use serde::Serialize;

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
    let line = Line {
        author: entry.author.as_deref(),
        body_html: entry.body_html.as_deref(),
        body_text: entry.body_text.as_deref(),
        captured: captured.map(|t| t.format("%Y-%m-%dT%H:%M:%SZ").to_string()),
        date: entry.date.map(|d| d.to_string()),
        extent: entry.extent.map(|e| e.name()),
        kind: extraction.kind.map(|k| k.name()),
        layout: extraction.layout.as_deref(),
        link: entry.link.as_deref(),
        page,
        tags: entry.tags.as_deref(),
        title: entry.title.as_deref(),
    };
    // Texts and lists of texts are never refused.
    let line = serde_json::to_string(&line).unwrap_or_default();
    match unsteered(&line) {
        Cow::Borrowed(_) => line,
        Cow::Owned(line) => line,
    }
}

/// A line as it is written: by the names of its fields, without those that are not there.
#[derive(Serialize)]
struct Line<'e> {
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body_html: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    body_text: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    captured: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    date: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    extent: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<&'e str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<&'e str>,
    page: &'e str,
    #[serde(skip_serializing_if = "Option::is_none")]
    tags: Option<&'e [String]>,
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'e str>,
}
