//! The machine: what is asked next, and what an answer changes.
//!
//! First robots.txt, the home page, the feed and the pages of its items, from which the rules are
//! learned; then pages that claim to name every post; then the posts; then whatever way is worth
//! most, until the posts are known to be all, or nothing gives more.
//!
//! | file | what |
//! |---|---|
//! | `asking.rs` | what is asked next |
//! | `learning.rs` | robots.txt and the rules |
//! | `answers.rs` | what an answer is, and what it changes |
//! | `finding.rs` | posts: where they are named, when a page is one |
//! | `parts.rs` | posts split over several pages |
//! | `sparing.rs` | posts that lists show in full, so that their pages need not be asked |

mod answers;
mod asking;
mod finding;
mod learning;
mod parts;
mod sparing;

use std::collections::{HashMap, HashSet, VecDeque};
use std::fmt;
use std::time::Duration;

use url::Url;

use super::addresses::{Addresses, Id, State, size};
use super::bounds::{ALL_BARREN, MOST_FAILURES};
use super::gate::Gate;
use super::note::{Note, Said};
use super::posts::{Chain, Posts};
use super::reading::Reading;
use super::reasons::{Doubt, Loss};
use super::report::Report;
use super::ways::{Full, WayKind, Ways};
use super::{Event, Post, report};
use crate::Error;
use crate::address::{bare, without_login};
use crate::error::Kind as Fault;
use crate::learn::Gathering;
use crate::rule::Wrapper;
use crate::source::Response;
use learning::Answers;
use parts::Parted;
use sparing::Sparing;

/// What a harvest is to keep to.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Options {
    /// Rules learned before; None: they are learned first.
    pub rules: Option<Wrapper>,
    /// The feed's address; None: it is found by itself.
    pub feed: Option<String>,
    /// Hosts of the blog beside that of its home page.
    pub also_hosts: Vec<String>,
    /// Posts that stand in full on a list are not asked for, where lists say what the posts' own
    /// pages say.
    pub from_lists: bool,
    /// Pages are at hand, in an archive or a folder: each is read, and none costs anything.
    pub stored: bool,
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
            stored: false,
            agent: "feedstone".to_owned(),
            delay: Duration::from_secs(1),
            max_requests: None,
        }
    }
}

/// Why an address is asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
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

named!(Why, "why an address is asked");

impl Why {
    /// All reasons.
    pub const ALL: [Why; 4] = [Why::Robots, Why::Learning, Why::List, Why::Post];

    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Why::Robots => "robots",
            Why::Learning => "learning",
            Why::List => "list",
            Why::Post => "post",
        }
    }
}

/// One address to ask.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
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
#[non_exhaustive]
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

/// What an address was asked for.
#[derive(Debug, Clone, Copy)]
enum Purpose {
    Post,
    Way(usize),
    Start,
}

