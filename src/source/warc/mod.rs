//! Pages from a WARC archive (ISO 28500, versions 1.0 and 1.1): one file or many, plain, gzip or
//! zstd, or several in a WACZ.
//!
//! Opening reads the archive once and keeps, for each page in it, where its record starts: about
//! 150 bytes a page. The page itself is read again when it is asked for, so that an archive may be
//! larger than the memory.
//!
//! Packed archives have one member a record by the book. Some have one member for everything,
//! others break members in the middle of a record. So a place is a pair: where a member starts in
//! the file, and how far into its decompressed bytes. Where all records share one member, `get`
//! decompresses from its start each time; `pages` reads straight through.

mod payload;
mod piped;
mod resync;
mod stream;
mod volume;
mod write;

use std::cmp::Reverse;
use std::io::{self, ErrorKind};
use std::path::Path;
use std::sync::Arc;

use chrono::{DateTime, Datelike, NaiveDate};
use url::Url;

use self::payload::{http_answer, is_coding, payload, status_line};
use self::resync::{MAX_DAMAGES, next_record};
use self::stream::{Head, Spot, Stream, bare, broken};
use self::volume::Volume;
use super::{CAPTURED, CAPTURED_AS, Response, Source};
use crate::Error;
use crate::error::Kind;
use crate::file::Scratch;

pub use self::write::{write_response, write_unchanged};

/// Bytes of one record's block, as stored. Pages have kilobytes; what is larger is a film or a disk
/// image.
pub const MAX_BLOCK: u64 = 64 << 20;

/// Bytes of one body after its codings are undone: a compression bomb ends here.
pub const MAX_DECODED: u64 = 64 << 20;

/// Redirects followed inside the archive, as many as browsers and `source::http` follow.
const MAX_REDIRECTS: usize = 10;

/// Pages in one archive: about 1.5 GB of index. A larger archive is better split, as crawlers do at
/// 1 GB each.
const MAX_PAGES: usize = 10_000_000;

/// Bytes read at a time.
const BUFFER: usize = 64 << 10;

/// A WARC archive, open for reading.
///
/// ```
/// use feedstone::source::{Source, Warc};
/// let archive = Warc::open("samples/garden-notes.warc.gz")?;
/// assert!(archive.get("http://www.garden-notes.example")?.is_html());
/// # Ok::<(), feedstone::Error>(())
/// ```
#[derive(Debug)]
pub struct Warc {
    volumes: Vec<Volume>,
    /// What came from standard input, as a file that goes with the archive.
    #[cfg_attr(not(feature = "cli"), expect(dead_code, reason = "its file goes with this"))]
    piped: Option<Arc<Scratch>>,
    /// Captures from this time on do not count: see [`time`].
    before: Option<u64>,
    /// In the order of the files.
    entries: Vec<Entry>,
    /// Hash of the normal spelling of the address, entry; sorted, of one hash the originals first:
    /// see [`Entry::is_original`].
    by_url: Vec<(u64, u32)>,
    /// Hash of the payload digest, entry; sorted.
    by_digest: Vec<(u64, u32)>,
    /// What is wrong with the files, and where.
    damages: Vec<String>,
}

/// Where a page is in the archive.
#[derive(Debug)]
struct Entry {
    url: Box<str>,
    volume: u32,
    spot: Spot,
    /// When it was captured: see [`time`].
    date: u64,
    status: u16,
    revisit: bool,
}

impl Entry {
    /// True for a page that revisits may refer to.
    fn is_original(&self) -> bool {
        !self.revisit && (200..300).contains(&self.status)
    }
}

impl Warc {
    /// Open an archive and index its pages, in one pass.
    ///
    /// A damaged archive opens if at least its first record's header can be read: see
    /// [`Warc::damages`].
    ///
    /// # Errors
    /// Kind `Io` where the file cannot be read, kind `Warc` where it is no WARC archive.
    pub fn open(path: impl AsRef<Path>) -> Result<Warc, Error> {
        Warc::open_all(&[path], None)
    }

