//! Pages over HTTP(S): one polite, blocking client. Only this folder names reqwest.
//!
//! Redirects are followed here and not by reqwest, so that every hop keeps the pause between
//! requests, is checked for its scheme, and may carry a `Location` that is relative or not ASCII,
//! as old blogs send it.

mod cookies;
mod reach;
mod robots;
mod trouble;

use std::collections::HashMap;
use std::collections::hash_map::RandomState;
use std::hash::{BuildHasher, Hasher};
use std::io::{ErrorKind, Read};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, RwLock};
use std::time::{Duration, Instant, SystemTime};

use reqwest::StatusCode;
use reqwest::blocking::{Client, Response as Answer};
use reqwest::cookie::Jar;
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::redirect::Policy;
use url::Url;

use super::{Response, Source, text};
use crate::Error;
use crate::address::{address_key, does_something, without_login};
use crate::error::Kind;
use crate::page::Page;

use self::reach::{Private, Reach, Resolver};
#[doc(hidden)]
pub use self::robots::product;
use self::trouble::{Failures, Trouble, barred, has, is_lasting, is_tls, refused, root};
use self::trouble::{stands_there, way_on};

/// Bytes of one decoded body. The largest blog pages seen (a whole year with its comments) have 3
/// MB; what is larger is a film, an archive file, or a compression bomb.
pub const MAX_BYTES: u64 = 10_000_000;

/// Hosts whose turn is remembered; more are only seen by a crawl, where old turns have long passed.
const MAX_HOSTS: usize = 1024;

/// Bytes read at a time: large enough that the size and time checks cost nothing.
const CHUNK: usize = 16 * 1024;

/// What we like to get, feeds and pages first; some servers answer 406 to a client that says
/// nothing.
const ACCEPT: &str = "text/html,application/xhtml+xml,application/atom+xml,application/rss+xml,\
                      application/xml;q=0.9,*/*;q=0.8";

/// How to fetch. Start from the default and change what is needed:
///
/// ```
/// use feedstone::source::HttpOptions;
/// let mut options = HttpOptions::default();
/// options.user_agent = "my-archive/1.0 (+https://example.org/bot)".to_owned();
/// assert_eq!(options.agent(), "my-archive");
/// ```
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct Options {
    /// What the `User-Agent` header says; put an address in it where the owner of a blog can ask
    /// you to stop.
    pub user_agent: String,
    /// Time for one request, from sending it to the last byte of its body.
    pub timeout: Duration,
    /// Time for making the connection, a part of `timeout`.
    pub connect_timeout: Duration,
    /// Redirects followed for one address.
    pub max_redirects: usize,
    /// Bytes of one decoded body, by default [`MAX_BYTES`].
    pub max_bytes: u64,
    /// How often a request is sent again after 429, 502 to 504, a timeout, or a broken connection;
    /// 0 is never. A host that had no answer to five requests in a row is left alone for ten
    /// minutes.
    pub retries: u32,
    /// The wait before the first retry where the server asks for none; doubled for each further
    /// one, with jitter.
    pub backoff: Duration,
    /// The longest wait before a retry. If `Retry-After` asks for more, fetching stops with an
    /// error instead.
    pub max_wait: Duration,
    /// Time between the starts of two requests to one host.
    pub pause: Duration,
    /// Whether the proxies named in the environment (`HTTP_PROXY`, `HTTPS_PROXY`, `NO_PROXY`) are
    /// used.
    pub environment_proxy: bool,
    /// Whether robots.txt of each host is asked first, and kept to (RFC 9309, `Crawl-delay`). By
    /// default it is not: a crawler asks once for all, and `harvest::Frontier` has that in it.
    pub robots: bool,
    /// Further headers, names and values, for the host that is asked first and no other.
    pub headers: Vec<(String, String)>,
    /// Whether addresses of private networks, other ports than the web's and logins may be asked
    /// wherever they come from; else only those that were `named`.
    pub allow_private: bool,
    /// Addresses that a person gave: their hosts may be in a private network, their ports are
    /// asked, their logins sent. None: the address that is asked first.
    pub named: Option<Vec<String>>,
    /// Further hosts of the blog, see [`Source::also_hosts`].
    pub also_hosts: Vec<String>,
    /// Cookies, as the text of a file `cookies.txt`; those that servers set are sent back then,
    /// too. None: no cookies at all.
    pub cookies: Option<String>,
}

