//! The shape that the permalinks of a blog share.

use std::borrow::Cow;
use std::fmt;

use url::Url;

use super::{decoded, is_digits, names_authors, names_tags};
use crate::page::{Address, is_xml};

/// One piece of a permalink's path.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum Piece {
    /// Digits: this many (years, months and days have a fixed number), or any number of them (0).
    Digits(usize),
    /// The same text in every permalink.
    Fixed(String),
    /// A day, its numbers parted by a sign, alone or with another sign and anything behind it:
    /// `2009-02-14`, `2009-02-14_salt`.
    Day { sign: char, more: Option<char> },
    /// Anything without a slash.
    Any,
}

impl Piece {
    fn fits(&self, segment: &str) -> bool {
        match self {
            Piece::Digits(n) => is_digits(segment) && (*n == 0 || segment.len() == *n),
            Piece::Fixed(name) => segment == name,
            Piece::Day { .. } => Piece::day(segment).as_ref() == Some(self),
            Piece::Any => true,
        }
    }

    /// A segment that is a day or begins with one, as [`Piece::Day`].
    fn day(segment: &str) -> Option<Piece> {
        let (day, rest) = segment.split_at_checked("2009-02-14".len())?;
        let is_sign = |c: &char| matches!(c, '-' | '_');
        let sign = day.chars().nth("2009".len()).filter(is_sign)?;
        let numbers = day.split(sign).map(|n| if is_digits(n) { n.len() } else { 0 });
        let more = rest.chars().next();
        let is_day = numbers.eq([4, 2, 2]) && more.as_ref().is_none_or(is_sign);
        is_day.then_some(Piece::Day { sign, more })
    }

    /// Reads a day as a shape writes it: `{dddd}-{dd}-{dd}-*`.
    fn written_day(text: &str) -> Option<Piece> {
        // Of all days that it stands for, one.
        let some_day = text.replace("{dddd}", "2009").replace("{dd}", "14");
        let day = Piece::day(some_day.strip_suffix('*').unwrap_or(&some_day))?;
        (day.to_string() == text).then_some(day)
    }
}

/// As it stands in a shape.
impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Piece::Digits(n) => write!(f, "{{{}}}", "d".repeat((*n).max(1))),
            Piece::Fixed(name) => f.write_str(name),
            Piece::Day { sign, more } => {
                write!(f, "{{dddd}}{sign}{{dd}}{sign}{{dd}}")?;
                more.map_or(Ok(()), |sign| write!(f, "{sign}*"))
            }
            Piece::Any => f.write_str("*"),
        }
    }
}

/// What the permalinks of a blog have in common, as the path of one of them with digits and slugs
/// left open, e.g. `blog.example/{dddd}/{dd}/*` or `example.org/*.html`; `{d}` is any number of
/// digits. A day may stand in one piece: `blog.example/{dddd}-{dd}-{dd}-*`.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct LinkShape {
    host: String,
    pieces: Vec<Piece>,
    suffix: String,
    query: Option<String>,
}

/// A path without its last segment's extension, and that extension; the name of an index is no
/// segment where others are ahead of it. Both are of a path without percent-encoding.
fn parts(path: &str) -> (&str, &str) {
    let mut path = path.trim_end_matches('/');
    let last = |path: &str| path.rfind('/').map_or(0, |at| at + 1);
    if matches!(&path[last(path)..], "index.html" | "index.php") {
        let ahead = path[..last(path)].trim_end_matches('/');
        path = if ahead.is_empty() { path } else { ahead };
    }
    let name = last(path);
    let dot = path[name..].rfind('.').map_or(0, |dot| name + dot);
    let letters = |s: &str| s.len() <= 5 && s.bytes().all(|b| b.is_ascii_alphabetic());
    if dot > name && letters(&path[dot + 1..]) { path.split_at(dot) } else { (path, "") }
}

/// The segments of a path.
fn segments(path: &str) -> impl Iterator<Item = &str> + Clone {
    path.split('/').filter(|s| !s.is_empty())
}

