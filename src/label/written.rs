//! Tags that are no links but words of one text: "Filed under bread", "Tags: salt, rye bread",
//! "#salt #bread".
//!
//! The feed's tags in a text tell what stands ahead of them, what parts them, and what else is one:
//! each piece between signs. One sign parts all texts of a place. Where the feed has none a word
//! for tags with a colon tells as much.
//!
//! Time: O(places of the tags · log), and for each text with some, which is short, its pieces and
//! tags, times [`SIGNS`].

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;

use super::signs::{CLOUD_LINKS, FEW_WORDS, LONGEST_VALUE, in_link, in_link_apart};
use super::{Spot, View};
use crate::address::{names_tags, names_topic};
use crate::entry::{Slot, piece};
use crate::page::fold;

/// Signs that part tags; of equally good ones the first counts.
const SIGNS: [char; 9] = [',', '，', '、', ';', '|', '/', '·', '•', '#'];

/// True for a sign that may stand between tags, and hardly in one.
pub(super) fn parts(c: char) -> bool {
    SIGNS[..6].contains(&c)
}

/// A text with tags.
struct Text {
    token: usize,
    /// Bytes ahead of them.
    head: usize,
    /// A word ahead of them says that they are tags.
    told: bool,
    /// Those of the feed: the bytes where they stand, in order, and their numbers.
    tags: Vec<(Range<usize>, usize)>,
}

/// A tag as written in a text.
pub(super) struct Written {
    /// Where in the template the text stands.
    pub(super) place: String,
    pub(super) spot: Spot,
    pub(super) name: String,
    /// Which of the feed's tags it is.
    pub(super) number: Option<usize>,
    /// A word ahead of it says that it is one.
    pub(super) told: bool,
}

