//! Why a harvest's posts are believed to be all, why there may be more, why one was not read: to
//! decide by in a program, and shown, sentences for people.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::ways::WayKind;

/// Why the posts found are believed to be all.
///
/// ```
/// use feedstone::harvest::{Proof, WayKind};
/// let proof = Proof::SamePosts(WayKind::Sitemap, WayKind::Month);
/// assert_eq!(proof.to_string(), "sitemaps and months name the same posts");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Proof {
    /// Two kinds of ways name the same posts, each by itself.
    SamePosts(WayKind, WayKind),
    /// This one names all, and pages of other kinds name no other.
    NoOther(WayKind),
    /// The posts' own pages lead from each post to the next, from the first to the last.
    Linked,
}

impl fmt::Display for Proof {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Proof::SamePosts(one, other) => write!(f, "{one} and {other} name the same posts"),
            Proof::NoOther(one) => {
                write!(f, "{one}: names all posts, and pages of other kinds name no other")
            }
            Proof::Linked => f.write_str("the posts' own pages lead from each post to the next"),
        }
    }
}

/// Why there may be more posts than were found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Doubt {
    /// As many requests were made as are allowed.
    Budget(usize),
    /// robots.txt could not be had, so that nothing else may be asked; why.
    NoRobots(String),
    /// Requests failed one after the other, this many; what came of the last.
    Failures(usize, String),
    /// The home page or its feed could not be read; why.
    NoBlog(String),
    /// The blog could be asked, and no rules could be learned from what it answered; why.
    NoRules(String),
    /// The blog has a page for this month, a year and its month from 1, and none of its posts is
    /// known.
    UnknownMonth(i32, u32),
    /// Some of the pages of these ways are not there.
    Broken(WayKind),
    /// Nothing failed, and nothing proves that the posts are all.
    Unproven,
}

impl fmt::Display for Doubt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Budget(most) => {
                write!(f, "{most} requests were made, which is the most allowed")
            }
            Doubt::NoRobots(why) => {
                write!(f, "robots.txt could not be had, so that nothing else is asked: {why}")
            }
            Doubt::Failures(count, last) => {
                write!(f, "{count} requests in a row failed; try again later; the last: {last}")
            }
            Doubt::NoBlog(why) | Doubt::NoRules(why) => f.write_str(why),
            Doubt::UnknownMonth(year, month) => {
                write!(f, "the blog has a page for {year}-{month:02}, and no post of it is known")
            }
            Doubt::Broken(kind) => {
                write!(f, "of the {kind} some are not there; {}", Doubt::Unproven)
            }
            Doubt::Unproven => f.write_str(
                "no two ways name the same posts, and the posts' own pages do not lead from each \
                 to the next",
            ),
        }
    }
}

/// Why a post that something names was not read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Loss {
    /// robots.txt does not let its page be asked.
    Forbidden,
    /// The server answers with this status.
    Status(u16),
    /// Its page leads elsewhere, to this address.
    Moved(String),
    /// Every try failed; why the last did.
    Failed(String),
    /// Its page is not there.
    Gone,
    /// Its page is the blog's home page.
    IsHome,
    /// Its page does not read as a post.
    NoPost,
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Loss::Forbidden => f.write_str("may not be asked, says robots.txt"),
            Loss::Status(status) => write!(f, "the server answers {status}"),
            Loss::Moved(to) => write!(f, "it redirects to {to}"),
            Loss::Failed(why) => f.write_str(why),
            Loss::Gone => f.write_str("its page is not there"),
            Loss::IsHome => f.write_str("its page is the home page"),
            Loss::NoPost => f.write_str("its page does not read as a post"),
        }
    }
}
