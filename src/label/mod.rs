//! Where feed items stand on pages: items × pages → labelled token ranges, consistent over all
//! items (WTM section 3).
//!
//! For each field every place that could be meant is listed ("candidates"); the *context* of a
//! place is the path of tags around it. The context that fits most items wins, and each item takes
//! its place in that context, so that a title repeated in a side bar does not confuse it. A label
//! that contradicts the others is dropped with a reason.
//!
//! | file | what |
//! |---|---|
//! | `canvas.rs` | a page prepared for searching; an item prepared to be found |
//! | `signs.rs` | what speaks for a place: the numbers of this room |
//! | `assign.rs` | the vote over items |
//! | `title.rs` | titles, whole, decorated or cut short |
//! | `heading.rs` | titles as far as the page's own headings go |
//! | `link.rs` | permalinks |
//! | `day.rs` | days in text and attributes, own or as a heading over several items |
//! | `body.rs` | bodies and excerpts that are the feed's text |
//! | `own/` | bodies that the feed does not have: what is the entry's own |
//! | `beside.rs` | lists of other entries on entries' pages |
//! | `author.rs` | the author's name |
//! | `byline.rs` | names behind the words that say who wrote |
//! | `tags/` | tags and categories |
//! | `written.rs` | tags that are words of one text |
//! | `unnamed.rs` | posts between those of a feed that leaves some out |
//! | `unlabelled.rs` | why an item has no label |
//! | `dump.rs` | labels as text |
//! | `using.rs` | the mechanisms by name, to measure each |

mod assign;
mod author;
mod beside;
mod body;
mod byline;
mod canvas;
mod day;
mod dump;
mod heading;
mod link;
mod own;
mod signs;
mod tags;
mod title;
mod unlabelled;
pub(crate) mod unnamed;
mod using;
mod written;

use std::ops::Range;
use std::rc::Rc;

pub use canvas::{Canvas, MAX_TOKENS, Target};
pub use dump::dump;
pub use unlabelled::Unlabelled;
pub use using::{Mechanism, Mechanisms};

use self::signs::FEW_WORDS;
use crate::date::{Day, Pattern};
use crate::entry::{Field, Slot, bare_name, parted};
use crate::page::{Page, record_of};
use crate::share::nearly_all;

/// A labelled value.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    pub(crate) slot: Slot,
    /// Set where the value is an attribute of the slot's first token.
    pub(crate) attr: Option<String>,
    /// For dates: how the day is written, and what it says.
    pub(crate) date: Option<(Pattern, Day)>,
    /// For dates: it stands in a heading over several items.
    pub(crate) sticky: bool,
    /// True for bodies that are only a part of what the feed has.
    pub(crate) excerpt: bool,
    /// For tags: which of the blog's families (categories, tags) it belongs to.
    pub(crate) family: usize,
    /// For tags that are words of one text: the sign that parts them.
    pub(crate) split: Option<char>,
}

impl Spot {
    pub(crate) fn tokens(tokens: Range<usize>) -> Spot {
        Spot::at(Slot::whole(tokens))
    }

    /// The value of a slot.
    pub(crate) fn at(slot: Slot) -> Spot {
        Spot { slot, attr: None, date: None, sticky: false, excerpt: false, family: 0, split: None }
    }

    /// The names it holds: the parts of a text that is split, else its text.
    pub(crate) fn names(&self, page: &Page) -> Vec<String> {
        match self.split {
            Some(sign) => parted(page, &self.slot, sign).into_iter().map(|v| v.text).collect(),
            None => vec![bare_name(&self.slot.text(page)).to_owned()],
        }
    }

    /// The tokens the value stands in.
    pub fn range(&self) -> Range<usize> {
        self.slot.tokens.clone()
    }
}

/// What was found of one feed item on one page.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct ItemLabels {
    /// Index of the item in the feed.
    pub item: usize,
    /// Index of the page among those given.
    pub page: usize,
    /// The tokens that can belong to the item: up to its neighbours on list pages, the page's body
    /// on entry pages.
    pub window: Range<usize>,
    /// The title.
    pub title: Option<Spot>,
    /// The permalink.
    pub link: Option<Spot>,
    /// The date.
    pub date: Option<Spot>,
    /// The author.
    pub author: Option<Spot>,
    /// The tags.
    pub tags: Vec<Spot>,
    /// The body or excerpt.
    pub body: Option<Spot>,
    /// What could not be labelled, and why.
    pub missing: Vec<(Field, Unlabelled)>,
}

impl ItemLabels {
    /// The labels of a field.
    pub fn spots(&self, field: Field) -> Vec<&Spot> {
        match field {
            Field::Title => self.title.iter().collect(),
            Field::Link => self.link.iter().collect(),
            Field::Date => self.date.iter().collect(),
            Field::Author => self.author.iter().collect(),
            Field::Tags => self.tags.iter().collect(),
            Field::Body => self.body.iter().filter(|b| !b.excerpt).collect(),
            Field::Excerpt => self.body.iter().filter(|b| b.excerpt).collect(),
        }
    }

