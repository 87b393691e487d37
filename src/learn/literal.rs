//! Learning as the paper prints it: Zhang, Zhou and Patrick, "Automatic Extraction of Complex Web
//! Data", PACIS 2006 (WTM), without any of the extensions, so that what each of them adds can be
//! measured.
//!
//! Labels: rules 1 to 4 (spec 3), on the home page alone, by string equality. Candidates: the walk
//! of section 4, where a token is equal as a string, or one tag name with differing attributes
//! (`<a`), or the walk stops. Pruning: section 5, on the odd items. Extraction: section 7, one
//! layout for every page, records from one match of the leading rule to the next.
//!
//! Read into the paper where it is silent: even items train and odd ones test; the item windows of
//! section 5; comments are no tokens. Time: O(items · tokens).

use std::ops::Range;

use chrono::{Datelike, NaiveDate};
use url::Url;

use super::general::can_be_written;
use super::{Blog, Finding, Learned, short};
use crate::date::{lex, recognise};
use crate::entry::Field;
use crate::feed::Item;
use crate::label::Unlabelled;
use crate::page::{Kind, Page, fold};
use crate::rule::{
    AttrPattern, AttrTest, EndPattern, Evidence, FieldRule, Fingerprint, Layout, LayoutKind,
    Profile, RecordEnd, RecordRule, Scope, TextTest, TokenPattern, Value, Wrapper,
};

/// A label: significant tokens first..=last; for dates the bytes in the token's text.
#[derive(Debug, Clone, PartialEq)]
struct Label {
    first: usize,
    last: usize,
    part: Option<Range<usize>>,
}

/// Learn from the home page alone, as the paper has it.
pub fn literal(blog: &Blog) -> Learned {
    let page = &blog.home.page;
    // The paper's token list: tags and non-empty texts.
    let list: Vec<usize> = (0..page.len()).filter(|&i| page.significant(i)).collect();
    let labels: Vec<Vec<Option<Label>>> =
        [Field::Title, Field::Link, Field::Date, Field::Body].iter().map(|_| Vec::new()).collect();
    let mut labels = labels;
    let mut after = 0;
    for item in &blog.feed.items[..blog.named()] {
        let body = body_label(page, &list, item);
        let title = title_label(page, &list, item, body.as_ref(), after);
        if let Some(t) = &title {
            after = t.first;
        }
        labels[1].push(link_label(page, &list, item, title.as_ref(), &blog.home.url));
        labels[2].push(date_label(page, &list, item, title.as_ref()));
        labels[0].push(title);
        labels[3].push(body);
    }
    let mut findings = Vec::new();
    let mut fields = Vec::new();
    for (k, field) in [Field::Title, Field::Link, Field::Date, Field::Body].into_iter().enumerate()
    {
        let rule = learn_field(page, &list, field, &labels, k, blog);
        let all = blog.named();
        let seen = labels[k].iter().flatten().count();
        findings.push(Finding {
            kind: LayoutKind::List,
            field,
            items: all,
            evidence: rule.as_ref().map(|r| r.evidence),
            unlabelled: (seen < all)
                .then_some((Unlabelled::ByThePaper, all.saturating_sub(seen)))
                .into_iter()
                .collect(),
            no_rule: None,
        });
        fields.extend(rule);
    }
    let lead = fields
        .iter()
        .find(|f| f.field == Field::Title)
        .or(fields.iter().find(|f| f.field == Field::Body));
    let record = lead.map(|f| RecordRule {
        start: f.start.clone(),
        ends: RecordEnd::Next,
        evidence: f.evidence,
        regex: None,
    });
    let layouts = record
        .map(|record| Layout {
            name: "literal".to_owned(),
            kind: LayoutKind::List,
            fingerprint: Fingerprint::default(),
            record: Some(record),
            fields,
            pages: 1,
            build: None,
            span: None,
            extent: None,
            at_home: false,
            unsupervised: false,
        })
        .into_iter()
        .collect();
    let wrapper = Wrapper {
        home: blog.home.url.clone(),
        feed: blog.feed.url.clone(),
        title: blog.feed.title.as_deref().map(short),
        lang: blog.feed.language.clone(),
        learner: concat!("feedstone ", env!("CARGO_PKG_VERSION"), " --literal").to_owned(),
        layouts,
        index: None,
    };
    let (home_labels, entry_labels, further) = (Vec::new(), Vec::new(), Vec::new());
    Learned { wrapper, findings, home_labels, entry_labels, further }
}

