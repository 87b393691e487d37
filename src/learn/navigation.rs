//! The shapes of a blog's permalinks, and where such links are navigation: in side bars, among
//! related posts, as arrows to neighbours.
//!
//! Time: linear in the links of the pages.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::bounds::{LEAST_RECORDS, SHORT_LINE};
use super::{Blog, general};
use crate::address::{LinkShape, address_key};
use crate::label::{Canvas, Target};
use crate::page::{Contexts, context_of, record_of};
use crate::rule::{IndexRule, Navigation};
use crate::share::most;

/// A place of links to entries on entry pages.
#[derive(Default)]
struct Place<'c> {
    /// The number of pages that have such links there.
    pages: usize,
    /// The most such links of one page.
    most: usize,
    /// Keys of the addresses that they lead to, with the number of such links.
    keys: HashMap<&'c str, usize>,
}

/// What entry pages say of links to other entries.
pub(super) struct Links {
    /// How lists of layouts never seen are read: without the places in which such links are
    /// navigation. One that the home page has its list at is taken back.
    pub(super) index: IndexRule,
    /// All such places, those of the home page's list included.
    pub(super) beside: Vec<String>,
}

/// Learns where entry pages link to other entries, from those of the feed's items.
pub(super) fn learn(
    blog: &Blog,
    home: Option<&Canvas<'_>>,
    entries: &[Canvas<'_>],
    targets: &[Target],
) -> Links {
    let mut index =
        IndexRule { shapes: LinkShape::learn(&permalinks(blog)), ..IndexRule::default() };
    let mut seen: HashMap<String, Place<'_>> = HashMap::new();
    for canvas in entries {
        let own = address_key(&canvas.base);
        let mut here: HashMap<String, usize> = HashMap::new();
        for (i, key) in &canvas.links {
            let fits = canvas
                .page
                .attr(*i, "href")
                .and_then(|h| canvas.base.join(h.trim()).ok())
                .is_some_and(|u| index.fits(&u));
            if fits && *key != own {
                let context = context_of(canvas.page, *i);
                if !general::can_be_written(&context) {
                    continue;
                }
                let place = seen.entry(context.clone()).or_default();
                *place.keys.entry(key).or_insert(0) += 1;
                *here.entry(context).or_default() += 1;
            }
        }
        for (context, links) in here {
            let place = seen.entry(context).or_default();
            place.pages += 1;
            place.most = place.most.max(links);
        }
    }
    // One page with such links may be chance (an entry that is itself a list); two are the
    // template.
    seen.retain(|_, place| place.pages >= 2);
    let mut beside: Vec<String> = seen.keys().cloned().collect();
    beside.sort();
    if let Some(home) = home {
        take_back(&mut seen, home, targets);
    }
    let navigation =
        |(path, place): (String, Place<'_>)| Navigation { path, most: Some(place.most) };
    index.navigation = seen.into_iter().map(navigation).collect();
    index.navigation.sort();
    Links { index, beside }
}

/// Where the home page links to an item.
struct Standing<'h> {
    target: &'h Target,
    /// The address's key and the context of each link.
    links: Vec<(&'h str, &'h String)>,
}

/// Forgets places where the home page has its list: templates without classes have related posts
/// and lists at equal paths. Most of the feed's items on the home page stand in such places alone,
/// and most of them are not among what entry pages link to from there, as they are in a side bar;
/// or they show more there than a side bar does.
fn take_back(seen: &mut HashMap<String, Place<'_>>, home: &Canvas<'_>, targets: &[Target]) {
    let mut contexts = Contexts::new(home.page);
    let mut by_key: HashMap<&str, HashSet<String>> = HashMap::new();
    for (i, key) in &home.links {
        by_key.entry(key).or_default().insert(contexts.of(*i));
    }
    let standing = |target| {
        let target: &Target = target;
        let found = target.links.iter().filter_map(|l| by_key.get_key_value(l.as_str()));
        let links = found.flat_map(|(key, all)| all.iter().map(|c| (*key, c))).collect();
        Standing { target, links }
    };
    let items: Vec<Standing<'_>> =
        targets.iter().map(standing).filter(|item| !item.links.is_empty()).collect();
    let aside: Vec<&Standing<'_>> =
        items.iter().filter(|i| i.links.iter().all(|(_, c)| seen.contains_key(*c))).collect();
    if aside.len() < LEAST_RECORDS || !most(aside.len(), items.len()) {
        return;
    }
    let all = || aside.iter().flat_map(|item| &item.links);
    if show_texts(home, &aside) {
        all().for_each(|(_, context)| drop(seen.remove(*context)));
        return;
    }
    // By place, links on entry pages to those items, and what they would be if each page had all.
    let mut counts: HashMap<&String, (usize, usize)> = HashMap::new();
    for (key, context) in all() {
        let (shown, all) = counts.entry(context).or_default();
        let place = &seen[*context];
        *shown += place.keys.get(key).map_or(0, |n| (*n).min(place.pages));
        *all += place.pages;
    }
    let lists = counts.into_iter().filter(|(_, (shown, all))| !most(*shown, *all));
    let lists: Vec<String> = lists.map(|(context, _)| context.clone()).collect();
    lists.iter().for_each(|context| drop(seen.remove(context)));
}

/// True where most of the items on the home page have more beside their title than a line that says
/// when and by whom: they are its list, though all entry pages have it below them, too.
fn show_texts(home: &Canvas<'_>, items: &[&Standing<'_>]) -> bool {
    let page = home.page;
    let mut of_links: HashMap<&str, &Target> = HashMap::new();
    for item in items {
        of_links.extend(item.links.iter().map(|(key, _)| (*key, item.target)));
    }
    let links = home.links.iter().filter_map(|(i, key)| Some((*i, *of_links.get(key.as_str())?)));
    let mut met = HashSet::new();
    let firsts: Vec<(usize, &Target)> = links.filter(|(_, t)| met.insert(t.item)).collect();
    let anchors: Vec<usize> = firsts.iter().map(|first| first.0).collect();
    let records = record_of(page, &anchors);
    let has_text = |(record, (_, target)): &(&usize, &(usize, &Target))| {
        page.words_in(page.region(**record)) > target.title_words.len() + SHORT_LINE
    };
    most(records.iter().zip(&firsts).filter(has_text).count(), items.len())
}

