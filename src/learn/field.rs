//! Rules for one field: of the candidates the one that reads most items right for the bits it takes
//! to say it (WTM sections 4 and 5: the paper prunes to the fewest tokens that are exact).
//!
//! Every other item, in page order, makes candidates (`candidates.rs`). A rule is judged on all
//! items by replaying it: what it reads must be the label.
//!
//! Time: O(candidates · items · window); there are at most about two hundred candidates a field.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::slice::from_ref;

use super::bounds::{FEW, ITEM_BITS, LEAST_GAIN, MOST_ENDS, MOST_RULES, TINY};
use super::candidates::candidates;
use super::ends::{further_end, of_template};
use super::evidence::held_out;
use super::general;
use super::judge::{contains, inside, judge, read_all};
use super::price::{ambiguity, opens_named, price, price_of_one};
use crate::entry::Field;
use crate::label::{Canvas, ItemLabels, Spot, Target};
use crate::page::Page;
use crate::rule::{EndPattern, Evidence, FieldRule, Profile, Scope, TokenPattern, in_head};
use crate::share::{most, nearly_all};

/// One labelled item with the tokens its rules may look at.
#[derive(Clone)]
pub(super) struct Item<'a> {
    pub canvas: &'a Canvas<'a>,
    pub target: &'a Target,
    pub labels: &'a ItemLabels,
    pub window: Range<usize>,
    /// True where links to the item itself ("Permalink") are no tags of it whatever a rule reads:
    /// replay leaves them out.
    pub leaves_own_out: bool,
}

impl Item<'_> {
    /// Where a rule is read: rules for the page's head look outside of the item, as replay does.
    pub fn window_of(&self, rule: &FieldRule) -> Range<usize> {
        if in_head(&rule.start) { 0..self.canvas.page.len() } else { self.window.clone() }
    }
}

