//! Node extraction patterns: trees with wildcards, composed of pages of one template; what a
//! wildcard consumes on a page is what varies.
//!
//! Reis, Golgher, da Silva, Laender: "Automatic Web News Extraction Using Tree Edit Distance", WWW
//! 2004, section 4.
//!
//! Printed and read: costs without a sign in the scan are infinite; promotion also over gaps of
//! three vertices (`../spec/rtdm.md`, sections 3 and 4). Added, as an option: wildcards made of one
//! tag merge with their neighbours, and of equally dear replacements those within one tag are
//! preferred; the printed rules leave the body of an article in pieces.
//!
//! Time: composition is one mapping; a match O(pattern · page) at worst, each pair of equal labels
//! once. No recursion on depth.

use std::collections::HashMap;

use super::rtdm::{Options as Distance, mapping_by};
use super::{LEFT_OUT, Names, Outline};
use crate::page::{Kind, Page};

/// A wildcard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wildcard {
    /// `.`: one subtree.
    Single,
    /// `+`: one or more sibling subtrees.
    Plus,
    /// `?`: one subtree, or none.
    Option,
    /// `*`: any number of sibling subtrees.
    Kleene,
}

use Wildcard::{Kleene, Option as Opt, Plus, Single};

impl Wildcard {
    fn sign(self) -> &'static str {
        match self {
            Single => ".",
            Plus => "+",
            Opt => "?",
            Kleene => "*",
        }
    }

    fn optional(self) -> bool {
        matches!(self, Opt | Kleene)
    }

    fn many(self) -> bool {
        matches!(self, Plus | Kleene)
    }

    /// What two vertices make of each other; None: a vertex with a label.
    fn join(a: Option<Wildcard>, b: Option<Wildcard>) -> Wildcard {
        match (a, b) {
            (None | Some(Single), None | Some(Single)) => Single,
            (Some(Kleene), _) | (_, Some(Kleene)) => Kleene,
            (Some(Opt), Some(Plus)) | (Some(Plus), Some(Opt)) => Kleene,
            (Some(Plus), _) | (_, Some(Plus)) => Plus,
            _ => Opt,
        }
    }
}

/// How patterns are made.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Neighbouring wildcards made of one tag merge, and replacements within one tag are preferred.
    pub same_tag: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { same_tag: true }
    }
}

impl Options {
    /// As the paper prints it.
    pub const LITERAL: Options = Options { same_tag: false };
}

/// Most table cells of a mapping, each of which may hash a pair of names, and of a match: two lists
/// of a thousand that differ everywhere. What a mapping cannot compare varies; a page whose match
/// takes more is not accepted.
const MOST_CELLS: usize = 1_000_000;
/// Most vertices between two wildcards that promotion swallows (the paper's threshold).
const GAP: usize = 3;

/// A tree whose leaves may be wildcards. A page is a pattern without any.
///
/// ```
/// use feedstone::internals::tree::pattern::{Options, Patterns};
/// let mut patterns = Patterns::new(Options::LITERAL);
/// let [a, b] = ["a(b c)", "a(b x y c)"].map(|t| patterns.parse(t).unwrap());
/// let both = patterns.compose(&a, &b);
/// assert_eq!(patterns.text(&both), "a(b * c)");
/// let found = patterns.matching(&both, &b).unwrap();
/// assert_eq!((found.cost, found.consumed), (0, vec![(2, vec![2, 3])]));
/// ```
#[derive(Debug, Clone)]
pub struct Pattern {
    outline: Outline,
    /// The name of the tag of each vertex; for wildcards that of what they stand for, 0 where it
    /// differs.
    tags: Vec<u32>,
}

impl Pattern {
    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.outline.len()
    }

    /// True for the pattern of a page without elements.
    pub fn is_empty(&self) -> bool {
        self.outline.is_empty()
    }

    /// The page's token of a vertex; meaningless where the pattern was composed.
    pub fn token(&self, vertex: usize) -> usize {
        self.outline.token(vertex)
    }

    /// The parent of each vertex.
    pub(super) fn parents(&self) -> Vec<usize> {
        let mut out = vec![0; self.len()];
        for v in 0..self.len() {
            self.outline.children(v).for_each(|c| out[c] = v);
        }
        out
    }
}

