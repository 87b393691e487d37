//! The days of a list's records where no rule reads them: with the blog's own patterns, inside the
//! title, beside it, in a heading above, or in two parts, the day beside the title and the month
//! above.
//!
//! Time: O(tokens · date patterns, at most a hundred).

use std::cell::OnceCell;
use std::ops::Range;

use chrono::{Datelike, NaiveDate};

use super::records::{self, IndexRecord};
use crate::address::tell_change;
use crate::date::{Day, Lexeme, Pattern, days_in, lex, lex_numbered, lone_number};
use crate::page::{Kind, fold};
use crate::rule::bounds::{DAY_LINE, LEAST_STEPS};
use crate::rule::replay::Reader;
use crate::share::{most, nearly_all};

/// The days of records.
pub(super) struct Days {
    /// Of each record.
    pub(super) of_records: Vec<Option<Day>>,
    /// How many records have one of their own.
    pub(super) shown: usize,
}

impl Reader<'_> {
    /// The days of the records of a list never seen, of which `inside` have one in their title.
    /// `linked`: those that their permalinks say, where these are the posts'.
    pub(super) fn days(
        &self,
        records: &[IndexRecord],
        patterns: &[Pattern],
        inside: usize,
        linked: &[Option<NaiveDate>],
    ) -> Days {
        let days = self.days_shown(records, patterns, inside);
        // A list of other posts below a post's day, as side bars are.
        match are_others(&days.of_records, linked) {
            true => Days { of_records: vec![None; records.len()], shown: inside },
            false => days,
        }
    }

    fn days_shown(&self, records: &[IndexRecord], patterns: &[Pattern], inside: usize) -> Days {
        let all = records.len();
        let mut best = self.days_beside(records, &[], patterns);
        let said = self.days_of_times(records);
        // Numbers alone may be meant in another order; the time element tells it.
        if are_exchanged(&best, &said) || have_years_elsewhere(&best, &said) {
            best.iter_mut().zip(&said).for_each(|(day, said)| *day = said.or(*day));
        }
        // Where no day is shown, or a part of it, the time element may say it to machines.
        if !most(whole(&best), all) && hits(&said) >= hits(&best) && whole(&said) > whole(&best) {
            best = said;
        }
        let shown = inside.max(hits(&best));
        if shown == all {
            return Days { of_records: best, shown };
        }
        // A heading above may serve several records; where days stand ahead of the titles, the
        // second entry of a day has none of its own either.
        let above = self.days_above(records, &[], patterns);
        if !most(shown, all) || nearly_all(in_both(&best, &above), shown) {
            best.iter_mut().zip(above).for_each(|(day, above)| *day = day.or(above));
        }
        if inside == 0 && !most(hits(&best), all) {
            best = self.days_in_two_parts(records, patterns).unwrap_or(best);
        }
        Days { of_records: best, shown }
    }

    /// For each record the day of its first `time` element with a date in `datetime`; of the last
    /// one ahead of its link where more records have one there.
    fn days_of_times(&self, records: &[IndexRecord]) -> Vec<Option<Day>> {
        let page = self.page;
        let day = |i: usize| {
            let value = page.attr(i, "datetime").filter(|v| v.len() <= DAY_LINE)?;
            let day = days_in(value, &lex(value), 1).into_iter().next()?;
            Some(Day { year: Some(day.year()), month: day.month(), day: day.day() })
        };
        let said = |window| page.tags_shown_in("time", window).into_iter().filter_map(day);
        let [inside, ahead] = records::windows(page, records);
        let inside: Vec<_> = inside.into_iter().map(|w| said(w).next()).collect();
        let ahead: Vec<_> = ahead.into_iter().map(|w| said(w).last()).collect();
        if hits(&ahead) > hits(&inside) { ahead } else { inside }
    }

    /// For each record the day that stands ahead of its title or behind it; that of the last change
    /// only where there is no other.
    fn days_beside(
        &self,
        records: &[IndexRecord],
        bodies: &[Range<usize>],
        patterns: &[Pattern],
    ) -> Vec<Option<Day>> {
        let all = self.days_outside(records, bodies, patterns);
        let changes = self.of_changes();
        if changes.is_empty() {
            return all;
        }
        let mut others: Vec<Range<usize>> = bodies.iter().cloned().chain(changes).collect();
        others.sort_unstable_by_key(|range| (range.start, range.end));
        let unchanged = self.days_outside(records, &others, patterns);
        if hits(&unchanged) < hits(&all) { all } else { unchanged }
    }

    /// The elements that, by their class or as schema.org names them, are about the last change.
    fn of_changes(&self) -> Vec<Range<usize>> {
        let page = self.page;
        let of_change = |&i: &usize| {
            tell_change(["class", "itemprop"].into_iter().filter_map(|name| page.attr(i, name)))
        };
        let starts = page.shown(page.body()).filter(|&i| page.tokens()[i].kind == Kind::Start);
        starts.filter(of_change).map(|i| page.region(i)).collect()
    }

    /// For each record the day outside of texts, in the pattern that reads most: in lines of their
    /// own where nearly as many have one there, for days in sentences are none of the record's.
    fn days_outside(
        &self,
        records: &[IndexRecord],
        bodies: &[Range<usize>],
        patterns: &[Pattern],
    ) -> Vec<Option<Day>> {
        let around = |(w, r): (&Range<usize>, &IndexRecord)| {
            let title = r.title.start.clamp(w.start, w.end)..r.title.end.clamp(w.start, w.end);
            [w.start..title.start, title.end..w.end].map(|range| {
                let parts = without(range, bodies).into_iter();
                parts.map(|r| self.page.visible_lines(r)).collect::<Vec<String>>().join("\n")
            })
        };
        let lines = records::windows(self.page, records)
            .map(|windows| windows.iter().zip(records).map(around).collect::<Vec<_>>());
        let alone = days_in_lines(&lines, patterns, DAY_LINE);
        let texts = || lines.iter().flatten().flatten();
        let all_short = || texts().flat_map(|t| t.lines()).all(|line| line.len() <= DAY_LINE);
        if hits(&alone) == records.len() || all_short() {
            return alone;
        }
        let anywhere = days_in_lines(&lines, patterns, usize::MAX);
        if nearly_all(hits(&alone), hits(&anywhere)) { alone } else { anywhere }
    }

    /// The days of a learned layout's records, none of which a rule reads: beside their titles, and
    /// where these are those of headings, in the heading above.
    pub(super) fn days_by_patterns(
        &self,
        records: &[IndexRecord],
        bodies: &[Range<usize>],
        patterns: &[Pattern],
    ) -> Option<Vec<Option<Day>>> {
        let mut best = self.days_beside(records, bodies, patterns);
        if (2..records.len()).contains(&hits(&best)) {
            let above = self.days_above(records, bodies, patterns);
            if nearly_all(in_both(&best, &above), hits(&best)) {
                best.iter_mut().zip(above).for_each(|(day, above)| *day = day.or(above));
            }
        }
        let found = most(hits(&best), records.len()).then_some(best);
        found.or_else(|| self.days_in_two_parts(records, patterns))
    }

    /// For each record the last day shown ahead of it, outside of all titles and texts.
    fn days_above(
        &self,
        records: &[IndexRecord],
        bodies: &[Range<usize>],
        patterns: &[Pattern],
    ) -> Vec<Option<Day>> {
        self.said_above(records, bodies, |text| {
            let lexed = lex_numbered(text);
            patterns.iter().find_map(|p| p.read_lexed(text, &lexed)).map(|(day, _)| day)
        })
    }

    /// For each record what the last short text ahead of it says, outside of all titles and texts.
    fn said_above(
        &self,
        records: &[IndexRecord],
        bodies: &[Range<usize>],
        says: impl Fn(&str) -> Option<Day>,
    ) -> Vec<Option<Day>> {
        let page = self.page;
        let in_body = |i: usize| {
            let body = bodies.get(bodies.partition_point(|b| b.end <= i));
            body.is_some_and(|b| b.contains(&i))
        };
        let mut found: Vec<(usize, Day)> = Vec::new();
        let mut next = 0;
        for i in page.shown(page.body()) {
            while records.get(next).is_some_and(|r| r.title.end <= i) {
                next += 1;
            }
            let inside = records.get(next).is_some_and(|r| r.title.contains(&i));
            let short = page.tokens()[i].kind == Kind::Text && page.data(i).len() < DAY_LINE;
            if short && !inside && !in_body(i) {
                found.extend(says(&fold(page.data(i))).map(|day| (i, day)));
            }
        }
        records
            .iter()
            .map(|r| found[..found.partition_point(|f| f.0 < r.title.start)].last().map(|f| f.1))
            .collect()
    }

    /// Days of archives that show the month once, above, and beside each title the day alone. A
    /// number of some other kind does not go one way under each month.
    fn days_in_two_parts(
        &self,
        records: &[IndexRecord],
        patterns: &[Pattern],
    ) -> Option<Vec<Option<Day>>> {
        let lang = patterns.iter().find_map(|p| p.lang.clone());
        let months = Pattern::months(lang.as_deref());
        let month = |text: &str| {
            let lexed = lex(text);
            let (day, range) = months.iter().find_map(|p| p.read_lexed(text, &lexed))?;
            let rest = text[..range.start].chars().chain(text[range.end..].chars());
            let letter = |c: char| c.is_alphabetic() && !matches!(c, '月' | '월');
            (!rest.into_iter().any(letter)).then_some(day)
        };
        let above = OnceCell::new();
        let whole = |windows: Vec<Range<usize>>| {
            let number = |(w, r): (Range<usize>, &IndexRecord)| self.number_ahead(w, r);
            let numbers: Vec<Option<u32>> = windows.into_iter().zip(records).map(number).collect();
            if !nearly_all(numbers.iter().flatten().count(), records.len()) {
                return None;
            }
            let above = above.get_or_init(|| self.said_above(records, &[], month));
            let days = numbers.into_iter().zip(above);
            let days: Vec<Option<Day>> =
                days.map(|(day, month)| Some(Day { day: day?, ..(*month)? })).collect();
            (nearly_all(hits(&days), records.len()) && go_one_way(&days)).then_some(days)
        };
        records::windows(self.page, records).into_iter().find_map(whole)
    }

    /// The last number ahead of a record's title that may be a day and stands alone.
    fn number_ahead(&self, window: Range<usize>, record: &IndexRecord) -> Option<u32> {
        let page = self.page;
        let ahead = window.start..record.title.start.clamp(window.start, window.end);
        let texts = page.shown(ahead).filter(|&i| page.tokens()[i].kind == Kind::Text);
        let number = |i: usize| lone_number(page.data(i)).filter(|n| (1..=31).contains(n));
        texts.filter_map(number).last()
    }
}

