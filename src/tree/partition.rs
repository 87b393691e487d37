//! Hierarchical partition of a run of leaves: binary by least cost, alike neighbours grouped,
//! values under their labels.
//!
//! Vadrevu, Nagarajan, Gelgi, Davulcu: "Automated Metadata and Instance Extraction from News Web
//! Sites", WI 2005 (OntoMiner), sections 3.2 to 3.4.
//!
//! Printed and read: the cost has five terms, the size term as a cost (1 minus the printed
//! similarity), the path term by longest common subsequence, everything restricted to the leaves at
//! hand (`../spec/ontominer.md`, section 2).
//!
//! Time: O(n³) splits, each with a sequence comparison of O(n²); hence runs of more than
//! [`MOST_LEAVES`] leaves are first parted where the tree parts them highest.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::sections::Leaves;
use crate::page::{Kind, Page};

/// Most leaves that are partitioned by cost.
pub const MOST_LEAVES: usize = 60;
/// Most leaves that are placed, each with its path; what is behind them is left out.
const MOST_PLACED: usize = 20_000;
/// Neighbours that cost less than this are instances of one group (the paper's threshold).
const ALIKE: f64 = 0.33;

/// Where leaves stand in the tree: for each the elements from the root down to itself.
#[derive(Debug, Clone, Default)]
pub struct Places {
    /// Elements, and the leaf itself where its element holds more than it.
    nodes: Vec<Vec<u32>>,
    labels: Vec<Vec<u32>>,
    /// Height of the whole tree in edges.
    height: usize,
}

impl Places {
    /// The places of a page's leaves. A text that is all of its element stands for it.
    pub fn of(page: &Page, leaves: &Leaves) -> Places {
        let mut names: HashMap<&str, u32> = HashMap::from([("#", 0)]);
        let mut out = Places::default();
        for &t in leaves.tokens.iter().take(MOST_PLACED) {
            let mut nodes: Vec<u32> = page.ancestors(t).map(|a| a as u32).collect();
            nodes.reverse();
            let mut labels = Vec::with_capacity(nodes.len() + 1);
            for &a in &nodes {
                let next = names.len() as u32;
                labels.push(*names.entry(page.tag(a as usize)).or_insert(next));
            }
            let alone = page.parent(t).is_some_and(|p| {
                page.children(p).all(|c| {
                    c == t || page.tokens()[c].kind != Kind::Start && page.tokens()[c].blank
                })
            });
            if !alone {
                nodes.push(t as u32);
                labels.push(0);
            }
            out.height = out.height.max(nodes.len().saturating_sub(1));
            out.nodes.push(nodes);
            out.labels.push(labels);
        }
        out
    }

    /// The places in notation: `body(h2 ul(li(a) li(a)))`, whose leaves are the leaves. For
    /// examples and tests.
    pub fn parse(text: &str) -> Places {
        let mut names: HashMap<String, u32> = HashMap::new();
        let (mut out, mut open, mut next, mut name) =
            (Places::default(), Vec::<(u32, u32)>::new(), 0u32, String::new());
        for c in text.chars().chain([' ']) {
            if c.is_alphanumeric() {
                name.push(c);
                continue;
            }
            if !name.is_empty() {
                let fresh = names.len() as u32;
                let label = *names.entry(std::mem::take(&mut name)).or_insert(fresh);
                open.push((next, label));
                next += 1;
                if c != '(' {
                    out.height = out.height.max(open.len() - 1);
                    out.nodes.push(open.iter().map(|o| o.0).collect());
                    out.labels.push(open.iter().map(|o| o.1).collect());
                    open.pop();
                }
            }
            if c == ')' {
                open.pop();
            }
        }
        out
    }

    /// Number of leaves.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// True without leaves.
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// Levels that two neighbouring leaves share.
    fn shared(&self, k: usize) -> usize {
        self.nodes[k].iter().zip(&self.nodes[k + 1]).take_while(|(a, b)| a == b).count()
    }

    /// Depth of the lowest common ancestor of a run of leaves; a single leaf is its own.
    fn top(&self, range: &Range<usize>) -> usize {
        match range.len() {
            0 => 0,
            1 => self.nodes[range.start].len() - 1,
            _ => (range.start..range.end - 1)
                .map(|k| self.shared(k))
                .min()
                .unwrap_or(1)
                .saturating_sub(1),
        }
    }

