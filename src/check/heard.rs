//! Which votes are heard: habits of a blog that look like faults, witnesses that were wrong at
//! learning time, and who is to blame where one wrong value contradicts others.
//!
//! Time: linear in the votes.

use std::collections::{HashMap, HashSet};

use super::{Draft, DraftEntry, Vote, Witness};
use crate::entry::Field;
use crate::rule::{Layout, LayoutKind, Wrapper};

/// Before pages speak of each other's entries: who is not to be believed has no say in what other
/// pages are worth.
pub(super) fn first(wrapper: &Wrapper, drafts: &mut [Draft]) {
    forgive(drafts);
    silence(wrapper, drafts);
    repeats_title(drafts);
}

/// When all have spoken.
pub(super) fn last(wrapper: &Wrapper, drafts: &mut [Draft]) {
    repeats_title(drafts);
    silence(wrapper, drafts);
    any_shape(drafts);
    blame(drafts);
    outweigh(drafts);
    day_of_link(drafts);
}

/// Share of a layout's entries whose tags (or authors) have addresses that say otherwise from which
/// the blog names them so, and fewest entries that show it.
const HABIT: f64 = 0.2;
const LEAST_NAMED: usize = 15;

/// Takes back what addresses have against tags and authors of layouts whose addresses often say
/// otherwise.
fn forgive(drafts: &mut [Draft]) {
    let named = |f: &Field| matches!(f, Field::Author | Field::Tags);
    let mut said: HashMap<(Option<String>, Field), (usize, usize)> = HashMap::new();
    for d in drafts.iter() {
        for f in d.entries.iter().flat_map(|e| &e.fields).filter(|f| named(&f.field)) {
            let Some(vote) = f.votes.iter().find(|v| v.witness == Witness::Address) else {
                continue;
            };
            let (all, against) = said.entry((d.layout.clone(), f.field)).or_default();
            *all += 1;
            *against += usize::from(!vote.agrees);
        }
    }
    said.retain(|_, (all, against)| *all >= LEAST_NAMED && *against as f64 >= HABIT * *all as f64);
    for d in drafts {
        for f in d.entries.iter_mut().flat_map(|e| &mut e.fields).filter(|f| named(&f.field)) {
            if said.contains_key(&(d.layout.clone(), f.field)) {
                f.votes.retain(|v| v.agrees || v.witness != Witness::Address);
            }
        }
    }
}

/// A link of a list that stands where links do, or leads to what has the entry's title, may have
/// any shape, and others beside it.
fn any_shape(drafts: &mut [Draft]) {
    for d in drafts.iter_mut().filter(|d| d.kind == Some(LayoutKind::List)) {
        for f in d.entries.iter_mut().flat_map(|e| &mut e.fields).filter(|f| f.field == Field::Link)
        {
            if f.votes
                .iter()
                .any(|v| v.agrees && matches!(v.witness, Witness::Place | Witness::Elsewhere))
            {
                f.votes.retain(|v| {
                    v.agrees || !matches!(v.witness, Witness::Address | Witness::Profile)
                });
            }
        }
    }
}

/// Where what an entry's link leads to, or says, contradicts all else that is read of it, the link
/// is wrong and not all else.
fn blame(drafts: &mut [Draft]) {
    let told = [Field::Title, Field::Date, Field::Body];
    for e in
        drafts.iter_mut().filter(|d| d.kind == Some(LayoutKind::List)).flat_map(|d| &mut d.entries)
    {
        for witness in [Witness::Address, Witness::Elsewhere, Witness::Feed] {
            let linked_day = e.fact.linked_day;
            let votes = || {
                e.fields
                    .iter()
                    .filter(|f| {
                        told.contains(&f.field)
                            && f.value.is_some()
                            && !(linked_day && f.field == Field::Date)
                    })
                    .flat_map(|f| &f.votes)
                    .filter(|v| v.witness == witness)
            };
            if votes().filter(|v| !v.agrees).count() < 2 || votes().any(|v| v.agrees) {
                continue;
            }
            let reason = votes().next().map(|v| v.reason.clone()).unwrap_or_default();
            let Some(link) =
                e.fields.iter().position(|f| f.field == Field::Link && f.value.is_some())
            else {
                continue;
            };
            for f in
                e.fields.iter_mut().filter(|f| told.contains(&f.field) || f.field == Field::Link)
            {
                // What was said of the text presumed the link, but for its bounds.
                let presumed = |v: &Vote| {
                    f.field == Field::Body && matches!(v.witness, Witness::Order | Witness::Crossed)
                };
                f.votes.retain(|v| {
                    !presumed(v) && (v.witness != witness || v.agrees && f.field != Field::Link)
                });
            }
            e.fields[link].votes.push(Vote {
                witness,
                agrees: false,
                reason: format!("it belongs to something else: {reason}"),
            });
        }
    }
}

