//! The records of an archive: its bytes, decompressed, and the header of each record.

use std::io::{self, BufRead, ErrorKind, Read};

use super::BUFFER;
use super::volume::{Counted, Member, Packing, Volume};
use crate::source::text;

/// Bytes of one record's WARC header; real ones have some hundred.
const MAX_HEAD: usize = 64 << 10;

/// Where a record starts in its volume.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Spot {
    /// Byte offset in the file: of the member (gzip) or frame (zstd), or of the record itself in a
    /// plain archive.
    pub(super) member: u64,
    /// Byte offset in the decompressed member; 0 in a plain archive.
    pub(super) inside: u64,
}

/// A record's header.
pub(super) struct Head {
    pub(super) spot: Spot,
    /// `WARC-Type`, lower case.
    pub(super) kind: String,
    /// Names in lower case.
    pub(super) fields: Vec<(String, String)>,
    /// Bytes of the block.
    pub(super) length: u64,
    /// Whether it is an answer to a request for a web address.
    pub(super) page: bool,
}

impl Head {
    pub(super) fn field(&self, name: &str) -> Option<&str> {
        field(&self.fields, name)
    }

    pub(super) fn url(&self) -> &str {
        bare(self.field("warc-target-uri").unwrap_or_default())
    }
}

/// The decompressed bytes of a volume, and where they stand in it.
pub(super) struct Stream<'v> {
    volume: &'v Volume,
    /// The file of a plain volume, or of a packed one between two members.
    file: Option<Counted>,
    /// The member being read.
    member: Option<Member>,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// The place of the buffer's first byte.
    spot: Spot,
}

