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
    (Term::Base, [0.1, 1.6, 0.7, -0.2, -1.5, 0.4, 0.7]),
    (Term::Learned, [0.0, 0.9, 1.3, -0.1, -0.3, -0.2, 0.7]),
    (Term::EntryPage, [1.7, 1.2, 1.3, 1.1, 0.8, 0.0, 0.0]),
    (Term::Strange, [-1.8, -2.4, -1.3, 0.0, 0.1, -0.7, 0.1]),
    (Term::OthersFine, [1.8, 1.6, 1.2, 1.8, 0.9, 1.4, 0.0]),
    (Term::SomeOdd, [-1.1, -0.7, 0.1, -2.7, -1.8, -0.7, 0.0]),
    (Term::MostOdd, [-2.2, -1.7, -1.8, -2.6, -1.9, -2.1, 0.0]),
    (Term::Vote(Witness::Layout, true), [-0.7, 0.9, -1.4, -1.0, 0.2, -0.4, 0.3]),
    (Term::Vote(Witness::Layout, false), [0.2, 0.4, 0.0, -0.5, -0.6, -0.6, 0.3]),
    (Term::Vote(Witness::Page, true), [2.7, 0.0, 2.0, 1.0, -0.6, 0.0, 0.0]),
    (Term::Vote(Witness::Address, true), [2.3, 1.0, 1.4, 0.1, 1.5, 0.0, 0.0]),
    (Term::Vote(Witness::Profile, true), [0.1, 0.0, 0.0, 2.6, 3.2, 1.0, 0.5]),
    (Term::Vote(Witness::Place, true), [0.0, 0.9, 0.1, -0.7, -0.2, 0.7, 0.9]),
    (Term::Vote(Witness::Others, true), [0.3, 0.7, 1.6, 0.9, 0.7, -0.1, 0.7]),
    (Term::Vote(Witness::Names, true), [0.0, 0.0, 0.0, 2.1, 1.2, 0.0, 0.0]),
    (Term::Vote(Witness::Records, true), [0.0, 0.3, 0.0, 0.2, 0.0, 0.4, 0.0]),
    (Term::Vote(Witness::Content, true), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.8]),
    (Term::Vote(Witness::Order, true), [0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 0.0]),
    (Term::Vote(Witness::Elsewhere, true), [1.9, -0.3, 1.5, 1.1, 1.2, 1.2, 0.3]),
    (Term::Vote(Witness::Feed, true), [2.9, 2.0, 2.5, 2.1, 2.2, 2.2, 2.0]),
];

