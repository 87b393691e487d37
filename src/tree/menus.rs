//! Menus: which label stands above which, by the lists they are nested in, or without any by what
//! else sets them apart.
//!
//! For OntoMiner's taxonomies (Vadrevu, Nagarajan, Gelgi, Davulcu: "Automated Metadata and Instance
//! Extraction from News Web Sites", WI 2005). The paper finds such hierarchies by a cost over tag
//! paths (`partition.rs`). Menus have since been written as nested lists, read as they stand
//! ([`nested`]); or as links one after the other ([`unnested`]), whose paths are alike: there
//! addresses tell more (`/world/africa` is below `/world`), and elements around several labels,
//! headings, links to nowhere, and the class of a link.
//!
//! Time: linear in the tokens of a menu, times the depth of the page there.

use std::collections::HashMap;
use std::ops::Range;

use url::Url;

use crate::page::{Kind, Page, is_heading};

/// Longest label, in words.
pub const LONGEST: usize = 4;
/// Deepest level of a menu; deeper ones are cut.
const DEEPEST: usize = 16;
/// Most labels of a menu without lists; what is behind them is left out.
const MOST_LABELS: usize = 2_000;
/// Longest class that tells a kind of labels.
const LONGEST_CLASS: usize = 60;
/// Fewest letters of a label or a folder that is sought in addresses.
const LEAST_NAME: usize = 3;

/// A hierarchy of labels in preorder, each with its depth.
pub type Hierarchy = Vec<(String, usize)>;

/// True for a menu with items in items.
pub fn is_nested(page: &Page, menu: usize) -> bool {
    let mut items = page.region(menu).filter(|&i| page.tokens()[i].opens() && page.tag(i) == "li");
    let mut last = items.next();
    // Of two items one inside the other, the outer one stands ahead.
    items.any(|i| last.replace(i).is_some_and(|l| page.encloses(l, i)))
}

/// The labels of one menu with their depth: by its lists where one is nested in another, else by
/// what else sets them apart.
pub fn menu(page: &Page, menu: usize) -> Hierarchy {
    if is_nested(page, menu) { nested(page, menu) } else { unnested(page, menu) }
}

/// The hierarchy of nested lists: each item's label above those of the items below it. An item is
/// labelled by its link, else by its words ahead of the list inside it; what stands there besides a
/// link, such as a heading over the columns of a submenu, is none of it. One without a label has
/// no place of its own: what is below it is below the next one that has.
///
/// ```
/// use feedstone::internals::tree::menus::nested;
/// let html = "<ul><li><a href=/n>News</a><ul><li>Sports</ul><li>Shop</ul>";
/// let page = feedstone::Page::parse(html);
/// let list = (0..page.len()).find(|&i| page.tag(i) == "ul").unwrap();
/// let want = [("News", 0), ("Sports", 1), ("Shop", 0)].map(|(l, depth)| (l.to_owned(), depth));
/// assert_eq!(nested(&page, list), want);
/// ```
pub fn nested(page: &Page, menu: usize) -> Hierarchy {
    let mut out = Vec::new();
    // Labelled items around the next one: where each ends.
    let mut open: Vec<usize> = Vec::new();
    for i in page.shown(page.region(menu)) {
        if page.tokens()[i].kind != Kind::Start || page.tag(i) != "li" {
            continue;
        }
        while open.last().is_some_and(|&end| end <= i) {
            open.pop();
        }
        if let Some(label) = label_of(page, i) {
            out.push((label, open.len().min(DEEPEST)));
            open.push(page.region(i).end);
        }
    }
    out
}

/// The label of an item of a list.
fn label_of(page: &Page, item: usize) -> Option<String> {
    let inside = page.inside(item);
    let list = inside.clone().find(|&k| is_list(page.tag(k))).unwrap_or(inside.end);
    let ahead = inside.start..list;
    let fits = |r: &Range<usize>| (1..=LONGEST).contains(&page.words_in(r.clone()));
    let link = ahead
        .clone()
        .filter(|&k| page.tag(k) == "a" && page.tokens()[k].opens())
        .map(|k| page.region(k))
        // Beside the label's own link there may be a sign that unfolds what is below.
        .rev()
        .max_by_key(|r| page.visible(r.clone()).chars().filter(|c| c.is_alphanumeric()).count())
        .filter(|r| page.has_text(r.clone()));
    Some(link.unwrap_or(ahead)).filter(fits).map(|r| page.visible(r))
}

