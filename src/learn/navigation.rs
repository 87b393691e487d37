//! The shapes of a blog's permalinks, and where such links are navigation: in side bars, among
//! related posts, as arrows to neighbours.
//!
//! Time: linear in the links of the pages.

use std::collections::{HashMap, HashSet};

use url::Url;

use super::bounds::LEAST_RECORDS;
use super::{Blog, general};
use crate::address::{LinkShape, address_key};
use crate::label::{Canvas, Target};
use crate::page::{Contexts, Kind, context_of};
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

/// What the entry pages say of links to entries; a place that the home page has its list at is
/// taken back.
pub(super) fn learn(
    blog: &Blog,
    home: Option<&Canvas<'_>>,
    entries: &[Canvas<'_>],
    targets: &[Target],
) -> IndexRule {
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
            if fits && *key != own && canvas.page.tokens()[*i].kind == Kind::Start {
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
    if let Some(home) = home {
        take_back(&mut seen, home, targets);
    }
    let navigation =
        |(path, place): (String, Place<'_>)| Navigation { path, most: Some(place.most) };
    index.navigation = seen.into_iter().map(navigation).collect();
    index.navigation.sort();
    index
}

/// Forgets places where the home page has its list: templates without classes have related posts
/// and lists at equal paths. Most of the feed's items on the home page stand in such places alone,
/// and most of them are not among what entry pages link to from there, as they are in a side bar.
fn take_back(seen: &mut HashMap<String, Place<'_>>, home: &Canvas<'_>, targets: &[Target]) {
    let mut contexts = Contexts::new(home.page);
    let mut by_key: HashMap<&str, HashSet<String>> = HashMap::new();
    for (i, key) in &home.links {
        by_key.entry(key).or_default().insert(contexts.of(*i));
    }
    let items: Vec<Vec<(&str, &String)>> = targets
        .iter()
        .map(|t| t.links.iter().filter_map(|l| by_key.get_key_value(l.as_str())))
        .map(|found| found.flat_map(|(key, all)| all.iter().map(|c| (*key, c))).collect())
        .filter(|places: &Vec<_>| !places.is_empty())
        .collect();
    let aside: Vec<&Vec<(&str, &String)>> =
        items.iter().filter(|places| places.iter().all(|(_, c)| seen.contains_key(*c))).collect();
    if aside.len() < LEAST_RECORDS || !most(aside.len(), items.len()) {
        return;
    }
    // By place, links on entry pages to those items, and what they would be if each page had all.
    let mut counts: HashMap<&String, (usize, usize)> = HashMap::new();
    for (key, context) in aside.into_iter().flatten() {
        let (shown, all) = counts.entry(context).or_default();
        let place = &seen[*context];
        *shown += place.keys.get(key).map_or(0, |n| (*n).min(place.pages));
        *all += place.pages;
    }
    let lists = counts.into_iter().filter(|(_, (shown, all))| !most(*shown, *all));
    let lists: Vec<String> = lists.map(|(context, _)| context.clone()).collect();
    lists.iter().for_each(|context| drop(seen.remove(context)));
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
