//! Where values stand: the elements around them, against those known from learning and those of the
//! run's other pages; and, of tags and authors that are links, what their addresses say.
//!
//! Time: linear in the entries and in the elements of their records. Space: the places that are
//! known apart, at most [`MOST_APART`] a layout and field.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use url::Url;

use super::Stands;
use super::stands::{places_of, said_by_links, stands};
use super::{CHECKED, Draft, DraftEntry, Opinion, Vote, Witness, number, shown};
use crate::entry::{Entry, Field};
use crate::page::Page;
use crate::rule::{Layout, LayoutKind};

/// Share of a blog's tags (or authors) that their addresses must say for one that does not to
/// count.
const MOSTLY_SAID: u32 = 80;
/// Most places that are known apart.
const MOST_APART: usize = 1_000;
/// Fewest other pages that show what is usual, the share of them from which a place is usual and
/// below which it is not, and the share of the most frequent one from which there is anything
/// usual.
const LEAST_PAGES: usize = 5;
const USUAL: f64 = 0.1;
const UNUSUAL: f64 = 0.05;
const MOSTLY: f64 = 0.5;
/// Share of the pages that have a field from which one without it is odd.
const NEARLY_ALL: f64 = 0.9;
/// The same for one that has it in one place of several.
const ALL_BUT_THIS: f64 = 0.97;

pub(super) fn ask(
    page: &Page,
    base: &Url,
    layout: Option<&Layout>,
    e: &Entry,
    draft: &mut DraftEntry,
) {
    let build = layout.and_then(|l| l.build.as_ref());
    for field in CHECKED {
        if !draft.fields.iter().any(|f| f.field == field) {
            continue;
        }
        let known = build.and_then(|b| b.values.iter().find(|v| v.field == field));
        let at = places_of(page, e, field);
        let left = || {
            build
                .and_then(|b| left(page, e, &b.values, field, &at))
                .map(|p| format!("what it stands in is there: {}", shown(p)))
        };
        draft.vote_or_absent(
            field,
            Witness::Unread,
            left().map_or(Opinion::Silent, Opinion::Disagrees),
        );
        if at.is_empty() {
            continue;
        }
        if let Some(known) = known {
            let strange = at.iter().find(|a| !known.at.iter().any(|k| is_like(k, a)));
            let why = |a: &String| {
                format!("it stands in {a}, at learning time in {}", shown(&known.at.join(" or ")))
            };
            draft.vote(
                field,
                Witness::Place,
                strange.map(why).map_or(Opinion::Agrees, Opinion::Disagrees),
            );
            if let (Field::Author | Field::Tags, Some(linked @ MOSTLY_SAID..)) =
                (field, known.linked)
            {
                let said = said_by_links(page, base, e, field);
                let mut others = said.iter().filter(|s| !s.1).map(|s| &s.0);
                let opinion = match (others.next(), others.count() + 1) {
                    // Of some blogs a few never do.
                    (Some(link), n) if linked == 100 || 2 * n > said.len() => {
                        Opinion::Disagrees(format!("it leads to {}", shown(link)))
                    }
                    (None, _) if !said.is_empty() => Opinion::Agrees,
                    _ => Opinion::Silent,
                };
                draft.vote(field, Witness::Address, opinion);
            }
        }
        if let Some(f) = draft.fields.iter_mut().find(|f| f.field == field) {
            f.at = at.iter().map(|a| number(a)).collect();
        }
    }
}

/// What a field stood in at learning time and is there without it: an element with a class that
/// holds values of this field alone.
fn left<'b>(
    page: &Page,
    e: &Entry,
    values: &'b [Stands],
    field: Field,
    read: &[String],
) -> Option<&'b str> {
    let own = values.iter().find(|v| v.field == field)?;
    let others = || values.iter().filter(|v| v.field != field).flat_map(|v| &v.at).chain(read);
    let holds = |place: &str, at: &String| format!("/{at}").contains(&format!("/{place}/"));
    let mut apart =
        own.at.iter().filter_map(|at| named(at)).filter(|p| !others().any(|at| holds(p, at)));
    apart.find(|p| stands(page, e, p))
}

/// True of two places that are the same, or differ in one element that has a class in one of them
/// alone, further out than the innermost one with a class: templates give a post with a picture, or
/// in a category, a class more.
fn is_like(known: &str, read: &str) -> bool {
    let (known, read): (Vec<&str>, Vec<&str>) =
        (known.split('/').collect(), read.split('/').collect());
    let mut other = known.iter().zip(&read).enumerate().filter(|(_, (a, b))| a != b);
    let bare = |a: &str, b: &str| a.split_once('.').is_some_and(|(tag, _)| tag == b);
    let has_class = |a: &&str| a.split('>').next().is_some_and(|a| a.contains('.'));
    known.len() == read.len()
        && other.next().is_none_or(|(n, (a, b))| {
            (bare(a, b) || bare(b, a)) && known[n + 1..].iter().any(has_class)
        })
        && other.next().is_none()
}

