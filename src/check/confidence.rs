//! One number for each value: how sure it is that it is right. What is known of a value adds up as log-odds, each term with a weight for its
//! field (logistic regression).
//!
//! The weights were fitted by `tools/checks.py weights` on corpus/dev and corpus/zoo: values of the blogs' own pages, of the same blogs'
//! pages before and after a redesign, and of pages with one field broken in ten ways (`examples/damage.rs`), against their truth. docs/check.md
//! shows how well stated and true confidence agree. The feed's weights are those of another page and one more: what it knows was seen in
//! learning, so nothing could be fitted.

use super::{CHECKED, State, Vote, Witness};
use crate::rule::{Field, LayoutKind};

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
    /// Share of them that a witness disagrees with.
    pub odd: f64,
    /// Share of them that witnesses only agree with.
    pub fine: f64,
}

/// Confidence from which a value is taken as right.
const RIGHT: f64 = 0.8;
/// Confidence below which a value is taken as wrong; the same on pages built like those the rules were learned from, where what is wrong is quiet;
/// and there for values that a witness contradicts.
const WRONG: f64 = 0.5;
const WRONG_AT_HOME: f64 = 0.6;
const WRONG_IF_CONTESTED: f64 = 0.7;

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
    /// Most of the page's other entries are beyond doubt in this field.
    OthersFine,
    /// A witness disagrees with some of the others, or with most.
    SomeOdd,
    MostOdd,
    /// Absent, though every entry had it at learning time.
    Required,
    /// Absent in all entries of the page.
    Alone,
    /// The field, where it is absent.
    Of(Field),
    /// What a witness says.
    Vote(Witness, bool),
}

/// Weights for values that no witness contradicts (but how the page is built), a column for each of [`CHECKED`] and one for the texts of entries'
/// own pages, which other witnesses know than those of lists.
const PLAIN: [(Term, [f64; 7]); 20] = [
    (Term::Base, [0.12, 2.38, 1.11, -0.16, -1.73, 0.34, 0.72]),
    (Term::Learned, [0.04, 0.75, 1.49, -0.16, -0.02, -0.49, 0.72]),
    (Term::EntryPage, [1.72, 1.19, 1.28, 1.16, 0.53, 0.00, 0.00]),
    (Term::Strange, [-1.75, -2.14, -0.27, 0.02, 0.11, -0.57, 0.08]),
    (Term::OthersFine, [1.79, 1.23, 0.94, 1.80, 0.83, 1.58, 0.00]),
    (Term::SomeOdd, [-1.11, -0.56, 0.09, -2.74, -1.55, -0.44, 0.00]),
    (Term::MostOdd, [-2.19, -2.16, -1.76, -2.54, -1.74, -2.07, 0.00]),
    (Term::Vote(Witness::Layout, true), [-0.71, 1.02, -1.59, -0.98, -0.37, -0.45, 0.30]),
    (Term::Vote(Witness::Layout, false), [0.21, 0.01, 0.05, -0.52, -0.87, -0.57, 0.27]),
    (Term::Vote(Witness::Page, true), [2.74, 0.00, 1.85, 0.95, -0.56, 0.00, 0.00]),
    (Term::Vote(Witness::Address, true), [2.26, -0.01, 1.57, 0.08, 1.16, 0.00, 0.00]),
    (Term::Vote(Witness::Profile, true), [0.12, 0.00, 0.00, 2.55, 3.63, 0.80, 0.45]),
    (Term::Vote(Witness::Place, true), [0.04, 0.75, -0.07, -0.74, -0.01, 1.07, 0.94]),
    (Term::Vote(Witness::Others, true), [0.31, 1.19, 1.54, 0.92, 0.98, -0.03, 0.67]),
    (Term::Vote(Witness::Names, true), [0.00, 0.00, 0.00, 2.13, 1.40, 0.00, 0.00]),
    (Term::Vote(Witness::Records, true), [-0.03, 0.51, 0.00, 0.25, 0.00, 0.34, 0.00]),
    (Term::Vote(Witness::Content, true), [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 1.86]),
    (Term::Vote(Witness::Order, true), [0.00, 0.00, 0.44, 0.00, 0.00, 0.00, 0.00]),
    (Term::Vote(Witness::Elsewhere, true), [1.94, 0.06, 1.81, 1.09, 1.09, 1.36, 0.29]),
    (Term::Vote(Witness::Feed, true), [2.9, 2.0, 2.8, 2.1, 2.1, 2.4, 2.0]),
];

