//! Which layout a page has: one score for all readings of it.
//!
//! Every layout of the wrapper reads the page, and so does the hypothesis that it is a list never
//! seen (`list/`). Each reading is scored by how well it explains the page (after Dalvi, Kumar
//! and Soliman, Automatic wrappers for large scale web extraction, VLDB 2011: likelihood of what
//! is seen, and of what is read being a well-formed list or entry); "nothing" has score 0. The best
//! one counts. The terms are those of [`Term`]; `feedstone show readings` prints them. Readings
//! that cannot be the best are not made (`at_best.rs`).
//!
//! Time: O(tokens · rules), and what `list/fields.rs` takes where a list lacks fields.

use std::cell::OnceCell;
use std::collections::hash_map::Entry::{Occupied, Vacant};
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use url::Url;

use super::bounds::LEAST_RECORDS;
use super::matching::Matcher;
use super::read::read_all;
use super::replay::{Extraction, Reader};
use super::{IndexRule, Layout, LayoutKind, Scope, TokenPattern, Wrapper, in_head};
use crate::address::{address_key, link_day, link_key};
use crate::entry::{Entry, Field};
use crate::page::{Kind, Page, fold, resolve, sends_on};
use crate::share::most;

macro_rules! terms {
    ($($(#[$doc:meta])* $name:ident $weight:expr,)*) => {
        /// One term of the score of a reading: what is measured. Its weight stands beside it.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Term { $($(#[$doc])* $name,)* }

        impl Term {
            /// All terms.
            pub const ALL: &'static [Term] = &[$(Term::$name,)*];

            /// The name in tools and explanations.
            pub fn name(self) -> &'static str {
                match self { $(Term::$name => stringify!($name),)* }
            }

            /// What one unit of it is worth, in nats: fitted by `tools/readings.py` on corpus/dev
            /// and zoo.
            pub fn weight(self) -> f64 {
                match self { $(Term::$name => $weight,)* }
            }
        }
    };
}

terms! {
    /// The page is an entry's.
    Entry 0.3,
    /// Share of the layout's marks that the page has, less a half.
    EntryMarks 2.8,
    /// The title that every entry has is not there.
    EntryNoTitle -2.0,
    /// The body that every entry has is not there.
    EntryNoBody -1.6,
    /// Other fields that every entry has and this one lacks, as a share of these.
    EntryLacks -1.5,
    /// Fields found, of title, date, author, tags and body.
    EntryFields 1.5,
    /// Share of the page's words that stand in its title and body.
    EntryWords 2.1,
    /// The page's own address (or the canonical one) has the shape of the blog's permalinks: 1, and
    /// -1 where it has not.
    EntryAddress 1.7,
    /// The page is the blog's home page, and not one of a post alone.
    EntryHome -2.6,
    /// The link that was read leads to the page itself: 1, elsewhere: -1.
    EntryLink 1.3,
    /// The page's title element has the entry's title: 1, has it not: -1.
    EntryHeadTitle 0.9,
    /// Title and body stand in several records of the blog's entries.
    EntryOfRecords -6.0,
    /// The page is a list.
    List -0.1,
    /// Share of the layout's marks that the page has, less a half.
    ListMarks 3.2,
    /// Natural logarithm of the number of records.
    ListRecords 0.5,
    /// There is one record only.
    ListOne -1.2,
    /// There is one record only, and it leads to the page itself.
    ListOwn 1.1,
    /// The page's address has the shape of permalinks, and none of the records leads to it.
    ListElsewhere -1.9,
    /// Fields found in a record, of title, date, author, tags and body, on average.
    ListFields 1.9,
    /// Share of the records without title, where the layout has rules for titles.
    ListUntitled -1.9,
    /// Fields that every record has and these lack, as a share.
    ListLacks -1.5,
    /// Share of the records whose link has the shape of the blog's permalinks and is none of a
    /// record ahead, less a half.
    ListPermalinks 3.2,
    /// The page's own address has the shape of the blog's permalinks: 1, has it not: -1.
    ListAddress -0.8,
    /// Share of the page's words that stand in the records.
    ListWords 2.1,
    /// Records hold several of those that the permalinks tell: frames around lists.
    ListFrames -3.1,
    /// The page is a list of a layout never seen.
    Index 0.0,
    /// Natural logarithm of the number of its records.
    IndexRecords 0.6,
    /// There is one record only.
    IndexOne -2.0,
    /// The page's own address has the shape of the blog's permalinks: 1, has it not: -1.
    IndexAddress -1.0,
    /// The page says that it is an article (Open Graph): 1, that it is something else: -1.
    IndexSaid -1.2,
    /// Share of the page's words that stand in the records.
    IndexWords 1.9,
    /// Fields found in a record, of title, date, author, tags and body, on average.
    IndexFields 1.0,
    /// Share of the records with a day.
    IndexDated 0.5,
}

/// One reading of a page.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Reading {
    /// Name of the layout; `index` for a list of a layout never seen.
    pub layout: String,
    /// Its kind.
    pub kind: LayoutKind,
    /// What it reads.
    pub entries: Vec<Entry>,
    /// What speaks for it and against it.
    #[doc(hidden)]
    pub terms: Vec<(Term, f64)>,
}

