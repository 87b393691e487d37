//! Files of people: read within bounds, written whole or not at all.
//!
//! What is written stands beside its place under a random name, then it is renamed. Other names of
//! the file that stood there (hard links) keep what it held: to write through them would be to
//! write in place, and what ends the program there would leave half a file.

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufWriter, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

#[cfg(feature = "warc")]
use tempfile::TempPath;
use tempfile::{Builder, NamedTempFile};

use crate::error::{Error, Kind};

/// A file's bytes. Devices and pipes, which may have no end, are refused.
pub(crate) fn read(file: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let name = file.display();
    let wrong = |e: io::Error| {
        Error::new(Kind::Io, format!("{name}: expected a file that can be read: {e}")).because(e)
    };
    let is = file.metadata().map_err(wrong)?;
    if !is.is_file() {
        let found = if is.is_dir() { "a folder" } else { "a pipe or device; save it to a file" };
        return Err(Error::new(Kind::Io, format!("{name}: expected a file, found {found}")));
    }
    let mut bytes = Vec::new();
    let mut open = File::open(file).map_err(wrong)?.take(most + 1);
    open.read_to_end(&mut bytes).map_err(wrong)?;
    if bytes.len() as u64 > most {
        let what = format!("{name}: expected at most {most} bytes, found a larger file");
        return Err(Error::new(Kind::Io, what));
    }
    Ok(bytes)
}

/// Files that are being written, and temporary ones. What ends the program before its time removes
/// them.
static UNFINISHED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn unfinished() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Remove the files that are being written, and temporary ones.
#[cfg(feature = "cli")]
pub(crate) fn abandon() {
    for file in std::mem::take(&mut *unfinished()) {
        // One that is not there any more has found its place.
        let _ = fs::remove_file(file);
    }
}

/// A file that is being written; dropped before its end it is removed.
pub(crate) struct Whole {
    /// Beside its place. None: it has been put there.
    beside: Option<NamedTempFile>,
    place: PathBuf,
}

impl Whole {
    /// For a file that a person named: a link keeps leading to it, its mode stays.
    ///
    /// # Errors
    /// What the file system says.
    pub fn named(file: &Path) -> io::Result<Whole> {
        match file.is_symlink() {
            true => Whole::at(fs::canonicalize(file)?),
            false => Whole::at(file.to_owned()),
        }
    }

    /// For a file of a folder: what stands there is replaced, links included.
    ///
    /// # Errors
    /// What the file system says.
    pub fn at(place: PathBuf) -> io::Result<Whole> {
        let folder = place.parent().filter(|p| !p.as_os_str().is_empty());
        let mut builder = Builder::new();
        builder.prefix(".feedstone-").rand_bytes(12);
        // As files that are created are, less what the user's mask takes.
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        // Whoever removes what is unfinished waits until the file is known.
        let mut unfinished = unfinished();
        let made = builder.tempfile_in(folder.unwrap_or(Path::new(".")));
        let beside = made.map_err(without_name)?;
        if let Ok(known) = fs::symlink_metadata(&place)
            && known.is_file()
        {
            beside.as_file().set_permissions(known.permissions())?;
        }
        unfinished.insert(beside.path().to_owned());
        Ok(Whole { beside: Some(beside), place })
    }

    /// The file that is written to.
    pub fn file(&self) -> io::Result<&File> {
        self.beside.as_ref().map(NamedTempFile::as_file).ok_or_else(gone)
    }

    /// Its name for as long as it is written.
    #[cfg(feature = "cli")]
    pub fn path(&self) -> &Path {
        self.beside.as_ref().map_or(&self.place, NamedTempFile::path)
    }

    /// It is whole: put it in its place.
    ///
    /// # Errors
    /// What the file system says; then nothing of it stays.
    pub fn keep(mut self) -> io::Result<()> {
        let beside = self.beside.take().ok_or_else(gone)?;
        let name = beside.path().to_owned();
        let kept = beside.as_file().sync_all().and_then(|()| Ok(beside.persist(&self.place)?));
        unfinished().remove(&name);
        kept.map(|_| ())
    }
}

impl Drop for Whole {
    fn drop(&mut self) {
        if let Some(beside) = self.beside.take() {
            unfinished().remove(beside.path());
        }
    }
}

/// Write a file that a person named, whole or not at all. Devices and pipes are written to
/// directly: they take what they are given, and a file in their place would end them.
pub(crate) fn write<E: From<io::Error>>(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    if file.metadata().is_ok_and(|m| !m.is_file() && !m.is_dir()) {
        let mut out = BufWriter::new(File::options().write(true).open(file)?);
        write(&mut out)?;
        return Ok(out.flush()?);
    }
    let whole = Whole::named(file)?;
    let mut out = BufWriter::new(whole.file()?);
    write(&mut out)?;
    out.flush()?;
    drop(out);
    Ok(whole.keep()?)
}

/// A temporary file that is read for as long as this is there, and gone then.
#[cfg(feature = "warc")]
#[derive(Debug)]
pub(crate) struct Scratch(TempPath);

#[cfg(feature = "warc")]
impl Scratch {
    /// All that a reader gives.
    ///
    /// # Errors
    /// What the file system or the reader says; then nothing of it stays.
    pub fn of(input: &mut impl Read) -> io::Result<Scratch> {
        let mut unfinished = unfinished();
        let (mut file, path) = NamedTempFile::with_prefix("feedstone-")?.into_parts();
        unfinished.insert(path.to_path_buf());
        drop(unfinished);
        let scratch = Scratch(path);
        io::copy(input, &mut file)?;
        Ok(scratch)
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

#[cfg(feature = "warc")]
impl Drop for Scratch {
    fn drop(&mut self) {
        unfinished().remove(self.path());
    }
}

/// What the file system said, without the random name that nobody gave: it comes behind, and the
/// error that tells it does not show its cause.
fn without_name(e: io::Error) -> io::Error {
    let told = e.to_string();
    match told.split_once(" at path ") {
        Some((said, _)) => io::Error::new(e.kind(), said.to_owned()),
        None => e,
    }
}

fn gone() -> io::Error {
    io::Error::other("the file was put in its place already")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn errors_do_not_tell_names_that_nobody_gave() {
        let folder = tempfile::tempdir().unwrap();
        let made = Whole::at(folder.path().join("none").join("salt.xml"));
        let told = made.map(|_| ()).unwrap_err();
        assert_eq!(told.kind(), io::ErrorKind::NotFound);
        assert!(!told.to_string().contains(".feedstone-"), "{told}");
    }
}
