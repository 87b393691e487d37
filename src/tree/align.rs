//! Partial tree alignment: the records of a list as a table, each item in the column of its like.
//!
//! Zhai and Liu, "Web Data Extraction Based on Partial Tree Alignment", WWW 2005, section 3. The
//! record with most items is the seed; the others are matched with it one after the other, and what
//! they have more is inserted where its place is certain. What stays uncertain waits for another
//! round, and gets a column of its own at last.
//!
//! Items are texts, links and images. Tags that only stress (`b`, `em` and the like) do not part a
//! text, nor do any inside a link or beside text: result pages mark the words sought. Beyond the
//! paper, columns whose items stand alike (the elements around them) and that no record has both of
//! are one: the same part wrapped twice in some records.
//!
//! Time: one matching of two trees a record and round, O(n²) at worst for each; rounds are few, and
//! end when one changes nothing. What the budget of [`Matcher`] does not reach stays in columns of
//! its own.

use std::collections::HashMap;
use std::ops::Range;

use super::regions::Record;
use super::stm::Matcher;
use super::{LEFT_OUT, Names, Outline};
use crate::page::{Kind, Page};

/// Tags that only stress their text.
const STRESS: [&str; 11] =
    ["b", "i", "em", "strong", "mark", "font", "u", "big", "small", "wbr", "s"];
/// Most nodes of a record that are aligned; what is behind them is left out.
const MOST_NODES: usize = 4_000;
/// Most tokens of a stress; a longer one is a part of its own.
const LONGEST_STRESS: usize = 8;
/// Most columns of a table, and most cells; what is beyond is left out. Hostile lists have an item
/// of its own kind in each record.
const MOST_COLUMNS: usize = 4_000;
const MOST_CELLS: usize = 4_000_000;
/// Most tokens of a line of text and links.
const LONGEST_LINE: usize = 40;
/// Most columns of items that stand alike which are compared with each other.
const MOST_ALIKE: usize = 64;
/// Share of a column's values that must be of a type.
const MOSTLY: f64 = 0.8;

/// What a cell is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Item {
    /// Text between two tags.
    Text,
    /// A line of text and links as a whole, beside its parts.
    Line,
    /// Where a link leads.
    Link,
    /// Where an image comes from.
    Image,
}

/// What the cells of a column hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Type {
    /// Words.
    Text,
    /// A number, with its unit or currency.
    Number,
    /// A day.
    Date,
    /// Addresses of links.
    Link,
    /// Addresses of images.
    Image,
}

named!(Type, "what a column holds");

impl Type {
    /// All types.
    pub const ALL: [Type; 5] = [Type::Text, Type::Number, Type::Date, Type::Link, Type::Image];

    /// Its name in output.
    pub fn name(self) -> &'static str {
        match self {
            Type::Text => "text",
            Type::Number => "number",
            Type::Date => "date",
            Type::Link => "link",
            Type::Image => "image",
        }
    }
}

/// One cell: where it stands and what it says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cell {
    /// What it is made of.
    pub item: Item,
    /// Its tokens.
    pub tokens: Range<usize>,
    /// The text, white space folded, or the address as written.
    pub value: String,
}

/// A table of records.
#[derive(Debug)]
pub struct Table {
    /// The types of the columns, in the order in which they stand in the records.
    pub columns: Vec<Type>,
    /// One row a record.
    pub rows: Vec<Vec<Option<Cell>>>,
    /// False where the records were too large to be matched whole: what was not reached stands in
    /// columns of its own.
    pub whole: bool,
    /// What further records are read with.
    pub pattern: Pattern,
}

/// The aligned tree of all records: reads the records of further pages into the same columns.
#[derive(Debug)]
pub struct Pattern {
    seed: Seed,
    names: Names,
    matcher: Matcher,
    /// The column of each node of the seed that holds items.
    columns: HashMap<u32, usize>,
    width: usize,
}

/// The growing tree: nodes with numbers of their own, which stay when others are inserted.
#[derive(Debug)]
struct Seed {
    nodes: Vec<(u32, u32, u16)>,
    outline: Outline,
}

impl Seed {
    fn new(nodes: Vec<(u32, u32, u16)>, names: &mut Names) -> Seed {
        let outline = Outline::from_levels(&nodes, names);
        Seed { nodes, outline }
    }
}

/// A record as a tree, with the items of its nodes.
#[derive(Debug)]
struct Tree {
    outline: Outline,
    labels: Vec<u32>,
    levels: Vec<u16>,
    cells: Vec<Option<Cell>>,
    /// For each node the seed's node that it is.
    links: Vec<Option<u32>>,
}

