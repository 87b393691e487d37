//! Which layout a page has, and reading it so. Every layout reads the page; what they find decides,
//! never the address.
//!
//! Time: O(tokens · rules), and what `unseen.rs` takes where a list lacks fields.

use std::collections::HashMap;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::ops::Range;

use url::Url;

use super::links::{day_of, key, key_of};
use super::matching::Matcher;
use super::replay::{Entry, Extraction, Reader, read_field};
use super::{Field, Layout, LayoutKind, Scope, Wrapper, in_head};
use crate::page::{Kind, Page};

/// Share of a list's marks below which one record of it is less than two of the index.
const STRANGE: f64 = 0.34;
/// Share of an entry layout's marks with which a page looks like an entry, though it lacks a field.
const LOOKS_SO: f64 = 0.75;
/// A body of more records than this may be a list.
const LEAST_RECORDS: usize = 4;
/// Share of a body's words that stand in records of the blog's entries: then it is a list of them.
const MOSTLY_RECORDS: f64 = 0.8;

/// Share of an entry layout's required fields that were found.
fn completeness(layout: &Layout, entry: &Entry) -> f64 {
    let required: Vec<Field> = Field::ALL
        .into_iter()
        .filter(|f| *f != Field::Link && layout.fields.iter().any(|r| r.field == *f && !r.optional))
        .collect();
    let found = required
        .iter()
        .filter(|f| match f {
            Field::Title => entry.title.is_some(),
            Field::Date => entry.date.is_some(),
            Field::Author => entry.author.is_some(),
            Field::Tags => entry.tags.as_ref().is_some_and(|t| !t.is_empty()),
            _ => entry.body_text.is_some(),
        })
        .count();
    if required.is_empty() { 0.0 } else { found as f64 / required.len() as f64 }
}

/// True where the index reads a page better than a list layout does: a record that holds several of
/// the index's is a frame around a list, where the list hardly looks like one; else the index must
/// give many more records and more to read than, say, a side bar.
fn better(page: &Page, listed: &[Entry], like: f64, index: &[Entry]) -> bool {
    let words =
        |entries: &[Entry]| entries.iter().map(|e| page.words_in(e.tokens.clone())).sum::<usize>();
    let frame = listed
        .iter()
        .any(|l| index.iter().filter(|e| l.tokens.contains(&e.tokens.start)).nth(1).is_some());
    let many = index.len() > 3 * listed.len();
    (frame && (many || listed.len() == 1 && like < STRANGE))
        || (many && words(index) > words(listed))
}

/// True where what an entry layout reads is a list of entries: the places of its title and body
/// occur in several records of the index, or its body holds hardly more than such records.
///
/// `index`: the tokens of the index's records, asked for only where they can matter: most entry
/// pages are read without.
fn is_list<'i>(page: &Page, layout: &Layout, index: impl Fn() -> &'i [Range<usize>]) -> bool {
    let all = |field| {
        let rules = layout
            .fields
            .iter()
            .filter(move |r| r.field == field && r.scope == Scope::Record && !in_head(&r.start));
        rules.flat_map(|r| {
            read_field(
                page,
                &super::FieldRule { many: true, ..r.clone() },
                &page.body(),
                page.len(),
            )
        })
    };
    let sorted = |mut starts: Vec<usize>| {
        starts.sort_unstable();
        starts
    };
    let bodies: Vec<Range<usize>> = all(Field::Body).map(|v| v.slot.tokens).collect();
    let titles = sorted(all(Field::Title).map(|v| v.slot.tokens.start).collect());
    let texts = sorted(bodies.iter().map(|b| b.start).collect());
    let has = |starts: &[usize], e: &Range<usize>| {
        starts.get(starts.partition_point(|s| *s < e.start)).is_some_and(|s| *s < e.end)
    };
    if titles.len() > 1
        && texts.len() > 1
        && index().iter().filter(|e| has(&titles, e) && has(&texts, e)).nth(1).is_some()
    {
        return true;
    }
    let Some(body) = bodies.into_iter().next() else { return false };
    if body.clone().filter(|&i| page.tag(i) == "a").nth(LEAST_RECORDS).is_none() {
        return false;
    }
    let inside = index().iter().filter(|e| body.start <= e.start && e.end <= body.end);
    let (records, words) =
        inside.fold((0, 0), |(n, w), e| (n + 1, w + page.words_in((*e).clone())));
    records > LEAST_RECORDS && words as f64 >= MOSTLY_RECORDS * page.words_in(body) as f64
}

