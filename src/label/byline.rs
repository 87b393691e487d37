//! Names behind the words that say who wrote something: "by", "von", "Автор:". For blogs whose feed
//! names no author.
//!
//! Time: linear in the tokens of the windows. Not in WTM; made because the feeds of a quarter of
//! dev's blogs name no author.

use std::ops::Range;

use super::assign::Candidate;
use super::author::in_comment;
use super::signs::{
    LONGEST_VALUE, NAME_LENGTH, NAME_WORDS, PART, WORDS_AROUND, aside, in_link, near,
};
use super::{Spot, View};
use crate::address::{ahead_of_wrote, says_who, says_wrote};
use crate::date::lex;
use crate::entry::Slot;
use crate::page::words_of;
use crate::rule::in_frame;

/// The names behind such words beside an item, outside of its title and text.
pub(super) fn by_words(view: &View<'_>) -> Vec<Candidate<Spot>> {
    let page = view.canvas.page;
    let texts: Vec<usize> = page.shown_texts(view.labels.window.clone()).collect();
    let mut out = Vec::new();
    for (k, &i) in texts.iter().enumerate() {
        let text = page.data(i);
        let Some(behind) = phrase(text, day_in(view, i)) else {
            out.extend(name_ahead(text).and_then(|name| named(view, i, i, name)));
            continue;
        };
        let says = |t: &&usize| page.data(**t).contains(char::is_alphabetic);
        let ahead = texts[..k].iter().rev().find(says);
        let ahead = ahead.copied().filter(|&t| !(t..i).any(|a| page.is_block(a)));
        if ahead.is_some_and(|t| !is_days(view, t) && !ends_with_wrote(page.data(t))) {
            continue;
        }
        let name = name_at(text, behind, false).or_else(|| {
            let name = name_at(text, behind, true)?;
            (text[name.end..].trim().is_empty() && is_line(view, i)).then_some(name)
        });
        let place = match name {
            Some(name) => Some((i, name)),
            // The name is a text of its own, in a link perhaps.
            None if text[behind..].chars().all(is_mark) => {
                // Marks may part them: `<b>Written by</b>: <a>Ann</a>`. Behind a mere "by" they may
                // be all that there is.
                let says_more = words_of(&text[..behind]).len() > 1;
                let is_name = |t: &usize| !says_more || !page.data(*t).chars().all(is_mark);
                texts[k + 1..].iter().copied().take(2).find(is_name).and_then(|next| {
                    let text = page.data(next);
                    let linked = page.parent(next).is_some_and(|a| page.tag(a) == "a");
                    // `Written by <b>ann</b>`: the element right behind holds nothing else.
                    let element = page.tokens()[i + 1].opens().then(|| page.inside(i + 1));
                    let alone = says_more && element == Some(next..next + 1);
                    let name = 0..name_at(text, 0, linked || alone)?.end;
                    text[name.end..].trim().is_empty().then_some((next, name))
                })
            }
            None => None,
        };
        out.extend(place.and_then(|(token, name)| named(view, i, token, name)));
    }
    out
}

/// True for a text that is a line of its own, and no link: `by ann` may be one of them.
fn is_line(view: &View<'_>, text: usize) -> bool {
    let page = view.canvas.page;
    let block = page.ancestors(text).find(|&a| page.is_block(a));
    let words = |range| page.words_in(range);
    !in_link(page, text) && block.is_some_and(|b| words(page.region(b)) == words(text..text + 1))
}

/// The name in a text, said by another text or the same.
fn named(
    view: &View<'_>,
    said: usize,
    token: usize,
    name: Range<usize>,
) -> Option<Candidate<Spot>> {
    let page = view.canvas.page;
    let tokens = token..token + 1;
    if !view.free(&tokens) || in_comment(view.canvas, token) || in_frame(page, token) {
        return None;
    }
    let text = page.data(token);
    let slot = Slot {
        tokens,
        head: if text[..name.start].trim().is_empty() { 0 } else { name.start },
        tail: (!text[name.end..].trim().is_empty()).then_some(name.end),
    };
    Some(Candidate {
        // Some names of a blog are links, and others are not.
        context: view.canvas.path_of(said),
        weight: PART + near(view, token) + aside(page, token),
        place: Spot::at(slot),
    })
}

/// The name that a text begins with, where a phrase of writing follows: `周远 发表于 2013`.
fn name_ahead(text: &str) -> Option<Range<usize>> {
    let ahead = ahead_of_wrote(start_of(text))?;
    let name = name_at(ahead, 0, true)?;
    ahead[name.end..].trim().is_empty().then_some(name)
}

/// Whether a text is the item's day, or a part of it.
fn is_days(view: &View<'_>, token: usize) -> bool {
    view.labels.date.as_ref().is_some_and(|day| day.range().contains(&token))
}

fn ends_with_wrote(text: &str) -> bool {
    let words = words_of(text);
    let words = words.iter().map(|w| &text[w.start as usize..w.end as usize]);
    let named = words.rev().filter(|w| w.starts_with(char::is_alphabetic));
    named.take(WORDS_AROUND).any(|w| says_wrote(&w.to_lowercase()))
}

/// True where a text ends with words that say who wrote.
pub(super) fn ends_with_who(text: &str) -> bool {
    let words = words_of(text);
    let Some(last) = words.last() else { return false };
    let from = words.len().saturating_sub(NAME_WORDS);
    let phrase = |start: u32| text[start as usize..last.end as usize].to_lowercase();
    words[from..].iter().any(|w| says_who(&phrase(w.start)))
}

