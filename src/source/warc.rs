//! Pages from a WARC archive (ISO 28500, versions 1.0 and 1.1), plain or gzip.
//!
//! Opening reads the archive once and keeps, for each page in it, where its record starts: about 150 bytes a
//! page. The page itself is read again when it is asked for, so that an archive may be larger than the memory.
//!
//! Gzip archives have one member a record by the book. Some have one member for everything, others break
//! members in the middle of a record. So a place is a pair: where a member starts in the file, and how far into
//! its decompressed bytes. Where all records share one member, `get` decompresses from its start each time;
//! `pages` reads straight through.

use std::cmp::Reverse;
use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::bufread::{DeflateDecoder, GzDecoder, MultiGzDecoder, ZlibDecoder};
use flate2::write::GzEncoder;
use url::Url;

use super::{Response, Source};
use crate::Error;
use crate::error::Kind;

/// Bytes of one record's block, as stored. Pages have kilobytes; what is larger is a film or a disk image.
pub const MAX_BLOCK: u64 = 64 << 20;

/// Bytes of one body after its codings are undone: a compression bomb ends here.
pub const MAX_DECODED: u64 = 64 << 20;

/// Redirects followed inside the archive, as many as browsers and `source::http` follow.
const MAX_REDIRECTS: usize = 10;

/// Pages in one archive: about 1.5 GB of index. A larger archive is better split, as crawlers do at 1 GB each.
const MAX_PAGES: usize = 10_000_000;

/// Bytes of one record's WARC header; real ones have some hundred.
const MAX_HEAD: usize = 64 << 10;

/// HTTP headers read by httparse; answers with more go the slower way line by line.
const MAX_HTTP_HEADERS: usize = 128;

/// Bytes read at a time.
const BUFFER: usize = 64 << 10;

/// A WARC archive, open for reading.
///
/// ```
/// use feedstone::source::{Source, warc::{Warc, write_response}};
/// let path = std::env::temp_dir().join("feedstone-doc-example.warc.gz");
/// let mut file = std::fs::File::create(&path)?;
/// write_response(&mut file, "https://example.org/", "2009-02-14T08:00:00Z", 200, &[("content-type", "text/html")], b"<p>Hi", true)?;
/// let archive = Warc::open(&path)?;
/// assert_eq!(archive.get("http://www.example.org")?.bytes, b"<p>Hi");
/// # std::fs::remove_file(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Warc {
    path: PathBuf,
    gzip: bool,
    /// In file order.
    entries: Vec<Entry>,
    /// Hash of the normal spelling of the address, entry; sorted.
    by_url: Vec<(u64, u32)>,
    /// Hash of the payload digest, entry; sorted.
    by_digest: Vec<(u64, u32)>,
    damage: Option<String>,
}

/// Where a page is in the archive.
#[derive(Debug)]
struct Entry {
    url: Box<str>,
    spot: Spot,
    /// Hash of the record's date, to find what a revisit refers to.
    date: u64,
    status: u16,
    revisit: bool,
}

/// Where a record starts.
#[derive(Debug, Clone, Copy)]
struct Spot {
    /// Byte offset in the file: of the gzip member, or of the record itself in a plain archive.
    member: u64,
    /// Byte offset in the decompressed member; 0 in a plain archive.
    inside: u64,
}