/// What a match came to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Match {
    /// Optional wildcards that consumed nothing.
    pub cost: usize,
    /// For each wildcard, by its place in the pattern, the roots of the page's subtrees that it
    /// consumed.
    pub consumed: Vec<(usize, Vec<usize>)>,
}

/// Makes patterns that can be compared: they share their names.
#[derive(Debug)]
pub struct Patterns {
    names: Names,
    wildcards: [u32; 4],
    options: Options,
}

/// A pattern in the making.
struct Vertex {
    label: u32,
    tag: u32,
    token: u32,
    children: Vec<usize>,
}

impl Patterns {
    /// No patterns yet.
    pub fn new(options: Options) -> Patterns {
        let mut names = Names::default();
        names.label("");
        let wildcards = [Single, Plus, Opt, Kleene].map(|w| names.label(w.sign()));
        Patterns { names, wildcards, options }
    }

    fn wildcard(&self, p: &Pattern, v: usize) -> Option<Wildcard> {
        self.kind(p.outline.labels[v])
    }

    fn kind(&self, label: u32) -> Option<Wildcard> {
        [Single, Plus, Opt, Kleene]
            .into_iter()
            .zip(self.wildcards)
            .find(|w| w.1 == label)
            .map(|w| w.0)
    }

    fn label(&self, w: Wildcard) -> u32 {
        self.wildcards[w as usize]
    }

    /// A page as a pattern: an element without blocks inside is one vertex of its name and text,
    /// any other text one of its own.
    pub fn page(&mut self, page: &Page) -> Pattern {
        let mut nodes: Vec<(u32, u32, u16)> = Vec::new();
        let mut tags = Vec::new();
        let mut skip = 0;
        // For each element whether a block is inside it: the last block's start tag so far, from
        // the end.
        let mut blocks = vec![u32::MAX; page.len() + 1];
        for i in (0..page.len()).rev() {
            let block = page.tokens()[i].kind == Kind::Start && page.is_block(i);
            blocks[i] = if block { i as u32 } else { blocks[i + 1] };
        }
        for (i, t) in page.tokens().iter().enumerate() {
            if i < skip {
                continue;
            }
            match t.kind {
                Kind::Start if LEFT_OUT.contains(&page.tag(i)) || page.tag(i) == "head" => {
                    skip = t.end as usize + 1
                }
                Kind::Start => {
                    let tag = self.names.label(page.tag(i));
                    let inner = page.inside(i);
                    let whole = !inner.is_empty()
                        && blocks[inner.start] as usize >= inner.end
                        && page.has_text(inner.clone());
                    let label = if whole {
                        self.names.label(&format!("{} {}", page.tag(i), page.visible(inner)))
                    } else {
                        tag
                    };
                    nodes.push((i as u32, label, t.level));
                    tags.push(tag);
                    if whole {
                        skip = t.end as usize + 1;
                    }
                }
                Kind::Text if !t.blank => {
                    let label = self.names.label(&format!("# {}", page.visible(i..i + 1)));
                    nodes.push((i as u32, label, t.level));
                    tags.push(self.names.label("#"));
                }
                _ => {}
            }
        }
        let outline = Outline::from_levels(&nodes, &mut self.names);
        tags.truncate(outline.len());
        Pattern { outline, tags }
    }

    /// A pattern from notation: `a(b ? c(.))`. For examples and tests.
    pub fn parse(&mut self, text: &str) -> Option<Pattern> {
        let outline = Outline::parse(text, &mut self.names)?;
        let tags =
            outline.labels.iter().map(|&l| if self.kind(l).is_some() { 0 } else { l }).collect();
        Some(Pattern { outline, tags })
    }

