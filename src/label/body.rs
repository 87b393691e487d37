//! Bodies: WTM rule 3, widened. Feeds strip parts and add parts, and pages show excerpts: so not string equality, but the element
//! whose words are the feed's, by word 3-grams, in the context that fits most items. A feed of teasers finds the first
//! paragraph; how far the body goes is said by what differs from page to page around it.
//!
//! Time: linear in the words and elements of the window.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::assign::{Candidate, assign, path};
use super::canvas::grams;
use super::{Spot, View};
use crate::page::{Kind, Page};
use crate::rule::Field;

/// Of the page's words at a body, at least this share must be the feed's.
const LEAST_PRECISION: f64 = 0.5;
/// A body longer than the feed's text by this factor was announced by a teaser.
const TEASER_GROWTH: f64 = 1.3;

pub(super) fn label(views: &mut [View<'_>], list: bool) {
    let hits: Vec<Hits> = views.iter().map(Hits::new).collect();
    let candidates: Vec<Vec<Candidate<usize>>> = views.iter().zip(&hits).map(|(v, h)| elements(v, h)).collect();
    let chosen = assign(&candidates, true);
    let mut spots: Vec<Option<Spot>> = views
        .iter()
        .zip(&hits)
        .zip(&chosen)
        .map(|((v, h), c)| {
            let c = c.as_ref()?;
            let tokens = core(v, h, c.place);
            let covered = h.count(&v.canvas.words.within(tokens.clone())) as f64 / v.target.body.len().max(1) as f64;
            Some(Spot { excerpt: list && covered < 0.8, ..Spot::tokens(tokens) })
        })
        .collect();
    if !list {
        grow(views, &hits, &mut spots);
    }
    for (view, spot) in views.iter_mut().zip(spots) {
        if spot.is_none() {
            let why = if view.target.body.is_empty() { "the feed's item has no body" } else { "the feed's text does not stand on the page" };
            view.labels.missing.push((Field::Body, why.to_owned()));
        }
        view.labels.body = spot;
    }
}

/// Which words of a window are the feed item's.
struct Hits {
    window: Range<usize>,
    /// `sums[i]`: hits among the first i words of the window.
    sums: Vec<u32>,
}

impl Hits {
    fn new(view: &View<'_>) -> Hits {
        let words = &view.canvas.words;
        let window = words.within(view.labels.window.clone());
        let keys = &words.keys[window.clone()];
        let mut hit = vec![false; keys.len()];
        let body = &view.target.body;
        if body.len() >= 3 {
            for (i, g) in grams(keys).enumerate() {
                if view.target.grams.contains(&g) {
                    hit[i..i + 3].fill(true);
                }
            }
        } else if !body.is_empty() {
            for i in 0..keys.len().saturating_sub(body.len() - 1) {
                if keys[i..i + body.len()] == body[..] {
                    hit[i..i + body.len()].fill(true);
                }
            }
        }
        let mut sums = vec![0; keys.len() + 1];
        for (i, h) in hit.iter().enumerate() {
            sums[i + 1] = sums[i] + u32::from(*h);
        }
        Hits { window, sums }
    }

    /// Hits in a range of word positions.
    fn count(&self, words: &Range<usize>) -> usize {
        let at = |p: usize| self.sums[p.clamp(self.window.start, self.window.end) - self.window.start];
        (at(words.end) - at(words.start)) as usize
    }
}

/// Elements that may be the body: by hits, and how few other words are inside.
fn elements(view: &View<'_>, hits: &Hits) -> Vec<Candidate<usize>> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    if view.target.body.is_empty() {
        return Vec::new();
    }
    let mut found: Vec<(usize, f64)> = Vec::new();
    let window = view.labels.window.clone();
    for i in page.shown(window.clone()) {
        let t = &page.tokens()[i];
        if !t.opens() || t.end as usize >= window.end || (!page.is_block(i) && page.tag(i) != "span") {
            continue;
        }
        let run = words.within(page.region(i));
        let (n, hit) = (run.len() as f64, hits.count(&run) as f64);
        if hit == 0.0 || hit / n < 0.25 {
            continue;
        }
        let precision = hit / n;
        let recall = (hit / view.target.body.len() as f64).min(1.0);
        found.push((i, recall * precision * precision));
    }
    let best = found.iter().map(|f| f.1).fold(0.0, f64::max);
    found
        .into_iter()
        .filter(|f| f.1 > 0.3 * best)
        .map(|(i, score)| Candidate { context: path(view.canvas, i), weight: score / best, place: i })
        .collect()
}

/// The children of an element that are the body: from the first to the last that has hits. What stands around them in
/// the same element (a heading ahead, share links behind) has none.
fn core(view: &View<'_>, hits: &Hits, element: usize) -> Range<usize> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let inside = page.inside(element);
    let title = view.labels.title.as_ref().map(Spot::range);
    let parts: Vec<(Range<usize>, usize, usize)> = page
        .children(element)
        .map(|c| {
            let r = page.region(c);
            let w = words.within(r.clone());
            (r, w.len(), hits.count(&w))
        })
        .collect();
    let is_hit = |p: &(Range<usize>, usize, usize)| p.2 > 0 && p.2 as f64 / p.1 as f64 >= LEAST_PRECISION;
    let (Some(first), Some(last)) = (parts.iter().position(is_hit), parts.iter().rposition(is_hit)) else { return inside };
    // Ahead of the first hit only what shows words is cut off (an image may be the body's own).
    let from = parts[..first].iter().rev().find(|p| p.1 > 0 || title.as_ref().is_some_and(|t| p.0.contains(&t.start))).map_or(inside.start, |p| p.0.end);
    let to = parts[last + 1..].iter().find(|p| p.1 > 0).map_or(inside.end, |p| p.0.start);
    from..to
}

