//! Title and body of articles: what the wildcards of a template's pattern consume, labelled by
//! length and place.
//!
//! Reis, Golgher, da Silva, Laender: "Automatic Web News Extraction Using Tree Edit Distance", WWW
//! 2004, section 5.
//!
//! Printed: the body is the longest passage, of more than 100 words; the title the passage of at
//! most 20 words ahead of it with most words in common for its distance ([`Options::LITERAL`]).
//! Mended by default: passages under one parent are one body, subtrees of links are none of it, a
//! heading that the page's own `<title>` repeats is the title, and short articles count.
//!
//! Time: one composition and one match a page (`pattern.rs`).

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::pattern::{self, Match, Pattern, Patterns};
use crate::page::{Page, is_heading, words_of};

/// How passages are labelled.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// How patterns are composed.
    pub pattern: pattern::Options,
    /// A body has more words than this.
    pub least_body: usize,
    /// Passages under one parent are one, less subtrees of links; headings and `<title>` help to
    /// find the title.
    pub mended: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options { pattern: pattern::Options::default(), least_body: 8, mended: true }
    }
}

impl Options {
    /// As the paper prints it.
    pub const LITERAL: Options =
        Options { pattern: pattern::Options::LITERAL, least_body: 100, mended: false };
}

/// Most words of a title.
const LONG_TITLE: usize = 20;
/// Share of a subtree's words in links from which it is a list of links.
const LINKS: f64 = 0.5;
/// Most pages that a pattern is composed of; a page more is matched where it is accepted.
const MOST_PAGES: usize = 60;

/// What was found on a page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Article {
    /// The title.
    pub title: Option<String>,
    /// The body, one line a block.
    pub body: String,
    /// The tokens of the body's parts.
    pub parts: Vec<Range<usize>>,
}

/// Text that one wildcard consumed.
struct Passage {
    /// The wildcard's place in the pattern.
    place: usize,
    /// The place of the element around it.
    parent: usize,
    parts: Vec<Range<usize>>,
    /// With those parts that are links.
    all: Vec<Range<usize>>,
    words: usize,
}

/// The articles of pages of one template, None for pages without. The pattern is composed of the
/// pages themselves, the largest first.
pub fn articles(pages: &[&Page], options: &Options) -> Vec<Option<Article>> {
    let mut patterns = Patterns::new(options.pattern);
    let trees: Vec<Pattern> = pages.iter().map(|p| patterns.page(p)).collect();
    let mut order: Vec<usize> = (0..pages.len()).collect();
    order.sort_by_key(|&k| std::cmp::Reverse(trees[k].len()));
    let Some(&first) = order.first() else { return Vec::new() };
    let mut pattern = trees[first].clone();
    for &k in order.iter().skip(1).take(MOST_PAGES - 1) {
        pattern = patterns.compose(&pattern, &trees[k]);
    }
    let parents = pattern.parents();
    let label = |(page, tree): (&&Page, &Pattern)| {
        let found = patterns.matching(&pattern, tree)?;
        article(page, tree, found, &parents, options)
    };
    pages.iter().zip(&trees).map(label).collect()
}