impl Reading {
    /// How much better than reading nothing, in nats.
    pub fn score(&self) -> f64 {
        score(&self.terms)
    }

    /// As what a page gave.
    pub(crate) fn told(self, why: String) -> Extraction {
        let score = self.score();
        let Reading { layout, kind, entries, .. } = self;
        Extraction { layout: Some(layout), kind: Some(kind), entries, score, why }
    }

    /// The score and its terms in words: `3.2 = Entry 0.5 + EntryMarks 1.7 …`.
    pub fn explain(&self) -> String {
        let terms = self.terms.iter().map(|(t, x)| (t.name(), t.weight() * x));
        let shown: Vec<String> = terms
            .filter(|(_, x)| x.abs() >= 0.05)
            .map(|(name, x)| format!("{name} {x:+.1}"))
            .collect();
        format!("{:.1} = {}", self.score(), shown.join(" "))
    }
}

/// The sum of terms, in their order.
pub(super) fn score(terms: &[(Term, f64)]) -> f64 {
    terms.iter().map(|(t, x)| t.weight() * x).sum()
}

/// The name of the reading as a list never seen.
pub(super) const INDEX: &str = "index";

/// Share of the fields that a layout's entries all have, of these, that one lacks.
fn lacks(layout: &Layout, has: impl Fn(Field) -> bool, fields: &[Field]) -> f64 {
    let required = || fields.iter().filter(|f| layout.requires(**f));
    share(required().filter(|f| !has(**f)).count(), required().count())
}

/// The fields that speak for an entry.
pub(super) const TOLD: [Field; 5] =
    [Field::Title, Field::Date, Field::Author, Field::Tags, Field::Body];

/// Fields found in an entry, on average.
fn found(entries: &[Entry]) -> f64 {
    let found = entries.iter().flat_map(|e| TOLD.map(|f| e.has(f))).filter(|f| *f).count();
    share(found, entries.len())
}

fn share(n: usize, all: usize) -> f64 {
    n as f64 / all.max(1) as f64
}

/// Where an entry layout's rules find titles and bodies, not the first of each alone: what it reads
/// may be a list of entries.
pub(super) struct Spots {
    titles: Vec<usize>,
    texts: Vec<usize>,
    body: Option<Range<usize>>,
}

impl Spots {
    fn of(page: &Page, layout: &Layout) -> Spots {
        let all = |field| {
            let rules = layout.fields.iter().filter(move |r| {
                r.field == field && r.scope == Scope::Record && !in_head(&r.start)
            });
            rules.flat_map(|r| read_all(page, r, &page.body()))
        };
        let sorted = |mut starts: Vec<usize>| {
            starts.sort_unstable();
            starts
        };
        let bodies: Vec<Range<usize>> = all(Field::Body).map(|v| v.slot.tokens).collect();
        let titles = sorted(all(Field::Title).map(|v| v.slot.tokens.start).collect());
        let texts = sorted(bodies.iter().map(|b| b.start).collect());
        Spots { titles, texts, body: bodies.into_iter().next() }
    }

    fn are_several(&self) -> bool {
        self.titles.len() > 1 && self.texts.len() > 1
    }

    /// False where what is read is no list, whatever the records of the index are.
    fn may_be_list(&self, desk: &Desk<'_>) -> bool {
        let Some(index) = &desk.wrapper.index else { return false };
        let (page, base) = (desk.page, &desk.reader.base);
        self.are_several()
            || self.body.as_ref().is_some_and(|b| {
                page.tags_named("a", b.clone()) > LEAST_RECORDS
                    && index.has_links(page, base, b.clone(), LEAST_RECORDS)
            })
    }

