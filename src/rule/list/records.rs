//! List pages of a layout never seen in learning: archives by month, tag pages with titles only.
//!
//! The feed's own permalinks say what the blog's addresses look like ([`LinkShape`]); entry pages
//! say where such links are mere navigation. On a page that no learned list layout fits, the links
//! of that shape are grouped by the path of tags around them; the group that names most entries is
//! the list. A record is the largest element around its link that holds no other link of the group,
//! and its date is read with the blog's own date patterns. Where two thirds of a place's links have
//! a known shape, the others of the blog's host are permalinks, too; where the links say nothing,
//! the headings ahead are the titles.
//!
//! Time: O(tokens + links · depth). Not in WTM; made because two of five blogs list older entries
//! in a layout of their own.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use url::Url;

use crate::address::{address_key, directory, ends_with_time, host, link_day, tells_tags};
use crate::date::{Pattern, is_day};
use crate::page::{Address, Contexts, Kind, Page, context_of, is_heading, record_of, resolve};
use crate::rule::bounds::{HEADING, MAX_LINKS, MOST_GROUPS, MOST_PATTERNS};
use crate::rule::frame::in_frame;
use crate::rule::{IndexRule, Navigation};
use crate::share::{most, nearly_all};

/// One record of an index page.
#[derive(Debug, Clone)]
pub(in crate::rule) struct IndexRecord {
    /// The link's start tag.
    pub anchor: usize,
    /// The tokens of the record.
    pub extent: Range<usize>,
    /// The tokens that name the entry.
    pub title: Range<usize>,
}

/// A link that may lead to an entry: its start tag, the key of its address, and whether that has a
/// known shape.
type Link = (usize, String, bool);

/// The records of a list page, and whether a link of known shape says that they are entries.
pub(in crate::rule) type Records = (Vec<IndexRecord>, bool);

impl IndexRule {
    /// True where an address looks like one of the blog's permalinks.
    pub fn fits(&self, url: &Url) -> bool {
        self.fits_address(url.into())
    }

    pub(in crate::rule) fn fits_address(&self, address: Address<'_>) -> bool {
        self.shapes.iter().any(|s| s.fits_address(address))
    }

    /// True where an address is no post's but that of some of them: of a month, a year, a tag.
    pub(in crate::rule) fn is_section(&self, address: Address<'_>) -> bool {
        !self.fits_address(address) && self.tells_section(address, &address.key())
    }

    /// The same of an address that has none of the known shapes; `key`: its key.
    fn tells_section(&self, address: Address<'_>, key: &str) -> bool {
        // The address of a day may be its only post's.
        let folder = || self.shapes.iter().any(|s| s.is_folder(address)) && link_day(key).is_none();
        tells_tags(&directory(key)) || ends_with_time(key) || folder()
    }

    /// The permalinks that links of a part of a page lead to, but for those of navigation.
    pub(crate) fn permalinks(
        &self,
        page: &Page,
        base: &Url,
        part: Range<usize>,
    ) -> impl Iterator<Item = Url> {
        let permalink = |i: usize| {
            let to = resolve(base, page.attr(i, "href")?.trim())?;
            let fits = self.fits_address(to.address());
            (fits && !self.is_navigation(&context_of(page, i))).then(|| to.into_url())?
        };
        page.tags_shown_in("a", part).into_iter().take(MAX_LINKS).filter_map(permalink)
    }

    /// The permalink that a part of a page leads to, where it is one alone: of a month with one
    /// post, shown as on its own page.
    pub(in crate::rule) fn only_permalink(
        &self,
        page: &Page,
        base: &Url,
        part: Range<usize>,
    ) -> Option<Url> {
        let mut found = self.permalinks(page, base, part);
        let first = found.next()?;
        let key = address_key(&first);
        found.all(|other| address_key(&other) == key).then_some(first)
    }

    /// The blog's own date patterns, and what its lists make of them: other signs, no year (a
    /// heading or the permalink may give it).
    pub(in crate::rule) fn patterns(&self) -> Vec<Pattern> {
        let mut patterns: Vec<Pattern> = Vec::new();
        for p in self.dates.iter().cloned().chain(self.dates.iter().flat_map(Pattern::relatives)) {
            if !patterns.contains(&p) {
                patterns.push(p);
            }
        }
        patterns.truncate(MOST_PATTERNS);
        patterns
    }

