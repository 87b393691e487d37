//! `date`: known days in text, as `tests/date.tsv` lists them, and reading other days with the
//! patterns found.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::time::{Duration, Instant};

use chrono::{Datelike, NaiveDate};
use feedstone::internals::date::{Part, Pattern, Token, lex, recognise};
use proptest::prelude::*;
use proptest::sample::select;

fn day(iso: &str) -> NaiveDate {
    iso.parse().unwrap()
}

/// The patterns in which a day is seen in a text, each once.
fn patterns(text: &str, iso: &str, lang: Option<&str>) -> Vec<Pattern> {
    let mut out: Vec<Pattern> = Vec::new();
    for sighting in recognise(text, &lex(text), day(iso), lang) {
        if !out.contains(&sighting.pattern) {
            out.push(sighting.pattern);
        }
    }
    out
}

fn shapes(text: &str, iso: &str, lang: &str) -> Vec<String> {
    patterns(text, iso, Some(lang)).iter().map(Pattern::to_string).collect()
}

#[track_caller]
fn read(pattern: &str, text: &str) -> Option<String> {
    let pattern: Pattern = pattern.parse().unwrap();
    let (day, range) = pattern.read(text)?;
    Some(format!("{} in {:?}", day.date().unwrap(), &text[range]))
}

// ---- the table ----

/// What is wrong with a row, if anything.
fn failure(row: &str) -> Option<String> {
    let cells: Vec<&str> = row.split('\t').collect();
    let [text, lang, iso, expected] = cells[..] else {
        return Some("expected four cells".to_owned());
    };
    let found = shapes(text, iso, lang);
    let expected: &[&str] = if expected == "-" { &[] } else { &[expected] };
    if found != expected {
        return Some(format!("expected {expected:?}, found {found:?}"));
    }
    for pattern in patterns(text, iso, Some(lang)) {
        if pattern.has_name() && pattern.lang.as_deref() != Some(lang) {
            return Some(format!("language {:?}", pattern.lang));
        }
        let Ok(again) = pattern.to_string().parse::<Pattern>() else {
            return Some(format!("{pattern} is no pattern"));
        };
        let again = Pattern { lang: pattern.lang.clone(), ..again };
        let known = day(iso);
        let year = pattern.has_year().then(|| known.year());
        let seen = again.read(text).map(|(d, _)| (d.year, d.month, d.day));
        if seen != Some((year, known.month(), known.day())) {
            return Some(format!("{again} reads {seen:?}"));
        }
    }
    None
}

#[test]
fn every_row_of_the_table() {
    let rows: Vec<&str> =
        include_str!("date.tsv").lines().filter(|l| !l.is_empty() && !l.starts_with('#')).collect();
    let failures: Vec<String> =
        rows.iter().filter_map(|row| Some(format!("{row}\n    {}", failure(row)?))).collect();
    assert!(
        failures.is_empty(),
        "{} of {} rows fail:\n{}",
        failures.len(),
        rows.len(),
        failures.join("\n")
    );
    let languages: std::collections::BTreeSet<&str> =
        rows.iter().filter_map(|row| row.split('\t').nth(1)).collect();
    assert!(
        rows.len() >= 40 && languages.len() >= 20,
        "{} rows, {} languages",
        rows.len(),
        languages.len()
    );
}

// ---- recognising ----

#[test]
fn a_day_that_can_be_read_two_ways_gives_both() {
    assert_eq!(shapes("03/04/04", "2004-04-03", "en"), ["d/M/yy", "d/yy/M"]);
    assert_eq!(shapes("05.05.2013", "2013-05-05", "de"), ["d.M.y", "M.d.y"]);
}

#[test]
fn a_day_is_seen_at_each_of_its_places() {
    let text = "2 May 2013. Updated 2 May 2013.";
    let places: Vec<(usize, usize)> = recognise(text, &lex(text), day("2013-05-02"), None)
        .iter()
        .map(|s| (s.first, s.last))
        .collect();
    assert_eq!(places, [(0, 2), (3, 5)]);
}