impl Options {
    /// The name in the user agent that robots.txt may have rules for.
    pub fn agent(&self) -> &str {
        product(&self.user_agent)
    }
}

impl Default for Options {
    fn default() -> Options {
        Options {
            user_agent: concat!("feedstone/", env!("CARGO_PKG_VERSION")).to_owned(),
            timeout: Duration::from_secs(30),
            connect_timeout: Duration::from_secs(10),
            max_redirects: 10,
            max_bytes: MAX_BYTES,
            retries: 3,
            backoff: Duration::from_secs(1),
            max_wait: Duration::from_secs(30),
            pause: Duration::from_secs(1),
            environment_proxy: true,
            robots: false,
            headers: Vec::new(),
            allow_private: false,
            named: None,
            also_hosts: Vec::new(),
            cookies: None,
        }
    }
}

/// What a server gave to recognise a version of a page by; send it back to learn whether the page
/// has changed.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Validators {
    /// The `ETag` header, with its quotes.
    pub etag: Option<String>,
    /// The `Last-Modified` header, as it was sent.
    pub last_modified: Option<String>,
}

impl Validators {
    /// True where there is nothing to ask with: the page will always be sent.
    pub fn is_empty(&self) -> bool {
        self.etag.is_none() && self.last_modified.is_none()
    }

    /// What came with an answer.
    pub fn of(response: &Response) -> Validators {
        Validators {
            etag: response.header("etag").map(str::to_owned),
            last_modified: response.header("last-modified").map(str::to_owned),
        }
    }
}

/// The answer to a conditional request.
#[derive(Debug, Clone, PartialEq)]
pub enum Fetched {
    /// The page is the one the validators came with.
    Unchanged,
    /// The page as it is now, and what to recognise it by the next time.
    Fresh(Response, Validators),
}

/// A client that waits its turn at each host, retries what may pass, and reads no more than it was
/// told to.
///
/// ```no_run
/// use feedstone::source::{Http, HttpOptions, Source};
/// let page = Http::new(HttpOptions::default())?.get("https://example.org/")?;
/// println!("{} bytes from {}", page.bytes.len(), page.url);
/// # Ok::<(), feedstone::Error>(())
/// ```
#[derive(Debug)]
pub struct Http {
    client: RwLock<Client>,
    /// True where the client was made anew, to read the machine's certificates again.
    renewed: AtomicBool,
    options: Options,
    /// When the next request to a host (with its port) may start.
    turns: Mutex<HashMap<String, Instant>>,
    failures: Failures,
    robots: robots::Robots,
    reach: Arc<Reach>,
    /// The further headers, and the host that they are for.
    headers: HeaderMap,
    first: OnceLock<String>,
    jar: Option<Arc<Jar>>,
}

/// One answer of one server.
enum Step {
    Moved(Url),
    Unchanged,
    Fresh(Response),
}

impl Http {
    /// A client. It must not be made or used inside an async runtime, for it blocks the thread.
    ///
    /// # Errors
    /// Kind `Fetch` where the user agent cannot stand in a header, or the machine has no CA
    /// certificates.
    pub fn new(options: Options) -> Result<Http, Error> {
        let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        let jar = options.cookies.as_ref().map(|text| cookies::read(text, now.as_secs()));
        let jar = jar.transpose()?.map(Arc::new);
        let reach = Arc::new(Reach::new(options.allow_private, options.named.as_deref()));
        Ok(Http {
            client: RwLock::new(client(&options, jar.clone(), &reach)?),
            reach,
            renewed: AtomicBool::new(false),
            headers: headers(&options.headers)?,
            options,
            turns: Mutex::default(),
            failures: Failures::default(),
            robots: robots::Robots::default(),
            first: OnceLock::new(),
            jar,
        })
    }

