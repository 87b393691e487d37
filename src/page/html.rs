//! Parts of a page as HTML that can stand elsewhere.

use std::ops::Range;

use url::Url;

use super::{Kind, Page};

/// Elements that are left out with all that is in them.
const UNWRITTEN: [&str; 4] = ["script", "style", "noscript", "template"];
/// Attributes that are an address.
const ADDRESSES: [&str; 11] = [
    "href",
    "src",
    "poster",
    "action",
    "formaction",
    "cite",
    "background",
    "longdesc",
    "data-src",
    "data-lazy-src",
    "data-original",
];
/// Attributes that are several, with sizes.
const SETS: [&str; 4] = ["srcset", "imagesrcset", "data-srcset", "data-lazy-srcset"];
/// What scripts put into `src` and `srcset` when an image comes into sight: the first that is
/// there.
const LAZY: [(&str, &[&str]); 2] = [
    ("src", &["data-src", "data-lazy-src", "data-original"]),
    ("srcset", &["data-srcset", "data-lazy-srcset"]),
];
/// Elements that scripts fill so.
const FILLED: [&str; 6] = ["img", "iframe", "source", "video", "audio", "embed"];

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
        let mut out = String::new();
        let mut i = range.start;
        while i < range.end.min(self.tokens.len()) {
            let t = &self.tokens[i];
            match t.kind {
                Kind::Start if UNWRITTEN.contains(&self.tag(i)) => {
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
        out.trim().to_owned()
    }

    fn start_tag(&self, out: &mut String, i: usize, base: &Url) {
        out.push('<');
        out.push_str(self.tag(i));
        let filled: Vec<(&str, &str)> = LAZY
            .into_iter()
            .filter(|_| FILLED.contains(&self.tag(i)))
            .filter_map(|(name, lazy)| Some((name, self.filling(i, name, lazy)?)))
            .collect();
        let value_of = |name: &str| filled.iter().find(|f| f.0 == name).map(|f| f.1);
        let written = self.attrs(i).map(|(name, value)| (name, value_of(name).unwrap_or(value)));
        let added = filled.iter().copied().filter(|f| self.attr(i, f.0).is_none());
        for (name, value) in written.chain(added) {
            out.push(' ');
            out.push_str(name);
            out.push_str("=\"");
            let is_address = ADDRESSES.contains(&name) || (self.tag(i), name) == ("object", "data");
            if SETS.contains(&name) {
                escape(out, &absolute_set(value, base), true);
            } else if name == "ping" {
                let all = value.split_ascii_whitespace().map(|to| absolute(to, base));
                escape(out, &all.collect::<Vec<_>>().join(" "), true);
            } else if is_address && let Ok(u) = base.join(value.trim()) {
                escape(out, u.as_str(), true);
            } else {
                escape(out, value, true);
            }
            out.push('"');
        }
        out.push('>');
    }

    /// What a script would put into an attribute that is absent, empty or a picture of its own.
    fn filling(&self, i: usize, name: &str, lazy: &[&str]) -> Option<&str> {
        let there = self.attr(i, name).map(str::trim).unwrap_or_default();
        if !there.is_empty() && !there.starts_with("data:") {
            return None;
        }
        lazy.iter().find_map(|l| self.attr(i, l).filter(|v| !v.trim().is_empty()))
    }
}

/// An address made absolute, if it is one.
fn absolute(address: &str, base: &Url) -> String {
    base.join(address).map_or(address.to_owned(), String::from)
}

/// A set of addresses with sizes, each made absolute (HTML, "parse a srcset attribute": an address
/// ends at white space, and commas at its end part it from the next).
fn absolute_set(set: &str, base: &Url) -> String {
    let mut out: Vec<String> = Vec::new();
    let mut rest = set;
    loop {
        rest = rest.trim_start_matches(|c: char| c.is_ascii_whitespace() || c == ',');
        if rest.is_empty() {
            return out.join(", ");
        }
        let end = rest.find(|c: char| c.is_ascii_whitespace()).unwrap_or(rest.len());
        let (address, behind) = rest.split_at(end);
        let plain = address.trim_end_matches(',');
        let end =
            if plain.len() < address.len() { 0 } else { behind.find(',').unwrap_or(behind.len()) };
        let size = behind[..end].trim_matches(|c: char| c.is_ascii_whitespace());
        rest = &behind[end..];
        out.push(format!("{} {size}", absolute(plain, base)).trim_end().to_owned());
    }
}

/// A text as HTML has it.
fn escape(out: &mut String, text: &str, attr: bool) {
    let mut rest = text;
    let marked = |b: &u8| matches!(b, b'&' | b'<' | b'>' | b'"');
    while let Some(at) = rest.as_bytes().iter().position(marked) {
        let (plain, sign) = rest.split_at(at);
        out.push_str(plain);
        out.push_str(match sign.as_bytes()[0] {
            b'&' => "&amp;",
            b'<' => "&lt;",
            b'>' => "&gt;",
            _ if attr => "&quot;",
            _ => "\"",
        });
        rest = &sign[1..];
    }
    out.push_str(rest);
}
