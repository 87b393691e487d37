//! `feedstone sections`.

use std::io::Write;

use quick_xml::Writer;
use quick_xml::events::{BytesEnd, BytesStart, BytesText, Event};
use serde_json::{Value, json};

use super::args::{SectionForm, Sections};
use super::{Clock, Named, Pages, timed};
use crate::cli::end::End;
use crate::cli::talk::{file, lines};
use crate::page::{is_xml, words_of};
use crate::tree::areas::{Section, areas};
use crate::tree::menus::{Hierarchy, is_nested, menu, menus, unnested};
use crate::tree::sections::{Count, DELTA, DELTA_SNAPPED, Leaves, flat, snapped};

/// Fewest words of a segment that is told; less says nothing. Not in the paper.
const LEAST_WORDS: usize = 4;

pub fn run(args: &Sections) -> anyhow::Result<End> {
    let mut pages_of = Pages::new(&args.from, &args.pages, args.strict);
    let mut out = if args.format == SectionForm::Xml { file() } else { lines() };
    for what in &args.pages {
        let Some(named) = pages_of.load(what)? else { continue };
        let started = Clock::start(args.timing);
        if args.menus {
            let read = if args.unnested { unnested } else { menu };
            let page = &named.page;
            let found: Vec<(bool, Hierarchy)> =
                menus(page).into_iter().map(|m| (is_nested(page, m), read(page, m))).collect();
            let ms = started.ms(1);
            let why = "no menus: no list inside a list, and no labels in what is marked as \
                       navigation";
            pages_of.note(&named, found.iter().any(|m| !m.1.is_empty()), why);
            let told = found.iter().map(|m| json!({ "nested": m.0, "labels": m.1 }));
            let line = json!({ "page": named.name, "menus": told.collect::<Vec<_>>() });
            writeln!(out, "{}", timed(line, ms))?;
            continue;
        }
        let why = format!("no sections: nothing on it shows {LEAST_WORDS} words");
        let leaves = Leaves::of(&named.page);
        if args.flat || args.literal {
            let segments = match args.literal {
                true => flat(&leaves, Count::Links, DELTA),
                false => snapped(&named.page, &leaves, &flat(&leaves, Count::Paths, DELTA_SNAPPED)),
            };
            let ms = started.ms(1);
            let texts = segments.into_iter().map(|r| leaves.text(&named.page, r));
            let told = texts.filter(|t| args.literal || words_of(t).len() >= LEAST_WORDS);
            let segments: Vec<Value> = told.map(|t| json!({ "text": t, "depth": 0 })).collect();
            pages_of.note(&named, !segments.is_empty(), &why);
            writeln!(out, "{}", timed(json!({ "page": named.name, "segments": segments }), ms))?;
            continue;
        }
        let found = areas(&named.page, &leaves);
        let ms = started.ms(1);
        pages_of.note(&named, !found.is_empty(), &why);
        match args.format {
            SectionForm::Xml => xml(&named, &leaves, &found, &mut out)?,
            SectionForm::Json => {
                let segment = |(k, s): (usize, &Section)| {
                    let text = leaves.text(&named.page, leaves.inside(&named.page, s.element));
                    json!({
                        "id": k, "parent": s.parent, "depth": s.depth,
                        "label": s.label, "text": text
                    })
                };
                let segments: Vec<Value> = found.iter().enumerate().map(segment).collect();
                let line = json!({ "page": named.name, "segments": segments });
                writeln!(out, "{}", timed(line, ms))?;
            }
        }
    }
    pages_of.done();
    out.flush()?;
    Ok(pages_of.end())
}

/// The sections nested; the text of those without sections inside.
fn xml(
    named: &Named,
    leaves: &Leaves,
    found: &[Section],
    out: &mut impl Write,
) -> anyhow::Result<()> {
    let mut writer = Writer::new_with_indent(&mut *out, b' ', 2);
    let mut page = BytesStart::new("page");
    page.push_attribute(("name", plain(&named.name).as_str()));
    writer.write_event(Event::Start(page))?;
    let mut open = 0;
    for (k, s) in found.iter().enumerate() {
        while open > s.depth {
            writer.write_event(Event::End(BytesEnd::new("section")))?;
            open -= 1;
        }
        let mut tag = BytesStart::new("section");
        if let Some(label) = &s.label {
            tag.push_attribute(("label", plain(label).as_str()));
        }
        writer.write_event(Event::Start(tag))?;
        open += 1;
        if found.get(k + 1).is_none_or(|n| n.depth <= s.depth) {
            let text = leaves.text(&named.page, leaves.inside(&named.page, s.element));
            writer.write_event(Event::Text(BytesText::new(&plain(&text))))?;
        }
    }
    for _ in 0..open {
        writer.write_event(Event::End(BytesEnd::new("section")))?;
    }
    writer.write_event(Event::End(BytesEnd::new("page")))?;
    Ok(writeln!(out)?)
}

/// The text without characters that XML does not allow.
fn plain(text: &str) -> String {
    text.chars().filter(|&c| is_xml(c)).collect()
}
