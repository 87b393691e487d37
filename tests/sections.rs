//! OntoMiner: the worked examples (`sections.toml`), and the invariants on random pages.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::time::{Duration, Instant};

use feedstone::Page;
use feedstone::internals::tree::areas::areas;
use feedstone::internals::tree::instances::{Options, instances};
use feedstone::internals::tree::menus::{Hierarchy, menu, menus, nested, unnested};
use feedstone::internals::tree::partition::{Part, Places, binary, grouped, promoted, stands_out};
use feedstone::internals::tree::sections::{Count, DELTA, Leaves, flat, snapped};
use feedstone::internals::tree::taxonomy::{Concepts, Edge, closure, mine, tree};
use proptest::prelude::*;

fn suite(name: &str) -> Vec<toml::Value> {
    let all: toml::Table = include_str!("sections.toml").parse().unwrap();
    all[name].as_array().unwrap().clone()
}

fn range(v: &toml::Value) -> std::ops::Range<usize> {
    let ends: Vec<usize> = v.clone().try_into().unwrap();
    ends[0] - 1..ends[1]
}

#[test]
fn flat_partitions_are_exact() {
    for case in suite("flat") {
        let paths: Vec<u32> = case["paths"]
            .as_str()
            .unwrap()
            .split(' ')
            .map(|p| u32::from(p.as_bytes()[0]))
            .collect();
        let leaves = Leaves::with_paths(paths);
        for (key, count) in [("segments", Count::Paths), ("literal", Count::Links)] {
            let want: Vec<_> = case[key].as_array().unwrap().iter().map(range).collect();
            assert_eq!(flat(&leaves, count, DELTA), want, "{key} of {case}");
        }
    }
}

#[test]
fn costs_are_exact() {
    for case in suite("cost") {
        let places = Places::parse(case["tree"].as_str().unwrap());
        let cost = places.cost(&range(&case["left"]), &range(&case["right"]));
        assert!((cost - case["cost"].as_float().unwrap()).abs() < 6e-5, "{case}: {cost}");
    }
}

#[test]
fn binary_partitions_are_exact() {
    for case in suite("binary") {
        let places = Places::parse(case["tree"].as_str().unwrap());
        let (part, cost) = binary(&places, 0..places.len()).unwrap();
        assert_eq!(part.text(), case["partition"].as_str().unwrap(), "{case}");
        assert!((cost - case["cost"].as_float().unwrap()).abs() < 6e-5, "{case}: {cost}");
    }
}

/// Two leaves at depth 20 whose parents are siblings cost little; in a flat tree the same two cost
/// much.
#[test]
fn equal_leaves_group_by_how_near_they_are() {
    for (height, groups) in [(20, true), (18, false), (3, false)] {
        // The first branch gives the tree its height; the list is what is grouped.
        let text =
            format!("body({}a{} ul(li(a) li(a)))", "d(".repeat(height - 1), ")".repeat(height - 1));
        let places = Places::parse(&text);
        let alike = places.cost(&(1..2), &(2..3)) < 0.33;
        assert_eq!(alike, groups, "height {height}: {}", places.cost(&(1..2), &(2..3)));
    }
}

#[test]
fn values_stand_under_their_labels() {
    for case in suite("promotion") {
        let parts = case["parts"]
            .as_str()
            .unwrap()
            .split(' ')
            .map(|k| Part::Leaf(k.parse::<usize>().unwrap() - 1))
            .collect();
        let out: Vec<usize> = case["emphasised"].clone().try_into().unwrap();
        assert_eq!(
            promoted(Part::Inner(parts), &|k| out.contains(&(k + 1))).text(),
            case["result"].as_str().unwrap(),
            "{case}"
        );
    }
    // A group behind a label is named by it; capitals by nature are no labels.
    let group = |a, b| Part::Group(vec![Part::Leaf(a), Part::Leaf(b)]);
    assert_eq!(
        promoted(Part::Inner(vec![Part::Leaf(0), group(1, 2)]), &|k| k == 0).text(),
        "(1:([2 3]))"
    );
    assert_eq!(promoted(group(0, 1), &|_| true).text(), "[1 2]");
}

