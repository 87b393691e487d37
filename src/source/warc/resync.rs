//! Behind a damaged place: where the next whole record starts.

use std::io::{self, BufRead};

use super::stream::{Spot, Stream};
use super::volume::{Packing, Volume};

/// Damaged places of one file behind which reading goes on. Each may cost a pass over the rest.
pub(super) const MAX_DAMAGES: usize = 100;
/// Places of one search that look like the start of a record and are none.
const MAX_TRIES: usize = 10_000;

/// With what a record, or the member that holds it, starts.
fn sign(packing: Packing) -> &'static [u8] {
    match packing {
        Packing::Plain => b"WARC/",
        Packing::Gzip => &[0x1f, 0x8b, 0x08],
        Packing::Zstd => &[0x28, 0xb5, 0x2f, 0xfd],
    }
}

/// A stream at the first record that starts behind `place`, a byte of the file; none where no
/// record does. Time: linear in what is passed, and at most [`MAX_TRIES`] looks into members.
pub(super) fn next_record(volume: &Volume, place: u64) -> io::Result<Option<Stream<'_>>> {
    let sign = sign(volume.packing);
    let mut from = place.saturating_add(1);
    for _ in 0..MAX_TRIES {
        let Some(found) = find(volume, from, sign)? else { return Ok(None) };
        let here = Spot { member: found, inside: 0 };
        // What cannot be unpacked is none; nor is a record's name in the middle of a text.
        if let Ok(mut stream) = Stream::new(volume, here)
            && stream.head().is_ok_and(|h| h.is_some_and(|h| !h.kind.is_empty()))
        {
            return Stream::new(volume, here).map(Some);
        }
        from = found.saturating_add(1);
    }
    Ok(None)
}

/// The first place of these bytes in the file, from `from` on.
fn find(volume: &Volume, from: u64, sign: &[u8]) -> io::Result<Option<u64>> {
    let mut file = volume.read_from(from)?;
    // The end of what was read so far, which may begin the sign.
    let mut tail: Vec<u8> = Vec::new();
    loop {
        let start = file.read.saturating_sub(tail.len() as u64);
        let here = file.fill_buf()?;
        if here.is_empty() {
            return Ok(None);
        }
        tail.extend_from_slice(here);
        let count = here.len();
        if let Some(at) = memchr::memmem::find(&tail, sign) {
            return Ok(Some(start.saturating_add(at as u64)));
        }
        file.consume(count);
        let keep = tail.len().saturating_sub(sign.len() - 1);
        tail.drain(..keep);
    }
}
