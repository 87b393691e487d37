//! What may be a tag beside an entry: links and elements, each with its place, where it leads, and
//! whether HTML or an address says that it is one.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use percent_encoding::percent_decode_str;

use crate::address::{
    address_key, directory, is_below_tags, is_named_like, last_of, marks_tags, names_authors,
    names_comments, names_tags, tells_authors, tells_format, tells_tags, words_of_name,
};
use crate::date::{days_in, lex};
use crate::entry::Slot;
use crate::label::signs::{AROUND, CLASSES_OF_ENTRIES, FEW_WORDS, LONGEST_VALUE};
use crate::label::written::{self, Written};
use crate::label::{Canvas, Spot, View, byline};
use crate::page::{Kind, Page, fold};

/// Directories of an address that may name a family.
const MOST_DIRECTORIES: usize = 8;

/// Most links of one window that are looked at; an entry has fewer.
const MOST_SEEN: usize = 5_000;

/// Characters of a place's name, enough to tell places apart.
const LONGEST_PLACE: usize = 200;

/// An element that may be a tag.
#[derive(Clone)]
pub(super) struct Sighting {
    /// Its place in the template, and where it leads.
    pub(super) family: String,
    pub(super) spot: Spot,
    /// Its text.
    pub(super) name: String,
    /// Key of the address it leads to.
    pub(super) address: String,
    /// Which of the feed's tags it is.
    pub(super) number: Option<usize>,
    /// HTML says that it is one.
    pub(super) telling: bool,
    /// Its address and a class around it both say so.
    pub(super) named: bool,
    /// By the rel-tag microformat, on a link inside the blog: one entry with such a row is enough.
    pub(super) rel_tag: bool,
}

/// What may be a tag, with its place and `rel`, and the directory that it leads to.
pub(super) type Seen = (String, String, Sighting);

