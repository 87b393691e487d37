//! All arguments, with the help people read.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand, ValueEnum};

use super::serve::args::Serve;
use super::tree::args::{Cluster, Content, Distance, Instances, News, Records, Sections, Taxonomy};
use crate::label::Mechanism;

/// Learn from a blog's feed how its pages are built, and read the whole archive with what was
/// learned.
#[derive(Debug, Parser)]
#[command(
    version,
    about,
    max_term_width = 110,
    after_help = "\
Examples:
  feedstone learn https://blog.example/ --out blog.xml        learn a blog's rules from its feed
  feedstone extract --rules blog.xml https://blog.example/2009/ > entries.jsonl
  feedstone learn --warc crawl.warc.gz https://blog.example/ --out blog.xml
  feedstone extract --warc crawl.warc.gz --rules blog.xml     every page of the archive
  feedstone learn saved-blog/                                 a folder laid out by URL path
  feedstone harvest https://blog.example/ --state blog.db --out blog.jsonl    every post of a blog

Exit codes, of all commands: 0 all was done, and nothing is wrong; 1 something is wrong, or a part
is missing; 2 it could not run; 3 nothing was learned; 4 there is no feed, or none that can be
read."
)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Learn a blog's rules from its feed, home page and entry pages
    Learn(Learn),
    /// Read a whole blog: every post once, from its address alone
    Harvest(Harvest),
    /// Read entries from pages with saved rules, as JSON Lines
    Extract(Extract),
    /// Ask independent witnesses whether rules still read pages right
    Check(Check),
    /// Are today's feed items still read right from today's home page?
    Health(HealthOf),
    /// Learn new layouts beside the old ones after a redesign
    Relearn(Relearn),
    /// Answer over HTTP on this machine: pages in, entries out, for programs in any language
    Serve(Serve),
    /// Show what the program sees: tokens, tree, feed, labels, rules, records
    Show(Show),
    /// Check or export rule files
    #[command(subcommand)]
    Rules(Rules),
    /// How far two pages are apart: the restricted top-down tree distance
    Distance(Distance),
    /// Which pages share a template
    Cluster(Cluster),
    /// The text of pages: what they do not share with others of their template
    Content(Content),
    /// Title and body of articles: what varies between pages of one template
    News(News),
    /// The records of list pages and their columns, without rules or feed
    Records(Records),
    /// The areas of pages and the blocks inside them
    Sections(Sections),
    /// Which labels stand above which in the menus of several sites
    Taxonomy(Taxonomy),
    /// The text of the pages that a list links to: what two of them do not share
    Instances(Instances),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Where pages come from.
#[derive(Debug, ClapArgs)]
pub struct From {
    /// Read pages and feed from this archive: a WARC file (plain, gzip or zstd), a WACZ file, a
    /// folder of such, or `-` for one from standard input; may be given several times. Of several
    /// captures the newest counts
    #[arg(long, value_name = "FILE", conflicts_with = "dir")]
    pub warc: Vec<PathBuf>,
    /// With --warc: read the archive as it was on this day (2009-02-14, UTC)
    #[arg(long, value_name = "DAY", requires = "warc", value_parser = day)]
    pub as_of: Option<chrono::NaiveDate>,
    /// Read pages and feed from this folder, laid out by URL path
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
    /// Address that the folder's files had [default: the folder's file base.url]
    #[arg(long, value_name = "URL")]
    pub base: Option<String>,
    #[command(flatten)]
    pub web: Web,
}

/// Heading of the options that only matter on the web.
const WEB: &str = "On the web";

