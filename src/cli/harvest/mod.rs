//! `feedstone harvest`: drives the machine of `crate::harvest` with the web, a folder or an
//! archive, and keeps what it says.

mod fleet;
mod kept;
mod look;
mod pace;
mod state;

use std::cell::Cell;
use std::path::Path;
use std::time::{Duration, Instant};

use super::args::Harvest;
use super::end::End;
use super::files::{apart, is_stdout, may_grow, may_stand, say_on_signals};
use super::io::{Status, is_address, is_whole, open, read_by, web_options};
use super::out::{Order, Target, cleaned};
use super::report::Samples;
use super::talk::{counted, lines, say, warn};
use crate::address::bare;
use crate::harvest::{Doubt, Event, Frontier, Note, Options, Post, Report, Why};
use crate::output::{About, Format, Writer};
use crate::source::http::{Http, Validators, product};
use crate::source::{Response, Source};
use crate::{Error, ErrorKind, Wrapper, learn};
use kept::Kept;
use pace::Pace;
use state::State;

pub fn run(args: &Harvest) -> anyhow::Result<End> {
    // What is in the way is said before anything is asked for.
    let written = [
        ("--out", args.out.as_deref()),
        ("--report", args.report.as_deref()),
        ("--state", args.state.as_deref()),
        ("--keep-pages", args.keep_pages.as_deref()),
    ];
    apart(&written, &read_by(&args.from, &[], args.rules.as_deref()))?;
    if let Some(list) = &args.list {
        return fleet::run(args, list);
    }
    args.report.as_deref().map_or(Ok(()), may_stand)?;
    written[2..].iter().filter_map(|(_, file)| *file).try_for_each(may_grow)?;
    say_on_signals(match &args.state {
        Some(state) => format!(
            "broken off; the same command goes on where this one was, from {}",
            state.display()
        ),
        None => "broken off; with --state FILE the same command can go on".to_owned(),
    });
    let target = out_file(args).map(Target::of).transpose()?;
    let from = Place::open(args)?;
    let home = from.home(args)?;
    let blog = Blog { home: &home, feed: args.feed.as_deref(), target, alone: true };
    let done = harvest(args, &from, &blog)?;
    say(words(&done.report));
    if let Some(new) = done.new {
        let all = done.report.posts;
        let new = counted(new, "post");
        say(format_args!("update: {new} new or edited; --all writes all {all}"));
    }
    Ok(done.end())
}

/// The file or folder that posts are written to. None: standard output.
fn out_file(args: &Harvest) -> Option<&Path> {
    args.out.as_deref().filter(|out| !is_stdout(out))
}

/// A blog to harvest.
struct Blog<'b> {
    home: &'b str,
    feed: Option<&'b str>,
    /// Where its posts go; None: to standard output.
    target: Option<Target>,
    /// True where nothing else is harvested beside it.
    alone: bool,
}

/// What came of a blog.
struct Done {
    report: Report,
    about: About,
    /// The address of its feed, where one is known.
    feed: Option<String>,
    /// Whether its rules read anything, or none could be learned; None where it did not come so
    /// far.
    rules: Option<bool>,
    /// In an update that writes only them: how many posts are new or edited.
    new: Option<usize>,
    /// True where the archive or folder that pages came from can be read in part only.
    damaged: bool,
}

impl Done {
    fn end(&self) -> End {
        match self.rules {
            None => End::NotRun,
            Some(false) if self.report.posts == 0 => End::NothingLearned,
            Some(_) => End::all_if(self.is_whole()),
        }
    }

    fn is_whole(&self) -> bool {
        let complete = self.report.complete.is_ok();
        complete && self.report.lost.is_empty() && !self.damaged
    }
}

