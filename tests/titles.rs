//! Where titles begin and end on pages that write them otherwise than the feed. One fact a case.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod four_posts;

use four_posts::*;

/// The title read on the page of a post that the feed does not name, of a blog whose pages have in
/// their headings what `shown` makes of each post's number and title, and whose feed has what
/// `said` makes of them.
fn title_of_older(
    shown: impl Fn(usize, &str) -> String,
    said: impl Fn(&str) -> String,
) -> Option<String> {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><div id=menu>B</div><h1 class=head>{}</h1><i>{day} May 2013</i>\
             <div class=text>{text}</div>",
            shown(k, title)
        )
    };
    let pages: Vec<(String, String)> = POSTS
        .iter()
        .enumerate()
        .map(|(k, (title, day, text))| (format!("/{}/", slug(title)), page(k, title, day, text)))
        .collect();
    let feed = POSTS.iter().map(|(title, day, text)| {
        let description = format!("<description>{text}</description>");
        item(&format!("/{}/", slug(title)), &said(title), day, &description)
    });
    let wrapper = learned("<body>B", &feed.collect::<String>(), &pages);
    let older = page(4, "Mice in the loft", "2", "They came with the straw, and stayed until May.");
    entries(&wrapper, &older, "/mice-in-the-loft/").first().and_then(|entry| entry.title.clone())
}

fn as_it_is(title: &str) -> String {
    title.to_owned()
}

#[test]
fn signs_of_the_template_around_titles_are_none_of_them() {
    let title = title_of_older(|_, title| format!(".: {title} ::"), as_it_is);
    assert_eq!(title.as_deref(), Some("Mice in the loft"));
}

#[test]
fn signs_behind_what_the_feed_says_are_the_templates_too() {
    let title = title_of_older(|_, title| format!("{title}? |"), |title| format!("{title}?"));
    assert_eq!(title.as_deref(), Some("Mice in the loft?"));
}

#[test]
fn signs_that_some_titles_have_stay() {
    let sign = |k: usize| ["!", ""][k % 2];
    let title = title_of_older(|k, title| format!("{title}{}", sign(k)), as_it_is);
    assert_eq!(title.as_deref(), Some("Mice in the loft!"));
}

#[test]
fn signs_that_the_feed_has_stay() {
    let title = title_of_older(|_, title| format!("“{title}”"), |title| format!("“{title}”"));
    assert_eq!(title.as_deref(), Some("“Mice in the loft”"));
}

const ENDS: [&str; 5] = ["in the sun", "at last", ", again", "or so they say", "and below it"];

#[test]
fn a_title_goes_on_where_the_feeds_is_shorter() {
    let title = title_of_older(|k, title| format!("{title} {}", ENDS[k]), as_it_is);
    assert_eq!(title.as_deref(), Some("Mice in the loft and below it"));
}

#[test]
fn what_is_no_part_of_a_title_does_not_go_on() {
    const SITES: [&str; 5] = ["hay.org", "rye.com", "oats.net", "barley.org", "straw.com"];
    let ends: [fn(usize) -> String; 6] = [
        |k| format!("– {} comments", k + 3),
        |k| format!("{} min read", k + 3),
        |k| format!("on {} May 2013", k + 3),
        |k| format!("({})", SITES[k]),
        |k| format!("{} by post", ["sent", "came", "went", "brought", "left"][k]),
        |k| ["in the fog", "on the steps", "in the rain", "in the wind", "in the loft"][k].into(),
    ];
    for end in ends {
        let title = title_of_older(|k, title| format!("{title} {}", end(k)), as_it_is);
        assert!(title.is_none_or(|title| !title.contains(&end(4))), "{}", end(4));
    }
}

#[test]
fn a_title_goes_on_to_the_next_element_alone() {
    let edit = "<a href='/edit'>Edit</a>";
    let title = title_of_older(|k, title| format!("{title} {} {edit}", ENDS[k]), as_it_is);
    assert_eq!(title.as_deref(), Some("Mice in the loft and below it"));
    let name = |k: usize| ["Ann", "Ben", "Cleo", "Dora", "Eve"][k];
    let title = title_of_older(|k, title| format!("{title} <small>{}</small>", name(k)), as_it_is);
    assert_eq!(title.as_deref(), Some("Mice in the loft"));
}

#[test]
fn the_beginning_of_the_text_behind_a_title_is_none_of_it() {
    let begins = |k: usize| POSTS.get(k).map_or("They came with the straw", |post| post.2);
    let title = title_of_older(|k, title| format!("{title} {}", begins(k)), as_it_is);
    assert!(title.is_none_or(|title| title == "Mice in the loft"));
}

#[test]
fn signs_that_titles_have_themselves_stay() {
    let signs = [("“", "”"), ("", "."), ("", " -"), ("[", "]"), ("", "……"), ("¿", "?"), ("", " ↗")];
    for (ahead, behind) in signs {
        let title = title_of_older(|_, title| format!("{ahead}{title}{behind}"), as_it_is);
        assert_eq!(title, Some(format!("{ahead}Mice in the loft{behind}")));
    }
}

#[test]
fn signs_that_the_feed_writes_otherwise_stay() {
    let title = title_of_older(|_, title| format!("* {title} *"), |title| format!("+ {title} +"));
    assert_eq!(title.as_deref(), Some("* Mice in the loft *"));
}

#[test]
fn signs_behind_the_titles_of_most_posts_stay() {
    let sign = |k: usize| ["", " |", " |", " |", " |"][k];
    let title = title_of_older(|k, title| format!("{title}{}", sign(k)), as_it_is);
    assert_eq!(title.as_deref(), Some("Mice in the loft |"));
}
