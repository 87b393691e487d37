//! Whether a text that a list shows is whole, told by the own page of its entry: many themes cut
//! texts and show no sign of it, and of one page alone nobody can tell. For whoever reads many
//! pages of a blog: what is kept of each text is how many words it has, and a hash.
//!
//! Space: some fifty bytes a text.

use std::collections::HashMap;

use super::bounds::LEAST_WORDS;
use super::list::is_cut;
use super::{Extraction, LayoutKind};
use crate::address::key_of;
use crate::entry::{Entry, Extent};
use crate::page::{count_words, hash};
use crate::share::most;

/// A text without its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Text {
    /// How many words it has.
    words: usize,
    /// It without white space and signs, which themes write otherwise, hashed.
    hash: u64,
    /// The same of its last [`LEAST_WORDS`] runs of letters and digits.
    end: u64,
    /// An ellipsis ends it.
    open: bool,
}

impl Text {
    fn of(text: &str) -> Text {
        let sign = |c: char| !is_letter(c);
        let last = text.rsplit(sign).filter(|run| !run.is_empty()).take(LEAST_WORDS);
        Text {
            words: count_words(text),
            hash: hash(letters(text.as_bytes())),
            end: hash(last.flat_map(str::bytes)),
            open: is_cut(text),
        }
    }
}

/// True for all but white space and signs, as far as themes write them otherwise.
fn is_letter(c: char) -> bool {
    match c {
        '\0'..='\x7f' => c.is_ascii_alphanumeric(),
        '\u{80}'..='\u{bf}' | '\u{2000}'..='\u{2bff}' | '\u{3000}'..='\u{303f}' => false,
        _ => true,
    }
}

/// The bytes of a text without those of signs: what [`is_letter`] tells, without decoding each.
fn letters(text: &[u8]) -> impl Iterator<Item = u8> {
    let mut left = text.iter();
    std::iter::from_fn(move || {
        loop {
            let b = *left.next()?;
            let behind = match (b, left.as_slice().first()) {
                (0..0x80, _) if b.is_ascii_alphanumeric() => return Some(b),
                (0..0x80, _) => 0,
                (0xc2, _) => 1,
                (0xe2, Some(..0xb0)) | (0xe3, Some(0x80)) => 2,
                _ => return Some(b),
            };
            (0..behind).for_each(|_| _ = left.next());
        }
    })
}

/// A text that a list shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shown {
    /// The key of the entry's address, hashed.
    entry: u64,
    text: Text,
    /// What its page says of it.
    pub said: Extent,
}

impl Shown {
    /// Of an entry of a list. None where it has no text or no link.
    fn of(entry: &Entry) -> Option<Shown> {
        let text = entry.body_text.as_deref()?;
        let said = entry.extent?;
        let key = hashed(entry.link.as_deref()?)?;
        Some(Shown { entry: key, text: Text::of(text), said })
    }
}

/// The texts of what a page gave, without their words: taken on any thread.
#[derive(Debug, Default)]
pub struct Texts {
    /// That of an entry's own page, with the hashed key of its address.
    own: Option<(u64, Text)>,
    /// Those of a list, entry by entry.
    shown: Vec<Option<Shown>>,
}

impl Texts {
    /// Of the page at an address.
    pub fn of(url: &str, got: &Extraction) -> Texts {
        match (got.kind, &got.entries[..]) {
            (Some(LayoutKind::List), entries) => {
                Texts { own: None, shown: entries.iter().map(Shown::of).collect() }
            }
            (Some(LayoutKind::Entry), [entry]) => {
                let whole = entry.extent == Some(Extent::Full);
                let text = entry.body_text.as_deref().filter(|_| whole).map(Text::of);
                Texts { own: hashed(url).zip(text), shown: Vec::new() }
            }
            _ => Texts::default(),
        }
    }

    /// The text that an entry of a list shows, by number.
    pub fn shown(&self, entry: usize) -> Option<Shown> {
        *self.shown.get(entry)?
    }
}

