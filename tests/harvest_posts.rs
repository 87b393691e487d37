//! What is a post, and which addresses are the same one, in blogs in memory.
#![cfg(feature = "harvest")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod made_blog;

use feedstone::harvest::{Event, From, Frontier, Options, Post};
use made_blog::{BLOG, HOME, HTML, Made, Offers, Run, Site, page, record, words};

#[test]
fn addresses_of_one_post_are_one_post() {
    let (site, made) = Site::of(Offers { archive: true, ..BLOG });
    let post = &made[30];
    let archive = site.pages["/archives/"].2.clone();
    let other =
        |path: &str| format!("<li>{} <a href=\"{path}\">{}</a></li></ul>", post.day, post.title);
    // A copy without any sign, a redirect, and a page that names the other as its own address.
    let cases = [
        ("copy", "/2009/01/09/kept-here/"),
        ("moved", "/2009/01/09/was-here/"),
        ("canonical", "/2009/01/09/for-printers/"),
    ];
    for (name, path) in cases {
        let mut site = site.clone();
        let own = site.pages[&post.path].2.clone();
        match name {
            "moved" => {
                site.pages.insert(path.to_owned(), (301, HTML.to_owned(), post.path.clone()));
            }
            "canonical" => {
                let link = format!("<link rel=\"canonical\" href=\"{}\"></head>", post.path);
                site.put(path, &own.replace("</head>", &link).replace("<p>", "<p>Printed. "));
            }
            _ => site.put(path, &own),
        }
        site.put("/archives/", &archive.replace("</ul>", &other(path)));
        let run = Run::of(&mut site, Options::default());
        assert_eq!(run.posts.len(), made.len(), "{name}");
        let of = format!("{HOME}{}", &post.path[1..]);
        assert!(
            run.twins.contains(&(format!("{HOME}{}", &path[1..]), of)),
            "{name}: {:?}",
            run.twins
        );
    }
}

#[test]
fn a_post_that_was_written_twice_is_two_posts() {
    let (mut site, made) = Site::of(Offers { archive: true, ..BLOG });
    let post = &made[30];
    let path = post.path.replace("-", "-again-");
    let own = site.pages[&post.path].2.replace(&post.path, &path);
    let link = format!("<a href=\"{}\">{}</a></body>", post.path, post.title);
    site.put(&path, &own.replace("</body>", &link));
    let line = format!("<li>{} <a href=\"{path}\">{}</a></li></ul>", post.day, post.title);
    let archive = site.pages["/archives/"].2.replace("</ul>", &line);
    site.put("/archives/", &archive);
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len() + 1);
}

#[test]
fn second_names_are_believed_once_some_were_looked_at() {
    let (mut site, made) = Site::of(Offers { archive: true, ..BLOG });
    let mut list = String::new();
    let mut names = Vec::new();
    for post in &made {
        let (dir, name) = post.path.trim_end_matches('/').rsplit_once('/').unwrap();
        let path = format!("{dir}/{}/", name.replace('-', "_"));
        list.push_str(&format!("<li>{} <a href=\"{path}\">{}</a></li>", post.day, post.title));
        let own = site.pages[&post.path].2.clone();
        site.put(&path, &own);
        names.push(format!("{HOME}{}", &path[1..]));
    }
    let archive = site.pages["/archives/"].2.replace("</ul>", &format!("{list}</ul>"));
    site.put("/archives/", &archive);
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());
    let asked = site.asked.iter().filter(|u| names.contains(u)).count();
    assert!(asked <= 5, "{asked} of {} second names were asked", names.len());
}

#[test]
fn a_post_whose_page_is_gone_is_kept_from_its_list() {
    let (mut site, made) = Site::of(Offers { chain: 10, ..BLOG });
    let gone = &made[35];
    site.pages.remove(&gone.path);
    let run = Run::of(&mut site, Options::default());
    let post = run.posts.iter().find(|p| p.link.ends_with(&gone.path)).unwrap();
    assert_eq!((post.from, post.title.as_deref()), (From::List, Some(gone.title.as_str())));
    assert_eq!(post.date, Some(gone.day));
    assert!(post.body_text.is_some());
}

