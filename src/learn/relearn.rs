//! Relearning after a redesign: new layouts are learned from today's feed, have to prove
//! themselves, and stand beside the old ones.
//!
//! Lerman, Minton and Knoblock (JAIR 18, 2003) re-induce wrappers from values recognised on changed
//! pages; here the feed knows the values. Items are held out of learning, and the layouts must read
//! them right; witnesses that know nothing of either must not disagree.
//!
//! Time: learning twice, and a check of the pages learned from.

use std::collections::HashSet;

use super::bounds::{AS_GOOD, EVERY, LEAST_RIGHT};
use super::proof::{FIELDS, Score, on_list, on_own_pages};
use super::{Blog, EntryPage, free_name, learn};
use crate::check::{Checker, Fact, Verdict, of_feed};
use crate::entry::Field;
use crate::rule::{IndexRule, Layout, LayoutKind, Wrapper};
use crate::share::nearly_all;

/// What came of relearning.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Relearned {
    /// The old layouts and the new ones.
    pub wrapper: Wrapper,
    /// Names of the new layouts; none where the old ones still read all the feed's items.
    pub added: Vec<String>,
    /// What the new layouts proved, a line each.
    pub proof: Vec<String>,
}

/// The blog without the items that are held out, and their numbers.
fn parted(blog: &Blog) -> (Blog, Vec<usize>) {
    let n = blog.feed.items.len();
    let held: Vec<usize> = (0..n).filter(|k| n > 2 && k % EVERY == 1).collect();
    let kept: Vec<usize> = (0..n).filter(|k| !held.contains(k)).collect();
    let mut part = blog.clone();
    part.older = kept.iter().filter(|k| **k >= blog.named()).count();
    part.feed.items = kept.iter().map(|&k| blog.feed.items[k].clone()).collect();
    let renumbered = |e: &EntryPage| {
        Some(EntryPage { item: kept.iter().position(|k| *k == e.item)?, ..e.clone() })
    };
    part.entries = blog.entries.iter().filter_map(renumbered).collect();
    (part, held)
}

/// The fields that a wrapper's layouts of a kind read of every entry.
fn ruled(wrapper: &Wrapper, kind: LayoutKind) -> Vec<Field> {
    let has = |f: &Field| wrapper.layouts.iter().any(|l| l.kind == kind && l.requires(*f));
    FIELDS.into_iter().filter(has).collect()
}

/// How a wrapper reads fields of items on the home page or on their own pages.
fn score(
    wrapper: &Wrapper,
    blog: &Blog,
    facts: &[Fact],
    items: &[usize],
    kind: LayoutKind,
    fields: &[Field],
) -> Score {
    if kind == LayoutKind::List {
        let facts: Vec<&Fact> = items.iter().map(|&k| &facts[k]).collect();
        let read = wrapper.extract_page(&blog.home.page, &blog.home.url);
        return on_list(wrapper, &read, &blog.home, &facts, fields);
    }
    let asked = blog.entries.iter().filter(|e| items.contains(&e.item));
    let pages: Vec<(&EntryPage, &Fact)> = asked.map(|e| (e, &facts[e.item])).collect();
    on_own_pages(wrapper, &pages, fields)
}

/// How many values of the feed's items a wrapper reads right: titles, days, authors and texts, on
/// the home page and on the items' own pages. Of two wrappers of a blog the worse reads fewer.
pub fn values_right(wrapper: &Wrapper, blog: &Blog) -> usize {
    let facts = of_feed(&blog.feed);
    let all: Vec<usize> = (0..facts.len()).collect();
    let kinds = [LayoutKind::List, LayoutKind::Entry];
    kinds.iter().map(|k| score(wrapper, blog, &facts, &all, *k, &FIELDS).right).sum()
}

