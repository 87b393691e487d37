//! Replaying a wrapper on a page: a pure function of the page, its address and the rules.
//!
//! Every layout reads the page; which one the page has is decided by what matched (see
//! [`Wrapper::extract_page`]), never by its address. A field that is not found is absent, with a
//! reason.
//!
//! Time: O(tokens · rules). Space: the entries.

use std::ops::Range;

use chrono::NaiveDate;
use url::Url;

use super::bounds::{LEAST_WORDS, MAX_RECORDS, NOTICE_WORDS};
use super::list::{REST, Records, drop_arrows, end_ahead_of};
use super::matching::{Begin, Matcher, find_end};
use super::{
    EndPattern, FieldRule, IndexRule, Layout, LayoutKind, RecordEnd, RecordRule, Scope,
    TokenPattern, Value, Wrapper, sister,
};
use crate::address::{
    address_key, directory, leads_to, link_key, name_of, names_tags, tells_authors, tells_tags,
};
use crate::date::{Day, Pattern, YEARS, lex};
use crate::entry::{Entry, Field, FieldValue, Missing, Slot, merged, parted};
use crate::page::{Address, Kind, Page, Target, fold, resolve};
use crate::share::{most, some};

/// What a page gave.
#[derive(Debug, Clone, PartialEq, Default)]
#[non_exhaustive]
pub struct Extraction {
    /// Name of the layout the page has; `None` where none fits.
    pub layout: Option<String>,
    /// Its kind.
    pub kind: Option<LayoutKind>,
    /// The entries, in page order.
    pub entries: Vec<Entry>,
    /// How much better than reading nothing, in nats. Terms that could not decide are not counted;
    /// [`Wrapper::explain`] counts all.
    pub score: f64,
    /// Why this layout, or why none. Readings that could not be the best were not made and are not
    /// named; [`Wrapper::explain`] has all.
    pub why: String,
}

/// The rule's first match in `window`; for sticky rules the last one ahead of `anchor`.
pub(crate) fn read_field(
    page: &Page,
    rule: &FieldRule,
    window: &Range<usize>,
    anchor: usize,
) -> Vec<FieldValue> {
    let whole = matches(page, rule, window, anchor);
    match rule.split {
        Some(sign) => whole.iter().flat_map(|value| parted(page, &value.slot, sign)).collect(),
        None => whole,
    }
}

/// What stands at the rule's matches.
fn matches(page: &Page, rule: &FieldRule, window: &Range<usize>, anchor: usize) -> Vec<FieldValue> {
    let Some(matcher) = Matcher::new(page, &rule.start) else { return Vec::new() };
    let mut out = Vec::new();
    match rule.scope {
        Scope::Sticky => {
            for i in matcher.likely(page, 0..anchor.min(page.len())).rev() {
                if let Some(v) = matcher
                    .ends_at(page, i, &(0..page.len()))
                    .and_then(|b| value_at(page, rule, b, &(0..page.len())))
                {
                    return vec![v];
                }
            }
        }
        Scope::Record => {
            let mut next = window.start;
            for i in matcher.likely(page, window.clone()) {
                if i >= next
                    && let Some(begin) = matcher.ends_at(page, i, window)
                    && let Some(v) = value_at(page, rule, begin, window)
                {
                    next = v.slot.tokens.end.max(i + 1);
                    out.push(v);
                    if !rule.many {
                        return out;
                    }
                }
            }
        }
    }
    out
}

fn value_at(
    page: &Page,
    rule: &FieldRule,
    begin: Begin,
    window: &Range<usize>,
) -> Option<FieldValue> {
    if let Value::Attr(name) = &rule.value {
        let said = page.attr(begin.token, name)?;
        // White space in an address belongs to it.
        let text = if rule.field == Field::Link { said.trim().to_owned() } else { fold(said) };
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
        let filled = slot.head > 0
            || slot.tail.is_some()
            || page.has_text(slot.tokens.clone())
            || shows_media(page, &slot);
        return filled.then_some(FieldValue { slot, text: String::new(), day: None });
    }
    let text = if rule.field == Field::Date { slot.numbers(page) } else { slot.text(page) };
    let day = match &rule.date {
        Some(p) => Some(p.read(&text)?.0),
        None => None,
    };
    (!text.is_empty()).then_some(FieldValue { slot, text, day })
}

