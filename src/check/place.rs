//! Where values stand: the elements around them, against those known from learning and those of the run's other pages; and, of tags and
//! authors that are links, what their addresses say.
//!
//! Time: linear in the entries. Space: the places that are known apart, at most [`MOST_APART`] a layout and field.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::{DefaultHasher, Hash, Hasher};

use url::Url;

use super::{CHECKED, Draft, DraftEntry, Opinion, Vote, Witness, shown};
use crate::page::Page;
use crate::rule::{Entry, Field, Layout, LayoutKind, place_of, said_by_links};

/// Share of a blog's tags (or authors) that their addresses must say for one that does not to count.
const MOSTLY_SAID: u32 = 80;
/// Most places that are known apart.
const MOST_APART: usize = 1_000;
/// Fewest other pages that show what is usual, the share of them from which a place is usual and below which it is not, and the share of the
/// most frequent one from which there is anything usual.
const LEAST_PAGES: usize = 5;
const USUAL: f64 = 0.1;
const UNUSUAL: f64 = 0.05;
const MOSTLY: f64 = 0.5;
/// Share of the pages that have a field from which one without it is odd.
const NEARLY_ALL: f64 = 0.9;

fn number(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

pub(super) fn ask(page: &Page, base: &Url, layout: Option<&Layout>, e: &Entry, draft: &mut DraftEntry) {
    let build = layout.and_then(|l| l.build.as_ref());
    for field in CHECKED {
        let Some(at) = place_of(page, e, field) else { continue };
        let known = build.and_then(|b| b.values.iter().find(|v| v.field == field));
        if let Some(known) = known {
            let same = known.at.contains(&at);
            draft.vote(
                field,
                Witness::Place,
                Opinion::of(same, || format!("it stands in {at}, at learning time in {}", shown(&known.at.join(" or ")))),
            );
            if let (Field::Author | Field::Tags, Some(linked @ MOSTLY_SAID..)) = (field, known.linked) {
                let said = said_by_links(page, base, e, field);
                let mut others = said.iter().filter(|s| !s.1).map(|s| &s.0);
                let opinion = match (others.next(), others.count() + 1) {
                    // Of some blogs a few never do.
                    (Some(link), n) if linked == 100 || 2 * n > said.len() => Opinion::Disagrees(format!("it leads to {}", shown(link))),
                    (None, _) if !said.is_empty() => Opinion::Agrees,
                    _ => Opinion::Silent,
                };
                draft.vote(field, Witness::Address, opinion);
            }
        }
        if let Some(f) = draft.fields.iter_mut().find(|f| f.field == field) {
            let who = if field == Field::Author { e.author.as_deref().map(number) } else { None };
            f.marks = [Some(number(&at)), who];
        }
    }
}

/// On how many pages of a layout each mark of a field occurs.
#[derive(Default)]
struct Marks {
    pages: usize,
    on: HashMap<u64, usize>,
    /// Pages of the most frequent one.
    most: usize,
}

impl Marks {
    /// Whether others have a mark that one page has. `own`: that page was counted.
    fn usual(&self, mark: u64, own: bool) -> Option<bool> {
        let counted = usize::from(own);
        let others = self.pages.checked_sub(counted).filter(|o| *o >= LEAST_PAGES)? as f64;
        // What is not known among too many to know is not rare.
        let same = self.on.get(&mark).map(|n| n - counted).or((self.on.len() < MOST_APART).then_some(0))? as f64 / others;
        if same >= USUAL { Some(true) } else { (same < UNUSUAL && self.most as f64 >= MOSTLY * self.pages as f64).then_some(false) }
    }
}

/// Lets the pages of a run speak of each other: how many others of the layout have a value in the same place.
pub(super) fn others(drafts: &mut [Draft]) {
    let mut known: BTreeMap<(String, Field, usize), Marks> = BTreeMap::new();
    let mut pages: HashMap<String, usize> = HashMap::new();
    for d in drafts.iter().filter(|d| !d.of_others && !d.entries.is_empty()) {
        *pages.entry(d.layout.clone().unwrap_or_default()).or_default() += 1;
        let mut own: BTreeMap<(Field, usize), BTreeSet<u64>> = BTreeMap::new();
        for f in d.entries.iter().flat_map(|e| &e.fields) {
            for (n, mark) in f.marks.iter().enumerate() {
                own.entry((f.field, n)).or_default().extend(mark);
            }
        }
        for ((field, n), marks) in own.into_iter().filter(|o| !o.1.is_empty()) {
            let of = known.entry((d.layout.clone().unwrap_or_default(), field, n)).or_default();
            of.pages += 1;
            for m in marks {
                if of.on.len() < MOST_APART || of.on.contains_key(&m) {
                    *of.on.entry(m).or_default() += 1;
                }
            }
        }
    }
    known.values_mut().for_each(|m| m.most = m.on.values().max().copied().unwrap_or(0));
    for d in drafts {
        let layout = d.layout.clone().unwrap_or_default();
        let all = pages.get(&layout).copied().unwrap_or(0);
        let own = !d.of_others && !d.entries.is_empty();
        let single = d.kind == Some(LayoutKind::Entry);
        for f in d.entries.iter_mut().flat_map(|e| &mut e.fields) {
            if f.value.is_none() {
                let has = known.get(&(layout.clone(), f.field, 0)).map_or(0, |m| m.pages);
                if single && all > LEAST_PAGES && has as f64 >= NEARLY_ALL * all as f64 {
                    let reason = format!("{has} of {all} pages have it");
                    f.votes.push(Vote { witness: Witness::Others, agrees: false, reason });
                }
                continue;
            }
            let said: Vec<Option<bool>> =
                (0..f.marks.len()).map(|n| known.get(&(layout.clone(), f.field, n))?.usual(f.marks[n]?, own)).collect();
            let agrees = match said.iter().position(|s| *s == Some(false)) {
                Some(n) => {
                    Opinion::Disagrees(["it stands where hardly any other page has it", "hardly any other page names them"][n].to_owned())
                }
                None if said.contains(&Some(true)) => Opinion::Agrees,
                None => Opinion::Silent,
            };
            if let Some((agrees, reason)) = agrees.said() {
                f.votes.push(Vote { witness: Witness::Others, agrees, reason });
            }
        }
    }
}
