//! Broken XML to well-formed XML, before any parser sees it.
//!
//! An XML parser must give up at the first mistake, and feeds of old blogs are full of them: a bare
//! `&` in a title, Latin-1 bytes under a UTF-8 label, a PHP warning in front, a transfer that broke
//! off. One pass over the text mends what can be mended without guessing at content. Its result is
//! well-formed: every element is closed in order, every reference is known to XML, no character is
//! illegal. There is no DTD left, so no entity can be expanded, and elements nest at most
//! [`MAX_DEPTH`] deep.

use std::borrow::Cow;
use std::collections::BTreeMap;

use html5gum::{State, Token, Tokenizer};
use memchr::memmem;

use crate::page::{decode::decode, is_xml};

/// Elements deeper than this lose their tags (not their text). No post nests half as deep; the
/// readers behind us keep a stack, and closing tags are sought on ours.
pub(super) const MAX_DEPTH: usize = 256;

/// The longest name of a reference; HTML's longest is `CounterClockwiseContourIntegral`, 31
/// letters.
const MAX_REFERENCE: usize = 32;

/// A feed as text that an XML parser can read.
#[derive(Debug)]
pub(super) struct Repaired {
    /// The text; begins with an XML declaration unless it is JSON or no feed at all.
    pub text: String,
    /// What was mended, in words.
    pub notes: Vec<String>,
    /// What the bytes are.
    pub kind: Kind,
}

/// What kind of text a feed turned out to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    /// Begins with `{`.
    Json,
    /// Has the root element of a feed.
    Xml,
    /// Has no such root, but looks like a web page.
    Html,
    /// Neither.
    Other,
}

/// Decode and mend. Notes say what was done; no note means the feed was sound.
pub(super) fn repair(bytes: &[u8], content_type: Option<&str>) -> Repaired {
    let (text, encoding) = decode(bytes, content_type, None);
    let begin =
        text.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}' || c == '\0');
    if begin.starts_with('{') {
        return Repaired { text: begin.to_owned(), notes: Vec::new(), kind: Kind::Json };
    }
    let (root, mut notes) = match find_root(&text) {
        Ok(root) => root,
        Err(kind) => return Repaired { text, notes: Vec::new(), kind },
    };
    if text.contains('\u{fffd}') {
        notes.push(format!("some bytes are not valid {}", encoding.name()));
    }
    let mut mender = Mender::new(&text, root);
    mender.run();
    notes.extend(mender.notes.into_iter().map(|(what, times)| {
        if times == 1 { what.to_owned() } else { format!("{what} ({times} times)") }
    }));
    Repaired { text: mender.out, notes, kind: Kind::Xml }
}

/// Where the root element begins, and what stood before it that should not.
fn find_root(text: &str) -> Result<(usize, Vec<String>), Kind> {
    let mut at = 0;
    let mut notes = Vec::new();
    let mut junk = false;
    let mut html = false;
    while let Some(open) = find(text, at, "<") {
        junk |= text[at..open].chars().any(|c| !c.is_whitespace() && c != '\u{feff}' && c != '\0');
        let rest = &text[open..];
        let end = if rest.starts_with("<!--") {
            find(text, open + 4, "-->").map(|e| e + 3)
        } else if rest.starts_with("<?") {
            // Not `?>`: that the declaration ends in a bare `>` is among the mistakes we have seen.
            find(text, open, ">").map(|e| e + 1)
        } else if starts_with_no_case(rest, "<!doctype") {
            html |= rest.get(9..).is_some_and(|r| starts_with_no_case(r.trim_start(), "html"));
            doctype_end(text, open)
        } else {
            let name = tag_name(&rest[1..]).unwrap_or_default();
            let local = name.rsplit(':').next().unwrap_or_default();
            if matches!(local, "rss" | "feed" | "RDF" | "entry") {
                if junk {
                    notes.push("text before the XML was dropped".to_owned());
                }
                return Ok((open, notes));
            }
            html |= ["html", "head", "body"].iter().any(|n| local.eq_ignore_ascii_case(n));
            junk = true;
            Some(open + 1)
        };
        if html {
            return Err(Kind::Html);
        }
        // A comment that never ends has swallowed whatever follows.
        at = end.ok_or(Kind::Other)?;
    }
    Err(Kind::Other)
}

