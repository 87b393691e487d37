//! Is it all, and what is missing.
//!
//! No chain's end is believed: pages end where a server's list does, not where the blog does. What
//! is believed is two ways that name the same posts, or posts that lead from one to the next.

use std::collections::{BTreeSet, HashMap, HashSet};

use chrono::{Datelike, NaiveDate};
use serde::{Deserialize, Serialize};

use super::addresses::Id;
use super::bounds::{CONFIRMING, WHOLE};
use super::posts::{Chain, Posts};
use super::reasons::{Doubt, Loss, Proof};
use super::ways::{WayKind, Ways};

/// What came of one way to posts.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct WayReport {
    /// What its pages are.
    pub kind: WayKind,
    /// Its pages that were asked.
    pub asked: usize,
    /// Posts that only it named when it was asked.
    pub new: usize,
    /// Posts that it names.
    pub posts: usize,
}

/// How a harvest stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Report {
    /// Posts found.
    pub posts: usize,
    /// Requests made.
    pub requests: usize,
    /// Posts known that were not asked yet.
    pub waiting: usize,
    /// The first and the last day.
    pub span: Option<(NaiveDate, NaiveDate)>,
    /// Months between them without a post.
    pub empty_months: Vec<(i32, u32)>,
    /// Posts without a day.
    pub undated: usize,
    /// The ways to posts.
    pub ways: Vec<WayReport>,
    /// Addresses of posts that could not be had or read, and why.
    pub lost: Vec<(String, Loss)>,
    /// Why the posts are believed to be all, or why there may be more.
    pub complete: Result<Proof, Doubt>,
    /// How many there probably are where there may be more, from what two ways name (Chapman's
    /// estimate).
    pub about: Option<usize>,
}

/// What a report needs beside posts and ways.
pub(super) struct Run {
    pub requests: usize,
    pub waiting: usize,
    /// How the posts lead to each other.
    pub chain: Chain,
    /// Pages in a row that named posts, and none that was not known before.
    pub confirmed: usize,
    /// True where pages beside the posts' own were asked whether they name others.
    pub tried: bool,
    /// True where a sitemap names many pages that were not asked and may be posts.
    pub unsure: bool,
    /// A month that the blog has a page for, and no post of it is known.
    pub unheard: Option<(i32, u32)>,
    pub lost: Vec<(String, Loss)>,
    pub stopped: Option<Doubt>,
}

/// Why the posts are believed to be all, if they are.
pub(super) fn is_whole(
    posts: &Posts,
    ways: &Ways,
    named: &HashMap<WayKind, HashSet<Id>>,
    chain: &Chain,
    confirmed: usize,
    tried: bool,
    unsure: bool,
) -> Option<Proof> {
    if posts.len() == 0 {
        return None;
    }
    let whole: Vec<WayKind> = sizes(posts, named)
        .into_iter()
        .filter(|(_, n)| *n as f64 >= WHOLE * posts.len() as f64)
        // A chain of pages that goes on has not named all that it names; a home page alone, a feed
        // of the newest, or addresses that may be posts or not name nothing for sure.
        .filter(|(kind, _)| *kind != WayKind::Feed || ways.asked_of(*kind) > 0)
        .filter(|(kind, _)| !ways.is_awake(*kind) && !ways.is_broken(*kind))
        .filter(|(kind, _)| *kind != WayKind::Chain || ways.asked_of(*kind) > 0)
        .filter(|(kind, _)| *kind != WayKind::Sitemap || !unsure)
        .map(|(kind, _)| kind)
        .collect();
    // Posts may be without tags: what claims to name all must name them.
    if let Some(one) = whole.iter().copied().find(|kind| kind.is_of_all()) {
        if let Some(other) = whole.iter().find(|kind| **kind != one) {
            return Some(Proof::SamePosts(one, *other));
        }
        if confirmed >= CONFIRMING || confirmed > 0 && others_name_half(posts, named, one) {
            return Some(Proof::NoOther(one));
        }
    }
    (chain.closed && tried).then_some(Proof::Linked)
}

