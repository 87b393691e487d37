//! What each request asks for and how it is answered.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use http_body_util::{BodyExt, Full, LengthLimitError, Limited};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{self, HeaderValue};
use hyper::{Method, Request, Response, StatusCode};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::timeout;
use url::Url;

use super::args::Serve;
use super::fault::Fault;
use super::guard::{guard, is_of_type};
use super::shelf::Shelf;
use super::{SILENCE, learn};
use crate::Page;
use crate::check::Checker;
use crate::cli::extract::barrier;
use crate::cli::files::MAX_BYTES;
use crate::cli::out::cleaned;
use crate::output::unsteered;

/// The interface, for programs.
const OPENAPI: &str = include_str!("../../../docs/service.openapi.json");

/// Requests with a body that are under way, for each page that is read at once: so that the next is
/// there when one is done.
const MOST_AHEAD: usize = 4;

/// How long a request waits for its turn.
const TURN: Duration = Duration::from_secs(30);

/// How long pages may be worked on; the largest that may come takes a second.
const WORK: Duration = Duration::from_secs(60);

/// How long learning may take: some sixty requests to a blog, one a second.
const LEARNING: Duration = Duration::from_secs(600);

/// How long what is too large is read and thrown away, so that the client hears why.
const DRAINING: Duration = Duration::from_secs(2);

/// What requests need to be answered.
pub(super) struct Desk {
    pub shelf: Arc<Shelf>,
    names: Vec<String>,
    learner: Option<Arc<learn::Learner>>,
    max_bytes: u64,
    /// Requests with a body.
    room: Arc<Semaphore>,
    /// Pages that are read at once.
    readers: Arc<Semaphore>,
    /// Lists of pages are large: one is checked and one is learned from at once.
    checks: Arc<Semaphore>,
    lessons: Arc<Semaphore>,
}

type Answer = Response<Full<Bytes>>;

/// A page in a body, its text decoded.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct PageIn {
    pub url: String,
    pub text: String,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct CheckIn {
    rules: Option<String>,
    feed: Option<String>,
    pages: Vec<PageIn>,
}

impl Desk {
    /// # Errors
    /// Where the folder of rules cannot be read.
    pub fn new(args: &Serve) -> anyhow::Result<Desk> {
        let places = |n| Arc::new(Semaphore::new(n));
        let shelf = Arc::new(Shelf::open(&args.rules)?);
        Ok(Desk {
            learner: args.learn.then(|| Arc::new(learn::Learner::new(args, Arc::clone(&shelf)))),
            shelf,
            names: args.allow_host.clone(),
            max_bytes: args.max_bytes,
            room: places(args.jobs * MOST_AHEAD),
            readers: places(args.jobs),
            checks: places(1),
            lessons: places(1),
        })
    }

