//! What was read, held against witnesses.

use feedstone::check::{Checker, EntryCheck, FieldCheck, PageCheck};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::raised;
use crate::page::Html;
use crate::wrapper::Wrapper;

/// Hold what rules read of pages against witnesses that know nothing of the rules.
///
/// pages are pairs of HTML (str or bytes) and the page's address; the more of a blog are read
/// together, the more witnesses there are. feed is the text of the blog's feed today, if it is to
/// speak, too.
///
/// Gives a dict a page: page, layout, kind, likeness, verdict ("ok", "other layout", "partial",
/// "drifted"), why, entries. Of an entry: link and fields; of a field: field, value (shortened),
/// required, state ("agree", "cannot tell", "disagree"), confidence (0 to 1), votes and drift (who
/// agrees), reasons. It is what `feedstone check --format json` prints.
///
/// >>> from pathlib import Path
/// >>> import feedstone
/// >>> rules = feedstone.Wrapper.load("rules/garden-notes.xml")
/// >>> html = Path("samples/garden-notes/index.html").read_text("utf-8")
/// >>> [page] = feedstone.check(rules, [(html, "https://garden-notes.example/")])
/// >>> page["verdict"], len(page["entries"])
/// ('ok', 6)
/// >>> changed = html.replace("entry-title", "headline")
/// >>> [page] = feedstone.check(rules, [(changed, "https://garden-notes.example/")])
/// >>> page["verdict"]
/// 'partial'
#[pyfunction]
#[pyo3(signature = (wrapper, pages, *, feed=None))]
pub fn check<'py>(
    py: Python<'py>,
    wrapper: &Bound<'py, Wrapper>,
    pages: &Bound<'py, PyAny>,
    feed: Option<&Bound<'py, PyAny>>,
) -> PyResult<Vec<Bound<'py, PyDict>>> {
    let rules = &wrapper.get().rules;
    let mut checker = Checker::new(rules);
    if let Some(feed) = feed {
        let feed = Html::of(feed)?;
        py.detach(|| checker.hear_feed(feed.bytes())).map_err(raised)?;
    }
    // One page at a time: the pages of an archive may come from a generator.
    for pair in pages.try_iter()? {
        let (html, url): (Bound<'_, PyAny>, String) = pair?.extract()?;
        let html = Html::of(&html)?;
        py.detach(|| checker.read(&html.parse(None, &url), &url));
    }
    let checked = py.detach(|| checker.finish());
    checked.iter().map(|p| page(py, p)).collect()
}

fn page<'py>(py: Python<'py>, p: &PageCheck) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("page", &p.url)?;
    out.set_item("layout", p.layout.as_deref())?;
    out.set_item("kind", p.kind.map(|k| k.name()))?;
    out.set_item("likeness", p.likeness)?;
    out.set_item("verdict", p.verdict.name())?;
    out.set_item("why", p.why.to_string())?;
    let entries = p.entries.iter().map(|e| entry(py, e)).collect::<PyResult<Vec<_>>>()?;
    out.set_item("entries", entries)?;
    Ok(out)
}

fn entry<'py>(py: Python<'py>, e: &EntryCheck) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("link", e.link.as_deref())?;
    let fields = e.fields.iter().map(|f| field(py, f)).collect::<PyResult<Vec<_>>>()?;
    out.set_item("fields", fields)?;
    Ok(out)
}

fn field<'py>(py: Python<'py>, f: &FieldCheck) -> PyResult<Bound<'py, PyDict>> {
    let out = PyDict::new(py);
    out.set_item("field", f.field.name())?;
    out.set_item("value", f.value.as_deref())?;
    out.set_item("required", f.required)?;
    out.set_item("state", f.state.name())?;
    out.set_item("confidence", f.confidence)?;
    let said = |drift: bool| {
        let votes = PyDict::new(py);
        for v in f.votes.iter().filter(|v| v.witness.is_drift() == drift) {
            votes.set_item(v.witness.name(), v.agrees)?;
        }
        PyResult::Ok(votes)
    };
    out.set_item("votes", said(false)?)?;
    out.set_item("drift", said(true)?)?;
    let reasons = f.reasons().map(|v| format!("{}: {}", v.witness.name(), v.reason));
    let reasons: Vec<String> = reasons.chain(f.doubt().map(str::to_owned)).collect();
    out.set_item("reasons", reasons)?;
    Ok(out)
}
