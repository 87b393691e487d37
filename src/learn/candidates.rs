//! Candidate rules for one field, grown outward from the labels and generalised over the training
//! items (WTM section 4).
//!
//! Start candidates end at an element that the value fills from its start, at the token directly
//! ahead of the value, or inside the text ahead of it ("by "); each is tried alone, with the tokens
//! ahead of it (the paper's walk), and with an element around it (STALKER's disjoint landmark; for
//! templates with optional parts in between).
//!
//! Time: O(items · window); there are at most about two hundred candidates a field.

use std::collections::HashMap;
use std::ops::Range;

use indexmap::IndexSet;

use super::bounds::{LONGEST_LITERAL, LONGEST_WALK, MOST_KINDS};
use super::field::Item;
use super::general;
use crate::date::Pattern;
use crate::entry::{Field, Slot};
use crate::label::{Mechanism, Spot};
use crate::page::{Kind, Page, fold, is_heading, is_xml};
use crate::rule::{
    ANY_HEADING, EndPattern, Evidence, FieldRule, Profile, Scope, TextTest, TokenPattern, Value,
    stop_behind,
};
use crate::share::some;

/// A place a start pattern may end at, for one item: the token, and whether the value begins inside
/// of its text.
#[derive(Clone, Copy, PartialEq)]
struct Seed {
    token: usize,
    cut: bool,
}

