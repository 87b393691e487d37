//! Pages that one post is split over: those whose addresses count them.

use std::borrow::Cow;
use std::collections::BTreeMap;

use url::Url;

use super::bounds::MOST_PARTS;
use crate::address::host;
use crate::page::{Kind, Page};

/// Pages that a post is split over, by the links that count them: `/name/2/`, `?p=7&page=2`.
#[derive(Default)]
pub(crate) struct Parts {
    pub further: Vec<String>,
    /// True where the page is not the first of them.
    pub is_one: bool,
}

impl Parts {
    pub fn of(page: &Page, own: Option<&Url>, base: Option<&Url>) -> Parts {
        let Some((own, base)) = own.zip(base) else { return Parts::default() };
        let mut further: BTreeMap<usize, String> = BTreeMap::new();
        let mut first = false;
        let counted = part_of(own);
        for i in page.body() {
            if page.tokens()[i].kind != Kind::Start || page.tag(i) != "a" {
                continue;
            }
            let Some(mut url) = page.attr(i, "href").and_then(|h| base.join(h.trim()).ok()) else {
                continue;
            };
            url.set_fragment(None);
            first |= counted.as_ref().is_some_and(|(whole, _)| *whole == exact_key(&url));
            if let Some((whole, n)) = part_of(&url)
                && whole == exact_key(own)
            {
                further.entry(n).or_insert(url.into());
            }
        }
        let row = further.into_iter().zip(2..=MOST_PARTS).take_while(|((n, _), next)| n == next);
        Parts { further: row.map(|((_, url), _)| url).collect(), is_one: first }
    }
}

/// An address whose page is counted: that of the whole, and its number.
fn part_of(url: &Url) -> Option<(String, usize)> {
    let mut whole = url.clone();
    let number = match url.query() {
        Some(_) => {
            let is_count = |k: &str| k == "page";
            let number = url.query_pairs().find(|(k, _)| is_count(k))?.1.parse().ok()?;
            let rest: Vec<(String, String)> =
                url.query_pairs().filter(|(k, _)| !is_count(k)).map(owned).collect();
            whole.set_query(None);
            if !rest.is_empty() {
                whole.query_pairs_mut().extend_pairs(rest);
            }
            number
        }
        None => {
            let (folder, last) = url.path().trim_end_matches('/').rsplit_once('/')?;
            whole.set_path(folder);
            last.parse().ok()?
        }
    };
    (2..=MOST_PARTS).contains(&number).then(|| (exact_key(&whole), number))
}

fn owned(pair: (Cow<'_, str>, Cow<'_, str>)) -> (String, String) {
    (pair.0.into_owned(), pair.1.into_owned())
}

/// The key of an address, and its parameters as they are.
fn exact_key(url: &Url) -> String {
    let path = url.path().trim_end_matches('/');
    format!("{}{path}?{}", host(url), url.query().unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_that_count_pages_name_the_whole() {
        let cases = [
            ("https://salt.example/2009/brine/2/", Some(("salt.example/2009/brine?", 2))),
            ("https://salt.example/2009/brine/3", Some(("salt.example/2009/brine?", 3))),
            ("https://www.salt.example/?p=7&page=2", Some(("salt.example?p=7", 2))),
            ("https://salt.example/brine?page=4", Some(("salt.example/brine?", 4))),
            ("https://salt.example/2009/brine/", None),
            ("https://salt.example/2009/brine/1/", None),
            ("https://salt.example/2009/", None),
            ("https://salt.example/?p=7", None),
        ];
        for (address, whole) in cases {
            let url = Url::parse(address).unwrap_or_else(|e| panic!("{address}: {e}"));
            let found = part_of(&url);
            assert_eq!(found.as_ref().map(|(w, n)| (w.as_str(), *n)), whole, "{address}");
        }
    }
}
