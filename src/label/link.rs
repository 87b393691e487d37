//! Permalinks: WTM rule 4. The link that encloses the title wins ties; addresses are compared by
//! key (`address/`), so that relative links, `http` and `https`, `www.` and trailing slashes
//! are one.

use std::collections::{HashMap, HashSet};

use super::assign::{Candidate, Vote, assign};
use super::signs::{FEW_WORDS, LINKED, MARKED, near, worth};
use super::{Canvas, Spot, Unlabelled, View, of_pages, title};
use crate::address::address_key;
use crate::entry::Field;
use crate::page::Kind;
use crate::share::{most, nearly_all};

pub(super) fn label(views: &mut [View<'_>], entry: bool, navigation: &[String]) {
    let links = of_pages(views, by_key);
    let mut candidates: Vec<Vec<Candidate<Spot>>> =
        views.iter().zip(&links).map(|(v, links)| candidates(v, links, entry)).collect();
    let in_navigation = |view: &View<'_>, c: &Candidate<Spot>| {
        title::in_navigation(view, c.place.slot.tokens.start, navigation)
    };
    if !entry {
        // Where others show their titles, one that does not is no post of the list but a link in
        // another one's text.
        let titles = || views.iter().filter_map(|v| Some((v, v.labels.title.as_ref()?.range())));
        let titled = titles().next().is_some();
        // Nor is one without its text, where the list shows texts: a link in a side bar.
        let with_text = titles().filter(|(v, title)| title::has_text_beside(v, title.end)).count();
        let shows_texts = most(with_text, titles().count());
        let mut sentences: HashMap<usize, bool> = HashMap::new();
        for (view, list) in views.iter().zip(&mut candidates) {
            let page = view.canvas.page;
            let lacks_title = view.labels.title.is_none() && !view.target.title_words.is_empty();
            let mut is_mentioned = |link: usize| {
                let block = page.ancestors(link).find(|&a| page.is_block(a));
                let mut is_text = |b| *sentences.entry(b).or_insert_with(|| is_text(view, b));
                titled && lacks_title && block.is_some_and(&mut is_text)
            };
            let is_bare =
                |link: usize| shows_texts && lacks_title && !title::has_text_beside(view, link + 1);
            list.retain(|c| {
                let link = c.place.slot.tokens.start;
                !in_navigation(view, c) && !is_mentioned(link) && !is_bare(link)
            });
        }
    }
    let mut chosen = assign(views, &candidates, Vote::All, false);
    if entry {
        // What is left beside such a place is none either: an entry's page need not link to itself.
        for (view, chosen) in views.iter().zip(&mut chosen) {
            *chosen = chosen.take().filter(|c| !in_navigation(view, c));
        }
    } else if chosen.iter().any(Option::is_none) {
        complete(views, &mut chosen, &candidates);
    }
    for (view, chosen) in views.iter_mut().zip(chosen) {
        if chosen.is_none() {
            view.labels.missing.push((Field::Link, Unlabelled::OutOfPlace));
        }
        view.labels.link = chosen.map(|c| c.place);
    }
}

/// True for a block that says more than its links.
fn is_text(view: &View<'_>, block: usize) -> bool {
    let page = view.canvas.page;
    let words = |i: usize| page.words_in(page.region(i));
    let links = view.canvas.links_in(&page.region(block)).iter();
    words(block) > links.map(|link| words(link.0)).sum::<usize>() + FEW_WORDS
}

/// Posts without a title have no link around it, but the permalink below the text that the others
/// have, too: a place that nearly all chosen ones have as well, and others, is taken for all.
fn complete(
    views: &[View<'_>],
    chosen: &mut [Option<Candidate<Spot>>],
    candidates: &[Vec<Candidate<Spot>>],
) {
    // By context, how many of the chosen ones have it, and of the others.
    let mut counts: HashMap<&str, [usize; 2]> = HashMap::new();
    for (chosen, list) in chosen.iter().zip(candidates) {
        let contexts: HashSet<&str> = list.iter().map(|c| c.context.as_str()).collect();
        for context in contexts {
            counts.entry(context).or_default()[usize::from(chosen.is_none())] += 1;
        }
    }
    let all = chosen.iter().flatten().count();
    let fits =
        |[of_chosen, others]: [usize; 2]| all > 1 && others > 0 && nearly_all(of_chosen, all);
    let fitting = counts.into_iter().filter(|(_, counts)| fits(*counts));
    let best = fitting.max_by_key(|(context, counts)| (counts[0] + counts[1], *context));
    let Some((context, _)) = best else { return };
    for ((view, chosen), list) in views.iter().zip(chosen).zip(candidates) {
        let leads_on = |c: &Candidate<Spot>| {
            let to = view.canvas.page.attr(c.place.slot.tokens.start, "href");
            to.is_some_and(|to| to.contains('#'))
        };
        let there = list.iter().filter(|c| c.context == context && !leads_on(c));
        if let Some(place) = there.cloned().reduce(|a, b| if b.weight > a.weight { b } else { a }) {
            *chosen = Some(place);
        }
    }
}

/// The links of a page, as numbers of `Canvas::links`, by the keys of their addresses.
pub(super) fn by_key<'c>(canvas: &'c Canvas<'c>) -> HashMap<&'c str, Vec<usize>> {
    let mut links: HashMap<&str, Vec<usize>> = HashMap::new();
    for (k, (_, key)) in canvas.links.iter().enumerate() {
        links.entry(key).or_default().push(k);
    }
    links
}

fn candidates(
    view: &View<'_>,
    links: &HashMap<&str, Vec<usize>>,
    entry: bool,
) -> Vec<Candidate<Spot>> {
    let page = view.canvas.page;
    let title = view.labels.title.as_ref().map(|t| t.range());
    let mut out = Vec::new();
    let mut push = |i: usize, attr: &str, weight: f64, context: String| {
        let spot = Spot { attr: Some(attr.to_owned()), ..Spot::tokens(i..i + 1) };
        out.push(Candidate { context, weight, place: spot });
    };
    if entry {
        // An entry page says its address in its head.
        for i in 0..page.body().start.min(page.len()) {
            if page.tokens()[i].kind == Kind::Start
                && page.tag(i) == "link"
                && page.has_word(i, "rel", "canonical")
                && let Some(url) =
                    page.attr(i, "href").and_then(|h| view.canvas.base.join(h.trim()).ok())
                && view.target.links.contains(&address_key(&url))
            {
                push(i, "href", 1.0 + LINKED + MARKED, "head/link".to_owned());
            }
        }
    }
    // Each link with the one of the item's addresses that it leads to, in the page's order.
    let mut found: Vec<(usize, usize)> = Vec::new();
    for (rank, key) in view.target.links.iter().enumerate() {
        let of_key = links.get(key.as_str()).map_or(&[][..], Vec::as_slice);
        found.extend(of_key.iter().map(|k| (*k, rank)));
    }
    found.sort_unstable();
    for (link, rank) in found {
        let i = view.canvas.links[link].0;
        if page.attr(i, "href").is_some_and(|h| h.trim_start().starts_with('#')) {
            continue;
        }
        let fragment = page.attr(i, "href").is_some_and(|h| h.contains('#'));
        let around = title.as_ref().is_some_and(|t| page.encloses(i, t.start));
        // Behind the title the nearest (WTM, section 4.2).
        let behind = title.as_ref().is_some_and(|t| i > t.start);
        let weight = 1.0 - LINKED * rank as f64
            + worth(-LINKED, fragment)
            + worth(LINKED, around)
            + worth(near(view, i), around || behind);
        push(i, "href", weight, view.canvas.path_of(i));
    }
    out
}
