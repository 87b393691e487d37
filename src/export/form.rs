//! The readers' own files.

use std::fmt::Write;

use quick_xml::escape::escape;
use serde_json::json;
use url::Url;
use url::form_urlencoded::Serializer;

use super::path::Path;
use super::side::{Expression, Said, Side};
use crate::entry::Field;
use crate::rule::Wrapper;

/// A reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// OPML with FreshRSS' own attributes.
    FreshRss,
    /// The body of a request to Miniflux' API that adds a feed.
    Miniflux,
    /// A site config of Full-Text RSS, also read by wallabag and others.
    FullTextRss,
    /// Parameters of RSS-Bridge's XPathBridge.
    RssBridge,
}

/// A reader's file, and what is missing in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Written {
    /// The file; none where what it is about cannot be said.
    pub text: Option<String>,
    /// What cannot be said and why, for people.
    pub missing: Vec<String>,
    /// What can be said, and on how many pages or records it was proved.
    pub proved: Vec<String>,
}

/// Fields of list pages that readers take.
const OF_LISTS: [Field; 6] =
    [Field::Title, Field::Link, Field::Date, Field::Author, Field::Tags, Field::Body];

/// Write the expressions as a reader wants them.
pub fn write(form: Form, rules: &Wrapper, said: &Said) -> Written {
    let mut out = Written { text: None, missing: Vec::new(), proved: Vec::new() };
    out.text = match form {
        Form::FreshRss => fresh_rss(rules, said, &mut out),
        Form::Miniflux => miniflux(rules, said, &mut out),
        Form::FullTextRss => full_text_rss(said, &mut out),
        Form::RssBridge => rss_bridge(rules, said, &mut out),
    };
    out
}

impl Written {
    /// What a side says of a field, told either way.
    fn take<'s>(&mut self, name: &str, side: &'s Side, field: Field) -> Option<&'s Expression> {
        let found = side.fields.iter().find(|f| f.0 == field).map(|f| &f.1);
        if let Some(e) = found {
            self.tell(name, field.name(), e);
        } else if let Some((_, why)) = side.missing.iter().find(|m| m.0 == Some(field)) {
            self.missing.push(format!("{name}: no {}: {why}", field.name()));
        }
        found
    }

    /// The same of the record.
    fn item<'s>(&mut self, side: &'s Side) -> Option<&'s Expression> {
        if let Some((_, why)) = side.missing.iter().find(|m| m.0.is_none()) {
            self.missing.push(format!("list: no record: {why}"));
        }
        side.item.as_ref().inspect(|e| self.tell("list", "record", e))
    }

    fn tell(&mut self, side: &str, name: &str, e: &Expression) {
        let attr = e.attr.as_deref().map_or(String::new(), |a| format!(" @{a}"));
        let strip = strip(e).map_or(String::new(), |css| format!(" without {css}"));
        let path = e.path.css();
        self.proved.push(format!("{side}: {name}: {0} of {0}: {path}{attr}{strip}", e.right));
    }

    /// What no page said anything of.
    fn nothing(&mut self, name: &str, side: &Side) {
        if let Some((_, why)) = side.missing.iter().find(|m| m.0.is_none()) {
            self.missing.push(format!("{name}: {why}"));
        }
    }
}

/// An expression's value as XPath: nodes, or a string where they are cut.
fn xpath(e: &Expression, start: &str) -> String {
    let mut out = e.path.xpath(start);
    if let Some(attr) = &e.attr {
        let _ = write!(out, "/@{attr}");
    }
    if !e.ahead.is_empty() || !e.behind.is_empty() {
        out = format!("normalize-space({out})");
    }
    if !e.ahead.is_empty() {
        out = format!("substring-after({out}, '{}')", e.ahead);
    }
    if !e.behind.is_empty() {
        out = format!("substring-before({out}, '{}')", e.behind);
    }
    out
}

/// A day that a reader has to read by `strtotime`.
fn by_itself<'e>(
    out: &mut Written,
    side: &str,
    date: Option<&'e Expression>,
) -> Option<&'e Expression> {
    match date.map(|e| e.day.as_ref()) {
        Some(Some((format, false))) => {
            out.missing.push(format!("{side}: no date: PHP's strtotime does not read {format}"));
            out.proved.retain(|p| !p.starts_with(&format!("{side}: date:")));
            None
        }
        _ => date,
    }
}

/// What is cut from a body, as one CSS selector.
fn strip(e: &Expression) -> Option<String> {
    let all: Vec<String> = e.strip.iter().map(Path::css).collect();
    (!all.is_empty()).then(|| all.join(", "))
}

fn name(rules: &Wrapper) -> String {
    rules.title.clone().unwrap_or_else(|| rules.home.clone())
}

