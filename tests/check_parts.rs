//! Long archives are judged in parts, so that memory does not grow with them.

#![allow(clippy::unwrap_used)]

use feedstone::Page;
use feedstone::check::{Checker, PageCheck};
use feedstone::learn::{Blog, learn};
use feedstone::source::Dir;

/// Some pages more than are compared with each other.
const PAGES: usize = 20_100;

#[test]
fn each_page_of_a_long_archive_is_judged_once_and_in_order() {
    let folder = Dir::open("samples/garden-notes", None).unwrap();
    let blog = Blog::gather(&folder, folder.base(), None, &mut |_| ()).unwrap();
    let wrapper = learn(&blog).wrapper;
    let mut checker = Checker::new(&wrapper);
    let mut judged: Vec<PageCheck> = Vec::new();
    let mut first = 0;
    let (post, other) = (&blog.entries[0].page, Page::parse("<p>About this blog."));
    for n in 0..PAGES {
        // A post at each end of the archive.
        let page = if n == 0 || n + 1 == PAGES { post } else { &other };
        checker.read(page, &format!("{}?n={n}", blog.entries[0].url));
        judged.extend(checker.judged());
        first = first.max(judged.len());
    }
    assert_eq!(first, 20_000);
    judged.extend(checker.finish());
    let asked: Vec<String> = (0..PAGES).map(|n| format!("{}?n={n}", blog.entries[0].url)).collect();
    let urls: Vec<&str> = judged.iter().map(|p| p.url.as_str()).collect();
    assert_eq!(urls, asked);
    let titles = |p: &PageCheck| p.entries.iter().filter(|e| e.fields[0].value.is_some()).count();
    assert_eq!((titles(&judged[0]), titles(&judged[PAGES - 1])), (1, 1));
}
