//! The sample blogs from end to end: learned from folder and WARC, read whole, compared with what
//! was written; and the regular expressions of the rules, replayed alone.
//!
//! `FEEDSTONE_BLESS=1 cargo test --test samples` writes rules/*.xml anew.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::HashMap;
use std::fmt::Write as _;
use std::ops::Range;
use std::path::PathBuf;

use chrono::Datelike;
use feedstone::internals::entry::Field;
use feedstone::internals::page::fold;
use feedstone::internals::rule::{FieldRule, Layout, LayoutKind, Scope, Value, xml};
use feedstone::learn::{self, Learned};
use feedstone::source::{Dir, Source};
use feedstone::{Entry, Extraction, Page, Wrapper};
use regex::Regex;
use serde_json::Value as Json;
use url::Url;

const SAMPLES: [&str; 6] =
    ["garden-notes", "old-table", "summary-lab", "day-book", "carnet-fr", "cjk-zh"];

fn at(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A blog's HTML pages with their addresses.
struct Sample {
    blog: learn::Blog,
    pages: Vec<(String, Page)>,
}

impl Sample {
    fn open(source: &dyn Source, home: &str) -> Sample {
        let blog = learn::Blog::gather(source, home, None, &mut |_| {}).unwrap();
        let mut pages: Vec<(String, Page)> = source
            .pages()
            .map(Result::unwrap)
            // A folder lists shell.txt, what the sample was made from, as a page too: it has no
            // type and looks like HTML.
            .filter(|r| r.status == 200 && r.is_html() && !r.url.ends_with(".txt"))
            .map(|r| (r.url.clone(), Page::from_bytes(&r.bytes, r.content_type(), &r.url)))
            .collect();
        pages.sort_by(|a, b| a.0.cmp(&b.0));
        Sample { blog, pages }
    }

    fn folder(name: &str) -> Sample {
        let dir = Dir::open(at("samples").join(name), None).unwrap();
        let home = dir.base().to_owned();
        Sample::open(&dir, &home)
    }

    fn learn(&self) -> Learned {
        learn::learn(&self.blog)
    }

    /// What a wrapper reads, page by page.
    fn read(&self, wrapper: &Wrapper) -> Vec<(&str, Extraction)> {
        self.pages
            .iter()
            .map(|(url, page)| (url.as_str(), wrapper.extract_page(page, url)))
            .collect()
    }
}

// ---------------------------------------------------------------- values

/// Records found and lost; values wrong of them; records too many. A link that an entry page does
/// not give is not wrong: its address is known to who asked for it. What the expectation does not
/// know (null) is not counted.
///
/// What is not zero:
/// * old-table, tags: lines differ by what a post has ("Posted by Walt in <a>Radio</a>,
///   <a>Weather</a> on" or "Posted by Walt on"), and the rules learned from the newest posts do not
///   know a second tag.
/// * summary-lab, authors: the table in 2018/ is a list never seen, which the index rule reads; it
///   knows no authors.
const EXPECTED: &str = "\
sample        found lost title link date author tags body extra
garden-notes     32    0     0    0    0      0    0    0     0
old-table        52    0     0    0    0      0    0    0     0
summary-lab      36    0     0    0    0      6    0    0     0
day-book         38    0     0    0    0      0    0    0     0
carnet-fr        45    0     0    0    0      0    0    0     0
cjk-zh           33    0     0    0    0      0    0    0     0
";

/// Words in lower case; each CJK character is one.
fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        let alone = matches!(
            c,
            '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}'
        );
        if (alone || !c.is_alphanumeric()) && !word.is_empty() {
            out.push(std::mem::take(&mut word));
        }
        if alone {
            out.push(c.to_string());
        } else if c.is_alphanumeric() {
            word.push(c);
        }
    }
    out.extend(Some(word).filter(|w| !w.is_empty()));
    out
}

/// The bag of word 4-shingles; of a shorter text all its words are one.
fn shingles(text: &str) -> HashMap<Vec<String>, usize> {
    let words = words(text);
    let mut bag = HashMap::new();
    for w in words.windows(words.len().clamp(1, 4)) {
        *bag.entry(w.to_vec()).or_insert(0) += 1;
    }
    bag
}

