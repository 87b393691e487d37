//! One record read with a layout: field after field, in the order of rule files.

use std::ops::Range;

use super::read::{endless, in_head, read_field};
use super::replay::Reader;
use super::values::outside_of;
use super::{FieldRule, Layout, LayoutKind, Scope, Value, Wrapper, sister};
use crate::address::{address_key, link_key};
use crate::date::{Day, Pattern, lex_numbered};
use crate::entry::{Entry, Field, FieldValue, Missing, merged};

/// A record as far as it is read.
struct Draft<'l> {
    wrapper: &'l Wrapper,
    layout: &'l Layout,
    /// Its tokens.
    window: &'l Range<usize>,
    entry: Entry,
    /// Where its title starts, else where it ends: headings stand ahead of it.
    anchor: usize,
    /// Its day as it is written, perhaps without a year.
    day: Option<Day>,
    /// What each rule of tags gives.
    families: Vec<Vec<FieldValue>>,
    /// Where its text stands, be it shown or withheld.
    body: Option<Range<usize>>,
}

/// A rule and what it gives.
type Found<'l> = (&'l FieldRule, Vec<FieldValue>);

impl<'l> Draft<'l> {
    fn is_list(&self) -> bool {
        self.layout.kind == LayoutKind::List
    }

    /// The layout's rules of a field, with their numbers.
    fn rules(
        &self,
        field: Field,
    ) -> impl Iterator<Item = (usize, &'l FieldRule)> + Clone + use<'l> {
        self.layout.fields.iter().enumerate().filter(move |(_, rule)| rule.field == field)
    }

    /// Where the record shows its day, its author and its tags.
    fn names(&self) -> Vec<Range<usize>> {
        let is_name = |f: Field| matches!(f, Field::Date | Field::Author);
        let placed = self.entry.places.iter().filter(|p| is_name(p.0)).map(|p| p.1.clone());
        let tags = self.families.iter().flatten().map(|v| v.slot.tokens.clone());
        placed.chain(tags).collect()
    }
}

impl Reader<'_> {
    /// All fields of one record; `link` where its address is known.
    pub(super) fn entry(
        &self,
        wrapper: &Wrapper,
        layout: &Layout,
        window: &Range<usize>,
        link: Option<String>,
    ) -> Entry {
        let mut draft = Draft {
            wrapper,
            layout,
            window,
            anchor: window.end,
            entry: Entry { tokens: window.clone(), link, ..Entry::default() },
            day: None,
            families: Vec::new(),
            body: None,
        };
        let linked = draft.entry.link.is_some();
        for field in Field::ALL {
            if draft.rules(field).next().is_none() || field == Field::Link && linked {
                continue;
            }
            if field == Field::Tags {
                draft.families = self.families(&draft);
                if draft.families.is_empty() {
                    draft.entry.tags = Some(Vec::new());
                    draft.entry.missing.push((field, Missing::NoMatch));
                }
                continue;
            }
            match self.found(&draft, field) {
                Some(found) => self.take(&mut draft, field, found),
                None => draft.entry.missing.push((field, Missing::NoMatch)),
            }
        }
        self.take_tags(&mut draft);
        if let Some(day) = draft.day {
            draft.entry.date = self.complete(day, draft.entry.link.as_deref(), draft.anchor);
            if draft.entry.date.is_none() {
                draft.entry.missing.push((Field::Date, Missing::NoYear));
            }
        }
        draft.entry
    }

    /// What one rule gives; `None` where it is nothing to use.
    fn read<'l>(&self, draft: &Draft<'l>, number: usize, rule: &'l FieldRule) -> Option<Found<'l>> {
        // On entry pages links and dates may stand in the head.
        let whole = 0..self.page.len();
        let headed = !draft.is_list() && rule.ends.is_empty() && in_head(&rule.start);
        let window = if headed { &whole } else { draft.window };
        let values = match rule.scope {
            Scope::Sticky => self.heading(draft.layout, number, rule, draft.anchor),
            Scope::Record => read_field(self.page, rule, window, draft.anchor),
        };
        let is_link = |v: &FieldValue| link_key(&self.base, &v.text).is_some();
        let usable =
            !values.is_empty() && (rule.field != Field::Link || values.iter().any(is_link));
        usable.then_some((rule, values))
    }

    /// Tags are what all their rules give: categories here, tags there.
    fn families(&self, draft: &Draft<'_>) -> Vec<Vec<FieldValue>> {
        let read = |(number, rule)| self.read(draft, number, rule);
        draft.rules(Field::Tags).filter_map(read).map(|(_, values)| values).collect()
    }

