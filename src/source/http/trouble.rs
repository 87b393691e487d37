//! Why a request gave nothing, whether asking again may help, and which hosts are left alone.

use std::collections::HashMap;
use std::error::Error as _;
use std::io::ErrorKind;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant, SystemTime};

use reqwest::StatusCode;
use reqwest::header::HeaderMap;
use url::Url;

use super::reach::Private;
use super::{MAX_HOSTS, bare, text};
use crate::Error;
use crate::error::Kind;
use crate::page::{Barrier, Page};
use crate::source::helps;

/// Why one request gave nothing.
pub(super) enum Trouble {
    /// An answer that is no page: asking again would give the same.
    Final(Error),
    /// No answer, and asking again would give none.
    Dead(Error),
    /// It may be over in a moment; the server may have said in which.
    Passing(Error, Option<Duration>),
}

/// An answer that is no page.
pub(super) fn refused(url: &Url, status: StatusCode, headers: &HeaderMap) -> Trouble {
    let advice = helps(status.as_u16());
    let what = format!("{}: the server answers {status}; {advice}", bare(url));
    let error = Error::new(Kind::Fetch, what).answered(status.as_u16());
    match status.as_u16() {
        429 | 502..=504 => Trouble::Passing(
            error,
            headers.get("retry-after").and_then(|value| retry_after(&text(value.as_bytes()))),
        ),
        _ => Trouble::Final(error),
    }
}

/// A page that says in other words than its status why it is refused.
pub(super) fn barred(url: &Url, status: StatusCode, barrier: Barrier) -> Trouble {
    let what = format!("{}: the server answers {status}; {}", bare(url), barrier.told());
    Trouble::Final(Error::new(Kind::Fetch, what).answered(status.as_u16()))
}

/// What stands in the place of a page that is refused with this status, by what came with it. A
/// server that is overloaded may ask for a login or show a shell of its own, which says nothing of
/// the page.
pub(super) fn stands_there(status: StatusCode, page: &Page) -> Option<Barrier> {
    let barrier = Barrier::of(page);
    match status.as_u16() {
        403 => barrier,
        429 | 503 => barrier.filter(|b| *b == Barrier::Challenge),
        _ => None,
    }
}

/// What helps where no answer came.
pub(super) fn way_on(e: &reqwest::Error) -> &'static str {
    if has::<Private>(e) || e.is_builder() {
        // These say it themselves.
        ""
    } else if is_tls(e) {
        "; expected a certificate that can be trusted: ask the owner, or read a saved copy \
         (--warc, --dir)"
    } else if e.is_dns() || e.is_connect() {
        "; check the address, and the network"
    } else {
        "; expected an answer of HTTP: check the address, or try again later"
    }
}

/// How long `Retry-After` asks to wait: a number of seconds, or the date when to come back.
fn retry_after(value: &str) -> Option<Duration> {
    let value = value.trim();
    if let Ok(seconds) = value.parse() {
        return Some(Duration::from_secs(seconds));
    }
    let then = httpdate::parse_http_date(value).ok()?;
    Some(then.duration_since(SystemTime::now()).unwrap_or_default())
}

/// The innermost cause: reqwest's own sentence says only that sending failed.
pub(super) fn root(e: &(dyn std::error::Error + 'static)) -> String {
    let mut inner = e;
    while let Some(next) = inner.source() {
        inner = next;
    }
    inner.to_string()
}

/// True where an error of this kind is the cause of another.
pub(super) fn has<E: std::error::Error + 'static>(e: &reqwest::Error) -> bool {
    let mut next = e.source();
    while let Some(inner) = next {
        if inner.is::<E>() {
            return true;
        }
        next = inner.source();
    }
    false
}

/// True where the TLS handshake failed for a reason that stays.
pub(super) fn is_tls(e: &(dyn std::error::Error + 'static)) -> bool {
    // An io::Error does not name the error it wraps as its source, but that error's source.
    let wrapped = e.downcast_ref::<std::io::Error>().and_then(std::io::Error::get_ref);
    e.is::<rustls::Error>() || wrapped.is_some_and(|w| is_tls(w)) || e.source().is_some_and(is_tls)
}

/// True for errors that the next try would give, too: nobody listens, or what came is no HTTP. What
/// broke off on its way may come whole.
pub(super) fn is_lasting(e: &(dyn std::error::Error + 'static)) -> bool {
    let io = e.downcast_ref::<std::io::Error>();
    let wrapped = io.and_then(std::io::Error::get_ref);
    io.is_some_and(|io| LASTING.contains(&io.kind()))
        || e.downcast_ref::<hyper::Error>().is_some_and(hyper::Error::is_parse)
        || wrapped.is_some_and(|w| is_lasting(w))
        || e.source().is_some_and(is_lasting)
}

/// Of input and output: nobody is there, or bytes that are no message of HTTP.
const LASTING: [ErrorKind; 5] = [
    ErrorKind::ConnectionRefused,
    ErrorKind::HostUnreachable,
    ErrorKind::NetworkUnreachable,
    ErrorKind::InvalidData,
    ErrorKind::InvalidInput,
];

/// Requests in a row without an answer after which a host is not asked, and for how long.
const MOST_FAILURES: u32 = 5;
const LEFT_ALONE: Duration = Duration::from_secs(600);

/// How many of the last requests to a host had no answer, and when the last of them ended.
#[derive(Debug, Default)]
pub(super) struct Failures(Mutex<HashMap<String, (u32, Instant)>>);

impl Failures {
    /// Whether the host of an address may be asked.
    ///
    /// # Errors
    /// Kind `Fetch` where it gave no answer too often.
    pub fn allow(&self, url: &Url) -> Result<(), Error> {
        let host = url.host_str().unwrap_or_default();
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner).get(host).copied();
        match known {
            Some((failed, last)) if failed >= MOST_FAILURES && last.elapsed() < LEFT_ALONE => {
                let what = format!(
                    "{}: not asked, as the last {failed} requests to {host} had no answer; try \
                     again later, or with more time for each (--timeout)",
                    bare(url)
                );
                Err(Error::new(Kind::Fetch, what))
            }
            _ => Ok(()),
        }
    }

    /// Take down what came of a request.
    pub fn note(&self, url: &Url, failed: bool) {
        let host = url.host_str().unwrap_or_default();
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if !failed {
            all.remove(host);
            return;
        }
        if all.len() >= MAX_HOSTS {
            all.clear();
        }
        let before = all.get(host).map_or(0, |known| known.0);
        all.insert(host.to_owned(), (before.saturating_add(1), Instant::now()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn retry_after_in_seconds_or_as_a_date() {
        let cases = [
            ("7", Some(7)),
            (" 7 ", Some(7)),
            ("Sun, 06 Nov 1994 08:49:37 GMT", Some(0)),
            ("soon", None),
            ("-1", None),
        ];
        for (value, seconds) in cases {
            assert_eq!(retry_after(value), seconds.map(Duration::from_secs), "{value}");
        }
    }
}
