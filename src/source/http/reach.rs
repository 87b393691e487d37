//! Where requests may go: pages and feeds are written by strangers, and must not be able to make
//! this machine ask its own network, other ports, or with somebody's password.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, ToSocketAddrs};
use std::sync::{Arc, OnceLock};

use percent_encoding::percent_decode_str;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use url::{Host, Url};

use super::bare;
use crate::Error;
use crate::error::Kind;

/// Ports of the web; others only where the user named them.
const PORTS: [u16; 2] = [80, 443];

/// Names of variables that name proxies.
const PROXIES: [&str; 3] = ["http_proxy", "https_proxy", "all_proxy"];

/// What may be asked.
#[derive(Debug)]
pub(super) struct Reach {
    everything: bool,
    /// Addresses that the user named; the one asked first where none was said to be.
    named: OnceLock<Vec<Url>>,
    /// Hosts of proxies, which may be in the own network.
    proxies: Vec<String>,
}

/// A name that leads into a private network.
#[derive(Debug, thiserror::Error)]
#[error("it is {0}, an address of a private network; {ADVICE}")]
pub(super) struct Private(IpAddr);

const ADVICE: &str = "only what you name is asked: give its address (health, relearn: --home URL, \
                      --feed URL), or allow all (--allow-private)";

impl Reach {
    pub fn new(everything: bool, named: Option<&[String]>) -> Reach {
        let known = OnceLock::new();
        if let Some(named) = named {
            let _ = known.set(named.iter().filter_map(|n| Url::parse(n).ok()).collect());
        }
        let variables = PROXIES.iter().flat_map(|name| [(*name).to_owned(), name.to_uppercase()]);
        let proxies = variables.filter_map(|name| Url::parse(&std::env::var(name).ok()?).ok());
        let proxies = proxies.filter_map(|p| p.host_str().map(str::to_owned)).collect();
        Reach { everything, named: known, proxies }
    }

    /// Whether an address may be asked, by itself: what its name stands for is seen later.
    ///
    /// # Errors
    /// Kind `Fetch`, with the reason.
    pub fn allows(&self, url: &Url) -> Result<(), Error> {
        let named = self.named.get_or_init(|| vec![url.clone()]);
        if self.everything {
            return Ok(());
        }
        let no = |what: String| Err(Error::new(Kind::Fetch, format!("{}: {what}", bare(url))));
        let host = |n: &Url| n.host() == url.host();
        let login = |u: &Url| (u.username().to_owned(), u.password().map(str::to_owned));
        let has_login = !url.username().is_empty() || url.password().is_some();
        if has_login && !named.iter().any(|n| host(n) && login(n) == login(url)) {
            let what = "an address with a user's name, which nobody here gave; where it is right, \
                        give it yourself";
            return no(what.to_owned());
        }
        let port = url.port_or_known_default().unwrap_or_default();
        let same = |n: &Url| n.port_or_known_default() == Some(port);
        let web = |n: &Url| n.port_or_known_default().is_some_and(|p| PORTS.contains(&p));
        // A machine of the own network has more to ask for than the blog on it.
        let here = named.iter().any(host);
        let as_named = |n: &Url| host(n) && (same(n) || web(url) && web(n));
        let astray = here && !named.iter().any(as_named) && is_private(url);
        if astray || !web(url) && !named.iter().any(same) {
            return no(format!("port {port} is not the blog's; {ADVICE}"));
        }
        match address(url).filter(|ip| !is_public(*ip) && !here) {
            Some(ip) => no(Private(ip).to_string()),
            None => Ok(()),
        }
    }

    /// The name and password that the user gave for the server of an address.
    pub fn login(&self, url: &Url) -> Option<(String, String)> {
        let server = |u: &Url| (u.host().map(|h| h.to_owned()), u.port_or_known_default());
        let same = |n: &&Url| !n.username().is_empty() && server(n) == server(url);
        let named = self.named.get()?.iter().find(same)?;
        let plain = |text: &str| percent_decode_str(text).decode_utf8_lossy().into_owned();
        Some((plain(named.username()), plain(named.password().unwrap_or_default())))
    }

    /// True where a name may stand for this address.
    fn may_be(&self, name: &str, ip: IpAddr) -> bool {
        let named = self.named.get().is_some_and(|all| {
            all.iter().any(|n| n.host_str().is_some_and(|h| h.eq_ignore_ascii_case(name)))
        });
        self.everything || named || is_public(ip) || self.proxies.iter().any(|p| p == name)
    }
}

/// Looks names up, and leaves out the addresses that may not be asked.
pub(super) struct Resolver(pub Arc<Reach>);

impl Resolve for Resolver {
    fn resolve(&self, name: Name) -> Resolving {
        let (reach, name) = (Arc::clone(&self.0), name.as_str().to_owned());
        Box::pin(async move {
            let look_up = move || -> std::io::Result<_> {
                let all: Vec<_> = (name.as_str(), 0).to_socket_addrs()?.collect();
                Ok((name, all))
            };
            let (name, all) = tokio::task::spawn_blocking(look_up).await??;
            let (open, closed): (Vec<_>, Vec<_>) =
                all.into_iter().partition(|a| reach.may_be(&name, a.ip()));
            match (open.is_empty(), closed.first()) {
                (true, Some(private)) => Err(Private(private.ip()).into()),
                _ => Ok(Box::new(open.into_iter()) as Addrs),
            }
        })
    }
}

