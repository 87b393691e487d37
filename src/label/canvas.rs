//! A page prepared for searching, and a feed item prepared to be found.

use std::cell::OnceCell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::rc::Rc;

use chrono::NaiveDate;
use url::Url;

use super::Spot;
use super::using::Mechanisms;
use crate::address::{links_of, names_comments, words_of_name};
use crate::date::{Lexeme, lex, recognise};
use crate::entry::Entry;
use crate::feed::{Feed, Item};
use crate::page::{Kind, Page, TemplateNames, Words, fold, path_of, words_of};
use crate::rule::is_cut;
use crate::share::{nearly_all, some};

/// Most tokens of a page that is learned from: three times the largest archive page known to us.
/// Learning reads a page some hundred times; replay, which reads it once, has no such limit.
pub const MAX_TOKENS: usize = 200_000;

/// Most places of one text on a page that are looked at: a title of one frequent word stands
/// everywhere.
pub(super) const MAX_PLACES: usize = 500;

/// A page with its words, links and numbers at hand. Built once per page, in time linear in the
/// page.
pub struct Canvas<'p> {
    /// The page.
    pub page: &'p Page,
    /// Its address, the base of its links.
    pub base: Url,
    pub(crate) words: Words,
    /// Positions of words: key → positions.
    pub(crate) index: HashMap<u64, Vec<u32>>,
    /// Links of the body: start tag → key of the address.
    pub(crate) links: Vec<(usize, String)>,
    /// Visible text of the body, one line, for dates that span tokens.
    pub(crate) text: String,
    pub(crate) lexed: Vec<Lexeme>,
    /// For byte offsets of `text`: (offset, token, offset in the token's text).
    places: Vec<(usize, usize)>,
    pub(crate) lang: Option<String>,
    /// Names that are the template's, see [`Canvas::all`].
    pub(super) names: Rc<TemplateNames>,
    /// What labelling and learning make use of.
    pub using: Mechanisms,
    comments: OnceCell<HashSet<usize>>,
}

impl<'p> Canvas<'p> {
    /// Where in the template a token stands, for the vote over items.
    pub(super) fn path_of(&self, token: usize) -> String {
        path_of(self.page, token, &self.names)
    }

    /// Prepare a page.
    ///
    /// None where the address is none, or the page has more than [`MAX_TOKENS`] tokens.
    pub fn new(page: &'p Page, url: &str, lang: Option<&str>) -> Option<Canvas<'p>> {
        if page.len() > MAX_TOKENS {
            return None;
        }
        let url = Url::parse(url).ok()?;
        let base = page.base(&url);
        let words = Words::of(page, page.body());
        let mut index: HashMap<u64, Vec<u32>> = HashMap::new();
        for (i, &k) in words.keys.iter().enumerate() {
            index.entry(k).or_default().push(i as u32);
        }
        let mut text = String::new();
        let mut places = Vec::new();
        for i in page.shown_texts(page.body()) {
            // A blank between tokens: a date may span them, a number may not.
            text.push(' ');
            places.push((text.len(), i));
            text.push_str(page.data(i));
        }
        let links = links_of(page, &base);
        let lexed = lex(&text);
        let page_lang = page
            .label("html")
            .and_then(|l| page.tokens().iter().position(|t| t.label == l))
            .and_then(|i| page.attr(i, "lang"));
        let lang = lang.or(page_lang).map(primary);
        Some(Canvas {
            page,
            base,
            words,
            index,
            links,
            text,
            lexed,
            places,
            lang,
            names: Rc::default(),
            using: Mechanisms::ALL,
            comments: OnceCell::new(),
        })
    }

    /// The elements around a token, or it itself, that a class or an id says are a comment's, or of
    /// comments. All of a page are found at once: names may be long.
    pub(super) fn around_comment(&self, token: usize) -> impl Iterator<Item = usize> + '_ {
        let page = self.page;
        let is_named = |&i: &usize| {
            let of_comment = |word: &str| {
                let word = word.to_lowercase();
                word.starts_with("comment") || names_comments(&word)
            };
            let mut names = page.attrs(i).filter(|(name, _)| matches!(*name, "class" | "id"));
            !matches!(page.tag(i), "body" | "html")
                && names.any(|(_, value)| words_of_name(value).any(of_comment))
        };
        let all = self.comments.get_or_init(|| (0..page.len()).filter(is_named).collect());
        std::iter::once(token).chain(page.ancestors(token)).filter(|i| all.contains(i))
    }

