//! A crawler in some ten lines: a blog's whole history as JSON Lines, from its address alone.
//!
//! ```sh
//! cargo run --example crawler -- https://blog.example/
//! ```
//!
//! Without an address it reads the blog in samples/garden-notes, as if that were the web.

use std::collections::HashMap;
use std::error::Error;
use std::io;
use std::time::Duration;

use feedstone::harvest::{Event, Frontier, Options, Post, Request};
use feedstone::output::{About, Format, Writer};
use feedstone::source::{Dir, Http, HttpOptions, Response, Source};

/// What came of an address. A redirect is an answer; the frontier follows it.
type Answer = Result<Response, feedstone::Error>;

fn crawl(
    home: &str,
    options: Options,
    ask: impl Fn(&Request) -> Answer,
) -> Result<Vec<Post>, Box<dyn Error>> {
    let mut frontier = Frontier::new(home, options)?;
    let mut posts: HashMap<String, Post> = HashMap::new();
    while let Some(request) = frontier.next() {
        let step = frontier.answer(&request.url, ask(&request));
        // To resume one day, store `step.note`, too.
        for event in step.events {
            match event {
                // A post may come again, with more than was known of it.
                Event::Post(post) => drop(posts.insert(post.link.clone(), *post)),
                Event::Warning(what) => eprintln!("{what}"),
                _ => {}
            }
        }
    }
    eprintln!("{:?}", frontier.report().complete);
    let mut posts: Vec<Post> = posts.into_values().collect();
    posts.sort_by(|a, b| (a.date, &a.link).cmp(&(b.date, &b.link)));
    Ok(posts)
}

fn from_the_web(home: &str) -> Result<Vec<Post>, Box<dyn Error>> {
    let mut options = HttpOptions::default();
    options.user_agent = "example-crawler/1.0 (+https://example.org/bot)".to_owned();
    let pause = options.pause;
    let http = Http::new(options)?;
    crawl(home, Options::default(), |request| {
        // The client keeps its own pause; robots.txt may ask for more.
        std::thread::sleep(request.pause.saturating_sub(pause).min(Duration::from_secs(60)));
        http.ask_once(&request.url, None)
    })
}

fn from_a_folder() -> Result<Vec<Post>, Box<dyn Error>> {
    let folder = Dir::open("samples/garden-notes", None)?;
    let mut options = Options::default();
    // Nobody has to be spared: each page is worth a look.
    options.stored = true;
    crawl(folder.base(), options, |request| folder.get(&request.url))
}

fn main() -> Result<(), Box<dyn Error>> {
    let posts = match std::env::args().nth(1) {
        Some(home) => from_the_web(&home)?,
        None => from_a_folder()?,
    };
    let mut out = Writer::new(Format::Lines, io::stdout().lock(), &About::default())?;
    posts.iter().try_for_each(|post| out.post(post))?;
    Ok(out.finish()?)
}

#[test]
fn the_sample_is_read_to_its_first_post() -> Result<(), Box<dyn Error>> {
    let posts = from_a_folder()?;
    assert_eq!(posts.len(), 16);
    assert_eq!(posts[0].title.as_deref(), Some("A blue sheet and a brick"));
    Ok(())
}
