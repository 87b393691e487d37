//! What an entry page has that others of its template have not (TSReC, Li et al., APWeb 2006), held
//! against the body that was read.
//!
//! Time: that of matching a page with its references, at most [`REFERENCES`] of its layout, each
//! within the budget of `tree/tsrec.rs`; larger pages are not asked.

use std::collections::HashMap;

use super::{Draft, DraftEntry, Opinion, Vote, Witness};
use crate::entry::{Entry, Field};
use crate::page::{Page, words_of};
use crate::tree::tsrec::{Element, Options, content, parts, sequence};

/// Pages that others are compared with.
const REFERENCES: usize = 3;
/// Most tokens of a page that is asked.
const MOST_TOKENS: usize = 40_000;
/// Fewest words of a body or of content that say something, and of content that say something
/// against a body: comments and related posts have as many as a short one.
const LEAST_WORDS: usize = 12;
const LEAST_AGAINST: usize = 40;
/// Overlap of words from which body and content are the same, and share of the content's words
/// below which a body is something else.
const SAME: f64 = 0.88;
const OTHER: f64 = 0.5;

/// References, and what waits for enough of them.
#[derive(Default)]
pub(super) struct Contents {
    kept: HashMap<String, Vec<Kept>>,
}

/// A page by its number, its elements and the body that was read.
type Kept = (usize, Vec<Element>, String);

impl Contents {
    pub(super) fn ask(
        &mut self,
        page: &Page,
        number: usize,
        layout: &str,
        e: &Entry,
        draft: &mut DraftEntry,
    ) {
        let Some(body) = e.body_text.as_deref().filter(|_| page.len() <= MOST_TOKENS) else {
            return;
        };
        let elements = sequence(page);
        let kept = self.kept.entry(layout.to_owned()).or_default();
        if kept.len() <= REFERENCES {
            kept.push((number, elements, body.to_owned()));
            return;
        }
        let references: Vec<&[Element]> =
            kept.iter().take(REFERENCES).map(|k| k.1.as_slice()).collect();
        draft.vote(Field::Body, Witness::Content, compare(&elements, &references, body));
    }

    /// The pages that were kept, against each other.
    pub(super) fn finish(&self, drafts: &mut [Draft]) {
        let all =
            self.kept.values().flat_map(|kept| kept.iter().enumerate().map(move |k| (kept, k)));
        for (kept, (k, (number, elements, body))) in all {
            let references: Vec<&[Element]> = kept
                .iter()
                .enumerate()
                .filter(|o| o.0 != k)
                .take(REFERENCES)
                .map(|o| o.1.1.as_slice())
                .collect();
            if references.is_empty() {
                continue;
            }
            let Some((agrees, reason)) = compare(elements, &references, body).said() else {
                continue;
            };
            let fields = drafts
                .get_mut(*number)
                .into_iter()
                .flat_map(|d| &mut d.entries)
                .flat_map(|e| &mut e.fields);
            for f in fields.filter(|f| f.field == Field::Body && f.value.is_some()) {
                f.votes.push(Vote { witness: Witness::Content, agrees, reason: reason.clone() });
            }
        }
    }
}

fn compare(page: &[Element], references: &[&[Element]], body: &str) -> Opinion {
    let Some(parts) = parts(page, references, &Options::default()) else { return Opinion::Silent };
    let text: Vec<String> =
        content(page, &parts, &Options::default()).into_iter().map(|k| page[k].text()).collect();
    let count = |text: &str| {
        let mut words: Vec<u64> = words_of(text).into_iter().map(|w| w.key).collect();
        words.sort_unstable();
        words
    };
    let (a, b) = (count(body), count(&text.join("\n")));
    if a.len() < LEAST_WORDS || b.len() < LEAST_WORDS {
        return Opinion::Silent;
    }
    let (mut i, mut j, mut both) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, both) = (i + 1, j + 1, both + 1),
        }
    }
    let same = 2.0 * both as f64 / (a.len() + b.len()) as f64;
    // A body may have more: words that the references have by chance.
    let covered = both as f64 / b.len() as f64;
    match same {
        s if s >= SAME => Opinion::Agrees,
        _ if covered < OTHER && b.len() >= LEAST_AGAINST => Opinion::Disagrees(format!(
            "{} words, but what other pages of the template lack has {}",
            a.len(),
            b.len()
        )),
        _ => Opinion::Silent,
    }
}
