//! Bytes to text: which charset a page or feed is really in.
//!
//! Old blogs lie about their charset in both directions: the server adds a default header the
//! author never saw, the template declares UTF-8 while the database is full of windows-1252. What
//! is declared is therefore believed only as far as the bytes allow it.

use encoding_rs::{Encoding, ISO_8859_15, UTF_8, UTF_16BE, UTF_16LE, WINDOWS_1252};

/// How far into the bytes a declaration is sought. HTML asks for it within 1024 bytes; old
/// templates put scripts before it, so four times that.
const DECLARED_WITHIN: usize = 4096;

/// How many bytes the guess looks at. chardetng needs some 6 ms per 100 KB, and a few kilobytes of
/// text outside ASCII are plenty to tell charsets apart.
const GUESS_FROM: usize = 16 * 1024;

/// How much of the ASCII in front of that text the guess gets: which letters an accented one stands
/// behind tells languages apart, and a word is enough for it.
const GUESS_BEFORE: usize = 32;

/// The text of a page or feed, and the charset it was read with.
///
/// The charset is, in this order: the byte order mark; the `charset` of the `Content-Type` header;
/// what the first 4096 bytes declare (`<meta charset>`, `<meta http-equiv>`, `<?xml encoding=`);
/// UTF-8, if the bytes are; a guess, to which `tld` (`de`, `jp`; the last label of the host) adds a
/// hint. Two declarations are not believed against the bytes: UTF-8, where most of what is not
/// ASCII is invalid; and the Latin-1 family, where the bytes are valid UTF-8 with at least one
/// character outside ASCII.
///
/// Never fails: bytes that make no sense become U+FFFD. A byte order mark is not part of the text.
///
/// ```
/// use feedstone::internals::page::decode::decode;
///
/// assert_eq!(decode(b"caf\xe9", Some("text/html; charset=ISO-8859-1"), None).0, "café");
/// let bytes = b"<meta charset=windows-1251>\xcc\xe8\xf0";
/// assert_eq!(decode(bytes, None, None).0, "<meta charset=windows-1251>Мир");
/// // The header says Latin-1, the bytes are UTF-8.
/// assert_eq!(decode("café".as_bytes(), Some("text/html; charset=iso-8859-1"), None).0, "café");
/// // The header says UTF-8, the bytes are Latin-1.
/// let bytes = b"Le caf\xe9 est ferm\xe9 cet \xe9t\xe9.";
/// let (text, charset) = decode(bytes, Some("text/xml; charset=utf-8"), Some("fr"));
/// assert_eq!((text.as_str(), charset.name()), ("Le café est fermé cet été.", "windows-1252"));
/// ```
pub fn decode(
    bytes: &[u8],
    content_type: Option<&str>,
    tld: Option<&str>,
) -> (String, &'static Encoding) {
    let encoding = charset(bytes, content_type, tld);
    let (text, _) = encoding.decode_with_bom_removal(bytes);
    (text.into_owned(), encoding)
}

fn charset(bytes: &[u8], content_type: Option<&str>, tld: Option<&str>) -> &'static Encoding {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return encoding;
    }
    // Two-byte XML without a mark is known by its first characters `<?`.
    match bytes {
        [b'<', 0, b'?', 0, ..] => return UTF_16LE,
        [0, b'<', 0, b'?', ..] => return UTF_16BE,
        _ => {}
    }
    let utf8 = Utf8::look(bytes);
    let header = content_type.and_then(|t| label_after_charset(t.as_bytes()));
    let inside = declared(bytes.get(..DECLARED_WITHIN).unwrap_or(bytes));
    for encoding in [header, inside].into_iter().flatten() {
        if encoding == UTF_8 && !utf8.plausible() {
            continue;
        }
        // Any bytes at all are valid windows-1252, so its label costs a server nothing (Apache's
        // AddDefaultCharset put it on everything for years). Prose in it is next to never valid
        // UTF-8: each accented letter would have to be followed by a symbol from a narrow range.
        if (encoding == WINDOWS_1252 || encoding == ISO_8859_15)
            && utf8.valid > 0
            && utf8.broken == 0
        {
            return UTF_8;
        }
        return encoding;
    }
    if utf8.plausible() { UTF_8 } else { guess(bytes, tld) }
}