#[test]
fn day_and_month_of_a_whole_date_are_no_second_sighting() {
    assert_eq!(shapes("2018年3月5日", "2018-03-05", "ja"), ["y年M月d"]);
    assert_eq!(shapes("2018-03-05", "2018-03-05", "en"), ["y-M-d"]);
}

#[test]
fn an_unknown_language_is_that_of_the_month_name() {
    assert_eq!(patterns("2. toukokuuta 2013", "2013-05-02", None)[0].lang.as_deref(), Some("fi"));
    assert_eq!(
        patterns("2. toukokuuta 2013", "2013-05-02", Some("en"))[0].lang.as_deref(),
        Some("fi")
    );
}

#[test]
fn a_name_of_two_months_means_the_one_of_the_language() {
    // November in Polish and Czech, October in Croatian.
    assert_eq!(shapes("2 listopada 2013", "2013-11-02", "pl"), ["d MMM y"]);
    assert_eq!(shapes("2. listopada 2013", "2013-10-02", "hr"), ["d. MMM y"]);
}

// ---- reading ----

#[test]
fn the_pattern_decides_what_numbers_mean() {
    assert_eq!(read("d/M/y", "02/05/2013").unwrap(), r#"2013-05-02 in "02/05/2013""#);
    assert_eq!(read("M/d/y", "02/05/2013").unwrap(), r#"2013-02-05 in "02/05/2013""#);
}

#[test]
fn the_first_date_counts() {
    assert_eq!(read("d.M.y", "14:30, 1.2.2004, 3.4.2005").unwrap(), r#"2004-02-01 in "1.2.2004""#);
}

#[test]
fn two_digits_of_a_year_are_of_the_last_century_from_70_on() {
    assert_eq!(read("d.M.yy", "14.03.04").unwrap(), r#"2004-03-14 in "14.03.04""#);
    assert_eq!(read("d.M.yy", "14.03.99").unwrap(), r#"1999-03-14 in "14.03.99""#);
}

#[test]
fn punctuation_around_a_named_month_may_differ() {
    assert_eq!(read("MMM d, y", "May 2nd 2013").unwrap(), r#"2013-05-02 in "May 2nd 2013""#);
    assert_eq!(read("MMM d, y", "May. 2 , 2013").unwrap(), r#"2013-05-02 in "May. 2 , 2013""#);
}

#[test]
fn words_of_a_pattern_need_no_quotes() {
    assert_eq!(
        read("d de MMM de y", "el 2 de mayo de 2013").unwrap(),
        r#"2013-05-02 in "2 de mayo de 2013""#
    );
}

#[test]
fn what_is_no_date_is_not_read() {
    for text in [
        "14.13.2004",
        "31.02.2004",
        "14.03.2134",
        "14.03.04",
        "14/03/2004",
        "v14.03.2004",
        "1.14.03.2004",
        "14.03.2004.1",
        "14.03",
    ] {
        assert_eq!(read("d.M.y", text), None, "{text}");
    }
    assert_eq!(read("d MMM y", "2 Maybe 2013"), None);
    assert_eq!(read("d MMM y", "2 or 3 in May 2013"), None);
}

#[test]
fn a_day_without_year_is_no_date_yet() {
    let (day, _) = "d MMM".parse::<Pattern>().unwrap().read("2 May").unwrap();
    assert_eq!((day.year, day.month, day.day, day.date()), (None, 5, 2, None));
}

// ---- patterns as text ----

#[test]
fn what_is_no_pattern_is_refused() {
    for text in ["", "de", "d.", ".d", "MMMM", "yyy", "d.M.y.d", "'d'", "d 'de"] {
        assert!(text.parse::<Pattern>().is_err(), "{text}");
    }
}

#[test]
fn fields_may_touch() {
    let pattern: Pattern = "dMMMy".parse().unwrap();
    assert_eq!(pattern.parts, [Part::Day, Part::MonthName, Part::Year]);
    assert_eq!(pattern.between, ["", ""]);
}

/// One to three different fields in any order.
fn parts() -> impl Strategy<Value = Vec<Part>> {
    let year = select(vec![Part::Year, Part::ShortYear]);
    let month = select(vec![Part::Month, Part::MonthName]);
    (year, month, 1..=3usize).prop_flat_map(|(year, month, count)| {
        Just(vec![year, month, Part::Day])
            .prop_shuffle()
            .prop_map(move |parts| parts[..count].to_vec())
    })
}

fn config() -> ProptestConfig {
    ProptestConfig { cases: 1_000, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_pattern_is_what_its_text_says(
        parts in parts(),
        between in prop::collection::vec("[a-zé年 .,/'-]{0,5}|.{0,4}", 2),
    ) {
        let between = between[..parts.len() - 1].to_vec();
        let pattern = Pattern { parts, between, lang: None };
        prop_assert_eq!(pattern.to_string().parse::<Pattern>(), Ok(pattern));
    }

    #[test]
    fn any_text_can_be_parsed_as_a_pattern(text in ".{0,12}|[yMd' de.]{0,12}") {
        if let Ok(pattern) = text.parse::<Pattern>() {
            prop_assert_eq!(pattern.between.len() + 1, pattern.parts.len());
        }
    }

    #[test]
    fn what_is_seen_is_read_back(
        pieces in prop::collection::vec(select(PIECES), 0..12),
        month in 1..=12u32,
        day in 1..=12u32,
    ) {
        let text = pieces.concat();
        let lexed = lex(&text);
        let known = NaiveDate::from_ymd_opt(2005, month, day).unwrap();
        for seen in recognise(&text, &lexed, known, None) {
            let own = &lexed[seen.first..=seen.last];
            let (read, range) = seen.pattern.read_lexed(&text, own).expect("can be read");
            prop_assert_eq!((read.month, read.day), (month, day));
            prop_assert_eq!(read.year, seen.pattern.has_year().then_some(2005));
            prop_assert_eq!(range, lexed[seen.first].start..lexed[seen.last].end);
        }
    }

    #[test]
    fn lexemes_are_slices_in_order(text in ".{0,40}|[0-9d'tháng ăm.五月]{0,30}") {
        let mut at = 0;
        for lexeme in lex(&text) {
            prop_assert!(lexeme.start >= at && lexeme.start < lexeme.end);
            prop_assert!(text.get(lexeme.start..lexeme.end).is_some());
            at = lexeme.end;
        }
    }
}

const PIECES: &[&str] = &[
    "1",
    "2",
    "03",
    "4",
    "5",
    "05",
    "10",
    "12",
    "2005",
    "2006",
    "May",
    "mars",
    "März",
    "d’abril",
    "tháng năm",
    "listopada",
    "五月",
    ".",
    "/",
    "-",
    ", ",
    " ",
    " de ",
    "年",
    "月",
    "st",
    "'",
    "x",
];

// ---- lexing ----

#[test]
fn a_month_name_may_have_several_words() {
    for (text, name) in [
        ("2 d’abril", "d’abril"),
        ("2 tháng mười hai 2013", "tháng mười hai"),
        ("2 tháng mười 2013", "tháng mười"),
        ("2 תשרי ינו׳ 2013", "ינו׳"),
        ("2 Meán  Fómhair", ""),
        ("an October day", "October"),
    ] {
        let months: Vec<&str> = lex(text)
            .iter()
            .filter(|l| matches!(l.token, Token::Month(_)))
            .map(|l| &text[l.start..l.end])
            .collect();
        assert_eq!(months.join("|"), name, "{text}");
    }
}

#[test]
fn lexing_is_linear() {
    for piece in ["d'", "tháng ", "tháng mười ", "an ", "1", "十", "x", "e\u{301}", "ม.", "May 2, "]
    {
        let text = piece.repeat((1 << 20) / piece.len());
        let start = Instant::now();
        let lexed = lex(&text);
        recognise(&text, &lexed, day("2013-05-02"), None);
        "MMM d, y".parse::<Pattern>().unwrap().read_lexed(&text, &lexed);
        assert!(start.elapsed() < Duration::from_secs(10), "{piece:?}: {:?}", start.elapsed());
    }
}
