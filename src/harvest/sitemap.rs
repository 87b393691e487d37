//! Sitemaps (sitemaps.org 0.9: XML, index files, plain text, gzip) and the list of posts that
//! WordPress gives to programs.
//!
//! Hostile input: what is unpacked, taken and nested is bounded.

use std::io::Read;

use chrono::NaiveDate;
use flate2::read::MultiGzDecoder;
use quick_xml::Reader;
use quick_xml::events::Event;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::bounds::{MAX_NAMED, MAX_SITEMAP_BYTES};
use super::{From, Post};
use crate::address::{names_authors, names_tags};
use crate::entry::Extent;
use crate::feed::reference;
use crate::page::{Page, fold};
use crate::source::Response;

/// Addresses that a sitemap names.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Sitemap {
    /// Pages.
    pub pages: Vec<Named>,
    /// Further sitemaps.
    pub sitemaps: Vec<String>,
}

/// A page that a sitemap names.
#[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
pub struct Named {
    /// Its address.
    pub url: String,
    /// When it was changed, in the sitemap's words (`lastmod`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub changed: Option<String>,
}

impl Named {
    fn new(url: &str) -> Named {
        Named { url: url.to_owned(), changed: None }
    }
}

/// Read a sitemap; None where the answer is none.
pub(super) fn read(response: &Response) -> Option<Sitemap> {
    let packed = response.bytes.starts_with(&[0x1f, 0x8b]);
    let mut unpacked = Vec::new();
    let bytes = if packed {
        // What a broken stream gave until then is read.
        let _ = MultiGzDecoder::new(&*response.bytes)
            .take(MAX_SITEMAP_BYTES)
            .read_to_end(&mut unpacked);
        &unpacked
    } else {
        &response.bytes
    };
    let text = String::from_utf8_lossy(bytes);
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with("http") {
        let pages = text.lines().map(str::trim).filter(|l| l.starts_with("http"));
        let pages = pages.take(MAX_NAMED).map(Named::new).collect();
        return Some(Sitemap { pages, ..Sitemap::default() });
    }
    xml(text)
}

/// What stands around a `loc`.
#[derive(Clone, Copy, PartialEq)]
enum Inside {
    Nothing,
    Page,
    Sitemap,
}

fn xml(xml: &str) -> Option<Sitemap> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = false;
    let (mut out, mut known) = (Sitemap::default(), false);
    let mut page = Named::default();
    // The text of the element `loc` or `lastmod` that is open.
    let (mut inside, mut text) = (Inside::Nothing, None::<String>);
    // What stands behind a fault of the XML is not read.
    while let Ok(event) = reader.read_event() {
        match event {
            Event::Eof => break,
            Event::Start(tag) => match tag.local_name().as_ref() {
                "urlset" | "sitemapindex" => known = true,
                "url" => (inside, page) = (Inside::Page, Named::default()),
                "sitemap" => inside = Inside::Sitemap,
                "loc" | "lastmod" if tag.name().prefix().is_none() => text = Some(String::new()),
                _ => {}
            },
            Event::Text(more) => text.iter_mut().for_each(|t| t.push_str(&more)),
            Event::CData(more) => text.iter_mut().for_each(|t| t.push_str(&more)),
            Event::GeneralRef(name) => {
                let sign = reference(&name).unwrap_or_default();
                text.iter_mut().for_each(|t| t.push_str(&sign));
            }
            Event::End(tag) => match (tag.local_name().as_ref(), inside) {
                ("loc", Inside::Sitemap) if out.sitemaps.len() < MAX_NAMED => {
                    out.sitemaps.extend(text.take().map(|t| t.trim().to_owned()));
                }
                ("loc", Inside::Page) => {
                    page.url = text.take().map_or(page.url, |t| t.trim().to_owned());
                }
                ("lastmod", Inside::Page) => {
                    page.changed = text.take().map(|t| t.trim().to_owned());
                }
                ("url", _) => {
                    inside = Inside::Nothing;
                    let page = std::mem::take(&mut page);
                    if !page.url.is_empty() && out.pages.len() < MAX_NAMED {
                        out.pages.push(page);
                    }
                }
                _ => {}
            },
            _ => {}
        }
    }
    known.then_some(out)
}

/// True for sitemaps that by their name hold no posts: tags, categories, authors, pictures.
pub(super) fn holds_no_posts(url: &str) -> bool {
    let name = url.rsplit('/').next().unwrap_or("").to_lowercase();
    let others = ["taxonomies", "users", "image", "images", "video", "videos", "product"];
    let mut words = name.split(|c: char| !c.is_alphanumeric());
    words.any(|w| names_tags(w) || names_authors(w) || others.contains(&w))
}

/// True for sitemaps that by their name hold posts and nothing else.
pub(super) fn holds_posts(url: &str) -> bool {
    let name = url.rsplit('/').next().unwrap_or("").to_lowercase();
    // WordPress names its files `posts-KIND`: posts are the kind `post`.
    let name = name.replace("sitemap-posts-", "");
    name.contains("post") && !holds_no_posts(url)
}

