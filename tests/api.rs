//! What the API promises of itself.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::fmt::Debug;
use std::str::FromStr;

use feedstone::harvest::{self, Frontier, Note, Post};
use feedstone::source::{Dir, Http, HttpOptions, Response, Source, Warc};
use feedstone::tree::{Article, Column, Edge, Records, Section};
use feedstone::{
    Entry, Error, ErrorKind, Extent, Extraction, Field, LayoutKind, Missing, Page, Wrapper, check,
    learn, output,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

#[test]
fn all_types_go_between_threads_and_are_shown() {
    fn is<T: Send + Sync + Debug + 'static>() {}
    let all: &[fn()] = &[
        is::<Entry>,
        is::<Error>,
        is::<Extraction>,
        is::<Missing>,
        is::<Page>,
        is::<Wrapper>,
        is::<feedstone::Known>,
        is::<Dir>,
        is::<Http>,
        is::<HttpOptions>,
        is::<Response>,
        is::<Warc>,
        is::<learn::Blog>,
        is::<learn::Gathering>,
        is::<learn::Learned>,
        is::<learn::Relearned>,
        is::<check::Checker<'static>>,
        is::<check::PageCheck>,
        is::<Frontier>,
        is::<harvest::Options>,
        is::<harvest::Step>,
        is::<harvest::Report>,
        is::<output::Writer<Vec<u8>>>,
        is::<output::About>,
        is::<Article>,
        is::<Edge>,
        is::<Records>,
        is::<Section>,
    ];
    all.iter().for_each(|promised| promised());
}

#[test]
fn names_are_shown_parsed_and_serialized_alike() {
    fn one<T>(all: &[T])
    where
        T: ToString + FromStr<Err = Error> + Debug + PartialEq + Serialize + DeserializeOwned,
    {
        for kind in all {
            let name = kind.to_string();
            assert_eq!(name.parse::<T>().unwrap(), *kind);
            let json = serde_json::to_string(kind).unwrap();
            assert_eq!(json, format!("{name:?}"));
            assert_eq!(serde_json::from_str::<T>(&json).unwrap(), *kind);
        }
        let wrong = "brine".parse::<T>().unwrap_err();
        assert_eq!(wrong.kind(), ErrorKind::Name, "{wrong}");
    }
    one(&Field::ALL);
    one(&Extent::ALL);
    one(&LayoutKind::ALL);
    one(&Column::ALL);
    one(&check::State::ALL);
    one(&check::Verdict::ALL);
    one(&check::Witness::ALL);
    one(&output::Format::ALL);
    one(&harvest::From::ALL);
    one(&harvest::Why::ALL);
    one(&harvest::WayKind::ALL);
    let wrong = "brine".parse::<Extent>().unwrap_err().to_string();
    assert_eq!(wrong, "expected how much of a text there is, one of full, excerpt, found `brine`");
}

fn garden() -> (Wrapper, Page, &'static str) {
    let rules = Wrapper::load("rules/garden-notes.xml").unwrap();
    let home = "https://garden-notes.example/";
    let page = Dir::open("samples/garden-notes", None).unwrap().get(home).unwrap().page();
    (rules, page, home)
}

#[test]
fn what_was_read_comes_back_from_json() {
    let (rules, page, home) = garden();
    let mut entries = rules.extract_page(&page, home).entries;
    entries[0].missing.push((Field::Author, Missing::DayInPlace("3 May".to_owned())));
    let json = serde_json::to_string(&entries).unwrap();
    assert_eq!(serde_json::from_str::<Vec<Entry>>(&json).unwrap(), entries);
    let json = serde_json::to_string(&rules).unwrap();
    assert_eq!(serde_json::from_str::<Wrapper>(&json).unwrap(), rules);
    let mut checker = check::Checker::new(&rules);
    checker.read(&page, home);
    let checked = checker.finish();
    let json = serde_json::to_string(&checked).unwrap();
    let mut back = serde_json::from_str::<Vec<check::PageCheck>>(&json).unwrap();
    // A number may come back with another last digit.
    for (back, was) in back.iter_mut().zip(&checked) {
        let fields = back.entries.iter_mut().flat_map(|e| &mut e.fields);
        for (f, was) in fields.zip(was.entries.iter().flat_map(|e| &e.fields)) {
            assert!((f.confidence - was.confidence).abs() < 1e-9);
            f.confidence = was.confidence;
        }
    }
    assert_eq!(back, checked);
}

#[test]
fn a_post_keeps_its_form_in_json() {
    let line = concat!(
        r#"{"link":"https://a.example/1","extent":"excerpt","from":"page","#,
        r#""parts":[["title","list"],["body","feed"]]}"#
    );
    let post: Post = serde_json::from_str(line).unwrap();
    assert_eq!(post.parts[1], (Field::Body, harvest::From::Feed));
    assert_eq!(serde_json::to_string(&post).unwrap(), line);
    assert!(serde_json::from_str::<Note>("{}").is_err());
}

#[test]
fn rules_are_saved_whole_and_read_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("blog.xml");
    let (rules, ..) = garden();
    rules.save(&file).unwrap();
    assert_eq!(Wrapper::load(&file).unwrap(), rules);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
    let lost = rules.save(folder.path().join("none/blog.xml")).unwrap_err();
    assert_eq!(lost.kind(), ErrorKind::Io);
    assert!(std::error::Error::source(&lost).is_some(), "{lost}");
}