#[test]
fn leaves_stand_out_by_capitals_or_tags() {
    let page = Page::parse(
        "<p>NEWS</p><p>World</p><b>Arts</b><h3><a href=/>Life</a></h3><p>1.2</p><p>A</p>",
    );
    let leaves = Leaves::of(&page);
    let out: Vec<bool> = leaves.tokens.iter().map(|&t| stands_out(&page, t)).collect();
    assert_eq!(out, [true, false, true, true, false, false]);
}

/// The paper's way on its example: menus and feet that two pages share are decoration, the story
/// between them is the instance.
#[test]
fn instances_are_what_pages_of_one_group_do_not_share() {
    let page = |story: [&str; 2]| {
        let links =
            |names: [&str; 3]| names.map(|n| format!("<li><a href=/{n}>{n}</a></li>")).concat();
        Page::parse(&format!(
            "<ul>{}</ul><div><p>{}</p><p>{}</p></div><ol>{}</ol>",
            links(["home", "news", "sport"]),
            story[0],
            story[1],
            links(["contact", "imprint", "privacy"])
        ))
    };
    let pages = [
        page(["Flood in river town", "The river rose"]),
        page(["Cup final without goal", "It rained"]),
        page(["New bridge opens", "Four lanes"]),
    ];
    let pages: Vec<&Page> = pages.iter().collect();
    for mended in [false, true] {
        let found = instances(&pages, &[(0, 1), (1, 2)], Options { mended });
        let texts: Vec<String> = found
            .iter()
            .zip(&pages)
            .map(|(t, p)| t.iter().map(|&i| p.data(i)).collect::<Vec<_>>().join("|"))
            .collect();
        assert_eq!(
            texts,
            [
                "Flood in river town|The river rose",
                "Cup final without goal|It rained",
                "New bridge opens|Four lanes"
            ],
            "{mended}"
        );
    }
}

fn hierarchy(notation: &str) -> Hierarchy {
    let (mut out, mut depth, mut name) = (Vec::new(), 0, String::new());
    for c in notation.chars().chain([' ']) {
        if c.is_alphabetic() {
            name.push(c);
            continue;
        }
        if !name.is_empty() {
            out.push((std::mem::take(&mut name), depth));
        }
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
    }
    out
}

#[test]
fn closures_are_scored_as_in_the_paper() {
    for case in suite("closure") {
        let [truth, found] =
            ["truth", "found"].map(|k| closure(&hierarchy(case[k].as_str().unwrap())));
        let right = truth.intersection(&found).count() as f64;
        assert_eq!(right / found.len() as f64, case["precision"].as_float().unwrap(), "{case}");
        assert_eq!(right / truth.len() as f64, case["recall"].as_float().unwrap(), "{case}");
    }
}

#[test]
fn taxonomies_are_exact() {
    for case in suite("taxonomy") {
        let sites: Vec<String> = case["sites"].clone().try_into().unwrap();
        let sites: Vec<Vec<Hierarchy>> = sites.iter().map(|s| vec![hierarchy(s)]).collect();
        let edges = tree(&mine(&sites, &Concepts::of(&sites, false), 2));
        let mut told: Vec<Vec<String>> =
            edges.into_iter().map(|e| vec![e.parent, e.child]).collect();
        told.sort();
        let want: Vec<Vec<String>> = case["edges"].clone().try_into().unwrap();
        assert_eq!(told, want, "{case}");
    }
}

/// Holds the labels of menus against the cases': one `-` ahead a level.
fn menus_are(of: &str, read: fn(&Page, usize) -> Hierarchy) {
    for case in suite(of) {
        let page = Page::parse(case["html"].as_str().unwrap());
        let menus = menus(&page);
        assert_eq!(menus.len(), 1, "{case}");
        let told: Vec<String> = read(&page, menus[0])
            .into_iter()
            .map(|(label, depth)| "-".repeat(depth) + &label)
            .collect();
        let want: Vec<String> = case["labels"].clone().try_into().unwrap();
        assert_eq!(told, want, "{case}");
    }
}

#[test]
fn menus_are_read_by_their_lists() {
    menus_are("nested", nested);
}

#[test]
fn menus_are_read_without_their_lists() {
    menus_are("menu", unnested);
}

