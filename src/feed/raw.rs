//! The raw pass: what the feed says, word for word.
//!
//! feed-rs turns every date into UTC, forgets which guid was a permalink, mixes the comments page
//! into the links, drops `origLink` and knows no Atom 0.3. So the items are read once more, here,
//! and kept as they were written: no date is parsed, no link resolved, no title cleaned. That is
//! `read.rs`'s task.
//!
//! Elements are told apart by namespace, where it is declared, and by customary prefix, where it is
//! not. Only the direct children of an item count, so the title of an image or of a `<source>` is
//! never mistaken for the item's. Where the XML breaks (it should not, after repair), reading goes
//! on at the next item.

use std::collections::HashMap;

use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};

use super::repair::reference;

/// How often reading may break and go on. After repair it should never break at all; without a
/// bound a hostile feed could make each start anew read to the end.
const MAX_BREAKS: usize = 100;

/// Which dialect the root element speaks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Dialect {
    /// RSS 0.9x and 2.0.
    #[default]
    Rss,
    /// RSS 0.90 and 1.0, in RDF.
    Rdf,
    /// Atom 0.3 and 1.0.
    Atom,
}

/// How a text is to be understood.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum Form {
    /// Plain text (Atom `text`).
    #[default]
    Plain,
    /// HTML that was escaped to stand in XML (RSS, Atom `html`).
    Html,
    /// HTML as part of the XML (Atom `xhtml`, and RSS that forgot to escape).
    Markup,
}

/// A title, summary or content, its XML level decoded.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawText {
    /// How to understand it.
    pub form: Form,
    /// The text; for [`Form::Markup`] the inner XML as HTML.
    pub value: String,
}

/// A link, unresolved.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawLink {
    /// The address as written, trimmed.
    pub href: String,
    /// Its relation, lower case; `alternate` where none was written.
    pub rel: String,
    /// Its media type, where given.
    pub kind: Option<String>,
    /// `xml:base` on the link itself.
    pub base: Option<String>,
}

/// One date element.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct RawDate {
    /// What it dates.
    pub role: DateRole,
    /// Its text, trimmed.
    pub text: String,
}

/// What a date element dates, best evidence of publication first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum DateRole {
    /// `pubDate`, `published`, `issued`.
    Published,
    /// `dc:date` and kin, which may be either.
    Dated,
    /// `created`: the draft may be older than the post.
    Created,
    /// `updated`, `modified`.
    Updated,
}

/// One item as written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawItem {
    /// Title.
    pub title: Option<RawText>,
    /// Links, in document order; never the comments page.
    pub links: Vec<RawLink>,
    /// `feedburner:origLink` and kin: the address before the feed service rewrote it.
    pub original: Option<String>,
    /// guid or id, and whether it may serve as the item's address.
    pub id: Option<(String, bool)>,
    /// All dates.
    pub dates: Vec<RawDate>,
    /// Authors as written.
    pub authors: Vec<String>,
    /// Categories.
    pub tags: Vec<String>,
    /// An element meant for the whole body.
    pub content: Option<RawText>,
    /// Description or summary.
    pub summary: Option<RawText>,
    /// `xml:base` of the item.
    pub base: Option<String>,
}

/// The feed as written.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct RawFeed {
    /// The root's dialect.
    pub dialect: Dialect,
    /// Format in words.
    pub format: String,
    /// What stands at the level of the channel, in the shape of an item.
    pub head: RawItem,
    /// `language` or `xml:lang`.
    pub language: Option<String>,
    /// The items in document order.
    pub items: Vec<RawItem>,
    /// True if there are more items than asked for.
    pub cut: bool,
    /// How often reading broke and went on at the next item.
    pub breaks: usize,
}

/// Namespaces that matter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ns {
    /// RSS of any version, or none.
    Rss,
    Atom,
    Dc,
    Content,
    Itunes,
    Media,
    Xhtml,
    Other,
}

/// An element of interest, being read.
struct Field {
    ns: Ns,
    name: String,
    attributes: HashMap<String, String>,
    /// Where its inner XML begins.
    begin: usize,
    /// How many elements are open inside it.
    depth: usize,
    /// Its character data.
    text: String,
    /// Whether there are elements inside.
    markup: bool,
    /// For authors: the text of the `name` inside.
    person: Option<String>,
    in_name: bool,
}

