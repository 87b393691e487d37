//! Data regions and data records of a list page: runs of siblings that are built alike.
//!
//! Zhai and Liu, "Web Data Extraction Based on Partial Tree Alignment", WWW 2005, section 2 (MDR-2), with what it takes over from Liu,
//! Grossman, Zhai: "Mining Data Records in Web Pages", KDD 2003: CombComp, IdentDRs, FindRecords.
//!
//! Printed: tag strings at a normalised edit distance of 0.3 ([`Options::PRINTED`]). Mended by default: simple tree matching instead of
//! strings, shorter generalized nodes preferred, regions split where their nodes are alike one by one, regions completed by the marks (tag
//! and class) of their records, text as weight for the order of regions.
//! Separators (`hr`, `br`, empty rows) stand for gaps where no boxes are known.
//!
//! Time: O(K · n) comparisons for a parent of n children, each O(K²) look-ups of pairs of subtree classes; space O(K · n).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::stm::Matcher;
use super::{Names, Outline};
use crate::page::{Kind, Page};

/// How two generalized nodes are compared.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Alike {
    /// Edit distance of the tag strings divided by the longer one, at most this (the paper's, 0.3).
    Strings(f64),
    /// `1 - 2 · matched pairs / nodes of both`, at most this.
    Trees(f64),
}

/// How regions are sought.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Most siblings of a generalized node.
    pub longest: usize,
    /// When two are similar.
    pub alike: Alike,
    /// A longer generalized node must cover more of the children by this factor to be preferred to a shorter one; 1: as printed.
    pub prefer_short: f64,
    /// Nodes of a region of which at least this share is similar to the commonest are the records one by one; above 1: as printed.
    pub split: f64,
    /// Records in two parts are sought in neighbouring table rows only; as printed, in all neighbouring siblings.
    pub across_rows_only: bool,
    /// Siblings with the mark (tag and class) of a region's records are records too, and regions under parents of one path whose records
    /// have one mark are one. Optional parts make short records unlike, and advertisements break lists in two.
    pub marks: bool,
    /// Regions inside records are kept too.
    pub nested: bool,
    /// Regions with less visible text than this are no data.
    pub least_text: usize,
    /// Weight of link text, subtracted from the text that orders the regions.
    pub link_weight: f64,
    /// A record's weight counts up to so many times that of the middle one.
    pub most: f64,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            longest: 10,
            alike: Alike::Trees(0.4),
            prefer_short: 0.8,
            split: 0.8,
            across_rows_only: true,
            marks: true,
            nested: false,
            least_text: 40,
            link_weight: 0.9,
            most: 4.0,
        }
    }
}

impl Options {
    /// As the papers print it.
    pub const PRINTED: Options = Options {
        longest: 10,
        alike: Alike::Strings(0.3),
        prefer_short: 1.0,
        split: 2.0,
        across_rows_only: false,
        marks: false,
        nested: false,
        least_text: 40,
        link_weight: 0.9,
        most: f64::INFINITY,
    };
}

/// A rectangle in pixels.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// Left edge.
    pub x: f64,
    /// Upper edge.
    pub y: f64,
    /// Width.
    pub w: f64,
    /// Height.
    pub h: f64,
}

/// Where a browser put the elements: start tags of the page with their boxes.
pub type Boxes = HashMap<usize, Rect>;

/// One data record: its subtrees, as start tags of the page in the order in which they belong together (not always that of the page).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Record {
    /// First tokens of the subtrees.
    pub roots: Vec<usize>,
}

impl Record {
    /// The tokens of its subtrees.
    pub fn tokens<'p>(&'p self, page: &'p Page) -> impl Iterator<Item = Range<usize>> + 'p {
        self.roots.iter().map(|&r| page.region(r))
    }

