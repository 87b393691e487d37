//! Cross-check: what rules read of a page, held against witnesses that know nothing of the rules.
//!
//! A [`Checker`] reads pages one after the other with a wrapper, lets the witnesses of each page
//! speak, and at the end those that need other pages. For every entry and field they agree,
//! disagree with a reason, or say nothing; [`confidence`] makes one number of it.
//!
//! | file | witness |
//! |---|---|
//! | `likeness.rs` | RTDM: is the page built like those of its layout; does its address fit |
//! | `look.rs` | no witness: a page is read, and asked those that need it alone, on any thread |
//! | `own.rs` | what the page says of itself: title element, meta tags, machine-readable times |
//! | `address.rs` | what the permalink says: title, day |
//! | `profile.rs` | what values looked like at learning time |
//! | `place.rs` | the elements around values, as at learning time and on the other pages |
//! | `bounds.rs` | where a text begins and ends |
//! | `cut_off.rs` | no witness of its own (it speaks as bounds): downloads that ended too early |
//! | `paid.rs` | no witness: what stands behind the beginning of a text for those who pay |
//! | `letters.rs` | bytes that were read as another encoding, markup escaped twice |
//! | `instead.rs` | what stands where an entry should: a login, nothing, another blog's page |
//! | `names.rs` | what tags and authors are called by other links, and on the other pages |
//! | `records.rs` | DEPTA: records and columns of a list page |
//! | `content.rs` | TSReC: what an entry page has that others of its template have not |
//! | `order.rs` | the other entries of the page: order of days, values that repeat |
//! | `elsewhere.rs` | the same entry on other pages and in the feed |
//! | `heard.rs` | no witness: which of them are heard |
//! | `confidence.rs` | one calibrated number for each value |
//! | `build.rs` | no witness: what they need to know of a blog, taken down at learning time |
//! | `stands.rs` | no witness: where a value stands, and where it links to |
//! | `witness.rs` | the witnesses' names |
//! | `cause.rs` | why a page has its verdict |
//! | `items.rs` | the feed's items on pages: which are shown, what is read of them |
//! | `health.rs` | no witness: home page and items' own pages against today's feed |
//!
//! Time: what replaying takes, a few times over; every witness is bounded (see the constants of its
//! file). Space: one to four kilobytes an entry for what is compared with each other, the last
//! 20,000 entries and pages at most; what was judged before is the caller's ([`Checker::judged`]).

mod address;
mod bounds;
mod build;
mod cause;
#[doc(hidden)]
pub mod confidence;
mod content;
mod cut_off;
mod elsewhere;
mod health;
mod heard;
mod instead;
pub(crate) mod items;
mod letters;
mod likeness;
mod look;
mod names;
mod order;
mod own;
mod paid;
mod place;
mod profile;
mod records;
mod stands;
mod witness;

#[doc(hidden)]
pub use build::{Build, Stands};
pub(crate) use build::{slug, take_down};
pub use cause::Cause;
pub(crate) use elsewhere::{Fact, of_feed};
#[doc(hidden)]
pub use health::{FieldHealth, Health, PagesHealth, health};
pub(crate) use items::Shown;
#[doc(hidden)]
pub use look::{Eyes, Looked};
pub(crate) use stands::{HELD, MOST_PLACES};
pub use witness::Witness;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::Error;
use crate::entry::{Entry, Field};
use crate::feed::{self, Feed};
use crate::page::Page;
use crate::rule::{LayoutKind, Wrapper};

/// What one witness says of one value.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Vote {
    /// Who.
    pub witness: Witness,
    /// Whether it agrees.
    pub agrees: bool,
    /// Why not, with the other value where there is one; empty where it agrees.
    pub reason: String,
}

/// What came of a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum State {
    /// The witnesses agree.
    Agree,
    /// Too little is known to say.
    CannotTell,
    /// The witnesses disagree.
    Disagree,
}

named!(State, "what came of a value");

impl State {
    /// All states.
    pub const ALL: [State; 3] = [State::Agree, State::CannotTell, State::Disagree];

    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            State::Agree => "agree",
            State::CannotTell => "cannot tell",
            State::Disagree => "disagree",
        }
    }
}

