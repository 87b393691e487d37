//! Many blogs: a few hosts at once, each at its own pace. One that fails does not stop the others.

use std::collections::{HashSet, VecDeque};
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use anyhow::Context;
use quick_xml::escape::escape;
use url::Url;

use super::super::args::Harvest;
use super::super::files::{MAX_BYTES, write_whole};
use super::super::out::Target;
use super::{Blog, Done, Place, harvest, out_file};
use crate::address::bare;
use crate::cli::end::End;
use crate::cli::talk::{counted, say, told};

/// A blog of the list.
struct Listed {
    home: String,
    feed: Option<String>,
}

/// The blogs of a list: an address a line, or OPML as feed readers write it.
fn read(file: &Path) -> anyhow::Result<Vec<Listed>> {
    let text = String::from_utf8_lossy(&crate::file::read(file, MAX_BYTES)?).into_owned();
    let mut all: Vec<Listed> = Vec::new();
    if text.trim_start().starts_with('<') {
        let doc = roxmltree::Document::parse(&text)
            .with_context(|| format!("{}: expected OPML", file.display()))?;
        for outline in doc.descendants().filter(|n| n.has_tag_name("outline")) {
            let feed = outline.attribute("xmlUrl").map(str::to_owned);
            let of_feed = || Some(Url::parse(feed.as_deref()?).ok()?.join("/").ok()?.to_string());
            let home = outline.attribute("htmlUrl").map(str::to_owned).or_else(of_feed);
            all.extend(home.map(|home| Listed { home, feed }));
        }
    } else {
        let lines = text.lines().map(str::trim).filter(|l| !l.is_empty() && !l.starts_with('#'));
        all.extend(lines.map(|l| Listed { home: l.to_owned(), feed: None }));
    }
    let mut seen = HashSet::new();
    all.retain(|b| seen.insert(b.home.clone()));
    anyhow::ensure!(
        !all.is_empty(),
        "{}: expected an address of a blog a line, or OPML; found none",
        file.display()
    );
    Ok(all)
}

/// A name for the file of a blog's posts: its host and path.
fn name(home: &str) -> String {
    let bare = home.split_once("://").map_or(home, |(_, rest)| rest);
    let plain = |c: char| if c.is_alphanumeric() || c == '.' { c } else { '-' };
    bare.trim_end_matches('/').chars().map(plain).collect()
}

/// Harvest all blogs of a list, and say what came of each.
pub(super) fn run(args: &Harvest, list: &Path) -> anyhow::Result<End> {
    let all = read(list)?;
    let folder = out_file(args);
    if let Some(folder) = folder {
        let (shown, is_file) = (folder.display(), folder.extension().is_some());
        anyhow::ensure!(
            folder.is_dir() || !is_file || shown.to_string().ends_with('/'),
            "{shown}: expected a folder for the blogs of --list, found the name of a file; that of \
             a folder ends with /"
        );
        std::fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
    }
    let queue: Mutex<VecDeque<(usize, &Listed)>> = Mutex::new(all.iter().enumerate().collect());
    let came: Mutex<Vec<(usize, anyhow::Result<Done>)>> = Mutex::default();
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    std::thread::scope(|scope| {
        for _ in 0..args.at_once.clamp(1, all.len()) {
            scope.spawn(|| {
                while let Some((n, blog)) = next() {
                    let done = one(args, blog, folder);
                    match &done {
                        Ok(done) => say(line(&bare(&blog.home), done)),
                        Err(e) => say(failure(&bare(&blog.home), &told(e))),
                    }
                    came.lock().unwrap_or_else(PoisonError::into_inner).push((n, done));
                }
            });
        }
    });
    let came = came.into_inner().unwrap_or_else(PoisonError::into_inner);
    if let Some(folder) = folder {
        let mut done: Vec<(usize, &Done)> =
            came.iter().filter_map(|(n, d)| Some((*n, d.as_ref().ok()?))).collect();
        done.sort_by_key(|(n, _)| *n);
        let opml = opml(done.into_iter().map(|(_, d)| d));
        write_whole(&folder.join(OPML), |w| Ok(w.write_all(opml.as_bytes())?))?;
    }
    let count = |of: &dyn Fn(&Done) -> usize| -> usize {
        came.iter().filter_map(|(_, d)| d.as_ref().ok()).map(of).sum()
    };
    let whole = count(&|d| usize::from(d.is_whole()));
    let ran = |d: &Done| matches!(d.end(), End::All | End::Part);
    let failed = came.iter().filter(|(_, d)| !d.as_ref().is_ok_and(ran)).count();
    say(format_args!(
        "{}: {whole} whole, {} perhaps not, {failed} failed; {}, {}",
        counted(all.len(), "blog"),
        all.len() - whole - failed,
        counted(count(&|d| d.report.posts), "post"),
        counted(count(&|d| d.report.requests), "request")
    ));
    Ok(match (whole == all.len(), failed == all.len()) {
        (true, _) => End::All,
        (_, true) => End::NotRun,
        _ => End::Part,
    })
}

