//! The program as people and scripts run it: what goes to stdout, what to stderr, exit codes, files
//! whole or not at all.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod program;

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Command, Stdio};

use feedstone::internals::source::warc::write_response;
use program::{program, run, text};
use serde_json::Value as Json;
use tempfile::TempDir;

/// Run what must go well; its stdout.
fn good(args: &[&str]) -> String {
    let out = run(args);
    assert_eq!(out.status.code(), Some(0), "{args:?}: {}", text(&out.stderr));
    text(&out.stdout).to_owned()
}

/// A folder with the rules of a sample in `rules.xml`.
fn learned(sample: &str) -> (TempDir, String) {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    good(&["learn", &format!("samples/{sample}"), "--out", &rules]);
    (dir, rules)
}

fn file(dir: &TempDir, name: &str, content: &str) -> String {
    let path = dir.path().join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// Names of the files in a folder.
fn names(dir: &Path) -> Vec<String> {
    let mut names: Vec<String> = dir
        .read_dir()
        .unwrap()
        .map(|e| e.unwrap().file_name().to_str().unwrap().to_owned())
        .collect();
    names.sort();
    names
}

// ---------------------------------------------------------------- learn

#[test]
fn learn_reports_on_stdout_and_writes_the_file_whole() {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("garden.xml");
    let out = run(&["learn", "samples/garden-notes", "--out", rules.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(0));
    assert_eq!(text(&out.stderr), "");
    let report = text(&out.stdout);
    for part in [
        "Garden Notes",
        "list pages",
        "entry pages",
        "title",
        "6 of 6",
        "10 of 10",
        "preview of a page",
        "rules written to",
    ] {
        assert!(report.contains(part), "{part:?} is not in\n{report}");
    }
    assert_eq!(names(dir.path()), ["garden.xml"]);
    assert!(std::fs::read_to_string(rules).unwrap().trim_end().ends_with("</wrapper>"));
}

#[test]
fn learn_to_a_dash_puts_rules_on_stdout_and_the_report_on_stderr() {
    let (_dir, rules) = learned("garden-notes");
    let out = run(&["learn", "samples/garden-notes", "--out", "-"]);
    assert_eq!(out.status.code(), Some(0));
    assert_eq!(text(&out.stdout), std::fs::read_to_string(rules).unwrap());
    assert!(text(&out.stderr).contains("list pages"));
    assert!(!text(&out.stderr).contains("<wrapper"));
}

#[test]
fn learn_without_a_file_says_that_nothing_was_saved() {
    let report = good(&["learn", "samples/garden-notes", "--literal"]);
    assert!(report.contains("not saved") && report.contains("--out"), "{report}");
}

#[test]
fn learn_says_what_came_of_further_lists() {
    let report = good(&["learn", "samples/carnet-fr"]);
    let archive = "list-2   8 of the feed's items on https://carnet-fr.example/archives/";
    assert!(report.contains(archive), "{report}");
    assert!(report.contains("no better rules than those above came of 1 of them"), "{report}");
}

#[test]
fn a_folder_with_a_base_is_a_blog() {
    let (_dir, rules) = learned("day-book");
    let other = good(&[
        "learn",
        "--dir",
        "samples/day-book",
        "--base",
        "https://day-book.example/",
        "https://day-book.example/",
        "--out",
        "-",
    ]);
    assert_eq!(other, std::fs::read_to_string(rules).unwrap());
}

// ---------------------------------------------------------------- extract

const KEYS: [&str; 11] = [
    "page",
    "kind",
    "layout",
    "link",
    "title",
    "date",
    "author",
    "tags",
    "body_text",
    "body_html",
    "extent",
];

#[test]
fn extract_writes_each_post_once_in_the_form_that_a_name_says() {
    let (dir, rules) = learned("garden-notes");
    let written = |name: &str| {
        let file = dir.path().join(name).display().to_string();
        let args = ["extract", "--rules", &rules, "--dir", "samples/garden-notes", "--out", &file];
        good(&args);
        std::fs::read_to_string(&file)
    };
    let lines = written("all.jsonl").unwrap();
    let entries: Vec<Json> = lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let links: BTreeSet<&str> = entries.iter().filter_map(|e| e["link"].as_str()).collect();
    assert!(links.len() < entries.len(), "lists and pages name the same posts");
    let feed = feedstone::internals::feed::read(written("all.atom").unwrap().as_bytes(), None, "")
        .unwrap();
    let named: BTreeSet<&str> =
        feed.items.iter().filter_map(|i| i.links.first()).map(String::as_str).collect();
    assert_eq!((&named, feed.items.len()), (&links, links.len()));
    let json: Json = serde_json::from_str(&written("all.json").unwrap()).unwrap();
    assert_eq!(json["items"].as_array().unwrap().len(), links.len());
    // What a post's own page says comes before what a list shows of it.
    let posts = json["items"].as_array().unwrap();
    for entry in entries.iter().filter(|e| e["kind"] == "entry") {
        let post = posts.iter().find(|p| p["url"] == entry["link"]).unwrap();
        assert_eq!(post["content_html"], entry["body_html"]);
        assert_eq!(post["title"], entry["title"]);
    }
    let file = dir.path().join("all.pages").display().to_string();
    let args = ["extract", "--rules", &rules, "--dir", "samples/garden-notes", "--out", &file];
    let out = run(&args);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains(".csv"), "{}", text(&out.stderr));
}

#[test]
fn extract_prints_json_lines_and_leaves_out_what_is_absent() {
    let (dir, rules) = learned("cjk-zh");
    let args = ["extract", "--rules", &rules, "--dir", "samples/cjk-zh"];
    let lines = good(&args);
    let records: Vec<Json> = lines.lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    assert!(records.len() > 20);
    for r in &records {
        for (key, value) in r.as_object().unwrap() {
            assert!(KEYS.contains(&key.as_str()) && !value.is_null(), "{key}: {value}");
        }
        assert!(r["page"].is_string() && r["title"].is_string());
        assert!(["list", "entry"].contains(&r["kind"].as_str().unwrap()));
    }
    // Lists of this blog name no author; entry pages do.
    assert!(records.iter().filter(|r| r["kind"] == "list").all(|r| r.get("author").is_none()));
    assert!(records.iter().filter(|r| r["kind"] == "entry").all(|r| r["author"].is_string()));
    assert!(
        records.iter().any(|r| r["extent"] == "excerpt")
            && records.iter().any(|r| r["extent"] == "full")
    );
    let first = records.iter().find(|r| r["page"] == "https://cjk-zh.example/").unwrap();
    let date = first["date"].as_str().unwrap();
    assert!(chrono::NaiveDate::parse_from_str(date, "%Y-%m-%d").is_ok(), "{date}");
    // To a file it is the same.
    let out = dir.path().join("entries.jsonl");
    assert_eq!(good(&[&args[..], &["--out", out.to_str().unwrap()]].concat()), "");
    assert_eq!(std::fs::read_to_string(&out).unwrap(), lines);
    assert_eq!(names(dir.path()), ["entries.jsonl", "rules.xml"]);
}

#[test]
fn a_posts_own_page_tells_that_a_list_cuts_its_text() {
    let (dir, rules) = learned("garden-notes");
    let sample = Path::new("samples/garden-notes");
    let pages = dir.path().join("pages");
    // A month's texts without the dots at their ends, and the page of one of its posts.
    for (page, behind) in [("2020/10", ""), ("2020/10/03/blue-sheet-and-a-brick", "…")] {
        let html = std::fs::read_to_string(sample.join(page).join("index.html")).unwrap();
        std::fs::create_dir_all(pages.join(page)).unwrap();
        let html = html.replace('…', behind);
        std::fs::write(pages.join(page).join("index.html"), html).unwrap();
    }
    let base = ["--base", "https://garden-notes.example/", "--jobs", "1"];
    let call = ["extract", "--rules", &rules, "--dir", pages.to_str().unwrap()];
    let told = |more: &[&str]| -> Vec<(String, String)> {
        let lines = good(&[&call[..], &base, more].concat());
        let records = lines.lines().map(|l| serde_json::from_str::<Json>(l).unwrap());
        let value = |r: &Json, key: &str| r[key].as_str().unwrap().to_owned();
        let list = records.filter(|r| r["kind"] == "list");
        list.map(|r| (value(&r, "title"), value(&r, "extent"))).collect()
    };
    let each = |sheet: &str| {
        let all = [
            ("The clocks go back", "full"),
            ("Pumpkin weights & other lies", "full"),
            ("A blue sheet and a brick", sheet),
        ];
        all.map(|(title, extent)| (title.to_owned(), extent.to_owned()))
    };
    assert_eq!(told(&[]), each("excerpt"));
    assert_eq!(told(&["--at-once"]), each("full"));
}

/// More than is kept in memory, with no place for a file.
#[cfg(feature = "warc")]
#[test]
fn lines_that_cannot_wait_are_written_as_their_pages_tell_them() {
    let (dir, rules) = learned("garden-notes");
    let page = std::fs::read("samples/garden-notes/page/2/index.html").unwrap();
    let mut archive = Vec::new();
    for n in 0..900 {
        let (url, day) =
            (format!("https://garden-notes.example/page/{n}/"), "2021-06-01T00:00:00Z");
        let kind = [("content-type", "text/html")];
        write_response(&mut archive, &url, day, 200, &kind, &page, false).unwrap();
    }
    let warc = dir.path().join("a.warc");
    std::fs::write(&warc, archive).unwrap();
    let call = ["extract", "--rules", &rules, "--warc", warc.to_str().unwrap()];
    let kept = good(&call);
    assert!(kept.len() > 8 << 20, "{}", kept.len());
    let none = dir.path().join("none");
    let out = program().args(call).env("TMPDIR", &none).output().unwrap();
    assert_eq!(out.status.code(), Some(0));
    assert!(text(&out.stderr).contains("temporary file"), "{}", text(&out.stderr));
    assert!(text(&out.stdout) == kept);
}

#[cfg(feature = "warc")]
#[test]
fn the_calls_of_the_evaluation_work() {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("r.xml").to_str().unwrap().to_owned();
    let warc = "samples/garden-notes.warc.gz";
    good(&["learn", "--warc", warc, "--out", &rules, "https://garden-notes.example/"]);
    let lines = good(&["extract", "--warc", warc, "--rules", &rules]);
    assert_eq!(
        lines.lines().count(),
        std::fs::read_to_string("samples/garden-notes/expected.jsonl").unwrap().lines().count()
    );
}

#[test]
fn explain_speaks_on_stderr_alone() {
    let (_dir, rules) = learned("cjk-zh");
    let args = ["extract", "--rules", &rules, "--dir", "samples/cjk-zh"];
    let plain = run(&args);
    let explained = run(&[&args[..], &["--explain"]].concat());
    assert_eq!(plain.stdout, explained.stdout);
    assert_eq!(text(&plain.stderr), "");
    let why = text(&explained.stderr);
    assert!(
        why.contains("https://cjk-zh.example/archive/2017/") && why.contains(": no body: "),
        "{why}"
    );
}

#[test]
fn a_page_in_a_file_has_the_address_it_is_given_or_names_itself() {
    let (dir, rules) = learned("day-book");
    let page = std::fs::read_to_string("samples/day-book/index.html").unwrap();
    let page = file(&dir, "saved.html", &page);
    let first = |args: &[&str]| -> Json {
        serde_json::from_str(good(args).lines().next().unwrap()).unwrap()
    };
    let given =
        first(&["extract", "--rules", &rules, &page, "--base", "https://mirror.example/x/"]);
    assert_eq!(given["page"], "https://mirror.example/x/");
    assert_eq!(given["link"], "https://mirror.example/2016/05/last-boat.html");
    let own = first(&["extract", "--rules", &rules, &page]);
    assert_eq!(own["link"], "https://day-book.example/2016/05/last-boat.html");
}

// ---------------------------------------------------------------- exit codes

#[test]
fn exit_codes_are_those_of_the_help() {
    let (dir, rules) = learned("day-book");
    let empty = file(&dir, "empty.html", "<p>Nothing here");
    let bad = file(&dir, "bad.xml", "<wrapper");
    let silent = TempDir::new().unwrap();
    file(&silent, "index.html", "<p>No feed");
    let silent = silent.path().to_str().unwrap();
    let page = "samples/day-book/index.html";
    let cases: &[(i32, &str, &[&str])] = &[
        (0, "", &["extract", "--rules", &rules, page]),
        (1, "no entries: nothing", &["extract", "--rules", &rules, &empty]),
        (2, "nonsense", &["nonsense"]),
        (2, "--rules", &["extract", page]),
        (2, "'--dir", &["extract", "--rules", &rules, "--warc", "a", "--dir", "b"]),
        (2, "nothere.xml", &["extract", "--rules", "nothere.xml", page]),
        (2, "nothere", &["extract", "--rules", &rules, "--dir", "nothere"]),
        (
            2,
            "nothere.html",
            &[
                "extract",
                "--rules",
                &rules,
                "--dir",
                "samples/day-book",
                "https://day-book.example/nothere.html",
            ],
        ),
        (2, "nothere", &["learn", "--dir", "nothere", "https://day-book.example/"]),
        (4, "feed", &["learn", silent, "--base", "https://silent.example/"]),
        (4, "index.html:", &["show", "feed", page]),
        (2, "bad.xml:1:", &["extract", "--rules", &bad, page]),
        (1, "bad.xml:1:", &["rules", "check", &bad]),
        (2, "bad.xml:1:", &["rules", "export", "--to", "wtm", &bad]),
    ];
    for (code, said, args) in cases {
        let out = run(args);
        let err = text(&out.stderr);
        assert_eq!(out.status.code(), Some(*code), "{args:?}: {err}");
        assert!(err.contains(said), "{args:?}: {said:?} is not in {err:?}");
        assert_eq!(out.stdout.is_empty(), *code != 0, "{args:?}");
    }
}

#[test]
fn one_page_that_is_not_there_does_not_stop_the_others() {
    let (dir, rules) = learned("day-book");
    let pages = ["https://day-book.example/nothere.html", "https://day-book.example/"];
    let out =
        run(&[&["extract", "--rules", &rules, "--dir", "samples/day-book"], &pages[..]].concat());
    assert_eq!(out.status.code(), Some(1), "a part is missing");
    assert_eq!(text(&out.stdout).lines().count(), 8);
    assert!(text(&out.stderr).contains("nothere.html"));
    let (to, rules) = (dir.path().join("out.jsonl"), &rules);
    let call = ["extract", "--strict", "--rules", rules, "--dir", "samples/day-book", "--out"];
    let out = run(&[&call[..], &[to.to_str().unwrap()], &pages[..]].concat());
    assert_eq!((out.status.code(), to.exists()), (Some(2), false));
    let call = ["check", "--rules", rules, "--dir", "samples/day-book"];
    assert_eq!(run(&[&call[..], &pages[..]].concat()).status.code(), Some(1));
    assert_eq!(run(&[&call[..], &["--strict"], &pages[..]].concat()).status.code(), Some(2));
}

#[test]
fn an_error_leaves_the_file_that_stood_there_and_no_half_one() {
    let (dir, rules) = learned("day-book");
    let out = file(&dir, "entries.jsonl", "old\n");
    let gone = "https://day-book.example/nothere.html";
    let got =
        run(&["extract", "--rules", &rules, "--dir", "samples/day-book", "--out", &out, gone]);
    assert_eq!(got.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "old\n");
    assert_eq!(names(dir.path()), ["entries.jsonl", "rules.xml"]);
    // A folder in the file's place, and no folder at all.
    std::fs::create_dir(dir.path().join("taken")).unwrap();
    for to in ["taken", "nowhere/x.xml"] {
        let got =
            run(&["learn", "samples/day-book", "--out", dir.path().join(to).to_str().unwrap()]);
        assert_eq!(got.status.code(), Some(2), "{to}: {}", text(&got.stderr));
        assert_eq!(text(&got.stdout), "", "{to}: it was noticed when all was done");
        assert!(text(&got.stderr).contains("found "), "{to}: {}", text(&got.stderr));
        assert!(!text(&got.stderr).contains(".feedstone"), "{to}: {}", text(&got.stderr));
    }
    assert_eq!(names(dir.path()), ["entries.jsonl", "rules.xml", "taken"]);
}

/// Read one line of a program's output, close the pipe, and see how it ends.
fn one_line(args: &[&str]) {
    let mut child =
        program().args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    let mut reader = BufReader::new(child.stdout.take().unwrap());
    reader.read_line(&mut line).unwrap();
    assert!(!line.is_empty());
    drop(reader);
    let end = child.wait_with_output().unwrap();
    // A part of what was asked for is missing, and nobody is there to be told.
    assert_eq!((end.status.code(), text(&end.stderr)), (Some(1), ""), "{}", args[0]);
}

#[test]
fn a_closed_pipe_ends_the_run_without_a_word() {
    let (dir, rules) = learned("day-book");
    // More than any pipe holds.
    let page = file(&dir, "long.html", &"<p>a</p>".repeat(50_000));
    one_line(&["show", "tokens", &page]);
    let pages = ["samples/garden-notes/index.html", "samples/day-book/index.html"].repeat(60);
    one_line(
        &[&["extract", "--rules", &rules, "--base", "https://day-book.example/"], &pages[..]]
            .concat(),
    );
}

// ---------------------------------------------------------------- files and terminals

/// Four posts on a home page without pages of their own; what the cases change stands in braces.
fn odd_blog(dir: &TempDir, tag: &str, class: &str, by: &str, title: &str) -> String {
    let posts = [("Brine and salt", 1), ("Pepper mill", 2), ("Third thing", 3), ("The fourth", 4)];
    let record = |(t, n): &(&str, i32)| {
        format!("<{tag} class=\"{class}\"><a href=\"/{n}\">{t}</a><p>{by}Ann Lee</p></{tag}>")
    };
    let item = |(t, n): &(&str, i32)| {
        format!(
            "<item><title>{t}</title><link>https://x.example/{n}</link>\
             <author>a@x.example (Ann Lee)</author></item>"
        )
    };
    let home: String = posts.iter().map(record).collect();
    let feed: String = posts.iter().map(item).collect();
    let head = "<link rel=alternate type=\"application/rss+xml\" href=\"/feed.xml\">";
    file(dir, "base.url", "https://x.example/");
    file(dir, "index.html", &format!("<html><head>{head}</head><body>{home}</body></html>"));
    let feed = format!("<channel><title>{title}</title>{feed}</channel>");
    file(dir, "feed.xml", &format!("<rss version=\"2.0\">{feed}</rss>"));
    dir.path().to_str().unwrap().to_owned()
}

/// What the learner writes the reader reads, and reads the same with it.
#[test]
fn learned_rules_can_be_read_whatever_stands_on_the_page() {
    let long = "S".repeat(5_000_000);
    let cases = [
        ("a no-break space in a class", "div", "post\u{a0}big", "by ", "S"),
        ("next line", "div", "post\u{85}big", "by ", "S"),
        ("line separator", "div", "post\u{2028}big", "by ", "S"),
        ("ideographic space", "div", "post\u{3000}big", "by ", "S"),
        ("a control character in a class", "div", "post\u{1}big", "by ", "S"),
        ("a character that XML has not", "div", "post\u{fffe}big", "by ", "S"),
        ("a tag with a bracket in its name", "x<y", "t", "by ", "S"),
        ("a control character in a tag", "x\u{1}y", "t", "by ", "S"),
        ("a control character in a text", "div", "post", "written\u{1}by ", "S"),
        ("a line separator in a text", "div", "post", "written\u{2028}by ", "S"),
        ("a title of 5 MB", "div", "post", "by ", &long),
    ];
    for (name, tag, class, by, title) in cases {
        let dir = TempDir::new().unwrap();
        let blog = odd_blog(&dir, tag, class, by, title);
        let rules = format!("{blog}/r.xml");
        let out = run(&["learn", &blog, "--out", &rules]);
        assert_eq!(out.status.code(), Some(0), "{name}: {}", text(&out.stderr));
        good(&["rules", "check", &rules]);
        let page = format!("{blog}/index.html");
        let got = good(&["extract", "--rules", &rules, &page, "--base", "https://x.example/"]);
        assert_eq!(got.lines().count(), 4, "{name}: {got}");
    }
}

#[test]
fn rules_are_not_replaced_by_worse_ones() {
    let (dir, rules) = learned("garden-notes");
    let before = std::fs::read_to_string(&rules).unwrap();
    // A page without any of the feed's items.
    let blog = TempDir::new().unwrap();
    let path = odd_blog(&blog, "div", "post", "by ", "S");
    file(&blog, "index.html", "<html><body><div id=app></div></body></html>");
    let out = run(&["learn", &path, "--feed", "https://x.example/feed.xml", "--out", &rules]);
    assert_eq!(out.status.code(), Some(3), "{}", text(&out.stderr));
    assert!(text(&out.stdout).contains("not written: nothing was learned"));
    assert_eq!(std::fs::read_to_string(&rules).unwrap(), before);
    // The rules of the paper read less than those with all mechanisms.
    let out = run(&["learn", "samples/garden-notes", "--literal", "--out", &rules]);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stdout));
    assert!(text(&out.stdout).contains("--force"), "{}", text(&out.stdout));
    assert_eq!(std::fs::read_to_string(&rules).unwrap(), before);
    // As good as those: written.
    good(&["learn", "samples/garden-notes", "--out", &rules]);
    good(&["learn", "samples/garden-notes", "--literal", "--force", "--out", &rules]);
    assert_ne!(std::fs::read_to_string(&rules).unwrap(), before);
    let empty = dir.path().join("empty.xml");
    let feed = "https://x.example/feed.xml";
    let out = run(&["learn", &path, "--feed", feed, "--force", "--out", empty.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(3));
    let out = run(&["rules", "check", empty.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stdout).contains("reads nothing"), "{}", text(&out.stdout));
}

