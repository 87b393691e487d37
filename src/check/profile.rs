//! What values looked like when the rules were learned: their lengths (Kushmerick's verification
//! features, WWW Journal 2000, the one that needs least to be stored), the shapes of permalinks,
//! and who writes.

use url::Url;

use super::{DraftEntry, Opinion, Witness};
use crate::entry::{Entry, Field};
use crate::rule::{Layout, LayoutKind, Wrapper};

/// Lengths may be so many times those seen, and so many characters more.
const TIMES: f64 = 2.0;
const MORE: f64 = 15.0;
/// Bodies vary more, names less.
const TIMES_BODY: f64 = 12.0;
const TIMES_NAME: f64 = 1.5;
const MORE_NAME: f64 = 8.0;

pub(super) fn ask(wrapper: &Wrapper, layout: Option<&Layout>, e: &Entry, draft: &mut DraftEntry) {
    // The link of an entry's page is held against the page's address; see `address.rs`.
    let of_list = layout.is_none_or(|l| l.kind == LayoutKind::List);
    let link = e.link.as_deref().filter(|_| of_list).and_then(|l| Url::parse(l).ok());
    if link.zip(wrapper.index.as_ref()).is_some_and(|(link, index)| !index.fits(&link)) {
        let reason = "it has none of the shapes of the blog's permalinks".to_owned();
        draft.vote(Field::Link, Witness::Profile, Opinion::Disagrees(reason));
    }
    let mut names: Vec<&String> =
        wrapper.layouts.iter().flat_map(|l| &l.fields).flat_map(|r| &r.profile.known).collect();
    names.sort_unstable();
    names.dedup();
    for field in [Field::Title, Field::Author, Field::Tags, Field::Body] {
        let texts: Vec<&str> = match field {
            Field::Title => e.title.iter().map(String::as_str).collect(),
            Field::Author => e.author.iter().map(String::as_str).collect(),
            Field::Tags => e.tags.iter().flatten().map(String::as_str).collect(),
            _ => e.body_text.iter().map(String::as_str).collect(),
        };
        if texts.is_empty() {
            continue;
        }
        let of = |l: &Layout| {
            l.rules(field).map(|r| (r.profile.shortest, r.profile.longest)).collect::<Vec<_>>()
        };
        let known: Vec<(u32, u32)> = match layout {
            Some(l) => of(l),
            None => wrapper.layouts.iter().flat_map(of).collect(),
        };
        let (times, more) = match field {
            Field::Body => (TIMES_BODY, MORE),
            Field::Title => (TIMES, MORE),
            _ => (TIMES_NAME, MORE_NAME),
        };
        let odd = texts.iter().find_map(|t| {
            let n = t.chars().count() as f64;
            let (least, most) =
                (known.iter().map(|k| k.0).min()?, known.iter().map(|k| k.1).max()?);
            let long = n > times * f64::from(most) + more;
            let short = field == Field::Body && times * n + more < f64::from(least);
            (long || short).then(|| format!("{n} characters; at learning time {least} to {most}"))
        });
        let other = |t: &&&str| {
            field == Field::Author && !names.is_empty() && !names.iter().any(|n| n.as_str() == **t)
        };
        let stranger = || {
            let t = texts.iter().find(other)?;
            let part = |n: &&&String| n.contains(*t) || t.contains(n.as_str());
            match names.iter().find(part) {
                Some(name) => Some(format!("known from learning is {:?}", super::shown(name))),
                None => {
                    (names.len() == 1).then(|| "none of the authors known from learning".to_owned())
                }
            }
        };
        let known_author =
            field == Field::Author && texts.iter().all(|t| names.iter().any(|n| n == t));
        let opinion = match odd.or_else(stranger) {
            // Texts may be of any length; one that is as usual is no argument less.
            Some(_) if field == Field::Body => Opinion::Silent,
            Some(why) if !known_author => Opinion::Disagrees(why),
            Some(_) => Opinion::Agrees,
            None if known.is_empty() || texts.iter().any(|t| other(&t)) => Opinion::Silent,
            None => Opinion::Agrees,
        };
        draft.vote(field, Witness::Profile, opinion);
    }
}
