//! Replaying a wrapper on a page: a pure function of the page, its address and the rules.
//!
//! Every layout reads the page; which one the page has is decided by what matched (see [`Wrapper::extract_page`]), never by
//! its address. A field that is not found is absent, with a reason.
//!
//! Time: O(tokens · rules). Space: the entries.

use std::ops::Range;

use chrono::NaiveDate;
use url::Url;

use super::links::{day_of, key, key_of};
use super::matching::{Begin, Matcher, find_end};
use super::{Field, FieldRule, Layout, LayoutKind, RecordEnd, RecordRule, Scope, TokenPattern, Value, Wrapper};
use crate::date::{Day, YEARS};
use crate::page::{Kind, Page, fold};

/// Most records read from one page; what follows is not read, so that a hostile page costs bounded memory.
pub const MAX_RECORDS: usize = 10_000;

/// How much of the body a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// All of it.
    Full,
    /// The part that a list page shows.
    Excerpt,
}

/// One entry read from a page. What was not found is `None`; `missing` says why.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Entry {
    /// The title, white space folded.
    pub title: Option<String>,
    /// The permalink, absolute.
    pub link: Option<String>,
    /// The day as the page shows it.
    pub date: Option<NaiveDate>,
    /// The author's name.
    pub author: Option<String>,
    /// Tags; `None` where no rule for tags was learned.
    pub tags: Option<Vec<String>>,
    /// The body as HTML.
    pub body_html: Option<String>,
    /// The body as text, one line for each block.
    pub body_text: Option<String>,
    /// Whether the body is whole.
    pub extent: Option<Extent>,
    /// Tokens of the record on its page.
    pub tokens: Range<usize>,
    /// Why a field is absent.
    pub missing: Vec<(Field, String)>,
}

impl Entry {
    /// Take values of a field for the entry's author, tags or body (the first body counts).
    pub(super) fn set(&mut self, page: &Page, base: &Url, field: Field, html: bool, values: &[FieldValue]) {
        let Some(first) = values.first() else { return };
        match field {
            Field::Author => self.author = Some(first.text.clone()),
            Field::Tags => {
                let mut tags: Vec<String> = Vec::new();
                for v in values {
                    if !tags.contains(&v.text) {
                        tags.push(v.text.clone());
                    }
                }
                self.tags = Some(tags);
            }
            Field::Body | Field::Excerpt if self.body_text.is_none() => {
                self.body_text = Some(first.slot.cut(page, |p, r| p.visible_lines(r)));
                self.body_html = html.then(|| page.html(first.slot.tokens.clone(), base));
                self.extent = Some(if field == Field::Body { Extent::Full } else { Extent::Excerpt });
            }
            _ => {}
        }
        let same = |f: Field| f == field || (field == Field::Excerpt && f == Field::Body);
        self.missing.retain(|m| !same(m.0));
    }
}

/// What a page gave.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Extraction {
    /// Name of the layout the page has; `None` where none fits.
    pub layout: Option<String>,
    /// Its kind.
    pub kind: Option<LayoutKind>,
    /// The entries, in page order.
    pub entries: Vec<Entry>,
    /// Why this layout, or why none.
    pub why: String,
}

/// Where a value stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Slot {
    /// Its tokens.
    pub tokens: Range<usize>,
    /// Bytes of the first token's text ahead of it.
    pub head: usize,
    /// Bytes of the last token's text that belong to it, where not all do.
    pub tail: Option<usize>,
}

/// A value as read.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct FieldValue {
    pub slot: Slot,
    /// Visible text, white space folded, or the attribute's value; empty for HTML values, see [`Slot::text`].
    pub text: String,
    /// For dates.
    pub day: Option<Day>,
}

/// The rule's first match in `window`; for sticky rules the last one ahead of `anchor`.
pub(crate) fn read_field(page: &Page, rule: &FieldRule, window: &Range<usize>, anchor: usize) -> Vec<FieldValue> {
    let Some(matcher) = Matcher::new(page, &rule.start) else { return Vec::new() };
    let mut out = Vec::new();
    match rule.scope {
        Scope::Sticky => {
            for i in (0..anchor.min(page.len())).rev() {
                if let Some(v) = matcher.ends_at(page, i, &(0..page.len())).and_then(|b| value_at(page, rule, b, &(0..page.len()))) {
                    return vec![v];
                }
            }
        }
        Scope::Record => {
            let mut i = window.start;
            while i < window.end {
                if let Some(begin) = matcher.ends_at(page, i, window)
                    && let Some(v) = value_at(page, rule, begin, window)
                {
                    let to = v.slot.tokens.end;
                    out.push(v);
                    if !rule.many {
                        return out;
                    }
                    i = to.max(i + 1);
                    continue;
                }
                i += 1;
            }
        }
    }
    out
}

