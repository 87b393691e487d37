//! A blog in memory, and a harvest of it.
#![allow(dead_code, missing_docs)]

use std::collections::BTreeMap;

use chrono::{Datelike, Days, NaiveDate};
use feedstone::harvest::{Doubt, Event, Frontier, Note, Options, Post};
use feedstone::source::Response;
use feedstone::{Error, ErrorKind};

pub const HOME: &str = "https://salt.example/";

/// One post of a made blog.
#[derive(Clone)]
pub struct Made {
    pub day: NaiveDate,
    pub title: String,
    pub body: String,
    pub path: String,
}

/// What a made blog offers.
#[derive(Clone, Copy, Default)]
pub struct Offers {
    pub posts: usize,
    pub feed: bool,
    /// Posts on a page of the chain; 0: the home page shows ten and leads nowhere.
    pub chain: usize,
    /// Pages after which the chain breaks off.
    pub chain_ends: usize,
    pub months: bool,
    pub archive: bool,
    pub sitemap: bool,
    pub neighbours: bool,
    /// A side bar that links to a calendar without end.
    pub calendar: bool,
    /// Links with a parameter that changes nothing, on each post.
    pub replies: bool,
    pub rest: bool,
    /// Posts and lists are told by parameters alone: `?p=7`, `?paged=2`, `?m=200901`.
    pub queries: bool,
    /// The feed names the posts under the host that the blog had once.
    pub old_host: bool,
    /// Posts stand below the root: `/brine/`, as `/about/` does.
    pub slugs: bool,
}

/// Words that no other post has.
pub fn words(n: usize, many: usize) -> String {
    let syllables = ["ba", "co", "du", "fe", "gi", "ho", "ku", "la", "mi", "no", "pu", "re", "so"];
    let word = |k: usize| {
        let seed = (n * 7919 + k * 104_729) % 28_561;
        (0..4).map(|p| syllables[seed / 13_usize.pow(p) % 13]).collect::<String>()
    };
    (0..many).map(word).collect::<Vec<_>>().join(" ")
}

pub fn made(n: usize) -> Made {
    let day = NaiveDate::from_ymd_opt(2009, 1, 3).unwrap() + Days::new(6 * n as u64);
    let title = words(n, 3);
    let path = format!("/{}/{}/", day.format("%Y/%m/%d"), title.replace(' ', "-"));
    let body = (0..3).map(|p| format!("<p>{}.</p>", words(n * 10 + p + 1, 40))).collect();
    Made { day, title, body, path }
}

/// A blog in memory: what is answered to each path.
#[derive(Clone, Default)]
pub struct Site {
    pub pages: BTreeMap<String, (u16, String, String)>,
    /// Every how manieth request fails; 0: none.
    pub fails: usize,
    pub asked: Vec<String>,
}

pub const HTML: &str = "text/html; charset=utf-8";

pub fn page(title: &str, main: &str, side: &str) -> String {
    format!(
        "<!DOCTYPE html><html><head><title>{title}</title>\
         <link rel=\"alternate\" type=\"application/rss+xml\" href=\"/feed.xml\"></head><body>\
         <div id=\"top\"><a href=\"/\">Salt</a> <a href=\"/about/\">About</a></div>\
         <div id=\"main\">{main}</div><div id=\"side\">{side}</div></body></html>"
    )
}

pub fn record(post: &Made) -> String {
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
    pub fn of(offers: Offers) -> (Site, Vec<Made>) {
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

    /// The feed in pages of ten, each at an address of its own; each names the next with a link of
    /// this relation.
    pub fn feed_in_pages(&mut self, posts: &[Made], address: impl Fn(usize) -> String, rel: &str) {
        let pages = posts.chunks(10).count();
        let mut made = Vec::new();
        for (n, of) in posts.chunks(10).enumerate() {
            self.feed(of);
            let Some(mut feed) = self.pages.remove("/feed.xml") else { return };
            if n + 1 < pages && !rel.is_empty() {
                let next = address(n + 2).replace('&', "&amp;");
                let link = format!("<channel><atom:link rel=\"{rel}\" href=\"{next}\"/>");
                feed.2 = feed
                    .2
                    .replace("<channel>", &link)
                    .replace("<rss ", "<rss xmlns:atom=\"http://www.w3.org/2005/Atom\" ");
            }
            made.push((address(n + 1), feed));
        }
        self.pages.extend(made);
        let first = address(1);
        for page in self.pages.values_mut().filter(|p| p.1 == HTML) {
            page.2 = page.2.replace("\"/feed.xml\"", &format!("\"{first}\""));
        }
    }

    pub fn feed(&mut self, posts: &[Made]) {
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

    pub fn put(&mut self, path: &str, html: &str) {
        self.pages.insert(path.to_owned(), (200, HTML.to_owned(), html.to_owned()));
    }

    pub fn get(&mut self, url: &str) -> Result<Response, Error> {
        self.asked.push(url.to_owned());
        if self.fails > 0 && self.asked.len().is_multiple_of(self.fails) {
            return Err(Error::new(ErrorKind::Fetch, "broken"));
        }
        let path = url.strip_prefix("https://salt.example").unwrap_or("/elsewhere");
        let gone = (404, HTML.to_owned(), "Not found".to_owned());
        let (status, kind, text) = self.pages.get(path).cloned().unwrap_or(gone);
        let answer = Response::new(url, status, text.as_str()).with_header("content-type", kind);
        Ok(match status {
            300..400 => answer.with_header("location", text),
            _ => answer,
        })
    }
}

/// A harvest from its start to its end.
pub struct Run {
    pub frontier: Frontier,
    pub posts: Vec<Post>,
    pub twins: Vec<(String, String)>,
    pub notes: Vec<Note>,
    /// Names of ways that ended.
    pub ended: Vec<String>,
}

impl Run {
    pub fn of(site: &mut Site, options: Options) -> Run {
        let frontier = Frontier::new(HOME, options).unwrap();
        let mut run = Run::with(frontier, Vec::new());
        run.go(site, usize::MAX);
        run
    }

    /// With a machine at hand, and the posts that it gave before.
    pub fn with(frontier: Frontier, posts: Vec<Post>) -> Run {
        let (twins, notes, ended) = (Vec::new(), Vec::new(), Vec::new());
        Run { frontier, posts, twins, notes, ended }
    }

    /// Go on for so many requests at most.
    pub fn go(&mut self, site: &mut Site, most: usize) {
        for _ in 0..most {
            let Some(request) = self.frontier.next() else { return };
            let step = self.frontier.answer(&request.url, site.get(&request.url));
            self.notes.push(step.note);
            step.events.into_iter().for_each(|e| self.take(e));
        }
    }

    pub fn take(&mut self, event: Event) {
        match event {
            Event::Post(post) => self.posts.push(*post),
            Event::Twin { url, of } => self.twins.push((url, of)),
            Event::Ended { way, .. } => self.ended.push(way),
            _ => {}
        }
    }

    pub fn is_complete(&self) -> bool {
        self.doubt().is_none()
    }

    /// Why the posts may not be all; None where they are.
    pub fn doubt(&self) -> Option<Doubt> {
        self.frontier.report().complete.err()
    }
}

pub const BLOG: Offers = Offers {
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
