//! Learning without a feed: tree methods say what the feed would have said.
//!
//! The records of the home page (DEPTA, `tree/entries.rs`) give titles, links and days; what the pages behind the links have that others of
//! their template have not (TSReC) gives texts. From there on everything is as with a feed, which these items stand in for: labels, candidates,
//! rules that must be exact on items held out. What comes of it is marked as unsupervised.

use chrono::{NaiveTime, TimeZone, Utc};
use url::Url;

use super::gather::{MAX_ENTRIES, page_of};
use super::{Blog, EntryPage, Fetched, Learned, learn};
use crate::error::{Error, Kind};
use crate::feed::{Feed, FeedDate, Item};
use crate::rule::{Entry, url_key};
use crate::source::Source;
use crate::tree::entries::entries;
use crate::tree::regions;
use crate::tree::tsrec::{Element, Options, content, parts, sequence};

/// Fewest records of a home page that are its entries.
const LEAST: usize = 3;
/// Pages that a page is compared with.
const REFERENCES: usize = 3;
/// Fewest words of a text.
const LEAST_WORDS: usize = 20;

/// Fetch a blog without its feed: the home page, and the pages that its records link to.
///
/// # Errors
/// The home page cannot be had (`Fetch`), or shows no records that look like entries (`Learn`).
pub fn gather_without_feed(source: &dyn Source, home_url: &str, progress: &mut dyn FnMut(&str)) -> Result<Blog, Error> {
    progress(home_url);
    let home = source.get(home_url)?;
    let page = page_of(&home);
    let records = entries(&page, &home.url, None, &regions::Options::default());
    if records.len() < LEAST {
        let what = format!("{}: expected records that look like a blog's entries, found {}", home.url, records.len());
        return Err(Error::new(Kind::Learn, what));
    }
    let mut notes = Vec::new();
    let mut found: Vec<EntryPage> = Vec::new();
    let own = Url::parse(&home.url).map(|u| url_key(&u)).unwrap_or_default();
    for (item, link) in records.iter().enumerate().filter_map(|(k, r)| Some((k, r.link.as_deref()?))).take(MAX_ENTRIES) {
        progress(link);
        match source.get(link) {
            Ok(r) if r.is_html() && Url::parse(&r.url).is_ok_and(|u| url_key(&u) != own) => {
                found.push(EntryPage { item, page: page_of(&r), url: r.url });
            }
            Ok(_) => {}
            Err(e) => notes.push(format!("record {}: {e}", item + 1)),
        }
    }
    let texts = texts(&found);
    let mut items: Vec<Item> = records.iter().map(item_of).collect();
    for (e, text) in found.iter().zip(texts) {
        items[e.item].content = text;
    }
    let feed = Feed { url: String::new(), items, ..Feed::default() };
    Ok(Blog { home: Fetched { url: home.url, page }, feed, entries: found, notes })
}

/// A record as a feed would have it.
fn item_of(e: &Entry) -> Item {
    let date = e.date.map(|d| FeedDate {
        at: Utc.from_utc_datetime(&d.and_time(NaiveTime::MIN)).fixed_offset(),
        has_offset: false,
        raw: d.to_string(),
    });
    Item { title: e.title.clone(), links: e.link.iter().cloned().collect(), date, summary: e.body_html.clone(), ..Item::default() }
}

/// The text of each page that the others lack, as HTML.
fn texts(pages: &[EntryPage]) -> Vec<Option<String>> {
    let sequences: Vec<Vec<Element>> = pages.iter().map(|e| sequence(&e.page)).collect();
    let text = |k: usize| {
        let n = sequences.len();
        let others: Vec<&[Element]> = (1..n).map(|d| sequences[(k + d) % n].as_slice()).take(REFERENCES).collect();
        let page = sequences[k].as_slice();
        let parts = parts(page, &others, &Options::default()).filter(|_| !others.is_empty())?;
        let html: String = content(page, &parts, &Options::default()).into_iter().map(|e| paragraph(&page[e])).collect();
        (crate::page::words_of(&html).len() >= LEAST_WORDS).then_some(html)
    };
    (0..sequences.len()).map(text).collect()
}

fn paragraph(element: &Element) -> String {
    format!("<p>{}</p>\n", quick_xml::escape::escape(element.text().as_str()))
}

/// Learn from such a blog: as [`learn`], every layout marked as unsupervised.
pub fn learn_without_feed(blog: &Blog) -> Learned {
    let mut learned = learn(blog);
    learned.wrapper.layouts.iter_mut().for_each(|l| l.unsupervised = true);
    learned
}
