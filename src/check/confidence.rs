//! One number for each value: how sure it is that it is right. What is known of a value adds up as
//! log-odds, each term with a weight for its field (logistic regression).
//!
//! No weight of a vote has the wrong sign: agreeing never lowers a confidence, disagreeing never
//! raises one. (That a page is built as at learning time agrees with what was read, and speaks
//! against an absence; there it is a term of its own.) The weights were fitted so by
//! `tools/checks.py weights` on corpus/dev and corpus/zoo: values of the blogs' own pages, of the
//! same blogs' pages before and after a redesign, and of pages broken in the first ten ways of
//! `examples/damage.rs`, against their truth. docs/check.md shows how well stated and true
//! confidence agree. The feed's weights are those of another page and one more: what it knows was
//! seen in learning, so nothing could be fitted.

use super::{CHECKED, State, Vote, Witness};
use crate::entry::Field;
use crate::rule::LayoutKind;

/// How a page was read.
#[derive(Debug, Clone, Copy)]
pub struct Reading {
    /// With a layout that was learned, not by the shape of permalinks.
    pub learned: bool,
    /// List or entry.
    pub kind: Option<LayoutKind>,
    /// Built like no page the rules were learned from.
    pub strange: bool,
    /// Built like the pages the rules were learned from.
    pub at_home: bool,
}

/// The same field of the other entries of the page, where there are two at least.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Mates {
    /// Share of them that a witness disagrees with, and neither the page, an address, another page
    /// nor the feed agrees with; as if there were two more that are not.
    pub odd: f64,
    /// Share of them that witnesses only agree with.
    pub fine: f64,
}

/// Confidence from which a value is taken as right.
const RIGHT: f64 = 0.8;
/// Confidence below which a value is taken as wrong; the same on pages built like those the rules
/// were learned from, where what is wrong is quiet; and there for values that a witness
/// contradicts.
const WRONG: f64 = 0.5;
const WRONG_AT_HOME: f64 = 0.6;
const WRONG_IF_CONTESTED: f64 = 0.65;

/// Share of the other entries from which some are odd, and most.
const SOME: f64 = 1.0 / 3.0;
const MOST: f64 = 2.0 / 3.0;

/// What a confidence comes to. `contested`: a value was read, and a witness contradicts it.
pub fn state(confidence: f64, reading: Reading, contested: bool) -> State {
    let wrong = match (reading.at_home, contested) {
        (false, _) => WRONG,
        (true, false) => WRONG_AT_HOME,
        (true, true) => WRONG_IF_CONTESTED,
    };
    match confidence {
        c if c < wrong => State::Disagree,
        c if c >= RIGHT => State::Agree,
        _ => State::CannotTell,
    }
}

/// True where a witness contradicts a value; how its page is built is no matter of one value.
pub fn is_contested(votes: &[Vote]) -> bool {
    votes.iter().any(|v| !v.agrees && v.witness != Witness::Layout)
}

/// What may be known of a value.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Term {
    /// Nothing yet.
    Base,
    /// It was read with a layout that was learned.
    Learned,
    /// It stands on the page of an entry.
    EntryPage,
    /// The page has next to nothing of those the rules were learned from.
    Strange,
    /// Half of the page's other entries are beyond doubt in this field, and few are odd.
    OthersFine,
    /// Some of the others are odd, or most.
    SomeOdd,
    MostOdd,
    /// Absent, though every entry had it at learning time.
    Required,
    /// Absent in all entries of the page.
    Alone,
    /// Absent on a page built like those of learning time.
    Alike,
    /// The field, where it is absent.
    Of(Field),
    /// What a witness says.
    Vote(Witness, bool),
}