/// Weights for values that a witness contradicts.
const CONTESTED: [(Term, [f64; 7]); 33] = [
    (Term::Base, [-0.36, -0.03, 1.78, -1.50, -1.37, -0.17, 0.00]),
    (Term::Learned, [0.44, -0.22, -0.82, 0.48, 0.15, -0.44, 0.00]),
    (Term::EntryPage, [0.51, -0.69, -0.06, -0.62, -0.52, 0.00, 0.00]),
    (Term::Strange, [0.16, -0.08, -0.91, -0.09, 1.56, 1.11, 0.31]),
    (Term::OthersFine, [2.51, 2.48, 0.49, 1.00, 1.45, 2.04, 0.00]),
    (Term::SomeOdd, [0.46, 1.86, -1.00, -1.08, -0.72, 0.44, 0.00]),
    (Term::MostOdd, [-1.46, -0.99, -1.07, -0.61, -0.89, -1.31, 0.00]),
    (Term::Vote(Witness::Layout, true), [-1.03, 0.92, 0.35, -0.85, -0.60, -0.15, -0.65]),
    (Term::Vote(Witness::Layout, false), [-1.01, 0.49, 0.60, -1.04, -0.13, -0.51, 0.44]),
    (Term::Vote(Witness::Crossed, false), [0.00, 0.00, 0.00, -2.08, -1.98, -2.39, -1.11]),
    (Term::Vote(Witness::Page, true), [3.99, 0.00, 1.13, 0.67, 0.03, 0.00, 0.00]),
    (Term::Vote(Witness::Page, false), [-3.50, 0.00, -2.63, -0.94, -1.98, 0.00, 0.00]),
    (Term::Vote(Witness::Address, true), [1.02, 2.89, 1.31, 1.05, 1.84, 0.00, 0.00]),
    (Term::Vote(Witness::Address, false), [-0.25, -1.56, -0.81, -0.29, -1.80, 0.00, 0.00]),
    (Term::Vote(Witness::Profile, true), [0.62, 0.00, 0.00, 1.77, 1.49, 0.94, 0.08]),
    (Term::Vote(Witness::Profile, false), [-0.99, -1.32, 0.00, -1.83, -2.00, 0.00, 0.00]),
    (Term::Vote(Witness::Place, true), [-0.86, -1.36, 0.36, -0.25, 0.05, 0.48, 1.04]),
    (Term::Vote(Witness::Place, false), [1.30, 1.14, 0.78, 0.72, 0.49, 0.31, -1.23]),
    (Term::Vote(Witness::Others, true), [0.21, 0.06, -0.28, 0.22, 0.50, -1.21, 0.34]),
    (Term::Vote(Witness::Others, false), [-0.53, -0.60, 0.48, 0.27, 0.01, -0.22, -0.08]),
    (Term::Vote(Witness::Names, true), [0.00, 0.00, 0.00, 2.04, 1.42, 0.00, 0.00]),
    (Term::Vote(Witness::Names, false), [0.00, 0.00, 0.00, -1.81, -1.38, 0.00, 0.00]),
    (Term::Vote(Witness::Unread, false), [-0.71, -0.02, 0.56, -0.17, -2.59, -0.06, -0.38]),
    (Term::Vote(Witness::Records, true), [0.73, 0.10, 0.00, 0.05, 0.00, 1.46, 0.00]),
    (Term::Vote(Witness::Records, false), [0.00, 0.01, 0.00, 0.04, 0.00, -1.64, 0.00]),
    (Term::Vote(Witness::Content, true), [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, 2.49]),
    (Term::Vote(Witness::Content, false), [0.00, 0.00, 0.00, 0.00, 0.00, 0.00, -1.50]),
    (Term::Vote(Witness::Order, true), [0.00, 0.00, 1.15, 0.00, 0.00, 0.00, 0.00]),
    (Term::Vote(Witness::Order, false), [-3.25, -1.43, -0.76, 0.00, 0.00, -2.28, -1.59]),
    (Term::Vote(Witness::Elsewhere, true), [1.28, 0.83, 1.49, 1.02, 1.28, 1.39, 1.06]),
    (Term::Vote(Witness::Elsewhere, false), [-2.54, -2.97, -2.86, -1.59, 0.05, -1.74, -1.21]),
    (Term::Vote(Witness::Feed, true), [2.3, 2.0, 2.5, 2.0, 2.3, 2.4, 2.1]),
    (Term::Vote(Witness::Feed, false), [-3.5, -4.0, -3.9, -2.6, -2.5, -2.7, -2.5]),
];

