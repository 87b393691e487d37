//! What a page says of itself, apart from what it shows: its title element, meta tags (Open Graph,
//! Dublin Core, schema.org), the machine-readable times of `<time>`, headings of the first rank.
//!
//! Time: one pass over the page.

use super::build::title_element;
use super::{DraftEntry, Opinion, Witness};
use crate::address::{directory, link_key, tells_tags};
use crate::entry::{Entry, Field};
use crate::page::{Kind, Page, fold};
use crate::rule::{Layout, LayoutKind, Wrapper};
use chrono::NaiveDate;
use std::ops::Range;
use url::Url;

/// Most statements of one kind.
const MOST: usize = 50;

/// Fewest bytes of a title that is told from a word.
const LEAST_CROSSED: usize = 12;
/// Most links to tags.
const MOST_TAGS: usize = 500;

/// What one page says.
#[derive(Debug, Default)]
pub(super) struct Statements {
    /// The title element.
    title: Option<String>,
    /// Titles that stand for the entry alone.
    headlines: Vec<String>,
    /// Headings of the first rank, with their tokens.
    first: Vec<(usize, String)>,
    /// Days of publication.
    published: Vec<NaiveDate>,
    /// Times with their tokens.
    times: Vec<(usize, NaiveDate)>,
    authors: Vec<String>,
    /// What is marked as a tag, with its token.
    tags: Vec<(usize, String)>,
    /// Tags of meta elements.
    named: Vec<String>,
    /// What it shows is said to be a part, the rest for those who pay.
    paid: bool,
}

fn day(text: &str) -> Option<NaiveDate> {
    text.trim().get(..10)?.parse().ok()
}

/// Letters and digits alone, in lower case: what two spellings of a title share.
pub(super) fn plain(text: &str) -> String {
    let mut out = String::new();
    for w in crate::page::words_of(text) {
        out.push(' ');
        out.push_str(&text[w.start as usize..w.end as usize].to_lowercase());
    }
    out.push(' ');
    out
}

impl Statements {
    pub(super) fn of(page: &Page, base: &Url) -> Statements {
        let mut out = Statements { title: title_element(page), ..Statements::default() };
        for i in 0..page.len() {
            if page.tokens()[i].kind != Kind::Start {
                continue;
            }
            match page.tag(i) {
                "meta" => {
                    let Some(content) = page.attr(i, "content").map(fold).filter(|c| !c.is_empty())
                    else {
                        continue;
                    };
                    let name = page
                        .attr(i, "property")
                        .or(page.attr(i, "name"))
                        .or(page.attr(i, "itemprop"))
                        .unwrap_or("");
                    match name.to_ascii_lowercase().as_str() {
                        "og:title" | "twitter:title" | "headline" | "dc.title"
                            if out.headlines.len() < MOST =>
                        {
                            out.headlines.push(content)
                        }
                        "article:published_time"
                        | "datepublished"
                        | "dc.date"
                        | "dc.date.issued"
                        | "date" => out.published.extend(day(&content)),
                        "article:tag" if out.named.len() < MOST => {
                            out.named.extend(content.split(',').map(plain))
                        }
                        "author" | "article:author" | "dc.creator"
                            if !content.starts_with("http") && out.authors.len() < MOST =>
                        {
                            out.authors.push(content);
                        }
                        _ => {}
                    }
                }
                "a" if out.tags.len() < MOST_TAGS => {
                    let marked = page.has_word(i, "rel", "tag");
                    let leads = || {
                        page.attr(i, "href")
                            .and_then(|h| link_key(base, h))
                            .is_some_and(|k| tells_tags(&directory(&k)))
                    };
                    let aside =
                        || page.ancestors(i).any(|a| matches!(page.tag(a), "nav" | "aside"));
                    if (marked || leads()) && !aside() {
                        out.tags.push((i, page.visible(page.region(i))));
                    }
                }
                "h1" if out.first.len() < MOST => out.first.push((i, page.visible(page.region(i)))),
                "time" if out.times.len() < MOST => {
                    let said = page.attr(i, "datetime").and_then(day);
                    if let Some(d) = said {
                        out.times.push((i, d));
                    }
                }
                "script"
                    if page.attr(i, "type") == Some("application/ld+json")
                        && out.published.len() < MOST =>
                {
                    for k in page.inside(i) {
                        out.linked(page.data(k));
                    }
                }
                _ => {}
            }
        }
        out
    }

