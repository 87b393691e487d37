//! Titles: WTM rule 1, widened. A title may span inline tags, differ in quotes, case and entities,
//! carry decoration in its own element (`¶`), or be cut short with an ellipsis.

use std::cmp::Ordering;
use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::assign::{Candidate, Vote, assign};
use super::canvas::MAX_PLACES;
use super::signs::{
    FEW_WORDS, FOLLOWED, FOLLOWING, FOLLOWING_RUNS, LEAST_PREFIX, LINKED, PART, aside, in_heading,
    in_link, worth,
};
use super::{Canvas, Spot, Unlabelled, View, heading, link, of_pages};
use crate::address::names_comments;
use crate::date::{Token, is_day, lex};
use crate::entry::{Field, Slot};
use crate::page::{Kind, Page, context_of, fold};
use crate::share::{most, nearly_all};

/// Signs that themes put behind a title and that are no part of it.
const DECORATION: [char; 9] = ['¶', '§', '#', '»', '«', '→', '←', '∞', '🔗'];

/// Most places of the titles of one call, shared by the items: a title of signs, or of one
/// frequent word, stands everywhere, and may be that of all items.
const MOST_PLACES: usize = 100_000;
/// Most tokens between a title and the item's link, where the title stands at more places than are
/// looked at, and most links around which it is sought.
const MOST_BETWEEN: usize = 40;
const MOST_LINKS: usize = 8;

/// What is known of a page beside the item that is sought.
struct Known<'v> {
    links: HashMap<&'v str, Vec<usize>>,
    /// The texts that are titles without words: title → tokens.
    signs: HashMap<&'v str, Vec<usize>>,
}

pub(super) fn label(views: &mut Vec<View<'_>>, entry: bool, navigation: &[String]) {
    let signs: HashSet<&str> = views.iter().filter_map(|v| of_signs(v)).collect();
    let ask = |c| Known { links: link::by_key(c), signs: places_of(c, &signs) };
    let known = of_pages(views, ask);
    let most = (MOST_PLACES / views.len().max(1)).clamp(1, MAX_PLACES);
    let mut candidates: Vec<Vec<Candidate<Spot>>> =
        views.iter().zip(&known).map(|(v, known)| candidates(v, known, most, entry)).collect();
    drop(known);
    // A title that stands in a side bar alone is not in the list. On the entry's own page it is
    // navigation where it stands elsewhere, too.
    for (view, list) in views.iter().zip(&mut candidates) {
        let is_own =
            |c: &Candidate<Spot>| !in_navigation(view, c.place.slot.tokens.start, navigation);
        if !entry || list.iter().any(is_own) {
            list.retain(is_own);
        }
    }
    let mut chosen = assign(views, &candidates, Vote::Best, !entry);
    heading::fit(views, &mut chosen);
    let aside = if entry { HashSet::new() } else { in_side_lists(views, &chosen, &candidates) };
    for ((view, chosen), all) in views.iter_mut().zip(chosen).zip(&candidates) {
        if chosen.is_none() {
            let why = match (view.target.title.is_empty(), all.is_empty()) {
                (true, _) => Unlabelled::NotInFeed,
                (_, true) => Unlabelled::NotOnPage,
                _ => Unlabelled::OutOfPlace,
            };
            view.labels.missing.push((Field::Title, why));
        }
        view.labels.title = chosen.map(|c| c.place);
    }
    // An item that has its place in a side bar alone is not in the list.
    let in_list: Vec<bool> = (0..views.len()).map(|k| !aside.contains(&k)).collect();
    let mut in_list = in_list.into_iter();
    views.retain(|_| in_list.next() == Some(true));
}

