//! Links: comparing two spellings of one address, and the shape that the permalinks of a blog
//! share.

use std::fmt;

use chrono::NaiveDate;
use percent_encoding::percent_decode_str;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use url::Url;

use crate::date::YEARS;

/// The host without `www.`.
pub fn host(url: &Url) -> &str {
    url.host_str().unwrap_or("").trim_start_matches("www.")
}

/// What two spellings of one address share: scheme, `www.`, `index.html`, a trailing slash,
/// percent-encoding, fragment and tracking parameters do not count.
pub fn key(url: &Url) -> String {
    let host = host(url);
    let path = percent_decode_str(url.path()).decode_utf8_lossy().into_owned();
    let mut path = path.as_str();
    for index in ["index.html", "index.htm", "index.php", "default.aspx"] {
        if let Some(p) = path.strip_suffix(index)
            && p.ends_with('/')
        {
            path = p;
        }
    }
    let mut out = format!("{host}{}", path.trim_end_matches('/'));
    let mut mark = '?';
    for (k, v) in url.query_pairs().filter(|(k, _)| !k.starts_with("utm_") && k != "fbclid") {
        out.push(mark);
        out.push_str(&k);
        out.push('=');
        out.push_str(&v);
        mark = '&';
    }
    out
}

/// The key of an address as written on a page.
pub fn key_of(base: &Url, href: &str) -> Option<String> {
    let url = base.join(href.trim()).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| key(&url))
}

/// The day that an address has in its path: year, month and day in a row, parted by `/` or `-`.
pub fn day_of(key: &str) -> Option<NaiveDate> {
    let path = key.split(['?', '#']).next()?;
    let parts: Vec<&str> = path.split(['/', '-']).collect();
    parts.windows(3).find_map(|w| {
        let number = |s: &str, digits: &[usize]| {
            (digits.contains(&s.len()) && is_digits(s)).then(|| s.parse::<u32>().ok()).flatten()
        };
        let (y, m, d) = (number(w[0], &[4])?, number(w[1], &[1, 2])?, number(w[2], &[1, 2])?);
        NaiveDate::from_ymd_opt(y as i32, m, d).filter(|_| YEARS.contains(&(y as i32)))
    })
}

/// One piece of a permalink's path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Piece {
    /// Digits: this many (years, months and days have a fixed number), or any number of them (0).
    Digits(usize),
    /// The same text in every permalink.
    Fixed(String),
    /// Anything without a slash.
    Any,
}

/// Most words of a title or an address that are compared.
const MOST_WORDS: usize = 100;

/// The last part of an address, without what says how it is made (`index.html`, `.php`).
pub fn name_of(link: &Url) -> String {
    let path = percent_decode_str(link.path()).decode_utf8_lossy();
    let last =
        path.trim_end_matches('/').rsplit('/').find(|p| !p.starts_with("index.")).unwrap_or("");
    [".html", ".htm", ".php", ".aspx"]
        .iter()
        .find_map(|e| last.strip_suffix(e))
        .unwrap_or(last)
        .to_owned()
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

/// What the permalinks of a blog have in common, as the path of one of them with digits and slugs
/// left open, e.g. `blog.example/{dddd}/{dd}/*` or `example.org/*.html`; `{d}` is any number of
/// digits.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LinkShape {
    host: String,
    pieces: Vec<Piece>,
    suffix: String,
    query: Option<String>,
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

/// True for a word that HTML's classes and addresses have for tags and categories.
pub fn names_tags(word: &str) -> bool {
    word.starts_with("categor")
        || matches!(word, "tag" | "tags" | "tagged" | "cat" | "topic" | "topics" | "label")
}

/// True for the directory of tags: `blog.example/tag`.
pub fn tells_tags(dir: &str) -> bool {
    last_of(dir)
        .split(|c: char| !c.is_alphanumeric())
        .any(|word| names_tags(&word.to_ascii_lowercase()))
}

/// The path's segments, its last segment's extension, and the name of a query parameter, if the
/// address has just one.
fn parts(url: &Url) -> (String, Vec<String>, String, Option<String>) {
    let host = host(url).to_owned();
    let path = percent_decode_str(url.path()).decode_utf8_lossy().into_owned();
    let mut segments: Vec<String> =
        path.split('/').filter(|s| !s.is_empty()).map(str::to_owned).collect();
    if segments.len() > 1 && segments.last().is_some_and(|l| l == "index.html" || l == "index.php")
    {
        segments.pop();
    }
    let mut suffix = String::new();
    if let Some(last) = segments.last_mut()
        && let Some(dot) = last.rfind('.')
        && dot > 0
        && last.len() - dot <= 6
        && last[dot + 1..].chars().all(|c| c.is_ascii_alphabetic())
    {
        suffix = last.split_off(dot);
    }
    let query = url.query_pairs().next().map(|(k, _)| k.into_owned());
    (host, segments, suffix, query)
}

fn is_digits(s: &str) -> bool {
    !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit())
}

