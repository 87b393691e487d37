//! Where on its page a value stands: the elements around it, by name and first class.
//!
//! Time: the depth of the value.

use std::ops::Range;

use url::Url;

use super::{Entry, Field, title_in_link};
use crate::page::{Kind, Page};

/// Most elements around a value that are named.
const LEVELS: usize = 4;
/// Share of an address' words, or of a value's, that the other has where it says it.
const SAID: f64 = 0.5;

/// Where a field of an entry stands: the elements around it inside the record, outermost first, as in `header/h2.title/a`; of a body also what
/// stands behind it: `div.post>^footer`. None where the entry lacks it.
pub(crate) fn place_of(page: &Page, entry: &Entry, field: Field) -> Option<String> {
    let tokens = entry.place(field)?;
    let mut out = String::new();
    let around: Vec<usize> =
        around(page, tokens).enumerate().take_while(|(n, a)| *n == 0 || inside(entry, *a)).map(|a| a.1).take(LEVELS).collect();
    for &a in around.iter().rev() {
        if !out.is_empty() {
            out.push('/');
        }
        out.push_str(&page.named(a));
    }
    if field == Field::Body {
        out.push('>');
        out.push_str(&behind(page, tokens.end));
    }
    Some(out)
}

fn inside(entry: &Entry, element: usize) -> bool {
    entry.tokens.contains(&element) && element != entry.tokens.start
}

/// The elements around a value, the nearest first; of the value of an attribute its own element is that.
fn around<'p>(page: &'p Page, tokens: &Range<usize>) -> impl Iterator<Item = usize> + 'p {
    let own = page.tokens().get(tokens.start).is_some_and(|t| t.kind == Kind::Start && tokens.len() == 1);
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

/// The address that a value links to: of the element around it or, where it is all of an element, in it.
fn link_of<'p>(page: &'p Page, entry: &Entry, tokens: &Range<usize>) -> Option<&'p str> {
    let anchor = around(page, tokens).take(LEVELS).take_while(|a| entry.tokens.contains(a)).find(|&a| page.tag(a) == "a");
    let inner = || tokens.clone().find(|&i| page.tag(i) == "a" && page.tokens()[i].kind == Kind::Start);
    page.attr(anchor.or_else(inner)?, "href")
}

/// The values of a field that are links, each with its address and whether that says it: `/tag/white-bread` says "White bread".
pub(crate) fn said_by_links(page: &Page, base: &Url, entry: &Entry, field: Field) -> Vec<(String, bool)> {
    let places = entry.places.iter().filter(|p| p.0 == field).map(|p| &p.1);
    let said = places.filter_map(|tokens| {
        let link = base.join(link_of(page, entry, tokens)?).ok()?;
        let (has, says) = title_in_link(&link, &page.visible(tokens.clone()))?;
        Some((link.path().to_owned(), has.max(says) >= SAID))
    });
    said.collect()
}
