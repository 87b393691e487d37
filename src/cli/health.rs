//! `feedstone health` and `feedstone relearn`: the rules against today's home page and feed, and
//! new rules where they no longer fit.

use super::args::{HealthOf, Relearn};
use super::end::End;
use super::files::{wrapper, write_whole};
use super::io::{Progress, open};
use super::talk::{say, tell};
use crate::Page;
use crate::address::bare;
use crate::check::{Health, health};
use crate::feed;
use crate::learn;
use crate::learn::relearn;
use crate::rule::xml;

pub fn run(args: &HealthOf) -> anyhow::Result<End> {
    let rules = wrapper(&args.rules)?;
    let (source, _) = open(&args.from, None, args.feed.as_deref().as_slice())?;
    let home = source.get(&rules.home)?;
    let address = &bare(args.feed.as_deref().unwrap_or(&rules.feed));
    anyhow::ensure!(
        !address.is_empty(),
        "{}: these rules were learned without a feed; name one with --feed URL",
        args.rules.display()
    );
    let r = source.get(address)?;
    let feed = feed::read(&r.bytes, r.content_type(), &r.url).map_err(|e| e.within(address))?;
    let found = health(
        &rules,
        &Page::from_bytes(&home.bytes, home.content_type(), &home.url),
        &home.url,
        &feed,
    );
    tell(report(&rules.home, &found))?;
    Ok(match found.is_red() {
        Some(false) => End::All,
        Some(true) => End::Part,
        None => End::NotRun,
    })
}

fn report(home: &str, h: &Health) -> String {
    use std::fmt::Write as _;
    let state = match h.is_red() {
        Some(false) => "healthy",
        Some(true) => "red",
        None => "cannot tell: the home page links to too few of the feed's items",
    };
    let mut out = String::new();
    let _ = writeln!(out, "{home}: {state}");
    let _ = writeln!(
        out,
        "{} of the feed's items on the home page, {} read as entries ({})",
        h.items, h.read, h.why
    );
    for f in &h.fields {
        let since = f.since.map_or(String::new(), |d| format!("  not since {d}"));
        let why = f.why.as_deref().map_or(String::new(), |w| format!("  {w}"));
        let _ = writeln!(out, "  {:<8} {:>3} of {:<3}{since}{why}", f.field.name(), f.right, f.of);
    }
    out
}

pub fn run_relearn(args: &Relearn) -> anyhow::Result<End> {
    let old = wrapper(&args.rules)?;
    let named: Vec<&str> = args.home.iter().chain(&args.feed).map(String::as_str).collect();
    let (source, _) = open(&args.from, None, &named)?;
    let mut progress = Progress::new();
    let blog = learn::gather(
        &*source,
        args.home.as_deref().unwrap_or(&old.home),
        args.feed.as_deref(),
        &mut |url| progress.step(url),
    );
    progress.done();
    let blog = blog?;
    let state = health(&old, &blog.home.page, &blog.home.url, &blog.feed);
    say(report(&blog.home.url, &state));
    match relearn(&old, &blog) {
        Ok(new) if new.added.is_empty() => {
            new.proof.iter().for_each(|p| say(format_args!("  {p}")));
            tell(format_args!("{}: nothing to relearn\n", args.rules.display()))?;
            Ok(End::All)
        }
        Ok(new) => {
            new.proof.iter().for_each(|p| say(format_args!("  {p}")));
            let to = args.out.as_ref().unwrap_or(&args.rules);
            let text = xml::write(&new.wrapper);
            // What could not be read again must not take the place of rules that can.
            xml::read(&text)?;
            write_whole(to, |w| Ok(w.write_all(text.as_bytes())?))?;
            let added = new.added.join(", ");
            tell(format_args!("{}: added {added} beside {}\n", to.display(), names(&old)))?;
            Ok(End::All)
        }
        Err(why) => {
            tell(format_args!("refused, {} is as it was: {why}\n", args.rules.display()))?;
            Ok(End::Part)
        }
    }
}

fn names(w: &crate::Wrapper) -> String {
    w.layouts.iter().map(|l| l.name.as_str()).collect::<Vec<_>>().join(", ")
}
