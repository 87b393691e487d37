//! Pages with one field broken, to see whether `feedstone check` finds it.
//!
//! `cargo run --release --example damage -- RULES WARC KIND OUT.warc`: copies the pages of an
//! archive; of every fourth page one field that the rules read is broken in the way KIND, in all
//! records of the page. A JSON line for each such page: page, field.
#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::ops::Range;

use feedstone::internals::entry::{Entry, Field};
use feedstone::internals::page::Kind;
use feedstone::internals::rule::{LayoutKind, Wrapper, xml};
use feedstone::internals::source::warc::{Warc, write_response};
use feedstone::source::Source;
use feedstone::{Extraction, Page};

/// Ways to break a field: the first four change markup, the others values, the last four whole
/// pages.
const KINDS: [&str; 15] = [
    "rename",
    "retag",
    "remove",
    "empty",
    "decoy",
    "swap",
    "foreign",
    "cut",
    "swell",
    "moved",
    "escaped",
    "misread",
    "truncated",
    "login",
    "missing",
];

type Edit = (Range<usize>, String);

struct Subject<'p> {
    page: &'p Page,
    read: Extraction,
}

impl Subject<'_> {
    fn bytes(&self, tokens: &Range<usize>) -> Option<Range<usize>> {
        let spans = tokens.clone().map(|i| self.page.tokens()[i].span).filter(|s| s.0 < s.1);
        let (mut from, mut to) = (usize::MAX, 0);
        for s in spans {
            (from, to) = (from.min(s.0 as usize), to.max(s.1 as usize));
        }
        (from < to).then_some(from..to)
    }

    /// The elements around a value that hold nothing but it, the outermost first, and the one
    /// around them.
    fn elements(&self, place: &Range<usize>, within: &Range<usize>) -> Vec<usize> {
        let page = self.page;
        let words = page.words_in(place.clone()).max(1);
        let start = if page.tokens()[place.start].kind == Kind::Start {
            Some(place.start)
        } else {
            page.parent(place.start)
        };
        let mut out: Vec<usize> = std::iter::successors(start, |&a| page.parent(a))
            .take_while(|&a| {
                within.contains(&a)
                    && !matches!(page.tag(a), "body" | "html")
                    && page.words_in(page.region(a)) <= words + 1
            })
            .filter(|&a| !page.tokens()[a].implied())
            .collect();
        out.reverse();
        out
    }
}

fn noise(text: &str, salt: u64) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325 ^ salt, |h, b| {
        (h ^ u64::from(b)).wrapping_mul(0x0100_0000_01b3)
    }) >> 13
}

