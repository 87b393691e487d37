//! Learning without a feed: tree methods say what the feed would have said.
//!
//! The records of the home page (DEPTA, `tree/entries.rs`) give titles, links and days; what the
//! pages behind the links have that others of their template have not (TSReC) gives texts. From
//! there on everything is as with a feed, which these items stand in for: labels, candidates, rules
//! that must be exact on items held out. What comes of it is marked as unsupervised.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::bounds::{LEAST_RECORDS, LEAST_WORDS, LITTLE_MORE, REFERENCES, SHORT_LINE};
use super::gather::{MAX_ENTRIES, hosts_of, may_ask, stands_on};
use super::lists::links_on_host;
use super::older::item_of;
use super::{Blog, EntryPage, Fetched, Learned, learn};
use crate::address::{address_key, key_of, named_host};
use crate::date::{days_in, lex};
use crate::entry::Field;
use crate::error::{Error, Kind};
use crate::feed::{Feed, Item};
use crate::page::{Barrier, Page, words_of};
use crate::rule::LayoutKind;
use crate::share::nearly_all;
use crate::source::Source;
use crate::tree::entries::entries;
use crate::tree::regions;
use crate::tree::tsrec::{Element, Options, content, parts, sequence};

/// Most pages that are tried where the home page is no list, and most records whose pages are.
const MOST_LISTS: usize = 12;
const MOST_TRIED: usize = 100;

/// What [`Blog::gather_without_feed`] fetches.
pub(super) fn gather(
    source: &dyn Source,
    home_url: &str,
    progress: &mut dyn FnMut(&str),
) -> Result<Blog, Error> {
    progress(home_url);
    let home = source.get(home_url)?;
    let page = home.page();
    let barrier = Barrier::of(&page);
    let records_of =
        |page: &Page, url: &str| entries(page, url, None, &regions::Options::default());
    let mut notes = Vec::new();
    let mut list = None;
    let records = records_of(&page, &home.url);
    if records.len() >= LEAST_RECORDS {
        list = Some((home.url.clone(), records, page));
    } else {
        // A home page of one post, or of none: another page that it links to may be the list.
        let mut own = hosts_of(&Feed::default(), Some(home.url.as_str()));
        own.extend(source.also_hosts().iter().map(|h| named_host(h)));
        for url in lists(&page, &home.url).into_iter().take(MOST_LISTS) {
            progress(&url);
            let answer = source.get_within(&url, &|to| stands_on(&own, to));
            let Some(r) = answer.ok().filter(|r| r.status == 200 && r.is_html()) else {
                continue;
            };
            let page = r.page();
            let records = records_of(&page, &r.url);
            if records.len() >= LEAST_RECORDS
                && records.len() > list.as_ref().map_or(0, |l| l.1.len())
            {
                notes.push(format!("the list is read from {}", r.url));
                list = Some((r.url, records, page));
            }
        }
    }
    let Some((list_url, records, page)) = list else {
        let none = "expected records that look like a blog's entries, found none there and on the \
                    pages it links to";
        let what = barrier.map_or(none, Barrier::told);
        return Err(Error::new(Kind::Learn, format!("{}: {what}", home.url)));
    };
    let items: Vec<Item> = records.iter().map(item_of).collect();
    let feed = Feed { url: String::new(), items, ..Feed::default() };
    let mut hosts = hosts_of(&feed, Some(list_url.as_str()));
    hosts.extend(source.also_hosts().iter().map(|h| named_host(h)));
    let (mut found, mut asked): (Vec<EntryPage>, usize) = (Vec::new(), 0);
    let mut seen: HashSet<String> =
        [&home.url, &list_url].iter().filter_map(|u| key_of(u)).collect();
    for (item, link) in records
        .iter()
        .enumerate()
        .filter_map(|(k, r)| Some((k, r.link.as_deref()?)))
        .filter(|(_, link)| may_ask(&hosts, link))
        .take(MOST_TRIED)
    {
        if found.len() >= MAX_ENTRIES {
            break;
        }
        asked += 1;
        progress(link);
        match source.get_within(link, &|to| stands_on(&hosts, to)) {
            // Records may lead to one page, or home.
            Ok(r) if r.is_html() && key_of(&r.url).is_some_and(|k| seen.insert(k)) => {
                found.push(EntryPage { item, page: r.page(), url: r.url });
            }
            Ok(_) => {}
            Err(e) => notes.push(format!("record {}: {e}", item + 1)),
        }
    }
    Ok(Blog {
        home: Fetched { url: list_url, page },
        feed,
        without_feed: true,
        older: 0,
        entries: found,
        asked,
        lists: Vec::new(),
        notes,
    })
}

