//! What the program's exit codes and words say of a run: a part that is missing, nothing found,
//! files that were kept, secrets that were not told.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod program;

use std::io::Read;

use program::{program, run, text};
use tempfile::TempDir;

fn file(dir: &TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = dir.path().join(name);
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A folder with the rules of a sample.
fn learned(sample: &str) -> (TempDir, String) {
    let dir = TempDir::new().unwrap();
    let rules = dir.path().join("rules.xml").to_str().unwrap().to_owned();
    let out = run(&["learn", &format!("samples/{sample}"), "--out", &rules]);
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    (dir, rules)
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = Vec::new();
    flate2::read::GzEncoder::new(bytes, flate2::Compression::fast())
        .read_to_end(&mut packed)
        .unwrap();
    packed
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
    all.map(|(name, title, words)| file(dir, name, article(title, words)))
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
    let (_dir, rules) = learned("day-book");
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

/// A file that is no page is told as what it is, and does not stop the others.
#[test]
fn what_is_no_page_is_said_to_be_what_it_is() {
    let (dir, rules) = learned("day-book");
    let home = "samples/day-book/index.html";
    let base = ["--base", "https://day-book.example/"];
    let packed_twice = gzip(&gzip(b"<p>Salt"));
    let cases: [(&[u8], &str); 9] = [
        (b"%PDF-1.4\n1 0 obj", "found a PDF document"),
        (b"\x89PNG\r\n\x1a\n", "found an image (PNG)"),
        (b"\xff\xd8\xff\xe0", "found an image (JPEG)"),
        (b"GIF89a", "found an image (GIF)"),
        (b"PK\x03\x04", "found a ZIP archive; give a WACZ file with --warc"),
        (b"WARC/1.0\r\n", "found a WARC file; give it with --warc"),
        (b"salt\0and brine", "found a file that is no text"),
        (&packed_twice, "found a file that was packed twice"),
        (b"<rss version=\"2.0\"><channel/></rss>", "found a feed"),
    ];
    for (n, (bytes, said)) in cases.iter().enumerate() {
        let odd = file(&dir, &format!("{n}.html"), bytes);
        for command in ["extract", "check"] {
            let call =
                |pages: &[&str]| run(&[&[command, "--rules", &rules][..], &base, pages].concat());
            for (pages, code) in [(&[home, &odd][..], 1), (&[&odd], 2)] {
                let out = call(pages);
                assert_eq!(out.status.code(), Some(code), "{command} {said}");
                let err = text(&out.stderr);
                assert!(err.contains(said) && err.contains(".html: expected"), "{err}");
            }
        }
        if !said.ends_with("feed") {
            assert_eq!(run(&["show", "tokens", &odd]).status.code(), Some(2), "{said}");
            assert_eq!(run(&["records", &odd]).status.code(), Some(2), "{said}");
        }
    }
}

#[test]
fn what_is_a_page_is_read_as_one() {
    let dir = TempDir::new().unwrap();
    let wide = |mark: &[u8], text: &str| {
        [mark, &text.encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<u8>>()].concat()
    };
    let cases = [
        ("two-byte characters with a mark", wide(b"\xff\xfe", "Salt")),
        ("two-byte characters without", wide(b"", "<?xml version=\"1.0\"?><p>Salt")),
        ("a NUL in a text", b"<p>Salt\0".to_vec()),
        ("gzip", gzip(b"<p>Salt")),
        ("no tag at all", b"Salt".to_vec()),
    ];
    for (name, bytes) in cases {
        let out = run(&["show", "tokens", &file(&dir, "page.html", bytes)]);
        assert_eq!(out.status.code(), Some(0), "{name}: {}", text(&out.stderr));
        assert!(text(&out.stdout).contains("Salt"), "{name}: {}", text(&out.stdout));
    }
}

#[test]
fn packed_files_are_read_as_what_is_in_them() {
    let (dir, rules) = learned("day-book");
    let plain = std::fs::read("samples/day-book/index.html").unwrap();
    let packed = file(&dir, "home.html.gz", gzip(&plain));
    for call in [&["extract", "--rules", &rules][..], &["check", "--rules", &rules]] {
        let base = ["--base", "https://day-book.example/"];
        let [whole, unpacked] = ["samples/day-book/index.html", &packed]
            .map(|page| run(&[call, &base, &[page]].concat()));
        assert_eq!(unpacked.status.code(), Some(0), "{}", text(&unpacked.stderr));
        assert_eq!(text(&unpacked.stdout), text(&whole.stdout));
    }
    // What does not fit is not cut.
    let large = file(&dir, "large.html.gz", gzip(&vec![b' '; (64 << 20) + 1]));
    let half = file(&dir, "half.html.gz", &gzip(&plain)[..100]);
    for (page, said) in [(&large, "bytes unpacked, found more"), (&half, "expected gzip")] {
        for call in [&["extract", "--rules", &rules][..], &["show", "tokens"], &["records"]] {
            let out = run(&[call, &[page.as_str()]].concat());
            assert_eq!(out.status.code(), Some(2), "{call:?} {said}");
            assert!(text(&out.stderr).contains(said), "{}", text(&out.stderr));
        }
    }
}

#[test]
fn a_run_that_gave_nothing_says_why() {
    let (dir, rules) = learned("day-book");
    let page = file(&dir, "empty.html", "<p>Nothing here");
    let page = [page.as_str(), "--base", "https://day-book.example/about"];
    let folder = TempDir::new().unwrap();
    let folder = ["--dir", folder.path().to_str().unwrap(), "--base", "https://x.example/"];
    let cases: [(&str, &[&str], &str); 4] = [
        ("extract", &page, "no entries: nothing of the page was read"),
        ("check", &page, "no entry was checked: 1 page was read"),
        ("extract", &folder, "no entries: expected pages of HTML, found none"),
        ("check", &folder, "no page was checked: expected pages of HTML, found none"),
    ];
    for (command, what, said) in cases {
        let out = run(&[&[command, "--rules", &rules][..], what].concat());
        assert_eq!(out.status.code(), Some(1), "{command} {what:?}");
        assert!(text(&out.stderr).contains(said), "{}", text(&out.stderr));
    }
}

/// What stands in a page's place is no entry, also where the rules find a heading to read.
#[test]
fn barriers_are_no_entries() {
    let (dir, rules) = learned("garden-notes");
    let head = "<!DOCTYPE html><body><article>";
    let title = |t: &str| format!("<h1 class=\"entry-title\">{t}</h1>");
    let day = "<time class=\"entry-date published\">May 1, 2021</time>";
    let body = "<div class=\"entry-content\"><p>Brine is not salt.</p></div>";
    let form = "<form><input name=user><input type=password></form>";
    let script = "<script src=app.js></script>";
    let (challenge, words) = ("looks whether a person asks", title("Salt and brine"));
    let checking = title("Checking your browser…");
    let cases = [
        ("a challenge", checking.clone(), challenge),
        ("a challenge with a text", format!("{checking}{body}"), challenge),
        ("a login", format!("{}{form}", title("Please log in")), "a login stands"),
        ("a shell", format!("{}{script}", title("App")), "an empty shell"),
        ("a post of a challenge", format!("{checking}{day}{body}"), ""),
        ("a post beside a login", format!("{words}{body}{form}"), ""),
        ("a post behind a password", format!("{words}{day}{form}"), ""),
        ("a short post with a script", format!("{words}{day}{body}{script}"), ""),
    ];
    for (name, html, said) in cases {
        let page = file(&dir, "page.html", format!("{head}{html}</article>"));
        let call = ["extract", "--rules", &rules, &page, "--base"];
        let out = run(&[&call[..], &["https://garden-notes.example/2021/05/01/salt/"]].concat());
        let (found, err) = (text(&out.stdout).lines().count(), text(&out.stderr));
        let expected = if said.is_empty() { (Some(0), 1) } else { (Some(1), 0) };
        assert_eq!((out.status.code(), found), expected, "{name}: {err}");
        assert!(err.contains(said) && err.is_empty() == said.is_empty(), "{name}: {err}");
    }
}

/// In an archive a login that was read as nothing is a page like others.
#[test]
fn a_login_in_an_archive_is_no_fault_of_it() {
    let (_dir, rules) = learned("day-book");
    let dir = TempDir::new().unwrap();
    std::fs::copy("samples/day-book/index.html", dir.path().join("index.html")).unwrap();
    file(&dir, "base.url", "https://day-book.example/");
    let folder = ["extract", "--rules", &rules, "--dir", dir.path().to_str().unwrap()];
    file(&dir, "login.html", "<html><form><input name=user><input type=password></form>");
    assert_eq!(run(&folder).status.code(), Some(0));
    file(&dir, "page.html", "<html><title>Just a moment...</title><script>x</script>");
    let out = run(&folder);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stderr).contains("page.html: a page that looks"), "{}", text(&out.stderr));
    assert!(!out.stdout.is_empty());
    assert_eq!(run(&[&folder[..], &["--strict"]].concat()).status.code(), Some(2));
}