/// The end of a DOCTYPE, past its internal subset. Entities declared there are never read.
fn doctype_end(text: &str, open: usize) -> Option<usize> {
    let mut quote = None;
    let mut brackets = 0usize;
    for (i, b) in text.bytes().enumerate().skip(open) {
        match (b, quote) {
            (b'"' | b'\'', None) => quote = Some(b),
            (b, Some(q)) if b == q => quote = None,
            (_, Some(_)) => {}
            (b'[', None) => brackets += 1,
            (b']', None) => brackets = brackets.saturating_sub(1),
            (b'>', None) if brackets == 0 => return Some(i + 1),
            _ => {}
        }
    }
    None
}

fn find(text: &str, from: usize, what: &str) -> Option<usize> {
    memmem::find(text.as_bytes().get(from..)?, what.as_bytes()).map(|i| from + i)
}

fn starts_with_no_case(text: &str, prefix: &str) -> bool {
    text.as_bytes().get(..prefix.len()).is_some_and(|b| b.eq_ignore_ascii_case(prefix.as_bytes()))
}

/// The element name at the start of `text`, if what begins there can be a tag at all. `a < b`, `<3`
/// and `<me@example.org>` cannot.
pub(super) fn tag_name(text: &str) -> Option<&str> {
    let is_name =
        |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b'.' | b':') || b >= 0x80;
    let end = text.bytes().position(|b| !is_name(b)).unwrap_or(text.len());
    let name = text.get(..end)?;
    let first = *name.as_bytes().first()?;
    let followed = text
        .as_bytes()
        .get(end)
        .is_none_or(|b| b.is_ascii_whitespace() || matches!(b, b'/' | b'>'));
    let begins = first.is_ascii_alphabetic() || first == b'_' || first >= 0x80;
    (begins && followed && !name.ends_with(':')).then_some(name)
}

/// The state of the one pass over the text.
struct Mender<'a> {
    text: &'a str,
    at: usize,
    /// The prefix of the root element, mostly none; items may have it too.
    prefix: &'a str,
    out: String,
    /// Names of the elements that are open in `out`.
    open: Vec<&'a str>,
    /// Elements that were opened beyond [`MAX_DEPTH`] and are not in `out`.
    over: usize,
    /// The length of `out` after the last closed item, and how many elements were open there.
    last_item: Option<(usize, usize)>,
    /// What was mended, and how often.
    notes: BTreeMap<&'static str, usize>,
}