    /// Open several files as one archive: WARC and WACZ files, and folders that hold such. Captures
    /// of one address in different files are captures of one archive, and a revisit in one may
    /// refer to another. With `as_of` the archive is read as it was at the end of that day (UTC).
    /// The path `-` is standard input, which is written to a temporary file first, since an archive
    /// is read more than once; the file is gone when the archive is dropped. Opened again before,
    /// it is the same archive.
    ///
    /// # Errors
    /// As [`open`](Self::open); kind `Warc` where a folder holds no archive; kind `Io` where
    /// standard input is named twice, or is no archive's bytes but a terminal.
    pub fn open_all(paths: &[impl AsRef<Path>], as_of: Option<NaiveDate>) -> Result<Warc, Error> {
        let (mut volumes, mut piped) = (Vec::new(), None);
        for path in paths.iter().map(AsRef::as_ref) {
            if path.as_os_str() != "-" {
                volumes.extend(Volume::all_of(path, &path.to_string_lossy())?);
                continue;
            }
            if piped.is_some() {
                let what = "standard input (-) can be read once, and is named twice";
                return Err(Error::new(Kind::Io, what));
            }
            let file = piped::from_standard_input()?;
            volumes.extend(Volume::all_of(file.path(), "standard input")?);
            piped = Some(file);
        }
        let day = |d: NaiveDate| {
            let days = d.year().max(0) as u64 * 10_000 + u64::from(d.month() * 100 + d.day());
            (days + 1) * 1_000_000
        };
        let mut warc = Warc {
            volumes,
            piped,
            before: as_of.map(day),
            entries: Vec::new(),
            by_url: Vec::new(),
            by_digest: Vec::new(),
            damages: Vec::new(),
        };
        warc.index()?;
        Ok(warc)
    }

    /// What is wrong with the archive and at which bytes, place by place; empty where nothing is.
    /// Records before and behind a damaged place can be had; at most 100 places of a file are
    /// passed.
    pub fn damages(&self) -> &[String] {
        &self.damages
    }

