//! Where the feeds of a blog may be, best guess first.
//!
//! A blog page names its feeds in up to three ways: `<link rel=alternate>` in the head, an ordinary
//! link somewhere in the side bar, or not at all. In the last case only the habits of blog software
//! help. Most pages name several feeds, and the newest comments or one category are never what we
//! want to learn from; so the order of the list matters more than its length.

use std::collections::HashSet;

use html5gum::{DefaultEmitter, StartTag, Token, Tokenizer};
use url::Url;

use crate::address::{names_authors, names_comments, names_tags};

/// A blog names a handful of feeds; a planet or a link farm names thousands, and its own are among
/// the first. Each may be asked for.
const MAX_NAMED: usize = 20;

/// Where blog software puts its feed, most common first. Tried below the page's directory and below
/// the root.
const WELL_KNOWN: &[&str] = &[
    "feed/",
    "feed.xml",
    "atom.xml",
    "rss.xml",
    "index.xml",
    "rss/",
    "feed",
    "rss",
    "index.rdf",
    "feeds/posts/default",
    "feed.json",
];

/// The last path segments that a feed linked in the page may have, beside those told by their
/// ending.
#[rustfmt::skip]
const FEED_NAMES: &[&str] = &[
    "feed", "feeds", "rss", "rss2", "atom", "rdf", "feed.xml", "feed.php", "feed.json", "atom.xml",
    "atom.php", "rss.xml", "rss2.xml", "rss.php", "index.xml", "index.rdf", "rdf.xml",
];

/// Hosts that serve nothing but feeds.
const FEED_HOSTS: &[&str] =
    &["feeds.feedburner.com", "feeds2.feedburner.com", "feedproxy.google.com"];

/// A place where a feed may be.
#[derive(Debug, Clone, PartialEq)]
pub struct Candidate {
    /// Its address, absolute.
    pub url: String,
    /// What the page calls it: the `title` of the link, or else its text.
    pub title: Option<String>,
    /// What speaks for it.
    pub kind: How,
}

/// What speaks for a [`Candidate`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// The page declares it: `<link rel=alternate>` with the type of a feed, or `rel=feed`.
    Alternate,
    /// The page links to it with an `<a>`, and the address looks like a feed's.
    Anchor,
    /// Nothing but habit: blog software often puts its feed there. It may well not exist.
    WellKnown,
}

/// The rank of a candidate; lower is tried first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Declared,
    Linked,
    /// A category, tag or author: right in form, but only a part of the blog.
    Part,
    Habit,
    /// Comments come even after mere guesses: they read like any feed, but their titles and bodies
    /// stand nowhere on the home page.
    Comments,
}

/// A link as the tokenizer saw it.
struct Named {
    href: String,
    title: Option<String>,
    kind: How,
}

