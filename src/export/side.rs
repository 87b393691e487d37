//! List pages and entry pages: what the rules read of each field, and the expression that reads the
//! same.

use std::collections::BTreeMap;
use std::ops::Range;

use url::Url;

use super::days::{format, is_told_by_itself};
use super::path::{Path, is_plain};
use super::search::{Place, common, proved};
use super::squeezed;
use crate::address::link_key;
use crate::date::Pattern;
use crate::entry::{Entry, Field};
use crate::page::{Kind, Page, fold};
use crate::rule::{Layout, LayoutKind, Wrapper};

/// Attributes in which pages say days for programs.
const DAY_ATTRS: [&str; 3] = ["datetime", "content", "title"];

/// An expression that gives a value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Expression {
    /// The element.
    pub path: Path,
    /// The attribute that is the value; without one it is the element's text.
    pub attr: Option<String>,
    /// What stands ahead of the value in that text, always the same.
    pub ahead: String,
    /// What stands behind it.
    pub behind: String,
    /// Of a body: elements inside it that are cut away.
    pub strip: Vec<Path>,
    /// Of a day that is text: the format as PHP has it, and whether `strtotime` reads it, too.
    pub day: Option<(String, bool)>,
    /// On how many pages or records it gave what the rules read: on all that there were.
    pub right: usize,
}

/// What can be said of one kind of pages.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Side {
    /// The pages' addresses.
    pub pages: Vec<String>,
    /// Of lists: the record.
    pub item: Option<Expression>,
    /// The fields that can be said.
    pub fields: Vec<(Field, Expression)>,
    /// What the rules read and no expression does, and why; without a field it is the record, or
    /// that there are no pages.
    pub missing: Vec<(Option<Field>, String)>,
}

/// What can be said of a blog's pages.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Said {
    /// Of lists.
    pub list: Side,
    /// Of entries' own pages.
    pub entry: Side,
}

/// The expressions that read on these pages what the rules read.
pub fn express(rules: &Wrapper, pages: &[(String, Page)]) -> Said {
    Said {
        list: side(rules, pages, LayoutKind::List),
        entry: side(rules, pages, LayoutKind::Entry),
    }
}

/// A page as the rules read it.
struct ReadPage<'p> {
    url: &'p str,
    page: &'p Page,
    base: Url,
    entries: Vec<Entry>,
}

/// An entry, where it stands.
struct Case<'p> {
    page: &'p Page,
    base: Url,
    /// The record's element; none on entry pages.
    inside: Option<usize>,
    entry: Entry,
}

impl Case<'_> {
    fn text(&self, i: usize) -> String {
        self.page.visible(self.page.region(i))
    }

    /// The elements that show a value and nothing else, the innermost first.
    fn holders(&self, field: Field, text: &str) -> Vec<usize> {
        let Some(place) = self.entry.place(field) else { return Vec::new() };
        let (page, text) = (self.page, squeezed(text));
        let own = (page.tokens()[place.start].kind == Kind::Start).then_some(place.start);
        let around = page.ancestors(place.start).take_while(|&a| self.inside.is_none_or(|t| a > t));
        let all = own.into_iter().chain(around);
        let no_longer = |i: &usize| squeezed(&self.text(*i)).len() <= text.len();
        all.take_while(no_longer).filter(|&i| squeezed(&self.text(i)) == text).collect()
    }

    /// The innermost element around a value.
    fn around(&self, field: Field) -> Option<usize> {
        let place = self.entry.place(field)?;
        let start = place.start;
        let own = self.page.tokens()[start].kind == Kind::Start;
        let inside = self.inside;
        let up = self.page.parent(start).filter(|&a| inside.is_none_or(|top| a > top));
        if own { Some(start) } else { up }
    }

    fn place(&self, element: usize) -> Place<'_> {
        Place { page: self.page, inside: self.inside, element }
    }

    /// What an expression gives: the text or attribute of the first element, cut.
    fn first(&self, path: &Path, e: &Cut) -> Option<String> {
        let i = path.all(self.page, self.inside).next()?;
        let text = match &e.attr {
            Some(attr) => fold(self.page.attr(i, attr)?),
            None => self.text(i),
        };
        let text = if e.ahead.is_empty() { &text } else { text.split_once(&e.ahead)?.1 };
        let text = if e.behind.is_empty() { text } else { text.split_once(&e.behind)?.0 };
        let text = text.trim();
        (!text.is_empty()).then(|| text.to_owned())
    }
}