/// Weights for values that no witness contradicts (but how the page is built), a column for each of
/// [`CHECKED`] and one for the texts of entries' own pages, which other witnesses know than those
/// of lists.
const PLAIN: [(Term, [f64; 7]); 20] = [
    (Term::Base, [0.07, 1.49, 0.67, -0.57, -1.23, 0.09, 0.51]),
    (Term::Learned, [-0.33, 0.20, 0.70, -0.66, -0.22, -0.78, 0.51]),
    (Term::EntryPage, [1.64, 1.96, 1.16, 1.59, 0.91, 0.00, 0.00]),
    (Term::Strange, [-0.82, -1.56, 0.88, 0.03, -0.01, 0.28, 0.10]),
    (Term::OthersFine, [1.51, 2.07, 1.04, 1.70, 0.39, 1.70, 0.00]),
    (Term::SomeOdd, [-2.30, -0.32, -1.79, -1.68, 1.07, -2.35, 0.00]),
    (Term::MostOdd, [-1.18, -0.22, -0.52, -1.07, 0.01, -1.43, 0.00]),
    (Term::Vote(Witness::Layout, true), [0.00, 0.19, 0.00, 0.00, 0.00, 0.00, 0.49]),
    (Term::Vote(Witness::Layout, false), [0.00, -0.07, 0.00, -0.06, 0.00, -0.21, 0.00]),
    (Term::Vote(Witness::Page, true), [2.26, 0.00, 1.15, 0.86, 0.71, 0.00, 0.00]),
    (Term::Vote(Witness::Address, true), [2.15, 0.57, 0.30, 0.00, 1.65, 0.00, 0.00]),
    (Term::Vote(Witness::Profile, true), [0.07, 0.00, 0.00, 2.09, 1.42, 0.36, 0.45]),
    (Term::Vote(Witness::Place, true), [0.00, 0.20, 1.76, 0.00, 0.00, 1.40, 0.85]),
    (Term::Vote(Witness::Others, true), [0.48, 1.45, 0.49, 0.51, 0.97, 0.44, 0.90]),
    (Term::Vote(Witness::Names, true), [0.00, 0.00, 0.00, 1.85, 1.17, 0.00, 0.00]),
    (Term::Vote(Witness::Records, true), [0.25, 0.00, 0.00, 0.06, 0.00, 0.09, 0.00]),
    (Term::Vote(Witness::Content, true), [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 1.78]),
    (Term::Vote(Witness::Order, true), [0.00, 0.00, 0.11, 0.00, 0.00, 0.00, 0.00]),
    (Term::Vote(Witness::Elsewhere, true), [1.72, 0.42, 1.53, 0.74, 1.21, 1.28, 0.33]),
    (Term::Vote(Witness::Feed, true), [2.7, 2.0, 2.5, 2.0, 2.2, 2.3, 2.0]),
];

