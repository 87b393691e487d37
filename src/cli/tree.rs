//! `feedstone distance`, `cluster` and `content`: the tree methods on pages, as JSON Lines.

use std::io::{Read, Write};
use std::path::Path;
use std::process::ExitCode;
use std::time::Instant;

use anyhow::Context;
use serde_json::json;

use super::args::{Cluster, Content, ContentForm, Distance, From};
use super::io::{Progress, open};
use crate::page::Page;
use crate::tree::cluster::{Clustering, clusters, folded};
use crate::tree::rtdm::{Denominator, Options, distance, mapping, similarity};
use crate::tree::tsrec::{self, Element, Part, content, parts, sequence};
use crate::tree::{Names, Outline};

/// Largest page after decompression; the same limit as for pages from the web.
const MAX_BYTES: u64 = 64 << 20;

/// A page with the name that stands for it in the output: the file's without `.html` or `.html.gz`, or the address.
struct Named {
    name: String,
    page: Page,
}

fn load(what: &str, from: &From) -> anyhow::Result<Named> {
    let path = Path::new(what);
    if from.warc.is_none() && from.dir.is_none() && path.is_file() {
        let file = std::fs::File::open(path).with_context(|| what.to_owned())?;
        let mut bytes = Vec::new();
        if what.ends_with(".gz") {
            flate2::read::MultiGzDecoder::new(file)
                .take(MAX_BYTES)
                .read_to_end(&mut bytes)
                .with_context(|| format!("{what}: expected gzip"))?;
        } else {
            file.take(MAX_BYTES).read_to_end(&mut bytes).with_context(|| what.to_owned())?;
        }
        let name = path.file_name().map_or(what.to_owned(), |n| n.to_string_lossy().into_owned());
        let name = name.trim_end_matches(".gz").trim_end_matches(".html").to_owned();
        return Ok(Named { page: Page::from_bytes(&bytes, None, "https://page.invalid/"), name });
    }
    let (source, _) = open(from, None)?;
    let r = source.get(what)?;
    Ok(Named { page: Page::from_bytes(&r.bytes, r.content_type(), &r.url), name: what.to_owned() })
}

pub fn run_distance(args: &Distance) -> anyhow::Result<ExitCode> {
    let pages = [load(&args.a, &args.from)?, load(&args.b, &args.from)?];
    let mut names = Names::default();
    let [a, b] = [&pages[0], &pages[1]].map(|p| Outline::of(&p.page, &mut names));
    let options = Options { top_down: args.top_down };
    let started = Instant::now();
    let d = distance(&a, &b, options);
    let ms = started.elapsed().as_secs_f64() * 1000.0;
    let similarity = 1.0 - d as f64 / (a.len() + b.len()).max(1) as f64;
    let mut line = json!({ "a": pages[0].name, "b": pages[1].name, "distance": d, "similarity": similarity,
        "elements": [a.len(), b.len()], "ms": ms });
    if args.mapping {
        let mut pairs: Vec<[usize; 2]> = mapping(&a, &b, options).into_iter().map(|(x, y)| [a.token(x), b.token(y)]).collect();
        pairs.sort_unstable();
        line["mapping"] = json!(pairs);
    }
    writeln!(std::io::stdout().lock(), "{line}")?;
    Ok(ExitCode::SUCCESS)
}

pub fn run_cluster(args: &Cluster) -> anyhow::Result<ExitCode> {
    let mut progress = Progress::new();
    let mut names = Names::default();
    let mut outlines = Vec::new();
    let mut called = Vec::new();
    for what in &args.pages {
        progress.step(what);
        let named = load(what, &args.from)?;
        let outline = Outline::of(&named.page, &mut names);
        outlines.push(if args.fold { folded(&outline, &mut names) } else { outline });
        called.push(named.name);
    }
    progress.done();
    let how = Clustering {
        threshold: args.threshold,
        linkage: args.linkage,
        denominator: args.denominator,
        distance: Options { top_down: args.top_down },
    };
    let started = Instant::now();
    let found = clusters(&outlines, &how);
    let ms = started.elapsed().as_secs_f64() * 1000.0 / called.len().max(1) as f64;
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (page, cluster) in called.iter().zip(found) {
        writeln!(out, "{}", json!({ "page": page, "cluster": cluster, "ms": ms }))?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// Least similarity of a page that serves as reference without being named as such.
const ALIKE: f64 = 0.3;
/// A page more alike than this is a copy, which leaves no content.
const COPY: f64 = 0.999;

pub fn run_content(args: &Content) -> anyhow::Result<ExitCode> {
    let mut progress = Progress::new();
    let mut load_all = |list: &[String]| -> anyhow::Result<Vec<(Named, Vec<Element>)>> {
        list.iter()
            .map(|what| {
                progress.step(what);
                let named = load(what, &args.from)?;
                let elements = sequence(&named.page);
                Ok((named, elements))
            })
            .collect()
    };
    let pages = load_all(&args.pages)?;
    let given = load_all(&args.reference)?;
    progress.done();
    let options = if args.literal { tsrec::Options::LITERAL } else { tsrec::Options::default() };
    let mut names = Names::default();
    let outlines: Vec<Outline> = pages.iter().map(|(p, _)| Outline::of(&p.page, &mut names)).collect();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (k, (named, elements)) in pages.iter().enumerate() {
        let references: Vec<&[Element]> = match given.is_empty() {
            false => given.iter().map(|g| g.1.as_slice()).collect(),
            true => nearest(&outlines, k, args.references).into_iter().map(|j| pages[j].1.as_slice()).collect(),
        };
        let started = Instant::now();
        let found = parts(elements, &references, &options);
        let kept = found.as_ref().map_or(Vec::new(), |f| content(elements, f, &options));
        let ms = started.elapsed().as_secs_f64() * 1000.0;
        if found.is_none() {
            anstream::eprintln!("feedstone: {}: too large to be compared with its reference pages", named.name);
        }
        let text = |of: &[usize]| of.iter().map(|&i| elements[i].text()).filter(|t| !t.is_empty()).collect::<Vec<_>>().join("\n");
        match args.format {
            ContentForm::Text => writeln!(out, "{}", text(&kept))?,
            ContentForm::Json => {
                let part = |p: Part| -> String {
                    let of: Vec<usize> = found.iter().flatten().enumerate().filter(|f| *f.1 == p).map(|f| f.0).collect();
                    text(&of)
                };
                let line = json!({ "page": named.name, "text": text(&kept), "references": references.len(), "ms": ms,
                    "common": part(Part::Common), "regular": part(Part::Regular), "content": part(Part::Content) });
                writeln!(out, "{line}")?;
            }
        }
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

/// The pages most like one of them, copies of it left out.
fn nearest(outlines: &[Outline], of: usize, most: usize) -> Vec<usize> {
    let alike = |j: usize| similarity(&outlines[of], &outlines[j], Denominator::Sum, Options::default());
    let mut all: Vec<(f64, usize)> =
        (0..outlines.len()).filter(|j| *j != of).map(|j| (alike(j), j)).filter(|a| (ALIKE..COPY).contains(&a.0)).collect();
    all.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
    // Much less alike than the first is another template.
    let least = all.first().map_or(0.0, |a| a.0 * 0.8);
    all.into_iter().take(most).filter(|a| a.0 >= least).map(|a| a.1).collect()
}
