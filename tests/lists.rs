//! Further lists of a blog: which are fetched, and what is learned from them, one fact a case.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::cell::RefCell;

use feedstone::internals::entry::Entry;
use feedstone::learn::{self, Blog, Learned, MAX_LISTS};
use feedstone::source::{Response, Source};
use feedstone::{Error, ErrorKind};

const HOME: &str = "https://b.example/";

/// Pages by path, and which of them were asked for.
#[derive(Default)]
struct Site {
    pages: Vec<(String, String)>,
    asked: RefCell<Vec<String>>,
}

impl Source for Site {
    fn get(&self, url: &str) -> Result<Response, Error> {
        self.asked.borrow_mut().push(url.to_owned());
        let page = self.pages.iter().find(|p| p.0 == url);
        let page =
            page.ok_or_else(|| Error::new(ErrorKind::Fetch, format!("{url}: no such page")))?;
        let bytes = page.1.as_bytes().to_vec();
        Ok(Response::new(url, 200, bytes))
    }
}

/// Posts of May 2013 with their days and tags. The last two are not in the feed.
const POSTS: [(&str, u32, &str); 6] = [
    ("Wind from the hills", 24, "air"),
    ("Rain and more rain", 23, "water"),
    ("Ice on the steps", 22, "water"),
    ("Fog over the weir", 21, "water"),
    ("Dew in the orchard", 20, "water"),
    ("Hail at the fair", 19, "water"),
];
const IN_FEED: usize = 4;

fn path(title: &str) -> String {
    format!("/{}/", title.to_lowercase().replace(' ', "-"))
}

/// A blog with `home` as its home page, the feed's days `earlier` than those that pages show, and
/// further pages by path.
fn site(home: &str, earlier: u32, more: &[(&str, String)]) -> Site {
    let mut site = Site::default();
    let mut add = |path: &str, text: String| {
        site.pages.push((format!("https://b.example{path}"), text));
    };
    add("/", format!("<title>B</title><body class=home>{home}"));
    let items: String = POSTS[..IN_FEED]
        .iter()
        .map(|(title, day, tag)| {
            let (day, path) = (day - earlier, path(title));
            format!(
                "<item><title>{title}</title><link>https://b.example{path}</link>\
                 <category>{tag}</category><pubDate>{day} May 2013 20:00:00 GMT</pubDate></item>"
            )
        })
        .collect();
    add("/feed", format!("<rss version='2.0'><channel>{items}</channel></rss>"));
    for (title, day, _) in &POSTS[..IN_FEED] {
        let text = format!("All that is said of {title} stands here, on the page of that post.");
        let page = format!(
            "<title>{title} - B</title><body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div>"
        );
        add(&path(title), page);
    }
    for (path, text) in more {
        add(path, text.clone());
    }
    site
}

fn gathered(site: &Site) -> Blog {
    Blog::gather(site, HOME, Some("https://b.example/feed"), &mut |_| ()).unwrap()
}

fn learned(site: &Site) -> Learned {
    learn::learn(&gathered(site))
}

/// Records of the home page's build.
fn posts(posts: &[(&str, u32, &str)]) -> String {
    let one = |(title, day, _): &(&str, u32, &str)| {
        let path = path(title);
        format!("<div class=post><h2><a href='{path}'>{title}</a></h2><i>{day} May 2013</i></div>")
    };
    posts.iter().map(one).collect()
}

/// Rows of an archive, each with its day ahead of the title, as `day` writes it.
fn rows(posts: &[(&str, u32, &str)], day: impl Fn(u32) -> String) -> String {
    let row = |(title, d, _): &(&str, u32, &str)| {
        format!("<li><b>{}</b> <a href='{}'>{title}</a></li>", day(*d), path(title))
    };
    let rows: String = posts.iter().map(row).collect();
    format!("<title>All - B</title><body class=archive><ul class=all>{rows}</ul>")
}

fn plain(day: u32) -> String {
    format!("2013-05-{day:02}")
}