    /// Its visible text.
    pub fn text(&self, page: &Page) -> String {
        self.tokens(page).map(|r| page.visible(r)).filter(|t| !t.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// A data region: records of one parent, or of parents of one path that their mark has joined.
#[derive(Debug, Clone, PartialEq)]
pub struct Region {
    /// The start tag of the (first) parent.
    pub parent: usize,
    /// Siblings of a generalized node as it was found; records that were cut anew have their own numbers.
    pub length: usize,
    /// The records.
    pub records: Vec<Record>,
    /// Visible text of the records less link text, which orders the regions.
    pub weight: f64,
}

/// A region before its records are known, in nodes of the outline.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Found {
    parent: usize,
    length: usize,
    /// Its generalized nodes.
    groups: Vec<Vec<usize>>,
}

/// Elements that are no part of the layout, or of all layouts.
const LIGHT: [&str; 4] = ["br", "wbr", "link", "meta"];
/// Most regions of one parent.
const MOST_REGIONS: usize = 50;
/// Text that records of a split row have in the mean, at least.
const RECORD_TEXT: usize = 30;
/// Boxes may overlap by rounding.
const PIXEL: f64 = 1.0;

/// The regions of a page, the weightiest first.
///
/// ```
/// use feedstone::tree::regions::{Options, regions};
/// let row = "<li><h2>A title of some length</h2><p>Words about it.</p></li>";
/// let page = feedstone::Page::parse(&format!("<h1>Blog</h1><ul>{row}{row}{row}</ul>"));
/// let found = regions(&page, None, &Options::default());
/// assert_eq!((found.len(), found[0].records.len()), (1, 3));
/// ```
pub fn regions(page: &Page, boxes: Option<&Boxes>, options: &Options) -> Vec<Region> {
    mine(page, boxes, options).0
}

/// As [`regions`], and whether the page was searched whole: false where the budget for comparisons was spent ahead of its end.
pub fn mine(page: &Page, boxes: Option<&Boxes>, options: &Options) -> (Vec<Region>, bool) {
    let mut names = Names::default();
    let outline = Outline::without(page, &LIGHT, &mut names);
    let mut search =
        Search { page, outline: &outline, boxes, options, matcher: Matcher::default(), strings: HashMap::new(), sums: Sums::new(page) };
    let mut out: Vec<Region> = search.all().into_iter().filter_map(|found| search.region(found)).collect();
    out.sort_by(|a, b| b.weight.total_cmp(&a.weight));
    (out, !search.matcher.spent())
}

struct Search<'s> {
    page: &'s Page,
    outline: &'s Outline,
    boxes: Option<&'s Boxes>,
    options: &'s Options,
    matcher: Matcher,
    strings: HashMap<(u32, u32), bool>,
    sums: Sums,
}

/// The children of a parent that can be records, with what parts them.
struct Row {
    nodes: Vec<usize>,
    /// The gap ahead of each node, from boxes or separators; 0 where nothing tells.
    gaps: Vec<f64>,
    /// True where gaps are known.
    told: bool,
}

/// A chain of similar generalized nodes: positions `first..first + length * count` of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Chain {
    length: usize,
    first: usize,
    count: usize,
}

impl Chain {
    fn covered(self) -> usize {
        self.length * self.count
    }

    fn end(self) -> usize {
        self.first + self.covered()
    }
}