/// F1 of the bags of shingles.
fn likeness(a: &str, b: &str) -> f64 {
    let (a, b) = (shingles(a), shingles(b));
    let all: usize = a.values().sum::<usize>() + b.values().sum::<usize>();
    let both: usize = a.iter().map(|(k, n)| n.min(b.get(k).unwrap_or(&0))).sum();
    if all == 0 { 1.0 } else { 2.0 * both as f64 / all as f64 }
}

#[test]
fn likeness_counts_shingles() {
    assert_eq!(words("L’été, H2O 河边!"), ["l", "été", "h2o", "河", "边"]);
    assert_eq!(likeness("a b c d e", "A b, c d e."), 1.0);
    assert_eq!(likeness("a b", "a b c"), 0.0);
    // Four shingles against three of them.
    assert!((likeness("a b c d e f g", "a b c d e f") - 6.0 / 7.0).abs() < 1e-9);
}

/// Expected records with what was read of them, by link, then by title; and what was read besides.
fn pair<'a>(
    expected: &'a [Json],
    got: &'a [Entry],
) -> (Vec<(&'a Json, Option<&'a Entry>)>, Vec<&'a Entry>) {
    let mut left: Vec<&Entry> = got.iter().collect();
    let mut pairs: Vec<(&Json, Option<&Entry>)> = expected.iter().map(|e| (e, None)).collect();
    for by in ["link", "title"] {
        for (e, found) in pairs.iter_mut().filter(|p| p.1.is_none()) {
            let value = |g: &Entry| if by == "link" { g.link.clone() } else { g.title.clone() };
            if let Some(k) =
                left.iter().position(|g| e[by].is_string() && value(g).as_deref() == e[by].as_str())
            {
                *found = Some(left.remove(k));
            }
        }
    }
    (pairs, left)
}

#[derive(Default)]
struct Counts {
    found: usize,
    lost: usize,
    title: usize,
    link: usize,
    date: usize,
    author: usize,
    tags: usize,
    body: usize,
    extra: usize,
}

/// Count one page; what is wrong is told in `told`.
fn count(n: &mut Counts, told: &mut String, url: &str, expected: &[Json], got: &Extraction) {
    let (pairs, extra) = pair(expected, &got.entries);
    let mut tell = |e: &Json, what: &str, got: &str| {
        let expected = if what == "lost" { &e["title"] } else { &e[what] };
        let _ = writeln!(
            told,
            "{url} {:?}: {what} expected {expected}, got {got}",
            e["title"].as_str().unwrap_or("")
        );
    };
    for (e, g) in pairs {
        let Some(g) = g else {
            n.lost += 1;
            tell(e, "lost", "nothing");
            continue;
        };
        n.found += 1;
        let texts = [
            ("title", g.title.as_deref().map(fold), &mut n.title),
            ("link", g.link.clone(), &mut n.link),
            ("date", g.date.map(|d| d.to_string()), &mut n.date),
            ("author", g.author.clone(), &mut n.author),
        ];
        for (key, value, wrong) in texts {
            let silent = key == "link" && e["kind"] == "entry" && value.is_none();
            if e[key].is_string() && !silent && e[key].as_str() != value.as_deref() {
                *wrong += 1;
                tell(e, key, &format!("{value:?}"));
            }
        }
        if e["tags"].is_array() && Json::from(g.tags.clone()) != e["tags"] {
            n.tags += 1;
            tell(e, "tags", &format!("{:?}", g.tags));
        }
        if let Some(body) = e["body_text"].as_str() {
            let f1 = likeness(body, g.body_text.as_deref().unwrap_or(""));
            if f1 < 0.9 {
                n.body += 1;
                tell(e, "body_text", &format!("(F1 {f1:.2}) {:?}", g.body_text));
            }
        }
    }
    for g in extra {
        n.extra += 1;
        let _ = writeln!(told, "{url}: too many: {:?} {:?}", g.title, g.link);
    }
}

