//! What tokens of several items have in common: the least general pattern that matches them all
//! (WTM section 4, with the attribute reading of its extension: the attributes, classes and
//! prefixes that are equal in all).

use percent_encoding::percent_decode_str;
use unicode_normalization::UnicodeNormalization;

use super::bounds::{LONGEST_ATTR, LONGEST_LITERAL, MOST_KINDS, MOST_TESTS};
use crate::address::names_tags;
use crate::page::{Kind, Page, fold, is_heading, is_xml};
use crate::rule::{ANY_HEADING, AttrPattern, AttrTest, TextTest, TokenPattern};

/// Attributes that say what an element is, not which one it is; the most telling first.
const TELLING: [&str; 7] = ["class", "itemprop", "id", "rel", "property", "role", "name"];
/// Attributes whose values belong to one entry.
const PRIVATE: [&str; 12] = [
    "href",
    "src",
    "alt",
    "datetime",
    "content",
    "srcset",
    "sizes",
    "onclick",
    "value",
    "aria-label",
    "title",
    "data-id",
];

/// True where all characters can stand in a rule file: XML has no control characters.
pub(super) fn can_be_written(text: &str) -> bool {
    text.chars().all(is_xml)
}

/// The pattern of a token with all its telling attributes, generalised over the same token of all
/// items. None where they differ in kind or name.
pub(super) fn pattern(tokens: &[(&Page, usize)], around: bool) -> Option<TokenPattern> {
    let (page, i) = *tokens.first()?;
    let kind = page.tokens()[i].kind;
    let name = page.tag(i);
    let headings = kind == Kind::Start
        && tokens.iter().all(|(p, j)| p.tokens()[*j].kind == kind && is_heading(p.tag(*j)));
    if !headings && !tokens.iter().all(|(p, j)| p.tokens()[*j].kind == kind && p.tag(*j) == name) {
        return None;
    }
    if !can_be_written(name) {
        return None;
    }
    match kind {
        Kind::Start => {
            let attrs = attrs(tokens);
            let same = tokens.iter().all(|(p, j)| p.tag(*j) == name);
            // A heading known by its class is the same heading at another level.
            let any = headings
                && (!same || attrs.iter().any(|a| a.name == "class" || a.name == "itemprop"));
            Some(TokenPattern::Open {
                name: if any { ANY_HEADING.to_owned() } else { name.to_owned() },
                attrs,
                around,
            })
        }
        Kind::End => Some(TokenPattern::Close { name: name.to_owned() }),
        Kind::Text => {
            let text = fold(page.data(i));
            let same = text.chars().count() <= LONGEST_LITERAL
                && can_be_written(&text)
                && tokens.iter().all(|(p, j)| fold(p.data(*j)) == text);
            Some(TokenPattern::Text(if same && tokens.len() > 1 {
                TextTest::Is(text)
            } else {
                TextTest::Any
            }))
        }
        Kind::Comment | Kind::Doctype => None,
    }
}

/// A link by where it leads: the last directory that the addresses have in common (`/tag/`) and
/// that is not the values' own (see [`spells`]), the name of their parameter (`?tag=`), the page
/// that has a place for each (`/tags.html#`), or the word for tags that their names begin with
/// (`tag_bread.html`).
pub(super) fn address(tokens: &[(&Page, usize)], values: &[String]) -> Option<TokenPattern> {
    let hrefs: Option<Vec<&str>> =
        tokens.iter().map(|(p, i)| p.attr(*i, "href").filter(|_| p.tag(*i) == "a")).collect();
    let hrefs = hrefs?;
    let first = hrefs.first()?;
    let parameter = first.find('?').and_then(|q| first[q..].find('=').map(|e| &first[q..=q + e]));
    let sign = first.rfind('#').filter(|at| *at > 0 && first.len() - at > 1);
    let places = sign.map(|at| &first[first[..at].rfind('/').unwrap_or(0)..=at]);
    let path = first.trim_end_matches('/');
    let from = path.rfind('/').unwrap_or(0);
    let joint = path[from..].find(['-', '_']).map(|at| from + at);
    let names = |at: &usize| names_tags(&path[from..*at].trim_start_matches('/').to_lowercase());
    let word = joint.filter(names).map(|at| &path[from..=at]);
    let segments: Vec<usize> = path.match_indices('/').map(|m| m.0).collect();
    // From the inmost directory outwards; the host is none.
    let inside = |w: &&[usize]| !path[..w[0]].ends_with([':', '/']) && w[1] - w[0] > 1;
    let directories = segments.windows(2).rev().take(8).filter(inside).map(|w| &path[w[0]..=w[1]]);
    let written = parameter
        .into_iter()
        .chain(places)
        .chain(word)
        .chain(directories)
        .filter(|d| can_be_written(d));
    let own = |d: &str| spells_all(d, values);
    let held = written.into_iter().find(|d| !own(d) && hrefs.iter().all(|h| h.contains(d)))?;
    let test = AttrPattern { name: "href".to_owned(), test: AttrTest::Holds(held.to_owned()) };
    Some(TokenPattern::Open { name: "a".to_owned(), attrs: vec![test], around: false })
}

