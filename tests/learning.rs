//! Blogs of a few lines, learned and replayed: what feed and pages say differently, one fact a
//! case.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod four_posts;

use std::cell::RefCell;

use feedstone::internals::address::LinkShape;
use feedstone::internals::entry::{Extent, Field};
use feedstone::internals::rule::{AttrPattern, AttrTest, TokenPattern};
use feedstone::source::Dir;
use feedstone::source::{Response, Source};
use feedstone::{Error, ErrorKind, LayoutKind, Wrapper, learn};
use four_posts::*;

#[test]
fn what_the_pages_links_have_too_is_a_part_of_them() {
    // `/b.php?id=3` is no address of this blog.
    let post = |(title, day, text): &(&str, &str, &str)| {
        let head = format!("<h2><a href='/b.php?show=post&amp;id={day}'>{title}</a></h2>");
        format!("<div class=post>{head}<i>{day} May 2013</i><div class=text>{text}</div></div>")
    };
    let home: String = POSTS.iter().map(post).collect();
    let items: String = POSTS
        .iter()
        .map(|(title, day, _)| item(&format!("/b.php?show=post&amp;id={day}"), title, day, ""))
        .collect();
    let wrapper = learned(&format!("<body class=home>{home}"), &items, &[]);
    let shapes = &wrapper.index.as_ref().unwrap().shapes;
    assert_eq!(shapes, &["b.example/*.php?show=*".parse().unwrap()]);
}

#[test]
fn what_a_feed_adds_to_its_links_is_no_part_of_them() {
    let items = items(|s| format!("/{s}/?source=rss"), whole);
    let wrapper = learned(&home_page(none), &items, &own_pages(none));
    let index = wrapper.index.as_ref().unwrap();
    assert_eq!(index.shapes.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["b.example/*"]);
    assert!(wrapper.layouts.iter().any(|l| l.name == "entry"), "no entry page was found");
}

#[test]
fn the_only_parameter_of_an_address_is_kept() {
    let address = |s: &str| format!("/?p={}", s.len());
    let items = items(address, whole);
    let mut home = home_page(none);
    for (title, ..) in POSTS {
        home = home.replace(&format!("/{}/", slug(title)), &address(&slug(title)));
    }
    let wrapper = learned(&home, &items, &[]);
    let index = wrapper.index.as_ref().unwrap();
    assert_eq!(index.shapes.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["b.example?p=*"]);
}

#[test]
fn the_home_page_knows_where_its_titles_lead() {
    // A feed of another address, in other quotes.
    let items = items(|s| format!("/old/{s}.php"), whole);
    let wrapper = learned(&home_page(none), &items, &own_pages(none));
    assert!(wrapper.layouts.iter().any(|l| l.name == "entry"), "no entry page was found");
    let read = entries(&wrapper, &home_page(none), "/");
    assert_eq!(read[0].link.as_deref(), Some("https://b.example/fog-over-the-weir/"));
}

#[test]
fn doubled_slashes_are_one() {
    let items = items(|s| format!("//{s}/"), whole);
    let wrapper = learned(&home_page(none), &items, &own_pages(none));
    let read = entries(&wrapper, &home_page(none), "/");
    assert_eq!(read[1].link.as_deref(), Some("https://b.example/ice-on-the-steps/"));
}

#[test]
fn a_link_to_the_entry_says_that_its_text_was_cut() {
    // Two posts are cut on the home page, all have a "Permalink".
    let cut = |k: usize| {
        let link = slug(POSTS[k].0);
        let more = if k < 2 { format!("<a href='/{link}/#more-1'>Read on</a>") } else { none(k) };
        format!("{more}<a href='/{link}/'>Permalink</a>")
    };
    let long = |k: usize| {
        let rest = "And more of it went on for a long while, as the paper said. ".repeat(3);
        if k < 2 { format!("<p>{rest}</p>") } else { none(k) }
    };
    let own: Vec<(String, String)> = own_pages(none)
        .into_iter()
        .enumerate()
        .map(|(k, (p, html))| (p, html.replace("</p></div>", &format!("</p>{}</div>", long(k)))))
        .collect();
    let text = |k: usize| {
        let all = format!("{}{}", POSTS[k].2, long(k)).replace('<', "&lt;");
        format!(
            "<content:encoded xmlns:content='http://purl.org/rss/1.0/modules/content/'>\
             {all}</content:encoded>"
        )
    };
    let wrapper = learned(&home_page(cut), &items(|s| format!("/{s}/"), text), &own);
    let read = entries(&wrapper, &home_page(cut), "/");
    let extents: Vec<Option<Extent>> = read.iter().map(|e| e.extent).collect();
    let (full, part) = (Some(Extent::Full), Some(Extent::Excerpt));
    assert_eq!(extents, [part, part, full, full]);
    let rule = wrapper.layouts[0].extent.as_ref().unwrap();
    assert_eq!(rule.idle, ["Permalink"]);
}

#[test]
fn one_day_for_all_items_is_the_builds() {
    let one =
        |(title, ..): &(&str, &str, &str)| item(&format!("/{}/", slug(title)), title, "29", "");
    let items: String = POSTS.iter().map(one).collect();
    let wrapper = learned(&home_page(none), &items, &own_pages(none));
    let days: Vec<String> = entries(&wrapper, &home_page(none), "/")
        .iter()
        .map(|e| e.date.map_or("-".to_owned(), |d| d.to_string()))
        .collect();
    assert_eq!(days, ["2013-05-03", "2013-05-09", "2013-05-17", "2013-05-24"]);
}

#[test]
fn rel_tag_on_one_post_is_enough() {
    let row = |k: usize| match k {
        1 => "<p>Filed: <a rel=tag href='/tag/salt/'>salt</a></p>".to_owned(),
        _ => none(k),
    };
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), whole), &own_pages(row));
    let older = "<title>Sun - B</title><body class=single><h1>Sun</h1><i>1 May 2012</i>\
                 <div class=text><p>Some of it.</p></div>\
                 <p>Filed: <a rel=tag href='/tag/sky/'>sky</a>, \
                 <a rel=tag href='/tag/light/'>light</a></p><p>About B</p>";
    let read = entries(&wrapper, older, "/sun/");
    assert_eq!(read[0].tags, Some(vec!["sky".to_owned(), "light".to_owned()]));
}

#[test]
fn a_feed_of_teasers_is_told_by_the_pages() {
    // Whatever the element is called: the paragraphs go on behind the feed's text.
    let rest =
        |k: usize| format!("<p>{} {k}, said the paper of the next day at length.</p>", POSTS[k].0);
    let own: Vec<(String, String)> = own_pages(none)
        .into_iter()
        .enumerate()
        .map(|(k, (p, html))| (p, html.replace("</p></div>", &format!("</p>{}</div>", rest(k)))))
        .collect();
    let text = |k: usize| {
        let all = POSTS[k].2;
        format!(
            "<content:encoded xmlns:content='http://purl.org/rss/1.0/modules/content/'>\
             {all}</content:encoded>"
        )
    };
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), text), &own);
    let read = entries(&wrapper, &own[0].1, &own[0].0);
    let body = read[0].body_text.clone().unwrap();
    assert!(body.ends_with("of the next day at length."), "{body:?}");
}

#[test]
fn authors_of_linked_data_are_sought_beside_the_entry() {
    let by = |_: usize| "<b>Ann Cole</b>".to_owned();
    let data = r#"<script type="application/ld+json">{"@graph":[{"@type":"BlogPosting",
        "author":{"@type":"Person","name":"Ann Cole"}}]}</script>"#;
    let own: Vec<(String, String)> = own_pages(by)
        .into_iter()
        .map(|(p, html)| (p, html.replace("<h1>", &format!("{data}<h1>"))))
        .collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), whole), &own);
    let read = entries(&wrapper, &own[2].1, &own[2].0);
    assert_eq!(read[0].author.as_deref(), Some("Ann Cole"));
}

/// The body of a page that no feed names, read with rules learned from `items` and `pages`.
fn body_of(wrapper: &Wrapper, pages: &[(String, String)], k: usize) -> String {
    let html =
        pages[k].1.replace(POSTS[k].2, "Sleet came in from the sea. The lamps were lit at noon.");
    entries(wrapper, &html, "/sleet/")[0].body_text.clone().unwrap_or_default()
}

/// The text that [`body_of`] puts into a page.
const SLEET: &str = "Sleet came in from the sea. The lamps were lit at noon.";

#[test]
fn bodies_are_found_without_any_text_in_the_feed() {
    let pages = own_pages(none);
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), none), &pages);
    assert_eq!(body_of(&wrapper, &pages, 1), SLEET);
}

#[test]
fn neighbours_comments_and_shared_words_are_no_part_of_bodies() {
    let beside = |k: usize| {
        let next = POSTS[(k + 1) % POSTS.len()].0;
        format!(
            "<p class=next>Next: <a href='/{0}/'>{next}</a></p>\
             <div id=comments><p>Guest {k}: a long word about {next}, and some more of it, \
             and then the same once again</p></div>",
            slug(next)
        )
    };
    let pages = own_pages(beside);
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), none), &pages);
    assert_eq!(body_of(&wrapper, &pages, 1), SLEET);
}

