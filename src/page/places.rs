//! Where the tags of a name stand: made once a page, when it is first asked for, so that whoever
//! seeks tags of one name looks at those alone. Time and space: linear in the tokens.

use std::ops::Range;

use super::{Kind, Label, NO_LABEL, Page};

/// Tokens by name, start tags and end tags apart, each in page order.
#[derive(Debug, Clone)]
pub(super) struct Places {
    tokens: Vec<u32>,
    /// Where in `tokens` those of each name begin: its start tags, then its end tags.
    from: Vec<u32>,
}

fn number(label: Label, kind: Kind) -> usize {
    label.0 as usize * 2 + usize::from(kind == Kind::End)
}

impl Places {
    fn of(page: &Page) -> Places {
        let tags = || page.tokens.iter().enumerate().filter(|(_, t)| t.label != NO_LABEL);
        let names = tags().map(|(_, t)| t.label.0 as usize + 1).max().unwrap_or(0);
        let mut from = vec![0u32; names * 2 + 1];
        for (_, t) in tags() {
            from[number(t.label, t.kind) + 1] += 1;
        }
        for i in 1..from.len() {
            from[i] += from[i - 1];
        }
        let mut next = from.clone();
        let mut tokens = vec![0u32; from.last().map_or(0, |n| *n as usize)];
        for (i, t) in tags() {
            let at = &mut next[number(t.label, t.kind)];
            tokens[*at as usize] = i as u32;
            *at += 1;
        }
        Places { tokens, from }
    }
}

impl Page {
    /// The start tags, or the end tags, of a name in a range of tokens.
    pub(crate) fn tags_in(&self, label: Label, kind: Kind, range: Range<usize>) -> &[u32] {
        let places = self.places.get_or_init(|| Places::of(self));
        let n = number(label, kind);
        let (Some(a), Some(b)) = (places.from.get(n), places.from.get(n + 1)) else { return &[] };
        let all = &places.tokens[*a as usize..*b as usize];
        let at = |i: usize| all.partition_point(|t| (*t as usize) < i);
        &all[at(range.start)..at(range.end.max(range.start))]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_are_found_by_name_kind_and_range() {
        let page = Page::parse("<p>a<br><p>b</p><salt>c</salt><br>");
        let of = |name: &str, kind: Kind, range: Range<usize>| -> Vec<usize> {
            let label = page.label(name).unwrap_or(NO_LABEL);
            page.tags_in(label, kind, range).iter().map(|i| *i as usize).collect()
        };
        for name in ["p", "br", "salt", "html"] {
            for kind in [Kind::Start, Kind::End] {
                let is = |i: &usize| page.tag(*i) == name && page.tokens()[*i].kind == kind;
                let expected: Vec<usize> = (0..page.len()).filter(is).collect();
                assert_eq!(of(name, kind, 0..page.len()), expected, "{name} {kind:?}");
                let half: Vec<usize> = expected.into_iter().filter(|i| *i >= 6).collect();
                assert_eq!(of(name, kind, 6..page.len()), half, "{name} {kind:?}");
            }
        }
        assert!(of("none", Kind::Start, 0..page.len()).is_empty());
        assert!(Page::parse("").places.get().is_none());
    }
}