impl<'a> Mender<'a> {
    fn new(text: &'a str, root: usize) -> Mender<'a> {
        let mut out = String::with_capacity(text.len() - root + 64);
        out.push_str("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
        let name = tag_name(&text[root + 1..]).unwrap_or_default();
        let prefix = name.split_once(':').map_or("", |(prefix, _)| prefix);
        Mender {
            text,
            at: root,
            prefix,
            out,
            open: Vec::new(),
            over: 0,
            last_item: None,
            notes: BTreeMap::new(),
        }
    }

    fn note(&mut self, what: &'static str) {
        *self.notes.entry(what).or_default() += 1;
    }

    /// Extensions have elements called `item` too, within items.
    fn is_item(&self, name: &str) -> bool {
        match name.split_once(':') {
            Some((prefix, name)) => {
                (prefix == self.prefix || prefix == "rss") && matches!(name, "item" | "entry")
            }
            None => matches!(name, "item" | "entry"),
        }
    }

    fn run(&mut self) {
        let mut whole = true;
        while self.at < self.text.len() {
            let next = find(self.text, self.at, "<").unwrap_or(self.text.len());
            self.characters(&self.text[self.at..next]);
            self.at = next;
            if next == self.text.len() {
                break;
            }
            whole = self.markup();
            // Whatever follows the root (a second copy, a tracker's script) is none of ours.
            if !whole || self.open.is_empty() {
                break;
            }
        }
        if !self.open.is_empty() {
            self.truncated(whole);
        }
    }

    /// One piece of markup at `at`. False if it is cut off by the end of the text.
    fn markup(&mut self) -> bool {
        let rest = &self.text[self.at..];
        if rest.starts_with("<![CDATA[") {
            let Some(end) = find(self.text, self.at + 9, "]]>") else { return false };
            self.verbatim(&self.text[self.at..end + 3]);
            self.at = end + 3;
        } else if rest.starts_with("<!--") || rest.starts_with("<?") {
            let (skip, close) = if rest.starts_with("<?") { (2, "?>") } else { (4, "-->") };
            // Neither says anything about an item, and both may be ill-formed in ways of their own.
            let Some(end) = find(self.text, self.at + skip, close) else { return false };
            self.at = end + close.len();
        } else if rest.starts_with("<!")
            && rest.as_bytes().get(2).is_some_and(u8::is_ascii_alphabetic)
        {
            let Some(end) = find(self.text, self.at, ">") else { return false };
            self.at = end + 1;
        } else if let Some(name) = rest.strip_prefix("</").and_then(tag_name) {
            let Some(end) = find(self.text, self.at, ">") else { return false };
            self.at = end + 1;
            self.end_tag(name);
        } else if let Some(name) = tag_name(&rest[1..]) {
            let Some(end) = self.tag_end() else { return false };
            let inner = &self.text[self.at + 1 + name.len()..end];
            self.at = end + 1;
            self.start_tag(name, inner);
        } else {
            self.note("bare '<' was escaped");
            self.out.push_str("&lt;");
            self.at += 1;
        }
        true
    }

    /// The `>` of the start tag at `at`. One inside a quoted value does not count, unless the
    /// quotes do not match: then a `<` is reached first, which no value may hold.
    fn tag_end(&self) -> Option<usize> {
        let mut quote = None;
        let mut first = None;
        for (i, b) in self.text.bytes().enumerate().skip(self.at + 1) {
            match (b, quote) {
                (b'<', _) => return first,
                (b'>', None) => return Some(i),
                (b'>', Some(_)) => first = first.or(Some(i)),
                (b'"' | b'\'', None) => quote = Some(b),
                (b, Some(q)) if b == q => quote = None,
                _ => {}
            }
        }
        first
    }

    fn start_tag(&mut self, name: &'a str, inner: &'a str) {
        let mut empty = inner.ends_with('/');
        let attributes = inner.strip_suffix('/').unwrap_or(inner).trim_end();
        // HTML that should have been escaped: void elements never get an end tag.
        if !empty && matches!(name, "br" | "hr" | "img" | "input" | "wbr") {
            empty = true;
        }
        // An item inside an item is one whose end tag is missing or misspelt.
        if self.is_item(name)
            && let Some(outer) = self.open.iter().rposition(|n| *n == name)
        {
            self.note("missing end tag of an item was added");
            self.close_down_to(outer);
        }
        if self.open.len() >= MAX_DEPTH {
            self.note("elements nested too deep lost their tags");
            self.over += usize::from(!empty);
            return;
        }
        self.out.push('<');
        self.out.push_str(name);
        self.characters(attributes);
        self.out.push_str(if empty { "/>" } else { ">" });
        if !empty {
            self.open.push(name);
        }
    }

    fn end_tag(&mut self, name: &str) {
        if self.over > 0
            && !matches!(local(name), "item" | "entry" | "channel" | "rss" | "feed" | "RDF")
        {
            self.over -= 1;
            return;
        }
        self.over = 0;
        if let Some(at) = self
            .open
            .iter()
            .rposition(|n| *n == name)
            .or_else(|| self.open.iter().rposition(|n| n.eq_ignore_ascii_case(name)))
        {
            if at + 1 < self.open.len() {
                self.note("missing end tags were added");
            }
            self.close_down_to(at);
            return;
        }
        // `<title>…</titel>`: a stray end tag right inside a field of an item was meant to close
        // the field, unless it is HTML that should have been escaped.
        let in_field = match self.open.as_slice() {
            [.., outer, field] => {
                (self.is_item(outer) || matches!(local(outer), "channel" | "feed"))
                    && !self.is_item(field)
            }
            _ => false,
        };
        if in_field && !HTML_ELEMENTS.contains(&local(name).to_ascii_lowercase().as_str()) {
            self.note("misspelt end tag was mended");
            self.close_down_to(self.open.len() - 1);
        } else if !matches!(name, "br" | "hr" | "img" | "input" | "wbr") {
            self.note("stray end tag was dropped");
        }
    }

    /// Close the open elements from the innermost down to the one at `depth`.
    fn close_down_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(name) = self.open.pop() else { break };
            self.out.push_str("</");
            self.out.push_str(name);
            self.out.push('>');
            if self.is_item(name) {
                self.last_item = Some((self.out.len(), self.open.len()));
            }
        }
    }

    /// The text ended inside the root: drop the half item, if there are whole ones, and close what
    /// is open.
    fn truncated(&mut self, whole: bool) {
        let half = self.open.iter().any(|n| self.is_item(n));
        match self.last_item {
            Some((length, depth)) if half || !whole => {
                self.note("the end is missing; the last, incomplete item was dropped");
                self.out.truncate(length);
                self.open.truncate(depth);
            }
            _ => self.note("the end is missing"),
        }
        self.close_down_to(0);
    }

