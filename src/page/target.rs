//! Where a link leads, without making an address of it where that is written as it is meant: a page
//! has hundreds of links, and nearly all are.

use std::borrow::Cow;

use url::{Position, Url};

/// The parts of an address that tell its page, as [`Url`] has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Address<'a> {
    pub(crate) host: &'a str,
    pub(crate) path: &'a str,
    pub(crate) query: Option<&'a str>,
    pub(crate) fragment: Option<&'a str>,
}

impl<'a> From<&'a Url> for Address<'a> {
    fn from(url: &'a Url) -> Address<'a> {
        let host = url.host_str().unwrap_or("");
        Address { host, path: url.path(), query: url.query(), fragment: url.fragment() }
    }
}

impl<'a> Address<'a> {
    /// The host without `www.`.
    pub(crate) fn host(self) -> &'a str {
        let mut host = self.host;
        while let Some(rest) = host.strip_prefix("www.") {
            host = rest;
        }
        host
    }

    /// True where it leads to a place on a page.
    pub(crate) fn has_fragment(self) -> bool {
        self.fragment.is_some_and(|f| !f.is_empty())
    }
}

/// Where a link leads.
#[derive(Debug)]
pub(crate) enum Target<'a> {
    /// What it takes from the page's address, and how it is written behind that.
    Plain(&'a str, &'a str, Address<'a>),
    /// Any other.
    Parsed(Url),
}

/// The address that [`Url::join`] gives for a link.
pub(crate) fn resolve<'a>(base: &'a Url, href: &'a str) -> Option<Target<'a>> {
    plain(base, href).or_else(|| base.join(href).ok().map(Target::Parsed))
}

impl Target<'_> {
    pub(crate) fn address(&self) -> Address<'_> {
        match self {
            Target::Plain(_, _, address) => *address,
            Target::Parsed(url) => url.into(),
        }
    }

    /// True for addresses of the web.
    pub(crate) fn is_web(&self) -> bool {
        match self {
            Target::Plain(_, _, address) => !address.host.is_empty(),
            Target::Parsed(url) => matches!(url.scheme(), "http" | "https"),
        }
    }

    /// The whole address, in two parts.
    pub(crate) fn text(&self) -> [&str; 2] {
        match self {
            Target::Plain(ahead, behind, _) => [ahead, behind],
            Target::Parsed(url) => ["", url.as_str()],
        }
    }

    pub(crate) fn into_url(self) -> Option<Url> {
        match self {
            Target::Plain(ahead, behind, _) => Url::parse(&[ahead, behind].concat()).ok(),
            Target::Parsed(url) => Some(url),
        }
    }
}

/// An address of the web, whole or from its path on, or data in place of one, that parsing would
/// leave as it is written.
fn plain<'a>(base: &'a Url, href: &'a str) -> Option<Target<'a>> {
    if let Some(path) = href.strip_prefix("data:") {
        let address = Address { host: "", path, query: None, fragment: None };
        return is_plain_data(path).then_some(Target::Plain("", href, address));
    }
    let of_web = || matches!(base.scheme(), "http" | "https");
    if href.starts_with('#') && of_web() {
        let address = Address { fragment: plain_parts(href)?.2, ..base.into() };
        return Some(Target::Plain(&base[..Position::AfterQuery], href, address));
    }
    let named = href.strip_prefix("https://").or_else(|| href.strip_prefix("http://"));
    let (ahead, host, behind) = match named {
        Some(rest) => {
            let (host, behind) = rest.split_at(rest.bytes().position(|b| b == b'/')?);
            let own = |host: &str| of_web() && base.host_str() == Some(host);
            ("", Some(host).filter(|h| own(h) || is_plain_host(h))?, behind)
        }
        None if href.starts_with('/') && !href.starts_with("//") => {
            (&base[..Position::BeforePath], base.host_str().filter(|_| of_web())?, href)
        }
        None => return None,
    };
    let (path, query, fragment) = plain_parts(behind)?;
    Some(Target::Plain(ahead, href, Address { host, path, query, fragment }))
}

/// True for data that have no steps, no query and no fragment.
fn is_plain_data(path: &str) -> bool {
    let is_plain = |b: u8| match PLAIN[usize::from(b)] {
        Plain::Always => true,
        Plain::Never => false,
        Plain::Mostly => !matches!(b, b'#' | b'?'),
    };
    !path.starts_with('/') && path.bytes().all(is_plain)
}

/// The path, the query and the fragment of what parsing would leave as it is written.
fn plain_parts(text: &str) -> Option<(&str, Option<&str>, Option<&str>)> {
    let bytes = text.as_bytes();
    let (mut query, mut fragment) = (None, None);
    for (i, b) in bytes.iter().enumerate() {
        match (PLAIN[usize::from(*b)], b) {
            (Plain::Always, _) => {}
            (Plain::Never, _) => return None,
            (_, b'#') if fragment.is_none() => fragment = Some(i),
            (_, b'#') => return None,
            _ if fragment.is_some() => {}
            (_, b'?') => query = query.or(Some(i)),
            (_, b'\'') if query.is_some() => return None,
            // Parts of dots are steps in the path, also where they are encoded.
            (_, b'.' | b'%') if query.is_none() && i > 0 && bytes[i - 1] == b'/' => return None,
            _ => {}
        }
    }
    let end = fragment.unwrap_or(text.len());
    let path = &text[..query.unwrap_or(end)];
    Some((path, query.map(|at| &text[at + 1..end]), fragment.map(|at| &text[at + 1..])))
}

