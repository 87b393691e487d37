//! Posts as Markdown files with front matter, named as Hugo and Jekyll name them
//! (`2009-05-14-brine.md`). The body is the post's HTML, which Markdown allows; Hugo wants
//! `unsafe = true` for it.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use url::Url;

use super::Posts;
use crate::address::name_of;
use crate::file::Whole;
use crate::harvest::Post;

/// Longest name of a file, in characters, without day and ending; and in bytes, all in all: no
/// common file system takes more.
const LONGEST_NAME: usize = 80;
const MOST_BYTES: usize = 255;

/// Writes a file a post into a folder.
pub(crate) struct Markdown {
    folder: PathBuf,
    /// How many posts have each name, in small letters: some file systems know no others.
    named: HashMap<String, usize>,
}

impl Markdown {
    /// Into `folder`, which is made where it is not there.
    ///
    /// # Errors
    /// What the file system says.
    pub fn new(folder: &Path) -> io::Result<Markdown> {
        std::fs::create_dir_all(folder)?;
        Ok(Markdown { folder: folder.to_owned(), named: HashMap::new() })
    }

    /// A name for a post's file that none has yet.
    fn name(&mut self, post: &Post) -> String {
        let stem = Url::parse(&post.link).map(|u| name_of(&u)).unwrap_or_default();
        let plain = |c: char| if c.is_alphanumeric() { c } else { '-' };
        let slug: String = stem.chars().map(plain).take(LONGEST_NAME).collect();
        let slug = match slug.trim_matches('-') {
            "" => "post",
            slug => slug,
        };
        let day = post.date.map_or(String::new(), |d| format!("{d}-"));
        let named = |behind: &str| {
            let room = MOST_BYTES - day.len() - behind.len();
            let ends = slug.char_indices().map(|(at, c)| at + c.len_utf8());
            let end = ends.take_while(|end| *end <= room).last().unwrap_or(0);
            format!("{day}{}{behind}", &slug[..end])
        };
        let mut name = named(".md");
        // A name that another post has may have a number that a third one has by itself.
        loop {
            let posts = self.named.entry(name.to_lowercase()).or_default();
            *posts += 1;
            if *posts == 1 {
                return name;
            }
            name = named(&format!("-{posts}.md"));
        }
    }
}

/// A text in YAML's double quotes, which are JSON's.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

impl Posts for Markdown {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        let mut out = String::from("---\n");
        let mut line = |name: &str, value: String| {
            let _ = writeln!(out, "{name}: {value}");
        };
        line("title", quoted(post.title.as_deref().unwrap_or("")));
        if let Some(day) = post.date {
            line("date", day.to_string());
        }
        if let Some(author) = &post.author {
            line("author", quoted(author));
        }
        if let Some(tags) = &post.tags {
            let tags: Vec<String> = tags.iter().map(|t| quoted(t)).collect();
            line("tags", format!("[{}]", tags.join(", ")));
        }
        line("source", quoted(&post.link));
        let body = post.body_html.as_deref().or(post.body_text.as_deref()).unwrap_or("");
        let _ = writeln!(out, "---\n\n{body}");
        let name = self.name(post);
        let whole = Whole::at(self.folder.join(name))?;
        whole.file()?.write_all(out.as_bytes())?;
        whole.keep()
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}