/// One field of one entry.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct FieldCheck {
    /// The field; an excerpt counts as body.
    pub field: Field,
    /// What was read, shortened; None where it is absent.
    pub value: Option<String>,
    /// True where every entry had it at learning time.
    pub required: bool,
    /// What the witnesses say.
    pub votes: Vec<Vote>,
    /// How sure it is that the value (or its absence) is right, 0 to 1.
    pub confidence: f64,
    /// What that comes to.
    pub state: State,
}

impl FieldCheck {
    /// The reasons of those that disagree; how the page is built explains least and comes last.
    pub fn reasons(&self) -> impl Iterator<Item = &Vote> {
        let by = |layout: bool| {
            self.votes.iter().filter(move |v| !v.agrees && (v.witness == Witness::Layout) == layout)
        };
        let kind = self.votes.iter().filter(|v| !v.agrees && v.witness == Witness::Kind);
        kind.chain(by(false).filter(|v| v.witness != Witness::Kind)).chain(by(true))
    }

    /// Why it disagrees where no witness does.
    pub fn doubt(&self) -> Option<&'static str> {
        let why = if self.value.is_some() {
            "too little speaks for it"
        } else {
            "not found, though the rules have it"
        };
        (self.state == State::Disagree && self.reasons().next().is_none()).then_some(why)
    }
}

/// One entry of a page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct EntryCheck {
    /// Its permalink, where one was read.
    pub link: Option<String>,
    /// Its fields: those read, and those that are missing though the rules have them.
    pub fields: Vec<FieldCheck>,
}

/// What came of a page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Verdict {
    /// Nothing disagrees.
    Ok,
    /// The rules never knew pages like this one, and it is no page of an entry: nothing was read.
    OtherLayout,
    /// Some values disagree, or the page ended too early and entries may be missing.
    Partial,
    /// The rules no longer fit the page.
    Drifted,
}

named!(Verdict, "what came of a page");

impl Verdict {
    /// All verdicts.
    pub const ALL: [Verdict; 4] =
        [Verdict::Ok, Verdict::OtherLayout, Verdict::Partial, Verdict::Drifted];

    /// The name in output.
    pub fn name(self) -> &'static str {
        match self {
            Verdict::Ok => "ok",
            Verdict::OtherLayout => "other layout",
            Verdict::Partial => "partial",
            Verdict::Drifted => "drifted",
        }
    }
}

/// One page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct PageCheck {
    /// Its address.
    pub url: String,
    /// The layout it was read with.
    pub layout: Option<String>,
    /// List or entry.
    pub kind: Option<LayoutKind>,
    /// Similarity to the pages its layout was learned from, in percent of theirs to each other;
    /// None where nothing is known of them.
    pub likeness: Option<u32>,
    /// What came of it.
    pub verdict: Verdict,
    /// Its entries.
    pub entries: Vec<EntryCheck>,
    /// Why the page has its verdict.
    pub why: Cause,
}

/// Entries, those of pages without any counted as one, that are compared with each other: an
/// archive of more is judged in parts, so that memory does not grow with it.
const MOST_TOGETHER: usize = 20_000;
/// Longest value that is kept whole for reports.
const SHOWN: usize = 120;

/// What is known of a page before the last witnesses have spoken.
#[derive(Default)]
struct Draft {
    url: String,
    key: String,
    layout: Option<String>,
    kind: Option<LayoutKind>,
    learned: bool,
    likeness: Option<u32>,
    fits: bool,
    /// Its address is an entry's, and in the folder of a month or a day.
    dated: bool,
    /// Share of the page's words that stand in its entries.
    covered: f64,
    /// Read as a list, and some entry has another page than this one.
    lists: bool,
    /// Read as a list, but the page of an entry: what was read is of other entries.
    of_others: bool,
    /// What stands where an entry should, if something does.
    instead: Option<Cause>,
    /// It has no end.
    cut: Option<cut_off::CutOff>,
    /// Entries of it may be missing.
    lost: bool,
    /// Nothing was read of it, and most pages at addresses like its are lists.
    among_lists: bool,
    why: String,
    entries: Vec<DraftEntry>,
}

struct DraftEntry {
    link: Option<String>,
    /// Its link leads to the page itself.
    own: bool,
    fields: Vec<DraftField>,
    fact: elsewhere::Fact,
    /// Where its links lead, as numbers.
    links: Vec<u64>,
}

