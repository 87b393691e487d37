//! What the reading that a page has gets beside what its layout's rules read, when it is chosen: a
//! permalink, tags in rows, the HTML of its texts. None of it counts in the score.
//!
//! Time: O(tokens of the page).

use std::ops::Range;

use super::LayoutKind;
use super::layout::{Desk, Reading, Term};
use crate::address::link_key;
use crate::entry::{Entry, Field};
use crate::page::Page;
use crate::share::is_nearly_all;

impl Reading {
    pub(super) fn complete(&mut self, desk: &Desk<'_>) {
        self.find_link(desk);
        self.find_tags(desk);
        self.entries.iter_mut().for_each(|e| e.write_html(desk.page, &desk.reader.base));
    }

    /// At an address that is no post's, gives an entry without a link the permalink that its page
    /// leads to; on the home page those around its title and in its text, since that page may lead
    /// to the post before; and one that has the page's link that of its title.
    fn find_link(&mut self, desk: &Desk<'_>) {
        let index = desk.wrapper.index.as_ref().filter(|_| desk.address < 0.0);
        let (LayoutKind::Entry, [entry], Some(index)) = (self.kind, &mut self.entries[..], index)
        else {
            return;
        };
        let page = desk.page;
        let base = &desk.reader.base;
        let part = match &entry.link {
            Some(link) if link_key(base, link).as_ref() != Some(&desk.own) => return,
            Some(_) => link_of_title(page, entry),
            None if desk.home => shown_by(page, entry),
            None => page.body(),
        };
        if let Some(link) = index.only_permalink(page, base, part) {
            entry.link = Some(link.to_string());
            entry.missing.retain(|m| m.0 != Field::Link);
        }
    }

    /// Gives an entry the tags in rows that no rule reads, where the wrapper says that they are, on
    /// pages with nearly all marks of their layout: a redesign's pages have fewer.
    fn find_tags(&mut self, desk: &Desk<'_>) {
        // The term counts them less a half.
        let has_marks = |(t, x): &(Term, f64)| *t == Term::EntryMarks && is_nearly_all(x + 0.5);
        let is_like = self.terms.iter().any(has_marks);
        let may = is_like && desk.address > 0.0;
        let index = desk.wrapper.index.as_ref().filter(|index| may && index.tag_rows);
        if let (LayoutKind::Entry, [entry], Some(index)) = (self.kind, &mut self.entries[..], index)
        {
            let found = desk.reader.tags_in_rows(index, entry);
            entry.add_tags(found);
        }
    }
}

/// The part of a page with an entry's title, the link around that, and its text.
fn shown_by(page: &Page, entry: &Entry) -> Range<usize> {
    let [title, text] = [Field::Title, Field::Body].map(|field| entry.place(field));
    let link = title.and_then(|t| page.ancestors(t.start).find(|&a| page.tag(a) == "a"));
    let both = || title.into_iter().chain(text);
    let starts = both().map(|place| place.start).chain(link);
    starts.min().unwrap_or(0)..both().map(|place| place.end).max().unwrap_or(0)
}

/// The link in an entry's title or around it that shows all of the title.
fn link_of_title(page: &Page, entry: &Entry) -> Range<usize> {
    let Some(title) = entry.place(Field::Title) else { return 0..0 };
    let words = page.words_in(title.clone());
    let inside = title.clone().filter(|&a| page.tokens()[a].opens());
    let is_it = |a: &usize| page.tag(*a) == "a" && page.words_in(page.region(*a)) == words;
    page.ancestors(title.start).chain(inside).find(is_it).map_or(0..0, |a| page.region(a))
}