/// For each view the tags that are words of texts.
pub(super) fn in_texts(views: &[View<'_>]) -> Vec<Vec<Written>> {
    let all: Vec<Vec<(String, Text)>> = views.iter().map(texts).collect();
    // For each sign the pieces that are tags, and those that are none.
    let mut counts: HashMap<&str, [(usize, Reverse<usize>); SIGNS.len() + 1]> = HashMap::new();
    for (view, texts) in views.iter().zip(&all) {
        for (place, text) in texts {
            for ((hits, misses), sign) in counts.entry(place).or_default().iter_mut().zip(signs()) {
                for (_, number) in pieces(view, text, sign) {
                    let hit = text.told || number.is_some();
                    *(if hit { &mut *hits } else { &mut misses.0 }) += 1;
                }
            }
        }
    }
    let best = |place: &str| {
        let ranked = signs().zip(counts.get(place).copied().unwrap_or_default());
        ranked.reduce(|a, b| if b.1 > a.1 { b } else { a }).and_then(|best| best.0)
    };
    let of = |(view, texts): (&View<'_>, &Vec<(String, Text)>)| {
        let written = |(place, text): &(String, Text)| -> Vec<Written> {
            let (sign, data) = (best(place), view.canvas.page.data(text.token));
            let one = |(bytes, number): (Range<usize>, Option<usize>)| {
                let tokens = text.token..text.token + 1;
                let name = fold(&data[bytes.clone()]);
                let slot = Slot { tokens, head: bytes.start, tail: Some(bytes.end) };
                let spot = Spot { split: sign, ..Spot::at(slot) };
                Written { place: place.clone(), spot, name, number, told: text.told }
            };
            pieces(view, text, sign).into_iter().map(one).collect()
        };
        texts.iter().flat_map(written).filter(|w| w.name.len() <= LONGEST_VALUE).collect()
    };
    views.iter().zip(&all).map(of).collect()
}

/// Where no entry has two tags, others may have them in one text: a comma parts these, unless tags
/// have one themselves.
pub(super) fn part_alone(views: &[View<'_>], tags: &mut [Vec<Spot>]) {
    let comma = SIGNS[0];
    let has = |(view, tags): (&View<'_>, &Vec<Spot>)| {
        tags.len() > 1 || tags.iter().any(|s| s.slot.text(view.canvas.page).contains(comma))
    };
    if !views.iter().zip(&*tags).any(has) {
        tags.iter_mut().flatten().for_each(|s| s.split = Some(comma));
    }
}

/// The tags of a text as one label.
pub(super) fn joined(spots: Vec<Spot>, view: &View<'_>) -> Vec<Spot> {
    let mut out: Vec<Spot> = Vec::new();
    for spot in spots {
        let same = |last: &&mut Spot| {
            let (a, b) = (&last.slot.tokens, &spot.slot.tokens);
            is_written(last) && is_written(&spot) && a == b && last.family == spot.family
        };
        match out.last_mut().filter(same) {
            Some(last) => last.slot.tail = spot.slot.tail,
            None => out.push(spot),
        }
    }
    for slot in out.iter_mut().filter(|s| is_written(s)).map(|s| &mut s.slot) {
        let data = view.canvas.page.data(slot.tokens.start);
        if data[..slot.head].trim().is_empty() {
            slot.head = 0;
        }
        slot.tail = slot.tail.filter(|end| !data[*end..].trim().is_empty());
    }
    out
}

fn is_written(spot: &Spot) -> bool {
    spot.slot.tail.is_some() && spot.slot.tokens.len() == 1
}

/// The signs that may part a text's tags. None where these are tags themselves.
fn signs() -> impl Iterator<Item = Option<char>> {
    SIGNS.into_iter().map(Some).chain([None])
}

/// The texts of a view that have tags, each with its place. A tag that is all of an element is none
/// of these.
fn texts(view: &View<'_>) -> Vec<(String, Text)> {
    let (canvas, page) = (view.canvas, view.canvas.page);
    let within = canvas.words.within(view.labels.window.clone());
    // Longer than any row of tags it is the text of something.
    let may_be = |i: usize| {
        let short = page.data(i).len() <= CLOUD_LINKS * LONGEST_VALUE;
        short && view.free(&(i..i + 1)) && (!in_link(page, i) || is_of_tags(view, i))
    };
    let mut out: BTreeMap<usize, Text> = BTreeMap::new();
    let mut is_labelled = false;
    for token in page.shown_texts(view.labels.window.clone()) {
        let data = page.data(token);
        let label = label_of(data);
        let head = label.map(str::len).or(is_labelled.then_some(0)).unwrap_or(data.len());
        is_labelled = label.is_some_and(|label| data[label.len()..].trim().is_empty());
        if !data[head..].trim().is_empty() && may_be(token) {
            out.insert(token, Text { token, head, told: true, tags: Vec::new() });
        }
    }
    for (number, (_, keys)) in view.target.tags.iter().enumerate() {
        for at in canvas.find_words(keys, &within) {
            let (first, start, _) = canvas.words.places[at];
            let (last, _, end) = canvas.words.places[at + keys.len() - 1];
            let token = first as usize;
            let is_element = || view.element_of(&(at..at + keys.len())).is_some();
            if first == last && may_be(token) && !is_element() {
                let new = || Text { token, head: 0, told: false, tags: Vec::new() };
                let text = out.entry(token).or_insert_with(new);
                text.tags.push((start as usize..end as usize, number));
            }
        }
    }
    out.values_mut().for_each(|text| text.tags.sort_by_key(|(tag, _)| (tag.start, tag.end)));
    let place = |text: Text| Some((canvas.path_of(page.parent(text.token)?), text));
    out.into_values().filter_map(place).collect()
}

/// True for a text in a card that is one link, where it shows tags of the feed and nothing else.
fn is_of_tags(view: &View<'_>, text: usize) -> bool {
    let names = || view.canvas.page.data(text).split(parts).map(fold);
    let is_tag = |name: String| view.target.tags.iter().any(|(tag, _)| *tag == name);
    !in_link_apart(view, text) && names().all(is_tag)
}

/// The label ahead of tags that a text begins with: "Tags:", "Filed under topics:".
pub(super) fn label_of(text: &str) -> Option<&str> {
    let (at, colon) = text.match_indices([':', '：']).next()?;
    let words = text[..at].split_whitespace();
    let last = words.clone().next_back()?.to_lowercase();
    let most = if names_topic(&last) { 1 } else { FEW_WORDS };
    let is_label = words.count() <= most && names_tags(&last);
    is_label.then(|| &text[..at + colon.len()])
}

/// The pieces of a text between signs, and which of the feed's tags they are. A few words ahead of
/// the first tag and behind the last are none of them.
fn pieces(view: &View<'_>, text: &Text, sign: Option<char>) -> Vec<(Range<usize>, Option<usize>)> {
    let data = view.canvas.page.data(text.token);
    let mut parts: Vec<Range<usize>> = Vec::new();
    let mut from = text.head;
    let ends = data[text.head..]
        .match_indices(|c| Some(c) == sign)
        .map(|(at, sign)| (text.head + at, text.head + at + sign.len()));
    for (end, next) in ends.chain([(data.len(), data.len())]) {
        parts.extend(piece(data, from..end));
        from = next;
    }
    let few = |bytes: Range<usize>| data[bytes].split_whitespace().count() <= FEW_WORDS;
    let last = parts.len().saturating_sub(1);
    let known = |(k, part): (usize, Range<usize>)| {
        let is = |tag: &Range<usize>| {
            part.start <= tag.start
                && tag.end <= part.end
                && (part.start == tag.start || k == 0 && few(part.start..tag.start))
                && (part.end == tag.end || k == last && few(tag.end..part.end))
        };
        // "Filed under under": the last word is the tag.
        let whole = |(tag, _): &&(Range<usize>, usize)| (tag.end, Reverse(tag.start));
        let found = if k == 0 || k == last {
            text.tags.iter().filter(|(tag, _)| is(tag)).max_by_key(whole)
        } else {
            let exact = (part.start, part.end);
            let at = text.tags.binary_search_by_key(&exact, |(tag, _)| (tag.start, tag.end));
            at.ok().map(|at| &text.tags[at])
        };
        match found {
            Some((tag, number)) => (tag.clone(), Some(*number)),
            None => (part, None),
        }
    };
    parts.into_iter().enumerate().map(known).collect()
}