/// Escape sequences, other control characters and marks of direction of a page.
#[test]
fn nothing_of_a_page_steers_a_terminal() {
    let dir = TempDir::new().unwrap();
    let evil = "\u{1b}]0;owned\u{7}\u{9b}2J\u{202e}\u{7f}";
    let blog = odd_blog(&dir, "div", "post", &format!("{evil}by "), &format!("S{evil}"));
    let home = format!("{blog}/index.html");
    let html = std::fs::read_to_string(&home).unwrap().replace("Brine", &format!("Brine{evil}"));
    std::fs::write(&home, html).unwrap();
    let rules = format!("{blog}/r.xml");
    let base = ["--base", "https://x.example/"];
    let calls: Vec<Vec<&str>> = vec![
        vec!["learn", &blog, "--out", &rules],
        [&["extract", "--rules", &rules, "--explain", &home][..], &base].concat(),
        [&["check", "--rules", &rules, &home][..], &base].concat(),
        [&["check", "--format", "json", "--rules", &rules, &home][..], &base].concat(),
        vec!["health", "--rules", &rules, "--dir", &blog],
        vec!["harvest", &blog],
        vec!["records", &home],
        vec!["sections", &home],
        vec!["content", "--format", "text", &home],
        vec!["show", "tokens", &home],
        vec!["show", "tree", &home],
        vec!["show", "labels", &blog],
        vec!["show", "rules", &rules],
        [&["show", "records", "--rules", &rules, &home][..], &base].concat(),
        vec!["show", "feed", "/no/such\u{1b}[2Jfile"],
    ];
    for call in calls {
        let out = run(&call);
        let steers = |c: char| c.is_control() && c != '\n' && c != '\t' || c == '\u{202e}';
        for said in [&out.stdout, &out.stderr] {
            let said = text(said);
            assert!(!said.contains(steers), "{call:?}: {said:?}");
        }
        assert!(out.status.code().is_some_and(|c| c < 5), "{call:?}");
    }
    let got = good(&[&["extract", "--rules", &rules, &home][..], &base].concat());
    let title = serde_json::from_str::<Json>(got.lines().next().unwrap()).unwrap();
    let title = title["title"].as_str().unwrap().to_owned();
    assert!(title.contains('\u{202e}'), "the value itself stays: {title:?}");
}