fn shows_media(page: &Page, slot: &Slot) -> bool {
    slot.tokens
        .clone()
        .any(|i| matches!(page.tag(i), "img" | "video" | "audio" | "iframe" | "embed" | "object"))
}

/// The records of a list page: token ranges in page order.
pub(crate) fn records(page: &Page, rule: &RecordRule) -> Vec<Range<usize>> {
    let Some(matcher) = Matcher::new(page, &rule.start) else { return Vec::new() };
    records_from(page, matcher.all(page, page.body()), rule.ends)
}

/// The records of a list page that start at these places.
pub(crate) fn records_from(
    page: &Page,
    starts: impl Iterator<Item = Begin>,
    ends: RecordEnd,
) -> Vec<Range<usize>> {
    let body = page.body();
    let mut out: Vec<Range<usize>> = Vec::new();
    let mut next = body.start;
    for begin in starts {
        let i = begin.token;
        if out.len() == MAX_RECORDS {
            break;
        }
        if i < next {
            continue;
        }
        if ends == RecordEnd::Element {
            let region = page.region(i);
            next = region.end.max(i + 1);
            out.push(region);
            continue;
        }
        if let Some(last) = out.last_mut() {
            last.end = last.end.min(begin.first).max(last.start);
        }
        let stop = match ends {
            RecordEnd::Sibling => {
                page.parent(i).map_or(body.end, |p| page.tokens()[p].end as usize)
            }
            _ => body.end,
        };
        out.push(begin.first..stop);
    }
    // What stands behind the element around all records is none of the last one's.
    if let [first, .., last] = out.as_mut_slice()
        && ends == RecordEnd::Next
        && let Some(around) = page.common(first.start, last.start)
    {
        last.end = last.end.min(page.inside(around).end).max(last.start);
    }
    out
}

/// Year numbers of a page that stand alone or in a short heading, with their tokens: the years of
/// dates written without one.
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
    url.path_segments()?.find_map(|s| {
        (s.len() == 4).then(|| s.parse().ok()).flatten().filter(|y| YEARS.contains(y))
    })
}

pub(super) struct Reader<'p> {
    pub(super) page: &'p Page,
    pub(super) base: Url,
    years: std::cell::OnceCell<Vec<(usize, i32)>>,
    /// The blog's date patterns that have a year.
    with_year: std::cell::OnceCell<Vec<Pattern>>,
    /// Matches of sticky rules, by field and rule number: found once for the page, not once for
    /// each record.
    sticky: std::cell::RefCell<Vec<(Headings, Vec<FieldValue>)>>,
    /// The records of the page as a list never seen.
    records: std::cell::OnceCell<Records>,
}

/// A sticky rule of a layout: its layout's name and its number there.
type Headings = (String, usize);

