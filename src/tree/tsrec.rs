//! TSReC: the tag sequence of a page with region codes, parted into what is common with a reference
//! page, what is regular, and content.
//!
//! Li, Meng, Li, Wang: "Hybrid Method for Automated News Content Extraction from the Web", WISE
//! 2006. The sequence holds the elements that break the flow of text; what else is inside them is
//! their content. Equal elements of both pages, in order (longest common subsequence), are common;
//! groups of siblings of one rigid shape on both pages are regular; the rest is content.
//!
//! Printed and mended (`../spec/tsrec.md`): no substitutions in the matching, marks by traceback,
//! the last group kept, containers whose inside is partly common stand for their own text alone.
//! Added, each an option: long groups are never regular, groups of links are no content, any order
//! of groups, several references, the main group.
//!
//! Time: O(n · m) integers for two pages of n and m elements, at most [`MOST_CELLS`]; the rest is
//! linear.

use std::collections::{HashMap, HashSet};

use crate::page::{Kind, Page, fold};

/// Most cells of one matching; larger pairs are not matched (two pages of 8,000 elements that
/// differ everywhere).
pub const MOST_CELLS: usize = 64_000_000;

/// Characters of a text at the main group's place that is content whatever its shape.
const LEAST_TEXT: usize = 40;

/// Elements that break the flow of text.
const BREAKING: [&str; 43] = [
    "address",
    "article",
    "aside",
    "blockquote",
    "body",
    "caption",
    "center",
    "dd",
    "details",
    "dir",
    "div",
    "dl",
    "dt",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "form",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "html",
    "li",
    "main",
    "menu",
    "nav",
    "ol",
    "p",
    "pre",
    "section",
    "summary",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "tr",
    "ul",
];

/// Elements that nobody reads.
const LEFT_OUT: [&str; 9] =
    ["script", "style", "noscript", "template", "head", "svg", "iframe", "select", "textarea"];

/// What of an element's content can be said in one sign.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Piece {
    Tag(String),
    Text(String),
}

/// One element of the sequence, with its region codes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Element {
    /// Its token on the page.
    pub token: usize,
    /// Region codes: opens and closes of elements of the sequence are counted through the page.
    pub begin: u32,
    /// Where it ends; a region inside another has both codes inside.
    pub end: u32,
    /// The code `begin` of the element around it; its own for the first.
    pub parent: u32,
    /// Elements around it.
    pub level: u32,
    name: String,
    pieces: Vec<Piece>,
    /// True inside what HTML's authors call comments.
    aside: bool,
    /// Characters of its own text, and of it those in links.
    chars: usize,
    linked: usize,
}

impl Element {
    /// Its own text, white space folded.
    pub fn text(&self) -> String {
        let texts = self.pieces.iter().filter_map(|p| match p {
            Piece::Text(t) => Some(t.as_str()),
            Piece::Tag(_) => None,
        });
        texts.collect::<Vec<_>>().join(" ")
    }

    /// Its name.
    pub fn name(&self) -> &str {
        &self.name
    }

    fn is_heading(&self) -> bool {
        matches!(self.name.as_str(), "h1" | "h2")
    }
}

/// The part of a page that an element belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Part {
    /// Equal on the reference page.
    Common,
    /// Of the same rigid shape on the reference page.
    Regular,
    /// The page's own.
    Content,
}

/// What goes beyond the paper.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// A group with this many characters outside links is never regular; None: as printed. 250 is
    /// better than 400, 200, 150, 100 and 70 on the 96 pages of CleanPortalEval and the pairs of
    /// the article extraction benchmark that stand in the shared corpus.
    pub guard: Option<usize>,
    /// Containers whose inside is partly common stand for their own text alone.
    pub pure: bool,
    /// A group may match any group of the reference, not only later ones.
    pub any_order: bool,
    /// Groups of which more than half is link text are no content.
    pub half_link: bool,
    /// Of the groups left only the one with most text, those with at least a tenth of it, and
    /// headings ahead of it.
    pub main_group: bool,
    /// What readers wrote under a page is none of its content, though no other page has it.
    pub without_comments: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            guard: Some(250),
            pure: true,
            any_order: true,
            half_link: true,
            main_group: true,
            without_comments: true,
        }
    }
}

impl Options {
    /// As the paper prints it.
    pub const LITERAL: Options = Options {
        guard: None,
        pure: false,
        any_order: false,
        half_link: false,
        main_group: false,
        without_comments: false,
    };
}