impl Warc {
    /// Open an archive and index its pages, in one pass.
    ///
    /// A damaged archive opens if at least its first record can be read: see [`Warc::damage`].
    ///
    /// # Errors
    /// Kind `Io` where the file cannot be read, kind `Warc` where it is no WARC archive.
    pub fn open(path: impl AsRef<Path>) -> Result<Warc, Error> {
        let path = path.as_ref().to_owned();
        let mut start = Vec::new();
        let opened = File::open(&path).and_then(|file| file.take(4).read_to_end(&mut start));
        opened.map_err(|e| Error::new(Kind::Io, format!("{}: cannot be read: {e}", path.display())).because(e))?;
        if start.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) {
            let what =
                format!("{}: is compressed with zstd; expected a plain or gzip archive. Unpack it with `zstd -d` first", path.display());
            return Err(Error::new(Kind::Warc, what));
        }
        let gzip = start.starts_with(&[0x1f, 0x8b]);
        let mut warc = Warc { path, gzip, entries: Vec::new(), by_url: Vec::new(), by_digest: Vec::new(), damage: None };
        warc.index()?;
        Ok(warc)
    }

    /// What is wrong with the archive and at which byte, if it is damaged. Pages before the damage can be had.
    pub fn damage(&self) -> Option<&str> {
        self.damage.as_deref()
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
        let mut stream = self.stream(Spot { member: 0, inside: 0 })?;
        let mut records = 0usize;
        loop {
            // Only an error between two records can mean that the last one read is bad: see below.
            let mut between = true;
            let step = match stream.head() {
                Ok(None) if records == 0 => Err(broken("expected `WARC/1.0` or `WARC/1.1`, found an empty file")),
                Ok(None) => break,
                Ok(Some(head)) => {
                    between = false;
                    self.note(&mut stream, &head)
                }
                Err(e) => Err(e),
            };
            let Err(e) = step else {
                records = records.saturating_add(1);
                continue;
            };
            let spot = stream.spot();
            let place = if self.gzip {
                format!("byte {} (gzip member, {} bytes into its data)", spot.member, spot.inside)
            } else {
                format!("byte {}", spot.member)
            };
            if records == 0 {
                let what = format!("{}: not a WARC archive, or damaged from its start: at {place}: {e}", self.path.display());
                return Err(Error::new(Kind::Warc, what).because(e));
            }
            // Gzip gives out the data of a member before it can compare the checksum, which stands at the end.
            // flate2 says `InvalidInput` for that, this file never does.
            let bad = |entry: &Entry| between && e.kind() == ErrorKind::InvalidInput && entry.spot.member == spot.member;
            if self.entries.last().is_some_and(bad) {
                self.entries.pop();
                let kept = self.entries.len();
                self.by_digest.retain(|&(_, entry)| (entry as usize) < kept);
            }
            let kept = self.entries.len();
            self.damage = Some(format!(
                "{}: damaged at {place}: {e}; the {kept} pages before it can be used, for the rest get a whole copy of the archive",
                self.path.display()
            ));
            break;
        }
        self.by_url = (0u32..).zip(&self.entries).map(|(number, entry)| (hash(&spelling(&entry.url)), number)).collect();
        self.by_url.sort_unstable();
        self.by_digest.sort_unstable();
        Ok(())
    }

    /// Put one record into the index, if it is a page, and go behind it.
    fn note(&mut self, stream: &mut Stream, head: &Head) -> io::Result<()> {
        let mut block = Vec::new();
        if head.page {
            // Enough for `HTTP/1.1 200`.
            block = stream.block(head.length.min(16))?;
        }
        stream.skip(head.length.saturating_sub(block.len() as u64))?;
        if !head.page {
            return Ok(());
        }
        let Ok(number) = u32::try_from(self.entries.len()) else { return Err(broken("too many pages")) };
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
        let date = hash(head.field("warc-date").unwrap_or_default());
        self.entries.push(Entry { url: head.url().into(), spot: head.spot, date, status, revisit });
        Ok(())
    }

    fn stream(&self, spot: Spot) -> Result<Stream, Error> {
        let opened = File::open(&self.path).and_then(|file| Stream::new(file, self.gzip, spot));
        opened.map_err(|e| self.unreadable(e))
    }

    /// A record that was there when the archive was opened cannot be read now.
    fn unreadable(&self, e: io::Error) -> Error {
        Error::new(Kind::Warc, format!("{}: a record cannot be read: {e}; was the file changed?", self.path.display())).because(e)
    }

    /// Read the record of an entry.
    fn record(&self, entry: &Entry) -> Result<(Head, Vec<u8>), Error> {
        let mut stream = self.stream(entry.spot)?;
        let head = stream.head().and_then(|head| head.ok_or_else(|| broken("expected a record, found the end of the file")));
        let head = head.map_err(|e| self.unreadable(e))?;
        self.check_size(&head)?;
        let block = stream.block(head.length).map_err(|e| self.unreadable(e))?;
        Ok((head, block))
    }

    fn check_size(&self, head: &Head) -> Result<(), Error> {
        if head.length <= MAX_BLOCK {
            return Ok(());
        }
        let what =
            format!("{}: {}: expected at most {MAX_BLOCK} bytes, found a record of {}", self.path.display(), head.url(), head.length);
        Err(Error::new(Kind::Warc, what))
    }

    /// The page in a record, `number` of which stand before it in the archive.
    fn response(&self, head: &Head, block: &[u8], number: usize) -> Result<Response, Error> {
        let context = |e: Error| e.within(head.url()).within(self.path.display());
        let url = head.url().to_owned();
        if head.kind == "resource" {
            let headers = head.field("content-type").map(|value| ("content-type".to_owned(), value.to_owned()));
            return Ok(Response { url, status: 200, headers: headers.into_iter().collect(), bytes: block.to_vec() });
        }
        if head.kind != "revisit" {
            return payload(url, block).map_err(context);
        }
        let mut page = self.original(head, number).map_err(context)?;
        // Redirects all have the same empty body: the digest finds one of them, but `Location` stands only here.
        if let Some((status, headers, _)) = http_answer(block).filter(|(status, ..)| *status != 304) {
            page.status = status;
            page.headers = headers.into_iter().filter(|(name, _)| !is_coding(name)).collect();
        }
        page.url = url;
        Ok(page)
    }

    /// The earlier capture with the body of a revisit.
    fn original(&self, head: &Head, number: usize) -> Result<Response, Error> {
        let digest = head.field("warc-payload-digest");
        let mut numbers = digest.map(|digest| within(&self.by_digest, hash(digest))).unwrap_or_default();
        // Earlier ones first, of these the last. A revisit before its original stands in some merged archives.
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
        let date = head.field("warc-refers-to-date").map(hash);
        let mut numbers = self.same_spelling(target);
        numbers.retain(|&n| self.entries.get(n).is_some_and(|entry| !entry.revisit && (200..300).contains(&entry.status)));
        numbers.sort_by_key(|&n| (self.entries.get(n).map(|entry| entry.date) != date, n >= number, Reverse(n)));
        for entry in numbers.iter().filter_map(|&n| self.entries.get(n)) {
            if let Ok((found, block)) = self.record(entry)
                && found.kind != "revisit"
            {
                return self.response(&found, &block, 0);
            }
        }
        let what = format!(
            "a revisit of {target}, expected the earlier capture in this archive, found none; read the archive with the earlier crawl too"
        );
        Err(Error::new(Kind::Warc, what))
    }

    /// Entries whose address is this one in any spelling.
    fn same_spelling(&self, url: &str) -> Vec<usize> {
        let wanted = spelling(url);
        let mut numbers = within(&self.by_url, hash(&wanted));
        // Two addresses may share a hash.
        numbers.retain(|&n| self.entries.get(n).is_some_and(|entry| spelling(&entry.url) == wanted));
        numbers
    }

    /// The best capture of an address: a page or a redirect, of exactly this address, status 2xx, the last.
    fn capture(&self, url: &str) -> Result<Response, Error> {
        let exact = Url::parse(url).map(String::from).unwrap_or_default();
        let mut numbers = self.same_spelling(url);
        numbers.sort_by_key(|&n| {
            let rank = self.entries.get(n).map(|entry| {
                let same = *entry.url == *url || *entry.url == *exact;
                ((200..400).contains(&entry.status), same, (200..300).contains(&entry.status), n)
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
            let damage = self.damage.as_deref().map(|d| format!(" ({d})")).unwrap_or_default();
            Error::new(Kind::Fetch, format!("{url}: not in the archive {}{damage}", self.path.display()))
        }))
    }
}