/// The values of two rules in page order, each place once.
pub(crate) fn merged(mut a: Vec<FieldValue>, b: Vec<FieldValue>) -> Vec<FieldValue> {
    a.extend(b);
    a.sort_by_key(|v| (v.slot.tokens.start, v.slot.head));
    a.dedup_by_key(|v| (v.slot.tokens.start, v.slot.head));
    a
}

fn value_at(page: &Page, rule: &FieldRule, begin: Begin, window: &Range<usize>) -> Option<FieldValue> {
    if let Value::Attr(name) = &rule.value {
        let text = fold(page.attr(begin.token, name)?);
        let day = match &rule.date {
            Some(p) => Some(p.read(&text)?.0),
            None => None,
        };
        let slot = Slot { tokens: begin.token..begin.token + 1, head: 0, tail: None };
        return (!text.is_empty()).then_some(FieldValue { slot, text, day });
    }
    let (tokens, tail) = find_end(page, begin, &rule.ends, window)?;
    let slot = Slot { tokens, head: begin.offset.unwrap_or(0), tail };
    if rule.value == Value::Html && rule.date.is_none() {
        // Bodies are long: their text is made once, by whoever wants it.
        let filled = slot.head > 0 || slot.tail.is_some() || page.has_text(slot.tokens.clone()) || shows_media(page, &slot);
        return filled.then_some(FieldValue { slot, text: String::new(), day: None });
    }
    let text = slot.text(page);
    let day = match &rule.date {
        Some(p) => Some(p.read(&text)?.0),
        None => None,
    };
    (!text.is_empty()).then_some(FieldValue { slot, text, day })
}

fn shows_media(page: &Page, slot: &Slot) -> bool {
    slot.tokens.clone().any(|i| matches!(page.tag(i), "img" | "video" | "audio" | "iframe" | "embed" | "object"))
}

impl FieldValue {
    /// Characters of its visible text.
    pub fn length(&self, page: &Page) -> u32 {
        let count = |s: &str| s.chars().count() as u32;
        if self.text.is_empty() { count(&self.slot.text(page)) } else { count(&self.text) }
    }
}

impl Slot {
    /// Visible text on one line.
    pub fn text(&self, page: &Page) -> String {
        self.cut(page, |page, range| page.visible(range))
    }

    fn cut(&self, page: &Page, read: impl Fn(&Page, Range<usize>) -> String) -> String {
        let (from, to) = (self.tokens.start, self.tokens.end);
        if self.head == 0 && self.tail.is_none() {
            return read(page, from..to);
        }
        if self.tail.is_some() && from + 1 == to {
            return fold(page.data(from).get(self.head..self.tail.unwrap_or(0)).unwrap_or(""));
        }
        let head = if self.head > 0 { fold(page.data(from).get(self.head..).unwrap_or("")) } else { String::new() };
        let tail = self.tail.map_or(String::new(), |t| fold(page.data(to - 1).get(..t).unwrap_or("")));
        let inner = read(page, from + usize::from(self.head > 0)..to - usize::from(self.tail.is_some()));
        [head, inner, tail].into_iter().filter(|s| !s.is_empty()).collect::<Vec<_>>().join(" ")
    }
}

/// The records of a list page: token ranges in page order.
pub(crate) fn records(page: &Page, rule: &RecordRule) -> Vec<Range<usize>> {
    let Some(matcher) = Matcher::new(page, &rule.start) else { return Vec::new() };
    let body = page.body();
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut i = body.start;
    while i < body.end && out.len() < MAX_RECORDS {
        let Some(begin) = matcher.ends_at(page, i, &body) else {
            i += 1;
            continue;
        };
        if rule.ends == RecordEnd::Element {
            let region = page.region(i);
            i = region.end.max(i + 1);
            out.push(region);
            continue;
        }
        if let Some(last) = out.last_mut() {
            last.end = last.end.min(begin.first);
        }
        let stop = match rule.ends {
            RecordEnd::Sibling => page.parent(i).map_or(body.end, |p| page.tokens()[p].end as usize),
            _ => body.end,
        };
        out.push(begin.first..stop);
        i += 1;
    }
    out
}

