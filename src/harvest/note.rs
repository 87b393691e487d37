//! What an answer came to: small enough to be stored for each request, whole enough that a harvest
//! can be rebuilt from all of them in their order.

use serde::{Deserialize, Serialize};

use super::Post;
use super::reading::Reading;
use super::sitemap::Sitemap;
use crate::source::Response;

/// What came of one request. [`Frontier::resume`](super::Frontier::resume) takes all of them in
/// their order.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// The address that was asked.
    pub asked: String,
    pub(super) said: Said,
}

impl Note {
    /// True where there was no answer, or none that counts: asked again, there may be one.
    pub fn is_failure(&self) -> bool {
        matches!(self.said, Said::Failed { .. })
    }
}

/// An answer, as far as a harvest needs it.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(super) enum Said {
    /// No answer, or one that is none.
    Failed { why: String },
    /// The server says that there is no such page, or that it will not show it.
    None { status: u16 },
    /// It redirects.
    Moved { to: String },
    /// As it was the last time.
    Unchanged,
    /// The answer itself: until the rules are learned.
    Whole { url: String, status: u16, kind: Option<String>, body: Bytes },
    /// A page of the blog.
    Read(Box<Reading>),
    /// A sitemap.
    Sitemap(Sitemap),
    /// Posts that the blog names to programs, and how many pages of such there are.
    Posts { posts: Vec<Post>, pages: u32 },
    /// A feed: its items, and where it says that older ones are.
    Feed { posts: Vec<Post>, older: Vec<String> },
    /// Something that is no page.
    Other,
    /// No answer: here an update of a harvest that had ended begins.
    Again,
    /// No answer: a page is at hand at this address.
    AtHand,
}

/// Bytes, in JSON as characters of the same numbers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(from = "String", into = "String")]
pub(super) struct Bytes(pub Vec<u8>);

impl std::convert::From<String> for Bytes {
    fn from(text: String) -> Bytes {
        // A character that is no byte was not written by this program.
        Bytes(text.chars().map(|c| u8::try_from(c).unwrap_or(b'?')).collect())
    }
}

impl std::convert::From<Bytes> for String {
    fn from(bytes: Bytes) -> String {
        bytes.0.into_iter().map(char::from).collect()
    }
}

impl Said {
    pub(super) fn whole(response: &Response) -> Said {
        Said::Whole {
            url: response.url.clone(),
            status: response.status,
            kind: response.content_type().map(str::to_owned),
            body: Bytes(response.bytes.clone()),
        }
    }
}

/// The answer that such a note keeps.
pub(super) fn response(url: &str, status: u16, kind: Option<&str>, body: &Bytes) -> Response {
    let headers = kind.map(|k| ("content-type".to_owned(), k.to_owned())).into_iter().collect();
    Response { url: url.to_owned(), status, headers, bytes: body.0.clone() }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn bytes_come_back_from_json() {
        let body = Bytes((0..=255).collect());
        let said = Said::Whole { url: "u".to_owned(), status: 200, kind: None, body };
        let note = Note { asked: "a".to_owned(), said };
        let json = serde_json::to_string(&note).expect("notes are JSON");
        assert_eq!(serde_json::from_str::<Note>(&json).expect("its own JSON"), note);
    }
}
