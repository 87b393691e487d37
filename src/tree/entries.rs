//! The records of a list page as a blog's entries, without rules or feed: which region is the list,
//! and which of its items are title, link, day and text.
//!
//! Not in the papers, whose tables leave the meaning of columns to people. The signs are those of
//! any blog: each entry has a link of its own, in a heading or with many words; a day; a text.
//!
//! Time: linear in the tokens of the regions weighed, and in their records.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use url::Url;

use super::regions::{Boxes, Options, Record, Region, regions};
use crate::address::{address_key, host, link_key};
use crate::date::{days_in, lex};
use crate::entry::{Entry, Extent};
use crate::page::{Kind, Page, is_heading, record_of};
use crate::rule::rest_of_records;

/// Regions that are weighed; the list of a page is not behind ten others.
const MOST_REGIONS: usize = 12;
/// Fewest headings that make a list, and letters of a word.
const LEAST_HEADED: usize = 2;
const LETTERS: usize = 5;
/// Share of the records that must have a link of their own.
const MOSTLY: f64 = 0.8;
/// Words of a title that count; longer ones are no better.
const LONG_TITLE: usize = 6;
/// Longest text in which a record's day is sought, in bytes.
const DAY_TEXT: usize = 80;

/// The entries of a list page; none where no region looks like a list of them.
///
/// `url` is the page's own address.
///
/// ```
/// use feedstone::internals::tree::entries::entries;
/// let row = |n| {
///     format!(
///         "<article><h2><a href=/p/{n}.html>Entry number {n}</a></h2><i>{n} May 2013</i>\
///          <p>Some words about it.</p></article>"
///     )
/// };
/// let page = feedstone::Page::parse(&(1..5).map(row).collect::<String>());
/// let entries = entries(&page, "https://blog.example/", None, &Default::default());
/// assert_eq!(entries.len(), 4);
/// assert_eq!(entries[1].link.as_deref(), Some("https://blog.example/p/2.html"));
/// assert_eq!(entries[1].date.unwrap().to_string(), "2013-05-02");
/// ```
pub fn entries(page: &Page, url: &str, boxes: Option<&Boxes>, options: &Options) -> Vec<Entry> {
    let Ok(address) = Url::parse(url) else { return Vec::new() };
    let (own, base) = (address_key(&address), page.base(&address));
    let mut found = regions(page, boxes, options);
    found.truncate(MOST_REGIONS);
    found.extend(headed(page, &base, &own));
    let heaviest = found.iter().map(|r| r.weight).fold(1.0, f64::max);
    found
        .iter()
        .filter_map(|r| read(page, &base, &own, r))
        // Nearly all of a blog's entries have days, and links of some words.
        .map(|(worth, e, r)| (worth * (0.2 + (r.weight / heaviest).max(0.0)), e))
        .reduce(|a, b| if b.0 > a.0 { b } else { a })
        .map_or(Vec::new(), |b| b.1)
}

/// The records below headings that are links, of the kind of heading that most such have: entries
/// that stand in full, each as long and as different as its author wrote it, are no records of one
/// shape.
fn headed(page: &Page, base: &Url, own: &str) -> Option<Region> {
    let mut kinds: HashMap<String, Vec<(usize, String)>> = HashMap::new();
    let opens = |i: &usize| page.tokens()[*i].opens();
    for h in page.shown(page.body()).filter(opens).filter(|&i| is_heading(page.tag(i))) {
        let around = page.ancestors(h).take(1).filter(|&a| page.tag(a) == "a");
        let Some(link) = around.chain(page.inside(h).filter(|&i| page.tag(i) == "a")).next() else {
            continue;
        };
        let key = page.attr(link, "href").and_then(|href| link_key(base, href));
        if let Some(key) =
            key.filter(|k| k != own && k.split(['/', '?']).next() == Some(host(base)))
        {
            kinds.entry(page.named(h)).or_default().push((h, key));
        }
    }
    let several = |of: &[(usize, String)]| {
        let keys: HashSet<&String> = of.iter().map(|h| &h.1).collect();
        keys.len() >= LEAST_HEADED && keys.len() == of.len()
    };
    let headings = kinds.into_values().filter(|of| several(of));
    let mut headings = headings.max_by_key(|of| (of.len(), std::cmp::Reverse(of[0].0)))?;
    headings.sort_unstable();
    let headings: Vec<usize> = headings.into_iter().map(|h| h.0).collect();
    let tops = record_of(page, &headings);
    let parent = page.parent(tops[0])?;
    let mut records: Vec<Record> = Vec::with_capacity(tops.len());
    for (k, &top) in tops.iter().enumerate() {
        // Without an element of its own, an entry is what stands up to the next one's heading.
        let next = tops.get(k + 1).filter(|n| page.parent(**n) == page.parent(top));
        let usual = records.iter().map(|r| r.roots.len()).max().unwrap_or(1);
        let most = if next.is_some() { usize::MAX } else { usual };
        let end = page.parent(top).map_or(top + 1, |p| page.inside(p).end);
        let until = next.copied().unwrap_or(end);
        let siblings = std::iter::successors(Some(top), |&c| {
            Some(page.tokens()[c].end as usize + 1).filter(|&n| n < until)
        });
        let shown = |&c: &usize| c == top || page.has_text(page.region(c));
        records.push(Record { roots: siblings.filter(shown).take(most).collect() });
    }
    let words: usize = records.iter().flat_map(|r| r.tokens(page)).map(|t| page.words_in(t)).sum();
    Some(Region { parent, length: 1, records, weight: (words * LETTERS) as f64 })
}