impl<'p> Reader<'p> {
    pub(super) fn new(page: &'p Page, base: Url) -> Reader<'p> {
        Reader {
            page,
            base,
            years: std::cell::OnceCell::new(),
            with_year: std::cell::OnceCell::new(),
            sticky: std::cell::RefCell::default(),
            records: std::cell::OnceCell::new(),
        }
    }

    /// The records of the page as a list never seen; the rule is that of the one wrapper.
    pub(super) fn records(&self, rule: &IndexRule) -> &Records {
        self.records.get_or_init(|| rule.records(self.page, &self.base))
    }

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
    fn heading(
        &self,
        layout: &Layout,
        number: usize,
        rule: &FieldRule,
        anchor: usize,
    ) -> Vec<FieldValue> {
        let key = (layout.name.clone(), number);
        let mut known = self.sticky.borrow_mut();
        if !known.iter().any(|k| k.0 == key) {
            let everywhere = FieldRule { scope: Scope::Record, many: true, ..rule.clone() };
            known.push((key.clone(), read_field(self.page, &everywhere, &(0..self.page.len()), 0)));
        }
        let Some((_, all)) = known.iter().find(|k| k.0 == key) else { return Vec::new() };
        all[..all.partition_point(|v| v.slot.tokens.start < anchor)]
            .last()
            .cloned()
            .into_iter()
            .collect()
    }

    /// True for a text of an entry on a list. Links into its blog alone are none (rows of tags, a
    /// category), nor are few words that link to the entry ("Read more"); many are, as cards link
    /// their whole text.
    pub(super) fn is_text(&self, body: &FieldValue, link: Option<&str>) -> bool {
        let page = self.page;
        let tokens = body.slot.tokens.clone();
        let own = link.and_then(|l| resolve(&self.base, l));
        let own = own.as_ref().map_or_else(|| Address::from(&self.base), |own| own.address());
        let (host, own) = (own.host(), own.key());
        let short = page.words_in(tokens.clone()) < LEAST_WORDS;
        let into_blog = |i: usize| {
            let around = page.ancestors(i).take_while(|&a| a >= tokens.start);
            let href = around.filter(|&a| page.tag(a) == "a").find_map(|a| page.attr(a, "href"));
            let target = href.and_then(|h| resolve(&self.base, h.trim()));
            target.is_some_and(|to| {
                let to = to.address();
                // The entry's comments are linked with words of any number.
                let other = || short || to.has_fragment() || !to.has_key(&own);
                to.host() == host && other()
            })
        };
        let mut texts = page
            .shown(tokens.clone())
            .filter(|&i| page.tokens()[i].kind == Kind::Text)
            .filter(|&i| page.data(i).contains(char::is_alphanumeric))
            .peekable();
        texts.peek().is_none() || !texts.all(into_blog)
    }

    /// True where a form that asks for a password stands in a body's place, with a few words ahead
    /// of it or behind.
    pub(super) fn is_withheld(&self, body: &FieldValue) -> bool {
        let page = self.page;
        let asks = |form: usize| {
            page.region(form).any(|i| {
                page.tag(i) == "input"
                    && page.attr(i, "type").is_some_and(|t| t.eq_ignore_ascii_case("password"))
            })
        };
        let tokens = body.slot.tokens.clone();
        let Some(name) = page.label("form") else { return false };
        let forms = page.tags_in(name, Kind::Start, tokens.clone());
        let Some(form) = forms.iter().map(|f| *f as usize).find(|f| asks(*f)) else { return false };
        let form = page.region(form);
        let around = page.words_in(tokens.start..form.start) + page.words_in(form.end..tokens.end);
        around <= NOTICE_WORDS
    }

    /// True where a value is all that a link shows that leads to its own entry, to the list of all
    /// tags or to an author's posts: "Permalink", "Tags" and a name beside tags are none. On a card
    /// that is one link the tags are tags.
    pub(super) fn is_beside_tags(&self, value: &FieldValue, link: Option<&str>) -> bool {
        let page = self.page;
        let tokens = &value.slot.tokens;
        let mut around = std::iter::once(tokens.start).chain(page.ancestors(tokens.start));
        let Some(a) = around.find(|&a| page.tag(a) == "a") else { return false };
        if page.words_in(page.region(a)) != page.words_in(tokens.clone()) {
            return false;
        }
        let own = link.and_then(|l| link_key(&self.base, l));
        let Some(href) = page.attr(a, "href") else { return false };
        own.is_some_and(|own| leads_to(&self.base, href, &own))
            || names_tags(&value.text.to_lowercase()) && self.leads_to_all_tags(href)
            || link_key(&self.base, href).is_some_and(|key| tells_authors(&directory(&key)))
    }

    /// True for an address like `/tags/` or `/categories.html`, not for that of a tag: `/tag/cat`.
    fn leads_to_all_tags(&self, href: &str) -> bool {
        let Ok(to) = self.base.join(href.trim()) else { return false };
        names_tags(&name_of(&to).to_lowercase()) && !tells_tags(&directory(&address_key(&to)))
    }

    /// The last text of a value and the link around it, both inside the value.
    fn last_link(&self, value: &FieldValue) -> Option<(usize, usize)> {
        let (page, tokens) = (self.page, &value.slot.tokens);
        let is_text = |i: &usize| page.tokens()[*i].kind == Kind::Text && !page.tokens()[*i].blank;
        let last = page.shown(tokens.clone()).filter(is_text).last()?;
        let mut around = page.ancestors(last).take_while(|&a| a >= tokens.start);
        let a = around.find(|&a| page.tag(a) == "a").filter(|_| value.slot.tail.is_none())?;
        Some((last, a))
    }

    /// A title without the mark behind it that links to its heading: `¶`, `#`.
    fn without_mark(&self, title: &FieldValue) -> FieldValue {
        let page = self.page;
        let mark = self.last_link(title).filter(|(text, a)| {
            !page.data(*text).contains(char::is_alphanumeric)
                && page.has_text(title.slot.tokens.start..*a)
        });
        let Some((_, a)) = mark else { return title.clone() };
        let slot = Slot { tokens: title.slot.tokens.start..a, ..title.slot.clone() };
        FieldValue { text: slot.text(page), slot, ..title.clone() }
    }

    /// A body on a list without the link to the entry itself that ends it: "Read more", in whatever
    /// words.
    pub(super) fn without_more(&self, body: &FieldValue, link: Option<&str>) -> FieldValue {
        let page = self.page;
        let own = link.and_then(|l| link_key(&self.base, l));
        let cut = || {
            let (_, a) = self.last_link(body)?;
            let own = own.as_ref().filter(|own| {
                page.attr(a, "href").is_some_and(|href| leads_to(&self.base, href, own))
            });
            own?;
            // The largest element that shows nothing but the link.
            let alone = |&p: &usize| {
                p >= body.slot.tokens.start
                    && page.words_in(page.region(p)) == page.words_in(page.region(a))
            };
            let start = page.ancestors(a).take_while(alone).last().unwrap_or(a);
            page.has_text(body.slot.tokens.start..start).then_some(start)
        };
        let mut out = body.clone();
        out.slot.tokens.end = cut().unwrap_or(out.slot.tokens.end);
        out
    }

    /// The day where a date rule's place holds one in another of the blog's patterns: lists of a
    /// blog write their days otherwise than each other.
    fn day_otherwise<'l>(
        &self,
        wrapper: &Wrapper,
        mut rules: impl Iterator<Item = &'l FieldRule>,
        window: &Range<usize>,
    ) -> Option<(&'l FieldRule, Vec<FieldValue>)> {
        let index = wrapper.index.as_ref()?;
        // Beside an impossible year a day without one is none.
        let dated = || index.patterns().into_iter().filter(Pattern::has_year).collect();
        let patterns: &Vec<Pattern> = self.with_year.get_or_init(dated);
        let said = |text: &str| {
            let lexed = lex(text);
            patterns.iter().find_map(|p| Some(p.read_lexed(text, &lexed)?.0))
        };
        rules.find_map(|rule| {
            let any = FieldRule { date: None, many: true, ..rule.clone() };
            let shown = read_field(self.page, &any, window, window.end);
            let day = |v: FieldValue| Some(FieldValue { day: Some(said(&v.text)?), ..v });
            shown.into_iter().find_map(day).map(|v| (rule, vec![v]))
        })
    }

