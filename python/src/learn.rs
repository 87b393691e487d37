//! From a source to rules.

use std::path::PathBuf;

use feedstone::learn::Blog;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::errors::{raised, warn};
use crate::kept::Kept;
use crate::response::Response;
use crate::source::{Paths, Place, Watched, web};
use crate::wrapper::Wrapper;

/// Learn how a blog's pages are built, from its feed, its home page and the pages of the feed's
/// items.
///
/// home is the address of the blog's home page. Pages come from the web, unless a folder of saved
/// pages is given (then home is the address that it was saved from, if the folder does not say
/// it), or warc: WARC or WACZ files, one or a list, or pages: a list of Response, the feed among
/// them. feed is the feed's address, where the home page
/// does not name it; without_feed learns from the home page's records alone.
///
/// Of the web can be said, too: user_agent, delay (seconds between two requests to a host, 1),
/// timeout (30), headers (a dict), allow_private (False: what pages name cannot lead into private
/// networks). What robots.txt forbids is not asked.
///
/// Raises FetchError, FeedError, IoError, WarcError, and LearnError where no rules came of it. What
/// was mended on the way is a UserWarning.
///
/// >>> import feedstone
/// >>> feedstone.learn(folder="samples/garden-notes")
/// <Wrapper of https://garden-notes.example/: list, entry>
/// >>> feedstone.learn("https://garden-notes.example/", warc="samples/garden-notes.warc.gz").title
/// 'Garden Notes'
#[pyfunction]
#[pyo3(signature = (
    home=None, *, feed=None, folder=None, warc=None, pages=None, without_feed=false, **web
))]
#[allow(clippy::too_many_arguments, reason = "they are keywords")]
pub fn learn(
    py: Python<'_>,
    home: Option<&str>,
    feed: Option<&str>,
    folder: Option<PathBuf>,
    warc: Option<Paths>,
    pages: Option<Vec<PyRef<'_, Response>>>,
    without_feed: bool,
    web: Option<&Bound<'_, PyDict>>,
) -> PyResult<Wrapper> {
    let mut options = self::web(web, &[home, feed])?;
    options.robots = true;
    let kept = pages.map(|pages| Kept::new(pages.iter().map(|page| page.own()).collect()));
    let (place, home) = match (kept, home) {
        (None, _) => Place::open(py, home, folder, warc, options)?,
        (Some(kept), Some(home)) if folder.is_none() && warc.is_none() => {
            (Place::Stored(Box::new(kept)), home.to_owned())
        }
        _ => {
            let what = "expected pages= with the address of the blog's home page, and no other \
                        place that pages come from";
            return Err(PyValueError::new_err(what));
        }
    };
    let source = Watched::new(place.source());
    let gathered = py.detach(|| match without_feed {
        true => Blog::gather_without_feed(&source, &home, &mut |_| ()),
        false => Blog::gather(&source, &home, feed, &mut |_| ()),
    });
    source.interrupted()?;
    let blog = gathered.map_err(raised)?;
    for warning in blog.warnings() {
        warn(py, warning)?;
    }
    let rules = py.detach(|| blog.learn().into_wrapper()).map_err(raised)?;
    Ok(Wrapper { rules })
}
