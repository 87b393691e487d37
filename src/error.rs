//! The one error type of the library.

use std::fmt;

/// What went wrong, where, and what was expected.
///
/// Pages never fail to parse, so there is no kind for them. Errors in feeds and rule files carry
/// the place (1-based line and column) at which reading stopped.
#[derive(Debug)]
pub struct Error {
    kind: Kind,
    /// Where, in words: a file's name, an address; empty where nothing was said.
    context: String,
    what: String,
    place: Option<Place>,
    status: Option<u16>,
    source: Option<Box<dyn std::error::Error + Send + Sync>>,
}

/// The area an [`Error`] comes from; decides the exit code of the command line.
///
/// Whoever matches on it must say what to do with kinds that come later.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Kind {
    /// Reading or writing a file failed.
    Io,
    /// A URL could not be fetched: no such page, refused, too large, timed out.
    Fetch,
    /// A WARC file is damaged.
    Warc,
    /// No feed, an unreadable feed, or a feed without items.
    Feed,
    /// A rule file is not what `rules/rules.xsd` describes.
    Rules,
    /// Nothing could be learned.
    Learn,
    /// A word that is the name of nothing: of no field, no layout's kind, no witness.
    Name,
}

/// A place in a text file. Line and column count from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Place {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// The place of a byte offset in `bytes` (an offset past the end is the end).
    ///
    /// ```
    /// let p = feedstone::internals::error::Place::of(b"ab\ncd", 4);
    /// assert_eq!((p.line, p.column), (2, 2));
    /// ```
    pub fn of(bytes: &[u8], offset: usize) -> Place {
        let head = &bytes[..offset.min(bytes.len())];
        let start = head.iter().rposition(|&b| b == b'\n').map_or(0, |i| i + 1);
        let line = head.iter().filter(|&&b| b == b'\n').count() as u32 + 1;
        Place { line, column: String::from_utf8_lossy(&head[start..]).chars().count() as u32 + 1 }
    }
}

/// As compilers write it: `line:column`.
impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Error {
    /// An error of a kind with the sentence a person reads.
    pub fn new(kind: Kind, what: impl Into<String>) -> Error {
        let context = String::new();
        Error { kind, context, what: what.into(), place: None, status: None, source: None }
    }

    /// The same error with the place it happened at.
    #[doc(hidden)]
    pub fn at(mut self, place: Place) -> Error {
        self.place = Some(place);
        self
    }

    /// The same error with the status that a server answered.
    pub fn answered(mut self, status: u16) -> Error {
        self.status = Some(status);
        self
    }

    /// The same error with its cause.
    pub fn because(mut self, source: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        self.source = Some(source.into());
        self
    }

    /// The same error, its sentence preceded by `context` (a file name, a URL).
    pub fn within(mut self, context: impl fmt::Display) -> Error {
        self.context = match self.context.as_str() {
            "" => context.to_string(),
            inner => format!("{context}: {inner}"),
        };
        self
    }

    /// The area the error comes from.
    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// Line and column, both from 1, where the error has a place of its own in a text; the column
    /// counts characters.
    ///
    /// ```
    /// let wrong = "<rules>\n  <salt/>\n</rules>".parse::<feedstone::Wrapper>();
    /// assert_eq!(wrong.unwrap_err().place(), Some((1, 1)));
    /// ```
    pub fn place(&self) -> Option<(u32, u32)> {
        self.place.map(|p| (p.line, p.column))
    }

    /// The status that a server answered in place of a page, where it was one: 404, say.
    ///
    /// ```
    /// use feedstone::{Error, ErrorKind};
    /// let gone = Error::new(ErrorKind::Fetch, "https://blog.example/: gone").answered(410);
    /// assert_eq!(gone.status(), Some(410));
    /// ```
    pub fn status(&self) -> Option<u16> {
        self.status
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.context.as_str(), self.place) {
            ("", None) => f.write_str(&self.what),
            ("", Some(p)) => write!(f, "{p}: {}", self.what),
            (context, None) => write!(f, "{context}: {}", self.what),
            (context, Some(p)) => write!(f, "{context}:{p}: {}", self.what),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_deref().map(|e| e as _)
    }
}