    /// The address that a link rule gives: in lists its first match that has the shape of the
    /// blog's permalinks, else its first.
    fn permalink(
        &self,
        wrapper: &Wrapper,
        layout: &Layout,
        rule: &FieldRule,
        values: &[FieldValue],
        window: &Range<usize>,
    ) -> Option<String> {
        let first = values.iter().find_map(|v| resolve(&self.base, v.text.trim()))?;
        let fits = |i: &IndexRule, to: &Target<'_>| i.fits_address(to.address());
        let index =
            wrapper.index.as_ref().filter(|i| layout.kind == LayoutKind::List && !fits(i, &first));
        let Some(index) = index else { return Some(of_post(first.text().concat())) };
        let many = FieldRule { many: true, ..rule.clone() };
        let all = read_field(self.page, &many, window, window.end);
        let other = all
            .iter()
            .filter_map(|v| resolve(&self.base, v.text.trim()))
            .find(|to| fits(index, to));
        Some(of_post(other.unwrap_or(first).text().concat()))
    }

    /// A text that goes on to the end of its element, up to the line behind it that shows the
    /// entry's day, author or tags.
    fn ahead_of_names(
        &self,
        mut values: Vec<FieldValue>,
        names: &[Range<usize>],
        title: usize,
    ) -> Vec<FieldValue> {
        if let Some(text) = values.first_mut().filter(|v| !v.slot.tokens.contains(&title))
            && let Some(end) = end_ahead_of(self.page, &text.slot.tokens, names)
        {
            text.end_at(end);
        }
        values
    }

