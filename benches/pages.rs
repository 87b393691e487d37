//! How fast pages are parsed, rules learned, archives replayed and feeds read, on the sample blogs'
//! own pages.
//!
//! `cargo bench` runs all of it in under a minute; `cargo bench -- replay` one group. Learning
//! reads no file while it is timed: each blog is gathered from its folder once.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use criterion::{BenchmarkId, Criterion, Throughput};
use feedstone::check::Checker;
use feedstone::internals::feed;
use feedstone::internals::page::decode::decode;
use feedstone::learn::{Blog, learn};
use feedstone::source::Dir;
use feedstone::source::Source;
use feedstone::{Page, Wrapper};

const SAMPLES: [&str; 6] =
    ["garden-notes", "old-table", "summary-lab", "day-book", "carnet-fr", "cjk-zh"];
/// Size of the large page: a year of a busy blog on one page.
const LARGE: usize = 1 << 20;

/// A page as replay gets it: its address and its decoded text.
struct Text {
    url: String,
    text: String,
}

fn folder(sample: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(sample)
}

fn blog(sample: &str) -> Blog {
    let dir = Dir::open(folder(sample), None).unwrap();
    Blog::gather(&dir, dir.base(), None, &mut |_| ()).unwrap()
}

/// All HTML pages of a sample, decoded.
fn pages(sample: &str) -> Vec<Text> {
    let dir = Dir::open(folder(sample), None).unwrap();
    dir.pages()
        .map(Result::unwrap)
        .filter(|r| r.is_html())
        .map(|r| Text { text: decode(&r.bytes, r.content_type(), None).0, url: r.url })
        .collect()
}

/// The home page of garden-notes with its records copied up to [`LARGE`] bytes.
fn large() -> Text {
    let url = "https://garden-notes.example/".to_owned();
    let home = pages("garden-notes")
        .into_iter()
        .find(|p| p.url == url)
        .expect("the sample has a home page")
        .text;
    let (first, last) = ("<article", "</article>");
    let from = home.find(first).expect("its records are articles");
    let to = home.rfind(last).expect("its records are articles") + last.len();
    let records = &home[from..to];
    // Each copy has posts of its own: a post shown twice is one record.
    let copy = |k: usize| -> String {
        let mut links = records.split("href=\"");
        let first = links.next().unwrap_or("").to_owned();
        links.fold(first, |text, link| {
            format!("{text}href=\"{}", link.replacen('"', &format!("?copy={k}\""), 1))
        })
    };
    let copies: String = (0..(LARGE - home.len()).div_ceil(records.len())).map(copy).collect();
    let text = format!("{}{copies}{}", &home[..from], &home[to..]);
    Text { url, text }
}

fn parse(c: &mut Criterion) {
    let small = pages("garden-notes")
        .into_iter()
        .min_by_key(|p| p.text.len())
        .expect("the sample has pages");
    let mut group = c.benchmark_group("parse");
    for (name, page) in [("small", small), ("large", large())] {
        group.throughput(Throughput::Bytes(page.text.len() as u64));
        group.bench_function(name, |b| b.iter(|| Page::parse(black_box(&page.text))));
    }
}

fn labels_and_rules(c: &mut Criterion) {
    let mut group = c.benchmark_group("learn");
    for sample in SAMPLES {
        let blog = blog(sample);
        group.bench_function(BenchmarkId::from_parameter(sample), |b| {
            b.iter(|| learn(black_box(&blog)))
        });
    }
}

/// From decoded text to entries: parsing is part of it.
fn replay(c: &mut Criterion) {
    let wrapper = learn(&blog("garden-notes")).wrapper;
    let read = |wrapper: &Wrapper, p: &Text| {
        wrapper.extract_page(&Page::parse(&p.text), &p.url).entries.len()
    };
    let (archive, large) = (pages("garden-notes"), vec![large()]);
    assert!(read(&wrapper, &large[0]) > 100, "the large page is a list");
    let mut group = c.benchmark_group("replay");
    for (name, pages) in [("garden-notes", &archive), ("large", &large)] {
        group.throughput(Throughput::Bytes(pages.iter().map(|p| p.text.len() as u64).sum()));
        group.bench_function(name, |b| {
            b.iter(|| pages.iter().map(|p| read(black_box(&wrapper), p)).sum::<usize>())
        });
    }
}

/// Replay and all witnesses, on the pages of `replay`.
fn check(c: &mut Criterion) {
    let wrapper = learn(&blog("garden-notes")).wrapper;
    let (archive, large) = (pages("garden-notes"), vec![large()]);
    let mut group = c.benchmark_group("check");
    for (name, pages) in [("garden-notes", &archive), ("large", &large)] {
        group.throughput(Throughput::Bytes(pages.iter().map(|p| p.text.len() as u64).sum()));
        group.bench_function(name, |b| {
            b.iter(|| {
                let mut checker = Checker::new(black_box(&wrapper));
                pages.iter().for_each(|p| checker.read(&Page::parse(&p.text), &p.url));
                checker.finish().len()
            })
        });
    }
}

fn feeds(c: &mut Criterion) {
    let mut group = c.benchmark_group("feed");
    for (sample, file) in [("garden-notes", "feed.xml"), ("carnet-fr", "atom.xml")] {
        let bytes = std::fs::read(folder(sample).join(file)).unwrap();
        let url = format!("https://{sample}.example/{file}");
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(sample, |b| {
            b.iter(|| feed::read(black_box(&bytes), None, &url).unwrap())
        });
    }
}

fn main() {
    let mut c = Criterion::default()
        .warm_up_time(Duration::from_millis(500))
        .measurement_time(Duration::from_secs(2))
        .sample_size(20)
        .configure_from_args();
    parse(&mut c);
    labels_and_rules(&mut c);
    replay(&mut c);
    check(&mut c);
    feeds(&mut c);
    c.final_summary();
}
