//! Where elements stand, said so that CSS and XPath can say it alike: names and attributes, one
//! inside the other at any depth.

use std::fmt::Write;
use std::ops::Range;

use crate::page::{Kind, Page};

/// A condition on an attribute.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Test {
    /// Its value is a list parted by blanks and this is one of them (`class`, `rel`).
    Has(&'static str, String),
    /// Its whole value.
    Is(&'static str, String),
}

/// An element.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Step {
    /// Its name; any where there is none.
    pub name: Option<String>,
    /// What is true of its attributes.
    pub tests: Vec<Test>,
}

/// Elements, each somewhere inside the one before.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Path(pub Vec<Step>);

impl Test {
    fn holds(&self, page: &Page, i: usize) -> bool {
        match self {
            Test::Has(attr, word) => {
                page.attr(i, attr).is_some_and(|v| v.split_ascii_whitespace().any(|w| w == word))
            }
            Test::Is(attr, value) => page.attr(i, attr) == Some(value),
        }
    }
}

impl Step {
    fn holds(&self, page: &Page, i: usize) -> bool {
        page.tokens()[i].kind == Kind::Start
            && self.name.as_deref().is_none_or(|name| page.tag(i) == name)
            && self.tests.iter().all(|t| t.holds(page, i))
    }

    fn css(&self) -> String {
        let mut out = self.name.clone().unwrap_or_default();
        for test in &self.tests {
            let _ = match test {
                Test::Has("class", word) if is_plain(word) => write!(out, ".{word}"),
                Test::Has(attr, word) => write!(out, "[{attr}~=\"{word}\"]"),
                Test::Is(attr, value) => write!(out, "[{attr}=\"{value}\"]"),
            };
        }
        if out.is_empty() { "*".to_owned() } else { out }
    }

    fn xpath(&self) -> String {
        let mut out = self.name.clone().unwrap_or_else(|| "*".to_owned());
        for test in &self.tests {
            let _ = match test {
                Test::Has(attr, word) => {
                    write!(
                        out,
                        "[contains(concat(' ', normalize-space(@{attr}), ' '), ' {word} ')]"
                    )
                }
                Test::Is(attr, value) => write!(out, "[@{attr}='{value}']"),
            };
        }
        out
    }
}

/// True for words that CSS takes without quotes, and XPath as names.
pub(super) fn is_plain(word: &str) -> bool {
    let first = word.chars().next().is_some_and(|c| c.is_ascii_alphabetic());
    first && word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

impl Path {
    /// The elements on a page in its order; where `inside` is an element, those inside it.
    pub fn all<'p>(
        &'p self,
        page: &'p Page,
        inside: Option<usize>,
    ) -> impl Iterator<Item = usize> + 'p {
        let range: Range<usize> = match inside {
            Some(i) => page.inside(i),
            None => 0..page.len(),
        };
        range.filter(move |&i| self.ends_at(page, i, inside))
    }

    /// True where an element is what the path leads to, wherever it stands.
    pub(super) fn names(&self, page: &Page, i: usize) -> bool {
        self.0.last().is_some_and(|last| last.holds(page, i))
    }

    fn ends_at(&self, page: &Page, i: usize, inside: Option<usize>) -> bool {
        let Some((last, above)) = self.0.split_last() else { return false };
        if !last.holds(page, i) {
            return false;
        }
        let mut ancestors = page.ancestors(i).take_while(|&a| inside.is_none_or(|top| a > top));
        above.iter().rev().all(|step| ancestors.any(|a| step.holds(page, a)))
    }

    /// As a CSS selector.
    pub fn css(&self) -> String {
        self.0.iter().map(Step::css).collect::<Vec<_>>().join(" ")
    }

    /// As an XPath 1.0 expression behind `start`: `//` from the top, `.//` inside an element.
    pub fn xpath(&self, start: &str) -> String {
        let steps: Vec<String> = self.0.iter().map(Step::xpath).collect();
        format!("{start}{}", steps.join("//"))
    }

    /// What it costs to read: paths with less come first. One without any attribute matches what
    /// it should not sooner.
    pub(super) fn cost(&self) -> usize {
        let tests: usize = self.0.iter().map(|s| s.tests.len()).sum();
        let bare = if tests == 0 { 4 } else { 0 };
        2 * self.0.len() + tests + bare
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(name: &str, tests: &[Test]) -> Step {
        let name = (!name.is_empty()).then(|| name.to_owned());
        Step { name, tests: tests.to_vec() }
    }

    #[test]
    fn paths_as_css_and_xpath_and_what_they_find() {
        let post = Test::Has("class", "post".to_owned());
        let tag = Test::Has("rel", "tag".to_owned());
        let text = Test::Is("itemprop", "article body".to_owned());
        let odd = Test::Has("class", "2col".to_owned());
        let has = |attr: &str, word: &str| {
            format!("[contains(concat(' ', normalize-space(@{attr}), ' '), ' {word} ')]")
        };
        let page = Page::parse(
            "<h2>Salt</h2><div class='new post'><h2>Brine</h2><a rel='tag nofollow'>jars</a>\
             <p itemprop='article body' class=2col>Salt and water.</p></div><div class=posts>\
             <h2>No</h2></div>",
        );
        // path, CSS, XPath from the top, what it finds
        let cases = [
            (
                vec![step("div", std::slice::from_ref(&post)), step("h2", &[])],
                "div.post h2",
                format!("//div{}//h2", has("class", "post")),
                "Brine",
            ),
            (
                vec![step("a", std::slice::from_ref(&tag))],
                "a[rel~=\"tag\"]",
                format!("//a{}", has("rel", "tag")),
                "jars",
            ),
            (
                vec![step("", &[text, odd])],
                "[class~=\"2col\"][itemprop=\"article body\"]",
                format!("//*{}[@itemprop='article body']", has("class", "2col")),
                "Salt and water.",
            ),
            (vec![step("h2", &[])], "h2", "//h2".to_owned(), "Salt Brine No"),
        ];
        for (steps, css, xpath, finds) in cases {
            let mut path = Path(steps);
            path.0.iter_mut().for_each(|s| s.tests.sort());
            assert_eq!(path.css(), css);
            assert_eq!(path.xpath("//"), xpath);
            let found = path.all(&page, None).map(|i| page.visible(page.region(i)));
            assert_eq!(found.collect::<Vec<_>>().join(" "), finds, "{css}");
        }
    }
}