    /// The cost of two runs: how far apart and how unlike they are, 0 to 5; 5 where one is empty,
    /// or longer than can be weighed.
    pub fn cost(&self, left: &Range<usize>, right: &Range<usize>) -> f64 {
        if left.is_empty() || right.is_empty() || left.len().max(right.len()) > MOST_LEAVES {
            return 5.0;
        }
        let (a, b) = (self.top(left), self.top(right));
        // The two runs need not be neighbours: groups compare single instances.
        let shared = self.nodes[left.start]
            .iter()
            .zip(&self.nodes[right.start])
            .take_while(|(x, y)| x == y)
            .count();
        let c = a.min(b).min(shared.saturating_sub(1));
        let (d1, d2) = (a - c, b - c);
        let lca = ((d1 + d2) as f64 / (2 * self.height.max(1)) as f64).sqrt();
        let (p1, p2) = (&self.labels[left.start][c + 1..=a], &self.labels[right.start][c + 1..=b]);
        let path = if d1 + d2 == 0 { 0.0 } else { 1.0 - common(p1, p2) as f64 / d1.max(d2) as f64 };
        let sequence = |range: &Range<usize>, top: usize| -> Vec<&[u32]> {
            range.clone().map(|t| &self.labels[t][top.min(self.labels[t].len() - 1)..]).collect()
        };
        let (q1, q2) = (sequence(left, a), sequence(right, b));
        let (s1, s2): (HashSet<&[u32]>, HashSet<&[u32]>) =
            (q1.iter().copied().collect(), q2.iter().copied().collect());
        let overlap = s1.intersection(&s2).count() as f64 / s1.union(&s2).count() as f64;
        let sets = 1.0 - overlap.max(1.0 - overlap);
        let order = 1.0 - common(&q1, &q2) as f64 / q1.len().max(q2.len()) as f64;
        let ratio = |x: usize, y: usize| {
            if x.max(y) == 0 { 1.0 } else { x.min(y) as f64 / x.max(y) as f64 }
        };
        let ((h1, m1), (h2, m2)) = (self.size(left, a), self.size(right, b));
        lca + path + sets + order + 1.0 - (0.5 * ratio(h1, h2) + 0.5 * ratio(m1, m2))
    }

    /// Height and number of nodes of the tree over a run of leaves.
    fn size(&self, range: &Range<usize>, top: usize) -> (usize, usize) {
        let height = range.clone().map(|t| self.nodes[t].len() - 1 - top).max().unwrap_or(0);
        let fresh = |t: usize| {
            self.nodes[t].len() - if t == range.start { top } else { self.shared(t - 1).max(top) }
        };
        (height, range.clone().map(fresh).sum())
    }
}

/// Length of the longest common subsequence.
fn common<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let mut row = vec![0usize; b.len() + 1];
    for x in a {
        let mut corner = 0;
        for (j, y) in b.iter().enumerate() {
            let above = row[j + 1];
            row[j + 1] = if x == y { corner + 1 } else { above.max(row[j]) };
            corner = above;
        }
    }
    row[b.len()]
}

/// A part of a hierarchy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Part {
    /// A leaf.
    Leaf(usize),
    /// Parts that belong together, of different kinds.
    Inner(Vec<Part>),
    /// Instances of one kind.
    Group(Vec<Part>),
    /// A leaf that names what is in it.
    Labelled(usize, Vec<Part>),
}

impl Part {
    /// The leaves of the part, from the first to the last.
    pub fn leaves(&self) -> Range<usize> {
        match self {
            Part::Leaf(k) => *k..k + 1,
            Part::Inner(parts) | Part::Group(parts) => {
                parts.first().map_or(0, |p| p.leaves().start)
                    ..parts.last().map_or(0, |p| p.leaves().end)
            }
            Part::Labelled(k, parts) => *k..parts.last().map_or(k + 1, |p| p.leaves().end),
        }
    }

    /// Notation: leaves by number from 1, `(…)` parts, `[…]` groups, `n:(…)` what leaf n names.
    pub fn text(&self) -> String {
        let all = |parts: &[Part]| parts.iter().map(Part::text).collect::<Vec<_>>().join(" ");
        match self {
            Part::Leaf(k) => (k + 1).to_string(),
            Part::Inner(parts) => format!("({})", all(parts)),
            Part::Group(parts) => format!("[{}]", all(parts)),
            Part::Labelled(k, parts) => format!("{}:({})", k + 1, all(parts)),
        }
    }
}

