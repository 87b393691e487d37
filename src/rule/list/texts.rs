//! What the records of a list show besides their title, date and names: the bodies or excerpts of
//! lists for which no rule was learned.
//!
//! The records of one list are compared with each other (TSReC's common part, inside one page): a
//! text that stands at the same place in most of them is the template's ("Read more", "3 comments",
//! digits apart). Of what is left in a record, the element that holds nearly all of it is sought
//! from outside in, and in it the run of parts around the longest.
//!
//! Time: O(tokens · depth of the records).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::page::{Kind, Page, context_of, count_words, fold, is_heading};
use crate::rule::bounds::{CAPTION_WORDS, LABEL_WORDS, LEAST_STEPS, LEAST_WORDS};
use crate::share::{most, nearly_all, some};

/// For each record of a list, in page order, the tokens of its text.
///
/// `taken`: tokens of each record that are other fields'. `left_out`: tokens that count as if they
/// were not there. `tells_day`: true for lines that say a day.
pub(crate) fn bodies(
    page: &Page,
    records: &[Range<usize>],
    taken: &[Vec<Range<usize>>],
    left_out: &[Range<usize>],
    tells_day: &dyn Fn(&str) -> bool,
) -> Vec<Option<Range<usize>>> {
    let none = vec![None; records.len()];
    if records.len() < 2 {
        return none;
    }
    let sums = Sums::new(page, records, taken, left_out, tells_day);
    let found = records.iter().map(|r| sums.body(r)).collect();
    let found = without_labels(page, found);
    let mut words: Vec<usize> = found.iter().flatten().map(|r| sums.free(r)).collect();
    words.sort_unstable();
    if words.get(words.len() / 2).is_none_or(|&w| w < LEAST_WORDS) {
        return none;
    }
    let places: Vec<Option<String>> =
        found.iter().map(|f| f.as_ref().map(|r| context_of(page, r.start))).collect();
    let mut records_at: HashMap<&str, usize> = HashMap::new();
    for place in places.iter().flatten() {
        *records_at.entry(place).or_insert(0) += 1;
    }
    let shared = |place: &Option<String>| place.as_ref().is_some_and(|p| records_at[&**p] > 1);
    // Few words at a place that no other record has them at are a name or a number. Where not most
    // records have a text, what stands at such a place is what follows the list, and what several
    // say is a notice.
    let of_most = most(words.len(), records.len());
    let differ = || {
        let texts = found.iter().flatten().map(|r| without_numbers(&page.visible(r.clone())));
        nearly_all(texts.collect::<HashSet<String>>().len(), words.len())
    };
    if !(of_most || some(words.len(), records.len()) && differ()) {
        return none;
    }
    let is_text = |r: &Range<usize>, place| shared(place) || of_most && sums.free(r) >= LEAST_WORDS;
    found.into_iter().zip(&places).map(|(f, place)| f.filter(|r| is_text(r, place))).collect()
}

/// Texts of a few words that three records or more show alike are none: "by", "No comments".
fn without_labels(page: &Page, found: Vec<Option<Range<usize>>>) -> Vec<Option<Range<usize>>> {
    let label = |text: &Range<usize>| {
        let is_short = page.words_in(text.clone()) <= LABEL_WORDS;
        is_short.then(|| without_numbers(&page.visible(text.clone())))
    };
    let labels: Vec<Option<String>> = found.iter().map(|text| label(text.as_ref()?)).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for label in labels.iter().flatten() {
        *counts.entry(label).or_default() += 1;
    }
    let is_shared =
        |label: &Option<String>| label.as_ref().is_some_and(|l| counts[&**l] >= LEAST_STEPS);
    let texts = found.into_iter().zip(&labels);
    texts.map(|(text, label)| text.filter(|_| !is_shared(label))).collect()
}

/// What is no text of the entry: pictures that link to it, with their captions, and links to it or
/// headings that say its title once more. `own`: true for links to the entry.
pub(in crate::rule) fn captions(
    page: &Page,
    record: &Range<usize>,
    title: &str,
    own: &dyn Fn(usize) -> bool,
) -> Vec<Range<usize>> {
    let is_caption = |i: &usize| {
        let region = page.region(*i);
        let to_own = page.tag(*i) == "a" && own(*i);
        let pictured = || region.clone().any(|i| page.tag(i) == "img");
        to_own && pictured() && page.words_in(region.clone()) <= CAPTION_WORDS
            || (to_own || is_heading(page.tag(*i))) && page.visible(region.clone()) == title
    };
    let starts = page.shown(record.clone()).filter(|&i| page.tokens()[i].kind == Kind::Start);
    starts.filter(is_caption).map(|i| page.region(i)).collect()
}

