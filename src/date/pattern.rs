//! How a blog writes its days, and reading days with that pattern alone.

use std::fmt;

use chrono::NaiveDate;

use super::YEARS;
use super::names::{Lexeme, Token, digit, lexemes, may_hold_number, names};

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

/// Fields in order and what stands between them (white space folded, lower case, ordinal marks
/// dropped), e.g. `d MMM y`.
///
/// ```
/// use feedstone::internals::date::Pattern;
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

    /// How the same blog may write days in its lists: the fields keep their order, not always their
    /// signs (`2016年5月20日` in posts, `2016-05-20` or, under a year's heading, `05-20` in the
    /// archive). ISO order and months by name with the year are always among them, as they cannot
    /// be mistaken.
    pub fn relatives(&self) -> Vec<Pattern> {
        let with = |parts: &[Part], sign: &str, lang: &Option<String>| Pattern {
            parts: parts.to_vec(),
            between: vec![sign.to_owned(); parts.len().saturating_sub(1)],
            lang: lang.clone(),
        };
        let mut out = Vec::new();
        let is_year = |p: &Part| matches!(p, Part::Year | Part::ShortYear);
        let is_month = |p: &Part| matches!(p, Part::Month | Part::MonthName);
        if !self.has_name() && self.parts.len() == 3 {
            out.extend(["-", "/", "."].map(|sign| with(&self.parts, sign, &None)));
            // The year in two digits, in the same order.
            let short = |p: &Part| if *p == Part::Year { Part::ShortYear } else { *p };
            let parts: Vec<Part> = self.parts.iter().map(short).collect();
            if parts != self.parts {
                out.extend(["-", "/", "."].map(|sign| with(&parts, sign, &None)));
            }
        }
        out.push(with(&[Part::Year, Part::Month, Part::Day], "-", &None));
        // A sign that says "month" behind a number leaves nothing to guess.
        out.extend(["月", "월"].map(|sign| with(&[Part::Month, Part::Day], sign, &None)));
        // A month's name and a whole year cannot be mistaken either.
        let spelled = |parts: [Part; 3], between: [&str; 2]| Pattern {
            parts: parts.to_vec(),
            between: between.map(str::to_owned).to_vec(),
            lang: self.lang.clone(),
        };
        let (d, m, y) = (Part::Day, Part::MonthName, Part::Year);
        out.extend(
            [[" ", " "], [" ", ", "], [". ", " "], ["-", "-"]]
                .map(|between| spelled([d, m, y], between)),
        );
        out.extend([[" ", ", "], [" ", " "]].map(|between| spelled([m, d, y], between)));
        out.extend(
            self.in_numbers()
                .into_iter()
                .flat_map(|parts| ["/", ".", "-"].map(|sign| with(&parts, sign, &None))),
        );
        let Some(at) = self.parts.iter().position(is_year).filter(|_| self.parts.len() == 3) else {
            return out;
        };
        let mut parts = self.parts.clone();
        parts.remove(at);
        let between = self.between.get(usize::from(at == 0)).cloned();
        out.push(Pattern {
            parts: parts.clone(),
            between: between.into_iter().collect(),
            lang: self.lang.clone(),
        });
        let named: Vec<Part> =
            parts.iter().map(|p| if is_month(p) { Part::MonthName } else { *p }).collect();
        out.push(with(&named, " ", &self.lang));
        if !self.has_name() {
            out.extend(["-", "/", "."].map(|sign| with(&parts, sign, &None)));
        }
        out
    }

    /// How a blog that names months, or leaves out years, writes days in numbers alone: day and
    /// month keep their order, and the year stands behind them.
    fn in_numbers(&self) -> Vec<[Part; 3]> {
        let number = |p: &Part| match p {
            Part::MonthName => Part::Month,
            Part::ShortYear => Part::Year,
            p => *p,
        };
        let parts: Vec<Part> = self.parts.iter().map(number).collect();
        let written = self.has_name() || !self.has_year();
        match parts[..] {
            [a, b] | [a, b, Part::Year] if written && a != Part::Year && b != Part::Year => {
                vec![[a, b, Part::Year], [a, b, Part::ShortYear]]
            }
            _ => Vec::new(),
        }
    }

    /// How archives head the posts of a month: with its name, with and without the year, or in
    /// numbers.
    pub(crate) fn months(lang: Option<&str>) -> Vec<Pattern> {
        use Part::{Month, MonthName, Year};
        let with = |parts: &[Part], between: &[&str]| Pattern {
            parts: parts.to_vec(),
            between: between.iter().map(|s| (*s).to_owned()).collect(),
            lang: lang.map(str::to_owned),
        };
        let mut months = vec![
            with(&[MonthName, Year], &[" "]),
            with(&[Year, MonthName], &[" "]),
            with(&[Year, Month], &["年"]),
            with(&[MonthName], &[]),
        ];
        for sign in ["-", "/", "."] {
            months.push(with(&[Year, Month], &[sign]));
            months.push(with(&[Month, Year], &[sign]));
        }
        months
    }

    /// True where the pattern names the month.
    pub fn has_name(&self) -> bool {
        self.parts.contains(&Part::MonthName)
    }

    /// True unless a day is numbers in a row, which may mean anything away from its own place.
    pub(crate) fn is_sure(&self) -> bool {
        self.has_name() || self.between.iter().any(|sign| !sign.trim().is_empty())
    }

    /// The first date of this pattern in `text` and its bytes.
    pub fn read(&self, text: &str) -> Option<(Day, std::ops::Range<usize>)> {
        if self.parts != [Part::MonthName] && !may_hold_number(text) {
            return None;
        }
        // A date mostly stands ahead of a long text.
        let mut window: Vec<Lexeme> = Vec::new();
        lexemes(text).find_map(|lexeme| {
            if window.len() == self.parts.len().max(1) {
                window.remove(0);
            }
            window.push(lexeme);
            self.read_lexed(text, &window)
        })
    }

    /// As [`read`](Self::read), over lexemes at hand.
    pub fn read_lexed(
        &self,
        text: &str,
        lexed: &[Lexeme],
    ) -> Option<(Day, std::ops::Range<usize>)> {
        lexed.windows(self.parts.len().max(1)).find_map(|w| {
            let day = self.fits(text, w)?;
            Some((day, w.first()?.start..w.last()?.end))
        })
    }

    /// The last day that lexemes of a text give in this pattern.
    pub(crate) fn last_lexed(&self, text: &str, lexed: &[Lexeme]) -> Option<Day> {
        lexed.windows(self.parts.len().max(1)).rev().find_map(|w| self.fits(text, w))
    }

    fn fits(&self, text: &str, window: &[Lexeme]) -> Option<Day> {
        let mut day = Day::default();
        for (part, lexeme) in self.parts.iter().zip(window) {
            match (part, lexeme.token) {
                (Part::Year, Token::Number(v, 4)) if YEARS.contains(&(v as i32)) => {
                    day.year = Some(v as i32)
                }
                (Part::ShortYear, Token::Number(v, 2)) => day.year = Some(full_year(v)),
                (Part::Month, Token::Number(v, 1 | 2)) if (1..=12).contains(&v) => day.month = v,
                (Part::MonthName, Token::Month(form)) => {
                    day.month = names().month(form, self.lang.as_deref())?
                }
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
        if !self.has_name() && is_part(text, window) {
            return None;
        }
        if day.day != 0
            && day.month != 0
            && NaiveDate::from_ymd_opt(day.year.unwrap_or(2000), day.month, day.day).is_none()
        {
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

/// What stands between two fields, in a form that can be compared: lower case, white space folded,
/// ordinal marks and anything in front of them dropped, times of day, too. None where it is too
/// long to be a part of one date.
pub(super) fn separator(raw: &str) -> Option<String> {
    if raw.chars().count() > LONGEST_SEPARATOR {
        return None;
    }
    let mut out = String::new();
    let mut gap = false;
    let mut in_time = false;
    for c in raw.chars().flat_map(char::to_lowercase) {
        // A number in between is a time of day (`Mar 13 13:50:44 2012`).
        in_time = digit(c).is_some() || in_time && c == ':';
        if in_time {
            continue;
        }
        if c.is_whitespace() || c == '\u{200e}' || c == '\u{200f}' {
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

/// Are these numbers a part of something longer? Of a name (`v14.03`), or of more numbers with the
/// same mark between them: a version, a telephone number, a date with another year.
pub(super) fn is_part(text: &str, window: &[Lexeme]) -> bool {
    let (Some(first), Some(last)) = (window.first(), window.last()) else { return false };
    let mark = |pair: Option<&[Lexeme]>| {
        let pair = pair?;
        text.get(pair.first()?.end..pair.last()?.start).filter(|mark| !mark.is_empty())
    };
    let (before, behind) =
        (text.get(..first.start).unwrap_or(""), text.get(last.end..).unwrap_or(""));
    let number_before =
        mark(window.get(..2)).and_then(|mark| before.strip_suffix(mark)?.chars().next_back());
    let number_behind = mark(window.get(window.len().saturating_sub(2)..))
        .and_then(|mark| behind.strip_prefix(mark)?.chars().next());
    before.ends_with(|c: char| c.is_ascii_alphanumeric())
        || [number_before, number_behind].into_iter().flatten().any(|c| digit(c).is_some())
}

/// Does `found` stand where `want` is asked for? With a month name anything of punctuation and
/// particles will do.
fn separates(want: &str, found: &str, named: bool) -> bool {
    let bare = |s: &str| s.chars().filter(|c| !c.is_whitespace()).collect::<String>();
    bare(want) == bare(found) || (named && is_loose(found))
}

/// Signs that no day is written across: `(1) August 2019` is a count ahead of a month.
const BRACKETS: [char; 16] =
    ['(', ')', '[', ']', '{', '}', '<', '>', '（', '）', '［', '］', '【', '】', '「', '」'];

/// Punctuation without brackets, white space and particles alone.
pub(super) fn is_loose(separator: &str) -> bool {
    !separator.contains(BRACKETS)
        && separator
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .all(|w| names().is_particle(w))
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
                let s = s.replace('\'', "''");
                if s.contains(|c: char| c.is_ascii_alphabetic()) {
                    // Letters are fields; words in between stand in quotes, as CLDR has it.
                    write!(f, "'{s}'")?;
                } else {
                    f.write_str(&s)?;
                }
            }
            write!(f, "{p}")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for Pattern {
    type Err = String;

    /// Letters are fields, and words where they do not spell fields (`d de MMM`) or stand in
    /// quotes; `''` is an apostrophe.
    fn from_str(s: &str) -> Result<Pattern, String> {
        let mut pattern = Pattern { parts: Vec::new(), between: Vec::new(), lang: None };
        let mut literal = String::new();
        let mut quoted = false;
        let mut rest = s;
        while let Some(c) = rest.chars().next() {
            if let Some(behind) = rest.strip_prefix("''") {
                literal.push('\'');
                rest = behind;
                continue;
            }
            if c == '\'' {
                quoted = !quoted;
                rest = &rest[1..];
                continue;
            }
            let word = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
            if quoted || word == 0 {
                literal.push(c);
                rest = &rest[c.len_utf8()..];
                continue;
            }
            let (word, behind) = rest.split_at(word);
            rest = behind;
            let Some(fields) = fields(word) else {
                // `MM`, `MMMM`, `dd`: other systems' letters, not words of a language.
                if word.bytes().all(|b| matches!(b, b'y' | b'M' | b'd' | b'E')) {
                    return Err(format!("expected a field (y, yy, M, MMM, d), found {word:?}"));
                }
                literal.push_str(word);
                continue;
            };
            for field in fields {
                if pattern.parts.is_empty() && !literal.is_empty() {
                    return Err(format!(
                        "a date pattern starts with a field (y, yy, M, MMM, d), found {literal:?}"
                    ));
                }
                if !pattern.parts.is_empty() {
                    pattern.between.push(std::mem::take(&mut literal));
                }
                pattern.parts.push(field);
            }
        }
        let twice = |g: fn(&Part) -> bool| pattern.parts.iter().filter(|p| g(p)).count() > 1;
        let again = twice(|p| matches!(p, Part::Year | Part::ShortYear))
            || twice(|p| matches!(p, Part::Month | Part::MonthName))
            || twice(|p| *p == Part::Day);
        if quoted
            || again
            || pattern.parts.is_empty()
            || !literal.is_empty()
            || pattern.parts.len() > 3
        {
            return Err(format!(
                "expected one to three fields (y, yy, M, MMM, d) and what stands between them, \
                 found {s:?}"
            ));
        }
        Ok(pattern)
    }
}

/// The fields that a run of letters spells, if it is made of nothing else: `dMMMy` of `05May2013`.
fn fields(word: &str) -> Option<Vec<Part>> {
    let letters = word.as_bytes().chunk_by(|a, b| a == b);
    letters
        .map(|run| match run {
            b"y" => Some(Part::Year),
            b"yy" => Some(Part::ShortYear),
            b"M" => Some(Part::Month),
            b"MMM" => Some(Part::MonthName),
            b"d" => Some(Part::Day),
            _ => None,
        })
        .collect()
}
