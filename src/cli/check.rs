//! `feedstone check`.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::args::{Check, CheckForm};
use super::end::End;
use super::files::{may_stand, wrapper};
use super::io::{Fault, Pages, Seen, file, named, open, parsed};
use super::report::{Html, Samples};
use super::talk::{findings, warn};
use crate::check::{Checker, PageCheck, State, Verdict};
use crate::entry::Field;
use crate::rule::Wrapper;
use crate::source::Response;

pub fn run(args: &Check) -> anyhow::Result<End> {
    if !named(&args.pages, &args.from, "check") {
        return Ok(End::NotRun);
    }
    // What is in the way is said before anything is asked for.
    args.report.as_deref().map(may_stand).transpose()?;
    let rules = wrapper(&args.rules)?;
    let mut checker = Checker::new(&rules);
    if let Some(feed) = &args.feed {
        let path = Path::new(feed);
        let r = if path.is_file() {
            file(path, None, &rules.feed)?
        } else {
            open(&args.from, None, &[feed])?.0.get(feed)?
        };
        checker.hear(
            &crate::feed::read(&r.bytes, r.content_type(), &r.url).map_err(|e| e.within(feed))?,
        );
    }
    let mut kept: Vec<Response> = Vec::new();
    let (names, from, home) = (&args.pages, &args.from, &rules.home);
    let all = Pages { names, from, home, jobs: args.jobs };
    let eyes = checker.eyes();
    let seen = all.each(
        Fault::of(args.strict),
        |r| eyes.look(&parsed(r), &r.url),
        |r, looked| {
            if args.report.is_some() && kept.len() < MOST_KEPT {
                kept.push(r);
            }
            checker.take(looked);
            Ok(())
        },
    )?;
    let pages = checker.finish();
    if let Some(file) = &args.report {
        look(file, &rules, &pages, &kept)?;
    }
    findings(|out| match args.format {
        CheckForm::Json => Ok(pages.iter().try_for_each(|p| writeln!(out, "{}", line(p)))?),
        CheckForm::Table => table(&pages, out),
    })?;
    let all = pages.len();
    // Pages that the rules never knew do not say whether they still read right.
    let silent = pages.iter().all(|p| p.entries.is_empty());
    match seen {
        Seen { read: 0, failed: 1.. } => return Ok(End::NotRun),
        Seen { read: 0, .. } => warn("no page was checked: expected pages of HTML, found none"),
        _ if silent => warn(format_args!(
            "no entry was checked: {all} {} read, and the rules know none of them",
            if all == 1 { "page was" } else { "pages were" }
        )),
        _ => {}
    }
    let fine = |p: &PageCheck| p.verdict <= Verdict::OtherLayout;
    Ok(End::all_if(seen.failed == 0 && !silent && pages.iter().all(fine)))
}

/// Most pages that are kept for a report, to show some of them.
const MOST_KEPT: usize = 60;

/// The findings, to look at.
fn look(file: &Path, rules: &Wrapper, all: &[PageCheck], kept: &[Response]) -> anyhow::Result<()> {
    let mut html = Html::new(&format!("Check of {}", rules.home));
    let mut verdicts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut fields: BTreeMap<Field, ([usize; 3], f64)> = BTreeMap::new();
    for page in all {
        *verdicts.entry(page.verdict).or_default() += 1;
        for f in page.entries.iter().flat_map(|e| &e.fields) {
            let field = fields.entry(f.field).or_default();
            field.0[f.state as usize] += 1;
            field.1 += f.confidence;
        }
    }
    let said: Vec<String> = verdicts.iter().map(|(v, n)| format!("{n} {}", v.name())).collect();
    html.words("verdict", &format!("{} pages: {}", all.len(), said.join(", ")));
    html.heading("Fields");
    let rows = fields.iter().map(|(field, (states, sum))| {
        let of: usize = states.iter().sum();
        let counts = states.iter().map(ToString::to_string);
        let sure = format!("{:.0} %", 100.0 * sum / of.max(1) as f64);
        std::iter::once(field.name().to_owned()).chain(counts).chain([sure]).collect()
    });
    let head = ["field", "agree", "cannot tell", "disagree", "how sure"];
    html.table(&head, &rows.collect::<Vec<_>>());
    let bad = |p: &&PageCheck| !matches!(p.verdict, Verdict::Ok | Verdict::OtherLayout);
    let rows: Vec<Vec<String>> = all
        .iter()
        .filter(bad)
        .take(MOST_TOLD)
        .map(|p| {
            let doubts = p.entries.iter().flat_map(|e| &e.fields);
            let doubts = doubts.filter(|f| f.state == State::Disagree);
            let mut told: BTreeMap<&str, BTreeSet<Field>> = BTreeMap::new();
            for f in doubts {
                let why = f.reasons().next().map(|r| r.reason.as_str()).or_else(|| f.doubt());
                told.entry(why.unwrap_or_default()).or_default().insert(f.field);
            }
            let doubt = told.iter().map(|(why, fields)| {
                let fields: Vec<&str> = fields.iter().map(|f| f.name()).collect();
                format!("{}: {why}", fields.join(", "))
            });
            let why = doubt.take(SHOWN).collect::<Vec<_>>().join("; ");
            let why = if why.is_empty() { p.why.clone() } else { why };
            vec![p.url.clone(), p.verdict.name().to_owned(), why]
        })
        .collect();
    if !rows.is_empty() {
        html.heading("What disagrees");
        html.table(&["page", "verdict", "why"], &rows);
    }
    let mut samples = Samples::default();
    for r in kept {
        match all.iter().filter(bad).any(|p| p.url == r.url) {
            true => samples.see_odd(r),
            false => samples.see(r),
        }
    }
    html.samples(rules, &samples);
    html.write(file)
}

