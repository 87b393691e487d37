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

/// The names in backticks of a cell of a table in Markdown.
fn named(cell: &str) -> Vec<&str> {
    cell.split('`').skip(1).step_by(2).collect()
}

/// The rooms that the code of a file names, but for its tests.
fn rooms_named_in(file: &Path, rooms: &[&str]) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(all(test").next().unwrap().split("#[cfg(test)]\n").next().unwrap();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    let names = lines.flat_map(|line| line.split("crate::").skip(1));
    let names = names.map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap());
    names.filter(|name| rooms.contains(name)).map(str::to_owned).collect()
}

#[test]
fn rooms_use_those_that_the_map_says() {
    let map = fs::read_to_string("ARCHITECTURE.md").unwrap();
    let table = map.lines().skip_while(|line| !line.starts_with("| room | uses |")).skip(2);
    let rows: Vec<Vec<&str>> = table
        .take_while(|line| line.starts_with('|'))
        .map(|line| line.split('|').skip(1).collect())
        .collect();
    let mut rooms: Vec<&str> = rows.iter().flat_map(|row| named(row[0])).collect();
    rooms.push("cli");
    assert!(rooms.len() > 10, "the table of rooms was not found");
    for row in &rows {
        // Of the last column the name ahead of the colon is a room.
        let alone = row[2].split(':').next().unwrap();
        let may: Vec<&str> = named(row[1]).into_iter().chain(named(alone)).collect();
        let mut unused: Vec<&str> = may.clone();
        for room in named(row[0]) {
            let mut all = Vec::new();
            files(&Path::new("src").join(room), &mut all);
            for file in all {
                for used in rooms_named_in(&file, &rooms) {
                    let allowed = used == room || may.contains(&used.as_str());
                    assert!(allowed, "{} uses `{used}`", file.display());
                    unused.retain(|name| *name != used);
                }
            }
        }
        assert!(unused.is_empty(), "{:?} use {unused:?} no more", named(row[0]));
    }
}

#[test]
fn maps_of_rooms_name_every_file() {
    for room in ["label", "learn", "rule"] {
        let map = fs::read_to_string(format!("src/{room}/mod.rs")).unwrap();
        for line in map.lines().filter(|line| line.contains("mod ")) {
            let Some((_, name)) = line.trim_end_matches(';').split_once("mod ") else { continue };
            let named = [format!("//! | `{name}.rs` |"), format!("//! | `{name}/` |")];
            let is_file = line.ends_with(';');
            assert!(!is_file || named.iter().any(|n| map.contains(n)), "{room} lacks {name}");
        }
    }
}