/// The number that stands in a host's place.
fn address(url: &Url) -> Option<IpAddr> {
    match url.host()? {
        Host::Ipv4(ip) => Some(IpAddr::V4(ip)),
        Host::Ipv6(ip) => Some(IpAddr::V6(ip)),
        Host::Domain(_) => None,
    }
}

/// True where a host is, or its name stands for, a machine of a private network.
fn is_private(url: &Url) -> bool {
    match (address(url), url.host_str()) {
        (Some(ip), _) => !is_public(ip),
        (None, Some(name)) => {
            (name, 0).to_socket_addrs().is_ok_and(|mut all| all.any(|a| !is_public(a.ip())))
        }
        (None, None) => false,
    }
}

/// True for addresses of the public network (the registries of special addresses that RFC 6890
/// keeps).
fn is_public(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

fn is_public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    let special = ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_multicast()
        || matches!(a, 0 | 240..)
        // Carriers' own, protocols', benchmarks'.
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        || (a == 198 && matches!(b, 18 | 19));
    !special
}

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let s = ip.segments();
    let v4 = |high: u16, low: u16| {
        let ([a, b], [c, d]) = (high.to_be_bytes(), low.to_be_bytes());
        is_public_v4(Ipv4Addr::new(a, b, c, d))
    };
    match s {
        // An address of the old network in one of the new: mapped, compatible, translated, 6to4.
        [0, 0, 0, 0, 0, 0xffff | 0, high, low] => v4(high, low) && high != 0,
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] => v4(high, low),
        [0x2002, high, low, ..] => v4(high, low),
        // What is given out is 2000::/3.
        _ => s[0] & 0xe000 == 0x2000,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn url(s: &str) -> Url {
        Url::parse(s).unwrap_or_else(|e| panic!("{s}: {e}"))
    }

    #[test]
    fn what_is_public() {
        let cases = [
            ("93.184.216.34", true),
            ("172.32.0.1", true),
            ("2606:2800:220:1:248:1893:25c8:1946", true),
            ("64:ff9b::5db8:d822", true),
            ("127.0.0.1", false),
            ("10.1.2.3", false),
            ("172.16.0.1", false),
            ("192.168.1.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("0.0.0.0", false),
            ("255.255.255.255", false),
            ("198.18.0.1", false),
            ("224.0.0.1", false),
            ("::1", false),
            ("::", false),
            ("::ffff:10.0.0.1", false),
            ("64:ff9b::a00:1", false),
            ("2002:7f00:1::", false),
            ("fe80::1", false),
            ("fd00::1", false),
            ("ff02::1", false),
        ];
        for (ip, public) in cases {
            let ip: IpAddr = ip.parse().unwrap_or_else(|e| panic!("{ip}: {e}"));
            assert_eq!(is_public(ip), public, "{ip}");
        }
    }

    #[test]
    fn strangers_lead_nowhere_private() {
        let named = ["http://me:pw@127.0.0.1:8801/blog/".to_owned()];
        let reach = Reach::new(false, Some(&named));
        let cases = [
            ("http://127.0.0.1:8801/a", true),
            ("http://me:pw@127.0.0.1:8801/a", true),
            ("https://salt.example/a", true),
            ("http://127.0.0.2:8801/a", false),
            ("http://0x7f.2/a", false),
            ("http://[::1]/a", false),
            ("http://127.0.0.1:8802/a", false),
            ("http://127.0.0.1/a", false),
            ("https://127.0.0.1/a", false),
            ("https://salt.example:8443/a", false),
            ("https://you:pw@salt.example/a", false),
            ("http://you:pw@127.0.0.1:8801/a", false),
            ("http://169.254.169.254/latest", false),
        ];
        for (address, may) in cases {
            assert_eq!(reach.allows(&url(address)).is_ok(), may, "{address}");
            let everything = Reach::new(true, Some(&[]));
            assert!(everything.allows(&url(address)).is_ok(), "{address}");
        }
        assert!(reach.may_be("127.0.0.1", IpAddr::V4(Ipv4Addr::LOCALHOST)));
        assert!(!reach.may_be("salt.example", IpAddr::V4(Ipv4Addr::LOCALHOST)));
        // Where nothing is said to be named it is what is asked first.
        let login = reach.login(&url("http://127.0.0.1:8801/b")).unwrap_or_default();
        assert_eq!(login, ("me".to_owned(), "pw".to_owned()));
        assert_eq!(reach.login(&url("http://127.0.0.1:8802/b")), None);
        // A rule file's home page is none that somebody named.
        let unnamed = Reach::new(false, Some(&[]));
        let refused = unnamed.allows(&url("http://127.0.0.1:8801/")).map_err(|e| e.to_string());
        assert!(refused.is_err_and(|why| why.contains("--home")));
        // On the web's ports a blog may move from one scheme to the other.
        let web = Reach::new(false, Some(&["http://127.0.0.1/".to_owned()]));
        assert!(web.allows(&url("https://127.0.0.1/a")).is_ok());
        assert!(web.allows(&url("http://127.0.0.1:8801/a")).is_err());
        // A name of this machine is as good as its number.
        let local = Reach::new(false, Some(&["http://localhost:8801/".to_owned()]));
        assert!(local.allows(&url("http://localhost:8801/a")).is_ok());
        assert!(local.allows(&url("http://localhost/a")).is_err());
        let reach = Reach::new(false, None);
        assert!(reach.allows(&url("http://127.0.0.1:7/")).is_ok());
        assert!(reach.allows(&url("http://127.0.0.2:7/")).is_err());
    }
}