#[test]
fn labels_are_one_concept_by_their_stems() {
    let site =
        |labels: &[&str]| vec![labels.iter().map(|l| ((*l).to_owned(), 0)).collect::<Hierarchy>()];
    let sites = [
        site(&["Sports", "World", "Real Estate", "Arts & Entertainment"]),
        site(&["Sport", "World News", "Real Estate Home", "Entertainment", "Sports", "More"]),
    ];
    let concepts = Concepts::of(&sites, false);
    assert_eq!(concepts.name("sport"), Some("Sports"));
    assert_eq!(concepts.name("Real Estate Home"), concepts.name("Real Estate"));
    assert_eq!(
        (
            concepts.name("World"),
            concepts.name("World News"),
            concepts.name("Entertainment"),
            concepts.name("More")
        ),
        (None, None, None, None)
    );
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Segments, snapped ones too, and binary parts partition the leaves; groups keep them all.
    #[test]
    fn partitions_lose_nothing(html in "(<(div|p|ul|li|b|h2)>(w )?){1,40}") {
        let page = Page::parse(&html);
        let leaves = Leaves::of(&page);
        let segments = flat(&leaves, Count::Paths, DELTA);
        for parts in [&segments, &snapped(&page, &leaves, &segments)] {
            prop_assert_eq!(
                parts.iter().flat_map(|r| r.clone()).collect::<Vec<_>>(),
                (0..leaves.len()).collect::<Vec<_>>()
            );
        }
        let places = Places::of(&page, &leaves);
        if let Some((part, cost)) = binary(&places, 0..leaves.len()) {
            prop_assert!(cost >= 0.0 && cost <= 5.0 * leaves.len() as f64);
            prop_assert_eq!(part.leaves(), 0..leaves.len());
            let part = promoted(grouped(&places, part), &|k| stands_out(&page, leaves.tokens[k]));
            let numbers: Vec<usize> = part
                .text()
                .split(|c: char| !c.is_ascii_digit())
                .filter_map(|n| n.parse().ok())
                .collect();
            prop_assert_eq!(numbers, (1..=leaves.len()).collect::<Vec<_>>());
        }
    }
}

/// Parts as no partition makes them are left as they are.
#[test]
fn odd_parts_are_kept() {
    let places = Places::parse("a(b c)");
    assert_eq!(grouped(&places, Part::Inner(vec![Part::Leaf(0)])).text(), "(1)");
    assert_eq!(
        grouped(&places, Part::Inner(vec![Part::Inner(Vec::new()), Part::Leaf(1)])).text(),
        "(() 2)"
    );
    assert!(binary(&places, 0..0).is_none());
}

/// A cycle of three concepts is broken at its weakest pair.
#[test]
fn cycles_are_broken_at_their_weakest_pair() {
    let edge = |parent: &str, child: &str, sites| Edge {
        parent: parent.into(),
        child: child.into(),
        sites,
        distance: 1,
    };
    let edges = [edge("A", "B", 5), edge("B", "C", 4), edge("C", "A", 3), edge("C", "D", 2)];
    let told: Vec<String> =
        tree(&edges).iter().map(|e| format!("{}>{}", e.parent, e.child)).collect();
    assert_eq!(told, ["A>B", "B>C", "C>D"]);
    // Of a pair both ways round the more frequent counts.
    assert_eq!(tree(&[edge("A", "B", 2), edge("B", "A", 3)]), [edge("B", "A", 3)]);
}

#[test]
fn hostile_pages_are_parted_in_bounded_time() {
    let chain: String =
        (0..10_000).map(|k| format!("<ul><li>w{k}<ul><li>w{}</ul></ul>", k + 1)).collect();
    for html in [
        chain,
        "<li>x".repeat(20_000),
        "<div>x".repeat(20_000),
        "<p><b>x</b> y</p>".repeat(5_000),
        "<ul><li>a".repeat(3_000),
    ] {
        let started = Instant::now();
        let page = Page::parse(&html);
        let leaves = Leaves::of(&page);
        snapped(&page, &leaves, &flat(&leaves, Count::Paths, DELTA));
        areas(&page, &leaves);
        let few = leaves.len().min(600);
        binary(&Places::of(&page, &leaves), 0..few);
        let sites = vec![menus(&page).into_iter().map(|m| menu(&page, m)).collect::<Vec<_>>(); 2];
        tree(&mine(&sites, &Concepts::of(&sites, true), 2));
        assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
    }
}