/// True for tags that do not part a text: by their name, or because they stand inside a link or
/// beside text, with nothing but text inside.
fn stresses(page: &Page, i: usize, root: usize) -> bool {
    let name = page.tag(i);
    if STRESS.contains(&name) {
        return true;
    }
    let start = page.tokens()[i].begin as usize;
    if start == root || name != "span" {
        return false;
    }
    let Some(parent) = page.parent(start) else { return false };
    let plain = page.inside(start).len() < LONGEST_STRESS
        && page
            .inside(start)
            .all(|k| page.tokens()[k].kind == Kind::Text || STRESS.contains(&page.tag(k)));
    let is_text = |k: Option<&usize>| k.is_some_and(|&k| page.tokens()[k].is_text());
    let region = page.region(start);
    let beside = is_text(region.start.checked_sub(1).as_ref())
        || is_text(Some(&region.end).filter(|&&e| e < page.inside(parent).end));
    // Marked words of a link are all marked alike; parts of it are not.
    let marked = || {
        page.tag(parent) == "a"
            && page.inside(parent).len() <= LONGEST_LINE
            && page
                .children(parent)
                .filter(|&c| page.tokens()[c].kind == Kind::Start)
                .all(|c| page.attr(c, "class") == page.attr(start, "class"))
    };
    plain && (beside || page.attr(start, "class").is_some() && marked())
}

/// True for an element of text, and links beside it: a line that says something as a whole, beside
/// what its parts say.
fn is_line(page: &Page, i: usize) -> bool {
    let inside = page.inside(i);
    if inside.len() > LONGEST_LINE || page.tag(i) == "a" {
        return false;
    }
    let text = page.children(i).any(|c| page.tokens()[c].is_text());
    text && inside
        .filter(|&k| page.tokens()[k].kind == Kind::Start)
        .all(|k| !page.is_block(k) && page.tag(k) != "img")
}

impl Tree {
    fn of(page: &Page, record: &Record, names: &mut Names) -> Tree {
        let text = names.label("#text");
        let mut nodes = vec![(0u32, names.label("#record"), 0u16)];
        let mut cells: Vec<Option<Cell>> = vec![None];
        for &root in &record.roots {
            let base = page.tokens()[root].level;
            let mut skip = root;
            // The text that goes on behind a tag that only stresses.
            let mut open: Option<usize> = None;
            let mut stress: Vec<usize> = Vec::new();
            for i in page.region(root) {
                if i < skip || nodes.len() >= MOST_NODES {
                    continue;
                }
                let t = &page.tokens()[i];
                // Tags that only stress are no level, so what is inside them stands where they
                // stand.
                while stress.last().is_some_and(|&end| end < i) {
                    stress.pop();
                }
                let level = (t.level - base + 1).saturating_sub(stress.len() as u16).max(1);
                match t.kind {
                    Kind::Start if stresses(page, i, root) => stress.push(t.end as usize),
                    Kind::End if stresses(page, i, root) => {}
                    Kind::Start if LEFT_OUT.contains(&page.tag(i)) => skip = t.end as usize + 1,
                    Kind::Start if page.tag(i) == "br" => open = None,
                    Kind::Start => {
                        open = None;
                        let address = |item, name| {
                            let value = page.attr(i, name)?.trim().to_owned();
                            Some(Cell { item, tokens: i..i + 1, value })
                        };
                        cells.push(match page.tag(i) {
                            "a" => address(Item::Link, "href"),
                            "img" => address(Item::Image, "src"),
                            _ if is_line(page, i) => Some(Cell {
                                item: Item::Line,
                                tokens: page.inside(i),
                                value: String::new(),
                            }),
                            _ => None,
                        });
                        nodes.push((nodes.len() as u32, names.label(page.tag(i)), level));
                    }
                    Kind::End => open = None,
                    Kind::Text if t.blank => {}
                    Kind::Text => match open.and_then(|k| cells[k].as_mut()) {
                        Some(cell) => cell.tokens.end = i + 1,
                        None => {
                            open = Some(nodes.len());
                            cells.push(Some(Cell {
                                item: Item::Text,
                                tokens: i..i + 1,
                                value: String::new(),
                            }));
                            nodes.push((nodes.len() as u32, text, level));
                        }
                    },
                    _ => {}
                }
            }
        }
        for cell in cells.iter_mut().flatten().filter(|c| matches!(c.item, Item::Text | Item::Line))
        {
            cell.value = page.visible(cell.tokens.clone());
        }
        let links = vec![None; nodes.len()];
        let outline = Outline::from_levels(&nodes, names);
        Tree {
            outline,
            labels: nodes.iter().map(|n| n.1).collect(),
            levels: nodes.iter().map(|n| n.2).collect(),
            cells,
            links,
        }
    }

