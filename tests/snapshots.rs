//! What the program sees, as text that a change shows up in: tokens, labels and rules of some
//! samples.
//!
//! `INSTA_UPDATE=always cargo test --test snapshots` writes tests/snapshots anew; read the
//! difference before it is kept.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use feedstone::Page;
use feedstone::internals::label;
use feedstone::internals::rule::xml;
use feedstone::learn::{self, Blog};
use feedstone::source::Dir;

/// Lines kept of each dump.
const HEAD: usize = 60;

fn folder(name: &str) -> std::path::PathBuf {
    std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("samples").join(name)
}

fn blog(name: &str) -> Blog {
    let dir = Dir::open(folder(name), None).unwrap();
    let home = dir.base().to_owned();
    Blog::gather(&dir, &home, None, &mut |_| {}).unwrap()
}

fn head(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let mut out = lines[..lines.len().min(HEAD)].join("\n");
    if lines.len() > HEAD {
        out += &format!("\n… and {} more", lines.len() - HEAD);
    }
    out
}

fn tokens(sample: &str, page: &str) -> String {
    let bytes = std::fs::read(folder(sample).join(page)).unwrap();
    head(&Page::from_bytes(&bytes, None, "https://sample.example/").dump())
}

fn labels(sample: &str) -> String {
    let blog = blog(sample);
    head(&label::dump(&blog.home.page, &learn::learn(&blog).home_labels))
}

#[test]
fn tokens_of_tables_without_end_tags() {
    insta::assert_snapshot!("tokens_old_table", tokens("old-table", "archives/000030.html"));
}

#[test]
fn tokens_of_a_definition_list() {
    insta::assert_snapshot!("tokens_day_book", tokens("day-book", "2016/04/index.html"));
}

#[test]
fn labels_under_date_headings() {
    insta::assert_snapshot!("labels_day_book", labels("day-book"));
}

#[test]
fn labels_of_tables_without_classes() {
    insta::assert_snapshot!("labels_old_table", labels("old-table"));
}

#[test]
fn rules_of_a_blog_with_classes() {
    insta::assert_snapshot!(
        "rules_carnet_fr",
        head(&xml::write(&learn::learn(&blog("carnet-fr")).wrapper))
    );
}
