//! Files of people: read within bounds, written whole or not at all.

use std::fs::File;
use std::io::{BufWriter, Read, Write};
use std::path::Path;

use anyhow::Context;

use crate::error::{Error, Kind};
use crate::output::whole::{Whole, abandon};
use crate::rule::{Wrapper, xml};

/// Largest page, feed or list; as large as a page of an archive may be.
pub(super) const MAX_BYTES: u64 = 64 << 20;

/// A file's bytes. Devices and pipes, which may have no end, are refused.
pub(super) fn read(file: &Path, most: u64) -> Result<Vec<u8>, Error> {
    let name = file.display();
    let wrong = |e: std::io::Error| {
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

/// Read a rule file; errors name the file.
pub(super) fn wrapper(file: &Path) -> anyhow::Result<Wrapper> {
    let bytes = read(file, xml::MAX_BYTES as u64)?;
    let text = String::from_utf8_lossy(&bytes);
    Ok(xml::read(&text).map_err(|e| e.within(file.display()))?)
}

/// An error where a file cannot be written, as far as that can be known before there is anything to
/// write.
pub(super) fn may_stand(file: &Path) -> anyhow::Result<()> {
    let shown = file.display();
    anyhow::ensure!(!file.is_dir(), "{shown}: expected the name of a file, found a folder");
    let folder = file.parent().filter(|f| !f.as_os_str().is_empty() && !f.is_dir());
    match folder.map(Path::display) {
        Some(folder) => anyhow::bail!("{shown}: expected a name in a folder, found no {folder}"),
        None => Ok(()),
    }
}

/// Write a file whole or not at all. Devices and pipes are written to directly: they take what they
/// are given.
pub(super) fn write_whole(
    file: &Path,
    write: impl FnOnce(&mut dyn Write) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let to = || {
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
    };
    let written: anyhow::Result<()> = to();
    written.with_context(|| file.display().to_string())
}

/// From here on a signal that ends the program removes what is half-written.
pub(super) fn clean_up_on_signals() {
    let handler = || {
        abandon();
        // As shells say it of a program that was interrupted.
        std::process::exit(130);
    };
    // Without a handler only that is lost.
    let _ = ctrlc::set_handler(handler);
}
