//! Authors and tags: names the feed gives, sought around title and body.

use std::collections::HashMap;
use std::ops::Range;

use super::assign::{Candidate, assign, path};
use super::{Spot, View};
use crate::page::{Kind, Page};
use crate::rule::{Field, Slot};

pub(super) fn label(views: &mut [View<'_>]) {
    let authors: Vec<Vec<Candidate<Spot>>> = views.iter().map(author_places).collect();
    for (view, chosen) in views.iter_mut().zip(assign(&authors, false)) {
        if chosen.is_none() {
            let why = if view.target.authors.is_empty() {
                "the feed names no author"
            } else {
                "the author's name does not stand beside the entry"
            };
            view.labels.missing.push((Field::Author, why.to_owned()));
        }
        view.labels.author = chosen.map(|c| c.place);
    }
    let tags: Vec<Vec<Candidate<Vec<Spot>>>> = views.iter().map(tag_places).collect();
    for (view, chosen) in views.iter_mut().zip(assign(&tags, false)) {
        if chosen.is_none() {
            let why =
                if view.target.tags.is_empty() { "the feed gives no tags" } else { "the tags do not stand together beside the entry" };
            view.labels.missing.push((Field::Tags, why.to_owned()));
        }
        view.labels.tags = chosen.map_or(Vec::new(), |c| c.place);
    }
}

/// Outside title and body.
fn free(view: &View<'_>, tokens: &Range<usize>) -> bool {
    ![&view.labels.title, &view.labels.body].into_iter().flatten().any(|s| s.range().contains(&tokens.start))
}

/// The largest element whose visible words are just these, or the token of the first.
fn element_of(view: &View<'_>, words: &Range<usize>) -> Option<usize> {
    let (page, all) = (view.canvas.page, &view.canvas.words);
    let first = all.places.get(words.start)?.0 as usize;
    page.ancestors(first).take_while(|&a| all.within(page.region(a)) == *words).last()
}

fn marked(page: &Page, i: usize, words: &[&str]) -> bool {
    std::iter::once(i).chain(page.ancestors(i)).take(3).any(|a| {
        page.attrs(a).any(|(n, v)| matches!(n, "class" | "rel" | "itemprop") && words.iter().any(|w| v.to_ascii_lowercase().contains(w)))
    })
}

fn author_places(view: &View<'_>) -> Vec<Candidate<Spot>> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let within = words.within(view.labels.window.clone());
    let mut out = Vec::new();
    for (_, keys) in &view.target.authors {
        for at in view.canvas.find_words(keys, &within) {
            let run = at..at + keys.len();
            let (first, start, _) = words.places[run.start];
            let (last, _, end) = words.places[run.end - 1];
            let tokens = first as usize..last as usize + 1;
            if !free(view, &tokens) {
                continue;
            }
            let element = element_of(view, &run);
            let head = if page.data(tokens.start)[..start as usize].trim().is_empty() { 0 } else { start as usize };
            let tail = if page.data(last as usize)[end as usize..].trim().is_empty() { None } else { Some(end as usize) };
            let near = view.labels.anchor().map_or(0.0, |a| 0.5 / (1.0 + a.abs_diff(tokens.start) as f64 / 20.0));
            let aside = page.ancestors(tokens.start).any(|a| matches!(page.tag(a), "nav" | "aside" | "footer"));
            let hint = marked(page, tokens.start, &["author", "byline", "vcard"]);
            let weight = if element.is_some() { 1.0 } else { 0.6 } + near + if hint { 0.3 } else { 0.0 } - if aside { 0.3 } else { 0.0 };
            let place = Spot { slot: Slot { tokens: tokens.clone(), head, tail }, ..Spot::tokens(0..0) };
            out.push(Candidate { context: path(view.canvas, tokens.start), weight, place });
        }
    }
    out
}

fn tag_places(view: &View<'_>) -> Vec<Candidate<Vec<Spot>>> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let within = words.within(view.labels.window.clone());
    let mut groups: HashMap<String, (Vec<Spot>, Vec<usize>)> = HashMap::new();
    let mut order = Vec::new();
    for (number, keys) in view.target.tags.iter().enumerate() {
        for at in view.canvas.find_words(keys, &within) {
            let Some(element) = element_of(view, &(at..at + keys.len())) else { continue };
            // A tag is the innermost link of its words, or the innermost element where it is no link.
            let first = words.places[at].0 as usize;
            let inner = page.ancestors(first).take_while(|&a| a >= element).find(|&a| page.tag(a) == "a").or(page.parent(first));
            let Some(inner) = inner.filter(|&i| free(view, &page.region(i))) else { continue };
            let context = path(view.canvas, inner);
            let group = groups.entry(context.clone()).or_insert_with(|| {
                order.push(context);
                (Vec::new(), Vec::new())
            });
            group.0.push(Spot::tokens(page.inside(inner)));
            group.1.push(number);
        }
    }
    order
        .into_iter()
        .filter_map(|context| {
            let (mut spots, mut numbers) = groups.remove(&context)?;
            spots.sort_by_key(|s| s.slot.tokens.start);
            spots.dedup_by_key(|s| s.slot.tokens.start);
            numbers.sort_unstable();
            numbers.dedup();
            let first = spots.first()?.slot.tokens.start;
            // A cloud of all the blog's tags holds these too: how many elements of this context stand among them and are not the item's?
            let among = first..spots.last()?.slot.tokens.end;
            let tag = page.tag(page.parent(first)?).to_owned();
            let same = page
                .shown(among)
                .filter(|&i| {
                    page.tokens()[i].kind == Kind::Start && page.tag(i) == tag && path(view.canvas, i) == context && free(view, &(i..i + 1))
                })
                .count()
                .max(1);
            let (hit, all) = (numbers.len() as f64, view.target.tags.len() as f64);
            let precision = (spots.len() as f64 / same as f64).min(1.0);
            let near = view.labels.anchor().map_or(0.0, |a| 0.1 / (1.0 + a.abs_diff(first) as f64 / 50.0));
            let hint = if marked(page, first, &["tag", "categor"]) { 0.1 } else { 0.0 };
            let weight = hit / all * precision * precision + near + hint;
            (precision > 0.4).then_some(Candidate { context, weight, place: spots })
        })
        .collect()
}
