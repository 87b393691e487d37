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

/// A home page of the feed's posts, with others that the feed does not name: an address and a
/// title each.
fn with_others(ahead: &[(&str, &str)], behind: &[(&str, &str)], more: &str) -> String {
    let post = |link: &str, title: &str, day: &str, more: &str| {
        format!(
            "<article class=post><h2><a href='{link}'>{title}</a></h2>\
             <p class=day>{day} May 2013</p>{more}</article>"
        )
    };
    let of_feed = POSTS.iter().map(|(title, day, _)| post(&path(title), title, day, more));
    let first = ahead.iter().map(|(link, title)| post(link, title, "25", more));
    let last = behind.iter().map(|(link, title)| post(link, title, "2", ""));
    let all: String = first.chain(of_feed).chain(last).collect();
    format!("<body><div class=menu><article>B</article></div><div class=list>{all}</div>")
}

fn path(title: &str) -> String {
    format!("/2013/05/{}.html", slug(title))
}

fn feed() -> String {
    items(|s| format!("/2013/05/{s}.html"), none)
}

#[test]
fn posts_that_the_feed_does_not_name_have_records_too() {
    let older: Vec<(String, String)> = (0..40)
        .map(|k| (format!("/2012/05/older-{k}.html"), format!("Older words, part {k}")))
        .collect();
    let older: Vec<(&str, &str)> = older.iter().map(|(l, t)| (l.as_str(), t.as_str())).collect();
    let home = with_others(
        &[("/2013/05/mice.html", "Mice in the loft")],
        &older,
        "<div class=lead><p>Some of it.</p></div>",
    );
    let wrapper = learned(&home, &feed(), &[]);
    let rules = wrapper.to_string();
    let record = rules.split("</record>").next().unwrap();
    // What stands behind the posts with a lead is no part of it.
    assert!(!record.contains("<close") && record.contains("article"), "{wrapper}");
}

#[test]
fn permalinks_may_have_the_shapes_of_posts_that_only_the_home_page_shows() {
    let older = [
        ("/farm/2012/05/mice.html", "Mice in the loft"),
        ("/mill/2012/04/owls.html", "Owls at noon"),
    ];
    let wrapper = learned(&with_others(&[], &older, ""), &feed(), &[]);
    // One of another shape is an exception.
    let one = learned(&with_others(&[], &older[..1], ""), &feed(), &[]);
    assert_eq!(one.index.as_ref().unwrap().shapes.len(), 1, "{one}");
    let archive = "<body><ul><li><a href='/mill/2011/05/eels.html'>Eels</a>\
                   <li><a href='/farm/2011/04/hens.html'>Hens</a></ul>";
    let read = entries(&wrapper, archive, "/archive/");
    assert_eq!(links(&read), ["mill/2011/05/eels.html", "farm/2011/04/hens.html"], "{wrapper}");
}

/// A post's page, or the home page, which shows the newest post in the same template: with links
/// that are no records, of comments here.
fn alone(title: &str, day: &str, text: &str, back: &str) -> String {
    let comment = |n: usize| {
        format!("<h3><a href='#c{n}'>Ann</a> {n} May 2013 <a href='/del/{n}/7'>x</a></h3><p>Yes.")
    };
    let comments: String = (1..=4).map(comment).collect();
    format!(
        "<body><a href='/{back}/'>back</a><div><h2>{title}</h2><i>{day} May 2013</i>\
         <div class=text><p>{text}</p></div></div><div class=c>{comments}</div>"
    )
}

#[test]
fn a_home_page_that_shows_the_newest_post_alone_is_read_as_a_posts_page() {
    let pages: Vec<(String, String)> = POSTS
        .iter()
        .map(|(t, day, text)| (format!("/{}/", slug(t)), alone(t, day, text, "hay")))
        .collect();
    let (title, day, text) = POSTS[0];
    let home = alone(title, day, text, &slug(POSTS[1].0));
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &pages);
    let later = alone("Mice in the loft", "29", "They came with the straw.", &slug(title));
    let read = entries(&wrapper, &later, "/");
    let shown: Vec<_> = read.iter().map(|e| (e.title.as_deref(), e.body_text.as_deref())).collect();
    let post = (Some("Mice in the loft"), Some("They came with the straw."));
    assert_eq!(shown, [post], "{wrapper}");
    // The one permalink that leads on is that of the post before.
    assert_eq!(read[0].link, None, "{wrapper}");
    let linked = "<h2><a href=/mice-in-the-loft/>Mice in the loft</a></h2>";
    let later = later.replace("<h2>Mice in the loft</h2>", linked);
    assert_eq!(links(&entries(&wrapper, &later, "/")), ["mice-in-the-loft/"], "{wrapper}");
}

#[test]
fn a_home_page_that_shows_older_posts_below_the_newest_is_no_posts_page() {
    let (pages, older): (Vec<(String, String)>, Vec<String>) = POSTS
        .iter()
        .map(|(t, day, text)| {
            let link = slug(t);
            let record = format!("<li><a href='/{link}/'>{t}</a> <b>{day} May 2013</b></li>");
            ((format!("/{link}/"), alone(t, day, text, "hay")), record)
        })
        .unzip();
    let (title, day, text) = POSTS[0];
    let home = alone(title, day, text, "hay") + &format!("<ul>{}</ul>", older[1..].concat());
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &pages);
    assert!(wrapper.layouts.iter().all(|layout| !layout.at_home), "{wrapper}");
}

/// Posts of two builds: the home page is in that of the newest.
#[test]
fn one_layout_is_that_of_a_home_page_with_the_newest_post() {
    let page = |k: usize| {
        let (title, day, text) = POSTS[k];
        match k.is_multiple_of(2) {
            true => format!("<body><h1>{title}</h1><i>{day} May 2013</i><p class=t>{text}</p>"),
            false => format!(
                "<body class=wide><b>B</b><div id=top><div>{day} May 2013</div><div>{title}</div>\
                 <img src=x.jpg></div><div id=text><p>{text}</p></div>"
            ),
        }
    };
    let pages: Vec<(String, String)> =
        POSTS.iter().enumerate().map(|(k, p)| (format!("/{}/", slug(p.0)), page(k))).collect();
    let wrapper = learned(&page(0), &items(|s| format!("/{s}/"), whole), &pages);
    let at_home: Vec<bool> = wrapper.layouts.iter().map(|layout| layout.at_home).collect();
    assert_eq!(at_home, [true, false], "{wrapper}");
}
