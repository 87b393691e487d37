//! Where in the template a token stands: paths of elements, and the record around a token. Steps
//! are `tag`, `tag#id`, `tag.class`, `tag#id.class`, the innermost last but in [`path_of`].

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::{Label, Page};

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

/// The contexts of many tokens of one page, each the same as [`context_of`] gives, as numbers:
/// links of one list share their elements around, and each of these is looked at once.
pub(crate) struct Contexts<'p> {
    page: &'p Page,
    /// By token, the number of the path up to it and with it.
    known: HashMap<usize, usize>,
    /// By the number of the path around, and by tag, id and class as they are written.
    steps: HashMap<(usize, Label, [Option<&'p str>; 2]), usize>,
    numbers: HashMap<Rc<str>, usize>,
    /// The paths by number; the first is the body's.
    paths: Vec<Rc<str>>,
}

impl<'p> Contexts<'p> {
    pub(crate) fn new(page: &'p Page) -> Contexts<'p> {
        let (known, steps, numbers) = (HashMap::new(), HashMap::new(), HashMap::new());
        Contexts { page, known, steps, numbers, paths: vec!["".into()] }
    }

    pub(crate) fn of(&mut self, i: usize) -> String {
        let number = self.number(i);
        self.path(number).to_owned()
    }

    /// The path of a number.
    pub(crate) fn path(&self, number: usize) -> &str {
        &self.paths[number]
    }

    /// The number of a token's context: tokens of equal contexts have the same.
    pub(crate) fn number(&mut self, i: usize) -> usize {
        // As an element around others it would be no step.
        let implied = self.page.tokens()[i].implied();
        if let Some(number) = self.known.get(&i).filter(|_| !implied) {
            return *number;
        }
        let around = self.around(i);
        let number = self.step(around, i);
        if !implied {
            self.known.insert(i, number);
        }
        number
    }

    /// The number of the path of the elements around a token.
    fn around(&mut self, i: usize) -> usize {
        let page = self.page;
        let mut number = 0;
        let mut open = Vec::new();
        for a in page.ancestors(i).take_while(|&a| page.tag(a) != "body") {
            if let Some(known) = self.known.get(&a) {
                number = *known;
                break;
            }
            open.push(a);
        }
        for a in open.into_iter().rev() {
            if !page.tokens()[a].implied() {
                number = self.step(number, a);
            }
            self.known.insert(a, number);
        }
        number
    }

    fn step(&mut self, around: usize, i: usize) -> usize {
        let page = self.page;
        let names = [page.attr(i, "id"), page.attr(i, "class")];
        let (paths, numbers) = (&mut self.paths, &mut self.numbers);
        *self.steps.entry((around, page.tokens()[i].label, names)).or_insert_with(|| {
            let step = step_of(page, i);
            let path: Rc<str> = match &*paths[around] {
                "" => step.into(),
                path => [path, "/", &step].concat().into(),
            };
            *numbers.entry(Rc::clone(&path)).or_insert_with(|| {
                paths.push(path);
                paths.len() - 1
            })
        })
    }
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