/// Which part of an element is the value.
#[derive(Debug, Clone, Default)]
struct Cut {
    attr: Option<String>,
    ahead: String,
    behind: String,
}

type Found = Result<Expression, String>;

fn side(rules: &Wrapper, pages: &[(String, Page)], kind: LayoutKind) -> Side {
    let mut by_layout: BTreeMap<String, Vec<ReadPage<'_>>> = BTreeMap::new();
    for (url, page) in pages {
        let got = rules.extract_page(page, url);
        let Some(layout) = got.layout.filter(|_| got.kind == Some(kind)) else { continue };
        let Ok(own) = Url::parse(url) else { continue };
        let read = ReadPage { url, page, base: page.base(&own), entries: got.entries };
        by_layout.entry(layout).or_default().push(read);
    }
    // Readers have one expression for all pages of a blog: that of the layout which most have.
    let known = |name: &str| rules.layouts.iter().find(|l| l.name == name);
    let all = by_layout.into_iter().filter_map(|(name, read)| Some((known(&name)?, read)));
    let Some((layout, read)) = all.max_by_key(|(_, read)| read.len()) else {
        let why = format!("no page was read as {} page by learned rules", article(kind));
        return Side { missing: vec![(None, why)], ..Side::default() };
    };
    let pages = read.iter().map(|r| r.url.to_owned()).collect();
    let mut out = Side { pages, ..Side::default() };
    let mut cases: Vec<Case<'_>> = Vec::new();
    if kind == LayoutKind::List {
        match item(&read) {
            Ok(item) => out.item = Some(item),
            Err(why) => {
                out.missing.push((None, why));
                return out;
            }
        }
    }
    for ReadPage { page, base, entries, .. } in read {
        cases.extend(entries.into_iter().map(|entry| {
            let inside = (kind == LayoutKind::List).then_some(entry.tokens.start);
            Case { page, base: base.clone(), inside, entry }
        }));
    }
    for field in [Field::Title, Field::Link, Field::Date, Field::Author, Field::Tags, Field::Body] {
        if layout.rules(field).next().is_none() {
            continue;
        }
        let found = match field {
            Field::Link => link(&cases),
            Field::Date => date(&cases, layout),
            Field::Tags => tags(&cases),
            Field::Body => body(&cases, kind),
            _ => text(&cases, field),
        };
        match found {
            Ok(expression) => out.fields.push((field, expression)),
            Err(why) => out.missing.push((Some(field), why)),
        }
    }
    out
}

fn article(kind: LayoutKind) -> &'static str {
    match kind {
        LayoutKind::List => "a list",
        LayoutKind::Entry => "an entry's",
    }
}

/// Why there is no expression.
fn near(best: Option<(Path, usize)>, of: usize) -> String {
    match best {
        Some((path, right)) => {
            format!("no expression is right everywhere; {} is on {right} of {of}", path.css())
        }
        None => format!("no expression is right on any of {of}"),
    }
}

