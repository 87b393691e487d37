//! Entries as lines, in the order of their pages. Whether a list's text is whole the entry's own
//! page tells, which mostly comes behind it: from the first such text on lines wait in a temporary
//! file until all pages were read.

use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};

use anyhow::Context;
use tempfile::SpooledTempFile;

use super::talk::warn;
use crate::Extent;
use crate::rule::{Extraction, OwnPages, Shown, Texts};
use crate::source::Response;

/// Most bytes of lines that wait in memory.
const MOST_IN_MEMORY: usize = 8 << 20;

/// Lines on their way out.
pub(super) struct Lines<'o> {
    out: &'o mut dyn Write,
    /// What waits; None: no line has to.
    waiting: Option<Waiting>,
    own: OwnPages,
    /// No room is left for lines to wait.
    full: bool,
}

/// Lines that wait, and of which of them another page may tell more.
struct Waiting {
    lines: SpooledTempFile,
    count: usize,
    shown: Vec<(usize, Shown)>,
}

impl Lines<'_> {
    pub fn new(out: &mut dyn Write) -> Lines<'_> {
        Lines { out, waiting: None, own: OwnPages::default(), full: false }
    }

    /// The lines of what a page gave. Where its texts are not given, no line waits.
    pub fn page(&mut self, r: &Response, got: &Extraction, texts: &Texts) -> anyhow::Result<()> {
        self.own.see(texts);
        for (n, line) in got.json_lines(&r.url, r.captured()).enumerate() {
            self.line(line, texts.shown(n))?;
        }
        Ok(())
    }

    /// One line, with the text of a list that it shows.
    pub fn line(&mut self, mut line: String, shown: Option<Shown>) -> anyhow::Result<()> {
        line.push('\n');
        if self.full || self.waiting.is_none() && shown.is_none() {
            return Ok(self.out.write_all(line.as_bytes())?);
        }
        let waiting = self.waiting.get_or_insert_with(|| Waiting {
            lines: SpooledTempFile::new(MOST_IN_MEMORY),
            count: 0,
            shown: Vec::new(),
        });
        if let Err(e) = waiting.lines.write_all(line.as_bytes()) {
            warn(format_args!("{}: {e}; lines are written as their pages tell them", kept()));
            self.full = true;
            self.let_out()?;
            return Ok(self.out.write_all(line.as_bytes())?);
        }
        waiting.shown.extend(shown.map(|shown| (waiting.count, shown)));
        waiting.count += 1;
        Ok(())
    }

    /// Lets out what waits: all pages were read.
    pub fn finish(mut self) -> anyhow::Result<()> {
        self.let_out()
    }

    fn let_out(&mut self) -> anyhow::Result<()> {
        let Some(Waiting { mut lines, count, shown }) = self.waiting.take() else { return Ok(()) };
        lines.seek(SeekFrom::Start(0)).with_context(kept)?;
        let mut lines = BufReader::new(lines);
        let (mut line, mut shown) = (Vec::new(), shown.into_iter().peekable());
        for n in 0..count {
            line.clear();
            lines.read_until(b'\n', &mut line).with_context(kept)?;
            match shown.next_if(|s| s.0 == n).map(|s| (s.1.said, self.own.extent(&s.1))) {
                Some((said, is)) if said != is => {
                    let line = String::from_utf8_lossy(&line);
                    self.out.write_all(with_extent(&line, said, is).as_bytes())?;
                }
                _ => self.out.write_all(&line)?,
            }
        }
        Ok(())
    }
}

fn kept() -> String {
    format!("a temporary file in {}", std::env::temp_dir().display())
}

/// A line with another extent. Within a value no quote stands without a backslash: only the
/// field itself is found.
fn with_extent(line: &str, said: Extent, is: Extent) -> String {
    let field = |extent: Extent| format!("\"extent\":\"{}\"", extent.name());
    line.replacen(&field(said), &field(is), 1)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::Entry;
    use crate::rule::LayoutKind;

    fn got(kind: LayoutKind, text: &str) -> Extraction {
        let entry = Entry {
            link: Some("https://salt.example/a/".into()),
            body_text: Some(text.into()),
            extent: Some(Extent::Full),
            ..Entry::default()
        };
        Extraction { kind: Some(kind), entries: vec![entry], ..Extraction::default() }
    }

    /// What is out before the end, and then.
    fn written(at_once: bool) -> [String; 2] {
        let text = r#"the "extent":"full" of it"#;
        let whole = format!("{text} and nine more words than the list has of it");
        let pages = [
            ("https://salt.example/", got(LayoutKind::List, text)),
            ("https://salt.example/a/", got(LayoutKind::Entry, &whole)),
        ];
        [false, true].map(|ends| {
            let mut out = Vec::new();
            let mut lines = Lines::new(&mut out);
            lines.line("first".into(), None).unwrap();
            for (url, got) in &pages {
                let texts = if at_once { Texts::default() } else { Texts::of(url, got) };
                lines.page(&Response::new(*url, 200, ""), got, &texts).unwrap();
            }
            if ends {
                lines.finish().unwrap();
            }
            String::from_utf8(out).unwrap()
        })
    }

    #[test]
    fn lines_wait_for_the_own_pages_of_what_lists_show() {
        let [early, late] = written(false);
        assert_eq!(early, "first\n");
        let extents: Vec<(bool, bool)> = late
            .lines()
            .map(|l| (l.contains(r#""extent":"excerpt""#), l.contains(r#"\"extent\":\"full\""#)))
            .collect();
        assert_eq!(extents, [(false, false), (true, true), (false, true)]);
    }

    #[test]
    fn at_once_no_line_waits() {
        let [early, late] = written(true);
        assert_eq!(early, late);
        assert!(!late.contains("excerpt"));
    }
}
