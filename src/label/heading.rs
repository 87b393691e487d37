//! Titles in their headings: what all items together tell of where a title begins and ends there.
//! The feed's titles may be shorter than the page's, and the page's may have signs around them.
//!
//! Time: O(titles · words of their headings).

use std::collections::{HashMap, HashSet};

use super::assign::Candidate;
use super::canvas::grams;
use super::signs::{LEAST_PREFIX, LONGEST_VALUE, in_heading, in_link};
use super::{Spot, View};
use crate::address::names_comments;
use crate::entry::Slot;
use crate::page::{is_heading, words_of};
use crate::share::some;

type Chosen = Option<Candidate<Spot>>;

/// Let the titles chosen for the items begin and end where they all together tell.
pub(super) fn fit(views: &[View<'_>], chosen: &mut [Chosen]) {
    keep_to_headings(views, chosen);
    go_on_to_ends(views, chosen);
    leave_signs(views, chosen, Side::Ahead);
    leave_signs(views, chosen, Side::Behind);
}

/// The items whose titles stand at one place of the template, by number.
fn by_context(chosen: &[Chosen]) -> Vec<Vec<usize>> {
    let mut groups: HashMap<&str, Vec<usize>> = HashMap::new();
    for (k, c) in chosen.iter().enumerate().filter_map(|(k, c)| Some((k, c.as_ref()?))) {
        groups.entry(&c.context).or_default().push(k);
    }
    groups.into_values().collect()
}

/// Titles that go on behind their heading (`<h1>Rye</h1><h2>(at last)</h2>`) end with it, where
/// those of some items do: the rest is a subtitle.
fn keep_to_headings(views: &[View<'_>], chosen: &mut [Chosen]) {
    let heading_end = |k: usize| {
        let (page, slot) = (views[k].canvas.page, &chosen[k].as_ref()?.place.slot);
        let heading = page.ancestors(slot.tokens.start).find(|&a| is_heading(page.tag(a)));
        heading.map(|h| page.inside(h).end).filter(|end| *end < slot.tokens.end)
    };
    let ends: Vec<Option<usize>> = (0..chosen.len()).map(heading_end).collect();
    for group in by_context(chosen) {
        let alone = group.iter().filter(|k| ends[**k].is_none()).count();
        if !some(alone, group.len()) {
            continue;
        }
        for (k, end) in group.into_iter().filter_map(|k| Some((k, ends[k]?))) {
            if let Some(c) = &mut chosen[k] {
                c.place.slot.tokens.end = end;
                c.place.slot.tail = None;
            }
        }
    }
}

/// Titles behind which the page says more than the feed, something else for each: they go on to the
/// end of their text. What a sign parts from two of them, or has a word in all, is the
/// template's; so is what has a number, or is told of the item otherwise.
fn go_on_to_ends(views: &[View<'_>], chosen: &mut [Chosen]) {
    for group in by_context(chosen) {
        let rest = |k: &usize| Some((*k, rest_of(&views[*k], &chosen[*k].as_ref()?.place.slot)?));
        let rests: Vec<(usize, Rest)> = group.iter().filter_map(rest).collect();
        let each = || rests.iter().map(|(_, rest)| rest);
        let first: HashSet<u64> = each().map(|rest| rest.words[0]).collect();
        let vary = first.len() == rests.len() && first.len() >= LEAST_PREFIX;
        let in_all = |word: &u64| each().all(|rest| rest.words.contains(word));
        let mut signs = HashSet::new();
        let parted = each().filter_map(|rest| rest.sign).any(|sign| !signs.insert(sign));
        let said = each().any(|rest| rest.words.iter().any(in_all) || !rest.may_be_title);
        if !vary || parted || said || !some(rests.len(), group.len()) {
            continue;
        }
        for (k, _) in rests {
            if let Some(c) = &mut chosen[k] {
                c.place.slot.tail = None;
            }
        }
    }
}

/// What stands behind a title in its own text.
struct Rest {
    words: Vec<u64>,
    /// The sign that it begins with.
    sign: Option<char>,
    may_be_title: bool,
}

/// What stands behind a title that ends inside a text of its heading or link.
fn rest_of(view: &View<'_>, title: &Slot) -> Option<Rest> {
    let (page, target) = (view.canvas.page, view.target);
    let (last, tail) = (title.tokens.end - 1, title.tail?);
    let text = page.data(last).get(tail..)?.trim();
    if text.len() > LONGEST_VALUE || !in_heading(page, last) && !in_link(page, last) {
        return None;
    }
    let words: Vec<u64> = words_of(text).iter().map(|word| word.key).collect();
    let sign = text.chars().next().filter(|c| !c.is_alphanumeric());
    let mut names = target.tags.iter().chain(&target.authors);
    let names_item = names.any(|(_, keys)| words.windows(keys.len().max(1)).any(|w| w == keys));
    let mut parts = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let may_be_title = !text.contains(char::is_numeric)
        && text.contains(char::is_alphabetic)
        && !names_item
        && !parts.any(|part| names_comments(&part))
        && !grams(&words).any(|gram| target.grams.contains(&gram));
    (!words.is_empty()).then_some(Rest { words, sign, may_be_title })
}

/// Where signs stand.
#[derive(Clone, Copy)]
enum Side {
    Ahead,
    Behind,
}

/// Signs that all titles have ahead of them or behind them, and the feed's have not, are the
/// template's: `.: Rye at last ::`.
fn leave_signs(views: &[View<'_>], chosen: &mut [Chosen], side: Side) {
    for group in by_context(chosen) {
        let signs = |k: &usize| signs_of(&views[*k], &chosen[*k].as_ref()?.place.slot, side);
        let signs: Vec<(usize, Signs)> =
            group.iter().filter_map(|k| Some((*k, signs(k)?))).collect();
        let least = signs.iter().map(|s| s.1.text).min_by_key(|text| text.len());
        let Some(least) = least.filter(|sign| is_ornament(sign)) else { continue };
        let has = |(_, signs): &(usize, Signs)| match side {
            Side::Ahead => signs.text.starts_with(least),
            Side::Behind => signs.text.ends_with(least),
        };
        let titles: HashSet<&str> = group.iter().map(|k| views[*k].target.title.as_str()).collect();
        let in_all = signs.len() == group.len() && signs.iter().all(has);
        if !in_all || titles.len() < LEAST_PREFIX {
            continue;
        }
        for (k, signs) in signs {
            let Some(Candidate { place: Spot { slot, .. }, .. }) = &mut chosen[k] else { continue };
            match side {
                Side::Ahead => slot.head = signs.at + least.len(),
                Side::Behind => slot.tail = Some(signs.at + signs.text.len() - least.len()),
            }
        }
    }
}

/// True for signs that are no title's own: those of sentences, quotations, brackets, sums and money
/// are, but in such runs as `.:` and `::`; arrows mark some of the titles of a blog.
fn is_ornament(signs: &str) -> bool {
    let is_own = |c: char| {
        matches!(c, '!' | '"' | '\'' | '(' | ')' | ',' | '-' | '.' | ':' | ';' | '?' | '[' | ']')
            || matches!(c, '{' | '}' | '`' | '¡' | '¿' | '«' | '»' | '\u{2010}'..='\u{203a}')
            || matches!(c, '$' | '%' | '&' | '+' | '@' | '©' | '®' | '\u{20a0}'..='\u{21ff}')
            || matches!(c, '\u{3000}'..='\u{303f}' | '・' | '\u{ff00}'..='\u{ffef}')
            || c.is_whitespace()
    };
    !signs.contains(is_own) || signs.len() > 1 && signs.contains(':')
}

/// Signs beside a title in its own text, and where they begin there.
struct Signs<'p> {
    text: &'p str,
    at: usize,
}

/// The signs ahead of a title's first word or behind its last that the feed's title lacks.
fn signs_of<'p>(view: &View<'p>, title: &Slot, side: Side) -> Option<Signs<'p>> {
    let (page, all) = (view.canvas.page, &view.canvas.words);
    let words = all.within(title.tokens.clone());
    let said = &view.target.title;
    // A value is cut in its first text or its last.
    let signs = match side {
        Side::Ahead => {
            let &(token, start, _) = all.places.get(words.start)?;
            let is_first = view.target.title_words.first() == all.keys.get(words.start);
            if title.head > 0 || token as usize != title.tokens.start || !is_first {
                return None;
            }
            let said = said.split(char::is_alphanumeric).next().unwrap_or_default().trim();
            let shown = page.data(token as usize).get(..start as usize)?.trim_end();
            let shown = shown.strip_suffix(said)?.trim_end();
            let text = shown.trim_start();
            Signs { text, at: shown.len() - text.len() }
        }
        Side::Behind => {
            let last = words.end.checked_sub(1)?;
            let &(token, _, end) = all.places.get(last)?;
            let is_last = view.target.title_words.last() == all.keys.get(last);
            if title.tail.is_some() || token as usize + 1 != title.tokens.end || !is_last {
                return None;
            }
            let said = said.rsplit(char::is_alphanumeric).next().unwrap_or_default().trim();
            let data = page.data(token as usize);
            let shown = data.get(end as usize..)?.trim_start();
            let shown = shown.strip_prefix(said)?.trim_start();
            Signs { text: shown.trim_end(), at: data.len() - shown.len() }
        }
    };
    (!words.is_empty() && !signs.text.is_empty()).then_some(signs)
}
