//! Index arithmetic on the list: children, ancestors, siblings, subtree slices. Nothing here
//! allocates.

use std::ops::Range;

use super::{Kind, Page};

#[doc(hidden)]
impl Page {
    /// The region of token `i` as a range: the whole element for a tag, the token itself for
    /// anything else.
    pub fn region(&self, i: usize) -> Range<usize> {
        let t = &self.tokens[i];
        t.begin as usize..t.end as usize + 1
    }

    /// What is inside the element of start tag `i`: its region without its two tags.
    pub fn inside(&self, i: usize) -> Range<usize> {
        let t = &self.tokens[i];
        if t.end > t.begin { t.begin as usize + 1..t.end as usize } else { i..i }
    }

    /// The start tag of the element around token `i`.
    pub fn parent(&self, i: usize) -> Option<usize> {
        let p = self.tokens[i].parent;
        (p != u32::MAX).then_some(p as usize)
    }

    /// The elements around token `i`, the nearest first.
    pub fn ancestors(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        std::iter::successors(self.parent(i), |&p| self.parent(p))
    }

    /// The first tokens of the children of start tag `i`, in order.
    pub fn children(&self, i: usize) -> impl Iterator<Item = usize> + '_ {
        let inside = self.inside(i);
        std::iter::successors((!inside.is_empty()).then_some(inside.start), move |&c| {
            let next = self.tokens[c].end as usize + 1;
            (next < inside.end).then_some(next)
        })
    }

    /// True where the element of start tag `a` is around token `i` (or is its own start or end
    /// tag).
    pub fn encloses(&self, a: usize, i: usize) -> bool {
        self.region(a).contains(&i)
    }

    /// The innermost element that has both tokens inside.
    pub fn common(&self, a: usize, b: usize) -> Option<usize> {
        let (a, b) = (a.min(b), a.max(b));
        if self.tokens[a].opens() && self.encloses(a, b) {
            return Some(a);
        }
        self.ancestors(a).find(|&p| self.encloses(p, b))
    }

    /// True for tokens a rule may name: present in the source and not white space alone, a comment
    /// or the doctype.
    pub fn significant(&self, i: usize) -> bool {
        let t = &self.tokens[i];
        match t.kind {
            Kind::Start | Kind::End => !t.implied(),
            Kind::Text => !t.blank,
            Kind::Comment | Kind::Doctype => false,
        }
    }

    /// The nearest significant token ahead of `i`, not before `from`.
    pub fn previous(&self, i: usize, from: usize) -> Option<usize> {
        (from..i).rev().find(|&j| self.significant(j))
    }

    /// The nearest significant token at or behind `i`, before `to`.
    pub fn next_from(&self, i: usize, to: usize) -> Option<usize> {
        (i..to).find(|&j| self.significant(j))
    }
}