/// A pipe that nobody reads.
#[cfg(target_os = "linux")]
fn closed() -> std::io::PipeWriter {
    std::io::pipe().unwrap().1
}

/// Writing to a device that is always full once ended in a panic, for five commands.
#[cfg(target_os = "linux")]
#[test]
fn full_disks_and_closed_pipes_are_no_panics() {
    let (_dir, rules) = learned("garden-notes");
    let sample = ["--dir", "samples/garden-notes"];
    // With what they end where nobody reads what they found: findings stand, data is lost.
    let calls: Vec<(i32, Vec<&str>)> = vec![
        (0, vec!["learn", "samples/garden-notes"]),
        (0, [&["health", "--rules", &rules][..], &sample].concat()),
        (0, [&["relearn", "--rules", &rules][..], &sample].concat()),
        (1, [&["extract", "--rules", &rules][..], &sample].concat()),
        (0, [&["check", "--rules", &rules][..], &sample].concat()),
        (0, vec!["rules", "check", &rules]),
        (1, vec!["rules", "export", "--to", "wtm", &rules]),
        (1, vec!["completions", "bash"]),
        (1, vec!["--help"]),
        (1, vec!["--version"]),
        (1, vec!["harvest", "samples/garden-notes"]),
        (1, vec!["records", "samples/garden-notes/index.html"]),
        (1, vec!["show", "tokens", "samples/garden-notes/index.html"]),
    ];
    let full = || Stdio::from(std::fs::File::options().write(true).open("/dev/full").unwrap());
    for (unread, call) in calls {
        let out = program().args(&call).stdout(full()).output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{call:?}: {}", text(&out.stderr));
        assert!(text(&out.stderr).contains("standard output: "), "{}", text(&out.stderr));
        let out = program().args(&call).stderr(full()).output().unwrap();
        assert_eq!(out.status.code(), Some(0), "{call:?}");
        let out = program().args(&call).stdout(closed()).output().unwrap();
        assert_eq!(out.status.code(), Some(unread), "{call:?}");
        assert!(!text(&out.stderr).contains("closed"), "{call:?}: {}", text(&out.stderr));
    }
    let out = program().args(["learn", "nowhere"]).stderr(full()).output().unwrap();
    assert_eq!(out.status.code(), Some(2));
}

#[cfg(unix)]
#[test]
fn files_keep_their_mode_and_links_lead_to_them() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let dir = TempDir::new().unwrap();
    let mode = |f: &Path| f.metadata().unwrap().permissions().mode() & 0o777;
    let target = dir.path().join("target.xml");
    std::fs::write(&target, "old").unwrap();
    std::fs::set_permissions(&target, std::fs::Permissions::from_mode(0o640)).unwrap();
    let link = dir.path().join("link.xml");
    symlink("target.xml", &link).unwrap();
    good(&["learn", "samples/day-book", "--force", "--out", link.to_str().unwrap()]);
    assert!(link.is_symlink());
    assert_eq!(mode(&target), 0o640);
    assert!(std::fs::read_to_string(&target).unwrap().starts_with("<?xml"));
    // A name as long as names may be.
    let long = dir.path().join(format!("{}.jsonl", "n".repeat(249)));
    good(&["harvest", "samples/day-book", "--out", long.to_str().unwrap()]);
    assert_eq!(names(dir.path()).len(), 3);
    // In a folder of the user's choice links of others are replaced, not followed.
    let posts = dir.path().join("posts");
    good(&["harvest", "samples/day-book", "--out", &format!("{}/", posts.display())]);
    let first = posts.join(names(&posts)[0].clone());
    std::fs::remove_file(&first).unwrap();
    let victim = dir.path().join("victim");
    std::fs::write(&victim, "mine").unwrap();
    symlink(&victim, &first).unwrap();
    good(&["harvest", "samples/day-book", "--out", &format!("{}/", posts.display())]);
    assert_eq!(std::fs::read_to_string(&victim).unwrap(), "mine");
    assert!(!first.is_symlink());
}

