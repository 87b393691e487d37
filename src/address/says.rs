//! What an address says of its page: its day, its title, and of links to tags that they are such.

use chrono::{Datelike, NaiveDate};
use percent_encoding::percent_decode_str;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use url::Url;

use super::is_digits;
use super::words::{names_archives, names_authors, names_tags};
use crate::date::YEARS;

/// The day that an address has in its path: year, month and day in a row, parted by `/` or `-`. A
/// `_` may follow.
pub fn link_day(key: &str) -> Option<NaiveDate> {
    let path = key.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split(['/', '-']).collect();
    parts.windows(3).find_map(|w| {
        let number = |s: &str, digits: &[usize]| {
            (digits.contains(&s.len()) && is_digits(s)).then(|| s.parse::<u32>().ok()).flatten()
        };
        let last = w[2].split('_').next()?;
        let (y, m, d) = (number(w[0], &[4])?, number(w[1], &[1, 2])?, number(last, &[1, 2])?);
        NaiveDate::from_ymd_opt(y as i32, m, d).filter(|_| YEARS.contains(&(y as i32)))
    })
}

/// The year and the month that an address has in its path, whether a day stands behind them or not.
pub(crate) fn link_month(key: &str) -> Option<(i32, u32)> {
    let path = key.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split('/').collect();
    parts.windows(2).find_map(|w| {
        let number = |s: &str, digits: usize| {
            (s.len() == digits && is_digits(s)).then(|| s.parse::<u32>().ok()).flatten()
        };
        let (year, month) = (number(w[0], 4)? as i32, number(w[1], 2)?);
        (YEARS.contains(&year) && (1..=12).contains(&month)).then_some((year, month))
    })
}

/// True for the key of an address that ends with a year, or with a year and a month: `/2013/05`.
pub(crate) fn ends_with_time(key: &str) -> bool {
    let mut parts = key.rsplit('/');
    let last = parts.next().unwrap_or_default();
    let is_year = |part: &str| {
        part.len() == 4 && is_digits(part) && part.parse().is_ok_and(|y| YEARS.contains(&y))
    };
    let is_month = |part: &str| {
        part.len() == 2 && is_digits(part) && part.parse().is_ok_and(|m| (1..=12).contains(&m))
    };
    is_year(last) || is_month(last) && parts.next().is_some_and(is_year)
}

/// Words of addresses that do something where a page is asked for, without what parts them.
#[rustfmt::skip]
const DEEDS: &[&str] = &[
    "logout", "logoff", "signout", "delete", "remove", "trash", "unsubscribe", "vote", "upvote",
    "downvote", "addtocart", "wplogin", "wpadmin", "wpcron", "wpnonce",
];

/// True for addresses that do something where they are asked: a parameter, or a whole part of the
/// path, says so. A post's name that only has such a word (`/how-to-delete-a-file/`) does not, nor
/// does a post or a tag that is called so (`/2016/11/vote/`, `/tag/vote`).
pub fn does_something(url: &Url) -> bool {
    let deed = |text: &str| {
        let word = text.chars().filter(|c| !matches!(c, '-' | '_'));
        DEEDS.contains(&word.collect::<String>().to_lowercase().as_str())
    };
    let path = percent_decode_str(url.path()).decode_utf8_lossy();
    let parts: Vec<&str> = path.split('/').filter(|part| !part.is_empty()).collect();
    let is_name = |at: usize| at + 1 == parts.len() && names_what_follows(&parts[..at]);
    let by_path = || (0..parts.len()).any(|at| deed(without_extension(parts[at])) && !is_name(at));
    // Of a parameter's name each word counts: `remove_item`, `delete[]`.
    let by_name = |name: &str| deed(name) || name.split(|c: char| !c.is_alphanumeric()).any(&deed);
    let mut parameters = url.query_pairs();
    by_path()
        || parameters.any(|(name, value)| {
            by_name(&name) || deed(&value) && !names_tags(&name.to_lowercase())
        })
}

