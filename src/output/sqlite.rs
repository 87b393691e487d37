//! Posts as an SQLite database: `post`, `tag`, `alias`, and `search` over titles and texts (FTS5):
//! `select link from search where search match 'brine' order by rank`.

use std::io;
use std::path::Path;

use rusqlite::{Connection, OpenFlags, params};

use super::Posts;
use crate::entry::Extent;
use crate::harvest::Post;

/// The file is renamed into its place when it is whole: it needs no journal of its own.
const TABLES: &str = "
pragma journal_mode = off;
pragma synchronous = off;
create table post (
    n integer primary key, link text not null unique, title text, date text, author text,
    body_text text, body_html text, extent text, came_from text not null
);
create table tag (post integer not null references post (n), tag text not null);
create index tag_tag on tag (tag);
create table alias (post integer not null references post (n), url text not null);
create virtual table search using fts5 (link unindexed, title, body_text);
begin;
";

/// Writes a database.
pub(crate) struct Sqlite(Connection);

impl Sqlite {
    /// Into a file that is not there yet.
    ///
    /// # Errors
    /// What SQLite says.
    pub fn new(file: &Path) -> io::Result<Sqlite> {
        let db = Connection::open(file).map_err(io::Error::other)?;
        db.execute_batch(TABLES).map_err(io::Error::other)?;
        Ok(Sqlite(db))
    }

    /// True where a file is a database that this wrote: it has the tables of posts, and no others.
    pub fn stands_at(file: &Path) -> bool {
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY;
        let Ok(db) = Connection::open_with_flags(file, flags) else { return false };
        let known = ["post", "tag", "alias", "search"];
        let tables = || -> rusqlite::Result<Vec<String>> {
            let mut query = db.prepare("select name from sqlite_master where type = 'table'")?;
            query.query_map([], |row| row.get(0))?.collect()
        };
        let columns = "select link, body_html, came_from from post limit 0";
        let is_known = |name: &String| {
            let is_beside = name.starts_with("search_") || name.starts_with("sqlite_");
            known.contains(&&**name) || is_beside
        };
        tables().is_ok_and(|names| names.iter().all(is_known)) && db.prepare(columns).is_ok()
    }

    fn put(&self, post: &Post) -> rusqlite::Result<()> {
        let from = serde_json::to_value(post.from).ok();
        let from = from.as_ref().and_then(serde_json::Value::as_str).unwrap_or("").to_owned();
        let sql = "insert into post (link, title, date, author, body_text, body_html, extent, \
                   came_from) values (?, ?, ?, ?, ?, ?, ?, ?)";
        self.0.prepare_cached(sql)?.execute(params![
            post.link,
            post.title,
            post.date.map(|d| d.to_string()),
            post.author,
            post.body_text,
            post.body_html,
            post.extent.map(Extent::name),
            from
        ])?;
        let n = self.0.last_insert_rowid();
        for tag in post.tags.iter().flatten() {
            self.0.prepare_cached("insert into tag values (?, ?)")?.execute(params![n, tag])?;
        }
        for url in &post.aliases {
            self.0.prepare_cached("insert into alias values (?, ?)")?.execute(params![n, url])?;
        }
        let sql = "insert into search (link, title, body_text) values (?, ?, ?)";
        let found = params![post.link, post.title, post.body_text];
        self.0.prepare_cached(sql)?.execute(found)?;
        Ok(())
    }
}

impl Posts for Sqlite {
    fn post(&mut self, post: &Post) -> io::Result<()> {
        self.put(post).map_err(io::Error::other)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.0.execute_batch("commit").map_err(io::Error::other)
    }
}
