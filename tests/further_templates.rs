//! Blogs of a few posts in templates that mislead whoever looks at one sign alone: side bars that
//! name more posts than the list, subtitles, mottos, tags inside and outside of texts, texts that
//! the feed cuts. One fact a case.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod four_posts;

use feedstone::Wrapper;
use feedstone::internals::entry::{Entry, Extent};
use four_posts::*;

/// A post that neither the feed nor the home page shows: its number, title, day and text.
const OLDER: (usize, &str, &str, &str) = (
    8,
    "Mice in the loft",
    "2",
    "They came with the straw, and stayed until the owl had found them.",
);

/// Further posts of the feed.
const MORE: [(&str, &str, &str); 4] = [
    ("Swifts are back", "5", "Eleven of them went round the tower before the rain came down."),
    ("A lamp for the lane", "12", "The council had one left over, and it burns until eleven."),
    ("Honey from the lime", "21", "Two jars a hive, dark as tea, and none of it for sale so far."),
    ("The mill is shut", "28", "Its wheel stands still, and geese have moved in at the race."),
];

/// All posts of the feed: number, title, day and text.
fn posts() -> impl Iterator<Item = (usize, &'static str, &'static str, &'static str)> {
    POSTS.into_iter().chain(MORE).enumerate().map(|(k, (title, day, text))| (k, title, day, text))
}

/// A blog whose home page shows no posts and whose feed has `feed` for each, learned from the
/// posts' own pages as `page` makes them of number, title, day and text; and what it reads on the
/// older post's page.
fn read_older(
    feed: impl Fn(usize, &str) -> String,
    page: impl Fn(usize, &str, &str, &str) -> String,
) -> (Entry, Wrapper) {
    read_older_at(|title| format!("/{}/", slug(title)), feed, page)
}

/// The same, with the posts at these paths.
fn read_older_at(
    path: impl Fn(&str) -> String,
    feed: impl Fn(usize, &str) -> String,
    page: impl Fn(usize, &str, &str, &str) -> String,
) -> (Entry, Wrapper) {
    let pages: Vec<(String, String)> =
        posts().map(|(k, title, day, text)| (path(title), page(k, title, day, text))).collect();
    let feed: String = posts()
        .map(|(k, title, day, text)| item(&path(title), title, day, &feed(k, text)))
        .collect();
    let wrapper = learned("<body>B", &feed, &pages);
    let (k, title, day, text) = OLDER;
    let mut read = entries(&wrapper, &page(k, title, day, text), &path(title));
    assert_eq!(read.len(), 1, "{wrapper}");
    (read.remove(0), wrapper)
}

fn description(text: &str) -> String {
    format!("<description>{text}</description>")
}

/// Three posts with their texts, and a side bar with the links of these and of five more: the posts
/// are the list, though fewer.
#[test]
fn a_side_bar_that_names_the_posts_of_the_list_too_is_no_list() {
    let post = |(title, day, text): &(&str, &str, &str)| {
        let link = slug(title);
        format!(
            "<div class=entry><p class=day>{day} May 2013</p>\
             <h3><a href='/{link}/'>{title}</a></h3><div class=text><p>{text}</p></div></div>"
        )
    };
    let link = |title: &str| format!("<li><a href='/{}/'>{title}</a></li>", slug(title));
    let shown: String = POSTS.iter().take(3).map(post).collect();
    let links: String = posts().map(|p| link(p.1)).collect();
    let home = format!("<body class=home><div>{shown}</div><div><ol>{links}</ol></div>");
    let one =
        |(_, title, day, text)| item(&format!("/{}/", slug(title)), title, day, &description(text));
    let feed: String = posts().map(one).collect();
    let wrapper = learned(&home, &feed, &[]);
    let list = entries(&wrapper, &home, "/page/2/");
    let texts: Vec<_> = list.iter().map(|e| e.body_text.as_deref()).collect();
    assert_eq!(texts, [POSTS[0].2, POSTS[1].2, POSTS[2].2].map(Some), "{wrapper}");
    assert!(list.iter().all(|e| e.date.is_some()), "{wrapper}");
}

#[test]
fn a_subtitle_in_a_heading_of_its_own_is_no_part_of_the_title_though_the_feed_says_so() {
    let subtitle = |k: usize| ["(at last)", ""][k % 2];
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let second = match subtitle(k) {
            "" => String::new(),
            words => format!("<h2>{words}</h2>"),
        };
        format!(
            "<body class=single><div id=menu>B</div><header><h1 class=head>{title}</h1>{second}\
             <i>{day} May 2013</i></header><div class=text>{text}</div>"
        )
    };
    let posts = POSTS.iter().enumerate();
    let feed: String = posts
        .map(|(k, (title, day, _))| {
            let said = format!("{title} {}", subtitle(k));
            item(&format!("/{}/", slug(title)), said.trim(), day, &whole(k))
        })
        .collect();
    let pages: Vec<(String, String)> = POSTS
        .iter()
        .enumerate()
        .map(|(k, (title, day, text))| (format!("/{}/", slug(title)), page(k, title, day, text)))
        .collect();
    let wrapper = learned("<body>B", &feed, &pages);
    let (k, title, day, text) = OLDER;
    let read = entries(&wrapper, &page(k, title, day, text), "/mice-in-the-loft/");
    assert_eq!(read[0].title.as_deref(), Some(title), "{wrapper}");
}

