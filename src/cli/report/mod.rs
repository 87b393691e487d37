//! `--report`: one page of HTML that stands for itself: no script, no request, light and dark.

mod marked;
mod samples;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use super::files::write_whole;
use crate::rule::Wrapper;
use crate::source::Response;
pub(super) use samples::{Samples, sure};

const STYLE: &str = include_str!("style.css");
/// Most months that the chart has bars for: fifty years.
const MOST_MONTHS: i32 = 600;
/// Characters of a number with what is said beside it.
const LONGEST_NUMBER: usize = 24;
/// Size of the chart, in its own units.
const CHART: (f64, f64) = (960.0, 180.0);

/// A report as it grows.
pub(super) struct Html {
    title: String,
    body: String,
}

impl Html {
    pub fn new(title: &str) -> Html {
        Html { title: title.to_owned(), body: format!("<h1>{}</h1>\n", escaped(title)) }
    }

    pub fn heading(&mut self, text: &str) {
        let _ = writeln!(self.body, "<h2>{}</h2>", escaped(text));
    }

    /// A paragraph; `class` is empty, `quiet` or `verdict`.
    pub fn words(&mut self, class: &str, text: &str) {
        let _ = writeln!(self.body, "<p class=\"{class}\">{}</p>", escaped(text));
    }

    /// A table. Columns of numbers stand to the right.
    pub fn table(&mut self, head: &[&str], rows: &[Vec<String>]) {
        let is_number = |cell: &String| {
            let short = cell.len() <= LONGEST_NUMBER;
            short && cell.starts_with(|c: char| c.is_ascii_digit()) || cell == "–"
        };
        let class = |n: usize| match rows.iter().all(|r| r.get(n).is_none_or(is_number)) {
            true if n > 0 => " class=\"number\"",
            _ => "",
        };
        self.body.push_str("<table><tr>");
        for (n, name) in head.iter().enumerate() {
            let _ = write!(self.body, "<th{}>{}</th>", class(n), escaped(name));
        }
        self.body.push_str("</tr>\n");
        for row in rows {
            self.body.push_str("<tr>");
            for (n, cell) in row.iter().enumerate() {
                let _ = write!(self.body, "<td{}>{}</td>", class(n), escaped(cell));
            }
            self.body.push_str("</tr>\n");
        }
        self.body.push_str("</table>\n");
    }

    /// Posts a month, as bars.
    pub fn months(&mut self, counts: &BTreeMap<(i32, u32), usize>) {
        let number = |(y, m): (i32, u32)| y * 12 + m as i32 - 1;
        let Some((first, last)) = counts.keys().next().zip(counts.keys().next_back()) else {
            return;
        };
        let (first, last) = (number(*first).max(number(*last) - MOST_MONTHS + 1), number(*last));
        let most = counts.values().copied().max().unwrap_or(1);
        let ((width, height), floor) = (CHART, CHART.1 - 20.0);
        let step = width / f64::from(last - first + 1).max(12.0);
        let _ = writeln!(
            self.body,
            "<figure><svg viewBox=\"0 0 {width} {height}\" role=\"img\" \
             aria-label=\"Posts a month\">\
             <line x1=\"0\" x2=\"{width}\" y1=\"{floor}\" y2=\"{floor}\"/>"
        );
        for month in first..=last {
            let (y, m) = (month.div_euclid(12), month.rem_euclid(12) as u32 + 1);
            let x = f64::from(month - first) * step;
            // A year's name where there is room for it.
            if m == 1 && (step * 12.0 > 34.0 || y % 5 == 0) {
                let _ = write!(self.body, "<text x=\"{x:.1}\" y=\"{}\">{y}</text>", height - 4.0);
            }
            let Some(&n) = counts.get(&(y, m)) else { continue };
            let tall = (n as f64 / most as f64 * (floor - 10.0)).max(1.0);
            let _ = writeln!(
                self.body,
                "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{tall:.1}\">\
                 <title>{y}-{m:02}: {n}</title></rect>",
                floor - tall,
                (step * 0.85).max(0.5)
            );
        }
        let _ = writeln!(
            self.body,
            "</svg><figcaption>Posts a month; the highest bar is {most}.</figcaption></figure>"
        );
    }

    /// A page with what was read of it marked, and the rules that read it.
    pub fn page(&mut self, rules: &Wrapper, response: &Response) {
        let marked = marked::read(rules, response);
        let _ = writeln!(self.body, "<h3>{}</h3>", escaped(&response.url));
        self.words("quiet", &marked.why);
        for (field, rule) in &marked.rules {
            let _ = writeln!(
                self.body,
                "<mark class=\"{field}\">{field}</mark> <code>{}</code><br>",
                escaped(rule)
            );
        }
        // No `allow`: scripts, forms and links of the page are dead; its HTML is made anew anyway.
        let inner = format!("<!DOCTYPE html><style>{STYLE}</style>{}", marked.html);
        let _ = writeln!(
            self.body,
            "<iframe sandbox title=\"{}\" srcdoc=\"{}\"></iframe>",
            escaped(&response.url),
            escaped(&inner)
        );
    }

    /// Pages of each kind.
    pub fn samples(&mut self, rules: &Wrapper, samples: &Samples) {
        for (name, pages) in samples.shown(rules) {
            self.heading(name);
            pages.into_iter().for_each(|page| self.page(rules, page));
        }
    }

    pub fn write(self, file: &Path) -> anyhow::Result<()> {
        let html = format!(
            "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n\
             <meta http-equiv=\"Content-Security-Policy\" \
             content=\"default-src 'none'; style-src 'unsafe-inline'; frame-src 'self'\">\n\
             <meta name=\"viewport\" content=\"width=device-width\">\n<title>{}</title>\n\
             <style>{STYLE}</style></head>\n<body>\n{}</body></html>\n",
            escaped(&self.title),
            self.body
        );
        write_whole(file, |out| Ok(out.write_all(html.as_bytes())?))
    }
}

/// Text as HTML, also inside quotes.
fn escaped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\0' => {}
            c => out.push(c),
        }
    }
    out
}
