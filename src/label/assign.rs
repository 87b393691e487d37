//! The vote over items: of many places for each item, the context that fits most items.

use std::collections::{HashMap, HashSet};

use super::signs::FEATURED;
use super::{Mechanism, View};

/// One place a value may stand at.
#[derive(Debug, Clone)]
pub(super) struct Candidate<T> {
    /// The template place it stands in; equal for all items of one template.
    pub context: String,
    /// How well it fits, 0..=1 and above; summed over items.
    pub weight: f64,
    pub place: T,
}

/// What an item speaks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Vote {
    /// Its best place, and those that fit as well: what fits best is known of an item alone. Ten
    /// links in a side bar are then no better list than five posts with their texts.
    Best,
    /// All its places, each as well as it fits: what fits an item best may be chance, as a name in
    /// its text is.
    All,
}

/// For each item its place in the best context: contexts are taken by how many items they fit (each
/// counts with its best weight), and items they do not fit may take the next context if `others`
/// allows it.
///
/// Time: linear in the candidates, times the contexts taken (at most three).
pub(super) fn assign<T: Clone>(
    views: &[View<'_>],
    candidates: &[Vec<Candidate<T>>],
    vote: Vote,
    others: bool,
) -> Vec<Option<Candidate<T>>> {
    if views.iter().any(|v| !v.uses(Mechanism::Choice)) {
        let first = |list: &Vec<Candidate<T>>| {
            list.iter().reduce(|b, c| if c.weight > b.weight { c } else { b }).cloned()
        };
        return candidates.iter().map(first).collect();
    }
    let mut out: Vec<Option<Candidate<T>>> = vec![None; candidates.len()];
    // Contexts of one item alone that are none of the list's.
    let mut refused: HashSet<String> = HashSet::new();
    for round in 0..3 {
        let mut votes: HashMap<&str, (f64, usize)> = HashMap::new();
        for (k, list) in candidates.iter().enumerate() {
            if out[k].is_some() {
                continue;
            }
            let mut best: HashMap<&str, f64> = HashMap::new();
            for c in list.iter().filter(|c| !refused.contains(&c.context)) {
                let w = best.entry(&c.context).or_insert(f64::MIN);
                *w = w.max(c.weight);
            }
            let least = match vote {
                Vote::Best => best.values().copied().fold(f64::MIN, f64::max),
                Vote::All => f64::MIN,
            };
            for (context, w) in best.into_iter().filter(|b| b.1 >= least) {
                let v = votes.entry(context).or_insert((0.0, 0));
                v.0 += w;
                v.1 += 1;
            }
        }
        // Equal votes: the context met first in the list of candidates, so that the result does not
        // hang on hashing.
        let mut order: HashMap<&str, usize> = HashMap::new();
        for (i, c) in candidates.iter().flatten().enumerate() {
            order.entry(&c.context).or_insert(i);
        }
        let best = votes
            .into_iter()
            .max_by(|a, b| a.1.0.total_cmp(&b.1.0).then_with(|| order[b.0].cmp(&order[a.0])));
        let Some((context, (_, count))) = best else { break };
        let context = context.to_owned();
        let lone = round > 0 && count < 2 && candidates.len() > 2;
        for (k, list) in candidates.iter().enumerate() {
            if out[k].is_none()
                && (!lone || list.iter().any(|c| c.context == context && featured(c, &out)))
            {
                out[k] = list
                    .iter()
                    .filter(|c| c.context == context)
                    .fold(None::<&Candidate<T>>, |b, c| match b {
                        Some(b) if b.weight >= c.weight => Some(b),
                        _ => Some(c),
                    })
                    .cloned();
            }
        }
        if lone {
            refused.insert(context);
        }
        if !others {
            break;
        }
    }
    out
}

/// True where a place that no other item has is still one: the first entry of a page may stand in a
/// frame of its own, set like the others inside it, and it fits the item as well as theirs do.
fn featured<T>(place: &Candidate<T>, taken: &[Option<Candidate<T>>]) -> bool {
    let inner = |context: &str| {
        context.match_indices('/').nth(FEATURED).map(|(end, _)| context[..end].to_owned())
    };
    let own = inner(&place.context);
    own.is_some()
        && taken.iter().flatten().any(|t| inner(&t.context) == own && place.weight >= t.weight)
}
