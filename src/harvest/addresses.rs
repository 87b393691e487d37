//! Every address met, once: one number for all spellings of it.

use std::collections::HashMap;

use url::Url;

use super::bounds::{MAX_ADDRESSES, MAX_KEPT};
use super::{From, Post};
use crate::address::address_key;

/// The number of an address.
pub(super) type Id = u32;

/// What became of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum State {
    /// Not asked yet.
    New,
    /// Asked and answered.
    Done,
    /// There is no page.
    Gone,
    /// It may not be asked.
    Barred,
}

/// One address.
pub(super) struct Address {
    /// As it was first met.
    pub url: String,
    pub state: State,
    /// Failures so far.
    pub tries: u8,
    /// True where it is asked as a post's.
    pub candidate: bool,
    /// True where a list has it as a record.
    pub recorded: bool,
    /// True where a sitemap names it, or an archive has it.
    pub mapped: bool,
    /// True where it belongs to a way.
    pub listed: bool,
    /// What lists and the feed say of its post, until its own page is read.
    pub hint: Option<Box<Post>>,
}

/// All of them.
#[derive(Default)]
pub(super) struct Addresses {
    all: Vec<Address>,
    by_key: HashMap<String, Id>,
    /// The first address of each loose name: see [`loose_key`].
    by_name: HashMap<String, Id>,
    /// Bytes of texts in hints.
    kept: usize,
    /// Those that were said to be a post's since that was last asked.
    recorded: Vec<Id>,
}

impl Addresses {
    /// The number of an address, a new one where it was not met; None where there are too many.
    pub fn id(&mut self, url: &Url) -> Option<Id> {
        let key = address_key(url);
        if let Some(&id) = self.by_key.get(&key) {
            return Some(id);
        }
        if self.all.len() >= MAX_ADDRESSES {
            return None;
        }
        let id = self.all.len() as Id;
        self.by_key.insert(key, id);
        self.all.push(Address {
            url: url.to_string(),
            state: State::New,
            tries: 0,
            candidate: false,
            recorded: false,
            mapped: false,
            listed: false,
            hint: None,
        });
        Some(id)
    }

    /// The number of an address that was met.
    pub fn find(&self, url: &Url) -> Option<Id> {
        self.by_key.get(&address_key(url)).copied()
    }

    pub fn get(&self, id: Id) -> &Address {
        &self.all[id as usize]
    }

    /// The address is a post's. True where that was known.
    pub fn record(&mut self, id: Id) -> bool {
        self.recorded.push(id);
        std::mem::replace(&mut self.all[id as usize].recorded, true)
    }

    /// What was said to be a post's address since this was last asked.
    pub fn take_recorded(&mut self) -> Vec<Id> {
        std::mem::take(&mut self.recorded)
    }

    pub fn get_mut(&mut self, id: Id) -> &mut Address {
        &mut self.all[id as usize]
    }

    /// The first address that differs from this one in nothing but signs in its last part:
    /// `wi-fi.html` and `wifi.html`. None where that is the address itself.
    pub fn namesake(&mut self, id: Id, url: &Url) -> Option<Id> {
        let first = *self.by_name.entry(loose_key(url)?).or_insert(id);
        (first != id).then_some(first)
    }

    /// Keep what is said of an address, beside what was said before.
    pub fn hint(&mut self, id: Id, said: Post) {
        let mut said = Box::new(said);
        if self.kept + size(&said) > MAX_KEPT {
            (said.body_text, said.body_html, said.extent) = (None, None, None);
        }
        let Some(address) = self.all.get_mut(id as usize) else { return };
        let hint = match address.hint.take() {
            None => said,
            Some(mut known) => {
                self.kept = self.kept.saturating_sub(size(&known));
                // A list says the day as the blog counts it; a feed may count in another zone.
                let nearer = known.from == From::Feed && said.from == From::List;
                if said.is_whole() && (nearer || !known.is_whole()) {
                    std::mem::swap(&mut known, &mut said);
                }
                known.fill(&said);
                known
            }
        };
        self.kept += size(&hint);
        address.hint = Some(hint);
    }

    /// What was said of an address, which is then forgotten.
    pub fn take_hint(&mut self, id: Id) -> Option<Box<Post>> {
        let hint = self.all.get_mut(id as usize)?.hint.take()?;
        self.kept = self.kept.saturating_sub(size(&hint));
        Some(hint)
    }
}

/// Bytes of a post's texts.
pub(super) fn size(post: &Post) -> usize {
    let len = |s: &Option<String>| s.as_ref().map_or(0, String::len);
    len(&post.body_text) + len(&post.body_html)
}

/// The key of an address with nothing of its last part but letters and digits. None where too
/// little is left to compare.
fn loose_key(url: &Url) -> Option<String> {
    let key = address_key(url);
    let (dir, name) = key.rsplit_once('/')?;
    let name = name.split('.').next().unwrap_or(name);
    let letters: String =
        name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect();
    (letters.chars().any(char::is_alphabetic) && !key.contains('?'))
        .then(|| format!("{dir}/{letters}"))
}
