//! What may be asked: hosts of the blog, what robots.txt allows, addresses that may be pages.

use std::collections::{HashMap, HashSet};

use texting_robots::Robot;
use url::Url;

use super::bounds::{LONGEST_ADDRESS, REPEATED};
use super::ways::counts_pages;
use crate::address::{LinkShape, does_something, ends_file, host, named_host};

/// Ends of addresses that are no pages, besides those of files to look at, to hear or to keep.
#[rustfmt::skip]
const NO_PAGES: &[&str] = &[
    "deb", "rpm", "apk", "jar", "js", "css", "json", "xml", "rss", "atom", "rdf", "woff", "woff2",
    "ttf", "eot", "otf", "swf", "ics", "sql", "py", "c", "h", "sh", "patch", "diff", "torrent",
    "bib", "tex", "opml",
];

/// Last parts of addresses that are feeds, forms and doors, in every blog engine.
#[rustfmt::skip]
const DOORS: &[&str] = &[
    "feed", "feeds", "rss", "rss2", "atom", "rdf", "trackback", "xmlrpc.php", "wp-login.php",
    "wp-admin", "wp-json", "login", "logout", "signin", "signup", "register", "search", "embed",
    "amp", "print",
];

/// Which addresses belong to the blog, and which of them may be asked.
pub(super) struct Gate {
    /// Hosts without `www.`.
    hosts: Vec<String>,
    /// The path below which the blog stands: `/` or `/blog/`.
    folder: String,
    shapes: Vec<LinkShape>,
    /// Folders below the blog's own that lists name posts of.
    of_posts: HashSet<String>,
    robot: Option<Robot>,
    /// True where the server failed at robots.txt: nothing may be asked (RFC 9309, 2.3.1.4).
    closed: bool,
}

impl Gate {
    pub fn new(home: &Url, also: &[String]) -> Gate {
        let mut hosts = vec![host(home).to_owned()];
        hosts.extend(also.iter().map(|h| named_host(h)));
        let folder = folder_of(home);
        let (shapes, of_posts) = (Vec::new(), HashSet::new());
        Gate { hosts, folder, shapes, of_posts, robot: None, closed: false }
    }

    /// The home page stands elsewhere: it redirected there.
    pub fn move_to(&mut self, home: &Url) {
        let to = host(home).to_owned();
        if !self.hosts.contains(&to) {
            self.hosts.push(to);
        }
        self.folder = folder_of(home);
    }

    /// The blog's folder, absolute.
    pub fn folder(&self, home: &Url) -> Option<Url> {
        home.join(&self.folder).ok()
    }

    pub fn learn(&mut self, shapes: &[LinkShape]) {
        self.shapes = shapes.to_vec();
    }

    /// What robots.txt says: its bytes, or that the server could not say it.
    pub fn robots(&mut self, agent: &str, said: Result<&[u8], ()>) {
        match said {
            Ok(bytes) => self.robot = Robot::new(agent, bytes).ok(),
            Err(()) => self.closed = true,
        }
    }

    /// Seconds between requests that robots.txt asks for.
    pub fn crawl_delay(&self) -> Option<f32> {
        self.robot.as_ref().and_then(|r| r.delay).filter(|d| d.is_finite())
    }

    pub fn sitemaps(&self) -> Vec<String> {
        self.robot.as_ref().map_or(Vec::new(), |r| r.sitemaps.clone())
    }

    /// True where robots.txt lets the address be asked.
    pub fn allows(&self, url: &Url) -> bool {
        let plain = &url[url::Position::BeforePath..url::Position::AfterQuery];
        !self.closed && self.robot.as_ref().is_none_or(|r| r.allowed(plain))
    }

    /// True for addresses on hosts of the blog.
    pub fn owns(&self, url: &Url) -> bool {
        matches!(url.scheme(), "http" | "https")
            && url.username().is_empty()
            && self.hosts.iter().any(|h| h == host(url))
    }

    /// True for addresses that a page, a redirect or a sitemap may lead to: on hosts of the blog,
    /// and nothing is done where they are asked.
    pub fn leads_to(&self, url: &Url) -> bool {
        self.owns(url) && !does_something(url)
    }

    /// True for addresses that may be a page of the blog.
    pub fn may_be_page(&self, url: &Url) -> bool {
        if !self.leads_to(url) {
            return false;
        }
        let path = url.path().trim_end_matches('/');
        let last = path.rsplit('/').next().unwrap_or("").to_lowercase();
        let ending = last.rsplit_once('.').map_or("", |(_, e)| e);
        let inside = url.path().starts_with(&self.folder)
            || path == self.folder.trim_end_matches('/')
            || self.fits(url);
        let page =
            !NO_PAGES.contains(&ending) && !ends_file(ending) && !DOORS.contains(&last.as_str());
        inside && page && !is_trap(url)
    }

