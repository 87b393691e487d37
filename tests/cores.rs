//! Pages that are read on several cores: what comes of it is that of one, byte for byte.
#![cfg(all(feature = "cli", feature = "warc"))]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod program;

use std::path::{Path, PathBuf};
use std::process::Output;

use feedstone::internals::source::warc::write_response;
use program::run;
use tempfile::TempDir;

fn pages(folder: &Path, out: &mut Vec<PathBuf>) {
    for path in folder.read_dir().unwrap().map(|e| e.unwrap().path()) {
        match path.extension() {
            Some(e) if e == "html" => out.push(path),
            _ if path.is_dir() => pages(&path, out),
            _ => {}
        }
    }
}

/// What the cases read: rules of one blog, an archive, and the same archive with a part cut out.
struct Blog {
    dir: TempDir,
    rules: String,
    warc: String,
    damaged: String,
}

impl Blog {
    /// All pages of a sample, five times under addresses of their own, with a login ahead of the
    /// last ones.
    fn made() -> Blog {
        let dir = TempDir::new().unwrap();
        let name = |n: &str| dir.path().join(n).to_str().unwrap().to_owned();
        let (rules, warc, damaged) = (name("rules.xml"), name("a.warc"), name("damaged.warc"));
        let sample = Path::new("samples/garden-notes");
        assert!(run(&["learn", "samples/garden-notes", "--out", &rules]).status.success());
        let mut all = Vec::new();
        pages(sample, &mut all);
        all.sort();
        let mut archive = Vec::new();
        let mut write = |url: &str, html: &[u8]| {
            let (day, kind) = ("2021-06-01T00:00:00Z", [("content-type", "text/html")]);
            write_response(&mut archive, url, day, 200, &kind, html, false).unwrap();
        };
        for round in 0..5 {
            if round == 4 {
                let login = "<title>Just a moment...</title><form id=challenge-form></form>";
                write("https://garden-notes.example/2020/10/login/", login.as_bytes());
            }
            for page in &all {
                let path = page.strip_prefix(sample).unwrap().to_str().unwrap();
                let path = path.trim_end_matches("index.html");
                let url = match round {
                    0 => format!("https://garden-notes.example/{path}"),
                    _ => format!("https://garden-notes.example/{path}?round={round}"),
                };
                write(&url, &std::fs::read(page).unwrap());
            }
        }
        std::fs::write(&warc, &archive).unwrap();
        let middle = archive.len() / 2;
        archive.splice(middle..middle + 100, []);
        std::fs::write(&damaged, &archive).unwrap();
        Blog { dir, rules, warc, damaged }
    }

    /// What a call gives, which must not depend on the number of cores.
    fn same(&self, call: &[&str]) -> Output {
        let call = [&call[..1], &["--rules", &self.rules], &call[1..]].concat();
        let [one, four] = ["1", "4"].map(|jobs| run(&[&call[..], &["--jobs", jobs]].concat()));
        assert_eq!(one, four, "{call:?}");
        one
    }

    /// How a call ends that writes a file, and the file, where it was written.
    fn same_file(&self, call: &[&str], name: &str) -> (Output, Option<Vec<u8>>) {
        let file = self.dir.path().join(name);
        let rest = ["--rules", &self.rules, "--out", file.to_str().unwrap(), "--jobs"];
        let [one, four] = ["1", "4"].map(|jobs| {
            let out = run(&[call, &rest, &[jobs]].concat());
            let written = std::fs::read(&file).ok();
            let _ = std::fs::remove_file(&file);
            (out, written)
        });
        assert_eq!(one.0, four.0, "{call:?}");
        assert!(one.1 == four.1, "{call:?}: {name}");
        one
    }
}

#[test]
fn extract_gives_the_same() {
    let blog = Blog::made();
    let from = ["extract", "--warc", &blog.warc];
    let out = blog.same(&from);
    assert_eq!(out.status.code(), Some(1), "a login stood in a page's place");
    assert!(out.stdout.iter().filter(|b| **b == b'\n').count() > 100);
    for more in [&["--merge"][..], &["--explain"], &["--sanitize"], &["--readings"]] {
        assert!(!blog.same(&[&from[..], more].concat()).stdout.is_empty(), "{more:?}");
    }
    blog.same(&[&from[..], &["--min-confidence", "0.9"]].concat());
}

#[test]
fn files_are_the_same_in_every_form() {
    let blog = Blog::made();
    for name in ["a.jsonl", "a.csv", "a.sqlite", "a.atom"] {
        let (out, file) = blog.same_file(&["extract", "--warc", &blog.warc], name);
        assert_eq!(out.status.code(), Some(1), "{name}");
        assert!(file.is_some_and(|f| !f.is_empty()), "{name}");
    }
}

#[test]
fn check_gives_the_same() {
    let blog = Blog::made();
    for format in ["table", "json"] {
        let out = blog.same(&["check", "--warc", &blog.warc, "--format", format]);
        assert!(!out.stdout.is_empty(), "{format}");
    }
}

#[test]
fn a_damaged_archive_gives_the_same() {
    let blog = Blog::made();
    for command in ["extract", "check"] {
        let out = blog.same(&[command, "--warc", &blog.damaged]);
        assert_eq!(out.status.code(), Some(1), "{command}");
        assert!(String::from_utf8_lossy(&out.stderr).contains("damaged at byte"), "{command}");
    }
}

#[test]
fn the_first_error_ends_a_strict_run_at_the_same_place() {
    let blog = Blog::made();
    for warc in [&blog.warc, &blog.damaged] {
        let out = blog.same(&["extract", "--strict", "--warc", warc]);
        assert_eq!(out.status.code(), Some(2));
        let (_, file) = blog.same_file(&["extract", "--strict", "--warc", warc], "a.jsonl");
        assert!(file.is_none());
    }
}

#[test]
fn folders_and_files_give_the_same() {
    let blog = Blog::made();
    assert!(!blog.same(&["extract", "--dir", "samples/garden-notes"]).stdout.is_empty());
    let file = "samples/garden-notes/index.html";
    assert!(!blog.same(&["extract", file, "nowhere.html", file]).stdout.is_empty());
}

#[test]
fn an_archive_that_cannot_be_opened_ends_the_run() {
    let blog = Blog::made();
    assert_eq!(blog.same(&["extract", "--warc", &blog.rules]).status.code(), Some(2));
}

#[test]
fn no_page_can_be_read_by_nobody() {
    let out = run(&["extract", "--rules", "rules.xml", "page.html", "--jobs", "0"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&out.stderr).contains("expected a number from 1 to 256"));
}