#[test]
fn the_samples_read_as_they_were_written() {
    let mut table = "sample        found lost title link date author tags body extra\n".to_owned();
    let mut told = String::new();
    for name in SAMPLES {
        let sample = Sample::folder(name);
        let wrapper = sample.learn().wrapper;
        let text =
            std::fs::read_to_string(at("samples").join(name).join("expected.jsonl")).unwrap();
        let mut expected: HashMap<String, Vec<Json>> = HashMap::new();
        for line in text.lines() {
            let e: Json = serde_json::from_str(line).unwrap();
            expected.entry(e["page"].as_str().unwrap().to_owned()).or_default().push(e);
        }
        let mut n = Counts::default();
        for (url, got) in sample.read(&wrapper) {
            count(&mut n, &mut told, url, &expected.remove(url).unwrap_or_default(), &got);
        }
        assert!(
            expected.is_empty(),
            "{name}: pages that the source does not list: {:?}",
            expected.keys()
        );
        let Counts { found, lost, title, link, date, author, tags, body, extra } = n;
        let _ = writeln!(
            table,
            "{name:<13} {found:>5} {lost:>4} {title:>5} {link:>4} {date:>4} \
             {author:>6} {tags:>4} {body:>4} {extra:>5}"
        );
    }
    assert!(table == EXPECTED, "\n{told}\nexpected\n{EXPECTED}\ngot\n{table}");
}

#[cfg(feature = "warc")]
#[test]
fn a_warc_gives_what_its_folder_gives() {
    let folder = Sample::folder("garden-notes");
    let archive = feedstone::source::Warc::open(at("samples/garden-notes.warc.gz")).unwrap();
    let warc = Sample::open(&archive, "https://garden-notes.example/");
    let (a, b) = (folder.learn().wrapper, warc.learn().wrapper);
    assert_eq!(xml::write(&a), xml::write(&b));
    let (a, b) = (folder.read(&a), warc.read(&b));
    assert!(a.iter().map(|p| p.1.entries.len()).sum::<usize>() >= 32);
    assert_eq!(a, b);
}

// ---------------------------------------------------------------- rule files

#[test]
fn saved_rules_are_the_learned_ones() {
    for name in SAMPLES {
        let sample = Sample::folder(name);
        let wrapper = sample.learn().wrapper;
        let text = xml::write(&wrapper);
        let file = at("rules").join(format!("{name}.xml"));
        if std::env::var_os("FEEDSTONE_BLESS").is_some_and(|v| v == "1") {
            std::fs::write(&file, &text).unwrap();
        }
        let saved = std::fs::read_to_string(&file).unwrap();
        let other = saved.lines().zip(text.lines()).enumerate().find(|(_, (a, b))| a != b);
        assert!(
            saved == text,
            "rules/{name}.xml is not what learning gives now (FEEDSTONE_BLESS=1 writes it anew); \
             first difference {other:?}"
        );
        let read = xml::read(&saved).unwrap();
        assert_eq!(sample.read(&read), sample.read(&wrapper), "{name}");
    }
}

#[test]
fn the_papers_own_way_runs_and_its_rules_read_back() {
    for name in SAMPLES {
        let sample = Sample::folder(name);
        let wrapper = learn::literal(&sample.blog).wrapper;
        let text = xml::write(&wrapper);
        let read = xml::read(&text).unwrap_or_else(|e| panic!("{name}:{e}\n{text}"));
        assert_eq!(read, wrapper, "{name}");
        assert!(
            wrapper.layouts.iter().any(|l| l.kind == LayoutKind::List && !l.fields.is_empty()),
            "{name}: no list learned"
        );
        assert_eq!(sample.read(&read), sample.read(&wrapper), "{name}");
    }
}

// ---------------------------------------------------------------- regular expressions