fn harvest(args: &Harvest, from: &Place, blog: &Blog<'_>) -> anyhow::Result<Done> {
    let damaged = matches!(from, Place::Stored { source, .. } if !is_whole(&**source));
    let mut state = State::open(args.state.as_deref(), blog.home)?;
    let options = Options {
        rules: rules(args, from, blog)?,
        feed: blog.feed.map(str::to_owned),
        also_hosts: args.from.web.also_host.clone(),
        from_lists: from_lists(&state, args.from_lists)?,
        stored: matches!(from, Place::Stored { .. }),
        delay: Duration::from_secs_f64(args.from.web.delay),
        max_requests: args.max_requests,
        agent: args.from.web.user_agent.as_deref().map_or("feedstone", product).to_owned(),
    };
    let out = Out { live: blog.target.is_none(), clean: args.sanitize };
    let (mut frontier, missing) = resume(&state, blog.home, options)?;
    let run = begin(&mut state, &mut frontier)?;
    keep(&mut state, missing, None, run, &Out { live: false, ..out })?;
    let shown = if args.all { FIRST_RUN } else { run };
    if out.live {
        state.posts(shown, Order::Found, &mut |post| out.line(&post))?;
    }
    let samples = ask(args, from, &mut state, &mut frontier, &out, (run, blog.alone))?;
    // What a state knows the same command asks for when it goes on.
    if args.state.is_none() && frontier.broken_off().is_some() {
        let events = frontier.make_do();
        keep(&mut state, events, None, run, &out)?;
    }
    let report = frontier.report();
    if let Some(file) = &args.report {
        look::write(file, &state, &frontier, &about(&frontier, &report, blog.home), &samples)?;
    }
    let none = matches!(frontier.broken_off(), Some(Doubt::NoRules(_))).then_some(false);
    let rules = frontier.rules().map(|r| !r.layouts.is_empty()).or(none);
    // What a run that found nothing out would write is no news of the blog.
    let had = report.posts > 0 || rules == Some(true);
    if blog.alone
        && !had
        && let Some(file) = out_file(args)
    {
        warn(format_args!("{}: not written: no post was found", file.display()));
    }
    // Lines on standard output are those of this run.
    let mut adds = out.live;
    if let Some(target) = blog.target.as_ref().filter(|_| had) {
        let update = (shown > FIRST_RUN).then_some(shown);
        let about = about(&frontier, &report, blog.home);
        adds = write(target, &state, &about, update, args.sanitize)?;
    }
    if frontier.broken_off().is_none() {
        state.set_about("finished", &run.to_string())?;
    }
    let partly = run > FIRST_RUN && !args.all && adds;
    let feed = frontier.rules().map(|r| r.feed.clone()).filter(|f| !f.is_empty());
    let about = about(&frontier, &report, blog.home);
    let new = partly.then(|| state.count(run)).transpose()?;
    let damaged = damaged || matches!(from, Place::Stored { unread, .. } if unread.get());
    Ok(Done { report, about, feed, rules, new, damaged })
}

/// The rules of a file; without one, of an archive that has hardly any page of the feed's items,
/// those that other posts teach. None where the harvest learns them as it goes.
fn rules(args: &Harvest, from: &Place, blog: &Blog<'_>) -> anyhow::Result<Option<Wrapper>> {
    if let Some(file) = &args.rules {
        return Ok(Some(Wrapper::load(file)?));
    }
    let Place::Stored { source, .. } = from else { return Ok(None) };
    let (gathered, why) = match learn::Blog::gather(&**source, blog.home, blog.feed, &mut |_| ()) {
        Ok(gathered) => {
            let gathered = Some(gathered).filter(|g| g.older > 0 || g.without_feed);
            (gathered, "of the posts that its feed names hardly any page is there")
        }
        Err(e) if e.kind() == ErrorKind::Feed => {
            let bare = learn::Blog::gather_without_feed(&**source, blog.home, &mut |_| ());
            (bare.ok().filter(|bare| bare.older > 0), "no feed of it is there")
        }
        Err(_) => return Ok(None),
    };
    if gathered.is_some() {
        warn(format_args!("{}: {why}; the rules are learned from other posts", blog.home));
    }
    Ok(gathered.map(|gathered| gathered.learn().wrapper))
}

/// Whether posts are taken from lists: as in the run that began the state, whose rules were learned
/// for that.
fn from_lists(state: &State, wanted: bool) -> anyhow::Result<bool> {
    let name = "from_lists";
    if state.about("run")?.is_none() {
        state.set_about(name, if wanted { "yes" } else { "no" })?;
        return Ok(wanted);
    }
    let begun = state.about(name)?.is_some_and(|v| v == "yes");
    match (begun, wanted) {
        (true, false) => warn("the state file was begun with --from-lists, and goes on with it"),
        (false, true) => warn(
            "the state file was begun without --from-lists, and goes on without it; for posts \
             from lists name another file with --state",
        ),
        _ => {}
    }
    Ok(begun)
}

