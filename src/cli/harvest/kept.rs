//! What was fetched, in a WARC file that every other command reads.

use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

use anyhow::Context;
use chrono::DateTime;
use flate2::read::MultiGzDecoder;

use crate::source::Response;

/// An archive that grows, a gzip member a page.
pub(super) struct Kept {
    file: File,
    /// Its name, for messages.
    shown: String,
}

impl Kept {
    /// Open the archive, or make it; what it has stays.
    pub fn open(file: &Path) -> anyhow::Result<Kept> {
        let shown = file.display().to_string();
        anyhow::ensure!(shown.ends_with(".gz"), "{shown}: expected a name that ends with .warc.gz");
        if file.is_file() {
            let first = MultiGzDecoder::new(File::open(file).with_context(|| shown.clone())?);
            let mut start = Vec::new();
            let is_read = first.take(5).read_to_end(&mut start).is_ok();
            let is_empty = file.metadata().is_ok_and(|is| is.len() == 0);
            anyhow::ensure!(
                is_empty || is_read && (start.is_empty() || start == b"WARC/"),
                "{shown}: expected a WARC file (.warc.gz) to add to, found another file; name a \
                 new one"
            );
        }
        let opened = OpenOptions::new().create(true).append(true).open(file);
        Ok(Kept { file: opened.with_context(|| shown.clone())?, shown })
    }

    pub fn write(&mut self, response: &Response) -> anyhow::Result<()> {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
        let now = DateTime::from_timestamp(now.as_secs() as i64, 0).unwrap_or_default();
        // In one piece, for others may write to the same file.
        let mut record = Vec::new();
        response.write_warc(&mut record, now.naive_utc(), true)?;
        self.file.write_all(&record).with_context(|| format!("{}: not written", self.shown))
    }
}