/// The head of an article that says title and day once more is no part of its text.
#[test]
fn a_second_head_of_an_entry_is_no_text() {
    let page = |(title, day, text): &(&str, &str, &str)| {
        let html = format!(
            "<title>{title} - B</title><body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <article><header><h2>{title}</h2><b>{day} May 2013</b></header><p>{text}</p></article>\
             <p>About B</p>"
        );
        (format!("/{}/", slug(title)), html)
    };
    let pages: Vec<(String, String)> = POSTS.iter().map(page).collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), none), &pages);
    assert_eq!(body_of(&wrapper, &pages, 1), SLEET);
}

/// Engines name the element around a post's text after the post first, and what it is behind that.
#[test]
fn a_first_class_that_names_the_post_does_not_hide_the_templates() {
    let mut pages = own_pages(|_| "<div class=share><p>Send it on by letter</p></div>".to_owned());
    for (path, html) in &mut pages {
        let own = format!("<div class='_{}_ text'>", path.trim_matches('/'));
        *html = html.replace("<div class=text>", &own);
    }
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), none), &pages);
    assert_eq!(body_of(&wrapper, &pages, 1), SLEET);
}

#[test]
fn texts_of_a_feed_that_end_with_dots_are_teasers() {
    let pages = own_pages(none);
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), teaser), &pages);
    assert_eq!(body_of(&wrapper, &pages, 2), SLEET);
}

#[test]
fn a_text_without_the_end_of_the_others_ends_with_its_element() {
    let tagged = |(path, html): (String, String)| {
        let tags = "<p>Tags: <a href='/tag/x/' rel=tag>x</a></p>";
        (path, html.replace("</p></div>", &format!("</p>{tags}</div>")))
    };
    let pages: Vec<_> = own_pages(none).into_iter().map(tagged).collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), whole), &pages);
    assert_eq!(body_of(&wrapper, &own_pages(none), 1), SLEET);
}

#[test]
fn what_counts_a_feeds_readers_is_no_part_of_its_links() {
    let items = items(|s| format!("/{s}/?utm_source=rss&amp;utm_campaign={s}"), whole);
    let wrapper = learned(&home_page(none), &items, &own_pages(none));
    assert!(wrapper.layouts.iter().any(|l| l.name == "entry"), "no entry page was found");
}

#[test]
fn a_feed_may_name_the_host_that_the_blog_had() {
    let old = |s: String| s.replace("<link>https://b.example", "<link>http://old.example");
    let items = old(items(|s| format!("/{s}/"), whole));
    let wrapper = learned(&home_page(none), &items, &own_pages(none));
    assert!(wrapper.layouts.iter().any(|l| l.name == "entry"), "no entry page was found");
}

#[test]
fn one_day_on_all_pages_is_no_entrys() {
    let undated = |s: String| {
        let parts = s.split("<pubDate>").map(|p| p.split_once("</pubDate>").map_or(p, |x| x.1));
        parts.collect::<String>()
    };
    let strip = |(path, html): (String, String)| {
        let (head, rest) = html.split_once("<i>").unwrap();
        let rest = rest.split_once("</i>").unwrap().1;
        (path, format!("{head}{rest}<p class=latest>Last change: 2 June 2013</p>"))
    };
    let pages: Vec<_> = own_pages(none).into_iter().map(strip).collect();
    let feed = undated(items(|s| format!("/{s}/"), whole));
    let wrapper = learned(&home_page(none), &feed, &pages);
    let read = entries(&wrapper, &pages[0].1, "/fog-over-the-weir/");
    assert_eq!(read[0].date, None);
}

/// The first words of a post, for a feed of teasers.
fn teaser(k: usize) -> String {
    let first: Vec<&str> = POSTS[k].2.split(' ').take(6).collect();
    format!("<description>{} […]</description>", first.join(" "))
}

/// A second paragraph of each post.
fn second(k: usize) -> String {
    format!("{} in the year {}, said the paper of the next day.", POSTS[k].0, 1901 + k)
}

/// Pages of their own whose texts stand between what is put ahead of them and behind, in one
/// element.
fn framed_pages(ahead: &str, behind: &str) -> Vec<(String, String)> {
    let frame = |(k, (path, html)): (usize, (String, String))| {
        let html = html.replace("class=text>", &format!("class=text>{ahead}"));
        (path, html.replace("</p></div>", &format!("</p><p>{}</p>{behind}</div>", second(k))))
    };
    own_pages(none).into_iter().enumerate().map(frame).collect()
}

#[test]
fn behind_teasers_an_element_for_the_text_alone_is_text_to_its_edges() {
    let ahead = "<h3>Ingredients</h3><p>The third of our notes on water.</p>";
    // What stands behind the texts of all pages, and whether it is theirs.
    let cases = [
        ("<p>More next week.</p>", true),
        ("<div>More next week.</div>", true),
        ("<nav>More next week.</nav>", false),
        ("<aside>More next week.</aside>", false),
        ("<p>More <a href='/next/'>next week.</a></p>", false),
        ("<div class=comments>More next week.</div>", false),
        ("<div class=share>More next week.</div>", false),
    ];
    for (behind, theirs) in cases {
        let pages = framed_pages(ahead, behind);
        let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), teaser), &pages);
        let mut lines = vec!["Ingredients", "The third of our notes on water.", SLEET];
        let second = second(2);
        lines.push(&second);
        lines.extend(theirs.then_some("More next week."));
        assert_eq!(body_of(&wrapper, &pages, 2), lines.join("\n"), "{behind}");
    }
}

#[test]
fn comments_beside_the_text_are_no_text() {
    for mark in ["<h3 id=comments>Comments</h3>", "<a name=comments></a>"] {
        let said = |(k, (path, html)): (usize, (String, String))| {
            let aunt = format!("<p>My aunt saw it {} years on, from barge {k}.</p>", 40 + 3 * k);
            (path, html.replace("</p></div>", &format!("</p>{mark}{aunt}</div>")))
        };
        let pages: Vec<_> = framed_pages("", "").into_iter().enumerate().map(said).collect();
        let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), teaser), &pages);
        assert_eq!(body_of(&wrapper, &pages, 2), format!("{SLEET}\n{}", second(2)), "{mark}");
    }
}

#[test]
fn behind_teasers_what_repeats_is_no_text_where_the_element_holds_the_title() {
    let pages = framed_pages("<p>The third of our notes on water.</p>", "<h4>More next week.</h4>");
    let inside = |(k, (path, html)): (usize, (String, String))| {
        let title = format!("<h1>{}</h1>", POSTS[k].0);
        let text = "<div class=text>";
        (path, html.replace(&title, "").replace(text, &format!("{text}{title}")))
    };
    let pages: Vec<_> = pages.into_iter().enumerate().map(inside).collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), teaser), &pages);
    assert_eq!(body_of(&wrapper, &pages, 2), format!("{SLEET}\n{}", second(2)));
}

#[test]
fn what_stands_behind_texts_and_inside_them_is_no_end() {
    let ad = "<div class=ad><b>Boats to let by the day, ask at the mill.</b></div>";
    let inside = |(path, html): (String, String)| {
        (path, html.replacen("</p><p>", &format!("</p>{ad}<p>"), 1))
    };
    let pages: Vec<_> = framed_pages("", ad).into_iter().map(inside).collect();
    let text = |k: usize| format!("<description>{} {}</description>", POSTS[k].2, second(k));
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), text), &pages);
    let ad = "Boats to let by the day, ask at the mill.";
    assert_eq!(body_of(&wrapper, &pages, 1), [SLEET, ad, &second(1), ad].join("\n"));
}

/// A tag for each post.
const TAGS: [&str; 4] = ["Sky", "Frost", "Fair", "Well"];

fn category(k: usize) -> String {
    format!("<category>{}</category>", TAGS[k])
}

fn tag_link(name: &str) -> String {
    format!("<a href='/tag/{}/'>{name}</a>", name.to_lowercase())
}

#[test]
fn one_tag_a_post_is_read_by_its_link() {
    let row = |k: usize| format!("<div class=cats>{}</div>", tag_link(TAGS[k]));
    let wrapper = learned(&home_page(row), &items(|s| format!("/{s}/"), category), &[]);
    let two =
        home_page(|k| format!("<div class=cats>{} {}</div>", tag_link(TAGS[k]), tag_link("Old")));
    for (k, e) in entries(&wrapper, &two, "/page/2/").iter().enumerate() {
        assert_eq!(e.tags.as_deref(), Some(&[TAGS[k].to_owned(), "Old".to_owned()][..]));
    }
}

#[test]
fn one_tag_a_post_is_read_by_its_link_where_a_cloud_has_such_links_too() {
    let link = |name: &str| tag_link(name).replace("<a", "<a rel=tag");
    let cloud: String = TAGS.iter().map(|t| link(t)).collect();
    let row = |names: &[&str]| {
        let links: Vec<String> = names.iter().map(|t| link(t)).collect();
        format!("<div class=tags>{}</div><div>{cloud}</div>", links.join(", "))
    };
    let pages = own_pages(|k| row(&[TAGS[k]]));
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), category), &pages);
    let older = own_pages(|_| row(&["Salt", "Old"]));
    let read = entries(&wrapper, &older[0].1, &older[0].0);
    assert_eq!(read[0].tags.as_deref(), Some(&["Salt".to_owned(), "Old".to_owned()][..]));
}

