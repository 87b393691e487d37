//! What the commands share: opening sources, reading rule files, writing files whole, progress.

use std::cell::{Cell, OnceCell};
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use super::args::{From, Web};
use super::cores::{Give, in_order};
use super::files;
use super::talk::{told, warn};
use crate::address::{bare, host};
use crate::file::Scratch;
use crate::rule::Wrapper;
use crate::source::dir::Dir;
use crate::source::http::{self, Http};
use crate::source::{Response, Source};

/// The source that the arguments name. `what` (a page, a blog) may itself be a folder with a blog;
/// the address is then its base. `named` are further addresses that a person gave; what a rule file
/// or a page says is none.
pub(super) fn open(
    from: &From,
    what: Option<&str>,
    named: &[&str],
) -> anyhow::Result<(Box<dyn Source>, Option<String>)> {
    named.iter().try_for_each(|name| is_address(name))?;
    if !from.warc.is_empty() {
        return Ok((warc(from)?, what.map(str::to_owned)));
    }
    if let Some(folder) = &from.dir {
        let dir = Dir::open(folder, from.base.as_deref())?;
        let what = what.map(str::to_owned).unwrap_or_else(|| dir.base().to_owned());
        return Ok((Box::new(dir), Some(what)));
    }
    if let Some(path) = what.map(Path::new).filter(|p| p.is_dir()) {
        let dir = Dir::open(path, from.base.as_deref())?;
        let base = dir.base().to_owned();
        return Ok((Box::new(dir), Some(base)));
    }
    what.map_or(Ok(()), is_address)?;
    let named: Vec<&str> = what.iter().chain(named).copied().collect();
    let web = http::Options { robots: true, ..web_options(&from.web, &named)? };
    Ok((Box::new(Http::new(web)?), what.map(bare)))
}

/// What came from standard input, which a command may open more than once: to its end, where
/// [`main`](super::main) removes it.
static PIPED: OnceLock<Arc<Scratch>> = OnceLock::new();

fn warc(from: &From) -> anyhow::Result<Box<dyn Source>> {
    let archive = crate::source::warc::Warc::open_all(&from.warc, from.as_of)?;
    if let Some(piped) = archive.piped() {
        let _ = PIPED.set(Arc::clone(piped));
    }
    // As far as the first page that is told, not to the end.
    if let Some(day) = from.as_of.filter(|_| archive.pages().next().is_none()) {
        anyhow::bail!("--as-of {day}: expected a page that was captured by then, found none");
    }
    Ok(Box::new(archive))
}

/// Says what is wrong with the archive that pages come from; false where something is.
pub(super) fn is_whole(source: &dyn Source) -> bool {
    for damage in source.damages() {
        warn(damage);
    }
    source.damages().is_empty()
}

/// True where an argument names a file, of whatever kind.
pub(super) fn is_file(from: &From, path: &Path) -> bool {
    from.warc.is_empty() && from.dir.is_none() && path.exists() && !path.is_dir()
}

/// An error that helps where what should be an address is none.
pub(super) fn is_address(name: &str) -> Result<(), crate::Error> {
    // `localhost:8000` is an address, too, of a scheme `localhost`.
    let is_web = |url: url::Url| matches!(url.scheme(), "http" | "https") || name.contains("://");
    if url::Url::parse(name).is_ok_and(is_web) {
        return Ok(());
    }
    // Not the login of an address without its scheme.
    let shown = name.rsplit('@').next().unwrap_or_default();
    let path = Path::new(name);
    let what = match (path.is_dir(), path.exists()) {
        (true, _) => "found a folder; saved pages are read with --dir FOLDER".to_owned(),
        (_, true) => "found a file; saved pages are read as a folder, or with --warc".to_owned(),
        _ => format!("found neither that nor a file or folder of this name{}", meant(shown)),
    };
    let what = format!("{shown}: expected an address such as https://blog.example/, {what}");
    Err(crate::Error::new(crate::ErrorKind::Fetch, what))
}

