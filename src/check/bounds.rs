//! Where a text begins and ends: what stands in it and is no part of it, and whether it has its
//! beginning. What is said here settles that the text is wrong.
//!
//! Time: linear in the tokens of the records.

use std::ops::Range;

use url::Url;

use super::address::is_permalink;
use super::own::Statements;
use super::paid::notice;
use super::stands::held_by_body;
use super::{DraftEntry, Opinion, Witness, shown};
use crate::address::{address_key, directory, link_key, tells_tags};
use crate::entry::{Entry, Field};
use crate::page::{Kind, Page, is_heading};
use crate::rule::{Layout, LayoutKind, Wrapper};

/// Most tokens of a heading in which a link is looked for.
const MOST_IN_HEADING: usize = 50;

/// Another entry whose heading stands in the record, in its text or between the title and that:
/// what is below is of that entry. `own`: the addresses that are not another's.
fn swallowed(
    page: &Page,
    wrapper: &Wrapper,
    base: &Url,
    e: &Entry,
    own: &[&str],
) -> Option<String> {
    let text = e.place(Field::Body)?;
    let title = e.place(Field::Title).map(|t| t.start);
    let starts = (e.tokens.start..text.end).filter(|i| page.tokens()[*i].kind == Kind::Start);
    // The link of the title's own heading is the link's business.
    let headings =
        starts.filter(|&i| is_heading(page.tag(i)) && !title.is_some_and(|t| page.encloses(i, t)));
    let links = headings.filter_map(|h| {
        let around = page.ancestors(h).take(1).filter(|a| e.tokens.contains(a));
        let link = around
            .chain(page.region(h).take(MOST_IN_HEADING))
            .filter(|&a| page.tag(a) == "a")
            .find_map(|a| page.attr(a, "href"))?;
        base.join(link).ok()
    });
    let mut others = links
        .filter(|l| is_permalink(wrapper, l))
        .map(|l| address_key(&l))
        .filter(|k| !own.contains(&k.as_str()));
    others.next()
}

/// A field that stands in the text of an entry, and stood in none at learning time: as in a text
/// that runs on into the line below it. What is found elsewhere in a text was misread, and the text
/// was not.
fn held(page: &Page, wrapper: &Wrapper, layout: Option<&Layout>, e: &Entry) -> Option<Field> {
    // Lists of no learned layout are read with the rules of all that were.
    let of = |l: &&Layout| layout.is_none_or(|own| own.name == l.name);
    let values =
        || wrapper.layouts.iter().filter(of).flat_map(|l| &l.build).flat_map(|b| &b.values);
    let texts = values().filter(|v| v.field == Field::Body);
    let known: Option<Vec<&Vec<Field>>> = texts.map(|v| v.holds.as_ref()).collect();
    let known = known.filter(|k| !k.is_empty())?;
    let as_known = |field: Field, at: &str| {
        let within = |a: &String| format!("/{at}").ends_with(&format!("/{a}"));
        layout.is_none() || values().filter(|v| v.field == field).flat_map(|v| &v.at).any(within)
    };
    let strange = |(field, at): (Field, String)| {
        (!known.iter().any(|k| k.contains(&field)) && as_known(field, &at)).then_some(field)
    };
    held_by_body(page, e).find_map(strange)
}

/// True where all words of a text stand in elements that are tags by their class or by where they
/// lead.
fn is_of_tags(page: &Page, base: &Url, e: &Entry) -> bool {
    let Some(text) = e.place(Field::Body) else { return false };
    let words = page.words_in(text.clone());
    let by_class = |i: usize| {
        page.class(i).is_some_and(|c| {
            tells_tags(c.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default())
        })
    };
    let by_link = |i: usize| {
        page.attr(i, "href")
            .and_then(|h| link_key(base, h))
            .is_some_and(|k| tells_tags(&directory(&k)))
    };
    let is_tag = |i: usize| {
        page.tokens()[i].kind == Kind::Start && (by_class(i) || page.tag(i) == "a" && by_link(i))
    };
    let around = page.parent(text.start).filter(|p| {
        e.tokens.contains(p) && *p != e.tokens.start && page.words_in(page.region(*p)) == words
    });
    let (mut i, mut tagged) = (text.start, 0);
    while i < text.end {
        let end = if is_tag(i) { page.region(i).end.min(text.end) } else { i };
        tagged += page.words_in(i..end);
        i = end.max(i + 1);
    }
    words > 0 && (tagged == words || around.is_some_and(is_tag))
}

