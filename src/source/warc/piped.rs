//! An archive that comes from standard input, as a file: archives are read more than once.

use std::io::{self, IsTerminal};

use tempfile::{NamedTempFile, TempPath};

use crate::Error;
use crate::error::Kind;

/// All of standard input, written to a temporary file. Time and space on disk: its length.
pub(super) fn from_standard_input() -> Result<TempPath, Error> {
    let mut input = io::stdin().lock();
    if input.is_terminal() {
        let what =
            "standard input (-): expected an archive from a pipe or a file, found a terminal";
        return Err(Error::new(Kind::Io, what));
    }
    let mut copied = || {
        let mut file = NamedTempFile::with_prefix("feedstone-")?;
        io::copy(&mut input, &mut file)?;
        Ok(file.into_temp_path())
    };
    copied().map_err(|e: io::Error| {
        let folder = std::env::temp_dir();
        let what = format!(
            "standard input (-): cannot be kept in {} while it is read: {e}; TMPDIR names another \
             folder",
            folder.display()
        );
        Error::new(Kind::Io, what).because(e)
    })
}