/// The posts that WordPress names to programs (REST, `wp/v2/posts`), and how many pages of them
/// there are; None where the answer is none.
pub(super) fn rest(response: &Response) -> Option<(Vec<Post>, u32)> {
    let Value::Array(all) = serde_json::from_slice(&response.bytes).ok()? else { return None };
    let pages = response.header("x-wp-totalpages").and_then(|p| p.trim().parse().ok());
    let posts: Vec<Post> = all.iter().filter_map(rest_post).collect();
    (!posts.is_empty()).then_some((posts, pages.unwrap_or(1)))
}

fn rest_post(value: &Value) -> Option<Post> {
    let html = |name: &str| value.get(name)?.get("rendered")?.as_str();
    let text = |html: &str| {
        let page = Page::parse(html);
        page.visible_lines(page.body())
    };
    let link = value.get("link")?.as_str()?.to_owned();
    let closed = value.get("content").and_then(|c| c.get("protected")).and_then(Value::as_bool);
    let body = html("content").filter(|b| !b.is_empty() && closed != Some(true));
    let day = value.get("date").and_then(Value::as_str).and_then(|d| d.get(..10));
    Some(Post {
        title: html("title").map(|t| fold(&text(t))).filter(|t| !t.is_empty()),
        date: day.and_then(|d| NaiveDate::parse_from_str(d, "%Y-%m-%d").ok()),
        body_text: body.map(text),
        body_html: body.map(str::to_owned),
        extent: body.map(|_| Extent::Full),
        withheld: closed == Some(true),
        ..Post::new(link, From::List)
    })
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::expect_used)]
mod tests {
    use std::io::Write;

    use super::*;

    fn answer(bytes: &[u8]) -> Response {
        let headers = vec![("x-wp-totalpages".to_owned(), "7".to_owned())];
        Response {
            url: "https://salt.example/s".to_owned(),
            status: 200,
            headers,
            bytes: bytes.to_vec(),
        }
    }

    const PAGES: &str = "<?xml version='1.0'?>\
         <urlset xmlns='http://www.sitemaps.org/schemas/sitemap/0.9' \
         xmlns:image='http://www.google.com/schemas/sitemap-image/1.1'><url>\
         <loc> https://salt.example/?a=1&amp;b=2&#038;c=3&#x26;d=4 </loc>\
         <lastmod>2009-05-01</lastmod><image:image>\
         <image:loc>https://salt.example/pan.jpg</image:loc></image:image></url></urlset>";

    #[test]
    fn sitemaps_of_all_kinds_are_read() {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        packed.write_all(PAGES.as_bytes()).expect("memory takes it");
        let packed = packed.finish().expect("memory takes it");
        let index = "<sitemapindex><sitemap><loc>https://salt.example/post-sitemap.xml</loc>\
                     </sitemap></sitemapindex>";
        let one = |s: &str| vec![s.to_owned()];
        let named = |s: &str| vec![Named::new(s)];
        let changed = Some("2009-05-01".to_owned());
        let dated = vec![Named { changed, ..Named::new("https://salt.example/?a=1&b=2&c=3&d=4") }];
        let cases: [(&[u8], Option<Sitemap>); 6] = [
            (PAGES.as_bytes(), Some(Sitemap { pages: dated.clone(), sitemaps: vec![] })),
            (&packed, Some(Sitemap { pages: dated.clone(), sitemaps: vec![] })),
            (
                index.as_bytes(),
                Some(Sitemap {
                    pages: vec![],
                    sitemaps: one("https://salt.example/post-sitemap.xml"),
                }),
            ),
            (
                b"https://salt.example/a\r\nnothing\r\n",
                Some(Sitemap { pages: named("https://salt.example/a"), sitemaps: vec![] }),
            ),
            (b"<html><body>Not found", None),
            (b"\x1f\x8b\x08broken", None),
        ];
        for (bytes, sitemap) in cases {
            assert_eq!(read(&answer(bytes)), sitemap, "{}", String::from_utf8_lossy(bytes));
        }
    }

    #[test]
    fn names_tell_what_sitemaps_hold() {
        let cases = [
            ("https://salt.example/sitemap.xml", false, false),
            ("https://salt.example/post-sitemap2.xml", true, false),
            ("https://salt.example/wp-sitemap-posts-post-1.xml", true, false),
            ("https://salt.example/wp-sitemap-posts-page-1.xml", false, false),
            ("https://salt.example/wp-sitemap-taxonomies-post_tag-1.xml", false, true),
            ("https://salt.example/category-sitemap.xml", false, true),
            ("https://salt.example/author-sitemap.xml", false, true),
        ];
        for (url, posts, none) in cases {
            assert_eq!((holds_posts(url), holds_no_posts(url)), (posts, none), "{url}");
        }
    }

    #[test]
    fn wordpress_names_its_posts() {
        let json = br#"[{"link":"https://salt.example/brine/","date":"2009-05-01T10:00:00",
            "title":{"rendered":"Brine &amp; salt"},
            "content":{"rendered":"<p>Cold.</p>","protected":false}},{"id":7}]"#;
        let (posts, pages) = rest(&answer(json)).expect("a list of posts");
        assert_eq!((posts.len(), pages), (1, 7));
        assert_eq!(posts[0].title.as_deref(), Some("Brine & salt"));
        assert_eq!(posts[0].date.map(|d| d.to_string()).as_deref(), Some("2009-05-01"));
        assert_eq!(posts[0].body_text.as_deref(), Some("Cold."));
        assert!(rest(&answer(b"{\"code\":\"rest_no_route\"}")).is_none());
    }
}