#[test]
fn tags_in_one_text_are_parted() {
    for (with, shown, expected) in [
        (", ", "Old, Rye bread", ["Old", "Rye bread"]),
        (" / ", "Old / Rye bread", ["Old", "Rye bread"]),
        (" #", "#Old #Rye bread", ["Old", "Rye bread"]),
        // Where each post has one a comma parts those of others.
        ("", "Old, Rye bread", ["Old", "Rye bread"]),
    ] {
        let names = |k: usize| match with {
            "" => TAGS[k].to_owned(),
            _ => format!("{}{with}{}", TAGS[k], TAGS[(k + 1) % TAGS.len()]),
        };
        let row = |text: &str| {
            let hash = if with == " #" && !text.starts_with('#') { "#" } else { "" };
            format!("<div class=cats>{hash}{text}</div>")
        };
        let tags = |k: usize| -> String {
            let all = names(k).replace(with.trim(), "\n");
            let all = if with.is_empty() { names(k) } else { all };
            all.lines().map(|t| format!("<category>{}</category>", t.trim())).collect()
        };
        let all: String = POSTS
            .iter()
            .enumerate()
            .map(|(k, (title, day, _))| item(&format!("/{}/", slug(title)), title, day, &tags(k)))
            .collect();
        let wrapper = learned(&home_page(|k| row(&names(k))), &all, &[]);
        let older = home_page(|_| row(shown));
        let read = entries(&wrapper, &older, "/page/2/");
        assert_eq!(
            read[0].tags.as_deref(),
            Some(&expected.map(str::to_owned)[..]),
            "{with:?} {wrapper}"
        );
    }
}

#[test]
fn a_cloud_of_tags_is_no_record() {
    let post = |k: usize| {
        let (title, day, text) = POSTS[k];
        let (link, tag) = (slug(title), tag_link(TAGS[k]));
        format!(
            "<fieldset><legend><a href='/{link}.html'>{title}</a></legend><p>{text}</p>\
             <i>{day} May 2013</i><b>{tag}</b></fieldset>"
        )
    };
    let cloud: String = TAGS.iter().map(|t| format!("<span>{}, </span>", tag_link(t))).collect();
    let posts: String = (0..POSTS.len()).map(post).collect();
    let home = format!("<body>{posts}<fieldset><legend>Tags</legend>{cloud}</fieldset>");
    let wrapper = learned(&home, &items(|s| format!("/{s}.html"), category), &[]);
    let read = entries(&wrapper, &home, "/");
    let titles: Vec<&str> = read.iter().filter_map(|e| e.title.as_deref()).collect();
    assert_eq!(titles, POSTS.map(|p| p.0));
}

#[test]
fn a_start_that_matches_once_is_better_than_the_first_of_many() {
    // Titles are the first links of their records, and the only headings.
    let post = |(title, day, text): &(&str, &str, &str)| {
        let link = slug(title);
        format!(
            "<li><legend><a href='/{link}/'>{title}</a></legend><i>{day} May 2013</i><p>{text} \
             <a href='/about/'>About</a> <a href='/map/'>Map</a></p></li>"
        )
    };
    let home = format!("<body><ul>{}</ul>", POSTS.iter().map(post).collect::<String>());
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), none), &[]);
    let title = wrapper.layouts[0].rules(feedstone::internals::entry::Field::Title).next().unwrap();
    let named = |t: &TokenPattern| matches!(t, TokenPattern::Open { name, .. } if name == "legend");
    assert!(title.start.iter().any(named), "{:?}", title.start);
}

/// The element around each tag tells tags, not the one around them all, which has the same name.
#[test]
fn tags_that_are_no_links_are_read_one_by_one() {
    let row = |tags: &str| {
        let one = |tag: &str| format!("<span class=chip>{tag}</span>");
        format!("<span class=row>{}</span>", tags.split(' ').map(one).collect::<String>())
    };
    let tags = ["sky weir", "frost", "fair tents sky", "well"];
    let pages = own_pages(|k| row(tags[k]));
    let said = |k: usize| -> String {
        tags[k].split(' ').map(|tag| format!("<category>{tag}</category>")).collect()
    };
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), said), &pages);
    let html = pages[1].1.replace(&row("frost"), &row("hail sleet"));
    let read = entries(&wrapper, &html, "/hail/");
    assert_eq!(read[0].tags.as_deref(), Some(&["hail".to_owned(), "sleet".to_owned()][..]));
}

/// All posts of the feed have a row of tags behind their text, at which it ends; an older one has
/// none. Heads have a class of the texts' elements, too.
#[test]
fn a_text_without_the_end_of_the_others_begins_at_a_start_that_matches_once() {
    let page = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let html = format!(
            "<title>{title} - B</title><body class=single><div>\
             <div class='wide'><h1>{title}</h1><i>{day} May 2013</i></div>\
             <div class='wide main'><p>{text}</p><div class=row><a rel=tag href='/t/{k}'>t{k}</a>\
             </div></div></div><p>About B</p>"
        );
        (format!("/{}/", slug(title)), html)
    };
    let pages: Vec<(String, String)> = POSTS.iter().enumerate().map(page).collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), whole), &pages);
    let (path, html) = &pages[1];
    let html = html.replace("<div class=row><a rel=tag href='/t/1'>t1</a></div>", "");
    let read = entries(&wrapper, &html, path);
    assert_eq!(read[0].body_text.as_deref(), Some(POSTS[1].2));
}

#[test]
fn half_a_word_behind_a_name_is_chance() {
    let by = |paper: &str| format!("<p class=by>Written by Ann on {paper} paper</p>");
    let papers = ["alder", "ash", "aspen", "apple"];
    let author = |_| "<author>Ann</author>".to_owned();
    let home = home_page(|k| by(papers[k]));
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), author), &[]);
    let authors = |html: &str| -> Vec<Option<String>> {
        entries(&wrapper, html, "/page/2/").into_iter().map(|e| e.author).collect()
    };
    assert_eq!(authors(&home), vec![Some("Ann".to_owned()); 4]);
    assert_eq!(authors(&home_page(|_| by("linen"))), vec![Some("Ann".to_owned()); 4]);
}

/// A home page with a line by its author and a text for each post, of a month of 2013.
fn signed_page(month: &str, line: impl Fn(usize) -> String) -> String {
    let post = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let (link, line) = (slug(title), line(k));
        format!(
            "<div class=post><h2><a href='/{link}/'>{title}</a></h2>\
             <p>Written by {line} on {month} {day}, 2013</p>\
             <div class=text><p>{text}</p></div></div>"
        )
    };
    format!("<body class=home>{}", POSTS.iter().enumerate().map(post).collect::<String>())
}

fn authors(wrapper: &Wrapper, html: &str) -> Vec<Option<String>> {
    entries(wrapper, html, "/page/2/").into_iter().map(|e| e.author).collect()
}

#[test]
fn the_month_of_the_newest_posts_is_no_end_of_a_name() {
    let author = |_| "<author>Ann</author>".to_owned();
    let ann = |_| "Ann".to_owned();
    let wrapper = learned(&signed_page("May", ann), &items(|s| format!("/{s}/"), author), &[]);
    assert_eq!(authors(&wrapper, &signed_page("April", ann)), vec![Some("Ann".to_owned()); 4]);
}

#[test]
fn a_known_name_that_one_post_ends_otherwise_is_read() {
    let author = |_| "<author>Ann</author>".to_owned();
    let line =
        |k| if k == 2 { "Ann".to_owned() } else { format!("Ann in <a href=/c/{k}>C{k}</a>") };
    let home = signed_page("May", line);
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), author), &[]);
    assert_eq!(authors(&wrapper, &home), vec![Some("Ann".to_owned()); 4]);
}

#[test]
fn what_ids_of_a_few_posts_share_behind_the_joint_is_the_posts_own() {
    let page = |word: &str| -> String {
        let post = |(title, day, text): &(&str, &str, &str)| {
            let link = slug(title);
            format!(
                "<section id='post-{word}-{link}'><h2><a href='/{link}/'>{title}</a></h2>\
                 <i>{day} May 2013</i><p>{text}</p></section>"
            )
        };
        let posts: String = POSTS.iter().map(post).collect();
        format!("<body>{posts}<section><h2><a href='/about/'>About</a></h2></section>")
    };
    let wrapper = learned(&page("weather"), &items(|s| format!("/{s}/"), none), &[]);
    assert_eq!(entries(&wrapper, &page("games"), "/page/2/").len(), 4);
}