fn is_text(page: &Page, i: usize) -> bool {
    page.tokens()[i].kind == Kind::Text
}

/// Rule 1: a text token equal to the title; of several the one nearest to the body, else the first
/// behind the previous title.
fn title_label(
    page: &Page,
    list: &[usize],
    item: &Item,
    body: Option<&Label>,
    after: usize,
) -> Option<Label> {
    let title = fold(item.title.as_deref()?);
    let equal: Vec<usize> =
        list.iter().copied().filter(|&i| is_text(page, i) && fold(page.data(i)) == title).collect();
    let at = match body {
        Some(b) => equal.iter().copied().min_by_key(|i| i.abs_diff(b.first)),
        None => equal.iter().copied().find(|i| *i > after).or(equal.first().copied()),
    }?;
    Some(Label { first: at, last: at, part: None })
}

/// Rule 3: the description equals the texts of a token range; widened over tags that balance inside
/// it.
fn body_label(page: &Page, list: &[usize], item: &Item) -> Option<Label> {
    let html =
        item.summary.as_deref().filter(|_| item.content.is_none()).or(item.content.as_deref())?;
    let feed = Page::parse(html);
    let want: String = text_of(&feed, 0..feed.len());
    if want.is_empty() {
        return None;
    }
    let texts: Vec<(usize, String)> =
        list.iter().filter(|&&i| is_text(page, i)).map(|&i| (i, squeeze(page.data(i)))).collect();
    for k in 0..texts.len() {
        if !want.starts_with(&texts[k].1) {
            continue;
        }
        let mut sofar = String::new();
        for (last, text) in &texts[k..] {
            sofar.push_str(text);
            if sofar.len() >= want.len() || !want.starts_with(&sofar) {
                if sofar == want {
                    return Some(widen(page, texts[k].0, *last));
                }
                break;
            }
        }
    }
    None
}

/// Text without any white space: the paper compares cleaned strings, and the feed's line breaks are
/// not the page's.
fn squeeze(s: &str) -> String {
    s.chars().filter(|c| !c.is_whitespace()).collect()
}

fn text_of(page: &Page, range: Range<usize>) -> String {
    page.shown(range).filter(|&i| is_text(page, i)).map(|i| squeeze(page.data(i))).collect()
}

/// Tags around first..=last that balance inside the range belong to the body.
fn widen(page: &Page, first: usize, last: usize) -> Label {
    let (mut first, mut last) = (first, last);
    for a in page.ancestors(first).collect::<Vec<_>>() {
        let r = page.region(a);
        if text_of(page, r.start..first).is_empty()
            && r.end > last
            && text_of(page, last + 1..r.end).is_empty()
            && !page.tokens()[a].implied()
        {
            // The element is all body: but the outermost such element delimits it, so stop one
            // short.
            match page.parent(a) {
                Some(p) if text_of(page, page.region(p)) == text_of(page, r.clone()) => {
                    (first, last) = (r.start, r.end - 1)
                }
                _ => break,
            }
        } else if r.end - 1 <= last {
            (first, last) = (r.start.min(first), last.max(r.end - 1));
        } else {
            break;
        }
    }
    // A first paragraph that starts at the range and ends inside it.
    while let Some(p) = page
        .parent(first)
        .filter(|&p| page.region(p).end - 1 <= last && text_of(page, p..first).is_empty())
    {
        first = p;
    }
    while let Some(p) = page
        .parent(last)
        .filter(|&p| p >= first && text_of(page, last + 1..page.region(p).end).is_empty())
    {
        last = page.region(p).end - 1;
    }
    Label { first, last, part: None }
}

