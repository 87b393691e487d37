//! Blogs of four posts: what their home page shows, learned from it and read on a page like it. One
//! fact a case.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod four_posts;

use feedstone::internals::entry::{Entry, Extent};
use four_posts::*;

/// The links of entries, less what all have.
fn links(entries: &[Entry]) -> Vec<&str> {
    let links = entries.iter().filter_map(|e| e.link.as_deref());
    links.filter_map(|l| l.strip_prefix("https://b.example/")).collect()
}

/// All posts as cards.
fn cards() -> String {
    let card = |(title, _, text): &(&str, &str, &str)| {
        let tag = title.split(' ').next().unwrap();
        format!(
            "<li class=card><a href='/{}/'><b class=t>{title}</b> <i class=x>{text}</i></a>\
             <p class=c><a href='/tag/{tag}/'>{tag}</a></p>",
            slug(title)
        )
    };
    format!("<ul class=cards>{}</ul>", POSTS.iter().map(card).collect::<String>())
}

/// A post's page with all cards below it.
fn page_with_cards(title: &str, text: &str, tag: &str) -> String {
    format!(
        "<body class=single><h1>{title}</h1><div class=main><div class=text>{text}</div>\
         <p class=tags><a href='/tag/{tag}/'>{tag}</a></p></div>{}",
        cards()
    )
}

#[test]
fn a_home_page_has_its_list_although_all_posts_have_it_below_them() {
    let of = |(title, _, text): &(&str, &str, &str)| {
        let tag = title.split(' ').next().unwrap();
        (format!("/{}/", slug(title)), page_with_cards(title, &text.repeat(3), tag))
    };
    let pages: Vec<(String, String)> = POSTS.iter().map(of).collect();
    let home = format!("<body class=home>{}", cards());
    let feed = items(|s| format!("/{s}/"), none);
    let wrapper = learned(&home, &feed, &pages);
    let read = entries(&wrapper, &home, "/");
    let slugs: Vec<String> = POSTS.iter().map(|p| format!("{}/", slug(p.0))).collect();
    assert_eq!(links(&read), slugs, "{wrapper}");
    // A post is read as one, with tags of its own, not those of all cards.
    let text = "They came with the straw, and stayed until the owl had found them. ".repeat(3);
    let older = page_with_cards("Mice in the loft", &text, "Mice");
    let read = entries(&wrapper, &older, "/mice-in-the-loft/");
    assert_eq!(read.len(), 1, "{wrapper}");
    assert_eq!(read[0].tags, Some(vec!["Mice".to_owned()]), "{wrapper}");
    assert_eq!(read[0].body_text.as_deref(), Some(text.trim()), "{wrapper}");
}

#[test]
fn posts_without_titles_have_the_permalink_that_the_others_have_too() {
    let post = |(k, (title, _, text)): (usize, &(&str, &str, &str))| {
        let link = slug(title);
        let head = format!("<a class=t href='/{link}/'><h2>{title}</h2></a>");
        format!(
            "<div class=post>{}<div class=text>{text}</div><p class=foot>\
             <a class=n href='/{link}/#notes'>7</a> <a class=p href='/{link}/'>View</a></p></div>",
            if k == 1 { "" } else { &head }
        )
    };
    let home = format!("<body>{}", POSTS.iter().enumerate().map(post).collect::<String>());
    let item_of = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        // The feed names a post without a title by what it begins with.
        let named = if k == 1 { &text[..20] } else { *title };
        item(&format!("/{}/", slug(title)), named, day, &whole(k))
    };
    let feed: String = POSTS.iter().enumerate().map(item_of).collect();
    let wrapper = learned(&home, &feed, &[]);
    let slugs: Vec<String> = POSTS.iter().map(|p| format!("{}/", slug(p.0))).collect();
    assert_eq!(links(&entries(&wrapper, &home, "/")), slugs, "{wrapper}");
}

#[test]
fn a_link_that_all_posts_have_says_nothing_where_another_tells_the_cut_ones() {
    let is_cut = |k: usize| k != 2;
    let home = |k: usize| {
        let link = slug(POSTS[k].0);
        let more = format!(" <a href='/{link}/'>Read on</a>");
        let more = if is_cut(k) { more.as_str() } else { "" };
        format!("<p class=foot><a href='/{link}/'>View</a>{more}</p>")
    };
    let page = |(k, (title, _, text)): (usize, &(&str, &str, &str))| {
        let text = text.repeat(if is_cut(k) { 4 } else { 1 });
        let head = format!("<body class=single><h1>{title}</h1>");
        (format!("/{}/", slug(title)), format!("{head}<div class=text>{text}</div><p>About B</p>"))
    };
    let pages: Vec<(String, String)> = POSTS.iter().enumerate().map(page).collect();
    let wrapper = learned(&home_page(home), &items(|s| format!("/{s}/"), whole), &pages);
    let read = entries(&wrapper, &home_page(home), "/page/2/");
    let whole: Vec<bool> = read.iter().map(|e| e.extent == Some(Extent::Full)).collect();
    assert_eq!(whole, [false, false, true, false], "{wrapper}");
}