/// The elements that hold a page's menus: the outermost lists with lists inside, and what is marked
/// as navigation and has none.
pub fn menus(page: &Page) -> Vec<usize> {
    let mut out: Vec<usize> = Vec::new();
    for i in page.shown(page.body()) {
        if page.tokens()[i].kind != Kind::Start || out.last().is_some_and(|&m| page.encloses(m, i))
        {
            continue;
        }
        let parted =
            |i: usize| page.inside(i).any(|k| page.tokens()[k].opens() && is_list(page.tag(k)));
        let inside = |i: usize| {
            page.inside(i).any(|k| page.tokens()[k].opens() && is_list(page.tag(k)) && parted(k))
        };
        if is_list(page.tag(i)) && parted(i) || page.tag(i) == "nav" && !inside(i) {
            out.push(i);
        }
    }
    out
}

fn is_list(tag: &str) -> bool {
    matches!(tag, "ul" | "ol")
}

fn is_listed(tag: &str) -> bool {
    is_list(tag) || tag == "li"
}

/// A label of a menu, and what sets it apart.
struct Item {
    label: String,
    /// Number of its kind: names and classes of the elements around it.
    kind: usize,
    /// Elements around it and other labels.
    boxes: Vec<usize>,
    heading: bool,
    /// Folders of its address; none for links to nowhere.
    path: Option<Vec<String>>,
}

impl Item {
    /// True where an address says that it is below this label: in a folder of its address, or in
    /// one that has its name.
    fn holds(&self, path: &[String]) -> bool {
        let Some((_, folders)) = path.split_last() else { return false };
        let own = self.path.as_deref().unwrap_or_default();
        let named = |name: &str| name.len() >= LEAST_NAME && folders.iter().any(|f| *f == name);
        !own.is_empty() && path.len() > own.len() && path.starts_with(own)
            || named(&letters(&self.label))
            || own.last().is_some_and(|n| named(n))
    }
}

/// Letters and digits alone: `Real Estate` as `realestate`.
fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

/// The folders of an address, without its host; none for addresses within the page or of scripts.
fn folders(href: &str) -> Option<Vec<String>> {
    let here = Url::parse("http://site/").ok()?;
    let url = here
        .join(href.trim())
        .ok()
        .filter(|u| matches!(u.scheme(), "http" | "https") && !href.trim().starts_with('#'))?;
    let mut parts: Vec<&str> = url.path_segments()?.filter(|p| !p.is_empty()).collect();
    parts.retain(|p| !p.starts_with("index.") && !p.starts_with("default."));
    Some(
        parts
            .iter()
            .take(DEEPEST)
            .map(|p| letters(p.rsplit_once('.').map_or(p, |(name, _)| name)))
            .collect(),
    )
}

/// The labels of one menu with their depth, read as if there were no lists: neither `ul`, `ol`,
/// `li` nor their classes are looked at.
///
/// ```
/// use feedstone::internals::tree::menus::unnested;
/// let html = "<nav><a href=/world>World</a><a href=/world/asia>Asia</a>\
///             <a href=/sport>Sport</a></nav>";
/// let page = feedstone::Page::parse(html);
/// let nav = (0..page.len()).find(|&i| page.tag(i) == "nav").unwrap();
/// let want = [("World", 0), ("Asia", 1), ("Sport", 0)].map(|(l, depth)| (l.to_owned(), depth));
/// assert_eq!(unnested(&page, nav), want);
/// ```
pub fn unnested(page: &Page, menu: usize) -> Hierarchy {
    let items = items(page, menu);
    let mut count = vec![0usize; items.iter().map(|i| i.kind + 1).max().unwrap_or(0)];
    items.iter().for_each(|i| count[i.kind] += 1);
    let mut open: Vec<Open> = Vec::new();
    let mut out = Vec::with_capacity(items.len());
    for k in 0..items.len() {
        let mut place = place(&items, &open, &count, k);
        // A heading is below headings alone.
        while items[k].heading && place.depth > 0 && !items[open[place.depth - 1].item].heading {
            place.depth -= 1;
        }
        place.depth = place.depth.min(DEEPEST);
        open.truncate(place.depth);
        open.push(Open { item: k, by: if place.depth == 0 { By::Nothing } else { place.by } });
        out.push((items[k].label.clone(), place.depth));
    }
    out
}

