//! How a page is built against how its layout's pages were built at learning time: RTDM similarity of outlines (Reis et al., WWW 2004,
//! section 3), without bodies and with two entries at most. And what the address of a page makes of it: the page of an entry is no list.
//!
//! Time: one tree distance a layout and page, at most [`MOST_ELEMENTS`] squared where two trees have nothing but names in common.

use std::collections::HashSet;

use super::{Draft, Vote, Witness};
use crate::learn::outline_of;
use crate::page::Page;
use crate::rule::{Extraction, LayoutKind, Wrapper, links_key};
use crate::tree::rtdm::{Denominator, Options, similarity};
use crate::tree::{Names, Outline};

/// Largest page whose outline is compared.
const MOST_ELEMENTS: usize = 1_500;
/// Likeness from which a page is of its layout, and below which it is not.
pub(super) const ALIKE: u32 = 85;
pub(super) const UNLIKE: u32 = 60;
/// Likeness below which a page has next to nothing of its layout.
pub(super) const STRANGE: u32 = 20;

/// Share of a page's words in its entries from which it is a list, whatever its address.
const MOSTLY: f64 = 0.4;

/// How the pages of the layouts are built.
pub(super) struct Builds {
    names: Names,
    known: Vec<(String, Outline, u32)>,
}

impl Builds {
    pub(super) fn of(wrapper: &Wrapper) -> Builds {
        let mut names = Names::default();
        let builds = wrapper.layouts.iter().filter_map(|l| Some((l.name.clone(), l.build.as_ref()?)));
        let known: Vec<_> = builds
            .filter_map(|(n, b)| Some((n, Outline::parse(&b.outline, &mut names)?, b.alike)))
            .filter(|k| k.1.len() <= MOST_ELEMENTS)
            .collect();
        Builds { names, known }
    }

    /// Similarity of a page to those of its layout, in percent of theirs to each other; of a page in no known layout the greatest.
    pub(super) fn likeness(&mut self, page: &Page, read: &Extraction) -> Option<u32> {
        let outline = outline_of(page, &read.entries, &mut self.names);
        if outline.len() > MOST_ELEMENTS {
            return None;
        }
        let own = self.known.iter().any(|k| Some(&k.0) == read.layout.as_ref());
        let compared = self.known.iter().filter(|k| !own || Some(&k.0) == read.layout.as_ref());
        compared
            .map(|(_, known, alike)| {
                let percent = 100.0 * similarity(known, &outline, Denominator::Sum, Options::default());
                (100.0 * percent / f64::from((*alike).max(50))).min(100.0) as u32
            })
            .max()
    }
}

/// What likeness and address say of all values of a page.
pub(super) fn ask(wrapper: &Wrapper, drafts: &mut [Draft]) {
    // Pages that lists name as those of entries.
    let mut named: HashSet<String> = HashSet::new();
    for d in drafts.iter().filter(|d| d.kind == Some(LayoutKind::List)) {
        let Ok(base) = url::Url::parse(&d.url) else { continue };
        named.extend(d.entries.iter().filter_map(|e| links_key(&base, e.link.as_deref()?)).filter(|k| *k != d.key));
    }
    let entry_pages = wrapper.layouts.iter().any(|l| l.kind == LayoutKind::Entry);
    for d in drafts {
        let linked = named.contains(&d.key);
        let list = d.kind == Some(LayoutKind::List);
        let wrong_kind =
            list && entry_pages && d.entries.len() > 1 && (linked && d.learned || (linked || d.fits) && !d.learned && d.covered < MOSTLY);
        d.fits |= linked;
        let built = match d.likeness {
            Some(l) if l >= ALIKE => Some((true, String::new())),
            Some(l) if l < UNLIKE => {
                Some((false, format!("the page is built otherwise than those the rules were learned from ({l} % alike)")))
            }
            _ => None,
        };
        let kind = wrong_kind.then(|| (false, "its address is that of an entry's page, but it was read as a list".to_owned()));
        for (witness, vote) in [(Witness::Layout, built), (Witness::Kind, kind)] {
            let Some((agrees, reason)) = vote else { continue };
            for f in d.entries.iter_mut().flat_map(|e| &mut e.fields) {
                f.votes.push(Vote { witness, agrees, reason: reason.clone() });
            }
        }
    }
}
