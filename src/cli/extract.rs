//! `feedstone extract`: entries as JSON Lines.

use std::io::Write;
use std::path::Path;
use std::process::ExitCode;

use super::args::Extract;
use super::io::{Progress, open, wrapper, write_whole};
use crate::output::json_line;
use crate::rule::Wrapper;
use crate::source::Response;

pub fn run(args: &Extract) -> anyhow::Result<ExitCode> {
    if args.pages.is_empty() && args.from.warc.is_none() && args.from.dir.is_none() {
        anstream::eprintln!(
            "feedstone: expected pages to read: addresses, HTML files, --warc FILE or --dir FOLDER (see feedstone extract --help)"
        );
        return Ok(ExitCode::from(2));
    }
    let rules = wrapper(&args.rules)?;
    let mut done = Done::default();
    match &args.out {
        Some(out) => write_whole(out, |w| {
            all(args, &rules, w, &mut done)?;
            anyhow::ensure!(done.found > 0 || done.failed == 0, "not written: no page could be read");
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

fn all(args: &Extract, rules: &Wrapper, out: &mut dyn Write, done: &mut Done) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    let mut one = |r: Result<Response, crate::Error>| -> anyhow::Result<()> {
        let r = match r {
            Ok(r) => r,
            Err(e) => {
                // One page that cannot be had does not stop the others.
                anstream::eprintln!("feedstone: {e}");
                done.failed += 1;
                return Ok(());
            }
        };
        progress.step(&r.url);
        if r.status == 200 && r.is_html() {
            done.found += page(args, rules, &r, out)?;
        }
        Ok(())
    };
    if args.pages.is_empty() {
        let (source, _) = open(&args.from, None)?;
        for r in source.pages() {
            one(r)?;
        }
    } else {
        let mut source = None;
        for name in &args.pages {
            let path = Path::new(name);
            if args.from.warc.is_none() && args.from.dir.is_none() && path.is_file() {
                one(super::io::file(path, args.from.base.as_deref(), &rules.home))?;
                continue;
            }
            if source.is_none() {
                source = Some(open(&args.from, None)?.0);
            }
            if let Some(s) = &source {
                one(s.get(name))?;
            }
        }
    }
    progress.done();
    Ok(())
}

fn page(args: &Extract, rules: &Wrapper, r: &Response, out: &mut dyn Write) -> anyhow::Result<usize> {
    let page = crate::Page::from_bytes(&r.bytes, r.content_type(), &r.url);
    let got = rules.extract_page(&page, &r.url);
    if args.explain {
        anstream::eprintln!("{}\n  {}: {}", r.url, got.layout.as_deref().unwrap_or("no layout"), got.why);
        for e in &got.entries {
            for (field, why) in &e.missing {
                anstream::eprintln!("  {}: no {}: {why}", e.title.as_deref().unwrap_or("(no title)"), field.name());
            }
        }
    }
    for e in &got.entries {
        writeln!(out, "{}", json_line(&r.url, &got, e))?;
    }
    Ok(got.entries.len())
}
