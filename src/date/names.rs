//! Lexing: numbers and month names in text. Everything else is what stands between them.

use std::collections::{HashMap, HashSet};
use std::sync::OnceLock;

/// What a lexeme is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Token {
    /// A run of digits: value and number of digits (more than six digits are no part of a date and
    /// end up as 7).
    Number(u32, u8),
    /// A month name: index into the table of names.
    Month(u32),
}

/// A number or a month name with its bytes in the text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lexeme {
    /// What it is.
    pub token: Token,
    /// First byte.
    pub start: usize,
    /// Byte behind the last.
    pub end: usize,
}

/// One written form of a month: which month it is in which languages.
#[derive(Debug)]
pub(super) struct Form {
    /// (month 1..=12, languages that mean it)
    pub meanings: Vec<(u32, Langs)>,
}

/// Codes of languages, as the table has them: with blanks between.
#[derive(Debug, Clone, Copy)]
pub(super) struct Langs(&'static str);

impl Langs {
    pub fn iter(self) -> impl Iterator<Item = &'static str> {
        self.0.split(' ')
    }
}

#[derive(Debug, Default)]
pub(super) struct Names {
    months: HashMap<&'static str, u32>,
    pub forms: Vec<Form>,
    particles: HashMap<&'static str, ()>,
    /// First words of the month names that have several parts (`tháng` năm, `d`’abril, `มี`.ค).
    beginnings: HashSet<&'static str>,
    /// Most signs of a month name written in a script without blanks.
    longest_sign_form: usize,
    /// The signs that such names begin with.
    first_signs: Vec<char>,
    /// By the first two letters of the names and first words that are [plain](plain_letters): a bit
    /// for each length.
    lengths: Vec<u64>,
}

static TABLE: &str = include_str!("../../rules/names.tsv");

pub(super) fn names() -> &'static Names {
    static NAMES: OnceLock<Names> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut n = Names::default();
        for line in TABLE.lines().filter(|l| !l.starts_with('#')) {
            let mut cells = line.split('\t');
            let (Some(kind), Some(number), Some(form), Some(langs)) =
                (cells.next(), cells.next(), cells.next(), cells.next())
            else {
                continue;
            };
            match (kind, number.parse::<u32>()) {
                ("month", Ok(number)) => {
                    let next = n.forms.len() as u32;
                    let id = *n.months.entry(form).or_insert(next);
                    if id == next {
                        n.forms.push(Form { meanings: Vec::new() });
                    }
                    if let Some(f) = n.forms.get_mut(id as usize) {
                        f.meanings.push((number, Langs(langs)));
                    }
                    if let Some(joint) = form.find(|c| !is_letter(c)) {
                        n.beginnings.insert(&form[..joint]);
                    }
                    if form.chars().any(is_sign) {
                        n.longest_sign_form = n.longest_sign_form.max(form.chars().count());
                        n.first_signs.extend(form.chars().next());
                    }
                }
                ("particle", _) => {
                    n.particles.insert(form, ());
                }
                _ => {}
            }
        }
        n.lengths.resize(1 << (2 * LETTER_BITS), 0);
        let first_words = n.months.keys().chain(&n.beginnings);
        for word in first_words.map(|w| w.as_bytes()).filter(|w| plain_letters(w) == w.len()) {
            n.lengths[first_letters(word)] |= length_bit(word);
        }
        n
    })
}

/// Bytes of the letters at the start of a text of which upper and lower case are one letter each,
/// as long as each other, and equal in their last [`LETTER_BITS`] bits: of ASCII, of Western
/// Europe, of Russian.
fn plain_letters(text: &[u8]) -> usize {
    let ascii = |text: &[u8]| text.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    let mut len = ascii(text);
    loop {
        len += match text[len..] {
            [0xc3, 0x97 | 0xb7, ..] => return len,
            [0xc3, _, ..] | [0xd0, 0x90..=0xbf, ..] | [0xd1, 0x80..=0x8f, ..] => 2,
            _ => return len,
        };
        len += ascii(&text[len..]);
    }
}

/// Bits that tell letters apart, whatever their case.
const LETTER_BITS: u32 = 5;