/// A link of a record: its start tag, what it leads to, and where it stands in the record.
struct Link {
    tag: usize,
    key: String,
    place: String,
}

/// The entries of a region and how much it looks like a list of them.
fn read<'r>(
    page: &Page,
    base: &Url,
    own: &str,
    region: &'r Region,
) -> Option<(f64, Vec<Entry>, &'r Region)> {
    let records = &region.records;
    let links: Vec<Vec<Link>> = records
        .iter()
        .map(|r| r.tokens(page).flat_map(|t| links(page, base, own, t)).collect())
        .collect();
    let (chosen, quality) = choose(page, &links)?;
    let spans: Vec<Range<usize>> = records.iter().map(|r| span(page, &r.roots)).collect();
    let titles: Vec<Option<Range<usize>>> =
        chosen.iter().zip(&spans).map(|(c, s)| c.as_ref().map(|l| title(page, l.tag, s))).collect();
    let days: Vec<Option<(Range<usize>, chrono::NaiveDate)>> = records
        .iter()
        .zip(&titles)
        .map(|(r, t)| r.tokens(page).find_map(|s| day(page, s, t.as_ref())))
        .collect();
    let dated = days.iter().flatten().count() as f64 / records.len() as f64;
    let taken: Vec<Vec<Range<usize>>> = titles
        .iter()
        .zip(&days)
        .map(|(t, d)| t.iter().cloned().chain(d.iter().map(|d| d.0.clone())).collect())
        .collect();
    let shows_day = |s: &str| s.len() < DAY_TEXT && !days_in(s, &lex(s), 1).is_empty();
    let texts = rest_of_records(page, &spans, &taken, &[], &shows_day);
    let entries = chosen.iter().zip(&spans).zip(titles.iter().zip(&days)).zip(&texts);
    let entries: Vec<Entry> = entries
        .filter_map(|(((link, span), (title, day)), text)| {
            let link = link.as_ref()?;
            Some(Entry {
                title: title.clone().map(|t| page.visible(t)).filter(|t| !t.is_empty()),
                link: page
                    .attr(link.tag, "href")
                    .and_then(|h| base.join(h.trim()).ok())
                    .map(|u| u.to_string()),
                date: day.as_ref().map(|d| d.1),
                body_text: text.clone().map(|t| page.visible_lines(t)),
                body_html: text.clone().map(|t| page.html(t, base)),
                extent: text.as_ref().map(|_| Extent::Excerpt),
                tokens: span.clone(),
                ..Entry::default()
            })
        })
        .collect();
    Some((quality * (0.5 + dated), entries, region))
}

/// The tokens of a record that stands in one piece; of one in several (cells of two rows) those of
/// its largest.
fn span(page: &Page, roots: &[usize]) -> Range<usize> {
    let gap =
        |w: &[usize]| w[1] < page.region(w[0]).end || page.has_text(page.region(w[0]).end..w[1]);
    match (roots.first(), roots.last()) {
        (Some(&first), Some(&last)) if !roots.windows(2).any(gap) => first..page.region(last).end,
        _ => {
            roots.iter().map(|&r| page.region(r)).max_by_key(ExactSizeIterator::len).unwrap_or(0..0)
        }
    }
}

fn links(page: &Page, base: &Url, own: &str, tokens: Range<usize>) -> Vec<Link> {
    let root = tokens.start;
    page.shown(tokens)
        .filter(|&i| page.tokens()[i].kind == Kind::Start && page.tag(i) == "a")
        .filter_map(|tag| {
            let href = page.attr(tag, "href")?.trim();
            let key = link_key(base, href)?;
            if key == own || href.starts_with('#') || host(&base.join(href).ok()?) != host(base) {
                return None;
            }
            let path: Vec<&str> =
                page.ancestors(tag).take_while(|&a| a >= root).map(|a| page.tag(a)).collect();
            Some(Link { tag, key, place: path.join("/") })
        })
        .collect()
}

