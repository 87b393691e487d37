//! The page's list against the html5lib tree-construction cases: it must be the very tree that
//! html5ever builds with its own tokenizer, printed in the cases' format, and each tag's span must
//! be that tag in the source.
//!
//! The cases are read from the shared corpus; where it is absent, only those of `tests/html5lib/`
//! run.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod reference;

use std::fs;
use std::path::{Path, PathBuf};

use feedstone::Page;
use feedstone::internals::page::decode::decode;
use feedstone::source::Source;
use feedstone::source::Warc;
use reference::{Tree, bad_span, difference, ours, theirs};

/// Fewer cases than this in the corpus means that the reader of the format is broken.
const LEAST_CASES: usize = 1_000;

/// Failures shown in full; one mistake mostly fails many cases.
const SHOWN: usize = 10;

// ---- the format ----

struct Case {
    file: String,
    number: usize,
    data: String,
    scripting: bool,
    fragment: bool,
    /// The tree that the case expects, in our terms: no namespaces, no `content` level in
    /// templates.
    expected: String,
}

fn cases(path: &Path) -> Vec<Case> {
    let text = String::from_utf8_lossy(&fs::read(path).unwrap()).into_owned();
    let file = path.file_name().unwrap().to_string_lossy().into_owned();
    let text = text.strip_prefix("#data\n").expect("a file of cases starts with #data");
    let case = |(i, text): (usize, &str)| {
        let (data, rest) = if text.starts_with("#errors") {
            ("", text)
        } else {
            text.split_once("\n#errors").expect("#errors")
        };
        let (flags, tree) = rest.split_once("\n#document\n").unwrap_or((rest, ""));
        Case {
            file: file.clone(),
            number: i + 1,
            data: data.to_owned(),
            scripting: !flags.contains("\n#script-off"),
            fragment: flags.contains("\n#document-fragment\n"),
            expected: in_our_terms(tree.trim_end_matches('\n')),
        }
    };
    text.split("\n\n#data\n").enumerate().map(case).collect()
}

/// `<svg path>` becomes `<path>`, `xlink href="…"` becomes `href="…"`, and what is below a
/// template's `content` moves up to it.
fn in_our_terms(tree: &str) -> String {
    let mut entries: Vec<(usize, String)> = Vec::new();
    for line in tree.split('\n') {
        match line.strip_prefix("| ") {
            Some(entry) => {
                let bare = entry.trim_start_matches(' ');
                entries.push((entry.len() - bare.len(), bare.to_owned()));
            }
            None => entries.last_mut().into_iter().for_each(|(_, text)| text.extend(["\n", line])),
        }
    }
    let mut out = Tree::default();
    let mut contents: Vec<usize> = Vec::new();
    let mut attributes: Vec<(String, String)> = Vec::new();
    for (indent, entry) in entries {
        contents.retain(|&c| c < indent);
        let level = indent / 2 - contents.len();
        if entry == "content" {
            contents.push(indent);
        } else if let Some((name, value)) =
            entry.split_once("=\"").filter(|_| !entry.starts_with(['<', '"']))
        {
            let name = name.rsplit(' ').next().unwrap();
            attributes.push((name.to_owned(), value.strip_suffix('"').unwrap().to_owned()));
        } else {
            out.attributes(std::mem::take(&mut attributes));
            let name = entry.strip_prefix("<svg ").or_else(|| entry.strip_prefix("<math "));
            out.line(level, &name.map_or(entry.clone(), |name| format!("<{name}")));
        }
    }
    out.attributes(attributes);
    out.text
}

// ---- the tests ----

fn dat_files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let mut files: Vec<PathBuf> = entries
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "dat"))
        .collect();
    files.sort();
    files
}

/// What is wrong with a case, if anything.
fn failure(case: &Case) -> Option<String> {
    let page = if case.scripting {
        Page::parse(&case.data)
    } else {
        Page::parse_without_scripting(&case.data)
    };
    let (ours, theirs) = (ours(&page), theirs(&case.data, case.scripting));
    let tree =
        (ours != theirs).then(|| format!("expected, as html5ever has it,\n{theirs}found\n{ours}"));
    // Read quickly or by html5ever's tree builder, a page is the same list.
    let same = || difference(&page, &Page::parse_by_html5ever(&case.data));
    let wrong = tree.or_else(|| bad_span(&page)).or_else(|| same().filter(|_| case.scripting))?;
    Some(format!("{}, case {}: {:?}\n{wrong}", case.file, case.number, case.data))
}