    /// The notation of a pattern.
    pub fn text(&self, p: &Pattern) -> String {
        let name = |label: u32| {
            self.names.labels.iter().find(|l| *l.1 == label).map_or("", |l| l.0.as_str())
        };
        let (mut out, mut open) = (String::new(), Vec::new());
        for v in 0..p.len() {
            while open.last().is_some_and(|&end| v >= end) {
                open.pop();
                out.push(')');
            }
            if !out.is_empty() && !out.ends_with('(') {
                out.push(' ');
            }
            out.push_str(name(p.outline.labels[v]));
            if p.outline.size(v) > 1 {
                out.push('(');
                open.push(v + p.outline.size(v));
            }
        }
        out.extend(open.iter().map(|_| ')'));
        out
    }

    /// A pattern that accepts what either of two accepts.
    pub fn compose(&mut self, a: &Pattern, b: &Pattern) -> Pattern {
        if a.is_empty() || b.is_empty() {
            return if a.is_empty() { b.clone() } else { a.clone() };
        }
        let odd = |x: usize, y: usize| self.options.same_tag && a.tags[x] != b.tags[y];
        let mut partner = vec![usize::MAX; a.len()];
        let mut paired = vec![false; b.len()];
        let pairs = mapping_by(&a.outline, &b.outline, Distance::default(), MOST_CELLS, &odd);
        for (x, y) in pairs {
            (partner[x], paired[y]) = (y, true);
        }
        let mut tree: Vec<Vertex> = Vec::new();
        let root = self.merged(a, Some(0), b, Some(0));
        tree.push(root);
        let mut open = vec![(0usize, 0usize, 0usize)];
        while let Some((at, x, y)) = open.pop() {
            if self.kind(tree[at].label).is_some() {
                continue;
            }
            let mut right = b.outline.children(y).peekable();
            let mut left = a.outline.children(x).peekable();
            while left.peek().is_some() || right.peek().is_some() {
                let l = left.next_if(|&l| partner[l] == usize::MAX);
                let r = if l.is_none() { right.next_if(|&r| !paired[r]) } else { None };
                let (l, r) =
                    if l.is_some() || r.is_some() { (l, r) } else { (left.next(), right.next()) };
                let vertex = self.merged(a, l, b, r);
                let new = tree.len();
                tree.push(vertex);
                tree[at].children.push(new);
                if let (Some(l), Some(r)) = (l, r) {
                    open.push((new, l, r));
                }
            }
        }
        self.finished(tree)
    }

    /// The vertex that two paired ones make, or one alone.
    fn merged(&self, a: &Pattern, x: Option<usize>, b: &Pattern, y: Option<usize>) -> Vertex {
        let of = |p: &Pattern, v: usize| {
            (p.outline.labels[v], self.wildcard(p, v), p.tags[v], p.outline.tokens[v])
        };
        let (label, tag, token) = match (x.map(|x| of(a, x)), y.map(|y| of(b, y))) {
            (Some(l), Some(r)) if l.0 == r.0 => (l.0, if l.2 == r.2 { l.2 } else { 0 }, l.3),
            (Some(l), Some(r)) => {
                (self.label(Wildcard::join(l.1, r.1)), if l.2 == r.2 { l.2 } else { 0 }, l.3)
            }
            (Some(v), None) | (None, Some(v)) => {
                (self.label(Wildcard::join(v.1, Some(Opt))), v.2, v.3)
            }
            (None, None) => (0, 0, 0),
        };
        Vertex { label, tag, token, children: Vec::new() }
    }

    /// A pattern after promotion, for examples and tests.
    pub fn promoted(&mut self, p: &Pattern) -> Pattern {
        let mut tree: Vec<Vertex> = (0..p.len())
            .map(|v| Vertex {
                label: p.outline.labels[v],
                tag: p.tags[v],
                token: p.outline.tokens[v],
                children: Vec::new(),
            })
            .collect();
        for (v, vertex) in tree.iter_mut().enumerate() {
            vertex.children = p.outline.children(v).collect();
        }
        self.finished(tree)
    }