/// Read at most `limit` items of well-formed (or nearly so) XML.
pub(super) fn read(xml: &str, limit: usize) -> RawFeed {
    let mut state = State {
        xml,
        feed: RawFeed::default(),
        spaces: HashMap::new(),
        depth: 0,
        container: 0,
        item: None,
        field: None,
        limit,
    };
    let mut offset = 0;
    // After a break the next reader starts at the next item; each time strictly further on.
    while let Some(rest) = xml.get(offset..) {
        match state.pass(rest, offset) {
            Ok(()) => break,
            Err(broken_at) => {
                state.feed.breaks += 1;
                state.give_up_item();
                match next_item(xml, broken_at.max(offset + 1)) {
                    Some(next) if state.feed.breaks < MAX_BREAKS => offset = next,
                    _ => break,
                }
            }
        }
    }
    state.give_up_item();
    state.feed
}

fn next_item(xml: &str, from: usize) -> Option<usize> {
    let rest = xml.as_bytes().get(from..)?;
    let next = |what: &str| memchr::memmem::find(rest, what.as_bytes());
    let found = match (next("<item"), next("<entry")) {
        (Some(a), Some(b)) => a.min(b),
        (a, b) => a.or(b)?,
    };
    Some(from + found)
}

/// What the pass knows.
struct State<'a> {
    xml: &'a str,
    feed: RawFeed,
    /// Prefix to namespace, from every `xmlns:…` seen.
    spaces: HashMap<String, Ns>,
    /// Open elements, without the one being read as a field.
    depth: usize,
    /// The depth of the open channel or feed, 0 outside.
    container: usize,
    /// The item being read and its depth.
    item: Option<(RawItem, usize)>,
    field: Option<Field>,
    limit: usize,
}

