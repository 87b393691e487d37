//! What one page says to a harvest: the post on it, the records of its list, where its links lead.
//!
//! Time: one replay of the rules, and linear in the page.

use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};

use serde::{Deserialize, Serialize};
use url::Url;

use super::bounds::HEADING_DEPTH;
use super::counted::Parts;
use super::gate::Gate;
use super::{From, Post};
use crate::address::address_key;
use crate::entry::{Entry, Field};
use crate::page::{Kind, Page, context_of, hash};
use crate::rule::{LayoutKind, Wrapper};

/// A link to another page of the blog.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Link {
    /// Where it leads, absolute.
    pub url: String,
    /// True where the page says that it leads to the next or the previous page, or post.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub chained: bool,
    /// On a post's page: a number for the place in the template where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
}

/// What a page says.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Reading {
    /// Its address, after redirects.
    pub url: String,
    /// The address that it says is its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub canonical: Option<String>,
    /// Further pages of the same post, in their order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<String>,
    /// True where the page is itself a further page of another.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub is_part: bool,
    /// Where the post's title links to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub permalink: Option<String>,
    /// True where the page is most likely a list.
    pub list: bool,
    /// What the rules for entries read of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub post: Option<Post>,
    /// The records of the list.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub records: Vec<Post>,
    /// Its links to pages of the blog, each address once, on posts once for each place.
    pub links: Vec<Link>,
    /// Where WordPress answers programs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rest: Option<String>,
}

impl Reading {
    /// Read a page. `post`: its address is that of a post, so that it is read as one even where a
    /// list is likelier.
    pub fn of(wrapper: &Wrapper, gate: &Gate, page: &Page, url: &str, post: bool) -> Reading {
        let own = Url::parse(url).ok();
        let base = own.as_ref().map(|u| page.base(u));
        let got = wrapper.extract_page(page, url);
        let (mut found, mut records) = (None, Vec::new());
        match got.kind {
            Some(LayoutKind::Entry) => found = got.entries.into_iter().next(),
            Some(LayoutKind::List) => records = got.entries,
            None => {}
        }
        if found.is_none() && post {
            found = entry_of(wrapper, page, url);
        }
        let record = |e: Entry| {
            let link = e.link.clone()?;
            Some(Post::of_entry(e, link, From::List))
        };
        let parts = Parts::of(page, own.as_ref(), base.as_ref());
        Reading {
            url: url.to_owned(),
            parts: if found.is_some() { parts.further } else { Vec::new() },
            is_part: parts.is_one,
            canonical: base.as_ref().and_then(|b| page.canonical(b)).map(String::from),
            permalink: found.as_ref().zip(base.as_ref()).and_then(|(e, b)| permalink(page, e, b)),
            list: got.kind == Some(LayoutKind::List),
            post: found.map(|e| Post::of_entry(e, url.to_owned(), From::Page)),
            records: records.into_iter().filter_map(record).collect(),
            links: base.as_ref().map_or(Vec::new(), |b| links(page, b, gate, post)),
            rest: base.as_ref().and_then(|b| rest(page, b)),
        }
    }
}

/// Where the title of an entry links to.
fn permalink(page: &Page, entry: &Entry, base: &Url) -> Option<String> {
    let title = entry.place(Field::Title)?.start;
    let around = std::iter::once(title).chain(page.ancestors(title)).take(HEADING_DEPTH);
    let link = around.into_iter().find(|&i| page.tag(i) == "a")?;
    Some(base.join(page.attr(link, "href")?.trim()).ok()?.into())
}

/// The best that the rules for entries read of a page.
fn entry_of(wrapper: &Wrapper, page: &Page, url: &str) -> Option<Entry> {
    let readings = wrapper.readings(page, url).into_iter();
    let best = readings
        .filter(|r| r.kind == LayoutKind::Entry)
        .max_by(|a, b| a.score().total_cmp(&b.score()))?;
    let entry = best.entries.into_iter().next()?;
    let read =
        [entry.title.is_some(), entry.body_text.is_some(), entry.place(Field::Date).is_some()];
    (read.into_iter().filter(|r| *r).count() >= 2).then_some(entry)
}

/// The page's links to pages of the blog.
fn links(page: &Page, base: &Url, gate: &Gate, post: bool) -> Vec<Link> {
    let own = address_key(base);
    let mut seen: HashMap<(String, Option<u32>), usize> = HashMap::new();
    let mut out: Vec<Link> = Vec::new();
    for i in 0..page.len() {
        if page.tokens()[i].kind != Kind::Start || !matches!(page.tag(i), "a" | "link" | "area") {
            continue;
        }
        let chained = ["next", "prev", "previous"].iter().any(|r| page.has_word(i, "rel", r));
        if page.tag(i) == "link" && !chained {
            continue;
        }
        let Some(mut url) = page.attr(i, "href").and_then(|h| base.join(h.trim()).ok()) else {
            continue;
        };
        url.set_fragment(None);
        if !gate.may_be_page(&url) {
            continue;
        }
        let key = address_key(&url);
        if key == own {
            continue;
        }
        // On posts' pages an address counts in each place that it stands in.
        let place = post.then(|| place_of(page, i));
        match seen.entry((key, place)) {
            Vacant(new) => {
                new.insert(out.len());
                out.push(Link { url: url.into(), chained, place });
            }
            Occupied(known) => out[*known.get()].chained |= chained,
        }
    }
    out
}

/// A number for the place of a tag in its template.
fn place_of(page: &Page, i: usize) -> u32 {
    // Kept in the harvest's state: the same in every build.
    hash(context_of(page, i).bytes()) as u32
}

/// Where WordPress says that programs may ask (`rel="https://api.w.org/"`).
fn rest(page: &Page, base: &Url) -> Option<String> {
    let says = |i: &usize| {
        page.tokens()[*i].kind == Kind::Start
            && page.tag(*i) == "link"
            && page.attr(*i, "rel") == Some("https://api.w.org/")
    };
    let i = (0..page.len()).find(says)?;
    Some(base.join(page.attr(i, "href")?).ok()?.into())
}
