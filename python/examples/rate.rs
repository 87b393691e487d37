//! Pages a second of the library alone: what `bench.py` compares the package with. Takes seconds,
//! and archives each followed by the home page of its blog.
#![allow(clippy::unwrap_used)]

use std::time::{Duration, Instant};

use feedstone::source::{Response, Source, Warc};
use feedstone::{Page, Wrapper};

/// Seconds that processors have worked for this program, as Linux counts them, in hundredths.
fn worked() -> f64 {
    let stat = std::fs::read_to_string("/proc/self/stat").unwrap();
    // The name of the program, in parentheses, may have blanks.
    let behind = stat.rsplit_once(") ").unwrap().1;
    behind.split(' ').skip(11).take(2).map(|ticks| ticks.parse::<f64>().unwrap() / 100.0).sum()
}

/// A blog's rules, and its pages.
type Blog = (Wrapper, Vec<Response>);

/// Pages a second of so many threads together, by the clock and by what processors worked.
fn rate(blogs: &[Blog], threads: u32, time: Duration) -> (f64, f64) {
    let (begun, before) = (Instant::now(), worked());
    let work = || {
        let pages = blogs.iter().flat_map(|(rules, pages)| pages.iter().map(move |p| (rules, p)));
        let mut read = 0;
        for (rules, r) in pages.cycle() {
            if begun.elapsed() > time {
                break;
            }
            let page = Page::from_bytes(&r.bytes, r.content_type(), &r.url);
            std::hint::black_box(rules.extract_page(&page, &r.url));
            read += 1;
        }
        read
    };
    let read: usize = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        workers.into_iter().map(|w| w.join().unwrap()).sum()
    });
    (read as f64 / begun.elapsed().as_secs_f64(), read as f64 / (worked() - before))
}

fn blog(archive: &str, home: &str) -> Blog {
    let warc = Warc::open(archive).unwrap();
    let rules = Wrapper::learn(&warc, home).unwrap();
    let pages = warc.pages().map(Result::unwrap).filter(|r| r.status == 200 && r.is_html());
    (rules, pages.collect())
}

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let (seconds, named) = given.split_first().unwrap();
    let seconds = Duration::from_secs_f64(seconds.parse().unwrap());
    let blogs: Vec<Blog> = named.chunks_exact(2).map(|b| blog(&b[0], &b[1])).collect();
    for threads in [1, 2] {
        let (clock, work) = rate(&blogs, threads, seconds);
        println!("rust    {threads} threads  {clock:6.0} pages/s  {work:6.0} a processor's second");
    }
}