/// Values on which the regular expressions alone agree with the token rules, of those that either
/// of them gives. `0/0` says that there is no rule.
///
/// Bodies fall short where a body has a `<div>` of its own and what follows the right `</div>` was
/// not seen in learning: an expression cannot count levels. Authors of old-table's lists have no
/// expression: it would go on from a line without a category to the next line's.
const REGULAR: &str = "\
sample       pages   title   link    date    author  body
garden-notes list    16/16   16/16   16/16   16/16   16/16
garden-notes entry   16/16   16/16   16/16   16/16   16/16
old-table    list    22/22   22/22   22/22   0/22    22/22
old-table    entry   15/15   0/0     15/15   15/15   15/15
summary-lab  list    15/15   15/15   15/15   15/15   15/15
summary-lab  entry   15/15   0/0     15/15   15/15   14/15
day-book     list    15/15   15/15   15/15   15/15   15/15
day-book     entry   15/15   15/15   15/15   15/15   15/15
carnet-fr    list    30/30   30/30   30/30   15/15   15/15
carnet-fr    entry   15/15   0/0     15/15   15/15   15/15
cjk-zh       list    14/14   14/14   14/14   0/0     14/14
cjk-zh       entry   14/14   14/14   14/14   14/14   14/14
";

/// Rules of title, link and date that have no expressions: none. All must agree on every value.
const REFUSED: [&str; 0] = [];

/// The start and end expression of a rule.
fn compiled(rule: &FieldRule) -> Option<(Regex, Regex)> {
    let (start, end) = rule.regex.as_ref()?;
    Some((Regex::new(start).unwrap(), Regex::new(end).unwrap()))
}

/// The source between the first (or last) match of the start in a window and the first match of the
/// end behind it, and where that begins.
fn between<'t>(
    text: &'t str,
    window: Range<usize>,
    (start, end): &(Regex, Regex),
    last: bool,
) -> Option<(usize, &'t str)> {
    let hay = &text[window.clone()];
    let found = if last { start.find_iter(hay).last() } else { start.find(hay) };
    let from = window.start + found?.end();
    let to = from + end.find(&text[from..])?.start();
    Some((from, &text[from..to]))
}

fn shown(source: &str) -> String {
    let page = Page::parse(source);
    page.visible(0..page.len())
}

/// The windows of a page that a layout's expressions are sought in, one for each entry.
fn windows(page: &Page, layout: &Layout, entries: &[Entry]) -> Vec<Option<Range<usize>>> {
    let text = page.text();
    let Some(record) = &layout.record else { return vec![Some(0..text.len()); entries.len()] };
    let start = Regex::new(record.regex.as_deref().unwrap_or("$.")).unwrap();
    let starts: Vec<usize> = start.find_iter(text).map(|m| m.start()).collect();
    entries
        .iter()
        .map(|e| {
            let at = page.tokens()[e.tokens.start].span.0 as usize;
            let k = starts.partition_point(|s| *s <= at).checked_sub(1)?;
            Some(starts[k]..starts.get(k + 1).copied().unwrap_or(text.len()))
        })
        .collect()
}

/// How a field fares: (agree, all).
type Tally = HashMap<&'static str, (usize, usize)>;

