//! What stands where an entry should: a page that says there is nothing, a page of another blog, a
//! question for a password. Templates dress them as entries, and rules may read them as such.
//!
//! Time: linear in the page.

use url::Url;

use super::Cause;
use super::own::Statements;
use crate::address::{host, title_in_link};
use crate::entry::{Entry, Extent};
use crate::page::{Barrier, Kind, Page, words_of};
use crate::rule::{LayoutKind, Wrapper};

/// What pages say that are not there, in the languages whose blogs we have met.
#[rustfmt::skip]
const NOT_THERE: &[&str] = &[
    "404", "not found", "nothing found", "no longer exists", "does not exist", "doesn't exist",
    "can't be found", "can’t be found", "cannot be found", "could not be found", "nicht gefunden",
    "existiert nicht", "introuvable", "pas trouvé", "non trouvé", "n'existe pas", "n’existe pas",
    "no encontrad", "no se encontr", "no existe", "não encontrad", "nao encontrad", "não existe",
    "non trovat", "non esiste", "niet gevonden", "bestaat niet", "nie znalezion", "nie istnieje",
    "не найден", "не существует", "не знайден", "nenalezen", "neexistuje", "nem található",
    "hittades inte", "ikke fundet", "ikke funnet", "ei löydy", "bulunamad", "δεν βρέθηκε",
    "tidak ditemukan", "không tìm thấy", "找不到", "未找到", "見つかりません", "찾을 수 없",
];
/// Most words of the text of such a page.
const MOST_WORDS: usize = 120;
/// Share of an address' words that a title has which is an entry's all the same.
const SAID: f64 = 0.5;
/// Most headings of the first rank that are looked at.
const MOST_HEADINGS: usize = 5;

/// What stands where an entry of the blog should, if something does.
pub(super) fn instead(
    page: &Page,
    wrapper: &Wrapper,
    address: &Url,
    statements: &Statements,
    read: (Option<LayoutKind>, &[Entry]),
) -> Option<Cause> {
    let single = read.1.first().filter(|_| read.0 == Some(LayoutKind::Entry) && read.1.len() == 1);
    let empty = read.1.is_empty();
    if single.is_none() && !empty {
        return None;
    }
    let of_another = || {
        is_of_another(page, wrapper, address, statements)
            .then(|| Cause::OtherBlog(host(address).to_owned()))
    };
    let barred = || match Barrier::of(page).filter(|_| empty)? {
        Barrier::Login => Some(Cause::Login),
        Barrier::Challenge => Some(Cause::Challenge),
        Barrier::Shell => Some(Cause::Shell),
    };
    let gone = || says_gone(address, statements, single).map(Cause::NotThere);
    of_another().or_else(gone).or_else(barred)
}

/// What a page says of itself that is not there: in its title element, its title or a heading of
/// the first rank, and not in its address.
fn says_gone(address: &Url, statements: &Statements, single: Option<&Entry>) -> Option<String> {
    let words = single.and_then(|e| e.body_text.as_deref()).map_or(0, |t| words_of(t).len());
    if words > MOST_WORDS || single.is_some_and(|e| e.extent == Some(Extent::Excerpt)) {
        return None;
    }
    let title = single.and_then(|e| e.title.as_deref());
    let said = statements.title().into_iter().chain(title).chain(statements.first(MOST_HEADINGS));
    let gone = |text: &&str| {
        let text = super::head(text).to_lowercase();
        let named = |words: &str| match words {
            "404" => {
                words_of(&text).iter().any(|w| &text[w.start as usize..w.end as usize] == "404")
            }
            _ => text.contains(words),
        };
        NOT_THERE.iter().any(|words| named(words))
    };
    // An entry may be called so.
    let own = |text: &&str| title_in_link(address, text).is_some_and(|said| said.0 >= SAID);
    said.filter(gone).find(|text| !own(text)).map(super::shown)
}

/// True where a page is none of the blog's: it stands on another host than home and permalinks, and
/// its title element lacks what the blog's have around titles, and the blog's name.
fn is_of_another(page: &Page, wrapper: &Wrapper, address: &Url, statements: &Statements) -> bool {
    let Some(home) = Url::parse(&wrapper.home).ok() else { return false };
    let fits = wrapper.index.as_ref().is_some_and(|i| i.fits(address));
    if fits || host(&home) == host(address) {
        return false;
    }
    let Some(said) = statements.title() else { return false };
    // Of blogs whose title elements are nothing but titles they say nothing.
    let around = wrapper.layouts.iter().filter_map(|l| l.build.as_ref()?.title.as_ref());
    let mut around = around
        .flat_map(|(ahead, behind)| [ahead.trim(), behind.trim()])
        .filter(|name| !name.is_empty())
        .peekable();
    let told = around.peek().is_some();
    let mut named = around.chain(wrapper.title.as_deref().map(str::trim));
    // The blog may have moved: then its pages still name it, or lead to where it was.
    let leads_home = || {
        (0..page.len()).filter(|&i| page.tokens()[i].kind == Kind::Start && page.tag(i) == "a").any(
            |i| {
                let to = page.attr(i, "href").and_then(|h| Url::parse(h).ok());
                to.is_some_and(|to| host(&to) == host(&home))
            },
        )
    };
    told && !named.any(|name| said.contains(name)) && !leads_home()
}
