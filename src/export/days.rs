//! Days as PHP reads them: readers hand what an expression gives to `strtotime` or to
//! `DateTime::createFromFormat`.

use crate::date::{Part, Pattern};

/// A pattern as a format of `DateTime::createFromFormat`; None where PHP cannot read it: it knows
/// names of months in English alone, and needs the year.
pub(super) fn format(pattern: &Pattern, example: &str) -> Option<String> {
    let named = pattern.parts.contains(&Part::MonthName);
    if named && pattern.lang.as_deref() != Some("en") || !pattern.has_year() {
        return None;
    }
    let mut out = String::new();
    for (n, part) in pattern.parts.iter().enumerate() {
        out.push_str(match part {
            Part::Year => "Y",
            Part::ShortYear => "y",
            Part::Month => "m",
            Part::MonthName => "M",
            Part::Day if has_ordinal(example) => "dS",
            Part::Day => "d",
        });
        for c in pattern.between.get(n).map(String::as_str).unwrap_or_default().chars() {
            // Letters are fields there.
            if c.is_ascii_alphabetic() {
                out.push('\\');
            }
            out.push(c);
        }
    }
    Some(out)
}

/// True where `strtotime` reads the pattern as it is meant.
pub(super) fn is_told_by_itself(pattern: &Pattern) -> bool {
    let signs: Vec<&str> = pattern.between.iter().map(|s| s.trim()).collect();
    match pattern.parts.as_slice() {
        [Part::MonthName, Part::Day, Part::Year] | [Part::Day, Part::MonthName, Part::Year] => {
            signs.iter().all(|s| matches!(*s, "" | "," | "-"))
        }
        [Part::Year, Part::Month, Part::Day] => signs == ["-", "-"] || signs == ["/", "/"],
        [Part::Day, Part::Month, Part::Year] => signs == [".", "."] || signs == ["-", "-"],
        [Part::Month, Part::Day, Part::Year] => signs == ["/", "/"],
        _ => false,
    }
}

/// True for `3rd` and its like, which patterns do not keep.
fn has_ordinal(text: &str) -> bool {
    let text = text.to_ascii_lowercase();
    ["st", "nd", "rd", "th"].iter().any(|mark| {
        text.match_indices(mark).any(|(at, _)| text[..at].ends_with(|c: char| c.is_ascii_digit()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_as_php_reads_them() {
        // pattern, language, an example, format, whether strtotime reads it
        let cases = [
            ("MMM d, y", Some("en"), "May 23, 2021", Some("M d, Y"), true),
            ("d MMM y", Some("en"), "23rd May 2021", Some("dS M Y"), true),
            ("d de MMM de y", Some("es"), "2 de mayo de 2013", None, false),
            ("y-M-d", None, "2021-05-23", Some("Y-m-d"), true),
            ("d.M.y", None, "23.5.2021", Some("d.m.Y"), true),
            ("d/M/y", None, "23/5/2021", Some("d/m/Y"), false),
            ("M/d/y", None, "5/23/2021", Some("m/d/Y"), true),
            ("M-d", None, "5-23", None, false),
        ];
        for (text, lang, example, php, by_itself) in cases {
            let mut pattern: Pattern = text.parse().unwrap_or_else(|e| panic!("{text}: {e:?}"));
            pattern.lang = lang.map(str::to_owned);
            assert_eq!(format(&pattern, example).as_deref(), php, "{text}");
            let told = php.is_some() && is_told_by_itself(&pattern);
            assert_eq!(told, by_itself, "{text}");
        }
    }
}
