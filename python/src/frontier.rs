//! The machine behind a harvest, for crawlers that fetch by themselves.

use std::sync::{Mutex, MutexGuard, PoisonError};

use feedstone::harvest::{Event, Note, Options};
use feedstone::{Error as Failure, ErrorKind, harvest};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::entry::Entry;
use crate::errors::raised;
use crate::harvest::report_of;
use crate::response::Response;
use crate::source::seconds;
use crate::wrapper::Wrapper;

/// The machine behind `feedstone.harvest`: it says which address to ask next and takes what came of
/// it. It has no clock, no socket and no disk; whoever drives it fetches, waits and stores.
///
/// home is the address of the blog's home page. feed, rules, also_hosts, from_lists and
/// max_requests are as for `feedstone.harvest`; agent is the name that robots.txt may have rules
/// for, delay the seconds between two requests, where robots.txt asks for no more; stored says that
/// pages are at hand, in an archive or a folder, so that each is worth reading.
///
/// >>> import feedstone
/// >>> blog = {page.url: page for page in feedstone.pages(folder="samples/garden-notes")}
/// >>> frontier = feedstone.Frontier("https://garden-notes.example/", stored=True)
/// >>> links = set()
/// >>> while request := frontier.next():
/// ...     nothing = feedstone.Response(request.url, status=404)
/// ...     step = frontier.answer(request.url, blog.get(request.url, nothing))
/// ...     links.update(post.link for post in step.posts)
/// >>> len(links), frontier.report()["complete"]
/// (16, True)
#[pyclass(frozen, module = "feedstone")]
pub struct Frontier {
    machine: Mutex<harvest::Frontier>,
}

/// One address to ask.
///
/// >>> import feedstone
/// >>> request = feedstone.Frontier("https://blog.example/").next()
/// >>> request.url, request.why, request.pause, request.again
/// ('https://blog.example/robots.txt', 'robots', 1.0, False)
#[pyclass(frozen, get_all, eq, module = "feedstone")]
#[derive(PartialEq)]
pub struct Request {
    /// The address.
    url: String,
    /// Why it is asked: "robots", "learning", "list" or "post".
    why: &'static str,
    /// Seconds that must have passed since the last request to its host.
    pause: f64,
    /// True where it was asked in an earlier run: its server may be asked whether it has changed.
    again: bool,
}

#[pymethods]
impl Request {
    fn __repr__(&self) -> String {
        format!("<Request {} for {}>", self.url, self.why)
    }
}

/// What an answer came to.
#[pyclass(frozen, get_all, module = "feedstone")]
pub struct Step {
    /// Posts, for the first time or with more than was known of them.
    posts: Vec<Py<Entry>>,
    /// What a person should know.
    warnings: Vec<String>,
    /// True where the rules were learned.
    learned: bool,
    /// True where there was no answer, or none that counts.
    failed: bool,
    /// A line of JSON to be stored, if the harvest is to go on one day: see `Frontier.resume`. A
    /// failure that broke the harvest off is not to be stored, so that it is asked again.
    note: String,
}

/// What was said in keywords.
fn options(said: Option<&Bound<'_, PyDict>>) -> PyResult<Options> {
    let mut options = Options::default();
    for (name, value) in said.into_iter().flatten() {
        match name.extract::<String>()?.as_str() {
            "feed" => options.feed = value.extract()?,
            "rules" if value.is_none() => {}
            "rules" => options.rules = Some(value.cast::<Wrapper>()?.get().rules.clone()),
            "also_hosts" => options.also_hosts = value.extract()?,
            "from_lists" => options.from_lists = value.extract()?,
            "stored" => options.stored = value.extract()?,
            "agent" => options.agent = value.extract()?,
            "delay" => options.delay = seconds("delay", value.extract()?)?,
            "max_requests" => options.max_requests = value.extract()?,
            other => {
                let what = format!(
                    "unexpected argument {other:?}; of a harvest, feed, rules, also_hosts, \
                     from_lists, stored, agent, delay and max_requests can be said"
                );
                return Err(PyTypeError::new_err(what));
            }
        }
    }
    Ok(options)
}

impl Frontier {
    fn of(machine: harvest::Frontier) -> Frontier {
        Frontier { machine: Mutex::new(machine) }
    }

    /// Only while the interpreter is released: who holds the machine may be learning.
    fn machine(&self) -> MutexGuard<'_, harvest::Frontier> {
        self.machine.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What came of an answer, as Python sees it.
    fn step(py: Python<'_>, events: Vec<Event>, note: &Note) -> PyResult<Step> {
        let (failed, note) = (note.is_failure(), note_of(note)?);
        let (posts, warnings) = (Vec::new(), Vec::new());
        let mut step = Step { posts, warnings, learned: false, failed, note };
        for event in events {
            match event {
                Event::Post(post) => step.posts.push(Py::new(py, Entry::harvested(py, &post)?)?),
                Event::Warning(what) => step.warnings.push(what),
                Event::Learned => step.learned = true,
                _ => {}
            }
        }
        Ok(step)
    }
}

