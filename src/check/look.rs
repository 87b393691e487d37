//! One page read with the rules, and what those witnesses say that need it alone: nothing here
//! depends on other pages but the references of `content.rs`, and they are the same whoever looks
//! first.

use url::Url;

use super::content::{Contents, Waiting};
use super::likeness::Builds;
use super::{CHECKED, Draft, DraftEntry, DraftField, shown, text_of};
use super::{address, bounds, cut_off, elsewhere, instead, letters, names, order, own, place};
use super::{profile, records};
use crate::address::{address_key, link_key};
use crate::entry::{Entry, Field};
use crate::page::Page;
use crate::rule::{Extraction, Layout, LayoutKind, Wrapper};

/// What looks at pages; any number of threads may share it.
pub struct Eyes<'w> {
    pub(super) wrapper: &'w Wrapper,
    builds: Builds,
    pub(super) contents: Contents,
}

/// A page that was looked at, for [`Checker::take`](super::Checker::take).
pub struct Looked {
    pub(super) draft: Draft,
    /// What its entries name.
    pub(super) said: Vec<names::Said>,
    /// Its text, where there were no references yet.
    pub(super) waiting: Option<Waiting>,
}

impl<'w> Eyes<'w> {
    pub(super) fn of(wrapper: &'w Wrapper) -> Eyes<'w> {
        Eyes { wrapper, builds: Builds::of(wrapper), contents: Contents::default() }
    }

    /// Read one page and ask the witnesses that need it alone.
    pub fn look(&self, page: &Page, url: &str) -> Looked {
        self.look_at(page, url, self.wrapper.extract_page(page, url))
    }

    /// Ask them of what was read of a page.
    pub(super) fn look_at(&self, page: &Page, url: &str, read: Extraction) -> Looked {
        let Ok(address) = Url::parse(url) else {
            // Nothing is read of it, but it is a page like others to who counts them.
            let (url, key) = (url.to_owned(), String::new());
            let draft = Draft { url, key, why: read.why, ..Draft::default() };
            return Looked { draft, said: Vec::new(), waiting: None };
        };
        let base = page.base(&address);
        let address = address::of_page(page, self.wrapper, address, &base);
        let key = address_key(&address);
        let layout = self.wrapper.layouts.iter().find(|l| Some(&l.name) == read.layout.as_ref());
        let likeness = self.builds.likeness(page, &read);
        let mut entries: Vec<DraftEntry> = read
            .entries
            .iter()
            .map(|e| DraftEntry {
                link: e.link.clone(),
                own: e.link.as_deref().and_then(|l| link_key(&base, l)).is_some_and(|k| k == key),
                fields: expected(self.wrapper, layout, e),
                fact: elsewhere::Fact::of(e, &base).of_record(
                    (read.kind == Some(LayoutKind::List)).then(|| page.words_in(e.tokens.clone())),
                ),
                links: Vec::new(),
            })
            .collect();
        let statements = own::Statements::of(page, &base);
        let others = names::unread_links(page, &base, self.wrapper, &read.entries);
        let mut said = Vec::new();
        for (draft, e) in entries.iter_mut().zip(&read.entries) {
            own::ask(page, self.wrapper, layout, &statements, e, draft);
            address::ask(page, self.wrapper, (&address, &base), read.kind, e, draft);
            profile::ask(self.wrapper, layout, e, draft);
            place::ask(page, &base, layout, e, draft);
            letters::ask(page, e, draft);
            let (of, at) = ((read.kind, layout), (&address, &base));
            bounds::ask(page, self.wrapper, of, at, &statements, e, draft);
            said.extend(names::say(page, (&base, self.wrapper), &others, e, draft));
        }
        if read.kind == Some(LayoutKind::List) {
            records::ask(page, &read.entries, &mut entries);
            order::ask(&read.entries, &mut entries);
        }
        let waiting = match (read.entries.as_slice(), entries.as_mut_slice(), read.kind) {
            ([e], [draft], Some(LayoutKind::Entry)) => {
                self.contents.ask(page, read.layout.as_deref().unwrap_or(""), e, draft)
            }
            _ => None,
        };
        let title = statements.title().unwrap_or_default();
        let instead =
            instead::instead(page, self.wrapper, &address, &statements, (read.kind, &read.entries));
        let dated = address::is_dated(self.wrapper, &address, title);
        // Records may overlap: what is in several counts once.
        let (mut inside, mut end) = (0, 0);
        for e in &read.entries {
            inside += page.words_in(e.tokens.start.max(end)..e.tokens.end.max(end));
            end = end.max(e.tokens.end);
        }
        let covered = inside as f64 / page.words_in(page.body()).max(1) as f64;
        let draft = Draft {
            covered,
            lists: read.kind == Some(LayoutKind::List) && !is_own(&read.entries, &key, &base),
            of_others: false,
            cut: cut_off::cut_off(page, read.kind, &read.entries),
            lost: false,
            instead,
            among_lists: false,
            url: url.to_owned(),
            key,
            kind: read.kind,
            learned: layout.is_some(),
            layout: read.layout,
            likeness,
            dated,
            fits: dated
                || address::is_permalink(self.wrapper, &address)
                || address::is_titled(&address, title),
            why: read.why,
            entries,
        };
        Looked { draft, said, waiting }
    }
}

/// True where all entries of a page are, or may be, the page's own: one without link, or with its
/// address.
fn is_own(entries: &[Entry], key: &str, base: &Url) -> bool {
    match entries {
        [] => true,
        [e] => e.link.as_deref().and_then(|l| link_key(base, l)).is_none_or(|k| k == key),
        _ => false,
    }
}

/// The fields of an entry: those read, and those that its layout has rules for.
fn expected(wrapper: &Wrapper, layout: Option<&Layout>, entry: &Entry) -> Vec<DraftField> {
    // Lists of no learned layout are read with the rules of those that were.
    let any = |has: &dyn Fn(&Layout) -> bool| match layout {
        Some(l) => has(l),
        None => wrapper.layouts.iter().any(|l| l.kind == LayoutKind::List && has(l)),
    };
    let fields = CHECKED.into_iter().filter_map(|field| {
        let value = text_of(entry, field);
        let link = field == Field::Link && layout.is_some_and(|l| l.kind == LayoutKind::Entry);
        (value.is_some() || any(&|l| l.rules(field).next().is_some()) && !link).then(|| {
            DraftField {
                field,
                required: layout.is_some_and(|l| l.requires(field)),
                value: value.as_deref().map(shown),
                votes: Vec::new(),
                at: Vec::new(),
                names: Vec::new(),
            }
        })
    });
    fields.collect()
}
