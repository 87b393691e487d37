//! What pages say behind the beginning of a text whose rest is for those who pay, or log in.
//!
//! Words alone settle nothing: posts write of such notices, and blogs ask all readers to subscribe.
//! A notice is a short line that quotes nobody, at the end of a text that is short for its layout.
//!
//! Time: linear in a text of few words and some tokens behind it.

use super::shown;
use crate::entry::{Entry, Field};
use crate::page::{Page, words_of};
use crate::rule::Layout;

/// Whom the text is for: these say it all.
#[rustfmt::skip]
const FOR_WHOM: [&str; 13] = [
    "for paying subscribers", "for paid subscribers", "for subscribers only",
    "for paying members", "for members only", "only for subscribers", "only for members",
    "nur für abonnenten", "nur für mitglieder", "réservé aux abonnés", "solo para suscriptores",
    "riservato agli abbonati", "só para assinantes",
];
/// What one is to do, and what for: of these a notice has both.
const ACTS: [&str; 7] =
    ["subscri", "log in", "login", "sign in", "sign up", "become a member", "become a patron"];
const READS: [&str; 6] = [
    "to continue reading",
    "to keep reading this",
    "to read the rest",
    "to read the full",
    "to see the rest",
    "to unlock",
];
/// Signs of a quotation.
const QUOTES: [char; 7] = ['"', '“', '”', '„', '«', '»', '‘'];
/// Most words of a notice.
const MOST_WORDS: usize = 25;
/// Last lines of a text, and first ones behind it, that may be one; most tokens that these are
/// sought in.
const MOST_LINES: usize = 3;
const MOST_BEHIND: usize = 100;
/// A text is short for its layout that has at most this share of the characters of the longest one
/// at learning time.
const SHORT: f64 = 0.5;

/// The notice at the end of a text that is short for its layout.
pub(super) fn notice(page: &Page, layout: &Layout, e: &Entry) -> Option<String> {
    let longest = layout.rules(Field::Body).map(|r| r.profile.longest).max()?;
    let (place, text) = (e.place(Field::Body)?, e.body_text.as_deref()?);
    if text.chars().count() as f64 > SHORT * f64::from(longest) {
        return None;
    }
    let behind = page.visible_lines(place.end..(place.end + MOST_BEHIND).min(page.len()));
    let mut lines = text.lines().rev().take(MOST_LINES).chain(behind.lines().take(MOST_LINES));
    lines.find(|line| is_notice(line)).map(shown)
}

fn is_notice(line: &str) -> bool {
    if line.contains(QUOTES) || words_of(line).len() > MOST_WORDS {
        return false;
    }
    let line = line.to_lowercase();
    let says = |all: &[&str]| all.iter().any(|words| line.contains(words));
    says(&FOR_WHOM) || says(&ACTS) && says(&READS)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn notices() {
        let long = "Salt is what one ".repeat(6);
        let cases = [
            ("This post is for paying subscribers", true),
            ("Subscribe to continue reading", true),
            ("Log in to read the rest of this post.", true),
            ("Subscribe to Salt to keep reading this post and get 7 days of free access", true),
            ("Cet article est réservé aux abonnés.", true),
            ("Subscribe to the newsletter", false),
            ("Log in to comment", false),
            ("Click the title to continue reading", false),
            ("All papers say “Subscribe to continue reading” now.", false),
            (&format!("{long} has to subscribe for to continue reading"), false),
        ];
        for (line, expected) in cases {
            assert_eq!(is_notice(line), expected, "{line}");
        }
    }
}