/// Rule 4: a tag that contains the link string; of several the first behind the title.
fn link_label(
    page: &Page,
    list: &[usize],
    item: &Item,
    title: Option<&Label>,
    base: &str,
) -> Option<Label> {
    let link = item.links.first()?;
    let base = Url::parse(base).ok()?;
    let tags: Vec<usize> = list
        .iter()
        .copied()
        .filter(|&i| {
            page.tokens()[i].kind == Kind::Start
                && page
                    .attr(i, "href")
                    .and_then(|h| base.join(h).ok())
                    .is_some_and(|u| u.as_str().contains(link.as_str()))
        })
        .collect();
    let at = match (tags.as_slice(), title) {
        ([one], _) => *one,
        (_, Some(t)) => tags.iter().copied().find(|i| *i > t.first)?,
        _ => return None,
    };
    Some(Label { first: at, last: at, part: None })
}

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// Rule 2: the date string, else month and year in one of four forms within ten characters of each
/// other; nearest to the title, and those that hold the day first.
fn date_label(page: &Page, list: &[usize], item: &Item, title: Option<&Label>) -> Option<Label> {
    let date = item.date.as_ref()?;
    let day = date.at.date_naive();
    let mut found: Vec<(bool, usize, usize, Range<usize>)> = Vec::new();
    for &i in list.iter().filter(|&&i| is_text(page, i)) {
        let text = page.data(i);
        if let Some(at) = text.find(&date.raw) {
            return Some(Label { first: i, last: i, part: Some(at..at + date.raw.len()) });
        }
        if let Some(part) = forms(text, day) {
            let whole = text.get(part.clone()).unwrap_or("");
            let holds_day = lex(whole).iter().any(|l| {
                l.token == crate::date::Token::Number(day.day(), 1)
                    || l.token == crate::date::Token::Number(day.day(), 2)
            });
            found.push((!holds_day, title.map_or(i, |t| t.first.abs_diff(i)), i, part));
        }
    }
    let (_, _, i, part) = found.into_iter().min_by_key(|f| (f.0, f.1))?;
    Some(Label { first: i, last: i, part: Some(part) })
}

/// Month and year, at most ten characters apart, in either order, with a day that stands directly
/// ahead of them.
fn forms(text: &str, day: NaiveDate) -> Option<Range<usize>> {
    let name = MONTHS[day.month0() as usize];
    let years = [format!("{}", day.year()), format!("{:02}", day.year().rem_euclid(100))];
    let months = [
        name[..3].to_owned(),
        name.to_owned(),
        format!("{}", day.month()),
        format!("{:02}", day.month()),
    ];
    for (k, month) in months.iter().enumerate() {
        let year = &years[usize::from(k >= 2)];
        for (a, b) in [(month, year), (year, month)] {
            let Some(at) = word_at(text, a, 0) else { continue };
            let from = at + a.len();
            let Some(to) =
                word_at(text, b, from).filter(|to| text[from..*to].chars().count() <= 10)
            else {
                continue;
            };
            // `3 May 2013`: the day ahead is part of the date.
            let ahead = text[..at].trim_end();
            let digits = ahead.len() - ahead.trim_end_matches(|c: char| c.is_ascii_digit()).len();
            let start = if (1..=2).contains(&digits)
                && ahead[ahead.len() - digits..].parse() == Ok(day.day())
            {
                ahead.len() - digits
            } else {
                at
            };
            return Some(start..to + b.len());
        }
    }
    None
}

/// Where a word stands as a word.
fn word_at(text: &str, word: &str, from: usize) -> Option<usize> {
    text.get(from..)?.match_indices(word).map(|(i, _)| from + i).find(|&i| {
        let before = text[..i].chars().next_back().is_some_and(char::is_alphanumeric);
        let after = text[i + word.len()..].chars().next().is_some_and(char::is_alphanumeric);
        !before && !after
    })
}

