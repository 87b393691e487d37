//! Where on its page a value stands: the elements around it, by name and first class.
//!
//! Time: the depth of the value; [`stands`] looks at every element of the record.

use std::ops::Range;

use url::Url;

use super::{Entry, Field};
use crate::address::title_in_link;
use crate::page::{Kind, Page};

/// Most elements around a value that are named.
const LEVELS: usize = 4;
/// Most places of one field, of an entry and of a rule file.
pub(crate) const MOST_PLACES: usize = 6;
/// The fields that may stand in a body.
pub(crate) const HELD: [Field; 4] = [Field::Title, Field::Date, Field::Author, Field::Tags];
/// Most links of one field of an entry.
const MOST_LINKS: usize = 100;
/// Share of an address' words, or of a value's, that the other has where it says it.
const SAID: f64 = 0.5;

/// Where the values of a field stand, each place once: the elements around them inside the record,
/// outermost first, as in `header/h2.title/a`; of a body also what stands behind it:
/// `div.post>^footer`. Empty where the entry lacks it.
pub(crate) fn places_of(page: &Page, entry: &Entry, field: Field) -> Vec<String> {
    let most = if field == Field::Tags { MOST_LINKS } else { 1 };
    let mut out: Vec<String> = Vec::new();
    for (_, tokens) in entry.places.iter().filter(|p| field.is_given_by(p.0)).take(most) {
        let mut place = path(page, entry, tokens);
        if field == Field::Body {
            place.push('>');
            place.push_str(&behind(page, tokens.end));
        }
        if !out.contains(&place) {
            out.push(place);
        }
        if out.len() == MOST_PLACES {
            break;
        }
    }
    out
}

/// The fields of an entry that stand in its body, and where.
pub(crate) fn held_by_body(page: &Page, entry: &Entry) -> impl Iterator<Item = (Field, String)> {
    let body = entry.place(Field::Body).cloned().unwrap_or(0..0);
    let held = entry
        .places
        .iter()
        .filter(move |p| HELD.contains(&p.0) && body.contains(&p.1.start))
        .take(MOST_LINKS);
    held.map(|p| (p.0, path(page, entry, &p.1)))
}

/// The elements around a value.
fn path(page: &Page, entry: &Entry, tokens: &Range<usize>) -> String {
    let mut out = String::new();
    let around: Vec<usize> = around(page, tokens)
        .enumerate()
        .take_while(|(n, a)| *n == 0 || inside(entry, *a))
        .map(|a| a.1)
        .take(LEVELS)
        .collect();
    for &a in around.iter().rev() {
        if !out.is_empty() {
            out.push('/');
        }
        out.push_str(&page.named(a));
    }
    out
}

/// True where an element of an entry stands in a place such as `footer/p.tags`.
pub(crate) fn stands(page: &Page, entry: &Entry, place: &str) -> bool {
    let names: Vec<&str> = place.rsplit('/').collect();
    entry.tokens.clone().filter(|i| page.tokens()[*i].kind == Kind::Start).any(|i| {
        let mut up = std::iter::once(i).chain(page.ancestors(i));
        names.iter().all(|n| up.next().is_some_and(|a| page.named(a) == *n))
    })
}

fn inside(entry: &Entry, element: usize) -> bool {
    entry.tokens.contains(&element) && element != entry.tokens.start
}

/// The elements around a value, the nearest first; of the value of an attribute its own element is
/// that.
fn around<'p>(page: &'p Page, tokens: &Range<usize>) -> impl Iterator<Item = usize> + 'p {
    let own =
        page.tokens().get(tokens.start).is_some_and(|t| t.kind == Kind::Start && tokens.len() == 1);
    own.then_some(tokens.start).into_iter().chain(page.ancestors(tokens.start))
}

/// What comes behind a token: how many elements end, and what begins then.
fn behind(page: &Page, at: usize) -> String {
    let mut out = String::new();
    for i in at..page.len() {
        match page.tokens()[i].kind {
            Kind::End => out.push('^'),
            Kind::Start => return out + &page.named(i),
            Kind::Text if !page.tokens()[i].blank => return out + "text",
            _ => {}
        }
        if out.len() > LEVELS {
            break;
        }
    }
    out
}

/// The address that a value links to: of the element around it or, where it is all of an element,
/// in it.
fn link_of<'p>(page: &'p Page, entry: &Entry, tokens: &Range<usize>) -> Option<&'p str> {
    let anchor = around(page, tokens)
        .take(LEVELS)
        .take_while(|a| entry.tokens.contains(a))
        .find(|&a| page.tag(a) == "a");
    let inner =
        || tokens.clone().find(|&i| page.tag(i) == "a" && page.tokens()[i].kind == Kind::Start);
    page.attr(anchor.or_else(inner)?, "href")
}

/// The values of a field that are links: what they are called, and where they lead.
pub(crate) fn linked(page: &Page, base: &Url, entry: &Entry, field: Field) -> Vec<(String, Url)> {
    let places = entry.places.iter().filter(|p| p.0 == field).map(|p| &p.1);
    let linked = places.take(MOST_LINKS).filter_map(|tokens| {
        Some((page.visible(tokens.clone()), base.join(link_of(page, entry, tokens)?).ok()?))
    });
    linked.collect()
}

/// The same, each by its address and whether that says it: `/tag/white-bread` says "White bread".
pub(crate) fn said_by_links(
    page: &Page,
    base: &Url,
    entry: &Entry,
    field: Field,
) -> Vec<(String, bool)> {
    let said = linked(page, base, entry, field).into_iter();
    said.filter_map(|(name, link)| Some((link.path().to_owned(), is_said(&link, &name)?))).collect()
}

/// Whether an address says a value; None where it says nothing.
pub(crate) fn is_said(link: &Url, name: &str) -> Option<bool> {
    title_in_link(link, name).map(|(has, says)| has.max(says) >= SAID)
}