/// One post of the feed's newest and one that only a list names; the lists show their beginnings.
#[test]
fn a_post_split_over_several_pages_is_given_once_and_whole() {
    let (mut site, made) = Site::of(Offers { chain: 10, ..BLOG });
    for (n, post) in [(3, &made[3]), (35, &made[35])] {
        let (first, rest) = post.body.split_once("</p>").unwrap();
        let parts: Vec<&str> = rest.split_inclusive("</p>").collect();
        let own = site.pages[&post.path].2.clone();
        let path = |k: usize| match k {
            1 => post.path.clone(),
            _ => format!("{}{k}/", post.path),
        };
        let links: String = (1..=3).map(|k| format!("<a href=\"{}\">{k}</a> ", path(k))).collect();
        for (k, part) in [&format!("{first}</p>")[..], parts[0], parts[1]].iter().enumerate() {
            let part = format!("{part}</div><p class=\"parts\">Pages: {links}</p>");
            let html = own.replacen(&format!("{}</div>", post.body), &part, 1);
            site.put(&path(k + 1), &html);
        }
        let list = if n < 10 { "/".to_owned() } else { format!("/page/{}/", n / 10 + 1) };
        let shown = site.pages[&list].2.replace(&post.body, &format!("{first}</p>"));
        site.put(&list, &shown);
    }
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());
    for (n, post) in [(3, &made[3]), (35, &made[35])] {
        let got = run.posts.iter().find(|p| p.link.ends_with(&post.path)).unwrap();
        let plain = post.body.replace("<p>", "").replace("</p>", "\n");
        assert_eq!(got.body_text.as_deref(), Some(plain.trim()), "{n}: from {:?}", got.from);
    }
}

#[test]
fn posts_that_only_the_feed_names_are_asked_or_kept_from_it() {
    let (mut site, made) = Site::of(BLOG);
    let all: String = {
        // A feed of forty items: twice as many as learning asks for.
        let mut feeds = made.chunks(10).take(4).map(|of| {
            site.feed(of);
            let text = &site.pages["/feed.xml"].2;
            let (from, to) = (text.find("<item>").unwrap(), text.rfind("</channel>").unwrap());
            text[from..to].to_owned()
        });
        (0..4).filter_map(|_| feeds.next()).collect()
    };
    let xml = format!("<rss version=\"2.0\"><channel><title>Salt</title>{all}</channel></rss>");
    site.pages.insert("/feed.xml".to_owned(), (200, "application/rss+xml".to_owned(), xml));
    site.pages.remove(&made[5].path);
    site.pages.remove(&made[35].path);
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), 40);
    for gone in [&made[5], &made[35]] {
        let post = run.posts.iter().find(|p| p.link.ends_with(&gone.path)).unwrap();
        assert_eq!(post.title.as_deref(), Some(gone.title.as_str()));
        assert_ne!(post.from, From::Page);
    }
}

#[test]
fn a_post_that_redirects_to_the_home_page_is_kept_from_its_list() {
    let (mut site, made) = Site::of(Offers { chain: 10, ..BLOG });
    let gone = &made[35];
    site.pages.insert(gone.path.clone(), (302, HTML.to_owned(), "/".to_owned()));
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());
    let post = run.posts.iter().find(|p| p.link.ends_with(&gone.path)).unwrap();
    assert_eq!((post.from, post.title.as_deref()), (From::List, Some(gone.title.as_str())));
}

#[test]
fn a_day_that_only_a_later_list_shows_is_told_once_it_is_known() {
    let offers = Offers { slugs: true, neighbours: true, chain: 10, ..BLOG };
    let (mut site, made) = Site::of(offers);
    let bare = &made[3];
    let day = format!("<p class=\"day\">{}</p>", bare.day.format("%-d %B %Y"));
    let own = site.pages[&bare.path].2.replace(&day, "");
    site.put(&bare.path, &own);
    let mut feed = site.pages["/feed.xml"].clone();
    feed.2 = feed
        .2
        .replace(&format!("<link>{HOME}{}", &bare.path[1..]), "<link>https://salt.example/none");
    site.pages.insert("/feed.xml".to_owned(), feed);
    let run = Run::of(&mut site, Options::default());
    let last = run.posts.iter().rfind(|p| p.link.ends_with(&bare.path)).unwrap();
    assert_eq!(last.date, Some(bare.day));
}