    fn items(&self) -> usize {
        self.cells.iter().flatten().count()
    }
}

/// Align records: their items as a table.
///
/// ```
/// use feedstone::internals::tree::{align::{Type, align}, regions::{Options, regions}};
/// let html = "<ul><li><a href=/a>Fog</a> <i>3 May 2013</i></li>
///             <li><a href=/b>Ice</a> <i>4 May 2013</i></li>
///             <li><a href=/c>Rain, and much of it</a> <i>5 May 2013</i></li></ul>";
/// let page = feedstone::Page::parse(html);
/// let found = regions(&page, None, &Options { least_text: 0, ..Options::default() });
/// let table = align(&page, &found[0].records);
/// assert_eq!(table.columns, [Type::Link, Type::Text, Type::Date]);
/// assert_eq!(table.rows[1][1].as_ref().unwrap().value, "Ice");
/// ```
pub fn align(page: &Page, records: &[Record]) -> Table {
    let mut names = Names::default();
    let mut trees: Vec<Tree> = records.iter().map(|r| Tree::of(page, r, &mut names)).collect();
    let mut pattern = Pattern::learn(&mut trees, names);
    let order = pattern.order(&trees);
    let column: HashMap<Place, usize> = order.iter().enumerate().map(|(k, p)| (*p, k)).collect();
    let mut rows = vec![vec![None; order.len()]; trees.len()];
    for (t, tree) in trees.into_iter().enumerate() {
        for (n, cell) in tree.cells.into_iter().enumerate() {
            let place = tree.links[n].map_or(Place::Own(t, n), Place::Seed);
            if let (Some(cell), Some(&k)) = (cell, column.get(&place)) {
                rows[t][k] = Some(cell);
            }
        }
    }
    let merged = alike(page, &mut rows, order.len());
    let merged = without_single_lines(&mut rows, merged);
    pattern.width = rows.first().map_or(0, Vec::len);
    pattern.columns = order
        .iter()
        .zip(&merged)
        .filter_map(|(p, k)| if let Place::Seed(id) = p { Some((*id, (*k)?)) } else { None })
        .collect();
    let columns =
        (0..pattern.width).map(|k| type_of(rows.iter().filter_map(|r| r[k].as_ref()))).collect();
    Table { columns, rows, whole: !pattern.matcher.spent(), pattern }
}

/// Drops the columns of lines that say nothing but what the next column says.
fn without_single_lines(
    rows: &mut [Vec<Option<Cell>>],
    into: Vec<Option<usize>>,
) -> Vec<Option<usize>> {
    let width = rows.first().map_or(0, Vec::len);
    let value = |c: &Option<Cell>| c.as_ref().map(|c| c.value.clone());
    let line = |k: usize| rows.iter().filter_map(|r| r[k].as_ref()).all(|c| c.item == Item::Line);
    let told = |k: usize| {
        k + 1 < width && rows.iter().all(|r| r[k].is_none() || value(&r[k]) == value(&r[k + 1]))
    };
    let left: Vec<usize> = (0..width).filter(|&k| !(line(k) && told(k))).collect();
    for row in rows.iter_mut() {
        *row = left.iter().map(|&k| row[k].take()).collect();
    }
    into.into_iter().map(|k| left.binary_search(&k?).ok()).collect()
}

