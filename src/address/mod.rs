//! Addresses: when two spellings are one, what the permalinks of a blog have in common, what an
//! address says of its page.
//!
//! | file | what |
//! |---|---|
//! | `mod.rs` | the key that spellings of one address share; what feeds add to their links |
//! | `shape.rs` | the shape of a blog's permalinks |
//! | `words.rs` | what blogs call tags, comments and authors, in all languages |
//! | `says.rs` | the day, the title, the tag that an address says |

mod says;
mod shape;
mod words;

use std::borrow::Cow;
use std::collections::HashSet;

use percent_encoding::percent_decode_str;
use url::Url;

use crate::page::{Address, Page, resolve};

pub use says::does_something;
#[cfg(feature = "harvest")]
pub(crate) use says::ends_file;
pub(crate) use says::link_month;
pub(crate) use says::{
    directory, ends_with_month, ends_with_time, is_below_tags, is_named_like, last_of, link_day,
    name_of, tells_archive, tells_authors, tells_format, tells_tags, title_in_link,
};
pub use shape::LinkShape;
pub(crate) use words::{
    ahead_of_wrote, marks_tags, names_authors, names_avatar, names_comments, names_picture,
    names_tags, names_topic, says_changed, says_published, says_who, says_wrote, tell_change,
    words_of_name,
};

/// The host without `www.`.
pub fn host(url: &Url) -> &str {
    Address::from(url).host()
}

/// A host that a person names, as [`host`] gives it.
pub fn named_host(name: &str) -> String {
    name.to_lowercase().trim_start_matches("www.").to_owned()
}

/// A path without percent-encoding. Most have none.
fn decoded(path: &str) -> Cow<'_, str> {
    match memchr::memchr(b'%', path.as_bytes()) {
        None => Cow::Borrowed(path),
        Some(_) => percent_decode_str(path).decode_utf8_lossy(),
    }
}

/// What two spellings of one address share: scheme, `www.`, `index.html`, doubled and trailing
/// slashes, percent-encoding, fragment and tracking parameters do not count.
pub fn address_key(url: &Url) -> String {
    Address::from(url).key()
}

/// Files whose folder's address is theirs.
const INDEXES: [&str; 4] = ["index.html", "index.htm", "index.php", "default.aspx"];

/// A path with one slash for several in a row.
pub(crate) fn without_doubled_slashes(path: &str) -> Cow<'_, str> {
    if !path.contains("//") {
        return Cow::Borrowed(path);
    }
    let mut out = String::with_capacity(path.len());
    for c in path.chars() {
        if c != '/' || !out.ends_with('/') {
            out.push(c);
        }
    }
    Cow::Owned(out)
}

/// A path without the name of the file that is its folder's index.
pub(crate) fn without_index(path: &str) -> &str {
    let folder = |index| path.strip_suffix(index).filter(|folder: &&str| folder.ends_with('/'));
    INDEXES.into_iter().find_map(folder).unwrap_or(path)
}

impl Address<'_> {
    /// True where this is its [`key`](Self::key).
    pub(crate) fn has_key(self, key: &str) -> bool {
        let mut pairs = self.path.as_bytes().windows(2);
        let plain = self.query.is_none()
            && !self.path.contains('%')
            && !pairs.any(|two| two == b"//")
            && !INDEXES.iter().any(|index| self.path.ends_with(index));
        if !plain {
            return self.key() == key;
        }
        key.strip_prefix(self.host()) == Some(self.path.trim_end_matches('/'))
    }

    /// As [`address_key`].
    pub(crate) fn key(self) -> String {
        let path = decoded(self.path);
        let path = without_doubled_slashes(&path);
        let path = without_index(&path);
        let mut out = [self.host(), path.trim_end_matches('/')].concat();
        let mut mark = '?';
        let pairs = url::form_urlencoded::parse(self.query.unwrap_or("").as_bytes());
        for (k, v) in pairs.filter(|(k, _)| !is_tracking(k)) {
            out.push(mark);
            out.push_str(&k);
            out.push('=');
            out.push_str(&v);
            mark = '&';
        }
        out
    }
}

/// The key of an address as a text; nothing where it is none.
pub fn key_of(address: &str) -> Option<String> {
    Url::parse(address).ok().map(|u| address_key(&u))
}

/// The key of an address as written on a page.
pub fn link_key(base: &Url, href: &str) -> Option<String> {
    let target = resolve(base, href.trim())?;
    target.is_web().then(|| target.address().key())
}

/// True where a link leads to the address of a key.
pub(crate) fn leads_to(base: &Url, href: &str, key: &str) -> bool {
    resolve(base, href.trim()).is_some_and(|to| to.is_web() && to.address().has_key(key))
}

