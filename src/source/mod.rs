//! Where bytes come from: HTTP(S), a WARC file, a saved folder, each behind a feature of its own.
//! Only here (and in `cli`) is there I/O.

#[cfg(feature = "dir")]
pub mod dir;
#[cfg(feature = "fetch")]
pub mod http;
#[cfg(feature = "warc")]
pub mod warc;

use crate::Error;

/// What a source gave for a URL.
#[derive(Debug, Clone, PartialEq)]
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
    /// The first header of this name (lower case).
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str())
    }

    /// The content type with its parameters, if any was sent.
    pub fn content_type(&self) -> Option<&str> {
        self.header("content-type")
    }

    /// True where the bytes are an HTML page, by content type, or by their start where there is no
    /// type.
    pub fn is_html(&self) -> bool {
        match self.content_type() {
            Some(t) => {
                let t = t.trim_start().to_ascii_lowercase();
                t.starts_with("text/html") || t.starts_with("application/xhtml+xml")
            }
            None => {
                let head = String::from_utf8_lossy(&self.bytes[..self.bytes.len().min(1024)])
                    .to_ascii_lowercase();
                head.contains("<html") || head.contains("<!doctype html") || head.contains("<body")
            }
        }
    }
}

/// A place pages can be had from.
pub trait Source {
    /// Fetch one address. A page that is not there (404, not in the archive) is an error of kind
    /// `Fetch`.
    fn get(&self, url: &str) -> Result<Response, Error>;

    /// Every page the source holds, in its own order; empty for a source that cannot be listed
    /// (HTTP).
    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        Box::new(std::iter::empty())
    }
}
