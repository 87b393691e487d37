//! Bytes to a [`Feed`]: repair, two readers, and the rules by which raw fields become values.
//!
//! The raw pass is believed for XML, because it keeps what labelling lives on: the offset of a
//! date, the difference between a permalink and a comments page. feed-rs reads JSON Feed, is asked
//! where the raw pass leaves a title or body empty, and stands in where the raw pass finds nothing
//! at all.

use std::borrow::Cow;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex};

use chrono::DateTime;
use feed_rs::model;
use feed_rs::parser::{Builder, ParseFeedError};
use url::Url;

use super::raw::{self, DateRole, Dialect, Form, RawDate, RawFeed, RawItem, RawLink, RawText};
use super::repair::{
    HTML_ELEMENTS, Kind as Shape, Repaired, reference, reference_name, repair, tag_name,
};
use super::when::dates;
use super::{Feed, Item};
use crate::error::{Error, Kind, Place};

/// The largest feed that is read; twenty times the largest of our development corpus (1.4 MB, every
/// post of a blog with full text).
pub const MAX_BYTES: usize = 32 * 1024 * 1024;

/// The most items that are read. Learning needs ten; a post a day for 27 years are as many.
pub const MAX_ITEMS: usize = 10_000;

/// How many unreadable dates are shown to the user; they are mostly all alike.
const SHOWN_DATES: usize = 3;

/// Read a feed: RSS 0.9x, 1.0, 2.0, Atom 0.3, 1.0 or JSON Feed, sound or broken.
///
/// `content_type` is the header of the response, `url` where it came from (after redirects),
/// against which relative links are resolved. What had to be mended stands in [`Feed::repairs`]; a
/// mistake in one item costs at most that item.
///
/// # Errors
///
/// [`Kind::Feed`] with line and column if the bytes are no feed (say, a page), are too many, or
/// hold no item.
///
/// ```
/// let xml = b"<rss version='2.0'><channel><item><title>Q&A</title><link>/qa</link>
///             <pubDate>30 Apr 2013 23:30:00 -0700</pubDate></item></channel></rss>";
/// let feed = feedstone::internals::feed::read(xml, None, "http://example.org/feed")?;
/// assert_eq!(feed.items[0].title.as_deref(), Some("Q&A"));
/// assert_eq!(feed.items[0].links, ["http://example.org/qa"]);
/// assert_eq!(feed.items[0].date.as_ref().unwrap().at.to_rfc3339(), "2013-04-30T23:30:00-07:00");
/// # Ok::<(), feedstone::Error>(())
/// ```
pub fn read(bytes: &[u8], content_type: Option<&str>, url: &str) -> Result<Feed, Error> {
    if bytes.len() > MAX_BYTES {
        let found = bytes.len() / (1024 * 1024);
        return Err(Error::new(
            Kind::Feed,
            format!("the feed has {found} MB; at most {} MB are read", MAX_BYTES / (1024 * 1024)),
        ));
    }
    let repaired = repair(bytes, content_type);
    let base = Url::parse(url).ok();
    match repaired.kind {
        Shape::Json => read_json(bytes, &repaired.text, url, base.as_ref()),
        Shape::Xml => read_xml(bytes, repaired, url, base.as_ref()),
        Shape::Html => {
            let place = place_of(bytes, &["<!doctype", "<html", "<head", "<body"]);
            let what = "this is an HTML page, not a feed (expected RSS, Atom or JSON Feed)";
            Err(Error::new(Kind::Feed, what).at(place))
        }
        Shape::Other => {
            let found = match repaired.text.trim_start() {
                "" => "nothing".to_owned(),
                text => format!(
                    "'{}'",
                    text.chars()
                        .take(40)
                        .map(|c| if c.is_control() { ' ' } else { c })
                        .collect::<String>()
                        .trim_end()
                ),
            };
            let what = format!(
                "this is not a feed: expected <rss>, <rdf:RDF>, <feed> or a JSON Feed, \
                 found {found}"
            );
            let start = bytes.iter().position(|b| !b.is_ascii_whitespace()).unwrap_or(0);
            Err(Error::new(Kind::Feed, what).at(Place::of(bytes, start)))
        }
    }
}