/// The address that a host's name stands for, as people write it.
fn meant(name: &str) -> String {
    let server = name.split('/').next().unwrap_or_default();
    let (host, port) = server.split_once(':').map_or((server, None), |(h, p)| (h, Some(p)));
    let is_file = |ending: &str| name.to_lowercase().ends_with(ending);
    let is_host = host == "localhost" || host.contains('.') && !host.starts_with('.');
    match port {
        _ if !is_host || [".html", ".htm", ".xml", ".gz"].into_iter().any(is_file) => String::new(),
        // What answers at a port of its own is seldom encrypted.
        Some(port) if port.parse::<u16>().is_ok() => format!("; is it http://{name}?"),
        None if host == "localhost" => format!("; is it http://{name}?"),
        None => format!("; is it https://{name}?"),
        _ => String::new(),
    }
}

/// How the arguments want pages to be asked for; `named` are the addresses that they name.
pub(super) fn web_options(web: &Web, named: &[&str]) -> anyhow::Result<http::Options> {
    let mut options = http::Options {
        pause: Duration::from_secs_f64(web.delay),
        timeout: Duration::from_secs_f64(web.timeout),
        max_bytes: web.max_bytes,
        headers: web.header.clone(),
        allow_private: web.allow_private,
        also_hosts: web.also_host.clone(),
        named: Some(named.iter().map(|n| (*n).to_owned()).collect()),
        ..http::Options::default()
    };
    if let Some(agent) = &web.user_agent {
        options.user_agent.clone_from(agent);
    } else if let Some(contact) = &web.contact {
        options.user_agent.push_str(&format!(" (+{contact})"));
    }
    if let Some(file) = &web.cookie_file {
        let bytes = crate::file::read(file, files::MAX_BYTES)?;
        options.cookies = Some(String::from_utf8_lossy(&bytes).into_owned());
    }
    Ok(options)
}

/// True where some pages are named; else says so.
pub(super) fn named(pages: &[String], from: &From, command: &str) -> bool {
    let named = !pages.is_empty() || !from.warc.is_empty() || from.dir.is_some();
    if !named {
        warn(format_args!(
            "expected pages to read: addresses, HTML files, --warc FILE or --dir FOLDER \
             (see feedstone {command} --help)"
        ));
    }
    named
}

/// What a page that cannot be had does.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Fault {
    /// It ends the run.
    Ends,
    /// It is said and left out.
    Said,
    /// It is left out; it was said before.
    Known,
}

impl Fault {
    pub(super) fn of(strict: bool) -> Fault {
        if strict { Fault::Ends } else { Fault::Said }
    }

    /// What an error of one page comes to: the end of the run, or a word and on to the next.
    pub(super) fn met(self, e: anyhow::Error) -> anyhow::Result<()> {
        match self {
            Fault::Ends => return Err(e),
            Fault::Said => warn(told(&e)),
            Fault::Known => {}
        }
        Ok(())
    }
}

/// Pages at the addresses that a person named, of one source that is opened for the first of them.
pub(super) struct Lookup<'a> {
    from: &'a From,
    /// All names, those of files included.
    names: Vec<&'a str>,
    source: Option<Box<dyn Source>>,
}

impl<'a> Lookup<'a> {
    pub(super) fn new(from: &'a From, names: Vec<&'a str>) -> Lookup<'a> {
        Lookup { from, names, source: None }
    }

    /// The page at an address, or why it cannot be had.
    ///
    /// # Errors
    /// Where the source cannot be opened: then none of the pages can be had.
    pub(super) fn get(&mut self, name: &str) -> anyhow::Result<Result<Response, crate::Error>> {
        let on_web = self.from.warc.is_empty() && self.from.dir.is_none();
        if on_web && let Err(e) = is_address(name) {
            return Ok(Err(e));
        }
        let source = match &mut self.source {
            Some(source) => source,
            None => {
                let is = |name: &&str| is_address(name).is_ok();
                let named: Vec<&str> = self.names.iter().copied().filter(is).collect();
                self.source.insert(open(self.from, None, &named)?.0)
            }
        };
        Ok(source.get(name))
    }
}

/// Whose the pages of a run are: rules read other blogs, too, by what all blogs have in common.
pub(super) struct Whose<'w> {
    pub rules: &'w Wrapper,
    /// True once a page was of the rules' blog.
    own: Cell<bool>,
    /// The first that was not.
    other: OnceCell<String>,
}