/// The rules of a field, best first; none where too few items have it or no rule reads it.
///
/// Tags stand in families (categories here, tags there). One rule may read them all; else each
/// family has rules of its own.
pub(super) fn learn(field: Field, items: &[Item<'_>]) -> Vec<FieldRule> {
    let rules = with_evidence(field, items);
    if field == Field::Tags && rules.is_empty() && are_of_feed(items) {
        // Tags in a row with links to their post; where it can be told by itself, it is.
        let mut items = items.to_vec();
        items.iter_mut().for_each(|item| item.leaves_own_out = true);
        return with_evidence(field, &items);
    }
    if !matches!(field, Field::Body | Field::Excerpt) || proven(&rules) {
        return rules;
    }
    let labels: Vec<ItemLabels> = items.iter().map(widened).collect();
    let others = with_evidence(field, &labelled_as(items, &labels));
    if rules.is_empty() || proven(&others) { others } else { rules }
}

/// True where the feed has nearly all tags that are labelled, beside the item or another, and none
/// that it has not stands beside most items: "Edit", "Next".
fn are_of_feed(items: &[Item<'_>]) -> bool {
    let lower = |name: &str| name.to_lowercase();
    let known: HashSet<String> =
        items.iter().flat_map(|i| &i.target.tags).map(|(name, _)| lower(name)).collect();
    let (mut shown, mut others) = (0, HashMap::new());
    for item in items {
        for name in item.labels.tags.iter().flat_map(|spot| spot.names(item.canvas.page)) {
            shown += 1;
            let name = lower(&name);
            if !known.contains(&name) {
                *others.entry(name).or_insert(0) += 1;
            }
        }
    }
    let unknown: usize = others.values().sum();
    nearly_all(shown - unknown, shown) && others.values().all(|n| !most(*n, items.len()))
}

/// The items with other labels.
fn labelled_as<'a>(items: &[Item<'a>], labels: &'a [ItemLabels]) -> Vec<Item<'a>> {
    let with = |(i, labels): (&Item<'a>, &'a ItemLabels)| Item { labels, ..i.clone() };
    items.iter().zip(labels).map(with).collect()
}

/// True unless rules fail on most of the items that they were not made from.
fn proven(rules: &[FieldRule]) -> bool {
    rules.first().is_some_and(|r| holds(&r.evidence))
}

fn holds(evidence: &Evidence) -> bool {
    let (exact, tested) = (evidence.exact as usize, evidence.tested as usize);
    !most(tested.saturating_sub(exact), tested)
}

/// The labels of an item, with the text up to the edges of the element around it, where that holds
/// no other field. What was cut off ahead of the text and behind it may stand inside texts, too,
/// so that it is no edge.
fn widened(item: &Item<'_>) -> ItemLabels {
    let (page, mut labels) = (item.canvas.page, item.labels.clone());
    let fields = [&labels.title, &labels.date, &labels.author].into_iter().flatten();
    let others: Vec<usize> = fields.chain(&labels.tags).map(|s| s.slot.tokens.start).collect();
    if let Some(body) = &mut labels.body
        && let Some(last) = body.slot.tokens.clone().last()
        && let Some(around) = page.common(body.slot.tokens.start, last)
    {
        let edges = page.inside(around);
        if contains(&item.window, &edges) && !others.iter().any(|o| edges.contains(o)) {
            body.slot.tokens = edges;
        }
    }
    labels
}

fn with_evidence(field: Field, items: &[Item<'_>]) -> Vec<FieldRule> {
    let mut rules = chosen(field, items, false);
    // Tags by a class or where they lead: words in the texts of two posts have neither.
    let named = field == Field::Tags && rules.iter().all(|r| opens_named(&r.start));
    let evidence = measured(field, items, named);
    // HTML's own word for tags needs no more.
    let said = field == Field::Tags && are_rel_tags(items.iter().filter(|i| inside(field, i)));
    if may_lack(field) && !said && by_chance(&evidence, items.len()) {
        return Vec::new();
    }
    rules.iter_mut().for_each(|rule| rule.evidence = evidence);
    super::regular::fields(&mut rules, items);
    rules
}

/// The rules of another of the blog's layouts, where they read what is labelled here and nothing
/// beside items without: what too few of these items have is no chance where others have it so.
pub(super) fn shared(field: Field, items: &[Item<'_>], others: &[FieldRule]) -> Vec<FieldRule> {
    let of_field = |r: &&FieldRule| r.field == field && r.scope == Scope::Record;
    let mut rules: Vec<FieldRule> = others.iter().filter(of_field).cloned().collect();
    let (labelled, without): (Vec<&Item<'_>>, Vec<&Item<'_>>) =
        items.iter().partition(|i| inside(field, i));
    let is_read = |i: &&Item<'_>| !read_all(&rules, i).is_empty();
    let right = labelled.iter().all(|i| judge(&rules, field, i) >= 1.0);
    if !may_lack(field) || labelled.is_empty() || !right || without.iter().any(is_read) {
        return Vec::new();
    }
    finish(field, items, &labelled, &mut rules);
    let seen = labelled.len() as u32;
    let evidence = Evidence { seen, trained: 0, tested: seen, exact: seen };
    rules.iter_mut().for_each(|rule| rule.evidence = evidence);
    super::regular::fields(&mut rules, items);
    rules
}

/// True for fields that posts of a blog may be without.
fn may_lack(field: Field) -> bool {
    matches!(field, Field::Date | Field::Author | Field::Tags)
}

/// True where rules read no item right that they were not made from: two of ten posts that have a
/// word in a link, or a name in their text, show no place.
fn by_chance(evidence: &Evidence, items: usize) -> bool {
    evidence.exact == 0 && evidence.tested > 1 && items >= FEW
}

/// True where all tags of items are links of the rel-tag microformat.
fn are_rel_tags<'i>(mut items: impl Iterator<Item = &'i Item<'i>>) -> bool {
    items.all(|i| i.labels.tags.iter().all(|s| is_rel_tag(i, s)))
}

/// How often rules are right on items that they were not made from: learned anew without them, with
/// all that choosing does; of two items each makes a rule for the other, where that may be (`one`).
fn measured(field: Field, items: &[Item<'_>], one: bool) -> Evidence {
    let labelled: Vec<usize> = (0..items.len()).filter(|&k| inside(field, &items[k])).collect();
    let seen = labelled.len() as u32;
    let mut evidence = Evidence { seen, trained: seen, ..Evidence::default() };
    for fold in held_out(labelled.len()) {
        let held: Vec<usize> = fold.into_iter().map(|k| labelled[k]).collect();
        let others: Vec<Item<'_>> =
            (0..items.len()).filter(|k| !held.contains(k)).map(|k| items[k].clone()).collect();
        let rules = chosen(field, &others, one && labelled.len() - held.len() == 1);
        let right = held.iter().filter(|&&k| judge(&rules, field, &items[k]) >= 1.0);
        evidence.exact += right.count() as u32;
        evidence.tested += held.len() as u32;
    }
    evidence
}

fn chosen(field: Field, items: &[Item<'_>], one: bool) -> Vec<FieldRule> {
    let mut rules = learn_labels(field, items, one);
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
            apart.extend(learn_labels(field, &labelled_as(items, &labels), one));
        }
        if right(&apart) > right(&rules) + TINY {
            rules = apart;
        }
    }
    rules
}

/// `one`: one item with a label makes a rule, as where items are few; else that is chance.
fn learn_labels(field: Field, items: &[Item<'_>], one: bool) -> Vec<FieldRule> {
    let labelled: Vec<&Item<'_>> = items.iter().filter(|i| inside(field, i)).collect();
    let mut rules: Vec<FieldRule> = Vec::new();
    // HTML's own word for a tag (the rel-tag microformat) needs no second witness.
    let sure = field == Field::Tags && are_rel_tags(labelled.iter().copied());
    let least = if items.len() < FEW || sure || one { 1 } else { 2 };
    if labelled.len() < least {
        return rules;
    }
    // A name that other items have, too, is no chance where it stands otherwise but once.
    let name = |i: &Item<'_>| Some(i.labels.author.as_ref()?.slot.text(i.canvas.page));
    let mut names: HashMap<String, usize> = HashMap::new();
    for name in labelled.iter().filter(|_| field == Field::Author).filter_map(|i| name(i)) {
        *names.entry(name).or_default() += 1;
    }
    let again = |i: &&Item<'_>| name(i).is_some_and(|n| names.get(&n).is_some_and(|k| *k > 1));
    let mut open: Vec<&Item<'_>> = labelled.clone();
    while rules.len() < MOST_RULES {
        let least = if !rules.is_empty() && open.iter().any(again) { 1 } else { least };
        if open.len() < least {
            rules.extend(around_all(field, &open, &labelled, &rules));
            break;
        }
        // The first rule reads half of the items.
        let enough = if rules.is_empty() { labelled.len() as f64 / 2.0 } else { least as f64 };
        if let Some(rule) = ahead(field, &open, &labelled, &rules, enough) {
            rules.insert(0, rule);
            open.retain(|i| judge(&rules, field, i) < 1.0);
            continue;
        }
        let Some((gain, rule)) = best(field, &open, &labelled, &rules) else { break };
        // Labels of texts may be wrong themselves, where feeds strip what posts begin with: a rule
        // that is exact on half of the items may be wrong on the others.
        let text = matches!(field, Field::Body | Field::Excerpt) && rules.is_empty();
        let alone = from_ref(&rule);
        let exact = labelled.iter().filter(|i| text && judge(alone, field, i) >= 1.0).count();
        if gain.max(exact as f64) + TINY < enough {
            break;
        }
        rules.push(rule);
        open.retain(|i| judge(&rules, field, i) < 1.0);
    }
    if labelled.len() == items.len() {
        rules.extend(from_the_start(field, &labelled, &rules));
    }
    finish(field, items, &labelled, &mut rules);
    rules
}

/// A rule for texts without what stands ahead of the labelled ones in their element, a list of
/// contents in a `<div>` perhaps: such a text begins where the element does. Where items lack a
/// text, what is left may be no text.
fn from_the_start<'a>(
    field: Field,
    labelled: &[&Item<'a>],
    rules: &[FieldRule],
) -> Option<FieldRule> {
    let rule = rules.last().filter(|_| field == Field::Body)?;
    if !matches!(rule.start.last(), Some(TokenPattern::Close { .. })) || rules.len() == MOST_RULES {
        return None;
    }
    let element = |item: &&Item<'a>| {
        let (page, text) = (item.canvas.page, item.labels.spots(field).into_iter().next()?);
        Some((page, page.parent(text.slot.tokens.start)?))
    };
    let elements: Vec<(&Page, usize)> = labelled.iter().filter_map(element).collect();
    let start = vec![general::lean(general::pattern(&elements, false)?)];
    let whole = FieldRule { start, ..rule.clone() };
    let is_safe = opens_named(&whole.start) && labelled.iter().all(|i| holds_text(&whole, i));
    is_safe.then_some(whole)
}

/// True where what a rule reads has the item's text in it.
fn holds_text(rule: &FieldRule, item: &Item<'_>) -> bool {
    let read = read_all(from_ref(rule), item);
    let text = item.labels.spots(rule.field).first().map(|s| s.slot.tokens.clone());
    text.is_some_and(|text| read.iter().any(|v| contains(&v.slot.tokens, &text)))
}

/// A rule for the one text that no rule reads. One item alone is chance; but an element that holds
/// the texts of all items is a safe place for one without the edges of the others.
fn around_all(
    field: Field,
    open: &[&Item<'_>],
    labelled: &[&Item<'_>],
    rules: &[FieldRule],
) -> Option<FieldRule> {
    if !matches!(field, Field::Body | Field::Excerpt) || open.is_empty() || rules.is_empty() {
        return None;
    }
    let (_, rule) = best(field, open, labelled, rules)?;
    let is_right = |item: &&Item<'_>| {
        read_all(rules, item).is_empty() && judge(from_ref(&rule), field, item) >= 1.0
    };
    let is_safe = opens_named(&rule.start) && labelled.iter().all(|i| holds_text(&rule, i));
    (is_safe && open.iter().all(is_right)).then_some(rule)
}

/// A rule that is to be tried ahead of the `rules`, which read something else where it matches:
/// what stands behind the heading of posts that have one, ahead of the text of those that have
/// none.
fn ahead(
    field: Field,
    open: &[&Item<'_>],
    labelled: &[&Item<'_>],
    rules: &[FieldRule],
    enough: f64,
) -> Option<FieldRule> {
    let is_read = |i: &&&Item<'_>| !read_all(rules, i).is_empty();
    if !matches!(field, Field::Body | Field::Excerpt) || rules.is_empty() {
        return None;
    }
    let wrong: Vec<&Item<'_>> = open.iter().filter(is_read).copied().collect();
    if wrong.is_empty() {
        return None;
    }
    let (_, rule) = best(field, &wrong, &wrong, &[])?;
    let both: Vec<FieldRule> = std::iter::once(rule.clone()).chain(rules.to_vec()).collect();
    let gain = |i: &&Item<'_>| judge(&both, field, i) - judge(rules, field, i);
    (labelled.iter().map(gain).sum::<f64>() + TINY >= enough).then_some(rule)
}

/// True where a tag stands in a link of the rel-tag microformat.
fn is_rel_tag(item: &Item<'_>, spot: &Spot) -> bool {
    let page = item.canvas.page;
    let mut around = page.ancestors(spot.slot.tokens.start).take(3);
    around.any(|a| page.has_word(a, "rel", "tag"))
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
        rule.optional = empty > 0 || !most(labelled.len(), items.len());
        rule.profile = Profile {
            shortest: lengths.iter().min().copied().unwrap_or(0),
            longest: lengths.iter().max().copied().unwrap_or(0),
            known: Vec::new(),
        };
    }
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
        if open.len() >= FEW { open.iter().step_by(2).copied().collect() } else { open.to_vec() };
    let split = open.iter().flat_map(|i| i.labels.spots(field)).find_map(|spot| spot.split);
    // A further rule for tags of one family is made from those that the rules so far do not read.
    let mut families = labelled.iter().flat_map(|i| &i.labels.tags).map(|s| s.family);
    let first = families.next();
    let further =
        field == Field::Tags && !rules.is_empty() && families.all(|family| Some(family) == first);
    let unread = train.iter().take_while(|_| further).map(|i| without_read(rules, i));
    let unread: Vec<ItemLabels> = unread.collect();
    let with = |(i, labels)| Item { labels, ..Item::clone(i) };
    let unread: Vec<Item<'_>> = train.iter().copied().zip(&unread).map(with).collect();
    let train = if further { unread.iter().collect() } else { train };
    let tried = candidates(field, &train, split);
    // What the rules so far leave to the new one: an item they read is theirs, right or wrong.
    let free: Vec<(&Item<'_>, f64)> = labelled
        .iter()
        .filter(|i| field == Field::Tags || read_all(rules, i).is_empty())
        .map(|i| (*i, judge(rules, field, i)))
        .collect();
    let to_gain: f64 = free.iter().map(|f| 1.0 - f.1).sum();
    // The gain of a rule, or None as soon as it can no longer reach `least`.
    let gain = |rule: &FieldRule, least: f64| {
        let tried = tried_with(field, rules, rule);
        let mut sum = 0.0;
        let mut left = to_gain;
        for (item, before) in &free {
            if sum + left + TINY < least {
                return None;
            }
            sum += judge(&tried, field, item) - before;
            left -= 1.0 - before;
        }
        (sum + TINY >= least).then_some(sum)
    };
    // What is gained less what it costs to say, both in items.
    let mut best: Option<(f64, f64, &FieldRule)> = None;
    for rule in &tried {
        let bits = price(rule) as f64 + price_of_one(rule, labelled);
        let least = best.as_ref().map_or(f64::MIN, |b| b.0 + bits / ITEM_BITS);
        let Some(gain) = gain(rule, least) else { continue };
        let score = gain - (bits + ambiguity(rule, &free)) / ITEM_BITS;
        if best.as_ref().is_none_or(|b| score > b.0 + TINY) {
            best = Some((score, gain, rule));
        }
    }
    let (_, mut gained, first) = best?;
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
                Some((gain(&r, gained)?, r))
            })
            .reduce(|a, b| {
                if b.0 > a.0 + TINY || (b.0 > a.0 - TINY && price(&b.1) < price(&a.1)) {
                    b
                } else {
                    a
                }
            });
        // What one item alone shows is chance, unless there are hardly any others.
        let helped = |r: &FieldRule| {
            let (with, without) = (tried_with(field, rules, r), tried_with(field, rules, &rule));
            let is_better = |i: &Item<'_>| judge(&with, field, i) > judge(&without, field, i);
            free.iter().filter(|(item, _)| is_better(item)).count()
        };
        let sure = |r: &FieldRule| {
            r.ends.last().is_some_and(|e| of_template(e, labelled)) || free.len() < FEW
        };
        let clearly = |b: &(f64, FieldRule)| {
            b.0 > gained + LEAST_GAIN && helped(&b.1) > usize::from(!sure(&b.1))
        };
        match better.filter(clearly) {
            Some((g, r)) => (gained, rule) = (g, r),
            None => break,
        }
    }
    if matches!(field, Field::Body | Field::Excerpt) && rule.ends.len() < MOST_ENDS {
        let ends = rule.ends.iter().cloned().chain(further_end(&rule, labelled)).collect();
        let with = FieldRule { ends, ..rule.clone() };
        if gain(&with, gained).is_some() {
            rule = with;
        }
    }
    // A text whose element is named ends with it where nothing else ends it: entries without tags
    // are none without text.
    if matches!(field, Field::Body | Field::Excerpt) && opens_named(&rule.start) {
        let mut whole = rule.clone();
        whole.ends.push(EndPattern::default());
        if !rule.ends.contains(&EndPattern::default())
            && let Some(as_good) = gain(&whole, gained)
        {
            (gained, rule) = (as_good, whole);
        }
    }
    // An end with the element needs no pattern beside it to say so.
    if rule.ends == [EndPattern::default()] {
        rule.ends.clear();
    }
    Some((gained, rule))
}

/// An item's labels, without the tags that rules read.
fn without_read(rules: &[FieldRule], item: &Item<'_>) -> ItemLabels {
    let mut labels = item.labels.clone();
    let read: HashSet<String> = read_all(rules, item).into_iter().map(|v| v.text).collect();
    let is_read = |s: &Spot| s.names(item.canvas.page).iter().all(|name| read.contains(name));
    labels.tags.retain(|s| !is_read(s));
    labels
}

/// What reads an item where a rule is tried: of tags all rules together, of other fields it alone.
fn tried_with<'r>(field: Field, rules: &[FieldRule], rule: &'r FieldRule) -> Cow<'r, [FieldRule]> {
    match field {
        Field::Tags => Cow::Owned([rules, from_ref(rule)].concat()),
        _ => Cow::Borrowed(from_ref(rule)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_hold_unless_they_fail_on_most_held_out_items() {
        for (exact, tested, hold) in [(2, 5, false), (5, 10, true), (10, 10, true), (0, 0, true)] {
            let evidence = Evidence { exact, tested, ..Evidence::default() };
            assert_eq!(holds(&evidence), hold, "{exact} of {tested}");
        }
    }

    #[test]
    fn what_no_held_out_item_shows_is_chance_unless_items_are_few() {
        let cases = [(0, 2, 10, true), (0, 2, 3, false), (1, 3, 10, false), (0, 1, 10, false)];
        for (exact, tested, items, chance) in cases {
            let evidence = Evidence { exact, tested, ..Evidence::default() };
            assert_eq!(by_chance(&evidence, items), chance, "{exact} of {tested}, {items} items");
        }
    }
}
