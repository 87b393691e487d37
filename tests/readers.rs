//! `feedstone rules export --to` for feed readers. `tools/readers.py` runs what is written in the
//! readers' own engines.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod program;

use program::{run, text};
use scraper::{Html, Selector};
use serde_json::Value;

const SAMPLES: [&str; 6] =
    ["carnet-fr", "cjk-zh", "day-book", "garden-notes", "old-table", "summary-lab"];

/// What is written of a sample, what is said, and the exit code.
fn export(reader: &str, sample: &str, pages: &[&str]) -> (String, String, i32) {
    let (rules, folder) = (format!("rules/{sample}.xml"), format!("samples/{sample}"));
    let mut args = vec!["rules", "export", "--to", reader, &rules];
    args.extend(pages);
    if pages.is_empty() {
        args.extend(["--dir", &folder]);
    }
    let out = run(&args);
    let said = (text(&out.stdout).to_owned(), text(&out.stderr).to_owned());
    (said.0, said.1, out.status.code().unwrap())
}

#[test]
fn what_cannot_be_said_is_named_and_the_exit_code_tells() {
    for reader in ["freshrss", "miniflux", "ftr", "rss-bridge"] {
        for sample in SAMPLES {
            let (written, said, code) = export(reader, sample, &[]);
            let lacks = said.lines().any(|l| l.starts_with("feedstone: "));
            assert_eq!(code, i32::from(lacks), "{reader} {sample}: {said}");
            assert!(lacks || !written.is_empty(), "{reader} {sample}");
        }
    }
}

#[test]
fn a_site_config_has_the_expressions_and_pages_to_try() {
    let (written, said, code) = export("ftr", "garden-notes", &[]);
    assert_eq!(code, 0, "{said}");
    let has =
        |class: &str| format!("contains(concat(' ', normalize-space(@class), ' '), ' {class} ')");
    let lines: Vec<&str> = written.lines().collect();
    assert!(lines.contains(&&*format!("body: //div[{}]", has("entry-content"))), "{written}");
    assert!(lines.iter().any(|l| l.starts_with("date: //time") && l.ends_with("/@datetime")));
    assert_eq!(lines.iter().filter(|l| l.starts_with("test_url: https://")).count(), 3);
    assert!(said.contains("entry: body: 10 of 10: div.entry-content"), "{said}");
}

#[test]
fn opml_has_the_feed_with_full_texts_and_the_home_page() {
    let (written, said, _) = export("freshrss", "garden-notes", &[]);
    let doc = roxmltree::Document::parse(&written).unwrap();
    let outlines: Vec<_> = doc.descendants().filter(|n| n.has_tag_name("outline")).collect();
    let attr = |n: usize, name: &str| outlines[n].attribute(name).map(str::to_owned);
    let own = |n: usize, name: &str| {
        outlines[n].attribute(("https://freshrss.org/opml", name)).map(str::to_owned)
    };
    assert_eq!(attr(0, "xmlUrl").unwrap(), "https://garden-notes.example/feed.xml");
    assert_eq!(own(0, "cssFullContent").unwrap(), "div.entry-content");
    assert_eq!(attr(1, "type").unwrap(), "HTML+XPath");
    assert_eq!(attr(1, "xmlUrl").unwrap(), "https://garden-notes.example/");
    assert!(own(1, "xPathItem").unwrap().starts_with("//article["), "{said}");
    assert!(said.contains("list: record: 1 of 1: article.hentry"), "{said}");
    for name in ["Title", "Uri", "Timestamp", "Author", "Categories", "Content"] {
        assert!(own(1, &format!("xPathItem{name}")).is_some(), "{name}: {said}");
    }
}

#[test]
fn a_day_that_serves_several_posts_cannot_be_said() {
    let (written, said, code) = export("rss-bridge", "day-book", &[]);
    assert_eq!(code, 1);
    assert!(said.contains("feedstone: list: no "), "{said}");
    assert!(!written.contains("timestamp="), "{written}");
}

#[test]
fn nothing_is_written_where_nothing_was_proved() {
    let page = "samples/garden-notes/index.html";
    let base = ["--base", "https://garden-notes.example/"];
    let (written, said, code) = export("miniflux", "garden-notes", &[page, base[0], base[1]]);
    assert_eq!((written.as_str(), code), ("", 1));
    assert!(said.contains("no page was read as an entry's page"), "{said}");
    // Pages of another blog prove nothing.
    let args = ["rules", "export", "--to", "ftr", "rules/garden-notes.xml"];
    let out = run(&[&args[..], &["--dir", "samples/day-book"]].concat());
    assert!(out.stdout.is_empty() && out.status.code() != Some(0), "{out:?}");
}

#[test]
fn selectors_give_in_another_engine_what_rules_read() {
    let mut right = 0;
    for sample in SAMPLES {
        let (written, said, _) = export("miniflux", sample, &[]);
        if written.is_empty() {
            assert!(said.contains("feedstone: entry: no body"), "{sample}: {said}");
            continue;
        }
        let feed: Value = serde_json::from_str(&written).unwrap();
        assert_eq!(feed["crawler"], true);
        let selector = Selector::parse(feed["scraper_rules"].as_str().unwrap()).unwrap();
        let (rules, folder) = (format!("rules/{sample}.xml"), format!("samples/{sample}"));
        let read = run(&["extract", "--rules", &rules, "--dir", &folder]);
        for line in text(&read.stdout).lines() {
            let entry: Value = serde_json::from_str(line).unwrap();
            if entry["kind"] != "entry" || entry["layout"] != "entry" {
                continue;
            }
            let page = entry["page"].as_str().unwrap();
            let path = page.splitn(4, '/').nth(3).unwrap();
            let file = format!("{folder}/{path}");
            let file = if path.ends_with('/') { format!("{file}index.html") } else { file };
            let bytes = std::fs::read(&file).unwrap();
            let html = Html::parse_document(&String::from_utf8_lossy(&bytes));
            let got: String = html.select(&selector).flat_map(|e| e.text()).collect();
            let squeezed = |s: &str| -> String { s.split_whitespace().collect() };
            let wanted = entry["body_text"].as_str().unwrap_or_default();
            assert_eq!(squeezed(&got), squeezed(wanted), "{page}");
            right += 1;
        }
    }
    assert!(right > 20, "{right} pages");
}