/// True for the beginning of a path behind which a post or a tag has its name: a year and a month,
/// a word for tags.
fn names_what_follows(ahead: &[&str]) -> bool {
    let year =
        |part: &str| part.len() == 4 && part.parse::<i32>().is_ok_and(|y| YEARS.contains(&y));
    let two = |part: &str| part.len() == 2 && is_digits(part);
    let dated = |from: usize| {
        ahead
            .len()
            .checked_sub(from)
            .is_some_and(|at| year(ahead[at]) && ahead[at + 1..].iter().all(|part| two(part)))
    };
    dated(2) || dated(3) || ahead.last().is_some_and(|part| names_tags(&part.to_lowercase()))
}

/// Most words of a title or an address that are compared.
const MOST_WORDS: usize = 100;

/// The last part of an address, without what says how it is made (`index.html`, `.php`).
pub fn name_of(link: &Url) -> String {
    let path = percent_decode_str(link.path()).decode_utf8_lossy();
    let last =
        path.trim_end_matches('/').rsplit('/').find(|p| !p.starts_with("index.")).unwrap_or("");
    without_extension(last).to_owned()
}

/// A path without what says how its page is made.
fn without_extension(path: &str) -> &str {
    let ends = [".html", ".htm", ".php", ".aspx"];
    ends.iter().find_map(|e| path.strip_suffix(e)).unwrap_or(path)
}

/// Share of the words in the last part of a permalink that the title has, and of the title's words
/// that it has, marks on letters aside. None where it has no words, or the title is in a script
/// that addresses do not write.
pub fn title_in_link(link: &Url, title: &str) -> Option<(f64, f64)> {
    let last = name_of(link);
    let words = |text: &str| -> Vec<String> {
        let plain: String = text
            .nfkd()
            .filter(|c| !is_combining_mark(*c) && !matches!(c, '\'' | '’'))
            .flat_map(char::to_lowercase)
            .collect();
        plain
            .split(|c: char| !c.is_alphanumeric())
            .filter(|w| !w.is_empty())
            .take(MOST_WORDS)
            .map(str::to_owned)
            .collect()
    };
    let (said, asked) = (words(title), words(&last));
    if !asked.iter().any(|w| w.chars().any(char::is_alphabetic) && w.len() > 1)
        || !said.iter().any(|w| w.is_ascii()) && last.is_ascii()
    {
        return None;
    }
    // Long addresses are cut, also inside a word.
    let cut = |w: &String| {
        w.len() > 2 && Some(w) == asked.last() && said.iter().any(|s| s.starts_with(w.as_str()))
    };
    let has =
        asked.iter().filter(|w| said.contains(w) || cut(w)).count() as f64 / asked.len() as f64;
    let says = said.iter().filter(|w| asked.contains(w)).count() as f64 / said.len().max(1) as f64;
    Some((has, says))
}

/// The address without its last part: `blog.example/tag` of `blog.example/tag/bread`,
/// `blog.example?tag=` of `blog.example?tag=bread`.
pub fn directory(key: &str) -> String {
    match (key.find('?').and_then(|q| key[q..].find('=').map(|e| q + e + 1)), key.rfind('/')) {
        (Some(end), _) => key[..end].to_owned(),
        (None, Some(end)) => key[..end].to_owned(),
        (None, None) => key.to_owned(),
    }
}

/// The last part of such a directory.
pub fn last_of(dir: &str) -> &str {
    dir.trim_end_matches('=').rsplit(['/', '?', '&']).next().unwrap_or("")
}

/// True where an address ends with the month of a day, or with its year: `/2014/08/`, `/2014`.
pub fn ends_with_month(url: &Url, day: NaiveDate) -> bool {
    let path = percent_decode_str(url.path()).decode_utf8_lossy();
    let path = without_extension(path.trim_end_matches('/'));
    let ends = |with: String| path.ends_with(&with);
    ends(format!("/{}", day.year())) || ends(format!("/{}/{:02}", day.year(), day.month()))
}

