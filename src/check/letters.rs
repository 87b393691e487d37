//! What the letters of a value say: UTF-8 that was read as another encoding (`CafÃ©`), and markup
//! that was escaped twice (`&amp;#8217;`). What is said here settles that the value is wrong.
//!
//! Time: linear in the values.

use std::ops::Range;

use super::{DraftEntry, Opinion, Witness, shown};
use crate::entry::{Entry, Field};
use crate::page::{Kind, Page, words_of};

/// Characters of a text that are looked at.
const LOOKED_AT: usize = 20_000;
/// Fewest letters of a text that were read as another encoding, or references that were escaped:
/// an entry may write of one.
const LEAST_IN_TEXT: usize = 3;
/// Longest tag that is told from other text.
const LONGEST_TAG: usize = 20;
/// Words of a text for each further letter that may be misread, and for each further piece of
/// markup: that may be what the text is about.
const PLAIN_WORDS: usize = 200;
const MARKED_WORDS: usize = 30;

/// The byte that windows-1252 has for a character; of the five that it lacks, what browsers read.
fn byte_of(c: char) -> Option<u8> {
    if let Ok(byte) = u8::try_from(u32::from(c)) {
        return Some(byte);
    }
    let mut text = [0; 4];
    let (bytes, _, lossy) = encoding_rs::WINDOWS_1252.encode(c.encode_utf8(&mut text));
    match (lossy, bytes.as_ref()) {
        (false, [byte]) => Some(*byte),
        _ => None,
    }
}

/// A letter, with what stands for it where its bytes were read as another encoding.
struct Misread {
    as_read: String,
    letter: char,
}

impl Misread {
    /// True where nobody writes what stands for it: `Ã©`, `â€™`. But `É»` ends a quotation.
    fn is_evident(&self) -> bool {
        self.as_read.chars().count() > 2 || self.as_read.starts_with(['Â', 'Ã'])
    }
}

/// The letters that several characters of a text are when their bytes are read as UTF-8.
fn misread(text: &str) -> Vec<Misread> {
    let mut out = Vec::new();
    let known: Vec<(char, Option<u8>)> =
        text.chars().take(LOOKED_AT).map(|c| (c, byte_of(c))).collect();
    let mut at = 0;
    while at < known.len() {
        let count = match known[at].1 {
            Some(0xc2..=0xdf) => 2,
            Some(0xe0..=0xef) => 3,
            Some(0xf0..=0xf4) => 4,
            _ => 1,
        };
        let part = &known[at..known.len().min(at + count)];
        let bytes: Option<Vec<u8>> = part.iter().map(|(_, byte)| *byte).collect();
        let letter = bytes.filter(|_| count > 1).and_then(|b| String::from_utf8(b).ok());
        if let Some(letter) = letter.and_then(|l| l.chars().next()) {
            out.push(Misread { as_read: part.iter().map(|(c, _)| *c).collect(), letter });
            at += count;
        } else {
            at += 1;
        }
    }
    out
}

/// References that stand in a text as they stand in HTML: `&amp;`, `&#8217;`.
fn escaped(text: &str) -> Vec<&str> {
    let named = ["amp", "lt", "gt", "quot", "apos", "nbsp", "hellip", "mdash", "ndash", "rsquo"];
    let mut out = Vec::new();
    for (at, _) in text.match_indices('&').take(LOOKED_AT) {
        let rest = &text[at + 1..];
        let Some(end) = rest.bytes().take(10).position(|b| b == b';') else { continue };
        let name = &rest[..end];
        let number = name.strip_prefix('#').map(|n| n.trim_start_matches(['x', 'X']));
        let is_number =
            number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_hexdigit()));
        if is_number || named.contains(&name) {
            out.push(&text[at..at + end + 2]);
        }
    }
    out
}