    /// Forgets date, author and tags.
    fn clear_names(&mut self) {
        (self.date, self.author) = (None, None);
        self.tags.clear();
        self.missing.retain(|m| !matches!(m.0, Field::Date | Field::Author | Field::Tags));
    }

    /// The token that stands for the item on its page: its title, else its link.
    pub fn anchor(&self) -> Option<usize> {
        self.title.as_ref().or(self.link.as_ref()).map(|s| s.slot.tokens.start)
    }
}

/// One item sought in a window of a page.
pub(crate) struct View<'a> {
    pub canvas: &'a Canvas<'a>,
    pub target: &'a Target,
    pub labels: ItemLabels,
    /// The tokens that its text may stand in.
    pub texts: Range<usize>,
    /// Records of lists of other entries.
    pub others: Vec<Range<usize>>,
}

impl View<'_> {
    /// True where a mechanism is in use.
    fn uses(&self, mechanism: Mechanism) -> bool {
        self.canvas.using.has(mechanism)
    }

    /// True where tokens stand outside title and body, and outside records of other entries.
    fn free(&self, tokens: &Range<usize>) -> bool {
        let mut own = [&self.labels.title, &self.labels.body].into_iter().flatten();
        let is_other = || {
            let record = beside::around(&self.others, tokens.start);
            record.is_some_and(|record| self.is_other(record))
        };
        !own.any(|s| s.range().contains(&tokens.start)) && !is_other()
    }

    /// True for a record beside the entry that its title does not stand in.
    fn is_other(&self, record: &Range<usize>) -> bool {
        self.labels.title.as_ref().is_none_or(|t| !record.contains(&t.slot.tokens.start))
    }

    /// The largest element whose visible words are just these.
    fn element_of(&self, words: &Range<usize>) -> Option<usize> {
        let (page, all) = (self.canvas.page, &self.canvas.words);
        let first = all.places.get(words.start)?.0 as usize;
        page.ancestors(first).take_while(|&a| all.within(page.region(a)) == *words).last()
    }
}

/// What is asked of each view's page, once for views in a row of one page: those of a list.
fn of_pages<'v, T>(views: &[View<'v>], ask: impl Fn(&'v Canvas<'v>) -> T) -> Vec<Rc<T>> {
    let mut out: Vec<Rc<T>> = Vec::with_capacity(views.len());
    for (k, view) in views.iter().enumerate() {
        let known = k > 0 && std::ptr::eq(views[k - 1].canvas, view.canvas);
        out.push(if known { Rc::clone(&out[k - 1]) } else { Rc::new(ask(view.canvas)) });
    }
    out
}

/// Label the items on a list page. Items that do not stand there are left out.
///
/// `navigation`: contexts (see `page::context_of`) in which links to entries stand on entry pages
/// too, as in a side bar of recent posts.
pub fn label_list(
    canvas: &Canvas<'_>,
    targets: &[Target],
    navigation: &[String],
) -> Vec<ItemLabels> {
    let whole = canvas.page.body();
    let mut views: Vec<View<'_>> = targets
        .iter()
        .map(|target| View {
            canvas,
            target,
            texts: whole.clone(),
            others: Vec::new(),
            labels: ItemLabels {
                item: target.item,
                window: whole.clone(),
                ..ItemLabels::default()
            },
        })
        .collect();
    title::label(&mut views, false, navigation);
    link::label(&mut views, false, navigation);
    views.retain(|v| v.labels.anchor().is_some());
    views.sort_by_key(|v| v.labels.anchor());
    views.dedup_by_key(|v| v.labels.anchor());
    narrow(canvas, &mut views);
    body::label(&mut views, true);
    body::complete(&mut views);
    day::label(&mut views, true);
    part(&mut views);
    author::label(&mut views);
    tags::label(&mut views);
    own::label(&mut views, true);
    views.into_iter().map(|v| v.labels).collect()
}

