//! The posts found, each once, whatever addresses it has.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::hash::{DefaultHasher, Hash, Hasher};

use chrono::NaiveDate;

use super::addresses::Id;
use super::bounds::{LEAST_ALIKE, LEAST_NEIGHBOURS, MOST_NEIGHBOURS};
use super::{From, Post};
use crate::share::nearly_all;

/// One post.
pub(super) struct Known {
    /// Its address.
    pub id: Id,
    pub day: Option<NaiveDate>,
    /// Posts that its own page links to, and where in the template.
    pub links: Vec<(Id, u32)>,
    pub title: u64,
    /// Bytes of its text.
    pub text: usize,
    /// True where it was read on its own page.
    pub own: bool,
    /// True where its own page says day, author, and tags.
    pub says: [bool; 3],
    /// True where its page says that its own address is the post's.
    pub claimed: bool,
    /// Where title or day are missing: the post, in case a list says them.
    pub wanting: Option<Box<Post>>,
}

impl Known {
    /// What a list says of a post whose own page lacks title or day; the post, where that helps.
    pub fn fill(&mut self, record: &Post) -> Option<Post> {
        let wanting = self.wanting.as_mut()?;
        let before = wanting.parts.len();
        wanting.fill(record);
        let better = (wanting.parts.len() > before).then(|| (**wanting).clone());
        self.day = wanting.date;
        if wanting.title.is_some() && wanting.date.is_some() {
            self.wanting = None;
        }
        better
    }
}

/// All of them.
#[derive(Default)]
pub(super) struct Posts {
    all: Vec<Known>,
    by_address: HashMap<Id, usize>,
    by_words: HashMap<u64, usize>,
}

impl Posts {
    pub fn len(&self) -> usize {
        self.all.len()
    }

    pub fn all(&self) -> &[Known] {
        &self.all
    }

    /// The post that has this address.
    pub fn at(&self, id: Id) -> Option<&Known> {
        self.by_address.get(&id).map(|&n| &self.all[n])
    }

    pub fn at_mut(&mut self, id: Id) -> Option<&mut Known> {
        self.by_address.get(&id).map(|&n| &mut self.all[n])
    }

    /// The post with the same title, day and text.
    pub fn twin(&self, post: &Post) -> Option<Id> {
        let known = &self.all[*self.by_words.get(&words(post)?)?];
        (known.day == post.date).then_some(known.id)
    }

    /// True where a page read as a post says all that nearly all posts' pages say.
    pub fn is_alike(&self, post: &Post) -> bool {
        let all = self.all.len();
        let mostly = |k: usize| nearly_all(self.all.iter().filter(|p| p.says[k]).count(), all);
        all >= LEAST_ALIKE && post.title.is_some() && (0..3).all(|k| says(post)[k] || !mostly(k))
    }

    /// A post was edited.
    pub fn edit(&mut self, id: Id, post: &Post) {
        if let Some(known) = self.at_mut(id) {
            known.day = post.date;
            known.title = number(&[post.title.as_deref().unwrap_or("")]);
            known.text = post.body_text.as_ref().map_or(0, String::len);
        }
    }

    /// True where a post has the title and the day of a known one.
    pub fn is_same(&self, of: Id, post: &Post) -> bool {
        let title = post.title.as_deref().map(|t| number(&[t]));
        self.at(of).is_some_and(|k| Some(k.title) == title && k.day == post.date)
    }

    /// A further address of a post.
    pub fn alias(&mut self, of: Id, id: Id) {
        if let Some(&n) = self.by_address.get(&of) {
            self.by_address.entry(id).or_insert(n);
        }
    }

    pub fn add(&mut self, id: Id, post: &Post, links: Vec<(Id, u32)>) {
        let n = self.all.len();
        if let Some(words) = words(post) {
            self.by_words.entry(words).or_insert(n);
        }
        self.by_address.insert(id, n);
        let wanting = (post.title.is_none() || post.date.is_none()).then(|| Box::new(post.clone()));
        let title = number(&[post.title.as_deref().unwrap_or("")]);
        self.all.push(Known {
            id,
            day: post.date,
            links,
            title,
            text: post.body_text.as_ref().map_or(0, String::len),
            own: post.from == From::Page,
            says: says(post),
            claimed: false,
            wanting,
        });
    }

