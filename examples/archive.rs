//! A WARC file on all cores: rules are learned from the archive once, then every page is read.
//!
//! ```sh
//! cargo run --release --example archive -- blog.warc.gz https://blog.example/
//! ```
//!
//! Without arguments it reads samples/garden-notes.warc.gz.

use std::error::Error;
use std::io::{self, Write};
use std::num::NonZero;
use std::sync::mpsc::{channel, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

use feedstone::source::{Response, Source, Warc};
use feedstone::{Extraction, Wrapper};

/// Pages that wait for a thread: enough that none waits for the disk, few enough to be held.
const WAITING: usize = 64;

/// The pages of an archive that are HTML, with what the rules read of them, in no order.
fn read(
    archive: &Warc,
    rules: &Wrapper,
    mut tell: impl FnMut(&str, &Extraction) -> io::Result<()>,
) -> Result<(), Box<dyn Error>> {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let (give, take) = sync_channel::<Response>(WAITING);
    let (said, heard) = channel();
    let take = Mutex::new(take);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (take, said) = (&take, said.clone());
            scope.spawn(move || {
                let next = || take.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
                while let Some(page) = next() {
                    let read = rules.extract_page(&page.page(), &page.url);
                    if said.send((page.url, read)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(said);
        // The archive is read here, ahead of the threads.
        scope.spawn(move || {
            let pages = archive.pages().filter_map(Result::ok);
            pages.filter(|page| page.is_html()).try_for_each(|page| give.send(page))
        });
        heard.into_iter().try_for_each(|(url, read)| tell(&url, &read))
    })?;
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut args = std::env::args().skip(1);
    let path = args.next().unwrap_or("samples/garden-notes.warc.gz".to_owned());
    let home = args.next().unwrap_or("https://garden-notes.example/".to_owned());
    let archive = Warc::open(path)?;
    archive.damages().iter().for_each(|damage| eprintln!("{damage}"));
    let rules = Wrapper::learn(&archive, &home)?;
    let mut out = io::stdout().lock();
    read(&archive, &rules, |url, read| {
        read.json_lines(url, None).try_for_each(|line| writeln!(out, "{line}"))
    })
}

#[test]
fn each_page_of_the_sample_is_read_once() -> Result<(), Box<dyn Error>> {
    let archive = Warc::open("samples/garden-notes.warc.gz")?;
    let rules = Wrapper::learn(&archive, "https://garden-notes.example/")?;
    let mut pages = Vec::new();
    read(&archive, &rules, |url, read| {
        pages.push((url.to_owned(), read.entries.len()));
        Ok(())
    })?;
    pages.sort();
    let html = archive.pages().filter(|p| p.as_ref().is_ok_and(Response::is_html));
    assert_eq!(pages.len(), html.count());
    pages.dedup();
    assert!(pages.iter().filter(|p| p.1 > 0).count() > 16, "{pages:?}");
    Ok(())
}
