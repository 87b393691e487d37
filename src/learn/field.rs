//! Rules for one field: candidates grown outward from the labels, generalised over the training
//! items, pruned to the cheapest that reads most items exactly (WTM sections 4 and 5).
//!
//! Start candidates end at an element that the value fills from its start, at the token directly
//! ahead of the value, or inside the text ahead of it ("by "); each is tried alone, with the tokens
//! ahead of it (the paper's walk), and with an element around it (STALKER's disjoint landmark; for
//! templates with optional parts in between). Every other item, in page order, trains; the rest are
//! held out. A rule is judged on all items by replaying it: what it reads must be the label.
//!
//! Time: O(candidates · items · window); there are at most about two hundred candidates a field.

use std::collections::BTreeSet;
use std::ops::Range;

use super::evidence::held_out;
use super::general;
use crate::address::link_key;
use crate::date::Pattern;
use crate::label::{Canvas, ItemLabels, Mechanism, Spot, Target};
use crate::page::{Kind, Page, fold};
use crate::rule::{
    ANY_HEADING, AttrTest, EndPattern, Evidence, Field, FieldRule, FieldValue, Matcher, Profile,
    Scope, TextTest, TokenPattern, Value, in_head, is_heading, merged, read_field, stop_behind,
};

/// One labelled item with the tokens its rules may look at.
#[derive(Clone)]
pub(super) struct Item<'a> {
    pub canvas: &'a Canvas<'a>,
    pub target: &'a Target,
    pub labels: &'a ItemLabels,
    pub window: Range<usize>,
}

/// Most rules of one field, for tags of one family; the second and third serve items built
/// otherwise (posts without a linked title, say).
const MOST_RULES: usize = 3;
/// Most ends of one rule.
const MOST_ENDS: usize = 3;
/// Tokens ahead of the value that the walk may take.
const LONGEST_WALK: usize = 5;
/// Elements around the value that may be named.
const HIGHEST: usize = 5;
/// Bits of a rule's length that one item more read right is worth. 30 to 1000 read dev alike; with
/// five items a feed 30 is better.
const ITEM_BITS: f64 = 30.0;
/// Two texts that share at least this much (F1 of their words) are one: feeds add and strip a few.
const SAME_TEXT: f64 = 0.97;
/// Two texts that share this much are as good as none read; below it a rule is worse than nothing.
const NEAR_TEXT: f64 = 0.9;
/// Least share of the labelled items that a field's first rule must read exactly.
const LEAST_EXACT: f64 = 0.5;

