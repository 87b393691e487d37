//! The other entries of a list page: their days are in order, their titles and links differ.

use std::collections::HashMap;

use chrono::NaiveDate;

use super::{DraftEntry, Opinion, Witness};
use crate::entry::{Entry, Field};

/// Fewest entries that make an order.
const LEAST: usize = 3;
/// Share of neighbours in order from which the list is in that order.
const MOSTLY: f64 = 0.7;

pub(super) fn ask(entries: &[Entry], drafts: &mut [DraftEntry]) {
    days(entries, drafts);
    for field in [Field::Title, Field::Link] {
        let mut seen: HashMap<String, usize> = HashMap::new();
        let values: Vec<Option<String>> =
            entries.iter().map(|e| super::text_of(e, field)).collect();
        values.iter().flatten().for_each(|v| *seen.entry(v.clone()).or_insert(0) += 1);
        if seen.len() < LEAST && entries.len() < LEAST {
            continue;
        }
        for (value, draft) in values.iter().zip(drafts.iter_mut()) {
            let Some(n) = value.as_ref().and_then(|v| seen.get(v)) else { continue };
            // Several entries may have one title, but not one permalink.
            if field == Field::Link && *n > 1 || *n >= LEAST && *n * 2 > entries.len() {
                draft.vote(
                    field,
                    Witness::Order,
                    Opinion::Disagrees(format!(
                        "{n} of {} entries of the page have the same",
                        entries.len()
                    )),
                );
            }
        }
    }
}

fn days(entries: &[Entry], drafts: &mut [DraftEntry]) {
    let dated: Vec<(usize, NaiveDate)> =
        entries.iter().enumerate().filter_map(|(k, e)| Some((k, e.date?))).collect();
    if dated.len() < LEAST {
        return;
    }
    let pairs = dated.windows(2).filter(|w| w[0].1 != w[1].1);
    let (mut down, mut all) = (0, 0);
    for w in pairs {
        all += 1;
        down += usize::from(w[0].1 > w[1].1);
    }
    let (most, falling) = if 2 * down >= all { (down, true) } else { (all - down, false) };
    if all > 0 && (most as f64) < MOSTLY * all as f64 {
        return;
    }
    let ordered = |a: NaiveDate, b: NaiveDate| if falling { a >= b } else { a <= b };
    for (n, &(k, day)) in dated.iter().enumerate() {
        let before = n.checked_sub(1).map(|i| dated[i].1);
        let after = dated.get(n + 1).map(|d| d.1);
        let fits = before.is_none_or(|b| ordered(b, day)) && after.is_none_or(|a| ordered(day, a));
        // One that is out of order between two that are in order.
        let odd = match (before, after) {
            (Some(b), Some(a)) => !fits && ordered(b, a),
            (None, Some(a)) => !fits && dated.get(2).is_none_or(|c| ordered(a, c.1)),
            (Some(b), None) => !fits && n >= 2 && ordered(dated[n - 2].1, b),
            (None, None) => false,
        };
        let opinion = match (fits, odd) {
            (true, _) => Opinion::Agrees,
            (_, true) => Opinion::Disagrees(format!(
                "the entries around it are of {} and {}",
                named(before),
                named(after)
            )),
            _ => Opinion::Silent,
        };
        drafts[k].vote(Field::Date, Witness::Order, opinion);
    }
}

fn named(day: Option<NaiveDate>) -> String {
    day.map_or_else(|| "no day".to_owned(), |d| d.to_string())
}