/// For each view all links and elements that may be tags, in page order.
pub(super) fn elements(views: &[View<'_>]) -> Vec<Vec<Seen>> {
    let entries: HashSet<String> =
        views.iter().flat_map(|v| &v.target.links).map(|l| unnumbered(&directory(l))).collect();
    views.iter().map(|view| seen_by(view, &entries)).collect()
}

/// What was seen, each in its family.
pub(super) fn sightings(seen: &[Vec<Seen>]) -> Vec<Vec<Sighting>> {
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
pub(super) fn in_text(tag: Written) -> Seen {
    let sighting = Sighting {
        family: String::new(),
        spot: tag.spot,
        name: tag.name,
        address: String::new(),
        number: tag.number,
        telling: tag.told,
        named: false,
        rel_tag: false,
    };
    (tag.place, String::new(), sighting)
}

/// `entries`: the directories of the blog's permalinks, as [`unnumbered`].
fn seen_by(view: &View<'_>, entries: &HashSet<String>) -> Vec<Seen> {
    let (canvas, page) = (view.canvas, view.canvas.page);
    let within = canvas.words.within(view.labels.window.clone());
    let links = canvas.links_in(&view.labels.window).iter();
    let own: HashSet<usize> =
        links.filter(|(_, key)| view.target.links.contains(key)).map(|link| link.0).collect();
    // What stands in a card that leads to another entry is of that.
    let is_card = |a: usize, shown: usize| {
        let leads_to = canvas.link_in(&(a..a + 1)).map(|link| unnumbered(&directory(&link.1)));
        page.words_in(page.region(a)) > page.words_in(page.region(shown)) + FEW_WORDS
            && !own.contains(&a)
            && leads_to.is_some_and(|dir| entries.contains(&dir))
    };
    let of_others = |i: usize| {
        let around = page.ancestors(i).find(|&a| page.tag(a) == "a");
        page.tag(i) != "a" && around.is_some_and(|a| is_card(a, i))
    };
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
            let is_free = |i: &usize| view.free(&page.region(*i)) && !of_others(*i);
            if let Some(inner) = inner.filter(is_free) {
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
        let is_feed = last_of(key).ends_with(".xml")
            && ["rss", "xml", "atom", "feed"].contains(&decorated.to_lowercase().as_str());
        let other = is_own || is_feed || tells_authors(&dir) || tells_format(key);
        if other && !matched.contains_key(i)
            || decorated.is_empty()
            || name.len() > LONGEST_VALUE
            || !view.free(&page.region(*i)) && !in_row_of_links(page, *i)
        {
            continue;
        }
        let hit = matched.remove(i);
        let is_post = entries.contains(&unnumbered(&dir));
        let telling = telling(view, *i, &address, &dir, decorated, is_post);
        let slot = match &hit {
            Some((number, run)) => undecorated(view, *i, run, &view.target.tags[*number].0),
            None => bare(view, *i, &address),
        };
        let rel = page.attr(*i, "rel").map_or(String::new(), fold);
        let says_tag = page.has_word(*i, "rel", "tag");
        let spot = Spot::at(slot);
        let sighting = Sighting {
            family: String::new(),
            spot,
            name,
            address,
            number: hit.map(|h| h.0),
            telling,
            named: telling && tells_tags(&dir) && is_in_named_row(page, *i),
            rel_tag: telling && says_tag,
        };
        // The rel-tag microformat says enough; other links are told by where they lead.
        let dir = if says_tag { String::new() } else { dir };
        out.push((format!("{}[{rel}]", names_to(canvas, *i)), dir, sighting));
    }
    let element = |i: usize, slot: Slot, number: Option<usize>| {
        let sighting = Sighting {
            family: String::new(),
            spot: Spot::at(slot),
            name: page.visible(page.inside(i)),
            address: String::new(),
            number,
            telling: number.is_none(),
            named: false,
            rel_tag: false,
        };
        (canvas.path_of(i), String::new(), sighting)
    };
    let told = told_by_class(view, &own).into_iter().filter(|i| !matched.contains_key(i));
    out.extend(told.map(|i| element(i, bare(view, i, ""), None)));
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
/// around, says that they are tags: `<span class="tag">bread</span>`; or a word for tags ahead of
/// their row. A row in one text is none.
fn told_by_class(view: &View<'_>, own: &HashSet<usize>) -> Vec<usize> {
    let page = view.canvas.page;
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
                && days_in(text, &lex(text), 1).is_empty()
                && !names_tags(word.trim())
        };
        // On a card that is one link tags are elements; in a link of its own a tag is that link.
        let in_link = || page.ancestors(*i).find(|a| page.tag(*a) == "a");
        let is_linked = || in_link().is_some_and(|a| !own.contains(&a));
        page.tokens()[*i].kind == Kind::Start
            && first
            && inside.next().is_none()
            && page.tag(*i) != "a"
            && (says(*i) || around().is_some_and(says) || in_row_of_one_class(page, *i))
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
pub(in crate::label) fn unnumbered(dir: &str) -> String {
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
    // Names lose the sign of a folder by themselves.
    let head = if tag.starts_with(ahead) || ahead == "/" { 0 } else { start as usize };
    let tail = if tag.ends_with(behind) { None } else { Some(end as usize) };
    let rest = last as usize + 1;
    let counted = is_number(&page.visible(rest..tokens.end));
    let from = if head > 0 { first as usize } else { tokens.start };
    let to = if tail.is_some() || counted { rest } else { tokens.end };
    Slot { tokens: from..to, head, tail }
}

/// True where a number behind a name is none of it: the end of the address has the name alone, as
/// `/tag/bread/` of `bread 7`; `/tag/php-7/` has both.
fn is_beside(number: &str, name: &str, address: &str) -> bool {
    let plain = |text: &str| -> String {
        text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
    };
    let last = address.rsplit(['/', '=', '#']).next().unwrap_or_default();
    let last = plain(&percent_decode_str(last).decode_utf8_lossy());
    let name = plain(name);
    !name.is_empty() && last.contains(&name) && !last.contains(&(name + &plain(number)))
}

/// True for a number of posts: `7`, `(7)`.
fn is_number(text: &str) -> bool {
    let mut letters = text.chars().filter(|c| c.is_alphanumeric()).peekable();
    letters.peek().is_some() && letters.all(|c| c.is_ascii_digit())
}

/// The text of a link without the `#` ahead of a tag and the number of entries behind it: `bread`
/// of `#bread (7)`, and of `bread <b>7</b>`.
fn bare(view: &View<'_>, inner: usize, address: &str) -> Slot {
    let page = view.canvas.page;
    let tokens = page.inside(inner);
    let mut texts = page.shown_texts(tokens.clone());
    let i = match (texts.next(), texts.next(), texts.next()) {
        (Some(i), None, _) => i,
        // The number in an element of its own.
        (Some(i), Some(number), None)
            if page.parent(number) != page.parent(i)
                && is_number(page.data(number))
                && is_beside(page.data(number), page.data(i), address) =>
        {
            return Slot::whole(tokens.start..i + 1);
        }
        _ => return Slot::whole(tokens),
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
    let has = |word: &str| page.has_word(i, "rel", word);
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
    // Links to a blog's parts are none, but for a row that says what it is; nor is a month that
    // stands for the post's day.
    let says_tags = |a: usize| {
        let said = ["class", "id", "aria-label"].into_iter().filter_map(|name| page.attr(a, name));
        said.into_iter().any(|name| name.len() <= LONGEST_VALUE && has_part(name, &calls_tags))
    };
    let shows_all = |a: usize| page.words_in(page.region(a)) == page.words_in(page.region(i));
    let is_other = |a: usize| match page.tag(a) {
        "nav" => !says_tags(a),
        "time" => shows_all(a),
        _ => false,
    };
    if page.ancestors(i).any(is_other) {
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
        || !entry && is_below_tags(dir)
        || classes(&names_tags)
        || in_row_of_links(page, i)
        || (own && !entry && is_named_like(name, key) && !is_behind_who(view, i))
}

/// True for a link right behind a phrase that says who wrote: `May 3, by <a>Ann</a>`.
fn is_behind_who(view: &View<'_>, link: usize) -> bool {
    let page = view.canvas.page;
    let in_line = (view.labels.window.start..link).rev().take_while(|&i| !page.is_block(i));
    let mut texts = in_line.filter(|&i| page.tokens()[i].kind == Kind::Text);
    let Some(ahead) = texts.find(|&i| !page.tokens()[i].blank) else { return false };
    let text = page.data(ahead);
    byline::phrase(text, byline::day_in(view, ahead))
        .is_some_and(|end| !text[end..].contains(char::is_alphanumeric))
}

/// True for an element of a row that begins with a word for tags and shows nothing else but
/// elements of its `kind`: `Tags: <a>bread</a>, <a>salt</a>`. Such a row is one in the text, too.
fn in_labelled_row(page: &Page, element: usize, kind: impl Fn(usize) -> bool) -> bool {
    let Some(row) = page.parent(element) else { return false };
    let shows = |i: &usize| match page.tokens()[*i].kind {
        Kind::Text => page.data(*i).contains(char::is_alphanumeric),
        Kind::Start => page.has_text(page.region(*i)),
        _ => false,
    };
    let mut parts = page.children(row).take(2 * super::MOST_SAID).filter(shows);
    let is_label = |i: usize| {
        let text = page.visible(page.region(i));
        !kind(i) && written::label_of(&text) == Some(text.as_str())
    };
    parts.next().is_some_and(is_label) && parts.all(&kind)
}

/// True for a link of such a row.
fn in_row_of_links(page: &Page, link: usize) -> bool {
    in_labelled_row(page, link, |i| page.tag(i) == "a")
}

/// True for an element of such a row whose elements have one class: without classes other words
/// stand beside tags.
fn in_row_of_one_class(page: &Page, element: usize) -> bool {
    let kind = |i: usize| (page.tag(i), page.attr(i, "class").filter(|class| are_few(class)));
    let own = kind(element);
    own.1.is_some() && in_labelled_row(page, element, |i| kind(i) == own)
}

/// True for a link in or close to an element that a class calls a row of tags.
fn is_in_named_row(page: &Page, link: usize) -> bool {
    let around = std::iter::once(link).chain(page.ancestors(link)).take(AROUND);
    let mut classes = around.filter_map(|a| page.attr(a, "class")).filter(|c| are_few(c));
    classes.any(|classes| has_part(classes, &calls_tags))
}

/// True for a word that rows of tags are called by. Categories have menus, too.
fn calls_tags(word: &str) -> bool {
    marks_tags(word) && !word.starts_with("categor")
}

/// True where one of the words of a name is such.
fn has_part(text: &str, is: &dyn Fn(&str) -> bool) -> bool {
    words_of_name(text).any(|p| is(&p.to_ascii_lowercase()))
}

/// True for classes of a part of an entry: a whole entry has many.
fn are_few(classes: &str) -> bool {
    classes.split_ascii_whitespace().nth(CLASSES_OF_ENTRIES - 1).is_none()
}

/// The host of an address's key.
fn host_of(key: &str) -> &str {
    key.split(['/', '?']).next().unwrap_or("")
}