/// The feeds that a page names, and then the places where feeds commonly are.
///
/// Best first: declared feeds, linked feeds, feeds of a category, tag or author, well-known places,
/// feeds of comments. Within each: the page's own host before others, the shorter path first, then
/// in document order. Each address stands there once. `page_url` is the address the page was read
/// from; `<base href>` is honoured. Nothing is fetched.
///
/// ```
/// use feedstone::internals::feed::find;
///
/// let html = r#"
///   <link rel="alternate" type="application/rss+xml" title="Comments" href="/comments/feed/">
///   <link rel="alternate" type="application/rss+xml" title="Blog" href="/feed/">"#;
/// let found = find(html, "http://example.org/");
/// assert_eq!(found[0].url, "http://example.org/feed/");
/// assert_eq!(found.last().map(|c| c.url.as_str()), Some("http://example.org/comments/feed/"));
/// ```
pub fn find(html: &str, page_url: &str) -> Vec<Candidate> {
    let page = Url::parse(page_url).ok();
    let (named, base) = links(html);
    let base = match (&page, base) {
        (Some(page), Some(base)) => page.join(&base).ok().or_else(|| Some(page.clone())),
        (None, Some(base)) => Url::parse(&base).ok(),
        (page, None) => page.clone(),
    };
    let resolved: Vec<(Url, Named)> =
        named.into_iter().filter_map(|n| Some((resolve(&n.href, base.as_ref())?, n))).collect();

    // A word that all declared feeds share is the blog's name ("The Author's Notes"), not a kind of
    // feed; so is a word in the page's own path.
    let common = common_words(&resolved);
    let own = page.as_ref().map(|p| words(p.path())).unwrap_or_default();
    let mut ranked: Vec<(Rank, bool, usize, Candidate)> = Vec::new();
    let mut seen: HashSet<String> = HashSet::new();
    for (url, link) in resolved {
        if link.kind == How::Anchor && !looks_like_feed(&url, page.as_ref()) {
            continue;
        }
        if !seen.insert(url.to_string()) {
            continue;
        }
        let said = link
            .title
            .as_deref()
            .map(words)
            .unwrap_or_default()
            .into_iter()
            .filter(|w| !common.contains(w));
        let mut tells: Vec<String> =
            address_words(&url).into_iter().filter(|w| !own.contains(w)).collect();
        tells.extend(said);
        let told = |names: &dyn Fn(&str) -> bool| tells.iter().any(|w| names(w));
        // A part of the blog: a category, an author, a search.
        let part = |w: &str| names_tags(w) || names_authors(w) || w == "search";
        let rank = match link.kind {
            _ if told(&names_comments) => Rank::Comments,
            _ if told(&part) => Rank::Part,
            How::Alternate => Rank::Declared,
            How::Anchor | How::WellKnown => Rank::Linked,
        };
        let foreign = page.as_ref().is_some_and(|p| host(p) != host(&url));
        ranked.push((
            rank,
            foreign,
            depth(&url),
            Candidate { url: url.into(), title: link.title, kind: link.kind },
        ));
    }
    if let Some(page) = &page {
        for url in well_known(page) {
            if seen.insert(url.to_string()) {
                // Their order is by how common they are, not by path.
                ranked.push((
                    Rank::Habit,
                    false,
                    0,
                    Candidate { url: url.into(), title: None, kind: How::WellKnown },
                ));
            }
        }
    }
    ranked.sort_by_key(|(rank, foreign, depth, _)| (*rank, *foreign, *depth));
    ranked.into_iter().map(|(.., candidate)| candidate).collect()
}

/// All links of the page that may be feeds, in document order, and the `<base href>`.
fn links(html: &str) -> (Vec<Named>, Option<String>) {
    let mut emitter = DefaultEmitter::default();
    // Else the text of a script would be read as tags.
    emitter.naively_switch_states(true);
    let mut found: Vec<Named> = Vec::new();
    let mut base = None;
    // The anchor we are inside of, whose text may become its title.
    let mut open: Option<usize> = None;
    for Ok(token) in Tokenizer::new_with_emitter(html, emitter) {
        match token {
            Token::StartTag(tag) => match tag.name.as_slice() {
                b"base" if base.is_none() => base = attribute(&tag, b"href"),
                b"link" if found.len() < MAX_NAMED => found.extend(alternate(&tag)),
                b"a" => {
                    open = None;
                    if found.len() < MAX_NAMED
                        && let Some(href) = attribute(&tag, b"href")
                        && mentions_feed(&href)
                    {
                        open = Some(found.len());
                        found.push(Named {
                            href,
                            title: attribute(&tag, b"title"),
                            kind: How::Anchor,
                        });
                    }
                }
                _ => {}
            },
            Token::String(text) => {
                if let Some(link) = open.and_then(|i| found.get_mut(i))
                    && link.title.is_none()
                {
                    let text = fold(&String::from_utf8_lossy(&text.value));
                    link.title = Some(text).filter(|t| !t.is_empty());
                }
            }
            Token::EndTag(tag) if tag.name.as_slice() == b"a" => open = None,
            _ => {}
        }
    }
    (found, base)
}

/// A `<link>` that declares a feed.
fn alternate(tag: &StartTag<()>) -> Option<Named> {
    let href = attribute(tag, b"href")?;
    let rel = attribute(tag, b"rel")?.to_ascii_lowercase();
    let kind = attribute(tag, b"type").unwrap_or_default().to_ascii_lowercase();
    let kind = kind.split(';').next().unwrap_or_default().trim();
    let mut rels = rel.split_ascii_whitespace();
    let is_feed = match kind {
        "application/rss+xml"
        | "application/atom+xml"
        | "application/rdf+xml"
        | "application/feed+json" => rels.any(|r| r == "alternate" || r == "feed"),
        // WordPress declares its API with this type too.
        "application/json" => {
            rels.any(|r| r == "alternate" || r == "feed")
                && href.to_ascii_lowercase().contains("feed")
        }
        "text/xml" | "application/xml" => rels.any(|r| r == "alternate" || r == "feed"),
        "" => rels.any(|r| r == "feed"),
        _ => false,
    };
    is_feed.then(|| Named { href, title: attribute(tag, b"title"), kind: How::Alternate })
}