    /// Number of pages in the archive, captures of one address counted each.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True where the archive holds no page.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    fn index(&mut self) -> Result<(), Error> {
        let volumes = std::mem::take(&mut self.volumes);
        let noted = (0u32..).zip(&volumes).try_for_each(|(n, v)| self.note_volume(n, v));
        self.volumes = volumes;
        noted?;
        self.by_url = (0u32..)
            .zip(&self.entries)
            .map(|(number, entry)| (hash(&spelling(&entry.url)), number))
            .collect();
        let entries = &self.entries;
        let later = |n: u32| entries.get(n as usize).is_none_or(|entry| !entry.is_original());
        self.by_url.sort_unstable_by_key(|&(hash, n)| (hash, later(n), n));
        self.by_digest.sort_unstable();
        Ok(())
    }

    /// Put the pages of one file into the index.
    fn note_volume(&mut self, number: u32, volume: &Volume) -> Result<(), Error> {
        let mut stream = start_of(volume)?;
        let mut records = 0usize;
        let mut damages = 0usize;
        loop {
            let before = stream.spot();
            let mut start = None;
            let step = match stream.head() {
                Ok(None) if records == 0 => {
                    Err(broken("expected `WARC/1.0` or `WARC/1.1`, found an empty file"))
                }
                Ok(None) => return Ok(()),
                Ok(Some(head)) => {
                    start = Some(head.spot);
                    self.note(&mut stream, &head, number).and_then(|()| stream.ends(&head))
                }
                Err(e) => Err(e),
            };
            let Err(e) = step else {
                records = records.saturating_add(1);
                continue;
            };
            let spot = stream.spot();
            let place = volume.place(spot.member, spot.inside);
            let file = &volume.name;
            if records == 0 && start.is_none() {
                let what = format!(
                    "{file}: not a WARC archive, or damaged from its start: at {place}: {e}"
                );
                return Err(Error::new(Kind::Warc, what).because(e));
            }
            // Gzip gives out the data of a member before it can compare the checksum, which stands
            // at the end: then the record before is bad. flate2 says `InvalidInput` for that, this
            // file never does.
            let late = start.is_none() && e.kind() == ErrorKind::InvalidInput;
            self.forget(|entry| {
                entry.volume == number
                    && (start == Some(entry.spot) || late && entry.spot.member == spot.member)
            });
            damages += 1;
            let from = start.unwrap_or(before).member;
            let next = match damages < MAX_DAMAGES {
                true => next_record(volume, from).map_err(|e| unreadable(volume, e))?,
                false => None,
            };
            let rest = match &next {
                Some(next) => {
                    let next = next.spot();
                    format!("reading goes on at {}", volume.place(next.member, next.inside))
                }
                None => "nothing behind it can be read".to_owned(),
            };
            let what = format!("{file}: damaged at {place}: {e}; {rest}; get a whole copy");
            self.damages.push(what);
            match next {
                Some(next) => stream = next,
                None => return Ok(()),
            }
        }
    }

    /// Take the last page out of the index, where this is true of it: it cannot be read.
    fn forget(&mut self, is_bad: impl Fn(&Entry) -> bool) {
        if self.entries.last().is_some_and(is_bad) {
            self.entries.pop();
            let kept = self.entries.len();
            self.by_digest.retain(|&(_, entry)| (entry as usize) < kept);
        }
    }

    /// True for records that are pages, of the time that is read.
    fn is_page(&self, head: &Head) -> bool {
        head.page && self.before.is_none_or(|before| time(head) < before)
    }

    /// Put one record into the index, if it is a page, and go behind it.
    fn note(&mut self, stream: &mut Stream<'_>, head: &Head, volume: u32) -> io::Result<()> {
        let mut block = Vec::new();
        let is_page = self.is_page(head);
        if is_page {
            // Enough for `HTTP/1.1 200`.
            block = stream.block(head.length.min(16))?;
        }
        stream.skip(head.length.saturating_sub(block.len() as u64))?;
        if !is_page {
            return Ok(());
        }
        let Ok(number) = u32::try_from(self.entries.len()) else {
            return Err(broken("too many pages"));
        };
        if self.entries.len() >= MAX_PAGES {
            return Err(broken(format!("expected at most {MAX_PAGES} pages; split the archive")));
        }
        let revisit = head.kind == "revisit";
        let status = match (head.kind.as_str(), status_line(&block)) {
            // A page found unchanged is the page.
            ("resource", _) | ("revisit", None | Some(304)) => 200,
            (_, status) => status.unwrap_or(0),
        };
        if let Some(digest) = head.field("warc-payload-digest").filter(|_| !revisit) {
            self.by_digest.push((hash(digest), number));
        }
        let (url, date) = (head.url().into(), time(head));
        self.entries.push(Entry { url, volume, spot: head.spot, date, status, revisit });
        Ok(())
    }

    /// Read the record of an entry.
    fn record(&self, entry: &Entry) -> Result<(Head, Vec<u8>), Error> {
        let volume = self.volumes.get(entry.volume as usize);
        let volume = volume.ok_or_else(|| Error::new(Kind::Warc, "a record of no file"))?;
        let wrong = |e: io::Error| unreadable(volume, e);
        let mut stream = Stream::new(volume, entry.spot).map_err(wrong)?;
        let head = stream.head().and_then(|head| {
            head.ok_or_else(|| broken("expected a record, found the end of the file"))
        });
        let head = head.map_err(wrong)?;
        check_size(volume, &head)?;
        let block = stream.block(head.length).map_err(wrong)?;
        Ok((head, block))
    }

    /// What came from standard input; its file is there as long as this is.
    #[cfg(feature = "cli")]
    pub(crate) fn piped(&self) -> Option<&Arc<Scratch>> {
        self.piped.as_ref()
    }

    /// The archive's files, for messages.
    fn name(&self) -> String {
        let Some(first) = self.volumes.first() else { return "without files".to_owned() };
        let first = &first.name;
        match self.volumes.len() - 1 {
            0 => first.to_string(),
            more => format!("{first} and {more} more"),
        }
    }

    /// The page in a record, `number` of which stand before it in the archive, with the time of its
    /// capture.
    fn response(&self, head: &Head, block: &[u8], number: usize) -> Result<Response, Error> {
        let mut page = self.answer(head, block, number)?;
        let date = head.field("warc-date").and_then(|d| DateTime::parse_from_rfc3339(d).ok());
        if let Some(date) = date {
            page.headers.retain(|(name, _)| name != CAPTURED);
            let date = date.naive_utc().format(CAPTURED_AS).to_string();
            page.headers.push((CAPTURED.to_owned(), date));
        }
        Ok(page)
    }

    fn answer(&self, head: &Head, block: &[u8], number: usize) -> Result<Response, Error> {
        let context = |e: Error| e.within(head.url()).within(self.name());
        let url = head.url().to_owned();
        if head.kind == "resource" {
            let headers = head
                .field("content-type")
                .map(|value| ("content-type".to_owned(), value.to_owned()));
            return Ok(Response {
                url,
                status: 200,
                headers: headers.into_iter().collect(),
                bytes: block.to_vec(),
            });
        }
        if head.kind != "revisit" {
            return payload(url, block).map_err(context);
        }
        let mut page = self.original(head, number).map_err(context)?;
        // Redirects all have the same empty body: the digest finds one of them, but `Location`
        // stands only here.
        if let Some((status, headers, _)) = http_answer(block).filter(|(status, ..)| *status != 304)
        {
            page.status = status;
            page.headers = headers.into_iter().filter(|(name, _)| !is_coding(name)).collect();
        }
        page.url = url;
        Ok(page)
    }

    /// The earlier capture with the body of a revisit.
    fn original(&self, head: &Head, number: usize) -> Result<Response, Error> {
        let digest = head.field("warc-payload-digest");
        let mut numbers: Vec<usize> =
            digest.map_or(Vec::new(), |d| within(&self.by_digest, hash(d)).collect());
        // Earlier ones first, of these the last. A revisit before its original stands in some
        // merged archives.
        numbers.sort_by_key(|&n| (n >= number, Reverse(n)));
        for entry in numbers.iter().filter_map(|&n| self.entries.get(n)) {
            if let Ok((found, block)) = self.record(entry)
                && found.kind != "revisit"
                && found.field("warc-payload-digest") == digest
            {
                return self.response(&found, &block, 0);
            }
        }
        let target = head.field("warc-refers-to-target-uri").map_or(head.url(), bare);
        let date = head.field("warc-refers-to-date").map(digits);
        let mut numbers = self.same_spelling(target, Entry::is_original);
        numbers.sort_by_key(|&n| {
            (self.entries.get(n).map(|entry| entry.date) != date, n >= number, Reverse(n))
        });
        for entry in numbers.iter().filter_map(|&n| self.entries.get(n)) {
            if let Ok((found, block)) = self.record(entry)
                && found.kind != "revisit"
            {
                return self.response(&found, &block, 0);
            }
        }
        let what = format!(
            "a revisit of {target}, expected the earlier capture in this archive, found none; \
             read the archive with the earlier crawl too"
        );
        Err(Error::new(Kind::Warc, what))
    }

    /// Entries whose address is this one in any spelling: the first ones, in the order of `by_url`,
    /// of which something is true.
    fn same_spelling(&self, url: &str, is: impl Fn(&Entry) -> bool) -> Vec<usize> {
        let wanted = spelling(url);
        let numbers = within(&self.by_url, hash(&wanted));
        let found = numbers.map_while(|n| Some((n, self.entries.get(n).filter(|e| is(e))?)));
        // Two addresses may share a hash.
        let same = |entry: &Entry| *entry.url == *url || spelling(&entry.url) == wanted;
        found.filter(|(_, entry)| same(entry)).map(|(n, _)| n).collect()
    }

    /// The best capture of an address: a page or a redirect, of exactly this address, status 2xx,
    /// the newest.
    fn capture(&self, url: &str) -> Result<Response, Error> {
        let exact = Url::parse(url).map(String::from).unwrap_or_default();
        let mut numbers = self.same_spelling(url, |_| true);
        numbers.sort_by_key(|&n| {
            let rank = self.entries.get(n).map(|entry| {
                let same = *entry.url == *url || *entry.url == *exact;
                let (any, good) = (200..400, 200..300);
                let (any, good) = (any.contains(&entry.status), good.contains(&entry.status));
                (any, same, good, entry.date, n)
            });
            Reverse(rank)
        });
        let mut first = None;
        for &n in &numbers {
            let Some(entry) = self.entries.get(n) else { continue };
            // What cannot be read makes way for an older capture that can.
            match self.record(entry).and_then(|(head, block)| self.response(&head, &block, n)) {
                Ok(page) => return Ok(page),
                Err(e) => first = first.or(Some(e)),
            }
        }
        Err(first.unwrap_or_else(|| {
            let damage = self.damages.first().map(|d| format!(" ({d})")).unwrap_or_default();
            Error::new(Kind::Fetch, format!("{url}: not in the archive {}{damage}", self.name()))
        }))
    }
}