impl Source for Warc {
    /// The address is looked for as it is; then without regard to http or https, `www.`, a slash at the end,
    /// default ports, and how characters are percent-encoded. A fragment never counts. Redirects that the
    /// archive holds are followed. Of several captures the last with status 2xx counts.
    fn get(&self, url: &str) -> Result<Response, Error> {
        let mut here = url.split('#').next().unwrap_or_default().trim().to_owned();
        for _ in 0..=MAX_REDIRECTS {
            let page = self.capture(&here)?;
            if (200..300).contains(&page.status) {
                return Ok(page);
            }
            let target = page.header("location").filter(|_| (300..400).contains(&page.status));
            let next = target.and_then(|to| Url::parse(&page.url).and_then(|base| base.join(to.trim())).ok());
            let Some(mut next) = next else {
                let what = format!("{url}: the archive {} holds only an answer with status {}, no page", self.path.display(), page.status);
                return Err(Error::new(Kind::Fetch, what));
            };
            next.set_fragment(None);
            here = next.into();
        }
        let what = format!("{url}: more than {MAX_REDIRECTS} redirects in the archive {}, the last to {here}", self.path.display());
        Err(Error::new(Kind::Fetch, what))
    }

    /// Every capture in file order, whatever its status; last, where the archive is damaged, the damage.
    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        let mut stream = None;
        let mut number = 0usize;
        let mut over = false;
        Box::new(std::iter::from_fn(move || {
            if over {
                return None;
            }
            if number >= self.entries.len() {
                over = true;
                return self.damage.clone().map(|damage| Err(Error::new(Kind::Warc, damage)));
            }
            let item = match stream.take().map_or_else(|| self.stream(Spot { member: 0, inside: 0 }), Ok) {
                Ok(open) => self.next_page(stream.insert(open), number),
                Err(e) => Err(e),
            };
            number = number.saturating_add(1);
            match item {
                Ok(item) => Some(item),
                Err(e) => {
                    over = true;
                    Some(Err(e))
                }
            }
        }))
    }
}

