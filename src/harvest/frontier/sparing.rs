//! Posts that lists show in full, so that their own pages need not be asked (`from_lists`).
//!
//! A kind of list stands for the posts' own pages once it was held against some of them: it must
//! say the same titles and days, and texts that are as long.

use std::collections::{HashMap, HashSet};

use chrono::{Datelike, NaiveDate};

use super::super::addresses::{Id, State};
use super::super::bounds::{AS_LONG, LEAST_HELD, WHOLE};
use super::super::posts::number;
use super::super::ways::{Full, Unread, WayKind, told};
use super::super::{Event, Post};
use super::{Frontier, Purpose};
use crate::address::{address_key, key_of, link_month};
use crate::entry::Extent;
use crate::learn::Learned;
use crate::rule::LayoutKind;
use crate::share::nearly_all;

use url::Url;

/// A post that a list shows in full.
pub(super) struct Shown {
    id: Id,
    /// Of the list.
    kind: WayKind,
    title: u64,
    day: Option<NaiveDate>,
    /// Bytes of its text.
    text: usize,
}

/// Posts that lists show in full, and how far such lists can be believed.
#[derive(Default)]
pub(super) struct Sparing {
    shown: Vec<Shown>,
    /// Of each kind of list: posts whose own page was read, and those of which it says the same.
    held: HashMap<WayKind, (usize, usize)>,
    /// Posts of which lists show a beginning alone.
    cut: HashSet<Id>,
    /// What the page showed which was answered last.
    pub full: Full,
}

impl Sparing {
    /// True where lists were seen that show whole posts.
    fn any_list(&self) -> bool {
        self.held.keys().any(|kind| *kind != WayKind::Feed)
    }

    /// How many more posts must be read to say whether lists of a kind can be believed.
    fn lacks(&self, kind: WayKind) -> usize {
        LEAST_HELD.saturating_sub(self.held.get(&kind).map_or(0, |held| held.0))
    }

    fn is_open(&self, kind: WayKind) -> bool {
        self.lacks(kind) > 0
    }

    /// True where lists of a kind say of nearly all posts what their own pages say.
    fn is_believed(&self, kind: WayKind) -> bool {
        !self.is_open(kind) && self.held.get(&kind).is_some_and(|held| nearly_all(held.1, held.0))
    }
}

/// True where rules know a list that shows whole posts.
pub(super) fn lists_are_whole(learned: &Learned) -> bool {
    learned.wrapper.layouts.iter().any(|l| {
        let plain = l.extent.as_ref().and_then(|e| e.plain);
        l.kind == LayoutKind::List && plain == Some(Extent::Full)
    })
}

impl Frontier {
    /// What the page behind an address is, as a list.
    pub(super) fn kind_of(&self, purpose: Purpose, url: &str) -> WayKind {
        match (purpose, Url::parse(url)) {
            (Purpose::Way(n), _) => self.ways.all()[n].kind,
            // The home page is the first of its chain.
            (_, Ok(url)) if address_key(&url) == address_key(&self.home) => WayKind::Chain,
            (_, Ok(url)) => told(&url, &self.folder()).kind,
            (_, Err(_)) => WayKind::Other,
        }
    }

    /// A list of this kind shows a post.
    pub(super) fn shows(&mut self, id: Id, kind: WayKind, record: &Post) {
        if !self.options.from_lists {
            return;
        }
        if !record.is_whole() {
            self.sparing.cut.extend(Some(id).filter(|_| kind.shows_posts()));
            return;
        }
        let new = self.posts.at(id).is_none() && self.is_unread(id);
        self.sparing.full.shown += 1;
        self.sparing.full.spared += usize::from(new);
        let title = number(&[record.title.as_deref().unwrap_or("")]);
        self.sparing.held.entry(kind).or_default();
        let text = record.body_text.as_ref().map_or(0, String::len);
        self.sparing.shown.push(Shown { id, kind, title, day: record.date, text });
    }

