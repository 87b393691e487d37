//! Posts: where they are named, when a page is one, and which addresses are the same.

use std::collections::HashSet;

use chrono::Datelike;
use url::Url;

use super::super::addresses::{Id, State, size};
use super::super::bounds::{MANY_NAMED, MAX_KEPT, MOST_ANEW};
use super::super::posts::{number, sum};
use super::super::reading::{Link, Reading};
use super::super::reasons::Loss;
use super::super::sitemap::Named;
use super::super::ways::{WayKind, counts_pages, told};
use super::super::{Event, Post};
use super::{Frontier, Purpose};
use crate::address::{address_key, link_day, without_parameters};
use crate::share::most;

impl Frontier {
    /// Another address of a post.
    pub(super) fn twin(&mut self, id: Id, of: Id, events: &mut Vec<Event>) {
        self.posts.alias(of, id);
        let url = |id: Id| self.addresses.get(id).url.clone();
        events.push(Event::Twin { url: url(id), of: url(of) });
    }

    /// An address that was asked as a post's gives none: what a list shows of it is kept, or it is
    /// lost. A link to nowhere is no post missed; what a list or the feed names is.
    pub(super) fn no_page(&mut self, id: Id, purpose: Purpose, why: Loss, events: &mut Vec<Event>) {
        if !matches!(purpose, Purpose::Post) || !self.addresses.get(id).recorded {
            return;
        }
        match self.addresses.take_hint(id).filter(|h| h.is_told()) {
            Some(hint) => self.add(id, *hint, Vec::new(), events),
            None => self.lost.push((id, why)),
        }
    }

    /// The page of a post may not be asked: what lists and the feed say of it is all there is.
    pub(super) fn is_barred(&mut self, id: Id) {
        self.addresses.get_mut(id).state = State::Barred;
        match self.addresses.take_hint(id).filter(|hint| hint.is_told()) {
            Some(hint) => self.told.push((id, *hint)),
            None => self.lost.push((id, Loss::Forbidden)),
        }
    }

    pub(super) fn add(
        &mut self,
        id: Id,
        mut post: Post,
        links: Vec<(Id, u32)>,
        events: &mut Vec<Event>,
    ) {
        post.link.clone_from(&self.addresses.get(id).url);
        if let (Some(day), None) = (post.date, link_day(&post.link)) {
            self.count_month(day.year(), day.month());
        }
        self.posts.add(id, &post, links);
        events.push(Event::Post(Box::new(post)));
    }

    /// Posts known that wait to be read.
    pub(super) fn waiting(&self) -> usize {
        self.candidates.len() + self.namesakes.len() + self.told.len()
    }

    pub(super) fn count_month(&mut self, year: i32, month: u32) {
        *self.months.entry((year, month)).or_insert(0) += 1;
    }

