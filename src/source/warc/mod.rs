//! Pages from a WARC archive (ISO 28500, versions 1.0 and 1.1): one file or many, plain, gzip or
//! zstd, or several in a WACZ.
//!
//! Who wants all pages reads the archive once, from front to back (`walk.rs`). Who asks for one
//! needs an index, which is made then, in a pass of its own, and keeps where each page's record
//! starts: about 150 bytes a page. A page is never kept, so that an archive may be larger than the
//! memory. A revisit, whose body stands in another record, is in between: where that was passed
//! already, its place is known by its digest; only else the index is asked.
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
mod walk;
mod write;

use std::cmp::Reverse;
use std::collections::HashMap;
use std::io;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use chrono::{DateTime, Datelike, NaiveDate};
use url::Url;

use self::payload::{http_answer, is_coding, payload, status_line};
use self::stream::{Head, Spot, Stream, bare, broken};
use self::volume::Volume;
use self::walk::{Found, Walk};
use super::{CAPTURED, CAPTURED_AS, Response, Source};
use crate::Error;
use crate::address::{without_doubled_slashes, without_index};
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
    /// Made when it is first asked for.
    index: OnceLock<Index>,
}

/// Where the pages of an archive are.
#[derive(Debug, Default)]
struct Index {
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

/// What is known of a page's place in the archive, for revisits.
#[derive(Clone, Copy, Default)]
struct Place {
    /// How many pages stand ahead of it.
    number: usize,
    /// Of these the last that has its digest, where it was passed.
    original: Option<(u32, Spot)>,
}

impl Entry {
    /// True for a page that revisits may refer to.
    fn is_original(&self) -> bool {
        !self.revisit && (200..300).contains(&self.status)
    }
}

impl Index {
    /// Puts in a page, so many of which stand ahead of it.
    fn note(&mut self, number: u32, found: &Found) {
        let Found { head, block, volume } = found;
        let revisit = head.kind == "revisit";
        let status = match (head.kind.as_str(), status_line(block)) {
            // A page found unchanged is the page.
            ("resource", _) | ("revisit", None | Some(304)) => 200,
            (_, status) => status.unwrap_or(0),
        };
        if let Some(digest) = head.field("warc-payload-digest").filter(|_| !revisit) {
            self.by_digest.push((hash(digest), number));
        }
        let (url, volume, date) = (head.url().into(), *volume, time(head));
        self.entries.push(Entry { url, volume, spot: head.spot, date, status, revisit });
    }

    /// Puts in order what was noted.
    fn sort(&mut self) {
        let entries = &self.entries;
        let numbered = (0u32..).zip(entries);
        self.by_url = numbered.map(|(n, entry)| (hash(&spelling(&entry.url)), n)).collect();
        let later = |n: u32| entries.get(n as usize).is_none_or(|entry| !entry.is_original());
        self.by_url.sort_unstable_by_key(|&(hash, n)| (hash, later(n), n));
        self.by_digest.sort_unstable();
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
}

impl Warc {
    /// Open an archive: look at its first record. Its pages are indexed when one of them is first
    /// asked for by its address, in one pass.
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
        volumes.iter().try_for_each(check_start)?;
        Ok(Warc { volumes, piped, before: as_of.map(day), index: OnceLock::new() })
    }

    /// What is wrong with the archive and at which bytes, place by place; empty where nothing is.
    /// Records before and behind a damaged place can be had; at most 100 places of a file are
    /// passed.
    pub fn damages(&self) -> &[String] {
        &self.index().damages
    }

    /// Number of pages in the archive, captures of one address counted each.
    pub fn len(&self) -> usize {
        self.index().entries.len()
    }

    /// True where the archive holds no page.
    pub fn is_empty(&self) -> bool {
        self.index().entries.is_empty()
    }

    fn index(&self) -> &Index {
        self.index.get_or_init(|| {
            let mut index = Index::default();
            let mut walk = Walk::new(self, false);
            (0u32..).zip(&mut walk).for_each(|(n, found)| index.note(n, &found));
            index.damages = walk.damages.into();
            index.sort();
            index
        })
    }