impl Warc {
    /// The next page of a stream. The outer error ends the stream, the inner one is of this page alone.
    fn next_page(&self, stream: &mut Stream, number: usize) -> Result<Result<Response, Error>, Error> {
        loop {
            let head = stream.head().and_then(|head| head.ok_or_else(|| broken("expected a record, found the end of the file")));
            let head = head.map_err(|e| self.unreadable(e))?;
            let wanted = if head.page { self.check_size(&head) } else { Ok(()) };
            if !head.page || wanted.is_err() {
                stream.skip(head.length).map_err(|e| self.unreadable(e))?;
                match wanted {
                    Ok(()) => continue,
                    Err(e) => return Ok(Err(e)),
                }
            }
            let block = stream.block(head.length).map_err(|e| self.unreadable(e))?;
            return Ok(self.response(&head, &block, number));
        }
    }
}

/// A record's header.
struct Head {
    spot: Spot,
    /// `WARC-Type`, lower case.
    kind: String,
    /// Names in lower case.
    fields: Vec<(String, String)>,
    /// Bytes of the block.
    length: u64,
    /// Whether it is an answer to a request for a web address.
    page: bool,
}

impl Head {
    fn field(&self, name: &str) -> Option<&str> {
        field(&self.fields, name)
    }

    fn url(&self) -> &str {
        bare(self.field("warc-target-uri").unwrap_or_default())
    }
}

/// The decompressed bytes of the archive, and where they stand in it.
struct Stream {
    /// The file of a plain archive, or of a gzip archive between two members.
    file: Option<Counted>,
    /// The member being read.
    member: Option<GzDecoder<Counted>>,
    gzip: bool,
    buffer: Vec<u8>,
    at: usize,
    end: usize,
    /// The place of the buffer's first byte.
    spot: Spot,
}