/// The texts of entries' own pages.
///
/// ```
/// use feedstone::internals::{entry::{Entry, Extent}, rule::{OwnPages, Texts}};
/// use feedstone::{Extraction, LayoutKind};
/// let texts = |url: &str, kind, text: &str| {
///     let mut entry = Entry::default();
///     entry.link = Some("https://salt.example/1/".to_owned());
///     (entry.body_text, entry.extent) = (Some(text.to_owned()), Some(Extent::Full));
///     let mut page = Extraction::default();
///     page.kind = Some(kind);
///     page.entries.push(entry);
///     Texts::of(url, &page)
/// };
/// let text = "The salt is in the shed, behind the door. Brine it before the third of May.";
/// let mut own = OwnPages::default();
/// own.see(&texts("https://salt.example/1/", LayoutKind::Entry, text));
/// let list = texts("https://salt.example/", LayoutKind::List, "The salt is in the shed.");
/// assert_eq!(own.extent(&list.shown(0).unwrap()), Extent::Excerpt);
/// ```
#[derive(Debug, Default)]
pub struct OwnPages {
    /// By the hashed key of the page's address.
    texts: HashMap<u64, Text>,
}

impl OwnPages {
    /// Takes what a page gave. Of several captures of a page the longest text counts.
    pub fn see(&mut self, texts: &Texts) {
        let Some((key, text)) = texts.own else { return };
        let known = self.texts.entry(key).or_insert(text);
        if known.words < text.words {
            *known = text;
        }
    }

    /// The extent of a text that a list shows: an excerpt where it lacks most of what the entry's
    /// own page has, its end too; whole where it is the same text, and an ellipsis ends it there,
    /// too, where one ends it on the list; else as the list's page says.
    pub fn extent(&self, shown: &Shown) -> Extent {
        let text = &shown.text;
        let Some(own) = self.texts.get(&shown.entry).filter(|own| own.words > 0) else {
            return shown.said;
        };
        // A few words more may be what the own page was read with too much of.
        let missing = own.words.saturating_sub(text.words);
        let lacks_most = most(missing, own.words) && missing >= LEAST_WORDS;
        if lacks_most && own.end != text.end {
            Extent::Excerpt
        } else if own.hash == text.hash && (own.open || !text.open) {
            Extent::Full
        } else {
            shown.said
        }
    }
}

fn hashed(address: &str) -> Option<u64> {
    Some(hash(key_of(address)?.bytes()))
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
        pages.see(&Texts::of("http://www.salt.example/a/", &got));
        let shown = Shown::of(&entry("https://salt.example/a/", shown, said));
        shown.map_or(said, |shown| pages.extent(&shown))
    }

    #[test]
    fn the_entrys_own_page_tells_what_a_list_shows_of_it() {
        use Extent::{Excerpt, Full};
        const NOTED: &str = "one two three four five six seven eight nine ten, and below it a \
                             line or two of the theme";
        const ENDS: &str = "a text about salt, brine and other things that end here";
        const CAPTIONED: &str = "a caption of nine words ahead of the picture: a text about \
                                 salt, brine and other things that end here";
        let ten = "one two three four five six seven eight nine ten";
        let cases = [
            // What is shown, what its page says, what the own page has and says, what it is.
            (ten, Full, ten, Full, Full),
            (ten, Excerpt, ten, Full, Full),
            ("one two", Full, ten, Full, Excerpt),
            // "Tags: salt" behind it.
            ("one two three", Full, ten, Full, Full),
            ("one two three four five six seven eight nine", Excerpt, ten, Full, Excerpt),
            // Two lines too much on a short text's own page.
            ("one two three four five six seven eight nine ten", Full, NOTED, Full, Full),
            // A description as long as the text.
            ("ten words of which none stands in the text itself", Excerpt, ten, Full, Excerpt),
            // The author's dots, or the theme's.
            ("one two three…", Excerpt, "one two three…", Full, Full),
            ("one two three...", Excerpt, "one two three", Full, Excerpt),
            // A caption ahead of the text on its own page.
            (ENDS, Full, CAPTIONED, Full, Full),
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
    fn letters_are_told_by_their_bytes() {
        for c in '\0'..=char::MAX {
            let text = format!("{c}a{c}");
            let alone = text.chars().filter(|c| is_letter(*c)).collect::<String>();
            assert!(letters(text.as_bytes()).eq(alone.bytes()), "{c:?}");
        }
    }

    #[test]
    fn of_other_pages_nothing_is_told() {
        let entry = Entry { body_text: Some("salt".into()), ..Entry::default() };
        assert_eq!(Shown::of(&entry), None);
        let shown = Shown { entry: 7, text: Text::of("salt"), said: Extent::Full };
        let mut pages = OwnPages::default();
        let kind = Some(LayoutKind::List);
        let list = Extraction { kind, entries: vec![entry], ..Extraction::default() };
        pages.see(&Texts::of("https://salt.example/", &list));
        assert_eq!(pages.extent(&shown), Extent::Full);
        assert!(pages.texts.is_empty());
    }
}
