//! Many pages, each kind of outline once: pages of one outline are compared with others as one,
//! and pairs that cannot be alike are told apart without a mapping.
//!
//! A pair of RTDM's mapping has ancestors of equal names, but for the roots. So no mapping has more
//! pairs than the trees have parents' paths in common, nor more pairs of equal names than paths;
//! the distance is what remains. Used ahead of distances by `cluster.rs` and `feedstone content`.
//!
//! Time: linear in the outlines, and in the paths of two for each comparison.

use std::collections::HashMap;

use super::Outline;
use super::rtdm::{Options, distance_within};

/// The outlines of pages, equal ones once.
pub(crate) struct Kinds<'o> {
    /// Of each kind the first outline.
    pub outlines: Vec<&'o Outline>,
    /// The kind of each page.
    pub of: Vec<usize>,
    paths: Vec<Paths>,
}

/// How often each path of names, from the root's children down, leads to a node, and to a node's
/// parent; by hashes, in their order.
#[derive(Default)]
struct Paths {
    nodes: Vec<(u64, usize)>,
    parents: Vec<(u64, usize)>,
}

impl<'o> Kinds<'o> {
    /// Of outlines that were made with one [`Names`](super::Names).
    pub fn new(pages: &'o [Outline]) -> Kinds<'o> {
        let mut known: HashMap<Option<u32>, usize> = HashMap::new();
        let mut outlines = Vec::new();
        let of = pages.iter().map(|page| {
            *known.entry(page.classes.first().copied()).or_insert_with(|| {
                outlines.push(page);
                outlines.len() - 1
            })
        });
        let of = of.collect();
        let paths = outlines.iter().map(|o| Paths::of(o)).collect();
        Kinds { outlines, of, paths }
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.outlines.len()
    }

    /// How many pages are of each kind.
    pub fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.len()];
        self.of.iter().for_each(|&kind| sizes[kind] += 1);
        sizes
    }

    /// The distance of two kinds where it is at most `limit`.
    pub fn within(&self, x: usize, y: usize, limit: usize, how: Options) -> Option<usize> {
        let (a, b) = (self.outlines[x], self.outlines[y]);
        let (p, q) = (&self.paths[x], &self.paths[y]);
        let pairs = || common(&p.nodes, &q.nodes) + common(&p.parents, &q.parents);
        let may = how.top_down || a.len() + b.len() <= limit + pairs();
        if may { distance_within(a, b, limit, how) } else { None }
    }
}

impl Paths {
    fn of(outline: &Outline) -> Paths {
        let (mut nodes, mut parents) = (Vec::new(), Vec::new());
        // Where each open element ends, and the path to it.
        let mut open: Vec<(usize, u64)> = Vec::new();
        for node in 0..outline.len() {
            while open.last().is_some_and(|o| o.0 <= node) {
                open.pop();
            }
            let path = match open.last() {
                // Roots are paired whatever their names.
                None => 0,
                Some((_, above)) => below(*above, outline.labels[node]),
            };
            parents.push(open.last().map_or(u64::MAX, |o| o.1));
            nodes.push(path);
            open.push((node + outline.size(node), path));
        }
        Paths { nodes: counted(nodes), parents: counted(parents) }
    }
}

/// The hash of a path and a name below it. Paths of one hash are taken for one, so that a distance
/// is measured that need not be.
fn below(path: u64, name: u32) -> u64 {
    (path.rotate_left(5) ^ (u64::from(name) + 1)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
}

fn counted(mut all: Vec<u64>) -> Vec<(u64, usize)> {
    all.sort_unstable();
    let mut out: Vec<(u64, usize)> = Vec::new();
    for path in all {
        match out.last_mut().filter(|last| last.0 == path) {
            Some(last) => last.1 += 1,
            None => out.push((path, 1)),
        }
    }
    out
}

/// How many of two bags are in both.
fn common(a: &[(u64, usize)], b: &[(u64, usize)]) -> usize {
    let (mut i, mut j, mut sum) = (0, 0, 0);
    while let (Some(x), Some(y)) = (a.get(i), b.get(j)) {
        if x.0 == y.0 {
            sum += x.1.min(y.1);
        }
        i += usize::from(x.0 <= y.0);
        j += usize::from(y.0 <= x.0);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::Names;
    use crate::tree::rtdm::distance;

    #[test]
    fn what_is_told_apart_without_a_mapping_is_farther_than_the_limit() {
        let mut names = Names::default();
        let trees = ["a", "z(b c)", "a(b(c d) e)", "a(b(c d) f(d))", "a(c(b d) e)", "a(b b b(c))"];
        let pages: Vec<Outline> =
            trees.iter().filter_map(|t| Outline::parse(t, &mut names)).collect();
        let kinds = Kinds::new(&pages);
        for x in 0..pages.len() {
            for y in 0..pages.len() {
                let far = distance(&pages[x], &pages[y], Options::default());
                for limit in 0..12 {
                    let found = kinds.within(x, y, limit, Options::default());
                    let expected = (far <= limit).then_some(far);
                    assert_eq!(found, expected, "{} {} {limit}", trees[x], trees[y]);
                }
            }
        }
    }
}
