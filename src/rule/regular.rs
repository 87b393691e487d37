//! Patterns as regular expressions over a page's source: WTM's own form (spec section 6), so that a
//! crawler in any language can replay a rule without a parser.
//!
//! A start expression matches up to the value's first byte, an end expression from the byte behind
//! its last. Tokens are joined by white space and comments. What a regular expression cannot say is
//! left out: nesting levels, and all but the first attribute test of a tag. Which end expression is
//! exact is therefore found on the learned items (`learn/regular.rs`).

use std::fmt::Write;

use regex::{Regex, RegexBuilder};

use super::matching::ANY_HEADING;
use super::{AttrPattern, AttrTest, FieldRule, TextTest, TokenPattern, Value};

/// White space and comments between two tokens.
const GAP: &str = r"(?:\s|<!--(?:[^-]|-[^-]|--+[^->])*--+>)*";
/// Flags of every expression: `.` matches line ends. Names are in any case, values are not.
const FLAGS: &str = "(?s)";

/// Longest expression, in bytes, and largest once compiled: a class of a few bytes has hundreds of
/// ranges. Larger ones are no rule that a person reads.
const LONGEST: usize = 16 << 10;
const LARGEST: usize = 1 << 20;
/// Up to here all are within that, but for counted repetitions and classes of a whole script.
const LONGEST_SMALL: usize = 1_000;

/// An expression ready to be sought.
///
/// # Errors
/// What is wrong with it, where it is none or too large.
pub(crate) fn compile(expression: &str) -> Result<Regex, String> {
    is_short_enough(expression)?;
    let regex = RegexBuilder::new(expression).size_limit(LARGEST).build();
    regex.map_err(|e| e.to_string())
}

/// As [`compile`], for those that nobody seeks now: that takes four times as long as all else of
/// reading a rule file, so what can only be small is parsed alone.
pub(super) fn check(expression: &str) -> Result<(), String> {
    is_short_enough(expression)?;
    // `\s` and `\x23` are small; `\w` and `\pL` are not.
    let is_class = |c: char| c.is_alphanumeric() && !matches!(c, 's' | 'x');
    let has_class = expression.split('\\').skip(1).any(|behind| behind.starts_with(is_class));
    if has_class || expression.contains('{') || expression.len() > LONGEST_SMALL {
        return compile(expression).map(drop);
    }
    regex_syntax::parse(expression).map(drop).map_err(|e| e.to_string())
}

fn is_short_enough(expression: &str) -> Result<(), String> {
    match expression.len() {
        0..=LONGEST => Ok(()),
        n => Err(format!("expected at most {LONGEST} bytes, found {n}")),
    }
}

/// A literal as it may be spelled in source: blanks as any white space, `&` and no-break spaces
/// also as references.
fn literal(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            ' ' => out.push_str(r"(?:\s|&nbsp;|&\x23160;)+"),
            '&' => out.push_str("(?:&amp;|&)"),
            '<' => out.push_str("(?:&lt;|<)"),
            '>' => out.push_str("(?:&gt;|>)"),
            '"' => out.push_str("(?:&quot;|\")"),
            '\u{a0}' => out.push_str(r"(?:&nbsp;|&\x23160;| )"),
            c => out.push_str(&regex::escape(c.encode_utf8(&mut [0; 4]))),
        }
    }
    out
}

