//! What goes beyond the paper, by name, so that each mechanism's worth can be measured by learning
//! without it (`docs/accuracy.md`).

/// One mechanism of labelling and learning.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(clap::ValueEnum))]
pub enum Mechanism {
    /// The vote over contexts: an item's place is chosen by where all items stand. Without it each
    /// item takes its own best place.
    Choice,
    /// Days next to the feed's, in attributes, as headings over several entries, in permalinks, and
    /// of feeds without dates. Without it the feed's own day as shown in the entry.
    Dates,
    /// Nesting: elements around a value, ends with an element or at a level, records as elements.
    /// Without it token runs alone.
    Structure,
    /// Layouts of entry pages.
    Entries,
    /// What HTML itself says: rel-tag, hCard, schema.org and class names for tags and authors.
    Markup,
    /// Lists never seen, and fields that a list lacks: by permalinks, the other layouts' rules, and
    /// what is left of the records.
    Lists,
    /// Layouts of further lists: archives, months and tags that show items of the feed.
    Archives,
    /// Layouts of their own for entry pages that the rules learned from all read wrong.
    Builds,
}

/// The mechanisms in use.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mechanisms(u8);

impl Mechanisms {
    /// All of them.
    pub const ALL: Mechanisms = Mechanisms(u8::MAX);

    /// All but some.
    ///
    /// ```
    /// use feedstone::internals::label::{Mechanism, Mechanisms};
    /// let using = Mechanisms::without(&[Mechanism::Dates]);
    /// assert!(using.has(Mechanism::Choice) && !using.has(Mechanism::Dates));
    /// ```
    pub fn without(left_out: &[Mechanism]) -> Mechanisms {
        Mechanisms(left_out.iter().fold(u8::MAX, |m, l| m & !(1 << *l as u8)))
    }

    /// True where a mechanism is in use.
    pub fn has(self, mechanism: Mechanism) -> bool {
        self.0 & (1 << mechanism as u8) != 0
    }
}
