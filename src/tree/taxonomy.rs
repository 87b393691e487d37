//! Taxonomies: which labels stand above which on several sites.
//!
//! Vadrevu, Nagarajan, Gelgi, Davulcu: "Automated Metadata and Instance Extraction from News Web
//! Sites", WI 2005 (OntoMiner), section 4: labels to concepts, TaxMiner.
//!
//! Read (`../spec/ontominer.md`, section 3): a site counts once for a pair; nodes that are no
//! concept are skipped but counted in the distance; of the union of frequent pairs a tree is made
//! by count, distance and alphabet. Two labels are one concept at a Jaccard of 2/3 of their stems
//! (Porter's, for English).
//!
//! Time: linear in the pairs of ancestors and descendants, times the depth of the hierarchies;
//! labels are compared where they share a stem.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use rust_stemmers::{Algorithm, Stemmer};

use super::menus::{Hierarchy, LONGEST};
use super::root;

/// Jaccard of stem sets from which two labels are one concept.
const SAME: f64 = 2.0 / 3.0;
/// Words that say nothing in a label with others.
const STOP: [&str; 13] =
    ["a", "an", "the", "of", "and", "or", "in", "on", "for", "to", "at", "by", "with"];
/// Labels on every site that are no concepts.
const COMMON: [&str; 14] = [
    "more",
    "home",
    "video",
    "videos",
    "subscribe",
    "rss",
    "search",
    "help",
    "contact",
    "contact us",
    "about",
    "about us",
    "login",
    "sitemap",
];

/// A pair that stands on enough sites.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Edge {
    /// The concept above.
    pub parent: String,
    /// The concept below.
    pub child: String,
    /// On how many sites.
    pub sites: usize,
    /// Steps between them when the pair became frequent; 1 is parent and child.
    pub distance: usize,
}

/// Concepts of labels: for each label the name of its concept; labels on fewer than two sites have
/// none.
#[derive(Debug, Default)]
pub struct Concepts {
    of: HashMap<String, String>,
}

fn key(label: &str) -> String {
    crate::page::fold(label).to_lowercase()
}

impl Concepts {
    /// The concepts of sites' labels. `common`: also labels that every site has and that say
    /// nothing ("More", "Home").
    pub fn of(sites: &[Vec<Hierarchy>], common: bool) -> Concepts {
        let mut on: BTreeMap<String, (BTreeSet<usize>, BTreeMap<&str, usize>)> = BTreeMap::new();
        for (s, site) in sites.iter().enumerate() {
            for (label, _) in site.iter().flatten().filter(|l| is_label(&l.0)) {
                let known = on.entry(key(label)).or_default();
                known.0.insert(s);
                *known.1.entry(label).or_insert(0) += 1;
            }
        }
        on.retain(|k, _| common || !COMMON.contains(&k.as_str()));
        let keys: Vec<&String> = on.keys().collect();
        let stems: Vec<BTreeSet<String>> = keys.iter().map(|k| stems(k)).collect();
        let mut with: HashMap<&str, Vec<usize>> = HashMap::new();
        for (k, set) in stems.iter().enumerate() {
            set.iter().for_each(|s| with.entry(s).or_default().push(k));
        }
        let mut group: Vec<usize> = (0..keys.len()).collect();
        for members in with.values() {
            for (n, &a) in members.iter().enumerate() {
                for &b in members.iter().skip(n + 1).take(MOST_ALIKE) {
                    let both = stems[a].intersection(&stems[b]).count() as f64;
                    if both / (stems[a].len() + stems[b].len()) as f64 * (1.0 + SAME) >= SAME - 1e-9
                    {
                        let (x, y) = (root(&mut group, a), root(&mut group, b));
                        group[x.max(y)] = x.min(y);
                    }
                }
            }
        }
        let mut concepts: BTreeMap<usize, (BTreeSet<usize>, Vec<usize>)> = BTreeMap::new();
        for (k, key) in keys.iter().enumerate() {
            let c = concepts.entry(root(&mut group, k)).or_default();
            c.0.extend(&on[*key].0);
            c.1.push(k);
        }
        let mut of = HashMap::new();
        for (_, members) in concepts.into_values().filter(|c| c.0.len() > 1) {
            // Named by the spelling met most often.
            let spelled = members
                .iter()
                .flat_map(|&k| &on[keys[k]].1)
                .max_by(|a, b| a.1.cmp(b.1).then(b.0.cmp(a.0)));
            let name = spelled.map_or(String::new(), |s| (*s.0).to_owned());
            of.extend(members.iter().map(|&k| (keys[k].clone(), name.clone())));
        }
        Concepts { of }
    }

    /// The concept of a label.
    pub fn name(&self, label: &str) -> Option<&str> {
        self.of.get(&key(label)).map(String::as_str)
    }
}

