//! What the program's exit codes and words say of a run: a part that is missing, nothing found,
//! files that were kept, secrets that were not told.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::process::{Command, Output};

use tempfile::TempDir;

fn program() -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_feedstone"));
    c.current_dir(env!("CARGO_MANIFEST_DIR"));
    c
}

fn run(args: &[&str]) -> Output {
    program().args(args).output().unwrap()
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap()
}

fn file(dir: &TempDir, name: &str, content: &str) -> String {
    let path = dir.path().join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A page of a paper, with a menu, a heading and three paragraphs.
fn article(title: &str, words: &str) -> String {
    let body = format!("<p>{words}</p>").repeat(3);
    format!(
        "<title>{title} - Paper</title><ul><li><a href=/n>News</a><ul><li>Sports<li>World</ul></ul>\
         <h1>{title}</h1><div>{body}</div><p>Imprint</p>"
    )
}

/// Two of them, in files.
fn articles(dir: &TempDir) -> [String; 2] {
    let flood = "The river came over its banks on Monday and went through the old town";
    let cup = "Two hours of rain and no goal at all for either of the two teams";
    let all = [("a.html", "Flood hits town", flood), ("b.html", "Cup final drawn", cup)];
    all.map(|(name, title, words)| file(dir, name, &article(title, words)))
}

/// Every method that reads several pages.
const METHODS: [&[&str]; 8] = [
    &["records"],
    &["sections"],
    &["sections", "--menus"],
    &["news"],
    &["content"],
    &["cluster"],
    &["taxonomy"],
    &["instances", "--pages"],
];

// ---------------------------------------------------------------- a part is missing

#[test]
fn methods_read_the_rest_of_the_pages() {
    let dir = TempDir::new().unwrap();
    let [a, b] = articles(&dir);
    let gone = dir.path().join("gone.html").to_str().unwrap().to_owned();
    for method in METHODS {
        let cases: [(&[&str], i32, usize); 4] = [
            (&[&a, &b], 0, 2),
            (&[&a, &gone, &b], 1, 2),
            (&[&a, &gone, &b, "--strict"], 2, 0),
            (&[&gone], 2, 0),
        ];
        for (pages, code, lines) in cases {
            let out = run(&[method, pages].concat());
            let said = text(&out.stderr);
            assert_eq!(out.status.code(), Some(code), "{method:?} {pages:?}: {said}");
            assert_eq!(said.contains("gone.html: expected"), code != 0, "{method:?}: {said}");
            // A page that was written before the missing one stays written.
            let written = text(&out.stdout).lines().count();
            let first = pages.contains(&"--strict") && written == 1;
            assert!(written == lines || first, "{method:?} {pages:?}: {written} lines");
        }
    }
    let out = run(&["distance", &a, &gone]);
    assert_eq!((out.status.code(), text(&out.stdout)), (Some(2), ""));
}

/// What is neither a file nor an address is missing as a page is that nobody has.
#[test]
fn a_file_that_is_not_there_does_not_stop_extract_and_check() {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    assert_eq!(run(&["learn", "samples/day-book", "--out", &rules]).status.code(), Some(0));
    let pages = ["gone.html", "samples/day-book/index.html"];
    let base = ["--base", "https://day-book.example/"];
    for command in ["extract", "check"] {
        let call = [&[command, "--rules", &rules][..], &base, &pages].concat();
        let out = run(&call);
        assert_eq!(out.status.code(), Some(1), "{command}: {}", text(&out.stderr));
        assert!(text(&out.stderr).contains("gone.html: expected"), "{}", text(&out.stderr));
        assert!(text(&out.stdout).contains("day-book.example"), "{command}");
        let out = run(&[&call[..], &["--strict"]].concat());
        assert_eq!(out.status.code(), Some(2), "{command}: {}", text(&out.stderr));
    }
}

// ---------------------------------------------------------------- files that are kept

/// A sample without its posts' own pages, as on a day on which they cannot be had.
fn without_posts(sample: &str, dir: &TempDir) -> String {
    for name in ["base.url", "index.html", "feed.xml"] {
        std::fs::copy(format!("samples/{sample}/{name}"), dir.path().join(name)).unwrap();
    }
    dir.path().to_str().unwrap().to_owned()
}

/// Learn a blog into a file that has `before`: how it ended, what was said, whether it stayed.
fn learn_over(before: &str, from: &[&str]) -> (Option<i32>, String, bool) {
    let dir = TempDir::new().unwrap();
    let rules = file(&dir, "rules.xml", before);
    let out = run(&[&["learn", "--out", &rules][..], from].concat());
    let said = format!("{}{}", text(&out.stdout), text(&out.stderr));
    (out.status.code(), said, std::fs::read_to_string(&rules).unwrap() == before)
}

#[test]
fn learn_keeps_what_is_better_or_something_else() {
    let dir = TempDir::new().unwrap();
    let garden = ["samples/garden-notes"];
    let few = TempDir::new().unwrap();
    let few = without_posts("garden-notes", &few);
    let new = "samples/garden-redesign.warc.gz";
    let redesign = ["--warc", new, "https://garden-notes.example/"];
    let learned = |from: &[&str]| {
        let rules = dir.path().join("learned.xml").to_str().unwrap().to_owned();
        let out = run(&[&["learn", "--force", "--out", &rules][..], from].concat());
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        std::fs::read_to_string(&rules).unwrap()
    };
    let (old, other) = (learned(&garden), learned(&["samples/day-book"]));
    let grown = file(&dir, "grown.xml", &old);
    assert_eq!(run(&["relearn", "--rules", &grown, "--warc", new]).status.code(), Some(0));
    let grown = std::fs::read_to_string(&grown).unwrap();
    let typo = old.replacen("<field name=\"title\"", "<field name=\"titel\"", 1);
    let without_tags = {
        let (head, rest) = old.split_once("<field name=\"tags\"").unwrap();
        format!("{head}{}", rest.split_once("</field>").unwrap().1)
    };
    let cases: [(&str, &str, &[&str], i32, &str); 8] = [
        ("a page", "<!DOCTYPE html><p>Mine</p>", &garden, 2, "cannot be read as rules"),
        ("a typo", &typo, &garden, 2, "rules.xml:"),
        ("another blog", &other, &garden, 1, "another blog, https://day-book.example/"),
        ("posts not had", &old, &[&few], 1, "1 of 1 layouts of entry pages"),
        ("grown", &grown, &redesign, 1, "1 of 2 layouts of list pages"),
        ("nothing", "", &garden, 0, "rules written"),
        ("as good", &old, &garden, 0, "rules written"),
        ("better", &without_tags, &garden, 0, "rules written"),
    ];
    for (name, before, from, code, said) in cases {
        let (ended, told, stayed) = learn_over(before, from);
        assert_eq!(ended, Some(code), "{name}: {told}");
        assert!(told.contains(said), "{name}: {told}");
        assert_eq!(stayed, code > 0 || name == "as good", "{name}: {told}");
        assert!(code == 0 || told.contains("--force"), "{name}: {told}");
        if code > 0 {
            let (ended, told, stayed) = learn_over(before, &[&["--force"], from].concat());
            assert_eq!((ended, stayed), (Some(0), false), "{name}: {told}");
        }
    }
}

/// An error ahead of all requests: a page that is in the way is no reason to ask anybody.
#[test]
fn what_is_in_the_way_is_said_first() {
    let (ended, told, _) = learn_over("Mine", &["https://nowhere.invalid/"]);
    assert!(ended == Some(2) && told.contains("rules.xml:1:1"), "{told}");
    assert!(!told.contains("nowhere"), "{told}");
}

#[test]
fn nothing_learned_is_not_written_to_standard_output() {
    let dir = TempDir::new().unwrap();
    without_posts("garden-notes", &dir);
    let blog = dir.path().to_str().unwrap();
    file(&dir, "index.html", "<html><body><div id=app></div></body></html>");
    let feed = "https://garden-notes.example/feed.xml";
    let out = run(&["learn", blog, "--feed", feed, "--out", "-"]);
    assert_eq!((out.status.code(), text(&out.stdout)), (Some(3), ""));
    assert!(text(&out.stderr).contains("no rules:"), "{}", text(&out.stderr));
}

// ---------------------------------------------------------------- nobody reads

/// What was found is in the exit code, also where nobody reads it.
#[cfg(target_os = "linux")]
#[test]
fn findings_stand_where_nobody_reads_them() {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    assert_eq!(run(&["learn", "samples/garden-notes", "--out", &rules]).status.code(), Some(0));
    let new = ["--rules", &rules, "--warc", "samples/garden-redesign.warc.gz"];
    for command in [&["health"][..], &["check"], &["check", "--format", "json"]] {
        let closed = std::io::pipe().unwrap().1;
        let out = program().args([command, &new].concat()).stdout(closed).output().unwrap();
        assert_eq!((out.status.code(), text(&out.stderr)), (Some(1), ""), "{command:?}");
    }
}

/// What cannot be told is not done; a reader who has gone does not want to be told.
#[cfg(target_os = "linux")]
#[test]
fn relearn_tells_before_it_changes_the_file() {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    assert_eq!(run(&["learn", "samples/garden-notes", "--out", &rules]).status.code(), Some(0));
    let before = std::fs::read(&rules).unwrap();
    let relearn = |stdout: std::process::Stdio| {
        let new = ["relearn", "--rules", &rules, "--warc", "samples/garden-redesign.warc.gz"];
        let out = program().args(new).stdout(stdout).output().unwrap();
        (out.status.code(), std::fs::read(&rules).unwrap() == before)
    };
    let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
    assert_eq!(relearn(full.into()), (Some(2), true));
    assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 1, "half a file stays");
    assert_eq!(relearn(std::io::pipe().unwrap().1.into()), (Some(0), false));
}

