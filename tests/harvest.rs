//! The harvest's machine against blogs in memory: each case says what a blog offers, and what must
//! come of it.
#![cfg(feature = "harvest")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate};
use feedstone::harvest::{Event, From, Frontier, Note, Options, Post, Verdict};
use feedstone::source::Response;
use feedstone::{Error, Kind};

const HOME: &str = "https://salt.example/";

/// One post of a made blog.
#[derive(Clone)]
struct Made {
    day: NaiveDate,
    title: String,
    body: String,
    path: String,
}

/// What a made blog offers.
#[derive(Clone, Copy, Default)]
struct Offers {
    posts: usize,
    feed: bool,
    /// Posts on a page of the chain; 0: the home page shows ten and leads nowhere.
    chain: usize,
    /// Pages after which the chain breaks off.
    chain_ends: usize,
    months: bool,
    archive: bool,
    sitemap: bool,
    neighbours: bool,
    /// A side bar that links to a calendar without end.
    calendar: bool,
    /// Links with a parameter that changes nothing, on each post.
    replies: bool,
    rest: bool,
    /// Posts and lists are told by parameters alone: `?p=7`, `?paged=2`, `?m=200901`.
    queries: bool,
    /// The feed names the posts under the host that the blog had once.
    old_host: bool,
    /// Posts stand below the root: `/brine/`, as `/about/` does.
    slugs: bool,
}

/// Words that no other post has.
fn words(n: usize, many: usize) -> String {
    let syllables = ["ba", "co", "du", "fe", "gi", "ho", "ku", "la", "mi", "no", "pu", "re", "so"];
    let word = |k: usize| {
        let seed = (n * 7919 + k * 104_729) % 28_561;
        (0..4).map(|p| syllables[seed / 13_usize.pow(p) % 13]).collect::<String>()
    };
    (0..many).map(word).collect::<Vec<_>>().join(" ")
}

fn made(n: usize) -> Made {
    let day = NaiveDate::from_ymd_opt(2009, 1, 3).unwrap() + Days::new(6 * n as u64);
    let title = words(n, 3);
    let path = format!("/{}/{}/", day.format("%Y/%m/%d"), title.replace(' ', "-"));
    let body = (0..3).map(|p| format!("<p>{}.</p>", words(n * 10 + p + 1, 40))).collect();
    Made { day, title, body, path }
}

/// A blog in memory: what is answered to each path.
#[derive(Clone, Default)]
struct Site {
    pages: BTreeMap<String, (u16, String, String)>,
    /// Every how manieth request fails; 0: none.
    fails: usize,
    asked: Vec<String>,
}

const HTML: &str = "text/html; charset=utf-8";

fn page(title: &str, main: &str, side: &str) -> String {
    format!(
        "<!DOCTYPE html><html><head><title>{title}</title>\
         <link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed.xml\"></head><body>\
         <div id=\"top\"><a href=\"/\">Salt</a> <a href=\"/about/\">About</a></div>\
         <div id=\"main\">{main}</div><div id=\"side\">{side}</div></body></html>"
    )
}

fn record(post: &Made) -> String {
    format!(
        "<div class=\"post\"><h2><a href=\"{}\">{}</a></h2><p class=\"day\">{}</p>\
         <div class=\"text\">{}</div></div>",
        post.path,
        post.title,
        post.day.format("%-d %B %Y"),
        post.body
    )
}