/// Weights for values that a witness contradicts.
const CONTESTED: [(Term, [f64; 7]); 33] = [
    (Term::Base, [-0.65, 0.73, 1.05, -1.08, -0.51, -0.41, -0.09]),
    (Term::Learned, [0.53, -0.98, -0.05, 0.26, 0.23, -0.44, -0.09]),
    (Term::EntryPage, [-0.01, -0.22, 0.32, -0.19, 0.29, 0.00, 0.00]),
    (Term::Strange, [0.31, 0.11, 0.00, 0.19, 0.51, 1.03, 0.34]),
    (Term::OthersFine, [2.02, 2.29, 0.06, 0.12, 0.68, 1.03, 0.00]),
    (Term::SomeOdd, [-1.43, -0.36, -1.02, -0.29, 1.48, -0.57, 0.00]),
    (Term::MostOdd, [-0.94, -0.62, -0.77, -0.77, -1.05, -0.83, 0.00]),
    (Term::Vote(Witness::Layout, true), [0.00, 0.00, 0.00, 0.00, 0.00, 0.05, 0.00]),
    (Term::Vote(Witness::Layout, false), [-0.21, 0.00, 0.00, -0.43, 0.00, -0.14, 0.00]),
    (Term::Vote(Witness::Crossed, false), [0.00, 0.00, 0.00, -2.04, -0.95, -1.94, -0.33]),
    (Term::Vote(Witness::Page, true), [3.30, 0.00, 1.32, 0.60, 0.20, 0.00, 0.00]),
    (Term::Vote(Witness::Page, false), [-3.26, 0.00, -2.47, -0.46, -1.52, 0.00, 0.00]),
    (Term::Vote(Witness::Address, true), [1.17, 2.85, 0.99, 0.16, 1.46, 0.00, 0.00]),
    (Term::Vote(Witness::Address, false), [-0.58, -1.48, -0.98, -0.25, -1.09, 0.00, 0.00]),
    (Term::Vote(Witness::Profile, true), [0.27, 0.00, 0.00, 1.68, 0.00, 0.90, 0.10]),
    (Term::Vote(Witness::Profile, false), [-0.93, -0.32, 0.00, -1.69, -2.27, 0.00, 0.00]),
    (Term::Vote(Witness::Place, true), [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 0.63]),
    (Term::Vote(Witness::Place, false), [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, -0.91]),
    (Term::Vote(Witness::Others, true), [0.00, 0.00, 0.00, 0.00, 0.01, 0.00, 0.00]),
    (Term::Vote(Witness::Others, false), [0.00, -0.01, 0.00, 0.00, -0.02, -0.12, -0.14]),
    (Term::Vote(Witness::Names, true), [0.00, 0.00, 0.00, 1.86, 1.35, 0.00, 0.00]),
    (Term::Vote(Witness::Names, false), [0.00, 0.00, 0.00, -2.02, -2.82, 0.00, 0.00]),
    (Term::Vote(Witness::Unread, false), [-0.14, 0.00, -0.05, -0.19, -2.13, 0.00, -0.30]),
    (Term::Vote(Witness::Records, true), [0.01, 0.00, 0.00, 0.00, 0.00, 1.26, 0.00]),
    (Term::Vote(Witness::Records, false), [0.00, 0.00, 0.00, 0.00, 0.00, -1.68, 0.00]),
    (Term::Vote(Witness::Content, true), [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 2.25]),
    (Term::Vote(Witness::Content, false), [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, -1.61]),
    (Term::Vote(Witness::Order, true), [0.00, 0.00, 0.89, 0.00, 0.00, 0.00, 0.00]),
    (Term::Vote(Witness::Order, false), [-2.69, -2.73, -0.24, 0.00, 0.00, -2.04, -1.36]),
    (Term::Vote(Witness::Elsewhere, true), [0.67, 0.62, 1.44, 0.32, 1.04, 0.47, 0.97]),
    (Term::Vote(Witness::Elsewhere, false), [-2.29, -3.48, -2.36, -2.10, -0.48, -2.35, -0.88]),
    (Term::Vote(Witness::Feed, true), [2.0, 2.0, 2.4, 2.0, 2.0, 2.0, 2.0]),
    (Term::Vote(Witness::Feed, false), [-3.3, -4.5, -3.4, -3.1, -2.5, -3.3, -2.5]),
];

/// Weights for values that are absent, on lists and on pages of entries.
const ABSENCE: [(Term, [f64; 2]); 17] = [
    (Term::Base, [3.11, 0.89]),
    (Term::Alike, [-0.89, -0.54]),
    (Term::Alone, [-1.22, 0.00]),
    (Term::Learned, [-1.37, 0.00]),
    (Term::Required, [-2.26, -2.92]),
    (Term::Strange, [-2.73, -0.82]),
    (Term::Vote(Witness::Elsewhere, false), [-0.23, -2.19]),
    (Term::Vote(Witness::Feed, false), [-2.00, -2.00]),
    (Term::Vote(Witness::Layout, false), [-1.73, 0.00]),
    (Term::Vote(Witness::Others, false), [0.00, -0.09]),
    (Term::Vote(Witness::Page, false), [-2.12, -1.96]),
    (Term::Vote(Witness::Unread, false), [0.00, -0.90]),
    (Term::Of(Field::Author), [1.57, 0.34]),
    (Term::Of(Field::Body), [1.47, -0.64]),
    (Term::Of(Field::Date), [-0.70, 0.21]),
    (Term::Of(Field::Tags), [1.55, 1.23]),
    (Term::Of(Field::Title), [-0.78, -0.25]),
];

