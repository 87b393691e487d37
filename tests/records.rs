//! Record mining: the worked examples of the papers (`records.toml`), and the invariants on random
//! pages.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::collections::HashSet;
use std::time::{Duration, Instant};

use feedstone::Page;
use feedstone::internals::page::Kind;
use feedstone::internals::tree::align::align;
use feedstone::internals::tree::entries::entries;
use feedstone::internals::tree::regions::{
    Alike, Boxes, Options, Record, Rect, Region, mine, regions,
};
use feedstone::internals::tree::stm::Matcher;
use feedstone::internals::tree::{Names, Outline};
use proptest::prelude::*;

fn suite(name: &str) -> Vec<toml::Value> {
    let all: toml::Table = include_str!("records.toml").parse().unwrap();
    all[name].as_array().unwrap().clone()
}

/// HTML of the notation: `li(a b)`. Names that are no tags of HTML become texts, in a tag of their
/// own where `tagged`.
fn html(notation: &str, tagged: bool) -> String {
    let (mut out, mut open, mut name) = (String::new(), Vec::new(), String::new());
    for c in notation.chars().chain([' ']) {
        if c.is_alphanumeric() {
            name.push(c);
            continue;
        }
        let called = std::mem::take(&mut name);
        let is_tag = ["h2", "h3", "div", "p", "a", "b", "dt", "dd", "tr", "td", "li", "ul"]
            .contains(&called.as_str())
            && !tagged;
        match (c, called.is_empty(), is_tag) {
            (_, true, _) => {}
            ('(', _, _) => out.push_str(&format!("<{}>", if tagged { "div" } else { &called })),
            (_, _, true) => out.push_str(&format!("<{called}>x</{called}>")),
            (_, _, false) if tagged => out.push_str(&format!("<t-{called}>{called}</t-{called}>")),
            _ => out.push_str(&format!("<i>{called}</i>")),
        }
        match c {
            '(' => open.push(if tagged { "div".to_owned() } else { called }),
            ')' => out.push_str(&format!("</{}>", open.pop().unwrap())),
            _ => {}
        }
    }
    out
}

fn list(children: &str) -> Page {
    let inside = html(children, false);
    Page::parse(&if children.starts_with("tr") {
        format!("<table><tbody>{inside}</tbody></table>")
    } else {
        format!("<main>{inside}</main>")
    })
}

/// As printed, whatever the text.
const PRINTED: Options = Options { least_text: 0, ..Options::PRINTED };

#[test]
fn matchings_are_those_of_the_paper() {
    for case in suite("matching") {
        let mut names = Names::default();
        let [a, b] =
            ["a", "b"].map(|k| Outline::parse(case[k].as_str().unwrap(), &mut names).unwrap());
        let pairs = Matcher::default().score((&a, 0), (&b, 0));
        assert_eq!(pairs as i64, case["pairs"].as_integer().unwrap(), "{case}");
        let alike = 2.0 * pairs as f64 / (a.len() + b.len()) as f64;
        assert!((alike - case["similarity"].as_float().unwrap()).abs() < 5e-5, "{case}: {alike}");
    }
}

#[test]
fn the_earliest_of_equal_partners_is_taken() {
    let mut names = Names::default();
    let [a, b] = ["p(c)", "p(c b c)"].map(|t| Outline::parse(t, &mut names).unwrap());
    assert_eq!(Matcher::default().pairs((&a, 0), (&b, 0)), [(0, 0), (1, 1)]);
}

#[test]
fn regions_are_those_of_the_paper() {
    for case in suite("regions") {
        let page = list(case["children"].as_str().unwrap());
        let options =
            Options { longest: case["longest"].as_integer().unwrap() as usize, ..PRINTED };
        let mut found = regions(&page, None, &options);
        found.sort_by_key(|r| r.records[0].roots[0]);
        let told: Vec<Vec<i64>> = found
            .iter()
            .map(|r| {
                let siblings: Vec<usize> = page
                    .children(r.parent)
                    .filter(|&c| page.tokens()[c].kind == Kind::Start)
                    .collect();
                let first = siblings.iter().position(|c| *c == r.records[0].roots[0]).unwrap() + 1;
                let covered: usize = r.records.iter().map(|x| x.roots.len()).sum();
                vec![r.length as i64, first as i64, covered as i64]
            })
            .collect();
        let want: Vec<Vec<i64>> = case["regions"].clone().try_into().unwrap();
        assert_eq!(told, want, "{case}");
    }
}

