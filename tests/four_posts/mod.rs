//! A blog of four posts in memory, learned.
#![allow(dead_code, missing_docs)]

use feedstone::internals::entry::Entry;
use feedstone::source::{Response, Source};
use feedstone::{Error, ErrorKind, Wrapper, learn};

/// Pages and feed by address, at `https://b.example/`.
pub struct Blog(pub Vec<(String, String)>);

impl Source for Blog {
    fn get(&self, url: &str) -> Result<Response, Error> {
        let page = self.0.iter().find(|p| p.0 == url);
        let page =
            page.ok_or_else(|| Error::new(ErrorKind::Fetch, format!("{url}: no such page")))?;
        let bytes = page.1.as_bytes().to_vec();
        Ok(Response::new(url, 200, bytes))
    }
}

/// Posts of many blogs: a title, a day of May, a text.
pub const POSTS: [(&str, &str, &str); 4] = [
    ("Fog over the weir", "3", "Grey till noon, and none of the boats went out before one."),
    ("Ice on the steps", "9", "Salt was spread by the man from the mill, as every year since."),
    ("Rain and more rain", "17", "Much of it fell on the fair, and the tents stood until four."),
    ("Wind from the hills", "24", "The lid of the well was found two fields off, under a hedge."),
];

pub fn slug(title: &str) -> String {
    title.to_lowercase().replace(' ', "-")
}

/// A blog of a home page, a feed's items, and pages by path.
pub fn made(home: &str, items: &str, pages: &[(String, String)]) -> Blog {
    let feed = format!("<rss version='2.0'><channel><title>B</title>{items}</channel></rss>");
    let mut all = vec![
        ("https://b.example/".to_owned(), home.to_owned()),
        ("https://b.example/feed".to_owned(), feed),
    ];
    all.extend(pages.iter().map(|(p, html)| (format!("https://b.example{p}"), html.clone())));
    Blog(all)
}

/// Learn from such a blog.
pub fn learned(home: &str, items: &str, pages: &[(String, String)]) -> Wrapper {
    let (blog, feed) = (made(home, items, pages), Some("https://b.example/feed"));
    let blog = learn::Blog::gather(&blog, "https://b.example/", feed, &mut |_| ()).unwrap();
    learn::learn(&blog).wrapper
}

/// An item of the feed: its link, title, day and what else it has.
pub fn item(link: &str, title: &str, day: &str, more: &str) -> String {
    let date = format!("<pubDate>{day} May 2013 08:00:00 GMT</pubDate>");
    format!("<item><title>{title}</title><link>https://b.example{link}</link>{date}{more}</item>")
}

/// A page of its own for each post, with `more` behind the text.
pub fn own_pages(more: impl Fn(usize) -> String) -> Vec<(String, String)> {
    let page = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let html = format!(
            "<title>{title} - B</title><body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div>{}<p>About B</p>",
            more(k)
        );
        (format!("/{}/", slug(title)), html)
    };
    POSTS.iter().enumerate().map(page).collect()
}

/// A home page with a record for each post, with `more` behind the text.
pub fn home_page(more: impl Fn(usize) -> String) -> String {
    let post = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let link = slug(title);
        format!(
            "<div class=post><h2><a href='/{link}/'>{title}</a></h2><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div>{}</div>",
            more(k)
        )
    };
    format!("<body class=home>{}", POSTS.iter().enumerate().map(post).collect::<String>())
}

pub fn items(link: impl Fn(&str) -> String, more: impl Fn(usize) -> String) -> String {
    let one = |(k, (title, day, _)): (usize, &(&str, &str, &str))| {
        item(&link(&slug(title)), title, day, &more(k))
    };
    POSTS.iter().enumerate().map(one).collect()
}

pub fn whole(k: usize) -> String {
    format!("<description>{}</description>", POSTS[k].2)
}

pub fn none(_: usize) -> String {
    String::new()
}

pub fn entries(wrapper: &Wrapper, html: &str, path: &str) -> Vec<Entry> {
    wrapper.extract(html, &format!("https://b.example{path}")).entries
}
