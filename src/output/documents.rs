//! Posts as an archived feed (RFC 5005, section 4): documents of a hundred posts that never change,
//! and one with the newest, which leads to them.

use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use super::atom::Atom;
use super::{About, Posts, xml_text};
use crate::file::Whole;
use crate::harvest::Post;

/// Posts of an archive document.
const POSTS: usize = 100;
/// The document that readers subscribe to.
const NEWEST: &str = "feed.atom";

/// Writes the documents into a folder. Posts come with the oldest first, so that later ones change
/// no document but the last.
#[derive(Debug)]
pub struct Documents {
    folder: PathBuf,
    blog: About,
    waiting: Vec<Post>,
    /// Archive documents written.
    written: usize,
}

impl Documents {
    /// Into `folder`, which is made where it is not there.
    ///
    /// # Errors
    /// What the file system says.
    pub fn new(folder: &Path, blog: &About) -> io::Result<Documents> {
        std::fs::create_dir_all(folder)?;
        // That there is no other document is said of a single one.
        let blog = About { complete: false, ..blog.clone() };
        Ok(Documents { folder: folder.to_owned(), blog, waiting: Vec::new(), written: 0 })
    }

    /// Write the waiting posts, the newest first.
    fn write(&mut self, name: &str, links: &str) -> io::Result<()> {
        let whole = Whole::at(self.folder.join(name))?;
        let file = BufWriter::new(whole.file()?);
        let newest = self.waiting.iter().filter_map(|p| p.date).max();
        let blog = About { updated: newest, ..self.blog.clone() };
        let mut atom = Atom::with(file, &blog, links)?;
        self.waiting.drain(..).rev().try_for_each(|post| atom.post(&post))?;
        atom.finish()?;
        drop(atom);
        whole.keep()
    }
}

/// The name of an archive document.
fn name(n: usize) -> String {
    format!("archive-{n:04}.atom")
}

fn link(rel: &str, to: &str) -> String {
    format!("  <link rel=\"{rel}\" type=\"application/atom+xml\" href=\"{}\"/>\n", xml_text(to))
}

impl Posts for Documents {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        if self.waiting.len() == POSTS {
            self.written += 1;
            let n = self.written;
            let mut links = format!("  <fh:archive/>\n{}", link("current", NEWEST));
            if n > 1 {
                links.push_str(&link("prev-archive", &name(n - 1)));
            }
            self.write(&name(n), &links)?;
        }
        self.waiting.push(post.clone());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        let links = match self.written {
            0 => String::new(),
            n => link("prev-archive", &name(n)),
        };
        self.write(NEWEST, &links)
    }
}
