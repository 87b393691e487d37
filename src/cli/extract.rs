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
    let rules = wrapper(&args.rules)?;
    let mut found = 0;
    match &args.out {
        Some(out) => write_whole(out, |w| all(args, &rules, w, &mut found))?,
        None => {
            let mut out = std::io::BufWriter::new(std::io::stdout().lock());
            all(args, &rules, &mut out, &mut found)?;
            out.flush()?;
        }
    }
    Ok(if found == 0 { ExitCode::from(1) } else { ExitCode::SUCCESS })
}

fn all(args: &Extract, rules: &Wrapper, out: &mut dyn Write, found: &mut usize) -> anyhow::Result<()> {
    let mut progress = Progress::new();
    let mut failed = None;
    let mut one = |r: Result<Response, crate::Error>| -> anyhow::Result<()> {
        let r = match r {
            Ok(r) => r,
            Err(e) => {
                // One page that cannot be had does not stop the others; it is said, and the run's exit code says it again.
                anstream::eprintln!("feedstone: {e}");
                failed.get_or_insert(e);
                return Ok(());
            }
        };
        progress.step(&r.url);
        if r.status == 200 && r.is_html() {
            *found += page(args, rules, &r, out)?;
        }
        Ok(())
    };
    if args.pages.is_empty() {
        let (source, _) = open(&args.from, None)?;
        if args.from.warc.is_none() && args.from.dir.is_none() {
            anyhow::bail!("expected pages to read: addresses, HTML files, --warc FILE or --dir FOLDER");
        }
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
    match failed {
        Some(e) if *found == 0 => Err(e.into()),
        _ => Ok(()),
    }
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