/// A name of letters and digits in lower case that is no number and no other script's.
fn is_plain_host(host: &str) -> bool {
    let bytes = host.as_bytes();
    let plain = |(i, b): (usize, &u8)| match b {
        b'a'..=b'z' | b'0'..=b'9' => true,
        b'.' => i > 0 && bytes[i - 1] != b'.',
        b'-' => i > 0 && !bytes[..=i].ends_with(b"xn--"),
        _ => false,
    };
    let last = bytes.iter().rposition(|b| *b == b'.').map_or(0, |dot| dot + 1);
    bytes.iter().enumerate().all(plain) && bytes.get(last).is_some_and(u8::is_ascii_lowercase)
}

/// When a byte of an address stands for itself behind its host.
#[derive(Clone, Copy)]
enum Plain {
    Always,
    Never,
    /// It parts the address, or is not plain everywhere.
    Mostly,
}

static PLAIN: [Plain; 256] = {
    let mut plain = [Plain::Never; 256];
    let mut b = 0;
    while b < 128 {
        plain[b as usize] = match b {
            b'#' | b'?' | b'\'' | b'.' | b'%' => Plain::Mostly,
            b'0'..=b'9' | b'a'..=b'z' | b'A'..=b'Z' => Plain::Always,
            b'!' | b'$' | b'&' | b'('..=b'-' | b'/' | b':' | b';' | b'=' | b'@' | b'_' | b'~' => {
                Plain::Always
            }
            _ => Plain::Never,
        };
        b += 1;
    }
    plain
};

/// The address that [`Url::join`] gives for a link, as a text; the link where it is none.
pub(crate) fn absolute<'a>(base: &'a Url, href: &'a str) -> Cow<'a, str> {
    match resolve(base, href) {
        Some(Target::Plain("", whole, _)) => Cow::Borrowed(whole),
        Some(target) => Cow::Owned(target.text().concat()),
        None => Cow::Borrowed(href),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn same(base: &Url, href: &str) {
        let (found, joined) = (resolve(base, href), base.join(href).ok());
        let Some(target) = found else { return assert_eq!(joined, None, "{href:?}") };
        let joined = joined.unwrap_or_else(|| panic!("{href:?} is none"));
        assert_eq!(target.text().concat(), joined.as_str(), "{href:?}");
        assert_eq!(target.address(), Address::from(&joined), "{href:?}");
        assert_eq!(target.is_web(), matches!(joined.scheme(), "http" | "https"), "{href:?}");
        assert_eq!(absolute(base, href), joined.as_str(), "{href:?}");
        assert_eq!(target.into_url(), Some(joined), "{href:?}");
    }

    const BASES: [&str; 4] = [
        "https://salt.example/2013/a.html?b#c",
        "http://me:pw@www.salt.example:8080",
        "file:///tmp/a.html",
        "http://127.0.0.1/x",
    ];

    #[test]
    fn links_lead_where_parsing_says() {
        for base in BASES.map(|b| Url::parse(b).unwrap_or_else(|e| panic!("{e}"))) {
            for href in [
                "/a/b",
                "https://salt.example/a",
                "https://salt.example",
                "http://Salt.example/",
                "//salt.example/a",
                "/a//b",
                "/./a",
                "/a/../b",
                "/%2e%2e/a",
                "/a b",
                "/a?'",
                "/a#'",
                "/a#b#c",
                "/a?b?c#d?e",
                "http://1.2.3/a",
                "http://salt.0x7/",
                "http://a:80/",
                "",
                "http://xn--a/",
                "http://a..b/",
                "http://a.b./",
                "mailto:a@b",
                "/salt%zz",
                "/é",
                "https:/a/b",
                "http:///a",
                "http://a@b.example/",
                "/a\\b",
                "/a|b",
                "/^",
                "/a\tb",
                "data:image/png;base64,iVBORw0KGgo+/=",
                "data:,%3Csvg'.%2e/../.",
                "data:/a/../b",
                "data:,a?b#c",
                "data:,a b",
                "data:",
            ] {
                same(&base, href);
            }
        }
    }

    proptest! {
        #[test]
        fn links_made_up_lead_where_parsing_says(
            base in 0..BASES.len(),
            ahead in "(https?://|HTTP://|data:|/|//|)[a-z0-9.x:@-]{0,8}",
            behind in "[/?#.%a-z2e'&=+;,A-Z\\\\^|~ é_-]{0,16}",
        ) {
            let base = Url::parse(BASES[base]).unwrap_or_else(|e| panic!("{e}"));
            same(&base, &[ahead, behind].concat());
        }
    }
}
