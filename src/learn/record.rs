//! Where the records of a list page start and end: the tag that gives each labelled item a record
//! of its own with most of its labels inside. Not in the paper, whose records begin at their
//! leading rule.
//!
//! Time: O(candidates · tokens); there are at most a few dozen candidates.

use std::collections::{BTreeMap, HashSet};
use std::ops::Range;

use super::bounds::{LONGEST_WALK, ONE_RECORD, SPARE_RECORD, TIMES, TINY, USUAL};
use super::evidence::held_out;
use super::general;
use crate::entry::Field;
use crate::label::{Canvas, ItemLabels, Mechanism, unnamed};
use crate::page::{Page, record_of};
use crate::rule::{
    Begin, Evidence, Matcher, RecordEnd, RecordRule, TokenPattern, records, records_from,
};
use crate::share::{most, some};

/// What the elements of a group have in common besides their name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
enum Kin {
    /// Nesting level, around the anchor.
    Level,
    /// Nesting level, ahead of the anchor.
    Sibling,
    /// Steps from the anchor.
    Steps,
}

/// The record rule of a list, with its evidence; none where no start has half of the items' records
/// to themselves.
pub(super) fn learn(canvas: &Canvas<'_>, labels: &[ItemLabels]) -> Option<RecordRule> {
    let mut rule = chosen(canvas, labels)?;
    let seen = labels.len() as u32;
    rule.evidence = Evidence { seen, trained: seen, ..Evidence::default() };
    for held in held_out(labels.len()) {
        let others = (0..labels.len()).filter(|k| !held.contains(k)).map(|k| labels[k].clone());
        let found = chosen(canvas, &others.collect::<Vec<_>>())
            .map_or(Vec::new(), |r| windows(canvas.page, &r, labels));
        let right = held.iter().filter(|&&k| found.get(k).is_some_and(Option::is_some));
        rule.evidence.exact += right.count() as u32;
        rule.evidence.tested += held.len() as u32;
    }
    Some(rule)
}

fn chosen(canvas: &Canvas<'_>, labels: &[ItemLabels]) -> Option<RecordRule> {
    let page = canvas.page;
    let ways: &[RecordEnd] = if canvas.using.has(Mechanism::Structure) {
        &[RecordEnd::Element, RecordEnd::Sibling, RecordEnd::Next]
    } else {
        &[RecordEnd::Next]
    };
    let anchors: Vec<usize> = labels.iter().filter_map(ItemLabels::anchor).collect();
    if anchors.len() < labels.len() || anchors.is_empty() {
        return None;
    }
    let tops = record_of(page, &anchors);
    // Elements that may start a record, by name and nesting level: those around the anchor, and for
    // rows of siblings the sibling in which the item's first label stands. Where a featured item
    // stands deeper or less deep than the others, by the steps up to them.
    let mut groups: BTreeMap<(Kin, u16, String), Vec<usize>> = BTreeMap::new();
    let mut added: HashSet<(Kin, u16, usize)> = HashSet::new();
    let mut add = |i: usize, kin: Kin, depth: u16| {
        let tag = page.tokens()[i].kind == crate::page::Kind::Start && !page.tokens()[i].implied();
        if tag && added.insert((kin, depth, i)) {
            groups.entry((kin, depth, page.tag(i).to_owned())).or_default().push(i);
        }
    };
    let level = |i: usize| page.tokens()[i].level;
    let uneven = anchors.iter().any(|&a| level(a) != level(anchors[0]));
    for (label, (&anchor, &top)) in labels.iter().zip(anchors.iter().zip(&tops)) {
        for (steps, a) in std::iter::once(anchor)
            .chain(page.ancestors(anchor))
            .take_while(|&a| a >= top)
            .enumerate()
        {
            add(a, Kin::Level, level(a));
            if uneven {
                add(a, Kin::Steps, steps as u16);
            }
        }
        let first = spots(label)
            .map(|s| s.start)
            .filter(|s| label.window.contains(s))
            .min()
            .unwrap_or(anchor);
        if let Some(sibling) =
            std::iter::once(first).chain(page.ancestors(first)).find(|&a| level(a) == level(top))
            && sibling != top
        {
            add(sibling, Kin::Sibling, level(top));
        }
    }
    let others = others(canvas, &anchors, &tops);
    let mut best: Option<(f64, usize, RecordRule)> = None;
    for members in groups.into_values() {
        if !some(members.len(), labels.len()) {
            continue;
        }
        let tokens: Vec<(&Page, usize)> = members.iter().map(|&i| (page, i)).collect();
        let Some(full) = general::pattern(&tokens, false) else { continue };
        let mut starts: Vec<Vec<TokenPattern>> =
            general::variants(&full).into_iter().map(|v| vec![v]).collect();
        for up in 1..=LONGEST_WALK {
            let around: Option<Vec<(&Page, usize)>> =
                members.iter().map(|&i| page.ancestors(i).nth(up - 1).map(|a| (page, a))).collect();
            let Some(p) = around.and_then(|a| general::pattern(&a, true)) else { break };
            if matches!(&p, TokenPattern::Open { name, .. } if name == "body") {
                break;
            }
            for outer in general::variants(&p) {
                for inner in [
                    full.clone(),
                    TokenPattern::Open {
                        name: page.tag(members[0]).to_owned(),
                        attrs: Vec::new(),
                        around: false,
                    },
                ] {
                    starts.push(vec![outer.clone(), inner]);
                }
            }
        }
        starts.extend(with_tokens_ahead(page, &members, &full));
        for start in starts {
            let Some(matcher) = Matcher::new(page, &start) else { continue };
            let places: Vec<Begin> = matcher.all(page, page.body()).collect();
            for &ends in ways {
                let found = records_from(page, places.iter().copied(), ends);
                let score = score(page, &found, labels, &anchors)
                    + ONE_RECORD * with_own(&found, &anchors, &others) as f64;
                let cost = general::cost(&start) * 2 + ends as usize;
                if best
                    .as_ref()
                    .is_none_or(|(s, c, _)| score > *s + TINY || (score > *s - TINY && cost < *c))
                {
                    let (start, evidence) = (start.clone(), Evidence::default());
                    best = Some((score, cost, RecordRule { start, ends, evidence, regex: None }));
                }
            }
        }
    }
    let (score, _, rule) = best?;
    let exact = windows(page, &rule, labels).iter().flatten().count();
    (score > 0.0 && most(exact, labels.len())).then_some(rule)
}

