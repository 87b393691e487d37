//! Faults that people met who tried the program as newcomers and as attackers, where no other test
//! has them. Each case failed once.
#![cfg(feature = "cli")]
#![allow(clippy::unwrap_used, clippy::expect_used, missing_docs)]

mod program;
mod server;

use std::time::{Duration, Instant};

use program::{program, run, text};
use server::{Server, answer};
use tempfile::TempDir;

fn file(dir: &TempDir, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = dir.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

/// A feed of items at these addresses.
fn feed(home: &str, links: impl Iterator<Item = String>) -> String {
    let items: String = links
        .enumerate()
        .map(|(n, l)| format!("<item><title>Brine {n}</title><link>{l}</link></item>"))
        .collect();
    format!(
        "<rss version=\"2.0\"><channel><title>S</title><link>{home}</link>{items}</channel></rss>"
    )
}

const DECLARED: &str = "<link rel=alternate type='application/rss+xml' href='/feed.xml'>";

// ---------------------------------------------------------------- requests

/// Ten thousand items on two hundred hosts: what is asked is bounded, and of the blog's host alone.
#[test]
fn a_feed_of_many_items_makes_few_requests() {
    let server = Server::new(|asked, _| {
        let host = asked.headers.iter().find_map(|h| h.strip_prefix("host: ")).unwrap();
        let port = host.split(':').nth(1).unwrap();
        let link = |n: usize| format!("http://127.0.0.{}:{port}/gone/{n}", 1 + n % 200);
        match asked.path.as_str() {
            "/" => answer("200 OK", "Content-Type: text/html", DECLARED.as_bytes()),
            "/feed.xml" => {
                let feed = feed(&format!("http://{host}/"), (0..10_000).map(link));
                answer("200 OK", "Content-Type: application/rss+xml", feed.as_bytes())
            }
            _ => answer("404 Not Found", "", b""),
        }
    });
    let out = run(&["learn", "--delay", "0", &server.url("/")]);
    assert_eq!(out.status.code(), Some(3), "{}", text(&out.stderr));
    assert!((3..=45).contains(&server.count()), "{} requests", server.count());
}

/// What cannot be trusted now cannot be in a second: it is not asked again and again.
#[test]
fn a_handshake_that_fails_is_not_tried_again() {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/", listener.local_addr().unwrap());
    let tries = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counted = std::sync::Arc::clone(&tries);
    std::thread::spawn(move || {
        for connection in listener.incoming() {
            counted.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            // An alert: the handshake failed.
            let mut head = [0; 1024];
            let mut connection = connection.unwrap();
            let _ = std::io::Read::read(&mut connection, &mut head);
            let _ = std::io::Write::write_all(&mut connection, b"\x15\x03\x03\x00\x02\x02\x28");
        }
    });
    let start = Instant::now();
    let out = run(&["learn", "--delay", "0", &url]);
    let told = text(&out.stderr);
    assert_eq!(out.status.code(), Some(2), "{told}");
    // robots.txt alone, and once more with certificates that may have come since.
    assert!(tries.load(std::sync::atomic::Ordering::Relaxed) <= 2, "{told}");
    assert!(start.elapsed() < Duration::from_secs(8), "{told}");
    assert!(told.contains("certificate that can be trusted"), "{told}");
}

/// A service that looks at visitors answers all requests so, with a status of its own.
#[test]
fn a_challenge_is_said_to_be_one_whatever_its_status() {
    let moment = "<title>Just a moment...</title><script>x</script>";
    for status in ["403 Forbidden", "503 Service Unavailable", "429 Too Many Requests"] {
        let server =
            Server::new(move |_, _| answer(status, "Content-Type: text/html", moment.as_bytes()));
        for command in ["learn", "harvest"] {
            let start = Instant::now();
            let out = run(&[command, "--delay", "0", &server.url("/")]);
            let told = text(&out.stderr);
            assert_eq!(out.status.code(), Some(2), "{command} {status}: {told}");
            assert!(told.contains("looks whether a person asks"), "{command} {status}: {told}");
            assert!(told.contains("--cookie-file"), "{command} {status}: {told}");
            assert!(start.elapsed() < Duration::from_secs(8), "{command} {status}");
        }
    }
}

#[test]
fn harvest_says_what_helps_where_a_page_is_refused() {
    let fault = ("500 Internal Server Error", "try again later");
    let refusals = [("401 Unauthorized", "--cookie-file"), ("403 Forbidden", "--user-agent")];
    for (status, said) in refusals.into_iter().chain([fault]) {
        let server = Server::new(move |_, _| answer(status, "", b"no"));
        let out = run(&["harvest", "--delay", "0", &server.url("/")]);
        assert_eq!(out.status.code(), Some(2));
        assert!(text(&out.stderr).contains(said), "{status}: {}", text(&out.stderr));
    }
}

// ---------------------------------------------------------------- what was given

#[test]
fn a_declared_feed_that_fails_is_told_with_its_status() {
    for status in ["500 Internal Server Error", "403 Forbidden"] {
        let server = Server::new(move |asked, _| match asked.path.as_str() {
            "/" => answer("200 OK", "Content-Type: text/html", DECLARED.as_bytes()),
            "/feed.xml" => answer(status, "", b"no"),
            _ => answer("404 Not Found", "", b""),
        });
        let out = run(&["learn", "--delay", "0", &server.url("/")]);
        let told = text(&out.stderr);
        assert_eq!(out.status.code(), Some(4), "{told}");
        assert!(told.contains("/feed.xml: the server answers") && told.contains(status), "{told}");
        assert!(told.contains("--without-feed") && told.contains("--feed URL"), "{told}");
    }
}

#[test]
fn a_post_given_as_the_blog_is_said_to_be_one() {
    let home = "https://garden-notes.example/";
    let new = "2021/05/12/counting-frost-nights/";
    let old = "2020/10/03/blue-sheet-and-a-brick/";
    let cases = [
        (String::new(), false, ""),
        (new.to_owned(), true, "is a post of the feed"),
        (old.to_owned(), true, "the feed names another"),
    ];
    for (path, told, said) in cases {
        let out = run(&["learn", "--dir", "samples/garden-notes", &format!("{home}{path}")]);
        let report = text(&out.stdout);
        assert_eq!(out.status.code(), Some(0), "{path}: {report}");
        assert_eq!(report.contains(&format!("{home}: give that")), told && path == old, "{report}");
        assert!(report.contains(said), "{path}: {report}");
        assert_eq!(report.contains("for the blog's lists"), told, "{path}: {report}");
    }
}

/// Blogs that share a host are several blogs.
#[test]
fn rules_of_another_blog_on_the_same_host_stay() {
    let folder = TempDir::new().unwrap();
    for name in ["ann", "bob"] {
        let at = |n: usize| format!("https://host.example/~{name}/{n}");
        let declared = DECLARED.replace("/feed.xml", "feed.xml");
        let posts: String = (0..4)
            .map(|n| format!("<h2 class={name}><a href={n}>Brine {n}</a></h2><p>Of {name}.</p>"))
            .collect();
        let own = format!("https://host.example/~{name}/");
        file(&folder, &format!("~{name}/index.html"), declared + &posts);
        file(&folder, &format!("~{name}/feed.xml"), feed(&own, (0..4).map(at)));
    }
    let rules = folder.path().join("rules.xml").to_str().unwrap().to_owned();
    let learn = |name: &str| {
        let home = format!("https://host.example/~{name}/");
        let dir = ["--dir", folder.path().to_str().unwrap(), "--base", "https://host.example/"];
        let out = run(&[&["learn", "--out", &rules][..], &dir, &[&home]].concat());
        let told = text(&out.stdout).to_owned();
        (out.status.code(), told, std::fs::read_to_string(&rules).unwrap())
    };
    let (code, told, anns) = learn("ann");
    assert_eq!(code, Some(0), "{told}");
    let (code, told, stands) = learn("bob");
    assert!(code == Some(1) && told.contains("another blog, https://host.example/~ann/"), "{told}");
    assert_eq!(stands, anns);
    assert_eq!(learn("ann").0, Some(0));
}

/// Names that are no UTF-8, of a folder and of what is written.
#[cfg(target_os = "linux")]
#[test]
fn names_may_be_any_bytes() {
    use std::os::unix::ffi::OsStrExt;
    let dir = TempDir::new().unwrap();
    let name = |bytes: &[u8]| dir.path().join(std::ffi::OsStr::from_bytes(bytes));
    let (blog, rules) = (name(b"sal\xe9"), name(b"r\xe8gles.xml"));
    std::fs::create_dir(&blog).unwrap();
    for copied in ["index.html", "feed.xml"] {
        std::fs::copy(format!("samples/garden-notes/{copied}"), blog.join(copied)).unwrap();
    }
    std::fs::copy(
        "samples/garden-notes/index.html",
        blog.join(std::ffi::OsStr::from_bytes(b"\xe9.html")),
    )
    .unwrap();
    let home = "https://garden-notes.example/";
    let from = |call: &[&str]| {
        let mut c = program();
        c.args(call).arg("--dir").arg(&blog).args(["--base", home]);
        c
    };
    let out = from(&["learn"]).arg("--out").arg(&rules).arg(home).output().unwrap();
    assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
    let out = from(&["extract"]).arg("--rules").arg(&rules).output().unwrap();
    assert!(matches!(out.status.code(), Some(0 | 1)), "{}", text(&out.stderr));
    assert!(out.stdout.starts_with(b"{"), "{}", text(&out.stderr));
}

// ---------------------------------------------------------------- what is given

/// What a spreadsheet would calculate is a text.
#[test]
fn no_cell_of_a_table_is_a_formula() {
    let evil = ["=cmd|'/C calc'!A0", "@SUM(1+9)*cmd|' /C calc'!A0", "+1+1 apples", "-2+3 pears"];
    let dir = TempDir::new().unwrap();
    let list: String = evil
        .iter()
        .enumerate()
        .map(|(n, t)| {
            format!("<li><h3><a href=/{n}>{t}</a></h3><p>{t} and some long text of record {n}</p>")
        })
        .collect();
    let page = file(&dir, "list.html", format!("<ul>{list}</ul>"));
    let records = run(&["records", "--format", "csv", &page]);
    let html = std::fs::read_to_string("samples/day-book/index.html").unwrap();
    let html = html.replace("Last boat", evil[0]);
    assert!(html.contains(evil[0]));
    let home = file(&dir, "home.html", html);
    let out = dir.path().join("posts.csv").to_str().unwrap().to_owned();
    let call = ["extract", "--rules", "rules/day-book.xml", &home, "--out", &out];
    let posts = run(&[&call[..], &["--base", "https://day-book.example/"]].concat());
    assert_eq!(posts.status.code(), Some(0), "{}", text(&posts.stderr));
    let posts = std::fs::read_to_string(&out).unwrap();
    for (name, table) in [("records", text(&records.stdout)), ("posts", posts.as_str())] {
        assert!(table.contains("calc'!A0"), "{name}: {table}");
        for cell in table.split(['\n', ',']).map(|c| c.trim_start_matches('"')) {
            assert!(
                !cell.starts_with(['=', '+', '@']) && !cell.starts_with("-2"),
                "{name}: {cell}"
            );
        }
    }
}

/// A redirect is no second copy of the page that it leads to.
#[cfg(feature = "warc")]
#[test]
fn a_redirect_in_an_archive_gives_no_rows() {
    use feedstone::internals::source::warc::write_response;
    let dir = TempDir::new().unwrap();
    let url = "https://garden-notes.example/2020/10/03/blue-sheet-and-a-brick";
    let (day, own) = ("2021-06-01T00:00:00Z", format!("{url}/"));
    let html = std::fs::read("samples/garden-notes/2020/10/03/blue-sheet-and-a-brick/index.html");
    let mut archive = Vec::new();
    let (to, kind) = ([("location", own.as_str())], [("content-type", "text/html")]);
    write_response(&mut archive, url, day, 301, &to, b"", false).unwrap();
    write_response(&mut archive, &own, day, 200, &kind, &html.unwrap(), false).unwrap();
    let warc = file(&dir, "a.warc", archive);
    let out = run(&["extract", "--rules", "rules/garden-notes.xml", "--warc", &warc]);
    assert_eq!(text(&out.stdout).lines().count(), 1, "{}", text(&out.stdout));
}

/// A post that is split over two pages is one, whichever of them is read first.
#[test]
fn a_post_of_two_pages_is_given_once_and_whole() {
    let at = "2020/10/03/blue-sheet-and-a-brick";
    let html = std::fs::read_to_string(format!("samples/garden-notes/{at}/index.html")).unwrap();
    let own = format!("https://garden-notes.example/{at}/");
    let (first, rest) = html.split_once("<p>I went up").unwrap();
    let (head, begun) = first.split_once("<p>The shed leaks").unwrap();
    let end = &rest[rest.find("</div>").unwrap()..];
    let one = format!("{head}<p>The shed leaks{begun}<a href=\"{own}2/\">2</a>{end}");
    let two = format!(
        "{head}<p>I went up{}<a href=\"{own}\">1</a>{end}",
        &rest[..rest.find("</div>").unwrap()]
    );
    for canonical in [own.clone(), format!("{own}2/")] {
        let two = two.replace(&format!("href=\"{own}\">\n"), &format!("href=\"{canonical}\">\n"));
        assert!(two.contains(&format!("canonical\" href=\"{canonical}\"")), "{two}");
        let dir = TempDir::new().unwrap();
        file(&dir, &format!("{at}/index.html"), &one);
        file(&dir, &format!("{at}/2/index.html"), &two);
        let from =
            ["--dir", dir.path().to_str().unwrap(), "--base", "https://garden-notes.example/"];
        let rules = ["--rules", "rules/garden-notes.xml", "--merge"];
        let out = run(&[&["extract"][..], &rules, &from].concat());
        let posts = text(&out.stdout);
        assert_eq!(posts.lines().count(), 1, "{posts}");
        let (first, second) = (posts.find("The shed leaks"), posts.find("confidence in the brick"));
        assert!(first.is_some() && first < second, "{posts}");
        assert!(posts.contains(&format!("\"link\":\"{own}\"")), "{posts}");
    }
}

/// A file that is too large may be a post: that it was not read is said.
#[test]
fn harvest_says_which_files_of_a_folder_it_could_not_read() {
    let dir = TempDir::new().unwrap();
    let folder = dir.path().join("garden");
    copy("samples/garden-notes", &folder);
    let folder = folder.to_str().unwrap();
    assert_eq!(run(&["harvest", folder]).status.code(), Some(0));
    let big = std::fs::File::create(format!("{folder}/big.html")).unwrap();
    big.set_len(20_000_000).unwrap();
    let out = run(&["harvest", folder]);
    assert_eq!(out.status.code(), Some(1));
    assert!(text(&out.stderr).contains("big.html: expected a page of at most"));
    assert_eq!(text(&out.stdout).lines().count(), 16);
}

fn copy(from: &str, to: &std::path::Path) {
    std::fs::create_dir(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let path = entry.unwrap().path();
        let to = to.join(path.file_name().unwrap());
        match path.is_dir() {
            true => copy(path.to_str().unwrap(), &to),
            false => drop(std::fs::copy(&path, &to).unwrap()),
        }
    }
}

// ---------------------------------------------------------------- time

/// Seconds of processor time, far above what is needed; work that grows with the square of its
/// input is far above this.
#[cfg(unix)]
const PATIENCE: usize = 30;

#[cfg(unix)]
fn in_time(name: &str, call: &[&str]) {
    let limited = format!("ulimit -t {PATIENCE} && exec \"$@\"");
    let mut shell = std::process::Command::new("sh");
    shell.current_dir(env!("CARGO_MANIFEST_DIR")).args(["-c", &limited, "sh"]);
    let out = shell.arg(program().get_program()).args(call).output().unwrap();
    assert!(matches!(out.status.code(), Some(0..=3)), "{name}: {:?}", out.status);
}

#[cfg(unix)]
#[test]
fn large_inputs_are_read_in_time() {
    let dir = TempDir::new().unwrap();
    let base = "https://x.example/";
    // A blog that has all its posts on its home page and in its feed.
    let posts = |n: usize| -> String {
        let post = |i: usize| {
            format!(
                "<div class=post><h2><a href=/p/{i}/>Title number {i}</a></h2><p>January 6, 2020\
                 </p><div class=b>some body text of {i} with words</div></div>"
            )
        };
        (0..n).map(post).collect()
    };
    let item = |i: usize| {
        format!(
            "<item><title>Title number {i}</title><link>{base}p/{i}/</link><pubDate>Mon, 06 Jan \
             2020 10:00:00 GMT</pubDate><description>some body text of {i} with words\
             </description></item>"
        )
    };
    let items: String = (0..3000).map(item).collect();
    file(&dir, "index.html", format!("<html><head>{DECLARED}</head><body>{}", posts(3000)));
    file(
        &dir,
        "feed.xml",
        format!("<rss version='2.0'><channel><title>T</title>{items}</channel></rss>"),
    );
    let blog = dir.path().to_str().unwrap();
    in_time("learn", &["learn", "--dir", blog, "--base", base, base]);
    // Revisits of an address that the archive does not have.
    let revisit = format!(
        "WARC/1.0\r\nWARC-Type: revisit\r\nWARC-Target-URI: {base}\r\nWARC-Date: \
         2020-01-01T00:00:00Z\r\nWARC-Payload-Digest: sha1:C\r\nContent-Length: 0\r\n\r\n\r\n\r\n"
    );
    let warc = file(&dir, "revisits.warc", revisit.repeat(20_000));
    in_time("revisits", &["extract", "--rules", "rules/garden-notes.xml", "--warc", &warc]);
    // A rule with a long text, and a page with a longer one that nearly has it.
    let rules = std::fs::read_to_string("rules/day-book.xml").unwrap();
    let long = format!("<text has=\"{}b\"/>", "a".repeat(20_000));
    let at = rules.find("<open").unwrap();
    let rules = file(&dir, "long.xml", format!("{}{long}\n{}", &rules[..at], &rules[at..]));
    assert_eq!(run(&["rules", "check", &rules]).status.code(), Some(0));
    let page = file(&dir, "page.html", format!("<p>{}", "a".repeat(4_000_000)));
    in_time("a long text", &["extract", "--rules", &rules, &page]);
}
