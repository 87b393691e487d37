//! How the pages of a layout are built, so that a check can say whether a page still is of it.
//!
//! Time: replaying the wrapper on the pages it was learned from, and a few tree distances.

use url::Url;

use super::Blog;
use crate::feed::Feed;
use crate::page::{Kind, Page, fold};
use crate::rule::{Build, Entry, Field, LayoutKind, Wrapper, title_in_link};
use crate::tree::cluster::folded;
use crate::tree::rtdm::{Denominator, Options, similarity};
use crate::tree::{Names, Outline};

/// Most pages that are compared with the one kept.
const MOST_PAGES: usize = 8;
/// Most elements of an outline that is kept or compared; of larger pages nothing is known.
pub(crate) const MOST_ELEMENTS: usize = 1_500;
/// Most bytes of a title element besides the title.
const MOST_AROUND: usize = 300;
/// Fewest pages or items that show what is usual, and the share of them that must.
const LEAST_SEEN: usize = 3;
const MOSTLY: f64 = 0.6;
/// Least share of a permalink's words that its title has, in percent, of a blog whose permalinks say titles.
const LEAST_SAID: u32 = 40;

/// Adds to each layout how its pages are built, and the days of the feed's items.
pub(super) fn add(wrapper: &mut Wrapper, blog: &Blog) {
    let pages = std::iter::once((&blog.home.page, blog.home.url.as_str())).chain(blog.entries.iter().map(|e| (&e.page, e.url.as_str())));
    let mut names = Names::default();
    let mut seen: Vec<(String, Outline, String, Option<(String, String)>)> = Vec::new();
    let mut authors: Vec<String> = Vec::new();
    for (page, url) in pages {
        let read = wrapper.extract_page(page, url);
        authors.extend(read.entries.iter().filter_map(|e| e.author.clone()));
        let Some(layout) = read.layout.clone() else { continue };
        if seen.iter().filter(|s| s.0 == layout).count() < MOST_PAGES {
            let outline = outline(page, &read.entries, &mut names);
            if outline.len() > MOST_ELEMENTS {
                continue;
            }
            let text = outline.notation(&names);
            let around = read.entries.first().and_then(|e| around_title(page, e.title.as_deref()?));
            seen.push((layout, outline, text, around));
        }
    }
    let known = same(&authors);
    for rule in wrapper.layouts.iter_mut().flat_map(|l| &mut l.fields).filter(|r| r.field == Field::Author) {
        rule.profile.known.clone_from(&known);
    }
    let days = || blog.feed.items.iter().filter_map(|i| Some(i.date.as_ref()?.at.date_naive()));
    let span = days().min().zip(days().max());
    for layout in &mut wrapper.layouts {
        layout.span = span;
        let own: Vec<_> = seen.iter().filter(|s| s.0 == layout.name).collect();
        let Some((_, first, text, _)) = own.first() else { continue };
        let alike = |o: &Outline| (similarity(first, o, Denominator::Sum, Options::default()) * 100.0) as u32;
        let title = Some(&layout.kind)
            .filter(|k| **k == LayoutKind::Entry)
            .and_then(|_| title(&own.iter().filter_map(|s| s.3.clone()).collect::<Vec<_>>()));
        layout.build = Some(Build { outline: text.clone(), alike: own.iter().map(|s| alike(&s.1)).min().unwrap_or(100), title });
    }
}

/// The outline of a page without the bodies of its entries, and with two entries at most: what its template makes.
pub(crate) fn outline(page: &Page, entries: &[Entry], names: &mut Names) -> Outline {
    let bodies = entries.iter().filter_map(|e| e.place(Field::Body).cloned());
    let more = entries.iter().skip(2).map(|e| e.tokens.clone());
    folded(&Outline::marked(page, bodies.chain(more).collect(), names), names)
}

/// What stands around a title in the page's title element.
pub(crate) fn around_title(page: &Page, title: &str) -> Option<(String, String)> {
    let text = title_element(page)?;
    let at = text.find(title).filter(|_| text.len() - title.len() <= MOST_AROUND)?;
    Some((text[..at].to_owned(), text[at + title.len()..].to_owned()))
}

/// The text of the title element.
pub(crate) fn title_element(page: &Page) -> Option<String> {
    let element = (0..page.len()).find(|&i| page.tag(i) == "title" && page.tokens()[i].kind == Kind::Start)?;
    Some(fold(&page.inside(element).map(|k| page.data(k)).collect::<String>())).filter(|t| !t.is_empty())
}

/// What stands around most titles, where that is the same.
fn title(around: &[(String, String)]) -> Option<(String, String)> {
    let first = around.iter().max_by_key(|a| around.iter().filter(|b| b == a).count())?;
    let same = around.iter().filter(|a| *a == first).count();
    (same >= LEAST_SEEN && same as f64 >= MOSTLY * around.len() as f64).then(|| first.clone())
}

/// The value that all are, where they are several.
fn same(values: &[String]) -> Vec<String> {
    let first = values.first().filter(|f| values.len() >= 2 * LEAST_SEEN && values.iter().all(|v| v == *f));
    first.cloned().into_iter().collect()
}

/// How much the permalinks of a feed say of the titles of its items, the least of most of them; None where that is too little.
pub(super) fn slug(feed: &Feed) -> Option<(u32, u32)> {
    let told = feed.items.iter().filter_map(|i| {
        let link = Url::parse(i.links.first()?).ok()?;
        title_in_link(&link, i.title.as_deref()?)
    });
    let told: Vec<(f64, f64)> = told.collect();
    let least = |mut of: Vec<f64>| {
        of.sort_by(f64::total_cmp);
        of.get(of.len() / 10).map(|v| (100.0 * v) as u32)
    };
    let said = least(told.iter().map(|t| t.0).collect())?;
    let says = least(told.iter().map(|t| t.1).collect())?;
    (told.len() >= LEAST_SEEN && said >= LEAST_SAID).then_some((said, says))
}
