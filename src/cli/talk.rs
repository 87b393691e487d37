//! What goes to people and to standard output. Nothing that a page says steers a terminal, and a
//! closed standard error is no reason to stop.

use std::fmt::Display;
use std::io::{self, BufWriter, IsTerminal, StdoutLock, Write};

use crate::output::unsteered;

/// Say something on standard error, and end the line.
pub(super) fn say(what: impl Display) {
    let text = what.to_string();
    // Where nobody listens there is nobody to tell.
    let _ = writeln!(anstream::stderr().lock(), "{}", unsteered(text.trim_end_matches('\n')));
}

/// Say that something is not as it should be, and go on.
pub(super) fn warn(what: impl Display) {
    say(format_args!("feedstone: {what}"));
}

/// Say why the program ends.
pub(super) fn fail(e: &anyhow::Error) {
    let style = anstyle::AnsiColor::Red.on_default().bold();
    let why = told(e);
    let _ = writeln!(anstream::stderr().lock(), "{style}feedstone:{style:#} {}", unsteered(&why));
}

/// An error with its causes, each said once: many tell what they were caused by.
pub(super) fn told(e: &anyhow::Error) -> String {
    let mut out = String::new();
    for cause in e.chain().map(ToString::to_string) {
        if out.is_empty() {
            out = cause;
        } else if !out.contains(&cause) {
            out.push_str(": ");
            out.push_str(&cause);
        }
    }
    out
}

/// Give what was asked for on standard output, as [`lines`] does.
pub(super) fn tell(what: impl Display) -> io::Result<()> {
    let mut out = lines();
    write!(out, "{what}")?;
    out.flush()
}

/// Standard output for lines of JSON and tables for people.
pub(super) fn lines() -> BufWriter<Screen> {
    BufWriter::new(Screen { out: io::stdout().lock(), part: Vec::new(), guarded: true })
}

/// Standard output for files: rules, HTML, CSV. In a pipe their bytes are not changed.
pub(super) fn file() -> BufWriter<Screen> {
    let out = io::stdout().lock();
    let guarded = io::stdout().is_terminal();
    BufWriter::new(Screen { out, part: Vec::new(), guarded })
}

/// Standard output, guarded against what would steer a terminal.
pub(super) struct Screen {
    out: StdoutLock<'static>,
    /// The beginning of a character whose end comes with the next bytes.
    part: Vec<u8>,
    guarded: bool,
}

impl Write for Screen {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.guarded {
            return self.out.write(bytes);
        }
        self.part.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.part) {
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            _ => self.part.len(),
        };
        let text = String::from_utf8_lossy(&self.part[..whole]);
        self.out.write_all(unsteered(&text).as_bytes())?;
        self.part.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn causes_are_told_once() {
        let io = io::Error::other("no room");
        let e = crate::Error::new(crate::Kind::Io, "salt.xml: cannot be written: no room");
        let e = anyhow::Error::from(e.because(io));
        assert_eq!(told(&e), "salt.xml: cannot be written: no room");
        let e: anyhow::Result<()> = Err(io::Error::other("no room").into());
        let e = e.context("salt.xml").context("the rules").map_err(|e| told(&e));
        assert_eq!(e.err().as_deref(), Some("the rules: salt.xml: no room"));
    }
}