/// The pattern of a token of all items: equal as strings, or one tag name; None ends the walk.
fn step(page: &Page, tokens: &[usize]) -> Option<TokenPattern> {
    let first = *tokens.first()?;
    let (kind, tag) = (page.tokens()[first].kind, page.tag(first));
    let same = tokens.iter().all(|&i| page.tokens()[i].kind == kind && page.tag(i) == tag);
    if !same || !can_be_written(tag) {
        return None;
    }
    match kind {
        Kind::Text => {
            let text = fold(page.data(first));
            let same = || tokens.iter().all(|&i| fold(page.data(i)) == text);
            (can_be_written(&text) && same()).then_some(TokenPattern::Text(TextTest::Is(text)))
        }
        Kind::End => Some(TokenPattern::Close { name: tag.to_owned() }),
        _ => {
            let same = tokens.iter().all(|&i| page.attrs(i).eq(page.attrs(first)));
            let attrs = if same {
                page.attrs(first)
                    .filter(|(n, v)| can_be_written(n) && can_be_written(v))
                    .map(|(n, v)| AttrPattern { name: n.to_owned(), test: AttrTest::Is(fold(v)) })
                    .collect()
            } else {
                Vec::new()
            };
            Some(TokenPattern::Open { name: tag.to_owned(), attrs, around: false })
        }
    }
}

/// Does a pattern match token `i`? As `rule::matching` does, for one token.
fn matches(page: &Page, p: &TokenPattern, i: usize) -> bool {
    let one = std::slice::from_ref(p);
    crate::rule::Matcher::new(page, one).is_some_and(|m| m.first_matches(page, i))
}

fn learn_field(
    page: &Page,
    list: &[usize],
    field: Field,
    labels: &[Vec<Option<Label>>],
    k: usize,
    blog: &Blog,
) -> Option<FieldRule> {
    let mut mine: Vec<(usize, &Label)> =
        labels[k].iter().enumerate().filter_map(|(i, l)| Some((i, l.as_ref()?))).collect();
    mine.sort_by_key(|m| m.1.first);
    mine.dedup_by_key(|m| m.1.first);
    if mine.len() < 2 {
        return None;
    }
    // Even items train, odd ones test; with two items both do both.
    let of = |odd: usize| {
        mine.iter()
            .enumerate()
            .filter(|(n, _)| mine.len() == 2 || n % 2 == odd)
            .map(|(_, m)| m.1)
            .collect::<Vec<_>>()
    };
    let (train, test) = (of(0), of(1));
    let at = |i: usize| list.partition_point(|&t| t < i);
    let value = match field {
        Field::Link => Value::Attr("href".to_owned()),
        Field::Body => Value::Html,
        _ => Value::Text,
    };
    // The link's own tag is the last token of its start rule.
    let own = usize::from(field == Field::Link);
    let mut start: Vec<TokenPattern> = Vec::new();
    let mut end: Vec<TokenPattern> = Vec::new();
    if field == Field::Date {
        let heads: Vec<String> = train.iter().map(|l| outer(page, l, true)).collect();
        if heads.iter().all(|h| h == &heads[0]) && !heads[0].trim().is_empty() {
            start.push(TokenPattern::Text(TextTest::Has(heads[0].clone())));
        }
        let tails: Vec<String> = train.iter().map(|l| outer(page, l, false)).collect();
        if tails.iter().all(|t| t == &tails[0]) && !tails[0].trim().is_empty() {
            end.push(TokenPattern::Text(TextTest::Has(tails[0].clone())));
        }
    }
    for pos in 1 - own.. {
        let tokens: Option<Vec<usize>> = train
            .iter()
            .map(|l| at(l.first).checked_sub(pos).and_then(|p| list.get(p).copied()))
            .collect();
        let Some(p) = tokens.and_then(|t| step(page, &t)) else { break };
        start.insert(0, if own == 1 && pos == 0 { name_only(p) } else { p });
    }
    for pos in 1.. {
        let tokens: Option<Vec<usize>> =
            train.iter().map(|l| list.get(at(l.last) + pos).copied()).collect();
        let Some(p) = tokens.and_then(|t| step(page, &t)) else { break };
        end.push(p);
    }
    if start.is_empty() || (end.is_empty() && own == 0) {
        return None;
    }
    let windows: Vec<Range<usize>> = test.iter().map(|l| window(labels, l, list)).collect();
    let exact_start = |tokens: &[TokenPattern]| {
        test.iter().zip(&windows).all(|(l, w)| {
            let want = at(l.first) + own;
            first_end(page, list, tokens, w)
                .is_some_and(|e| e == want || (field == Field::Date && e == want + 1))
        })
    };
    let exact_end = |tokens: &[TokenPattern]| {
        test.iter().all(|l| {
            let from = at(l.last) + 1;
            let partial = matches!(tokens.first(), Some(TokenPattern::Text(TextTest::Has(_))));
            first_start(page, list, tokens, from - usize::from(partial))
                == Some(from - usize::from(partial))
        })
    };
    // From the innermost token outwards; the first exact one is final, else the whole candidate.
    let q =
        (1..=start.len()).find(|q| exact_start(&start[start.len() - q..])).unwrap_or(start.len());
    let start = start.split_off(start.len() - q);
    let q = (1..=end.len()).find(|q| exact_end(&end[..*q])).unwrap_or(end.len());
    end.truncate(q);
    let date = match field {
        Field::Date => {
            let (item, label) = mine[0];
            let text = page.data(label.first).get(label.part.clone()?)?.to_owned();
            let day = blog.feed.items.get(item)?.date.as_ref()?.at.date_naive();
            Some(recognise(&text, &lex(&text), day, Some("en")).into_iter().next()?.pattern)
        }
        _ => None,
    };
    let level = (field == Field::Body).then_some(0);
    Some(FieldRule {
        field,
        scope: Scope::Record,
        value,
        start,
        ends: if own == 1 { Vec::new() } else { vec![EndPattern { tokens: end, level }] },
        many: false,
        split: None,
        optional: field != Field::Title,
        date,
        evidence: Evidence {
            seen: mine.len() as u32,
            trained: train.len() as u32,
            tested: test.len() as u32,
            exact: test.len() as u32,
        },
        profile: Profile::default(),
        regex: None,
    })
}

