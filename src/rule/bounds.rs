//! The numbers of this room: what a list or a text must show at least, then limits. The weights of
//! readings stand in `layout.rs`. All are part of the format: rules/README.md names them.

/// A link in a heading counts so many times, and so does one outside of menus and side bars: three
/// entries with their texts are the list, ten links of a side bar are not.
pub(super) const HEADING: usize = 4;
/// Median number of words of texts beside titles, words from which a link to the entry holds its
/// text, and words of an entry's own page beyond an excerpt; less is a line of names or numbers.
pub(super) const LEAST_WORDS: usize = 8;
/// Words of a caption; a card that is one link holds more.
pub(super) const CAPTION_WORDS: usize = 25;
/// A body of more records than this may be a list.
pub(super) const LEAST_RECORDS: usize = 4;
/// Most words beside a form that asks for a password in a text's place: a notice, not the text.
pub(super) const NOTICE_WORDS: usize = 25;
/// Most words of a row of tags that are not in its links: "Filed under"; and of a link that is an
/// author's name: "View all posts by Ann" is none. Most words of a text that is a label where
/// several records have it: "by".
pub(super) const LABEL_WORDS: usize = 3;

/// Bytes below which a text with a day in it says the day and nothing else: no text of an entry, a
/// heading perhaps, a time element's `datetime`.
pub(super) const DAY_LINE: usize = 80;
/// Fewest steps from a record to the next one under the same month that must go one way, where the
/// days stand beside the titles and the months above. Fewest records whose few words alike are a
/// label.
pub(super) const LEAST_STEPS: usize = 3;
/// Most tokens of a row of tags; a menu of all tags is larger.
pub(super) const ROW_TOKENS: usize = 400;
/// Most records read from one page; what follows is not read, so that a hostile page costs bounded
/// memory.
pub const MAX_RECORDS: usize = 10_000;
/// Most texts of links to the entry that are no sign, of a layout.
pub const MOST_IDLE: usize = 8;
/// Most other layouts whose rules are tried: a file has two or three.
pub(super) const MOST_LAYOUTS: usize = 8;
/// Most date patterns that are tried on one list; a blog has one to three of its own, and some
/// twenty relatives of each.
pub(super) const MOST_PATTERNS: usize = 100;
/// Most places of links of one page that are weighed.
pub(super) const MOST_GROUPS: usize = 50;
/// Most links of one page that are looked at.
pub(super) const MAX_LINKS: usize = 20_000;
