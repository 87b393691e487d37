//! The best reading of a page without all the others: what each reaches **at best** is told by
//! cheap facts (which start patterns occur at all, how many records there may be), and whoever
//! cannot reach the best so far is not made.
//!
//! Invariants:
//!
//! * A bound is the sum of the same terms in the same order as the score, each at the best value
//!   that the facts leave open. Rounding keeps order, so the score never exceeds it.
//! * Of equal scores the earlier layout counts, a list never seen last. So a layout is left out
//!   only where its bound is below the best, a list never seen also where it is equal.
//! * Two terms need the records of a list never seen, which are dear, and only take away. They are
//!   **settled** where they may decide, and count as nothing where they do not.

use super::layout::{Desk, Reading, Seen, TOLD, Term, Unsettled, resemblance, score};
use super::matching::Matcher;
use super::{Layout, LayoutKind};
use crate::entry::Field;

/// A reading that was made.
struct Draft {
    /// The layout's place in the wrapper.
    order: usize,
    reading: Reading,
    /// The term that is still to be asked for.
    unsettled: Option<Unsettled>,
}

impl Draft {
    /// The least score that settling leaves it.
    fn at_least(&self) -> f64 {
        let worst = match self.reading.kind {
            LayoutKind::Entry => Term::EntryOfRecords,
            LayoutKind::List => Term::ListFrames,
        };
        let at_worst = |(t, x): &(Term, f64)| (*t, if *t == worst { 1.0 } else { *x });
        if self.unsettled.is_none() {
            return self.reading.score();
        }
        score(&self.reading.terms.iter().map(at_worst).collect::<Vec<_>>())
    }
}

impl Desk<'_> {
    /// The readings that may be the best, in the order of layouts; the best is among them.
    pub(super) fn likely(&self) -> Vec<Reading> {
        let mut waiting: Vec<(f64, usize, &Layout, f64)> = Vec::new();
        for (order, layout) in self.wrapper.layouts.iter().enumerate() {
            let marks = resemblance(self.page, layout);
            waiting.extend(self.at_best(layout, marks).map(|bound| (bound, order, layout, marks)));
        }
        waiting.sort_by(|a, b| b.0.total_cmp(&a.0));
        let mut drafts: Vec<Draft> = Vec::new();
        let mut best = f64::MIN;
        for (bound, order, layout, marks) in waiting {
            if bound < best {
                break;
            }
            let Some(reading) = self.draft(layout, marks) else { continue };
            let draft = Draft { order, unsettled: self.unsettled(layout), reading };
            best = best.max(draft.at_least());
            drafts.push(draft);
        }
        let index = if self.index_at_best(self.page.tags_shown("a").len()) > best {
            // Its records are sought now; what they settle is cheap.
            drafts.iter_mut().for_each(|d| self.close(d));
            let best = drafts.iter().map(|d| d.reading.score()).fold(f64::MIN, f64::max);
            let known = self.extents().len();
            let open = known == 0 || self.index_at_best(known) > best;
            open.then(|| self.index()).flatten()
        } else {
            None
        };
        self.decide(&mut drafts);
        drafts.sort_by_key(|d| d.order);
        drafts.into_iter().map(|d| d.reading).chain(index).collect()
    }

    /// Settle drafts until the best is sure.
    fn decide(&self, drafts: &mut [Draft]) {
        let by_score = |a: &Draft, b: &Draft| {
            b.reading.score().total_cmp(&a.reading.score()).then(a.order.cmp(&b.order))
        };
        loop {
            drafts.sort_by(by_score);
            let Some((first, others)) = drafts.split_first_mut() else { return };
            let next = others.first().map_or(0.0, |d| d.reading.score().max(0.0));
            if first.unsettled.is_none() || first.at_least() > next {
                return;
            }
            self.close(first);
        }
    }

    fn close(&self, draft: &mut Draft) {
        if let Some(unsettled) = draft.unsettled.take() {
            self.settle(unsettled, &mut draft.reading);
        }
    }

    /// What a layout's reading reaches at most. None where it reads nothing.
    fn at_best(&self, layout: &Layout, marks: f64) -> Option<f64> {
        let fields = self.possible(layout);
        let has = |f: Field| {
            fields.iter().any(|r| f.is_given_by(*r)) || f == Field::Date && self.reads_days()
        };
        let yes = |b: bool| if b { 1.0 } else { 0.0 };
        if layout.kind == LayoutKind::Entry {
            let seen = Seen {
                marks,
                fields: TOLD.into_iter().filter(|f| has(*f)).count() as f64,
                words: 1.0,
                link: yes(has(Field::Link)),
                head_title: yes(has(Field::Title)),
            };
            let reads = has(Field::Title) || has(Field::Body);
            return reads.then(|| score(&self.entry_terms(layout, has, &seen)));
        }
        let n: usize = self.reader.posts(self.wrapper, layout).iter().map(Vec::len).sum();
        if n == 0 || !has(Field::Title) && !has(Field::Link) {
            return None;
        }
        // Lists are filled by other layouts' rules and by what records show besides.
        let told = |f: &Field| match f {
            Field::Date | Field::Body => true,
            Field::Author | Field::Tags => self.is_told(*f),
            _ => has(*f),
        };
        Some(score(&[
            (Term::List, 1.0),
            (Term::ListMarks, marks - 0.5),
            (Term::ListRecords, (n as f64).ln()),
            // Of several that are left one may remain: together these two terms then take away.
            (Term::ListOne, yes(n == 1)),
            (Term::ListOwn, yes(n == 1)),
            (Term::ListElsewhere, 0.0),
            (Term::ListFields, TOLD.iter().filter(|f| told(f)).count() as f64),
            (Term::ListUntitled, yes(layout.has_titles() && !has(Field::Title))),
            (Term::ListLacks, 0.0),
            (Term::ListPermalinks, yes(has(Field::Link)) - 0.5),
            (Term::ListAddress, self.address),
            (Term::ListWords, 1.0),
            (Term::ListFrames, 0.0),
        ]))
    }

    /// What a list never seen reaches at most with so many records.
    fn index_at_best(&self, records: usize) -> f64 {
        let told = |f: &Field| !matches!(f, Field::Author | Field::Tags) || self.is_told(*f);
        score(&[
            (Term::Index, 1.0),
            (Term::IndexRecords, (records.max(1) as f64).ln()),
            (Term::IndexOne, 0.0),
            (Term::IndexAddress, self.address),
            (Term::IndexSaid, self.said),
            (Term::IndexWords, 1.0),
            (Term::IndexFields, TOLD.iter().filter(|f| told(f)).count() as f64),
            (Term::IndexDated, 1.0),
        ])
    }

    /// True where some layout has a rule for a field.
    fn is_told(&self, field: Field) -> bool {
        self.wrapper.layouts.iter().any(|l| l.rules(field).next().is_some())
    }

    /// The fields of a layout's rules whose start occurs on the page.
    fn possible(&self, layout: &Layout) -> Vec<Field> {
        let page = self.page;
        let mut found: Vec<Field> = Vec::new();
        for rule in &layout.fields {
            if !found.contains(&rule.field)
                && Matcher::new(page, &rule.start)
                    .is_some_and(|m| m.find(page, 0..page.len()).is_some())
            {
                found.push(rule.field);
            }
        }
        found
    }
}