    /// The answer to a request, whatever it is.
    pub async fn answer(self: Arc<Self>, request: Request<Incoming>) -> Result<Answer, Infallible> {
        let said = self.said(request).await;
        let (status, text) = match said {
            Ok(text) => (StatusCode::OK, text),
            Err(fault) => (fault.status, unsteered(&fault.json().to_string()).into_owned()),
        };
        let mut answer = Response::new(Full::new(Bytes::from(text)));
        *answer.status_mut() = status;
        let headers = answer.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
        if status == StatusCode::SERVICE_UNAVAILABLE {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        Ok(answer)
    }

    async fn said(&self, request: Request<Incoming>) -> Result<String, Fault> {
        guard(&request, &self.names)?;
        let path = request.uri().path().to_owned();
        match (path.as_str(), request.method()) {
            ("/health" | "/rules" | "/openapi.json", &Method::GET | &Method::HEAD) => {
                let shelf = Arc::clone(&self.shelf);
                let said = tokio::task::spawn_blocking(move || known(&shelf, &path));
                said.await.map_err(|e| Fault::internal(e.to_string()))
            }
            ("/extract", &Method::POST) => self.extract(request).await,
            ("/check", &Method::POST) => self.check(request).await,
            ("/learn", &Method::POST) => self.learn(request).await,
            ("/health" | "/rules" | "/openapi.json", _) => Err(method("GET", &request)),
            ("/extract" | "/check" | "/learn", _) => Err(method("POST", &request)),
            _ => {
                let message = format!("expected a path that is known, found {path:?}");
                let next = "GET /openapi.json describes all paths";
                Err(Fault::new(StatusCode::NOT_FOUND, "request", message, next))
            }
        }
    }

    async fn extract(&self, request: Request<Incoming>) -> Result<String, Fault> {
        is_of_type(request.headers(), &["text/html", "application/xhtml+xml"])?;
        let asked = Asked::of(&request)?;
        let (rules, shelf) = (asked.rules.clone(), Arc::clone(&self.shelf));
        let place = self.place()?;
        let kind = request.headers().get(header::CONTENT_TYPE);
        let kind = kind.and_then(|k| k.to_str().ok()).map(str::to_owned);
        let body = body(request, self.max_bytes).await?;
        work(&self.readers, place, WORK, move || {
            let (name, rules) = shelf.of(&asked.url, rules.as_deref())?;
            let url = asked.url.as_str();
            let page = Page::from_bytes(&body, kind.as_deref(), url);
            let mut got = rules.extract_page(&page, url);
            if asked.sanitize {
                for entry in &mut got.entries {
                    entry.body_html = entry.body_html.as_deref().map(cleaned);
                }
            }
            let barred = barrier(&page, &got, true);
            if barred.is_some() {
                got.entries.clear();
            }
            let entries: Vec<String> = got.json_lines(url, None).collect();
            let mut head = json!({
                "page": url, "rules": name, "layout": got.layout,
                "kind": got.kind.map(|k| k.name()), "why": got.why,
            });
            if let Some(barred) = barred {
                head["barred"] = barred.told().into();
            }
            let head = unsteered(&head.to_string()).into_owned();
            // The lines as `extract` prints them.
            Ok(format!("{},\"entries\":[{}]}}", &head[..head.len() - 1], entries.join(",")))
        })
        .await
    }

    async fn check(&self, request: Request<Incoming>) -> Result<String, Fault> {
        is_of_type(request.headers(), &["application/json"])?;
        let place = self.place()?;
        let asked: CheckIn = from_json(&body(request, MAX_BYTES).await?)?;
        let shelf = Arc::clone(&self.shelf);
        work(&self.checks, place, WORK, move || {
            let Some(first) = asked.pages.first() else {
                return Err(Fault::request("expected at least one page, found none", PAGES));
            };
            let urls: Result<Vec<Url>, Fault> = asked.pages.iter().map(|p| web(&p.url)).collect();
            urls?;
            let (name, rules) = shelf.of(&web(&first.url)?, asked.rules.as_deref())?;
            let mut checker = Checker::new(&rules);
            if let Some(feed) = &asked.feed {
                let feed = crate::feed::read(feed.as_bytes(), learn::XML, &rules.feed);
                checker.hear(&feed.map_err(|e| Fault::learning(&e.within("feed").into()))?);
            }
            for page in &asked.pages {
                checker.read(&Page::parse(&page.text), &page.url);
            }
            let pages: Vec<Value> = checker.finish().iter().map(crate::cli::check::line).collect();
            Ok(unsteered(&json!({ "rules": name, "pages": pages }).to_string()).into_owned())
        })
        .await
    }

    async fn learn(&self, request: Request<Incoming>) -> Result<String, Fault> {
        let Some(learner) = self.learner.clone() else {
            let message = "expected a service that lets its clients learn, found one that does not";
            let next = "start it as `feedstone serve --learn`, or learn with `feedstone learn`";
            return Err(Fault::new(StatusCode::FORBIDDEN, "forbidden", message, next));
        };
        is_of_type(request.headers(), &["application/json"])?;
        let place = self.place()?;
        let asked: learn::LearnIn = from_json(&body(request, MAX_BYTES).await?)?;
        work(&self.lessons, place, LEARNING, move || {
            let learned = learner.learn(asked)?;
            Ok(unsteered(&learned.to_string()).into_owned())
        })
        .await
    }

    /// A place for a request with a body.
    fn place(&self) -> Result<OwnedSemaphorePermit, Fault> {
        Arc::clone(&self.room).try_acquire_owned().map_err(|_| Fault::busy())
    }
}

/// What is known without a body.
fn known(shelf: &Shelf, path: &str) -> String {
    let said = match path {
        "/rules" => json!({ "rules": shelf.list() }),
        "/health" => {
            let (rules, faults) = shelf.count();
            let version = env!("CARGO_PKG_VERSION");
            json!({ "status": "ok", "version": version, "rules": rules, "faults": faults })
        }
        _ => return OPENAPI.to_owned(),
    };
    unsteered(&said.to_string()).into_owned()
}

/// What the address of a request to `/extract` says.
struct Asked {
    url: Url,
    rules: Option<String>,
    sanitize: bool,
}

impl Asked {
    fn of(request: &Request<Incoming>) -> Result<Asked, Fault> {
        let next = "POST /extract?url=ADDRESS[&rules=NAME][&sanitize=true], percent-encoded";
        let (mut url, mut rules, mut sanitize) = (None, None, false);
        let query = request.uri().query().unwrap_or_default();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            match (&*name, &*value) {
                ("url", address) => url = Some(web(address)?),
                ("rules", name) => rules = Some(name.to_owned()),
                ("sanitize", "true") => sanitize = true,
                ("sanitize", "false") => sanitize = false,
                (name, value) => {
                    let message = format!("expected url, rules or sanitize, found {name}={value}");
                    return Err(Fault::request(message, next));
                }
            }
        }
        let none = || Fault::request("expected the page's address as url, found none", next);
        Ok(Asked { url: url.ok_or_else(none)?, rules, sanitize })
    }
}

