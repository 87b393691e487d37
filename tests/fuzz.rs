//! The stored inputs of `fuzz/`: what fuzzing starts from, and every input that once failed.
#![cfg(all(feature = "harvest", feature = "warc"))]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

#[path = "../fuzz/src/lib.rs"]
#[allow(dead_code)]
mod targets;

use std::fs;
use std::path::Path;

/// Each stored input of a target, one after the other.
fn all(target: &str, run: fn(&[u8])) {
    let mut files: Vec<_> = fs::read_dir(Path::new("fuzz/seeds").join(target))
        .unwrap()
        .map(|e| e.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty(), "{target} has no stored inputs");
    for file in files {
        let bytes = fs::read(&file).unwrap();
        if let Err(panic) = std::panic::catch_unwind(|| run(&bytes)) {
            eprintln!("fails on {}", file.display());
            std::panic::resume_unwind(panic);
        }
    }
}

macro_rules! targets {
    ($($name:ident),*) => {$(
        #[test]
        fn $name() {
            all(stringify!($name), targets::$name);
        }
    )*};
}

targets!(page, differential, decode, feed, rules, replay, learn, harvest, warc, dates, tree);
