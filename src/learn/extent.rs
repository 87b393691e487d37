//! What the signs at the end of a list's bodies say of their extent (`rule::ExtentRule`): learned
//! by replaying the list and holding each body against the whole text of its entry, which is what
//! the entry's own page gives, else the feed's where the feed has whole texts.
//!
//! Time: one replay of each list.

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

/// Sets the extent rule of each list layout by all pages that it reads.
///
/// `lists`: pages of lists, with their addresses. `whole`: the words of each entry's whole text, by
/// the key of its address.
pub(super) fn learn(
    wrapper: &mut Wrapper,
    lists: &[(&Page, &str)],
    whole: &HashMap<String, usize>,
) {
    let extent_of = |e: &Entry| {
        let all = whole.get(&key_of(e.link.as_deref()?)?).filter(|n| **n > 0)?;
        let shown = words_of(e.body_text.as_deref()?).len();
        Some(if shown as f64 >= WHOLE * *all as f64 { Extent::Full } else { Extent::Excerpt })
    };
    let mut known: HashMap<String, Vec<Known<'_>>> = HashMap::new();
    for &(page, url) in lists {
        let Some(base) = Url::parse(url).ok().map(|u| page.base(&u)) else { continue };
        let read = wrapper.extract_page(page, url);
        let Some(layout) = read.layout else { continue };
        let of = read.entries.into_iter().filter_map(|entry| {
            let extent = extent_of(&entry)?;
            Some(Known { page, base: base.clone(), entry, extent })
        });
        known.entry(layout).or_default().extend(of);
    }
    for layout in wrapper.layouts.iter_mut().filter(|l| l.kind == LayoutKind::List) {
        if let Some(known) = known.get(&layout.name) {
            layout.extent = Some(rule(known));
        }
    }
}

/// An entry of a list whose extent is known.
struct Known<'p> {
    page: &'p Page,
    base: Url,
    entry: Entry,
    extent: Extent,
}

/// What the signs mean where these are known.
fn rule(known: &[Known<'_>]) -> ExtentRule {
    let mut idle: Vec<String> = Vec::new();
    let links = |extent: Extent| -> Vec<Vec<String>> {
        let of_extent = known.iter().filter(|k| k.extent == extent);
        of_extent.map(|k| own_links(k.page, &k.base, &k.entry)).collect()
    };
    let (full, cut) = (links(Extent::Full), links(Extent::Excerpt));
    // All that are cut have it, and none that is whole: then it is what says so, and one whole
    // entry is enough to tell that another link does not.
    let telling = |text: &String| {
        cut.iter().all(|links| links.contains(text)) && !full.iter().any(|l| l.contains(text))
    };
    let told = cut.iter().flatten().any(telling);
    // A cut text may hold nearly all: most of the whole ones must have the link.
    let usual = |text: &String| {
        let with = full.iter().filter(|links| links.contains(text)).count();
        (with > 1 || told) && most(with, full.len())
    };
    for text in full.iter().flatten().filter(|t| t.len() <= LONGEST_IDLE && usual(t)) {
        if !idle.contains(text) && idle.len() < MOST_IDLE {
            idle.push(text.clone());
        }
    }
    let rule = ExtentRule { idle, ..ExtentRule::default() };
    let mut seen: HashMap<(Sign, Extent), usize> = HashMap::new();
    for k in known {
        if let Some(sign) = rule.sign(k.page, &k.base, &k.entry) {
            *seen.entry((sign, k.extent)).or_insert(0) += 1;
        }
    }
    let says = decide(|sign, extent| seen.get(&(sign, extent)).copied().unwrap_or(0));
    ExtentRule { idle: rule.idle, ..says }
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
    let signed = seen(Sign::More, Extent::Excerpt);
    let plain = match full.cmp(&cut) {
        // Where all that were cut have a link, those without one are whole.
        std::cmp::Ordering::Equal if full == 0 && signed >= FEW => Some(Extent::Full),
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bodies_without_a_sign_are_whole_where_all_that_are_cut_have_a_link() {
        use Extent::{Excerpt, Full};
        let none: [(Sign, Extent, usize); 0] = [];
        let cases: [(&[(Sign, Extent, usize)], Option<Extent>); 6] = [
            (&none, None),
            (&[(Sign::More, Excerpt, FEW)], Some(Full)),
            (&[(Sign::More, Excerpt, FEW - 1)], None),
            (&[(Sign::Ellipsis, Excerpt, FEW)], None),
            (&[(Sign::More, Excerpt, FEW), (Sign::Plain, Excerpt, 1)], Some(Excerpt)),
            (&[(Sign::Plain, Full, 2), (Sign::Plain, Excerpt, 1)], Some(Full)),
        ];
        for (seen, plain) in cases {
            let count = |sign, extent| {
                seen.iter().filter(|s| (s.0, s.1) == (sign, extent)).map(|s| s.2).sum()
            };
            assert_eq!(decide(count).plain, plain, "{seen:?}");
        }
    }
}