fn from_lists() -> Options {
    let mut options = Options::default();
    options.from_lists = true;
    options
}

/// Each page is at hand.
fn stored() -> Options {
    let mut options = Options::default();
    options.stored = true;
    options
}

/// Every post once, with the title and the day that it has.
fn are_right(posts: &[Post], made: &[Made], name: &str) {
    assert_eq!(posts.len(), made.len(), "{name}");
    for of in made {
        let post = posts.iter().find(|p| p.link.ends_with(&of.path)).unwrap();
        assert_eq!(post.title.as_deref(), Some(&*of.title), "{name}");
        assert_eq!(post.date, Some(of.day), "{name}");
        let words = |text: &str| text.split_whitespace().count();
        let body = of.body.replace("<p>", " ").replace("</p>", " ");
        assert_eq!(post.body_text.as_deref().map(words), Some(words(&body)), "{name}");
    }
}

#[test]
fn posts_that_lists_show_whole_need_not_be_asked() {
    // What a blog of 60 posts offers, and most requests for all of it.
    let cases = [
        ("chain", Offers { chain: 10, ..BLOG }, 16),
        ("months, archive", Offers { months: true, archive: true, ..BLOG }, 26),
        ("months", Offers { months: true, ..BLOG }, 30),
        ("archive, chain", Offers { archive: true, chain: 10, ..BLOG }, 18),
    ];
    for (name, offers, most) in cases {
        let (mut site, made) = Site::of(offers);
        let run = Run::of(&mut site, from_lists());
        are_right(&run.posts, &made, name);
        assert!(site.asked.len() <= most, "{name}: {} requests", site.asked.len());
    }
}

/// Lists whose pages show three posts each: a chain, and months of several pages.
#[test]
fn what_a_chain_of_pages_shows_is_not_asked_of_months() {
    let (mut site, made) = Site::of(Offers { chain: 3, months: true, archive: true, ..BLOG });
    let is_month = |path: &str| path.len() == "/2009/01/".len() && path.starts_with("/20");
    let months: Vec<String> = site.pages.keys().filter(|p| is_month(p)).cloned().collect();
    for month in &months {
        let of: Vec<&Made> = made.iter().filter(|p| p.path.starts_with(month)).collect();
        let pages: Vec<&[&Made]> = of.chunks(3).collect();
        for (n, posts) in pages.iter().enumerate() {
            let mut main: String = posts.iter().map(|p| record(p)).collect();
            if n + 1 < pages.len() {
                main.push_str(&format!("<a href=\"{month}page/{}/\">Older</a>", n + 2));
            }
            let path = if n == 0 { month.clone() } else { format!("{month}page/{}/", n + 1) };
            site.put(&path, &page("Month", &main, ""));
        }
    }
    let run = Run::of(&mut site, from_lists());
    are_right(&run.posts, &made, "chain and months");
    let of_months = |url: &&String| months.iter().any(|m| *url.replace(HOME, "/") == **m);
    let asked = site.asked.iter().filter(of_months).count();
    // Two to learn from, one to see how much they show.
    assert!(asked <= 3, "{asked} months: {:?}", site.asked);
}

/// The newest posts are read to learn from; their month shows them, too.
#[test]
fn months_are_held_against_posts_that_were_read_anyway() {
    let (mut site, made) = Site::of(Offers { months: true, archive: true, ..BLOG });
    let run = Run::of(&mut site, from_lists());
    are_right(&run.posts, &made, "months");
    let own: Vec<&str> =
        run.posts.iter().filter(|p| p.from == From::Page).map(|p| &*p.link).collect();
    assert!(own.len() <= 3, "{own:?}");
}

/// A page of the chain shows all posts of a month, two of them cut, and so does the month; two more
/// are cut of those that rules are learned from.
#[test]
fn posts_that_lists_cut_are_sought_on_no_further_list() {
    let offers = Offers { chain: 10, chain_ends: 3, months: true, archive: true, ..BLOG };
    let (mut site, made) = Site::of(offers);
    for path in ["/", "/page/2/", "/2009/09/"] {
        let page = site.pages.get_mut(path).unwrap();
        for post in [0, 1, 15, 16].map(|n| &made[n]) {
            let start: String = post.body.chars().take(60).collect();
            page.2 = page.2.replace(&post.body, &format!("{start} …</p>"));
        }
    }
    let run = Run::of(&mut site, from_lists());
    are_right(&run.posts, &made, "cut");
    assert!(!site.asked.iter().any(|u| u.ends_with("/2009/09/")), "{:?}", site.asked);
}