/// How pages are asked for on the web.
#[derive(Debug, ClapArgs)]
pub struct Web {
    /// Seconds between two requests to a host; robots.txt may ask for more
    #[arg(long, help_heading = WEB, value_name = "SECONDS", value_parser = seconds)]
    #[arg(allow_negative_numbers = true, default_value_t = 1.0)]
    pub delay: f64,
    /// Seconds that one answer may take
    #[arg(long, help_heading = WEB, value_name = "SECONDS", value_parser = seconds)]
    #[arg(allow_negative_numbers = true, default_value_t = 30.0)]
    pub timeout: f64,
    /// Most bytes of one answer
    #[arg(long, help_heading = WEB, value_name = "BYTES", value_parser = count::<u64>)]
    #[arg(default_value_t = crate::source::http::MAX_BYTES)]
    pub max_bytes: u64,
    /// The User-Agent header
    #[arg(long, help_heading = WEB, value_name = "TEXT")]
    pub user_agent: Option<String>,
    /// An address or mail address where the blog's owner can reach you; it is put into the
    /// User-Agent header
    #[arg(long, help_heading = WEB, value_name = "WHERE", conflicts_with = "user_agent")]
    pub contact: Option<String>,
    /// A further header, `Name: value`, for the host that is asked first and no other
    #[arg(long, help_heading = WEB, value_name = "HEADER", value_parser = header)]
    pub header: Vec<(String, String)>,
    /// Ask addresses of private networks and other ports, too, where pages and feeds lead there;
    /// else only those that you name
    #[arg(long, help_heading = WEB)]
    pub allow_private: bool,
    /// A further host of the blog, where learn, relearn, health and harvest ask for posts, too
    #[arg(long, help_heading = WEB, value_name = "HOST")]
    pub also_host: Vec<String>,
    /// Cookies, in a file as curl, wget and browsers' extensions write it (cookies.txt)
    #[arg(long, help_heading = WEB, value_name = "FILE")]
    pub cookie_file: Option<PathBuf>,
}