/// A signal while a file is written leaves the old file and nothing beside it.
#[cfg(unix)]
#[test]
fn after_a_signal_nothing_half_written_stays() {
    let dir = TempDir::new().unwrap();
    let out = file(&dir, "all.jsonl", "old\n");
    let (_rules, rules) = learned("garden-notes");
    let folder = dir.path().join("pages");
    std::fs::create_dir(&folder).unwrap();
    for n in 0..3000 {
        std::fs::copy("samples/garden-notes/index.html", folder.join(format!("{n}.html"))).unwrap();
    }
    let call = ["extract", "--rules", &rules, "--base", "https://x.example/", "--dir"];
    let mut child = program().args(call).arg(&folder).args(["--out", &out]).spawn().unwrap();
    let written = || names(dir.path()).iter().any(|n| n.starts_with(".feedstone-"));
    for _ in 0..500 {
        if written() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
    assert!(written());
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(names(dir.path()), ["all.jsonl", "pages"]);
    assert_eq!(std::fs::read_to_string(&out).unwrap(), "old\n");
}

/// One page captured twice, and a page that was cut from the archive.
#[test]
fn captures_are_told_apart_and_merged_on_request() {
    use feedstone::internals::source::warc::write_response;
    let (dir, rules) = learned("garden-notes");
    let html = std::fs::read("samples/garden-notes/index.html").unwrap();
    let mut archive = Vec::new();
    let kind = [("content-type", "text/html")];
    for day in ["2021-06-01T00:00:00Z", "2021-06-02T10:20:30Z"] {
        let url = "https://garden-notes.example/";
        write_response(&mut archive, url, day, 200, &kind, &html, false).unwrap();
    }
    let warc = dir.path().join("a.warc");
    std::fs::write(&warc, &archive).unwrap();
    let call = ["extract", "--rules", &rules, "--warc", warc.to_str().unwrap()];
    let rows = good(&call);
    let count = |day: &str| rows.matches(&format!("\"captured\":\"{day}\"")).count();
    let (first, second) = (count("2021-06-01T00:00:00Z"), count("2021-06-02T10:20:30Z"));
    assert!(first > 3 && first == second, "{rows}");
    let merged = good(&[&call[..], &["--merge"]].concat());
    assert_eq!(merged.lines().count(), first);
    // A damaged archive is read on, and the exit code says that a part is missing.
    let at = archive.len() / 4;
    archive.splice(at - 60..at, []);
    std::fs::write(&warc, &archive).unwrap();
    let out = run(&call);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
    assert!(!out.stdout.is_empty());
    assert!(text(&out.stderr).contains("damaged at byte"), "{}", text(&out.stderr));
    let out = run(&[&call[..], &["--strict"]].concat());
    assert_eq!(out.status.code(), Some(2));
}

/// A part of the last record is not what it was.
#[cfg(feature = "warc")]
#[test]
fn every_command_says_that_an_archive_is_damaged() {
    let (dir, rules) = learned("garden-notes");
    let mut archive = std::fs::read("samples/garden-notes.warc.gz").unwrap();
    let end = archive.len();
    archive[end - 60..end - 40].fill(0);
    let warc = dir.path().join("a.warc.gz");
    std::fs::write(&warc, archive).unwrap();
    let (warc, home) = (warc.to_str().unwrap(), "https://garden-notes.example/");
    let calls: [&[&str]; 4] = [
        &["learn", "--warc", warc, home],
        &["health", "--warc", warc, "--rules", &rules],
        &["relearn", "--warc", warc, "--rules", &rules],
        &["harvest", "--warc", warc, home],
    ];
    for call in calls {
        let out = run(call);
        assert_eq!(out.status.code(), Some(1), "{call:?}: {}", text(&out.stderr));
        assert!(text(&out.stderr).contains("damaged at byte"), "{call:?}");
        assert!(!out.stdout.is_empty(), "{call:?}: what can be read is");
    }
}

/// An archive with a later capture of one post, which was edited between.
#[cfg(feature = "warc")]
#[test]
fn a_harvest_reads_an_archive_as_it_was_on_a_day() {
    let dir = TempDir::new().unwrap();
    let path = "2020/10/03/blue-sheet-and-a-brick/";
    let html = std::fs::read_to_string(format!("samples/garden-notes/{path}index.html")).unwrap();
    let later = html.replacen("<p>The shed leaks.", "<p>The roof is new.", 1);
    let mut archive = std::fs::read("samples/garden-notes.warc.gz").unwrap();
    let (url, day) = (format!("https://garden-notes.example/{path}"), "2022-03-04T10:00:00Z");
    let kind = [("content-type", "text/html")];
    let bytes = later.as_bytes();
    write_response(&mut archive, &url, day, 200, &kind, bytes, true).unwrap();
    let warc = dir.path().join("a.warc.gz");
    std::fs::write(&warc, &archive).unwrap();
    let call = ["harvest", "--warc", warc.to_str().unwrap(), "https://garden-notes.example/"];
    let text_of = |more: &[&str]| {
        let out = run(&[&call[..], more].concat());
        let posts = text(&out.stdout).lines().map(|l| serde_json::from_str::<Json>(l).unwrap());
        let post = posts.into_iter().find(|p| p["link"] == url.as_str());
        post.map(|p| p["body_text"].as_str().unwrap().to_owned())
    };
    let cases: [(&[&str], &str); 3] = [
        (&[], "The roof is new."),
        (&["--as-of", "2022-03-04"], "The roof is new."),
        (&["--as-of", "2022-03-03"], "The shed leaks."),
    ];
    for (more, start) in cases {
        let body = text_of(more).unwrap_or_default();
        assert!(body.starts_with(start), "{more:?}: {body}");
    }
    assert_eq!(text_of(&["--as-of", "2021-05-31"]), None, "nothing was captured by then");
}

/// A folder that was saved on another day than the feed: of its posts no pages are there.
#[test]
fn a_harvest_of_another_day_than_the_feeds_learns_from_older_posts() {
    let dir = TempDir::new().unwrap();
    copy(Path::new("samples/garden-notes"), dir.path(), "https://garden-notes.example/");
    file(&dir, "base.url", "https://garden-notes.example/");
    let feed = std::fs::read_to_string(dir.path().join("feed.xml")).unwrap();
    let items: BTreeSet<&str> =
        feed.split("<link>https://garden-notes.example/20").skip(1).collect();
    for item in items {
        let path = format!("20{}", item.split_once('<').unwrap().0);
        std::fs::remove_file(dir.path().join(path).join("index.html")).unwrap();
    }
    let folder = dir.path().to_str().unwrap();
    let out = run(&["harvest", folder]);
    let posts = text(&out.stdout).lines().map(|l| serde_json::from_str::<Json>(l).unwrap());
    let posts: Vec<Json> = posts.collect();
    assert_eq!(posts.len(), 16);
    let why = "of the posts that its feed names hardly any page is there";
    assert!(text(&out.stderr).contains(why), "{}", text(&out.stderr));
    let post = posts.iter().find(|p| p["title"] == "A blue sheet and a brick").unwrap();
    // A list cuts it.
    assert_eq!(post["extent"], "full");
    assert!(post["body_text"].as_str().unwrap().lines().count() > 1, "{post}");
    let learned = run(&["learn", folder, "--out", "-"]);
    let says =
        "expected the pages of the feed's items, found 0; learned from those of 6 older posts";
    assert!(text(&learned.stderr).contains(says), "{}", text(&learned.stderr));
    // Without the feed, too.
    std::fs::remove_file(dir.path().join("feed.xml")).unwrap();
    let out = run(&["harvest", folder]);
    let why = "no feed of it is there";
    assert!(text(&out.stderr).contains(why), "{}", text(&out.stderr));
    let posts = text(&out.stdout).lines().map(|l| serde_json::from_str::<Json>(l).unwrap());
    let post = posts.into_iter().find(|p| p["title"] == "A blue sheet and a brick").unwrap();
    assert!(post["body_text"].as_str().unwrap().lines().count() > 1, "{post}");
}

#[test]
fn bodies_are_given_clean_on_request() {
    let (_dir, rules) = learned("garden-notes");
    let dir = TempDir::new().unwrap();
    let page = "samples/garden-notes/2020/10/03/blue-sheet-and-a-brick/index.html";
    let evil = "<p onclick=run()>The <b>shed</b> leaks. <a href=javascript:run()>x</a>\
                <iframe src=//evil.example/></iframe><img src=/a.png onerror=run()></p><p>";
    let html = std::fs::read_to_string(page).unwrap().replacen("<p>The shed leaks.", evil, 1);
    assert!(html.contains("onerror"));
    let page = file(&dir, "p.html", &html);
    let base = ["--base", "https://garden-notes.example/2020/10/03/blue-sheet-and-a-brick/"];
    let call = [&["extract", "--rules", &rules, &page][..], &base].concat();
    let evils = ["onclick", "javascript:", "iframe", "onerror"];
    let html = |call: &[&str]| {
        let line = serde_json::from_str::<Json>(good(call).lines().next().unwrap()).unwrap();
        line["body_html"].as_str().unwrap().to_owned()
    };
    assert!(evils.iter().all(|e| html(&call).contains(e)), "{}", html(&call));
    for more in [&["--sanitize"][..], &["--sanitize", "--merge"]] {
        let clean = html(&[&call[..], more].concat());
        assert!(!evils.iter().any(|e| clean.contains(e)), "{clean}");
        assert!(clean.contains("<b>shed</b>") && clean.contains("/a.png"), "{clean}");
    }
}

/// A folder of others must not show a file of this machine.
#[cfg(unix)]
#[test]
fn no_link_leads_out_of_a_folder() {
    let dir = TempDir::new().unwrap();
    let secret = file(&dir, "secret", "https://secret.example/");
    let folder = dir.path().join("blog");
    std::fs::create_dir(&folder).unwrap();
    std::os::unix::fs::symlink(&secret, folder.join("base.url")).unwrap();
    std::os::unix::fs::symlink(&secret, folder.join("index.html")).unwrap();
    let folder = folder.to_str().unwrap();
    for call in [
        &["learn", folder][..],
        &["harvest", folder],
        &["learn", "--dir", folder, "--base", "https://x.example/", "https://x.example/"],
    ] {
        let out = run(call);
        assert_eq!(out.status.code(), Some(2), "{call:?}: {}", text(&out.stderr));
        assert!(!text(&out.stderr).contains("secret.example"), "{}", text(&out.stderr));
    }
}

/// A login in the address that a folder or file is said to come from.
#[test]
fn a_login_in_a_base_stands_nowhere() {
    let dir = TempDir::new().unwrap();
    let blog = odd_blog(&dir, "div", "post", "by ", "S");
    let base = "https://me:secret-word@x.example/";
    file(&dir, "base.url", base);
    let out = TempDir::new().unwrap();
    let [rules, state] = ["r.xml", "s.db"].map(|n| out.path().join(n).display().to_string());
    let home = format!("{blog}/index.html");
    let calls: [&[&str]; 4] = [
        &["learn", &blog, "--out", &rules],
        &["learn", "--dir", &blog, "--base", base, base],
        &["extract", "--rules", &rules, &home, "--base", base],
        &["harvest", "--dir", &blog, "--base", base, "--state", &state, base],
    ];
    for call in calls {
        let out = run(call);
        assert!(out.status.code().is_some_and(|c| c < 2), "{call:?}: {}", text(&out.stderr));
        let said = [text(&out.stdout), text(&out.stderr)].concat();
        assert!(said.contains("x.example") && !said.contains("secret-word"), "{call:?}: {said}");
    }
    for written in [rules, state] {
        let bytes = std::fs::read(&written).unwrap();
        assert!(!bytes.windows(11).any(|w| w == b"secret-word"), "{written}");
    }
}

/// Some blogs put RDF for trackbacks into a comment of their pages.
#[test]
fn a_page_that_speaks_of_feeds_is_a_page() {
    let dir = TempDir::new().unwrap();
    let blog = odd_blog(&dir, "div", "post", "by ", "S");
    let home = format!("{blog}/index.html");
    let html = std::fs::read_to_string(&home).unwrap();
    let said = "<body><!-- <rdf:RDF xmlns:rdf=\"x\"><rss><feed></rdf:RDF> -->";
    std::fs::write(&home, html.replace("<body>", said)).unwrap();
    good(&["learn", &blog]);
}

/// What should be a home page and is none is said to be what it is, with a way on.
#[test]
fn what_is_no_home_page_is_said_to_be_what_it_is() {
    let feed = "<rss version=\"2.0\"><channel><title>S</title><link>https://x.example/</link>\
                <item><title>Brine</title><link>https://x.example/1</link></item></channel></rss>";
    let login = "<form><input name=user><input type=password></form>";
    let shell = "<div id=app></div><script src=a.js></script>";
    let moment = "<title>Just a moment...</title><script>x</script>";
    let cases = [
        ("a feed", feed, 2, "give https://x.example/ with --feed https://x.example/blog"),
        ("nothing", " ", 2, "found an empty page"),
        ("a login", login, 4, "--cookie-file"),
        ("a shell", shell, 4, "--dir or --warc"),
        ("a challenge", moment, 4, "--user-agent"),
        ("a page without a feed", "<p>Salt and other things", 4, "--without-feed"),
    ];
    for (name, body, code, said) in cases {
        let dir = TempDir::new().unwrap();
        file(&dir, "base.url", "https://x.example/");
        let kind = if body == feed { "blog" } else { "blog.html" };
        file(&dir, kind, body);
        let folder = dir.path().to_str().unwrap();
        let out = run(&["learn", "--dir", folder, "https://x.example/blog"]);
        assert_eq!(out.status.code(), Some(code), "{name}: {}", text(&out.stderr));
        assert!(text(&out.stderr).contains(said), "{name}: {}", text(&out.stderr));
    }
    for (name, like) in [("salt.example", "https://salt.example"), ("no/such", "https://blog")] {
        let out = run(&["learn", name]);
        assert_eq!(out.status.code(), Some(2));
        let err = text(&out.stderr);
        assert!(err.contains(like) && err.contains("file or folder"), "{err}");
        assert_eq!(err.matches("neither").count(), 1, "{err}");
    }
}

/// Devices and pipes have no end that one could wait for.
#[cfg(unix)]
#[test]
fn devices_and_pipes_are_no_pages_and_no_rules() {
    let (dir, rules) = learned("day-book");
    // Nobody ever writes to it.
    let pipe = dir.path().join("pipe.warc");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let pipe = pipe.to_str().unwrap();
    for call in [
        &["rules", "check", "/dev/zero"][..],
        &["learn", "--warc", pipe, "https://day-book.example/"],
        &["extract", "--rules", &rules, "--warc", pipe],
        &["extract", "--rules", "/dev/zero", "samples/day-book/index.html"],
        &["extract", "--rules", &rules, "/dev/zero"],
        &["records", "/dev/zero"],
        &["show", "tokens", "/dev/zero"],
        &["harvest", "--list", "/dev/zero"],
    ] {
        let out = run(call);
        assert!(matches!(out.status.code(), Some(1 | 2)), "{call:?}: {}", text(&out.stderr));
        assert!(text(&out.stderr).contains("a pipe or device"), "{}", text(&out.stderr));
    }
}

/// Archives come from standard input, too; what is kept of them is gone afterwards.
#[test]
fn an_archive_from_standard_input_is_read_like_a_file() {
    let (dir, rules) = learned("day-book");
    let warc = dir.path().join("days.warc.gz");
    let mut file = std::fs::File::create(&warc).unwrap();
    let html = std::fs::read("samples/day-book/index.html").unwrap();
    let (url, day) = ("https://day-book.example/", "2021-06-01T00:00:00Z");
    let headers = [("content-type", "text/html")];
    write_response(&mut file, url, day, 200, &headers, &html, true).unwrap();
    let kept = dir.path().join("kept");
    std::fs::create_dir(&kept).unwrap();
    let read = |archives: &[&str]| {
        let mut call = program();
        call.args(["extract", "--rules", &rules]).env("TMPDIR", &kept).env("TMP", &kept);
        call.args(archives.iter().flat_map(|a| ["--warc", a]));
        call.stdin(std::fs::File::open(&warc).unwrap()).output().unwrap()
    };
    let (piped, file) = (read(&["-"]), read(&[warc.to_str().unwrap()]));
    assert!(!file.stdout.is_empty());
    assert_eq!(text(&piped.stdout), text(&file.stdout), "{}", text(&piped.stderr));
    assert_eq!(std::fs::read_dir(&kept).unwrap().count(), 0);
    let twice = read(&["-", "-"]);
    assert_eq!(twice.status.code(), Some(2));
    assert!(text(&twice.stderr).contains("is named twice"), "{}", text(&twice.stderr));
    std::fs::write(&warc, "no archive").unwrap();
    let none = read(&["-"]);
    let said = text(&none.stderr);
    assert_eq!(none.status.code(), Some(2));
    assert!(said.contains("standard input: not a WARC archive"), "{said}");
    #[cfg(unix)]
    {
        std::fs::remove_file(&warc).unwrap();
        std::fs::create_dir(&warc).unwrap();
        let folder = read(&["-"]);
        let said = text(&folder.stderr);
        assert!(said.contains("standard input (-): cannot be read"), "{said}");
    }
}

/// Standard input comes once, and `check` asks the archive for the feed and for the pages.
#[test]
fn a_piped_archive_is_read_for_feed_and_pages() {
    let (dir, rules) = learned("garden-notes");
    let kept = dir.path().join("kept");
    std::fs::create_dir(&kept).unwrap();
    let feed = "https://garden-notes.example/feed.xml";
    let mut call = program();
    call.args(["check", "--rules", &rules, "--feed", feed, "--warc", "-"]);
    let archive = std::fs::File::open("samples/garden-notes.warc.gz").unwrap();
    let out = call.env("TMPDIR", &kept).stdin(archive).output().unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(names(&kept).is_empty());
}

/// A signal while an archive comes from standard input leaves nothing of it on disk.
#[cfg(unix)]
#[test]
fn after_a_signal_nothing_of_a_piped_archive_stays() {
    let (dir, rules) = learned("day-book");
    let kept = dir.path().join("kept");
    std::fs::create_dir(&kept).unwrap();
    let mut call = program();
    call.args(["extract", "--rules", &rules, "--warc", "-"]).env("TMPDIR", &kept);
    let mut child = call.stdin(std::process::Stdio::piped()).spawn().unwrap();
    for _ in 0..500 {
        if !names(&kept).is_empty() {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
    }
    assert_eq!(names(&kept).len(), 1);
    // Kept open: `wait` closes it, and an archive that ends is no signal.
    let _input = child.stdin.take();
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert!(names(&kept).is_empty());
}

// ---------------------------------------------------------------- rules, show, help

#[test]
fn rules_check_tells_good_from_bad_with_line_and_column() {
    let (dir, rules) = learned("day-book");
    assert!(good(&["rules", "check", &rules]).contains("rules.xml: good, 2 layouts"));
    let xml = std::fs::read_to_string(&rules).unwrap();
    let wrong = xml.replacen("<field name=\"title\"", "<field name=\"titel\"", 1);
    let line = wrong.lines().position(|l| l.contains("titel")).unwrap();
    let column = wrong.lines().nth(line).unwrap().find("<field").unwrap();
    let bad = file(&dir, "bad.xml", &wrong);
    let out = run(&["rules", "check", &bad, &rules]);
    assert_eq!(out.status.code(), Some(1));
    assert!(
        text(&out.stderr).contains(&format!(
            "bad.xml:{}:{}: unknown field \"titel\"",
            line + 1,
            column + 1
        )),
        "{}",
        text(&out.stderr)
    );
    assert!(text(&out.stdout).contains("rules.xml: good"), "the others are still checked");
}

#[test]
fn rules_export_says_which_fields_have_no_expression() {
    let (dir, rules) = learned("garden-notes");
    let whole = std::fs::read_to_string(&rules).unwrap();
    let from = whole.find("<regex").unwrap();
    let from = from + 1 + whole[from + 1..].find("<regex").unwrap();
    let to = from + whole[from..].find("/>").unwrap() + 2;
    let cut = dir.path().join("cut.xml");
    std::fs::write(&cut, format!("{}{}", &whole[..from], &whole[to..])).unwrap();
    let out = run(&["rules", "export", "--to", "wtm", cut.to_str().unwrap()]);
    assert!(text(&out.stderr).contains("without expression: list: title"), "{out:?}");
    let out = run(&["rules", "export", "--to", "wtm", &rules]);
    assert!(!text(&out.stderr).contains("list: title"), "{out:?}");
}

#[test]
fn rules_export_writes_the_papers_schema() {
    let (_dir, rules) = learned("garden-notes");
    let xml = good(&["rules", "export", "--to", "wtm", &rules]);
    let doc = roxmltree::Document::parse(&xml).unwrap();
    assert_eq!(doc.root_element().tag_name().name(), "StalkerRules");
    let data: Vec<_> = doc.root_element().children().filter(|n| n.is_element()).collect();
    assert_eq!(
        data.iter().map(|d| d.attribute("DType").unwrap()).collect::<Vec<_>>(),
        ["Title", "Date", "Link", "Body"]
    );
    for d in data {
        for part in ["start", "end"] {
            let expression = d.children().find(|n| n.has_tag_name(part)).unwrap().text().unwrap();
            assert!(regex::Regex::new(expression).is_ok(), "{expression}");
        }
    }
}

#[test]
fn show_shows_every_inner_object() {
    let (_dir, rules) = learned("day-book");
    let page = "samples/day-book/index.html";
    let cases: &[(&[&str], &[&str])] = &[
        (&["tokens", page], &["<h2 class=\"day\">", "\"Last boat\"", "..", "</h3>"]),
        (&["tree", page], &["<h2 class=\"day\">", "Last boat"]),
        (
            &["feed", "samples/day-book/atom.xml"],
            &["Atom 1.0  Day Book", "1 Last boat", "author  Ruth", "2016-05-05T21:52:00-05:00"],
        ),
        (
            &["labels", "samples/day-book"],
            &[
                "https://day-book.example/\nitem 1 tokens",
                "title   ",
                "Last boat",
                ", heading = 2016-05-05]",
            ],
        ),
        (
            &["rules", &rules],
            &[
                "Day Book  https://day-book.example/",
                "layout list",
                "layout entry",
                "<div class=\"entry\">",
            ],
        ),
        (
            &["records", "--rules", &rules, "--base", "https://day-book.example/", page],
            &["8 records of \"list\"", "title   Last boat", "date    2016-05-05", "tags    ferry"],
        ),
    ];
    for (args, parts) in cases {
        let out = good(&[&["show"], *args].concat());
        for part in *parts {
            assert!(out.contains(part), "show {args:?}: {part:?} is not in\n{out}");
        }
    }
}

#[test]
fn completions_name_the_commands() {
    for shell in ["bash", "zsh", "fish"] {
        let script = good(&["completions", shell]);
        assert!(
            ["learn", "extract", "show", "--explain"]
                .iter()
                .all(|w| script.contains(w.trim_start_matches('-'))),
            "{shell}"
        );
    }
}

#[test]
fn help_has_examples_and_exit_codes() {
    let help = good(&["--help"]);
    assert!(help.contains("Exit codes"));
    for args in [
        &["--help"][..],
        &["learn", "--help"],
        &["extract", "--help"],
        &["show", "--help"],
        &["rules", "export", "--help"],
    ] {
        let help = good(args);
        let (_, examples) = help
            .split_once("Example")
            .unwrap_or_else(|| panic!("{args:?}: no examples in\n{help}"));
        assert!(examples.contains("\n  feedstone "), "{args:?}");
    }
}

// ---------------------------------------------------------------- over HTTP

/// Serve a folder by path, one request a connection, until the process ends.
#[cfg(feature = "fetch")]
fn serve(listener: std::net::TcpListener, root: std::path::PathBuf) {
    use std::io::Write;
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let Ok(mut stream) = stream else { continue };
            let mut reader = BufReader::new(stream.try_clone().unwrap());
            let mut request = String::new();
            let _ = reader.read_line(&mut request);
            let mut line = String::new();
            while reader.read_line(&mut line).is_ok_and(|n| n > 2) {
                line.clear();
            }
            let path = request.split(' ').nth(1).unwrap_or("/").trim_start_matches('/').to_owned();
            let path =
                if path.is_empty() || path.ends_with('/') { path + "index.html" } else { path };
            let kind = if path.ends_with(".xml") {
                "application/rss+xml"
            } else {
                "text/html; charset=utf-8"
            };
            let (status, body) = match std::fs::read(root.join(&path)) {
                Ok(body) => ("200 OK", body),
                Err(_) => ("404 Not Found", Vec::new()),
            };
            let head = format!(
                "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n\
                 Content-Length: {}\r\nConnection: close\r\n\r\n",
                body.len()
            );
            let _ = stream.write_all(&[head.as_bytes(), &body].concat());
        }
    });
}

