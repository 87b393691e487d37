//! The files of an archive: plain, gzip, zstd, or several packed into one WACZ.

use std::fs::File;
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use flate2::bufread::GzDecoder;

use super::BUFFER;
use crate::Error;
use crate::error::Kind;

/// Bytes of a zstd dictionary, packed or not; real ones have some hundred kilobytes.
const MAX_DICTIONARY: u64 = 16 << 20;
/// Most WARC files in one WACZ.
const MAX_INNER: usize = 10_000;

/// The first bytes of a ZIP file, of a zstd frame, and of the frame that holds a dictionary.
const ZIP: [u8; 4] = [0x50, 0x4b, 0x03, 0x04];
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
const DICTIONARY: [u8; 4] = [0x5d, 0x2a, 0x4d, 0x18];

/// How records are packed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Packing {
    Plain,
    Gzip,
    Zstd,
}

/// One WARC file, or the part of a WACZ file that is one.
#[derive(Debug)]
pub(super) struct Volume {
    path: PathBuf,
    /// What people call its file.
    pub name: String,
    pub packing: Packing,
    /// Where it starts in its file, and where it ends.
    pub start: u64,
    end: u64,
    /// What all its zstd frames are packed with.
    dictionary: Vec<u8>,
}

impl Volume {
    /// The WARC files in a file: itself, or those that a WACZ or a folder holds, by their names.
    /// `name`: what people call it.
    pub fn all_of(path: &Path, name: &str) -> Result<Vec<Volume>, Error> {
        let unreadable =
            |e: io::Error| Error::new(Kind::Io, format!("{name}: cannot be read: {e}")).because(e);
        if path.is_dir() {
            let files = path.read_dir().and_then(|all| {
                let mut files = all.map(|f| Ok(f?.path())).collect::<io::Result<Vec<_>>>()?;
                files.retain(|f| {
                    let name = f.to_string_lossy();
                    f.is_file() && (is_warc(&name) || name.ends_with(".wacz"))
                });
                files.sort_unstable();
                Ok(files)
            });
            let files = files.map_err(unreadable)?;
            if files.is_empty() {
                let what = format!("{name}: no file of this folder is an archive");
                return Err(Error::new(Kind::Warc, what));
            }
            let all = files.iter().map(|f| Volume::all_of(f, &f.to_string_lossy()));
            return Ok(all.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect());
        }
        // To open a pipe is to wait for who writes to it, and archives are read more than once.
        if !path.metadata().map_err(unreadable)?.is_file() {
            let what = format!(
                "{name}: expected an archive, found a pipe or device; save it to a file, or give \
                 it to standard input and name `-`"
            );
            return Err(Error::new(Kind::Io, what));
        }
        let mut file = File::open(path).map_err(unreadable)?;
        if magic(&mut file).map_err(unreadable)? == ZIP {
            return wacz(path, name, file);
        }
        let end = file.metadata().map_err(unreadable)?.len();
        Ok(vec![Volume::at(path, name, file, 0, end).map_err(unreadable)?])
    }

    fn at(path: &Path, name: &str, mut file: File, start: u64, end: u64) -> io::Result<Volume> {
        file.seek(SeekFrom::Start(start))?;
        let first = magic(&mut file)?;
        let packing = match first {
            [0x1f, 0x8b, ..] => Packing::Gzip,
            ZSTD | DICTIONARY => Packing::Zstd,
            _ => Packing::Plain,
        };
        let dictionary = match first == DICTIONARY {
            true => dictionary(&mut file)?,
            false => Vec::new(),
        };
        let (path, name) = (path.to_owned(), name.to_owned());
        Ok(Volume { path, name, packing, start, end, dictionary })
    }

    /// Its bytes from a place of its file on.
    pub fn read_from(&self, place: u64) -> io::Result<Counted> {
        let mut file = File::open(&self.path)?;
        file.seek(SeekFrom::Start(place))?;
        let inner = BufReader::with_capacity(BUFFER, file);
        Ok(Counted { inner, read: place, end: self.end })
    }

    /// The member that starts here, unpacked.
    pub fn member(&self, packed: Counted) -> io::Result<Member> {
        Ok(match self.packing {
            Packing::Zstd => {
                let dictionary = &self.dictionary;
                let decoder = zstd::Decoder::with_dictionary(packed, dictionary)?;
                Member::Zstd(Box::new(decoder.single_frame()))
            }
            Packing::Gzip | Packing::Plain => Member::Gzip(Box::new(GzDecoder::new(packed))),
        })
    }

    /// A place in words.
    pub fn place(&self, member: u64, inside: u64) -> String {
        let at = member.saturating_sub(self.start);
        match self.packing {
            Packing::Plain => format!("byte {at}"),
            Packing::Gzip => format!("byte {at} (gzip member, {inside} bytes into its data)"),
            Packing::Zstd => format!("byte {at} (zstd frame, {inside} bytes into its data)"),
        }
    }
}

