//! The same entry on other pages of the blog and in its feed: lists and the entry's own page say
//! one title, day, author and text.
//!
//! Time: linear in the entries and in how often each is shown (at most [`MOST_PAGES`] are
//! compared). Space: see [`Fact`].

use std::collections::{BTreeMap, HashMap, HashSet};

use chrono::NaiveDate;
use url::Url;

use super::own::plain;
use super::{Draft, DraftEntry, Opinion, Vote, Witness, head, number};
use crate::address::link_key;
use crate::entry::{Entry, Extent, Field};
use crate::feed::{Feed, Item};
use crate::page::{Page, words_of};
use crate::rule::LayoutKind;

/// Runs of words at a text's start that are kept of it, and how many words a run has.
const RUNS: usize = 200;
const RUN: usize = 4;
/// Most tags that are kept.
const MOST_TAGS: usize = 50;
/// Fewest bytes of a cut title.
const LEAST_STEM: usize = 12;
/// Most other pages with an entry that it is compared with.
const MOST_PAGES: usize = 8;
/// Most addresses of one entry.
const MOST_ADDRESSES: usize = 3;
/// Share of the shorter text's runs that the longer one has where the two are the same, where they
/// may be if they begin alike, and below which they are not.
const SAME: f64 = 0.9;
const ALIKE: f64 = 0.6;
const OTHER: f64 = 0.2;
/// Share of a whole text's words that another whole one has.
const WHOLE: f64 = 0.7;
/// Share of the feed's words below which a page's text is but a beginning of it, and least words
/// that it then lacks, as feeds put links below texts. Of 1,059 posts of the corpora that are read
/// right one has so few.
const BEGINNING: f64 = 0.6;
const LACKING: usize = 30;

/// What is remembered of an entry: one to two kilobytes where it has a body.
#[derive(Debug, Clone, Default)]
pub(crate) struct Fact {
    pub(crate) keys: Vec<String>,
    pub(super) title: Option<String>,
    /// Lists and feeds cut long titles, and say so.
    cut: bool,
    pub(super) date: Option<NaiveDate>,
    /// The day is none that the page shows, but the link's.
    pub(super) linked_day: bool,
    author: Option<String>,
    tags: Option<Vec<String>>,
    body: Vec<u32>,
    /// Words of a whole body.
    words: Option<usize>,
    /// Words of a body that is given as a whole one, whatever its end looks like.
    given: Option<usize>,
    /// Words of the feed's text, where the feed has an element for whole ones.
    fed: Option<usize>,
    /// Words of the record that a list has of it.
    room: Option<usize>,
    /// How a body begins.
    start: String,
}

impl Fact {
    /// The same, of a record of a list that has so many words.
    pub(super) fn of_record(self, room: Option<usize>) -> Fact {
        Fact { room, ..self }
    }

    /// Takes the day that the entry's own page shows for the feed's.
    pub(crate) fn correct_by(&mut self, e: &Entry) {
        self.date = e.date.or(self.date);
    }

    pub(crate) fn of(e: &Entry, base: &Url) -> Fact {
        let whole = e.body_text.as_deref().filter(|_| e.extent == Some(Extent::Full));
        let given = whole.map(|t| words_of(t).len());
        Fact {
            keys: e.link.as_deref().and_then(|l| link_key(base, l)).into_iter().collect(),
            title: e.title.as_deref().map(|t| plain(head(t))),
            cut: e.title.as_deref().is_some_and(is_stem),
            date: e.date,
            linked_day: e.linked_day,
            author: e.author.as_deref().map(|a| plain(head(a))),
            tags: e
                .tags
                .as_ref()
                .filter(|t| !t.is_empty())
                .map(|t| t.iter().take(MOST_TAGS).map(|t| plain(head(t))).collect()),
            body: e.body_text.as_deref().map(runs).unwrap_or_default(),
            words: given.filter(|_| !whole.is_some_and(is_cut)),
            given,
            fed: None,
            room: None,
            start: e.body_text.as_deref().map(|t| plain(head(t))).unwrap_or_default(),
        }
    }
}