/// Copy the HTML and XML of a folder with another base.
fn copy(from: &Path, to: &Path, base: &str) {
    std::fs::create_dir_all(to).unwrap();
    for e in from.read_dir().unwrap().map(Result::unwrap) {
        let (path, to) = (e.path(), to.join(e.file_name()));
        if path.is_dir() {
            copy(&path, &to, base);
        } else if path.extension().is_some_and(|x| x == "html" || x == "xml") {
            let text = std::fs::read_to_string(&path).unwrap();
            std::fs::write(to, text.replace("https://garden-notes.example/", base)).unwrap();
        }
    }
}

#[cfg(feature = "fetch")]
#[test]
fn over_http_the_rules_are_those_of_the_folder() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let base = format!("http://{}/", listener.local_addr().unwrap());
    let dir = TempDir::new().unwrap();
    copy(Path::new("samples/garden-notes"), dir.path(), &base);
    // Between two requests to one host the program waits a second: four items are enough.
    let feed = dir.path().join("feed.xml");
    let xml = std::fs::read_to_string(&feed).unwrap();
    let fifth = xml.match_indices("<item>").nth(4).unwrap().0;
    std::fs::write(&feed, format!("{}</channel></rss>\n", &xml[..fifth])).unwrap();
    serve(listener, dir.path().to_owned());

    let folder = run(&["learn", dir.path().to_str().unwrap(), "--base", &base, "--out", "-"]);
    assert_eq!(folder.status.code(), Some(0), "{}", text(&folder.stderr));
    assert!(
        text(&folder.stderr).contains("4 of the feed's items stand on the home page"),
        "{}",
        text(&folder.stderr)
    );
    let http = program()
        .env("NO_PROXY", "127.0.0.1")
        .args(["learn", &base, "--out", "-"])
        .output()
        .unwrap();
    assert_eq!(http.status.code(), Some(0), "{}", text(&http.stderr));
    assert_eq!(text(&http.stdout), text(&folder.stdout));
    // The preview follows the home page's link to older entries.
    assert!(
        text(&http.stderr)
            .contains(&format!("preview of a page the feed does not name: {base}page/2/")),
        "{}",
        text(&http.stderr)
    );
}