#[test]
fn one_address_beside_others_keeps_its_folders() {
    let urls = |paths: &[&str]| -> Vec<url::Url> {
        let url = |p: &&str| url::Url::parse(&format!("https://b.example{p}")).unwrap();
        paths.iter().map(url).collect()
    };
    let shapes = |paths: &[&str]| -> Vec<String> {
        LinkShape::learn(&urls(paths)).iter().map(ToString::to_string).collect()
    };
    let cases: [(&[&str], &[&str]); 12] = [
        // A post whose name is a number, beside others.
        (&["/a/one", "/a/two", "/a/1984"], &["b.example/a/*", "b.example/a/{d}"]),
        (&["/topics/three"], &["b.example/topics/*"]),
        // Posts that stand below a word for tags all the same.
        (
            &["/a/one", "/x/two", "/topics/three", "/topics/four"],
            &["b.example/*/*", "b.example/topics/*"],
        ),
        (&["/a/one", "/a/two", "/x/y/three"], &["b.example/a/*", "b.example/x/y/*"]),
        // What digits say is said of all posts.
        (&["/a/one", "/a/two", "/x/2013/three"], &["b.example/a/*", "b.example/*/{dddd}/*"]),
        // Alone it says nothing of its folders.
        (&["/x/y/three"], &["b.example/*/*/*"]),
        (&["/a/one", "/x/y/three"], &["b.example/*/*", "b.example/*/*/*"]),
        // A day in one piece, with a name behind it or alone.
        (&["/2013-05-02-fog", "/2014-06-12-ice-9"], &["b.example/{dddd}-{dd}-{dd}-*"]),
        (&["/2013-05-02_fog.html", "/2014-06-12_2.html"], &["b.example/{dddd}-{dd}-{dd}_*.html"]),
        (&["/2013_05_02/fog", "/2014_06_12/ice"], &["b.example/{dddd}_{dd}_{dd}/*"]),
        // Not all of them, or in two ways.
        (&["/2013-05-02-fog", "/ice"], &["b.example/*"]),
        (&["/2013-05-02-fog", "/2013_05_02-ice"], &["b.example/*"]),
    ];
    for (paths, want) in cases {
        assert_eq!(shapes(paths), want, "{paths:?}");
        for shape in LinkShape::learn(&urls(paths)) {
            let read: LinkShape = shape.to_string().parse().unwrap();
            assert!(read == shape && urls(paths).iter().any(|u| read.fits(u)), "{shape}");
        }
    }
    let dated: LinkShape = "b.example/{dddd}-{dd}-{dd}-*".parse().unwrap();
    for other in ["/archive", "/2013-05-02", "/2013-05-02_fog", "/2013-5-02-fog", "/2013-05-02-a/b"]
    {
        assert!(!dated.fits(&urls(&[other])[0]), "{other}");
    }
    let open: LinkShape = "b.example/*/*".parse().unwrap();
    for (path, fits) in [
        ("/cats-and/dogs", true),
        ("/Tag/dogs", false),
        ("/author/ann", false),
        ("/dogs/12345", true),
        ("/dogs/2", false),
        ("/dogs/290", false),
        ("/dogs/2013", false),
        ("/dogs/1899", true),
        ("/dogs/0405", false),
        ("/dogs/2678", true),
    ] {
        assert_eq!(open.fits(&urls(&[path])[0]), fits, "{path}");
    }
    // Posts without a title.
    for (shape, path, fits) in [
        ("{dddd}/{dd}/{dd}/*", "/2010/04/19/290", true),
        ("{dddd}-{dd}-{dd}/*", "/2010-04-19/290", true),
        ("{dddd}/{dd}/*", "/2010/04/19", false),
        ("{dd}/{dd}/*", "/04/19/290", false),
    ] {
        let shape: LinkShape = format!("b.example/{shape}").parse().unwrap();
        assert_eq!(shape.fits(&urls(&[path])[0]), fits, "{path}");
    }
    assert!("b.example/*.html".parse::<LinkShape>().unwrap().fits(&urls(&["/7.html"])[0]));
    for wrong in ["{dddd}-{dd}", "{dddd}-{dd}_{dd}", "{dddd}-{dd}-{dd}-", "{dddd}-{dd}-{dd}-é*"] {
        let e = format!("b.example/{wrong}").parse::<LinkShape>().unwrap_err();
        assert!(e.contains("expected a day such as"), "{wrong}: {e}");
    }
}

#[test]
fn a_feed_does_not_choose_whom_we_ask() {
    struct Hostile(RefCell<Vec<String>>);
    impl Source for Hostile {
        fn get(&self, url: &str) -> Result<Response, Error> {
            self.0.borrow_mut().push(url.to_owned());
            let bytes = match url {
                // Lists of a blog are asked, too; these are none.
                "https://b.example/" => {
                    "<p>A blog <a href=/logout>Out</a> <a href=/archive/delete/7>x</a> \
                                         <a href='/admin/?delete=7'>y</a>"
                        .to_owned()
                }
                "https://b.example/feed" => {
                    let links = (0..10_000).map(|n| match n % 8 {
                        0 => format!("https://10.0.0.{}/admin?n={n}", n % 250),
                        1 => format!("https://me:pw@b.example/{n}"),
                        2 => format!("ftp://b.example/{n}"),
                        3 => format!("https://b.example/?page=logout&amp;n={n}"),
                        4 => format!("https://b.example/delete/{n}"),
                        _ => format!("https://b.example/{n}"),
                    });
                    let items =
                        links.map(|l| format!("<item><title>a</title><link>{l}</link></item>"));
                    let items: String = items.collect();
                    format!("<rss version=\"2.0\"><channel><title>B</title>{items}</channel></rss>")
                }
                _ => return Err(Error::new(ErrorKind::Fetch, "broken")),
            };
            Ok(Response::new(url, 200, bytes))
        }
    }
    let source = Hostile(RefCell::default());
    let feed = Some("https://b.example/feed");
    learn::Blog::gather(&source, "https://b.example/", feed, &mut |_| {}).unwrap();
    let asked = source.0.borrow();
    assert_eq!(asked.len(), 2 + 40, "home, feed, twice as many pages as are wanted");
    let strange = |u: &&String| {
        let deeds = ["logout", "delete", "pw"];
        !u.starts_with("https://b.example/") || deeds.iter().any(|d| u.contains(d))
    };
    assert_eq!(asked.iter().find(strange), None);
}

/// A blog whose pages redirect, and those whose redirect may be followed.
struct Leading {
    blog: Blog,
    to: &'static str,
    led: RefCell<Vec<String>>,
}

impl Source for Leading {
    fn get(&self, url: &str) -> Result<Response, Error> {
        self.blog.get(url)
    }

    fn get_within(&self, url: &str, may: &dyn Fn(&url::Url) -> bool) -> Result<Response, Error> {
        if may(&self.to.parse().unwrap()) {
            self.led.borrow_mut().push(url.to_owned());
        }
        self.blog.get(url)
    }
}

#[test]
fn pages_of_items_lead_to_hosts_of_the_blog_alone() {
    // Where all pages lead, and whether those of items may lead there.
    let cases = [
        ("https://b.example/moved/", true),
        ("http://www.b.example/moved/", true),
        ("https://posts.b.example/", true),
        ("https://other.example/", false),
        ("https://notb.example/", false),
        ("https://b.example.other.example/", false),
    ];
    for (to, may) in cases {
        let blog = made(&home_page(none), &items(|s| format!("/{s}/"), whole), &own_pages(none));
        let blog = Leading { blog, to, led: RefCell::default() };
        let feed = Some("https://b.example/feed");
        learn::Blog::gather(&blog, "https://b.example/", feed, &mut |_| ()).unwrap();
        let led = blog.led.borrow();
        assert_eq!(led[..2], ["https://b.example/", "https://b.example/feed"], "{to}");
        assert_eq!(led.len() > 2, may, "{to}: {led:?}");
    }
}

/// A sample whose home page links to other places than it should, and what was asked of it.
struct Misled {
    blog: Dir,
    links: [(&'static str, &'static str); 2],
    asked: RefCell<Vec<String>>,
}

impl Source for Misled {
    fn get(&self, url: &str) -> Result<Response, Error> {
        self.asked.borrow_mut().push(url.to_owned());
        let mut got = self.blog.get(url)?;
        if url == self.blog.base() {
            let html = String::from_utf8(got.bytes).unwrap();
            let html = self.links.iter().fold(html, |html, (from, to)| html.replace(from, to));
            got.bytes = html.into_bytes();
        }
        Ok(got)
    }
}

#[test]
fn records_do_not_choose_whom_we_ask() {
    let blog = Misled {
        blog: Dir::open("samples/garden-notes", None).unwrap(),
        links: [
            ("/2021/05/19/salt-pepper/", "/2021/05/19/salt-pepper/?action=logout"),
            ("/2021/05/12/counting-frost-nights/", "https://other.example/brine/"),
        ],
        asked: RefCell::default(),
    };
    learn::Blog::gather_without_feed(&blog, blog.blog.base(), &mut |_| ()).unwrap();
    let asked = blog.asked.borrow();
    assert!(asked.iter().any(|u| u.ends_with("/first-strawberries/")), "{asked:?}");
    let strange = |u: &&String| u.contains("logout") || u.contains("other.example");
    assert_eq!(asked.iter().find(strange), None);
}

