//! What is asked next.

use std::time::Duration;

use url::Url;

use crate::share::some;

use super::super::addresses::{Id, State};
use super::super::bounds::{
    ALL_BARREN, LONGEST_DELAY, REQUESTS_A_POST, SPARE_REQUESTS, TWINS_TRIED,
};
use super::super::reasons::Doubt;
use super::super::report;
use super::super::ways::{Told, WayKind};
use super::learning::barred;
use super::{Frontier, Purpose, Stage, Why};

/// Where archive pages stand on most blogs.
const ARCHIVES: [&str; 3] = ["archives.html", "archives/", "archive/"];

impl Frontier {
    pub(super) fn pause(&self) -> Duration {
        let asked = self.gate.crawl_delay().unwrap_or(0.0).clamp(0.0, LONGEST_DELAY as f32);
        self.options.delay.max(Duration::from_secs_f32(asked))
    }

    pub(super) fn over_budget(&mut self) -> bool {
        if self.options.stored && self.options.max_requests.is_none() {
            return self.stopped.is_some();
        }
        let known = REQUESTS_A_POST * self.posts.len() + SPARE_REQUESTS;
        let most = self.options.max_requests.unwrap_or(known);
        if self.requests >= most && self.stopped.is_none() {
            self.stopped = Some(Doubt::Budget(most));
        }
        self.stopped.is_some()
    }

    /// The next page to learn from. Only the first may be barred: those behind it were looked at
    /// when the one before was answered.
    pub(super) fn next_to_learn(&mut self) -> Option<String> {
        if let Some(hop) = &self.hop {
            return Some(hop.clone());
        }
        let Stage::Learn(gathering) = &self.stage else { return None };
        let wanted = gathering.next()?.to_owned();
        if let Some(e) = barred(&self.gate, &self.options.feed, &wanted) {
            self.stopped = Some(Doubt::NoBlog(e.to_string()));
            return None;
        }
        Some(wanted)
    }

    /// The next address once there are rules.
    pub(super) fn next_to_crawl(&mut self) -> Option<(String, Why)> {
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
                self.is_barred(id);
                continue;
            }
            let same = self.addresses.id(&url).unwrap_or(id);
            if same != id {
                // The host that it names has moved: it is the address that it has there.
                self.is_now(id, same);
                self.done_with(id, purpose);
                if self.addresses.get(same).state != State::New {
                    continue;
                }
            }
            self.purposes.insert(same, purpose);
            let why = if matches!(purpose, Purpose::Post) { Why::Post } else { Why::List };
            return Some((url.into(), why));
        }
    }

    /// Take an address off its queue.
    pub(super) fn done_with(&mut self, id: Id, purpose: Purpose) {
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

    pub(super) fn choose(&mut self) -> Option<(Id, Purpose)> {
        if let Some(&id) = self.start.front() {
            return Some((id, Purpose::Start));
        }
        if let Some((n, id)) = self.ways.best(|w| w.kind.claims_all(), &self.months, false) {
            return Some((id, Purpose::Way(n)));
        }
        if let Some(next) = self.sparing_next() {
            return Some(next);
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
        if self.are_all() && !self.options.stored {
            return None;
        }
        if !self.candidates.is_empty() {
            return self.choose();
        }
        if self.guess() {
            return self.choose();
        }
        if !self.options.stored
            && self.barren >= ALL_BARREN
            && self.ways.all().iter().all(|w| w.asked > 0 || w.kind == WayKind::Other)
        {
            return None;
        }
        self.ways
            .best(|_| true, &self.months, self.options.stored)
            .map(|(n, id)| (id, Purpose::Way(n)))
    }

    /// Archive pages that nothing links to stand where they stand on most blogs. True where there
    /// is one more to try.
    pub(super) fn guess(&mut self) -> bool {
        let Some(folder) = self.gate.folder(&self.home) else { return false };
        while let Some(name) = ARCHIVES.get(self.guessed) {
            self.guessed += 1;
            if let Some(id) = folder.join(name).ok().and_then(|u| self.addresses.id(&u))
                && !self.named.contains_key(&WayKind::Archive)
                && !self.addresses.get(id).listed
                && self.addresses.get(id).state == State::New
            {
                self.addresses.get_mut(id).listed = true;
                let name = "archive".to_owned();
                self.ways.add(&Told { kind: WayKind::Archive, name, month: None }, id);
                return true;
            }
        }
        false
    }

    /// True where the posts are known to be all.
    pub(super) fn are_all(&mut self) -> bool {
        let n = self.posts.len();
        match self.all {
            Some((then, all)) if then == (n, self.barren) => all,
            _ => {
                let chain = self.chain();
                let all = self.ways.unheard_month(&self.months).is_none()
                    && report::is_whole(
                        &self.posts,
                        &self.ways,
                        &self.named,
                        &chain,
                        self.confirmed,
                        self.is_tried(),
                        self.is_unsure(),
                    )
                    .is_some();
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

    /// True where a sitemap names many pages that were not asked and may be posts.
    pub(super) fn is_unsure(&self) -> bool {
        let Some(mapped) = self.named.get(&WayKind::Sitemap) else { return false };
        let open = |id: &&Id| {
            let address = self.addresses.get(**id);
            address.state == State::New && !address.candidate && address.mapped
        };
        some(mapped.iter().filter(open).count(), mapped.len())
    }

    /// Where posts lead to their neighbours an address was met: it is a post's, if it may be. True
    /// where that is news.
    pub(super) fn leads(&mut self, id: Id) -> bool {
        let address = self.addresses.get(id);
        let Ok(url) = Url::parse(&address.url) else { return false };
        let new = address.state == State::New && !address.candidate;
        if !(new || self.spare.contains_key(&id)) || !self.gate.fits(&url) {
            return false;
        }
        self.addresses.record(id);
        self.candidate(id, &url);
        true
    }

    /// An address as the blog's server wants it spelled.
    pub(super) fn spelled(&self, mut url: Url) -> Url {
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
}
