//! From a blog's address to its posts, one after the other.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use feedstone::Url;
use feedstone::harvest::{Event, Frontier, Options, Post, Report, Request};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::entry::Entry;
use crate::errors::{Error, raised, warn};
use crate::source::{Paths, Place, web};
use crate::wrapper::Wrapper;

/// Longest sleep between two looks at Ctrl-C.
const NAP: Duration = Duration::from_millis(200);

/// Harvest a blog: an iterator over its posts, as they are found.
///
/// home, feed, folder, warc and what can be said of the web are as for `feedstone.learn`. rules are
/// rules learned before; also_hosts are further hosts of the blog; from_lists takes posts that
/// stand in full on a list from there; max_requests ends the harvest after so many requests.
///
/// Nothing is asked before the first post is wanted. A post comes again where a page that is read
/// later says more of it: the later one counts. Raises Error where no rules come of the blog. A
/// harvest that breaks off after that is a UserWarning; a page that cannot be had stands in the
/// report.
///
/// >>> import feedstone
/// >>> harvest = feedstone.harvest(folder="samples/garden-notes")
/// >>> posts = {post.link: post for post in harvest}
/// >>> len(posts), min(post.date for post in posts.values())
/// (16, datetime.date(2020, 10, 3))
/// >>> harvest.report()["complete"]
/// True
#[pyfunction]
#[pyo3(signature = (
    home=None, *, feed=None, folder=None, warc=None, rules=None, also_hosts=vec![],
    from_lists=false, max_requests=None, **web
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub fn harvest(
    py: Python<'_>,
    home: Option<&str>,
    feed: Option<&str>,
    folder: Option<PathBuf>,
    warc: Option<Paths>,
    rules: Option<&Bound<'_, Wrapper>>,
    also_hosts: Vec<String>,
    from_lists: bool,
    max_requests: Option<usize>,
    web: Option<&Bound<'_, PyDict>>,
) -> PyResult<Harvest> {
    let asking = self::web(web, &[home, feed])?;
    let mut options = Options::default();
    options.rules = rules.map(|r| r.get().rules.clone());
    options.feed = feed.map(str::to_owned);
    options.also_hosts = also_hosts;
    options.from_lists = from_lists;
    options.delay = asking.pause;
    options.max_requests = max_requests;
    options.agent = asking.agent().to_owned();
    let (place, home) = Place::open(py, home, folder, warc, asking)?;
    options.stored = matches!(place, Place::Stored(_));
    let frontier = Frontier::new(&home, options).map_err(raised)?;
    let run = Run {
        place,
        frontier,
        found: VecDeque::new(),
        warnings: Vec::new(),
        offered: false,
        ended: false,
        asked: HashMap::new(),
    };
    Ok(Harvest { run: Mutex::new(run) })
}

/// A harvest that goes on: `feedstone.harvest` makes it.
#[pyclass(frozen, module = "feedstone")]
pub struct Harvest {
    run: Mutex<Run>,
}

struct Run {
    place: Place,
    frontier: Frontier,
    /// Posts that were not given out yet.
    found: VecDeque<Post>,
    warnings: Vec<String>,
    /// True once the machine was told of all stored pages.
    offered: bool,
    /// True once the end was told.
    ended: bool,
    /// When a host was asked last.
    asked: HashMap<String, Instant>,
}

/// What a step of a harvest came to.
enum Came {
    Post(Box<Post>),
    /// No post yet.
    Nothing,
    /// There are no rules, so that nothing can be read, and why.
    Failed(String),
    Over,
}

impl Run {
    /// The next post at hand, else one request, or a part of the wait before it.
    fn step(&mut self) -> Came {
        if let Some(post) = self.found.pop_front() {
            return Came::Post(Box::new(post));
        }
        let Some(request) = self.frontier.next() else {
            return if self.offer() { Came::Nothing } else { self.end() };
        };
        let answer = match &self.place {
            Place::Web(http) => {
                let wait = self.wait(&request);
                if !wait.is_zero() {
                    std::thread::sleep(wait.min(NAP));
                    return Came::Nothing;
                }
                self.asked.insert(host(&request.url), Instant::now());
                http.ask_once(&request.url, None)
            }
            Place::Stored(source) => source.get(&request.url),
        };
        let step = self.frontier.answer(&request.url, answer);
        self.take(step.events);
        Came::Nothing
    }