impl Site {
    fn of(offers: Offers) -> (Site, Vec<Made>) {
        let mut posts: Vec<Made> = (0..offers.posts).rev().map(made).collect();
        for (n, post) in posts.iter_mut().enumerate() {
            if offers.queries {
                post.path = format!("/?p={}", 1000 - n * 3);
            } else if offers.slugs {
                post.path = format!("/{}/", post.title.replace(' ', "-"));
            }
        }
        let mut site = Site::default();
        let mut side = String::new();
        if offers.archive {
            side.push_str("<a href=\"/archives/\">All posts</a>");
            let line =
                |p: &Made| format!("<li>{} <a href=\"{}\">{}</a></li>", p.day, p.path, p.title);
            let list: String = posts.iter().map(line).collect();
            site.put("/archives/", &page("All", &format!("<ul>{list}</ul>"), ""));
        }
        if offers.months {
            let mut months: BTreeMap<(i32, u32), Vec<&Made>> = BTreeMap::new();
            posts
                .iter()
                .for_each(|p| months.entry((p.day.year(), p.day.month())).or_default().push(p));
            for ((y, m), of) in months {
                let path = match offers.queries {
                    true => format!("/?m={y}{m:02}"),
                    false => format!("/{y}/{m:02}/"),
                };
                side.push_str(&format!("<a href=\"{path}\">{y}-{m}</a> "));
                site.put(
                    &path,
                    &page("Month", &of.into_iter().map(record).collect::<String>(), ""),
                );
            }
        }
        if offers.calendar {
            side.push_str("<a href=\"/cal/?month=1\">Calendar</a>");
            for n in 1..2000 {
                let more = format!("<a href=\"/cal/{}/\">later</a>", n + 1);
                site.put(&format!("/cal/{n}/"), &page("Calendar", "Nothing.", &more));
            }
            side.push_str("<a href=\"/cal/1/\">Calendar</a>");
        }
        let about = "<h1>About</h1><p>A blog on salt, pans and patience, kept since long ago.</p>";
        site.put("/about/", &page("About", about, &side));
        if offers.queries {
            side.push_str("<a href=\"/?page_id=2\">About</a>");
            site.put("/?page_id=2", &page("About", about, &side));
            // A page that has a post's address.
            side.push_str("<a href=\"/?p=2\">Imprint</a>");
            let imprint = "<div class=\"post\"><h1>Imprint</h1><div class=\"text\"><p>Who is \
                           answerable for this blog and its salt, and where.</p></div></div>";
            site.put("/?p=2", &page("Imprint", imprint, &side));
        }
        for (n, post) in posts.iter().enumerate() {
            let mut main = record(post).replace("h2>", "h1>");
            if offers.neighbours {
                main.push_str("<div class=\"nav\">");
                let near = [n.checked_sub(1), Some(n + 1)];
                for other in near.into_iter().flatten().filter_map(|k| posts.get(k)) {
                    main.push_str(&format!("<a href=\"{}\">{}</a> ", other.path, other.title));
                }
                main.push_str("</div>");
            }
            if offers.replies {
                let sign = if offers.queries { '&' } else { '?' };
                main.push_str(&format!("<a href=\"{}{sign}replytocom={n}\">Reply</a>", post.path));
            }
            site.put(&post.path, &page(&post.title, &main, &side));
        }
        let size = if offers.chain > 0 { offers.chain } else { 10 };
        let pages: Vec<&[Made]> = posts.chunks(size).collect();
        let last = match (offers.chain, offers.chain_ends) {
            (0, _) => 1,
            (_, 0) => pages.len(),
            (_, ends) => ends,
        };
        let list = |n: usize| match offers.queries {
            true => format!("/?paged={n}"),
            false => format!("/page/{n}/"),
        };
        for (n, of) in pages.iter().enumerate().take(last) {
            let mut main: String = of.iter().map(record).collect();
            if n + 1 < last {
                main.push_str(&format!("<a href=\"{}\">Older</a>", list(n + 2)));
            }
            let path = if n == 0 { "/".to_owned() } else { list(n + 1) };
            let mut html = page("Salt", &main, &side);
            if offers.rest {
                let link = "<link rel=\"https://api.w.org/\" href=\"/wp-json/\"></head>";
                html = html.replace("</head>", link);
            }
            site.put(&path, &html);
        }
        if offers.feed {
            site.feed(&posts);
        }
        if let Some(feed) = site.pages.get_mut("/feed.xml").filter(|_| offers.old_host) {
            feed.2 = feed.2.replace(HOME, "http://old.example/");
        }
        if offers.sitemap {
            let urls =
                posts.iter().map(|p| format!("<url><loc>{HOME}{}</loc></url>", &p.path[1..]));
            let xml = format!("<urlset>{}</urlset>", urls.collect::<String>());
            site.pages.insert("/sitemap.xml".to_owned(), (200, "text/xml".to_owned(), xml));
        }
        if offers.rest {
            let item = |p: &Made| {
                serde_json::json!({
                    "link": format!("{HOME}{}", &p.path[1..]),
                    "date": format!("{}T08:00:00", p.day),
                    "title": {"rendered": p.title}, "content": {"rendered": p.body},
                })
            };
            for (n, of) in posts.chunks(100).enumerate() {
                let json =
                    serde_json::Value::from(of.iter().map(item).collect::<Vec<_>>()).to_string();
                let path = format!("/wp-json/wp/v2/posts?per_page=100&page={}", n + 1);
                site.pages.insert(path, (200, "application/json".to_owned(), json));
            }
        }
        (site, posts)
    }