fn read_xml(
    bytes: &[u8],
    repaired: Repaired,
    url: &str,
    base: Option<&Url>,
) -> Result<Feed, Error> {
    let raw = raw::read(&repaired.text, MAX_ITEMS);
    let mut repairs = repaired.notes;
    if raw.breaks > 0 {
        repairs.push(format!(
            "the XML was too broken to read in {} places; reading went on at the next item",
            raw.breaks
        ));
    }
    if raw.cut {
        repairs.push(format!("only the first {MAX_ITEMS} items were read"));
    }
    let mut feed = from_raw(&raw, url, base, repairs);
    // Most feeds leave nothing to ask.
    let wanting = |item: &Item| item.title.is_none() || item.body().is_none();
    if feed.items.is_empty() || feed.items.iter().any(wanting) {
        match ask_feed_rs(&repaired.text, base) {
            Ok((other, dates)) if feed.items.is_empty() => {
                feed.items = other
                    .entries
                    .iter()
                    .take(MAX_ITEMS)
                    .map(|e| from_entry(e, &dates, base, &mut Vec::new()))
                    .collect();
            }
            Ok((other, dates)) if feed.items.len() == other.entries.len() => {
                for (item, entry) in feed.items.iter_mut().zip(&other.entries) {
                    fill(item, from_entry(entry, &dates, base, &mut Vec::new()));
                }
            }
            Ok((other, _)) => log::debug!(
                "{url}: feed-rs sees {} items, the raw pass {}",
                other.entries.len(),
                feed.items.len()
            ),
            Err(e) => log::debug!("{url}: feed-rs: {e}"),
        }
    }
    if feed.items.is_empty() {
        return Err(no_items(bytes, &feed.format, &["<channel", "<feed", "<rss", "<rdf:rdf"]));
    }
    Ok(feed)
}

fn no_items(bytes: &[u8], format: &str, starts: &[&str]) -> Error {
    let format = if format.is_empty() { "broken" } else { format };
    let what =
        format!("this {format} feed has no items: expected at least one <item> or <entry> here");
    Error::new(Kind::Feed, what).at(place_of(bytes, starts))
}

/// The place of the first of `starts` (lower case) that is in the bytes, or else the beginning.
fn place_of(bytes: &[u8], starts: &[&str]) -> Place {
    let lower = bytes.to_ascii_lowercase();
    let at = starts.iter().find_map(|s| memchr::memmem::find(&lower, s.as_bytes()));
    Place::of(bytes, at.unwrap_or(0))
}

// ---- the raw pass ----

fn from_raw(raw: &RawFeed, url: &str, base: Option<&Url>, mut repairs: Vec<String>) -> Feed {
    let own = join(base, raw.head.base.as_deref());
    let home = alternates(&raw.head.links)
        .filter_map(|l| address(&l.href, join(own.as_ref(), l.base.as_deref()).as_ref()))
        .find(|u| u.as_str() != url);
    // Where no xml:base is given, relative links are meant from the feed's address. But RSS counts
    // from the home page, by custom, and a feed served by a feed service knows no other address.
    let foreign = home.as_ref().zip(base).is_some_and(|(h, b)| h.host_str() != b.host_str());
    let start = match &home {
        Some(home) if raw.head.base.is_none() && (foreign || raw.dialect != Dialect::Atom) => {
            Some(home.clone())
        }
        _ => own.clone(),
    };
    let mut bad_dates = Vec::new();
    let items: Vec<Item> =
        raw.items.iter().map(|item| from_raw_item(item, start.as_ref(), &mut bad_dates)).collect();
    if !bad_dates.is_empty() {
        let shown: Vec<String> =
            bad_dates.iter().take(SHOWN_DATES).map(|d| format!("'{d}'")).collect();
        let more = if bad_dates.len() > SHOWN_DATES {
            format!(" and {} more", bad_dates.len() - SHOWN_DATES)
        } else {
            String::new()
        };
        repairs.push(format!("dates that could not be read: {}{more}", shown.join(", ")));
    }
    // These lead to other documents of the feed, and are meant from its address.
    let older = raw.head.links.iter().filter(|l| matches!(&*l.rel, "next" | "prev-archive"));
    let older = older.filter_map(|l| address(&l.href, own.as_ref().or(base)));
    Feed {
        url: url.to_owned(),
        format: raw.format.clone(),
        title: raw.head.title.as_ref().and_then(plain),
        home: home.map(String::from),
        language: raw.language.clone(),
        authors: once(raw.head.authors.iter().filter_map(|a| person(a))),
        items,
        older: once(older.map(String::from)),
        repairs,
    }
}