/// Weights for values that a witness contradicts.
const CONTESTED: [(Term, [f64; 7]); 33] = [
    (Term::Base, [-0.4, 0.7, 1.6, -1.5, -1.2, -0.2, 0.1]),
    (Term::Learned, [0.5, -0.4, -0.3, 0.5, 0.1, -0.2, 0.1]),
    (Term::EntryPage, [0.5, 0.2, 0.0, -0.6, -0.4, 0.0, 0.0]),
    (Term::Strange, [0.2, 0.2, -1.2, -0.1, 1.6, 1.0, 0.5]),
    (Term::OthersFine, [2.5, 1.6, 0.5, 1.0, 1.5, 1.7, 0.0]),
    (Term::SomeOdd, [0.5, 2.6, -1.1, -1.1, -1.0, 0.4, 0.0]),
    (Term::MostOdd, [-1.4, 0.2, -0.9, -0.6, -0.7, -1.4, 0.0]),
    (Term::Vote(Witness::Layout, true), [-1.0, 0.5, 0.1, -0.8, -0.6, -0.2, -0.8]),
    (Term::Vote(Witness::Layout, false), [-1.0, 0.8, 0.3, -1.1, -0.1, -0.5, 0.5]),
    (Term::Vote(Witness::Crossed, false), [0.0, 0.0, 0.0, -2.1, -2.4, -2.4, -0.9]),
    (Term::Vote(Witness::Page, true), [4.0, 0.0, 1.6, 0.7, -0.1, 0.0, 0.0]),
    (Term::Vote(Witness::Page, false), [-3.5, 0.0, -2.5, -1.0, -1.9, 0.0, 0.0]),
    (Term::Vote(Witness::Address, true), [0.9, 1.5, 1.6, 1.1, 2.0, 0.0, 0.0]),
    (Term::Vote(Witness::Address, false), [-0.2, -1.2, -0.9, -0.3, -1.8, 0.0, 0.0]),
    (Term::Vote(Witness::Profile, true), [0.6, 0.0, 0.0, 1.7, 1.4, 1.0, 0.2]),
    (Term::Vote(Witness::Profile, false), [-1.0, 0.0, 0.0, -1.8, -2.4, 0.0, 0.0]),
    (Term::Vote(Witness::Place, true), [-0.9, -1.4, 0.2, -0.3, 0.0, 0.7, 1.1]),
    (Term::Vote(Witness::Place, false), [1.3, 1.0, 0.4, 0.7, 0.5, 0.5, -1.2]),
    (Term::Vote(Witness::Others, true), [0.2, -0.8, -0.4, 0.3, 0.3, -1.1, 0.3]),
    (Term::Vote(Witness::Others, false), [-0.6, -1.2, 0.4, 0.3, -0.1, -0.1, -0.2]),
    (Term::Vote(Witness::Names, true), [0.0, 0.0, 0.0, 2.0, 1.1, 0.0, 0.0]),
    (Term::Vote(Witness::Names, false), [0.0, 0.0, 0.0, -1.8, -1.0, 0.0, 0.0]),
    (Term::Vote(Witness::Unread, false), [-0.7, -0.4, -0.1, -0.2, -2.5, -0.1, -0.4]),
    (Term::Vote(Witness::Records, true), [0.7, 0.9, 0.0, 0.0, 0.0, 1.3, 0.0]),
    (Term::Vote(Witness::Records, false), [0.0, 0.0, 0.0, 0.0, 0.0, -1.5, 0.0]),
    (Term::Vote(Witness::Content, true), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 2.5]),
    (Term::Vote(Witness::Content, false), [0.0, 0.0, 0.0, 0.0, 0.0, 0.0, -1.7]),
    (Term::Vote(Witness::Order, true), [0.0, 0.0, 1.1, 0.0, 0.0, 0.0, 0.0]),
    (Term::Vote(Witness::Order, false), [-3.3, -2.1, -0.7, 0.0, 0.0, -2.2, -1.7]),
    (Term::Vote(Witness::Elsewhere, true), [1.3, 1.0, 1.4, 1.0, 1.2, 1.2, 1.1]),
    (Term::Vote(Witness::Elsewhere, false), [-2.5, -1.6, -2.6, -1.6, 0.0, -1.8, -1.3]),
    (Term::Vote(Witness::Feed, true), [2.3, 2.0, 2.4, 2.0, 2.2, 2.2, 2.1]),
    (Term::Vote(Witness::Feed, false), [-3.5, -2.6, -3.6, -2.6, -2.5, -2.8, -2.5]),
];

/// Weights for values that are absent, on lists and on pages of entries.
const ABSENCE: [(Term, [f64; 2]); 16] = [
    (Term::Base, [3.4, 0.7]),
    (Term::Alone, [-1.5, 0.0]),
    (Term::Learned, [-1.4, 0.0]),
    (Term::Required, [-2.3, -3.5]),
    (Term::Strange, [-4.0, 0.3]),
    (Term::Vote(Witness::Elsewhere, false), [-0.3, -2.4]),
    (Term::Vote(Witness::Feed, false), [-2.0, -2.0]),
    (Term::Vote(Witness::Layout, false), [-0.7, 0.0]),
    (Term::Vote(Witness::Layout, true), [-1.6, 0.0]),
    (Term::Vote(Witness::Page, false), [-0.7, -2.2]),
    (Term::Vote(Witness::Unread, false), [0.0, -0.6]),
    (Term::Of(Field::Author), [1.7, 0.3]),
    (Term::Of(Field::Body), [1.3, -0.3]),
    (Term::Of(Field::Date), [-0.6, 0.4]),
    (Term::Of(Field::Tags), [1.7, 1.1]),
    (Term::Of(Field::Title), [-0.7, -0.7]),
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
