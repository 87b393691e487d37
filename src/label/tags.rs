//! Tags and categories. A template shows them in families: links at one place that lead to
//! addresses of one kind (`/tag/…`, `/category/…`). The families that hold the feed's tags are the
//! entry's; what the feed leaves out is told by HTML's own words for it: `rel="tag"`, a class that
//! says so, a link named like the end of its address.
//!
//! Time: O(links of the windows · families).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use percent_encoding::percent_decode_str;
use unicode_normalization::UnicodeNormalization;

use super::signs::{
    AROUND, CLASSES_OF_ENTRIES, CLOUD_LINKS, LEAST_PRECISION, LONGEST_VALUE, MARKED, ROW_GAP,
    in_link, near, worth,
};
use super::written::{self, Written};
use super::{Canvas, Mechanism, Spot, Target, Unlabelled, View};
use crate::address::{
    address_key, directory, last_of, marks_tags, names_authors, names_comments, names_tags,
    tells_authors, tells_format, tells_tags, words_of_name,
};
use crate::entry::{Field, Slot};
use crate::page::{Kind, Page, fold};
use crate::share::{most, some};

/// Most families of one blog: categories, tags, a series.
const MOST_FAMILIES: usize = 4;
/// Directories of an address that may name a family.
const MOST_DIRECTORIES: usize = 8;
/// Most links of one window that are looked at; an entry has fewer.
const MOST_SEEN: usize = 5_000;
/// Most tags that a page says it has.
const MOST_SAID: usize = 50;
/// Characters of a place's name, enough to tell places apart.
const LONGEST_PLACE: usize = 200;

/// An element that may be a tag.
#[derive(Clone)]
struct Sighting {
    /// Its place in the template, and where it leads.
    family: String,
    spot: Spot,
    /// Its text.
    name: String,
    /// Key of the address it leads to.
    address: String,
    /// Which of the feed's tags it is.
    number: Option<usize>,
    /// HTML says that it is one.
    telling: bool,
    /// By the rel-tag microformat, on a link inside the blog: one entry with such a row is enough.
    rel_tag: bool,
}