/// The text of a date's token ahead of (behind) the date, white space folded but kept at the date.
fn outer(page: &Page, l: &Label, ahead: bool) -> String {
    let Some(part) = &l.part else { return String::new() };
    let text = page.data(l.first);
    let raw = if ahead { text.get(..part.start) } else { text.get(part.end..) }.unwrap_or("");
    let folded = fold(raw);
    match (ahead, raw.ends_with(char::is_whitespace), raw.starts_with(char::is_whitespace)) {
        (true, true, _) => folded + " ",
        (false, _, true) => format!(" {folded}"),
        _ => folded,
    }
}

fn name_only(p: TokenPattern) -> TokenPattern {
    match p {
        TokenPattern::Open { name, .. } => {
            TokenPattern::Open { name, attrs: Vec::new(), around: false }
        }
        p => p,
    }
}

/// Positions in the list from behind the previous item's last label to ahead of the next item's
/// first.
fn window(labels: &[Vec<Option<Label>>], l: &Label, list: &[usize]) -> Range<usize> {
    let count = labels[0].len();
    let spans: Vec<(usize, usize)> = (0..count)
        .filter_map(|i| {
            let all: Vec<&Label> = labels.iter().filter_map(|f| f[i].as_ref()).collect();
            Some((all.iter().map(|l| l.first).min()?, all.iter().map(|l| l.last).max()?))
        })
        .collect();
    let before = spans
        .iter()
        .filter(|s| s.1 < l.first && !(s.0 <= l.first && l.last <= s.1))
        .map(|s| s.1 + 1)
        .max()
        .unwrap_or(0);
    let after = spans.iter().filter(|s| s.0 > l.last).map(|s| s.0).min().unwrap_or(usize::MAX);
    list.partition_point(|&t| t < before)..list.partition_point(|&t| t < after)
}

/// The position behind the first occurrence of a start rule in a window of the list.
fn first_end(
    page: &Page,
    list: &[usize],
    tokens: &[TokenPattern],
    window: &Range<usize>,
) -> Option<usize> {
    let slice = list.get(window.clone())?;
    (0..slice.len().checked_sub(tokens.len())? + 1)
        .find(|&s| tokens.iter().zip(&slice[s..]).all(|(p, &i)| matches(page, p, i)))
        .map(|s| window.start + s + tokens.len())
}

/// The position of the first occurrence of an end rule at or behind `from`.
fn first_start(page: &Page, list: &[usize], tokens: &[TokenPattern], from: usize) -> Option<usize> {
    (from..list.len().checked_sub(tokens.len())? + 1)
        .find(|&s| tokens.iter().zip(&list[s..]).all(|(p, &i)| matches(page, p, i)))
}