/// A link to rules that are kept elsewhere goes on leading there.
#[cfg(unix)]
#[test]
fn rules_are_saved_where_a_link_leads_and_read_from_files_alone() {
    let folder = tempfile::tempdir().unwrap();
    let (kept, link) = (folder.path().join("kept.xml"), folder.path().join("blog.xml"));
    std::fs::write(&kept, "").unwrap();
    std::os::unix::fs::symlink(&kept, &link).unwrap();
    let (rules, ..) = garden();
    rules.save(&link).unwrap();
    assert!(link.is_symlink());
    assert_eq!(Wrapper::load(&kept).unwrap(), rules);
    let device = Wrapper::load("/dev/zero").unwrap_err();
    assert!(device.to_string().contains("a pipe or device"), "{device}");
}

#[test]
fn an_error_says_what_where_and_keeps_its_place() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("blog.xml");
    std::fs::write(&file, "<rules>\n  <salt/>\n</rules>").unwrap();
    let e = Wrapper::load(&file).unwrap_err();
    let (line, column) = e.place().expect("errors of rule files have a place");
    assert_eq!(e.kind(), ErrorKind::Rules);
    assert!(e.to_string().starts_with(&format!("{}:{line}:{column}: ", file.display())), "{e}");
    let e =
        Error::new(ErrorKind::Feed, "what").at(feedstone::internals::error::Place::of(b"a\nb", 2));
    assert_eq!(e.within("inner").within("outer").to_string(), "outer: inner:2:1: what");
}

#[test]
fn readings_are_explained_the_best_first() {
    let (rules, page, home) = garden();
    let readings = rules.explain(&page, home);
    assert!(readings.windows(2).all(|w| w[0].score >= w[1].score));
    assert_eq!(readings[0].layout, rules.extract_page(&page, home).layout);
}

#[test]
fn a_blog_is_learned_without_its_feed() {
    let folder = Dir::open("samples/garden-notes", None).unwrap();
    let rules = Wrapper::learn_without_feed(&folder, folder.base()).unwrap();
    assert_eq!(rules.feed(), None);
    assert!(rules.layouts().iter().any(|l| l.kind == LayoutKind::List));
}

#[test]
fn articles_of_one_template_have_its_number() {
    let folder = Dir::open("samples/garden-notes", None).unwrap();
    let pages = folder.pages().map(|r| r.unwrap()).filter(|r| r.is_html()).map(|r| r.page());
    let pages: Vec<Page> = pages.collect();
    let all: Vec<&Page> = pages.iter().collect();
    let how = feedstone::tree::How::default();
    let articles = feedstone::tree::articles(&all, None, how);
    let clusters = feedstone::tree::clusters(&all, None, how);
    assert!(articles.iter().map(|a| a.cluster).eq(clusters));
    assert!(articles.iter().any(|a| a.title.as_deref() == Some("A blue sheet and a brick")));
}

#[test]
fn menus_of_several_sites_make_one_tree() {
    let menu = "<nav><ul><li>Kitchen<ul><li>Baking<li>Salads</ul></ul></nav>";
    let page = Page::parse(menu);
    let edges = feedstone::tree::taxonomy(&[("a.example", &page), ("b.example", &page)], 2);
    assert_eq!(edges.len(), 2, "{edges:?}");
    assert!(edges.iter().all(|e| e.sites == 2 && e.distance == 1));
    assert!(feedstone::tree::taxonomy(&[("a.example", &page), ("a.example", &page)], 2).is_empty());
}

/// A file in a pipe's place would leave its reader waiting.
#[cfg(unix)]
#[test]
fn rules_are_saved_into_a_pipe_as_it_is() {
    use std::os::unix::fs::FileTypeExt;
    let rules = Wrapper::load("rules/garden-notes.xml").unwrap();
    let dir = tempfile::TempDir::new().unwrap();
    let pipe = dir.path().join("rules.xml");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    // Open to read, too, so that nobody waits.
    let both = std::fs::File::options().read(true).write(true).open(&pipe).unwrap();
    let saved = std::thread::scope(|threads| {
        let reader = threads.spawn(|| {
            let mut bytes = vec![0; rules.to_string().len()];
            std::io::Read::read_exact(&mut &both, &mut bytes).map(|()| bytes)
        });
        rules.save(&pipe).unwrap();
        assert!(std::fs::metadata(&pipe).unwrap().file_type().is_fifo());
        reader.join().unwrap().unwrap()
    });
    assert_eq!(String::from_utf8(saved).unwrap(), rules.to_string());
}