/// True of the start of a title that says so, and is long enough to be told from others.
fn is_stem(title: &str) -> bool {
    title.len() > LEAST_STEM && is_cut(title)
}

/// True of the start of a text that says so.
fn is_cut(text: &str) -> bool {
    let end =
        text.trim_end_matches(|c: char| c.is_whitespace() || matches!(c, ']' | ')' | '»' | '→'));
    end.ends_with('…') || end.ends_with("...")
}

/// Hashes of the first runs of words.
fn runs(text: &str) -> Vec<u32> {
    let words: Vec<u64> = words_of(text).into_iter().take(RUNS + RUN).map(|w| w.key).collect();
    let hash = |run: &[u64]| {
        run.iter().fold(0u64, |h, w| (h.rotate_left(5) ^ w).wrapping_mul(0x9e37_79b9_7f4a_7c15))
    };
    words.windows(RUN).map(|r| (hash(r) >> 32) as u32).collect()
}

/// The items of a feed.
pub(crate) fn of_feed(feed: &Feed) -> Vec<Fact> {
    let fact = |i: &Item| {
        let text = i.content.as_deref().map(visible);
        let tags: Vec<String> = i.tags.iter().take(MOST_TAGS).map(|t| plain(head(t))).collect();
        Fact {
            keys: i.links.iter().filter_map(|l| crate::address::key_of(l)).collect(),
            title: i.title.as_deref().map(|t| plain(head(t))),
            cut: i.title.as_deref().is_some_and(is_stem),
            date: i.date.as_ref().map(|d| d.at.date_naive()),
            linked_day: false,
            author: i.authors.first().map(|a| plain(head(a))),
            tags: Some(tags).filter(|t| !t.is_empty()),
            body: text.as_deref().map(runs).unwrap_or_default(),
            words: None,
            given: None,
            fed: text.as_deref().map(|t| words_of(t).len()),
            room: None,
            start: String::new(),
        }
    };
    feed.items.iter().map(fact).collect()
}

fn visible(html: &str) -> String {
    let page = Page::parse(html);
    page.visible(page.body())
}

/// A value that its own page contradicts is no argument against another.
fn is_credible(e: &DraftEntry, field: Field) -> bool {
    let against = |v: &Vote| v.witness != Witness::Layout && !v.agrees;
    !e.fields.iter().any(|f| f.field == field && f.votes.iter().any(against))
}

/// True where the page itself or the permalink says a value.
fn is_vouched(e: &DraftEntry, field: Field) -> bool {
    let said = |v: &Vote| v.agrees && matches!(v.witness, Witness::Page | Witness::Address);
    is_credible(e, field) && e.fields.iter().any(|f| f.field == field && f.votes.iter().any(said))
}

/// Where an entry stands: the number of its page, and its own there.
type At = (usize, usize);

/// The entries of all pages, by what they are known by.
struct Run<'d> {
    drafts: &'d [Draft],
    /// The permalink of each; empty where it has none.
    own: &'d [Vec<String>],
    by_link: HashMap<&'d str, Vec<At>>,
    by_title: HashMap<&'d str, At>,
    fed: HashMap<&'d str, &'d Fact>,
}

