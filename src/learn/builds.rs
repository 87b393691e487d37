//! Entry pages of several builds: posts with a cover, photographs and links have templates of their
//! own on some blogs, and so have the posts of other years. The feed's items whose pages the rules
//! learned from all read wrong are learned from alone, and have a layout where that reads them.
//!
//! Time: as learning from these pages, once for each two of them at most.

use super::bounds::{LEAST_RECORDS, LEAST_RIGHT};
use super::proof::{FIELDS, Score, on_own_pages};
use super::{Blog, EntryPage, entry_layout, free_name};
use crate::check::{Fact, of_feed};
use crate::label::{Canvas, Target, label_entries};
use crate::rule::{FieldRule, Layout, LayoutKind, Wrapper};

/// Adds layouts for entry pages that the first reads wrong.
///
/// `canvases`: the blog's entry pages, as they were prepared for the first.
pub(super) fn learn(
    wrapper: &mut Wrapper,
    blog: &Blog,
    targets: &[Target],
    canvases: &[Canvas<'_>],
    navigation: &[String],
) {
    let facts = of_feed(&blog.feed);
    let pages: Vec<(&EntryPage, &Fact)> =
        blog.entries.iter().map(|e| (e, &facts[e.item])).collect();
    let mut scores = of_each(wrapper, &pages);
    loop {
        let wrong: Vec<usize> =
            (0..pages.len()).filter(|&k| scores[k].right < scores[k].of).collect();
        if wrong.len() < LEAST_RECORDS {
            return;
        }
        let own: Vec<&EntryPage> = wrong.iter().map(|&k| pages[k].0).collect();
        let Some(layout) = learned_from(&own, blog, targets, canvases, navigation) else { return };
        let trial = with(wrapper, layout);
        let then = of_each(&trial, &pages);
        if !is_better(&scores, &then, &wrong) {
            return;
        }
        (*wrapper, scores) = (trial, then);
    }
}

/// How each page is read.
fn of_each(wrapper: &Wrapper, pages: &[(&EntryPage, &Fact)]) -> Vec<Score> {
    pages.iter().map(|page| on_own_pages(wrapper, std::slice::from_ref(page), &FIELDS)).collect()
}

/// True where no page is read worse, and nearly all values of two pages or more are right that were
/// wrong.
fn is_better(before: &[Score], after: &[Score], wrong: &[usize]) -> bool {
    let right = |k: usize| after[k].share() >= LEAST_RIGHT && after[k].right > before[k].right;
    before.iter().zip(after).all(|(b, a)| a.right >= b.right)
        && wrong.iter().filter(|&&k| right(k)).count() >= LEAST_RECORDS
}

/// The layout of some entry pages.
fn learned_from<'b>(
    own: &[&'b EntryPage],
    blog: &'b Blog,
    targets: &[Target],
    canvases: &[Canvas<'_>],
    navigation: &[String],
) -> Option<Layout> {
    let lang = blog.feed.language.as_deref();
    let canvas = |e: &'b EntryPage| Canvas::new(&e.page, &e.url, lang);
    let (pages, sought): (Vec<Canvas<'_>>, Vec<&Target>) = own
        .iter()
        .filter_map(|e| Some((canvas(e)?.prepared_as(canvases), &targets[e.item])))
        .unzip();
    let labels = label_entries(&pages, &sought, navigation);
    let others: Vec<_> = std::iter::once(&blog.home.page)
        .chain(
            blog.entries.iter().filter(|e| !own.iter().any(|o| o.item == e.item)).map(|e| &e.page),
        )
        .collect();
    entry_layout(&pages, &labels, &sought, &others, &[], &mut Vec::new())
}

/// The wrapper with a further layout of entries. What its pages teach nothing of is read as on all.
fn with(wrapper: &Wrapper, mut layout: Layout) -> Wrapper {
    let mut out = wrapper.clone();
    layout.name = free_name(LayoutKind::Entry, out.layouts.iter());
    let first = out.layouts.iter().find(|l| l.kind == LayoutKind::Entry);
    let of_all = first.iter().flat_map(|first| &first.fields);
    let lacks = |rule: &&FieldRule| layout.fields.iter().all(|r| r.field != rule.field);
    let rest: Vec<FieldRule> = of_all.filter(lacks).cloned().collect();
    layout.fields.extend(rest);
    layout.fields.sort_by_key(|r| r.field);
    out.layouts.push(layout);
    out
}