struct DraftField {
    field: Field,
    value: Option<String>,
    required: bool,
    votes: Vec<Vote>,
    /// Where it stands, as numbers.
    at: Vec<u64>,
    /// What it names, of tags and authors.
    names: Vec<names::Named>,
}

impl DraftEntry {
    fn vote(&mut self, field: Field, witness: Witness, opinion: Opinion) {
        if self.fields.iter().any(|f| f.field == field && f.value.is_some()) {
            self.vote_or_absent(field, witness, opinion);
        }
    }

    /// The same, also where the field is absent.
    fn vote_or_absent(&mut self, field: Field, witness: Witness, opinion: Opinion) {
        let Some((agrees, reason)) = opinion.said() else { return };
        if let Some(f) = self.fields.iter_mut().find(|f| f.field == field) {
            f.votes.push(Vote { witness, agrees, reason });
        }
    }
}

/// What a witness thinks of a value.
pub(crate) enum Opinion {
    Agrees,
    Disagrees(String),
    Silent,
}

impl Opinion {
    fn said(self) -> Option<(bool, String)> {
        match self {
            Opinion::Agrees => Some((true, String::new())),
            Opinion::Disagrees(why) => Some((false, why)),
            Opinion::Silent => None,
        }
    }

    fn of(agrees: bool, why: impl FnOnce() -> String) -> Opinion {
        if agrees { Opinion::Agrees } else { Opinion::Disagrees(why()) }
    }
}

/// The text of a field, for reports and comparisons.
fn text_of(entry: &Entry, field: Field) -> Option<String> {
    match field {
        Field::Title => entry.title.clone(),
        Field::Link => entry.link.clone(),
        Field::Date => entry.date.map(|d| d.to_string()),
        Field::Author => entry.author.clone(),
        Field::Tags => entry.tags.as_ref().filter(|t| !t.is_empty()).map(|t| t.join(", ")),
        Field::Body | Field::Excerpt => entry.body_text.clone(),
    }
}

fn shown(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((at, _)) => format!("{}…", &text[..at]).replace('\n', " "),
        None => text.replace('\n', " "),
    }
}

/// Characters of a name or title that are compared.
const COMPARED: usize = 300;

/// The start of a value: longer ones say nothing more.
fn head(text: &str) -> &str {
    text.char_indices().nth(COMPARED).map_or(text, |(at, _)| &text[..at])
}

/// A text as a number, to be compared with others.
fn number(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    text.hash(&mut hasher);
    hasher.finish()
}

/// The fields that are checked.
pub(crate) const CHECKED: [Field; 6] =
    [Field::Title, Field::Link, Field::Date, Field::Author, Field::Tags, Field::Body];

/// Reads pages with a wrapper and asks the witnesses.
///
/// ```
/// use feedstone::{Page, Wrapper, check::{Checker, Verdict}, source::Dir};
///
/// let folder = Dir::open("samples/garden-notes", None)?;
/// let wrapper = Wrapper::learn(&folder, folder.base())?;
/// let post = "2020/10/03/blue-sheet-and-a-brick/";
/// let html = std::fs::read_to_string(format!("samples/garden-notes/{post}index.html"))?;
/// let check = |html: &str| {
///     let mut checker = Checker::new(&wrapper);
///     checker.read(&Page::parse(html), &format!("https://garden-notes.example/{post}"));
///     checker.finish().remove(0)
/// };
/// assert_eq!(check(&html).verdict, Verdict::Ok);
/// // After its title's class was changed.
/// assert_eq!(check(&html.replace("entry-title", "headline")).verdict, Verdict::Partial);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Checker<'w> {
    eyes: Arc<Eyes<'w>>,
    feed: Vec<elsewhere::Fact>,
    /// The pages that are compared with each other, what their entries name, and how many entries
    /// they have.
    drafts: Vec<Draft>,
    called: names::Called,
    together: usize,
    /// Pages of the parts before, those that nobody has asked for, and how many there were.
    judged: Vec<PageCheck>,
    before: usize,
}

impl std::fmt::Debug for Checker<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Checker").field("pages", &self.drafts.len()).finish_non_exhaustive()
    }
}

