//! The folder of rule files: read once, and again where they change; which of them a page has.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use hyper::StatusCode;
use serde_json::{Value, json};
use url::Url;

use super::fault::Fault;
use crate::address::host;
use crate::cli::io::is_of_host;
use crate::cli::talk::{told, warn};
use crate::rule::Wrapper;

/// Most rule files of a folder; they are kept in memory.
const MAX_FILES: usize = 10_000;

/// How long what is known of the folder is taken to be true.
const FRESH: Duration = Duration::from_secs(1);

/// A rule file.
struct File {
    /// When it was written, and its length.
    stamp: Option<(SystemTime, u64)>,
    rules: Option<Arc<Wrapper>>,
    /// Why it cannot be read. Then its rules are those that it had before, if any.
    fault: Option<String>,
}

/// All rule files of a folder, by their names without `.xml`.
pub(super) struct Shelf {
    folder: PathBuf,
    known: Mutex<Known>,
}

struct Known {
    files: BTreeMap<String, File>,
    at: Option<Instant>,
}

impl Shelf {
    /// # Errors
    /// Where it is no folder that can be read, or holds too many files.
    pub fn open(folder: &Path) -> anyhow::Result<Shelf> {
        let known = Mutex::new(Known { files: BTreeMap::new(), at: None });
        let shelf = Shelf { folder: folder.to_owned(), known };
        shelf.with(|known| look(&shelf.folder, known))?;
        Ok(shelf)
    }