/// Label each item on its own page: `pages[k]` is the page of `targets[k]`.
///
/// `navigation`: as for [`label_list`]; a title that stands elsewhere, too, is not sought there,
/// nor is the entry's link.
pub fn label_entries(
    pages: &[Canvas<'_>],
    targets: &[&Target],
    navigation: &[String],
) -> Vec<ItemLabels> {
    let targets = tags::said(pages, targets);
    let lists = beside::lists(pages, navigation);
    let mut views: Vec<View<'_>> = pages
        .iter()
        .zip(&targets)
        .zip(lists)
        .enumerate()
        .map(|(page, ((canvas, target), others))| View {
            canvas,
            target,
            texts: canvas.page.body(),
            others,
            labels: ItemLabels {
                item: target.item,
                page,
                window: canvas.page.body(),
                ..ItemLabels::default()
            },
        })
        .collect();
    title::label(&mut views, true, navigation);
    link::label(&mut views, true, navigation);
    body::label(&mut views, false);
    body::complete(&mut views);
    let names = |views: &mut [View<'_>]| {
        day::label(views, false);
        author::label(views);
        tags::label(views);
    };
    names(&mut views);
    // A day or a name inside the body is none of the entry's.
    if own::label(&mut views, false) {
        views.iter_mut().for_each(|v| v.labels.clear_names());
        names(&mut views);
    }
    views.into_iter().map(|v| v.labels).collect()
}

/// Give each view the tokens between its neighbours: from behind the previous item's anchor to
/// ahead of the next one's, inside the element that the anchors share.
fn narrow(canvas: &Canvas<'_>, views: &mut [View<'_>]) {
    let page = canvas.page;
    let anchors: Vec<usize> = views.iter().filter_map(|v| v.labels.anchor()).collect();
    let elements = record_of(page, &anchors);
    let nexts: Vec<Option<usize>> =
        (0..views.len()).map(|k| next_alike(page, elements[k], elements.get(k + 1))).collect();
    let are_heads = have_more_behind(page, &elements, &nexts);
    let others = unnamed::anchors(canvas, &anchors);
    for k in 0..views.len() {
        let around = page.parent(elements[k]).map_or(page.body(), |p| page.inside(p));
        let before = k.checked_sub(1).map(|j| anchors[j]);
        let from = before.map_or(around.start, |b| page.tokens()[b].end as usize + 1);
        let to = anchors.get(k + 1).copied().unwrap_or(around.end);
        let [ahead, behind] = unnamed::gaps(page, elements[k], before, elements.get(k + 1))
            .map(|gap| unnamed::span(page, elements[k], &others, gap));
        let from = ahead.map_or(from, |others| others.end.max(from));
        let to = behind.map_or(to, |others| others.start.min(to));
        // A record with an element of its own keeps to it; a run of siblings goes up to its
        // neighbours, and one whose head is an element up to the next head.
        let own = page.region(elements[k]);
        let rich = page.words_in(own.clone()) > page.words_in(page.region(anchors[k])) + FEW_WORDS;
        let window = match rich {
            true if are_heads => own.start..nexts[k].unwrap_or(to),
            true => own,
            false => from..to,
        };
        let window = window.start..window.end.max(window.start);
        // Days may stand ahead of titles, texts do not.
        let shared = k > 0 && views[k - 1].labels.window.end > window.start;
        let start = if shared { anchors[k] } else { window.start };
        views[k].texts = start.clamp(window.start, window.end)..window.end;
        views[k].labels.window = window;
    }
}

/// Parts the windows that neighbours share where days head the items: what stands ahead of a day is
/// the item's before.
fn part(views: &mut [View<'_>]) {
    let ahead = |view: &View<'_>| {
        let (day, anchor) = (view.labels.date.as_ref()?, view.labels.anchor()?);
        (!day.sticky && day.slot.tokens.start < anchor).then_some(day.slot.tokens.start)
    };
    let heads: Vec<Option<usize>> = views.iter().map(ahead).collect();
    if !nearly_all(heads.iter().flatten().count(), views.len()) {
        return;
    }
    for k in 1..views.len() {
        let Some(day) = heads[k] else { continue };
        let page = views[k].canvas.page;
        let alone = |&a: &usize| page.words_in(page.region(a)) == page.words_in(day..day + 1);
        let head = page.ancestors(day).take_while(alone).last().unwrap_or(day);
        let shared = views[k].labels.window.start..views[k - 1].labels.window.end;
        let text = views[k - 1].labels.body.as_ref().map_or(0, |b| b.slot.tokens.end);
        if shared.contains(&head) && text <= head {
            views[k - 1].labels.window.end = head;
            views[k - 1].texts.end = head.max(views[k - 1].texts.start);
            views[k].labels.window.start = head;
        }
    }
}

/// The next sibling of an element with its name and class, and those of its first element, up to
/// the next record's: together these searches walk the page once.
fn next_alike(page: &Page, element: usize, next: Option<&usize>) -> Option<usize> {
    let end = page.parent(element).map_or(page.body(), |p| page.inside(p)).end;
    let behind = page.region(element).end..end.min(next.map_or(end, |next| next + 1));
    let first = |i: usize| page.children(i).find(|&c| page.tokens()[c].opens());
    let names = |i: usize| (page.named(i), first(i).map(|c| page.named(c)));
    let (name, mut at) = (names(element), behind.start);
    while at < behind.end {
        if page.tokens()[at].opens() && names(at) == name {
            return Some(at);
        }
        at = page.region(at).end;
    }
    None
}

/// True where most of the elements are heads of records alone: the rest stands behind them, ahead
/// of the next one like them.
fn have_more_behind(page: &Page, elements: &[usize], nexts: &[Option<usize>]) -> bool {
    let mut counts = [0, 0];
    for (element, next) in elements.iter().zip(nexts) {
        let Some(next) = *next else { continue };
        let has_more = page.words_in(page.region(*element).end..next) > FEW_WORDS;
        counts[usize::from(has_more)] += 1;
    }
    counts[1] > counts[0]
}
