//! Days: the feed's known day, recognised in text and attributes (`date::recognise`), voted over
//! items.
//!
//! On list pages a day may stand in the record or in a heading that serves several records
//! ("sticky"); the reading that fits more items wins. The page's day may differ by one from the
//! feed's (the blog's time zone); exact days weigh more.

use std::collections::HashMap;
use std::ops::Range;

use chrono::NaiveDate;

use super::assign::{Candidate, Vote, assign};
use super::signs::{AROUND, LEAST_CONSTANT, LONGEST_VALUE, MARKED, NEXT_DAY, aside, near, worth};
use super::{Canvas, Mechanism, Spot, Unlabelled, View};
use crate::address::{link_day, says_changed, tell_change};
use crate::date::{Day, LONGEST, Pattern, Starts, days_in, lex, recognise, recognise_at};
use crate::entry::Field;
use crate::page::{Kind, Page, fold};
use crate::share::most;

/// Most days of one page where nothing says which is meant: the entry's stands near its start.
const MOST_GUESSES: usize = 40;

/// Most days of one script that are looked at.
const MOST_TOLD: usize = 20;

pub(super) fn label(views: &mut [View<'_>], list: bool) {
    let days: Vec<Days> = days(views, list);
    let sighted = |views: &[View<'_>], body_head: bool| -> Vec<Vec<Candidate<Spot>>> {
        let each = views.iter().zip(&days);
        each.map(|(v, d)| sightings(v, d, &v.labels.window, body_head)).collect()
    };
    let own = sighted(views, false);
    // What is shown counts before what attributes say (they may be in another time zone), where it
    // explains most items.
    let shown: Vec<Vec<Candidate<Spot>>> = own
        .iter()
        .map(|c| c.iter().filter(|c| c.place.attr.is_none()).cloned().collect())
        .collect();
    let undated = !list && views.iter().all(|v| v.target.day.is_none());
    let (shown, own) = match undated {
        true => (without_constant(shown), without_constant(own)),
        false => (shown, own),
    };
    let mut chosen = assign(views, &shown, Vote::Best, true);
    let dated = days.iter().filter(|d| !d.is_empty()).count();
    let all = views.iter().all(|v| v.uses(Mechanism::Dates));
    let explained = |chosen: &[Option<Candidate<Spot>>]| chosen.iter().flatten().count();
    if all && !most(explained(&chosen), dated) {
        chosen = assign(views, &own, Vote::Best, true);
    }
    if all && !undated && !most(explained(&chosen), dated) {
        let at_heads = assign(views, &sighted(views, true), Vote::Best, true);
        if most(explained(&at_heads), dated) {
            chosen = at_heads;
        }
    }
    if all && !list && !most(explained(&chosen), dated) {
        // Pages that show no day may still say it to machines.
        let told: Vec<Vec<Candidate<Spot>>> =
            views.iter().zip(&days).map(|(v, d)| unseen(v, d)).collect();
        let told = assign(views, &told, Vote::Best, false);
        if explained(&told) > explained(&chosen) {
            chosen = told;
        }
    }
    let mut sticky = false;
    if all && list {
        let heads = headings(views, &days);
        let by_heading = assign(views, &heads, Vote::Best, false);
        let weigh = |c: &[Option<Candidate<Spot>>]| {
            c.iter().flatten().map(|c| c.weight.min(1.0)).sum::<f64>()
        };
        // A heading must explain an item more than the records' own dates.
        if weigh(&by_heading) >= weigh(&chosen) + 1.0 {
            chosen = by_heading;
            sticky = true;
        }
    }
    for (view, chosen) in views.iter_mut().zip(chosen) {
        if chosen.is_none() {
            let why = match view.target.day {
                None => Unlabelled::NotInFeed,
                Some(_) => Unlabelled::NotOnPage,
            };
            view.labels.missing.push((Field::Date, why));
        }
        view.labels.date = chosen.map(|c| Spot { sticky, ..c.place });
    }
}

/// Where nothing says which day is meant: without the places that show one day on all pages.
fn without_constant(found: Vec<Vec<Candidate<Spot>>>) -> Vec<Vec<Candidate<Spot>>> {
    let mut days: HashMap<String, Vec<Option<Day>>> = HashMap::new();
    for list in &found {
        let mut first: HashMap<&str, Option<Day>> = HashMap::new();
        for c in list {
            let day = c.place.date.as_ref().map(|d| d.1);
            first.entry(&c.context).or_insert(day);
        }
        for (context, day) in first {
            days.entry(context.to_owned()).or_default().push(day);
        }
    }
    let constant = |c: &Candidate<Spot>| {
        days.get(&c.context)
            .is_some_and(|d| d.len() >= LEAST_CONSTANT && d.iter().all(|x| *x == d[0]))
    };
    found.into_iter().map(|l| l.into_iter().filter(|c| !constant(c)).collect()).collect()
}

/// Days that may be meant, with their weights.
type Days = Vec<(NaiveDate, f64)>;

/// The days of each item: the feed's and its neighbours; without one the day in the permalink;
/// where the feed has no dates at all, those that the page shows, of which the vote takes the ones
/// in one place.
fn days(views: &[View<'_>], list: bool) -> Vec<Days> {
    if views.iter().any(|v| !v.uses(Mechanism::Dates)) {
        return views.iter().map(|v| v.target.day.iter().map(|d| (*d, 1.0)).collect()).collect();
    }
    let undated = views.iter().all(|v| v.target.day.is_none());
    // Days above a list's records may be headings of theirs: all views look at the same ones.
    let above = views
        .first()
        .filter(|_| undated && list)
        .map_or(Vec::new(), |v| shown_days(v, &v.canvas.page.body()));
    views
        .iter()
        .map(|v| {
            let known = v.target.day.or_else(|| v.target.links.iter().find_map(|l| link_day(l)));
            match known {
                Some(day) => {
                    let near = [day.pred_opt(), day.succ_opt()].into_iter().flatten();
                    let others: Vec<NaiveDate> = if v.target.day.is_some() {
                        v.target.other_days.clone()
                    } else {
                        near.collect()
                    };
                    std::iter::once((day, 1.0))
                        .chain(others.into_iter().map(|d| (d, NEXT_DAY)))
                        .collect()
                }
                None if undated => {
                    let mut days = shown_days(v, &v.labels.window);
                    days.extend(
                        above.iter().filter(|d| !days.contains(d)).copied().collect::<Vec<_>>(),
                    );
                    days.into_iter().map(|d| (d, 1.0)).collect()
                }
                None => Vec::new(),
            }
        })
        .collect()
}

/// Days in the visible text of a window, and in its `datetime` attributes.
fn shown_days(view: &View<'_>, window: &Range<usize>) -> Vec<NaiveDate> {
    let (canvas, page) = (view.canvas, view.canvas.page);
    let bytes = canvas.text_of(window);
    let from = canvas.lexed.partition_point(|l| l.start < bytes.start);
    let to = canvas.lexed.partition_point(|l| l.start < bytes.end);
    let mut days = days_in(&canvas.text, &canvas.lexed[from..to], MOST_GUESSES);
    for i in page.shown(window.clone()) {
        if days.len() >= MOST_GUESSES {
            break;
        }
        if let Some(value) = page.attr(i, "datetime").filter(|v| v.len() <= LONGEST_VALUE) {
            days.extend(
                days_in(value, &lex(value), 2)
                    .into_iter()
                    .filter(|d| !days.contains(d))
                    .collect::<Vec<_>>(),
            );
        }
    }
    days.truncate(MOST_GUESSES);
    days
}

fn context(view: &View<'_>, token: usize, pattern: &Pattern, attr: &str) -> String {
    let side = view.labels.anchor().map_or("", |a| if token < a { "<" } else { ">" });
    let shape = Pattern { lang: None, ..pattern.clone() };
    format!("{side}{}@{attr}:{shape}", view.canvas.path_of(token))
}

/// What a sighting weighs: its day's weight and the signs of its place.
fn weigh(view: &View<'_>, token: usize, day: f64, pattern: &Pattern) -> f64 {
    let page = view.canvas.page;
    let day = if is_of_comments(view, token) { day * NEXT_DAY } else { day };
    let marks = worth(MARKED, pattern.has_year()) + worth(-MARKED, is_of_change(page, token));
    day + near(view, token) + marks + aside(page, token)
}

/// True where the element around a token, by its class or as schema.org names it, shows the day of
/// the last change, and not that of the publication, too.
fn is_of_change(page: &Page, token: usize) -> bool {
    let around = std::iter::once(token).chain(page.ancestors(token));
    let names = |a: usize| ["class", "itemprop"].into_iter().filter_map(move |n| page.attr(a, n));
    let named = around.take(AROUND).map(names).find(|names| names.clone().count() > 0);
    named.is_some_and(tell_change)
}

/// True where a token stands in a comment among comments. The entry's own day may stand in a line
/// that is named after their number.
fn is_of_comments(view: &View<'_>, token: usize) -> bool {
    let page = view.canvas.page;
    let title = view.labels.title.as_ref().map(|t| t.slot.tokens.start);
    let is_other = |a: &usize| !title.is_some_and(|t| page.encloses(*a, t));
    view.canvas.around_comment(token).filter(is_other).nth(1).is_some()
}

fn spot(tokens: Range<usize>, attr: Option<String>, pattern: Pattern, day: NaiveDate) -> Spot {
    use chrono::Datelike;
    let day =
        Day { year: pattern.has_year().then(|| day.year()), month: day.month(), day: day.day() };
    Spot { attr, date: Some((pattern, day)), ..Spot::tokens(tokens) }
}

/// Places in a window, outside title and body, where the item's day stands; with `body_head` also
/// in the first text of the body.
fn sightings(
    view: &View<'_>,
    days: &Days,
    window: &Range<usize>,
    body_head: bool,
) -> Vec<Candidate<Spot>> {
    let (canvas, page) = (view.canvas, view.canvas.page);
    let taken = [&view.labels.title, &view.labels.body].into_iter().flatten();
    // The day may stand ahead of the title in its text.
    let behind = |spot: &Spot| {
        let first = spot.slot.tokens.start + usize::from(spot.slot.head > 0);
        first..spot.slot.tokens.end
    };
    let mut taken: Vec<Range<usize>> = taken.map(behind).collect();
    if let Some(body) = taken.last_mut().filter(|_| body_head && view.labels.body.is_some()) {
        body.start = page.shown_texts(body.clone()).next().map_or(body.start, |first| first + 1);
    }
    let free = |i: usize| !taken.iter().any(|t| t.contains(&i));
    let mut out = Vec::new();
    for (first, last, pattern, day, weight) in in_text(view, days, window) {
        if free(first) && free(last) {
            let weight = weigh(view, first, weight, &pattern);
            out.push(Candidate {
                context: context(view, first, &pattern, ""),
                weight,
                place: spot(first..last + 1, None, pattern, day),
            });
        }
    }
    for i in page.shown(window.clone()) {
        if page.tokens()[i].kind != Kind::Start || !free(i) {
            continue;
        }
        for (name, value) in page.attrs(i) {
            if !matches!(name, "datetime" | "title" | "content" | "value")
                && !name.starts_with("data-")
            {
                continue;
            }
            if value.len() > LONGEST_VALUE {
                continue;
            }
            let value = fold(value);
            let lexed = lex(&value);
            for &(day, weight) in days {
                for s in recognise(&value, &lexed, day, canvas.lang.as_deref()) {
                    let weight = weigh(view, i, weight, &s.pattern);
                    let context = context(view, i, &s.pattern, name);
                    out.push(Candidate {
                        context,
                        weight,
                        place: spot(i..i + 1, Some(name.to_owned()), s.pattern, day),
                    });
                }
            }
        }
    }
    out
}

/// Places of an entry page that no reader sees but that say its day: `<meta>` of the head,
/// schema.org data in a script.
fn unseen(view: &View<'_>, days: &Days) -> Vec<Candidate<Spot>> {
    let (canvas, page) = (view.canvas, view.canvas.page);
    let mut out = Vec::new();
    for i in 0..page.len() {
        if page.tokens()[i].kind != Kind::Start {
            continue;
        }
        let named = page
            .attr(i, "property")
            .or(page.attr(i, "name"))
            .or(page.attr(i, "itemprop"))
            .unwrap_or("");
        let of_change = says_changed(&named.to_ascii_lowercase());
        if page.tag(i) == "meta" && i < page.body().start && !of_change {
            let Some(value) =
                page.attr(i, "content").filter(|v| v.len() <= LONGEST_VALUE).map(fold)
            else {
                continue;
            };
            let lexed = lex(&value);
            for &(day, weight) in days {
                for s in recognise(&value, &lexed, day, canvas.lang.as_deref()) {
                    let context = format!("{named}:{}", s.pattern);
                    out.push(Candidate {
                        context,
                        weight,
                        place: spot(i..i + 1, Some("content".to_owned()), s.pattern, day),
                    });
                }
            }
        }
        let data = page.tag(i) == "script"
            && page.attr(i, "type").is_some_and(|t| t.eq_ignore_ascii_case("application/ld+json"));
        if data && page.body().contains(&i) && page.inside(i).len() == 1 {
            let text = page.data(i + 1);
            for at in text.match_indices("\"datePublished\"").map(|m| m.0).take(MOST_TOLD) {
                let rest = &text[at..];
                let near = rest.char_indices().nth(LONGEST_VALUE).map_or(rest.len(), |c| c.0);
                let end = at + rest[..near].find([',', '}']).unwrap_or(near);
                let lexed = lex(&text[at..end]);
                for &(day, weight) in days {
                    for s in recognise(&text[at..end], &lexed, day, None) {
                        let mut place = spot(i + 1..i + 2, None, s.pattern.clone(), day);
                        place.slot.head = at + lexed[s.first].start;
                        out.push(Candidate { context: format!("ld:{}", s.pattern), weight, place });
                    }
                }
            }
        }
    }
    out
}

/// (first token, last token, pattern, day, weight) of each sighting in the visible text of a
/// window.
fn in_text(
    view: &View<'_>,
    days: &Days,
    window: &Range<usize>,
) -> Vec<(usize, usize, Pattern, NaiveDate, f64)> {
    let canvas = view.canvas;
    let bytes = canvas.text_of(window);
    let from = canvas.lexed.partition_point(|l| l.start < bytes.start);
    let to = canvas.lexed.partition_point(|l| l.start < bytes.end);
    let lexed = &canvas.lexed[from..to];
    let mut out = Vec::new();
    for &(day, weight) in days {
        for s in recognise(&canvas.text, lexed, day, canvas.lang.as_deref()) {
            if is_of_two(canvas, from + s.first..from + s.last + 1) {
                continue;
            }
            let first = canvas.token_at(lexed[s.first].start);
            let last = canvas.token_at(lexed[s.last].start);
            out.push((first, last, s.pattern, day, weight));
        }
    }
    out
}

/// True for lexemes in several texts of which one shows a day of its own with two of them: "31 May
/// 2022" and, behind it, "13 June 2015" are two days, and "May 2022 13" is none.
fn is_of_two(canvas: &Canvas<'_>, found: Range<usize>) -> bool {
    let text_of = |lexeme: usize| canvas.token_at(canvas.lexed[lexeme].start);
    let shows_day = |from: usize| {
        let Some(window) = canvas.lexed.get(from..from + LONGEST) else { return false };
        let both = found.start.max(from)..found.end.min(from + LONGEST);
        both.len() > 1
            && text_of(from) == text_of(from + LONGEST - 1)
            && !days_in(&canvas.text, window, 1).is_empty()
    };
    text_of(found.start) != text_of(found.end - 1)
        && ((found.start + 1).saturating_sub(LONGEST)..found.end).any(shows_day)
}

/// A day ahead of items: where it stands, and in which context.
struct Heading {
    context: String,
    first: usize,
    last: usize,
    /// Its first lexeme.
    lexeme: usize,
    pattern: Pattern,
}

impl Heading {
    fn candidate(&self, day: NaiveDate, weight: f64) -> Candidate<Spot> {
        Candidate {
            context: self.context.clone(),
            weight: weight + worth(MARKED, self.pattern.has_year()),
            place: spot(self.first..self.last + 1, None, self.pattern.clone(), day),
        }
    }
}

/// For each item the nearest heading above it that shows a day of any item in one context: right
/// where it is the item's own day. Each day is sought once on the page, not once for each item.
fn headings(views: &[View<'_>], days: &[Days]) -> Vec<Vec<Candidate<Spot>>> {
    let Some(canvas) = views.first().map(|v| v.canvas) else { return Vec::new() };
    let body = canvas.page.body();
    let in_body = bodies(views);
    let starts = Starts::of(&canvas.lexed);
    // Of a day, what begins with some of the first lexemes of the page.
    let seek = |day: NaiveDate, from: usize, to: usize, of: usize| -> Vec<Heading> {
        let starts = starts.at(day);
        let at = |lexeme: usize| starts.partition_point(|s| *s < lexeme);
        let some = starts[at(from)..at(to)].iter().copied();
        let lexed = &canvas.lexed[..of];
        recognise_at(&canvas.text, lexed, some, day, canvas.lang.as_deref())
            .into_iter()
            .filter(|s| !is_of_two(canvas, s.first..s.last + 1))
            .map(|s| {
                let first = canvas.token_at(lexed[s.first].start);
                let last = canvas.token_at(lexed[s.last].start);
                // Headings stand outside of the records: neither side nor distance matters.
                let shape = Pattern { lang: None, ..s.pattern.clone() };
                let context = format!("{}:{shape}", canvas.path_of(first));
                Heading { context, first, last, lexeme: s.first, pattern: s.pattern }
            })
            .filter(|h| !in_body[h.first])
            .collect()
    };
    // Lexemes ahead of each item. The last of them may begin a day that is cut off there: what
    // begins with one of these is sought for each item.
    let ahead: Vec<usize> = views
        .iter()
        .map(|v| {
            let before = body.start..v.labels.anchor().unwrap_or(body.start);
            let end = canvas.text_of(&before).end;
            canvas.lexed.partition_point(|l| l.start < end)
        })
        .collect();
    let whole = |ahead: usize| ahead.saturating_sub(LONGEST - 1);
    let mut reach: HashMap<NaiveDate, usize> = HashMap::new();
    for (&to, days) in ahead.iter().zip(days) {
        for (day, _) in days {
            let reach = reach.entry(*day).or_default();
            *reach = to.max(*reach);
        }
    }
    let shared: HashMap<NaiveDate, Vec<Heading>> =
        reach.into_iter().map(|(day, to)| (day, seek(day, 0, whole(to), to))).collect();
    let cut = |day: NaiveDate, to: usize| {
        let mut found = seek(day, to.saturating_sub(LONGEST), to, to);
        found.retain(|h| h.lexeme >= whole(to));
        found
    };
    let own: Vec<Vec<Vec<Heading>>> = ahead
        .iter()
        .zip(days)
        .map(|(&to, days)| days.iter().map(|(day, _)| cut(*day, to)).collect())
        .collect();
    let mut places: HashMap<&str, Vec<usize>> = HashMap::new();
    for h in shared.values().chain(own.iter().flatten()).flatten() {
        places.entry(&h.context).or_default().push(h.first);
    }
    places.values_mut().for_each(|v| v.sort_unstable());
    let mut contexts: HashMap<NaiveDate, HashMap<&str, Vec<usize>>> = HashMap::new();
    for (day, headings) in &shared {
        let of_day = contexts.entry(*day).or_default();
        for (k, h) in headings.iter().enumerate() {
            of_day.entry(&h.context).or_default().push(k);
        }
    }
    let mut out = Vec::new();
    for (k, view) in views.iter().enumerate() {
        let anchor = view.labels.anchor().unwrap_or(0);
        let nearest = |context: &str| {
            let places = places.get(context)?;
            places[..places.partition_point(|a| *a < anchor)].last().copied()
        };
        let mut mine = Vec::new();
        for (&(day, weight), own) in days[k].iter().zip(&own[k]) {
            let (headings, contexts) = (&shared[&day], &contexts[&day]);
            let mut found: Vec<usize> = Vec::new();
            for (context, of_context) in contexts {
                let Some(at) = nearest(context) else { continue };
                let from = of_context.partition_point(|h| headings[*h].first < at);
                let there = |h: &&usize| {
                    headings[**h].first == at && headings[**h].lexeme < whole(ahead[k])
                };
                found.extend(of_context[from..].iter().take_while(there));
            }
            found.sort_unstable();
            let own = own.iter().filter(|h| nearest(&h.context) == Some(h.first));
            let all = found.into_iter().map(|h| &headings[h]).chain(own);
            mine.extend(all.map(|h| h.candidate(day, weight)));
        }
        out.push(mine);
    }
    out
}

/// By token of the page that views share: true inside of bodies, where no heading stands.
fn bodies(views: &[View<'_>]) -> Vec<bool> {
    let len = views.first().map_or(0, |v| v.canvas.page.len());
    let mut open = vec![0i32; len + 1];
    for body in views.iter().filter_map(|v| v.labels.body.as_ref()).map(Spot::range) {
        if body.start < body.end {
            open[body.start] += 1;
            open[body.end] -= 1;
        }
    }
    let open = open.iter().scan(0, |sum, n| {
        *sum += n;
        Some(*sum > 0)
    });
    open.collect()
}