/// The first two letters of a plain word as one number.
fn first_letters(word: &[u8]) -> usize {
    // The last byte of each letter has these bits.
    let mut last = word.iter().filter(|b| **b < 0xc0);
    let mut letter = || last.next().map_or(0, |b| usize::from(*b) % (1 << LETTER_BITS));
    letter() << LETTER_BITS | letter()
}

fn length_bit(word: &[u8]) -> u64 {
    1 << word.len().min(u64::BITS as usize - 1)
}

impl Names {
    /// False for a word of plain letters that surely is no month's name and starts none.
    fn may_name(&self, word: &[u8]) -> bool {
        self.lengths[first_letters(word)] & length_bit(word) != 0
    }

    /// False for a sign that no month's name begins with.
    fn may_begin(&self, sign: char) -> bool {
        self.first_signs.contains(&sign)
    }

    /// The month a form means: in `lang` if that is known there, else where all languages agree.
    pub fn month(&self, form: u32, lang: Option<&str>) -> Option<u32> {
        let f = self.forms.get(form as usize)?;
        if let Some(lang) = lang
            && let Some((m, _)) =
                f.meanings.iter().find(|(_, langs)| langs.iter().any(|l| l == lang))
        {
            return Some(*m);
        }
        match f.meanings.as_slice() {
            [(m, _)] => Some(*m),
            _ => None,
        }
    }

    pub fn is_particle(&self, word: &str) -> bool {
        self.particles.contains_key(word)
    }
}

fn is_sign(c: char) -> bool {
    matches!(
        c,
        '\u{3040}'..='\u{30ff}'
            | '\u{3400}'..='\u{4dbf}'
            | '\u{4e00}'..='\u{9fff}'
            | '\u{f900}'..='\u{faff}'
    )
}

/// The [sign](is_sign) that a text begins with: each has three bytes.
fn sign_at(text: &[u8]) -> Option<char> {
    let [a @ 0xe3..=0xef, b, c, ..] = *text else { return None };
    let bits = |byte: u8| u32::from(byte & 0x3f);
    char::from_u32(u32::from(a & 0xf) << 12 | bits(b) << 6 | bits(c)).filter(|c| is_sign(*c))
}

/// True unless a text has no number in any script: then it has no day either.
pub(super) fn may_hold_number(text: &str) -> bool {
    // Digits of other scripts begin with these bytes; a sum has no branch, so that many bytes are
    // looked at in one step.
    let may = |b: &u8| u8::from(b.is_ascii_digit() | matches!(b, 0xd9 | 0xdb | 0xe0 | 0xef));
    text.as_bytes().chunks(64).any(|block| block.iter().map(may).sum::<u8>() > 0)
}

/// The lexemes of a text that may hold a day; none of one without numbers.
pub(crate) fn lex_numbered(text: &str) -> Vec<Lexeme> {
    if may_hold_number(text) { lex(text) } else { Vec::new() }
}

/// Letters with their marks: what a word is made of.
fn is_letter(c: char) -> bool {
    c.is_alphabetic() || unicode_normalization::char::is_combining_mark(c)
}

/// The value of a decimal digit of any script a blog may use.
pub(super) fn digit(c: char) -> Option<u32> {
    if c.is_ascii() {
        return c.to_digit(10);
    }
    const ZEROS: [u32; 8] = [0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xbe6, 0xe50, 0xff10];
    let c = c as u32;
    ZEROS.iter().find(|&&z| (z..z + 10).contains(&c)).map(|z| c - z)
}

/// Most characters of a text that is a day and nothing else.
const LONGEST_DAY: usize = 24;

/// True of a short text with two numbers of which one is a year, as days are written: no name of a
/// person.
///
/// ```
/// assert!(feedstone::internals::date::is_day("Mar 13, 2021"));
/// assert!(!feedstone::internals::date::is_day("0x7d ann"));
/// ```
pub fn is_day(text: &str) -> bool {
    if text.chars().nth(LONGEST_DAY).is_some() {
        return false;
    }
    let numbers: Vec<(u32, u8)> = lex(text)
        .into_iter()
        .filter_map(|l| if let Token::Number(n, d) = l.token { Some((n, d)) } else { None })
        .collect();
    numbers.len() >= 2
        && numbers.iter().any(|(n, digits)| *digits == 4 && super::YEARS.contains(&(*n as i32)))
}

