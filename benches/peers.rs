//! How fast pages are read beside other programs, all in one run: `cargo bench --bench peers`.
//!
//! The pages are those of the 94 blogs of ../shared/corpus/dev, each replayed with the rules
//! learned from its own archive; without that folder, those of samples/. Each program goes over all
//! pages [`ROUNDS`] times; the fastest round counts. `--bench peers -- NAME` runs those alone whose
//! name has NAME in it (and the yardstick).
//!
//! The yardstick is html5ever with the tree of its tests (`RcDom`), which is what most Rust
//! programs that read HTML are built like.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use feedstone::internals::page::decode::decode;
use feedstone::learn::{self, learn};
use feedstone::source::Dir;
use feedstone::source::Source;
use feedstone::source::Warc;
use feedstone::{Page, Wrapper};
use html5ever::tendril::TendrilSink;

const ROUNDS: usize = 3;
const YARDSTICK: &str = "html5ever, RcDom";
/// Readers find the one text of a page; they are slow, and see every tenth page.
const EVERY: usize = 10;

struct Blog {
    wrapper: Wrapper,
    /// Address and decoded text.
    pages: Vec<(String, String)>,
}

fn blog(source: &dyn Source, home: &str, pages: Vec<feedstone::source::Response>) -> Blog {
    let gathered = learn::Blog::gather(source, home, None, &mut |_| ()).unwrap();
    let text = |r: feedstone::source::Response| {
        (r.url.clone(), decode(&r.bytes, r.content_type(), None).0)
    };
    Blog {
        wrapper: learn(&gathered).wrapper,
        pages: pages.into_iter().filter(|r| r.is_html()).map(text).collect(),
    }
}

fn blogs() -> Vec<Blog> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folders = |path: PathBuf| -> Vec<PathBuf> {
        let mut all: Vec<PathBuf> = fs::read_dir(path)
            .map(|d| d.map(|e| e.unwrap().path()).filter(|p| p.is_dir()).collect())
            .unwrap_or_default();
        all.sort();
        all
    };
    let dev = folders(root.join("../shared/corpus/dev"));
    if dev.is_empty() {
        return folders(root.join("samples"))
            .iter()
            .map(|f| {
                let dir = Dir::open(f, None).unwrap();
                let pages = dir.pages().map(Result::unwrap).collect();
                blog(&dir, dir.base(), pages)
            })
            .collect();
    }
    dev.iter()
        .map(|f| {
            let about = fs::read_to_string(f.join("site.json")).unwrap();
            let about: serde_json::Value = serde_json::from_str(&about).unwrap();
            let warc = Warc::open(f.join("site.warc.gz")).unwrap();
            let pages = warc.pages().filter_map(Result::ok).collect();
            blog(&warc, about["home_url"].as_str().unwrap(), pages)
        })
        .collect()
}

struct Contest<'a> {
    blogs: &'a [Blog],
    wanted: Option<String>,
    rows: Vec<(&'static str, f64)>,
}

impl Contest<'_> {
    fn run(&mut self, name: &'static str, every: usize, read: impl Fn(&Blog, &str, &str)) {
        let wanted = self.wanted.as_deref().is_none_or(|w| name.contains(w));
        if !wanted && name != YARDSTICK {
            return;
        }
        let all = self.blogs.iter().flat_map(|b| b.pages.iter().map(move |p| (b, p)));
        let pages: Vec<_> = all.step_by(every).collect();
        let bytes: usize = pages.iter().map(|(_, p)| p.1.len()).sum();
        let round = || {
            let start = Instant::now();
            pages.iter().for_each(|(b, p)| read(b, &p.0, &p.1));
            start.elapsed()
        };
        let best = (0..ROUNDS).map(|_| round()).min().unwrap_or(Duration::MAX);
        self.rows.push((name, bytes as f64 / 1e6 / best.as_secs_f64()));
    }
}

fn main() {
    let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-'));
    let blogs = blogs();
    let pages: usize = blogs.iter().map(|b| b.pages.len()).sum();
    let bytes: usize = blogs.iter().flat_map(|b| &b.pages).map(|p| p.1.len()).sum();
    println!("{} blogs, {pages} pages, {:.1} MB\n", blogs.len(), bytes as f64 / 1e6);
    let mut contest = Contest { blogs: &blogs, wanted, rows: Vec::new() };
    contest.run(YARDSTICK, 1, |_, _, text| {
        let dom =
            html5ever::parse_document(markup5ever_rcdom::RcDom::default(), Default::default());
        black_box(dom.one(text));
    });
    contest.run("feedstone, Page::parse", 1, |_, _, text| {
        black_box(Page::parse(text));
    });
    contest.run("feedstone, Wrapper::extract", 1, |blog, url, text| {
        black_box(blog.wrapper.extract(text, url));
    });
    contest.run("html5gum, tokens", 1, |_, _, text| {
        html5gum::Tokenizer::new(text).for_each(|t| drop(black_box(t)));
    });
    contest.run("tl, flat tree without HTML's rules", 1, |_, _, text| {
        let _ = black_box(tl::parse(text, tl::ParserOptions::default()));
    });
    contest.run("lol_html, tags without a tree", 1, |_, _, text| {
        let settings = lol_html::Settings::new()
            .append_element_content_handler(lol_html::element!("article", |_| Ok(())));
        let mut rewriter = lol_html::HtmlRewriter::new(settings, |_: &[u8]| ());
        rewriter.write(text.as_bytes()).unwrap();
        rewriter.end().unwrap();
    });
    contest.run("scraper, tree and one selector", 1, |_, _, text| {
        let page = scraper::Html::parse_document(text);
        let selector = scraper::Selector::parse("article h2 a").unwrap();
        black_box(page.select(&selector).count());
    });
    contest.run("dom_smoothie, the page's text", EVERY, |_, url, text| {
        if let Ok(mut reader) = dom_smoothie::Readability::new(text, Some(url), None) {
            let _ = black_box(reader.parse());
        }
    });
    contest.run("memchr, every <", 1, |_, _, text| {
        black_box(memchr::memchr_iter(b'<', text.as_bytes()).count());
    });
    let yard = contest.rows.first().map_or(1.0, |r| r.1);
    println!("| program | MB/s | ratio |\n|---|--:|--:|");
    for (name, speed) in contest.rows {
        println!("| {name} | {speed:.0} | {:.2} |", speed / yard);
    }
}
