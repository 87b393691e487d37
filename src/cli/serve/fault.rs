//! What a client did wrong, or what went wrong for it: one shape for all errors.

use hyper::StatusCode;
use serde_json::{Value, json};

use crate::error::Kind;

/// An error, as clients get it.
#[derive(Debug)]
pub(super) struct Fault {
    pub status: StatusCode,
    /// A word for programs, see `docs/service.openapi.json`.
    pub kind: &'static str,
    /// What was expected and what was found.
    pub message: String,
    /// What to do.
    pub next: String,
    /// Of learning from pages: addresses that were asked for and not given.
    pub wanted: Vec<String>,
}

impl Fault {
    pub fn new(
        status: StatusCode,
        kind: &'static str,
        message: impl Into<String>,
        next: impl Into<String>,
    ) -> Fault {
        Fault { status, kind, message: message.into(), next: next.into(), wanted: Vec::new() }
    }

    /// A request that is none of those known.
    pub fn request(message: impl Into<String>, next: impl Into<String>) -> Fault {
        Fault::new(StatusCode::BAD_REQUEST, "request", message, next)
    }

    /// A body, header or client that is too large by this measure.
    pub fn too_large(most: u64) -> Fault {
        let message = format!("expected a body of at most {most} bytes, found more");
        let next = "send less at once; of pages --max-bytes says the most";
        Fault::new(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message, next)
    }

    /// Too many ask at once.
    pub fn busy() -> Fault {
        let message = "expected a free place, found all taken";
        let next = "ask again in a second, and send fewer requests at once";
        Fault::new(StatusCode::SERVICE_UNAVAILABLE, "busy", message, next)
    }

    /// A mistake of this program.
    pub fn internal(message: impl Into<String>) -> Fault {
        let next = "this is a mistake of feedstone; report it with the request";
        Fault::new(StatusCode::INTERNAL_SERVER_ERROR, "internal", message, next)
    }

    /// What learning came to.
    pub fn learning(e: &anyhow::Error) -> Fault {
        let kind = e.chain().find_map(|c| c.downcast_ref::<crate::Error>()).map(crate::Error::kind);
        let (status, kind, next) = match kind {
            Some(Kind::Fetch) => (
                StatusCode::BAD_GATEWAY,
                "fetch",
                "see that the address is the blog's home page, and that it answers",
            ),
            Some(Kind::Feed) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "feed",
                "give the feed's address as `feed`, and its text among the `pages` where you \
                 give some",
            ),
            Some(Kind::Learn) => (
                StatusCode::UNPROCESSABLE_ENTITY,
                "learn",
                "give more pages: the home page, the feed, the pages of its items",
            ),
            _ => return Fault::internal(crate::cli::talk::told(e)),
        };
        Fault::new(status, kind, crate::cli::talk::told(e), next)
    }

    /// The body of the answer.
    pub fn json(&self) -> Value {
        let mut error = json!({"kind": self.kind, "message": self.message, "next": self.next});
        if !self.wanted.is_empty() {
            error["wanted"] = self.wanted.clone().into();
        }
        json!({ "error": error })
    }
}