    fn feed(&mut self, posts: &[Made]) {
        let item = |p: &Made| {
            format!(
                "<item><title>{}</title><link>{HOME}{}</link><pubDate>{}</pubDate>\
                 <description><![CDATA[{}]]></description></item>",
                p.title,
                &p.path[1..],
                p.day.format("%a, %d %b %Y 08:00:00 +0000"),
                p.body
            )
        };
        let items: String = posts.iter().take(10).map(item).collect();
        let xml =
            format!("<rss version=\"2.0\"><channel><title>Salt</title>{items}</channel></rss>");
        let answer = (200, "application/rss+xml".to_owned(), xml);
        self.pages.insert("/feed.xml".to_owned(), answer);
    }

    fn put(&mut self, path: &str, html: &str) {
        self.pages.insert(path.to_owned(), (200, HTML.to_owned(), html.to_owned()));
    }

    fn get(&mut self, url: &str) -> Result<Response, Error> {
        self.asked.push(url.to_owned());
        if self.fails > 0 && self.asked.len().is_multiple_of(self.fails) {
            return Err(Error::new(Kind::Fetch, "broken"));
        }
        let path = url.strip_prefix("https://salt.example").unwrap_or("/elsewhere");
        let gone = (404, HTML.to_owned(), "Not found".to_owned());
        let (status, kind, text) = self.pages.get(path).cloned().unwrap_or(gone);
        let mut headers = vec![("content-type".to_owned(), kind)];
        if (300..400).contains(&status) {
            headers.push(("location".to_owned(), text.clone()));
        }
        Ok(Response { url: url.to_owned(), status, headers, bytes: text.into_bytes() })
    }
}

/// A harvest from its start to its end.
struct Run {
    frontier: Frontier,
    posts: Vec<Post>,
    twins: Vec<(String, String)>,
    notes: Vec<Note>,
}

impl Run {
    fn of(site: &mut Site, options: Options) -> Run {
        let frontier = Frontier::new(HOME, options).unwrap();
        let mut run = Run { frontier, posts: Vec::new(), twins: Vec::new(), notes: Vec::new() };
        run.go(site, usize::MAX);
        run
    }

    /// Go on for so many requests at most.
    fn go(&mut self, site: &mut Site, most: usize) {
        for _ in 0..most {
            let Some(request) = self.frontier.next() else { return };
            let step = self.frontier.answer(&request.url, site.get(&request.url));
            self.notes.push(step.note);
            step.events.into_iter().for_each(|e| self.take(e));
        }
    }

    fn take(&mut self, event: Event) {
        match event {
            Event::Post(post) => self.posts.push(*post),
            Event::Twin { url, of } => self.twins.push((url, of)),
            Event::Learned | Event::List { .. } | Event::Warning(_) => {}
        }
    }

    fn is_complete(&self) -> bool {
        matches!(self.frontier.report().verdict, Verdict::Complete(_))
    }
}

const BLOG: Offers = Offers {
    posts: 60,
    feed: true,
    chain: 0,
    chain_ends: 0,
    months: false,
    archive: false,
    sitemap: false,
    neighbours: false,
    calendar: false,
    replies: false,
    rest: false,
    queries: false,
    old_host: false,
    slugs: false,
};

