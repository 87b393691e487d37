//! Blogs of four posts: what the posts' own pages and the archive show, learned from a feed that
//! says it otherwise, and read on a page of a post that the feed no longer names. One fact a case.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod four_posts;

use feedstone::Wrapper;
use feedstone::internals::entry::Entry;
use four_posts::*;

/// A post of a month, and which of them.
#[derive(Clone, Copy)]
struct Post {
    k: usize,
    title: &'static str,
    day: &'static str,
    text: &'static str,
}

/// A post that neither the feed nor the home page shows.
const OLDER: Post = Post {
    k: 4,
    title: "Mice in the loft",
    day: "2",
    text: "They came with the straw, and stayed until the owl had found them.",
};

fn posts() -> Vec<Post> {
    let post = |(k, (title, day, text))| Post { k, title, day, text };
    POSTS.into_iter().enumerate().map(post).collect()
}

/// Learns from a home page, a feed, and the pages of posts; reads the older post's page.
fn read(
    home: impl Fn(usize) -> String,
    feed: impl Fn(usize) -> String,
    page: impl Fn(&Post) -> Option<String>,
) -> (Entry, Wrapper) {
    let path = |p: &Post| format!("/{}/", slug(p.title));
    let pages: Vec<(String, String)> =
        posts().iter().filter_map(|p| Some((path(p), page(p)?))).collect();
    let wrapper = learned(&home_page(home), &items(|s| format!("/{s}/"), feed), &pages);
    let older = page(&OLDER).unwrap();
    let mut entries = entries(&wrapper, &older, &path(&OLDER));
    assert_eq!(entries.len(), 1, "{wrapper}");
    (entries.remove(0), wrapper)
}

/// Pages of a post whose text has no name of its own, with what stands ahead of it and behind.
fn in_an_article(p: &Post, ahead: &str, behind: &str) -> Option<String> {
    Some(format!(
        "<body><div id=menu>B</div><h1>{}</h1><p>{} May 2013 {ahead}</p>\
         <article><div><p>{}</p></div>{behind}</article>",
        p.title, p.day, p.text
    ))
}

#[test]
fn a_text_ends_ahead_of_the_tags_behind_it_where_categories_stand_ahead_of_it() {
    let page = |p: &Post| {
        let kind = if p.k == 4 { "yard" } else { "house" };
        let ahead = format!("in <a href='/category/{kind}/'>{kind}</a>");
        let note = format!("<p>Sent to {0} readers on round {0}.</p>", p.k + 20);
        let behind = format!("<div><a href='/tag/t{0}/'>t{0}</a></div>{note}", p.k);
        let page = in_an_article(p, &ahead, &behind);
        page.map(|page| page.replace(p.text, &p.text.repeat(4)))
    };
    let feed = |k: usize| format!("<category>house</category><category>t{k}</category>");
    let (entry, wrapper) = read(none, feed, page);
    assert_eq!(entry.body_text, Some(OLDER.text.repeat(4)), "{wrapper}");
}

#[test]
fn a_text_without_the_boxes_of_others_is_read_by_the_element_around_all() {
    let parts = "<div class=card><p>The posts of this series, in their order</p><ul>\
                 <li><a href='/fog-over-the-weir/'>One</a><li><a href='/ice/'>Two</a></ul></div>";
    let page = |p: &Post| {
        let parts = if p.k == 1 || p.k == 4 { "" } else { parts };
        Some(format!(
            "<body class=single><h1>{}</h1><i>{} May 2013</i>\
             <div class=content>{parts}<p>{}</p>{parts}</div><p>About B</p>",
            p.title, p.day, p.text
        ))
    };
    let (entry, wrapper) = read(none, whole, page);
    assert_eq!(entry.body_text.as_deref(), Some(OLDER.text), "{wrapper}");
}

#[test]
fn a_line_with_the_day_of_a_change_is_none_of_the_text() {
    let page = |p: &Post| {
        in_an_article(p, "", &format!("<div><p>Updated on {} May 2013</p></div>", p.day))
    };
    let (entry, wrapper) = read(none, none, page);
    assert_eq!(entry.body_text.as_deref(), Some(OLDER.text), "{wrapper}");
}

#[test]
fn a_title_in_the_cover_of_some_posts_is_read_by_its_own_element() {
    let page = |p: &Post| {
        let title = format!("<div class=head>{}</div>", p.title);
        let head = match p.k % 4 {
            0 => format!("<div class=cover><p>Posted on {} May 2013</p>{title}</div>", p.day),
            _ => format!("{title}<p>Posted on {} May 2013</p>", p.day),
        };
        let text = format!("<div class=text>{}</div>", p.text);
        Some(format!("<body><div class=menu>B</div><div class=post>{head}{text}</div>"))
    };
    let (entry, wrapper) = read(none, whole, page);
    assert_eq!(entry.title.as_deref(), Some(OLDER.title), "{wrapper}");
}

