//! The commands of the tree methods on pages, as JSON Lines.

pub mod args;
mod content;
mod instances;
mod measure;
mod news;
mod records;
mod sections;
mod taxonomy;

use std::io::Read;
use std::path::Path;

use anyhow::Context;
use url::Url;

use super::args::From;
use super::files;
use super::io::{is_file, open};
use crate::address::bare;
use crate::page::Page;
use crate::source::Source;

pub use content::run as run_content;
pub use instances::run as run_instances;
pub use measure::{run_cluster, run_distance};
pub use news::run as run_news;
pub use records::run as run_records;
pub use sections::run as run_sections;
pub use taxonomy::run as run_taxonomy;

/// A page with the name that stands for it in the output: the file's without `.html` or `.html.gz`,
/// or the address.
struct Named {
    name: String,
    page: Page,
    /// Its address; for a file the one it says it has, else an invalid one.
    url: String,
}

/// The address of pages that have none.
const NO_ADDRESS: &str = "https://page.invalid/";

/// A file's bytes, unpacked where its name ends in `.gz`.
fn bytes_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    let packed = files::read(path, files::MAX_BYTES)?;
    if path.extension().is_none_or(|e| e != "gz") {
        return Ok(packed);
    }
    let mut bytes = Vec::new();
    let unpacked = flate2::read::MultiGzDecoder::new(&packed[..]);
    let read = unpacked.take(files::MAX_BYTES).read_to_end(&mut bytes);
    read.with_context(|| format!("{}: expected gzip", path.display()))?;
    Ok(bytes)
}

/// The pages of a run: files, or addresses in one source that is opened once.
struct Pages<'a> {
    from: &'a From,
    source: Option<Box<dyn Source>>,
}

impl<'a> Pages<'a> {
    fn new(from: &'a From) -> Pages<'a> {
        Pages { from, source: None }
    }

    fn load(&mut self, what: &str) -> anyhow::Result<Named> {
        let path = Path::new(what);
        if is_file(self.from, path) {
            let bytes = bytes_of(path)?;
            let name =
                path.file_name().map_or(what.to_owned(), |n| n.to_string_lossy().into_owned());
            let name = name.trim_end_matches(".gz").trim_end_matches(".html").to_owned();
            let page = Page::from_bytes(&bytes, None, NO_ADDRESS);
            let url = own_address(&page).unwrap_or_else(|| NO_ADDRESS.to_owned());
            return Ok(Named { page, name, url });
        }
        let source = match &mut self.source {
            Some(source) => source,
            None => self.source.insert(open(self.from, None, &[what])?.0),
        };
        let r = source.get(what)?;
        Ok(Named {
            page: Page::from_bytes(&r.bytes, r.content_type(), &r.url),
            // Without a login, as everything that is printed.
            name: bare(what),
            url: r.url,
        })
    }
}

/// The address that a page says it has.
fn own_address(page: &Page) -> Option<String> {
    let says = |i: usize| match (page.tag(i), page.attr(i, "rel"), page.attr(i, "property")) {
        ("link", Some("canonical"), _) => page.attr(i, "href"),
        ("meta", _, Some("og:url")) => page.attr(i, "content"),
        ("base", ..) => page.attr(i, "href"),
        _ => None,
    };
    let address =
        |s: &str| Url::parse(s).ok().filter(|u| u.host_str().is_some()).map(|u| u.to_string());
    (0..page.len()).filter_map(says).find_map(address)
}