#[test]
fn whatever_way_a_blog_offers_each_post_is_found_once() {
    // What it offers, most requests beside one a post, whether the posts are known to be all.
    let cases = [
        ("neighbours", Offers { neighbours: true, ..BLOG }, 12, true),
        ("archive, sitemap", Offers { archive: true, sitemap: true, ..BLOG }, 8, true),
        ("archive alone", Offers { archive: true, ..BLOG }, 12, false),
        ("chain of pages", Offers { chain: 10, ..BLOG }, 15, false),
        ("months", Offers { months: true, ..BLOG }, 25, false),
        (
            "chain that breaks off, months",
            Offers { chain: 10, chain_ends: 2, months: true, ..BLOG },
            25,
            false,
        ),
        ("posts for programs", Offers { rest: true, ..BLOG }, 12, false),
        ("a calendar without end", Offers { archive: true, calendar: true, ..BLOG }, 25, false),
        ("reply links", Offers { archive: true, replies: true, ..BLOG }, 12, false),
        (
            "parameters, chain",
            Offers { queries: true, chain: 10, replies: true, ..BLOG },
            20,
            false,
        ),
        ("parameters, months", Offers { queries: true, months: true, ..BLOG }, 30, false),
        ("parameters, neighbours", Offers { queries: true, neighbours: true, ..BLOG }, 12, true),
        ("old host in the feed", Offers { old_host: true, archive: true, ..BLOG }, 12, false),
        ("old host, neighbours", Offers { old_host: true, neighbours: true, ..BLOG }, 12, true),
        ("slugs, archive", Offers { slugs: true, archive: true, ..BLOG }, 14, false),
        ("slugs, chain", Offers { slugs: true, chain: 10, ..BLOG }, 18, false),
        ("slugs, neighbours", Offers { slugs: true, neighbours: true, ..BLOG }, 12, true),
        ("slugs, months", Offers { slugs: true, months: true, ..BLOG }, 28, false),
        (
            "slugs, sitemap, chain",
            Offers { slugs: true, sitemap: true, chain: 10, ..BLOG },
            14,
            true,
        ),
        ("slugs, sitemap", Offers { slugs: true, sitemap: true, ..BLOG }, 14, false),
        ("no feed", Offers { feed: false, archive: true, sitemap: true, ..BLOG }, 40, true),
    ];
    for (name, offers, beside, complete) in cases {
        let (mut site, made) = Site::of(offers);
        let run = Run::of(&mut site, Options::default());
        let mut links: Vec<&str> = run.posts.iter().map(|p| p.link.as_str()).collect();
        links.sort();
        let mut wanted: Vec<String> =
            made.iter().map(|p| format!("{HOME}{}", &p.path[1..])).collect();
        wanted.sort();
        assert_eq!(links, wanted, "{name}");
        for post in &run.posts {
            let of = made.iter().find(|m| post.link.ends_with(&m.path)).unwrap();
            assert_eq!(post.title.as_deref(), Some(of.title.as_str()), "{name}");
            assert_eq!(post.date, Some(of.day), "{name}");
        }
        let asked = site.asked.len();
        assert!(asked <= made.len() + beside, "{name}: {asked} requests for {} posts", made.len());
        assert_eq!(run.is_complete(), complete, "{name}: {:?}", run.frontier.report());
        let mut once = site.asked.clone();
        once.sort();
        once.dedup();
        assert_eq!(once.len(), asked, "{name}: an address was asked twice");
    }
}

#[test]
fn nothing_is_asked_that_robots_forbid() {
    let (mut site, made) = Site::of(Offers { archive: true, ..BLOG });
    let month = made[30].day.format("/%Y/%m/").to_string();
    let text = format!("User-agent: *\nDisallow: {month}\n");
    site.pages.insert("/robots.txt".to_owned(), (200, "text/plain".to_owned(), text));
    let run = Run::of(&mut site, Options::default());
    assert!(!site.asked.iter().any(|u| u.contains(&month)), "{:?}", site.asked);
    assert!(!run.posts.is_empty());
    assert!(!run.is_complete() || run.posts.len() == made.len());
}

