//! Mistakes that people make on their first day: each message says what was expected, what was
//! found and what to do; the exit code is true; nothing is lost.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod program;

use std::path::Path;

use program::{run, text};
use tempfile::TempDir;

const GARDEN: &str = "rules/garden-notes.xml";
const ARCHIVE: &str = "samples/garden-notes.warc.gz";

/// A file of a folder, with something in it.
fn file(dir: &TempDir, name: &str, content: &str) -> String {
    let path = dir.path().join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Run what cannot run, or not well; its standard output, its standard error.
fn bad(code: i32, args: &[&str]) -> (String, String) {
    let out = run(args);
    assert_eq!(out.status.code(), Some(code), "{args:?}: {}", text(&out.stderr));
    (text(&out.stdout).to_owned(), text(&out.stderr).to_owned())
}

#[test]
fn a_harvest_that_finds_nothing_leaves_what_stands_there() {
    let dir = TempDir::new().unwrap();
    let empty = dir.path().to_str().unwrap();
    for name in ["posts.jsonl", "posts.csv"] {
        let posts = file(&dir, name, "of last week\n");
        let args = ["harvest", empty, "--base", "https://salt.example/", "--out", &posts];
        let (_, said) = bad(2, &args);
        assert!(said.contains("not written: no post was found"), "{said}");
        assert_eq!(std::fs::read_to_string(&posts).unwrap(), "of last week\n", "{name}");
    }
}

#[test]
fn an_extract_that_finds_nothing_leaves_what_stands_there() {
    let dir = TempDir::new().unwrap();
    let page = file(&dir, "page.html", "<html><body><p>Nothing to see here.</p></body></html>");
    for name in ["entries.jsonl", "entries.csv"] {
        let entries = file(&dir, name, "of last week\n");
        let args = ["extract", "--rules", "rules/garden-notes.xml", "--out", &entries, &page];
        let (_, said) = bad(1, &args);
        assert!(said.contains(&format!("{name}: not written: no entry was found")), "{said}");
        assert_eq!(std::fs::read_to_string(&entries).unwrap(), "of last week\n", "{name}");
    }
}

#[test]
fn a_day_before_all_captures_is_named() {
    let archive = ["--warc", "samples/garden-notes.warc.gz", "--as-of", "2001-01-01"];
    let learn = &["learn", "https://garden-notes.example/"][..];
    for command in [learn, &["extract", "--rules", "rules/garden-notes.xml"]] {
        let (_, said) = bad(2, &[command, &archive].concat());
        assert!(said.contains("--as-of 2001-01-01: expected a page"), "{said}");
    }
}

#[test]
fn new_layouts_are_not_written_over_what_is_no_rule_file_of_the_blog() {
    let dir = TempDir::new().unwrap();
    let page = file(&dir, "page.html", "<p>Salt</p>");
    let other = std::fs::read_to_string("rules/carnet-fr.xml").unwrap();
    let other = file(&dir, "other.xml", &other);
    let redesign = "samples/garden-redesign.warc.gz";
    for (out, why) in [(&page, "cannot be read as rules"), (&other, "carnet-fr.example")] {
        let before = std::fs::read(out).unwrap();
        let args = ["relearn", "--rules", GARDEN, "--warc", redesign, "--out", out];
        let (_, said) = bad(2, &args);
        assert!(said.contains(why) && said.contains("give another name"), "{said}");
        assert_eq!(std::fs::read(out).unwrap(), before);
    }
}

#[test]
fn a_dash_is_standard_output() {
    let posts = |args: &[&str]| {
        let out = run(args);
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        text(&out.stdout).to_owned()
    };
    let extract = ["extract", "--rules", GARDEN, "--warc", ARCHIVE];
    assert_eq!(posts(&[&extract[..], &["--out", "-"]].concat()), posts(&extract));
    let harvest = ["harvest", "samples/garden-notes"];
    assert_eq!(posts(&[&harvest[..], &["--out", "-"]].concat()), posts(&harvest));
    assert!(!Path::new("-").exists());
}

#[test]
fn rules_of_another_blog_are_said_to_be() {
    for command in ["extract", "check"] {
        let said = |rules| {
            let out = run(&[command, "--rules", rules, "--warc", ARCHIVE]);
            text(&out.stderr).to_owned()
        };
        assert!(said("rules/carnet-fr.xml").contains("no page is of that blog"), "{command}");
        assert_eq!(said(GARDEN), "", "{command}");
    }
}

#[test]
fn where_no_page_was_checked_there_is_no_table() {
    let (told, said) = bad(2, &["check", "--rules", GARDEN, "none.html"]);
    assert_eq!(told, "");
    assert!(said.contains("none.html"), "{said}");
}

#[test]
fn what_is_no_rule_file_at_all_is_called_by_its_name() {
    let dir = TempDir::new().unwrap();
    let cases = [
        ("<!doctype HTML>\n<p>Salt</p>", "found a page of HTML"),
        ("\n", "found an empty one"),
        ("%PDF-1.4", "found something else"),
    ];
    for (content, found) in cases {
        let rules = file(&dir, "rules.xml", content);
        let (_, said) = bad(1, &["rules", "check", &rules]);
        assert!(said.contains("expected a rule file") && said.contains(found), "{said}");
    }
}

#[test]
fn values_of_options_are_said_to_be_expected() {
    let harvest = ["harvest", "https://salt.example/"];
    let cases: [(&[&str], &str); 6] = [
        (&["--max-requests", "many"], "expected a whole number, found \"many\""),
        (&["--at-once", "x"], "expected a whole number"),
        (&["--max-bytes", "10MB"], "expected a whole number"),
        (&["--delay", "-1"], "expected seconds, from 0 to 86400"),
        (&["--timeout", "-1"], "expected seconds, from 0 to 86400"),
        (&["--warc", "a.warc", "--as-of", "14.2.2009"], "expected a day as 2009-02-14"),
    ];
    for (args, what) in cases {
        let (_, said) = bad(2, &[&harvest[..], args].concat());
        assert!(said.contains(what), "{said}");
    }
    let (_, said) = bad(2, &["serve", "--rules", "rules", "--listen", "localhost:7377"]);
    assert!(said.contains("expected an IP address and a port as 127.0.0.1:7377"), "{said}");
}

#[test]
fn the_name_of_a_folder_is_none_of_a_rule_file() {
    let (_, said) = bad(2, &["learn", "samples/garden-notes", "--out", "none/"]);
    assert!(said.contains("expected the name of a file, found a folder"), "{said}");
}

#[test]
fn the_posts_of_many_blogs_do_not_go_into_one_file() {
    let dir = TempDir::new().unwrap();
    let list = file(&dir, "blogs.txt", "salt.example\n");
    let out = dir.path().join("posts.jsonl");
    let args = ["harvest", "--list", &list, "--out", out.to_str().unwrap()];
    let (_, said) = bad(2, &args);
    assert!(said.contains("expected a folder for the blogs of --list"), "{said}");
    assert!(!out.exists());
}

#[test]
fn a_blog_of_a_list_that_fails_is_named_once() {
    let dir = TempDir::new().unwrap();
    let list = file(&dir, "blogs.txt", "salt.example\n");
    let (_, said) = bad(2, &["harvest", "--list", &list]);
    assert!(said.starts_with("salt.example: expected an address"), "{said}");
    assert!(said.contains("is it https://salt.example?"), "{said}");
}

#[test]
fn what_stands_for_a_blog_in_a_folder_is_an_address() {
    let folder = "samples/garden-notes";
    let (_, said) = bad(2, &["learn", folder, "--dir", folder]);
    assert!(said.contains("expected an address such as https://blog.example/"), "{said}");
}

#[test]
fn menus_of_one_site_are_too_few() {
    let (_, said) = bad(1, &["taxonomy", "samples/garden-notes/index.html"]);
    assert!(said.contains("expected pages of 2 sites at least, found those of 1"), "{said}");
}