impl<'w> Checker<'w> {
    /// A checker for pages of one wrapper.
    pub fn new(wrapper: &'w Wrapper) -> Checker<'w> {
        Checker {
            eyes: Arc::new(Eyes::of(wrapper)),
            feed: Vec::new(),
            drafts: Vec::new(),
            called: names::Called::default(),
            together: 0,
            judged: Vec::new(),
            before: 0,
        }
    }

    /// Let the feed of today speak, too.
    ///
    /// # Errors
    /// Kind `Feed` where the bytes are none that can be read.
    pub fn hear_feed(&mut self, bytes: &[u8]) -> Result<(), Error> {
        self.hear(&feed::read(bytes, None, &self.eyes.wrapper.feed)?);
        Ok(())
    }

    /// The same, of a feed that was read.
    #[doc(hidden)]
    pub fn hear(&mut self, feed: &Feed) {
        self.feed.extend(elsewhere::of_feed(feed));
    }

    /// What looks at pages on other threads; what they see is given to [`take`](Self::take), page
    /// by page.
    #[doc(hidden)]
    pub fn eyes(&self) -> Arc<Eyes<'w>> {
        Arc::clone(&self.eyes)
    }

    /// Read one page and ask the witnesses that need it alone.
    pub fn read(&mut self, page: &Page, url: &str) {
        let looked = self.eyes.look(page, url);
        self.take(looked);
    }

    /// Remember a page that was looked at. The order of pages counts.
    #[doc(hidden)]
    pub fn take(&mut self, looked: Looked) {
        let Looked { mut draft, said, waiting } = looked;
        let entries = draft.entries.len().max(1);
        if self.together + entries > MOST_TOGETHER {
            self.judge();
        }
        self.together += entries;
        let number = self.drafts.len();
        self.called.hear(number, said);
        if let (Some(waiting), Some(e)) = (waiting, draft.entries.first_mut()) {
            self.eyes.contents.take(self.before + number, waiting, e);
        }
        self.drafts.push(draft);
    }

    /// What is judged so far, in the order of pages, each page once: of long archives all but the
    /// last part. [`finish`](Self::finish) gives the rest.
    pub fn judged(&mut self) -> Vec<PageCheck> {
        std::mem::take(&mut self.judged)
    }

    /// Ask the witnesses that need other pages, and judge: all pages that [`judged`](Self::judged)
    /// did not give.
    pub fn finish(mut self) -> Vec<PageCheck> {
        self.judge();
        self.judged
    }

    /// Judges the pages that are compared with each other, and forgets them.
    fn judge(&mut self) {
        let wrapper = self.eyes.wrapper;
        let mut drafts = std::mem::take(&mut self.drafts);
        let called = std::mem::take(&mut self.called);
        cut_off::ask(&mut drafts);
        self.eyes.contents.finish(self.before, &mut drafts);
        likeness::ask(wrapper, &mut drafts);
        place::others(&mut drafts);
        names::ask(&called, &mut drafts);
        // Who is not to be believed has no say in what other pages are worth.
        heard::first(wrapper, &mut drafts);
        elsewhere::ask(&self.feed, &mut drafts);
        heard::last(wrapper, &mut drafts);
        (self.before, self.together) = (self.before + drafts.len(), 0);
        self.judged.extend(drafts.into_iter().map(|d| judge(wrapper, d)));
    }
}

/// How the entries of a page fare in one field.
struct Tally {
    field: Field,
    all: usize,
    odd: usize,
    fine: usize,
}

impl Tally {
    fn of(field: Field, entries: &[DraftEntry]) -> Tally {
        let mut out = Tally { field, all: 0, odd: 0, fine: 0 };
        for f in
            entries.iter().flat_map(|e| &e.fields).filter(|f| f.field == field && f.value.is_some())
        {
            let (odd, fine) = Tally::said(f);
            out.all += 1;
            out.odd += usize::from(odd);
            out.fine += usize::from(fine);
        }
        out
    }

    /// Whether a witness of the value itself disagrees and none from outside its markup agrees; and
    /// whether one that knows more than lengths agrees and none disagrees.
    fn said(f: &DraftField) -> (bool, bool) {
        // That a link has a shape of its own says nothing of the page.
        let shape = |v: &Vote| (f.field, v.witness) == (Field::Link, Witness::Profile);
        let own = || {
            f.votes
                .iter()
                .filter(|v| !matches!(v.witness, Witness::Layout | Witness::Kind) && !shape(v))
        };
        let vouched = |v: &Vote| {
            v.agrees
                && matches!(
                    v.witness,
                    Witness::Page | Witness::Address | Witness::Elsewhere | Witness::Feed
                )
        };
        let contested = own().any(|v| !v.agrees);
        (
            contested && !own().any(vouched),
            !contested && own().any(|v| v.witness != Witness::Profile),
        )
    }