/// True where a name in the markup (`category-salt-pepper`, `/author/anna.b%C3%B6ck/`) spells a
/// value in whole words. Where all items show one value, what spells it is not the template's: the
/// next post may have another author.
pub(super) fn spells(name: &str, value: &str) -> bool {
    let plain = |text: &str| text.nfkd().flat_map(char::to_lowercase).collect::<String>();
    let letters = |text: &str| text.chars().filter(|c| c.is_alphanumeric()).collect::<String>();
    let (name, value) = (plain(&percent_decode_str(name).decode_utf8_lossy()), plain(value));
    let value = letters(&value);
    // Marks of letters (nfkd) part no words.
    let parts = |c: char| !c.is_alphanumeric() && c.is_ascii();
    let words: Vec<String> = name.split(parts).map(letters).filter(|w| !w.is_empty()).collect();
    let spelled_from = |k: usize| {
        let mut rest = value.as_str();
        for word in &words[k..] {
            match rest.strip_prefix(word.as_str()) {
                Some("") => return true,
                Some(more) => rest = more,
                None => return false,
            }
        }
        false
    };
    !value.is_empty() && (0..words.len()).any(spelled_from)
}

fn spells_all(name: &str, values: &[String]) -> bool {
    !values.is_empty() && values.iter().all(|v| spells(name, v))
}

/// True where a test of a start pattern asks for what spells each of the values.
pub(super) fn asks_for(patterns: &[TokenPattern], values: &[String]) -> bool {
    let all = |name: &str| spells_all(name, values);
    patterns.iter().any(|p| match p {
        TokenPattern::Open { attrs, .. } => attrs.iter().any(|a| match &a.test {
            AttrTest::Is(v) | AttrTest::Has(v) | AttrTest::Starts(v) | AttrTest::Holds(v) => all(v),
            AttrTest::Present => false,
        }),
        TokenPattern::Text(TextTest::Is(v) | TextTest::Has(v)) => all(v),
        TokenPattern::Text(TextTest::Any) | TokenPattern::Close { .. } => false,
    })
}

/// The attribute tests that all tokens pass, the most telling first, at most [`MOST_TESTS`].
pub(super) fn attrs(tokens: &[(&Page, usize)]) -> Vec<AttrPattern> {
    let Some((page, i)) = tokens.first().copied() else { return Vec::new() };
    let mut out = Vec::new();
    for (name, value) in page.attrs(i).take(MOST_TESTS) {
        let written = can_be_written(name) && can_be_written(value);
        if PRIVATE.contains(&name) || name.starts_with("on") || !written {
            continue;
        }
        let values: Vec<&str> = tokens.iter().filter_map(|(p, j)| p.attr(*j, name)).collect();
        if values.len() < tokens.len() {
            continue;
        }
        let mut push = |test| out.push(AttrPattern { name: name.to_owned(), test });
        if name == "class" || name == "rel" {
            for c in classes(value) {
                if values.iter().all(|v| classes(v).any(|d| d == c)) {
                    push(AttrTest::Has(c.to_owned()));
                }
            }
        } else if name == "id" && !value.contains(char::is_alphabetic) {
            // A number, made for headings that have no letters of their own.
            continue;
        } else if values.iter().all(|v| fold(v) == fold(value)) && value.len() <= LONGEST_ATTR {
            push(AttrTest::Is(fold(value)));
        } else if let Some(p) = common_prefix(&values) {
            // What follows the first joint may be the items' own: `post-how-to-`.
            if let Some(joint) = p.find(['-', '_', ':']).filter(|j| (2..p.len() - 1).contains(j)) {
                push(AttrTest::Starts(p[..=joint].to_owned()));
            }
            push(AttrTest::Starts(p));
        } else if name == "name" && page.tag(i) == "a" || name == "id" && is_numbered(&values) {
            // A place to jump to: where an entry starts.
            push(AttrTest::Present);
        }
    }
    let rank = |a: &AttrPattern| TELLING.iter().position(|t| *t == a.name).unwrap_or(TELLING.len());
    out.sort_by_key(rank);
    out.truncate(MOST_TESTS);
    out
}

/// The classes of an attribute that may become tests: each is sought among those of all items.
fn classes(value: &str) -> impl Iterator<Item = &str> {
    value.split_ascii_whitespace().take(MOST_TESTS)
}