/// A harvest. A crawler of ten lines:
///
/// ```no_run
/// # #[cfg(feature = "fetch")]
/// # fn main() -> Result<(), feedstone::Error> {
/// use feedstone::harvest::{Event, Frontier, Options};
/// use feedstone::source::Http;
///
/// let http = Http::new(Default::default())?;
/// let mut frontier = Frontier::new("https://blog.example/", Options::default())?;
/// while let Some(request) = frontier.next() {
///     let answer = http.ask_once(&request.url, None);
///     for event in frontier.answer(&request.url, answer).events {
///         if let Event::Post(post) = event {
///             println!("{:?} {:?} {}", post.date, post.title, post.link);
///         }
///     }
/// }
/// println!("{:?}", frontier.report().complete);
/// # Ok(())
/// # }
/// # #[cfg(not(feature = "fetch"))]
/// # fn main() {}
/// ```
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
    /// Posts of which further pages are asked.
    parted: VecDeque<Parted>,
    /// True where what looks like a further page of a post is none on this blog.
    no_parts: bool,
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
    /// Of them, those that gave no page.
    unanswered: Vec<Id>,
    /// Pages that came while learning.
    heard: Vec<Response>,
    /// The home page, until there is a feed: in case that there is none.
    bare_home: Option<Response>,
    /// Where the page that learning asked last has moved to, until that is answered.
    hop: Option<String>,
    hops: usize,
    /// How often the home page has moved.
    moves: usize,
    /// Origins that redirect to another one, whatever the path.
    moved: HashMap<String, String>,
    /// True where addresses without a closing slash redirect to those with one.
    slashes: bool,
    /// Pages that read as a post, though nothing says yet that they are one, and their links.
    spare: HashMap<Id, (Reading, Vec<(Id, u32)>)>,
    /// Bytes of their texts.
    spare_bytes: usize,
    /// Places on posts' pages where they lead to their neighbours.
    places: HashSet<u32>,
    /// Known posts and candidates of each month.
    months: HashMap<(i32, u32), usize>,
    /// What each way named, by its kind.
    named: HashMap<WayKind, HashSet<Id>>,
    /// Links of the home page's records.
    on_home: Vec<String>,
    /// Posts' addresses whose page could not be had or read, and why.
    lost: Vec<(Id, Loss)>,
    requests: usize,
    failures: usize,
    barren: usize,
    /// Pages of ways in a row that named posts, and none that was not known.
    confirmed: usize,
    /// Places of archive pages that were tried.
    guessed: usize,
    rest: Option<String>,
    sitemaps: usize,
    stopped: Option<Doubt>,
    /// True in an update.
    again: bool,
    /// Addresses that an update asks again: the feed, and pages that named every post.
    anew: Vec<Id>,
    /// What the feed said of each post, as a number.
    sums: HashMap<Id, u64>,
    /// When pages were changed, by the sitemaps, as a number.
    changed: HashMap<Id, u64>,
    /// Posts that were edited, by the feed or a sitemap.
    edited: HashSet<Id>,
    /// Posts whose own page is gone and that a list tells of, to be taken from there.
    told: Vec<(Id, Post)>,
    /// Posts that lists show in full.
    sparing: Sparing,
    /// Posts of which a list says more than their own pages do.
    better: Vec<Post>,
    /// How many posts there were, and requests without a new one, when it was last asked whether
    /// they are all; and the answer.
    all: Option<((usize, usize), bool)>,
}

