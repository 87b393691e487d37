//! `feedstone check`.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::Write;
use std::path::Path;

use serde_json::{Map, Value, json};

use super::args::{Check, CheckForm};
use super::end::End;
use super::files::{apart, may_stand};
use super::io::{Fault, Pages, Seen, Whose, file, named, open, read_by};
use super::report::{Html, Samples};
use super::talk::{Told, counted, warn};
use crate::check::{Checker, PageCheck, State, Verdict};
use crate::entry::Field;
use crate::rule::Wrapper;
use crate::source::Response;

pub fn run(args: &Check) -> anyhow::Result<End> {
    if !named(&args.pages, &args.from, "check") {
        return Ok(End::NotRun);
    }
    // What is in the way is said before anything is asked for.
    apart(
        &[("--report", args.report.as_deref())],
        &read_by(&args.from, &args.pages, Some(&args.rules)),
    )?;
    args.report.as_deref().map(may_stand).transpose()?;
    let rules = Wrapper::load(&args.rules)?;
    let mut checker = Checker::new(&rules);
    let whose = Whose::new(&rules);
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
    let (names, from, home) = (&args.pages, &args.from, &rules.home);
    let all = Pages { names, from, home, jobs: args.jobs };
    let eyes = checker.eyes();
    let mut told = Findings::default();
    let mut found = Told::new();
    let seen = all.each(
        Fault::of(args.strict),
        |r| eyes.look(&r.page(), &r.url),
        |r, looked| {
            whose.see(&r.url);
            if args.report.is_some() && told.kept.len() < MOST_KEPT {
                told.kept.push(r);
            }
            checker.take(looked);
            told.take(checker.judged(), args.format, &mut found)
        },
    )?;
    told.take(checker.finish(), args.format, &mut found)?;
    if let Some(file) = &args.report {
        told.look(file, &rules)?;
    }
    if args.format == CheckForm::Table && seen.read > 0 {
        found.tell(|out| told.totals(out))?;
    }
    found.end()?;
    whose.tell(&args.rules);
    let all = told.pages();
    // Pages that the rules never knew do not say whether they still read right.
    let silent = told.entries == 0;
    match seen {
        Seen { read: 0, failed: 1.. } => return Ok(End::NotRun),
        Seen { read: 0, .. } => warn("no page was checked: expected pages of HTML, found none"),
        _ if silent => warn(format_args!(
            "no entry was checked: {all} {} read, and the rules know none of them",
            if all == 1 { "page was" } else { "pages were" }
        )),
        _ => {}
    }
    let fine = told.verdicts.keys().all(|v| *v <= Verdict::OtherLayout);
    Ok(End::all_if(seen.failed == 0 && !silent && fine))
}

/// Most pages that are kept for a report, to show some of them.
const MOST_KEPT: usize = 60;
/// Most findings shown of one page.
const SHOWN: usize = 6;
/// Most reasons of one page that are kept apart, and most pages that a report tells of.
const MOST_TOLD: usize = 100;

/// What was found over all pages.
#[derive(Default)]
struct Findings {
    verdicts: BTreeMap<Verdict, usize>,
    /// Values of each field by what came of them, and the sum of how sure they are.
    fields: BTreeMap<Field, ([usize; 3], f64)>,
    entries: usize,
    /// The first pages, as they came.
    kept: Vec<Response>,
    /// Addresses of those of them that disagree; what disagrees on any page.
    odd: HashSet<String>,
    rows: Vec<Vec<String>>,
}

impl Findings {
    fn pages(&self) -> usize {
        self.verdicts.values().sum()
    }

    /// Takes and tells what was found of pages.
    fn take(
        &mut self,
        pages: Vec<PageCheck>,
        form: CheckForm,
        found: &mut Told,
    ) -> anyhow::Result<()> {
        for page in &pages {
            self.count(page);
            found.tell(|out| match form {
                CheckForm::Json => Ok(writeln!(out, "{}", line(page))?),
                CheckForm::Table => rows(page, out),
            })?;
        }
        Ok(())
    }

    fn count(&mut self, page: &PageCheck) {
        if !matches!(page.verdict, Verdict::Ok | Verdict::OtherLayout) {
            if self.pages() < self.kept.len() {
                self.odd.insert(page.url.clone());
            }
            if self.rows.len() < MOST_TOLD {
                self.rows.push(doubts(page));
            }
        }
        *self.verdicts.entry(page.verdict).or_default() += 1;
        self.entries += page.entries.len();
        for f in page.entries.iter().flat_map(|e| &e.fields) {
            let field = self.fields.entry(f.field).or_default();
            field.0[f.state as usize] += 1;
            field.1 += f.confidence;
        }
    }

