//! `feedstone harvest` against a server on the loopback interface: paces, faults, kills.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod server;

use std::path::Path;
use std::process::{Command, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, mpsc};
use std::time::{Duration, Instant};

use server::{Server, answer};
use tempfile::TempDir;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/samples/garden-notes");

/// The sample's file for a path, with the server's own address in place of the blog's.
fn file(path: &str, host: &str) -> Option<Vec<u8>> {
    let below = path.split('?').next().unwrap().trim_start_matches('/');
    let at = Path::new(FOLDER).join(below);
    let at = if at.is_dir() { at.join("index.html") } else { at };
    let text = std::fs::read_to_string(at).ok()?;
    Some(text.replace("https://garden-notes.example", &format!("http://{host}")).into_bytes())
}

fn page(path: &str, host: &str) -> Vec<u8> {
    let kind = if path.ends_with(".xml") { "application/rss+xml" } else { "text/html" };
    let head = format!("Content-Type: {kind}; charset=utf-8\nETag: \"{}\"", path.len());
    match file(path, host) {
        Some(body) => answer("200 OK", &head, &body),
        None => answer("404 Not Found", "Content-Type: text/html", b"<p>Not found"),
    }
}

/// The sample on a server that answers as `faults` says, where that says something.
fn garden(
    faults: impl Fn(&str, usize) -> Option<Vec<u8>> + Send + Sync + 'static,
) -> (Server, Arc<Mutex<Vec<Instant>>>) {
    let times: Arc<Mutex<Vec<Instant>>> = Arc::default();
    let kept = Arc::clone(&times);
    let server = Server::new(move |asked, n| {
        kept.lock().unwrap().push(Instant::now());
        let host = asked.headers.iter().find_map(|h| h.strip_prefix("host:"));
        let host = host.map(str::trim).unwrap_or_default();
        let again = asked.headers.iter().any(|h| h.starts_with("if-none-match:"));
        match faults(&asked.path, n) {
            Some(fault) => fault,
            None if again => answer("304 Not Modified", "", b""),
            None => page(&asked.path, host),
        }
    });
    (server, times)
}

fn harvest(args: &[&str]) -> Command {
    let mut c = Command::new(env!("CARGO_BIN_EXE_feedstone"));
    c.arg("harvest").args(args);
    for name in ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"] {
        c.env_remove(name);
    }
    c
}

fn done(out: &Output) -> String {
    let said = String::from_utf8_lossy(&out.stderr);
    assert_eq!(out.status.code(), Some(0), "{said}");
    String::from_utf8(out.stdout.clone()).unwrap()
}

/// Runs over one blog, each with a state and an output of its name in one folder.
struct Runs {
    home: String,
    dir: TempDir,
}

impl Runs {
    fn new(server: &Server) -> Runs {
        Runs { home: server.url("/"), dir: TempDir::new().unwrap() }
    }

    fn path(&self, name: &str) -> String {
        self.dir.path().join(name).to_str().unwrap().to_owned()
    }

    fn run(&self, name: &str) -> Command {
        let (state, out) = (format!("{name}.db"), self.output(name));
        harvest(&["--delay", "0", "--state", &self.path(&state), "--out", &out, &self.home])
    }

    fn output(&self, name: &str) -> String {
        self.path(&format!("{name}.jsonl"))
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.output(name)).unwrap()
    }
}

#[test]
fn a_kill_repeats_the_request_that_was_not_answered_and_no_other() {
    let held = Arc::new(AtomicBool::new(false));
    let (arrived, arrivals) = mpsc::channel();
    let (killed, kills) = mpsc::channel::<()>();
    let (holds, kills) = (Arc::clone(&held), Mutex::new(kills));
    let (server, _) = garden(move |_, n| {
        if holds.load(Ordering::SeqCst) && n % 3 == 0 {
            arrived.send(()).unwrap();
            kills.lock().unwrap().recv().unwrap();
        }
        None
    });
    let runs = Runs::new(&server);
    done(&runs.run("whole").output().unwrap());
    let whole = server.count();
    held.store(true, Ordering::SeqCst);
    let count = 10;
    for _ in 0..count {
        let mut child = runs.run("killed").stderr(Stdio::null()).spawn().unwrap();
        arrivals.recv_timeout(Duration::from_secs(60)).unwrap();
        child.kill().unwrap();
        child.wait().unwrap();
        killed.send(()).unwrap();
    }
    held.store(false, Ordering::SeqCst);
    done(&runs.run("killed").output().unwrap());
    assert_eq!(runs.read("killed"), runs.read("whole"));
    assert_eq!(server.count() - whole, whole + count);
}

