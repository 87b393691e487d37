//! `source::http` against a server on the loopback interface.
#![cfg(feature = "fetch")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod server;

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::{Duration, Instant};

use feedstone::internals::error::Kind;
use feedstone::internals::source::http::{Fetched, Http, Options, Validators};
use feedstone::source::Source;
use server::{Server, answer};

/// Waits short enough for a test.
fn quick() -> Options {
    let mut options = Options::default();
    options.timeout = Duration::from_secs(10);
    options.retries = 2;
    options.backoff = Duration::from_millis(5);
    options.pause = Duration::ZERO;
    options.environment_proxy = false;
    options
}

/// The same, changed.
fn with(change: impl FnOnce(&mut Options)) -> Options {
    let mut options = quick();
    change(&mut options);
    options
}

fn client() -> Http {
    Http::new(quick()).unwrap()
}

#[test]
fn an_error_has_the_status_that_the_server_answered() {
    let server = Server::new(|_, _| answer("410 Gone", "", b"gone"));
    let error = client().get(&server.url("/")).unwrap_err();
    assert_eq!((error.kind(), error.status()), (Kind::Fetch, Some(410)));
}

fn error(http: &Http, url: &str) -> String {
    let error = http.get(url).unwrap_err();
    assert_eq!(error.kind(), Kind::Fetch, "{error}");
    error.to_string()
}

#[test]
fn a_page_keeps_its_bytes_and_charset() {
    let server = Server::new(|_, _| {
        answer("200 OK", "Content-Type: text/html; charset=ISO-8859-1", b"caf\xe9")
    });
    let page = client().get(&server.url("/a")).unwrap();
    assert_eq!(
        (page.status, page.bytes.as_slice(), page.content_type()),
        (200, &b"caf\xe9"[..], Some("text/html; charset=ISO-8859-1"))
    );
}

#[test]
fn the_user_agent_is_sent() {
    let server = Server::new(|_, _| answer("200 OK", "", b""));
    let http = Http::new(with(|o| o.user_agent = "Stone/7".into())).unwrap();
    http.get(&server.url("/")).unwrap();
    assert!(server.log.lock().unwrap()[0].headers.contains(&"user-agent: stone/7".to_owned()));
}

#[test]
fn a_fragment_is_no_part_of_the_page() {
    let server = Server::new(|_, _| answer("200 OK", "", b""));
    assert_eq!(client().get(&server.url("/a#more")).unwrap().url, server.url("/a"));
}

#[test]
fn redirects_are_followed_and_the_last_address_is_kept() {
    // status, Location, where it leads
    let cases = [
        ("301 Moved Permanently", "/end", "/end"),
        ("302 Found", "end", "/x/end"),
        ("303 See Other", "../end?p=1", "/end?p=1"),
        ("307 Temporary Redirect", "//{host}/end", "/end"),
        ("308 Permanent Redirect", "http://{host}/end#more", "/end"),
        ("301 Moved Permanently", "/b\u{fc}cher", "/b%C3%BCcher"),
    ];
    for (status, location, end) in cases {
        let server = Server::new(move |asked, _| {
            if asked.path != "/x/start" {
                return answer("200 OK", "", asked.path.as_bytes());
            }
            let host = asked.headers.iter().find_map(|line| line.strip_prefix("host: ")).unwrap();
            answer(status, &format!("Location: {}", location.replace("{host}", host)), b"moved")
        });
        let page = client().get(&server.url("/x/start")).unwrap();
        assert_eq!(
            (page.url, page.bytes),
            (server.url(end), end.as_bytes().to_vec()),
            "{location}"
        );
    }
}