impl<'w> Whose<'w> {
    pub(super) fn new(rules: &'w Wrapper) -> Whose<'w> {
        Whose { rules, own: Cell::new(false), other: OnceCell::new() }
    }

    pub(super) fn see(&self, url: &str) {
        if self.own.get() {
            return;
        }
        match url::Url::parse(url).is_ok_and(|url| is_of_host(self.rules, host(&url))) {
            true => self.own.set(true),
            false => {
                self.other.get_or_init(|| url.to_owned());
            }
        }
    }

    /// Says so where no page was of the rules' blog.
    pub(super) fn tell(&self, file: &Path) {
        if let Some(other) = self.other.get().filter(|_| !self.own.get()) {
            warn(format_args!(
                "{}: these are rules of {}, and no page is of that blog (the first is {other}); \
                 `feedstone learn` learns the rules of another",
                file.display(),
                bare(&self.rules.home)
            ));
        }
    }
}

/// True where rules are of a blog on this host: its home page stands there, or its posts do.
pub(super) fn is_of_host(rules: &Wrapper, of: &str) -> bool {
    let home = url::Url::parse(&rules.home).is_ok_and(|home| host(&home) == of);
    let shapes = rules.index.iter().flat_map(|index| &index.shapes).map(ToString::to_string);
    home || shapes.into_iter().any(|shape| shape.split('/').next() == Some(of))
}

/// How many pages were read, and how many could not be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Seen {
    pub read: usize,
    pub failed: usize,
}

/// The HTML pages that the arguments name: files, addresses, or all of an archive.
pub(super) struct Pages<'a> {
    pub names: &'a [String],
    pub from: &'a From,
    /// The address of files that do not say theirs.
    pub home: &'a str,
    /// How many are read at once.
    pub jobs: usize,
}

impl Pages<'_> {
    /// Does `work` on every page, on all cores, and hands over page and result in order.
    pub(super) fn each<T: Send>(
        &self,
        fault: Fault,
        work: impl Fn(&Response) -> T + Sync,
        mut take: impl FnMut(Response, T) -> anyhow::Result<()>,
    ) -> anyhow::Result<Seen> {
        let mut progress = Progress::new();
        let mut seen = Seen::default();
        let work = |r: Result<Response, crate::Error>| {
            r.map(|r| {
                let result = is_page(&r).then(|| work(&r));
                (r, result)
            })
        };
        let nameless = in_order(
            self.jobs(),
            |give| self.give(give),
            work,
            |done| {
                match done {
                    Ok((r, result)) => {
                        progress.step(&r.url);
                        if let Some(result) = result {
                            seen.read += 1;
                            take(r, result)?;
                        }
                    }
                    Err(e) => {
                        fault.met(e.into())?;
                        seen.failed += 1;
                    }
                }
                Ok(())
            },
        )?;
        progress.done();
        if nameless > 1 {
            warn(format_args!(
                "{nameless} files do not say their address and were read as {}; --base gives the \
                 address of a file, --dir those of a folder laid out by URL path",
                self.home
            ));
        }
        Ok(seen)
    }

    /// One where pages are asked for on the web: nothing is asked ahead of an error that ends the
    /// run, and servers are waited for longer than cores.
    fn jobs(&self) -> usize {
        let stored = !self.from.warc.is_empty() || self.from.dir.is_some();
        let is_file = |name: &String| is_file(self.from, Path::new(name));
        if stored || self.names.iter().all(is_file) { self.jobs } else { 1 }
    }

    /// Gives each in its order; the number of files that do not say their address.
    fn give(&self, give: &mut Give<'_, Result<Response, crate::Error>>) -> anyhow::Result<usize> {
        let mut one = |r: Result<Response, crate::Error>| {
            let bytes = r.as_ref().map_or(0, |r| r.bytes.len());
            give(r, bytes)
        };
        let Pages { names, from, home, .. } = *self;
        if names.is_empty() {
            let (source, _) = open(from, None, &[])?;
            source.pages().try_for_each(&mut one)?;
        }
        let mut lookup = Lookup::new(from, names.iter().map(String::as_str).collect());
        let mut nameless = 0;
        for name in names {
            let path = Path::new(name);
            let r = match is_file(from, path) {
                true => {
                    let r = file(path, from.base.as_deref(), home);
                    nameless +=
                        usize::from(from.base.is_none() && r.as_ref().is_ok_and(|r| r.url == home));
                    r
                }
                false => lookup.get(name)?,
            };
            // An archive has much besides pages; who names one thing wants it read.
            one(r.and_then(|r| if is_page(&r) { Ok(r) } else { Err(no_page(name, &r)) }))?;
        }
        Ok(nameless)
    }
}