/// Year numbers of a page that stand alone or in a short heading, with their tokens: the years of dates written without one.
fn years(page: &Page) -> Vec<(usize, i32)> {
    let mut out = Vec::new();
    for i in page.shown(page.body()) {
        if page.tokens()[i].kind != Kind::Text || page.tokens()[i].blank {
            continue;
        }
        let text = page.data(i).trim();
        if text.len() > 40 {
            continue;
        }
        for l in crate::date::lex(text) {
            if let crate::date::Token::Number(v, 4) = l.token
                && YEARS.contains(&(v as i32))
            {
                out.push((i, v as i32));
            }
        }
    }
    out
}

fn year_in(link: &str) -> Option<i32> {
    let url = Url::parse(link).ok()?;
    url.path_segments()?.find_map(|s| (s.len() == 4).then(|| s.parse().ok()).flatten().filter(|y| YEARS.contains(y)))
}

pub(super) struct Reader<'p> {
    pub(super) page: &'p Page,
    pub(super) base: Url,
    years: std::cell::OnceCell<Vec<(usize, i32)>>,
    /// Matches of sticky rules, by field and rule number: found once for the page, not once for each record.
    sticky: std::cell::RefCell<Vec<(Headings, Vec<FieldValue>)>>,
}

/// A sticky rule of a layout: its layout's name and its number there.
type Headings = (String, usize);

impl Reader<'_> {
    pub(super) fn complete(&self, day: Day, link: Option<&str>, at: usize) -> Option<NaiveDate> {
        if let Some(d) = day.date() {
            return Some(d);
        }
        if day.year.is_some() {
            return None;
        }
        let year = link.and_then(year_in).or_else(|| {
            let years = self.years.get_or_init(|| years(self.page));
            years[..years.partition_point(|y| y.0 < at)].last().map(|y| y.1)
        })?;
        Day { year: Some(year), ..day }.date()
    }

    /// The last match of a sticky rule ahead of a token.
    fn heading(&self, layout: &Layout, number: usize, rule: &FieldRule, anchor: usize) -> Vec<FieldValue> {
        let key = (layout.name.clone(), number);
        let mut known = self.sticky.borrow_mut();
        if !known.iter().any(|k| k.0 == key) {
            let everywhere = FieldRule { scope: Scope::Record, many: true, ..rule.clone() };
            known.push((key.clone(), read_field(self.page, &everywhere, &(0..self.page.len()), 0)));
        }
        let Some((_, all)) = known.iter().find(|k| k.0 == key) else { return Vec::new() };
        all[..all.partition_point(|v| v.slot.tokens.start < anchor)].last().cloned().into_iter().collect()
    }

    /// All fields of one record.
    fn entry<'l>(&self, layout: &'l Layout, window: &Range<usize>) -> Entry {
        let page = self.page;
        let mut entry = Entry { tokens: window.clone(), ..Entry::default() };
        let mut anchor = window.end;
        let mut day = None;
        for field in Field::ALL {
            let mut rules = layout.fields.iter().enumerate().filter(|(_, r)| r.field == field).peekable();
            if rules.peek().is_none() {
                continue;
            }
            // On entry pages links and dates may stand in the head.
            let whole = 0..page.len();
            let read = |(number, r): (usize, &'l FieldRule)| {
                let window = if layout.kind == LayoutKind::Entry && r.ends.is_empty() && in_head(&r.start) { &whole } else { window };
                let v = match r.scope {
                    Scope::Sticky => self.heading(layout, number, r, anchor),
                    Scope::Record => read_field(page, r, window, anchor),
                };
                let usable = !v.is_empty() && (field != Field::Link || v.iter().any(|v| key_of(&self.base, &v.text).is_some()));
                usable.then_some((r, v))
            };
            // Tags are what all their rules give (categories here, tags there); of another field the first rule that gives a value counts.
            let values = match field {
                Field::Tags => rules.filter_map(read).reduce(|(r, a), (_, b)| (r, merged(a, b))),
                _ => rules.find_map(read),
            };
            let Some((rule, values)) = values else {
                if field == Field::Tags {
                    entry.tags = Some(Vec::new());
                }
                entry.missing.push((field, "no rule for it matches inside the record".to_owned()));
                continue;
            };
            let first = &values[0];
            match field {
                Field::Title => {
                    anchor = first.slot.tokens.start;
                    entry.title = Some(first.text.clone());
                }
                Field::Link => entry.link = values.iter().find_map(|v| self.base.join(v.text.trim()).ok()).map(|u| u.to_string()),
                Field::Date => day = first.day,
                _ => entry.set(page, &self.base, field, rule.value == Value::Html, &values),
            }
        }
        if let Some(day) = day {
            entry.date = self.complete(day, entry.link.as_deref(), anchor);
            if entry.date.is_none() {
                entry.missing.push((Field::Date, "a day is shown without its year, and no year stands above it or in the link".to_owned()));
            }
        }
        entry
    }

    fn list(&self, wrapper: &Wrapper, layout: &Layout) -> Vec<Entry> {
        let Some(rule) = &layout.record else { return Vec::new() };
        let wants = |f| layout.fields.iter().any(|r| r.field == f && !r.optional);
        let mut out: Vec<Entry> = Vec::new();
        for window in records(self.page, rule) {
            let entry = self.entry(layout, &window);
            // A record without what all records have is an advertisement or a box of the template.
            if (wants(Field::Title) && entry.title.is_none()) || (wants(Field::Link) && entry.link.is_none()) {
                continue;
            }
            if entry.title.is_none() && entry.link.is_none() {
                continue;
            }
            out.push(entry);
        }
        let titles: Vec<Vec<Range<usize>>> = out
            .iter()
            .map(|e| {
                let rules = layout.fields.iter().filter(|r| r.field == Field::Title && r.scope == Scope::Record);
                rules.flat_map(|r| read_field(self.page, r, &e.tokens, e.tokens.end)).map(|v| v.slot.tokens).collect()
            })
            .collect();
        self.fill(wrapper, Some(layout), &mut out, titles);
        out
    }
}

