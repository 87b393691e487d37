//! `feedstone content`.

use std::io::Write;

use serde_json::json;

use super::args::{Content, ContentForm};
use super::{Clock, Named, Pages, timed};
use crate::cli::end::End;
use crate::cli::talk::{file, lines, warn};
use crate::tree::kinds::Kinds;
use crate::tree::rtdm::Options;
use crate::tree::tsrec::{self, Element, Part, content, parts, sequence};
use crate::tree::{Names, Outline};

/// Least similarity of a page that serves as reference without being named as such.
const ALIKE: f64 = 0.3;
/// A page more alike than this is a copy, which leaves no content.
const COPY: f64 = 0.999;
/// Most outlines that one page is compared with: those nearest to it in size, as a distance is at
/// least the difference of sizes.
const MOST_COMPARED: usize = 200;

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
    let mut near = Near::new(&outlines);
    let mut out = if args.format == ContentForm::Html { file() } else { lines() };
    for (k, (named, elements)) in pages.iter().enumerate() {
        let references: Vec<&[Element]> = match args.reference.is_empty() {
            false => given.iter().map(|g| g.1.as_slice()).collect(),
            true => near
                .nearest(k, args.references)
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

/// Which pages serve as references of which.
struct Near<'o> {
    kinds: Kinds<'o>,
    /// The pages of each kind.
    pages: Vec<Vec<usize>>,
    /// The kinds by their size, and where each stands there.
    by_size: Vec<usize>,
    place: Vec<usize>,
    /// For each kind what kinds are alike, the most alike first.
    known: Vec<Option<Vec<(f64, usize)>>>,
}

impl Near<'_> {
    fn new(outlines: &[Outline]) -> Near<'_> {
        let kinds = Kinds::new(outlines);
        let mut pages = vec![Vec::new(); kinds.len()];
        kinds.of.iter().enumerate().for_each(|(page, &kind)| pages[kind].push(page));
        let mut by_size: Vec<usize> = (0..kinds.len()).collect();
        by_size.sort_by_key(|&kind| kinds.outlines[kind].len());
        let mut place = vec![0; kinds.len()];
        by_size.iter().enumerate().for_each(|(at, &kind)| place[kind] = at);
        Near { known: vec![None; kinds.len()], kinds, pages, by_size, place }
    }

    /// The kinds most like one of them, copies of it left out, with their similarity.
    fn alike(&self, of: usize) -> Vec<(f64, usize)> {
        let from = self.place[of].saturating_sub(MOST_COMPARED / 2);
        let window = self.by_size.iter().skip(from).take(MOST_COMPARED + 1);
        let similarity = |&kind: &usize| {
            let whole = self.kinds.outlines[of].len() + self.kinds.outlines[kind].len();
            let limit = ((1.0 - ALIKE) * whole as f64).ceil() as usize;
            let far = self.kinds.within(of, kind, limit, Options::default())?;
            Some((1.0 - far as f64 / whole.max(1) as f64, kind))
        };
        let all = window.filter(|kind| **kind != of).filter_map(similarity);
        let mut all: Vec<_> = all.filter(|a| (ALIKE..COPY).contains(&a.0)).collect();
        all.sort_by(|a, b| b.0.total_cmp(&a.0));
        all
    }

    /// The pages most like one of them, copies of it left out.
    fn nearest(&mut self, of: usize, most: usize) -> Vec<usize> {
        let kind = self.kinds.of[of];
        let alike = match self.known[kind].take() {
            Some(known) => known,
            None => self.alike(kind),
        };
        // Much less alike than the first is another template.
        let least = alike.first().map_or(0.0, |a| a.0 * 0.8);
        let mut all: Vec<(f64, usize)> = Vec::new();
        for &(similarity, kind) in alike.iter().take_while(|a| a.0 >= least) {
            let enough = all.len() >= most && all.last().is_some_and(|a| a.0 > similarity);
            if enough {
                break;
            }
            all.extend(self.pages[kind].iter().take(most).map(|&page| (similarity, page)));
        }
        all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        self.known[kind] = Some(alike);
        all.into_iter().take(most).map(|a| a.1).collect()
    }
}
