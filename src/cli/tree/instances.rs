//! `feedstone instances`.

use std::collections::HashMap;
use std::io::Write;

use serde_json::json;
use url::Url;

use super::args::Instances;
use super::{Clock, Named, Pages, timed};
use crate::address::{key_of, link_key};
use crate::cli::end::End;
use crate::cli::talk::{lines, warn};
use crate::page::{Kind, Page, fold};
use crate::tree::cluster::{self, templates};
use crate::tree::instances::{Options, instances};
use crate::tree::regions::{Options as Regions, regions};

pub fn run(args: &Instances) -> anyhow::Result<End> {
    let mut pages_of = Pages::new(&args.from, args.list.iter().chain(&args.pages), args.strict);
    let list = args.list.as_ref().map(|l| pages_of.load(l)).transpose()?.flatten();
    let list_name = list.as_ref().map_or("", |l| l.name.as_str());
    let named = pages_of.load_all(&args.pages)?;
    let started = Clock::start(args.timing);
    let pages: Vec<&Page> = named.iter().map(|n| &n.page).collect();
    let mut found: Vec<Vec<usize>> = vec![Vec::new(); pages.len()];
    let options = Options { mended: !args.literal };
    // Pages of different templates have nothing to tell each other.
    let of = templates(&pages, None, args.literal);
    let all = list.as_ref().map(|list| linked(list, &named)).filter(|all| {
        if all.is_empty() {
            warn(format_args!(
                "no list of {list_name} links to two of the pages; each is compared with the next \
                 of its template"
            ));
        }
        !all.is_empty()
    });
    let templates = cluster::members(&of);
    let mut pairs = vec![Vec::new(); templates.len()];
    for &(a, b) in all.iter().flatten().filter(|(a, b)| of[*a] == of[*b]) {
        pairs[of[a]].push((a, b));
    }
    for (members, pairs) in templates.iter().zip(pairs) {
        let place = |k: &usize| members.binary_search(k).ok();
        let groups: Vec<(usize, usize)> = match &all {
            Some(_) => pairs.iter().filter_map(|(a, b)| Some((place(a)?, place(b)?))).collect(),
            None => (1..members.len()).map(|k| (k - 1, k)).collect(),
        };
        let these: Vec<&Page> = members.iter().map(|&k| pages[k]).collect();
        members
            .iter()
            .zip(instances(&these, &groups, options))
            .for_each(|(&k, tokens)| found[k] = tokens);
    }
    let ms = started.ms(named.len());
    let mut out = lines();
    for (n, tokens) in named.iter().zip(found) {
        pages_of.found |= !tokens.is_empty();
        if tokens.is_empty() {
            warn(format_args!(
                "{}: no text: no page that it is compared with differs from it in the same places",
                n.name
            ));
        }
        let text = tokens.iter().map(|&t| fold(n.page.data(t))).collect::<Vec<_>>().join("\n");
        writeln!(out, "{}", timed(json!({ "page": n.name, "text": text }), ms))?;
    }
    out.flush()?;
    Ok(pages_of.end())
}

/// Pairs of pages that neighbouring records of one region of a list link to.
fn linked(list: &Named, named: &[Named]) -> Vec<(usize, usize)> {
    let at: HashMap<String, usize> =
        named.iter().enumerate().filter_map(|(k, n)| Some((key_of(&n.url)?, k))).collect();
    let Ok(address) = Url::parse(&list.url) else { return Vec::new() };
    let page = &list.page;
    let base = page.base(&address);
    let target = |i: usize| {
        let link = page.tokens()[i].kind == Kind::Start && page.tag(i) == "a";
        link.then(|| at.get(&link_key(&base, page.attr(i, "href")?)?).copied()).flatten()
    };
    let of = |r: &crate::tree::regions::Record| r.tokens(page).flatten().find_map(target);
    let regions = regions(page, None, &Regions::default());
    regions
        .iter()
        .flat_map(|region| {
            let mut targets: Vec<usize> = region.records.iter().filter_map(of).collect();
            targets.dedup();
            targets.windows(2).map(|w| (w[0], w[1])).collect::<Vec<_>>()
        })
        .filter(|(a, b)| a != b)
        .collect()
}
