//! An entry's own text held against what was found of the feed's: which texts the feed cuts, and
//! what stands beside them.

use std::collections::HashSet;
use std::ops::Range;

use super::words::Own;
use crate::address::words_of_name;
use crate::date::{days_in, lex};
use crate::label::body::is_paragraph;
use crate::label::signs::{LEAST_WORDS, TEASER_GROWTH};
use crate::label::{Spot, View};
use crate::rule::REST;
use crate::share::{most, nearly_all, some};

/// Lists' own texts without the lines that all have ahead of the feed's text or behind it, in
/// blocks built otherwise than its own: a subtitle, a count of words.
pub(super) fn keep_to_edges(views: &[View<'_>], own: &mut [Option<Range<usize>>]) {
    // For each text whether it has such lines ahead and behind.
    let lines: Vec<Option<[bool; 2]>> = views
        .iter()
        .zip(&*own)
        .map(|(view, own)| {
            let own = own.clone().filter(|own| holds(view, own))?;
            let text = view.labels.body.as_ref()?.range();
            let ahead = own.start..text.start.max(own.start);
            let behind = text.end.min(own.end)..own.end;
            Some([ahead, behind].map(|part| is_line(view, &part, &text)))
        })
        .collect();
    let found = lines.iter().flatten().count();
    let cut = [0, 1].map(|edge| {
        let with = lines.iter().flatten().filter(|lines| lines[edge]).count();
        found > 1 && nearly_all(with, found)
    });
    for ((view, own), lines) in views.iter().zip(own).zip(lines) {
        let Some(((own, text), lines)) = own.as_mut().zip(view.labels.body.as_ref()).zip(lines)
        else {
            continue;
        };
        if cut[0] && lines[0] {
            own.start = text.range().start.max(own.start);
        }
        if cut[1] && lines[1] {
            own.end = text.range().end.min(own.end);
        }
    }
}

/// True for a part beside a text that is a line of its own, in a block of another kind.
fn is_line(view: &View<'_>, part: &Range<usize>, text: &Range<usize>) -> bool {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let block_of = |tokens: &Range<usize>| {
        let first = page_start(view, tokens.clone());
        page.ancestors(first).find(|&a| page.is_block(a))
    };
    let shown = words.within(part.clone()).len();
    let kinds = [part, text].map(|tokens| block_of(tokens).map(|block| page.named(block)));
    (1..2 * LEAST_WORDS).contains(&shown) && kinds[0] != kinds[1]
}

/// Which texts the feed cuts: those that it says it does, those with a part behind them that is
/// named so (`<div id="more">`), and, where that is what tells the longer ones, those whose pages
/// go on with words of their own: in paragraphs, or in this way here and in that way there.
pub(super) fn cut_by_feed(
    views: &[View<'_>],
    known: &[Own],
    own: &[Option<Range<usize>>],
) -> Vec<bool> {
    let longer = |(v, own): (&View<'_>, &Option<Range<usize>>)| {
        own.as_ref().is_some_and(|own| is_longer(v, own, TEASER_GROWTH) && holds(v, own))
    };
    let longer: Vec<bool> = views.iter().zip(own).map(longer).collect();
    let next: Vec<Option<usize>> =
        views.iter().zip(known).map(|(v, own)| part_behind(v, own)).collect();
    let of_longer = || (0..views.len()).filter(|&k| longer[k]).filter_map(|k| Some((k, next[k]?)));
    // One mark behind all of them may be the template's; where they go on with this here and with
    // that there, it is the texts that go on.
    let kinds: HashSet<_> = of_longer().map(|(k, next)| views[k].canvas.page.named(next)).collect();
    let in_many_ways = kinds.len() > 1;
    let led = |k: usize| next[k].is_some_and(|i| in_many_ways || is_like_last(&views[k], i));
    let told = of_longer().filter(|(k, _)| led(*k)).count();
    let all = longer.iter().filter(|longer| **longer).count();
    let agree = if in_many_ways { most(told, all) } else { nearly_all(told, all) };
    let tells = some(all, views.len()) && agree;
    let is_cut = |k: usize| views[k].target.cut || tells && led(k) || has_rest(&views[k]);
    (0..views.len()).map(is_cut).collect()
}

/// True where an element whose name says that it is the rest of the text stands behind what was
/// found of the feed's.
fn has_rest(view: &View<'_>) -> bool {
    let page = view.canvas.page;
    let Some(body) = view.labels.body.as_ref().map(Spot::range) else { return false };
    let next = page.next_from(body.end, view.texts.end);
    let inside = next.and_then(|next| page.next_from(next + 1, view.texts.end));
    let is_word = |word: &str| REST.contains(&word.to_lowercase().as_str());
    // A class that only ends so may lead on to other posts.
    let says = |i: usize| {
        let classes = page.attr(i, "class").unwrap_or_default().split_ascii_whitespace();
        let extended = |class: &str| {
            let last = words_of_name(class).last();
            last.is_some_and(|word| word.eq_ignore_ascii_case(REST[1]))
        };
        page.attr(i, "id").is_some_and(|id| is_word(id.trim())) || classes.into_iter().any(extended)
    };
    let is_rest = |i: usize| {
        page.tokens()[i].opens() && page.tag(i) == "div" && page.has_text(page.inside(i)) && says(i)
    };
    next.into_iter().chain(inside).any(is_rest)
}

/// The part of the page behind what was found of the feed's text, where its words are the entry's
/// own and no day.
fn part_behind(view: &View<'_>, own: &Own) -> Option<usize> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let body = view.labels.body.as_ref()?.range();
    let mut next = page.next_from(body.end, own.end)?;
    // Pictures and rules say nothing.
    while words.within(page.region(next)).is_empty() {
        next = page.next_from(page.region(next).end.max(next + 1), own.end)?;
    }
    let rest = words.within(page.region(next));
    let is_own = page.tokens()[next].opens() && nearly_all(own.hits.count(&rest), rest.len());
    let says_day = || {
        let text = page.visible(page.region(next));
        !days_in(&text, &lex(&text), 1).is_empty()
    };
    (is_own && !says_day()).then_some(next)
}

/// True for a paragraph without a class, like the last one of what was found of the feed's text.
fn is_like_last(view: &View<'_>, next: usize) -> bool {
    let page = view.canvas.page;
    let last = view.labels.body.as_ref().map(|b| page.tag(b.range().end - 1));
    is_paragraph(page, next) && last == Some(page.tag(next)) && page.attr(next, "class").is_none()
}

/// True where an entry's own text holds what was found of the feed's.
pub(super) fn holds(view: &View<'_>, own: &Range<usize>) -> bool {
    view.labels.body.as_ref().is_some_and(|b| {
        own.start <= page_start(view, b.range()) && b.slot.tokens.end <= own.end + 1
    })
}

pub(super) fn words_in(view: &View<'_>, own: &Range<usize>) -> usize {
    view.canvas.words.within(own.clone()).len()
}

/// True where an entry's own text is longer than the feed's by a factor.
pub(super) fn is_longer(view: &View<'_>, own: &Range<usize>, factor: f64) -> bool {
    words_in(view, own) as f64 > factor * view.target.body.len() as f64
}

/// The first token that shows text.
pub(super) fn page_start(view: &View<'_>, tokens: Range<usize>) -> usize {
    let start = tokens.start;
    view.canvas.page.shown_texts(tokens).next().unwrap_or(start)
}
