//! `feedstone rules`: check and export rule files.

use std::io::Write;

use super::args::{Export, Form, Rules};
use super::end::End;
use super::io::{Fault, Pages, Progress, is_whole, open};
use super::talk::{say, tell, told, warn};
use crate::Page;
use crate::export::{self, express};
use crate::learn::Blog;
use crate::rule::{Wrapper, stalker};
use crate::source::Response;

pub fn run(args: &Rules) -> anyhow::Result<End> {
    match args {
        Rules::Check { files } => {
            let mut bad = 0;
            let mut out = String::new();
            for file in files {
                match Wrapper::load(file) {
                    Ok(w) => {
                        let fields: usize = w.layouts.iter().map(|l| l.fields.len()).sum();
                        let (name, layouts) = (file.display(), w.layouts.len());
                        if layouts == 0 {
                            bad += 1;
                            out += &format!("{name}: reads nothing, it has no layouts\n");
                            continue;
                        }
                        out += &format!("{name}: good, {layouts} layouts, {fields} field rules\n");
                    }
                    Err(e) => {
                        bad += 1;
                        warn(told(&e.into()));
                    }
                }
            }
            tell(out)?;
            Ok(End::all_if(bad == 0))
        }
        Rules::Export(args) => {
            let rules = Wrapper::load(&args.file)?;
            match args.to {
                Form::Wtm => expressions(args, &rules),
                Form::Freshrss => reader(args, &rules, export::Form::FreshRss),
                Form::Miniflux => reader(args, &rules, export::Form::Miniflux),
                Form::Ftr => reader(args, &rules, export::Form::FullTextRss),
                Form::RssBridge => reader(args, &rules, export::Form::RssBridge),
            }
        }
    }
}

/// The rules as the paper's regular expressions.
fn expressions(args: &Export, rules: &Wrapper) -> anyhow::Result<End> {
    let name = args.file.display();
    let text = stalker::write(rules).map_err(|e| e.within(name))?;
    let mut out = super::talk::file();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    for fields in stalker::lacking(rules) {
        let name = args.file.display();
        say(format_args!(
            "{name}: without expression: {fields} (none gave the rule's values on all pages that \
             were learned from)"
        ));
    }
    Ok(End::All)
}

/// The rules as a feed reader has them.
fn reader(args: &Export, rules: &Wrapper, form: export::Form) -> anyhow::Result<End> {
    let (pages, whole) = pages(args, rules)?;
    let said = express(rules, &pages);
    let written = export::write(form, rules, &said);
    if let Some(text) = &written.text {
        let mut out = super::talk::file();
        out.write_all(text.as_bytes())?;
        out.flush()?;
    }
    written.proved.iter().for_each(say);
    written.missing.iter().for_each(warn);
    Ok(End::all_if(whole && written.text.is_some() && written.missing.is_empty()))
}

/// The pages that expressions are proved on, and whether all could be had.
fn pages(args: &Export, rules: &Wrapper) -> anyhow::Result<(Vec<(String, Page)>, bool)> {
    let mut out = Vec::new();
    if !args.pages.is_empty() {
        let (names, from, home) = (&args.pages, &args.from, &rules.home);
        let all = Pages { names, from, home, jobs: super::cores::cores() };
        let seen = all.each(Fault::Said, Response::page, |r, page| {
            out.push((r.url, page));
            Ok(())
        })?;
        return Ok((out, seen.failed == 0));
    }
    let (source, _) = open(&args.from, None, &[])?;
    let whole = is_whole(&*source);
    let mut progress = Progress::new();
    let mut step = |url: &str| progress.step(url);
    let blog = match rules.feed.as_str() {
        "" => Blog::gather_without_feed(&*source, &rules.home, &mut step),
        feed => Blog::gather_named(&*source, &rules.home, Some(feed), &mut step),
    };
    progress.done();
    let blog = blog?;
    out.push((blog.home.url, blog.home.page));
    out.extend(blog.lists.into_iter().map(|l| (l.url, l.page)));
    out.extend(blog.entries.into_iter().map(|e| (e.url, e.page)));
    Ok((out, whole))
}