impl Source for Warc {
    /// The address is looked for as it is; then without regard to http or https, `www.`, a slash at
    /// the end, default ports, and how characters are percent-encoded. A fragment never counts.
    /// Redirects that the archive holds are followed. Of several captures the newest with status
    /// 2xx counts.
    fn get(&self, url: &str) -> Result<Response, Error> {
        // Archives need no login.
        let url = &crate::address::bare(url);
        let mut here = url.split('#').next().unwrap_or_default().trim().to_owned();
        for _ in 0..=MAX_REDIRECTS {
            let page = self.capture(&here)?;
            if (200..300).contains(&page.status) {
                return Ok(page);
            }
            let target = page.header("location").filter(|_| (300..400).contains(&page.status));
            let next = target
                .and_then(|to| Url::parse(&page.url).and_then(|base| base.join(to.trim())).ok());
            let Some(mut next) = next else {
                let what = format!(
                    "{url}: the archive {} holds only an answer with status {}, no page",
                    self.name(),
                    page.status
                );
                return Err(Error::new(Kind::Fetch, what).answered(page.status));
            };
            next.set_fragment(None);
            here = next.into();
        }
        let what = format!(
            "{url}: more than {MAX_REDIRECTS} redirects in the archive {}, the last to {here}",
            self.name()
        );
        Err(Error::new(Kind::Fetch, what))
    }

