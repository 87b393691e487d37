//! `feedstone health` and `feedstone relearn`: the rules against today's home page and feed, and
//! new rules where they no longer fit.

use std::path::Path;

use super::args::{HealthOf, Relearn};
use super::end::End;
use super::files::{is_stdout, may_stand, write_whole};
use super::io::{Progress, is_whole, open};
use super::standing::{is_same_blog, standing};
use super::talk::{say, tell};
use crate::check::{Health, health};
use crate::learn::{Blog, relearn};
use crate::rule::{LayoutKind, Wrapper, xml};

pub fn run(args: &HealthOf) -> anyhow::Result<End> {
    let rules = Wrapper::load(&args.rules)?;
    let named: Vec<&str> = args.home.iter().chain(&args.feed).map(String::as_str).collect();
    let (source, _) = open(&args.from, None, &named)?;
    let whole = is_whole(&*source);
    // A blog that is said to stand elsewhere has its feed there, too.
    let known = Some(rules.feed.as_str()).filter(|f| !f.is_empty() && args.home.is_none());
    let feed = args.feed.as_deref().or(known);
    anyhow::ensure!(
        feed.is_some() || args.home.is_some(),
        "{}: these rules were learned without a feed; name one with --feed URL",
        args.rules.display()
    );
    let home = args.home.as_deref().unwrap_or(&rules.home);
    let mut progress = Progress::new();
    let blog = Blog::gather_few(&*source, home, feed, args.entries, &mut |url| progress.step(url));
    progress.done();
    let blog = blog?;
    let found = health_of(&rules, &blog);
    tell(report(&blog.home.url, &found))?;
    Ok(match found.is_red() {
        Some(false) => End::all_if(whole),
        Some(true) => End::Part,
        None => End::NotRun,
    })
}

fn health_of(rules: &Wrapper, blog: &Blog) -> Health {
    let own: Vec<_> = blog.entries.iter().map(|e| (&e.page, e.url.as_str(), e.item)).collect();
    health(rules, (&blog.home.page, &blog.home.url), (&own, blog.asked), &blog.feed)
}

fn report(home: &str, h: &Health) -> String {
    use std::fmt::Write as _;
    let state = match h.is_red() {
        Some(false) => "healthy",
        Some(true) => "red",
        None => "cannot tell: the pages show too few of the feed's items",
    };
    let mut out = String::new();
    let _ = writeln!(out, "{home}: {state}");
    for p in &h.pages {
        let place = match p.kind {
            LayoutKind::List => "the home page shows",
            LayoutKind::Entry => "looked at on their own pages:",
        };
        let (items, read) = (p.items, p.read);
        let why = if p.why.is_empty() { String::new() } else { format!(" ({})", p.why) };
        let _ = writeln!(out, "{place} {items} of the feed's items, {read} are read{why}");
        for f in p.fields.iter().filter(|f| f.of > 0) {
            let since = f.since.map_or(String::new(), |d| format!("  not since {d}"));
            let why = f.why.as_deref().map_or(String::new(), |w| format!("  {w}"));
            let name = f.field.name();
            let _ = writeln!(out, "  {name:<8} {:>3} of {:<3}{since}{why}", f.right, f.of);
        }
    }
    out
}

pub fn run_relearn(args: &Relearn) -> anyhow::Result<End> {
    let old = Wrapper::load(&args.rules)?;
    let out = args.out.as_deref().filter(|out| !is_stdout(out));
    out.map_or(Ok(()), |out| may_take(out, &old))?;
    let named: Vec<&str> = args.home.iter().chain(&args.feed).map(String::as_str).collect();
    let (source, _) = open(&args.from, None, &named)?;
    let whole = is_whole(&*source);
    let mut progress = Progress::new();
    let blog = Blog::gather_named(
        &*source,
        args.home.as_deref().unwrap_or(&old.home),
        args.feed.as_deref(),
        &mut |url| progress.step(url),
    );
    progress.done();
    let blog = blog?;
    let state = health_of(&old, &blog);
    say(report(&blog.home.url, &state));
    match relearn(&old, &blog) {
        Ok(new) if new.added.is_empty() => {
            new.proof.iter().for_each(|p| say(format_args!("  {p}")));
            tell(format_args!("{}: nothing to relearn\n", args.rules.display()))?;
            Ok(End::all_if(whole))
        }
        Ok(new) => {
            new.proof.iter().for_each(|p| say(format_args!("  {p}")));
            let text = xml::write(&new.wrapper);
            // What could not be read again must not take the place of rules that can.
            xml::read(&text)?;
            let (added, known) = (new.added.join(", "), names(&old));
            if out.is_none() && args.out.is_some() {
                say(format_args!("added {added} beside {known}"));
                tell(text)?;
                return Ok(End::all_if(whole));
            }
            let to = out.unwrap_or(&args.rules);
            write_whole(to, |w| {
                w.write_all(text.as_bytes())?;
                // What cannot be told is not done.
                tell(format_args!("{}: added {added} beside {known}\n", to.display()))
            })?;
            Ok(End::all_if(whole))
        }
        Err(why) => {
            tell(format_args!("refused, {} is as it was: {why}\n", args.rules.display()))?;
            Ok(End::Part)
        }
    }
}

/// An error where new layouts may not be written to a file: something else stands there than rules
/// of the same blog.
fn may_take(out: &Path, old: &Wrapper) -> anyhow::Result<()> {
    may_stand(out)?;
    match standing(out, "; give another name")?.filter(|there| !is_same_blog(there, old)) {
        None => Ok(()),
        Some(there) => anyhow::bail!(
            "--out: expected a rule file of the same blog or a new name, found in {} the rules of \
             {}; give another name",
            out.display(),
            there.home
        ),
    }
}

fn names(w: &crate::Wrapper) -> String {
    w.layouts.iter().map(|l| l.name.as_str()).collect::<Vec<_>>().join(", ")
}
