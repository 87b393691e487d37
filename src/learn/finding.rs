//! What learning found out of each field, and why no more.

use std::fmt;

use crate::entry::Field;
use crate::label::Unlabelled;
use crate::rule::{Evidence, LayoutKind};

/// What came of one field in one layout.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Finding {
    /// List or entry pages.
    pub kind: LayoutKind,
    /// The field.
    pub field: Field,
    /// How many of the feed's items were looked for on such pages.
    pub items: usize,
    /// Evidence of the first rule, if one was learned.
    pub evidence: Option<Evidence>,
    /// Why items have no label, each reason with the number of items.
    pub unlabelled: Vec<(Unlabelled, usize)>,
    /// Why there is no rule though there are labels, or no layout at all.
    pub no_rule: Option<NoRule>,
}

impl Finding {
    /// No layout of a kind was learned.
    pub(super) fn none(kind: LayoutKind, items: usize, why: NoRule) -> Finding {
        let (unlabelled, no_rule) = (Vec::new(), Some(why));
        Finding { kind, field: Field::Title, items, evidence: None, unlabelled, no_rule }
    }

    /// What went wrong, a sentence for people; empty where all went well.
    pub fn why(&self) -> String {
        if let Some(why) = self.no_rule {
            return why.to_string();
        }
        let reasons = self.unlabelled.iter();
        reasons
            .map(|(why, n)| format!("{n}: {}", why.of(self.field)))
            .collect::<Vec<_>>()
            .join("; ")
    }
}

/// Why no rule was learned.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRule {
    /// So few of the feed's items stand on the home page that no pattern shows.
    TooFew {
        /// Items that stand there.
        found: usize,
        /// Items of the feed.
        of: usize,
    },
    /// No tag starts the records of the home page and nothing else.
    NoRecord,
    /// None of the feed's items has a page that could be fetched.
    NoPages,
    /// The places of the labels have no tags in common that single them out.
    NoPattern,
}

impl fmt::Display for NoRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoRule::TooFew { found, of } => write!(
                f,
                "{found} of the feed's {of} items stand on the home page; two are needed to see a \
                 pattern"
            ),
            NoRule::NoRecord => {
                f.write_str("no tag starts the records of the home page and nothing else")
            }
            NoRule::NoPages => {
                f.write_str("none of the feed's items has a page that could be fetched")
            }
            NoRule::NoPattern => {
                f.write_str("the places have no tags in common that single them out")
            }
        }
    }
}
