//! Where bytes come from: HTTP(S), a WARC file, a saved folder, each behind a feature of its own.
//! Only here (and in `cli`) is there I/O.

#[cfg(feature = "dir")]
pub(crate) mod dir;
#[cfg(feature = "fetch")]
pub(crate) mod http;
#[cfg(feature = "warc")]
pub(crate) mod warc;

use chrono::NaiveDateTime;
use url::Url;

use crate::Error;
use crate::page::Page;

#[cfg(feature = "dir")]
pub use dir::Dir;
#[cfg(feature = "fetch")]
pub use http::{Http, Options as HttpOptions};
#[cfg(feature = "warc")]
pub use warc::Warc;

/// The header that says when a page was captured (RFC 7089), and its form.
pub(crate) const CAPTURED: &str = "memento-datetime";
pub(crate) const CAPTURED_AS: &str = "%a, %d %b %Y %H:%M:%S GMT";

/// What a source gave for a URL.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Response {
    /// The address after redirects: the base of relative links.
    pub url: String,
    /// HTTP status; a saved folder says 200.
    pub status: u16,
    /// Header names (lower case) and values, in order.
    pub headers: Vec<(String, String)>,
    /// The payload, transfer and content codings undone, charset untouched.
    pub bytes: Vec<u8>,
}

impl Response {
    /// An answer: the address after redirects, the HTTP status, and the payload with all codings
    /// but the charset undone. What headers there were is said with
    /// [`with_header`](Self::with_header).
    ///
    /// ```
    /// use feedstone::source::Response;
    /// let page = Response::new("https://salt.example/", 200, "<p>Brine").with_header(
    ///     "Content-Type",
    ///     "text/html",
    /// );
    /// assert_eq!(page.content_type(), Some("text/html"));
    /// ```
    pub fn new(url: impl Into<String>, status: u16, bytes: impl Into<Vec<u8>>) -> Response {
        Response { url: url.into(), status, headers: Vec::new(), bytes: bytes.into() }
    }

    /// The same with one more header.
    pub fn with_header(mut self, name: &str, value: impl Into<String>) -> Response {
        self.headers.push((name.to_ascii_lowercase(), value.into()));
        self
    }

    /// The page that it is: decoded and parsed, which never fails.
    pub fn page(&self) -> Page {
        Page::from_bytes(&self.bytes, self.content_type(), &self.url)
    }

    /// The first header of this name (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The content type with its parameters, if any was sent.
    pub fn content_type(&self) -> Option<&str> {
        self.header("content-type")
    }

    /// When an archive captured it, from the header `memento-datetime` (RFC 7089), which
    /// `source::warc` sets.
    pub fn captured(&self) -> Option<NaiveDateTime> {
        NaiveDateTime::parse_from_str(self.header(CAPTURED)?, CAPTURED_AS).ok()
    }

    /// True where the bytes are an HTML page: by content type, or by their start where the type
    /// says nothing of the kind. Servers of files send `application/octet-stream` for addresses
    /// without an extension, others `text/plain` or XML's own type for XHTML.
    ///
    /// ```
    /// use feedstone::source::Response;
    /// let response = |kind: &str, body: &str| {
    ///     Response::new("https://salt.example/brine", 200, body).with_header("content-type", kind)
    /// };
    /// assert!(response("application/octet-stream", "<!DOCTYPE html><p>Brine").is_html());
    /// assert!(!response("application/octet-stream", "PK zipped").is_html());
    /// assert!(!response("text/xml", "<rss><channel/></rss>").is_html());
    /// ```
    pub fn is_html(&self) -> bool {
        let kind = self.content_type().unwrap_or("").to_ascii_lowercase();
        match kind.split(';').next().unwrap_or("").trim() {
            "text/html" | "application/xhtml+xml" => true,
            "" | "application/octet-stream" | "text/plain" | "text/xml" | "application/xml" => {
                let head = &self.bytes[..self.bytes.len().min(SNIFFED)];
                let head = String::from_utf8_lossy(head).to_ascii_lowercase();
                let starts = head.trim_start_matches('\u{feff}').trim_start().starts_with('<');
                let html = ["<html", "<!doctype html", "<body"].iter().any(|t| head.contains(t));
                let feed = ["<rss", "<feed", "<rdf"].iter().any(|t| head.contains(t));
                starts && html && !feed
            }
            _ => false,
        }
    }
}

/// A header's text. Headers are ASCII by the book, UTF-8 or Latin-1 in life.
#[cfg(any(feature = "fetch", feature = "warc"))]
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    }
}

/// What an answer that is no page means, and what helps.
#[cfg(any(feature = "fetch", feature = "harvest"))]
pub(crate) fn helps(status: u16) -> &'static str {
    match status {
        401 | 407 => {
            "the page needs a login; give it in the address (https://NAME:PASSWORD@…), or what a \
             browser sends with --cookie-file or --header"
        }
        403 | 406 | 451 => {
            "the server will not show the page to this program; ask the owner, \
             or try another user agent (--user-agent)"
        }
        404 | 410 => "there is no such page; check the address",
        429 | 503 => {
            "the server is overloaded or wants fewer requests; try again later, \
             or with a longer pause (--delay)"
        }
        300..=399 => "expected a page, or a `Location` header that says where it is",
        500..=599 => "the server has a fault of its own; try again later",
        _ => "expected a page",
    }
}

/// Bytes of a page's start that tell what it is.
const SNIFFED: usize = 1024;

/// A place pages can be had from.
pub trait Source {
    /// Fetch one address. A page that is not there (404, not in the archive) is an error of kind
    /// `Fetch`.
    fn get(&self, url: &str) -> Result<Response, Error>;

    /// As [`get`](Self::get), but a redirect is followed only where this is true of the address
    /// that it leads to. Sources that lead nowhere but into themselves do as `get` does.
    fn get_within(&self, url: &str, _may: &dyn Fn(&Url) -> bool) -> Result<Response, Error> {
        self.get(url)
    }

    /// Further hosts of the blog that is read, beside those that its home page, its feed and the
    /// feed's items name: learning asks pages of these, too.
    fn also_hosts(&self) -> &[String] {
        &[]
    }

    /// What is wrong with an archive, and where; empty where nothing is, and for other sources.
    fn damages(&self) -> &[String] {
        &[]
    }

    /// Every page the source holds, in its own order; empty for a source that cannot be listed
    /// (HTTP).
    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        Box::new(std::iter::empty())
    }
}
