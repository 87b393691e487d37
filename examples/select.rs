//! Runs a CSS selector as Miniflux does, with a CSS engine and an HTML parser of their own.
//!
//! Standard input: `{"selector": "div.post", "remove": "div.post h1", "pages": ["<html>…"]}`;
//! `remove` may be null. Standard output: for each page the text that is shown of all elements that
//! match, as JSON. For `tools/readers.py`.

use std::io::{Read, stdin};

use scraper::{ElementRef, Html, Selector};

/// Elements whose text nobody sees.
const HIDDEN: [&str; 11] = [
    "script", "style", "noscript", "template", "head", "title", "textarea", "select", "datalist",
    "object", "iframe",
];

fn shown(element: ElementRef<'_>, gone: &[ElementRef<'_>], out: &mut String) {
    if HIDDEN.contains(&element.value().name()) || gone.contains(&element) {
        return;
    }
    for child in element.children() {
        if let Some(text) = child.value().as_text() {
            out.push_str(text);
        } else if let Some(element) = ElementRef::wrap(child) {
            shown(element, gone, out);
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut asked = String::new();
    stdin().read_to_string(&mut asked)?;
    let asked: serde_json::Value = serde_json::from_str(&asked)?;
    let selector = asked["selector"].as_str().ok_or("expected a selector")?;
    let selector = Selector::parse(selector).map_err(|e| format!("{selector}: {e}"))?;
    let remove = match asked["remove"].as_str() {
        Some(css) => Some(Selector::parse(css).map_err(|e| format!("{css}: {e}"))?),
        None => None,
    };
    let pages = asked["pages"].as_array().ok_or("expected pages")?;
    let texts = pages.iter().map(|page| {
        let html = Html::parse_document(page.as_str().unwrap_or_default());
        let mut out = String::new();
        for element in html.select(&selector) {
            // Inside what was selected, as a document of its own.
            let content = Html::parse_fragment(&element.html());
            let gone: Vec<_> = remove.iter().flat_map(|r| content.select(r)).collect();
            shown(content.root_element(), &gone, &mut out);
        }
        out
    });
    println!("{}", serde_json::to_string(&texts.collect::<Vec<_>>())?);
    Ok(())
}
