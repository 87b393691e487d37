//! `feedstone learn`: what was learned per field, with evidence; a preview; what could not be
//! learned and why.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;

use chrono::Datelike;
use url::Url;

use super::args::Learn;
use super::end::End;
use super::files::{apart, is_stdout, may_stand, write_whole};
use super::io::{Progress, is_whole, open, read_by};
use super::report::{Html, Samples, sure};
use super::standing::{keeps, standing};
use super::talk;
use crate::address::{does_something, host, key_of};
use crate::entry::Field;
use crate::label::Mechanisms;
use crate::learn::{self, Blog, Learned};
use crate::rule::{Evidence, LayoutKind, Wrapper, xml};
use crate::source::{Response, Source};

pub fn run(args: &Learn) -> anyhow::Result<End> {
    // What is in the way is said before anything is asked for.
    let out = args.out.as_deref().filter(|out| !is_stdout(out));
    apart(
        &[("--out", out), ("--report", args.report.as_deref())],
        &read_by(&args.from, &[], None),
    )?;
    out.into_iter().chain(args.report.as_deref()).try_for_each(may_stand)?;
    let old = out.filter(|_| !args.force).map(|out| standing(out, FORCE)).transpose()?.flatten();
    let (source, home) = open(&args.from, Some(&args.blog), args.feed.as_deref().as_slice())?;
    let whole = is_whole(&*source);
    let source = Watched { source, samples: RefCell::default() };
    let home = home.unwrap_or_else(|| args.blog.clone());
    let mut progress = Progress::new();
    let gathered = match args.without_feed {
        true => Blog::gather_without_feed(&source, &home, &mut |url| progress.step(url)),
        false => Blog::gather(&source, &home, args.feed.as_deref(), &mut |url| progress.step(url)),
    };
    progress.done();
    let blog = gathered?;
    let learned = if blog.without_feed && !args.literal {
        learn::learn_without_feed(&blog)
    } else if args.literal {
        learn::literal(&blog)
    } else {
        learn::learn_using(&blog, Mechanisms::without(&args.without))
    };
    let mut report = report(&blog, &learned);
    preview(&mut report, &*source.source, &blog, &learned);
    if let Some(file) = &args.report {
        look(file, &blog, &learned, &source.samples.borrow())?;
    }
    let text = xml::write(&learned.wrapper);
    let nothing = learned.wrapper.layouts.is_empty();
    match args.out.as_deref() {
        Some(out) if is_stdout(out) => {
            if !nothing || args.force {
                let mut to = talk::file();
                to.write_all(text.as_bytes())?;
                to.flush()?;
            }
            talk::say(&report);
        }
        Some(out) => {
            let kept = match args.force {
                true => None,
                false => why_not(&text, old.as_ref(), &blog, &learned)?,
            };
            let _ = match &kept {
                None => writeln!(report, "\nrules written to {}", out.display()),
                Some(why) => writeln!(report, "\n{}: not written: {why}", out.display()),
            };
            if kept.is_none() {
                write_whole(out, |w| Ok(w.write_all(text.as_bytes())?))?;
            }
            talk::tell(&report)?;
            if kept.is_some() && !nothing {
                return Ok(End::Part);
            }
        }
        None => {
            let _ = writeln!(report, "\nThe rules were not saved; --out FILE saves them.");
            talk::tell(&report)?;
        }
    }
    Ok(if nothing { End::NothingLearned } else { End::all_if(whole) })
}

/// What writes over a file of another kind.
const FORCE: &str = "; --force writes over it";

