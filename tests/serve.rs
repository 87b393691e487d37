//! `feedstone serve`, asked over the loopback interface.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod program;
mod server;

use std::collections::HashMap;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use feedstone::source::Dir;
use feedstone::source::{Response, Source};
use program::{program, run, text};
use serde_json::{Value, json};
use server::Server;

const SAMPLE: &str = "samples/garden-notes";
const HOME: &str = "https://garden-notes.example/";
const HTML: &str = "Content-Type: text/html; charset=utf-8";
const JSON: &str = "Content-Type: application/json";

/// A service with a folder of rules of its own.
struct Service {
    child: Child,
    address: String,
    rules: tempfile::TempDir,
}

impl Service {
    /// With the rule files of these samples.
    fn of(samples: &[&str], args: &[&str]) -> Service {
        let rules = tempfile::tempdir().unwrap();
        for name in samples {
            let file = format!("{name}.xml");
            fs::copy(format!("rules/{file}"), rules.path().join(file)).unwrap();
        }
        let mut child = program()
            .args(["serve", "--listen", "127.0.0.1:0", "--rules"])
            .arg(rules.path())
            .args(args)
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        let mut said = BufReader::new(child.stderr.take().unwrap()).lines();
        let line = said.find(|l| l.as_ref().unwrap().contains("listening on")).unwrap().unwrap();
        // Whatever else it says, its pipe is emptied.
        thread::spawn(move || said.for_each(drop));
        let address = line.split("http://").nth(1).unwrap();
        let address = address.split(' ').next().unwrap().to_owned();
        Service { child, address, rules }
    }

    fn connect(&self) -> TcpStream {
        TcpStream::connect(&self.address).unwrap()
    }

    /// The status and the body of the answer to a request of these lines.
    fn ask(&self, first: &str, headers: &[&str], body: &[u8]) -> (u16, String) {
        let mut stream = self.connect();
        let mut head = format!("{first} HTTP/1.1\r\nConnection: close\r\n");
        let is_host = |h: &&str| h.starts_with("Host:");
        if !headers.iter().any(is_host) {
            head += &format!("Host: {}\r\n", self.address);
        }
        headers.iter().for_each(|h| head += &format!("{h}\r\n"));
        head += &format!("Content-Length: {}\r\n\r\n", body.len());
        stream.write_all(head.as_bytes()).unwrap();
        // It may have been answered already.
        let _ = stream.write_all(body);
        answered(stream)
    }

    fn extract(&self, page: &str, kind: &str, body: &[u8]) -> (u16, Value) {
        let (status, said) = self.ask(&extract(page), &[kind], body);
        (status, serde_json::from_str(&said).unwrap())
    }

    fn post(&self, path: &str, body: &Value) -> (u16, Value) {
        let (status, said) =
            self.ask(&format!("POST {path}"), &[JSON], body.to_string().as_bytes());
        (status, serde_json::from_str(&said).unwrap())
    }

    fn get(&self, path: &str) -> Value {
        let (status, said) = self.ask(&format!("GET {path}"), &[], b"");
        assert_eq!(status, 200, "{path}: {said}");
        serde_json::from_str(&said).unwrap()
    }

    fn stop(&self) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args(["-TERM", &id]).status().unwrap().success());
    }
}