/// A file that knows how far it was read.
struct Counted {
    inner: BufReader<File>,
    read: u64,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(into)?;
        self.read = self.read.saturating_add(count as u64);
        Ok(count)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.inner.fill_buf()
    }

    fn consume(&mut self, count: usize) {
        self.read = self.read.saturating_add(count as u64);
        self.inner.consume(count);
    }
}

impl Stream {
    fn new(mut file: File, gzip: bool, spot: Spot) -> io::Result<Stream> {
        file.seek(SeekFrom::Start(spot.member))?;
        let file = Counted { inner: BufReader::with_capacity(BUFFER, file), read: spot.member };
        let start = Spot { member: spot.member, inside: 0 };
        let mut stream = Stream { file: Some(file), member: None, gzip, buffer: vec![0; BUFFER], at: 0, end: 0, spot: start };
        stream.skip(spot.inside)?;
        Ok(stream)
    }

    /// The place of the next byte.
    fn spot(&self) -> Spot {
        let Spot { member, inside } = self.spot;
        match self.gzip {
            true => Spot { member, inside: inside.saturating_add(self.at as u64) },
            false => Spot { member: member.saturating_add(self.at as u64), inside: 0 },
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
                self.file = self.member.take().map(GzDecoder::into_inner);
            }
            return Ok(true);
        }
        let Some(file) = &mut self.file else { return Ok(false) };
        if !self.gzip {
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
        self.member = self.file.take().map(GzDecoder::new);
        Ok(true)
    }

    fn consume(&mut self, count: usize) {
        self.at = self.at.saturating_add(count).min(self.end);
    }

