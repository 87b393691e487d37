//! What is the entry's own on its page: texts that other entry pages of the blog do not show, less
//! links, comments and navigation. Where a feed has teasers or no texts at all, the body is the
//! place of the template that holds most of these words and least others.
//!
//! | file | what |
//! |---|---|
//! | `words.rs` | the entry's own words |
//! | `edges.rs` | its own text held against the feed's: what the feed cuts, what is beside it |
//!
//! Time: linear in the tokens of the pages; what views of one page share is found once.

mod edges;
mod words;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use edges::{cut_by_feed, holds, is_longer, keep_to_edges, words_in};
use words::{Own, end_at_fields, is_beside, is_meant_otherwise, own_words};

use super::assign::{Candidate, Vote, assign};
use super::body::{elements, is_paragraph, teases, text_at};
use super::signs::{FEW_WORDS, LEAST_WORDS, TEASER_GROWTH, WHOLE_GROWTH};
use super::{Spot, View};
use crate::entry::Field;
use crate::page::fold;
use crate::share::{most, nearly_all};

/// Bodies behind feeds of teasers or without texts: the place that holds most of the entries' own
/// words. True where they were labelled so.
pub(in crate::label) fn label(views: &mut [View<'_>], list: bool) -> bool {
    if views.len() < 2 || !(lacks_bodies(views) || !list || teases(views)) {
        return false;
    }
    let mut known = own_words(views);
    end_at_fields(views, &mut known);
    let candidates: Vec<Vec<Candidate<usize>>> =
        views.iter().zip(&known).map(|(v, o)| elements(v, &o.hits, o.hits.all())).collect();
    let texts_of = |candidates: &[Vec<Candidate<usize>>]| {
        cores(views, &known, &assign(views, candidates, Vote::Best, true))
    };
    let mut own = texts_of(&candidates);
    if !believed(views, &own, list) {
        // A feed may cut some of its posts alone; their pages show the rest, where they have it.
        let cut = match list {
            true => vec![false; views.len()],
            false => cut_by_feed(views, &known, &own),
        };
        let of_cut = |((v, all), is_cut): ((&View<'_>, &Vec<Candidate<usize>>), &bool)| {
            let body = v.labels.body.as_ref().filter(|_| *is_cut);
            let around = |c: &&Candidate<usize>| {
                body.is_some_and(|b| v.canvas.page.encloses(c.place, b.slot.tokens.start))
            };
            all.iter().filter(around).cloned().collect()
        };
        let around: Vec<Vec<Candidate<usize>>> =
            views.iter().zip(&candidates).zip(&cut).map(of_cut).collect();
        let longer = |(v, own): (&View<'_>, Option<Range<usize>>)| {
            own.filter(|own| is_longer(v, own, TEASER_GROWTH) && holds(v, own))
        };
        own = views.iter().zip(texts_of(&around)).map(longer).collect();
    }
    if list {
        keep_to_edges(views, &mut own);
    }
    let found = own.iter().any(Option::is_some);
    for (view, tokens) in views.iter_mut().zip(own) {
        if let Some(tokens) = tokens {
            view.labels.missing.retain(|m| m.0 != Field::Body);
            view.labels.body = Some(Spot { excerpt: list, ..Spot::tokens(tokens) });
        }
    }
    found
}

/// How many entries' texts were found by the feed's.
fn bodies(views: &[View<'_>]) -> usize {
    views.iter().filter(|v| v.labels.body.is_some()).count()
}

fn lacks_bodies(views: &[View<'_>]) -> bool {
    !most(bodies(views), views.len())
}

/// True where the entries' own texts are what they show, and not what the feed has.
fn believed(views: &[View<'_>], own: &[Option<Range<usize>>], list: bool) -> bool {
    let both = || views.iter().zip(own).filter_map(|(v, own)| Some((v, own.as_ref()?)));
    let (found, lacking) = (bodies(views), lacks_bodies(views));
    let longer = |factor: f64| both().filter(|(v, own)| is_longer(v, own, factor)).count();
    let held = nearly_all(both().filter(|(v, own)| holds(v, own)).count(), found);
    // Lists of titles have names, days and numbers beside them; and where no page shows what the
    // feed has, it says nothing of how long their own texts are.
    if list && lacking || found == 0 {
        let mut lengths: Vec<usize> = both().map(|(v, own)| words_in(v, own)).collect();
        lengths.resize(views.len(), 0);
        lengths.sort_unstable();
        let median = lengths[lengths.len() / 2];
        return median >= LEAST_WORDS || !list && median > FEW_WORDS && differ(views, own);
    }
    match list {
        true => held,
        // Not where most are no longer than the feed's.
        false if lacking || held || teases(views) => {
            !most(views.len() - longer(TEASER_GROWTH), views.len())
        }
        false => nearly_all(longer(WHOLE_GROWTH), views.len()),
    }
}

/// True where most texts are of words that no other has: "3 minutes to read" is said of all posts.
fn differ(views: &[View<'_>], own: &[Option<Range<usize>>]) -> bool {
    let shown = views.iter().zip(own).filter_map(|(v, own)| Some((v, own.clone()?)));
    let without_numbers = |(view, own): (&View<'_>, Range<usize>)| -> String {
        fold(&view.canvas.page.visible(own)).chars().filter(|c| !c.is_numeric()).collect()
    };
    most(shown.map(without_numbers).collect::<HashSet<_>>().len(), views.len())
}

/// The texts in the chosen elements. What stands at an element's head or tail without words of the
/// entry's own is cut off where it is another field or meant for something else. In an element that
/// holds texts alone ([`Frame`]) the rest is text ("Disclosure", a list of sources, a note on a
/// series); in others it is cut off where most pages have such a part.
fn cores(
    views: &[View<'_>],
    own: &[Own],
    chosen: &[Option<Candidate<usize>>],
) -> Vec<Option<Range<usize>>> {
    let elements: Vec<Option<usize>> = chosen.iter().map(|c| Some(c.as_ref()?.place)).collect();
    let frame = Frame::of(views, own, &elements);
    let ranges = |beside: &dyn Fn(usize, &Range<usize>) -> bool| -> Vec<Option<Range<usize>>> {
        let range = |k: usize| {
            let (view, hits) = (&views[k], &own[k].hits);
            Some(text_at(view, hits, elements[k]?, &|part| beside(k, part)))
        };
        (0..views.len()).map(range).collect()
    };
    let is_other = |k: usize, part: &Range<usize>| {
        is_meant_otherwise(views[k].canvas.page, part.start) || own[k].holds_field(part)
    };
    let (tight, wide) = (ranges(&|_, _| true), ranges(&is_other));
    let known = tight.iter().flatten().count();
    let differ = |edge: fn(&Range<usize>) -> usize| {
        let pairs = tight.iter().flatten().zip(wide.iter().flatten());
        most(pairs.filter(|(a, b)| edge(a) != edge(b)).count(), known)
    };
    let beside = |k: usize, part: &Range<usize>| frame.is_other(&views[k], &own[k], part);
    let cut = if frame.texts_alone { ranges(&beside) } else { tight.clone() };
    let starts = if differ(|r| r.start) { &cut } else { &wide };
    let stops = if differ(|r| r.end) { &cut } else { &wide };
    let range = |k: usize| {
        let start = starts[k].as_ref()?.start;
        Some(start..stops[k].as_ref()?.end.min(own[k].end).max(start))
    };
    (0..views.len()).map(range).collect()
}

/// What stands in the elements around the texts.
struct Frame {
    /// True where most of the elements hold no other field: they are there for the text.
    texts_alone: bool,
    /// Paths of parts with words, of which none are an entry's own, on most pages.
    template: HashSet<String>,
}

impl Frame {
    fn of(views: &[View<'_>], own: &[Own], elements: &[Option<usize>]) -> Frame {
        let known = elements.iter().flatten().count();
        let (mut alone, mut counts) = (0, HashMap::new());
        for ((view, own), element) in views.iter().zip(own).zip(elements) {
            let Some(element) = element.map(|e| around(view, e)) else { continue };
            let page = view.canvas.page;
            alone += usize::from(!own.holds_field(&page.region(element)));
            let without = |c: &usize| {
                let words = view.canvas.words.within(page.region(*c));
                page.tokens()[*c].opens() && !words.is_empty() && own.hits.count(&words) == 0
            };
            let named = |c: &usize| ["class", "id"].iter().any(|a| page.attr(*c, a).is_some());
            let paths: HashSet<String> = page
                .children(element)
                .filter(|c| named(c) && !is_paragraph(page, *c) && without(c))
                .map(|c| view.canvas.path_of(c))
                .collect();
            paths.into_iter().for_each(|p| *counts.entry(p).or_insert(0) += 1);
        }
        let template = counts.into_iter().filter(|(_, n)| most(*n, known)).map(|(p, _)| p);
        Frame { texts_alone: most(alone, known), template: template.collect() }
    }

    /// True for a part that is no text although it stands where texts alone do.
    fn is_other(&self, view: &View<'_>, own: &Own, part: &Range<usize>) -> bool {
        let page = view.canvas.page;
        let in_links = || {
            let words = &view.canvas.words;
            let links = view.canvas.links_in(part).iter();
            let linked: usize = links.map(|l| words.within(page.region(l.0)).len()).sum();
            most(linked, words.within(part.clone()).len())
        };
        own.holds_field(part)
            || is_beside(page, part.start)
            || in_links()
            || self.template.contains(&view.canvas.path_of(part.start))
    }
}

/// The element itself, or the one whose paragraph it is.
fn around(view: &View<'_>, element: usize) -> usize {
    let page = view.canvas.page;
    page.parent(element).filter(|_| is_paragraph(page, element)).unwrap_or(element)
}