/// The path that all of `places` have in common and that is right on all cases.
fn sought(
    cases: &[Case<'_>],
    places: &[Place<'_>],
    cut: Cut,
    right: impl Fn(&Path, &Case<'_>) -> bool,
) -> Found {
    if places.is_empty() {
        return Err("it stands in no element of its own".to_owned());
    }
    match proved(&common(places), cases.len(), |path, n| right(path, &cases[n])) {
        Ok(path) => Ok(Expression {
            path,
            attr: cut.attr,
            ahead: cut.ahead,
            behind: cut.behind,
            strip: Vec::new(),
            day: None,
            right: cases.len(),
        }),
        Err(best) => Err(near(best, cases.len())),
    }
}

/// The first that was found, or the last reason.
fn either(found: Found, other: impl FnOnce() -> Found) -> Found {
    found.or_else(|why| other().map_err(|last| if last.is_empty() { why } else { last }))
}

/// The elements that are the records of lists.
fn item(read: &[ReadPage<'_>]) -> Found {
    let mut places: Vec<Place<'_>> = Vec::new();
    for ReadPage { page, entries, .. } in read {
        for entry in entries {
            let (start, tokens) = (entry.tokens.start, entry.tokens.clone());
            let is_element = page.tokens().get(start).is_some_and(|t| t.kind == Kind::Start);
            if !is_element || page.region(start) != tokens {
                return Err("a record is several elements in a row, or a part of one".to_owned());
            }
            places.push(Place { page, inside: None, element: start });
        }
    }
    let right = |path: &Path, n: usize| {
        let ReadPage { page, entries, .. } = &read[n];
        path.all(page, None).eq(entries.iter().map(|e| e.tokens.start))
    };
    match proved(&common(&places), read.len(), right) {
        Ok(path) => Ok(Expression {
            path,
            attr: None,
            ahead: String::new(),
            behind: String::new(),
            strip: Vec::new(),
            day: None,
            right: read.len(),
        }),
        Err(best) => Err(near(best, read.len())),
    }
}

fn is_same(a: Option<&str>, b: Option<&str>) -> bool {
    a.map(squeezed) == b.map(squeezed)
}

/// A field that is one text.
fn text(cases: &[Case<'_>], field: Field) -> Found {
    let value = |c: &Case<'_>| match field {
        Field::Title => c.entry.title.clone(),
        _ => c.entry.author.clone(),
    };
    let whole = |pick: fn(&[usize]) -> Option<&usize>| {
        let places = cases.iter().filter_map(|c| {
            let holders = c.holders(field, &value(c)?);
            Some(c.place(*pick(&holders)?))
        });
        let places: Vec<Place<'_>> = places.collect();
        sought(cases, &places, Cut::default(), |path, c| {
            is_same(c.first(path, &Cut::default()).as_deref(), value(c).as_deref())
        })
    };
    let found = either(whole(<[usize]>::first), || whole(<[usize]>::last));
    either(found, || {
        let Some(cut) = cut(cases, field, |c, text| {
            let value = value(c)?;
            let at = text.find(&value)?;
            Some(at..at + value.len())
        }) else {
            return Err(String::new());
        };
        let places: Vec<Place<'_>> =
            cases.iter().filter_map(|c| Some(c.place(c.around(field)?))).collect();
        sought(cases, &places, cut.clone(), |path, c| {
            is_same(c.first(path, &cut).as_deref(), value(c).as_deref())
        })
    })
}

/// What stands ahead of a value and behind it in the text of its element, as far as it is always
/// the same. None where there is something, and nothing of it is.
fn cut(
    cases: &[Case<'_>],
    field: Field,
    find: impl Fn(&Case<'_>, &str) -> Option<Range<usize>>,
) -> Option<Cut> {
    let mut seen: Option<(String, String)> = None;
    for c in cases {
        let Some(i) = c.around(field) else { continue };
        let text = c.text(i);
        let range = find(c, &text)?;
        let (ahead, behind) = (&text[..range.start], &text[range.end..]);
        seen = Some(match seen {
            None => (ahead.to_owned(), behind.to_owned()),
            Some((a, b)) => (both_end(&a, ahead)?, both_start(&b, behind)?),
        });
    }
    // One kind of quotes is that of the expression itself.
    let quote = ['\'', '"'];
    let (ahead, behind) = seen?;
    let (ahead, behind) = (ahead.rsplit(quote).next()?, behind.split(quote).next()?);
    Some(Cut { attr: None, ahead: ahead.to_owned(), behind: behind.to_owned() })
}

/// How both texts begin; None where one is empty alone, or they begin otherwise.
fn both_start(a: &str, b: &str) -> Option<String> {
    let same = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).map(|(a, _)| a);
    let same: String = same.collect();
    (!same.is_empty() || a.is_empty() && b.is_empty()).then_some(same)
}

/// How both texts end.
fn both_end(a: &str, b: &str) -> Option<String> {
    let turned = |text: &str| text.chars().rev().collect::<String>();
    both_start(&turned(a), &turned(b)).map(|same| turned(&same))
}

fn link(cases: &[Case<'_>]) -> Found {
    let key = |c: &Case<'_>, href: &str| link_key(&c.base, href);
    let attr = |c: &Case<'_>, i: usize| {
        let wanted = key(c, c.entry.link.as_deref()?)?;
        let is = |(_, value): &(&str, &str)| key(c, value).as_ref() == Some(&wanted);
        let mut plain = c.page.attrs(i).filter(|(name, _)| is_plain(name));
        plain.find(is).map(|(name, _)| name.to_owned())
    };
    let mut names: Vec<String> = Vec::new();
    let mut places = Vec::new();
    for c in cases {
        let Some(place) = c.entry.place(Field::Link) else { continue };
        // Inside the element, where the rule reads its text.
        let near = std::iter::once(place.start).chain(c.page.ancestors(place.start));
        let is_start = |i: &usize| c.page.tokens()[*i].kind == Kind::Start;
        let found = near.filter(is_start).find_map(|i| Some((i, attr(c, i)?)));
        if let Some((i, name)) = found
            && c.inside.is_none_or(|top| i > top)
        {
            names.push(name);
            places.push(c.place(i));
        }
    }
    let Some(name) = names.first().filter(|n| names.iter().all(|m| m == *n)).cloned() else {
        return Err("it stands in no one attribute".to_owned());
    };
    let cut = Cut { attr: Some(name), ..Cut::default() };
    sought(cases, &places, cut.clone(), |path, c| {
        let got = c.first(path, &cut).and_then(|href| key(c, &href));
        got == c.entry.link.as_deref().and_then(|l| key(c, l))
    })
}

fn date(cases: &[Case<'_>], layout: &Layout) -> Found {
    let shown = |c: &Case<'_>| c.entry.date.filter(|_| !c.entry.linked_day);
    if cases.iter().all(|c| shown(c).is_none()) {
        return Err("pages show no day; it stands in the address alone".to_owned());
    }
    // For programs first: whatever language the page shows.
    for attr in DAY_ATTRS {
        let cut = Cut { attr: Some(attr.to_owned()), ..Cut::default() };
        let says = |c: &Case<'_>, value: &str| {
            shown(c).is_some_and(|day| value.trim().starts_with(&day.to_string()))
        };
        let places = cases.iter().filter_map(|c| {
            let inside = c.inside.map_or(0..c.page.len(), |i| c.page.inside(i));
            let mut all = inside.filter(|&i| c.page.tokens()[i].kind == Kind::Start);
            Some(c.place(all.find(|&i| c.page.attr(i, attr).is_some_and(|v| says(c, v)))?))
        });
        let places: Vec<Place<'_>> = places.collect();
        let found = sought(cases, &places, cut.clone(), |path, c| match c.first(path, &cut) {
            Some(value) => says(c, &value),
            None => shown(c).is_none(),
        });
        if found.is_ok() {
            return found;
        }
    }
    let mut why = Err("it is no text that a rule reads".to_owned());
    for pattern in layout.rules(Field::Date).filter_map(|r| r.date.as_ref()) {
        why = day(cases, pattern);
        if why.is_ok() {
            return why;
        }
    }
    why
}

/// A day as a text that has a pattern.
fn day(cases: &[Case<'_>], pattern: &Pattern) -> Found {
    let shown = |c: &Case<'_>| c.entry.date.filter(|_| !c.entry.linked_day);
    let day_in = |text: &str| pattern.read(text).map(|(day, range)| (day.date(), range));
    let places: Vec<Place<'_>> = cases
        .iter()
        .filter(|c| shown(c).is_some())
        .filter_map(|c| Some(c.place(c.around(Field::Date)?)))
        .collect();
    let cut = cut(cases, Field::Date, |c, text| {
        let (day, range) = day_in(text)?;
        (day == shown(c)).then_some(range)
    });
    let Some(cut) = cut else {
        return Err(format!(
            "it is written as {pattern}, among other text that is not always the same"
        ));
    };
    let example = places.first().map(|p| p.page.visible(p.page.region(p.element)));
    let Some(format) = format(pattern, &example.unwrap_or_default()) else {
        return Err(format!("it is written as {pattern}, which these readers cannot read"));
    };
    let found = sought(cases, &places, cut.clone(), |path, c| {
        let got = c.first(path, &cut);
        match got.as_deref().map(|text| (text, day_in(text))) {
            Some((text, Some((day, range)))) => day == shown(c) && range == (0..text.len()),
            Some((_, None)) => false,
            None => shown(c).is_none(),
        }
    });
    found.map(|e| Expression { day: Some((format, is_told_by_itself(pattern))), ..e })
}

fn tags(cases: &[Case<'_>]) -> Found {
    let mut places = Vec::new();
    for c in cases {
        let wanted: Vec<String> = c.entry.tags.iter().flatten().map(|tag| squeezed(tag)).collect();
        let slots = c.entry.places.iter().filter(|p| p.0 == Field::Tags);
        for (_, tokens) in slots {
            let near = std::iter::once(tokens.start).chain(c.page.ancestors(tokens.start));
            let is = |i: &usize| {
                c.page.tokens()[*i].kind == Kind::Start && wanted.contains(&squeezed(&c.text(*i)))
            };
            let near = near.take_while(|&a| c.inside.is_none_or(|top| a > top));
            match near.into_iter().find(is) {
                Some(i) => places.push(c.place(i)),
                None => return Err("a tag stands in no element of its own".to_owned()),
            }
        }
    }
    sought(cases, &places, Cut::default(), |path, c| {
        let mut got: Vec<String> = Vec::new();
        for i in path.all(c.page, c.inside) {
            let tag = squeezed(&c.text(i));
            if !tag.is_empty() && !got.contains(&tag) {
                got.push(tag);
            }
        }
        got == c.entry.tags.iter().flatten().map(|t| squeezed(t)).collect::<Vec<_>>()
    })
}

fn body(cases: &[Case<'_>], kind: LayoutKind) -> Found {
    let value = |c: &Case<'_>| c.entry.body_text.clone().unwrap_or_default();
    let whole = |pick: fn(&[usize]) -> Option<&usize>| {
        let places = cases.iter().filter_map(|c| {
            let text = value(c);
            let holders = c.holders(Field::Body, &text);
            Some(c.place(*pick(&holders)?))
        });
        let places: Vec<Place<'_>> = places.collect();
        sought(cases, &places, Cut::default(), |path, c| {
            let all: String = path.all(c.page, c.inside).map(|i| squeezed(&c.text(i))).collect();
            all == squeezed(&value(c))
        })
    };
    let found = either(whole(<[usize]>::first), || whole(<[usize]>::last));
    // Of lists no reader cuts anything away.
    if kind == LayoutKind::List {
        return found;
    }
    either(found, || {
        let (places, strip) = parts(cases)?;
        let found = sought(cases, &places, Cut::default(), |path, c| {
            let all: String = path.all(c.page, c.inside).map(|i| rest(c.page, i, &strip)).collect();
            all == squeezed(&value(c))
        });
        found.map(|e| Expression { strip: strip.clone(), ..e })
    })
}

/// Most elements that are told apart to cut them from a body.
const MOST_STRIPPED: usize = 8;

/// The elements around bodies, and what is to be cut from them.
fn parts<'c>(cases: &'c [Case<'_>]) -> Result<(Vec<Place<'c>>, Vec<Path>), String> {
    let mut around: Vec<(&Case<'_>, usize, Range<usize>)> = Vec::new();
    for c in cases {
        let Some(body) = c.entry.place(Field::Body) else { continue };
        let mut up = c.page.ancestors(body.start);
        match up.find(|&a| c.page.region(a).end >= body.end) {
            Some(e) => around.push((c, e, body.clone())),
            None => return Err("it stands in no element".to_owned()),
        }
    }
    let mut strip: Vec<Path> = Vec::new();
    for (c, e, body) in &around {
        let Some(beside) = beside(c.page, *e, body) else {
            return Err("bare text stands beside it in its element".to_owned());
        };
        for element in beside {
            let inside = Some(*e);
            if strip.iter().any(|p| p.all(c.page, inside).any(|i| i == element)) {
                continue;
            }
            let spares = |path: &Path| {
                around.iter().all(|(c, e, body)| {
                    // Readers look at the element itself, too.
                    let mut found = path.all(c.page, Some(*e)).map(|i| c.page.region(i));
                    !path.names(c.page, *e)
                        && found.all(|r| r.end <= body.start || r.start >= body.end)
                })
            };
            let place = Place { page: c.page, inside, element };
            match common(&[place]).into_iter().find(spares) {
                Some(path) if strip.len() < MOST_STRIPPED => strip.push(path),
                _ => return Err("what stands beside it in its element has no name".to_owned()),
            }
        }
    }
    Ok((around.iter().map(|(c, e, _)| c.place(*e)).collect(), strip))
}

/// The elements with text inside of `e` and outside of a body; None where bare text stands there.
fn beside(page: &Page, e: usize, body: &Range<usize>) -> Option<Vec<usize>> {
    let mut out = Vec::new();
    let mut todo = vec![e];
    while let Some(e) = todo.pop() {
        for i in page.children(e) {
            let region = page.region(i);
            let apart = region.end <= body.start || region.start >= body.end;
            let within = body.start <= region.start && region.end <= body.end;
            match (page.tokens()[i].kind, apart) {
                _ if within => {}
                (Kind::Start, true) if page.has_text(region) => out.push(i),
                (Kind::Start, false) => todo.push(i),
                (Kind::Text, true) if !page.tokens()[i].blank => return None,
                _ => {}
            }
        }
    }
    out.sort_unstable();
    Some(out)
}

/// The text of an element without what is cut from it.
fn rest(page: &Page, e: usize, strip: &[Path]) -> String {
    let mut gone: Vec<usize> = strip.iter().flat_map(|p| p.all(page, Some(e))).collect();
    gone.sort_unstable();
    let inside = page.inside(e);
    let (mut out, mut from) = (String::new(), inside.start);
    for i in gone.into_iter().filter(|&i| i >= inside.start) {
        if i >= from {
            out += &squeezed(&page.visible(from..i));
            from = page.region(i).end;
        }
    }
    out + &squeezed(&page.visible(from.min(inside.end)..inside.end))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_two_texts_share() {
        // a, b, how both begin
        let cases = [
            ("by Ann", "by Bob", Some("by ")),
            ("", "", Some("")),
            ("", "by Bob", None),
            ("of Ann", "by Bob", None),
        ];
        for (a, b, same) in cases {
            assert_eq!(both_start(a, b).as_deref(), same, "{a} {b}");
        }
        assert_eq!(both_end("Ann, ", "Bob, ").as_deref(), Some(", "));
        assert_eq!(both_end("Ann", "Bob"), None);
    }

    #[test]
    fn what_stands_beside_a_body_is_cut_away() {
        let page = Page::parse(
            "<div class=post><h1>Brine</h1><p>Salt.<p>Water.</p><div class=share>Tell</div></div>",
        );
        let at = |tag: &str| (0..page.len()).find(|&i| page.tag(i) == tag).unwrap_or_default();
        let (e, first) = (at("div"), at("p"));
        let body = first..page.len() - 1;
        let last = (first..page.len()).find(|&i| page.tag(i) == "div").unwrap_or(body.end);
        let elements = beside(&page, e, &(first..last)).unwrap_or_default();
        assert_eq!(elements, [at("h1"), last]);
        let paths: Vec<Path> = elements
            .iter()
            .map(|&element| Place { page: &page, inside: Some(e), element })
            .filter_map(|place| common(&[place]).into_iter().next())
            .collect();
        assert_eq!(rest(&page, e, &paths), "Salt.Water.");
        assert_eq!(rest(&page, e, &[]), "BrineSalt.Water.Tell");
        let bare = Page::parse("<div>Brine: <p>Salt.</p></div>");
        let at = |tag: &str| (0..bare.len()).find(|&i| bare.tag(i) == tag).unwrap_or_default();
        assert_eq!(beside(&bare, at("div"), &bare.region(at("p"))), None);
    }
}
