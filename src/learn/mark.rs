//! Tags that tell a layout's pages from the blog's others: on all of its pages, on none of the
//! other kind's.

use std::collections::{BTreeMap, BTreeSet};

use super::bounds::{LONGEST_ATTR, MARKED};
use super::general::can_be_written;
use crate::page::{Kind, Page};
use crate::rule::{AttrPattern, AttrTest, Fingerprint, TokenPattern};

/// Most tags of a fingerprint: enough that no single change of the template loses the layout.
const MOST: usize = 8;

pub(super) fn learn(own: &[&Page], others: &[&Page]) -> Fingerprint {
    let Some(first) = own.first() else { return Fingerprint::default() };
    if others.is_empty() {
        return Fingerprint::default();
    }
    let mut counts: BTreeMap<(String, String, String), usize> = BTreeMap::new();
    for page in own {
        for mark in marks(page) {
            *counts.entry(mark).or_insert(0) += 1;
        }
    }
    let foreign: BTreeSet<_> = others.iter().flat_map(|p| marks(p)).collect();
    // One odd page (a link post) must not hide what all others have.
    counts.retain(|m, n| *n as f64 >= MARKED * own.len() as f64 && !foreign.contains(m));
    // In page order of the first page that has them, so that the file is stable and starts with the
    // outermost.
    let order: Vec<_> = ordered(first);
    let mut kept: Vec<_> = order.into_iter().filter(|m| counts.contains_key(m)).collect();
    kept.extend(counts.into_keys());
    let mut seen = BTreeSet::new();
    kept.retain(|m| seen.insert(m.clone()));
    let has = kept
        .into_iter()
        .take(MOST)
        .map(|(name, attr, value)| {
            let test = if attr == "class" || attr == "rel" {
                AttrTest::Has(value)
            } else {
                AttrTest::Is(value)
            };
            TokenPattern::Open {
                name,
                attrs: vec![AttrPattern { name: attr, test }],
                around: false,
            }
        })
        .collect();
    Fingerprint { has }
}

fn marks(page: &Page) -> BTreeSet<(String, String, String)> {
    ordered(page).into_iter().collect()
}

/// (tag, attribute, value) of all tags with a class, id, rel, itemprop or property, without those
/// that name one entry (digits).
fn ordered(page: &Page) -> Vec<(String, String, String)> {
    let mut out = Vec::new();
    for (i, t) in page.tokens().iter().enumerate() {
        if t.kind != Kind::Start || t.implied() || !can_be_written(page.tag(i)) {
            continue;
        }
        for (name, value) in page.attrs(i) {
            let parts: Vec<&str> = match name {
                "class" | "rel" => value.split_ascii_whitespace().collect(),
                "id" | "itemprop" | "property" => vec![value.trim()],
                _ => continue,
            };
            for v in parts {
                if !v.is_empty()
                    && can_be_written(v)
                    && v.len() <= LONGEST_ATTR
                    && !v.contains(|c: char| c.is_ascii_digit())
                {
                    out.push((page.tag(i).to_owned(), name.to_owned(), v.to_owned()));
                }
            }
        }
    }
    out
}