    /// Links of records without one of their own. They have the address of the one post they lead
    /// to where the layout has no rule for links; where their link leads to another host, as titles
    /// of posts about other pages do; and where some records have a link, if they have a title and,
    /// where most of those have it, a day, an author and a text: posts that end otherwise than
    /// those learned from. What hangs on the link is read again with it.
    fn link_others(&self, wrapper: &Wrapper, layout: &Layout, entries: &mut [Entry]) {
        let shown = |e: &Entry| [e.date.is_some(), e.author.is_some(), e.body_text.is_some()];
        let linked: Vec<[bool; 3]> =
            entries.iter().filter(|e| e.link.is_some()).map(shown).collect();
        let usual = [0, 1, 2].map(|k| most(linked.iter().filter(|s| s[k]).count(), linked.len()));
        let ruled = layout.fields.iter().any(|r| r.field == Field::Link);
        let own_host = Address::from(&self.base).host().to_owned();
        let leads_away = |link: &str| {
            let to = resolve(&self.base, link);
            to.is_some_and(|to| to.address().host() != own_host)
        };
        let some_are = some(linked.len(), entries.len());
        for entry in entries {
            let (unlinked, titled) = (entry.link.is_none(), entry.title.is_some());
            let may = match &entry.link {
                Some(link) => leads_away(link),
                None => !ruled || some_are && titled,
            };
            let Some(link) = may.then(|| self.only_permalink(wrapper, entry)).flatten() else {
                continue;
            };
            let again = self.entry(wrapper, layout, &entry.tokens, Some(link));
            let lacks = usual.into_iter().zip(shown(&again)).any(|(usual, has)| usual && !has);
            if !(unlinked && ruled && lacks) {
                *entry = again;
            }
        }
    }

    /// The one post that a record leads to, by the shape of the blog's permalinks: with the links
    /// outside of its text, and the one that ends the text ("Read on").
    fn only_permalink(&self, wrapper: &Wrapper, entry: &Entry) -> Option<String> {
        let (page, index) = (self.page, wrapper.index.as_ref()?);
        let text = entry.place(Field::Body).cloned().unwrap_or_default();
        let slot = Slot { tokens: text.clone(), head: 0, tail: None };
        let last = self.last_link(&FieldValue { slot, text: String::new(), day: None });
        let counts = |i: usize| !text.contains(&i) || last.is_some_and(|(_, a)| a == i);
        let links = page.tags_in(page.label("a")?, Kind::Start, entry.tokens.clone());
        let mut posts = links
            .iter()
            .map(|i| *i as usize)
            .filter(|i| counts(*i))
            .filter_map(|i| resolve(&self.base, page.attr(i, "href")?.trim()))
            .filter(|to| index.fits_address(to.address()));
        let first = posts.next()?;
        let key = first.address().key();
        posts.all(|to| to.address().has_key(&key)).then(|| of_post(first.text().concat()))
    }

