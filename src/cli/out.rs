//! Posts into a file, in the form that its name says, whole or not at all.

use std::fs::File;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::Context;
use memchr::memmem;

use super::files::{folder_may_stand, may_stand, write_whole};
use crate::file::Whole;
use crate::harvest::Post;
use crate::output::{About, Csv, Documents, Format, Posts, Sqlite, Writer};
use crate::rule::xml::NAMESPACE;

/// A form that posts can have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Form {
    Of(Format),
    Csv,
    Documents,
    Sqlite,
    Markdown,
}

const LINES: Form = Form::Of(Format::Lines);

/// In which order posts are wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// As they were found.
    Found,
    /// The newest first.
    Newest,
    /// The oldest first.
    Oldest,
}

/// Takes a post.
pub(super) type Take<'t> = dyn FnMut(Post) -> anyhow::Result<()> + 't;

/// A file for posts.
pub(super) struct Target {
    file: PathBuf,
    form: Form,
}

/// HTML without anything that a browser runs: no scripts, handlers, frames, forms and styles.
pub(super) fn cleaned(html: &str) -> String {
    ammonia::clean(html)
}

/// What stands at a name and is none of the posts that are written in such a form: its ending is
/// that of other files, too.
fn what_else_stands_at(file: &Path, form: Form) -> Option<&'static str> {
    match form {
        Form::Sqlite => {
            let is_empty = file.metadata().is_ok_and(|is| is.len() == 0);
            (file.is_file() && !is_empty && !Sqlite::stands_at(file))
                .then_some("a database that is none of posts")
        }
        Form::Of(Format::Atom) if file.is_file() => {
            let mut head = Vec::new();
            File::open(file).ok()?.take(HEAD).read_to_end(&mut head).ok()?;
            let is_rules = memmem::find(&head, NAMESPACE.as_bytes()).is_some();
            is_rules.then_some("a rule file")
        }
        _ => None,
    }
}

/// Bytes of a file's start that say what it is.
const HEAD: u64 = 1024;

impl Target {
    /// What a name says.
    pub fn of(file: &Path) -> anyhow::Result<Target> {
        let name = file.to_string_lossy().to_lowercase();
        let endings = [
            (".jsonl", Form::Of(Format::Lines)),
            (".ndjson", Form::Of(Format::Lines)),
            (".csv", Form::Csv),
            (".atom", Form::Of(Format::Atom)),
            (".xml", Form::Of(Format::Atom)),
            (".wxr", Form::Of(Format::Wxr)),
            (".json", Form::Of(Format::JsonFeed)),
            (".sqlite", Form::Sqlite),
            (".db", Form::Sqlite),
            (".atom/", Form::Documents),
            ("/", Form::Markdown),
        ];
        let form = endings.iter().find(|(end, _)| name.ends_with(end)).map(|(_, form)| *form);
        // Devices, and files without an ending, take lines.
        let plain = file.extension().is_none().then_some(LINES);
        let form = form.or(file.is_dir().then_some(Form::Markdown)).or(plain);
        let form = form.with_context(|| {
            let known: Vec<&str> = endings.iter().map(|e| e.0).collect();
            let known = known.join(", ");
            format!("{}: expected a name that ends with {known}", file.display())
        })?;
        match form {
            Form::Markdown | Form::Documents => folder_may_stand(file)?,
            _ => may_stand(file)?,
        }
        if let Some(found) = what_else_stands_at(file, form) {
            anyhow::bail!(
                "{}: expected earlier posts or a new name, found {found}; name another file",
                file.display()
            );
        }
        Ok(Target { file: file.to_owned(), form })
    }

    /// True for lines, which an update adds to.
    pub fn is_lines(&self) -> bool {
        self.form == LINES
    }

    /// Write posts, whole or not at all. `give` hands them over in an order.
    ///
    /// # Errors
    /// What `give` says, and what keeps the file from being written.
    pub fn write(
        &self,
        about: &About,
        give: &mut dyn FnMut(Order, &mut Take<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.add(about, &[], give)
    }

    /// As [`write`](Self::write), behind bytes that are there already.
    pub fn add(
        &self,
        about: &About,
        before: &[u8],
        give: &mut dyn FnMut(Order, &mut Take<'_>) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        let order = match self.form {
            LINES => Order::Found,
            Form::Documents => Order::Oldest,
            _ => Order::Newest,
        };
        let mut all = |to: &mut dyn Posts| -> anyhow::Result<()> {
            give(order, &mut |post: Post| Ok(to.post(&post)?))?;
            Ok(to.finish()?)
        };
        let shown = || self.file.display().to_string();
        let format = match self.form {
            Form::Markdown => {
                let made = Writer::markdown(&self.file).map_err(Into::into);
                return made.and_then(|mut to| all(&mut to)).with_context(shown);
            }
            Form::Documents => {
                let made = Documents::new(&self.file, about).map_err(Into::into);
                return made.and_then(|mut to| all(&mut to)).with_context(shown);
            }
            Form::Sqlite => {
                let whole = Whole::named(&self.file).with_context(shown)?;
                let made = Sqlite::new(whole.path()).map_err(Into::into);
                made.and_then(|mut to| all(&mut to)).with_context(shown)?;
                return whole.keep().with_context(shown);
            }
            Form::Csv => return write_whole(&self.file, |w| all(&mut Csv::new(w)?)),
            Form::Of(format) => format,
        };
        write_whole(&self.file, |w| {
            w.write_all(before)?;
            all(&mut Writer::new(format, w, about)?)
        })
    }

    /// What the file has already. None where it is not there.
    pub fn bytes(&self) -> anyhow::Result<Option<Vec<u8>>> {
        if !self.file.exists() {
            return Ok(None);
        }
        let read = std::fs::read(&self.file);
        read.map(Some).with_context(|| format!("{}: cannot be added to", self.file.display()))
    }
}
