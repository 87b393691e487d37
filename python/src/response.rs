//! What a server answered, or an archive holds.

use std::sync::mpsc::{Receiver, sync_channel};
use std::sync::{Mutex, PoisonError};
use std::{path::PathBuf, thread};

use encoding_rs::Encoding;
use feedstone::source::{self, Dir, Source, Warc};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyMapping};

use crate::errors::{raised, warn};
use crate::page::Html;
use crate::source::Paths;

/// An answer of a server.
///
/// headers may be given as a mapping or as pairs, body as bytes or str: of str, body is UTF-8 with
/// the mark that says so, which counts more than what headers say.
///
/// >>> import feedstone
/// >>> kind = {"Content-Type": "text/html; charset=latin1"}
/// >>> page = feedstone.Response("https://blog.example/", headers=kind, body=b"<p>Brine")
/// >>> page.status, page.is_html, page.charset, page.body
/// (200, True, 'windows-1252', b'<p>Brine')
#[pyclass(frozen, eq, module = "feedstone")]
#[derive(PartialEq)]
pub struct Response {
    pub got: source::Response,
}

impl Response {
    pub fn own(&self) -> source::Response {
        self.got.clone()
    }
}

#[pymethods]
impl Response {
    #[new]
    #[pyo3(signature = (url, status=200, headers=None, body=None))]
    fn new(
        url: String,
        status: u16,
        headers: Option<&Bound<'_, PyAny>>,
        body: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Response> {
        let pair = |pair: PyResult<Bound<'_, PyAny>>| {
            let (name, value): (String, String) = pair?.extract()?;
            Ok::<_, PyErr>((name.to_ascii_lowercase(), value))
        };
        let pairs = headers.map(|given| match given.cast::<PyMapping>() {
            Ok(mapping) => Ok(mapping.items()?.into_any()),
            Err(_) => Ok::<_, PyErr>(given.clone()),
        });
        let headers = match pairs.transpose()? {
            Some(pairs) => pairs.try_iter()?.map(pair).collect::<PyResult<_>>()?,
            None => Vec::new(),
        };
        let bytes = match body {
            Some(body) => Html::of(body)?.marked(),
            None => Vec::new(),
        };
        let got =
            headers.iter().fold(source::Response::new(url, status, bytes), |got, (name, value)| {
                got.with_header(name, value)
            });
        Ok(Response { got })
    }

    /// The address that was asked.
    #[getter]
    fn url(&self) -> &str {
        &self.got.url
    }

    /// The HTTP status.
    #[getter]
    fn status(&self) -> u16 {
        self.got.status
    }

    /// Names, in lower case, and values.
    #[getter]
    fn headers(&self) -> Vec<(String, String)> {
        self.got.headers.clone()
    }

    /// The bytes, all codings but the charset undone.
    #[getter]
    fn body<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, &self.got.bytes)
    }

    /// True where it is a page of HTML: by its content type, or by how it starts where that says
    /// nothing of the kind.
    #[getter]
    fn is_html(&self) -> bool {
        self.got.is_html()
    }

    /// The charset that its content type names, for `Wrapper.extract`; None where it names none
    /// that is known.
    #[getter]
    fn charset(&self) -> Option<&'static str> {
        let kind = self.got.content_type()?.to_ascii_lowercase();
        let said = kind.split_once("charset=")?.1.split(';').next()?;
        let label = said.trim_matches(|c: char| c.is_whitespace() || c == '"' || c == '\'');
        Encoding::for_label(label.as_bytes()).map(Encoding::name)
    }

    fn __repr__(&self) -> String {
        let got = &self.got;
        format!("<Response {} {}, {} bytes>", got.status, got.url, got.bytes.len())
    }
}

/// What is given to the iterating thread ahead of it.
const AHEAD: usize = 16;

/// All pages of an archive or a saved folder, one after the other, in their order: an iterator of
/// Response, whatever their status.
///
/// warc is a WARC or WACZ file, or several; folder one of saved pages, of which home is the address
/// where the folder does not say it. The next pages are read while one is worked on. What is
/// damaged in an archive is a UserWarning.
///
/// >>> import feedstone
/// >>> pages = feedstone.pages(warc="samples/garden-notes.warc.gz")
/// >>> next(pages).url, sum(page.is_html for page in pages)
/// ('https://garden-notes.example/', 18)
#[pyfunction]
#[pyo3(signature = (*, warc=None, folder=None, home=None))]
pub fn pages(
    py: Python<'_>,
    warc: Option<Paths>,
    folder: Option<PathBuf>,
    home: Option<&str>,
) -> PyResult<Pages> {
    let source: Box<dyn Source + Send> = match (warc, folder) {
        (Some(warc), None) => {
            let paths = warc.all();
            Box::new(py.detach(|| Warc::open_all(&paths, None)).map_err(raised)?)
        }
        (None, Some(folder)) => Box::new(py.detach(|| Dir::open(folder, home)).map_err(raised)?),
        _ => {
            let what = "expected pages from archives or from a folder; give warc= or folder=";
            return Err(PyValueError::new_err(what));
        }
    };
    let (give, take) = sync_channel(AHEAD);
    // It ends with the archive, or when nobody takes any more.
    thread::spawn(move || source.pages().try_for_each(|page| give.send(page)));
    Ok(Pages { coming: Mutex::new(take) })
}

/// Pages that are being read: `feedstone.pages` gives it.
#[pyclass(frozen, module = "feedstone")]
pub struct Pages {
    coming: Mutex<Receiver<Result<source::Response, feedstone::Error>>>,
}

#[pymethods]
impl Pages {
    fn __iter__(slf: Bound<'_, Pages>) -> Bound<'_, Pages> {
        slf
    }

    fn __next__(&self, py: Python<'_>) -> PyResult<Option<Response>> {
        loop {
            let next =
                py.detach(|| self.coming.lock().unwrap_or_else(PoisonError::into_inner).recv());
            match next {
                Ok(Ok(got)) => return Ok(Some(Response { got })),
                Ok(Err(damage)) => warn(py, &damage.to_string())?,
                Err(_) => return Ok(None),
            }
        }
    }
}