/// A day that was taken from the link is right where that is: it has the link's votes.
fn day_of_link(drafts: &mut [Draft]) {
    let told =
        |v: &Vote| matches!(v.witness, Witness::Address | Witness::Elsewhere | Witness::Feed);
    for e in drafts
        .iter_mut()
        .filter(|d| d.kind == Some(LayoutKind::List))
        .flat_map(|d| &mut d.entries)
        .filter(|e| e.fact.linked_day)
    {
        let Some(link) = e.fields.iter().find(|f| f.field == Field::Link) else { continue };
        let said: Vec<Vote> = link.votes.iter().filter(|v| told(v)).cloned().collect();
        let Some(day) = e.fields.iter_mut().find(|f| f.field == Field::Date) else { continue };
        day.votes.retain(|v| !told(v));
        day.votes.extend(said);
    }
}

/// Share of a run's texts that begin with their titles from which that is a habit.
const REPEATED: f64 = 0.1;

/// Where texts begin with their titles, one that begins with what its title should be says nothing
/// of the text.
fn repeats_title(drafts: &mut [Draft]) {
    let repeats = |e: &&DraftEntry| e.fact.repeats_title();
    let texts = || {
        drafts
            .iter()
            .flat_map(|d| &d.entries)
            .filter(|e| e.fact.has(Field::Body) && e.fact.has(Field::Title))
    };
    let (repeated, all) = (texts().filter(repeats).count(), texts().count());
    if repeated > 0 && repeated as f64 >= REPEATED * all as f64 {
        for f in drafts
            .iter_mut()
            .flat_map(|d| &mut d.entries)
            .flat_map(|e| &mut e.fields)
            .filter(|f| f.field == Field::Body)
        {
            f.votes.retain(|v| v.witness != Witness::Crossed);
        }
    }
}

/// A text that holds all that its page has of its own may stand where it will; texts of lists, and
/// tags of entries, where those of other pages stand. And where another field's value begins a
/// text, or its bounds are wrong, that most of its words are right is no answer.
fn outweigh(drafts: &mut [Draft]) {
    for d in drafts {
        let single = d.kind == Some(LayoutKind::Entry);
        for f in d.entries.iter_mut().flat_map(|e| &mut e.fields) {
            let said = |witness, agrees| {
                f.votes.iter().any(|v| (v.witness, v.agrees) == (witness, agrees))
            };
            let usual = matches!((f.field, single), (Field::Body, false) | (Field::Tags, true))
                && said(Witness::Others, true);
            let crossed = f.field == Field::Body
                && (said(Witness::Crossed, false) || said(Witness::Bounds, false));
            let whole = !crossed && f.field == Field::Body && said(Witness::Content, true);
            f.votes.retain(|v| match v.witness {
                Witness::Content | Witness::Elsewhere | Witness::Feed => !(crossed && v.agrees),
                Witness::Place => v.agrees || !whole && !usual,
                Witness::Others => v.agrees || !whole,
                _ => true,
            });
        }
    }
}

/// What a witness has against values that it misjudged at learning time is not heard.
fn silence(wrapper: &Wrapper, drafts: &mut [Draft]) {
    for d in drafts {
        // Lists of no learned layout are read with the rules of those that were.
        let of = |l: &&Layout| {
            Some(&l.name) == d.layout.as_ref() || !d.learned && l.kind == LayoutKind::List
        };
        let values =
            wrapper.layouts.iter().filter(of).flat_map(|l| &l.build).flat_map(|b| &b.values);
        let doubted: HashSet<(Field, Witness)> =
            values.flat_map(|v| v.doubted.iter().map(|w| (v.field, *w))).collect();
        for f in d.entries.iter_mut().flat_map(|e| &mut e.fields) {
            f.votes.retain(|v| v.agrees || !doubted.contains(&(f.field, v.witness)));
        }
    }
}