    /// Go over `count` bytes.
    fn skip(&mut self, mut count: u64) -> io::Result<()> {
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
    fn block(&mut self, length: u64) -> io::Result<Vec<u8>> {
        let length = usize::try_from(length).map_err(|_| broken("a record too large for this machine"))?;
        let mut block = Vec::new();
        while block.len() < length {
            let missing = length - block.len();
            let here = self.fill()?;
            if here.is_empty() {
                return Err(cut(missing as u64));
            }
            let here = here.get(..missing).unwrap_or(here);
            block.extend_from_slice(here);
            let count = here.len();
            self.consume(count);
        }
        Ok(block)
    }

    /// One line of the header without its end, CRLF or LF. `left` is what the header may still take.
    fn line(&mut self, left: &mut usize) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        loop {
            let here = self.fill()?;
            if here.is_empty() {
                return Err(io::Error::new(ErrorKind::UnexpectedEof, "the file ends in a record's header"));
            }
            let stop = memchr::memchr(b'\n', here);
            let count = stop.map_or(here.len(), |n| n.saturating_add(1));
            if count > *left {
                return Err(broken(format!("expected a record's header of at most {MAX_HEAD} bytes, found a longer one")));
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

    /// The header of the next record; none at the end of the archive.
    fn head(&mut self) -> io::Result<Option<Head>> {
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
        // Looked at before the line is read: a file of another kind may have no line end for megabytes.
        let here = self.fill()?;
        let start = here.get(..5).unwrap_or(here);
        if !b"WARC/".starts_with(start) {
            let found = text(here.get(..24).unwrap_or(here));
            return Err(broken(format!("expected a record, which starts with `WARC/`, found `{}`", found.escape_debug())));
        }
        let version = self.line(&mut left)?;
        // 0.17 and 0.18, which Heritrix wrote until 2009, have the same header.
        if !version.starts_with(b"WARC/1.") && !version.starts_with(b"WARC/0.1") {
            return Err(broken(format!("expected `WARC/1.0` or `WARC/1.1`, found `{}`", text(&version).escape_debug())));
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
        let length = field(&fields, "content-length").map(str::trim);
        let Some(length) = length.and_then(|length| length.parse().ok()) else {
            let found = length.map_or("none".to_owned(), |length| format!("`{}`", length.escape_debug()));
            return Err(broken(format!("expected a record's `Content-Length` in bytes, found {found}")));
        };
        let kind = field(&fields, "warc-type").unwrap_or_default().to_ascii_lowercase();
        let mut head = Head { spot, kind, fields, length, page: false };
        let web =
            ["http://", "https://"].iter().any(|scheme| head.url().get(..scheme.len()).is_some_and(|s| s.eq_ignore_ascii_case(scheme)));
        head.page = web && matches!(head.kind.as_str(), "response" | "resource" | "revisit");
        Ok(Some(head))
    }
}

fn broken(what: impl Into<String>) -> io::Error {
    io::Error::new(ErrorKind::InvalidData, what.into())
}

fn cut(missing: u64) -> io::Error {
    io::Error::new(ErrorKind::UnexpectedEof, format!("the file ends in a record, of which at least {missing} bytes are missing"))
}

/// The header lines `Name: value`, names in lower case; a line that starts with white space continues the last.
fn fields<'a>(lines: impl Iterator<Item = &'a [u8]>) -> Vec<(String, String)> {
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

/// Headers are ASCII by the book, UTF-8 or Latin-1 in life.
fn text(bytes: &[u8]) -> String {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&b| char::from(b)).collect(),
    }
}

/// A target address without the angle brackets that WARC/1.0 asked for by a mistake in its grammar.
fn bare(url: &str) -> &str {
    let url = url.trim();
    url.strip_prefix('<').and_then(|url| url.strip_suffix('>')).unwrap_or(url)
}

/// The status of an HTTP answer, if these bytes start one.
fn status_line(bytes: &[u8]) -> Option<u16> {
    let word = bytes.trim_ascii_start().strip_prefix(b"HTTP/")?.split(|&b| b == b' ').skip(1).find(|word| !word.is_empty())?;
    std::str::from_utf8(word.get(..3)?).ok()?.parse().ok()
}

/// Status, headers and raw body of an HTTP answer.
fn http_answer(block: &[u8]) -> Option<(u16, Vec<(String, String)>, &[u8])> {
    let mut slots = [httparse::EMPTY_HEADER; MAX_HTTP_HEADERS];
    let mut answer = httparse::Response::new(&mut slots);
    let mut parser = httparse::ParserConfig::default();
    parser.allow_multiple_spaces_in_response_status_delimiters(true).allow_spaces_after_header_name_in_responses(true);
    if let Ok(httparse::Status::Complete(end)) = parser.parse_response(&mut answer, block)
        && let Some(status) = answer.code
    {
        let headers = answer.headers.iter().map(|h| (h.name.to_ascii_lowercase(), text(h.value).trim().to_owned())).collect();
        return Some((status, headers, block.get(end..).unwrap_or_default()));
    }
    // What httparse refuses: folded lines, lines without a colon, control characters, too many headers, no empty line at the end.
    let status = status_line(block)?;
    let mut lines = Vec::new();
    let mut rest = block;
    while !rest.is_empty() {
        let end = memchr::memchr(b'\n', rest).map_or(rest.len(), |n| n.saturating_add(1));
        let (line, behind) = rest.split_at_checked(end)?;
        rest = behind;
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        let line = line.strip_suffix(b"\r").unwrap_or(line);
        if line.is_empty() {
            break;
        }
        lines.push(line);
    }
    Some((status, fields(lines.into_iter().skip(1)), rest))
}

/// Whether a header speaks of the body as it was stored, and would be wrong once its codings are undone.
fn is_coding(name: &str) -> bool {
    matches!(name, "transfer-encoding" | "content-encoding" | "content-length")
}

/// The page in the block of a `response` record, its codings undone.
fn payload(url: String, block: &[u8]) -> Result<Response, Error> {
    let Some((status, headers, body)) = http_answer(block) else {
        let found = text(block.get(..24).unwrap_or(block));
        return Err(Error::new(Kind::Warc, format!("expected an HTTP answer, found `{}`", found.escape_debug())));
    };
    // The content was coded first and the transfer last: undone from the end.
    let named = |wanted: &'static str| headers.iter().filter(move |(name, _)| name == wanted).flat_map(|(_, value)| value.split(','));
    let codings: Vec<String> = named("content-encoding").chain(named("transfer-encoding")).map(|c| c.trim().to_ascii_lowercase()).collect();
    let mut bytes = body.to_vec();
    for coding in codings.iter().rev() {
        if let Some(plain) = undone(coding, &bytes)? {
            bytes = plain;
        }
    }
    let headers = headers.into_iter().filter(|(name, _)| !is_coding(name)).collect();
    Ok(Response { url, status, headers, bytes })
}

/// A body without its coding. None where the body does not have the coding that the headers promise: some
/// crawlers store the body plain and the headers as they came.
fn undone(coding: &str, body: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    match coding {
        "chunked" => Ok(dechunked(body)),
        "gzip" | "x-gzip" if body.starts_with(&[0x1f, 0x8b]) => drained(coding, MultiGzDecoder::new(body), true),
        "deflate" if is_zlib(body) => drained(coding, ZlibDecoder::new(body), true),
        // Neither has a mark of its own: only what decodes to its end is taken for it.
        "deflate" if !body.is_empty() => drained(coding, DeflateDecoder::new(body), false),
        "br" if !body.is_empty() => drained(coding, brotli::Decompressor::new(body, BUFFER), false),
        "zstd" if body.starts_with(&[0x28, 0xb5, 0x2f, 0xfd]) => Err(unsupported(coding)),
        "compress" | "x-compress" if body.starts_with(&[0x1f, 0x9d]) => Err(unsupported(coding)),
        _ => Ok(None),
    }
}

fn unsupported(coding: &str) -> Error {
    Error::new(Kind::Warc, format!("expected a body in gzip, deflate, br, or plain, found `{coding}`, which is not supported"))
}

/// Two bytes, of which the first names the method and both together are divisible by 31.
fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [a, b, ..] if a & 0x0f == 8 && (u16::from(*a) << 8 | u16::from(*b)) % 31 == 0)
}

