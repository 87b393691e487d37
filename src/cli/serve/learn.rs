//! `POST /learn`: rules from pages that the client gives, or from the web.

use std::cell::RefCell;
use std::collections::HashMap;

use hyper::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use super::args::Serve;
use super::desk::{PageIn, web};
use super::fault::Fault;
use super::shelf::Shelf;
use crate::Error;
use crate::address::key_of;
use crate::cli::files::write_whole;
use crate::cli::learn::{report, why_not};
use crate::cli::standing::standing;
use crate::error::Kind;
use crate::feed::looks_like_feed;
use crate::learn::{self, Blog};
use crate::rule::xml;
use crate::source::http::{Http, Options};
use crate::source::{Response, Source};

/// The type of a feed whose text is decoded.
pub(super) const XML: Option<&str> = Some("application/xml; charset=utf-8");

/// Longest name of a rule file.
const LONGEST_NAME: usize = 100;

/// What is to be learned, from what.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct LearnIn {
    /// The home page's address.
    blog: String,
    feed: Option<String>,
    /// Home page, feed, posts; without them the web is asked.
    pages: Option<Vec<PageIn>>,
    /// Save the rules under this name.
    save: Option<String>,
}

/// Learns for clients.
pub(super) struct Learner {
    shelf: std::sync::Arc<Shelf>,
    allow_private: bool,
    contact: Option<String>,
}

impl Learner {
    pub fn new(args: &Serve, shelf: std::sync::Arc<Shelf>) -> Learner {
        Learner { shelf, allow_private: args.allow_private, contact: args.contact.clone() }
    }

    pub fn learn(&self, asked: LearnIn) -> Result<Value, Fault> {
        web(&asked.blog)?;
        asked.feed.iter().try_for_each(|feed| web(feed).map(|_| ()))?;
        asked.save.iter().try_for_each(|name| may_name(name))?;
        match asked.pages {
            Some(pages) => {
                let given = Given::of(pages)?;
                let learned = self.from(&given, &asked.blog, asked.feed, asked.save);
                let wanted = given.wanted.into_inner();
                match learned {
                    Ok(mut learned) => {
                        learned["wanted"] = wanted.into();
                        Ok(learned)
                    }
                    Err(fault) => Err(Fault { wanted, ..fault }),
                }
            }
            None => {
                let http = self.http().map_err(|e| Fault::internal(e.to_string()))?;
                self.from(&http, &asked.blog, asked.feed, asked.save)
            }
        }
    }

    /// The web, as a client may use it: what it names is not the user's word. It may be in no
    /// private network and has no login, unless all may.
    fn http(&self) -> Result<Http, Error> {
        let mut options = Options {
            robots: true,
            allow_private: self.allow_private,
            named: Some(Vec::new()),
            ..Options::default()
        };
        if let Some(contact) = &self.contact {
            options.user_agent.push_str(&format!(" (+{contact})"));
        }
        Http::new(options)
    }

    fn from(
        &self,
        source: &dyn Source,
        home: &str,
        feed: Option<String>,
        save: Option<String>,
    ) -> Result<Value, Fault> {
        let blog = Blog::gather(source, home, feed.as_deref(), &mut |_| ());
        let blog = blog.map_err(|e| Fault::learning(&e.into()))?;
        let learned = learn::learn(&blog);
        let told = report(&blog, &learned);
        if learned.wrapper.layouts.is_empty() {
            let nothing = format!("expected posts of the feed on the blog's pages\n{told}");
            return Err(Fault::learning(&Error::new(Kind::Learn, nothing).into()));
        }
        let text = xml::write(&learned.wrapper);
        let mut out = json!({
            "home": learned.wrapper.home, "feed": learned.wrapper.feed,
            "report": told, "rules": text,
        });
        if let Some(name) = save {
            let place = self.shelf.place(&name);
            let old = standing(&place, "").map_err(|e| stands(&e))?;
            let kept = why_not(&text, old.as_ref(), &blog, &learned);
            if let Some(why) = kept.map_err(|e| Fault::internal(e.to_string()))? {
                return Err(stands(&anyhow::anyhow!("{name}: {why}")));
            }
            write_whole(&place, |w| Ok(w.write_all(text.as_bytes())?))
                .map_err(|e| Fault::internal(crate::cli::talk::told(&e)))?;
            self.shelf.forget();
            out["saved"] = name.into();
        }
        Ok(out)
    }
}

/// Why a file is not written over.
fn stands(e: &anyhow::Error) -> Fault {
    let message = format!("expected a name that is free, or worse rules of this blog: {e}");
    let next = "save them under another name, or leave `save` out and keep `rules` yourself";
    Fault::new(StatusCode::CONFLICT, "rules", message, next)
}

/// An error for names that could lead out of the folder, or be hidden in it.
fn may_name(name: &str) -> Result<(), Fault> {
    let plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_');
    let first = name.chars().next().is_some_and(|c| c.is_ascii_alphanumeric());
    if first && name.len() <= LONGEST_NAME && name.chars().all(plain) {
        return Ok(());
    }
    let message = format!("expected a name of letters, digits, `.`, `-` and `_`, found {name:?}");
    Err(Fault::request(message, "give `save` as a plain name: blog.example"))
}

/// Pages that a client gave.
struct Given {
    pages: HashMap<String, PageIn>,
    /// Addresses that learning asked for and that were not given.
    wanted: RefCell<Vec<String>>,
}

impl Given {
    fn of(pages: Vec<PageIn>) -> Result<Given, Fault> {
        let keyed = pages.into_iter().map(|p| {
            let url = web(&p.url)?.to_string();
            Ok((key_of(&url).unwrap_or(url), p))
        });
        Ok(Given { pages: keyed.collect::<Result<_, Fault>>()?, wanted: RefCell::default() })
    }
}

impl Source for Given {
    fn get(&self, url: &str) -> Result<Response, Error> {
        let found = key_of(url).and_then(|key| self.pages.get(&key));
        let Some(page) = found else {
            self.wanted.borrow_mut().push(url.to_owned());
            return Err(Error::new(Kind::Fetch, format!("{url}: expected it among the pages")));
        };
        let bytes = page.text.clone().into_bytes();
        let kind = match looks_like_feed(&bytes) {
            true => XML.unwrap_or_default(),
            false => "text/html; charset=utf-8",
        };
        let headers = vec![("content-type".to_owned(), kind.to_owned())];
        Ok(Response { url: page.url.clone(), status: 200, headers, bytes })
    }
}