/// A post that a page shows twice, as a featured one and in its list, is one record: the one with
/// more in it, else the first.
fn once(entries: Vec<Entry>) -> Vec<Entry> {
    let more = |e: &Entry| {
        (std::cmp::Reverse(e.missing.len()), e.body_text.as_ref().map_or(0, String::len))
    };
    let mut out: Vec<Entry> = Vec::with_capacity(entries.len());
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    for e in entries {
        let (Some(link), Some(title)) = (&e.link, &e.title) else {
            out.push(e);
            continue;
        };
        match seen.entry((link.clone(), title.clone())) {
            Occupied(o) if more(&e) > more(&out[*o.get()]) => out[*o.get()] = e,
            Occupied(_) => {}
            Vacant(v) => {
                v.insert(out.len());
                out.push(e);
            }
        }
    }
    out
}

/// Share of the fingerprint's tags that the page has; a layout without fingerprint says nothing
/// (0.5).
fn resemblance(page: &Page, layout: &Layout) -> f64 {
    let all = layout.fingerprint.has.len();
    if all == 0 {
        return 0.5;
    }
    let mut open: Vec<Matcher<'_>> = layout
        .fingerprint
        .has
        .iter()
        .filter_map(|p| Matcher::new(page, std::slice::from_ref(p)))
        .collect();
    let possible = open.len();
    for i in 0..page.len() {
        if open.is_empty() {
            break;
        }
        if page.tokens()[i].kind == Kind::Start {
            open.retain(|m| !m.first_matches(page, i));
        }
    }
    (possible - open.len()) as f64 / all as f64
}

impl Wrapper {
    /// Read a page: entries with title, link, date, author, tags and body. Deterministic, no I/O,
    /// no clock.
    ///
    /// `url` is the page's own address (links on it are resolved against it).
    pub fn extract(&self, html: &str, url: &str) -> Extraction {
        self.extract_page(&Page::parse(html), url)
    }

