//! Where in the template a token stands: paths of elements, and the record around a token. Steps
//! are `tag`, `tag#id`, `tag.class`, `tag#id.class`, the innermost last but in [`path_of`].

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Page;

/// The path of tags around token `i` up to the body, each with its id or classes, digits left out:
/// two tokens of the same template place have equal contexts on all pages. Tags that the source
/// does not contain are no step: a forgotten `</em>` opens again in every block behind it.
pub(crate) fn context_of(page: &Page, i: usize) -> String {
    let mut steps = vec![step_of(page, i)];
    for a in page.ancestors(i) {
        if page.tag(a) == "body" {
            break;
        }
        if !page.tokens()[a].implied() {
            steps.push(step_of(page, a));
        }
    }
    steps.reverse();
    steps.join("/")
}

/// The contexts of many tokens of one page, each the same as [`context_of`] gives: links of one
/// list share their elements around, and each of these is looked at once.
pub(crate) struct Contexts<'p> {
    page: &'p Page,
    /// By element, the path up to it and with it.
    paths: HashMap<usize, Rc<str>>,
    /// Each path once, so that ten thousand records in a deep place do not hold theirs each.
    kept: HashSet<Rc<str>>,
}

impl<'p> Contexts<'p> {
    pub(crate) fn new(page: &'p Page) -> Contexts<'p> {
        Contexts { page, paths: HashMap::new(), kept: HashSet::new() }
    }

    pub(crate) fn of(&mut self, i: usize) -> String {
        joined(&self.around(i), &step_of(self.page, i))
    }

    /// The path of the elements around a token.
    fn around(&mut self, i: usize) -> Rc<str> {
        let page = self.page;
        let mut path: Rc<str> = "".into();
        let mut open = Vec::new();
        for a in page.ancestors(i).take_while(|&a| page.tag(a) != "body") {
            if let Some(known) = self.paths.get(&a) {
                path = Rc::clone(known);
                break;
            }
            open.push(a);
        }
        for a in open.into_iter().rev() {
            if !page.tokens()[a].implied() {
                let longer: Rc<str> = joined(&path, &step_of(page, a)).into();
                path = self.kept.get(&longer).cloned().unwrap_or(longer);
                self.kept.insert(Rc::clone(&path));
            }
            self.paths.insert(a, Rc::clone(&path));
        }
        path
    }
}

fn joined(path: &str, step: &str) -> String {
    if path.is_empty() { step.to_owned() } else { [path, "/", step].concat() }
}

fn step_of(page: &Page, i: usize) -> String {
    let mut step = page.tag(i).to_owned();
    let plain = |s: &str| !s.is_empty() && !s.contains(|c: char| c.is_ascii_digit());
    if let Some(id) = page.attr(i, "id").filter(|s| plain(s)) {
        step.push('#');
        step.push_str(id.trim());
    }
    if let Some(class) =
        page.attr(i, "class").and_then(|c| c.split_ascii_whitespace().find(|c| plain(c)))
    {
        step.push('.');
        step.push_str(class);
    }
    step
}

/// The path of tags around a token: names, those of the ids that `ids` knows, and the first class
/// of the two innermost elements. For places of one entry on pages of which each may name its entry
/// in ids and classes further out; with the finer [`context_of`] one blog in thirty had its entries
/// labelled in wrong places.
pub(crate) fn path_of(page: &Page, i: usize, ids: &HashSet<String>) -> String {
    let mut out = String::new();
    let plain = |s: &str| !s.is_empty() && !s.contains(|c: char| c.is_ascii_digit());
    let this = page.tokens()[i].opens().then_some(i);
    // Tags that the source does not contain are no step: a forgotten `</em>` opens again in every
    // block behind it.
    for (depth, a) in this
        .into_iter()
        .chain(page.ancestors(i))
        .filter(|&a| !page.tokens()[a].implied())
        .enumerate()
    {
        out.push('/');
        out.push_str(page.tag(a));
        if page.tag(a) == "body" {
            break;
        }
        if let Some(id) = page.attr(a, "id").filter(|s| ids.contains(s.trim())) {
            out.push('#');
            out.push_str(id);
        }
        if depth < 2
            && let Some(class) =
                page.attr(a, "class").and_then(|c| c.split_ascii_whitespace().find(|c| plain(c)))
        {
            out.push('.');
            out.push_str(class);
        }
    }
    out
}

/// For tokens in document order, the largest element around each that holds none of the others; the
/// token itself where even its parent holds another.
pub(crate) fn record_of(page: &Page, anchors: &[usize]) -> Vec<usize> {
    (0..anchors.len())
        .map(|k| {
            let at = anchors[k];
            let before = k.checked_sub(1).map(|j| anchors[j]);
            let after = anchors.get(k + 1).copied();
            let mut best = at;
            for a in page.ancestors(at) {
                let holds = |o: Option<usize>| o.is_some_and(|o| page.encloses(a, o));
                if holds(before) || holds(after) || matches!(page.tag(a), "body" | "html") {
                    break;
                }
                best = a;
            }
            best
        })
        .collect()
}

/// True for `h1` to `h6`.
pub(crate) fn is_heading(tag: &str) -> bool {
    matches!(tag.as_bytes(), [b'h', b'1'..=b'6'])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn contexts_kept_are_those_made_anew() {
        let page = Page::parse(
            "<div id=a class='x1 y'><ul><li>a<li class=b><a>c</a></ul><p><em>d<p>e</div><a>f</a>",
        );
        let mut contexts = Contexts::new(&page);
        for i in (0..page.len()).chain((0..page.len()).rev()) {
            assert_eq!(contexts.of(i), context_of(&page, i), "{i}");
        }
    }
}