impl State<'_> {
    /// Read from `offset` to the end, or to where the XML breaks.
    fn pass(&mut self, rest: &str, offset: usize) -> Result<(), usize> {
        let mut reader = Reader::from_str(rest);
        let config = reader.config_mut();
        config.check_end_names = false;
        config.allow_unmatched_ends = true;
        config.allow_dangling_amp = true;
        loop {
            let before = offset + reader.buffer_position() as usize;
            let event = reader
                .read_event()
                .map_err(|_| before.max(offset + reader.error_position() as usize))?;
            let after = offset + reader.buffer_position() as usize;
            match event {
                Event::Eof => return Ok(()),
                Event::Start(tag) => self.start(&tag, after, false),
                Event::Empty(tag) => self.start(&tag, after, true),
                Event::End(_) => self.end(before),
                Event::Text(text) => self.text(&text),
                Event::CData(text) => self.text(&text),
                Event::GeneralRef(name) => match reference(&name) {
                    Some(value) => self.text(&value),
                    None => self.text(&format!("&{};", &*name)),
                },
                _ => {}
            }
            if self.feed.cut {
                return Ok(());
            }
        }
    }

    fn text(&mut self, text: &str) {
        if let Some(field) = &mut self.field {
            field.text.push_str(text);
            if field.in_name
                && let Some(person) = &mut field.person
            {
                person.push_str(text);
            }
        }
    }

    fn start(&mut self, tag: &BytesStart<'_>, after: usize, empty: bool) {
        if let Some(field) = &mut self.field {
            field.markup = true;
            if !empty {
                field.depth += 1;
            }
            if tag.local_name().into_inner() == "name"
                && field.depth == 1
                && !empty
                && field.person.is_none()
            {
                field.person = Some(String::new());
                field.in_name = true;
            }
            return;
        }
        let attributes = attributes(tag);
        for (key, value) in &attributes {
            if let Some(prefix) = key.strip_prefix("xmlns:") {
                self.spaces.insert(prefix.to_owned(), namespace(value));
            }
        }
        let qname = tag.name().0;
        let (prefix, name) = qname.split_once(':').unwrap_or(("", qname));
        if self.depth == 0 && self.feed.format.is_empty() {
            self.root(name, &attributes);
        }
        let ns = self.namespace_of(prefix, &attributes);
        let depth = self.depth + 1;
        let in_item = self.item.as_ref().is_some_and(|(_, d)| *d == self.depth);
        let is_item = match self.feed.dialect {
            Dialect::Atom => ns == Ns::Atom && name == "entry",
            _ => ns == Ns::Rss && name == "item",
        };
        if is_item && self.item.is_none() {
            if self.feed.items.len() >= self.limit {
                self.feed.cut = true;
                return;
            }
            let mut item =
                RawItem { base: attributes.get("xml:base").cloned(), ..RawItem::default() };
            // In RSS 1.0 the item is named by its address.
            item.id = attributes.get("rdf:about").map(|about| (about.trim().to_owned(), true));
            if empty {
                self.feed.items.push(item);
            } else {
                self.item = Some((item, depth));
                self.depth = depth;
            }
            return;
        }
        let is_container = depth <= 2
            && matches!(
                (self.feed.dialect, name),
                (Dialect::Atom, "feed") | (Dialect::Rss | Dialect::Rdf, "channel")
            );
        if is_container && !empty {
            self.container = depth;
            self.feed.head.base =
                attributes.get("xml:base").cloned().or(self.feed.head.base.take());
            self.depth = depth;
            return;
        }
        let in_head = self.item.is_none() && self.container > 0 && self.container == self.depth;
        if ((in_item || in_head) && ns != Ns::Other) || (in_item && name == "origLink") {
            let field = Field {
                ns,
                name: name.to_owned(),
                attributes,
                begin: after,
                depth: 0,
                text: String::new(),
                markup: false,
                person: None,
                in_name: false,
            };
            if empty {
                self.finish(field, after);
            } else {
                self.field = Some(field);
            }
        } else if !empty {
            self.depth = depth;
        }
    }

    fn end(&mut self, before: usize) {
        if let Some(field) = &mut self.field {
            if field.depth > 0 {
                field.depth -= 1;
                field.in_name &= field.depth > 0;
                return;
            }
            if let Some(field) = self.field.take() {
                self.finish(field, before);
            }
            return;
        }
        if let Some((item, _)) = self.item.take_if(|(_, depth)| *depth == self.depth) {
            self.feed.items.push(item);
        }
        if self.container == self.depth {
            self.container = 0;
        }
        self.depth = self.depth.saturating_sub(1);
    }

    /// The XML broke inside an item: keep what was read of it, if that is enough to know it by.
    fn give_up_item(&mut self) {
        self.field = None;
        if let Some((item, depth)) = self.item.take() {
            self.depth = depth.saturating_sub(1);
            if item.title.is_some() && (!item.links.is_empty() || item.id.is_some()) {
                self.feed.items.push(item);
            }
        }
    }

    fn root(&mut self, name: &str, attributes: &HashMap<String, String>) {
        let default = attributes.get("xmlns").map(String::as_str).unwrap_or_default();
        let version = attributes.get("version").map(|v| v.trim()).unwrap_or_default();
        let (dialect, format) = match name {
            "feed" | "entry" if default.contains("purl.org/atom") || version == "0.3" => {
                (Dialect::Atom, "Atom 0.3".to_owned())
            }
            "feed" | "entry" => (Dialect::Atom, "Atom 1.0".to_owned()),
            "RDF"
                if default.contains("my.netscape.com")
                    || default.contains("channel.netscape.com") =>
            {
                (Dialect::Rdf, "RSS 0.90".to_owned())
            }
            "RDF" => (Dialect::Rdf, "RSS 1.0".to_owned()),
            _ if version.is_empty() => (Dialect::Rss, "RSS".to_owned()),
            _ => (Dialect::Rss, format!("RSS {version}")),
        };
        self.feed.dialect = dialect;
        self.feed.format = format;
        self.feed.language = attributes.get("xml:lang").cloned().filter(|l| !l.trim().is_empty());
        self.feed.head.base = attributes.get("xml:base").cloned();
    }

    /// The namespace of an element. Without a prefix, what the element itself declares, or else the
    /// dialect's own: a default namespace on the root is wrong more often than the root's name.
    fn namespace_of(&self, prefix: &str, attributes: &HashMap<String, String>) -> Ns {
        if prefix.is_empty() {
            let own = match self.feed.dialect {
                Dialect::Atom => Ns::Atom,
                _ => Ns::Rss,
            };
            return match attributes.get("xmlns").map(|uri| namespace(uri)) {
                Some(declared) if self.depth > 0 => declared,
                _ => own,
            };
        }
        if let Some(ns) = self.spaces.get(prefix) {
            return *ns;
        }
        match prefix {
            "rss" => Ns::Rss,
            "atom" | "atom10" | "a10" => Ns::Atom,
            "dc" | "dcterms" => Ns::Dc,
            "content" => Ns::Content,
            "itunes" => Ns::Itunes,
            "media" => Ns::Media,
            "xhtml" => Ns::Xhtml,
            _ => Ns::Other,
        }
    }

    /// A field has been read to its end: put it where it belongs.
    fn finish(&mut self, field: Field, end: usize) {
        let dialect = self.feed.dialect;
        let inner = self.xml.get(field.begin..end).unwrap_or_default();
        let text = field.text.trim();
        let attribute =
            |name: &str| field.attributes.get(name).map(|v| v.trim()).filter(|v| !v.is_empty());
        let in_head = self.item.is_none();
        let target = match &mut self.item {
            Some((item, _)) => item,
            None => &mut self.feed.head,
        };
        match (field.ns, field.name.as_str()) {
            (Ns::Rss | Ns::Atom, "title") if target.title.is_none() => {
                target.title = raw_text(&field, inner, dialect)
            }
            (Ns::Dc, "title") if target.title.is_none() => {
                target.title = raw_text(&field, inner, dialect)
            }
            (Ns::Rss | Ns::Atom, "link") => {
                let href = attribute("href").unwrap_or(text);
                if !href.is_empty() {
                    target.links.push(RawLink {
                        href: href.to_owned(),
                        rel: attribute("rel").unwrap_or("alternate").to_ascii_lowercase(),
                        kind: attribute("type").map(str::to_ascii_lowercase),
                        base: attribute("xml:base").map(str::to_owned),
                    });
                }
            }
            (_, "origLink") if !text.is_empty() => target.original = Some(text.to_owned()),
            (Ns::Rss, "guid") if !text.is_empty() => {
                let permalink =
                    attribute("isPermaLink").is_none_or(|p| p.eq_ignore_ascii_case("true"));
                target.id = Some((text.to_owned(), permalink));
            }
            (Ns::Atom, "id") if !text.is_empty() => target.id = Some((text.to_owned(), true)),
            (Ns::Rss, "language") | (Ns::Dc, "language") if in_head && !text.is_empty() => {
                self.feed.language = Some(text.to_owned())
            }
            (Ns::Rss | Ns::Atom, "author") | (Ns::Dc, "creator") | (Ns::Itunes, "author") => {
                let name =
                    field.person.as_deref().unwrap_or(if field.markup { "" } else { text }).trim();
                if !name.is_empty() {
                    target.authors.push(name.to_owned());
                }
            }
            (Ns::Rss, "managingEditor") if in_head && !text.is_empty() => {
                target.authors.push(text.to_owned())
            }
            // Blogger's own API puts the kind of the entry among its categories.
            (Ns::Atom, "category") if attribute("scheme").is_some_and(|s| s.ends_with("#kind")) => {
            }
            (Ns::Rss | Ns::Atom, "category") | (Ns::Dc, "subject") => {
                let tag = attribute("label").or(attribute("term")).unwrap_or(text);
                if !tag.is_empty() {
                    target.tags.push(tag.to_owned());
                }
            }
            (Ns::Content, "encoded") | (Ns::Atom, "content") | (Ns::Xhtml, "body" | "div") => {
                let content = raw_text(&field, inner, dialect);
                // Some feeds have two; the longer is the body.
                let length = |t: &Option<RawText>| t.as_ref().map_or(0, |t| t.value.len());
                if length(&content) > length(&target.content) {
                    target.content = content;
                }
            }
            (Ns::Rss, "description") | (Ns::Atom, "summary") => {
                target.summary = raw_text(&field, inner, dialect).or(target.summary.take())
            }
            (Ns::Media, "description") | (Ns::Itunes, "summary") if target.summary.is_none() => {
                target.summary = raw_text(&field, inner, dialect)
            }
            (ns, name) if !text.is_empty() => {
                if let Some(role) = date_role(ns, name) {
                    target.dates.push(RawDate { role, text: text.to_owned() });
                }
            }
            _ => {}
        }
    }
}