/// True for an element whose id or class says in a common word that it holds readers' comments, and
/// not whether there are any.
fn is_comments(page: &Page, i: usize) -> bool {
    const WORDS: [&str; 5] = ["comments", "comment", "commentlist", "respond", "disqus"];
    const ABOUT: [&str; 9] =
        ["open", "closed", "link", "no", "has", "count", "number", "off", "on"];
    let says = |token: &str| {
        let mut parts = token.split(|c: char| !c.is_ascii_alphanumeric());
        parts.clone().any(|p| WORDS.contains(&p)) && !parts.any(|p| ABOUT.contains(&p))
    };
    let of = |name| page.attr(i, name).unwrap_or("").split_ascii_whitespace();
    let container =
        matches!(page.tag(i), "div" | "section" | "ol" | "ul" | "li" | "article" | "aside");
    container
        && of("id").chain(of("class")).any(says)
        && !page.inside(i).any(|k| page.tag(k) == "h1")
}

/// The sequence of a page, in document order.
///
/// ```
/// use feedstone::internals::tree::tsrec::sequence;
/// let page = feedstone::Page::parse("<body><p>One <b>two</b></p>");
/// let elements = sequence(&page);
/// let codes: Vec<_> =
///     elements.iter().map(|e| (e.name(), e.begin, e.end, e.parent, e.level)).collect();
/// assert_eq!(codes, [("body", 0, 3, 0, 0), ("p", 1, 2, 0, 1)]);
/// assert_eq!(elements[1].text(), "One two");
/// ```
pub fn sequence(page: &Page) -> Vec<Element> {
    let mut out: Vec<Element> = Vec::new();
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut links: Vec<usize> = Vec::new();
    let mut count = 0u32;
    let body = page.body();
    let start = page.parent(body.start).filter(|&p| page.tag(p) == "body").unwrap_or(body.start);
    let mut i = start;
    while i < body.end.max(start + 1).min(page.len()) {
        while let Some(&(_, k)) =
            open.last().filter(|o| page.tokens()[o.0].end as usize <= i && o.0 < i)
        {
            out[k].end = count;
            count += 1;
            open.pop();
        }
        links.retain(|&l| page.tokens()[l].end as usize > i);
        let t = &page.tokens()[i];
        if t.kind == Kind::Start && (LEFT_OUT.contains(&page.tag(i)) || hidden(page, i)) {
            i = t.end as usize + 1;
            continue;
        }
        match t.kind {
            Kind::Start if BREAKING.contains(&page.tag(i)) => {
                let around = open.last().map(|o| o.1);
                out.push(Element {
                    token: i,
                    begin: count,
                    end: count,
                    parent: around.map_or(count, |k| out[k].begin),
                    level: around.map_or(0, |k| out[k].level + 1),
                    name: page.tag(i).to_owned(),
                    pieces: Vec::new(),
                    chars: 0,
                    linked: 0,
                    aside: around.is_some_and(|k| out[k].aside) || is_comments(page, i),
                });
                count += 1;
                open.push((i, out.len() - 1));
            }
            Kind::Start => {
                if let Some(&(_, k)) = open.last() {
                    out[k].pieces.push(Piece::Tag(page.tag(i).to_owned()));
                }
                if page.tag(i) == "a" {
                    links.push(i);
                }
            }
            Kind::Text if !t.blank => {
                if let Some(&(_, k)) = open.last() {
                    let text = fold(page.data(i));
                    let n = text.chars().count();
                    out[k].chars += n;
                    out[k].linked += if links.is_empty() { 0 } else { n };
                    out[k].pieces.push(Piece::Text(text));
                }
            }
            _ => {}
        }
        i += 1;
    }
    while let Some((_, k)) = open.pop() {
        out[k].end = count;
        count += 1;
    }
    out
}

fn hidden(page: &Page, i: usize) -> bool {
    page.attrs(i).any(|(name, value)| match name {
        "hidden" => true,
        "style" => {
            let value = value.replace(' ', "").to_ascii_lowercase();
            value.contains("display:none") || value.contains("visibility:hidden")
        }
        _ => false,
    })
}

/// The part of each element, against reference pages: content is what is left against every one.
/// None where a pair of pages is too large to be matched.
pub fn parts(page: &[Element], references: &[&[Element]], options: &Options) -> Option<Vec<Part>> {
    let mut out = vec![Part::Content; page.len()];
    for reference in references {
        let (own, other) = common(page, reference)?;
        let regular = regular(page, &own, reference, &other, options);
        for (k, part) in out.iter_mut().enumerate() {
            if *part == Part::Content {
                *part = match (own[k], regular[k]) {
                    (true, _) => Part::Common,
                    (false, true) => Part::Regular,
                    _ => Part::Content,
                };
            }
        }
    }
    Some(out)
}