/// Where the list shows texts, the items that stand beside it without theirs: by number.
fn in_side_lists(
    views: &[View<'_>],
    chosen: &[Option<Candidate<Spot>>],
    candidates: &[Vec<Candidate<Spot>>],
) -> HashSet<usize> {
    let texts = |k: usize, c: &Candidate<Spot>| has_text(&views[k], c.place.slot.tokens.end);
    let placed = || chosen.iter().enumerate().filter_map(|(k, c)| Some((k, c.as_ref()?)));
    // Titles, and of them those that their item's text follows; of one alone by accident.
    let mut contexts: HashMap<&str, (usize, usize)> = HashMap::new();
    for (k, c) in placed() {
        let (titles, followed) = contexts.entry(&c.context).or_default();
        *titles += 1;
        *followed += usize::from(texts(k, c));
    }
    let has_texts = |c: &Candidate<Spot>| {
        contexts.get(c.context.as_str()).is_some_and(|&(titles, followed)| most(followed, titles))
    };
    let (list, aside): (Vec<_>, Vec<_>) = placed().partition(|(_, c)| has_texts(c));
    // As many aside as in the list are a side bar's: the list has the texts. More of them are, if
    // the side bar names those of the list, too.
    let heading =
        |c: &Candidate<Spot>, k: usize| in_heading(views[k].canvas.page, c.place.slot.tokens.start);
    let beside: HashSet<&str> = aside.iter().map(|(_, c)| c.context.as_str()).collect();
    let named = |k: usize| candidates[k].iter().any(|c| beside.contains(c.context.as_str()));
    let again = list.iter().filter(|(k, _)| named(*k)).count();
    let is_named_again = list.len() > 1 && nearly_all(again, list.len());
    let may_be_list = aside.len() > list.len() && !is_named_again;
    if may_be_list || aside.iter().any(|(k, c)| heading(c, *k)) {
        return HashSet::new();
    }
    aside.into_iter().map(|(k, _)| k).collect()
}

/// True where a token is inside a link that stands where entry pages have theirs to other entries.
pub(super) fn in_navigation(view: &View<'_>, token: usize, navigation: &[String]) -> bool {
    let page = view.canvas.page;
    !navigation.is_empty()
        && std::iter::once(token)
            .chain(page.ancestors(token))
            .find(|&a| page.tag(a) == "a")
            .is_some_and(|a| navigation.contains(&context_of(page, a)))
}

/// The title of an item where it has no words.
fn of_signs<'v>(view: &View<'v>) -> Option<&'v str> {
    let (title, words) = (&view.target.title, &view.target.title_words);
    (words.is_empty() && !title.is_empty()).then_some(title.as_str())
}

/// The tokens of a page that have one of some texts.
fn places_of<'t>(canvas: &Canvas<'_>, texts: &HashSet<&'t str>) -> HashMap<&'t str, Vec<usize>> {
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    let page = canvas.page;
    for i in page.shown(page.body()).filter(|_| !texts.is_empty()) {
        if page.tokens()[i].kind == Kind::Text
            && let Some(&text) = texts.get(&*fold(page.data(i)))
        {
            places.entry(text).or_default().push(i);
        }
    }
    places
}

/// Where a title stands, as `find` gives its places in a range of tokens. Of more than `most` those
/// around links to the item, or the first.
fn places(
    view: &View<'_>,
    links: &HashMap<&str, Vec<usize>>,
    most: usize,
    find: impl Fn(Range<usize>) -> Vec<usize>,
) -> Vec<usize> {
    let all = find(view.labels.window.clone());
    if all.len() < most {
        return all;
    }
    let own = view.target.links.iter().filter_map(|key| links.get(key.as_str())).flatten();
    let around = own.take(MOST_LINKS).map(|&link| {
        let at = view.canvas.links[link].0;
        at.saturating_sub(MOST_BETWEEN)..at + MOST_BETWEEN
    });
    let mut near: Vec<usize> = around.flat_map(find).collect();
    near.sort_unstable();
    near.dedup();
    let mut chosen = if near.is_empty() { all } else { near };
    chosen.truncate(most);
    chosen
}