    /// As [`extract`](Self::extract), for a page at hand.
    ///
    /// Which layout a page has: an entry layout where all its required fields are found and its
    /// fingerprint is met better than that of the list that also matches, unless what it reads is a
    /// list; else the list layout with most records, unless it is a frame around a list never seen;
    /// else that list, read by its permalinks; else an entry layout of which half fits.
    pub fn extract_page(&self, page: &Page, url: &str) -> Extraction {
        let Ok(address) = Url::parse(url) else {
            return Extraction {
                why: format!("{url:?} is not an absolute address"),
                ..Extraction::default()
            };
        };
        let own = key(&address);
        let reader = Reader::new(page, page.base(&address));
        // A day that the page does not show may stand in the permalink; an archive of one day has
        // such an address, too, but it ends there.
        let named = own
            .trim_end_matches('/')
            .rsplit('/')
            .next()
            .is_some_and(|last| last.contains(char::is_alphabetic));
        let permalink = named && self.index.as_ref().is_some_and(|i| i.fits(&address));
        let dated = |mut entries: Vec<Entry>, own: &str| {
            if self.index.as_ref().is_some_and(|i| i.dated) {
                for e in entries.iter_mut().filter(|e| e.date.is_none()) {
                    let link = e.link.as_deref().and_then(|l| key_of(&reader.base, l));
                    e.date = link
                        .as_deref()
                        .and_then(day_of)
                        .or(day_of(own).filter(|_| e.link.is_none() && permalink));
                    if e.date.is_some() {
                        e.linked_day = true;
                        e.missing.retain(|m| m.0 != Field::Date);
                    }
                }
            }
            entries
        };
        let best = |kind| {
            self.layouts
                .iter()
                .filter(move |l| l.kind == kind)
                .map(|l| {
                    let entries = match kind {
                        LayoutKind::List => dated(once(reader.list(self, l)), ""),
                        LayoutKind::Entry => dated(vec![reader.entry(self, l, &page.body())], &own),
                    };
                    let worth = match kind {
                        // Records without a title are half as good: another layout may know where
                        // it stands.
                        LayoutKind::List => {
                            entries.iter().map(|e| if e.title.is_some() { 1.0 } else { 0.5 }).sum()
                        }
                        LayoutKind::Entry => entries.first().map_or(0.0, |e| completeness(l, e)),
                    };
                    (worth, resemblance(page, l), l, entries)
                })
                .reduce(|a, b| if (b.0, b.1) > (a.0, a.1) { b } else { a })
        };
        let list = best(LayoutKind::List).filter(|l| !l.3.is_empty());
        let entry = best(LayoutKind::Entry)
            .filter(|e| e.3.first().is_some_and(|e| e.title.is_some() || e.body_text.is_some()));
        let is_own = |e: &Entry| {
            e.link.as_deref().and_then(|l| Url::parse(l).ok()).is_some_and(|l| key(&l) == own)
        };
        let done = |layout: &Layout, entries, why: String| Extraction {
            layout: Some(layout.name.clone()),
            kind: Some(layout.kind),
            entries,
            why,
        };
        let listed = list.as_ref().map_or(0, |l| l.3.len());
        let list_like = list.as_ref().map_or(0.0, |l| l.1);
        let owns = list.as_ref().is_some_and(|l| l.3.len() == 1 && l.3.iter().all(is_own));
        let index = std::cell::LazyCell::new(|| dated(reader.index(self), ""));
        // Where the index's records are is known at less cost than what is in them.
        let extents = std::cell::LazyCell::new(|| {
            self.index.as_ref().map_or(Vec::new(), |i| i.extents(page, &reader.base))
        });
        if let Some((complete, like, layout, entries)) = &entry {
            let whole = *complete > 0.99;
            let wins = if owns { *like >= list_like || whole } else { whole && *like > list_like };
            let no_rival = listed == 0 && *like >= 0.5 && whole;
            // A title alone is no match for records.
            let titled = entries
                .iter()
                .all(|e| e.body_text.is_none() && e.date.is_none() && e.author.is_none());
            let crowd =
                || titled && listed > 2 && list_like > 0.0 || is_list(page, layout, || &extents);
            // An entry that lacks a field still looks more like one than a list of one record that
            // does not look like a list at all.
            let told = entries.iter().all(|e| e.title.is_some() && e.body_text.is_some());
            let odd =
                told && *complete >= 0.5 && *like >= LOOKS_SO && listed <= 1 && list_like < STRANGE;
            if (wins || no_rival || odd) && !crowd() {
                let why = match whole {
                    true => format!(
                        "all {} rules of {:?} match, its marks {:.0} %",
                        layout.fields.len(),
                        layout.name,
                        like * 100.0
                    ),
                    false => format!(
                        "{:.0} % of the rules of {:?} match, its marks {:.0} %",
                        complete * 100.0,
                        layout.name,
                        like * 100.0
                    ),
                };
                return done(layout, entries.clone(), why);
            }
        }
        if let Some((_, like, layout, entries)) = list
            && (like > 0.99 || !better(page, &entries, like, &index))
        {
            let why =
                format!("{listed} records of {:?}, its marks {:.0} %", layout.name, like * 100.0);
            return done(layout, entries, why);
        }
        let index = std::cell::LazyCell::force(&index).clone();
        // One link alone is a list where it stands with its day.
        let one_dated = index.len() == 1
            && entry.as_ref().is_none_or(|e| e.0 < 0.5)
            && index.iter().all(|e| e.date.is_some());
        if index.len() > 1 || one_dated {
            let why = format!("{} links that look like this blog's permalinks", index.len());
            return Extraction {
                layout: Some("index".to_owned()),
                kind: Some(LayoutKind::List),
                entries: index,
                why,
            };
        }
        if let Some((complete, like, layout, entries)) = entry
            && complete >= 0.5
            && like >= 0.5
        {
            let why = format!(
                "{:.0} % of the rules of {:?} match, its marks {:.0} %",
                complete * 100.0,
                layout.name,
                like * 100.0
            );
            return done(layout, entries, why);
        }
        Extraction {
            why: "no layout fits: neither records nor the fields of an entry page were found"
                .to_owned(),
            ..Extraction::default()
        }
    }
}