/// One member of a packed file.
pub(super) enum Member {
    Gzip(Box<GzDecoder<Counted>>),
    Zstd(Box<zstd::Decoder<'static, Counted>>),
}

impl Member {
    /// What stands behind it.
    pub fn into_inner(self) -> Counted {
        match self {
            Member::Gzip(decoder) => decoder.into_inner(),
            Member::Zstd(decoder) => decoder.finish(),
        }
    }
}

impl Read for Member {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        match self {
            Member::Gzip(decoder) => decoder.read(into),
            Member::Zstd(decoder) => decoder.read(into),
        }
    }
}

/// A file, or a part of one, that knows how far it was read.
pub(super) struct Counted {
    inner: BufReader<File>,
    pub read: u64,
    end: u64,
}

impl Read for Counted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let here = self.fill_buf()?;
        let count = here.len().min(into.len());
        for (to, from) in into.iter_mut().zip(here) {
            *to = *from;
        }
        self.consume(count);
        Ok(count)
    }
}

impl BufRead for Counted {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        let left = usize::try_from(self.end.saturating_sub(self.read)).unwrap_or(usize::MAX);
        let here = self.inner.fill_buf()?;
        Ok(here.get(..left).unwrap_or(here))
    }

    fn consume(&mut self, count: usize) {
        self.read = self.read.saturating_add(count as u64);
        self.inner.consume(count);
    }
}

/// The first bytes from here on, zeros where there are fewer; the file stays where it was.
fn magic(file: &mut File) -> io::Result<[u8; 4]> {
    let place = file.stream_position()?;
    let mut start = Vec::new();
    (&mut *file).take(4).read_to_end(&mut start)?;
    file.seek(SeekFrom::Start(place))?;
    let mut out = [0; 4];
    out.iter_mut().zip(start).for_each(|(to, from)| *to = from);
    Ok(out)
}

/// The dictionary in a zstd archive's first frame, which may be packed itself (IIPC, WARC with
/// Zstandard 0.1).
fn dictionary(file: &mut File) -> io::Result<Vec<u8>> {
    let mut head = [0; 8];
    file.read_exact(&mut head)?;
    let [.., a, b, c, d] = head;
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    let too_large = || {
        let what = format!("a dictionary of more than {MAX_DICTIONARY} bytes");
        io::Error::new(ErrorKind::InvalidData, what)
    };
    if length > MAX_DICTIONARY {
        return Err(too_large());
    }
    let mut stored = Vec::new();
    file.take(length).read_to_end(&mut stored)?;
    if !stored.starts_with(&ZSTD) {
        return Ok(stored);
    }
    let mut out = Vec::new();
    let unpacked = zstd::Decoder::new(&stored[..])?;
    unpacked.take(MAX_DICTIONARY + 1).read_to_end(&mut out)?;
    if out.len() as u64 > MAX_DICTIONARY {
        return Err(too_large());
    }
    Ok(out)
}

/// The WARC files of a WACZ (a ZIP whose folder `archive` has them), in the order of their names.
fn wacz(path: &Path, name: &str, file: File) -> Result<Vec<Volume>, Error> {
    let bad = |what: String| Error::new(Kind::Warc, format!("{name}: {what}"));
    let mut zip = zip::ZipArchive::new(BufReader::new(file))
        .map_err(|e| bad(format!("not a WACZ archive, or damaged: {e}")).because(e))?;
    let mut parts: Vec<(String, u64, u64)> = Vec::new();
    for n in 0..zip.len() {
        let part = zip.by_index_raw(n).map_err(|e| bad(e.to_string()).because(e))?;
        let inner = part.name().map_err(|e| bad(e.to_string()))?.into_owned();
        if !inner.starts_with("archive/") || !is_warc(&inner) {
            continue;
        }
        let stored = part.compression() == zip::CompressionMethod::Stored;
        let start = part.data_start().filter(|_| stored).ok_or_else(|| {
            bad(format!("{inner} is packed, expected it stored as it is; unpack it with `unzip`"))
        })?;
        parts.push((inner, start, start.saturating_add(part.compressed_size())));
    }
    parts.sort_unstable();
    if parts.is_empty() || parts.len() > MAX_INNER {
        let found = parts.len();
        return Err(bad(format!("expected WARC files in its folder `archive`, found {found}")));
    }
    let mut out = Vec::new();
    for (inner, start, end) in parts {
        let volume = File::open(path).and_then(|file| Volume::at(path, name, file, start, end));
        out.push(volume.map_err(|e| bad(format!("{inner}: {e}")).because(e))?);
    }
    Ok(out)
}

/// True for names of WARC files.
pub(super) fn is_warc(name: &str) -> bool {
    [".warc", ".warc.gz", ".warc.zst"].iter().any(|ending| name.ends_with(ending))
}
