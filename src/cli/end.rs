//! How commands end: one table for all of them, the same in `--help` and README.

use std::process::ExitCode;

use crate::error::Kind;

/// How a command ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum End {
    /// All was done, and nothing is wrong.
    All = 0,
    /// Something was found that is wrong, or a part is missing.
    Part = 1,
    /// It could not run.
    NotRun = 2,
    /// Nothing could be learned.
    NothingLearned = 3,
    /// There is no feed, or none that can be read.
    NoFeed = 4,
}

impl End {
    /// What an error means for the whole run.
    pub fn of(e: &anyhow::Error) -> End {
        let kind = e.chain().find_map(|c| c.downcast_ref::<crate::Error>());
        match kind.map(crate::Error::kind) {
            Some(Kind::Feed) => End::NoFeed,
            Some(Kind::Learn) => End::NothingLearned,
            _ => End::NotRun,
        }
    }

    /// `All`, or `Part` where something is missing.
    pub fn all_if(whole: bool) -> End {
        if whole { End::All } else { End::Part }
    }
}

impl From<End> for ExitCode {
    fn from(end: End) -> ExitCode {
        ExitCode::from(end as u8)
    }
}