#[test]
fn distance_cluster_and_content_print_json_lines() {
    let dir = tempfile::tempdir().unwrap();
    let page = |name: &str, html: &str| {
        let path = dir.path().join(name);
        std::fs::write(&path, html).unwrap();
        path.to_str().unwrap().to_owned()
    };
    let list = page("list.html", "<ul><li>a<li>b<li>c<li>d</ul>");
    let other = page("other.html", "<ul><li>a<li>b<li>c</ul>");
    let post = page("post.html", "<main><h1>a</h1><p>b<p>c<p>d<p>e</main>");
    let json: Json =
        serde_json::from_str(&good(&["distance", &list, &other, "--mapping"])).unwrap();
    assert_eq!(
        (json["a"].as_str(), json["b"].as_str(), json["distance"].as_i64()),
        (Some("list"), Some("other"), Some(1))
    );
    assert_eq!(json["elements"], serde_json::json!([8, 7]));
    assert_eq!(json["mapping"].as_array().unwrap().len(), 7);
    let lines = good(&["cluster", &list, &post, &other]);
    let clusters: Vec<i64> = lines
        .lines()
        .map(|l| serde_json::from_str::<Json>(l).unwrap()["cluster"].as_i64().unwrap())
        .collect();
    assert_eq!(clusters, [0, 1, 0]);
    // The posts share their frame; what is left of each is its own.
    let text_of =
        |html: &str| format!("<div><h3>Menu</h3></div><main><p>{html}</p></main><div>Foot</div>");
    let a = page(
        "a.html",
        &text_of(
            "The ferry left early and we walked home along the bank, all of us, \
             as far as the old mill and back.",
        ),
    );
    let b = page(
        "b.html",
        &text_of("Nobody saw the bridge before the bell of the town hall, and then it was gone."),
    );
    let line = good(&["content", &a, "--reference", &b, "--literal"]);
    let json: Json = serde_json::from_str(&line).unwrap();
    assert_eq!((json["page"].as_str(), json["common"].as_str()), (Some("a"), Some("Menu\nFoot")));
    assert_eq!(
        json["regular"].as_str().map(|t| t.starts_with("The ferry")),
        Some(true),
        "the paper's own error: {json}"
    );
    let c = page(
        "c.html",
        &text_of("<h4>Trip</h4><p>The ferry left early.</p><blockquote>All aboard</blockquote>"),
    );
    let html = good(&["content", &c, "--reference", &b, "--format", "html"]);
    assert!(html.contains("<p>The ferry left early.</p>") && !html.contains("Menu"), "{html}");
    let out = run(&["distance", &list, "no-such-file.html"]);
    assert_ne!(out.status.code(), Some(0));
    assert_eq!(text(&out.stdout), "");
}

/// Each of the other tree commands on small pages of its kind.
#[test]
fn records_news_sections_taxonomy_and_instances_print_their_findings() {
    let dir = tempfile::tempdir().unwrap();
    let lines = |args: &[&str]| -> Vec<Json> {
        good(args).lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    };
    let row = |n: usize| {
        format!(
            "<article><h2><a href=/p/{n}.html>Entry number {n}</a></h2><i>{n} May 2013</i>\
             <p>Words about {n}.</p></article>"
        )
    };
    let list =
        file(&dir, "list.html", &format!("<main>{}</main>", (1..5).map(row).collect::<String>()));
    let more =
        file(&dir, "more.html", &format!("<main>{}</main>", (5..8).map(row).collect::<String>()));

    let found = lines(&["records", &list]);
    assert_eq!(
        found[0]["regions"][0]["columns"],
        serde_json::json!(["link", "text", "date", "text"])
    );
    assert_eq!(
        found[0]["regions"][0]["records"][1]["cells"],
        serde_json::json!(["/p/2.html", "Entry number 2", "2 May 2013", "Words about 2."])
    );
    let csv = good(&["records", &list, &more, "--like-first", "--format", "csv"]);
    assert_eq!(csv.lines().count(), 8, "{csv}");
    let head = "page,link_1,text_2,date_3,text_4\n\
                list,/p/1.html,Entry number 1,1 May 2013,Words about 1.\n";
    assert!(csv.starts_with(head), "{csv}");
    assert!(csv.ends_with("more,/p/7.html,Entry number 7,7 May 2013,Words about 7.\n"), "{csv}");
    let found = lines(&["records", &list, "--format", "entries"]);
    assert_eq!(
        (found.len(), found[0]["title"].as_str(), found[0]["date"].as_str()),
        (4, Some("Entry number 1"), Some("2013-05-01"))
    );
    // Where nothing is found there is a reason.
    let none = file(&dir, "none.html", "<p>Nothing.</p>");
    for (call, why) in [
        (&["records"][..], "no siblings built alike"),
        (&["records", "--format", "entries"], "no region whose records have links"),
        (&["news"], "no other page of its template"),
        (&["taxonomy"], "expected pages of 2 sites at least, found those of 1"),
        (&["instances", "--pages"], "no page that it is compared with differs"),
        (&["sections"], "no sections: nothing on it shows 4 words"),
        (&["sections", "--flat"], "no sections"),
        (&["sections", "--format", "xml"], "no sections"),
        (&["sections", "--menus"], "no menus: no list inside a list"),
    ] {
        let out = run(&[call, &[none.as_str()]].concat());
        assert_eq!(out.status.code(), Some(1), "{call:?}");
        assert!(text(&out.stderr).contains(why), "{call:?}: {}", text(&out.stderr));
    }
    // Boxes of a browser: a gap between every two rows makes pairs of them.
    let rows = file(
        &dir,
        "rows.html",
        &format!(
            "<main>{}</main>",
            (1..5).map(|n| format!("<p>Row {n} of the list</p>")).collect::<String>()
        ),
    );
    let boxes =
        r#"{"r":[["2/1/1",0,0,9,9],["2/1/2",0,11,9,9],["2/1/3",0,40,9,9],["2/1/4",0,51,9,9]]}"#;
    let boxes = file(&dir, "rows.json", boxes);
    assert_eq!(
        lines(&["records", &rows, "--literal", "--layout", &boxes])[0]["regions"][0]["records"]
            .as_array()
            .unwrap()
            .len(),
        2
    );

    let story = |title: &str, text: &str| {
        format!(
            "<title>{title} - Paper</title><ul><li>Home<li>Sport</ul><h1>{title}</h1><div>{}</div>\
             <p>Imprint</p>",
            format!("<p>{text}</p>").repeat(3)
        )
    };
    let a = file(
        &dir,
        "a.html",
        &story(
            "Flood hits town",
            "The river came over its banks on Monday and went through the old town",
        ),
    );
    let b = file(
        &dir,
        "b.html",
        &story(
            "Cup final drawn",
            "Two hours of rain and no goal at all for either of the two teams",
        ),
    );
    let c = file(
        &dir,
        "c.html",
        &story(
            "New bridge opens",
            "Two years late it has four lanes and a toll that nobody likes to pay",
        ),
    );
    let found = lines(&["news", &a, &b, &c]);
    assert_eq!(
        found.iter().map(|f| f["title"].as_str().unwrap()).collect::<Vec<_>>(),
        ["Flood hits town", "Cup final drawn", "New bridge opens"]
    );
    assert!(found[0]["text"].as_str().unwrap().starts_with("The river came over"), "{found:?}");
    let found = lines(&["instances", "--pages", &a, &b, &c]);
    assert!(
        found[1]["text"].as_str().unwrap().contains("Two hours of rain")
            && !found[1]["text"].as_str().unwrap().contains("Imprint")
    );

    let areas = file(
        &dir,
        "areas.html",
        "<div><h3>Shortcuts of the day</h3><p>One two three four five six</p></div>\
         <div><h3>News</h3><p>One two three</p></div>",
    );
    let found = lines(&["sections", &areas]);
    let labels: Vec<Option<&str>> =
        found[0]["segments"].as_array().unwrap().iter().map(|s| s["label"].as_str()).collect();
    assert_eq!(labels, [Some("Shortcuts of the day"), Some("News")], "{found:?}");
    assert!(
        good(&["sections", &list, "--format", "xml"])
            .starts_with("<page name=\"list\">\n  <section>")
    );
    assert!(!lines(&["sections", &list, "--flat"])[0]["segments"].as_array().unwrap().is_empty());

    let menu = |name: &str, inner: &str| {
        file(&dir, name, &format!("<ul><li><a href=/n>News</a><ul>{inner}</ul></ul>"))
    };
    let one = menu("one.html", "<li>Sports<li>World");
    let two = menu("two.html", "<li>Sport<li>Shop");
    let told = lines(&["sections", "--menus", &one]);
    assert_eq!(
        told[0]["menus"],
        serde_json::json!([{
            "nested": true,
            "labels": [["News", 0], ["Sports", 1], ["World", 1]]
        }])
    );
    let found = lines(&["taxonomy", &one, &two]);
    assert_eq!(
        found,
        [serde_json::json!({ "parent": "News", "child": "Sport", "sites": 2, "distance": 1 })]
    );
}