#[test]
fn a_sign_in_its_link_that_parts_a_tag_from_the_next_is_no_part_of_it() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let tag = |name: &str, sign| format!("<a class=tag href='/tag/{name}/'>{name}{sign}</a>");
        let tags = tag(&format!("t{k}"), " <em>·</em>") + &tag("home", ",") + &tag("yard", "");
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i><p>{tags}</p>\
             <div class=text>{text}</div>"
        )
    };
    let tags = |k: usize| ["home", "yard", &format!("t{k}")].map(category).concat();
    let (entry, wrapper) = read_older(|k, text| description(text) + &tags(k), page);
    let tags = ["t8", "home", "yard"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

fn category(name: &str) -> String {
    format!("<category>{name}</category>")
}

/// A text of two paragraphs, too long for a teaser.
fn long(text: &str, k: usize) -> String {
    format!("<p>{}</p><p>It was {k} miles.</p>", text.repeat(9))
}

fn lines_of_older() -> String {
    format!("{}\nIt was {} miles.", OLDER.3.repeat(9), OLDER.0)
}

/// Whole texts that go on with a note here and a quotation there, where the feed has their first
/// paragraph.
#[test]
fn texts_that_go_on_in_many_ways_are_cut_by_the_feed() {
    let rest = "Nobody knew whose it was, nor who had left it there in the first place";
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let more = match k {
            0 | 4 | 8 => format!("<div class=note>{rest}, {k} days.</div>"),
            2 => format!("<blockquote class=said>{rest}, {k} days.</blockquote>"),
            _ => String::new(),
        };
        format!(
            "<body class=single><div id=menu>B</div><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p>{more}</div>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    let all = format!("{}\n{rest}, 8 days.", OLDER.3);
    assert_eq!(entry.body_text.as_deref(), Some(all.as_str()), "{wrapper}");
}

/// Categories ahead of a long text: the text without them is worth a longer rule.
#[test]
fn categories_ahead_of_a_text_are_none_of_it() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let kind = ["house", "yard"][k % 2];
        let link = format!("<a rel='category tag' href='/category/{kind}/'>{kind}</a>");
        let text = long(text, k);
        format!(
            "<body id=b><div id=menu>B</div><div id=all><h2>{title}</h2>\
             <span>{day} May 2013</span> <span>{link}</span> {text}\
             <p class=tags>Tags: <a rel=tag href='/tag/t{k}/'>t{k}</a></p></div>"
        )
    };
    let feed = |k: usize, text: &str| {
        let names = category(["house", "yard"][k % 2]) + &category(&format!("t{k}"));
        description(&format!("<![CDATA[{}]]>", long(text, k))) + &names
    };
    let (entry, wrapper) = read_older(feed, page);
    assert_eq!(entry.body_text, Some(lines_of_older()), "{wrapper}");
    let tags = ["house", "t8"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

/// All posts that teach the rule have tags behind their texts, and a box behind these.
#[test]
fn a_text_without_the_end_of_the_others_ends_at_what_stands_behind_that() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let row = match k {
            8 => String::new(),
            _ => format!("<p class=tags><a rel=tag href='/tag/t{k}/'>t{k}</a></p>"),
        };
        format!(
            "<body id=b><div id=menu>B</div><div><h2>{title}</h2>\
             <span class=day>{day} May 2013</span>{}{row}\
             <p id=share>Share this on all rounds</p><ul><li>Ann said: well!</ul></div>",
            long(text, k)
        )
    };
    let feed = |k: usize, text: &str| {
        description(&format!("<![CDATA[{}]]>", long(text, k))) + &category(&format!("t{k}"))
    };
    let (entry, wrapper) = read_older(feed, page);
    assert_eq!(entry.body_text, Some(lines_of_older()), "{wrapper}");
}

/// Every other post has two tags in one text; one has another text like theirs.
#[test]
fn tags_of_one_text_are_parted_though_half_of_the_posts_have_one() {
    let names = |k: usize| ["yard", "house, loft"][usize::from(k % 2 == 1 || k == 8)];
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let pin = if k == 0 { "<div class=pin><i></i><span>Pinned</span></div>" } else { "" };
        format!(
            "<body class=single><h1>{title}</h1><div class=meta><div class=row><i></i>\
             <em>{day} May 2013</em><i></i><span>{}</span></div>{pin}</div>\
             <div class=text>{text}</div>",
            names(k)
        )
    };
    let feed = |k: usize, text: &str| {
        let tags: String = names(k).split(", ").map(category).collect();
        description(text) + &tags
    };
    let (entry, wrapper) = read_older(feed, page);
    let tags = ["house", "loft"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

#[test]
fn one_text_for_all_posts_is_the_blogs_motto() {
    let motto = "Be kind to all birds and beasts";
    let home = home_page(|_| format!("<div class=float><p>{motto}</p></div>"));
    let home = POSTS.iter().fold(home, |html, p| html.replace(p.2, ""));
    let feed = |_: usize| format!("<description>{motto}</description>");
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), feed), &[]);
    let list = entries(&wrapper, &home, "/page/2/");
    assert_eq!(list.len(), 4, "{wrapper}");
    assert!(list.iter().all(|e| e.body_text.is_none()), "{wrapper}");
}

/// Categories ahead of the text and tags at its end, both said by the same word of HTML.
#[test]
fn tags_at_the_end_of_a_text_have_a_rule_of_their_own_beside_that_of_categories() {
    let link = |rel: &str, dir: &str, name: &str| {
        format!("<a rel='{rel}' href='/{dir}/{name}/'>{name}</a>")
    };
    let tags = |k: usize| format!("<p>Tags: {}</p>", link("tag", "tag", &format!("t{k}")));
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let kind = link("category tag", "category", ["house", "yard"][k % 2]);
        format!(
            "<body class=single><div id=menu>B</div><h1>{title}</h1><p>{day} May 2013 in {kind}</p>\
             <div class=text><p>{}</p>{}</div>",
            text.repeat(9),
            tags(k)
        )
    };
    let feed = |k: usize, text: &str| {
        let names = category(["house", "yard"][k % 2]) + &category(&format!("t{k}"));
        description(&format!("<![CDATA[<p>{}</p>{}]]>", text.repeat(9), tags(k))) + &names
    };
    let (entry, wrapper) = read_older(feed, page);
    let tags = ["house", "t8"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

/// Two families of tags beside the posts of a template that names each post in its classes.
fn named_posts(icon: impl Fn(&str) -> String) -> (Entry, Wrapper) {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let icon = icon(["Video", "Image", "Link"][k % 3]);
        let kind = ["house", "yard"][k % 2];
        let link = format!("<a href='/category/{kind}/'>{kind}</a>");
        let tags = match k {
            1 | 2 | 8 => format!("<p>Tags: <a rel=tag href='/tag/t{k}/'>t{k}</a></p>"),
            _ => String::new(),
        };
        format!(
            "<body id=b><div class='post-7{k} post'>{icon}<h2>{title}</h2><i>{day} May 2013</i>\
             <small>in {link}</small></div><div class=text>{text}</div>{tags}<p>About B</p>"
        )
    };
    let tags = |k: usize| match k {
        1 | 2 => category(&format!("t{k}")),
        _ => String::new(),
    };
    let kind = |k: usize| category(["house", "yard"][k % 2]);
    read_older(|k, text| description(text) + &kind(k) + &tags(k), page)
}