#[test]
fn redirects_lead_where_they_may() {
    let server = Server::new(|asked, _| match asked.path.as_str() {
        "/post" => moved("/end"),
        "/away" => moved("/elsewhere/end"),
        "/twice" => moved("/away"),
        "/out" => moved("/logout"),
        "/in" => moved("/wp-login.php?redirect_to=%2Fin"),
        "/vote" => moved("/vote/"),
        _ => answer("200 OK", "", b"page"),
    });
    let here = |to: &url::Url| !to.path().starts_with("/elsewhere");
    let http = client();
    // Another spelling of what was asked does no more than that.
    for path in ["/post", "/vote"] {
        assert_eq!(http.get_within(&server.url(path), &here).unwrap().bytes, b"page", "{path}");
    }
    let cases = [
        ("/away", "no host of this blog"),
        ("/twice", "no host of this blog"),
        ("/out", "does something"),
        ("/in", "--cookie-file"),
    ];
    for (path, said) in cases {
        let error = http.get_within(&server.url(path), &here).unwrap_err().to_string();
        assert!(error.contains(said), "{path}: {error}");
    }
    assert!(error(&http, &server.url("/out")).contains("does something"));
    let asked = server.log.lock().unwrap();
    let strange = ["/elsewhere/end", "/logout", "/wp-login.php?redirect_to=%2Fin"];
    assert!(!asked.iter().any(|a| strange.contains(&a.path.as_str())));
}

#[test]
fn a_chain_of_redirects_has_a_limit() {
    // A chain of n redirects ends at /0.
    let server =
        Server::new(|asked, _| match asked.path.trim_start_matches('/').parse::<u32>().unwrap() {
            0 => answer("200 OK", "", b"end"),
            n => answer("302 Found", &format!("Location: /{}", n - 1), b""),
        });
    let http = client();
    assert_eq!(http.get(&server.url("/10")).unwrap().bytes, b"end");
    assert!(error(&http, &server.url("/11")).contains("more than 10 redirects"));
}

#[test]
fn a_circle_of_redirects_ends() {
    let server = Server::new(|_, _| answer("302 Found", "Location: /again", b""));
    assert!(error(&client(), &server.url("/")).contains("in a circle, back to"));
    assert_eq!(server.count(), 2);
    // With cookies the same address may give a page the next time.
    let cookies = Some(String::new());
    let http = Http::new(with(|o| o.cookies = cookies)).unwrap();
    assert!(error(&http, &server.url("/")).contains("more than 10 redirects"));
    assert_eq!(server.count(), 2 + 11);
}

#[test]
fn a_redirect_out_of_the_web_is_refused() {
    let server = Server::new(|_, _| answer("302 Found", "Location: file:///etc/passwd", b""));
    assert!(
        error(&client(), &server.url("/"))
            .contains("expected an http or https address, found `file:`")
    );
}

#[test]
fn only_web_addresses_are_fetched() {
    for url in ["ftp://example.org/", "file:///etc/passwd", "example.org", ""] {
        assert!(error(&client(), url).contains("expected"), "{url}");
    }
}

#[test]
fn errors_name_address_and_status() {
    for status in [
        "400 Bad Request",
        "401 Unauthorized",
        "403 Forbidden",
        "404 Not Found",
        "410 Gone",
        "500 Internal Server Error",
    ] {
        let server = Server::new(move |_, _| answer(status, "", b"<html>sorry"));
        let error = error(&client(), &server.url("/gone"));
        assert!(error.contains(&server.url("/gone")) && error.contains(status), "{error}");
        assert_eq!(server.count(), 1, "{status} does not pass and is not asked again");
    }
}

/// A page may say better than its status why it is refused.
#[test]
fn what_stands_in_the_way_is_named() {
    let moment = b"<title>Just a moment...</title><script>x</script>";
    let cases: [(&str, &[u8], &str); 3] = [
        ("401 Unauthorized", b"no", "--cookie-file or --header"),
        ("403 Forbidden", b"no", "ask the owner, or try another user agent"),
        ("403 Forbidden", moment, "looks whether a person asks"),
    ];
    for (status, body, said) in cases {
        let server = Server::new(move |_, _| answer(status, "Content-Type: text/html", body));
        let error = error(&client(), &server.url("/"));
        assert!(error.contains(status) && error.contains(said), "{error}");
    }
}