    fn damages(&self) -> &[String] {
        &self.damages
    }

    /// Every capture in the order of the files, whatever its status; last, where the archive is
    /// damaged, each damaged place.
    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        let mut stream = None;
        let mut number = 0usize;
        let mut damages = self.damages.iter();
        Box::new(std::iter::from_fn(move || {
            let Some(entry) = self.entries.get(number) else {
                return damages.next().map(|d| Err(Error::new(Kind::Warc, d.clone())));
            };
            let volume = self.volumes.get(entry.volume as usize)?;
            // Behind a damaged place the stream starts anew.
            let read_on = stream.take().filter(|(n, _)| *n == entry.volume);
            let read_on = read_on.and_then(|(n, mut open)| {
                let item = self.page_at(volume, &mut open, number, entry.spot).ok()?;
                Some((n, open, item))
            });
            let read = read_on.map_or_else(
                || {
                    let mut open =
                        Stream::new(volume, entry.spot).map_err(|e| unreadable(volume, e))?;
                    let item = self.page_at(volume, &mut open, number, entry.spot)?;
                    Ok((entry.volume, open, item))
                },
                Ok,
            );
            number = number.saturating_add(1);
            match read {
                Ok((n, open, item)) => {
                    stream = Some((n, open));
                    Some(item)
                }
                Err(e) => {
                    // The file was changed: nothing more of it is where it was.
                    number = self.entries.len();
                    Some(Err(e))
                }
            }
        }))
    }
}