    fn with<T>(&self, use_them: impl FnOnce(&mut Known) -> T) -> T {
        use_them(&mut self.known.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The files as they are now.
    fn fresh<T>(&self, use_them: impl FnOnce(&BTreeMap<String, File>) -> T) -> T {
        self.with(|known| {
            if known.at.is_none_or(|at| at.elapsed() >= FRESH)
                && let Err(e) = look(&self.folder, known)
            {
                warn(told(&e));
            }
            use_them(&known.files)
        })
    }

    /// The place of a rule file.
    pub fn place(&self, name: &str) -> PathBuf {
        self.folder.join(format!("{name}.xml"))
    }

    /// Look at the folder at the next request, whatever was known of it.
    pub fn forget(&self) {
        self.with(|known| known.at = None);
    }

    /// The rules of this name; without one those of the page's host. Of several files of one host
    /// it is that whose home page stands nearest above the page.
    pub fn of(&self, page: &Url, name: Option<&str>) -> Result<(String, Arc<Wrapper>), Fault> {
        self.fresh(|files| {
            if let Some(name) = name {
                let name = name.strip_suffix(".xml").unwrap_or(name);
                let rules = files.get(name).and_then(|f| f.rules.clone());
                return rules.map(|r| (name.to_owned(), r)).ok_or_else(|| {
                    none(
                        format!("expected the name of a rule file, found {name:?}"),
                        "GET /rules lists the rule files".to_owned(),
                    )
                });
            }
            let whole = files.iter().filter_map(|(n, f)| Some((n, f.rules.as_ref()?)));
            let of_host: Vec<_> = whole.filter(|(_, r)| is_of_host(r, host(page))).collect();
            let near: Vec<usize> = of_host.iter().map(|(_, r)| nearness(&r.home, page)).collect();
            let best = near.iter().copied().max().unwrap_or_default();
            let all: Vec<_> = of_host.iter().zip(&near).filter(|(_, n)| **n == best).collect();
            match all.as_slice() {
                [] => Err(none(
                    format!("expected a rule file for {}, found none", host(page)),
                    format!(
                        "learn one: feedstone learn https://{0}/ --out {1}; or name one, \
                         ?rules=NAME",
                        page.host_str().unwrap_or_default(),
                        self.place(host(page)).display(),
                    ),
                )),
                [((name, rules), _)] => Ok(((*name).clone(), Arc::clone(rules))),
                several => {
                    let names: Vec<&str> = several.iter().map(|((n, _), _)| n.as_str()).collect();
                    Err(Fault::new(
                        StatusCode::CONFLICT,
                        "rules",
                        format!(
                            "expected one rule file for {}, found {}",
                            host(page),
                            names.join(", ")
                        ),
                        "name one of them: ?rules=NAME, or `rules` in the body",
                    ))
                }
            }
        })
    }

    /// How many files can be read, and how many cannot.
    pub fn count(&self) -> (usize, usize) {
        self.fresh(|files| {
            let good = files.values().filter(|f| f.rules.is_some()).count();
            (good, files.values().filter(|f| f.fault.is_some()).count())
        })
    }

    /// All files, for clients.
    pub fn list(&self) -> Vec<Value> {
        self.fresh(|files| {
            let one = |(name, file): (&String, &File)| {
                let mut out = json!({ "name": name });
                if let Some(rules) = &file.rules {
                    out["home"] = rules.home.clone().into();
                    out["feed"] = rules.feed.clone().into();
                    let layouts = rules.layouts.iter().map(|l| l.name.clone());
                    out["layouts"] = layouts.collect::<Vec<_>>().into();
                }
                if let Some(fault) = &file.fault {
                    out["fault"] = fault.clone().into();
                }
                out
            };
            files.iter().map(one).collect()
        })
    }
}

fn none(message: String, next: String) -> Fault {
    Fault::new(StatusCode::NOT_FOUND, "rules", message, next)
}

/// How many parts of the page's path lead to the home page.
fn nearness(home: &str, page: &Url) -> usize {
    let Ok(home) = Url::parse(home) else { return 0 };
    let parts = |url: &Url| -> Vec<String> {
        let parts = url.path().split('/').filter(|p| !p.is_empty());
        parts.map(str::to_owned).collect()
    };
    let (home, page) = (parts(&home), parts(page));
    // A home page's own file is no folder.
    let folder = home.iter().take_while(|p| !p.contains('.')).count();
    // One more than nothing, so that a home page above comes before one that is not.
    if page.starts_with(&home[..folder]) { folder + 1 } else { 0 }
}

/// Reads what is new in the folder.
fn look(folder: &Path, known: &mut Known) -> anyhow::Result<()> {
    let wrong = |e: std::io::Error| {
        let what = format!("{}: expected a folder of rule files: {e}", folder.display());
        crate::Error::new(crate::ErrorKind::Io, what).because(e)
    };
    known.at = Some(Instant::now());
    let mut there: BTreeMap<String, PathBuf> = BTreeMap::new();
    for entry in folder.read_dir().map_err(wrong)? {
        let file = entry.map_err(wrong)?.path();
        let name = file.file_stem().and_then(|n| n.to_str()).filter(|n| !n.starts_with('.'));
        let is_rules = file.extension().is_some_and(|e| e == "xml") && file.is_file();
        if let Some(name) = name.filter(|_| is_rules) {
            there.insert(name.to_owned(), file);
        }
    }
    anyhow::ensure!(
        there.len() <= MAX_FILES,
        "{}: expected at most {MAX_FILES} rule files, found {}",
        folder.display(),
        there.len()
    );
    known.files.retain(|name, _| there.contains_key(name));
    for (name, path) in there {
        let stamp = path.metadata().ok().and_then(|m| Some((m.modified().ok()?, m.len())));
        let old = known.files.get(&name);
        if old.is_some_and(|old| old.stamp == stamp) {
            continue;
        }
        let file = match Wrapper::load(&path) {
            Ok(rules) => File { stamp, rules: Some(Arc::new(rules)), fault: None },
            Err(e) => {
                let fault = told(&e.into());
                warn(&fault);
                let rules = old.and_then(|old| old.rules.clone());
                File { stamp, rules, fault: Some(fault) }
            }
        };
        known.files.insert(name, file);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_home_page_that_stands_nearest_above_a_page() {
        let cases = [
            ("https://salt.example/", "https://salt.example/2009/05/", 1),
            ("https://salt.example/~ann/", "https://salt.example/~ann/brine", 2),
            ("https://salt.example/~ann/index.html", "https://salt.example/~ann/brine", 2),
            ("https://salt.example/~ann/", "https://salt.example/~anna/brine", 0),
            ("https://salt.example/~ann/", "https://salt.example/", 0),
        ];
        for (home, page, near) in cases {
            let page = Url::parse(page).unwrap_or_else(|e| panic!("{page}: {e}"));
            assert_eq!(nearness(home, &page), near, "{home} {page}");
        }
    }
}