    /// Fetch a page unless it is still the one that `validators` came with. Empty validators fetch
    /// always.
    ///
    /// # Errors
    /// Kind `Fetch` where the address is not HTTP(S), the server answers with an error (4xx, 5xx),
    /// redirects without end, sends more than the limit, or cannot be reached in time.
    ///
    /// ```no_run
    /// use feedstone::internals::source::http::{Fetched, Http, Options, Validators};
    /// let http = Http::new(Options::default())?;
    /// let feed = "https://example.org/feed";
    /// if let Fetched::Fresh(_, seen) = http.get_if_changed(feed, &Validators::default())? {
    ///     assert!(matches!(http.get_if_changed(feed, &seen)?, Fetched::Unchanged));
    /// }
    /// # Ok::<(), feedstone::Error>(())
    /// ```
    #[doc(hidden)]
    pub fn get_if_changed(&self, url: &str, validators: &Validators) -> Result<Fetched, Error> {
        self.follow(url, validators, &|_| true)
    }

    /// A page, behind redirects that lead where they may.
    fn follow(
        &self,
        url: &str,
        validators: &Validators,
        may: &dyn Fn(&Url) -> bool,
    ) -> Result<Fetched, Error> {
        let first = Url::parse(url.trim()).map_err(|e| {
            let what = format!(
                "`{url}` is not an address: {e}; expected a full one such as https://example.org/"
            );
            Error::new(Kind::Fetch, what).because(e)
        })?;
        let first = checked(first)?;
        self.reach.allows(&first)?;
        let asked = bare(&first);
        let mut here = asked.clone();
        let mut been: Vec<Url> = Vec::new();
        for _ in 0..=self.options.max_redirects {
            match self.ask(&here, validators)? {
                Step::Moved(to) => {
                    log::debug!("{} redirects to {}", bare(&here), bare(&to));
                    leads(&here, &to, may)?;
                    been.push(here);
                    here = to;
                    // Only cookies could make the same request lead elsewhere.
                    if self.jar.is_none() && been.contains(&here) {
                        let to = bare(&here);
                        let what = format!(
                            "{asked}: the server redirects in a circle, back to {to}; it may \
                             expect cookies (--cookie-file), or another address"
                        );
                        return Err(Error::new(Kind::Fetch, what));
                    }
                }
                Step::Unchanged => return Ok(Fetched::Unchanged),
                Step::Fresh(response) => {
                    let validators = Validators::of(&response);
                    return Ok(Fetched::Fresh(response, validators));
                }
            }
        }
        Err(Error::new(
            Kind::Fetch,
            format!(
                "{}: more than {} redirects, the last to {}; the server redirects in a circle, or \
                 expects cookies. Give the address the page has in the end",
                asked,
                self.options.max_redirects,
                bare(&here)
            ),
        ))
    }

    /// One address, asked as it is: the server's answer whatever its status, redirects not
    /// followed. Asked again while the trouble may pass (429, 502 to 504, a broken connection).
    ///
    /// `known` is an answer from before: by its headers `ETag` and `Last-Modified` the server sees
    /// whether the page has changed since, and answers 304 where it has not.
    ///
    /// # Errors
    /// Kind `Fetch` where the address is not HTTP(S), the server cannot be reached in time, still
    /// answers so after all retries, or sends more than the limit.
    pub fn ask_once(&self, url: &str, known: Option<&Response>) -> Result<Response, Error> {
        let validators = known.map(Validators::of).unwrap_or_default();
        let url = Url::parse(url.trim()).map_err(|e| {
            Error::new(Kind::Fetch, format!("`{url}` is not an address: {e}")).because(e)
        })?;
        let url = checked(url)?;
        self.reach.allows(&url)?;
        let url = bare(&url);
        self.patiently(&url, || {
            let start = Instant::now();
            let mut answer = self.send(&url, &validators)?;
            if matches!(answer.status().as_u16(), 429 | 502..=504) {
                return Err(self.no_page(&url, answer, start));
            }
            self.read(&url, &mut answer, start)
        })
    }

    /// One address, asked again while the trouble may pass.
    fn ask(&self, url: &Url, validators: &Validators) -> Result<Step, Error> {
        self.patiently(url, || self.once(url, validators))
    }

    /// Ask, and again while the trouble may pass; a host that gives no answers is left alone.
    fn patiently<T>(&self, url: &Url, ask: impl Fn() -> Result<T, Trouble>) -> Result<T, Error> {
        self.reach.allows(url)?;
        self.failures.allow(url)?;
        let answer = self.again_and_again(url, ask);
        self.failures.note(url, matches!(answer, Err(Trouble::Dead(_) | Trouble::Passing(..))));
        answer.map_err(|trouble| match trouble {
            Trouble::Final(error) | Trouble::Dead(error) | Trouble::Passing(error, _) => error,
        })
    }

