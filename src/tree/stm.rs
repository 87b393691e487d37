//! Simple tree matching: the most nodes that two ordered trees can pair, with order and parents
//! kept and no names replaced, and which.
//!
//! Yang: "Identifying syntactic differences between two programs", 1991; as used by Zhai and Liu,
//! "Web Data Extraction Based on Partial Tree Alignment", WWW 2005, section 3.2. A node with
//! several optimal partners takes the earliest one.
//!
//! Time: O(n1 · n2) at worst; pairs of subtree classes are remembered for as long as the
//! [`Matcher`] lives, so that repeated records cost one look-up each. A matcher has a budget of
//! table cells: where it is spent, new pairs count as not matching, and [`Matcher::spent`] says so.
//! No recursion on depth.

use std::collections::{HashMap, HashSet};

use super::Outline;

/// Table cells that a matcher fills by default: half a second on a slow machine.
pub const CELLS: usize = 50_000_000;
/// What a pair met for the first time costs beside its table, in cells: it is put into three
/// collections.
const NEW_PAIR: usize = 30;

/// Scores of pairs of subtree classes, for outlines of one [`Names`](super::Names).
///
/// ```
/// use feedstone::internals::tree::{Names, Outline, stm::Matcher};
/// let mut names = Names::default();
/// let mut tree = |s| Outline::parse(s, &mut names).unwrap();
/// let (a, b) = (tree("R(A(C D) B(E))"), tree("R(A(C) G(E))"));
/// assert_eq!(Matcher::default().score((&a, 0), (&b, 0)), 3);
/// ```
#[derive(Debug)]
pub struct Matcher {
    known: HashMap<(u32, u32), u32>,
    cells: usize,
}

impl Default for Matcher {
    fn default() -> Matcher {
        Matcher { known: HashMap::new(), cells: CELLS }
    }
}

/// A node of an outline.
pub type Node<'t> = (&'t Outline, usize);

impl Matcher {
    /// True where the budget was too small for all that was asked.
    pub fn spent(&self) -> bool {
        self.cells == 0
    }

    /// Pairs of the best matching of two subtrees.
    pub fn score(&mut self, a: Node<'_>, b: Node<'_>) -> usize {
        if let Some(score) = self.look(a, b) {
            return score;
        }
        // All pairs that the tables of this one need, outer ones first; filled from the inside out.
        let mut open = vec![(a.1, b.1)];
        let mut met = HashSet::from([classes(a, b)]);
        let mut at = 0;
        while let Some(&(x, y)) = open.get(at) {
            at += 1;
            if !self.pay(a.0.children(x).count(), b.0.children(y).count()) {
                break;
            }
            for l in a.0.children(x) {
                for r in b.0.children(y) {
                    if self.look((a.0, l), (b.0, r)).is_none()
                        && met.insert(classes((a.0, l), (b.0, r)))
                        && self.pay(1, NEW_PAIR)
                    {
                        open.push((l, r));
                    }
                }
            }
        }
        // A pair met again further in needs its table earlier than where it was met first: inner
        // pairs are smaller.
        open.sort_by_key(|&(x, y)| (a.0.size(x), b.0.size(y)));
        for (x, y) in open {
            let (left, right): (Vec<usize>, Vec<usize>) =
                (a.0.children(x).collect(), b.0.children(y).collect());
            let score = 1 + self.lists((a.0, &left), (b.0, &right));
            self.known.insert(classes((a.0, x), (b.0, y)), score as u32);
        }
        self.look(a, b).unwrap_or(0)
    }

    /// Pairs of the best matching of two lists of siblings.
    pub fn lists(
        &mut self,
        (a, left): (&Outline, &[usize]),
        (b, right): (&Outline, &[usize]),
    ) -> usize {
        let same = |l: &usize, r: &usize| a.same(*l, b, *r);
        let ahead = left.iter().zip(right).take_while(|(l, r)| same(l, r)).count();
        let (left, right, mut sum) = (
            &left[ahead..],
            &right[ahead..],
            left[..ahead].iter().map(|&l| a.size(l)).sum::<usize>(),
        );
        let behind =
            left.iter().rev().zip(right.iter().rev()).take_while(|(l, r)| same(l, r)).count();
        sum += left[left.len() - behind..].iter().map(|&l| a.size(l)).sum::<usize>();
        let (left, right) = (&left[..left.len() - behind], &right[..right.len() - behind]);
        if !self.pay(left.len(), right.len()) {
            return sum;
        }
        let mut row = vec![0usize; right.len() + 1];
        for &l in left {
            let mut above_left = 0;
            for (j, &r) in right.iter().enumerate() {
                let above = row[j + 1];
                let pair = above_left + self.either((a, l), (b, r));
                row[j + 1] = above.max(row[j]).max(pair);
                above_left = above;
            }
        }
        sum + row[right.len()]
    }

    /// The pairs of nodes of a best matching of two subtrees, roots first.
    pub fn pairs(&mut self, a: Node<'_>, b: Node<'_>) -> Vec<(usize, usize)> {
        let mut out = Vec::new();
        if self.score(a, b) == 0 {
            return out;
        }
        let mut open = vec![(a.1, b.1)];
        while let Some((x, y)) = open.pop() {
            out.push((x, y));
            if a.0.same(x, b.0, y) {
                out.extend((1..a.0.size(x)).map(|k| (x + k, y + k)));
                continue;
            }
            let (left, right): (Vec<usize>, Vec<usize>) =
                (a.0.children(x).collect(), b.0.children(y).collect());
            let width = right.len() + 1;
            if !self.pay(left.len(), right.len()) {
                continue;
            }
            let mut table = vec![0usize; (left.len() + 1) * width];
            for (i, &l) in left.iter().enumerate() {
                for (j, &r) in right.iter().enumerate() {
                    let pair = table[i * width + j] + self.either((a.0, l), (b.0, r));
                    table[(i + 1) * width + j + 1] =
                        pair.max(table[i * width + j + 1]).max(table[(i + 1) * width + j]);
                }
            }
            let (mut i, mut j) = (left.len(), right.len());
            while i > 0 && j > 0 {
                let cell = table[i * width + j];
                if cell == table[i * width + j - 1] {
                    j -= 1;
                } else if cell == table[(i - 1) * width + j] {
                    i -= 1;
                } else {
                    (i, j) = (i - 1, j - 1);
                    open.push((left[i], right[j]));
                }
            }
        }
        out
    }

    /// Takes a table's cells from the budget.
    pub(super) fn pay(&mut self, m: usize, n: usize) -> bool {
        let cost = m.saturating_mul(n);
        if cost > self.cells {
            self.cells = 0;
            return false;
        }
        self.cells -= cost;
        true
    }

    /// The score of a pair: known, or found now.
    fn either(&mut self, a: Node<'_>, b: Node<'_>) -> usize {
        match self.look(a, b) {
            Some(score) => score,
            None if self.spent() => 0,
            None => self.score(a, b),
        }
    }

    /// The score of a pair that needs no table.
    fn look(&self, a: Node<'_>, b: Node<'_>) -> Option<usize> {
        if !a.0.same_name(a.1, b.0, b.1) {
            Some(0)
        } else if a.0.same(a.1, b.0, b.1) {
            Some(a.0.size(a.1))
        } else if a.0.size(a.1) == 1 || b.0.size(b.1) == 1 {
            Some(1)
        } else {
            self.known.get(&classes(a, b)).map(|s| *s as usize)
        }
    }
}

fn classes(a: Node<'_>, b: Node<'_>) -> (u32, u32) {
    (a.0.classes[a.1], b.0.classes[b.1])
}