/// Links to the entry that end their block and say its title, with a few words beside it that other
/// records have, too: "Continue reading Rye". Each with these words.
pub(in crate::rule) fn invitations(
    page: &Page,
    record: &Range<usize>,
    title: &str,
    own: &dyn Fn(usize) -> bool,
) -> Vec<(Range<usize>, String)> {
    let Some(a) = page.label("a").filter(|_| !title.is_empty()) else { return Vec::new() };
    let most = count_words(title) + LEAST_WORDS;
    let ends_block = |link: &Range<usize>| {
        let block = page.ancestors(link.start).find(|&a| page.is_block(a));
        block.is_none_or(|b| page.words_in(link.end..page.inside(b).end.max(link.end)) == 0)
    };
    let invites = |link: Range<usize>| {
        if page.words_in(link.clone()) >= most || !ends_block(&link) {
            return None;
        }
        let shown = page.visible(link.clone());
        let beside = shown.contains(title).then(|| shown.replacen(title, "", 1))?;
        Some((link, beside))
    };
    let links = page.tags_in(a, Kind::Start, record.clone()).iter().map(|i| *i as usize);
    links.filter(|i| own(*i)).map(|i| page.region(i)).filter_map(invites).collect()
}

/// The invitations of a list whose words beside the title two records or more have.
pub(in crate::rule) fn said_by_several(
    of_records: &[Vec<(Range<usize>, String)>],
) -> Vec<Range<usize>> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for invitations in of_records {
        let beside: HashSet<&str> = invitations.iter().map(|i| i.1.as_str()).collect();
        beside.into_iter().for_each(|words| *counts.entry(words).or_default() += 1);
    }
    let all = of_records.iter().flatten();
    all.filter(|i| counts[i.1.as_str()] > 1).map(|i| i.0.clone()).collect()
}

/// Words by token, as sums: of all texts, and of those that are neither taken nor the template's.
struct Sums<'p> {
    page: &'p Page,
    all: Vec<u32>,
    free: Vec<u32>,
    /// Texts of other fields, dates among them.
    taken: Vec<u32>,
}

