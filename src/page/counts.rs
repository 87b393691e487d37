//! How many words stand ahead of each token: counted once a page, when it is first asked for, so
//! that the words of a range are a difference of two numbers. Time and space: linear in the page.
//!
//! Invariant: [`Page::shown`] steps over whole hidden elements. A range that starts inside of one
//! shows what a walk over the whole page would not; only there these counts say nothing, and
//! whoever asks has to walk.

use std::ops::Range;

use super::text::count_words;
use super::{Kind, Page};

/// For each token, and for the place behind the last.
#[derive(Debug, Clone)]
pub(super) struct Counts {
    /// Words ahead of it.
    words: Vec<u32>,
    /// True for tokens inside a hidden element, its end tag among them.
    hidden: Vec<bool>,
}

impl Counts {
    pub(super) fn of(page: &Page) -> Counts {
        let mut counts = Counts { words: Vec::with_capacity(page.len() + 1), hidden: Vec::new() };
        counts.hidden.resize(page.len() + 1, false);
        let (mut words, mut shown_from) = (0, 0);
        for (i, t) in page.tokens().iter().enumerate() {
            counts.words.push(words);
            if i < shown_from {
                counts.hidden[i] = true;
            } else if t.kind == Kind::Start && page.hides(t.label) {
                shown_from = t.end as usize + 1;
            } else if t.kind == Kind::Text && !t.blank {
                words += count_words(page.data(i)) as u32;
            }
        }
        counts.words.push(words);
        counts
    }

    /// The words that a range shows; None where it starts inside a hidden element.
    pub(super) fn words_in(&self, range: &Range<usize>) -> Option<usize> {
        let all = self.words.len() - 1;
        let (from, to) = (range.start.min(all), range.end.min(all));
        (!self.hidden[from]).then(|| self.words[to].saturating_sub(self.words[from]) as usize)
    }

    /// True for a token that a walk over the whole page steps over.
    pub(super) fn hides(&self, i: usize) -> bool {
        self.hidden.get(i).is_some_and(|h| *h)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counted_words_are_those_of_a_walk() {
        let html = "<head><title>salt pans</title></head><p>one two<script>if (fog) {}</script>\
                    three<p><select><option>a b</option></select>Größe 盐田 it’s <b>4</b>";
        let page = Page::parse(html);
        for from in 0..=page.len() {
            for to in from..=page.len() + 1 {
                let walked: usize = page
                    .shown(from..to)
                    .filter(|&i| page.tokens()[i].kind == Kind::Text)
                    .map(|i| super::super::words_of(page.data(i)).len())
                    .sum();
                assert_eq!(page.words_in(from..to), walked, "{from}..{to}");
            }
        }
        assert!(page.words_in(page.body()) > 8);
    }
}