    /// Prepare the pages of one blog. Ids and classes that stand as often as half of them are the
    /// template's; others (`post-salt-and-pepper`) name an entry.
    pub fn all<'u>(
        pages: impl Iterator<Item = (&'p Page, &'u str)>,
        lang: Option<&str>,
    ) -> Vec<Option<Canvas<'p>>> {
        let mut all: Vec<Option<Canvas<'p>>> =
            pages.map(|(p, url)| Canvas::new(p, url, lang)).collect();
        let (mut ids, mut classes) = (HashMap::new(), HashMap::new());
        for page in all.iter().flatten().map(|c| c.page) {
            let starts = (0..page.len()).filter(|&i| page.tokens()[i].kind == Kind::Start);
            for i in starts {
                if let Some(id) = page.attr(i, "id") {
                    *ids.entry(id.trim()).or_insert(0) += 1;
                }
                let own = page.attr(i, "class").unwrap_or("").split_ascii_whitespace();
                own.for_each(|class| *classes.entry(class).or_insert(0) += 1);
            }
        }
        // An entry's own name stands on the home page and on its own page: two are not yet the
        // template.
        let half = all.len().div_ceil(2).max(3);
        let names =
            Rc::new(TemplateNames { ids: frequent(ids, half), classes: frequent(classes, half) });
        for c in all.iter_mut().flatten() {
            c.names = Rc::clone(&names);
        }
        all
    }

    /// A further page of the blog, prepared as the `others` are: with the names that were found on
    /// them to be the template's (see [`Canvas::all`]), and the same mechanisms.
    pub(crate) fn prepared_as(mut self, others: &[Canvas<'_>]) -> Canvas<'p> {
        if let Some(other) = others.first() {
            (self.names, self.using) = (Rc::clone(&other.names), other.using);
        }
        self
    }

    /// The token in which a byte of `text` stands.
    pub(crate) fn token_at(&self, offset: usize) -> usize {
        let k = self.places.partition_point(|p| p.0 <= offset);
        self.places.get(k.saturating_sub(1)).map_or(0, |p| p.1)
    }

    /// The links whose start tags stand in a token range, each with its key.
    pub(crate) fn links_in(&self, tokens: &Range<usize>) -> &[(usize, String)] {
        let at = |token: usize| self.links.partition_point(|l| l.0 < token);
        &self.links[at(tokens.start)..at(tokens.end.max(tokens.start))]
    }

    /// The first of them.
    pub(crate) fn link_in(&self, tokens: &Range<usize>) -> Option<&(usize, String)> {
        self.links_in(tokens).first()
    }

    /// The bytes of `text` that a token range covers.
    pub(crate) fn text_of(&self, tokens: &Range<usize>) -> Range<usize> {
        let at = |t: usize| {
            let k = self.places.partition_point(|p| p.1 < t);
            self.places.get(k).map_or(self.text.len(), |p| p.0)
        };
        at(tokens.start)..at(tokens.end)
    }

    /// Where a sequence of words stands: positions of its first word inside `within`.
    pub(crate) fn find_words(&self, keys: &[u64], within: &Range<usize>) -> Vec<usize> {
        let Some(first) = keys.first() else { return Vec::new() };
        let starts = self.index.get(first).map_or(&[][..], Vec::as_slice);
        let at = |w: usize| starts.partition_point(|&s| (s as usize) < w);
        starts[at(within.start)..at(within.end).max(at(within.start))]
            .iter()
            .map(|&s| s as usize)
            .filter(|&s| {
                within.start <= s
                    && s + keys.len() <= within.end
                    && self.words.keys[s..s + keys.len()] == *keys
            })
            .take(MAX_PLACES)
            .collect()
    }
}

/// The names that stand so often.
fn frequent(counts: HashMap<&str, usize>, least: usize) -> HashSet<String> {
    counts.into_iter().filter(|(_, n)| *n >= least).map(|(name, _)| name.to_owned()).collect()
}

/// How many paragraphs, lists, quotes and code blocks a page has.
fn paragraphs(page: &Page) -> usize {
    (0..page.len())
        .filter(|&i| {
            page.tokens()[i].kind == Kind::Start
                && matches!(page.tag(i), "p" | "ul" | "ol" | "pre" | "blockquote" | "table")
        })
        .count()
}

/// `en-US` → `en`.
fn primary(lang: &str) -> String {
    lang.split(['-', '_']).next().unwrap_or("").to_ascii_lowercase()
}

/// What of a feed item is sought on pages.
#[derive(Debug, Clone)]
pub struct Target {
    /// Index of the item in the feed.
    pub item: usize,
    pub(crate) title: String,
    pub(crate) title_words: Vec<u64>,
    /// How many of these stand in brackets ahead of the others (`[tea][fog] Rye`): tags, which
    /// pages show elsewhere.
    pub(crate) tags_ahead: usize,
    /// Keys of its addresses, the most trusted first.
    pub(crate) links: Vec<String>,
    pub(crate) day: Option<NaiveDate>,
    /// The day in UTC, where it is another one.
    pub(crate) other_days: Vec<NaiveDate>,
    pub(crate) authors: Vec<(String, Vec<u64>)>,
    pub(crate) tags: Vec<(String, Vec<u64>)>,
    pub(crate) body: Vec<u64>,
    /// Word 3-grams of the body.
    pub(crate) grams: HashSet<u64>,
    /// True where the feed has no element meant for the whole body, so that what it has may be a
    /// teaser.
    pub(crate) maybe_teaser: bool,
    /// True where the feed's text ends with an ellipsis, or with a link to the post.
    pub(crate) cut: bool,
    /// True where the feed's title is what the first line of its text begins with: feeds make one
    /// for posts without titles.
    pub(crate) begins_text: bool,
    /// True where the feed has one text for nearly all items: the blog's motto, which `body` leaves
    /// out.
    pub(crate) motto: bool,
    /// True where the feed's title ends with an ellipsis.
    pub(crate) title_cut: bool,
    /// Paragraphs, lists and the like in the feed's text.
    pub(crate) paragraphs: usize,
    /// What the head of the item's own page says of it.
    pub(crate) description: Vec<u64>,
}

impl Target {
    /// A further tag, unless it is known.
    pub(super) fn add_tag(&mut self, name: &str) {
        let keys = keys_of(name);
        if !keys.is_empty() && self.tags.iter().all(|(_, known)| *known != keys) {
            self.tags.push((name.to_owned(), keys));
        }
    }

    pub(crate) fn is_untagged(&self) -> bool {
        self.tags.is_empty()
    }

    /// The tags that a page shows of the item.
    pub(crate) fn add_tags(&mut self, page: &Page, shown: &[Spot]) {
        shown.iter().flat_map(|spot| spot.names(page)).for_each(|name| self.add_tag(&name));
    }

    /// The author that a page shows of the item, unless the feed names it.
    pub(crate) fn set_author(&mut self, name: &str) {
        if self.authors.iter().all(|(known, _)| known != name) {
            self.authors = vec![(name.to_owned(), keys_of(name))];
        }
    }

    /// Prepare the items of a feed.
    pub fn all(feed: &Feed) -> Vec<Target> {
        let mut all: Vec<Target> =
            feed.items.iter().enumerate().map(|(i, item)| Target::new(feed, i, item)).collect();
        // One day for all items is that of the blog's last build: pages and permalinks know better.
        let built = all.len() > 3 && all.iter().all(|t| t.day.is_some() && t.day == all[0].day);
        for t in all.iter_mut().filter(|_| built) {
            t.day = None;
            t.other_days.clear();
        }
        let mut counts: HashMap<&[u64], usize> = HashMap::new();
        all.iter().for_each(|t| *counts.entry(&t.body).or_default() += 1);
        let is_motto = |t: &Target| {
            !t.body.is_empty() && all.len() > 3 && nearly_all(counts[t.body.as_slice()], all.len())
        };
        let mottos: Vec<bool> = all.iter().map(is_motto).collect();
        for (t, _) in all.iter_mut().zip(mottos).filter(|(_, is_motto)| *is_motto) {
            t.leave_text_out();
            t.motto = true;
        }
        // Titles said again are no texts.
        let is_title = |t: &Target| !t.body.is_empty() && t.body == t.title_words;
        let with_text = all.iter().filter(|t| !t.body.is_empty()).count();
        let titles = all.iter().filter(|t| is_title(t)).count();
        if titles > 1 && nearly_all(titles, with_text) {
            all.iter_mut().filter(|t| is_title(t)).for_each(Target::leave_text_out);
        }
        all
    }

    /// What the feed has for a text is none.
    fn leave_text_out(&mut self) {
        self.body.clear();
        self.grams.clear();
        (self.paragraphs, self.cut) = (0, false);
    }

    /// One more address of the item's page, less trusted than those it has.
    pub(crate) fn add_link(&mut self, key: String) {
        if !self.links.contains(&key) {
            self.links.push(key);
        }
    }

    /// Takes what the heads of the items' own pages say of them, as far as it is a text of theirs:
    /// not what several have in common, what is cut, and the title, an author or tags said again.
    pub(crate) fn describe<'p>(all: &mut [Target], pages: impl Iterator<Item = (usize, &'p Page)>) {
        let mut counts: HashMap<Vec<u64>, usize> = HashMap::new();
        for (item, page) in pages {
            let target = &mut all[item];
            let dated = |said: &str| {
                target.day.is_some_and(|day| !recognise(said, &lex(said), day, None).is_empty())
            };
            let is_text = |said: &&str| !is_cut(said) && !dated(said);
            let said = said_in_head(page, &["description", "og:description"]).next();
            let said = said.filter(is_text).map_or(Vec::new(), keys_of);
            *counts.entry(said.clone()).or_default() += 1;
            target.description = said;
        }
        for target in all {
            let said = &target.description;
            let named: HashSet<&u64> = target
                .authors
                .iter()
                .chain(&target.tags)
                .flat_map(|(_, keys)| keys)
                .chain(&target.title_words)
                .collect();
            let own = said.iter().filter(|word| !named.contains(word)).count();
            let tells = some(own, said.len()) && own > 1 && said.len() <= LONGEST_DESCRIPTION;
            if counts.get(said).is_none_or(|n| *n > 1) || !tells {
                target.description.clear();
            }
        }
    }

    /// Takes the day that the item's own page shows for the feed's: feeds write days in other time
    /// zones, or none.
    pub(crate) fn correct_by(&mut self, entry: &Entry) {
        if entry.date.is_some() {
            self.day = entry.date;
            self.other_days.clear();
        }
    }

    fn new(feed: &Feed, item: usize, it: &Item) -> Target {
        let title = fold(it.title.as_deref().unwrap_or(""));
        let mut known = HashSet::new();
        let addresses = it.links.iter().filter_map(|l| crate::address::key_of(l));
        let links: Vec<String> = addresses.filter(|k| known.insert(k.clone())).collect();
        let words = |page: &Page| Words::of(page, 0..page.len()).keys;
        let text = Page::parse(it.body().unwrap_or(""));
        let body = words(&text);
        // A page may show the summary where the feed has both.
        let summary = it.summary.as_deref().filter(|_| it.content.is_some());
        let shorter = summary.map_or(Vec::new(), |html| words(&Page::parse(html)));
        let date = it.date.as_ref().or(it.updated.as_ref());
        let day = date.map(|d| d.at.date_naive());
        let mut other_days = Vec::new();
        if let Some(d) = date {
            let utc = d.at.naive_utc().date();
            other_days.extend(
                [Some(utc), d.at.date_naive().pred_opt(), d.at.date_naive().succ_opt()]
                    .into_iter()
                    .flatten(),
            );
            other_days.retain(|o| Some(*o) != day);
            other_days.dedup();
        }
        let names = if it.authors.is_empty() { &feed.authors } else { &it.authors };
        let title_words = keys_of(&title);
        Target {
            item,
            begins_text: begins_line(&text, &title_words),
            motto: false,
            title_cut: is_cut(&title),
            tags_ahead: keys_of(bracketed(&title)).len(),
            title_words,
            title,
            day,
            other_days,
            authors: names
                .iter()
                .map(|a| (a.clone(), keys_of(a)))
                .filter(|a| !a.1.is_empty())
                .collect(),
            tags: it
                .tags
                .iter()
                .map(|t| (t.clone(), keys_of(t)))
                .filter(|t| !t.1.is_empty())
                .collect(),
            grams: grams(&body).chain(grams(&shorter)).collect(),
            body,
            maybe_teaser: it.content.is_none(),
            cut: is_cut(&text.visible(0..text.len())) || leads_on(&text, &links),
            paragraphs: paragraphs(&text),
            description: Vec::new(),
            links,
        }
    }
}

