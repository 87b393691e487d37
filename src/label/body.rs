//! Bodies: WTM rule 3, widened. Feeds strip parts and add parts, and pages show excerpts: so not
//! string equality, but the element whose words are the feed's, by word 3-grams, in the context
//! that fits most items. A feed of teasers finds the first paragraph; how far the body goes is said
//! by what differs from page to page around it.
//!
//! Time: linear in the words and elements of the window.

use std::ops::Range;

use super::assign::{Candidate, assign, path};
use super::canvas::grams;
use super::own::{Template, own_words};
use super::{Spot, View};
use crate::page::{Kind, Page};
use crate::rule::{Field, captions, rest_of_records};

/// Of the page's words at a body, at least this share must be the feed's.
const LEAST_PRECISION: f64 = 0.5;
/// Words of a teaser (signs, where signs are words); looked up on generated and real feeds, whose
/// teasers have 20 to 70 words or 150 signs.
const LONGEST_TEASER: usize = 160;
/// A body longer than the feed's text by this factor was announced by a teaser.
const TEASER_GROWTH: f64 = 1.3;

/// The part of each page that is the feed's text.
pub(super) fn label(views: &mut [View<'_>], list: bool) {
    let hits: Vec<Hits> = views.iter().map(Hits::new).collect();
    let candidates: Vec<Vec<Candidate<usize>>> =
        views.iter().zip(&hits).map(|(v, h)| elements(v, h, v.target.body.len())).collect();
    let chosen = assign(views, &candidates, true);
    for ((view, hits), chosen) in views.iter_mut().zip(&hits).zip(chosen) {
        let Some(chosen) = chosen else {
            let why = if view.target.body.is_empty() {
                "the feed's item has no body"
            } else {
                "the feed's text does not stand on the page"
            };
            view.labels.missing.push((Field::Body, why.to_owned()));
            continue;
        };
        let tokens = core(view, hits, chosen.place, &|_| true);
        let covered = hits.count(&view.canvas.words.within(tokens.clone())) as f64
            / view.target.body.len().max(1) as f64;
        view.labels.body = Some(Spot { excerpt: list && covered < 0.8, ..Spot::tokens(tokens) });
    }
}

/// What is said over all items: bodies behind teasers, and whether a list shows bodies or excerpts.
/// Ahead of the days: a day inside the body is none of the entry's.
pub(super) fn complete(views: &mut [View<'_>], list: bool) {
    if list {
        grow(views);
    }
    // One layout shows bodies or excerpts: short posts that happen to stand whole among excerpts
    // follow the others.
    let shown = views.iter().filter(|v| v.labels.body.is_some()).count();
    let excerpts =
        views.iter().filter(|v| v.labels.body.as_ref().is_some_and(|b| b.excerpt)).count() * 2
            > shown;
    views.iter_mut().filter_map(|v| v.labels.body.as_mut()).for_each(|s| s.excerpt = excerpts);
}

/// Which words of a window are the feed item's.
pub(super) struct Hits {
    window: Range<usize>,
    /// `sums[i]`: hits among the first i words of the window.
    sums: Vec<u32>,
}

impl Hits {
    fn new(view: &View<'_>) -> Hits {
        let words = &view.canvas.words;
        let window = words.within(view.labels.window.clone());
        let keys = &words.keys[window.clone()];
        let mut hit = vec![false; keys.len()];
        let body = &view.target.body;
        if body.len() >= 3 {
            for (i, g) in grams(keys).enumerate() {
                if view.target.grams.contains(&g) {
                    hit[i..i + 3].fill(true);
                }
            }
        } else if !body.is_empty() {
            for i in 0..keys.len().saturating_sub(body.len() - 1) {
                if keys[i..i + body.len()] == body[..] {
                    hit[i..i + body.len()].fill(true);
                }
            }
        }
        // The title's own words are no body, though many bodies hold them.
        if let Some(title) = &view.labels.title {
            let own = words.within(title.range());
            let at = |p: usize| p.clamp(window.start, window.end) - window.start;
            hit[at(own.start)..at(own.end)].fill(false);
        }
        Hits::of(window, &hit)
    }

    fn of(window: Range<usize>, hit: &[bool]) -> Hits {
        let mut sums = vec![0; hit.len() + 1];
        for (i, h) in hit.iter().enumerate() {
            sums[i + 1] = sums[i] + u32::from(*h);
        }
        Hits { window, sums }
    }

    /// The words of the tokens that are marked.
    pub(super) fn by_token(view: &View<'_>, marked: &[bool]) -> Hits {
        let words = &view.canvas.words;
        let window = words.within(view.labels.window.clone());
        let hit: Vec<bool> =
            words.places[window.clone()].iter().map(|p| marked[p.0 as usize]).collect();
        Hits::of(window, &hit)
    }

    fn all(&self) -> usize {
        self.sums.last().map_or(0, |n| *n as usize)
    }

    /// Hits in a range of word positions.
    fn count(&self, words: &Range<usize>) -> usize {
        let at =
            |p: usize| self.sums[p.clamp(self.window.start, self.window.end) - self.window.start];
        (at(words.end) - at(words.start)) as usize
    }
}

/// Elements that may be the body: by hits, of the number that there should be, and how few other
/// words are inside.
fn elements(view: &View<'_>, hits: &Hits, expected: usize) -> Vec<Candidate<usize>> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    if expected == 0 {
        return Vec::new();
    }
    let mut found: Vec<(usize, f64)> = Vec::new();
    let window = view.labels.window.clone();
    for i in page.shown(window.clone()) {
        let t = &page.tokens()[i];
        if !t.opens()
            || t.end as usize >= window.end
            || (!page.is_block(i) && page.tag(i) != "span")
        {
            continue;
        }
        let run = words.within(page.region(i));
        let (n, hit) = (run.len() as f64, hits.count(&run) as f64);
        if hit == 0.0 || hit / n < 0.25 {
            continue;
        }
        let around_title =
            view.labels.title.as_ref().is_some_and(|t| page.encloses(i, t.slot.tokens.start));
        let precision = hit / n * if around_title { 0.7 } else { 1.0 };
        let recall = (hit / expected as f64).min(1.0);
        found.push((i, recall * precision * precision));
    }
    let best = found.iter().map(|f| f.1).fold(0.0, f64::max);
    found
        .into_iter()
        .filter(|f| f.1 > 0.3 * best)
        .map(|(i, score)| Candidate {
            context: path(view.canvas, i),
            weight: score / best,
            place: i,
        })
        .collect()
}

/// The children of an element that are the body: from the first to the last that has hits. What
/// stands around them in the same element (a heading ahead, share links behind) has none. Where one
/// child holds all hits, what has to be cut may be inside it.
///
/// `beside`: whether a part that shows words, and has no hits, is none of the body.
fn core(
    view: &View<'_>,
    hits: &Hits,
    element: usize,
    beside: &dyn Fn(&Range<usize>) -> bool,
) -> Range<usize> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let title = view.labels.title.as_ref().map(Spot::range);
    let is_title = |r: &Range<usize>| title.as_ref().is_some_and(|t| r.contains(&t.start));
    // A paragraph among others that are the item's too: the run of them, where nothing is around
    // them alone.
    if matches!(
        page.tag(element),
        "p" | "ul" | "ol" | "pre" | "blockquote" | "h2" | "h3" | "h4" | "figure" | "table" | "dl"
    ) && let Some(parent) = page.parent(element)
    {
        let siblings: Vec<(Range<usize>, usize, usize)> = page
            .children(parent)
            .map(|c| {
                let r = page.region(c);
                let w = words.within(r.clone());
                (r, w.len(), hits.count(&w))
            })
            .collect();
        let ours = |p: &&(Range<usize>, usize, usize)| {
            p.1 == 0 || (p.2 as f64 >= LEAST_PRECISION * p.1 as f64 && !is_title(&p.0))
        };
        let at = siblings.iter().position(|p| p.0.start == element).unwrap_or(0);
        let first = siblings[..at].iter().rev().take_while(ours).filter(|p| p.2 > 0).last();
        let last = siblings[at + 1..].iter().take_while(ours).filter(|p| p.2 > 0).last();
        // One paragraph alone keeps its tags, so that it begins where a run of them would.
        let own = page.region(element);
        let start = first.map_or(own.start, |p| p.0.start);
        // What shows no words ahead of the first paragraph (a player, a picture) is the text's own:
        // the run begins where the template ends, whatever the newest posts begin with.
        let ahead = siblings.iter().rev().skip_while(|p| p.0.start >= start);
        let silent = ahead.take_while(|p| p.1 == 0 && page.tokens()[p.0.start].opens());
        let start = silent.last().map_or(start, |p| p.0.start);
        return start..last.map_or(own.end, |p| p.0.end);
    }
    let mut at = element;
    loop {
        let inside = page.inside(at);
        let parts: Vec<(Range<usize>, usize, usize)> = page
            .children(at)
            .map(|c| {
                let r = page.region(c);
                let w = words.within(r.clone());
                (r, w.len(), hits.count(&w))
            })
            .collect();
        let is_hit = |p: &(Range<usize>, usize, usize)| {
            p.2 > 0 && p.2 as f64 / p.1 as f64 >= LEAST_PRECISION
        };
        let (Some(first), Some(last)) =
            (parts.iter().position(is_hit), parts.iter().rposition(is_hit))
        else {
            break;
        };
        // Ahead of the first hit only what shows words is cut off (an image may be the body's own).
        let other = |p: &&(Range<usize>, usize, usize)| p.1 > 0 && beside(&p.0);
        let ahead = parts[..first].iter().rev().find(|p| other(p) || is_title(&p.0));
        let behind = parts[last + 1..].iter().find(other);
        if ahead.is_some() || behind.is_some() {
            return ahead.map_or(inside.start, |p| p.0.end)
                ..behind.map_or(inside.end, |p| p.0.start);
        }
        if first != last || !page.tokens()[parts[first].0.start].opens() {
            break;
        }
        at = parts[first].0.start;
    }
    page.inside(element)
}