/// An attribute test, from the attribute's name on. It ends ahead of what closes the value.
fn attribute(a: &AttrPattern) -> String {
    let name = format!("(?i:{})", regex::escape(&a.name));
    match &a.test {
        AttrTest::Present => name,
        AttrTest::Is(v) => format!(r#"{name}\s*=\s*["']?\s*{}"#, literal(v)),
        AttrTest::Has(v) => {
            format!(r#"{name}\s*=\s*(?:"(?:[^"]*\s)?|'(?:[^']*\s)?)?{}"#, literal(v))
        }
        AttrTest::Starts(v) => format!(r#"{name}\s*=\s*["']?\s*{}"#, literal(v)),
        AttrTest::Holds(v) => {
            format!(r#"{name}\s*=\s*(?:"[^"]*?|'[^']*?|[^"'\s>]*?){}"#, literal(v))
        }
    }
}

/// A tag name.
fn tag(name: &str) -> String {
    if name == ANY_HEADING {
        "[hH][1-6]".to_owned()
    } else {
        format!("(?i:{})", regex::escape(name))
    }
}

/// One token, with its first attribute test only: attributes may stand in any order.
fn token(p: &TokenPattern) -> String {
    match p {
        TokenPattern::Open { name, attrs, .. } => match attrs.first() {
            None => format!(r"<{}(?:\s[^>]*)?>", tag(name)),
            Some(a) if matches!(a.test, AttrTest::Starts(_) | AttrTest::Holds(_)) => {
                format!(r"<{}\s(?:[^>]*?\s)?{}[^>]*>", tag(name), attribute(a))
            }
            Some(a) => {
                format!(r#"<{}\s(?:[^>]*?\s)?{}(?:["'\s/=][^>]*)?>"#, tag(name), attribute(a))
            }
        },
        TokenPattern::Close { name } => format!(r"</{}\s*>", tag(name)),
        TokenPattern::Text(TextTest::Any) => r"[^<]*[^<\s]\s*".to_owned(),
        TokenPattern::Text(TextTest::Is(s)) => format!(r"\s*{}\s*", literal(s)),
        TokenPattern::Text(TextTest::Has(s)) => format!(r"[^<]*?{}", literal(s)),
    }
}

/// The start pattern of a record or field, as an expression that ends where the value starts.
pub fn start(tokens: &[TokenPattern], value: &Value) -> String {
    let mut out = FLAGS.to_owned();
    for (i, t) in tokens.iter().enumerate() {
        let last = i + 1 == tokens.len();
        if let (true, Value::Attr(attr), TokenPattern::Open { name, .. }) = (last, value, t) {
            let (tag, attr) = (tag(name), regex::escape(attr));
            let _ = write!(out, r#"<{tag}\s(?:[^>]*?\s)?(?i:{attr})\s*=\s*["']?"#);
            continue;
        }
        out.push_str(&token(t));
        if let TokenPattern::Open { around: true, .. } = t {
            out.push_str(".*?");
        } else if !last {
            out.push_str(GAP);
        }
    }
    if !matches!(tokens.last(), Some(TokenPattern::Text(TextTest::Has(_))))
        && !matches!(value, Value::Attr(_))
    {
        out.push_str(GAP);
    }
    out
}

/// An end pattern: any of several token lists; for attributes the closing quote.
pub fn end(alternatives: &[Vec<TokenPattern>], value: &Value) -> String {
    if matches!(value, Value::Attr(_)) {
        return r#"["'\s>]"#.to_owned();
    }
    let lists: Vec<String> = alternatives
        .iter()
        .map(|tokens| {
            let partial = matches!(tokens.first(), Some(TokenPattern::Text(TextTest::Has(_))));
            let mut list = if partial { String::new() } else { GAP.to_owned() };
            for (i, t) in tokens.iter().enumerate() {
                if i > 0 {
                    list.push_str(GAP);
                }
                match t {
                    TokenPattern::Text(TextTest::Has(s)) if i == 0 => list.push_str(&literal(s)),
                    t => list.push_str(&token(t)),
                }
            }
            list
        })
        .collect();
    match lists.as_slice() {
        [one] => format!("{FLAGS}{one}"),
        many => format!("{FLAGS}(?:{})", many.join("|")),
    }
}

/// The end lists a rule names, or for one that ends with its element the closing tag; None where
/// the start opens nothing.
pub fn own_ends(rule: &FieldRule) -> Option<Vec<Vec<TokenPattern>>> {
    if !rule.ends.is_empty() && rule.ends.iter().all(|e| !e.tokens.is_empty()) {
        return Some(rule.ends.iter().map(|e| e.tokens.clone()).collect());
    }
    match rule.start.last()? {
        TokenPattern::Open { name, .. } => {
            Some(vec![vec![TokenPattern::Close { name: name.clone() }]])
        }
        _ => None,
    }
}
