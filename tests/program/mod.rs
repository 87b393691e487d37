//! The program, as tests run it.
#![allow(dead_code, reason = "each test uses what it needs")]

use std::process::{Command, Output};

/// The program, in the project's folder.
pub fn program() -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_feedstone"));
    c.current_dir(env!("CARGO_MANIFEST_DIR"));
    c
}

pub fn run(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

pub fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}
