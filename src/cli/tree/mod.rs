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

use super::args::From;
use super::io::open;
use crate::page::Page;

pub use content::run as run_content;
pub use instances::run as run_instances;
pub use measure::{run_cluster, run_distance};
pub use news::run as run_news;
pub use records::run as run_records;
pub use sections::run as run_sections;
pub use taxonomy::run as run_taxonomy;

/// Largest page after decompression; the same limit as for pages from the web.
const MAX_BYTES: u64 = 64 << 20;

/// A page with the name that stands for it in the output: the file's without `.html` or `.html.gz`, or the address.
struct Named {
    name: String,
    page: Page,
    /// Its address; an invalid one for files.
    url: String,
}

/// The address of pages that have none.
const NO_ADDRESS: &str = "https://page.invalid/";

/// A file's bytes, unpacked where its name ends in `.gz`.
fn bytes_of(path: &Path) -> anyhow::Result<Vec<u8>> {
    let file = std::fs::File::open(path).with_context(|| path.display().to_string())?;
    let mut bytes = Vec::new();
    if path.extension().is_some_and(|e| e == "gz") {
        let read = flate2::read::MultiGzDecoder::new(file).take(MAX_BYTES).read_to_end(&mut bytes);
        read.with_context(|| format!("{}: expected gzip", path.display()))?;
    } else {
        file.take(MAX_BYTES).read_to_end(&mut bytes).with_context(|| path.display().to_string())?;
    }
    Ok(bytes)
}

fn load(what: &str, from: &From) -> anyhow::Result<Named> {
    let path = Path::new(what);
    if from.warc.is_none() && from.dir.is_none() && path.is_file() {
        let bytes = bytes_of(path)?;
        let name = path.file_name().map_or(what.to_owned(), |n| n.to_string_lossy().into_owned());
        let name = name.trim_end_matches(".gz").trim_end_matches(".html").to_owned();
        let url = NO_ADDRESS.to_owned();
        return Ok(Named { page: Page::from_bytes(&bytes, None, &url), name, url });
    }
    let (source, _) = open(from, None)?;
    let r = source.get(what)?;
    Ok(Named { page: Page::from_bytes(&r.bytes, r.content_type(), &r.url), name: what.to_owned(), url: r.url })
}