fn candidates(
    view: &View<'_>,
    known: &Known<'_>,
    most: usize,
    entry: bool,
) -> Vec<Candidate<Spot>> {
    let (page, words, target) = (view.canvas.page, &view.canvas.words, view.target);
    let n = target.title_words.len();
    let window = words.within(view.labels.window.clone());
    let mut out = Vec::new();
    let of_words = |tokens| view.canvas.find_words(&target.title_words, &words.within(tokens));
    for start in places(view, &known.links, most, of_words) {
        let slot = slot(page, words, start..start + n, &target.title);
        push(view, &mut out, slot, start..start + n, entry);
    }
    if let Some(signs) = of_signs(view).and_then(|title| known.signs.get(title)) {
        let of_signs = |tokens: Range<usize>| {
            let behind = &signs[signs.partition_point(|i| *i < tokens.start)..];
            let within = behind.iter().take_while(|i| tokens.contains(i));
            within.take(MAX_PLACES).copied().collect()
        };
        for i in places(view, &known.links, most, of_signs) {
            let slot = Slot::whole(i..i + 1);
            push(view, &mut out, slot, 0..0, entry);
        }
    }
    let behind_tags = &target.title_words[target.tags_ahead..];
    if behind_tags.len() < n && !behind_tags.is_empty() {
        let of_words = |tokens| view.canvas.find_words(behind_tags, &words.within(tokens));
        let whole = out.len();
        for start in places(view, &known.links, most, of_words) {
            let run = start..start + behind_tags.len();
            push(view, &mut out, slot(page, words, run.clone(), &target.title), run, entry);
        }
        // What the page says as the feed does counts more.
        out[whole..].iter_mut().for_each(|c| c.weight -= LINKED);
    }
    if out.is_empty() && n > 0 {
        for start in places(view, &known.links, most, of_words) {
            if let Some((heading, slot)) = with_words_ahead(view, start..start + n) {
                push(view, &mut out, slot, words.within(page.region(heading)), entry);
            }
        }
    }
    if out.is_empty() && n > LEAST_PREFIX {
        // Cut short by the page: a run of the title's first words that ends its element with an
        // ellipsis.
        for start in view.canvas.find_words(&target.title_words[..LEAST_PREFIX], &window) {
            let mut end = start + LEAST_PREFIX;
            while end < window.end
                && end - start < n
                && words.keys[end] == target.title_words[end - start]
            {
                end += 1;
            }
            let tokens = words.places[start].0 as usize..words.places[end - 1].0 as usize + 1;
            let around = covering(page, &tokens);
            let whole = words.within(page.region(around)) == (start..end);
            let cut = page.visible(page.region(around)).ends_with(['…', '.']);
            if whole && cut {
                push(view, &mut out, Slot::whole(tokens), start..end, entry);
            }
        }
    }
    out
}

/// The smallest element around a token range.
fn covering(page: &Page, tokens: &Range<usize>) -> usize {
    page.common(tokens.start, tokens.end - 1).or(page.parent(tokens.start)).unwrap_or(tokens.start)
}

fn push(
    view: &View<'_>,
    out: &mut Vec<Candidate<Spot>>,
    mut slot: Slot,
    words: Range<usize>,
    entry: bool,
) {
    let page = view.canvas.page;
    let tokens = slot.tokens.clone();
    let mut around = covering(page, &tokens);
    let whole = view.canvas.words.within(page.region(around)) == words;
    let mut weight = 1.0;
    if !whole {
        // Inside a sentence it is no title; at the start or end of its element it may be, with
        // decoration beside it.
        let first =
            page.previous(tokens.start, 0).is_none_or(|p| page.tokens()[p].kind != Kind::Text)
                && slot.head == 0;
        // Nor is it one at the start of a text that has it as its first words.
        let begins_text = view.target.begins_text
            || view.target.title_cut
                && view.target.body.is_empty()
                && !in_heading(page, tokens.start)
                && !in_link(page, tokens.start);
        if !first || begins_text {
            return;
        }
        weight = PART;
        if view.target.title_cut {
            // The page goes on where the feed does not.
            slot = Slot::whole(tokens.start..page.inside(around).end);
        }
    }
    while let Some(p) =
        page.parent(around).filter(|&p| whole && view.canvas.words.within(page.region(p)) == words)
    {
        around = p;
    }
    let link = page
        .ancestors(tokens.start)
        .find(|&a| page.tag(a) == "a")
        .or_else(|| view.canvas.link_in(&page.region(around)).map(|l| l.0));
    let to_item = link
        .and_then(|l| view.canvas.link_in(&(l..l + 1)))
        .is_some_and(|(_, k)| view.target.links.contains(k));
    weight += worth(LINKED, in_heading(page, tokens.start)) + aside(page, tokens.start);
    // On its own page a title may or may not be a link, but a link elsewhere is another entry's or
    // a menu's.
    weight += match entry {
        true => worth(-LINKED, link.is_some() && !to_item),
        false => worth(LINKED, to_item) + FOLLOWED * followed(view, tokens.end),
    };
    out.push(Candidate {
        context: view.canvas.path_of(tokens.start),
        weight,
        place: Spot::at(slot),
    });
}