/// The way of README: a check that is fine, one after a redesign, and relearning.
#[test]
fn check_health_and_relearn_answer_with_their_exit_codes() {
    let (dir, _) = learned("garden-notes");
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    let (old, new) = ("samples/garden-notes.warc.gz", "samples/garden-redesign.warc.gz");
    let told = good(&["check", "--rules", &rules, "--warc", old]);
    assert!(told.ends_with("19 pages: 19 ok\n"), "{told}");
    let out = run(&["check", "--rules", &rules, "--warc", new]);
    assert_eq!(out.status.code(), Some(1));
    assert!(
        text(&out.stdout)
            .contains("drifted       https://garden-notes.example/2020/10/25/the-clocks-go-back/"),
        "{}",
        text(&out.stdout)
    );
    // A page of which nothing is read has a reason, not silence.
    let strange = file(&dir, "strange.html", "<p>Who writes here.</p>");
    let out = run(&[
        "check",
        "--rules",
        &rules,
        &strange,
        "--base",
        "https://garden-notes.example/about/",
    ]);
    // Nor does it say that the rules still read right: nobody was asked of any entry.
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stdout).contains("no layout fits"), "{}", text(&out.stdout));
    assert!(text(&out.stderr).contains("no entry was checked: 1 page"), "{}", text(&out.stderr));
    // Every page as an object, with what each witness said.
    let out = run(&["check", "--rules", &rules, "--warc", new, "--format", "json"]);
    let pages: Vec<Json> =
        text(&out.stdout).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let clocks =
        pages.iter().find(|p| p["page"].as_str().unwrap().contains("the-clocks-go-back")).unwrap();
    assert_eq!(
        (clocks["verdict"].as_str(), clocks["entries"][0]["fields"][0]["votes"]["kind"].as_bool()),
        (Some("drifted"), Some(false))
    );
    // Witnesses that compare with what the same rules read are told from the others.
    let said = |key: &str| -> Vec<String> {
        let entries = pages.iter().flat_map(|p| p["entries"].as_array().unwrap());
        let fields = entries.flat_map(|e| e["fields"].as_array().unwrap());
        fields.flat_map(|f| f[key].as_object().unwrap().keys().cloned()).collect()
    };
    let has = |key: &str, witness: &str| said(key).iter().any(|w| w == witness);
    assert!(has("votes", "page") && !has("drift", "page"));
    assert!(has("drift", "layout") && !has("votes", "layout"));
    // What is flagged has a reason, even where no witness contradicts it.
    let lost = file(
        &dir,
        "lost.html",
        "<title>Seed swap - Garden Notes</title><main><p>Seed swap</p></main>",
    );
    let own = "https://garden-notes.example/2021/03/03/seed-swap/";
    let out = run(&["check", "--rules", &rules, &lost, "--base", own, "--format", "json"]);
    let one: Vec<Json> =
        text(&out.stdout).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let fields = pages
        .iter()
        .chain(&one)
        .flat_map(|p| p["entries"].as_array().unwrap())
        .flat_map(|e| e["fields"].as_array().unwrap());
    let flagged: Vec<&Json> =
        fields.filter(|f| f["state"] == "disagree").map(|f| &f["reasons"]).collect();
    assert!(flagged.iter().all(|r| !r.as_array().unwrap().is_empty()), "{flagged:?}");
    assert!(
        flagged.contains(&&serde_json::json!(["not found, though the rules have it"])),
        "{flagged:?}"
    );
    // The feed is a witness, too.
    let out = run(&[
        "check",
        "--rules",
        &rules,
        "--warc",
        old,
        "--feed",
        "samples/garden-notes/feed.xml",
        "--format",
        "json",
    ]);
    assert!(text(&out.stdout).contains("\"feed\":true"), "{}", text(&out.stderr));

    assert_eq!(run(&["health", "--rules", &rules, "--warc", old]).status.code(), Some(0));
    let out = run(&["health", "--rules", &rules, "--warc", new]);
    assert_eq!(out.status.code(), Some(1));
    assert!(
        text(&out.stdout).contains("author     0 of 6    not since 2021-04-20"),
        "{}",
        text(&out.stdout)
    );
    assert_eq!(
        run(&["health", "--rules", &rules, "--warc", "no-such.warc"]).status.code(),
        Some(2)
    );

    let before = std::fs::read(&rules).unwrap();
    assert!(good(&["relearn", "--rules", &rules, "--warc", old]).contains("nothing to relearn"));
    assert_eq!(std::fs::read(&rules).unwrap(), before);
    assert!(
        good(&["relearn", "--rules", &rules, "--warc", new])
            .contains("added list-2, entry-2 beside list, entry")
    );
    for warc in [old, new] {
        assert!(good(&["check", "--rules", &rules, "--warc", warc]).ends_with("19 pages: 19 ok\n"));
    }
    // What lacks a feed's items is refused, and the file stays.
    let before = std::fs::read(&rules).unwrap();
    let empty = file(&dir, "index.html", "<p>Back soon.</p>");
    file(&dir, "base.url", "https://garden-notes.example/");
    std::fs::copy("samples/garden-notes/feed.xml", dir.path().join("feed.xml")).unwrap();
    let out = run(&[
        "relearn",
        "--rules",
        &rules,
        "--dir",
        dir.path().to_str().unwrap(),
        "--feed",
        "https://garden-notes.example/feed.xml",
    ]);
    assert_eq!(out.status.code(), Some(1), "{empty}: {}", text(&out.stderr));
    assert_eq!(std::fs::read(&rules).unwrap(), before);
}

#[test]
fn values_that_are_not_sure_are_left_out() {
    let (dir, _) = learned("garden-notes");
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    let lines = |args: &[&str]| -> Vec<Json> {
        good(args).lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    };
    let titles = |found: &[Json]| found.iter().filter(|e| e["title"].is_string()).count();
    let all = lines(&["extract", "--rules", &rules, "--warc", "samples/garden-notes.warc.gz"]);
    let sure = lines(&[
        "extract",
        "--rules",
        &rules,
        "--warc",
        "samples/garden-notes.warc.gz",
        "--min-confidence",
        "0.9",
    ]);
    assert_eq!((all.len(), sure.len(), titles(&sure)), (32, 32, 32));
    let new = lines(&[
        "extract",
        "--rules",
        &rules,
        "--warc",
        "samples/garden-redesign.warc.gz",
        "--min-confidence",
        "0.5",
    ]);
    let of_others =
        new.iter().filter(|e| e["page"].as_str().unwrap().contains("the-clocks-go-back")).count();
    assert_eq!(of_others, 0, "values of other entries are given out as those of a page");
    let out = run(&["extract", "--rules", &rules, "--min-confidence", "2", "x.html"]);
    assert_eq!(out.status.code(), Some(2));
}

#[test]
fn a_blog_without_feed_can_be_learned() {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    let told = good(&["learn", "samples/garden-notes", "--without-feed", "--out", &rules]);
    assert!(
        told.contains("no feed: the 6 records of the home page stand in for its items"),
        "{told}"
    );
    assert!(std::fs::read_to_string(&rules).unwrap().contains("unsupervised=\"true\""));
    assert_eq!(
        good(&["extract", "--rules", &rules, "--warc", "samples/garden-notes.warc.gz"])
            .lines()
            .count(),
        32
    );
    assert_eq!(
        run(&["health", "--rules", &rules, "--warc", "samples/garden-notes.warc.gz"]).status.code(),
        Some(2)
    );
}

