//! Pages whose download ended too early: they have neither the end tags of body and root nor that
//! of another element that needs one. Some templates forget these; where most pages of the run have
//! them, or where a page ends in a text, its download did not come to its end.
//!
//! Time: linear in the page.

use super::{CHECKED, Draft, Opinion, Witness};
use crate::entry::{Entry, Field};
use crate::page::{Kind, Page};
use crate::rule::LayoutKind;

/// Elements that end only where their end tag stands.
const CLOSED: [&str; 12] = [
    "div",
    "section",
    "article",
    "main",
    "aside",
    "header",
    "footer",
    "ul",
    "ol",
    "table",
    "form",
    "blockquote",
];
/// Fewest other pages of a run that have an end, and the share of all others that do.
const LEAST_WHOLE: usize = 3;
const MOST_WHOLE: f64 = 0.9;

/// What a page without an end has of its entries.
pub(super) struct CutOff {
    /// It ends in a text, which no template does.
    certain: bool,
    /// Its last entry, and what may be missing of that.
    last: usize,
    lacking: Vec<Field>,
    /// The element that its records stand in has no end either: more of them may have followed.
    open_list: bool,
}

/// The same, of a page that has entries and no end.
pub(super) fn cut_off(page: &Page, kind: Option<LayoutKind>, entries: &[Entry]) -> Option<CutOff> {
    let tokens = page.tokens();
    let ends = tokens.iter().rev().take_while(|t| t.kind == Kind::End && t.implied());
    let open: Vec<&str> = ends.map(|t| page.name(t.label)).collect();
    let roots = ["body", "html"].iter().all(|root| open.contains(root));
    if !roots || !CLOSED.iter().any(|closed| open.contains(closed)) {
        return None;
    }
    let (last, e) = entries.iter().enumerate().max_by_key(|(_, e)| e.tokens.end)?;
    let text = tokens.len().checked_sub(open.len() + 1).map(|i| &tokens[i]);
    // Of a text not all is there, of what is not there nothing can be said.
    let read = |f: Field| e.places.iter().any(|p| f.is_given_by(p.0));
    let broken = e.place(Field::Body).is_some_and(|t| page.words_in(t.end..page.len()) == 0);
    let lacks = |f: &Field| !read(*f) || *f == Field::Body && broken;
    let first = entries.iter().map(|e| e.tokens.start).min().unwrap_or(e.tokens.start);
    let holds = |&a: &usize| a < first.min(e.tokens.start) && page.encloses(a, first);
    let list = page.ancestors(e.tokens.start).find(holds);
    let is_open = |a: usize| page.region(a).end.checked_sub(1).is_some_and(|i| tokens[i].implied());
    Some(CutOff {
        certain: text.is_some_and(|t| t.is_text()),
        last,
        lacking: CHECKED.into_iter().filter(lacks).collect(),
        open_list: kind == Some(LayoutKind::List) && list.is_some_and(is_open),
    })
}

pub(super) const WHY: &str = "the page ends too early, as if its download had";

/// Of pages that were cut off the fields that may be lost are doubted; of the others nothing is.
pub(super) fn ask(drafts: &mut [Draft]) {
    let with_entries = || drafts.iter().filter(|d| !d.entries.is_empty());
    let whole = with_entries().filter(|d| d.cut.is_none()).count();
    let others = with_entries().count().saturating_sub(1);
    let pages_end = whole >= LEAST_WHOLE && whole as f64 >= MOST_WHOLE * others as f64;
    for draft in drafts {
        let Some(cut) = draft.cut.take().filter(|c| c.certain || pages_end) else { continue };
        if cut.open_list {
            draft.lost = true;
        }
        let Some(e) = draft.entries.get_mut(cut.last) else { continue };
        for field in cut.lacking {
            e.vote_or_absent(field, Witness::Bounds, Opinion::Disagrees(WHY.to_owned()));
        }
    }
}