/// The file that names the blogs of a folder to feed readers.
const OPML: &str = "blogs.opml";

/// The blogs as an OPML 2.0 list of subscriptions.
fn opml<'d>(blogs: impl Iterator<Item = &'d Done>) -> String {
    let mut out = "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<opml version=\"2.0\">\n\
                   <head><title>Blogs harvested by feedstone</title></head>\n<body>\n"
        .to_owned();
    for done in blogs {
        let (title, home) = (escape(&done.about.title), escape(&done.about.home));
        let feed = done.feed.as_ref().map(|f| format!(" xmlUrl=\"{}\"", escape(f)));
        out.push_str(&format!(
            "<outline type=\"rss\" text=\"{title}\" title=\"{title}\"{} htmlUrl=\"{home}\"/>\n",
            feed.unwrap_or_default()
        ));
    }
    out.push_str("</body>\n</opml>\n");
    out
}

fn one(args: &Harvest, listed: &Listed, folder: Option<&Path>) -> anyhow::Result<Done> {
    let from = Place::of(args, Some(&listed.home), listed.feed.as_deref())?;
    let home = from.home_of(Some(&listed.home))?;
    let file = folder.map(|f| f.join(format!("{}.jsonl", name(&bare(&listed.home)))));
    let target = file.as_deref().map(Target::of).transpose()?;
    let feed = listed.feed.as_deref();
    harvest(args, &from, &Blog { home: &home, feed, target, alone: false })
}

/// Why a blog failed; many errors name it themselves.
fn failure(home: &str, why: &str) -> String {
    let named = why.strip_prefix(home).is_some_and(|rest| rest.starts_with(':'));
    if named { why.to_owned() } else { format!("{home}: {why}") }
}

/// What came of a blog, on one line.
fn line(home: &str, done: &Done) -> String {
    let report = &done.report;
    let (verdict, why) = match &report.complete {
        Ok(_) if done.is_whole() => ("all", String::new()),
        Ok(_) => ("at least", ": not all pages could be read".to_owned()),
        Err(why) => ("at least", format!(": {why}")),
    };
    let new = done.new.map_or(String::new(), |n| format!(", {n} new or edited"));
    let (posts, requests) = (counted(report.posts, "post"), counted(report.requests, "request"));
    format!("{home}  {verdict} {posts}{new}, {requests}{why}")
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::io::Write;

    use super::*;

    #[test]
    fn lists_are_lines_or_opml() {
        let opml = "<opml version='2.0'><body><outline text='Food'>\
                    <outline xmlUrl='https://salt.example/feed' htmlUrl='https://salt.example/'/>\
                    <outline xmlUrl='https://pan.example/blog/rss'/></outline></body></opml>";
        let lines =
            "# food\nhttps://salt.example/\n\nhttps://pan.example/\nhttps://salt.example/\n";
        let cases = [(opml, Some("https://salt.example/feed")), (lines, None)];
        for (text, feed) in cases {
            let mut file = tempfile::NamedTempFile::new().unwrap();
            file.write_all(text.as_bytes()).unwrap();
            let all = read(file.path()).unwrap();
            let homes: Vec<&str> = all.iter().map(|b| b.home.as_str()).collect();
            assert_eq!(homes, ["https://salt.example/", "https://pan.example/"]);
            assert_eq!(all[0].feed.as_deref(), feed);
        }
    }

    #[test]
    fn names_of_files_are_hosts_and_paths() {
        assert_eq!(name("https://salt.example/blog/"), "salt.example-blog");
    }
}
