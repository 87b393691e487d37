//! The regular-expression form of learned rules: the end that is exact on most items when it is
//! sought in the source, without levels (WTM section 5: pruned on items, from the innermost token
//! outwards).

use std::ops::Range;

use regex::Regex;

use super::field::Item;
use super::general;
use crate::entry::Field;
use crate::page::{Kind, Page};
use crate::rule::{
    FieldRule, RecordRule, Scope, TokenPattern, Value, in_head, read_field, records, regular,
};

/// Tokens ahead of the value that a start may need.
const LONGEST_START: usize = 6;
/// Tokens behind the value that an end may need.
const LONGEST_END: usize = 5;
/// More kinds of neighbours than these say nothing.
const MOST_FOLLOWERS: usize = 6;

fn compile(expression: &str) -> Option<Regex> {
    regular::compile(expression).ok()
}

/// Give a record rule its expression: None where it does not find just the records that the rule
/// itself finds on the page it was learned from.
pub(super) fn record(rule: &mut RecordRule, page: &Page) {
    let expression = regular::start(&rule.start, &Value::Text);
    let starts: Vec<usize> =
        records(page, rule).into_iter().map(|r| source_of(page, &r).start).collect();
    let body = source_of(page, &page.body());
    let exact = |re: Regex| {
        let hay = page.text().get(body.clone()).unwrap_or("");
        let found = re.find_iter(hay).map(|m| body.start + m.start()).take(starts.len() + 1);
        found.eq(starts.iter().copied())
    };
    rule.regex = compile(&expression).is_some_and(exact).then_some(expression);
}

/// Give the rules of a field their expressions, each for itself. They are tried in order, too: one
/// that finds something in an item of a later rule, or of an earlier one without expressions, is
/// none.
pub(super) fn fields(rules: &mut [FieldRule], items: &[Item<'_>]) {
    rules.iter_mut().for_each(|rule| field(rule, items));
    if rules.len() < 2 || rules[0].field == Field::Tags {
        return;
    }
    // The rule that reads each item.
    let reads = |rule: &FieldRule, item: &Item<'_>| {
        let anchor = item.labels.anchor().unwrap_or(item.window.end);
        !read_field(item.canvas.page, rule, &item.window_of(rule), anchor).is_empty()
    };
    let readers: Vec<Option<usize>> =
        items.iter().map(|item| rules.iter().position(|rule| reads(rule, item))).collect();
    for k in 0..rules.len() {
        let others = |reader: usize| reader > k || reader < k && rules[reader].regex.is_none();
        let theirs = items.iter().zip(&readers).filter(|(_, r)| r.is_some_and(others));
        if finds_in(&rules[k], theirs.map(|(item, _)| item)) {
            rules[k].regex = None;
        }
    }
}

/// True where a rule's expressions find something in one of the items. Their end is sought in the
/// whole source.
fn finds_in<'i>(rule: &FieldRule, mut items: impl Iterator<Item = &'i Item<'i>>) -> bool {
    let regex = rule.regex.as_ref().and_then(|(s, e)| Some((compile(s)?, compile(e)?)));
    let Some((start, end)) = regex else { return false };
    items.any(|item| {
        let page = item.canvas.page;
        let window = source_of(page, &item.window_of(rule));
        let first = page.text().get(window.clone()).and_then(|hay| start.find(hay));
        let behind = first.and_then(|m| page.text().get(window.start + m.end()..));
        behind.is_some_and(|behind| end.is_match(behind))
    })
}

