//! Page clusters: pages of one template, by RTDM similarity.
//!
//! Reis et al., WWW 2004, section 4.1: pages are merged bottom-up where their similarity is at
//! least 80 %; how many clusters there are is not given. The paper leaves open how a distance
//! becomes a percentage and which pages of two clusters are compared; both are options.
//!
//! Time: at most k(k - 1)/2 distances of k pages; with single linkage each is bounded by the
//! threshold and left out where its pages are in one cluster already.

use super::rtdm::{Denominator, Options, distance_within, similarity};
use super::{Names, Outline, root};
use crate::page::Page;

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
    let roots = match how.linkage {
        Linkage::Single => single(pages, how),
        _ => bottom_up(pages, how),
    };
    let mut order: Vec<usize> = Vec::new();
    roots
        .into_iter()
        .map(|root| {
            order.iter().position(|r| *r == root).unwrap_or_else(|| {
                order.push(root);
                order.len() - 1
            })
        })
        .collect()
}

/// Single linkage at a threshold: connected components.
fn single(pages: &[Outline], how: &Clustering) -> Vec<usize> {
    let mut parent: Vec<usize> = (0..pages.len()).collect();
    for i in 0..pages.len() {
        for j in 0..i {
            let (x, y) = (root(&mut parent, i), root(&mut parent, j));
            let (a, b) = (&pages[i], &pages[j]);
            let limit =
                ((1.0 - how.threshold) * how.denominator.of(a, b) as f64 + 1e-9).floor() as usize;
            if x != y && distance_within(a, b, limit, how.distance).is_some() {
                parent[x.max(y)] = x.min(y);
            }
        }
    }
    (0..pages.len()).map(|i| root(&mut parent, i)).collect()
}

/// Average and complete linkage: the two most alike clusters are merged until none are alike
/// enough.
fn bottom_up(pages: &[Outline], how: &Clustering) -> Vec<usize> {
    let n = pages.len();
    let mut alike = vec![vec![0.0f64; n]; n];
    for i in 0..n {
        for j in 0..i {
            alike[i][j] = similarity(&pages[i], &pages[j], how.denominator, how.distance);
            alike[j][i] = alike[i][j];
        }
    }
    let mut of: Vec<usize> = (0..n).collect();
    let mut sizes = vec![1usize; n];
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
