//! What the signs at the end of a list's bodies say of their extent (`rule::ExtentRule`): learned
//! by replaying the list and holding each body against the whole text of its entry, which is what
//! the entry's own page gives, else the feed's where the feed has whole texts.
//!
//! Time: one replay of the home page.

use std::collections::HashMap;

use super::bounds::{FEW, WHOLE};
use crate::address::key_of;
use crate::entry::{Entry, Extent};
use crate::page::{Page, words_of};
use crate::rule::{ExtentRule, LayoutKind, MOST_IDLE, Sign, Wrapper, own_links};
use crate::share::most;

use url::Url;

/// Most bytes of a link's text that is kept: "Permalink" in any language.
const LONGEST_IDLE: usize = 80;

/// Sets the extent rule of the list layout that reads the home page.
///
/// `whole`: the words of each entry's whole text, by the key of its address.
pub(super) fn learn(wrapper: &mut Wrapper, home: (&Page, &str), whole: &HashMap<String, usize>) {
    let (page, url) = home;
    let read = wrapper.extract_page(page, url);
    let Some(base) = Url::parse(url).ok().map(|u| page.base(&u)) else { return };
    let layout = wrapper.layouts.iter_mut().find(|l| Some(&l.name) == read.layout.as_ref());
    let Some(layout) = layout.filter(|l| l.kind == LayoutKind::List) else { return };
    let extent_of = |e: &Entry| {
        let all = whole.get(&key_of(e.link.as_deref()?)?).filter(|n| **n > 0)?;
        let shown = words_of(e.body_text.as_deref()?).len();
        Some(if shown as f64 >= WHOLE * *all as f64 { Extent::Full } else { Extent::Excerpt })
    };
    let known: Vec<(&Entry, Extent)> =
        read.entries.iter().filter_map(|e| Some((e, extent_of(e)?))).collect();
    let mut idle: Vec<String> = Vec::new();
    let full: Vec<Vec<String>> = known
        .iter()
        .filter(|k| k.1 == Extent::Full)
        .map(|(e, _)| own_links(page, &base, e))
        .collect();
    // A cut text may hold nearly all: most of the whole ones must have the link.
    let usual = |text: &String| {
        let with = full.iter().filter(|links| links.contains(text)).count();
        with > 1 && most(with, full.len())
    };
    for text in full.iter().flatten().filter(|t| t.len() <= LONGEST_IDLE && usual(t)) {
        if !idle.contains(text) && idle.len() < MOST_IDLE {
            idle.push(text.clone());
        }
    }
    let rule = ExtentRule { idle, ..ExtentRule::default() };
    let mut seen: HashMap<(Sign, Extent), usize> = HashMap::new();
    for (e, extent) in known {
        if let Some(sign) = rule.sign(page, &base, e) {
            *seen.entry((sign, extent)).or_insert(0) += 1;
        }
    }
    let says = decide(|sign, extent| seen.get(&(sign, extent)).copied().unwrap_or(0));
    layout.extent = Some(ExtentRule { idle: rule.idle, ..says });
}

/// What counts of signs with known extents say. One entry is counted ahead for what the sign means
/// on most blogs.
fn decide(seen: impl Fn(Sign, Extent) -> usize) -> ExtentRule {
    let usual = ExtentRule::default();
    let of = |sign| {
        if seen(sign, Extent::Full) > seen(sign, Extent::Excerpt) + 1 {
            Extent::Full
        } else {
            Extent::Excerpt
        }
    };
    let (full, cut) = (seen(Sign::Plain, Extent::Full), seen(Sign::Plain, Extent::Excerpt));
    let plain = match full.cmp(&cut) {
        std::cmp::Ordering::Greater => Some(Extent::Full),
        std::cmp::Ordering::Less => Some(Extent::Excerpt),
        std::cmp::Ordering::Equal => usual.plain,
    };
    // Where lists show whole posts and none of them was seen to be cut, dots are the author's.
    let dots = seen(Sign::Ellipsis, Extent::Full) + seen(Sign::Ellipsis, Extent::Excerpt);
    let ellipsis = match dots {
        0 if full >= FEW && cut == 0 => Extent::Full,
        _ => of(Sign::Ellipsis),
    };
    ExtentRule { more: of(Sign::More), ellipsis, plain, ..usual }
}