/// Why a label stands where it does.
#[derive(Clone, Copy, PartialEq)]
enum By {
    Nothing,
    Address,
    Looks,
}

/// A label that others may still stand below.
struct Open {
    item: usize,
    by: By,
}

struct Place {
    depth: usize,
    by: By,
}

fn place(items: &[Item], open: &[Open], count: &[usize], k: usize) -> Place {
    let me = &items[k];
    let alike = |o: &Open| items[o.item].kind == me.kind;
    if let Some(depth) = by_address(items, open, k) {
        return Place { depth, by: By::Address };
    }
    // A label that the next one repeats has labels below it, as the last one that had.
    let repeated = me.path.is_some() && items.get(k + 1).is_some_and(|n| n.path == me.path);
    let again = (repeated && (k == 0 || items[k - 1].label != me.label))
        .then(|| open.iter().rposition(alike).filter(|&d| d + 1 < open.len()))
        .flatten();
    // Beside the last label of its kind; but not among those whose addresses told them to be below
    // one of the same kind.
    let told =
        |d: usize| d > 0 && open[d].by == By::Address && items[open[d - 1].item].kind == me.kind;
    if let Some(depth) =
        again.or_else(|| (0..open.len()).rev().find(|&d| alike(&open[d]) && !told(d)))
    {
        return Place { depth, by: open[depth].by };
    }
    // Below the last label whose boxes it is in, where it is deeper or that one heads labels like
    // it; else beside it.
    let around =
        open.iter().enumerate().rev().find(|(_, o)| me.boxes.starts_with(&items[o.item].boxes));
    let Some((d, o)) = around else { return Place { depth: 0, by: By::Nothing } };
    let head = &items[o.item];
    let heads = match (head.heading, me.heading) {
        _ if overview(items, open, d) => false,
        (true, false) => true,
        (false, true) => false,
        _ => {
            let (n, m) = (count[head.kind], count[me.kind]);
            head.path.is_none() && me.path.is_some() || n >= 2 && 2 * n <= m
        }
    };
    Place { depth: d + usize::from(heads || me.boxes.len() > head.boxes.len()), by: By::Looks }
}

/// True for a label that repeats the one above it: the first among those below.
fn overview(items: &[Item], open: &[Open], d: usize) -> bool {
    let path = |d: usize| items[open[d].item].path.as_ref();
    d > 0 && path(d).is_some() && path(d) == path(d - 1)
}

/// The depth that addresses give a label, or the label behind a link to nowhere.
fn by_address(items: &[Item], open: &[Open], k: usize) -> Option<usize> {
    let me = &items[k];
    let (path, own) = match &me.path {
        Some(path) => (path, true),
        None if me.heading => return None,
        None => (
            items[k + 1..]
                .iter()
                .take(MOST_NOWHERE)
                .find_map(|n| n.path.as_ref())
                .filter(|p| !me.holds(p))?,
            false,
        ),
    };
    for d in (0..open.len()).rev() {
        let head = &items[open[d].item];
        let sibling = open[d].by == By::Looks && head.kind == me.kind && head.boxes == me.boxes;
        let again = own
            && open[d].item + 1 == k
            && head.path.as_ref().is_some_and(|p| !p.is_empty() && p == path);
        if !overview(items, open, d) && !sibling && (again || head.holds(path)) {
            // Links to nowhere under that label are heads of their own.
            let nowhere = |o: &&Open| own && items[o.item].path.is_none();
            return Some(d + 1 + open[d + 1..].iter().take_while(nowhere).count());
        }
    }
    None
}

/// Most links to nowhere that are looked past for an address.
const MOST_NOWHERE: usize = 8;

