//! What an answer is, and what it changes.

use std::collections::HashSet;

use url::Url;

use super::super::addresses::{Id, State};
use super::super::bounds::{MAX_SITEMAPS, MOST_TRIES};
use super::super::note::{Note, Said};
use super::super::reading::Reading;
use super::super::reasons::Loss;
use super::super::ways::{Told, WayKind, counts_pages, told};
use super::super::{Event, Post, sitemap};
use super::{Frontier, Purpose, Stage};
use crate::address::without_parameters;
use crate::error::Kind as Fault;
use crate::page::Barrier;
use crate::source::{Response, helps};
use crate::{Error, feed};

impl Frontier {
    /// An answer, as far as it counts.
    pub(super) fn heard(&self, asked: &str, answer: Result<Response, Error>) -> Said {
        let response = match answer {
            Ok(response) => response,
            // What an archive does not hold is not there.
            Err(e) if self.options.stored && e.kind() == Fault::Fetch => {
                return Said::None { status: 404 };
            }
            Err(e) => return Said::Failed { why: e.to_string() },
        };
        if (300..400).contains(&response.status) && response.status != 304 {
            let base = Url::parse(asked).ok();
            let to = response.header("location").and_then(|l| base?.join(l.trim()).ok());
            return to.map_or(Said::None { status: response.status }, |to| Said::Moved {
                to: to.into(),
            });
        }
        // What looks at visitors says nothing of the page: it may be had another time. A robots.txt
        // that cannot be had so forbids nothing (RFC 9309).
        let of_page = !matches!(self.stage, Stage::Robots);
        if of_page && response.status >= 400 && is_challenge(&response) {
            let (status, told) = (response.status, Barrier::Challenge.told());
            return Said::Failed { why: format!("the server answers {status}; {told}") };
        }
        match response.status {
            304 => return Said::Unchanged,
            // It wants to be asked later.
            429 | 500.. => {
                let status = response.status;
                // Of what ends the run it is said what helps.
                let helps = match self.stage {
                    Stage::Crawl => String::new(),
                    _ => format!("; {}", helps(status)),
                };
                return Said::Failed { why: format!("the server answers {status}{helps}") };
            }
            200..=299 => {}
            status => return Said::None { status },
        }
        let (Stage::Crawl, Some(wrapper)) = (&self.stage, &self.wrapper) else {
            return Said::whole(&response);
        };
        if response.is_html() {
            let page = response.page();
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
            let posts = feed.items.iter().filter_map(of).collect();
            return Said::Feed { posts, older: feed.older };
        }
        Said::Other
    }

    /// True for addresses that are posts' by all that is known.
    pub(super) fn is_post_like(&self, url: &str) -> bool {
        if self.hop.is_none() && self.wanted_part().is_some_and(|part| part == url) {
            return true;
        }
        let Ok(url) = Url::parse(url) else { return false };
        self.gate.surely_fits(&url)
            || self.addresses.find(&url).is_some_and(|id| self.addresses.get(id).recorded)
    }