/// True for rules whose first tag stands in the head of a page.
pub(crate) fn in_head(start: &[TokenPattern]) -> bool {
    matches!(start.last(), Some(TokenPattern::Open { name, .. }) if name == "link" || name == "meta")
}

/// Share of an entry layout's required fields that were found.
fn completeness(layout: &Layout, entry: &Entry) -> f64 {
    let required: Vec<Field> =
        Field::ALL.into_iter().filter(|f| *f != Field::Link && layout.fields.iter().any(|r| r.field == *f && !r.optional)).collect();
    let found = required
        .iter()
        .filter(|f| match f {
            Field::Title => entry.title.is_some(),
            Field::Date => entry.date.is_some(),
            Field::Author => entry.author.is_some(),
            Field::Tags => entry.tags.as_ref().is_some_and(|t| !t.is_empty()),
            _ => entry.body_text.is_some(),
        })
        .count();
    if required.is_empty() { 0.0 } else { found as f64 / required.len() as f64 }
}

/// Share of the fingerprint's tags that the page has; a layout without fingerprint says nothing (0.5).
fn resemblance(page: &Page, layout: &Layout) -> f64 {
    let all = layout.fingerprint.has.len();
    if all == 0 {
        return 0.5;
    }
    let mut open: Vec<Matcher<'_>> = layout.fingerprint.has.iter().filter_map(|p| Matcher::new(page, std::slice::from_ref(p))).collect();
    let possible = open.len();
    for i in 0..page.len() {
        if open.is_empty() {
            break;
        }
        if page.tokens()[i].kind == Kind::Start {
            open.retain(|m| !m.first_matches(page, i));
        }
    }
    (possible - open.len()) as f64 / all as f64
}

impl Wrapper {
    /// Read a page: entries with title, link, date, author, tags and body. Deterministic, no I/O, no clock.
    ///
    /// `url` is the page's own address (links on it are resolved against it).
    pub fn extract(&self, html: &str, url: &str) -> Extraction {
        self.extract_page(&Page::parse(html), url)
    }