#[test]
fn records_in_several_parts_are_joined() {
    for case in suite("records") {
        let page = list(case["children"].as_str().unwrap());
        let found = regions(&page, None, &PRINTED);
        let texts = |r: &Record| {
            r.roots
                .iter()
                .map(|&t| page.visible(page.region(t)).replace(' ', ""))
                .collect::<Vec<_>>()
        };
        let told: Vec<Vec<String>> = found[0].records.iter().map(texts).collect();
        let want: Vec<Vec<String>> = case["records"].clone().try_into().unwrap();
        assert_eq!(told, want, "{case}");
    }
}

#[test]
fn gaps_between_boxes_say_how_many_rows_make_a_record() {
    let page = list("p p p p p p");
    let rows: Vec<usize> = (0..page.len())
        .filter(|&i| page.tag(i) == "p" && page.tokens()[i].kind == Kind::Start)
        .collect();
    let boxes = |gaps: [f64; 5]| -> Boxes {
        let mut y = 0.0;
        let at = |k: usize, y: f64| (rows[k], Rect { x: 0.0, y, w: 100.0, h: 10.0 });
        let mut out = Boxes::from([at(0, 0.0)]);
        for (k, gap) in gaps.iter().enumerate() {
            y += 10.0 + gap;
            out.extend([at(k + 1, y)]);
        }
        out
    };
    let lengths =
        |b: &Boxes| regions(&page, Some(b), &PRINTED).iter().map(|r| r.length).collect::<Vec<_>>();
    assert_eq!(lengths(&boxes([2.0, 20.0, 2.0, 20.0, 2.0])), [2]);
    assert_eq!(lengths(&boxes([5.0, 5.0, 5.0, 5.0, 5.0])), [1]);
    assert_eq!(lengths(&boxes([2.0, 2.0, 20.0, 2.0, 2.0])), [3]);
}

#[test]
fn rules_between_siblings_stand_for_gaps() {
    let page = Page::parse("<main><p>a</p><p>b</p><hr><p>c</p><p>d</p><hr><p>e</p><p>f</p></main>");
    assert_eq!(
        regions(&page, None, &PRINTED)
            .iter()
            .map(|r| (r.length, r.records.len()))
            .collect::<Vec<_>>(),
        [(2, 3)]
    );
}

#[test]
fn tables_are_aligned_as_in_the_paper() {
    for case in suite("alignment") {
        let records: Vec<String> = case["records"].clone().try_into().unwrap();
        let page = Page::parse(&format!(
            "<main>{}</main>",
            records.iter().map(|r| html(r, true)).collect::<String>()
        ));
        let main = (0..page.len()).find(|&i| page.tag(i) == "main").unwrap();
        let roots: Vec<Record> = page.children(main).map(|c| Record { roots: vec![c] }).collect();
        let table = align(&page, &roots);
        let word = |c: &Option<feedstone::internals::tree::align::Cell>| {
            c.as_ref().map(|c| c.value.clone())
        };
        let names: Vec<String> = (0..table.columns.len())
            .filter_map(|k| table.rows.iter().find_map(|r| word(&r[k])))
            .collect();
        assert_eq!(names.join(" "), case["columns"].as_str().unwrap(), "{case}");
        let rows: Vec<String> = table
            .rows
            .iter()
            .map(|r| r.iter().filter_map(word).collect::<Vec<_>>().join(" "))
            .collect();
        let want: Vec<String> = case["rows"].clone().try_into().unwrap();
        let sorted = |s: &String| {
            let mut words: Vec<String> = s.split(' ').map(str::to_owned).collect();
            words.sort();
            words
        };
        assert_eq!(
            rows.iter().map(sorted).collect::<Vec<_>>(),
            want.iter().map(sorted).collect::<Vec<_>>(),
            "{case}"
        );
    }
}

