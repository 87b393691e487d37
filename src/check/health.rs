//! Health: are today's feed items still read right from today's home page, and from their own
//! pages? A few fetches, for a job that runs every day.
//!
//! What the feed said otherwise when the rules were learned it is not asked for (`doubted`): a feed
//! with summaries written by hand says nothing of texts. What the feed does not say the witnesses
//! of `feedstone check` say.

use chrono::NaiveDate;

use super::Opinion;
use super::elsewhere::{Fact, of_feed};
use super::items::{Shown, is_doubted, layout_of, on_list, on_own_page};
use super::{CHECKED, Checker, PageCheck, State};
use crate::entry::Field;
use crate::feed::Feed;
use crate::page::Page;
use crate::rule::{Layout, LayoutKind, Wrapper};

/// Share of the items from which a field is read right.
const RED: f64 = 0.8;
/// Fewest wrong values that say something, and fewest items.
const LEAST: usize = 2;

fn is_red(right: usize, of: usize) -> bool {
    of - right >= LEAST && (right as f64) < RED * of as f64
}

/// One field of pages of one kind.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldHealth {
    /// The field.
    pub field: Field,
    /// Items of which it is read as the feed has it.
    pub right: usize,
    /// Items that were compared.
    pub of: usize,
    /// The day of the oldest item from which on no newer one is read right; None where the newest
    /// is.
    pub since: Option<NaiveDate>,
    /// What is wrong with the newest item that is not read right.
    pub why: Option<String>,
}

impl FieldHealth {
    /// True where too few items are read right.
    pub fn is_red(&self) -> bool {
        is_red(self.right, self.of)
    }
}

/// What is read of the feed's items on pages of one kind: on the home page, or on their own.
#[derive(Debug, Clone, PartialEq)]
pub struct PagesHealth {
    /// Which pages.
    pub kind: LayoutKind,
    /// Items of the feed that they show.
    pub items: usize,
    /// Of them, items that are read as entries.
    pub read: usize,
    /// The fields that the rules have.
    pub fields: Vec<FieldHealth>,
    /// True where there were items to read when the rules were learned, and now are none: the home
    /// page shows none of the feed's, or none of their own pages can be had and read.
    pub gone: bool,
    /// What the first page was read with, or why it was not.
    pub why: String,
}

impl PagesHealth {
    /// True where the rules no longer fit.
    pub fn is_red(&self) -> bool {
        self.gone || is_red(self.read, self.items) || self.fields.iter().any(FieldHealth::is_red)
    }
}

/// The state of a wrapper against today's pages and feed.
#[derive(Debug, Clone, PartialEq)]
pub struct Health {
    /// The home page, and the items' own pages; kinds that the wrapper has no layout of are left
    /// out.
    pub pages: Vec<PagesHealth>,
}

impl Health {
    /// True where the rules no longer fit. None where the pages show too few of the feed's items to
    /// say.
    pub fn is_red(&self) -> Option<bool> {
        let items: usize = self.pages.iter().map(|p| p.items).sum();
        let gone = self.pages.iter().any(|p| p.gone);
        (gone || items >= LEAST).then(|| self.pages.iter().any(PagesHealth::is_red))
    }
}

/// Compare what the rules read of a home page, and of pages of the feed's items, with the feed.
/// Pure.
///
/// `own`: pages of items, each with its address and the item's place in the feed, and how many were
/// asked for, failures included.
///
/// ```
/// use feedstone::{check::health, learn, source::Dir};
///
/// let folder = Dir::open("samples/garden-notes", None)?;
/// let blog = learn::Blog::gather(&folder, folder.base(), None, &mut |_| ())?;
/// let wrapper = learn::learn(&blog).wrapper;
/// let own: Vec<_> = blog.entries.iter().map(|e| (&e.page, e.url.as_str(), e.item)).collect();
/// let home = (&blog.home.page, blog.home.url.as_str());
/// let health = health(&wrapper, home, (&own, blog.asked), &blog.feed);
/// assert_eq!(health.is_red(), Some(false));
/// # Ok::<(), feedstone::Error>(())
/// ```
pub fn health(
    wrapper: &Wrapper,
    home: (&Page, &str),
    (own, asked_for): (&[(&Page, &str, usize)], usize),
    feed: &Feed,
) -> Health {
    let facts = of_feed(feed);
    let mut checker = Checker::new(wrapper);
    checker.read(home.0, home.1);
    own.iter().for_each(|(page, url, _)| checker.read(page, url));
    let checks = checker.finish();
    let mut pages = Vec::new();
    let first = |kind| wrapper.layouts.iter().find(|l| l.kind == kind);
    // What the home page is to give is what the first layout gives, whatever reads it today.
    if let Some(layout) = first(LayoutKind::List) {
        let read = wrapper.extract_page(home.0, home.1);
        let all: Vec<&Fact> = facts.iter().collect();
        let shown = on_list(wrapper, &read, home, &all).into_iter().filter(|s| !s.aside);
        let fits = layout_of(wrapper, &read).is_some();
        let asked = shown.map(|item| Asked { item, layout, fits, check: &checks[0] });
        let mut list = of_pages(LayoutKind::List, asked.collect(), read.why);
        let then = shown_then(wrapper);
        if list.items == 0 && then >= LEAST && facts.len() >= LEAST {
            list.gone = true;
            list.why = format!("it showed {then} when the rules were learned; {}", list.why);
        }
        pages.push(list);
    }
    if let Some(usual) = first(LayoutKind::Entry) {
        let mut why = None;
        let mut asked = Vec::new();
        for (&(page, url, item), check) in own.iter().zip(&checks[1..]) {
            let Some(fact) = facts.get(item) else { continue };
            let read = wrapper.extract_page(page, url);
            let layout = layout_of(wrapper, &read).filter(|l| l.kind == LayoutKind::Entry);
            let item = on_own_page(&read, (page, url), fact);
            let (fits, layout) = (layout.is_some(), layout.unwrap_or(usual));
            asked.push(Asked { item, layout, fits, check });
            why.get_or_insert(read.why);
        }
        let mut entries = of_pages(LayoutKind::Entry, asked, why.unwrap_or_default());
        entries.gone = entries.read == 0 && asked_for >= LEAST;
        if entries.gone && own.is_empty() {
            entries.why = format!("none of {asked_for} that were asked for could be had");
        }
        pages.push(entries);
    }
    Health { pages }
}

