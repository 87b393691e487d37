#![cfg(feature = "dir")]
//! `source::dir`: which file an address stands for, and the other way round.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fs;
use std::path::Path;

use feedstone::internals::error::Kind;
use feedstone::internals::source::dir::{Dir, MAX_BYTES};
use feedstone::source::Source;

const BASE: &str = "https://example.org/blog/";

/// A folder with these files; each holds its own name.
fn saved(files: &[&str]) -> (tempfile::TempDir, Dir) {
    let folder = tempfile::tempdir().unwrap();
    for file in files {
        write(folder.path(), file, file.as_bytes());
    }
    let dir = Dir::open(folder.path(), Some(BASE)).unwrap();
    (folder, dir)
}

fn write(folder: &Path, file: &str, bytes: &[u8]) {
    let path = folder.join(file);
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(path, bytes).unwrap();
}

#[test]
fn addresses_stand_for_files() {
    // files in the folder, address, file, address of the page
    let cases: &[(&[&str], &str, &str, &str)] = &[
        (&["index.html"], "https://example.org/blog/", "index.html", "https://example.org/blog/"),
        (&["index.html"], "https://example.org/blog", "index.html", "https://example.org/blog/"),
        (&["index.htm"], "https://example.org/blog/", "index.htm", "https://example.org/blog/"),
        (
            &["index.html"],
            "http://www.example.org/blog/#top",
            "index.html",
            "https://example.org/blog/",
        ),
        (
            &["foo/index.html"],
            "https://example.org/blog/foo/",
            "foo/index.html",
            "https://example.org/blog/foo/",
        ),
        (
            &["foo/index.html"],
            "https://example.org/blog/foo",
            "foo/index.html",
            "https://example.org/blog/foo/",
        ),
        (
            &["foo.html", "foo/index.html"],
            "https://example.org/blog/foo",
            "foo.html",
            "https://example.org/blog/foo",
        ),
        (
            &["foo", "foo.html"],
            "https://example.org/blog/foo",
            "foo",
            "https://example.org/blog/foo",
        ),
        (
            &["2009/02/a.html"],
            "https://example.org/blog/2009/02/a.html",
            "2009/02/a.html",
            "https://example.org/blog/2009/02/a.html",
        ),
        (
            &["caf\u{e9} 1.html"],
            "https://example.org/blog/caf%C3%A9%201.html",
            "caf\u{e9} 1.html",
            "https://example.org/blog/caf%C3%A9%201.html",
        ),
        (
            &["foo?p=1", "foo"],
            "https://example.org/blog/foo?p=1",
            "foo?p=1",
            "https://example.org/blog/foo?p=1",
        ),
        (
            &["index.html?p=1", "index.html"],
            "https://example.org/blog/?p=1",
            "index.html?p=1",
            "https://example.org/blog/?p=1",
        ),
        (
            &["foo?q=a b"],
            "https://example.org/blog/foo?q=a%20b",
            "foo?q=a b",
            "https://example.org/blog/foo?q=a%20b",
        ),
    ];
    for (files, address, file, url) in cases {
        let (_folder, dir) = saved(files);
        let page = dir.get(address).unwrap();
        assert_eq!(
            (page.bytes.as_slice(), page.url.as_str(), page.status),
            (file.as_bytes(), *url, 200),
            "{address}"
        );
    }
}

#[test]
fn what_is_not_there_is_not_made_up() {
    let (_folder, dir) = saved(&["index.html", "foo.html", "bar/x.html"]);
    let cases = [
        "https://example.org/blog/?p=1",
        "https://example.org/blog/foo?p=1",
        "https://example.org/blog/bar",
        "https://example.org/blog/bar/",
        "https://example.org/blog/nothing",
        "https://example.org/",
        "https://example.org/blogger/",
        "https://example.com/blog/",
        "https://example.org:8080/blog/",
        "ftp://example.org/blog/",
        "foo.html",
    ];
    for address in cases {
        assert_eq!(dir.get(address).unwrap_err().kind(), Kind::Fetch, "{address}");
    }
}

#[test]
fn nothing_outside_the_folder_is_read() {
    let outer = tempfile::tempdir().unwrap();
    write(outer.path(), "secret.html", b"secret");
    write(outer.path(), "in/index.html", b"open");
    let dir = Dir::open(outer.path().join("in"), Some(BASE)).unwrap();
    for below in [
        "../secret.html",
        "%2e%2e/secret.html",
        "..%2fsecret.html",
        "x/..%2f..%2fsecret.html",
        "%2fetc%2fpasswd",
        "index.html%00",
        "..%5csecret.html",
    ] {
        assert_eq!(dir.get(&format!("{BASE}{below}")).unwrap_err().kind(), Kind::Fetch, "{below}");
    }
}

#[cfg(unix)]
#[test]
fn links_that_lead_out_are_refused_and_not_listed() {
    let outer = tempfile::tempdir().unwrap();
    write(outer.path(), "secret/a.html", b"secret");
    write(outer.path(), "in/index.html", b"open");
    std::os::unix::fs::symlink("../secret", outer.path().join("in/link")).unwrap();
    std::os::unix::fs::symlink("../secret/a.html", outer.path().join("in/b.html")).unwrap();
    std::os::unix::fs::symlink("index.html", outer.path().join("in/same.html")).unwrap();
    let dir = Dir::open(outer.path().join("in"), Some(BASE)).unwrap();
    for below in ["link/a.html", "b.html"] {
        assert!(
            dir.get(&format!("{BASE}{below}"))
                .unwrap_err()
                .to_string()
                .contains("leads out of the folder"),
            "{below}"
        );
    }
    assert_eq!(dir.get(&format!("{BASE}same.html")).unwrap().bytes, b"open");
    let listed: Vec<String> = dir.pages().map(|page| page.unwrap().url).collect();
    assert_eq!(listed, [BASE]);
}