/// An address without a user's name and password. They are sent to the server that they are for,
/// and stand nowhere else: not in rules, entries, states or messages.
///
/// ```
/// use feedstone::internals::address::without_login;
/// let url = url::Url::parse("http://me:pw@salt.example/a")?;
/// assert_eq!(without_login(url).as_str(), "http://salt.example/a");
/// # Ok::<(), url::ParseError>(())
/// ```
pub fn without_login(mut url: Url) -> Url {
    // Both refuse only addresses that cannot have a user in the first place.
    let _ = url.set_username("");
    let _ = url.set_password(None);
    url
}

/// The same for what may be no address at all, as it stands in messages.
pub(crate) fn bare(address: &str) -> String {
    match Url::parse(address) {
        Ok(url) if !url.username().is_empty() || url.password().is_some() => {
            without_login(url).into()
        }
        Ok(url) if !url.cannot_be_a_base() || url.scheme() == "mailto" => address.to_owned(),
        // A port that is none, or no scheme: `me:pw@salt.example`.
        _ => {
            let host = address.find("://").map_or(0, |at| at + "://".len());
            let end = address[host..].find(['/', '?', '#']).map_or(address.len(), |at| host + at);
            match address[host..end].rfind('@') {
                Some(at) => format!("{}{}", &address[..host], &address[host + at + 1..]),
                None => address.to_owned(),
            }
        }
    }
}

/// The links of a page's body: the tokens of their start tags, and the keys of their addresses.
pub(crate) fn links_of(page: &Page, base: &Url) -> Vec<(usize, String)> {
    let link = |i: usize| Some((i, link_key(base, page.attr(i, "href")?)?));
    page.tags_shown("a").into_iter().filter_map(link).collect()
}

/// Keys of all addresses that the body of a page at an address links to.
pub(crate) fn page_links(page: &Page, url: &str) -> HashSet<String> {
    let Ok(url) = Url::parse(url) else { return HashSet::new() };
    links_of(page, &page.base(&url)).into_iter().map(|link| link.1).collect()
}

pub(crate) fn is_digits(s: &str) -> bool {
    !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit())
}

/// True for parameters that only count readers, whatever their value: they never change the page.
fn is_tracking(name: &str) -> bool {
    name.starts_with("utm_") || matches!(name, "fbclid" | "gclid")
}

/// The names of query parameters that a feed adds to its links: those that only count readers, and
/// those that have one value in all of them (`?source=rss`). Of one link nothing else is said, as
/// `?p=7` is all there is of some addresses.
pub(crate) fn idle_parameters(links: &[Url]) -> Vec<String> {
    let has = |link: &Url, name: &str, value: &str| {
        link.query_pairs().any(|(n, v)| n == name && v == value)
    };
    let mut idle: Vec<String> = Vec::new();
    for (name, value) in links.iter().flat_map(Url::query_pairs) {
        let constant = || links.len() > 1 && links.iter().all(|l| has(l, &name, &value));
        if !idle.iter().any(|n| *n == name) && (is_tracking(&name) || constant()) {
            idle.push(name.into_owned());
        }
    }
    idle
}

/// An address without some of its query parameters.
pub(crate) fn without_parameters(url: &Url, names: &[String]) -> Url {
    let kept: Vec<(String, String)> = url
        .query_pairs()
        .filter(|(n, _)| !names.iter().any(|x| x == n))
        .map(|(n, v)| (n.into_owned(), v.into_owned()))
        .collect();
    let mut out = url.clone();
    out.set_query(None);
    if !kept.is_empty() {
        out.query_pairs_mut().extend_pairs(kept);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_know_their_keys() {
        let addresses = [
            "http://www.salt.example",
            "http://salt.example/a//b/",
            "http://salt.example/a/b",
            "http://salt.example/a/index.html",
            "http://salt.example/a/xindex.php",
            "http://salt.example/%61/b?c=1",
            "http://salt.example/a/b?utm_source=x",
            "x:y",
        ];
        for a in addresses.map(|a| Url::parse(a).unwrap_or_else(|e| panic!("{e}"))) {
            for key in addresses.map(|b| key_of(b).unwrap_or_default()) {
                assert_eq!(Address::from(&a).has_key(&key), address_key(&a) == key, "{a} {key}");
            }
        }
    }

    #[test]
    fn a_login_is_taken_out_of_whatever_was_given() {
        let cases = [
            ("http://me:pw@salt.example/a@b", "http://salt.example/a@b"),
            ("http://me@salt.example/", "http://salt.example/"),
            ("http://me:pw@salt.example:99999/a@b", "http://salt.example:99999/a@b"),
            ("me:pw@salt.example/a", "salt.example/a"),
            ("http://salt.example/@me", "http://salt.example/@me"),
            ("mailto:me@salt.example", "mailto:me@salt.example"),
            ("salt.example", "salt.example"),
            ("", ""),
        ];
        for (given, shown) in cases {
            assert_eq!(bare(given), shown, "{given}");
        }
    }
}