/// The binary partition of least cost of a run of leaves (at most [`MOST_LEAVES`] are weighed at a
/// time), and its cost; ties: the earlier split.
///
/// ```
/// use feedstone::internals::tree::partition::{Places, binary};
/// let places = Places::parse("body(h2 ul(li(a) li(a)))");
/// let (tree, cost) = binary(&places, 0..3).unwrap();
/// assert_eq!((tree.text().as_str(), (cost * 1e4).round()), ("(1 (2 3))", 42938.0));
/// ```
pub fn binary(places: &Places, range: Range<usize>) -> Option<(Part, f64)> {
    if range.is_empty() {
        return None;
    }
    if range.len() > MOST_LEAVES {
        // Parted where the tree parts highest, nearest to the middle.
        let middle = range.start + range.len() / 2;
        let at =
            (range.start..range.end - 1).min_by_key(|&k| (places.shared(k), k.abs_diff(middle)))?;
        let ((l, c1), (r, c2)) =
            (binary(places, range.start..at + 1)?, binary(places, at + 1..range.end)?);
        return Some((
            Part::Inner(vec![l, r]),
            c1 + c2 + places.cost(&(range.start..at + 1), &(at + 1..range.end)),
        ));
    }
    let (from, n) = (range.start, range.len());
    let mut best = vec![(0.0f64, 0usize); n * n];
    for len in 2..=n {
        for i in 0..=n - len {
            let j = i + len - 1;
            let mut least = (f64::INFINITY, i);
            for k in i..j {
                let inside = best[i * n + k].0 + best[(k + 1) * n + j].0;
                if inside >= least.0 {
                    continue;
                }
                let cost =
                    inside + places.cost(&(from + i..from + k + 1), &(from + k + 1..from + j + 1));
                if cost < least.0 - 1e-9 {
                    least = (cost, k);
                }
            }
            best[i * n + j] = least;
        }
    }
    // At most MOST_LEAVES deep.
    fn tree(best: &[(f64, usize)], n: usize, from: usize, i: usize, j: usize) -> Part {
        if i == j {
            return Part::Leaf(from + i);
        }
        let k = best[i * n + j].1;
        Part::Inner(vec![tree(best, n, from, i, k), tree(best, n, from, k + 1, j)])
    }
    Some((tree(&best, n, from, 0, n - 1), best[n - 1].0))
}

/// Groups of alike neighbours in a binary partition, from the inside out.
pub fn grouped(places: &Places, part: Part) -> Part {
    let Part::Inner(children) = part else { return part };
    let mut children: Vec<Part> = children.into_iter().map(|c| grouped(places, c)).collect();
    if children.len() != 2 {
        return Part::Inner(children);
    }
    let (Some(right), Some(left)) = (children.pop(), children.pop()) else {
        return Part::Inner(children);
    };
    let alike = |a: &Part, b: &Part| places.cost(&a.leaves(), &b.leaves()) < ALIKE;
    match (left, right) {
        (Part::Group(mut l), Part::Group(r))
            if l.last().zip(r.first()).is_some_and(|(a, b)| alike(a, b)) =>
        {
            l.extend(r);
            Part::Group(l)
        }
        (Part::Group(mut l), r)
            if !matches!(r, Part::Group(_)) && l.last().is_some_and(|a| alike(a, &r)) =>
        {
            l.push(r);
            Part::Group(l)
        }
        (l, Part::Group(mut r))
            if !matches!(l, Part::Group(_)) && r.first().is_some_and(|b| alike(&l, b)) =>
        {
            r.insert(0, l);
            Part::Group(r)
        }
        (l, r)
            if !matches!((&l, &r), (Part::Group(_), _) | (_, Part::Group(_))) && alike(&l, &r) =>
        {
            Part::Group(vec![l, r])
        }
        (l, r) => Part::Inner(vec![l, r]),
    }
}

/// Values under the labels ahead of them. `emphasised` says of a leaf whether it stands out.
pub fn promoted(part: Part, emphasised: &dyn Fn(usize) -> bool) -> Part {
    match part {
        Part::Inner(_) => Part::Inner(labelled(flattened(part), emphasised)),
        Part::Group(parts) => {
            // Capitals by nature are none: where all of a group stand out, none does.
            let all = parts.iter().all(|p| matches!(p, Part::Leaf(k) if emphasised(*k)));
            if all {
                Part::Group(parts)
            } else {
                Part::Group(parts.into_iter().map(|p| promoted(p, emphasised)).collect())
            }
        }
        other => other,
    }
}

/// The parts of nested typeless parts as one list; groups stay.
fn flattened(part: Part) -> Vec<Part> {
    match part {
        Part::Inner(parts) => parts.into_iter().flat_map(flattened).collect(),
        other => vec![other],
    }
}

fn labelled(parts: Vec<Part>, emphasised: &dyn Fn(usize) -> bool) -> Vec<Part> {
    let mut out: Vec<Part> = Vec::new();
    for part in parts {
        match part {
            Part::Leaf(k) if emphasised(k) => out.push(Part::Labelled(k, Vec::new())),
            other => {
                let other = promoted(other, emphasised);
                match out.last_mut() {
                    Some(Part::Labelled(_, values)) => values.push(other),
                    _ => out.push(other),
                }
            }
        }
    }
    // A label of nothing is a leaf.
    out.into_iter()
        .map(|p| {
            if let Part::Labelled(k, v) = &p {
                if v.is_empty() { Part::Leaf(*k) } else { p }
            } else {
                p
            }
        })
        .collect()
}

/// True for a leaf that stands out: in capitals, bold, or a heading by its tag.
pub fn stands_out(page: &Page, leaf: usize) -> bool {
    let text = page.data(leaf);
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    let capital = letters >= 2
        && !text.chars().any(char::is_lowercase)
        && text.chars().any(char::is_uppercase);
    const TAGS: [&str; 13] = [
        "b", "strong", "h1", "h2", "h3", "h4", "h5", "h6", "th", "dt", "legend", "caption",
        "summary",
    ];
    capital || page.ancestors(leaf).take(3).any(|a| TAGS.contains(&page.tag(a)))
}
