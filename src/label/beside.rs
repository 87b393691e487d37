//! Lists of other entries on entries' own pages: related posts, the newest ones as cards. They have
//! tags, names and texts, too, which are none of the entry's.
//!
//! Time: linear in the links of the pages, and what sorting them takes.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::Canvas;
use crate::page::{Contexts, record_of};
use crate::share::{most, nearly_all};

/// For each page the records of such lists, in order and apart. `navigation`: contexts of links to
/// other entries. Nearly all pages have a list, most of them with as many links: those in a text
/// are as many as it needs.
pub(super) fn lists(pages: &[Canvas<'_>], navigation: &[String]) -> Vec<Vec<Range<usize>>> {
    let mut out = vec![Vec::new(); pages.len()];
    if navigation.is_empty() || pages.len() < 2 {
        return out;
    }
    let known: HashSet<&str> = navigation.iter().map(String::as_str).collect();
    let mut places: HashMap<String, Vec<Vec<usize>>> = HashMap::new();
    for (k, canvas) in pages.iter().enumerate() {
        let mut contexts = Contexts::new(canvas.page);
        for (link, _) in &canvas.links {
            let context = contexts.of(*link);
            if known.contains(context.as_str()) {
                let all = places.entry(context).or_insert_with(|| vec![Vec::new(); pages.len()]);
                all[k].push(*link);
            }
        }
    }
    for links in places.values().filter(|links| are_lists(links)) {
        for ((canvas, links), lists) in pages.iter().zip(links).zip(&mut out) {
            let records = record_of(canvas.page, links);
            let name = |record: &usize| canvas.page.named(*record);
            if records.len() > 1 && records.iter().all(|r| name(r) == name(&records[0])) {
                lists.extend(records.iter().map(|r| canvas.page.region(*r)));
            }
        }
    }
    // A record may be found by its picture and by its title.
    for records in &mut out {
        records.sort_unstable_by_key(|r| (r.start, Reverse(r.end)));
        records.dedup_by(|next, last| last.contains(&next.start));
    }
    out
}

/// The one of such records that a token stands in.
pub(super) fn around(records: &[Range<usize>], token: usize) -> Option<&Range<usize>> {
    let next = records.partition_point(|r| r.start <= token);
    records[..next].last().filter(|r| r.contains(&token))
}

/// True for links of one place, by page, that are a list of the template.
fn are_lists(links: &[Vec<usize>]) -> bool {
    let mut counts: Vec<usize> = links.iter().map(Vec::len).filter(|n| *n > 1).collect();
    counts.sort_unstable();
    let usual = counts.get(counts.len() / 2).copied().unwrap_or(0);
    let as_usual = counts.iter().filter(|n| **n == usual).count();
    nearly_all(counts.len(), links.len()) && most(as_usual, links.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_stands_in_one_record_at_most() {
        let records = [2..5, 5..6, 9..12];
        let cases = [(1, None), (2, Some(2)), (4, Some(2)), (5, Some(5)), (6, None), (11, Some(9))];
        for (token, start) in cases {
            assert_eq!(around(&records, token).map(|r| r.start), start, "{token}");
        }
    }
}
