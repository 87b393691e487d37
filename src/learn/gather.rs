//! What is fetched of a blog before learning: home page, feed, and the pages of the items the feed
//! names.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::{LEAST_RECORDS, lists};
use crate::Error;
use crate::address::{address_key, host, idle_parameters, without_parameters};
use crate::error::Kind;
use crate::feed::{self, Feed, Item};
use crate::label::page_links;
use crate::page::{Page, words_of};
use crate::source::{Response, Source};

/// Most entry pages fetched; more teach nothing new and cost the blog's server.
pub const MAX_ENTRIES: usize = 20;

/// A page with its address after redirects.
#[derive(Debug, Clone)]
pub struct Fetched {
    /// Its address.
    pub url: String,
    /// The page.
    pub page: Page,
}

/// The page of a feed item.
#[derive(Debug, Clone)]
pub struct EntryPage {
    /// Index of the item in the feed.
    pub item: usize,
    /// Its address after redirects.
    pub url: String,
    /// The page.
    pub page: Page,
}

/// All that learning reads.
#[derive(Debug, Clone)]
pub struct Blog {
    /// The home page.
    pub home: Fetched,
    /// The feed.
    pub feed: Feed,
    /// Pages of the feed's items, in feed order; items whose page could not be had are left out.
    pub entries: Vec<EntryPage>,
    /// Further lists of the blog that link to items of the feed.
    pub lists: Vec<Fetched>,
    /// What went wrong on the way, in words.
    pub notes: Vec<String>,
}

pub(super) fn page_of(response: &Response) -> Page {
    Page::from_bytes(&response.bytes, response.content_type(), &response.url)
}

/// Fetch a blog: its home page, its feed (found by itself unless given), and the pages of the
/// feed's items.
///
/// `progress` is told what is being fetched. Errors: the home page cannot be had (`Fetch`), or no
/// feed can be read (`Feed`).
pub fn gather(
    source: &dyn Source,
    home_url: &str,
    feed_url: Option<&str>,
    progress: &mut dyn FnMut(&str),
) -> Result<Blog, Error> {
    progress(home_url);
    let home = source.get(home_url)?;
    let page = page_of(&home);
    let mut notes = Vec::new();
    let mut feed = match feed_url {
        Some(url) => {
            progress(url);
            let r = source.get(url)?;
            feed::read(&r.bytes, r.content_type(), &r.url).map_err(|e| e.within(url))?
        }
        None => find_feed(source, &home, &page, &mut notes, progress)?,
    };
    believe_the_page(&mut feed, &home, &page, &mut notes);
    let mut entries = Vec::new();
    let mut seen = Vec::new();
    let own = Url::parse(&home.url).map(|u| address_key(&u)).unwrap_or_default();
    for (item, it) in feed.items.iter().enumerate() {
        if entries.len() >= MAX_ENTRIES {
            break;
        }
        let Some(found) = it.links.iter().find_map(|link| {
            progress(link);
            match source.get(link) {
                Ok(r) if r.is_html() => Some(r),
                Ok(_) => None,
                Err(e) => {
                    notes.push(format!("item {}: {e}", item + 1));
                    None
                }
            }
        }) else {
            continue;
        };
        let key = Url::parse(&found.url).map(|u| address_key(&u)).unwrap_or_default();
        // Some feeds link every item to the home page, or several items to one page.
        if key == own || seen.contains(&key) {
            continue;
        }
        seen.push(key);
        entries.push(EntryPage { item, page: page_of(&found), url: found.url });
    }
    let mut known: Vec<(&Page, &str)> = vec![(&page, home.url.as_str())];
    known.extend(entries.iter().map(|e| (&e.page, e.url.as_str())));
    let mut further = Vec::new();
    for url in lists::addresses(&known, &feed).into_iter().take(lists::MAX_LISTS) {
        progress(&url);
        let Some(list) = source.get(&url).ok().filter(Response::is_html) else { continue };
        let page = page_of(&list);
        if lists::linked(&page, &list.url, &feed) >= LEAST_RECORDS {
            further.push(Fetched { page, url: list.url });
        }
    }
    Ok(Blog { home: Fetched { url: home.url, page }, feed, entries, lists: further, notes })
}