/// Most labels with a stem that each is compared with.
const MOST_ALIKE: usize = 200;

fn is_label(label: &str) -> bool {
    (1..=LONGEST).contains(&label.split_whitespace().count()) && label.contains(char::is_alphabetic)
}

fn stems(label: &str) -> BTreeSet<String> {
    let stemmer = Stemmer::create(Algorithm::English);
    let words: Vec<&str> =
        label.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    let said: Vec<&&str> = words.iter().filter(|w| !STOP.contains(*w)).collect();
    let stem = |w: &str| stemmer.stem(w).into_owned();
    if said.is_empty() {
        words.iter().map(|w| stem(w)).collect()
    } else {
        said.into_iter().map(|w| stem(w)).collect()
    }
}

/// Pairs of concepts that stand above and below each other on at least `support` sites.
pub fn mine(sites: &[Vec<Hierarchy>], concepts: &Concepts, support: usize) -> Vec<Edge> {
    // The sites of each pair at each distance.
    let mut related: BTreeMap<usize, BTreeMap<(String, String), BTreeSet<usize>>> = BTreeMap::new();
    for (s, site) in sites.iter().enumerate() {
        for hierarchy in site {
            let mut above: Vec<&(String, usize)> = Vec::new();
            for node in hierarchy {
                while above.last().is_some_and(|a| a.1 >= node.1) {
                    above.pop();
                }
                if let Some(child) = concepts.name(&node.0) {
                    for (distance, a) in above.iter().rev().enumerate() {
                        if let Some(parent) = concepts.name(&a.0).filter(|p| *p != child) {
                            let pairs = related.entry(distance + 1).or_default();
                            pairs
                                .entry((parent.to_owned(), child.to_owned()))
                                .or_default()
                                .insert(s);
                        }
                    }
                }
                above.push(node);
            }
        }
    }
    let mut waiting: BTreeMap<(String, String), BTreeSet<usize>> = BTreeMap::new();
    let mut frequent: HashSet<(String, String)> = HashSet::new();
    let mut out = Vec::new();
    for (distance, pairs) in related {
        for (pair, on) in pairs {
            if !frequent.contains(&pair) {
                waiting.entry(pair).or_default().extend(on);
            }
        }
        let ready: Vec<(String, String)> =
            waiting.iter().filter(|w| w.1.len() >= support).map(|w| w.0.clone()).collect();
        for pair in ready {
            let sites = waiting.remove(&pair).map_or(0, |s| s.len());
            out.push(Edge { parent: pair.0.clone(), child: pair.1.clone(), sites, distance });
            frequent.insert(pair);
        }
    }
    out
}

/// The tree among the pairs: for each concept the parent on most sites, then the nearest, then the
/// first by alphabet; cycles are broken at their weakest pair.
pub fn tree(edges: &[Edge]) -> Vec<Edge> {
    let rank = |e: &Edge| (std::cmp::Reverse(e.sites), e.distance, e.parent.clone());
    let by: HashMap<(&str, &str), &Edge> =
        edges.iter().map(|e| ((e.parent.as_str(), e.child.as_str()), e)).collect();
    let mut best: BTreeMap<&str, &Edge> = BTreeMap::new();
    for e in edges {
        if by
            .get(&(e.child.as_str(), e.parent.as_str()))
            .is_some_and(|against| rank(against) < rank(e))
        {
            continue;
        }
        let known = best.entry(&e.child).or_insert(e);
        if rank(e) < rank(known) {
            *known = e;
        }
    }
    // Up from each concept, each walked once; who comes back to a concept of its own way stands in
    // a cycle.
    let mut walked: HashMap<&str, usize> = HashMap::new();
    for (round, start) in best.keys().copied().collect::<Vec<_>>().into_iter().enumerate() {
        let mut way: Vec<&Edge> = Vec::new();
        let mut at = start;
        while let Some(&e) = best.get(at).filter(|_| !walked.contains_key(at)) {
            walked.insert(at, round);
            way.push(e);
            at = &e.parent;
        }
        if walked.get(at) == Some(&round) {
            let from = way.iter().position(|w| w.child == at).unwrap_or(0);
            if let Some(weakest) = way[from..].iter().max_by_key(|e| rank(e)) {
                best.remove(weakest.child.as_str());
            }
        }
    }
    best.into_values().cloned().collect()
}

/// Ancestor and descendant pairs of a hierarchy (the transitive closure of parent and child).
pub fn closure(hierarchy: &Hierarchy) -> HashSet<(String, String)> {
    let mut out = HashSet::new();
    let mut above: Vec<&(String, usize)> = Vec::new();
    for node in hierarchy {
        while above.last().is_some_and(|a| a.1 >= node.1) {
            above.pop();
        }
        out.extend(above.iter().map(|a| (a.0.clone(), node.0.clone())));
        above.push(node);
    }
    out
}