/// Files that do not say their address all get the home page's: that is said, once.
#[test]
fn files_without_an_address_are_said_to_have_none() {
    let (dir, rules) = learned("day-book");
    let page = std::fs::read_to_string("samples/day-book/index.html").unwrap();
    let canonical = "<link rel=canonical href=https://day-book.example/2016/></head>";
    let [a, b] = ["a.html", "b.html"].map(|name| file(&dir, name, &page));
    let own = file(&dir, "own.html", page.replacen("</head>", canonical, 1));
    let said = "2 files do not say their address and were read as https://day-book.example/;";
    let base = ["--base", "https://day-book.example/"];
    let cases: [(&[&str], bool); 4] = [
        (&[&a, &b, &own], true),
        (&[&a], false),
        (&[&a, &own], false),
        (&[&a, &b, base[0], base[1]], false),
    ];
    for (pages, told) in cases {
        for command in ["extract", "check"] {
            let out = run(&[&[command, "--rules", &rules][..], pages].concat());
            let err = text(&out.stderr);
            assert_eq!(err.matches(said).count(), usize::from(told), "{command}: {err}");
            assert!(told && err.contains("--base") || err.is_empty(), "{command}: {err}");
        }
    }
}

// ---------------------------------------------------------------- methods

/// Without `--timing` the same pages give the same bytes.
#[test]
fn methods_tell_their_time_on_request() {
    let dir = TempDir::new().unwrap();
    let [a, b] = articles(&dir);
    let pages = [a.as_str(), &b];
    for method in METHODS.iter().chain(&[&["distance"][..]]).filter(|m| m[0] != "taxonomy") {
        let plain = run(&[method, &pages[..]].concat());
        assert!(!text(&plain.stdout).contains("\"ms\""), "{method:?}");
        let again = run(&[method, &pages[..]].concat());
        assert_eq!(text(&plain.stdout), text(&again.stdout), "{method:?}");
        let timed = run(&[method, &pages[..], &["--timing"]].concat());
        let lines = text(&plain.stdout).lines().count();
        assert_eq!(text(&timed.stdout).matches("\"ms\":").count(), lines, "{method:?}");
    }
}