/// How much of the bytes outside ASCII is UTF-8.
struct Utf8 {
    /// Well-formed characters outside ASCII.
    valid: usize,
    /// Malformed sequences; one cut off by the end of the bytes is not counted.
    broken: usize,
}

impl Utf8 {
    fn look(bytes: &[u8]) -> Utf8 {
        // Lead bytes, counted without decoding; a sum of few bytes is that of many in a step.
        let leads = |part: &[u8]| part.iter().map(|b| u8::from(*b >= 0xC0)).sum::<u8>();
        let characters =
            |text: &str| text.as_bytes().chunks(128).map(|c| usize::from(leads(c))).sum::<usize>();
        // Most pages are, and this question is many times cheaper than the walk below.
        if let Ok(text) = std::str::from_utf8(bytes) {
            return Utf8 { valid: characters(text), broken: 0 };
        }
        let mut seen = Utf8 { valid: 0, broken: 0 };
        let mut at = 0;
        for chunk in bytes.utf8_chunks() {
            seen.valid += characters(chunk.valid());
            at += chunk.valid().len() + chunk.invalid().len();
            let cut_off = at == bytes.len()
                && std::str::from_utf8(chunk.invalid()).is_err_and(|e| e.error_len().is_none());
            seen.broken += usize::from(!chunk.invalid().is_empty() && !cut_off);
        }
        seen
    }

    /// A few bad bytes (a pasted comment, a field cut in the middle of a character) do not unmake a
    /// UTF-8 page. In any other charset the broken sequences outnumber the ones that happen to be
    /// valid by far.
    fn plausible(&self) -> bool {
        self.broken <= self.valid / 2
    }
}

/// The charset that the bytes themselves declare, in an XML declaration or a `<meta>`.
fn declared(head: &[u8]) -> Option<&'static Encoding> {
    let mut rest = head;
    while let Some(open) = memchr::memchr(b'<', rest) {
        rest = &rest[open..];
        if rest.starts_with(b"<!--") {
            // What a comment says counts for nothing; an unclosed one hides all the rest.
            let end = memchr::memmem::find(rest, b"-->")?;
            rest = &rest[end + 3..];
            continue;
        }
        let Some(end) = memchr::memchr(b'>', rest) else { break };
        let (tag, after) = rest.split_at(end);
        let found = if starts_with_no_case(tag, b"<?xml") {
            attribute(tag, b"encoding").and_then(label)
        } else if starts_with_no_case(tag, b"<meta") {
            // `charset=` stands either as an attribute or inside `content="text/html; charset=…"`.
            label_after_charset(tag)
        } else {
            None
        };
        if let Some(encoding) = found {
            // It could be read as ASCII up to here, so it cannot be UTF-16, whatever it says.
            return Some(if encoding == UTF_16LE || encoding == UTF_16BE {
                UTF_8
            } else {
                encoding
            });
        }
        rest = after;
    }
    None
}

fn starts_with_no_case(bytes: &[u8], prefix: &[u8]) -> bool {
    bytes.get(..prefix.len()).is_some_and(|b| b.eq_ignore_ascii_case(prefix))
}

/// The value after `name =`, quoted or bare.
fn attribute<'a>(tag: &'a [u8], name: &[u8]) -> Option<&'a [u8]> {
    let mut at = 0;
    while at + name.len() <= tag.len() {
        let rest = &tag[at..];
        at += 1;
        if !starts_with_no_case(rest, name) {
            continue;
        }
        let Some(value) = rest[name.len()..].trim_ascii_start().strip_prefix(b"=") else {
            continue;
        };
        let value = value.trim_ascii_start();
        let (value, quoted) = match value.first() {
            Some(&q @ (b'"' | b'\'')) => (&value[1..], Some(q)),
            _ => (value, None),
        };
        // A quote also ends a bare value: in `content="text/html; charset=utf-8"` it stands behind
        // it.
        let ends = |&b: &u8| {
            Some(b) == quoted
                || (quoted.is_none() && matches!(b, b'"' | b'\'' | b';' | b'/' | b'>' | b'?'))
                || b.is_ascii_whitespace()
        };
        let end = value.iter().position(ends).unwrap_or(value.len());
        return Some(&value[..end]);
    }
    None
}

