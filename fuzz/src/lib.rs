//! What is done with hostile bytes, one function a target. cargo-fuzz calls them with what it makes
//! up (`fuzz_targets/`, `tools/fuzz.sh`), `tests/fuzz.rs` with what is stored in `seeds/`.
//!
//! A target that needs several inputs takes them one behind the other, parted by lines of `%%`.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../../tests/reference/mod.rs"]
mod reference;

use std::collections::HashMap;
use std::io::Write;

use chrono::NaiveDate;
use feedstone::check::Checker;
use feedstone::harvest::{Frontier, Options};
use feedstone::internals::date::{Pattern, days_in, lex, recognise};
use feedstone::internals::feed as feeds;
use feedstone::internals::page::decode::decode as decoded;
use feedstone::internals::page::{Barrier, words_of};
use feedstone::internals::rule::{stalker, xml};
use feedstone::internals::tree::cluster::{Clustering, clusters};
use feedstone::internals::tree::sections::{Count, DELTA, Leaves, flat, snapped};
use feedstone::internals::tree::taxonomy::{Concepts, mine};
use feedstone::internals::tree::{
    Names, Outline, align, areas, entries, instances, menus, news, regions,
};
use feedstone::internals::tree::{rtdm, tsrec};
use feedstone::source::Warc;
use feedstone::source::{Response, Source};
use feedstone::{Error, ErrorKind, Page, Wrapper, learn as learning};
use reference::{bad_span, difference, ours, theirs};

const HOME: &str = "https://salt.example/";
/// Parts that are looked at.
const MOST_PARTS: usize = 12;
/// Pages that are there for learning, which is fast where they are few; and requests of a harvest.
const MOST_LEARNED: usize = 4;
const MOST_ASKED: usize = 20;

fn parts(data: &[u8]) -> Vec<&[u8]> {
    let mut out = Vec::new();
    let mut rest = data;
    while let Some(at) = rest.windows(4).position(|w| w == b"\n%%\n") {
        out.push(&rest[..at]);
        rest = &rest[at + 4..];
        if out.len() == MOST_PARTS {
            return out;
        }
    }
    out.push(rest);
    out
}

/// What a page says of itself and of its parts.
pub fn page(data: &[u8]) {
    let page = Page::from_bytes(data, None, HOME);
    let base = page.base(&HOME.parse().unwrap());
    assert!(page.body().end <= page.len());
    assert_eq!(page.tokens().len(), page.len());
    for i in 0..page.len() {
        let region = page.region(i);
        assert!(region.contains(&i) && region.end <= page.len());
        assert!(page.parent(i).is_none_or(|p| page.encloses(p, i)));
    }
    page.html(page.body(), &base);
    page.visible_lines(0..page.len());
    words_of(&page.visible(page.body()));
    let _ = (page.title(), page.canonical(&base), Barrier::of(&page));
    page.dump();
    page.dump_tree();
}

/// The list is the tree that html5ever builds; each tag's span is that tag.
pub fn differential(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for scripting in [true, false] {
        let page = match scripting {
            true => Page::parse(text),
            false => Page::parse_without_scripting(text),
        };
        // Deeper trees are cut, see `page/build.rs`.
        if page.tokens().iter().all(|t| t.level < 100) {
            assert_eq!(ours(&page), theirs(text, scripting));
        }
        assert_eq!(bad_span(&page), None);
    }
    let (quick, slow) = (Page::parse(text), Page::parse_by_html5ever(text));
    assert_eq!(difference(&quick, &slow), None);
}

/// The content type, then the bytes.
pub fn decode(data: &[u8]) {
    let parts = parts(data);
    let kind = std::str::from_utf8(parts[0]).ok();
    let (text, charset) = decoded(parts.last().unwrap(), kind, None);
    assert!(text.len() <= 3 * data.len() + 8, "{}", charset.name());
}

pub fn feed(data: &[u8]) {
    match feeds::read(data, None, HOME) {
        Ok(feed) => assert!(!feed.items.is_empty()),
        Err(e) => assert!(!e.to_string().is_empty()),
    }
    feeds::looks_like_feed(data);
    feeds::find(&String::from_utf8_lossy(data), HOME);
}