/// Which elements of two pages are paired by the longest common subsequence.
fn common(a: &[Element], b: &[Element]) -> Option<(Vec<bool>, Vec<bool>)> {
    let mut known: HashMap<(&str, String), u32> = HashMap::new();
    fn key(e: &Element) -> String {
        let mut out = String::new();
        for p in &e.pieces {
            match p {
                Piece::Tag(t) => {
                    out.push('<');
                    out.push_str(t);
                }
                Piece::Text(t) => {
                    out.push('\u{1}');
                    out.push_str(t);
                }
            }
        }
        out
    }
    let mut ids = |list: &'_ [Element]| -> Vec<u32> {
        list.iter()
            .map(|e| {
                let next = known.len() as u32;
                // Names are few and live as long as the lists; only the content is copied.
                *known
                    .entry((BREAKING.iter().copied().find(|n| *n == e.name).unwrap_or(""), key(e)))
                    .or_insert(next)
            })
            .collect()
    };
    let (x, y) = (ids(a), ids(b));
    let (mut own, mut other) = (vec![false; x.len()], vec![false; y.len()]);
    let head = x.iter().zip(&y).take_while(|(p, q)| p == q).count();
    let tail =
        x[head..].iter().rev().zip(y[head..].iter().rev()).take_while(|(p, q)| p == q).count();
    own[..head].fill(true);
    other[..head].fill(true);
    let (n, m) = (x.len() - tail, y.len() - tail);
    own[n..].fill(true);
    other[m..].fill(true);
    let (p, q) = (&x[head..n], &y[head..m]);
    if p.len().saturating_mul(q.len()) > MOST_CELLS {
        return None;
    }
    // One byte a cell says where its value came from: 0 a pair, 1 up, 2 left.
    let width = q.len() + 1;
    let mut from = vec![0u8; (p.len() + 1) * width];
    let mut above: Vec<u32> = (0..width as u32).collect();
    let mut row = vec![0u32; width];
    from[1..width].fill(2);
    for i in 1..=p.len() {
        row[0] = i as u32;
        from[i * width] = 1;
        for j in 1..width {
            let (up, left) = (above[j] + 1, row[j - 1] + 1);
            let (mut value, mut way) = if above[j] <= row[j - 1] { (up, 1) } else { (left, 2) };
            if p[i - 1] == q[j - 1] && above[j - 1] <= value {
                (value, way) = (above[j - 1], 0);
            }
            row[j] = value;
            from[i * width + j] = way;
        }
        std::mem::swap(&mut above, &mut row);
    }
    let (mut i, mut j) = (p.len(), q.len());
    while i > 0 || j > 0 {
        match from[i * width + j] {
            0 => {
                (i, j) = (i - 1, j - 1);
                own[head + i] = true;
                other[head + j] = true;
            }
            1 => i -= 1,
            _ => j -= 1,
        }
    }
    Some((own, other))
}

/// A run of unmatched siblings: the places of its elements, and which of them stand at its top.
struct Group {
    members: Vec<usize>,
    tops: Vec<usize>,
}

fn groups(page: &[Element], marked: &[bool], pure_test: bool) -> Vec<Group> {
    // Elements are in document order: a region's elements stand in a row behind its own.
    let ends: Vec<usize> = (0..page.len())
        .map(|k| k + page[k..].partition_point(|e| e.begin <= page[k].end))
        .collect();
    let mut sums = vec![0usize];
    for m in marked {
        sums.push(sums[sums.len() - 1] + usize::from(*m));
    }
    let pure = |k: usize| !pure_test || sums[ends[k]] == sums[k];
    let mut out: Vec<Group> = Vec::new();
    let mut place: Option<(u32, u32)> = None;
    let mut end = 0;
    for k in (0..page.len()).filter(|&k| !marked[k]) {
        let e = &page[k];
        let span = if pure(k) { e.end } else { e.begin };
        match (out.last_mut(), place) {
            (Some(group), Some(_)) if e.begin < end => group.members.push(k),
            (Some(group), Some(p)) if p == (e.level, e.parent) => {
                group.members.push(k);
                group.tops.push(k);
                end = span;
            }
            _ => {
                out.push(Group { members: vec![k], tops: vec![k] });
                place = Some((e.level, e.parent));
                end = span;
            }
        }
    }
    out
}

