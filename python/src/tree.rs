//! Records, content and articles of pages without a feed.

use feedstone::tree::{self, Article, How, Row, Table};
use feedstone::{Extraction, LayoutKind, Page};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::entry::Entry;
use crate::errors::warn;
use crate::page::Html;

/// The address of pages that have none.
const NO_ADDRESS: &str = "https://page.invalid/";

fn how(literal: bool) -> How {
    if literal { How::Printed } else { How::default() }
}

/// The records of a list page as tables, the largest region first.
///
/// Gives a dict a region: parent (the source of the tag around it), columns (their types), and
/// records, each with its text and its cells (None where it has none of that column). nested keeps
/// regions inside records; literal does as the paper prints it.
///
/// >>> import feedstone
/// >>> row = "<li><a href='/p/{0}'>Entry number {0}</a> <i>of the {0}th of May 2013</i></li>"
/// >>> html = "<ul>" + "".join(row.format(n) for n in range(11, 15)) + "</ul>"
/// >>> [region] = feedstone.records(html)
/// >>> [record["cells"][1] for record in region["records"]][:2]
/// ['Entry number 11', 'Entry number 12']
#[pyfunction]
#[pyo3(signature = (html, *, nested=false, literal=false))]
pub fn records<'py>(
    html: &Bound<'py, PyAny>,
    nested: bool,
    literal: bool,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let (py, html) = (html.py(), Html::of(html)?);
    let (page, found) = py.detach(|| {
        let page = html.parse(None, NO_ADDRESS);
        let found = tree::records(&page, nested, how(literal));
        (page, found)
    });
    if !found.whole {
        warn(py, "too large to be compared whole; some records or columns may be missing")?;
    }
    found.tables.iter().map(|t| told(py, &page, t)).collect()
}

fn told<'py>(py: Python<'py>, page: &Page, table: &Table) -> PyResult<Bound<'py, PyDict>> {
    let record = |row: &Row| {
        let out = PyDict::new(py);
        out.set_item("text", &row.text)?;
        out.set_item("cells", &row.cells)?;
        Ok(out)
    };
    let records = table.rows.iter().map(record);
    let columns: Vec<&str> = table.columns.iter().map(|c| c.name()).collect();
    let out = PyDict::new(py);
    out.set_item("parent", page.source(table.parent))?;
    out.set_item("columns", columns)?;
    out.set_item("records", records.collect::<PyResult<Vec<_>>>()?)?;
    Ok(out)
}

/// The entries of a list page of a blog without rules: link, title, date and text of the records
/// that look most like a list of entries. url is the page's own address.
///
/// >>> from pathlib import Path
/// >>> import feedstone
/// >>> html = Path("samples/garden-notes/index.html").read_bytes()
/// >>> entries = feedstone.entries(html, "https://garden-notes.example/")
/// >>> entries[0].title, entries[0].date
/// ('First strawberries', datetime.date(2021, 5, 23))
#[pyfunction]
pub fn entries(html: &Bound<'_, PyAny>, url: &str) -> PyResult<Vec<Entry>> {
    let (py, html) = (html.py(), Html::of(html)?);
    let found = py.detach(|| tree::entries(&html.parse(None, url), url));
    let mut got = Extraction::default();
    got.kind = Some(LayoutKind::List);
    found.iter().map(|e| Entry::read(py, url, &got, e)).collect()
}

/// The text of a page that other pages of its template have not, a line a block. None where the
/// pages are too large to be compared.
///
/// references are such pages, one at least; literal does as the paper prints it.
///
/// >>> from pathlib import Path
/// >>> import feedstone
/// >>> days = ["2020/10/03/blue-sheet-and-a-brick", "2020/10/25/the-clocks-go-back"]
/// >>> pages = [Path(f"samples/garden-notes/{d}/index.html").read_bytes() for d in days]
/// >>> print(feedstone.content(pages[0], [pages[1]]).splitlines()[-1])
/// It is a good brick. I have every confidence in the brick.
#[pyfunction]
#[pyo3(signature = (html, references, *, literal=false))]
pub fn content(
    html: &Bound<'_, PyAny>,
    references: Vec<Bound<'_, PyAny>>,
    literal: bool,
) -> PyResult<Option<String>> {
    if references.is_empty() {
        return Err(PyValueError::new_err(
            "expected one reference at least, found none; give another page of the same template",
        ));
    }
    let (py, html) = (html.py(), Html::of(html)?);
    let references = references.iter().map(Html::of).collect::<PyResult<Vec<_>>>()?;
    Ok(py.detach(|| {
        let others: Vec<Page> = references.iter().map(|r| r.parse(None, NO_ADDRESS)).collect();
        let others: Vec<&Page> = others.iter().collect();
        tree::content(&html.parse(None, NO_ADDRESS), &others, how(literal))
    }))
}

/// Title and text of articles: what varies between pages of one template.
///
/// Pages are told apart by template first. Gives a dict a page, in their order: cluster (the number
/// of its template), title and text, both None where no other page has its template or no text
/// varies. threshold is how alike pages of one template are, 0 to 1; literal does as the paper
/// prints it.
///
/// >>> from pathlib import Path
/// >>> import feedstone
/// >>> paths = sorted(Path("samples/garden-notes/2021/05").rglob("index.html"))
/// >>> articles = feedstone.news([path.read_bytes() for path in paths])
/// >>> articles[-1]["title"], articles[-1]["text"][:13]
/// ('First strawberries', 'Four of them,')
#[pyfunction]
#[pyo3(signature = (pages, *, threshold=None, literal=false))]
pub fn news<'py>(
    py: Python<'py>,
    pages: Vec<Bound<'py, PyAny>>,
    threshold: Option<f64>,
    literal: bool,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let pages = pages.iter().map(Html::of).collect::<PyResult<Vec<_>>>()?;
    let found = py.detach(|| {
        let pages: Vec<Page> = pages.iter().map(|p| p.parse(None, NO_ADDRESS)).collect();
        let all: Vec<&Page> = pages.iter().collect();
        tree::articles(&all, threshold, how(literal))
    });
    let article = |article: &Article| {
        let out = PyDict::new(py);
        out.set_item("cluster", article.cluster)?;
        out.set_item("title", article.title.as_deref())?;
        out.set_item("text", article.text.as_deref())?;
        Ok(out)
    };
    found.iter().map(article).collect()
}
