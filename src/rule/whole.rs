//! Whether a text that a list shows is whole, told by the own page of its entry: many themes cut
//! texts and show no sign of it, and of one page alone nobody can tell. For whoever reads many
//! pages of a blog: what is kept of each text is how many words it has, and their hash.
//!
//! Space: some fifty bytes a text.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use super::bounds::{LEAST_WORDS, WHOLE};
use super::list::is_cut;
use super::{Extraction, LayoutKind};
use crate::address::key_of;
use crate::entry::{Entry, Extent};
use crate::page::words_of;

/// What a text that has so many words is of one that has `whole`.
pub(crate) fn extent_of(words: usize, whole: usize) -> Extent {
    if words as f64 >= WHOLE * whole as f64 { Extent::Full } else { Extent::Excerpt }
}

/// A text without its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Text {
    /// How many words it has.
    words: usize,
    /// All of them, hashed.
    hash: u64,
}

impl Text {
    fn of(text: &str) -> Text {
        let words = words_of(text);
        let mut hasher = DefaultHasher::new();
        words.iter().for_each(|word| word.key.hash(&mut hasher));
        Text { words: words.len(), hash: hasher.finish() }
    }
}

/// A text that a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The key of the entry's address, hashed.
    entry: u64,
    text: Text,
    /// An ellipsis ends it.
    open: bool,
    /// What its page says of it.
    pub said: Extent,
}

impl Shown {
    /// Of an entry of a list. None where it has no text or no link.
    pub fn of(entry: &Entry) -> Option<Shown> {
        let text = entry.body_text.as_deref()?;
        let said = entry.extent?;
        let key = hashed(entry.link.as_deref()?)?;
        Some(Shown { entry: key, text: Text::of(text), open: is_cut(text), said })
    }
}

/// The texts of entries' own pages.
///
/// ```
/// use feedstone::internals::{entry::{Entry, Extent}, rule::{OwnPages, Shown}};
/// use feedstone::{Extraction, LayoutKind};
/// let entry = |text: &str, extent| {
///     let mut entry = Entry::default();
///     entry.link = Some("https://salt.example/1/".to_owned());
///     (entry.body_text, entry.extent) = (Some(text.to_owned()), Some(extent));
///     entry
/// };
/// let mut page = Extraction::default();
/// page.kind = Some(LayoutKind::Entry);
/// let text = "The salt is in the shed, behind the door. Brine it before the third of May.";
/// page.entries.push(entry(text, Extent::Full));
/// let mut own = OwnPages::default();
/// own.see("https://salt.example/1/", &page);
/// let shown = Shown::of(&entry("The salt is in the shed.", Extent::Full)).unwrap();
/// assert_eq!(own.extent(&shown), Extent::Excerpt);
/// ```
#[derive(Debug, Default)]
pub struct OwnPages {
    /// By the hashed key of the page's address.
    texts: HashMap<u64, Text>,
}

impl OwnPages {
    /// Takes what a page gave. Of several captures of a page the longest text counts.
    pub fn see(&mut self, url: &str, got: &Extraction) {
        let ([entry], Some(LayoutKind::Entry)) = (&got.entries[..], got.kind) else { return };
        let text = entry.body_text.as_deref().filter(|_| entry.extent == Some(Extent::Full));
        let (Some(text), Some(key)) = (text, hashed(url)) else { return };
        let text = Text::of(text);
        let known = self.texts.entry(key).or_insert(text);
        if known.words < text.words {
            *known = text;
        }
    }

    /// The extent of a text that a list shows: an excerpt where the entry's own page has more,
    /// whole where it has the same words and no ellipsis ends them, else as its page says.
    pub fn extent(&self, shown: &Shown) -> Extent {
        let text = &shown.text;
        let Some(own) = self.texts.get(&shown.entry).filter(|own| own.words > 0) else {
            return shown.said;
        };
        let is_cut = extent_of(text.words, own.words) == Extent::Excerpt;
        if is_cut && own.words >= text.words + LEAST_WORDS {
            Extent::Excerpt
        } else if own == text && !shown.open {
            Extent::Full
        } else {
            shown.said
        }
    }
}

fn hashed(address: &str) -> Option<u64> {
    let mut hasher = DefaultHasher::new();
    key_of(address)?.hash(&mut hasher);
    Some(hasher.finish())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The extent of a text that a list shows, whose page says that it is `said`, where the entry's
    /// own page has another text.
    fn told(shown: &str, said: Extent, own: &str, own_extent: Extent) -> Extent {
        let entry = |link: &str, text: &str, extent| Entry {
            link: Some(link.to_owned()),
            body_text: Some(text.to_owned()),
            extent: Some(extent),
            ..Entry::default()
        };
        let mut pages = OwnPages::default();
        let own = entry("https://salt.example/a", own, own_extent);
        let kind = Some(LayoutKind::Entry);
        let got = Extraction { kind, entries: vec![own], ..Extraction::default() };
        pages.see("http://www.salt.example/a/", &got);
        let shown = Shown::of(&entry("https://salt.example/a/", shown, said));
        shown.map_or(said, |shown| pages.extent(&shown))
    }

    #[test]
    fn the_entrys_own_page_tells_what_a_list_shows_of_it() {
        use Extent::{Excerpt, Full};
        let ten = "one two three four five six seven eight nine ten";
        let cases = [
            // What is shown, what its page says, what the own page has and says, what it is.
            (ten, Full, ten, Full, Full),
            (ten, Excerpt, ten, Full, Full),
            ("one two", Full, ten, Full, Excerpt),
            // "Tags: salt" behind it.
            ("one two three", Full, ten, Full, Full),
            ("one two three four five six seven eight nine", Excerpt, ten, Full, Excerpt),
            // A description as long as the text.
            ("ten words of which none stands in the text itself", Excerpt, ten, Full, Excerpt),
            // The author's dots, or the theme's.
            ("one two three…", Full, "one two three…", Full, Full),
            ("one two three…", Excerpt, "one two three…", Full, Excerpt),
            // The own page was not read whole, or shows no whole text itself.
            (ten, Excerpt, "one two three", Full, Excerpt),
            (ten, Full, "one two three", Full, Full),
            ("one two three", Excerpt, "one two three", Excerpt, Excerpt),
            (ten, Excerpt, "", Full, Excerpt),
        ];
        for (shown, said, own, own_extent, is) in cases {
            assert_eq!(told(shown, said, own, own_extent), is, "{shown:?} of {own:?}");
        }
    }

    #[test]
    fn of_other_pages_nothing_is_told() {
        let entry = Entry { body_text: Some("salt".into()), ..Entry::default() };
        assert_eq!(Shown::of(&entry), None);
        let shown = Shown { entry: 7, text: Text::of("salt"), open: false, said: Extent::Full };
        let mut pages = OwnPages::default();
        let kind = Some(LayoutKind::List);
        let list = Extraction { kind, entries: vec![entry], ..Extraction::default() };
        pages.see("https://salt.example/", &list);
        assert_eq!(pages.extent(&shown), Extent::Full);
        assert!(pages.texts.is_empty());
    }
}
