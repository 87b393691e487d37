//! What a rule costs: what its reader has to be told, and which of its matches is meant.

use super::bounds::{ITEM_BITS, UNNAMED};
use super::candidates::is_around;
use super::field::Item;
use super::general;
use crate::address::{says_changed, says_published};
use crate::entry::{Field, FieldValue};
use crate::page::is_heading;
use crate::rule::{ANY_HEADING, AttrTest, FieldRule, Scope, TextTest, TokenPattern, read_field};
use crate::share::most;

/// What a rule costs its reader.
pub(super) fn price(rule: &FieldRule) -> usize {
    // Among equals what HTML itself says of the field: a title's heading, a date's time element.
    let apt = match (rule.field, rule.start.last()) {
        (Field::Title, Some(TokenPattern::Open { name, .. })) => {
            name == ANY_HEADING || is_heading(name)
        }
        (Field::Date, Some(TokenPattern::Open { name, .. })) => name == "time",
        (Field::Date, Some(TokenPattern::Close { .. })) => false,
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
    let weight = if matches!(rule.field, Field::Tags | Field::Author) { UNNAMED } else { 1 };
    // Posts that were changed later show two days; those that teach the rule may show one.
    let of_change = rule.field == Field::Date && is_told(&rule.start, says_changed);
    let unsaid = rule.field == Field::Date && !is_told(&rule.start, says_published);
    // Words ahead of a day ("Posted by Ann on") are some posts' alone, where an element holds it.
    let by_words = rule.field == Field::Date
        && matches!(rule.start.last(), Some(TokenPattern::Text(TextTest::Has(_))));
    // A picture that texts begin with is some posts' alone.
    let by_picture = matches!(rule.field, Field::Body | Field::Excerpt)
        && rule.start.iter().any(|t| matches!(t, TokenPattern::Open { name, .. } if name == "img"));
    weight * usize::from(!apt)
        + if by_words || by_picture { ITEM_BITS as usize } else { 0 }
        + usize::from(of_change)
        + usize::from(unsaid)
        + general::cost(&rule.start) * 2
        + rule
            .ends
            .iter()
            .filter(|e| !e.tokens.is_empty())
            .map(|e| general::cost(&e.tokens))
            .sum::<usize>()
}

/// What a rule for tags costs that reads one alone. One may be all that the items have: its link is
/// read where an entry has several, the element around it and what stands ahead of the first are
/// not, and that entry is read wrong. Of items with several, words ahead of the first (`in <a>` of
/// `in <a> ≫ <a>`) may be all that tells tags from other links. A text that is split holds all.
pub(super) fn price_of_one(rule: &FieldRule, items: &[&Item<'_>]) -> f64 {
    let of_link = matches!(rule.start.split_last(), Some((TokenPattern::Open { name, .. }, ahead))
        if name == "a" && ahead.iter().all(is_around));
    let reads_one = rule.field == Field::Tags && rule.split.is_none() && !of_link;
    let says =
        |t: &TokenPattern| matches!(t, TokenPattern::Text(TextTest::Has(_) | TextTest::Is(_)));
    let by_words = rule.start.iter().any(says);
    let have_one = || items.iter().all(|i| i.labels.tags.len() < 2);
    if reads_one && (!by_words || have_one()) { ITEM_BITS } else { 0.0 }
}

/// True where a start's last tag is told by a name that says something.
fn is_told(start: &[TokenPattern], says: impl Fn(&str) -> bool) -> bool {
    let Some(TokenPattern::Open { attrs, .. }) = start.last() else { return false };
    attrs.iter().any(|a| match &a.test {
        AttrTest::Has(value) | AttrTest::Is(value) => says(&value.to_ascii_lowercase()),
        _ => false,
    })
}

/// Bits that it takes to say which of a rule's matches is meant, over the items. A rule that
/// matches once in a record says what the value is; of a rule that matches often the first match is
/// the value by where it happens to stand. Of texts all starts count, whether an end comes or not:
/// an entry without tags behind its text is read from the first start on. Where that is another one
/// on most items it costs an item.
pub(super) fn ambiguity(rule: &FieldRule, items: &[(&Item<'_>, f64)]) -> f64 {
    if rule.many || rule.scope == Scope::Sticky {
        return 0.0;
    }
    let mut all = FieldRule { many: true, ..rule.clone() };
    if matches!(rule.field, Field::Body | Field::Excerpt) {
        all.ends.clear();
    }
    let read = |rule: &FieldRule, item: &Item<'_>| {
        read_field(item.canvas.page, rule, &item.window_of(rule), item.window.end)
    };
    let begins = |values: &[FieldValue]| values.first().map(|v| v.slot.tokens.start);
    let (mut bits, mut misled) = (0.0, 0);
    for (item, _) in items {
        let starts = read(&all, item);
        bits += (starts.len().max(1) as f64).log2();
        // Where the end alone tells which start is meant, an entry without that end is read wrong.
        if all.ends.len() < rule.ends.len() {
            let value = begins(&read(rule, item));
            misled += usize::from(value.is_some() && value != begins(&starts));
        }
    }
    bits / items.len().max(1) as f64 + if most(misled, items.len()) { ITEM_BITS } else { 0.0 }
}

/// True where a start ends with a tag that a class or an id tells from others.
pub(super) fn opens_named(start: &[TokenPattern]) -> bool {
    matches!(start.last(), Some(TokenPattern::Open { attrs, .. }) if !attrs.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::{Evidence, Profile, Value};

    #[test]
    fn a_text_that_begins_behind_a_picture_costs_an_item_more() {
        let behind = |field: Field, name: &str| {
            let open =
                TokenPattern::Open { name: name.to_owned(), attrs: Vec::new(), around: false };
            price(&FieldRule {
                field,
                scope: Scope::Record,
                value: Value::Html,
                start: vec![open, TokenPattern::Close { name: "p".to_owned() }],
                ends: Vec::new(),
                many: false,
                split: None,
                optional: false,
                date: None,
                evidence: Evidence::default(),
                profile: Profile::default(),
                regex: None,
            })
        };
        let cases = [(Field::Body, true), (Field::Excerpt, true), (Field::Title, false)];
        for (field, costs) in cases {
            let more = if costs { ITEM_BITS as usize } else { 0 };
            let dearer = behind(field, "img") - behind(field, "div");
            assert_eq!(dearer, more, "{}", field.name());
        }
    }
}