    /// The records of a list page, in page order, and whether a link of known shape says that they
    /// are entries; else their links stand in headings, and nothing but their dates can say so.
    pub(in crate::rule) fn records(&self, page: &Page, base: &Url) -> Records {
        let own = address_key(base);
        let mut contexts = Contexts::new(page);
        let anchors = page.tags_shown("a");
        let navigation = self.navigation_on(page, base, &mut contexts, &anchors);
        let mut groups: HashMap<u32, Vec<Link>> = HashMap::new();
        // Links of navigation count among those that are looked at; where there are fewer, what
        // they lead to need not be known.
        let few = anchors.len() <= MAX_LINKS;
        let mut links = 0;
        for i in anchors {
            let place = contexts.number(i);
            if few && navigation.contains(&place) {
                continue;
            }
            let Some(link) = self.link(page, base, &own, i) else { continue };
            links += 1;
            if links > MAX_LINKS {
                break;
            }
            if !navigation.contains(&place) {
                groups.entry(place).or_default().push((i, link.0, link.1));
            }
        }
        // The list is the group that names most entries, each by a text of its own ("Read more"
        // names none). Of two that name equally many, the one in headings is the titles, or the
        // wordier one, the other their pictures or dates.
        let mut best: ((usize, usize, usize), Vec<IndexRecord>) = ((0, 0, 0), Vec::new());
        let mut ranked: Vec<Vec<Link>> = groups.into_values().collect();
        let surely = ranked.iter().flatten().any(|l| l.2);
        ranked.retain(|m| !surely && m.len() > 1 || m.iter().any(|l| l.2));
        // The largest groups are enough: a list that is not among them is none.
        ranked.sort_by_key(|m| (std::cmp::Reverse(m.len()), m.first().map(|x| x.0)));
        ranked.truncate(MOST_GROUPS);
        ranked.sort_by_key(|m| m.first().map(|x| x.0));
        for members in ranked {
            let mut seen = HashSet::new();
            // Among permalinks of known shapes others are permalinks, too: the feed's few items
            // need not show all shapes.
            let known: Vec<usize> =
                members.iter().filter(|l| l.2 && seen.insert(l.1.clone())).map(|l| l.0).collect();
            // Links in headings need one known shape only: what stands in the headings of a list
            // beside an entry is an entry.
            let in_heading = |a: usize| {
                std::iter::once(a).chain(page.ancestors(a)).take(4).any(|a| is_heading(page.tag(a)))
            };
            let shapely = members.iter().all(|l| in_heading(l.0))
                || most(members.iter().filter(|l| l.2).count(), members.len());
            let others =
                members.iter().filter(|l| shapely && !l.2 && seen.insert(l.1.clone())).map(|l| l.0);
            let mut anchors: Vec<usize> = known.iter().copied().chain(others).collect();
            anchors.sort_unstable();
            let records =
                headed(page, &anchors).filter(|_| surely).unwrap_or_else(|| linked(page, &anchors));
            let names: HashSet<String> = records
                .iter()
                .map(|r| page.visible(r.title.clone()))
                .filter(|t| t.contains(char::is_alphanumeric))
                .collect();
            let headed = records.iter().filter(|r| in_heading(r.anchor)).count();
            // Ten links of a side bar are not the list, either.
            let beside = records.first().is_some_and(|r| in_frame(page, r.anchor));
            let signs = [nearly_all(headed, records.len()), !beside];
            let weight: usize = signs.iter().filter(|sign| **sign).map(|_| HEADING).product();
            let told = if surely { known.len() } else { headed };
            let worth =
                (names.len().min(told) * weight, headed, names.iter().map(String::len).sum());
            if told > 0 && worth > best.0 {
                best = (worth, records);
            }
        }
        (best.1, surely)
    }

    fn is_navigation(&self, path: &str) -> bool {
        self.navigation.iter().any(|n| n.path == path)
    }

    /// The contexts that are navigation on a page, by number: those of entry pages, less where this
    /// page has a list.
    fn navigation_on(
        &self,
        page: &Page,
        base: &Url,
        contexts: &mut Contexts<'_>,
        anchors: &[usize],
    ) -> HashSet<u32> {
        let known: HashMap<&str, &Navigation> =
            self.navigation.iter().map(|n| (n.path.as_str(), n)).collect();
        let mut places: HashMap<u32, Vec<usize>> = HashMap::new();
        for &i in anchors.iter().filter(|_| !known.is_empty()) {
            places.entry(contexts.number(i)).or_default().push(i);
        }
        let permalink = |i: &&usize| {
            let target = page.attr(**i, "href").and_then(|to| resolve(base, to.trim()));
            target.is_some_and(|to| self.fits_address(to.address()))
        };
        // Only where there are links enough it is asked which of them are permalinks.
        let has_list = |n: &Navigation, links: &[usize]| {
            n.is_exceeded_by(links.len())
                && n.is_exceeded_by(links.iter().filter(permalink).count())
        };
        places.retain(|&place, links| {
            known.get(&*contexts.path(place)).is_some_and(|n| !has_list(n, links))
        });
        places.into_keys().collect()
    }

