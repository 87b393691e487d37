//! Pages from a saved folder, whose files lie as the URLs say.
//!
//! | address below the base | file |
//! |---|---|
//! | nothing, or ending in `/` | `index.html` (or `index.htm`) in that folder |
//! | `foo` | `foo`, else `foo.html`, else `foo/index.html` |
//! | `foo?p=1` | `foo?p=1`; `foo/?p=1` is `foo/index.html?p=1` |
//!
//! That is what wget writes. Nothing outside the folder is ever read, whatever an address or a link
//! says.

use std::borrow::Cow;
use std::ffi::OsStr;
use std::fs::{self, File};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

use percent_encoding::percent_decode_str;
use url::Url;

use super::{Response, Source};
use crate::Error;
use crate::address::{bare, without_login};
use crate::error::Kind;

/// Bytes of one file, as many as `source::http` reads: a page that could be fetched can be read
/// when saved.
pub const MAX_BYTES: u64 = 10_000_000;

/// Files in one folder, some 200 MB of names. More are a mistake, such as `/` given as the folder.
const MAX_FILES: usize = 1_000_000;

/// Bytes looked at to tell a page from a feed, or from anything else: XML declarations and comments
/// come first.
const SNIFF: usize = 1024;

/// The file in the folder that holds the base URL, on one line.
const BASE_FILE: &str = "base.url";

/// The names of a folder's own page, in the order they are looked for.
const INDEX: [&str; 2] = ["index.html", "index.htm"];

/// A saved folder.
///
/// ```
/// use feedstone::source::{Dir, Source};
/// let path = std::env::temp_dir().join("feedstone-doc-example");
/// std::fs::create_dir_all(path.join("2009"))?;
/// std::fs::write(path.join("2009/index.html"), "<p>Hi")?;
/// let saved = Dir::open(&path, Some("https://example.org/blog/"))?;
/// assert_eq!(saved.get("https://example.org/blog/2009/")?.bytes, b"<p>Hi");
/// # std::fs::remove_dir_all(&path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Dir {
    /// Without symbolic links.
    root: PathBuf,
    /// Ends in a slash; no query, no fragment.
    base: Url,
}

impl Dir {
    /// Open a folder that was saved from `base_url`, or from the address in its file `base.url`.
    ///
    /// # Errors
    /// Kind `Io` where the folder cannot be read or no base URL is known, or it is no address of
    /// the web.
    pub fn open(path: impl AsRef<Path>, base_url: Option<&str>) -> Result<Dir, Error> {
        let path = path.as_ref();
        let root = path.canonicalize().map_err(|e| unreadable(path, e))?;
        if !root.is_dir() {
            return Err(Error::new(
                Kind::Io,
                format!("{}: expected a folder, found a file", path.display()),
            ));
        }
        let saved;
        let base = match base_url {
            Some(base) => base,
            None => {
                let file = root.join(BASE_FILE);
                // A link would let a folder of others name any file of this machine.
                if !file.symlink_metadata().is_ok_and(|f| f.is_file()) {
                    let what = format!(
                        "{}: expected the address this folder was saved from; give the base URL \
                         (--base), or write it into {}",
                        path.display(),
                        file.display()
                    );
                    return Err(Error::new(Kind::Io, what));
                }
                let bytes = read(&file)?;
                saved = String::from_utf8_lossy(&bytes).into_owned();
                saved
                    .trim_start_matches('\u{feff}')
                    .lines()
                    .map(str::trim)
                    .find(|line| !line.is_empty())
                    .unwrap_or_default()
            }
        };
        let wrong = |found: String| {
            let what = format!(
                "{}: expected a base URL such as https://example.org/blog/, found `{}`: {found}",
                path.display(),
                bare(base.trim()).escape_debug()
            );
            Error::new(Kind::Io, what)
        };
        let mut base = Url::parse(base.trim()).map_err(|e| wrong(e.to_string()).because(e))?;
        if !matches!(base.scheme(), "http" | "https") {
            return Err(wrong("not an http or https address".to_owned()));
        }
        // It becomes a part of all addresses that are read, and nobody is asked.
        base = without_login(base);
        base.set_query(None);
        base.set_fragment(None);
        if !base.path().ends_with('/') {
            base.set_path(&format!("{}/", base.path()));
        }
        Ok(Dir { root, base })
    }

    /// The base URL; it ends in a slash.
    pub fn base(&self) -> &str {
        self.base.as_str()
    }

