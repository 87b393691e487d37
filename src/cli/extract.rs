//! `feedstone extract`: entries as JSON Lines, or each once in the form that a file's name says.

use std::io::Write;

use url::Url;

use super::args::Extract;
use super::end::End;
use super::files::{apart, is_stdout, write_whole};
use super::io::{Fault, Pages, Seen, Whose, named, read_by};
use super::lines::Lines;
use super::once::Once;
use super::out::{Target, cleaned};
use super::talk::{file, lines, say, warn};
use crate::check::{Checker, PageCheck};
use crate::error::Kind;
use crate::harvest::Parts;
use crate::output::{About, Format, Writer, unsteered};
use crate::page::Barrier;
use crate::rule::{Extraction, LayoutKind, Reading, Texts, Wrapper};
use crate::source::Response;
use crate::{Entry, Error, Missing, Page};

pub fn run(args: &Extract) -> anyhow::Result<End> {
    if !named(&args.pages, &args.from, "extract") {
        return Ok(End::NotRun);
    }
    apart(&[("--out", args.out.as_deref())], &read_by(&args.from, &args.pages, Some(&args.rules)))?;
    let rules = Wrapper::load(&args.rules)?;
    let mut done = Done::default();
    let whose = Whose::new(&rules);
    let out = args.out.as_deref().filter(|out| !is_stdout(out));
    let target = out.map(Target::of).transpose()?;
    match (out, target.filter(|t| args.merge || !t.is_lines())) {
        (Some(out), Some(target)) => {
            let mut once = Once::new(&rules);
            all(args, &whose, &mut Out::Once(&mut once), &mut done)?;
            if done.found > 0 {
                once.write(&target, &rules)?;
            } else {
                warn(format_args!("{}: {Nothing}", out.display()));
            }
        }
        (Some(out), None) => {
            let written = write_whole(out, |w| {
                let mut lines = Lines::new(w);
                all(args, &whose, &mut Out::Lines(&mut lines), &mut done)?;
                anyhow::ensure!(done.found > 0, Nothing);
                lines.finish()
            });
            match written {
                Err(e) if e.is::<Nothing>() => warn(format_args!("{e:#}")),
                other => other?,
            }
        }
        (None, _) if args.merge => {
            let mut once = Once::new(&rules);
            all(args, &whose, &mut Out::Once(&mut once), &mut done)?;
            let mut out = Writer::new(Format::Lines, lines(), &About::default())?;
            once.posts().iter().try_for_each(|post| out.post(post))?;
            out.finish()?;
        }
        (None, _) => {
            // No value of a line steers a terminal: in a pipe nothing is looked at again.
            let mut out = file();
            let mut lines = Lines::new(&mut out);
            // What was read ahead of an error is written, too.
            let ended = all(args, &whose, &mut Out::Lines(&mut lines), &mut done);
            lines.finish()?;
            out.flush()?;
            ended?;
        }
    }
    whose.tell(&args.rules);
    Ok(done.end(args.explain))
}

/// Why a file is left as it stands.
#[derive(Debug, thiserror::Error)]
#[error("not written: no entry was found")]
struct Nothing;

/// What a run came to.
#[derive(Default)]
struct Done {
    /// Entries written.
    found: usize,
    /// Pages.
    seen: Seen,
    /// Of these, those that something else stood in place of.
    barred: usize,
}

impl Done {
    /// What a page gave; None where something else stood in its place.
    fn add(&mut self, found: Option<usize>) {
        match found {
            Some(n) => self.found += n,
            None => self.barred += 1,
        }
    }

    /// How the run ends. One that gave nothing says why, where no failed page has said it.
    fn end(&self, explained: bool) -> End {
        let Done { found, seen, barred } = self;
        let hint = if explained { "" } else { "; --explain says why" };
        match (found, seen) {
            (0, Seen { read: 0, failed: 1.. }) => return End::NotRun,
            (0, Seen { read: 0, .. }) => {
                warn("no entries: expected pages of HTML, found none");
            }
            (0, Seen { read, .. }) if read == barred => {}
            (0, Seen { read: 1, .. }) => {
                warn(format_args!("no entries: nothing of the page was read{hint}"));
            }
            (0, Seen { read, .. }) => {
                warn(format_args!("no entries: nothing of {read} pages was read{hint}"));
            }
            _ => {}
        }
        End::all_if(*found > 0 && seen.failed + barred == 0)
    }
}