fn sigmoid(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// What is read as a list from the page of one entry is of other entries, and a text with wrong
/// bounds or a value with wrong letters is wrong, whatever else speaks for them: share of them that
/// are right all the same.
const OF_OTHERS: f64 = 0.02;
const OUT_OF_BOUNDS: f64 = 0.1;

/// What is known without weighing.
fn settled(votes: &[Vote]) -> Option<f64> {
    let against = |witness| votes.iter().any(|v| (v.witness, v.agrees) == (witness, false));
    against(Witness::Kind).then_some(OF_OTHERS).or_else(|| {
        let wrong = against(Witness::Bounds) || against(Witness::Letters);
        wrong.then_some(OUT_OF_BOUNDS)
    })
}

/// Confidence of a value that was read.
pub fn of_value(field: Field, reading: Reading, mates: Option<Mates>, votes: &[Vote]) -> f64 {
    if let Some(confidence) = settled(votes) {
        return confidence;
    }
    let single = reading.kind == Some(LayoutKind::Entry);
    let column = match CHECKED.iter().position(|f| *f == field) {
        Some(column) if field != Field::Body || !single => column,
        _ => CHECKED.len(),
    };
    let holds = |term: Term| match term {
        Term::Base => true,
        Term::Learned => reading.learned,
        Term::EntryPage => single,
        Term::Strange => reading.strange,
        Term::MostOdd => mates.is_some_and(|m| m.odd >= MOST),
        Term::SomeOdd => mates.is_some_and(|m| (SOME..MOST).contains(&m.odd)),
        Term::OthersFine => mates.is_some_and(|m| m.odd < SOME && m.fine >= 0.5),
        Term::Vote(witness, agrees) => {
            votes.iter().any(|v| (v.witness, v.agrees) == (witness, agrees))
        }
        Term::Required | Term::Alone | Term::Alike | Term::Of(_) => false,
    };
    let table = if is_contested(votes) { &CONTESTED[..] } else { &PLAIN[..] };
    sigmoid(table.iter().filter(|w| holds(w.0)).map(|w| w.1[column]).sum())
}

/// Confidence that a field which the rules know is rightly absent. `alone`: no entry of the page
/// has it.
pub fn of_absence(
    field: Field,
    reading: Reading,
    required: bool,
    alone: bool,
    votes: &[Vote],
) -> f64 {
    if let Some(confidence) = settled(votes) {
        return confidence;
    }
    let holds = |term: Term| match term {
        Term::Base => true,
        Term::Learned => reading.learned,
        Term::Strange => reading.strange,
        Term::Required => required,
        Term::Alone => alone,
        Term::Alike => votes.iter().any(|v| (v.witness, v.agrees) == (Witness::Layout, true)),
        Term::Of(f) => f == field,
        Term::Vote(witness, agrees) => {
            votes.iter().any(|v| (v.witness, v.agrees) == (witness, agrees))
        }
        Term::EntryPage | Term::OthersFine | Term::SomeOdd | Term::MostOdd => false,
    };
    let column = usize::from(reading.kind == Some(LayoutKind::Entry));
    sigmoid(ABSENCE.iter().filter(|w| holds(w.0)).map(|w| w.1[column]).sum())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agreeing_never_lowers_and_disagreeing_never_raises() {
        let values = PLAIN.iter().chain(&CONTESTED).map(|(t, w)| (t, w.as_slice()));
        for (term, weights) in values.chain(ABSENCE.iter().map(|(t, w)| (t, w.as_slice()))) {
            let Term::Vote(_, agrees) = term else { continue };
            let right = |w: &f64| if *agrees { *w >= 0.0 } else { *w <= 0.0 };
            assert!(weights.iter().all(right), "{term:?} {weights:?}");
        }
    }
}