    /// All fields of one record; `link` where its address is known.
    pub(super) fn entry<'l>(
        &self,
        wrapper: &Wrapper,
        layout: &'l Layout,
        window: &Range<usize>,
        link: Option<String>,
    ) -> Entry {
        let page = self.page;
        let mut entry = Entry { tokens: window.clone(), ..Entry::default() };
        let mut anchor = window.end;
        let mut day = None;
        let mut families: Vec<Vec<FieldValue>> = Vec::new();
        let mut body: Option<Range<usize>> = None;
        for field in Field::ALL {
            let mut rules =
                layout.fields.iter().enumerate().filter(|(_, r)| r.field == field).peekable();
            if field == Field::Link && link.is_some() {
                entry.link.clone_from(&link);
                continue;
            }
            if rules.peek().is_none() {
                continue;
            }
            // On entry pages links and dates may stand in the head.
            let whole = 0..page.len();
            let read = |(number, r): (usize, &'l FieldRule)| {
                let window =
                    if layout.kind == LayoutKind::Entry && r.ends.is_empty() && in_head(&r.start) {
                        &whole
                    } else {
                        window
                    };
                let v = match r.scope {
                    Scope::Sticky => self.heading(layout, number, r, anchor),
                    Scope::Record => read_field(page, r, window, anchor),
                };
                let usable = !v.is_empty()
                    && (field != Field::Link
                        || v.iter().any(|v| link_key(&self.base, &v.text).is_some()));
                usable.then_some((r, v))
            };
            // Tags are what all their rules give (categories here, tags there); of another field
            // the first rule that gives a value counts.
            let values = match field {
                Field::Tags => {
                    families = rules.filter_map(read).map(|(_, values)| values).collect();
                    if families.is_empty() {
                        entry.tags = Some(Vec::new());
                        entry.missing.push((field, Missing::NoMatch));
                    }
                    continue;
                }
                Field::Date => rules.clone().find_map(read).or_else(|| {
                    let alone = rules.map(|r| r.1).filter(|r| r.scope == Scope::Record);
                    self.day_otherwise(wrapper, alone, window)
                }),
                // A text whose end does not come goes on to the end of its element: entries without
                // tags, or without comments, are none without text. The paper's own rules, which
                // have no index, stay without.
                Field::Body | Field::Excerpt => {
                    let open = |(_, r): (usize, &'l FieldRule)| {
                        let values = read_field(page, &endless(r), window, anchor);
                        (!values.is_empty()).then_some((r, values))
                    };
                    let extended = wrapper.index.is_some();
                    let names: Vec<Range<usize>> = entry
                        .places
                        .iter()
                        .filter(|p| matches!(p.0, Field::Date | Field::Author))
                        .map(|p| p.1.clone())
                        .chain(families.iter().flatten().map(|v| v.slot.tokens.clone()))
                        .collect();
                    let cut = |(r, values): (&'l FieldRule, Vec<FieldValue>)| {
                        (r, self.ahead_of_names(values, &names, anchor))
                    };
                    rules
                        .clone()
                        .find_map(read)
                        .or_else(|| rules.filter(|_| extended).find_map(open).map(cut))
                }
                _ => rules.find_map(read),
            };
            let Some((rule, values)) = values else {
                entry.missing.push((field, Missing::NoMatch));
                continue;
            };
            let first = &values[0];
            if matches!(field, Field::Link | Field::Date) {
                entry.places.push((field, first.slot.tokens.clone()));
            }
            match field {
                Field::Title => {
                    let title = self.without_mark(first);
                    anchor = title.slot.tokens.start;
                    entry.title = Some(title.text);
                    entry.places.push((field, title.slot.tokens));
                }
                Field::Link => entry.link = self.permalink(wrapper, layout, rule, &values, window),
                Field::Date => day = first.day,
                Field::Body | Field::Excerpt if self.is_withheld(first) => {
                    body = body.or(Some(first.slot.tokens.clone()));
                    entry.missing.push((field, Missing::Withheld));
                    entry.withheld = true;
                }
                Field::Body | Field::Excerpt if layout.kind == LayoutKind::List => {
                    body = body.or(Some(first.slot.tokens.clone()));
                    let html = rule.value == Value::Html;
                    if !self.is_text(first, entry.link.as_deref()) {
                        entry.missing.push((field, Missing::LinksAlone));
                        continue;
                    }
                    entry.set(
                        page,
                        field,
                        html,
                        &[self.without_more(first, entry.link.as_deref())],
                    );
                }
                Field::Body => {
                    body = Some(first.slot.tokens.clone());
                    entry.set(page, field, rule.value == Value::Html, &values);
                }
                _ => entry.set(page, field, rule.value == Value::Html, &values),
            }
        }
        // What is like a tag inside the body, where others of its rule stand outside, is the
        // body's.
        if let Some(body) = body {
            let outside = |v: &FieldValue| !body.contains(&v.slot.tokens.start);
            for family in families.iter_mut().filter(|family| family.iter().any(outside)) {
                family.retain(outside);
            }
        }
        let mut tags = families.into_iter().reduce(merged).unwrap_or_default();
        tags.retain(|v| !self.is_beside_tags(v, entry.link.as_deref()));
        if layout.kind == LayoutKind::Entry {
            tags = merged(sister::beside(page, &self.base, &tags), tags);
        }
        entry.set(page, Field::Tags, false, &tags);
        if let Some(day) = day {
            entry.date = self.complete(day, entry.link.as_deref(), anchor);
            if entry.date.is_none() {
                entry.missing.push((Field::Date, Missing::NoYear));
            }
        }
        entry
    }

    pub(super) fn list(&self, wrapper: &Wrapper, layout: &Layout) -> Vec<Entry> {
        let Some(rule) = &layout.record else { return Vec::new() };
        let wants = |f| layout.fields.iter().any(|r| r.field == f && !r.optional);
        let bare = layout.fields.iter().all(|r| matches!(r.field, Field::Title | Field::Link));
        let mut out: Vec<Entry> = Vec::new();
        let windows = records(self.page, rule);
        let mut entries: Vec<Entry> =
            windows.iter().map(|window| self.entry(wrapper, layout, window, None)).collect();
        self.link_others(wrapper, layout, &mut entries);
        for entry in entries {
            // A record without what all records have is an advertisement or a box of the template;
            // but posts without title (asides) are posts where link and text are there.
            let to = entry.link.as_deref().and_then(|l| resolve(&self.base, l));
            let to = to.as_ref().map(|to| to.address());
            let index = wrapper.index.as_ref();
            let section = to.is_some_and(|to| index.is_some_and(|i| i.is_section(to)));
            let permalink = to.is_some_and(|to| index.is_none_or(|i| i.fits_address(to)));
            let text = entry.body_text.is_some();
            // A cloud's first tag is its title or its link, too.
            let link = entry.place(Field::Link);
            let named = || link.map(|p| self.page.visible(self.page.region(p.start)));
            let tags = entry.tags.as_deref().unwrap_or_default();
            let tagged = !tags.is_empty();
            let is_tag = |name: &String| tags.contains(name);
            let cloud = tagged
                && (entry.title.as_ref().is_some_and(is_tag)
                    || named().as_ref().is_some_and(is_tag));
            let more = !cloud && (text || tagged) || entry.date.is_some() || entry.author.is_some();
            let untitled = entry.title.is_none() && (!permalink || !text && wants(Field::Title));
            let unlinked = entry.link.is_none() && (entry.title.is_none() || wants(Field::Link));
            if untitled || unlinked || section || !permalink && !more && !bare {
                continue;
            }
            out.push(entry);
        }
        let extent = layout.extent.clone().unwrap_or_default();
        let Some(index) = &wrapper.index else {
            extent.apply(self.page, &self.base, &mut out);
            return out;
        };
        // Texts of other records are what this one's is told by.
        let others = |e: &Entry| {
            let places = e.places.iter().filter(|p| !Field::Body.is_given_by(p.0));
            places.map(|p| p.1.clone()).collect()
        };
        let others = out.iter().map(others).collect();
        drop_arrows(&mut out);
        self.fill(wrapper, Some(layout), &mut out, others);
        if bare {
            self.drop_menus(index, &mut out);
        }
        self.drop_boxes_beside(wants(Field::Date), &mut out);
        extent.apply(self.page, &self.base, &mut out);
        out
    }
}

/// What names the place of a post's comments.
const COMMENTS: [&str; 3] = ["comment", "comments", "respond"];

/// A post's address without a fragment that leads on in its text or to its comments: `#more-12`.
fn of_post(mut address: String) -> String {
    let number = |c: char| c.is_ascii_digit() || c == '-';
    let leads_on = |name: &str| REST.contains(&name) || COMMENTS.contains(&name);
    if let Some((page, fragment)) = address.split_once('#')
        && leads_on(fragment.trim_end_matches(number))
    {
        address.truncate(page.len());
    }
    address
}

/// A rule of texts where none of its ends comes: the text goes on to the end of its element.
pub(crate) fn endless(rule: &FieldRule) -> FieldRule {
    let ends = rule.ends.iter().cloned().chain([EndPattern::default()]).collect();
    FieldRule { ends, ..rule.clone() }
}

/// True for rules whose first tag stands in the head of a page.
pub(crate) fn in_head(start: &[TokenPattern]) -> bool {
    let Some(TokenPattern::Open { name, .. }) = start.last() else { return false };
    name == "link" || name == "meta"
}