impl Drop for Service {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The first line of a request to read a page.
fn extract(page: &str) -> String {
    let page: String = url::form_urlencoded::byte_serialize(page.as_bytes()).collect();
    format!("POST /extract?url={page}")
}

fn answered(mut stream: TcpStream) -> (u16, String) {
    stream.set_read_timeout(Some(Duration::from_secs(60))).unwrap();
    let mut said = Vec::new();
    stream.read_to_end(&mut said).unwrap();
    let said = String::from_utf8(said).unwrap();
    let (head, body) = said.split_once("\r\n\r\n").unwrap_or_else(|| panic!("{said:?}"));
    (head.split(' ').nth(1).unwrap().parse().unwrap(), body.to_owned())
}

/// The pages of a sample.
fn pages(sample: &str) -> Vec<Response> {
    let folder = Dir::open(sample, None).unwrap();
    folder.pages().map(Result::unwrap).collect()
}

fn home() -> Vec<u8> {
    fs::read(format!("{SAMPLE}/index.html")).unwrap()
}

/// Pages and feed of the sample, as clients give them.
fn given() -> Vec<Value> {
    let feed = format!("{HOME}feed.xml");
    let feed = Dir::open(SAMPLE, None).unwrap().get(&feed).unwrap();
    let one = |r: Response| json!({"url": r.url, "text": String::from_utf8(r.bytes).unwrap()});
    pages(SAMPLE).into_iter().filter(Response::is_html).chain([feed]).map(one).collect()
}

/// Waits until something is true of the service.
fn until(what: &str, is: impl Fn() -> bool) {
    let start = Instant::now();
    while !is() {
        assert!(start.elapsed() < Duration::from_secs(20), "never: {what}");
        thread::sleep(Duration::from_millis(50));
    }
}

// ---------------------------------------------------------------- reading

#[test]
fn entries_are_those_that_extract_prints() {
    let samples = ["garden-notes", "cjk-zh", "day-book"];
    let service = Service::of(&samples, &[]);
    for sample in samples {
        let (rules, folder) = (format!("rules/{sample}.xml"), format!("samples/{sample}"));
        // A service reads one page at a time.
        let printed = run(&["extract", "--at-once", "--rules", &rules, "--dir", &folder]);
        let mut lines: HashMap<String, Vec<&str>> = HashMap::new();
        for line in text(&printed.stdout).lines() {
            let page: Value = serde_json::from_str(line).unwrap();
            lines.entry(page["page"].as_str().unwrap().to_owned()).or_default().push(line);
        }
        let mut read = 0;
        for r in pages(&folder).iter().filter(|r| r.is_html()) {
            let kind = format!("Content-Type: {}", r.content_type().unwrap_or("text/html"));
            let (status, said) = service.ask(&extract(&r.url), &[&kind], &r.bytes);
            assert_eq!(status, 200, "{}: {said}", r.url);
            let entries = lines.remove(&r.url).unwrap_or_default().join(",");
            assert!(said.ends_with(&format!("\"entries\":[{entries}]}}")), "{}: {said}", r.url);
            assert!(said.contains(&format!("\"rules\":\"{sample}\"")), "{said}");
            read += 1;
        }
        assert!(read > 5 && lines.is_empty(), "{sample}: {read} pages, {lines:?}");
    }
}

#[test]
fn a_pages_charset_is_heard() {
    let service = Service::of(&["garden-notes"], &[]);
    let page = String::from_utf8(home()).unwrap().replace("utf-8", "");
    let page = page.replacen("</a></h2>", " caf\u{1}</a></h2>", 1).replace('\u{1}', "\u{e9}");
    let latin: Vec<u8> = page.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
    let (_, said) = service.extract(HOME, "Content-Type: text/html; charset=latin1", &latin);
    let title = said["entries"][0]["title"].as_str().unwrap();
    assert!(title.ends_with(" caf\u{e9}"), "{title}");
}

#[test]
fn html_is_cleaned_where_it_is_asked() {
    let service = Service::of(&["garden-notes"], &[]);
    let page = String::from_utf8(home()).unwrap();
    let page = page.replace("<p>Four of them", "<p onclick=\"steal()\">Four of them");
    let html = |query: &str| {
        let first = format!("{}{query}", extract(HOME));
        service.ask(&first, &[HTML], page.as_bytes()).1
    };
    assert!(html("").contains("steal()"));
    assert!(html("&sanitize=false").contains("steal()"));
    let clean = html("&sanitize=true");
    assert!(!clean.contains("steal()") && clean.contains("body_html"), "{clean}");
}

#[test]
fn what_stands_in_a_pages_place_is_said() {
    let service = Service::of(&["garden-notes"], &[]);
    let login = b"<title>Log in</title><h1 class=entry-title>Log in</h1><form action=/login>\
        <input name=user><input type=password name=pw></form>";
    let (status, said) = service.extract(HOME, HTML, login);
    assert_eq!((status, &said["entries"]), (200, &json!([])), "{said}");
    assert!(said["barred"].as_str().unwrap().contains("a login"), "{said}");
}

// ---------------------------------------------------------------- which rules

#[test]
fn rule_files_are_read_again_where_they_change() {
    let service = Service::of(&[], &[]);
    let status = || service.extract(HOME, HTML, &home()).0;
    assert_eq!(status(), 404);
    let file = service.rules.path().join("garden.xml");
    let rules = fs::read_to_string("rules/garden-notes.xml").unwrap();
    fs::write(&file, &rules).unwrap();
    until("a new file is seen", || status() == 200);
    fs::write(&file, &rules[..rules.len() / 2]).unwrap();
    until("a broken file is seen", || service.get("/health")["faults"] == 1);
    // Half a file, as it is copied, takes nothing away.
    assert_eq!(status(), 200);
    let fault = service.get("/rules")["rules"][0]["fault"].as_str().unwrap().to_owned();
    assert!(fault.contains("garden.xml"), "{fault}");
    fs::remove_file(&file).unwrap();
    until("a file that is gone is forgotten", || status() == 404);
}

#[test]
fn a_page_has_the_rules_of_its_host_or_those_that_are_named() {
    let service = Service::of(&["garden-notes", "day-book"], &[]);
    let twin = fs::read_to_string("rules/garden-notes.xml").unwrap();
    // page, name of the rules, status, rules taken or what the error says
    let cases = [
        (HOME, "", 200, "garden-notes"),
        ("https://www.garden-notes.example/page/2/", "", 200, "garden-notes"),
        ("http://unknown.example/", "", 404, "unknown.example"),
        ("http://unknown.example/", "garden-notes", 200, "garden-notes"),
        ("http://unknown.example/", "garden-notes.xml", 200, "garden-notes"),
        (HOME, "../garden-notes", 404, "found"),
        (HOME, "nobody", 404, "nobody"),
    ];
    let ask = |page: &str, name: &str| {
        let named = if name.is_empty() { String::new() } else { format!("&rules={name}") };
        service.ask(&format!("{}{named}", extract(page)), &[HTML], &home())
    };
    for (page, name, status, says) in cases {
        let (got, said) = ask(page, name);
        assert_eq!(got, status, "{page} {name}: {said}");
        assert!(said.contains(says), "{page} {name}: {said}");
    }
    fs::write(service.rules.path().join("twin.xml"), twin).unwrap();
    until("two files of one blog", || ask(HOME, "").0 == 409);
    assert_eq!(ask(HOME, "twin").0, 200);
}

// ---------------------------------------------------------------- what is refused

#[test]
fn errors_have_one_shape_and_say_what_to_do() {
    let service = Service::of(&["garden-notes"], &["--max-bytes", "100000"]);
    let page = extract(HOME);
    let large = vec![b'a'; 100_001];
    let wide = format!("Host: {}", "a".repeat(20));
    // first line, headers, body, status, kind
    let cases: &[(&str, &[&str], &[u8], u16, &str)] = &[
        ("GET /", &[], b"", 404, "request"),
        ("GET /extract", &[], b"", 405, "request"),
        ("POST /rules", &[JSON], b"{}", 405, "request"),
        ("OPTIONS /extract", &[], b"", 405, "request"),
        (&page, &[], b"<p>", 415, "request"),
        (&page, &["Content-Type: text/plain"], b"<p>", 415, "request"),
        (&page, &[HTML, "Content-Encoding: gzip"], b"<p>", 415, "request"),
        (&page, &[HTML, "Origin: https://evil.example"], b"<p>", 403, "forbidden"),
        (&page, &[HTML, "Sec-Fetch-Site: same-site"], b"<p>", 403, "forbidden"),
        (&page, &[HTML, "Host: evil.example"], b"<p>", 403, "forbidden"),
        (&page, &[HTML, &wide], b"<p>", 403, "forbidden"),
        ("GET /rules", &["Host: evil.example"], b"", 403, "forbidden"),
        (&page, &[HTML], &large, 413, "too_large"),
        ("POST /extract", &[HTML], b"<p>", 400, "request"),
        ("POST /extract?url=salt", &[HTML], b"<p>", 400, "request"),
        ("POST /extract?url=/etc/passwd", &[HTML], b"<p>", 400, "request"),
        ("POST /extract?url=file:///etc/passwd", &[HTML], b"<p>", 400, "request"),
        ("POST /extract?uri=https://a.example/", &[HTML], b"<p>", 400, "request"),
        ("POST /extract?url=https://a.example/", &[HTML], b"<p>", 404, "rules"),
        ("POST /check", &[HTML], b"{}", 415, "request"),
        ("POST /check", &[JSON], b"{", 400, "request"),
        ("POST /check", &[JSON], b"{\"pages\":[]}", 400, "request"),
        ("POST /check", &[JSON], b"{\"pages\":[],\"more\":1}", 400, "request"),
        ("POST /learn", &[JSON], b"{}", 403, "forbidden"),
    ];
    for (first, headers, body, status, kind) in cases {
        let (got, said) = service.ask(first, headers, body);
        let said: Value = serde_json::from_str(&said).unwrap();
        assert_eq!((got, &said["error"]["kind"]), (*status, &json!(kind)), "{first}: {said}");
        described("Error", &said);
        assert!(said["error"]["next"].as_str().unwrap().len() > 10, "{said}");
    }
    assert_eq!(service.extract(HOME, HTML, b"<p>").0, 200, "it goes on");
}

#[test]
fn a_body_without_a_length_is_bounded_too() {
    let service = Service::of(&["garden-notes"], &["--max-bytes", "1000"]);
    for (bytes, status) in [(1000, 200), (1001, 413)] {
        let mut stream = service.connect();
        let head = format!(
            "{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{HTML}\r\n\
             Transfer-Encoding: chunked\r\n\r\n",
            extract(HOME)
        );
        stream.write_all(head.as_bytes()).unwrap();
        for part in vec![b'a'; bytes].chunks(100) {
            write!(stream, "{:x}\r\n{}\r\n", part.len(), text(part)).unwrap();
        }
        stream.write_all(b"0\r\n\r\n").unwrap();
        assert_eq!(answered(stream).0, status, "{bytes} bytes");
    }
}

#[test]
fn more_requests_than_it_has_room_for_are_told_to_come_again() {
    let service = Service::of(&["garden-notes"], &["--jobs", "1"]);
    let page = home();
    let begin = || {
        let mut stream = service.connect();
        let head = format!(
            "{} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{HTML}\r\n\
             Content-Length: {}\r\n\r\n",
            extract(HOME),
            page.len()
        );
        stream.write_all(head.as_bytes()).unwrap();
        stream
    };
    let waiting: Vec<TcpStream> = (0..4).map(|_| begin()).collect();
    until("it has no room", || service.extract(HOME, HTML, &page).0 == 503);
    // What needs no room is answered: it is well.
    assert_eq!(service.get("/health")["status"], "ok");
    for mut stream in waiting {
        stream.write_all(&page).unwrap();
        assert_eq!(answered(stream).0, 200);
    }
    assert_eq!(service.extract(HOME, HTML, &page).0, 200);
}

#[test]
fn a_stop_waits_for_what_is_under_way() {
    let mut service = Service::of(&["garden-notes"], &[]);
    let page = home();
    let mut stream = service.connect();
    let head = format!(
        "{} HTTP/1.1\r\nHost: localhost\r\n{HTML}\r\nContent-Length: {}\r\n\r\n",
        extract(HOME),
        page.len()
    );
    stream.write_all(head.as_bytes()).unwrap();
    stream.write_all(&page[..100]).unwrap();
    // One that is kept open and asks nothing.
    let idle = service.connect();
    until("the request is under way", || service.get("/health")["status"] == "ok");
    service.stop();
    until("nobody is let in", || TcpStream::connect(&service.address).is_err());
    assert!(service.child.try_wait().unwrap().is_none(), "it did not wait");
    stream.write_all(&page[100..]).unwrap();
    assert_eq!(answered(stream).0, 200);
    let end = service.child.wait().unwrap();
    assert_eq!(end.code(), Some(0));
    drop(idle);
}

#[test]
fn it_says_why_it_cannot_run() {
    let service = Service::of(&[], &[]);
    let folder = service.rules.path().to_str().unwrap();
    // arguments, what it says
    let cases = [
        (vec!["--rules", "no/such/folder"], "no/such/folder"),
        (vec!["--rules", folder, "--listen", &service.address], "expected an address that is free"),
        (vec!["--rules", folder, "--allow-private"], "--learn"),
    ];
    for (args, says) in cases {
        let out = program().arg("serve").args(&args).output().unwrap();
        assert_eq!(out.status.code(), Some(2), "{args:?}");
        assert!(text(&out.stderr).contains(says), "{args:?}: {}", text(&out.stderr));
    }
}

// ---------------------------------------------------------------- learning

#[test]
fn what_is_learned_from_given_pages_is_what_learn_writes() {
    let service = Service::of(&[], &["--learn"]);
    let (status, said) =
        service.post("/learn", &json!({"blog": HOME, "pages": given(), "save": "garden"}));
    assert_eq!(status, 200, "{said}");
    described("Learned", &said);
    let file = service.rules.path().join("by-hand.xml");
    let out = run(&["learn", SAMPLE, "--out", file.to_str().unwrap()]);
    assert!(out.status.success());
    assert_eq!(said["rules"], fs::read_to_string(&file).unwrap());
    assert_eq!(fs::read_to_string(service.rules.path().join("garden.xml")).unwrap(), said["rules"]);
    fs::remove_file(&file).unwrap();
    // It is read at once.
    until("one file of the blog", || service.get("/health")["rules"] == 1);
    let (status, got) = service.extract(HOME, HTML, &home());
    assert_eq!((status, &got["rules"]), (200, &json!("garden")), "{got}");
}

#[test]
fn pages_that_learning_lacks_are_named() {
    let service = Service::of(&[], &["--learn"]);
    let all = given();
    let ask = |pages: &[&Value]| service.post("/learn", &json!({"blog": HOME, "pages": pages}));
    let is = |url: &str| all.iter().find(|p| p["url"] == url);
    let mut pages: Vec<&Value> = Vec::new();
    let mut statuses = Vec::new();
    loop {
        let (status, said) = ask(&pages);
        statuses.push(status);
        let wanted = if status == 200 { &said["wanted"] } else { &said["error"]["wanted"] };
        let wanted = wanted.as_array().unwrap().iter().map(|w| w.as_str().unwrap());
        let new: Vec<&Value> = wanted.filter_map(is).filter(|p| !pages.contains(p)).collect();
        if new.is_empty() {
            break;
        }
        pages.extend(new);
    }
    assert_eq!((statuses[0], statuses[1]), (502, 422), "the home page, then the feed");
    assert_eq!(statuses.last(), Some(&200));
    assert_eq!(pages[0]["url"], HOME);
    let whole = service.post("/learn", &json!({"blog": HOME, "pages": all})).1;
    assert_eq!(ask(&pages).1["rules"], whole["rules"], "{} pages", pages.len());
}

#[test]
fn rules_are_saved_under_plain_names_and_not_over_better_ones() {
    let service = Service::of(&["day-book", "garden-notes"], &["--learn"]);
    // Without any post's page nothing is known of them.
    let few = |p: &Value| p["url"] == HOME || p["url"].as_str().unwrap().ends_with("feed.xml");
    let few: Vec<Value> = given().into_iter().filter(few).collect();
    let save =
        |name: &str| service.post("/learn", &json!({"blog": HOME, "pages": few, "save": name}));
    let cases = [
        ("../garden", 400),
        ("/tmp/garden", 400),
        ("a/b", 400),
        (".hidden", 400),
        ("", 400),
        ("garden\u{0}", 400),
        ("day-book", 409),
        ("garden-notes", 409),
        ("garden.2", 200),
    ];
    let before = fs::read_to_string(service.rules.path().join("garden-notes.xml")).unwrap();
    for (name, status) in cases {
        let (got, said) = save(name);
        assert_eq!(got, status, "{name:?}: {said}");
    }
    let after = fs::read_to_string(service.rules.path().join("garden-notes.xml")).unwrap();
    assert_eq!(before, after);
    assert_eq!(fs::read_dir(service.rules.path()).unwrap().count(), 3);
}

/// A server of the sample on the loopback interface, which is a private network.
fn sample_server() -> Server {
    Server::new(|asked, _| {
        let path = asked.path.trim_start_matches('/');
        let name = if path.is_empty() || path.ends_with('/') { "index.html" } else { "" };
        match fs::read(format!("{SAMPLE}/{path}{name}")) {
            Ok(bytes) => {
                let host = asked.headers.iter().find_map(|h| h.strip_prefix("host: ")).unwrap();
                let local = format!("http://{host}/");
                let page = String::from_utf8(bytes).unwrap().replace(HOME, &local);
                let kind = if path.ends_with(".xml") { "application/xml" } else { "text/html" };
                server::answer("200 OK", &format!("Content-Type: {kind}"), page.as_bytes())
            }
            Err(_) => server::answer("404 Not Found", "", b""),
        }
    })
}

#[test]
fn clients_cannot_make_it_ask_private_addresses() {
    let blog = sample_server();
    let port = blog.base.rsplit(':').next().unwrap();
    let service = Service::of(&[], &["--learn"]);
    let addresses = [
        format!("http://127.0.0.1:{port}/"),
        format!("http://localhost:{port}/"),
        format!("http://me:secret@127.0.0.1:{port}/"),
        format!("http://0x7f.1:{port}/"),
        "http://127.0.0.1/".to_owned(),
        "http://localhost/".to_owned(),
        "http://[::1]/".to_owned(),
        "http://169.254.169.254/latest/meta-data/".to_owned(),
    ];
    for address in addresses {
        let (status, said) = service.post("/learn", &json!({"blog": address}));
        assert_eq!((status, &said["error"]["kind"]), (502, &json!("fetch")), "{address}: {said}");
        assert!(!said.to_string().contains("secret"), "{said}");
    }
    assert_eq!(blog.count(), 0);
    let service = Service::of(&[], &["--learn", "--allow-private"]);
    // The pauses between requests are those of the web: few pages are enough.
    let pages: Vec<Value> = Vec::new();
    let (status, _) = service.post("/learn", &json!({"blog": blog.url("/"), "pages": pages}));
    assert_eq!((status, blog.count()), (502, 0), "with pages nothing is asked");
    let (status, said) = service.post("/learn", &json!({"blog": blog.url("/none/")}));
    assert_eq!((status, &said["error"]["kind"]), (502, &json!("fetch")), "{said}");
    assert!(said["error"]["message"].as_str().unwrap().contains("404"), "{said}");
}

// ---------------------------------------------------------------- the description

fn openapi() -> Value {
    serde_json::from_str(&fs::read_to_string("docs/service.openapi.json").unwrap()).unwrap()
}

/// Fails where a value is not as a schema of the description has it. No key of a schema that is
/// not known here goes unnoticed.
fn described(schema: &str, value: &Value) {
    let api = openapi();
    let schema = &api["components"]["schemas"][schema];
    assert!(schema.is_object(), "no such schema");
    holds(&api, schema, value, "it");
}

fn holds(api: &Value, schema: &Value, value: &Value, at: &str) {
    for (key, of) in schema.as_object().unwrap() {
        match key.as_str() {
            "description" | "format" => {}
            "$ref" => {
                let target = of.as_str().unwrap().trim_start_matches('#');
                holds(api, api.pointer(target).expect(target), value, at);
            }
            "const" => assert_eq!(value, of, "{at}"),
            "enum" => assert!(of.as_array().unwrap().contains(value), "{at}: {value}"),
            "type" => {
                let is = |t: &Value| match t.as_str().unwrap() {
                    "object" => value.is_object(),
                    "array" => value.is_array(),
                    "string" => value.is_string(),
                    "boolean" => value.is_boolean(),
                    "integer" => value.is_u64(),
                    "number" => value.is_number(),
                    "null" => value.is_null(),
                    other => panic!("{at}: type {other}"),
                };
                let any = of.as_array().map_or_else(|| is(of), |all| all.iter().any(is));
                assert!(any, "{at}: {value}");
            }
            "required" => {
                for name in of.as_array().unwrap() {
                    assert!(value.get(name.as_str().unwrap()).is_some(), "{at}: no {name}");
                }
            }
            "properties" => {
                for (name, value) in value.as_object().unwrap() {
                    if let Some(schema) = of.get(name) {
                        holds(api, schema, value, &format!("{at}.{name}"));
                    }
                }
            }
            "additionalProperties" => {
                for name in value.as_object().unwrap().keys() {
                    assert!(schema["properties"].get(name).is_some(), "{at}: {name}");
                }
            }
            "items" => {
                for (i, value) in value.as_array().unwrap().iter().enumerate() {
                    holds(api, of, value, &format!("{at}[{i}]"));
                }
            }
            other => panic!("{at}: {other} is not known here"),
        }
    }
}

#[test]
fn answers_are_as_the_description_has_them() {
    let service = Service::of(&["garden-notes"], &[]);
    assert_eq!(service.get("/openapi.json"), openapi());
    described("Health", &service.get("/health"));
    fs::write(service.rules.path().join("broken.xml"), "<rules").unwrap();
    until("a broken file is seen", || service.get("/health")["faults"] == 1);
    let rules = service.get("/rules");
    described("Rules", &rules);
    assert_eq!(rules["rules"].as_array().unwrap().len(), 2);
    let mut kinds = Vec::new();
    for r in pages(SAMPLE).iter().filter(|r| r.is_html()) {
        let said = service.extract(&r.url, HTML, &r.bytes).1;
        described("Extraction", &said);
        kinds.push(said["kind"].clone());
    }
    let nothing = service.extract(HOME, HTML, b"<p>Nothing").1;
    described("Extraction", &nothing);
    kinds.push(nothing["kind"].clone());
    for kind in [json!("list"), json!("entry"), Value::Null] {
        assert!(kinds.contains(&kind), "no page of kind {kind}");
    }
}

#[test]
fn checks_are_those_that_check_prints() {
    let service = Service::of(&["garden-notes"], &[]);
    let html: Vec<Response> = pages(SAMPLE).into_iter().filter(Response::is_html).collect();
    let given = html.iter().map(|r| json!({"url": r.url, "text": text(&r.bytes)}));
    let (status, said) = service.post("/check", &json!({"pages": given.collect::<Vec<_>>()}));
    assert_eq!(status, 200, "{said}");
    described("Check", &said);
    let rules = "rules/garden-notes.xml";
    let printed = run(&["check", "--rules", rules, "--dir", SAMPLE, "--format", "json"]);
    let lines = text(&printed.stdout).lines().map(|l| serde_json::from_str(l).unwrap());
    assert_eq!(said["pages"], Value::Array(lines.collect()));
    // The feed is a further witness.
    let page = &html.iter().find(|r| r.url == HOME).unwrap().bytes;
    let feed = fs::read_to_string(format!("{SAMPLE}/feed.xml")).unwrap();
    let pages = json!([{"url": HOME, "text": text(page)}]);
    let said = service.post("/check", &json!({"pages": pages, "feed": feed})).1.to_string();
    assert!(said.contains("\"feed\":true"), "{said}");
}

#[test]
fn every_path_of_the_description_is_there() {
    let service = Service::of(&["garden-notes"], &["--learn"]);
    for (path, methods) in openapi()["paths"].as_object().unwrap() {
        for method in methods.as_object().unwrap().keys() {
            let first = format!("{} {path}", method.to_uppercase());
            let (status, said) = service.ask(&first, &[], b"");
            assert!(status != 404 && status != 405, "{first}: {said}");
        }
    }
}
