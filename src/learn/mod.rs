//! Labelled ranges to rules (WTM sections 4 and 5): candidates grow outward from the labels, are
//! generalised over the training items, and are pruned to the fewest tokens that are exact on all
//! items, held-out ones included.
//!
//! | file | what |
//! |---|---|
//! | `gather.rs` | what is fetched of a blog before learning |
//! | `lists.rs` | further lists: archives, months, tags |
//! | `general.rs` | what tokens of several items have in common |
//! | `bounds.rs` | the numbers of this room |
//! | `candidates.rs` | candidate rules for one field |
//! | `field.rs` | the best of them |
//! | `judge.rs` | whether rules read an item right |
//! | `price.rs` | what a rule costs |
//! | `extent.rs` | which of a list's texts are whole |
//! | `builds.rs` | layouts of their own for entry pages that the rules read wrong |
//! | `ends.rs` | ends of texts that are the template's |
//! | `evidence.rs` | which items are held out to test them |
//! | `record.rs` | where records start and end |
//! | `regular.rs` | the rules' regular-expression form |
//! | `literal.rs` | learning as the paper prints it |
//! | `navigation.rs` | where links to entries are menus and side bars |
//! | `mark.rs` | tags that tell a layout's pages from others |
//! | `older.rs` | archives of another day than the feed's |
//! | `unsupervised.rs` | learning without a feed |
//! | `proof.rs` | how rules read the feed's items |
//! | `finding.rs` | what came of each field, and why no more |
//! | `whole.rs` | from an address, or what was gathered, to rules |
//! | `relearn.rs` | new layouts beside the old ones, once they have proved themselves |

mod bounds;
mod builds;
mod candidates;
mod ends;
mod evidence;
mod extent;
mod field;
mod finding;
mod gather;
mod general;
mod judge;
mod lists;
mod literal;
mod mark;
mod navigation;
mod older;
mod price;
mod proof;
mod record;
mod regular;
mod relearn;
mod unsupervised;
mod whole;

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use chrono::NaiveDate;
use url::Url;

use crate::address::{LinkShape, address_key, host, link_day};
use crate::check;
use crate::date::Pattern;
use crate::entry::{Entry, Field};
use crate::label::{Canvas, ItemLabels, Mechanism, Mechanisms, Target, label_entries, label_list};
use crate::page::{Page, words_of};
use crate::rule::{FieldRule, Fingerprint, IndexRule, Layout, LayoutKind, Wrapper};
use crate::share::nearly_all;
use bounds::{LEAST_RECORDS, LONGEST_TITLE, MOST_OTHERS, MOST_SHAPES};
use navigation::Links;

pub use crate::label::Unlabelled;
pub use finding::{Finding, NoRule};
pub use gather::{Blog, Gathering};
#[doc(hidden)]
pub use gather::{EntryPage, Fetched, MAX_ENTRIES};
#[doc(hidden)]
pub use lists::{FurtherList, MAX_LISTS};
#[doc(hidden)]
pub use literal::literal;
pub use relearn::Relearned;
#[doc(hidden)]
pub use relearn::{relearn, values_right};
#[doc(hidden)]
pub use unsupervised::learn_without_feed;

/// What was learned, and how well.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Learned {
    /// The rules.
    pub wrapper: Wrapper,
    /// For each layout and field what was seen and what came of it, in words for people.
    pub findings: Vec<Finding>,
    /// The labels on the home page.
    #[doc(hidden)]
    pub home_labels: Vec<ItemLabels>,
    /// The labels on the entry pages; `page` counts in [`Blog::entries`].
    #[doc(hidden)]
    pub entry_labels: Vec<ItemLabels>,
    /// Layouts that were learned from further lists ([`Blog::lists`]).
    #[doc(hidden)]
    pub further: Vec<FurtherList>,
}