/// The name of an address' first query parameter.
fn parameter(address: Address<'_>) -> Option<Cow<'_, str>> {
    let query = address.query?;
    url::form_urlencoded::parse(query.as_bytes()).next().map(|(k, _)| k)
}

/// True where the piece at `i` is part of a day: a year before something else, or two digits beside
/// other digits. Numbers that are names have any length.
fn has_days(members: &[Vec<String>], i: usize) -> bool {
    let digits_at = |i: usize| members.iter().all(|m| m.get(i).is_some_and(|s| is_digits(s)));
    let years = || members.iter().all(|m| matches!(m[i].parse(), Ok(1900..=2100)));
    match members[0][i].len() {
        4 => i + 1 < members[0].len() && years(),
        2 => digits_at(i + 1) || i > 0 && digits_at(i - 1),
        _ => false,
    }
}

/// What addresses of one shape have in common.
#[derive(PartialEq)]
struct Kind {
    host: String,
    count: usize,
    suffix: String,
    query: Option<String>,
    /// A part of the path that lists stand below elsewhere.
    below: Option<String>,
    /// The path ends as those of a list's pages do.
    numbered: bool,
}

/// True for a part of a path that lists stand below, not posts: `tag`, `category`, `author`.
fn heads_lists(segment: &str) -> bool {
    let word = segment.to_lowercase();
    names_tags(&word) || names_authors(&word)
}

/// True for the number of a list's page, a year, or a month: `2` of `/articles/2`, `0405`.
fn is_page_number(segment: &str) -> bool {
    let is_time = || {
        let number = segment.parse().unwrap_or(0);
        matches!(number, 1900..2100) || matches!(number % 100, 1..=12)
    };
    is_digits(segment) && (segment.len() < 4 || segment.len() == 4 && is_time())
}

impl LinkShape {
    /// The shapes that all of `urls` have, the most frequent first: one for each number of path
    /// segments, extension and parameter, and for posts below a part that is called as lists are.
    pub fn learn(urls: &[Url]) -> Vec<LinkShape> {
        let mut groups: Vec<(Kind, Vec<Vec<String>>)> = Vec::new();
        for url in urls {
            let address = Address::from(url);
            let path = decoded(address.path);
            let (path, suffix) = parts(&path);
            let segments: Vec<String> = segments(path).map(str::to_owned).collect();
            let query = parameter(address).map(Cow::into_owned);
            // What cannot be written is no part of a shape.
            if !suffix.chars().chain(query.iter().flat_map(|q| q.chars())).all(is_xml) {
                continue;
            }
            // Where posts do stand below such a part, that is one that stays as it is.
            let ahead = segments.split_last().map_or(&[][..], |(_, ahead)| ahead);
            let below = ahead.iter().find(|s| heads_lists(s)).cloned();
            let kind = Kind {
                host: address.host().to_owned(),
                count: segments.len(),
                suffix: suffix.to_owned(),
                query,
                below,
                numbered: suffix.is_empty() && segments.last().is_some_and(|s| is_page_number(s)),
            };
            match groups.iter_mut().find(|(k, _)| *k == kind) {
                Some((_, members)) => members.push(segments),
                None => groups.push((kind, vec![segments])),
            }
        }
        groups.sort_by_key(|(_, members)| std::cmp::Reverse(members.len()));
        // One address beside many of another shape is an exception: its folders stay as they are.
        let most = groups.first().map_or(0, |(_, members)| members.len());
        groups
            .into_iter()
            .map(|(Kind { host, count, suffix, query, .. }, members)| {
                let folders = &members[0][..count.saturating_sub(1)];
                let dated = folders.iter().any(|s| is_digits(s));
                let open = members.len() == 1 && (dated || most == 1);
                let pieces = (0..count)
                    .map(|i| {
                        let first = &members[0][i];
                        let all = |f: &dyn Fn(&str) -> bool| members.iter().all(|m| f(&m[i]));
                        if is_digits(first) && all(&is_digits) {
                            let day = has_days(&members, i) && all(&|s| s.len() == first.len());
                            Piece::Digits(if day { first.len() } else { 0 })
                        } else if let Some(day) = Piece::day(first).filter(|d| all(&|s| d.fits(s)))
                        {
                            day
                        } else if i + 1 < count
                            && (!open || heads_lists(first))
                            && !first.contains(['?', '*', '{', '}'])
                            && first.chars().all(is_xml)
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
        self.fits_address(url.into())
    }

    pub(crate) fn fits_address(&self, address: Address<'_>) -> bool {
        // Most links lead elsewhere.
        if address.host() != self.host || parameter(address).as_deref() != self.query.as_deref() {
            return false;
        }
        let path = decoded(address.path);
        let (path, suffix) = parts(&path);
        let mut segments = segments(path);
        let last = self.pieces.len().saturating_sub(1);
        let is_other = |i: usize, s: &str| match i < last {
            true => heads_lists(s),
            false => suffix.is_empty() && !self.is_below_day() && is_page_number(s),
        };
        let fits =
            |(i, p): (usize, &Piece), s: &str| p.fits(s) && !(*p == Piece::Any && is_other(i, s));
        suffix == self.suffix
            && self.pieces.iter().enumerate().all(|p| segments.next().is_some_and(|s| fits(p, s)))
            && segments.next().is_none()
    }

    /// True where the last piece stands below a whole day: a number there is a post without a name.
    fn is_below_day(&self) -> bool {
        use Piece::{Day, Digits};
        let Some((_, ahead)) = self.pieces.split_last() else { return false };
        matches!(ahead, [.., Digits(4), Digits(2), Digits(2)] | [.., Day { more: None, .. }])
    }

    /// True where an address is a folder of posts: the beginning of such a permalink's path, up to
    /// a number in it. `blog.example/2009/05` of `blog.example/{dddd}/{dd}/*`.
    pub(crate) fn is_folder(&self, address: Address<'_>) -> bool {
        if address.host() != self.host || parameter(address).is_some() {
            return false;
        }
        let path = decoded(address.path);
        let (path, suffix) = parts(&path);
        let count = segments(path).count();
        let last = count.checked_sub(1).and_then(|at| self.pieces.get(at));
        suffix.is_empty()
            && count < self.pieces.len()
            && matches!(last, Some(Piece::Digits(_)))
            && self.begins(segments(path))
    }

    fn begins<'s>(&self, segments: impl Iterator<Item = &'s str>) -> bool {
        segments.zip(&self.pieces).all(|(s, p)| p.fits(s))
    }

    /// True where the shape tells posts from a site's other pages: it has digits, a folder of its
    /// own below the first `outside` parts of the path, or a parameter.
    pub fn tells_posts(&self, outside: usize) -> bool {
        let below = self.pieces.iter().skip(outside);
        below.into_iter().any(|p| !matches!(p, Piece::Any)) || self.query.is_some()
    }

    /// True where permalinks have a number of fixed length in their path: a year, a month, a day.
    pub fn is_dated(&self) -> bool {
        self.pieces.iter().any(|p| matches!(p, Piece::Digits(2 | 4) | Piece::Day { .. }))
    }

    /// The parameter that posts differ in.
    pub fn parameter(&self) -> Option<&str> {
        self.query.as_deref()
    }
}

impl fmt::Display for LinkShape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.host)?;
        for p in &self.pieces {
            write!(f, "/{p}")?;
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
        // Further on these signs may be a path's or a parameter's.
        if s.split_once("://").is_some_and(|(ahead, _)| !ahead.contains(['/', '?'])) {
            return Err(format!(
                "expected a host and path without scheme, as blog.example/{{dddd}}/*, found {s:?}"
            ));
        }
        let (path, query) = match s.split_once('?') {
            Some((p, q)) => (p, Some(q.strip_suffix("=*").unwrap_or(q).to_owned())),
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
                d if d.starts_with("{dddd}") && d != "{dddd}" => {
                    Piece::written_day(d).ok_or_else(|| {
                        format!(
                            "expected a day such as {{dddd}}-{{dd}}-{{dd}}, or with -* behind \
                             it, found {d:?}"
                        )
                    })?
                }
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
