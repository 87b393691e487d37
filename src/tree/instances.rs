//! Instances: the text of articles, by what two pages behind links of one group do not share.
//!
//! Vadrevu, Nagarajan, Gelgi, Davulcu: "Automated Metadata and Instance Extraction from News Web
//! Sites", WI 2005 (OntoMiner), section 5.
//!
//! Read (`../spec/ontominer.md`, section 4): segments are similar at a Jaccard of 0.5 of their
//! words; similar ones are decoration, pairs of dissimilar ones content, the rest is ignored.
//! Mended by default: what a fifth of the pairs have as content is content, where the paper takes
//! the paths of the one template that most pairs have in common; paths whose texts are links mostly
//! lead to other articles; a text that other pages have in the same words is the template's; and a
//! paragraph that is mostly content is content with its links.
//!
//! Time: an alignment of two segment lists for each pair, O(m · n) comparisons of word sets; what
//! is behind the 400th is one.

use std::collections::{HashMap, HashSet};

use super::sections::{Count, DELTA, Leaves, Paths, flat};
use crate::page::{Kind, Page, fold, words_of};

/// Jaccard of words from which two segments are one decoration.
const SIMILAR: f64 = 0.5;
/// Most segments of a page that are aligned.
const MOST_SEGMENTS: usize = 400;

/// Most segments of decoration that are remembered; templates have a few dozen, and each pair of
/// pages shows the same.
const MOST_DECORATION: usize = 2_000;

/// A text that no more than one page in so many has is none of the template's: one article may
/// stand at two addresses.
const FEW: usize = 8;

/// How instances are read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// Beyond the paper: no paths of links, no texts that two pages have.
    pub mended: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { mended: true }
    }
}

/// A page cut into segments.
struct Cut {
    leaves: Leaves,
    /// For each segment its first leaf, and behind the last one their number.
    starts: Vec<usize>,
    words: Vec<HashSet<u64>>,
    /// Leaves inside links.
    linked: Vec<bool>,
}

impl Cut {
    fn of(page: &Page, paths: &mut Paths) -> Cut {
        let leaves = Leaves::among(page, paths);
        let mut starts: Vec<usize> = flat(&leaves, Count::Paths, DELTA)
            .into_iter()
            .map(|r| r.start)
            .take(MOST_SEGMENTS)
            .collect();
        starts.push(leaves.len());
        let words = starts
            .windows(2)
            .map(|w| {
                leaves.tokens[w[0]..w[1]]
                    .iter()
                    .flat_map(|&t| words_of(page.data(t)))
                    .map(|w| w.key)
                    .collect()
            })
            .collect();
        let linked = leaves
            .tokens
            .iter()
            .map(|&t| {
                page.ancestors(t)
                    .any(|a| page.tag(a) == "a" && page.tokens()[a].kind == Kind::Start)
            })
            .collect();
        Cut { leaves, starts, words, linked }
    }

    fn segments(&self) -> usize {
        self.words.len()
    }
}

/// What an alignment says of the segments of the first page.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Role {
    Decoration,
    Content,
    Alone,
}

/// The text of each page, as its leaves' tokens. `groups`: pairs of pages that links of one group
/// lead to.
pub fn instances(pages: &[&Page], groups: &[(usize, usize)], options: Options) -> Vec<Vec<usize>> {
    let mut paths = Paths::default();
    let cuts: Vec<Cut> = pages.iter().map(|p| Cut::of(p, &mut paths)).collect();
    let mut templates: Vec<Vec<u32>> = Vec::new();
    let mut decoration: Vec<&HashSet<u64>> = Vec::new();
    for &(a, b) in groups {
        let mut here: HashMap<u32, [usize; 2]> = HashMap::new();
        for (own, other) in [(a, b), (b, a)] {
            for (s, role) in align(&cuts[own], &cuts[other]).into_iter().enumerate() {
                let kind = match role {
                    Role::Content => 0,
                    Role::Decoration => 1,
                    Role::Alone => continue,
                };
                if role == Role::Decoration && decoration.len() < MOST_DECORATION {
                    decoration.push(&cuts[own].words[s]);
                }
                for k in cuts[own].starts[s]..cuts[own].starts[s + 1] {
                    here.entry(cuts[own].leaves.paths[k]).or_default()[kind] += 1;
                }
            }
        }
        let mut template: Vec<u32> =
            here.iter().filter(|h| h.1[0] > 0 && h.1[1] == 0).map(|h| *h.0).collect();
        template.sort_unstable();
        templates.push(template);
    }
    let mut chosen = if options.mended { often(&templates) } else { shared(&templates) };
    if options.mended {
        // A path that stands in links mostly is that of other articles' titles.
        let mut links: HashMap<u32, (usize, usize)> = HashMap::new();
        for cut in &cuts {
            for (path, linked) in cut.leaves.paths.iter().zip(&cut.linked) {
                let c = links.entry(*path).or_default();
                c.0 += usize::from(*linked);
                c.1 += 1;
            }
        }
        chosen.retain(|p| links.get(p).is_none_or(|(linked, all)| linked * 2 <= *all));
    }
    // What another page says in the same words is the template's, wherever it stands.
    let mut said: HashMap<String, HashSet<usize>> = HashMap::new();
    for (n, (cut, page)) in cuts.iter().zip(pages).enumerate().filter(|_| options.mended) {
        for &t in &cut.leaves.tokens {
            said.entry(fold(page.data(t))).or_default().insert(n);
        }
    }
    let most = (pages.len() / FEW).max(1);
    let own =
        |page: &Page, t: usize| said.get(&fold(page.data(t))).is_none_or(|on| on.len() <= most);
    cuts.iter()
        .zip(pages)
        .map(|(cut, page)| {
            let decorated =
                |s: usize| decoration.iter().any(|d| jaccard(d, &cut.words[s]) >= SIMILAR);
            let found: Vec<usize> = (0..cut.segments())
                .filter(|&s| !decorated(s))
                .flat_map(|s| cut.starts[s]..cut.starts[s + 1])
                .filter(|&k| chosen.contains(&cut.leaves.paths[k]))
                .map(|k| cut.leaves.tokens[k])
                .filter(|&t| own(page, t))
                .collect();
            if options.mended { filled(page, &cut.leaves.tokens, &found) } else { found }
        })
        .collect()
}