    /// The key of the address that a link leads to, and whether it has a known shape. None where it
    /// cannot lead to an entry: into the page itself, up from it, to another host, to a section.
    fn link(&self, page: &Page, base: &Url, own: &str, i: usize) -> Option<(String, bool)> {
        let target = resolve(base, page.attr(i, "href")?.trim())?;
        let address = target.address();
        if address.has_fragment() {
            return None;
        }
        let fits = self.fits_address(address);
        if !fits && address.host() != host(base) {
            return None;
        }
        let key = address.key();
        let leads_up = || own.strip_prefix(key.as_str()).is_some_and(|rest| rest.starts_with('/'));
        let may_lead = || !leads_up() && !self.tells_section(address, &key);
        (key != own && (fits || may_lead())).then_some((key, fits))
    }

    /// True where a range has so many links that may lead to entries. Each record holds its link,
    /// but for the last of those that go from heading to heading: a range with fewer links holds
    /// at most as many records.
    pub(in crate::rule) fn has_links(
        &self,
        page: &Page,
        base: &Url,
        range: Range<usize>,
        least: usize,
    ) -> bool {
        let own = address_key(base);
        let Some(name) = page.label("a") else { return least == 0 };
        let anchors = page.tags_in(name, Kind::Start, range).iter();
        let mut links = anchors.filter(|&&i| self.link(page, base, &own, i as usize).is_some());
        least == 0 || links.nth(least - 1).is_some()
    }

    /// The tokens of its records; empty where no link has a known shape.
    pub(in crate::rule) fn extents((records, surely): &Records) -> Vec<Range<usize>> {
        records.iter().filter(|_| *surely).map(|r| r.extent.clone()).collect()
    }
}

/// Records named by their links.
fn linked(page: &Page, anchors: &[usize]) -> Vec<IndexRecord> {
    let extents = extents(page, anchors);
    anchors
        .iter()
        .zip(extents)
        .map(|(&anchor, extent)| IndexRecord {
            title: title_of(page, anchor, &extent),
            anchor,
            extent,
        })
        .collect()
}

/// Records whose links say nothing of them ("08:08 PM", "Permalink") and which have a heading
/// ahead; they go from heading to heading.
fn headed(page: &Page, anchors: &[usize]) -> Option<Vec<IndexRecord>> {
    let spoken: HashSet<String> = anchors
        .iter()
        .map(|&a| page.visible(page.region(a)).chars().filter(|c| !c.is_ascii_digit()).collect())
        .collect();
    if spoken.len() >= anchors.len() || spoken.len() > 2.max(anchors.len() / 5) {
        return None;
    }
    let heading = |range: Range<usize>| {
        page.shown(range)
            .filter(|&i| {
                is_heading(page.tag(i)) && page.tokens()[i].opens() && page.has_text(page.region(i))
            })
            .last()
    };
    let mut found: Vec<(usize, usize)> = anchors
        .iter()
        .enumerate()
        .filter_map(|(k, &a)| {
            let from = k
                .checked_sub(1)
                .map_or(page.body().start, |j| page.tokens()[anchors[j]].end as usize + 1);
            Some((a, heading(from..a)?))
        })
        .collect();
    if !nearly_all(found.len(), anchors.len()) {
        return None;
    }
    let says_day = |head: usize| is_day(&page.visible(page.region(head)));
    // Titles may differ in a number alone: "Part 1", "Part 2".
    let is_title = |&&(anchor, head): &&(usize, usize)| {
        let fills = page.words_in(page.region(anchor)) == page.words_in(page.region(head));
        page.encloses(head, anchor) && fills && !says_day(head)
    };
    if nearly_all(found.iter().filter(is_title).count(), found.len()) {
        return None;
    }
    // Directly behind the titles the days may be headings, too.
    let title_ahead = |(k, &(anchor, head)): (usize, &(usize, usize))| {
        if page.encloses(head, anchor) || !says_day(head) {
            return None;
        }
        let from = k.checked_sub(1).map_or(page.body().start, |j| found[j].0);
        let text = (from..head).rev().find(|&i| page.tokens()[i].is_text())?;
        let title = page.ancestors(text).find(|&a| is_heading(page.tag(a)))?;
        (title > from && !says_day(title)).then_some(title)
    };
    let titles: Vec<Option<usize>> = found.iter().enumerate().map(title_ahead).collect();
    if nearly_all(titles.iter().flatten().count(), found.len()) {
        let heads = found.iter_mut().zip(titles);
        heads.for_each(|(found, title)| found.1 = title.unwrap_or(found.1));
    }
    let around = page.common(found.first()?.1, found.last()?.0)?;
    let stop = page.inside(around).end;
    let records = found.iter().enumerate().map(|(k, &(anchor, head))| {
        let end = found.get(k + 1).map_or(stop, |n| n.1);
        let title = ahead_of_sign(page, head, anchor).unwrap_or_else(|| page.inside(head));
        IndexRecord { title, anchor, extent: head..end.max(head + 1) }
    });
    Some(records.collect())
}