impl LinkShape {
    /// The shapes that all of `urls` have, at most one for each number of path segments, the most
    /// frequent first.
    pub fn learn(urls: &[Url]) -> Vec<LinkShape> {
        let mut groups: Vec<((String, usize, String, Option<String>), Vec<Vec<String>>)> =
            Vec::new();
        for url in urls {
            let (host, segments, suffix, query) = parts(url);
            let key = (host, segments.len(), suffix, query);
            match groups.iter_mut().find(|(k, _)| *k == key) {
                Some((_, members)) => members.push(segments),
                None => groups.push((key, vec![segments])),
            }
        }
        groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        groups
            .into_iter()
            .map(|((host, count, suffix, query), members)| {
                let pieces = (0..count)
                    .map(|i| {
                        let first = &members[0][i];
                        let all = |f: &dyn Fn(&str) -> bool| members.iter().all(|m| f(&m[i]));
                        if is_digits(first) && all(&is_digits) {
                            let fixed =
                                matches!(first.len(), 2 | 4) && all(&|s| s.len() == first.len());
                            Piece::Digits(if fixed { first.len() } else { 0 })
                        } else if i + 1 < count
                            && members.len() > 1
                            && !first.contains(['?', '*', '{', '}'])
                            && all(&|s| s == first)
                        {
                            Piece::Fixed(first.clone())
                        } else {
                            Piece::Any
                        }
                    })
                    .collect();
                LinkShape { host, pieces, suffix, query }
            })
            .collect()
    }

    /// True where an address has this shape.
    pub fn fits(&self, url: &Url) -> bool {
        let (host, segments, suffix, query) = parts(url);
        host == self.host
            && suffix == self.suffix
            && query == self.query
            && segments.len() == self.pieces.len()
            && segments.iter().zip(&self.pieces).all(|(s, p)| match p {
                Piece::Digits(n) => is_digits(s) && (*n == 0 || s.len() == *n),
                Piece::Fixed(f) => s == f,
                Piece::Any => true,
            })
    }

    /// How much the shape asks for: fixed pieces and digits count.
    pub fn strictness(&self) -> usize {
        self.pieces.iter().filter(|p| !matches!(p, Piece::Any)).count()
            + usize::from(!self.suffix.is_empty())
            + usize::from(self.query.is_some())
    }
}

impl fmt::Display for LinkShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.host)?;
        for p in &self.pieces {
            match p {
                Piece::Digits(n) => write!(f, "/{{{}}}", "d".repeat((*n).max(1)))?,
                Piece::Fixed(s) => write!(f, "/{s}")?,
                Piece::Any => f.write_str("/*")?,
            }
        }
        f.write_str(&self.suffix)?;
        if let Some(q) = &self.query {
            write!(f, "?{q}=*")?;
        }
        Ok(())
    }
}

impl std::str::FromStr for LinkShape {
    type Err = String;

    fn from_str(s: &str) -> Result<LinkShape, String> {
        if s.contains("://") {
            return Err(format!(
                "expected a host and path without scheme, as blog.example/{{dddd}}/*, found {s:?}"
            ));
        }
        let (path, query) = match s.split_once('?') {
            Some((p, q)) => (p, Some(q.trim_end_matches("=*").to_owned())),
            None => (s, None),
        };
        let mut segments = path.split('/');
        let host = segments
            .next()
            .filter(|h| !h.is_empty())
            .ok_or("expected a host, then a path")?
            .to_owned();
        let mut suffix = String::new();
        let mut pieces: Vec<Piece> = Vec::new();
        for segment in segments {
            let mut segment = segment;
            if !suffix.is_empty() {
                return Err(format!(
                    "an extension stands at the end of a link shape only, found it inside {s:?}"
                ));
            }
            if let Some(dot) = segment.rfind('.').filter(|&d| segment[..d].ends_with(['*', '}'])) {
                suffix = segment[dot..].to_owned();
                segment = &segment[..dot];
            }
            pieces.push(match segment {
                "*" => Piece::Any,
                d if d.starts_with('{') && d.ends_with('}') => {
                    let letters = d.trim_start_matches('{').trim_end_matches('}');
                    if letters.is_empty() || letters.chars().any(|c| c != 'd') {
                        return Err(format!(
                            "expected one d for each digit, as {{dddd}}, found {d:?}"
                        ));
                    }
                    Piece::Digits(if letters.len() == 1 { 0 } else { letters.len() })
                }
                f => Piece::Fixed(f.to_owned()),
            });
        }
        Ok(LinkShape { host, pieces, suffix, query })
    }
}