/// The value of an attribute with white space folded, unless it is empty.
fn attribute(tag: &StartTag<()>, name: &[u8]) -> Option<String> {
    let value = tag.attributes.get(name)?;
    let value = fold(&String::from_utf8_lossy(&value.value));
    (!value.is_empty()).then_some(value)
}

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn resolve(href: &str, base: Option<&Url>) -> Option<Url> {
    // `feed:` was once a scheme for "open this in your reader": feed://host/path or
    // feed:http://host/path.
    let href = match href.strip_prefix("feed:") {
        Some(rest) if rest.starts_with("//") => format!("http:{rest}"),
        Some(rest) => rest.to_owned(),
        None => href.to_owned(),
    };
    let mut url = match base {
        Some(base) => base.join(&href).ok()?,
        None => Url::parse(&href).ok()?,
    };
    url.set_fragment(None);
    let known = matches!(url.scheme(), "http" | "https")
        || base.is_some_and(|b| b.scheme() == url.scheme());
    (known && !url.cannot_be_a_base()).then_some(url)
}

/// A cheap look at an address before it is resolved.
fn mentions_feed(href: &str) -> bool {
    let href = href.to_ascii_lowercase();
    ["feed", "rss", "atom", "rdf", "index.xml"].iter().any(|w| href.contains(w))
}

/// Whether the address of an ordinary link is one that feeds have.
fn looks_like_feed(url: &Url, page: Option<&Url>) -> bool {
    let path = url.path().to_ascii_lowercase();
    if url.host_str().is_some_and(|h| FEED_HOSTS.contains(&h)) {
        // Behind a feed's own address FeedBurner puts mail subscriptions and links to single posts
        // (`/~r/…`, `/~/…`).
        return path.len() > 1 && !path.contains('~');
    }
    // "Add to my reader" buttons carry the feed's address inside their own.
    if path.contains("http:") || path.contains("https:") || path.contains("%3a") {
        return false;
    }
    let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    let by_ending = [".rss", ".rdf", ".atom"].iter().any(|e| last.ends_with(e))
        || (last.ends_with(".xml") && ["feed", "rss", "atom"].iter().any(|w| last.contains(w)));
    if by_ending {
        return true;
    }
    // A bare `/rss` on another host is the blogroll or a directory.
    let near = page.is_none_or(|p| host(p) == host(url));
    let by_query = url.query_pairs().any(|(key, value)| key == "feed" && !value.is_empty());
    near && (by_query || FEED_NAMES.contains(&last) || path.contains("/feeds/posts/default"))
}

fn host(url: &Url) -> &str {
    let host = url.host_str().unwrap_or_default();
    host.strip_prefix("www.").unwrap_or(host)
}

fn depth(url: &Url) -> usize {
    url.path().split('/').filter(|s| !s.is_empty()).count()
}

fn words(text: &str) -> Vec<String> {
    text.split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_lowercase)
        .collect()
}

fn address_words(url: &Url) -> Vec<String> {
    let mut list = words(url.path());
    list.extend(words(url.query().unwrap_or_default()));
    list
}

fn common_words(links: &[(Url, Named)]) -> Vec<String> {
    let mut titles = links
        .iter()
        .filter(|(_, n)| n.kind == How::Alternate)
        .map(|(_, n)| n.title.as_deref().map(words).unwrap_or_default());
    let Some(mut common) = titles.next() else { return Vec::new() };
    for title in titles {
        common.retain(|w| title.contains(w));
    }
    common
}

fn well_known(page: &Url) -> Vec<Url> {
    if page.cannot_be_a_base() {
        return Vec::new();
    }
    let mut list = Vec::new();
    // `join` starts from the directory of the page: what is behind the last slash falls away.
    for prefix in ["", "/"] {
        for name in WELL_KNOWN {
            if let Ok(url) = page.join(&format!("{prefix}{name}")) {
                list.push(url);
            }
        }
    }
    list
}
