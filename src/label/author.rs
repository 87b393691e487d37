//! The author's name: the feed's, sought beside the entry; where the feed names none, or a name
//! that the pages do not show, the place that HTML says holds it (`rel=author`, hCard's `vcard` and
//! `fn`, schema.org's `author`, `<meta name=author>`), or, where nearly all items have them, names
//! behind words that say who wrote (`byline.rs`), words with capitals beside the date, or a name
//! behind a portrait. A feed or a head may name the blog: a name that is the page's gives way to
//! those that the markup has beside nearly all entries.
//!
//! Time: O(places of the feed's names, of at most [`MOST_AUTHORS`] of them beside each item);
//! without a name O(tokens of the windows).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::assign::{Candidate, Vote, assign};
use super::canvas::{keys_of, said_in_head};
use super::signs::{
    AROUND, LONGEST_VALUE, MARKED, NAME_LENGTH, NAME_WORDS, PART, WORDS_AROUND, aside, near, worth,
};
use super::{Canvas, Mechanism, Spot, Unlabelled, View, byline};
use crate::address::{
    directory, names_avatar, names_comments, names_picture, says_wrote, tells_tags, words_of_name,
};
use crate::entry::{Field, Slot};
use crate::page::{Kind, Page, fold, words_of};
use crate::rule::in_frame;
use crate::share::{most, nearly_all};

/// Most tokens of an element that holds a name.
const LARGEST: usize = 200;

