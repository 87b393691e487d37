//! An asynchronous crawler: several blogs at once, each with a frontier of its own, fetched with
//! tokio and reqwest. The library itself does no I/O here.
//!
//! ```sh
//! cargo run --example fetcher -- https://blog.example/ https://other.example/
//! ```
//!
//! Without addresses it reads two blogs of samples/ from a server on this machine.

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::time::Duration;

use feedstone::harvest::{Event, Frontier, Options};
use feedstone::source::{Dir, Response, Source};
use feedstone::{Error as Fault, ErrorKind};
use reqwest::{Client, redirect::Policy};
use tokio::task::{JoinSet, spawn_blocking};

type Outcome<T> = Result<T, Box<dyn Error + Send + Sync>>;

/// One answer, whatever its status; that there is none is an answer, too.
async fn ask(client: &Client, url: &str) -> Result<Response, Fault> {
    let failed = |e: reqwest::Error| Fault::new(ErrorKind::Fetch, format!("{url}: {e}")).because(e);
    let got = client.get(url).send().await.map_err(failed)?;
    let (status, headers) = (got.status().as_u16(), got.headers().clone());
    // A crawler of the open web cuts this off at some size.
    let answer = Response::new(url, status, got.bytes().await.map_err(failed)?);
    let text = |value: &reqwest::header::HeaderValue| {
        String::from_utf8_lossy(value.as_bytes()).into_owned()
    };
    let add = |answer: Response, (name, value): (&reqwest::header::HeaderName, _)| {
        answer.with_header(name.as_str(), text(value))
    };
    Ok(headers.iter().fold(answer, add))
}

/// The number of a blog's posts.
async fn harvest(client: Client, home: String, delay: Duration) -> Outcome<usize> {
    let mut options = Options::default();
    options.delay = delay;
    let mut frontier = Frontier::new(&home, options)?;
    let mut posts = 0;
    while let Some(request) = frontier.next() {
        tokio::time::sleep(request.pause).await;
        let answer = ask(&client, &request.url).await;
        // Learning takes a moment, in which the other blogs go on.
        let heard = spawn_blocking(move || {
            let step = frontier.answer(&request.url, answer);
            (frontier, step)
        });
        let step;
        (frontier, step) = heard.await?;
        posts += step.events.iter().filter(|e| matches!(e, Event::Post(_))).count();
    }
    eprintln!("{home}: {posts} posts, {:?}", frontier.report().complete);
    Ok(posts)
}

/// All blogs at once; the numbers of their posts, in no order.
fn harvest_all(homes: Vec<String>, delay: Duration) -> Outcome<Vec<usize>> {
    // reqwest was built without a choice of its own.
    let _ = rustls::crypto::ring::default_provider().install_default();
    // Redirects are answers: the frontier says whether they may be followed.
    let client = Client::builder()
        .user_agent("example-fetcher/1.0 (+https://example.org/bot)")
        .redirect(Policy::none())
        .timeout(Duration::from_secs(30))
        .build()?;
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let mut blogs = JoinSet::new();
        for home in homes {
            blogs.spawn(harvest(client.clone(), home, delay));
        }
        blogs.join_all().await.into_iter().collect()
    })
}

/// Serve a sample on this machine, until the program ends; its address.
fn serve(sample: &str) -> Outcome<String> {
    let folder = Dir::open(format!("samples/{sample}"), None)?;
    let listener = TcpListener::bind("127.0.0.1:0")?;
    let home = format!("http://{}/", listener.local_addr()?);
    let here = home.clone();
    std::thread::spawn(move || {
        for stream in listener.incoming().filter_map(Result::ok) {
            // Who hangs up early asks again.
            let _ = answer(stream, &folder, &here);
        }
    });
    Ok(home)
}

fn answer(mut stream: TcpStream, folder: &Dir, here: &str) -> std::io::Result<()> {
    let mut lines = BufReader::new(stream.try_clone()?).lines();
    let first = lines.next().transpose()?.unwrap_or_default();
    for line in lines {
        if line?.is_empty() {
            break;
        }
    }
    let path = first.split(' ').nth(1).unwrap_or("/").trim_start_matches('/');
    let (status, kind, body) = match folder.get(&format!("{}{path}", folder.base())) {
        Ok(page) => {
            let kind = page.content_type().unwrap_or("text/html").to_owned();
            // The blog stands here now.
            let text = String::from_utf8_lossy(&page.bytes).replace(folder.base(), here);
            ("200 OK", kind, text)
        }
        Err(_) => ("404 Not Found", "text/plain".to_owned(), String::new()),
    };
    write!(
        stream,
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
}

fn samples() -> Outcome<Vec<usize>> {
    let homes = ["garden-notes", "cjk-zh"].map(serve).into_iter().collect::<Outcome<_>>()?;
    harvest_all(homes, Duration::ZERO)
}

fn main() -> Outcome<()> {
    let homes: Vec<String> = std::env::args().skip(1).collect();
    let posts = match homes.is_empty() {
        true => samples()?,
        false => harvest_all(homes, Duration::from_secs(1))?,
    };
    println!("{} posts", posts.iter().sum::<usize>());
    Ok(())
}

#[test]
fn two_blogs_are_harvested_at_once() -> Outcome<()> {
    let mut posts = samples()?;
    posts.sort_unstable();
    assert_eq!(posts.len(), 2);
    assert!(posts[0] >= 8 && posts[1] >= 16, "{posts:?}");
    Ok(())
}