    /// Ask until there is an answer, the trouble will not pass, or it was asked often enough.
    fn again_and_again<T>(
        &self,
        url: &Url,
        ask: impl Fn() -> Result<T, Trouble>,
    ) -> Result<T, Trouble> {
        let mut retried = 0;
        loop {
            self.wait_for_turn(url);
            let (error, asked) = match ask() {
                Err(Trouble::Passing(error, asked)) => (error, asked),
                answer => return answer,
            };
            if retried >= self.options.retries {
                return Err(Trouble::Dead(if retried == 0 {
                    error
                } else {
                    error.within(format_args!("given up after {} tries", retried.saturating_add(1)))
                }));
            }
            let wait = match asked {
                Some(wait) if wait > self.options.max_wait => {
                    return Err(Trouble::Dead(error.within(format_args!(
                        "the server asks to come back in {} s, and the longest wait allowed is \
                         {} s",
                        wait.as_secs(),
                        self.options.max_wait.as_secs()
                    ))));
                }
                Some(wait) => wait,
                None => self.backoff(retried),
            };
            log::info!("{error}; asking again in {wait:?}");
            std::thread::sleep(wait);
            retried = retried.saturating_add(1);
        }
    }

    fn send(&self, url: &Url, validators: &Validators) -> Result<Answer, Trouble> {
        let client = self.client.read().unwrap_or_else(PoisonError::into_inner).clone();
        let mut request = client.get(url.clone()).header("accept", ACCEPT);
        let host = url.host_str().unwrap_or_default();
        if self.first.get_or_init(|| host.to_owned()) == host {
            request = request.headers(self.headers.clone());
        }
        if let Some((name, password)) = self.reach.login(url) {
            request = request.basic_auth(name, Some(password));
        }
        if let Some(etag) = &validators.etag {
            request = request.header("if-none-match", etag);
        }
        if let Some(date) = &validators.last_modified {
            request = request.header("if-modified-since", date);
        }
        request.send().map_err(|e| self.unreached(url, e))
    }

    /// One request and its answer.
    fn once(&self, url: &Url, validators: &Validators) -> Result<Step, Trouble> {
        self.may_ask(url)?;
        let start = Instant::now();
        let mut answer = self.send(url, validators)?;
        let status = answer.status();
        if status == StatusCode::NOT_MODIFIED && !validators.is_empty() {
            return Ok(Step::Unchanged);
        }
        if status.is_redirection()
            && let Some(to) = answer.headers().get("location")
        {
            return moved(url, &text(to.as_bytes())).map(Step::Moved).map_err(Trouble::Final);
        }
        if !status.is_success() {
            return Err(self.no_page(url, answer, start));
        }
        self.read(url, &mut answer, start).map(Step::Fresh)
    }

    /// Why an answer is no page: its body may say it better than its status.
    fn no_page(&self, url: &Url, mut answer: Answer, start: Instant) -> Trouble {
        let status = answer.status();
        let refused = refused(url, status, answer.headers());
        if !matches!(status.as_u16(), 403 | 429 | 503) {
            return refused;
        }
        let Ok(page) = self.read(url, &mut answer, start) else { return refused };
        match stands_there(status, &Page::from_bytes(&page.bytes, None, &page.url)) {
            Some(barrier) => barred(url, status, barrier),
            None => refused,
        }
    }

    fn read(&self, url: &Url, answer: &mut Answer, start: Instant) -> Result<Response, Trouble> {
        let bytes = self.body(url, answer, start)?;
        let status = answer.status();
        let headers = answer
            .headers()
            .iter()
            .map(|(name, value)| (name.as_str().to_owned(), text(value.as_bytes())))
            .collect();
        // The fragment was never sent; in a base of links it would only be in the way.
        let mut here = url.clone();
        here.set_fragment(None);
        Ok(Response { url: here.into(), status: status.as_u16(), headers, bytes })
    }