/// What is read of a post without tags, where those of all known posts stand behind their texts.
fn text_without_tags(page: impl Fn(&str, &str, &str) -> String, tags: impl Fn(&str) -> String) {
    let one = |p: &Post| {
        let link = format!("<a href='/tag/t{0}/'>t{0}</a>", p.k);
        let row = if p.k == 4 { String::new() } else { tags(&link) };
        let head = format!("<div><h3>{}</h3><div>{} May 2013</div></div>", p.title, p.day);
        Some(page(&head, p.text, &row))
    };
    let feed = |k: usize| format!("{}<category>t{k}</category>", whole(k));
    let (entry, wrapper) = read(none, feed, one);
    assert_eq!(entry.body_text.as_deref(), Some(OLDER.text), "{wrapper}");
}

#[test]
fn a_text_is_told_by_its_start_where_posts_may_lack_its_end() {
    let menu = "<div id=menu><p>B</p><ul><li><a href='/about/'>About</a></li></ul></div>";
    let page = |head: &str, text: &str, tags: &str| {
        let text = format!("<div><div><p>{text}</p></div>{tags}</div>");
        format!("<body>{menu}<div><div>{head}{text}</div></div>")
    };
    text_without_tags(page, |link| format!("<ul><li>{link}</li></ul>"));
}

#[test]
fn a_box_in_a_box_is_told_by_its_class() {
    let page = |head: &str, text: &str, tags: &str| {
        let text = format!("<div><div class=text>{text}</div>{tags}</div>");
        format!("<body><div id=menu><p>B</p></div><div>{head}{text}</div>")
    };
    text_without_tags(page, |link| format!("<div class=tags>{link}</div>"));
}

#[test]
fn a_name_behind_a_word_for_authors_is_read_before_the_same_name_among_the_comments() {
    let comment = "<li class=c><b>Ann Bow</b> wrote on 30 May 2013<p>Thank you.</p></li>";
    let page = |p: &Post| {
        let comments = if p.k < 4 { comment } else { "" };
        Some(format!(
            "<body class=single><h1>{}</h1><p class=by>{} May 2013 by Ann Bow in B</p>\
             <div class=text>{}</div><ol>{comments}</ol>",
            p.title, p.day, p.text
        ))
    };
    let feed = |k: usize| format!("{}<author>ann@b.example (Ann Bow)</author>", whole(k));
    let (entry, wrapper) = read(none, feed, page);
    assert_eq!(entry.author.as_deref(), Some("Ann Bow"), "{wrapper}");
}

/// A page with an author, tags, and a text in an element.
fn page_with(p: &Post, author: &str, tags: &str, text: &str) -> String {
    format!(
        "<body class=single><div id=menu>B</div><h1>{}</h1><i>{} May 2013</i>\
         <p class=by>{author}</p>{text}<p class=meta>{tags}</p>",
        p.title, p.day
    )
}

fn text_of(p: &Post) -> String {
    format!("<div class=text>{}</div>", p.text)
}

#[test]
fn tags_that_the_feed_leaves_out_are_those_that_the_home_page_shows() {
    let tag = |k: usize| if k == 1 { "salt" } else { "bread" };
    let link = |k: usize| format!("<a href='/category/{0}/'>{0}</a>", tag(k));
    // The pages that are there are all of one category, as a menu is.
    let page = |p: &Post| {
        let there = p.k != 1;
        let tags = if p.k == 4 { link(1) } else { link(p.k) };
        there.then(|| page_with(p, "", &format!("in {tags}"), &text_of(p)))
    };
    let (entry, wrapper) = read(|k| format!("<p>in {}</p>", link(k)), whole, page);
    assert_eq!(entry.tags, Some(vec!["salt".to_owned()]), "{wrapper}");
}

#[test]
fn tags_may_lead_to_places_of_one_page() {
    let tag = ["salt", "bread", "rye", "plums", "vinegar"];
    let page = |p: &Post| {
        let link = format!("<a class=btn href='/tags.html#{0}'>{0}</a>", tag[p.k]);
        Some(page_with(p, "", &link, &text_of(p)))
    };
    let (entry, wrapper) = read(none, whole, page);
    assert_eq!(entry.tags, Some(vec!["vinegar".to_owned()]), "{wrapper}");
}

