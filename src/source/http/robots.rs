//! What robots.txt lets be asked (RFC 9309), for a client that keeps to it.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use texting_robots::Robot;
use url::Url;

use super::{Http, Trouble, bare};
use crate::Error;
use crate::address::does_something;
use crate::error::Kind;
use crate::source::helps;

/// Origins whose robots.txt is remembered; a blog has one or two.
const MAX_ORIGINS: usize = 256;
/// Longest `Crawl-delay` that is kept, in seconds.
const LONGEST_DELAY: f32 = 30.0;
/// Redirects of robots.txt that are followed (RFC 9309 asks for five at least).
const MAX_MOVES: usize = 5;

/// What the hosts asked so far say.
#[derive(Debug, Default)]
pub(super) struct Robots(Mutex<HashMap<String, Said>>);

/// What one robots.txt says.
#[derive(Debug, Clone)]
enum Said {
    /// Everything may be asked.
    Nothing,
    Rules(std::sync::Arc<Robot>),
    /// It could not be had: nothing may be asked.
    Closed(String),
}

impl Http {
    /// Whether the address may be asked; if not, why.
    pub(super) fn may_ask(&self, url: &Url) -> Result<(), Trouble> {
        if !self.options.robots || url.path() == "/robots.txt" {
            return Ok(());
        }
        let plain = &url[url::Position::BeforePath..url::Position::AfterQuery];
        let why = match self.said(url) {
            Said::Nothing => return Ok(()),
            Said::Rules(robot) if robot.allowed(plain) => return Ok(()),
            Said::Rules(_) => {
                "may not be asked, says robots.txt; ask the owner, or read a saved copy (--warc, \
                 --dir)"
                    .to_owned()
            }
            Said::Closed(why) => format!("is not asked, as robots.txt could not be had: {why}"),
        };
        Err(Trouble::Final(Error::new(Kind::Fetch, format!("{} {why}", bare(url)))))
    }

    /// How long to wait between two requests to the host of this address.
    pub(super) fn pause(&self, url: &Url) -> Duration {
        let pause = self.options.pause;
        // A pause of none was asked for by who knows the server.
        if !self.options.robots || pause.is_zero() || url.path() == "/robots.txt" {
            return pause;
        }
        match self.said(url) {
            Said::Rules(robot) => {
                let asked = robot.delay.filter(|d| d.is_finite()).unwrap_or(0.0);
                pause.max(Duration::from_secs_f32(asked.clamp(0.0, LONGEST_DELAY)))
            }
            _ => pause,
        }
    }

    fn said(&self, url: &Url) -> Said {
        let origin = url.origin().ascii_serialization();
        let known = |all: &HashMap<String, Said>| all.get(&origin).cloned();
        let lock = || self.robots.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(said) = known(&lock()) {
            return said;
        }
        let said = self.ask_robots(url);
        let mut all = lock();
        if all.len() >= MAX_ORIGINS {
            all.clear();
        }
        all.insert(origin, said.clone());
        said
    }

    fn ask_robots(&self, url: &Url) -> Said {
        let Ok(mut here) = url.join("/robots.txt") else { return Said::Nothing };
        for _ in 0..=MAX_MOVES {
            let answer = match self.ask_once(here.as_str(), None) {
                Ok(answer) => answer,
                Err(e) => return Said::Closed(e.to_string()),
            };
            match answer.status {
                200..=299 => {
                    let agent = product(&self.options.user_agent);
                    let robot = Robot::new(agent, &answer.bytes);
                    return robot.map_or(Said::Nothing, |r| Said::Rules(r.into()));
                }
                status @ 500.. => {
                    let helps = helps(status);
                    return Said::Closed(format!("the server answers {status}; {helps}"));
                }
                300..=399 => {
                    let to = answer.header("location").and_then(|to| here.join(to).ok());
                    match to.filter(|to| !does_something(to)) {
                        Some(to) => here = to,
                        None => return Said::Nothing,
                    }
                }
                _ => return Said::Nothing,
            }
        }
        Said::Nothing
    }
}

/// The name in a `User-Agent` header that robots.txt may have rules for.
pub fn product(user_agent: &str) -> &str {
    let end = user_agent.find(|c: char| c == '/' || c.is_whitespace());
    end.map_or(user_agent, |end| &user_agent[..end])
}