// ---------------------------------------------------------------- codes of the help

#[test]
fn commands_end_as_their_help_says() {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    assert_eq!(run(&["learn", "samples/garden-notes", "--out", &rules]).status.code(), Some(0));
    let blog = TempDir::new().unwrap();
    file(&blog, "base.url", "https://garden-notes.example/");
    file(&blog, "index.html", "<form><input name=user><input type=password></form>");
    let blog = blog.path().to_str().unwrap();
    let page = "samples/garden-notes/index.html";
    let cases: [(&[&str], i32); 5] = [
        (&["learn", blog], 4),
        (&["harvest", blog], 3),
        (&["health", "--rules", &rules, "--dir", blog], 2),
        (&["health", "--rules", &rules, "--dir", blog, "--home", HOME], 4),
        (&["check", "--rules", &rules, page, "--feed", page], 4),
    ];
    for (call, code) in cases {
        let out = run(call);
        assert_eq!(out.status.code(), Some(code), "{call:?}: {}", text(&out.stderr));
        let help = run(&[call[0], "--help"]);
        let codes = text(&help.stdout).split_once("Exit codes:").unwrap().1.replace('\n', " ");
        assert!(codes.contains(&format!("; {code} ")), "{call:?}: {codes}");
    }
}

const HOME: &str = "https://garden-notes.example/";