/// Two subscriptions: the feed with its posts' texts, and the home page without the feed.
fn fresh_rss(rules: &Wrapper, said: &Said, out: &mut Written) -> Option<String> {
    let mut outlines = Vec::new();
    let full = out.take("entry", &said.entry, Field::Body);
    let full: Option<Vec<(&str, String)>> = full.map(|e| {
        let css = ("frss:cssFullContent", e.path.css());
        // The second name is that of older releases.
        let names = ["frss:cssContentFilter", "frss:cssFullContentFilter"];
        let strip = strip(e).into_iter().flat_map(|css| names.map(|n| (n, css.clone())));
        std::iter::once(css).chain(strip).collect()
    });
    if full.is_none() {
        out.nothing("entry", &said.entry);
    }
    if let Some(full) = full.as_ref().filter(|_| !rules.feed.is_empty()) {
        let mut attrs = vec![
            ("text", name(rules)),
            ("type", "rss".to_owned()),
            ("xmlUrl", rules.feed.clone()),
            ("htmlUrl", rules.home.clone()),
        ];
        attrs.extend(full.iter().cloned());
        outlines.push(outline(&attrs));
    }
    if let Some(item) = out.item(&said.list) {
        let text = format!("{} (its pages)", name(rules));
        let mut attrs: Vec<(&str, String)> = vec![
            ("text", text),
            ("type", "HTML+XPath".to_owned()),
            ("xmlUrl", rules.home.clone()),
            ("htmlUrl", rules.home.clone()),
            ("frss:xPathItem", xpath(item, "//")),
        ];
        for field in OF_LISTS {
            let Some(e) = out.take("list", &said.list, field) else { continue };
            attrs.push((
                match field {
                    Field::Title => "frss:xPathItemTitle",
                    Field::Link => "frss:xPathItemUri",
                    Field::Date => "frss:xPathItemTimestamp",
                    Field::Author => "frss:xPathItemAuthor",
                    Field::Tags => "frss:xPathItemCategories",
                    _ => "frss:xPathItemContent",
                },
                xpath(e, ".//"),
            ));
            if let Some((format, _)) = &e.day {
                attrs.push(("frss:xPathItemTimeFormat", format.clone()));
            }
        }
        attrs.extend(full.into_iter().flatten());
        outlines.push(outline(&attrs));
    }
    (!outlines.is_empty()).then(|| {
        format!(
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
             <opml version=\"2.0\" xmlns:frss=\"https://freshrss.org/opml\">\n\
             <head><title>{}</title></head>\n<body>\n{}</body>\n</opml>\n",
            escape(name(rules)),
            outlines.concat()
        )
    })
}

fn outline(attrs: &[(&str, String)]) -> String {
    let attrs = attrs.iter().map(|(name, value)| format!("\n  {name}=\"{}\"", escape(value)));
    format!("<outline{}/>\n", attrs.collect::<String>())
}

fn miniflux(rules: &Wrapper, said: &Said, out: &mut Written) -> Option<String> {
    if rules.feed.is_empty() {
        out.missing.push("entry: Miniflux needs a feed, and the blog has none".to_owned());
        return None;
    }
    let Some(body) = out.take("entry", &said.entry, Field::Body) else {
        out.nothing("entry", &said.entry);
        return None;
    };
    let mut feed = json!({
        "feed_url": rules.feed, "crawler": true, "scraper_rules": body.path.css(),
    });
    if let Some(css) = strip(body) {
        feed["rewrite_rules"] = format!("remove(\"{}\")", css.replace('"', "\\\"")).into();
    }
    Some(format!("{feed:#}\n"))
}

/// Posts that a site config names, to try it on.
const MOST_TRIED: usize = 3;

fn full_text_rss(said: &Said, out: &mut Written) -> Option<String> {
    let mut text = String::new();
    out.nothing("entry", &said.entry);
    for field in [Field::Title, Field::Author, Field::Date, Field::Body] {
        let found = out.take("entry", &said.entry, field);
        let found = if field == Field::Date { by_itself(out, "entry", found) } else { found };
        if let Some(e) = found {
            let _ = writeln!(text, "{}: {}", field.name(), xpath(e, "//"));
            for path in &e.strip {
                let _ = writeln!(text, "strip: {}{}", xpath(e, "//"), path.xpath("//"));
            }
        }
    }
    if text.is_empty() {
        return None;
    }
    // What was proved is whole: nothing is to be cut from it.
    text.push_str("prune: no\ntidy: no\n");
    said.entry.pages.iter().take(MOST_TRIED).for_each(|url| {
        let _ = writeln!(text, "test_url: {url}");
    });
    Some(text)
}

/// The address of a feed, as far as it does not name the server on which RSS-Bridge runs.
fn rss_bridge(rules: &Wrapper, said: &Said, out: &mut Written) -> Option<String> {
    let item = out.item(&said.list)?;
    let mut query = Serializer::new(String::new());
    query.append_pair("action", "display").append_pair("bridge", "XPathBridge");
    let home = Url::parse(&rules.home).ok()?;
    query.append_pair("url", home.as_str()).append_pair("item", &twice(&xpath(item, "//")));
    for field in OF_LISTS {
        let found = out.take("list", &said.list, field);
        let found = if field == Field::Date { by_itself(out, "list", found) } else { found };
        let Some(e) = found else { continue };
        let (name, many) = match field {
            Field::Title => ("title", false),
            Field::Link => ("uri", false),
            Field::Date => ("timestamp", false),
            Field::Author => ("author", false),
            Field::Tags => ("categories", true),
            _ => ("content", true),
        };
        let value = xpath(e, ".//");
        let value = if many { value } else { format!("normalize-space({value})") };
        query.append_pair(name, &twice(&value));
    }
    query.append_pair("raw_content", "on").append_pair("format", "Atom");
    Some(format!("?{}\n", query.finish()))
}

/// The bridge undoes the encoding of addresses once more than the server has.
fn twice(value: &str) -> String {
    value.replace('%', "%25").replace('+', "%2B")
}