fn date_role(ns: Ns, name: &str) -> Option<DateRole> {
    Some(match (ns, name) {
        (Ns::Rss, "pubDate" | "pubdate" | "published") | (Ns::Atom, "published") => {
            DateRole::Published
        }
        (Ns::Atom | Ns::Dc, "issued") => DateRole::Published,
        (Ns::Dc | Ns::Rss, "date") => DateRole::Dated,
        (Ns::Atom | Ns::Dc, "created") => DateRole::Created,
        (Ns::Atom | Ns::Rss, "updated" | "modified") | (Ns::Dc, "modified") => DateRole::Updated,
        _ => return None,
    })
}

fn namespace(uri: &str) -> Ns {
    let uri = uri.trim();
    match uri {
        "http://www.w3.org/2005/Atom" | "https://www.w3.org/2005/Atom" => Ns::Atom,
        "http://www.w3.org/1999/xhtml" => Ns::Xhtml,
        "" => Ns::Rss,
        _ if uri.contains("purl.org/atom/") => Ns::Atom,
        _ if uri.contains("purl.org/dc/") => Ns::Dc,
        _ if uri.contains("purl.org/rss/1.0/modules/content") => Ns::Content,
        _ if uri.contains("purl.org/rss/1.0/modules") => Ns::Other,
        _ if uri.contains("purl.org/rss/")
            || uri.contains("netscape.com")
            || uri.contains("backend.userland.com") =>
        {
            Ns::Rss
        }
        _ if uri.contains("itunes.com/") => Ns::Itunes,
        _ if uri.contains("search.yahoo.com/mrss") => Ns::Media,
        _ => Ns::Other,
    }
}