#[test]
fn what_one_page_shows_is_read_by_the_rules_of_the_list() {
    let tagged = |k: usize| k < 2;
    let link = |k: usize| format!("<b class=tags><a href='/of/t{k}/'>t{k}</a></b>");
    let page = |p: &Post| {
        // Of the posts' own pages one has tags.
        let tags = if p.k.is_multiple_of(4) { link(p.k) } else { String::new() };
        Some(page_with(p, "", &tags, &text_of(p)))
    };
    let feed = |k: usize| match tagged(k) {
        true => format!("{}<category>t{k}</category>", whole(k)),
        false => whole(k),
    };
    let home = |k: usize| if tagged(k) { link(k) } else { String::new() };
    let (entry, wrapper) = read(home, feed, page);
    assert_eq!(entry.tags, Some(vec!["t4".to_owned()]), "{wrapper}");
}

#[test]
fn an_author_is_whom_the_home_page_names_where_the_feed_names_the_blog() {
    let names = ["Ann Bow", "Cid Dew", "Eve Fox", "Gus Hay", "Ida Jay"];
    let by = |k: usize| format!("<span class=author>{}</span>", names[k]);
    let page = |p: &Post| Some(page_with(p, &by(p.k), "", &text_of(p)));
    let feed = |k: usize| format!("{}<author>B</author>", whole(k));
    let (entry, wrapper) = read(by, feed, page);
    assert_eq!(entry.author.as_deref(), Some("Ida Jay"), "{wrapper}");
}

#[test]
fn posts_that_the_feed_cuts_are_whole_on_their_own_pages() {
    let cut = |k: usize| k.is_multiple_of(4);
    let rest = "Nobody knew whose it was, nor who had left it there in the first place.";
    let page = |p: &Post| {
        let more = match cut(p.k) {
            true => format!("<div id=extended class=text>{rest} {} days.</div>", p.k + 2),
            false => String::new(),
        };
        let text = format!("<div class='text body'>{}</div>{more}", p.text);
        Some(page_with(p, "", "", &format!("<div class=post>{text}<hr></div>")))
    };
    let feed = |k: usize| {
        let link = format!("<a href='https://b.example/{}/#extended'>On</a>", slug(POSTS[k].0));
        let more = if cut(k) { link } else { String::new() };
        let text = format!("<![CDATA[<p>{}</p>{more}]]>", POSTS[k].2);
        format!("<c:encoded xmlns:c='http://purl.org/rss/1.0/modules/content/'>{text}</c:encoded>")
    };
    let (entry, wrapper) = read(none, feed, page);
    let whole = format!("{}\n{rest} 6 days.", OLDER.text);
    assert_eq!(entry.body_text.as_deref(), Some(whole.as_str()), "{wrapper}");
}

#[test]
fn the_numbers_of_a_day_may_have_an_element_each() {
    let row = |p: &Post| {
        let day = format!("<span>{}</span> <span class=month> 05 </span>", p.day);
        format!("<li><div>{day} <a href='/{}/'>{}</a></div>", slug(p.title), p.title)
    };
    let all: String = posts().iter().chain([&OLDER]).map(row).collect();
    let archive = format!("<body class=all><b>2013</b><ul>{all}</ul>");
    let mut pages = own_pages(none);
    pages.push(("/archive/".to_owned(), archive.clone()));
    let home = format!("{}<a href='/archive/'>Archive</a>", home_page(none));
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &pages);
    let read = entries(&wrapper, &archive, "/archive/");
    let days: Vec<String> =
        read.iter().filter_map(|e| e.date.as_ref()).map(ToString::to_string).collect();
    let expected = ["2013-05-03", "2013-05-09", "2013-05-17", "2013-05-24", "2013-05-02"];
    assert_eq!(days, expected, "{wrapper}");
}

#[test]
fn tags_of_two_posts_are_read_where_each_tells_the_place_of_the_other() {
    let tagged = [("Salt", "salt"), ("Rye", "rye")];
    let titles = ["Salt", "Fog", "Ice", "Rye", "Rain", "Wind"];
    let post = |title: &str| {
        let tag = tagged.iter().find(|t| t.0 == title);
        let row = tag.map(|t| format!("<p><a href='/tag/{0}/'>{0}</a></p>", t.1));
        format!(
            "<div class=post><h2><a href='/{}/'>{title}</a></h2>\
             <div class=text>All about the {title} of {title} and more</div>{}</div>",
            slug(title),
            row.unwrap_or_default()
        )
    };
    let items: String = titles.map(|t| item(&format!("/{}/", slug(t)), t, "3", "")).concat();
    let home = format!("<body class=home>{}", titles.map(post).concat());
    let wrapper = learned(&home, &items, &[]);
    let tags: Vec<String> =
        entries(&wrapper, &home, "/").into_iter().filter_map(|e| e.tags).flatten().collect();
    assert_eq!(tags, ["salt", "rye"], "{wrapper}");
}