/// The places on a page that are navigation as those of entry pages are, `known`: the element
/// around all of a page may be of another class on each kind of page, so that places are told by
/// what stands inside the innermost element with an id. Less where the page has a list.
pub(super) fn on(canvas: &Canvas<'_>, known: &IndexRule) -> Vec<String> {
    let mut inner: HashMap<&str, &Navigation> = HashMap::new();
    for place in &known.navigation {
        let largest = inner.entry(within_id(&place.path)).or_insert(place);
        if place.most > largest.most {
            *largest = place;
        }
    }
    let mut contexts = Contexts::new(canvas.page);
    let mut here: HashMap<String, usize> = HashMap::new();
    for (i, _) in &canvas.links {
        let to = canvas.page.attr(*i, "href").and_then(|to| canvas.base.join(to.trim()).ok());
        *here.entry(contexts.of(*i)).or_default() +=
            usize::from(to.is_some_and(|u| known.fits(&u)));
    }
    let is_navigation = |path: &str, links: usize| {
        inner.get(within_id(path)).is_some_and(|n| !n.is_exceeded_by(links))
    };
    let mut out: Vec<String> =
        here.into_iter().filter(|(path, links)| is_navigation(path, *links)).map(|p| p.0).collect();
    out.sort();
    out
}

/// A path from its last step with an id on.
fn within_id(path: &str) -> &str {
    let id = path.rfind('#').unwrap_or(0);
    &path[path[..id].rfind('/').map_or(0, |at| at + 1)..]
}

/// The items' addresses: where their pages were found, else as the feed names them.
fn permalinks(blog: &Blog) -> Vec<Url> {
    blog.feed
        .items
        .iter()
        .enumerate()
        .filter_map(|(k, item)| {
            let fetched = blog.entries.iter().find(|e| e.item == k);
            let fetched = fetched.and_then(|e| Url::parse(&e.url).ok());
            let named = item.links.first().and_then(|l| Url::parse(l).ok());
            // The address that was asked may have what the feed adds to it for counting readers.
            let same_page = |f: &Url, n: &Url| f.host() == n.host() && f.path() == n.path();
            match (fetched, named) {
                (Some(f), Some(n)) if same_page(&f, &n) => Some(n),
                (fetched, named) => fetched.or(named),
            }
        })
        .collect()
}