    /// The decoded body, as long as it keeps to the limits. reqwest's own timeout starts anew with
    /// each chunk, so that a server which drips could hold us for days: the whole time is checked
    /// here.
    fn body(&self, url: &Url, answer: &mut Answer, start: Instant) -> Result<Vec<u8>, Trouble> {
        let limit = self.options.max_bytes;
        let too_large = || {
            let what = format!(
                "{}: the body is larger than the limit of {limit} bytes; \
                 if this is really a page, raise the limit (--max-bytes)",
                bare(url)
            );
            Trouble::Final(Error::new(Kind::Fetch, what))
        };
        if answer.content_length().is_some_and(|length| length > limit) {
            return Err(too_large());
        }
        let mut bytes = Vec::new();
        let mut chunk = vec![0; CHUNK];
        loop {
            let count = match answer.read(&mut chunk) {
                Ok(0) => return Ok(bytes),
                Ok(count) => count,
                Err(e) if e.kind() == ErrorKind::Interrupted => continue,
                Err(_) if start.elapsed() >= self.options.timeout => return Err(self.late(url)),
                Err(e) => {
                    let what = format!(
                        "{}: the body broke off after {} bytes: {}; try again later",
                        bare(url),
                        bytes.len(),
                        root(&e)
                    );
                    let lasting = is_lasting(&e);
                    let error = Error::new(Kind::Fetch, what).because(e);
                    return Err(match lasting {
                        true => Trouble::Dead(error),
                        false => Trouble::Passing(error, None),
                    });
                }
            };
            bytes.extend_from_slice(chunk.get(..count).unwrap_or_default());
            if bytes.len() as u64 > limit {
                return Err(too_large());
            }
            if start.elapsed() >= self.options.timeout {
                return Err(self.late(url));
            }
        }
    }

    fn late(&self, url: &Url) -> Trouble {
        let what = format!(
            "{}: timed out, expected the whole page within {:?}; give it more time (--timeout)",
            bare(url),
            self.options.timeout
        );
        Trouble::Passing(Error::new(Kind::Fetch, what), None)
    }

    /// No answer came at all.
    fn unreached(&self, url: &Url, e: reqwest::Error) -> Trouble {
        if e.is_timeout() {
            return self.late(url);
        }
        let e = e.without_url();
        let what = format!("{}: cannot be reached: {}{}", bare(url), root(&e), way_on(&e));
        // A bad certificate, a name that nobody knows, a header that cannot be sent: the next try
        // gives the same.
        let tls = is_tls(&e);
        let lasting = e.is_builder() || e.is_dns() || tls || has::<Private>(&e) || is_lasting(&e);
        let error = Error::new(Kind::Fetch, what).because(e);
        // Certificates may have come to the machine since the client read them; once.
        if tls && self.renew() {
            return Trouble::Passing(error, Some(Duration::ZERO));
        }
        if lasting { Trouble::Dead(error) } else { Trouble::Passing(error, None) }
    }

    /// Make the client anew, if that was not done yet.
    fn renew(&self) -> bool {
        if self.renewed.swap(true, Ordering::Relaxed) {
            return false;
        }
        let Ok(new) = client(&self.options, self.jar.clone(), &self.reach) else { return false };
        *self.client.write().unwrap_or_else(PoisonError::into_inner) = new;
        true
    }

    /// The wait before the next try: doubled each time, and up to half as much again so that
    /// several clients which failed together do not come back together.
    fn backoff(&self, retried: u32) -> Duration {
        let wait = self.options.backoff.saturating_mul(1 << retried.min(16));
        let chance = (RandomState::new().build_hasher().finish() % 512) as u32;
        wait.saturating_add(wait.saturating_mul(chance) / 1024).min(self.options.max_wait)
    }

    /// Sleep until this host may be asked, and book the next turn. Threads that share the client
    /// queue up.
    fn wait_for_turn(&self, url: &Url) {
        let pause = self.pause(url);
        if pause.is_zero() {
            return;
        }
        let host = format!(
            "{}:{}",
            url.host_str().unwrap_or_default(),
            url.port_or_known_default().unwrap_or_default()
        );
        let wait = {
            // A thread that panicked while it held the lock left at worst a turn too many.
            let mut turns = self.turns.lock().unwrap_or_else(PoisonError::into_inner);
            let now = Instant::now();
            if turns.len() >= MAX_HOSTS {
                turns.retain(|_, turn| *turn > now);
            }
            let turn = turns.get(&host).map_or(now, |&turn| turn.max(now));
            turns.insert(host, turn.checked_add(pause).unwrap_or(turn));
            turn.saturating_duration_since(now)
        };
        std::thread::sleep(wait);
    }
}