fn from_raw_item(raw: &RawItem, start: Option<&Url>, bad_dates: &mut Vec<String>) -> Item {
    let base = join(start, raw.base.as_deref());
    let mut links: Vec<String> = Vec::new();
    let mut add =
        |href: &str, base: Option<&Url>| links.extend(address(href, base).map(String::from));
    if let Some(original) = &raw.original {
        add(original, base.as_ref());
    }
    for link in alternates(&raw.links) {
        add(&link.href, join(base.as_ref(), link.base.as_deref()).as_ref());
    }
    // A permalink must be a whole address: `42` or `tag:…` is only a name.
    if let Some((id, true)) = &raw.id
        && (id.starts_with("http://")
            || id.starts_with("https://")
            || (id.starts_with('/') && raw.links.is_empty()))
    {
        add(id, base.as_ref());
    }
    let (date, updated) = dates(&raw.dates, bad_dates);
    Item {
        title: raw.title.as_ref().and_then(plain),
        links: once(links),
        date,
        updated,
        authors: once(raw.authors.iter().filter_map(|a| person(a))),
        tags: once(raw.tags.iter().map(|t| fold(&unescape(t))).filter(|t| !t.is_empty())),
        content: raw.content.as_ref().map(html),
        summary: raw.summary.as_ref().map(html),
    }
}

/// The links that lead to the thing itself, pages before other formats.
fn alternates(links: &[RawLink]) -> impl Iterator<Item = &RawLink> {
    let is_page = |l: &&RawLink| l.kind.as_deref().is_none_or(|k| k.contains("html"));
    let is_feed = |l: &&RawLink| {
        l.kind
            .as_deref()
            .is_some_and(|k| k.contains("rss") || k.contains("atom") || k.contains("json"))
    };
    let all = links.iter().filter(|l| l.rel == "alternate");
    all.clone().filter(is_page).chain(all.filter(move |l| !is_page(l) && !is_feed(l)))
}

/// What `feed-rs` read and the raw pass did not.
fn fill(item: &mut Item, other: Item) {
    item.title = item.title.take().or(other.title);
    item.content = item.content.take().or(other.content.filter(|_| item.summary.is_none()));
    item.summary =
        item.summary.take().or(other.summary.filter(|s| item.content.as_ref() != Some(s)));
    if item.authors.is_empty() {
        item.authors = other.authors;
    }
}

// ---- feed-rs ----

/// Ask feed-rs. It turns dates into UTC and drops what it cannot read; therefore its timestamps are
/// here numbers, namely the places of the raw texts in the list that comes with the feed.
fn ask_feed_rs(text: &str, base: Option<&Url>) -> Result<(model::Feed, Vec<String>), ParseFailure> {
    // Durations of more digits than a u64 holds make feed-rs 3.0 panic. We need nothing of media
    // and podcasts.
    let mut text = Cow::Borrowed(text);
    for space in ["search.yahoo.com/mrss", "www.itunes.com/dtds", "podcastindex.org/namespace"] {
        if text.contains(space) {
            text = Cow::Owned(text.replace(space, "example.invalid/ignored"));
        }
    }
    let seen = Arc::new(Mutex::new(Vec::new()));
    let list = Arc::clone(&seen);
    let parser = Builder::new()
        .base_uri(base.map(Url::as_str))
        .sanitize_content(false)
        .timestamp_parser(move |raw| {
            let mut list = list.lock().ok()?;
            list.push(raw.to_owned());
            DateTime::from_timestamp(list.len() as i64 - 1, 0)
        })
        .build();
    // A second opinion must never cost us the feed.
    let read = catch_unwind(AssertUnwindSafe(|| parser.parse(text.as_bytes())))
        .map_err(|_| ParseFailure::Panic)?;
    let feed = read.map_err(ParseFailure::Error)?;
    let dates = seen.lock().map(|list| list.clone()).unwrap_or_default();
    Ok((feed, dates))
}

