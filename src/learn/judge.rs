//! Whether rules read an item right: by replaying them, against its labels.

use std::collections::BTreeSet;
use std::ops::Range;

use super::bounds::{NEAR_TEXT, SAME_TEXT};
use super::field::Item;
use crate::address::{address_key, link_key};
use crate::entry::{Field, FieldValue, merged};
use crate::label::Spot;
use crate::rule::{FieldRule, is_beside_tags, outside_of, read_field};

/// Fields in lines beside a text.
const NAMES: [Field; 3] = [Field::Date, Field::Author, Field::Tags];

/// True where an item has a label of the field inside its window (sticky dates stand outside).
pub(super) fn inside(field: Field, item: &Item<'_>) -> bool {
    item.labels
        .spots(field)
        .iter()
        .any(|s| s.sticky || in_page_head(item, s) || contains(&item.window, &s.slot.tokens))
}

fn in_page_head(item: &Item<'_>, spot: &Spot) -> bool {
    spot.slot.tokens.end <= item.canvas.page.body().start
}

pub(super) fn contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// The values that the first matching rule gives; of tags what all rules give.
pub(super) fn read_all(rules: &[FieldRule], item: &Item<'_>) -> Vec<FieldValue> {
    let page = item.canvas.page;
    let anchor = item.labels.anchor().unwrap_or(item.window.end);
    let text = item.labels.body.as_ref().map_or(0..0, Spot::range);
    let mut read = rules.iter().map(|r| {
        let values = read_field(page, r, &item.window_of(r), anchor);
        if r.field != Field::Tags {
            return values;
        }
        let base = &item.canvas.base;
        let is_left_out = |v: &FieldValue| {
            item.leaves_own_out && is_beside_tags(page, base, v, |key| own_key(item) == key)
        };
        outside_of(&text, values).into_iter().filter(|v| !is_left_out(v)).collect()
    });
    match rules.first().map(|r| r.field) {
        Some(Field::Tags) => read.reduce(merged),
        _ => read.find(|v| !v.is_empty()),
    }
    .unwrap_or_default()
}

/// The key of the address that replay takes for the item's: that of its link, else the page's.
fn own_key(item: &Item<'_>) -> String {
    let link = item.labels.link.as_ref().and_then(|spot| {
        let href = item.canvas.page.attr(spot.slot.tokens.start, spot.attr.as_deref()?)?;
        link_key(&item.canvas.base, href)
    });
    link.unwrap_or_else(|| address_key(&item.canvas.base))
}

/// How right rules are on an item: 1 exact, 0 nothing read, -1 wrong; for tags the F1 of the sets.
pub(super) fn judge(rules: &[FieldRule], field: Field, item: &Item<'_>) -> f64 {
    let values = read_all(rules, item);
    let Some(first) = values.first() else { return 0.0 };
    let (page, spots) = (item.canvas.page, item.labels.spots(field));
    let Some(spot) = spots.first() else { return 0.0 };
    let right = match field {
        Field::Link => {
            let key = |v: &str| link_key(&item.canvas.base, v);
            let linked = spot.attr.as_ref().and_then(|a| page.attr(spot.slot.tokens.start, a));
            let label = linked.and_then(key);
            // Comments and notes of a post have its address, too.
            let leads_on = first.text.contains('#') && !linked.is_some_and(|to| to.contains('#'));
            let is_own = |k: String| Some(&k) == label.as_ref() || item.target.links.contains(&k);
            !leads_on && key(&first.text).is_some_and(is_own)
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
            let want: BTreeSet<String> = spots.iter().flat_map(|s| s.names(page)).collect();
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
            // Nearly the same is nearly right: what is right but for a line counts as nothing, and
            // so does what holds the title and the label does not; another field's line shows that
            // the edge is off.
            let near = 1.0 - (1.0 - alike) / (1.0 - NEAR_TEXT);
            let (read, label) = (&first.slot.tokens, &spot.slot.tokens);
            let foreign = |field: &Field| {
                let starts = item.labels.spots(*field).into_iter().map(|s| s.slot.tokens.start);
                starts.into_iter().any(|s| read.contains(&s) && !label.contains(&s))
            };
            return if foreign(&Field::Title) {
                near.clamp(-1.0, 0.0)
            } else if alike < SAME_TEXT || NAMES.iter().any(foreign) {
                near.max(-1.0)
            } else {
                1.0
            };
        }
        Field::Author => spot.names(page) == [first.text.as_str()],
        Field::Title => first.text == spot.slot.text(page),
    };
    if right { 1.0 } else { -1.0 }
}