    /// As [`extract`](Self::extract), for a page at hand.
    ///
    /// Which layout a page has: an entry layout where all its required fields are found and its fingerprint is met better than that
    /// of the list that also matches; else the list layout with most records; else a list never seen, read by its permalinks.
    pub fn extract_page(&self, page: &Page, url: &str) -> Extraction {
        let Ok(mut base) = Url::parse(url) else {
            return Extraction { why: format!("{url:?} is not an absolute address"), ..Extraction::default() };
        };
        let own = key(&base);
        if let Some(b) = page.base_href().and_then(|h| base.join(h).ok()) {
            base = b;
        }
        let reader = Reader { page, base, years: std::cell::OnceCell::new(), sticky: std::cell::RefCell::default() };
        // A day that the page does not show may stand in the permalink.
        let dated = |mut entries: Vec<Entry>, own: &str| {
            if self.index.as_ref().is_some_and(|i| i.dated) {
                for e in entries.iter_mut().filter(|e| e.date.is_none()) {
                    let link = e.link.as_deref().and_then(|l| key_of(&reader.base, l));
                    e.date = link.as_deref().and_then(day_of).or(day_of(own).filter(|_| e.link.is_none()));
                    if e.date.is_some() {
                        e.missing.retain(|m| m.0 != Field::Date);
                    }
                }
            }
            entries
        };
        let best = |kind| {
            self.layouts
                .iter()
                .filter(move |l| l.kind == kind)
                .map(|l| {
                    let entries = match kind {
                        LayoutKind::List => dated(reader.list(self, l), ""),
                        LayoutKind::Entry => dated(vec![reader.entry(l, &page.body())], &own),
                    };
                    let worth = match kind {
                        LayoutKind::List => entries.len() as f64,
                        LayoutKind::Entry => entries.first().map_or(0.0, |e| completeness(l, e)),
                    };
                    (worth, resemblance(page, l), l, entries)
                })
                .reduce(|a, b| if (b.0, b.1) > (a.0, a.1) { b } else { a })
        };
        let list = best(LayoutKind::List).filter(|l| !l.3.is_empty());
        let entry = best(LayoutKind::Entry).filter(|e| e.3.first().is_some_and(|e| e.title.is_some() || e.body_text.is_some()));
        let is_own = |e: &Entry| e.link.as_deref().and_then(|l| Url::parse(l).ok()).is_some_and(|l| key(&l) == own);
        let done =
            |layout: &Layout, entries, why: String| Extraction { layout: Some(layout.name.clone()), kind: Some(layout.kind), entries, why };
        let listed = list.as_ref().map_or(0, |l| l.3.len());
        let list_like = list.as_ref().map_or(0.0, |l| l.1);
        let owns = list.as_ref().is_some_and(|l| l.3.len() == 1 && l.3.iter().all(is_own));
        if let Some((complete, like, layout, entries)) = &entry {
            let whole = *complete > 0.99;
            let wins = if owns { *like >= list_like || whole } else { whole && *like > list_like };
            let no_rival = listed == 0 && *like >= 0.5 && whole;
            if wins || no_rival {
                let why = format!("all {} rules of {:?} match, its marks {:.0} %", layout.fields.len(), layout.name, like * 100.0);
                return done(layout, entries.clone(), why);
            }
        }
        let index = if listed == 0 || list_like < 0.99 { dated(reader.index(self), "") } else { Vec::new() };
        if let Some((_, like, layout, entries)) = list
            && index.len() <= 3 * listed
        {
            let why = format!("{listed} records of {:?}, its marks {:.0} %", layout.name, like * 100.0);
            return done(layout, entries, why);
        }
        if index.len() > 1 {
            let why = format!("{} links that look like this blog's permalinks", index.len());
            return Extraction { layout: Some("index".to_owned()), kind: Some(LayoutKind::List), entries: index, why };
        }
        if let Some((complete, like, layout, entries)) = entry
            && complete >= 0.5
            && like >= 0.5
        {
            let why = format!("{:.0} % of the rules of {:?} match, its marks {:.0} %", complete * 100.0, layout.name, like * 100.0);
            return done(layout, entries, why);
        }
        Extraction { why: "no layout fits: neither records nor the fields of an entry page were found".to_owned(), ..Extraction::default() }
    }
}