/// One fact a case: a list of entries, and how many records its first region has.
const LISTS: [(&str, &str, usize); 5] = [
    ("optional parts do not make a record odd", "<ul>{a}{b}{a}{b}{b}</ul>", 5),
    (
        "an advertisement between records is none",
        "<ul>{a}{a}<li class=ad><img src=x></li>{a}{a}</ul>",
        4,
    ),
    (
        "records go on under the next parent",
        "<div><ul>{a}{a}</ul></div><p>Also</p><div><ul>{a}{a}{a}</ul></div>",
        5,
    ),
    (
        "data of scripts is no text",
        "<div><p>{\"a\":1,\"b\":2,\"c\":\"long enough to count\"}</p>\
         <p>{\"a\":1,\"b\":2,\"c\":\"long enough to count\"}</p></div><ul>{a}{a}{a}</ul>",
        3,
    ),
    (
        "a name ahead of each record belongs to it",
        "<main><a name=1></a>{d}<a name=2></a>{d}<a name=3></a>{d}</main>",
        3,
    ),
];

#[test]
fn lists_of_pages_are_found_whole() {
    for (name, list, records) in LISTS {
        let page = Page::parse(
            &list
                .replace(
                    "{a}",
                    "<li class=post><h3><a href=/p>A title</a></h3>\
                     <p>Some words about it.</p></li>",
                )
                .replace(
                    "{b}",
                    "<li class=post><h3>Another</h3><ul><li>x</li><li>y</li></ul>\
                     <p>W</p><p>o</p><b>r</b><i>d</i>s</li>",
                )
                .replace(
                    "{d}",
                    "<div class=post><h3><a href=/p>A title</a></h3>\
                     <p>Some words about it.</p></div>",
                ),
        );
        assert_eq!(
            regions(&page, None, &Options::default()).first().map(|r| r.records.len()),
            Some(records),
            "{name}"
        );
    }
}

/// Where two records were taken for one, each is cut anew with what stands around it; the last one
/// too.
#[test]
fn records_cut_anew_keep_what_stands_around_them() {
    let record = |n: usize| {
        format!(
            "<h4>{n}</h4><div class=post><p>Some words about it, {n} of them{}.</p></div>\
             <i>by Ann</i>",
            "<b>x</b>".repeat(n * 3)
        )
    };
    let page = Page::parse(&format!("<main>{}</main>", (1..7).map(record).collect::<String>()));
    let found = regions(&page, None, &Options::default());
    let tags: Vec<Vec<&str>> =
        found[0].records.iter().map(|r| r.roots.iter().map(|&t| page.tag(t)).collect()).collect();
    assert_eq!(tags, vec![vec!["h4", "div", "i"]; 6]);
}

/// A tag that stresses is no level: what is inside it is aligned with what stands there without.
#[test]
fn stress_is_no_level_of_a_record() {
    let page = Page::parse(
        "<ul><li class=p><img src=1><strong><a href=/1>One</a></strong></li>\
         <li class=p><a href=/2>Two</a></li>\
         <li class=p><img src=3><a href=/3>Three</a></li></ul>",
    );
    let found = regions(&page, None, &Options { least_text: 0, ..Options::default() });
    let table = align(&page, &found[0].records);
    let words: Vec<Vec<&str>> = table
        .rows
        .iter()
        .map(|r| r.iter().map(|c| c.as_ref().map_or("", |c| &c.value)).collect())
        .collect();
    assert_eq!(words, [["1", "/1", "One"], ["", "/2", "Two"], ["3", "/3", "Three"]]);
}

#[test]
fn entries_have_link_title_day_and_text() {
    let page = Page::parse(
        "<div class=menu><a href=/about>About</a><a href=/tags>Tags</a></div>
         <article><h2><a href=/p/1>First one</a></h2><i>3 May 2013</i><p>Grey till noon.</p>\
           <a href=/tag/fog>fog</a></article>
         <article><h2><a href=/p/2>Second one</a></h2><i>4 May 2013</i><p>Dry since then.</p>\
           <a href=/tag/fog>fog</a></article>
         <article><h2><a href=/p/3>Third one</a></h2><i>5 May 2013</i><p>Much of it.</p>\
           <a href=/tag/rain>rain</a></article>",
    );
    let told: Vec<String> = entries(&page, "https://b.example/", None, &Options::default())
        .iter()
        .map(|e| {
            format!(
                "{} {} {}",
                e.link.as_deref().unwrap(),
                e.title.as_deref().unwrap(),
                e.date.unwrap()
            )
        })
        .collect();
    let want =
        ["/p/1 First one 2013-05-03", "/p/2 Second one 2013-05-04", "/p/3 Third one 2013-05-05"];
    assert_eq!(told, want.map(|w| format!("https://b.example{w}")));
}