#[test]
fn a_run_that_is_killed_at_any_time_goes_on_with_the_same_output() {
    let (server, _) = garden(|_, _| None);
    let runs = Runs::new(&server);
    done(&runs.run("whole").output().unwrap());
    for wait in (5..100).step_by(10) {
        let mut child = runs.run("killed").stderr(Stdio::null()).spawn().unwrap();
        std::thread::sleep(Duration::from_millis(wait));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    done(&runs.run("killed").arg("--all").output().unwrap());
    assert_eq!(runs.read("killed"), runs.read("whole"));
}

#[test]
fn an_update_of_an_unchanged_blog_asks_at_most_five_pages() {
    let (server, _) = garden(|_, _| None);
    let home = server.url("/");
    let dir = TempDir::new().unwrap();
    let state = dir.path().join("blog.db");
    let args = ["--delay", "0", "--state", state.to_str().unwrap(), &home];
    done(&harvest(&args).output().unwrap());
    let before = server.count();
    assert_eq!(done(&harvest(&args).output().unwrap()), "");
    assert!(server.count() - before <= 5);
}

#[test]
fn faults_that_pass_cost_no_post() {
    let (server, _) = garden(|_, n| match n % 12 {
        7 => Some(answer("503 Service Unavailable", "Retry-After: 0", b"later")),
        11 => Some(b"HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n<p>cut".to_vec()),
        _ => None,
    });
    let home = server.url("/");
    let found = done(&harvest(&["--delay", "0", &home]).output().unwrap());
    assert_eq!(found.lines().count(), 16);
}

#[test]
fn a_server_that_was_down_is_asked_again_by_the_next_run() {
    let down = Arc::new(Mutex::new(true));
    let is_down = Arc::clone(&down);
    let (server, _) = garden(move |_, _| {
        let later = || answer("503 Service Unavailable", "Retry-After: 0", b"later");
        is_down.lock().unwrap().then(later)
    });
    let home = server.url("/");
    let dir = TempDir::new().unwrap();
    let state = dir.path().join("blog.db");
    let args = ["--delay", "0", "--state", state.to_str().unwrap(), &home];
    let first = harvest(&args).output().unwrap();
    assert_eq!(first.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&first.stderr).contains("robots.txt could not be had"));
    *down.lock().unwrap() = false;
    assert_eq!(done(&harvest(&args).output().unwrap()).lines().count(), 16);
}

#[test]
fn robots_are_asked_first_and_their_delay_is_kept() {
    let (server, times) = garden(|path, _| {
        let text = b"User-agent: *\nCrawl-delay: 0.2\nDisallow: /2021/";
        (path == "/robots.txt").then(|| answer("200 OK", "Content-Type: text/plain", text))
    });
    let home = server.url("/");
    harvest(&["--delay", "0", "--max-requests", "8", &home]).output().unwrap();
    let log = server.log.lock().unwrap();
    assert_eq!(log[0].path, "/robots.txt");
    assert!(log.iter().all(|a| !a.path.starts_with("/2021/")));
    let times = times.lock().unwrap();
    let gaps = times.windows(2).map(|w| w[1] - w[0]);
    assert!(gaps.min().unwrap() >= Duration::from_millis(150));
}

#[test]
fn an_answer_that_is_no_page_says_what_to_do() {
    let cases = [
        ("401 Unauthorized", "--cookie-file"),
        ("403 Forbidden", "--user-agent"),
        ("404 Not Found", "check the address"),
        ("500 Internal Server Error", "try again later"),
    ];
    for (status, advice) in cases {
        let (server, _) = garden(move |path, _| {
            (path != "/robots.txt").then(|| answer(status, "Content-Type: text/html", b"no"))
        });
        let out = harvest(&["--delay", "0", &server.url("/")]).output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{status}: {said}");
        assert!(said.contains(&server.url("/")) && said.contains(advice), "{status}: {said}");
    }
}

