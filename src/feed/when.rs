//! Dates as feeds write them: RFC 3339, RFC 2822, and what blog software and its authors make of
//! both.

use chrono::{DateTime, Days, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, TimeZone, Utc};

use super::FeedDate;
use super::raw::{DateRole, RawDate};

/// Dates before this year are zero values of some program (1 January 0001, 1970), not days on which
/// somebody blogged.
const FIRST_YEAR: i32 = 1980;

/// A date longer than this is not a date; `Wednesday, 30 September 2013 11:30:00 PM GMT+02:00
/// (CEST)` has 59 letters.
const LONGEST_DATE: usize = 80;

/// Publication and last change. What cannot be read goes to `bad`.
pub(super) fn dates(
    raw: &[RawDate],
    bad: &mut Vec<String>,
) -> (Option<FeedDate>, Option<FeedDate>) {
    let mut found: Vec<(DateRole, FeedDate)> = Vec::new();
    for date in raw {
        match parse_date(&date.text) {
            Some((at, has_offset)) => {
                found.push((date.role, FeedDate { at, has_offset, raw: date.text.clone() }))
            }
            None => bad.push(date.text.chars().take(LONGEST_DATE).collect()),
        }
    }
    found.sort_by_key(|(role, _)| *role);
    let updated = found.iter().find(|(role, _)| *role == DateRole::Updated).map(|(_, d)| d.clone());
    match found.into_iter().next() {
        Some((DateRole::Updated, date)) => (Some(date), None),
        Some((_, date)) => (Some(date), updated),
        None => (None, None),
    }
}

/// A moment, and whether its zone was written. Never completed from the clock.
fn parse_date(text: &str) -> Option<(DateTime<FixedOffset>, bool)> {
    let text = text.trim();
    if text.is_empty() || text.len() > LONGEST_DATE {
        return None;
    }
    let (local, zone) =
        numeric_date(text).or_else(|| worded_date(text)).or_else(|| lenient_date(text))?;
    let year = chrono::Datelike::year(&local);
    let at = FixedOffset::east_opt(zone.unwrap_or(0))?.from_local_datetime(&local).single()?;
    (year >= FIRST_YEAR).then_some((at, zone.is_some()))
}

type Local = (NaiveDateTime, Option<i32>);

/// RFC 3339 and W3CDTF at every precision, and their everyday misspellings: blanks for `T`, no
/// zone, `/` for `-`.
fn numeric_date(text: &str) -> Option<Local> {
    let (date, rest) = text.split_at(
        text.find(|c: char| !c.is_ascii_digit() && !matches!(c, '-' | '/')).unwrap_or(text.len()),
    );
    let parts: Vec<&str> = date.split(['-', '/']).collect();
    let (year, month, day) = match parts.as_slice() {
        [all] if all.len() == 8 => (all.get(..4)?, all.get(4..6)?, all.get(6..)?),
        [year] => (*year, "1", "1"),
        [year, month] => (*year, *month, "1"),
        [year, month, day] => (*year, *month, *day),
        _ => return None,
    };
    if year.len() != 4 || month.len() > 2 || day.len() > 2 {
        return None;
    }
    let date = NaiveDate::from_ymd_opt(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)?;
    let rest = rest.trim_start_matches(['T', 't']).trim_start();
    let (time, rest) = match rest.bytes().next() {
        Some(b'0'..=b'9') => clock(rest)?,
        // A day with a zone, as XML Schema has it, or with nothing.
        _ if parts.len() == 3 || rest.is_empty() => (Clock::default(), rest),
        _ => return None,
    };
    let mut zone = Zone::default();
    rest.split_whitespace().all(|word| zone.take(word)).then_some(())?;
    Some((time.on(date)?, zone.offset()))
}

