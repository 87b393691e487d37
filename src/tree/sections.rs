//! Sections of a page from its text leaves: runs of leaves whose tag paths repeat.
//!
//! Vadrevu, Nagarajan, Gelgi, Davulcu: "Automated Metadata and Instance Extraction from News Web
//! Sites", WI 2005 (OntoMiner), section 3.1: the flat partition. A segment ends where hardly any
//! path that repeats inside it goes on behind it.
//!
//! Printed ([`Count::Links`]): single links are counted, which cuts every even list after its
//! fourth item. Mended by default: distinct paths are counted. Added ([`snapped`]): segments snap
//! to elements. Hierarchies are in `areas.rs` and `partition.rs`.
//!
//! Time: linear in the leaves for paths and links; snapping adds the depth of three leaves for each
//! segment.

use std::collections::HashMap;
use std::ops::Range;

use super::LEFT_OUT;
use crate::page::{Kind, Page};

/// Crossing links to inner ones, below which a segment ends (the paper's δ).
pub const DELTA: f64 = 0.34;
/// The same for segments that are snapped to elements, which mend what is cut too early.
pub const DELTA_SNAPPED: f64 = 0.8;

/// The text leaves of a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaves {
    /// Their tokens, in page order.
    pub tokens: Vec<usize>,
    /// Leaves of equal tag paths have equal numbers.
    pub paths: Vec<u32>,
}

/// Tag paths by number, shared by the pages that are compared.
#[derive(Debug, Default)]
pub struct Paths {
    numbers: HashMap<(u32, String), u32>,
}

impl Leaves {
    /// The leaves of a page: all texts outside the head, scripts and the like (those of forms too),
    /// each with the path of tag names from the root to the element around it.
    pub fn of(page: &Page) -> Leaves {
        Leaves::among(page, &mut Paths::default())
    }

    /// The same, with paths that are comparable with those of other pages.
    pub fn among(page: &Page, paths: &mut Paths) -> Leaves {
        let mut path_of: HashMap<usize, u32> = HashMap::new();
        let mut out = Leaves { tokens: Vec::new(), paths: Vec::new() };
        let mut skip = 0;
        for (i, t) in page.tokens().iter().enumerate() {
            if i < skip {
                continue;
            }
            let around = page.parent(i).and_then(|p| path_of.get(&p)).copied().unwrap_or(0);
            match t.kind {
                Kind::Start if LEFT_OUT.contains(&page.tag(i)) || page.tag(i) == "head" => {
                    skip = t.end as usize + 1
                }
                Kind::Start => {
                    let next = paths.numbers.len() as u32 + 1;
                    path_of.insert(
                        i,
                        *paths.numbers.entry((around, page.tag(i).to_owned())).or_insert(next),
                    );
                }
                Kind::Text if !t.blank => {
                    out.tokens.push(i);
                    out.paths.push(around);
                }
                _ => {}
            }
        }
        out
    }

    /// The text of a range of leaves.
    pub fn text(&self, page: &Page, range: Range<usize>) -> String {
        self.tokens[range]
            .iter()
            .map(|&t| crate::page::fold(page.data(t)))
            .collect::<Vec<_>>()
            .join(" ")
    }

    /// The leaves of an element.
    pub fn inside(&self, page: &Page, element: usize) -> Range<usize> {
        let r = page.region(element);
        self.tokens.partition_point(|t| *t < r.start)..self.tokens.partition_point(|t| *t < r.end)
    }

    /// Leaves with the given paths, for examples and tests; they stand nowhere.
    pub fn with_paths(paths: Vec<u32>) -> Leaves {
        Leaves { tokens: (0..paths.len()).collect(), paths }
    }

    /// Number of leaves.
    pub fn len(&self) -> usize {
        self.tokens.len()
    }

    /// True for a page without text.
    pub fn is_empty(&self) -> bool {
        self.tokens.is_empty()
    }
}

/// What is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Count {
    /// Paths that have a link.
    #[default]
    Paths,
    /// Links, as printed.
    Links,
}

/// The flat partition: ranges of leaves.
///
/// ```
/// use feedstone::internals::tree::sections::{Count, DELTA, Leaves, flat};
/// let leaves = Leaves::with_paths(vec![1, 2, 2, 2, 3, 4, 3, 4, 3, 4]);
/// assert_eq!(flat(&leaves, Count::Paths, DELTA), [0..4, 4..10]);
/// assert_eq!(flat(&leaves, Count::Links, DELTA), [0..4, 4..9, 9..10]);
/// ```
pub fn flat(leaves: &Leaves, count: Count, delta: f64) -> Vec<Range<usize>> {
    let n = leaves.len();
    let mut next = vec![usize::MAX; n];
    let mut previous = vec![usize::MAX; n];
    let mut last: HashMap<u32, usize> = HashMap::new();
    for (i, p) in leaves.paths.iter().enumerate() {
        if let Some(j) = last.insert(*p, i) {
            (next[j], previous[i]) = (i, j);
        }
    }
    let (mut out, mut start) = (Vec::new(), 0);
    let (mut within, mut crossing) = (0usize, 0usize);
    // Paths of the segment that have a link inside.
    let mut linked: HashMap<u32, ()> = HashMap::new();
    for k in 0..n {
        if previous[k] != usize::MAX && previous[k] >= start {
            let new = linked.insert(leaves.paths[k], ()).is_none();
            within += usize::from(count == Count::Links || new);
            crossing -= 1;
        }
        crossing += usize::from(next[k] != usize::MAX);
        let ends = within > 0 && (crossing as f64) < delta * within as f64;
        if ends || k + 1 == n {
            out.push(start..k + 1);
            (start, within, crossing) = (k + 1, 0, 0);
            linked.clear();
        }
    }
    out
}

/// Segments snapped to elements: each becomes the leaves of the element that has most in common
/// with it (intersection to union), the surer ones first; what is left between them stays as it is.
pub fn snapped(page: &Page, leaves: &Leaves, segments: &[Range<usize>]) -> Vec<Range<usize>> {
    let inside = |element: usize| leaves.inside(page, element);
    let mut found: Vec<(f64, Range<usize>)> = Vec::new();
    for segment in segments {
        let ends = [segment.start, (segment.start + segment.end) / 2, segment.end - 1]
            .map(|k| leaves.tokens[k]);
        let around = ends.iter().flat_map(|&t| page.ancestors(t)).map(inside).map(|r| {
            let both = r.end.min(segment.end).saturating_sub(r.start.max(segment.start));
            (both as f64 / (r.len() + segment.len() - both) as f64, r)
        });
        found.extend(around.reduce(|a, b| if b.0 > a.0 { b } else { a }));
    }
    found.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.start.cmp(&b.1.start)));
    let mut taken: Vec<bool> = vec![false; leaves.len()];
    let mut out: Vec<Range<usize>> = Vec::new();
    for (_, r) in found {
        if !r.clone().any(|k| taken[k]) {
            taken[r.clone()].fill(true);
            out.push(r);
        }
    }
    for segment in segments {
        let mut k = segment.start;
        while k < segment.end {
            let from = k;
            while k < segment.end && !taken[k] {
                k += 1;
            }
            if k > from {
                out.push(from..k);
            }
            k += 1;
        }
    }
    out.sort_by_key(|r| r.start);
    out
}
