//! Node extraction patterns and news labels: the worked examples (`patterns.toml`), and the
//! invariants on random trees.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use std::time::{Duration, Instant};

use feedstone::Page;
use feedstone::internals::tree::news::{self, articles};
use feedstone::internals::tree::pattern::{Options, Patterns};
use proptest::prelude::*;

fn suite(name: &str) -> Vec<toml::Value> {
    let all: toml::Table = include_str!("patterns.toml").parse().unwrap();
    all[name].as_array().unwrap().clone()
}

#[test]
fn compositions_are_exact() {
    for case in suite("composition") {
        let mut patterns = Patterns::new(Options::LITERAL);
        let trees: Vec<String> = case["trees"].clone().try_into().unwrap();
        let mut all =
            trees.iter().map(|t| patterns.parse(t).unwrap()).collect::<Vec<_>>().into_iter();
        let first = all.next().unwrap();
        let composed = all.fold(first, |p, t| patterns.compose(&p, &t));
        assert_eq!(patterns.text(&composed), case["pattern"].as_str().unwrap(), "{case}");
    }
}

#[test]
fn promotions_are_exact() {
    for case in suite("promotion") {
        let mut patterns = Patterns::new(Options::LITERAL);
        let from = patterns.parse(case["from"].as_str().unwrap()).unwrap();
        let to = patterns.promoted(&from);
        assert_eq!(patterns.text(&to), case["to"].as_str().unwrap(), "{case}");
    }
}

#[test]
fn matches_are_exact() {
    for case in suite("matching") {
        let mut patterns = Patterns::new(Options::LITERAL);
        let [pattern, page] =
            ["pattern", "page"].map(|k| patterns.parse(case[k].as_str().unwrap()).unwrap());
        let found = patterns.matching(&pattern, &page).unwrap();
        assert_eq!(found.cost as i64, case["cost"].as_integer().unwrap(), "{case}");
        // The page's names in order are those of its notation.
        let text = case["page"].as_str().unwrap();
        let names: Vec<&str> =
            text.split(|c: char| !c.is_alphanumeric()).filter(|n| !n.is_empty()).collect();
        let told: Vec<Vec<&str>> = found
            .consumed
            .iter()
            .map(|(_, roots)| roots.iter().map(|&r| names[r]).collect())
            .collect();
        let want: Vec<Vec<String>> = case["consumed"].clone().try_into().unwrap();
        assert_eq!(told, want, "{case}");
    }
}

#[test]
fn pages_of_another_build_are_rejected() {
    for case in suite("rejected") {
        let mut patterns = Patterns::new(Options::LITERAL);
        let [pattern, page] =
            ["pattern", "page"].map(|k| patterns.parse(case[k].as_str().unwrap()).unwrap());
        assert_eq!(patterns.matching(&pattern, &page), None, "{case}");
    }
}

fn page(title: &str, body: &[&str]) -> Page {
    let body: String = body.iter().map(|p| format!("<p>{p}</p>")).collect();
    Page::parse(&format!(
        "<title>{title} - The Paper</title><ul><li><a href=/>Home</a><li><a href=/s>Sport</a></ul>
         <div class=main><h1>{title}</h1><h4>By Ann</h4>{body}</div>\
           <div class=foot>All rights</div>"
    ))
}

#[test]
fn title_and_body_are_what_varies() {
    let pages = [
        page(
            "Flood hits town",
            &[
                "The river came over its banks on Monday and went through the town.",
                "Nobody was hurt, says Ann.",
                "More rain is due.",
            ],
        ),
        page(
            "Cup final drawn",
            &[
                "The cup final ended without a goal after a hundred and twenty minutes of rain.",
                "They play again, says the referee, on Sunday.",
            ],
        ),
        page(
            "New bridge opens",
            &[
                "The bridge over the river has been opened by the mayor, two years late.",
                "It cost twice as much.",
                "It has four lanes.",
                "And a toll.",
            ],
        ),
    ];
    let found = articles(
        &pages.iter().collect::<Vec<_>>(),
        &news::Options { least_body: 10, ..news::Options::default() },
    );
    let told: Vec<_> = found
        .iter()
        .map(|a| a.as_ref().map(|a| (a.title.as_deref(), a.body.lines().next())))
        .collect();
    assert_eq!(
        told,
        [
            Some((
                Some("Flood hits town"),
                Some("The river came over its banks on Monday and went through the town.")
            )),
            Some((
                Some("Cup final drawn"),
                Some(
                    "The cup final ended without a goal after a hundred and twenty minutes of rain."
                )
            )),
            Some((
                Some("New bridge opens"),
                Some("The bridge over the river has been opened by the mayor, two years late.")
            )),
        ]
    );
    assert_eq!(
        articles(&pages.iter().collect::<Vec<_>>(), &news::Options::LITERAL),
        [None, None, None],
        "no passage of a hundred words"
    );
}

#[derive(Debug, Clone)]
struct Tree(u8, Vec<Tree>);

impl Tree {
    fn text(&self) -> String {
        let inside: Vec<String> = self.1.iter().map(Tree::text).collect();
        format!("{}({})", char::from(b'a' + self.0), inside.join(" ")).replace("()", "")
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (0u8..3).prop_map(|n| Tree(n, Vec::new()));
    leaf.prop_recursive(4, 16, 4, |inner| {
        (0u8..3, prop::collection::vec(inner, 0..4)).prop_map(|(n, c)| Tree(n, c))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    /// A composed pattern accepts all its pages, and each page accepts itself at no cost.
    #[test]
    fn patterns_accept_what_they_are_made_of(
        trees in prop::collection::vec(tree(), 1..6),
        same_tag in any::<bool>(),
    ) {
        let mut patterns = Patterns::new(Options { same_tag });
        let trees: Vec<_> = trees.iter().map(|t| patterns.parse(&t.text()).unwrap()).collect();
        for t in &trees {
            let own = patterns.matching(t, t).unwrap();
            prop_assert!(own.cost == 0 && own.consumed.is_empty());
        }
        let composed = trees[1..].iter().fold(trees[0].clone(), |p, t| patterns.compose(&p, t));
        for t in &trees {
            let found = patterns.matching(&composed, t);
            prop_assert!(found.is_some(), "{} on {}", patterns.text(&composed), patterns.text(t));
            let mut roots: Vec<usize> =
                found.unwrap().consumed.into_iter().flat_map(|c| c.1).collect();
            let all = roots.len();
            roots.sort_unstable();
            roots.dedup();
            prop_assert_eq!(roots.len(), all, "a subtree is consumed once");
        }
    }
}

#[test]
fn hostile_pages_are_composed_in_bounded_time() {
    let wide = |n: usize, of: &str| {
        format!(
            "<div>{}</div>",
            (0..n).map(|k| format!("<{of}>{k} {}</{of}>", k * 7)).collect::<String>()
        )
    };
    let pages = [
        wide(3_000, "p"),
        wide(2_500, "p"),
        wide(2_000, "li"),
        "<div>x".repeat(10_000),
        "<p>x".repeat(5_000),
    ]
    .map(|h| Page::parse(&h));
    let started = Instant::now();
    articles(&pages.iter().collect::<Vec<_>>(), &news::Options::default());
    assert!(started.elapsed() < Duration::from_secs(20), "{:?}", started.elapsed());
}
