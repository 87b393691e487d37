//! `source::warc`: archives as they are found, whole and damaged.
#![cfg(feature = "warc")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::io::Write;

use feedstone::internals::error::Kind;
use feedstone::internals::source::warc::{Warc, write_response, write_unchanged};
use feedstone::source::Source;
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

const DATE: &str = "2009-02-14T08:00:00Z";
const HTML: &[(&str, &str)] = &[("Content-Type", "text/html")];

/// An archive in a file that goes with the test.
struct Archive {
    _file: tempfile::NamedTempFile,
    warc: Warc,
}

fn open(bytes: &[u8]) -> Archive {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let warc = Warc::open(file.path()).unwrap();
    Archive { _file: file, warc }
}

fn refused(bytes: &[u8]) -> String {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(bytes).unwrap();
    let error = Warc::open(file.path()).unwrap_err();
    assert_eq!(error.kind(), Kind::Warc);
    error.to_string()
}

/// One record written by us.
fn record(url: &str, status: u16, headers: &[(&str, &str)], body: &[u8], gzip: bool) -> Vec<u8> {
    let mut out = Vec::new();
    write_response(&mut out, url, DATE, status, headers, body, gzip).unwrap();
    out
}

/// One record as somebody else might have written it: header lines with LF become CRLF.
fn raw(header: &str, block: &[u8]) -> Vec<u8> {
    let header: String = header
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .map(|line| format!("{line}\r\n"))
        .collect();
    [
        header.as_bytes(),
        format!("Content-Length: {}\r\n\r\n", block.len()).as_bytes(),
        block,
        b"\r\n\r\n",
    ]
    .concat()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(bytes).unwrap();
    encoder.finish().unwrap()
}

fn body(archive: &Archive, url: &str) -> String {
    String::from_utf8(archive.warc.get(url).unwrap().bytes).unwrap()
}

/// Address, status and body of all pages; an error is its sentence.
fn pages(archive: &Archive) -> Vec<(String, u16, String)> {
    let show = |page: Result<feedstone::source::Response, feedstone::Error>| match page {
        Ok(page) => (page.url, page.status, String::from_utf8_lossy(&page.bytes).into_owned()),
        Err(e) => ("error".into(), 0, e.to_string()),
    };
    archive.warc.pages().map(show).collect()
}

fn row(url: &str, status: u16, body: &str) -> (String, u16, String) {
    (url.into(), status, body.into())
}

#[test]
fn what_was_written_is_read() {
    let urls = ["http://a.org/1", "http://a.org/2", "http://a.org/3"];
    let plain: Vec<u8> =
        urls.iter().flat_map(|url| record(url, 200, HTML, url.as_bytes(), false)).collect();
    let members: Vec<u8> =
        urls.iter().flat_map(|url| record(url, 200, HTML, url.as_bytes(), true)).collect();
    // Members that end anywhere, as block gzip writes them
    let blocks: Vec<u8> = plain.chunks(100).flat_map(gzip).collect();
    let cases = [
        ("plain", plain.clone()),
        ("a member a record", members),
        ("one member", gzip(&plain)),
        ("blocks", blocks),
    ];
    for (name, bytes) in cases {
        let archive = open(&bytes);
        assert_eq!((archive.warc.len(), archive.warc.damages()), (3, &[][..]), "{name}");
        let listed: Vec<String> =
            pages(&archive).into_iter().map(|(url, _, body)| format!("{url} {body}")).collect();
        assert_eq!(listed, urls.map(|url| format!("{url} {url}")), "{name}");
        for url in urls {
            let page = archive.warc.get(url).unwrap();
            assert_eq!(
                (page.url.as_str(), page.bytes.as_slice(), page.content_type()),
                (url, url.as_bytes(), Some("text/html")),
                "{name}"
            );
        }
    }
}

#[test]
fn the_same_arguments_write_the_same_bytes() {
    for gzip in [false, true] {
        assert_eq!(
            record("http://a.org/", 200, HTML, b"x", gzip),
            record("http://a.org/", 200, HTML, b"x", gzip)
        );
    }
    assert_ne!(
        record("http://a.org/", 200, HTML, b"x", false),
        record("http://a.org/", 200, HTML, b"y", false)
    );
}