#[test]
fn categories_and_tags_are_found_where_each_post_is_named_in_the_classes_around() {
    let (entry, wrapper) = named_posts(|_| String::new());
    let tags = ["house", "t8"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

/// Learns from a feed without tags and pages with a row of such links, or none; what the older
/// post's page shows.
fn read_rows(links: impl Fn(usize) -> &'static str) -> (Entry, Wrapper) {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body><p><a href=/>B</a></p><main><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text>{text}</div><p>{}</p></main>",
            links(k)
        )
    };
    read_older(|_, text| description(text), page)
}

const ROW: &str = "<a href=/tags/owls/>owls</a> <a href=/tags/mice/>mice</a>";

#[test]
fn a_row_of_links_to_tags_that_older_posts_alone_have_is_read() {
    let (entry, wrapper) = read_rows(|k| if k == OLDER.0 { ROW } else { "" });
    assert_eq!(entry.tags, Some(vec!["owls".to_owned(), "mice".to_owned()]), "{wrapper}");
}

#[test]
fn a_row_of_links_to_tags_that_every_post_has_is_not_read_where_the_feed_has_none() {
    let (entry, wrapper) = read_rows(|_| ROW);
    assert_eq!(entry.tags, None, "{wrapper}");
}

#[test]
fn the_format_of_a_post_is_no_tag() {
    let icon = |format: &str| {
        let address = format!("/type/{}/", format.to_lowercase());
        format!("<span class=icon><a href='{address}'>{format}</a></span>")
    };
    let (entry, wrapper) = named_posts(icon);
    let tags = ["house", "t8"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

/// Cards with a subtitle ahead of the summary that the feed has, and a line of numbers behind it.
#[test]
fn a_summary_on_a_list_is_without_the_lines_ahead_of_it_and_behind() {
    let card = |(k, (title, day, text)): (usize, &(&str, &str, &str))| {
        format!(
            "<article><h2><a href='/{}/'>{title}</a></h2><i>{day} May 2013</i>\
             <p class=sub>What we saw on day {k} of the year</p><p class=sum>{text}</p>\
             <p class=count>{} words, {k} min</p></article>",
            slug(title),
            k + 300
        )
    };
    let cards: String = POSTS.iter().enumerate().map(card).collect();
    let home = format!("<body class=home>{cards}");
    let wrapper = learned(&home, &items(|s| format!("/{s}/"), whole), &[]);
    let list = entries(&wrapper, &home, "/page/2/");
    let texts: Vec<_> = list.iter().filter_map(|e| e.body_text.as_deref()).collect();
    assert_eq!(texts, POSTS.map(|p| p.2), "{wrapper}");
}

/// What is read of the older post's card on a list, learned from cards of all posts with the words
/// up to their first comma, and a feed with whole texts.
fn summary_of_older(card: impl Fn(&str, &str) -> String) -> (Option<String>, Wrapper) {
    let card = |(_, title, day, text): (usize, &str, &str, &str)| {
        let summary = text.split(',').next().unwrap();
        let link = format!("<a href='/{}/'>{title}</a>", slug(title));
        format!("<article><h2>{link}</h2>{}</article>", card(day, summary))
    };
    let home = format!("<body class=home>{}", posts().map(card).collect::<String>());
    let feed: String = posts()
        .map(|(_, title, day, text)| {
            item(&format!("/{}/", slug(title)), title, day, &description(&text.repeat(3)))
        })
        .collect();
    let wrapper = learned(&home, &feed, &[]);
    let mut read = entries(&wrapper, &format!("<body class=home>{}", card(OLDER)), "/page/2/");
    (read.remove(0).body_text, wrapper)
}

/// The day stands in the summary's own paragraph.
#[test]
fn a_summary_on_a_list_is_without_the_day_at_its_head() {
    let card = |day: &str, summary: &str| {
        format!("<p class=sum><span>{day} May 2013</span> {summary}</p>")
    };
    let (text, wrapper) = summary_of_older(card);
    assert_eq!(text.as_deref(), Some("They came with the straw"), "{wrapper}");
}

/// Words of links to tags are looked for as tags, not as the text's.
#[test]
fn a_summary_on_a_list_keeps_the_link_to_a_tag_at_its_head() {
    let card = |day: &str, summary: &str| {
        let (first, rest) = summary.split_once(' ').unwrap();
        let link = format!("<a href='/tag/{}/'>{first}</a>", first.to_lowercase());
        format!("<i>{day} May 2013</i><p class=sum>{link} {rest}</p>")
    };
    let (text, wrapper) = summary_of_older(card);
    assert_eq!(text.as_deref(), Some("They came with the straw"), "{wrapper}");
}

/// The feed's days are those of another time zone, which comments have, too.
#[test]
fn the_day_of_a_comment_is_not_the_entrys() {
    // In German, too.
    for (all, one) in [("comments", "comment"), ("kommentare", "kommentar")] {
        let page = |_: usize, title: &str, day: &str, text: &str| {
            let day: usize = day.parse().unwrap();
            format!(
                "<body class=single><article><time>May {}, 2013</time><h1>{title}</h1>\
                 <div class=text><p>{text}</p></div></article><section id={all}><ol>\
                 <li class={one}><article>\
                 <p><time><a href='#c1'>May {day}, 2013 - 2:53 am</a></time><p>Well said!\
                 </article></ol></section>",
                day - 1
            )
        };
        let (entry, wrapper) = read_older(|_, text| description(text), page);
        let day = entry.date.map(|d| d.to_string());
        assert_eq!(day.as_deref(), Some("2013-05-01"), "{all}: {wrapper}");
    }
}

#[test]
fn elements_behind_a_word_for_tags_are_tags() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let tags = ["house", "yard", "loft"][..1 + k % 3].iter();
        let tags: String = tags.map(|t| format!("<button class=btn>{t}</button> ")).collect();
        format!(
            "<body class=single><button class=btn>Menu</button><h1>{title}</h1>\
             <i>{day} May 2013</i><div class=text><p>{text}</p></div>\
             <div class=row><h5>Tags:</h5> {tags}</div><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    let tags = ["house", "yard", "loft"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

#[test]
fn a_post_that_others_mention_in_their_texts_is_no_record() {
    let record = |title: &str, day: &str, text: &str| {
        let link = slug(title);
        format!(
            "<article><i>{day} May 2013</i><h2><a href='/{link}/'>{title}</a></h2>\
             <div class=text>{text}</div></article>"
        )
    };
    let mention = |post: (&str, &str, &str)| {
        let link = slug(post.0);
        format!("<p>As told <a href='/{link}/'>some time ago</a>, it went on for weeks then.</p>")
    };
    let whole = |text: &str, k: usize| format!("<p>{text}</p>{}", mention(MORE[k]));
    let [a, b, c, d] = POSTS;
    let first = record(a.0, a.1, &(whole(a.2, 0) + &mention(MORE[1]) + &mention(b)));
    let home = format!("<body class=home>{first}{}", record(b.0, b.1, &whole(b.2, 2)));
    let pages: Vec<(String, String)> = posts()
        .map(|(_, title, day, text)| {
            let text = record(title, day, &format!("<p>{text}</p>")).replace("h2", "h1");
            (format!("/{}/", slug(title)), format!("<body class=single>{text}"))
        })
        .collect();
    let feed: String = posts()
        .map(|(_, title, day, text)| {
            item(&format!("/{}/", slug(title)), title, day, &description(&text[..30]))
        })
        .collect();
    let wrapper = learned(&home, &feed, &pages);
    let list = [c, d].map(|(title, day, text)| record(title, day, &format!("<p>{text}</p>")));
    let list = format!("<body class=archive>{}", list.concat());
    let read = wrapper.extract(&list, "https://b.example/page/2");
    assert_eq!(read.layout.as_deref(), Some("list"), "{wrapper}");
    let titles = read.entries.into_iter().map(|e| e.title.unwrap());
    assert_eq!(titles.collect::<Vec<_>>(), [c.0, d.0], "{wrapper}");
}

/// The tags of a row of links, as `row` has it; no feed names any.
fn tags_in(row: impl Fn(&str) -> String) -> (Entry, Wrapper) {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let link = |t: &&str| format!("<a href='/about/{t}/'>{t}</a>");
        let links: Vec<String> = ["house", "yard", "loft"][..1 + k % 3].iter().map(link).collect();
        let row = row(&links.join(" "));
        format!(
            "<body class=single>\
             <nav><a href=/about/house/>house</a> <a href=/about/mill/>mill</a></nav>\
             <h1>{title}</h1><div class=meta><i>{day} May 2013</i> {row}</div>\
             <div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    read_older(|_, text| description(text), page)
}

#[test]
fn a_link_behind_a_word_for_the_author_is_no_tag() {
    let behind = |word: &str| {
        let page = |k: usize, title: &str, day: &str, text: &str| {
            let name = ["ann", "bert", "cleo"][k % 3];
            format!(
                "<body class=single><h1>{title}</h1><div class=meta><i>{day} May 2013</i> {word} \
                 <a href='/about/{name}/'>{name}</a></div>\
                 <div class=text><p>{text}</p></div><p>About B</p>"
            )
        };
        read_older(|_, text| description(text), page).0.tags
    };
    assert_eq!(behind("in"), Some(vec!["cleo".to_owned()]));
    assert_eq!(behind("by"), None);
}

#[test]
fn navigation_that_is_called_after_tags_is_their_row() {
    for name in ["class=tags", "id=post-tags", "aria-label=Tags"] {
        let (entry, wrapper) = tags_in(|links| format!("<nav {name}>{links}</nav>"));
        let tags = ["house", "yard", "loft"].map(str::to_owned);
        assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
    }
    for name in ["class=menu", "aria-label=Categories", "class=category-nav"] {
        let (entry, wrapper) = tags_in(|links| format!("<nav {name}>{links}</nav>"));
        assert_eq!(entry.tags, None, "{wrapper}");
    }
}

/// What is read of a row of one tag that is the same beside the posts that have it.
fn one_tag_beside(class: &str, has: impl Fn(usize) -> bool) -> (Entry, Wrapper) {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let row = if has(k) { "<a href='/tag/yard/'>yard</a>" } else { "" };
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div><p class={class}>{row}</p><p>About B</p>"
        )
    };
    read_older(|_, text| description(text), page)
}

#[test]
fn one_tag_that_some_posts_have_and_others_lack_is_theirs() {
    let (entry, wrapper) = one_tag_beside("post-tags", |k| k % 3 > 0);
    assert_eq!(entry.tags, Some(vec!["yard".to_owned()]), "{wrapper}");
    for (class, has_all) in [("post-tags", true), ("promo", false)] {
        let (entry, wrapper) = one_tag_beside(class, |k| has_all || k % 3 > 0);
        assert_eq!(entry.tags, None, "{wrapper}");
    }
}

#[test]
fn what_a_page_says_of_an_authors_picture_is_no_name() {
    let read = |class: &str, is_inside: bool| {
        let picture =
            format!("<figure class={class}><a href=/ann/><span>Ann's Picture</span></a></figure>");
        let [ahead, inside] = if is_inside { ["", &picture] } else { [&picture, ""] };
        let page = |_: usize, title: &str, day: &str, text: &str| {
            format!(
                "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
                 <div class=text><p>{text}</p></div>{ahead}\
                 <section class=author>{inside}<h4><a href=/ann/>Ann Cole</a></h4></section>"
            )
        };
        read_older(|_, text| description(text), page)
    };
    for (class, is_inside) in [("author-image", true), ("author_avatar", false)] {
        let (entry, wrapper) = read(class, is_inside);
        assert_eq!(entry.author.as_deref(), Some("Ann Cole"), "{wrapper}");
    }
    let (entry, _) = read("author-imagined", false);
    assert_eq!(entry.author.as_deref(), Some("Ann's Picture"));
}

#[test]
fn a_name_behind_the_authors_picture_in_its_element_is_read() {
    for line in [
        "<div class=author-photo><img src=a.png>Ann Cole</div>",
        "<p class=byline><span class=author-img><img src=a.png>Ann Cole</span></p>",
        "<div class='post-author has-avatar'><img src=a.png><a href=/ann/>Ann Cole</a></div>",
    ] {
        let (entry, wrapper) = author_in(line);
        assert_eq!(entry.author.as_deref(), Some("Ann Cole"), "{line} {wrapper}");
    }
}

#[test]
fn a_day_in_a_row_of_tags_is_none_of_them() {
    let kind = |k: usize| ["house", "yard", "loft"][k % 3];
    let page = |k: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><h1>{title}</h1><div class=text><p>{text}</p></div>\
             <div class=tags><span class=date>{day} May 2013</span> \
             <a href='/about/{0}/'>{0}</a></div><p>About B</p>",
            kind(k)
        )
    };
    let (entry, wrapper) = read_older(|k, text| description(text) + &category(kind(k)), page);
    assert_eq!(entry.tags, Some(vec!["loft".to_owned()]), "{wrapper}");
}