#[test]
fn lists_that_robots_forbid_do_not_end_the_learning() {
    let (mut site, made) = Site::of(Offers { archive: true, neighbours: true, ..BLOG });
    let text = "User-agent: *\nDisallow: /archives/\nDisallow: /about/\n".to_owned();
    site.pages.insert("/robots.txt".to_owned(), (200, "text/plain".to_owned(), text));
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());
    assert!(!site.asked.iter().any(|u| u.ends_with("/archives/") || u.ends_with("/about/")));
}

#[test]
fn a_home_page_on_another_host_is_asked_for_by_the_rules_of_that_host() {
    let (mut site, made) = Site::of(Offers { neighbours: true, ..BLOG });
    let mut frontier = Frontier::new("http://old.example/", Options::default()).unwrap();
    let (mut posts, mut asked) = (0, Vec::new());
    while let Some(request) = frontier.next() {
        asked.push(request.url.clone());
        let moved = |to: &str| Response {
            url: request.url.clone(),
            status: 301,
            headers: vec![("location".to_owned(), to.to_owned())],
            bytes: Vec::new(),
        };
        let answer = match request.url.as_str() {
            "http://old.example/" => Ok(moved(HOME)),
            _ => site.get(&request.url),
        };
        let step = frontier.answer(&request.url, answer);
        posts += step.events.iter().filter(|e| matches!(e, Event::Post(_))).count();
    }
    assert_eq!(posts, made.len());
    let robots = ["http://old.example/robots.txt", "https://salt.example/robots.txt"];
    assert_eq!([&asked[0], &asked[2]], robots);
}

#[test]
fn a_server_that_fails_at_robots_is_left_alone() {
    let (mut site, _) = Site::of(BLOG);
    site.pages.insert("/robots.txt".to_owned(), (503, HTML.to_owned(), String::new()));
    let run = Run::of(&mut site, Options::default());
    assert_eq!(site.asked, ["https://salt.example/robots.txt"]);
    assert!(matches!(run.frontier.report().verdict, Verdict::AtLeast { .. }));
}

#[test]
fn other_hosts_are_not_asked() {
    let (mut site, _) = Site::of(Offers { archive: true, ..BLOG });
    let html = site.pages["/"]
        .2
        .replace("</body>", "<a href=\"https://pepper.example/2009/01/03/x/\">x</a></body>");
    site.put("/", &html);
    Run::of(&mut site, Options::default());
    assert!(site.asked.iter().all(|u| u.starts_with(HOME)), "{:?}", site.asked);
}

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

#[test]
fn posts_that_lists_show_whole_need_not_be_asked() {
    let (mut site, made) = Site::of(Offers { chain: 10, ..BLOG });
    let options = Options { from_lists: true, ..Options::default() };
    let run = Run::of(&mut site, options);
    assert_eq!(run.posts.len(), made.len());
    assert!(site.asked.len() <= 30, "{} requests", site.asked.len());
}

#[test]
fn a_run_that_was_broken_off_goes_on_as_if_it_had_not_been() {
    let offers = Offers { posts: 24, chain: 5, months: true, ..BLOG };
    let (site, _) = Site::of(offers);
    let whole = Run::of(&mut site.clone(), Options::default());
    for cut in 0..whole.notes.len() {
        let mut posts = Vec::new();
        let json: Vec<String> =
            whole.notes[..cut].iter().map(|n| serde_json::to_string(n).unwrap()).collect();
        let notes = json.iter().map(|j| serde_json::from_str(j).unwrap());
        let mut take = |e| {
            if let Event::Post(post) = e {
                posts.push(*post);
            }
        };
        let frontier = Frontier::resume(HOME, Options::default(), notes, &mut take).unwrap();
        let mut run = Run { frontier, posts, twins: Vec::new(), notes: Vec::new() };
        let mut site = site.clone();
        run.go(&mut site, usize::MAX);
        assert_eq!(run.posts, whole.posts, "cut behind request {cut}");
        assert_eq!(run.notes, whole.notes[cut..], "cut behind request {cut}");
        assert_eq!(run.frontier.report(), whole.frontier.report(), "cut behind request {cut}");
    }
}

