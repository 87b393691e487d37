//! What tags and authors are called by other links of the page and on the run's other pages: an
//! address has one name, and a blog that names the same few again and again has no new one all at
//! once; a link that other pages read as a tag is one.
//!
//! Time: linear in the tokens of the pages and in the names (at most [`MOST_NAMES`] an entry are
//! compared with each other, [`MOST_AUTHORS`] in all). Space: those that are known apart, at most
//! [`MOST_APART`] of each kind, and [`MOST_LINKS`] numbers an entry.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::ops::Range;

use url::Url;

use super::own::plain;
use super::stands::{is_said, linked};
use super::{Draft, DraftEntry, Opinion, Vote, Witness, head, number, shown};
use crate::address::address_key;
use crate::entry::{Entry, Field};
use crate::page::{Kind, Page};
use crate::rule::Wrapper;

/// Most names, and most addresses, that are known apart; most of one entry, and most names of one
/// address.
const MOST_APART: usize = 20_000;
const MOST_NAMES: usize = 50;
const MOST_OF_ONE: usize = 8;
/// Most links of a record that are kept, and most that are looked at; of one that has more none is.
const MOST_LINKS: usize = 150;
const MOST_SEEN: usize = 2_000;
/// Most links of a page besides its tags and authors that are looked at, and most tokens of one.
const MOST_UNREAD: usize = 500;
const MOST_IN_LINK: usize = 50;
/// Most authors that are compared with each other.
const MOST_AUTHORS: usize = 200;
/// How many times the pages of a name another one must have of which it is a part.
const MANY_MORE: usize = 2;
/// Fewest other pages that show what an address is called, and the share of them that must call it
/// so.
const LEAST_CALLED: usize = 2;
const MOSTLY_CALLED: f64 = 0.8;
/// Fewest pages that show which names there are, and the share of them with a name of their own
/// from which another one is no surprise.
const LEAST_PAGES: usize = 10;
const FRESH: f64 = 0.05;
/// Share of the pages that have an address for a tag, and of all pages of the layout, on which one
/// stands unread from which that says nothing; and fewest pages of the layout.
const LEFT_UNREAD: f64 = 0.2;
const LEAST_ALIKE: usize = 5;
/// Share of the other pages that name an author below which one is rare, and the share that the
/// most frequent one must have.
const RARE: f64 = 0.05;
const MAIN: f64 = 0.5;

/// A name as a number.
#[derive(Clone, Copy)]
pub(super) struct Named {
    name: u64,
    /// Where it leads, as a number.
    at: Option<u64>,
    /// The address says it.
    said: bool,
    /// Another link of the page calls that so, too.
    twice: bool,
}

/// What a page's links that were not read as tags or authors, and lead to neither entries nor the
/// home page, are called: each as an address and a name.
pub(super) fn unread_links(
    page: &Page,
    base: &Url,
    wrapper: &Wrapper,
    entries: &[Entry],
) -> HashSet<(u64, u64)> {
    let named = entries
        .iter()
        .flat_map(|e| &e.places)
        .filter(|p| matches!(p.0, Field::Author | Field::Tags));
    let mut read: Vec<Range<usize>> = named.map(|p| p.1.clone()).collect();
    read.sort_by_key(|r| r.start);
    let mut end = 0;
    for r in &mut read {
        end = end.max(r.end);
        r.end = end;
    }
    // A value stands in its link, or around it.
    let is_read = |link: &Range<usize>| {
        let after = read.partition_point(|r| r.start < link.start);
        read.get(after).is_some_and(|r| r.start < link.end)
            || after.checked_sub(1).is_some_and(|k| read[k].end > link.start)
    };
    let anchors =
        (0..page.len()).filter(|&i| page.tokens()[i].kind == Kind::Start && page.tag(i) == "a");
    let links = anchors
        .map(|i| (i, page.region(i)))
        .filter(|(_, link)| link.len() <= MOST_IN_LINK && !is_read(link));
    let tells = |u: &Url| {
        is_page(u) && u.path() != "/" && wrapper.index.as_ref().is_none_or(|x| !x.fits(u))
    };
    let called = links.take(MOST_UNREAD).filter_map(|(i, link)| {
        let url = page.attr(i, "href").and_then(|h| base.join(h).ok()).filter(tells)?;
        Some((address(&url), number(&plain(head(&page.visible(link))))))
    });
    called.collect()
}

/// On how many pages something occurs, and the last of them.
#[derive(Default, Clone, Copy)]
struct Seen {
    pages: usize,
    last: Option<usize>,
}

impl Seen {
    fn on(&mut self, page: usize) {
        if self.last != Some(page) {
            (self.pages, self.last) = (self.pages + 1, Some(page));
        }
    }
}