    /// True where what is read is a list of entries: the places of title and body occur in several
    /// records of the index, or the body holds mostly such records.
    fn are_list(&self, page: &Page, index: &[Range<usize>]) -> bool {
        let has = |starts: &[usize], e: &Range<usize>| {
            starts.get(starts.partition_point(|s| *s < e.start)).is_some_and(|s| *s < e.end)
        };
        let both = |e: &&Range<usize>| has(&self.titles, e) && has(&self.texts, e);
        if self.are_several() && index.iter().filter(both).nth(1).is_some() {
            return true;
        }
        let Some(body) = self.body.clone() else { return false };
        if page.tags_named("a", body.clone()) <= LEAST_RECORDS {
            return false;
        }
        let inside = index.iter().filter(|e| body.start <= e.start && e.end <= body.end);
        let (records, words) =
            inside.fold((0, 0), |(n, w), e| (n + 1, w + page.words_in((*e).clone())));
        records > LEAST_RECORDS && most(words, page.words_in(body))
    }
}

/// What of a reading only the records of a list never seen tell.
pub(super) enum Unsettled {
    /// Whether what an entry layout finds is a list of entries.
    Entry(Spots),
    /// How many of a list's records are frames around others.
    List,
}

/// A post that a page shows twice, as a featured one and in its list, is one record: the one with
/// more in it, else the first.
fn once(entries: Vec<Entry>) -> Vec<Entry> {
    let more = |e: &Entry| {
        (std::cmp::Reverse(e.missing.len()), e.body_text.as_ref().map_or(0, String::len))
    };
    let mut out: Vec<Entry> = Vec::with_capacity(entries.len());
    let mut seen: HashMap<(String, String), usize> = HashMap::new();
    for e in entries {
        let (Some(link), Some(title)) = (&e.link, &e.title) else {
            out.push(e);
            continue;
        };
        match seen.entry((link.clone(), title.clone())) {
            Occupied(o) if more(&e) > more(&out[*o.get()]) => out[*o.get()] = e,
            Occupied(_) => {}
            Vacant(v) => {
                v.insert(out.len());
                out.push(e);
            }
        }
    }
    out
}

/// Share of the fingerprint's tags that the page has; a layout without fingerprint says nothing
/// (0.5).
pub(super) fn resemblance(page: &Page, layout: &Layout) -> f64 {
    let all = layout.fingerprint.has.len();
    if all == 0 {
        return 0.5;
    }
    let stands = |mark: &&TokenPattern| {
        let matcher = Matcher::new(page, std::slice::from_ref(*mark));
        let start = |i: usize| page.tokens()[i].kind == Kind::Start;
        matcher.is_some_and(|m| {
            m.likely(page, 0..page.len()).any(|i| start(i) && m.first_matches(page, i))
        })
    };
    layout.fingerprint.has.iter().filter(stands).count() as f64 / all as f64
}

/// What `og:type` says: true for articles. None where the page has none.
fn is_article(page: &Page) -> Option<bool> {
    let name = page.label("meta")?;
    let says = |i: usize| {
        let property = page.attr(i, "property").or(page.attr(i, "name"))?;
        property.eq_ignore_ascii_case("og:type").then(|| page.attr(i, "content")).flatten()
    };
    let metas = page.tags_in(name, Kind::Start, 0..page.len());
    let kind = metas.iter().find_map(|i| says(*i as usize))?;
    Some(fold(kind).eq_ignore_ascii_case("article"))
}

/// What is seen of an entry besides which fields it has.
pub(super) struct Seen {
    pub(super) marks: f64,
    pub(super) fields: f64,
    pub(super) words: f64,
    pub(super) link: f64,
    pub(super) head_title: f64,
}

/// A page in the hands of a wrapper: what all readings ask of it.
pub(super) struct Desk<'p> {
    pub(super) wrapper: &'p Wrapper,
    pub(super) page: &'p Page,
    pub(super) reader: Reader<'p>,
    /// Key of the page's own address.
    pub(super) own: String,
    /// The page is the blog's home page.
    pub(super) home: bool,
    /// 1 where the page's address has the shape of permalinks, -1 where not, 0 where none is known.
    pub(super) address: f64,
    /// 1 where the page says that it is an article, -1 where something else, 0 where neither.
    pub(super) said: f64,
    /// Its address has that shape and a name in its last part, which archives of a day lack.
    permalink: bool,
    words: usize,
    /// Where records of a list never seen stand.
    extents: OnceCell<Vec<Range<usize>>>,
}