/// Learn a wrapper from a blog's feed, home page and entry pages. Pure: no I/O, deterministic.
///
/// Always gives a wrapper; what could not be learned is among the findings.
#[doc(hidden)]
pub fn learn(blog: &Blog) -> Learned {
    learn_using(blog, Mechanisms::ALL)
}

/// As [`learn()`], with some of the mechanisms only: to measure what each is worth.
#[doc(hidden)]
pub fn learn_using(blog: &Blog, using: Mechanisms) -> Learned {
    let feed = &blog.feed;
    let lang = feed.language.as_deref();
    let mut targets = Target::all(feed);
    // The address an item's page has in the end (after redirects) is one of its addresses.
    for e in &blog.entries {
        if let Ok(u) = Url::parse(&e.url) {
            targets[e.item].add_link(address_key(&u));
        }
    }
    Target::describe(&mut targets, blog.entries.iter().map(|e| (e.item, &e.page)));
    let pages = std::iter::once((&blog.home.page, blog.home.url.as_str()))
        .chain(blog.entries.iter().map(|e| (&e.page, e.url.as_str())));
    let mut canvases = Canvas::all(pages, lang);
    canvases.iter_mut().flatten().for_each(|c| c.using = using);
    let home = canvases.remove(0);
    // Pages too large to learn from are left out: `kept` says which of the blog's entry pages the
    // others are.
    let kept: Vec<usize> = (0..canvases.len()).filter(|&k| canvases[k].is_some()).collect();
    let (mut canvases, items): (Vec<Canvas<'_>>, Vec<usize>) =
        canvases.into_iter().zip(&blog.entries).filter_map(|(c, e)| Some((c?, e.item))).unzip();
    let Links { index, beside } = navigation::learn(blog, home.as_ref(), &canvases, &targets);
    let known: Vec<String> = index.navigation.iter().map(|n| n.path.clone()).collect();
    let mut home_labels =
        home.as_ref().map_or(Vec::new(), |c| label_list(c, &targets[..blog.named()], &known));
    let mut findings = Vec::new();
    let mut layouts = Vec::new();
    let entry_pages: Vec<&Page> = canvases.iter().map(|c| c.page).collect();
    if let Some(home) = &home {
        let list =
            list_layout(home, &home_labels, &targets[..blog.named()], &entry_pages, &mut findings);
        if let Some(list) = list {
            as_shown(&mut targets, home.page, &home_labels, &list);
            layouts.push(list);
        }
    }
    let sought: Vec<&Target> = items.iter().map(|item| &targets[*item]).collect();
    let entry_labels = label_entries(&canvases, &sought, &beside);

    if !using.has(Mechanism::Entries) {
        canvases.clear();
    }
    let home_page: Vec<&Page> = home.iter().map(|h| h.page).collect();
    let shared: &[FieldRule] = layouts.first().map_or(&[], |list: &Layout| &list.fields);
    let entry = entry_layout(&canvases, &entry_labels, &sought, &home_page, shared, &mut findings);
    if let (Some(home), [list], Some(entry)) = (&home, layouts.as_mut_slice(), &entry)
        && lacks_tags(&targets, list, entry)
    {
        for (labels, canvas) in entry_labels.iter().map(|l| (l, &canvases[l.page])) {
            targets[labels.item].add_tags(canvas.page, &labels.tags);
        }
        let named = &targets[..blog.named()];
        home_labels = label_list(home, named, &known);
        let mut found = Vec::new();
        let again = list_layout(home, &home_labels, named, &entry_pages, &mut found);
        add_tags(list, again, &mut findings, found);
    }
    layouts.extend(entry);
    let mut index =
        index_rule(index, &home_labels, &entry_labels).filter(|_| using.has(Mechanism::Lists));
    if let Some(i) = &mut index {
        i.dated = using.has(Mechanism::Dates)
            && days_in_links(&targets, home_labels.iter().chain(&entry_labels));
        i.slug = check::slug(feed);
    }
    let mut wrapper = Wrapper {
        home: blog.home.url.clone(),
        feed: feed.url.clone(),
        title: feed.title.as_deref().map(short),
        lang: lang.map(str::to_owned),
        learner: concat!("feedstone ", env!("CARGO_PKG_VERSION")).to_owned(),
        layouts,
        index,
    };
    further_shapes(&mut wrapper, &blog.home.page);
    if using.has(Mechanism::Builds) && using.has(Mechanism::Entries) {
        builds::learn(&mut wrapper, blog, &targets, &canvases, &beside);
    }
    let own = own_pages(&wrapper, blog);
    mark_home(&mut wrapper, blog, &own);
    mark_tag_rows(&mut wrapper, blog, &own);
    let further = match using.has(Mechanism::Archives) {
        true => lists::learn(&mut wrapper, blog, &targets, &own, &canvases),
        false => Vec::new(),
    };
    let pages = blog.entries.iter().map(|e| (&e.page, e.url.as_str()));
    let pages: Vec<(&Page, &str)> = std::iter::once((&blog.home.page, blog.home.url.as_str()))
        .chain(pages)
        .chain(blog.lists.iter().map(|l| (&l.page, l.url.as_str())))
        .collect();
    let whole = whole_texts(&own, &targets);
    let lists = blog.lists.iter().map(|l| (&l.page, l.url.as_str()));
    let lists: Vec<(&Page, &str)> = pages[..1].iter().copied().chain(lists).collect();
    extent::learn(&mut wrapper, &lists, &whole);
    check::take_down(&mut wrapper, feed, &pages);
    let mut entry_labels = entry_labels;
    entry_labels.iter_mut().for_each(|l| l.page = kept.get(l.page).copied().unwrap_or(l.page));
    Learned { wrapper, findings, home_labels, entry_labels, further }
}

/// What the feed leaves out, or says otherwise, is sought on other pages as the home page shows it,
/// where rules read it there: tags of a feed without any, authors.
fn as_shown(targets: &mut [Target], home: &Page, labels: &[ItemLabels], list: &Layout) {
    let shows = |field: Field| list.fields.iter().any(|r| r.field == field);
    let untagged = targets.iter().all(Target::is_untagged);
    for labels in labels {
        let target = &mut targets[labels.item];
        if untagged && shows(Field::Tags) {
            target.add_tags(home, &labels.tags);
        }
        if let Some(author) = labels.author.as_ref().filter(|_| shows(Field::Author)) {
            target.set_author(&author.slot.text(home));
        }
    }
}

/// True where neither the feed nor the home page's markup says which tags its posts have, and their
/// own pages do.
fn lacks_tags(targets: &[Target], list: &Layout, entry: &Layout) -> bool {
    let tagged = |layout: &Layout| layout.fields.iter().any(|r| r.field == Field::Tags);
    targets.iter().all(Target::is_untagged) && !tagged(list) && tagged(entry)
}

/// Adds the rules for tags of a list that was learned anew, and what was found of them, where its
/// records are the same.
fn add_tags(
    list: &mut Layout,
    again: Option<Layout>,
    findings: &mut [Finding],
    found: Vec<Finding>,
) {
    let Some(again) = again.filter(|again| again.record == list.record) else { return };
    let tags = again.fields.into_iter().filter(|r| r.field == Field::Tags);
    list.fields.extend(tags);
    list.fields.sort_by_key(|r| Field::ALL.iter().position(|f| *f == r.field));
    let of_tags = |f: &Finding| f.kind == LayoutKind::List && f.field == Field::Tags;
    if let Some(found) = found.into_iter().find(of_tags)
        && let Some(known) = findings.iter_mut().find(|f| of_tags(f))
    {
        *known = found;
    }
}

/// The layout of the home page, where the feed's items make a list of it.
fn list_layout(
    home: &Canvas<'_>,
    labels: &[ItemLabels],
    targets: &[Target],
    entry_pages: &[&Page],
    findings: &mut Vec<Finding>,
) -> Option<Layout> {
    let found = labels.len();
    let record = record::learn(home, labels).filter(|_| found >= LEAST_RECORDS);
    let Some(mut record) = record else {
        let all = targets.len();
        let why = match found {
            found if found < LEAST_RECORDS => NoRule::TooFew { found, of: all },
            _ => NoRule::NoRecord,
        };
        findings.push(Finding::none(LayoutKind::List, all, why));
        return None;
    };
    regular::record(&mut record, home.page);
    let windows = record::windows(home.page, &record, labels);
    let in_record = |(labels, window): (_, Option<Range<usize>>)| {
        let labels: &ItemLabels = labels;
        let target = &targets[labels.item];
        Some(field::Item { canvas: home, target, labels, window: window?, leaves_own_out: false })
    };
    let items: Vec<field::Item<'_>> = labels.iter().zip(windows).filter_map(in_record).collect();
    let fields = fields(LayoutKind::List, &items, targets.len().min(found), &[], findings);
    let fingerprint = mark::learn(&[home.page], entry_pages);
    Some(Layout { fingerprint, record: Some(record), ..layout(LayoutKind::List, fields, 1) })
}

/// The layout of the entry pages.
///
/// `shared`: rules of another layout, tried for what these pages teach nothing of.
fn entry_layout(
    canvases: &[Canvas<'_>],
    labels: &[ItemLabels],
    sought: &[&Target],
    others: &[&Page],
    shared: &[FieldRule],
    findings: &mut Vec<Finding>,
) -> Option<Layout> {
    if canvases.is_empty() {
        findings.push(Finding::none(LayoutKind::Entry, 0, NoRule::NoPages));
        return None;
    }
    let on_page = |labels| {
        let labels: &ItemLabels = labels;
        let (canvas, target) = (&canvases[labels.page], sought[labels.page]);
        field::Item { canvas, target, labels, window: canvas.page.body(), leaves_own_out: false }
    };
    let items: Vec<field::Item<'_>> = labels.iter().map(on_page).collect();
    let fields = fields(LayoutKind::Entry, &items, items.len(), shared, findings);
    let pages: Vec<&Page> = canvases.iter().map(|c| c.page).collect();
    let fingerprint = mark::learn(&pages, others);
    let told = fields.iter().any(|f| matches!(f.field, Field::Title | Field::Body));
    told.then(|| Layout { fingerprint, ..layout(LayoutKind::Entry, fields, canvases.len() as u32) })
}

/// A blog's title, as long as titles are.
fn short(title: &str) -> String {
    title.chars().take(LONGEST_TITLE).collect()
}

/// A name that none of the layouts has: `list`, `list-2`, …
fn free_name<'l>(kind: LayoutKind, layouts: impl Iterator<Item = &'l Layout>) -> String {
    let taken: Vec<&str> = layouts.map(|l| l.name.as_str()).collect();
    let numbered = (2..).map(|n| format!("{}-{n}", kind.name()));
    let mut names = std::iter::once(kind.name().to_owned()).chain(numbered);
    names.find(|n| !taken.contains(&n.as_str())).unwrap_or_default()
}

fn layout(kind: LayoutKind, fields: Vec<FieldRule>, pages: u32) -> Layout {
    Layout {
        name: kind.name().to_owned(),
        kind,
        fingerprint: Fingerprint::default(),
        record: None,
        fields,
        extent: None,
        pages,
        build: None,
        span: None,
        at_home: false,
        unsupervised: false,
    }
}

/// What the rules read of items on their own pages, by the items' numbers in the feed.
fn own_pages(wrapper: &Wrapper, blog: &Blog) -> HashMap<usize, Entry> {
    let read = |p: &EntryPage| {
        let read = wrapper.extract_page(&p.page, &p.url);
        let entry = read.entries.into_iter().next()?;
        (read.kind == Some(LayoutKind::Entry)).then_some((p.item, entry))
    };
    blog.entries.iter().filter_map(read).collect()
}

/// Marks the layout of entries' pages that the home page has, too, where it is no list: it reads
/// there what it reads on the page of one of the items, and links beside that lead to that post and
/// the one before at most.
fn mark_home(wrapper: &mut Wrapper, blog: &Blog, own: &HashMap<usize, Entry>) {
    let has_list = wrapper.layouts.iter().any(|l| l.kind == LayoutKind::List);
    let (page, url) = (&blog.home.page, &blog.home.url);
    let (Some(index), Ok(address)) = (&wrapper.index, Url::parse(url)) else { return };
    if has_list || own.len() < LEAST_RECORDS {
        return;
    }
    let posts: HashSet<String> = index
        .permalinks(page, &page.base(&address), page.body())
        .map(|post| address_key(&post))
        .collect();
    if posts.len() > LEAST_RECORDS {
        return;
    }
    for k in 0..wrapper.layouts.len() {
        wrapper.layouts[k].at_home = true;
        let read = wrapper.extract_page(page, url);
        let is_it = |post: &Entry| match &read.entries[..] {
            [newest] => {
                newest.title.is_some()
                    && (&newest.title, newest.date, &newest.body_text)
                        == (&post.title, post.date, &post.body_text)
            }
            _ => false,
        };
        let layout = &mut wrapper.layouts[k];
        layout.at_home = read.layout.as_ref() == Some(&layout.name) && own.values().any(is_it);
    }
}

/// Marks a blog whose posts' pages show no row of links to tags but those that its rules read: a
/// row at the text of an older post is its own.
fn mark_tag_rows(wrapper: &mut Wrapper, blog: &Blog, own: &HashMap<usize, Entry>) {
    let is_bare = |p: &EntryPage| {
        own.get(&p.item).is_none_or(|e| wrapper.rows_of_tags(&p.page, &p.url, e).is_empty())
    };
    let bare = own.len() > LEAST_RECORDS && blog.entries.iter().all(is_bare);
    if let Some(index) = &mut wrapper.index {
        index.tag_rows = bare;
    }
}

/// Words of the whole text of each entry, by the keys of its addresses: as its own page gives it,
/// else the feed's where that has an element for whole texts.
fn whole_texts(own: &HashMap<usize, Entry>, targets: &[Target]) -> HashMap<String, usize> {
    let mut words: Vec<Option<usize>> =
        targets.iter().map(|t| Some(t.body.len()).filter(|_| !t.maybe_teaser)).collect();
    for (item, entry) in own {
        if let Some(text) = &entry.body_text {
            words[*item] = Some(words_of(text).len());
        }
    }
    let of = |t: &Target| Some((t.links.clone(), words[t.item]?));
    let all = targets.iter().filter_map(of);
    all.flat_map(|(links, n)| links.into_iter().map(move |l| (l, n))).collect()
}

/// Rules for all fields of one layout; of `shared` for those that the items teach nothing of.
fn fields(
    kind: LayoutKind,
    items: &[field::Item<'_>],
    expected: usize,
    shared: &[FieldRule],
    findings: &mut Vec<Finding>,
) -> Vec<FieldRule> {
    let mut out = Vec::new();
    for f in Field::ALL {
        let labelled = items.iter().filter(|i| !i.labels.spots(f).is_empty()).count();
        if labelled == 0
            && matches!(f, Field::Excerpt | Field::Body)
            && items.iter().any(|i| i.labels.body.is_some())
        {
            continue;
        }
        let mut rules = field::learn(f, items);
        if rules.is_empty() {
            rules = field::shared(f, items, shared);
        }
        if f != Field::Excerpt || labelled > 0 {
            findings.push(Finding {
                kind,
                field: f,
                items: expected,
                evidence: rules.first().map(|r| r.evidence),
                unlabelled: reasons(items, f),
                no_rule: (rules.is_empty() && labelled > 0).then_some(NoRule::NoPattern),
            });
        }
        out.extend(rules);
    }
    out
}

/// The reasons for missing labels, each with its number of items.
fn reasons(items: &[field::Item<'_>], f: Field) -> Vec<(Unlabelled, usize)> {
    let mut counts: Vec<(Unlabelled, usize)> = Vec::new();
    for &(_, why) in items.iter().flat_map(|i| &i.labels.missing).filter(|m| m.0 == f) {
        match counts.iter_mut().find(|c| c.0 == why) {
            Some(c) => c.1 += 1,
            None => counts.push((why, 1)),
        }
    }
    counts
}

/// What lists of layouts never seen can be read with.
fn index_rule(
    mut index: IndexRule,
    home: &[ItemLabels],
    on_entries: &[ItemLabels],
) -> Option<IndexRule> {
    if index.shapes.is_empty() {
        return None;
    }
    let mut dates: Vec<(Pattern, usize)> = Vec::new();
    for label in home.iter().chain(on_entries) {
        // What is said to machines is no way to write days for readers, but where it names months.
        if let Some(spot) = &label.date
            && let Some((pattern, _)) = &spot.date
            && (spot.attr.is_none() || pattern.has_name())
            && pattern.is_sure()
        {
            match dates.iter_mut().find(|d| d.0 == *pattern) {
                Some(d) => d.1 += 1,
                None => dates.push((pattern.clone(), 1)),
            }
        }
    }
    dates.sort_by_key(|d| std::cmp::Reverse(d.1));
    index.dates = dates.into_iter().map(|d| d.0).collect();
    Some(index)
}

/// Adds the shapes of permalinks that the home page's list shows and the feed's items have not: of
/// posts from before a move, or in other sections.
fn further_shapes(wrapper: &mut Wrapper, home: &Page) {
    let Ok(url) = Url::parse(&wrapper.home) else { return };
    // Without it the page is read by the list's own rules or not at all.
    let Some(index) = wrapper.index.take() else { return };
    let read = wrapper.extract_page(home, &wrapper.home);
    let entries = if read.kind == Some(LayoutKind::List) { read.entries } else { Vec::new() };
    // What has a title and a day of its own is a post.
    let posts = entries.iter().filter(|e| e.title.is_some() && e.date.is_some());
    let links = posts.filter_map(|e| home.base(&url).join(e.link.as_deref()?).ok());
    let others: Vec<Url> =
        links.filter(|to| host(to) == host(&url) && !index.fits(to)).take(MOST_OTHERS).collect();
    let shapes = LinkShape::learn(&others).into_iter();
    let several = |s: &LinkShape| others.iter().filter(|to| s.fits(to)).count() >= LEAST_RECORDS;
    let further: Vec<LinkShape> = shapes.filter(several).take(MOST_SHAPES).collect();
    wrapper.index = Some(IndexRule { shapes: [index.shapes, further].concat(), ..index });
}

/// True where the permalinks have the items' own days in them: the feed's, or those that the pages
/// show (a day off is a time zone).
fn days_in_links<'l>(targets: &[Target], labels: impl Iterator<Item = &'l ItemLabels>) -> bool {
    let shown: HashMap<usize, NaiveDate> =
        labels.filter_map(|l| Some((l.item, l.date.as_ref()?.date.as_ref()?.1.date()?))).collect();
    let known = targets.iter().filter_map(|t| {
        Some((t.day.or(shown.get(&t.item).copied())?, t.links.iter().find_map(|l| link_day(l))))
    });
    let (mut right, mut all) = (0, 0);
    for (day, in_link) in known {
        all += 1;
        right += usize::from(in_link.is_some_and(|d| (d - day).num_days().abs() <= 1));
    }
    all > 0 && nearly_all(right, all)
}