    /// The part of an address below the base. The scheme and `www.` do not count: a saved copy has
    /// one of each.
    fn below<'a>(&self, url: &'a Url) -> Option<&'a str> {
        let host = |url: &Url| {
            url.host_str().map(|host| host.strip_prefix("www.").unwrap_or(host).to_owned())
        };
        if !matches!(url.scheme(), "http" | "https")
            || host(url) != host(&self.base)
            || url.port() != self.base.port()
        {
            return None;
        }
        let base = self.base.path();
        match url.path().strip_prefix(base) {
            Some(rest) => Some(rest),
            None => (base.strip_suffix('/') == Some(url.path())).then_some(""),
        }
    }

    /// The address of a file, which may have a query in its name; `names` lead to it from the root.
    fn address(&self, names: &[&str]) -> Option<Url> {
        let (last, folders) = names.split_last()?;
        let (page, query) = match last.split_once('?') {
            Some((page, query)) => (page, Some(query)),
            None => (*last, None),
        };
        let page = if INDEX.contains(&page) { "" } else { page };
        let mut url = self.base.clone();
        url.path_segments_mut().ok()?.pop_if_empty().extend(folders).push(page);
        url.set_query(query);
        Some(url)
    }

    /// A file listed by [`Source::pages`]; none if it cannot be a page and is too large to look at.
    fn listed(&self, path: &Path) -> Option<Result<Response, Error>> {
        let within = path.strip_prefix(&self.root).ok()?;
        let names: Option<Vec<&str>> = within.iter().map(OsStr::to_str).collect();
        let Some(url) = names.as_deref().and_then(|names| self.address(names)) else {
            let what = format!(
                "{}: expected a file name in UTF-8, to make an address of; rename the file",
                path.display()
            );
            return Some(Err(Error::new(Kind::Io, what)));
        };
        if by_name(path).is_none() && fs::metadata(path).is_ok_and(|file| file.len() > MAX_BYTES) {
            return None;
        }
        Some(read(path).map(|bytes| response(url.into(), path, bytes)))
    }

    /// Every file, sorted by path. Links are left out: what they lead to is either listed itself or
    /// outside. So are names that start with a dot, which belong to tools (`.git`, `.DS_Store`).
    fn files(&self) -> Result<Vec<PathBuf>, Error> {
        let mut files = Vec::new();
        let mut folders = vec![self.root.clone()];
        while let Some(folder) = folders.pop() {
            for item in fs::read_dir(&folder).map_err(|e| unreadable(&folder, e))? {
                let item = item.map_err(|e| unreadable(&folder, e))?;
                let kind = item.file_type().map_err(|e| unreadable(&item.path(), e))?;
                let name = item.file_name();
                if name.as_encoded_bytes().starts_with(b".")
                    || (name == BASE_FILE && folder == self.root)
                {
                    continue;
                }
                if kind.is_dir() {
                    folders.push(item.path());
                } else if kind.is_file() {
                    files.push(item.path());
                }
                if files.len().saturating_add(folders.len()) > MAX_FILES {
                    let what = format!(
                        "{}: expected at most {MAX_FILES} files, found more; \
                         give the folder of one blog",
                        self.root.display()
                    );
                    return Err(Error::new(Kind::Io, what));
                }
            }
        }
        files.sort_unstable();
        Ok(files)
    }
}

impl Source for Dir {
    fn get(&self, url: &str) -> Result<Response, Error> {
        let url = &bare(url);
        let asked = Url::parse(url.trim()).map_err(|e| {
            let what = format!("`{url}`: expected an address such as https://blog.example/: {e}");
            Error::new(Kind::Fetch, what).because(e)
        })?;
        let Some(below) = self.below(&asked) else {
            return Err(Error::new(
                Kind::Fetch,
                format!(
                    "{url}: expected an address below {}, from where the folder was saved",
                    self.base
                ),
            ));
        };
        let missing =
            || Error::new(Kind::Fetch, format!("{url}: not in the folder {}", self.root.display()));
        let candidates = candidates(below, asked.query()).ok_or_else(missing)?;
        for (names, folder) in &candidates {
            let mut path = self.root.clone();
            path.extend(names);
            // Also false for what is not there at all.
            if !path.is_file() {
                continue;
            }
            let real = path.canonicalize().map_err(|e| unreadable(&path, e))?;
            if !real.starts_with(&self.root) {
                return Err(Error::new(
                    Kind::Fetch,
                    format!(
                        "{url}: {} is a link that leads out of the folder; copy the file instead",
                        path.display()
                    ),
                ));
            }
            let mut here = self.base.clone();
            // A server redirects `foo` to `foo/` where that is a folder, and links on the page rely
            // on it.
            let slash =
                if *folder && !below.is_empty() && !below.ends_with('/') { "/" } else { "" };
            here.set_path(&format!("{}{below}{slash}", self.base.path()));
            here.set_query(asked.query());
            return Ok(response(here.into(), &path, read(&real)?));
        }
        let looked: Vec<String> =
            candidates.iter().map(|(names, _)| format!("`{}`", names.join("/"))).collect();
        Err(missing().within(format_args!("no file {}", looked.join(" or "))))
    }

    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        match self.files() {
            Ok(files) => Box::new(files.into_iter().filter_map(move |path| self.listed(&path))),
            Err(e) => Box::new(std::iter::once(Err(e))),
        }
    }
}