/// Why rules are not written to a file: there are none, or those that stand there are better.
///
/// # Errors
/// Where what would be written does not read back as what was learned.
pub(super) fn why_not(
    text: &str,
    old: Option<&Wrapper>,
    blog: &Blog,
    learned: &Learned,
) -> anyhow::Result<Option<String>> {
    let new = &learned.wrapper;
    if new.layouts.is_empty() {
        let why = "nothing was learned; --force writes a file that reads nothing";
        return Ok(Some(why.to_owned()));
    }
    let back =
        xml::read(text).map_err(|e| e.within("the rules, read back before they are saved"))?;
    let pages = blog.entries.iter().map(|e| (&e.page, &e.url));
    for (page, url) in pages.chain([(&blog.home.page, &blog.home.url)]) {
        anyhow::ensure!(
            back.extract_page(page, url) == new.extract_page(page, url),
            "the rules, read back before they are saved, read {url} otherwise than those learned"
        );
    }
    Ok(old.and_then(|old| keeps(old, &back, blog)))
}

/// A source, and some of the pages that it gave.
struct Watched {
    source: Box<dyn Source>,
    samples: RefCell<Samples>,
}

impl Watched {
    fn seen(&self, got: Result<Response, crate::Error>) -> Result<Response, crate::Error> {
        if let Ok(response) = &got {
            self.samples.borrow_mut().see(response);
        }
        got
    }
}

impl Source for Watched {
    fn get(&self, url: &str) -> Result<Response, crate::Error> {
        self.seen(self.source.get(url))
    }

    fn get_within(&self, url: &str, may: &dyn Fn(&Url) -> bool) -> Result<Response, crate::Error> {
        self.seen(self.source.get_within(url, may))
    }

    fn also_hosts(&self) -> &[String] {
        self.source.also_hosts()
    }

    fn damages(&self) -> &[String] {
        self.source.damages()
    }

    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, crate::Error>> + '_> {
        self.source.pages()
    }
}

/// What was learned, to look at.
fn look(file: &Path, blog: &Blog, learned: &Learned, samples: &Samples) -> anyhow::Result<()> {
    let mut html = Html::new(blog.feed.title.as_deref().unwrap_or(&blog.home.url));
    html.words("quiet", &blog.home.url);
    let mut months: BTreeMap<(i32, u32), usize> = BTreeMap::new();
    for day in blog.feed.items.iter().filter_map(|i| i.date.as_ref()) {
        *months.entry((day.at.year(), day.at.month())).or_default() += 1;
    }
    let items = blog.feed.items.len();
    html.words("verdict", &format!("The rules were learned from {items} items of the feed."));
    html.months(&months);
    let sure = sure(&learned.wrapper, samples);
    for layout in &learned.wrapper.layouts {
        html.heading(&format!("Rules for {} pages ({})", layout.kind.name(), layout.name));
        let rows = layout.fields.iter().map(|rule| {
            let e = rule.evidence;
            let right = match e.tested {
                0 => "untested".to_owned(),
                all => format!("{} of {all}", e.exact),
            };
            let field = if rule.field == Field::Excerpt { Field::Body } else { rule.field };
            let sure = sure.get(&field).map_or(String::new(), |s| format!("{:.0} %", s.1 * 100.0));
            vec![rule.field.name().to_owned(), right, sure, xml::brief(&rule.start)]
        });
        let head = ["field", "right on items held out", "how sure, on the pages below", "rule"];
        html.table(&head, &rows.collect::<Vec<_>>());
    }
    let missing = learned.findings.iter().map(|f| (f, f.why())).filter(|(_, why)| !why.is_empty());
    let missing =
        missing.map(|(f, why)| vec![f.kind.name().to_owned(), f.field.name().to_owned(), why]);
    let missing: Vec<Vec<String>> = missing.collect();
    if !missing.is_empty() {
        html.heading("What is missing");
        html.table(&["pages", "field", "why"], &missing);
    }
    html.samples(&learned.wrapper, samples);
    html.write(file)
}