#[test]
fn an_address_or_date_that_would_break_the_header_is_refused() {
    for (url, date) in [
        ("http://a.org/ b", DATE),
        ("http://a.org/\r\nX: y", DATE),
        ("http://a.org/", "2009\n"),
        ("", DATE),
    ] {
        assert_eq!(
            write_response(&mut Vec::<u8>::new(), url, date, 200, HTML, b"", false)
                .unwrap_err()
                .kind(),
            Kind::Warc,
            "{url:?} {date:?}"
        );
    }
    let archive = open(&record("http://a.org/", 200, &[("x", "a\r\n\r\nb")], b"body", false));
    assert_eq!(body(&archive, "http://a.org/"), "body");
}

#[test]
fn headers_as_others_write_them() {
    let block = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\nbody";
    let cases = [
        ("WARC/1.0", "WARC-Target-URI: <http://a.org/>"),
        ("WARC/1.1", "warc-target-uri:http://a.org/"),
        ("WARC/0.18", "WARC-Target-URI:   http://a.org/  "),
    ];
    for (version, target) in cases {
        let archive = open(&raw(&format!("{version}\nWARC-Type: response\n{target}"), block));
        assert_eq!(pages(&archive), [row("http://a.org/", 200, "body")], "{version} {target}");
    }
}

#[test]
fn bare_line_feeds() {
    let block = "HTTP/1.0 200 OK\nContent-Type: text/html\n\nbody";
    let head = format!(
        "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://a.org/\nContent-Length: {}\n\n",
        block.len()
    );
    let one = format!("{head}{block}\n\n");
    let archive = open(one.repeat(2).as_bytes());
    assert_eq!(pages(&archive), vec![row("http://a.org/", 200, "body"); 2]);
}

#[test]
fn http_heads_as_servers_sent_them() {
    // block, status, content type, body
    let cases: &[(&str, u16, Option<&str>, &str)] = &[
        ("HTTP/1.1 200\r\nContent-Type: a/b\r\n\r\nx", 200, Some("a/b"), "x"),
        ("HTTP/1.1  200  OK\r\nContent-Type : a/b\r\n\r\nx", 200, Some("a/b"), "x"),
        (
            "HTTP/1.1 200 OK\r\nContent-Type: a/b;\r\n  charset=c\r\n\r\nx",
            200,
            Some("a/b; charset=c"),
            "x",
        ),
        ("HTTP/1.1 200 OK\r\nno colon here\r\nContent-Type: a/b\r\n\r\nx", 200, Some("a/b"), "x"),
        ("HTTP/1.1 404 Not Found\r\n\r\nx", 404, None, "x"),
        ("HTTP/1.1 200 OK\r\nContent-Type: a/b", 200, Some("a/b"), ""),
        ("HTTP/1.1 200 OK\r\n\r\n", 200, None, ""),
    ];
    for (block, status, kind, text) in cases {
        let archive = open(&raw(
            "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: http://a.org/",
            block.as_bytes(),
        ));
        let page = archive.warc.pages().next().unwrap().unwrap();
        assert_eq!(
            (page.status, page.content_type(), page.bytes.as_slice()),
            (*status, *kind, text.as_bytes()),
            "{block}"
        );
    }
}

#[test]
fn many_http_headers() {
    let names: Vec<String> = (0..500).map(|n| format!("x-{n}")).collect();
    let headers: Vec<(&str, &str)> = names.iter().map(|name| (name.as_str(), "v")).collect();
    let archive = open(&record("http://a.org/", 200, &headers, b"body", false));
    let page = archive.warc.get("http://a.org/").unwrap();
    // And one more: when it was captured.
    assert_eq!((page.headers.len(), page.bytes.as_slice()), (501, &b"body"[..]));
}

