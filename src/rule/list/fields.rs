//! The fields of lists whose layout was not learned: what the blog's own patterns and rules say
//! inside each record.
//!
//! Titles and links come from `records.rs`. Dates are read with the blog's date patterns, inside
//! the title, beside it, or in a heading above. Authors, tags and bodies are read by rules of the
//! learned layouts where they match in most records (templates repeat their parts); a body that no
//! rule reads is what the records show besides all that (`texts.rs`).
//!
//! Time: O(tokens · (rules of at most eight layouts + date patterns, at most a hundred)).

use std::collections::HashSet;
use std::ops::Range;

use chrono::NaiveDate;

use super::days::without_date;
use super::names::Signs;
use super::records::{self, IndexRecord};
use super::texts;
use crate::address::{leads_to, link_day, link_key};
use crate::date::{Day, Lexeme, Pattern, lex_numbered};
use crate::entry::{Entry, Field, FieldValue, Missing, Slot, merged};
use crate::page::{Contexts, Page, resolve};
use crate::rule::bounds::{DAY_LINE, MOST_LAYOUTS};
use crate::rule::read::{endless, in_head, read_field};
use crate::rule::replay::Reader;
use crate::rule::{
    ExtentRule, FieldRule, IndexRule, Layout, Scope, TextTest, TokenPattern, Value, Wrapper,
};
use crate::share::{most, nearly_all, some};

/// Where the line begins, inside a text and behind most of it, that shows the first of an entry's
/// names.
pub(in crate::rule) fn end_ahead_of(
    page: &Page,
    tokens: &Range<usize>,
    names: &[Range<usize>],
) -> Option<usize> {
    let name = names.iter().map(|n| n.start).filter(|n| tokens.contains(n)).min()?;
    let first = page.next_from(tokens.start, tokens.end)?;
    let line = page.ancestors(name).take_while(|&a| a > first).last();
    let end = line.unwrap_or(name);
    most(page.words_in(tokens.start..end), page.words_in(tokens.clone())).then_some(end)
}

/// What may stand behind each title of a list and leads on: `A title »`.
const ARROWS: [char; 8] = ['»', '›', '→', '⇒', '▸', '▶', '❯', '>'];

/// What may part each title of a list from what stands behind it: `A title — <small>1.5.`
const PARTING: [char; 6] = ['-', '–', '—', '|', '·', '•'];

/// True for an arrow, which leads on, or a sign of a place.
pub(in crate::rule) fn is_arrow(c: char) -> bool {
    let arrows = ['\u{2190}'..='\u{21ff}', '\u{27f0}'..='\u{27ff}', '\u{2900}'..='\u{297f}'];
    ARROWS.contains(&c) || arrows.iter().any(|block| block.contains(&c)) || "#¶§".contains(c)
}

/// Takes off the arrow behind the titles of a list, or the sign behind a blank that parts them from
/// what follows, where nearly all have one.
pub(in crate::rule) fn drop_arrows(entries: &mut [Entry]) {
    let bare = |e: &Entry| {
        let title = e.title.as_deref()?;
        let parted = || title.strip_suffix(PARTING).filter(|t| t.ends_with(char::is_whitespace));
        let bare = title.strip_suffix(ARROWS).or_else(parted)?.trim_end();
        (!bare.is_empty()).then(|| bare.to_owned())
    };
    let titles: Vec<Option<String>> = entries.iter().map(bare).collect();
    let with = titles.iter().flatten().count();
    let titled = entries.iter().filter(|e| e.title.is_some()).count();
    if with > 1 && nearly_all(with, titled) {
        for (entry, title) in entries.iter_mut().zip(titles) {
            entry.title = title.or(entry.title.take());
        }
    }
}

/// Values of a field that a rule reads in a record, and whether they are HTML.
pub(super) type ReadValues = (Field, bool, Vec<FieldValue>);

