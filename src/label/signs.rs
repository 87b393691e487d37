//! What speaks for a place being the one that is meant. An exact find weighs 1; the numbers
//! that decide in this room stand here, weights first.

use super::View;
use crate::page::{Page, is_heading};

/// A value beside other text in its element.
pub(super) const PART: f64 = 0.6;
/// A day next to the feed's: the blog's time zone may be another. And a day in a comment: of many
/// comments one is of the entry's day.
pub(super) const NEXT_DAY: f64 = 0.3;
/// A title that links to the item or stands in a heading, a link around the title. As much speaks
/// against a title that links elsewhere on the entry's own page, against a link with a fragment,
/// and, for each address of the item that is believed more than the linked one, against a link.
pub(super) const LINKED: f64 = 0.5;
/// A title followed by all of the item's text: the main list, where side bars only have titles.
pub(super) const FOLLOWED: f64 = 1.5;
/// What HTML says by an attribute to be the field, and a day with its year.
pub(super) const MARKED: f64 = 0.2;
/// A place at the item's title or link; half of it [`NEAR_TOKENS`] away.
const NEAR: f64 = 0.3;
const NEAR_TOKENS: f64 = 20.0;
/// A place in an element that HTML means for something else speaks against it.
const ASIDE: f64 = 0.3;

/// Of the words of a body, and of the tags of a row, so many at least are the feed's: a cloud of
/// all tags has fewer.
pub(super) const LEAST_PRECISION: f64 = 0.5;
/// Words by which a part of a body is favoured: half text, half not is text.
pub(super) const HALF_WORD: f64 = 0.5;
/// Share of the best element's fit that others must have to be candidates for a body.
pub(super) const LEAST_FIT: f64 = 0.3;

/// Steps of tags that the place of a featured item has in common with the places of the others.
pub(super) const FEATURED: usize = 3;
/// Words of a teaser (signs, where signs are words); looked up on generated and real feeds, whose
/// teasers have 20 to 70 words or 150 signs.
pub(super) const TEASER_WORDS: usize = 160;
/// Pages from which a day in one place of all of them is the template's: an archive of months, the
/// newest post in a side bar.
pub(super) const LEAST_CONSTANT: usize = 4;
/// A body longer than the feed's text by this factor was announced by a teaser.
pub(super) const TEASER_GROWTH: f64 = 1.3;
/// And by this factor where the feed's text stands elsewhere on the page, as a lead of its own.
pub(super) const WHOLE_GROWTH: f64 = 3.0;
/// Words of what lists show of entries; less is a line of names or numbers.
pub(super) const LEAST_WORDS: usize = 8;
/// Words beside a title up to which its element is no record of its own. As many words behind an
/// element, ahead of the next one like it, are a line between records; more are its record's.
pub(super) const FEW_WORDS: usize = 3;
/// A title cut short keeps at least so many words (WTM, section 9). So many runs of signs in a row
/// are the item's text, not the language's. So many titles tell what goes on behind them, and which
/// signs around them are the template's; so many posts that say one thing in one place, that it is
/// the template's, too. (With more than half of the posts for these, a blog of dev whose feed names
/// pages of two templates is not relearned.)
pub(super) const LEAST_PREFIX: usize = 3;
/// Words behind a title in which its text begins.
pub(super) const FOLLOWING: usize = 60;
/// Most characters of a name that only the markup tells.
pub(super) const NAME_LENGTH: usize = 40;
/// Most words of a name; of names beside days, which must have two, one less. And most words that
/// stand around these: "posted by".
pub(super) const NAME_WORDS: usize = 5;
pub(super) const WORDS_AROUND: usize = 2;
/// Classes from which an element is the whole entry, which names its tags there for style sheets.
pub(super) const CLASSES_OF_ENTRIES: usize = 5;
/// Runs of words of the item's text that follow a title, from which on all of it does.
pub(super) const FOLLOWING_RUNS: f64 = 10.0;
/// How many times the median length of a feed's texts the longest has where they are not cut.
pub(super) const UNEVEN: usize = 2;
/// Tokens between two tags of one row: an element around each, and a separator.
pub(super) const ROW_GAP: usize = 12;
/// Most links beside one entry of a family that only its markup tells; a cloud or an archive has
/// more.
pub(super) const CLOUD_LINKS: usize = 20;
/// Bytes of an attribute or a name that can be a day, a tag, an author.
pub(super) const LONGEST_VALUE: usize = 80;
/// Elements around a value whose attributes can be meant for it.
pub(super) const AROUND: usize = 3;

/// How near a token is to the item's title or link.
pub(super) fn near(view: &View<'_>, token: usize) -> f64 {
    let at = |anchor: usize| NEAR / (1.0 + anchor.abs_diff(token) as f64 / NEAR_TOKENS);
    view.labels.anchor().map_or(0.0, at)
}

/// What stands against a token in an element for something else. An article's own footer is not.
pub(super) fn aside(page: &Page, token: usize) -> f64 {
    let mut tags = page.ancestors(token).map(|a| page.tag(a));
    let first = tags.find(|t| matches!(*t, "nav" | "aside" | "footer" | "article"));
    worth(-ASIDE, first.is_some_and(|t| t != "article"))
}

/// A sign's worth where it is there.
pub(super) fn worth(weight: f64, there: bool) -> f64 {
    if there { weight } else { 0.0 }
}

/// True where a token stands in a link.
pub(super) fn in_link(page: &Page, token: usize) -> bool {
    page.ancestors(token).any(|a| page.tag(a) == "a")
}

/// True where a token stands in a link that does not hold the item's title, too, as links around
/// whole cards do.
pub(super) fn in_link_apart(view: &View<'_>, token: usize) -> bool {
    let page = view.canvas.page;
    let link = page.ancestors(token).find(|&a| page.tag(a) == "a");
    let title = view.labels.anchor();
    link.is_some_and(|a| !title.is_some_and(|t| page.encloses(a, t)))
}

/// True where a token stands in a heading.
pub(super) fn in_heading(page: &Page, token: usize) -> bool {
    std::iter::once(token).chain(page.ancestors(token)).any(|a| is_heading(page.tag(a)))
}
