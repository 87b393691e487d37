//! The address of a post: which link of a record is its permalink, and what stands for it where no
//! rule gives one.

use std::collections::HashSet;
use std::ops::Range;

use super::list::REST;
use super::read::read_all;
use super::replay::Reader;
use super::{FieldRule, IndexRule, Layout, LayoutKind, Wrapper};
use crate::entry::{Entry, Field, FieldValue, Slot};
use crate::page::{Address, Kind, Target, resolve};
use crate::share::{most, some};

impl Reader<'_> {
    /// The address that a link rule gives: in lists its first match that has the shape of the
    /// blog's permalinks, else its first.
    pub(super) fn permalink(
        &self,
        wrapper: &Wrapper,
        layout: &Layout,
        rule: &FieldRule,
        values: &[FieldValue],
        window: &Range<usize>,
    ) -> Option<String> {
        let first = values.iter().find_map(|v| resolve(&self.base, v.text.trim()))?;
        let fits = |i: &IndexRule, to: &Target<'_>| i.fits_address(to.address());
        let index =
            wrapper.index.as_ref().filter(|i| layout.kind == LayoutKind::List && !fits(i, &first));
        let Some(index) = index else { return Some(of_post(first.text().concat())) };
        let all = read_all(self.page, rule, window);
        let other = all
            .iter()
            .filter_map(|v| resolve(&self.base, v.text.trim()))
            .find(|to| fits(index, to));
        Some(of_post(other.unwrap_or(first).text().concat()))
    }

    /// Links of records without one of their own. They have the address of the one post they lead
    /// to where the layout has no rule for links; where their link leads to another host, as titles
    /// of posts about other pages do; and where some records have a link, if they have a title and,
    /// where most of those have it, a day, an author and a text: posts that end otherwise than
    /// those learned from. What hangs on the link is read again with it.
    pub(super) fn link_others(&self, wrapper: &Wrapper, layout: &Layout, entries: &mut [Entry]) {
        let shown = |e: &Entry| [e.date.is_some(), e.author.is_some(), e.body_text.is_some()];
        let linked: Vec<[bool; 3]> =
            entries.iter().filter(|e| e.link.is_some()).map(shown).collect();
        let usual = [0, 1, 2].map(|k| most(linked.iter().filter(|s| s[k]).count(), linked.len()));
        let ruled = layout.fields.iter().any(|r| r.field == Field::Link);
        let own_host = Address::from(&self.base).host().to_owned();
        let leads_away = |link: &str| {
            let to = resolve(&self.base, link);
            to.is_some_and(|to| to.address().host() != own_host)
        };
        let some_are = some(linked.len(), entries.len());
        for entry in entries {
            let (unlinked, titled) = (entry.link.is_none(), entry.title.is_some());
            let may = match &entry.link {
                Some(link) => leads_away(link),
                None => !ruled || some_are && titled,
            };
            let Some(link) = may.then(|| self.only_permalink(wrapper, entry)).flatten() else {
                continue;
            };
            let again = self.entry(wrapper, layout, &entry.tokens, Some(link));
            let lacks = usual.into_iter().zip(shown(&again)).any(|(usual, has)| usual && !has);
            if !(unlinked && ruled && lacks) {
                *entry = again;
            }
        }
    }

    /// True for a text whose links all lead to posts, by the shape of the blog's permalinks, and to
    /// several; not on a post's own page.
    pub(super) fn lists_posts(&self, wrapper: &Wrapper, text: &FieldValue) -> bool {
        let of_list = |i: &&IndexRule| !i.fits(&self.base);
        let index = wrapper.index.as_ref().filter(of_list);
        let Some((index, name)) = index.zip(self.page.label("a")) else { return false };
        let links = self.page.tags_in(name, Kind::Start, text.slot.tokens.clone());
        let href = |i: &u32| self.page.attr(*i as usize, "href");
        let post = |href: &str| {
            let to = resolve(&self.base, href.trim())?;
            index.fits_address(to.address()).then(|| to.address().key())
        };
        let posts: Option<HashSet<_>> = links.iter().filter_map(href).map(post).collect();
        posts.is_some_and(|posts| posts.len() > 1)
    }

    /// The one post that a record leads to, by the shape of the blog's permalinks: with the links
    /// outside of its text, and the one that ends the text ("Read on").
    fn only_permalink(&self, wrapper: &Wrapper, entry: &Entry) -> Option<String> {
        let (page, index) = (self.page, wrapper.index.as_ref()?);
        let text = entry.place(Field::Body).cloned().unwrap_or_default();
        let slot = Slot::whole(text.clone());
        let last = self.last_link(&FieldValue { slot, text: String::new(), day: None });
        let counts = |i: usize| !text.contains(&i) || last == Some(i);
        let links = page.tags_in(page.label("a")?, Kind::Start, entry.tokens.clone());
        let mut posts = links
            .iter()
            .map(|i| *i as usize)
            .filter(|i| counts(*i))
            .filter_map(|i| resolve(&self.base, page.attr(i, "href")?.trim()))
            .filter(|to| index.fits_address(to.address()));
        let first = posts.next()?;
        let key = first.address().key();
        posts.all(|to| to.address().has_key(&key)).then(|| of_post(first.text().concat()))
    }
}

/// What names the place of a post's comments.
const COMMENTS: [&str; 3] = ["comment", "comments", "respond"];

/// A post's address without a fragment that leads on in its text or to its comments: `#more-12`.
fn of_post(mut address: String) -> String {
    let number = |c: char| c.is_ascii_digit() || c == '-';
    let leads_on = |name: &str| REST.contains(&name) || COMMENTS.contains(&name);
    if let Some((page, fragment)) = address.split_once('#')
        && leads_on(fragment.trim_end_matches(number))
    {
        address.truncate(page.len());
    }
    address
}