/// For feeds of teasers: widen each spot to what is the entry's own around it.
fn grow(views: &[View<'_>], hits: &[Hits], spots: &mut [Option<Spot>]) {
    let teasers = views.iter().filter(|v| v.target.maybe_teaser).count();
    if teasers * 2 < views.len() {
        return;
    }
    let common = boilerplate(views);
    let grown: Vec<Option<Range<usize>>> = views
        .iter()
        .zip(hits)
        .zip(spots.iter())
        .map(|((v, h), s)| {
            let start = match s {
                Some(s) => s.slot.tokens.start,
                None => first_words(v, h)?,
            };
            Some(widen(v, start, &common))
        })
        .collect();
    let longer = views
        .iter()
        .zip(&grown)
        .filter(|(v, g)| {
            g.as_ref().is_some_and(|g| v.canvas.words.within(g.clone()).len() as f64 > TEASER_GROWTH * v.target.body.len() as f64)
        })
        .count();
    if longer * 2 >= views.len() {
        for (spot, grown) in spots.iter_mut().zip(grown) {
            *spot = grown.map(Spot::tokens);
        }
    }
}

/// Where the teaser's first words stand.
fn first_words(view: &View<'_>, hits: &Hits) -> Option<usize> {
    let n = view.target.body.len().min(6);
    let title = view.labels.title.as_ref().map_or(0, |t| t.slot.tokens.end);
    let words = &view.canvas.words;
    let at = view.canvas.find_words(&view.target.body[..n], &hits.window);
    let behind = at.iter().find(|&&p| words.places[p].0 as usize >= title).or(at.first())?;
    (n >= 3).then_some(words.places[*behind].0 as usize)
}

/// Word 3-grams that stand on at least half of the entry pages: the template's own text.
fn boilerplate(views: &[View<'_>]) -> HashSet<u64> {
    let mut pages: HashMap<u64, u32> = HashMap::new();
    for v in views {
        let mut seen = HashSet::new();
        for g in grams(&v.canvas.words.keys) {
            if seen.insert(g) {
                *pages.entry(g).or_insert(0) += 1;
            }
        }
    }
    let half = (views.len() as u32).div_ceil(2).max(2);
    pages.into_iter().filter(|(_, n)| *n >= half).map(|(g, _)| g).collect()
}

/// Share of a range's words that is the template's.
fn common_share(view: &View<'_>, tokens: Range<usize>, common: &HashSet<u64>) -> f64 {
    let words = &view.canvas.words;
    let keys = &words.keys[words.within(tokens)];
    if keys.len() < 3 {
        return if keys.is_empty() { 0.0 } else { 0.5 };
    }
    grams(keys).filter(|g| common.contains(g)).count() as f64 / (keys.len() - 2) as f64
}

/// From the paragraph at `start` to all of the entry's text: up to the largest element that holds neither title nor much of the
/// template's text; where title and text share one element, the siblings behind the paragraph up to the template's next part.
fn widen(view: &View<'_>, start: usize, common: &HashSet<u64>) -> Range<usize> {
    let page = view.canvas.page;
    let title = view.labels.title.as_ref().map(|t| t.slot.tokens.start);
    let mut top = if page.tokens()[start].opens() { start } else { page.parent(start).unwrap_or(start) };
    let fits = |p: usize| {
        let r = page.region(p);
        let holds_title = title.is_some_and(|t| r.contains(&t));
        !holds_title && !matches!(page.tag(p), "body" | "html" | "main") && common_share(view, r, common) < 0.3
    };
    // The start of a spot may be the first thing inside the body's element.
    while let Some(p) = page.parent(top).filter(|&p| fits(p)) {
        top = p;
    }
    let leaf = matches!(page.tag(top), "p" | "blockquote" | "pre" | "ul" | "ol" | "figure" | "h1" | "h2" | "h3" | "h4" | "h5" | "h6" | "span" | "em" | "a");
    let Some(parent) = page.parent(top).filter(|_| leaf) else { return inner(page, top) };
    let mut end = page.region(top).end;
    let stop = page.inside(parent).end;
    while end < stop {
        let part = page.region(end);
        let t = &page.tokens()[end];
        let foreign = t.kind == Kind::Start
            && (matches!(page.tag(end), "nav" | "aside" | "footer" | "form" | "section" | "script")
                || common_share(view, part.clone(), common) >= 0.3
                || title.is_some_and(|t| part.contains(&t)));
        if foreign && page.has_text(part.clone()) {
            break;
        }
        end = part.end.max(end + 1);
    }
    page.region(top).start..end.min(stop)
}

fn inner(page: &Page, element: usize) -> Range<usize> {
    let inside = page.inside(element);
    if inside.is_empty() { page.region(element) } else { inside }
}