/// The machine as the notes of earlier runs leave it; they are read one at a time. And posts that
/// an earlier version of the machine did not make of them.
fn resume(state: &State, home: &str, options: Options) -> anyhow::Result<(Frontier, Vec<Event>)> {
    let mut broken = None;
    let numbers = state.notes()?;
    let notes = numbers.iter().map_while(|n| match state.note(*n) {
        Ok(note) => Some(note),
        Err(e) => {
            broken = Some(e);
            None
        }
    });
    let mut missing = Vec::new();
    let frontier = Frontier::resume(home, options, notes, &mut |event| {
        let is_missing =
            matches!(&event, Event::Post(post) if state.has(&post.link).is_ok_and(|known| !known));
        missing.extend(Some(event).filter(|_| is_missing));
    })?;
    broken.map_or(Ok((frontier, missing)), Err)
}

/// Ask what the machine wants to know, and keep what it makes of it, until it wants no more.
fn ask(
    args: &Harvest,
    from: &Place,
    state: &mut State,
    frontier: &mut Frontier,
    out: &Out,
    (run, alone): (i64, bool),
) -> anyhow::Result<Samples> {
    let mut samples = Samples::default();
    let mut progress = Progress::new(alone);
    let mut pace = Pace::of(args)?;
    let mut kept = args.keep_pages.as_deref().map(Kept::open).transpose()?;
    loop {
        let Some(request) = frontier.next() else {
            let mut any = false;
            for url in from.pages_at_hand() {
                any = true;
                let step = frontier.offer(&url);
                let note = (&step.note, &Validators::default());
                keep(state, step.events, Some(note), run, out)?;
            }
            if any {
                continue;
            }
            break;
        };
        progress.step(&request.url, request.why, frontier);
        if matches!(from, Place::Web(_)) {
            pace.wait(&request)?;
        }
        let known = match request.again {
            true => state.known(&request.url)?,
            false => None,
        };
        let answer = from.get(&request.url, known.as_ref());
        if let (Some(kept), Ok(response)) = (&mut kept, &answer) {
            kept.write(response)?;
        }
        let seen = answer.as_ref().map(Validators::of).unwrap_or_default();
        let page = answer.as_ref().ok().filter(|r| args.report.is_some() && r.status == 200);
        let page = page.cloned();
        let before = frontier.counts().0;
        let step = frontier.answer(&request.url, answer);
        if let Some(page) = &page {
            match request.why == Why::Post && frontier.counts().0 == before {
                true => samples.see_odd(page),
                false => samples.see(page),
            }
        }
        // A failure that ends the run is no part of what is known: the next run asks again.
        if step.note.is_failure() && frontier.broken_off().is_some() {
            break;
        }
        keep(state, step.events, Some((&step.note, &seen)), run, out)?;
    }
    progress.done();
    Ok(samples)
}

/// Keep what the machine made of an answer, and tell it.
fn keep(
    state: &mut State,
    events: Vec<Event>,
    note: Option<(&Note, &Validators)>,
    run: i64,
    out: &Out,
) -> anyhow::Result<()> {
    let change = state.change()?;
    note.map_or(Ok(()), |(note, seen)| change.note(note, seen))?;
    for event in &events {
        match event {
            Event::Post(post) => change.post(post, run)?,
            Event::Twin { url, of } => change.alias(url, of)?,
            Event::Learned | Event::List { .. } | Event::Ended { .. } | Event::Warning(_) => {}
        }
    }
    change.done()?;
    for event in events {
        match event {
            Event::Post(post) => out.line(&post)?,
            Event::Warning(what) => warn(what),
            _ => {}
        }
    }
    Ok(())
}