/// What was learned, for people.
pub(super) fn report(blog: &Blog, learned: &Learned) -> String {
    let mut out = String::new();
    let feed = &blog.feed;
    let named = &feed.items[..blog.named()];
    let full = named.iter().filter(|i| i.content.is_some()).count();
    let _ = writeln!(
        out,
        "{}  {}",
        feed.title.as_deref().unwrap_or("(a blog without title)"),
        blog.home.url
    );
    if blog.without_feed {
        let _ = writeln!(
            out,
            "no feed: the {} records of the home page stand in for its items",
            named.len()
        );
    } else {
        let _ = writeln!(
            out,
            "feed {}  {}, {}, {full} with a body of their own",
            feed.url,
            feed.format,
            talk::counted(named.len(), "item")
        );
    }
    for note in feed.repairs.iter().chain(&blog.notes) {
        let _ = writeln!(out, "  note: {note}");
    }
    if let Some(says) = named_elsewhere(blog, learned) {
        let _ = writeln!(
            out,
            "  note: expected the blog's home page, found a page with fewer than two of the feed's \
             items; the feed names another, {says}: give that for the blog's lists"
        );
    }
    for kind in [LayoutKind::List, LayoutKind::Entry] {
        let pages = match kind {
            LayoutKind::List
                if learned.home_labels.is_empty() && !learned.wrapper.layouts.is_empty() =>
            {
                "learned from the home page".to_owned()
            }
            LayoutKind::List => {
                format!("{} of the feed's items stand on the home page", learned.home_labels.len())
            }
            LayoutKind::Entry if blog.older > 0 => {
                format!("{} pages, {} of them of older posts", blog.entries.len(), blog.older)
            }
            LayoutKind::Entry => format!("{} pages of the feed's items", blog.entries.len()),
        };
        let _ = writeln!(out, "\n{} pages  ({pages})", kind.name());
        let layout = learned.wrapper.layouts.iter().find(|l| l.kind == kind);
        if layout.is_none() {
            for f in learned.findings.iter().filter(|f| f.kind == kind) {
                let _ = writeln!(out, "  no rules: {}", f.why());
            }
            continue;
        }
        if let Some(record) = layout.and_then(|l| l.record.as_ref()) {
            let _ = writeln!(
                out,
                "  {:<8} {}  {}",
                "record",
                tested(record.evidence),
                xml::brief(&record.start)
            );
        }
        for f in learned.findings.iter().filter(|f| f.kind == kind) {
            let rule = layout.and_then(|l| l.fields.iter().find(|r| r.field == f.field));
            match (rule, f.evidence) {
                (Some(rule), Some(e)) => {
                    let date = rule.date.as_ref().map_or(String::new(), |d| {
                        format!(
                            "  as {d}{}",
                            d.lang.as_ref().map_or(String::new(), |l| format!(" ({l})"))
                        )
                    });
                    let sticky = if rule.scope == crate::rule::Scope::Sticky {
                        "  (heading over several entries)"
                    } else {
                        ""
                    };
                    let _ = writeln!(
                        out,
                        "  {:<8} {}  {}{date}{sticky}",
                        f.field.name(),
                        tested(e),
                        xml::brief(&rule.start)
                    );
                    let why = f.why();
                    if !why.is_empty() && f.field != Field::Tags {
                        let _ = writeln!(out, "{:21}not labelled on {why}", "");
                    }
                }
                _ => {
                    let _ =
                        writeln!(out, "  {:<8} -         not learned: {}", f.field.name(), f.why());
                }
            }
        }
    }
    if !blog.lists.is_empty() {
        let lists = blog.lists.len();
        let _ = writeln!(out, "\nfurther lists  ({lists} with two or more of the feed's items)");
    }
    for f in &learned.further {
        let _ = writeln!(out, "  {:<8} {} of the feed's items on {}", f.layout, f.items, f.url);
    }
    let rest = blog.lists.len().saturating_sub(learned.further.len());
    if rest > 0 {
        let _ = writeln!(out, "  no better rules than those above came of {rest} of them");
    }
    if let Some(index) = &learned.wrapper.index {
        let shapes: Vec<String> = index.shapes.iter().take(2).map(ToString::to_string).collect();
        let _ = writeln!(out, "\nother lists  by links of the shape {}", shapes.join(" or "));
    }
    if learned.wrapper.layouts.is_empty() && !blog.without_feed {
        let _ = writeln!(
            out,
            "\nNothing was learned: the feed may be of another blog, or of another day than these \
             pages;\n--feed URL names another, --without-feed learns from the home page's records."
        );
    }
    out
}