    /// Hold what lists show against the posts' own pages, and take from lists that are believed.
    pub(super) fn spare(&mut self, events: &mut Vec<Event>) {
        let (known, unread): (Vec<Shown>, Vec<Shown>) = std::mem::take(&mut self.sparing.shown)
            .into_iter()
            .partition(|shown| self.posts.at(shown.id).is_some());
        for Shown { id, kind, title, day, text } in known {
            let Some(post) = self.posts.at(id).filter(|post| post.own) else { continue };
            let whole = text as f64 >= AS_LONG * post.text as f64;
            let right = post.title == title && (post.day.is_none() || post.day == day) && whole;
            let held = self.sparing.held.entry(kind).or_default();
            *held = (held.0 + 1, held.1 + usize::from(right));
        }
        // A list says the day as the blog counts it, a feed perhaps in another zone: it comes last.
        let of_feed = unread.iter().any(|shown| shown.kind == WayKind::Feed);
        let feed = of_feed && self.sparing_list().is_none();
        let (believed, open): (Vec<Shown>, Vec<Shown>) = unread.into_iter().partition(|shown| {
            self.sparing.is_believed(shown.kind) && (feed || shown.kind != WayKind::Feed)
        });
        self.sparing.shown = open;
        for Shown { id, .. } in believed {
            let may = self.is_unread(id) && !self.is_parted(id);
            if let Some(post) = self.addresses.take_hint(id).filter(|p| may && p.is_whole()) {
                self.addresses.get_mut(id).state = State::Done;
                self.add(id, *post, Vec::new(), events);
            }
        }
    }

    /// What to ask ahead of posts' own pages: a list that shows several of them in full, or a post
    /// to hold a kind of list against.
    pub(super) fn sparing_next(&mut self) -> Option<(Id, Purpose)> {
        if !self.options.from_lists || self.options.stored || !self.sparing.any_list() {
            return None;
        }
        let unread = |s: &&Shown| self.is_unread(s.id);
        let open = |s: &&Shown| self.sparing.is_open(s.kind);
        if let Some(shown) = self.sparing.shown.iter().filter(unread).find(open) {
            return Some((shown.id, Purpose::Post));
        }
        // Where all posts are known, months whose posts were read need not be asked.
        if self.ways.has_months() && !self.are_all_named() && self.guess() {
            return self.choose();
        }
        let (n, id) = self.sparing_list()?;
        Some((id, Purpose::Way(n)))
    }

    /// The list that spares most posts, and its way.
    fn sparing_list(&self) -> Option<(usize, Id)> {
        let unread = if self.are_all_named() { self.unread() } else { None };
        let may = |kind| self.sparing.is_open(kind) || self.sparing.is_believed(kind);
        let open = self.sparing.is_open(WayKind::Month) && self.ways.has_months();
        let read = if open { self.read_months() } else { HashMap::new() };
        let proofs = |kind, month: (i32, u32)| {
            read.get(&month).copied().unwrap_or(0).min(self.sparing.lacks(kind))
        };
        self.ways.most_sparing(may, unread.as_ref(), proofs)
    }

    fn is_unread(&self, id: Id) -> bool {
        self.addresses.get(id).state == State::New
    }

    /// True where pages that claim to name all posts name those known.
    fn are_all_named(&self) -> bool {
        let is_post =
            |id: &&Id| self.posts.at(**id).is_some() || self.addresses.get(**id).candidate;
        let unread = self.candidates.iter().filter(|id| self.is_unread(**id)).count();
        let known = (self.posts.len() + unread) as f64;
        let mut named = self.named.iter().filter(|(kind, _)| kind.claims_all());
        named.any(|(_, ids)| ids.iter().filter(is_post).count() as f64 >= WHOLE * known)
    }

    /// The posts that were not read yet and that lists may spare; None where one may be of any
    /// month.
    fn unread(&self) -> Option<Unread> {
        let (mut all, mut months) = (0, HashMap::new());
        for id in self.candidates.iter().filter(|id| !self.sparing.cut.contains(id)) {
            let address = self.addresses.get(*id);
            if !self.is_unread(*id) {
                continue;
            }
            let told = address.hint.as_ref().and_then(|h| h.date);
            let told = told.map(|day| (day.year(), day.month()));
            let month = told.or_else(|| link_month(&key_of(&address.url)?))?;
            *months.entry(month).or_insert(0) += 1;
            all += 1;
        }
        Some(Unread { known: self.posts.len() + all, all, months })
    }

    /// How many posts of each month were read on their own pages.
    fn read_months(&self) -> HashMap<(i32, u32), usize> {
        let mut read = HashMap::new();
        for day in self.posts.all().iter().filter(|k| k.own).filter_map(|k| k.day) {
            *read.entry((day.year(), day.month())).or_insert(0) += 1;
        }
        read
    }
}