fn archive_link() -> String {
    format!("<p><a href='/about/'>About</a> <a href='/archive/'>All</a></p>{}", posts(&POSTS[..3]))
}

fn names(learned: &Learned) -> Vec<&str> {
    learned.wrapper.layouts.iter().map(|l| l.name.as_str()).collect()
}

fn read(learned: &Learned, html: &str) -> (Option<String>, Vec<Entry>) {
    let read = learned.wrapper.extract(html, "https://b.example/archive/old/");
    (read.layout, read.entries)
}

#[test]
fn an_archive_has_a_layout_of_its_own() {
    let site = site(&archive_link(), 0, &[("/archive/", rows(&POSTS, plain))]);
    let learned = learned(&site);
    assert_eq!(names(&learned), ["list", "list-2", "entry"]);
    let further = &learned.further[0];
    assert_eq!(
        (further.layout.as_str(), further.url.as_str(), further.items),
        ("list-2", "https://b.example/archive/", IN_FEED)
    );
    let (layout, entries) = read(&learned, &rows(&POSTS[IN_FEED..], plain));
    assert_eq!(layout.as_deref(), Some("list-2"));
    assert_eq!(entries[0].title.as_deref(), Some("Dew in the orchard"));
    assert_eq!(entries[1].date.unwrap().to_string(), "2013-05-19");
}

#[test]
fn a_list_that_is_read_already_teaches_nothing() {
    let list = format!("<title>B</title><body class=list>{}", posts(&POSTS));
    let learned = learned(&site(&archive_link(), 0, &[("/archive/", list)]));
    assert_eq!(names(&learned), ["list", "entry"]);
    assert!(learned.further.is_empty());
}

#[test]
fn another_page_may_be_the_list_that_the_home_page_is_not() {
    let home = "<p>Welcome. <a href='/archive/'>All posts</a></p>";
    let learned = learned(&site(home, 0, &[("/archive/", rows(&POSTS, plain))]));
    assert_eq!(names(&learned), ["list", "entry"]);
}

#[test]
fn days_are_those_that_the_posts_own_pages_show() {
    // By the feed's days each post would have the day of the row behind it.
    let site = site(&archive_link(), 1, &[("/archive/", rows(&POSTS, plain))]);
    let (layout, entries) = read(&learned(&site), &rows(&POSTS[IN_FEED..], plain));
    assert_eq!(layout.as_deref(), Some("list-2"));
    assert_eq!(entries[0].date.unwrap().to_string(), "2013-05-20");
}

#[test]
fn a_day_written_otherwise_is_read_at_its_place() {
    let learned = learned(&site(&archive_link(), 0, &[("/archive/", rows(&POSTS, plain))]));
    // An address of another shape alone could be an advertisement's; its day says that it is none.
    let page = rows(&POSTS, |day| format!("{day} May 2013"));
    let page = page.replace("href='/hail-", "href='/misc/hail-");
    let (layout, entries) = read(&learned, &page);
    assert_eq!((layout.as_deref(), entries.len()), (Some("list-2"), POSTS.len()));
    assert_eq!(entries[5].date.unwrap().to_string(), "2013-05-19");
}

#[test]
fn archives_are_asked_for_first_then_the_tags_of_most_posts() {
    let links = "<a href='/tag/earth/'>earth</a> <a href='/tag/air/'>air</a>\
                 <a href='/tag/water/'>water</a> <a href='/archive/'>All</a>";
    let site = site(&format!("{links}{}", posts(&POSTS[..3])), 0, &[]);
    gathered(&site);
    let asked = site.asked.borrow();
    let asked: Vec<&str> = asked.iter().map(|u| u.trim_start_matches(HOME)).collect();
    assert_eq!(asked[asked.len() - 3..], ["archive/", "tag/water/", "tag/air/"]);
}

#[test]
fn the_month_of_the_posts_is_asked_for_ahead_of_other_months() {
    let links = "<a href='/2012/11/'>November</a> <a href='/2013/05/'>May</a>";
    let site = site(&format!("{links}{}", posts(&POSTS[..3])), 0, &[]);
    gathered(&site);
    let asked = site.asked.borrow();
    let at = |url: &str| asked.iter().position(|a| a.ends_with(url)).unwrap();
    assert!(at("/2013/05/") < at("/2012/11/"));
}

