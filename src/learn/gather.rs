//! What is fetched of a blog before learning: home page, feed, and the pages of the items the feed
//! names.

use std::collections::{HashMap, HashSet, VecDeque};

use url::Url;

use super::{LEAST_RECORDS, lists, older, unsupervised};
use crate::Error;
use crate::address::{
    address_key, bare, does_something, host, idle_parameters, key_of, named_host, page_links,
    without_parameters,
};
use crate::error::Kind;
use crate::feed::{self, Candidate, Feed, How, Item};
use crate::page::{Barrier, Page, words_of};
use crate::source::{Response, Source};

/// Most entry pages fetched; more teach nothing new and cost the blog's server.
pub const MAX_ENTRIES: usize = 20;

/// Requests for pages of items, failures included: twice as many as are wanted.
const MAX_ASKED: usize = 2 * MAX_ENTRIES;

/// Most feeds that are tried of those that a home page names, and most of these on other hosts:
/// five requests are little harm to whom a page may name.
const MAX_FEEDS: usize = 10;
const MAX_FOREIGN_FEEDS: usize = 5;

/// A page with its address after redirects.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Fetched {
    /// Its address.
    pub url: String,
    /// The page.
    pub page: Page,
}

/// The page of a feed item.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct EntryPage {
    /// Index of the item in the feed.
    pub item: usize,
    /// Its address after redirects.
    pub url: String,
    /// The page.
    pub page: Page,
}

/// All that learning reads of a blog: [`gather`](Blog::gather) fetches it.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Blog {
    /// The home page.
    #[doc(hidden)]
    pub home: Fetched,
    /// The feed. Its last items may be [`older`](Self::older) posts.
    #[doc(hidden)]
    pub feed: Feed,
    /// True where records of the home page stand in for the feed's items.
    #[doc(hidden)]
    pub without_feed: bool,
    /// How many of the feed's items it does not name itself: lists do.
    #[doc(hidden)]
    pub older: usize,
    /// Pages of the feed's items, in feed order; items whose page could not be had are left out.
    #[doc(hidden)]
    pub entries: Vec<EntryPage>,
    /// How many requests were made for pages of items, failures included.
    #[doc(hidden)]
    pub asked: usize,
    /// Further lists of the blog that link to items of the feed.
    #[doc(hidden)]
    pub lists: Vec<Fetched>,
    /// What went wrong on the way, in words.
    #[doc(hidden)]
    pub notes: Vec<String>,
}

