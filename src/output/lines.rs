//! Posts as JSON Lines: one object a line, as docs/harvest.schema.json describes it.

use std::io::{self, Write};

use super::{Posts, unsteered};
use crate::harvest::Post;

/// Writes JSON Lines.
pub(crate) struct Lines<W>(W);

impl<W: Write> Lines<W> {
    /// Into `out`.
    pub fn new(out: W) -> Lines<W> {
        Lines(out)
    }
}

impl<W: Write> Posts for Lines<W> {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        let line = serde_json::to_string(post)?;
        writeln!(self.0, "{}", unsteered(&line))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