#[test]
fn a_redirect_to_nowhere_is_an_error() {
    let server = Server::new(|_, _| answer("302 Found", "", b""));
    assert!(error(&client(), &server.url("/")).contains("Location"));
}

#[test]
fn too_many_requests_then_the_page() {
    let server = Server::new(|_, number| match number {
        0 => answer("429 Too Many Requests", "Retry-After: 1", b""),
        _ => answer("200 OK", "", b"page"),
    });
    let start = Instant::now();
    assert_eq!(client().get(&server.url("/")).unwrap().bytes, b"page");
    assert!(start.elapsed() >= Duration::from_secs(1), "Retry-After was not waited for");
}

#[test]
fn retry_after_as_a_date_in_the_past_is_no_wait() {
    let server = Server::new(|_, number| match number {
        0 => answer("503 Service Unavailable", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT", b""),
        _ => answer("200 OK", "", b"page"),
    });
    assert_eq!(client().get(&server.url("/")).unwrap().bytes, b"page");
}

#[test]
fn a_retry_after_that_is_too_long_is_an_error() {
    let server = Server::new(|_, _| answer("429 Too Many Requests", "Retry-After: 3600", b""));
    assert!(error(&client(), &server.url("/")).contains("come back in 3600 s"));
    assert_eq!(server.count(), 1);
}

#[test]
fn unavailable_thrice_is_an_error() {
    let server = Server::new(|_, _| answer("503 Service Unavailable", "", b""));
    let error = error(&client(), &server.url("/"));
    assert!(error.contains("3 tries") && error.contains("503 Service Unavailable"), "{error}");
    assert_eq!(server.count(), 3);
}

#[test]
fn a_body_that_broke_off_is_asked_for_again() {
    let server = Server::new(|_, number| match number {
        0 => b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nonly this".to_vec(),
        _ => answer("200 OK", "", b"all of it"),
    });
    assert_eq!(client().get(&server.url("/")).unwrap().bytes, b"all of it");
}

#[test]
fn nobody_listening_is_an_error() {
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    assert!(error(&client(), &format!("http://127.0.0.1:{port}/")).contains("cannot be reached"));
}

/// What the next try would give, too, is not waited for.
#[test]
fn what_is_no_http_is_not_asked_again() {
    let patient = with(|o| o.backoff = Duration::from_secs(5));
    let cases: [&[u8]; 5] = [
        b"SSH-2.0-OpenSSH_9.6\r\n\r\n",
        b"<html>HTTP/0.9\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nContent-Length: 5\r\nContent-Length: 7\r\n\r\nhello",
        b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nmany\r\nhello",
    ];
    for bytes in cases {
        let server = Server::new(move |_, _| bytes.to_vec());
        let start = Instant::now();
        error(&Http::new(patient.clone()).unwrap(), &server.url("/"));
        assert_eq!(server.count(), 1, "{}", String::from_utf8_lossy(bytes));
        assert!(start.elapsed() < Duration::from_secs(5));
    }
    // Nobody listens.
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let start = Instant::now();
    error(&Http::new(patient).unwrap(), &format!("http://127.0.0.1:{port}/"));
    assert!(start.elapsed() < Duration::from_secs(5));
}

#[test]
fn a_connection_that_was_closed_is_tried_again() {
    let server = Server::new(|_, number| match number {
        0 => Vec::new(),
        1 => answer("502 Bad Gateway", "", b""),
        _ => answer("200 OK", "", b"page"),
    });
    assert_eq!(client().get(&server.url("/")).unwrap().bytes, b"page");
}

#[test]
fn a_host_without_answers_is_left_alone() {
    let server = Server::new(|asked, _| match asked.path.as_str() {
        "/dead" => b"SSH-2.0-OpenSSH_9.6\r\n\r\n".to_vec(),
        "/gone" => answer("404 Not Found", "", b""),
        _ => answer("200 OK", "", b"page"),
    });
    let http = client();
    // An answer of any kind shows that somebody is there.
    for path in ["/page", "/gone"] {
        (0..4).for_each(|_| drop(error(&http, &server.url("/dead"))));
        let _ = http.get(&server.url(path));
    }
    (0..5).for_each(|_| drop(error(&http, &server.url("/dead"))));
    let asked = server.count();
    assert!(error(&http, &server.url("/page")).contains("the last 5 requests"));
    assert_eq!(server.count(), asked);
}

#[test]
fn a_slow_server_times_out() {
    let server = Server::new(|_, _| {
        thread::sleep(Duration::from_secs(2));
        answer("200 OK", "", b"late")
    });
    let http = Http::new(with(|o| {
        o.timeout = Duration::from_millis(200);
        o.retries = 0;
    }))
    .unwrap();
    let start = Instant::now();
    assert!(error(&http, &server.url("/")).contains("timed out"));
    assert!(start.elapsed() < Duration::from_secs(2));
}

#[test]
fn a_dripping_server_times_out() {
    // Each byte comes in time, all of them do not: a server of its own, for ours sends an answer at
    // once.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/", listener.local_addr().unwrap());
    thread::spawn(move || {
        let (mut connection, _) = listener.accept().unwrap();
        // An answer ahead of the request would be an error of another kind.
        let mut request = Vec::new();
        let mut byte = [0];
        while !request.ends_with(b"\r\n\r\n") && connection.read(&mut byte).unwrap_or(0) == 1 {
            request.push(byte[0]);
        }
        connection.write_all(b"HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\n").unwrap();
        while connection.write_all(b".").is_ok() {
            thread::sleep(Duration::from_millis(20));
        }
    });
    let http = Http::new(with(|o| {
        o.timeout = Duration::from_millis(300);
        o.retries = 0;
    }))
    .unwrap();
    assert!(error(&http, &url).contains("timed out"));
}

#[test]
fn a_body_over_the_limit_is_an_error() {
    let http = Http::new(with(|o| {
        o.max_bytes = 1000;
        o.allow_private = true;
    }))
    .unwrap();
    let fits = Server::new(|_, _| answer("200 OK", "", &[b'x'; 1000]));
    assert_eq!(http.get(&fits.url("/")).unwrap().bytes.len(), 1000);
    let said = Server::new(|_, _| answer("200 OK", "", &[b'x'; 1001]));
    let unsaid = Server::new(|_, _| {
        [b"HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n".to_vec(), vec![b'x'; 100_000]].concat()
    });
    for server in [said, unsaid] {
        let error = error(&http, &server.url("/"));
        assert!(error.contains("limit of 1000 bytes") && error.contains("--max-bytes"), "{error}");
    }
}

/// A body as a server compresses it. flate2 is ours only with the feature `warc`.
#[cfg(feature = "warc")]
fn gzip(body: &[u8]) -> Vec<u8> {
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    encoder.write_all(body).unwrap();
    encoder.finish().unwrap()
}

#[cfg(feature = "warc")]
#[test]
fn gzip_bodies_are_unpacked() {
    let server = Server::new(|_, _| answer("200 OK", "Content-Encoding: gzip", &gzip(b"<p>Hello")));
    let page = client().get(&server.url("/")).unwrap();
    assert_eq!((page.bytes.as_slice(), page.header("content-encoding")), (&b"<p>Hello"[..], None));
}

#[cfg(feature = "warc")]
#[test]
fn the_limit_counts_unpacked_bytes() {
    let server =
        Server::new(|_, _| answer("200 OK", "Content-Encoding: gzip", &gzip(&[b'x'; 50_000])));
    let http = Http::new(with(|o| o.max_bytes = 10_000)).unwrap();
    assert!(error(&http, &server.url("/")).contains("limit of 10000 bytes"));
}

#[test]
fn a_page_that_did_not_change_is_not_sent_again() {
    // The validator as a header of the answer, and as the header it comes back in
    let cases = [
        ("ETag: \"v1\"", "if-none-match: \"v1\""),
        (
            "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT",
            "if-modified-since: sun, 06 nov 1994 08:49:37 gmt",
        ),
    ];
    for (sent, expected) in cases {
        let server =
            Server::new(move |asked, _| match asked.headers.iter().any(|line| line == expected) {
                true => answer("304 Not Modified", "", b""),
                false => answer("200 OK", sent, b"page"),
            });
        let http = client();
        let Fetched::Fresh(page, validators) =
            http.get_if_changed(&server.url("/"), &Validators::default()).unwrap()
        else {
            panic!("{sent}: unchanged at the first time");
        };
        assert_eq!(page.bytes, b"page");
        assert_eq!(
            http.get_if_changed(&server.url("/"), &validators).unwrap(),
            Fetched::Unchanged,
            "{sent}"
        );
    }
}

#[test]
fn a_page_that_changed_is_sent_again() {
    let server =
        Server::new(|_, number| answer("200 OK", &format!("ETag: \"v{number}\""), b"page"));
    let mut old = Validators::default();
    old.etag = Some("\"old\"".into());
    let Fetched::Fresh(_, new) = client().get_if_changed(&server.url("/"), &old).unwrap() else {
        panic!("unchanged")
    };
    assert_eq!(new.etag.as_deref(), Some("\"v0\""));
}

#[test]
fn requests_to_one_host_keep_their_distance() {
    let server = Server::new(|_, _| answer("200 OK", "", b""));
    let http = Http::new(with(|o| o.pause = Duration::from_millis(150))).unwrap();
    let start = Instant::now();
    for _ in 0..3 {
        http.get(&server.url("/")).unwrap();
    }
    assert!(start.elapsed() >= Duration::from_millis(300));
}

#[test]
fn a_user_agent_that_cannot_be_sent_is_an_error() {
    assert_eq!(
        Http::new(with(|o| o.user_agent = "two\nlines".into())).unwrap_err().kind(),
        Kind::Fetch
    );
}

#[test]
fn robots_are_kept_to_where_they_are_to_be() {
    let serve = |robots: &'static str, status: &'static str| {
        Server::new(move |asked, _| match &*asked.path {
            "/robots.txt" => answer(status, "", robots.as_bytes()),
            "/moved" => answer("302 Found", "Location: /private", b""),
            _ => answer("200 OK", "", b"page"),
        })
    };
    let rules = "User-agent: stone\nDisallow: /private\n\nUser-agent: *\nDisallow: /";
    // robots.txt, its status, address, whether it may be asked
    let cases = [
        (rules, "200 OK", "/open", true),
        (rules, "200 OK", "/private/a", false),
        (rules, "200 OK", "/moved", false),
        ("", "404 Not Found", "/private", true),
        ("", "500 Internal Server Error", "/open", false),
    ];
    for (robots, status, path, may) in cases {
        let server = serve(robots, status);
        let options = with(|o| {
            o.robots = true;
            o.user_agent = "stone/2 (+me)".into();
        });
        let http = Http::new(options).unwrap();
        assert_eq!(http.get(&server.url(path)).is_ok(), may, "{status} {path}");
        assert_eq!(http.get(&server.url(path)).is_ok(), may, "{status} {path}, again");
        let asked = server.log.lock().unwrap();
        assert_eq!(asked.iter().filter(|a| a.path == "/robots.txt").count(), 1, "{status} {path}");
        let private = asked.iter().any(|a| a.path.starts_with("/private"));
        assert!(may || !private, "{status} {path}");
    }
    // Who does not ask for it does without.
    let server = serve("User-agent: *\nDisallow: /", "200 OK");
    assert!(client().get(&server.url("/a")).is_ok());
    assert_eq!(server.log.lock().unwrap().len(), 1);
}

#[test]
fn headers_go_to_the_first_host_alone_and_cookies_where_they_belong() {
    let other = Server::new(|_, _| answer("200 OK", "", b"other"));
    // The same machine under another name.
    let away = other.url("/").replace("127.0.0.1", "localhost");
    let server = Server::new(move |asked, _| match &*asked.path {
        "/away" => answer("302 Found", &format!("Location: {away}"), b""),
        _ => answer("200 OK", "Set-Cookie: seen=yes; Path=/", b"page"),
    });
    let http = Http::new(with(|o| {
        o.headers = vec![("X-Word".to_owned(), "salt".to_owned())];
        o.cookies = Some("127.0.0.1\tFALSE\t/\tFALSE\t0\tword\tbrine\n".to_owned());
        o.allow_private = true;
    }))
    .unwrap();
    http.get(&server.url("/a")).unwrap();
    http.get(&server.url("/away")).unwrap();
    let sent = |server: &Server, n: usize| server.log.lock().unwrap()[n].headers.join("\n");
    assert!(sent(&server, 0).contains("x-word: salt"), "{}", sent(&server, 0));
    assert!(sent(&server, 0).contains("cookie: word=brine"), "{}", sent(&server, 0));
    assert!(sent(&server, 1).contains("seen=yes"), "{}", sent(&server, 1));
    assert!(!sent(&other, 0).contains("x-word"), "{}", sent(&other, 0));
    assert!(!sent(&other, 0).contains("cookie:"), "{}", sent(&other, 0));
    let bad = vec![("X Word".to_owned(), "salt".to_owned())];
    assert!(Http::new(with(|o| o.headers = bad)).is_err());
    assert!(Http::new(with(|o| o.cookies = Some("salt".to_owned()))).is_err());
}

#[test]
fn pages_do_not_lead_into_the_own_network() {
    let inner = Server::new(|_, _| answer("200 OK", "", b"secret"));
    let to = inner.url("/admin").replace("127.0.0.1", "127.0.0.2");
    let name = inner.url("/admin").replace("127.0.0.1", "localhost");
    let outer = Server::new(move |asked, _| match asked.path.as_str() {
        "/port" => moved(&inner.url("/admin")),
        "/host" => moved(&to),
        "/login" => moved("http://me:pw@127.0.0.1/"),
        _ => moved(&name),
    });
    let http = client();
    http.get(&outer.url("/a")).unwrap_err();
    for (path, said) in [
        ("/port", "is not the blog's"),
        ("/host", "--allow-private"),
        ("/login", "a user's name"),
        ("/name", "is not the blog's"),
    ] {
        let error = error(&http, &outer.url(path));
        assert!(error.contains(said), "{path}: {error}");
    }
    let http = Http::new(with(|o| o.allow_private = true)).unwrap();
    assert_eq!(http.get(&outer.url("/port")).unwrap().bytes, b"secret");
    assert_eq!(http.get(&outer.url("/name")).unwrap().bytes, b"secret");
}

#[test]
fn a_name_that_leads_into_the_own_network_is_not_asked_and_not_asked_again() {
    let server = Server::new(|_, _| answer("200 OK", "", b"secret"));
    let named = Some(vec![server.url("/")]);
    let http = Http::new(with(|o| {
        o.named = named;
        o.retries = 5;
    }))
    .unwrap();
    let start = Instant::now();
    let error = error(&http, &server.url("/").replace("127.0.0.1", "localhost"));
    assert!(error.contains("a private network"), "{error}");
    assert!(start.elapsed() < Duration::from_secs(2));
    assert!(server.log.lock().unwrap().is_empty());
}

fn moved(to: &str) -> Vec<u8> {
    answer("302 Found", &format!("Location: {to}"), b"")
}