/// The files an address may stand for, as names from the root, and whether each is a folder's own
/// page. None where the address can stand for no file, or for one outside.
fn candidates(below: &str, query: Option<&str>) -> Option<Vec<(Vec<String>, bool)>> {
    let mut names = Vec::new();
    // A slash at the end or twice in a row gives an empty name.
    for part in below.split('/').filter(|part| !part.is_empty()) {
        names.push(name(decoded(part)?)?);
    }
    let query = query.filter(|query| !query.is_empty());
    // wget writes the characters of a query as they are, other tools undo their encoding.
    let endings = match query {
        None => vec![String::new()],
        Some(query) => {
            let mut endings = vec![format!("?{query}")];
            endings.extend(
                decoded(query)
                    .map(|plain| format!("?{plain}"))
                    .filter(|plain| *plain != endings.concat()),
            );
            endings
        }
    };
    let mut found = Vec::new();
    for ending in &endings {
        let mut add = |folder: &[String], last: String, own: bool| {
            // A query with a slash in it is no file name.
            if let Some(last) = name(last) {
                found.push((folder.iter().cloned().chain([last]).collect(), own));
            }
        };
        if let Some((last, folder)) = names.split_last().filter(|_| !below.ends_with('/')) {
            add(folder, format!("{last}{ending}"), false);
            add(folder, format!("{last}.html{ending}"), false);
        }
        for index in INDEX {
            add(&names, format!("{index}{ending}"), true);
        }
    }
    Some(found)
}

/// The name, if it is the plain name of a file on this system: not `..`, no path, no drive.
fn name(name: String) -> Option<String> {
    let mut parts = Path::new(&name).components();
    let plain = matches!(
        (parts.next(), parts.next()),
        (Some(Component::Normal(part)), None) if part == OsStr::new(&name)
    );
    (plain && !name.contains(['/', '\0'])).then_some(name)
}

/// Percent-encoding undone; none if that gives no UTF-8.
fn decoded(part: &str) -> Option<String> {
    percent_decode_str(part).decode_utf8().ok().map(Cow::into_owned)
}

fn read(path: &Path) -> Result<Vec<u8>, Error> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|e| unreadable(path, e))?;
    // The limit counts what is read: a file may grow meanwhile.
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|e| unreadable(path, e))?;
    if bytes.len() as u64 > MAX_BYTES {
        let what = format!(
            "{}: expected a page of at most {MAX_BYTES} bytes, found a larger file; \
             take it out of the folder",
            path.display()
        );
        return Err(Error::new(Kind::Io, what));
    }
    Ok(bytes)
}

fn unreadable(path: &Path, e: std::io::Error) -> Error {
    Error::new(Kind::Io, format!("{}: cannot be read: {e}", path.display())).because(e)
}

fn response(url: String, path: &Path, bytes: Vec<u8>) -> Response {
    let kind = content_type(path, &bytes).to_owned();
    Response { url, status: 200, headers: vec![("content-type".to_owned(), kind)], bytes }
}

/// The content type by the end of the name, queries left out; none where the name says nothing we
/// know.
fn by_name(path: &Path) -> Option<&'static str> {
    let name = path.file_name()?.to_str()?;
    let name = name.split('?').next().unwrap_or_default();
    let (_, ending) = name.rsplit_once('.')?;
    match ending.to_ascii_lowercase().as_str() {
        "html" | "htm" | "xhtml" => Some("text/html"),
        "xml" | "rss" | "atom" | "rdf" => Some("application/xml"),
        "json" => Some("application/json"),
        _ => None,
    }
}

/// The content type by name, and by the start of the bytes: wget saves the feed at `/feed/` as
/// `feed/index.html`, and pages end in `.php`, in `.0` (`release-2.0`), or in nothing.
fn content_type(path: &Path, bytes: &[u8]) -> &'static str {
    let named = by_name(path);
    if matches!(named, Some(known) if known != "text/html") {
        return named.unwrap_or_default();
    }
    let start = String::from_utf8_lossy(bytes.get(..SNIFF).unwrap_or(bytes)).to_ascii_lowercase();
    let start = start.trim_start_matches('\u{feff}').trim_start();
    let first = |tags: &[&str]| {
        tags.iter().any(|tag| first_tag(start).is_some_and(|found| found.starts_with(tag)))
    };
    if first(&["<rss", "<feed", "<rdf:rdf"]) {
        return "application/xml";
    }
    match named {
        Some(named) => named,
        None if start.starts_with("<!doctype html") || first(&["<html", "<head", "<body"]) => {
            "text/html"
        }
        None => "application/octet-stream",
    }
}

/// The first element of a document, behind XML declarations, doctypes and comments.
fn first_tag(start: &str) -> Option<&str> {
    let mut rest = start;
    while rest.starts_with("<?") || rest.starts_with("<!") {
        let end = if rest.starts_with("<!--") { "-->" } else { ">" };
        rest = rest.split_once(end)?.1.trim_start();
    }
    rest.starts_with('<').then_some(rest)
}
