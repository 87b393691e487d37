//! The machine: what is asked next, and what an answer changes.
//!
//! First robots.txt, the home page, the feed and the pages of its items, from which the rules are
//! learned; then pages that claim to name every post; then the posts; then whatever way is worth
//! most, until the posts are known to be all, or nothing gives more.

use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap, HashSet, VecDeque};
use std::time::Duration;

use chrono::Datelike;
use url::Url;

use super::addresses::{Addresses, Id, State};
use super::bounds::{
    ALL_BARREN, LONGEST_DELAY, MANY_NAMED, MAX_SITEMAPS, MOST_FAILURES, MOST_TRIES,
    REQUESTS_A_POST, SPARE_REQUESTS, TWINS_TRIED,
};
use super::gate::Gate;
use super::note::{self, Note, Said};
use super::posts::{Posts, sum};
use super::reading::{Link, Reading};
use super::report::{self, Report};
use super::ways::{Kind, Told, Ways, told};
use super::{Event, Post, sitemap};
use crate::Error;
use crate::address::{address_key, link_day, without_parameters};
use crate::error::Kind as Fault;
use crate::feed;
use crate::learn::{self, Blog, Gathering, Learned};
use crate::page::Page;
use crate::rule::Wrapper;
use crate::source::{Response, Source};

/// What a harvest is to keep to.
#[derive(Debug, Clone)]
pub struct Options {
    /// Rules learned before; None: they are learned first.
    pub rules: Option<Wrapper>,
    /// The feed's address; None: it is found by itself.
    pub feed: Option<String>,
    /// Hosts of the blog beside that of its home page.
    pub also_hosts: Vec<String>,
    /// Posts that stand in full on a list are not asked for.
    pub from_lists: bool,
    /// The name that robots.txt may have rules for.
    pub agent: String,
    /// Time between two requests; robots.txt may ask for more.
    pub delay: Duration,
    /// Most requests; None: three for each post known, and 200.
    pub max_requests: Option<usize>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            rules: None,
            feed: None,
            also_hosts: Vec::new(),
            from_lists: false,
            agent: "feedstone".to_owned(),
            delay: Duration::from_secs(1),
            max_requests: None,
        }
    }
}

/// Why an address is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// What may be asked at all.
    Robots,
    /// To learn the rules.
    Learning,
    /// It names posts, perhaps.
    List,
    /// It is a post, perhaps.
    Post,
}

/// One address to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request {
    /// The address.
    pub url: String,
    /// Why.
    pub why: Why,
    /// Not before so much time has passed since the last request to its host.
    pub pause: Duration,
    /// True where it was asked in an earlier run: ask whether it has changed since (`ETag`,
    /// `Last-Modified`).
    pub again: bool,
}

/// What an answer came to.
#[derive(Debug, Clone, PartialEq)]
pub struct Step {
    /// To be stored, if the harvest is to be resumed one day.
    pub note: Note,
    /// What it meant.
    pub events: Vec<Event>,
}

/// Where a harvest is.
enum Stage {
    Robots,
    Learn(Box<Gathering>),
    /// Without a feed: the answers so far, by the addresses asked, and the address wanted next.
    LearnBare {
        answers: Answers,
        wanted: Option<String>,
    },
    Crawl,
}

/// Answers at hand, for learning that asks for them one by one.
#[derive(Default)]
struct Answers {
    at_hand: HashMap<String, Result<Response, String>>,
    /// The first address that was not at hand.
    missing: RefCell<Option<String>>,
}

impl Source for Answers {
    fn get(&self, url: &str) -> Result<Response, Error> {
        match self.at_hand.get(url) {
            Some(Ok(response)) => Ok(response.clone()),
            Some(Err(why)) => Err(Error::new(Fault::Fetch, why.clone())),
            None => {
                self.missing.borrow_mut().get_or_insert_with(|| url.to_owned());
                Err(Error::new(Fault::Fetch, format!("{url} was not asked yet")))
            }
        }
    }
}

/// What an address was asked for.
#[derive(Debug, Clone, Copy)]
enum Purpose {
    Post,
    Way(usize),
    Start,
}

/// A harvest. See the [module](super) for an example.
pub struct Frontier {
    options: Options,
    home: Url,
    stage: Stage,
    gate: Gate,
    wrapper: Option<Wrapper>,
    addresses: Addresses,
    posts: Posts,
    ways: Ways,
    /// Posts' addresses to ask, the next first.
    candidates: VecDeque<Id>,
    /// Addresses that are probably second names of others: (address, its namesake).
    namesakes: VecDeque<(Id, Id)>,
    /// Of them, how many were looked at and were second names, and whether one was not.
    twins_seen: usize,
    no_twins: bool,
    /// Asked first once there are rules: the home page and the feed, where rules were given.
    start: VecDeque<Id>,
    purposes: HashMap<Id, Purpose>,
    /// Addresses that were answered while learning.
    learned_from: HashSet<Id>,
    /// The home page, until there is a feed: in case that there is none.
    bare_home: Option<Response>,
    /// Address of each page that learning asked, where redirects have led since.
    hop: Option<String>,
    hops: usize,
    /// Origins that redirect to another one, whatever the path.
    moved: HashMap<String, String>,
    /// True where addresses without a closing slash redirect to those with one.
    slashes: bool,
    /// Pages that read as a post, though nothing says yet that they are one, and their links.
    spare: BTreeMap<Id, (Reading, Vec<(Id, u32)>)>,
    /// Places on posts' pages where they lead to their neighbours.
    places: HashSet<u32>,
    /// Known posts and candidates of each month.
    months: HashMap<(i32, u32), usize>,
    /// What each way named, by its kind.
    named: HashMap<Kind, HashSet<Id>>,
    /// Posts' addresses whose page could not be had or read, and why.
    lost: Vec<(Id, String)>,
    requests: usize,
    failures: usize,
    barren: usize,
    guessed: bool,
    rest: Option<String>,
    sitemaps: usize,
    stopped: Option<String>,
    /// True in an update.
    again: bool,
    /// Addresses that an update asks again: the feed, and pages that named every post.
    anew: Vec<Id>,
    /// What the feed said of each post, as a number.
    sums: HashMap<Id, u64>,
    /// Posts that were edited, by the feed.
    edited: HashSet<Id>,
    /// Posts that a list shows in full, to be taken from there.
    shown: Vec<(Id, Post)>,
    /// The number of posts when it was last asked whether they are all, and the answer.
    all: Option<((usize, usize), bool)>,
}