impl Reader<'_> {
    pub(in crate::rule) fn index(&self, wrapper: &Wrapper) -> Vec<Entry> {
        let page = self.page;
        let Some(rule) = &wrapper.index else { return Vec::new() };
        let (records, surely) = self.records(rule);
        let (records, surely) = (records.clone(), *surely);
        let patterns = rule.patterns();
        let texts: Vec<String> = records.iter().map(|r| page.visible(r.title.clone())).collect();
        // A date inside the title's own text, at its start or end, is no part of the title where
        // most titles have it there.
        let lexed: Vec<Vec<Lexeme>> = texts.iter().map(|t| lex_numbered(t)).collect();
        let cut = |p: &Pattern| -> Vec<Option<(Day, String)>> {
            texts.iter().zip(&lexed).map(|(t, lexed)| without_date(p, t, lexed)).collect()
        };
        let inside = patterns
            .iter()
            .map(|p| (cut(p), p))
            .map(|(c, p)| (c.iter().flatten().count(), c, p))
            .reduce(|a, b| if b.0 > a.0 { b } else { a })
            .filter(|(n, ..)| nearly_all(*n, records.len()) && *n > 1);
        let linked = |r: &IndexRecord| {
            let to = records::href(page, r.anchor, &self.base).filter(|_| rule.dated)?;
            link_day(&link_key(&self.base, &to)?)
        };
        let linked: Vec<Option<NaiveDate>> = records.iter().map(linked).collect();
        let inside_titles = inside.as_ref().map_or(0, |i| i.0);
        let days = self.days(&records, &patterns, inside_titles, &linked);
        if !surely && days.shown < records.len() {
            return Vec::new();
        }
        let mut entries: Vec<Entry> = records
            .iter()
            .enumerate()
            .map(|(k, IndexRecord { anchor, extent, title })| {
                let link = records::href(page, *anchor, &self.base);
                let named = inside.as_ref().and_then(|(_, c, _)| c[k].clone());
                let day = named.as_ref().map(|n| n.0).or(days.of_records[k]);
                let date = day.and_then(|d| self.complete(d, link.as_deref(), *anchor));
                let text = named.map_or_else(|| texts[k].clone(), |n| n.1);
                let mut entry = Entry {
                    title: Some(text).filter(|t| !t.is_empty()),
                    link,
                    date,
                    tokens: extent.clone(),
                    ..Entry::default()
                };
                entry.places =
                    vec![(Field::Title, title.clone()), (Field::Link, *anchor..*anchor + 1)];
                for field in [Field::Date, Field::Author, Field::Tags, Field::Body] {
                    if field != Field::Date || entry.date.is_none() {
                        entry.missing.push((field, Missing::on_new_list(field)));
                    }
                }
                entry
            })
            .collect();
        drop_arrows(&mut entries);
        self.fill(
            wrapper,
            None,
            &mut entries,
            records.into_iter().map(|r| vec![r.title]).collect(),
        );
        let idle = wrapper.layouts.iter().filter_map(|l| l.extent.as_ref());
        let idle = idle.flat_map(|e| e.idle.iter().cloned()).collect();
        ExtentRule { idle, ..ExtentRule::default() }.apply(page, &self.base, &mut entries);
        entries
    }

    /// Days, authors, tags and bodies that most records of a list lack: by rules of the blog's
    /// other layouts, days by its patterns, bodies also as what is left.
    ///
    /// `taken`: for each record the tokens of its title, then those of its other fields.
    pub(in crate::rule) fn fill(
        &self,
        wrapper: &Wrapper,
        own: Option<&Layout>,
        entries: &mut [Entry],
        mut taken: Vec<Vec<Range<usize>>>,
    ) {
        let page = self.page;
        let index = wrapper.index.as_ref();
        let patterns = index.map_or(Vec::new(), |i| i.patterns());
        let all = entries.len();
        let mostly_lack = |field| most(entries.iter().filter(|e| !e.has(field)).count(), all);
        let undated = mostly_lack(Field::Date);
        // Authors and tags may be missing in most.
        let lacks = [
            (&[Field::Author][..], mostly_lack(Field::Author)),
            (&[Field::Tags], mostly_lack(Field::Tags)),
            (&[Field::Body, Field::Excerpt], mostly_lack(Field::Body)),
        ];
        // A day in the permalink is surer than one found in the record.
        let dated = index.is_some_and(|i| i.dated);
        if own.is_some() && !dated && all > 1 && undated {
            let record = |(e, t): (&Entry, &Vec<Range<usize>>)| {
                let title = t.first().cloned().unwrap_or(e.tokens.start..e.tokens.start);
                IndexRecord { anchor: title.start, extent: e.tokens.clone(), title }
            };
            let records: Vec<IndexRecord> = entries.iter().zip(&taken).map(record).collect();
            // Days in the records' own texts are none of theirs.
            let bodies: Vec<Range<usize>> =
                entries.iter().filter_map(|e| e.place(Field::Body)).cloned().collect();
            let days = self.days_by_patterns(&records, &bodies, &patterns);
            for (e, day) in entries.iter_mut().zip(days.into_iter().flatten()) {
                e.date = e
                    .date
                    .or(day.and_then(|d| self.complete(d, e.link.as_deref(), e.tokens.start)));
                if e.date.is_some() {
                    e.missing.retain(|m| m.0 != Field::Date);
                }
            }
        }
        let tells_day = |text: &str| {
            let told =
                |lexed: &[Lexeme]| patterns.iter().any(|p| p.read_lexed(text, lexed).is_some());
            text.len() < DAY_LINE && told(&lex_numbered(text))
        };
        let signs = Signs { index, tells_day: &tells_day };
        // Authors and tags that other layouts' rules read.
        let mut names = vec![Vec::new(); all];
        for (fields, lacking) in lacks {
            if !lacking || all < 2 && own.is_some() {
                continue;
            }
            let read = wrapper
                .layouts
                .iter()
                .filter(|l| own.is_none_or(|o| o.name != l.name))
                .take(MOST_LAYOUTS)
                .flat_map(|l| fields.iter().map(|f| self.by_rules(l, *f, entries, &patterns)))
                .map(|values| self.texts_alone(values, entries, &taken, &tells_day))
                .map(|values| (values.iter().filter(|v| v.is_some()).count(), values))
                .reduce(|a, b| if b.0 > a.0 { b } else { a })
                .filter(|(n, _)| {
                    *n >= all.min(2) && if fields.len() > 1 { most(*n, all) } else { some(*n, all) }
                });
            let mut values = match read {
                // Rules may know one family of two: categories, and tags in a row of their own.
                Some((_, values)) if fields == [Field::Tags] && own.is_none() => {
                    self.with_links_to_tags(signs, values, entries)
                }
                Some((_, values)) => values,
                None if fields == [Field::Tags] => self.links_to_tags(signs, entries),
                None if fields == [Field::Author] && own.is_none() => {
                    self.links_to_authors(entries)
                }
                None => Vec::new(),
            };
            if fields.contains(&Field::Body) {
                self.end_at_names(&mut values, &names);
            }
            let places = taken.iter_mut().zip(&mut names);
            for ((entry, value), (taken, names)) in entries.iter_mut().zip(values).zip(places) {
                let Some((field, html, mut values)) = value else { continue };
                let known = entry.has(field);
                if field == Field::Tags {
                    let own = entry.link.as_deref().and_then(|l| link_key(&self.base, l));
                    values.retain(|v| !self.is_beside_tags(v, own.as_deref()));
                }
                if known || values.is_empty() {
                    continue;
                }
                if matches!(field, Field::Body | Field::Excerpt) {
                    values
                        .iter_mut()
                        .for_each(|v| *v = self.without_more(v, entry.link.as_deref()));
                }
                let places = values.iter().map(|v| v.slot.tokens.clone());
                if field != Field::Body && field != Field::Excerpt {
                    names.extend(places.clone());
                }
                taken.extend(places);
                entry.set(page, field, html, &values);
            }
        }
        // Most lack a text, or some do: posts that end otherwise than those learned from.
        let bare = entries.iter().filter(|e| e.body_text.is_none()).count();
        if most(bare, all) || bare > 0 && own.is_some() {
            let windows: Vec<Range<usize>> = entries.iter().map(|e| e.tokens.clone()).collect();
            let mut invitations = Vec::new();
            for (entry, taken) in entries.iter().zip(&mut taken) {
                let own = entry.link.as_deref().and_then(|l| link_key(&self.base, l));
                let to_own = |href| own.as_ref().is_some_and(|o| leads_to(&self.base, href, o));
                let is_own = |i| page.attr(i, "href").is_some_and(to_own);
                let title = entry.title.as_deref().unwrap_or_default();
                taken.extend(texts::captions(page, &entry.tokens, title, &is_own));
                invitations.push(texts::invitations(page, &entry.tokens, title, &is_own));
            }
            let value = |tokens: Range<usize>| {
                let slot = Slot::whole(tokens);
                (Field::Excerpt, true, vec![FieldValue { slot, text: String::new(), day: None }])
            };
            let left_out = texts::said_by_several(&invitations);
            let found = texts::bodies(page, &windows, &taken, &left_out, &tells_day);
            let found = found.into_iter().map(|f| f.map(value)).collect();
            // That they hold no title is seen to already: it was taken.
            let untitled = vec![Vec::new(); entries.len()];
            let found = self.texts_alone(found, entries, &untitled, &tells_day);
            for (entry, found) in entries.iter_mut().zip(found) {
                let known = entry.body_text.is_some();
                let Some((field, html, mut values)) = found.filter(|_| !known) else { continue };
                values.iter_mut().for_each(|v| *v = self.without_more(v, entry.link.as_deref()));
                entry.set(page, field, html, &values);
            }
        }
    }

    /// Drops what a layout of titles and links takes for records though neither address nor day
    /// tells a post, where nearly all permalinks have a day: links of menus.
    pub(in crate::rule) fn drop_menus(&self, index: &IndexRule, entries: &mut Vec<Entry>) {
        let known = self.permalinks_of(index, entries);
        let posts = || entries.iter().zip(&known).filter(|(_, known)| **known);
        let dated = posts().filter(|(e, _)| e.date.is_some()).count();
        if dated > 0 && nearly_all(dated, posts().count()) {
            let mut known = known.into_iter();
            entries.retain(|e| known.next().unwrap_or(true) || e.date.is_some());
        }
    }

    /// Drops the links of menus where nearly all permalinks have a day in their address: what has
    /// none of their shape, and stands where none of them does.
    pub(in crate::rule) fn drop_links_elsewhere(
        &self,
        index: &IndexRule,
        entries: &mut Vec<Entry>,
    ) {
        let known = self.permalinks_of(index, entries);
        let posts = || entries.iter().zip(&known).filter(|(_, known)| **known).map(|(e, _)| e);
        let has_day = |e: &&Entry| e.link.as_deref().and_then(link_day).is_some();
        let dated = posts().filter(has_day).count();
        if dated == 0 || !nearly_all(dated, posts().count()) {
            return;
        }
        let mut contexts = Contexts::new(self.page);
        let of_posts: HashSet<u32> = posts().map(|e| contexts.number(e.tokens.start)).collect();
        entries.retain(|e| of_posts.contains(&contexts.number(e.tokens.start)));
    }

    /// For each entry whether its link is a permalink.
    fn permalinks_of(&self, index: &IndexRule, entries: &[Entry]) -> Vec<bool> {
        let fits = |e: &Entry| {
            let to = e.link.as_deref().and_then(|l| resolve(&self.base, l));
            to.is_some_and(|to| index.fits_address(to.address()))
        };
        entries.iter().map(fits).collect()
    }

    /// Drops what stands beside a list in elements like its records': what has no day, at no place
    /// where the list has its days, if nearly all there have one. What shows more than a title
    /// stays, unless the layout's records are all `dated`.
    pub(in crate::rule) fn drop_boxes_beside(&self, dated: bool, entries: &mut Vec<Entry>) {
        let undated = entries.iter().filter(|e| e.date.is_none()).count();
        if undated == 0 || undated == entries.len() {
            return;
        }
        let mut contexts = Contexts::new(self.page);
        let places: Vec<u32> = entries.iter().map(|e| contexts.number(e.tokens.start)).collect();
        let place_of_dated = |(e, place): (&Entry, &u32)| e.date.is_some().then_some(*place);
        let of_list: HashSet<u32> =
            entries.iter().zip(&places).filter_map(place_of_dated).collect();
        let in_list: Vec<bool> = places.iter().map(|place| of_list.contains(place)).collect();
        let listed = in_list.iter().filter(|listed| **listed).count();
        if nearly_all(entries.len() - undated, listed) {
            let mut in_list = in_list.into_iter();
            let shows_more =
                |e: &Entry| [Field::Body, Field::Author, Field::Tags].into_iter().any(|f| e.has(f));
            let more = |e: &Entry| e.date.is_some() || !dated && shows_more(e);
            entries.retain(|e| in_list.next().unwrap_or(true) || more(e));
        }
    }

    /// Values read by rules without the texts that hold their entry's title, or are none.
    fn texts_alone(
        &self,
        values: Vec<Option<ReadValues>>,
        entries: &[Entry],
        taken: &[Vec<Range<usize>>],
        tells_day: &dyn Fn(&str) -> bool,
    ) -> Vec<Option<ReadValues>> {
        let alone = |((value, entry), taken): ((_, &Entry), &Vec<Range<usize>>)| {
            let (field, html, values): ReadValues = value?;
            let text = matches!(field, Field::Body | Field::Excerpt);
            let held = |v: &FieldValue| {
                let title = taken.first().filter(|t| v.slot.tokens.contains(&t.start));
                title.is_some()
                    || !self.is_text(v, entry.link.as_deref())
                    || tells_day(&v.slot.text(self.page))
            };
            (!text || !values.iter().any(held)).then_some((field, html, values))
        };
        values.into_iter().zip(entries).zip(taken).map(alone).collect()
    }

    /// Ends texts ahead of the authors and tags that stand behind most of them: what follows is the
    /// record's last line.
    fn end_at_names(&self, values: &mut [Option<ReadValues>], names: &[Vec<Range<usize>>]) {
        let of = |(value, names): (&Option<ReadValues>, &Vec<Range<usize>>)| {
            let (_, _, values) = value.as_ref()?;
            end_ahead_of(self.page, &values.first()?.slot.tokens, names)
        };
        let ends: Vec<Option<usize>> = values.iter().zip(names).map(of).collect();
        let texts = values.iter().flatten().count();
        if !most(ends.iter().flatten().count(), texts) {
            return;
        }
        for ((_, _, values), end) in
            values.iter_mut().zip(ends).filter_map(|(v, e)| v.as_mut().zip(e))
        {
            if let Some(value) = values.first_mut() {
                value.end_at(end);
            }
        }
    }

    /// What a layout's rules of a field read in each record.
    fn by_rules(
        &self,
        layout: &Layout,
        field: Field,
        entries: &[Entry],
        patterns: &[Pattern],
    ) -> Vec<Option<ReadValues>> {
        // A rule of bare tags says too little outside of its layout, but where bodies of several
        // records start is said by what follows, too.
        let several = entries.len() > 1;
        let telling = |r: &FieldRule| {
            let body = matches!(r.field, Field::Body | Field::Excerpt);
            body && several
                || r.start.iter().any(|t| match t {
                    TokenPattern::Open { attrs, .. } => !attrs.is_empty(),
                    TokenPattern::Text(t) => *t != TextTest::Any,
                    TokenPattern::Close { .. } => false,
                })
        };
        let own = |r: &&FieldRule| {
            r.field == field && r.scope == Scope::Record && !in_head(&r.start) && telling(r)
        };
        let rules = || layout.fields.iter().filter(own);
        // A name is no date, and not twice as long as any that was seen.
        let fits = |r: &FieldRule, v: &FieldValue| {
            let dated = || {
                let lexed = lex_numbered(&v.text);
                patterns.iter().any(|p| p.read_lexed(&v.text, &lexed).is_some())
            };
            r.field != Field::Author
                || (v.length(self.page) <= r.profile.longest.saturating_mul(2) && !dated())
        };
        let read = |window: &Range<usize>| {
            let values = |r, rule: &FieldRule| {
                let values = read_field(self.page, rule, window, window.end);
                (!values.is_empty() && values.iter().all(|v| fits(r, v))).then_some((r, values))
            };
            let mut read = rules().filter_map(|r| values(r, r));
            let read = match field {
                Field::Tags => read.reduce(|(r, a), (_, b)| (r, merged(a, b))),
                // What ends a text on its own page seldom stands on a list.
                Field::Body | Field::Excerpt => {
                    read.next().or_else(|| rules().find_map(|r| values(r, &endless(r))))
                }
                _ => read.next(),
            };
            read.map(|(r, v)| (field, r.value == Value::Html, v))
        };
        entries.iter().map(|e| read(&e.tokens)).collect()
    }
}