    /// The chain that the posts' own pages make: links in places of the template where nearly all
    /// links lead to the post before or behind by day. What a side bar or a text links to is as
    /// near by chance.
    ///
    /// Time: n log n in the posts.
    pub fn chain(&self) -> Chain {
        let mut chain = Chain::default();
        let mut order: Vec<(NaiveDate, usize)> =
            self.all.iter().enumerate().filter_map(|(n, k)| Some((k.day?, n))).collect();
        if order.len() < 2 || !nearly_all(order.len(), self.all.len()) {
            return chain;
        }
        order.sort();
        let mut rank = vec![None; self.all.len()];
        for (at, &(_, n)) in order.iter().enumerate() {
            rank[n] = Some(at);
        }
        // Posts of one day stand in an order that nobody knows: they are one step.
        let mut day_of = vec![0; order.len()];
        for at in 1..order.len() {
            day_of[at] = day_of[at - 1] + usize::from(order[at].0 != order[at - 1].0);
        }
        let mut places: BTreeMap<u32, Vec<Led>> = BTreeMap::new();
        for (at, &(_, n)) in order.iter().enumerate() {
            for &(id, place) in &self.all[n].links {
                let to = self.by_address.get(&id).and_then(|&n| rank[n]);
                places.entry(place).or_default().push(Led { at, id, to });
            }
        }
        // Steps that a link crosses, and those that a link crosses backwards: where all links lead
        // to newer posts, there may be older ones.
        let (mut steps, mut back) = (vec![false; order.len()], vec![false; order.len()]);
        for (place, links) in places {
            let near = |l: &Led| {
                let to = l.to.filter(|t| *t != l.at)?;
                (day_of[to].abs_diff(day_of[l.at]) <= 1).then_some((l.at, to))
            };
            let known = links.iter().filter(|l| l.to.is_some()).count();
            let pages: HashSet<usize> = links.iter().map(|l| l.at).collect();
            let led: Vec<(usize, usize)> = links.iter().filter_map(near).collect();
            let few = links.len() <= pages.len() * MOST_NEIGHBOURS;
            if !nearly_all(led.len(), known) || led.len() < LEAST_NEIGHBOURS || !few {
                continue;
            }
            chain.places.push(place);
            chain.leads.extend(links.iter().filter(|l| l.to.is_none()).map(|l| l.id));
            let before = links.iter().filter(|l| l.to.is_none() && day_of[l.at] == 0);
            chain.before.extend(before.map(|l| l.id));
            for (at, to) in led {
                steps[at.min(to)..at.max(to)].iter_mut().for_each(|s| *s = true);
                back[to..at.max(to)].iter_mut().for_each(|s| *s = true);
            }
        }
        let all = order.len() - 1;
        let crossed = |steps: &[bool]| steps[..all].iter().filter(|s| **s).count();
        // A link that is broken in one post of a hundred is no hole in the blog.
        chain.closed = (all - crossed(&steps)) * 100 <= all && nearly_all(crossed(&back), all);
        chain
    }
}

/// A link of a post: from the post of this rank by day, to an address, and that one's rank.
struct Led {
    at: usize,
    id: Id,
    to: Option<usize>,
}

/// How posts lead to each other.
#[derive(Default)]
pub(super) struct Chain {
    /// True where they lead from the first to the last: between two that are neighbours in it there
    /// is none.
    pub closed: bool,
    /// The places of the template that such links stand in.
    pub places: Vec<u32>,
    /// What stands there and is no post known.
    pub leads: Vec<Id>,
    /// Of them, those that the first posts lead to.
    pub before: Vec<Id>,
}

fn says(post: &Post) -> [bool; 3] {
    let tagged = post.tags.as_ref().is_some_and(|t| !t.is_empty());
    [post.date.is_some(), post.author.is_some(), tagged]
}

/// A number for title and text. None where the post has too little of both to be told by them.
fn words(post: &Post) -> Option<u64> {
    let (title, body) = (post.title.as_deref(), post.body_text.as_deref().unwrap_or(""));
    let told = title.is_some() && post.date.is_some() && !body.is_empty();
    let long = body.split_whitespace().nth(8).is_some();
    (told || long).then(|| number(&[title.unwrap_or(""), body]))
}

/// A number for what a feed says of a post, to see when that changes.
pub(super) fn sum(post: &Post) -> u64 {
    let text = |s: &Option<String>| s.clone().unwrap_or_default();
    number(&[&text(&post.title), &text(&post.body_text)])
}

/// A number for texts, by their letters and digits.
pub(super) fn number(texts: &[&str]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for text in texts {
        text.chars().filter(|c| c.is_alphanumeric()).for_each(|c| c.hash(&mut hasher));
        0xff_u8.hash(&mut hasher);
    }
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::super::addresses::Addresses;
    use super::*;

    /// Lists are held against the text that the post has now.
    #[test]
    fn an_edited_post_is_as_long_as_its_new_text() {
        let url = "https://salt.example/brine";
        let mut addresses = Addresses::default();
        let id = Url::parse(url).ok().and_then(|url| addresses.id(&url));
        let Some(id) = id else { panic!("an address") };
        let post = |text: &str| Post {
            body_text: Some(text.to_owned()),
            ..Post::new(url.to_owned(), From::Page)
        };
        let mut posts = Posts::default();
        posts.add(id, &post("Brine, and much of it."), Vec::new());
        posts.edit(id, &post("Brine."));
        assert_eq!(posts.at(id).map(|known| known.text), Some(6));
    }
}