#[cfg(all(test, feature = "dir"))]
#[allow(clippy::unwrap_used)]
mod tests {
    use std::fs;
    use std::path::Path;

    use url::Url;

    use super::*;
    use crate::page::Page;
    use crate::rule::xml;
    use crate::source::Source;
    use crate::source::dir::Dir;

    /// Ask something of each page of the samples that have saved rules.
    fn each_sample(mut ask: impl FnMut(&Desk<'_>)) {
        let root = Path::new(env!("CARGO_MANIFEST_DIR"));
        for folder in fs::read_dir(root.join("samples")).unwrap().map(|f| f.unwrap().path()) {
            let name = folder.file_name().unwrap().to_string_lossy().into_owned();
            let Ok(rules) = fs::read_to_string(root.join(format!("rules/{name}.xml"))) else {
                continue;
            };
            let wrapper = xml::read(&rules).unwrap();
            let dir = Dir::open(&folder, None).unwrap();
            for response in dir.pages().map(Result::unwrap).filter(|r| r.is_html()) {
                let page = Page::from_bytes(&response.bytes, None, &response.url);
                let address = Url::parse(&response.url).unwrap();
                ask(&Desk::new(&wrapper, &page, &address));
            }
        }
    }

    #[test]
    fn no_score_exceeds_its_bound() {
        let mut read = 0;
        each_sample(|desk| {
            for reading in desk.readings() {
                let layout = desk.wrapper.layouts.iter().find(|l| l.name == reading.layout);
                let bound = match layout {
                    Some(l) => desk.at_best(l, resemblance(desk.page, l)).unwrap(),
                    None => desk.index_at_best(desk.page.tags_shown("a").len()),
                };
                assert!(reading.score() <= bound, "{} {bound}", reading.explain());
                read += 1;
            }
        });
        assert!(read > 0);
    }

    #[test]
    fn what_is_left_out_is_not_the_best() {
        let (mut decided, mut open) = (0, 0);
        each_sample(|desk| {
            let best = |readings: &[Reading]| {
                let first = readings.iter().rev().max_by(|a, b| a.score().total_cmp(&b.score()));
                first.map(|r| (r.layout.clone(), r.entries.clone()))
            };
            let (all, likely) = (desk.readings(), desk.likely());
            assert_eq!(best(&all), best(&likely), "{:?}", desk.page.title());
            decided += usize::from(likely.len() < all.len());
            open += usize::from(likely.len() > 1);
        });
        // A bound leaves out readings of some pages, and must not of others.
        assert!(decided > 0 && open > 0, "{decided} {open}");
    }

    #[test]
    fn a_record_that_remains_alone_takes_away() {
        assert!(Term::ListOne.weight() + Term::ListOwn.weight() <= 0.0);
        for term in [Term::EntryOfRecords, Term::ListFrames] {
            assert!(term.weight() < 0.0, "{}", term.name());
        }
    }
}