/// What a list of pages is.
const PAGES: &str = "send `pages`: a list of objects with `url` and `text`";

/// An address of the web.
pub(super) fn web(address: &str) -> Result<Url, Fault> {
    let is_web = |url: &Url| matches!(url.scheme(), "http" | "https");
    Url::parse(address).ok().filter(is_web).ok_or_else(|| {
        let message = format!("expected an absolute address of the web, found {address:?}");
        Fault::request(message, "give it whole, as https://blog.example/2009/05/")
    })
}

fn method(right: &str, request: &Request<Incoming>) -> Fault {
    let message = format!("expected {right}, found {}", request.method());
    let next = "GET /openapi.json describes all paths";
    Fault::new(StatusCode::METHOD_NOT_ALLOWED, "request", message, next)
}

fn from_json<'b, T: Deserialize<'b>>(body: &'b [u8]) -> Result<T, Fault> {
    let next = "GET /openapi.json describes the body";
    serde_json::from_slice(body)
        .map_err(|e| Fault::request(format!("expected JSON as described: {e}"), next))
}

/// A body, whole.
async fn body(request: Request<Incoming>, most: u64) -> Result<Bytes, Fault> {
    let mut body = request.into_body();
    let too_slow = |_| {
        let message = format!("expected the whole body in {} s", SILENCE.as_secs());
        Fault::new(StatusCode::REQUEST_TIMEOUT, "too_slow", message, "send it at once")
    };
    let said = body.size_hint().lower();
    let read = Limited::new(&mut body, usize::try_from(most).unwrap_or(usize::MAX)).collect();
    let read = async { if said > most { None } else { Some(read.await) } };
    match timeout(SILENCE, read).await.map_err(too_slow)? {
        Some(Ok(whole)) => Ok(whole.to_bytes()),
        Some(Err(e)) if !e.is::<LengthLimitError>() => Err(Fault::request(
            format!("expected a whole body: {e}"),
            "send as many bytes as Content-Length says",
        )),
        _ => {
            let drained = async { while let Some(Ok(_)) = body.frame().await {} };
            let _ = timeout(DRAINING, drained).await;
            Err(Fault::too_large(most))
        }
    }
}

/// Does what takes a core, on a thread of its own, when it is its turn.
async fn work(
    turn: &Arc<Semaphore>,
    place: OwnedSemaphorePermit,
    most: Duration,
    does: impl FnOnce() -> Result<String, Fault> + Send + 'static,
) -> Result<String, Fault> {
    let turn = timeout(TURN, Arc::clone(turn).acquire_owned()).await.map_err(|_| Fault::busy())?;
    let done = tokio::task::spawn_blocking(move || {
        let done = does();
        // Where nobody waits any more the work still takes its place.
        drop((turn, place));
        done
    });
    match timeout(most, done).await {
        Ok(done) => done.map_err(|e| Fault::internal(e.to_string()))?,
        Err(_) => Err(Fault::new(
            StatusCode::GATEWAY_TIMEOUT,
            "too_slow",
            format!("expected an end in {} s", most.as_secs()),
            "send fewer pages at once",
        )),
    }
}
