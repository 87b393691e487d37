//! What an entry page has that others of its template have not (TSReC, Li et al., APWeb 2006), held
//! against the body that was read.
//!
//! Time: that of matching a page with its references, at most [`REFERENCES`] of its layout, each
//! within the budget of `tree/tsrec.rs`; larger pages are not asked.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

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

/// References, the first pages of each layout: once there are enough they stay as they are. Until
/// then pages are compared in their order, after that in any.
#[derive(Default)]
pub(super) struct Contents {
    kept: RwLock<HashMap<String, Vec<Kept>>>,
}

/// A page by its number, its elements and the body that was read.
type Kept = (usize, Vec<Element>, String);

/// A page that waits for its turn: its layout, its elements and the body that was read.
pub(super) struct Waiting(String, Vec<Element>, String);

impl Contents {
    /// Compares a page with the references; before there are enough it has to wait.
    pub(super) fn ask(
        &self,
        page: &Page,
        layout: &str,
        e: &Entry,
        draft: &mut DraftEntry,
    ) -> Option<Waiting> {
        let body = e.body_text.as_deref().filter(|_| page.len() <= MOST_TOKENS)?;
        let waiting = Waiting(layout.to_owned(), sequence(page), body.to_owned());
        self.compared(waiting, draft)
    }

    /// A page whose turn it is: compared, or one of the references itself.
    pub(super) fn take(&self, number: usize, waiting: Waiting, draft: &mut DraftEntry) {
        if let Some(Waiting(layout, elements, body)) = self.compared(waiting, draft) {
            let mut kept = self.kept.write().unwrap_or_else(PoisonError::into_inner);
            kept.entry(layout).or_default().push((number, elements, body));
        }
    }

    /// Asks where there are enough references; gives the page back where not.
    fn compared(&self, waiting: Waiting, draft: &mut DraftEntry) -> Option<Waiting> {
        let all = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let Some(kept) = all.get(&waiting.0).filter(|kept| kept.len() > REFERENCES) else {
            return Some(waiting);
        };
        let Waiting(_, elements, body) = &waiting;
        let references: Vec<&[Element]> =
            kept.iter().take(REFERENCES).map(|k| k.1.as_slice()).collect();
        draft.vote(Field::Body, Witness::Content, compare(elements, &references, body));
        None
    }

    /// The pages that were kept, against each other. `first`: the number of the first draft; pages
    /// ahead of it have been asked.
    pub(super) fn finish(&self, first: usize, drafts: &mut [Draft]) {
        let kept = self.kept.read().unwrap_or_else(PoisonError::into_inner);
        let all = kept.values().flat_map(|kept| kept.iter().enumerate().map(move |k| (kept, k)));
        for (kept, (k, (number, elements, body))) in all {
            let Some(draft) = number.checked_sub(first).and_then(|n| drafts.get_mut(n)) else {
                continue;
            };
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
            let fields = draft.entries.iter_mut().flat_map(|e| &mut e.fields);
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