/// Words that may stand ahead of a text in its paragraph besides other fields, such as an author
/// and a day; and most tokens that are looked at.
const MOST_AHEAD: usize = 12;
const LOOKED_AT: usize = 100;

/// True where a text begins in the middle of a paragraph.
fn begins_within(page: &Page, e: &Entry) -> bool {
    let Some(text) = e.place(Field::Body).filter(|t| !page.is_block(t.start)) else { return false };
    // What a template puts side by side stands in other elements.
    if !page
        .ancestors(text.start)
        .find(|a| page.is_block(*a))
        .is_some_and(|a| matches!(page.tag(a), "p" | "li" | "blockquote"))
    {
        return false;
    }
    let ahead =
        (e.tokens.start..text.start).rev().take(LOOKED_AT).take_while(|&i| !page.is_block(i));
    let Some(from) = ahead.last() else { return false };
    let words =
        |r: &Range<usize>| page.words_in(r.start.max(from)..r.end.min(text.start).max(from));
    let read =
        e.places.iter().filter(|p| p.1.end <= text.start).map(|p| words(&p.1)).sum::<usize>();
    words(&(from..text.start)) > read + MOST_AHEAD
}

/// Most words beside a question for a password that stands where a text should.
const MOST_BESIDE: usize = 60;

/// True where what was read as the text asks for a password and says little more, or an entry
/// without text does: as pages of entries do that their authors protect.
fn asks_for_password(page: &Page, e: &Entry) -> bool {
    let text = e.place(Field::Body);
    let within = text.unwrap_or(&e.tokens);
    let asks = |i: usize| {
        let kind = page.attr(i, "type").filter(|_| page.tag(i) == "input");
        kind.is_some_and(|k| k.eq_ignore_ascii_case("password"))
    };
    let little = text.is_none_or(|text| page.words_in(text.clone()) <= MOST_BESIDE);
    little && within.clone().any(asks)
}

/// Most words of a text that is the beginning of one for those who pay.
const MOST_FREE: usize = 200;

/// `address`, `base`: the page's address, and what its links are relative to.
pub(super) fn ask(
    page: &Page,
    wrapper: &Wrapper,
    (kind, layout): (Option<LayoutKind>, Option<&Layout>),
    (address, base): (&Url, &Url),
    statements: &Statements,
    e: &Entry,
    draft: &mut DraftEntry,
) {
    let link = e
        .link
        .as_deref()
        .and_then(|l| Url::parse(l).ok())
        .filter(|_| kind == Some(LayoutKind::List));
    let other = link.and_then(|l| {
        swallowed(page, wrapper, base, e, &[&address_key(&l), &address_key(address)])
    });
    let below =
        other.map(|o| format!("it stands below the heading of another entry: {}", shown(&o)));
    let strange = || {
        held(page, wrapper, layout, e)
            .map(|field| format!("the entry's {} stands in it", field.name()))
    };
    let of_tags = || is_of_tags(page, base, e).then(|| "it is nothing but tags".to_owned());
    let within =
        || begins_within(page, e).then(|| "it begins in the middle of a paragraph".to_owned());
    let asks =
        || asks_for_password(page, e).then(|| "a question for a password stands there".to_owned());
    let cut = || {
        let text = e.place(Field::Body).filter(|_| kind == Some(LayoutKind::Entry))?;
        if page.words_in(text.clone()) > MOST_FREE {
            return None;
        }
        let stated = || "the page says that the rest is for those who pay".to_owned();
        let said = |notice: String| format!("the rest is for others, as the page says: {notice:?}");
        statements.is_paid().then(stated).or_else(|| notice(page, layout?, e).map(said))
    };
    let wrong = below.or_else(strange).or_else(of_tags).or_else(within).or_else(asks).or_else(cut);
    let opinion = wrong.map_or(Opinion::Silent, Opinion::Disagrees);
    draft.vote_or_absent(Field::Body, Witness::Bounds, opinion);
}
