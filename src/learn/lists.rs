//! Further lists: archives, months, categories and tags show the feed's newest items too, in
//! templates of their own. Those that the blog's pages link to are fetched, and learned from as the
//! home page is, where no rules read them as well.
//!
//! Time: as learning from the home page, for each list that nothing reads.

use std::collections::{HashMap, HashSet};

use chrono::{Datelike, NaiveDate};
use url::Url;

use super::bounds::LEAST_RIGHT;
use super::proof::{FIELDS, on_list};
use super::{Blog, free_name, list_layout, navigation};
use crate::address::{
    LinkShape, address_key, directory, does_something, ends_with_month, host, key_of, link_month,
    page_links, tells_archive,
};
use crate::check::{Fact, of_feed};
use crate::entry::{Entry, Field};
use crate::feed::{Feed, Item};
use crate::label::{Canvas, Target, label_list};
use crate::page::{Page, fold};
use crate::rule::{LayoutKind, Wrapper};

/// Most further lists that are fetched. 20 read dev and fresh alike.
pub const MAX_LISTS: usize = 8;
/// Most lists of one directory (`/tag/`): the third of a kind teaches nothing more.
const MOST_ALIKE: usize = 2;

/// A layout that was learned from a further list.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FurtherList {
    /// The layout's name.
    pub layout: String,
    /// The list's address.
    pub url: String,
    /// How many of the feed's items stand on it.
    pub items: usize,
}

/// The links of a page to other pages of its host that do nothing, without fragments: the tokens of
/// their start tags, and where they lead.
pub(super) fn links_on_host(page: &Page, url: &str) -> Vec<(usize, Url)> {
    let Ok(base) = Url::parse(url).map(|u| page.base(&u)) else { return Vec::new() };
    let own = address_key(&base);
    let link = |a: usize| {
        let mut to = base.join(page.attr(a, "href")?.trim()).ok()?;
        to.set_fragment(None);
        let page = host(&to) == host(&base) && address_key(&to) != own && !does_something(&to);
        page.then_some((a, to))
    };
    page.tags_shown("a").into_iter().filter_map(link).collect()
}

/// Keys of an item's addresses.
fn keys(item: &Item) -> impl Iterator<Item = String> {
    item.links.iter().filter_map(|l| key_of(l))
}

/// How many of the feed's items a page links to.
pub(super) fn linked(page: &Page, url: &str, feed: &Feed) -> usize {
    let links = page_links(page, url);
    feed.items.iter().filter(|i| keys(i).any(|k| links.contains(&k))).count()
}

/// What the feed says of the lists that its items stand on.
struct Clues<'f> {
    feed: &'f Feed,
    posts: HashSet<String>,
    shapes: Vec<LinkShape>,
    /// The items' tags, each with its number of items.
    tags: HashMap<String, usize>,
    /// The items' months, each by one day of it, with its number of items.
    months: HashMap<NaiveDate, usize>,
}

impl Clues<'_> {
    fn of(feed: &Feed) -> Clues<'_> {
        let first = |i: &Item| Url::parse(i.links.first()?).ok();
        let urls: Vec<Url> = feed.items.iter().filter_map(first).collect();
        let mut tags = HashMap::new();
        for tag in feed.items.iter().flat_map(|i| &i.tags) {
            *tags.entry(fold(tag)).or_default() += 1;
        }
        let mut months = HashMap::new();
        for date in feed.items.iter().filter_map(|i| i.date.as_ref()) {
            let day = date.at.date_naive();
            *months.entry(day.with_day(1).unwrap_or(day)).or_default() += 1;
        }
        let posts = feed.items.iter().flat_map(keys).collect();
        Clues { feed, posts, shapes: LinkShape::learn(&urls), tags, months }
    }

    /// How many of the items a link probably leads to a list of. None where it leads to no list.
    fn items(&self, url: &Url, text: &str, on_home: bool) -> Option<usize> {
        if self.posts.contains(&address_key(url)) {
            return None;
        }
        if tells_archive(url) {
            return Some(self.feed.items.len());
        }
        let tagged = self.tags.get(&fold(text)).copied();
        if !on_home || self.shapes.iter().any(|s| s.fits(url)) {
            return tagged;
        }
        let of_month = || {
            self.months.iter().filter(|(day, _)| ends_with_month(url, **day)).map(|(_, n)| n).sum()
        };
        Some(tagged.unwrap_or_else(of_month))
    }
}

