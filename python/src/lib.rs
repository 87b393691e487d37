//! The Python package `feedstone`: thin functions over the library. The interpreter is released
//! while Rust works.
//!
//! | file | what |
//! |---|---|
//! | `errors.rs` | an exception class for each kind of error; warnings |
//! | `page.rs` | HTML as Python has it, text or bytes |
//! | `entry.rs` | an entry, which is a mapping, too |
//! | `wrapper.rs` | the rules of a blog |
//! | `source.rs` | where pages come from: the web, a folder, archives |
//! | `kept.rs` | pages that Python has in memory |
//! | `learn.rs` | from a source to rules |
//! | `response.rs` | what a server answered, or an archive holds |
//! | `frontier.rs` | the machine behind a harvest |
//! | `harvest.rs` | from a blog's address to its posts, one after the other |
//! | `check.rs` | what was read, held against witnesses |
//! | `tree.rs` | records, content and articles of pages without a feed |

mod check;
mod entry;
mod errors;
mod frontier;
mod harvest;
mod kept;
mod learn;
mod page;
mod response;
mod source;
mod tree;
mod wrapper;

use pyo3::prelude::*;
use pyo3::types::PyMapping;

/// Reads the whole archive of a blog by rules that its feed teaches.
///
/// Rules are learned from a blog, and read any other page of it:
///
/// >>> from pathlib import Path
/// >>> import feedstone
/// >>> rules = feedstone.learn(folder="samples/garden-notes")
/// >>> page = "2020/10/03/blue-sheet-and-a-brick/"
/// >>> html = Path(f"samples/garden-notes/{page}index.html").read_bytes()
/// >>> [entry] = rules.extract(html, f"https://garden-notes.example/{page}")
/// >>> entry.title, entry.date
/// ('A blue sheet and a brick', datetime.date(2020, 10, 3))
#[pymodule]
#[pyo3(name = "feedstone")]
fn package(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add("__version__", env!("CARGO_PKG_VERSION"))?;
    m.add_class::<entry::Entry>()?;
    PyMapping::register::<entry::Entry>(m.py())?;
    m.add_class::<wrapper::Wrapper>()?;
    m.add_class::<harvest::Harvest>()?;
    m.add_class::<frontier::Frontier>()?;
    m.add_class::<frontier::Request>()?;
    m.add_class::<frontier::Step>()?;
    m.add_class::<response::Response>()?;
    m.add_class::<response::Pages>()?;
    m.add_function(wrap_pyfunction!(response::pages, m)?)?;
    m.add_function(wrap_pyfunction!(learn::learn, m)?)?;
    m.add_function(wrap_pyfunction!(harvest::harvest, m)?)?;
    m.add_function(wrap_pyfunction!(check::check, m)?)?;
    m.add_function(wrap_pyfunction!(tree::records, m)?)?;
    m.add_function(wrap_pyfunction!(tree::entries, m)?)?;
    m.add_function(wrap_pyfunction!(tree::content, m)?)?;
    m.add_function(wrap_pyfunction!(tree::news, m)?)?;
    errors::add(m)
}