/// For each record the day in its lines of at most `longest` bytes, ahead of its title or behind;
/// `lines`: these, for each way to part the records.
fn days_in_lines(
    lines: &[Vec<[String; 2]>; 2],
    patterns: &[Pattern],
    longest: usize,
) -> Vec<Option<Day>> {
    // Each text is lexed once, whatever the number of patterns.
    let lexed = |text: &String| {
        let lines = text.lines().filter(|l| !l.is_empty() && l.len() <= longest);
        let text = lines.collect::<Vec<_>>().join(" ");
        let lexed = lex_numbered(&text);
        (text, lexed)
    };
    let windows = lines
        .each_ref()
        .map(|texts| texts.iter().map(|around| around.each_ref().map(lexed)).collect::<Vec<_>>());
    let read = |p: &Pattern, texts: &[[(String, Vec<Lexeme>); 2]]| -> Vec<Option<Day>> {
        texts
            .iter()
            // Ahead of a title the last day is the nearest; others are the text's before.
            .map(|[(ahead, a), (behind, b)]| {
                p.last_lexed(ahead, a).or_else(|| p.read_lexed(behind, b).map(|d| d.0))
            })
            .collect()
    };
    let all = lines[0].len();
    let (mut best, mut most) = (vec![None; all], 0);
    for days in patterns.iter().flat_map(|p| windows.iter().map(move |w| read(p, w))) {
        let found = hits(&days);
        if found > most {
            (best, most) = (days, found);
        }
        if most == all {
            break;
        }
    }
    best
}