impl<'p> Desk<'p> {
    pub(super) fn new(wrapper: &'p Wrapper, page: &'p Page, address: &Url) -> Desk<'p> {
        let reader = Reader::new(page, page.base(address));
        let own = address_key(address);
        let canonical = |i: &IndexRule| page.canonical(&reader.base).is_some_and(|c| i.fits(&c));
        let index = wrapper.index.as_ref().filter(|i| !i.shapes.is_empty());
        let fits = index.map(|i| i.fits(address) || canonical(i));
        let last = own.rsplit('/').next().unwrap_or("");
        let permalink =
            last.contains(char::is_alphabetic) && index.is_some_and(|i| i.fits(address));
        let address = fits.map_or(0.0, |f| if f { 1.0 } else { -1.0 });
        let words = page.words_in(page.body());
        let home = Url::parse(&wrapper.home).is_ok_and(|u| address_key(&u) == own);
        let said = is_article(page).map_or(0.0, |a| if a { 1.0 } else { -1.0 });
        let extents = OnceCell::new();
        Desk { wrapper, page, reader, own, home, address, said, permalink, words, extents }
    }

    pub(super) fn extents(&self) -> &[Range<usize>] {
        let of = |i: &IndexRule| IndexRule::extents(self.reader.records(i));
        self.extents.get_or_init(|| self.wrapper.index.as_ref().map_or(Vec::new(), of))
    }

    /// True where days are read from permalinks.
    pub(super) fn reads_days(&self) -> bool {
        self.wrapper.index.as_ref().is_some_and(|i| i.dated)
    }

    /// What is to [settle](Self::settle) of a layout's reading. None where nothing is.
    pub(super) fn unsettled(&self, layout: &Layout) -> Option<Unsettled> {
        match layout.kind {
            LayoutKind::Entry => {
                let spots = Spots::of(self.page, layout);
                spots.may_be_list(self).then_some(Unsettled::Entry(spots))
            }
            LayoutKind::List => self.wrapper.index.as_ref().map(|_| Unsettled::List),
        }
    }

    /// Days that the page does not show, from the permalinks.
    fn dated(&self, mut entries: Vec<Entry>, kind: LayoutKind) -> Vec<Entry> {
        if !self.reads_days() {
            return entries;
        }
        for e in entries.iter_mut().filter(|e| e.date.is_none()) {
            let link = e.link.as_deref().and_then(|l| link_key(&self.reader.base, l));
            let here = kind == LayoutKind::Entry && e.link.is_none() && self.permalink;
            e.date = link.as_deref().and_then(link_day).or(link_day(&self.own).filter(|_| here));
            if e.date.is_some() {
                e.linked_day = true;
                e.missing.retain(|m| m.0 != Field::Date);
            }
        }
        entries
    }

    /// True where the page's address is a permalink's and none of the entries is at it.
    fn elsewhere(&self, entries: &[Entry]) -> bool {
        self.address > 0.0 && !entries.iter().any(|e| self.is_own(e) == Some(true))
    }

    fn is_own(&self, entry: &Entry) -> Option<bool> {
        let link = resolve(&self.reader.base, entry.link.as_deref()?)?;
        Some(link.address().has_key(&self.own))
    }

    /// An entry's reading; `marks`: the layout's [`resemblance`].
    fn entry(&self, layout: &Layout, marks: f64) -> Option<Reading> {
        let (page, kind) = (self.page, LayoutKind::Entry);
        let read = self.reader.entry(self.wrapper, layout, &page.body(), None);
        let mut entries = self.dated(vec![read], kind);
        let e = entries.first_mut().filter(|e| e.title.is_some() || e.body_text.is_some())?;
        let sign = |b: Option<bool>| b.map_or(0.0, |b| if b { 1.0 } else { -1.0 });
        let said = page.title().zip(e.title.as_ref()).map(|(head, t)| head.contains(&fold(t)));
        let places = [Field::Title, Field::Body].map(|f| e.place(f).cloned().unwrap_or(0..0));
        let words: usize = places.into_iter().map(|p| page.words_in(p)).sum();
        let seen = Seen {
            marks,
            fields: found(std::slice::from_ref(e)),
            words: share(words, self.words).min(1.0),
            link: sign(self.is_own(e)),
            head_title: sign(said),
        };
        let terms = self.entry_terms(layout, |f| e.has(f), &seen);
        Some(Reading { layout: layout.name.clone(), kind, entries, terms })
    }

    /// The terms of an entry that has these fields, but for what [`settle`](Self::settle) adds.
    pub(super) fn entry_terms(
        &self,
        layout: &Layout,
        has: impl Fn(Field) -> bool,
        seen: &Seen,
    ) -> Vec<(Term, f64)> {
        let rest = [Field::Date, Field::Author, Field::Tags];
        // Such a home page stands at its newest post's place.
        let at_home = self.home && layout.at_home;
        vec![
            (Term::Entry, 1.0),
            (Term::EntryMarks, seen.marks - 0.5),
            (Term::EntryNoTitle, lacks(layout, &has, &[Field::Title])),
            (Term::EntryNoBody, lacks(layout, &has, &[Field::Body])),
            (Term::EntryLacks, lacks(layout, &has, &rest)),
            (Term::EntryFields, seen.fields),
            (Term::EntryWords, seen.words),
            (Term::EntryAddress, if at_home { 1.0 } else { self.address }),
            (Term::EntryHome, f64::from(u8::from(self.home && !at_home))),
            (Term::EntryLink, if at_home { seen.link.abs() } else { seen.link }),
            (Term::EntryHeadTitle, seen.head_title),
            (Term::EntryOfRecords, 0.0),
        ]
    }

    /// A list's reading; `marks`: the layout's [`resemblance`].
    fn list(&self, layout: &Layout, marks: f64) -> Option<Reading> {
        let (page, kind) = (self.page, LayoutKind::List);
        let entries = self.dated(once(self.reader.list(self.wrapper, layout)), kind);
        let n = entries.len();
        if n == 0 {
            return None;
        }
        let count = |f: &dyn Fn(&Entry) -> bool| share(entries.iter().filter(|e| f(e)).count(), n);
        let index = self.wrapper.index.as_ref();
        let fits = |e: &Entry| {
            let link = e.link.as_deref().and_then(|l| resolve(&self.reader.base, l));
            link.is_some_and(|l| index.is_none_or(|i| i.fits_address(l.address())))
        };
        let mut known: HashSet<&str> = HashSet::new();
        let mut permalinks = 0;
        for e in &entries {
            let is_new = e.link.as_deref().is_some_and(|l| known.insert(l));
            permalinks += usize::from(is_new && fits(e));
        }
        let words: usize = entries.iter().map(|e| page.words_in(e.tokens.clone())).sum();
        let fields = [Field::Link, Field::Date, Field::Author, Field::Tags, Field::Body];
        let lacking = entries.iter().map(|e| lacks(layout, |f| e.has(f), &fields));
        let lacking = lacking.sum::<f64>() / n as f64;
        let one = f64::from(u8::from(n == 1));
        let own = entries.first().is_some_and(|e| self.is_own(e) == Some(true));
        let terms = vec![
            (Term::List, 1.0),
            (Term::ListMarks, marks - 0.5),
            (Term::ListRecords, (n as f64).ln()),
            (Term::ListOne, one),
            (Term::ListOwn, if own { one } else { 0.0 }),
            (Term::ListElsewhere, if self.elsewhere(&entries) { 1.0 } else { 0.0 }),
            (Term::ListFields, found(&entries)),
            (Term::ListUntitled, count(&|e| e.title.is_none() && layout.has_titles())),
            (Term::ListLacks, lacking),
            (Term::ListPermalinks, share(permalinks, n) - 0.5),
            (Term::ListAddress, self.address),
            (Term::ListWords, share(words, self.words).min(1.0)),
            (Term::ListFrames, 0.0),
        ];
        Some(Reading { layout: layout.name.clone(), kind, entries, terms })
    }

    /// Ask what only the records of a list never seen tell, and take it down.
    pub(super) fn settle(&self, unsettled: Unsettled, reading: &mut Reading) {
        let (term, x) = match unsettled {
            Unsettled::Entry(spots) => {
                let are_list = spots.are_list(self.page, self.extents());
                (Term::EntryOfRecords, f64::from(u8::from(are_list)))
            }
            Unsettled::List => {
                let starts = self.extents();
                let frames = |e: &&Entry| {
                    let from = starts.partition_point(|r| r.start < e.tokens.start);
                    starts[from..].iter().take_while(|r| r.start < e.tokens.end).nth(1).is_some()
                };
                let entries = &reading.entries;
                (Term::ListFrames, share(entries.iter().filter(frames).count(), entries.len()))
            }
        };
        reading.terms.iter_mut().filter(|t| t.0 == term).for_each(|t| t.1 = x);
    }

    pub(super) fn index(&self) -> Option<Reading> {
        let (page, kind) = (self.page, LayoutKind::List);
        let entries = self.dated(self.reader.index(self.wrapper), kind);
        let n = entries.len();
        // One link alone is a list where it stands with its day.
        if n == 0 || n == 1 && entries.iter().all(|e| e.date.is_none()) {
            return None;
        }
        let words: usize = entries.iter().map(|e| page.words_in(e.tokens.clone())).sum();
        let dated = entries.iter().filter(|e| e.date.is_some()).count();
        let terms = vec![
            (Term::Index, 1.0),
            (Term::IndexRecords, (n as f64).ln()),
            (Term::IndexOne, f64::from(u8::from(n == 1))),
            (Term::IndexAddress, self.address),
            (Term::IndexSaid, self.said),
            (Term::IndexWords, share(words, self.words).min(1.0)),
            (Term::IndexFields, found(&entries)),
            (Term::IndexDated, share(dated, n)),
        ];
        Some(Reading { layout: INDEX.to_owned(), kind, entries, terms })
    }

    /// A page read with one layout, unsettled.
    pub(super) fn draft(&self, layout: &Layout, marks: f64) -> Option<Reading> {
        match layout.kind {
            LayoutKind::Entry => self.entry(layout, marks),
            LayoutKind::List => self.list(layout, marks),
        }
    }

    /// All readings.
    pub(super) fn readings(&self) -> Vec<Reading> {
        let read = |l: &Layout| {
            let mut reading = self.draft(l, resemblance(self.page, l))?;
            if let Some(unsettled) = self.unsettled(l) {
                self.settle(unsettled, &mut reading);
            }
            Some(reading)
        };
        self.wrapper.layouts.iter().filter_map(read).chain(self.index()).collect()
    }
}