#[test]
fn what_stands_behind_the_tags_is_no_text_where_most_stands_ahead() {
    let about = |k: usize| format!("Ann Bow mends {0} boats, keeps {0} bees, and sings.", k + 2);
    let page = |p: &Post| {
        let tags = format!("<p class=meta><a href='/tag/t{0}/'>t{0}</a></p>", p.k);
        let text = format!("<div class=text>{}</div>", p.text.repeat(4));
        let text = format!("<div class=main>{text}{tags}<div class=who>{}</div></div>", about(p.k));
        Some(page_with(p, "", "", &text))
    };
    let feed = |k: usize| format!("<category>t{k}</category>");
    let (entry, wrapper) = read(none, feed, page);
    assert_eq!(entry.body_text, Some(OLDER.text.repeat(4)), "{wrapper}");
    assert_eq!(entry.tags, Some(vec!["t4".to_owned()]), "{wrapper}");
}

#[test]
fn elements_with_a_class_for_tags_are_tags_and_posts_of_a_tag_are_none() {
    let page = |p: &Post| {
        let (name, other) = (["salt", "rye"][p.k % 2], ["mill", "weir", "well"][p.k % 3]);
        let row = format!(
            "<span class='tags__item'> {name} </span> <span class='tags__item'>{other}</span>"
        );
        let text = format!("<div class='text tag-{name}'><b>{}</b></div>", p.text);
        Some(page_with(p, "", &row, &text))
    };
    let (entry, wrapper) = read(none, whole, page);
    assert_eq!(entry.tags, Some(vec!["salt".to_owned(), "weir".to_owned()]), "{wrapper}");
}

#[test]
fn of_a_post_that_was_changed_the_day_of_its_publication_is_read() {
    let day = |day: &str, classes: &str| format!("<time class='day {classes}'>{day} 2013</time>");
    let page = |p: &Post| {
        let own = format!("{} May", p.day);
        let days = match p.k {
            4 => format!("{} {}", day("9 June", "updated"), day(&own, "published")),
            _ => day(&own, "published updated"),
        };
        Some(format!("<body class=single><h1>{}</h1><p>{days}</p>{}", p.title, text_of(p)))
    };
    let (entry, wrapper) = read(none, whole, page);
    assert_eq!(entry.date.unwrap().to_string(), "2013-05-02", "{wrapper}");
}

#[test]
fn names_ahead_of_a_phrase_of_writing_are_authors() {
    for (name, behind) in [
        ("周远", " 发表于 "),
        ("周远", " 发布于 "),
        ("周远", "提交于"),
        ("周远", " 张贴于 "),
        ("周远", " 撰写于 "),
        ("林芳", " 發表於 "),
        ("林芳", " 發佈於 "),
        ("林芳", "發布於"),
        ("林芳", " 張貼於 "),
        ("佐々木", "さんが投稿 "),
    ] {
        let page = |p: &Post| {
            let by = format!("{name}{behind}{}:40", p.day);
            Some(page_with(p, &by, "", &text_of(p)))
        };
        let (entry, wrapper) = read(none, whole, page);
        assert_eq!(entry.author.as_deref(), Some(name), "{behind}: {wrapper}");
    }
}

#[test]
fn words_ahead_of_a_tag_are_none_of_it_whatever_the_class_says() {
    let page = |p: &Post| {
        let row = format!("<span class=post-tags>Filed under t{}</span>", p.k);
        Some(page_with(p, "", &row, &text_of(p)))
    };
    let feed = |k: usize| format!("{}<category>t{k}</category>", whole(k));
    let (entry, wrapper) = read(none, feed, page);
    assert_eq!(entry.tags, Some(vec!["t4".to_owned()]), "{wrapper}");
}

/// A page of a post without an element for its text, as old templates write it.
fn without_frame(p: &Post, text: &str, behind: &str) -> Option<String> {
    Some(format!(
        "<body><div id=menu>B</div><div class=blogbody><h3>{}</h3>{text}\
         <div class=posted>On {} May 2013</div>{behind}</div>",
        p.title, p.day
    ))
}

