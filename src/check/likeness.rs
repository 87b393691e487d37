//! How a page is built against how its layout's pages were built at learning time: RTDM similarity
//! of outlines (Reis et al., WWW 2004, section 3), without bodies and with two entries at most. And
//! what the address of a page makes of it: the page of an entry is no list.
//!
//! Time: one tree distance a layout and page, at most [`MOST_ELEMENTS`] squared where two trees
//! have nothing but names in common.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;

use super::Build;
use super::build::{MOST_ELEMENTS, outline};
use super::{Draft, Vote, Witness};
use crate::address::{directory, link_day, link_key, tells_tags};
use crate::entry::Field;
use crate::page::Page;
use crate::rule::{Extraction, LayoutKind, Wrapper};
use crate::tree::rtdm::{Denominator, Options, similarity};
use crate::tree::{Names, Outline};

/// Likeness from which a page is of its layout, and below which it is not.
pub(super) const ALIKE: u32 = 85;
pub(super) const UNLIKE: u32 = 60;
/// Likeness below which a page has next to nothing of its layout.
pub(super) const STRANGE: u32 = 20;

/// Share of a page's words in its entries from which it is a list, whatever its address.
const MOSTLY: f64 = 0.4;

/// Fewest lists at addresses that differ in their last part alone, and the share of them among all
/// pages there, from which another one is a list; one is enough where the address is that of a tag
/// or a number.
const LEAST_LISTS: usize = 3;
const MOST_ARE: f64 = 0.6;

/// How the pages of the layouts are built.
pub(super) struct Builds {
    names: Names,
    known: Vec<(String, Outline, u32)>,
}

impl Builds {
    pub(super) fn of(wrapper: &Wrapper) -> Builds {
        let mut names = Names::default();
        let builds =
            wrapper.layouts.iter().filter_map(|l| Some((l.name.clone(), l.build.as_ref()?)));
        // A rule file may say anything: outlines are counted before they are read.
        let small = |b: &Build| b.outline.matches([' ', '(']).count() < MOST_ELEMENTS;
        let known: Vec<_> = builds
            .filter(|b| small(b.1))
            .filter_map(|(n, b)| Some((n, Outline::parse(&b.outline, &mut names)?, b.alike)))
            .collect();
        Builds { names, known }
    }

    /// Similarity of a page to those of its layout, in percent of theirs to each other; of a page
    /// in no known layout the greatest.
    pub(super) fn likeness(&self, page: &Page, read: &Extraction) -> Option<u32> {
        // Names of one page are of no use to the next.
        let outline = outline(page, &read.entries, &mut self.names.clone());
        if outline.len() > MOST_ELEMENTS {
            return None;
        }
        let own = self.known.iter().any(|k| Some(&k.0) == read.layout.as_ref());
        let compared = self.known.iter().filter(|k| !own || Some(&k.0) == read.layout.as_ref());
        compared
            .map(|(_, known, alike)| {
                let percent =
                    100.0 * similarity(known, &outline, Denominator::Sum, Options::default());
                (100.0 * percent / f64::from((*alike).max(50))).min(100.0) as u32
            })
            .max()
    }
}

/// Marks pages of which nothing was read, though most pages at addresses like theirs, as of other
/// months or tags, are lists.
fn among_lists(drafts: &mut [Draft]) {
    let place = |d: &Draft| {
        directory(&d.key)
            .chars()
            .map(|c| if c.is_ascii_digit() { '0' } else { c })
            .collect::<String>()
    };
    let mut lists: HashMap<String, (usize, usize)> = HashMap::new();
    for d in drafts.iter() {
        let at = lists.entry(place(d)).or_default();
        *at = (at.0 + 1, at.1 + usize::from(d.lists && !d.of_others));
    }
    for d in drafts.iter_mut().filter(|d| d.entries.is_empty()) {
        let (all, lists) = lists[&place(d)];
        let dir = directory(&d.key);
        let last = d.key[dir.len()..].trim_start_matches('/').split('.').next().unwrap_or_default();
        let evident =
            tells_tags(&dir) || !last.is_empty() && last.bytes().all(|b| b.is_ascii_digit());
        // Next to the home page stand pages of all kinds.
        let apart = evident || dir.contains(['/', '?']);
        d.among_lists = !d.fits
            && apart
            && lists >= if evident { 1 } else { LEAST_LISTS }
            && lists as f64 >= MOST_ARE * (all - 1) as f64;
    }
}

/// What likeness and address say of all values of a page.
pub(super) fn ask(wrapper: &Wrapper, drafts: &mut [Draft]) {
    let entry_pages = wrapper.layouts.iter().any(|l| l.kind == LayoutKind::Entry);
    let is_list = |d: &Draft| d.lists && entry_pages;
    for d in drafts.iter_mut().filter(|d| is_list(d)) {
        let unlike = !d.learned || d.likeness.is_some_and(|l| l < UNLIKE);
        // One record of a page unlike any known is no list either, however much of it that is.
        let alone = d.entries.len() == 1 && d.likeness.is_some_and(|l| l < STRANGE);
        // Where its own entry is among those read, that one is right.
        d.of_others = d.fits
            && unlike
            && (alone || d.covered < MOSTLY || d.dated && !d.entries.iter().any(|e| e.own));
    }
    // Pages that lists name as those of entries.
    let mut named: HashSet<String> = HashSet::new();
    for d in drafts.iter().filter(|d| d.kind == Some(LayoutKind::List) && !d.of_others) {
        let Ok(base) = url::Url::parse(&d.url) else { continue };
        named.extend(
            d.entries
                .iter()
                .filter_map(|e| link_key(&base, e.link.as_deref()?))
                .filter(|k| *k != d.key),
        );
    }
    for d in drafts.iter_mut() {
        let linked = named.contains(&d.key);
        d.fits |= linked;
        d.of_others |= is_list(d) && linked && (d.learned || d.covered < MOSTLY);
        let built = match d.likeness {
            Some(l) if l >= ALIKE => Some((true, String::new())),
            Some(l) if l < UNLIKE => Some((
                false,
                format!(
                    "the page is built otherwise than those the rules were learned from \
                     ({l} % alike)"
                ),
            )),
            _ => None,
        };
        // A page that has itself for one of its entries is the page of that one.
        let with_own = !d.of_others && is_list(d) && d.fits && d.entries.iter().any(|e| e.own);
        // The day in the one record that is all of a page is the page's own; so is the one in its
        // address, where one record alone has it.
        let has =
            |day: &NaiveDate| d.entries.iter().filter(|e| e.fact.date == Some(*day)).count() == 1;
        let day = link_day(&d.key).filter(has);
        let all_of_page = d.entries.len() == 1 && d.covered >= MOSTLY;
        for e in &mut d.entries {
            let of_others = d.of_others || with_own && !e.own;
            let dated = all_of_page || day.is_some() && e.fact.date == day;
            for f in &mut e.fields {
                if let Some((agrees, reason)) = built.clone() {
                    f.votes.push(Vote { witness: Witness::Layout, agrees, reason });
                }
                let listed = of_others && !(dated && f.field == Field::Date);
                let listed = listed
                    .then_some("its address is that of an entry's page, but it was read as a list");
                let instead = d.instead.as_ref().map(ToString::to_string);
                if let Some(reason) = instead.or_else(|| listed.map(str::to_owned)) {
                    f.votes.push(Vote { witness: Witness::Kind, agrees: false, reason });
                }
            }
        }
    }
    among_lists(drafts);
}
