//! Character references and line ends: what the source writes as what it means (HTML, "named
//! character reference state" and those behind it). Linear in the source.

use html5ever::data::{C1_REPLACEMENTS, NAMED_ENTITIES};
use memchr::{memchr, memchr2};

/// What stands in a piece of the source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Inside {
    /// Text: references are decoded.
    Text,
    /// The text of a title or a text area: as other text, but U+0000 stands for something there.
    Raw,
    /// An attribute's value: as text, but `&copy=1` stays as it is.
    Attribute,
    /// Scripts, comments: only line ends are changed.
    Plain,
}

/// Bytes at the start of a source that mean what they write, wherever they stand.
pub(super) fn plain_from(source: &str) -> usize {
    memchr2(b'&', b'\r', source.as_bytes()).unwrap_or(source.len())
}

/// True where the source means what it writes.
pub(super) fn is_plain(source: &str, inside: Inside) -> bool {
    match inside {
        Inside::Plain => memchr(b'\r', source.as_bytes()).is_none(),
        _ => memchr2(b'&', b'\r', source.as_bytes()).is_none(),
    }
}

/// Write what a piece of the source means.
pub(super) fn decode_into(out: &mut String, source: &str, inside: Inside) {
    let mut rest = source;
    loop {
        let next = match inside {
            Inside::Plain => memchr(b'\r', rest.as_bytes()),
            _ => memchr2(b'&', b'\r', rest.as_bytes()),
        };
        let Some(at) = next else {
            out.push_str(rest);
            return;
        };
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some(behind) = rest.strip_prefix('\r') {
            out.push('\n');
            rest = behind.strip_prefix('\n').unwrap_or(behind);
            continue;
        }
        let length = match rest.strip_prefix("&#") {
            Some(number) => numeric(out, number).map(|n| n + 2),
            None => named(out, &rest[1..], inside).map(|n| n + 1),
        };
        let length = length.unwrap_or_else(|| {
            out.push('&');
            1
        });
        rest = &rest[length..];
    }
}

/// As [`decode_into`], for a source with U+0000 in it: texts pass over it, elsewhere it stands for
/// a sign that is not known.
#[cold]
pub(super) fn decode_zeros_into(out: &mut String, source: &str, inside: Inside) {
    for (k, part) in source.split('\0').enumerate() {
        if k > 0 && inside != Inside::Text {
            out.push(char::REPLACEMENT_CHARACTER);
        }
        decode_into(out, part, inside);
    }
}

/// The references that most pages have: the table of all is dear to ask.
const USUAL: [(&str, char); 6] = [
    ("amp;", '&'),
    ("lt;", '<'),
    ("gt;", '>'),
    ("quot;", '"'),
    ("nbsp;", '\u{a0}'),
    ("apos;", '\''),
];

/// A reference behind `&`; how many bytes it takes.
fn named(out: &mut String, source: &str, inside: Inside) -> Option<usize> {
    if let Some((name, meant)) = USUAL.iter().find(|(name, _)| source.starts_with(name)) {
        out.push(*meant);
        return Some(name.len());
    }
    let mut best = None;
    let name = source.bytes().take_while(|b| b.is_ascii_alphanumeric() || *b == b';');
    // The table has the beginnings of all names, too.
    for length in 1..=name.count() {
        match NAMED_ENTITIES.get(&source[..length]) {
            None => break,
            Some((0, _)) => {}
            Some(codes) => best = Some((length, codes)),
        }
    }
    let (length, codes) = best?;
    let next = source.as_bytes().get(length);
    let goes_on = next.is_some_and(|b| b.is_ascii_alphanumeric() || *b == b'=');
    if inside == Inside::Attribute && !source[..length].ends_with(';') && goes_on {
        return None;
    }
    out.extend([codes.0, codes.1].into_iter().filter(|c| *c != 0).filter_map(char::from_u32));
    Some(length)
}

/// A reference behind `&#`; how many bytes it takes.
fn numeric(out: &mut String, source: &str) -> Option<usize> {
    let (digits, radix, ahead) = match source.strip_prefix(['x', 'X']) {
        Some(hex) => (hex, 16, 1),
        None => (source, 10, 0),
    };
    let count = digits.bytes().take_while(|b| char::from(*b).is_digit(radix)).count();
    if count == 0 {
        return None;
    }
    let number = digits[..count].bytes().fold(0u32, |n, b| {
        n.saturating_mul(radix).saturating_add(char::from(b).to_digit(radix).unwrap_or(0))
    });
    let replaced = number.checked_sub(0x80).and_then(|i| *C1_REPLACEMENTS.get(i as usize)?);
    let meant = replaced.or(char::from_u32(number)).filter(|c| *c != '\0');
    out.push(meant.unwrap_or(char::REPLACEMENT_CHARACTER));
    let semicolon = usize::from(digits[count..].starts_with(';'));
    Some(ahead + count + semicolon)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn usual_references_are_those_of_the_table() {
        for (name, meant) in USUAL {
            assert_eq!(NAMED_ENTITIES.get(name), Some(&(u32::from(meant), 0)), "{name}");
        }
    }

    #[test]
    fn references_mean_what_html_says() {
        use Inside::{Attribute, Plain, Text};
        for (source, inside, meant) in [
            ("salt", Text, "salt"),
            ("salt &amp; pepper", Text, "salt & pepper"),
            ("&notit;", Text, "\u{ac}it;"),
            ("&notit;", Attribute, "&notit;"),
            ("&notin;", Attribute, "\u{2209}"),
            ("?a=1&copy=2", Attribute, "?a=1&copy=2"),
            ("?a=1&copy=2", Text, "?a=1\u{a9}=2"),
            ("&copy", Attribute, "\u{a9}"),
            ("&", Text, "&"),
            ("&;", Text, "&;"),
            ("&salt;", Text, "&salt;"),
            ("&#8217;&#x2019;&#X2019", Text, "\u{2019}\u{2019}\u{2019}"),
            ("&#146;", Text, "\u{2019}"),
            ("&#129;", Text, "\u{81}"),
            ("&#0;&#xd800;&#99999999999;", Text, "\u{fffd}\u{fffd}\u{fffd}"),
            ("&#;&#x;", Text, "&#;&#x;"),
            ("&nLt;", Text, "\u{226a}\u{20d2}"),
            ("a\r\nb\rc", Text, "a\nb\nc"),
            ("a\r&amp;", Plain, "a\n&amp;"),
        ] {
            let mut out = String::new();
            decode_into(&mut out, source, inside);
            assert_eq!(out, meant, "{source:?} as {inside:?}");
            assert!(source == meant || !is_plain(source, inside), "{source:?}");
        }
    }
}