#[test]
fn codings_are_undone() {
    let text = b"<p>one two three</p>";
    let zlib = {
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let deflate = {
        let mut encoder = DeflateEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    };
    let mut br = Vec::new();
    brotli::BrotliCompress(&mut &text[..], &mut br, &brotli::enc::BrotliEncoderParams::default())
        .unwrap();
    let chunked = |body: &[u8]| {
        let (a, b) = body.split_at(body.len() / 2);
        [
            format!("{:x}\r\n", a.len()).as_bytes(),
            a,
            format!("\r\n{:X};name=value\r\n", b.len()).as_bytes(),
            b,
            b"\r\n0\r\n\r\n",
        ]
        .concat()
    };
    let te = ("Transfer-Encoding", "chunked");
    let cases: &[(&str, &[(&str, &str)], Vec<u8>)] = &[
        ("chunked", &[te], chunked(text)),
        ("chunked, LF", &[te], b"5\n<p>on\nf\ne two three</p>\n0\n\n".to_vec()),
        ("chunked, cut off", &[te], b"5\r\n<p>on\r\nff\r\ne two three</p>".to_vec()),
        ("gzip", &[("Content-Encoding", "gzip")], gzip(text)),
        ("x-gzip", &[("Content-Encoding", "X-GZip")], gzip(text)),
        (
            "gzip with a line end behind",
            &[("Content-Encoding", "gzip")],
            [gzip(text), b"\r\n".to_vec()].concat(),
        ),
        ("zlib", &[("Content-Encoding", "deflate")], zlib),
        ("deflate", &[("Content-Encoding", "deflate")], deflate),
        ("br", &[("Content-Encoding", "br")], br),
        ("gzip twice", &[("Content-Encoding", "gzip, gzip")], gzip(&gzip(text))),
        ("gzip, chunked", &[("Content-Encoding", "gzip"), te], chunked(&gzip(text))),
        (
            "both as transfer coding",
            &[("Transfer-Encoding", "gzip, chunked")],
            chunked(&gzip(text)),
        ),
        ("chunked by the header only", &[te], text.to_vec()),
        ("gzip by the header only", &[("Content-Encoding", "gzip")], text.to_vec()),
        ("deflate by the header only", &[("Content-Encoding", "deflate")], text.to_vec()),
        ("br by the header only", &[("Content-Encoding", "br")], text.to_vec()),
        ("zstd by the header only", &[("Content-Encoding", "zstd")], text.to_vec()),
        (
            "gzip by the header, chunked in truth",
            &[("Content-Encoding", "gzip"), te],
            chunked(text),
        ),
        ("no coding at all", &[("Content-Encoding", "UTF-8")], text.to_vec()),
    ];
    for (name, headers, stored) in cases {
        let archive = open(&record("http://a.org/", 200, headers, stored, false));
        let page = archive.warc.get("http://a.org/").unwrap();
        assert_eq!(String::from_utf8_lossy(&page.bytes), String::from_utf8_lossy(text), "{name}");
        assert_eq!(
            (page.header("content-encoding"), page.header("transfer-encoding")),
            (None, None),
            "{name}"
        );
    }
}

#[test]
fn an_unknown_coding_is_an_error_of_its_page_alone() {
    let zstd = record(
        "http://a.org/1",
        200,
        &[("Content-Encoding", "zstd")],
        b"\x28\xb5\x2f\xfd....",
        false,
    );
    let archive = open(&[zstd, record("http://a.org/2", 200, HTML, b"two", false)].concat());
    let listed = pages(&archive);
    assert!(listed[0].2.contains("zstd") && listed[0].2.contains("http://a.org/1"), "{listed:?}");
    assert_eq!(listed[1], row("http://a.org/2", 200, "two"));
}

#[test]
fn addresses_in_other_spellings() {
    // stored, asked
    let cases = [
        ("http://a.org/", "https://a.org"),
        ("http://www.a.org/x/", "https://a.org/x"),
        ("http://a.org/x", "http://A.org:80/x/#part"),
        ("https://a.org/%e3%81%82", "http://a.org/%E3%81%82"),
        ("http://a.org/\u{3042}", "http://a.org/%E3%81%82"),
        ("http://a.org/%7Eme/", "http://a.org/~me/"),
        ("http://a.org/x?b=1&a=2", "https://www.a.org/x/?b=1&a=2"),
        ("http://a.org:8080/x", "http://a.org:8080/x/"),
        ("http://a.org/x/index.html", "http://a.org/x/"),
        ("http://a.org/x/", "http://a.org//x/index.php"),
    ];
    for (stored, asked) in cases {
        let archive = open(&raw(
            &format!("WARC/1.0\nWARC-Type: response\nWARC-Target-URI: {stored}"),
            b"HTTP/1.1 200 OK\r\n\r\nbody",
        ));
        let page = archive.warc.get(asked).unwrap();
        assert_eq!((page.url.as_str(), page.bytes.as_slice()), (stored, &b"body"[..]), "{asked}");
    }
}

#[test]
fn other_addresses_are_not_found() {
    let archive = open(&record("http://a.org/x?p=1", 200, HTML, b"", false));
    for asked in [
        "http://a.org/x",
        "http://a.org/x?p=2",
        "http://a.org/X?p=1",
        "http://b.org/x?p=1",
        "http://a.org:81/x?p=1",
        "x",
        "",
    ] {
        assert_eq!(archive.warc.get(asked).unwrap_err().kind(), Kind::Fetch, "{asked}");
    }
}

#[test]
fn the_exact_address_comes_first() {
    let archive = open(
        &[
            record("http://a.org/x", 200, HTML, b"without", false),
            record("http://a.org/x/", 200, HTML, b"with", false),
        ]
        .concat(),
    );
    assert_eq!(
        (body(&archive, "http://a.org/x").as_str(), body(&archive, "http://a.org/x/").as_str()),
        ("without", "with")
    );
}

#[test]
fn of_several_captures_the_last_good_one_wins() {
    let captures = [(404, "gone"), (200, "first"), (200, "second"), (500, "down")];
    let bytes: Vec<u8> = captures
        .iter()
        .flat_map(|(status, text)| record("http://a.org/", *status, HTML, text.as_bytes(), true))
        .collect();
    let archive = open(&bytes);
    assert_eq!(body(&archive, "http://a.org/"), "second");
    assert_eq!(pages(&archive).len(), 4);
}

#[test]
fn a_page_that_was_never_captured_well_is_an_error() {
    let archive = open(&record("http://a.org/", 404, HTML, b"gone", false));
    let error = archive.warc.get("http://a.org/").unwrap_err();
    assert_eq!(error.kind(), Kind::Fetch);
    assert!(error.to_string().contains("404"), "{error}");
}

#[test]
fn a_login_is_no_part_of_an_archives_addresses() {
    let archive = open(&record("http://a.org/", 200, HTML, b"here", true));
    assert_eq!(archive.warc.get("http://me:secret@a.org/").unwrap().bytes, b"here");
    let error = archive.warc.get("http://me:secret@a.org/gone").unwrap_err().to_string();
    assert!(error.contains("not in the archive") && !error.contains("secret"), "{error}");
}

#[test]
fn stored_redirects_are_followed() {
    let moved = |from: &str, to: &str| record(from, 301, &[("Location", to)], b"", true);
    let archive = open(
        &[
            moved("http://a.org/old", "/new"),
            moved("http://a.org/new", "https://a.org/new"),
            record("https://a.org/new", 200, HTML, b"here", true),
            moved("http://a.org/ring", "http://a.org/ring"),
            moved("http://a.org/out", "http://b.org/"),
        ]
        .concat(),
    );
    let page = archive.warc.get("http://a.org/old").unwrap();
    assert_eq!((page.url.as_str(), page.bytes.as_slice()), ("https://a.org/new", &b"here"[..]));
    for (url, why) in
        [("http://a.org/ring", "redirects"), ("http://a.org/out", "not in the archive")]
    {
        let error = archive.warc.get(url).unwrap_err();
        assert!(error.kind() == Kind::Fetch && error.to_string().contains(why), "{error}");
    }
}

#[test]
fn resources_are_pages_and_other_records_are_not() {
    let archive = open(
        &[
            raw(
                "WARC/1.0\nWARC-Type: warcinfo\nContent-Type: application/warc-fields",
                b"software: x\r\n",
            ),
            raw(
                "WARC/1.0\nWARC-Type: request\nWARC-Target-URI: http://a.org/",
                b"GET / HTTP/1.1\r\n\r\n",
            ),
            raw(
                "WARC/1.0\nWARC-Type: response\nWARC-Target-URI: dns:a.org\n\
                 Content-Type: text/dns",
                b"20090214\n",
            ),
            raw(
                "WARC/1.0\nWARC-Type: resource\nWARC-Target-URI: http://a.org/\n\
                 Content-Type: text/html",
                b"<p>",
            ),
            raw("WARC/1.0\nWARC-Type: metadata\nWARC-Target-URI: http://a.org/", b"a: b\r\n"),
        ]
        .concat(),
    );
    let page = archive.warc.get("http://a.org/").unwrap();
    assert_eq!(
        (page.status, page.content_type(), page.bytes.as_slice()),
        (200, Some("text/html"), &b"<p>"[..])
    );
    assert_eq!(archive.warc.len(), 1);
}

/// An original, and a revisit of it with these further header lines and this block.
fn revisited(lines: &str, block: &[u8]) -> Archive {
    let original = raw(
        "WARC/1.1\nWARC-Type: response\nWARC-Target-URI: http://a.org/1\n\
         WARC-Date: 2009-01-01T00:00:00Z\nWARC-Payload-Digest: sha1:AAA",
        b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\noriginal",
    );
    let newer = raw(
        "WARC/1.1\nWARC-Type: response\nWARC-Target-URI: http://a.org/1\n\
         WARC-Date: 2010-01-01T00:00:00Z",
        b"HTTP/1.1 200 OK\r\n\r\nnewer",
    );
    let revisit = raw(
        &format!(
            "WARC/1.1\nWARC-Type: revisit\nWARC-Target-URI: http://a.org/2\n\
             WARC-Date: 2011-01-01T00:00:00Z\n{lines}"
        ),
        block,
    );
    open(&[original, newer, revisit].concat())
}

#[test]
fn revisits_have_the_body_they_refer_to() {
    let head = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n".as_slice();
    let cases: &[(&str, &[u8], &str)] = &[
        ("WARC-Payload-Digest: sha1:AAA", head, "original"),
        ("WARC-Payload-Digest: sha1:AAA", b"", "original"),
        ("WARC-Refers-To-Target-URI: http://a.org/1", head, "newer"),
        (
            "WARC-Refers-To-Target-URI: <http://a.org/1>\n\
             WARC-Refers-To-Date: 2009-01-01T00:00:00Z",
            head,
            "original",
        ),
        ("WARC-Payload-Digest: sha1:ZZZ\nWARC-Refers-To-Target-URI: http://a.org/1", head, "newer"),
        (
            "WARC-Refers-To-Target-URI: https://a.org/1/",
            b"HTTP/1.1 304 Not Modified\r\n\r\n",
            "newer",
        ),
    ];
    for (lines, block, text) in cases {
        let archive = revisited(lines, block);
        let page = archive.warc.get("http://a.org/2").unwrap();
        assert_eq!(
            (page.url.as_str(), page.status, page.bytes.as_slice()),
            ("http://a.org/2", 200, text.as_bytes()),
            "{lines}"
        );
        assert_eq!(pages(&archive)[2], row("http://a.org/2", 200, text), "{lines}");
    }
}

#[test]
fn a_revisited_redirect_keeps_its_own_target() {
    // All redirects have the same empty body, hence the same digest.
    let digest = "WARC-Payload-Digest: sha1:AAA";
    let archive = revisited(digest, b"HTTP/1.1 301 Moved\r\nLocation: /elsewhere\r\n\r\n");
    let page = archive.warc.pages().nth(2).unwrap().unwrap();
    assert_eq!((page.status, page.header("location")), (301, Some("/elsewhere")));
}

#[test]
fn a_revisit_of_what_is_not_here_is_an_error() {
    let archive = revisited(
        "WARC-Payload-Digest: sha1:ZZZ\nWARC-Refers-To-Target-URI: http://b.org/",
        b"HTTP/1.1 200 OK\r\n\r\n",
    );
    assert_eq!(archive.warc.get("http://a.org/2").unwrap_err().kind(), Kind::Warc);
    let (_, _, error) = pages(&archive).remove(2);
    assert!(error.contains("http://b.org/") && error.contains("revisit"), "{error}");
}

#[test]
fn before_the_cut_all_is_read_wherever_it_is() {
    let one = record("http://a.org/1", 200, HTML, b"one", false);
    let two = record("http://a.org/2", 200, HTML, b"two", false);
    let whole = [one.clone(), two.clone()].concat();
    for end in one.len() + 1..whole.len() - 4 {
        let archive = open(&whole[..end]);
        let listed = pages(&archive);
        assert_eq!(listed.len(), 2, "cut at {end}: {listed:?}");
        assert_eq!(listed[0], row("http://a.org/1", 200, "one"), "cut at {end}");
        assert!(listed[1].2.contains("damaged at byte"), "cut at {end}: {listed:?}");
        assert!(
            archive.warc.get("http://a.org/2").unwrap_err().to_string().contains("damaged"),
            "cut at {end}"
        );
    }
}

#[test]
fn a_cut_gzip_archive_is_read_up_to_the_cut() {
    let (one, two) = (
        record("http://a.org/1", 200, HTML, b"one", true),
        record("http://a.org/2", 200, HTML, b"two", true),
    );
    for cut in [two.len() / 2, 5] {
        let archive = open(&[one.as_slice(), &two[..two.len() - cut]].concat());
        let listed = pages(&archive);
        assert_eq!(listed[0], row("http://a.org/1", 200, "one"));
        // Only the end of the checksum is missing in the second case, and all of the page is there.
        assert_eq!(listed.len(), if cut == 5 { 3 } else { 2 }, "{listed:?}");
        assert!(
            listed.last().unwrap().2.contains(&format!("damaged at byte {}", one.len())),
            "{listed:?}"
        );
    }
}

#[test]
fn a_wrong_checksum_spoils_the_record_it_belongs_to() {
    let (one, mut two) = (
        record("http://a.org/1", 200, HTML, b"one", true),
        record("http://a.org/2", 200, HTML, b"two", true),
    );
    let checksum = two.len() - 8;
    two[checksum] ^= 0xff;
    let archive = open(&[one, two].concat());
    assert_eq!(archive.warc.len(), 1);
    assert!(archive.warc.get("http://a.org/2").is_err());
    assert_eq!(pages(&archive).len(), 2);
}

/// Records of pages 1 to 5, of which the third is damaged somehow: the others are read.
#[test]
fn behind_damage_reading_goes_on() {
    let one = |n: usize, gz| {
        record(&format!("http://a.org/{n}"), 200, HTML, format!("page {n}").as_bytes(), gz)
    };
    let flipped = |mut r: Vec<u8>, at: usize| {
        r[at] ^= 0xff;
        r
    };
    let plain = one(3, false);
    let text = String::from_utf8(plain.clone()).unwrap();
    let at = text.find("Content-Length: ").unwrap() + 16;
    let length = |n: &str| {
        let end = at + text[at..].find('\r').unwrap();
        format!("{}{n}{}", &text[..at], &text[end..]).into_bytes()
    };
    let packed = one(3, true);
    let (half, end) = (packed.len() / 2, packed.len() - 8);
    let named = b"WARC/1.0 is what this line is about\r\nWARC/1.1 too\r\n".to_vec();
    let cases = [
        ("garbage", false, b"garbage\r\nbetween records\r\n".to_vec()),
        ("words that look like a record", false, named),
        ("a length that is too small", false, length("20")),
        ("a length that goes over the next", false, length("500")),
        ("a length behind the end", false, length("999999")),
        ("no length", false, length("")),
        ("a cut record", false, plain[..plain.len() / 2].to_vec()),
        ("garbage", true, b"garbage between members".to_vec()),
        ("something like a member", true, vec![0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3, 1, 2, 3, 4]),
        ("a byte of the data", true, flipped(packed.clone(), half)),
        ("a byte of the checksum", true, flipped(packed.clone(), end)),
        ("a cut member", true, packed[..half].to_vec()),
        ("a member without its head", true, packed[5..].to_vec()),
    ];
    for (name, gz, third) in cases {
        let parts = [one(1, gz), one(2, gz), third, one(4, gz), one(5, gz)];
        let archive = open(&parts.concat());
        assert_eq!(archive.warc.damages().len(), 1, "{name}: {:?}", archive.warc.damages());
        let listed = pages(&archive);
        let whole =
            [1, 2, 4, 5].map(|n| row(&format!("http://a.org/{n}"), 200, &format!("page {n}")));
        // A length that goes over the next record may take that one with it.
        let read: Vec<_> = listed.iter().filter(|r| whole.contains(r)).collect();
        assert_eq!(read.len(), 4, "{name}: {listed:?}");
        assert_eq!(body(&archive, "http://a.org/5"), "page 5", "{name}");
        assert_eq!(listed.len(), 5, "{name}: {listed:?}");
        assert!(listed[4].2.contains("reading goes on at byte"), "{name}: {listed:?}");
    }
}

/// RFC 7089's header; one that an archive of archives sent is another's.
#[test]
fn pages_say_when_they_were_captured() {
    let mut bytes = Vec::new();
    let sent = ("memento-datetime", "Sat, 14 Feb 2009 08:00:00 GMT");
    for (day, body) in [("2011-05-06T07:08:09Z", "old"), ("2012-05-06T07:08:09Z", "new")] {
        let headers = [("content-type", "text/html"), sent];
        let url = "http://a.org/1";
        write_response(&mut bytes, url, day, 200, &headers, body.as_bytes(), true).unwrap();
    }
    let archive = open(&bytes);
    let said: Vec<String> =
        archive.warc.pages().map(|p| p.unwrap().captured().unwrap().to_string()).collect();
    assert_eq!(said, ["2011-05-06 07:08:09", "2012-05-06 07:08:09"]);
    let newest = archive.warc.get("http://a.org/1").unwrap();
    assert_eq!(newest.captured().unwrap().to_string(), said[1]);
}

#[test]
fn of_many_damaged_places_a_hundred_are_passed() {
    let one = |n: usize| record(&format!("http://a.org/{n}"), 200, HTML, b"page", true);
    let parts: Vec<Vec<u8>> = (0..300).flat_map(|n| [one(n), b"garbage".to_vec()]).collect();
    let archive = open(&parts.concat());
    assert_eq!((archive.warc.damages().len(), archive.warc.len()), (100, 100));
}

#[test]
fn damage_says_what_was_expected() {
    let one = record("http://a.org/1", 200, HTML, b"one", false);
    let cases = [
        ("garbage", b"garbage between records\r\n".to_vec(), "expected a record"),
        ("no length", b"WARC/1.0\r\nWARC-Type: response\r\n\r\n".to_vec(), "found none"),
        ("length in words", b"WARC/1.0\r\nContent-Length: ten\r\n\r\n".to_vec(), "found `ten`"),
        ("negative length", b"WARC/1.0\r\nContent-Length: -1\r\n\r\n".to_vec(), "found `-1`"),
        (
            "endless length",
            b"WARC/1.0\r\nContent-Length: 18446744073709551615\r\n\r\nx".to_vec(),
            "bytes are missing",
        ),
        ("another version", b"WARC/2.0\r\n\r\n".to_vec(), "found `WARC/2.0`"),
        (
            "endless header",
            [b"WARC/1.0\r\nx: ".to_vec(), vec![b'x'; 100_000]].concat(),
            "header of at most",
        ),
    ];
    for (name, tail, expected) in cases {
        let archive = open(&[one.as_slice(), &tail].concat());
        let damage = &archive.warc.damages()[0];
        assert!(damage.contains(expected), "{name}: {damage}");
        assert_eq!(body(&archive, "http://a.org/1"), "one", "{name}");
    }
}

#[test]
fn padding_is_no_damage() {
    let one = record("http://a.org/1", 200, HTML, b"one", true);
    for tail in [vec![0; 1000], gzip(b"\r\n\r\n"), gzip(b"")] {
        assert!(open(&[one.clone(), tail].concat()).warc.damages().is_empty());
    }
}

#[test]
fn what_is_no_archive_is_refused() {
    let cases: [&[u8]; 7] = [
        b"",
        b"<html>",
        b"\x1f\x8b",
        b"\x1f\x8b\x08\x00junk",
        &gzip(b"<html>"),
        &[0xff; 3000],
        b"WARC/1.0\r\n",
    ];
    for bytes in cases {
        assert!(refused(bytes).contains("not a WARC archive"), "{bytes:?}");
    }
}

#[test]
fn a_file_that_is_not_there_is_an_error() {
    assert_eq!(Warc::open("/no/such/file.warc").unwrap_err().kind(), Kind::Io);
}

/// One page with its own time of capture.
fn at(date: &str, url: &str, body: &str) -> Vec<u8> {
    let mut out = Vec::new();
    write_response(&mut out, url, date, 200, HTML, body.as_bytes(), false).unwrap();
    out
}

/// A zstd frame that holds the dictionary of a file, as the specification of `.warc.zst` has it.
fn dictionary_frame(dictionary: &[u8]) -> Vec<u8> {
    let head = [&[0x5d, 0x2a, 0x4d, 0x18], &(dictionary.len() as u32).to_le_bytes()[..]];
    [&head.concat(), dictionary].concat()
}

#[test]
fn zstd_archives_are_read() {
    let pages: Vec<Vec<u8>> = (0..40)
        .map(|n| at(DATE, &format!("https://salt.example/{n}"), &format!("<p>Page {n} of salt")))
        .collect();
    let dictionary = pages[..3].concat();
    let frame = |page: &Vec<u8>| zstd::encode_all(&page[..], 0).unwrap();
    let mut packer = zstd::bulk::Compressor::with_dictionary(0, &dictionary).unwrap();
    let with: Vec<Vec<u8>> = pages.iter().map(|p| packer.compress(p).unwrap()).collect();
    let packed = zstd::encode_all(&dictionary[..], 0).unwrap();
    let cases = [
        ("a frame a record", pages.iter().map(frame).collect::<Vec<_>>().concat()),
        ("one frame", zstd::encode_all(&pages.concat()[..], 0).unwrap()),
        ("a dictionary", [dictionary_frame(&dictionary), with.concat()].concat()),
        ("a packed dictionary", [dictionary_frame(&packed), with.concat()].concat()),
    ];
    for (name, bytes) in cases {
        let archive = open(&bytes);
        assert_eq!(archive.warc.len(), 40, "{name}: {:?}", archive.warc.damages());
        assert_eq!(body(&archive, "https://salt.example/17"), "<p>Page 17 of salt", "{name}");
        assert_eq!(pages_of(&archive.warc), 40, "{name}");
    }
    let frames: Vec<u8> = pages.iter().flat_map(frame).collect();
    let cut = open(&frames[..frames.len() - 7]);
    assert_eq!(cut.warc.len(), 39);
    assert!(cut.warc.damages()[0].contains("zstd frame"), "{:?}", cut.warc.damages());
    refused(&dictionary_frame(&[0; 9]).repeat(2));
}

fn pages_of(warc: &Warc) -> usize {
    warc.pages().filter(Result::is_ok).count()
}

#[test]
fn several_files_are_one_archive() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: Vec<u8>| {
        std::fs::write(folder.path().join(name), bytes).unwrap();
        folder.path().join(name)
    };
    let (old, new) = ("2009-02-14T08:00:00Z", "2013-05-03T08:00:00Z");
    let (brine, salt) = ("https://salt.example/brine", "https://salt.example/salt");
    // The newer capture stands in the first file.
    let first = put("a.warc", [at(new, brine, "new"), at(new, salt, "salt")].concat());
    let mut unchanged = Vec::new();
    write_unchanged(&mut unchanged, salt, "2014-01-01T00:00:00Z", HTML, true).unwrap();
    let second = put("b.warc.gz", [gzip(&at(old, brine, "old")), unchanged].concat());
    put("notes.txt", b"no archive".to_vec());
    for paths in [vec![first, second], vec![folder.path().to_owned()]] {
        let warc = Warc::open_all(&paths, None).unwrap();
        assert_eq!(warc.get(brine).unwrap().bytes, b"new");
        // A revisit in one file of a page in another.
        assert_eq!(warc.get(salt).unwrap().bytes, b"salt");
        assert_eq!(pages_of(&warc), 4);
        let day = chrono::NaiveDate::from_ymd_opt(2009, 2, 14);
        let warc = Warc::open_all(&paths, day).unwrap();
        assert_eq!(warc.get(brine).unwrap().bytes, b"old");
        assert!(warc.get(salt).is_err());
        assert_eq!(pages_of(&warc), 1);
    }
    let empty = tempfile::tempdir().unwrap();
    assert_eq!(Warc::open(empty.path()).unwrap_err().kind(), Kind::Warc);
}