/// End tags and line breaks that stand in a text.
fn tags(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    for (at, _) in text.match_indices('<') {
        let rest = &text[at + 1..];
        let Some(end) = rest.bytes().take(LONGEST_TAG).position(|b| b == b'>') else { continue };
        let name = rest[..end].trim_end_matches(['/', ' ']).to_ascii_lowercase();
        let closes = name
            .strip_prefix('/')
            .is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_alphanumeric()));
        if closes || name == "br" {
            out.push(&text[at..at + end + 2]);
        }
    }
    out
}

/// True where a text begins with a tag and ends with an end tag.
fn is_markup(text: &str) -> bool {
    let begins =
        text.strip_prefix('<').is_some_and(|t| t.starts_with(|c: char| c.is_ascii_alphabetic()));
    begins && text.ends_with('>') && tags(text).last().is_some_and(|t| text.ends_with(t))
}

/// What is wrong with the letters of a text, if something is. `long`: it is a text of an entry, and
/// no mere title or name.
fn garbled(text: &str, long: bool) -> Option<String> {
    let words = words_of(text).len();
    let least = |plain: usize| if long { LEAST_IN_TEXT + words / plain } else { 1 };
    let (least, marked) = (least(PLAIN_WORDS), least(MARKED_WORDS));
    let wrong = misread(text);
    let evident = wrong.iter().filter(|m| m.is_evident()).count();
    if let Some(first) = wrong.first()
        && (evident >= least || wrong.len() >= LEAST_IN_TEXT.max(least))
    {
        let Misread { as_read, letter } = first;
        return Some(format!("UTF-8 was read as another encoding: {as_read:?} for {letter:?}"));
    }
    let mut wrong = escaped(text);
    wrong.extend(tags(text));
    // A text that is markup from its first sign to its last was escaped as a whole.
    let whole = long && is_markup(text.trim());
    let wrong = wrong.first().filter(|_| whole || wrong.len() >= marked)?;
    Some(format!("it was escaped twice: {:?}", shown(wrong)))
}

/// The beginning of a text, without code: that may show what markup looks like.
fn prose(page: &Page, place: Range<usize>) -> String {
    let (mut out, mut i) = (String::new(), place.start);
    while i < place.end && out.len() < LOOKED_AT {
        match (page.tokens()[i].kind, page.tag(i)) {
            (
                Kind::Start,
                "pre" | "code" | "samp" | "kbd" | "tt" | "textarea" | "script" | "style",
            ) => {
                i = page.region(i).end;
                continue;
            }
            (Kind::Text, _) => out.push_str(page.data(i)),
            _ => out.push(' '),
        }
        i += 1;
    }
    out
}

pub(super) fn ask(page: &Page, e: &Entry, draft: &mut DraftEntry) {
    for field in [Field::Title, Field::Author, Field::Tags, Field::Body] {
        let text = match e.place(field).filter(|_| field == Field::Body) {
            Some(place) => prose(page, place.clone()),
            None => super::text_of(e, field).unwrap_or_default(),
        };
        let opinion =
            garbled(&text, field == Field::Body).map_or(Opinion::Silent, Opinion::Disagrees);
        draft.vote(field, Witness::Letters, opinion);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_that_were_misread() {
        let cases = [
            ("CafÃ© au lait", Some("UTF-8 was read as another encoding: \"Ã©\" for 'é'")),
            ("Saltâ€™s end", Some("UTF-8 was read as another encoding: \"â€™\" for '’'")),
            ("Ð¡Ð¾Ð»ÑŒ", Some("UTF-8 was read as another encoding: \"Ð¡\" for 'С'")),
            ("Salt &amp; Pepper", Some("it was escaped twice: \"&amp;\"")),
            ("Salt&#8217;s", Some("it was escaped twice: \"&#8217;\"")),
            ("Café au lait, Salt’s «end», São João", None),
            ("Salt & <em>Pepper</em>", Some("it was escaped twice: \"</em>\"")),
            ("Salt & Pepper; AT&T; 1 < 2 > 0; <p>; x</", None),
            ("Ça va? À la carte – «Å»", None),
            ("Соль", None),
        ];
        for (text, expected) in cases {
            assert_eq!(garbled(text, false).as_deref(), expected, "{text}");
        }
    }
}