/// What nothing says to be a list is not asked to learn from, where lists show whole posts.
#[test]
fn pages_that_may_be_anything_are_not_asked_where_lists_show_whole_posts() {
    let (mut site, made) = Site::of(Offers { chain: 10, archive: true, ..BLOG });
    let run = Run::of(&mut site, from_lists());
    are_right(&run.posts, &made, "chain");
    assert!(!site.asked.iter().any(|u| u.ends_with("/about/")), "{:?}", site.asked);
}

#[test]
fn lists_that_say_other_than_the_posts_own_pages_spare_none() {
    type Spoil = fn(&str, &Made) -> String;
    let cases: [(&str, Spoil); 4] = [
        ("titles", |html, post| {
            html.replace(&format!(">{}</a></h2>", post.title), ">Salt</a></h2>")
        }),
        ("days", |html, post| html.replace(&post.day.format("%-d %B %Y").to_string(), "")),
        ("texts", |html, post| {
            let start: String = post.body.chars().take(60).collect();
            html.replace(&post.body, &format!("{start} …</p>"))
        }),
        ("texts, without a sign", |html, post| {
            let start: String = post.body.chars().take(60).collect();
            html.replace(&post.body, &format!("{start}.</p>"))
        }),
    ];
    for (name, spoil) in cases {
        let (mut site, made) = Site::of(Offers { months: true, archive: true, ..BLOG });
        let asked = |site: &Site, options| {
            let mut site = site.clone();
            are_right(&Run::of(&mut site, options).posts, &made, name);
            site.asked.len()
        };
        for (path, page) in &mut site.pages {
            // Months, not posts.
            if path.len() == "/2009/01/".len() && path.starts_with("/20") {
                page.2 = made.iter().fold(page.2.clone(), |html, post| spoil(&html, post));
            }
        }
        let (all, spared) = (asked(&site, Options::default()), asked(&site, from_lists()));
        assert!(spared <= all + 3, "{name}: {spared} requests, {all} without lists");
    }
}

/// A page of the chain and a month cut two posts that rules are not learned from.
#[test]
fn a_text_that_ends_with_dots_is_taken_from_no_list() {
    let offers = Offers { chain: 10, chain_ends: 3, months: true, archive: true, ..BLOG };
    let (mut site, made) = Site::of(offers);
    for path in ["/page/2/", "/2009/09/"] {
        let page = site.pages.get_mut(path).unwrap();
        for post in [15, 16].map(|n| &made[n]) {
            let start: String = post.body.chars().take(60).collect();
            page.2 = page.2.replace(&post.body, &format!("{start} …</p>"));
        }
    }
    are_right(&Run::of(&mut site, from_lists()).posts, &made, "dots");
}

#[test]
fn lists_that_show_beginnings_are_not_asked_ahead() {
    let (mut site, made) = Site::of(Offers { chain: 10, archive: true, ..BLOG });
    for (path, page) in &mut site.pages {
        if path == "/" || path.starts_with("/page/") {
            for post in &made {
                let start: String = post.body.chars().take(60).collect();
                page.2 = page.2.replace(&post.body, &format!("{start} …</p>"));
            }
        }
    }
    let mut same = site.clone();
    are_right(&Run::of(&mut same, Options::default()).posts, &made, "pages");
    are_right(&Run::of(&mut site, from_lists()).posts, &made, "lists");
    assert_eq!(site.asked.len(), same.asked.len());
}

#[test]
fn a_way_with_nothing_left_is_said_to_have_ended() {
    for (way, offers) in [
        ("page chains", Offers { chain: 10, ..BLOG }),
        ("sitemaps", Offers { sitemap: true, ..BLOG }),
    ] {
        let (mut site, _) = Site::of(offers);
        let run = Run::of(&mut site, Options::default());
        assert_eq!(run.ended.iter().filter(|w| *w == way).count(), 1, "{way}: {:?}", run.ended);
    }
}