impl<'d> Run<'d> {
    fn of(feed: &'d [Fact], drafts: &'d [Draft], own: &'d [Vec<String>]) -> Run<'d> {
        let fed = feed.iter().flat_map(|f| f.keys.iter().map(move |k| (k.as_str(), f))).collect();
        let mut run = Run { drafts, own, by_link: HashMap::new(), by_title: HashMap::new(), fed };
        // What is read of other entries on an entry's page speaks for none.
        for (d, keys) in own.iter().enumerate().filter(|(d, _)| !drafts[*d].of_others) {
            for (e, key) in keys.iter().enumerate().filter(|k| !k.1.is_empty()) {
                // Of an entry that a page shows again and again the first one is enough.
                let shown = run.by_link.entry(key).or_default();
                let again = |s: &At| s.0 == d || drafts[s.0].key == drafts[d].key;
                if shown.len() <= MOST_PAGES && !shown.iter().any(again) {
                    shown.push((d, e));
                }
                let entry = &drafts[d].entries[e];
                if let Some(title) = entry
                    .fact
                    .title
                    .as_deref()
                    .filter(|t| t.len() >= LEAST_STEM && is_credible(entry, Field::Title))
                {
                    run.by_title.entry(title).or_insert((d, e));
                }
            }
        }
        run
    }

    fn fact(&self, at: At) -> &'d Fact {
        &self.drafts[at.0].entries[at.1].fact
    }

    /// The same entry on other pages, with their addresses.
    fn others(&self, (d, e): At) -> Vec<(&'d DraftEntry, &'d str)> {
        let elsewhere = |o: &&At| o.0 != d && self.drafts[o.0].key != self.drafts[d].key;
        let shown =
            self.by_link.get(self.own[d][e].as_str()).into_iter().flatten().filter(elsewhere);
        shown
            .take(MOST_PAGES)
            .map(|o| (&self.drafts[o.0].entries[o.1], self.drafts[o.0].url.as_str()))
            .collect()
    }

    /// Whether the page that an entry of a list leads to has its title, and does not itself say
    /// otherwise.
    fn has_title_of_own_page(&self, at: At) -> bool {
        let by_page = |v: &Vote| (v.witness, v.agrees) == (Witness::Page, false);
        let shown = self.by_link.get(self.own[at.0][at.1].as_str()).into_iter().flatten();
        let mut pages = shown.filter(|o| self.drafts[o.0].kind == Some(LayoutKind::Entry));
        let same = |o: &At| {
            matches!(compare(Field::Title, self.fact(at), self.fact(*o), ""), Opinion::Agrees)
        };
        let against = |o: &At| {
            self.drafts[o.0].entries[o.1]
                .fields
                .iter()
                .any(|f| f.field == Field::Title && f.votes.iter().any(by_page))
        };
        pages.any(|o| same(o) && !against(o))
    }

    /// What other pages say of a field.
    fn of_field(&self, at: At, others: &[(&DraftEntry, &str)], field: Field) -> Opinion {
        let fact = self.fact(at);
        let opinions: Vec<Opinion> = others.iter().map(|o| heard(o, field, fact)).collect();
        let agree = opinions.iter().filter(|o| matches!(o, Opinion::Agrees)).count();
        let against = opinions.iter().filter(|o| matches!(o, Opinion::Disagrees(_))).count();
        let said = opinions.into_iter().find(|o| match o {
            Opinion::Agrees => agree >= against,
            Opinion::Disagrees(_) => against > agree,
            Opinion::Silent => false,
        });
        said.unwrap_or(Opinion::Silent)
    }

    /// What is its title elsewhere, read here as something else.
    fn crossed(&self, at: At, others: &[(&DraftEntry, &str)], field: Field) -> Opinion {
        // It may be the other page that has it crossed.
        if is_vouched(&self.drafts[at.0].entries[at.1], Field::Title) {
            return Opinion::Silent;
        }
        let mut titles = others
            .iter()
            .filter(|(o, _)| is_vouched(o, Field::Title))
            .filter_map(|(o, url)| Some((o.fact.title.as_deref()?, url)));
        let said = titles.next().filter(|(t, _)| self.fact(at).says(field, t));
        said.map_or(Opinion::Silent, |(_, url)| {
            Opinion::Disagrees(format!("{url} has it as the title"))
        })
    }

