//! Tags and categories. A template shows them in families: links at one place that lead to
//! addresses of one kind (`/tag/…`, `/category/…`). The families that hold the feed's tags are the
//! entry's; what the feed leaves out is told by HTML's own words for it: `rel="tag"`, a class that
//! says so, a link named like the end of its address (`seen.rs`).
//!
//! Time: O(links of the windows · families).

mod seen;

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

pub(super) use seen::unnumbered;
use seen::{Sighting, elements, in_text, sightings};

use super::canvas::said_in_head;
use super::signs::{
    CLOUD_LINKS, LEAST_PRECISION, LONGEST_VALUE, MARKED, ROW_GAP, in_link_apart, near, worth,
};
use super::{Canvas, Mechanism, Spot, Target, Unlabelled, View, written};
use crate::address::address_key;
use crate::entry::Field;
use crate::page::{Page, fold};
use crate::share::{most, some};

/// Most families of one blog: categories, tags, a series.
const MOST_FAMILIES: usize = 4;

/// Most tags that a page says it has.
const MOST_SAID: usize = 50;

/// What is sought on entries' own pages: the feed's tags, and those that the page itself says it
/// has (Open Graph's `article:tag`), less what all pages say. Feeds often name categories alone.
pub(in crate::label) fn said(pages: &[Canvas<'_>], targets: &[&Target]) -> Vec<Target> {
    let metas = |page: &Page| -> Vec<String> {
        let all = said_in_head(page, &["article:tag"]).map(fold);
        all.filter(|name| name.len() <= LONGEST_VALUE).take(MOST_SAID).collect()
    };
    let said: Vec<Vec<String>> = pages.iter().map(|c| metas(c.page)).collect();
    let everywhere = |name: &String| said.len() > 1 && said.iter().all(|all| all.contains(name));
    let with = |(target, said): (&&Target, &Vec<String>)| {
        let mut target = (*target).clone();
        for name in said.iter().filter(|name| !everywhere(name)) {
            target.add_tag(name);
        }
        target
    };
    targets.iter().zip(&said).map(with).collect()
}

pub(in crate::label) fn label(views: &mut [View<'_>]) {
    let mut seen = elements(views);
    let mut tags = in_families(views, &sightings(&seen));
    // Words of texts are tags where no links are.
    let linked = |(view, tags): (&View<'_>, &Vec<Spot>)| {
        tags.iter().any(|s| in_link_apart(view, s.slot.tokens.start))
    };
    if !views.iter().zip(&tags).any(linked) {
        for (list, written) in seen.iter_mut().zip(written::in_texts(views)) {
            list.extend(written.into_iter().map(in_text));
            list.sort_by_key(|(.., s)| (s.spot.slot.tokens.start, s.spot.slot.head));
        }
        tags = in_families(views, &sightings(&seen));
        written::part_alone(views, &mut tags);
    }
    for (view, mut tags) in views.iter_mut().zip(tags) {
        tags.sort_by_key(|s| (s.slot.tokens.start, s.slot.head));
        let mut tags = written::joined(tags, view);
        tags.dedup_by_key(|s| s.slot.tokens.start);
        if tags.is_empty() {
            let why = match view.target.tags.is_empty() {
                true => Unlabelled::NotInFeed,
                false => Unlabelled::NotOnPage,
            };
            view.labels.missing.push((Field::Tags, why));
        }
        view.labels.tags = tags;
    }
}

/// For each view the tags of the families that are the entries'.
fn in_families(views: &[View<'_>], all: &[Vec<Sighting>]) -> Vec<Vec<Spot>> {
    let rows: Vec<Rows<'_>> = all.iter().map(|list| by_family(list)).collect();
    let mut tags: Vec<Vec<Spot>> = vec![Vec::new(); views.len()];
    let mut chosen: Vec<String> = Vec::new();
    let mut covered: Vec<HashSet<usize>> = vec![HashSet::new(); views.len()];
    while chosen.len() < MOST_FAMILIES {
        let Some(family) = taught(views, all, &rows, &covered, chosen.is_empty()) else { break };
        for (((list, rows), done), tags) in all.iter().zip(&rows).zip(&mut covered).zip(&mut tags) {
            let own = rows.get(family.as_str());
            let Some((run, _)) = own.and_then(|own| run(list, own, &HashSet::new())) else {
                continue;
            };
            done.extend(run.iter().filter_map(|&k| list[k].number));
            tags.extend(run.iter().map(|&k| Spot { family: chosen.len(), ..list[k].spot.clone() }));
        }
        chosen.push(family);
    }
    let mut families = Vec::new();
    if views.iter().all(|v| v.uses(Mechanism::Markup)) {
        families = told(views, all, false);
        if families.is_empty() && chosen.is_empty() {
            families = told(views, all, true);
        }
    }
    // The feed may name some entries' tags otherwise than the page, and teach others' families.
    let bare: Vec<bool> = tags.iter().map(Vec::is_empty).collect();
    for family in families {
        let known = chosen.iter().position(|f| *f == family);
        if known.is_none() && (chosen.len() == MOST_FAMILIES || repeats(all, &chosen, &family)) {
            continue;
        }
        let number = known.unwrap_or(chosen.len());
        for ((list, tags), bare) in all.iter().zip(&mut tags).zip(&bare) {
            let own = list.iter().filter(|s| s.family == family);
            if known.is_none() || *bare {
                tags.extend(own.map(|s| Spot { family: number, ..s.spot.clone() }));
            }
        }
        if known.is_none() {
            chosen.push(family);
        }
    }
    tags
}

/// The family that holds most of the feed's tags not yet covered. After the first, one item with it
/// may be chance.
fn taught(
    views: &[View<'_>],
    all: &[Vec<Sighting>],
    rows: &[Rows<'_>],
    covered: &[HashSet<usize>],
    first: bool,
) -> Option<String> {
    let mut votes: HashMap<&str, (f64, usize, usize)> = HashMap::new();
    for (k, ((view, list), covered)) in views.iter().zip(all).zip(covered).enumerate() {
        let own = &rows[k];
        let mut seen: HashSet<&str> = HashSet::new();
        for s in list.iter().filter(|s| s.number.is_some_and(|n| !covered.contains(&n))) {
            if !seen.insert(&s.family) {
                continue;
            }
            let Some((run, hits)) = run(list, &own[s.family.as_str()], covered) else { continue };
            let precision = hits as f64 / run.len() as f64;
            if precision < LEAST_PRECISION {
                continue;
            }
            let at = list[run[0]].spot.slot.tokens.start;
            let open = view.target.tags.len() - covered.len();
            let vote = votes.entry(&s.family).or_insert((0.0, 0, k));
            vote.0 += hits as f64 / open as f64 * precision * precision
                + near(view, at)
                + worth(MARKED, s.telling);
            vote.1 += 1;
        }
    }
    let sure: HashSet<&str> =
        all.iter().flatten().filter(|s| s.rel_tag).map(|s| s.family.as_str()).collect();
    let least = if first || views.len() < 3 { 1 } else { 2 };
    votes
        .into_iter()
        .filter(|(family, v)| v.1 >= least || sure.contains(family))
        .filter(|(family, _)| !is_menu(views, all, rows, family))
        .max_by(|a, b| a.1.0.total_cmp(&b.1.0).then_with(|| (b.1.2, b.0).cmp(&(a.1.2, a.0))))
        .map(|(family, _)| family.to_owned())
}

/// True where a family shows the same names beside all entries, though the feed gives them other
/// tags: the blog's categories in a menu.
fn is_menu(views: &[View<'_>], all: &[Vec<Sighting>], rows: &[Rows<'_>], family: &str) -> bool {
    let names = |k: usize| -> Vec<&str> {
        let own = rows[k].get(family).map_or(&[][..], Vec::as_slice);
        own.iter().map(|&at| all[k][at].name.as_str()).collect()
    };
    let tags = |view: &View<'_>| -> Vec<String> {
        view.target.tags.iter().map(|(name, _)| name.clone()).collect()
    };
    let first = if views.len() > 2 { names(0) } else { Vec::new() };
    first.len() > 1
        && (1..views.len()).all(|k| names(k) == first)
        && views.iter().any(|view| tags(view) != tags(&views[0]))
}

/// For one view the places of each family's elements.
type Rows<'s> = HashMap<&'s str, Vec<usize>>;

/// The places in `list` of each family's elements.
fn by_family(list: &[Sighting]) -> Rows<'_> {
    let mut out = Rows::new();
    for (k, s) in list.iter().enumerate() {
        out.entry(&s.family).or_default().push(k);
    }
    out
}

/// The elements of a family in the rows that hold the item's tags (places in `list`), and how many
/// of the tags there are. Of rows with the same tags those with the least else: where records have
/// no element around them, the row of the one before is seen beside an item as well.
fn run(list: &[Sighting], own: &[usize], but: &HashSet<usize>) -> Option<(Vec<usize>, usize)> {
    let hits = |row: &[usize]| -> HashSet<usize> {
        row.iter().filter_map(|&k| list[k].number.filter(|n| !but.contains(n))).collect()
    };
    let rows = own.chunk_by(|&a, &b| neighbours(&list[a], &list[b]));
    let mut rows: Vec<(HashSet<usize>, &[usize])> = rows.map(|row| (hits(row), row)).collect();
    rows.sort_by_key(|(hits, row)| (Reverse(hits.len()), row.len()));
    let best = rows.first().map(|(hits, row)| (hits.len(), row.len())).filter(|best| best.0 > 0)?;
    let (mut taken, mut found) = (Vec::new(), HashSet::new());
    for (hits, row) in rows {
        if !hits.is_subset(&found) || (hits.len(), row.len()) == best {
            found.extend(hits);
            taken.extend_from_slice(row);
        }
    }
    taken.sort_unstable();
    Some((taken, found.len()))
}

/// True where two elements of a family stand in one row.
fn neighbours(a: &Sighting, b: &Sighting) -> bool {
    b.spot.slot.tokens.start.saturating_sub(a.spot.slot.tokens.end) <= ROW_GAP
}

/// Families that HTML itself says are tags: beside several entries, and not the same beside all. A
/// menu begins with a link to the site's home page. `alone`: where no other family is theirs, also
/// one that is the same beside those that have it.
fn told(views: &[View<'_>], all: &[Vec<Sighting>], alone: bool) -> Vec<String> {
    let mut order: Vec<&str> = Vec::new();
    let mut met: HashSet<&str> = HashSet::new();
    let mut found: HashMap<&str, Vec<Vec<&Sighting>>> = HashMap::new();
    for list in all {
        let mut here: HashMap<&str, Vec<&Sighting>> = HashMap::new();
        for s in list {
            if met.insert(&s.family) {
                order.push(&s.family);
            }
            here.entry(&s.family).or_default().push(s);
        }
        for (family, members) in here {
            found.entry(family).or_default().push(members);
        }
    }
    let here = views.first().map(|view| address_key(&view.canvas.base));
    let begins_home = |g: &[&Sighting]| {
        let first = g.first().map(|s| s.address.as_str()).unwrap_or_default();
        !first.is_empty() && !first.contains(['/', '?', '#']) && here.as_deref() != Some(first)
    };
    // One in each of several related posts is no row.
    let together = |g: &[&Sighting]| g.windows(2).all(|w| neighbours(w[0], w[1]));
    order
        .into_iter()
        .filter(|family| {
            let Some(groups) = found.get(family) else { return false };
            let (all, telling) = groups
                .iter()
                .flatten()
                .fold((0, 0), |(a, t), s| (a + 1, t + usize::from(s.telling)));
            let sure = views.len() > 2 && groups.iter().flatten().all(|s| s.rel_tag);
            // Some posts may have the same tag, and the others none.
            let is_said = alone && groups.iter().flatten().all(|s| s.named);
            (sure || groups.len() >= 2 && some(groups.len(), views.len()))
                && most(telling, all)
                && groups.iter().all(|g| g.len() <= CLOUD_LINKS && together(g))
                && (groups.len() == 1 || varies(groups) || is_said && groups.len() < views.len())
                && !is_cloud(groups)
                && one_address_a_name(groups)
                && !most(groups.iter().filter(|g| begins_home(g)).count(), groups.len())
        })
        .map(str::to_owned)
        .collect()
}

/// True where all links of a family lead where links of the families chosen lead, beside the same
/// entries: the same tags once more, with their numbers of posts.
fn repeats(all: &[Vec<Sighting>], chosen: &[String], family: &str) -> bool {
    all.iter().all(|list| {
        let leads = |s: &&Sighting| chosen.contains(&s.family);
        let known: HashSet<&str> = list.iter().filter(leads).map(|s| s.address.as_str()).collect();
        list.iter()
            .filter(|s| s.family == family)
            .all(|s| !s.address.is_empty() && known.contains(s.address.as_str()))
    })
}

/// True where a name always leads to one address. "All posts" of each tag leads to many.
fn one_address_a_name(groups: &[Vec<&Sighting>]) -> bool {
    let mut known: HashMap<&str, &str> = HashMap::new();
    groups.iter().flatten().all(|s| *known.entry(&s.name).or_insert(&s.address) == s.address)
}

/// True where a family shows names twice beside most entries, and mostly the same beside all: their
/// tags, and next to them all of the blog's. A category may be called as a tag is.
fn is_cloud(groups: &[Vec<&Sighting>]) -> bool {
    // An element's text may be sighted by itself.
    let has_twice = |g: &&Vec<&Sighting>| {
        let mut ends: HashMap<&str, usize> = HashMap::new();
        g.iter().any(|s| {
            let tokens = &s.spot.slot.tokens;
            *ends.entry(&s.name).or_insert(tokens.end) <= tokens.start
        })
    };
    let Some(least) = groups.iter().min_by_key(|g| g.len()) else { return false };
    let beside_all = |s: &&&Sighting| groups.iter().all(|g| g.iter().any(|o| o.name == s.name));
    most(groups.iter().filter(has_twice).count(), groups.len())
        && most(least.iter().filter(beside_all).count(), least.len())
}

/// True where entries differ in what the family shows.
fn varies(groups: &[Vec<&Sighting>]) -> bool {
    let names = |g: &[&Sighting]| -> Vec<String> { g.iter().map(|s| s.name.clone()).collect() };
    groups.iter().skip(1).any(|g| names(g) != names(&groups[0]))
}