/// Share of a block's words that were found from which all of it is text.
const MOSTLY: f64 = 0.5;

/// The leaves that were found, and the others of blocks that are mostly such: links and emphasis in
/// a paragraph.
fn filled(page: &Page, leaves: &[usize], found: &[usize]) -> Vec<usize> {
    let block = |t: usize| page.ancestors(t).find(|&a| page.is_block(a));
    let known: HashSet<usize> = found.iter().copied().collect();
    // Words of each block: those found, and all.
    let mut words: HashMap<usize, (usize, usize)> = HashMap::new();
    for &t in leaves {
        let count = words_of(page.data(t)).len();
        let at = words.entry(block(t).unwrap_or_default()).or_default();
        at.0 += if known.contains(&t) { count } else { 0 };
        at.1 += count;
    }
    let is_text = |t: &usize| {
        let of = words.get(&block(*t).unwrap_or_default());
        known.contains(t) || of.is_some_and(|w| w.0 as f64 > MOSTLY * w.1 as f64)
    };
    leaves.iter().copied().filter(is_text).collect()
}

/// Least share of the groups in which a path is content.
const OFTEN: f64 = 0.2;

/// The paths that are content in many groups. Two of thirty groups may be equal by chance: what
/// most of the others have counts, too.
fn often(templates: &[Vec<u32>]) -> HashSet<u32> {
    let mut groups: HashMap<u32, usize> = HashMap::new();
    templates.iter().flatten().for_each(|p| *groups.entry(*p).or_insert(0) += 1);
    let all = templates.iter().filter(|t| !t.is_empty()).count() as f64;
    groups.into_iter().filter(|g| g.1 as f64 >= OFTEN * all).map(|g| g.0).collect()
}

/// The template that most groups share; where no two are equal, the paths of more than half of
/// them.
fn shared(templates: &[Vec<u32>]) -> HashSet<u32> {
    let mut equal: HashMap<&Vec<u32>, usize> = HashMap::new();
    templates.iter().filter(|t| !t.is_empty()).for_each(|t| *equal.entry(t).or_insert(0) += 1);
    match equal
        .into_iter()
        .max_by(|a, b| a.1.cmp(&b.1).then_with(|| b.0.cmp(a.0)))
        .filter(|e| e.1 > 1)
    {
        Some((template, _)) => template.iter().copied().collect(),
        None => {
            let mut groups: HashMap<u32, usize> = HashMap::new();
            templates.iter().flatten().for_each(|p| *groups.entry(*p).or_insert(0) += 1);
            groups.into_iter().filter(|g| g.1 * 2 > templates.len()).map(|g| g.0).collect()
        }
    }
}

fn jaccard(a: &HashSet<u64>, b: &HashSet<u64>) -> f64 {
    let both = a.intersection(b).count() as f64;
    both / ((a.len() + b.len()) as f64 - both).max(1.0)
}

/// The role of each segment of a page beside another: insertions and deletions cost 1, pairs 0
/// where similar, else 1; ties: pair first.
fn align(a: &Cut, b: &Cut) -> Vec<Role> {
    let (m, n) = (a.segments(), b.segments());
    let width = n + 1;
    let mut similar = vec![false; m * n];
    let mut table = vec![0u32; (m + 1) * width];
    for i in 0..=m {
        for j in 0..=n {
            table[i * width + j] = match (i, j) {
                (0, _) => j as u32,
                (_, 0) => i as u32,
                _ => {
                    let same = jaccard(&a.words[i - 1], &b.words[j - 1]) >= SIMILAR;
                    similar[(i - 1) * n + j - 1] = same;
                    let pair = table[(i - 1) * width + j - 1] + u32::from(!same);
                    pair.min(table[(i - 1) * width + j] + 1).min(table[i * width + j - 1] + 1)
                }
            };
        }
    }
    let mut roles = vec![Role::Alone; m];
    let (mut i, mut j) = (m, n);
    while i > 0 && j > 0 {
        let same = similar[(i - 1) * n + j - 1];
        if table[i * width + j] == table[(i - 1) * width + j - 1] + u32::from(!same) {
            (i, j) = (i - 1, j - 1);
            roles[i] = if same { Role::Decoration } else { Role::Content };
        } else if table[i * width + j] == table[(i - 1) * width + j] + 1 {
            i -= 1;
        } else {
            j -= 1;
        }
    }
    roles
}
