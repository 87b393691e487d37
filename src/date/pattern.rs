//! How a blog writes its days, and reading days with that pattern alone.

use std::fmt;

use chrono::NaiveDate;

use super::YEARS;
use super::names::{Lexeme, Token, lex, names};

/// One field of a pattern, in CLDR's letters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// `y`: the year in four digits.
    Year,
    /// `yy`: the year in two digits.
    ShortYear,
    /// `M`: the month as a number.
    Month,
    /// `MMM`: the month by name, in any of its forms.
    MonthName,
    /// `d`: the day of the month.
    Day,
}

/// Fields in order and what stands between them (white space folded, lower case, ordinal marks dropped), e.g. `d MMM y`.
///
/// ```
/// use feedstone::date::Pattern;
/// let p: Pattern = "d de MMM de y".parse().unwrap();
/// let (day, range) = p.read("Publicado el 2 de mayo de 2013 por Ana").unwrap();
/// assert_eq!(day.date().unwrap().to_string(), "2013-05-02");
/// assert_eq!(&"Publicado el 2 de mayo de 2013 por Ana"[range], "2 de mayo de 2013");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The fields.
    pub parts: Vec<Part>,
    /// What stands between two fields: one fewer than `parts`.
    pub between: Vec<String>,
    /// Language of the month names (`en`), where known.
    pub lang: Option<String>,
}

/// A day as a page shows it; the year may be missing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Day {
    /// The year, where the page shows it there.
    pub year: Option<i32>,
    /// Month 1..=12; 0 where it is not shown.
    pub month: u32,
    /// Day 1..=31; 0 where it is not shown.
    pub day: u32,
}

impl Day {
    /// The whole date, where all of it is known and it exists.
    pub fn date(&self) -> Option<NaiveDate> {
        NaiveDate::from_ymd_opt(self.year?, self.month, self.day)
    }
}

impl Pattern {
    /// True where the pattern holds a year.
    pub fn has_year(&self) -> bool {
        self.parts.iter().any(|p| matches!(p, Part::Year | Part::ShortYear))
    }

    /// True where the pattern names the month.
    pub fn has_name(&self) -> bool {
        self.parts.contains(&Part::MonthName)
    }

    /// The first date of this pattern in `text` and its bytes.
    pub fn read(&self, text: &str) -> Option<(Day, std::ops::Range<usize>)> {
        self.read_lexed(text, &lex(text))
    }

    /// As [`read`](Self::read), over lexemes at hand.
    pub fn read_lexed(&self, text: &str, lexed: &[Lexeme]) -> Option<(Day, std::ops::Range<usize>)> {
        lexed.windows(self.parts.len().max(1)).find_map(|w| {
            let day = self.fits(text, w)?;
            Some((day, w.first()?.start..w.last()?.end))
        })
    }

    fn fits(&self, text: &str, window: &[Lexeme]) -> Option<Day> {
        let mut day = Day::default();
        for (part, lexeme) in self.parts.iter().zip(window) {
            match (part, lexeme.token) {
                (Part::Year, Token::Number(v, 4)) if YEARS.contains(&(v as i32)) => day.year = Some(v as i32),
                (Part::ShortYear, Token::Number(v, 2)) => day.year = Some(full_year(v)),
                (Part::Month, Token::Number(v, 1 | 2)) if (1..=12).contains(&v) => day.month = v,
                (Part::MonthName, Token::Month(form)) => day.month = names().month(form, self.lang.as_deref())?,
                (Part::Day, Token::Number(v, 1 | 2)) if (1..=31).contains(&v) => day.day = v,
                _ => return None,
            }
        }
        for (want, pair) in self.between.iter().zip(window.windows(2)) {
            let raw = text.get(pair[0].end..pair[1].start)?;
            if !separates(want, &separator(raw)?, self.has_name()) {
                return None;
            }
        }
        // A number glued to more digits by a dot or a colon is a time or a version, not the field of a date.
        let before = text.get(..window.first()?.start)?.chars().next_back();
        if before.is_some_and(|c| c.is_alphanumeric() && !self.has_name() && c.is_ascii()) {
            return None;
        }
        if day.day != 0 && day.month != 0 && NaiveDate::from_ymd_opt(day.year.unwrap_or(2000), day.month, day.day).is_none() {
            return None;
        }
        Some(day)
    }
}