    /// Of a field but tags the first rule that gives a value counts.
    fn found<'l>(&self, draft: &Draft<'l>, field: Field) -> Option<Found<'l>> {
        let mut rules = draft.rules(field);
        rules.find_map(|(number, rule)| self.read(draft, number, rule)).or_else(|| match field {
            Field::Date => self.day_otherwise(draft),
            Field::Body | Field::Excerpt => self.open_text(draft, field),
            _ => None,
        })
    }

    /// A text whose end does not come goes on to the end of its element: entries without tags, or
    /// without comments, are none without text. The paper's own rules, which have no index, stay
    /// without.
    fn open_text<'l>(&self, draft: &Draft<'l>, field: Field) -> Option<Found<'l>> {
        draft.wrapper.index.as_ref()?;
        let (rule, values) = draft.rules(field).find_map(|(_, rule)| {
            let values = read_field(self.page, &endless(rule), draft.window, draft.anchor);
            (!values.is_empty()).then_some((rule, values))
        })?;
        Some((rule, self.ahead_of_names(values, &draft.names(), draft.anchor)))
    }

    /// The day where a date rule's place holds one in another of the blog's patterns: lists of a
    /// blog write their days otherwise than each other.
    fn day_otherwise<'l>(&self, draft: &Draft<'l>) -> Option<Found<'l>> {
        let index = draft.wrapper.index.as_ref()?;
        // Beside an impossible year a day without one is none.
        let dated = || index.patterns().into_iter().filter(Pattern::has_year).collect();
        let patterns: &Vec<Pattern> = self.with_year.get_or_init(dated);
        let said = |text: &str| {
            let lexed = lex_numbered(text);
            patterns.iter().find_map(|p| Some(p.read_lexed(text, &lexed)?.0))
        };
        let mut rules = draft.rules(Field::Date).map(|r| r.1).filter(|r| r.scope == Scope::Record);
        rules.find_map(|rule| {
            let any = FieldRule { date: None, many: true, ..rule.clone() };
            let shown = read_field(self.page, &any, draft.window, draft.window.end);
            let day = |v: FieldValue| Some(FieldValue { day: Some(said(&v.text)?), ..v });
            shown.into_iter().find_map(day).map(|v| (rule, vec![v]))
        })
    }

    /// Take what was found of a field but tags.
    fn take(&self, draft: &mut Draft<'_>, field: Field, (rule, values): Found<'_>) {
        let first = &values[0];
        let html = rule.value == Value::Html;
        if matches!(field, Field::Link | Field::Date) {
            draft.entry.places.push((field, first.slot.tokens.clone()));
        }
        match field {
            Field::Title => {
                let title = self.without_mark(first);
                draft.anchor = title.slot.tokens.start;
                draft.entry.title = Some(title.text);
                draft.entry.places.push((field, title.slot.tokens));
            }
            Field::Link => {
                let Draft { wrapper, layout, window, .. } = *draft;
                draft.entry.link = self.permalink(wrapper, layout, rule, &values, window);
            }
            Field::Date => draft.day = first.day,
            Field::Body | Field::Excerpt => self.take_text(draft, field, html, first),
            _ => draft.entry.set(self.page, field, html, &values),
        }
    }

    /// Take a text, unless a password keeps it from readers or it is links into its blog alone.
    fn take_text(&self, draft: &mut Draft<'_>, field: Field, html: bool, text: &FieldValue) {
        draft.body.get_or_insert_with(|| text.slot.tokens.clone());
        let is_list = draft.is_list();
        let entry = &mut draft.entry;
        if self.is_withheld(text) {
            entry.missing.push((field, Missing::Withheld));
            entry.withheld = true;
        } else if !self.is_text(text, entry.link.as_deref())
            && (is_list || self.lists_posts(draft.wrapper, text))
        {
            entry.missing.push((field, Missing::LinksAlone));
        } else if is_list {
            let text = self.without_more(text, entry.link.as_deref());
            entry.set(self.page, field, html, &[text]);
        } else {
            entry.set(self.page, field, html, std::slice::from_ref(text));
        }
    }

    /// Take the tags, once it is known where the text stands.
    fn take_tags(&self, draft: &mut Draft<'_>) {
        let mut families = std::mem::take(&mut draft.families);
        if let Some(body) = &draft.body {
            families = families.into_iter().map(|family| outside_of(body, family)).collect();
        }
        let mut tags = families.into_iter().reduce(merged).unwrap_or_default();
        let own = draft.entry.link.as_deref().and_then(|l| link_key(&self.base, l));
        let own = own.or_else(|| (!draft.is_list()).then(|| address_key(&self.base)));
        tags.retain(|v| !self.is_beside_tags(v, own.as_deref()));
        if !draft.is_list() {
            tags = merged(sister::beside(self.page, &self.base, &tags), tags);
        }
        draft.entry.set(self.page, Field::Tags, false, &tags);
    }
}