/// What can be read is written as it was.
pub fn rules(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if let Ok(wrapper) = xml::read(text) {
        let written = xml::write(&wrapper);
        assert_same(&xml::read(&written).unwrap(), &wrapper);
        let _ = stalker::write(&wrapper);
    }
}

/// Rules, then pages that are read and judged with them.
pub fn replay(data: &[u8]) {
    let parts = parts(data);
    let Ok(wrapper) = xml::read(&String::from_utf8_lossy(parts[0])) else { return };
    let mut checker = Checker::new(&wrapper);
    for (n, bytes) in parts[1..].iter().enumerate() {
        let page = Page::from_bytes(bytes, None, HOME);
        let url = format!("{HOME}{n}");
        let got = wrapper.extract_page(&page, &url);
        for line in got.json_lines(&url, None) {
            serde_json::from_str::<serde_json::Value>(&line).unwrap();
        }
        checker.read(&page, &url);
    }
    checker.finish();
}

/// A feed, the home page, and pages that answer to every other address in turn.
struct Blog {
    pages: Vec<Vec<u8>>,
    asked: std::cell::Cell<usize>,
    most: usize,
}

impl Blog {
    fn of(data: &[u8], most: usize) -> Blog {
        let pages = parts(data).into_iter().map(<[u8]>::to_vec).collect();
        Blog { pages, asked: 0.into(), most }
    }
}

impl Source for Blog {
    fn get(&self, url: &str) -> Result<Response, Error> {
        let asked = self.asked.replace(self.asked.get() + 1);
        let number = url.bytes().map(usize::from).sum::<usize>();
        let page = match url.strip_prefix(HOME) {
            Some("feed") => 0,
            Some("") if self.pages.len() > 1 => 1,
            _ if self.pages.len() > 2 && asked < self.most => 2 + number % (self.pages.len() - 2),
            _ => return Err(Error::new(ErrorKind::Fetch, format!("{url}: 404 Not Found"))),
        };
        let bytes = self.pages[page].clone();
        let kind = if page == 0 { "application/xml" } else { "text/html" };
        Ok(Response::new(url, 200, bytes).with_header("content-type", kind))
    }
}

/// Says in which lines of their descriptions two wrappers differ.
fn assert_same(a: &Wrapper, b: &Wrapper) {
    if a != b {
        let (a, b) = (format!("{a:#?}"), format!("{b:#?}"));
        let lines = a.lines().zip(b.lines()).filter(|(a, b)| a != b).take(MOST_PARTS);
        panic!("read back, and as it was: {:#?}", lines.collect::<Vec<_>>());
    }
}

/// What was learned can be written, read back, and replayed.
pub fn learn(data: &[u8]) {
    let source = Blog::of(data, MOST_LEARNED);
    let feed = format!("{HOME}feed");
    let learned = match learning::Blog::gather(&source, HOME, Some(&feed), &mut |_| ()) {
        Ok(blog) => learning::learn(&blog),
        Err(_) => {
            let blog = learning::Blog::gather_without_feed(&source, HOME, &mut |_| ());
            let Ok(blog) = blog else { return };
            learning::learn_without_feed(&blog)
        }
    };
    let written = xml::write(&learned.wrapper);
    assert_same(&xml::read(&written).unwrap(), &learned.wrapper);
    for page in &source.pages {
        learned.wrapper.extract(&String::from_utf8_lossy(page), HOME);
    }
}

/// A harvest ends, and gives each post once.
pub fn harvest(data: &[u8]) {
    let source = Blog::of(data, MOST_ASKED);
    let mut options = Options::default();
    options.feed = Some(format!("{HOME}feed"));
    options.max_requests = Some(MOST_ASKED);
    let mut frontier = Frontier::new(HOME, options).unwrap();
    let mut asked: HashMap<String, usize> = HashMap::new();
    while let Some(request) = frontier.next() {
        let times = asked.entry(request.url.clone()).or_default();
        *times += 1;
        assert!(*times < 5, "{} is asked again and again", request.url);
        frontier.answer(&request.url, source.get(&request.url));
    }
    frontier.report();
}