/// Where the day in a text ends, if it is the item's.
pub(super) fn day_in(view: &View<'_>, token: usize) -> usize {
    let spot =
        view.labels.date.as_ref().filter(|s| s.attr.is_none() && s.slot.tokens.start == token);
    let pattern = spot.and_then(|s| s.date.as_ref()).map(|d| &d.0);
    pattern.and_then(|p| p.read(view.canvas.page.data(token))).map_or(0, |(_, at)| at.end)
}

/// The end of a phrase that says who wrote, no longer than a name: at the start of a text, behind
/// the day or a word of writing there.
pub(super) fn phrase(text: &str, day: usize) -> Option<usize> {
    let near = day + start_of(text.get(day..)?).len();
    let words = words_of(&text[..near]);
    let lower = |first: usize, last: usize| {
        text[words[first].start as usize..words[last].end as usize].to_lowercase()
    };
    for from in [0, words.partition_point(|w| (w.start as usize) < day)] {
        for first in from..words.len().min(from + WORDS_AROUND + 1) {
            if first > from && !(from..first).any(|k| says_wrote(&lower(k, k))) {
                continue;
            }
            let mut lasts = first..words.len().min(first + NAME_WORDS);
            if let Some(last) = lasts.find(|&last| says_who(&lower(first, last))) {
                return Some(words[last].end as usize);
            }
        }
    }
    None
}

fn is_mark(c: char) -> bool {
    c.is_whitespace() || is_colon(c)
}

fn is_colon(c: char) -> bool {
    matches!(c, ':' | '：')
}

/// As much of a text as a value may be long.
fn start_of(text: &str) -> &str {
    text.char_indices().nth(LONGEST_VALUE).map_or(text, |(at, _)| &text[..at])
}

/// The name that a text has from there on, behind mere marks: words with capitals, one without,
/// or signs in a row.
/// One without capitals is a name where it is `sure`, or a mark or a word of writing says so.
pub(super) fn name_at(text: &str, from: usize, sure: bool) -> Option<Range<usize>> {
    let rest = start_of(text.get(from..)?);
    let sure = sure || rest.starts_with(is_colon) || words_of(&text[..from]).len() > 1;
    let words = words_of(rest);
    let at = |k: usize| words[k].start as usize..words[k].end as usize;
    let first = words.first()?;
    if !rest[..first.start as usize].chars().all(is_mark) {
        return None;
    }
    let starts_with = |k: usize, is: fn(char) -> bool| rest[at(k)].starts_with(is);
    let cased = |c: char| c.is_uppercase() || c.is_lowercase();
    let mut last = 0;
    while last + 1 < words.len() {
        let between = &rest[at(last).end..at(last + 1).start];
        let joined = match between.trim_matches(['.', '-', '_', '\'', '’']) {
            "" => !between.contains(' ') || starts_with(last, char::is_uppercase),
            " " => {
                starts_with(last, char::is_uppercase) && starts_with(last + 1, char::is_uppercase)
            }
            _ => false,
        };
        if !joined {
            break;
        }
        last += 1;
    }
    let name = at(0).start..at(last).end;
    let signs = !rest[name.clone()].contains(cased);
    let few = signs || last < NAME_WORDS;
    let behind = rest[name.end..].split(|c: char| !c.is_alphabetic() && c != ' ').next()?;
    let alone = starts_with(0, char::is_uppercase)
        || signs
        || sure && behind.split_whitespace().count() <= WORDS_AROUND;
    let short = rest[name.clone()].chars().count() <= NAME_LENGTH;
    let letters = rest[name.clone()].starts_with(char::is_alphabetic);
    let wrote = ahead_of_wrote(&rest[name.clone()]) == Some("");
    let month = lex(rest).iter().any(|l| l.start == name.start && l.end == name.end);
    (few && alone && short && letters && !wrote && !month)
        .then(|| from + name.start..from + name.end)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_behind_words_that_say_who() {
        let cases = [
            ("Posted by Lars Ekvall at 08:42", Some("Lars Ekvall")),
            ("by admin", None),
            ("By boat.", None),
            ("Author: admin", Some("admin")),
            ("Posted by admin at 10:42", Some("admin")),
            ("by R. Whitlock, 3 May", Some("R. Whitlock")),
            ("By Anne-Marie O'Hara | 4 comments", Some("Anne-Marie O'Hara")),
            ("Автор: Shinodin", Some("Shinodin")),
            ("geschrieben von Lena um 9:10", Some("Lena")),
            ("作者：周远", Some("周远")),
            ("作者：发布于", None),
            ("Entrada de Martí Oliveras", Some("Martí Oliveras")),
            ("作者： 周远 发表于 2013", Some("周远")),
            ("comments powered by Disqus", None),
            ("de Abril de 2009", None),
            ("by June Calder", Some("June Calder")),
            ("by the man from the mill", None),
            ("A walk along the river by Ann", None),
            ("bypass", None),
        ];
        for (text, name) in cases {
            let found = phrase(text, 0).and_then(|behind| name_at(text, behind, false));
            assert_eq!(found.map(|at| &text[at]), name, "{text}");
        }
    }

    #[test]
    fn names_ahead_of_words_of_writing() {
        let cases = [
            ("周远 发表于 2013", Some("周远")),
            ("周远 提交于 04:53 PM", Some("周远")),
            ("发表于 2013", None),
            ("周远在车站写信 2013", None),
            ("评论 3 发表于 2013", None),
        ];
        for (text, name) in cases {
            assert_eq!(name_ahead(text).map(|at| &text[at]), name, "{text}");
        }
    }
}
