//! `feedstone records`.

use std::collections::HashMap;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use serde_json::{Value, json};

use super::args::{RecordForm, Records};
use super::{Clock, NO_ADDRESS, Named, Pages, timed};
use crate::cli::end::End;
use crate::cli::files;
use crate::cli::talk::{file, lines, warn};
use crate::output::plain;
use crate::page::{Kind, Page};
use crate::rule::{Extraction, LayoutKind};
use crate::tree::align::{Cell, Pattern, Type, align};
use crate::tree::entries::entries;
use crate::tree::regions::{Boxes, Options, Record, Rect, Region, mine};

/// Regions of a further page among which the one that a pattern knows best is sought.
const MOST_REGIONS: usize = 12;

/// A region with its records as rows.
struct Found {
    region: Region,
    columns: Vec<Type>,
    rows: Vec<Vec<Option<Cell>>>,
}

pub fn run(args: &Records) -> anyhow::Result<End> {
    let mut pages_of = Pages::new(&args.from, &args.pages, args.strict);
    let options = Options {
        nested: args.nested,
        ..if args.literal { Options::PRINTED } else { Options::default() }
    };
    let mut out = if args.format == RecordForm::Csv { file() } else { lines() };
    let mut learned: Option<(Pattern, Vec<Type>)> = None;
    let mut headed = false;
    for what in &args.pages {
        let Some(named) = pages_of.load(what)? else { continue };
        let boxes =
            args.layout.as_deref().map(|l| layout(l, &named.name, &named.page)).transpose()?;
        if args.format == RecordForm::Entries {
            // A file that does not say its address is called by its name.
            let name = if named.url == NO_ADDRESS { &named.name } else { &named.url };
            let entries = entries(&named.page, &named.url, boxes.as_ref(), &options);
            let kind = Some(LayoutKind::List);
            let found = Extraction { kind, entries, ..Extraction::default() };
            if found.entries.is_empty() {
                warn(format_args!(
                    "{name}: no list of entries: no region whose records have links of their own \
                     to this host"
                ));
            }
            pages_of.found |= !found.entries.is_empty();
            found.json_lines(name, None).try_for_each(|line| writeln!(out, "{line}"))?;
            continue;
        }
        let started = Clock::start(args.timing);
        let (regions, mut whole) = mine(&named.page, boxes.as_ref(), &options);
        let found: Vec<Found> = match &mut learned {
            Some((pattern, columns)) => {
                pattern.refill();
                known(&named.page, regions, pattern, columns)
            }
            // A table is of the first region alone.
            None => regions
                .into_iter()
                .take(if args.format == RecordForm::Csv { 1 } else { usize::MAX })
                .map(|region| {
                    let table = align(&named.page, &region.records);
                    whole &= table.whole;
                    if args.like_first && learned.is_none() {
                        learned = Some((table.pattern, table.columns.clone()));
                    }
                    Found { region, columns: table.columns, rows: table.rows }
                })
                .collect(),
        };
        let ms = started.ms(1);
        if !whole {
            warn(format_args!(
                "{}: too large to be compared whole; some records or columns may be missing",
                named.name
            ));
        }
        if found.is_empty() {
            let least = options.least_text;
            warn(format_args!(
                "{}: no records: no siblings built alike that show {least} characters of text",
                named.name
            ));
        }
        pages_of.found |= !found.is_empty();
        match args.format {
            RecordForm::Csv => {
                table(&named, found.first(), headed && args.like_first, &mut out)?;
                headed |= !found.is_empty();
            }
            _ => writeln!(out, "{}", timed(line(&named, &found), ms))?,
        }
    }
    pages_of.done();
    out.flush()?;
    Ok(pages_of.end())
}