/// The home page that the feed names, where another page was given and its items are not there.
fn named_elsewhere<'b>(blog: &'b Blog, learned: &Learned) -> Option<&'b str> {
    let says = blog.feed.home.as_deref()?;
    let is_other = key_of(says).is_some_and(|says| Some(says) != key_of(&blog.home.url));
    let told = || blog.notes.iter().any(|note| note.contains(says));
    (is_other && learned.home_labels.len() < 2 && !told()).then_some(says)
}

/// How often a rule was right on items held out, in eight columns.
fn tested(evidence: Evidence) -> String {
    match evidence.tested {
        0 => format!("{:<8}", "untested"),
        all => format!("{:>2} of {all:<2}", evidence.exact),
    }
}

/// Entries read from one page the feed does not cover, where there is one.
fn preview(report: &mut String, source: &dyn Source, blog: &Blog, learned: &Learned) {
    let own = blog.entries.iter().map(|e| e.url.as_str()).chain([blog.home.url.as_str()]);
    let known: Vec<String> = own.filter_map(key_of).collect();
    let read = |r: &Response| learned.wrapper.extract_page(&r.page(), &r.url);
    let stored = source
        .pages()
        .filter_map(Result::ok)
        .filter(|r| {
            r.status == 200 && r.is_html() && key_of(&r.url).is_none_or(|k| !known.contains(&k))
        })
        .find(|r| !read(r).entries.is_empty());
    let older = || {
        let url = next_page(blog)?;
        source.get_within(&url, &|to| is_own(blog, to)).ok()
    };
    let Some(page) = stored.or_else(older) else { return };
    let got = read(&page);
    let _ = writeln!(report, "\npreview of a page the feed does not name: {}", page.url);
    if got.entries.is_empty() {
        let _ = writeln!(report, "  {}", got.why);
    }
    for e in got.entries.iter().take(5) {
        let date = e.date.map_or("(no date)".to_owned(), |d| d.to_string());
        let title: String = e.title.as_deref().unwrap_or("(no title)").chars().take(60).collect();
        let words = e
            .body_text
            .as_deref()
            .map_or(String::new(), |b| format!("  {} words", crate::page::words_of(b).len()));
        let _ = writeln!(report, "  {date:<10}  {title}{words}");
    }
    if got.entries.len() > 5 {
        let _ = writeln!(report, "  … and {} more", got.entries.len() - 5);
    }
}

/// True for addresses on the home page's host that do nothing.
fn is_own(blog: &Blog, url: &Url) -> bool {
    let home = Url::parse(&blog.home.url);
    home.is_ok_and(|home| host(&home) == host(url)) && !does_something(url)
}

/// The home page's link to the next older list, by `rel=next` or a second page's usual spellings;
/// on its own host, and none that does something.
fn next_page(blog: &Blog) -> Option<String> {
    let page = &blog.home.page;
    let base = Url::parse(&blog.home.url).ok()?;
    let links = (0..page.len()).filter(|&i| matches!(page.tag(i), "a" | "link"));
    let joined = |href: &str| {
        base.join(href).ok().filter(|url| is_own(blog, url)).map(|url| url.to_string())
    };
    let mut second = None;
    for i in links {
        let Some(href) = page.attr(i, "href") else { continue };
        if page.has_word(i, "rel", "next") {
            return joined(href);
        }
        let tail = href.trim_end_matches('/').trim_end_matches(".html");
        if second.is_none()
            && ["page/2", "page2", "page-2", "paged=2", "page=2", "index2"]
                .iter()
                .any(|t| tail.ends_with(t))
        {
            second = joined(href);
        }
    }
    second
}
