//! A known day in text: where it stands and in which pattern.

use std::borrow::Cow;
use std::collections::HashMap;

use chrono::{Datelike, NaiveDate};

use super::YEARS;
use super::names::{Lexeme, Token, names};
use super::pattern::{Part, Pattern, is_loose, is_part, separator};
use crate::page::is_xml;

/// Most lexemes of a day: year, month and day of the month.
pub(crate) const LONGEST: usize = 3;

/// A place where a known day stands, with the pattern it is written in.
#[derive(Debug, Clone, PartialEq)]
pub struct Sighting {
    /// First lexeme.
    pub first: usize,
    /// Last lexeme.
    pub last: usize,
    /// The pattern; its language is the first of those that name the month so, or `lang` if that is
    /// among them.
    pub pattern: Pattern,
}

/// Every place among `lexed` (of `text`) where `day` stands with day and month, with or without its
/// year.
///
/// A sighting is two or three lexemes in a row with nothing but punctuation, blanks and particles
/// between them; `03/04/04` on 3 April 2004 gives several patterns for one place: votes over items
/// decide. Linear in the lexemes.
pub fn recognise(
    text: &str,
    lexed: &[Lexeme],
    day: NaiveDate,
    lang: Option<&str>,
) -> Vec<Sighting> {
    recognise_at(text, lexed, 0..lexed.len(), day, lang)
}

/// As [`recognise`], of those places alone that begin with these lexemes, given in order.
pub(crate) fn recognise_at(
    text: &str,
    lexed: &[Lexeme],
    starts: impl Iterator<Item = usize>,
    day: NaiveDate,
    lang: Option<&str>,
) -> Vec<Sighting> {
    let mut out = Vec::new();
    let mut dated = 0;
    for first in starts {
        for len in [LONGEST, 2] {
            let Some(window) = lexed.get(first..first + len) else { continue };
            // Day and month of a date whose year is shown are no second date.
            if first + len <= dated {
                continue;
            }
            let Some(between) = separators(text, window) else { continue };
            for parts in assignments(window, day) {
                let named = parts.contains(&Part::MonthName);
                // Numbers in elements of their own have a blank between them; a year in two digits
                // may then be anything.
                let spaced = between.iter().all(|s| s.trim().is_empty() && !s.is_empty())
                    && !parts.contains(&Part::ShortYear);
                let dated_so = spaced || numeric_separators(&between);
                if !named && (!dated_so || is_part(text, window)) {
                    continue;
                }
                if len == 3 {
                    dated = first + len;
                }
                let lang = if named { language(window, day.month(), lang) } else { None };
                out.push(Sighting {
                    first,
                    last: first + len - 1,
                    pattern: Pattern { parts, between: between.clone(), lang },
                });
            }
        }
    }
    out
}

/// Lexemes that a day may begin with, by month and day of the month: whoever seeks many days in one
/// text looks at these alone.
pub(crate) struct Starts {
    by_day: HashMap<(u32, u32), Vec<usize>>,
}

impl Starts {
    /// Linear in the lexemes.
    pub(crate) fn of(lexed: &[Lexeme]) -> Starts {
        let mut by_day: HashMap<(u32, u32), Vec<usize>> = HashMap::new();
        for first in 0..lexed.len() {
            let window = &lexed[first..lexed.len().min(first + LONGEST)];
            for (i, day) in window.iter().enumerate().filter_map(|(i, l)| Some((i, small(l)?))) {
                for (_, month) in window.iter().enumerate().filter(|(j, _)| *j != i) {
                    for month in months(month) {
                        let starts = by_day.entry((month, day)).or_default();
                        if starts.last() != Some(&first) {
                            starts.push(first);
                        }
                    }
                }
            }
        }
        Starts { by_day }
    }

    /// In order, each once.
    pub(crate) fn at(&self, day: NaiveDate) -> &[usize] {
        self.by_day.get(&(day.month(), day.day())).map_or(&[], Vec::as_slice)
    }
}

/// A number of one or two digits.
fn small(lexeme: &Lexeme) -> Option<u32> {
    match lexeme.token {
        Token::Number(v, 1 | 2) => Some(v),
        _ => None,
    }
}

/// The months that a lexeme may mean.
fn months(lexeme: &Lexeme) -> Vec<u32> {
    match lexeme.token {
        Token::Month(form) => names()
            .forms
            .get(form as usize)
            .map_or(Vec::new(), |f| f.meanings.iter().map(|m| m.0).collect()),
        Token::Number(..) => small(lexeme).into_iter().collect(),
    }
}

