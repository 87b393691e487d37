//! Beyond the papers: what tag and class of the records say of a region.

use std::collections::{HashMap, HashSet};

use super::{Found, Search};

impl Search<'_> {
    /// Regions completed by the marks of their records.
    pub(super) fn marked(&self, found: Vec<Found>) -> Vec<Found> {
        let (page, o) = (self.page, self.outline);
        let mut out: Vec<Found> = Vec::new();
        let mut met: HashMap<(String, String), usize> = HashMap::new();
        let mut joined: HashSet<usize> = HashSet::new();
        for mut f in found {
            if f.groups.iter().any(|g| g.len() > 1) {
                f.groups = self.recut(&f).unwrap_or(f.groups);
                out.push(f);
                continue;
            }
            let mut nodes = f.groups.concat();
            let Some(mark) = self.mark(&nodes) else {
                out.push(f);
                continue;
            };
            let path: Vec<&str> = page.ancestors(o.token(nodes[0])).map(|a| page.tag(a)).collect();
            let first = nodes[0];
            nodes.sort_unstable();
            nodes = o
                .children(f.parent)
                .filter(|&c| self.has(c, first, &mark) || nodes.binary_search(&c).is_ok())
                .collect();
            match met.get(&(path.join("/"), mark.clone())) {
                Some(&k) => {
                    out[k].groups.extend(nodes.into_iter().map(|c| vec![c]));
                    joined.insert(k);
                }
                None => {
                    met.insert((path.join("/"), mark), out.len());
                    f.groups = nodes.into_iter().map(|c| vec![c]).collect();
                    out.push(f);
                }
            }
        }
        for k in joined {
            out[k].groups.sort_unstable();
            out[k].groups.dedup();
        }
        out
    }

    pub(super) fn has(&self, node: usize, like: usize, mark: &str) -> bool {
        self.outline.same_name(node, self.outline, like) && self.classes(node).any(|k| k == mark)
    }

    /// Records around the siblings that hold nearly all the text of a region, where the parent has
    /// more of those than the region has generalized nodes: it took two records for one, or stopped
    /// at an odd one. None where it is right as it is.
    fn recut(&self, f: &Found) -> Option<Vec<Vec<usize>>> {
        let (page, o) = (self.page, self.outline);
        let text = |c: usize| self.sums.text(page.region(o.token(c)));
        let nodes = f.groups.concat();
        let heaviest = nodes.iter().copied().max_by_key(|&c| text(c))?;
        let all: usize = nodes.iter().map(|&c| text(c)).sum();
        let holds = |k: &&str| {
            let sum: usize =
                nodes.iter().filter(|&&c| self.has(c, heaviest, k)).map(|&c| text(c)).sum();
            sum as f64 >= self.options.split * all as f64
        };
        let mark = self.classes(heaviest).find(holds)?;
        let row: Vec<usize> = self.outline.children(f.parent).collect();
        let marked: Vec<usize> =
            (0..row.len()).filter(|&k| self.has(row[k], heaviest, mark)).collect();
        if marked.len() <= f.groups.len() {
            return None;
        }
        // What stands at the same distance from most of them, built alike at its root, belongs to
        // the record.
        let sign = |k: usize| row.get(k).map(|&c| (page.tag(o.token(c)), self.classes(c).next()));
        let usual = |step: usize, ahead: bool| {
            let mut counts: HashMap<_, usize> = HashMap::new();
            let places = marked
                .iter()
                .filter_map(|&k| if ahead { k.checked_sub(step) } else { Some(k + step) });
            places
                .filter(|k| marked.binary_search(k).is_err())
                .filter_map(sign)
                .for_each(|s| *counts.entry(s).or_insert(0) += 1);
            counts.into_iter().max_by_key(|c| c.1).filter(|c| c.1 * 2 > marked.len()).map(|c| c.0)
        };
        let (ahead, behind): (Vec<_>, Vec<_>) = (
            (1..f.length).map_while(|d| usual(d, true)).collect(),
            (1..f.length).map_while(|d| usual(d, false)).collect(),
        );
        let mut taken = 0;
        let mut out = Vec::new();
        for (n, &k) in marked.iter().enumerate() {
            let next = marked.get(n + 1).copied().unwrap_or(row.len() + ahead.len());
            let from = ahead
                .iter()
                .enumerate()
                .take_while(|(d, s)| k > *d + taken && sign(k - d - 1) == Some(**s))
                .count();
            // What stands ahead of the next one is the next one's.
            let to = behind
                .iter()
                .enumerate()
                .take_while(|(d, s)| k + d + 1 + ahead.len() < next && sign(k + d + 1) == Some(**s))
                .count();
            taken = k + to + 1;
            out.push(row[k - from..=k + to].to_vec());
        }
        Some(out)
    }

    /// The class that nearly all of these nodes have, the first of several.
    pub(super) fn mark(&self, nodes: &[usize]) -> Option<String> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        nodes
            .iter()
            .flat_map(|&c| self.classes(c))
            .for_each(|k| *counts.entry(k).or_insert(0) += 1);
        let most = |k: &&str| {
            counts
                .get(k)
                .is_some_and(|n| *n as f64 >= self.options.split.min(1.0) * nodes.len() as f64)
        };
        self.classes(nodes[0]).find(most).map(str::to_owned)
    }

    fn classes(&self, node: usize) -> impl Iterator<Item = &str> {
        let plain = |k: &&str| !k.contains(|c: char| c.is_ascii_digit());
        self.page
            .attr(self.outline.token(node), "class")
            .unwrap_or("")
            .split_ascii_whitespace()
            .filter(plain)
    }
}