/// `post-12`, `post-7` → `post-`; `post0`, `post1` → `post`.
fn common_prefix(values: &[&str]) -> Option<String> {
    let first = values.first()?;
    let mut n = first.len();
    for v in values {
        n = n.min(first.bytes().zip(v.bytes()).take_while(|(a, b)| a == b).count());
    }
    while !first.is_char_boundary(n) {
        n -= 1;
    }
    // Up to a joining mark, or up to a number that is all that differs.
    let stem = first[..n].trim_end_matches(|c: char| c.is_ascii_digit());
    let numbered = values
        .iter()
        .all(|v| v.len() > stem.len() && v[stem.len()..].bytes().all(|b| b.is_ascii_digit()));
    let end = if numbered { stem.len() } else { first[..n].rfind(['-', '_', ':'])? + 1 };
    (end >= 3).then(|| first[..end].to_owned())
}

/// `a000098`, `a000099`: a letter and a number.
fn is_numbered(values: &[&str]) -> bool {
    values.iter().all(|v| {
        let number = v.strip_prefix(|c: char| c.is_ascii_alphabetic());
        number.is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    })
}

/// The pattern with fewer attributes: all, each alone, none.
pub(super) fn variants(p: &TokenPattern) -> Vec<TokenPattern> {
    let TokenPattern::Open { name, attrs, around } = p else { return vec![p.clone()] };
    let with =
        |attrs: Vec<AttrPattern>| TokenPattern::Open { name: name.clone(), attrs, around: *around };
    let mut out: Vec<TokenPattern> =
        attrs.iter().take(MOST_KINDS).map(|a| with(vec![a.clone()])).collect();
    if name != ANY_HEADING {
        out.push(with(Vec::new()));
    }
    if attrs.len() > 1 {
        out.push(p.clone());
    }
    out
}

/// What a rule costs its reader: tokens, then attributes; a rule without any attribute or literal
/// hangs on bare tag names.
pub(super) fn cost(patterns: &[TokenPattern]) -> usize {
    let attrs: usize = patterns
        .iter()
        .map(|p| match p {
            TokenPattern::Open { attrs, .. } => attrs.len(),
            TokenPattern::Text(TextTest::Is(_) | TextTest::Has(_)) => 1,
            _ => 0,
        })
        .sum();
    let telling = patterns.last().is_some_and(|p| match p {
        // HTML's own name for an entry says as much as a class (comments have `time` elements too).
        TokenPattern::Open { name, attrs, .. } => {
            name == "article" || attrs.iter().any(|a| TELLING.contains(&a.name.as_str()))
        }
        TokenPattern::Text(t) => *t != TextTest::Any,
        TokenPattern::Close { .. } => false,
    });
    patterns.len() * 3
        + attrs
        + if attrs == 0 && !telling { 2 } else { 0 }
        + if telling { 0 } else { 1 }
}

/// A token on the way: its most telling attribute is enough.
pub(super) fn lean(p: TokenPattern) -> TokenPattern {
    match p {
        TokenPattern::Open { name, attrs, around } => {
            TokenPattern::Open { name, attrs: attrs.into_iter().take(1).collect(), around }
        }
        p => p,
    }
}

#[cfg(test)]
mod tests {
    use super::{MOST_TESTS, attrs, spells};
    use crate::page::Page;

    #[test]
    fn a_token_makes_no_more_tests_than_are_allowed_whatever_its_classes_and_attributes() {
        let many = |word: &str, end: &str| -> String {
            (0..5_000).map(|k| format!("{word}{k}{end}")).collect()
        };
        let tag = format!("<p class='{}' rel='{0}' {}>w</p>", many("c", " "), many("a", "=x "));
        let page = Page::parse(&format!("<body>{tag}{tag}"));
        let tokens: Vec<(&Page, usize)> =
            (0..page.len()).filter(|&i| page.class(i).is_some()).map(|i| (&page, i)).collect();
        assert_eq!((tokens.len(), attrs(&tokens).len()), (2, MOST_TESTS));
    }

    #[test]
    fn a_name_spells_a_value_in_whole_words() {
        let cases = [
            ("author-anna", "Anna", true),
            ("/category/salt-pepper/", "Salt & Pepper", true),
            ("/author/annabyron/", "Anna Byron", true),
            ("/tag/b%C3%B6rse/", "Börse", true),
            ("/tag/borse/", "Börse", true),
            ("/标签/随笔/", "随笔", true),
            ("author-annalena", "Anna", false),
            ("/category/", "Cat", false),
            ("author", "", false),
        ];
        for (name, value, expected) in cases {
            assert_eq!(spells(name, value), expected, "{name} {value}");
        }
    }
}