#[test]
fn few_lists_are_asked_for_and_none_of_other_hosts() {
    let pages: String = (0..40).map(|n| format!("<a href='/part{n}/list/'>{n}</a>")).collect();
    let elsewhere = "<a href='https://other.example/archive/'>All</a>";
    let site = site(&format!("{elsewhere}{pages}{}", posts(&POSTS[..3])), 0, &[]);
    gathered(&site);
    let asked = site.asked.borrow();
    assert_eq!(asked.len(), 2 + IN_FEED + MAX_LISTS);
    assert!(asked.iter().all(|url| url.starts_with(HOME)));
}

#[test]
fn no_feed_is_asked_that_does_something() {
    let feed =
        |path: &str| format!("<link rel=alternate type='application/rss+xml' href='{path}'>");
    let feeds = format!("{}{}", feed("/feed?action=logout"), feed("/feed"));
    let site = site(&format!("{feeds}{}", posts(&POSTS[..3])), 0, &[]);
    Blog::gather(&site, HOME, None, &mut |_| ()).unwrap();
    let asked = site.asked.borrow();
    assert_eq!(asked[1], "https://b.example/feed");
    assert!(!asked.iter().any(|url| url.contains("logout")), "{asked:?}");
}

#[test]
fn few_of_the_feeds_that_a_page_names_are_asked_for() {
    let feed = |url: &str| format!("<link rel=alternate type='application/rss+xml' href='{url}'>");
    let foreign = |n: usize| feed(&format!("https://f{n}.example/feed.xml"));
    let own = |n: usize| feed(&format!("/feeds/{n}.xml"));
    // Feeds on other hosts and on the blog's that the page names, and how many of each are asked.
    for (names, asks) in [((300, 0), (5, 0)), ((8, 8), (2, 8)), ((0, 300), (0, 10))] {
        let feeds: String = (0..names.0).map(foreign).chain((0..names.1).map(own)).collect();
        let site = site(&format!("{feeds}{}", posts(&POSTS[..3])), 0, &[]);
        Blog::gather(&site, HOME, None, &mut |_| ()).unwrap();
        let asked = site.asked.borrow();
        let away = asked.iter().filter(|url| !url.starts_with(HOME)).count();
        let here = asked.iter().filter(|url| url.contains("/feeds/")).count();
        assert_eq!((away, here), asks, "{names:?}");
        assert!(asked.iter().any(|url| url == "https://b.example/feed"), "where feeds often are");
    }
}

#[test]
fn pages_without_the_feeds_posts_are_not_kept() {
    let about = "<title>About</title><p>Of weather, and of no post.</p>".to_owned();
    let archive = rows(&POSTS, plain);
    let blog = gathered(&site(&archive_link(), 0, &[("/about/", about), ("/archive/", archive)]));
    let kept: Vec<&str> = blog.lists.iter().map(|l| l.url.as_str()).collect();
    assert_eq!(kept, ["https://b.example/archive/"]);
}

#[test]
fn layouts_learned_anew_have_names_of_their_own() {
    let mut site = site(&archive_link(), 0, &[("/archive/", rows(&POSTS, plain))]);
    let old = learned(&site).wrapper;
    for (url, page) in &mut site.pages {
        if !url.ends_with("/feed") {
            let changes = [("h1>", "h4>"), ("h2>", "h3>"), ("i>", "em>"), ("b>", "q>")];
            *page = changes.iter().fold(page.clone(), |p, (from, to)| p.replace(from, to));
            *page = page.replace("class=", "class=new-");
        }
    }
    let new = learn::relearn(&old, &gathered(&site)).unwrap();
    let names: Vec<&str> = new.wrapper.layouts.iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names, ["list-3", "list-4", "list", "list-2", "entry-2", "entry"]);
}