/// True where pages say that the feed's texts are teasers: on half of them plain paragraphs of the
/// entry's own go on behind the feed's text, in the same element. Whatever the feed calls it.
fn goes_on(views: &[View<'_>], template: &Template) -> bool {
    let labelled = views.iter().filter(|v| v.labels.body.is_some()).count();
    let longer = |(k, v): (usize, &View<'_>)| {
        let Some(body) = v.labels.body.as_ref().map(Spot::range) else { return false };
        let page = v.canvas.page;
        let Some(parent) = page.parent(body.start) else { return false };
        let rest = page.children(parent).skip_while(|c| *c < body.end).map(|c| page.region(c));
        let own = rest.take_while(|r| is_plain(page, r.start) && !foreign(v, k, r, template));
        let own = own.filter(|r| !is_row_of_links(page, r));
        let words: usize = own.map(|r| page.words_in(r)).sum();
        words as f64 >= (TEASER_GROWTH - 1.0) * page.words_in(body) as f64 && words > 0
    };
    labelled > 1 && views.iter().enumerate().filter(|v| longer(*v)).count() * 2 >= labelled
}

/// True for the blocks that texts are made of, and text between them.
fn is_plain(page: &Page, i: usize) -> bool {
    page.attr(i, "class").is_none()
        && matches!(
            page.tag(i),
            "p" | "h2"
                | "h3"
                | "h4"
                | "h5"
                | "h6"
                | "ul"
                | "ol"
                | "pre"
                | "blockquote"
                | "table"
                | "dl"
                | "figure"
                | ""
        )
}

/// True where the feed's texts may be teasers.
fn teases(views: &[View<'_>]) -> bool {
    if views.iter().filter(|v| v.target.cut).count() * 2 > views.len() {
        return true;
    }
    let teasers = views.iter().filter(|v| v.target.maybe_teaser).count();
    // Old feeds write whole bodies as descriptions: texts of this length are no teasers.
    let long = views.iter().filter(|v| v.target.body.len() > LONGEST_TEASER).count();
    // And what is cut is cut to one length: texts of several paragraphs and of very different
    // lengths are whole.
    let structured = views.iter().filter(|v| v.target.paragraphs > 1).count() * 2 > views.len();
    let mut lengths: Vec<usize> = views.iter().map(|v| v.target.body.len()).collect();
    lengths.sort_unstable();
    let uneven = lengths.last().is_some_and(|longest| *longest > 2 * lengths[lengths.len() / 2]);
    teasers * 2 >= views.len() && long * 4 <= views.len() && !(structured && uneven)
}

/// For feeds of teasers: widen each spot to what is the entry's own around it.
fn grow(views: &mut [View<'_>]) {
    let template = Template::of(views, most_pages(views));
    if !teases(views) {
        return;
    }
    let grown: Vec<Option<Range<usize>>> = views
        .iter()
        .enumerate()
        .map(|(k, v)| {
            let start = first_words(v)
                .or_else(|| v.labels.body.as_ref().map(|s| page_start(v, s.range())))?;
            entry_text(v, k, Some(start), &template)
        })
        .collect();
    let longer = views
        .iter()
        .zip(&grown)
        .filter(|(v, g)| {
            g.as_ref().is_some_and(|g| {
                v.canvas.words.within(g.clone()).len() as f64
                    > TEASER_GROWTH * v.target.body.len() as f64
            })
        })
        .count();
    if longer * 2 >= views.len() {
        for (view, tokens) in views.iter_mut().zip(grown) {
            if let Some(tokens) = tokens {
                view.labels.missing.retain(|m| m.0 != Field::Body);
                view.labels.body = Some(Spot::tokens(tokens));
            }
        }
    }
}

/// Bodies of entry pages behind feeds of teasers or without texts: the place that holds most of the
/// entries' own words. True where any was labelled so.
pub(super) fn label_own(views: &mut [View<'_>]) -> bool {
    let found = views.iter().filter(|v| v.labels.body.is_some()).count();
    let lacking = found * 2 < views.len();
    let template = Template::of(views, most_pages(views));
    if views.len() < 2 || !(lacking || teases(views) || goes_on(views, &template)) {
        return false;
    }
    let hits = own_words(views);
    let candidates: Vec<Vec<Candidate<usize>>> =
        views.iter().zip(&hits).map(|(v, h)| elements(v, h, h.all())).collect();
    let chosen = assign(views, &candidates, true);
    let own = cores(views, &hits, &chosen);
    let longer = |(v, tokens): &(&View<'_>, &Option<Range<usize>>)| {
        let words = tokens.as_ref().map_or(0, |t| v.canvas.words.within(t.clone()).len());
        words as f64 > TEASER_GROWTH * v.target.body.len() as f64
    };
    if views.iter().zip(&own).filter(longer).count() * 2 < views.len() {
        return false;
    }
    for (view, tokens) in views.iter_mut().zip(own) {
        if let Some(tokens) = tokens {
            view.labels.missing.retain(|m| m.0 != Field::Body);
            view.labels.body = Some(Spot::tokens(tokens));
        }
    }
    true
}

/// The texts in the chosen elements. What stands at an element's head or tail without words of the
/// entry's own is cut off where most pages have such a part: else it is of one text or another
/// ("Disclosure", a list of sources), and only other fields are cut off.
fn cores(
    views: &[View<'_>],
    hits: &[Hits],
    chosen: &[Option<Candidate<usize>>],
) -> Vec<Option<Range<usize>>> {
    let both: Vec<Option<[Range<usize>; 2]>> = (0..views.len())
        .map(|k| {
            let (view, element) = (&views[k], chosen[k].as_ref()?.place);
            let tight = core(view, &hits[k], element, &|_| true);
            let wide = core(view, &hits[k], element, &|part| is_other(view, part));
            Some([tight, wide])
        })
        .collect();
    let known = both.iter().flatten().count();
    let most = |cut: &dyn Fn(&[Range<usize>; 2]) -> bool| {
        both.iter().flatten().filter(|b| cut(b)).count() * 5 >= known * 3
    };
    let head = usize::from(!most(&|[tight, wide]| tight.start != wide.start));
    let tail = usize::from(!most(&|[tight, wide]| tight.end != wide.end));
    both.into_iter().map(|b| b.map(|b| b[head].start..b[tail].end)).collect()
}

/// Pages that must share a text for it to be the template's.
fn most_pages(views: &[View<'_>]) -> usize {
    (views.len() * 3).div_ceil(5).max(2)
}

/// Excerpts of lists that show other words than the feed, or go on behind its teaser: what their
/// records show besides title, date and names.
pub(super) fn label_rest(views: &mut [View<'_>]) {
    let found = views.iter().filter(|v| v.labels.body.is_some()).count();
    let lacking = found * 2 < views.len();
    let Some(first) = views.first().filter(|_| lacking || teases(views)) else { return };
    let page = first.canvas.page;
    // Windows of entries in a row reach back to the anchor before: records begin at their own.
    let windows: Vec<Range<usize>> = views
        .iter()
        .enumerate()
        .map(|(k, v)| {
            let w = v.labels.window.clone();
            let shared = k > 0 && views[k - 1].labels.window.end > w.start;
            if shared {
                v.labels.anchor().unwrap_or(w.start).clamp(w.start, w.end)..w.end
            } else {
                w
            }
        })
        .collect();
    let taken: Vec<Vec<Range<usize>>> = views
        .iter()
        .map(|v| {
            let one = [&v.labels.title, &v.labels.date, &v.labels.author].into_iter().flatten();
            let links = &v.canvas.links;
            let own = |i: usize| {
                links
                    .binary_search_by_key(&i, |l| l.0)
                    .is_ok_and(|k| v.target.links.contains(&links[k].1))
            };
            one.chain(&v.labels.tags)
                .map(Spot::range)
                .chain(captions(page, &v.labels.window, &own))
                .collect()
        })
        .collect();
    let rest = rest_of_records(page, &windows, &taken, &|_| false);
    let holds = |(v, r): &(&View<'_>, &Option<Range<usize>>)| match (&v.labels.body, r) {
        (Some(b), Some(r)) => r.start <= page_start(v, b.range()) && b.slot.tokens.end <= r.end + 1,
        _ => false,
    };
    if !lacking && views.iter().zip(&rest).filter(holds).count() * 5 < found * 4 {
        return;
    }
    for (view, tokens) in views.iter_mut().zip(rest) {
        if let Some(tokens) = tokens {
            view.labels.body = Some(Spot { excerpt: true, ..Spot::tokens(tokens) });
            view.labels.missing.retain(|m| m.0 != Field::Body);
        }
    }
}

/// The first token that shows text.
fn page_start(view: &View<'_>, tokens: Range<usize>) -> usize {
    let start = tokens.start;
    view.canvas
        .page
        .shown(tokens)
        .find(|&i| {
            view.canvas.page.tokens()[i].kind == Kind::Text && !view.canvas.page.tokens()[i].blank
        })
        .unwrap_or(start)
}

/// Where the teaser's first words stand.
fn first_words(view: &View<'_>) -> Option<usize> {
    let n = view.target.body.len().min(6);
    let title = view.labels.title.as_ref().map_or(0, |t| t.slot.tokens.end);
    let words = &view.canvas.words;
    let at =
        view.canvas.find_words(&view.target.body[..n], &words.within(view.labels.window.clone()));
    let behind = at.iter().find(|&&p| words.places[p].0 as usize >= title).or(at.first())?;
    (n >= 3).then_some(words.places[*behind].0 as usize)
}

/// True for a part that ends an entry's text: the template's own words, or an element meant for
/// something else.
fn foreign(view: &View<'_>, k: usize, part: &Range<usize>, template: &Template) -> bool {
    let (common, all) = template.count(view, k, part);
    all > 0 && (common * 10 >= all * 3 || is_other(view, part))
}

/// True for a part that is meant for something else, or holds another field.
fn is_other(view: &View<'_>, part: &Range<usize>) -> bool {
    let holds = |s: &Option<Spot>| s.as_ref().is_some_and(|s| part.contains(&s.slot.tokens.start));
    matches!(view.canvas.page.tag(part.start), "nav" | "aside" | "footer" | "form")
        || [&view.labels.title, &view.labels.date, &view.labels.author].into_iter().any(holds)
        || view.labels.tags.iter().any(|t| part.contains(&t.slot.tokens.start))
}

/// Share of a row's words that stand in its links: "Tags: bread, coffee".
const MOSTLY_LINKS: f64 = 0.6;
/// Fewest links of a row.
const LEAST_LINKS: usize = 2;

/// True for a part that shows links and hardly anything else.
fn is_row_of_links(page: &Page, part: &Range<usize>) -> bool {
    let links: Vec<usize> = page
        .shown(part.clone())
        .filter(|&i| {
            page.tag(i) == "a" && page.tokens()[i].opens() && page.attr(i, "href").is_some()
        })
        .collect();
    let linked: usize = links.iter().map(|&a| page.words_in(page.inside(a))).sum();
    let tagged = |&a: &usize| {
        let rel = page.attr(a, "rel").unwrap_or("");
        rel.split_ascii_whitespace().any(|r| r.eq_ignore_ascii_case("tag"))
    };
    let tags = !links.is_empty() && links.iter().all(tagged);
    tags || is_plain(page, part.start)
        && links.len() >= LEAST_LINKS
        && linked as f64 >= MOSTLY_LINKS * page.words_in(part.clone()) as f64
}

/// All of the entry's text: in the smallest element that holds both the title and the text (or the
/// text alone), the parts from the one with `start` (without it: from behind title, date and names)
/// up to the first foreign part. A single element gives what is inside it.
fn entry_text(
    view: &View<'_>,
    k: usize,
    start: Option<usize>,
    template: &Template,
) -> Option<Range<usize>> {
    let page = view.canvas.page;
    let title = view.labels.title.as_ref().map(|t| t.slot.tokens.start);
    let run_from = |parent: usize, first: usize| {
        let stop = page.inside(parent).end;
        let (mut end, mut last, mut doubtful) = (first, first, false);
        while end < stop {
            let part = page.region(end);
            let plain = is_plain(page, end);
            if end > first && is_row_of_links(page, &part) {
                // Tags below the text, or a list in it: as what follows says.
                doubtful = true;
            } else if end > first && foreign(view, k, &part, template) {
                // A heading or list may say the same in many entries ("Ingredients"): the text goes
                // on if plain text follows.
                if !plain {
                    break;
                }
                doubtful = true;
            } else if page.has_text(part.clone()) && (!doubtful || plain) {
                last = part.end;
                doubtful = false;
            }
            end = part.end.max(end + 1);
        }
        first..last.max(first + 1)
    };
    let run = match (start, title) {
        (Some(start), Some(title)) => {
            let around = page.common(title, start)?;
            let first = child_with(page, around, start)?;
            // The text may begin inside an element that starts with something else.
            let (mut parent, mut first) = (around, first);
            while page.words_in(first..start) > 0 && page.tokens()[first].opens() {
                parent = first;
                first = child_with(page, parent, start)?;
            }
            run_from(parent, first)
        }
        (Some(start), None) => {
            let mut top = start;
            while let Some(p) = page
                .parent(top)
                .filter(|&p| page.tag(p) != "body" && !foreign(view, k, &page.region(p), template))
            {
                top = p;
            }
            page.region(top)
        }
        (None, Some(title)) => {
            let labels = [&view.labels.title, &view.labels.date, &view.labels.author];
            let mut best: Option<(usize, Range<usize>)> = None;
            for around in page.ancestors(title) {
                let holds = |c: &usize| {
                    let r = page.region(*c);
                    labels.iter().any(|l| {
                        l.as_ref().is_some_and(|s| {
                            r.contains(&s.slot.tokens.start) && r.start <= title + 200
                        })
                    }) || view.labels.tags.first().is_some_and(|t| {
                        r.contains(&t.slot.tokens.start) && t.slot.tokens.start < title + 100
                    })
                };
                let Some(last) = page.children(around).filter(holds).last() else { continue };
                let Some(first) =
                    page.children(around).find(|&c| c > last && page.words_in(page.region(c)) > 0)
                else {
                    continue;
                };
                if foreign(view, k, &page.region(first), template) {
                    continue;
                }
                let run = run_from(around, first);
                let words = page.words_in(run.clone());
                if best.as_ref().is_none_or(|b| words > b.0 + b.0 / 4) {
                    best = Some((words, run));
                }
            }
            best?.1
        }
        (None, None) => return None,
    };
    // One element alone: what is inside it, less foreign parts at its end; and again where one
    // element of it is left.
    let mut run = run;
    loop {
        let only = page.tokens()[run.start];
        let container = matches!(
            page.tag(run.start),
            "div" | "section" | "article" | "main" | "td" | "span" | "center"
        );
        if !only.opens() || only.end as usize + 1 != run.end || !container {
            return Some(run);
        }
        let within = start.and_then(|s| child_with(page, run.start, s));
        let first = within
            .filter(|&c| page.words_in(run.start..c) == 0)
            .or(page.children(run.start).next())?;
        let inner = run_from(run.start, first);
        let whole = page.inside(run.start);
        if !page.has_text(inner.end..whole.end) {
            return Some(whole);
        }
        run = inner;
    }
}

/// The child of `parent` in whose region token `i` is.
fn child_with(page: &Page, parent: usize, i: usize) -> Option<usize> {
    page.children(parent).find(|&c| page.encloses(c, i))
}
