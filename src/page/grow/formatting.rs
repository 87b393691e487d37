//! Active formatting elements (HTML, 13.2.4.3), and the adoption agency where it moves nothing.

use super::kinds::{SPECIAL, is};
use super::*;

impl Grower<'_> {
    pub(super) fn is_open(&self, token: u32) -> bool {
        let t = &self.tokens[token as usize];
        t.end == t.begin
    }

    pub(super) fn reconstruct_formatting(&mut self) -> Step {
        let waits = |f: &Formatting| match f {
            Formatting::Marker => false,
            Formatting::Element { token, .. } => !self.is_open(*token),
        };
        let count = self.formatting.iter().rev().take_while(|f| waits(f)).count();
        for k in self.formatting.len() - count..self.formatting.len() {
            let Formatting::Element { name, token } = self.formatting[k] else { continue };
            let attrs = self.tokens[token as usize].data;
            let token = self.insert_at(name, Space::Html, self.nowhere(), attrs)?;
            self.formatting[k] = Formatting::Element { name, token };
        }
        // Many reopened elements a tag are no page that a person wrote.
        if self.tokens.len() > self.text.len() + 4096 { Err(Odd) } else { Ok(()) }
    }

    pub(super) fn attributes(&self, token: u32) -> &[Attr] {
        let (from, to) = self.tokens[token as usize].data;
        &self.attrs[from as usize..to as usize]
    }

    /// Three of one kind at most ("Noah's Ark").
    pub(super) fn push_formatting(&mut self, name: Label, token: u32) -> Step {
        let mine = self.attributes(token);
        let value = |a: &Attr| self.str(a.value);
        let alike = |f: &Formatting| match f {
            Formatting::Element { name: n, token: t } if *n == name => {
                let theirs = self.attributes(*t);
                theirs.len() == mine.len()
                    && mine
                        .iter()
                        .all(|a| theirs.iter().any(|b| a.name == b.name && value(a) == value(b)))
            }
            _ => false,
        };
        let to_marker = self.formatting.iter().enumerate().rev();
        let same: Vec<usize> = to_marker
            .take_while(|(_, f)| **f != Formatting::Marker)
            .filter(|(_, f)| alike(f))
            .map(|(k, _)| k)
            .collect();
        if let [_, _, .., first] = same.as_slice() {
            self.formatting.remove(*first);
        }
        if self.formatting.len() >= MAX_FORMATTING {
            return Err(Odd);
        }
        self.formatting.push(Formatting::Element { name, token });
        Ok(())
    }

    pub(super) fn clear_formatting_to_marker(&mut self) {
        while !matches!(self.formatting.pop(), None | Some(Formatting::Marker)) {}
    }

    /// The innermost active formatting element of a name, behind the last marker.
    pub(super) fn active(&self, wanted: Label) -> Option<(usize, u32)> {
        let to_marker = self.formatting.iter().enumerate().rev();
        to_marker.take_while(|(_, f)| **f != Formatting::Marker).find_map(|(k, f)| match f {
            Formatting::Element { name, token } if *name == wanted => Some((k, *token)),
            _ => None,
        })
    }

    /// The adoption agency, where it moves nothing.
    pub(super) fn end_formatting(&mut self, name: Label) -> Step {
        let listed = |token: u32| self.formatting.iter().any(|f| f.token() == Some(token));
        if self.current_is(name) && !self.current().is_some_and(|o| listed(o.token)) {
            self.pop();
            return Ok(());
        }
        let Some((number, token)) = self.active(name) else {
            self.end_other(name);
            return Ok(());
        };
        let Some(k) = self.seen().find(|(_, o)| o.token == token).map(|(k, _)| k) else {
            self.formatting.remove(number);
            return Ok(());
        };
        for (n, open) in self.seen() {
            if n == k {
                break;
            }
            if Self::bounds_scope(open) {
                return Ok(());
            }
        }
        let blocks =
            self.open[k..].iter().any(|o| !o.gone && o.space == Space::Html && is(o.name, SPECIAL));
        // A block inside goes on behind the formatting: nodes move.
        if blocks {
            return Err(Odd);
        }
        self.close_from(k);
        self.formatting.remove(number);
        Ok(())
    }
}
