//! Posts split over several pages: a post waits until all of its pages are read, so that it is
//! given once and whole.

use url::Url;

use super::super::Event;
use super::super::addresses::{Id, State};
use super::super::bounds::MOST_TRIES;
use super::super::note::Said;
use super::super::reading::Reading;
use super::Frontier;
use crate::address::key_of;
use crate::entry::Extent;

/// A post whose further pages are asked.
pub(super) struct Parted {
    /// The address that was asked for it.
    asked: Id,
    reading: Reading,
    linked: Vec<(Id, u32)>,
    /// Its further pages, the next first.
    wanted: Vec<String>,
    tries: u8,
}

impl Frontier {
    /// Wait for the further pages of a post.
    pub(super) fn wait_for_parts(
        &mut self,
        asked: Id,
        mut reading: Reading,
        linked: Vec<(Id, u32)>,
    ) {
        let mut wanted = std::mem::take(&mut reading.parts);
        wanted.reverse();
        self.parted.push_back(Parted { asked, reading, linked, wanted, tries: 0 });
    }

    /// True for a post that waits for its further pages.
    pub(super) fn is_parted(&self, id: Id) -> bool {
        self.parted.iter().any(|p| p.asked == id)
    }

    /// The next page of a post that waits for one.
    pub(super) fn next_part(&mut self, events: &mut Vec<Event>) {
        while let Some(parted) = self.parted.front_mut() {
            let Some(next) = parted.wanted.last() else {
                if let Some(Parted { asked, reading, linked, .. }) = self.parted.pop_front() {
                    self.post_is(asked, reading, linked, events);
                }
                continue;
            };
            let may = |u: Url| self.gate.leads_to(&u) && self.gate.allows(&u);
            if Url::parse(next).is_ok_and(may) {
                return;
            }
            parted.wanted.clear();
            cut(&mut parted.reading);
        }
    }

    /// Posts that wait for further pages, which nobody asks for any more, as far as they were read.
    pub(super) fn take_parted(&mut self, events: &mut Vec<Event>) {
        while let Some(mut parted) = self.parted.pop_front() {
            if !parted.wanted.is_empty() {
                cut(&mut parted.reading);
            }
            self.post_is(parted.asked, parted.reading, parted.linked, events);
        }
    }

    /// The page that the first of the waiting posts lacks.
    pub(super) fn wanted_part(&self) -> Option<&String> {
        self.parted.front()?.wanted.last()
    }

    /// What came of it.
    pub(super) fn take_part(&mut self, said: Said) {
        let Some(parted) = self.parted.front_mut() else { return };
        let Some(wanted) = parted.wanted.pop() else { return };
        match said {
            Said::Failed { .. } if parted.tries + 1 < MOST_TRIES => {
                parted.tries += 1;
                parted.wanted.push(wanted);
                return;
            }
            // Another spelling of the same address.
            Said::Moved { to }
                if key_of(&to) == key_of(&wanted) && parted.tries + 1 < MOST_TRIES =>
            {
                parted.tries += 1;
                parted.wanted.push(to);
                return;
            }
            Said::Read(part) => {
                let whole = parted.reading.post.as_ref().and_then(|p| p.body_text.as_deref());
                let text = part.post.as_ref().and_then(|p| p.body_text.as_deref());
                // The same text again: what is counted are pages of comments, here and elsewhere.
                self.no_parts |= text.is_some() && text == whole;
                match part.post.filter(|_| !self.no_parts) {
                    Some(part) if part.body_text.is_some() => {
                        parted.reading.post.iter_mut().for_each(|p| p.append(&part));
                    }
                    _ if self.no_parts => parted.wanted.clear(),
                    _ => cut(&mut parted.reading),
                }
            }
            _ => cut(&mut parted.reading),
        }
        parted.tries = 0;
        let id = Url::parse(&wanted).ok().and_then(|u| self.addresses.id(&u));
        if let Some(id) = id.filter(|id| *id != parted.asked && self.posts.at(*id).is_none()) {
            self.addresses.get_mut(id).state = State::Done;
        }
    }
}

/// A page of the post could not be read: what there is, is a part.
fn cut(reading: &mut Reading) {
    if let Some(post) = &mut reading.post {
        post.extent = post.extent.map(|_| Extent::Excerpt);
    }
}
