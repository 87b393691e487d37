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
use crate::share::{most, nearly_all};

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
    let mut reads: HashMap<String, Vec<Read<'_>>> = HashMap::new();
    for &(page, url) in lists {
        let Some(base) = Url::parse(url).ok().map(|u| page.base(&u)) else { continue };
        let read = wrapper.extract_page(page, url);
        let Some(layout) = read.layout else { continue };
        let entries = read.entries.into_iter().map(|entry| (extent_of(&entry), entry)).collect();
        reads.entry(layout).or_default().push(Read { page, base, entries });
    }
    for layout in wrapper.layouts.iter_mut().filter(|l| l.kind == LayoutKind::List) {
        if let Some(reads) = reads.get(&layout.name) {
            layout.extent = Some(rule(reads));
        }
    }
}

/// What a list gave: each entry, with its extent where it is known.
struct Read<'p> {
    page: &'p Page,
    base: Url,
    entries: Vec<(Option<Extent>, Entry)>,
}

/// What the signs mean where some extents are known.
fn rule(reads: &[Read<'_>]) -> ExtentRule {
    let mut idle: Vec<String> = Vec::new();
    let links = |extent: Extent| -> Vec<Vec<String>> {
        let all = reads.iter().flat_map(|r| r.entries.iter().map(move |(known, e)| (r, known, e)));
        let of_extent = all.filter(|(_, known, _)| **known == Some(extent));
        of_extent.map(|(r, _, e)| own_links(r.page, &r.base, e)).collect()
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
    let mut seen: HashMap<(Sign, bool, Extent), usize> = HashMap::new();
    for r in reads {
        let sign = |(_, e): &(_, Entry)| rule.sign(r.page, &r.base, e);
        let signs: Vec<Option<Sign>> = r.entries.iter().map(sign).collect();
        let alone = !rule.are_cut(&signs);
        for (sign, extent) in signs.into_iter().zip(&r.entries).filter_map(|(s, e)| s.zip(e.0)) {
            *seen.entry((sign, alone, extent)).or_insert(0) += 1;
        }
    }
    let says = decide(|sign, alone, extent| seen.get(&(sign, alone, extent)).copied().unwrap_or(0));
    let rule = ExtentRule { idle: rule.idle, ..says };
    let short = short(reads);
    // Only where the signs say of several whole texts that they are cut: to call a cut text whole
    // is worse.
    let wrong = |r: &Read<'_>| {
        let mut entries: Vec<Entry> = r.entries.iter().map(|e| e.1.clone()).collect();
        rule.apply(r.page, &r.base, &mut entries);
        let whole = r.entries.iter().zip(entries).filter(|(e, _)| e.0 == Some(Extent::Full));
        let words = |e: &Entry| words_of(e.body_text.as_deref().unwrap_or_default()).len();
        whole.filter(|(_, e)| e.extent == Some(Extent::Excerpt) && words(e) < short).count()
    };
    if reads.iter().map(wrong).sum::<usize>() > 1 { ExtentRule { short, ..rule } } else { rule }
}

/// Words that no text has that is cut at a length, whatever a theme counts. 0 where texts are cut
/// by hand: of those cut at a length the shortest has more than half of the longest's words.
fn short(reads: &[Read<'_>]) -> usize {
    let cut = || {
        let cut = reads.iter().flat_map(|r| &r.entries).filter(|e| e.0 == Some(Extent::Excerpt));
        cut.filter_map(|(_, e)| Some(words_of(e.body_text.as_deref()?).len()))
    };
    let (Some(shortest), Some(longest)) = (cut().min(), cut().max()) else { return 0 };
    let at_length = cut().count() >= FEW && most(shortest, longest);
    if at_length { (WHOLE * shortest as f64) as usize } else { 0 }
}

/// What counts of signs with known extents say; of each also whether no text of its page was cut as
/// its sign says. One entry is counted ahead for what the sign means on most blogs.
fn decide(seen: impl Fn(Sign, bool, Extent) -> usize) -> ExtentRule {
    let usual = ExtentRule::default();
    let count = |sign, extent| seen(sign, false, extent) + seen(sign, true, extent);
    let of = |sign| {
        if count(sign, Extent::Full) > count(sign, Extent::Excerpt) + 1 {
            Extent::Full
        } else {
            Extent::Excerpt
        }
    };
    let (full, cut) = (count(Sign::Plain, Extent::Full), count(Sign::Plain, Extent::Excerpt));
    let signed = count(Sign::More, Extent::Excerpt);
    let majority = |full: usize, cut: usize| match full.cmp(&cut) {
        // Where all that were cut have a link, those without one are whole.
        std::cmp::Ordering::Equal if full == 0 && signed >= FEW => Some(Extent::Full),
        std::cmp::Ordering::Greater => Some(Extent::Full),
        std::cmp::Ordering::Less => Some(Extent::Excerpt),
        std::cmp::Ordering::Equal => usual.plain,
    };
    let plain = |alone| {
        let seen = |extent| seen(Sign::Plain, alone, extent);
        majority(seen(Extent::Full), seen(Extent::Excerpt))
    };
    // That they are otherwise on pages without cut texts must be seen of several, nearly all.
    let [whole, other] = [Extent::Full, Extent::Excerpt].map(|e| seen(Sign::Plain, true, e));
    let surely = whole + other > 1 && nearly_all(whole.max(other), whole + other);
    let (plain, alone) = match (plain(false), plain(true)) {
        (Some(beside), Some(alone)) if beside != alone && surely => (Some(beside), Some(alone)),
        _ => (majority(full, cut), None),
    };
    // Where lists show whole posts and none of them was seen to be cut, dots are the author's.
    let ellipsis = match count(Sign::Ellipsis, Extent::Excerpt) {
        0 if full >= FEW && cut == 0 => match count(Sign::Ellipsis, Extent::Full) {
            0 => None,
            _ => Some(Extent::Full),
        },
        _ => Some(of(Sign::Ellipsis)),
    };
    ExtentRule { more: of(Sign::More), ellipsis, plain, alone, ..usual }
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
            let count = |sign, alone: bool, extent| {
                let of = seen.iter().filter(|s| !alone && (s.0, s.1) == (sign, extent));
                of.map(|s| s.2).sum()
            };
            assert_eq!(decide(count).plain, plain, "{seen:?}");
        }
    }

    #[test]
    fn dots_are_the_authors_where_no_text_was_cut() {
        use Extent::{Excerpt, Full};
        let cases: [(&[(Sign, Extent, usize)], Option<Extent>); 4] = [
            (&[(Sign::Plain, Full, FEW)], None),
            (&[(Sign::Plain, Full, FEW), (Sign::Ellipsis, Full, 1)], Some(Full)),
            (&[(Sign::Plain, Full, FEW), (Sign::Ellipsis, Excerpt, 1)], Some(Excerpt)),
            (&[(Sign::Plain, Full, FEW - 1), (Sign::Ellipsis, Full, 1)], Some(Excerpt)),
        ];
        for (seen, ellipsis) in cases {
            let count = |sign, alone: bool, extent| {
                let of = seen.iter().filter(|s| !alone && (s.0, s.1) == (sign, extent));
                of.map(|s| s.2).sum()
            };
            assert_eq!(decide(count).ellipsis, ellipsis, "{seen:?}");
        }
    }

    #[test]
    fn texts_without_a_sign_are_otherwise_where_no_text_of_their_page_has_one() {
        use Extent::{Excerpt, Full};
        type Seen = (bool, Extent, usize);
        let cases: [(&[Seen], Option<Extent>, Option<Extent>); 6] = [
            (&[(false, Full, 2), (true, Excerpt, FEW)], Some(Full), Some(Excerpt)),
            (&[(false, Excerpt, 2), (true, Full, FEW)], Some(Excerpt), Some(Full)),
            (&[(false, Full, 4), (true, Excerpt, 1)], Some(Full), None),
            (&[(false, Full, 4), (true, Excerpt, 2), (true, Full, 1)], Some(Full), None),
            (&[(false, Full, 2), (true, Full, 1)], Some(Full), None),
            (&[(true, Excerpt, 3)], Some(Excerpt), None),
        ];
        for (seen, plain, alone) in cases {
            let says = decide(|sign, alone, extent| {
                let of = seen.iter().filter(|s| (s.0, s.1) == (alone, extent));
                of.map(|s| s.2).sum::<usize>() * usize::from(sign == Sign::Plain)
            });
            assert_eq!((says.plain, says.alone), (plain, alone), "{seen:?}");
        }
    }
}
