//! Archives and folders of another day than the feed's, which hold none of the pages that it names.
//! What their lists say of a post stands in for the feed's item; where no list shows what the feed
//! says, the rules are learned without it.
//!
//! Time: linear in the pages that are looked at, [`MOST_READ`] at most.

use std::collections::HashSet;

use chrono::{NaiveTime, TimeZone, Utc};

use super::bounds::{FEW, LEAST_RECORDS};
use super::gather::{MAX_ENTRIES, hosts_of, may_ask};
use super::{Blog, EntryPage, learn};
use crate::address::key_of;
use crate::entry::{Entry, Extent};
use crate::feed::{Feed, FeedDate, Item};
use crate::rule::LayoutKind;
use crate::share::most;
use crate::source::{Response, Source};

/// Most pages of an archive that are read in search of lists, and about how many posts of these are
/// enough to seek the pages of.
const MOST_READ: usize = 2_000;
const MOST_SOUGHT: usize = 1_000;

/// Why a feed that could be read is none of its blog's pages.
const NOT_OF_THESE: &str = "expected a feed of posts that the pages show, found one of others; \
                            learned without it, from the records of the home page";

/// What a feed or a list may say of a post beside its title.
type Says = fn(&Item) -> bool;
const SAID: [Says; 3] =
    [|item| item.date.is_some(), |item| item.body().is_some(), |item| !item.tags.is_empty()];

/// A blog with posts of an archive or folder beside those of its feed, or in their place, where
/// what the feed names is not there.
pub(super) fn completed(
    mut blog: Blog,
    source: &dyn Source,
    progress: &mut dyn FnMut(&str),
) -> Blog {
    add(&mut blog, source, progress);
    let is_stored = || source.pages().next().is_some();
    if !blog.entries.is_empty() || !is_stored() || !learn(&blog).wrapper.layouts.is_empty() {
        return blog;
    }
    match Blog::gather_without_feed(source, &blog.home.url, progress) {
        Ok(mut bare) => {
            bare.notes.insert(0, format!("{}: {NOT_OF_THESE}", blog.feed.url));
            bare.feed = Feed { items: bare.feed.items, ..blog.feed };
            bare
        }
        Err(_) => blog,
    }
}

/// Adds posts that lists of the source name, with their pages, where it has next to none of the
/// feed's.
pub(super) fn add(blog: &mut Blog, source: &dyn Source, progress: &mut dyn FnMut(&str)) {
    let mut pages = source.pages().take(MOST_READ).filter_map(Result::ok).peekable();
    if blog.entries.len() >= FEW || pages.peek().is_none() {
        return;
    }
    let mut items = named_by_lists(blog, pages, progress);
    // Those of which lists say as much as the feed of its own are as good as these.
    let of_feed = &blog.feed.items[..];
    let is_usual = |says: &Says| most(of_feed.iter().filter(|i| says(i)).count(), of_feed.len());
    let usual: Vec<Says> = SAID.into_iter().filter(is_usual).collect();
    items.sort_by_key(|item| usual.iter().filter(|says| !says(item)).count());
    if !blog.entries.is_empty() {
        items.retain(|item| usual.iter().all(|says| says(item)));
    }
    let pages = blog.entries.iter().map(|e| &e.url).chain([&blog.home.url]);
    let mut seen: HashSet<String> = pages.filter_map(|url| key_of(url)).collect();
    for item in items {
        if blog.entries.len() >= MAX_ENTRIES {
            break;
        }
        let page = item.links.first().and_then(|link| source.get(link).ok());
        // What is gone may lead to the home page.
        let is_own = |r: &Response| key_of(&r.url).is_some_and(|key| seen.insert(key));
        if let Some(r) = page.filter(|r| r.status == 200 && r.is_html()).filter(is_own) {
            let entry = EntryPage { item: blog.feed.items.len(), page: r.page(), url: r.url };
            blog.entries.push(entry);
            blog.feed.items.push(item);
            blog.older += 1;
        }
    }
    if blog.older > 0 {
        blog.notes.push(format!(
            "expected the pages of the feed's items, found {}; learned from those of {} older \
             posts, too, that lists name",
            blog.entries.len() - blog.older,
            blog.older
        ));
    }
}

/// Posts that lists among some pages name and the feed does not.
fn named_by_lists(
    blog: &Blog,
    pages: impl Iterator<Item = Response>,
    progress: &mut dyn FnMut(&str),
) -> Vec<Item> {
    let wrapper = learn(blog).wrapper;
    let mut items = Vec::new();
    if wrapper.layouts.iter().all(|layout| layout.kind != LayoutKind::List) {
        return items;
    }
    let hosts = hosts_of(&blog.feed, Some(&blog.home.url));
    let mut known: HashSet<String> =
        blog.feed.items.iter().flat_map(|i| &i.links).filter_map(|l| key_of(l)).collect();
    for r in pages.filter(|r| r.status == 200 && r.is_html()) {
        progress(&r.url);
        let read = wrapper.extract_page(&r.page(), &r.url);
        if read.kind != Some(LayoutKind::List) || read.entries.len() < LEAST_RECORDS {
            continue;
        }
        // A list never seen may be a menu.
        let is_known = wrapper.layouts.iter().any(|l| read.layout.as_ref() == Some(&l.name));
        let is_told = |e: &Entry| is_known || e.date.is_some() || e.body_text.is_some();
        for entry in read.entries.iter().filter(|e| e.title.is_some() && is_told(e)) {
            let link = entry.link.as_deref().filter(|link| may_ask(&hosts, link));
            if link.and_then(key_of).is_some_and(|key| known.insert(key)) {
                items.push(item_of(entry));
            }
        }
        if items.len() >= MOST_SOUGHT {
            break;
        }
    }
    items
}

/// A record as a feed would have it.
pub(super) fn item_of(e: &Entry) -> Item {
    let date = e.date.map(|d| FeedDate {
        at: Utc.from_utc_datetime(&d.and_time(NaiveTime::MIN)).fixed_offset(),
        has_offset: false,
        raw: d.to_string(),
    });
    let (content, summary) = match e.extent {
        Some(Extent::Full) => (e.body_html.clone(), None),
        _ => (None, e.body_html.clone()),
    };
    Item {
        title: e.title.clone(),
        links: e.link.iter().cloned().collect(),
        date,
        authors: e.author.iter().cloned().collect(),
        tags: e.tags.clone().unwrap_or_default(),
        content,
        summary,
        ..Item::default()
    }
}