/// Why feed-rs gave no feed.
enum ParseFailure {
    Error(ParseFeedError),
    Panic,
}

impl std::fmt::Display for ParseFailure {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ParseFailure::Error(e) => e.fmt(f),
            ParseFailure::Panic => f.write_str("the parser gave up"),
        }
    }
}

fn read_json(bytes: &[u8], text: &str, url: &str, base: Option<&Url>) -> Result<Feed, Error> {
    let mut answer = ask_feed_rs(text, base);
    if matches!(answer, Err(ParseFailure::Panic)) {
        // feed-rs 3.0 cuts authors like `（jo@example.org）` in the middle of a character. Better a
        // feed without authors than none.
        answer = ask_feed_rs(
            &text.replace("\"author\"", "\"_author\"").replace("\"authors\"", "\"_authors\""),
            base,
        );
    }
    let (other, dates) = answer.map_err(|e| json_error(bytes, text, &e))?;
    let home =
        other.links.iter().filter_map(|l| address(&l.href, base)).find(|u| u.as_str() != url);
    let mut bad_dates = Vec::new();
    let items: Vec<Item> = other
        .entries
        .iter()
        .take(MAX_ITEMS)
        .map(|e| from_entry(e, &dates, base, &mut bad_dates))
        .collect();
    if items.is_empty() {
        return Err(no_items(bytes, "JSON", &["\"items\""]));
    }
    let mut repairs: Vec<String> = bad_dates
        .iter()
        .take(SHOWN_DATES)
        .map(|d| format!("a date could not be read: '{d}'"))
        .collect();
    if other.entries.len() > MAX_ITEMS {
        repairs.push(format!("only the first {MAX_ITEMS} items were read"));
    }
    Ok(Feed {
        url: url.to_owned(),
        format: "JSON Feed".to_owned(),
        title: other
            .title
            .as_ref()
            .and_then(|t| plain(&RawText { form: Form::Plain, value: t.content.clone() })),
        home: home.map(String::from),
        language: other.language,
        authors: once(other.authors.iter().filter_map(|p| person(p.name.as_deref()?))),
        items,
        older: next_url(text, base).into_iter().collect(),
        repairs,
    })
}

/// Where a JSON Feed has its older items.
fn next_url(text: &str, base: Option<&Url>) -> Option<String> {
    let feed: serde_json::Value = serde_json::from_str(text).ok()?;
    address(feed.get("next_url")?.as_str()?, base).map(String::from)
}

fn json_error(bytes: &[u8], text: &str, failure: &ParseFailure) -> Error {
    let mut offset = 0;
    if let ParseFailure::Error(ParseFeedError::JsonSerde(e)) = failure {
        // serde_json counts both from 1; the text may have lost a mark and blanks at its start.
        let line: usize =
            text.split_inclusive('\n').take(e.line().saturating_sub(1)).map(str::len).sum();
        offset = line + e.column().saturating_sub(1) + bytes.len().saturating_sub(text.len());
    }
    let what = format!(
        "this is JSON, but no JSON Feed that can be read: {failure}; \
         expected version, title and items"
    );
    Error::new(Kind::Feed, what).at(Place::of(bytes, offset))
}

