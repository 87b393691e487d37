//! `feedstone show`: any inner object, for people who want to see why.

use std::io::Write;
use std::path::Path;

use anyhow::Context;

use super::args::{Show, What};
use super::end::End;
use super::io::{Progress, file, is_file, open};
use super::talk::lines;
use crate::entry::Field;
use crate::rule::xml;
use crate::source::Response;
use crate::{Page, Wrapper, feed, label, learn};

pub fn run(args: &Show) -> anyhow::Result<End> {
    let text = match args.what {
        What::Tokens => page(args)?.1.dump(),
        What::Tree => page(args)?.1.dump_tree(),
        What::Feed => show_feed(args)?,
        What::Labels => labels(args)?,
        What::Rules => rules(args)?,
        What::Records => records(args)?,
    };
    let mut out = lines();
    out.write_all(text.as_bytes())?;
    out.flush()?;
    Ok(End::All)
}

fn response(args: &Show) -> anyhow::Result<Response> {
    let path = Path::new(&args.page);
    if is_file(&args.from, path) {
        return Ok(file(path, args.from.base.as_deref(), "https://unknown.invalid/")?);
    }
    let (source, url) = open(&args.from, Some(&args.page), args.feed.as_deref().as_slice())?;
    Ok(source.get(url.as_deref().unwrap_or(&args.page))?)
}

fn page(args: &Show) -> anyhow::Result<(Response, Page)> {
    let r = response(args)?;
    let page = r.page();
    Ok((r, page))
}

fn show_feed(args: &Show) -> anyhow::Result<String> {
    let r = response(args)?;
    let feed = feed::read(&r.bytes, r.content_type(), &r.url).map_err(|e| e.within(&args.page))?;
    let mut out = format!(
        "{}  {}\nhome {}  language {}\n",
        feed.format,
        feed.title.as_deref().unwrap_or("(no title)"),
        feed.home.as_deref().unwrap_or("-"),
        feed.language.as_deref().unwrap_or("-")
    );
    for note in &feed.repairs {
        out += &format!("repaired: {note}\n");
    }
    for (k, i) in feed.items.iter().enumerate() {
        out += &format!("\n{} {}\n", k + 1, i.title.as_deref().unwrap_or("(no title)"));
        for l in &i.links {
            out += &format!("  link    {l}\n");
        }
        if let Some(d) = &i.date {
            out += &format!("  date    {}  ({})\n", d.at.to_rfc3339(), d.raw);
        }
        if !i.authors.is_empty() {
            out += &format!("  author  {}\n", i.authors.join(", "));
        }
        if !i.tags.is_empty() {
            out += &format!("  tags    {}\n", i.tags.join(", "));
        }
        let length = |b: &Option<String>| {
            b.as_ref().map_or("-".to_owned(), |b| format!("{} bytes", b.len()))
        };
        out += &format!("  content {}  summary {}\n", length(&i.content), length(&i.summary));
    }
    Ok(out)
}

fn labels(args: &Show) -> anyhow::Result<String> {
    let (source, home) = open(&args.from, Some(&args.page), args.feed.as_deref().as_slice())?;
    let mut progress = Progress::new();
    let blog = learn::Blog::gather_named(
        &*source,
        home.as_deref().unwrap_or(&args.page),
        args.feed.as_deref(),
        &mut |u| progress.step(u),
    );
    progress.done();
    let blog = blog?;
    let learned = learn::learn(&blog);
    let mut out =
        format!("{}\n{}", blog.home.url, label::dump(&blog.home.page, &learned.home_labels));
    for l in &learned.entry_labels {
        let Some(e) = blog.entries.get(l.page) else { continue };
        out += &format!("\n{}\n{}", e.url, label::dump(&e.page, std::slice::from_ref(l)));
    }
    Ok(out)
}

fn rules(args: &Show) -> anyhow::Result<String> {
    let w = Wrapper::load(Path::new(&args.page))?;
    let mut out = format!(
        "{}  {}\nfeed {}\nlearned by {}\n",
        w.title.as_deref().unwrap_or("(no title)"),
        w.home,
        w.feed,
        w.learner
    );
    for l in &w.layouts {
        out +=
            &format!("\nlayout {} ({}), learned from {} pages\n", l.name, l.kind.name(), l.pages);
        if let Some(r) = &l.record {
            out += &format!(
                "  {:<8} {}  {}\n",
                "record",
                xml::brief(&r.start),
                match r.ends {
                    crate::rule::RecordEnd::Element => "to its end tag",
                    _ => "to the next one",
                }
            );
        }
        for f in &l.fields {
            let ends: Vec<String> = f
                .ends
                .iter()
                .filter(|e| !e.tokens.is_empty())
                .map(|e| xml::brief(&e.tokens))
                .collect();
            let end = if ends.is_empty() {
                String::new()
            } else {
                format!("  until {}", ends.join(" or "))
            };
            let date = f.date.as_ref().map_or(String::new(), |d| format!("  as {d}"));
            out += &format!(
                "  {:<8} {}{end}{date}  ({} of {})\n",
                f.field.name(),
                xml::brief(&f.start),
                f.evidence.exact,
                f.evidence.tested
            );
        }
    }
    Ok(out)
}

fn records(args: &Show) -> anyhow::Result<String> {
    let rules = args.rules.as_ref().context("show records needs --rules FILE")?;
    let wrapper = Wrapper::load(rules)?;
    let (r, page) = page(args)?;
    let got = wrapper.extract_page(&page, &r.url);
    let mut out =
        format!("{}\n{}: {}\n", r.url, got.layout.as_deref().unwrap_or("no layout"), got.why);
    for (k, e) in got.entries.iter().enumerate() {
        out += &format!("\n{} tokens {}..{}\n", k + 1, e.tokens.start, e.tokens.end);
        let mut line = |f: Field, v: Option<String>| {
            if let Some(v) = v {
                let v: String = v.replace('\n', " ").chars().take(100).collect();
                out += &format!("  {:<8}{v}\n", f.name());
            }
        };
        line(Field::Title, e.title.clone());
        line(Field::Link, e.link.clone());
        line(Field::Date, e.date.map(|d| d.to_string()));
        line(Field::Author, e.author.clone());
        line(Field::Tags, e.tags.as_ref().map(|t| t.join(", ")));
        line(Field::Body, e.body_text.clone());
        for (field, why) in &e.missing {
            out += &format!("  {:<8}- {why}\n", field.name());
        }
    }
    Ok(out)
}