impl fmt::Debug for Frontier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (posts, waiting) = self.counts();
        f.debug_struct("Frontier")
            .field("home", &self.home.as_str())
            .field("requests", &self.requests)
            .field("posts", &posts)
            .field("waiting", &waiting)
            .finish_non_exhaustive()
    }
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
            .map(without_login)
            .ok_or_else(|| Error::new(Fault::Fetch, format!("{expected}, found `{home}`")))?;
        let gate = Gate::new(&home, &options.also_hosts);
        let options = Options { feed: options.feed.as_deref().map(bare), ..options };
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
            parted: VecDeque::new(),
            no_parts: false,
            twins_seen: 0,
            no_twins: false,
            start: VecDeque::new(),
            purposes: HashMap::new(),
            learned_from: HashSet::new(),
            unanswered: Vec::new(),
            heard: Vec::new(),
            bare_home: None,
            hop: None,
            hops: 0,
            moves: 0,
            moved: HashMap::new(),
            slashes: false,
            spare: HashMap::new(),
            spare_bytes: 0,
            places: HashSet::new(),
            months: HashMap::new(),
            named: HashMap::new(),
            on_home: Vec::new(),
            lost: Vec::new(),
            requests: 0,
            failures: 0,
            barren: 0,
            confirmed: 0,
            guessed: 0,
            rest: None,
            sitemaps: 0,
            stopped: None,
            again: false,
            anew: Vec::new(),
            sums: HashMap::new(),
            changed: HashMap::new(),
            edited: HashSet::new(),
            told: Vec::new(),
            sparing: Sparing::default(),
            better: Vec::new(),
            all: None,
        })
    }

    /// Go on where the notes of an earlier run end: all of them, in their order, with the options
    /// of that run. Gives the events of all answers again.
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

    /// Tell of a page that is at hand, in an archive or a folder, whether anything leads to it or
    /// not. The note is to be stored like those of answers.
    pub fn offer(&mut self, url: &str) -> Step {
        let note = Note { asked: url.to_owned(), said: Said::AtHand };
        Step { events: self.take(note.clone()), note }
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
    #[allow(clippy::should_implement_trait, reason = "an answer must come between two calls")]
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
            Stage::Crawl => match self.hop.as_ref().or_else(|| self.wanted_part()) {
                Some(url) => (url.clone(), Why::Post),
                None => self.next_to_crawl()?,
            },
        };
        Some(Request { url, why, pause: self.pause(), again: self.again })
    }

    /// What came of an address that [`next`](Self::next) gave: the server's answer, whatever its
    /// status, or why there is none.
    pub fn answer(&mut self, asked: &str, answer: Result<Response, Error>) -> Step {
        let said = self.heard(asked, answer);
        let note = Note { asked: asked.to_owned(), said };
        Step { events: self.take(note.clone()), note }
    }

    /// Of a run that ended before its time, and that none goes on with: what is read of posts that
    /// were not asked for. The rules are learned from what has come, and such posts are as lists
    /// and the feed show them.
    #[doc(hidden)]
    pub fn make_do(&mut self) -> Vec<Event> {
        let mut events = Vec::new();
        self.learn_from_what_came(&mut events);
        self.take_parted(&mut events);
        self.take_told(&mut events);
        events
    }

    /// What a note changes.
    fn take(&mut self, note: Note) -> Vec<Event> {
        let mut events = Vec::new();
        if note.said == Said::Again {
            self.begin_again();
            return events;
        }
        if note.said == Said::AtHand {
            self.is_at_hand(&note.asked);
        } else {
            self.hear(note, &mut events);
        }
        self.settle(&mut events);
        events.extend(self.ways.newly_ended().into_iter().map(|way| Event::Ended {
            way: way.kind.name().to_owned(),
            asked: way.asked,
            new: way.fresh,
        }));
        events
    }

    fn hear(&mut self, note: Note, events: &mut Vec<Event>) {
        self.requests += 1;
        self.sparing.full = Full::default();
        let failed = match &note.said {
            Said::Failed { why } => Some(why.clone()),
            _ => None,
        };
        self.failures = if failed.is_some() { self.failures + 1 } else { 0 };
        match self.stage {
            Stage::Robots => self.take_robots(&note),
            Stage::Learn(_) | Stage::LearnBare { .. } => self.take_to_learn(note, events),
            Stage::Crawl => self.take_to_crawl(note, events),
        }
        if let Some(why) = failed.filter(|_| self.failures >= MOST_FAILURES)
            && self.stopped.is_none()
        {
            self.stopped = Some(Doubt::Failures(MOST_FAILURES, why));
        }
    }

    /// What now is known to be a post.
    fn settle(&mut self, events: &mut Vec<Event>) {
        // What was read before anything said that it is a post.
        let mut ready = self.addresses.take_recorded();
        ready.sort_unstable();
        events.extend(self.better.drain(..).map(|post| Event::Post(Box::new(post))));
        for (id, post) in std::mem::take(&mut self.told) {
            if self.is_parted(id) {
                self.addresses.hint(id, post);
            } else if self.posts.at(id).is_none() {
                self.addresses.get_mut(id).state = State::Done;
                self.addresses.take_hint(id);
                self.add(id, post, Vec::new(), events);
            }
        }
        for id in ready {
            if let Some((reading, linked)) = self.spare.remove(&id) {
                self.spare_bytes -= reading.post.as_ref().map_or(0, size);
                self.post_is(id, reading, linked, events);
            }
        }
        self.next_part(events);
        self.spare(events);
    }

    /// How the posts lead to each other. Where the first of them leads to a page that could not be
    /// had, or is another's, there are posts before it.
    fn chain(&self) -> Chain {
        let mut chain = self.posts.chain();
        let gone = |id: &Id| {
            let address = self.addresses.get(*id);
            match address.state {
                State::Gone | State::Barred => true,
                State::Done => address.candidate && !self.spare.contains_key(id),
                State::New => false,
            }
        };
        chain.closed &= !chain.before.iter().any(gone);
        chain
    }

    /// True where nothing is left that could show that a chain of posts leaves some out: a page of
    /// another kind named none but known ones, or none names any.
    fn is_tried(&self) -> bool {
        self.confirmed > 0 || self.barren >= ALL_BARREN || !self.ways.any_awake()
    }

    /// Why the harvest ended before its time, if it did: failures, or too many requests.
    pub fn broken_off(&self) -> Option<&Doubt> {
        self.stopped.as_ref()
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
                waiting: self.candidates.len() + self.parted.len(),
                chain: self.chain(),
                confirmed: self.confirmed,
                tried: self.is_tried(),
                unsure: self.is_unsure(),
                unheard: self.ways.unheard_month(&self.months),
                lost: lost.collect(),
                stopped: self.stopped.clone(),
            },
        )
    }
}