/// Makes columns one whose items stand alike and that no row has both of; says which column each
/// has become.
fn alike(page: &Page, rows: &mut [Vec<Option<Cell>>], width: usize) -> Vec<Option<usize>> {
    let sign = |cell: &Cell| {
        let at = |a: usize| format!("{}.{}", page.tag(a), page.class(a).unwrap_or(""));
        let root = cell.tokens.start;
        let around: Vec<String> = page
            .ancestors(root)
            .filter(|&a| !stresses(page, a, usize::MAX))
            .take(2)
            .map(at)
            .collect();
        (cell.item as u8, around)
    };
    let mut kept: HashMap<(u8, Vec<String>), Vec<usize>> = HashMap::new();
    let mut into: Vec<usize> = (0..width).collect();
    for k in 0..width {
        let Some(first) = rows.iter().find_map(|r| r[k].as_ref()) else { continue };
        let like = kept.entry(sign(first)).or_default();
        let apart = |j: &&usize| rows.iter().all(|r| r[**j].is_none() || r[k].is_none());
        match like.iter().find(apart).copied() {
            Some(j) => {
                for row in rows.iter_mut() {
                    if let Some(cell) = row[k].take() {
                        row[j] = Some(cell);
                    }
                }
                into[k] = j;
            }
            None if like.len() < MOST_ALIKE => like.push(k),
            None => {}
        }
    }
    let left: Vec<usize> = (0..width).filter(|&k| into[k] == k).collect();
    for row in rows.iter_mut() {
        *row = left.iter().map(|&k| row[k].take()).collect();
    }
    into.iter().map(|j| left.binary_search(j).ok()).collect()
}

/// What a column stands for: a node of the seed, or an item of one record that found no place in
/// it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Place {
    Seed(u32),
    Own(usize, usize),
}

impl Pattern {
    fn learn(trees: &mut [Tree], mut names: Names) -> Pattern {
        let mut matcher = Matcher::default();
        let mut queue: Vec<usize> = (0..trees.len()).collect();
        queue.sort_by_key(|&k| std::cmp::Reverse(trees[k].items()));
        let mut seed = Seed::new(Vec::new(), &mut names);
        if let Some(&first) = queue.first() {
            let tree = &mut trees[first];
            let nodes = (0..tree.outline.len())
                .map(|n| (n as u32, tree.labels[n], tree.levels[n]))
                .collect();
            seed = Seed::new(nodes, &mut names);
            tree.links = (0..tree.outline.len()).map(|n| Some(n as u32)).collect();
            queue.remove(0);
        }
        let mut waiting = Vec::new();
        loop {
            let mut changed = false;
            for k in queue {
                link(&seed, &mut trees[k], &mut matcher);
                if trees[k].links.iter().all(Option::is_some) {
                    continue;
                }
                changed |= insert(&mut seed, &mut trees[k], &mut names);
                if trees[k].links.iter().any(Option::is_none) {
                    waiting.push(k);
                }
            }
            if !changed || waiting.is_empty() || matcher.spent() {
                break;
            }
            queue = std::mem::take(&mut waiting);
        }
        Pattern { seed, names, matcher, columns: HashMap::new(), width: 0 }
    }

    /// The columns in order: nodes of the seed that hold items, and behind its nearest predecessor
    /// what found no place in it.
    fn order(&self, trees: &[Tree]) -> Vec<Place> {
        let mut holding: HashMap<u32, Vec<Place>> = HashMap::new();
        for (t, tree) in trees.iter().enumerate() {
            let mut last = None;
            for (n, _) in tree.cells.iter().enumerate().filter(|c| c.1.is_some()) {
                match tree.links[n] {
                    Some(id) => {
                        last = Some(id);
                        holding.entry(id).or_default();
                    }
                    None => holding.entry(last.unwrap_or(0)).or_default().push(Place::Own(t, n)),
                }
            }
        }
        let root_item = |id: u32| {
            trees
                .iter()
                .any(|t| t.links.iter().zip(&t.cells).any(|(l, c)| *l == Some(id) && c.is_some()))
        };
        let most = MOST_COLUMNS.min(MOST_CELLS / trees.len().max(1)).max(1);
        let mut out = Vec::new();
        for (id, ..) in &self.seed.nodes {
            if let Some(own) = holding.remove(id) {
                // The root holds nothing but what stands ahead of all others.
                if *id != 0 || root_item(0) {
                    out.push(Place::Seed(*id));
                }
                out.extend(own);
            }
            if out.len() >= most {
                out.truncate(most);
                break;
            }
        }
        out
    }

    /// The row of a record of another page, in the columns of the table.
    pub fn row(&mut self, page: &Page, record: &Record) -> Vec<Option<Cell>> {
        let mut tree = Tree::of(page, record, &mut self.names);
        link(&self.seed, &mut tree, &mut self.matcher);
        let mut row = vec![None; self.width];
        for (cell, link) in tree.cells.into_iter().zip(tree.links) {
            if let (Some(cell), Some(&k)) = (cell, link.and_then(|id| self.columns.get(&id))) {
                row[k] = Some(cell);
            }
        }
        row
    }

    /// Gives the matching its full budget again: for each further page.
    pub fn refill(&mut self) {
        self.matcher = Matcher::default();
    }

