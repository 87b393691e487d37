//! Which paths a set of elements has in common.

use std::collections::BTreeSet;

use super::path::{Path, Step, Test, is_plain};
use crate::page::Page;

/// Attributes whose values are lists of words.
const LISTS: [&str; 2] = ["class", "rel"];

/// Attributes that say what an element is, whatever its text.
const NAMES: [&str; 5] = ["id", "itemprop", "property", "name", "role"];

/// Parts of tables: where tags are left out, parsers build other trees of them, so that a name
/// alone says nothing.
const OF_TABLES: [&str; 5] = ["table", "tbody", "tr", "td", "th"];

/// Most paths that are tried for one field.
const MOST_PATHS: usize = 400;

/// Longest value of an attribute that becomes part of an expression.
const LONGEST_VALUE: usize = 60;

/// An element on a page.
#[derive(Debug, Clone, Copy)]
pub(super) struct Place<'p> {
    pub page: &'p Page,
    /// The element that paths begin in; none is the page.
    pub inside: Option<usize>,
    pub element: usize,
}

/// The paths that lead to all of these elements, the simplest first.
pub(super) fn common(places: &[Place<'_>]) -> Vec<Path> {
    let Some(first) = places.first() else { return Vec::new() };
    let name = first.page.tag(first.element);
    let same = places.iter().all(|p| p.page.tag(p.element) == name);
    let name = (same && is_plain(name)).then(|| name.to_owned());
    let tests = shared(places, |p| tests(p.page, p.element));
    let above = shared(places, above);
    let mut last: Vec<Step> = Vec::new();
    let step = |tests: &[Test]| Step { name: name.clone(), tests: tests.to_vec() };
    last.extend(tests.iter().map(|t| step(std::slice::from_ref(t))));
    if name.as_deref().is_some_and(|n| !OF_TABLES.contains(&n)) {
        last.push(step(&[]));
    }
    if tests.len() > 1 {
        last.push(step(&tests.iter().cloned().collect::<Vec<_>>()));
    }
    let mut paths: BTreeSet<Path> = last.iter().map(|l| Path(vec![l.clone()])).collect();
    for above in &above {
        paths.extend(last.iter().map(|l| Path(vec![above.clone(), l.clone()])));
    }
    let mut paths: Vec<Path> = paths.into_iter().collect();
    paths.sort_by_key(Path::cost);
    paths.truncate(MOST_PATHS);
    paths
}

/// What is true of all places.
fn shared<'p, T: Ord>(places: &[Place<'p>], of: impl Fn(&Place<'p>) -> BTreeSet<T>) -> BTreeSet<T> {
    let mut sets = places.iter().map(of);
    let first = sets.next().unwrap_or_default();
    sets.fold(first, |all, one| all.into_iter().filter(|t| one.contains(t)).collect())
}

/// What can be said of an element's attributes.
fn tests(page: &Page, i: usize) -> BTreeSet<Test> {
    let words = LISTS.into_iter().flat_map(|attr| {
        let words = page.attr(i, attr).unwrap_or_default().split_ascii_whitespace();
        words.filter(|w| may_say(w)).map(move |w| Test::Has(attr, w.to_owned()))
    });
    let names = NAMES.into_iter().filter_map(|attr| {
        let value = page.attr(i, attr).filter(|v| may_say(v))?;
        Some(Test::Is(attr, value.to_owned()))
    });
    words.chain(names).collect()
}

/// Values that need no escape in CSS, XPath or XML, and that say what something is.
fn may_say(value: &str) -> bool {
    let strange =
        |c: char| c.is_control() || matches!(c, '"' | '\'' | '\\' | '<' | '&' | '%' | '+');
    !value.is_empty() && value.len() <= LONGEST_VALUE && !value.contains(strange)
}

/// The elements around one, each as what can be said of it.
fn above(place: &Place<'_>) -> BTreeSet<Step> {
    let page = place.page;
    let around = page.ancestors(place.element);
    let around = around.take_while(|&a| place.inside.is_none_or(|top| a > top));
    let mut out = BTreeSet::new();
    for a in around.filter(|&a| page.tag(a) != "html" && is_plain(page.tag(a))) {
        let name = Some(page.tag(a).to_owned());
        out.extend(tests(page, a).into_iter().map(|t| Step { name: name.clone(), tests: vec![t] }));
        if page.tag(a) != "body" && !OF_TABLES.contains(&page.tag(a)) {
            out.insert(Step { name, tests: Vec::new() });
        }
    }
    out
}

/// The first path that is right everywhere, or how often the best was.
pub(super) fn proved(
    paths: &[Path],
    of: usize,
    right: impl Fn(&Path, usize) -> bool,
) -> Result<Path, Option<(Path, usize)>> {
    let mut best: Option<(Path, usize)> = None;
    for path in paths {
        let most = best.as_ref().map_or(0, |b| b.1);
        let mut good = 0;
        for n in 0..of {
            good += usize::from(right(path, n));
            // It cannot become better than the best.
            if good + (of - n - 1) <= most {
                break;
            }
        }
        if good == of {
            return Ok(path.clone());
        }
        if good > most {
            best = Some((path.clone(), good));
        }
    }
    Err(best)
}