/// Entries that stand in full are no records of one shape; their headings tell them.
#[test]
fn entries_in_full_are_told_by_their_headings() {
    let flat = "<h3><a href=/p/1>First one</a></h3><p>Grey.</p><p>Till noon.</p>\
                <h3><a href=/p/2>Second one</a></h3><pre>x</pre>\
                <h3><a href=/p/3>Third one</a></h3><ul><li>Much</ul><p>Of it.</p>";
    let boxed = "<div><div class=p id=a><h3><a href=/p/1>First one</a></h3><p>Grey.<p>Noon.</div>\
                 </div><div class=q><h3><a href=/p/2>Second one</a></h3><table><td>x</table></div>\
                 <section><h3><a href=/p/3>Third one</a></h3><ul><li>Much</ul></section>";
    for html in [flat, boxed] {
        let page = Page::parse(&format!("<main>{html}</main><ul><li><a href=/x>X</a></ul>"));
        let found = entries(&page, "https://b.example/", None, &Options::default());
        let titles: Vec<_> = found.iter().filter_map(|e| e.title.as_deref()).collect();
        assert_eq!(titles, ["First one", "Second one", "Third one"], "{html}");
    }
}

#[derive(Debug, Clone)]
struct Tree(u8, Vec<Tree>);

impl Tree {
    fn size(&self) -> usize {
        1 + self.1.iter().map(Tree::size).sum::<usize>()
    }

    fn text(&self) -> String {
        let inside: Vec<String> = self.1.iter().map(Tree::text).collect();
        format!("{}({})", char::from(b'a' + self.0), inside.join(" ")).replace("()", "")
    }

    fn html(&self) -> String {
        let inside: String = self.1.iter().map(Tree::html).collect();
        let tag = ["div", "li", "section"][self.0 as usize % 3];
        format!("<{tag}>{inside}w{}</{tag}>", self.0)
    }
}