    /// Character data or the attributes of a tag: ampersands become sound, illegal characters go.
    fn characters(&mut self, text: &str) {
        let mut rest = text;
        while let Some(amp) = memchr::memchr(b'&', rest.as_bytes()) {
            self.verbatim(&rest[..amp]);
            rest = &rest[amp + 1..];
            let Some(name) = reference_name(rest) else {
                self.note("bare '&' was escaped");
                self.out.push_str("&amp;");
                continue;
            };
            rest = &rest[name.len() + 1..];
            if matches!(name, "amp" | "lt" | "gt" | "quot" | "apos") {
                self.out.push('&');
                self.out.push_str(name);
                self.out.push(';');
                continue;
            }
            match reference(name) {
                Some(value) => self.escaped(&value),
                // A number that stands for no character of XML.
                None if name.starts_with('#') => {
                    self.note("references to illegal characters were dropped")
                }
                // An entity of a DTD we do not read, or a name that never was one.
                None => {
                    self.note("unknown entity was taken as text");
                    self.out.push_str("&amp;");
                    self.out.push_str(name);
                    self.out.push(';');
                }
            }
        }
        self.verbatim(rest);
    }

    fn escaped(&mut self, text: &str) {
        for c in text.chars() {
            match c {
                '<' => self.out.push_str("&lt;"),
                '>' => self.out.push_str("&gt;"),
                '&' => self.out.push_str("&amp;"),
                '"' => self.out.push_str("&quot;"),
                '\'' => self.out.push_str("&apos;"),
                c if is_xml(c) => self.out.push(c),
                _ => {}
            }
        }
    }

    /// As it stands, but without characters that XML forbids.
    fn verbatim(&mut self, text: &str) {
        if text.chars().all(is_xml) {
            self.out.push_str(text);
        } else {
            self.note("illegal control characters were dropped");
            self.out.extend(text.chars().filter(|c| is_xml(*c)));
        }
    }
}

fn local(name: &str) -> &str {
    name.rsplit(':').next().unwrap_or(name)
}

/// The name of the reference whose `&` stood right before `text`: what is before its `;`.
pub(super) fn reference_name(text: &str) -> Option<&str> {
    let end = text
        .bytes()
        .take(MAX_REFERENCE + 1)
        .position(|b| !b.is_ascii_alphanumeric() && b != b'#')?;
    let name = text.get(..end)?;
    let sound = match name.strip_prefix('#') {
        Some(number) => match number.strip_prefix(['x', 'X']) {
            Some(hex) => !hex.is_empty() && hex.bytes().all(|b| b.is_ascii_hexdigit()),
            None => !number.is_empty() && number.bytes().all(|b| b.is_ascii_digit()),
        },
        None => !name.is_empty() && !name.contains('#'),
    };
    (sound && text.as_bytes().get(end) == Some(&b';')).then_some(name)
}

/// What a reference stands for, by its name without `&` and `;`: a number or a name known to HTML.
pub(crate) fn reference(name: &str) -> Option<Cow<'static, str>> {
    let known = match name {
        "amp" => "&",
        "lt" => "<",
        "gt" => ">",
        "quot" => "\"",
        "apos" => "'",
        "nbsp" => "\u{a0}",
        _ => "",
    };
    if !known.is_empty() {
        return Some(Cow::Borrowed(known));
    }
    if let Some(number) = name.strip_prefix('#') {
        let code = match number.strip_prefix(['x', 'X']) {
            Some(hex) => u32::from_str_radix(hex, 16),
            None => number.parse(),
        };
        let c = char::from_u32(code.ok()?)?;
        // The control characters 128..=159 are always meant as windows-1252 (`&#146;` is an
        // apostrophe), as HTML has it too.
        if let '\u{80}'..='\u{9f}' = c {
            let byte = [c as u8];
            return Some(Cow::Owned(
                encoding_rs::WINDOWS_1252.decode_without_bom_handling(&byte).0.into_owned(),
            ));
        }
        return is_xml(c).then(|| Cow::Owned(c.to_string()));
    }
    // HTML's table of 2,231 names lies in the tokenizer. A name stands for one character or two;
    // anything longer is a known name that is only a prefix (`&notit;`), or no name at all.
    let source = format!("&{name};");
    let mut tokenizer = Tokenizer::new(source.as_str());
    tokenizer.set_state(State::RcData);
    let mut value = String::new();
    for Ok(token) in tokenizer {
        if let Token::String(text) = token {
            value.push_str(&String::from_utf8_lossy(&text.value));
        }
    }
    (value != source && value.chars().count() <= 2 && (!value.ends_with(';') || value.len() == 1))
        .then_some(Cow::Owned(value))
}

