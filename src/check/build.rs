//! What checks need to know of a blog, taken down when its rules are learned: how the pages of a
//! layout are built, where values stand, what title elements and permalinks say, who writes, and
//! which witnesses contradict what is read right.
//!
//! Time: replaying and checking the wrapper on the pages it was learned from, and a few tree
//! distances.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use url::Url;

use super::Witness;
use super::elsewhere::of_feed;
use super::items::{layout_of, on_list};
use super::stands::{MOST_PLACES, held_by_body, places_of, said_by_links};
use super::{CHECKED, Checker, Vote};
use crate::address::title_in_link;
use crate::entry::{Entry, Field};
use crate::feed::Feed;
use crate::page::{Kind, Page, fold, is_xml};
use crate::rule::{Extraction, LayoutKind, Wrapper};
use crate::tree::cluster::folded;
use crate::tree::rtdm::{Denominator, Options, similarity};
use crate::tree::{Names, Outline};

/// How pages of a layout are built: what a page is compared with to see whether it still has the
/// layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Build {
    /// The elements of one page outside of bodies, each with its first class, runs of equal
    /// siblings kept twice: `body(div.post(h2 a))`.
    pub outline: String,
    /// Least similarity of the other pages it was learned from, in percent; 100 where there are
    /// none.
    pub alike: u32,
    /// What stands around the entry's title in the title element of most of its pages: ahead of it
    /// and behind it.
    pub title: Option<(String, String)>,
    /// Where values stand, a field each.
    pub values: Vec<Stands>,
    /// Of the list layout that reads the home page: how many of the feed's items it read there.
    pub shows: Option<u32>,
}

/// Where the values of a field stand on the pages of a layout.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stands {
    /// The field.
    pub field: Field,
    /// The elements around a value, outermost first, and of bodies what stands behind:
    /// `header/h2.title/a`, `div.post>^footer` (`^` for each element that ends there, five at
    /// most).
    pub at: Vec<String>,
    /// Share of the values, in percent, that the address says which they link to (`/tag/bread`).
    /// None where they are no links.
    pub linked: Option<u32>,
    /// Of bodies: the other fields that stood in some of them at learning time. None where that is
    /// not known.
    pub holds: Option<Vec<Field>>,
    /// Witnesses that disagreed with right values at learning time: what they have against a value
    /// of this blog says little. Of tags also the feed, where it named none.
    pub doubted: Vec<Witness>,
}

/// Most pages that are compared with the one kept.
const MOST_PAGES: usize = 8;
/// Most elements of an outline that is kept or compared; of larger pages nothing is known.
pub(crate) const MOST_ELEMENTS: usize = 1_500;
/// Most bytes of a title element besides the title.
const MOST_AROUND: usize = 300;
/// Most authors that are known by name.
const MOST_NAMES: usize = 20;
/// Fewest pages or items that show what is usual, and the share of them that must.
const LEAST_SEEN: usize = 3;
const MOSTLY: f64 = 0.6;
/// Least share of a permalink's words that its title has, in percent, of a blog whose permalinks
/// say titles.
const LEAST_SAID: u32 = 40;

/// Share of a field's values that a witness must disagree with where the rules were learned, and
/// fewest of them, for it to be doubted.
const DOUBTFUL: f64 = 0.2;
const LEAST_DOUBTED: usize = 2;

