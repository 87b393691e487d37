//! The edit distance of tag strings within a limit, and the characters of text in ranges of tokens.

use std::ops::Range;

use crate::page::{Kind, Page};

/// True where the edit distance of two strings is at most `limit`: the diagonal band of the table
/// that can still be.
pub(super) fn within(a: &[u32], b: &[u32], limit: usize) -> bool {
    const FAR: usize = usize::MAX / 2;
    let mut row: Vec<usize> = (0..=b.len()).map(|j| if j <= limit { j } else { FAR }).collect();
    for (i, x) in a.iter().enumerate() {
        let (from, to) = ((i + 1).saturating_sub(limit), (i + 1 + limit).min(b.len()));
        let mut corner = row[from.saturating_sub(1)];
        if from == 0 {
            corner = row[0];
            row[0] = i + 1;
        } else {
            row[from - 1] = FAR;
        }
        for j in from.max(1)..=to {
            let above = row[j];
            row[j] = (above + 1).min(row[j - 1] + 1).min(corner + usize::from(*x != b[j - 1]));
            corner = above;
        }
        if to < b.len() {
            row[to + 1] = FAR;
        }
    }
    row[b.len()] <= limit
}

/// Characters of visible text ahead of each token, all and those in links.
pub(super) struct Sums {
    text: Vec<u32>,
    links: Vec<u32>,
}

impl Sums {
    pub fn new(page: &Page) -> Sums {
        let mut own = vec![(0u32, 0u32); page.len()];
        let mut link = 0;
        for i in page.shown(0..page.len()) {
            let t = &page.tokens()[i];
            if t.kind == Kind::Start && page.tag(i) == "a" {
                link = link.max(t.end as usize);
            }
            // Scripts keep their data in hidden elements: JSON is no text.
            let json =
                |s: &str| s.starts_with("{\"") || s.starts_with("[{") || s.starts_with("[\"");
            if t.is_text() && !json(page.data(i).trim_start()) {
                let n = page.data(i).trim().chars().count() as u32;
                own[i] = (n, if i < link { n } else { 0 });
            }
        }
        let sums = |of: &dyn Fn(&(u32, u32)) -> u32| {
            let mut sum = 0u32;
            std::iter::once(0)
                .chain(own.iter().map(|o| {
                    sum = sum.saturating_add(of(o));
                    sum
                }))
                .collect()
        };
        Sums { text: sums(&|o| o.0), links: sums(&|o| o.1) }
    }

    pub fn text(&self, range: Range<usize>) -> usize {
        (self.text[range.end] - self.text[range.start]) as usize
    }

    pub fn links(&self, range: Range<usize>) -> usize {
        (self.links[range.end] - self.links[range.start]) as usize
    }
}
