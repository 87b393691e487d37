//! Pages that Python has in memory.

use std::collections::HashMap;

use feedstone::source::{Response, Source};
use feedstone::{Error, ErrorKind, Url};

/// Most redirects of one address.
const MAX_REDIRECTS: usize = 10;

/// Answers by their addresses, whether spelled with `www.`, as `https` and with a slash at the end,
/// or not. Of several answers of an address the last counts.
pub struct Kept {
    pages: Vec<Response>,
    at: HashMap<String, usize>,
}

impl Kept {
    pub fn new(pages: Vec<Response>) -> Kept {
        let at = pages.iter().enumerate().map(|(n, page)| (key(&page.url), n)).collect();
        Kept { pages, at }
    }

    fn find(&self, url: &str) -> Result<&Response, Error> {
        let page = self.at.get(&key(url)).and_then(|n| self.pages.get(*n));
        page.ok_or_else(|| {
            Error::new(ErrorKind::Fetch, format!("{url}: not among the pages given"))
        })
    }
}

/// What spellings of an address have in common.
fn key(url: &str) -> String {
    let Ok(url) = Url::parse(url.trim()) else { return url.to_owned() };
    let host = url.host_str().unwrap_or_default();
    let host = host.strip_prefix("www.").unwrap_or(host);
    let query = url.query().map(|q| format!("?{q}")).unwrap_or_default();
    format!("{host}{}{query}", url.path().trim_end_matches('/'))
}

impl Source for Kept {
    fn get(&self, url: &str) -> Result<Response, Error> {
        let mut here = url.to_owned();
        for _ in 0..=MAX_REDIRECTS {
            let page = self.find(&here)?;
            let to = page.header("location").filter(|_| (300..400).contains(&page.status));
            let to = to.and_then(|to| Url::parse(&page.url).ok()?.join(to.trim()).ok());
            match (to, page.status) {
                (Some(to), _) => here = to.into(),
                (None, 200..=299) => return Ok(page.clone()),
                (None, status) => {
                    let what = format!("{url}: its answer has status {status}, and is no page");
                    return Err(Error::new(ErrorKind::Fetch, what));
                }
            }
        }
        Err(Error::new(ErrorKind::Fetch, format!("{url}: more than {MAX_REDIRECTS} redirects")))
    }

    fn pages(&self) -> Box<dyn Iterator<Item = Result<Response, Error>> + '_> {
        Box::new(self.pages.iter().cloned().map(Ok))
    }
}