    /// What a page says: a post, or a list.
    pub(super) fn page_says(&mut self, asked: Id, mut reading: Reading, events: &mut Vec<Event>) {
        let purpose = self.purposes.remove(&asked).unwrap_or(Purpose::Start);
        if self.rest.is_none()
            && let Some(rest) = reading.rest.take()
        {
            self.offer_rest(&rest);
        }
        let again = self.is_home_again(asked, purpose, &reading);
        let links = std::mem::take(&mut reading.links);
        let records = std::mem::take(&mut reading.records);
        if again {
            self.no_page(asked, purpose, Loss::IsHome, events);
            self.way_gave(purpose, 0);
            return;
        }
        let before = self.waiting();
        let kind = self.kind_of(purpose, &reading.url);
        let named: HashSet<Id> = records.into_iter().filter_map(|r| self.record(r, kind)).collect();
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
            let before = self.posts.len();
            self.post_is(asked, reading, linked, events);
            self.way_gave(purpose, fresh + (self.posts.len() - before));
            return;
        }
        self.no_page(asked, purpose, Loss::NoPost, events);
        if reading.post.is_some() && !reading.list {
            self.keep(asked, reading.clone(), linked);
        }
        let all: HashSet<Id> = named.into_iter().chain(found).collect();
        self.named.entry(kind).or_default().extend(&all);
        if let Purpose::Way(n) = purpose
            && all.is_empty()
        {
            self.ways.was_empty(n);
        }
        self.way_gave(purpose, fresh);
        let confirms = fresh == 0 && !all.is_empty() && matches!(purpose, Purpose::Way(_));
        self.confirmed += usize::from(confirms);
        if all.len() >= MANY_NAMED
            && matches!(purpose, Purpose::Way(_))
            && self.anew.len() < MOST_ANEW
        {
            self.anew.push(asked);
        }
        events.push(Event::List { url: reading.url, posts: all.len(), new: fresh });
    }

    /// A page that reads as a post, until something says that it is one. Where too much is kept,
    /// it is asked again then.
    fn keep(&mut self, id: Id, reading: Reading, linked: Vec<(Id, u32)>) {
        let bytes = reading.post.as_ref().map_or(0, size);
        if self.spare_bytes + bytes > MAX_KEPT {
            let address = self.addresses.get_mut(id);
            (address.state, address.candidate) = (State::New, false);
            return;
        }
        self.spare_bytes += bytes;
        self.spare.insert(id, (reading, linked));
        if self.addresses.get(id).recorded {
            self.addresses.record(id);
        }
    }

    /// True for the home page in place of a post or of a further page of a list: some servers give
    /// it for what they have not.
    fn is_home_again(&mut self, asked: Id, purpose: Purpose, reading: &Reading) -> bool {
        let records = reading.records.iter().map(|r| &r.link);
        if self.addresses.find(&self.home) == Some(asked) {
            self.on_home = records.cloned().collect();
            self.ways.on_home = reading.records.iter().filter(|r| r.is_whole()).count();
            return false;
        }
        let may = match purpose {
            Purpose::Post => true,
            Purpose::Way(n) => self.ways.all()[n].kind == WayKind::Chain,
            Purpose::Start => false,
        };
        may && reading.list && !self.on_home.is_empty() && records.eq(&self.on_home)
    }

    pub(super) fn folder(&self) -> String {
        self.gate.folder(&self.home).map_or("/".to_owned(), |f| f.path().to_owned())
    }

    /// True where a page is that of a post.
    pub(super) fn is_post(&self, id: Id, reading: &Reading) -> bool {
        if reading.post.is_none() {
            return false;
        }
        let Ok(url) = Url::parse(&reading.url) else { return false };
        if address_key(&url) == address_key(&self.home) {
            return false;
        }
        let address = self.addresses.get(id);
        // No list names a further page of a post, nor has it a post's address: what looks like one
        // there has a number for a name.
        let is_own = address.recorded || self.gate.surely_fits(&url);
        if reading.is_part && !self.no_parts && !is_own {
            return false;
        }
        let alike = || {
            let post = reading.post.as_ref();
            let named = address.mapped || self.gate.fits(&url);
            !reading.list && named && post.is_some_and(|p| self.posts.is_alike(p))
        };
        // A day in the address says that it is a post's; a folder or a parameter may be any page's.
        self.gate.is_dated(&url) || address.recorded || alike()
    }

    /// A post was read on its own page.
    pub(super) fn post_is(
        &mut self,
        asked: Id,
        reading: Reading,
        linked: Vec<(Id, u32)>,
        events: &mut Vec<Event>,
    ) {
        if !reading.parts.is_empty() && !self.no_parts {
            return self.wait_for_parts(asked, reading, linked);
        }
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
        let permalink = reading.permalink.as_deref().and_then(|p| Url::parse(p).ok());
        let permalink = permalink.and_then(|p| self.addresses.find(&p));
        let two = |of: &Id| {
            if permalink == Some(*of) {
                return false;
            }
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

    /// A record of a list: the post that it names. One without a title may be anything.
    pub(super) fn record(&mut self, record: Post, kind: WayKind) -> Option<Id> {
        record.title.as_ref()?;
        let url = Url::parse(&record.link).ok()?;
        if counts_pages(&url) {
            return None;
        }
        self.name(record, kind)
    }

    /// A post that the blog itself names, on a list of this kind or to programs.
    pub(super) fn name(&mut self, record: Post, kind: WayKind) -> Option<Id> {
        let url = Url::parse(&record.link).ok()?;
        let url = self.plain(url);
        if !self.gate.may_be_page(&url) || address_key(&url) == address_key(&self.home) {
            return None;
        }
        let id = self.addresses.id(&url)?;
        let was_named = self.addresses.record(id);
        self.gate.posts_stand_at(&url);
        self.shows(id, kind, &record);
        match self.posts.at_mut(id) {
            Some(known) => self.better.extend(known.fill(&record)),
            None if self.addresses.get(id).state == State::New => {
                self.addresses.hint(id, record);
            }
            // Its page was asked before anything named it, and is none.
            None if self.addresses.get(id).candidate && !self.spare.contains_key(&id) => {
                if record.is_told() {
                    self.told.push((id, record));
                } else if !was_named {
                    self.lost.push((id, Loss::Gone));
                }
            }
            // What was said of it first was no post's.
            None if self.addresses.get(id).state == State::Barred && record.is_told() => {
                self.told.push((id, record));
            }
            None => {}
        }
        if self.addresses.get(id).state == State::New && !self.gate.allows(&url) {
            self.is_barred(id);
        }
        self.candidate(id, &url);
        Some(id)
    }

    /// An address that is probably a post's.
    pub(super) fn candidate(&mut self, id: Id, url: &Url) {
        let namesake = self.addresses.namesake(id, url);
        let address = self.addresses.get_mut(id);
        if address.candidate || address.state != State::New {
            return;
        }
        address.candidate = true;
        if let Some(day) = link_day(&address_key(url)) {
            self.count_month(day.year(), day.month());
        }
        match namesake {
            Some(of) => self.namesakes.push_back((id, of)),
            None => self.candidates.push_back(id),
        }
    }

    /// An address without parameters that the blog's posts do not have.
    pub(super) fn plain(&self, url: Url) -> Url {
        if url.query().is_none() {
            return url;
        }
        let mut bare = url.clone();
        bare.set_query(None);
        if !self.gate.has_queries() {
            let is_post = |id: Id| self.addresses.get(id).recorded || self.posts.at(id).is_some();
            let known = self.addresses.find(&bare).is_some_and(is_post);
            return if known || self.gate.surely_fits(&bare) { bare } else { url };
        }
        // Of `?p=7&share=mail` the first says the post.
        let names: Vec<String> = url.query_pairs().skip(1).map(|(k, _)| k.into_owned()).collect();
        match self.gate.surely_fits(&url) {
            true => without_parameters(&url, &names),
            false => url,
        }
    }

    /// A page that is at hand, in an archive, whether anything leads to it or not.
    pub(super) fn is_at_hand(&mut self, url: &str) {
        let Some(url) = Url::parse(url).ok().filter(|u| self.gate.may_be_page(u)) else { return };
        let Some(id) = self.addresses.id(&url) else { return };
        let address = self.addresses.get_mut(id);
        address.mapped = true;
        // Another spelling (`index.html`) was asked, and is not there.
        if address.state == State::Gone && address.url != url.as_str() {
            (address.url, address.state) = (url.to_string(), State::New);
            (address.candidate, address.listed) = (false, false);
        }
        if self.spare.get(&id).is_some_and(|(reading, _)| self.is_post(id, reading)) {
            self.addresses.record(id);
        }
        let link = Link { url: url.into(), chained: false, place: None };
        self.meet(&link, false, Purpose::Start);
    }

    /// A link was met. Where it leads, and whether that is probably a post.
    pub(super) fn meet(
        &mut self,
        link: &Link,
        on_post: bool,
        purpose: Purpose,
    ) -> Option<(Id, bool)> {
        let url = self.plain(Url::parse(&link.url).ok()?);
        let id = self.addresses.id(&url)?;
        let address = self.addresses.get(id);
        if self.gate.surely_fits(&url) || address.recorded || self.posts.at(id).is_some() {
            self.candidate(id, &url);
            return Some((id, true));
        }
        let chained = link.chained || link.place.is_some_and(|p| self.places.contains(&p));
        if on_post && chained && self.gate.fits(&url) {
            self.addresses.record(id);
            self.candidate(id, &url);
            return Some((id, true));
        }
        if address.listed || address.candidate || address.state != State::New {
            return Some((id, false));
        }
        let told = told(&url, &self.folder());
        let queried = url.query().is_some() && told.kind == WayKind::Other;
        if queried && !self.gate.has_queries() {
            return Some((id, false));
        }
        self.addresses.get_mut(id).listed = true;
        match purpose {
            // The next page of what is asked.
            Purpose::Way(n) if link.chained && told.kind == WayKind::Other => {
                self.ways.put_back(n, id);
            }
            _ => self.ways.add(&told, id),
        }
        Some((id, false))
    }

    /// A post that was edited since the feed last named it is asked again.
    pub(super) fn notice_edit(&mut self, post: &Post) {
        let Some(url) = Url::parse(&post.link).ok() else { return };
        let Some(id) = self.addresses.id(&url) else { return };
        let before = self.sums.insert(id, sum(post));
        if before.is_some_and(|b| b != sum(post)) {
            self.ask_anew(id);
        }
    }

    /// Posts that by a sitemap were changed since it was last asked are asked again. Sites that are
    /// built anew as a whole give all pages a new day: that says nothing of any.
    pub(super) fn notice_changes(&mut self, url: &Url, pages: &[Named], purpose: Purpose) {
        let dated = pages.iter().filter_map(|p| Some((Url::parse(&p.url).ok()?, &p.changed)));
        let dated: Vec<(Id, u64)> = dated
            .filter_map(|(url, changed)| {
                let url = self.plain(url);
                Some((self.addresses.id(&url)?, number(&[changed.as_deref()?])))
            })
            .collect();
        let asked_again = matches!(purpose, Purpose::Start);
        let changed: Vec<Id> = dated
            .iter()
            .filter(|(id, day)| self.changed.insert(*id, *day).is_some_and(|d| d != *day))
            .map(|(id, _)| *id)
            .collect();
        if asked_again && !most(changed.len(), dated.len()) {
            changed.into_iter().for_each(|id| self.ask_anew(id));
        }
        let further = !asked_again && !dated.is_empty() && self.anew.len() < MOST_ANEW;
        self.anew.extend(self.addresses.find(url).filter(|_| further));
    }

    /// A known post is asked again, to see what it says now.
    fn ask_anew(&mut self, id: Id) {
        if self.posts.at(id).is_some() {
            self.edited.insert(id);
            self.addresses.get_mut(id).state = State::New;
            self.candidates.push_back(id);
        }
    }
}

/// True where two addresses differ at most in their hosts: copies of a site name its old one.
fn same_path(a: &str, b: &str) -> bool {
    let path = |s: &str| Some(Url::parse(s).ok()?.path().trim_end_matches('/').to_owned());
    path(a).is_some() && path(a) == path(b)
}
