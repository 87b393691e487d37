//! The words that are an entry's own on its page: that no other page shows there, and no field
//! says.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::address::{host, names_comments, words_of_name};
use crate::date::lex;
use crate::label::body::Hits;
use crate::label::signs::{FEW_WORDS, LEAST_PREFIX, LEAST_WORDS, LONGEST_VALUE};
use crate::label::{Canvas, Spot, View, of_pages};
use crate::page::{Page, fold, is_heading, words_of};
use crate::share::{most, nearly_all};

/// For each view, by token of its texts: true where other pages (records of a list), three or most,
/// have the same text at an equal path of tags (TSReC's common part, over several pages). Two posts
/// may have a refrain, or be one post again.
fn template(views: &[View<'_>]) -> Vec<Vec<bool>> {
    let paths = of_pages(views, |canvas| paths(canvas.page));
    let keys: Vec<Vec<Keys>> = views.iter().zip(&paths).map(|(v, p)| text_keys(v, p)).collect();
    let whole = common(views, &keys, |keys| keys.whole);
    let open = common(views, &keys, |keys| keys.open);
    let all = views.iter().zip(whole.into_iter().zip(open));
    all.map(|(view, (whole, open))| with_invitations(view, whole, &open)).collect()
}

/// The same by one key of each text.
fn common(views: &[View<'_>], keys: &[Vec<Keys>], key: impl Fn(&Keys) -> u64) -> Vec<Vec<bool>> {
    let mut counts: HashMap<u64, usize> = HashMap::new();
    for texts in keys {
        let once: HashSet<u64> = texts.iter().map(&key).collect();
        once.into_iter().for_each(|k| *counts.entry(k).or_insert(0) += 1);
    }
    let of = |(view, texts): (&View<'_>, &Vec<Keys>)| {
        let mut common = vec![false; view.texts.len()];
        for text in texts {
            let with = counts[&key(text)];
            common[text.token - view.texts.start] = with >= LEAST_PREFIX || most(with, views.len());
        }
        common
    };
    views.iter().zip(keys).map(of).collect()
}

/// Texts that are common but for the title in them (`Share "Salt pans"`) are the template's behind
/// words of the entry's own, where none of these follow in the element around their block.
fn with_invitations(view: &View<'_>, mut common: Vec<bool>, open: &[bool]) -> Vec<bool> {
    let (page, from) = (view.canvas.page, view.texts.start);
    let labels = &view.labels;
    let fields = [&labels.title, &labels.date, &labels.author].into_iter().flatten();
    let fields: HashSet<usize> = fields.chain(&labels.tags).flat_map(Spot::range).collect();
    let is_own = |i: &usize| !common[i - from] && !open[i - from] && !fields.contains(i);
    let own: Vec<usize> = view.canvas.page.shown_texts(view.texts.clone()).filter(is_own).collect();
    let Some(first) = own.first() else { return common };
    let follow = |i: usize| {
        let block = page.ancestors(i).find(|&a| page.is_block(a));
        let around = block.and_then(|block| page.parent(block)).map(|a| page.region(a));
        let next = own.get(own.partition_point(|at| *at < i));
        around.zip(next).is_some_and(|(around, next)| around.contains(next))
    };
    for i in view
        .canvas
        .page
        .shown_texts(view.texts.clone())
        .filter(|i| i > first && open[i - from] && !follow(*i))
    {
        common[i - from] = true;
    }
    common
}

/// A hash of the path of tags around each token, itself included.
fn paths(page: &Page) -> Vec<u64> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let mut paths = vec![0u64; page.len()];
    for (i, t) in page.tokens().iter().enumerate() {
        let mut h = DefaultHasher::new();
        (page.parent(i).map_or(0, |p| paths[p]), page.name(t.label)).hash(&mut h);
        paths[i] = h.finish();
    }
    paths
}

/// A text, by hashes of what it says and of the path of tags around it.
struct Keys {
    token: usize,
    whole: u64,
    /// With the title in it left open.
    open: u64,
}

/// The keys of a view's texts.
fn text_keys(view: &View<'_>, paths: &[u64]) -> Vec<Keys> {
    use std::hash::{DefaultHasher, Hash, Hasher};
    let page = view.canvas.page;
    let title = view.labels.title.as_ref().map(|spot| fold(&spot.slot.text(page)));
    // One word may be any word of a text.
    let title = title.filter(|title| words_of(title).len() > 1);
    let keys = |i: usize| {
        let key = |text: &str| {
            let mut h = DefaultHasher::new();
            (paths[i], text).hash(&mut h);
            h.finish()
        };
        let text = fold(page.data(i));
        let whole = key(&text);
        let held = title.as_ref().filter(|title| text != **title && text.contains(&**title));
        let open = held.map_or(whole, |title| key(&text.replacen(&**title, "\0", 1)));
        Keys { token: i, whole, open }
    };
    view.canvas.page.shown_texts(view.texts.clone()).map(keys).collect()
}

/// By token of a page: true for elements whose texts are none of an entry's.
fn asides(canvas: &Canvas<'_>) -> Vec<bool> {
    let page = canvas.page;
    let mut asides = vec![false; page.len()];
    for i in page.shown(page.body()) {
        asides[i] = page.tokens()[i].opens() && (is_beside(page, i) || leads_inside(canvas, i));
    }
    asides
}

/// Where a view shows a field.
type FieldOf<'f> = dyn for<'v> Fn(&'v View<'_>) -> Option<&'v Spot> + 'f;

/// What is an entry's own on its page.
pub(super) struct Own {
    /// Its words, by token of the view's texts.
    pub(super) marked: Vec<bool>,
    /// The same, counted.
    pub(super) hits: Hits,
    /// Where they end at most: at comments.
    pub(super) end: usize,
    /// The first tokens of its other fields, in order; of each place that says them.
    pub(super) fields: Vec<usize>,
}

impl Own {
    /// Ends at a token.
    pub(super) fn end_at(&mut self, view: &View<'_>, end: usize) {
        self.marked[end - view.texts.start..].fill(false);
        self.hits = Hits::by_token(view, &self.marked);
        self.end = end;
    }

    pub(super) fn holds_field(&self, part: &Range<usize>) -> bool {
        let first = self.fields.partition_point(|f| *f < part.start);
        self.fields.get(first).is_some_and(|f| *f < part.end)
    }
}

/// What is the entry's own on each page: what no other page shows there, and no field says.
pub(super) fn own_words(views: &[View<'_>]) -> Vec<Own> {
    let asides = of_pages(views, asides);
    views
        .iter()
        .zip(template(views))
        .zip(&asides)
        .map(|((view, common), asides)| {
            let (page, texts) = (view.canvas.page, view.texts.clone());
            let mut own: Vec<bool> = common.iter().map(|c| !c).collect();
            let mut clear = |tokens: Range<usize>| {
                let at = |token: usize| token.clamp(texts.start, texts.end) - texts.start;
                own[at(tokens.start)..at(tokens.end)].fill(false);
            };
            let labels = &view.labels;
            let holds_title = |i: usize| {
                labels.title.as_ref().is_some_and(|t| page.encloses(i, t.slot.tokens.start))
            };
            let around = texts.clone().next().into_iter().flat_map(|t| page.ancestors(t));
            for i in around.chain(texts.clone()).filter(|&i| asides[i] && !holds_title(i)) {
                clear(page.region(i));
            }
            view.others.iter().filter(|r| view.is_other(r)).for_each(|r| clear(r.clone()));
            let mut fields = said_again(view);
            fields.extend(day_lines(view));
            fields.iter().for_each(|i| clear(*i..*i + 1));
            let others = [&labels.title, &labels.date, &labels.author].into_iter().flatten();
            for spot in others.chain(&labels.tags) {
                clear(spot.range());
                fields.push(spot.slot.tokens.start);
            }
            fields.sort_unstable();
            let hits = Hits::by_token(view, &own);
            let comments = comments_behind(view, &hits);
            let mut own = Own { marked: own, hits, end: texts.end, fields };
            if let Some(end) = comments {
                own.end_at(view, end);
            }
            own
        })
        .collect()
}

/// Ends the entries' words at a row of tags, at the author or at the day, where these stand behind
/// nearly all of them: what follows is about the author, or of other posts.
pub(super) fn end_at_fields(views: &[View<'_>], known: &mut [Own]) {
    let families = views.iter().flat_map(|v| &v.labels.tags).map(|s| s.family + 1).max();
    let tagged = views.iter().filter(|v| !v.labels.tags.is_empty()).count();
    let tags = (0..families.unwrap_or(0))
        .map(|family| places(views, &|v| v.labels.tags.iter().find(|s| s.family == family)))
        .filter(|places| most(places.iter().flatten().count(), tagged));
    let author = places(views, &|view| view.labels.author.as_ref());
    let day = places(views, &|view| view.labels.date.as_ref());
    for places in tags.chain([author, day]) {
        let (mut ahead, mut all) = (0, 0);
        for ((view, own), token) in views.iter().zip(&*known).zip(&places) {
            let Some(token) = *token else { continue };
            ahead += own.hits.count(&view.canvas.words.within(view.texts.start..token));
            all += own.hits.all();
        }
        if all == 0 || !nearly_all(ahead, all) {
            continue;
        }
        for ((view, own), token) in views.iter().zip(&mut *known).zip(places) {
            if let Some(token) = token.filter(|token| *token < own.end) {
                own.end_at(view, token);
            }
        }
    }
}

/// For each view the token among its texts where a field stands that is shown.
fn places(views: &[View<'_>], field: &FieldOf<'_>) -> Vec<Option<usize>> {
    let place = |view: &View<'_>| {
        let token = field(view).filter(|s| s.attr.is_none())?.slot.tokens.start;
        view.texts.contains(&token).then_some(token)
    };
    views.iter().map(place).collect()
}

/// Texts in a `header` that say another field of the entry once more: an article may have a head
/// of its own below the page's, with title, day and tags. Elsewhere a text may say them again.
fn said_again(view: &View<'_>) -> Vec<usize> {
    let (page, labels) = (view.canvas.page, &view.labels);
    let others = [&labels.title, &labels.date, &labels.author].into_iter().flatten();
    let said: HashSet<String> = others
        .chain(&labels.tags)
        .filter(|spot| spot.attr.is_none())
        .map(|spot| fold(&spot.slot.text(page)))
        .collect();
    let texts = page.shown_texts(view.texts.clone());
    texts
        .filter(|&i| page.ancestors(i).any(|a| page.tag(a) == "header"))
        .filter(|&i| said.contains(&fold(page.data(i))))
        .collect()
}

/// Short texts with a day as the entry's own is written: "Updated on 3 May 2013".
fn day_lines(view: &View<'_>) -> Vec<usize> {
    let page = view.canvas.page;
    let own = view.labels.date.as_ref().and_then(|spot| spot.date.as_ref());
    let Some((pattern, _)) = own.filter(|(pattern, _)| pattern.is_sure()) else {
        return Vec::new();
    };
    let is_short = |text: &str| text.len() <= LONGEST_VALUE;
    let says_day = |text: &str| pattern.read_lexed(text, &lex(text)).is_some();
    // A day in a sentence is the text's.
    let in_line = |i: usize| {
        let block = page.ancestors(i).find(|&a| page.is_block(a));
        block.is_some_and(|b| is_short(&page.visible(page.inside(b))))
    };
    let texts = page.shown_texts(view.texts.clone());
    let with_day = texts.filter(|&i| is_short(page.data(i)) && says_day(&fold(page.data(i))));
    with_day.filter(|&i| in_line(i)).collect()
}

/// Where comments have no element around them but a heading, or an anchor, ahead: it, behind the
/// entry's text. Old templates write comments beside the text.
fn comments_behind(view: &View<'_>, hits: &Hits) -> Option<usize> {
    let (page, words) = (view.canvas.page, &view.canvas.words);
    let ahead = |i: usize| hits.count(&words.within(view.texts.start..i));
    let is_anchor = |i: usize| page.tag(i) == "a" && page.attr(i, "href").is_none();
    page.shown(view.texts.clone()).find(|&i| {
        page.tokens()[i].opens()
            && (is_heading(page.tag(i)) || is_anchor(i))
            && (is_named_comments(page, i) || heads_comments(page, i))
            && ahead(i) >= LEAST_WORDS
    })
}

/// True for elements whose texts are beside the entry's: comments, and what HTML says is none.
pub(super) fn is_beside(page: &Page, i: usize) -> bool {
    is_meant_otherwise(page, i) || is_named_comments(page, i)
}

pub(super) fn is_meant_otherwise(page: &Page, i: usize) -> bool {
    matches!(page.tag(i), "nav" | "aside" | "footer" | "form")
}

fn is_named_comments(page: &Page, i: usize) -> bool {
    ["class", "id", "name"].into_iter().filter_map(|name| page.attr(i, name)).any(|v| {
        let is_word = |word: &str| names_comments(&word.to_lowercase());
        words_of_name(v).any(|word| word.split(|c: char| !c.is_alphabetic()).any(is_word))
    })
}

/// True for headings that say "Comments", "3 comments" or "Comments (3)".
fn heads_comments(page: &Page, i: usize) -> bool {
    let text = if is_heading(page.tag(i)) { page.visible(page.inside(i)) } else { String::new() };
    let words = || text.split(|c: char| !c.is_alphabetic()).filter(|word| !word.is_empty());
    words().count() <= FEW_WORDS && words().any(|word| names_comments(&word.to_lowercase()))
}

/// True for links to other pages of the blog: neighbours, tags, related posts.
fn leads_inside(canvas: &Canvas<'_>, i: usize) -> bool {
    let page = canvas.page;
    let href = page.attr(i, "href").filter(|h| page.tag(i) == "a" && !h.starts_with('#'));
    let url = href.and_then(|h| canvas.base.join(h.trim()).ok());
    url.is_some_and(|u| host(&u) == host(&canvas.base))
}