    /// Read the record at a place.
    fn record(&self, volume: u32, spot: Spot) -> Result<(Head, Vec<u8>), Error> {
        let volume = self.volumes.get(volume as usize);
        let volume = volume.ok_or_else(|| Error::new(Kind::Warc, "a record of no file"))?;
        let wrong = |e: io::Error| unreadable(volume, e);
        let mut stream = Stream::new(volume, spot).map_err(wrong)?;
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

    /// The page in a record, with the time of its capture.
    fn response(&self, head: &Head, block: &[u8], place: Place) -> Result<Response, Error> {
        let mut page = self.answer(head, block, place)?;
        let date = head.field("warc-date").and_then(|d| DateTime::parse_from_rfc3339(d).ok());
        if let Some(date) = date {
            page.headers.retain(|(name, _)| name != CAPTURED);
            let date = date.naive_utc().format(CAPTURED_AS).to_string();
            page.headers.push((CAPTURED.to_owned(), date));
        }
        Ok(page)
    }

    fn answer(&self, head: &Head, block: &[u8], place: Place) -> Result<Response, Error> {
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
        let mut page = self.original(head, place).map_err(context)?;
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
    fn original(&self, head: &Head, place: Place) -> Result<Response, Error> {
        let digest = head.field("warc-payload-digest");
        let of_digest = |(volume, spot): (u32, Spot)| {
            let (found, block) = self.record(volume, spot).ok()?;
            let is_it = found.kind != "revisit" && found.field("warc-payload-digest") == digest;
            is_it.then(|| self.response(&found, &block, Place::default()))
        };
        if let Some(page) = place.original.and_then(of_digest) {
            return page;
        }
        let (number, index) = (place.number, self.index());
        let entry = |n: &usize| index.entries.get(*n);
        let mut numbers: Vec<usize> =
            digest.map_or(Vec::new(), |d| within(&index.by_digest, hash(d)).collect());
        // Earlier ones first, of these the last. A revisit before its original stands in some
        // merged archives.
        numbers.sort_by_key(|&n| (n >= number, Reverse(n)));
        let spots = numbers.iter().filter_map(entry).map(|e| (e.volume, e.spot));
        if let Some(page) = spots.into_iter().find_map(of_digest) {
            return page;
        }
        let target = head.field("warc-refers-to-target-uri").map_or(head.url(), bare);
        let date = head.field("warc-refers-to-date").map(digits);
        let mut numbers = index.same_spelling(target, Entry::is_original);
        numbers.sort_by_key(|n| (entry(n).map(|e| e.date) != date, *n >= number, Reverse(*n)));
        for found in numbers.iter().filter_map(entry) {
            if let Ok((found, block)) = self.record(found.volume, found.spot)
                && found.kind != "revisit"
            {
                return self.response(&found, &block, Place::default());
            }
        }
        let what = format!(
            "a revisit of {target}, expected the earlier capture in this archive, found none; \
             read the archive with the earlier crawl too"
        );
        Err(Error::new(Kind::Warc, what))
    }

    /// The best capture of an address: a page or a redirect, of exactly this address, status 2xx,
    /// the newest.
    fn capture(&self, url: &str) -> Result<Response, Error> {
        let exact = Url::parse(url).map(String::from).unwrap_or_default();
        let index = self.index();
        let mut numbers = index.same_spelling(url, |_| true);
        numbers.sort_by_key(|&n| {
            let rank = index.entries.get(n).map(|entry| {
                let same = *entry.url == *url || *entry.url == *exact;
                let (any, good) = (200..400, 200..300);
                let (any, good) = (any.contains(&entry.status), good.contains(&entry.status));
                (any, same, good, entry.date, n)
            });
            Reverse(rank)
        });
        let mut first = None;
        for &n in &numbers {
            let Some(entry) = index.entries.get(n) else { continue };
            let place = Place { number: n, original: None };
            let read = self.record(entry.volume, entry.spot);
            // What cannot be read makes way for an older capture that can.
            match read.and_then(|(head, block)| self.response(&head, &block, place)) {
                Ok(page) => return Ok(page),
                Err(e) => first = first.or(Some(e)),
            }
        }
        Err(first.unwrap_or_else(|| {
            let damage = index.damages.first().map(|d| format!(" ({d})")).unwrap_or_default();
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
        &self.index().damages
    }

    /// Every capture in the order of the files, whatever its status; last, where the archive is
    /// damaged, each damaged place.
    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        let mut walk = Walk::new(self, true);
        // The records passed, by the hash of their digests: the last of each.
        let mut passed: HashMap<u64, (u32, Spot)> = HashMap::new();
        let mut number = 0;
        Box::new(std::iter::from_fn(move || {
            let Some(Found { head, block, volume }) = walk.next() else {
                let damage = walk.damages.pop_front()?;
                return Some(Err(Error::new(Kind::Warc, damage)));
            };
            let digest = head.field("warc-payload-digest").map(hash);
            let original = digest.and_then(|d| passed.get(&d)).copied();
            if let Some(digest) = digest.filter(|_| head.kind != "revisit") {
                passed.insert(digest, (volume, head.spot));
            }
            let place = Place { number, original };
            number += 1;
            Some(
                self.volumes
                    .get(volume as usize)
                    .map_or(Ok(()), |v| check_size(v, &head))
                    .and_then(|()| self.response(&head, &block, place)),
            )
        }))
    }
}

/// A volume from its first record on.
fn start_of(volume: &Volume) -> Result<Stream<'_>, Error> {
    let start = Spot { member: volume.start, inside: 0 };
    Stream::new(volume, start).map_err(|e| unreadable(volume, e))
}

/// What a file is that starts with no record.
fn check_start(volume: &Volume) -> Result<(), Error> {
    let mut stream = start_of(volume)?;
    let e = match stream.head() {
        Ok(Some(_)) => return Ok(()),
        Ok(None) => broken("expected `WARC/1.0` or `WARC/1.1`, found an empty file"),
        Err(e) => e,
    };
    let spot = stream.spot();
    let (file, place) = (&volume.name, volume.place(spot.member, spot.inside));
    let what = format!("{file}: not a WARC archive, or damaged from its start: at {place}: {e}");
    Err(Error::new(Kind::Warc, what).because(e))
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
/// the end or doubled, no name of a folder's index, no fragment, and percent-encoding only where it
/// is needed, in capitals.
fn spelling(url: &str) -> String {
    let Ok(url) = Url::parse(url.trim()) else { return url.trim().to_ascii_lowercase() };
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_suffix('.').unwrap_or(host);
    let mut out = host.strip_prefix("www.").unwrap_or(host).to_owned();
    if let Some(port) = url.port() {
        out.push_str(&format!(":{port}"));
    }
    let path = tidy(&without_doubled_slashes(url.path()));
    out.push_str(without_index(&path).trim_end_matches('/'));
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