impl Stream<'_> {
    pub(super) fn new(volume: &Volume, spot: Spot) -> io::Result<Stream<'_>> {
        let file = volume.read_from(spot.member)?;
        let start = Spot { member: spot.member, inside: 0 };
        let mut stream = Stream {
            volume,
            file: Some(file),
            member: None,
            buffer: vec![0; BUFFER],
            at: 0,
            end: 0,
            spot: start,
        };
        stream.skip(spot.inside)?;
        Ok(stream)
    }

    /// The place of the next byte.
    pub(super) fn spot(&self) -> Spot {
        let Spot { member, inside } = self.spot;
        let at = self.at as u64;
        match self.volume.packing {
            Packing::Plain => Spot { member: member.saturating_add(at), inside: 0 },
            Packing::Gzip | Packing::Zstd => Spot { member, inside: inside.saturating_add(at) },
        }
    }

    /// The bytes that can be had at once; none at the end.
    fn fill(&mut self) -> io::Result<&[u8]> {
        while self.at >= self.end {
            self.spot = self.spot();
            (self.at, self.end) = (0, 0);
            match self.more() {
                Ok(false) => break,
                Ok(true) => (),
                Err(e) if e.kind() == ErrorKind::Interrupted => (),
                Err(e) => return Err(e),
            }
        }
        Ok(self.buffer.get(self.at..self.end).unwrap_or_default())
    }

    /// Read into the empty buffer, possibly nothing; false at the end of the file.
    fn more(&mut self) -> io::Result<bool> {
        if let Some(member) = &mut self.member {
            self.end = member.read(&mut self.buffer)?;
            if self.end == 0 {
                self.file = self.member.take().map(Member::into_inner);
            }
            return Ok(true);
        }
        let Some(file) = &mut self.file else { return Ok(false) };
        if self.volume.packing == Packing::Plain {
            self.end = file.read(&mut self.buffer)?;
            return Ok(self.end > 0);
        }
        // Zeros behind a member are padding, as tapes and some file systems leave it.
        let next = file.fill_buf()?;
        let zeros = next.iter().take_while(|&&b| b == 0).count();
        if next.is_empty() {
            return Ok(false);
        }
        if zeros > 0 {
            file.consume(zeros);
            return Ok(true);
        }
        self.spot = Spot { member: file.read, inside: 0 };
        self.member = self.file.take().map(|file| self.volume.member(file)).transpose()?;
        Ok(true)
    }

    fn consume(&mut self, count: usize) {
        self.at = self.at.saturating_add(count).min(self.end);
    }

    /// Go over `count` bytes.
    pub(super) fn skip(&mut self, mut count: u64) -> io::Result<()> {
        while count > 0 {
            let here = self.fill()?.len();
            if here == 0 {
                return Err(cut(count));
            }
            let step = here.min(usize::try_from(count).unwrap_or(usize::MAX));
            self.consume(step);
            count -= step as u64;
        }
        Ok(())
    }

    /// The next `length` bytes. Memory grows with what is there, not with what the header promises.
    pub(super) fn block(&mut self, length: u64) -> io::Result<Vec<u8>> {
        let mut block = Vec::new();
        self.append(&mut block, length)?;
        Ok(block)
    }

    /// Puts the next `length` bytes behind others, as [`block`](Self::block) does.
    pub(super) fn append(&mut self, block: &mut Vec<u8>, length: u64) -> io::Result<()> {
        let mut missing =
            usize::try_from(length).map_err(|_| broken("a record too large for this machine"))?;
        while missing > 0 {
            let here = self.fill()?;
            if here.is_empty() {
                return Err(cut(missing as u64));
            }
            let here = here.get(..missing).unwrap_or(here);
            block.extend_from_slice(here);
            let count = here.len();
            self.consume(count);
            missing -= count;
        }
        Ok(())
    }

    /// One line of the header without its end, CRLF or LF. `left` is what the header may still
    /// take.
    fn line(&mut self, left: &mut usize) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            let here = self.fill()?;
            if here.is_empty() {
                return Err(io::Error::new(
                    ErrorKind::UnexpectedEof,
                    "the file ends in a record's header",
                ));
            }
            let stop = memchr::memchr(b'\n', here);
            let count = stop.map_or(here.len(), |n| n.saturating_add(1));
            if count > *left {
                return Err(broken(format!(
                    "expected a record's header of at most {MAX_HEAD} bytes, found a longer one"
                )));
            }
            *left -= count;
            line.extend_from_slice(here.get(..count).unwrap_or_default());
            self.consume(count);
            if stop.is_some() {
                line.pop();
                if line.last() == Some(&b'\r') {
                    line.pop();
                }
                return Ok(line);
            }
        }
    }

    /// Look at what stands behind a record: where it is not another, its length was wrong.
    pub(super) fn ends(&mut self, head: &Head) -> io::Result<()> {
        let here = self.fill()?;
        let start = here.get(..5).unwrap_or(here);
        if matches!(start.first(), None | Some(b'\r' | b'\n')) || b"WARC/".starts_with(start) {
            return Ok(());
        }
        let found = text(here.get(..24).unwrap_or(here));
        Err(broken(format!(
            "expected a line end behind a record of {} bytes, found `{}`; its `Content-Length` is \
             wrong",
            head.length,
            found.escape_debug()
        )))
    }

    /// The header of the next record; none at the end of the archive.
    pub(super) fn head(&mut self) -> io::Result<Option<Head>> {
        // Two line ends stand behind a record; some writers put more, some none.
        loop {
            let here = self.fill()?;
            let Some(first) = here.first() else { return Ok(None) };
            if !matches!(first, b'\r' | b'\n') {
                break;
            }
            self.consume(1);
        }
        let spot = self.spot();
        let mut left = MAX_HEAD;
        // Looked at before the line is read: a file of another kind may have no line end for
        // megabytes.
        let here = self.fill()?;
        let start = here.get(..5).unwrap_or(here);
        if !b"WARC/".starts_with(start) {
            let found = text(here.get(..24).unwrap_or(here));
            return Err(broken(format!(
                "expected a record, which starts with `WARC/`, found `{}`",
                found.escape_debug()
            )));
        }
        let version = self.line(&mut left)?;
        // 0.17 and 0.18, which Heritrix wrote until 2009, have the same header.
        let known = version.starts_with(b"WARC/1.") || version.starts_with(b"WARC/0.1");
        if !known || version.trim_ascii_end().len() > b"WARC/0.18".len() {
            return Err(broken(format!(
                "expected `WARC/1.0` or `WARC/1.1`, found `{}`",
                text(&version).escape_debug()
            )));
        }
        let mut lines = Vec::new();
        loop {
            let line = self.line(&mut left)?;
            if line.is_empty() {
                break;
            }
            lines.push(line);
        }
        let fields = fields(lines.iter().map(Vec::as_slice));
        // Of a record that was cut here; the next stands behind it.
        let twice = |of: &&str| fields.iter().filter(|(name, _)| name == of).count() > 1;
        let once = ["warc-type", "warc-record-id", "warc-date", "content-length"];
        if once.iter().any(twice) {
            return Err(broken("expected one record's header, found that of another in it"));
        }
        let length = field(&fields, "content-length").map(str::trim);
        let Some(length) = length.and_then(|length| length.parse().ok()) else {
            let found =
                length.map_or("none".to_owned(), |length| format!("`{}`", length.escape_debug()));
            return Err(broken(format!(
                "expected a record's `Content-Length` in bytes, found {found}"
            )));
        };
        let kind = field(&fields, "warc-type").unwrap_or_default().to_ascii_lowercase();
        let mut head = Head { spot, kind, fields, length, page: false };
        let web = ["http://", "https://"].iter().any(|scheme| {
            head.url().get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme))
        });
        head.page = web && matches!(head.kind.as_str(), "response" | "resource" | "revisit");
        Ok(Some(head))
    }
}

pub(super) fn broken(what: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what.into())
}

fn cut(missing: u64) -> io::Error {
    io::Error::new(
        ErrorKind::UnexpectedEof,
        format!("the file ends in a record, of which at least {missing} bytes are missing"),
    )
}

/// The header lines `Name: value`, names in lower case; a line that starts with white space
/// continues the last.
pub(super) fn fields<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<(String, String)> {
    let mut fields: Vec<(String, String)> = Vec::new();
    for line in lines {
        let line = text(line);
        if let Some((_, value)) = fields.last_mut().filter(|_| line.starts_with([' ', '\t'])) {
            value.push(' ');
            value.push_str(line.trim());
        } else if let Some((name, value)) = line.split_once(':') {
            fields.push((name.trim().to_ascii_lowercase(), value.trim().to_owned()));
        }
    }
    fields
}

fn field<'a>(fields: &'a [(String, String)], name: &str) -> Option<&'a str> {
    fields.iter().find(|(n, _)| n == name).map(|(_, value)| value.as_str())
}

/// A target address without the angle brackets that WARC/1.0 asked for by a mistake in its grammar.
pub(super) fn bare(url: &str) -> &str {
    let url = url.trim();
    url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(url)
}
