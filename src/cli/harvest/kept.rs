//! What was fetched, in a WARC file that every other command reads.

use std::fs::{File, OpenOptions};
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use chrono::DateTime;

use crate::source::Response;
use crate::source::warc::{write_response, write_unchanged};

/// Headers that say how the body was packed on its way; it is kept unpacked.
const CODINGS: [&str; 3] = ["content-encoding", "transfer-encoding", "content-length"];

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
        let opened = OpenOptions::new().create(true).append(true).open(file);
        Ok(Kept { file: opened.with_context(|| shown.clone())?, shown })
    }

    pub fn write(&mut self, response: &Response) -> anyhow::Result<()> {
        let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH)?;
        let now = DateTime::from_timestamp(now.as_secs() as i64, 0).unwrap_or_default();
        let date = now.format("%Y-%m-%dT%H:%M:%SZ").to_string();
        let own = response.headers.iter().filter(|h| !CODINGS.contains(&h.0.as_str()));
        let headers: Vec<(String, String)> = own.cloned().collect();
        let (url, status, body) = (&response.url, response.status, &response.bytes);
        // In one piece, for others may write to the same file.
        let mut record = Vec::new();
        match status {
            304 => write_unchanged(&mut record, url, &date, &headers, true)?,
            _ => write_response(&mut record, url, &date, status, &headers, body, true)?,
        }
        self.file.write_all(&record).with_context(|| format!("{}: not written", self.shown))
    }
}