#[test]
fn more_on_a_topic_is_no_row_of_its_tags() {
    for (label, is_row) in [("Mehr zum Thema:", false), ("Alle Themen:", true), ("Tags:", true)] {
        let page = |k: usize, title: &str, day: &str, text: &str| {
            let link = ["one", "two", "three"].map(|w| format!("<a href='/w/{k}{w}/'>{w}{k}</a>"));
            format!(
                "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
                 <div class=text><p>{text}</p></div><p>{label} {}</p><p>About B</p>",
                link.join(", ")
            )
        };
        let (entry, wrapper) = read_older(|_, text| description(text), page);
        assert_eq!(entry.tags.is_some(), is_row, "{label} {wrapper}");
    }
}

#[test]
fn a_month_that_leads_to_its_posts_is_no_tag() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let month = ["may", "june", "july"][k % 3];
        format!(
            "<body class=single><h1>{title}</h1><div class=meta><i>{day} May 2013</i> \
             <time><a href='/issues/{month}-2013/'>{month} 2013</a></time></div>\
             <div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.tags, None, "{wrapper}");
}

#[test]
fn tags_beside_the_day_in_its_element_are_tags() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let tag = ["house", "yard", "loft"][k % 3];
        format!(
            "<body class=single><h1>{title}</h1>\
             <time>{day} May 2013 in <a href='/category/{tag}/'>{tag}</a></time>\
             <div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.tags, Some(vec!["loft".to_owned()]), "{wrapper}");
}