/// All that a decoder gives, up to the limit. What a `sure` decoder gave before it failed is kept: crawlers cut
/// bodies off, and servers put line ends behind them.
fn drained(coding: &str, decoder: impl Read, sure: bool) -> Result<Option<Vec<u8>>, Error> {
    let mut bytes = Vec::new();
    let end = decoder.take(MAX_DECODED + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > MAX_DECODED {
        return Err(Error::new(Kind::Warc, format!("expected at most {MAX_DECODED} bytes, the {coding} body unpacks to more")));
    }
    match end {
        Ok(_) => Ok(Some(bytes)),
        Err(e) if sure && !bytes.is_empty() => {
            log::warn!("a {coding} body is damaged ({e}); {} bytes before the damage are used", bytes.len());
            Ok(Some(bytes))
        }
        Err(_) => Ok(None),
    }
}

/// A body without its chunk sizes; none if it has none. Once a whole chunk was seen the body is taken for
/// chunked, and what follows is used as far as it goes: crawlers cut bodies off.
fn dechunked(body: &[u8]) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let mut rest = body;
    let mut sure = false;
    loop {
        let Some((size, data)) = chunk_size(rest) else { return sure.then_some(out) };
        if size == 0 {
            return (sure || data.trim_ascii().is_empty()).then_some(out);
        }
        let Some((chunk, behind)) = data.split_at_checked(size) else {
            out.extend_from_slice(data);
            return sure.then_some(out);
        };
        out.extend_from_slice(chunk);
        rest = match behind.strip_prefix(b"\r\n").or_else(|| behind.strip_prefix(b"\n")) {
            Some(rest) => rest,
            None => return (sure || behind.is_empty()).then_some(out),
        };
        sure = true;
    }
}

