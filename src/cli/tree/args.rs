//! The arguments of the tree methods' commands, with the help people read.

use std::path::PathBuf;

use clap::{Args as ClapArgs, ValueEnum};

use crate::cli::args::{From, count, share};
use crate::tree::cluster::Linkage;
use crate::tree::rtdm::Denominator;

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone distance home.html page2.html.gz
  feedstone distance --warc crawl.warc.gz https://blog.example/a https://blog.example/b --mapping

Prints a JSON object: distance, similarity (1 - distance / elements of both), elements, and with
--mapping the pairs of tokens.")]
pub struct Distance {
    /// A page: a file, plain or gzip, or an address
    pub a: String,
    /// Another page
    pub b: String,
    #[command(flatten)]
    pub from: From,
    /// Without the restriction on elements of different names (Selkow's distance)
    #[arg(long)]
    pub top_down: bool,
    /// Also the pairs of elements, as token numbers of `show tokens`
    #[arg(long)]
    pub mapping: bool,
    /// Also the milliseconds that the method took, as `ms`
    #[arg(long)]
    pub timing: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone cluster pages/*.html.gz
  feedstone cluster pages/*.html --threshold 0.9 --linkage average

One JSON object a page: page, cluster (a number).")]
pub struct Cluster {
    /// The pages: files, plain or gzip, or addresses
    #[arg(required = true)]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// Least similarity of pages in one cluster, 0 to 1
    #[arg(long, default_value_t = 0.8, value_parser = share)]
    pub threshold: f64,
    /// Which pages of two clusters are compared
    #[arg(long, value_enum, default_value_t)]
    pub linkage: Linkage,
    /// What a distance is divided by
    #[arg(long, value_enum, default_value_t)]
    pub denominator: Denominator,
    /// Keep runs of identical siblings twice only, so that lists of ten and of thirty entries are
    /// alike
    #[arg(long)]
    pub fold: bool,
    /// Without the restriction on elements of different names (Selkow's distance)
    #[arg(long)]
    pub top_down: bool,
    /// Also the milliseconds that the method took, as `ms`
    #[arg(long)]
    pub timing: bool,
    /// Stop at the first page that cannot be had; else the others are read, and the exit code is 1
    #[arg(long)]
    pub strict: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub enum ContentForm {
    /// A JSON object a page: page, text, references, and the texts of the three parts: common,
    /// regular, content
    #[default]
    Json,
    /// The text alone
    Text,
    /// The content's elements as HTML, links made absolute
    Html,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone content article.html --reference another.html --format text
  feedstone content pages/*.html.gz > texts.jsonl

Without --reference each page is compared with those of the others that are built most like it.")]
pub struct Content {
    /// The pages: files, plain or gzip, or addresses
    #[arg(required = true)]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// Pages of the same template to compare with
    #[arg(long, value_name = "PAGE")]
    pub reference: Vec<String>,
    /// Most reference pages that are chosen among the pages given
    #[arg(long, value_name = "N", value_parser = count::<usize>, default_value_t = 3)]
    pub references: usize,
    /// What to print
    #[arg(long, value_enum, default_value_t)]
    pub format: ContentForm,
    /// As the paper prints it, without the extensions
    #[arg(long)]
    pub literal: bool,
    /// Also the milliseconds that the method took, as `ms`
    #[arg(long)]
    pub timing: bool,
    /// Stop at the first page that cannot be had; else the others are read, and the exit code is 1
    #[arg(long)]
    pub strict: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub enum RecordForm {
    /// A JSON object a page: page, regions (records with text and cells, columns)
    #[default]
    Json,
    /// The table of the first region of each page
    Csv,
    /// A JSON object a record of the first region, as `extract` gives it: page, title, link, date,
    /// body_text
    Entries,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone records list.html --format csv > table.csv
  feedstone records --warc crawl.warc.gz https://blog.example/2009/ --format entries
  feedstone records first.html second.html --like-first       one table's columns for all pages

Regions are in order of importance: the one with most text outside links first.")]
pub struct Records {
    /// The pages: files, plain or gzip, or addresses
    #[arg(required = true)]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// What to print
    #[arg(long, value_enum, default_value_t)]
    pub format: RecordForm,
    /// Boxes of the page's elements as a browser laid them out (JSON, plain or gzip), or a folder
    /// with one such file a page
    #[arg(long, value_name = "FILE")]
    pub layout: Option<PathBuf>,
    /// Read all pages with the columns of the first one's first region (not for entries)
    #[arg(long)]
    pub like_first: bool,
    /// Keep regions inside records, too
    #[arg(long)]
    pub nested: bool,
    /// As the papers print it, without the extensions
    #[arg(long)]
    pub literal: bool,
    /// Also the milliseconds that the method took, as `ms`
    #[arg(long)]
    pub timing: bool,
    /// Stop at the first page that cannot be had; else the others are read, and the exit code is 1
    #[arg(long)]
    pub strict: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone news pages/*.html.gz > articles.jsonl
  feedstone news --warc crawl.warc.gz https://paper.example/a https://paper.example/b \\
    https://paper.example/c

Groups the pages by template, composes a pattern of each, and reads what varies. One JSON object a
page: page, cluster, title, text.")]
pub struct News {
    /// The pages, several of each template: files, plain or gzip, or addresses
    #[arg(required = true)]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// Least similarity of pages of one template, 0 to 1 [default: 0.4, with --literal 0.8]
    #[arg(long, value_parser = share)]
    pub threshold: Option<f64>,
    /// As the paper prints it, without the extensions
    #[arg(long)]
    pub literal: bool,
    /// Also the milliseconds that the method took, as `ms`
    #[arg(long)]
    pub timing: bool,
    /// Stop at the first page that cannot be had; else the others are read, and the exit code is 1
    #[arg(long)]
    pub strict: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum, Default)]
pub enum SectionForm {
    /// A JSON object a page: page, segments (id, parent, depth, label, text)
    #[default]
    Json,
    /// The hierarchy as XML
    Xml,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone sections home.html
  feedstone sections home.html --format xml
  feedstone sections pages/*.html.gz --flat
  feedstone sections home.html --menus

The hierarchy has the page's areas and the blocks inside them; --flat gives the segments of the flat
partition.")]
pub struct Sections {
    /// The pages: files, plain or gzip, or addresses
    #[arg(required = true)]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// What to print
    #[arg(long, value_enum, default_value_t, conflicts_with_all = ["flat", "literal"])]
    pub format: SectionForm,
    /// Segments without hierarchy
    #[arg(long)]
    pub flat: bool,
    /// The flat partition as the paper prints it, without the extensions
    #[arg(long)]
    pub literal: bool,
    /// The labels of the menus, each with how many stand above it
    #[arg(long, conflicts_with_all = ["flat", "literal", "format"])]
    pub menus: bool,
    /// With --menus: as if their lists were not nested, by addresses, boxes and looks alone
    #[arg(long, requires = "menus")]
    pub unnested: bool,
    /// Also the milliseconds that the method took, as `ms`
    #[arg(long)]
    pub timing: bool,
    /// Stop at the first page that cannot be had; else the others are read, and the exit code is 1
    #[arg(long)]
    pub strict: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone taxonomy https://one.example/ https://two.example/ https://three.example/
  feedstone taxonomy pages/*.html.gz --all

Reads the nested lists of the pages and prints the pairs of labels that stand above each other on
several sites, as a tree: one JSON object a pair with parent, child, sites, distance. Pages of one
host, or that name one canonical host, are one site; a file that names none is a site of its own.")]
pub struct Taxonomy {
    /// Home pages of several sites: files, plain or gzip, or addresses
    #[arg(required = true)]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// Sites on which a pair must stand [default: a tenth of the sites, at least 2]
    #[arg(long, value_name = "N", value_parser = count::<usize>)]
    pub support: Option<usize>,
    /// All frequent pairs, not only those of the tree
    #[arg(long)]
    pub all: bool,
    /// Also labels that every site has and that say nothing, such as "More" and "Home"
    #[arg(long)]
    pub common: bool,
    /// Stop at the first page that cannot be had; else the others are read, and the exit code is 1
    #[arg(long)]
    pub strict: bool,
}

#[derive(Debug, ClapArgs)]
#[command(after_help = "\
Examples:
  feedstone instances --warc crawl.warc.gz https://paper.example/world \\
    --pages https://paper.example/a https://paper.example/b
  feedstone instances --pages articles/*.html.gz

With a list page, the pages compared are those that neighbouring links of one of its lists lead to;
without, the next page of the same template. One JSON object a page: page, text.")]
pub struct Instances {
    /// A page that lists the others
    pub list: Option<String>,
    /// The pages behind its links: files, plain or gzip, or addresses
    #[arg(long, required = true, num_args = 1.., value_name = "PAGE")]
    pub pages: Vec<String>,
    #[command(flatten)]
    pub from: From,
    /// As the paper prints it, without the extensions
    #[arg(long)]
    pub literal: bool,
    /// Also the milliseconds that the method took, as `ms`
    #[arg(long)]
    pub timing: bool,
    /// Stop at the first page that cannot be had; else the others are read, and the exit code is 1
    #[arg(long)]
    pub strict: bool,
}
