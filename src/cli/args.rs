//! All arguments, with the help people read.

use std::path::PathBuf;

use clap::{Args as ClapArgs, Parser, Subcommand};

/// Learn from a blog's feed how its pages are built, and read the whole archive with what was learned.
#[derive(Debug, Parser)]
#[command(version, about, max_term_width = 100)]
pub struct Args {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Debug, Subcommand)]
pub enum Command {
    /// Learn a blog's rules from its feed, home page and entry pages
    Learn(Learn),
    /// Read entries from pages with saved rules, as JSON Lines
    Extract(Extract),
}

/// Where pages come from.
#[derive(Debug, ClapArgs)]
pub struct From {
    /// Read pages and feed from this WARC file (plain or gzip)
    #[arg(long, value_name = "FILE", conflicts_with = "dir")]
    pub warc: Option<PathBuf>,
    /// Read pages and feed from this folder, laid out by URL path
    #[arg(long, value_name = "FOLDER")]
    pub dir: Option<PathBuf>,
    /// Address that the folder's files had [default: the folder's file base.url]
    #[arg(long, value_name = "URL", requires = "dir")]
    pub base: Option<String>,
}

#[derive(Debug, ClapArgs)]
pub struct Learn {
    /// The blog's home page; or a folder or WARC file that holds the blog
    pub blog: String,
    #[command(flatten)]
    pub from: From,
    /// The feed's address [default: found by itself]
    #[arg(long, value_name = "URL")]
    pub feed: Option<String>,
    /// Write the rule file here [default: standard output]
    #[arg(long, short, value_name = "FILE")]
    pub out: Option<PathBuf>,
}

#[derive(Debug, ClapArgs)]
pub struct Extract {
    /// Pages to read: addresses, or files
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// The rule file
    #[arg(long, short, value_name = "FILE")]
    pub rules: PathBuf,
    /// Say on standard error for each page which layout it has and why, and why fields are absent
    #[arg(long)]
    pub explain: bool,
}
