//! A page's own text with what was read of it in colour. Its HTML is made anew from names of
//! elements that show text: no attribute, style, script, frame or address of the page is in it.

use super::escaped;
use crate::Page;
use crate::entry::{Entry, Field};
use crate::page::Kind;
use crate::rule::{Wrapper, xml};
use crate::source::Response;

/// Elements that stay.
const KEPT: [&str; 46] = [
    "abbr",
    "address",
    "article",
    "aside",
    "b",
    "blockquote",
    "br",
    "caption",
    "cite",
    "code",
    "dd",
    "del",
    "div",
    "dl",
    "dt",
    "em",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "kbd",
    "li",
    "main",
    "nav",
    "ol",
    "p",
    "pre",
    "q",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "td",
    "tr",
    "ul",
];
/// Bytes of one page's HTML; the rest is not shown.
const MOST_HTML: usize = 300_000;

/// What is shown of a page.
pub(super) struct Marked {
    pub html: String,
    /// Why it was read so.
    pub why: String,
    /// Fields, and the rules that read them.
    pub rules: Vec<(&'static str, String)>,
}

pub(super) fn read(rules: &Wrapper, response: &Response) -> Marked {
    let page = response.page();
    let got = rules.extract_page(&page, &response.url);
    let layout = rules.layouts.iter().find(|l| Some(&l.name) == got.layout.as_ref());
    let read = |f: Field| got.entries.iter().any(|e| e.place(f).is_some());
    let told = Field::ALL
        .into_iter()
        .filter(|f| !matches!(f, Field::Link | Field::Excerpt) && read(*f))
        .map(|field| {
            let rule = layout.and_then(|l| l.fields.iter().find(|r| field.is_given_by(r.field)));
            let rule = rule.map(|r| xml::brief(&r.start));
            (field.name(), rule.unwrap_or_else(|| "what is known of the blog's lists".to_owned()))
        });
    let why = match got.entries.as_slice() {
        [] => format!("nothing was read: {}", got.why),
        all => format!("{} read; {}", many(all.len()), got.why),
    };
    Marked { rules: told.collect(), html: html(&page, &fields(&page, &got.entries)), why }
}

fn many(entries: usize) -> String {
    if entries == 1 { "one entry".to_owned() } else { format!("{entries} entries") }
}

/// The field that each token belongs to: of several the one that takes the fewest tokens.
fn fields(page: &Page, entries: &[Entry]) -> Vec<Option<Field>> {
    let mut places: Vec<_> = entries.iter().flat_map(|e| &e.places).collect();
    places.sort_by_key(|(_, tokens)| std::cmp::Reverse(tokens.len()));
    let mut of = vec![None; page.len()];
    for (field, tokens) in places.into_iter().filter(|p| p.0 != Field::Link) {
        // A value in an attribute: the text of its element is it, for people.
        let alone = tokens.len() == 1 && page.tokens()[tokens.start].kind == Kind::Start;
        let tokens = if alone { page.region(tokens.start) } else { tokens.clone() };
        for of in of.iter_mut().take(tokens.end).skip(tokens.start) {
            *of = Some(*field);
        }
    }
    of
}

fn html(page: &Page, fields: &[Option<Field>]) -> String {
    let mut out = String::new();
    let mut open: Vec<&str> = Vec::new();
    for i in page.shown(page.body()) {
        if out.len() > MOST_HTML {
            out.push_str("<p class=\"quiet\">… the page goes on.</p>");
            break;
        }
        let name = KEPT.into_iter().find(|k| *k == page.tag(i));
        match (page.tokens()[i].kind, name) {
            (Kind::Text, _) => match fields[i].filter(|_| !page.tokens()[i].blank) {
                Some(field) => {
                    let name = field.name();
                    let text = escaped(page.data(i));
                    out.push_str(&format!("<mark class=\"{name}\">{text}</mark>"));
                }
                None => out.push_str(&escaped(page.data(i))),
            },
            (Kind::Start, _) if page.tag(i) == "img" => {
                let what = page.attr(i, "alt").filter(|a| !a.trim().is_empty());
                let what = escaped(what.unwrap_or("picture"));
                out.push_str(&format!("<span class=\"picture\">{what}</span>"));
            }
            (Kind::Start, Some(name)) => {
                out.push_str(&format!("<{name}>"));
                if !matches!(name, "br" | "hr") {
                    open.push(name);
                }
            }
            (Kind::End, Some(name)) if open.last() == Some(&name) => {
                open.pop();
                out.push_str(&format!("</{name}>"));
            }
            _ => {}
        }
    }
    open.iter().rev().for_each(|name| out.push_str(&format!("</{name}>")));
    out
}
