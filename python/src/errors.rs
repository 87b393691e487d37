//! Errors: a class for each kind that the library has, all of them `feedstone.Error`. Warnings.

use std::error::Error as _;
use std::ffi::CString;

use feedstone::ErrorKind;
use pyo3::create_exception;
use pyo3::exceptions::{PyException, PyUserWarning};
use pyo3::prelude::*;

create_exception!(
    feedstone,
    Error,
    PyException,
    "What went wrong, what was expected and what to do. `line` and `column` count from 1; they are \
     None where the error has no place in a text. `status` is what a server answered in place of a \
     page, else None."
);
create_exception!(feedstone, IoError, Error, "A file could not be read or written.");
create_exception!(feedstone, FetchError, Error, "An address could not be fetched.");
create_exception!(feedstone, WarcError, Error, "A WARC file is damaged, or none.");
create_exception!(feedstone, FeedError, Error, "No feed, an unreadable one, or one without items.");
create_exception!(feedstone, RulesError, Error, "A rule file is not what its schema describes.");
create_exception!(feedstone, LearnError, Error, "Nothing could be learned.");

/// Put the classes into the module.
pub fn add(m: &Bound<'_, PyModule>) -> PyResult<()> {
    let py = m.py();
    let error = py.get_type::<Error>();
    // For errors that Python code raises: those of the library set their own.
    error.setattr("line", py.None())?;
    error.setattr("column", py.None())?;
    error.setattr("status", py.None())?;
    m.add("Error", error)?;
    m.add("IoError", py.get_type::<IoError>())?;
    m.add("FetchError", py.get_type::<FetchError>())?;
    m.add("WarcError", py.get_type::<WarcError>())?;
    m.add("FeedError", py.get_type::<FeedError>())?;
    m.add("RulesError", py.get_type::<RulesError>())?;
    m.add("LearnError", py.get_type::<LearnError>())
}

/// The library's error as Python raises it.
pub fn raised(e: feedstone::Error) -> PyErr {
    of_kind(e.kind(), told(&e), e.place(), e.status())
}

fn of_kind(kind: ErrorKind, what: String, place: Option<(u32, u32)>, status: Option<u16>) -> PyErr {
    let raised = match kind {
        ErrorKind::Io => IoError::new_err(what),
        ErrorKind::Fetch => FetchError::new_err(what),
        ErrorKind::Warc => WarcError::new_err(what),
        ErrorKind::Feed => FeedError::new_err(what),
        ErrorKind::Rules => RulesError::new_err(what),
        ErrorKind::Learn => LearnError::new_err(what),
        // The library may learn of further kinds.
        _ => Error::new_err(what),
    };
    let said = [
        ("line", place.map(|p| p.0)),
        ("column", place.map(|p| p.1)),
        ("status", status.map(u32::from)),
    ];
    Python::attach(|py| {
        let value = raised.value(py);
        let mut said = said.into_iter().filter_map(|(name, number)| Some((name, number?)));
        let set = said.try_for_each(|(name, number)| value.setattr(name, number));
        set.err().unwrap_or(raised)
    })
}

/// An error with its causes, each said once: many tell what they were caused by.
fn told(e: &feedstone::Error) -> String {
    let mut out = e.to_string();
    let mut cause = e.source();
    while let Some(c) = cause {
        let what = c.to_string();
        if !out.contains(&what) {
            out.push_str(": ");
            out.push_str(&what);
        }
        cause = c.source();
    }
    out
}

/// Tell what a person should know, as Python's `UserWarning`.
pub fn warn(py: Python<'_>, what: &str) -> PyResult<()> {
    let what = CString::new(what.replace('\0', " "))?;
    PyErr::warn(py, &py.get_type::<PyUserWarning>(), &what, 1)
}
