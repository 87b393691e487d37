//! The pages of an archive from its first file to its last, each record read once, and past what is
//! damaged.
//!
//! Gzip gives out the data of a member before it can compare the checksum, which stands at its end.
//! So a page is held back until the record behind it was found: memory is that of two pages.

use std::collections::VecDeque;
use std::io::{self, ErrorKind};

use super::resync::{MAX_DAMAGES, next_record};
use super::stream::{Head, Stream, broken};
use super::volume::Volume;
use super::{MAX_BLOCK, MAX_PAGES, Warc, start_of, time, unreadable};

/// Bytes of a block that say what it is: enough for `HTTP/1.1 200`.
const START: u64 = 16;

/// A record that is a page.
pub(super) struct Found {
    pub head: Head,
    /// Its block, or the start of it.
    pub block: Vec<u8>,
    /// The number of its file.
    pub volume: u32,
}

/// A pass over an archive: gives its pages, and collects what is wrong with it.
pub(super) struct Walk<'w> {
    warc: &'w Warc,
    /// Whether blocks are read to their end, but for those that are too large.
    whole: bool,
    /// The file that is read, by its number; none of it is read yet where there is no stream.
    volume: u32,
    stream: Option<Stream<'w>>,
    /// Damaged places of this file.
    damaged: usize,
    /// The last page read.
    last: Option<Found>,
    /// How many were read.
    pages: usize,
    /// What is wrong with the files read so far, and where.
    pub damages: VecDeque<String>,
}

impl<'w> Walk<'w> {
    pub(super) fn new(warc: &'w Warc, whole: bool) -> Walk<'w> {
        let (damaged, pages, damages) = (0, 0, VecDeque::new());
        Walk { warc, whole, volume: 0, stream: None, damaged, last: None, pages, damages }
    }

    /// The block of a record, or its start, and the stream behind it; None where it is no page.
    fn block(&self, stream: &mut Stream<'_>, head: &Head) -> io::Result<Option<Vec<u8>>> {
        let warc = self.warc;
        if !head.page || warc.before.is_some_and(|before| time(head) >= before) {
            stream.skip(head.length)?;
            return Ok(None);
        }
        let start = head.length.min(START);
        let mut block = stream.block(start)?;
        match self.whole && head.length <= MAX_BLOCK {
            true => stream.append(&mut block, head.length - start)?,
            false => stream.skip(head.length - start)?,
        }
        if self.pages >= MAX_PAGES {
            return Err(broken(format!("expected at most {MAX_PAGES} pages; split the archive")));
        }
        Ok(Some(block))
    }

    /// Goes behind a damaged place; no stream where nothing behind it can be read. `start`: where
    /// the record began that is damaged, where its header is not.
    fn pass(
        &mut self,
        volume: &'w Volume,
        stream: &Stream<'_>,
        (before, start): (u64, Option<u64>),
        e: &io::Error,
    ) -> Option<Stream<'w>> {
        let spot = stream.spot();
        // flate2 says `InvalidInput` for a checksum, this file never does: the record before is
        // bad.
        let late = start.is_none() && e.kind() == ErrorKind::InvalidInput;
        let is_bad =
            |last: &mut Found| last.volume == self.volume && last.head.spot.member == spot.member;
        if late && self.last.take_if(is_bad).is_some() {
            self.pages -= 1;
        }
        self.damaged += 1;
        let next = match self.damaged < MAX_DAMAGES {
            true => next_record(volume, start.unwrap_or(before)),
            false => Ok(None),
        };
        let place = volume.place(spot.member, spot.inside);
        let (next, rest) = match next {
            Ok(Some(next)) => {
                let spot = next.spot();
                let place = volume.place(spot.member, spot.inside);
                (Some(next), format!("reading goes on at {place}"))
            }
            Ok(None) => (None, "nothing behind it can be read".to_owned()),
            Err(e) => {
                self.damages.push_back(unreadable(volume, e).to_string());
                return None;
            }
        };
        let file = &volume.name;
        self.damages
            .push_back(format!("{file}: damaged at {place}: {e}; {rest}; get a whole copy"));
        next
    }
}

impl Iterator for Walk<'_> {
    type Item = Found;

    fn next(&mut self) -> Option<Found> {
        let volumes = &self.warc.volumes;
        while let Some(volume) = volumes.get(self.volume as usize) {
            let mut stream = match self.stream.take().map_or_else(|| start_of(volume), Ok) {
                Ok(stream) => stream,
                Err(e) => {
                    self.damages.push_back(e.to_string());
                    (self.volume, self.damaged) = (self.volume + 1, 0);
                    continue;
                }
            };
            let before = stream.spot().member;
            let mut start = None;
            let step = stream.head().and_then(|head| {
                let Some(head) = head else { return Ok(None) };
                start = Some(head.spot.member);
                let block = self.block(&mut stream, &head)?;
                stream.ends(&head)?;
                let found = |block| Found { head, block, volume: self.volume };
                Ok(Some(block.map(found)))
            });
            self.stream = match step {
                Ok(Some(_)) => Some(stream),
                Ok(None) => None,
                Err(ref e) => self.pass(volume, &stream, (before, start), e),
            };
            if self.stream.is_none() {
                (self.volume, self.damaged) = (self.volume + 1, 0);
            }
            if let Ok(Some(Some(found))) = step {
                self.pages += 1;
                if let Some(last) = self.last.replace(found) {
                    return Some(last);
                }
            }
        }
        self.last.take()
    }
}