/// For each record its entry's link: of the places of links that most records have, the one whose
/// links differ and say most; records that lack it take their best link of another place.
fn choose<'l>(page: &Page, links: &'l [Vec<Link>]) -> Option<(Vec<Option<&'l Link>>, f64)> {
    let all = links.len() as f64;
    // Several links of a record to one address are the entry's: title, picture, "read more".
    let weight = |times: &HashMap<&str, usize>, link: &Link| {
        let words = page.words_in(page.region(link.tag)).min(LONG_TITLE) as f64;
        let heading = std::iter::once(link.tag)
            .chain(page.ancestors(link.tag))
            .take(4)
            .any(|a| is_heading(page.tag(a)))
            || page.inside(link.tag).any(|i| is_heading(page.tag(i)));
        let again = times.get(link.key.as_str()).copied().unwrap_or(1).min(3) as f64;
        words + if heading { 6.0 } else { 0.0 } + 2.0 * (again - 1.0)
    };
    let mut places: HashMap<&str, (f64, HashSet<&str>, usize)> = HashMap::new();
    let mut weights: Vec<Vec<f64>> = Vec::with_capacity(links.len());
    for record in links {
        let mut times: HashMap<&str, usize> = HashMap::new();
        record.iter().for_each(|l| *times.entry(&l.key).or_insert(0) += 1);
        weights.push(record.iter().map(|l| weight(&times, l)).collect());
        let mut here: HashMap<&str, (f64, &Link)> = HashMap::new();
        for (link, &w) in record.iter().zip(weights.last().into_iter().flatten()) {
            let best = here.entry(&link.place).or_insert((w, link));
            if w > best.0 {
                *best = (w, link);
            }
        }
        for (place, (w, link)) in here {
            let p = places.entry(place).or_insert((0.0, HashSet::new(), 0));
            p.0 += w;
            p.1.insert(&link.key);
            p.2 += 1;
        }
    }
    // A link that many records share is a tag's or an author's.
    let worth =
        |p: &(f64, HashSet<&str>, usize)| p.0 / all * (p.1.len() as f64 / p.2 as f64).powi(2);
    let (best, value) = places
        .iter()
        .map(|(k, p)| (*k, worth(p)))
        .max_by(|a, b| a.1.total_cmp(&b.1).then(b.0.cmp(a.0)))?;
    let mut taken: HashSet<&str> = HashSet::new();
    let chosen: Vec<Option<&Link>> = links
        .iter()
        .zip(&weights)
        .map(|(record, weights)| {
            let rank =
                |(l, w): &(&'l Link, &f64)| f64::from(u8::from(l.place == best)) * 100.0 + **w;
            let free = record.iter().zip(weights).filter(|(l, _)| !taken.contains(l.key.as_str()));
            let (link, _) = free.reduce(|a, b| if rank(&b) > rank(&a) { b } else { a })?;
            taken.insert(&link.key);
            Some(link)
        })
        .collect();
    (chosen.iter().flatten().count() as f64 >= MOSTLY * all).then_some((chosen, value))
}

/// What names the entry: the heading in its link, the heading around it or in its record, else the
/// link's text.
fn title(page: &Page, link: usize, record: &Range<usize>) -> Range<usize> {
    let named = |i: &usize| {
        is_heading(page.tag(*i)) && page.tokens()[*i].opens() && page.has_text(page.region(*i))
    };
    let inside = page.inside(link).find(|i| named(i));
    let around = || page.ancestors(link).take(3).find(|&a| is_heading(page.tag(a)));
    let first = || page.shown(record.clone()).find(|i| named(i));
    match inside {
        Some(h) => page.inside(h),
        None if around().is_some() && page.has_text(page.inside(link)) => page.inside(link),
        None => first().map_or(page.inside(link), |h| page.inside(h)),
    }
}

/// The first day that a short text of the record shows, or a `datetime`; not one in the title.
fn day(
    page: &Page,
    record: Range<usize>,
    title: Option<&Range<usize>>,
) -> Option<(Range<usize>, chrono::NaiveDate)> {
    let in_title = |i: usize| title.is_some_and(|t| t.contains(&i));
    page.shown(record).filter(|&i| !in_title(i)).find_map(|i| {
        let t = &page.tokens()[i];
        let read = |s: &str| days_in(s, &lex(s), 1).first().copied();
        match t.kind {
            Kind::Start if page.tag(i) == "time" => page
                .attr(i, "datetime")
                .and_then(|d| d.get(..10))
                .and_then(read)
                .map(|d| (page.region(i), d)),
            Kind::Text if !t.blank && page.data(i).len() < DAY_TEXT => {
                read(page.data(i)).map(|d| (i..i + 1, d))
            }
            _ => None,
        }
    })
}