#[test]
fn a_caption_that_says_the_title_is_the_text_where_it_is_all_there_is() {
    let page = |_: usize, title: &str, day: &str, _: &str| {
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><img src=a.jpg><p>Photo: {title}, taken by the river.</p></div>\
             <p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, _| String::new(), page);
    let caption = format!("Photo: {}, taken by the river.", OLDER.1);
    assert_eq!(entry.body_text, Some(caption), "{wrapper}");
}

#[test]
fn an_invitation_to_share_a_post_by_its_title_is_none_of_its_text() {
    let page = |_: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p><p>{text}</p>\
             <div class=share><p>Share \"{title}\"</p>\
             <ul><li>Mail</li><li>Post</li></ul></div></div>\
             <div class=foot><p>About B</p></div>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(&text[..30]), page);
    let text = [OLDER.3, OLDER.3].join("\n");
    assert_eq!(entry.body_text, Some(text), "{wrapper}");
}

/// The author behind words for it, as `line` has them; no feed names one.
fn author_in(line: &str) -> (Entry, Wrapper) {
    let page = |_: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><h1>{title}</h1><ul><li><i>{day} May 2013</i></li>\
             <li>{line}</li></ul><div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    read_older(|_, text| description(text), page)
}

#[test]
fn a_colon_may_stand_between_the_word_for_the_author_and_the_name() {
    let line = "<strong>Written By</strong>: <a href='/about'>Iris Cole</a> »";
    let (entry, wrapper) = author_in(line);
    assert_eq!(entry.author.as_deref(), Some("Iris Cole"), "{wrapper}");
}

/// Titles that pages number, and the feed does not.
#[test]
fn a_number_ahead_of_the_title_in_its_heading_is_part_of_it() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><p>Notes</p><h1>#{k} {title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.title.as_deref(), Some("#8 Mice in the loft"), "{wrapper}");
}

/// What stands ahead of each post's title in the page's only heading that has it.
fn title_behind(ahead: impl Fn(usize) -> String) -> Option<String> {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><p>Notes</p><h1>{} {title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div>",
            ahead(k)
        )
    };
    let feed = |k: usize, text: &str| {
        description(text) + &category(["house", "yard"][k % 2]) + "<author>Ann Cole</author>"
    };
    read_older(feed, page).0.title
}

#[test]
fn what_is_known_otherwise_ahead_of_the_title_in_its_heading_is_no_part_of_it() {
    let title = |ahead: &str| Some(format!("{ahead} Mice in the loft"));
    assert_eq!(title_behind(|k| format!("Note {k}:")), title("Note 8:"));
    assert_ne!(title_behind(|k| format!("{} May 2013", k + 2)), title("10 May 2013"));
    assert_ne!(title_behind(|k| format!("{}:", k + 2)), title("10:"));
    assert_ne!(title_behind(|k| format!("{} Comments on", k + 2)), title("10 Comments on"));
    assert_ne!(title_behind(|k| format!("[{}]", ["house", "yard"][k % 2])), title("[house]"));
    assert_ne!(title_behind(|_| "Ann Cole:".to_owned()), title("Ann Cole:"));
}

/// The title is in no heading, and a heading below has it behind other words.
#[test]
fn a_title_that_stands_alone_is_the_title() {
    let page = |_: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><div class=title>{title}</div><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div><h3>Trackbacks to {title}</h3><p>None so far.</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.title.as_deref(), Some("Mice in the loft"), "{wrapper}");
}

/// Some posts were changed on the day of the feed, which stands outside; their own day is named
/// after the number of their comments.
#[test]
fn the_entrys_day_may_stand_in_a_line_that_is_named_after_its_comments() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let day: usize = day.parse().unwrap();
        let changed = day + k % 2;
        format!(
            "<body class=single><h1>{title}</h1><div class=text><p>{text}</p></div>\
             <p class=comment-meta>May {day}, 2013, {k} comments</p><p>Updated May {changed}, 2013"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.date.map(|d| d.to_string()).as_deref(), Some("2013-05-02"), "{wrapper}");
}

#[test]
fn other_words_of_a_row_are_no_tags() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let kind = ["house", "yard"][k % 2];
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i><p>\
             <strong>Category:</strong> <span>{kind}</span> <span>{k} min read</span></p>\
             <div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    let feed = |k: usize, text: &str| description(text) + &category(["house", "yard"][k % 2]);
    let (entry, wrapper) = read_older(feed, page);
    assert_eq!(entry.tags, Some(vec!["house".to_owned()]), "{wrapper}");
}

