//! The house rules that a program can hold.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fs;
use std::path::Path;

/// Rust files below a folder.
fn files(folder: &Path, out: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()) {
        if entry.is_dir() {
            files(&entry, out);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            out.push(entry);
        }
    }
}

/// The name of the number that a line declares.
fn declared(line: &str) -> Option<&str> {
    let (name, value) = line.split_once("const ")?.1.split_once(": ")?;
    let is_number = ["f64 =", "usize =", "u32 ="].iter().any(|t| value.starts_with(t));
    (is_number && !line.trim_start().starts_with("//")).then_some(name)
}

/// True for the names of limits: of what is hostile or too much.
fn is_limit(name: &str) -> bool {
    ["MAX_", "MOST", "LONGEST", "LARGEST"].iter().any(|p| name.starts_with(p))
}

#[test]
fn the_numbers_that_decide_stand_in_the_table_of_their_room() {
    let tables = ["label/signs.rs", "learn/bounds.rs", "rule/bounds.rs"];
    let mut decide = 0;
    for room in ["label", "learn", "rule"] {
        let mut all = Vec::new();
        files(&Path::new("src").join(room), &mut all);
        for file in all {
            let text = fs::read_to_string(&file).unwrap();
            let decides = |n: &&str| !is_limit(n) && *n != "FORMAT_VERSION";
            let own: Vec<&str> = text.lines().filter_map(declared).filter(decides).collect();
            if tables.iter().any(|t| file.ends_with(t)) {
                decide += own.len();
            } else {
                assert_eq!(own, Vec::<&str>::new(), "{} declares numbers", file.display());
            }
        }
    }
    assert!(decide > 20, "the tables were not found");
    assert!(decide <= 60, "{decide} numbers set by hand decide; at most 60 may");
}

#[test]
fn no_line_is_longer_than_a_hundred_columns() {
    let mut all = Vec::new();
    for folder in ["src", "python", "tests", "benches", "examples", "fuzz/fuzz_targets", "fuzz/src"]
    {
        let before = all.len();
        files(Path::new(folder), &mut all);
        assert!(all.len() > before, "no Rust file in {folder}");
    }
    assert!(all.len() > 50, "the sources were not found");
    for file in all {
        let text = fs::read_to_string(&file).unwrap();
        for (n, line) in text.lines().enumerate() {
            assert!(line.chars().count() <= 100, "{}:{}", file.display(), n + 1);
        }
    }
}