pub(super) fn label(views: &mut [View<'_>]) {
    let mut named: Vec<Vec<Candidate<Spot>>> = views
        .iter()
        .map(|v| v.target.authors.iter().flat_map(|a| places(v, &a.0, &a.1)).collect())
        .collect();
    drop_names_of_others(views, &mut named);
    let mut chosen = assign(views, &named, Vote::All, false);
    let few = |c: &[Option<Candidate<Spot>>]| !most(found(c), c.len());
    let by_marks = |views: &[View<'_>]| {
        let marked: Vec<Vec<Candidate<Spot>>> = views.iter().map(by_markup).collect();
        let chosen = assign(views, &marked, Vote::All, false);
        let everywhere = nearly_all(found(&chosen), chosen.len());
        (chosen, everywhere)
    };
    let by_html = views.iter().all(|v| v.uses(Mechanism::Markup));
    if by_html && have_one_name(views) && are_of_page(views, &chosen) {
        // A feed may name the blog, or its owner.
        let (marked, everywhere) = by_marks(views);
        if everywhere {
            chosen = marked;
        }
    }
    if few(&chosen) && by_html {
        let told = by_heads(views);
        let by_head = assign(views, &told, Vote::All, false);
        let (marked, everywhere) = by_marks(views);
        let beside: Vec<Vec<Candidate<Spot>>> =
            views.iter().map(|v| beside_date(v).into_iter().collect()).collect();
        let by_words: Vec<Vec<Candidate<Spot>>> = views.iter().map(byline::by_words).collect();
        let named = views.iter().any(|v| !v.target.authors.is_empty());
        let portrait = |v: &View<'_>| beside_picture(v).filter(|_| !named).into_iter().collect();
        let portraits: Vec<Vec<Candidate<Spot>>> = views.iter().map(portrait).collect();
        // A word or a shape is weak evidence: nearly all items must have it, most in one place.
        let have = |c: &Vec<Vec<Candidate<Spot>>>| {
            nearly_all(c.iter().filter(|list| !list.is_empty()).count(), c.len())
        };
        let weak = [by_words, beside, portraits].into_iter().filter(have);
        let weak = weak.map(|c| assign(views, &c, Vote::All, false)).filter(|b| !few(b));
        // So may the page's head.
        let told = match everywhere && are_of_page(views, &by_head) {
            true => [marked, by_head],
            false => [by_head, marked],
        };
        for other in told.into_iter().chain(weak) {
            if few(&chosen) && found(&other) > found(&chosen) {
                chosen = other;
            }
        }
    }
    for (view, chosen) in views.iter_mut().zip(chosen) {
        if chosen.is_none() {
            let why = match view.target.authors.is_empty() {
                true => Unlabelled::NotInFeed,
                false => Unlabelled::NotOnPage,
            };
            view.labels.missing.push((Field::Author, why));
        }
        view.labels.author = chosen.map(|c| c.place);
    }
}

/// How many names there are.
fn found(chosen: &[Option<Candidate<Spot>>]) -> usize {
    chosen.iter().flatten().count()
}

/// True where the feed has one name for all.
fn have_one_name(views: &[View<'_>]) -> bool {
    let first = views.first().map(|v| &v.target.authors);
    first.is_some_and(|authors| authors.len() == 1)
        && views.iter().all(|v| Some(&v.target.authors) == first)
}

/// True where most names stand in what is the whole page's: in its header, a menu, a side bar, the
/// footer, as a line of copyright does, or in a link to the home page.
fn are_of_page(views: &[View<'_>], chosen: &[Option<Candidate<Spot>>]) -> bool {
    let is_of_page = |(view, c): &(&View<'_>, &Option<Candidate<Spot>>)| {
        let page = view.canvas.page;
        let title = view.labels.title.as_ref().map(|t| t.slot.tokens.start);
        let Some(at) = c.as_ref().map(|c| c.place.slot.tokens.start) else { return false };
        let mut around =
            page.ancestors(at).take_while(|&a| !title.is_some_and(|t| page.encloses(a, t)));
        around.any(|a| match page.tag(a) {
            "header" | "nav" | "aside" | "footer" => true,
            "a" => view.canvas.link_in(&(a..a + 1)).is_some_and(|link| !link.1.contains('/')),
            _ => false,
        })
    };
    let of_page = views.iter().zip(chosen).filter(is_of_page).count();
    most(of_page, found(chosen))
}

/// Most authors of a feed who are sought beside each other's items.
const MOST_AUTHORS: usize = 16;

/// Drops places that name the author of some items, and beside others another of the feed's
/// authors alone: they are commenters' and menus', the same beside all posts.
fn drop_names_of_others(views: &[View<'_>], named: &mut [Vec<Candidate<Spot>>]) {
    let mut authors: Vec<&(String, Vec<u64>)> = Vec::new();
    for author in views.iter().flat_map(|v| &v.target.authors) {
        if authors.len() < MOST_AUTHORS && !authors.contains(&author) {
            authors.push(author);
        }
    }
    if authors.len() < 2 {
        return;
    }
    // Contexts, each with the number of items whose author it names, and of those beside which it
    // names another alone.
    let mut right: HashMap<String, usize> = HashMap::new();
    let mut wrong: HashMap<String, usize> = HashMap::new();
    for (view, own) in views.iter().zip(&*named) {
        let own: HashSet<&String> = own.iter().map(|c| &c.context).collect();
        let others = authors.iter().filter(|a| !view.target.authors.contains(a));
        let others = others.flat_map(|a| places(view, &a.0, &a.1)).map(|c| c.context);
        let alone: HashSet<String> = others.filter(|c| !own.contains(c)).collect();
        own.into_iter().for_each(|c| *right.entry(c.clone()).or_default() += 1);
        alone.into_iter().for_each(|c| *wrong.entry(c).or_default() += 1);
    }
    let count = |of: &HashMap<String, usize>, context: &str| of.get(context).copied().unwrap_or(0);
    let is_authors = |c: &Candidate<Spot>| {
        let right = count(&right, &c.context);
        nearly_all(right, right + count(&wrong, &c.context))
    };
    named.iter_mut().for_each(|list| list.retain(is_authors));
}

/// Where a name stands in the item's window.
fn places(view: &View<'_>, name: &str, keys: &[u64]) -> Vec<Candidate<Spot>> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let within = words.within(view.labels.window.clone());
    let mut out = Vec::new();
    let (mut marked, mut told) = (false, Vec::new());
    for at in view.canvas.find_words(keys, &within) {
        let run = at..at + keys.len();
        let (first, start, _) = words.places[run.start];
        let (last, _, end) = words.places[run.end - 1];
        let tokens = first as usize..last as usize + 1;
        if !view.free(&tokens) {
            continue;
        }
        let (ahead, behind) = (
            &page.data(first as usize)[..start as usize],
            &page.data(last as usize)[end as usize..],
        );
        // Marks at its edges that the feed's name has are the name's own: `Ann (Bo)`.
        let (from, to) = edges(name);
        let head = ahead.strip_suffix(from).unwrap_or(ahead);
        let rest = behind.strip_prefix(to).unwrap_or(behind);
        let slot = Slot {
            tokens: tokens.clone(),
            head: if head.trim().is_empty() { 0 } else { head.len() },
            tail: if rest.trim().is_empty() {
                None
            } else {
                Some(page.data(last as usize).len() - rest.len())
            },
        };
        let whole = view.element_of(&run).is_some();
        let hint = says_author(page, tokens.start);
        marked |= hint;
        if !whole && byline::ends_with_who(head) {
            told.push(out.len());
        }
        let weight = if whole { 1.0 } else { PART }
            + near(view, tokens.start)
            + aside(page, tokens.start)
            + worth(MARKED, hint);
        out.push(Candidate {
            context: view.canvas.path_of(tokens.start),
            weight,
            place: Spot::at(slot),
        });
    }
    // Where no markup says who wrote, a word ahead of the name does; commenters have names, too.
    if !marked && !told.is_empty() {
        out = told.into_iter().map(|k| out[k].clone()).collect();
        out.iter_mut().for_each(|c: &mut Candidate<Spot>| c.weight += 1.0 - PART);
    }
    out
}

/// What a name has ahead of its first word and behind its last.
fn edges(name: &str) -> (&str, &str) {
    let words = words_of(name);
    match (words.first(), words.last()) {
        (Some(a), Some(z)) => (name[..a.start as usize].trim(), name[z.end as usize..].trim()),
        _ => ("", ""),
    }
}

fn parts(page: &Page, i: usize) -> impl Iterator<Item = &str> {
    page.attrs(i)
        .filter(|(n, _)| matches!(*n, "class" | "rel" | "itemprop"))
        .flat_map(|(_, v)| words_of_name(v))
}

fn says_author(page: &Page, i: usize) -> bool {
    std::iter::once(i).chain(page.ancestors(i)).take(AROUND).any(|a| {
        parts(page, a).any(|p| {
            let p = p.to_ascii_lowercase();
            p.starts_with("author") || p == "byline" || p == "vcard"
        })
    })
}

/// The names that the pages' own heads give, where they stand beside the entries.
fn by_heads(views: &[View<'_>]) -> Vec<Vec<Candidate<Spot>>> {
    // Entries of one page stand together: its head is read once.
    let mut known: Option<(&Page, Vec<String>)> = None;
    let mut out = Vec::new();
    for view in views {
        let page = view.canvas.page;
        let same = known.take().filter(|k| std::ptr::eq(k.0, page));
        let (_, names) = known.insert(same.unwrap_or_else(|| (page, names_in_head(page))));
        let found = names.iter().flat_map(|name| {
            let keys = keys_of(name);
            places(view, name, &keys)
        });
        out.push(found.collect());
    }
    out
}

/// Names of authors in the meta elements of a page and in its linked data.
fn names_in_head(page: &Page) -> Vec<String> {
    let said = said_in_head(page, &["author", "article:author"])
        .filter(|name| !name.contains("://") && name.len() <= LONGEST_VALUE);
    said.take(MOST_NAMES).map(str::to_owned).chain(linked_names(page)).collect()
}

/// Most names that one page's head or linked data is asked for.
const MOST_NAMES: usize = 3;

/// Names of authors in the page's linked data (schema.org as JSON-LD).
fn linked_names(page: &Page) -> Vec<String> {
    let is_data = |i: &usize| {
        page.tokens()[*i].kind == Kind::Start
            && page.tag(*i) == "script"
            && page.attr(*i, "type").is_some_and(|t| t.eq_ignore_ascii_case("application/ld+json"))
    };
    let mut out: Vec<String> = Vec::new();
    for i in (0..page.len()).filter(is_data) {
        let text: String = page.inside(i).map(|k| page.data(k)).collect();
        // Deep data is no article's: the reader stops at a depth of 128.
        let Ok(data) = serde_json::from_str::<serde_json::Value>(&text) else { continue };
        let mut open = vec![&data];
        while let Some(value) = open.pop().filter(|_| out.len() < MOST_NAMES) {
            match value {
                serde_json::Value::Array(all) => open.extend(all.iter().rev()),
                serde_json::Value::Object(map) => {
                    let people = match map.get("author") {
                        Some(serde_json::Value::Array(all)) => all.iter().collect(),
                        one => one.into_iter().collect::<Vec<_>>(),
                    };
                    let names = people.iter().filter_map(|p| p.get("name").unwrap_or(p).as_str());
                    out.extend(
                        names.map(fold).filter(|n| !n.is_empty() && n.len() <= LONGEST_VALUE),
                    );
                    open.extend(map.values().filter(|v| v.is_object() || v.is_array()));
                }
                _ => {}
            }
        }
    }
    out.dedup();
    out.truncate(MOST_NAMES);
    out
}

/// A name in the date's own text: two to four words with capitals at its start or end, parted from
/// the date by a mark or a short word ("15 April 2007 by Ann Cole", "Ann Cole, 15 April").
fn beside_date(view: &View<'_>) -> Option<Candidate<Spot>> {
    let page = view.canvas.page;
    let spot = view
        .labels
        .date
        .as_ref()
        .filter(|s| s.attr.is_none() && !s.sticky && s.slot.tokens.len() == 1)?;
    let token = spot.slot.tokens.start;
    let text = page.data(token);
    let (_, date) = spot.date.as_ref()?.0.read(text)?;
    let run = |from: usize, to: usize| {
        let words: Vec<(usize, usize)> = words_of(text.get(from..to)?)
            .iter()
            .map(|w| (from + w.start as usize, from + w.end as usize))
            .collect();
        let capital =
            |w: &(usize, usize)| text[w.0..w.1].chars().next().is_some_and(char::is_uppercase);
        let last = words.iter().rposition(capital)?;
        let first = words[..=last].iter().rposition(|w| !capital(w)).map_or(0, |k| k + 1);
        let (name, around) = (&words[first..=last], words.len() - (last + 1 - first));
        let marked = around > 0
            || text[from..to].contains(|c: char| !c.is_alphanumeric() && !c.is_whitespace());
        let letters = !text[name.first()?.0..name.last()?.1]
            .contains(|c: char| c.is_ascii_digit() || matches!(c, '|' | '/' | ':'));
        ((2..NAME_WORDS).contains(&name.len()) && around <= WORDS_AROUND && marked && letters)
            .then(|| (words[first].0, words[last].1))
    };
    let (head, end) = run(date.end, text.len()).or_else(|| run(0, date.start))?;
    let tail = (!text[end..].trim().is_empty()).then_some(end);
    let head = if text[..head].trim().is_empty() { 0 } else { head };
    let slot = Slot { tokens: token..token + 1, head, tail };
    Some(Candidate { context: view.canvas.path_of(token), weight: PART, place: Spot::at(slot) })
}

/// Elements that HTML says hold the author's name, with the name in them.
fn by_markup(view: &View<'_>) -> Vec<Candidate<Spot>> {
    let page = view.canvas.page;
    let mut out: Vec<Candidate<Spot>> = Vec::new();
    let window = view.labels.window.clone();
    let mut i = window.start;
    while i < window.end {
        let token = &page.tokens()[i];
        let strength = if token.kind == Kind::Start { strength(page, i) } else { 0.0 };
        if strength == 0.0
            || page.region(i).len() > LARGEST
            || !view.free(&page.region(i))
            || in_comment(view.canvas, i)
            || in_frame(page, i)
        {
            i += 1;
            continue;
        }
        if let Some(slot) = name_in(view, i) {
            let context = view.canvas.path_of(slot.tokens.start);
            let weight = strength + near(view, i) + aside(page, i);
            out.push(Candidate { context, weight, place: Spot::at(slot) });
            i = token.end as usize + 1;
        } else {
            i += 1;
        }
    }
    // A place that occurs several times beside one entry holds other people: commenters, authors of
    // related posts.
    let mut counts: HashMap<String, usize> = HashMap::new();
    out.iter().for_each(|c| *counts.entry(c.context.clone()).or_default() += 1);
    out.retain(|c| counts[&c.context] == 1);
    out
}

/// A name in the line of the date, behind a picture that is called the same, or an avatar: an
/// author's portrait.
fn beside_picture(view: &View<'_>) -> Option<Candidate<Spot>> {
    let page = view.canvas.page;
    let date = view.labels.date.as_ref().filter(|date| !date.sticky)?.slot.tokens.start;
    let words = |i: usize| page.words_in(page.region(i));
    let of_date = page.words_in(date..date + 1);
    let line = page.ancestors(date).find(|&a| page.is_block(a) && words(a) > of_date)?;
    // Such a line, or box of lines, shows little else.
    if words(line) > NAME_WORDS + WORDS_AROUND + of_date {
        return None;
    }
    let line = page.region(line);
    let text = page.shown_texts(line).find(|text| *text != date)?;
    let mut ahead =
        (view.labels.window.start..text).rev().take_while(|&i| !page.tokens()[i].is_text());
    let picture = ahead.find(|&i| page.tag(i) == "img")?;
    let name = fold(page.data(text));
    let says_other = |word: &str| {
        let word = word.to_lowercase();
        names_comments(&word) || says_wrote(&word)
    };
    let is_other = view.target.tags.iter().any(|tag| fold(&tag.0) == name)
        || name.split(' ').any(says_other)
        || !view.free(&(text..text + 1))
        || in_comment(view.canvas, text);
    let says = |name: &str| page.attr(picture, name).unwrap_or_default();
    // Behind an avatar stand categories, labels and days as well.
    let is_full = || {
        let words: Vec<&str> = name.split(' ').collect();
        words.len() > 1 && words.iter().all(|word| word.starts_with(char::is_uppercase))
    };
    let is_avatar = || ["src", "class"].into_iter().any(|name| names_avatar(says(name)));
    let is_portrait =
        fold(says("alt")) == name || is_full() && is_avatar() && !leads_to_tag_or_entry(view, text);
    let is_name = is_like_name(&name) && is_portrait;
    let slot = Slot::whole(text..text + 1);
    (is_name && !is_other).then(|| Candidate {
        context: view.canvas.path_of(text),
        weight: PART,
        place: Spot::at(slot),
    })
}

/// True for a text in a link to the entry, or to a tag.
fn leads_to_tag_or_entry(view: &View<'_>, text: usize) -> bool {
    let page = view.canvas.page;
    let Some(link) = page.ancestors(text).find(|&a| page.tag(a) == "a") else { return false };
    let says_tag = |word: &&str| page.has_word(link, "rel", word);
    let leads =
        |(_, key): &(usize, String)| view.target.links.contains(key) || tells_tags(&directory(key));
    ["tag", "category"].iter().any(says_tag)
        || view.canvas.link_in(&(link..link + 1)).is_some_and(leads)
}

/// True for a text that may be a name by its length.
fn is_like_name(text: &str) -> bool {
    text.chars().count() <= NAME_LENGTH
        && text.contains(char::is_alphabetic)
        && !text.contains(|c: char| c.is_ascii_digit())
        && words_of(text).len() <= NAME_WORDS
}

fn strength(page: &Page, i: usize) -> f64 {
    if ["rel", "itemprop"].iter().any(|name| page.has_word(i, name, "author")) {
        return 1.0 + MARKED;
    }
    let class = |is: &dyn Fn(&str) -> bool| {
        page.attr(i, "class").is_some_and(|c| words_of_name(c).any(|w| is(&w.to_ascii_lowercase())))
    };
    if is_picture(page, i) {
        PART
    } else if class(&|w| w == "vcard" || w == "byline")
        || page
            .attr(i, "class")
            .is_some_and(|c| c.split_ascii_whitespace().any(|w| w == "p-author"))
        || class(&|w| w.starts_with("author"))
    {
        1.0
    } else {
        0.0
    }
}

/// True for an element that a class calls a picture.
fn is_picture(page: &Page, i: usize) -> bool {
    page.attr(i, "class").is_some_and(|c| c.split_ascii_whitespace().any(names_picture))
}

pub(super) fn in_comment(canvas: &Canvas<'_>, i: usize) -> bool {
    canvas.around_comment(i).next().is_some()
}

/// The name inside an element that holds it: of its link or `fn`, if it has one; else its text,
/// less the date and the marks around it. What an author's picture says counts where nothing else
/// does.
fn name_in(view: &View<'_>, i: usize) -> Option<Slot> {
    let page = view.canvas.page;
    let pictures = page.shown(page.inside(i)).filter(|j| is_picture(page, *j));
    let pictures: Vec<Range<usize>> = pictures.map(|j| page.inside(j)).collect();
    let in_picture = |j: usize| pictures.iter().any(|picture| picture.contains(&j));
    name_but(view, i, in_picture).or_else(|| name_but(view, i, |_| false))
}

/// The same without the tokens that are left out.
fn name_but(view: &View<'_>, i: usize, left_out: impl Fn(usize) -> bool) -> Option<Slot> {
    let page = view.canvas.page;
    let inner = page
        .shown(page.inside(i))
        .filter(|&j| page.tokens()[j].kind == Kind::Start && !left_out(j))
        .find(|&j| {
            let is_link = || page.has_word(j, "rel", "author") && page.has_text(page.inside(j));
            parts(page, j).any(|p| p == "fn" || p == "name") || is_link()
        })
        .or_else(|| {
            page.shown(page.inside(i)).find(|&j| {
                page.tokens()[j].kind == Kind::Start
                    && page.tag(j) == "a"
                    && page.has_text(page.inside(j))
                    && !left_out(j)
            })
        })
        .unwrap_or(i);
    let date = view.labels.date.as_ref().map(Spot::range);
    let mut texts = page
        .shown_texts(page.inside(inner))
        .filter(|j| date.as_ref().is_none_or(|d| !d.contains(j)))
        .filter(|&j| page.data(j).contains(char::is_alphabetic) && !left_out(j));
    let (text, more) = (texts.next()?, texts.next());
    if more.is_some() {
        return None;
    }
    let data = page.data(text);
    let phrase = byline::phrase(data, 0);
    // "Written by" names nobody, but Per is a name.
    let says_all = |behind: &usize| !data[*behind..].contains(char::is_alphanumeric);
    if phrase.filter(says_all).is_some_and(|behind| words_of(&data[..behind]).len() > 1) {
        return None;
    }
    if let Some(name) = phrase.and_then(|behind| byline::name_at(data, behind, true)) {
        let tail = (!data[name.end..].trim().is_empty()).then_some(name.end);
        return Some(Slot { tokens: text..text + 1, head: name.start, tail });
    }
    let marks = |c: char| {
        c.is_whitespace() || matches!(c, ',' | '|' | '·' | '•' | '-' | '–' | '—' | ':' | '/')
    };
    let (head, tail) =
        (data.len() - data.trim_start_matches(marks).len(), data.trim_end_matches(marks).len());
    let name = data.get(head..tail)?;
    let head = if data[..head].trim().is_empty() { 0 } else { head };
    let tail = if data[tail..].trim().is_empty() { None } else { Some(tail) };
    is_like_name(name).then_some(Slot { tokens: text..text + 1, head, tail })
}