/// Write posts of `run` and later into the file's lines, behind those there where it is an update;
/// in all other forms, and where there is no file, all posts. True where posts were added to
/// others.
fn write(
    target: &Target,
    state: &State,
    about: &About,
    run: Option<i64>,
    clean: bool,
) -> anyhow::Result<bool> {
    let run = run.filter(|_| target.is_lines());
    let before = run.map_or(Ok(None), |_| target.bytes())?;
    // A file that is not there lacks the posts of earlier runs, too.
    let from = run.filter(|_| before.is_some());
    if let Some(from) = from
        && state.count(from)? == 0
    {
        return Ok(true);
    }
    target.add(about, &before.unwrap_or_default(), &mut |order, take| {
        state.posts(from.unwrap_or(0), order, &mut |post| take(given(post, clean)))
    })?;
    Ok(from.is_some())
}

/// A post as it is given out.
fn given(mut post: Post, clean: bool) -> Post {
    if clean {
        post.body_html = post.body_html.as_deref().map(cleaned);
    }
    post
}

/// The blog, as formats with a head want it.
fn about(frontier: &Frontier, report: &Report, home: &str) -> About {
    let rules = frontier.rules();
    About {
        title: rules.and_then(|r| r.title.clone()).unwrap_or_else(|| home.to_owned()),
        home: home.to_owned(),
        lang: rules.and_then(|r| r.lang.clone()),
        updated: report.span.map(|s| s.1),
        complete: report.complete.is_ok(),
    }
}

/// The number of the first run of a state file; updates count on.
const FIRST_RUN: i64 = 1;

/// The number of this run: that of one which was broken off, or the next, which is an update.
fn begin(state: &mut State, frontier: &mut Frontier) -> anyhow::Result<i64> {
    let number = |name: &str| -> anyhow::Result<i64> {
        Ok(state.about(name)?.and_then(|n| n.parse().ok()).unwrap_or(0))
    };
    let (begun, finished) = (number("run")?.max(FIRST_RUN), number("finished")?);
    if finished < begun {
        state.set_about("run", &begun.to_string())?;
        return Ok(begun);
    }
    let run = begun + 1;
    let note = frontier.update();
    let change = state.change()?;
    change.note(&note, &Validators::default())?;
    change.about("run", &run.to_string())?;
    change.done()?;
    Ok(run)
}

/// Where pages come from.
enum Place {
    Web(Box<Http>),
    Stored {
        source: Box<dyn Source>,
        base: Option<String>,
        /// True once the machine was told of all its pages.
        offered: Cell<bool>,
        /// True where some of them cannot be read.
        unread: Cell<bool>,
    },
}

impl Place {
    fn open(args: &Harvest) -> anyhow::Result<Place> {
        Place::of(args, args.blog.as_deref(), args.feed.as_deref())
    }

    /// The place of a blog.
    fn of(args: &Harvest, blog: Option<&str>, feed: Option<&str>) -> anyhow::Result<Place> {
        let folder = blog.is_some_and(|b| Path::new(b).is_dir());
        if !args.from.warc.is_empty() || args.from.dir.is_some() || folder {
            let (source, base) = open(&args.from, blog, feed.as_slice())?;
            let (offered, unread) = (Cell::new(false), Cell::new(false));
            return Ok(Place::Stored { source, base, offered, unread });
        }
        let named: Vec<&str> = blog.into_iter().chain(feed).collect();
        named.iter().try_for_each(|name| is_address(name))?;
        let options = web_options(&args.from.web, &named)?;
        Ok(Place::Web(Box::new(Http::new(options)?)))
    }

    /// The blog's home page.
    fn home(&self, args: &Harvest) -> anyhow::Result<String> {
        self.home_of(args.blog.as_deref())
    }

    fn home_of(&self, blog: Option<&str>) -> anyhow::Result<String> {
        match (self, blog) {
            (Place::Stored { base: Some(base), .. }, _) => Ok(bare(base)),
            (_, Some(blog)) => Ok(bare(blog)),
            _ => anyhow::bail!(
                "expected the address of a blog's home page (see feedstone harvest --help)"
            ),
        }
    }