/// A page of a post, with links to its other pages.
fn part(post: &Made, text: &str, pages: usize) -> String {
    let links: String =
        (2..=pages).map(|n| format!("<a href=\"{}{n}/\">{n}</a> ", post.path)).collect();
    let links = format!("<p class=\"pages\"><a href=\"{}\">1</a> {links}</p></div>", post.path);
    let made = Made { body: format!("<p>{text}</p>"), ..post.clone() };
    let main =
        record(&made).replace("h2>", "h1>").replace("</div></div>", &format!("</div>{links}"));
    page(&post.title, &main, "")
}

#[test]
fn a_post_of_several_pages_is_given_once_and_whole() {
    // The second page is there, fails for good, or shows the same text.
    let cases = [(Some("b"), "full", "abc"), (None, "excerpt", "ac"), (Some("a"), "full", "a")];
    for (second, extent, texts) in cases {
        let (mut site, made) = Site::of(Offers { chain: 10, ..BLOG });
        let post = &made[30];
        let text = |c: char| words(9000 + c as usize, 40);
        site.put(&post.path, &part(post, &text('a'), 3));
        if let Some(second) = second.and_then(|s| s.chars().next()) {
            site.put(&format!("{}2/", post.path), &part(post, &text(second), 3));
        }
        site.put(&format!("{}3/", post.path), &part(post, &text('c'), 3));
        let run = Run::of(&mut site, Options::default());
        let given: Vec<&Post> = run.posts.iter().filter(|p| p.link.contains(&post.path)).collect();
        let [given] = given[..] else { panic!("{} times, {second:?}", given.len()) };
        assert_eq!(given.extent.map(|e| e.name()), Some(extent), "{second:?}");
        let whole: Vec<String> = texts.chars().map(text).collect();
        assert_eq!(given.body_text.as_deref(), Some(&*whole.join("\n")), "{second:?}");
        assert_eq!(run.posts.len(), made.len());
    }
}

#[test]
fn a_text_that_a_password_keeps_is_not_told_from_lists() {
    let (mut site, made) = Site::of(Offers { chain: 10, ..BLOG });
    let post = &made[30];
    let form = "<form><label>Password <input type=\"password\"></label></form>";
    let main = record(&Made { body: form.to_owned(), ..post.clone() }).replace("h2>", "h1>");
    site.put(&post.path, &page(&post.title, &main, ""));
    let run = Run::of(&mut site, Options::default());
    let given = run.posts.iter().find(|p| p.link.ends_with(&post.path)).unwrap();
    assert_eq!((given.withheld, &given.body_text, &given.extent), (true, &None, &None));
}

#[test]
fn posts_without_titles_that_the_blog_names_to_programs_are_posts() {
    let (mut site, made) = Site::of(Offers { rest: true, queries: true, ..BLOG });
    let post = &made[30];
    let own = site.pages[&post.path].2.replace(&post.title, "");
    site.put(&post.path, &own);
    let list = "/wp-json/wp/v2/posts?per_page=100&page=1";
    let json = site.pages[list].2.replace(&post.title, "");
    site.pages.insert(list.to_owned(), (200, "application/json".to_owned(), json));
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());
    let given = run.posts.iter().find(|p| p.link.ends_with(&post.path)).unwrap();
    assert_eq!((&given.title, given.date), (&None, Some(post.day)));
    assert!(given.body_text.is_some());
}

#[test]
fn in_an_archive_what_nothing_leads_to_is_read_and_a_chain_that_breaks_is_no_whole() {
    let (mut site, made) = Site::of(Offers { neighbours: true, slugs: true, ..BLOG });
    // The archive lacks one post, which parts it, and has another one under a further spelling.
    site.pages.remove(&made[30].path);
    let index = format!("{}index.html", made[50].path);
    let links: Vec<String> = site.pages.keys().cloned().collect();
    for path in &links {
        let page = site.pages.get_mut(path).unwrap();
        page.2 = page.2.replace(&format!("\"{}\"", made[50].path), &format!("\"{index}\""));
    }
    let mut run = Run::of(&mut site, stored());
    assert_eq!(run.posts.len(), 30);
    assert!(!run.is_complete());
    for path in links.iter().filter(|p| p.ends_with('/')) {
        let step = run.frontier.offer(&format!("{HOME}{}", &path[1..]));
        run.notes.push(step.note);
        step.events.into_iter().for_each(|e| run.take(e));
    }
    run.go(&mut site, usize::MAX);
    assert_eq!(run.posts.len(), made.len() - 1);
    assert!(run.posts.iter().all(|p| !p.link.ends_with("/about/")));
    assert!(run.posts.iter().any(|p| p.link.ends_with(&made[50].path)));
    // And again from its notes.
    let mut posts = 0;
    let options = stored();
    let count = &mut |e| posts += usize::from(matches!(e, Event::Post(_)));
    let again = Frontier::resume(HOME, options, run.notes, count).unwrap();
    assert_eq!((posts, again.report().posts), (run.posts.len(), run.posts.len()));
}