#[test]
fn the_base_is_told_or_written_in_the_folder() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "index.html", b"home");
    let error = Dir::open(folder.path(), None).unwrap_err().to_string();
    assert!(error.contains("base.url") && error.contains("give the base URL"), "{error}");
    for line in [
        "https://example.org/blog/\n",
        "\u{feff} https://example.org/blog \r\n",
        "\nhttps://example.org/blog?x#y",
        "https://me:secret@example.org/blog",
    ] {
        write(folder.path(), "base.url", line.as_bytes());
        assert_eq!(Dir::open(folder.path(), None).unwrap().base(), BASE, "{line:?}");
    }
    assert_eq!(
        Dir::open(folder.path(), Some("http://other.org")).unwrap().base(),
        "http://other.org/"
    );
}

#[test]
fn a_base_that_is_no_web_address_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    for base in ["", "example.org", "ftp://example.org/", "mailto:a@example.org"] {
        assert!(
            Dir::open(folder.path(), Some(base))
                .unwrap_err()
                .to_string()
                .contains("expected a base URL"),
            "{base}"
        );
    }
}

#[test]
fn a_login_is_no_part_of_a_base_and_of_no_message() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "index.html", b"home");
    let open = |base: &str| Dir::open(folder.path(), Some(base));
    for base in ["ftp://me:secret@example.org/", "http://me:secret@example.org:99999/"] {
        let error = open(base).unwrap_err().to_string();
        assert!(!error.contains("secret"), "{error}");
    }
    let dir = open("https://me:secret@example.org/").unwrap();
    let home = dir.get("https://me:secret@example.org/").unwrap();
    assert_eq!(home.url, "https://example.org/");
    let gone = dir.get("https://me:secret@example.org/gone").unwrap_err().to_string();
    assert!(gone.contains("not in the folder") && !gone.contains("secret"), "{gone}");
}

#[test]
fn a_folder_that_is_none_is_an_error() {
    let folder = tempfile::tempdir().unwrap();
    write(folder.path(), "file", b"");
    for path in ["nothing", "file"] {
        assert_eq!(
            Dir::open(folder.path().join(path), Some(BASE)).unwrap_err().kind(),
            Kind::Io,
            "{path}"
        );
    }
}

#[test]
fn pages_are_listed_by_path_with_their_addresses() {
    let files = [
        "2009/index.html",
        "2009/a b.html",
        "index.html",
        "index.html?p=1",
        "z?q",
        "100%.html",
        ".git/config",
        "base.url",
        "sub/base.url",
    ];
    let (_folder, dir) = saved(&files);
    let urls: Vec<String> = dir.pages().map(|page| page.unwrap().url.replace(BASE, "")).collect();
    assert_eq!(
        urls,
        ["100%25.html", "2009/a%20b.html", "2009/", "", "?p=1", "sub/base.url", "z?q"]
    );
}

#[test]
fn listed_addresses_lead_back_to_their_files() {
    let (_folder, dir) = saved(&[
        "2009/index.html",
        "a b.html",
        "c#d.html",
        "100%.html",
        "100%25.html",
        "foo",
        "foo?p=1",
        "index.html?p=2",
        "r\u{fc}be/x",
    ]);
    let pages: Vec<_> = dir.pages().map(Result::unwrap).collect();
    assert_eq!(pages.len(), 9);
    for page in pages {
        assert_eq!(dir.get(&page.url).unwrap(), page);
    }
}

#[test]
fn content_types_by_name_and_by_look() {
    let cases: &[(&str, &str, &str)] = &[
        ("a.html", "anything", "text/html"),
        ("a.HTM", "", "text/html"),
        ("a", "\u{feff}\n<!DOCTYPE html><p>", "text/html"),
        ("a.php", "<?xml version='1.0'?><!DOCTYPE html PUBLIC 'x'><!-- > --><html>", "text/html"),
        ("release-2.0", "<HTML><body>", "text/html"),
        ("a", "plain words", "application/octet-stream"),
        ("a.css", "p { color: red }", "application/octet-stream"),
        ("a.svg", "<svg/>", "application/octet-stream"),
        ("feed.xml", "<rss/>", "application/xml"),
        ("a.rss", "", "application/xml"),
        ("a.atom", "", "application/xml"),
        ("a.rdf", "", "application/xml"),
        ("feed/index.html", "<?xml version='1.0'?>\n<rss version='2.0'>", "application/xml"),
        ("feed", "<feed xmlns='http://www.w3.org/2005/Atom'>", "application/xml"),
        ("feed.json", "{}", "application/json"),
        ("index.html?p=1", "", "text/html"),
    ];
    for (file, bytes, kind) in cases {
        let folder = tempfile::tempdir().unwrap();
        write(folder.path(), file, bytes.as_bytes());
        let dir = Dir::open(folder.path(), Some(BASE)).unwrap();
        let page = dir.pages().next().unwrap().unwrap();
        assert_eq!(page.content_type(), Some(*kind), "{file}: {bytes}");
    }
}

#[test]
fn a_file_over_the_limit_is_an_error_only_where_it_may_be_a_page() {
    let (folder, dir) = saved(&["a.html"]);
    for file in ["film.mp4", "b.html"] {
        fs::File::create(folder.path().join(file)).unwrap().set_len(MAX_BYTES + 1).unwrap();
        assert!(
            dir.get(&format!("{BASE}{file}"))
                .unwrap_err()
                .to_string()
                .contains("expected a page of at most"),
            "{file}"
        );
    }
    let listed: Vec<bool> = dir.pages().map(|page| page.is_ok()).collect();
    assert_eq!(listed, [true, false]);
}