/// The edits that break a field of a page; empty where it cannot be broken so.
fn edits(s: &Subject<'_>, field: Field, kind: &str, foreign: &[String]) -> Vec<Edit> {
    let page = s.page;
    let mut out: Vec<Edit> = Vec::new();
    // Of tags all are broken, where it is not one value that changes places with another or comes
    // ahead.
    let many =
        field == Field::Tags && matches!(kind, "rename" | "retag" | "remove" | "empty" | "foreign");
    let places = s.read.entries.iter().enumerate().flat_map(|(k, e)| {
        let own = e.places.iter().filter(move |p| field.is_given_by(p.0)).take(if many {
            usize::MAX
        } else {
            1
        });
        own.enumerate().map(move |(n, p)| (k, n, e, p.1.clone()))
    });
    for (k, n, e, tokens) in places {
        let place = |f: Field| e.place(f).cloned();
        let Some(bytes) = s.bytes(&tokens) else { continue };
        let source = &page.text()[bytes.clone()];
        let elements = s.elements(&tokens, &e.tokens);
        let around = elements.first().copied().or(page.parent(tokens.start));
        let text = |r: &Range<usize>| {
            r.clone().find(|&i| page.tokens()[i].kind == Kind::Text && !page.tokens()[i].blank)
        };
        let inner = text(&tokens)
            .map(|i| page.tokens()[i].span.0 as usize..page.tokens()[i].span.1 as usize);
        let attr = page.tokens()[tokens.start].kind == Kind::Start && tokens.len() == 1;
        match kind {
            "rename" => {
                // All marks of the elements around the value, up to three, in the record.
                let marked = around
                    .into_iter()
                    .chain(page.ancestors(tokens.start).filter(|a| e.tokens.contains(a)).take(3));
                let mut done: Vec<usize> = elements.iter().copied().chain(marked).collect();
                done.sort_unstable();
                done.dedup();
                for a in done {
                    let (tag, span) = (page.source(a), page.tokens()[a].span);
                    let mut new = tag.to_owned();
                    for name in [
                        " class=\"",
                        " id=\"",
                        " itemprop=\"",
                        " rel=\"",
                        " class='",
                        " class=",
                        " id=",
                    ] {
                        new = new.replacen(
                            name,
                            &format!(
                                " data-old={}{name}new-",
                                if name.ends_with(['"', '\'']) { "x" } else { "y" }
                            ),
                            1,
                        );
                        if new != tag {
                            break;
                        }
                    }
                    if new != tag {
                        out.push((span.0 as usize..span.1 as usize, new));
                    }
                }
            }
            "retag" => {
                for &a in elements.iter().filter(|&&a| page.tag(a) != "a") {
                    let t = &page.tokens()[a];
                    let (open, end) = (t.span, page.tokens()[t.end as usize].span);
                    if end.0 < end.1 && t.end as usize != a {
                        let source = page.source(a);
                        out.push((
                            open.0 as usize..open.1 as usize,
                            format!("<bdi{}", &source[1 + page.tag(a).len()..]),
                        ));
                        out.push((end.0 as usize..end.1 as usize, "</bdi>".to_owned()));
                    }
                }
            }
            "remove" => {
                let whole =
                    elements.first().and_then(|&a| s.bytes(&page.region(a))).unwrap_or(bytes);
                out.push((whole, String::new()));
            }
            "empty" if !attr => out.push((bytes, String::new())),
            "decoy" => {
                // An advertisement in the value's own clothes ahead of it.
                let Some(&a) = elements.first() else { continue };
                let Some(whole) = s.bytes(&page.region(a)) else { continue };
                let Some(t) = inner.clone().filter(|t| whole.contains(&t.start)) else { continue };
                let source = &page.text()[whole.clone()];
                let copy = format!(
                    "{}Try our new plan today{}",
                    &source[..t.start - whole.start],
                    &source[t.end - whole.start..]
                );
                out.push((whole.start..whole.start, copy));
            }
            "swap" => {
                let with = [Field::Title, Field::Author, Field::Date, Field::Tags]
                    .into_iter()
                    .filter(|f| *f != field);
                let other = with.filter_map(|f| place(f).and_then(|p| text(&p))).next();
                if let (Some(t), Some(o)) = (inner, other) {
                    let o = page.tokens()[o].span.0 as usize..page.tokens()[o].span.1 as usize;
                    if o.end <= t.start || t.end <= o.start {
                        let (a, b) =
                            (page.text()[t.clone()].to_owned(), page.text()[o.clone()].to_owned());
                        out.push((t, b));
                        out.push((o, a));
                    }
                }
            }
            "foreign" => {
                let Some(value) = foreign.get((k + n + 1) % foreign.len().max(1)) else { continue };
                if field == Field::Link {
                    let tag = page.source(tokens.start);
                    let Some(href) = page.attr(tokens.start, "href").filter(|h| tag.contains(*h))
                    else {
                        continue;
                    };
                    let span = page.tokens()[tokens.start].span;
                    out.push((span.0 as usize..span.1 as usize, tag.replacen(href, value, 1)));
                } else if let Some(t) = inner {
                    out.push((if field == Field::Body { bytes } else { t }, value.clone()));
                }
            }
            "cut" => match field {
                // The body's element ends early; the rest of the text stands behind it.
                Field::Body => {
                    let Some(p) = page.parent(tokens.start) else { continue };
                    let quarter = bytes.start + source.len() / 4;
                    let child = page.children(p).find(|&c| {
                        tokens.contains(&c) && page.tokens()[c].span.0 as usize > quarter
                    });
                    let Some(at) =
                        child.map(|c| page.tokens()[c].span.0 as usize).filter(|a| *a < bytes.end)
                    else {
                        continue;
                    };
                    out.push((at..at, format!("</{0}><{0}>", page.tag(p))));
                }
                Field::Title | Field::Author => {
                    let Some(t) = inner else { continue };
                    let value = &page.text()[t.clone()];
                    let words: Vec<&str> = value.split_whitespace().collect();
                    if words.len() > 1 {
                        out.push((t, words[..words.len() / 2].join(" ")));
                    }
                }
                _ => {}
            },
            "swell" => {
                let Some(t) = inner else { continue };
                match field {
                    // The body's element ends late: what stands behind it is inside.
                    Field::Body => {
                        let Some(p) = page.parent(tokens.start) else { continue };
                        let span = page.tokens()[page.tokens()[p].end as usize].span;
                        if span.0 < span.1 && e.tokens.contains(&p) {
                            out.push((span.0 as usize..span.1 as usize, String::new()));
                        }
                    }
                    Field::Title | Field::Author | Field::Tags => out.push((
                        t.end..t.end,
                        " posted by the editors under News, 12 comments".to_owned(),
                    )),
                    _ => {}
                }
            }
            // Markup that was escaped once more than it should be.
            "escaped" => {
                let escape = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;");
                match (field, inner) {
                    (Field::Body, _) if source.contains(['&', '<']) => {
                        out.push((bytes, escape(source)));
                    }
                    (Field::Title | Field::Author | Field::Tags, Some(t))
                        if page.text()[t.clone()].contains('&') =>
                    {
                        out.push((t.clone(), escape(&page.text()[t])));
                    }
                    _ => {}
                }
            }
            // The value changes places with the next entry's, as where a template runs over its
            // list by one.
            "moved" => {
                let next = s
                    .read
                    .entries
                    .get(k + 1)
                    .or(s.read.entries.first())
                    .filter(|_| s.read.entries.len() > 1);
                let theirs = next
                    .and_then(|n| n.places.iter().find(|p| p.0 == field).and_then(|p| text(&p.1)));
                if let (Some(t), Some(o)) = (inner, theirs) {
                    out.push((
                        t,
                        page.text()
                            [page.tokens()[o].span.0 as usize..page.tokens()[o].span.1 as usize]
                            .to_owned(),
                    ));
                }
            }
            _ => {}
        }
    }
    out
}