/// The blog with other addresses for its posts, the newest first.
fn renamed(site: &Site, made: &[Made], to: impl Fn(usize) -> String) -> Site {
    let names: Vec<(&str, String)> =
        made.iter().enumerate().map(|(n, p)| (p.path.as_str(), to(n))).collect();
    let all = |text: &str| {
        names.iter().fold(text.to_owned(), |text, (old, new)| {
            let text = text.replace(&format!("\"{old}\""), &format!("\"{new}\""));
            text.replace(&format!(">{HOME}{}<", &old[1..]), &format!(">{HOME}{}<", &new[1..]))
        })
    };
    let mut renamed = site.clone();
    renamed.pages = (site.pages.iter())
        .map(|(path, (status, kind, text))| {
            let new = names.iter().find(|n| n.0 == path).map_or(path, |n| &n.1);
            (new.clone(), (*status, kind.clone(), all(text)))
        })
        .collect();
    renamed
}

#[test]
fn posts_that_have_numbers_for_names_are_no_pages_of_another() {
    let (mut site, made) = Site::of(Offers { slugs: true, neighbours: true, ..BLOG });
    for page in site.pages.values_mut() {
        page.2 = page.2.replace("id=\"side\">", "id=\"side\"><a href=\"/posts/\">Posts</a> ");
    }
    // The feed names numbers of two, or of four digits: all others have less.
    for first in [60, 1003] {
        let mut site = renamed(&site, &made, |n| format!("/posts/{}/", first - n));
        let run = Run::of(&mut site, Options::default());
        assert_eq!(run.posts.len(), made.len(), "{first}");
    }
}

#[test]
fn what_a_list_says_of_a_post_is_kept_whenever_its_page_was_asked() {
    let (mut site, made) = Site::of(Offers { chain: 20, neighbours: true, ..BLOG });
    let gone = &made[14];
    // A neighbour leads there first; its page is that of the home.
    let home = site.pages["/"].2.clone();
    site.put(&gone.path, &home);
    let run = Run::of(&mut site, Options::default());
    let post = run.posts.iter().find(|p| p.link.ends_with(&gone.path)).unwrap();
    assert_eq!((post.from, post.date), (From::List, Some(gone.day)));
    assert_eq!(run.posts.len(), made.len());
}

#[test]
fn a_page_at_another_folder_is_a_post_where_it_says_what_posts_say() {
    let (mut site, made) = Site::of(Offers { slugs: true, chain: 10, ..BLOG });
    let folders = ["pans", "salt", "sea"];
    site = renamed(&site, &made, |n| format!("/{}{}", folders[n % 3], made[n].path));
    // Nothing names this one but a text.
    let hidden = made_blog::made(70);
    let about = "<div class=\"post\"><h1>Who we are</h1><p>Two people and a pan.</p></div>";
    site.put("/about/us/", &page("Us", about, ""));
    site.put("/boats/brine/", &page(&hidden.title, &record(&hidden).replace("h2>", "h1>"), ""));
    let first = format!("/pans{}", made[0].path);
    let links = "<p>See <a href=\"/boats/brine/\">this</a> and <a href=\"/about/us/\">us</a>.</p>";
    let text = site.pages[&first].2.replacen("<p>", &format!("{links}<p>"), 1);
    site.put(&first, &text);
    let run = Run::of(&mut site, Options::default());
    let posts: Vec<&str> = run.posts.iter().map(|p| p.link.as_str()).collect();
    assert!(posts.contains(&"https://salt.example/boats/brine/"));
    assert_eq!(posts.len(), made.len() + 1, "{posts:?}");
}