impl Search<'_> {
    /// Regions of all parents, from the root down; what a region covers is searched only for nested ones.
    fn all(&mut self) -> Vec<Found> {
        let mut out = Vec::new();
        let mut open: Vec<usize> = if self.outline.is_empty() { Vec::new() } else { vec![0] };
        while let Some(parent) = open.pop() {
            let found = self.of(parent);
            let mut covered: Vec<usize> = found.iter().flat_map(|f| f.groups.concat()).collect();
            covered.sort_unstable();
            open.extend(self.outline.children(parent).filter(|c| self.options.nested || covered.binary_search(c).is_err()));
            out.extend(found);
        }
        let out = self.across(out);
        if self.options.marks { self.marked(out) } else { out }
    }

    /// The regions of one parent: the best chain, then those on both sides of it.
    fn of(&mut self, parent: usize) -> Vec<Found> {
        let row = self.row(parent);
        let n = row.nodes.len();
        if n < 2 {
            return Vec::new();
        }
        // pairs[r - 1][s]: nodes s..s + r and s + r..s + 2r are similar.
        let pairs: Vec<Vec<bool>> = (1..=self.options.longest.min(n / 2))
            .map(|r| (0..=n - 2 * r).map(|s| self.similar(&row.nodes[s..s + r], &row.nodes[s + r..s + 2 * r])).collect())
            .collect();
        let mut out: Vec<(Chain, Vec<usize>)> = Vec::new();
        let whole = 0..n;
        let mut open = vec![whole];
        while let Some(range) = open.pop() {
            let Some(chain) = best(&pairs, &range, self.options).filter(|_| out.len() < MOST_REGIONS) else { continue };
            let chain = if row.told { by_gaps(&pairs, &row, chain) } else { chain };
            open.push(chain.end()..range.end);
            open.push(range.start..chain.first);
            out.push((chain, row.nodes[chain.first..chain.end()].to_vec()));
        }
        out.sort_by_key(|o| o.0.first);
        let groups = |length, nodes: Vec<usize>| nodes.chunks_exact(length).map(<[usize]>::to_vec).collect();
        self.joined(out).into_iter().map(|(length, nodes)| Found { parent, length, groups: groups(length, nodes) }).collect()
    }

    /// The children of a node without separators.
    fn row(&self, parent: usize) -> Row {
        let page = self.page;
        let mut row = Row { nodes: Vec::new(), gaps: Vec::new(), told: false };
        let mut parted = false;
        let mut end = None;
        for c in self.outline.children(parent) {
            let token = self.outline.token(c);
            if self.separates(token) {
                parted = true;
                continue;
            }
            let region = page.region(token);
            let between = end.map_or(0..0, |e| e..region.start);
            parted |= between.clone().any(|i| page.tokens()[i].kind == Kind::Start && matches!(page.tag(i), "br" | "hr"));
            let mut gap = f64::from(u8::from(parted && !row.nodes.is_empty()));
            if let (Some(boxes), Some(&last)) = (self.boxes, row.nodes.last()) {
                if let Some(g) = gap_between(boxes, self.outline.token(last), token) {
                    (gap, row.told) = (g, true);
                }
            } else if gap > 0.0 {
                row.told = true;
            }
            row.nodes.push(c);
            row.gaps.push(gap);
            (parted, end) = (false, Some(region.end));
        }
        row
    }

    /// True for elements that part records and are none: rules, and rows that show nothing.
    fn separates(&self, token: usize) -> bool {
        match self.page.tag(token) {
            "hr" => true,
            "tr" => {
                self.sums.text(self.page.region(token)) == 0
                    && !self.page.region(token).any(|i| matches!(self.page.tag(i), "img" | "input"))
            }
            _ => false,
        }
    }

    fn similar(&mut self, left: &[usize], right: &[usize]) -> bool {
        let o = self.outline;
        let size = |list: &[usize]| list.iter().map(|&c| o.size(c)).sum::<usize>();
        let (m, n) = (size(left), size(right));
        match self.options.alike {
            Alike::Trees(most) => {
                let least = (1.0 - most) * (m + n) as f64 / 2.0;
                m.min(n) as f64 >= least - 1e-9 && self.matcher.lists((o, left), (o, right)) as f64 >= least - 1e-9
            }
            Alike::Strings(most) => {
                let limit = (most * m.max(n) as f64 + 1e-9) as usize;
                if m.abs_diff(n) > limit {
                    return false;
                }
                let one = (left.len() == 1 && right.len() == 1).then(|| (o.classes[left[0]], o.classes[right[0]]));
                if let Some(known) = one.and_then(|k| self.strings.get(&k)) {
                    return *known;
                }
                let string = |list: &[usize]| -> Vec<u32> { list.iter().flat_map(|&c| &o.labels[c..c + o.size(c)]).copied().collect() };
                let alike = self.matcher.pay(m.min(n), 2 * limit + 1) && within(&string(left), &string(right), limit);
                one.map(|k| self.strings.insert(k, alike));
                alike
            }
        }
    }

    /// Regions of one parent whose generalized nodes are similar are one (an advertisement stands between them), and nodes of which most are
    /// alike one by one are records one by one.
    fn joined(&mut self, found: Vec<(Chain, Vec<usize>)>) -> Vec<(usize, Vec<usize>)> {
        let mut out: Vec<(usize, Vec<usize>)> = Vec::new();
        for (chain, nodes) in found {
            let (mut length, mut nodes) = (chain.length, nodes);
            if length > 1
                && self.options.split <= 1.0
                && let Some(alike) = self.alike_singly(&nodes)
            {
                (length, nodes) = (1, alike);
            }
            if self.options.split <= 1.0
                && let Some((l, all)) = out.last_mut()
                && *l == length
                && self.similar(&all[..length], &nodes[..length])
            {
                all.extend(nodes);
                continue;
            }
            out.push((length, nodes));
        }
        out
    }

    /// The nodes similar to the commonest of them, where those are most.
    fn alike_singly(&mut self, nodes: &[usize]) -> Option<Vec<usize>> {
        let mut counts: HashMap<u32, (usize, usize)> = HashMap::new();
        for (k, &c) in nodes.iter().enumerate() {
            counts.entry(self.outline.classes[c]).or_insert((0, k)).0 += 1;
        }
        let (_, first) = counts.into_values().max_by_key(|&(n, first)| (n, std::cmp::Reverse(first)))?;
        let alike: Vec<usize> = nodes.iter().copied().filter(|&c| self.similar(&[nodes[first]], &[c])).collect();
        if alike.len() as f64 >= self.options.split * nodes.len() as f64 {
            return Some(alike);
        }
        let mark = self.mark(nodes).filter(|_| self.options.marks)?;
        let marked: Vec<usize> = nodes.iter().copied().filter(|&c| self.has(c, nodes[0], &mark)).collect();
        (marked.len() as f64 >= self.options.split * nodes.len() as f64).then_some(marked)
    }

    /// MDR's second case of records in several parts: neighbouring siblings that are not alike each hold a region with as many generalized
    /// nodes. The first is kept, with the nodes of both.
    fn across(&self, found: Vec<Found>) -> Vec<Found> {
        let (page, o) = (self.page, self.outline);
        let mut found = found;
        found.sort_by_key(|f| f.parent);
        let mut out: Vec<(Found, usize)> = Vec::new();
        for f in found {
            let level = |c: usize| page.tokens()[o.token(c)].level;
            if let Some((before, last)) = out.last_mut()
                && *last + o.size(*last) == f.parent
                && level(*last) == level(f.parent)
                && before.groups.len() == f.groups.len()
                && (!self.options.across_rows_only || page.tag(o.token(f.parent)) == "tr" && page.tag(o.token(*last)) == "tr")
            {
                *last = f.parent;
                before.groups.iter_mut().zip(f.groups).for_each(|(g, h)| g.extend(h));
                continue;
            }
            let parent = f.parent;
            out.push((f, parent));
        }
        out.into_iter().map(|o| o.0).collect()
    }

    /// Regions completed by the marks of their records.
    fn marked(&self, found: Vec<Found>) -> Vec<Found> {
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
            nodes = o.children(f.parent).filter(|&c| self.has(c, first, &mark) || nodes.binary_search(&c).is_ok()).collect();
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

    fn has(&self, node: usize, like: usize, mark: &str) -> bool {
        self.outline.same_name(node, self.outline, like) && self.classes(node).any(|k| k == mark)
    }

    /// Records around the siblings that hold nearly all the text of a region, where the parent has more of those than the region has
    /// generalized nodes: it took two records for one, or stopped at an odd one. None where it is right as it is.
    fn recut(&self, f: &Found) -> Option<Vec<Vec<usize>>> {
        let (page, o) = (self.page, self.outline);
        let text = |c: usize| self.sums.text(page.region(o.token(c)));
        let nodes = f.groups.concat();
        let heaviest = nodes.iter().copied().max_by_key(|&c| text(c))?;
        let all: usize = nodes.iter().map(|&c| text(c)).sum();
        let holds = |k: &&str| {
            let sum: usize = nodes.iter().filter(|&&c| self.has(c, heaviest, k)).map(|&c| text(c)).sum();
            sum as f64 >= self.options.split * all as f64
        };
        let mark = self.classes(heaviest).find(holds)?;
        let row: Vec<usize> = self.outline.children(f.parent).collect();
        let marked: Vec<usize> = (0..row.len()).filter(|&k| self.has(row[k], heaviest, mark)).collect();
        if marked.len() <= f.groups.len() {
            return None;
        }
        // What stands at the same distance from most of them, built alike at its root, belongs to the record.
        let sign = |k: usize| row.get(k).map(|&c| (page.tag(o.token(c)), self.classes(c).next()));
        let usual = |step: usize, ahead: bool| {
            let mut counts: HashMap<_, usize> = HashMap::new();
            let places = marked.iter().filter_map(|&k| if ahead { k.checked_sub(step) } else { Some(k + step) });
            places.filter(|k| marked.binary_search(k).is_err()).filter_map(sign).for_each(|s| *counts.entry(s).or_insert(0) += 1);
            counts.into_iter().max_by_key(|c| c.1).filter(|c| c.1 * 2 > marked.len()).map(|c| c.0)
        };
        let (ahead, behind): (Vec<_>, Vec<_>) =
            ((1..f.length).map_while(|d| usual(d, true)).collect(), (1..f.length).map_while(|d| usual(d, false)).collect());
        let mut taken = 0;
        let mut out = Vec::new();
        for (n, &k) in marked.iter().enumerate() {
            let next = marked.get(n + 1).copied().unwrap_or(row.len() + ahead.len());
            let from = ahead.iter().enumerate().take_while(|(d, s)| k > *d + taken && sign(k - d - 1) == Some(**s)).count();
            // What stands ahead of the next one is the next one's.
            let to = behind.iter().enumerate().take_while(|(d, s)| k + d + 1 + ahead.len() < next && sign(k + d + 1) == Some(**s)).count();
            taken = k + to + 1;
            out.push(row[k - from..=k + to].to_vec());
        }
        Some(out)
    }

    /// The class that nearly all of these nodes have, the first of several.
    fn mark(&self, nodes: &[usize]) -> Option<String> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        nodes.iter().flat_map(|&c| self.classes(c)).for_each(|k| *counts.entry(k).or_insert(0) += 1);
        let most = |k: &&str| counts.get(k).is_some_and(|n| *n as f64 >= self.options.split.min(1.0) * nodes.len() as f64);
        self.classes(nodes[0]).find(most).map(str::to_owned)
    }

    fn classes(&self, node: usize) -> impl Iterator<Item = &str> {
        let plain = |k: &&str| !k.contains(|c: char| c.is_ascii_digit());
        self.page.attr(self.outline.token(node), "class").unwrap_or("").split_ascii_whitespace().filter(plain)
    }

    /// The records of a region.
    fn region(&mut self, found: Found) -> Option<Region> {
        let records = self.records(&found);
        let token = |list: Vec<usize>| Record { roots: list.into_iter().map(|c| self.outline.token(c)).collect() };
        let records: Vec<Record> = records.into_iter().map(token).collect();
        let spans = || records.iter().flat_map(|r| r.tokens(self.page));
        let text: usize = spans().map(|r| self.sums.text(r)).sum();
        // One record with all the text is the page, not a record: none counts for more than some of the usual ones.
        let weight = |r: &Record| {
            let sum = |of: &dyn Fn(Range<usize>) -> usize| r.tokens(self.page).map(of).sum::<usize>() as f64;
            sum(&|t| self.sums.text(t)) - self.options.link_weight * sum(&|t| self.sums.links(t))
        };
        let mut weights: Vec<f64> = records.iter().map(weight).collect();
        weights.sort_by(f64::total_cmp);
        let most = weights.get(weights.len() / 2).map_or(0.0, |m| m * self.options.most);
        let weight = weights.iter().map(|w| w.min(most)).sum();
        let parent = self.outline.token(found.parent);
        // What a browser does not show is no data, whatever it holds.
        let seen = |r: &Record| r.roots.iter().any(|t| self.boxes.is_none_or(|b| b.get(t).is_some_and(|r| r.w * r.h > 0.0)));
        let shown = records.iter().filter(|r| seen(r)).count() * 2 > records.len();
        (shown && text >= self.options.least_text).then_some(Region { parent, length: found.length, records, weight })
    }

    /// FindRecords-1 and FindRecords-n.
    fn records(&mut self, found: &Found) -> Vec<Vec<usize>> {
        let o = self.outline;
        let inside = |c: usize| -> Vec<usize> { o.children(c).collect() };
        if found.groups.iter().all(|g| g.len() == 1) {
            // A grid: the rows' cells are the records. The last row may be ragged.
            let rows: Vec<Vec<usize>> = found.groups.iter().map(|g| inside(g[0])).collect();
            let all = rows.len() - usize::from(rows.len() > 1);
            let cells: usize = rows.iter().map(Vec::len).sum();
            let deep = |c: &usize| o.children(*c).any(|g| o.size(g) > 1);
            let table = self.page.tag(o.token(found.groups[0][0])) == "tr";
            let text: usize = rows.iter().flatten().map(|&c| self.sums.text(self.page.region(o.token(c)))).sum();
            let splits = (!table || rows.iter().flatten().all(deep)) && cells > 0 && text >= RECORD_TEXT * cells;
            if splits
                && rows[..all].iter().all(|r| r.len() > 1)
                && rows.iter().all(|r| r.windows(2).all(|w| self.similar(&w[..1], &w[1..])))
            {
                return rows.into_iter().flatten().map(|c| vec![c]).collect();
            }
            return found.groups.clone();
        }
        let mut out = Vec::new();
        for group in &found.groups {
            let parts: Vec<Vec<usize>> = group.iter().map(|&c| inside(c)).collect();
            let even = parts.len() > 1 && parts[0].len() > 1 && parts.iter().all(|p| p.len() == parts[0].len());
            if !even || !parts.iter().all(|p| p.windows(2).all(|w| self.similar(&w[..1], &w[1..]))) {
                return found.groups.clone();
            }
            out.extend((0..parts[0].len()).map(|j| parts.iter().map(|p| p[j]).collect()));
        }
        out
    }
}