/// A blog, further hosts of it, and what was asked of them.
struct Wide<'a> {
    blog: Blog,
    also: &'a [String],
    asked: RefCell<Vec<String>>,
}

impl Source for Wide<'_> {
    fn also_hosts(&self) -> &[String] {
        self.also
    }

    fn get(&self, url: &str) -> Result<Response, Error> {
        self.asked.borrow_mut().push(url.to_owned());
        self.blog.get(url)
    }
}

#[test]
fn a_further_host_of_the_blog_is_asked_where_it_is_named() {
    let (elsewhere, feed) = ("https://c.example/fog/", "https://b.example/feed");
    let items = items(|s| format!("/{s}/"), whole);
    let items = items.replace("https://b.example/fog-over-the-weir/", elsewhere);
    for also in [vec![], vec!["c.example".to_owned()]] {
        let home = home_page(none).replace("/fog-over-the-weir/", elsewhere);
        let blog = made(&home, &items, &own_pages(none));
        let blog = Wide { blog, also: &also, asked: RefCell::default() };
        learn::Blog::gather(&blog, "https://b.example/", Some(feed), &mut |_| ()).unwrap();
        let asked = blog.asked.borrow();
        assert_eq!(asked.iter().any(|u| u == elsewhere), !also.is_empty(), "{asked:?}");
    }
}

/// Three posts with their texts, and a side bar with the links of all: the posts are the list.
#[test]
fn a_side_bar_with_more_titles_is_no_list() {
    let post = |(title, day, text): &(&str, &str, &str)| {
        format!(
            "<h2>{title}</h2><i>{day} May 2013</i><p>{text}</p>\
             <p><a href='/{}/'>Permalink</a></p>",
            slug(title)
        )
    };
    let link = |(title, ..): &(&str, &str, &str)| {
        format!("<li><a href='/{}/'>{title}</a></li>", slug(title))
    };
    let posts: String = POSTS.iter().take(3).map(post).collect();
    let links: String = POSTS.iter().map(link).collect();
    let home = format!("<body class=home><ul>{links}</ul><div>{posts}</div>");
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &[]);
    let list = entries(&wrapper, &home, "/page/2/");
    assert_eq!(list.len(), 3, "{list:?}");
    assert!(list.iter().all(|e| e.date.is_some() && e.body_text.is_some()), "{list:?}");
}

/// Two further lists show signs that the home page does not have.
#[test]
fn what_a_sign_means_is_learned_from_all_lists() {
    let more = |k: usize| format!("<p><a href='/{}/'>Read on</a></p>", slug(POSTS[k].0));
    let (home, pages) = (home_page(none), own_pages(none));
    let archive = home_page(more).replace("class=home", "class=archive");
    let home = format!("{home}<a href='/archive/'>Archive</a>");
    let mut all = pages;
    all.push(("/archive/".to_owned(), archive.clone()));
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &all);
    let read = entries(&wrapper, &archive, "/archive/2/");
    assert_eq!(read.len(), POSTS.len());
    let full = Some(feedstone::internals::entry::Extent::Full);
    assert!(read.iter().all(|e| e.extent == full), "{:?}", read[0].extent);
}

/// An archive that a script fills has the side bar alone, in a page of another class than posts.
#[test]
fn a_side_bar_that_stands_alone_on_an_archive_is_no_list() {
    let link = |(title, ..): &(&str, &str, &str)| {
        format!("<p class=new><a href='/{}/'>{title}</a></p>", slug(title))
    };
    let links: String = POSTS.iter().map(link).collect();
    let framed = |class: &str, html: &str| {
        let side = format!("<div id=side><a href='/archive/'>Archive</a>{links}</div>");
        format!("<body><div class={class}>{html}{side}</div>")
    };
    let mut pages = own_pages(none);
    pages.iter_mut().for_each(|(_, html)| *html = framed("post", html));
    pages.push(("/archive/".to_owned(), framed("page", "<p>Loading</p>")));
    let home = framed("home", &home_page(none));
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &pages);
    let lists = wrapper.layouts.iter().filter(|l| l.kind == LayoutKind::List);
    assert_eq!(lists.map(|l| l.name.as_str()).collect::<Vec<_>>(), ["list"]);
}

/// A link to each of the posts that `shown` lets through, in a place without classes.
fn titles(shown: impl Fn(usize) -> bool) -> String {
    let link = |(title, ..): &(&str, &str, &str)| {
        format!("<h3><a href='/{}/'>{title}</a></h3>", slug(title))
    };
    let posts = POSTS.iter().enumerate().filter(|(k, _)| shown(*k));
    format!("<div>{}</div>", posts.map(|(_, post)| link(post)).collect::<String>())
}

/// Each post names one other at the path where the home page has its list.
#[test]
fn a_list_at_the_path_of_related_posts_is_a_list() {
    let home = format!("<body class=home>{}", titles(|_| true));
    let pages = own_pages(|k| titles(|other| other == (k + 1) % POSTS.len()));
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), none), &pages);
    assert_eq!(entries(&wrapper, &home, "/page/2/").len(), POSTS.len());
}

/// Each post and the home page name all others beside what they are about.
#[test]
fn what_every_page_links_to_is_a_side_bar() {
    let home = format!("<body class=home><p>Letters from the river.</p>{}", titles(|_| true));
    let pages = own_pages(|k| titles(|other| other != k));
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), none), &pages);
    assert_eq!(entries(&wrapper, &home, "/").len(), 0);
}

/// All posts of the feed are Ann's and about boats; what spells that is no part of the template.
#[test]
fn what_spells_the_only_author_and_tag_is_not_asked_for() {
    let byline = |name: &str, tag: &str| {
        let (who, what) = (slug(name), slug(tag));
        format!(
            "<p class=by-{who}><a class='name-{who}' href='/people/{who}/index.html'>{name}</a></p>\
             <p class=on-{what}><a class='on-{what}' href='/shelf/{what}/index.html'>{tag}</a></p>"
        )
    };
    let more =
        |k: usize| whole(k) + "<author>ann@b.example (Ann)</author><category>Boats</category>";
    let ours = |_: usize| byline("Ann", "Boats");
    let wrapper = learned(&home_page(ours), &items(|s| format!("/{s}/"), more), &own_pages(ours));
    for page in
        [home_page(|_| byline("Ben", "Mills")), own_pages(|_| byline("Ben", "Mills"))[0].1.clone()]
    {
        let read = entries(&wrapper, &page, "/rain-and-more-rain/");
        assert_eq!(read[0].author.as_deref(), Some("Ben"), "{wrapper:#?}");
        assert_eq!(read[0].tags, Some(vec!["Mills".to_owned()]));
    }
}

/// Elements without classes; one post has a rule ahead of its text.
#[test]
fn what_one_post_has_ahead_of_its_text_does_not_keep_the_others_from_a_rule() {
    let page = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let rule = if k == 2 { "<hr>" } else { "" };
        let html = format!(
            "<title>{title}</title><body><div><p>Letters</p></div><h1>{title}</h1>\
             <p>{day} May 2013</p>{rule}<div><p>{text}</p></div><div><p>About B</p></div>"
        );
        (format!("/{}/", slug(title)), html)
    };
    let pages: Vec<(String, String)> = POSTS.iter().enumerate().map(page).collect();
    let wrapper = learned("<body>", &items(|s| format!("/{s}/"), whole), &pages);
    for k in [0, 1, 3] {
        assert_eq!(body_of(&wrapper, &pages, k), SLEET);
    }
}

/// A template without elements: title, text, signature and comments stand one behind the other.
#[test]
fn a_text_is_found_beside_comments_that_are_longer() {
    let comment = "<div>Ours was under ice for a week, and nobody came by to look.</div>";
    let page = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let html = format!(
            "<title>{title}</title><body><div><b>Letters</b> | <a href='/'>Main</a><h2>{title}</h2>\
             {text}<br><br>Posted by Ann on {day} May 2013<br><br><b>Comments</b>{}</div>",
            comment.repeat(4 * (k + 1))
        );
        (format!("/{}/", slug(title)), html)
    };
    let pages: Vec<(String, String)> = POSTS.iter().enumerate().map(page).collect();
    let wrapper = learned("<body>", &items(|s| format!("/{s}/"), whole), &pages);
    for k in 0..POSTS.len() {
        assert_eq!(body_of(&wrapper, &pages, k), SLEET);
    }
}

/// The links to the posts before stand ahead of the title, and their words are the text's, too.
#[test]
fn a_line_far_ahead_that_shares_words_with_a_text_is_none_of_it() {
    let page = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let html = format!(
            "<title>{title}</title><body><div><b>{}</b><h2>{title}</h2><i>{day} May 2013</i>\
             <p>{text}</p><p>{}</p></div>",
            text.split_whitespace().take(3 * (k % 2)).collect::<Vec<_>>().join(" "),
            SLEET
        );
        (format!("/{}/", slug(title)), html)
    };
    let texts = |k: usize| format!("<description>{} {SLEET}</description>", POSTS[k].2);
    let pages: Vec<(String, String)> = POSTS.iter().enumerate().map(page).collect();
    let wrapper = learned("<body>", &items(|s| format!("/{s}/"), texts), &pages);
    for k in 0..POSTS.len() {
        assert_eq!(body_of(&wrapper, &pages, k), format!("{SLEET}\n{SLEET}"));
    }
}

