//! A source of one's own: whatever has bytes for an address. Here one that asks another source and
//! keeps what it said, so that nothing is asked twice.
//!
//! ```sh
//! cargo run --example source -- https://blog.example/
//! ```
//!
//! Without an address it reads the blog in samples/garden-notes.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use feedstone::source::{Dir, Http, HttpOptions, Response, Source};
use feedstone::{Error, Url, Wrapper};

struct Kept<S> {
    inner: S,
    answers: Mutex<HashMap<String, Response>>,
}

impl<S: Source> Kept<S> {
    fn new(inner: S) -> Kept<S> {
        Kept { inner, answers: Mutex::default() }
    }

    fn count(&self) -> usize {
        self.answers.lock().unwrap_or_else(PoisonError::into_inner).len()
    }
}

impl<S: Source> Source for Kept<S> {
    fn get(&self, url: &str) -> Result<Response, Error> {
        self.get_within(url, &|_| true)
    }

    // Learning names addresses that a redirect must not lead to: other hosts than the blog's.
    fn get_within(&self, url: &str, may: &dyn Fn(&Url) -> bool) -> Result<Response, Error> {
        let known = |r: &Response| Url::parse(&r.url).is_ok_and(|u| may(&u));
        let answers = || self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(answer) = answers().get(url).filter(|r| known(r)) {
            return Ok(answer.clone());
        }
        // Not locked while the other source waits for its turn.
        let answer = self.inner.get_within(url, may)?;
        answers().insert(url.to_owned(), answer.clone());
        Ok(answer)
    }
}

/// Learn from a source, and read the home page with what was learned.
fn titles(source: &dyn Source, home: &str) -> Result<Vec<String>, Error> {
    let rules = Wrapper::learn(source, home)?;
    let page = source.get(home)?.page();
    let read = rules.extract_page(&page, home);
    Ok(read.entries.into_iter().filter_map(|e| e.title).collect())
}

/// Learn and read twice: the second time nothing is asked.
fn show(source: impl Source, home: &str) -> Result<(), Error> {
    let kept = Kept::new(source);
    titles(&kept, home)?.iter().for_each(|title| println!("{title}"));
    titles(&kept, home)?;
    eprintln!("{} addresses were asked", kept.count());
    Ok(())
}

fn main() -> Result<(), Error> {
    if let Some(home) = std::env::args().nth(1) {
        return show(Http::new(HttpOptions::default())?, &home);
    }
    let folder = Dir::open("samples/garden-notes", None)?;
    let home = folder.base().to_owned();
    show(folder, &home)
}

#[test]
fn nothing_is_asked_twice() -> Result<(), Error> {
    let folder = Dir::open("samples/garden-notes", None)?;
    let home = folder.base().to_owned();
    let kept = Kept::new(folder);
    assert_eq!(titles(&kept, &home)?[0], "First strawberries");
    let asked = kept.count();
    titles(&kept, &home)?;
    assert!(asked > 10 && kept.count() == asked);
    Ok(())
}
