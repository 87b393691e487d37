//! Records and columns of a list page as DEPTA finds them (Zhai and Liu, WWW 2005), knowing nothing
//! of the rules; and what of a record no field has.
//!
//! Time: that of mining and aligning one region, both within their budgets (`tree/regions`,
//! `tree/align.rs`); larger pages are not asked for their regions. What is unread takes a look at
//! each word of the records.

use std::ops::Range;

use super::{CHECKED, DraftEntry, Opinion, Witness, text_of};
use crate::entry::{Entry, Field};
use crate::page::{Page, fold};
use crate::tree::align::align;
use crate::tree::regions::{Options, mine};

/// Fewest entries of a list.
const LEAST: usize = 3;
/// Most tokens of a page that is asked, and most records that are aligned.
const MOST_TOKENS: usize = 40_000;
const MOST_RECORDS: usize = 60;
/// Share of the entries that a region must hold, one a record, to speak.
const MOSTLY: f64 = 0.6;

/// Words of a record that may be left unread, and how many times the words of its body.
const LEFT: usize = 15;
const TIMES: usize = 1;

/// What of a record is in no field: much more than its body has is a sign that the body is not all
/// of it.
fn left_over(page: &Page, entries: &[Entry], drafts: &mut [DraftEntry]) {
    for (e, draft) in entries.iter().zip(drafts) {
        let Some(body) = e.place(Field::Body) else { continue };
        // Places may overlap: what is in several counts once.
        let mut places: Vec<Range<usize>> =
            e.places.iter().map(|p| p.1.clone()).filter(|p| e.tokens.contains(&p.start)).collect();
        places.sort_by_key(|p| p.start);
        let (mut read, mut end) = (0, 0);
        for p in places {
            read += page.words_in(p.start.max(end)..p.end.max(end));
            end = end.max(p.end);
        }
        let left = page.words_in(e.tokens.clone()).saturating_sub(read);
        let words = page.words_in(body.clone());
        let opinion = Opinion::of(left <= TIMES * words + LEFT, || {
            format!("{words} words, but {left} more stand in the record")
        });
        draft.vote(Field::Body, Witness::Records, opinion);
    }
}

pub(super) fn ask(page: &Page, entries: &[Entry], drafts: &mut [DraftEntry]) {
    left_over(page, entries, drafts);
    if entries.len() < LEAST || page.len() > MOST_TOKENS {
        return;
    }
    let (regions, _) = mine(page, None, &Options::default());
    let place = |e: &Entry| e.place(Field::Title).map_or(e.tokens.start, |p| p.start);
    let mut places: Vec<(usize, usize)> =
        entries.iter().enumerate().map(|(k, e)| (place(e), k)).collect();
    places.sort_unstable();
    // For each record the entries whose titles stand in it.
    let held = |records: &[Vec<Range<usize>>]| -> Vec<Vec<usize>> {
        let inside = |t: &Range<usize>| {
            let at = |token: usize| places.partition_point(|p| p.0 < token);
            places[at(t.start)..at(t.end.max(t.start))].iter().map(|p| p.1).collect::<Vec<usize>>()
        };
        records.iter().map(|r| r.iter().flat_map(inside).collect()).collect()
    };
    let best = regions
        .iter()
        .map(|region| {
            let records: Vec<Vec<Range<usize>>> = region
                .records
                .iter()
                .take(4 * MOST_RECORDS)
                .map(|r| r.tokens(page).collect())
                .collect();
            let held = held(&records);
            (held.iter().filter(|h| h.len() == 1).count(), region, held)
        })
        .reduce(|a, b| if b.0 > a.0 { b } else { a });
    let Some((_, region, held)) = best.filter(|b| b.0 as f64 >= MOSTLY * entries.len() as f64)
    else {
        return;
    };
    let mut record_of: Vec<Option<usize>> = vec![None; entries.len()];
    for (r, holds) in held.iter().enumerate() {
        for &k in holds {
            let opinion = match holds.len() {
                1 => Opinion::Agrees,
                n => Opinion::Disagrees(format!("{n} entries stand in what looks like one record")),
            };
            drafts[k].vote(Field::Link, Witness::Records, opinion);
            if holds.len() == 1 {
                record_of[k] = Some(r);
            }
        }
    }
    if region.records.len() <= MOST_RECORDS {
        columns(&align(page, &region.records).rows, entries, &record_of, drafts);
    }
}

/// In which column most entries have a field, and whether the others have theirs there.
fn columns(
    rows: &[Vec<Option<crate::tree::align::Cell>>],
    entries: &[Entry],
    record_of: &[Option<usize>],
    drafts: &mut [DraftEntry],
) {
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    for field in CHECKED.into_iter().filter(|f| matches!(f, Field::Title | Field::Author)) {
        let values: Vec<Option<String>> =
            entries.iter().map(|e| text_of(e, field).map(|t| fold(&t))).collect();
        let cell =
            |k: usize, c: usize| Some(fold(&rows.get(record_of[k]?)?.get(c)?.as_ref()?.value));
        let hits = |c: usize| {
            (0..entries.len()).filter(|&k| values[k].is_some() && cell(k, c) == values[k]).count()
        };
        let Some((n, c)) =
            (0..width).map(|c| (hits(c), c)).reduce(|a, b| if b.0 > a.0 { b } else { a })
        else {
            continue;
        };
        if (n as f64) < MOSTLY * entries.len() as f64 || n < LEAST {
            continue;
        }
        for (k, draft) in drafts.iter_mut().enumerate() {
            let (Some(value), Some(shown)) = (&values[k], cell(k, c)) else { continue };
            draft.vote(
                field,
                Witness::Records,
                Opinion::of(*value == shown, || {
                    format!("where the other records have it stands {:?}", super::shown(&shown))
                }),
            );
        }
    }
}