impl Frontier {
    /// Start at a blog's home page.
    ///
    /// # Errors
    /// Kind `Fetch` where `home` is no absolute address of the web.
    pub fn new(home: &str, options: Options) -> Result<Frontier, Error> {
        let expected = "expected the address of a blog's home page, as https://blog.example/";
        let home = Url::parse(home.trim())
            .ok()
            .filter(|u| u.has_host())
            .ok_or_else(|| Error::new(Fault::Fetch, format!("{expected}, found `{home}`")))?;
        let gate = Gate::new(&home, &options.also_hosts);
        Ok(Frontier {
            options,
            home,
            stage: Stage::Robots,
            gate,
            wrapper: None,
            addresses: Addresses::default(),
            posts: Posts::default(),
            ways: Ways::default(),
            candidates: VecDeque::new(),
            namesakes: VecDeque::new(),
            twins_seen: 0,
            no_twins: false,
            start: VecDeque::new(),
            purposes: HashMap::new(),
            learned_from: HashSet::new(),
            bare_home: None,
            hop: None,
            hops: 0,
            moved: HashMap::new(),
            slashes: false,
            spare: BTreeMap::new(),
            places: HashSet::new(),
            months: HashMap::new(),
            named: HashMap::new(),
            lost: Vec::new(),
            requests: 0,
            failures: 0,
            barren: 0,
            guessed: false,
            rest: None,
            sitemaps: 0,
            stopped: None,
            again: false,
            anew: Vec::new(),
            sums: HashMap::new(),
            edited: HashSet::new(),
            shown: Vec::new(),
            all: None,
        })
    }

