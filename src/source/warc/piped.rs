//! An archive that comes from standard input, as a file: archives are read more than once.

use std::io::{self, IsTerminal, Read};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use crate::Error;
use crate::error::Kind;
use crate::file::Scratch;

/// Standard input, and what was wrong with it.
struct Input<R> {
    bytes: R,
    failed: bool,
}

impl<R: Read> Read for Input<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.bytes.read(buffer);
        self.failed = read.as_ref().is_err_and(|e| e.kind() != io::ErrorKind::Interrupted);
        read
    }
}

/// What came from standard input, while an archive from it is open: it comes once, and commands may
/// open it again, for a feed or the next blog.
static OPEN: Mutex<Weak<Scratch>> = Mutex::new(Weak::new());

/// All of standard input, written to a temporary file. Time and space on disk: its length.
pub(super) fn from_standard_input() -> Result<Arc<Scratch>, Error> {
    let mut open = OPEN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some(known) = open.upgrade() {
        return Ok(known);
    }
    let read = Arc::new(read()?);
    *open = Arc::downgrade(&read);
    Ok(read)
}

fn read() -> Result<Scratch, Error> {
    let bytes = io::stdin().lock();
    if bytes.is_terminal() {
        let what =
            "standard input (-): expected an archive from a pipe or a file, found a terminal";
        return Err(Error::new(Kind::Io, what));
    }
    let mut input = Input { bytes, failed: false };
    Scratch::of(&mut input).map_err(|e: io::Error| {
        let folder = std::env::temp_dir();
        let what = match input.failed {
            true => format!("standard input (-): cannot be read: {e}"),
            false => format!(
                "standard input (-): cannot be kept in {} while it is read: {e}; TMPDIR names \
                 another folder",
                folder.display()
            ),
        };
        Error::new(Kind::Io, what).because(e)
    })
}