/// A page as JSON.
pub(super) fn line(p: &PageCheck) -> Value {
    let entries: Vec<Value> = p
        .entries
        .iter()
        .map(|e| {
            let fields = e.fields.iter().map(|f| {
                let said = |drift: bool| -> Map<String, Value> {
                    let votes = f.votes.iter().filter(|v| v.witness.is_drift() == drift);
                    votes.map(|v| (v.witness.name().to_owned(), v.agrees.into())).collect()
                };
                let reasons = f.reasons().map(|v| format!("{}: {}", v.witness.name(), v.reason));
                let reasons: Vec<String> = reasons.chain(f.doubt().map(str::to_owned)).collect();
                let confidence = (f.confidence * 1000.0).round() / 1000.0;
                json!({
                    "field": f.field.name(), "value": f.value, "required": f.required,
                    "state": f.state.name(), "confidence": confidence,
                    "votes": said(false), "drift": said(true), "reasons": reasons
                })
            });
            json!({ "link": e.link, "fields": fields.collect::<Vec<_>>() })
        })
        .collect();
    json!({
        "page": p.url, "layout": p.layout, "kind": p.kind.map(|k| k.name()),
        "likeness": p.likeness, "verdict": p.verdict.name(),
        "why": p.why, "entries": entries
    })
}

/// Most findings shown of one page.
const SHOWN: usize = 6;
/// Most reasons of one page that are kept apart.
const MOST_TOLD: usize = 100;

fn table(pages: &[PageCheck], out: &mut impl Write) -> anyhow::Result<()> {
    let mut counts: BTreeMap<Verdict, usize> = BTreeMap::new();
    let mut fields: BTreeMap<Field, [usize; 3]> = BTreeMap::new();
    for p in pages {
        *counts.entry(p.verdict).or_default() += 1;
        let n = p.entries.len();
        writeln!(
            out,
            "{:<12}  {}  {} {}",
            p.verdict.name(),
            p.url,
            n,
            if n == 1 { "entry" } else { "entries" }
        )?;
        let mut doubts = p.entries.iter().flat_map(|e| &e.fields);
        let told_below =
            p.verdict == Verdict::Partial && doubts.any(|f| f.state == State::Disagree);
        if p.verdict != Verdict::Ok && !told_below {
            writeln!(out, "              {}", p.why)?;
        }
        // Values with one reason are told together.
        let mut told: Vec<(String, Vec<Field>, usize, Option<&str>)> = Vec::new();
        let mut more = 0;
        for f in p.entries.iter().flat_map(|e| &e.fields) {
            fields.entry(f.field).or_default()[f.state as usize] += 1;
            if f.state != State::Disagree {
                continue;
            }
            let why = f
                .reasons()
                .next()
                .map(|r| r.reason.clone())
                .or_else(|| f.doubt().map(str::to_owned))
                .unwrap_or_default();
            let full = told.len() >= MOST_TOLD;
            match told.iter_mut().find(|t| t.0 == why) {
                Some(t) => {
                    t.2 += 1;
                    if !t.1.contains(&f.field) {
                        t.1.push(f.field);
                    }
                }
                None if full => more += 1,
                None => told.push((why, vec![f.field], 1, f.value.as_deref())),
            }
        }
        for (why, of, n, example) in told.iter().take(SHOWN) {
            let of: Vec<&str> = of.iter().map(|f| f.name()).collect();
            let times = if *n > 1 { format!(", {n} values") } else { String::new() };
            let example = example.map_or(String::new(), |v| format!(" {v:?}"));
            writeln!(out, "              {}{times}:{example} {why}", of.join(", "))?;
        }
        if told.len() > SHOWN {
            writeln!(out, "              … and {} more", told.len() - SHOWN + more)?;
        }
    }
    writeln!(out, "\n{:<8} {:>8} {:>12} {:>9}", "field", "agree", "cannot tell", "disagree")?;
    for (field, [agree, open, against]) in fields {
        writeln!(out, "{:<8} {agree:>8} {open:>12} {against:>9}", field.name())?;
    }
    let verdicts: Vec<String> = counts.iter().map(|(v, n)| format!("{n} {}", v.name())).collect();
    writeln!(out, "{} pages: {}", pages.len(), verdicts.join(", "))?;
    Ok(())
}
