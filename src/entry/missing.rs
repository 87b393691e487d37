//! Why a field is absent.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::Field;

/// Why a field of an [`Entry`](crate::Entry) is absent. Shown, it is a sentence for people.
///
/// ```
/// use feedstone::Missing;
/// assert_eq!(Missing::Withheld.to_string(), "the page asks for a password in its place");
/// ```
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Missing {
    /// No rule for it matches.
    NoMatch,
    /// A form that asks for a password stands in the text's place.
    Withheld,
    /// Links alone stand in the text's place.
    LinksAlone,
    /// A day stands in the author's place: what it says.
    DayInPlace(String),
    /// A day is shown without its year, and nothing near it says the year.
    NoYear,
    /// On a list of a layout never seen: no day as this blog writes them.
    NoDay,
    /// On a list of a layout never seen: rules of other layouts read it in too few records.
    TooFew,
    /// The list shows none.
    NotShown,
    /// It was read, and left out for its confidence, which is this.
    Doubted(f64),
}

impl Missing {
    /// Why a list of a layout never seen lacks a field.
    pub(crate) fn on_new_list(field: Field) -> Missing {
        match field {
            Field::Date => Missing::NoDay,
            Field::Author | Field::Tags => Missing::TooFew,
            _ => Missing::NotShown,
        }
    }
}

impl fmt::Display for Missing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let plain = match self {
            Missing::DayInPlace(day) => return write!(f, "a day stands in its place: {day:?}"),
            Missing::Doubted(confidence) => return write!(f, "its confidence is {confidence:.2}"),
            Missing::NoMatch => "no rule for it matches inside the record",
            Missing::Withheld => "the page asks for a password in its place",
            Missing::LinksAlone => "links alone stand in its place",
            Missing::NoYear => {
                "a day is shown without its year, and no year stands above it or in the link"
            }
            Missing::NoDay => {
                "no date of the blog's own patterns stands in the record or in a heading above it"
            }
            Missing::TooFew => {
                "no rule of the blog's other layouts reads it in enough of the records"
            }
            Missing::NotShown => "the list shows none",
        };
        f.write_str(plain)
    }
}