    /// Go on where the notes of an earlier run end: all of them, in their order. Gives the events
    /// of all answers again.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn resume(
        home: &str,
        options: Options,
        notes: impl IntoIterator<Item = Note>,
        events: &mut dyn FnMut(Event),
    ) -> Result<Frontier, Error> {
        let mut frontier = Frontier::new(home, options)?;
        for note in notes {
            // What failed then may be there now.
            if !matches!(note.said, Said::Failed { .. }) || !matches!(frontier.stage, Stage::Crawl)
            {
                frontier.next();
                frontier.take(note).into_iter().for_each(&mut *events);
            }
        }
        Ok(frontier)
    }

    /// Begin an update of a harvest that has ended: only what can have changed is asked again. The
    /// note is to be stored like those of answers.
    pub fn update(&mut self) -> Note {
        let note = Note { asked: self.home.to_string(), said: Said::Again };
        self.begin_again();
        note
    }

    fn begin_again(&mut self) {
        (self.again, self.stopped) = (true, None);
        (self.requests, self.failures, self.hops, self.hop) = (0, 0, 0, None);
        let home = self.addresses.id(&self.home);
        self.start = home.into_iter().chain(self.anew.iter().copied()).collect();
        for id in &self.start {
            self.addresses.get_mut(*id).state = State::New;
        }
        if self.wrapper.is_some() {
            self.stage = Stage::Robots;
        }
    }

    /// The address to ask next; None where the harvest is over. The same until it is answered.
    pub fn next(&mut self) -> Option<Request> {
        if self.stopped.is_some() || self.over_budget() {
            return None;
        }
        let (url, why) = match &self.stage {
            Stage::Robots => (self.home.join("/robots.txt").ok()?.to_string(), Why::Robots),
            Stage::Learn(_) => (self.next_to_learn()?, Why::Learning),
            Stage::LearnBare { wanted, .. } => {
                (self.hop.clone().or_else(|| wanted.clone())?, Why::Learning)
            }
            Stage::Crawl => match &self.hop {
                Some(hop) => (hop.clone(), Why::Post),
                None => self.next_to_crawl()?,
            },
        };
        Some(Request { url, why, pause: self.pause(), again: self.again })
    }

    fn pause(&self) -> Duration {
        let asked = self.gate.crawl_delay().unwrap_or(0.0).clamp(0.0, LONGEST_DELAY as f32);
        self.options.delay.max(Duration::from_secs_f32(asked))
    }

    fn over_budget(&mut self) -> bool {
        let known = REQUESTS_A_POST * self.posts.len() + SPARE_REQUESTS;
        let most = self.options.max_requests.unwrap_or(known);
        if self.requests >= most && self.stopped.is_none() {
            let what = format!("{most} requests were made, which is the most allowed");
            self.stopped = Some(what);
        }
        self.stopped.is_some()
    }

    /// The next page to learn from that may be asked.
    fn next_to_learn(&mut self) -> Option<String> {
        loop {
            if let Some(hop) = &self.hop {
                return Some(hop.clone());
            }
            let Stage::Learn(gathering) = &mut self.stage else { return None };
            let wanted = gathering.next()?.to_owned();
            let url = Url::parse(&wanted).ok();
            let feed = self.options.feed.as_deref() == Some(&wanted);
            let barred = match &url {
                Some(u) if !self.gate.owns(u) && !feed => "is on another host than the blog",
                Some(u) if !self.gate.allows(u) => "may not be asked, says robots.txt",
                Some(_) => return Some(wanted),
                None => "is no address",
            };
            let error = Error::new(Fault::Fetch, format!("{wanted} {barred}"));
            if let Err(e) = gathering.answer(Err(error)) {
                self.stopped = Some(e.to_string());
                return None;
            }
        }
    }

    /// The next address once there are rules.
    fn next_to_crawl(&mut self) -> Option<(String, Why)> {
        loop {
            let (id, purpose) = self.choose()?;
            let address = self.addresses.get(id);
            if address.state != State::New {
                self.done_with(id, purpose);
                continue;
            }
            let Ok(url) = Url::parse(&address.url) else {
                self.addresses.get_mut(id).state = State::Gone;
                continue;
            };
            let url = self.spelled(url);
            if !self.gate.owns(&url) || !self.gate.allows(&url) {
                self.addresses.get_mut(id).state = State::Barred;
                self.lost.push((id, "may not be asked, says robots.txt".to_owned()));
                continue;
            }
            self.purposes.insert(id, purpose);
            let why = if matches!(purpose, Purpose::Post) { Why::Post } else { Why::List };
            return Some((url.into(), why));
        }
    }

    /// Take an address off its queue.
    fn done_with(&mut self, id: Id, purpose: Purpose) {
        match purpose {
            Purpose::Post => {
                if self.candidates.front() == Some(&id) {
                    self.candidates.pop_front();
                }
            }
            Purpose::Start => self.start.retain(|s| *s != id),
            Purpose::Way(n) => self.ways.take(n, id),
        }
    }

    fn choose(&mut self) -> Option<(Id, Purpose)> {
        if let Some(&id) = self.start.front() {
            return Some((id, Purpose::Start));
        }
        if let Some((n, id)) = self.ways.best(|w| w.kind.claims_all(), &self.months) {
            return Some((id, Purpose::Way(n)));
        }
        if self.options.from_lists {
            let lists = |k: Kind| matches!(k, Kind::Chain | Kind::Year | Kind::Month);
            if let Some((n, id)) = self.ways.best(|w| lists(w.kind), &self.months) {
                return Some((id, Purpose::Way(n)));
            }
        }
        if let Some(&id) = self.candidates.front() {
            return Some((id, Purpose::Post));
        }
        while let Some((id, of)) = self.namesakes.pop_front() {
            if self.addresses.get(id).state != State::New {
                continue;
            }
            if self.no_twins || self.twins_seen < TWINS_TRIED {
                self.namesakes.push_front((id, of));
                self.candidates.push_back(id);
                return Some((id, Purpose::Post));
            }
            self.addresses.get_mut(id).state = State::Done;
            self.posts.alias(of, id);
        }
        if self.are_all() {
            return None;
        }
        if !self.candidates.is_empty() {
            return self.choose();
        }
        if !self.guessed {
            self.guessed = true;
            self.guess();
            return self.choose();
        }
        if self.barren >= ALL_BARREN
            && self.ways.all().iter().all(|w| w.asked > 0 || w.kind == Kind::Other)
        {
            return None;
        }
        self.ways.best(|_| true, &self.months).map(|(n, id)| (id, Purpose::Way(n)))
    }

    /// Archive pages that nothing links to stand where they stand on most blogs.
    fn guess(&mut self) {
        if self.named.contains_key(&Kind::Archive) {
            return;
        }
        let Some(folder) = self.gate.folder(&self.home) else { return };
        for name in ["archives.html", "archives/", "archive/"] {
            if let Some(id) = folder.join(name).ok().and_then(|u| self.addresses.id(&u))
                && !self.addresses.get(id).listed
                && self.addresses.get(id).state == State::New
            {
                self.addresses.get_mut(id).listed = true;
                let name = "archive".to_owned();
                self.ways.add(&Told { kind: Kind::Archive, name, month: None }, id);
            }
        }
    }

    /// True where the posts are known to be all.
    fn are_all(&mut self) -> bool {
        let n = self.posts.len();
        match self.all {
            Some((then, all)) if then == (n, self.barren) => all,
            _ => {
                let chain = self.posts.chain();
                let all = report::is_whole(&self.posts, &self.named, &chain, self.barren).is_some();
                self.places.extend(chain.places);
                let leads = chain.leads.into_iter().filter(|id| self.leads(*id)).count();
                if leads > 0 {
                    return false;
                }
                self.all = Some(((n, self.barren), all));
                all
            }
        }
    }

    /// Where posts lead to their neighbours an address was met: it is a post's, if it may be. True
    /// where that is news.
    fn leads(&mut self, id: Id) -> bool {
        let address = self.addresses.get(id);
        let Ok(url) = Url::parse(&address.url) else { return false };
        let new = address.state == State::New && !address.candidate;
        if !(new || self.spare.contains_key(&id)) || !self.gate.fits(&url) {
            return false;
        }
        self.addresses.get_mut(id).recorded = true;
        self.candidate(id, &url);
        true
    }

    /// An address as the blog's server wants it spelled.
    fn spelled(&self, mut url: Url) -> Url {
        if let Some(to) = self.moved.get(&url.origin().ascii_serialization())
            && let Ok(to) = Url::parse(to)
        {
            let _ = url.set_scheme(to.scheme());
            let _ = url.set_host(to.host_str());
            let _ = url.set_port(to.port());
        }
        let last = url.path().rsplit('/').next().unwrap_or("");
        if self.slashes && !last.is_empty() && !last.contains('.') && url.query().is_none() {
            let with = format!("{}/", url.path());
            url.set_path(&with);
        }
        url
    }

    /// What came of an address that [`next`](Self::next) gave: the server's answer, whatever its
    /// status, or why there is none.
    pub fn answer(&mut self, asked: &str, answer: Result<Response, Error>) -> Step {
        let said = self.heard(asked, answer);
        let note = Note { asked: asked.to_owned(), said };
        Step { events: self.take(note.clone()), note }
    }

    /// An answer, as far as it counts.
    fn heard(&self, asked: &str, answer: Result<Response, Error>) -> Said {
        let response = match answer {
            Ok(response) => response,
            Err(e) => return Said::Failed { why: e.to_string() },
        };
        if (300..400).contains(&response.status) && response.status != 304 {
            let base = Url::parse(asked).ok();
            let to = response.header("location").and_then(|l| base?.join(l.trim()).ok());
            return to.map_or(Said::None { status: response.status }, |to| Said::Moved {
                to: to.into(),
            });
        }
        match response.status {
            304 => return Said::Unchanged,
            500.. => {
                let why = format!("the server answers {}", response.status);
                return Said::Failed { why };
            }
            200..=299 => {}
            status => return Said::None { status },
        }
        let (Stage::Crawl, Some(wrapper)) = (&self.stage, &self.wrapper) else {
            return Said::whole(&response);
        };
        if response.is_html() {
            let page = Page::from_bytes(&response.bytes, response.content_type(), &response.url);
            let post = self.is_post_like(&response.url);
            let reading = Reading::of(wrapper, &self.gate, &page, &response.url, post);
            return Said::Read(Box::new(reading));
        }
        if let Some(sitemap) = sitemap::read(&response) {
            return Said::Sitemap(sitemap);
        }
        if let Some((posts, pages)) = sitemap::rest(&response) {
            return Said::Posts { posts, pages };
        }
        if let Ok(feed) = feed::read(&response.bytes, response.content_type(), &response.url) {
            let of = |i: &feed::Item| Some(Post::of_item(i, i.links.first()?.clone()));
            return Said::Posts { posts: feed.items.iter().filter_map(of).collect(), pages: 0 };
        }
        Said::Other
    }

    /// True for addresses that are posts' by all that is known.
    fn is_post_like(&self, url: &str) -> bool {
        let Ok(url) = Url::parse(url) else { return false };
        self.gate.surely_fits(&url)
            || self.addresses.find(&url).is_some_and(|id| self.addresses.get(id).recorded)
    }

    /// What a note changes.
    fn take(&mut self, note: Note) -> Vec<Event> {
        let mut events = Vec::new();
        if note.said == Said::Again {
            self.begin_again();
            return events;
        }
        self.requests += 1;
        match &note.said {
            Said::Failed { .. } => self.failures += 1,
            _ => self.failures = 0,
        }
        match self.stage {
            Stage::Robots => self.take_robots(&note),
            Stage::Learn(_) | Stage::LearnBare { .. } => self.take_to_learn(note, &mut events),
            Stage::Crawl => self.take_to_crawl(note, &mut events),
        }
        // What was read before anything said that it is a post.
        let addresses = &self.addresses;
        let now = |id: &Id| addresses.get(*id).recorded;
        let ready: Vec<Id> = self.spare.keys().copied().filter(now).collect();
        for (id, post) in std::mem::take(&mut self.shown) {
            if self.posts.at(id).is_none() && self.addresses.get(id).state == State::New {
                self.addresses.get_mut(id).state = State::Done;
                self.addresses.take_hint(id);
                self.add(id, post, Vec::new(), &mut events);
            }
        }
        for id in ready {
            if let Some((reading, linked)) = self.spare.remove(&id) {
                self.post_is(id, reading, linked, &mut events);
            }
        }
        if self.failures >= MOST_FAILURES && self.stopped.is_none() {
            let what = format!("{MOST_FAILURES} requests in a row failed");
            self.stopped = Some(what);
        }
        events
    }

    fn take_robots(&mut self, note: &Note) {
        let agent = self.options.agent.clone();
        match &note.said {
            Said::Whole { body, .. } => self.gate.robots(&agent, Ok(&body.0)),
            // RFC 9309: what cannot be asked for forbids all; what is not there forbids nothing.
            Said::Failed { why } => {
                self.gate.robots(&agent, Err(()));
                self.stopped = Some(format!("robots.txt could not be had: {why}"));
            }
            Said::Moved { to } if self.hops < 5 => {
                self.hops += 1;
                if let Ok(to) = Url::parse(to).and_then(|t| t.join("/")) {
                    self.home_moves_to(&to);
                    return;
                }
            }
            _ => self.gate.robots(&agent, Ok(b"")),
        }
        self.hops = 0;
        if self.wrapper.is_some() {
            self.stage = Stage::Crawl;
            return;
        }
        let Some(wrapper) = self.options.rules.clone() else {
            let feed = self.options.feed.as_deref();
            self.stage = Stage::Learn(Box::new(Gathering::new(self.home.as_str(), feed)));
            return;
        };
        self.stage = Stage::Crawl;
        let feed = self.options.feed.clone().unwrap_or_else(|| wrapper.feed.clone());
        self.know(wrapper);
        let feed = Url::parse(&feed).ok().filter(|f| self.gate.owns(f));
        for url in std::iter::once(self.home.clone()).chain(feed) {
            self.start.extend(self.addresses.id(&url));
        }
    }

    /// The whole site answers at another origin.
    fn home_moves_to(&mut self, to: &Url) {
        let from = self.home.origin().ascii_serialization();
        if to.origin() == self.home.origin() || !self.gate.owns(to) && self.hops > 1 {
            return;
        }
        self.moved.insert(from, to.origin().ascii_serialization());
        self.home = self.spelled(self.home.clone());
        self.gate.move_to(&self.home);
    }

    fn take_to_learn(&mut self, note: Note, events: &mut Vec<Event>) {
        let asked = Url::parse(&note.asked).ok();
        let answer = match &note.said {
            Said::Moved { to } if self.hops < 10 => {
                let to = Url::parse(to).ok();
                // The home page may be on another host; what it links to may not.
                let home = address_key(&self.home) == key(&asked);
                let may = to.as_ref().is_some_and(|t| home || self.gate.owns(t));
                if let Some(to) = to.filter(|_| may) {
                    if home {
                        self.gate.move_to(&to);
                        self.home = to.clone();
                    }
                    self.learn_move(asked.as_ref(), &to);
                    self.hop = Some(to.into());
                    self.hops += 1;
                    return;
                }
                Err(Error::new(Fault::Fetch, format!("{} leads elsewhere", note.asked)))
            }
            Said::Whole { url, status, kind, body } => {
                Ok(note::response(url, *status, kind.as_deref(), body))
            }
            Said::None { status } => {
                let what = format!("{}: the server answers {status}", note.asked);
                Err(Error::new(Fault::Fetch, what))
            }
            Said::Failed { why } => Err(Error::new(Fault::Fetch, why.clone())),
            _ => Err(Error::new(Fault::Fetch, format!("{} gives no page", note.asked))),
        };
        (self.hop, self.hops) = (None, 0);
        self.learned_from.extend(asked.as_ref().and_then(|u| self.addresses.id(u)));
        let gathering = match &mut self.stage {
            Stage::Learn(gathering) => gathering,
            Stage::LearnBare { answers, wanted } => {
                let asked = wanted.take().unwrap_or(note.asked);
                answers.at_hand.insert(asked, answer.map_err(|e| e.to_string()));
                return self.gather_bare(events);
            }
            _ => return,
        };
        let first = answer.as_ref().ok().filter(|_| gathering.feed().is_none()).cloned();
        if let Err(e) = gathering.answer(answer) {
            self.no_feed(e, first, events);
            return;
        }
        if let Some(home) = first.filter(|_| self.bare_home.is_none()) {
            self.bare_home = Some(home);
        }
        if gathering.next().is_none() {
            let ended = std::mem::replace(&mut self.stage, Stage::Crawl);
            if let Stage::Learn(gathering) = ended {
                self.learn(*gathering, events);
            }
        }
    }

    /// No feed can be read: the rules come from the records of the home page.
    fn no_feed(&mut self, e: Error, first: Option<Response>, events: &mut Vec<Event>) {
        let Some(home) = self.bare_home.take().or(first).filter(|_| e.kind() == Fault::Feed) else {
            self.stopped = Some(e.to_string());
            return;
        };
        let what = format!("{e}; the rules are learned without a feed");
        events.push(Event::Warning(what));
        let mut answers = Answers::default();
        answers.at_hand.insert(self.home.to_string(), Ok(home));
        self.stage = Stage::LearnBare { answers, wanted: None };
        self.gather_bare(events);
    }

    /// Gather without a feed as far as the answers at hand go.
    fn gather_bare(&mut self, events: &mut Vec<Event>) {
        loop {
            let Stage::LearnBare { answers, wanted } = &mut self.stage else { return };
            let got = learn::gather_without_feed(answers, self.home.as_str(), &mut |_| ());
            if let Some(missing) = answers.missing.take() {
                let url = Url::parse(&missing).ok();
                if url.is_some_and(|u| self.gate.owns(&u) && self.gate.allows(&u)) {
                    *wanted = Some(missing);
                    return;
                }
                answers.at_hand.insert(missing, Err("it may not be asked".to_owned()));
                continue;
            }
            self.stage = Stage::Crawl;
            match got {
                Ok(blog) => self.learn_from(&blog, learn::learn_without_feed(&blog), events),
                Err(e) => self.stopped = Some(e.to_string()),
            }
            return;
        }
    }

    /// The rules, from what was gathered, and what the gathered pages say by them.
    fn learn(&mut self, gathering: Gathering, events: &mut Vec<Event>) {
        let blog = match gathering.finish() {
            Ok(blog) => blog,
            Err(e) => {
                self.stopped = Some(e.to_string());
                return;
            }
        };
        self.learn_from(&blog, learn::learn(&blog), events);
    }

    /// The rules are learned; the pages that they were learned from are read with them.
    fn learn_from(&mut self, blog: &Blog, learned: Learned, events: &mut Vec<Event>) {
        self.know(learned.wrapper);
        events.push(Event::Learned);
        for id in self.learned_from.iter() {
            self.addresses.get_mut(*id).state = State::Done;
        }
        self.feed_says(&blog.feed);
        let Some(wrapper) = self.wrapper.take() else { return };
        let pages = std::iter::once((&blog.home.page, &blog.home.url))
            .chain(blog.lists.iter().map(|l| (&l.page, &l.url)))
            .chain(blog.entries.iter().map(|e| (&e.page, &e.url)));
        let mut readings = Vec::new();
        for (page, url) in pages {
            let post = blog.entries.iter().any(|e| e.url == *url);
            readings.push((Reading::of(&wrapper, &self.gate, page, url, post), post));
        }
        self.wrapper = Some(wrapper);
        for (reading, post) in readings {
            let Some(id) = Url::parse(&reading.url).ok().and_then(|u| self.addresses.id(&u)) else {
                continue;
            };
            self.addresses.get_mut(id).state = State::Done;
            self.addresses.get_mut(id).recorded |= post;
            self.purposes.insert(id, if post { Purpose::Post } else { Purpose::Start });
            self.page_says(id, reading, events);
        }
        self.offer_sitemaps();
    }

    /// The rules are known.
    fn know(&mut self, wrapper: Wrapper) {
        let shapes = wrapper.index.as_ref().map_or(&[][..], |i| &i.shapes);
        self.gate.learn(shapes);
        self.wrapper = Some(wrapper);
    }

    /// What the feed says of its items.
    fn feed_says(&mut self, feed: &feed::Feed) {
        for item in &feed.items {
            let Some(url) = item.links.first().and_then(|l| Url::parse(l).ok()) else { continue };
            if let Some(id) = self.addresses.id(&url) {
                let post = Post::of_item(item, url.into());
                self.sums.insert(id, sum(&post));
                self.addresses.hint(id, post);
            }
        }
        if let Some(id) = Url::parse(&feed.url).ok().and_then(|u| self.addresses.id(&u)) {
            self.anew.push(id);
        }
    }

    /// A post that was edited since the feed last named it is asked again.
    fn notice_edit(&mut self, post: &Post) {
        let Some(url) = Url::parse(&post.link).ok() else { return };
        let Some(id) = self.addresses.id(&url) else { return };
        let before = self.sums.insert(id, sum(post));
        if before.is_some_and(|b| b != sum(post)) && self.posts.at(id).is_some() {
            self.edited.insert(id);
            self.addresses.get_mut(id).state = State::New;
            self.candidates.push_back(id);
        }
    }

    fn offer_sitemaps(&mut self) {
        let mut urls: Vec<Url> =
            self.gate.sitemaps().iter().filter_map(|s| Url::parse(s).ok()).collect();
        if urls.is_empty() {
            urls.extend(self.gate.folder(&self.home).and_then(|f| f.join("sitemap.xml").ok()));
        }
        for url in urls {
            self.offer_sitemap(&url);
        }
    }

    fn offer_sitemap(&mut self, url: &Url) {
        if !self.gate.owns(url)
            || self.sitemaps >= MAX_SITEMAPS
            || sitemap::holds_no_posts(url.as_str())
        {
            return;
        }
        if let Some(id) = self.addresses.id(url)
            && !self.addresses.get(id).listed
        {
            self.sitemaps += 1;
            self.addresses.get_mut(id).listed = true;
            let told = Told { kind: Kind::Sitemap, name: String::new(), month: None };
            self.ways.add(&told, id);
        }
    }

    fn take_to_crawl(&mut self, note: Note, events: &mut Vec<Event>) {
        let Some(url) = Url::parse(&note.asked).ok() else { return };
        let Some(id) = self.addresses.id(&url) else { return };
        let origin = self.hop_origin(id);
        let purpose = self.purposes.get(&origin).copied().unwrap_or(Purpose::Start);
        self.done_with(origin, purpose);
        let was_hop = self.hop.take().is_some();
        match note.said {
            Said::Failed { why } => {
                let address = self.addresses.get_mut(id);
                address.tries += 1;
                if address.tries >= MOST_TRIES {
                    address.state = State::Gone;
                    self.lost.push((id, why));
                } else {
                    match purpose {
                        Purpose::Post => self.candidates.push_back(id),
                        Purpose::Start => self.start.push_back(id),
                        Purpose::Way(n) => self.ways.put_back(n, id),
                    }
                }
            }
            Said::Moved { to } => self.moves(id, &url, &to, purpose, was_hop, events),
            Said::None { status } => {
                self.addresses.get_mut(id).state = State::Gone;
                let kept = matches!(purpose, Purpose::Post) && self.keep_from_list(id, events);
                // A link to nowhere is no post missed; what a list or the feed names is.
                let named = self.addresses.get(id).recorded;
                if matches!(purpose, Purpose::Post) && !kept && named {
                    self.lost.push((id, format!("the server answers {status}")));
                }
                self.way_gave(purpose, 0);
            }
            Said::Read(reading) => {
                self.addresses.get_mut(id).state = State::Done;
                self.purposes.insert(id, purpose);
                self.page_says(id, *reading, events);
            }
            Said::Sitemap(map) => {
                self.addresses.get_mut(id).state = State::Done;
                self.sitemap_says(&url, map, purpose, events);
            }
            Said::Posts { posts, pages } => {
                self.addresses.get_mut(id).state = State::Done;
                self.posts_said(&url, posts, pages, purpose, events);
            }
            Said::Unchanged | Said::Other | Said::Again | Said::Whole { .. } => {
                self.addresses.get_mut(id).state = State::Done;
                self.way_gave(purpose, 0);
            }
        }
    }

    /// The address that was chosen, where redirects have led to this one.
    fn hop_origin(&self, id: Id) -> Id {
        id
    }

    fn way_gave(&mut self, purpose: Purpose, fresh: usize) {
        if let Purpose::Way(n) = purpose {
            self.ways.asked(n, fresh);
            self.barren = if fresh > 0 { 0 } else { self.barren + 1 };
        }
    }

    /// What a redirect says of the others: a site that moved, slashes at the end.
    fn learn_move(&mut self, from: Option<&Url>, to: &Url) {
        let Some(from) = from else { return };
        if from.origin() != to.origin() && from.path() == to.path() {
            let pair = (from.origin().ascii_serialization(), to.origin().ascii_serialization());
            self.moved.insert(pair.0, pair.1);
        }
        if to.path() == format!("{}/", from.path()) {
            self.slashes = true;
        }
    }

    fn moves(
        &mut self,
        id: Id,
        from: &Url,
        to: &str,
        purpose: Purpose,
        was_hop: bool,
        events: &mut Vec<Event>,
    ) {
        let Ok(to) = Url::parse(to) else { return };
        let known = self.addresses.id(&to).filter(|_| self.gate.owns(&to));
        let Some(target) = known else {
            self.addresses.get_mut(id).state = State::Gone;
            if !self.keep_from_list(id, events) && matches!(purpose, Purpose::Post) {
                self.lost.push((id, format!("it redirects to {to}")));
            }
            self.way_gave(purpose, 0);
            return;
        };
        self.learn_move(Some(from), &to);
        if target == id {
            // Another spelling of the same address; once.
            match was_hop {
                false => {
                    self.hop = Some(to.into());
                    self.purposes.insert(id, purpose);
                }
                true => self.addresses.get_mut(id).state = State::Gone,
            }
            return;
        }
        self.addresses.get_mut(id).state = State::Done;
        if let Some(hint) = self.addresses.take_hint(id) {
            self.addresses.hint(target, *hint);
        }
        let recorded = self.addresses.get(id).recorded;
        self.addresses.get_mut(target).recorded |= recorded;
        if self.posts.at(target).is_some() {
            self.twin(id, target, events);
            self.way_gave(purpose, 0);
        } else if self.addresses.get(target).state == State::New {
            self.hop = Some(to.into());
            self.addresses.get_mut(target).candidate = true;
            self.purposes.insert(target, purpose);
        }
    }

    /// Another address of a post.
    fn twin(&mut self, id: Id, of: Id, events: &mut Vec<Event>) {
        self.posts.alias(of, id);
        let url = |id: Id| self.addresses.get(id).url.clone();
        events.push(Event::Twin { url: url(id), of: url(of) });
    }

    /// A post whose page is gone, but which a list shows.
    fn keep_from_list(&mut self, id: Id, events: &mut Vec<Event>) -> bool {
        let recorded = self.addresses.get(id).recorded;
        let Some(hint) = self.addresses.take_hint(id).filter(|h| recorded && h.title.is_some())
        else {
            return false;
        };
        self.add(id, *hint, Vec::new(), events);
        true
    }

    fn add(&mut self, id: Id, mut post: Post, links: Vec<(Id, u32)>, events: &mut Vec<Event>) {
        post.link.clone_from(&self.addresses.get(id).url);
        if let (Some(day), None) = (post.date, link_day(&post.link)) {
            self.count_month(day.year(), day.month());
        }
        self.posts.add(id, &post, links);
        events.push(Event::Post(Box::new(post)));
    }

    /// Posts known that wait to be read.
    fn waiting(&self) -> usize {
        self.candidates.len() + self.namesakes.len() + self.shown.len()
    }

    fn count_month(&mut self, year: i32, month: u32) {
        *self.months.entry((year, month)).or_insert(0) += 1;
    }

    /// What a page says: a post, or a list.
    fn page_says(&mut self, asked: Id, mut reading: Reading, events: &mut Vec<Event>) {
        let purpose = self.purposes.remove(&asked).unwrap_or(Purpose::Start);
        if self.rest.is_none()
            && let Some(rest) = reading.rest.take()
        {
            self.offer_rest(&rest);
        }
        let links = std::mem::take(&mut reading.links);
        let records = std::mem::take(&mut reading.records);
        let before = self.waiting();
        let named: HashSet<Id> = records.into_iter().filter_map(|r| self.record(r)).collect();
        let is_post = self.is_post(asked, &reading);
        let (mut linked, mut found) = (Vec::new(), Vec::new());
        for link in &links {
            if let Some((id, post)) = self.meet(link, is_post, purpose) {
                linked.push((id, link.place.unwrap_or_default()));
                found.extend(post.then_some(id));
            }
        }
        let fresh = self.waiting() - before;
        if is_post {
            self.post_is(asked, reading, linked, events);
            self.way_gave(purpose, fresh);
            return;
        }
        if matches!(purpose, Purpose::Post) && !self.keep_from_list(asked, events) {
            self.lost.push((asked, "its page does not read as a post".to_owned()));
        }
        if reading.post.is_some() && !reading.list {
            let reading = Reading { links: Vec::new(), records: Vec::new(), ..reading.clone() };
            self.spare.insert(asked, (reading, linked));
        }
        let all: HashSet<Id> = named.into_iter().chain(found).collect();
        if let Purpose::Way(n) = purpose {
            let kind = self.ways.all()[n].kind;
            self.named.entry(kind).or_default().extend(&all);
        } else {
            let url = Url::parse(&reading.url).ok();
            let kind = match url {
                // The home page is the first of its chain.
                Some(u) if address_key(&u) == address_key(&self.home) => Kind::Chain,
                Some(u) => told(&u, &self.folder()).kind,
                None => Kind::Other,
            };
            self.named.entry(kind).or_default().extend(&all);
        }
        self.way_gave(purpose, fresh);
        if all.len() >= MANY_NAMED && matches!(purpose, Purpose::Way(_)) && self.anew.len() < 2 {
            self.anew.push(asked);
        }
        events.push(Event::List { url: reading.url, posts: all.len(), new: fresh });
    }

    fn folder(&self) -> String {
        self.gate.folder(&self.home).map_or("/".to_owned(), |f| f.path().to_owned())
    }

    /// True where a page is that of a post.
    fn is_post(&self, id: Id, reading: &Reading) -> bool {
        if reading.post.is_none() {
            return false;
        }
        let Ok(url) = Url::parse(&reading.url) else { return false };
        if address_key(&url) == address_key(&self.home) {
            return false;
        }
        let address = self.addresses.get(id);
        self.gate.surely_fits(&url) || address.recorded
    }

    /// A post was read on its own page.
    fn post_is(
        &mut self,
        asked: Id,
        reading: Reading,
        linked: Vec<(Id, u32)>,
        events: &mut Vec<Event>,
    ) {
        let Some(mut post) = reading.post else { return };
        let own = Url::parse(&reading.url).ok().and_then(|u| self.addresses.id(&u));
        let own = own.unwrap_or(asked);
        let said = reading.canonical.as_deref().and_then(|c| Url::parse(c).ok());
        let said = said.filter(|c| self.gate.surely_fits(c) || self.gate.fits(c));
        let main = said.and_then(|c| self.addresses.id(&c)).unwrap_or(own);
        let namesake = self.namesakes.front().copied().filter(|n| n.0 == asked);
        if namesake.is_some() {
            self.namesakes.pop_front();
        }
        for id in [own, main] {
            if let Some(hint) = self.addresses.take_hint(id) {
                post.fill(&hint);
            }
        }
        let claimed = reading.canonical.is_some_and(|c| same_path(&c, &reading.url));
        let alike = namesake.map(|n| n.1).filter(|of| self.posts.is_same(*of, &post));
        let alike = alike.or_else(|| self.posts.twin(&post));
        // Pages that link to each other, or each of which says that it is the one, are two posts.
        let two = |of: &Id| {
            let known = self.posts.at(*of);
            linked.iter().any(|l| l.0 == *of)
                || known.is_some_and(|k| k.claimed && claimed || k.links.iter().any(|l| l.0 == own))
        };
        let alike = alike.filter(|of| !two(of));
        if self.edited.remove(&main) {
            self.addresses.get_mut(own).state = State::Done;
            post.link.clone_from(&self.addresses.get(main).url);
            self.posts.edit(main, &post);
            events.push(Event::Post(Box::new(post)));
            return;
        }
        if let Some(of) = self.posts.at(main).map(|k| k.id).or(alike) {
            self.twins_seen += usize::from(namesake.is_some_and(|n| n.1 == of));
            self.addresses.get_mut(own).state = State::Done;
            if own != of {
                self.twin(own, of, events);
            }
            return;
        }
        self.no_twins |= namesake.is_some();
        self.addresses.get_mut(own).state = State::Done;
        self.addresses.get_mut(main).state = State::Done;
        self.add(main, post, linked, events);
        if let Some(known) = self.posts.at_mut(main) {
            known.claimed = claimed;
        }
        if own != main {
            self.twin(own, main, events);
        }
    }

    /// A record of a list: the post that it names.
    fn record(&mut self, record: Post) -> Option<Id> {
        let url = Url::parse(&record.link).ok()?;
        let url = self.plain(url);
        if !self.gate.may_be_page(&url) || address_key(&url) == address_key(&self.home) {
            return None;
        }
        record.title.as_ref()?;
        let id = self.addresses.id(&url)?;
        self.addresses.get_mut(id).recorded = true;
        self.gate.posts_stand_at(&url);
        match self.posts.at_mut(id) {
            Some(known) => {
                if let Some(wanting) = &mut known.wanting {
                    wanting.fill(&record);
                }
            }
            None if self.addresses.get(id).state == State::New => {
                if self.options.from_lists && record.is_whole() {
                    self.shown.push((id, record.clone()));
                }
                self.addresses.hint(id, record);
            }
            None => {}
        }
        self.candidate(id, &url);
        Some(id)
    }

    /// An address that is probably a post's.
    fn candidate(&mut self, id: Id, url: &Url) {
        let address = self.addresses.get_mut(id);
        if address.candidate || address.state != State::New {
            return;
        }
        address.candidate = true;
        if let Some(day) = link_day(&address_key(url)) {
            self.count_month(day.year(), day.month());
        }
        match self.addresses.namesake(id, url) {
            Some(of) => self.namesakes.push_back((id, of)),
            None => self.candidates.push_back(id),
        }
    }

    /// An address without parameters that the blog's posts do not have.
    fn plain(&self, url: Url) -> Url {
        if url.query().is_none() {
            return url;
        }
        let mut bare = url.clone();
        bare.set_query(None);
        if !self.gate.has_queries() {
            return if self.gate.surely_fits(&bare) { bare } else { url };
        }
        // Of `?p=7&share=mail` the first says the post.
        let names: Vec<String> = url.query_pairs().skip(1).map(|(k, _)| k.into_owned()).collect();
        match self.gate.surely_fits(&url) {
            true => without_parameters(&url, &names),
            false => url,
        }
    }

    /// A link was met. Where it leads, and whether that is probably a post.
    fn meet(&mut self, link: &Link, on_post: bool, purpose: Purpose) -> Option<(Id, bool)> {
        let url = self.plain(Url::parse(&link.url).ok()?);
        let id = self.addresses.id(&url)?;
        let address = self.addresses.get(id);
        if self.gate.surely_fits(&url) || address.recorded || self.posts.at(id).is_some() {
            self.candidate(id, &url);
            return Some((id, true));
        }
        let chained = link.chained || link.place.is_some_and(|p| self.places.contains(&p));
        if on_post && chained && self.gate.fits(&url) {
            self.addresses.get_mut(id).recorded = true;
            self.candidate(id, &url);
            return Some((id, true));
        }
        if address.listed || address.candidate || address.state != State::New {
            return Some((id, false));
        }
        let told = told(&url, &self.folder());
        let queried = url.query().is_some() && told.kind == Kind::Other;
        if queried && !self.gate.has_queries() {
            return Some((id, false));
        }
        self.addresses.get_mut(id).listed = true;
        match purpose {
            // The next page of what is asked.
            Purpose::Way(n) if link.chained && told.kind == Kind::Other => {
                self.ways.put_back(n, id);
            }
            _ => self.ways.add(&told, id),
        }
        Some((id, false))
    }

    fn offer_rest(&mut self, rest: &str) {
        self.rest = Some(rest.to_owned());
        self.offer_rest_page(1);
    }

    fn offer_rest_page(&mut self, page: u32) {
        let Some(rest) = &self.rest else { return };
        let sign = if rest.contains('?') { '&' } else { '?' };
        let end = if rest.ends_with('/') { "" } else { "/" };
        let url = format!("{rest}{end}wp/v2/posts{sign}per_page=100&page={page}");
        let Some(url) = Url::parse(&url).ok().filter(|u| self.gate.owns(u)) else { return };
        if let Some(id) = self.addresses.id(&url) {
            let told = Told { kind: Kind::Rest, name: String::new(), month: None };
            self.ways.add(&told, id);
        }
    }

    fn sitemap_says(
        &mut self,
        url: &Url,
        map: sitemap::Sitemap,
        purpose: Purpose,
        events: &mut Vec<Event>,
    ) {
        for further in map.sitemaps.iter().filter_map(|s| Url::parse(s).ok()) {
            self.offer_sitemap(&further);
        }
        let before = self.waiting();
        let of_posts = sitemap::holds_posts(url.as_str());
        let mut all = HashSet::new();
        for page in map.pages.iter().filter_map(|p| Url::parse(p).ok()) {
            let page = self.plain(page);
            if !self.gate.may_be_page(&page) {
                continue;
            }
            let Some(id) = self.addresses.id(&page) else { continue };
            if self.gate.surely_fits(&page) || of_posts || self.addresses.get(id).recorded {
                self.addresses.get_mut(id).recorded |= of_posts;
                self.candidate(id, &page);
                all.insert(id);
            } else if !self.addresses.get(id).listed && !self.addresses.get(id).candidate {
                self.addresses.get_mut(id).listed = true;
                let told = told(&page, &self.folder());
                self.ways.add(&told, id);
            }
        }
        let fresh = self.waiting() - before;
        self.way_gave(purpose, fresh.max(map.sitemaps.len()));
        self.named.entry(Kind::Sitemap).or_default().extend(&all);
        events.push(Event::List { url: url.to_string(), posts: all.len(), new: fresh });
    }

    /// Posts that the blog names to programs.
    fn posts_said(
        &mut self,
        url: &Url,
        posts: Vec<Post>,
        pages: u32,
        purpose: Purpose,
        events: &mut Vec<Event>,
    ) {
        let before = self.waiting();
        if pages == 0 {
            posts.iter().for_each(|post| self.notice_edit(post));
        }
        let all: HashSet<Id> = posts.into_iter().filter_map(|p| self.record(p)).collect();
        let fresh = self.waiting() - before;
        let page = url.query_pairs().find(|(k, _)| k == "page").and_then(|(_, v)| v.parse().ok());
        if let Some(page) = page.filter(|p: &u32| *p < pages) {
            self.offer_rest_page(page + 1);
        }
        let kind = match purpose {
            Purpose::Way(n) => self.ways.all()[n].kind,
            _ => Kind::Feed,
        };
        if matches!(purpose, Purpose::Start) && !self.again {
            self.anew.extend(self.addresses.find(url));
            self.offer_sitemaps();
        }
        self.named.entry(kind).or_default().extend(&all);
        self.way_gave(purpose, fresh);
        events.push(Event::List { url: url.to_string(), posts: all.len(), new: fresh });
    }

    /// How many posts were found, and how many addresses that are probably posts wait to be asked.
    pub fn counts(&self) -> (usize, usize) {
        (self.posts.len(), self.candidates.len())
    }

    /// The rules, once they are learned.
    pub fn rules(&self) -> Option<&Wrapper> {
        self.wrapper.as_ref()
    }

    /// How far the harvest has come, and whether the posts are all.
    pub fn report(&self) -> Report {
        let lost = self.lost.iter().filter(|l| self.posts.at(l.0).is_none());
        let lost = lost.map(|(id, why)| (self.addresses.get(*id).url.clone(), why.clone()));
        report::report(
            &self.posts,
            &self.ways,
            &self.named,
            report::Run {
                requests: self.requests,
                waiting: self.candidates.len(),
                barren: self.barren,
                lost: lost.collect(),
                stopped: self.stopped.clone(),
            },
        )
    }
}

/// True where two addresses differ at most in their hosts: copies of a site name its old one.
fn same_path(a: &str, b: &str) -> bool {
    let path = |s: &str| Some(Url::parse(s).ok()?.path().trim_end_matches('/').to_owned());
    path(a).is_some() && path(a) == path(b)
}

fn key(url: &Option<Url>) -> String {
    url.as_ref().map(address_key).unwrap_or_default()
}