/// The rules that may be meant, made from the labels of some items, each once. `split`: the sign
/// that parts tags of one text in any item, which those that teach may lack.
pub(super) fn candidates(
    field: Field,
    train: &[&Item<'_>],
    split: Option<char>,
) -> IndexSet<FieldRule> {
    let mut out: IndexSet<FieldRule> = IndexSet::new();
    let spots: Vec<&Spot> =
        train.iter().filter_map(|i| i.labels.spots(field).first().copied()).collect();
    if spots.len() < train.len() {
        return out;
    }
    // Items are grouped by the tag name of the seed; some of the items may make a rule.
    let mut groups: Vec<(String, Vec<(usize, Seed)>)> = Vec::new();
    for (k, (item, spot)) in train.iter().zip(&spots).enumerate() {
        for (key, seed) in seeds(field, item, spot) {
            match groups.iter_mut().find(|g| g.0 == key) {
                Some(g) => g.1.push((k, seed)),
                None => groups.push((key, vec![(k, seed)])),
            }
        }
    }
    let alike: Vec<(String, Vec<(usize, Seed)>)> =
        groups.iter().filter_map(|(key, all)| Some((key.clone(), alike(train, all)?))).collect();
    for (_, members) in groups.into_iter().chain(alike) {
        if !some(members.len(), train.len()) {
            continue;
        }
        let pages: Vec<(&Page, usize)> =
            members.iter().map(|(k, s)| (train[*k].canvas.page, s.token)).collect();
        let windows: Vec<&Range<usize>> = members.iter().map(|(k, _)| &train[*k].window).collect();
        let chosen: Vec<(&Item<'_>, &Spot)> =
            members.iter().map(|(k, _)| (train[*k], spots[*k])).collect();
        let named = matches!(field, Field::Tags | Field::Author);
        let value = |(item, spot): &(&Item<'_>, &Spot)| spot.slot.text(item.canvas.page);
        let values: Vec<String> = match named && spots[members[0].0].attr.is_none() {
            true => chosen.iter().map(value).collect(),
            false => Vec::new(),
        };
        let lasts = if members[0].1.cut {
            cut_text(&chosen)
                .map(|t| vec![TokenPattern::Text(TextTest::Has(t))])
                .unwrap_or_default()
        } else {
            let led = named.then(|| general::address(&pages, &values)).flatten();
            let plain =
                general::pattern(&pages, false).map(|p| general::variants(&p)).unwrap_or_default();
            plain.into_iter().chain(led).collect()
        };
        let ends = ends(field, &chosen, &pages);
        let dates = dates(&chosen);
        for last in lasts {
            for start in walks(&pages, &windows, &last, spots[members[0].0].sticky) {
                if general::asks_for(&start, &values) {
                    continue;
                }
                for end in &ends {
                    let flat = !chosen[0].0.canvas.using.has(Mechanism::Structure);
                    if flat
                        && (end.tokens.is_empty() && spots[members[0].0].attr.is_none()
                            || start.iter().any(is_around))
                    {
                        continue;
                    }
                    let end =
                        if flat { EndPattern { level: None, ..end.clone() } } else { end.clone() };
                    for date in &dates {
                        let mut rule = rule(
                            field,
                            spots[members[0].0],
                            start.clone(),
                            vec![end.clone()],
                            date.clone(),
                        );
                        rule.split = split;
                        out.insert(rule);
                    }
                }
            }
        }
    }
    out
}

/// Of items whose seeds have different tokens ahead, those that are most alike: what one item in
/// ten has there must not keep the walk from the others. None where all are alike.
fn alike(train: &[&Item<'_>], members: &[(usize, Seed)]) -> Option<Vec<(usize, Seed)>> {
    let ahead = |(k, seed): &(usize, Seed)| {
        let (page, lowest) = (train[*k].canvas.page, train[*k].window.start);
        let first = page.previous(seed.token, lowest);
        let second = first.and_then(|f| page.previous(f, lowest));
        let name = |i: usize| (page.tokens()[i].kind, page.tag(i));
        (first.map(name), second.map(name))
    };
    let kinds: Vec<_> = members.iter().map(ahead).collect();
    let mut counts: HashMap<_, usize> = HashMap::new();
    kinds.iter().for_each(|kind| *counts.entry(*kind).or_default() += 1);
    let best = kinds.iter().rev().max_by_key(|kind| counts[*kind])?;
    let kept = members.iter().zip(&kinds).filter(|(_, k)| *k == best).map(|(m, _)| *m);
    Some(kept.collect()).filter(|kept: &Vec<_>| kept.len() < members.len())
}

fn rule(
    field: Field,
    spot: &Spot,
    start: Vec<TokenPattern>,
    ends: Vec<EndPattern>,
    date: Option<Pattern>,
) -> FieldRule {
    FieldRule {
        field,
        scope: if spot.sticky { Scope::Sticky } else { Scope::Record },
        value: match (&spot.attr, field) {
            (Some(a), _) => Value::Attr(a.clone()),
            (None, Field::Body | Field::Excerpt) => Value::Html,
            _ => Value::Text,
        },
        start,
        ends,
        many: field == Field::Tags,
        split: None,
        optional: false,
        date,
        evidence: Evidence::default(),
        profile: Profile::default(),
        regex: None,
    }
}

/// True for a pattern of an element around the value.
pub(super) fn is_around(t: &TokenPattern) -> bool {
    matches!(t, TokenPattern::Open { around: true, .. })
}

/// Where a start pattern may end for one item, each with a key that groups it with the same place
/// of other items.
fn seeds(field: Field, item: &Item<'_>, spot: &Spot) -> Vec<(String, Seed)> {
    let page = item.canvas.page;
    let first = spot.slot.tokens.start;
    if let Some(attr) = &spot.attr {
        return vec![(format!("@{attr} {}", page.tag(first)), Seed { token: first, cut: false })];
    }
    let mut out = Vec::new();
    let lowest = if spot.sticky { 0 } else { item.window.start };
    if head_of(item, spot) > 0 {
        out.push(("text".to_owned(), Seed { token: first, cut: true }));
        if field != Field::Date {
            return out;
        }
    }
    // Elements that start with the value; for dates any element around, as the pattern finds the
    // day inside.
    let itself = page.tokens()[first].opens().then_some(first);
    for (k, a) in itself
        .into_iter()
        .chain(page.ancestors(first))
        .take_while(|&a| a >= lowest)
        .take(LONGEST_WALK)
        .enumerate()
    {
        // A day is read from the start on: what stands ahead of the title is none of its words.
        let is_ahead = |title: &Slot| {
            let in_one_text = title.head > 0 && title.tokens.start == first;
            field == Field::Date && (in_one_text || spot.slot.tokens.end <= title.tokens.start)
        };
        let title = item.labels.title.as_ref().map(|t| &t.slot);
        let taken = title.is_some_and(|t| {
            field != Field::Title && page.encloses(a, t.tokens.start) && !is_ahead(t)
        });
        if taken || page.tag(a) == "body" {
            break;
        }
        if field != Field::Date && page.has_text(a..first) {
            break;
        }
        if !page.tokens()[a].implied() {
            let tag = if is_heading(page.tag(a)) { ANY_HEADING } else { page.tag(a) };
            let height = if field == Field::Date { k.min(1) } else { 0 };
            out.push((format!("<{tag}{height}"), Seed { token: a, cut: false }));
        }
        // What is around the link of a tag may hold several.
        if field == Field::Tags && page.tag(a) == "a" {
            break;
        }
    }
    // The token directly ahead, where it is no start tag of an element: the end of something, a
    // text, a void element.
    if let Some(p) = page.previous(first, lowest)
        && !(page.tokens()[p].opens() && page.encloses(p, first))
    {
        let kind = match page.tokens()[p].kind {
            Kind::Text => "text ahead".to_owned(),
            _ => format!("{:?} {}", page.tokens()[p].kind, page.tag(p)),
        };
        out.push((kind, Seed { token: p, cut: false }));
    }
    // Elements in one another may have one key: the outermost of them is taken and the innermost,
    // of tags, which an element around may hold several of, the innermost alone.
    let has = |some: &[(String, Seed)], k: usize| some.iter().any(|other| other.0 == out[k].0);
    let taken = |k: usize| {
        let (inner, outer) = (has(&out[..k], k), has(&out[k + 1..], k));
        let key = &out[k].0;
        match (inner, outer) {
            (false, false) => Some(key.clone()),
            (false, true) if field == Field::Tags => Some(key.clone()),
            (false, true) => Some(format!("{key} inmost")),
            (true, false) if field != Field::Tags => Some(key.clone()),
            _ => None,
        }
    };
    (0..out.len()).filter_map(|k| Some((taken(k)?, out[k].1))).collect()
}

/// What the texts ahead of the values, inside the values' own token, end with: `by `.
fn cut_text(chosen: &[(&Item<'_>, &Spot)]) -> Option<String> {
    let mut heads: Vec<(&str, usize)> = Vec::new();
    for (item, spot) in chosen {
        let data = item.canvas.page.data(spot.slot.tokens.start);
        let head = data.get(..head_of(item, spot)).unwrap_or("");
        let behind = &head[day_in(item, head).map_or(0, |day| day.end)..];
        heads.push((behind, behind.len()));
    }
    common_end(&heads)
}

/// Bytes of the text that a value begins in that stand ahead of it: of a day's text, of the day
/// (`Published: 3 May`).
fn head_of(item: &Item<'_>, spot: &Spot) -> usize {
    let day = || {
        let (pattern, _) = spot.date.as_ref().filter(|_| spot.slot.tokens.len() == 1)?;
        Some(pattern.read(item.canvas.page.data(spot.slot.tokens.start))?.1.start)
    };
    if spot.slot.head > 0 { spot.slot.head } else { day().unwrap_or(0) }
}

/// Where a text beside a value shows the item's day: that all of the newest items were written in
/// one month is no template.
fn day_in(item: &Item<'_>, text: &str) -> Option<Range<usize>> {
    let (pattern, _) = item.labels.date.as_ref()?.date.as_ref()?;
    pattern.read(text).map(|read| read.1)
}

/// What raw texts, each up to a byte, end with in common: white space folded, at most
/// [`LONGEST_LITERAL`] characters, more than blanks.
fn common_end(texts: &[(&str, usize)]) -> Option<String> {
    let heads: Vec<Vec<char>> = texts
        .iter()
        .map(|(raw, to)| {
            let raw = raw.get(..*to).unwrap_or("");
            let mut text = fold(raw);
            if raw.ends_with(char::is_whitespace) {
                text.push(' ');
            }
            text.chars().collect()
        })
        .collect();
    let first = heads.first()?;
    let n = heads.iter().skip(1).fold(first.len(), |n, h| {
        n.min(first.iter().rev().zip(h.iter().rev()).take_while(|(a, b)| a == b).count())
    });
    let mut from = first.len() - n.min(LONGEST_LITERAL);
    // Half a word in common is chance.
    if n < first.len() || n > LONGEST_LITERAL || heads.iter().any(|h| h.len() > n) {
        while from < first.len() && first[from].is_alphanumeric() {
            from += 1;
        }
    }
    // A number in common is the year of the newest entries; what XML has not, no rule can hold.
    if let Some(last) = first[from..].iter().rposition(|c| c.is_numeric() || !is_xml(*c)) {
        from += last + 1;
    }
    let text: String = first[from..].iter().collect();
    (!text.trim().is_empty()).then_some(text)
}

/// Start patterns that end with `last`: alone; with tokens ahead of it; with an element around it.
fn walks(
    pages: &[(&Page, usize)],
    windows: &[&Range<usize>],
    last: &TokenPattern,
    sticky: bool,
) -> Vec<Vec<TokenPattern>> {
    let mut out = vec![vec![last.clone()]];
    let mut at: Vec<usize> = pages.iter().map(|p| p.1).collect();
    let mut walk = vec![last.clone()];
    for _ in 0..LONGEST_WALK {
        let ahead: Option<Vec<usize>> = pages
            .iter()
            .zip(&at)
            .zip(windows)
            .map(|((p, &i), w)| p.0.previous(i, if sticky { 0 } else { w.start }))
            .collect();
        let Some(ahead) = ahead else { break };
        let tokens: Vec<(&Page, usize)> =
            pages.iter().zip(&ahead).map(|(p, &i)| (p.0, i)).collect();
        let Some(p) = general::pattern(&tokens, false) else { break };
        // Texts that differ may end alike: ` at 05:58 AM | `.
        let p = match p {
            TokenPattern::Text(TextTest::Any) => {
                let texts: Vec<(&str, usize)> =
                    tokens.iter().map(|(p, i)| (p.data(*i), p.data(*i).len())).collect();
                TokenPattern::Text(common_end(&texts).map_or(TextTest::Any, TextTest::Has))
            }
            p => p,
        };
        walk.insert(0, general::lean(p));
        out.push(walk.clone());
        at = ahead;
    }
    for up in 1..=LONGEST_WALK {
        let around: Option<Vec<(&Page, usize)>> = pages
            .iter()
            .zip(windows)
            .map(|(p, w)| {
                p.0.ancestors(p.1).nth(up - 1).filter(|&a| sticky || a >= w.start).map(|a| (p.0, a))
            })
            .collect();
        let Some(p) = around.and_then(|a| general::pattern(&a, true)) else { break };
        for v in general::variants(&p) {
            out.push(vec![v, last.clone()]);
        }
    }
    out
}

/// Where the value may end: with the element that the seed opens, and at what follows the value.
fn ends(field: Field, chosen: &[(&Item<'_>, &Spot)], seeds: &[(&Page, usize)]) -> Vec<EndPattern> {
    let with_element = EndPattern::default();
    if field == Field::Date || chosen.iter().any(|(_, s)| s.attr.is_some()) {
        return vec![with_element];
    }
    let closes = |(item, spot): &(&Item<'_>, &Spot), seed: &(&Page, usize)| {
        let (page, i) = *seed;
        let from = if spot.slot.head > 0 { i } else { i + 1 };
        let stop = stop_behind(page, i, from, item.window.end);
        spot.slot.tail.is_none()
            && !page.has_text(spot.slot.tokens.end.min(stop)..spot.slot.tokens.end.max(stop))
    };
    let closing = chosen.iter().zip(seeds).filter(|(c, s)| closes(c, s)).count();
    let mut out = Vec::new();
    if closing > 0 {
        out.push(with_element);
    }
    let rest: Vec<usize> = (0..chosen.len()).filter(|&k| !closes(&chosen[k], &seeds[k])).collect();
    if rest.is_empty() {
        return out;
    }
    // A cut inside the last text: what all texts behind the value start with.
    let tails: Vec<&str> = rest
        .iter()
        .filter_map(|&k| chosen[k].1.slot.tail.map(|t| (k, t)))
        .filter_map(|(k, t)| {
            let (item, spot) = chosen[k];
            let tail = item.canvas.page.data(spot.slot.tokens.end - 1).get(t..)?;
            tail.get(..day_in(item, tail).map_or(tail.len(), |day| day.start))
        })
        .collect();
    if !tails.is_empty() {
        let level = i32::from(
            chosen[rest[0]].0.canvas.page.tokens()[chosen[rest[0]].1.slot.tokens.end - 1].level,
        ) - i32::from(seeds[rest[0]].0.tokens()[seeds[rest[0]].1].level);
        // What all have in common, and what those that start with one word have ("by Ann in
        // Travel", "by Ann on 3 May").
        let mut kinds: Vec<(&str, Vec<&str>)> = vec![("", tails.clone())];
        for tail in &tails {
            let word = tail.split_whitespace().next().unwrap_or("");
            match kinds.iter_mut().find(|k| k.0 == word) {
                Some(k) => k.1.push(tail),
                None => kinds.push((word, vec![tail])),
            }
        }
        for lit in kinds.iter().take(MOST_KINDS).filter_map(|k| common_start(&k.1)) {
            let end = EndPattern {
                tokens: vec![TokenPattern::Text(TextTest::Has(lit))],
                level: Some(level as i16),
            };
            if !out.contains(&end) {
                out.push(end);
            }
        }
        if tails.len() == rest.len() {
            return out;
        }
    }
    // The tokens behind the value, grouped by name: one pattern for each kind of neighbour.
    let mut groups: Vec<(String, Vec<(&Page, usize, usize)>)> = Vec::new();
    for &k in &rest {
        let (item, spot) = chosen[k];
        let page = item.canvas.page;
        let Some(next) =
            page.next_from(spot.slot.tokens.end, page.len()).filter(|_| spot.slot.tail.is_none())
        else {
            continue;
        };
        let entry = (page, next, seeds[k].1);
        let kind = format!("{:?}{}", page.tokens()[next].kind, page.tag(next));
        let class = page.class(next).unwrap_or("");
        for key in [format!("{kind}.{class}"), kind] {
            match groups.iter_mut().find(|g| g.0 == key) {
                Some(g) => g.1.push(entry),
                None => groups.push((key, vec![entry])),
            }
        }
    }
    groups.sort_by_key(|g| std::cmp::Reverse(g.1.len()));
    for (_, members) in groups.into_iter().take(MOST_KINDS) {
        let mut at: Vec<(&Page, usize)> = members.iter().map(|m| (m.0, m.1)).collect();
        let levels: Vec<i16> = members
            .iter()
            .map(|(p, i, s)| {
                (i32::from(p.tokens()[*i].level) - i32::from(p.tokens()[*s].level)) as i16
            })
            .collect();
        let Some(&level) = levels.first().filter(|l| levels.iter().all(|m| m == *l)) else {
            continue;
        };
        let mut tokens: Vec<TokenPattern> = Vec::new();
        for step in 0..3 {
            let Some(p) = general::pattern(&at, false) else { break };
            // Texts that differ may begin alike: `Posted by Ann`.
            let p = match p {
                TokenPattern::Text(TextTest::Any) => {
                    let texts: Vec<&str> = at.iter().map(|(p, i)| p.data(*i)).collect();
                    TokenPattern::Text(common_start(&texts).map_or(TextTest::Any, TextTest::Has))
                }
                p => p,
            };
            if step == 0 {
                for v in general::variants(&p) {
                    out.push(EndPattern { tokens: vec![v], level: Some(level) });
                }
            }
            tokens.push(general::lean(p));
            if step > 0 {
                out.push(EndPattern { tokens: tokens.clone(), level: Some(level) });
            }
            let next: Option<Vec<(&Page, usize)>> =
                at.iter().map(|(p, i)| p.next_from(i + 1, p.len()).map(|j| (*p, j))).collect();
            match next {
                Some(n) => at = n,
                None => break,
            }
        }
    }
    out
}

fn common_start(tails: &[&str]) -> Option<String> {
    let folded: Vec<Vec<char>> = tails
        .iter()
        .map(|t| {
            let mut s = String::new();
            if t.starts_with(char::is_whitespace) {
                s.push(' ');
            }
            s.push_str(&fold(t));
            s.chars().collect()
        })
        .collect();
    let n = folded.iter().skip(1).fold(folded.first()?.len(), |n, t| {
        n.min(folded[0].iter().zip(t).take_while(|(a, b)| a == b).count())
    });
    // Half a word in common is chance.
    let goes_on = |t: &Vec<char>| t.get(n).is_some_and(|c| c.is_alphanumeric());
    let half = folded.iter().any(goes_on);
    let alnum = |c: &&char| c.is_alphanumeric();
    let word = folded[0][..n].iter().rev().take_while(alnum).count() * usize::from(half);
    // Where no word is left it is better than nothing.
    let whole = &folded[0][..n - word];
    let kept = if whole.iter().any(|c| c.is_alphabetic()) { whole } else { &folded[0][..n] };
    // A number in common is the year of the newest entries; what XML has not, no rule can hold.
    let told = |c: &&char| !c.is_numeric() && is_xml(**c);
    let written = kept.iter().take(LONGEST_LITERAL).take_while(told);
    let text: String = written.collect();
    (!text.trim().is_empty()).then_some(text)
}

/// The date patterns of the labels, most frequent first, each in the languages that its items'
/// month names allow.
fn dates(chosen: &[(&Item<'_>, &Spot)]) -> Vec<Option<Pattern>> {
    let mut found: Vec<(Pattern, usize)> = Vec::new();
    for (_, spot) in chosen {
        let Some((p, _)) = &spot.date else { continue };
        match found.iter_mut().find(|f| f.0 == *p) {
            Some(f) => f.1 += 1,
            None => found.push((p.clone(), 1)),
        }
    }
    if found.is_empty() {
        return vec![None];
    }
    found.sort_by_key(|f| std::cmp::Reverse(f.1));
    found.into_iter().take(MOST_KINDS).map(|f| Some(f.0)).collect()
}
