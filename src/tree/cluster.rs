//! Page clusters: pages of one template, by RTDM similarity.
//!
//! Reis et al., WWW 2004, section 4.1: pages are merged bottom-up where their similarity is at
//! least 80 %; how many clusters there are is not given. The paper leaves open how a distance
//! becomes a percentage and which pages of two clusters are compared; both are options.
//!
//! Time: at most k(k - 1)/2 distances of k outlines that differ, k at most [`MOST_OUTLINES`]; with
//! single linkage each is bounded by the threshold and left out where its pages are in one cluster
//! already. Average and complete linkage: k³ steps. Each further outline is compared with these k.

use std::collections::HashMap;

use super::kinds::Kinds;
use super::rtdm::{Denominator, Options, similarity};
use super::{Names, Outline, root};
use crate::page::Page;

/// Most outlines that are compared with each other, from all over the pages; any other joins the
/// cluster of the one it is most alike, or makes one of its own.
pub const MOST_OUTLINES: usize = 1_000;

/// Which pages of two clusters are compared.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Linkage {
    /// The two most alike.
    #[default]
    Single,
    /// All, by their mean.
    Average,
    /// The two least alike.
    Complete,
}

/// How to cluster.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Clustering {
    /// Least similarity of what is merged, 0 to 1.
    pub threshold: f64,
    /// Which pages of two clusters are compared.
    pub linkage: Linkage,
    /// What a distance is divided by.
    pub denominator: Denominator,
    /// How distances are measured.
    pub distance: Options,
}

impl Default for Clustering {
    fn default() -> Clustering {
        Clustering {
            threshold: 0.8,
            linkage: Linkage::Single,
            denominator: Denominator::Sum,
            distance: Options::default(),
        }
    }
}

/// For each page the number of its cluster; clusters are numbered by their first pages.
pub fn clusters(pages: &[Outline], how: &Clustering) -> Vec<usize> {
    let kinds = Kinds::new(pages);
    let n = kinds.len();
    let mut chosen: Vec<usize> = (0..n).collect();
    if n > MOST_OUTLINES {
        chosen.sort_by_key(|&kind| shuffled(kind));
        chosen.truncate(MOST_OUTLINES);
        chosen.sort_unstable();
    }
    let found = match how.linkage {
        Linkage::Single => single(&kinds, &chosen, how),
        _ => bottom_up(&kinds, &chosen, how),
    };
    let mut roots: Vec<usize> = (0..n).collect();
    for (&kind, root) in chosen.iter().zip(found) {
        roots[kind] = chosen[root];
    }
    for kind in 0..n {
        if chosen.binary_search(&kind).is_err()
            && let Some(like) = nearest(&kinds, kind, &chosen, how)
        {
            roots[kind] = roots[like];
        }
    }
    let mut numbers: HashMap<usize, usize> = HashMap::new();
    let of = kinds.of.iter().map(|&kind| {
        let next = numbers.len();
        *numbers.entry(roots[kind]).or_insert(next)
    });
    of.collect()
}