#[test]
fn thresholds_are_shares() {
    let dir = TempDir::new().unwrap();
    let [a, b] = articles(&dir);
    for command in ["cluster", "news"] {
        for (threshold, code) in [("0", 0), ("1", 0), ("7", 2), ("-0.1", 2), ("nan", 2)] {
            let out = run(&[command, &a, &b, &format!("--threshold={threshold}")]);
            let err = text(&out.stderr);
            assert_eq!(out.status.code() == Some(2), code == 2, "{command} {threshold}: {err}");
            assert_eq!(err.contains("expected a number from 0 to 1"), code == 2, "{err}");
        }
    }
}

/// Some blogs put RDF for trackbacks into a comment of their pages.
#[test]
fn a_file_that_speaks_of_feeds_is_a_page() {
    let (dir, rules) = learned("day-book");
    let page = std::fs::read_to_string("samples/day-book/index.html").unwrap();
    let said = "<head><!-- <rdf:RDF xmlns:rdf=\"x\"><rss><feed></rdf:RDF> -->";
    let page = file(&dir, "page.html", page.replacen("<head>", said, 1));
    let base = ["--base", "https://day-book.example/"];
    let out = run(&[&["extract", "--rules", &rules, &page][..], &base].concat());
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
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
    let says = text(&out.stderr);
    assert!(says.contains("no rules:") && says.contains("--without-feed learns"), "{says}");
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
