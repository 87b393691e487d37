//! How fast the tree methods are, on the sample blogs' own pages: RTDM's distance beside the plain
//! tables it stands for (Selkow's top-down distance, as Chawathe fills it: every pair of children
//! of every pair of vertices), and the other methods on whole pages.
//!
//! `cargo bench --bench methods`; the plain tables are built here, in the bench, from the same
//! outlines.

#![allow(clippy::unwrap_used, clippy::expect_used)]

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::{BenchmarkId, Criterion};
use feedstone::Page;
use feedstone::internals::page::decode::decode;
use feedstone::internals::tree::regions::{Options as Regions, regions};
use feedstone::internals::tree::rtdm::{Options, distance};
use feedstone::internals::tree::sections::{Count, DELTA, Leaves, flat};
use feedstone::internals::tree::tsrec::{Options as Parts, parts, sequence};
use feedstone::internals::tree::{Names, Outline, align, areas, news};
use feedstone::source::Dir;
use feedstone::source::Source;

/// The entry pages of a sample, those with most elements first.
fn pages(sample: &str) -> Vec<Page> {
    let dir = Dir::open(Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(sample), None)
        .unwrap();
    let all = dir.pages().map(Result::unwrap).filter(|r| r.is_html());
    let mut pages: Vec<Page> =
        all.map(|r| Page::parse(&decode(&r.bytes, r.content_type(), None).0)).collect();
    pages.sort_by_key(|p| std::cmp::Reverse(p.len()));
    pages
}

/// The distance by filling the tables of all pairs of vertices at one depth below their roots,
/// innermost first; no pair is spared.
fn plain(a: &Outline, b: &Outline) -> usize {
    // At most 512 levels of HTML deep.
    fn below(a: &Outline, x: usize, b: &Outline, y: usize) -> usize {
        let (left, right): (Vec<usize>, Vec<usize>) =
            (a.children(x).collect(), b.children(y).collect());
        let mut above: Vec<usize> = vec![0];
        above.extend(right.iter().scan(0, |sum, &r| {
            *sum += b.size(r);
            Some(*sum)
        }));
        for &l in &left {
            let mut row = vec![above[0] + a.size(l)];
            for (j, &r) in right.iter().enumerate() {
                let pair = usize::from(!a.same_name(l, b, r)) + below(a, l, b, r);
                row.push((above[j] + pair).min(above[j + 1] + a.size(l)).min(row[j] + b.size(r)));
            }
            above = row;
        }
        above[right.len()]
    }
    usize::from(!a.same_name(0, b, 0)) + below(a, 0, b, 0)
}

fn main() {
    let mut c = Criterion::default()
        .sample_size(20)
        .measurement_time(Duration::from_secs(3))
        .configure_from_args();
    let mut group = c.benchmark_group("distance of two pages of one template");
    for sample in ["garden-notes", "old-table", "day-book"] {
        let mut names = Names::default();
        let outlines: Vec<Outline> =
            pages(sample).iter().take(2).map(|p| Outline::of(p, &mut names)).collect();
        let (a, b) = (&outlines[0], &outlines[1]);
        let of = format!("{sample}, {} and {} elements", a.len(), b.len());
        assert!(plain(a, b) <= distance(a, b, Options::default()));
        assert_eq!(plain(a, b), distance(a, b, Options { top_down: true }));
        group.bench_function(BenchmarkId::new("rtdm", &of), |x| {
            x.iter(|| distance(black_box(a), black_box(b), Options::default()))
        });
        group.bench_function(BenchmarkId::new("top-down", &of), |x| {
            x.iter(|| distance(black_box(a), black_box(b), Options { top_down: true }));
        });
        group.bench_function(BenchmarkId::new("plain tables", &of), |x| {
            x.iter(|| plain(black_box(a), black_box(b)))
        });
    }
    group.finish();
    let mut group = c.benchmark_group("a page");
    let all = pages("garden-notes");
    let (page, other) = (&all[0], &all[1]);
    group.bench_function("outline", |x| {
        x.iter(|| Outline::of(black_box(page), &mut Names::default()))
    });
    group.bench_function("regions", |x| {
        x.iter(|| regions(black_box(page), None, &Regions::default()))
    });
    let found = regions(page, None, &Regions::default());
    group.bench_function("table of the first region", |x| {
        x.iter(|| align::align(black_box(page), &found[0].records))
    });
    group.bench_function("content, one reference", |x| {
        x.iter(|| {
            parts(&sequence(black_box(page)), &[&sequence(black_box(other))], &Parts::default())
        });
    });
    group.bench_function("sections", |x| {
        x.iter(|| areas::areas(black_box(page), &Leaves::of(black_box(page))))
    });
    group.bench_function("flat partition", |x| {
        x.iter(|| flat(&Leaves::of(black_box(page)), Count::Paths, DELTA))
    });
    let few: Vec<&Page> = all.iter().take(4).collect();
    group.bench_function("news of four pages", |x| {
        x.iter(|| news::articles(black_box(&few), &news::Options::default()))
    });
    group.finish();
    c.final_summary();
}