/// Elements that HTML knows in the text of a post or a title. Whatever else stands in angle
/// brackets may be text.
#[rustfmt::skip]
pub(super) const HTML_ELEMENTS: &[&str] = &[
    "a", "abbr", "acronym", "article", "aside", "audio", "b", "bdi", "bdo", "big", "blockquote",
    "br", "caption", "center", "cite", "code", "dd", "del", "details", "dfn", "div", "dl", "dt",
    "em", "embed", "fieldset", "figcaption", "figure", "font", "footer", "form", "h1", "h2", "h3",
    "h4", "h5", "h6", "header", "hr", "i", "iframe", "img", "input", "ins", "kbd", "li", "main",
    "mark", "nav", "nobr", "object", "ol", "p", "param", "pre", "q", "rp", "rt", "ruby", "s",
    "samp", "script", "section", "small", "span", "strike", "strong", "style", "sub", "sup",
    "table", "tbody", "td", "tfoot", "th", "thead", "time", "tr", "tt", "u", "ul", "var", "video",
    "wbr",
];

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    fn mended(text: &str) -> String {
        repair(text.as_bytes(), None).text.replacen(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
            "",
            1,
        )
    }

    #[test]
    fn mends() {
        let cases = [
            (
                "<rss><a>x & y &amp; &nbsp;&#8217;&eacute;</a></rss>",
                "<rss><a>x &amp; y &amp; \u{a0}’é</a></rss>",
            ),
            (
                "<rss><a>&amp;nbsp; &foo; &copy 2010</a></rss>",
                "<rss><a>&amp;nbsp; &amp;foo; &amp;copy 2010</a></rss>",
            ),
            (
                "<rss><![CDATA[a & b &nbsp; <br>]]></rss>",
                "<rss><![CDATA[a & b &nbsp; <br>]]></rss>",
            ),
            ("<rss><a href=\"?a=1&b=2\"/></rss>", "<rss><a href=\"?a=1&amp;b=2\"/></rss>"),
            ("<rss>1 < 2 <3 <me@x.org></rss>", "<rss>1 &lt; 2 &lt;3 &lt;me@x.org></rss>"),
            ("<rss>a\u{b}b&#11;&#x92;</rss>", "<rss>ab’</rss>"),
            (
                "<rss><item><title>A</titel><link>b</link></item></rss>",
                "<rss><item><title>A</title><link>b</link></item></rss>",
            ),
            (
                "<rss><item><b>A</i></b></item><item>B</rss>",
                "<rss><item><b>A</b></item><item>B</item></rss>",
            ),
            ("<rss><item>A<item>B</item></rss>", "<rss><item>A</item><item>B</item></rss>"),
            ("<rss><c><item>A</item><item><t>B</t", "<rss><c><item>A</item></c></rss>"),
            ("<rss><c><item>A", "<rss><c><item>A</item></c></rss>"),
            ("junk<?xml version='1.0'?><!-- <rss> --><rss></rss>junk", "<rss></rss>"),
            (
                "<!DOCTYPE rss [<!ENTITY a \"<rss>\"><!ENTITY b '&a;&a;'>]><rss>&b;</rss>",
                "<rss>&amp;b;</rss>",
            ),
        ];
        for (broken, want) in cases {
            assert_eq!(mended(broken), want, "{broken}");
        }
    }

    #[test]
    fn sound_feeds_have_no_notes() {
        let sound = "\u{feff}<?xml version=\"1.0\"?>\n<?xml-stylesheet href='a.xsl'?>\n\
                     <rss><channel><item><br/>&lt;</item></channel></rss>\n";
        let repaired = repair(sound.as_bytes(), None);
        assert_eq!((repaired.kind, repaired.notes), (Kind::Xml, vec![]));
    }

    #[test]
    fn depth_is_bounded() {
        let deep = format!("<rss><item>{}x</item><item>y</item></rss>", "<b>".repeat(10_000));
        let text = mended(&deep);
        assert!(text.matches("<b>").count() < MAX_DEPTH);
        assert!(text.contains("<item>y</item>"));
    }

    #[test]
    fn pages_and_others() {
        assert_eq!(repair(b"<!doctype html><title>x</title>", None).kind, Kind::Html);
        assert_eq!(repair(b"<p>Not <b>found</b>", None).kind, Kind::Other);
        assert_eq!(repair(b" {\"a\":1}", None).kind, Kind::Json);
    }
}
