//! The link arena of `build.rs` as the flat list, and the source's end tags on it. Linear in the
//! nodes; nothing recurses.

use html5ever::{LocalName, local_name, ns};

use super::build::{NONE, Node, NodeKind, is_void};
use super::names::Names;
use super::{Asked, Attr, DECODED, Kind, Label, MAX_DEPTH, NO_LABEL, Page, Token};

struct Flat {
    tokens: Vec<Token>,
    attrs: Vec<Attr>,
    data: String,
    names: Names,
}

impl Flat {
    fn text(&mut self, text: &str) -> (u32, u32) {
        let from = self.data.len() as u32;
        self.data.push_str(text);
        (from | DECODED, self.data.len() as u32 | DECODED)
    }
}

/// The link arena as a list, in document order. Iterative: depth is bounded, but nothing recurses
/// on input.
pub(super) fn flatten(text: &str, nodes: &[Node], ends: &[(LocalName, (u32, u32))]) -> Page {
    let mut flat = Flat {
        tokens: Vec::with_capacity(nodes.len() * 2),
        attrs: Vec::new(),
        data: String::with_capacity(text.len()),
        names: Names::default(),
    };
    let mut body = NONE;
    let mut open: Vec<(u32, u32)> = Vec::new();
    // Elements beyond the depth that is kept, inside the innermost open one.
    let mut skipped: Vec<u32> = Vec::new();
    let mut node = nodes.first().map_or(NONE, |d| d.first);
    while node != NONE || !open.is_empty() {
        if node == NONE {
            if let Some(n) = skipped.pop() {
                node = nodes[n as usize].next;
                continue;
            }
            let Some((n, start)) = open.pop() else { break };
            let end = flat.tokens.len() as u32;
            let at = flat.tokens[start as usize];
            flat.tokens[start as usize].end = end;
            flat.tokens.push(Token { kind: Kind::End, end, span: (0, 0), data: (0, 0), ..at });
            node = nodes[n as usize].next;
            continue;
        }
        let n = &nodes[node as usize];
        let i = flat.tokens.len() as u32;
        let mut token = Token {
            kind: Kind::Text,
            blank: false,
            level: open.len() as u16,
            label: NO_LABEL,
            begin: i,
            end: i,
            parent: open.last().map_or(NONE, |&(_, s)| s),
            span: n.span,
            data: (0, 0),
        };
        match n.kind {
            // The tree builder moves what is deep still deeper: the element is left out, what is
            // inside it is not.
            NodeKind::Element if open.len() >= MAX_DEPTH => {
                skipped.push(node);
                node = n.first;
                continue;
            }
            NodeKind::Element => {
                token.kind = Kind::Start;
                token.label = flat.names.label(&n.name.local);
                let from = flat.attrs.len() as u32;
                for a in &n.attrs {
                    let name = flat.names.label(&a.name.local);
                    let value = flat.text(&a.value);
                    flat.attrs.push(Attr { name, value });
                }
                token.data = (from, flat.attrs.len() as u32);
                flat.tokens.push(token);
                if body == NONE && n.name.local == local_name!("body") {
                    body = i;
                }
                let void = n.first == NONE && n.name.ns == ns!(html) && is_void(&n.name.local);
                if !void {
                    open.push((node, i));
                    node = n.first;
                    continue;
                }
            }
            NodeKind::Text => {
                token.blank = n.text.chars().all(char::is_whitespace);
                token.data = flat.text(&n.text);
                flat.tokens.push(token);
            }
            NodeKind::Comment | NodeKind::Doctype | NodeKind::Document => {
                token.kind =
                    if matches!(n.kind, NodeKind::Doctype) { Kind::Doctype } else { Kind::Comment };
                token.data = flat.text(&n.text);
                flat.tokens.push(token);
            }
        }
        node = n.next;
    }
    let ends: Vec<(Label, (u32, u32))> =
        ends.iter().map(|(name, span)| (flat.names.label(name), *span)).collect();
    align_ends(&mut flat.tokens, &ends);
    Page {
        text: text.to_owned(),
        tokens: flat.tokens,
        attrs: flat.attrs,
        data: flat.data,
        names: flat.names,
        body,
        asked: Asked::default(),
    }
}

/// Give each End token the span of its end tag in the source: the first unused one of its name that
/// stands behind all that is inside the element and ahead of the next token of the source. End
/// tokens without one are implied.
pub(super) fn align_ends(tokens: &mut [Token], ends: &[(Label, (u32, u32))]) {
    let count = tokens.len();
    // Where the source goes on behind token i.
    let mut next_source = vec![u32::MAX; count + 1];
    for i in (0..count).rev() {
        let t = &tokens[i];
        next_source[i] =
            if t.kind != Kind::End && !t.implied() { t.span.0 } else { next_source[i + 1] };
    }
    let mut used = vec![false; ends.len()];
    let mut position = 0u32;
    let mut first = 0;
    for i in 0..count {
        let t = tokens[i];
        if t.kind != Kind::End {
            if !t.implied() {
                position = t.span.1;
            }
            continue;
        }
        let limit = next_source[i + 1];
        first = first_behind(ends, position, first);
        let mut k = first;
        let mut found = None;
        while let Some((name, span)) = ends.get(k) {
            if span.0 >= limit {
                break;
            }
            if !used[k] && t.label == *name {
                found = Some((k, *span));
                break;
            }
            k += 1;
        }
        let span = match found {
            Some((k, span)) => {
                used[k] = true;
                position = span.1;
                span
            }
            None => (position, position),
        };
        tokens[i].span = span;
    }
}

/// The first end tag that does not stand ahead of a position: mostly the next one or two behind
/// that of the position before, as tokens hardly ever stand in another order than in the source.
fn first_behind(ends: &[(Label, (u32, u32))], position: u32, before: usize) -> usize {
    const STEPS: usize = 4;
    let ahead = |k: usize| ends.get(k).is_some_and(|e| e.1.0 < position);
    if before == 0 || ahead(before - 1) {
        let near = (before..=before + STEPS).find(|k| !ahead(*k));
        if let Some(k) = near {
            return k;
        }
    }
    ends.partition_point(|e| e.1.0 < position)
}
