//! RTDM: the restricted top-down distance of ordered labelled trees, and its mapping.
//!
//! Reis, Golgher, da Silva, Laender: "Automatic Web News Extraction Using Tree Edit Distance", WWW
//! 2004, section 3. Vertices are inserted, deleted and replaced at unit cost; a pair of non-roots
//! needs paired parents, and one of different names has no paired descendants.
//!
//! Printed and mended: sums run over whole subtrees, borders of the table are cumulated, names are
//! tested before descending, the roots' replacement is counted (`../spec/rtdm.md`, section 1).
//! Added: children equal at both ends are stripped, pairs of subtrees are remembered by class, and
//! each descent gets the budget that could still change the value.
//!
//! Time: O(n1 · n2) at worst, where all but the leaves are equal; on pages of one template little
//! more than the parts that differ. Space: two rows for each level of nesting, and the pairs of
//! subtree classes met. No recursion on depth.

use std::collections::HashMap;

use super::Outline;

/// How to measure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Options {
    /// Without the restriction: vertices of different names keep their descendants (Selkow's
    /// top-down distance).
    pub top_down: bool,
}

/// The distance of two pages.
///
/// ```
/// use feedstone::internals::tree::{Names, Outline, rtdm};
/// let mut names = Names::default();
/// let mut tree = |s| Outline::parse(s, &mut names).unwrap();
/// let (a, b) = (tree("R(A(C D) B(E))"), tree("R(A(C) G(E))"));
/// assert_eq!(rtdm::distance(&a, &b, rtdm::Options::default()), 4);
/// ```
pub fn distance(a: &Outline, b: &Outline, options: Options) -> usize {
    Measure::new(a, b, options).roots(usize::MAX).unwrap_or(usize::MAX)
}

/// The distance where it is at most `limit`, else None.
pub fn distance_within(a: &Outline, b: &Outline, limit: usize, options: Options) -> Option<usize> {
    Measure::new(a, b, options).roots(limit)
}

/// What a distance is divided by for a similarity of 0 to 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Denominator {
    /// The vertices of both trees.
    #[default]
    Sum,
    /// The vertices of the larger tree.
    Max,
}

impl Denominator {
    pub(super) fn of(self, a: &Outline, b: &Outline) -> usize {
        match self {
            Denominator::Sum => a.len() + b.len(),
            Denominator::Max => a.len().max(b.len()),
        }
        .max(1)
    }
}

/// `1 - distance / denominator`.
pub fn similarity(a: &Outline, b: &Outline, denominator: Denominator, options: Options) -> f64 {
    1.0 - distance(a, b, options) as f64 / denominator.of(a, b) as f64
}

/// The pairs of nodes of a mapping of least cost, roots included, in no order of use; earlier
/// siblings are paired where it is all the same.
pub fn mapping(a: &Outline, b: &Outline, options: Options) -> Vec<(usize, usize)> {
    mapping_by(a, b, options, MOST_CELLS, &|_, _| false)
}