    /// Promotion of all sibling lists, inner ones first, and the tree as a list.
    fn finished(&mut self, mut tree: Vec<Vertex>) -> Pattern {
        // Vertices of each subtree; none where a wildcard is inside.
        let mut plain: Vec<Option<usize>> = vec![None; tree.len()];
        for v in (0..tree.len()).rev() {
            let children = std::mem::take(&mut tree[v].children);
            tree[v].children = self.promote(&mut tree, &children, &plain);
            let inside: Option<usize> = tree[v].children.iter().map(|&c| plain[c]).sum();
            plain[v] = inside.filter(|_| self.kind(tree[v].label).is_none()).map(|n| n + 1);
        }
        let mut nodes: Vec<(u32, u32, u16)> = Vec::new();
        let mut tags = Vec::new();
        let mut open = vec![(0usize, 0u16)];
        while let Some((v, level)) = open.pop() {
            nodes.push((tree[v].token, tree[v].label, level));
            tags.push(tree[v].tag);
            open.extend(tree[v].children.iter().rev().map(|&c| (c, level + 1)));
        }
        Pattern { outline: Outline::from_levels(&nodes, &mut self.names), tags }
    }

    /// Promotion of one list of siblings, from left to right: what a step makes is tried again with
    /// what follows it. It never makes a step possible further left.
    fn promote(&self, tree: &mut [Vertex], list: &[usize], plain: &[Option<usize>]) -> Vec<usize> {
        let mut out = Vec::with_capacity(list.len());
        let mut at = 0;
        while let Some(&here) = list.get(at) {
            at += 1;
            while let Some(swallowed) = self.promote_once(tree, here, &list[at..], plain) {
                at += swallowed;
            }
            out.push(here);
        }
        out
    }

    /// One step of promotion of a vertex with what follows it: how many siblings it swallows. None
    /// where there is no step.
    fn promote_once(
        &self,
        tree: &mut [Vertex],
        here: usize,
        rest: &[usize],
        plain: &[Option<usize>],
    ) -> Option<usize> {
        let kind = |tree: &[Vertex], c: usize| self.kind(tree[c].label);
        let first = kind(tree, here)?;
        let mut gap = 0;
        let mut j = 0;
        while j < rest.len()
            && kind(tree, rest[j]).is_none()
            && plain[rest[j]].is_some_and(|n| gap + n <= GAP)
        {
            gap += plain[rest[j]].unwrap_or(0);
            j += 1;
        }
        let next = *rest.get(j)?;
        let second = kind(tree, next)?;
        let alike = self.options.same_tag
            && gap == 0
            && tree[here].tag == tree[next].tag
            && tree[next].tag != 0;
        if second != Opt && !alike {
            return None;
        }
        let mut end = j + 1;
        while rest.get(end).is_some_and(|&c| kind(tree, c) == Some(Opt)) {
            end += 1;
        }
        let must = !first.optional() || alike && !second.optional();
        tree[here].label = self.label(if must { Plus } else { Kleene });
        if rest[..end].iter().any(|&c| tree[c].tag != tree[here].tag) {
            tree[here].tag = 0;
        }
        Some(end)
    }

    /// The match of least cost of a pattern and a page; None where it does not accept the page.
    pub fn matching(&self, pattern: &Pattern, page: &Pattern) -> Option<Match> {
        if pattern.is_empty() || page.is_empty() {
            return None;
        }
        if self.wildcard(pattern, 0).is_some() {
            return Some(Match { cost: 0, consumed: vec![(0, vec![0])] });
        }
        let fits = |p: usize, t: usize| pattern.outline.labels[p] == page.outline.labels[t];
        if !fits(0, 0) {
            return None;
        }
        // All pairs of equal labels that the tables need, outer ones first; filled from the inside
        // out.
        let mut known: HashMap<(usize, usize), Cost> = HashMap::from([((0, 0), NEVER)]);
        let mut order = vec![(0, 0)];
        let mut at = 0;
        let mut cells = MOST_CELLS;
        while let Some(&(p, t)) = order.get(at) {
            at += 1;
            let cost = pattern
                .outline
                .children(p)
                .count()
                .saturating_mul(page.outline.children(t).count());
            cells = cells.checked_sub(cost)?;
            for l in pattern.outline.children(p) {
                for r in page.outline.children(t) {
                    if fits(l, r) && known.insert((l, r), NEVER).is_none() {
                        order.push((l, r));
                    }
                }
            }
        }
        for &(p, t) in order.iter().rev() {
            let table = self.table(pattern, p, page, t, &known);
            known.insert((p, t), table.whole());
        }
        let cost = known[&(0, 0)];
        (cost != NEVER)
            .then(|| Match { cost: cost as usize, consumed: self.consumed(pattern, page, &known) })
    }

