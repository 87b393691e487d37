//! Why an item has no label of a field.

use crate::entry::Field;

/// Why a field of a feed's item has no place on a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Unlabelled {
    /// The feed does not give it, and nothing on the page is marked as it.
    NotInFeed,
    /// What the feed gives does not stand on the page.
    NotOnPage,
    /// The feed gives the same for nearly all items, as a motto: it is none of theirs.
    SameForAll,
    /// What the feed gives stands only where other items have something else.
    OutOfPlace,
    /// The paper's own rules (`learn --literal`) find no place for it.
    ByThePaper,
}

impl Unlabelled {
    /// The sentence for people, of a field.
    pub(crate) fn of(self, field: Field) -> &'static str {
        use Unlabelled::{ByThePaper, NotInFeed, NotOnPage, OutOfPlace, SameForAll};
        match (field, self) {
            (_, SameForAll) => {
                "the feed has one text for nearly all items, which is none of theirs"
            }
            (_, ByThePaper) => "no label by the paper's rules",
            (Field::Title, NotInFeed) => "the feed gives no title",
            (Field::Title, NotOnPage) => "the feed's title does not stand on the page",
            (Field::Title, OutOfPlace) => "the title stands only where other items' titles do not",
            (Field::Link, _) => {
                "no link to the feed's address stands where other items have theirs"
            }
            (Field::Date, NotInFeed) => {
                "the feed gives no readable date, and no day stands where other items have theirs"
            }
            (Field::Date, _) => {
                "the feed's day does not stand on the page, or where other items have theirs"
            }
            (Field::Author, NotInFeed) => {
                "the feed names no author, and no mark or word beside the entry says who wrote it"
            }
            (Field::Author, _) => "the author's name does not stand beside the entry",
            (Field::Tags, NotInFeed) => {
                "the feed gives no tags, and no links or words beside the entry are marked as such"
            }
            (Field::Tags, _) => "the tags do not stand together beside the entry",
            (Field::Body | Field::Excerpt, NotInFeed) => "the feed's item has no body",
            (Field::Body | Field::Excerpt, _) => "the feed's text does not stand on the page",
        }
    }
}