/// A category inside another, and all posts below the same directory: what stands ahead of each
/// category tells it from other links.
#[test]
fn categories_in_one_another_are_tags_each() {
    let names = |k: usize| -> &[&str] {
        match k {
            1 | 4 => &["house", "loft"],
            5 | 8 => &["yard", "hay"],
            _ => &["barn"],
        }
    };
    let path = |title: &str| format!("/a/2013/{}/", slug(title));
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let link = |name: &&str| format!("<a href='/a/{name}/'>{name}</a>");
        let kinds: Vec<String> = names(k).iter().map(link).collect();
        format!(
            "<body class=single>{}<h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div><ul><li>at 9</li><li>in {}</li>\
             <li><a href='{}#comments'>Comments</a></li></ul><p>About B</p>",
            ["old", "all"].map(|name| link(&name)).concat(),
            kinds.join(" ≫ "),
            path(title),
        )
    };
    let feed = |k: usize, text: &str| {
        description(text) + &names(k).iter().map(|name| category(name)).collect::<String>()
    };
    let (entry, wrapper) = read_older_at(path, feed, page);
    let tags = ["yard", "hay"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

/// A theme that cuts at a length, and has its link below whole posts, too.
#[test]
fn what_is_shorter_than_all_that_is_cut_is_whole() {
    let post = |(k, title, day, text): (usize, &str, &str, &str)| {
        let link = slug(title);
        let text = if k % 3 == 2 { "Gone." } else { text };
        format!(
            "<div class=post><h2><a href='/{link}/'>{title}</a></h2><i>{day} May 2013</i>\
             <p class=text>{text}</p><p><a href='/{link}/'>Read on</a></p></div>"
        )
    };
    let gone = "Gone.".to_owned();
    let whole = |k: usize, text: &str| if k % 3 == 2 { gone.clone() } else { text.repeat(3) };
    let path = |title: &str| format!("/{}/", slug(title));
    let own = |(k, title, day, text): (usize, &str, &str, &str)| {
        let text = whole(k, text);
        let head = format!("<body class=single><h1>{title}</h1><i>{day} May 2013</i>");
        (path(title), format!("{head}<div class=text><p>{text}</p></div><p>About B</p>"))
    };
    let pages: Vec<(String, String)> = posts().map(own).collect();
    let feed: String = posts()
        .map(|(k, title, day, text)| item(&path(title), title, day, &description(&whole(k, text))))
        .collect();
    let home = format!("<body class=home>{}", posts().map(post).collect::<String>());
    let wrapper = learned(&home, &feed, &pages);
    let older = [(1, "Owl in the barn"), (2, "Mice in the loft")];
    let (_, _, day, text) = OLDER;
    let older = older.map(|(k, title)| post((k, title, day, text))).concat();
    let read = entries(&wrapper, &format!("<body class=home>{older}"), "/page/2/");
    let whole: Vec<bool> = read.iter().map(|e| e.extent == Some(Extent::Full)).collect();
    assert_eq!(whole, [false, true], "{wrapper}");
}

/// The day of the last change, of posts that have one, ahead of the day of publication.
#[test]
fn a_word_ahead_of_a_day_tells_it_from_another() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let changed = if k % 2 == 1 { "<span>Red: 30 May 2013 |</span> " } else { "" };
        format!(
            "<body class=single><h1>{title}</h1><p>{changed}<span>Pub: {day} May 2013 |</span></p>\
             <div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.date, chrono::NaiveDate::from_ymd_opt(2013, 5, 2), "{wrapper}");
}

/// No word, class or address says who wrote: a portrait does.
#[test]
fn a_name_behind_a_picture_of_the_same_name_is_the_authors() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let name = ["Ann Cole", "bo"][k % 2];
        format!(
            "<body class=single><a href=/><img alt=B> B</a><h1>{title}</h1><div><img alt='{name}'>\
             <div>{name}<!-- --> • {day} May 2013</div></div><div class=text><p>{text}</p></div>\
             <p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.author.as_deref(), Some("Ann Cole"), "{wrapper}");
}

#[test]
fn a_name_behind_an_avatar_is_the_authors() {
    let author_behind = |picture: &str, line: &str| {
        let page = |_: usize, title: &str, day: &str, text: &str| {
            format!(
                "<body class=single><h1>{title}</h1><div>{picture} {line} {day} May 2013</div>\
                 <div class=text><p>{text}</p></div><p>About B</p>"
            )
        };
        read_older(|_, text| description(text), page).0.author
    };
    let linked = "<a href='https://c.example/@ann'>Ann Cole</a> -";
    for picture in ["<img src='/img/avatars/ann.jpg'>", "<img class=c-avatar src=/a.png>"] {
        assert_eq!(author_behind(picture, linked).as_deref(), Some("Ann Cole"), "{picture}");
        assert_eq!(author_behind(picture, "<b>Posted on</b>"), None);
        for other in [
            "<b>on the</b>",
            "<b>Updated</b>",
            "<b>Ann Cole on</b>",
            "<a href=/x/ rel='category tag'>Hay Days</a>",
            "<a href=/category/hay-days/>Hay Days</a>",
        ] {
            assert_eq!(author_behind(picture, other), None, "{other}");
        }
    }
    for picture in ["<img src='/img/hay.jpg'>", "<img src='data:image/png,avatar'>", ""] {
        assert_eq!(author_behind(picture, linked), None, "{picture}");
    }
}

/// The feed has whole texts, and the list a line for each post that its own page's head has, too.
#[test]
fn a_line_that_the_posts_own_pages_are_described_by_is_a_text_of_the_list() {
    let lines = ["Grey and cold.", "White all over.", "Black as soot.", "Green at last."];
    let post = |(k, title, day, _): (usize, &str, &str, &str)| {
        let (link, line) = (slug(title), format!("{} Day {day}.", lines[k % 4]));
        format!(
            "<div class=post><h2><a href='/{link}/'>{title}</a></h2><p>{line}</p>\
             <i>{day} May 2013</i></div>"
        )
    };
    let path = |title: &str| format!("/{}/", slug(title));
    let own = |(k, title, day, text): (usize, &str, &str, &str)| {
        let line = format!("{} Day {day}.", lines[k % 4]);
        let head = format!("<meta name=description content='{line}'><body class=single>");
        let text = format!("<h1>{title}</h1><i>{day} May 2013</i><div class=text>{text}</div>");
        (path(title), format!("{head}{text}<p>About B</p>"))
    };
    let pages: Vec<(String, String)> = posts().map(own).collect();
    let feed: String = posts()
        .map(|(_, title, day, text)| item(&path(title), title, day, &description(text)))
        .collect();
    let home = format!("<body class=home>{}", posts().map(post).collect::<String>());
    let wrapper = learned(&home, &feed, &pages);
    let older = [OLDER, (9, "Owl in the barn", "3", "")].map(post).concat();
    let read = entries(&wrapper, &format!("<body class=home>{older}"), "/page/2/");
    let texts: Vec<Option<&str>> = read.iter().map(|e| e.body_text.as_deref()).collect();
    assert_eq!(texts, [Some("Grey and cold. Day 2."), Some("White all over. Day 3.")], "{wrapper}");
    assert!(read.iter().all(|e| e.extent == Some(Extent::Excerpt)), "{wrapper}");
}

/// Lists never seen, of which no rule reads the authors: where their links lead tells them.
#[test]
fn links_to_authors_name_them_on_lists_never_seen() {
    let page = |_: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    let (_, wrapper) =
        read_older_at(|title| format!("/p/{}/", slug(title)), |_, text| description(text), page);
    let record = |(title, day, author): (&str, &str, &str)| {
        let link = slug(title);
        format!(
            "<li><a href='/p/{link}/'>{title}</a> by <a href='/author/{author}/'>{author}</a>, \
             {day} May 2013</li>"
        )
    };
    let some = [("Hay is in", "4", "Ann"), ("Bees are out", "6", "Bo"), ("Sheep", "8", "Ann")];
    let list = some.map(record).concat();
    let read = entries(&wrapper, &format!("<body class=list><ul>{list}</ul>"), "/2013/");
    let authors: Vec<Option<&str>> = read.iter().map(|e| e.author.as_deref()).collect();
    assert_eq!(authors, [Some("Ann"), Some("Bo"), Some("Ann")], "{wrapper}");
}

/// The only day of a post is ahead of its title, in one text.
#[test]
fn a_day_ahead_of_titles_is_read_and_so_are_they() {
    let page = |_: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><h1>2013-05-{day:0>2}: {title}</h1>\
             <div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.title.as_deref(), Some("Mice in the loft"), "{wrapper}");
    assert_eq!(entry.date.map(|d| d.to_string()).as_deref(), Some("2013-05-02"), "{wrapper}");
}

