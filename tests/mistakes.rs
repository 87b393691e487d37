//! Mistakes that people make on their first day: each message says what was expected, what was
//! found and what to do; the exit code is true; nothing is lost.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod program;

use program::{run, text};
use tempfile::TempDir;

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