/// The files that options name to be read: the rules, and archives.
pub(super) fn read_by<'a>(
    from: &'a From,
    pages: &'a [String],
    rules: Option<&'a Path>,
) -> Vec<(&'static str, Option<&'a Path>)> {
    let archives = from.warc.iter().map(|file| ("--warc", Some(file.as_path())));
    let cookies = ("--cookie-file", from.web.cookie_file.as_deref());
    let pages = pages.iter().map(|page| ("the page", Some(Path::new(page))));
    archives.chain(pages).chain([("--rules", rules), cookies]).collect()
}

fn is_page(r: &Response) -> bool {
    r.status == 200 && r.is_html()
}

/// Why what was named cannot be read as a page.
fn no_page(name: &str, r: &Response) -> crate::Error {
    let feed = || crate::feed::looks_like_feed(&r.bytes).then_some("a feed");
    let kind = files::binary(&r.bytes).or_else(feed).or_else(|| r.content_type());
    let found = match kind {
        _ if r.status != 200 => format!("status {}", r.status),
        kind => kind.unwrap_or("something else").to_owned(),
    };
    let what = format!("{}: expected a page of HTML, found {found}", bare(name));
    crate::Error::new(crate::ErrorKind::Fetch, what)
}

/// One line on a terminal that says what is being done, each in place of the one before; nothing in
/// a pipe or file.
pub(super) struct Status {
    shown: bool,
}

impl Status {
    pub(super) fn new() -> Status {
        Status { shown: std::io::stderr().is_terminal() }
    }

    pub(super) fn hidden() -> Status {
        Status { shown: false }
    }

    /// `line` is made only where it is seen.
    pub(super) fn show(&self, line: impl FnOnce() -> String) {
        if self.shown {
            let width = terminal_size::terminal_size().map_or(80, |(w, _)| usize::from(w.0));
            let _ = write!(std::io::stderr(), "\r\x1b[2K{}", fitted(&line(), width));
        }
    }

    pub(super) fn clear(&self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[2K");
        }
    }
}

/// What of a line fits in so many columns, without signs that would steer the terminal. A longer
/// line would break, and its first part stay there for good.
fn fitted(line: &str, width: usize) -> String {
    line.chars().filter(|c| c.is_ascii_graphic() || *c == ' ').take(width.max(2) - 1).collect()
}

/// Pages read so far, and the one that is read now.
pub(super) struct Progress {
    status: Status,
    count: usize,
}

impl Progress {
    pub(super) fn new() -> Progress {
        Progress { status: Status::new(), count: 0 }
    }

    pub(super) fn step(&mut self, what: &str) {
        self.count += 1;
        self.status.show(|| format!("{:>5}  {what}", self.count));
    }

    pub(super) fn done(&self) {
        self.status.clear();
    }
}

/// A page or feed in a file. Its address: `base` if given, else what the page itself says (`link
/// rel=canonical`), else `fallback`.
pub(super) fn file(
    path: &Path,
    base: Option<&str>,
    fallback: &str,
) -> Result<Response, crate::Error> {
    let bytes = files::page(path)?;
    let mut response =
        Response { url: fallback.to_owned(), status: 200, headers: Vec::new(), bytes };
    match base {
        Some(base) => response.url = bare(base),
        None => {
            let page = crate::Page::from_bytes(&response.bytes, None, fallback);
            if let Some(url) = page.whole_canonical() {
                response.url = url.into();
            }
        }
    }
    let html =
        if crate::feed::looks_like_feed(&response.bytes) { "application/xml" } else { "text/html" };
    response.headers.push(("content-type".to_owned(), html.to_owned()));
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_line_fits_and_steers_nothing() {
        assert_eq!(fitted("reading /brine", 80), "reading /brine");
        assert_eq!(fitted("reading /brine", 8), "reading");
        assert_eq!(fitted("a\x1b[2Jb\u{202e}c\r\n", 80), "a[2Jbc");
        assert_eq!(fitted("abc", 0), "a");
    }
}