impl Wrapper {
    /// Read a page: entries with title, link, date, author, tags and body. Deterministic, no I/O,
    /// no clock.
    ///
    /// `url` is the page's own address (links on it are resolved against it).
    pub fn extract(&self, html: &str, url: &str) -> Extraction {
        self.extract_page(&Page::parse(html), url)
    }

    /// As [`extract`](Self::extract), for a page at hand: the best of its [`readings`], where one
    /// is better than nothing.
    ///
    /// [`readings`]: Self::explain
    pub fn extract_page(&self, page: &Page, url: &str) -> Extraction {
        let Ok(address) = Url::parse(url) else {
            let why = format!("{url:?} is not an absolute address");
            return Extraction { why, ..Extraction::default() };
        };
        if sends_on(page) {
            let why = "the page sends its readers on to another address".to_owned();
            return Extraction { why, ..Extraction::default() };
        }
        let desk = Desk::new(self, page, &address);
        let mut readings = desk.likely();
        readings.sort_by(|a, b| b.score().total_cmp(&a.score()));
        let why = match readings.split_first() {
            None => "no layout fits: neither records nor an entry's fields were found".to_owned(),
            Some((best, others)) => {
                let next = others.iter().map(|r| format!(", {:?} {:.1}", r.layout, r.score()));
                let what = match (best.score() > 0.0, best.kind) {
                    (false, _) => "nothing is the likeliest reading".to_owned(),
                    (_, LayoutKind::Entry) => format!("an entry by the rules of {:?}", best.layout),
                    _ => format!("{} records of {:?}", best.entries.len(), best.layout),
                };
                format!("{what}; score {}{}", best.explain(), next.collect::<String>())
            }
        };
        match readings.into_iter().next().filter(|r| r.score() > 0.0) {
            Some(mut best) => {
                best.complete(&desk);
                best.told(why)
            }
            None => Extraction { why, ..Extraction::default() },
        }
    }

    /// All readings of a page, each with the terms of its score, in the order of the layouts.
    ///
    /// Empty where `url` is no absolute address.
    #[doc(hidden)]
    pub fn readings(&self, page: &Page, url: &str) -> Vec<Reading> {
        let Ok(address) = Url::parse(url) else { return Vec::new() };
        let desk = Desk::new(self, page, &address);
        let mut readings = desk.readings();
        readings.iter_mut().for_each(|reading| reading.complete(&desk));
        readings
    }
}