/// What stands where nothing does, in the blog's own template.
const MISSING: [(&str, &str); 4] = [
    ("Page not found", "<p>Sorry, but nothing stands at this address. Try the search?</p>"),
    ("Oops! That page can&rsquo;t be found.", "<p>It looks like it was moved. Or deleted.</p>"),
    ("Seite nicht gefunden", "<p>Die Seite wurde verschoben oder gelöscht.</p>"),
    ("Error 404", "<p>No posts here.</p>"),
];

/// The page broken as a whole, where it can be broken so.
fn broken(s: &Subject<'_>, url: &str, kind: &str) -> Option<String> {
    let (page, text) = (s.page, s.page.text());
    let single = s.read.entries.first().filter(|_| s.read.kind == Some(LayoutKind::Entry));
    let place = |e: &Entry, field: Field| e.place(field).and_then(|r| s.bytes(r));
    match kind {
        // UTF-8 that was read as another encoding.
        "misread" => {
            let (misread, ..) = encoding_rs::WINDOWS_1252.decode(text.as_bytes());
            Some(misread.into_owned()).filter(|m| m != text)
        }
        // A download that ended in the middle of a text, in the middle of the page.
        "truncated" => {
            let entry = s.read.entries.get(s.read.entries.len() / 2)?;
            let body = place(entry, Field::Body)?;
            let at = (body.start..body.start + body.len() / 2).rev();
            let at = at.into_iter().find(|&at| text.is_char_boundary(at))?;
            Some(text[..at].to_owned())
        }
        "login" => {
            let form = "<form action=\"/login\" method=\"post\"><p>Please log in to read this.</p>\
                        <p><label>Name <input name=\"user\"></label> <label>Password \
                        <input type=\"password\" name=\"word\"></label></p></form>";
            Some(edited(text, vec![(place(single?, Field::Body)?, form.to_owned())]))
        }
        "missing" => {
            let (title, body) = MISSING[noise(url, 7) as usize % MISSING.len()];
            let element = (0..page.len()).find(|&i| page.tag(i) == "title")?;
            let named = page.region(element).find(|&i| page.tokens()[i].kind == Kind::Text)?;
            let mut edits = vec![
                (place(single?, Field::Title)?, title.to_owned()),
                (place(single?, Field::Body)?, body.to_owned()),
            ];
            edits.extend(s.bytes(&(named..named + 1)).map(|b| (b, format!("{title} – Blog"))));
            Some(edited(text, edits))
        }
        _ => None,
    }
}