/// Most words of a description: a line or two.
const LONGEST_DESCRIPTION: usize = 100;

/// What the head of a page says of it by one of these names, in lower case: the contents of its
/// `<meta name=…>` and `<meta property=…>`.
pub(super) fn said_in_head<'p>(
    page: &'p Page,
    names: &'p [&str],
) -> impl Iterator<Item = &'p str> + 'p {
    let is_named = move |&i: &usize| {
        let named = ["name", "property"].into_iter().filter_map(|attr| page.attr(i, attr));
        page.tag(i) == "meta"
            && named.into_iter().any(|name| names.iter().any(|n| name.eq_ignore_ascii_case(n)))
    };
    let head = 0..page.body().start.min(page.len());
    head.filter(is_named).filter_map(|i| page.attr(i, "content"))
}

/// True where a feed's text ends with a link to its own post: "Continue reading".
fn leads_on(text: &Page, links: &[String]) -> bool {
    let last = text.shown_texts(0..text.len()).last();
    let link = last.and_then(|i| text.ancestors(i).find(|&a| text.tag(a) == "a"));
    let key = link.and_then(|a| crate::address::key_of(text.attr(a, "href")?));
    key.is_some_and(|key| links.contains(&key))
}

/// True where the first line of a page begins with some words and goes on.
fn begins_line(page: &Page, words: &[u64]) -> bool {
    let lines = page.visible_lines(0..page.len());
    let line: Vec<u64> = keys_of(lines.lines().next().unwrap_or(""));
    line.len() > words.len() && line.starts_with(words)
}

/// The brackets that a title begins with, and what is in them.
fn bracketed(title: &str) -> &str {
    let mut rest = title;
    while let Some((_, behind)) = rest.strip_prefix('[').and_then(|open| open.split_once(']')) {
        rest = behind.trim_start();
    }
    &title[..title.len() - rest.len()]
}

/// The words of a name or a title.
pub(super) fn keys_of(text: &str) -> Vec<u64> {
    words_of(text).into_iter().map(|w| w.key).collect()
}

/// Hashes of the word 3-grams of a text, one for each position that has one.
pub(crate) fn grams(words: &[u64]) -> impl Iterator<Item = u64> + '_ {
    words.windows(3).map(|w| {
        w[0].rotate_left(5) ^ w[1].rotate_left(29) ^ w[2].wrapping_mul(0x9e37_79b9_7f4a_7c15)
    })
}