/// Learn a blog anew beside what is known of it. Pure.
///
/// # Errors
/// A sentence that says which check failed: nothing was learned, held-out items are read wrong, or
/// witnesses disagree.
pub fn relearn(old: &Wrapper, blog: &Blog) -> Result<Relearned, String> {
    let facts = of_feed(&blog.feed);
    let (part, held) = parted(blog);
    if held.is_empty() {
        return Err(format!(
            "the feed has {} items; three are needed to hold one out",
            facts.len()
        ));
    }
    let (trial, whole) = (learn(&part).wrapper, learn(blog).wrapper);
    let all: Vec<usize> = (0..facts.len()).collect();
    let mut proof = Vec::new();
    let (mut kinds, mut still) = (Vec::new(), 0);
    for kind in [LayoutKind::List, LayoutKind::Entry] {
        let name = kind.name();
        // A home page that is only read by the shape of permalinks has no layout of its own.
        let read = old.extract_page(&blog.home.page, &blog.home.url).layout;
        let known = old.layouts.iter().any(|l| {
            l.kind == kind && (kind == LayoutKind::Entry || Some(&l.name) == read.as_ref())
        });
        // What is asked is what could be read: the old rules go on where the new ones read no more.
        let fields = ruled(&whole, kind);
        let now = score(old, blog, &facts, &all, kind, &fields);
        let then = score(&whole, blog, &facts, &all, kind, &fields);
        if known && now.right > 0 && now.right as f64 >= AS_GOOD * then.right as f64 {
            proof.push(format!(
                "{name} pages: the rules still read {} of {} values of the feed's items",
                now.right, now.of
            ));
            still += 1;
            continue;
        }
        if !whole.layouts.iter().any(|l| l.kind == kind) {
            proof.push(format!("{name} pages: nothing could be learned"));
            continue;
        }
        let s = score(&trial, blog, &facts, &held, kind, &ruled(&trial, kind));
        if s.of == 0 {
            proof.push(format!(
                "{name} pages: none of the items held out is shown there, so nothing is proved"
            ));
            continue;
        }
        if s.share() < LEAST_RIGHT && s.of - s.right > 1 {
            let first = s.wrong.unwrap_or_default();
            return Err(format!(
                "{name} pages: of {} values of items held out of learning {} are read right; \
                 {first}",
                s.of, s.right
            ));
        }
        proof.push(format!(
            "{name} pages: {} of {} values of items held out of learning are read right",
            s.right, s.of
        ));
        kinds.push(kind);
    }
    if kinds.is_empty() {
        let fine =
            still > 0 && still == old.layouts.iter().map(|l| l.kind).collect::<HashSet<_>>().len();
        return if fine {
            Ok(Relearned { wrapper: old.clone(), added: Vec::new(), proof })
        } else {
            Err(proof.join("; "))
        };
    }
    let (doubted, pages) = disagreements(&whole, blog);
    let told =
        format!("witnesses disagree with values of {doubted} of the {pages} pages learned from");
    if !nearly_all(pages - doubted, pages) {
        return Err(told);
    }
    proof.push(told);
    let (wrapper, added) = joined(old, whole, &kinds);
    Ok(Relearned { wrapper, added, proof })
}

/// Pages with a value that witnesses disagree with, and all pages.
fn disagreements(wrapper: &Wrapper, blog: &Blog) -> (usize, usize) {
    let mut checker = Checker::new(wrapper);
    checker.read(&blog.home.page, &blog.home.url);
    blog.entries.iter().for_each(|e| checker.read(&e.page, &e.url));
    let pages = checker.finish();
    (pages.iter().filter(|p| p.verdict > Verdict::OtherLayout).count(), pages.len())
}

/// The old wrapper with the new one's layouts of some kinds ahead of its own.
fn joined(old: &Wrapper, mut new: Wrapper, kinds: &[LayoutKind]) -> (Wrapper, Vec<String>) {
    let mut added = Vec::new();
    let mut layouts: Vec<Layout> = Vec::new();
    for mut l in std::mem::take(&mut new.layouts).into_iter().filter(|l| kinds.contains(&l.kind)) {
        l.name = free_name(l.kind, old.layouts.iter().chain(&layouts));
        added.push(l.name.clone());
        layouts.push(l);
    }
    layouts.extend(old.layouts.iter().cloned());
    layouts.sort_by_key(|l| l.kind);
    let index = match (old.index.clone(), new.index.take()) {
        (Some(o), Some(n)) => Some(both(o, n)),
        (o, n) => n.or(o),
    };
    let (title, lang) = (new.title.or(old.title.clone()), new.lang.or(old.lang.clone()));
    (Wrapper { layouts, index, title, lang, ..new }, added)
}

/// Lists never seen are read by what either knows; what both must say holds where both say it.
fn both(old: IndexRule, new: IndexRule) -> IndexRule {
    let mut out = new;
    out.dated &= old.dated;
    out.slug = out.slug.zip(old.slug).map(|(a, b)| (a.0.min(b.0), a.1.min(b.1)));
    out.shapes
        .extend(old.shapes.into_iter().filter(|s| !out.shapes.contains(s)).collect::<Vec<_>>());
    out.dates.extend(old.dates.into_iter().filter(|d| !out.dates.contains(d)).collect::<Vec<_>>());
    for place in old.navigation {
        match out.navigation.iter_mut().find(|n| n.path == place.path) {
            Some(known) => known.most = known.most.zip(place.most).map(|(a, b)| a.max(b)),
            None => out.navigation.push(place),
        }
    }
    out.navigation.sort();
    out
}