/// Addresses of lists that may show items of the feed, those that are likely to show most first:
/// archives, tags and months of the items, other pages that the home page links to.
///
/// `pages`: the home page, then pages of entries. `told`: only pages that something tells to be
/// lists.
pub(super) fn addresses(pages: &[(&Page, &str)], feed: &Feed, told: bool) -> Vec<String> {
    let clues = Clues::of(feed);
    let home = pages.first().and_then(|p| Url::parse(p.1).ok());
    let own = home.into_iter().chain(Url::parse(&feed.url));
    let mut seen: HashSet<String> = own.map(|u| address_key(&u)).collect();
    let mut found: Vec<(usize, Url)> = Vec::new();
    for (nth, &(page, url)) in pages.iter().enumerate() {
        for (a, to) in links_on_host(page, url) {
            let text = page.visible(page.inside(a));
            if let Some(items) = clues.items(&to, &text, nth == 0)
                && (!told || items > 0 || link_month(&address_key(&to)).is_some())
                && seen.insert(address_key(&to))
            {
                found.push((items, to));
            }
        }
    }
    found.sort_by_key(|f| std::cmp::Reverse(f.0));
    let mut alike: HashMap<String, usize> = HashMap::new();
    let mut few = |url: &Url| {
        let n = alike.entry(directory(&address_key(url))).or_default();
        *n += 1;
        *n <= MOST_ALIKE || !url.path().trim_matches('/').contains('/')
    };
    found.into_iter().map(|f| f.1).filter(|url| few(url)).map(String::from).collect()
}

/// Adds a layout for each further list that no layout reads as well as one learned from it.
///
/// `own`: what the rules read of items on their own pages; it is surer than what the feed says.
/// `entries`: pages that are no lists.
pub(super) fn learn(
    wrapper: &mut Wrapper,
    blog: &Blog,
    targets: &[Target],
    own: &HashMap<usize, Entry>,
    entries: &[Canvas<'_>],
) -> Vec<FurtherList> {
    let (mut facts, mut targets) = (of_feed(&blog.feed), targets.to_vec());
    for (&item, entry) in own {
        facts[item].correct_by(entry);
        targets[item].correct_by(entry);
    }
    let facts: Vec<&Fact> = facts.iter().collect();
    let named = &targets[..blog.named()];
    let index = wrapper.index.clone().unwrap_or_default();
    let mut added = Vec::new();
    let entry_pages: Vec<&Page> = entries.iter().map(|c| c.page).collect();
    for list in &blog.lists {
        let canvas = Canvas::new(&list.page, &list.url, blog.feed.language.as_deref());
        let Some(canvas) = canvas.map(|c| c.prepared_as(entries)) else { continue };
        let labels = label_list(&canvas, named, &navigation::on(&canvas, &index));
        let layout = list_layout(&canvas, &labels, named, &entry_pages, &mut Vec::new());
        let Some(mut layout) = layout else { continue };
        layout.name = free_name(layout.kind, wrapper.layouts.iter());
        let name = layout.name.clone();
        let mut trial = wrapper.clone();
        let at = trial.layouts.iter().take_while(|l| l.kind == LayoutKind::List).count();
        trial.layouts.insert(at, layout);
        let now = wrapper.extract_page(canvas.page, &list.url);
        let then = trial.extract_page(canvas.page, &list.url);
        let given = |f: &Field| now.entries.iter().chain(&then.entries).any(|e| e.has(*f));
        let fields: Vec<Field> = FIELDS.into_iter().filter(given).collect();
        let before = on_list(wrapper, &now, list, &facts, &fields);
        let after = on_list(&trial, &then, list, &facts, &fields);
        // A layout of its own is better than the hypothesis of a list never seen.
        let known = wrapper.layouts.iter().any(|l| now.layout.as_ref() == Some(&l.name));
        let whole = then.entries.len() >= now.entries.len();
        let better = after.right > before.right || !known && after.right == before.right;
        let right = better && whole && after.share() >= LEAST_RIGHT;
        if then.layout.as_ref() == Some(&name) && right {
            *wrapper = trial;
            added.push(FurtherList { layout: name, url: list.url.clone(), items: labels.len() });
        }
    }
    added
}
