//! The numbers of this room: what rules cost and gain, what they must show, and limits.

/// Bits of a rule's length that one item more read right is worth. Tried: 30, 60, and length as a
/// tie-break only, with the bits of ambiguous matches left out, once and twice. Dev and fresh read
/// alike; with five items a feed entry bodies are a point better with 30 than with length as a
/// tie-break.
pub(super) const ITEM_BITS: f64 = 30.0;
/// Gains that differ by less are equal: sums of shares are not exact.
pub(super) const TINY: f64 = 1e-9;
/// Two texts that share at least this much (F1 of their words) are one: feeds add and strip a few.
pub(super) const SAME_TEXT: f64 = 0.97;
/// Two texts that share this much are as good as none read; below it a rule is worse than nothing.
pub(super) const NEAR_TEXT: f64 = 0.9;
/// What a further end of a rule must gain, in items: more than the odd text.
pub(super) const LEAST_GAIN: f64 = 0.5;
/// What a record without a link costs, and one of a post that the feed does not name is worth, in
/// labels that records hold.
pub(super) const ONE_RECORD: f64 = 0.2;
/// What a record costs beyond those that a page may show: [`TIMES`] as many as the feed has
/// items, or as a [`USUAL`] feed has.
pub(super) const SPARE_RECORD: f64 = 0.05;
pub(super) const TIMES: usize = 3;
pub(super) const USUAL: usize = 10;
/// Costs of a rule that does not name what HTML itself says of its field, where other places look
/// alike: links of tags, names.
pub(super) const UNNAMED: usize = 4;

/// Share of the values of items that were not learned from which a new layout must read right; one
/// may be wrong in any case: feeds and pages differ here and there.
pub(super) const LEAST_RIGHT: f64 = 0.85;
/// Share of what new rules read of the feed's items with which the old ones are as good.
pub(super) const AS_GOOD: f64 = 0.97;
/// A body with at least this share of the entry's words is whole.
pub(super) const WHOLE: f64 = 0.9;
/// Share of a layout's pages that have a mark of it.
pub(super) const MARKED: f64 = 0.9;
/// Fewer items than this are few: what one of them shows counts.
pub(super) const FEW: usize = 4;

/// Fewest feed items on a list page from which its layout is learned, and fewest records of a home
/// page without a feed that are its entries (WTM: with one item no rule).
pub(super) const LEAST_RECORDS: usize = 2;
/// Up to this many items each is held out alone; of more, half of them at a time.
pub(super) const HELD_ALONE: usize = 5;
/// In relearning one item in so many is held out.
pub(super) const EVERY: usize = 3;
/// Without a feed: pages that a page is compared with.
pub(super) const REFERENCES: usize = 3;
/// Without a feed: fewest words of a text.
pub(super) const LEAST_WORDS: usize = 20;
/// Without a feed: how many times a content's words its element may show.
pub(super) const LITTLE_MORE: f64 = 2.5;
/// Most words of a line that says when and by whom.
pub(super) const SHORT_LINE: usize = 12;

/// Most links of a home page whose shapes are learned beside those of the feed's permalinks, and
/// most such shapes: a blog moves a few times.
pub(super) const MOST_OTHERS: usize = 1_000;
pub(super) const MOST_SHAPES: usize = 4;
/// Most rules of one field, for tags of one family; the second and third serve items built
/// otherwise (posts without a linked title, say).
pub(super) const MOST_RULES: usize = 3;
/// Most ends of one rule.
pub(super) const MOST_ENDS: usize = 3;
/// Tokens ahead of the value that the walk may take, and elements around it that may be named.
pub(super) const LONGEST_WALK: usize = 5;
/// Most attributes of a token that candidates are made of, most groups of tokens, and most parts
/// behind a text that are looked at.
pub(super) const MOST_KINDS: usize = 6;
/// Most attributes, classes and tests of one token that candidates are made of: real pages have a
/// dozen; thousands of classes are compared with thousands.
pub(super) const MOST_TESTS: usize = 64;
/// Most characters of a literal: a longer text is a sentence, not a label of the template.
pub(super) const LONGEST_LITERAL: usize = 40;
/// Most bytes of an attribute's value that a pattern holds.
pub(super) const LONGEST_ATTR: usize = 80;
/// Characters of a blog's title that are kept.
pub(super) const LONGEST_TITLE: usize = 300;
