//! Each post once: what lists show of one fills what its own page lacks, of several captures of a
//! page the newest counts, and the pages that one post is split over are one.

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDateTime;
use url::Url;

use super::out::{Order, Target};
use super::talk::{counted, warn};
use crate::Entry;
use crate::address::{key_of, without_parameters};
use crate::harvest::{From, Parts, Post};
use crate::output::About;
use crate::rule::{LayoutKind, Wrapper};
use crate::source::Response;

/// A post, and when the page was captured that it was read from: archives say so.
struct Captured {
    post: Post,
    at: Option<NaiveDateTime>,
}

/// Posts by their addresses.
#[derive(Default)]
pub(super) struct Once {
    found: Vec<Captured>,
    by_address: HashMap<String, usize>,
    /// What was read of pages of posts, by the page's address; and the further pages that the first
    /// one of a post names.
    by_page: HashMap<String, usize>,
    further: BTreeMap<usize, Vec<String>>,
    /// Entries without a link: nothing tells them apart.
    nameless: usize,
    /// The key of the home page's address, which pages without one are said to have.
    home: Option<String>,
    /// The parameters that posts have in their addresses.
    parameters: HashSet<String>,
    /// Posts whose address is their page's, for want of another.
    by_own_page: HashSet<usize>,
}

impl Once {
    pub fn new(rules: &Wrapper) -> Once {
        let shapes = rules.index.iter().flat_map(|index| &index.shapes);
        let parameters = shapes.filter_map(|shape| shape.parameter().map(str::to_owned)).collect();
        Once { home: key_of(&rules.home), parameters, ..Once::default() }
    }

    /// The address of a post at a page's: `?replytocom=5` is none, unless posts have such.
    fn address(&self, page: &str) -> Option<String> {
        let mut url = Url::parse(page).ok()?;
        let others = url.query_pairs().map(|(name, _)| name.into_owned());
        let others: Vec<String> = others.filter(|name| !self.parameters.contains(name)).collect();
        url = without_parameters(&url, &others);
        url.set_fragment(None);
        (key_of(url.as_str()) != self.home).then(|| url.into())
    }

    pub fn add(&mut self, r: &Response, kind: Option<LayoutKind>, parts: &Parts, entry: &Entry) {
        let from = if kind == Some(LayoutKind::Entry) { From::Page } else { From::List };
        // Where a post's own page shows no link to it, its address is the post's.
        let own = (from == From::Page).then(|| self.address(&r.url)).flatten();
        let is_own = entry.link.is_none();
        let Some(link) = entry.link.clone().or(own) else {
            self.nameless += 1;
            return;
        };
        let at = r.captured();
        let page = key_of(&r.url).filter(|_| from == From::Page);
        let next = self.found.len();
        let own = key_of(&link).unwrap_or_else(|| link.clone());
        // The second page of a post may say that it is the first.
        let key = page.clone().filter(|_| parts.is_one).unwrap_or(own);
        let n = *self.by_address.entry(key).or_insert(next);
        if let Some(page) = page {
            self.by_page.insert(page, n);
        }
        if !parts.further.is_empty() {
            self.further.insert(n, parts.further.clone());
        }
        let mut found = Captured { post: Post::of_entry(entry.clone(), link, from), at };
        match self.found.get_mut(n) {
            None => {
                self.found.push(found);
                if is_own {
                    self.by_own_page.insert(n);
                }
            }
            Some(known) => {
                // Its own page before a list; of two captures of one the newer.
                let newer = known.post.from == from && at > known.at;
                if newer || known.post.from == From::List && from == From::Page {
                    std::mem::swap(known, &mut found);
                }
                known.post.fill(&found.post);
            }
        }
    }

    /// The posts, each whole where its pages are there.
    pub fn posts(mut self) -> Vec<Post> {
        let found = std::mem::take(&mut self.found);
        let mut posts: Vec<Option<Post>> = found.into_iter().map(|c| Some(c.post)).collect();
        self.drop_doubles(&mut posts);
        for (n, further) in self.further {
            let Some(mut whole) = posts.get_mut(n).and_then(Option::take) else { continue };
            for page in further {
                let part = key_of(&page).and_then(|k| self.by_page.get(&k));
                let Some(part) = part.and_then(|&m| posts.get_mut(m)) else { break };
                // Pages of comments have the text of the first page again.
                let is_part = |p: &Post| {
                    p.title == whole.title
                        && p.body_text.is_some()
                        && p.body_text != whole.body_text
                };
                let Some(part) = part.take_if(|p| is_part(p)) else { break };
                whole.append(&part);
            }
            if let Some(place) = posts.get_mut(n) {
                *place = Some(whole);
            }
        }
        posts.into_iter().flatten().collect()
    }

    /// A page that shows a post again (its comments' second page, one for phones) has the same
    /// title, day and text. Where no link tells, the shortest address is the post's.
    fn drop_doubles(&self, posts: &mut [Option<Post>]) {
        let mut first = HashSet::new();
        let mut own: Vec<usize> = self.by_own_page.iter().copied().collect();
        own.sort_by_key(|&n| (posts[n].as_ref().map_or(0, |post| post.link.len()), n));
        for n in own {
            let post = posts[n].as_ref();
            let said = post.and_then(|post| post.title.clone().zip(post.body_text.clone()));
            let day = post.and_then(|post| post.date);
            if said.is_some_and(|said| !first.insert((said, day))) {
                posts[n] = None;
            }
        }
    }

    pub fn write(self, target: &Target, rules: &Wrapper) -> anyhow::Result<()> {
        if self.nameless > 0 {
            warn(format_args!("left out for want of a link: {}", counted(self.nameless, "post")));
        }
        let mut posts = self.posts();
        let about = About {
            title: rules.title.clone().unwrap_or_else(|| rules.home.clone()),
            home: rules.home.clone(),
            lang: rules.lang.clone(),
            updated: posts.iter().filter_map(|p| p.date).max(),
            complete: false,
        };
        target.write(&about, &mut |order, take| {
            match order {
                Order::Found => {}
                Order::Newest => posts.sort_by_key(|p| std::cmp::Reverse(p.date)),
                Order::Oldest => posts.sort_by_key(|p| p.date),
            }
            posts.iter().cloned().try_for_each(&mut *take)
        })
    }
}