/// A header's name and value.
fn header(text: &str) -> Result<(String, String), String> {
    let (name, value) = text
        .split_once(':')
        .ok_or_else(|| format!("expected a header as `Accept-Language: de`, found {text:?}"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone learn https://blog.example/ --out blog.xml
  feedstone learn samples/garden-notes --out garden.xml       a folder with a file base.url
  feedstone learn --warc crawl.warc.gz https://blog.example/ --out - > blog.xml

Reads robots.txt, the home page, the feed it names, up to 20 pages of the feed's items (40 are tried
at most) and up to 8 lists of posts, of the blog's own hosts; prints for each field on how many
items it was learned and tested, and what could not be learned and why.
Rules in the file that are of another blog, have layouts or fields that the new ones lack, or read
more of the feed's items are not replaced (exit code 1); a file of another kind is not written over
(exit code 2).
Exit codes: 0 rules were learned; 1 they were not written; 2 could not run; 3 nothing was learned;
4 no feed.")]
pub struct Learn {
    /// The blog's home page, or a folder that holds the blog
    pub blog: String,
    #[command(flatten)]
    pub from: From,
    /// The feed's address [default: found by itself]
    #[arg(long, value_name = "URL")]
    pub feed: Option<String>,
    /// Write the rule file here; `-` writes it to standard output and the report to standard error
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write the rules also where nothing was learned, or where something better or else stands
    #[arg(long, requires = "out")]
    pub force: bool,
    /// Write a page of HTML here, to look at: what was read, how sure it is, and some pages with
    /// what was read of them marked in colour
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Learn without a feed: from the records of the home page and what the pages behind them do
    /// not share
    #[arg(long, conflicts_with_all = ["feed", "literal", "without"])]
    pub without_feed: bool,
    /// Learn as the paper prints it (WTM, 2006), without any of the extensions
    #[arg(long)]
    pub literal: bool,
    /// Leave mechanisms out, to measure what each is worth
    #[arg(long, value_name = "MECHANISM", value_delimiter = ',', conflicts_with = "literal")]
    pub without: Vec<Mechanism>,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone harvest https://blog.example/ > posts.jsonl
  feedstone harvest https://blog.example/ --state blog.db --out blog.jsonl   can be broken off
  feedstone harvest samples/garden-notes                 a folder laid out by URL path
  feedstone harvest --warc crawl.warc.gz https://blog.example/ --out blog.atom
  feedstone harvest --list blogs.opml --state blogs.db --out posts/          a file a blog

Learns the rules from the feed (or takes --rules), finds the ways to all posts, and reads each post
once. One JSON object a line: link, title, date, author, tags, body_text, body_html, extent, from
(page, list or feed), parts (fields read elsewhere), aliases. The ending of --out says the form:
.jsonl, .csv, .atom, .sqlite, .json (JSON Feed), .wxr (WordPress); a folder (closing slash) gets a
Markdown file a post, one whose name ends with .atom/ an archived feed (RFC 5005).
Asks one request a second, what robots.txt allows, on hosts of the blog only.
With --state, a second run asks only what can have changed and adds only what is new to lines that
are there (--all: everything).
Exit codes: 0 the posts are known to be all; 1 there may be more, the report says why; 2 could not
run; 3 nothing could be learned, neither from the feed nor without one.")]
pub struct Harvest {
    /// The blog's home page, or a folder that holds the blog
    pub blog: Option<String>,
    #[command(flatten)]
    pub from: From,
    /// Harvest the blogs of this file: an address a line, or OPML; --out names a folder, which gets
    /// a file a blog
    #[arg(long, value_name = "FILE", conflicts_with_all = ["blog", "rules", "feed", "report"])]
    pub list: Option<PathBuf>,
    /// With --list: how many blogs at once
    #[arg(long, value_name = "N", value_parser = count::<usize>, default_value_t = 4)]
    pub at_once: usize,
    /// Take these rules; they are not learned
    #[arg(long, short, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// The feed's address [default: found by itself]
    #[arg(long, value_name = "URL")]
    pub feed: Option<String>,
    /// Keep what is known of the blog in this SQLite file: to go on after a stop, to update later
    #[arg(long, value_name = "FILE")]
    pub state: Option<PathBuf>,
    /// Write the posts here, whole or not at all; `-` is standard output, lines of JSON
    /// [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Write a page of HTML here, to look at: what was read, how sure it is, and some pages with
    /// what was read of them marked in colour
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Add every page that is fetched to this WARC file (.warc.gz), which all commands read
    #[arg(long, value_name = "FILE")]
    pub keep_pages: Option<PathBuf>,
    /// After an update, write all posts, not only those that are new
    #[arg(long)]
    pub all: bool,
    /// Clean body_html of all that a browser runs: scripts, handlers, frames, forms, styles
    #[arg(long)]
    pub sanitize: bool,
    /// Do not fetch the pages of posts that a list shows in full
    #[arg(long)]
    pub from_lists: bool,
    /// Most requests, of which one that is asked again while the server is busy counts once
    /// [default: three for each post known, and 200]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    pub max_requests: Option<usize>,
}

/// A number that is whole.
pub(super) fn count<N: std::str::FromStr>(text: &str) -> Result<N, String> {
    text.parse().map_err(|_| format!("expected a whole number, found {text:?}"))
}

/// A day.
fn day(text: &str) -> Result<chrono::NaiveDate, String> {
    text.parse().map_err(|_| format!("expected a day as 2009-02-14, found {text:?}"))
}

/// A number of seconds.
fn seconds(text: &str) -> Result<f64, String> {
    let fits = |v: &f64| (0.0..=86_400.0).contains(v);
    text.parse()
        .ok()
        .filter(fits)
        .ok_or_else(|| format!("expected seconds, from 0 to 86400, found {text:?}"))
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone extract --rules blog.xml https://blog.example/2009/05/
  feedstone extract --rules blog.xml --warc crawl.warc.gz > entries.jsonl
  feedstone extract --rules blog.xml --warc crawl.warc.gz --out posts.sqlite
  feedstone extract --rules blog.xml --dir saved-blog/ --explain
  feedstone extract --rules blog.xml --warc crawl.warc.gz --min-confidence 0.9
  feedstone extract --rules blog.xml page.html --base https://blog.example/2009/05/

One JSON object a line: page, captured (of archives), kind (list or entry), link, title, date
(ISO 8601), author, tags, body_text, body_html, extent (full or excerpt), layout. What was not found
is left out; --explain says why. With --out of another ending than .jsonl each post once, what lists
show of it filling what its own page lacks: .csv, .atom, .sqlite, .json (JSON Feed), .wxr
(WordPress), a folder (closing slash) for Markdown files, one that ends with .atom/ for an archived
feed (RFC 5005).
Exit codes: 0 all pages were read; 1 nothing was found, a page or a part of an archive could not be
had, or a login or the like stood in a page's place; 2 could not run.")]
pub struct Extract {
    /// Pages to read: addresses, or HTML files, plain or gzip [default: every page of the WARC file
    /// or folder]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// The rule file
    #[arg(long, short, value_name = "FILE")]
    pub rules: PathBuf,
    /// Write the entries here, whole or not at all, and not where there are none; the ending says
    /// the form, and `-` is standard output [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Leave out values that independent witnesses (see `feedstone check`) make less sure than
    /// this, 0 to 1
    #[arg(long, value_name = "LEAST", value_parser = share)]
    pub min_confidence: Option<f64>,
    /// Say on standard error for each page which layout it has and why, and why fields are absent
    #[arg(long)]
    pub explain: bool,
    /// Clean body_html of all that a browser runs: scripts, handlers, frames, forms, styles
    #[arg(long)]
    pub sanitize: bool,
    /// Each post once, in lines as `harvest` writes them: what lists show of it fills what its own
    /// page lacks, and of several captures the newest counts
    #[arg(long)]
    pub merge: bool,
    /// Stop at the first page that cannot be had, and write nothing to --out
    #[arg(long)]
    pub strict: bool,
    /// Pages that are read at once; the output is the same [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    #[arg(default_value_t = super::cores::cores(), hide_default_value = true)]
    pub jobs: usize,
    /// Write each line as soon as its page is read. Else, of archives and folders, lines behind the
    /// first text of a list wait for all pages: the post's own page tells whether it is whole
    #[arg(long, conflicts_with = "merge")]
    pub at_once: bool,
    /// Print every reading of each page with the terms of its score, in place of the entries
    #[arg(long, hide = true)]
    pub readings: bool,
}

/// How many pages are read at once.
pub(super) fn jobs(text: &str) -> Result<usize, String> {
    let most = super::cores::MOST_JOBS;
    text.parse()
        .ok()
        .filter(|n| (1..=most).contains(n))
        .ok_or_else(|| format!("expected a number from 1 to {most}, found {text:?}"))
}

/// A number from 0 to 1.
pub(super) fn share(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|v| (0.0..=1.0).contains(v))
        .ok_or_else(|| format!("expected a number from 0 to 1, found {text:?}"))
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone check --rules blog.xml --warc crawl.warc.gz
  feedstone check --rules blog.xml https://blog.example/2009/05/ https://blog.example/2009/05/salt
  feedstone check --rules blog.xml --dir saved-blog/ --format json > findings.jsonl

Replays the rules on every page and asks witnesses that know nothing of them: what the page says of
itself, its permalinks, how it is built (RTDM), its records (DEPTA), its content (TSReC), the same
entries on other pages and in the feed.
Exit codes: 0 nothing disagrees; 1 something does, a download ended within a list, no page gave an
entry, or a page could not be had; 2 could not run; 4 the feed that --feed names cannot be read.")]
pub struct Check {
    /// Pages to check: addresses, or HTML files, plain or gzip [default: every page of the WARC
    /// file or folder]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// The rule file
    #[arg(long, short, value_name = "FILE")]
    pub rules: PathBuf,
    /// The blog's feed as a witness: an address or a file
    #[arg(long, value_name = "FEED")]
    pub feed: Option<String>,
    /// Write a page of HTML here, to look at: what was read, how sure it is, and some pages with
    /// what was read of them marked in colour
    #[arg(long, value_name = "FILE")]
    pub report: Option<PathBuf>,
    /// Stop at the first page that cannot be had
    #[arg(long)]
    pub strict: bool,
    /// Pages that are read at once; the output is the same [default: as many as there are cores]
    #[arg(long, value_name = "N", value_parser = jobs)]
    #[arg(default_value_t = super::cores::cores(), hide_default_value = true)]
    pub jobs: usize,
    /// A table for people, or a JSON object a page: page, layout, kind, likeness, verdict, why,
    /// entries (link, fields: field, value, state, confidence, votes of independent witnesses,
    /// drift signals, reasons)
    #[arg(long, value_enum, default_value_t)]
    pub format: CheckForm,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone health --rules blog.xml
  feedstone health --rules blog.xml --warc today.warc.gz

Fetches the home page, the feed and the pages of a few of its items, and says for each field how
many of the items are still read right, since when not, and why. What the feed said otherwise when
the rules were learned is not asked for.
Exit codes: 0 healthy; 1 red; 2 cannot tell, or could not run; 4 no feed.")]
pub struct HealthOf {
    #[command(flatten)]
    pub from: From,
    /// The rule file
    #[arg(long, short, value_name = "FILE")]
    pub rules: PathBuf,
    /// The home page's address [default: the one in the rule file]
    #[arg(long, value_name = "URL")]
    pub home: Option<String>,
    /// The feed's address [default: the one in the rule file; with --home found by itself]
    #[arg(long, value_name = "URL")]
    pub feed: Option<String>,
    /// Items whose own pages are looked at; 0 for the home page alone
    #[arg(long, value_name = "N", value_parser = count::<usize>, default_value_t = 4)]
    pub entries: usize,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone relearn --rules blog.xml
  feedstone relearn --rules blog.xml --warc today.warc.gz --out new.xml

Where the rules no longer read the feed's items, learns from today's feed with some items held out.
New layouts are accepted only if they read those items right and the witnesses of `feedstone check`
agree; they stand beside the old ones, which go on reading old pages. The file is written whole or
not at all; what is no rule file of the same blog is not written over (exit code 2).
Exit codes: 0 accepted, or nothing to do; 1 refused, with the check that failed; 2 could not run;
4 no feed.")]
pub struct Relearn {
    #[command(flatten)]
    pub from: From,
    /// The rule file
    #[arg(long, short, value_name = "FILE")]
    pub rules: PathBuf,
    /// The home page's address [default: the one in the rule file]
    #[arg(long, value_name = "URL")]
    pub home: Option<String>,
    /// The feed's address [default: found by itself]
    #[arg(long, value_name = "URL")]
    pub feed: Option<String>,
    /// Write the new rules here [default: the rule file itself]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub enum CheckForm {
    /// A line a page, below it what disagrees and why, and a summary
    #[default]
    Table,
    /// JSON Lines
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum What {
    /// The flat token list of a page, with region codes
    Tokens,
    /// The same as a tree of HTML
    Tree,
    /// A feed as read, with what was repaired
    Feed,
    /// Where the feed's items stand on the blog's pages
    Labels,
    /// A rule file in short
    Rules,
    /// The records that rules find on a page
    Records,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone show tokens page.html
  feedstone show feed https://blog.example/feed.xml
  feedstone show labels --warc crawl.warc.gz https://blog.example/
  feedstone show rules blog.xml
  feedstone show records --rules blog.xml --warc crawl.warc.gz https://blog.example/page/2/")]
pub struct Show {
    /// What to show
    pub what: What,
    /// A page, feed, blog or rule file: an address or a file (pages and feeds also as gzip)
    pub page: String,
    #[command(flatten)]
    pub from: From,
    /// The rule file, for records
    #[arg(long, short, value_name = "FILE")]
    pub rules: Option<PathBuf>,
    /// The feed's address, for labels [default: found by itself]
    #[arg(long, value_name = "URL")]
    pub feed: Option<String>,
}

#[derive(Debug, Subcommand)]
pub enum Rules {
    /// Say whether rule files can be read, with line and column of what is wrong
    Check {
        /// The rule files
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Write a rule file in another system's form
    Export(Box<Export>),
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone rules export --to wtm blog.xml > stalker.xml
  feedstone rules export --to freshrss blog.xml > blog.opml
  feedstone rules export --to miniflux blog.xml --warc crawl.warc.gz > blog.json
  feedstone rules export --to ftr blog.xml --dir saved-blog/ > blog.example.txt
  feedstone rules export --to rss-bridge blog.xml https://blog.example/

Feed readers know CSS selectors and XPath. An expression is written only where it gives, on every
page that is looked at, what the rules read there; standard error names each with the number of
pages or records, and says why a field has none. The pages are those that learning takes, from the
web, an archive or a folder: the home page, lists, posts of the feed; or those that you name.
wtm needs no pages.
Exit codes: 0 all that the rules read and the reader takes is there; 1 a part is missing, or all;
2 could not run; 4 no feed.")]
pub struct Export {
    /// The form
    #[arg(long, value_enum)]
    pub to: Form,
    /// The rule file
    pub file: PathBuf,
    /// Pages to prove expressions on: addresses, or HTML files, plain or gzip [default: those that
    /// learning takes]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Form {
    /// The StalkerRules schema of WTM (2006): start and end as regular expressions
    Wtm,
    /// FreshRSS: OPML with CSS for full texts and XPath for pages without a feed
    Freshrss,
    /// Miniflux: a feed with a scraper rule, for its API
    Miniflux,
    /// Full-Text RSS, wallabag: a site config
    Ftr,
    /// RSS-Bridge: the parameters of XPathBridge
    RssBridge,
}