/// How many of the feed's items the home page showed when the rules were learned; 0 where that is
/// not known.
fn shown_then(wrapper: &Wrapper) -> usize {
    let lists = wrapper.layouts.iter().filter(|l| l.kind == LayoutKind::List && !l.unsupervised);
    let shown = lists.filter_map(|l| l.build.as_ref()?.shows);
    shown.max().map_or(0, |n| n as usize)
}

/// An item that a page shows.
struct Asked<'a> {
    item: Shown<'a>,
    /// What gives its fields.
    layout: &'a Layout,
    /// True where a layout of the wrapper reads the page.
    fits: bool,
    /// What witnesses say of the page.
    check: &'a PageCheck,
}

impl Asked<'_> {
    /// True where a field is asked for: every entry has it, or it is tags and may be compared.
    fn asks(&self, field: Field) -> bool {
        let has_rules = || self.layout.rules(field).next().is_some();
        self.layout.requires(field) || field == Field::Tags && has_rules()
    }

    /// Not every entry has tags: they are asked for where the feed names some, on pages where they
    /// were as the feed had them when the rules were learned.
    fn of_tags(&self) -> Opinion {
        let build = self.layout.build.as_ref();
        let known = match self.layout.kind {
            LayoutKind::Entry => build.is_some(),
            LayoutKind::List => build.is_some_and(|b| b.shows.is_some()),
        };
        let heard = known && !is_doubted(self.layout, Field::Tags);
        match heard && self.item.fact.has(Field::Tags) {
            true => self.item.opinion(Field::Tags),
            false => Opinion::Silent,
        }
    }

    /// Whether a field is right: what the feed says, where it says it as it did when the rules were
    /// learned; else what the witnesses say.
    fn opinion(&self, field: Field) -> Opinion {
        if !self.asks(field) {
            return Opinion::Silent;
        }
        if field == Field::Tags {
            return self.of_tags();
        }
        let entry = self.check.entries.get(self.item.entry).filter(|_| self.item.read.is_some());
        let checked = entry.and_then(|e| e.fields.iter().find(|f| f.field == field));
        let given = checked.filter(|f| f.value.is_some());
        match (self.item.opinion(field), given) {
            (_, Some(_)) if is_doubted(self.layout, field) => Opinion::Silent,
            (Opinion::Silent, Some(f)) if f.state == State::Agree => Opinion::Agrees,
            (Opinion::Silent, Some(f)) if f.state == State::Disagree => {
                let why = f.reasons().next().map(|v| v.reason.as_str()).or(f.doubt());
                Opinion::Disagrees(why.unwrap_or("the witnesses disagree").to_owned())
            }
            // A layout that fits may meet an entry without the field; a guess has no excuse.
            (Opinion::Silent, None) if self.item.read.is_some() && !self.fits => {
                Opinion::Disagrees("no layout fits the page, and nothing else gives it".to_owned())
            }
            (said, _) => said,
        }
    }
}

fn of_pages(kind: LayoutKind, mut asked: Vec<Asked<'_>>, why: String) -> PagesHealth {
    // Newest first, whatever the feed's order.
    asked.sort_by_key(|a| std::cmp::Reverse(a.item.fact.date));
    // A page of its own is known by its address, whatever link stands on it.
    let fields = CHECKED
        .into_iter()
        .filter(|f| !(*f == Field::Link && kind == LayoutKind::Entry))
        .filter(|f| asked.iter().any(|a| a.asks(*f)))
        .map(|f| of_field(f, &asked))
        .collect();
    let read = asked.iter().filter(|a| a.item.read.is_some()).count();
    PagesHealth { kind, items: asked.len(), read, fields, gone: false, why }
}

fn of_field(field: Field, asked: &[Asked<'_>]) -> FieldHealth {
    let mut out = FieldHealth { field, right: 0, of: 0, since: None, why: None };
    let mut newer_wrong = true;
    for a in asked {
        match a.opinion(field) {
            Opinion::Agrees => {
                out.of += 1;
                out.right += 1;
                newer_wrong = false;
            }
            Opinion::Disagrees(why) => {
                out.of += 1;
                out.why.get_or_insert(why);
                if newer_wrong {
                    out.since = a.item.fact.date.or(out.since);
                }
            }
            Opinion::Silent => {}
        }
    }
    out
}