/// The part of a place that ends with the innermost element with a class around the one that holds
/// the value: `footer/ul.tags` of `footer/ul.tags/li/a`.
fn named(place: &str) -> Option<&str> {
    let around =
        std::iter::successors(place.rsplit_once('/'), |p| p.0.rsplit_once('/')).map(|p| p.0);
    around.into_iter().find(|p| p.rsplit('/').next().is_some_and(|last| last.contains('.')))
}

/// The pages of a layout, and where the fields stand on them.
#[derive(Default)]
struct Run {
    pages: usize,
    fields: BTreeMap<Field, Places>,
}

/// On how many pages of a layout a field stands in each place.
#[derive(Default)]
struct Places {
    pages: usize,
    on: HashMap<u64, usize>,
    /// Pages of the most frequent one.
    most: usize,
}

impl Places {
    /// Whether other pages have a field in the place where one page has it. `own`: that page was
    /// counted.
    fn usual(&self, at: u64, own: bool) -> Option<bool> {
        let counted = usize::from(own);
        let others = self.pages.checked_sub(counted).filter(|o| *o >= LEAST_PAGES)? as f64;
        // What is not known among too many to know is not rare.
        let same =
            self.on.get(&at).map(|n| n - counted).or((self.on.len() < MOST_APART).then_some(0))?
                as f64
                / others;
        if same >= USUAL {
            Some(true)
        } else {
            (same < UNUSUAL && self.most as f64 >= MOSTLY * self.pages as f64).then_some(false)
        }
    }

    /// Pages with the field in a place where nearly all have it, and this one has not.
    fn lacking(&self, at: &[u64], all: usize) -> Option<usize> {
        let lacks = self
            .on
            .iter()
            .filter(|(place, n)| !at.contains(place) && **n as f64 >= ALL_BUT_THIS * all as f64);
        lacks.map(|p| *p.1).max()
    }
}

/// Lets the pages of a run speak of each other: how many others of the layout have a value in the
/// same place.
pub(super) fn others(drafts: &mut [Draft]) {
    let mut runs: HashMap<Option<String>, Run> = HashMap::new();
    for d in drafts.iter().filter(|d| !d.of_others && !d.entries.is_empty()) {
        let run = runs.entry(d.layout.clone()).or_default();
        run.pages += 1;
        let mut own: BTreeMap<Field, BTreeSet<u64>> = BTreeMap::new();
        for f in d.entries.iter().flat_map(|e| &e.fields) {
            own.entry(f.field).or_default().extend(&f.at);
        }
        for (field, places) in own.into_iter().filter(|o| !o.1.is_empty()) {
            let of = run.fields.entry(field).or_default();
            of.pages += 1;
            for at in places {
                if of.on.len() < MOST_APART || of.on.contains_key(&at) {
                    *of.on.entry(at).or_default() += 1;
                }
            }
        }
    }
    runs.values_mut()
        .flat_map(|r| r.fields.values_mut())
        .for_each(|p| p.most = p.on.values().max().copied().unwrap_or(0));
    for d in drafts {
        let Some(run) = runs.get(&d.layout) else { continue };
        let all = run.pages;
        let own = !d.of_others && !d.entries.is_empty();
        let single = d.kind == Some(LayoutKind::Entry);
        for f in d.entries.iter_mut().flat_map(|e| &mut e.fields) {
            let known = run.fields.get(&f.field);
            let (agrees, reason) = if f.value.is_none() {
                let has = known.map_or(0, |m| m.pages);
                if !single || all <= LEAST_PAGES || (has as f64) < NEARLY_ALL * all as f64 {
                    continue;
                }
                (false, format!("{has} of {all} pages have it"))
            } else {
                let lacks = known
                    .filter(|_| single && f.field == Field::Tags && all > LEAST_PAGES)
                    .and_then(|k| k.lacking(&f.at, all));
                if let Some(has) =
                    lacks.filter(|_| !f.votes.iter().any(|v| v.witness == Witness::Unread))
                {
                    let reason = format!("{has} of {all} pages have some in one more place");
                    f.votes.push(Vote { witness: Witness::Unread, agrees: false, reason });
                }
                let Some(known) = known else { continue };
                let said: Vec<bool> = f.at.iter().filter_map(|at| known.usual(*at, own)).collect();
                let usual = !said.contains(&false);
                if said.is_empty() {
                    continue;
                }
                (
                    usual,
                    if usual {
                        String::new()
                    } else {
                        "it stands where hardly any other page has it".to_owned()
                    },
                )
            };
            f.votes.push(Vote { witness: Witness::Others, agrees, reason });
        }
    }
}
