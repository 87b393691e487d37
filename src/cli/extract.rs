//! `feedstone extract`.

use std::io::Write;
use std::process::ExitCode;

use super::args::Extract;
use crate::rule::xml;
use crate::source::Source;
use crate::Page;

pub fn run(args: &Extract) -> anyhow::Result<ExitCode> {
    let wrapper = xml::read(&std::fs::read_to_string(&args.rules)?)?;
    let source = crate::source::warc::Warc::open(args.from.warc.as_ref().unwrap())?;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for r in source.pages() {
        let r = r?;
        if !r.is_html() || r.status != 200 { continue }
        let page = Page::from_bytes(&r.bytes, r.content_type(), &r.url);
        let got = wrapper.extract_page(&page, &r.url);
        if args.explain { eprintln!("{}: {:?} {}", r.url, got.layout, got.why); }
        for e in got.entries {
            let v = serde_json::json!({"page": r.url, "kind": got.kind.map(|k| k.name()), "link": e.link, "title": e.title, "date": e.date.map(|d| d.to_string()), "author": e.author, "tags": e.tags, "body_text": e.body_text, "body_html": e.body_html});
            writeln!(out, "{v}")?;
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}