    /// The end, and once why it came before its time, if it did.
    fn end(&mut self) -> Came {
        if std::mem::replace(&mut self.ended, true) {
            return Came::Over;
        }
        let why = self.frontier.broken_off().map(ToString::to_string);
        if self.frontier.rules().is_none() {
            return Came::Failed(why.unwrap_or_else(|| "no rules came of its pages".to_owned()));
        }
        self.warnings.extend(why.map(|why| format!("the harvest was broken off: {why}")));
        Came::Over
    }

    /// How long a request has to wait: robots.txt may ask for more than the client's own pause.
    fn wait(&self, request: &Request) -> Duration {
        let last = self.asked.get(&host(&request.url));
        last.map_or(Duration::ZERO, |last| request.pause.saturating_sub(last.elapsed()))
    }

    /// Tell the machine of all pages at hand, once: those that nothing leads to are read at the
    /// end.
    fn offer(&mut self) -> bool {
        let Place::Stored(source) = &self.place else { return false };
        if std::mem::replace(&mut self.offered, true) {
            return false;
        }
        let pages = source.pages().filter_map(Result::ok);
        let pages = pages.filter(|r| r.status == 200 && r.is_html());
        let events: Vec<Event> = pages.flat_map(|r| self.frontier.offer(&r.url).events).collect();
        self.take(events);
        true
    }

    fn take(&mut self, events: Vec<Event>) {
        for event in events {
            match event {
                Event::Post(post) => self.found.push_back(*post),
                Event::Warning(what) => self.warnings.push(what),
                _ => {}
            }
        }
    }
}

/// The host of an address.
fn host(url: &str) -> String {
    let url = Url::parse(url).ok();
    url.and_then(|u| u.host_str().map(str::to_owned)).unwrap_or_default()
}

impl Harvest {
    /// Only while the interpreter is released: who holds the run may wait for the web.
    fn run(&self) -> MutexGuard<'_, Run> {
        self.run.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Harvest {
    fn __iter__(slf: Bound<'_, Harvest>) -> Bound<'_, Harvest> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Entry>> {
        loop {
            py.check_signals()?;
            let (came, warnings) = py.detach(|| {
                let mut run = self.run();
                (run.step(), std::mem::take(&mut run.warnings))
            });
            for warning in warnings {
                warn(py, &warning)?;
            }
            match came {
                Came::Post(post) => return Ok(Some(Entry::harvested(py, &post)?)),
                Came::Nothing => {}
                Came::Failed(why) => return Err(Error::new_err(why)),
                Came::Over => return Ok(None),
            }
        }
    }

    /// The rules, once they are learned.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Option<Wrapper> {
        py.detach(|| self.run().frontier.rules().map(|rules| Wrapper { rules: rules.clone() }))
    }

    /// How far the harvest has come: posts, requests, waiting (posts known but not asked yet),
    /// first and last (days), empty_months, undated, lost (addresses that could not be read, and
    /// why), ways (to posts), complete (whether the posts are all), why that is believed, and about
    /// how many there may be where they are not (or None).
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        report_of(py, py.detach(|| self.run().frontier.report()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (posts, waiting) = py.detach(|| self.run().frontier.counts());
        format!("<Harvest: {posts} posts, {waiting} more known>")
    }
}

/// A report as Python sees it.
pub fn report_of(py: Python<'_>, report: Report) -> PyResult<Bound<'_, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("posts", report.posts)?;
    out.set_item("requests", report.requests)?;
    out.set_item("waiting", report.waiting)?;
    out.set_item("first", report.span.map(|s| s.0))?;
    out.set_item("last", report.span.map(|s| s.1))?;
    out.set_item("empty_months", report.empty_months)?;
    out.set_item("undated", report.undated)?;
    let lost = report.lost.into_iter().map(|(address, why)| (address, why.to_string()));
    out.set_item("lost", lost.collect::<HashMap<_, _>>())?;
    let ways = report.ways.iter().map(|w| {
        let way = PyDict::new(py);
        way.set_item("name", w.kind.name())?;
        way.set_item("asked", w.asked)?;
        way.set_item("posts", w.posts)?;
        way.set_item("new", w.new)?;
        Ok(way)
    });
    out.set_item("ways", ways.collect::<PyResult<Vec<_>>>()?)?;
    out.set_item("complete", report.complete.is_ok())?;
    out.set_item("about", report.about)?;
    let why = report.complete.map_or_else(|doubt| doubt.to_string(), |proof| proof.to_string());
    out.set_item("why", why)?;
    Ok(out)
}