/// The text with the edits made; those that overlap an earlier one are left out.
fn edited(text: &str, mut edits: Vec<Edit>) -> String {
    edits.sort_by_key(|e| (e.0.start, e.0.end));
    let (mut out, mut at) = (String::new(), 0);
    for (range, new) in edits {
        if range.start >= at && range.end <= text.len() {
            out.push_str(&text[at..range.start]);
            out.push_str(&new);
            at = range.end;
        }
    }
    out.push_str(&text[at..]);
    out
}

/// Values of one field on all pages, as they stand in the source.
fn values(pages: &[(String, Page)], rules: &Wrapper, field: Field) -> Vec<String> {
    let mut out = Vec::new();
    for (url, page) in pages {
        let s = Subject { page, read: rules.extract_page(page, url) };
        for e in &s.read.entries {
            let Some(p) = e.places.iter().find(|p| p.0 == field) else { continue };
            let value = match field {
                Field::Link => page.attr(p.1.start, "href").map(str::to_owned),
                Field::Body => s.bytes(&p.1).map(|b| page.text()[b].to_owned()),
                _ => {
                    let text = p
                        .1
                        .clone()
                        .find(|&i| page.tokens()[i].kind == Kind::Text && !page.tokens()[i].blank);
                    text.map(|i| {
                        page.text()
                            [page.tokens()[i].span.0 as usize..page.tokens()[i].span.1 as usize]
                            .to_owned()
                    })
                }
            };
            out.extend(value.filter(|v| !v.trim().is_empty() && !out.contains(v)));
        }
        if out.len() > 40 {
            break;
        }
    }
    out
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [rules, warc, kind, to] = args.as_slice() else {
        panic!("usage: damage RULES WARC {} OUT", KINDS.join("|"))
    };
    assert!(KINDS.contains(&kind.as_str()), "expected one of {}", KINDS.join(", "));
    let rules = xml::read(&std::fs::read_to_string(rules).unwrap()).unwrap();
    let archive = Warc::open(warc).unwrap();
    let responses: Vec<_> =
        archive.pages().filter_map(Result::ok).filter(|r| r.status == 200 && r.is_html()).collect();
    let pages: Vec<(String, Page)> = responses
        .iter()
        .map(|r| (r.url.clone(), Page::from_bytes(&r.bytes, r.content_type(), &r.url)))
        .collect();
    let fields = [Field::Title, Field::Date, Field::Author, Field::Tags, Field::Body, Field::Link];
    let known: Vec<Vec<String>> = fields.iter().map(|f| values(&pages, &rules, *f)).collect();
    let mut out = std::io::BufWriter::new(std::fs::File::create(to).unwrap());
    for (url, page) in &pages {
        let s = Subject { page, read: rules.extract_page(page, url) };
        let salt = KINDS.iter().position(|k| k == kind).unwrap_or(0) as u64;
        let mut html = page.text().to_owned();
        if noise(url, salt).is_multiple_of(4) {
            if let Some(broken) = broken(&s, url, kind) {
                html = broken;
                println!("{{\"page\":{url:?},\"field\":\"page\"}}");
            }
            // The first field, from one that the page's name picks, that can be broken so.
            let from = noise(url, salt + 99) as usize;
            for n in 0..fields.len() {
                let k = (from + n) % fields.len();
                let edits = edits(&s, fields[k], kind, &known[k]);
                if !edits.is_empty() {
                    html = edited(page.text(), edits);
                    println!("{{\"page\":{:?},\"field\":\"{}\"}}", url, fields[k].name());
                    break;
                }
            }
        }
        let headers = [("content-type", "text/html; charset=utf-8")];
        write_response(
            &mut out,
            url,
            "2020-01-01T00:00:00Z",
            200,
            &headers,
            html.as_bytes(),
            false,
        )
        .unwrap();
    }
}
