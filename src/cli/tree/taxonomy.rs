//! `feedstone taxonomy`.

use std::io::Write;

use serde_json::json;
use url::Url;

use super::args::Taxonomy;
use super::{NO_ADDRESS, Named, Pages};
use crate::address::host;
use crate::cli::end::End;
use crate::cli::talk::{lines, warn};
use crate::tree::menus::{Hierarchy, menu, menus};
use crate::tree::taxonomy::{Concepts, mine, tree};

pub fn run(args: &Taxonomy) -> anyhow::Result<End> {
    let mut pages_of = Pages::new(&args.from, &args.pages, args.strict);
    let mut names: Vec<String> = Vec::new();
    let mut sites: Vec<Vec<Hierarchy>> = Vec::new();
    for what in &args.pages {
        let Some(named) = pages_of.load(what)? else { continue };
        let site = site_of(&named);
        let k = names.iter().position(|n| *n == site).unwrap_or_else(|| {
            names.push(site);
            sites.push(Vec::new());
            names.len() - 1
        });
        sites[k].extend(menus(&named.page).into_iter().map(|m| menu(&named.page, m)));
    }
    pages_of.done();
    let support = args.support.unwrap_or((sites.len() / 10).max(2));
    let edges = mine(&sites, &Concepts::of(&sites, args.common), support);
    let edges = if args.all { edges } else { tree(&edges) };
    pages_of.found = !edges.is_empty();
    if edges.is_empty() && pages_of.read > 0 {
        let found = sites.len();
        match found < support {
            true => warn(format_args!(
                "expected pages of {support} sites at least, found those of {found}; name more"
            )),
            false => warn(format_args!(
                "no two labels stand above each other on {support} of {found} sites; \
                 --support asks for fewer"
            )),
        }
    }
    let mut out = lines();
    for e in &edges {
        writeln!(
            out,
            "{}",
            json!({
                "parent": e.parent, "child": e.child, "sites": e.sites, "distance": e.distance
            })
        )?;
    }
    out.flush()?;
    Ok(pages_of.end())
}

/// The host a page is of, by its address or by what it says of itself; else its name.
fn site_of(named: &Named) -> String {
    let address =
        Some(named.url.as_str()).filter(|u| *u != NO_ADDRESS).and_then(|u| Url::parse(u).ok());
    address.map_or_else(|| named.name.clone(), |u| host(&u).to_owned())
}