/// The number of one or two digits that a text is, but for signs.
pub(crate) fn lone_number(text: &str) -> Option<u32> {
    if text.contains(char::is_alphabetic) {
        return None;
    }
    let [Lexeme { token: Token::Number(n, 1 | 2), .. }] = lex_numbered(text)[..] else {
        return None;
    };
    Some(n)
}

/// The numbers and month names of a text, in order, without times of day (`13:50`). Linear.
///
/// ```
/// use feedstone::internals::date::{lex, Token};
/// let lexed = lex("Posted 3rd février 2013");
/// assert_eq!(lexed.len(), 3);
/// assert_eq!(lexed[0].token, Token::Number(3, 1));
/// assert_eq!(lexed[2].token, Token::Number(2013, 4));
/// ```
pub fn lex(text: &str) -> Vec<Lexeme> {
    lexemes(text).collect()
}

/// As [`lex`], each when it is asked for.
pub(super) fn lexemes(text: &str) -> impl Iterator<Item = Lexeme> + '_ {
    let mut at = 0;
    std::iter::from_fn(move || next_lexeme(text, &mut at))
}

/// The next lexeme from a byte on, which moves behind it.
fn next_lexeme(text: &str, at: &mut usize) -> Option<Lexeme> {
    let (bytes, names) = (text.as_bytes(), names());
    while let Some(b) = bytes.get(*at) {
        // Nearly all of a text is signs and words that no date has; the steps below are dear.
        let len = plain_letters(&bytes[*at..]);
        let behind = *at + len;
        if len > 0 {
            let next = || text[behind..].chars().next();
            let ends = bytes.get(behind).is_none_or(u8::is_ascii)
                || next().is_some_and(|c| !is_letter(c) || is_sign(c));
            if ends && !names.may_name(&bytes[*at..behind]) {
                *at = behind;
                continue;
            }
        } else if b.is_ascii() && !b.is_ascii_digit() {
            *at += 1;
            continue;
        } else if let Some(sign) = sign_at(&bytes[*at..]).filter(|c| !names.may_begin(*c)) {
            *at += sign.len_utf8();
            continue;
        }
        let (lexeme, behind) = lexeme_at(text, *at);
        *at = behind;
        if lexeme.is_some() {
            return lexeme;
        }
    }
    None
}

/// What a text has at a byte, and the byte behind it.
fn lexeme_at(text: &str, start: usize) -> (Option<Lexeme>, usize) {
    let mut chars = text[start..].chars().peekable();
    let Some(&c) = chars.peek() else { return (None, text.len()) };
    let mut end = start;
    if digit(c).is_some() {
        let (mut value, mut digits) = (0u32, 0u8);
        while let Some(d) = chars.peek().and_then(|&c| digit(c)) {
            if digits < 6 {
                value = value * 10 + d;
            }
            digits = (digits + 1).min(7);
            end += chars.next().map_or(0, char::len_utf8);
        }
        let is_hour = digits <= 2 && !behind_number(&text.as_bytes()[..start]);
        if let Some(behind) = is_hour.then(|| time_of_day(text, end)).flatten() {
            return (None, behind);
        }
        return (Some(Lexeme { token: Token::Number(value, digits), start, end }), end);
    }
    let month = if is_sign(c) {
        end += c.len_utf8();
        sign_month(text, start)
    } else if c.is_alphabetic() {
        while let Some(c) = chars.next_if(|&c| !is_sign(c) && is_letter(c)) {
            end += c.len_utf8();
        }
        word_month(text, start, end)
    } else {
        end += c.len_utf8();
        None
    };
    match month {
        Some((form, end)) => (Some(Lexeme { token: Token::Month(form), start, end }), end),
        None => (None, end),
    }
}

/// True where a number and `:` or `/` stand directly ahead: `2013:05:03`, `03/05/13:10`.
fn behind_number(ahead: &[u8]) -> bool {
    matches!(ahead, [.., number, b':' | b'/'] if number.is_ascii_digit())
}