/// What a heading says ahead of a link in it that is a mere sign.
fn ahead_of_sign(page: &Page, heading: usize, link: usize) -> Option<Range<usize>> {
    let says = |range: Range<usize>| page.words_in(range) > 0;
    let inside = page.inside(heading);
    let ahead = inside.start..link;
    (inside.contains(&link) && says(ahead.clone()) && !says(page.region(link))).then_some(ahead)
}

/// What names an entry: the heading in its link, else the link's text; where that is a mere sign
/// behind a title ("#", "¶"), the heading around it up to there; where the link shows no text (a
/// card that is a link as a whole), the first heading of the record, else its first text.
fn title_of(page: &Page, anchor: usize, extent: &Range<usize>) -> Range<usize> {
    let heading = |range: Range<usize>| {
        page.shown(range)
            .find(|&i| is_heading(page.tag(i)) && page.tokens()[i].opens())
            .map(|i| page.region(i))
    };
    let link = page.region(anchor);
    let around = page.ancestors(anchor).find(|&a| is_heading(page.tag(a)));
    if let Some(title) = around.and_then(|around| ahead_of_sign(page, around, anchor)) {
        return title;
    }
    if page.has_text(link.clone()) {
        return heading(link.clone()).filter(|h| page.has_text(h.clone())).unwrap_or(link);
    }
    let first = page.shown_texts(extent.clone()).next();
    heading(extent.clone()).or(first.map(|i| i..i + 1)).unwrap_or(link)
}

/// The tokens of each record: from its element's start to the next record's start, inside the
/// parent they share.
fn extents(page: &Page, anchors: &[usize]) -> Vec<Range<usize>> {
    let mut elements = record_of(page, anchors);
    // A record that is alone in its group (one entry in a year) would take the whole group: keep to
    // the usual level.
    let mut levels: Vec<u16> = elements.iter().map(|&e| page.tokens()[e].level).collect();
    levels.sort_unstable();
    if let Some(&usual) = levels.get(levels.len() / 2) {
        for (e, &a) in elements.iter_mut().zip(anchors) {
            if page.tokens()[*e].level < usual {
                *e = std::iter::once(a)
                    .chain(page.ancestors(a))
                    .find(|&x| page.tokens()[x].level <= usual)
                    .unwrap_or(*e);
            }
        }
    }
    let mut out: Vec<Range<usize>> = elements.iter().map(|&e| page.region(e)).collect();
    for k in 0..out.len() {
        let stop = page.parent(elements[k]).map_or(page.len(), |p| page.tokens()[p].end as usize);
        let next = elements.get(k + 1).copied().unwrap_or(usize::MAX).min(stop);
        out[k].end = out[k].end.max(next.min(stop)).max(out[k].start);
    }
    out
}

/// Where a list may write its dates: behind each record's start, or ahead of its link.
pub(in crate::rule) fn windows(page: &Page, records: &[IndexRecord]) -> [Vec<Range<usize>>; 2] {
    let behind: Vec<Range<usize>> = records.iter().map(|r| r.extent.clone()).collect();
    let ahead: Vec<Range<usize>> = records
        .iter()
        .enumerate()
        .map(|(k, r)| {
            let from = k.checked_sub(1).and_then(|j| records.get(j)).map_or_else(
                || page.parent(r.extent.start).map_or(r.extent.start, |p| p + 1),
                |p| page.tokens()[p.anchor].end as usize + 1,
            );
            from.min(r.anchor)..r.anchor
        })
        .collect();
    [behind, ahead]
}

/// The absolute address of a link's start tag.
pub(in crate::rule) fn href(page: &Page, i: usize, base: &Url) -> Option<String> {
    let target = resolve(base, page.attr(i, "href")?.trim())?;
    target.is_web().then(|| target.text().concat())
}