const REST: &str = "Nobody knew whose it was, nor who had left it there in the first place.";

#[test]
fn a_text_goes_on_in_paragraphs_like_its_own_where_the_feed_has_the_first_alone() {
    let page = |p: &Post| {
        let more = match p.k % 4 {
            0 => format!("<p>{REST} {} days.</p><p>It was {} miles.</p>", p.k + 2, p.k + 3),
            _ => String::new(),
        };
        without_frame(p, &format!("<p>{}</p>{more}", p.text), "")
    };
    let (entry, wrapper) = read(none, whole, page);
    let all = format!("{}\n{REST} 6 days.\nIt was 7 miles.", OLDER.text);
    assert_eq!(entry.body_text.as_deref(), Some(all.as_str()), "{wrapper}");
}

#[test]
fn paragraphs_with_a_day_behind_some_texts_are_comments() {
    let page = |p: &Post| {
        let comments = match p.k % 4 {
            0 => format!("<p>{REST} On {} May 2013 Ann, {} years.</p>", p.day, p.k + 2),
            _ => String::new(),
        };
        without_frame(p, &format!("<p>{}</p>{comments}", p.text), "")
    };
    let (entry, wrapper) = read(none, whole, page);
    assert_eq!(entry.body_text.as_deref(), Some(OLDER.text), "{wrapper}");
}

#[test]
fn a_part_that_is_named_the_rest_is_text_of_the_one_post_that_has_it() {
    let page = |p: &Post| {
        let more = match p.k % 4 {
            0 => format!("<div id=more><p>{REST} {} days.</p></div>", p.k + 2),
            _ => String::new(),
        };
        without_frame(p, &format!("<p>{}</p>{more}", p.text), "")
    };
    let (entry, wrapper) = read(none, whole, page);
    let all = format!("{}\n{REST} 6 days.", OLDER.text);
    assert_eq!(entry.body_text.as_deref(), Some(all.as_str()), "{wrapper}");
}

#[test]
fn comments_are_known_by_a_word_of_their_class_that_a_capital_begins() {
    let page = |p: &Post| {
        let said = format!("<p>I had thought so all along, said {} of us.</p>", p.k + 2);
        let comments = format!("<div class=blogComments><b>Said</b>{said}{said}</div>");
        Some(format!(
            "<body><div id=menu>B</div><div class=posts><h3>{}</h3><p>On {} May 2013</p>\
             <p>{}</p>{comments}</div>",
            p.title, p.day, p.text
        ))
    };
    let (entry, wrapper) = read(none, none, page);
    assert_eq!(entry.body_text.as_deref(), Some(OLDER.text), "{wrapper}");
}

#[test]
fn tags_behind_a_word_for_them_may_be_the_last_paragraph_of_the_text() {
    let tag = |k: usize| ["salt", "bread", "rye", "plums", "vinegar"][k];
    let row = |k: usize| {
        let link = |tag| format!("<a href='/tag_{tag}.html'>{tag}</a>");
        format!("<p>Tags: {}, {}</p>", link(tag(k)), link("home"))
    };
    let page = |p: &Post| {
        let other = "<p>Seen by <a href='https://elsewhere.example/'>others</a>, too.</p>";
        Some(page_with(p, "", "", &format!("<div><p>{}</p>{other}{}</div>", p.text, row(p.k))))
    };
    let feed = |k: usize| {
        let text = format!("<p>{}</p><p>Seen by others, too.</p>{}", POSTS[k].2, row(k));
        format!("<description><![CDATA[{text}]]></description>")
    };
    let (entry, wrapper) = read(none, feed, page);
    let tags = vec!["vinegar".to_owned(), "home".to_owned()];
    assert_eq!(entry.tags, Some(tags), "{wrapper}");
}

#[test]
fn tags_without_a_mark_on_the_home_page_are_told_by_the_posts_own_pages() {
    let tag = |k: usize| ["salt", "bread", "rye", "plums", "vinegar"][k];
    let plain = |k: usize| format!("<em>{}</em>", tag(k));
    let page = |p: &Post| {
        let link = format!("<a rel=tag href='/category/{0}/'>{0}</a>", tag(p.k));
        Some(page_with(p, "", &link, &text_of(p)))
    };
    let (_, wrapper) = read(plain, whole, page);
    let home = entries(&wrapper, &home_page(plain), "/");
    let tags: Vec<_> = home.into_iter().map(|e| e.tags.unwrap_or_default().concat()).collect();
    assert_eq!(tags, ["salt", "bread", "rye", "plums"], "{wrapper}");
}
