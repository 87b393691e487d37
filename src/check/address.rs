//! What a permalink says of its entry: its last part says the title, its folders the day; and of a
//! page that has such an address.

use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};
use url::Url;

use super::{DraftEntry, Opinion, Witness};
use crate::address::{address_key, directory, host, link_day, name_of, title_in_link};
use crate::date::YEARS;
use crate::entry::{Entry, Field};
use crate::page::Page;
use crate::rule::{LayoutKind, Wrapper};

/// How much less than at learning time, in percent, a permalink and its title may have in common,
/// and how much less says they do not belong together.
const LESS: f64 = 10.0;
const MUCH_LESS: f64 = 35.0;

/// True for an address with the shape of the blog's permalinks whose last part is a name, not a
/// number (an archive of one day has such an address, too).
pub(super) fn is_permalink(wrapper: &Wrapper, url: &Url) -> bool {
    let key = address_key(url);
    let named = key
        .trim_end_matches('/')
        .rsplit('/')
        .next()
        .is_some_and(|last| last.contains(char::is_alphabetic));
    named && wrapper.index.as_ref().is_some_and(|i| i.fits(url))
}

/// The address of a page: the one that it says is its own, where that has the shape of the blog's
/// permalinks, or differs in its query alone (`?replytocom=12`); else where it was found.
pub(super) fn of_page(page: &Page, wrapper: &Wrapper, found: Url, base: &Url) -> Url {
    let fits = |u: &Url| wrapper.index.as_ref().is_some_and(|i| i.fits(u));
    let own = page.canonical(base).filter(|own| host(own) == host(&found));
    let better = |own: &Url| match (fits(own), fits(&found)) {
        (own_fits, found_fits) if own_fits == found_fits => own.path() == found.path(),
        (own_fits, _) => own_fits,
    };
    own.filter(better).unwrap_or(found)
}

/// Digits of a page's number in a list of one day; an entry's has more.
const PAGES_DIGITS: usize = 2;

/// True for an entry's address in the folder of a day, or in that of a month with a title element
/// that says what it does: nothing but entries stands there.
pub(super) fn is_dated(wrapper: &Wrapper, url: &Url, title: &str) -> bool {
    let key = address_key(url);
    let dir = directory(&key);
    let last = key[dir.len()..].trim_start_matches('/');
    let of_day = link_day(&dir).is_some()
        && (last.contains(char::is_alphabetic) || last.len() > PAGES_DIGITS);
    wrapper.index.as_ref().is_some_and(|i| i.fits(url))
        && (of_day || month(&dir).is_some() && is_titled(url, title))
}

/// Fewest words of an address that say what its page is about, and the share of them in its title
/// element that does.
const LEAST_WORDS: usize = 3;
const ABOUT: f64 = 0.6;
/// Fewest words of an address that are looked for in a body, the share of them that it must begin
/// with, and words of a title that an address leaves out.
const LEAST_BEGUN: usize = 2;
const BEGUN: f64 = 0.9;
const MORE_WORDS: usize = 3;

/// True where a page's title element says what the last part of its address says, in several words:
/// so do pages of entries.
pub(super) fn is_titled(url: &Url, title: &str) -> bool {
    let words = name_of(url).split(|c: char| !c.is_alphanumeric()).filter(|w| w.len() > 1).count();
    words >= LEAST_WORDS && title_in_link(url, title).is_some_and(|t| t.0 >= ABOUT)
}

/// The year and month that stand in a row in an address.
fn month(key: &str) -> Option<(i32, u32)> {
    let parts: Vec<&str> = key.split(['/', '-']).collect();
    parts.windows(2).find_map(|w| {
        let (y, m): (i32, u32) = (w[0].parse().ok()?, w[1].parse().ok()?);
        (w[0].len() == 4 && w[1].len() == 2 && YEARS.contains(&y) && (1..=12).contains(&m))
            .then_some((y, m))
    })
}