fn tally(
    tally: &mut Tally,
    told: &mut String,
    url: &str,
    page: &Page,
    layout: &Layout,
    got: &Extraction,
) {
    let text = page.text();
    let own = Url::parse(url).unwrap();
    let base = page.base_href().and_then(|h| own.join(h).ok()).unwrap_or(own);
    for (entry, window) in got.entries.iter().zip(windows(page, layout, &got.entries)) {
        let window = window.unwrap_or(0..0);
        // Where the title begins, for what stands in a heading above it.
        let mut anchor = window.end;
        // A rule for excerpts reads short posts whole.
        let excerpts = layout.fields.iter().any(|r| r.field == Field::Excerpt);
        let body = if excerpts { Field::Excerpt } else { Field::Body };
        for (name, field) in [
            ("title", Field::Title),
            ("link", Field::Link),
            ("date", Field::Date),
            ("author", Field::Author),
            ("body", body),
        ] {
            let want = match field {
                Field::Title => entry.title.clone(),
                Field::Link => entry.link.clone(),
                Field::Date => entry.date.map(|d| d.to_string()),
                Field::Author => entry.author.clone(),
                _ => entry.body_text.as_deref().map(fold),
            };
            let mut rules = layout.fields.iter().filter(|r| r.field == field);
            let found = rules.find_map(|r| {
                let (window, last) = if r.scope == Scope::Sticky {
                    (0..anchor, true)
                } else {
                    (window.clone(), false)
                };
                Some((r, between(text, window, &compiled(r)?, last)?))
            });
            if let (Field::Title, Some((_, (from, _)))) = (field, &found) {
                anchor = *from;
            }
            let value = found.and_then(|(r, (_, source))| match (field, &r.date) {
                (Field::Link, _) => base.join(shown(source).trim()).ok().map(|u| u.to_string()),
                (_, Some(pattern)) => {
                    let day = pattern.read(&shown(source))?.0;
                    // A year that stands elsewhere is not the expression's business.
                    let year = day.year.or(entry.date.map(|d| d.year()))?;
                    Some(format!("{year:04}-{:02}-{:02}", day.month, day.day))
                }
                _ => Some(shown(source)).filter(|s| !s.is_empty()),
            });
            let t = tally.entry(name).or_default();
            if want.is_none() && value.is_none() {
                continue;
            }
            t.1 += 1;
            if want == value {
                t.0 += 1;
            } else {
                let title = entry.title.as_deref().unwrap_or("");
                let _ =
                    writeln!(told, "{url} {title:?} {name}\n  tokens {want:?}\n  regex  {value:?}");
            }
        }
    }
}

#[test]
fn regular_expressions_alone_give_the_same_values() {
    let mut table = REGULAR.lines().next().unwrap().to_owned() + "\n";
    let (mut told, mut short) = (String::new(), String::new());
    for name in SAMPLES {
        let sample = Sample::folder(name);
        let wrapper = sample.learn().wrapper;
        for kind in [LayoutKind::List, LayoutKind::Entry] {
            let mut t = Tally::new();
            for (k, (url, got)) in sample.read(&wrapper).iter().enumerate() {
                let layout = wrapper
                    .layouts
                    .iter()
                    .find(|l| got.layout.as_deref() == Some(l.name.as_str()) && l.kind == kind);
                // Records may have no expression; what is in them has none to be sought in then.
                let named = |l: &&Layout| l.record.as_ref().is_none_or(|r| r.regex.is_some());
                if let Some(layout) = layout.filter(named) {
                    tally(&mut t, &mut told, url, &sample.pages[k].1, layout, got);
                }
            }
            let _ = write!(table, "{name:<12} {:<6}", kind.name());
            for field in ["title", "link", "date", "author", "body"] {
                let (agree, all) = t.get(field).copied().unwrap_or_default();
                let rule = format!("{name} {} {field}", kind.name());
                if ["title", "link", "date"].contains(&field)
                    && agree < all
                    && !REFUSED.contains(&rule.as_str())
                {
                    let _ = writeln!(short, "{rule}: {agree} of {all}");
                }
                let _ = write!(table, "  {:<6}", format!("{agree}/{all}"));
            }
            table.truncate(table.trim_end().len());
            table.push('\n');
        }
    }
    assert!(short.is_empty(), "\n{told}\n{short}");
    assert!(table == REGULAR, "\n{told}\nexpected\n{REGULAR}\ngot\n{table}");
}

/// A value that is an attribute has no end but its quote: the expressions of links know nothing of
/// tags behind them.
#[test]
fn attribute_rules_end_at_the_quote() {
    for name in SAMPLES {
        let wrapper = Sample::folder(name).learn().wrapper;
        let rules = wrapper
            .layouts
            .iter()
            .flat_map(|l| &l.fields)
            .filter(|r| matches!(r.value, Value::Attr(_)));
        for (_, end) in rules.filter_map(|r| r.regex.as_ref()) {
            let end = Regex::new(end).unwrap();
            let ends: Vec<usize> = ["a\" b", "a' b", "a b", "a>b", "a/b"]
                .iter()
                .map(|s| end.find(s).map_or(9, |m| m.start()))
                .collect();
            assert_eq!(ends, [1, 1, 1, 1, 9], "{name}");
        }
    }
}