    fn others(&self, f: &DraftField) -> Option<confidence::Mates> {
        let (odd, fine) = Tally::said(f);
        let n = self.all.checked_sub(1).filter(|n| *n >= 2)? as f64;
        let (odd, fine) = (self.odd - usize::from(odd), self.fine - usize::from(fine));
        // Of a few entries one says little: two more count as not odd.
        Some(confidence::Mates { odd: odd as f64 / (n + 2.0), fine: fine as f64 / n })
    }
}

/// From votes to confidences, states and a verdict.
fn judge(wrapper: &Wrapper, draft: Draft) -> PageCheck {
    let reading = confidence::Reading {
        learned: draft.learned,
        kind: draft.kind,
        strange: draft.likeness.is_some_and(|l| l < likeness::STRANGE),
        at_home: draft.likeness.is_some_and(|l| l >= likeness::ALIKE),
    };
    let tallies = CHECKED.map(|field| Tally::of(field, &draft.entries));
    let mut entries: Vec<EntryCheck> = Vec::new();
    for e in draft.entries {
        let fields = e.fields.into_iter().map(|f| {
            let tally = tallies.iter().find(|t| t.field == f.field);
            let confidence = match f.value {
                Some(_) => confidence::of_value(
                    f.field,
                    reading,
                    tally.and_then(|t| t.others(&f)),
                    &f.votes,
                ),
                None => confidence::of_absence(
                    f.field,
                    reading,
                    f.required,
                    tally.is_some_and(|t| t.all == 0),
                    &f.votes,
                ),
            };
            let contested = f.value.is_some() && confidence::is_contested(&f.votes);
            let state = confidence::state(confidence, reading, contested);
            FieldCheck {
                field: f.field,
                value: f.value,
                required: f.required,
                votes: f.votes,
                confidence,
                state,
            }
        });
        entries.push(EntryCheck { link: e.link, fields: fields.collect() });
    }
    let count = |s: State| entries.iter().flat_map(|e| &e.fields).filter(|f| f.state == s).count();
    let all = entries.iter().map(|e| e.fields.len()).sum::<usize>();
    let disagree = count(State::Disagree);
    let read = draft.why;
    let alike = draft.url == wrapper.home || draft.likeness.is_some_and(|l| l >= likeness::ALIKE);
    let (verdict, why) = match (all, disagree) {
        (0, _) if alike => (Verdict::Drifted, Cause::Alike(read)),
        (0, _) if draft.among_lists => (Verdict::Drifted, Cause::ListAddress(read)),
        (0, _) => {
            let found = draft.instead.unwrap_or(Cause::Read(read));
            match draft.fits {
                true => (Verdict::Drifted, Cause::EntryAddress(Box::new(found))),
                false => (Verdict::OtherLayout, found),
            }
        }
        (_, 0) if draft.lost => (Verdict::Partial, Cause::CutOff),
        (_, 0) => (Verdict::Ok, Cause::Read(read)),
        (of, values) => {
            let most = if 2 * values >= of { Verdict::Drifted } else { Verdict::Partial };
            (most, Cause::Disagree { values, of, read })
        }
    };
    if entries.is_empty() && verdict == Verdict::Drifted {
        // The fields that its rules would read of such a page.
        let kind = if draft.among_lists { LayoutKind::List } else { LayoutKind::Entry };
        let known = |f: &Field| wrapper.layouts.iter().any(|l| l.kind == kind && l.requires(*f));
        let fields = CHECKED.into_iter().filter(|f| *f == Field::Title || known(f));
        let absent = |field| FieldCheck {
            field,
            value: None,
            required: true,
            votes: Vec::new(),
            confidence: 0.0,
            state: State::Disagree,
        };
        entries.push(EntryCheck { link: None, fields: fields.map(absent).collect() });
    }
    PageCheck {
        url: draft.url,
        layout: draft.layout,
        kind: draft.kind,
        likeness: draft.likeness,
        verdict,
        entries,
        why,
    }
}
