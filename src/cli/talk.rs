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

/// An error with its causes, each said once: many tell what they were caused by, and between an
/// error that tells its first cause and that one stand only names of layers.
pub(super) fn told(e: &anyhow::Error) -> String {
    let first = e.root_cause().to_string();
    let mut out = String::new();
    for cause in e.chain().map(ToString::to_string) {
        if out.is_empty() {
            out = cause;
        } else if !out.contains(&first) && !out.contains(&cause) {
            out.push_str(": ");
            out.push_str(&cause);
        }
    }
    out
}

/// A number of things, with an `s` where it is not one.
pub(super) fn counted(n: usize, thing: &str) -> String {
    format!("{n} {thing}{}", if n == 1 { "" } else { "s" })
}

/// Standard output for what was found, bit by bit. Findings stand, and are in the exit code,
/// whether or not somebody reads them to the end.
pub(super) struct Told {
    /// None once nobody reads.
    out: Option<BufWriter<Screen>>,
}

impl Told {
    pub fn new() -> Told {
        Told { out: Some(lines()) }
    }

    pub fn tell(
        &mut self,
        write: impl FnOnce(&mut BufWriter<Screen>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let Some(out) = &mut self.out else { return Ok(()) };
        match write(out) {
            Err(e) if is_closed(&e) => {
                self.out = None;
                Ok(())
            }
            told => told,
        }
    }

    /// Nothing more is told.
    pub fn end(mut self) -> anyhow::Result<()> {
        self.tell(|out| Ok(out.flush()?))
    }
}

/// Tell what was found on standard output.
pub(super) fn findings(
    write: impl FnOnce(&mut BufWriter<Screen>) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut found = Told::new();
    found.tell(write)?;
    found.end()
}

/// Findings that are one text.
pub(super) fn tell(what: impl Display) -> anyhow::Result<()> {
    findings(|out| Ok(write!(out, "{what}")?))
}

/// Whoever read standard output has closed it. Files and the network have broken pipes, too.
#[derive(Debug, thiserror::Error)]
#[error("standard output was closed")]
struct Closed;

/// An error of standard output, which says so.
pub(super) fn of_stdout(e: io::Error) -> io::Error {
    match e.kind() {
        io::ErrorKind::BrokenPipe => io::Error::new(e.kind(), Closed),
        kind => io::Error::new(kind, format!("standard output: {e}")),
    }
}

/// True where all that is wrong is that nobody reads any more.
pub(super) fn is_closed(e: &anyhow::Error) -> bool {
    let causes = e.chain().filter_map(|c| c.downcast_ref::<io::Error>());
    causes.filter_map(io::Error::get_ref).any(|c| c.is::<Closed>())
}

/// Standard output for lines of JSON and tables for people.
pub(super) fn lines() -> BufWriter<Screen> {
    BufWriter::new(Screen { out: io::stdout().lock(), part: Vec::new(), guarded: true })
}

/// Standard output for files: rules, HTML, CSV, entries whose values steer nothing. In a pipe their
/// bytes are not changed.
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
            return self.out.write(bytes).map_err(of_stdout);
        }
        let whole = std::str::from_utf8(bytes).ok();
        if let Some(text) = whole.filter(|_| self.part.is_empty()) {
            self.out.write_all(unsteered(text).as_bytes()).map_err(of_stdout)?;
            return Ok(bytes.len());
        }
        self.part.extend_from_slice(bytes);
        let whole = match std::str::from_utf8(&self.part) {
            Err(e) if e.error_len().is_none() => e.valid_up_to(),
            _ => self.part.len(),
        };
        let text = String::from_utf8_lossy(&self.part[..whole]);
        self.out.write_all(unsteered(&text).as_bytes()).map_err(of_stdout)?;
        self.part.drain(..whole);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush().map_err(of_stdout)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use anyhow::Context;

    #[test]
    fn one_thing_is_named_as_one() {
        assert_eq!([0, 1, 2].map(|n| counted(n, "post")), ["0 posts", "1 post", "2 posts"]);
    }

    #[test]
    fn a_broken_pipe_is_a_closed_output_only_there() {
        let broken = || io::Error::from(io::ErrorKind::BrokenPipe);
        let within = |e: io::Error| anyhow::Error::from(e).context("salt.xml");
        assert!(is_closed(&within(of_stdout(broken()))));
        assert!(!is_closed(&within(broken())));
        assert!(!is_closed(&within(of_stdout(io::ErrorKind::StorageFull.into()))));
    }

    #[test]
    fn causes_are_told_once() {
        let io = io::Error::other("no room");
        let e = crate::Error::new(crate::ErrorKind::Io, "salt.xml: cannot be written: no room");
        let e = anyhow::Error::from(e.because(io));
        assert_eq!(told(&e), "salt.xml: cannot be written: no room");
        let layers = anyhow::anyhow!("no room").context("client error (Write)");
        let layers = layers.context("https://salt.example/: no room");
        assert_eq!(told(&layers), "https://salt.example/: no room");
        let e: anyhow::Result<()> = Err(io::Error::other("no room").into());
        let e = e.context("salt.xml").context("the rules").map_err(|e| told(&e));
        assert_eq!(e.err().as_deref(), Some("the rules: salt.xml: no room"));
    }
}