/// Weights for values that are absent, on lists and on pages of entries.
const ABSENCE: [(Term, [f64; 2]); 17] = [
    (Term::Base, [3.40, 0.66]),
    (Term::Alone, [-1.44, 0.00]),
    (Term::Learned, [-1.40, 0.00]),
    (Term::Required, [-2.28, -3.55]),
    (Term::Strange, [-3.98, 0.05]),
    (Term::Vote(Witness::Elsewhere, false), [-0.32, -2.37]),
    (Term::Vote(Witness::Feed, false), [-2.00, -2.00]),
    (Term::Vote(Witness::Layout, false), [-0.72, -0.02]),
    (Term::Vote(Witness::Layout, true), [-1.56, -0.01]),
    (Term::Vote(Witness::Others, false), [0.00, -0.02]),
    (Term::Vote(Witness::Page, false), [-0.73, -2.17]),
    (Term::Vote(Witness::Unread, false), [0.00, -0.60]),
    (Term::Of(Field::Author), [1.74, 0.28]),
    (Term::Of(Field::Body), [1.34, -0.41]),
    (Term::Of(Field::Date), [-0.63, 0.44]),
    (Term::Of(Field::Tags), [1.65, 1.08]),
    (Term::Of(Field::Title), [-0.69, -0.74]),
];

fn sigmoid(log_odds: f64) -> f64 {
    1.0 / (1.0 + (-log_odds).exp())
}

/// What is read as a list from the page of one entry is of other entries, whatever else speaks for it.
const OF_OTHERS: f64 = 0.02;

fn of_others(votes: &[Vote]) -> bool {
    votes.iter().any(|v| (v.witness, v.agrees) == (Witness::Kind, false))
}

/// Confidence of a value that was read.
pub fn of_value(field: Field, reading: Reading, mates: Option<Mates>, votes: &[Vote]) -> f64 {
    if of_others(votes) {
        return OF_OTHERS;
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
        Term::MostOdd => mates.is_some_and(|m| m.odd >= 0.6),
        Term::SomeOdd => mates.is_some_and(|m| (0.25..0.6).contains(&m.odd)),
        Term::OthersFine => mates.is_some_and(|m| m.odd < 0.25 && m.fine >= 0.5),
        Term::Vote(witness, agrees) => votes.iter().any(|v| (v.witness, v.agrees) == (witness, agrees)),
        Term::Required | Term::Alone | Term::Of(_) => false,
    };
    let table = if is_contested(votes) { &CONTESTED[..] } else { &PLAIN[..] };
    sigmoid(table.iter().filter(|w| holds(w.0)).map(|w| w.1[column]).sum())
}

/// Confidence that a field which the rules know is rightly absent. `alone`: no entry of the page has it.
pub fn of_absence(field: Field, reading: Reading, required: bool, alone: bool, votes: &[Vote]) -> f64 {
    if of_others(votes) {
        return OF_OTHERS;
    }
    let holds = |term: Term| match term {
        Term::Base => true,
        Term::Learned => reading.learned,
        Term::Strange => reading.strange,
        Term::Required => required,
        Term::Alone => alone,
        Term::Of(f) => f == field,
        Term::Vote(witness, agrees) => votes.iter().any(|v| (v.witness, v.agrees) == (witness, agrees)),
        Term::EntryPage | Term::OthersFine | Term::SomeOdd | Term::MostOdd => false,
    };
    let column = usize::from(reading.kind == Some(LayoutKind::Entry));
    sigmoid(ABSENCE.iter().filter(|w| holds(w.0)).map(|w| w.1[column]).sum())
}
