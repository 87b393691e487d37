//! What is the entry's own on its page: texts that other entry pages of the blog do not show, less
//! links, comments and navigation. Where a feed has teasers or no texts at all, the body is the
//! place of the template that holds most of these words and least others.
//!
//! Time: linear in the tokens of the pages; what views of one page share is found once.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::assign::{Candidate, Vote, assign};
use super::body::{Hits, elements, is_paragraph, teases, text_at};
use super::signs::{FEW_WORDS, LEAST_WORDS, LONGEST_VALUE, TEASER_GROWTH, WHOLE_GROWTH};
use super::{Canvas, Spot, View, of_pages};
use crate::address::{host, names_comments, words_of_name};
use crate::date::{days_in, lex};
use crate::entry::Field;
use crate::page::{Kind, Page, fold, is_heading};
use crate::rule::REST;
use crate::share::{most, nearly_all, some};

/// Bodies behind feeds of teasers or without texts: the place that holds most of the entries' own
/// words. True where they were labelled so.
pub(super) fn label(views: &mut [View<'_>], list: bool) -> bool {
    if views.len() < 2 || !(lacks_bodies(views) || !list || teases(views)) {
        return false;
    }
    let mut known = own_words(views);
    end_at_fields(views, &mut known);
    let candidates: Vec<Vec<Candidate<usize>>> =
        views.iter().zip(&known).map(|(v, o)| elements(v, &o.hits, o.hits.all())).collect();
    let texts_of = |candidates: &[Vec<Candidate<usize>>]| {
        cores(views, &known, &assign(views, candidates, Vote::Best, true))
    };
    let mut own = texts_of(&candidates);
    if !believed(views, &own, list) {
        // A feed may cut some of its posts alone; their pages show the rest, where they have it.
        let cut = match list {
            true => vec![false; views.len()],
            false => cut_by_feed(views, &known, &own),
        };
        let of_cut = |((v, all), is_cut): ((&View<'_>, &Vec<Candidate<usize>>), &bool)| {
            let body = v.labels.body.as_ref().filter(|_| *is_cut);
            let around = |c: &&Candidate<usize>| {
                body.is_some_and(|b| v.canvas.page.encloses(c.place, b.slot.tokens.start))
            };
            all.iter().filter(around).cloned().collect()
        };
        let around: Vec<Vec<Candidate<usize>>> =
            views.iter().zip(&candidates).zip(&cut).map(of_cut).collect();
        let longer = |(v, own): (&View<'_>, Option<Range<usize>>)| {
            own.filter(|own| is_longer(v, own, TEASER_GROWTH) && holds(v, own))
        };
        own = views.iter().zip(texts_of(&around)).map(longer).collect();
    }
    if list {
        keep_to_edges(views, &mut own);
    }
    let found = own.iter().any(Option::is_some);
    for (view, tokens) in views.iter_mut().zip(own) {
        if let Some(tokens) = tokens {
            view.labels.missing.retain(|m| m.0 != Field::Body);
            view.labels.body = Some(Spot { excerpt: list, ..Spot::tokens(tokens) });
        }
    }
    found
}

/// Lists' own texts without the lines that all have ahead of the feed's text or behind it, in
/// blocks built otherwise than its own: a subtitle, a count of words.
fn keep_to_edges(views: &[View<'_>], own: &mut [Option<Range<usize>>]) {
    // For each text whether it has such lines ahead and behind.
    let lines: Vec<Option<[bool; 2]>> = views
        .iter()
        .zip(&*own)
        .map(|(view, own)| {
            let own = own.clone().filter(|own| holds(view, own))?;
            let text = view.labels.body.as_ref()?.range();
            let ahead = own.start..text.start.max(own.start);
            let behind = text.end.min(own.end)..own.end;
            Some([ahead, behind].map(|part| is_line(view, &part, &text)))
        })
        .collect();
    let found = lines.iter().flatten().count();
    let cut = [0, 1].map(|edge| {
        let with = lines.iter().flatten().filter(|lines| lines[edge]).count();
        found > 1 && nearly_all(with, found)
    });
    for ((view, own), lines) in views.iter().zip(own).zip(lines) {
        let Some(((own, text), lines)) = own.as_mut().zip(view.labels.body.as_ref()).zip(lines)
        else {
            continue;
        };
        if cut[0] && lines[0] {
            own.start = text.range().start.max(own.start);
        }
        if cut[1] && lines[1] {
            own.end = text.range().end.min(own.end);
        }
    }
}

/// True for a part beside a text that is a line of its own, in a block of another kind.
fn is_line(view: &View<'_>, part: &Range<usize>, text: &Range<usize>) -> bool {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let block_of = |tokens: &Range<usize>| {
        let first = page_start(view, tokens.clone());
        page.ancestors(first).find(|&a| page.is_block(a))
    };
    let shown = words.within(part.clone()).len();
    let kinds = [part, text].map(|tokens| block_of(tokens).map(|block| page.named(block)));
    (1..2 * LEAST_WORDS).contains(&shown) && kinds[0] != kinds[1]
}

/// How many entries' texts were found by the feed's.
fn bodies(views: &[View<'_>]) -> usize {
    views.iter().filter(|v| v.labels.body.is_some()).count()
}

fn lacks_bodies(views: &[View<'_>]) -> bool {
    !most(bodies(views), views.len())
}

/// True where the entries' own texts are what they show, and not what the feed has.
fn believed(views: &[View<'_>], own: &[Option<Range<usize>>], list: bool) -> bool {
    let both = || views.iter().zip(own).filter_map(|(v, own)| Some((v, own.as_ref()?)));
    let (found, lacking) = (bodies(views), lacks_bodies(views));
    let longer = |factor: f64| both().filter(|(v, own)| is_longer(v, own, factor)).count();
    let held = nearly_all(both().filter(|(v, own)| holds(v, own)).count(), found);
    if list && lacking {
        // Lists of titles have names, days and numbers beside them.
        let mut lengths: Vec<usize> = both().map(|(v, own)| words_in(v, own)).collect();
        lengths.resize(views.len(), 0);
        lengths.sort_unstable();
        return lengths[lengths.len() / 2] >= LEAST_WORDS;
    }
    match list {
        true => held,
        // Not where most are no longer than the feed's.
        false if lacking || held || teases(views) => {
            !most(views.len() - longer(TEASER_GROWTH), views.len())
        }
        false => nearly_all(longer(WHOLE_GROWTH), views.len()),
    }
}

/// Which texts the feed cuts: those that it says it does, those with a part behind them that is
/// named so (`<div id="more">`), and, where that is what tells the longer ones, those whose pages
/// go on with words of their own: in paragraphs, or in this way here and in that way there.
fn cut_by_feed(views: &[View<'_>], known: &[Own], own: &[Option<Range<usize>>]) -> Vec<bool> {
    let longer = |(v, own): (&View<'_>, &Option<Range<usize>>)| {
        own.as_ref().is_some_and(|own| is_longer(v, own, TEASER_GROWTH) && holds(v, own))
    };
    let longer: Vec<bool> = views.iter().zip(own).map(longer).collect();
    let next: Vec<Option<usize>> =
        views.iter().zip(known).map(|(v, own)| part_behind(v, own)).collect();
    let of_longer = || (0..views.len()).filter(|&k| longer[k]).filter_map(|k| Some((k, next[k]?)));
    // One mark behind all of them may be the template's; where they go on with this here and with
    // that there, it is the texts that go on.
    let kinds: HashSet<_> = of_longer().map(|(k, next)| views[k].canvas.page.named(next)).collect();
    let in_many_ways = kinds.len() > 1;
    let led = |k: usize| next[k].is_some_and(|i| in_many_ways || is_like_last(&views[k], i));
    let told = of_longer().filter(|(k, _)| led(*k)).count();
    let all = longer.iter().filter(|longer| **longer).count();
    let agree = if in_many_ways { most(told, all) } else { nearly_all(told, all) };
    let tells = some(all, views.len()) && agree;
    let is_cut = |k: usize| views[k].target.cut || tells && led(k) || has_rest(&views[k]);
    (0..views.len()).map(is_cut).collect()
}

/// True where an element whose name says that it is the rest of the text stands behind what was
/// found of the feed's.
fn has_rest(view: &View<'_>) -> bool {
    let page = view.canvas.page;
    let Some(body) = view.labels.body.as_ref().map(Spot::range) else { return false };
    let next = page.next_from(body.end, view.texts.end);
    let inside = next.and_then(|next| page.next_from(next + 1, view.texts.end));
    let is_word = |word: &str| REST.contains(&word.to_lowercase().as_str());
    // A class that only ends so may lead on to other posts.
    let says = |i: usize| {
        let classes = page.attr(i, "class").unwrap_or_default().split_ascii_whitespace();
        let extended = |class: &str| {
            let last = words_of_name(class).last();
            last.is_some_and(|word| word.eq_ignore_ascii_case(REST[1]))
        };
        page.attr(i, "id").is_some_and(|id| is_word(id.trim())) || classes.into_iter().any(extended)
    };
    let is_rest = |i: usize| {
        page.tokens()[i].opens() && page.tag(i) == "div" && page.has_text(page.inside(i)) && says(i)
    };
    next.into_iter().chain(inside).any(is_rest)
}

/// The part of the page behind what was found of the feed's text, where its words are the entry's
/// own and no day.
fn part_behind(view: &View<'_>, own: &Own) -> Option<usize> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let body = view.labels.body.as_ref()?.range();
    let mut next = page.next_from(body.end, own.end)?;
    // Pictures and rules say nothing.
    while words.within(page.region(next)).is_empty() {
        next = page.next_from(page.region(next).end.max(next + 1), own.end)?;
    }
    let rest = words.within(page.region(next));
    let is_own = page.tokens()[next].opens() && nearly_all(own.hits.count(&rest), rest.len());
    let says_day = || {
        let text = page.visible(page.region(next));
        !days_in(&text, &lex(&text), 1).is_empty()
    };
    (is_own && !says_day()).then_some(next)
}

/// True for a paragraph without a class, like the last one of what was found of the feed's text.
fn is_like_last(view: &View<'_>, next: usize) -> bool {
    let page = view.canvas.page;
    let last = view.labels.body.as_ref().map(|b| page.tag(b.range().end - 1));
    is_paragraph(page, next) && last == Some(page.tag(next)) && page.attr(next, "class").is_none()
}

/// True where an entry's own text holds what was found of the feed's.
fn holds(view: &View<'_>, own: &Range<usize>) -> bool {
    view.labels.body.as_ref().is_some_and(|b| {
        own.start <= page_start(view, b.range()) && b.slot.tokens.end <= own.end + 1
    })
}

fn words_in(view: &View<'_>, own: &Range<usize>) -> usize {
    view.canvas.words.within(own.clone()).len()
}

/// True where an entry's own text is longer than the feed's by a factor.
fn is_longer(view: &View<'_>, own: &Range<usize>, factor: f64) -> bool {
    words_in(view, own) as f64 > factor * view.target.body.len() as f64
}

/// The texts in the chosen elements. What stands at an element's head or tail without words of the
/// entry's own is cut off where it is another field or meant for something else. In an element that
/// holds texts alone ([`Frame`]) the rest is text ("Disclosure", a list of sources, a note on a
/// series); in others it is cut off where most pages have such a part.
fn cores(
    views: &[View<'_>],
    own: &[Own],
    chosen: &[Option<Candidate<usize>>],
) -> Vec<Option<Range<usize>>> {
    let elements: Vec<Option<usize>> = chosen.iter().map(|c| Some(c.as_ref()?.place)).collect();
    let frame = Frame::of(views, own, &elements);
    let ranges = |beside: &dyn Fn(usize, &Range<usize>) -> bool| -> Vec<Option<Range<usize>>> {
        let range = |k: usize| {
            let (view, hits) = (&views[k], &own[k].hits);
            Some(text_at(view, hits, elements[k]?, &|part| beside(k, part)))
        };
        (0..views.len()).map(range).collect()
    };
    let is_other = |k: usize, part: &Range<usize>| {
        is_meant_otherwise(views[k].canvas.page, part.start) || own[k].holds_field(part)
    };
    let (tight, wide) = (ranges(&|_, _| true), ranges(&is_other));
    let known = tight.iter().flatten().count();
    let differ = |edge: fn(&Range<usize>) -> usize| {
        let pairs = tight.iter().flatten().zip(wide.iter().flatten());
        most(pairs.filter(|(a, b)| edge(a) != edge(b)).count(), known)
    };
    let beside = |k: usize, part: &Range<usize>| frame.is_other(&views[k], &own[k], part);
    let cut = if frame.texts_alone { ranges(&beside) } else { tight.clone() };
    let starts = if differ(|r| r.start) { &cut } else { &wide };
    let stops = if differ(|r| r.end) { &cut } else { &wide };
    let range = |k: usize| {
        let start = starts[k].as_ref()?.start;
        Some(start..stops[k].as_ref()?.end.min(own[k].end).max(start))
    };
    (0..views.len()).map(range).collect()
}

/// What stands in the elements around the texts.
struct Frame {
    /// True where most of the elements hold no other field: they are there for the text.
    texts_alone: bool,
    /// Paths of parts with words, of which none are an entry's own, on most pages.
    template: HashSet<String>,
}

impl Frame {
    fn of(views: &[View<'_>], own: &[Own], elements: &[Option<usize>]) -> Frame {
        let known = elements.iter().flatten().count();
        let (mut alone, mut counts) = (0, HashMap::new());
        for ((view, own), element) in views.iter().zip(own).zip(elements) {
            let Some(element) = element.map(|e| around(view, e)) else { continue };
            let page = view.canvas.page;
            alone += usize::from(!own.holds_field(&page.region(element)));
            let without = |c: &usize| {
                let words = view.canvas.words.within(page.region(*c));
                page.tokens()[*c].opens() && !words.is_empty() && own.hits.count(&words) == 0
            };
            let named = |c: &usize| ["class", "id"].iter().any(|a| page.attr(*c, a).is_some());
            let paths: HashSet<String> = page
                .children(element)
                .filter(|c| named(c) && !is_paragraph(page, *c) && without(c))
                .map(|c| view.canvas.path_of(c))
                .collect();
            paths.into_iter().for_each(|p| *counts.entry(p).or_insert(0) += 1);
        }
        let template = counts.into_iter().filter(|(_, n)| most(*n, known)).map(|(p, _)| p);
        Frame { texts_alone: most(alone, known), template: template.collect() }
    }

    /// True for a part that is no text although it stands where texts alone do.
    fn is_other(&self, view: &View<'_>, own: &Own, part: &Range<usize>) -> bool {
        let page = view.canvas.page;
        let in_links = || {
            let words = &view.canvas.words;
            let links = view.canvas.links_in(part).iter();
            let linked: usize = links.map(|l| words.within(page.region(l.0)).len()).sum();
            most(linked, words.within(part.clone()).len())
        };
        own.holds_field(part)
            || is_beside(page, part.start)
            || in_links()
            || self.template.contains(&view.canvas.path_of(part.start))
    }
}

/// The element itself, or the one whose paragraph it is.
fn around(view: &View<'_>, element: usize) -> usize {
    let page = view.canvas.page;
    page.parent(element).filter(|_| is_paragraph(page, element)).unwrap_or(element)
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

/// For each view, by token of its texts: true where another page (another record of a list) has
/// the same text at an equal path of tags (TSReC's common part, over several pages).
fn template(views: &[View<'_>]) -> Vec<Vec<bool>> {
    let paths = of_pages(views, |canvas| paths(canvas.page));
    let keys: Vec<Vec<(usize, u64)>> = views
        .iter()
        .zip(&paths)
        .map(|(v, paths)| text_keys(v.canvas.page, v.texts.clone(), paths))
        .collect();
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for page in &keys {
        let once: HashSet<u64> = page.iter().map(|k| k.1).collect();
        for k in once {
            *counts.entry(k).or_insert(0) += 1;
        }
    }
    let common = views.iter().zip(&keys).map(|(v, keys)| {
        let mut common = vec![false; v.texts.len()];
        for (i, k) in keys {
            common[*i - v.texts.start] = counts[k] > 1;
        }
        common
    });
    common.collect()
}

/// A hash of the path of tags around each token, itself included.
fn paths(page: &Page) -> Vec<u64> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut paths = vec![0u64; page.len()];
    for (i, t) in page.tokens().iter().enumerate() {
        let mut h = DefaultHasher::new();
        (page.parent(i).map_or(0, |p| paths[p]), page.name(t.label)).hash(&mut h);
        paths[i] = h.finish();
    }
    paths
}

/// (token, hash of its text and path of tags) of the visible texts of a window.
fn text_keys(page: &Page, window: Range<usize>, paths: &[u64]) -> Vec<(usize, u64)> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    page.shown(window)
        .filter(|&i| page.tokens()[i].kind == Kind::Text && !page.tokens()[i].blank)
        .map(|i| {
            let mut h = DefaultHasher::new();
            (paths[i], fold(page.data(i))).hash(&mut h);
            (i, h.finish())
        })
        .collect()
}

/// By token of a page: true for elements whose texts are none of an entry's.
fn asides(canvas: &Canvas<'_>) -> Vec<bool> {
    let page = canvas.page;
    let mut asides = vec![false; page.len()];
    for i in page.shown(page.body()) {
        asides[i] = page.tokens()[i].opens() && (is_beside(page, i) || leads_inside(canvas, i));
    }
    asides
}

/// Where a view shows a field.
type FieldOf<'f> = dyn for<'v> Fn(&'v View<'_>) -> Option<&'v Spot> + 'f;

/// What is an entry's own on its page.
struct Own {
    /// Its words, by token of the view's texts.
    marked: Vec<bool>,
    /// The same, counted.
    hits: Hits,
    /// Where they end at most: at comments.
    end: usize,
    /// The first tokens of its other fields, in order; of each place that says them.
    fields: Vec<usize>,
}

impl Own {
    /// Ends at a token.
    fn end_at(&mut self, view: &View<'_>, end: usize) {
        self.marked[end - view.texts.start..].fill(false);
        self.hits = Hits::by_token(view, &self.marked);
        self.end = end;
    }

    fn holds_field(&self, part: &Range<usize>) -> bool {
        let first = self.fields.partition_point(|f| *f < part.start);
        self.fields.get(first).is_some_and(|f| *f < part.end)
    }
}

/// What is the entry's own on each page: what no other page shows there, and no field says.
fn own_words(views: &[View<'_>]) -> Vec<Own> {
    let asides = of_pages(views, asides);
    views
        .iter()
        .zip(template(views))
        .zip(&asides)
        .map(|((view, common), asides)| {
            let (page, texts) = (view.canvas.page, view.texts.clone());
            let mut own: Vec<bool> = common.iter().map(|c| !c).collect();
            let mut clear = |tokens: Range<usize>| {
                let at = |token: usize| token.clamp(texts.start, texts.end) - texts.start;
                own[at(tokens.start)..at(tokens.end)].fill(false);
            };
            let labels = &view.labels;
            let holds_title = |i: usize| {
                labels.title.as_ref().is_some_and(|t| page.encloses(i, t.slot.tokens.start))
            };
            let around = texts.clone().next().into_iter().flat_map(|t| page.ancestors(t));
            for i in around.chain(texts.clone()).filter(|&i| asides[i] && !holds_title(i)) {
                clear(page.region(i));
            }
            view.others.iter().filter(|r| view.is_other(r)).for_each(|r| clear(r.clone()));
            let mut fields = said_again(view);
            fields.extend(day_lines(view));
            fields.iter().for_each(|i| clear(*i..*i + 1));
            let others = [&labels.title, &labels.date, &labels.author].into_iter().flatten();
            for spot in others.chain(&labels.tags) {
                clear(spot.range());
                fields.push(spot.slot.tokens.start);
            }
            fields.sort_unstable();
            let hits = Hits::by_token(view, &own);
            let comments = comments_behind(view, &hits);
            let mut own = Own { marked: own, hits, end: texts.end, fields };
            if let Some(end) = comments {
                own.end_at(view, end);
            }
            own
        })
        .collect()
}

/// Ends the entries' words at a row of tags, at the author or at the day, where these stand behind
/// nearly all of them: what follows is about the author, or of other posts.
fn end_at_fields(views: &[View<'_>], known: &mut [Own]) {
    let families = views.iter().flat_map(|v| &v.labels.tags).map(|s| s.family + 1).max();
    let tagged = views.iter().filter(|v| !v.labels.tags.is_empty()).count();
    let tags = (0..families.unwrap_or(0))
        .map(|family| places(views, &|v| v.labels.tags.iter().find(|s| s.family == family)))
        .filter(|places| most(places.iter().flatten().count(), tagged));
    let author = places(views, &|view| view.labels.author.as_ref());
    let day = places(views, &|view| view.labels.date.as_ref());
    for places in tags.chain([author, day]) {
        let (mut ahead, mut all) = (0, 0);
        for ((view, own), token) in views.iter().zip(&*known).zip(&places) {
            let Some(token) = *token else { continue };
            ahead += own.hits.count(&view.canvas.words.within(view.texts.start..token));
            all += own.hits.all();
        }
        if all == 0 || !nearly_all(ahead, all) {
            continue;
        }
        for ((view, own), token) in views.iter().zip(&mut *known).zip(places) {
            if let Some(token) = token.filter(|token| *token < own.end) {
                own.end_at(view, token);
            }
        }
    }
}

/// For each view the token among its texts where a field stands that is shown.
fn places(views: &[View<'_>], field: &FieldOf<'_>) -> Vec<Option<usize>> {
    let place = |view: &View<'_>| {
        let token = field(view).filter(|s| s.attr.is_none())?.slot.tokens.start;
        view.texts.contains(&token).then_some(token)
    };
    views.iter().map(place).collect()
}

/// Texts in a `header` that say another field of the entry once more: an article may have a head
/// of its own below the page's, with title, day and tags. Elsewhere a text may say them again.
fn said_again(view: &View<'_>) -> Vec<usize> {
    let (page, labels) = (view.canvas.page, &view.labels);
    let others = [&labels.title, &labels.date, &labels.author].into_iter().flatten();
    let said: HashSet<String> = others
        .chain(&labels.tags)
        .filter(|spot| spot.attr.is_none())
        .map(|spot| fold(&spot.slot.text(page)))
        .collect();
    let texts = page.shown(view.texts.clone());
    texts
        .filter(|&i| page.tokens()[i].kind == Kind::Text && !page.tokens()[i].blank)
        .filter(|&i| page.ancestors(i).any(|a| page.tag(a) == "header"))
        .filter(|&i| said.contains(&fold(page.data(i))))
        .collect()
}

/// Short texts with a day as the entry's own is written: "Updated on 3 May 2013".
fn day_lines(view: &View<'_>) -> Vec<usize> {
    let page = view.canvas.page;
    let own = view.labels.date.as_ref().and_then(|spot| spot.date.as_ref());
    let Some((pattern, _)) = own.filter(|(pattern, _)| pattern.is_sure()) else {
        return Vec::new();
    };
    let is_short = |text: &str| text.len() <= LONGEST_VALUE;
    let says_day = |text: &str| pattern.read_lexed(text, &lex(text)).is_some();
    // A day in a sentence is the text's.
    let in_line = |i: usize| {
        let block = page.ancestors(i).find(|&a| page.is_block(a));
        block.is_some_and(|b| is_short(&page.visible(page.inside(b))))
    };
    let is_text = |i: &usize| page.tokens()[*i].kind == Kind::Text && !page.tokens()[*i].blank;
    let texts = page.shown(view.texts.clone()).filter(is_text);
    let with_day = texts.filter(|&i| is_short(page.data(i)) && says_day(&fold(page.data(i))));
    with_day.filter(|&i| in_line(i)).collect()
}

/// Where comments have no element around them but a heading, or an anchor, ahead: it, behind the
/// entry's text. Old templates write comments beside the text.
fn comments_behind(view: &View<'_>, hits: &Hits) -> Option<usize> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let ahead = |i: usize| hits.count(&words.within(view.texts.start..i));
    let is_anchor = |i: usize| page.tag(i) == "a" && page.attr(i, "href").is_none();
    page.shown(view.texts.clone()).find(|&i| {
        page.tokens()[i].opens()
            && (is_heading(page.tag(i)) || is_anchor(i))
            && (is_named_comments(page, i) || heads_comments(page, i))
            && ahead(i) >= LEAST_WORDS
    })
}

/// True for elements whose texts are beside the entry's: comments, and what HTML says is none.
fn is_beside(page: &Page, i: usize) -> bool {
    is_meant_otherwise(page, i) || is_named_comments(page, i)
}

fn is_meant_otherwise(page: &Page, i: usize) -> bool {
    matches!(page.tag(i), "nav" | "aside" | "footer" | "form")
}

fn is_named_comments(page: &Page, i: usize) -> bool {
    ["class", "id", "name"].into_iter().filter_map(|name| page.attr(i, name)).any(|v| {
        let is_word = |word: &str| names_comments(&word.to_lowercase());
        words_of_name(v).any(|word| word.split(|c: char| !c.is_alphabetic()).any(is_word))
    })
}

/// True for headings that say "Comments", "3 comments" or "Comments (3)".
fn heads_comments(page: &Page, i: usize) -> bool {
    let text = if is_heading(page.tag(i)) { page.visible(page.inside(i)) } else { String::new() };
    let words = || text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words().count() <= FEW_WORDS && words().any(|word| names_comments(&word.to_lowercase()))
}

/// True for links to other pages of the blog: neighbours, tags, related posts.
fn leads_inside(canvas: &Canvas<'_>, i: usize) -> bool {
    let page = canvas.page;
    let href = page.attr(i, "href").filter(|h| page.tag(i) == "a" && !h.starts_with('#'));
    let url = href.and_then(|h| canvas.base.join(h.trim()).ok());
    url.is_some_and(|u| host(&u) == host(&canvas.base))
}