    /// The title element.
    pub(super) fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// Headings of the first rank.
    pub(super) fn first(&self, most: usize) -> impl Iterator<Item = &str> {
        self.first.iter().take(most).map(|h| h.1.as_str())
    }

    /// Whether linked data say that only those who pay see all of it
    /// (`isAccessibleForFree`, schema.org).
    pub(super) fn is_paid(&self) -> bool {
        self.paid
    }

    /// Days of publication in linked data, and whether the page is free.
    fn linked(&mut self, json: &str) {
        let value = |rest: &str| {
            let rest = rest.trim_start().trim_start_matches(':').trim_start();
            rest.trim_start_matches('"').get(..5).is_some_and(|v| v.eq_ignore_ascii_case("false"))
        };
        let name = "\"isAccessibleForFree\"";
        self.paid |= json.match_indices(name).any(|(at, _)| value(&json[at + name.len()..]));
        for (at, name) in json.match_indices("\"datePublished\"").take(MOST) {
            let rest = json[at + name.len()..].trim_start().trim_start_matches(':').trim_start();
            self.published.extend(rest.strip_prefix('"').and_then(day));
        }
    }
}

/// What the page says of an entry's title, author, tags and date, and what of its title was read as
/// something else.
pub(super) fn ask(
    page: &Page,
    wrapper: &Wrapper,
    layout: Option<&Layout>,
    s: &Statements,
    e: &Entry,
    draft: &mut DraftEntry,
) {
    let kind = layout.map(|l| l.kind);
    let body = e.place(Field::Body).cloned().unwrap_or(0..0);
    if kind == Some(LayoutKind::Entry) {
        let around = layout.and_then(|l| l.build.as_ref()?.title.as_ref());
        let blog = wrapper.title.as_deref().map(plain).unwrap_or_default();
        if let Some(title) = &e.title {
            // What was read is no witness of itself.
            let place = e.place(Field::Title).map_or(0, |p| p.start);
            let others: Vec<&str> = s
                .first
                .iter()
                .filter(|h| !page.region(h.0).contains(&place))
                .map(|h| h.1.as_str())
                .collect();
            let opinion = around
                .and_then(|a| in_element(s, a, title))
                .unwrap_or_else(|| of_title(&blog, s, title, &others));
            draft.vote(Field::Title, Witness::Page, opinion);
        }
        // What the page says is its title, read as something else.
        let stated = around
            .and_then(|a| stated(s, a))
            .into_iter()
            .chain(s.headlines.iter().map(String::as_str));
        let own = e.title.as_deref().map(plain);
        let telling = |t: &String| {
            t.len() >= LEAST_CROSSED && !blog.contains(t.as_str()) && own.as_ref() != Some(t)
        };
        let stated: Vec<String> = stated.map(plain).filter(telling).collect();
        let crossed = || Opinion::Disagrees("it is what the page says is its title".to_owned());
        if let Some(author) = e.author.as_deref().map(plain) {
            let named = s.authors.iter().any(|a| plain(a) == author);
            let opinion = match s.authors.first() {
                Some(other) if !named => {
                    Opinion::Disagrees(format!("the page names {:?}", super::shown(other)))
                }
                Some(_) => Opinion::Agrees,
                None => Opinion::Silent,
            };
            draft.vote(Field::Author, Witness::Page, opinion);
            if !named && stated.contains(&author) {
                draft.vote(Field::Author, Witness::Crossed, crossed());
            }
        }
        if e.tags.iter().flatten().any(|t| stated.contains(&plain(t))) {
            draft.vote(Field::Tags, Witness::Crossed, crossed());
        }
        let head = e.body_text.as_deref().map(|b| plain(super::head(b)));
        if head.is_some_and(|h| stated.iter().any(|t| h.starts_with(t.as_str()))) {
            draft.vote(Field::Body, Witness::Crossed, crossed());
        }
    }
    draft.vote_or_absent(Field::Tags, Witness::Page, of_tags(s, e, kind, &body));
    let Some(date) = e.date else { return };
    let near = |d: &NaiveDate| (*d - date).num_days().abs() <= 1;
    let window = if kind == Some(LayoutKind::Entry) { page.body() } else { e.tokens.clone() };
    let shown: Vec<NaiveDate> = s
        .times
        .iter()
        .filter(|t| window.contains(&t.0) && !body.contains(&t.0))
        .map(|t| t.1)
        .collect();
    let said: &[NaiveDate] = if kind == Some(LayoutKind::Entry) { &s.published } else { &[] };
    // Where several days are shown, that the one which was read is among them says nothing.
    let alone = !shown.is_empty() && shown.iter().all(near);
    let opinion = if alone || said.iter().any(near) {
        Opinion::Agrees
    } else if let Some(other) = said.first().or(shown.first().filter(|_| shown.len() == 1)) {
        Opinion::Disagrees(format!("the page says it was published on {other}"))
    } else {
        Opinion::Silent
    };
    draft.vote(Field::Date, Witness::Page, opinion);
}

