//! A wrapper as a program keeps it: read from a file and written, asked what it holds.

use std::fmt;
use std::io;
use std::path::Path;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::{Evidence, Extraction, LayoutKind, Reading, Wrapper, xml};
use crate::Error;
use crate::entry::Field;
use crate::error::Kind;
use crate::file;
use crate::page::Page;

/// A layout of a wrapper, and how surely it is read.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Known {
    /// Its name, unique in the wrapper.
    pub name: String,
    /// List or entry pages.
    pub kind: LayoutKind,
    /// The fields that it has rules for, each with what speaks for the rule tried first.
    pub fields: Vec<(Field, Evidence)>,
}

impl Wrapper {
    /// Read a rule file.
    ///
    /// # Errors
    /// Kind `Io` where the file cannot be read, kind `Rules` with line and column where it is not
    /// what `rules/rules.xsd` describes.
    ///
    /// ```
    /// let rules = feedstone::Wrapper::load("rules/garden-notes.xml")?;
    /// assert_eq!(rules.home(), "https://garden-notes.example/");
    /// # Ok::<(), feedstone::Error>(())
    /// ```
    pub fn load(path: impl AsRef<Path>) -> Result<Wrapper, Error> {
        let path = path.as_ref();
        let bytes = file::read(path, xml::MAX_BYTES as u64)?;
        xml::read(&String::from_utf8_lossy(&bytes)).map_err(|e| e.within(path.display()))
    }

    /// Write the rules into a file, whole or not at all; into a device or pipe as it is.
    ///
    /// # Errors
    /// Kind `Io` where it cannot be written.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), Error> {
        let path = path.as_ref();
        let written = file::write(path, |out| out.write_all(xml::write(self).as_bytes()));
        written.map_err(|e: io::Error| {
            let what = format!("{}: expected a place for a rule file: {e}", path.display());
            Error::new(Kind::Io, what).because(e)
        })
    }

    /// The blog's home page.
    pub fn home(&self) -> &str {
        &self.home
    }

    /// The feed that it was learned from, where there was one.
    pub fn feed(&self) -> Option<&str> {
        Some(self.feed.as_str()).filter(|f| !f.is_empty())
    }

    /// The blog's title, where the feed names it.
    pub fn title(&self) -> Option<&str> {
        self.title.as_deref()
    }

    /// The main language of its dates.
    pub fn lang(&self) -> Option<&str> {
        self.lang.as_deref()
    }

    /// The program that learned it, with its version.
    pub fn learner(&self) -> &str {
        &self.learner
    }

    /// What it has layouts for; nothing where nothing could be learned.
    pub fn layouts(&self) -> Vec<Known> {
        let known = |l: &super::Layout| {
            let mut fields: Vec<(Field, Evidence)> = Vec::new();
            for rule in &l.fields {
                if fields.iter().all(|f| f.0 != rule.field) {
                    fields.push((rule.field, rule.evidence));
                }
            }
            Known { name: l.name.clone(), kind: l.kind, fields }
        };
        self.layouts.iter().map(known).collect()
    }

    /// All readings of a page, the best first: what [`extract`](Self::extract) chose among, with
    /// what speaks for each and against it as its `why`. Empty where `url` is no absolute address.
    ///
    /// ```
    /// use feedstone::{Page, Wrapper};
    /// let rules = Wrapper::load("rules/garden-notes.xml")?;
    /// let page = Page::parse("<p>Nothing of that blog.");
    /// let readings = rules.explain(&page, "https://garden-notes.example/about/");
    /// assert!(readings.iter().all(|reading| reading.score <= 0.0));
    /// # Ok::<(), feedstone::Error>(())
    /// ```
    pub fn explain(&self, page: &Page, url: &str) -> Vec<Extraction> {
        let mut readings = self.readings(page, url);
        readings.sort_by(|a, b| b.score().total_cmp(&a.score()));
        let told = |reading: Reading| {
            let why = reading.explain();
            reading.told(why)
        };
        readings.into_iter().map(told).collect()
    }
}

/// Rules as XML, see `rules/README.md` in the repository.
impl fmt::Display for Wrapper {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&xml::write(self))
    }
}

/// From rules as XML.
impl FromStr for Wrapper {
    type Err = Error;

    fn from_str(text: &str) -> Result<Wrapper, Error> {
        xml::read(text)
    }
}

/// As a text, which is its XML.
impl Serialize for Wrapper {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Wrapper {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Wrapper, D::Error> {
        String::deserialize(from)?.parse().map_err(de::Error::custom)
    }
}