impl Blog {
    /// Fetch a blog: its home page, its feed (found by itself unless given), and the pages of the
    /// feed's items. [`Gathering`] with a source behind it; an archive that has hardly any of these
    /// pages, as a crawl of another day, gives those of posts that its lists name; where it has no
    /// list of them either, the records of its home page stand in for the feed's items.
    ///
    /// `progress` is told what is being fetched.
    ///
    /// # Errors
    /// The home page cannot be had (`Fetch`), or no feed can be read (`Feed`).
    ///
    /// ```
    /// use feedstone::{learn::Blog, source::Dir};
    /// let folder = Dir::open("samples/garden-notes", None)?;
    /// let blog = Blog::gather(&folder, folder.base(), None, &mut |_| ())?;
    /// assert_eq!(blog.learn().wrapper.title(), Some("Garden Notes"));
    /// # Ok::<(), feedstone::Error>(())
    /// ```
    pub fn gather(
        source: &dyn Source,
        home: &str,
        feed: Option<&str>,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Blog, Error> {
        let blog = Blog::gather_named(source, home, feed, progress)?;
        Ok(older::completed(blog, source, progress))
    }

    /// As [`gather`](Self::gather), of what the feed names alone: what rules are held against.
    ///
    /// # Errors
    /// As `gather`.
    #[doc(hidden)]
    pub fn gather_named(
        source: &dyn Source,
        home: &str,
        feed: Option<&str>,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Blog, Error> {
        fetch(Gathering::new(home, feed), source, progress)
    }

    /// As [`gather`](Self::gather), with the pages of so many items at most, and no further lists:
    /// enough to see whether rules still fit.
    ///
    /// # Errors
    /// As `gather`.
    #[doc(hidden)]
    pub fn gather_few(
        source: &dyn Source,
        home: &str,
        feed: Option<&str>,
        most_entries: usize,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Blog, Error> {
        let mut gathering = Gathering::new(home, feed);
        (gathering.most_entries, gathering.most_lists) = (most_entries.min(MAX_ENTRIES), 0);
        fetch(gathering, source, progress)
    }

    /// How many items the feed names itself: the first ones.
    pub(crate) fn named(&self) -> usize {
        self.feed.items.len().saturating_sub(self.older)
    }

    /// Fetch a blog without its feed: the home page, and the pages that its records link to.
    ///
    /// # Errors
    /// The home page cannot be had (`Fetch`), or shows no records that look like entries (`Learn`).
    pub fn gather_without_feed(
        source: &dyn Source,
        home: &str,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Blog, Error> {
        let mut blog = unsupervised::gather(source, home, progress)?;
        older::add(&mut blog, source, progress);
        Ok(blog)
    }
}

fn fetch(
    gathering: Gathering,
    source: &dyn Source,
    progress: &mut dyn FnMut(&str),
) -> Result<Blog, Error> {
    let mut gathering = gathering.with_hosts(source.also_hosts());
    while let Some(url) = gathering.next().map(str::to_owned) {
        progress(&url);
        let answer = source.get_within(&url, &|to| gathering.may_follow(to));
        if let Err(e) = gathering.answer(answer) {
            // An archive or folder may hold a feed that no page names.
            let stored = gathering.home.as_ref().filter(|_| e.kind() == Kind::Feed);
            let Some(feed) = stored.and_then(|h| stored_feed(source, &h.response, &h.page)) else {
                return Err(e);
            };
            gathering.notes.push(format!(
                "no feed that the home page names could be read; taken from the archive: {}",
                feed.url
            ));
            gathering.take_feed(feed);
        }
    }
    gathering.finish()
}

/// What a gathering waits for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Home,
    Feed,
    Items,
    Lists,
    Done,
}

/// The home page, as answered and as read.
#[derive(Debug, Clone)]
struct Home {
    response: Response,
    page: Page,
}

/// What to do where there is no feed.
const WAY_ON: &str = "name a feed with --feed URL, or learn without one (--without-feed)";

/// An error where what should be a home page is none.
fn is_page(response: &Response) -> Result<(), Error> {
    let url = &response.url;
    let expected = "expected the address of a blog's home page";
    // Pages speak of feeds, too: only what can be read as one is one.
    let is_feed = feed::looks_like_feed(&response.bytes);
    let read = || feed::read(&response.bytes, response.content_type(), url).ok();
    let what = if let Some(feed) = is_feed.then(read).flatten() {
        let home = feed.home.filter(|h| key_of(h) != key_of(url));
        let give = home.map_or("that".to_owned(), |h| format!("{h} with --feed {url}"));
        format!("{expected}, found its feed; give {give}")
    } else if response.bytes.trim_ascii().is_empty() {
        format!("{expected}, found an empty page")
    } else if let Some(found) = response.content_type().filter(|_| !response.is_html()) {
        format!("{expected}, a page of the type text/html, found the type {found}")
    } else {
        return Ok(());
    };
    Err(Error::new(Kind::Fetch, format!("{url}: {what}")))
}

/// A note where the page of a post was given as a blog's home page.
fn is_post(feed: &Feed, home: &str) -> Option<String> {
    let own = key_of(home)?;
    let says = feed.home.as_ref().filter(|h| key_of(h).is_some_and(|h| h != own))?;
    let is_own = |item: &&Item| item.links.iter().any(|l| key_of(l).as_ref() == Some(&own));
    let of = feed.items.iter().filter(is_own).count();
    (of == 1 && feed.items.len() > 1).then(|| {
        format!("{home} is a post of the feed; for the blog's lists give its home page, {says}")
    })
}

/// Which pages learning needs, one after the other, without fetching any: ask for
/// [`next`](Self::next), give what came of it to [`answer`](Self::answer), until nothing is wanted.
///
/// ```
/// use feedstone::learn::Gathering;
/// use feedstone::source::{Dir, Source};
///
/// let folder = Dir::open("samples/garden-notes", None)?;
/// let mut gathering = Gathering::new(folder.base(), None);
/// while let Some(url) = gathering.next().map(str::to_owned) {
///     gathering.answer(folder.get(&url))?;
/// }
/// let learned = gathering.finish()?.learn();
/// assert_eq!(learned.wrapper.layouts().len(), 2);
/// # Ok::<(), feedstone::Error>(())
/// ```
#[derive(Debug)]
pub struct Gathering {
    stage: Stage,
    /// What is asked next, in the order in which it is asked; in the stage of items the addresses
    /// of one item.
    wanted: VecDeque<String>,
    feed_given: bool,
    home: Option<Home>,
    feed: Option<Feed>,
    /// Hosts that pages of items may stand on, and those of them that a person names.
    hosts: HashSet<String>,
    also_hosts: Vec<String>,
    /// The item whose page is sought, and the requests for pages of items so far.
    item: usize,
    asked: usize,
    entries: Vec<EntryPage>,
    seen: HashSet<String>,
    lists: Vec<Fetched>,
    /// Keys of the lists that were wanted.
    listed: HashSet<String>,
    most_entries: usize,
    most_lists: usize,
    notes: Vec<String>,
    /// What stands in the home page's place.
    barrier: Option<Barrier>,
    /// Feeds that the home page names.
    declared: HashSet<String>,
    first_error: Option<Error>,
    tried: Vec<String>,
}

impl Gathering {
    /// Start with the home page; the feed is found by itself unless it is given.
    pub fn new(home_url: &str, feed_url: Option<&str>) -> Gathering {
        let mut wanted = VecDeque::from([bare(home_url)]);
        wanted.extend(feed_url.map(bare));
        Gathering {
            stage: Stage::Home,
            wanted,
            feed_given: feed_url.is_some(),
            home: None,
            feed: None,
            hosts: HashSet::new(),
            also_hosts: Vec::new(),
            item: 0,
            asked: 0,
            entries: Vec::new(),
            seen: HashSet::new(),
            lists: Vec::new(),
            listed: HashSet::new(),
            most_entries: MAX_ENTRIES,
            most_lists: lists::MAX_LISTS,
            notes: Vec::new(),
            barrier: None,
            declared: HashSet::new(),
            first_error: None,
            tried: Vec::new(),
        }
    }

    /// With further hosts that pages of items may stand on.
    pub(crate) fn with_hosts(self, also: &[String]) -> Gathering {
        Gathering { also_hosts: also.iter().map(|h| named_host(h)).collect(), ..self }
    }

    /// As [`new`](Self::new), with the pages of so many items at most until it is told to
    /// [go on](Self::go_on).
    #[cfg(feature = "harvest")]
    pub(crate) fn of_few(home_url: &str, feed_url: Option<&str>, most: usize) -> Gathering {
        Gathering { most_entries: most, ..Gathering::new(home_url, feed_url) }
    }

    /// True where further items may have pages that are not wanted.
    #[cfg(feature = "harvest")]
    pub(crate) fn is_of_few(&self) -> bool {
        let further = self.feed.as_ref().is_some_and(|f| self.item < f.items.len());
        self.most_entries < MAX_ENTRIES && further
    }

    /// Want the pages of further items, as many as learning can do with.
    #[cfg(feature = "harvest")]
    pub(crate) fn go_on(&mut self) {
        if self.stage == Stage::Done && self.most_entries < MAX_ENTRIES {
            (self.most_entries, self.stage) = (MAX_ENTRIES, Stage::Items);
            self.want_item();
        }
    }

    /// The address to fetch next; None where nothing more is wanted.
    pub fn next(&self) -> Option<&str> {
        self.wanted.front().map(String::as_str)
    }

    /// The feed, once it was read.
    #[doc(hidden)]
    pub fn feed(&self) -> Option<&Feed> {
        self.feed.as_ref()
    }

    /// Whether a redirect of the address that is wanted may be followed. Home page and feed may
    /// have moved anywhere; items and lists are on hosts of the blog.
    pub fn may_follow(&self, to: &Url) -> bool {
        matches!(self.stage, Stage::Home | Stage::Feed) || stands_on(&self.hosts, to)
    }

    /// What came of the address that was wanted.
    ///
    /// # Errors
    /// The home page could not be had (`Fetch`), or no feed can be read (`Feed`).
    pub fn answer(&mut self, answer: Result<Response, Error>) -> Result<(), Error> {
        let Some(asked) = self.wanted.pop_front() else { return Ok(()) };
        match self.stage {
            Stage::Home => return self.home_is(answer?),
            Stage::Feed => return self.feed_is(&asked, answer),
            Stage::Items => self.item_is(answer),
            Stage::Lists => self.list_is(answer),
            Stage::Done => {}
        }
        Ok(())
    }

    fn home_is(&mut self, response: Response) -> Result<(), Error> {
        is_page(&response)?;
        let page = response.page();
        if let Some(barrier) = Barrier::of(&page) {
            self.barrier = Some(barrier);
            self.notes.push(format!("{}: {}", response.url, barrier.told()));
        }
        if !self.feed_given {
            let mut found = feed::find(page.text(), &response.url);
            retain_few(&mut found, &response.url);
            let declared = found.iter().filter(|c| c.kind != How::WellKnown);
            self.declared = declared.map(|c| c.url.clone()).collect();
            self.wanted = found.into_iter().map(|c| c.url).collect();
            self.tried = self.wanted.iter().take(3).cloned().collect();
        }
        self.seen.extend(key_of(&response.url));
        self.home = Some(Home { response, page });
        self.stage = Stage::Feed;
        Ok(())
    }

    /// The first of the page's feeds that can be read and has items. A feed whose items are not on
    /// this blog's pages is still taken.
    fn feed_is(&mut self, asked: &str, answer: Result<Response, Error>) -> Result<(), Error> {
        let given = self.feed_given;
        let read = answer.and_then(|r| {
            feed::read(&r.bytes, r.content_type(), &r.url).map_err(|e| e.within(asked))
        });
        match read {
            Ok(feed) => {
                self.take_feed(feed);
                return Ok(());
            }
            Err(e) if given => return Err(e),
            // What the page itself names is there for a reason; other places are guesses.
            Err(e) if self.declared.contains(asked) => {
                self.notes.push(e.to_string());
                self.first_error.get_or_insert(e);
            }
            Err(_) => {}
        }
        if !self.wanted.is_empty() {
            return Ok(());
        }
        let none = || {
            let home = self.home.as_ref().map_or("", |h| h.response.url.as_str());
            let tried = self.tried.join(", ");
            let why = match self.barrier {
                // Without what is behind it nothing can be learned without a feed, either.
                Some(barrier) => format!("{}; or name a feed with --feed URL", barrier.told()),
                None => format!("expected a feed, found none (tried {tried} …); {WAY_ON}"),
            };
            Error::new(Kind::Feed, format!("{home}: {why}"))
        };
        let named = |e: &Error| {
            let what = format!("the feed that the home page names cannot be read: {e}; {WAY_ON}");
            Error::new(Kind::Feed, what)
        };
        Err(self.first_error.as_ref().map_or_else(none, named))
    }

    fn take_feed(&mut self, mut feed: Feed) {
        if let Some(home) = &self.home {
            believe_the_page(&mut feed, &home.response, &home.page, &mut self.notes);
            self.notes.extend(is_post(&feed, &home.response.url));
        }
        self.wanted.clear();
        self.hosts = hosts_of(&feed, self.home.as_ref().map(|h| h.response.url.as_str()));
        self.hosts.extend(self.also_hosts.iter().cloned());
        self.feed = Some(feed);
        self.stage = Stage::Items;
        self.item = 0;
        self.want_item();
    }

    /// Want the addresses of this item, or of the next that has some; else further lists.
    fn want_item(&mut self) {
        let items = self.feed.as_ref().map_or(&[][..], |f| &f.items);
        let more = || self.entries.len() < self.most_entries && self.asked < MAX_ASKED;
        while let Some(item) = items.get(self.item).filter(|_| more()) {
            let links = item.links.iter().filter(|l| may_ask(&self.hosts, l));
            self.wanted = links.take(MAX_ASKED - self.asked).cloned().collect();
            if !self.wanted.is_empty() {
                return;
            }
            self.item += 1;
        }
        self.want_lists();
    }

    fn item_is(&mut self, answer: Result<Response, Error>) {
        self.asked += 1;
        match answer {
            Ok(found) if found.is_html() => {
                self.wanted.clear();
                let key = key_of(&found.url).unwrap_or_default();
                // Some feeds link every item to the home page, or several items to one page.
                if self.seen.insert(key) {
                    let page = found.page();
                    self.entries.push(EntryPage { item: self.item, page, url: found.url });
                }
            }
            Ok(_) => {}
            Err(e) => self.notes.push(format!("item {}: {e}", self.item + 1)),
        }
        if self.wanted.is_empty() {
            self.item += 1;
            self.want_item();
        }
    }

    fn want_lists(&mut self) {
        self.stage = Stage::Lists;
        if let (Some(home), Some(feed)) = (&self.home, &self.feed) {
            let mut known: Vec<(&Page, &str)> = vec![(&home.page, home.response.url.as_str())];
            known.extend(self.entries.iter().map(|e| (&e.page, e.url.as_str())));
            // Few pages must do, until it is known that they do not.
            let few = self.most_entries < MAX_ENTRIES;
            let mut addresses = lists::addresses(&known, feed, few);
            addresses.retain(|a| key_of(a).is_none_or(|key| !self.listed.contains(&key)));
            addresses.truncate(self.most_lists.saturating_sub(self.listed.len()));
            self.listed.extend(addresses.iter().filter_map(|a| key_of(a)));
            self.wanted = addresses.into();
        }
        self.end_if_done();
    }

    fn list_is(&mut self, answer: Result<Response, Error>) {
        if let (Some(list), Some(feed)) = (answer.ok().filter(Response::is_html), &self.feed) {
            let page = list.page();
            if lists::linked(&page, &list.url, feed) >= LEAST_RECORDS {
                self.lists.push(Fetched { page, url: list.url });
            }
        }
        self.end_if_done();
    }

    fn end_if_done(&mut self) {
        if self.wanted.is_empty() {
            self.stage = Stage::Done;
        }
    }

    /// What was gathered so far; None where there is no home page or no feed yet.
    #[cfg(feature = "harvest")]
    pub(crate) fn so_far(&self) -> Option<Blog> {
        let (home, feed) = (self.home.as_ref()?, self.feed.clone()?);
        let home = Fetched { url: home.response.url.clone(), page: home.page.clone() };
        let (entries, lists) = (self.entries.clone(), self.lists.clone());
        let notes = self.notes.clone();
        let asked = self.asked;
        Some(Blog { home, feed, without_feed: false, older: 0, entries, asked, lists, notes })
    }

    /// All that was gathered.
    ///
    /// # Errors
    /// Kind `Feed` where it ends before there was a home page and a feed.
    pub fn finish(self) -> Result<Blog, Error> {
        let (Some(home), Some(feed)) = (self.home, self.feed) else {
            let what = "expected a home page and a feed, the gathering ended before";
            return Err(Error::new(Kind::Feed, what));
        };
        let home = Fetched { url: home.response.url, page: home.page };
        let (entries, asked, lists) = (self.entries, self.asked, self.lists);
        let notes = self.notes;
        Ok(Blog { home, feed, without_feed: false, older: 0, entries, asked, lists, notes })
    }
}

/// Keeps what is tried of the feeds that a page may have, in their order.
fn retain_few(found: &mut Vec<Candidate>, page: &str) {
    let own = Url::parse(page).ok();
    let (mut named, mut foreign) = (0, 0);
    found.retain(|candidate| {
        if candidate.kind == How::WellKnown {
            return true;
        }
        let Ok(url) = Url::parse(&candidate.url) else { return false };
        let away = own.as_ref().is_none_or(|own| host(own) != host(&url));
        let full = named >= MAX_FEEDS || away && foreign >= MAX_FOREIGN_FEEDS;
        let kept = !full && !does_something(&url);
        named += usize::from(kept);
        foreign += usize::from(kept && away);
        kept
    });
}

/// The hosts of a blog: of its home page, its feed, and those that the feed's items name most.
pub(super) fn hosts_of(feed: &Feed, home: Option<&str>) -> HashSet<String> {
    let host_of = |link: &str| Some(host(&Url::parse(link).ok()?).to_owned());
    let mut named: HashMap<String, usize> = HashMap::new();
    for item in &feed.items {
        let hosts: HashSet<String> = item.links.iter().filter_map(|l| host_of(l)).collect();
        hosts.into_iter().for_each(|h| *named.entry(h).or_default() += 1);
    }
    let top = named.values().copied().max().unwrap_or_default();
    let most = named.into_iter().filter(|(_, n)| n * 2 >= top).map(|(host, _)| host);
    most.chain(home.and_then(host_of)).chain(host_of(&feed.url)).collect()
}

/// True for addresses on some hosts, or on hosts above or below these: `www.blog.example` and
/// `example` of `blog.example`.
pub(super) fn stands_on(hosts: &HashSet<String>, url: &Url) -> bool {
    let own = host(url);
    let below = |a: &str, b: &str| a.strip_suffix(b).is_some_and(|ahead| ahead.ends_with('.'));
    hosts.iter().any(|h| h == own || below(own, h) || below(h, own))
}

/// True for links that may be a page of an item: a feed is not to make us ask anybody anything.
pub(super) fn may_ask(hosts: &HashSet<String>, link: &str) -> bool {
    let Ok(url) = Url::parse(link) else { return false };
    matches!(url.scheme(), "http" | "https")
        && url.username().is_empty()
        && url.password().is_none()
        && hosts.contains(host(&url))
        && !does_something(&url)
}

/// Where a feed spells the addresses of its items otherwise than the blog's own pages do, the
/// blog's are put ahead: without what the feed adds to all of them, and as the home page links the
/// title.
fn believe_the_page(feed: &mut Feed, home: &Response, page: &Page, notes: &mut Vec<String>) {
    let Ok(base) = Url::parse(&home.url).map(|u| page.base(&u)) else { return };
    // Titles and addresses of the home page's links; a title that links to two places says nothing.
    let mut titled: HashMap<String, Option<(String, String)>> = HashMap::new();
    let mut known: HashSet<String> = HashSet::new();
    for a in page.tags_shown("a") {
        let Some(url) = page.attr(a, "href").and_then(|h| base.join(h.trim()).ok()) else {
            continue;
        };
        let key = address_key(&url);
        known.insert(key.clone());
        let text = words_alone(&page.visible(page.inside(a)));
        if host(&url) == host(&base) && !text.is_empty() && url.fragment().is_none() {
            let one = titled.entry(text).or_insert_with(|| Some((key.clone(), url.to_string())));
            if one.as_ref().is_some_and(|o| o.0 != key) {
                *one = None;
            }
        }
    }
    let first = |i: &Item| Url::parse(i.links.first()?).ok();
    let urls: Vec<Url> = feed.items.iter().filter_map(first).collect();
    let mut idle = idle_parameters(&urls);
    // Where the home page links to the items with them, they are no addition of the feed's.
    let linked =
        |of: &dyn Fn(&Url) -> String| urls.iter().filter(|u| known.contains(&of(u))).count();
    let plain = |url: &Url| address_key(&without_parameters(url, &idle));
    if linked(&address_key) > linked(&plain) {
        idle.clear();
    }
    for item in feed.items.iter_mut().filter(|_| !idle.is_empty()) {
        let Some(url) = first(item) else { continue };
        let plain = without_parameters(&url, &idle).to_string();
        item.links.retain(|l| *l != plain);
        item.links.insert(0, plain);
    }
    if !idle.is_empty() {
        notes.push(format!("the feed adds ?{}= to its links; read without", idle.join("=, ?")));
    }
    // A blog that has moved: its feed may name the old host.
    let own_host = host(&base);
    for item in &mut feed.items {
        let Some(mut url) = first(item).filter(|u| host(u) != own_host) else { continue };
        let moved = url.set_scheme(base.scheme()).is_ok() && url.set_host(base.host_str()).is_ok();
        if moved && !item.links.iter().any(|l| l == url.as_str()) {
            item.links.push(url.into());
        }
    }
    let linked = |i: &Item| {
        i.links.iter().filter_map(|l| Url::parse(l).ok()).any(|u| known.contains(&address_key(&u)))
    };
    let mut spelled = 0;
    for item in feed.items.iter_mut().filter(|i| !linked(i)) {
        let title = words_alone(item.title.as_deref().unwrap_or(""));
        if let Some(Some((_, url))) = titled.get(&title) {
            item.links.insert(0, url.clone());
            spelled += 1;
        }
    }
    if spelled > 0 {
        notes.push(format!("{spelled} items: the home page links their titles to other addresses"));
    }
}

/// The words of a title in lower case: quotes and dashes are set otherwise in feeds than on pages.
fn words_alone(text: &str) -> String {
    let words = words_of(text).into_iter().map(|w| &text[w.start as usize..w.end as usize]);
    words.map(str::to_lowercase).collect::<Vec<_>>().join(" ")
}

/// Most feeds of an archive that are tried.
const MAX_STORED: usize = 50;

/// Of the feeds that an archive or folder holds, the one with most items that the home page links
/// to.
fn stored_feed(source: &dyn Source, home: &Response, page: &Page) -> Option<Feed> {
    let links = page_links(page, &home.url);
    let linked = |feed: &Feed| {
        let known = |l: &String| Url::parse(l).is_ok_and(|u| links.contains(&address_key(&u)));
        feed.items.iter().filter(|i| i.links.iter().any(known)).count()
    };
    source
        .pages()
        .filter_map(Result::ok)
        .filter(|r| r.status == 200 && !r.is_html() && feed::looks_like_feed(&r.bytes))
        .take(MAX_STORED)
        .filter_map(|r| feed::read(&r.bytes, r.content_type(), &r.url).ok())
        .map(|f| (linked(&f), f))
        .reduce(|a, b| if b.0 > a.0 { b } else { a })
        .map(|(_, f)| f)
}