fn report(failures: &[String], ran: usize) {
    assert!(
        failures.is_empty(),
        "{} of {ran} cases fail:\n\n{}",
        failures.len(),
        failures[..failures.len().min(SHOWN)].join("\n")
    );
}

#[test]
fn html5lib_corpus() {
    let folder =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus/html5lib/tree-construction");
    let files = dat_files(&folder);
    if files.is_empty() {
        eprintln!("{}: not here; only our own cases run", folder.display());
        return;
    }
    let (documents, fragments): (Vec<Case>, Vec<Case>) =
        files.iter().flat_map(|f| cases(f)).partition(|c| !c.fragment);
    let failures: Vec<String> = documents.iter().filter_map(failure).collect();
    // html5ever itself is not quite up to date with the cases: said, not asserted.
    let as_expected =
        documents.iter().filter(|c| theirs(&c.data, c.scripting) == c.expected).count();
    println!(
        "{} cases ran, {} of fragments skipped; \
         of {as_expected} html5ever's tree is the one that the case expects",
        documents.len(),
        fragments.len()
    );
    assert!(
        documents.len() >= LEAST_CASES,
        "only {} cases found in {}",
        documents.len(),
        folder.display()
    );
    report(&failures, documents.len());
}

#[test]
fn own_cases() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/html5lib");
    let cases: Vec<Case> = dat_files(&folder).iter().flat_map(|f| cases(f)).collect();
    let mut failures: Vec<String> = cases.iter().filter_map(failure).collect();
    for case in cases.iter().filter(|c| theirs(&c.data, c.scripting) != c.expected) {
        failures.push(format!(
            "{}, case {}: expected\n{}html5ever has\n{}",
            case.file,
            case.number,
            case.expected,
            theirs(&case.data, case.scripting)
        ));
    }
    println!("{} cases of our own ran", cases.len());
    assert!(!cases.is_empty());
    report(&failures, cases.len());
}

/// Pages of real and made blogs are the same list by either way, and nearly all go the quick one.
#[test]
fn pages_of_the_corpora_are_read_alike_by_both_ways() {
    let corpora = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/corpus");
    let sites = ["dev", "zoo"].into_iter().filter_map(|c| fs::read_dir(corpora.join(c)).ok());
    let archives: Vec<PathBuf> = sites
        .flatten()
        .map(|e| e.unwrap().path().join("site.warc.gz"))
        .filter(|p| p.exists())
        .collect();
    if archives.is_empty() {
        eprintln!("{}: not here", corpora.display());
        return;
    }
    let (mut pages, mut quick) = (0, 0);
    let mut failures = Vec::new();
    for path in archives {
        let archive = Warc::open(&path).unwrap();
        for response in archive.pages().filter_map(Result::ok).filter(|r| r.is_html()) {
            let text = decode(&response.bytes, response.content_type(), None).0;
            pages += 1;
            quick += usize::from(Page::is_plain(&text));
            let wrong = difference(&Page::parse(&text), &Page::parse_by_html5ever(&text));
            failures.extend(wrong.map(|w| format!("{}: {w}", response.url)));
        }
    }
    report(&failures, pages);
    println!("{quick} of {pages} pages are read quickly");
    assert!(quick * 20 >= pages * 19, "only {quick} of {pages} pages are read quickly");
}

/// Where it is told what U+0000 means, pages that have one in their texts are read quickly, too.
#[test]
fn a_nul_is_read_alike_by_both_ways() {
    let cases = [
        ("<p>a\0b", true),
        ("<p>\0", true),
        ("<p>\0\0 \0a&am\0p;\r\0\n", true),
        ("<table><tr><td>a\0", true),
        ("<a href='/a\0b?c&copy\0=1'>x</a>", true),
        ("<!-- \0 --><p>a", true),
        ("<title>a\0b</title><p>c", true),
        ("<p><script>'\0'</script><textarea>\n\0</textarea>", true),
        ("\0<p>a", false),
        ("<p>a</body>\0", false),
        ("<pre>\0\na", false),
        ("<table>\0<tr><td>a", false),
        ("<svg>\0</svg>", false),
        ("<d\0e>a", false),
        ("<p a\0b=c>d", false),
        ("<p>a</p\0>", false),
        ("<!doctype html\0><p>a", false),
        // A comment behind the body stands in a picture that nothing closed.
        ("<body>a<svg></body><!--\0-->", true),
    ];
    for (html, quick) in cases {
        let page = Page::parse(html);
        assert_eq!(difference(&page, &Page::parse_by_html5ever(html)), None, "{html:?}");
        assert_eq!(Page::is_plain(html), quick, "{html:?}");
    }
}