fn label_after_charset(bytes: &[u8]) -> Option<&'static Encoding> {
    attribute(bytes, b"charset").and_then(label)
}

fn label(name: &[u8]) -> Option<&'static Encoding> {
    // No page is stored in x-user-defined or "replacement"; such labels are mistakes.
    Encoding::for_label_no_replacement(name).filter(|e| *e != encoding_rs::X_USER_DEFINED)
}

fn guess(bytes: &[u8], tld: Option<&str>) -> &'static Encoding {
    // The head of a page is ASCII for long; look where it stops being so.
    let start = Encoding::ascii_valid_up_to(bytes).saturating_sub(GUESS_BEFORE);
    let window = &bytes[start..];
    let window = window.get(..GUESS_FROM).unwrap_or(window);
    // The detector panics on a top-level domain with capitals, dots or letters outside ASCII.
    let tld = tld
        .map(str::to_ascii_lowercase)
        .filter(|t| !t.is_empty() && t.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-'));
    let mut detector = chardetng::EncodingDetector::new(chardetng::Iso2022JpDetection::Deny);
    detector.feed(window, true);
    detector.guess(tld.as_deref().map(str::as_bytes), chardetng::Utf8Detection::Deny)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use super::*;

    #[test]
    fn declarations() {
        let cases: &[(&[u8], Option<&str>, &str)] = &[
            (b"\xef\xbb\xbfx", Some("text/html; charset=koi8-r"), "UTF-8"),
            (b"\xff\xfea\0", None, "UTF-16LE"),
            (b"<\0?\0x\0m\0l\0", None, "UTF-16LE"),
            (b"x", Some("text/html; charset=\"KOI8-R\""), "KOI8-R"),
            (b"x", Some("text/html;charset=nonsense"), "UTF-8"),
            (b"<?xml version='1.0' encoding='ISO-8859-2'?>", None, "ISO-8859-2"),
            (
                b"<META HTTP-EQUIV=Content-Type CONTENT=\"text/html; charset=shift_jis\">",
                None,
                "Shift_JIS",
            ),
            (b"<!-- <meta charset=koi8-r> --><meta charset='gbk'/>", None, "GBK"),
            (b"<meta charset=utf-16>", None, "UTF-8"),
            (b"<!-- <meta charset=koi8-r>", None, "UTF-8"),
            (b"", None, "UTF-8"),
        ];
        for (bytes, header, want) in cases {
            assert_eq!(
                decode(bytes, *header, None).1.name(),
                *want,
                "{}",
                String::from_utf8_lossy(bytes)
            );
        }
    }

    #[test]
    fn header_is_wrong_and_meta_is_right() {
        let bytes = b"<meta charset=windows-1251>\xcf\xf0\xe8\xe2\xe5\xf2";
        assert_eq!(decode(bytes, Some("text/html; charset=utf-8"), None).1.name(), "windows-1251");
    }

    #[test]
    fn a_few_bad_bytes_leave_utf8_alone() {
        let mut bytes = "déjà vu, élève, être".as_bytes().to_vec();
        bytes.push(0xe9);
        bytes.extend_from_slice(b" end");
        assert_eq!(decode(&bytes, Some("text/html; charset=utf-8"), None).1, UTF_8);
        assert_eq!(decode(&bytes, None, Some("COM.")).1, UTF_8);
        assert_eq!(decode(b"caf\xc3", None, None).1, UTF_8);
    }
}