/// The attributes of a tag, references decoded; the first of two alike counts.
fn attributes(tag: &BytesStart<'_>) -> HashMap<String, String> {
    let mut map = HashMap::new();
    for attribute in tag.html_attributes().with_checks(false).flatten() {
        map.entry(attribute.key.0.to_owned())
            .or_insert_with(|| super::read::unescape(&attribute.value).into_owned());
    }
    map
}

/// A text field in the form its dialect and its type say.
fn raw_text(field: &Field, inner: &str, dialect: Dialect) -> Option<RawText> {
    let kind =
        field.attributes.get("type").map(|t| t.trim().to_ascii_lowercase()).unwrap_or_default();
    let mode =
        field.attributes.get("mode").map(|m| m.trim().to_ascii_lowercase()).unwrap_or_default();
    let typed = field.ns == Ns::Atom && dialect == Dialect::Atom;
    let form = if mode == "base64" {
        return None;
    } else if field.markup {
        Form::Markup
    } else if !typed || kind.contains("html") {
        // Also xhtml without a single element inside: its references stand for HTML's.
        Form::Html
    } else {
        Form::Plain
    };
    let value = match form {
        Form::Markup => markup(inner, typed),
        _ => field.text.clone(),
    };
    // Images and enclosures may be content too.
    let foreign =
        ["image/", "audio/", "video/", "application/"].iter().any(|t| kind.starts_with(t))
            && !kind.contains("xml");
    (!value.trim().is_empty() && !foreign).then_some(RawText { form, value })
}

/// Inner XML as HTML. XML may close any element at once (`<a id="x"/>`), which HTML reads as an
/// open tag; and a CDATA section is text to XML (`cdata_is_text`), but in RSS it is HTML like all
/// the rest. The `div` that Atom wraps around xhtml falls away.
fn markup(inner: &str, cdata_is_text: bool) -> String {
    const VOID: &[&str] = &[
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ];
    let mut out = String::with_capacity(inner.len());
    let mut reader = Reader::from_str(inner);
    reader.config_mut().check_end_names = false;
    reader.config_mut().allow_unmatched_ends = true;
    reader.config_mut().allow_dangling_amp = true;
    loop {
        let before = reader.buffer_position() as usize;
        let event = reader.read_event();
        let after = reader.buffer_position() as usize;
        match event {
            Ok(Event::Eof) => break,
            Ok(Event::Empty(tag)) if !VOID.contains(&tag.name().0) => {
                out.push('<');
                out.push_str(tag.trim_end());
                out.push_str("></");
                out.push_str(tag.name().0);
                out.push('>');
            }
            Ok(Event::CData(text)) if cdata_is_text => out.push_str(&super::read::escape(&text)),
            Ok(Event::CData(text)) => out.push_str(&text),
            Ok(_) => out.push_str(inner.get(before..after).unwrap_or_default()),
            // Broken after all: the rest as it stands.
            Err(_) => {
                out.push_str(inner.get(before..).unwrap_or_default());
                break;
            }
        }
    }
    let whole = out.trim();
    if let Some(rest) = whole.strip_prefix("<div")
        && let Some((attributes, body)) = rest.split_once('>')
        && attributes.contains("xmlns")
        && let Some(body) = body.strip_suffix("</div>")
        && is_balanced(body)
    {
        return body.trim().to_owned();
    }
    whole.to_owned()
}

/// Whether no `</div>` in `html` closes one that was opened outside.
fn is_balanced(html: &str) -> bool {
    let mut open = 0usize;
    for at in memchr::memchr_iter(b'<', html.as_bytes()) {
        let rest = html.get(at..).unwrap_or_default();
        if rest.starts_with("</div") {
            let Some(less) = open.checked_sub(1) else { return false };
            open = less;
        } else if rest.starts_with("<div") {
            open += 1;
        }
    }
    true
}
