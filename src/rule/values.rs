//! What of a match is the value, and what is none of it: links that only lead on, marks behind
//! headings, password forms, lines behind a text.

use std::ops::Range;

use url::Url;

use super::bounds::{LABEL_WORDS, LEAST_WORDS, NOTICE_WORDS};
use super::list::{end_ahead_of, is_arrow};
use super::replay::Reader;
use crate::address::{
    address_key, directory, leads_to, link_key, name_of, names_tags, tells_authors, tells_tags,
};
use crate::entry::{FieldValue, Slot};
use crate::page::{Address, Kind, Page, resolve};

/// Tags of one rule: what is like a tag inside a text, where others of the rule stand outside, is
/// the text's.
pub(crate) fn outside_of(text: &Range<usize>, mut tags: Vec<FieldValue>) -> Vec<FieldValue> {
    let outside = |v: &FieldValue| !text.contains(&v.slot.tokens.start);
    if tags.iter().any(outside) {
        tags.retain(outside);
    }
    tags
}

impl Reader<'_> {
    /// True for a text of an entry on a list. Links into its blog alone are none (rows of tags, a
    /// category), nor is what one such link shows (a name that leads to its posts), nor are few
    /// words that link to the entry ("Read more"); many are, as cards link their whole text.
    pub(super) fn is_text(&self, body: &FieldValue, link: Option<&str>) -> bool {
        let page = self.page;
        let tokens = body.slot.tokens.clone();
        let own = link.and_then(|l| resolve(&self.base, l));
        let own = own.as_ref().map_or_else(|| Address::from(&self.base), |own| own.address());
        let (host, own) = (own.host(), own.key());
        let short = page.words_in(tokens.clone()) < LEAST_WORDS;
        let target = |i: usize, from: usize| {
            let around = page.ancestors(i).take_while(|&a| a >= from);
            let href = around.filter(|&a| page.tag(a) == "a").find_map(|a| page.attr(a, "href"));
            resolve(&self.base, href?.trim()).filter(|to| to.address().host() == host)
        };
        // The entry's comments are linked with words of any number.
        let is_other = |to: Address<'_>| to.has_fragment() || !to.has_key(&own);
        let into_blog =
            |i: usize| target(i, tokens.start).is_some_and(|to| short || is_other(to.address()));
        let in_other = || {
            let is_name = link.is_some() && page.words_in(tokens.clone()) <= LABEL_WORDS;
            is_name && target(tokens.start, 0).is_some_and(|to| is_other(to.address()))
        };
        let mut texts = page
            .shown(tokens.clone())
            .filter(|&i| page.tokens()[i].kind == Kind::Text)
            .filter(|&i| page.data(i).contains(char::is_alphanumeric))
            .peekable();
        texts.peek().is_none() || !in_other() && !texts.all(into_blog)
    }

    /// True where a form that asks for a password stands in a body's place, with a few words ahead
    /// of it or behind.
    pub(super) fn is_withheld(&self, body: &FieldValue) -> bool {
        let page = self.page;
        let asks = |form: usize| {
            page.region(form).any(|i| {
                page.tag(i) == "input"
                    && page.attr(i, "type").is_some_and(|t| t.eq_ignore_ascii_case("password"))
            })
        };
        let tokens = body.slot.tokens.clone();
        let Some(name) = page.label("form") else { return false };
        let forms = page.tags_in(name, Kind::Start, tokens.clone());
        let Some(form) = forms.iter().map(|f| *f as usize).find(|f| asks(*f)) else { return false };
        let form = page.region(form);
        let around = page.words_in(tokens.start..form.start) + page.words_in(form.end..tokens.end);
        around <= NOTICE_WORDS
    }

    /// As the function of this name, of the page at hand. `own`: the key of the entry's address.
    pub(super) fn is_beside_tags(&self, value: &FieldValue, own: Option<&str>) -> bool {
        is_beside_tags(self.page, &self.base, value, |key| own == Some(key))
    }

    /// The last text of a value, where the value ends with it.
    fn last_text(&self, value: &FieldValue) -> Option<usize> {
        let (page, slot) = (self.page, &value.slot);
        slot.tail.is_none().then(|| page.shown_texts(slot.tokens.clone()).last())?
    }

    /// The link around a value's last text, inside the value.
    pub(super) fn last_link(&self, value: &FieldValue) -> Option<usize> {
        let (page, start) = (self.page, value.slot.tokens.start);
        let mut around = page.ancestors(self.last_text(value)?).take_while(|&a| a >= start);
        around.find(|&a| page.tag(a) == "a")
    }

    /// A title without the mark behind it: one that links to its heading (`¶`, `#`), or that is
    /// there for the eye alone (`<span aria-hidden="true">↗</span>`).
    pub(super) fn without_mark(&self, title: &FieldValue) -> FieldValue {
        let (page, start) = (self.page, title.slot.tokens.start);
        let last = self.last_text(title).filter(|i| !page.data(*i).contains(char::is_alphanumeric));
        // Other signs there may be a title's own: `C++`, and pictures in writing.
        let is_sign = last.is_some_and(|i| page.data(i).trim().chars().all(is_arrow));
        let is_hidden = |a: usize| {
            let hidden = page.attr(a, "aria-hidden");
            is_sign && hidden.is_some_and(|is| is.eq_ignore_ascii_case("true"))
        };
        let mark = last.and_then(|i| {
            let mut around = page.ancestors(i).take_while(|a| *a >= start);
            around.find(|&a| page.tag(a) == "a" || is_hidden(a))
        });
        let Some(end) = mark.filter(|a| page.has_text(start..*a)) else { return title.clone() };
        let slot = Slot { tokens: start..end, ..title.slot.clone() };
        FieldValue { text: slot.text(page), slot, ..title.clone() }
    }

    /// A body on a list without the link to the entry itself that ends it: "Read more", in whatever
    /// words.
    pub(super) fn without_more(&self, body: &FieldValue, link: Option<&str>) -> FieldValue {
        let page = self.page;
        let own = link.and_then(|l| link_key(&self.base, l));
        let cut = || {
            let a = self.last_link(body)?;
            let own = own.as_ref().filter(|own| {
                page.attr(a, "href").is_some_and(|href| leads_to(&self.base, href, own))
            });
            own?;
            // The largest element that shows nothing but the link.
            let alone = |&p: &usize| {
                p >= body.slot.tokens.start
                    && page.words_in(page.region(p)) == page.words_in(page.region(a))
            };
            let start = page.ancestors(a).take_while(alone).last().unwrap_or(a);
            page.has_text(body.slot.tokens.start..start).then_some(start)
        };
        let mut out = body.clone();
        out.slot.tokens.end = cut().unwrap_or(out.slot.tokens.end);
        out
    }

    /// A text that goes on to the end of its element, up to the line behind it that shows the
    /// entry's day, author or tags.
    pub(super) fn ahead_of_names(
        &self,
        mut values: Vec<FieldValue>,
        names: &[Range<usize>],
        title: usize,
    ) -> Vec<FieldValue> {
        if let Some(text) = values.first_mut().filter(|v| !v.slot.tokens.contains(&title))
            && let Some(end) = end_ahead_of(self.page, &text.slot.tokens, names)
        {
            text.end_at(end);
        }
        values
    }
}