/// RFC 2822 and what programs make of it: no weekday or a wrong one, month first, two-digit years,
/// `30-Apr-2013`, names of zones.
fn worded_date(text: &str) -> Option<Local> {
    let text = text.split_once('(').map_or(text, |(before, _)| before);
    let (mut day, mut month, mut year, mut time) = (None, None, None, None);
    let mut first_word_is_month = false;
    let mut zone = Zone::default();
    let dashed =
        |word: &str| word.split('-').count() == 3 && word.bytes().any(|b| b.is_ascii_alphabetic());
    let words = text.split(|c: char| c.is_whitespace() || c == ',').filter(|w| !w.is_empty());
    let words =
        words.flat_map(|w| if dashed(w) { w.split('-').collect::<Vec<_>>() } else { vec![w] });
    for (i, word) in words.enumerate() {
        let bare = word.trim_end_matches('.').to_ascii_lowercase();
        let number = bare.trim_end_matches(|c: char| c.is_ascii_alphabetic());
        let ordinal = matches!(bare.get(number.len()..), Some("" | "st" | "nd" | "rd" | "th"));
        if word.contains(':') && time.is_none() && word.starts_with(|c: char| c.is_ascii_digit()) {
            let (clock, rest) = clock(word)?;
            time = Some(clock);
            if !rest.is_empty() && !time.as_mut().is_some_and(|t| t.half(rest)) && !zone.take(rest)
            {
                return None;
            }
        } else if ordinal && !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()) {
            let value: u32 = number.parse().ok()?;
            if day.is_none() && number.len() <= 2 {
                day = Some(value);
            } else if year.is_none() {
                year = Some(match number.len() {
                    // As RFC 2822 has it.
                    2 if value < 50 => value + 2000,
                    2 | 3 => value + 1900,
                    4 => value,
                    _ => return None,
                });
            } else {
                return None;
            }
        } else if let Some(number) =
            month_of(&bare).filter(|_| month.is_none() || (first_word_is_month && day.is_some()))
        {
            // `mar, 30 apr` is a Tuesday in April, in several languages.
            first_word_is_month = i == 0;
            month = Some(number);
        } else {
            let known =
                time.as_mut().is_some_and(|t| t.half(&bare)) || is_weekday(&bare) || bare == "at";
            // Before the time an unknown word is a month in another language rather than a zone; as
            // the very first it is a weekday.
            let zone_here = time.is_some() || is_zone(word);
            if !known && i > 0 && !(zone_here && zone.take(word)) {
                return None;
            }
        }
    }
    let date = NaiveDate::from_ymd_opt(i32::try_from(year?).ok()?, month?, day?)?;
    Some((time.unwrap_or_default().on(date)?, zone.offset()))
}

/// `dateparser`, fenced in: it takes what is missing (a year, a day) from the clock, and panics on
/// offsets of more than a day.
fn lenient_date(text: &str) -> Option<Local> {
    let has_year = text.split(|c: char| !c.is_ascii_digit()).any(|run| run.len() == 4);
    let colon = text.find(':').unwrap_or(text.len());
    let dashes: Vec<usize> = memchr::memchr_iter(b'-', text.as_bytes()).collect();
    let sound = |at: usize| {
        at < colon
            && at
                .checked_sub(1)
                .and_then(|i| text.as_bytes().get(i))
                .is_some_and(u8::is_ascii_alphanumeric)
    };
    if !text.is_ascii()
        || !has_year
        || colon <= 2
        || text.contains('+')
        || dashes.len() > 2
        || !dashes.iter().all(|at| sound(*at))
    {
        return None;
    }
    let at = dateparser::parse_with(text, &Utc, NaiveTime::MIN).ok()?;
    Some((at.naive_utc(), None))
}

/// A time of day as written.
#[derive(Default)]
struct Clock {
    hour: u32,
    minute: u32,
    second: u32,
}

impl Clock {
    /// Takes `am` or `pm`; false if the word is neither.
    fn half(&mut self, word: &str) -> bool {
        match word.to_ascii_lowercase().replace('.', "").as_str() {
            "am" => self.hour %= 12,
            "pm" => self.hour = self.hour % 12 + 12,
            _ => return false,
        }
        true
    }

    /// At this time on that day; 24:00 is the next day's midnight, a leap second the one before.
    fn on(&self, date: NaiveDate) -> Option<NaiveDateTime> {
        let date = if self.hour == 24 { date.checked_add_days(Days::new(1))? } else { date };
        date.and_hms_opt(self.hour % 24, self.minute, self.second.min(59))
            .filter(|_| self.hour <= 24 && self.second <= 60)
    }
}