/// An entry of feed-rs, in our words.
fn from_entry(
    entry: &model::Entry,
    raw_dates: &[String],
    base: Option<&Url>,
    bad_dates: &mut Vec<String>,
) -> Item {
    let form = |kind: &str| if kind.contains("html") { Form::Html } else { Form::Plain };
    // Links with a media type are attachments; the second plain one is where a link blog points to.
    let is_page = |l: &&model::Link| {
        l.media_type.as_deref().is_none_or(|k| k.contains("html"))
            && l.rel.as_deref().is_none_or(|r| r == "alternate")
    };
    let link = entry.links.iter().find(is_page).and_then(|l| address(&l.href, base));
    let id = Some(&entry.id)
        .filter(|id| id.starts_with("http://") || id.starts_with("https://"))
        .and_then(|id| address(id, base));
    let mut found = Vec::new();
    for (role, date) in [(DateRole::Published, entry.published), (DateRole::Updated, entry.updated)]
    {
        let text = date.and_then(|d| raw_dates.get(usize::try_from(d.timestamp()).ok()?));
        found.extend(text.map(|t| RawDate { role, text: t.trim().to_owned() }));
    }
    let (date, updated) = dates(&found, bad_dates);
    let text = |t: &model::Text| RawText {
        form: form(t.content_type.subty().as_str()),
        value: t.content.clone(),
    };
    let content = entry.content.as_ref().and_then(|c| {
        let value = c.body.clone().filter(|b| !b.trim().is_empty())?;
        Some(html(&RawText { form: form(c.content_type.subty().as_str()), value }))
    });
    Item {
        title: entry.title.as_ref().map(text).as_ref().and_then(plain),
        links: once(link.into_iter().chain(id).map(String::from)),
        date,
        updated,
        authors: once(entry.authors.iter().filter_map(|p| person(p.name.as_deref()?))),
        tags: once(
            entry
                .categories
                .iter()
                .map(|c| fold(c.label.as_deref().unwrap_or(&c.term)))
                .filter(|t| !t.is_empty()),
        ),
        content,
        summary: entry
            .summary
            .as_ref()
            .map(text)
            .filter(|t| !t.value.trim().is_empty())
            .as_ref()
            .map(html),
    }
}

// ---- links and people ----

/// `href` resolved; only what can be fetched.
fn address(href: &str, base: Option<&Url>) -> Option<Url> {
    let href = href.trim();
    if href.is_empty() {
        return None;
    }
    let url = match base {
        Some(base) => base.join(href).ok()?,
        None => Url::parse(href).ok()?,
    };
    (matches!(url.scheme(), "http" | "https")
        || base.is_some_and(|b| b.scheme() == url.scheme() && !b.cannot_be_a_base()))
    .then_some(url)
}

/// The base inside an element with `xml:base`.
fn join(base: Option<&Url>, own: Option<&str>) -> Option<Url> {
    let own = own.map(str::trim).filter(|o| !o.is_empty());
    match (base, own) {
        (base, Some(own)) => address(own, base).or_else(|| base.cloned()),
        (base, None) => base.cloned(),
    }
}

/// A name, from `Name`, `mail (Name)`, `Name (mail)` or `Name <mail>`; a bare mail address is none.
fn person(text: &str) -> Option<String> {
    let text = fold(&unescape(text));
    let is_mail = |t: &str| {
        t.trim().split_once('@').is_some_and(|(who, at)| {
            !who.is_empty() && !who.contains(' ') && at.contains('.') && !at.contains(' ')
        })
    };
    let name = match (text.split_once('('), text.split_once('<')) {
        (Some((mail, name)), _) if is_mail(mail) => name.trim_end().trim_end_matches(')').trim(),
        (Some((name, mail)), _) if is_mail(mail.trim_end().trim_end_matches(')')) => name.trim(),
        (_, Some((name, mail))) if is_mail(mail.trim_end_matches('>')) => {
            name.trim().trim_matches('"')
        }
        _ => text.as_str(),
    };
    (!name.is_empty() && !is_mail(name)).then(|| name.to_owned())
}

fn once(list: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut seen = std::collections::HashSet::new();
    list.into_iter().filter(|x| seen.insert(x.clone())).collect()
}

// ---- texts ----