/// Where a feed spells the addresses of its items otherwise than the blog's own pages do, the
/// blog's are put ahead: without what the feed adds to all of them, and as the home page links the
/// title.
fn believe_the_page(feed: &mut Feed, home: &Response, page: &Page, notes: &mut Vec<String>) {
    let Ok(base) = Url::parse(&home.url).map(|u| page.base(&u)) else { return };
    let first = |i: &Item| Url::parse(i.links.first()?).ok();
    let urls: Vec<Url> = feed.items.iter().filter_map(first).collect();
    let idle = idle_parameters(&urls);
    for item in feed.items.iter_mut().filter(|_| !idle.is_empty()) {
        let Some(url) = first(item) else { continue };
        let plain = without_parameters(&url, &idle).to_string();
        item.links.retain(|l| *l != plain);
        item.links.insert(0, plain);
    }
    if !idle.is_empty() {
        notes.push(format!("the feed adds ?{}= to its links; read without", idle.join("=, ?")));
    }
    // A blog that has moved: its feed may name the old host.
    let own_host = host(&base);
    for item in &mut feed.items {
        let Some(mut url) = first(item).filter(|u| host(u) != own_host) else { continue };
        let moved = url.set_scheme(base.scheme()).is_ok() && url.set_host(base.host_str()).is_ok();
        if moved && !item.links.iter().any(|l| l == url.as_str()) {
            item.links.push(url.into());
        }
    }
    // Titles and addresses of the home page's links; a title that links to two places says nothing.
    let mut titled: HashMap<String, Option<(String, String)>> = HashMap::new();
    let mut known: HashSet<String> = HashSet::new();
    for a in page.shown(page.body()).filter(|&a| page.tag(a) == "a" && page.tokens()[a].opens()) {
        let Some(url) = page.attr(a, "href").and_then(|h| base.join(h.trim()).ok()) else {
            continue;
        };
        let key = address_key(&url);
        known.insert(key.clone());
        let text = words_alone(&page.visible(page.inside(a)));
        if host(&url) == host(&base) && !text.is_empty() && url.fragment().is_none() {
            let one = titled.entry(text).or_insert_with(|| Some((key.clone(), url.to_string())));
            if one.as_ref().is_some_and(|o| o.0 != key) {
                *one = None;
            }
        }
    }
    let linked = |i: &Item| {
        i.links.iter().filter_map(|l| Url::parse(l).ok()).any(|u| known.contains(&address_key(&u)))
    };
    let mut spelled = 0;
    for item in feed.items.iter_mut().filter(|i| !linked(i)) {
        let title = words_alone(item.title.as_deref().unwrap_or(""));
        if let Some(Some((_, url))) = titled.get(&title) {
            item.links.insert(0, url.clone());
            spelled += 1;
        }
    }
    if spelled > 0 {
        notes.push(format!("{spelled} items: the home page links their titles to other addresses"));
    }
}

/// The words of a title in lower case: quotes and dashes are set otherwise in feeds than on pages.
fn words_alone(text: &str) -> String {
    let words = words_of(text).into_iter().map(|w| &text[w.start as usize..w.end as usize]);
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// The first of the page's feeds that can be read and has items. A feed whose items are not on this
/// blog's pages is still taken.
fn find_feed(
    source: &dyn Source,
    home: &Response,
    page: &Page,
    notes: &mut Vec<String>,
    progress: &mut dyn FnMut(&str),
) -> Result<Feed, Error> {
    let mut first_error = None;
    let candidates = feed::find(page.text(), &home.url);
    for c in &candidates {
        progress(&c.url);
        let read = source.get(&c.url).and_then(|r| {
            feed::read(&r.bytes, r.content_type(), &r.url).map_err(|e| e.within(&c.url))
        });
        match read {
            Ok(feed) => return Ok(feed),
            Err(e) if e.kind() == Kind::Feed => {
                notes.push(e.to_string());
                first_error.get_or_insert(e);
            }
            Err(_) => {}
        }
    }
    if let Some(feed) = stored_feed(source, home, page) {
        notes.push(format!(
            "no feed that the home page names could be read; taken from the archive: {}",
            feed.url
        ));
        return Ok(feed);
    }
    Err(first_error.unwrap_or_else(|| {
        let tried: Vec<&str> = candidates.iter().take(3).map(|c| c.url.as_str()).collect();
        Error::new(
            Kind::Feed,
            format!(
                "{}: expected a feed, found none (tried {} …); name it with --feed URL",
                home.url,
                tried.join(", ")
            ),
        )
    }))
}

/// Most feeds of an archive that are tried.
const MAX_STORED: usize = 50;

/// Of the feeds that an archive or folder holds, the one with most items that the home page links
/// to.
fn stored_feed(source: &dyn Source, home: &Response, page: &Page) -> Option<Feed> {
    let links: HashSet<String> = page_links(page, &home.url).into_iter().collect();
    let linked = |feed: &Feed| {
        let known = |l: &String| Url::parse(l).is_ok_and(|u| links.contains(&address_key(&u)));
        feed.items.iter().filter(|i| i.links.iter().any(known)).count()
    };
    source
        .pages()
        .filter_map(Result::ok)
        .filter(|r| r.status == 200 && !r.is_html() && feed::looks_like_feed(&r.bytes))
        .take(MAX_STORED)
        .filter_map(|r| feed::read(&r.bytes, r.content_type(), &r.url).ok())
        .map(|f| (linked(&f), f))
        .reduce(|a, b| if b.0 > a.0 { b } else { a })
        .map(|(_, f)| f)
}
