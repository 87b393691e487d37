//! Objects of JSON written field by field, their texts many bytes in a step: what a page gave is
//! mostly texts, and few of their letters have to be escaped.

use super::steers;

/// How many bytes are looked at in one step.
const STEP: usize = 32;

/// An object of JSON in the making.
pub(super) struct Object(String);

impl Object {
    /// `size`: about how many bytes its texts have.
    pub fn new(size: usize) -> Object {
        let mut text = String::with_capacity(size + size / 16 + 256);
        text.push('{');
        Object(text)
    }

    /// A field with a text, where there is one. Names have nothing to escape.
    pub fn text(&mut self, name: &str, value: Option<&str>) {
        if let Some(value) = value {
            self.name(name);
            quote(value, &mut self.0);
        }
    }

    /// A field with a list of texts, where there is one.
    pub fn texts(&mut self, name: &str, values: Option<&[String]>) {
        let Some(values) = values else { return };
        self.name(name);
        self.0.push('[');
        for (k, value) in values.iter().enumerate() {
            self.0.push_str(if k > 0 { "," } else { "" });
            quote(value, &mut self.0);
        }
        self.0.push(']');
    }

    fn name(&mut self, name: &str) {
        self.0.push_str(if self.0.len() > 1 { ",\"" } else { "\"" });
        self.0.push_str(name);
        self.0.push_str("\":");
    }

    pub fn finish(mut self) -> String {
        self.0.push('}');
        self.0
    }
}

/// Appends a text as JSON writes it; what steers a terminal is escaped, too.
fn quote(text: &str, out: &mut String) {
    out.push('"');
    // What is ahead of this is written.
    let mut written = 0;
    for (k, step) in text.as_bytes().chunks(STEP).enumerate() {
        // Without a branch, so that a step is a few instructions.
        if !step.iter().fold(false, |any, b| any | may_need_escape(*b)) {
            continue;
        }
        for (i, _) in step.iter().enumerate().filter(|(_, b)| may_need_escape(**b)) {
            let at = k * STEP + i;
            let Some(c) = text[at..].chars().next().filter(|c| needs_escape(*c)) else { continue };
            out.push_str(&text[written..at]);
            escape(c, out);
            written = at + c.len_utf8();
        }
    }
    out.push_str(&text[written..]);
    out.push('"');
}

/// May a character that begins with this byte have to be escaped? True of first bytes alone.
fn may_need_escape(b: u8) -> bool {
    (b < b' ') | (b == b'"') | (b == b'\\') | (b == 0x7f) | (b == 0xc2) | (b == 0xd8) | (b == 0xe2)
}

fn needs_escape(c: char) -> bool {
    matches!(c, '"' | '\\' | '\t' | '\n') || steers(c)
}

fn escape(c: char, out: &mut String) {
    match c {
        '"' => out.push_str("\\\""),
        '\\' => out.push_str("\\\\"),
        '\n' => out.push_str("\\n"),
        '\t' => out.push_str("\\t"),
        '\r' => out.push_str("\\r"),
        '\u{8}' => out.push_str("\\b"),
        '\u{c}' => out.push_str("\\f"),
        c => out.push_str(&format!("\\u{:04x}", c as u32)),
    }
}

#[cfg(test)]
mod tests {
    use super::super::unsteered;
    use super::*;

    fn quoted(text: &str) -> String {
        let mut out = String::new();
        quote(text, &mut out);
        out
    }

    /// What a library says, and then what steers.
    fn expected(text: &str) -> String {
        unsteered(&serde_json::Value::from(text).to_string()).into_owned()
    }

    #[test]
    fn each_character_is_written_as_the_library_writes_it() {
        for c in (0..=0x10_ffff).filter_map(char::from_u32) {
            let text = format!("a{c}z");
            assert_eq!(quoted(&text), expected(&text), "{c:?}");
        }
    }

    #[test]
    fn signs_are_found_wherever_they_stand_in_a_step() {
        for sign in ["\"", "\\", "\n", "\u{7f}", "\u{85}", "\u{202e}", "“", "؟"] {
            for ahead in ["a", "é", "’", "字"] {
                for n in 0..2 * STEP {
                    let text = format!("{}{sign}{sign}z", ahead.repeat(n));
                    assert_eq!(quoted(&text), expected(&text), "{n} {sign:?}");
                }
            }
        }
    }

    #[test]
    fn an_object_has_the_fields_that_are_there() {
        let mut object = Object::new(0);
        object.text("title", None);
        assert_eq!(Object::new(0).finish(), "{}");
        object.text("link", Some("/a"));
        object.texts("tags", Some(&["a".to_owned(), "\"b\"".to_owned()]));
        object.texts("none", Some(&[]));
        assert_eq!(object.finish(), r#"{"link":"/a","tags":["a","\"b\""],"none":[]}"#);
    }
}