/// The chain that covers most of a range; a longer generalized node must cover more by a factor.
fn best(pairs: &[Vec<bool>], range: &Range<usize>, options: &Options) -> Option<Chain> {
    let mut best: Option<Chain> = None;
    for length in 1..=pairs.len() {
        let widest = chains(pairs, length, range).fold(None::<Chain>, |b, c| if b.is_none_or(|b| c.count > b.count) { Some(c) } else { b });
        let Some(chain) = widest else { continue };
        let factor = if length > 1 { options.prefer_short } else { 1.0 };
        if best.is_none_or(|b| chain.covered() as f64 * factor > b.covered() as f64) {
            best = Some(chain);
        }
    }
    best
}

/// The maximal chains of one length in a range, by their first position.
fn chains<'p>(pairs: &'p [Vec<bool>], length: usize, range: &Range<usize>) -> impl Iterator<Item = Chain> + 'p {
    let (from, to) = (range.start, range.end);
    let linked = move |s: usize| s >= from && s + 2 * length <= to && pairs[length - 1].get(s).copied().unwrap_or(false);
    (from..to).filter(move |&s| linked(s) && !(s >= from + length && linked(s - length))).map(move |first| {
        let more = (1..).take_while(|k| linked(first + k * length)).count();
        Chain { length, first, count: more + 2 }
    })
}