/// All posts of the feed have a list of contents ahead of their texts, in the same element.
#[test]
fn a_post_without_what_stands_ahead_of_the_others_texts_has_its_text() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let contents = "<div><a href=#x>What</a> <a href=#y>When</a> <a href=#z>Who</a></div>";
        let contents = if k == OLDER.0 { "" } else { contents };
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <section class=text>{contents}{text}</section><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.body_text.as_deref(), Some(OLDER.3), "{wrapper}");
}

/// As before, but one post of the feed has a picture's data in that element, and no text.
#[test]
fn what_is_left_of_a_post_without_a_text_is_none() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let contents = "<div><a href=#x>What</a> <a href=#y>When</a> <a href=#z>Who</a></div>";
        let bare = "<ul><li>Camera: Leica M6</li><li>Film: Tri-X</li></ul>";
        let text = if k == 2 || k == OLDER.0 { bare } else { &format!("{contents}{text}") };
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <section class=text>{text}</section><p>About B</p>"
        )
    };
    let feed = |k: usize, text: &str| if k == 2 { String::new() } else { description(text) };
    let (entry, wrapper) = read_older(feed, page);
    assert_eq!(entry.body_text, None, "{wrapper}");
}

/// No feed names a tag, and each has its number in an element of its own inside the link.
#[test]
fn a_number_in_an_element_of_its_own_in_a_tags_link_is_none_of_it() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let tag = |name: &str| format!("<a href='/tag/{name}/'>{name} <span>{}</span></a>", k + 3);
        let tags = tag(["owls", "mills"][k % 2]) + &tag(&format!("on-{}", slug(title)));
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div><p class=row>{tags}</p><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    let tags = ["owls", "on-mice-in-the-loft"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

/// The same numbers, which are the tags' own: their addresses have them.
#[test]
fn a_number_that_its_address_has_is_part_of_a_tag() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let tag =
            |name: &str| format!("<a href='/tag/{name}-{}/'>{name} <b>{}</b></a>", k + 3, k + 3);
        let tags = tag(["php", "area"][k % 2]) + &tag(&format!("on-{}", slug(title)));
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div><p class=row>{tags}</p><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    let tags = ["php 11", "on-mice-in-the-loft 11"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

#[test]
fn a_file_that_is_a_tag_is_no_feed() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let name = ["pom.xml", "web.xml"][k % 2];
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div>\
             <p class=row><a href='/tag/{name}'>{name}</a></p><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.tags, Some(vec!["pom.xml".to_owned()]), "{wrapper}");
}

/// No feed names a tag, and each has a link to its feed beside it.
#[test]
fn the_feed_of_a_tag_beside_it_is_none() {
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let name = ["owls", "mills", "bread"][k % 3];
        let feed = format!("<a class=rss href='/tag/{name}/index.xml'>RSS</a>");
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div>\
             <p class=row><a class=topic href='/tag/{name}'>{name}</a> {feed}</p><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.tags, Some(vec!["bread".to_owned()]), "{wrapper}");
}

/// The categories of a row that goes on with the post's permalink and its comments.
#[test]
fn links_to_the_post_itself_in_a_row_of_categories_are_none() {
    let path = |title: &str| format!("/b/2013/{}.html", slug(title));
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let link = |name: &str| format!("<a href='/b/{name}/index.html'>{name}</a>");
        let names = [["owls", "mills"], ["mills", "bread"], ["bread", "owls"]][k % 3];
        let own = path(title);
        format!(
            "<body class=single><h1>{title}</h1><div class=text><p>{text}</p></div>\
             <p class=posted>Ann posted {day} May 2013 in {}, {} | <a href='{own}'>Permalink</a> | \
             <a href='{own}#comments'>Comments ({k})</a></p><p>About B</p>",
            link(names[0]),
            link(names[1])
        )
    };
    let named = |k: usize| category(["owls", "mills", "bread"][k % 3]);
    let (entry, wrapper) = read_older_at(path, |k, text| description(text) + &named(k), page);
    let tags = ["bread", "owls"].map(str::to_owned);
    assert_eq!(entry.tags, Some(tags.to_vec()), "{wrapper}");
}

