//! `harvest --report`: what was found, to look at.

use std::collections::BTreeMap;
use std::path::Path;

use chrono::Datelike;

use super::super::out::Order;
use super::super::report::{Html, Samples, sure};
use super::state::State;
use super::{FIRST_RUN, words};
use crate::entry::{Extent, Field};
use crate::harvest::{Frontier, Post};
use crate::output::About;

/// Addresses that are listed of those that were not read.
const MOST_LOST: usize = 100;

pub(super) fn write(
    file: &Path,
    state: &State,
    frontier: &Frontier,
    about: &About,
    samples: &Samples,
) -> anyhow::Result<()> {
    let report = frontier.report();
    let mut html = Html::new(&about.title);
    html.words("quiet", &about.home);
    let all = words(&report);
    let mut lines = all.lines();
    html.words("", lines.next().unwrap_or_default());
    html.words("verdict", lines.next_back().unwrap_or_default());
    let mut months: BTreeMap<(i32, u32), usize> = BTreeMap::new();
    let mut counts = Counts::default();
    state.posts(FIRST_RUN, Order::Found, &mut |post| {
        if let Some(day) = post.date {
            *months.entry((day.year(), day.month())).or_default() += 1;
        }
        counts.add(&post);
        Ok(())
    })?;
    html.heading("When");
    html.months(&months);
    let empty: Vec<String> =
        report.empty_months.iter().map(|(y, m)| format!("{y}-{m:02}")).collect();
    match empty.is_empty() {
        true => html.words("quiet", "No month between the first and the last is without a post."),
        false => html.words("quiet", &format!("Months without a post: {}.", empty.join(", "))),
    }
    html.heading("What was read");
    let sure = frontier.rules().map(|rules| sure(rules, samples)).unwrap_or_default();
    html.table(&["field", "posts", "of all", "how sure"], &counts.rows(&sure));
    html.words(
        "quiet",
        "How sure: what independent witnesses say of the pages kept for this report, in the mean.",
    );
    html.heading("Ways to posts");
    let ways = report.ways.iter().map(|w| {
        vec![w.kind.to_string(), w.asked.to_string(), w.posts.to_string(), w.new.to_string()]
    });
    html.table(
        &["way", "requests", "posts named", "for the first time"],
        &ways.collect::<Vec<_>>(),
    );
    if !report.lost.is_empty() || report.complete.is_err() {
        html.heading("What is missing");
        if let Err(why) = &report.complete {
            html.words("", &why.to_string());
        }
        let lost = report.lost.iter().take(MOST_LOST);
        let lost: Vec<Vec<String>> =
            lost.map(|(url, why)| vec![url.clone(), why.to_string()]).collect();
        if !lost.is_empty() {
            html.table(&["address", "why it was not read"], &lost);
        }
    }
    if let Some(rules) = frontier.rules() {
        html.samples(rules, samples);
    }
    html.write(file)
}

/// How many posts have what.
#[derive(Default)]
struct Counts {
    posts: usize,
    fields: BTreeMap<&'static str, usize>,
}

impl Counts {
    fn add(&mut self, post: &Post) {
        self.posts += 1;
        let full = post.extent == Some(Extent::Full);
        let has = [
            ("title", post.title.is_some()),
            ("date", post.date.is_some()),
            ("author", post.author.is_some()),
            ("tags", post.tags.as_ref().is_some_and(|t| !t.is_empty())),
            ("whole text", post.body_text.is_some() && full),
            ("part of the text", post.body_text.is_some() && !full),
            ("text withheld", post.withheld),
        ];
        for (name, has) in has {
            *self.fields.entry(name).or_default() += usize::from(has);
        }
    }

    fn rows(&self, sure: &BTreeMap<Field, (usize, f64)>) -> Vec<Vec<String>> {
        let order = [
            ("title", Some(Field::Title)),
            ("date", Some(Field::Date)),
            ("author", Some(Field::Author)),
            ("tags", Some(Field::Tags)),
            ("whole text", Some(Field::Body)),
            ("part of the text", None),
            ("text withheld", None),
        ];
        let row = |(name, field): (&str, Option<Field>)| {
            let n = self.fields.get(name).copied().unwrap_or(0);
            let share = 100.0 * n as f64 / self.posts.max(1) as f64;
            let sure = field.and_then(|f| sure.get(&f));
            let sure = sure.map_or("–".to_owned(), |(of, mean)| {
                format!("{:.0} % ({of} values)", mean * 100.0)
            });
            vec![name.to_owned(), n.to_string(), format!("{share:.0} %"), sure]
        };
        order.into_iter().map(row).collect()
    }
}