/// `--out /dev/null` once put a file in the device's place.
#[cfg(unix)]
#[test]
fn a_pipe_as_output_stays_a_pipe() {
    use std::os::unix::fs::FileTypeExt;
    let dir = tempfile::tempdir().unwrap();
    let pipe = dir.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let reader = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::read_to_string(pipe).unwrap()
    });
    let out = run(&["learn", "samples/garden-notes", "--out", pipe.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    assert!(reader.join().unwrap().trim_end().ends_with("</wrapper>"));
    assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
}

// -------------------------------------------------------------- harvest

const GARDEN: &str = "samples/garden-notes";

/// Links of JSON Lines, in their order.
fn links(lines: &str) -> Vec<String> {
    let link =
        |l: &str| serde_json::from_str::<Json>(l).unwrap()["link"].as_str().unwrap().to_owned();
    lines.lines().map(link).collect()
}

#[test]
fn harvest_gives_each_post_of_a_folder_once() {
    let out = run(&["harvest", GARDEN]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let mut found = links(text(&out.stdout));
    assert_eq!(found.len(), 16);
    found.sort();
    found.dedup();
    assert_eq!(found.len(), 16);
    let said = text(&out.stderr);
    assert!(said.starts_with("16 posts, 2020-10-03 to 2021-05-23"), "{said}");
    assert!(said.contains("months without a post: 2020-11, 2020-12"), "{said}");
    assert!(said.contains("all posts: "), "{said}");
    let warc = good(&[
        "harvest",
        "--warc",
        "samples/garden-notes.warc.gz",
        "https://garden-notes.example/",
    ]);
    let mut same = links(&warc);
    same.sort();
    assert_eq!(same, found);
}

#[test]
fn harvest_takes_rules_instead_of_learning_them() {
    let (_dir, rules) = learned("garden-notes");
    let mut found = links(&good(&["harvest", GARDEN, "--rules", &rules]));
    let mut wanted = links(&good(&["harvest", GARDEN]));
    found.sort();
    wanted.sort();
    assert_eq!(found, wanted);
}

#[test]
fn harvest_with_a_state_adds_only_what_is_new() {
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (state, out) = (path("blog.db"), path("blog.jsonl"));
    let args = ["harvest", GARDEN, "--state", &state, "--out", &out];
    good(&args);
    let first = std::fs::read_to_string(&out).unwrap();
    let again = run(&args);
    assert_eq!(again.status.code(), Some(0));
    assert!(text(&again.stderr).contains("0 posts new or edited"), "{}", text(&again.stderr));
    assert_eq!(std::fs::read_to_string(&out).unwrap(), first);
    assert_eq!(good(&["harvest", GARDEN, "--state", &state]), "");
    let all = good(&["harvest", GARDEN, "--state", &state, "--all"]);
    assert_eq!(links(&all), links(&first));
    // A state file has room for further blogs.
    assert_eq!(links(&good(&["harvest", "samples/day-book", "--state", &state])).len(), 15);
    assert_eq!(good(&["harvest", GARDEN, "--state", &state]), "");
}

#[test]
fn harvest_writes_every_form_and_feeds_are_read_back() {
    let dir = TempDir::new().unwrap();
    let write = |name: &str| {
        let path = dir.path().join(name);
        good(&["harvest", GARDEN, "--out", path.to_str().unwrap()]);
        path
    };
    // Two feed parsers: our own, and feed-rs.
    for name in ["blog.atom", "blog.json"] {
        let bytes = std::fs::read(write(name)).unwrap();
        let feed = feedstone::internals::feed::read(&bytes, None, "https://garden-notes.example/f")
            .unwrap();
        assert_eq!((feed.items.len(), feed.title.as_deref()), (16, Some("Garden Notes")), "{name}");
        let other = feed_rs::parser::parse(&*bytes).unwrap();
        assert_eq!(other.entries.len(), 16, "{name}");
        let titled = other.entries.iter().filter(|e| e.title.is_some()).count();
        assert_eq!(titled, 16, "{name}");
    }
    let wxr = std::fs::read_to_string(write("blog.wxr")).unwrap();
    let doc = roxmltree::Document::parse(&wxr).unwrap();
    assert_eq!(doc.descendants().filter(|n| n.has_tag_name("item")).count(), 16);
    let mut table = csv::Reader::from_path(write("blog.csv")).unwrap();
    assert_eq!(table.records().filter(|r| r.is_ok()).count(), 16);
    let db = rusqlite::Connection::open(write("blog.sqlite")).unwrap();
    let one = |sql: &str| db.query_row(sql, [], |r| r.get::<_, i64>(0)).unwrap();
    assert_eq!(one("select count(*) from post"), 16);
    assert_eq!(one("select count(*) from search where search match 'gauge'"), 1);
    let folder = dir.path().join("posts");
    good(&["harvest", GARDEN, "--out", &format!("{}/", folder.to_str().unwrap())]);
    let files = names(&folder);
    assert_eq!(files.len(), 16);
    assert_eq!(files[0], "2020-10-03-blue-sheet-and-a-brick.md");
    let first = std::fs::read_to_string(folder.join(&files[0])).unwrap();
    assert!(first.starts_with("---\ntitle: \"A blue sheet and a brick\"\ndate: 2020-10-03\n"));
    // An archived feed: one document, as there are few posts.
    let folder = dir.path().join("history.atom");
    good(&["harvest", GARDEN, "--out", &format!("{}/", folder.to_str().unwrap())]);
    assert_eq!(names(&folder), ["feed.atom"]);
    let unknown = run(&["harvest", GARDEN, "--out", "posts.doc"]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(text(&unknown.stderr).contains("expected a name that ends with .jsonl"));
}

#[test]
fn harvest_keeps_pages_that_other_commands_read() {
    let dir = TempDir::new().unwrap();
    let kept = dir.path().join("kept.warc.gz");
    let kept = kept.to_str().unwrap();
    let (_rules, rules) = learned("garden-notes");
    good(&["harvest", GARDEN, "--keep-pages", kept]);
    let entries = good(&["extract", "--rules", &rules, "--warc", kept]);
    assert!(entries.lines().count() >= 16);
}

#[test]
fn reports_mark_what_was_read_and_let_nothing_of_a_page_live() {
    let dir = TempDir::new().unwrap();
    let at = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let html = "<!DOCTYPE html><title>t</title><h1 class=entry-title>A \"quoted\" heading</h1>\
                <script>x()</script><p onclick=y()>&lt;script&gt; in a text</p>";
    let page = file(&dir, "page.html", html);
    let (rules, report) = (at("rules.xml"), at("report.html"));
    let sample = "samples/garden-notes";
    good(&["learn", sample, "--out", &rules, "--report", &report]);
    let learned = std::fs::read_to_string(&report).unwrap();
    run(&["harvest", sample, "--report", &report]);
    let harvested = std::fs::read_to_string(&report).unwrap();
    run(&["check", "--rules", &rules, &page, "--report", &report]);
    let checked = std::fs::read_to_string(&report).unwrap();
    for (name, html) in [("learn", &learned), ("harvest", &harvested), ("check", &checked)] {
        assert!(html.contains("<iframe sandbox title="), "{name}");
        assert!(!html.contains("<script") && !html.contains("onclick"), "{name}");
        assert!(html.contains("default-src 'none'"), "{name}");
    }
    for (name, html) in [("learn", &learned), ("harvest", &harvested)] {
        assert!(html.contains("&lt;mark class=&quot;title&quot;&gt;First strawberries"), "{name}");
        assert!(html.contains("&lt;h* class=&quot;entry-title&quot;&gt;"), "{name}");
        assert!(html.contains("<rect "), "{name}");
    }
    assert!(harvested.contains("<td>title</td><td class=\"number\">16</td>"), "{harvested}");
    assert!(checked.contains("&amp;lt;script&amp;gt; in a text"), "{checked}");
}

#[test]
fn nothing_is_written_over_what_a_command_reads_or_writes_besides() {
    let dir = TempDir::new().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (rules, state) = (file("rules.xml"), file("blog.db"));
    let home = "https://garden-notes.example/";
    good(&["learn", "--dir", GARDEN, home, "--out", &rules]);
    let kept = std::fs::read(&rules).unwrap();
    let both = file("both.jsonl");
    let cases: [&[&str]; 6] = [
        &["harvest", GARDEN, "--state", &state, "--out", &state],
        &["harvest", GARDEN, "--rules", &rules, "--out", &rules],
        &["harvest", GARDEN, "--report", &both, "--out", &both],
        &["extract", "--rules", &rules, "--dir", GARDEN, "--out", &rules],
        &["check", "--rules", &rules, "--dir", GARDEN, "--report", &rules],
        &["learn", "--dir", GARDEN, home, "--out", &both, "--report", &both],
    ];
    for case in cases {
        let out = run(case);
        assert_eq!(out.status.code(), Some(2), "{case:?}");
        assert!(text(&out.stderr).contains("name one file"), "{case:?}");
    }
    assert!(std::fs::read(&rules).unwrap() == kept);
}

#[test]
fn nothing_is_written_over_files_of_something_else() {
    let dir = TempDir::new().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (rules, state, posts) = (file("rules.xml"), file("state.db"), file("posts.db"));
    let archive = file("kept.warc.gz");
    std::fs::write(&archive, "precious").unwrap();
    good(&["learn", "--dir", GARDEN, "https://garden-notes.example/", "--out", &rules]);
    good(&["harvest", GARDEN, "--state", &state, "--out", &posts]);
    let cases: [(&str, &[&str]); 4] = [
        ("rules.xml", &["harvest", GARDEN, "--out", &rules]),
        ("state.db", &["harvest", GARDEN, "--out", &state]),
        ("posts.db", &["harvest", GARDEN, "--state", &posts]),
        ("kept.warc.gz", &["harvest", GARDEN, "--keep-pages", &archive]),
    ];
    for (name, case) in cases {
        let before = std::fs::read(dir.path().join(name)).unwrap();
        let out = run(case);
        assert_eq!(out.status.code(), Some(2), "{name}");
        assert!(text(&out.stderr).contains(name), "{name}: {}", text(&out.stderr));
        assert!(std::fs::read(dir.path().join(name)).unwrap() == before, "{name}");
    }
    // What it wrote itself gives way.
    good(&["harvest", GARDEN, "--out", &posts]);
    good(&["harvest", GARDEN, "--state", &state, "--out", &posts]);
}

#[test]
fn an_update_writes_all_posts_into_a_file_that_is_not_there() {
    let dir = TempDir::new().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (state, first, second) = (file("blog.db"), file("first.jsonl"), file("second.jsonl"));
    good(&["harvest", GARDEN, "--state", &state, "--out", &first]);
    good(&["harvest", GARDEN, "--state", &state, "--out", &second]);
    let lines = |file: &str| std::fs::read_to_string(file).unwrap().lines().count();
    assert_eq!((lines(&first), lines(&second)), (16, 16));
}

/// As where an earlier version of the program did not make a post of a note.
#[test]
fn posts_that_the_notes_of_a_state_tell_and_it_lacks_are_written() {
    let dir = TempDir::new().unwrap();
    let file = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (state, out) = (file("blog.db"), file("posts.jsonl"));
    good(&["harvest", GARDEN, "--state", &state, "--out", &file("first.jsonl")]);
    let db = rusqlite::Connection::open(&state).unwrap();
    assert_eq!(db.execute("delete from post where link like '%/hm/'", []).unwrap(), 1);
    drop(db);
    good(&["harvest", GARDEN, "--state", &state, "--all", "--out", &out]);
    let links = links(&std::fs::read_to_string(&out).unwrap());
    assert_eq!(links.iter().filter(|link| link.ends_with("/hm/")).count(), 1, "{links:?}");
    assert_eq!(links.len(), 16);
}

#[test]
fn posts_own_pages_without_a_link_are_at_their_address() {
    let dir = TempDir::new().unwrap();
    let (folder, rules) = (dir.path().join("blog"), dir.path().join("rules.xml"));
    let out = dir.path().join("posts.jsonl");
    std::fs::create_dir(&folder).unwrap();
    let page = |title: &str| {
        format!(
            "<html><head><title>{title}</title></head><body class=\"single\"><h1>{title}</h1>\
             <p class=\"meta\">3 May 2013</p><div class=\"text\"><p>{} about {title}.</p></div>\
             </body></html>",
            "Some words that say a little ".repeat(4)
        )
    };
    std::fs::write(folder.join("figs.html"), page("Figs")).unwrap();
    std::fs::write(folder.join("rope.html"), page("Old rope")).unwrap();
    let kit = concat!(env!("CARGO_MANIFEST_DIR"), "/rules/conformance/caraway.xml");
    // The second page of its comments shows a post again.
    std::fs::create_dir(folder.join("figs")).unwrap();
    std::fs::write(folder.join("figs/comment-page-2.html"), page("Figs")).unwrap();
    std::fs::copy(kit, &rules).unwrap();
    let (folder, rules) = (folder.to_str().unwrap(), rules.to_str().unwrap());
    let base = "https://caraway.example/2013/05/";
    let out = out.to_str().unwrap();
    good(&["extract", "--rules", rules, "--dir", folder, "--base", base, "--merge", "--out", out]);
    let lines = std::fs::read_to_string(out).unwrap();
    let links = links(&lines);
    assert_eq!(links.len(), 2, "{lines}");
    assert!(links.iter().all(|link| link.starts_with(base)), "{links:?}");
}

#[test]
fn harvest_without_a_blog_says_what_it_needs() {
    let out = run(&["harvest"]);
    assert_eq!(out.status.code(), Some(2));
    assert!(text(&out.stderr).contains("expected the address of a blog's home page"));
}

#[test]
fn harvest_works_through_a_list_of_blogs() {
    let dir = TempDir::new().unwrap();
    let list = file(
        &dir,
        "blogs.txt",
        "# two that are there\nsamples/garden-notes\nno-such-folder\nsamples/day-book\n",
    );
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let (state, out) = (path("blogs.db"), path("posts"));
    let args = ["harvest", "--list", &list, "--state", &state, "--out", &out];
    let done = run(&args);
    assert_eq!(done.status.code(), Some(1));
    let said = text(&done.stderr);
    assert!(said.contains("samples/garden-notes  all 16 posts"), "{said}");
    assert!(said.contains("no-such-folder: "), "{said}");
    assert!(said.contains("3 blogs: 2 whole, 0 perhaps not, 1 failed; 31 posts"), "{said}");
    assert_eq!(
        names(Path::new(&out)),
        ["blogs.opml", "samples-day-book.jsonl", "samples-garden-notes.jsonl"]
    );
    let again = run(&args);
    assert!(
        text(&again.stderr).contains("all 16 posts, 0 new or edited"),
        "{}",
        text(&again.stderr)
    );
}

#[test]
fn readme_shows_what_learn_prints() {
    let readme = std::fs::read_to_string("README.md").unwrap();
    let shown = readme.split("-- learn samples/garden-notes\n").nth(1).expect("the command");
    let shown = shown.split("```text\n").nth(1).unwrap().split("```").next().unwrap();
    let printed = good(&["learn", "samples/garden-notes"]);
    assert!(printed.starts_with(shown.trim_end()), "{shown}\n\n{printed}");
    // The rule for dates, but for its expressions.
    let shown = readme.split("```xml\n").nth(1).unwrap().split("  <regex").next().unwrap();
    let rules = std::fs::read_to_string("rules/garden-notes.xml").unwrap();
    let is_told = |line: &str| rules.lines().any(|known| known.trim() == line.trim());
    assert!(shown.lines().count() > 5 && shown.lines().all(is_told), "{shown}");
}
