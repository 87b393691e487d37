//! Why a page has its verdict: to decide by in a program, and shown, a sentence for people.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::cut_off;

/// Why a page has its verdict.
///
/// ```
/// use feedstone::check::Cause;
/// let cause = Cause::EntryAddress(Box::new(Cause::Login));
/// let told = "the page of an entry by its address, but the page asks for a password";
/// assert_eq!(cause.to_string(), told);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Cause {
    /// It was read, or nothing of it was, and why so: [`Extraction::why`](crate::Extraction::why).
    Read(String),
    /// Of its values some disagree; and why it was read so.
    Disagree {
        /// Those that do.
        values: usize,
        /// All.
        of: usize,
        /// As in `Read`.
        read: String,
    },
    /// It ends too early, and entries may be missing.
    CutOff,
    /// It is built like the pages that the rules were learned from, and nothing was read; why.
    Alike(String),
    /// By its address it is a list, and nothing was read; why.
    ListAddress(String),
    /// By its address it is the page of an entry, and nothing was read; why, or what stands there.
    EntryAddress(Box<Cause>),
    /// It is a page of another blog, on this host.
    OtherBlog(String),
    /// It says that there is no such page, in these words.
    NotThere(String),
    /// It asks for a password.
    Login,
    /// It looks whether a person asks.
    Challenge,
    /// It is empty until scripts fill it.
    Shell,
}

impl fmt::Display for Cause {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Cause::Read(why) => f.write_str(why),
            Cause::Disagree { values, of, read } => {
                write!(f, "{values} of {of} values disagree; {read}")
            }
            Cause::CutOff => write!(f, "{}; entries may be missing", cut_off::WHY),
            Cause::Alike(why) => {
                write!(f, "built like the pages the rules were learned from, but {why}")
            }
            Cause::ListAddress(why) => write!(f, "a list by its address, but {why}"),
            Cause::EntryAddress(why) => {
                write!(f, "the page of an entry by its address, but {why}")
            }
            Cause::OtherBlog(host) => write!(f, "the page is of another blog: {host}"),
            Cause::NotThere(words) => write!(f, "the page says {words:?}"),
            Cause::Login => f.write_str("the page asks for a password"),
            Cause::Challenge => f.write_str("the page looks whether a person asks"),
            Cause::Shell => f.write_str("the page is an empty shell that scripts would fill"),
        }
    }
}