fn fold(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// One level of character references, XML's and HTML's, decoded. A bare `&` and unknown names stay.
pub(super) fn unescape(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('&') {
        out.push_str(before);
        rest = after;
        match reference_name(after).and_then(|name| Some((name, reference(name)?))) {
            Some((name, value)) => {
                out.push_str(&value);
                rest = after.get(name.len() + 1..).unwrap_or_default();
            }
            None => out.push('&'),
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Plain text as HTML.
pub(super) fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// A title as plain text.
fn plain(title: &RawText) -> Option<String> {
    let value = title.value.as_str();
    let text = match title.form {
        // Not HTML, by the specification; by custom, though, some write markup here. Only a whole
        // pair of tags is taken for it.
        Form::Plain if has_pair(value) => unescape(&strip(value)).into_owned(),
        Form::Plain => unescape(value).into_owned(),
        Form::Html | Form::Markup => {
            // A start tag alone (`no <em> here`) is what the title is about, escaped once as RSS
            // has it.
            let marked =
                has_pair(value) || ["<br", "<img", "<wbr"].iter().any(|t| value.contains(t));
            let once =
                unescape(&if marked { strip(value) } else { Cow::Borrowed(value) }).into_owned();
            // Escaped twice: what is left would stand on no page. Other names (`&nbsp;`) may be
            // what the title is about.
            if once.contains("&amp;") || once.contains("&#") {
                unescape(&once).into_owned()
            } else {
                once
            }
        }
    };
    let text = fold(&text);
    (!text.is_empty()).then_some(text)
}

/// A known HTML element's tag at the start of `text`, which begins with `<`: its name and whether
/// it is an end tag.
fn known_tag(text: &str) -> Option<(String, bool)> {
    let inner = text.strip_prefix('<')?;
    let (inner, end) = inner.strip_prefix('/').map_or((inner, false), |i| (i, true));
    let name = tag_name(inner)?.to_ascii_lowercase();
    HTML_ELEMENTS.contains(&name.as_str()).then_some((name, end))
}

/// Without tags of known HTML elements. `a < b` and `Vec<T>` stay as they are.
fn strip(text: &str) -> Cow<'_, str> {
    if !text.contains('<') {
        return Cow::Borrowed(text);
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(open) = rest.find('<') {
        out.push_str(&rest[..open]);
        rest = &rest[open..];
        // Without another `>` nothing that follows can be a tag.
        let Some(close) = rest.find('>') else { break };
        if let Some((name, _)) = known_tag(rest) {
            if matches!(name.as_str(), "br" | "p" | "div" | "li" | "hr" | "td") {
                out.push(' ');
            }
            rest = &rest[close + 1..];
        } else {
            out.push('<');
            rest = &rest[1..];
        }
    }
    out.push_str(rest);
    Cow::Owned(out)
}

/// Whether a known HTML element is opened and closed in `text`.
fn has_pair(text: &str) -> bool {
    let mut open = std::collections::HashSet::new();
    for at in memchr::memchr_iter(b'<', text.as_bytes()) {
        match known_tag(text.get(at..).unwrap_or_default()) {
            Some((name, false)) => drop(open.insert(name)),
            Some((name, true)) if open.contains(&name) => return true,
            _ => {}
        }
    }
    false
}

/// A body or summary as HTML.
fn html(text: &RawText) -> String {
    let value = text.value.trim();
    match text.form {
        Form::Markup => value.to_owned(),
        // Escaped once too often: no tag at all, but escaped ones.
        Form::Html
            if !value.contains('<')
                && ["&lt;p&gt;", "&lt;/p&gt;", "&lt;br", "&lt;/a&gt;", "&lt;/div&gt;"]
                    .iter()
                    .any(|t| value.contains(t)) =>
        {
            unescape(value).into_owned()
        }
        Form::Html => value.to_owned(),
        // Feeds that forget the type (its default is text) are as common as real plain text.
        Form::Plain if has_pair(value) || value.contains("<br") => value.to_owned(),
        Form::Plain => escape(value),
    }
}