/// The rules of a field, best first; none where too few items have it or no rule reads it.
///
/// Tags stand in families (categories here, tags there). One rule may read them all; else each
/// family has rules of its own.
pub(super) fn learn(field: Field, items: &[Item<'_>]) -> Vec<FieldRule> {
    let mut rules = chosen(field, items);
    let evidence = measured(field, items);
    for rule in &mut rules {
        rule.evidence = evidence;
        super::regular::field(rule, items);
    }
    rules
}

/// How often rules are right on items that they were not made from: learned anew without them, with
/// all that choosing does.
fn measured(field: Field, items: &[Item<'_>]) -> Evidence {
    let labelled: Vec<usize> = (0..items.len()).filter(|&k| inside(field, &items[k])).collect();
    let seen = labelled.len() as u32;
    let mut evidence = Evidence { seen, trained: seen, ..Evidence::default() };
    for fold in held_out(labelled.len()) {
        let held: Vec<usize> = fold.into_iter().map(|k| labelled[k]).collect();
        let others: Vec<Item<'_>> =
            (0..items.len()).filter(|k| !held.contains(k)).map(|k| items[k].clone()).collect();
        let rules = chosen(field, &others);
        let right = held.iter().filter(|&&k| judge(&rules, field, &items[k]) > 0.99);
        evidence.exact += right.count() as u32;
        evidence.tested += held.len() as u32;
    }
    evidence
}

fn chosen(field: Field, items: &[Item<'_>]) -> Vec<FieldRule> {
    let mut rules = learn_labels(field, items);
    let families =
        items.iter().flat_map(|i| &i.labels.tags).map(|s| s.family + 1).max().unwrap_or(0);
    let right = |rules: &[FieldRule]| {
        items.iter().filter(|i| inside(field, i)).map(|i| judge(rules, field, i)).sum::<f64>()
    };
    if field == Field::Tags && families > 1 {
        let mut apart: Vec<FieldRule> = Vec::new();
        for family in 0..families {
            let labels: Vec<ItemLabels> = items
                .iter()
                .map(|i| {
                    let tags =
                        i.labels.tags.iter().filter(|s| s.family == family).cloned().collect();
                    ItemLabels { tags, ..i.labels.clone() }
                })
                .collect();
            let own: Vec<Item<'_>> = items
                .iter()
                .zip(&labels)
                .map(|(i, labels)| Item { labels, window: i.window.clone(), ..*i })
                .collect();
            apart.extend(learn_labels(field, &own));
        }
        if right(&apart) > right(&rules) + 1e-9 {
            rules = apart;
        }
    }
    rules
}

fn learn_labels(field: Field, items: &[Item<'_>]) -> Vec<FieldRule> {
    let labelled: Vec<&Item<'_>> = items.iter().filter(|i| inside(field, i)).collect();
    let mut rules: Vec<FieldRule> = Vec::new();
    // HTML's own word for a tag (the rel-tag microformat) needs no second witness.
    let sure = field == Field::Tags
        && labelled.iter().all(|i| i.labels.tags.iter().all(|s| is_rel_tag(i, s)));
    // Of few items one alone may have tags.
    let few = if field == Field::Tags { 4 } else { 3 };
    let least = if items.len() < few || sure { 1 } else { 2 };
    if labelled.len() < least {
        return rules;
    }
    let mut open: Vec<&Item<'_>> = labelled.clone();
    while rules.len() < MOST_RULES && open.len() >= least {
        let Some((gain, rule)) = best(field, &open, &labelled, &rules) else { break };
        let enough = if rules.is_empty() {
            LEAST_EXACT * labelled.len() as f64
        } else {
            (least as f64).max(0.1 * labelled.len() as f64)
        };
        // Labels of texts may be wrong themselves, where feeds strip what posts begin with: a rule
        // that is exact on half of the items may be wrong on the others.
        let text = matches!(field, Field::Body | Field::Excerpt) && rules.is_empty();
        let alone = std::slice::from_ref(&rule);
        let exact = labelled.iter().filter(|i| text && judge(alone, field, i) > 0.99).count();
        if gain.max(exact as f64) + 1e-9 < enough {
            break;
        }
        rules.push(rule);
        open.retain(|i| judge(&rules, field, i) < 0.99);
    }
    finish(field, items, &labelled, &mut rules);
    rules
}

/// True where a tag stands in a link of the rel-tag microformat.
fn is_rel_tag(item: &Item<'_>, spot: &Spot) -> bool {
    let page = item.canvas.page;
    let mut around = page.ancestors(spot.slot.tokens.start).take(3);
    around.any(|a| {
        let rel = page.attr(a, "rel").unwrap_or("");
        rel.split_ascii_whitespace().any(|r| r.eq_ignore_ascii_case("tag"))
    })
}

/// True where an item has a label of the field inside its window (sticky dates stand outside).
fn inside(field: Field, item: &Item<'_>) -> bool {
    item.labels
        .spots(field)
        .iter()
        .any(|s| s.sticky || in_page_head(item, s) || contains(&item.window, &s.slot.tokens))
}

fn in_page_head(item: &Item<'_>, spot: &Spot) -> bool {
    spot.slot.tokens.end <= item.canvas.page.body().start
}

fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Profile, and whether the field may be missing, for the rules chosen.
fn finish(field: Field, items: &[Item<'_>], labelled: &[&Item<'_>], rules: &mut [FieldRule]) {
    // Where items without a label give no value either, the field is optional; where they do, the
    // feed or the label was at fault.
    let empty = items.iter().filter(|i| !inside(field, i) && read_all(rules, i).is_empty()).count();
    let lengths: Vec<u32> = labelled
        .iter()
        .flat_map(|i| read_all(rules, i).into_iter().map(|v| v.length(i.canvas.page)))
        .collect();
    for rule in rules.iter_mut() {
        rule.optional = empty * 10 >= items.len() || labelled.len() * 2 < items.len();
        rule.profile = Profile {
            shortest: lengths.iter().min().copied().unwrap_or(0),
            longest: lengths.iter().max().copied().unwrap_or(0),
            known: Vec::new(),
        };
    }
}

/// The values that the first matching rule gives; of tags what all rules give.
fn read_all(rules: &[FieldRule], item: &Item<'_>) -> Vec<FieldValue> {
    let page = item.canvas.page;
    let anchor = item.labels.anchor().unwrap_or(item.window.end);
    let whole = 0..page.len();
    let mut read = rules.iter().map(|r| {
        read_field(page, r, if in_head(&r.start) { &whole } else { &item.window }, anchor)
    });
    match rules.first().map(|r| r.field) {
        Some(Field::Tags) => read.reduce(merged),
        _ => read.find(|v| !v.is_empty()),
    }
    .unwrap_or_default()
}

/// How right rules are on an item: 1 exact, 0 nothing read, -1 wrong; for tags the F1 of the sets.
fn judge(rules: &[FieldRule], field: Field, item: &Item<'_>) -> f64 {
    let values = read_all(rules, item);
    let Some(first) = values.first() else { return 0.0 };
    let (page, spots) = (item.canvas.page, item.labels.spots(field));
    let Some(spot) = spots.first() else { return 0.0 };
    let right = match field {
        Field::Link => {
            let key = |v: &str| link_key(&item.canvas.base, v);
            let label =
                spot.attr.as_ref().and_then(|a| page.attr(spot.slot.tokens.start, a)).and_then(key);
            key(&first.text)
                .is_some_and(|k| Some(&k) == label.as_ref() || item.target.links.contains(&k))
        }
        Field::Date => match (first.day, &spot.date) {
            (Some(d), Some((_, want))) => {
                d.month == want.month
                    && d.day == want.day
                    && (d.year.is_none() || want.year.is_none() || d.year == want.year)
            }
            _ => false,
        },
        Field::Tags => {
            let want: BTreeSet<String> = spots.iter().map(|s| s.slot.text(page)).collect();
            let got: BTreeSet<String> = values.into_iter().map(|v| v.text).collect();
            let hit = got.intersection(&want).count() as f64;
            return 2.0 * hit / (got.len() + want.len()) as f64 * 2.0 - 1.0;
        }
        Field::Body | Field::Excerpt => {
            // The label's edge may be off by a few words of what the feed adds or strips; the
            // rule's may not.
            let words = &item.canvas.words;
            let (a, b) =
                (words.within(first.slot.tokens.clone()), words.within(spot.slot.tokens.clone()));
            let both = a.end.min(b.end).saturating_sub(a.start.max(b.start)) as f64;
            let alike = 2.0 * both / (a.len() + b.len()).max(1) as f64;
            // Nearly the same is nearly right: what is right but for a line counts as nothing.
            let near = 1.0 - (1.0 - alike) / (1.0 - NEAR_TEXT);
            return if alike >= SAME_TEXT { 1.0 } else { near.max(-1.0) };
        }
        Field::Title | Field::Author => first.text == spot.slot.text(page),
    };
    if right { 1.0 } else { -1.0 }
}

/// The candidate that adds most to `rules`: what all items gain, less what it costs to say it.
fn best(
    field: Field,
    open: &[&Item<'_>],
    labelled: &[&Item<'_>],
    rules: &[FieldRule],
) -> Option<(f64, FieldRule)> {
    // Every other open item trains; with few items all do.
    let train: Vec<&Item<'_>> =
        if open.len() > 3 { open.iter().step_by(2).copied().collect() } else { open.to_vec() };
    let tried = candidates(field, &train);
    let list = labelled.iter().any(|i| i.window != i.canvas.page.body());
    // What the rules so far leave to the new one: an item they read is theirs, right or wrong.
    let free: Vec<(&Item<'_>, f64)> = labelled
        .iter()
        .filter(|i| field == Field::Tags || read_all(rules, i).is_empty())
        .map(|i| (*i, judge(rules, field, i)))
        .collect();
    // The gain of a rule, or None as soon as it can no longer reach `least`.
    let gain = |rule: &FieldRule, least: f64| {
        let mut alone: Vec<FieldRule> =
            if field == Field::Tags { rules.to_vec() } else { Vec::new() };
        alone.push(rule.clone());
        let mut sum = 0.0;
        let mut left: f64 = free.iter().map(|f| 1.0 - f.1).sum();
        for (item, before) in &free {
            sum += judge(&alone, field, item) - before;
            left -= 1.0 - before;
            if sum + left + 1e-9 < least {
                return None;
            }
        }
        Some(sum)
    };
    // log P(labels | what is read) less the rule's length, in items.
    let mut best: Option<(f64, f64, &FieldRule)> = None;
    for rule in &tried {
        let bits = price(rule, list) as f64;
        let least = best.as_ref().map_or(f64::MIN, |b| b.0 + bits / ITEM_BITS);
        let Some(gain) = gain(rule, least) else { continue };
        let score = gain - (bits + ambiguity(rule, &free)) / ITEM_BITS;
        if best.as_ref().is_none_or(|b| score > b.0 + 1e-9) {
            best = Some((score, gain, rule));
        }
    }
    let (_, mut most, first) = best?;
    // Values of one start may end at different tags (tags where an entry has some, else the date
    // line).
    let mut rule = first.clone();
    let others: Vec<&EndPattern> =
        tried.iter().filter(|r| r.start == first.start).flat_map(|r| &r.ends).collect();
    while rule.ends.len() < MOST_ENDS {
        let better = others
            .iter()
            .filter(|e| !rule.ends.contains(e))
            .filter_map(|e| {
                let mut r = rule.clone();
                r.ends.push((*e).clone());
                Some((gain(&r, most)?, r))
            })
            .reduce(|a, b| {
                if b.0 > a.0 + 1e-9 || (b.0 > a.0 - 1e-9 && price(&b.1, list) < price(&a.1, list)) {
                    b
                } else {
                    a
                }
            });
        // What one item alone shows is chance, unless there are hardly any others.
        let helped = |r: &FieldRule| {
            let with = |rule: &FieldRule, item: &Item<'_>| {
                let mut all = if field == Field::Tags { rules.to_vec() } else { Vec::new() };
                all.push(rule.clone());
                judge(&all, field, item)
            };
            free.iter().filter(|(item, _)| with(r, item) > with(&rule, item) + 0.1).count()
        };
        let sure = |r: &FieldRule| {
            r.ends.last().is_some_and(|e| of_template(e, labelled)) || free.len() <= 3
        };
        match better.filter(|b| b.0 > most + 0.5 && helped(&b.1) > usize::from(!sure(&b.1))) {
            Some((g, r)) => (most, rule) = (g, r),
            None => break,
        }
    }
    // A text whose element is named ends with it where nothing else ends it: entries without tags
    // are none without text.
    if matches!(field, Field::Body | Field::Excerpt) && opens_named(&rule.start) {
        let mut whole = rule.clone();
        whole.ends.push(EndPattern::default());
        if !rule.ends.contains(&EndPattern::default())
            && let Some(as_good) = gain(&whole, most)
        {
            (most, rule) = (as_good, whole);
        }
    }
    // An end with the element needs no pattern beside it to say so.
    if rule.ends == [EndPattern::default()] {
        rule.ends.clear();
    }
    Some((most, rule))
}

/// Bits that it takes to say which of a rule's matches is meant, over the items. A rule that
/// matches once in a record says what the value is; of a rule that matches often the first match is
/// the value by where it happens to stand.
fn ambiguity(rule: &FieldRule, items: &[(&Item<'_>, f64)]) -> f64 {
    if rule.many || rule.scope == Scope::Sticky {
        return 0.0;
    }
    let all = FieldRule { many: true, ..rule.clone() };
    let bits = |item: &Item<'_>| {
        let page = item.canvas.page;
        let whole = 0..page.len();
        let window = if in_head(&rule.start) { &whole } else { &item.window };
        (read_field(page, &all, window, item.window.end).len().max(1) as f64).log2()
    };
    items.iter().map(|(item, _)| bits(item)).sum::<f64>() / items.len().max(1) as f64
}

/// True where a start ends with a tag that a class or an id tells from others.
fn opens_named(start: &[TokenPattern]) -> bool {
    matches!(start.last(), Some(TokenPattern::Open { attrs, .. }) if !attrs.is_empty())
}

/// Share of the items beside which a token of the template stands.
const EVERYWHERE: f64 = 0.8;

/// True for an end that a token with attributes begins which stands in nearly all windows, so that
/// one item is enough to believe that texts end there: `<p class="meta">`, not `<h3 id="part-1">`.
fn of_template(end: &EndPattern, items: &[&Item<'_>]) -> bool {
    let Some(TokenPattern::Open { attrs, .. }) = end.tokens.first() else { return false };
    let stands = |item: &&&Item<'_>| {
        let page = item.canvas.page;
        let matcher = Matcher::new(page, &end.tokens[..1]);
        matcher.is_some_and(|m| item.window.clone().any(|i| m.first_matches(page, i)))
    };
    let with = items.iter().filter(stands).count();
    !attrs.is_empty() && with as f64 >= EVERYWHERE * items.len() as f64
}

/// What a rule costs its reader.
fn price(rule: &FieldRule, list: bool) -> usize {
    // In a record of a list the time element is the entry's, whatever its class in another list; on
    // entry pages comments have some too.
    let bare = matches!(rule.start.as_slice(), [TokenPattern::Open { name, attrs, .. }] if list && name == "time" && attrs.is_empty());
    if bare && rule.field == Field::Date {
        return 6;
    }
    // Among equals what HTML itself says of the field: a title's heading, a date's time element.
    let apt = match (rule.field, rule.start.last()) {
        (Field::Title, Some(TokenPattern::Open { name, .. })) => {
            name == ANY_HEADING || is_heading(name)
        }
        (Field::Date, Some(TokenPattern::Open { name, .. })) => name == "time",
        (Field::Tags, Some(TokenPattern::Open { attrs, .. })) => {
            attrs.iter().any(|a| match (a.name.as_str(), &a.test) {
                // The rel-tag microformat; `category` alone would leave out the tags of entries
                // that have both.
                ("rel", AttrTest::Has(v)) => v == "tag",
                (name, _) => matches!(name, "href" | "class" | "itemprop"),
            })
        }
        // A bare tag (`<strong>`) may stand in any text.
        (Field::Author, Some(TokenPattern::Open { attrs, .. })) => !attrs.is_empty(),
        _ => true,
    };
    // One tag may be all that the items have: its link is read where an entry has several, the
    // element around it and what stands ahead of the first are not.
    let single = rule.field == Field::Tags
        && !matches!(rule.start.split_last(), Some((TokenPattern::Open { name, .. }, ahead))
            if name == "a" && ahead.iter().all(is_around));
    let weight = if matches!(rule.field, Field::Tags | Field::Author) { 4 } else { 1 };
    weight * (usize::from(!apt) + usize::from(single))
        + general::cost(&rule.start) * 2
        + rule
            .ends
            .iter()
            .filter(|e| !e.tokens.is_empty())
            .map(|e| general::cost(&e.tokens))
            .sum::<usize>()
}

/// A place a start pattern may end at, for one item: the token, and the bytes of its text that are
/// ahead of the value.
#[derive(Clone, Copy, PartialEq)]
struct Seed {
    token: usize,
    cut: bool,
}

fn candidates(field: Field, train: &[&Item<'_>]) -> Vec<FieldRule> {
    let mut out: Vec<FieldRule> = Vec::new();
    let spots: Vec<&Spot> =
        train.iter().filter_map(|i| i.labels.spots(field).first().copied()).collect();
    if spots.len() < train.len() {
        return out;
    }
    // Items are grouped by the tag name of the seed; a group of a third of the items may make a
    // rule.
    let mut groups: Vec<(String, Vec<(usize, Seed)>)> = Vec::new();
    for (k, (item, spot)) in train.iter().zip(&spots).enumerate() {
        for (key, seed) in seeds(field, item, spot) {
            match groups.iter_mut().find(|g| g.0 == key) {
                Some(g) => g.1.push((k, seed)),
                None => groups.push((key, vec![(k, seed)])),
            }
        }
    }
    for (_, members) in groups {
        if members.len() * 3 < train.len() {
            continue;
        }
        let pages: Vec<(&Page, usize)> =
            members.iter().map(|(k, s)| (train[*k].canvas.page, s.token)).collect();
        let windows: Vec<&Range<usize>> = members.iter().map(|(k, _)| &train[*k].window).collect();
        let chosen: Vec<(&Item<'_>, &Spot)> =
            members.iter().map(|(k, _)| (train[*k], spots[*k])).collect();
        let lasts = if members[0].1.cut {
            cut_text(&chosen)
                .map(|t| vec![TokenPattern::Text(TextTest::Has(t))])
                .unwrap_or_default()
        } else {
            let led = matches!(field, Field::Tags | Field::Author)
                .then(|| general::address(&pages))
                .flatten();
            let plain =
                general::pattern(&pages, false).map(|p| general::variants(&p)).unwrap_or_default();
            plain.into_iter().chain(led).collect()
        };
        let ends = ends(field, &chosen, &pages);
        let dates = dates(&chosen);
        for last in lasts {
            for start in walks(&pages, &windows, &last, spots[members[0].0].sticky) {
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
                        let rule = rule(
                            field,
                            spots[members[0].0],
                            start.clone(),
                            vec![end.clone()],
                            date.clone(),
                        );
                        if !out.contains(&rule) {
                            out.push(rule);
                        }
                    }
                }
            }
        }
    }
    out
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
        optional: false,
        date,
        evidence: Evidence::default(),
        profile: Profile::default(),
        regex: None,
    }
}

fn is_around(t: &TokenPattern) -> bool {
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
    if spot.slot.head > 0 {
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
        .take(HIGHEST)
        .enumerate()
    {
        let taken = item
            .labels
            .title
            .as_ref()
            .is_some_and(|t| field != Field::Title && page.encloses(a, t.slot.tokens.start));
        if taken || page.tag(a) == "body" {
            break;
        }
        if field != Field::Date && page.has_text(a..first) {
            break;
        }
        if !page.tokens()[a].implied() {
            let tag = if is_heading(page.tag(a)) { ANY_HEADING } else { page.tag(a) };
            out.push((
                format!("<{tag}{}", if field == Field::Date { k.min(1) } else { 0 }),
                Seed { token: a, cut: false },
            ));
        }
    }
    // The token directly ahead, where it is no start tag of an element: the end of something, a
    // text, a void element.
    if let Some(p) = page.previous(first, lowest)
        && !(page.tokens()[p].opens() && page.encloses(p, first))
        && field != Field::Date
    {
        let kind = match page.tokens()[p].kind {
            Kind::Text => "text ahead".to_owned(),
            _ => format!("{:?} {}", page.tokens()[p].kind, page.tag(p)),
        };
        out.push((kind, Seed { token: p, cut: false }));
    }
    // The same element may be reached under one key at two heights: keep the outermost.
    let mut kept: Vec<(String, Seed)> = Vec::new();
    for s in out.into_iter().rev() {
        if !kept.iter().any(|k| k.0 == s.0) {
            kept.push(s);
        }
    }
    kept.reverse();
    kept
}

/// What the texts ahead of the values, inside the values' own token, end with: `by `.
fn cut_text(chosen: &[(&Item<'_>, &Spot)]) -> Option<String> {
    let heads: Vec<(&str, usize)> = chosen
        .iter()
        .map(|(i, s)| (i.canvas.page.data(s.slot.tokens.start), s.slot.head))
        .collect();
    common_end(&heads)
}

/// What raw texts, each up to a byte, end with in common: white space folded, at most twenty
/// characters, more than blanks.
fn common_end(texts: &[(&str, usize)]) -> Option<String> {
    let heads: Vec<Vec<char>> = texts
        .iter()
        .map(|(raw, to)| {
            let raw = raw.get(..*to).unwrap_or("");
            let mut text = fold(raw);
            if raw.ends_with(|c: char| c.is_whitespace() || c == '\u{a0}') {
                text.push(' ');
            }
            text.chars().collect()
        })
        .collect();
    let first = heads.first()?;
    let n = heads.iter().skip(1).fold(first.len(), |n, h| {
        n.min(first.iter().rev().zip(h.iter().rev()).take_while(|(a, b)| a == b).count())
    });
    let mut from = first.len() - n.min(20);
    // Half a word in common is chance.
    if n < first.len() || n > 20 || heads.iter().any(|h| h.len() > n) {
        while from < first.len() && first[from].is_alphanumeric() {
            from += 1;
        }
    }
    // A number in common is the year of the newest entries.
    if let Some(last) = first[from..].iter().rposition(|c| c.is_numeric()) {
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
    for up in 1..=HIGHEST {
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
            item.canvas.page.data(spot.slot.tokens.end - 1).get(t..)
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
        for lit in kinds.iter().take(5).filter_map(|k| common_start(&k.1)) {
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
    for (_, members) in groups.into_iter().take(6) {
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
            if t.starts_with(|c: char| c.is_whitespace() || c == '\u{a0}') {
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
    let text: String = kept.iter().take(20).collect();
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
    found.into_iter().take(4).map(|f| Some(f.0)).collect()
}
