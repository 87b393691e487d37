//! `feedstone news`.

use std::io::Write;

use serde_json::json;

use super::args::News;
use super::{Clock, Pages, timed};
use crate::cli::end::End;
use crate::cli::talk::{lines, warn};
use crate::page::Page;
use crate::tree::cluster::{members, templates};
use crate::tree::news::{Article, Options, articles};

pub fn run(args: &News) -> anyhow::Result<End> {
    let mut pages_of = Pages::new(&args.from, &args.pages, args.strict);
    let pages = pages_of.load_all(&args.pages)?;
    let options = if args.literal { Options::LITERAL } else { Options::default() };
    let all: Vec<&Page> = pages.iter().map(|n| &n.page).collect();
    let found = templates(&all, args.threshold, args.literal);
    let mut told: Vec<(Option<Article>, Option<f64>)> =
        pages.iter().map(|_| (None, None)).collect();
    let clusters = members(&found);
    for these in &clusters {
        let started = Clock::start(args.timing);
        let of: Vec<&Page> = these.iter().map(|&k| all[k]).collect();
        let read = if of.len() > 1 { articles(&of, &options) } else { vec![None] };
        let ms = started.ms(of.len());
        these.iter().zip(read).for_each(|(&k, a)| told[k] = (a, ms));
    }
    let mut out = lines();
    for ((named, cluster), (article, ms)) in pages.iter().zip(&found).zip(&told) {
        pages_of.found |= article.is_some();
        let has_text = article.as_ref().is_some_and(|a| !a.body.is_empty());
        if !has_text {
            let why = match clusters[*cluster].len() {
                1 => "no other page of its template is among those given, \
                      so nothing is known to vary"
                    .to_owned(),
                _ => format!(
                    "what varies in its template has no passage of more than {} words",
                    options.least_body
                ),
            };
            let what = if article.is_none() { "article" } else { "text" };
            warn(format_args!("{}: no {what}: {why}", named.name));
        }
        let (title, text) =
            article.as_ref().map_or((None, ""), |a| (a.title.as_deref(), a.body.as_str()));
        let line = json!({
            "page": named.name, "cluster": cluster, "title": title, "text": text
        });
        writeln!(out, "{}", timed(line, *ms))?;
    }
    out.flush()?;
    Ok(pages_of.end())
}