/// The day has no element of its own.
#[test]
fn a_day_is_read_behind_the_end_of_an_element() {
    let page = |(title, day, text): &(&str, &str, &str)| {
        let html = format!(
            "<title>{title}</title><body><div><h2>{title}</h2> By <a href='/ann/'>Ann</a>, \
             on {day} May 2013, in <a href='/boats/'>Boats</a><p>{text}</p></div>"
        );
        (format!("/{}/", slug(title)), html)
    };
    let pages: Vec<(String, String)> = POSTS.iter().map(page).collect();
    let wrapper = learned("<body>", &items(|s| format!("/{s}/"), whole), &pages);
    let read = entries(&wrapper, &pages[1].1, &pages[1].0);
    assert_eq!(read[0].date.as_ref().map(ToString::to_string).as_deref(), Some("2013-05-09"));
}

/// Boxes without classes, and nothing but a heading inside tells the titles' links from others.
#[test]
fn a_record_begins_with_the_link_around_its_title() {
    let post = |(title, day, text): &(&str, &str, &str)| {
        let link = slug(title);
        format!(
            "<div><div><a href='/{link}/'><h3>{title}</h3></a><div><div><a href='/boats/'>Boats</a>\
             </div><div>{day} May 2013</div></div><div>{text}</div></div></div>"
        )
    };
    let posts: String = POSTS.iter().map(post).collect();
    let home =
        format!("<body><div><div><a href='/'>B</a></div></div><div><div>{posts}</div></div>");
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &own_pages(none));
    let read = entries(&wrapper, &home, "/");
    let links: Vec<_> = read.iter().filter_map(|entry| entry.link.clone()).collect();
    let own: Vec<_> = POSTS.iter().map(|p| format!("https://b.example/{}/", slug(p.0))).collect();
    assert_eq!(links, own, "{wrapper}");
}

/// Words that no two posts share, of a post's text that is no teaser's length.
fn long(k: usize) -> String {
    let words: Vec<String> = (0..170).map(|n| format!("w{k}x{n}")).collect();
    format!("{} {}.", POSTS[k].2, words.join(" "))
}

#[test]
fn long_texts_of_a_feed_are_no_teasers() {
    let mut home = home_page(none);
    for (k, post) in POSTS.iter().enumerate() {
        home = home.replace(post.2, &long(k));
    }
    let described = |k: usize| format!("<description>{}</description>", long(k));
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), described), &[]);
    let read = entries(&wrapper, &home, "/");
    assert_eq!(read.iter().map(|e| e.extent).collect::<Vec<_>>(), [Some(Extent::Full); 4]);
}

#[test]
fn comments_on_some_pages_are_no_text_though_they_stand_in_its_element() {
    let said = |(k, (path, html)): (usize, (String, String))| {
        let comments = format!("<div class=comments>Guest {k} was there, too.</div></div>");
        (path, if k > 1 { html.replacen("</div>", &comments, 1) } else { html })
    };
    let pages = framed_pages("", "<p>More next week.</p>");
    let pages: Vec<_> = pages.into_iter().enumerate().map(said).collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), teaser), &pages);
    let text = format!("{SLEET}\n{}\nMore next week.", second(2));
    assert_eq!(body_of(&wrapper, &pages, 2), text);
}

#[test]
fn addresses_of_all_posts_make_the_shapes() {
    let path = |s: &str| if s < "j" { format!("/notes/{s}/") } else { format!("/log/1/{s}/") };
    let moved = |(p, html): (String, String)| (path(p.trim_matches('/')), html);
    let pages: Vec<_> = own_pages(none).into_iter().map(moved).collect();
    let mut home = home_page(none);
    for slug in POSTS.map(|p| slug(p.0)) {
        home = home.replace(&format!("/{slug}/"), &path(&slug));
    }
    let wrapper = learned(&home, &items(path, whole), &pages);
    let shapes = &wrapper.index.as_ref().unwrap().shapes;
    let shapes: Vec<String> = shapes.iter().map(ToString::to_string).collect();
    assert_eq!(shapes, ["b.example/notes/*", "b.example/log/{d}/*"]);
}

#[test]
fn a_motto_is_the_reason_that_no_text_is_learned() {
    let motto = |_| "<description>Be kind to all birds and beasts</description>".to_owned();
    let home = POSTS.iter().fold(home_page(none), |html, post| html.replace(post.2, ""));
    let blog = made(&home, &items(|s| format!("/{s}/"), motto), &[]);
    let feed = Some("https://b.example/feed");
    let blog = learn::Blog::gather(&blog, "https://b.example/", feed, &mut |_| ()).unwrap();
    let findings = learn::learn(&blog).findings;
    let of = |f: &&learn::Finding| f.kind == LayoutKind::List && f.field == Field::Body;
    let why = "4: the feed has one text for nearly all items, which is none of theirs";
    assert_eq!(findings.iter().find(of).unwrap().why(), why);
}

#[test]
fn a_field_has_no_pattern_where_it_has_labels_and_no_rule() {
    let by = |k: usize| if k == 1 { "<em>Ann Cole</em>".to_owned() } else { none(k) };
    let author = |_| "<author>Ann Cole</author>".to_owned();
    let blog = made(&home_page(by), &items(|s| format!("/{s}/"), author), &[]);
    let feed = Some("https://b.example/feed");
    let blog = learn::Blog::gather(&blog, "https://b.example/", feed, &mut |_| ()).unwrap();
    let findings = learn::learn(&blog).findings;
    let no_rule = |field| {
        let of = |f: &&learn::Finding| f.kind == LayoutKind::List && f.field == field;
        findings.iter().find(of).unwrap().no_rule
    };
    assert_eq!(no_rule(Field::Author), Some(learn::NoRule::NoPattern));
    assert_eq!(no_rule(Field::Title), None);
    assert_eq!(no_rule(Field::Tags), None);
}

#[test]
fn the_papers_own_way_reads_posts_and_says_which_it_lacks() {
    let unseen = item("/hail/", "Hail", "29", "<description>Not on the home page.</description>");
    let feed = items(|s| format!("/{s}/"), whole) + &unseen;
    let blog = made(&home_page(none), &feed, &[]);
    let feed = Some("https://b.example/feed");
    let blog = learn::Blog::gather(&blog, "https://b.example/", feed, &mut |_| ()).unwrap();
    let learned = learn::literal(&blog);
    let seen = |f: &learn::Finding| {
        let evidence = f.evidence.unwrap();
        let lacking: Vec<usize> = f.unlabelled.iter().map(|u| u.1).collect();
        (evidence.seen, evidence.trained, evidence.tested, lacking)
    };
    let title = learned.findings.iter().find(|f| f.field == Field::Title).unwrap();
    assert_eq!(seen(title), (4, 2, 2, vec![1]));
    // From the innermost token outwards: no more tokens than are exact.
    let link = TokenPattern::Open { name: "a".to_owned(), attrs: Vec::new(), around: false };
    assert_eq!(learned.wrapper.layouts[0].fields[0].start, [link]);
    let read = entries(&learned.wrapper, &home_page(none), "/");
    let texts: Vec<_> = read.iter().map(|e| (e.title.as_deref(), e.body_text.as_deref())).collect();
    assert_eq!(texts, POSTS.map(|(title, _, text)| (Some(title), Some(text))));
    let days: Vec<_> = read.iter().map(|e| e.date.map(|d| d.to_string())).collect();
    assert_eq!(days, POSTS.map(|p| Some(format!("2013-05-{:0>2}", p.1))));
}

/// A blog whose pages can be listed, of which some are gone.
struct Archive(Blog);

impl Source for Archive {
    fn get(&self, url: &str) -> Result<Response, Error> {
        self.0.get(url)
    }

    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        let status = |url: &str| if url.contains("/gone") { 404 } else { 200 };
        let all = self.0.0.iter();
        Box::new(all.map(move |(u, t)| Ok(Response::new(u, status(u), t.as_bytes().to_vec()))))
    }
}

#[test]
fn a_stored_feed_that_was_gone_is_none() {
    let feed = |items: &str| format!("<rss version='2.0'><channel>{items}</channel></rss>");
    let items = items(|s| format!("/{s}/"), whole);
    let (first, _) = items.split_at(items.find("</item>").unwrap() + "</item>".len());
    let pages = [("/gone.xml".to_owned(), feed(&items)), ("/stored.xml".to_owned(), feed(first))];
    let Blog(mut all) = made(&home_page(none), "", &pages);
    all.retain(|p| p.0 != "https://b.example/feed");
    let home = "https://b.example/";
    let blog = learn::Blog::gather(&Archive(Blog(all)), home, None, &mut |_| ()).unwrap();
    assert_eq!(blog.feed.url, "https://b.example/stored.xml");
}

