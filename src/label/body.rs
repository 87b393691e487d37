//! Bodies: WTM rule 3, widened. Feeds strip parts and add parts, and pages show excerpts: so not
//! string equality, but the element whose words are the feed's, by word 3-grams, in the context
//! that fits most items. A feed of teasers finds the first paragraph; how far the body goes is said
//! by what differs from page to page around it.
//!
//! Time: linear in the words and elements of the window.

use std::ops::Range;

use super::assign::{Candidate, Vote, assign};
use super::canvas::grams;
use super::signs::{HALF_WORD, LEAST_FIT, LEAST_PRECISION, PART, TEASER_WORDS, UNEVEN};
use super::{Spot, Target, Unlabelled, View};
use crate::address::{directory, tells_tags};
use crate::date::{days_in, lex};
use crate::entry::Field;
use crate::page::Page;
use crate::share::{most, nearly_all, some};

/// The part of each page that is the feed's text.
pub(super) fn label(views: &mut [View<'_>], list: bool) {
    let mut hits: Vec<Hits> = views.iter().map(Hits::new).collect();
    let candidates: Vec<Vec<Candidate<usize>>> =
        views.iter().zip(&hits).map(|(v, h)| elements(v, h, v.target.body.len())).collect();
    let mut chosen = assign(views, &candidates, Vote::Best, true);
    // A list that shows few of the feed's texts may show what the posts' own pages are said to be.
    let found = |chosen: &[Option<Candidate<usize>>]| chosen.iter().flatten().count();
    if list && !most(found(&chosen), chosen.len()) {
        let said: Vec<Hits> = views.iter().map(Hits::of_description).collect();
        let places = |(v, h): (&View<'_>, &Hits)| elements(v, h, v.target.description.len());
        let candidates: Vec<_> = views.iter().zip(&said).map(places).collect();
        let others = assign(views, &candidates, Vote::Best, true);
        let described = views.iter().filter(|v| !v.target.description.is_empty()).count();
        if found(&others) > found(&chosen) && most(found(&others), described) {
            (hits, chosen) = (said, others);
        }
    }
    for ((view, hits), chosen) in views.iter_mut().zip(&hits).zip(chosen) {
        let Some(chosen) = chosen else {
            let why = match (view.target.motto, view.target.body.is_empty()) {
                (true, _) => Unlabelled::SameForAll,
                (_, true) => Unlabelled::NotInFeed,
                _ => Unlabelled::NotOnPage,
            };
            view.labels.missing.push((Field::Body, why));
            continue;
        };
        let tokens = text_at(view, hits, chosen.place, &|_| true);
        let shown = hits.count(&view.canvas.words.within(tokens.clone()));
        let excerpt = list && !nearly_all(shown, view.target.body.len());
        view.labels.body = Some(Spot { excerpt, ..Spot::tokens(tokens) });
    }
}

/// What is said over all items: bodies behind teasers, and whether a list shows bodies or excerpts.
/// Ahead of the days: a day inside the body is none of the entry's.
pub(super) fn complete(views: &mut [View<'_>]) {
    // One layout shows bodies or excerpts: short posts that happen to stand whole among excerpts
    // follow the others.
    let shown = views.iter().filter(|v| v.labels.body.is_some()).count();
    let excerpt = |v: &&View<'_>| v.labels.body.as_ref().is_some_and(|b| b.excerpt);
    let excerpts = most(views.iter().filter(excerpt).count(), shown);
    views.iter_mut().filter_map(|v| v.labels.body.as_mut()).for_each(|s| s.excerpt = excerpts);
}

/// Which words of a window are the feed item's.
pub(super) struct Hits {
    window: Range<usize>,
    /// `sums[i]`: hits among the first i words of the window.
    sums: Vec<u32>,
}

impl Hits {
    fn new(view: &View<'_>) -> Hits {
        let words = &view.canvas.words;
        let window = words.within(view.texts.clone());
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
        // The title's own words are no body, though many bodies hold them, and neither are those of
        // a link to a tag's page.
        let page = view.canvas.page;
        let to_tag = |(a, key): &(usize, String)| tells_tags(&directory(key)).then_some(*a);
        let links = view.canvas.links_in(&view.texts);
        let tags = links.iter().filter_map(to_tag).map(|a| page.region(a));
        for other in view.labels.title.iter().map(Spot::range).chain(tags) {
            let own = words.within(other);
            let at = |p: usize| p.clamp(window.start, window.end) - window.start;
            hit[at(own.start)..at(own.end)].fill(false);
        }
        Hits::of(window, &hit)
    }

    /// The words of the description that the item's own page has, as a whole. None where the entry
    /// shows a longer text, too: the description stands above that.
    fn of_description(view: &View<'_>) -> Hits {
        let (page, words) = (view.canvas.page, &view.canvas.words);
        let window = words.within(view.texts.clone());
        let keys = &view.target.description;
        let mut hit = vec![false; window.len()];
        let texts = page.shown(view.texts.clone());
        let longest = texts.filter(|&i| view.free(&(i..i + 1))).map(|i| page.words_in(i..i + 1));
        if longest.max().is_some_and(|longest| longest <= keys.len()) {
            for at in view.canvas.find_words(keys, &window) {
                hit[at - window.start..][..keys.len()].fill(true);
            }
        }
        Hits::of(window, &hit)
    }

    fn of(window: Range<usize>, hit: &[bool]) -> Hits {
        let mut sums = vec![0; hit.len() + 1];
        for (i, h) in hit.iter().enumerate() {
            sums[i + 1] = sums[i] + u32::from(*h);
        }
        Hits { window, sums }
    }

    /// The words of those tokens of the view's texts that are marked.
    pub(super) fn by_token(view: &View<'_>, marked: &[bool]) -> Hits {
        let words = &view.canvas.words;
        let (window, from) = (words.within(view.texts.clone()), view.texts.start);
        let hit: Vec<bool> =
            words.places[window.clone()].iter().map(|p| marked[p.0 as usize - from]).collect();
        Hits::of(window, &hit)
    }

    pub(super) fn all(&self) -> usize {
        self.sums.last().map_or(0, |n| *n as usize)
    }

    /// Hits in a range of word positions.
    pub(super) fn count(&self, words: &Range<usize>) -> usize {
        let at =
            |p: usize| self.sums[p.clamp(self.window.start, self.window.end) - self.window.start];
        (at(words.end) - at(words.start)) as usize
    }
}

/// Elements that may be the body: by hits, of the number that there should be, and how few other
/// words are inside.
pub(super) fn elements(view: &View<'_>, hits: &Hits, expected: usize) -> Vec<Candidate<usize>> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    if expected == 0 {
        return Vec::new();
    }
    let mut found: Vec<(usize, f64)> = Vec::new();
    let window = view.texts.clone();
    for i in page.shown(window.clone()) {
        let t = &page.tokens()[i];
        if !t.opens()
            || t.end as usize >= window.end
            || (!page.is_block(i) && page.tag(i) != "span")
        {
            continue;
        }
        let run = words.within(page.region(i));
        if hits.count(&run) == 0 {
            continue;
        }
        let fit = |run: &Range<usize>| {
            let hit = hits.count(run);
            let precision = if some(hit, run.len()) { hit as f64 / run.len() as f64 } else { 0.0 };
            (hit as f64 / expected as f64).min(1.0) * precision * precision
        };
        let around_title =
            view.labels.title.as_ref().is_some_and(|t| page.encloses(i, t.slot.tokens.start));
        let whole = fit(&run) * if around_title { PART * PART } else { 1.0 };
        let part = run_of(view, hits, i).map_or(0.0, |run| fit(&run) * PART);
        if whole.max(part) > 0.0 {
            found.push((i, whole.max(part)));
        }
    }
    let best = found.iter().map(|f| f.1).fold(0.0, f64::max);
    found
        .into_iter()
        .filter(|f| f.1 > LEAST_FIT * best)
        .map(|(i, score)| Candidate {
            context: view.canvas.path_of(i),
            weight: score / best,
            place: i,
        })
        .collect()
}

/// The words of the children that are the text, where it has no element: old templates write texts
/// beside titles, comments and all else.
fn run_of(view: &View<'_>, hits: &Hits, element: usize) -> Option<Range<usize>> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let parts: Vec<Range<usize>> =
        page.children(element).map(|c| words.within(page.region(c))).collect();
    let worth =
        |p: &Range<usize>| (!p.is_empty()).then_some(2.0 * hits.count(p) as f64 - p.len() as f64);
    let (first, last) = best_run(parts.iter().map(worth))?;
    // One element alone speaks for itself.
    let alone = first == last
        && page.children(element).nth(first).is_some_and(|c| page.tokens()[c].opens());
    (!alone).then(|| parts[first].start..parts[last].end)
}

/// The first and last of the neighbours that are worth most together; None where none is worth
/// anything. What has no words (no worth) neither begins nor ends a run.
fn best_run(worths: impl Iterator<Item = Option<f64>>) -> Option<(usize, usize)> {
    let (mut best, mut best_sum) = (None, 0.0);
    let (mut start, mut sum) = (0, 0.0);
    for (k, worth) in worths.enumerate().filter_map(|(k, w)| Some((k, w?))) {
        if sum <= 0.0 {
            (start, sum) = (k, 0.0);
        }
        sum += worth;
        if sum > best_sum {
            (best, best_sum) = (Some((start, k)), sum);
        }
    }
    best
}

/// The text that an element is, or is a paragraph of: all that the element around holds of the
/// entry counts then.
///
/// `beside`: whether a part that shows words, and has no hits, is none of the body.
pub(super) fn text_at(
    view: &View<'_>,
    hits: &Hits,
    element: usize,
    beside: &dyn Fn(&Range<usize>) -> bool,
) -> Range<usize> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let Some(parent) = page.parent(element).filter(|_| is_paragraph(page, element)) else {
        return core(view, hits, element, beside);
    };
    let run = core(view, hits, parent, beside);
    let own = page.region(element);
    if words.within(run.clone()) != words.within(own.clone()) {
        return run;
    }
    // One paragraph alone keeps its tags, so that it begins where a run of them would, but where
    // the day stands at its head.
    let inside = core(view, hits, element, beside);
    let ahead = page.visible_numbers(own.start..inside.start);
    if days_in(&ahead, &lex(&ahead), 1).is_empty() { own } else { inside.start..own.end }
}

/// The children of an element that are the body: from the first to the last that has hits. What
/// stands around them in the same element (a heading ahead, share links behind) has none. Where one
/// child holds all hits, what has to be cut may be inside it.
fn core(
    view: &View<'_>,
    hits: &Hits,
    element: usize,
    beside: &dyn Fn(&Range<usize>) -> bool,
) -> Range<usize> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let title = view.labels.title.as_ref().map(Spot::range);
    let is_title = |r: &Range<usize>| title.as_ref().is_some_and(|t| r.contains(&t.start));
    let mut at = element;
    let window = &view.texts;
    let within = |r: Range<usize>| r.start.max(window.start)..r.end.min(window.end);
    loop {
        let inside = within(page.inside(at));
        let parts: Vec<(Range<usize>, usize, usize)> = page
            .children(at)
            .filter(|c| window.contains(c))
            .map(|c| {
                let r = page.region(c);
                let w = words.within(r.clone());
                (r, w.len(), hits.count(&w))
            })
            .collect();
        let hits = |p: &(Range<usize>, usize, usize)| {
            p.2 > 0 && p.2 as f64 / p.1 as f64 >= LEAST_PRECISION
        };
        // What holds the title is no text, unless most of it stands there.
        let count = |title: bool| {
            let all = parts.iter().filter(|p| hits(p) && is_title(&p.0) == title);
            all.map(|p| p.2).sum::<usize>()
        };
        let apart = count(false) > count(true);
        let is_hit = |p: &(Range<usize>, usize, usize)| hits(p) && !(apart && is_title(&p.0));
        let worth = parts.iter().map(|p| {
            let gained = if is_hit(p) { 2.0 * p.2 as f64 + HALF_WORD } else { 0.0 };
            (p.1 > 0).then_some(gained - p.1 as f64)
        });
        let Some((first, last)) = best_run(worth) else { break };
        // Ahead of the first hit only what shows words is cut off (an image may be the body's own).
        let other = |p: &&(Range<usize>, usize, usize)| p.1 > 0 && beside(&p.0);
        let ahead = parts[..first].iter().rev().find(|p| other(p) || is_title(&p.0));
        let behind = parts[last + 1..].iter().find(other);
        if ahead.is_some() || behind.is_some() {
            return ahead.map_or(inside.start, |p| p.0.end)
                ..behind.map_or(inside.end, |p| p.0.start);
        }
        if first != last || !page.tokens()[parts[first].0.start].opens() {
            break;
        }
        at = parts[first].0.start;
    }
    within(page.inside(element))
}

