//! Labels as text, for snapshots and `feedstone show labels`.

use std::fmt::Write;

use super::{ItemLabels, Spot};
use crate::entry::Field;
use crate::page::Page;

/// One line for each label: field, tokens, how it is written, and the value (cut to one line).
pub fn dump(page: &Page, labels: &[ItemLabels]) -> String {
    let mut out = String::new();
    for l in labels {
        let _ = writeln!(out, "item {} tokens {}..{}", l.item + 1, l.window.start, l.window.end);
        for field in Field::ALL {
            for spot in l.spots(field) {
                let _ = writeln!(out, "  {:<8}{}", field.name(), line(page, spot));
            }
        }
        for (field, why) in &l.missing {
            let _ = writeln!(out, "  {:<8}- {}", field.name(), why.of(*field));
        }
    }
    out
}

fn line(page: &Page, spot: &Spot) -> String {
    let r = spot.range();
    let mut text = match &spot.attr {
        Some(a) => format!("@{a} {}", page.attr(r.start, a).unwrap_or("")),
        None => spot.slot.text(page),
    };
    if text.chars().count() > 90 {
        text = text
            .chars()
            .take(60)
            .chain(" … ".chars())
            .chain(text.chars().skip(text.chars().count() - 27))
            .collect();
    }
    let date = spot.date.as_ref().map_or(String::new(), |(p, d)| {
        format!(
            " [{p}{}{} = {:?}-{:02}-{:02}]",
            p.lang.as_ref().map_or(String::new(), |l| format!(" {l}")),
            if spot.sticky { ", heading" } else { "" },
            d.year.unwrap_or(0),
            d.month,
            d.day
        )
    });
    format!("{}..{} {text}{date}", r.start, r.end)
}