    /// True for addresses of the shape that the posts of the feed have, pages of lists excepted.
    pub fn fits(&self, url: &Url) -> bool {
        !counts_pages(url) && self.shapes.iter().any(|s| s.fits(url))
    }

    /// As [`fits`](Self::fits), where that shape tells posts from other pages: it has a day, a
    /// number, or a folder of its own.
    pub fn surely_fits(&self, url: &Url) -> bool {
        let outside = self.folder.split('/').filter(|s| !s.is_empty()).count();
        self.fits(url)
            && (self.shapes.iter().any(|s| s.tells_posts(outside) && s.fits(url))
                || self.of_posts.contains(parent(url)))
    }

    /// As [`fits`](Self::fits), where the shape has a year, a month or a day: nothing else has it.
    pub fn is_dated(&self, url: &Url) -> bool {
        self.shapes.iter().any(|s| s.is_dated() && s.fits(url))
    }

    /// A list names a post at this address.
    pub fn posts_stand_at(&mut self, url: &Url) {
        let parent = parent(url);
        if parent.len() > self.folder.len() && !self.of_posts.contains(parent) {
            self.of_posts.insert(parent.to_owned());
        }
    }

    /// True where posts are told apart by a parameter: `?p=7`.
    pub fn has_queries(&self) -> bool {
        self.shapes.iter().any(|shape| shape.parameter().is_some())
    }
}

/// True for addresses that grow without end: links that are relative by mistake append the same
/// folders over and over, forms their parameters. A day may repeat its numbers (`/2011/11/11/`).
fn is_trap(url: &Url) -> bool {
    let mut seen: HashMap<&str, usize> = HashMap::new();
    let words = url.path().split('/').filter(|s| s.contains(|c: char| c.is_alphabetic()));
    words.for_each(|word| *seen.entry(word).or_default() += 1);
    url.as_str().len() > LONGEST_ADDRESS || seen.values().any(|n| *n >= REPEATED)
}

/// The path of the folder that a page stands in.
fn parent(url: &Url) -> &str {
    let path = url.path().trim_end_matches('/');
    path.rfind('/').map_or("", |end| &path[..=end])
}

/// The path of a home page's folder.
fn folder_of(home: &Url) -> String {
    let path = home.path();
    let last = path.rsplit('/').next().unwrap_or("");
    match last.contains('.') || last.is_empty() {
        true => path[..path.len() - last.len()].to_owned(),
        false => format!("{path}/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(s: &str) -> Url {
        Url::parse(s).unwrap_or_else(|e| panic!("{s}: {e}"))
    }

    #[test]
    fn only_pages_of_the_blog_may_be_asked() {
        let gate = Gate::new(&url("https://www.salt.example/blog/"), &[]);
        let cases = [
            ("https://salt.example/blog/2009/05/brine/", true),
            ("http://www.salt.example/blog", true),
            ("https://salt.example/shop/", false),
            ("https://pepper.example/blog/", false),
            ("https://salt.example/blog/pan.JPG", false),
            ("https://salt.example/blog/brine/feed/", false),
            ("https://salt.example/blog/brine/?action=logout", false),
            ("https://salt.example/blog/comments/7/delete", false),
            ("https://salt.example/blog/how-to-delete-a-file/", true),
            ("https://me@salt.example/blog/brine/", false),
            ("ftp://salt.example/blog/brine/", false),
            ("https://salt.example/blog/2011/11/11/11/", true),
            ("https://salt.example/blog/pans/salt/pans/salt/", true),
            ("https://salt.example/blog/pans/salt/pans/salt/pans/salt/", false),
        ];
        let long = format!("https://salt.example/blog/?{}", "tag=sea&".repeat(300));
        for (address, may) in cases.into_iter().chain([(long.as_str(), false)]) {
            assert_eq!(gate.may_be_page(&url(address)), may, "{address}");
        }
    }

    #[test]
    fn robots_close_what_they_name() {
        let mut gate = Gate::new(&url("https://salt.example/"), &[]);
        let text = b"User-agent: *\nDisallow: /private\nCrawl-delay: 3\n\
                     Sitemap: https://salt.example/s.xml\n";
        gate.robots("feedstone", Ok(text));
        assert!(gate.allows(&url("https://salt.example/brine")));
        assert!(!gate.allows(&url("https://salt.example/private/brine?x=1")));
        assert_eq!(gate.crawl_delay(), Some(3.0));
        assert_eq!(gate.sitemaps(), ["https://salt.example/s.xml"]);
        for delay in ["nan", "inf", "1e99"] {
            let text = format!("User-agent: *\nCrawl-delay: {delay}\n");
            gate.robots("feedstone", Ok(text.as_bytes()));
            assert_eq!(gate.crawl_delay(), None, "{delay}");
        }
        gate.robots("feedstone", Err(()));
        assert!(!gate.allows(&url("https://salt.example/brine")));
    }
}
