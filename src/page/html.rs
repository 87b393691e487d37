//! Parts of a page as HTML that can stand elsewhere.

use std::ops::Range;

use url::Url;

use super::names::{COUNT, kinds, tag};
use super::target::{absolute, resolve};
use super::{Kind, Label, Page, Token};

/// Elements that are left out with all that is in them.
const UNWRITTEN: u16 = 1;
/// Attributes that are an address.
const ADDRESS: u16 = 2;
/// Attributes that are several, with sizes.
const SET: u16 = 4;
/// Elements whose addresses scripts put in when they come into sight.
const FILLED: u16 = 8;

#[rustfmt::skip]
static KINDS: [u16; COUNT] = {
    use tag::*;
    kinds([
        (UNWRITTEN, &[script, style, noscript, template]),
        (ADDRESS, &[
            href, src, poster, action, formaction, cite, background, longdesc, data_src,
            data_lazy_src, data_original,
        ]),
        (SET, &[srcset, imagesrcset, data_srcset, data_lazy_srcset]),
        (FILLED, &[img, iframe, source, video, audio, embed]),
    ])
};

/// Where scripts find what they put into `src` and `srcset`: the first that is there.
const LAZY: [(Label, &[Label]); 2] = [
    (tag::src, &[tag::data_src, tag::data_lazy_src, tag::data_original]),
    (tag::srcset, &[tag::data_srcset, tag::data_lazy_srcset]),
];

fn is(label: Label, kind: u16) -> bool {
    KINDS.get(label.0 as usize).is_some_and(|k| k & kind != 0)
}

impl Page {
    /// A token range as HTML: tags and texts as the source has them, without comments, scripts and
    /// styles, and without what readers without scripts see, which is no markup here. Addresses are
    /// made absolute, in sets of them (`srcset`), too. Images and frames that scripts would fill
    /// (`data-src`) are filled. Elements that reach out of the range keep only the tag that
    /// is inside.
    ///
    /// ```
    /// let html = "<img src=data:, data-src=/a.png srcset='b.png 2x, c.png'>";
    /// let page = feedstone::Page::parse(html);
    /// let base = url::Url::parse("https://salt.example/1/")?;
    /// let html = page.html(page.body(), &base);
    /// assert!(html.contains(r#"src="https://salt.example/a.png""#));
    /// assert!(html.contains("https://salt.example/1/b.png 2x, https://salt.example/1/c.png"));
    /// # Ok::<(), url::ParseError>(())
    /// ```
    pub fn html(&self, range: Range<usize>, base: &Url) -> String {
        let mut out = String::with_capacity(self.spans(&range));
        let mut i = range.start;
        while i < range.end.min(self.tokens.len()) {
            let t = &self.tokens[i];
            match t.kind {
                Kind::Start if is(t.label, UNWRITTEN) => {
                    i = t.end as usize + 1;
                    continue;
                }
                Kind::Start => self.start_tag(&mut out, i, base),
                Kind::End => {
                    out.push_str("</");
                    out.push_str(self.tag(i));
                    out.push('>');
                }
                Kind::Text => escape(&mut out, self.data(i), false),
                Kind::Comment | Kind::Doctype => {}
            }
            i += 1;
        }
        out.truncate(out.trim_end().len());
        out.drain(..out.len() - out.trim_start().len());
        out
    }

    /// Bytes of the source from the first token of a range to its last.
    fn spans(&self, range: &Range<usize>) -> usize {
        let tokens = self.tokens.get(range.clone()).unwrap_or_default();
        let span = |t: &Token| (t.span.0 as usize, t.span.1 as usize);
        match (tokens.first().map(span), tokens.last().map(span)) {
            (Some((from, _)), Some((_, to))) => to.saturating_sub(from),
            _ => 0,
        }
    }

    fn start_tag(&self, out: &mut String, i: usize, base: &Url) {
        let element = self.tokens[i].label;
        out.push('<');
        out.push_str(self.tag(i));
        let lazy = if is(element, FILLED) { &LAZY[..] } else { &[] };
        let filled: Vec<(Label, &str)> = lazy
            .iter()
            .filter_map(|(name, lazy)| Some((*name, self.filling(i, *name, lazy)?)))
            .collect();
        let value_of = |name: Label| filled.iter().find(|f| f.0 == name).map(|f| f.1);
        let written =
            self.labelled_attrs(i).map(|(name, value)| (name, value_of(name).unwrap_or(value)));
        let added = filled.iter().copied().filter(|f| self.attr_by_label(i, f.0).is_none());
        for (name, value) in written.chain(added) {
            out.push(' ');
            out.push_str(self.name(name));
            out.push_str("=\"");
            let is_address = is(name, ADDRESS) || (element, name) == (tag::object, tag::data);
            if is(name, SET) {
                escape(out, &absolute_set(value, base), true);
            } else if name == tag::ping {
                let all = value.split_ascii_whitespace().map(|to| absolute(base, to));
                escape(out, &all.collect::<Vec<_>>().join(" "), true);
            } else if is_address && let Some(to) = resolve(base, value.trim()) {
                to.text().iter().for_each(|part| escape(out, part, true));
            } else {
                escape(out, value, true);
            }
            out.push('"');
        }
        out.push('>');
    }

    /// What a script would put into an attribute that is absent, empty or a picture of its own.
    fn filling(&self, i: usize, name: Label, lazy: &[Label]) -> Option<&str> {
        let there = self.attr_by_label(i, name).map(str::trim).unwrap_or_default();
        if !there.is_empty() && !there.starts_with("data:") {
            return None;
        }
        lazy.iter().find_map(|l| self.attr_by_label(i, *l).filter(|v| !v.trim().is_empty()))
    }
}

/// A set of addresses with sizes, each made absolute (HTML, "parse a srcset attribute": an address
/// ends at white space, and commas at its end part it from the next).
fn absolute_set(set: &str, base: &Url) -> String {
    let mut out = String::with_capacity(set.len());
    let mut rest = set;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            out.truncate(out.len().saturating_sub(", ".len()));
            return out;
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, behind) = rest.split_at(end);
        let plain = address.trim_end_matches(',');
        let end =
            if plain.len() < address.len() { 0 } else { behind.find(',').unwrap_or(behind.len()) };
        let size = behind[..end].trim_matches(|c: char| c.is_ascii_whitespace());
        rest = &behind[end..];
        out.push_str(&absolute(base, plain));
        out.push(' ');
        out.push_str(size);
        out.truncate(out.trim_end().len());
        out.push_str(", ");
    }
}

/// The first byte of a text that HTML writes otherwise.
fn marked(text: &[u8], attr: bool) -> Option<usize> {
    // Values of attributes are short.
    match attr {
        true => text.iter().position(|b| matches!(b, b'&' | b'<' | b'>' | b'"')),
        false => memchr::memchr3(b'&', b'<', b'>', text),
    }
}

/// A text as HTML has it.
fn escape(out: &mut String, text: &str, attr: bool) {
    let mut rest = text;
    while let Some(at) = marked(rest.as_bytes(), attr) {
        let (plain, sign) = rest.split_at(at);
        out.push_str(plain);
        out.push_str(match sign.as_bytes()[0] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ => "&quot;",
        });
        rest = &sign[1..];
    }
    out.push_str(rest);
}
