//! The commands of the tree methods on pages, as JSON Lines.

pub mod args;
mod content;
mod instances;
mod measure;
mod news;
mod records;
mod sections;
mod taxonomy;

use std::path::Path;
use std::time::Instant;

use serde_json::Value;
use url::Url;

use super::args::From;
use super::end::End;
use super::files;
use super::io::{Fault, Lookup, Progress, is_file};
use super::talk::warn;
use crate::address::bare;
use crate::page::Page;

pub use content::run as run_content;
pub use instances::run as run_instances;
pub use measure::{run_cluster, run_distance};
pub use news::run as run_news;
pub use records::run as run_records;
pub use sections::run as run_sections;
pub use taxonomy::run as run_taxonomy;

/// A page with the name that stands for it in the output: the file's without `.html` or `.html.gz`,
/// or the address.
struct Named {
    name: String,
    page: Page,
    /// Its address; for a file the one it says it has, else an invalid one.
    url: String,
}

/// The address of pages that have none.
const NO_ADDRESS: &str = "https://page.invalid/";

/// A page in a file.
fn saved(path: &Path, what: &str) -> anyhow::Result<Named> {
    let bytes = files::page(path)?;
    let name = path.file_name().map_or(what.to_owned(), |n| n.to_string_lossy().into_owned());
    let name = name.trim_end_matches(".gz").trim_end_matches(".html").to_owned();
    let page = Page::from_bytes(&bytes, None, NO_ADDRESS);
    let url = own_address(&page).unwrap_or_else(|| NO_ADDRESS.to_owned());
    Ok(Named { page, name, url })
}

/// The pages of a run: files, or addresses in one source that is opened once.
struct Pages<'a> {
    from: &'a From,
    lookup: Lookup<'a>,
    fault: Fault,
    progress: Progress,
    /// Pages that were read.
    read: usize,
    /// Pages that could not be had.
    failed: usize,
    /// Whether the method found something on them.
    found: bool,
}

impl<'a> Pages<'a> {
    /// For pages of these names; `strict` where the first that cannot be had ends the run.
    fn new(from: &'a From, names: impl IntoIterator<Item = &'a String>, strict: bool) -> Pages<'a> {
        let names = names.into_iter().map(String::as_str).collect();
        Pages {
            from,
            lookup: Lookup::new(from, names),
            fault: Fault::of(strict),
            progress: Progress::new(),
            read: 0,
            failed: 0,
            found: false,
        }
    }

    /// A page, or why it cannot be had; the outer error is one of all pages.
    fn ask(&mut self, what: &str) -> anyhow::Result<anyhow::Result<Named>> {
        self.progress.step(what);
        let path = Path::new(what);
        if is_file(self.from, path) {
            return Ok(saved(path, what));
        }
        Ok(self.lookup.get(what)?.map_err(Into::into).map(|r| Named {
            page: r.page(),
            // Without a login, as everything that is printed.
            name: bare(what),
            url: r.url,
        }))
    }

    /// A page; None where it cannot be had and the run goes on without it.
    fn load(&mut self, what: &str) -> anyhow::Result<Option<Named>> {
        match self.ask(what)? {
            Ok(named) => {
                self.read += 1;
                Ok(Some(named))
            }
            Err(e) => {
                self.done();
                self.fault.met(e)?;
                self.failed += 1;
                Ok(None)
            }
        }
    }

    /// Those of some pages that can be had.
    fn load_all(&mut self, names: &[String]) -> anyhow::Result<Vec<Named>> {
        let mut all = Vec::new();
        for what in names {
            all.extend(self.load(what)?);
        }
        self.done();
        Ok(all)
    }

    /// No page is being read any more.
    fn done(&self) {
        self.progress.done();
    }

    /// Whether the method found something on a page, or else why not.
    fn note(&mut self, named: &Named, found: bool, why: &str) {
        self.found |= found;
        if !found {
            warn(format_args!("{}: {why}", named.name));
        }
    }

    /// How the run ends.
    fn end(&self) -> End {
        match (self.read, self.failed) {
            (0, 1..) => End::NotRun,
            (_, failed) => End::all_if(self.found && failed == 0),
        }
    }
}

/// The address that a page says it has.
fn own_address(page: &Page) -> Option<String> {
    let says = |i: usize| match page.tag(i) {
        "meta" if page.has_word(i, "property", "og:url") => page.attr(i, "content"),
        "base" => page.attr(i, "href"),
        _ => None,
    };
    let address = |s: &str| Url::parse(s).ok().filter(|u| u.host_str().is_some());
    let said = || (0..page.len()).filter_map(says).find_map(address);
    page.whole_canonical().or_else(said).map(Into::into)
}

/// What a method took, where `--timing` asks for it: without it the same pages give the same bytes.
struct Clock {
    started: Option<Instant>,
}

impl Clock {
    fn start(timing: bool) -> Clock {
        Clock { started: timing.then(Instant::now) }
    }

    /// Milliseconds since the start, of each of so many pages.
    fn ms(&self, pages: usize) -> Option<f64> {
        let started = self.started?;
        Some(started.elapsed().as_secs_f64() * 1000.0 / pages.max(1) as f64)
    }
}

/// A line of output, with the time that it took.
fn timed(mut line: Value, ms: Option<f64>) -> Value {
    if let Some(ms) = ms {
        line["ms"] = ms.into();
    }
    line
}
