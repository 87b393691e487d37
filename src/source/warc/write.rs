//! Writing records.

use std::io::Write;

use chrono::NaiveDateTime;
use flate2::Compression;
use flate2::write::GzEncoder;

use super::fnv;
use super::payload::is_coding;
use crate::Error;
use crate::error::Kind;
use crate::source::{CAPTURED, Response};

impl Response {
    /// Write a record of a WARC file: what was fetched, to be kept. `captured` is when (UTC). That
    /// the page is the one captured before (304) becomes a `revisit` record. Headers of codings,
    /// which are undone, are left out. With `gzip` the record becomes a gzip member of its own, as
    /// in a `.warc.gz`. The same answer gives the same bytes.
    ///
    /// # Errors
    /// Kind `Warc` where the address has white space or control characters, kind `Io` where writing
    /// fails.
    ///
    /// ```
    /// use feedstone::source::{Response, Source, Warc};
    /// let path = std::env::temp_dir().join("feedstone-doc-kept.warc.gz");
    /// let mut file = std::fs::File::create(&path)?;
    /// let page = Response::new("https://salt.example/", 200, "<p>Brine");
    /// let day = feedstone::NaiveDate::from_ymd_opt(2009, 2, 14).unwrap_or_default();
    /// page.write_warc(&mut file, day.into(), true)?;
    /// assert_eq!(Warc::open(&path)?.get("https://salt.example/")?.bytes, b"<p>Brine");
    /// # std::fs::remove_file(&path)?;
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn write_warc(
        &self,
        out: &mut impl Write,
        captured: NaiveDateTime,
        gzip: bool,
    ) -> Result<(), Error> {
        let date = captured.format("%Y-%m-%dT%H:%M:%SZ").to_string();
        // The record itself says when it was captured.
        let own = self.headers.iter().filter(|(name, _)| !is_coding(name) && name != CAPTURED);
        let headers: Vec<(&str, &str)> = own.map(|(n, v)| (n.as_str(), v.as_str())).collect();
        match self.status {
            304 => write_unchanged(out, &self.url, &date, &headers, gzip),
            status => write_response(out, &self.url, &date, status, &headers, &self.bytes, gzip),
        }
    }
}

/// Write one `response` record.
///
/// `date` is the time of the capture as `2009-02-14T08:00:00Z`. `body` is written as it is, so
/// `headers` must name its codings, if it has any. With `gzip` the record becomes a gzip member of
/// its own, as it should be. The same arguments give the same bytes: the record's id is a hash of
/// them.
///
/// # Errors
/// Kind `Warc` where `url` or `date` has white space or control characters, kind `Io` where writing
/// fails.
pub fn write_response(
    out: &mut impl Write,
    url: &str,
    date: &str,
    status: u16,
    headers: &[(impl AsRef<str>, impl AsRef<str>)],
    body: &[u8],
    gzip: bool,
) -> Result<(), Error> {
    let kind = "WARC-Type: response\r\n";
    write(out, kind, (url, date), &http_head(status, headers), body, gzip)
}

/// Write one `revisit` record: the server said that the page is the one captured before (304).
/// Arguments and errors as [`write_response`].
///
/// # Errors
/// As [`write_response`].
pub fn write_unchanged(
    out: &mut impl Write,
    url: &str,
    date: &str,
    headers: &[(impl AsRef<str>, impl AsRef<str>)],
    gzip: bool,
) -> Result<(), Error> {
    let kind = format!(
        "WARC-Type: revisit\r\n\
         WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n\
         WARC-Refers-To-Target-URI: {url}\r\n"
    );
    write(out, &kind, (url, date), &http_head(304, headers), b"", gzip)
}

fn http_head(status: u16, headers: &[(impl AsRef<str>, impl AsRef<str>)]) -> String {
    let reason = match status {
        200 => "OK",
        304 => "Not Modified",
        _ => "",
    };
    let mut head = format!("HTTP/1.1 {status} {reason}\r\n");
    for (name, value) in headers {
        // A line end in a header would end it, or the head.
        let line = format!("{}: {}", name.as_ref(), value.as_ref()).replace(['\r', '\n'], " ");
        head.push_str(&line);
        head.push_str("\r\n");
    }
    head.push_str("\r\n");
    head
}

/// One record. `kind`: its header lines that say what it is.
fn write(
    out: &mut impl Write,
    kind: &str,
    (url, date): (&str, &str),
    head: &str,
    body: &[u8],
    gzip: bool,
) -> Result<(), Error> {
    for word in [url, date] {
        if word.is_empty() || word.contains(|c: char| c.is_whitespace() || c.is_control()) {
            let what = format!(
                "expected an address and a date without white space for a WARC record, found `{}`",
                word.escape_debug()
            );
            return Err(Error::new(Kind::Warc, what));
        }
    }
    // A UUID of version 8, which is free to be anything but for six bits.
    let id = fnv([url.as_bytes(), b" ", date.as_bytes(), b" ", head.as_bytes(), body]);
    let id = id & !(0xf << 76) & !(0x3 << 62) | 0x8 << 76 | 0x2 << 62;
    let hex = format!("{id:032x}");
    let groups: Vec<&str> = [0..8, 8..12, 12..16, 16..20, 20..32]
        .into_iter()
        .filter_map(|range| hex.get(range))
        .collect();
    let start = format!(
        "WARC/1.1\r\n{kind}WARC-Target-URI: {url}\r\nWARC-Date: {date}\r\n\
         WARC-Record-ID: <urn:uuid:{}>\r\n\
         Content-Type: application/http; msgtype=response\r\nContent-Length: {}\r\n\r\n{head}",
        groups.join("-"),
        head.len().saturating_add(body.len())
    );
    let parts = [start.as_bytes(), body, b"\r\n\r\n"];
    let written = if gzip {
        let mut member = GzEncoder::new(out, Compression::default());
        parts
            .iter()
            .try_for_each(|part| member.write_all(part))
            .and_then(|()| member.finish().map(drop))
    } else {
        parts.iter().try_for_each(|part| out.write_all(part))
    };
    written.map_err(|e| {
        Error::new(Kind::Io, format!("{url}: the record cannot be written: {e}")).because(e)
    })
}