/// What is left of tokens without those of texts, which stand in page order.
fn without(range: Range<usize>, texts: &[Range<usize>]) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut from = range.start;
    for text in &texts[texts.partition_point(|t| t.end <= range.start)..] {
        if text.start >= range.end {
            break;
        }
        out.push(from..text.start.max(from));
        from = from.max(text.end);
    }
    out.push(from..range.end.max(from));
    out
}

/// How many records have a day.
fn hits(days: &[Option<Day>]) -> usize {
    days.iter().flatten().count()
}

/// How many records have a day with its year.
fn whole(days: &[Option<Day>]) -> usize {
    days.iter().flatten().filter(|day| day.year.is_some()).count()
}

/// How many records have the same day in both.
fn in_both(days: &[Option<Day>], others: &[Option<Day>]) -> usize {
    days.iter().zip(others).filter(|(day, other)| day.is_some() && day == other).count()
}

/// True where the second of each two days that a record has is nearly everywhere the first with day
/// and month exchanged, and another day somewhere. A 13th that is shown tells them apart itself.
fn are_exchanged(days: &[Option<Day>], said: &[Option<Day>]) -> bool {
    let is_open = days.iter().flatten().all(|day| day.day <= 12);
    let exchanged = |day: Day, said: Day| said.month == day.day && said.day == day.month;
    is_open && are_otherwise(days, said, exchanged, |day, said| said.day != day.day)
}