/// The patterns of a group's units, runs of equal ones once.
fn compact(page: &[Element], group: &Group) -> Vec<String> {
    let mut units: Vec<String> = Vec::new();
    for (n, &top) in group.tops.iter().enumerate() {
        let stop = group.tops.get(n + 1).copied().unwrap_or(usize::MAX);
        let from = group.members.partition_point(|m| *m < top);
        let to = group.members.partition_point(|m| *m < stop);
        let mut unit = String::new();
        for e in group.members[from..to].iter().map(|&k| &page[k]) {
            unit.push('<');
            unit.push_str(&e.name);
            unit.push('>');
            let mut text = false;
            for p in &e.pieces {
                match p {
                    Piece::Text(_) if text => {}
                    Piece::Text(_) => {
                        unit.push('#');
                        text = true;
                    }
                    Piece::Tag(t) => {
                        unit.push('<');
                        unit.push_str(t);
                        unit.push('>');
                        text = false;
                    }
                }
            }
        }
        if units.last() != Some(&unit) {
            units.push(unit);
        }
    }
    units
}

fn plain_chars(page: &[Element], group: &Group) -> usize {
    group.members.iter().map(|&k| page[k].chars - page[k].linked).sum()
}

fn regular(
    a: &[Element],
    marked: &[bool],
    b: &[Element],
    other: &[bool],
    options: &Options,
) -> Vec<bool> {
    let (own, theirs) = (groups(a, marked, options.pure), groups(b, other, options.pure));
    let guarded = |page: &[Element], g: &Group| {
        options.guard.is_some_and(|limit| plain_chars(page, g) >= limit)
    };
    let shapes: Vec<Option<Vec<String>>> =
        theirs.iter().map(|g| (!guarded(b, g)).then(|| compact(b, g))).collect();
    let all: HashSet<&Vec<String>> = shapes.iter().flatten().collect();
    let mut out = vec![false; a.len()];
    let mut next = 0;
    for group in own.iter().filter(|g| !guarded(a, g)) {
        let shape = compact(a, group);
        let found = if options.any_order {
            all.contains(&shape)
        } else {
            let at = shapes[next..].iter().position(|s| s.as_ref() == Some(&shape));
            next += at.map_or(0, |n| n + 1);
            at.is_some()
        };
        if found {
            group.members.iter().for_each(|&k| out[k] = true);
        }
    }
    out
}

/// The elements that are a page's text: its content part, less what the options leave out.
pub fn content(page: &[Element], parts: &[Part], options: &Options) -> Vec<usize> {
    let marked: Vec<bool> = parts
        .iter()
        .zip(page)
        .map(|(p, e)| *p != Part::Content || options.without_comments && e.aside)
        .collect();
    let mut left = groups(page, &marked, options.pure);
    if options.half_link {
        left.retain(|g| {
            let (linked, all) =
                g.members.iter().fold((0, 0), |(l, n), &k| (l + page[k].linked, n + page[k].chars));
            linked * 2 <= all
        });
    }
    if options.main_group {
        left = main_group(page, parts, left);
    }
    let mut out: Vec<usize> = left.into_iter().flat_map(|g| g.members).collect();
    out.sort_unstable();
    out
}

/// The group with most text outside links, those with at least a tenth of it, headings ahead of it,
/// and texts at the main group's own place that were called regular only because their shape is
/// plain.
fn main_group(page: &[Element], parts: &[Part], groups: Vec<Group>) -> Vec<Group> {
    let sizes: Vec<usize> = groups.iter().map(|g| plain_chars(page, g)).collect();
    let Some(main) = (0..groups.len()).reduce(|a, b| if sizes[b] > sizes[a] { b } else { a })
    else {
        return groups;
    };
    let top = groups[main].tops.first().copied().unwrap_or(0);
    let near = |e: &Element| e.parent == page[top].parent && e.level == page[top].level;
    let heads = |g: &Group| g.members.iter().any(|&k| page[k].is_heading());
    let mut kept: Vec<Group> = groups
        .into_iter()
        .enumerate()
        .filter(|(k, g)| sizes[*k] * 10 >= sizes[main] || (*k < main && heads(g)))
        .map(|(_, g)| g)
        .collect();
    let plain = |k: usize| {
        let e = &page[k];
        let text = e.chars > 0 && e.linked * 2 <= e.chars;
        parts[k] == Part::Regular && !e.aside && text && near(e) && e.chars >= LEAST_TEXT
    };
    kept.extend(
        (0..page.len()).filter(|&k| plain(k)).map(|k| Group { members: vec![k], tops: vec![k] }),
    );
    kept
}
