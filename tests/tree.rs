//! The tree methods: the papers' worked examples (`tree.toml`), and their invariants on random
//! trees, against plain references.
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

use feedstone::internals::tree::cluster::{Clustering, Linkage, clusters, folded};
use feedstone::internals::tree::rtdm::{
    Denominator, Options, distance, distance_within, mapping, similarity,
};
use feedstone::internals::tree::tsrec::{self, Element, Part, content, parts, sequence};
use feedstone::internals::tree::{Names, Outline};
use proptest::prelude::*;

const RESTRICTED: Options = Options { top_down: false };
const TOP_DOWN: Options = Options { top_down: true };

#[test]
fn worked_examples_are_exact() {
    let cases: toml::Table = include_str!("tree.toml").parse().unwrap();
    let cases = cases["distance"].as_array().unwrap();
    assert_eq!(cases.len(), 8);
    for case in cases {
        let mut names = Names::default();
        let [a, b] =
            ["a", "b"].map(|k| Outline::parse(case[k].as_str().unwrap(), &mut names).unwrap());
        assert_eq!(
            distance(&a, &b, RESTRICTED) as i64,
            case["distance"].as_integer().unwrap(),
            "{case:?}"
        );
        let alike = similarity(&a, &b, Denominator::Sum, RESTRICTED);
        assert!((alike - case["similarity"].as_float().unwrap()).abs() < 5e-5, "{case:?}: {alike}");
    }
}

// ---------------------------------------------------------------- references: as printed, slow

#[derive(Debug, Clone, PartialEq)]
struct Tree(u8, Vec<Tree>);

impl Tree {
    fn size(&self) -> usize {
        1 + self.1.iter().map(Tree::size).sum::<usize>()
    }

    fn text(&self) -> String {
        let name = char::from(b'a' + self.0);
        if self.1.is_empty() {
            name.to_string()
        } else {
            format!("{name}({})", self.1.iter().map(Tree::text).collect::<Vec<_>>().join(" "))
        }
    }
}

/// The table of the paper, filled whole; `free` without the restriction.
fn plain(a: &Tree, b: &Tree, free: bool) -> usize {
    fn below(a: &Tree, b: &Tree, free: bool) -> usize {
        let (m, n) = (a.1.len(), b.1.len());
        let mut t = vec![vec![0; n + 1]; m + 1];
        for i in 0..=m {
            for j in 0..=n {
                if i == 0 && j == 0 {
                    continue;
                }
                let mut best = usize::MAX;
                if i > 0 {
                    best = best.min(t[i - 1][j] + a.1[i - 1].size());
                }
                if j > 0 {
                    best = best.min(t[i][j - 1] + b.1[j - 1].size());
                }
                if i > 0 && j > 0 {
                    let (x, y) = (&a.1[i - 1], &b.1[j - 1]);
                    let renamed = usize::from(x.0 != y.0);
                    let pair = if renamed == 1 && !free {
                        x.size() + y.size() - 1
                    } else {
                        renamed + below(x, y, free)
                    };
                    best = best.min(t[i - 1][j - 1] + pair);
                }
                t[i][j] = best;
            }
        }
        t[m][n]
    }
    usize::from(a.0 != b.0) + below(a, b, free)
}

/// Zhang and Shasha, 1989: the general edit distance, by forests.
fn general(a: &Tree, b: &Tree) -> usize {
    fn forests(a: &[&Tree], b: &[&Tree]) -> usize {
        let sum = |f: &[&Tree]| f.iter().map(|t| t.size()).sum::<usize>();
        let (Some((x, ra)), Some((y, rb))) = (a.split_last(), b.split_last()) else {
            return sum(a) + sum(b);
        };
        let delete = 1 + with_children(ra, x, |f| forests(f, b));
        let insert = 1 + with_children(rb, y, |f| forests(a, f));
        let (cx, cy): (Vec<&Tree>, Vec<&Tree>) = (x.1.iter().collect(), y.1.iter().collect());
        delete.min(insert).min(usize::from(x.0 != y.0) + forests(&cx, &cy) + forests(ra, rb))
    }
    fn with_children(rest: &[&Tree], t: &Tree, run: impl Fn(&[&Tree]) -> usize) -> usize {
        let all: Vec<&Tree> = rest.iter().copied().chain(t.1.iter()).collect();
        run(&all)
    }
    forests(&[a], &[b])
}

