//! Files of people, as commands read and write them.

use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use anyhow::Context;
use flate2::read::MultiGzDecoder;

use super::talk::warn;
use crate::error::{Error, Kind};
use crate::file::{Whole, abandon, read};

/// Largest page, feed or list; as large as a page of an archive may be.
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// A page or feed in a file, unpacked where it is gzip.
///
/// # Errors
/// Also where it is larger unpacked than a page may be, or no text at all.
pub(super) fn page(file: &Path) -> Result<Vec<u8>, Error> {
    let name = file.display();
    let mut bytes = read(file, MAX_BYTES)?;
    if bytes.starts_with(GZIP) {
        let packed = std::mem::take(&mut bytes);
        let unpacked = MultiGzDecoder::new(&packed[..]);
        unpacked
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes)
            .map_err(|e| Error::new(Kind::Io, format!("{name}: expected gzip: {e}")).because(e))?;
        if bytes.len() as u64 > MAX_BYTES {
            let what = format!("{name}: expected at most {MAX_BYTES} bytes unpacked, found more");
            return Err(Error::new(Kind::Io, what));
        }
    }
    match binary(&bytes) {
        Some(found) => {
            let what = format!("{name}: expected a page of HTML or a feed, found {found}");
            Err(Error::new(Kind::Io, what))
        }
        None => Ok(bytes),
    }
}

const GZIP: &[u8] = b"\x1f\x8b";

/// How files begin that people take for pages, and what they are.
const SIGNATURES: [(&[u8], &str); 8] = [
    (b"%PDF-", "a PDF document"),
    (b"\x89PNG\r\n", "an image (PNG)"),
    (b"\xff\xd8\xff", "an image (JPEG)"),
    (b"GIF8", "an image (GIF)"),
    (b"PK\x03\x04", "a ZIP archive; give a WACZ file with --warc"),
    (b"WARC/", "a WARC file; give it with --warc"),
    (GZIP, "a file that was packed twice"),
    (b"SQLite format 3", "a database (SQLite)"),
];

/// Bytes at the start of a file in which a NUL says that it is no text.
const SNIFFED: usize = 1024;

/// What bytes are that are no text. Text in two-byte characters has NULs, too: it has a mark, or
/// begins with a tag.
pub(super) fn binary(bytes: &[u8]) -> Option<&'static str> {
    if let Some((_, what)) = SIGNATURES.iter().find(|(start, _)| bytes.starts_with(start)) {
        return Some(what);
    }
    let head = &bytes[..bytes.len().min(SNIFFED)];
    let first = head.iter().find(|b| !b.is_ascii_whitespace() && **b != 0);
    let text = bytes.starts_with(b"\xff\xfe") || bytes.starts_with(b"\xfe\xff");
    let text = text || first == Some(&b'<') || !head.contains(&0);
    (!text).then_some("a file that is no text")
}

/// True for the name that stands for standard output.
pub(super) fn is_stdout(out: &Path) -> bool {
    out.as_os_str() == "-"
}

/// An error where a file cannot be written, as far as that can be known before there is anything to
/// write.
pub(super) fn may_stand(file: &Path) -> anyhow::Result<()> {
    may_grow(file)?;
    if is_device(file) {
        return Ok(());
    }
    Whole::named(file).map(|_| ()).with_context(|| format!("{}: cannot be written", file.display()))
}

/// The same for a file that is changed where it stands.
pub(super) fn may_grow(file: &Path) -> anyhow::Result<()> {
    let shown = file.display();
    let folder = file.is_dir() || shown.to_string().ends_with('/');
    anyhow::ensure!(!folder, "{shown}: expected the name of a file, found a folder");
    let folder = file.parent().filter(|f| !f.as_os_str().is_empty() && !f.is_dir());
    if let Some(folder) = folder.map(Path::display) {
        anyhow::bail!("{shown}: expected a name in a folder, found no {folder}");
    }
    Ok(())
}

/// As [`may_stand`], for a folder that is made where it is not there.
pub(super) fn folder_may_stand(folder: &Path) -> anyhow::Result<()> {
    let shown = folder.display();
    let above = folder.ancestors().find(|f| f.as_os_str().is_empty() || f.exists());
    let above = above.filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    anyhow::ensure!(
        above.is_dir(),
        "{shown}: expected a folder, found a file: {}",
        above.display()
    );
    let tried = Whole::at(above.join("new")).map(|_| ());
    tried.with_context(|| format!("{shown}: cannot be written"))
}

/// True for what takes whatever it is given: a device, a pipe.
fn is_device(file: &Path) -> bool {
    file.metadata().is_ok_and(|is| !is.is_file() && !is.is_dir())
}

/// An error where what an option writes would take the place of what another reads or writes.
/// Each with its option; `written` are looked at among themselves, too.
pub(super) fn apart(
    written: &[(&str, Option<&Path>)],
    read: &[(&str, Option<&Path>)],
) -> anyhow::Result<()> {
    let place = |file: &Path| {
        let folder = file.parent().filter(|f| !f.as_os_str().is_empty());
        let beside =
            || Some(folder.unwrap_or(Path::new(".")).canonicalize().ok()?.join(file.file_name()?));
        file.canonicalize().ok().or_else(beside)
    };
    let named = |all: &[(&str, Option<&Path>)]| -> Vec<(String, PathBuf)> {
        let files = all.iter().filter_map(|(option, file)| Some((*option, (*file)?)));
        let files = files.filter(|(_, file)| !is_stdout(file) && !is_device(file));
        files.filter_map(|(option, file)| Some((option.to_owned(), place(file)?))).collect()
    };
    let mut known = named(read);
    for (option, file) in named(written) {
        if let Some((other, _)) = known.iter().find(|(_, place)| *place == file) {
            anyhow::bail!(
                "{option} and {other} name one file, {}: one would take the other's place; name \
                 another with {option}",
                file.display()
            );
        }
        known.push((option, file));
    }
    Ok(())
}

/// Write a file whole or not at all.
pub(super) fn write_whole(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    crate::file::write(file, write).with_context(|| file.display().to_string())
}

/// What a command does on a signal in place of its end; true where it ends by itself.
static STOP: OnceLock<Box<dyn Fn() -> bool + Send + Sync>> = OnceLock::new();

/// What is said where a signal ends the program.
static BROKEN_OFF: OnceLock<String> = OnceLock::new();

/// From here on a signal that ends the program says what is kept, and how to go on.
pub(super) fn say_on_signals(what: String) {
    let _ = BROKEN_OFF.set(what);
}

/// From here on a signal asks `stop`; where that is false, or nobody stops, the program ends.
pub(super) fn stop_on_signals(stop: impl Fn() -> bool + Send + Sync + 'static) {
    // A second one would be of a second command: there is one a process.
    let _ = STOP.set(Box::new(stop));
}

/// From here on a signal that ends the program removes what is half-written.
pub(super) fn clean_up_on_signals() {
    let handler = || {
        if STOP.get().is_some_and(|stop| stop()) {
            return;
        }
        abandon();
        warn(BROKEN_OFF.get().map_or("broken off", String::as_str));
        // As shells say it of a program that was interrupted.
        std::process::exit(130);
    };
    // Without a handler only that is lost.
    let _ = ctrlc::set_handler(handler);
}
