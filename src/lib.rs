//! feedstone learns from a blog's feed how its pages are built, and reads the whole archive with what it learned.

#[cfg(feature = "cli")]
pub mod cli;
pub mod date;
pub mod error;
pub mod feed;
pub mod label;
pub mod learn;
pub mod output;
pub mod page;
pub mod rule;
pub mod source;

pub use error::{Error, Kind, Place};
pub use page::Page;
pub use rule::{Entry, Extraction, Wrapper};