fn tree() -> impl Strategy<Value = Tree> {
    let leaf = (0u8..3).prop_map(|n| Tree(n, Vec::new()));
    leaf.prop_recursive(4, 12, 4, |inner| {
        (0u8..3, prop::collection::vec(inner, 0..4)).prop_map(|(n, c)| Tree(n, c))
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn distances_are_those_of_the_plain_tables(a in tree(), b in tree()) {
        let mut names = Names::default();
        let x = Outline::parse(&a.text(), &mut names).unwrap();
        let y = Outline::parse(&b.text(), &mut names).unwrap();
        let d = distance(&x, &y, RESTRICTED);
        prop_assert_eq!(d, plain(&a, &b, false));
        prop_assert_eq!(distance(&x, &y, TOP_DOWN), plain(&a, &b, true));
        prop_assert_eq!(distance(&y, &x, RESTRICTED), d);
        prop_assert_eq!(distance(&x, &x, RESTRICTED), 0);
        for limit in [0, d / 2, d.saturating_sub(1), d, d + 1] {
            prop_assert_eq!(
                distance_within(&x, &y, limit, RESTRICTED),
                Some(d).filter(|d| *d <= limit),
                "limit {}",
                limit
            );
        }
    }

    #[test]
    fn distances_lie_between_the_general_one_and_all_vertices(a in tree(), b in tree()) {
        let mut names = Names::default();
        let x = Outline::parse(&a.text(), &mut names).unwrap();
        let y = Outline::parse(&b.text(), &mut names).unwrap();
        let (d, free) = (distance(&x, &y, RESTRICTED), distance(&x, &y, TOP_DOWN));
        let (n, m) = (x.len(), y.len());
        prop_assert!(n.abs_diff(m) <= general(&a, &b) && general(&a, &b) <= free && free <= d);
        prop_assert!(d <= n + m - 2 + usize::from(a.0 != b.0));
    }

    /// A mapping costs the distance, keeps order and ancestry, and pairs children of pairs only.
    #[test]
    fn mappings_cost_the_distance(a in tree(), b in tree()) {
        let mut names = Names::default();
        let x = Outline::parse(&a.text(), &mut names).unwrap();
        let y = Outline::parse(&b.text(), &mut names).unwrap();
        let mut pairs = mapping(&x, &y, RESTRICTED);
        pairs.sort_unstable();
        let renamed = pairs.iter().filter(|(i, j)| !x.same_name(*i, &y, *j)).count();
        prop_assert_eq!(
            x.len() + y.len() - 2 * pairs.len() + renamed,
            distance(&x, &y, RESTRICTED)
        );
        prop_assert!(pairs.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 < w[1].1));
        let parent = |o: &Outline, n: usize| (0..o.len()).find(|p| o.children(*p).any(|c| c == n));
        for (i, j) in &pairs {
            let up = (parent(&x, *i), parent(&y, *j));
            prop_assert!(*i == 0 || pairs.contains(&(up.0.unwrap(), up.1.unwrap())));
        }
    }
}

// ---------------------------------------------------------------- common, regular, content:
// ../shared/spec/tsrec.md

const P: &str = "<body><div><ul><li><a>Home</a><li><a>News</a></ul></div>
    <div><h1>Flood in town</h1><p>Water rose <b>fast</b> today.</p><p>People left.</p></div>
    <div><h3>Related</h3><ul><li><a>Rain</a><li><a>Sun</a><li><a>Wind</a></ul></div>\
      <p>(c) 2006</p></body>";
const Q: &str = "<body><div><ul><li><a>Home</a><li><a>News</a></ul></div>
    <div><h1>Cup final</h1><p>Two goals.</p><table><tr><td>A</td><td>B</td></tr></table></div>
    <div><h3>Related</h3><ul><li><a>Team</a></ul></div><p>(c) 2006</p></body>";

fn elements(html: &str) -> Vec<Element> {
    sequence(&feedstone::Page::parse(html))
}

#[test]
fn the_sequence_has_the_papers_codes() {
    let codes = |html: &str| -> Vec<String> {
        elements(html)
            .iter()
            .map(|e| format!("{} {} {} {} {}", e.name(), e.begin, e.end, e.parent, e.level))
            .collect()
    };
    assert_eq!(
        codes(P),
        [
            "body 0 31 0 0",
            "div 1 8 0 1",
            "ul 2 7 1 2",
            "li 3 4 2 3",
            "li 5 6 2 3",
            "div 9 16 0 1",
            "h1 10 11 9 2",
            "p 12 13 9 2",
            "p 14 15 9 2",
            "div 17 28 0 1",
            "h3 18 19 17 2",
            "ul 20 27 17 2",
            "li 21 22 20 3",
            "li 23 24 20 3",
            "li 25 26 20 3",
            "p 29 30 0 1",
        ]
    );
}

#[test]
fn the_papers_page_is_parted_as_printed() {
    let (p, q) = (elements(P), elements(Q));
    let found = parts(&p, &[&q], &tsrec::Options::LITERAL).unwrap();
    let of = |part: Part| -> Vec<usize> {
        (0..found.len()).filter(|&k| found[k] == part).map(|k| k + 1).collect()
    };
    assert_eq!(of(Part::Content), [7, 8, 9]);
    assert_eq!(of(Part::Regular), [13, 14, 15]);
    assert_eq!(of(Part::Common), [1, 2, 3, 4, 5, 6, 10, 11, 12, 16]);
    let text: Vec<String> =
        content(&p, &found, &tsrec::Options::LITERAL).into_iter().map(|k| p[k].text()).collect();
    assert_eq!(text, ["Flood in town", "Water rose fast today.", "People left."]);
}

/// The paper's own error: paragraphs of one shape are regular, and nothing is left. The guard keeps
/// what is long enough.
#[test]
fn the_guard_keeps_texts_of_a_plain_shape() {
    let (p, q) =
        (elements("<div><p>One.</p><p>Two.</p></div>"), elements("<div><p>Three.</p></div>"));
    let left = |guard| {
        let options = tsrec::Options { guard, ..tsrec::Options::LITERAL };
        parts(&p, &[&q], &options).unwrap().iter().filter(|x| **x == Part::Content).count()
    };
    assert_eq!((left(None), left(Some(9)), left(Some(8)), left(Some(4))), (0, 0, 2, 2));
}

/// What readers wrote is longer than the article, and no other page has it.
#[test]
fn readers_comments_are_no_content() {
    let page = |text: &str, class: &str| {
        let comment = "<p>I was there too, and it was not at all as you say, \
                       for the ferry had left by then.</p>";
        elements(&format!(
            "<div><h4>Menu</h4></div><div><p>{text}</p><ul><li>so</ul></div>\
             <section class='{class}'>{}</section>",
            comment.repeat(3)
        ))
    };
    let other = elements("<div><h4>Menu</h4></div><div><blockquote>x</blockquote></div>");
    let told = |class: &str, options: &tsrec::Options| {
        let page = page("Fog over the river until noon, and none behind it.", class);
        let found = parts(&page, &[&other], options).unwrap();
        content(&page, &found, options)
            .iter()
            .map(|&k| page[k].text())
            .filter(|t| t.starts_with("I was there"))
            .count()
    };
    let kept = tsrec::Options { without_comments: false, ..tsrec::Options::default() };
    assert_eq!(told("comments", &kept), 3);
    for (class, left) in
        [("comments", 0), ("post-comments_list", 0), ("comments-open", 3), ("commentary", 3)]
    {
        assert_eq!(told(class, &tsrec::Options::default()), left, "{class}");
    }
}

proptest! {
    /// The parts are a partition, a page has no content against itself, and another reference only
    /// takes content away.
    #[test]
    fn parts_are_a_partition(
        words in prop::collection::vec((0usize..5, 0usize..4), 1..20),
        others in prop::collection::vec((0usize..5, 0usize..4), 1..20),
    ) {
        let html = |w: &[(usize, usize)]| -> String {
            w.iter()
                .map(|(tag, text)| {
                    let t = ["p", "div", "li", "h2", "b"][*tag];
                    format!("<{t}>{}</{t}>", ["one", "two", "three", ""][*text])
                })
                .collect()
        };
        let (p, q) = (elements(&html(&words)), elements(&html(&others)));
        let options = tsrec::Options::default();
        let one = parts(&p, &[&q], &options).unwrap();
        prop_assert_eq!(one.len(), p.len());
        prop_assert!(parts(&p, &[&p], &options).unwrap().iter().all(|x| *x == Part::Common));
        let two = parts(&p, &[&q, &p], &options).unwrap();
        prop_assert!(one.iter().zip(&two).all(|(a, b)| *a == *b || *a == Part::Content));
        prop_assert!(content(&p, &one, &options).windows(2).all(|w| w[0] < w[1]));
    }
}

// ---------------------------------------------------------------- clusters

fn outlines(texts: &[&str]) -> Vec<Outline> {
    let mut names = Names::default();
    texts.iter().map(|t| Outline::parse(t, &mut names).unwrap()).collect()
}

#[test]
fn pages_of_one_template_are_one_cluster() {
    let pages = outlines(&[
        "h(b(p p p p p))",
        "h(b(ul(li li li li)))",
        "h(b(p p p p))",
        "h(b(ul(li li li)))",
        "h",
    ]);
    assert_eq!(clusters(&pages, &Clustering::default()), [0, 1, 0, 1, 2]);
}

/// Of more outlines than are compared with each other.
#[test]
fn of_many_outlines_the_others_join_the_cluster_they_are_most_alike() {
    let mut names = Names::default();
    let bits = |k: usize| -> String {
        (0..12).map(|bit| if k >> bit & 1 == 1 { " p" } else { " q" }).collect()
    };
    let page = |k: usize| format!("h({}({}{}))", ["a", "b", "c"][k % 3], "i ".repeat(60), bits(k));
    let mut pages: Vec<Outline> =
        (0..3_000).map(|k| Outline::parse(&page(k), &mut names).unwrap()).collect();
    pages.insert(1, Outline::parse("h(x y z)", &mut names).unwrap());
    let mut expected: Vec<usize> = (0..3_000).map(|k| [0, 2, 3][k % 3]).collect();
    expected.insert(1, 1);
    assert_eq!(clusters(&pages, &Clustering::default()), expected);
}

#[test]
fn linkages_differ_in_chains() {
    // Each is like its neighbour, the first not like the last.
    let pages = outlines(&[
        "h(p p p p)",
        "h(p p p p p p)",
        "h(p p p p p p p p)",
        "h(p p p p p p p p p p p)",
    ]);
    let by = |linkage| clusters(&pages, &Clustering { linkage, ..Clustering::default() });
    assert_eq!(by(Linkage::Single), [0, 0, 0, 0]);
    assert_eq!(by(Linkage::Complete), [0, 1, 1, 2]);
}

#[test]
fn folding_makes_long_and_short_lists_alike() {
    let mut names = Names::default();
    let long = Outline::parse("ul(li(a) li(a) li(a) li(a) li(b))", &mut names).unwrap();
    let short = Outline::parse("ul(li(a) li(a) li(b))", &mut names).unwrap();
    assert_eq!(distance(&folded(&long, &mut names), &folded(&short, &mut names), RESTRICTED), 0);
}

/// Deep, wide and uniform pages end in time.
#[test]
fn hostile_pages_are_measured_in_bounded_time() {
    let mut names = Names::default();
    let mut of = |html: &str| Outline::of(&feedstone::Page::parse(html), &mut names);
    let deep = of(&"<div>".repeat(2_000));
    let wide = of(&"<p></p>".repeat(10_000));
    let mixed = of(&"<p></p><b></b>".repeat(5_000));
    let started = std::time::Instant::now();
    for (a, b) in [(&deep, &wide), (&wide, &mixed), (&deep, &deep), (&mixed, &wide)] {
        distance_within(a, b, 500, RESTRICTED);
        distance(a, b, RESTRICTED);
    }
    // Not a benchmark: what is worse than the product of the siblings takes minutes.
    assert!(started.elapsed().as_secs() < 30, "{:?}", started.elapsed());
}