/// The tags and authors of a run.
#[derive(Default)]
pub(super) struct Called {
    /// What each address is called, and the pages that have it.
    called: HashMap<(Field, u64), (Vec<(String, u64, Seen)>, Seen)>,
    /// Pages of each name.
    seen: HashMap<(Field, u64), Seen>,
    /// Authors by their names.
    authors: BTreeMap<String, u64>,
    /// Some are not known.
    full: bool,
}

/// A name that an entry has, for comparison with those of other pages.
pub(super) struct Said {
    field: Field,
    /// As it is compared, and as it is shown.
    key: String,
    shown: String,
    named: Named,
}

/// Takes down what an entry names. `others`: what the page's other links are called.
pub(super) fn say(
    page: &Page,
    (base, wrapper): (&Url, &Wrapper),
    others: &HashSet<(u64, u64)>,
    e: &Entry,
    draft: &mut DraftEntry,
) -> Vec<Said> {
    let mut said: Vec<Said> = Vec::new();
    for field in [Field::Author, Field::Tags] {
        let names: Vec<&str> = match field {
            Field::Author => e.author.iter().map(String::as_str).collect(),
            _ => e.tags.iter().flatten().map(String::as_str).take(MOST_NAMES).collect(),
        };
        let leads =
            linked(page, base, e, field).into_iter().take(MOST_NAMES).filter(|l| is_page(&l.1));
        let leads: HashMap<String, (u64, bool)> = leads
            .map(|(n, u)| (plain(head(&n)), (address(&u), is_said(&u, &n) == Some(true))))
            .collect();
        let first = said.len();
        for name in names {
            let key = plain(head(name));
            if key.trim().is_empty() {
                continue;
            }
            let (n, lead) = (number(&key), leads.get(&key).copied());
            let at = lead.map(|l| l.0);
            let twice = at.is_some_and(|a| others.contains(&(a, n)));
            let named = Named { name: n, at, said: lead.is_some_and(|l| l.1), twice };
            said.push(Said { field, key, shown: shown(name), named });
        }
        if let Some(f) = draft.fields.iter_mut().find(|f| f.field == field) {
            f.names = said.iter().skip(first).map(|s| s.named).collect();
        }
    }
    if draft.fields.iter().any(|f| f.field == Field::Tags) {
        draft.links = links(page, base, wrapper, e);
    }
    said
}

impl Called {
    /// Hears what entries of the `nth` page name.
    pub(super) fn hear(&mut self, nth: usize, said: Vec<Said>) {
        for Said { field, key, shown, named } in said {
            self.see((field, named.name), nth);
            if let Some(a) = named.at {
                self.call((field, a), shown, named.name, nth);
            }
            if field == Field::Author && self.authors.len() < MOST_AUTHORS {
                self.authors.insert(key, named.name);
            }
        }
    }

    fn see(&mut self, name: (Field, u64), nth: usize) {
        if self.seen.len() < MOST_APART || self.seen.contains_key(&name) {
            self.seen.entry(name).or_default().on(nth);
        } else {
            self.full = true;
        }
    }

    fn call(&mut self, at: (Field, u64), name: String, key: u64, nth: usize) {
        if self.called.len() >= MOST_APART && !self.called.contains_key(&at) {
            return;
        }
        let (called, pages) = self.called.entry(at).or_default();
        pages.on(nth);
        if let Some(c) = called.iter_mut().find(|c| c.1 == key) {
            c.2.on(nth);
        } else if called.len() < MOST_OF_ONE {
            called.push((name, key, Seen { pages: 1, last: Some(nth) }));
        }
    }

    /// Names that are part of a name that many more pages have, or have such a one for part: by
    /// which.
    fn parts(&self) -> HashMap<u64, String> {
        let pages = |n: &u64| self.seen.get(&(Field::Author, *n)).map_or(0, |s| s.pages);
        let mut out = HashMap::new();
        for (name, n) in &self.authors {
            // Names begin and end with a space each.
            let part = |o: &(&String, &u64)| {
                pages(o.1) >= MANY_MORE * pages(n)
                    && o.1 != n
                    && (o.0.contains(name.as_str()) || name.contains(o.0.as_str()))
            };
            if let Some((other, _)) = self.authors.iter().filter(part).max_by_key(|o| pages(o.1)) {
                out.insert(*n, other.trim().to_owned());
            }
        }
        out
    }

    /// What an address is called that several pages have for a tag, and how many.
    fn tag(&self, at: u64) -> Option<(&str, usize)> {
        let (names, on) =
            self.called.get(&(Field::Tags, at)).filter(|c| c.0.len() < MOST_OF_ONE)?;
        let most = names.iter().max_by_key(|n| n.2.pages)?;
        (on.pages >= LEAST_CALLED).then_some((most.0.as_str(), on.pages))
    }