fn note_of(note: &Note) -> PyResult<String> {
    serde_json::to_string(note).map_err(|e| PyValueError::new_err(e.to_string()))
}

#[pymethods]
impl Frontier {
    #[new]
    #[pyo3(signature = (home, **said))]
    fn new(home: &str, said: Option<&Bound<'_, PyDict>>) -> PyResult<Frontier> {
        let machine = harvest::Frontier::new(home, options(said)?).map_err(raised)?;
        Ok(Frontier::of(machine))
    }

    /// Go on where an earlier run ended: notes are those of all its steps, in their order; what
    /// else is said must be as it was then. The machine, and the posts that were found before.
    ///
    /// >>> import feedstone
    /// >>> home = "https://garden-notes.example/"
    /// >>> frontier = feedstone.Frontier(home)
    /// >>> notes = [frontier.fail(frontier.next().url, "the line is dead").note]
    /// >>> frontier, posts = feedstone.Frontier.resume(home, notes)
    /// >>> frontier.broken_off, posts
    /// ('robots.txt could not be had, so that nothing else is asked: the line is dead', [])
    #[staticmethod]
    #[pyo3(signature = (home, notes, **said))]
    fn resume(
        home: &str,
        notes: &Bound<'_, PyAny>,
        said: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<(Frontier, Vec<Py<Entry>>)> {
        let py = notes.py();
        let (mut wrong, mut posts) = (None, Vec::new());
        let notes = notes.try_iter()?.map_while(|line| {
            let note = line.and_then(|line| read_note(&line.extract::<String>()?));
            note.map_err(|e| wrong = Some(e)).ok()
        });
        let mut found = |event| {
            if let Event::Post(post) = event {
                posts.push(post);
            }
        };
        let machine = harvest::Frontier::resume(home, options(said)?, notes, &mut found);
        if let Some(wrong) = wrong {
            return Err(wrong);
        }
        let entry = |post| Py::new(py, Entry::harvested(py, post)?);
        let posts = posts.iter().map(|p| entry(p)).collect::<PyResult<_>>()?;
        Ok((Frontier::of(machine.map_err(raised)?), posts))
    }

    /// The address to ask next; None where the harvest is over. The same until it is answered.
    fn next(&self, py: Python<'_>) -> Option<Request> {
        let request = py.detach(|| self.machine().next())?;
        let (why, pause) = (request.why.name(), request.pause.as_secs_f64());
        Some(Request { url: request.url, why, pause, again: request.again })
    }

    /// What the server answered to an address that `next` gave, whatever its status. Redirects are
    /// answers: they must not be followed.
    fn answer(&self, py: Python<'_>, asked: &str, response: &Response) -> PyResult<Step> {
        let response = response.own();
        let step = py.detach(|| self.machine().answer(asked, Ok(response)));
        Frontier::step(py, step.events, &step.note)
    }

    /// Why an address that `next` gave has no answer. It may be given again.
    fn fail(&self, py: Python<'_>, asked: &str, why: &str) -> PyResult<Step> {
        let failure = Failure::new(ErrorKind::Fetch, why.to_owned());
        let step = py.detach(|| self.machine().answer(asked, Err(failure)));
        Frontier::step(py, step.events, &step.note)
    }

    /// Tell of a page that is at hand, whether anything leads to it or not.
    fn offer(&self, py: Python<'_>, url: &str) -> PyResult<Step> {
        let step = py.detach(|| self.machine().offer(url));
        Frontier::step(py, step.events, &step.note)
    }

    /// Begin an update of a harvest that has ended: only what can have changed is asked again. The
    /// note is to be stored like those of steps.
    fn update(&self, py: Python<'_>) -> PyResult<String> {
        note_of(&py.detach(|| self.machine().update()))
    }

    /// Why the harvest ended before its time, if it did.
    #[getter]
    fn broken_off(&self, py: Python<'_>) -> Option<String> {
        py.detach(|| self.machine().broken_off().map(ToString::to_string))
    }

    /// The rules, once they are learned.
    #[getter]
    fn rules(&self, py: Python<'_>) -> Option<Wrapper> {
        py.detach(|| self.machine().rules().map(|rules| Wrapper { rules: rules.clone() }))
    }

    /// How far the harvest has come: as `report` of `feedstone.harvest`.
    fn report<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        report_of(py, py.detach(|| self.machine().report()))
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        let (posts, waiting) = py.detach(|| self.machine().counts());
        format!("<Frontier: {posts} posts, {waiting} more known>")
    }
}

fn read_note(line: &str) -> PyResult<Note> {
    serde_json::from_str(line).map_err(|e| {
        PyValueError::new_err(format!("expected a note of a step, as it was given, found: {e}"))
    })
}