    fn said(&self) -> String {
        let said: Vec<String> =
            self.verdicts.iter().map(|(v, n)| format!("{n} {}", v.name())).collect();
        format!("{}: {}", counted(self.pages(), "page"), said.join(", "))
    }

    /// The findings, to look at.
    fn look(&self, file: &Path, rules: &Wrapper) -> anyhow::Result<()> {
        let mut html = Html::new(&format!("Check of {}", rules.home));
        html.words("verdict", &self.said());
        html.heading("Fields");
        let rows = self.fields.iter().map(|(field, (states, sum))| {
            let of: usize = states.iter().sum();
            let counts = states.iter().map(ToString::to_string);
            let sure = format!("{:.0} %", 100.0 * sum / of.max(1) as f64);
            std::iter::once(field.name().to_owned()).chain(counts).chain([sure]).collect()
        });
        let head = ["field", "agree", "cannot tell", "disagree", "how sure"];
        html.table(&head, &rows.collect::<Vec<_>>());
        if !self.rows.is_empty() {
            html.heading("What disagrees");
            html.table(&["page", "verdict", "why"], &self.rows);
        }
        let mut samples = Samples::default();
        for r in &self.kept {
            match self.odd.contains(&r.url) {
                true => samples.see_odd(r),
                false => samples.see(r),
            }
        }
        html.samples(rules, &samples);
        html.write(file)
    }

    fn totals(&self, out: &mut impl Write) -> anyhow::Result<()> {
        writeln!(out, "\n{:<8} {:>8} {:>12} {:>9}", "field", "agree", "cannot tell", "disagree")?;
        for (field, ([agree, open, against], _)) in &self.fields {
            writeln!(out, "{:<8} {agree:>8} {open:>12} {against:>9}", field.name())?;
        }
        writeln!(out, "{}", self.said())?;
        Ok(())
    }
}

/// A page that disagrees: its address, its verdict, and why.
fn doubts(page: &PageCheck) -> Vec<String> {
    let doubts = page.entries.iter().flat_map(|e| &e.fields);
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
    let why = if why.is_empty() { page.why.to_string() } else { why };
    vec![page.url.clone(), page.verdict.name().to_owned(), why]
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
        "why": p.why.to_string(), "entries": entries
    })
}

/// A page as lines for people. Values with one reason are told together.
fn rows(p: &PageCheck, out: &mut impl Write) -> anyhow::Result<()> {
    let n = p.entries.len();
    writeln!(
        out,
        "{:<12}  {}  {} {}",
        p.verdict.name(),
        p.url,
        n,
        if n == 1 { "entry" } else { "entries" }
    )?;
    let doubts = || {
        let all = p.entries.iter().flat_map(|e| &e.fields);
        all.filter(|f| f.state == State::Disagree)
    };
    let told_below = p.verdict == Verdict::Partial && doubts().next().is_some();
    if p.verdict != Verdict::Ok && !told_below {
        writeln!(out, "              {}", p.why)?;
    }
    let mut told: Vec<Doubt<'_>> = Vec::new();
    let mut more = 0;
    for f in doubts() {
        let why = f.reasons().next().map(|r| r.reason.as_str()).or_else(|| f.doubt());
        let why = why.unwrap_or_default();
        let full = told.len() >= MOST_TOLD;
        match told.iter_mut().find(|t| t.why == why) {
            Some(t) => {
                t.values += 1;
                if !t.fields.contains(&f.field.name()) {
                    t.fields.push(f.field.name());
                }
            }
            None if full => more += 1,
            None => told.push(Doubt {
                why,
                fields: vec![f.field.name()],
                values: 1,
                example: f.value.as_deref(),
            }),
        }
    }
    for Doubt { why, fields, values, example } in told.iter().take(SHOWN) {
        let times = if *values > 1 { format!(", {values} values") } else { String::new() };
        let example = example.map_or(String::new(), |v| format!(" {v:?}"));
        writeln!(out, "              {}{times}:{example} {why}", fields.join(", "))?;
    }
    if told.len() > SHOWN {
        writeln!(out, "              … and {} more", told.len() - SHOWN + more)?;
    }
    Ok(())
}

/// Values of a page that disagree for one reason.
struct Doubt<'p> {
    why: &'p str,
    fields: Vec<&'static str>,
    values: usize,
    /// The first of them.
    example: Option<&'p str>,
}