impl Warc {
    /// The page at a place, which the stream has not passed. The outer error ends the stream, the
    /// inner one is of this page alone.
    fn page_at(
        &self,
        volume: &Volume,
        stream: &mut Stream<'_>,
        number: usize,
        spot: Spot,
    ) -> Result<Result<Response, Error>, Error> {
        let wrong = |e: io::Error| unreadable(volume, e);
        loop {
            let head = stream.head().and_then(|head| {
                head.ok_or_else(|| broken("expected a record, found the end of the file"))
            });
            let head = head.map_err(wrong)?;
            let is_it = head.spot == spot;
            let wanted = if is_it { check_size(volume, &head) } else { Ok(()) };
            if !is_it || wanted.is_err() {
                stream.skip(head.length).map_err(wrong)?;
                match wanted {
                    Ok(()) => continue,
                    Err(e) => return Ok(Err(e)),
                }
            }
            let block = stream.block(head.length).map_err(wrong)?;
            return Ok(self.response(&head, &block, number));
        }
    }
}

/// A volume from its first record on.
fn start_of(volume: &Volume) -> Result<Stream<'_>, Error> {
    let start = Spot { member: volume.start, inside: 0 };
    Stream::new(volume, start).map_err(|e| unreadable(volume, e))
}

/// A record that was there when the archive was opened cannot be read now.
fn unreadable(volume: &Volume, e: io::Error) -> Error {
    let file = &volume.name;
    let what = format!("{file}: a record cannot be read: {e}; was the file changed?");
    Error::new(Kind::Warc, what).because(e)
}

fn check_size(volume: &Volume, head: &Head) -> Result<(), Error> {
    if head.length <= MAX_BLOCK {
        return Ok(());
    }
    let what = format!(
        "{}: {}: expected at most {MAX_BLOCK} bytes, found a record of {}",
        volume.name,
        head.url(),
        head.length
    );
    Err(Error::new(Kind::Warc, what))
}

/// When a record was captured, as the number YYYYMMDDhhmmss; 0 where it does not say.
fn time(head: &Head) -> u64 {
    head.field("warc-date").map_or(0, digits)
}

fn digits(date: &str) -> u64 {
    let digits = date.chars().filter_map(|c| c.to_digit(10)).take(14);
    let (number, many) = digits.fold((0, 0), |(n, k), d| (n * 10 + u64::from(d), k + 1));
    // Less than seconds is midnight.
    (many..14).fold(number, |n, _| n * 10)
}

/// An address reduced to what tells pages apart: no scheme, no `www.`, no default port, no slash at
/// the end, no fragment, and percent-encoding only where it is needed, in capitals.
fn spelling(url: &str) -> String {
    let Ok(url) = Url::parse(url.trim()) else { return url.trim().to_ascii_lowercase() };
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_suffix('.').unwrap_or(host);
    let mut out = host.strip_prefix("www.").unwrap_or(host).to_owned();
    if let Some(port) = url.port() {
        out.push_str(&format!(":{port}"));
    }
    out.push_str(tidy(url.path()).trim_end_matches('/'));
    if let Some(query) = url.query().filter(|query| !query.is_empty()) {
        out.push('?');
        out.push_str(&tidy(query));
    }
    out
}

/// Percent-encoding in capitals, and undone where RFC 3986 says that it makes no difference.
fn tidy(part: &str) -> String {
    let mut pieces = part.split('%');
    let mut out = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let code = piece.get(..2).filter(|hex| hex.bytes().all(|b| b.is_ascii_hexdigit()));
        match code.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                if byte.is_ascii_alphanumeric() || b"-._~".contains(&byte) {
                    out.push(char::from(byte));
                } else {
                    out.push_str(&format!("%{byte:02X}"));
                }
                out.push_str(piece.get(2..).unwrap_or_default());
            }
            None => {
                out.push('%');
                out.push_str(piece);
            }
        }
    }
    out
}

/// The entries that stand with this hash in a sorted list.
fn within(list: &[(u64, u32)], hash: u64) -> impl Iterator<Item = usize> + '_ {
    let start = list.partition_point(|&(h, _)| h < hash);
    let of_hash = list.iter().skip(start).take_while(move |&&(h, _)| h == hash);
    of_hash.map(|&(_, entry)| entry as usize)
}

fn hash(text: &str) -> u64 {
    fnv([text.as_bytes()]) as u64
}

/// FNV-1a with 128 bits: short, and the same in every release, which the standard library's hasher
/// is not.
fn fnv<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    let step = |hash: u128, &byte: &u8| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    };
    parts.into_iter().flatten().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, step)
}