/// True for the address of a list of all posts: `/archives/`, `/all-posts`.
pub fn tells_archive(url: &Url) -> bool {
    name_of(url).split(|c: char| !c.is_alphanumeric()).any(|w| names_archives(&w.to_lowercase()))
}

/// True for the end of a file's name: a picture's, a document's, an archive's.
#[rustfmt::skip]
pub fn ends_file(ending: &str) -> bool {
    let files = [
        "jpg", "jpeg", "png", "gif", "webp", "svg", "ico", "bmp", "tif", "tiff", "avif", "mp3",
        "mp4", "m4a", "m4v", "ogg", "ogv", "oga", "wav", "avi", "mov", "wmv", "flv", "webm", "pdf",
        "ps", "doc", "docx", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "epub", "mobi",
        "zip", "gz", "tgz", "bz2", "xz", "rar", "7z", "tar", "iso", "dmg", "exe", "msi", "txt",
        "csv",
    ];
    files.contains(&ending)
}

/// True where a link's text is the last part of its address: `Salt & Pepper` of
/// `/shelf/salt-pepper/`. A file is called by its end, too: `menu.pdf` is none.
pub fn is_named_like(name: &str, key: &str) -> bool {
    let plain = |s: &str| -> String {
        s.nfkd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let last = key.rsplit(['/', '=', '#']).next().unwrap_or("");
    let last = percent_decode_str(last).decode_utf8_lossy();
    let (stem, ending) = last.rsplit_once('.').unwrap_or((&*last, ""));
    let name = plain(name);
    let is_whole = || name == plain(&last) && !ends_file(&ending.to_ascii_lowercase());
    !name.is_empty() && (name == plain(stem) || is_whole())
}

/// True for the directory of tags: `blog.example/tag`.
pub fn tells_tags(dir: &str) -> bool {
    last_has(dir, names_tags)
}

/// True inside a directory of tags, where a category inside of another stands:
/// `blog.example/category/bread`.
pub fn is_below_tags(dir: &str) -> bool {
    dir.split('/').skip(1).any(names_tags)
}

/// True for the directory of authors: `blog.example/author`.
pub fn tells_authors(dir: &str) -> bool {
    last_has(dir, names_authors)
}

/// True for the address of a post's format, as WordPress has them: `blog.example/type/video`.
pub fn tells_format(key: &str) -> bool {
    let formats =
        ["aside", "audio", "chat", "gallery", "image", "link", "quote", "status", "video"];
    last_of(&directory(key)) == "type" && formats.contains(&last_of(key))
}

/// True where the last part of a directory has such a word.
fn last_has(dir: &str, is: impl Fn(&str) -> bool) -> bool {
    last_of(dir).split(|c: char| !c.is_alphanumeric()).any(|word| is(&word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_do_something_say_so() {
        let cases = [
            ("/logout", true),
            ("/Log-Out/", true),
            ("/log%6fut", true),
            ("/wp-login.php?action=logout", true),
            ("/wp-login.php", true),
            ("/admin/delete/7", true),
            ("/comments/7/delete", true),
            ("/delete.php?id=1", true),
            ("/?add-to-cart=3", true),
            ("/shop/?remove_item=3", true),
            ("/brine/?vote=up", true),
            ("/brine/?like=7&_wpnonce=0a", true),
            ("/?do=delete", true),
            ("/2016/11/brine/vote", true),
            ("/2010/how-to-delete-a-file/", false),
            ("/2016/11/vote/", false),
            ("/2016/11/08/vote.html", false),
            ("/tag/vote/", false),
            ("/?tag=vote", false),
            ("/the-vote/", false),
            ("/undelete/", false),
            ("/?p=7", false),
            ("/brine/?replytocom=7", false),
            ("/", false),
        ];
        for (path, does) in cases {
            let url = Url::parse("https://salt.example").and_then(|u| u.join(path));
            let url = url.unwrap_or_else(|e| panic!("{path}: {e}"));
            assert_eq!(does_something(&url), does, "{path}");
        }
    }
}