// ---------------------------------------------------------------- messages

/// What is given in an address's place is said to be what it is, once, with a way on.
#[test]
fn what_is_no_address_is_said_to_be_what_it_is() {
    let dir = TempDir::new().unwrap();
    let page = file(&dir, "index.html", "<p>Salt");
    let feed = "samples/garden-notes/feed.xml";
    let blog = "samples/garden-notes";
    let cases: [(&[&str], &str); 10] = [
        (&["learn", &page], "found a file; saved pages are read as a folder"),
        (&["harvest", &page], "found a file"),
        (&["learn", "https://salt.invalid/", "--feed", feed], "found a file"),
        (&["learn", blog, "--feed", feed], "feed.xml: expected an address"),
        (&["harvest", blog, "--feed", feed], "feed.xml: expected an address"),
        (&["records", blog], "found a folder; saved pages are read with --dir"),
        (&["learn", "localhost:8000"], "is it http://localhost:8000?"),
        (&["harvest", "salt.invalid:8080/"], "is it http://salt.invalid:8080/?"),
        (&["learn", "salt.invalid/blog"], "is it https://salt.invalid/blog?"),
        (&["learn", "me:secret@salt.invalid"], "is it https://salt.invalid?"),
    ];
    for (call, said) in cases {
        let out = run(call);
        let told = text(&out.stderr);
        assert_eq!((out.status.code(), text(&out.stdout)), (Some(2), ""), "{call:?}: {told}");
        assert!(told.contains(said), "{call:?}: {told}");
        assert!(!told.contains("secret"), "{told}");
    }
}

/// What helps is said, once, and what does not is not.
#[test]
fn advice_is_given_once_and_where_it_helps() {
    let named = |feed: &str| {
        let link = "<link rel=alternate type='application/rss+xml' href='/own.xml'>";
        (format!("{link}<p>Salt and other things"), feed.to_owned())
    };
    let login = "<form><input name=user><input type=password></form>".to_owned();
    let shell = "<div id=app></div><script src=a.js></script>".to_owned();
    let empty = named("<rss version='2.0'><channel><title>S</title></channel></rss>");
    let cases: [((String, String), &[&str], &str, bool); 6] = [
        (empty, &[], "has no items", true),
        (named("<!DOCTYPE html><html><p>Salt</html>"), &[], "this is an HTML page", true),
        ((login.clone(), String::new()), &[], "a login stands", false),
        ((login, String::new()), &["--without-feed"], "a login stands", false),
        ((shell.clone(), String::new()), &[], "an empty shell", false),
        ((shell, String::new()), &["--without-feed"], "an empty shell", false),
    ];
    for ((home, feed), more, said, helps) in cases {
        let dir = TempDir::new().unwrap();
        file(&dir, "base.url", "https://salt.example/");
        file(&dir, "index.html", &home);
        if !feed.is_empty() {
            file(&dir, "own.xml", &feed);
        }
        let out = run(&[&["learn", dir.path().to_str().unwrap()][..], more].concat());
        let told = text(&out.stderr);
        assert!(told.contains(said), "{told}");
        assert_eq!(told.contains("--without-feed"), helps, "{told}");
        assert!(told.matches("--feed URL").count() < 2, "{told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_told_with_the_file() {
    let dir = TempDir::new().unwrap();
    let full = dir.path().join("full.warc.gz");
    std::os::unix::fs::symlink("/dev/full", &full).unwrap();
    let out = run(&["harvest", "samples/day-book", "--keep-pages", full.to_str().unwrap()]);
    assert_eq!(out.status.code(), Some(2), "{}", text(&out.stderr));
    assert!(text(&out.stderr).contains("full.warc.gz: not written: "), "{}", text(&out.stderr));
}