/// True where the second of each two days that a record has is nearly everywhere the first with the
/// year, of two digits, in the place of day or month: `20/12/22`. It is the same where both are one
/// number.
fn have_years_elsewhere(days: &[Option<Day>], said: &[Option<Day>]) -> bool {
    let short = |of: Day| of.year.map(|year| year.rem_euclid(100) as u32);
    let numbers = |of: Day| {
        let mut numbers = [Some(of.day), Some(of.month), short(of)];
        numbers.sort_unstable();
        numbers
    };
    let is_other = |day: Day, said: Day| said.year != day.year;
    let may_be = |day: Day| [Some(day.day), Some(day.month)].contains(&short(day));
    let elsewhere =
        |day, said| (is_other(day, said) || may_be(day)) && numbers(said) == numbers(day);
    are_otherwise(days, said, elsewhere, is_other)
}

/// True where several records have one and the same day, and most of them another in their
/// permalink; a day more or less is another time zone.
fn are_others(days: &[Option<Day>], linked: &[Option<NaiveDate>]) -> bool {
    let shown: Vec<Day> = days.iter().flatten().copied().collect();
    let is_one = shown.len() > 1 && shown.iter().all(|day| *day == shown[0]);
    let both = days.iter().zip(linked).filter_map(|(day, linked)| Some(((*day)?, (*linked)?)));
    let is_other = |(day, linked): &(Day, NaiveDate)| {
        let year = day.year.unwrap_or(linked.year());
        let day = NaiveDate::from_ymd_opt(year, day.month, day.day);
        day.is_none_or(|day| (day - *linked).num_days().abs() > 1)
    };
    is_one && most(both.filter(is_other).count(), shown.len())
}

/// True where nearly all records that have both days have them `otherwise`, and some as `others`.
fn are_otherwise(
    days: &[Option<Day>],
    said: &[Option<Day>],
    otherwise: impl Fn(Day, Day) -> bool,
    others: impl Fn(Day, Day) -> bool,
) -> bool {
    let both = || days.iter().zip(said).filter_map(|(day, said)| Some(((*day)?, (*said)?)));
    let count = both().filter(|(day, said)| otherwise(*day, *said)).count();
    nearly_all(count, both().count()) && both().any(|(day, said)| others(day, said))
}

/// True where the days of each month rise or fall all the way, and are more than a count.
fn go_one_way(days: &[Option<Day>]) -> bool {
    let days: Vec<&Day> = days.iter().flatten().collect();
    let of_month = |pair: &&[&Day]| (pair[0].year, pair[0].month) == (pair[1].year, pair[1].month);
    let steps = days.windows(2).filter(of_month).map(|p| i64::from(p[1].day) - i64::from(p[0].day));
    let steps: Vec<i64> = steps.collect();
    let counted = steps.iter().all(|s| *s == 1) || steps.iter().all(|s| *s == -1);
    let one_way = steps.iter().all(|s| *s <= 0) || steps.iter().all(|s| *s >= 0);
    one_way && !counted && steps.len() >= LEAST_STEPS
}

/// A title with a date at its start or end: the day and the rest, without what parted them.
pub(super) fn without_date(
    pattern: &Pattern,
    text: &str,
    lexed: &[Lexeme],
) -> Option<(Day, String)> {
    let (day, range) = pattern.read_lexed(text, lexed)?;
    let (ahead, behind) = (text.get(..range.start)?, text.get(range.end..)?);
    let parts = |c: char| {
        c.is_whitespace()
            || matches!(
                c,
                '-' | '–' | '—' | ':' | '|' | '·' | '•' | ',' | '»' | '/' | '(' | ')' | '[' | ']'
            )
    };
    if ahead.trim_matches(parts).is_empty() {
        Some((day, behind.trim_start_matches(parts).trim_end().to_owned()))
    } else if behind.trim_matches(parts).is_empty() {
        Some((day, ahead.trim_end_matches(parts).trim_start().to_owned()))
    } else {
        None
    }
    .filter(|(_, rest)| !rest.is_empty())
}
