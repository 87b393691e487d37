//! Rule files: a [`Wrapper`](super::Wrapper) as XML for people and programs. `rules/rules.xsd` is
//! the schema, `rules/README.md` the reference.
//!
//! Writing escapes with quick-xml and lays out by hand, as one token pattern stands on one line.
//! Reading goes through roxmltree, which knows the line and column of everything; every element and
//! attribute is checked, so that a slip of the pen is an error and never a rule that silently does
//! nothing.

mod read;
mod write;

pub use read::{MAX_BYTES, read};
pub use write::{brief, write};

/// Namespace of rule files.
pub const NAMESPACE: &str = "urn:feedstone:rules";
