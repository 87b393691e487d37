//! The rules of a blog as Python sees them.

use std::path::PathBuf;

use pyo3::prelude::*;
use pyo3::types::{PyDict, PyType};

use crate::entry::Entry;
use crate::errors::raised;
use crate::page::{Html, content_type};

/// What was learned of one blog: rules that read its pages. `feedstone.learn` makes it;
/// it is kept as XML that people read and edit, and pickled as such.
///
/// >>> import feedstone
/// >>> rules = feedstone.Wrapper.load("rules/garden-notes.xml")
/// >>> rules.home, rules.feed
/// ('https://garden-notes.example/', 'https://garden-notes.example/feed.xml')
/// >>> feedstone.Wrapper.loads(rules.dumps()) == rules
/// True
#[pyclass(frozen, eq, module = "feedstone")]
#[derive(PartialEq)]
pub struct Wrapper {
    pub rules: feedstone::Wrapper,
}

#[pymethods]
impl Wrapper {
    /// Read a rule file. Raises IoError where the file cannot be read, and RulesError with line and
    /// column where it is not what rules/rules.xsd describes.
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Wrapper> {
        let rules = py.detach(|| feedstone::Wrapper::load(path)).map_err(raised)?;
        Ok(Wrapper { rules })
    }

    /// Read rules from XML. Raises RulesError with line and column.
    #[staticmethod]
    fn loads(py: Python<'_>, xml: &str) -> PyResult<Wrapper> {
        let rules = py.detach(|| xml.parse()).map_err(raised)?;
        Ok(Wrapper { rules })
    }

    /// Write the rules into a file, whole or not at all.
    fn save(&self, py: Python<'_>, path: PathBuf) -> PyResult<()> {
        py.detach(|| self.rules.save(path)).map_err(raised)
    }

    /// The rules as XML.
    fn dumps(&self) -> String {
        self.rules.to_string()
    }

    /// Read a page of the blog: its entries, in the page's order; none where no layout fits.
    ///
    /// html is str, or bytes as the server sent them; charset is what its Content-Type said of
    /// bytes, and believed as far as they allow. url is the page's own address, against which links
    /// are resolved. No page fails, and nothing is asked of the web.
    ///
    /// >>> from pathlib import Path
    /// >>> import feedstone
    /// >>> rules = feedstone.Wrapper.load("rules/garden-notes.xml")
    /// >>> html = Path("samples/garden-notes/index.html").read_bytes()
    /// >>> for entry in rules.extract(html, "https://garden-notes.example/", "utf-8")[:2]:
    /// ...     print(entry.date, entry.title, entry.tags)
    /// 2021-05-23 First strawberries ['fruit', 'plot 12']
    /// 2021-05-19 Salt & pepper ['kitchen']
    #[pyo3(signature = (html, url, charset=None))]
    fn extract(
        &self,
        py: Python<'_>,
        html: &Bound<'_, PyAny>,
        url: &str,
        charset: Option<&str>,
    ) -> PyResult<Vec<Entry>> {
        let (html, kind) = (Html::of(html)?, content_type(charset)?);
        let read = || self.rules.extract_page(&html.parse(kind.as_deref(), url), url);
        let got = py.detach(read);
        got.entries.iter().map(|e| Entry::read(py, url, &got, e)).collect()
    }

    /// The blog's home page.
    #[getter]
    fn home(&self) -> &str {
        self.rules.home()
    }

    /// The feed that the rules were learned from; empty where there was none.
    #[getter]
    fn feed(&self) -> &str {
        self.rules.feed().unwrap_or_default()
    }

    /// The blog's title, where the feed names it.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.rules.title()
    }

    /// The main language of its dates.
    #[getter]
    fn lang(&self) -> Option<&str> {
        self.rules.lang()
    }

    /// The layouts: of each its name, its kind ("list" or "entry"), and by field on how many of the
    /// items held out rules were right, and on how many they were tried.
    #[getter]
    fn layouts<'py>(&self, py: Python<'py>) -> PyResult<Vec<Bound<'py, PyDict>>> {
        let layout = |l: feedstone::Known| {
            let fields = PyDict::new(py);
            for (field, evidence) in l.fields {
                fields.set_item(field.name(), (evidence.exact, evidence.tested))?;
            }
            let out = PyDict::new(py);
            out.set_item("name", l.name)?;
            out.set_item("kind", l.kind.name())?;
            out.set_item("fields", fields)?;
            Ok(out)
        };
        self.rules.layouts().into_iter().map(layout).collect()
    }

    fn __repr__(&self) -> String {
        let layouts: Vec<String> = self.rules.layouts().into_iter().map(|l| l.name).collect();
        format!("<Wrapper of {}: {}>", self.rules.home(), layouts.join(", "))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Wrapper>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        let kind: Bound<'py, PyType> = slf.get_type();
        Ok((kind.getattr("loads")?, (slf.get().dumps(),)))
    }
}
