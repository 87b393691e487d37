//! Writers: entries and posts as people and programs want them, one file a format.
//!
//! | file | what |
//! |---|---|
//! | `entry.rs` | entries of one page, JSON Lines |
//! | `writer.rs` | posts in any of the formats that are public |
//! | `lines.rs` | posts, JSON Lines |
//! | `atom.rs` | posts as one Atom feed of the full history |
//! | `documents.rs` | posts as Atom documents that lead to each other |
//! | `jsonfeed.rs` | posts as a JSON Feed 1.1 |
//! | `wxr.rs` | posts for WordPress' import |
//! | `markdown.rs` | posts as Markdown files with front matter |
//! | `csv.rs` | posts as a table |
//! | `sqlite.rs` | posts as a database with full-text search |

#[cfg(feature = "harvest")]
mod atom;
#[cfg(feature = "cli")]
mod csv;
#[cfg(feature = "harvest")]
mod documents;
mod entry;
#[cfg(feature = "harvest")]
mod jsonfeed;
#[cfg(feature = "harvest")]
mod lines;
#[cfg(feature = "harvest")]
mod markdown;
#[cfg(feature = "cli")]
mod sqlite;
#[cfg(feature = "harvest")]
mod writer;
#[cfg(feature = "harvest")]
mod wxr;

use std::borrow::Cow;

use memchr::{memchr2_iter, memmem};

#[cfg(feature = "cli")]
pub(crate) use csv::{Csv, plain};
#[cfg(feature = "harvest")]
#[doc(hidden)]
pub use documents::Documents;
#[cfg(feature = "cli")]
pub(crate) use sqlite::Sqlite;
#[cfg(feature = "harvest")]
pub use writer::{Format, Writer};

/// The blog that posts are of, as formats with a head want it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct About {
    /// The blog's title.
    pub title: String,
    /// Its home page.
    pub home: String,
    /// Its language, as the feed says it.
    pub lang: Option<String>,
    /// The newest day of a post.
    pub updated: Option<chrono::NaiveDate>,
    /// True where the posts are known to be all.
    pub complete: bool,
}

/// Takes posts, one after the other: what all forms have in common.
#[doc(hidden)]
#[cfg(feature = "harvest")]
pub trait Posts {
    /// Write a post.
    ///
    /// # Errors
    /// What the file system says.
    fn post(&mut self, post: &crate::harvest::Post) -> std::io::Result<()>;

    /// Write what stands behind the last post.
    ///
    /// # Errors
    /// What the file system says.
    fn finish(&mut self) -> std::io::Result<()>;
}

/// Text without signs that steer a terminal or turn the direction of what stands behind them:
/// control characters other than tab and line feed, and Unicode's marks for directions. They
/// become `\u001b`, as JSON writes them: in a line of JSON the value stays the same.
///
/// ```
/// use feedstone::output::unsteered;
/// assert_eq!(unsteered("clear \x1b[2J all"), "clear \\u001b[2J all");
/// assert_eq!(unsteered("Salz & Pfeffer\n"), "Salz & Pfeffer\n");
/// ```
#[doc(hidden)]
pub fn unsteered(text: &str) -> Cow<'_, str> {
    if !has_steering(text) {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match steers(c) {
            true => out.push_str(&format!("\\u{:04x}", c as u32)),
            false => out.push(c),
        }
    }
    Cow::Owned(out)
}

fn steers(c: char) -> bool {
    match c {
        '\t' | '\n' => false,
        '\u{61c}' | '\u{200e}' | '\u{200f}' => true,
        '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => true,
        c => c.is_control(),
    }
}

/// Is one of a text's characters such a one? All but one of those beyond ASCII begin with one of
/// two bytes, which are sought many bytes in a step.
fn has_steering(text: &str) -> bool {
    let bytes = text.as_bytes();
    let alone = |b: u8| (b < b' ') & (b != b'\n') & (b != b'\t') | (b == 0x7f);
    if bytes.iter().fold(false, |any, b| any | alone(*b)) {
        return true;
    }
    let first = |c: char| c.encode_utf8(&mut [0; 4]).as_bytes()[0];
    memmem::find(bytes, "\u{61c}".as_bytes()).is_some()
        || memchr2_iter(first('\u{80}'), first('\u{2028}'), bytes)
            .any(|at| text[at..].chars().next().is_some_and(steers))
}

/// Text with nothing that XML 1.0 does not allow.
#[cfg(feature = "harvest")]
fn xml_text(text: &str) -> String {
    let text: String = text.chars().filter(|c| crate::page::is_xml(*c)).collect();
    quick_xml::escape::escape(text).into_owned()
}

/// A day as RFC 3339 wants a moment; where none is known, the first that computers count.
#[cfg(feature = "harvest")]
fn moment(day: Option<chrono::NaiveDate>) -> String {
    day.map_or("1970-01-01T00:00:00Z".to_owned(), |d| format!("{d}T00:00:00Z"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_is_found_wherever_it_stands() {
        for sign in ['\u{7}', '\u{7f}', '\u{85}', '\u{61c}', '\u{200f}', '\u{202e}', '\u{2066}'] {
            for ahead in ["a", "é", "’", "\n"] {
                for n in 0..140 {
                    let text = format!("{}{sign}z", ahead.repeat(n));
                    assert!(unsteered(&text).contains("\\u"), "{n} {sign:?}");
                }
            }
        }
        for c in (0..=0x10_ffff).filter_map(char::from_u32) {
            assert_eq!(has_steering(&format!("a{c}é")), steers(c), "{c:?}");
        }
        let plain = "’\tcafé\n".repeat(99);
        assert_eq!(unsteered(&plain), plain);
    }
}