/// The size that a chunk's first line says, in hex and possibly with parameters, and what follows the line.
fn chunk_size(bytes: &[u8]) -> Option<(usize, &[u8])> {
    // No server sends longer chunk lines; a plain body may have its first line end far away.
    let line = memchr::memchr(b'\n', bytes.get(..256).unwrap_or(bytes))?;
    let digits = bytes.get(..line)?.split(|&b| b == b';').next()?.trim_ascii();
    // `from_str_radix` would take a sign.
    if !digits.iter().all(u8::is_ascii_hexdigit) {
        return None;
    }
    let size = usize::from_str_radix(std::str::from_utf8(digits).ok()?, 16).ok()?;
    Some((size, bytes.get(line.checked_add(1)?..)?))
}

/// An address reduced to what tells pages apart: no scheme, no `www.`, no default port, no slash at the end,
/// no fragment, and percent-encoding only where it is needed, in capitals.
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
fn within(list: &[(u64, u32)], hash: u64) -> Vec<usize> {
    let start = list.partition_point(|&(h, _)| h < hash);
    list.iter().skip(start).take_while(|&&(h, _)| h == hash).map(|&(_, entry)| entry as usize).collect()
}

fn hash(text: &str) -> u64 {
    fnv([text.as_bytes()]) as u64
}

/// FNV-1a with 128 bits: short, and the same in every release, which the standard library's hasher is not.
fn fnv<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> u128 {
    let step = |hash: u128, &byte: &u8| (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b);
    parts.into_iter().flatten().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, step)
}

/// Write one `response` record: for fixtures, and for keeping what was fetched.
///
/// `date` is the time of the capture as `2009-02-14T08:00:00Z`. `body` is written as it is, so `headers` must
/// name its codings, if it has any. With `gzip` the record becomes a gzip member of its own, as it should be.
/// The same arguments give the same bytes: the record's id is a hash of them.
///
/// # Errors
/// Kind `Warc` where `url` or `date` has white space or control characters, kind `Io` where writing fails.
pub fn write_response(
    out: &mut impl Write,
    url: &str,
    date: &str,
    status: u16,
    headers: &[(impl AsRef<str>, impl AsRef<str>)],
    body: &[u8],
    gzip: bool,
) -> Result<(), Error> {
    for word in [url, date] {
        if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c.is_control()) {
            let what = format!("expected an address and a date without white space for a WARC record, found `{}`", word.escape_debug());
            return Err(Error::new(Kind::Warc, what));
        }
    }
    let mut head = format!("HTTP/1.1 {status} {}\r\n", if status == 200 { "OK" } else { "" });
    for (name, value) in headers {
        // A line end in a header would end it, or the head.
        let line = format!("{}: {}", name.as_ref(), value.as_ref()).replace(['\r', '\n'], " ");
        head.push_str(&line);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    // A UUID of version 8, which is free to be anything but for six bits.
    let id = fnv([url.as_bytes(), b" ", date.as_bytes(), b" ", head.as_bytes(), body]);
    let id = id & !(0xf << 76) & !(0x3 << 62) | 0x8 << 76 | 0x2 << 62;
    let hex = format!("{id:032x}");
    let groups: Vec<&str> = [0..8, 8..12, 12..16, 16..20, 20..32].into_iter().filter_map(|range| hex.get(range)).collect();
    let start = format!(
        "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: {url}\r\nWARC-Date: {date}\r\nWARC-Record-ID: <urn:uuid:{}>\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{head}",
        groups.join("-"),
        head.len().saturating_add(body.len())
    );
    let parts = [start.as_bytes(), body, b"\r\n\r\n"];
    let written = if gzip {
        let mut member = GzEncoder::new(out, Compression::default());
        parts.iter().try_for_each(|part| member.write_all(part)).and_then(|()| member.finish().map(drop))
    } else {
        parts.iter().try_for_each(|part| out.write_all(part))
    };
    written.map_err(|e| Error::new(Kind::Io, format!("{url}: the record cannot be written: {e}")).because(e))
}