/// The labels of a menu: links and headings with what stands beside them, and texts by themselves.
fn items(page: &Page, menu: usize) -> Vec<Item> {
    // Where a label is, and the elements around it, from the outside in.
    let mut found: Vec<(Range<usize>, Vec<usize>)> = Vec::new();
    let mut beside = false;
    for t in page.shown(page.inside(menu)) {
        let token = &page.tokens()[t];
        if matches!(token.kind, Kind::Start | Kind::End)
            && page.is_block(t)
            && !is_listed(page.tag(t))
        {
            beside = false;
        }
        if token.kind != Kind::Text || token.blank || found.last().is_some_and(|f| t < f.0.end) {
            continue;
        }
        let mut around: Vec<usize> = page
            .ancestors(t)
            .take_while(|&a| a != menu)
            .filter(|&a| !is_listed(page.tag(a)))
            .collect();
        around.reverse();
        around.truncate(DEEPEST);
        // A label is all of its heading, else all of its link, else its text; text beside a label
        // belongs to it.
        let whole = around
            .iter()
            .copied()
            .find(|&a| is_title(page.tag(a)))
            .or_else(|| around.iter().copied().find(|&a| page.tag(a) == "a"));
        let range = whole.map_or(t..t + 1, |a| page.region(a));
        let full = found.len() == MOST_LABELS;
        match found.last_mut().filter(|_| beside && whole.is_none()) {
            Some(last) => last.0.end = range.end,
            None if full => break,
            None => found.push((range, around)),
        }
        beside = true;
    }
    found.retain(|(range, _)| (1..=LONGEST).contains(&page.words_in(range.clone())));
    let mut below: HashMap<usize, usize> = HashMap::new();
    found.iter().flat_map(|f| &f.1).for_each(|&a| *below.entry(a).or_insert(0) += 1);
    let mut kinds: HashMap<String, usize> = HashMap::new();
    let item = |(range, around): (Range<usize>, Vec<usize>)| {
        let link = around
            .iter()
            .copied()
            .find(|&a| page.tag(a) == "a")
            .or_else(|| range.clone().find(|&i| page.tag(i) == "a"));
        let path = link.and_then(|a| page.attr(a, "href")).and_then(folders);
        let title = around.iter().position(|&a| is_title(page.tag(a)));
        // Headings of one name are of one kind, whatever is in them.
        let mut kind: Vec<String> = Vec::new();
        for &a in &around[..title.map_or(around.len(), |k| k + 1)] {
            let class = page
                .class(a)
                .filter(|c| c.len() <= LONGEST_CLASS && !is_title(page.tag(a)))
                .unwrap_or("");
            kind.push(format!("{}.{class}", page.tag(a)));
        }
        kind.push((title.is_none() && path.is_none()).to_string());
        let next = kinds.len();
        let kind = *kinds.entry(kind.join(" ")).or_insert(next);
        let boxes = around.into_iter().filter(|a| below.get(a).is_some_and(|&n| n > 1)).collect();
        Item { label: page.visible(range), kind, boxes, heading: title.is_some(), path }
    };
    let mut items: Vec<Item> = found.into_iter().map(item).collect();
    // Folders of nearly all addresses say nothing.
    loop {
        let mut first: HashMap<&str, usize> = HashMap::new();
        let paths: Vec<&Vec<String>> = items.iter().filter_map(|i| i.path.as_ref()).collect();
        paths.iter().filter_map(|p| p.first()).for_each(|f| *first.entry(f).or_insert(0) += 1);
        let Some(all) = first
            .into_iter()
            .find(|f| f.1 as f64 >= NEARLY_ALL * paths.len() as f64)
            .map(|f| f.0.to_owned())
        else {
            break;
        };
        for path in
            items.iter_mut().filter_map(|i| i.path.as_mut()).filter(|p| p.first() == Some(&all))
        {
            path.remove(0);
        }
    }
    items
}

/// Share of a menu's addresses with one folder from which it tells nothing of their order.
const NEARLY_ALL: f64 = 0.8;

fn is_title(tag: &str) -> bool {
    is_heading(tag) || tag == "dt"
}
