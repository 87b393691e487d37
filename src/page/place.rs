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
    known: Vec<Option<u32>>,
    numbers: HashMap<Rc<str>, u32>,
    /// By number; the first is the body's.
    paths: Vec<Path<'p>>,
}

struct Path<'p> {
    text: Rc<str>,
    /// The step made last from here, and the number it led to: the next one is mostly the same.
    last: Option<(Written<'p>, u32)>,
}

/// The tag of an element, and its id and class as they are written.
type Written<'p> = (Label, [Option<&'p str>; 2]);

impl<'p> Contexts<'p> {
    pub(crate) fn new(page: &'p Page) -> Contexts<'p> {
        let paths = vec![Path { text: "".into(), last: None }];
        Contexts { page, known: vec![None; page.len()], numbers: HashMap::new(), paths }
    }

    pub(crate) fn of(&mut self, i: usize) -> String {
        let number = self.number(i);
        self.path(number).to_owned()
    }

    /// The path of a number.
    pub(crate) fn path(&self, number: u32) -> &str {
        &self.paths[number as usize].text
    }

    /// The number of a token's context: tokens of equal contexts have the same.
    pub(crate) fn number(&mut self, i: usize) -> u32 {
        // As an element around others it would be no step.
        let implied = self.page.tokens()[i].implied();
        if let Some(number) = self.known[i].filter(|_| !implied) {
            return number;
        }
        let around = self.around(i);
        let number = self.step(around, i);
        if !implied {
            self.known[i] = Some(number);
        }
        number
    }

    /// The number of the path of the elements around a token.
    fn around(&mut self, i: usize) -> u32 {
        let page = self.page;
        let mut number = 0;
        let mut open = Vec::new();
        for a in page.ancestors(i).take_while(|&a| page.tag(a) != "body") {
            if let Some(known) = self.known[a] {
                number = known;
                break;
            }
            open.push(a);
        }
        for a in open.into_iter().rev() {
            if !page.tokens()[a].implied() {
                number = self.step(number, a);
            }
            self.known[a] = Some(number);
        }
        number
    }

    fn step(&mut self, around: u32, i: usize) -> u32 {
        let page = self.page;
        let written = (page.tokens()[i].label, [page.attr(i, "id"), page.attr(i, "class")]);
        let Path { text, last } = &self.paths[around as usize];
        if let Some((_, number)) = last.filter(|last| last.0 == written) {
            return number;
        }
        let step = step_of(page, i);
        let text: Rc<str> =
            if text.is_empty() { step.into() } else { [text, "/", &step].concat().into() };
        let paths = &mut self.paths;
        let number = *self.numbers.entry(Rc::clone(&text)).or_insert_with(|| {
            paths.push(Path { text, last: None });
            (paths.len() - 1) as u32
        });
        self.paths[around as usize].last = Some((written, number));
        number
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