/// Where entries go.
enum Out<'o, 'w> {
    /// Each as it was found, one line a page and entry.
    Lines(&'o mut Lines<'w>),
    /// Each post once.
    Once(&'o mut Once),
}

impl Out<'_, '_> {
    fn entries(&mut self, r: &Response, read: &Found) -> anyhow::Result<()> {
        let Found { got, parts, texts, .. } = read;
        match self {
            Out::Lines(lines) => lines.page(r, got, texts)?,
            Out::Once(once) => got.entries.iter().for_each(|e| once.add(r, got.kind, parts, e)),
        }
        Ok(())
    }
}

fn all(
    args: &Extract,
    whose: &Whose<'_>,
    out: &mut Out<'_, '_>,
    done: &mut Done,
) -> anyhow::Result<()> {
    let rules = whose.rules;
    let (names, from, home) = (&args.pages, &args.from, &rules.home);
    let all = Pages { names, from, home, jobs: args.jobs };
    let fault = Fault::of(args.strict);
    let lines = matches!(out, Out::Lines(_));
    let work = |r: &Response| read(args, rules, r, lines);
    let Some(least) = args.min_confidence else {
        done.seen = all.each(fault, work, |r, read| {
            whose.see(&r.url);
            done.add(page(args, &r, read, None, out)?);
            Ok(())
        })?;
        return Ok(());
    };
    // Witnesses need all pages before the first value is judged: archives are read twice, pages
    // that were named are kept.
    let mut checker = Checker::new(rules);
    let mut kept: Vec<Response> = Vec::new();
    let eyes = checker.eyes();
    done.seen = all.each(
        fault,
        |r| eyes.look(&r.page(), &r.url),
        |r, looked| {
            checker.take(looked);
            whose.see(&r.url);
            if !names.is_empty() {
                kept.push(r);
            }
            Ok(())
        },
    )?;
    let mut checks = checker.finish().into_iter().peekable();
    let mut one = |r: Response, read: Read| -> anyhow::Result<()> {
        let check = checks.next_if(|c| c.url == r.url).map(|c| (c, least));
        done.add(page(args, &r, read, check, out)?);
        Ok(())
    };
    if names.is_empty() {
        all.each(Fault::Known, work, one)?;
    } else {
        for r in kept {
            let read = work(&r);
            one(r, read)?;
        }
    }
    Ok(())
}

/// What stands in a page's place, though rules may take its heading for a title. A post may speak
/// of challenges or stand beside a login: then it has a day or a text. In an archive logins and
/// shells are pages like others, unless they were read as something.
pub(super) fn barrier(page: &Page, got: &Extraction, named: bool) -> Option<Barrier> {
    let barrier = Barrier::of(page)?;
    let challenge = barrier == Barrier::Challenge;
    // A day that the permalink says is none that the page shows.
    let is_dated = |e: &Entry| e.date.is_some() && !e.linked_day;
    let is_read = |e: &Entry| is_dated(e) || !challenge && e.body_text.is_some();
    let is_list = !challenge && got.entries.len() > 1;
    let is_wanted = named || challenge || !got.entries.is_empty();
    (is_wanted && !is_list && !got.entries.iter().any(is_read)).then_some(barrier)
}

/// True where the pages of a whole archive or folder are held against each other: those that people
/// name come from the web one by one.
fn waits(args: &Extract) -> bool {
    !args.at_once && args.pages.is_empty()
}

/// What one page gives, whatever stands on others.
enum Read {
    Entries(Box<Found>),
    /// Lines, in place of the entries.
    Readings(Vec<String>),
}

/// The entries of a page, and what else the run asks of it.
struct Found {
    got: Extraction,
    /// Pages of the same post.
    parts: Parts,
    /// Lengths of the texts, where others tell of them.
    texts: Texts,
    barrier: Option<Barrier>,
}

fn read(args: &Extract, rules: &Wrapper, r: &Response, lines: bool) -> Read {
    let page = r.page();
    if args.readings && lines {
        return Read::Readings(readings(rules, &page, &r.url));
    }
    let mut got = rules.extract_page(&page, &r.url);
    let barrier = barrier(&page, &got, !args.pages.is_empty());
    if args.sanitize {
        for entry in &mut got.entries {
            entry.body_html = entry.body_html.as_deref().map(cleaned);
        }
    }
    // Of entries that are each given as found nothing is joined.
    let url = Url::parse(&r.url).ok().filter(|_| !lines && got.kind == Some(LayoutKind::Entry));
    let base = url.as_ref().map(|url| page.base(url));
    let parts = Parts::of(&page, url.as_ref(), base.as_ref());
    let texts = match lines && waits(args) {
        true => Texts::of(&r.url, &got),
        false => Texts::default(),
    };
    Read::Entries(Box::new(Found { got, parts, texts, barrier }))
}

/// Writes what a page gave; how many entries, or none where something else stood in its place.
fn page(
    args: &Extract,
    r: &Response,
    read: Read,
    check: Option<(PageCheck, f64)>,
    out: &mut Out<'_, '_>,
) -> anyhow::Result<Option<usize>> {
    let mut found = match (read, &mut *out) {
        (Read::Entries(found), _) => found,
        (Read::Readings(readings), Out::Lines(lines)) => {
            let found = readings.len();
            readings.into_iter().try_for_each(|line| lines.line(line, None))?;
            return Ok(Some(found));
        }
        (Read::Readings(_), Out::Once(_)) => return Ok(Some(0)),
    };
    if let Some(barrier) = found.barrier {
        let e = Error::new(Kind::Fetch, format!("{}: {}", r.url, barrier.told()));
        Fault::of(args.strict).met(e.into())?;
        return Ok(None);
    }
    let got = &mut found.got;
    if let Some((check, least)) = check {
        for (entry, checked) in got.entries.iter_mut().zip(&check.entries) {
            for f in checked.fields.iter().filter(|f| f.value.is_some() && f.confidence < least) {
                entry.leave_out(f.field, Missing::Doubted(f.confidence));
            }
        }
        got.entries.retain(|e| e.title.is_some() || e.link.is_some() || e.body_text.is_some());
        if waits(args) {
            found.texts = Texts::of(&r.url, got);
        }
    }
    if args.explain {
        say(format_args!(
            "{}\n  {}: {}",
            r.url,
            got.layout.as_deref().unwrap_or("no layout"),
            got.why
        ));
        for e in &got.entries {
            for (field, why) in &e.missing {
                say(format_args!(
                    "  {}: no {}: {why}",
                    e.title.as_deref().unwrap_or("(no title)"),
                    field.name()
                ));
            }
        }
    }
    out.entries(r, &found)?;
    Ok(Some(found.got.entries.len()))
}

/// All readings of a page, one JSON object a line, for `tools/readings.py`.
fn readings(rules: &Wrapper, page: &Page, url: &str) -> Vec<String> {
    let line = |r: Reading| {
        let terms: serde_json::Map<String, serde_json::Value> =
            r.terms.iter().map(|(t, x)| (t.name().to_owned(), (*x).into())).collect();
        let got = r.told(String::new());
        let lines = got.json_lines(url, None);
        let entries: Vec<serde_json::Value> =
            lines.filter_map(|l| serde_json::from_str(&l).ok()).collect();
        let line = serde_json::json!({
            "page": url, "layout": got.layout, "score": got.score, "terms": terms,
            "entries": entries,
        });
        unsteered(&line.to_string()).into_owned()
    };
    rules.readings(page, url).into_iter().map(line).collect()
}