/// True where a value is all that a link shows that leads to its own entry, to the list of all tags
/// or to an author's posts: "Permalink", "Tags" and a name beside tags are none. On a card that is
/// one link the tags are tags. `own`: true for the key of the entry's address.
pub(crate) fn is_beside_tags(
    page: &Page,
    base: &Url,
    value: &FieldValue,
    own: impl Fn(&str) -> bool,
) -> bool {
    let tokens = &value.slot.tokens;
    let mut around = std::iter::once(tokens.start).chain(page.ancestors(tokens.start));
    let Some(a) = around.find(|&a| page.tag(a) == "a") else { return false };
    if page.words_in(page.region(a)) != page.words_in(tokens.clone()) {
        return false;
    }
    let Some(href) = page.attr(a, "href") else { return false };
    let key = link_key(base, href);
    key.as_deref().is_some_and(own)
        || names_tags(&value.text.to_lowercase()) && leads_to_all_tags(base, href)
        || key.is_some_and(|key| tells_authors(&directory(&key)))
}

/// True for an address like `/tags/` or `/categories.html`, not for that of a tag: `/tag/cat`.
fn leads_to_all_tags(base: &Url, href: &str) -> bool {
    let Ok(to) = base.join(href.trim()) else { return false };
    names_tags(&name_of(&to).to_lowercase()) && !tells_tags(&directory(&address_key(&to)))
}