    /// What other pages call the address that a value leads to.
    fn of_address(&self, field: Field, name: u64, at: u64) -> Opinion {
        let Some((called, on)) = self.called.get(&(field, at)).filter(|c| c.0.len() < MOST_OF_ONE)
        else {
            return Opinion::Silent;
        };
        // The page itself is one of those that call it so.
        let own = called.iter().find(|c| c.1 == name).map_or(0, |c| c.2.pages);
        let Some(most) = called.iter().filter(|c| c.1 != name).max_by_key(|c| c.2.pages) else {
            return if own > LEAST_CALLED { Opinion::Agrees } else { Opinion::Silent };
        };
        let pages = most.2.pages;
        let mostly = |n: usize| n as f64 >= MOSTLY_CALLED * (on.pages - 1) as f64;
        match () {
            () if pages >= LEAST_CALLED && mostly(pages) => {
                Opinion::Disagrees(format!("other pages call it {:?}", most.0))
            }
            () if own > LEAST_CALLED && mostly(own - 1) => Opinion::Agrees,
            () => Opinion::Silent,
        }
    }
}

/// An address as a number. One page may hold all tags, each at a mark of its own.
fn address(url: &Url) -> u64 {
    number(&format!("{}#{}", address_key(url), url.fragment().unwrap_or_default()))
}

/// Where the links of a record lead, but for those in its text, in menus, to entries and those that
/// were read; none where they are too many.
fn links(page: &Page, base: &Url, wrapper: &Wrapper, e: &Entry) -> Vec<u64> {
    let body = e.place(Field::Body).cloned().unwrap_or(0..0);
    let anchors = || {
        e.tokens.clone().filter(|i| {
            page.tokens()[*i].kind == Kind::Start && page.tag(*i) == "a" && !body.contains(i)
        })
    };
    let tags: Vec<_> = e.places.iter().filter(|p| p.0 == Field::Tags).map(|p| &p.1).collect();
    if tags.len() > MOST_NAMES || anchors().nth(MOST_SEEN).is_some() {
        return Vec::new();
    }
    let aside = |i: &usize| page.ancestors(*i).any(|a| matches!(page.tag(a), "nav" | "aside"));
    let read = |i: &usize| tags.iter().any(|t| t.contains(i) || page.region(*i).contains(&t.start));
    let leads = anchors()
        .filter(|i| !read(i) && !aside(i))
        .filter_map(|i| page.attr(i, "href").and_then(|h| base.join(h).ok()));
    let other = |u: &Url| is_page(u) && wrapper.index.as_ref().is_none_or(|x| !x.fits(u));
    let mut out: Vec<u64> = leads.filter(other).take(MOST_LINKS + 1).map(|u| address(&u)).collect();
    if out.len() > MOST_LINKS {
        return Vec::new();
    }
    out.shrink_to_fit();
    out
}

/// True of an address that says more than "here".
fn is_page(url: &Url) -> bool {
    url.scheme().starts_with("http") && url.fragment() != Some("")
}

/// How the pages of a run name tags or authors.
#[derive(Default)]
struct Run {
    pages: usize,
    /// Pages with a name that no other has.
    fresh: usize,
    /// Pages of the most frequent one.
    most: usize,
}

impl Run {
    fn of(called: &Called, field: Field, drafts: &[Draft]) -> Run {
        let mut run = Run::default();
        for d in drafts {
            let mut here = d
                .entries
                .iter()
                .flat_map(|e| &e.fields)
                .filter(|f| f.field == field)
                .flat_map(|f| &f.names)
                .peekable();
            if here.peek().is_some() {
                run.pages += 1;
                run.fresh += usize::from(
                    here.any(|n| called.seen.get(&(field, n.name)).is_some_and(|s| s.pages == 1)),
                );
            }
        }
        run.most = called
            .seen
            .iter()
            .filter(|(k, _)| k.0 == field)
            .map(|(_, s)| s.pages)
            .max()
            .unwrap_or(0);
        run
    }

    /// What the names of other pages say of one that occurs on so many pages.
    fn of_name(&self, field: Field, pages: usize) -> Opinion {
        let Some(others) = self.pages.checked_sub(1).filter(|n| *n >= LEAST_PAGES) else {
            return Opinion::Silent;
        };
        let share = |n: usize| n.saturating_sub(1) as f64 / others as f64;
        let rare = field == Field::Author && share(pages) < RARE && share(self.most) >= MAIN;
        let fresh = share(self.fresh) < FRESH;
        match pages {
            0 => Opinion::Silent,
            _ if rare => Opinion::Disagrees("hardly any other page names them".to_owned()),
            1 if fresh => Opinion::Disagrees("no other page names it".to_owned()),
            1 => Opinion::Silent,
            _ if fresh || field == Field::Author => Opinion::Agrees,
            _ => Opinion::Silent,
        }
    }
}