/// The byte behind a time of day of which the hour ends at `at`: `13:50`, `1:50:44`.
fn time_of_day(text: &str, mut at: usize) -> Option<usize> {
    let next = |at: usize| {
        let rest = text.as_bytes().get(at..)?.strip_prefix(b":")?;
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        (digits > 0).then_some(digits)
    };
    for parts in 0..2 {
        match next(at) {
            Some(2) => at += 3,
            None if parts > 0 => break,
            _ => return None,
        }
    }
    next(at).is_none().then_some(at)
}

/// No month name is longer, in bytes.
const LONGEST_NAME: usize = 48;

/// No month name has more words (`tháng mười hai`).
const MOST_WORDS: usize = 3;

/// The month that the word at `start..end` names, alone or with the words behind it: the longest
/// name counts.
fn word_month(text: &str, start: usize, end: usize) -> Option<(u32, usize)> {
    let names = names();
    let (alone, begins) = with_key(&text[start..end], |word| {
        (names.months.get(word).copied(), names.beginnings.contains(word))
    })?;
    let mut best = alone.map(|form| (form, end));
    let mut end = end;
    let words = if begins { MOST_WORDS } else { 1 };
    for _ in 1..words {
        let Some(joint) = text[end..].chars().next().filter(|&c| is_joint(c)) else { break };
        end += joint.len_utf8();
        end += letters(&text[end..]);
        let form = with_key(&text[start..end], |name| names.months.get(name).copied()).flatten();
        best = form.map(|form| (form, end)).or(best);
    }
    best
}

/// Bytes of the word at the start of `text`, as far as a name may reach.
fn letters(text: &str) -> usize {
    text.chars().take(LONGEST_NAME).take_while(|&c| is_letter(c)).map(char::len_utf8).sum()
}

/// What stands between the parts of a month name, or behind one that is cut short (`ינו׳`).
fn is_joint(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '\u{2019}' | '\u{5f3}' | '-' | '.')
}

/// A word or name as the table has it: lower case, composed, its blanks plain. None where it is too
/// long for a name.
fn with_key<T>(word: &str, look_up: impl FnOnce(&str) -> T) -> Option<T> {
    use unicode_normalization::{IsNormalized, UnicodeNormalization, is_nfc_quick};
    if word.len() > LONGEST_NAME {
        return None;
    }
    if word.is_ascii() && !word.contains(is_joint) {
        let mut lower = [0u8; LONGEST_NAME];
        let lower = lower.get_mut(..word.len())?;
        lower.copy_from_slice(word.as_bytes());
        lower.make_ascii_lowercase();
        return std::str::from_utf8(lower).ok().map(look_up);
    }
    // Of the whole word, as sigma is another letter at its end.
    let composed = is_nfc_quick(word.chars()) == IsNormalized::Yes;
    let lower =
        if composed { word.to_lowercase() } else { word.nfc().collect::<String>().to_lowercase() };
    Some(look_up(&lower.replace(char::is_whitespace, " ")))
}

fn sign_month(text: &str, start: usize) -> Option<(u32, usize)> {
    let names = names();
    let mut best = None;
    for (count, (i, c)) in text[start..].char_indices().enumerate() {
        if count >= names.longest_sign_form || !is_sign(c) {
            break;
        }
        let end = start + i + c.len_utf8();
        if let Some(&form) = names.months.get(&text[start..end]) {
            best = Some((form, end));
        }
    }
    best
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_is_passed_over() {
        for form in names().months.keys() {
            for text in [form.to_string(), form.to_uppercase(), format!("x {form} 3")] {
                let found = lex(&text).into_iter().any(|l| matches!(l.token, Token::Month(_)));
                let start = if text.starts_with('x') { 2 } else { 0 };
                let word = start + letters(&text[start..]);
                let known = is_sign(text[start..].chars().next().unwrap_or(' '))
                    || word_month(&text, start, word).is_some();
                assert!(found || !known, "{text}");
            }
        }
        assert!(!names().may_name(b"which") && names().may_name(b"MARCH"));
    }
}