impl Sums<'_> {
    fn new<'p>(
        page: &'p Page,
        records: &[Range<usize>],
        taken: &[Vec<Range<usize>>],
        left_out: &[Range<usize>],
        tells_day: &dyn Fn(&str) -> bool,
    ) -> Sums<'p> {
        let [mut all, mut free, mut other] = [0, 1, 2].map(|_| vec![0u32; page.len() + 1]);
        let mut texts: Vec<(usize, usize)> = Vec::new();
        // Of each text its number, in how many records it stands and which is the last of these.
        let mut numbers: HashMap<String, usize> = HashMap::new();
        let mut records_with: Vec<(usize, usize)> = Vec::new();
        let mut claimed = vec![false; page.len()];
        for t in taken.iter().flatten().filter(|t| t.start < t.end) {
            claimed[t.clone()].fill(true);
        }
        let mut shown = vec![true; page.len()];
        for t in left_out.iter().filter(|t| t.start < t.end) {
            shown[t.clone()].copy_from_slice(&claimed[t.clone()]);
        }
        for (k, record) in records.iter().enumerate() {
            for i in page.shown(record.clone()).filter(|i| shown[*i]) {
                let t = &page.tokens()[i];
                if t.kind != Kind::Text || t.blank {
                    continue;
                }
                all[i + 1] = page.words_in(i..i + 1) as u32;
                let text = fold(page.data(i));
                if claimed[i] || tells_day(&text) {
                    other[i + 1] = 1;
                    continue;
                }
                let key = format!(
                    "{}|{}",
                    page.parent(i).map_or("", |p| page.tag(p)),
                    without_numbers(&text)
                );
                let number = *numbers.entry(key).or_insert(records_with.len());
                match records_with.get_mut(number) {
                    Some((count, last)) => {
                        *count += usize::from(std::mem::replace(last, k) != k);
                    }
                    None => records_with.push((1, k)),
                }
                texts.push((i, number));
            }
        }
        for (i, number) in texts {
            if !most(records_with[number].0, records.len()) {
                free[i + 1] = all[i + 1];
            }
        }
        for i in 0..page.len() {
            all[i + 1] += all[i];
            free[i + 1] += free[i];
            other[i + 1] += other[i];
        }
        Sums { page, all, free, taken: other }
    }

    fn free(&self, r: &Range<usize>) -> usize {
        (self.free[r.end] - self.free[r.start]) as usize
    }

    /// True for parts that are nearly all free text, or show none.
    fn own(&self, r: &Range<usize>) -> bool {
        nearly_all(self.free(r), (self.all[r.end] - self.all[r.start]) as usize)
    }

    /// True for a part whose words are those of links: a pager, or where to share.
    fn is_of_links(&self, part: &Range<usize>) -> bool {
        let linked = self.page.words_in_links(part.clone());
        linked > 0 && self.page.words_in(part.clone()) == linked
    }

    /// From outside in: the element that holds nearly all of a record's own words, or the run of
    /// parts around the longest one in it.
    fn body(&self, record: &Range<usize>) -> Option<Range<usize>> {
        let page = self.page;
        let mut inside = record.clone();
        loop {
            let parts = parts(page, &inside);
            let best =
                (0..parts.len()).max_by_key(|&k| (self.free(&parts[k]), std::cmp::Reverse(k)))?;
            let total = self.free(&inside);
            if self.free(&parts[best]) == 0 {
                return None;
            }
            let element = parts[best].start;
            let opens = page.tokens()[element].opens();
            let paragraphs =
                parts.iter().filter(|p| is_paragraph(page, p.start) && self.free(p) > 0).count();
            let alone = nearly_all(self.free(&parts[best]), total);
            let mixed = !self.own(&parts[best]);
            let shared = mixed || (self.taken[parts[best].end] > self.taken[parts[best].start]);
            if opens
                && (shared && alone
                    || mixed && paragraphs == 0
                    || alone && !is_paragraph(page, element))
            {
                inside = page.inside(element);
                inside.end = inside.end.min(record.end);
                continue;
            }
            let is_alike = |part: &Range<usize>| {
                is_paragraph(page, part.start)
                    || !page.is_block(part.start)
                    || page.tag(part.start) == page.tag(element)
            };
            let may_stand = |p: &usize| {
                let part = &parts[*p];
                let apart = ["nav", "footer", "aside", "form", "header"];
                self.own(part)
                    && !apart.contains(&page.tag(part.start))
                    && (is_alike(part) || !self.is_of_links(part))
            };
            // The furthest of the parts on one side that belongs to the text. Other blocks, of code
            // or pictures, stand between paragraphs; few words behind these are names.
            let reach = |side: &mut dyn Iterator<Item = usize>| {
                let mut least = 1;
                let belongs = |p: &usize| {
                    let part = &parts[*p];
                    let alike = is_alike(part);
                    if !alike {
                        least = LEAST_WORDS;
                    }
                    alike && self.free(part) >= least
                };
                side.take_while(may_stand).filter(belongs).last().unwrap_or(best)
            };
            let first = reach(&mut (0..best).rev());
            let last = reach(&mut (best + 1..parts.len()));
            let run = parts[first].start..parts[last].end;
            let whole = run == parts[best] && opens && !is_paragraph(page, element);
            return Some(if whole {
                page.inside(element).start..page.inside(element).end.min(record.end)
            } else {
                run
            });
        }
    }
}

fn is_paragraph(page: &Page, i: usize) -> bool {
    matches!(
        page.tag(i),
        "p" | "ul"
            | "ol"
            | "dl"
            | "pre"
            | "blockquote"
            | "table"
            | "figure"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
    )
}

/// The regions of the elements and texts side by side in a range.
fn parts(page: &Page, range: &Range<usize>) -> Vec<Range<usize>> {
    let mut out = Vec::new();
    let mut i = range.start;
    while i < range.end {
        let region = page.region(i);
        let end = region.end.min(range.end).max(i + 1);
        out.push(i..end);
        i = end;
    }
    out
}

/// A text with each number as one sign: "5 minutes" and "16 minutes" are the template's alike.
fn without_numbers(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if !c.is_ascii_digit() {
            out.push(c);
        } else if !out.ends_with('0') {
            out.push('0');
        }
    }
    out
}
