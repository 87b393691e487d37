//! Writers of posts: what stands in their files, where more than one post is needed to see it.
#![cfg(feature = "harvest")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use feedstone::harvest::Post;
use feedstone::internals::feed;
use feedstone::output::{About, Documents, Posts, Writer};

fn post(n: usize) -> Post {
    let json = format!(
        r#"{{"link":"https://salt.example/{n}","title":"Post {n}","from":"page",
            "date":"2009-01-{:02}","body_html":"<p>&amp; {n}","body_text":"& {n}"}}"#,
        1 + n % 28
    );
    serde_json::from_str(&json).unwrap()
}

#[test]
fn an_archived_feed_leads_from_document_to_document_and_old_ones_never_change() {
    let folder = tempfile::tempdir().unwrap();
    let write = |posts: usize| {
        let mut about = About::default();
        about.title = "Salt & more".to_owned();
        about.home = "https://salt.example/".to_owned();
        about.updated = chrono::NaiveDate::from_yo_opt(2010, 1 + posts as u32);
        let mut to = Documents::new(folder.path(), &about).unwrap();
        (0..posts).for_each(|n| to.post(&post(n)).unwrap());
        to.finish().unwrap();
    };
    let text = |name: &str| std::fs::read(folder.path().join(name)).unwrap();
    write(250);
    let before = text("archive-0001.atom");
    // From the newest document backwards, as a reader goes.
    let base = "https://salt.example/feed/feed.atom";
    let (mut name, mut seen) = ("feed.atom".to_owned(), Vec::new());
    loop {
        let feed = feed::read(&text(&name), None, base).unwrap();
        seen.extend(feed.items.iter().filter_map(|i| i.links.first().cloned()));
        let Some(older) = feed.older.first() else { break };
        name = older.rsplit('/').next().unwrap().to_owned();
    }
    let wanted: Vec<String> = (0..250).rev().map(|n| format!("https://salt.example/{n}")).collect();
    assert_eq!(seen, wanted);
    write(301);
    assert_eq!(text("archive-0001.atom"), before);
    let names = folder.path().read_dir().unwrap().count();
    assert_eq!(names, 4, "three archive documents and the newest");
}

/// Some file systems know no capitals, and none takes names of more than 255 bytes.
#[test]
fn each_post_has_a_file_of_its_own_name() {
    let folder = tempfile::tempdir().unwrap();
    let long = "雨".repeat(90);
    let links = ["Brine", "brine", "brine-2", "brine", &long, &long].map(str::to_owned);
    let mut writer = Writer::markdown(folder.path()).unwrap();
    for link in &links {
        let mut one = post(1);
        one.link = format!("https://salt.example/{link}/");
        writer.post(&one).unwrap();
    }
    writer.finish().unwrap();
    let mut names: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|file| file.unwrap().file_name().to_string_lossy().to_lowercase())
        .collect();
    names.sort();
    names.dedup();
    assert_eq!(names.len(), links.len(), "{names:?}");
    assert!(names.iter().all(|name| name.len() <= 255));
}
