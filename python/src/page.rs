//! HTML as Python has it.

use std::borrow::Cow;

use encoding_rs::Encoding;
use feedstone::Page;
use pyo3::exceptions::{PyLookupError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyByteArray, PyBytes, PyString};

/// A page, not parsed yet: parsing is done while the interpreter is released.
pub enum Html<'a> {
    /// Text. Lone surrogates, which are no text, became U+FFFD: no page fails.
    Text(Cow<'a, str>),
    /// Bytes as a server sends them.
    Bytes(Cow<'a, [u8]>),
}

impl<'a> Html<'a> {
    /// From a Python `str`, `bytes` or `bytearray`.
    pub fn of(given: &'a Bound<'_, PyAny>) -> PyResult<Html<'a>> {
        if let Ok(text) = given.cast::<PyString>() {
            return Ok(Html::Text(text.to_string_lossy()));
        }
        if let Ok(bytes) = given.cast::<PyBytes>() {
            return Ok(Html::Bytes(Cow::Borrowed(bytes.as_bytes())));
        }
        // Others may write into a bytearray.
        if let Ok(bytes) = given.cast::<PyByteArray>() {
            return Ok(Html::Bytes(Cow::Owned(bytes.to_vec())));
        }
        let found = given.get_type().name()?;
        Err(PyTypeError::new_err(format!("expected HTML as str or bytes, found {found}")))
    }

    /// Parse it. `kind` is the content type that the server said.
    pub fn parse(&self, kind: Option<&str>, url: &str) -> Page {
        match self {
            Html::Text(text) => Page::parse(text),
            Html::Bytes(bytes) => Page::from_bytes(bytes, kind, url),
        }
    }

    /// Its bytes, of text with the mark of UTF-8 ahead: nothing else need say what they are.
    pub fn marked(&self) -> Vec<u8> {
        match self {
            Html::Text(text) => format!("\u{feff}{text}").into_bytes(),
            Html::Bytes(bytes) => bytes.to_vec(),
        }
    }

    /// Its bytes.
    pub fn bytes(&self) -> &[u8] {
        match self {
            Html::Text(text) => text.as_bytes(),
            Html::Bytes(bytes) => bytes,
        }
    }
}

/// The content type that says a charset.
pub fn content_type(charset: Option<&str>) -> PyResult<Option<String>> {
    let Some(charset) = charset else { return Ok(None) };
    let Some(encoding) = Encoding::for_label(charset.as_bytes()) else {
        return Err(PyLookupError::new_err(format!(
            "expected a charset's name as HTML knows it, such as utf-8 or shift_jis, found \
             {charset:?}; leave it out where the server names none"
        )));
    };
    Ok(Some(format!("text/html; charset={}", encoding.name())))
}