/// MDR-2's visual cue: the gaps between records are not smaller than those inside. Of the chains over the same children the one whose gaps
/// between exceed those inside most; where none is consistent, the one given.
fn by_gaps(pairs: &[Vec<bool>], row: &Row, chosen: Chain) -> Chain {
    let mut best: Option<(f64, Chain)> = None;
    for length in 1..=pairs.len() {
        for chain in chains(pairs, length, &(chosen.first..chosen.end())) {
            if chain.covered() + length <= chosen.covered() {
                continue;
            }
            let gaps = (chain.first + 1..chain.end()).map(|k| ((k - chain.first) % length == 0, row.gaps[k]));
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
fn gap_between(boxes: &Boxes, first: usize, second: usize) -> Option<f64> {
    let visible = |t: usize| boxes.get(&t).filter(|r| r.w > 0.0 && r.h > 0.0);
    let (a, b) = (visible(first)?, visible(second)?);
    let gap = if b.y >= a.y + a.h { b.y - a.y - a.h } else { b.x - a.x - a.w };
    Some(gap.max(0.0))
}

/// True where the edit distance of two strings is at most `limit`: the diagonal band of the table that can still be.
fn within(a: &[u32], b: &[u32], limit: usize) -> bool {
    const FAR: usize = usize::MAX / 2;
    let mut row: Vec<usize> = (0..=b.len()).map(|j| if j <= limit { j } else { FAR }).collect();
    for (i, x) in a.iter().enumerate() {
        let (from, to) = ((i + 1).saturating_sub(limit), (i + 1 + limit).min(b.len()));
        let mut corner = row[from.saturating_sub(1)];
        if from == 0 {
            corner = row[0];
            row[0] = i + 1;
        } else {
            row[from - 1] = FAR;
        }
        for j in from.max(1)..=to {
            let above = row[j];
            row[j] = (above + 1).min(row[j - 1] + 1).min(corner + usize::from(*x != b[j - 1]));
            corner = above;
        }
        if to < b.len() {
            row[to + 1] = FAR;
        }
    }
    row[b.len()] <= limit
}

/// Characters of visible text ahead of each token, all and those in links.
struct Sums {
    text: Vec<u32>,
    links: Vec<u32>,
}

impl Sums {
    fn new(page: &Page) -> Sums {
        let mut own = vec![(0u32, 0u32); page.len()];
        let mut link = 0;
        for i in page.shown(0..page.len()) {
            let t = &page.tokens()[i];
            if t.kind == Kind::Start && page.tag(i) == "a" {
                link = link.max(t.end as usize);
            }
            // Scripts keep their data in hidden elements: JSON is no text.
            let json = |s: &str| s.starts_with("{\"") || s.starts_with("[{") || s.starts_with("[\"");
            if t.kind == Kind::Text && !t.blank && !json(page.data(i).trim_start()) {
                let n = page.data(i).trim().chars().count() as u32;
                own[i] = (n, if i < link { n } else { 0 });
            }
        }
        let sums = |of: &dyn Fn(&(u32, u32)) -> u32| {
            let mut sum = 0u32;
            std::iter::once(0)
                .chain(own.iter().map(|o| {
                    sum = sum.saturating_add(of(o));
                    sum
                }))
                .collect()
        };
        Sums { text: sums(&|o| o.0), links: sums(&|o| o.1) }
    }

    fn text(&self, range: Range<usize>) -> usize {
        (self.text[range.end] - self.text[range.start]) as usize
    }

    fn links(&self, range: Range<usize>) -> usize {
        (self.links[range.end] - self.links[range.start]) as usize
    }
}
