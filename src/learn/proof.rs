//! How a wrapper reads the feed's items, against what the feed and their own pages say: what new
//! layouts have to prove.

use super::{EntryPage, Fetched};
use crate::check::{Fact, Opinion, Shown, items};
use crate::entry::Field;
use crate::rule::{Extraction, Wrapper};

/// What new layouts are judged by.
pub(super) const FIELDS: [Field; 4] = [Field::Title, Field::Date, Field::Author, Field::Body];

/// How many values of the items were asked for, and how many of them are right.
#[derive(Debug, Default)]
pub(super) struct Score {
    pub(super) right: usize,
    pub(super) of: usize,
    /// What is wrong with the first wrong one.
    pub(super) wrong: Option<String>,
}

impl Score {
    fn of(shown: &[Shown<'_>], fields: &[Field]) -> Score {
        let mut out = Score::default();
        for item in shown {
            // An item that is not read is one fault.
            let asked = if item.read.is_some() { fields } else { &[Field::Link] };
            asked.iter().for_each(|f| out.add(item.opinion(*f), *f));
        }
        out
    }

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

/// How fields of items are read on a list, of which `read` was read.
pub(super) fn on_list(
    wrapper: &Wrapper,
    read: &Extraction,
    list: &Fetched,
    facts: &[&Fact],
    fields: &[Field],
) -> Score {
    Score::of(&items::on_list(wrapper, read, (&list.page, &list.url), facts), fields)
}

/// How fields of items are read on their own pages.
pub(super) fn on_own_pages(
    wrapper: &Wrapper,
    pages: &[(&EntryPage, &Fact)],
    fields: &[Field],
) -> Score {
    let mut shown = Vec::new();
    for &(e, fact) in pages {
        let read = wrapper.extract_page(&e.page, &e.url);
        shown.push(items::on_own_page(&read, (&e.page, &e.url), fact));
    }
    Score::of(&shown, fields)
}