/// Pages of the same host that a page links to, those that lie highest first.
fn lists(page: &Page, url: &str) -> Vec<String> {
    let mut own: Vec<Url> = links_on_host(page, url).into_iter().map(|l| l.1).collect();
    own.sort_by_key(|u| u.path().trim_end_matches('/').matches('/').count());
    let mut seen = HashSet::new();
    own.into_iter().filter(|u| seen.insert(address_key(u))).map(String::from).collect()
}

/// The text of each page that the others lack, as HTML; `whole`: all that the element around it
/// holds.
fn texts(pages: &[EntryPage], items: &[Item], whole: bool) -> Vec<Option<String>> {
    let sequences: Vec<Vec<Element>> = pages.iter().map(|e| sequence(&e.page)).collect();
    let text = |k: usize| {
        let n = sequences.len();
        let others: Vec<&[Element]> =
            (1..n).map(|d| sequences[(k + d) % n].as_slice()).take(REFERENCES).collect();
        let page = sequences[k].as_slice();
        let parts = parts(page, &others, &Options::default()).filter(|_| !others.is_empty())?;
        let kept = content(page, &parts, &Options::default());
        let source = &pages[k].page;
        let base = Url::parse(&pages[k].url).ok()?;
        let title = items[pages[k].item].title.as_deref();
        let (words, html) = if whole {
            let inside = source.inside(around(source, page, &kept, title)?);
            (source.words_in(inside.clone()), source.html(inside, &base))
        } else {
            // Title and day stand ahead of a text and are none of it.
            let texts: Vec<String> =
                kept.iter().map(|&e| page[e].text()).skip_while(|t| heads(t, title)).collect();
            let paragraph = |t: &String| format!("<p>{}</p>\n", quick_xml::escape::escape(t));
            let words = texts.iter().map(|t| words_of(t).len()).sum();
            (words, texts.iter().map(paragraph).collect())
        };
        (words >= LEAST_WORDS).then_some(html)
    };
    (0..sequences.len()).map(text).collect()
}

/// The smallest element that holds nearly all of a content, where it holds little more and does not
/// begin with the title.
fn around(page: &Page, sequence: &[Element], kept: &[usize], title: Option<&str>) -> Option<usize> {
    let counts: HashMap<usize, usize> =
        kept.iter().map(|&e| (e, words_of(&sequence[e].text()).len())).collect();
    let words = |e: usize| counts.get(&e).copied().unwrap_or(0);
    let all: usize = kept.iter().map(|&e| words(e)).sum();
    let heaviest = kept.iter().copied().max_by_key(|&e| words(e))?;
    let holds = |a: usize| {
        kept.iter()
            .filter(|&&e| page.encloses(a, sequence[e].token))
            .map(|&e| words(e))
            .sum::<usize>()
    };
    let element = page.ancestors(sequence[heaviest].token).find(|&a| nearly_all(holds(a), all))?;
    let shown = page.words_in(page.region(element));
    let first = page.visible_lines(page.inside(element));
    let titled = title.is_some_and(|_| first.lines().take(3).any(|l| heads(l, title)));
    (shown as f64 <= LITTLE_MORE * all as f64
        && !titled
        && !matches!(page.tag(element), "body" | "html"))
    .then_some(element)
}

/// True for what stands ahead of a text: its title, and short lines with a day.
fn heads(text: &str, title: Option<&str>) -> bool {
    let words = |t: &str| words_of(t).into_iter().map(|w| w.key).collect::<Vec<_>>();
    let own = words(text);
    title.is_some_and(|t| words(t) == own)
        || own.len() <= SHORT_LINE && !days_in(text, &lex(text), 1).is_empty()
}

/// Learn from such a blog: as [`learn`], every layout marked as unsupervised.
///
/// Texts are first sought as the paragraphs that others lack, then, where no rule comes of them, as
/// all that is in the element around these.
pub fn learn_without_feed(blog: &Blog) -> Learned {
    let with = |whole: bool| {
        let mut blog = blog.clone();
        let texts = texts(&blog.entries, &blog.feed.items, whole);
        for (e, text) in blog.entries.iter().zip(texts) {
            blog.feed.items[e.item].content = text;
        }
        learn(&blog)
    };
    let body = |l: &Learned| {
        l.wrapper
            .layouts
            .iter()
            .any(|l| l.kind == LayoutKind::Entry && l.fields.iter().any(|f| f.field == Field::Body))
    };
    let mut learned = with(false);
    if !body(&learned) {
        learned = Some(with(true)).filter(body).unwrap_or(learned);
    }
    learned.wrapper.layouts.iter_mut().for_each(|l| l.unsupervised = true);
    learned
}
