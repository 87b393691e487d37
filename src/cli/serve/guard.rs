//! Who may ask. The port is open to every program of the machine, and browsers run strangers'
//! programs: a page on the web may send requests to 127.0.0.1 (cross-site request forgery), or have
//! its own name lead there (DNS rebinding). Both say so in headers that no script can change.

use std::net::IpAddr;

use hyper::http::uri::Authority;
use hyper::{HeaderMap, Request, StatusCode, header};

use super::fault::Fault;

/// An error where a request may come from a page on the web.
pub(super) fn guard<B>(request: &Request<B>, names: &[String]) -> Result<(), Fault> {
    let said = request.headers().get_all(header::HOST).iter().map(|h| h.to_str().ok());
    let said = said.map(|h| h.and_then(|h| h.parse::<Authority>().ok()));
    let mut hosts: Vec<Option<Authority>> = said.collect();
    // A request as proxies get it names the host in its first line, too.
    hosts.extend(request.uri().authority().cloned().map(Some));
    let all_known = hosts.iter().all(|h| h.as_ref().is_some_and(|h| is_known(h.host(), names)));
    if hosts.is_empty() || !all_known {
        let found = hosts.into_iter().flatten().map(|h| h.to_string()).collect::<Vec<_>>();
        return Err(forbidden(
            format!(
                "expected a Host header with an IP address or `localhost`, found {:?}",
                found.join(", ")
            ),
            "ask by the address; a further name is allowed by `feedstone serve --allow-host NAME`",
        ));
    }
    // `none`: a person typed the address.
    let site = request.headers().get("sec-fetch-site").filter(|s| s.as_bytes() != b"none");
    if request.headers().contains_key(header::ORIGIN) || site.is_some() {
        return Err(forbidden(
            "expected a program, found a page in a browser (Origin or Sec-Fetch-Site)".to_owned(),
            "ask from a program of your own; pages in browsers are not answered",
        ));
    }
    Ok(())
}

/// No name of the web leads to what is a number already; `localhost` is this machine's own.
fn is_known(host: &str, names: &[String]) -> bool {
    let number = host.trim_start_matches('[').trim_end_matches(']');
    number.parse::<IpAddr>().is_ok()
        || host.eq_ignore_ascii_case("localhost")
        || names.iter().any(|n| n.eq_ignore_ascii_case(host))
}

fn forbidden(message: String, next: &str) -> Fault {
    Fault::new(StatusCode::FORBIDDEN, "forbidden", message, next)
}

/// An error where a body is not of one of these types. None of them can be sent by a form or a
/// script of another site without asking first.
pub(super) fn is_of_type(headers: &HeaderMap, types: &[&str]) -> Result<(), Fault> {
    let coding = headers.get(header::CONTENT_ENCODING).map(|c| c.as_bytes());
    if coding.is_some_and(|c| !c.eq_ignore_ascii_case(b"identity")) {
        let message = "expected a body without Content-Encoding, found one that is packed";
        return Err(unsupported(message.to_owned(), "unpack it first".to_owned()));
    }
    let found = headers.get(header::CONTENT_TYPE).and_then(|t| t.to_str().ok()).unwrap_or("");
    let essence = found.split(';').next().unwrap_or_default().trim();
    if types.iter().any(|t| t.eq_ignore_ascii_case(essence)) {
        return Ok(());
    }
    let message = format!("expected the Content-Type {}, found {found:?}", types.join(" or "));
    Err(unsupported(message, format!("send the header Content-Type: {}", types[0])))
}

fn unsupported(message: String, next: String) -> Fault {
    Fault::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "request", message, next)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pages_of_the_web_are_not_answered() {
        let names = ["feedstone".to_owned()];
        // headers, may it ask
        let cases: [(&[(&str, &str)], bool); 16] = [
            (&[("host", "127.0.0.1:7377")], true),
            (&[("host", "[::1]:7377")], true),
            (&[("host", "localhost:7377")], true),
            (&[("host", "LOCALHOST")], true),
            (&[("host", "192.168.1.7:7377")], true),
            (&[("host", "feedstone:7377")], true),
            (&[], false),
            (&[("host", "")], false),
            (&[("host", "evil.example:7377")], false),
            (&[("host", "127.0.0.1.evil.example")], false),
            (&[("host", "localhost.evil.example")], false),
            (&[("host", "127.0.0.1"), ("host", "evil.example")], false),
            (&[("host", "127.0.0.1"), ("origin", "https://evil.example")], false),
            (&[("host", "127.0.0.1"), ("origin", "null")], false),
            (&[("host", "127.0.0.1"), ("sec-fetch-site", "cross-site")], false),
            (&[("host", "127.0.0.1"), ("sec-fetch-site", "none")], true),
        ];
        for (headers, may) in cases {
            let mut request = Request::post("/extract");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            let request = request.body(()).unwrap_or_else(|e| panic!("{headers:?}: {e}"));
            assert_eq!(guard(&request, &names).is_ok(), may, "{headers:?}");
        }
        let absolute = Request::post("http://evil.example/extract").header("host", "127.0.0.1");
        assert!(absolute.body(()).is_ok_and(|r| guard(&r, &names).is_err()));
    }

    #[test]
    fn types_that_forms_can_send_are_refused() {
        let cases = [
            ("text/html", true),
            ("Text/HTML; charset=latin1", true),
            ("text/plain", false),
            ("application/x-www-form-urlencoded", false),
            ("multipart/form-data; boundary=text/html", false),
            ("", false),
        ];
        for (kind, may) in cases {
            let request = Request::post("/extract").header("content-type", kind).body(());
            let request = request.unwrap_or_else(|e| panic!("{kind}: {e}"));
            assert_eq!(is_of_type(request.headers(), &["text/html"]).is_ok(), may, "{kind}");
        }
    }
}