fn article(
    page: &Page,
    tree: &Pattern,
    found: Match,
    parents: &[usize],
    options: &Options,
) -> Option<Article> {
    let of_links = |r: &Range<usize>| {
        page.words_in_links(r.clone()) as f64 > LINKS * page.words_in(r.clone()) as f64
    };
    let passages: Vec<Passage> = found
        .consumed
        .into_iter()
        .map(|(place, roots)| {
            let all: Vec<Range<usize>> =
                roots.into_iter().map(|v| page.region(tree.token(v))).collect();
            let parts: Vec<Range<usize>> =
                all.iter().filter(|r| !options.mended || !of_links(r)).cloned().collect();
            let words = parts.iter().map(|r| page.words_in(r.clone())).sum();
            Passage { place, parent: parents[place], parts, all, words }
        })
        .collect();
    let mut bodies: BTreeMap<usize, Vec<&Passage>> = BTreeMap::new();
    for p in passages.iter().filter(|p| p.words > 0) {
        bodies.entry(if options.mended { p.parent } else { p.place }).or_default().push(p);
    }
    let words = |b: &Vec<&Passage>| b.iter().map(|p| p.words).sum::<usize>();
    let body = bodies
        .into_values()
        .reduce(|a, b| if words(&b) > words(&a) { b } else { a })
        .filter(|b| words(b) > options.least_body)?;
    let mut parts: Vec<Range<usize>> = body.iter().flat_map(|p| p.parts.clone()).collect();
    let title = title(page, &passages, &body, options);
    if let (true, Some(t)) = (options.mended, &title) {
        parts.retain(|r| r != t);
    }
    let text: Vec<String> =
        parts.iter().map(|r| page.visible_lines(r.clone())).filter(|t| !t.is_empty()).collect();
    Some(Article { title: title.map(|t| page.visible(t)), body: text.join("\n"), parts })
}

fn word_set(text: &str) -> HashSet<u64> {
    words_of(text).into_iter().map(|w| w.key).collect()
}

/// The passage ahead of the body, or at its start, that shares most words with it for its distance.
fn title(
    page: &Page,
    passages: &[Passage],
    body: &[&Passage],
    options: &Options,
) -> Option<Range<usize>> {
    let text: String = body
        .iter()
        .flat_map(|p| &p.parts)
        .map(|r| page.visible(r.clone()))
        .collect::<Vec<_>>()
        .join(" ");
    let shared = word_set(&text);
    let place = body.first()?.place;
    let common = |r: &Range<usize>, with: &HashSet<u64>| {
        word_set(&page.visible(r.clone())).intersection(with).count() as f64
    };
    let best = |ranked: Vec<(f64, Range<usize>)>| {
        ranked.into_iter().filter(|r| r.0 > 0.0).reduce(|a, b| if b.0 > a.0 { b } else { a })
    };
    if options.mended {
        let own = (0..page.len())
            .find(|&i| page.tag(i) == "title")
            .map(|i| word_set(&page.visible_lines(page.inside(i))));
        let own = own.unwrap_or_default();
        let start = body.first().and_then(|p| p.parts.first()).map_or(0, |r| r.start);
        // Headings that a wildcard consumed, whole or inside a larger part, by what the page's own
        // title says.
        let headings = passages
            .iter()
            .flat_map(|p| &p.all)
            .flat_map(|r| page.shown(r.clone()))
            .filter(|&i| is_heading(page.tag(i)) && page.tokens()[i].opens())
            .map(|i| page.region(i))
            .filter(|r| (1..=LONG_TITLE).contains(&page.words_in(r.clone())));
        let ranked = headings.map(|r| {
            let words = page.words_in(r.clone()) as f64;
            let level = page.tag(r.start).as_bytes().get(1).map_or(6, |d| d - b'0');
            // Twice the share of common words; then what stands close ahead of the body, in a
            // larger heading.
            let said = common(&r, &own);
            let told = said / words.max(1.0);
            let covers = said / own.len().max(1) as f64;
            let near = 1.0 / (1.0 + (r.start.abs_diff(start) as f64) / 50.0);
            (2.0 * told + covers + 0.3 * near + 0.1 / f64::from(level), r)
        });
        if let Some((_, r)) = best(ranked.filter(|r| r.0 > 0.3).collect()) {
            return Some(r);
        }
    }
    let ahead = passages.iter().filter(|p| p.place < place && (1..=LONG_TITLE).contains(&p.words));
    let ranked = ahead.filter_map(|p| {
        let whole = p.parts.first()?.start..p.parts.last()?.end;
        Some((common(&whole, &shared) / (place - p.place) as f64, whole))
    });
    best(ranked.collect()).map(|b| b.1)
}