/// Older posts, which the feed does not name.
const OLDER: [(&str, &str, &str); 4] = [
    ("Mice in the loft", "1", "They came with the straw, and stayed until the owl had found them."),
    ("Paint for the door", "2", "Green, as the last tin in the shop had no other colour in it."),
    ("Bread on Tuesdays", "5", "The baker walks over the hill, and nobody asks him for the way."),
    ("Coal", "6", "Two carts of it lie under the stairs, which is enough until the spring."),
];

/// The blog of which an archive has another list and pages of some posts, but of the feed's first
/// ones alone so many.
fn crawled_later(of_feed: usize, list: &str) -> Archive {
    let page = |(title, day, text): &(&str, &str, &str)| {
        let html = format!(
            "<title>{title} - B</title><body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div><p>About B</p>"
        );
        (format!("/{}/", slug(title)), html)
    };
    let mut pages: Vec<(String, String)> =
        POSTS[..of_feed].iter().chain(&OLDER).map(page).collect();
    pages.push(("/older/".to_owned(), list.to_owned()));
    let link = |(title, ..): &(&str, &str, &str)| {
        format!("<li><a href='/{}/'>{title}</a></li>", slug(title))
    };
    let side: String = OLDER.iter().map(link).collect();
    let home = format!("{}<ul>{side}</ul>", home_page(none));
    Archive(made(&home, &items(|s| format!("/{s}/"), whole), &pages))
}

fn older_list(day: impl Fn(&str) -> String) -> String {
    let post = |(title, at, text): &(&str, &str, &str)| {
        format!(
            "<div class=post><h2><a href='/{}/'>{title}</a></h2>{}<div class=text><p>{text}</p>\
             </div></div>",
            slug(title),
            day(at)
        )
    };
    format!("<body class=home>{}", OLDER[..3].iter().map(post).collect::<String>())
}

fn gathered(archive: &Archive) -> learn::Blog {
    let feed = Some("https://b.example/feed");
    learn::Blog::gather(archive, "https://b.example/", feed, &mut |_| ()).unwrap()
}

#[test]
fn an_archive_without_pages_of_the_feeds_items_teaches_by_those_of_its_lists() {
    let archive = crawled_later(0, &older_list(|day| format!("<i>{day} May 2013</i>")));
    let blog = gathered(&archive);
    assert_eq!((blog.older, blog.entries.len()), (3, 3));
    let wrapper = blog.learn().wrapper;
    let coal = archive.get("https://b.example/coal/").unwrap();
    let read = entries(&wrapper, &String::from_utf8(coal.bytes).unwrap(), "/coal/");
    let [post] = &read[..] else { panic!("{wrapper}") };
    assert_eq!(post.title.as_deref(), Some("Coal"));
    assert_eq!(post.date.map(|day| day.to_string()).as_deref(), Some("2013-05-06"));
    assert_eq!(post.body_text.as_deref(), Some(OLDER[3].2));
}

#[test]
fn the_home_page_is_learned_from_by_what_the_feed_says_alone() {
    let Archive(Blog(mut pages)) = crawled_later(0, "<body>");
    let records = older_list(|day| format!("<i>{day} May 2013</i>"));
    pages[0].1 = home_page(none) + records.trim_start_matches("<body class=home>");
    let blog = gathered(&Archive(Blog(pages)));
    assert_eq!(blog.older, 3);
    assert_eq!(blog.learn().home_labels.len(), POSTS.len());
}

#[test]
fn older_posts_of_which_lists_say_less_than_the_feed_do_not_stand_beside_its_own() {
    let undated = older_list(|_| String::new());
    assert_eq!(gathered(&crawled_later(1, &undated)).older, 0);
    assert_eq!(gathered(&crawled_later(0, &undated)).older, 3);
}

/// A home page of older posts, of which the feed names none, and the pages of these.
fn crawled_before() -> Archive {
    let Archive(Blog(mut pages)) = crawled_later(0, "<body>");
    pages[0].1 = older_list(|day| format!("<i>{day} May 2013</i>"));
    Archive(Blog(pages))
}

#[test]
fn pages_of_an_archive_that_show_nothing_of_the_feed_are_learned_from_without_it() {
    let archive = crawled_before();
    let blog = gathered(&archive);
    assert!(blog.without_feed);
    let wrapper = blog.learn().wrapper;
    assert_eq!(wrapper.feed, "https://b.example/feed", "what it names may be read another day");
    let coal = archive.get("https://b.example/coal/").unwrap();
    let read = entries(&wrapper, &String::from_utf8(coal.bytes).unwrap(), "/coal/");
    let read: Vec<_> = read.iter().map(|e| (e.title.as_deref(), e.body_text.as_deref())).collect();
    assert_eq!(read, [(Some("Coal"), Some(OLDER[3].2))]);
}

/// An archive in which older posts lead to the home page.
struct Gone(Archive);

impl Source for Gone {
    fn get(&self, url: &str) -> Result<Response, Error> {
        let is_older = OLDER.iter().any(|older| url.contains(&slug(older.0)));
        self.0.get(if is_older { "https://b.example/" } else { url })
    }

    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        self.0.pages()
    }
}

#[test]
fn older_posts_that_lead_home_have_no_page() {
    let archive = Gone(crawled_later(0, &older_list(|day| format!("<i>{day} May 2013</i>"))));
    let feed = Some("https://b.example/feed");
    let blog = learn::Blog::gather(&archive, "https://b.example/", feed, &mut |_| ()).unwrap();
    assert_eq!((blog.older, blog.entries.len()), (0, 0));
}

#[test]
fn of_a_web_site_only_what_its_feed_says_is_learned() {
    // Its pages cannot be listed.
    let Archive(web) = crawled_before();
    let feed = Some("https://b.example/feed");
    let blog = learn::Blog::gather(&web, "https://b.example/", feed, &mut |_| ()).unwrap();
    assert!(!blog.without_feed && blog.learn().wrapper.layouts().is_empty());
}

#[test]
fn without_a_feed_too_older_posts_teach_where_pages_of_the_home_pages_are_not_there() {
    let archive = crawled_later(0, &older_list(|day| format!("<i>{day} May 2013</i>")));
    let home = "https://b.example/";
    let blog = learn::Blog::gather_without_feed(&archive, home, &mut |_| ()).unwrap();
    assert_eq!((blog.older, blog.entries.len()), (3, 3));
}

#[test]
fn enough_pages_of_the_feeds_items_need_no_others() {
    let list = older_list(|day| format!("<i>{day} May 2013</i>"));
    assert_eq!(gathered(&crawled_later(3, &list)).older, 3);
    assert_eq!(gathered(&crawled_later(4, &list)).older, 0);
}

#[test]
fn the_papers_link_rule_keeps_the_class_of_what_stands_ahead_of_the_link() {
    let tip = "<p><a href='/tip/'>*</a></p><h2 class=t>";
    let home = home_page(none).replace("<h2>", tip);
    let blog = made(&home, &items(|s| format!("/{s}/"), whole), &[]);
    let feed = Some("https://b.example/feed");
    let blog = learn::Blog::gather(&blog, "https://b.example/", feed, &mut |_| ()).unwrap();
    let literal = learn::literal(&blog).wrapper;
    let link = literal.layouts[0].fields.iter().find(|f| f.field == Field::Link).unwrap();
    let class = AttrPattern { name: "class".to_owned(), test: AttrTest::Is("t".to_owned()) };
    let open =
        |name: &str, attrs| TokenPattern::Open { name: name.to_owned(), attrs, around: false };
    assert_eq!(link.start, [open("h2", vec![class]), open("a", Vec::new())]);
}

#[test]
fn what_stands_behind_the_text_of_one_post_alone_is_no_end() {
    let page = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let ad =
            if k == 2 { "<div id=ad>Boats to let by the day, ask at the mill.</div>" } else { "" };
        let html = format!(
            "<body class=single><h1>{title}</h1><p>{text}</p><p>{}</p>{ad}\
             <p class=posted>{day} May 2013</p><p>About B</p>",
            second(k)
        );
        (format!("/{}/", slug(title)), html)
    };
    let pages: Vec<(String, String)> = POSTS.iter().enumerate().map(page).collect();
    let texts = |k: usize| format!("<description>{} {}</description>", POSTS[k].2, second(k));
    let wrapper = learned("<body>", &items(|s| format!("/{s}/"), texts), &pages);
    let body = wrapper.layouts[0].fields.iter().find(|f| f.field == Field::Body).unwrap();
    assert_eq!(body.ends.len(), 1, "{wrapper}");
}

#[test]
fn a_record_begins_with_the_place_to_jump_to() {
    let post = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let link = slug(title);
        format!(
            "<a name={k}>{title}</a> <i>{day} May 2013</i> <p>{text}</p>\
             <a href='/{link}/'>Go on</a>"
        )
    };
    let home = POSTS.iter().enumerate().map(post).collect::<String>();
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &[]);
    let record = wrapper.layouts[0].record.as_ref().unwrap();
    let name = AttrPattern { name: "name".to_owned(), test: AttrTest::Present };
    let open = TokenPattern::Open { name: "a".to_owned(), attrs: vec![name], around: false };
    assert_eq!(record.start, [open]);
}