/// Days that a text shows with their year, each once and at most `most`; where day and month may be
/// meant either way, both.
///
/// ```
/// use feedstone::internals::date::{days_in, lex};
/// let text = "Posted 3 May 2013, 08/12/2013";
/// let days: Vec<String> = days_in(text, &lex(text), 9).iter().map(|d| d.to_string()).collect();
/// assert_eq!(days, ["2013-05-03", "2013-12-08", "2013-08-12"]);
/// ```
pub fn days_in(text: &str, lexed: &[Lexeme], most: usize) -> Vec<NaiveDate> {
    let mut out: Vec<NaiveDate> = Vec::new();
    for window in lexed.windows(3) {
        let Some(between) = separators(text, window) else { continue };
        let number = |k: usize| match window[k].token {
            Token::Number(v, n) => Some((v, n)),
            Token::Month(_) => None,
        };
        let months: Vec<u32> = window
            .iter()
            .filter_map(|l| match l.token {
                Token::Month(f) => names().forms.get(f as usize),
                Token::Number(..) => None,
            })
            .flat_map(|f| f.meanings.iter().map(|m| m.0))
            .collect();
        let numbers: Vec<(u32, u8)> = (0..3).filter_map(number).collect();
        // The year stands first or last.
        let year = [number(0), number(2)]
            .into_iter()
            .flatten()
            .find(|n| n.1 == 4 && YEARS.contains(&(n.0 as i32)));
        let Some(year) = year.map(|n| n.0 as i32) else { continue };
        let rest: Vec<u32> = numbers.iter().filter(|n| n.1 <= 2).map(|n| n.0).collect();
        let numeric = numeric_separators(&between)
            && between.windows(2).all(|b| b[0] == b[1] || b[0].contains(char::is_alphabetic));
        let pairs: Vec<(u32, u32)> = match (rest.as_slice(), months.is_empty()) {
            ([day], false) => months.iter().map(|m| (*m, *day)).collect(),
            // With the year first the month comes second in all the world.
            ([a, b], true) if numeric && numbers[0].1 == 4 => vec![(*a, *b)],
            ([a, b], true) if numeric && numbers[2].1 == 4 => vec![(*b, *a), (*a, *b)],
            _ => continue,
        };
        for day in pairs.into_iter().filter_map(|(m, d)| NaiveDate::from_ymd_opt(year, m, d)) {
            if out.len() < most && !out.contains(&day) {
                out.push(day);
            }
        }
    }
    out
}

fn separators(text: &str, window: &[Lexeme]) -> Option<Vec<String>> {
    window
        .windows(2)
        .map(|p| {
            let s = separator(&with_blanks(text.get(p[0].end..p[1].start)?))?;
            // What cannot be written cannot be part of a pattern.
            (is_loose(&s) && s.chars().all(is_xml)).then_some(s)
        })
        .collect()
}

/// A text with one blank for each run of white space, as values are read: pages indent their
/// elements.
fn with_blanks(text: &str) -> Cow<'_, str> {
    if !text.as_bytes().windows(2).any(|pair| pair.iter().all(u8::is_ascii_whitespace)) {
        return text.into();
    }
    let is_further =
        |c: char, last: Option<char>| c.is_whitespace() && last.is_some_and(char::is_whitespace);
    let mut last = None;
    let kept = text.chars().filter(|c| !is_further(*c, last.replace(*c)));
    kept.collect::<String>().into()
}

/// Numbers alone are a date only with something between them that dates have: one of `/ . -` or
/// signs such as 年.
fn numeric_separators(between: &[String]) -> bool {
    between.iter().all(|s| {
        let bare = s.trim();
        matches!(bare, "/" | "." | "-" | "\u{2010}" | "\u{2013}" | ",")
            || bare.chars().any(char::is_alphabetic)
    })
}

/// Ways to read the lexemes as the fields of `day`, each field at most once, day and month at
/// least.
fn assignments(window: &[Lexeme], day: NaiveDate) -> Vec<Vec<Part>> {
    let mut out: Vec<Vec<Part>> = vec![Vec::new()];
    for lexeme in window {
        let mut next = Vec::new();
        for sofar in &out {
            for part in readings(lexeme, day) {
                let clash = sofar.iter().any(|p| group(*p) == group(part));
                if !clash {
                    let mut with = sofar.clone();
                    with.push(part);
                    next.push(with);
                }
            }
        }
        out = next;
    }
    out.retain(|parts| {
        let has = |g| parts.iter().any(|p| group(*p) == g);
        has(1) && has(2) && (window.len() < 3 || has(0))
    });
    out
}

fn group(part: Part) -> u8 {
    match part {
        Part::Year | Part::ShortYear => 0,
        Part::Month | Part::MonthName => 1,
        Part::Day => 2,
    }
}

fn readings(lexeme: &Lexeme, day: NaiveDate) -> impl Iterator<Item = Part> {
    let mut parts = [None; 3];
    match lexeme.token {
        Token::Number(v, 4) if i64::from(v) == i64::from(day.year()) => parts[0] = Some(Part::Year),
        Token::Number(v, n @ (1 | 2)) => {
            if v == day.day() {
                parts[0] = Some(Part::Day);
            }
            if v == day.month() {
                parts[1] = Some(Part::Month);
            }
            if n == 2 && i64::from(v) == i64::from(day.year().rem_euclid(100)) {
                parts[2] = Some(Part::ShortYear);
            }
        }
        Token::Month(form) => {
            if let Some(f) = names().forms.get(form as usize)
                && f.meanings.iter().any(|(m, _)| *m == day.month())
            {
                parts[0] = Some(Part::MonthName);
            }
        }
        Token::Number(..) => {}
    }
    parts.into_iter().flatten()
}

fn language(window: &[Lexeme], month: u32, lang: Option<&str>) -> Option<String> {
    let form = window.iter().find_map(|l| match l.token {
        Token::Month(f) => names().forms.get(f as usize),
        Token::Number(..) => None,
    })?;
    let (_, langs) = form.meanings.iter().find(|(m, _)| *m == month)?;
    let lang = lang
        .filter(|lang| langs.iter().any(|l| l == *lang))
        .or_else(|| langs.iter().find(|l| *l == "en"))
        .or_else(|| langs.iter().next());
    lang.map(str::to_owned)
}