/// `H:MM`, `HH:MM:SS`, `HH:MM:SS.fff` or `HHMMSS` at the start of `text`, and what follows.
/// Fractions are dropped: no page shows them.
fn clock(text: &str) -> Option<(Clock, &str)> {
    let end =
        text.find(|c: char| !c.is_ascii_digit() && !matches!(c, ':' | '.')).unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let digits = digits.trim_end_matches('.').split('.').next()?;
    let compact = !digits.contains(':') && matches!(digits.len(), 4 | 6);
    let parts: Vec<&str> = if compact {
        vec![digits.get(..2)?, digits.get(2..4)?, digits.get(4..)?]
    } else {
        digits.split(':').collect()
    };
    let number = |i: usize| match parts.get(i) {
        None | Some(&"") => Some(0),
        Some(part) if part.len() <= 2 => part.parse().ok(),
        Some(_) => None,
    };
    if parts.len() < 2 || parts.len() > 3 || parts.first().is_none_or(|h| h.is_empty()) {
        return None;
    }
    Some((Clock { hour: number(0)?, minute: number(1)?, second: number(2)? }, rest.trim_start()))
}

/// The zone, gathered from one word or more (`GMT`, `+0200`, `+0200 CEST`). A number says more than
/// a name.
#[derive(Default)]
struct Zone {
    number: Option<i32>,
    name: Option<i32>,
}

impl Zone {
    /// Takes one word; false if it can be no zone. A name that nobody knows is taken and means
    /// nothing.
    fn take(&mut self, word: &str) -> bool {
        let upper = word.to_ascii_uppercase();
        if let Some(rest) = ["GMT", "UTC", "UT", "Z", ""]
            .iter()
            .find_map(|p| upper.strip_prefix(p).filter(|r| r.starts_with(['+', '-'])))
        {
            self.number = number_offset(rest);
            return self.number.is_some();
        }
        if !upper.bytes().all(|b| b.is_ascii_alphabetic()) || upper.len() > 5 {
            return false;
        }
        self.name = self
            .name
            .or(ZONES.iter().find(|(name, _)| *name == upper).map(|(_, minutes)| minutes * 60));
        true
    }

    fn offset(&self) -> Option<i32> {
        self.number.or(self.name)
    }
}

/// Whether a word is a zone for certain: a number with its sign, or a name in the table.
fn is_zone(word: &str) -> bool {
    word.contains(['+', '-']) || ZONES.iter().any(|(name, _)| name.eq_ignore_ascii_case(word))
}

/// Seconds east, from `+0200`, `-07:00`, `+2` or `+530`. No place on earth is further off than 14
/// hours.
fn number_offset(text: &str) -> Option<i32> {
    let sign = if text.starts_with('-') { -1 } else { 1 };
    let digits = text.get(1..)?.replace(':', "");
    if digits.is_empty() || digits.len() > 4 || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return None;
    }
    let value: i32 = digits.parse().ok()?;
    let (hours, minutes) = if digits.len() <= 2 { (value, 0) } else { (value / 100, value % 100) };
    (hours <= 14 && minutes < 60).then_some(sign * (hours * 3600 + minutes * 60))
}

fn month_of(word: &str) -> Option<u32> {
    const NAMES: [&str; 12] = [
        "january",
        "february",
        "march",
        "april",
        "may",
        "june",
        "july",
        "august",
        "september",
        "october",
        "november",
        "december",
    ];
    let at = NAMES.iter().position(|name| word.len() >= 3 && name.starts_with(word))?;
    u32::try_from(at + 1).ok()
}

fn is_weekday(word: &str) -> bool {
    const NAMES: [&str; 7] =
        ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
    word.len() >= 3 && NAMES.iter().any(|name| name.starts_with(word))
}

/// Zones by name, in minutes east: those of RFC 2822, and those that blog software writes. Of an
/// ambiguous name, the meaning with more blogs (`CST` is Chicago, `IST` is India, `BST` is London).
#[rustfmt::skip]
const ZONES: &[(&str, i32)] = &[
    ("Z", 0), ("UT", 0), ("UTC", 0), ("GMT", 0), ("WET", 0), ("WEST", 60), ("BST", 60), ("CET", 60),
    ("CEST", 120), ("MET", 60), ("MEST", 120), ("MEZ", 60), ("MESZ", 120), ("EET", 120),
    ("EEST", 180), ("MSK", 180), ("IST", 330), ("HKT", 480), ("SGT", 480), ("AWST", 480),
    ("JST", 540), ("KST", 540), ("ACST", 570), ("AEST", 600), ("AEDT", 660), ("NZST", 720),
    ("NZDT", 780), ("BRT", -180), ("ART", -180), ("AST", -240), ("ADT", -180), ("EST", -300),
    ("EDT", -240), ("CST", -360), ("CDT", -300), ("MST", -420), ("MDT", -360), ("PST", -480),
    ("PDT", -420), ("AKST", -540), ("AKDT", -480), ("HST", -600),
];