/// As [`mapping`]; of mappings of least cost one with fewest odd pairs in each list of siblings.
/// Where the lists are too long for the `cells` of all tables, what is below their parents is not
/// mapped, but for equal ends; in what pairs cost, too, which has as many cells.
pub(super) fn mapping_by(
    a: &Outline,
    b: &Outline,
    options: Options,
    mut cells: usize,
    odd: &dyn Fn(usize, usize) -> bool,
) -> Vec<(usize, usize)> {
    if a.is_empty() || b.is_empty() {
        return Vec::new();
    }
    let mut measure = Measure { cells, ..Measure::new(a, b, options) };
    let mut pairs = vec![(0, 0)];
    let mut open = vec![(0usize, 0usize)];
    while let Some((x, y)) = open.pop() {
        let (mut left, mut right): (Vec<usize>, Vec<usize>) =
            (a.children(x).collect(), b.children(y).collect());
        if left.len().saturating_mul(right.len()) > cells {
            let same = |(l, r): &(&usize, &usize)| a.same(**l, b, **r);
            let (ahead, whole) =
                (left.iter().zip(&right).take_while(same).count(), left.len().min(right.len()));
            let behind = left
                .iter()
                .rev()
                .zip(right.iter().rev())
                .take_while(same)
                .count()
                .min(whole - ahead);
            let ends = (0..ahead)
                .map(|k| (k, k))
                .chain((1..=behind).map(|k| (left.len() - k, right.len() - k)));
            for (l, r) in ends.map(|(i, j)| (left[i], right[j])) {
                pairs.extend((0..a.size(l)).map(|k| (l + k, r + k)));
            }
            (left, right) = (
                left[ahead..left.len() - behind].to_vec(),
                right[ahead..right.len() - behind].to_vec(),
            );
            if left.len().saturating_mul(right.len()) > cells {
                continue;
            }
        }
        let (m, n) = (left.len(), right.len());
        cells -= m * n;
        // Cost, and among equal ones the number of odd pairs.
        let mut table = vec![(0usize, 0usize); (m + 1) * (n + 1)];
        let plus = |cell: (usize, usize), cost: usize| (cell.0 + cost, cell.1);
        let at = |i: usize, j: usize| i * (n + 1) + j;
        for i in 0..=m {
            for j in 0..=n {
                table[at(i, j)] = match (i, j) {
                    (0, 0) => (0, 0),
                    (_, 0) => plus(table[at(i - 1, 0)], a.size(left[i - 1])),
                    (0, _) => plus(table[at(0, j - 1)], b.size(right[j - 1])),
                    _ => {
                        let (l, r) = (left[i - 1], right[j - 1]);
                        let best = plus(table[at(i - 1, j)], a.size(l))
                            .min(plus(table[at(i, j - 1)], b.size(r)));
                        let (base, odds) = table[at(i - 1, j - 1)];
                        let budget = best.0.checked_sub(base);
                        let pair = budget
                            .and_then(|rest| measure.pair(l, r, rest))
                            .map(|s| (base + s, odds + usize::from(odd(l, r))));
                        pair.map_or(best, |p| p.min(best))
                    }
                };
            }
        }
        let (mut i, mut j) = (m, n);
        while i > 0 || j > 0 {
            if j > 0 && table[at(i, j)] == plus(table[at(i, j - 1)], b.size(right[j - 1])) {
                j -= 1;
            } else if i > 0 && table[at(i, j)] == plus(table[at(i - 1, j)], a.size(left[i - 1])) {
                i -= 1;
            } else {
                (i, j) = (i - 1, j - 1);
                let (l, r) = (left[i], right[j]);
                if a.same(l, b, r) {
                    pairs.extend((0..a.size(l)).map(|k| (l + k, r + k)));
                } else {
                    pairs.push((l, r));
                    if options.top_down || a.same_name(l, b, r) {
                        open.push((l, r));
                    }
                }
            }
        }
    }
    pairs
}

/// Most table cells of a mapping: a sixth of a gigabyte at once, at worst.
const MOST_CELLS: usize = 10_000_000;

/// What is known of a pair of subtree classes.
#[derive(Clone, Copy)]
enum Known {
    Exactly(usize),
    MoreThan(usize),
}

/// The table of one pair of nodes, being filled.
struct Frame {
    nodes: (usize, usize),
    left: Vec<usize>,
    right: Vec<usize>,
    above: Vec<usize>,
    row: Vec<usize>,
    /// The row that is filled; its cells so far are those of `row`.
    i: usize,
    limit: usize,
    /// A descent for the next cell: what the pair costs beside it.
    descent: Option<usize>,
}

struct Measure<'t> {
    a: &'t Outline,
    b: &'t Outline,
    options: Options,
    known: HashMap<(u32, u32), Known>,
    /// Cells of tables that are left.
    cells: usize,
}