impl Source for Http {
    fn also_hosts(&self) -> &[String] {
        &self.options.also_hosts
    }

    fn get(&self, url: &str) -> Result<Response, Error> {
        self.get_within(url, &|_| true)
    }

    fn get_within(&self, url: &str, may: &dyn Fn(&Url) -> bool) -> Result<Response, Error> {
        match self.follow(url, &Validators::default(), may)? {
            Fetched::Fresh(response, _) => Ok(response),
            Fetched::Unchanged => Err(Error::new(
                Kind::Fetch,
                format!("{url}: the server says `unchanged` though nothing was known of the page"),
            )),
        }
    }
}

/// A client of reqwest's, with the machine's certificates as they are now.
fn client(options: &Options, jar: Option<Arc<Jar>>, reach: &Arc<Reach>) -> Result<Client, Error> {
    // reqwest is built without a provider of its own and panics if there is none. The error of
    // a second installation is the provider that stands there already, and that one is as good.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let mut builder = Client::builder()
        .user_agent(options.user_agent.as_str())
        .timeout(options.timeout)
        .connect_timeout(options.connect_timeout)
        .redirect(Policy::none())
        .dns_resolver(Arc::new(Resolver(Arc::clone(reach))))
        // Headers of home-made servers; a browser reads them too.
        .http1_ignore_invalid_headers_in_responses(true)
        .http1_allow_obsolete_multiline_headers_in_responses(true)
        .http1_allow_spaces_after_header_name_in_responses(true);
    if !options.environment_proxy {
        builder = builder.no_proxy();
    }
    if let Some(jar) = jar {
        builder = builder.cookie_provider(jar);
    }
    builder.build().map_err(|e| {
        let what = format!(
            "cannot start the HTTP client: {}; expected a user agent in plain ASCII, and CA \
             certificates on this machine (package ca-certificates)",
            root(&e)
        );
        Error::new(Kind::Fetch, what).because(e)
    })
}

/// Headers as reqwest has them.
fn headers(all: &[(String, String)]) -> Result<HeaderMap, Error> {
    let mut out = HeaderMap::new();
    for (name, value) in all {
        let bad = |what: String| {
            Error::new(Kind::Fetch, format!("expected a header, found `{name}`: {what}"))
        };
        let name = HeaderName::from_bytes(name.as_bytes()).map_err(|e| bad(e.to_string()))?;
        let value = HeaderValue::from_str(value).map_err(|e| bad(e.to_string()))?;
        out.append(name, value);
    }
    Ok(out)
}

/// The address a redirect leads to.
fn moved(from: &Url, location: &str) -> Result<Url, Error> {
    let to = from.join(location.trim()).map_err(|e| {
        Error::new(
            Kind::Fetch,
            format!("{}: redirects to `{location}`, which is not an address: {e}", bare(from)),
        )
        .because(e)
    })?;
    checked(to).map_err(|e| e.within(format_args!("{}: redirect", bare(from))))
}

/// An error where a redirect is not to be followed: it leads where it may not, or to what does
/// something. Another spelling of what was asked does nothing more than that.
fn leads(from: &Url, to: &Url, may: &dyn Fn(&Url) -> bool) -> Result<(), Error> {
    let why = if address_key(from) != address_key(to) && does_something(to) {
        "which is not asked, as it does something or wants a login; for a page that needs one see \
         --cookie-file and --header"
    } else if !may(to) {
        "which is no host of this blog; if the blog has moved there, give its address there"
    } else {
        return Ok(());
    };
    let what = format!("{}: redirects to {}, {why}", bare(from), bare(to));
    Err(Error::new(Kind::Fetch, what))
}

/// The address, if it is one of the web.
fn checked(url: Url) -> Result<Url, Error> {
    match url.scheme() {
        "http" | "https" => Ok(url),
        other => Err(Error::new(
            Kind::Fetch,
            format!("{}: expected an http or https address, found `{other}:`", bare(&url)),
        )),
    }
}

/// The address as it may stand in answers and messages.
fn bare(url: &Url) -> Url {
    without_login(url.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_password_is_never_bare() {
        let url = Url::parse("http://me:secret@example.org/a");
        assert_eq!(
            url.map(|url| bare(&url).to_string()).ok().as_deref(),
            Some("http://example.org/a")
        );
    }
}