/// True for the elements that texts are made of.
pub(super) fn is_paragraph(page: &Page, i: usize) -> bool {
    matches!(
        page.tag(i),
        "p" | "ul" | "ol" | "pre" | "blockquote" | "h2" | "h3" | "h4" | "figure" | "table" | "dl"
    )
}

/// True where the feed's texts may be teasers.
pub(super) fn teases(views: &[View<'_>]) -> bool {
    let count = |is: &dyn Fn(&Target) -> bool| views.iter().filter(|v| is(v.target)).count();
    if most(count(&|t| t.cut), views.len()) {
        return true;
    }
    // Old feeds write whole bodies as descriptions: texts of this length are no teasers.
    let long = count(&|t| t.body.len() > TEASER_WORDS);
    // And what is cut is cut to one length: texts of several paragraphs and of very different
    // lengths are whole.
    let structured = most(count(&|t| t.paragraphs > 1), views.len());
    let mut lengths: Vec<usize> = views.iter().map(|v| v.target.body.len()).collect();
    lengths.sort_unstable();
    let uneven =
        lengths.last().is_some_and(|longest| *longest > UNEVEN * lengths[lengths.len() / 2]);
    most(count(&|t| t.maybe_teaser), views.len())
        && !most(long, views.len())
        && !(structured && uneven)
}
