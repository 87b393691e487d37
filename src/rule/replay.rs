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

use super::list::{Records, drop_arrows};
use super::read::read_field;
use super::several::share_day;
use super::{FieldRule, IndexRule, Layout, LayoutKind, Scope, Wrapper};
use crate::date::{Day, Pattern, Token, YEARS, lex_numbered};
use crate::entry::{Entry, Field, FieldValue};
use crate::page::{Address, Kind, Page, resolve};

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
        for l in lex_numbered(text) {
            if let Token::Number(v, 4) = l.token
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
    pub(super) with_year: std::cell::OnceCell<Vec<Pattern>>,
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
    pub(super) fn heading(
        &self,
        layout: &Layout,
        number: usize,
        rule: &FieldRule,
        anchor: usize,
    ) -> Vec<FieldValue> {
        let is_it =
            |(known, _): &(Headings, Vec<FieldValue>)| known.1 == number && known.0 == layout.name;
        let mut known = self.sticky.borrow_mut();
        if !known.iter().any(is_it) {
            let key = (layout.name.clone(), number);
            let everywhere = FieldRule { scope: Scope::Record, many: true, ..rule.clone() };
            known.push((key, read_field(self.page, &everywhere, &(0..self.page.len()), 0)));
        }
        let Some((_, all)) = known.iter().find(|k| is_it(k)) else { return Vec::new() };
        all[..all.partition_point(|v| v.slot.tokens.start < anchor)]
            .last()
            .cloned()
            .into_iter()
            .collect()
    }

    /// The entries of a list by one of its layouts.
    pub(super) fn list(&self, wrapper: &Wrapper, layout: &Layout) -> Vec<Entry> {
        let mut out = Vec::new();
        for posts in self.posts(wrapper, layout) {
            let read = |window| self.entry(wrapper, layout, window, None);
            let mut posts: Vec<Entry> = posts.iter().map(read).collect();
            share_day(&mut posts);
            out.append(&mut posts);
        }
        self.link_others(wrapper, layout, &mut out);
        out.retain(|entry| self.is_post(wrapper, layout, entry));
        if let Some(index) = &wrapper.index {
            if layout.is_bare() {
                self.drop_links_elsewhere(index, &mut out);
            }
            // Texts of other records are what this one's is told by. A day may be read in all that
            // a record shows, its title too, or its link where it has no title.
            let others = |e: &Entry| {
                let head = e.place(Field::Title).or(e.place(Field::Link));
                let is_wide = |at: &Range<usize>| head.is_some_and(|h| at.contains(&h.start));
                let is_taken = |(field, at): &&(Field, Range<usize>)| match field {
                    Field::Date => !is_wide(at),
                    field => !Field::Body.is_given_by(*field),
                };
                let places = e.places.iter().filter(is_taken);
                places.map(|p| p.1.clone()).collect()
            };
            let others = out.iter().map(others).collect();
            drop_arrows(&mut out);
            self.fill(wrapper, Some(layout), &mut out, others);
            if layout.is_bare() {
                self.drop_menus(index, &mut out);
            }
            self.drop_boxes_beside(layout.requires(Field::Date), &mut out);
        }
        let extent = layout.extent.clone().unwrap_or_default();
        extent.apply(self.page, &self.base, &mut out);
        out
    }

    /// True for a post's record. One without what all records have is an advertisement or a box of
    /// the template; but posts without title (asides) are posts where link and text are there.
    fn is_post(&self, wrapper: &Wrapper, layout: &Layout, entry: &Entry) -> bool {
        let to = entry.link.as_deref().and_then(|l| resolve(&self.base, l));
        let to = to.as_ref().map(|to| to.address());
        let index = wrapper.index.as_ref();
        if to.is_some_and(|to| index.is_some_and(|i| i.is_section(to))) {
            return false;
        }
        let permalink = to.is_some_and(|to| index.is_none_or(|i| i.fits_address(to)));
        let text = entry.body_text.is_some();
        // What leads down on its page, and shows neither text nor day, is its table of contents.
        let here = || Address::from(&self.base).key();
        let bare = !text && entry.date.is_none();
        if bare && !permalink && to.is_some_and(|to| to.has_fragment() && to.has_key(&here())) {
            return false;
        }
        let wants = |field| layout.requires(field);
        if entry.title.is_none() && (!permalink || !text && wants(Field::Title)) {
            return false;
        }
        if entry.link.is_none() && (entry.title.is_none() || wants(Field::Link)) {
            return false;
        }
        let told = [Field::Date, Field::Author, Field::Tags].into_iter().any(|f| entry.has(f));
        permalink || layout.is_bare() || told || text
    }
}