    /// A link is right where what it leads to has the entry's title. Else one of the two is wrong:
    /// where the title is that of another entry, and the day is not that of the entry it leads to,
    /// the link.
    fn of_link(&self, at: At, others: &[(&DraftEntry, &str)]) -> Opinion {
        let fact = self.fact(at);
        let opinions: Vec<Opinion> = others.iter().map(|o| heard(o, Field::Title, fact)).collect();
        if opinions.iter().any(|o| matches!(o, Opinion::Agrees)) {
            return Opinion::Agrees;
        }
        let rightful = fact.title.as_deref().and_then(|t| self.by_title.get(t));
        let rightful =
            rightful.filter(|o| self.own[o.0][o.1] != self.own[at.0][at.1]).map(|o| self.fact(*o));
        let misled =
            rightful.is_some_and(|r| !others.iter().any(|(o, _)| fact.is_rather(&o.fact, r)));
        opinions
            .into_iter()
            .find(|o| misled && matches!(o, Opinion::Disagrees(_)))
            .unwrap_or(Opinion::Silent)
    }
}

/// What one other page says of a field.
fn heard((other, url): &(&DraftEntry, &str), field: Field, fact: &Fact) -> Opinion {
    match compare(field, fact, &other.fact, url) {
        Opinion::Disagrees(_) if !is_credible(other, field) => Opinion::Silent,
        opinion => opinion,
    }
}

/// Lets pages and feed speak of each other's entries.
pub(super) fn ask(feed: &[Fact], drafts: &mut [Draft]) {
    let key = |d: &Draft, e: &DraftEntry| match d.kind {
        Some(LayoutKind::Entry) => d.key.clone(),
        _ => e.fact.keys.first().cloned().unwrap_or_default(),
    };
    let own: Vec<Vec<String>> =
        drafts.iter().map(|d| d.entries.iter().map(|e| key(d, e)).collect()).collect();
    let run = Run::of(feed, drafts, &own);
    let mut votes: Vec<(At, Field, Vote)> = Vec::new();
    let mut titled: Vec<At> = Vec::new();
    for at in own.iter().enumerate().flat_map(|(d, keys)| (0..keys.len()).map(move |e| (d, e))) {
        let key = own[at.0][at.1].as_str();
        if key.is_empty() {
            continue;
        }
        let mut say = |field, witness, opinion: Opinion| {
            votes.extend(
                opinion
                    .said()
                    .map(|(agrees, reason)| (at, field, Vote { witness, agrees, reason })),
            );
        };
        let (others, fed) = (run.others(at), run.fed.get(key));
        for field in [Field::Title, Field::Date, Field::Author, Field::Tags, Field::Body] {
            say(field, Witness::Elsewhere, run.of_field(at, &others, field));
            if matches!(field, Field::Author | Field::Tags | Field::Body) {
                say(field, Witness::Crossed, run.crossed(at, &others, field));
            }
            if let Some(f) = fed {
                say(field, Witness::Feed, compare(field, run.fact(at), f, "the feed"));
            }
        }
        if run.drafts[at.0].kind != Some(LayoutKind::Entry) {
            titled.extend(run.has_title_of_own_page(at).then_some(at));
            say(Field::Link, Witness::Elsewhere, run.of_link(at, &others));
            if let Some(f) = fed {
                say(Field::Link, Witness::Feed, compare(Field::Title, run.fact(at), f, "the feed"));
            }
        }
    }
    for ((d, e), field, vote) in votes {
        if let Some(f) = drafts[d].entries[e].fields.iter_mut().find(|f| f.field == field) {
            f.votes.push(vote);
        }
    }
    for (d, e) in titled {
        overrule(&mut drafts[d].entries[e]);
    }
    repeated(drafts, &own);
}

/// That its permalink says otherwise is no argument against a title that its own page has; nor is,
/// against its text, that it begins with what the permalink says.
fn overrule(e: &mut DraftEntry) {
    for f in &mut e.fields {
        f.votes.retain(|v| {
            v.agrees
                || (f.field, v.witness) != (Field::Title, Witness::Address)
                    && (f.field, v.witness) != (Field::Body, Witness::Crossed)
        });
    }
}