#[test]
fn nothing_is_asked_where_what_is_to_be_written_has_no_folder() {
    let (server, _) = garden(|_, _| None);
    for (option, name) in [
        ("--report", "none/report.html"),
        ("--state", "none/state.db"),
        ("--keep-pages", "none/kept.warc.gz"),
        ("--out", "none/posts.jsonl"),
    ] {
        let dir = TempDir::new().unwrap();
        let file = dir.path().join(name);
        let args = ["--delay", "0", &server.url("/"), option, file.to_str().unwrap()];
        let out = harvest(&args).output().unwrap();
        let said = String::from_utf8_lossy(&out.stderr).into_owned();
        assert_eq!(out.status.code(), Some(2), "{option}: {said}");
        assert!(said.contains("expected a name in a folder"), "{option}: {said}");
    }
    assert!(server.log.lock().unwrap().is_empty());
}

#[test]
fn a_state_goes_on_as_it_was_begun_whether_posts_come_from_lists_or_not() {
    let dir = TempDir::new().unwrap();
    let state = dir.path().join("blog.db");
    let state = state.to_str().unwrap();
    let (server, _) = garden(|_, _| None);
    let home = server.url("/");
    let begun = harvest(&["--delay", "0", "--state", state, &home]).output().unwrap();
    assert_eq!(begun.status.code(), Some(0));
    let again = ["--delay", "0", "--state", state, "--from-lists", &home];
    let again = harvest(&again).output().unwrap();
    let said = String::from_utf8_lossy(&again.stderr).into_owned();
    assert!(said.contains("begun without --from-lists") && again.stdout.is_empty(), "{said}");
}

#[test]
fn processes_of_one_folder_share_their_pace() {
    let (server, times) = garden(|_, _| None);
    let home = server.url("/");
    let dir = TempDir::new().unwrap();
    let children: Vec<_> = ["a.db", "b.db"]
        .iter()
        .map(|name| {
            let state = dir.path().join(name);
            let args = ["--delay", "0.2", "--max-requests", "6", "--state"];
            let mut c = harvest(&args);
            c.arg(state).arg(&home).stdout(Stdio::null()).stderr(Stdio::null()).spawn().unwrap()
        })
        .collect();
    children.into_iter().for_each(|mut c| {
        c.wait().unwrap();
    });
    let mut times = times.lock().unwrap().clone();
    times.sort();
    let gaps: Vec<Duration> = times.windows(2).map(|w| w[1] - w[0]).collect();
    assert!(gaps.len() > 6);
    assert!(gaps.iter().min().unwrap() >= &Duration::from_millis(120), "{gaps:?}");
}

#[test]
fn a_password_in_the_address_is_sent_and_stands_nowhere() {
    let server = Server::new(|asked, _| {
        let host = asked.headers.iter().find_map(|h| h.strip_prefix("host:"));
        let host = host.map(str::trim).unwrap_or_default();
        // `me:secret-word` in base64, in lower case.
        match asked.headers.iter().any(|h| h == "authorization: basic bwu6c2vjcmv0lxdvcmq=") {
            true => page(&asked.path, host),
            false => answer("401 Unauthorized", "", b"no"),
        }
    });
    let dir = TempDir::new().unwrap();
    let path = |name: &str| dir.path().join(name).to_str().unwrap().to_owned();
    let home = server.url("/").replace("http://", "http://me:secret-word@");
    let names = ["blog.db", "all.jsonl", "pages.warc.gz", "look.html"].map(path);
    let [state, out, pages, look] = &names;
    let args = ["--state", state, "--out", out, "--keep-pages", pages, "--report", look];
    let run = harvest(&[&["--delay", "0"], &args[..], &[&home]].concat()).output().unwrap();
    done(&run);
    assert!(std::fs::read_to_string(out).unwrap().lines().count() > 10);
    let rules = path("rules.xml");
    let mut learn = Command::new(env!("CARGO_BIN_EXE_feedstone"));
    let learned = learn.args(["learn", "--delay", "0", "--out", &rules, &home]).output().unwrap();
    assert!(learned.status.success(), "{}", String::from_utf8_lossy(&learned.stderr));
    let mut health = Command::new(env!("CARGO_BIN_EXE_feedstone"));
    let feed = home.clone() + "nothing-here";
    let failed = health.args(["health", "--delay", "0", "--rules", &rules, "--feed", &feed]);
    let failed = failed.output().unwrap();
    assert!(!failed.status.success());
    let said = [run.stdout, run.stderr, learned.stdout, learned.stderr, failed.stderr];
    let written = names.iter().chain([&rules]).map(|name| std::fs::read(name).unwrap());
    for text in said.into_iter().chain(written) {
        let found = text.windows(11).any(|w| w == b"secret-word");
        assert!(!found, "{}", String::from_utf8_lossy(&text[..text.len().min(500)]));
    }
}