#[test]
fn texts_that_end_with_nothing_in_common_go_to_the_edge_of_their_element() {
    let beside = ["nav", "aside", "footer", "form"];
    let behind = |(k, (path, html)): (usize, (String, String))| {
        let part = format!("</p><{0}>Next week</{0}></div>", beside[k]);
        (path, html.replace("</p></div>", &part))
    };
    let pages: Vec<_> = framed_pages("", "").into_iter().enumerate().map(behind).collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), teaser), &pages);
    let entry = wrapper.layouts.iter().find(|l| l.kind == LayoutKind::Entry).unwrap();
    let body = entry.fields.iter().find(|f| f.field == Field::Body).unwrap();
    assert_eq!((body.evidence.exact, body.evidence.tested), (4, 4), "{wrapper}");
}

/// Pages that show no day tell one to machines, in the words that the archive has for readers.
#[test]
fn months_named_to_machines_are_named_so_to_readers() {
    let day = |k: usize| format!("März {}, 2013", POSTS[k].1);
    let page = |k: usize| {
        let (title, _, text) = POSTS[k];
        let html = format!(
            "<title>{title} - B</title><meta name=date content='{}'><body class=single>\
             <h1>{title}</h1><div class=text><p>{text}</p></div><p>About B</p>",
            day(k)
        );
        (format!("/{}/", slug(title)), html)
    };
    let pages: Vec<(String, String)> = (0..POSTS.len()).map(page).collect();
    let wrapper =
        learned("<body>", &items(|s| format!("/{s}/"), whole).replace("May", "Mar"), &pages);
    let row = |k: usize| {
        let (title, ..) = POSTS[k];
        format!("<p><a href='/{}/'>{title}</a> {}</p>", slug(title), day(k))
    };
    let archive: String = (0..POSTS.len()).map(row).collect();
    let read = entries(&wrapper, &archive, "/archive/");
    assert_eq!(read[1].date.as_ref().map(ToString::to_string).as_deref(), Some("2013-03-09"));
}

#[test]
fn a_list_at_the_path_of_related_posts_is_a_list_where_it_is_longer() {
    let link = |title: &str| format!("<li><a href='/{}/'>{title}</a></li>", slug(title));
    // A post's page names one other post.
    let page = |k: usize| {
        let ((title, day, text), (other, ..)) = (POSTS[k], POSTS[(k + 1) % POSTS.len()]);
        let post = format!("<h1>{title}</h1><i>{day} May 2013</i><p>{text}</p>");
        let related = format!("<div><ul>{}</ul></div>", link(other));
        (format!("/{}/", slug(title)), format!("<body><main>{post}</main>{related}"))
    };
    let pages: Vec<(String, String)> = (0..POSTS.len()).map(page).collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), whole), &pages);
    let read = |titles: &[&str]| {
        let list: String = titles.iter().map(|title| link(title)).collect();
        entries(&wrapper, &format!("<body><div><ul>{list}</ul></div>"), "/all/posts/").len()
    };
    let older = ["Mice in the loft", "Nails and a plank", "Oats for the grey"];
    assert_eq!([read(&older[..2]), read(&older)], [0, 3]);
}

#[test]
fn a_heading_with_a_number_for_its_id_is_told_from_those_in_texts() {
    // Of one letter and a number, as old engines made them.
    let post = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        let more = if k == 1 { "<h3>On the mill</h3><p>It stands idle.</p>" } else { "" };
        let head = format!("<h3 id=a00{}>{title}</h3><p>{text}</p>{more}", 98 + k);
        format!("{head}<p>At <a href='/{}/'>{day} May 2013</a></p>", slug(title))
    };
    let home: String = POSTS.iter().enumerate().map(post).collect();
    let wrapper =
        learned(&format!("<body class=home>{home}"), &items(|s| format!("/{s}/"), none), &[]);
    let read = entries(&wrapper, &format!("<body class=home>{home}"), "/2013/");
    let titles: Vec<&str> = read.iter().filter_map(|e| e.title.as_deref()).collect();
    assert_eq!(titles, POSTS.map(|post| post.0));
}

#[test]
fn a_side_bar_that_names_the_post_of_its_page_does_not_hold_its_title() {
    let link = |(title, ..): &(&str, &str, &str)| {
        format!("<li><a href='/{}/'>{title}</a></li>", slug(title))
    };
    let side: String = POSTS.iter().map(link).collect();
    let page = |title: &str, day: &str, text: &str| {
        let side = format!("<div><ul>{side}</ul></div>");
        format!("<body class=single>{side}<b>{title}</b><i>{day} May 2013</i><p>{text}</p>")
    };
    let pages: Vec<(String, String)> = POSTS
        .iter()
        .map(|(title, day, text)| (format!("/{}/", slug(title)), page(title, day, text)))
        .collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), whole), &pages);
    let older = page("Mice in the loft", "2", "They came with the straw, and the cat is no help.");
    let read = entries(&wrapper, &older, "/mice-in-the-loft/");
    assert_eq!(read[0].title.as_deref(), Some("Mice in the loft"));
}

/// A post with a picture across its page has a template of its own.
#[test]
fn entry_pages_of_two_builds_have_a_layout_each() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let plain =
            format!("<body><div id=post><h1>{title}</h1><i>{day} May 2013</i><p>{text}</p></div>");
        let wide = format!(
            "<body class=wide><b>B</b><div id=top><div>{day} May 2013</div><div>{title}</div>\
             <img src=x.jpg></div><div id=text><p>{text}</p></div>"
        );
        if k.is_multiple_of(2) { plain } else { wide }
    };
    let post = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        (format!("/{}/", slug(title)), page(k, title, day, text))
    };
    let pages: Vec<(String, String)> = POSTS.iter().enumerate().map(post).collect();
    let wrapper = learned(&home_page(none), &items(|s| format!("/{s}/"), whole), &pages);
    for k in [0, 1] {
        let older = page(k, "Mice in the loft", "2", "They came with the straw, and stayed.");
        let read = entries(&wrapper, &older, "/mice-in-the-loft/");
        assert_eq!(read[0].title.as_deref(), Some("Mice in the loft"), "{k}: {wrapper}");
        assert_eq!(read[0].date.as_ref().map(ToString::to_string).as_deref(), Some("2013-05-02"));
    }
}

/// An archive shows whole titles, the feed their first words.
#[test]
fn titles_that_the_feed_cuts_do_not_speak_against_the_layout_of_an_archive() {
    let cut = |title: &str| format!("{}...", &title[..title.rfind(' ').unwrap()]);
    let all: String = POSTS
        .iter()
        .map(|(title, day, _)| item(&format!("/{}/", slug(title)), &cut(title), day, ""))
        .collect();
    let row = |(title, day, _): &(&str, &str, &str)| {
        format!("<li><i>05-{day:0>2}</i> <a href='/{}/'>{title}</a></li>", slug(title))
    };
    let rows: String = POSTS.iter().map(row).collect();
    let archive = format!("<body class=all><h2>2013</h2><ul>{rows}</ul>");
    let mut pages = own_pages(none);
    pages.push(("/archive/".to_owned(), archive.clone()));
    let home = format!("{}<a href='/archive/'>Archive</a>", home_page(none));
    let wrapper = learned(&home, &all, &pages);
    let read = entries(&wrapper, &archive, "/archive/");
    let days: Vec<String> =
        read.iter().filter_map(|e| e.date.as_ref()).map(ToString::to_string).collect();
    assert_eq!(days, ["2013-05-03", "2013-05-09", "2013-05-17", "2013-05-24"]);
}

/// Most posts have no title: a text begins behind the title, or at its post's start.
#[test]
fn texts_begin_behind_a_title_where_there_is_one() {
    let titled = |k: usize| k.is_multiple_of(3);
    let post = |k: usize, title: &str, day: &str, text: &str| {
        let head = if titled(k) { format!("<h2>{title}</h2>") } else { String::new() };
        let link = slug(title);
        format!("<div class=post>{head}{text}<i>{day} May <a href='/{link}/'>2013</a></i></div>")
    };
    let posts = POSTS.iter().cycle().take(8).enumerate();
    let all: Vec<(String, String)> = posts
        .map(|(k, (title, day, text))| {
            let title = if k < 4 { (*title).to_owned() } else { format!("{title} again") };
            let of_text = if titled(k) { &title } else { "" };
            let more = format!("<description>{text}</description>");
            let item = item(&format!("/{}/", slug(&title)), of_text, day, &more);
            (item, post(k, &title, day, text))
        })
        .collect();
    let items: String = all.iter().map(|a| a.0.as_str()).collect();
    let home: String = all.iter().map(|a| a.1.as_str()).collect();
    let wrapper = learned(&home, &items, &[]);
    let older = [
        post(0, "Mice in the loft", "2", "They came with the straw, and stayed."),
        post(1, "Nails", "1", "A plank was lost for want of them, and then a boat."),
    ];
    let texts: Vec<String> = entries(&wrapper, &older.concat(), "/page/2/")
        .into_iter()
        .filter_map(|e| e.body_text)
        .collect();
    let expected = [
        "They came with the straw, and stayed.",
        "A plank was lost for want of them, and then a boat.",
    ];
    assert_eq!(texts, expected, "{wrapper}");
}
