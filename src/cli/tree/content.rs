//! `feedstone content`.

use std::io::Write;

use serde_json::json;

use super::args::{Content, ContentForm};
use super::{Clock, Named, Pages, timed};
use crate::cli::end::End;
use crate::cli::talk::{file, lines, warn};
use crate::tree::rtdm::{Denominator, Options, similarity};
use crate::tree::tsrec::{self, Element, Part, content, parts, sequence};
use crate::tree::{Names, Outline};

/// Least similarity of a page that serves as reference without being named as such.
const ALIKE: f64 = 0.3;
/// A page more alike than this is a copy, which leaves no content.
const COPY: f64 = 0.999;

pub fn run(args: &Content) -> anyhow::Result<End> {
    let mut pages_of =
        Pages::new(&args.from, args.pages.iter().chain(&args.reference), args.strict);
    let read = |named: Named| {
        let elements = sequence(&named.page);
        (named, elements)
    };
    let pages: Vec<(Named, Vec<Element>)> =
        pages_of.load_all(&args.pages)?.into_iter().map(read).collect();
    let given: Vec<(Named, Vec<Element>)> =
        pages_of.load_all(&args.reference)?.into_iter().map(read).collect();
    let options = if args.literal { tsrec::Options::LITERAL } else { tsrec::Options::default() };
    let mut names = Names::default();
    let outlines: Vec<Outline> =
        pages.iter().map(|(p, _)| Outline::of(&p.page, &mut names)).collect();
    let mut out = if args.format == ContentForm::Html { file() } else { lines() };
    for (k, (named, elements)) in pages.iter().enumerate() {
        let references: Vec<&[Element]> = match args.reference.is_empty() {
            false => given.iter().map(|g| g.1.as_slice()).collect(),
            true => nearest(&outlines, k, args.references)
                .into_iter()
                .map(|j| pages[j].1.as_slice())
                .collect(),
        };
        if references.is_empty() {
            let why = match args.reference.is_empty() {
                true => "none of the other pages is built like it",
                false => "none of the pages of --reference could be read",
            };
            warn(format_args!("{}: {why}; all of it counts as content", named.name));
        }
        let started = Clock::start(args.timing);
        let found = parts(elements, &references, &options);
        let kept = found.as_ref().map_or(Vec::new(), |f| content(elements, f, &options));
        let ms = started.ms(1);
        if found.is_none() {
            warn(format_args!("{}: too large to be compared with its reference pages", named.name));
        }
        let text = |of: &[usize]| {
            of.iter()
                .map(|&i| elements[i].text())
                .filter(|t| !t.is_empty())
                .collect::<Vec<_>>()
                .join("\n")
        };
        match args.format {
            ContentForm::Text => writeln!(out, "{}", text(&kept))?,
            ContentForm::Html => {
                let base = named.page.base(&url::Url::parse(&named.url)?);
                let mut done = 0;
                for &i in &kept {
                    if i < done {
                        continue;
                    }
                    let e = &elements[i];
                    let inside = elements[i..].iter().take_while(|x| x.begin <= e.end).count();
                    let whole = kept.partition_point(|&k| k < i + inside)
                        - kept.partition_point(|&k| k < i)
                        == inside;
                    // An element with other parts inside is told by its own text alone.
                    if whole {
                        writeln!(out, "{}", named.page.html(named.page.region(e.token), &base))?;
                        done = i + inside;
                    } else if !e.text().is_empty() {
                        let tag = named.page.tag(e.token);
                        writeln!(out, "<{tag}>{}</{tag}>", quick_xml::escape::escape(e.text()))?;
                    }
                }
            }
            ContentForm::Json => {
                let part = |p: Part| -> String {
                    let of: Vec<usize> = found
                        .iter()
                        .flatten()
                        .enumerate()
                        .filter(|f| *f.1 == p)
                        .map(|f| f.0)
                        .collect();
                    text(&of)
                };
                let line = json!({
                    "page": named.name, "text": text(&kept),
                    "references": references.len(),
                    "common": part(Part::Common), "regular": part(Part::Regular),
                    "content": part(Part::Content)
                });
                writeln!(out, "{}", timed(line, ms))?;
            }
        }
    }
    out.flush()?;
    pages_of.found = true;
    Ok(pages_of.end())
}

/// The pages most like one of them, copies of it left out.
fn nearest(outlines: &[Outline], of: usize, most: usize) -> Vec<usize> {
    let alike =
        |j: usize| similarity(&outlines[of], &outlines[j], Denominator::Sum, Options::default());
    let mut all: Vec<(f64, usize)> = (0..outlines.len())
        .filter(|j| *j != of)
        .map(|j| (alike(j), j))
        .filter(|a| (ALIKE..COPY).contains(&a.0))
        .collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // Much less alike than the first is another template.
    let least = all.first().map_or(0.0, |a| a.0 * 0.8);
    all.into_iter().take(most).filter(|a| a.0 >= least).map(|a| a.1).collect()
}