/// The anchors of posts that the feed does not name, in siblings like the items' elements.
fn others(canvas: &Canvas<'_>, anchors: &[usize], tops: &[usize]) -> Vec<usize> {
    let page = canvas.page;
    let alike = |i: usize| (page.parent(i), page.named(i));
    let parents: HashSet<_> = tops.iter().map(|&t| page.parent(t)).collect();
    let kinds: HashSet<_> = tops.iter().map(|&t| alike(t)).collect();
    let sibling = |i: usize| {
        let mut around = std::iter::once(i).chain(page.ancestors(i));
        let top = around.find(|&a| parents.contains(&page.parent(a)))?;
        (kinds.contains(&alike(top)) && !tops.contains(&top)).then_some(top)
    };
    let mut siblings = HashSet::new();
    let first_of_sibling = |i: &usize| sibling(*i).is_some_and(|top| siblings.insert(top));
    unnamed::anchors(canvas, anchors).into_iter().filter(first_of_sibling).collect()
}

/// How many of the others have a record that no other post stands in.
fn with_own(found: &[Range<usize>], anchors: &[usize], others: &[usize]) -> usize {
    let mut all = [anchors, others].concat();
    all.sort_unstable();
    others.iter().filter(|&&a| own(found, &all, a).is_some()).count()
}

/// The start with one tag more ahead of it, with two, and so on, as far as all members have the
/// same: a link around each title, where nothing but the title's element tells it from other links.
fn with_tokens_ahead(
    page: &Page,
    members: &[usize],
    start: &TokenPattern,
) -> Vec<Vec<TokenPattern>> {
    let from = page.body().start;
    let mut out: Vec<Vec<TokenPattern>> = Vec::new();
    let mut at: Vec<usize> = members.to_vec();
    for _ in 0..LONGEST_WALK {
        let ahead: Option<Vec<usize>> = at.iter().map(|&i| page.previous(i, from)).collect();
        let Some(ahead) = ahead else { break };
        at = ahead;
        let tokens: Vec<(&Page, usize)> = at.iter().map(|&i| (page, i)).collect();
        let Some(tag) = general::pattern(&tokens, false) else { break };
        if matches!(tag, TokenPattern::Text(_)) {
            break;
        }
        let behind = out.last().cloned().unwrap_or_else(|| vec![start.clone()]);
        out.push(std::iter::once(tag).chain(behind).collect());
    }
    out
}

fn spots(label: &ItemLabels) -> impl Iterator<Item = Range<usize>> + '_ {
    Field::ALL.into_iter().flat_map(|f| label.spots(f)).filter(|s| !s.sticky).map(|s| s.range())
}

/// The record of each item: None where it has none, or shares it with another.
pub(super) fn windows(
    page: &Page,
    rule: &RecordRule,
    labels: &[ItemLabels],
) -> Vec<Option<Range<usize>>> {
    let found = records(page, rule);
    let anchors: Vec<usize> = labels.iter().filter_map(ItemLabels::anchor).collect();
    anchors.iter().map(|&a| own(&found, &anchors, a)).collect()
}

fn own(found: &[Range<usize>], anchors: &[usize], anchor: usize) -> Option<Range<usize>> {
    let at = found.partition_point(|r| r.start <= anchor).checked_sub(1)?;
    let r = found.get(at).filter(|r| r.contains(&anchor))?;
    let inside =
        anchors.partition_point(|a| *a < r.end) - anchors.partition_point(|a| *a < r.start);
    (inside == 1).then(|| r.clone())
}

/// Labels inside their item's own record, less a little for records that hold no link and
/// for those beyond what pages show.
fn score(page: &Page, found: &[Range<usize>], labels: &[ItemLabels], anchors: &[usize]) -> f64 {
    let mut total = 0.0;
    for (label, &anchor) in labels.iter().zip(anchors) {
        let Some(r) = own(found, anchors, anchor) else { continue };
        total +=
            spots(label).filter(|s| r.contains(&s.start) && s.end <= r.end).count() as f64 + 1.0;
    }
    let a = page.label("a");
    let empty = found
        .iter()
        .filter(|r| !page.tokens()[(*r).clone()].iter().any(|t| Some(t.label) == a))
        .count();
    let spare = found.len().saturating_sub(labels.len().max(USUAL) * TIMES);
    total - ONE_RECORD * empty as f64 - SPARE_RECORD * spare as f64
}