/// The region whose records a pattern knows best, read with it.
fn known(page: &Page, regions: Vec<Region>, pattern: &mut Pattern, columns: &[Type]) -> Vec<Found> {
    let mut worth = |r: &Region| r.records.iter().map(|x| pattern.knows(page, x)).sum::<f64>();
    let best = regions
        .into_iter()
        .take(MOST_REGIONS)
        .map(|r| (worth(&r), r))
        .reduce(|a, b| if b.0 > a.0 { b } else { a });
    let rows = |r: &Region, pattern: &mut Pattern| {
        r.records.iter().map(|x| pattern.row(page, x)).collect()
    };
    best.map(|(_, region)| Found {
        rows: rows(&region, pattern),
        columns: columns.to_vec(),
        region,
    })
    .into_iter()
    .collect()
}

fn value(cell: &Option<Cell>) -> Option<&str> {
    cell.as_ref().map(|c| c.value.as_str())
}

fn line(named: &Named, found: &[Found]) -> Value {
    let region = |f: &Found| {
        let record = |(x, row): (&Record, &Vec<Option<Cell>>)| {
            let cells: Vec<_> = row.iter().map(value).collect();
            json!({ "text": x.text(&named.page), "cells": cells })
        };
        let records: Vec<Value> = f.region.records.iter().zip(&f.rows).map(record).collect();
        let columns: Vec<&str> = f.columns.iter().map(|c| c.name()).collect();
        let parent = named.page.source(f.region.parent);
        json!({ "parent": parent, "columns": columns, "records": records })
    };
    json!({ "page": named.name, "regions": found.iter().map(region).collect::<Vec<_>>() })
}

/// The table of a page's first region: a header that names the columns' types, unless there is one,
/// then the rows, each with its page.
fn table(
    named: &Named,
    found: Option<&Found>,
    headed: bool,
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let Some(found) = found else { return Ok(()) };
    let mut csv = csv::Writer::from_writer(out);
    let header = found.columns.iter().enumerate().map(|(k, c)| format!("{}_{}", c.name(), k + 1));
    if !headed {
        csv.write_record(std::iter::once("page".to_owned()).chain(header))?;
    }
    for row in &found.rows {
        csv.write_record(
            std::iter::once(plain(&named.name))
                .chain(row.iter().map(|c| plain(value(c).unwrap_or("")))),
        )?;
    }
    Ok(csv.flush()?)
}

/// The boxes of a page from a file `{"r": [["2/1/3", x, y, width, height], …]}`: elements by their
/// child numbers from the root, pixels.
fn layout(path: &Path, name: &str, page: &Page) -> anyhow::Result<Boxes> {
    let file = if path.is_dir() { path.join(format!("{name}.json.gz")) } else { path.to_owned() };
    let whole: Value = serde_json::from_slice(&files::page(&file)?)
        .with_context(|| format!("{}: expected JSON", file.display()))?;
    let places = places(page);
    let boxes = whole["r"]
        .as_array()
        .with_context(|| format!("{}: expected an object with a list \"r\"", file.display()))?;
    let rect = |b: &Value| -> Option<(usize, Rect)> {
        let side = |k: usize| b.get(k)?.as_f64();
        let token = *places.get(b.get(0)?.as_str()?)?;
        Some((token, Rect { x: side(1)?, y: side(2)?, w: side(3)?, h: side(4)? }))
    };
    Ok(boxes.iter().filter_map(rect).collect())
}

/// Start tags by their child numbers from the root: `2/1/3`.
fn places(page: &Page) -> HashMap<String, usize> {
    let mut out = HashMap::new();
    let Some(root) = (0..page.len()).find(|&i| page.tokens()[i].kind == Kind::Start) else {
        return out;
    };
    let mut open = vec![(root, String::new())];
    while let Some((parent, place)) = open.pop() {
        for (k, c) in
            page.children(parent).filter(|&c| page.tokens()[c].kind == Kind::Start).enumerate()
        {
            let place =
                if place.is_empty() { (k + 1).to_string() } else { format!("{place}/{}", k + 1) };
            out.insert(place.clone(), c);
            open.push((c, place));
        }
    }
    out
}