    /// How much of a record of another page the pattern knows: matched nodes to all of the record,
    /// 0 to 1.
    pub fn knows(&mut self, page: &Page, record: &Record) -> f64 {
        let tree = Tree::of(page, record, &mut self.names);
        let found = self.matcher.score((&self.seed.outline, 0), (&tree.outline, 0));
        found as f64 / tree.outline.len().max(1) as f64
    }
}

/// Link a record's nodes to those of the seed that a best matching pairs them with.
fn link(seed: &Seed, tree: &mut Tree, matcher: &mut Matcher) {
    tree.links = vec![None; tree.outline.len()];
    for (s, t) in matcher.pairs((&seed.outline, 0), (&tree.outline, 0)) {
        tree.links[t] = Some(seed.nodes[s].0);
    }
}

/// Insert into the seed what a record has more and whose place is certain. True where something was
/// inserted.
fn insert(seed: &mut Seed, tree: &mut Tree, names: &mut Names) -> bool {
    let at: HashMap<u32, usize> = seed.nodes.iter().enumerate().map(|(k, n)| (n.0, k)).collect();
    let outline = &seed.outline;
    // Where in the seed, how deep, and which siblings of the record.
    let mut found: Vec<(usize, u16, Vec<usize>)> = Vec::new();
    for parent in 0..tree.outline.len() {
        let Some(partner) = tree.links[parent].map(|id| at[&id]) else { continue };
        let children: Vec<usize> = tree.outline.children(parent).collect();
        let theirs: Vec<usize> = outline.children(partner).collect();
        let place = |c: usize| tree.links[c].map(|id| at[&id]);
        let mut k = 0;
        while k < children.len() {
            let from = k;
            while k < children.len() && place(children[k]).is_none() {
                k += 1;
            }
            if k == from {
                k += 1;
                continue;
            }
            let left = from.checked_sub(1).and_then(|l| place(children[l]));
            let right = children.get(k).and_then(|&c| place(c));
            let after = |x: usize| x + outline.size(x);
            let spot = match (left, right) {
                (Some(x), Some(y)) => (after(x) == y).then_some(y),
                (Some(x), None) => (theirs.last() == Some(&x)).then(|| after(x)),
                (None, Some(y)) => (theirs.first() == Some(&y)).then_some(y),
                (None, None) => theirs.is_empty().then_some(partner + 1),
            };
            if let Some(spot) = spot {
                found.push((
                    spot,
                    seed.nodes[partner].2.saturating_add(1),
                    children[from..k].to_vec(),
                ));
            }
        }
    }
    // From right to left, so that places ahead stay as they are; at one place, outer ones behind
    // inner ones.
    found.sort_by_key(|f| (f.0, std::cmp::Reverse(f.1)));
    let mut next = seed.nodes.iter().map(|n| n.0).max().map_or(0, |n| n + 1);
    for (spot, level, roots) in found.iter().rev() {
        let mut new = Vec::new();
        for &root in roots {
            for n in root..root + tree.outline.size(root) {
                new.push((
                    next,
                    tree.labels[n],
                    (tree.levels[n] - tree.levels[root]).saturating_add(*level),
                ));
                tree.links[n] = Some(next);
                next += 1;
            }
        }
        seed.nodes.splice(spot..spot, new);
    }
    if !found.is_empty() {
        *seed = Seed::new(std::mem::take(&mut seed.nodes), names);
    }
    !found.is_empty()
}

fn type_of<'c>(cells: impl Iterator<Item = &'c Cell>) -> Type {
    let cells: Vec<&Cell> = cells.collect();
    let share = |test: &dyn Fn(&str) -> bool| {
        cells.iter().filter(|c| test(&c.value)).count() as f64 >= MOSTLY * cells.len() as f64
    };
    match cells.first().map(|c| c.item) {
        Some(Item::Link) => Type::Link,
        Some(Item::Image) => Type::Image,
        _ if share(&is_date) => Type::Date,
        _ if share(&is_number) => Type::Number,
        _ => Type::Text,
    }
}

fn is_date(value: &str) -> bool {
    value.len() < 60 && !crate::date::days_in(value, &crate::date::lex(value), 1).is_empty()
}

/// Digits with a unit or a currency at most.
fn is_number(value: &str) -> bool {
    value.contains(|c: char| c.is_ascii_digit())
        && value.chars().filter(|c| c.is_alphabetic()).count() <= 3
}
