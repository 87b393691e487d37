//! Entries as lines, in the order of their pages. Whether a list's text is whole the entry's own
//! page tells, which mostly comes behind it: from the first such text on lines wait in a temporary
//! file until all pages were read.

use std::io::{BufRead, BufReader, Seek, SeekFrom, Write};

use anyhow::Context;
use tempfile::SpooledTempFile;

use crate::Extent;
use crate::rule::{Extraction, LayoutKind, OwnPages, Shown};
use crate::source::Response;

/// Most bytes of lines that wait in memory.
const MOST_IN_MEMORY: usize = 8 << 20;

/// Lines on their way out.
pub(super) struct Lines<'o> {
    out: &'o mut dyn Write,
    /// What waits; None: no line has to.
    waiting: Option<Waiting>,
    own: OwnPages,
    /// No line waits: what a page says of its texts counts.
    at_once: bool,
}

/// Lines that wait, and of which of them another page may tell more.
struct Waiting {
    lines: SpooledTempFile,
    count: usize,
    shown: Vec<(usize, Shown)>,
}

impl Lines<'_> {
    pub fn new(out: &mut dyn Write, at_once: bool) -> Lines<'_> {
        Lines { out, waiting: None, own: OwnPages::default(), at_once }
    }

    /// The lines of what a page gave.
    pub fn page(&mut self, r: &Response, got: &Extraction) -> anyhow::Result<()> {
        if !self.at_once {
            self.own.see(&r.url, got);
        }
        let of_list = got.kind == Some(LayoutKind::List) && !self.at_once;
        for (entry, line) in got.entries.iter().zip(got.json_lines(&r.url, r.captured())) {
            self.line(line, Shown::of(entry).filter(|_| of_list))?;
        }
        Ok(())
    }

    /// One line, with the text of a list that it shows.
    pub fn line(&mut self, mut line: String, shown: Option<Shown>) -> anyhow::Result<()> {
        line.push('\n');
        if self.waiting.is_none() && shown.is_none() {
            return Ok(self.out.write_all(line.as_bytes())?);
        }
        let waiting = self.waiting.get_or_insert_with(|| Waiting {
            lines: SpooledTempFile::new(MOST_IN_MEMORY),
            count: 0,
            shown: Vec::new(),
        });
        waiting.shown.extend(shown.map(|shown| (waiting.count, shown)));
        waiting.count += 1;
        waiting.lines.write_all(line.as_bytes()).with_context(kept)
    }

    /// Lets out what waits: all pages were read.
    pub fn finish(self) -> anyhow::Result<()> {
        let Some(Waiting { mut lines, count, shown }) = self.waiting else { return Ok(()) };
        lines.seek(SeekFrom::Start(0)).with_context(kept)?;
        let mut lines = BufReader::new(lines);
        let (mut line, mut shown) = (String::new(), shown.into_iter().peekable());
        for n in 0..count {
            line.clear();
            lines.read_line(&mut line).with_context(kept)?;
            match shown.next_if(|s| s.0 == n).map(|s| (s.1.said, self.own.extent(&s.1))) {
                Some((said, is)) if said != is => {
                    self.out.write_all(with_extent(&line, said, is).as_bytes())?;
                }
                _ => self.out.write_all(line.as_bytes())?,
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

    fn got(kind: LayoutKind, text: &str) -> Extraction {
        let entry = Entry {
            link: Some("https://salt.example/a/".into()),
            body_text: Some(text.into()),
            extent: Some(Extent::Full),
            ..Entry::default()
        };
        Extraction { kind: Some(kind), entries: vec![entry], ..Extraction::default() }
    }

    fn page(url: &str) -> Response {
        Response::new(url, 200, "")
    }

    /// What is out before the end, and then.
    fn written(at_once: bool) -> [String; 2] {
        let text = r#"the "extent":"full" of it"#;
        let (mut early, mut late) = (Vec::new(), Vec::new());
        for (ends, out) in [(false, &mut early), (true, &mut late)] {
            let mut lines = Lines::new(out, at_once);
            let (list, own) = (LayoutKind::List, LayoutKind::Entry);
            lines.line("first".into(), None).unwrap();
            lines.page(&page("https://salt.example/"), &got(list, text)).unwrap();
            let whole = format!("{text} and nine more words than the list has of it");
            lines.page(&page("https://salt.example/a/"), &got(own, &whole)).unwrap();
            if ends {
                lines.finish().unwrap();
            }
        }
        [early, late].map(|bytes| String::from_utf8(bytes).unwrap())
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