/// The table of Yang's paper, filled whole.
fn plain(a: &Tree, b: &Tree) -> usize {
    if a.0 != b.0 {
        return 0;
    }
    let mut t = vec![vec![0; b.1.len() + 1]; a.1.len() + 1];
    for i in 1..=a.1.len() {
        for j in 1..=b.1.len() {
            t[i][j] =
                t[i - 1][j].max(t[i][j - 1]).max(t[i - 1][j - 1] + plain(&a.1[i - 1], &b.1[j - 1]));
        }
    }
    1 + t[a.1.len()][b.1.len()]
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (0u8..3).prop_map(|n| Tree(n, Vec::new()));
    leaf.prop_recursive(4, 24, 5, |inner| {
        (0u8..3, prop::collection::vec(inner, 0..5)).prop_map(|(n, c)| Tree(n, c))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// The score is that of the plain table, and the pairs make it up: they keep order, and their
    /// parents are pairs.
    #[test]
    fn matchings_are_best(a in tree(), b in tree()) {
        let mut names = Names::default();
        let x = Outline::parse(&a.text(), &mut names).unwrap();
        let y = Outline::parse(&b.text(), &mut names).unwrap();
        let mut matcher = Matcher::default();
        let score = matcher.score((&x, 0), (&y, 0));
        prop_assert_eq!(score, plain(&a, &b));
        prop_assert_eq!(matcher.score((&y, 0), (&x, 0)), score);
        let mut pairs = matcher.pairs((&x, 0), (&y, 0));
        pairs.sort_unstable();
        prop_assert_eq!(pairs.len(), score);
        prop_assert!(pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
        let parent = |o: &Outline, n: usize| (0..o.len()).find(|p| o.children(*p).any(|c| c == n));
        let paired = |i: usize, j: usize| {
            pairs.contains(&(parent(&x, i).unwrap(), parent(&y, j).unwrap()))
        };
        prop_assert!(pairs.iter().all(|&(i, j)| i == 0 || paired(i, j)));
        prop_assert!(score <= a.size().min(b.size()));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// No token is in two records of one region, records of different regions of one parent are
    /// apart, and a table has every text once.
    #[test]
    fn records_are_apart_and_tables_lose_nothing(
        trees in prop::collection::vec(tree(), 1..12),
        strings in any::<bool>(),
    ) {
        let page = Page::parse(&format!(
            "<main>{}</main>",
            trees.iter().map(Tree::html).collect::<String>()
        ));
        let alike = if strings { Alike::Strings(0.3) } else { Alike::Trees(0.4) };
        let options = Options { least_text: 0, alike, ..Options::default() };
        let found: Vec<Region> = regions(&page, None, &options);
        for r in &found {
            let mut roots = HashSet::new();
            prop_assert!(r.records.iter().flat_map(|x| &x.roots).all(|t| roots.insert(*t)));
            let table = align(&page, &r.records);
            for (record, row) in r.records.iter().zip(&table.rows) {
                let cells: HashSet<usize> =
                    row.iter().flatten().flat_map(|c| c.tokens.clone()).collect();
                let texts = record.tokens(&page).flatten().filter(|&i| {
                    page.tokens()[i].kind == Kind::Text && !page.tokens()[i].blank
                });
                prop_assert!(texts.into_iter().all(|i| cells.contains(&i)));
            }
        }
    }
}

#[test]
fn a_page_too_large_to_be_compared_whole_says_so() {
    let wide: String = (0..6_000).map(|k| format!("<p><x{k}>x</x{k}></p>")).collect();
    let page = Page::parse(&format!("<main><div>{wide}</div><div>{wide}<p></p></div></main>"));
    assert!(!mine(&page, None, &Options::default()).1);
    assert!(mine(&list("p p p"), None, &Options::default()).1);
}

#[test]
fn hostile_pages_are_mined_in_bounded_time() {
    let many = |n: usize, of: &dyn Fn(usize) -> String| (0..n).map(of).collect::<String>();
    let pages = [
        format!("<ul>{}</ul>", many(10_000, &|k| format!("<li><a href=/{k}>x</a></li>"))),
        format!(
            "<div>{}</div>",
            many(10_000, &|k| ["<p>x", "<h2>y</h2>", "<ul><li>z</ul>", "<b>w</b>"]
                [(k * k + k / 7) % 4]
                .to_owned())
        ),
        "<div>x".repeat(20_000),
        "<table><tr><td>x".repeat(20_000),
        "<li><b>x</b>".repeat(80_000),
        // An item of its own kind in each record; words marked without end; links without end;
        // records in two rows.
        format!(
            "<ul>{}</ul>",
            many(25_000, &|k| format!("<li><a href=/k>t</a><x{k}>u</x{k}></li>"))
        ),
        format!(
            "<ul>{0}{0}</ul>",
            format_args!("<li><a href=/>{}</a></li>", "<span class=w>x</span>".repeat(30_000))
        ),
        format!(
            "<ul>{0}{0}{0}</ul>",
            format_args!("<li>{}</li>", "<a href=/k>x</a>".repeat(30_000))
        ),
        format!(
            "<table>{0}{1}{0}{1}</table>",
            format_args!("<tr>{}</tr>", "<td><a href=/k><b>t</b></a></td>".repeat(8_000)),
            format_args!("<tr>{}</tr>", "<td>t</td>".repeat(8_000))
        ),
        format!("<div>{0}</div><div>{0}</div>", many(3_500, &|k| format!("<p><x{k}>x</x{k}></p>"))),
        format!(
            "<div>{0}</div><div>{0}</div><div>{0}</div>",
            many(2_000, &|k| format!("<p><i>{k}</i>{}</p>", "<b>x</b>".repeat(k % 17)))
        ),
    ];
    for page in pages {
        let started = Instant::now();
        let page = Page::parse(&page);
        for options in
            [Options::default(), Options::PRINTED, Options { nested: true, ..Options::default() }]
        {
            for r in regions(&page, None, &options).iter().take(2) {
                align(&page, &r.records);
            }
        }
        entries(&page, "https://b.example/", None, &Options::default());
        assert!(
            started.elapsed() < Duration::from_secs(20),
            "{:?} for {} tokens",
            started.elapsed(),
            page.len()
        );
    }
}
