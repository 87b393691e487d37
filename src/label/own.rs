//! What is the entry's own on its page: texts that other entry pages of the blog do not show, less
//! links, comments and navigation. Where a feed has teasers or no texts at all, the body is the
//! place of the template that holds most of these words and least others.
//!
//! Time: linear in the tokens of the pages.

use std::collections::{HashMap, HashSet};

use super::View;
use super::body::Hits;
use crate::address::{host, names_comments};
use crate::page::{Kind, Page};

/// Which words of each page stand in texts that no other page has at an equal path of tags
/// (TSReC's common part, over several pages).
pub(super) struct Template {
    /// For each page, by token: true for texts of the template.
    common: Vec<Vec<bool>>,
}

impl Template {
    /// Texts that at least `most` of the pages share.
    pub(super) fn of(views: &[View<'_>], most: usize) -> Template {
        let keys: Vec<Vec<(usize, u64)>> =
            views.iter().map(|v| text_keys(v.canvas.page, v.labels.window.clone())).collect();
        let mut counts: HashMap<u64, usize> = HashMap::new();
        for page in &keys {
            let once: HashSet<u64> = page.iter().map(|k| k.1).collect();
            for k in once {
                *counts.entry(k).or_insert(0) += 1;
            }
        }
        let common = views.iter().zip(&keys).map(|(v, keys)| {
            let mut common = vec![false; v.canvas.page.len()];
            for (i, k) in keys {
                common[*i] = counts[k] >= most;
            }
            common
        });
        Template { common: common.collect() }
    }

    /// (template words, words) of a token range of page `k`.
    pub(super) fn count(
        &self,
        view: &View<'_>,
        k: usize,
        tokens: &std::ops::Range<usize>,
    ) -> (usize, usize) {
        let words = &view.canvas.words;
        let within = words.within(tokens.clone());
        let places = &words.places[within.clone()];
        (places.iter().filter(|p| self.common[k][p.0 as usize]).count(), within.len())
    }
}

/// (token, hash of its text and path of tags) of the visible texts of a window.
fn text_keys(page: &Page, window: std::ops::Range<usize>) -> Vec<(usize, u64)> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut paths = vec![0u64; page.len()];
    for (i, t) in page.tokens().iter().enumerate() {
        let mut h = DefaultHasher::new();
        (page.parent(i).map_or(0, |p| paths[p]), page.name(t.label)).hash(&mut h);
        paths[i] = h.finish();
    }
    page.shown(window)
        .filter(|&i| page.tokens()[i].kind == Kind::Text && !page.tokens()[i].blank)
        .map(|i| {
            let mut h = DefaultHasher::new();
            (paths[i], crate::page::fold(page.data(i))).hash(&mut h);
            (i, h.finish())
        })
        .collect()
}

/// The entry's own words on each page.
pub(super) fn own_words(views: &[View<'_>]) -> Vec<Hits> {
    let template = Template::of(views, 2);
    views
        .iter()
        .enumerate()
        .map(|(k, view)| {
            let page = view.canvas.page;
            let mut own: Vec<bool> = template.common[k].iter().map(|c| !c).collect();
            for i in page.shown(page.body()) {
                let around = view
                    .labels
                    .title
                    .as_ref()
                    .is_some_and(|t| page.encloses(i, t.slot.tokens.start));
                if page.tokens()[i].opens()
                    && !around
                    && (is_beside(page, i) || leads_inside(view, i))
                {
                    own[page.region(i)].fill(false);
                }
            }
            let labels = &view.labels;
            let fields = [&labels.title, &labels.date, &labels.author].into_iter().flatten();
            for spot in fields.chain(&labels.tags) {
                own[spot.range()].fill(false);
            }
            Hits::by_token(view, &own)
        })
        .collect()
}

/// True for elements whose texts are beside the entry's: comments, and what HTML says is none.
fn is_beside(page: &Page, i: usize) -> bool {
    let named = |name: &str| {
        page.attr(i, name).is_some_and(|v| {
            let lower = v.to_lowercase();
            lower.split(|c: char| !c.is_alphabetic()).any(names_comments)
        })
    };
    matches!(page.tag(i), "nav" | "aside" | "footer" | "form") || named("class") || named("id")
}

/// True for links to other pages of the blog: neighbours, tags, related posts.
fn leads_inside(view: &View<'_>, i: usize) -> bool {
    let page = view.canvas.page;
    let href = page.attr(i, "href").filter(|h| page.tag(i) == "a" && !h.starts_with('#'));
    let url = href.and_then(|h| view.canvas.base.join(h.trim()).ok());
    url.is_some_and(|u| host(&u) == host(&view.canvas.base))
}
