//! How a wrapper reads the feed's items, against what the feed and their own pages say: what new
//! layouts have to prove.

use std::collections::HashSet;

use url::Url;

use super::{EntryPage, Fetched};
use crate::check::{Fact, Opinion, compare};
use crate::entry::{Entry, Field};
use crate::label::page_links;
use crate::rule::{LayoutKind, Wrapper};

/// How many values of the items were asked for, and how many of them are right.
#[derive(Debug, Default)]
pub(super) struct Score {
    pub(super) right: usize,
    pub(super) of: usize,
    /// What is wrong with the first wrong one.
    pub(super) wrong: Option<String>,
}

impl Score {
    fn add(&mut self, opinion: Opinion, field: Field) {
        match opinion {
            Opinion::Agrees => {
                self.of += 1;
                self.right += 1;
            }
            Opinion::Disagrees(why) => {
                self.of += 1;
                self.wrong.get_or_insert(format!("{}: {why}", field.name()));
            }
            Opinion::Silent => {}
        }
    }

    pub(super) fn share(&self) -> f64 {
        self.right as f64 / self.of.max(1) as f64
    }
}

/// How fields of items are read on a list, of which `entries` were read.
pub(super) fn on_list(
    entries: &[Entry],
    list: &Fetched,
    items: &[&Fact],
    fields: &[Field],
) -> Score {
    let mut out = Score::default();
    let Some(base) = Url::parse(&list.url).ok().map(|u| list.page.base(&u)) else { return out };
    let linked: HashSet<String> = page_links(&list.page, &list.url).into_iter().collect();
    let read: Vec<Fact> = entries.iter().map(|e| Fact::of(e, &base)).collect();
    for fact in items {
        match read.iter().find(|e| e.keys.iter().any(|k| fact.keys.contains(k))) {
            Some(e) => fields.iter().for_each(|f| out.add(compare(*f, e, fact, "the feed"), *f)),
            // Lists show fewer items than feeds: what they do not link to is not asked for.
            None if !fact.keys.iter().any(|k| linked.contains(k)) => {}
            None => {
                let why = format!("an item that {} links to is not read", list.url);
                out.add(Opinion::Disagrees(why), Field::Link);
            }
        }
    }
    out
}

/// How fields of items are read on their own pages.
pub(super) fn on_own_pages(
    wrapper: &Wrapper,
    pages: &[(&EntryPage, &Fact)],
    fields: &[Field],
) -> Score {
    let mut out = Score::default();
    for (page, fact) in pages {
        let read = wrapper.extract_page(&page.page, &page.url);
        let Some(base) = Url::parse(&page.url).ok() else { continue };
        match (read.kind, read.entries.first()) {
            (Some(LayoutKind::Entry), Some(e)) => {
                let own = Fact::of(e, &base);
                fields.iter().for_each(|f| out.add(compare(*f, &own, fact, "the feed"), *f));
            }
            _ => {
                let why = format!("{} is not read as an entry's page", page.url);
                out.add(Opinion::Disagrees(why), Field::Title);
            }
        }
    }
    out
}