/// What is sought on entries' own pages: the feed's tags, and those that the page itself says it
/// has (Open Graph's `article:tag`), less what all pages say. Feeds often name categories alone.
pub(super) fn said(pages: &[Canvas<'_>], targets: &[&Target]) -> Vec<Target> {
    let metas = |page: &Page| -> Vec<String> {
        let tag = |i: usize| {
            let says = page.attr(i, "property")?.eq_ignore_ascii_case("article:tag");
            says.then(|| page.attr(i, "content").map(fold)).flatten()
        };
        let all = (0..page.body().start).filter(|&i| page.tag(i) == "meta").filter_map(tag);
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

pub(super) fn label(views: &mut [View<'_>]) {
    let mut seen = elements(views);
    let mut tags = in_families(views, &sightings(&seen));
    // Words of texts are tags where no links are.
    let linked = |(view, tags): (&View<'_>, &Vec<Spot>)| {
        tags.iter().any(|s| in_link(view.canvas.page, s.slot.tokens.start))
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
    let told =
        if views.iter().all(|v| v.uses(Mechanism::Markup)) { told(views, all) } else { Vec::new() };
    for family in told {
        let new = !chosen.contains(&family) && !repeats(all, &chosen, &family);
        if new && chosen.len() < MOST_FAMILIES {
            for (list, tags) in all.iter().zip(&mut tags) {
                tags.extend(
                    list.iter()
                        .filter(|s| s.family == family)
                        .map(|s| Spot { family: chosen.len(), ..s.spot.clone() }),
                );
            }
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

/// The elements of a family that stand together with the item's tags (places in `list`), and how
/// many of the tags there are.
fn run<'o>(
    list: &[Sighting],
    own: &'o [usize],
    but: &HashSet<usize>,
) -> Option<(&'o [usize], usize)> {
    let hit = |k: usize| list[k].number.filter(|n| !but.contains(n));
    let mut first = own.iter().position(|&k| hit(k).is_some())?;
    let mut last = own.iter().rposition(|&k| hit(k).is_some())?;
    let hits = own.iter().filter_map(|&k| hit(k)).collect::<HashSet<_>>().len();
    let joined = |a: usize, b: usize| neighbours(&list[own[a]], &list[own[b]]);
    while first > 0 && joined(first - 1, first) {
        first -= 1;
    }
    while last + 1 < own.len() && joined(last, last + 1) {
        last += 1;
    }
    Some((&own[first..=last], hits))
}

/// True where two elements of a family stand in one row.
fn neighbours(a: &Sighting, b: &Sighting) -> bool {
    b.spot.slot.tokens.start.saturating_sub(a.spot.slot.tokens.end) <= ROW_GAP
}

/// Families that HTML itself says are tags: beside several entries, and not the same beside all.
fn told(views: &[View<'_>], all: &[Vec<Sighting>]) -> Vec<String> {
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
            (sure || groups.len() >= 2 && some(groups.len(), views.len()))
                && most(telling, all)
                && groups.iter().all(|g| g.len() <= CLOUD_LINKS && together(g))
                && (groups.len() == 1 || varies(groups))
                && one_address_a_name(groups)
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

/// True where entries differ in what the family shows.
fn varies(groups: &[Vec<&Sighting>]) -> bool {
    let names = |g: &[&Sighting]| -> Vec<String> { g.iter().map(|s| s.name.clone()).collect() };
    groups.iter().skip(1).any(|g| names(g) != names(&groups[0]))
}

/// What may be a tag, with its place and `rel`, and the directory that it leads to.
type Seen = (String, String, Sighting);

/// For each view all links and elements that may be tags, in page order.
fn elements(views: &[View<'_>]) -> Vec<Vec<Seen>> {
    let entries: HashSet<String> =
        views.iter().flat_map(|v| &v.target.links).map(|l| unnumbered(&directory(l))).collect();
    views.iter().map(|view| seen_by(view, &entries)).collect()
}

/// What was seen, each in its family.
fn sightings(seen: &[Vec<Seen>]) -> Vec<Vec<Sighting>> {
    // Places and directories of those that are tags by one sign or the other.
    let is_known = |(.., s): &&Seen| s.telling || s.number.is_some();
    let known: HashSet<(&str, &str)> = seen
        .iter()
        .flatten()
        .filter(is_known)
        .map(|(place, dir, _)| (place.as_str(), dir.as_str()))
        .collect();
    // A category inside another has a longer address: the shortest directory known names the
    // family.
    let shortest = |place: &str, dir: &str| -> String {
        let up = dir.match_indices('/').skip(1).take(MOST_DIRECTORIES).map(|(at, _)| &dir[..at]);
        up.into_iter().find(|d| known.contains(&(place, *d))).unwrap_or(dir).to_owned()
    };
    let named = |(place, dir, s): &Seen| Sighting {
        family: format!("{place} {}", shortest(place, dir)),
        ..s.clone()
    };
    seen.iter().map(|list| list.iter().map(named).collect()).collect()
}

/// A tag that is words of a text, in the family of those that are elements there.
fn in_text(tag: Written) -> Seen {
    let sighting = Sighting {
        family: String::new(),
        spot: tag.spot,
        name: tag.name,
        address: String::new(),
        number: tag.number,
        telling: tag.told,
        rel_tag: false,
    };
    (tag.place, String::new(), sighting)
}

/// `entries`: the directories of the blog's permalinks, as [`unnumbered`].
fn seen_by(view: &View<'_>, entries: &HashSet<String>) -> Vec<Seen> {
    let (canvas, page) = (view.canvas, view.canvas.page);
    let within = canvas.words.within(view.labels.window.clone());
    // Elements that show a tag of the feed and nothing else: the innermost link, or the innermost
    // element where it is no link.
    let mut matched: HashMap<usize, (usize, Range<usize>)> = HashMap::new();
    for (number, (_, keys)) in view.target.tags.iter().enumerate() {
        for at in canvas.find_words(keys, &within) {
            let run = at..at + keys.len();
            let counted = || view.element_of(&with_number(canvas, &run)?);
            let Some(element) = view.element_of(&run).or_else(counted) else { continue };
            let first = canvas.words.places[at].0 as usize;
            let inner = page
                .ancestors(first)
                .take_while(|&a| a >= element)
                .find(|&a| page.tag(a) == "a")
                .or(page.parent(first));
            if let Some(inner) = inner.filter(|&i| view.free(&page.region(i))) {
                matched.entry(inner).or_insert((number, run));
            }
        }
    }
    let here = address_key(&canvas.base);
    let mut out = Vec::new();
    for (i, key) in canvas.links_in(&view.labels.window).iter().take(MOST_SEEN) {
        let name = page.visible(page.inside(*i));
        let decorated = name.trim_start_matches('#').trim();
        // What leads to the entry itself is its permalink, or its comments.
        let is_own = view.target.links.iter().any(|l| l == key);
        let (dir, address) = match fragment(page, *i).filter(|_| !is_own && *key != here) {
            Some(fragment) => (key.clone(), format!("{key}#{fragment}")),
            None => (directory(key), key.clone()),
        };
        let other = is_own || tells_authors(&dir) || tells_format(key);
        if other && !matched.contains_key(i)
            || decorated.is_empty()
            || name.len() > LONGEST_VALUE
            || !view.free(&page.region(*i)) && !in_labelled_row(page, *i)
        {
            continue;
        }
        let hit = matched.remove(i);
        let is_post = entries.contains(&unnumbered(&dir));
        let telling = telling(view, *i, &address, &dir, decorated, is_post);
        let slot = match &hit {
            Some((number, run)) => undecorated(view, *i, run, &view.target.tags[*number].0),
            None => bare(view, *i),
        };
        let rel = page.attr(*i, "rel").map_or(String::new(), fold);
        let spot = Spot { slot, ..Spot::tokens(0..0) };
        let sighting = Sighting {
            family: String::new(),
            spot,
            name,
            address,
            number: hit.map(|h| h.0),
            telling,
            rel_tag: telling && rel.split(' ').any(|r| r == "tag"),
        };
        // The rel-tag microformat says enough; other links are told by where they lead.
        let dir = if rel.split(' ').any(|r| r == "tag") { String::new() } else { dir };
        out.push((format!("{}[{rel}]", names_to(canvas, *i)), dir, sighting));
    }
    let element = |i: usize, slot: Slot, number: Option<usize>| {
        let sighting = Sighting {
            family: String::new(),
            spot: Spot { slot, ..Spot::tokens(0..0) },
            name: page.visible(page.inside(i)),
            address: String::new(),
            number,
            telling: number.is_none(),
            rel_tag: false,
        };
        (canvas.path_of(i), String::new(), sighting)
    };
    let told = told_by_class(view).into_iter().filter(|i| !matched.contains_key(i));
    out.extend(told.map(|i| element(i, bare(view, i), None)));
    // In page order: what is left of the matches came from a hash map.
    let mut matched: Vec<(usize, (usize, Range<usize>))> = matched.into_iter().collect();
    matched.sort_unstable_by_key(|m| m.0);
    for (inner, (number, run)) in matched {
        let slot = undecorated(view, inner, &run, &view.target.tags[number].0);
        out.push(element(inner, slot, Some(number)));
    }
    out.sort_by_key(|(.., s)| s.spot.slot.tokens.start);
    out
}

/// Elements that are no links and show a few words alone, whose class, or that of the element
/// around, says that they are tags: `<span class="tag">bread</span>`. A row in one text is none.
fn told_by_class(view: &View<'_>) -> Vec<usize> {
    let page = view.canvas.page;
    let links = view.canvas.links_in(&view.labels.window).iter();
    let own: HashSet<usize> =
        links.filter(|(_, key)| view.target.links.contains(key)).map(|link| link.0).collect();
    let says = |i: usize| {
        let classes = page.attr(i, "class").filter(|c| are_few(c));
        let mut each = classes.into_iter().flat_map(str::split_ascii_whitespace);
        each.any(|class| marks_tags(&class.to_ascii_lowercase()))
    };
    let title = view.labels.title.as_ref().map(|t| t.slot.tokens.start);
    let is_tag = |i: &usize| {
        let mut inside = page.children(*i).filter(|c| !page.tokens()[*c].blank);
        let first = inside.next().is_some_and(|c| page.tokens()[c].kind == Kind::Text);
        let around = || page.parent(*i).filter(|p| !page.encloses(*p, view.labels.window.start));
        let text = || page.visible(page.inside(*i));
        let is_name = |text: &str| {
            let word = text.trim_end_matches([':', '：']).to_lowercase();
            text.len() <= LONGEST_VALUE
                && text.contains(char::is_alphabetic)
                && !text.contains(written::parts)
                && written::label_of(text).is_none()
                && !names_tags(word.trim())
        };
        // On a card that is one link tags are elements; in a link of its own a tag is that link.
        let in_link = || page.ancestors(*i).find(|a| page.tag(*a) == "a");
        let is_linked = || in_link().is_some_and(|a| !own.contains(&a));
        page.tokens()[*i].kind == Kind::Start
            && first
            && inside.next().is_none()
            && page.tag(*i) != "a"
            && (says(*i) || around().is_some_and(says))
            && view.free(&page.region(*i))
            && !title.is_some_and(|title| page.encloses(*i, title))
            && is_name(&text())
            && !is_linked()
    };
    // "Filed under bread" is no tag where the feed says that "bread" is.
    let within = view.canvas.words.within(view.labels.window.clone());
    let names = view.target.tags.iter();
    let mut known: Vec<usize> =
        names.flat_map(|(_, keys)| view.canvas.find_words(keys, &within)).collect();
    known.sort_unstable();
    let holds_tag = |i: usize| {
        let words = view.canvas.words.within(page.region(i));
        let next = known.get(known.partition_point(|at| *at < words.start));
        next.is_some_and(|at| *at < words.end)
    };
    let all = page.shown(view.labels.window.clone());
    all.filter(is_tag).filter(|i| !holds_tag(*i)).take(MOST_SEEN).collect()
}

/// The place in a page that a link leads to: one page may list all tags, `/tags.html#bread`.
fn fragment(page: &Page, link: usize) -> Option<&str> {
    let fragment = page.attr(link, "href")?.split_once('#')?.1.trim();
    (!fragment.is_empty()).then_some(fragment)
}

/// A directory with its numbers left open: posts of other months stand in others.
pub(super) fn unnumbered(dir: &str) -> String {
    dir.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect()
}

/// The words of a tag with the number behind them, where that has an element of its own.
fn with_number(canvas: &Canvas<'_>, run: &Range<usize>) -> Option<Range<usize>> {
    let places = &canvas.words.places;
    let ((last, ..), &(token, start, end)) = (places[run.end - 1], places.get(run.end)?);
    let number = &canvas.page.data(token as usize)[start as usize..end as usize];
    (token != last && is_number(number)).then_some(run.start..run.end + 1)
}

/// The tag names around a link, with the template's class of the element that holds its row. The
/// classes of its items say too much: the current category's, the first of a row.
fn names_to(canvas: &Canvas<'_>, i: usize) -> String {
    let page = canvas.page;
    let mut out = page.tag(i).to_owned();
    let mut row = true;
    for a in page
        .ancestors(i)
        .take_while(|&a| page.tag(a) != "body")
        .filter(|&a| !page.tokens()[a].implied())
    {
        if out.len() > LONGEST_PLACE {
            break;
        }
        let short = |s: &str| s.chars().take(40).collect::<String>();
        out.push('/');
        out.push_str(&short(page.tag(a)));
        if row && page.is_block(a) && page.tag(a) != "li" {
            row = false;
            out.extend(canvas.names.class_of(page, a).map(|c| format!(".{}", short(c))));
        }
    }
    out
}

/// The text of the element without marks around it that the feed's tag lacks: `bread` of `#bread`,
/// and of `bread<sup>7</sup>`, where the number of posts has an element of its own.
fn undecorated(view: &View<'_>, inner: usize, run: &Range<usize>, tag: &str) -> Slot {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let tokens = page.inside(inner);
    let (first, start, _) = words.places[run.start];
    let (last, _, end) = words.places[run.end - 1];
    let ahead = page.data(first as usize)[..start as usize].trim();
    let behind = page.data(last as usize)[end as usize..].trim();
    let head = if tag.starts_with(ahead) { 0 } else { start as usize };
    let tail = if tag.ends_with(behind) { None } else { Some(end as usize) };
    let rest = last as usize + 1;
    let counted = is_number(&page.visible(rest..tokens.end));
    let from = if head > 0 { first as usize } else { tokens.start };
    let to = if tail.is_some() || counted { rest } else { tokens.end };
    Slot { tokens: from..to, head, tail }
}

/// True for a number of posts: `7`, `(7)`.
fn is_number(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphanumeric()).peekable();
    letters.peek().is_some() && letters.all(|c| c.is_ascii_digit())
}

/// The text of a link without the `#` ahead of a tag and the number of entries behind it: `bread`
/// of `#bread (7)`.
fn bare(view: &View<'_>, inner: usize) -> Slot {
    let page = view.canvas.page;
    let tokens = page.inside(inner);
    let mut texts = page
        .shown(tokens.clone())
        .filter(|&i| page.tokens()[i].kind == Kind::Text && !page.tokens()[i].blank);
    let (Some(i), None) = (texts.next(), texts.next()) else {
        return Slot { tokens, head: 0, tail: None };
    };
    let data = page.data(i);
    let head =
        if data.trim_start().starts_with('#') { data.find('#').map_or(0, |at| at + 1) } else { 0 };
    let counted = |inside: &str| {
        !inside.trim().is_empty() && inside.trim().chars().all(|c| c.is_ascii_digit())
    };
    let tail = data
        .trim_end()
        .strip_suffix(')')
        .and_then(|d| d.rfind('('))
        .filter(|&at| at > head && counted(data[at + 1..].trim_end().trim_end_matches(')')));
    if head == 0 && tail.is_none() {
        Slot { tokens, head, tail }
    } else {
        Slot { tokens: i..i + 1, head, tail }
    }
}

/// True where HTML says that a link is a tag: by `rel` (the rel-tag microformat), by a class on it
/// or close around it, by its address, by a word for tags ahead of its row.
fn telling(view: &View<'_>, i: usize, key: &str, dir: &str, name: &str, entry: bool) -> bool {
    let page = view.canvas.page;
    let rel = page.attr(i, "rel").map_or(String::new(), str::to_ascii_lowercase);
    let has = |word: &str| rel.split_ascii_whitespace().any(|r| r == word);
    if name.chars().all(|c| !c.is_alphabetic()) || has("author") || has("bookmark") {
        return false;
    }
    let person = |part: &str| {
        part.starts_with("author")
            || names_comments(part)
            || names_authors(part)
            || matches!(part, "vcard" | "user" | "byline")
    };
    if has("tag") || has("category") {
        // In a text such a link may lead to any site that explains the word.
        return host_of(key) == host_of(&address_key(&view.canvas.base)) || tells_tags(dir);
    }
    if page.ancestors(i).any(|a| page.tag(a) == "nav") {
        return false;
    }
    if has_part(last_of(dir), &person) {
        return false;
    }
    let own_class = |a: usize| page.attr(a, "class").filter(|c| are_few(c));
    let classes = |is: &dyn Fn(&str) -> bool| {
        std::iter::once(i)
            .chain(page.ancestors(i))
            .take(AROUND)
            .any(|a| own_class(a).is_some_and(|c| has_part(c, is)))
    };
    if classes(&person) {
        return false;
    }
    let own = host_of(key) == host_of(&address_key(&view.canvas.base));
    tells_tags(dir)
        || classes(&names_tags)
        || in_labelled_row(page, i)
        || (own && !entry && named_like(name, key))
}

/// True for a link of a row that begins with a word for tags and shows nothing else but links:
/// `Tags: <a>bread</a>, <a>salt</a>`. Such a row is one in the text, too.
fn in_labelled_row(page: &Page, link: usize) -> bool {
    let Some(row) = page.parent(link) else { return false };
    let shows = |i: &usize| match page.tokens()[*i].kind {
        Kind::Text => page.data(*i).contains(char::is_alphanumeric),
        Kind::Start => page.has_text(page.region(*i)),
        _ => false,
    };
    let mut parts = page.children(row).take(2 * MOST_SAID).filter(shows);
    let is_label = |i: usize| {
        let text = page.visible(page.region(i));
        page.tag(i) != "a" && written::label_of(&text) == Some(text.as_str())
    };
    parts.next().is_some_and(is_label) && parts.all(|i| page.tag(i) == "a")
}

/// True where one of the words of a name is such.
fn has_part(text: &str, is: &dyn Fn(&str) -> bool) -> bool {
    words_of_name(text).any(|p| is(&p.to_ascii_lowercase()))
}

/// True for classes of a part of an entry: a whole entry has many.
fn are_few(classes: &str) -> bool {
    classes.split_ascii_whitespace().count() < CLASSES_OF_ENTRIES
}

/// The host of an address's key.
fn host_of(key: &str) -> &str {
    key.split(['/', '?']).next().unwrap_or("")
}

/// True where a link's text is the last part of its address: `Salt & Pepper` of
/// `/shelf/salt-pepper/`.
fn named_like(name: &str, key: &str) -> bool {
    let plain = |s: &str| -> String {
        s.nfkd().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let last = key.rsplit(['/', '=', '#']).next().unwrap_or("");
    let last = percent_decode_str(last).decode_utf8_lossy();
    let stem = last.rsplit_once('.').map_or(&*last, |(stem, _)| stem);
    let name = plain(name);
    !name.is_empty() && (name == plain(stem) || name == plain(&last))
}
