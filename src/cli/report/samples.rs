//! Pages kept for a report: a few of each kind, early and late ones.

use std::collections::BTreeMap;

use crate::check::Checker;
use crate::entry::Field;
use crate::rule::{LayoutKind, Wrapper};
use crate::source::Response;

/// Pages kept before only every so manieth is.
const FIRST: usize = 8;
/// Bytes of a page that is kept.
const MOST_BYTES: usize = 2 << 20;
/// Pages shown of each kind.
const SHOWN: usize = 3;

/// Pages that were read, by what they are.
#[derive(Default)]
pub(in crate::cli) struct Samples {
    seen: usize,
    kept: Vec<Response>,
    /// Pages that gave less than was expected of them.
    odd: Vec<Response>,
}

impl Samples {
    /// A page was read: the first ones are kept, then one each time that their number has doubled.
    pub fn see(&mut self, response: &Response) {
        self.seen += 1;
        if self.seen <= FIRST || self.seen.is_power_of_two() {
            keep(&mut self.kept, response);
        }
    }

    /// A page was not read as it should have been.
    pub fn see_odd(&mut self, response: &Response) {
        if self.odd.len() < SHOWN {
            keep(&mut self.odd, response);
        }
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Response> {
        self.kept.iter().chain(&self.odd)
    }

    /// Some of each kind, each with the heading of its kind.
    pub fn shown(&self, rules: &Wrapper) -> Vec<(&'static str, Vec<&Response>)> {
        let kind = |r: &Response| rules.extract_page(&r.page(), &r.url).kind;
        let mut of: BTreeMap<&'static str, Vec<&Response>> = BTreeMap::new();
        for r in &self.kept {
            let name = match kind(r) {
                Some(LayoutKind::List) => "Pages read as lists",
                Some(LayoutKind::Entry) => "Pages read as posts",
                None => "Pages that were not read",
            };
            of.entry(name).or_default().push(r);
        }
        let mut all: Vec<_> = of.into_iter().collect();
        all.iter_mut().for_each(|(_, pages)| pages.truncate(SHOWN));
        if !self.odd.is_empty() {
            all.push(("Pages that gave less than expected", self.odd.iter().collect()));
        }
        all
    }
}

fn keep(kept: &mut Vec<Response>, response: &Response) {
    let again = kept.iter().any(|k| k.url == response.url);
    if response.is_html() && response.bytes.len() <= MOST_BYTES && !again {
        kept.push(response.clone());
    }
}

/// How sure independent witnesses are of each field on some pages: how many values they were asked
/// of, and the mean, 0 to 1.
pub(in crate::cli) fn sure(rules: &Wrapper, samples: &Samples) -> BTreeMap<Field, (usize, f64)> {
    let mut checker = Checker::new(rules);
    for r in samples.all() {
        checker.read(&r.page(), &r.url);
    }
    let mut sums: BTreeMap<Field, (usize, f64)> = BTreeMap::new();
    for field in checker.finish().iter().flat_map(|p| &p.entries).flat_map(|e| &e.fields) {
        let sum = sums.entry(field.field).or_default();
        (sum.0, sum.1) = (sum.0 + 1, sum.1 + field.confidence);
    }
    sums.into_iter().map(|(f, (n, sum))| (f, (n, sum / n as f64))).collect()
}