/// A number for a place in a shuffled order, the same on each run: every third page may be a list.
fn shuffled(k: usize) -> u64 {
    let mixed = (k as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (mixed ^ (mixed >> 32)).wrapping_mul(0xd6e8_feb8_6659_fd93)
}

/// The pages of each cluster, from the number of each page's.
pub fn members(clusters: &[usize]) -> Vec<Vec<usize>> {
    let mut members = vec![Vec::new(); clusters.iter().max().map_or(0, |most| most + 1)];
    clusters.iter().enumerate().for_each(|(page, &cluster)| members[cluster].push(page));
    members
}

/// The largest distance at which two outlines have a similarity.
fn limit(kinds: &Kinds<'_>, x: usize, y: usize, similarity: f64, how: &Clustering) -> usize {
    let whole = how.denominator.of(kinds.outlines[x], kinds.outlines[y]);
    ((1.0 - similarity) * whole as f64 + 1e-9).floor() as usize
}

/// Single linkage at a threshold: connected components.
fn single(kinds: &Kinds<'_>, chosen: &[usize], how: &Clustering) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..chosen.len()).collect();
    for i in 0..chosen.len() {
        for j in 0..i {
            let (x, y) = (root(&mut parent, i), root(&mut parent, j));
            let (a, b) = (chosen[i], chosen[j]);
            let limit = limit(kinds, a, b, how.threshold, how);
            if x != y && kinds.within(a, b, limit, how.distance).is_some() {
                parent[x.max(y)] = x.min(y);
            }
        }
    }
    (0..chosen.len()).map(|i| root(&mut parent, i)).collect()
}

/// The outline that another is most alike, of those that are alike enough; the first of equals.
fn nearest(kinds: &Kinds<'_>, of: usize, among: &[usize], how: &Clustering) -> Option<usize> {
    let (mut best, mut least) = (None, how.threshold);
    for &kind in among {
        let limit = limit(kinds, of, kind, least, how);
        if let Some(far) = kinds.within(of, kind, limit, how.distance) {
            let whole = how.denominator.of(kinds.outlines[of], kinds.outlines[kind]);
            let alike = 1.0 - far as f64 / whole as f64;
            if best.is_none() || alike > least {
                (best, least) = (Some(kind), alike);
            }
        }
    }
    best
}

/// Average and complete linkage: the two most alike clusters are merged until none are alike
/// enough.
fn bottom_up(kinds: &Kinds<'_>, chosen: &[usize], how: &Clustering) -> Vec<usize> {
    let n = chosen.len();
    let mut alike = vec![vec![0.0f64; n]; n];
    for (i, &one) in chosen.iter().enumerate() {
        for (j, &other) in chosen[..i].iter().enumerate() {
            let (a, b) = (kinds.outlines[one], kinds.outlines[other]);
            alike[i][j] = similarity(a, b, how.denominator, how.distance);
            alike[j][i] = alike[i][j];
        }
    }
    let mut of: Vec<usize> = (0..n).collect();
    let pages = kinds.sizes();
    let mut sizes: Vec<usize> = chosen.iter().map(|&kind| pages[kind]).collect();
    let mut alive: Vec<usize> = (0..n).collect();
    loop {
        let pairs =
            alive.iter().enumerate().flat_map(|(k, &x)| alive[..k].iter().map(move |&y| (x, y)));
        let best =
            pairs.map(|(x, y)| (alike[x][y], x, y)).reduce(|a, b| if b.0 > a.0 { b } else { a });
        let Some((_, x, y)) = best.filter(|b| b.0 + 1e-9 >= how.threshold) else { return of };
        let (keep, gone) = (x.min(y), x.max(y));
        for &k in alive.iter().filter(|&&k| k != x && k != y) {
            let (p, q) = (alike[keep][k], alike[gone][k]);
            let (sp, sq) = (sizes[keep] as f64, sizes[gone] as f64);
            let joined = if how.linkage == Linkage::Complete {
                p.min(q)
            } else {
                (p * sp + q * sq) / (sp + sq)
            };
            alike[keep][k] = joined;
            alike[k][keep] = joined;
        }
        sizes[keep] += sizes[gone];
        alive.retain(|k| *k != gone);
        of.iter_mut().filter(|o| **o == gone).for_each(|o| *o = keep);
    }
}

/// Least similarity of two pages of one template in [`templates`]: entries of one blog have more in
/// common than that, though one has a page of text and another a picture.
pub const TEMPLATE: f64 = 0.4;

/// The number of each page's template, for what compares pages of one template: [`clusters`] of
/// outlines without their repetitions at a similarity of [`TEMPLATE`], or as the paper has it of
/// whole outlines at 0.8.
pub fn templates(pages: &[&Page], threshold: Option<f64>, literal: bool) -> Vec<usize> {
    let how = Clustering::default();
    let usual = if literal { how.threshold } else { TEMPLATE };
    let mut names = Names::default();
    let outline = |page: &&Page| {
        let outline = Outline::of(page, &mut names);
        if literal { outline } else { folded(&outline, &mut names) }
    };
    let outlines: Vec<Outline> = pages.iter().map(outline).collect();
    clusters(&outlines, &Clustering { threshold: threshold.unwrap_or(usual), ..how })
}

/// An outline in which runs of identical siblings are kept twice: lists of ten and of thirty
/// entries become one.
pub fn folded(outline: &Outline, names: &mut Names) -> Outline {
    let mut kept: Vec<(u32, u32, u16)> = Vec::new();
    let mut open: Vec<(usize, u16)> = vec![(0, 0)];
    while let Some((node, level)) = open.pop() {
        kept.push((outline.tokens[node], outline.labels[node], level));
        let mut children: Vec<usize> = Vec::new();
        for c in outline.children(node) {
            let run = children
                .iter()
                .rev()
                .take_while(|k| outline.classes[**k] == outline.classes[c])
                .count();
            if run < 2 {
                children.push(c);
            }
        }
        open.extend(children.into_iter().rev().map(|c| (c, level + 1)));
    }
    Outline::from_levels(&kept, names)
}
