//! `feedstone learn`.

use std::process::ExitCode;

use super::args::Learn;
use crate::learn;
use crate::rule::xml;

pub fn run(args: &Learn) -> anyhow::Result<ExitCode> {
    let source = crate::source::warc::Warc::open(args.from.warc.as_ref().unwrap())?;
    let blog = learn::gather(&source, &args.blog, args.feed.as_deref(), &mut |_| {})?;
    let learned = learn::learn(&blog);
    std::fs::write(args.out.as_ref().unwrap(), xml::write(&learned.wrapper))?;
    for f in &learned.findings {
        eprintln!("{:?} {:?} items {} evidence {:?} {}", f.kind, f.field, f.items, f.evidence.map(|e| (e.seen, e.exact)), f.why);
    }
    if std::env::var("FS_LABELS").is_ok() {
        println!("{}", crate::label::dump(&blog.home.page, &learned.home_labels));
        for (e, l) in blog.entries.iter().zip(&learned.entry_labels) { println!("== {}\n{}", e.url, crate::label::dump(&e.page, std::slice::from_ref(l))); }
    }
    for n in &blog.notes {
        eprintln!("note: {n}");
    }
    Ok(ExitCode::SUCCESS)
}