/// What the page marks as tags, and what its meta elements name.
fn of_tags(s: &Statements, e: &Entry, kind: Option<LayoutKind>, body: &Range<usize>) -> Opinion {
    let single = kind == Some(LayoutKind::Entry);
    let inside =
        |t: &&(usize, String)| if single { !body.contains(&t.0) } else { e.tokens.contains(&t.0) };
    let read: Vec<String> = e.tags.iter().flatten().map(|t| plain(t)).collect();
    let marked: Vec<&String> = s.tags.iter().filter(inside).map(|t| &t.1).collect();
    let named: &[String] = if single { &s.named } else { &[] };
    let lacking = marked.iter().find(|t| !read.contains(&plain(t)));
    if let Some(t) = lacking {
        return Opinion::Disagrees(format!("the page marks {:?} as a tag", super::shown(t)));
    }
    match named.first() {
        Some(first) if read.is_empty() => {
            Opinion::Disagrees(format!("the page names {:?}", super::shown(first.trim())))
        }
        // Some themes show categories, too, which are not named.
        Some(first) if !read.iter().any(|t| named.contains(t)) => Opinion::Disagrees(format!(
            "none of them is what the page names, as {:?}",
            super::shown(first.trim())
        )),
        Some(_) => Opinion::Agrees,
        None if marked.is_empty() => Opinion::Silent,
        None => Opinion::Agrees,
    }
}

/// The part of the title element that is the entry's title.
fn stated<'s>(s: &'s Statements, around: &(String, String)) -> Option<&'s str> {
    s.title.as_deref()?.strip_prefix(around.0.as_str())?.strip_suffix(around.1.as_str())
}

/// The title as the title element has it, by what stood around it on most pages that were learned
/// from; None where the element is built otherwise.
fn in_element(s: &Statements, around: &(String, String), title: &str) -> Option<Opinion> {
    let stated = stated(s, around)?;
    Some(Opinion::of(plain(stated) == plain(title), || {
        format!("the page's title element says {:?}", super::shown(stated))
    }))
}

/// `blog`: its name, which is no entry's title. `headings`: those of the first rank, besides the
/// title itself.
fn of_title(blog: &str, s: &Statements, title: &str, headings: &[&str]) -> Opinion {
    let own = plain(title);
    if own.trim().is_empty() {
        return Opinion::Silent;
    }
    if s.headlines
        .iter()
        .map(String::as_str)
        .chain(headings.iter().copied())
        .any(|h| plain(h) == own)
    {
        return Opinion::Agrees;
    }
    let stated = s
        .title
        .iter()
        .chain(&s.headlines)
        .map(|t| (t, plain(t)))
        .find(|(_, t)| !t.trim().is_empty() && !blog.contains(t.as_str()));
    match stated {
        // A title is a part of what stands in the title element, and no mere word of it.
        Some((_, t)) if t.contains(&own) && own.len() * 6 >= t.len() => Opinion::Agrees,
        Some((_, t)) if own.contains(&t) => Opinion::Agrees,
        Some((text, _)) => {
            Opinion::Disagrees(format!("the page's title element says {:?}", super::shown(text)))
        }
        None => Opinion::Silent,
    }
}
