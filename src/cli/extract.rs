//! `feedstone extract`: entries as JSON Lines.

use std::io::Write;
use std::process::ExitCode;

use super::args::Extract;
use super::io::{each_page, named, wrapper, write_whole};
use crate::Page;
use crate::check::{Checker, PageCheck};
use crate::output::json_line;
use crate::rule::{Extraction, Wrapper};
use crate::source::Response;

pub fn run(args: &Extract) -> anyhow::Result<ExitCode> {
    if !named(&args.pages, &args.from, "extract") {
        return Ok(ExitCode::from(2));
    }
    let rules = wrapper(&args.rules)?;
    let mut done = Done::default();
    match &args.out {
        Some(out) => write_whole(out, |w| {
            all(args, &rules, w, &mut done)?;
            anyhow::ensure!(
                done.found > 0 || done.failed == 0,
                "not written: no page could be read"
            );
            Ok(())
        })?,
        None => {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            all(args, &rules, &mut out, &mut done)?;
            out.flush()?;
        }
    }
    Ok(match done {
        Done { found: 0, failed: 0 } => ExitCode::from(1),
        Done { found: 0, .. } => ExitCode::from(3),
        _ => ExitCode::SUCCESS,
    })
}

/// What a run came to.
#[derive(Default)]
struct Done {
    /// Entries written.
    found: usize,
    /// Pages that could not be had.
    failed: usize,
}

fn all(
    args: &Extract,
    rules: &Wrapper,
    out: &mut dyn Write,
    done: &mut Done,
) -> anyhow::Result<()> {
    let mut found = 0;
    let Some(least) = args.min_confidence else {
        done.failed = each_page(&args.pages, &args.from, &rules.home, &mut |r| {
            found += page(args, rules, r, None, out)?;
            Ok(())
        })?;
        done.found = found;
        return Ok(());
    };
    // Witnesses need all pages before the first value is judged: archives are read twice, pages
    // that were named are kept.
    let mut checker = Checker::new(rules);
    let mut kept: Vec<Response> = Vec::new();
    done.failed = each_page(&args.pages, &args.from, &rules.home, &mut |r| {
        checker.read(&Page::from_bytes(&r.bytes, r.content_type(), &r.url), &r.url);
        if !args.pages.is_empty() {
            kept.push(r.clone());
        }
        Ok(())
    })?;
    let mut checks = checker.finish().into_iter().peekable();
    let mut one = |r: &Response| -> anyhow::Result<()> {
        found += page(args, rules, r, checks.next_if(|c| c.url == r.url).map(|c| (c, least)), out)?;
        Ok(())
    };
    if args.pages.is_empty() {
        each_page(&args.pages, &args.from, &rules.home, &mut one)?;
    } else {
        kept.iter().try_for_each(one)?;
    }
    done.found = found;
    Ok(())
}

fn page(
    args: &Extract,
    rules: &Wrapper,
    r: &Response,
    check: Option<(PageCheck, f64)>,
    out: &mut dyn Write,
) -> anyhow::Result<usize> {
    let page = Page::from_bytes(&r.bytes, r.content_type(), &r.url);
    if args.readings {
        return readings(rules, &page, &r.url, out);
    }
    let mut got = rules.extract_page(&page, &r.url);
    if let Some((check, least)) = check {
        for (entry, checked) in got.entries.iter_mut().zip(&check.entries) {
            for f in checked.fields.iter().filter(|f| f.value.is_some() && f.confidence < least) {
                entry.leave_out(f.field, format!("its confidence is {:.2}", f.confidence));
            }
        }
        got.entries.retain(|e| e.title.is_some() || e.link.is_some() || e.body_text.is_some());
    }
    if args.explain {
        anstream::eprintln!(
            "{}\n  {}: {}",
            r.url,
            got.layout.as_deref().unwrap_or("no layout"),
            got.why
        );
        for e in &got.entries {
            for (field, why) in &e.missing {
                anstream::eprintln!(
                    "  {}: no {}: {why}",
                    e.title.as_deref().unwrap_or("(no title)"),
                    field.name()
                );
            }
        }
    }
    for e in &got.entries {
        writeln!(out, "{}", json_line(&r.url, &got, e))?;
    }
    Ok(got.entries.len())
}

/// All readings of a page, one JSON object a line, for `tools/readings.py`.
fn readings(rules: &Wrapper, page: &Page, url: &str, out: &mut dyn Write) -> anyhow::Result<usize> {
    let readings = rules.readings(page, url);
    for r in &readings {
        let terms: serde_json::Map<String, serde_json::Value> =
            r.terms.iter().map(|(t, x)| (t.name().to_owned(), (*x).into())).collect();
        let got = Extraction {
            layout: Some(r.layout.clone()),
            kind: Some(r.kind),
            ..Extraction::default()
        };
        let lines = r.entries.iter().map(|e| json_line(url, &got, e));
        let entries: Vec<serde_json::Value> =
            lines.map(|l| serde_json::from_str(&l)).collect::<Result<_, _>>()?;
        let line = serde_json::json!({
            "page": url, "layout": r.layout, "score": r.score(), "terms": terms, "entries": entries,
        });
        writeln!(out, "{line}")?;
    }
    Ok(readings.len())
}
