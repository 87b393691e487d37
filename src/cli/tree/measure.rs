//! `feedstone distance` and `feedstone cluster`.

use std::io::Write;

use serde_json::json;

use super::args::{Cluster, Distance};
use super::{Clock, Pages, timed};
use crate::cli::end::End;
use crate::cli::talk::lines;
use crate::tree::cluster::{Clustering, clusters, folded};
use crate::tree::rtdm::{Options, distance, mapping};
use crate::tree::{Names, Outline};

pub fn run_distance(args: &Distance) -> anyhow::Result<End> {
    let mut pages_of = Pages::new(&args.from, [&args.a, &args.b], true);
    let pages = [pages_of.ask(&args.a)??, pages_of.ask(&args.b)??];
    pages_of.done();
    let mut names = Names::default();
    let [a, b] = [&pages[0], &pages[1]].map(|p| Outline::of(&p.page, &mut names));
    let options = Options { top_down: args.top_down };
    let started = Clock::start(args.timing);
    let d = distance(&a, &b, options);
    let ms = started.ms(1);
    let similarity = 1.0 - d as f64 / (a.len() + b.len()).max(1) as f64;
    let line = json!({
        "a": pages[0].name, "b": pages[1].name,
        "distance": d, "similarity": similarity,
        "elements": [a.len(), b.len()]
    });
    let mut line = timed(line, ms);
    if args.mapping {
        let mut pairs: Vec<[usize; 2]> =
            mapping(&a, &b, options).into_iter().map(|(x, y)| [a.token(x), b.token(y)]).collect();
        pairs.sort_unstable();
        line["mapping"] = json!(pairs);
    }
    let mut out = lines();
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(End::All)
}

pub fn run_cluster(args: &Cluster) -> anyhow::Result<End> {
    let mut pages_of = Pages::new(&args.from, &args.pages, args.strict);
    let mut names = Names::default();
    let mut outlines = Vec::new();
    let mut called = Vec::new();
    for what in &args.pages {
        let Some(named) = pages_of.load(what)? else { continue };
        let outline = Outline::of(&named.page, &mut names);
        outlines.push(if args.fold { folded(&outline, &mut names) } else { outline });
        called.push(named.name);
    }
    pages_of.done();
    let how = Clustering {
        threshold: args.threshold,
        linkage: args.linkage,
        denominator: args.denominator,
        distance: Options { top_down: args.top_down },
    };
    let started = Clock::start(args.timing);
    let found = clusters(&outlines, &how);
    let ms = started.ms(called.len());
    let mut out = lines();
    for (page, cluster) in called.iter().zip(found) {
        writeln!(out, "{}", timed(json!({ "page": page, "cluster": cluster }), ms))?;
    }
    out.flush()?;
    pages_of.found = true;
    Ok(pages_of.end())
}
