//! Where in the template a token stands: paths of elements, and the record around a token. Steps
//! are `tag`, `tag#id`, `tag.class`, `tag#id.class`, the innermost last but in [`path_of`].

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::{Label, Page};

/// Bytes of the longest id or class attribute that is part of a path, and of the longest path of
/// several steps: those of real pages have some hundreds. A page of a few megabytes would else have
/// thousands of links, each in a place whose path is as long as the page.
const MOST_PATH: usize = 4096;
/// Classes of one element that are looked up: those of real pages have fewer.
const MOST_CLASSES: usize = 16;

/// The path of tags around token `i` up to the body, each with its id or classes, digits left out:
/// two tokens of the same template place have equal contexts on all pages. Tags that the source
/// does not contain are no step: a forgotten `</em>` opens again in every block behind it. Steps
/// further out than [`MOST_PATH`] are left out.
pub(crate) fn context_of(page: &Page, i: usize) -> String {
    let around = page.ancestors(i).take_while(|&a| page.tag(a) != "body");
    let around = around.filter(|&a| !page.tokens()[a].implied());
    path(std::iter::once(i).chain(around).map(|a| step_of(page, a)))
}

/// A path of its steps, the innermost first.
fn path(steps: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut room = MOST_PATH;
    let fits = |step: &_| {
        let len = AsRef::<str>::as_ref(step).len() + 1;
        let first = room == MOST_PATH;
        let fits = first || len <= room;
        room = room.saturating_sub(len);
        fits
    };
    let mut steps: Vec<_> = steps.take_while(fits).collect();
    steps.reverse();
    let mut out = String::new();
    for step in &steps {
        out.push_str(if out.is_empty() { "" } else { "/" });
        out.push_str(step.as_ref());
    }
    out
}

/// The contexts of many tokens of one page, each the same as [`context_of`] gives, as numbers:
/// links of one list share their elements around, and each of these is looked at once.
pub(crate) struct Contexts<'p> {
    page: &'p Page,
    /// By token, the number of the path up to it and with it.
    known: Vec<Option<u32>>,
    /// By the number of the path around and the step made from there.
    numbers: HashMap<(u32, Rc<str>), u32>,
    /// By number; the first is the body's.
    paths: Vec<Path<'p>>,
}

/// A path, as one step behind another: whole texts of all paths would be as many times the page as
/// it is deep.
struct Path<'p> {
    around: u32,
    step: Rc<str>,
    /// The step made last from here, and the number it led to: the next one is mostly the same.
    last: Option<(Written<'p>, u32)>,
}

/// The tag of an element, and its id and class as they are written.
type Written<'p> = (Label, [Option<&'p str>; 2]);

impl<'p> Contexts<'p> {
    pub(crate) fn new(page: &'p Page) -> Contexts<'p> {
        let paths = vec![Path { around: 0, step: "".into(), last: None }];
        Contexts { page, known: vec![None; page.len()], numbers: HashMap::new(), paths }
    }

    pub(crate) fn of(&mut self, i: usize) -> String {
        let number = self.number(i);
        self.path(number)
    }

    /// The path of a number.
    pub(crate) fn path(&self, number: u32) -> String {
        let known = |n: u32| Some(n).filter(|n| *n > 0);
        let numbers =
            std::iter::successors(known(number), |n| known(self.paths[*n as usize].around));
        path(numbers.map(|n| &*self.paths[n as usize].step))
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
        let last = &self.paths[around as usize].last;
        if let Some((_, number)) = last.filter(|last| last.0 == written) {
            return number;
        }
        let step: Rc<str> = step_of(page, i).into();
        let paths = &mut self.paths;
        let number = *self.numbers.entry((around, Rc::clone(&step))).or_insert_with(|| {
            paths.push(Path { around, step, last: None });
            (paths.len() - 1) as u32
        });
        self.paths[around as usize].last = Some((written, number));
        number
    }
}

fn step_of(page: &Page, i: usize) -> String {
    let mut step = page.tag(i).to_owned();
    let plain = |s: &str| !s.is_empty() && !s.contains(|c: char| c.is_ascii_digit());
    let attr = |name: &str| page.attr(i, name).filter(|value| value.len() <= MOST_PATH);
    if let Some(id) = attr("id").filter(|s| plain(s)) {
        step.push('#');
        step.push_str(id.trim());
    }
    if let Some(class) = attr("class").and_then(|c| c.split_ascii_whitespace().find(|c| plain(c))) {
        step.push('.');
        step.push_str(class);
    }
    step
}

/// The names that a blog's template gives to its elements, and no entry to its own.
#[derive(Default)]
pub(crate) struct TemplateNames {
    pub(crate) ids: HashSet<String>,
    pub(crate) classes: HashSet<String>,
}

impl TemplateNames {
    /// The first of an element's classes that is the template's, else the first one without digits.
    pub(crate) fn class_of<'p>(&self, page: &'p Page, i: usize) -> Option<&'p str> {
        let plain = |c: &&str| !c.contains(|c: char| c.is_ascii_digit());
        let classes = page.attr(i, "class").filter(|classes| classes.len() <= MOST_PATH)?;
        let mut all = classes.split_ascii_whitespace().filter(plain);
        let known = all.clone().take(MOST_CLASSES).find(|c| self.classes.contains(*c));
        known.or_else(|| all.next())
    }
}

/// The path of tags around a token: names, the template's ids, and one class of each of the two
/// innermost elements. For places of one entry on pages of which each may name its entry
/// in ids and classes further out; with the finer [`context_of`] one blog in thirty had its entries
/// labelled in wrong places.
pub(crate) fn path_of(page: &Page, i: usize, names: &TemplateNames) -> String {
    let mut out = String::new();
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
        let is_named = |id: &&str| id.len() <= MOST_PATH && names.ids.contains(id.trim());
        if let Some(id) = page.attr(a, "id").filter(is_named) {
            out.push('#');
            out.push_str(id);
        }
        if depth < 2
            && let Some(class) = names.class_of(page, a)
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

    fn are_those_made_anew(html: &str) {
        let page = Page::parse(html);
        let mut contexts = Contexts::new(&page);
        for i in (0..page.len()).chain((0..page.len()).rev()) {
            assert_eq!(contexts.of(i), context_of(&page, i), "{i}");
        }
    }

    #[test]
    fn contexts_kept_are_those_made_anew() {
        are_those_made_anew(
            "<div id=a class='x1 y'><ul><li>a<li class=b><a>c</a></ul><p><em>d<p>e</div><a>f</a>",
        );
        let long = |n: usize| format!("<div class={}><p id={}>", "x".repeat(n), "y".repeat(n));
        are_those_made_anew(&[5000, 2000, 1000, 300, 4096].map(long).concat());
    }

    #[test]
    fn paths_of_deep_places_with_long_names_end() {
        let html = format!("<div class={}>", "x".repeat(1000)).repeat(100);
        let page = Page::parse(&format!("{html}<a class={}>a", "y".repeat(5000)));
        let a = (0..page.len()).find(|&i| page.tag(i) == "a").unwrap_or(0);
        let context = context_of(&page, a);
        assert!(context.len() <= MOST_PATH && context.ends_with("/a"), "{}", context.len());
    }
}