#[test]
fn a_later_file_that_is_no_archive_is_refused_when_it_is_opened() {
    let file = |bytes: &[u8]| {
        let mut file = tempfile::NamedTempFile::new().unwrap();
        file.write_all(bytes).unwrap();
        file
    };
    let first = file(&record("http://a.org/1", 200, HTML, b"salt", true));
    let second = file(b"no archive");
    let error = Warc::open_all(&[first.path(), second.path()], None).unwrap_err();
    assert!(error.to_string().contains("not a WARC archive"), "{error}");
}

#[test]
fn wacz_files_are_read() {
    let zipped = |method: zip::CompressionMethod, parts: &[(&str, Vec<u8>)]| {
        let mut zip = zip::ZipWriter::new(std::io::Cursor::new(Vec::new()));
        for (name, bytes) in parts {
            let options = zip::write::SimpleFileOptions::default().compression_method(method);
            zip.start_file(*name, options).unwrap();
            zip.write_all(bytes).unwrap();
        }
        zip.finish().unwrap().into_inner()
    };
    let brine = gzip(&at(DATE, "https://salt.example/brine", "<p>Brine"));
    let salt = at(DATE, "https://salt.example/salt", "<p>Salt");
    let parts = [
        ("pages/pages.jsonl", b"{}".to_vec()),
        ("archive/data-1.warc", salt),
        ("archive/data-0.warc.gz", brine),
        ("datapackage.json", b"{}".to_vec()),
    ];
    let archive = open(&zipped(zip::CompressionMethod::Stored, &parts));
    assert_eq!(body(&archive, "https://salt.example/brine"), "<p>Brine");
    assert_eq!(body(&archive, "https://salt.example/salt"), "<p>Salt");
    assert_eq!(pages(&archive).len(), 2);
    let none = refused(&zipped(zip::CompressionMethod::Stored, &parts[..1]));
    assert!(none.contains("expected WARC files"), "{none}");
    assert!(refused(b"PK\x03\x04 and no more").contains("not a WACZ archive"));
}
