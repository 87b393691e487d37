//! What is read of a page: entries and their fields, each with the place where it stands.
//!
//! | file | what |
//! |---|---|
//! | `field.rs` | the fields |
//! | `missing.rs` | why one is absent |
//! | `slot.rs` | where a value stands, and its text |

mod field;
mod missing;
mod slot;

use std::collections::HashSet;
use std::ops::Range;

use chrono::NaiveDate;
use serde::{Deserialize, Serialize};
use url::Url;

pub use field::Field;
pub use missing::Missing;
pub(crate) use slot::{FieldValue, Slot, bare_name, merged, parted, piece};

use crate::date::is_day;
use crate::page::Page;

/// How much of the body a value is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent {
    /// All of it.
    Full,
    /// The part that a list page shows.
    Excerpt,
}

named!(Extent, "how much of a text there is");

impl Extent {
    /// Both, the whole first.
    pub const ALL: [Extent; 2] = [Extent::Full, Extent::Excerpt];

    /// The name in rule files and output.
    pub fn name(self) -> &'static str {
        match self {
            Extent::Full => "full",
            Extent::Excerpt => "excerpt",
        }
    }
}

/// One entry read from a page. What was not found is `None`; `missing` says why.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Entry {
    /// The title, white space folded.
    pub title: Option<String>,
    /// The permalink, absolute.
    pub link: Option<String>,
    /// The day as the page shows it, or the permalink's.
    pub date: Option<NaiveDate>,
    /// True where the page shows none, and the day is the permalink's.
    pub linked_day: bool,
    /// The author's name.
    pub author: Option<String>,
    /// Tags; `None` where no rule for tags was learned.
    pub tags: Option<Vec<String>>,
    /// The body as HTML.
    pub body_html: Option<String>,
    /// The body as text, one line for each block.
    pub body_text: Option<String>,
    /// Whether the body is whole.
    pub extent: Option<Extent>,
    /// True where the page asks for a password in the body's place.
    pub withheld: bool,
    /// Tokens of the record on its page.
    pub tokens: Range<usize>,
    /// Why a field is absent.
    pub missing: Vec<(Field, Missing)>,
    /// Where on the page values stand: their tokens, of tags those of each.
    pub places: Vec<(Field, Range<usize>)>,
}

impl Entry {
    /// The tokens of a field's value, of tags those of the first one; of a body also those of its
    /// excerpt.
    pub fn place(&self, field: Field) -> Option<&Range<usize>> {
        self.places.iter().find(|p| field.is_given_by(p.0)).map(|p| &p.1)
    }

    /// True where it has a field.
    pub(crate) fn has(&self, field: Field) -> bool {
        match field {
            Field::Title => self.title.is_some(),
            Field::Link => self.link.is_some(),
            Field::Date => self.date.is_some(),
            Field::Author => self.author.is_some(),
            Field::Tags => self.tags.as_ref().is_some_and(|tags| !tags.is_empty()),
            Field::Body | Field::Excerpt => self.body_text.is_some(),
        }
    }

    /// Tags beside those that it has, each once.
    pub(crate) fn add_tags(&mut self, found: Vec<FieldValue>) {
        if found.is_empty() {
            return;
        }
        let tags = self.tags.get_or_insert_default();
        let mut seen: HashSet<String> = tags.iter().cloned().collect();
        for tag in found.into_iter().filter(|tag| seen.insert(tag.text.clone())) {
            self.places.push((Field::Tags, tag.slot.tokens));
            tags.push(tag.text);
        }
        self.missing.retain(|m| m.0 != Field::Tags);
    }

    /// Take a value away, with the reason.
    #[doc(hidden)]
    pub fn leave_out(&mut self, field: Field, why: Missing) {
        match field {
            Field::Title => self.title = None,
            Field::Link => self.link = None,
            Field::Date => self.date = None,
            Field::Author => self.author = None,
            Field::Tags => self.tags = None,
            Field::Body | Field::Excerpt => {
                self.body_html = None;
                self.body_text = None;
                self.extent = None;
            }
        }
        self.places.retain(|p| p.0 != field);
        self.missing.push((field, why));
    }

    /// Write the HTML of the body that was taken.
    pub(crate) fn write_html(&mut self, page: &Page, base: &Url) {
        let body = self.place(Field::Body).cloned();
        if let (Some(html), Some(body)) = (&mut self.body_html, body) {
            *html = page.html(body, base);
        }
    }

    /// Take values of a field for the entry's author, tags or body (the first body counts), but for
    /// its HTML, which [`write_html`](Self::write_html) gives.
    pub(crate) fn set(&mut self, page: &Page, field: Field, html: bool, values: &[FieldValue]) {
        let Some(first) = values.first() else { return };
        // The day stands where other entries name their author.
        if field == Field::Author && is_day(&first.text) {
            self.missing.push((field, Missing::DayInPlace(first.text.clone())));
            return;
        }
        if !self.places.iter().any(|p| p.0 == field) {
            let all = if field == Field::Tags { values } else { &values[..1] };
            self.places.extend(all.iter().map(|v| (field, v.slot.tokens.clone())));
        }
        match field {
            Field::Author => self.author = Some(first.text.clone()),
            Field::Tags => {
                let mut tags: Vec<String> = Vec::new();
                let mut seen: HashSet<&str> = HashSet::new();
                for v in values.iter().filter(|v| seen.insert(&v.text)) {
                    tags.push(v.text.clone());
                }
                self.tags = Some(tags);
            }
            Field::Body | Field::Excerpt if self.body_text.is_none() => {
                self.body_text = Some(first.slot.lines(page));
                // Written when it is known that this reading counts.
                self.body_html = html.then(String::new);
                self.extent =
                    Some(if field == Field::Body { Extent::Full } else { Extent::Excerpt });
            }
            _ => {}
        }
        let same = |f: Field| f == field || (field == Field::Excerpt && f == Field::Body);
        self.missing.retain(|m| !same(m.0));
    }
}