/// Give a field rule its expressions: None where none gives the value of each item that the rule
/// itself reads.
fn field(rule: &mut FieldRule, items: &[Item<'_>]) {
    // Expressions give values, not pieces of them.
    if rule.split.is_some() {
        return;
    }
    let attr = matches!(rule.value, Value::Attr(_));
    // What the rule reads, as bytes of the source.
    let read: Vec<Reading<'_>> = items
        .iter()
        .filter_map(|i| {
            let page = i.canvas.page;
            let window = i.window_of(rule);
            let v = read_field(page, rule, &window, i.labels.anchor().unwrap_or(i.window.end))
                .into_iter()
                .next()?;
            let shown: Vec<usize> =
                v.slot.tokens.clone().filter(|&t| page.significant(t)).collect();
            let (first, last) = (*shown.first()?, *shown.last()?);
            let bytes = page.tokens()[first].span.0 as usize..page.tokens()[last].span.1 as usize;
            // The token that the start pattern ended at.
            let begin = if attr || v.slot.head > 0 {
                v.slot.tokens.start
            } else {
                v.slot.tokens.start.checked_sub(1)?
            };
            Some(Reading {
                page,
                bytes,
                window: source_of(page, &window),
                begin,
                last,
                text: if v.text.is_empty() { v.slot.text(page) } else { v.text },
            })
        })
        .collect();
    if read.is_empty() {
        return;
    }
    let mut tried: Vec<Vec<Vec<TokenPattern>>> = regular::own_ends(rule).into_iter().collect();
    if !attr && rule.ends.is_empty() {
        // The closing tag and what follows it on all items.
        let mut at: Vec<(&Page, usize)> = read.iter().map(|r| (r.page, r.last)).collect();
        let mut list: Vec<TokenPattern> = Vec::new();
        for _ in 0..LONGEST_END {
            let next: Option<Vec<(&Page, usize)>> =
                at.iter().map(|(p, i)| p.next_from(i + 1, p.len()).map(|j| (*p, j))).collect();
            let Some(next) = next else { break };
            let Some(p) = general::pattern(&next, false) else { break };
            list.push(general::lean(p));
            tried.push(vec![list.clone()]);
            at = next;
        }
    }
    if !attr && rule.ends.is_empty() {
        tried.extend((2..=LONGEST_END).map(|n| followers(&read, n)).filter(|f| !f.is_empty()));
    }
    let sticky = rule.scope == Scope::Sticky;
    // Where the rule reads nothing an expression should find nothing either.
    let silent: Vec<&str> = items
        .iter()
        .filter(|i| !sticky && !in_head(&rule.start) && i.window != i.canvas.page.body())
        .filter(|i| read_field(i.canvas.page, rule, &i.window, i.window.end).is_empty())
        .filter_map(|i| i.canvas.page.text().get(source_of(i.canvas.page, &i.window)))
        .collect();
    // Each is compiled once, when it is first tried: that costs more than all searching.
    let mut ends: Vec<LazyEnd> = tried.iter().map(|t| LazyEnd::of(t, &rule.value)).collect();
    let mut best: Option<((usize, usize), String, String)> = None;
    for tokens in std::iter::once(rule.start.clone()).chain(longer_starts(rule, &read)) {
        // A token rule goes on to the next match where a date does not follow; an expression takes
        // the first, and may need more tokens.
        if best.as_ref().is_some_and(|b| b.0 == (read.len(), silent.len())) {
            break;
        }
        let start = regular::start(&tokens, &rule.value);
        let Some(start_re) = compile(&start) else { continue };
        let quiet = silent.iter().filter(|hay| !start_re.is_match(hay)).count();
        for end in &mut ends {
            let Some(end_re) = end.compiled() else { continue };
            let exact = read
                .iter()
                .filter(|r| {
                    let text = r.page.text();
                    let window = if sticky { 0..r.bytes.end } else { r.window.clone() };
                    let Some(hay) = text.get(window.clone()) else { return false };
                    let found =
                        if sticky { start_re.find_iter(hay).last() } else { start_re.find(hay) };
                    let Some(from) = found.map(|m| window.start + m.end()) else { return false };
                    let Some(to) =
                        text.get(from..).and_then(|t| end_re.find(t)).map(|m| from + m.start())
                    else {
                        return false;
                    };
                    text.get(from..to).is_some_and(|value| r.is(value))
                })
                .count();
            if best.as_ref().is_none_or(|b| (exact, quiet) > b.0) {
                best = Some(((exact, quiet), start.clone(), end.expression.clone()));
            }
            // No other end can do better behind this start.
            if exact == read.len() {
                break;
            }
        }
    }
    rule.regex = best.filter(|b| b.0.0 == read.len()).map(|(_, start, end)| (start, end));
}

/// The rule's last start token with more and more of the tokens ahead of it, as far as all items
/// have them in common.
fn longer_starts(rule: &FieldRule, read: &[Reading<'_>]) -> Vec<Vec<TokenPattern>> {
    let Some(last) = rule.start.last().cloned() else { return Vec::new() };
    let mut out = Vec::new();
    let mut walk = vec![last];
    let mut at: Vec<(&Page, usize)> = read.iter().map(|r| (r.page, r.begin)).collect();
    for _ in 0..LONGEST_START {
        let ahead: Option<Vec<(&Page, usize)>> =
            at.iter().map(|(p, i)| p.previous(*i, 0).map(|j| (*p, j))).collect();
        let Some(ahead) = ahead else { break };
        let Some(p) = general::pattern(&ahead, false) else { break };
        walk.insert(0, general::lean(p));
        out.push(walk.clone());
        at = ahead;
    }
    out
}

/// All that was seen to follow the value, by the names of up to `n` tokens: an entry without tags
/// ends at the next part of the template.
fn followers(read: &[Reading<'_>], n: usize) -> Vec<Vec<TokenPattern>> {
    let mut groups: Vec<(String, Vec<Vec<(&Page, usize)>>)> = Vec::new();
    for r in read {
        let page = r.page;
        let mut tokens = Vec::new();
        let mut at = r.last;
        while let Some(next) = page.next_from(at + 1, page.len()).filter(|_| tokens.len() < n) {
            tokens.push((page, next));
            at = next;
            // Behind the closing tags one start tag or text tells the parts of a template apart.
            if page.tokens()[next].kind != Kind::End {
                break;
            }
        }
        let key: String = tokens
            .iter()
            .map(|(p, i)| format!("{:?}{} ", p.tokens()[*i].kind, p.tag(*i)))
            .collect();
        match groups.iter_mut().find(|g| g.0 == key) {
            Some(g) => g.1.push(tokens),
            None => groups.push((key, vec![tokens])),
        }
    }
    if groups.len() > MOST_FOLLOWERS {
        return Vec::new();
    }
    groups
        .into_iter()
        .filter_map(|(_, members)| {
            (0..members.first()?.len())
                .map(|k| {
                    let column: Vec<(&Page, usize)> = members.iter().map(|m| m[k]).collect();
                    general::pattern(&column, false).map(general::lean)
                })
                .collect()
        })
        .collect()
}

/// An end's expression, compiled when it is first needed.
struct LazyEnd {
    expression: String,
    compiled: Option<Option<Regex>>,
}

impl LazyEnd {
    fn of(alternatives: &[Vec<TokenPattern>], value: &Value) -> LazyEnd {
        LazyEnd { expression: regular::end(alternatives, value), compiled: None }
    }

    /// None where it is too large.
    fn compiled(&mut self) -> Option<&Regex> {
        self.compiled.get_or_insert_with(|| compile(&self.expression)).as_ref()
    }
}

/// What the token rule read of one item.
struct Reading<'p> {
    page: &'p Page,
    /// From the first byte of its first token to the last byte of its last.
    bytes: Range<usize>,
    /// Where the record's source stands.
    window: Range<usize>,
    /// The token that its start pattern ended at.
    begin: usize,
    /// Its last token.
    last: usize,
    /// Its visible text.
    text: String,
}

impl Reading<'_> {
    /// True where a piece of source shows the same text.
    fn is(&self, source: &str) -> bool {
        let near = source.len() <= 4 * self.bytes.len() + 64;
        near && Page::parse(source).visible(0..usize::MAX) == self.text
    }
}

/// The bytes of the source that a token range covers.
fn source_of(page: &Page, tokens: &Range<usize>) -> Range<usize> {
    let from = page.tokens()[tokens.clone()]
        .iter()
        .find(|t| !t.implied())
        .map_or(0, |t| t.span.0 as usize);
    let to = page.tokens()[tokens.clone()]
        .iter()
        .rev()
        .find(|t| !t.implied())
        .map_or(page.text().len(), |t| t.span.1 as usize);
    from..to.max(from)
}