#[test]
fn an_update_asks_little_and_tells_what_is_new_or_edited() {
    let (mut site, made) = Site::of(Offers { archive: true, sitemap: true, ..BLOG });
    let mut run = Run::of(&mut site, Options::default());
    run.posts.clear();
    site.asked.clear();
    run.frontier.update();
    run.go(&mut site, usize::MAX);
    assert!(site.asked.len() <= 5, "{:?}", site.asked);
    assert!(run.posts.is_empty(), "nothing has changed");

    let (mut grown, more) = Site::of(Offers { posts: 61, archive: true, sitemap: true, ..BLOG });
    let edited = &made[2];
    let mut changed: Vec<Made> = more.clone();
    changed[3].body.push_str("<p>Added later, with some more words on the matter.</p>");
    grown.feed(&changed);
    let html = grown.pages[&edited.path].2.replace(&edited.body, &changed[3].body);
    grown.put(&edited.path, &html);
    run.frontier.update();
    run.go(&mut grown, usize::MAX);
    let mut links: Vec<&str> = run.posts.iter().map(|p| p.link.trim_start_matches(HOME)).collect();
    links.sort();
    let mut wanted = [&more[0].path[1..], &edited.path[1..]];
    wanted.sort();
    assert_eq!(links, wanted);
    let post = run.posts.iter().find(|p| p.link.ends_with(&edited.path)).unwrap();
    assert!(post.body_text.as_deref().unwrap().contains("Added later"));
}

#[test]
fn what_fails_in_passing_is_asked_again_and_a_dead_server_is_not() {
    let (mut site, made) = Site::of(Offers { archive: true, ..BLOG });
    site.fails = 50;
    let run = Run::of(&mut site, Options::default());
    assert_eq!(run.posts.len(), made.len());

    let (mut site, _) = Site::of(Offers { archive: true, ..BLOG });
    let frontier = Frontier::new(HOME, Options::default()).unwrap();
    let mut run = Run { frontier, posts: Vec::new(), twins: Vec::new(), notes: Vec::new() };
    run.go(&mut site, 45);
    site.fails = 1;
    let before = site.asked.len();
    run.go(&mut site, usize::MAX);
    assert_eq!(site.asked.len() - before, 5);
    let Verdict::AtLeast { why, .. } = run.frontier.report().verdict else {
        panic!("it broke off")
    };
    assert!(why.contains("in a row failed"), "{why}");
}

#[test]
fn the_home_page_may_have_moved() {
    let (mut site, made) = Site::of(Offers { archive: true, sitemap: true, ..BLOG });
    let get = |site: &mut Site, url: &str| match url.strip_prefix("http://www.salt.example") {
        Some(path) => Ok(Response {
            url: url.to_owned(),
            status: 301,
            headers: vec![("location".to_owned(), format!("https://salt.example{path}"))],
            bytes: Vec::new(),
        }),
        None => site.get(url),
    };
    let mut frontier = Frontier::new("http://www.salt.example/", Options::default()).unwrap();
    let (mut posts, mut moved) = (0, 0);
    while let Some(request) = frontier.next() {
        moved += usize::from(request.url.starts_with("http://"));
        let step = frontier.answer(&request.url, get(&mut site, &request.url));
        posts += step.events.iter().filter(|e| matches!(e, Event::Post(_))).count();
    }
    assert_eq!(posts, made.len());
    assert!(moved <= 3, "{moved} requests went to the old address");
}

#[test]
fn an_address_that_is_none_is_an_error() {
    for home in ["", "salt.example", "mailto:me@salt.example"] {
        assert!(Frontier::new(home, Options::default()).is_err(), "{home}");
    }
}