/// The element in a heading that has a few words ahead of a title, as a number (`#24 Rye at last`),
/// and nothing behind it, and the title: the page shows more than the feed says. A whole day is
/// none of it (`2017-06-11: Rye at last`). Nor is a part of one, a number of comments, the item's
/// author or one of its tags, and what has these there may be another title.
fn with_words_ahead(view: &View<'_>, title: Range<usize>) -> Option<(usize, Slot)> {
    let (page, all) = (view.canvas.page, &view.canvas.words);
    let (first, last) = (all.places.get(title.start)?.0, all.places.get(title.end - 1)?.0);
    let around = covering(page, &(first as usize..last as usize + 1));
    let within = all.within(page.region(around));
    let ahead = within.start..title.start;
    let few = (1..=FEW_WORDS).contains(&ahead.len()) && title.end == within.end;
    if !few || !in_heading(page, around) {
        return None;
    }
    let to = all.places[title.start].1 as usize;
    let text = page.data(first as usize).get(..to)?;
    if is_day(text) {
        return Some((around, slot(page, all, title, &view.target.title)));
    }
    let counts = text.contains('#') || text.trim_start().starts_with(char::is_alphabetic);
    let says_day = match lex(text)[..] {
        [] => false,
        [one] => !counts || !matches!(one.token, Token::Number(..)),
        _ => true,
    };
    let mut words = text.split(|c: char| !c.is_alphanumeric());
    let of_comments = words.any(|word| names_comments(&word.to_lowercase()));
    let mut named = view.target.tags.iter().chain(&view.target.authors);
    let is_name = named.any(|(_, keys)| keys[..] == all.keys[ahead.clone()]);
    let whole = Slot::whole(page.inside(around));
    (!says_day && !of_comments && !is_name).then_some((around, whole))
}

/// True where more of the item's own body follows than a few words that stand behind other titles,
/// too.
fn has_text(view: &View<'_>, token: usize) -> bool {
    is_no_chance(view, followed(view, token))
}

/// The same of a text behind a place or ahead of it.
pub(super) fn has_text_beside(view: &View<'_>, token: usize) -> bool {
    let [ahead, behind] = words_beside(view, token);
    [ahead, behind].into_iter().any(|span| is_no_chance(view, share_of_text(view, span)))
}

/// True for more of the item's body than a few words that others have, too.
fn is_no_chance(view: &View<'_>, share: f64) -> bool {
    let runs = share * FOLLOWING_RUNS;
    runs > 1.0 || runs >= view.target.grams.len() as f64 && runs > 0.0
}

/// 0..=1: how much of the item's own body follows within the next words; a side bar has none.
fn followed(view: &View<'_>, token: usize) -> f64 {
    let [_, behind] = words_beside(view, token);
    share_of_text(view, behind)
}

/// The words next to a place, ahead of it and behind, in which a text would begin or end.
fn words_beside(view: &View<'_>, token: usize) -> [Range<usize>; 2] {
    let words = &view.canvas.words;
    let at = words.places.partition_point(|p| (p.0 as usize) < token);
    [at.saturating_sub(FOLLOWING)..at, at..(at + FOLLOWING).min(words.keys.len())]
}

/// 0..=1: how much of the item's own body stands in a run of words.
fn share_of_text(view: &View<'_>, span: Range<usize>) -> f64 {
    let words = &view.canvas.words;
    // Where words are signs, some runs of them stand in any text of the language.
    let is_sign = |&&(token, start, end): &&(u32, u32, u32)| {
        let word = &view.canvas.page.data(token as usize)[start as usize..end as usize];
        !word.is_ascii() && word.chars().nth(1).is_none()
    };
    let signs = words.places[span.clone()].iter().filter(is_sign).count();
    let least = if most(signs, span.len()) { LEAST_PREFIX } else { 1 };
    let least = least.min(view.target.grams.len());
    let (mut hits, mut row) = (0, 0);
    for gram in super::canvas::grams(&words.keys[span]) {
        row = if view.target.grams.contains(&gram) { row + 1 } else { 0 };
        hits += match row.cmp(&least) {
            Ordering::Less => 0,
            Ordering::Equal => least,
            Ordering::Greater => 1,
        };
    }
    (hits as f64 / FOLLOWING_RUNS).min(1.0)
}

/// The slot of a run of words: the whole text between the tags around it, less decoration.
fn slot(page: &Page, words: &crate::page::Words, run: Range<usize>, title: &str) -> Slot {
    let (first, start, _) = words.places[run.start];
    let (last, _, end) = words.places[run.end - 1];
    let (first, last) = (first as usize, last as usize);
    let (head_text, tail_text) = (page.data(first), page.data(last));
    let before = head_text.get(..start as usize).unwrap_or("");
    let after = tail_text.get(end as usize..).unwrap_or("");
    // Marks that part words belong to the title; letters, and decoration that the feed's title
    // lacks, do not.
    let ours = |s: &str| {
        !s.contains(|c: char| {
            c.is_alphanumeric() || (DECORATION.contains(&c) && !title.contains(c))
        })
    };
    let head = if ours(before) { 0 } else { start as usize };
    let tail = if ours(after) { None } else { Some(end as usize) };
    Slot { tokens: first..last + 1, head, tail }
}