/// Adds to each layout how its pages are built, where values stand, which witnesses contradict
/// right values, and the days of the feed's items.
///
/// `pages`: those it was learned from, with their addresses.
pub(crate) fn take_down(wrapper: &mut Wrapper, feed: &Feed, pages: &[(&Page, &str)]) {
    let mut names = Names::default();
    let mut seen: Vec<(String, Outline, String, Option<(String, String)>)> = Vec::new();
    let mut authors: Vec<String> = Vec::new();
    let mut stand: HashMap<(String, Field), Standing> = HashMap::new();
    // Nothing that is added here changes what is read.
    let reads: Vec<Extraction> = pages.iter().map(|p| wrapper.extract_page(p.0, p.1)).collect();
    for (&(page, url), read) in pages.iter().zip(&reads) {
        let named = read.entries.iter().filter_map(|e| e.author.clone());
        authors.extend(named.filter(|name| name.chars().all(is_xml)));
        let Some(layout) = read.layout.clone() else { continue };
        let base = Url::parse(url).ok().map(|u| page.base(&u));
        for (e, field) in read.entries.iter().flat_map(|e| CHECKED.map(|f| (e, f))) {
            stand.entry((layout.clone(), field)).or_default().see(page, base.as_ref(), e, field);
        }
        if seen.iter().filter(|s| s.0 == layout).count() < MOST_PAGES {
            let outline = outline(page, &read.entries, &mut names);
            if outline.len() > MOST_ELEMENTS {
                continue;
            }
            let text = outline.notation(&names);
            let around = read.entries.first().and_then(|e| around_title(page, e.title.as_deref()?));
            seen.push((layout, outline, text, around));
        }
    }
    let known = few(authors);
    for rule in
        wrapper.layouts.iter_mut().flat_map(|l| &mut l.fields).filter(|r| r.field == Field::Author)
    {
        rule.profile.known.clone_from(&known);
    }
    let days = || feed.items.iter().filter_map(|i| Some(i.date.as_ref()?.at.date_naive()));
    let span = days().min().zip(days().max());
    for layout in &mut wrapper.layouts {
        layout.span = span;
        let own: Vec<_> = seen.iter().filter(|s| s.0 == layout.name).collect();
        let Some((_, first, text, _)) = own.first() else { continue };
        let alike = |o: &Outline| {
            (similarity(first, o, Denominator::Sum, Options::default()) * 100.0) as u32
        };
        let title = Some(&layout.kind)
            .filter(|k| **k == LayoutKind::Entry)
            .and_then(|_| title(&own.iter().filter_map(|s| s.3.clone()).collect::<Vec<_>>()));
        let values = CHECKED
            .into_iter()
            .filter_map(|f| stand.remove(&(layout.name.clone(), f))?.usual(f))
            .collect();
        layout.build = Some(Build {
            outline: text.clone(),
            alike: own.iter().map(|s| alike(&s.1)).min().unwrap_or(100),
            title,
            values,
            shows: None,
        });
    }
    let home = pages.first().zip(reads.first());
    let shows = home.and_then(|(home, read)| shown_at_home(wrapper, feed, *home, read));
    let doubted = doubts(wrapper, feed, pages, reads);
    let tagless = feed.items.iter().all(|i| i.tags.is_empty());
    for layout in &mut wrapper.layouts {
        let Some(build) = &mut layout.build else { continue };
        build.shows = shows.as_ref().filter(|s| s.0 == layout.name).map(|s| s.1);
        for v in &mut build.values {
            v.doubted = doubted.get(&(layout.name.clone(), v.field)).cloned().unwrap_or_default();
            if v.field == Field::Tags && tagless && !v.doubted.contains(&Witness::Feed) {
                v.doubted.push(Witness::Feed);
            }
        }
    }
}

/// The list layout that reads the home page, and how many of the feed's items it reads there.
fn shown_at_home(
    wrapper: &Wrapper,
    feed: &Feed,
    home: (&Page, &str),
    read: &Extraction,
) -> Option<(String, u32)> {
    let layout = layout_of(wrapper, read).filter(|l| l.kind == LayoutKind::List)?;
    let facts = of_feed(feed);
    let shown = on_list(wrapper, read, home, &facts.iter().collect::<Vec<_>>());
    let count = shown.iter().filter(|item| item.read.is_some()).count();
    (count > 0).then(|| (layout.name.clone(), count as u32))
}

/// Where the values of a field stand, and how many of those that are links their address says.
#[derive(Default)]
struct Standing {
    at: BTreeMap<String, usize>,
    said: usize,
    links: usize,
    holds: BTreeSet<Field>,
}

impl Standing {
    fn see(&mut self, page: &Page, base: Option<&Url>, e: &Entry, field: Field) {
        for at in places_of(page, e, field) {
            *self.at.entry(at).or_default() += 1;
        }
        if field == Field::Body {
            self.holds.extend(held_by_body(page, e).map(|h| h.0));
        }
        for (_, said) in base.map(|b| said_by_links(page, b, e, field)).unwrap_or_default() {
            self.links += 1;
            self.said += usize::from(said);
        }
    }

    /// The most frequent places.
    fn usual(self, field: Field) -> Option<Stands> {
        let mut at: Vec<(String, usize)> = self.at.into_iter().collect();
        at.sort_by_key(|a| std::cmp::Reverse(a.1));
        at.truncate(MOST_PLACES);
        let linked = (self.links >= LEAST_SEEN).then(|| (100 * self.said / self.links) as u32);
        let holds = (field == Field::Body).then(|| self.holds.into_iter().collect());
        (!at.is_empty()).then(|| Stands {
            field,
            at: at.into_iter().map(|a| a.0).collect(),
            linked,
            holds,
            doubted: Vec::new(),
        })
    }
}

/// The outline of a page without the bodies of its entries, and with two entries at most: what its
/// template makes.
pub(crate) fn outline(page: &Page, entries: &[Entry], names: &mut Names) -> Outline {
    let bodies = entries.iter().filter_map(|e| e.place(Field::Body).cloned());
    let more = entries.iter().skip(2).map(|e| e.tokens.clone());
    folded(&Outline::marked(page, bodies.chain(more).collect(), names), names)
}

/// What stands around a title in the page's title element.
fn around_title(page: &Page, title: &str) -> Option<(String, String)> {
    let text = title_element(page)?;
    let at = text.find(title).filter(|_| text.len() - title.len() <= MOST_AROUND)?;
    let (ahead, behind) = (&text[..at], &text[at + title.len()..]);
    let written = |part: &str| part.chars().all(is_xml);
    (written(ahead) && written(behind)).then(|| (ahead.to_owned(), behind.to_owned()))
}