/// The record's links with the shape of permalinks, besides those of its body: how many there are
/// to the entry, and most to another.
fn linked(page: &Page, wrapper: &Wrapper, base: &Url, e: &Entry, own: &str) -> (usize, usize) {
    let body = e.place(Field::Body).cloned().unwrap_or(0..0);
    let mut to: HashMap<String, usize> = HashMap::new();
    for i in e.tokens.clone().filter(|i| !body.contains(i) && page.tag(*i) == "a") {
        let Some(link) = page.attr(i, "href").and_then(|h| base.join(h).ok()) else { continue };
        if wrapper.index.as_ref().is_some_and(|x| x.fits(&link)) {
            *to.entry(address_key(&link)).or_default() += 1;
        }
    }
    let own = to.remove(own).unwrap_or(0);
    (own, to.into_values().max().unwrap_or(0))
}

/// True where the first words of a body are what the permalink says.
fn begins_body(link: &Url, e: &Entry) -> bool {
    let Some(body) = e.body_text.as_deref() else { return false };
    let words =
        name_of(link).split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).count();
    let first: Vec<&str> = super::head(body).split_whitespace().take(words + MORE_WORDS).collect();
    title_in_link(link, &first.join(" ")).is_some_and(|t| words >= LEAST_BEGUN && t.0 >= BEGUN)
}

/// `at`: the page's address, and what its links are relative to.
pub(super) fn ask(
    page: &Page,
    wrapper: &Wrapper,
    at: (&Url, &Url),
    kind: Option<LayoutKind>,
    e: &Entry,
    draft: &mut DraftEntry,
) {
    let own = e.link.as_deref().and_then(|l| Url::parse(l).ok());
    let (address, base) = at;
    let Some(index) = &wrapper.index else { return };
    // The page of an entry has its permalink for address, unless the archive has it under another.
    let page_is = (kind == Some(LayoutKind::Entry)).then(|| address.clone());
    let Some(link) = page_is.clone().filter(|a| index.fits(a)).or(own.clone()).or(page_is) else {
        return;
    };
    if let (Some(title), Some((said, says))) = (e.title.as_deref(), index.slug)
        && let Some((a, b)) = title_in_link(&link, title)
    {
        // That a permalink says less of a title than usual may be because it was cut; that it says
        // something else may not.
        let (has, tells) = (f64::from(said) - 100.0 * a, f64::from(says) - 100.0 * b);
        let opinion = match has.max(tells) {
            l if l <= LESS => Opinion::Agrees,
            l if l >= MUCH_LESS && a < 0.99 || a == 0.0 => {
                Opinion::Disagrees(format!("the permalink {} says otherwise", link.path()))
            }
            _ => Opinion::Silent,
        };
        if matches!(opinion, Opinion::Disagrees(_)) && begins_body(&link, e) {
            draft.vote(
                Field::Body,
                Witness::Crossed,
                Opinion::Disagrees(
                    "it begins with what the permalink says is the title".to_owned(),
                ),
            );
        }
        draft.vote(Field::Title, Witness::Address, opinion);
    }
    if let Some(link) = &own {
        let key = address_key(link);
        let opinion = if kind == Some(LayoutKind::Entry) {
            // Blogs move.
            let same = key == address_key(address)
                || link.path() == address.path() && link.query() == address.query();
            Opinion::of(same, || "the page has another address".to_owned())
        } else if !index.fits(link) {
            Opinion::Silent
        } else {
            let (to, other) = linked(page, wrapper, base, e, &key);
            Opinion::of(other < 2 || to >= other, || {
                "the record has more links to another entry".to_owned()
            })
        };
        draft.vote(Field::Link, Witness::Address, opinion);
    }
    // A day that was read from the link is no second opinion.
    if let Some(date) = e.date.filter(|_| !e.linked_day) {
        let key = address_key(&link);
        let near = |d: NaiveDate| (d - date).num_days().abs() <= 1;
        let opinion = match (link_day(&key), month(&key)) {
            (Some(d), _) => Opinion::of(near(d), || format!("the permalink says {d}")),
            (None, Some((y, m))) => {
                let same =
                    |d: Option<NaiveDate>| d.is_some_and(|d| (d.year(), d.month()) == (y, m));
                let near = [Some(date), date.pred_opt(), date.succ_opt()].into_iter().any(same);
                Opinion::of(near, || format!("the permalink says {y}-{m:02}"))
            }
            _ => Opinion::Silent,
        };
        draft.vote(Field::Date, Witness::Address, opinion);
    }
}