    pub(super) fn take_to_crawl(&mut self, note: Note, events: &mut Vec<Event>) {
        if self.hop.is_none() && self.wanted_part() == Some(&note.asked) {
            return self.take_part(note.said);
        }
        let Some(url) = Url::parse(&note.asked).ok() else { return };
        let Some(id) = self.addresses.id(&url) else { return };
        let purpose = self.purposes.get(&id).copied().unwrap_or(Purpose::Start);
        self.done_with(id, purpose);
        let was_hop = self.hop.take().is_some();
        match note.said {
            Said::Failed { why } => {
                let address = self.addresses.get_mut(id);
                address.tries += 1;
                if address.tries >= MOST_TRIES {
                    address.state = State::Gone;
                    self.lost.push((id, Loss::Failed(why)));
                    self.way_broke(purpose, &url);
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
                self.no_page(id, purpose, Loss::Status(status), events);
                self.way_broke(purpose, &url);
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
            Said::Feed { posts, older } => {
                self.addresses.get_mut(id).state = State::Done;
                self.feed_page_says(&url, posts, &older, purpose, events);
            }
            Said::Unchanged | Said::Other | Said::Again | Said::AtHand | Said::Whole { .. } => {
                self.addresses.get_mut(id).state = State::Done;
                self.way_gave(purpose, 0);
            }
        }
    }

    /// A page of a way that is not there.
    pub(super) fn way_broke(&mut self, purpose: Purpose, url: &Url) {
        if let Purpose::Way(n) = purpose {
            let sure = self.ways.all()[n].kind != WayKind::Chain || counts_pages(url);
            self.ways.broke(n, sure);
        }
        self.way_gave(purpose, 0);
    }

    pub(super) fn way_gave(&mut self, purpose: Purpose, fresh: usize) {
        if let Purpose::Way(n) = purpose {
            let full = self.sparing.full;
            self.ways.asked(n, fresh, full);
            // A page that spares others is worth its request, whatever it names.
            self.barren = if fresh > 0 || full.spared > 0 { 0 } else { self.barren + 1 };
            self.confirmed = if fresh > 0 { 0 } else { self.confirmed };
        }
    }

    /// What a redirect says of the others: a site that moved, slashes at the end.
    pub(super) fn learn_move(&mut self, from: Option<&Url>, to: &Url) {
        let Some(from) = from else { return };
        if from.origin() != to.origin() && from.path() == to.path() {
            let pair = (from.origin().ascii_serialization(), to.origin().ascii_serialization());
            self.moved.insert(pair.0, pair.1);
        }
        if to.path() == format!("{}/", from.path()) {
            self.slashes = true;
        }
    }

    /// What is known of an address is known of the one that it has become.
    pub(super) fn is_now(&mut self, id: Id, target: Id) {
        self.addresses.get_mut(id).state = State::Done;
        if let Some(hint) = self.addresses.take_hint(id) {
            self.addresses.hint(target, *hint);
        }
        if self.addresses.get(id).recorded {
            self.addresses.record(target);
        }
    }

    pub(super) fn moves(
        &mut self,
        id: Id,
        from: &Url,
        to: &str,
        purpose: Purpose,
        was_hop: bool,
        events: &mut Vec<Event>,
    ) {
        let Ok(to) = Url::parse(to) else { return };
        let may = self.gate.leads_to(&to) && self.gate.allows(&to);
        // A page that was asked and is no post stands for none: homes, and pages of errors.
        let leads = |f: &Frontier, t: &Id| {
            *t == id || f.posts.at(*t).is_some() || f.addresses.get(*t).state == State::New
        };
        let known = self.addresses.id(&to).filter(|t| may && leads(self, t));
        let Some(target) = known else {
            self.addresses.get_mut(id).state = State::Gone;
            self.no_page(id, purpose, Loss::Moved(to.to_string()), events);
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
        self.is_now(id, target);
        if self.posts.at(target).is_some() {
            self.twin(id, target, events);
            self.way_gave(purpose, 0);
        } else {
            self.hop = Some(to.into());
            self.addresses.get_mut(target).candidate = true;
            self.purposes.insert(target, purpose);
        }
    }

    pub(super) fn sitemap_says(
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
        self.notice_changes(url, &map.pages, purpose);
        let mut all = HashSet::new();
        for page in map.pages.iter().filter_map(|p| Url::parse(&p.url).ok()) {
            let page = self.plain(page);
            if !self.gate.may_be_page(&page) {
                continue;
            }
            let Some(id) = self.addresses.id(&page) else { continue };
            if self.gate.surely_fits(&page) || of_posts || self.addresses.get(id).recorded {
                if of_posts {
                    self.addresses.record(id);
                }
                self.candidate(id, &page);
                all.insert(id);
                continue;
            }
            if self.gate.fits(&page) {
                self.addresses.get_mut(id).mapped = true;
                all.insert(id);
            }
            if !self.addresses.get(id).listed && !self.addresses.get(id).candidate {
                self.addresses.get_mut(id).listed = true;
                let told = told(&page, &self.folder());
                self.ways.add(&told, id);
            }
        }
        let fresh = self.waiting() - before;
        self.way_gave(purpose, fresh.max(map.sitemaps.len()));
        self.named.entry(WayKind::Sitemap).or_default().extend(&all);
        events.push(Event::List { url: url.to_string(), posts: all.len(), new: fresh });
    }

    /// Posts that the blog names to programs.
    pub(super) fn posts_said(
        &mut self,
        url: &Url,
        posts: Vec<Post>,
        pages: u32,
        purpose: Purpose,
        events: &mut Vec<Event>,
    ) {
        let page = url.query_pairs().find(|(k, _)| k == "page").and_then(|(_, v)| v.parse().ok());
        if let Some(page) = page.filter(|p: &u32| *p < pages) {
            self.offer_rest_page(page + 1);
        }
        self.are_named(WayKind::Rest, url, posts, purpose, events);
    }

    /// A feed, or a page of one with older items.
    pub(super) fn feed_page_says(
        &mut self,
        url: &Url,
        posts: Vec<Post>,
        older: &[String],
        purpose: Purpose,
        events: &mut Vec<Event>,
    ) {
        posts.iter().for_each(|post| self.notice_edit(post));
        let known = self.named.get(&WayKind::Feed).map_or(0, HashSet::len);
        self.are_named(WayKind::Feed, url, posts, purpose, events);
        // Servers that know no pages give the first one again.
        let more = self.named.get(&WayKind::Feed).is_some_and(|named| named.len() > known);
        if more || matches!(purpose, Purpose::Start) {
            self.offer_older(url, older);
        }
        if matches!(purpose, Purpose::Start) && !self.again {
            self.anew.extend(self.addresses.find(url));
            self.offer_sitemaps();
        }
    }

    /// Posts that the blog itself names to programs.
    fn are_named(
        &mut self,
        kind: WayKind,
        url: &Url,
        posts: Vec<Post>,
        purpose: Purpose,
        events: &mut Vec<Event>,
    ) {
        let before = self.waiting();
        let all: HashSet<Id> = posts.into_iter().filter_map(|p| self.name(p, kind)).collect();
        let fresh = self.waiting() - before;
        self.named.entry(kind).or_default().extend(&all);
        self.way_gave(purpose, fresh);
        events.push(Event::List { url: url.to_string(), posts: all.len(), new: fresh });
    }

    /// Where a feed has its older items: where it says, or where WordPress has them.
    pub(super) fn offer_older(&mut self, feed: &Url, older: &[String]) {
        let mut older: Vec<Url> = older.iter().filter_map(|u| Url::parse(u).ok()).collect();
        let is_wordpress = feed.path().trim_end_matches('/').ends_with("/feed")
            || feed.query_pairs().any(|(k, _)| k == "feed");
        if older.is_empty() && is_wordpress {
            let said = feed.query_pairs().find(|(k, _)| k == "paged");
            let page = said.and_then(|(_, v)| v.parse().ok()).unwrap_or(1_u32);
            let mut next = without_parameters(feed, &["paged".to_owned()]);
            next.query_pairs_mut().append_pair("paged", &page.saturating_add(1).to_string());
            older.push(next);
        }
        for url in older.into_iter().filter(|u| self.gate.leads_to(u)) {
            if let Some(id) = self.addresses.id(&url)
                && self.addresses.get(id).state == State::New
                && !self.addresses.get(id).listed
            {
                self.addresses.get_mut(id).listed = true;
                let told = Told { kind: WayKind::Feed, name: String::new(), month: None };
                self.ways.add(&told, id);
            }
        }
    }

    pub(super) fn offer_sitemap(&mut self, url: &Url) {
        if !self.gate.leads_to(url)
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
            let told = Told { kind: WayKind::Sitemap, name: String::new(), month: None };
            self.ways.add(&told, id);
        }
    }

    pub(super) fn offer_rest(&mut self, rest: &str) {
        self.rest = Some(rest.to_owned());
        self.offer_rest_page(1);
    }

    pub(super) fn offer_rest_page(&mut self, page: u32) {
        let Some(rest) = &self.rest else { return };
        let sign = if rest.contains('?') { '&' } else { '?' };
        let end = if rest.ends_with('/') { "" } else { "/" };
        let url = format!("{rest}{end}wp/v2/posts{sign}per_page=100&page={page}");
        let Some(url) = Url::parse(&url).ok().filter(|u| self.gate.leads_to(u)) else { return };
        if let Some(id) = self.addresses.id(&url) {
            let told = Told { kind: WayKind::Rest, name: String::new(), month: None };
            self.ways.add(&told, id);
        }
    }
}

/// True for a page that looks whether a person asks.
fn is_challenge(response: &Response) -> bool {
    response.is_html() && Barrier::of(&response.page()) == Some(Barrier::Challenge)
}