    /// The pages of an archive, once: those that nothing leads to are read at the end.
    fn pages_at_hand(&self) -> Box<dyn Iterator<Item = String> + '_> {
        match self {
            Place::Stored { source, offered, unread, .. } if !offered.replace(true) => {
                let read = |page: Result<Response, crate::Error>| {
                    let told = |e: &crate::Error| source.damages().contains(&e.to_string());
                    let fault = page.as_ref().err().filter(|e| !told(e));
                    if let Some(e) = fault {
                        warn(e);
                        unread.set(true);
                    }
                    page.ok()
                };
                let pages = source.pages().filter_map(read);
                Box::new(pages.filter(|r| r.status == 200 && r.is_html()).map(|r| r.url))
            }
            _ => Box::new(std::iter::empty()),
        }
    }

    fn get(&self, url: &str, known: Option<&Response>) -> Result<Response, Error> {
        match self {
            Place::Web(http) => http.ask_once(url, known),
            Place::Stored { source, .. } => source.get(url),
        }
    }
}

/// Standard output, a line a post as they are found.
struct Out {
    live: bool,
    /// Whether HTML is cleaned of what a browser runs.
    clean: bool,
}

impl Out {
    fn line(&self, post: &Post) -> anyhow::Result<()> {
        if self.live {
            let mut out = Writer::new(Format::Lines, lines(), &About::default())?;
            out.post(&given(post.clone(), self.clean))?;
            out.finish()?;
        }
        Ok(())
    }
}

/// Posts, requests, rate, what is read.
struct Progress {
    status: Status,
    start: Instant,
    requests: usize,
}

impl Progress {
    fn new(alone: bool) -> Progress {
        let status = if alone { Status::new() } else { Status::hidden() };
        Progress { status, start: Instant::now(), requests: 0 }
    }

    fn step(&mut self, url: &str, why: Why, frontier: &Frontier) {
        self.requests += 1;
        self.status.show(|| self.line(url, why, frontier));
    }

    fn line(&self, url: &str, why: Why, frontier: &Frontier) -> String {
        let (posts, waiting) = frontier.counts();
        let rate = self.requests as f64 / self.start.elapsed().as_secs_f64().max(1.0);
        let what = match why {
            Why::Robots => "asking what may be read",
            Why::Learning => "learning from",
            Why::List => "looking for posts on",
            Why::Post => "reading",
        };
        let minutes = (waiting as f64 / rate / 60.0).ceil();
        let more = match waiting {
            0 => String::new(),
            _ => format!(", {waiting} more known (about {minutes} min)"),
        };
        let (posts, requests) = (counted(posts, "post"), counted(self.requests, "request"));
        format!("{posts}{more}, {requests}, {rate:.1}/s, {what} {url}")
    }

    fn done(&self) {
        self.status.clear();
    }
}

/// The report, for people.
fn words(report: &Report) -> String {
    use std::fmt::Write as _;
    let mut out = String::new();
    out.push_str(&counted(report.posts, "post"));
    if let Some((first, last)) = report.span {
        let _ = write!(out, ", {first} to {last}");
    }
    let _ = writeln!(out, ", {}", counted(report.requests, "request"));
    if report.undated > 0 {
        let _ = writeln!(out, "  without a day: {}", counted(report.undated, "post"));
    }
    if !report.empty_months.is_empty() {
        let shown: Vec<String> =
            report.empty_months.iter().take(12).map(|(y, m)| format!("{y}-{m:02}")).collect();
        let more = report.empty_months.len().saturating_sub(shown.len());
        let more = if more > 0 { format!(" and {more} more") } else { String::new() };
        let _ = writeln!(out, "  months without a post: {}{more}", shown.join(", "));
    }
    for way in &report.ways {
        let _ = writeln!(
            out,
            "  {:<20} {:>5} asked, name {:>5} posts, {:>5} for the first time",
            way.kind, way.asked, way.posts, way.new
        );
    }
    for (url, why) in report.lost.iter().take(10) {
        let _ = writeln!(out, "  not read: {url}: {why}");
    }
    if report.lost.len() > 10 {
        let _ = writeln!(out, "  … and {} more not read", report.lost.len() - 10);
    }
    let _ = match &report.complete {
        Ok(why) => writeln!(out, "all posts: {why}"),
        Err(why) => {
            let about = report.about.map_or(String::new(), |n| format!(" of about {n}"));
            writeln!(out, "at least {}{about}: {why}", counted(report.posts, "post"))
        }
    };
    out
}
