//! Rules said as CSS selectors and XPath expressions, for feed readers that know nothing else.
//!
//! A rule reads tokens; readers know elements. So an expression is not translated from a rule: it
//! is sought among those that all elements have in common in which the rules read the value
//! (`search.rs`), and *proved* by running it on the pages. One that gives another value on any page
//! is not taken; the reason says how near it came.
//!
//! | file | what |
//! |---|---|
//! | `path.rs` | where elements stand, as CSS and as XPath; finding them on a page |
//! | `search.rs` | which paths a set of elements has in common, the simplest first |
//! | `side.rs` | list pages and entry pages: what is wanted of each field, and the proof |
//! | `days.rs` | days as PHP reads them |
//! | `form.rs` | the readers' own files |
//!
//! Time: O(paths · tokens) for each field; paths are at most `search::MOST_PATHS`.

mod days;
mod form;
mod path;
mod search;
mod side;

pub(crate) use form::{Form, write};
pub(crate) use side::express;

/// Text without any white space: readers differ in where they put it.
fn squeezed(text: &str) -> String {
    text.chars().filter(|c| !c.is_whitespace()).collect()
}