/// A link beside the categories that is the same beside all posts: nothing tells them apart.
#[test]
fn a_row_of_categories_with_a_further_link_is_not_read_with_it() {
    let path = |title: &str| format!("/b/2013/{}.html", slug(title));
    let page = |k: usize, title: &str, day: &str, text: &str| {
        let name = ["owls", "mills", "bread"][k % 3];
        format!(
            "<body class=single><h1>{title}</h1><div class=text><p>{text}</p></div>\
             <p class=posted>Ann posted {day} May 2013 in <a href='/b/{name}/i.html'>{name}</a> | \
             <a href='{}'>Permalink</a> | <a href='/b/edit/{k}.html'>Edit</a></p><p>About B</p>",
            path(title)
        )
    };
    let named = |k: usize| category(["owls", "mills", "bread"][k % 3]);
    let (entry, wrapper) = read_older_at(path, |k, text| description(text) + &named(k), page);
    let tags = entry.tags.unwrap_or_default();
    assert!(!tags.iter().any(|tag| tag == "Edit" || tag == "Permalink"), "{tags:?} {wrapper}");
}

/// An avatar in a link of its own that says who wrote, too, and shows no text.
#[test]
fn a_link_to_the_author_that_shows_no_text_names_nobody() {
    let page = |_: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><h1>{title}</h1><i>{day} May 2013</i><div class=author>\
             <a rel='author external' href='/a/tom/'><img alt=''></a> \
             <a href='/a/tom/'>Tom Reyes</a></div><div class=text><p>{text}</p></div><p>About B</p>"
        )
    };
    let (entry, wrapper) = read_older(|_, text| description(text), page);
    assert_eq!(entry.author.as_deref(), Some("Tom Reyes"), "{wrapper}");
}

/// Subtitles of cards in which a category of the feed happens to stand between commas.
#[test]
fn words_of_a_subtitle_in_a_card_are_no_tags() {
    let card = |(k, title, day, text): (usize, &str, &str, &str)| {
        let name = ["owls", "mills", "bread"][k % 3];
        format!(
            "<article><a href='/{}/'><h2>{title}</h2><p class=sub>A lamp, {name}, more rain</p>\
             <p>{text}</p><time>{day} May 2013</time></a></article>",
            slug(title)
        )
    };
    let home = format!("<body class=home><main>{}</main>", posts().map(card).collect::<String>());
    let feed: String = posts()
        .map(|(k, title, day, text)| {
            let more = description(text) + &category(["owls", "mills", "bread"][k % 3]);
            item(&format!("/{}/", slug(title)), title, day, &more)
        })
        .collect();
    let wrapper = learned(&home, &feed, &[]);
    let read = entries(&wrapper, &home, "/");
    assert!(read.iter().all(|e| e.tags.as_ref().is_none_or(Vec::is_empty)), "{wrapper}");
}

/// Cards that are links as a whole, each of those learned from with one category in it.
#[test]
fn categories_of_one_text_in_a_card_are_parted_though_all_that_are_known_have_one() {
    let card = |title: &str, day: &str, text: &str, names: &str| {
        format!(
            "<article><a href='/{}/'><h2>{title}</h2><p>{text}</p><time>{day} May 2013</time>\
             <span class=in>{names}</span></a></article>",
            slug(title)
        )
    };
    let name = |k: usize| ["owls", "mills", "bread"][k % 3];
    let cards = posts().map(|(k, title, day, text)| card(title, day, text, name(k)));
    let home = format!("<body class=home><main>{}</main>", cards.collect::<String>());
    let feed: String = posts()
        .map(|(k, title, day, text)| {
            let more = description(text) + &category(name(k));
            item(&format!("/{}/", slug(title)), title, day, &more)
        })
        .collect();
    let wrapper = learned(&home, &feed, &[]);
    let (_, title, day, text) = OLDER;
    let (other, ..) = posts().last().map(|(_, title, day, text)| (title, day, text)).unwrap();
    let both = card(title, day, text, "owls, mills") + &card(other, "28", text, "bread");
    let page = format!("<body class=home><main>{both}</main>");
    let read = entries(&wrapper, &page, "/page/2/");
    let tags = ["owls", "mills"].map(str::to_owned);
    assert_eq!(read[0].tags, Some(tags.to_vec()), "{wrapper}");
}

/// The text of an older post whose feed has `said` of each for its text.
fn text_with(said: impl Fn(&str, usize) -> String) -> Option<String> {
    let page = |_: usize, title: &str, day: &str, text: &str| {
        format!(
            "<body class=single><h2>{title}</h2><i>{day} May 2013</i><div class=log>\
             <p>{text}</p></div><p>About B</p>"
        )
    };
    let pages: Vec<(String, String)> = posts()
        .map(|(k, title, day, text)| (format!("/{}/", slug(title)), page(k, title, day, text)))
        .collect();
    let feed: String = posts()
        .map(|(k, title, day, _)| {
            item(&format!("/{}/", slug(title)), title, day, &description(&said(title, k)))
        })
        .collect();
    let wrapper = learned("<body>B", &feed, &pages);
    let (k, title, day, text) = OLDER;
    entries(&wrapper, &page(k, title, day, text), "/mice-in-the-loft/").remove(0).body_text
}

/// Lists, too, say them again, behind the texts.
#[test]
fn titles_that_a_feed_says_again_are_no_texts() {
    let card = |title: &str, day: &str, text: &str| {
        format!(
            "<div class=post><h2><a href='/{}/'>{title}</a></h2><i>{day} May 2013</i>\
             <div class=text><p>{text}</p></div><p class=share>{title}</p></div>",
            slug(title)
        )
    };
    let cards = posts().map(|(_, title, day, text)| card(title, day, text));
    let home = format!("<body class=home>{}", cards.collect::<String>());
    let feed: String = posts()
        .map(|(_, title, day, _)| {
            item(&format!("/{}/", slug(title)), title, day, &description(title))
        })
        .collect();
    let wrapper = learned(&home, &feed, &[]);
    let (_, title, day, text) = OLDER;
    let others = posts().take(2).map(|(_, title, day, text)| card(title, day, text));
    let page = format!("<body class=home>{}{}", card(title, day, text), others.collect::<String>());
    let read = entries(&wrapper, &page, "/page/2/");
    assert_eq!(read[0].body_text.as_deref(), Some(text), "{wrapper}");
}

/// What the feed has is longer than what pages show, and none of it stands there.
#[test]
fn texts_of_which_a_feed_has_none_are_the_pages_own() {
    let words = ["amber", "copper", "quarry", "thimble", "umber", "vellum", "zephyr", "cinder"];
    let other = |_: &str, k: usize| {
        let at = |n: usize| words[(k * 3 + n * n) % words.len()];
        (0..40).map(at).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(text_with(other).as_deref(), Some(OLDER.3));
}
