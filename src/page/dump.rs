//! One token a line, for snapshots and `feedstone show tokens`.

use std::fmt::Write;

use super::{Kind, Page};

#[doc(hidden)]
impl Page {
    /// The list as text, one token a line: index, region, level (as indent), token. Implied tags
    /// stand in parentheses.
    pub fn dump(&self) -> String {
        let mut out = String::new();
        for (i, t) in self.tokens.iter().enumerate() {
            let line = match t.kind {
                Kind::Start => {
                    let mut s = format!("<{}", self.tag(i));
                    for (n, v) in self.attrs(i) {
                        let _ = write!(s, " {n}={v:?}");
                    }
                    s + ">"
                }
                Kind::End => format!("</{}>", self.tag(i)),
                Kind::Text => format!("{:?}", self.data(i)),
                Kind::Comment => format!("<!--{}-->", self.data(i)),
                Kind::Doctype => format!("<!doctype {}>", self.data(i)),
            };
            let line = if t.implied() { format!("({line})") } else { line };
            let _ = writeln!(
                out,
                "{i:>5} {:>5}..{:<5} {:indent$}{line}",
                t.begin,
                t.end,
                "",
                indent = usize::from(t.level) * 2
            );
        }
        out
    }
}

#[doc(hidden)]
impl Page {
    /// The page as an indented tree of tags and texts, implied tags included.
    pub fn dump_tree(&self) -> String {
        let mut out = String::new();
        for (i, t) in self.tokens.iter().enumerate() {
            let indent = usize::from(t.level) * 2;
            match t.kind {
                Kind::Start => {
                    let attrs: String = self.attrs(i).map(|(n, v)| format!(" {n}={v:?}")).collect();
                    let _ = writeln!(out, "{:indent$}<{}{attrs}>", "", self.tag(i));
                }
                Kind::Text if !t.blank => {
                    let _ = writeln!(out, "{:indent$}{:?}", "", super::fold(self.data(i)));
                }
                _ => {}
            }
        }
        out
    }
}