/// The text of the title element.
pub(crate) fn title_element(page: &Page) -> Option<String> {
    let element = (0..page.len())
        .find(|&i| page.tag(i) == "title" && page.tokens()[i].kind == Kind::Start)?;
    Some(fold(&page.inside(element).map(|k| page.data(k)).collect::<String>()))
        .filter(|t| !t.is_empty())
}

/// What stands around most titles, where that is the same.
fn title(around: &[(String, String)]) -> Option<(String, String)> {
    let first = around.iter().max_by_key(|a| around.iter().filter(|b| b == a).count())?;
    let same = around.iter().filter(|a| *a == first).count();
    (same >= LEAST_SEEN && same as f64 >= MOSTLY * around.len() as f64).then(|| first.clone())
}

/// The values, where there are few and each is seen again and again.
fn few(mut values: Vec<String>) -> Vec<String> {
    let all = values.len();
    values.sort();
    let often = |v: &[String]| (v.len() >= LEAST_SEEN).then(|| v[0].clone());
    let known: Vec<String> =
        values.chunk_by(|a, b| a == b).map(often).collect::<Option<_>>().unwrap_or_default();
    if all >= 2 * LEAST_SEEN && known.len() <= MOST_NAMES { known } else { Vec::new() }
}

/// How often values of a field were asked for, and which witnesses spoke against them.
#[derive(Default)]
struct Said {
    all: usize,
    /// Of entries that other pages show, and of items of the feed.
    shared: usize,
    fed: usize,
    against: BTreeMap<Witness, usize>,
}

/// Which witnesses disagree with what is read of the pages that the rules were learned from, by
/// layout and field.
fn doubts(
    wrapper: &Wrapper,
    feed: &Feed,
    pages: &[(&Page, &str)],
    reads: Vec<Extraction>,
) -> HashMap<(String, Field), Vec<Witness>> {
    let mut checker = Checker::new(wrapper);
    checker.hear(feed);
    let eyes = checker.eyes();
    for (&(page, url), read) in pages.iter().zip(reads) {
        checker.take(eyes.look_at(page, url, read));
    }
    // Values that are there, and those that are not, are told apart.
    let mut said: HashMap<(String, Field, bool), Said> = HashMap::new();
    for p in checker.finish() {
        let Some(layout) = p.layout else { continue };
        for e in p.entries {
            let speaks =
                |w: Witness| e.fields.iter().any(|f| f.votes.iter().any(|v| v.witness == w));
            let (shared, fed) = (speaks(Witness::Elsewhere), speaks(Witness::Feed));
            for f in e.fields {
                let said = said.entry((layout.clone(), f.field, f.value.is_some())).or_default();
                said.all += 1;
                said.shared += usize::from(shared);
                said.fed += usize::from(fed);
                // Other pages may have what one lacks.
                let of_absent = |w: Witness| matches!(w, Witness::Unread | Witness::Feed);
                let heard = |v: &&Vote| !v.agrees && (f.value.is_some() || of_absent(v.witness));
                for v in f.votes.iter().filter(heard) {
                    *said.against.entry(v.witness).or_default() += 1;
                }
            }
        }
    }
    let mut doubted: HashMap<(String, Field), Vec<Witness>> = HashMap::new();
    for ((layout, field, _), said) in said {
        // Other pages, and the feed, know only some of the entries.
        let asked = |w: Witness| match w {
            Witness::Elsewhere => said.shared,
            Witness::Feed => said.fed,
            _ => said.all,
        };
        let often = said
            .against
            .iter()
            .filter(|&(w, n)| *n >= LEAST_DOUBTED && *n as f64 >= DOUBTFUL * asked(*w) as f64);
        doubted.entry((layout, field)).or_default().extend(often.map(|a| *a.0));
    }
    for witnesses in doubted.values_mut() {
        witnesses.sort_unstable();
        witnesses.dedup();
    }
    doubted
}

/// How much the permalinks of a feed say of the titles of its items, the least of most of them;
/// None where that is too little.
pub(crate) fn slug(feed: &Feed) -> Option<(u32, u32)> {
    let told = feed.items.iter().filter_map(|i| {
        let link = Url::parse(i.links.first()?).ok()?;
        title_in_link(&link, i.title.as_deref()?)
    });
    let told: Vec<(f64, f64)> = told.collect();
    let least = |mut of: Vec<f64>| {
        of.sort_by(f64::total_cmp);
        of.get(of.len() / 10).map(|v| (100.0 * v) as u32)
    };
    let said = least(told.iter().map(|t| t.0).collect())?;
    let says = least(told.iter().map(|t| t.1).collect())?;
    (told.len() >= LEAST_SEEN && said >= LEAST_SAID).then_some((said, says))
}