/// Holds against the tags of an entry, or against having none, that its record has a link which
/// other pages read as a tag. Related posts may have such links, too, and so may menus: but often.
fn unread(called: &Called, drafts: &mut [Draft]) {
    let tags = |e: &DraftEntry| {
        e.fields
            .iter()
            .filter(|f| f.field == Field::Tags)
            .flat_map(|f| &f.names)
            .filter_map(|n| n.at)
            .collect()
    };
    let mut pages: HashMap<u64, Seen> = HashMap::new();
    for (n, d) in drafts.iter_mut().enumerate() {
        for e in &mut d.entries {
            e.links.retain(|at| called.tag(*at).is_some());
            e.links.iter().for_each(|at| pages.entry(*at).or_default().on(n));
        }
    }
    let rare = |at: &u64| {
        called.tag(*at).filter(|c| (pages[at].pages - 1) as f64 <= LEFT_UNREAD * c.1 as f64)
    };
    // Of each layout the pages, and those where one is left.
    let mut layouts: HashMap<Option<String>, (usize, usize)> = HashMap::new();
    for d in drafts.iter_mut() {
        for e in &mut d.entries {
            let read: HashSet<u64> = tags(e);
            e.links.retain(|at| rare(at).is_some() && !read.contains(at));
        }
        let of = layouts.entry(d.layout.clone()).or_default();
        *of = (of.0 + 1, of.1 + usize::from(d.entries.iter().any(|e| !e.links.is_empty())));
    }
    for d in drafts {
        let (all, left) = layouts[&d.layout];
        for e in d.entries.iter_mut().filter(|_| {
            all >= LEAST_ALIKE && left.saturating_sub(1) as f64 <= LEFT_UNREAD * all as f64
        }) {
            let Some((name, _)) = e.links.first().and_then(rare) else { continue };
            if let Some(f) = e.fields.iter_mut().find(|f| f.field == Field::Tags) {
                f.votes.retain(|v| v.witness != Witness::Unread);
                let reason = format!("it has a link that other pages read as {name:?}");
                f.votes.push(Vote { witness: Witness::Unread, agrees: false, reason });
            }
        }
    }
}

/// Lets the pages of a run speak of each other's tags and authors.
pub(super) fn ask(called: &Called, drafts: &mut [Draft]) {
    unread(called, drafts);
    for field in [Field::Author, Field::Tags] {
        let run = Run::of(called, field, drafts);
        let parts = if field == Field::Author { called.parts() } else { HashMap::new() };
        for f in drafts
            .iter_mut()
            .flat_map(|d| &mut d.entries)
            .flat_map(|e| &mut e.fields)
            .filter(|f| f.field == field)
        {
            let named = std::mem::take(&mut f.names);
            let shared = |n: &Named| {
                n.at.is_some() && named.iter().any(|o| o.name != n.name && o.at == n.at)
            };
            let said: Vec<Opinion> = named
                .iter()
                .map(|n| {
                    match n.at.map_or(Opinion::Silent, |a| called.of_address(field, n.name, a)) {
                        // Blogs rename what they write about: the page agrees with itself.
                        _ if n.twice => Opinion::Agrees,
                        Opinion::Silent if shared(n) => {
                            Opinion::Disagrees("two of them lead to one address".to_owned())
                        }
                        Opinion::Silent | Opinion::Agrees if parts.contains_key(&n.name) => {
                            Opinion::Disagrees(format!("more pages say {:?}", parts[&n.name]))
                        }
                        Opinion::Silent if called.full => Opinion::Silent,
                        Opinion::Silent => match run.of_name(
                            field,
                            called.seen.get(&(field, n.name)).map_or(0, |s| s.pages),
                        ) {
                            // A name that its address says may be new.
                            Opinion::Disagrees(_) if n.said => Opinion::Silent,
                            opinion => opinion,
                        },
                        opinion => opinion,
                    }
                })
                .collect();
            let named = said.len();
            let agree = said.iter().filter(|o| matches!(o, Opinion::Agrees)).count();
            let against = said.into_iter().find(|o| matches!(o, Opinion::Disagrees(_)));
            let opinion = against.unwrap_or(if agree > 0 && agree == named {
                Opinion::Agrees
            } else {
                Opinion::Silent
            });
            if let Some((agrees, reason)) = opinion.said() {
                f.votes.push(Vote { witness: Witness::Names, agrees, reason });
            }
        }
    }
}
