//! Learning as one calls it: a blog that was gathered, or an address, to rules.

use super::{Blog, Learned, Relearned, learn, learn_without_feed, relearn};
use crate::Error;
use crate::error::Kind;
use crate::rule::Wrapper;
use crate::source::Source;

impl Blog {
    /// Learn what its pages show. Pure: no I/O, deterministic.
    ///
    /// Always gives a wrapper; what could not be learned is among the findings. Of a blog that was
    /// gathered without a feed the records of its home page stand in for one.
    pub fn learn(&self) -> Learned {
        if self.without_feed { learn_without_feed(self) } else { learn(self) }
    }

    /// What went wrong or was mended on the way, in words.
    pub fn warnings(&self) -> impl Iterator<Item = &str> {
        self.feed.repairs.iter().chain(&self.notes).map(String::as_str)
    }
}

impl Learned {
    /// The wrapper, where it has rules.
    ///
    /// # Errors
    /// Kind `Learn` where nothing could be learned, and why.
    pub fn into_wrapper(self) -> Result<Wrapper, Error> {
        if !self.wrapper.layouts.is_empty() {
            return Ok(self.wrapper);
        }
        let reasons = self.findings.iter().filter(|f| !f.why().is_empty());
        let reasons: Vec<String> =
            reasons.map(|f| format!("{} pages: {}", f.kind.name(), f.why())).collect();
        let (home, why) = (&self.wrapper.home, reasons.join("; "));
        Err(Error::new(Kind::Learn, format!("{home}: nothing could be learned; {why}")))
    }
}

impl Wrapper {
    /// Learn a blog from its feed, which its home page names: [`Blog::gather`], then
    /// [`Blog::learn`].
    ///
    /// # Errors
    /// The home page cannot be had (`Fetch`), no feed can be read (`Feed`), or nothing could be
    /// learned (`Learn`).
    ///
    /// ```
    /// use feedstone::{Wrapper, source::Dir};
    /// let folder = Dir::open("samples/garden-notes", None)?;
    /// let rules = Wrapper::learn(&folder, folder.base())?;
    /// assert_eq!(rules.title(), Some("Garden Notes"));
    /// # Ok::<(), feedstone::Error>(())
    /// ```
    pub fn learn(source: &dyn Source, home: &str) -> Result<Wrapper, Error> {
        Blog::gather(source, home, None, &mut |_| ())?.learn().into_wrapper()
    }

    /// The same without a feed: from the records of the home page and the pages that they link to.
    ///
    /// # Errors
    /// As [`learn`](Self::learn).
    pub fn learn_without_feed(source: &dyn Source, home: &str) -> Result<Wrapper, Error> {
        Blog::gather_without_feed(source, home, &mut |_| ())?.learn().into_wrapper()
    }

    /// Learn a redesigned blog anew, beside what is known of it: new layouts are taken where they
    /// read items right that were held out of learning. Pure.
    ///
    /// # Errors
    /// Kind `Learn`, with the check that failed.
    pub fn relearn(&self, blog: &Blog) -> Result<Relearned, Error> {
        relearn(self, blog).map_err(|why| Error::new(Kind::Learn, why))
    }
}
