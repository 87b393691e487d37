//! Health: are today's feed items still read right from today's home page? Two fetches, for a job
//! that runs every day.

use std::collections::{HashMap, HashSet};

use chrono::NaiveDate;
use url::Url;

use super::Opinion;
use super::elsewhere::{Fact, compare, of_feed};
use crate::entry::Field;
use crate::feed::Feed;
use crate::label::page_links;
use crate::page::Page;
use crate::rule::{LayoutKind, Wrapper};

/// Share of the items from which a field is read right.
const RED: f64 = 0.8;
/// Fewest items that say something.
const LEAST: usize = 2;

/// One field of the home page.
#[derive(Debug, Clone, PartialEq)]
pub struct FieldHealth {
    /// The field.
    pub field: Field,
    /// Items of which it is read as the feed has it.
    pub right: usize,
    /// Items that were compared.
    pub of: usize,
    /// The day of the oldest item from which on no newer one is read right; None where the newest
    /// is.
    pub since: Option<NaiveDate>,
    /// What is wrong with the newest item that is not read right.
    pub why: Option<String>,
}

impl FieldHealth {
    /// True where too few items are read right.
    pub fn is_red(&self) -> bool {
        self.of >= LEAST && (self.right as f64) < RED * self.of as f64
    }
}

/// The state of a wrapper against today's home page and feed.
#[derive(Debug, Clone, PartialEq)]
pub struct Health {
    /// Items of the feed that the home page links to.
    pub items: usize,
    /// Of them, items that are read as entries.
    pub read: usize,
    /// The fields that the rules have.
    pub fields: Vec<FieldHealth>,
    /// What the home page was read with, or why it was not.
    pub why: String,
}

impl Health {
    /// True where the rules no longer fit. None where the home page links to too few of the feed's
    /// items to say.
    pub fn is_red(&self) -> Option<bool> {
        (self.items >= LEAST).then(|| {
            (self.read as f64) < RED * self.items as f64
                || self.fields.iter().any(FieldHealth::is_red)
        })
    }
}

/// Compare what the rules read of a home page with its feed. Pure.
///
/// ```
/// use feedstone::{check::health, learn, source::dir::Dir};
///
/// let folder = Dir::open("samples/garden-notes", None)?;
/// let blog = learn::gather(&folder, folder.base(), None, &mut |_| ())?;
/// let wrapper = learn::learn(&blog).wrapper;
/// let health = health(&wrapper, &blog.home.page, &blog.home.url, &blog.feed);
/// assert_eq!(health.is_red(), Some(false));
/// # Ok::<(), feedstone::Error>(())
/// ```
pub fn health(wrapper: &Wrapper, home: &Page, url: &str, feed: &Feed) -> Health {
    let read = wrapper.extract_page(home, url);
    let facts = of_feed(feed);
    let linked: HashSet<String> = page_links(home, url).into_iter().collect();
    let Ok(address) = Url::parse(url) else {
        return Health {
            items: 0,
            read: 0,
            fields: Vec::new(),
            why: format!("{url:?} is not an absolute address"),
        };
    };
    let base = home.base(&address);
    let entries: Vec<(&crate::entry::Entry, Fact)> =
        read.entries.iter().map(|e| (e, Fact::of(e, &base))).collect();
    let by_link: HashMap<&str, usize> = entries
        .iter()
        .enumerate()
        .flat_map(|(k, e)| e.1.keys.iter().map(move |key| (key.as_str(), k)))
        .collect();
    let by_title: HashMap<&str, usize> =
        entries.iter().enumerate().filter_map(|(k, e)| Some((e.1.title.as_deref()?, k))).collect();
    // An item is on the home page where that links to it, or shows its title as an entry's.
    let pairs: Vec<(&Fact, Option<usize>)> = facts
        .iter()
        .filter_map(|f| {
            let found = f
                .keys
                .iter()
                .find_map(|k| by_link.get(k.as_str()))
                .or_else(|| by_title.get(f.title.as_deref()?));
            (found.is_some() || f.keys.iter().any(|k| linked.contains(k)))
                .then(|| (f, found.copied()))
        })
        .collect();
    // Newest first, whatever the feed's order.
    let mut pairs = pairs;
    pairs.sort_by_key(|p| std::cmp::Reverse(p.0.date));
    let ruled = |field: Field| {
        wrapper.layouts.iter().any(|l| l.kind == LayoutKind::List && l.requires(field))
    };
    let fields = [Field::Title, Field::Link, Field::Date, Field::Author, Field::Body]
        .into_iter()
        .filter(|f| ruled(*f));
    let fields = fields.map(|field| {
        let mut out = FieldHealth { field, right: 0, of: 0, since: None, why: None };
        let mut newer_wrong = true;
        for (fact, found) in &pairs {
            let opinion = match found {
                None => Opinion::Disagrees("the item is not read as an entry".to_owned()),
                Some(k) if field == Field::Link => {
                    let keys = &entries[*k].1.keys;
                    Opinion::of(keys.iter().any(|k| fact.keys.contains(k)), || {
                        "another address than the feed's".to_owned()
                    })
                }
                Some(k) => compare(field, &entries[*k].1, fact, "the feed"),
            };
            match opinion {
                Opinion::Agrees => {
                    out.of += 1;
                    out.right += 1;
                    newer_wrong = false;
                }
                Opinion::Disagrees(why) => {
                    out.of += 1;
                    out.why.get_or_insert(why);
                    if newer_wrong {
                        out.since = fact.date.or(out.since);
                    }
                }
                Opinion::Silent => {}
            }
        }
        out
    });
    Health {
        items: pairs.len(),
        read: pairs.iter().filter(|p| p.1.is_some()).count(),
        fields: fields.collect(),
        why: read.why.clone(),
    }
}