    /// The table of the children of two vertices.
    fn table(
        &self,
        pattern: &Pattern,
        p: usize,
        page: &Pattern,
        t: usize,
        known: &HashMap<(usize, usize), Cost>,
    ) -> Table {
        let left: Vec<usize> = pattern.outline.children(p).collect();
        let right: Vec<usize> = page.outline.children(t).collect();
        let width = right.len() + 1;
        let mut table = Table {
            width,
            all: vec![NEVER; (left.len() + 1) * width],
            taken: vec![NEVER; (left.len() + 1) * width],
            left,
            right,
        };
        table.all[0] = 0;
        for i in 1..=table.left.len() {
            let kind = self.wildcard(pattern, table.left[i - 1]);
            for j in 0..width {
                let here = i * width + j;
                let skipped = if kind.is_some_and(Wildcard::optional) {
                    table.all[here - width].saturating_add(1)
                } else {
                    NEVER
                };
                let mut best = skipped;
                if j > 0 {
                    let corner = table.all[here - width - 1];
                    match kind {
                        Some(w) => {
                            let more = if w.many() { table.taken[here - 1] } else { NEVER };
                            table.taken[here] = corner.min(more);
                            best = best.min(table.taken[here]);
                        }
                        None => {
                            let pair = known
                                .get(&(table.left[i - 1], table.right[j - 1]))
                                .copied()
                                .unwrap_or(NEVER);
                            best = best.min(corner.saturating_add(pair));
                        }
                    }
                }
                table.all[here] = best;
            }
        }
        table
    }

    /// What each wildcard consumes in the match of least cost: as much as it can.
    fn consumed(
        &self,
        pattern: &Pattern,
        page: &Pattern,
        known: &HashMap<(usize, usize), Cost>,
    ) -> Vec<(usize, Vec<usize>)> {
        let mut out = Vec::new();
        let mut open = vec![(0usize, 0usize)];
        while let Some((p, t)) = open.pop() {
            let table = self.table(pattern, p, page, t, known);
            let mut j = table.right.len();
            for i in (1..=table.left.len()).rev() {
                let v = table.left[i - 1];
                let here = |j: usize| i * table.width + j;
                let Some(w) = self.wildcard(pattern, v) else {
                    j = j.saturating_sub(1);
                    open.push((v, table.right[j]));
                    continue;
                };
                let mut eaten = Vec::new();
                if j > 0
                    && table.taken[here(j)] == table.all[here(j)]
                    && table.taken[here(j)] != NEVER
                {
                    loop {
                        let more =
                            w.many() && j > 1 && table.taken[here(j - 1)] == table.taken[here(j)];
                        j -= 1;
                        eaten.push(table.right[j]);
                        if !more {
                            break;
                        }
                    }
                }
                eaten.reverse();
                out.push((v, eaten));
            }
        }
        out.sort_by_key(|c| c.0);
        out
    }
}

type Cost = u32;
/// No match.
const NEVER: Cost = Cost::MAX;

/// Costs of matching the first i of a pattern's children with the first j of a page's.
struct Table {
    width: usize,
    all: Vec<Cost>,
    /// The same where the i-th, a wildcard, consumed the j-th.
    taken: Vec<Cost>,
    left: Vec<usize>,
    right: Vec<usize>,
}

impl Table {
    fn whole(&self) -> Cost {
        self.all.last().copied().unwrap_or(NEVER)
    }
}