/// Where a text stands: on which page first, whether on another, too, and the title it has there.
struct Shown<'d> {
    on: &'d str,
    several: bool,
    title: Option<&'d str>,
}

/// One text under several permalinks is the text of one of them at most, where their titles differ:
/// of the one that several pages give it. What lists show of entries may be the same few words.
fn repeated(drafts: &mut [Draft], own: &[Vec<String>]) {
    let text = |d: &Draft, e: &DraftEntry| {
        let least = if d.kind == Some(LayoutKind::Entry) { 0 } else { 2 * RUN };
        let speaks = !e.fact.start.trim().is_empty() && e.fact.body.len() >= least;
        speaks.then(|| number(&format!("{}{:?}", e.fact.start, e.fact.body)))
    };
    let mut under: HashMap<u64, BTreeMap<&str, Shown<'_>>> = HashMap::new();
    for (d, keys) in drafts.iter().zip(own) {
        for (e, key) in d.entries.iter().zip(keys).filter(|(_, k)| !k.is_empty()) {
            let Some(text) = text(d, e) else { continue };
            let new = || Shown { on: &d.key, several: false, title: e.fact.title.as_deref() };
            let shown = under.entry(text).or_default().entry(key).or_insert_with(new);
            shown.several |= shown.on != d.key;
        }
    }
    under.retain(|_, keys| keys.len() > 1);
    let mut found: Vec<(At, String)> = Vec::new();
    for (k, d) in drafts.iter().enumerate() {
        for (n, e) in d.entries.iter().enumerate() {
            let key = own[k][n].as_str();
            let keys = text(d, e)
                .and_then(|t| under.get(&t))
                .filter(|keys| keys.get(key).is_none_or(|s| !s.several));
            // With one title, too, it is one entry that the blog has under several addresses; a
            // text of the template has more.
            let same = |s: &Shown<'_>| s.title.is_some() && s.title == e.fact.title.as_deref();
            let other = keys.and_then(|keys| {
                keys.iter().find(|(o, s)| **o != key && (keys.len() > MOST_ADDRESSES || !same(s)))
            });
            found.extend(
                other.map(|(o, _)| {
                    ((k, n), format!("the same text stands under {}", super::shown(o)))
                }),
            );
        }
    }
    for ((d, n), reason) in found {
        if let Some(f) = drafts[d].entries[n]
            .fields
            .iter_mut()
            .find(|f| f.field == Field::Body && f.value.is_some())
        {
            f.votes.push(Vote { witness: Witness::Order, agrees: false, reason });
        }
    }
}

impl Fact {
    /// True where the day that an entry shows is that of `one`, and not that of `other`.
    fn is_rather(&self, one: &Fact, other: &Fact) -> bool {
        let near = |a: Option<NaiveDate>, b: Option<NaiveDate>| {
            a.zip(b).map(|(a, b)| (a - b).num_days().abs() <= 1)
        };
        !self.linked_day
            && near(self.date, one.date) == Some(true)
            && near(self.date, other.date) == Some(false)
    }

    /// True where a field is a title that the entry has not for its own.
    fn says(&self, field: Field, title: &str) -> bool {
        self.title.as_deref() != Some(title)
            && title.len() >= LEAST_STEM
            && match field {
                Field::Author => self.author.as_deref() == Some(title),
                Field::Tags => self.tags.iter().flatten().any(|t| t == title),
                Field::Body => self.start.starts_with(title),
                _ => false,
            }
    }

    /// True where the text begins with the title.
    pub(super) fn repeats_title(&self) -> bool {
        self.title.as_deref().is_some_and(|t| !t.trim().is_empty() && self.start.starts_with(t))
    }