impl Measure<'_> {
    fn new<'t>(a: &'t Outline, b: &'t Outline, options: Options) -> Measure<'t> {
        Measure { a, b, options, known: HashMap::new(), cells: usize::MAX }
    }

    fn roots(&mut self, limit: usize) -> Option<usize> {
        let (a, b) = (self.a, self.b);
        if a.is_empty() || b.is_empty() {
            return Some(a.len() + b.len()).filter(|d| *d <= limit);
        }
        let renamed = usize::from(!a.same_name(0, b, 0));
        self.below(0, 0, limit.checked_sub(renamed)?).map(|k| k + renamed)
    }

    /// The cost of pairing two nodes with all below them, where it is at most `limit`.
    fn pair(&mut self, x: usize, y: usize, limit: usize) -> Option<usize> {
        match self.flat(x, y) {
            Some(cost) => Some(cost),
            None => {
                let renamed = usize::from(!self.a.same_name(x, self.b, y));
                self.below(x, y, limit.checked_sub(renamed)?).map(|k| k + renamed)
            }
        }
        .filter(|cost| *cost <= limit)
    }

    /// The cost of a pair that needs no descent.
    fn flat(&self, x: usize, y: usize) -> Option<usize> {
        if self.a.same(x, self.b, y) {
            Some(0)
        } else if !self.options.top_down && !self.a.same_name(x, self.b, y) {
            Some(1 + self.a.size(x) - 1 + self.b.size(y) - 1)
        } else {
            None
        }
    }

    /// A new table for the children of two nodes, or their distance where no table is needed.
    /// `Err(None)`: more than `limit`.
    fn frame(&mut self, x: usize, y: usize, limit: usize) -> Result<Frame, Option<usize>> {
        let (a, b) = (self.a, self.b);
        if a.size(x).abs_diff(b.size(y)) > limit {
            return Err(None);
        }
        match self.known.get(&(a.classes[x], b.classes[y])) {
            Some(Known::Exactly(d)) => return Err(Some(*d).filter(|d| *d <= limit)),
            Some(Known::MoreThan(d)) if *d >= limit => return Err(None),
            _ => {}
        }
        let (mut left, mut right): (Vec<usize>, Vec<usize>) =
            (a.children(x).collect(), b.children(y).collect());
        while let (Some(&l), Some(&r)) = (left.last(), right.last()) {
            if !a.same(l, b, r) {
                break;
            }
            left.pop();
            right.pop();
        }
        let equal = left.iter().zip(&right).take_while(|(l, r)| a.same(**l, b, **r)).count();
        left.drain(..equal);
        right.drain(..equal);
        let mut above = vec![0usize];
        for &r in &right {
            above.push(above[above.len() - 1] + b.size(r));
        }
        let cells = left.len().saturating_mul(right.len());
        if cells == 0 || cells > self.cells {
            let cost = above[above.len() - 1] + left.iter().map(|&l| a.size(l)).sum::<usize>();
            return Err(Some(cost).filter(|c| *c <= limit));
        }
        self.cells -= cells;
        let row = vec![a.size(left[0])];
        Ok(Frame { nodes: (x, y), left, right, above, row, i: 1, limit, descent: None })
    }

    /// The distance of the children of two nodes, where it is at most `limit`. A stack of tables
    /// instead of recursion.
    fn below(&mut self, x: usize, y: usize, limit: usize) -> Option<usize> {
        let (a, b) = (self.a, self.b);
        let mut stack = match self.frame(x, y, limit) {
            Ok(frame) => vec![frame],
            Err(done) => return done,
        };
        // What the table above has just come to.
        let mut came: Option<Option<usize>> = None;
        while let Some(frame) = stack.last_mut() {
            let (l, j) = (frame.left[frame.i - 1], frame.row.len());
            let r = frame.right[j - 1];
            let best = (frame.above[j] + a.size(l)).min(frame.row[j - 1] + b.size(r));
            let base = frame.above[j - 1];
            let mut cell = best;
            if let (Some(beside), Some(value)) = (frame.descent.take(), came.take()) {
                cell = value.map_or(best, |v| best.min(base + beside + v));
            } else if base < best && base <= frame.limit {
                // Only less than what is known already changes the cell, and only up to the limit
                // does its value count.
                let budget = (best - base - 1).min(frame.limit - base);
                match self.flat(l, r) {
                    Some(cost) => cell = best.min(base + cost),
                    None => {
                        let renamed = usize::from(!a.same_name(l, b, r));
                        if let Some(rest) = budget.checked_sub(renamed) {
                            match self.frame(l, r, rest) {
                                Ok(inner) => {
                                    if let Some(frame) = stack.last_mut() {
                                        frame.descent = Some(renamed);
                                    }
                                    stack.push(inner);
                                    continue;
                                }
                                Err(done) => {
                                    cell = done.map_or(best, |d| best.min(base + renamed + d))
                                }
                            }
                        }
                    }
                }
            }
            let Some(frame) = stack.last_mut() else { break };
            frame.row.push(cell);
            if frame.row.len() <= frame.right.len() {
                continue;
            }
            let least = frame.row.iter().min().copied().unwrap_or(0);
            let ended = frame.i == frame.left.len();
            if !ended && least <= frame.limit {
                frame.i += 1;
                let first = frame.row[0] + a.size(frame.left[frame.i - 1]);
                frame.above = std::mem::replace(&mut frame.row, vec![first]);
                continue;
            }
            let value = frame.row.last().copied().filter(|v| ended && *v <= frame.limit);
            let key = (a.classes[frame.nodes.0], b.classes[frame.nodes.1]);
            self.known.insert(key, value.map_or(Known::MoreThan(frame.limit), Known::Exactly));
            stack.pop();
            came = Some(value);
        }
        came.flatten()
    }
}
