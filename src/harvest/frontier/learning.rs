//! Robots.txt, and the rules: what is gathered to learn them, and what is read with them first.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use url::Url;

use super::super::addresses::{Id, State};
use super::super::bounds::{FEW_PAGES, MOST_MOVES};
use super::super::gate::Gate;
use super::super::note::{Note, Said};
use super::super::posts::sum;
use super::super::reading::Reading;
use super::super::reasons::{Doubt, Loss};
use super::super::ways::WayKind;
use super::super::{Event, Post, note};
use super::sparing::lists_are_whole;
use super::{Frontier, Purpose, Stage};
use crate::address::{address_key, does_something};
use crate::error::Kind as Fault;
use crate::learn::{Blog, Gathering, Learned};
use crate::rule::Wrapper;
use crate::source::{Response, Source, helps};
use crate::{Error, feed, learn};

impl Frontier {
    pub(super) fn take_robots(&mut self, note: &Note) {
        let agent = self.options.agent.clone();
        match &note.said {
            Said::Whole { body, .. } => self.gate.robots(&agent, Ok(&body.0)),
            // RFC 9309: what cannot be asked for forbids all; what is not there forbids nothing.
            Said::Failed { why } => {
                self.gate.robots(&agent, Err(()));
                self.stopped = Some(Doubt::NoRobots(why.clone()));
            }
            Said::Moved { to } => {
                if Url::parse(to).is_ok_and(|to| self.home_moves_to(&to)) {
                    return;
                }
                self.gate.robots(&agent, Ok(b""));
            }
            _ => self.gate.robots(&agent, Ok(b"")),
        }
        if self.wrapper.is_some() {
            self.stage = Stage::Crawl;
            return;
        }
        let Some(wrapper) = self.options.rules.clone() else {
            let (home, feed) = (self.home.as_str(), self.options.feed.as_deref());
            let gathering = match self.options.from_lists && !self.options.stored {
                true => Gathering::of_few(home, feed, FEW_PAGES),
                false => Gathering::new(home, feed),
            };
            let gathering = gathering.with_hosts(&self.options.also_hosts);
            self.stage = Stage::Learn(Box::new(gathering));
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

    /// The whole site answers at another origin, which has a robots.txt of its own. False where it
    /// does not, or moves without end.
    fn home_moves_to(&mut self, to: &Url) -> bool {
        if to.origin() == self.home.origin() || !self.gate.owns(to) || self.moves >= MOST_MOVES {
            return false;
        }
        self.moves += 1;
        let from = self.home.origin().ascii_serialization();
        self.moved.insert(from, to.origin().ascii_serialization());
        self.home = self.spelled(self.home.clone());
        self.gate.move_to(&self.home);
        true
    }

    /// The home page redirects; at another origin, robots.txt is asked first.
    fn home_redirects(&mut self, to: Url) {
        self.moves += 1;
        let elsewhere = to.origin() != self.home.origin();
        self.gate.move_to(&to);
        self.home = to.clone();
        match elsewhere {
            true => self.stage = Stage::Robots,
            false => self.hop = Some(to.into()),
        }
    }

    pub(super) fn take_to_learn(&mut self, note: Note, events: &mut Vec<Event>) {
        // Notes of a run that knew less of the blog (its feed, say) answer what is not wanted now.
        let wanted = self.hop.as_deref().or(match &self.stage {
            Stage::Learn(gathering) => gathering.next(),
            Stage::LearnBare { wanted, .. } => wanted.as_deref(),
            Stage::Robots | Stage::Crawl => None,
        });
        if wanted != Some(&note.asked) {
            return;
        }
        let asked = Url::parse(&note.asked).ok();
        let answer = match &note.said {
            Said::Moved { to } => {
                let to = Url::parse(to).ok();
                // The home page may be on another host; what it links to may not.
                let home = address_key(&self.home) == key(&asked) && self.moves < MOST_MOVES;
                let may = |t: &Url| self.gate.leads_to(t) && self.gate.allows(t);
                let may = |t: &Url| if home { !does_something(t) } else { may(t) };
                if let Some(to) = to.filter(|t| may(t) && (home || self.hops < MOST_MOVES)) {
                    self.learn_move(asked.as_ref(), &to);
                    if home {
                        self.home_redirects(to);
                    } else {
                        self.hop = Some(to.into());
                        self.hops += 1;
                    }
                    return;
                }
                Err(Error::new(Fault::Fetch, format!("{} leads elsewhere", note.asked)))
            }
            Said::Whole { url, status, kind, body } => {
                let response = note::response(url, *status, kind.as_deref(), body);
                self.heard.extend(Some(response.clone()).filter(Response::is_html));
                Ok(response)
            }
            Said::None { status } => {
                let what =
                    format!("{}: the server answers {status}; {}", note.asked, helps(*status));
                Err(Error::new(Fault::Fetch, what))
            }
            Said::Failed { why } => {
                let named = why.contains(&note.asked);
                let what = if named { why.clone() } else { format!("{}: {why}", note.asked) };
                Err(Error::new(Fault::Fetch, what))
            }
            _ => Err(Error::new(Fault::Fetch, format!("{} gives no page", note.asked))),
        };
        (self.hop, self.hops) = (None, 0);
        let feed = self.options.feed.clone();
        let id = asked.as_ref().and_then(|u| self.addresses.id(u));
        self.learned_from.extend(id);
        self.unanswered.extend(id.filter(|_| answer.is_err()));
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
        let came = gathering.answer(answer);
        if let Err(e) = came.and_then(|()| pass_barred(gathering, &self.gate, &feed)) {
            self.no_feed(e, first, events);
            return;
        }
        if let Some(home) = first.filter(|_| self.bare_home.is_none()) {
            self.bare_home = Some(home);
        }
        if gathering.next().is_none() {
            self.gathered(events);
        }
    }

    /// Nothing more is wanted to learn from; but that lists spare pages may need more to be seen.
    fn gathered(&mut self, events: &mut Vec<Event>) {
        let Stage::Learn(mut gathering) = std::mem::replace(&mut self.stage, Stage::Crawl) else {
            return;
        };
        if let Some(blog) = gathering.so_far().filter(|_| gathering.is_of_few()) {
            let learned = learn::learn(&blog);
            if lists_are_whole(&learned) {
                return self.learn_from(&blog, learned, events);
            }
            gathering.go_on();
            let came = pass_barred(&mut gathering, &self.gate, &self.options.feed);
            if came.is_ok() && gathering.next().is_some() {
                self.stage = Stage::Learn(gathering);
                return;
            }
        }
        self.learn(*gathering, events);
    }

    /// The rules, where more was wanted to learn them from.
    pub(super) fn learn_from_what_came(&mut self, events: &mut Vec<Event>) {
        if let Stage::Learn(gathering) = &self.stage
            && let Some(blog) = gathering.so_far()
        {
            self.stage = Stage::Crawl;
            self.learn_from(&blog, learn::learn(&blog), events);
            self.settle(events);
        }
    }

    /// Posts whose own pages were not asked for, or failed.
    pub(super) fn take_told(&mut self, events: &mut Vec<Event>) {
        let failed = self.lost.iter().filter(|lost| matches!(lost.1, Loss::Failed(_)));
        let ids: Vec<Id> = self.candidates.iter().copied().chain(failed.map(|l| l.0)).collect();
        for id in ids {
            let hint = self.addresses.take_hint(id).filter(|hint| hint.is_told());
            if let Some(hint) = hint.filter(|_| self.posts.at(id).is_none()) {
                self.add(id, *hint, Vec::new(), events);
            }
        }
    }

    /// No feed can be read: the rules come from the records of the home page.
    pub(super) fn no_feed(&mut self, e: Error, first: Option<Response>, events: &mut Vec<Event>) {
        let Some(home) = self.bare_home.take().or(first).filter(|_| e.kind() == Fault::Feed) else {
            self.stopped = Some(Doubt::NoBlog(e.to_string()));
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
    pub(super) fn gather_bare(&mut self, events: &mut Vec<Event>) {
        loop {
            let Stage::LearnBare { answers, wanted } = &mut self.stage else { return };
            let got = Blog::gather_without_feed(answers, self.home.as_str(), &mut |_| ());
            let missing = answers.missing.get_mut().unwrap_or_else(PoisonError::into_inner);
            if let Some(missing) = missing.take() {
                let url = Url::parse(&missing).ok();
                if url.is_some_and(|u| self.gate.leads_to(&u) && self.gate.allows(&u)) {
                    *wanted = Some(missing);
                    return;
                }
                answers.at_hand.insert(missing, Err("it may not be asked".to_owned()));
                continue;
            }
            self.stage = Stage::Crawl;
            match got {
                Ok(blog) => self.learn_from(&blog, learn::learn_without_feed(&blog), events),
                Err(e) => {
                    let kind = match e.kind() {
                        Fault::Learn => Doubt::NoRules,
                        _ => Doubt::NoBlog,
                    };
                    self.stopped = Some(kind(e.to_string()));
                }
            }
            return;
        }
    }

    /// The rules, from what was gathered, and what the gathered pages say by them.
    pub(super) fn learn(&mut self, gathering: Gathering, events: &mut Vec<Event>) {
        let blog = match gathering.finish() {
            Ok(blog) => blog,
            Err(e) => {
                self.stopped = Some(Doubt::NoBlog(e.to_string()));
                return;
            }
        };
        self.learn_from(&blog, learn::learn(&blog), events);
    }

    /// The rules are learned; the pages that they were learned from are read with them.
    pub(super) fn learn_from(&mut self, blog: &Blog, learned: Learned, events: &mut Vec<Event>) {
        self.know(learned.wrapper);
        events.push(Event::Learned);
        self.feed_says(&blog.feed);
        for id in self.learned_from.iter() {
            self.addresses.get_mut(*id).state = State::Done;
        }
        let Some(wrapper) = self.wrapper.take() else { return };
        let mut readings = Vec::new();
        // All that was asked, also what taught nothing.
        for response in std::mem::take(&mut self.heard) {
            let post = blog.entries.iter().any(|e| e.url == response.url);
            let page = response.page();
            let reading = Reading::of(&wrapper, &self.gate, &page, &response.url, post);
            readings.push((reading, post));
        }
        self.wrapper = Some(wrapper);
        for (reading, post) in readings {
            let Some(id) = Url::parse(&reading.url).ok().and_then(|u| self.addresses.id(&u)) else {
                continue;
            };
            self.addresses.get_mut(id).state = State::Done;
            if post {
                self.addresses.record(id);
            }
            self.purposes.insert(id, if post { Purpose::Post } else { Purpose::Start });
            self.page_says(id, reading, events);
        }
        for id in std::mem::take(&mut self.unanswered) {
            if self.posts.at(id).is_none() {
                self.no_page(
                    id,
                    Purpose::Post,
                    Loss::Failed("its page could not be had".to_owned()),
                    events,
                );
            }
        }
        self.offer_sitemaps();
    }

    /// The rules are known.
    pub(super) fn know(&mut self, wrapper: Wrapper) {
        let shapes = wrapper.index.as_ref().map_or(&[][..], |i| &i.shapes);
        self.gate.learn(shapes);
        self.wrapper = Some(wrapper);
    }

    /// What the feed says of its items.
    pub(super) fn feed_says(&mut self, feed: &feed::Feed) {
        for item in &feed.items {
            let Some(url) = item.links.first().and_then(|l| Url::parse(l).ok()) else { continue };
            if let Some(id) = self.addresses.id(&url) {
                let post = Post::of_item(item, url.into());
                self.sums.insert(id, sum(&post));
                let named = self.name(post, WayKind::Feed);
                self.named.entry(WayKind::Feed).or_default().extend(named);
            }
        }
        let url = Url::parse(&feed.url).ok();
        if let Some(id) = url.as_ref().and_then(|u| self.addresses.id(u)) {
            self.anew.push(id);
        }
        if let Some(url) = url {
            self.offer_older(&url, &feed.older);
        }
    }

    pub(super) fn offer_sitemaps(&mut self) {
        let mut urls: Vec<Url> =
            self.gate.sitemaps().iter().filter_map(|s| Url::parse(s).ok()).collect();
        if urls.is_empty() {
            urls.extend(self.gate.folder(&self.home).and_then(|f| f.join("sitemap.xml").ok()));
        }
        for url in urls {
            self.offer_sitemap(&url);
        }
    }
}

/// What may not be asked needs no request to be answered.
fn pass_barred(gathering: &mut Gathering, gate: &Gate, feed: &Option<String>) -> Result<(), Error> {
    while let Some(barred) = gathering.next().and_then(|u| barred(gate, feed, u)) {
        gathering.answer(Err(barred))?;
    }
    Ok(())
}

/// Why an address may not be asked, if it may not; the feed may be elsewhere where it was named.
pub(super) fn barred(gate: &Gate, feed: &Option<String>, wanted: &str) -> Option<Error> {
    let why = match Url::parse(wanted) {
        Ok(u) if !gate.owns(&u) && feed.as_deref() != Some(wanted) => {
            "is on another host than the blog"
        }
        Ok(u) if !gate.allows(&u) => "may not be asked, says robots.txt",
        Ok(_) => return None,
        Err(_) => "is no address",
    };
    Some(Error::new(Fault::Fetch, format!("{wanted} {why}")))
}

/// Answers at hand, for learning that asks for them one by one.
#[derive(Default)]
pub(super) struct Answers {
    at_hand: HashMap<String, Result<Response, String>>,
    /// The first address that was not at hand.
    missing: Mutex<Option<String>>,
}

impl Source for Answers {
    fn get(&self, url: &str) -> Result<Response, Error> {
        match self.at_hand.get(url) {
            Some(Ok(response)) => Ok(response.clone()),
            Some(Err(why)) => Err(Error::new(Fault::Fetch, why.clone())),
            None => {
                let mut missing = self.missing.lock().unwrap_or_else(PoisonError::into_inner);
                missing.get_or_insert_with(|| url.to_owned());
                Err(Error::new(Fault::Fetch, format!("{url} was not asked yet")))
            }
        }
    }
}

fn key(url: &Option<Url>) -> String {
    url.as_ref().map(address_key).unwrap_or_default()
}
