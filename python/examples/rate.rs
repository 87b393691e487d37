//! Pages a second of the library alone: what `bench.py` compares the package with.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use feedstone::source::{Source, dir::Dir};
use feedstone::{Page, Wrapper, learn};

/// Seconds that processors have worked for this program, as Linux counts them, in hundredths.
fn worked() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    // The name of the program, in parentheses, may have blanks.
    let behind = stat.rsplit_once(") ").unwrap().1;
    behind.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap() / 100.0).sum()
}

/// Pages a second of so many threads together, by the clock and by what processors worked.
fn rate(rules: &Wrapper, pages: &[(Vec<u8>, String)], threads: u32, time: Duration) -> (f64, f64) {
    let (begun, before) = (Instant::now(), worked());
    let work = || {
        let mut read = 0;
        while begun.elapsed() < time {
            for (html, url) in pages {
                std::hint::black_box(rules.extract_page(&Page::from_bytes(html, None, url), url));
            }
            read += pages.len();
        }
        read
    };
    let read: usize = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|w| w.join().unwrap()).sum()
    });
    (read as f64 / begun.elapsed().as_secs_f64(), read as f64 / (worked() - before))
}

fn main() {
    let seconds = std::env::args().nth(1).map_or(3.0, |s| s.parse().unwrap());
    let garden = Dir::open("samples/garden-notes", None).unwrap();
    let blog = learn::gather(&garden, garden.base(), None, &mut |_| ()).unwrap();
    let rules = learn::learn(&blog).wrapper;
    let pages = garden.pages().map(Result::unwrap).filter(|r| r.is_html());
    let pages: Vec<(Vec<u8>, String)> = pages.map(|r| (r.bytes, r.url)).collect();
    for threads in [1, 2] {
        let (clock, work) = rate(&rules, &pages, threads, Duration::from_secs_f64(seconds));
        println!("rust    {threads} threads  {clock:6.0} pages/s  {work:6.0} a processor's second");
    }
}
