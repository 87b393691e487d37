//! Runs of similar generalized nodes among the children of one parent (IdentDRs), and the visual
//! cue that chooses among them (MDR-2).

use std::ops::Range;

use super::{Boxes, Options};

/// Boxes may overlap by rounding.
const PIXEL: f64 = 1.0;

/// The children of a parent that can be records, with what parts them.
pub(super) struct Row {
    pub nodes: Vec<usize>,
    /// The gap ahead of each node, from boxes or separators; 0 where nothing tells.
    pub gaps: Vec<f64>,
    /// True where gaps are known.
    pub told: bool,
}

/// A chain of similar generalized nodes: positions `first..first + length * count` of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chain {
    pub length: usize,
    pub first: usize,
    pub count: usize,
}

impl Chain {
    fn covered(self) -> usize {
        self.length * self.count
    }

    pub fn end(self) -> usize {
        self.first + self.covered()
    }
}

/// The chain that covers most of a range; a longer generalized node must cover more by a factor.
pub(super) fn best(pairs: &[Vec<bool>], range: &Range<usize>, options: &Options) -> Option<Chain> {
    let mut best: Option<Chain> = None;
    for length in 1..=pairs.len() {
        let widest = chains(pairs, length, range).fold(None::<Chain>, |b, c| {
            if b.is_none_or(|b| c.count > b.count) { Some(c) } else { b }
        });
        let Some(chain) = widest else { continue };
        let factor = if length > 1 { options.prefer_short } else { 1.0 };
        if best.is_none_or(|b| chain.covered() as f64 * factor > b.covered() as f64) {
            best = Some(chain);
        }
    }
    best
}

/// The maximal chains of one length in a range, by their first position.
fn chains<'p>(
    pairs: &'p [Vec<bool>],
    length: usize,
    range: &Range<usize>,
) -> impl Iterator<Item = Chain> + 'p {
    let (from, to) = (range.start, range.end);
    let linked = move |s: usize| {
        s >= from && s + 2 * length <= to && pairs[length - 1].get(s).copied().unwrap_or(false)
    };
    (from..to).filter(move |&s| linked(s) && !(s >= from + length && linked(s - length))).map(
        move |first| {
            let more = (1..).take_while(|k| linked(first + k * length)).count();
            Chain { length, first, count: more + 2 }
        },
    )
}

/// MDR-2's visual cue: the gaps between records are not smaller than those inside. Of the chains
/// over the same children the one whose gaps between exceed those inside most; where none is
/// consistent, the one given.
pub(super) fn by_gaps(pairs: &[Vec<bool>], row: &Row, chosen: Chain) -> Chain {
    let mut best: Option<(f64, Chain)> = None;
    for length in 1..=pairs.len() {
        for chain in chains(pairs, length, &(chosen.first..chosen.end())) {
            if chain.covered() + length <= chosen.covered() {
                continue;
            }
            let gaps = (chain.first + 1..chain.end())
                .map(|k| ((k - chain.first) % length == 0, row.gaps[k]));
            let between = gaps.clone().filter(|g| g.0).map(|g| g.1).fold(f64::INFINITY, f64::min);
            let inside = gaps.filter(|g| !g.0).map(|g| g.1).fold(0.0, f64::max);
            let margin = between - inside;
            if margin >= -PIXEL && best.is_none_or(|b| margin > b.0) {
                best = Some((margin, chain));
            }
        }
    }
    best.map_or(chosen, |b| b.1)
}

/// Free space between two boxes: vertical where the second starts below the first, else horizontal.
pub(super) fn gap_between(boxes: &Boxes, first: usize, second: usize) -> Option<f64> {
    let visible = |t: usize| boxes.get(&t).filter(|r| r.w > 0.0 && r.h > 0.0);
    let (a, b) = (visible(first)?, visible(second)?);
    let gap = if b.y >= a.y + a.h { b.y - a.y - a.h } else { b.x - a.x - a.w };
    Some(gap.max(0.0))
}