pub fn warc(data: &[u8]) {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(data).unwrap();
    let Ok(archive) = Warc::open(file.path()) else { return };
    let pages: Vec<_> = archive.pages().take(100).filter_map(Result::ok).collect();
    for page in pages.iter().take(3) {
        let _ = archive.get(&page.url);
    }
    assert!(archive.damages().iter().all(|d| !d.is_empty()));
}

/// Lines of text; each is tried as a pattern for the others, too.
pub fn dates(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let lexed = lex(&text);
    let days = days_in(&text, &lexed, 9);
    assert!(days.len() <= 9);
    let fixed = NaiveDate::from_ymd_opt(2013, 5, 3).unwrap();
    for day in days.into_iter().chain([fixed]) {
        for sighting in recognise(&text, &lexed, day, None) {
            // What was recognised is read with its own pattern.
            let of = &lexed[sighting.first..=sighting.last];
            let seen = &text[of[0].start..of[of.len() - 1].end];
            let read = sighting.pattern.read(seen).expect("a pattern reads what it is from");
            assert!(read.0.date().is_none_or(|d| d == day), "{seen:?}: {read:?}, not {day}");
            // The language stands beside a pattern, not in it.
            let plain = Pattern { lang: None, ..sighting.pattern };
            assert_eq!(plain.to_string().parse().as_ref(), Ok(&plain));
        }
    }
    for line in text.lines().take(MOST_PARTS) {
        if let Ok(pattern) = line.parse::<Pattern>() {
            pattern.read(&text);
            pattern.relatives();
            assert_eq!(pattern.to_string().parse().as_ref(), Ok(&pattern));
        }
    }
}

/// Pages that every tree method reads.
pub fn tree(data: &[u8]) {
    let pages: Vec<Page> = parts(data).iter().map(|p| Page::from_bytes(p, None, HOME)).collect();
    let all: Vec<&Page> = pages.iter().collect();
    let mut names = Names::default();
    let outlines: Vec<Outline> = pages.iter().map(|p| Outline::of(p, &mut names)).collect();
    let (a, b) = (&outlines[0], &outlines[outlines.len() - 1]);
    let there = rtdm::distance(a, b, rtdm::Options::default());
    assert_eq!(there, rtdm::distance(b, a, rtdm::Options::default()));
    assert_eq!(rtdm::distance(a, a, rtdm::Options::default()), 0);
    assert!(there <= a.len() + b.len());
    rtdm::mapping(a, b, rtdm::Options::default());
    clusters(&outlines, &Clustering::default());
    for page in &pages {
        for found in regions::regions(page, None, &regions::Options::default()) {
            align::align(page, &found.records);
        }
        entries::entries(page, HOME, None, &regions::Options::default());
        let leaves = Leaves::of(page);
        areas::areas(page, &leaves);
        let segments = flat(&leaves, Count::Paths, DELTA);
        snapped(page, &leaves, &segments);
        flat(&leaves, Count::Links, DELTA);
    }
    let hierarchies = |p: &Page| menus::menus(p).into_iter().map(|m| menus::menu(p, m)).collect();
    let sites: Vec<Vec<menus::Hierarchy>> = pages.iter().map(hierarchies).collect();
    mine(&sites, &Concepts::of(&sites, true), 2);
    let sequences: Vec<Vec<tsrec::Element>> = pages.iter().map(tsrec::sequence).collect();
    let others: Vec<&[tsrec::Element]> = sequences[1..].iter().map(Vec::as_slice).collect();
    if let Some(parts) = tsrec::parts(&sequences[0], &others, &tsrec::Options::default()) {
        tsrec::content(&sequences[0], &parts, &tsrec::Options::default());
    }
    assert_eq!(news::articles(&all, &news::Options::default()).len(), pages.len());
    let groups: Vec<(usize, usize)> = (1..pages.len()).map(|k| (k - 1, k)).collect();
    instances::instances(&all, &groups, instances::Options::default());
}