    pub(super) fn has(&self, field: Field) -> bool {
        match field {
            Field::Title => self.title.is_some(),
            Field::Date => self.date.is_some(),
            Field::Author => self.author.is_some(),
            Field::Tags => self.tags.is_some(),
            _ => !self.body.is_empty(),
        }
    }
}

pub(crate) fn compare(field: Field, own: &Fact, other: &Fact, at: &str) -> Opinion {
    if !own.has(field) {
        return if other.has(field) {
            Opinion::Disagrees(format!("{at} has it"))
        } else {
            Opinion::Silent
        };
    }
    match field {
        Field::Title => {
            let (Some(a), Some(b)) = (&own.title, &other.title) else { return Opinion::Silent };
            let part = |of: &Fact, short: &str, long: &str| {
                of.cut && long.trim_start().starts_with(short.trim())
            };
            let same = a == b || part(own, a, b) || part(other, b, a);
            Opinion::of(same, || format!("{at} says {:?}", super::shown(b.trim())))
        }
        Field::Date => {
            let (Some(a), Some(b)) = (own.date, other.date) else { return Opinion::Silent };
            Opinion::of((a - b).num_days().abs() <= 1, || format!("{at} says {b}"))
        }
        Field::Author => {
            let (Some(a), Some(b)) = (&own.author, &other.author) else { return Opinion::Silent };
            Opinion::of(a == b, || format!("{at} says {:?}", super::shown(b.trim())))
        }
        Field::Tags => {
            let (Some(a), Some(b)) = (&own.tags, &other.tags) else { return Opinion::Silent };
            let both = a.iter().filter(|t| b.contains(t)).count();
            match both {
                0 => Opinion::Disagrees(format!("{at} says {:?}", super::shown(&b.concat()))),
                n if n == a.len().max(b.len()) => Opinion::Agrees,
                _ => Opinion::Silent,
            }
        }
        Field::Body => {
            let (a, b) = (&own.body, &other.body);
            let (short, long) = if a.len() <= b.len() { (a, b) } else { (b, a) };
            let long: HashSet<&u32> = long.iter().collect();
            let share =
                short.iter().filter(|r| long.contains(r)).count() as f64 / short.len() as f64;
            let alike = a.first() == b.first();
            // A feed may have less than the page, which then is no beginning of it; what a list
            // shows may be one.
            let beginning = own.given.zip(other.fed).filter(|&(a, b)| {
                own.room.is_none() && a + LACKING <= b && (a as f64) < BEGINNING * b as f64
            });
            if let Some((a, b)) = beginning.filter(|_| alike || share >= ALIKE) {
                return Opinion::Disagrees(format!("{a} words, {at} has {b}"));
            }
            // A few words say something only against a whole text that has none of them.
            if short.len() < 2 * RUN
                && (a.len() > b.len()
                    || other.words.is_none()
                    || share > 0.0
                    || long.len() < 4 * RUN)
            {
                return Opinion::Silent;
            }
            let less = |a: usize, b: usize| (a as f64) < WHOLE * b as f64;
            // What the record has no room for was left out by who made the list.
            let led = own.room.zip(other.words).is_some_and(|(room, all)| less(room, all));
            let whole =
                own.words.zip(other.words).filter(|&(a, b)| !led && less(a.min(b), a.max(b)));
            match (share, whole) {
                (s, Some((a, b))) if s >= ALIKE => {
                    Opinion::Disagrees(format!("{a} words, {at} has {b}"))
                }
                (s, None) if s >= SAME || s >= ALIKE && alike => Opinion::Agrees,
                (s, _) if s < OTHER => Opinion::Disagrees(format!("{at} has another text")),
                // Feeds leave out what pages begin with.
                _ if !alike && !other.start.is_empty() => {
                    Opinion::Disagrees(format!("{at} begins otherwise"))
                }
                _ => Opinion::Silent,
            }
        }
        _ => Opinion::Silent,
    }
}
