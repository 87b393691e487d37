//! Where pages come from, as Python names it.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use feedstone::source::{Dir, Http, HttpOptions as Options, Response, Source, Warc};
use feedstone::{Error, ErrorKind, Url};
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{raised, warn};

/// One file or several.
#[derive(FromPyObject)]
pub enum Paths {
    One(PathBuf),
    Many(Vec<PathBuf>),
}

impl Paths {
    /// All of them.
    pub fn all(self) -> Vec<PathBuf> {
        match self {
            Paths::One(path) => vec![path],
            Paths::Many(paths) => paths,
        }
    }
}

/// Pages that are at hand.
pub type Stored = Box<dyn Source + Send + Sync>;

/// Where pages come from.
pub enum Place {
    Web(Box<Http>),
    Stored(Stored),
}

impl Place {
    /// The place that arguments name, and the blog's home page.
    pub fn open(
        py: Python<'_>,
        home: Option<&str>,
        folder: Option<PathBuf>,
        warc: Option<Paths>,
        options: Options,
    ) -> PyResult<(Place, String)> {
        let (place, home) = match (folder, warc, home) {
            (Some(_), Some(_), _) => {
                let what = "expected pages from a folder or from archives, found both; leave out \
                            folder= or warc=";
                return Err(PyValueError::new_err(what));
            }
            (Some(folder), None, home) => {
                let dir = py.detach(|| Dir::open(folder, home)).map_err(raised)?;
                let home = dir.base().to_owned();
                (Place::Stored(Box::new(dir)), home)
            }
            (None, _, None) => {
                let what = "expected the address of a blog's home page, or folder=; found neither";
                return Err(PyValueError::new_err(what));
            }
            (None, Some(warc), Some(home)) => {
                let paths = warc.all();
                let warc = py.detach(|| Warc::open_all(&paths, None)).map_err(raised)?;
                (Place::Stored(Box::new(warc)), home.to_owned())
            }
            (None, None, Some(home)) => {
                let http = py.detach(|| Http::new(options)).map_err(raised)?;
                (Place::Web(Box::new(http)), home.to_owned())
            }
        };
        for damage in place.source().damages() {
            warn(py, damage)?;
        }
        Ok((place, home))
    }

    pub fn source(&self) -> &(dyn Source + Send + Sync) {
        match self {
            Place::Web(http) => &**http,
            Place::Stored(source) => &**source,
        }
    }
}

/// How the web is asked, from keyword arguments. `named` are the addresses that a person gave: what
/// pages name may lead nowhere that these do not.
pub fn web(given: Option<&Bound<'_, PyDict>>, named: &[Option<&str>]) -> PyResult<Options> {
    let named = named.iter().flatten().map(|n| (*n).to_owned()).collect();
    let mut options = Options::default();
    options.named = Some(named);
    for (name, value) in given.into_iter().flatten() {
        match name.extract::<String>()?.as_str() {
            "user_agent" => options.user_agent = value.extract()?,
            "delay" => options.pause = seconds("delay", value.extract()?)?,
            "timeout" => options.timeout = seconds("timeout", value.extract()?)?,
            "headers" => {
                let headers = value.cast::<PyDict>()?.iter();
                let pair = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
                    Ok((name.extract()?, value.extract()?))
                };
                options.headers = headers.map(pair).collect::<PyResult<_>>()?;
            }
            "allow_private" => options.allow_private = value.extract()?,
            other => {
                let what = format!(
                    "unexpected argument {other:?}; of the web, user_agent, delay, timeout, \
                     headers and allow_private can be said"
                );
                return Err(PyTypeError::new_err(what));
            }
        }
    }
    Ok(options)
}

/// A time that was given in seconds.
pub fn seconds(name: &str, value: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(value).map_err(|_| {
        let what = format!("{name}: expected seconds, 0 or more, found {value}");
        PyValueError::new_err(what)
    })
}

/// A source that Ctrl-C breaks off: Python is asked before each request.
pub struct Watched<'s> {
    source: &'s (dyn Source + Send + Sync),
    stopped: Mutex<Option<PyErr>>,
}

impl<'s> Watched<'s> {
    pub fn new(source: &'s (dyn Source + Send + Sync)) -> Watched<'s> {
        Watched { source, stopped: Mutex::default() }
    }

    fn stopped(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.stopped.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What a signal's handler raised, if one did.
    pub fn interrupted(&self) -> PyResult<()> {
        self.stopped().take().map_or(Ok(()), Err)
    }
}

impl Source for Watched<'_> {
    fn get(&self, url: &str) -> Result<Response, Error> {
        self.get_within(url, &|_| true)
    }

    fn get_within(&self, url: &str, may: &dyn Fn(&Url) -> bool) -> Result<Response, Error> {
        // Nothing is locked while Python runs, or one would wait for the other.
        if let Err(e) = Python::attach(|py| py.check_signals()) {
            self.stopped().get_or_insert(e);
        }
        if self.stopped().is_some() {
            return Err(Error::new(ErrorKind::Fetch, format!("{url}: interrupted")));
        }
        self.source.get_within(url, may)
    }

    fn damages(&self) -> &[String] {
        self.source.damages()
    }

    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        self.source.pages()
    }
}