fn full_year(short: u32) -> i32 {
    if short >= 70 { 1900 + short as i32 } else { 2000 + short as i32 }
}

/// The longest text that may stand between two fields of one date, in characters.
const LONGEST_SEPARATOR: usize = 24;

/// What stands between two fields, in a form that can be compared: lower case, white space folded, ordinal marks and
/// anything in front of them dropped. None where it is too long to be a part of one date.
pub(super) fn separator(raw: &str) -> Option<String> {
    if raw.chars().count() > LONGEST_SEPARATOR {
        return None;
    }
    let mut out = String::new();
    let mut gap = false;
    for c in raw.chars().flat_map(char::to_lowercase) {
        if c.is_whitespace() || c == '\u{a0}' || c == '\u{200e}' || c == '\u{200f}' {
            gap = true;
        } else {
            if gap {
                out.push(' ');
                gap = false;
            }
            out.push(c);
        }
    }
    if gap {
        out.push(' ');
    }
    const ORDINALS: [&str; 9] = ["st", "nd", "rd", "th", "er", "ère", "º", "ª", "°"];
    for o in ORDINALS {
        if let Some(rest) = out.strip_prefix(o)
            && !rest.starts_with(char::is_alphabetic)
        {
            return Some(rest.to_owned());
        }
    }
    Some(out)
}

/// Does `found` stand where `want` is asked for? With a month name anything of punctuation and particles will do.
fn separates(want: &str, found: &str, named: bool) -> bool {
    let bare = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    bare(want) == bare(found) || (named && is_loose(found))
}

/// Punctuation, white space and particles alone.
pub(super) fn is_loose(separator: &str) -> bool {
    separator.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).all(|w| names().is_particle(w))
}

impl fmt::Display for Part {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Part::Year => "y",
            Part::ShortYear => "yy",
            Part::Month => "M",
            Part::MonthName => "MMM",
            Part::Day => "d",
        })
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, p) in self.parts.iter().enumerate() {
            if let Some(s) = i.checked_sub(1).and_then(|i| self.between.get(i)) {
                if s.contains(|c: char| c.is_ascii_alphabetic()) {
                    // Letters are fields; words in between stand in quotes, as CLDR has it.
                    write!(f, "'{s}'")?;
                } else {
                    f.write_str(s)?;
                }
            }
            write!(f, "{p}")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Pattern {
    type Err = String;

    fn from_str(s: &str) -> Result<Pattern, String> {
        let mut pattern = Pattern { parts: Vec::new(), between: Vec::new(), lang: None };
        let mut literal = String::new();
        let mut quoted = false;
        let mut rest = s;
        let field = |rest: &str| {
            [("MMM", Part::MonthName), ("yy", Part::ShortYear), ("y", Part::Year), ("M", Part::Month), ("d", Part::Day)]
                .into_iter()
                .find(|(letters, _)| {
                    rest.starts_with(letters) && !rest[letters.len()..].starts_with(|c: char| c.is_ascii_alphabetic())
                })
        };
        while let Some(c) = rest.chars().next() {
            if c == '\'' {
                quoted = !quoted;
                rest = &rest[1..];
                continue;
            }
            match field(rest) {
                Some((letters, part)) if !quoted && !literal.ends_with(|c: char| c.is_ascii_alphabetic()) => {
                    if pattern.parts.is_empty() {
                        if !literal.is_empty() {
                            return Err(format!("a date pattern starts with a field (y, yy, M, MMM, d), found {literal:?}"));
                        }
                    } else {
                        pattern.between.push(std::mem::take(&mut literal));
                    }
                    pattern.parts.push(part);
                    rest = &rest[letters.len()..];
                }
                _ => {
                    literal.push(c);
                    rest = &rest[c.len_utf8()..];
                }
            }
        }
        if pattern.parts.is_empty() || !literal.is_empty() || pattern.parts.len() > 3 {
            return Err(format!("expected one to three fields (y, yy, M, MMM, d) and what stands between them, found {s:?}"));
        }
        Ok(pattern)
    }
}
