//! The HTTP answer in a record, its codings undone.

use std::io::Read;

use flate2::bufread::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

use super::stream::fields;
use super::{BUFFER, MAX_DECODED};
use crate::Error;
use crate::error::Kind;
use crate::source::{Response, text};

/// HTTP headers read by httparse; answers with more go the slower way line by line.
const MAX_HTTP_HEADERS: usize = 128;

/// The status of an HTTP answer, if these bytes start one.
pub(super) fn status_line(bytes: &[u8]) -> Option<u16> {
    let word = bytes
        .trim_ascii_start()
        .strip_prefix(b"HTTP/")?
        .split(|&b| b == b' ')
        .skip(1)
        .find(|word| !word.is_empty())?;
    std::str::from_utf8(word.get(..3)?).ok()?.parse().ok()
}

/// Status, headers and raw body of an HTTP answer.
pub(super) fn http_answer(block: &[u8]) -> Option<(u16, Vec<(String, String)>, &[u8])> {
    let mut slots = [httparse::EMPTY_HEADER; MAX_HTTP_HEADERS];
    let mut answer = httparse::Response::new(&mut slots);
    let mut parser = httparse::ParserConfig::default();
    parser
        .allow_multiple_spaces_in_response_status_delimiters(true)
        .allow_spaces_after_header_name_in_responses(true);
    if let Ok(httparse::Status::Complete(end)) = parser.parse_response(&mut answer, block)
        && let Some(status) = answer.code
    {
        let headers = answer
            .headers
            .iter()
            .map(|h| (h.name.to_ascii_lowercase(), text(h.value).trim().to_owned()))
            .collect();
        return Some((status, headers, block.get(end..).unwrap_or_default()));
    }
    // What httparse refuses: folded lines, lines without a colon, control characters, too many
    // headers, no empty line at the end.
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

/// Whether a header speaks of the body as it was stored, and would be wrong once its codings are
/// undone.
pub(super) fn is_coding(name: &str) -> bool {
    matches!(name, "transfer-encoding" | "content-encoding" | "content-length")
}

/// The page in the block of a `response` record, its codings undone.
pub(super) fn payload(url: String, block: &[u8]) -> Result<Response, Error> {
    let Some((status, headers, body)) = http_answer(block) else {
        let found = text(block.get(..24).unwrap_or(block));
        return Err(Error::new(
            Kind::Warc,
            format!("expected an HTTP answer, found `{}`", found.escape_debug()),
        ));
    };
    // The content was coded first and the transfer last: undone from the end.
    let named = |wanted: &'static str| {
        headers
            .iter()
            .filter(move |(name, _)| name == wanted)
            .flat_map(|(_, value)| value.split(','))
    };
    let codings: Vec<String> = named("content-encoding")
        .chain(named("transfer-encoding"))
        .map(|c| c.trim().to_ascii_lowercase())
        .collect();
    let mut bytes = body.to_vec();
    for coding in codings.iter().rev() {
        if let Some(plain) = undone(coding, &bytes)? {
            bytes = plain;
        }
    }
    let headers = headers.into_iter().filter(|(name, _)| !is_coding(name)).collect();
    Ok(Response { url, status, headers, bytes })
}

/// A body without its coding. None where the body does not have the coding that the headers
/// promise: some crawlers store the body plain and the headers as they came.
fn undone(coding: &str, body: &[u8]) -> Result<Option<Vec<u8>>, Error> {
    match coding {
        "chunked" => Ok(dechunked(body)),
        "gzip" | "x-gzip" if body.starts_with(&[0x1f, 0x8b]) => {
            drained(coding, MultiGzDecoder::new(body), true)
        }
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
    Error::new(
        Kind::Warc,
        format!(
            "expected a body in gzip, deflate, br, or plain, found `{coding}`, \
             which is not supported"
        ),
    )
}

/// Two bytes, of which the first names the method and both together are divisible by 31.
fn is_zlib(body: &[u8]) -> bool {
    matches!(body, [a, b, ..] if a & 0x0f == 8 && (u16::from(*a) << 8 | u16::from(*b)) % 31 == 0)
}

/// All that a decoder gives, up to the limit. What a `sure` decoder gave before it failed is kept:
/// crawlers cut bodies off, and servers put line ends behind them.
fn drained(coding: &str, decoder: impl Read, sure: bool) -> Result<Option<Vec<u8>>, Error> {
    let mut bytes = Vec::new();
    let end = decoder.take(MAX_DECODED + 1).read_to_end(&mut bytes);
    if bytes.len() as u64 > MAX_DECODED {
        return Err(Error::new(
            Kind::Warc,
            format!("expected at most {MAX_DECODED} bytes, the {coding} body unpacks to more"),
        ));
    }
    match end {
        Ok(_) => Ok(Some(bytes)),
        Err(e) if sure && !bytes.is_empty() => {
            log::warn!(
                "a {coding} body is damaged ({e}); {} bytes before the damage are used",
                bytes.len()
            );
            Ok(Some(bytes))
        }
        Err(_) => Ok(None),
    }
}

/// A body without its chunk sizes; none if it has none. Once a whole chunk was seen the body is
/// taken for chunked, and what follows is used as far as it goes: crawlers cut bodies off.
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

/// The size that a chunk's first line says, in hex and possibly with parameters, and what follows
/// the line.
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
