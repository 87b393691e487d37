//! What stands where new rules are to be written, and whether they may take its place: rules are
//! learned in a moment, and on a bad day from a part of the blog; those that stand there may have
//! grown over years.

use std::path::Path;

use super::talk::told;
use crate::address::key_of;
use crate::entry::Field;
use crate::learn::{Blog, values_right};
use crate::rule::{LayoutKind, Wrapper};

/// The rules that a file has. None: nothing stands there, or what takes whatever it is given.
///
/// # Errors
/// Something else stands there; `help` says what to do.
pub(super) fn standing(out: &Path, help: &str) -> anyhow::Result<Option<Wrapper>> {
    let Ok(is) = out.metadata() else { return Ok(None) };
    // An empty file is a name that was kept free.
    if !is.is_file() || is.len() == 0 {
        return Ok(None);
    }
    Wrapper::load(out).map(Some).map_err(|e| {
        let why = told(&e.into());
        anyhow::anyhow!(
            "--out: expected a rule file or a new name, found a file that cannot be read as rules \
             ({why}){help}"
        )
    })
}

/// Why new rules do not take the place of those that stand there, if they do not.
pub(super) fn keeps(old: &Wrapper, new: &Wrapper, blog: &Blog) -> Option<String> {
    if !is_same_blog(old, new) {
        return Some(format!(
            "it has the rules of another blog, {}; give another name, or write over them with \
             --force",
            old.home
        ));
    }
    let what = "(`relearn` adds to rules; --force replaces them)";
    let lost = lost(old, new);
    if !lost.is_empty() {
        let lost = lost.join(", ");
        return Some(format!("the new rules lack what those in the file have: {lost} {what}"));
    }
    let (had, has) = (values_right(old, blog), values_right(new, blog));
    (had > has).then(|| {
        format!(
            "the rules that it has read {had} values of the feed's items right, the new ones {has} \
             {what}"
        )
    })
}

/// A blog may have moved, or its feed; hardly both in one day. Many blogs may share a host.
pub(super) fn is_same_blog(old: &Wrapper, new: &Wrapper) -> bool {
    let same = |a: &str, b: &str| key_of(a).is_some_and(|a| Some(a) == key_of(b));
    same(&old.home, &new.home) || same(&old.feed, &new.feed)
}

/// What the old rules have and the new ones have not, for people.
fn lost(old: &Wrapper, new: &Wrapper) -> Vec<String> {
    let mut lost = Vec::new();
    for kind in [LayoutKind::List, LayoutKind::Entry] {
        let of = |w: &Wrapper| w.layouts.iter().filter(|l| l.kind == kind).count();
        let reads = |w: &Wrapper, field| {
            let mut all = w.layouts.iter().filter(|l| l.kind == kind).flat_map(|l| &l.fields);
            all.any(|f| f.field == field)
        };
        let name = kind.name();
        let (had, has) = (of(old), of(new));
        if had > has {
            lost.push(format!("{} of {had} layouts of {name} pages", had - has));
        }
        // Where no layout is left, all its fields are gone with it.
        let fields = Field::ALL.into_iter().filter(|_| has > 0);
        let gone = fields.filter(|&f| reads(old, f) && !reads(new, f));
        lost.extend(gone.map(|f| format!("{} of {name} pages", f.name())));
    }
    lost
}