/// True where the other kinds of ways, the newest posts aside, name every second post at least: as
/// all of them are known, few can be missing.
fn others_name_half(posts: &Posts, named: &HashMap<WayKind, HashSet<Id>>, one: WayKind) -> bool {
    let others = named.iter().filter(|(kind, _)| **kind != one && **kind != WayKind::Feed);
    let all: HashSet<Id> =
        others.flat_map(|(_, ids)| ids).filter_map(|id| Some(posts.at(*id)?.id)).collect();
    all.len() * 2 >= posts.len()
}

/// How many of the posts each kind of way names.
fn sizes(posts: &Posts, named: &HashMap<WayKind, HashSet<Id>>) -> Vec<(WayKind, usize)> {
    let count = |ids: &HashSet<Id>| {
        let all: HashSet<Id> = ids.iter().filter_map(|id| Some(posts.at(*id)?.id)).collect();
        all.len()
    };
    let mut sizes: Vec<(WayKind, usize)> = named.iter().map(|(k, ids)| (*k, count(ids))).collect();
    sizes.sort();
    sizes
}

/// How many posts there probably are, from the two ways that name most (Chapman 1951: marked and
/// caught again).
fn estimate(posts: &Posts, named: &HashMap<WayKind, HashSet<Id>>) -> Option<usize> {
    let mut by_size = sizes(posts, named);
    by_size.sort_by_key(|(kind, n)| (std::cmp::Reverse(*n), *kind));
    let [(first, n1), (second, n2), ..] = by_size[..] else { return None };
    let of = |kind: &WayKind| -> HashSet<Id> {
        named[kind].iter().filter_map(|id| Some(posts.at(*id)?.id)).collect()
    };
    let both = of(&first).intersection(&of(&second)).count();
    let about = ((n1 + 1) * (n2 + 1) / (both + 1)).saturating_sub(1);
    (both > 0 && about > posts.len()).then_some(about)
}

pub(super) fn report(
    posts: &Posts,
    ways: &Ways,
    named: &HashMap<WayKind, HashSet<Id>>,
    run: Run,
) -> Report {
    let days: BTreeSet<NaiveDate> = posts.all().iter().filter_map(|p| p.day).collect();
    let span = days.first().copied().zip(days.last().copied());
    let sizes = sizes(posts, named);
    let mut all: Vec<WayReport> = Vec::new();
    for (kind, size) in &sizes {
        let of = || ways.all().iter().filter(|w| w.kind == *kind);
        all.push(WayReport {
            kind: *kind,
            asked: of().map(|w| w.asked).sum(),
            new: of().map(|w| w.fresh).sum(),
            posts: *size,
        });
    }
    let whole = is_whole(posts, ways, named, &run.chain, run.confirmed, run.tried, run.unsure);
    let mut about = None;
    let complete = match (run.stopped, whole, run.unheard) {
        (None, Some(proof), None) if run.waiting == 0 => Ok(proof),
        (Some(doubt), ..) => Err(doubt),
        (None, _, unheard) => {
            about = estimate(posts, named);
            let broken = sizes.iter().map(|(kind, _)| *kind).find(|k| ways.is_broken(*k));
            Err(match (unheard, broken) {
                (Some((year, month)), _) => Doubt::UnknownMonth(year, month),
                (None, Some(kind)) => Doubt::Broken(kind),
                (None, None) => Doubt::Unproven,
            })
        }
    };
    Report {
        posts: posts.len(),
        requests: run.requests,
        waiting: run.waiting,
        span,
        empty_months: span.map_or(Vec::new(), |s| empty(&days, s)),
        undated: posts.all().iter().filter(|p| p.day.is_none()).count(),
        ways: all,
        lost: run.lost,
        complete,
        about,
    }
}

/// Months of a span that have none of the days.
fn empty(days: &BTreeSet<NaiveDate>, span: (NaiveDate, NaiveDate)) -> Vec<(i32, u32)> {
    let has: HashSet<(i32, u32)> = days.iter().map(|d| (d.year(), d.month())).collect();
    let number = |d: NaiveDate| d.year() * 12 + d.month0() as i32;
    (number(span.0)..=number(span.1))
        .map(|n| (n.div_euclid(12), n.rem_euclid(12) as u32 + 1))
        .filter(|m| !has.contains(m))
        .collect()
}
