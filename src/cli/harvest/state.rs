//! What a harvest knows, in one SQLite file: a note for each answer, and the posts. One transaction
//! an answer, so that a run that is killed loses at most the request in flight.

use std::io::{Read, Write};
use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::Context;
use flate2::Compression;
use flate2::read::ZlibDecoder;
use flate2::write::ZlibEncoder;
use rusqlite::{
    Connection, ErrorCode, OptionalExtension, Row, Transaction, TransactionBehavior, params,
};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::super::out::{Order, Take};
use crate::harvest::{Note, Post};
use crate::source::Response;
use crate::source::http::Validators;

/// Version of the tables.
const VERSION: i64 = 2;

const TABLES: &str = "
create table if not exists blog (n integer primary key, home text not null unique);
create table if not exists about (
    blog integer not null, name text not null, value text not null, primary key (blog, name)
) without rowid;
create table if not exists note (
    n integer primary key, blog integer not null, asked text not null, note blob not null,
    etag text, modified text
);
create index if not exists note_asked on note (blog, asked);
create table if not exists post (
    n integer primary key, blog integer not null, link text not null, run integer not null,
    day text, post blob not null, unique (blog, link)
);
create table if not exists alias (
    blog integer not null, url text not null, link text not null, primary key (blog, url)
) without rowid;
";

/// The columns of each table.
const COLUMNS: [(&str, &str); 5] = [
    ("blog", "n, home"),
    ("about", "blog, name, value"),
    ("note", "n, blog, asked, note, etag, modified"),
    ("post", "n, blog, link, run, day, post"),
    ("alias", "blog, url, link"),
];

/// The tables, all of them or none. Not a byte of another database is changed.
fn make(db: &mut Connection) -> anyhow::Result<()> {
    let change = db.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let version: i64 = change.query_row("pragma user_version", [], |r| r.get(0))?;
    anyhow::ensure!(
        version == 0 || version == VERSION,
        "expected a state file of version {VERSION}, found {version}; name another file"
    );
    let names: Vec<String> = change
        .prepare("select name from sqlite_master where type in ('table', 'view')")?
        .query_map([], |r| r.get(0))?
        .collect::<Result<_, _>>()?;
    let is_ours = |name: &String| {
        let known = COLUMNS.iter().find(|(table, _)| table == name);
        let has_columns = |columns: &str| {
            change.prepare(&format!("select {columns} from {name} limit 0")).is_ok()
        };
        name.starts_with("sqlite_") || known.is_some_and(|(_, columns)| has_columns(columns))
    };
    anyhow::ensure!(
        names.iter().all(is_ours),
        "expected a state file, found a database of something else; name another file"
    );
    change.execute_batch(TABLES)?;
    change.pragma_update(None, "user_version", VERSION)?;
    Ok(change.commit()?)
}

/// How long others are waited for who have the file locked, and how long from one look to the next.
const PATIENCE: Duration = Duration::from_secs(60);
const LOOK_AGAIN: Duration = Duration::from_millis(10);

/// What the file has of one blog.
pub(super) struct State {
    db: Connection,
    /// The blog's number.
    blog: i64,
}

impl State {
    /// Open or make the file; without one, in a file of SQLite's own that goes with the run.
    pub fn open(file: Option<&Path>, home: &str) -> anyhow::Result<State> {
        let shown = file.map_or("a temporary file".to_owned(), |f| f.display().to_string());
        let open = || -> anyhow::Result<State> {
            let mut db = match file {
                Some(file) => Connection::open(file)?,
                None => Connection::open("")?,
            };
            db.busy_timeout(PATIENCE)?;
            make(&mut db)?;
            db.pragma_update(None, "journal_mode", "wal")?;
            db.pragma_update(None, "synchronous", "normal")?;
            db.execute("insert or ignore into blog (home) values (?)", [home])?;
            let blog = db.query_row("select n from blog where home = ?", [home], |r| r.get(0))?;
            Ok(State { db, blog })
        };
        // SQLite itself waits for no one who makes the file at the same time, as blogs of one list
        // do.
        let since = Instant::now();
        let mut opened = open();
        while opened.as_ref().is_err_and(is_locked) && since.elapsed() < PATIENCE {
            thread::sleep(LOOK_AGAIN);
            opened = open();
        }
        opened.with_context(|| format!("{shown}: cannot be used as the state of a harvest"))
    }

    /// What is known of the whole run under a name.
    pub fn about(&self, name: &str) -> anyhow::Result<Option<String>> {
        let mut query =
            self.db.prepare_cached("select value from about where blog = ? and name = ?")?;
        Ok(query.query_row(params![self.blog, name], |r| r.get(0)).optional()?)
    }

    pub fn set_about(&self, name: &str, value: &str) -> anyhow::Result<()> {
        let sql = "insert or replace into about values (?, ?, ?)";
        self.db.execute(sql, params![self.blog, name, value])?;
        Ok(())
    }

    /// The numbers of all notes, in their order.
    pub fn notes(&self) -> anyhow::Result<Vec<i64>> {
        let mut query = self.db.prepare("select n from note where blog = ? order by n")?;
        let numbers = query.query_map([self.blog], |r| r.get(0))?;
        Ok(numbers.collect::<Result<_, _>>()?)
    }

    /// A note.
    pub fn note(&self, n: i64) -> anyhow::Result<Note> {
        let mut query = self.db.prepare_cached("select note from note where n = ?")?;
        unpacked(&query.query_row([n], |r| r.get::<_, Vec<u8>>(0))?)
    }

    /// The last answer of an address, as far as it is recognised by it.
    pub fn known(&self, asked: &str) -> anyhow::Result<Option<Response>> {
        let sql = "select etag, modified from note where blog = ? and asked = ? and \
                   (etag is not null or modified is not null) order by n desc limit 1";
        let mut query = self.db.prepare_cached(sql)?;
        let read = |r: &Row<'_>| {
            let mut known = Response::new(asked, 200, "");
            for (n, name) in ["etag", "last-modified"].into_iter().enumerate() {
                known.headers.extend(r.get::<_, Option<String>>(n)?.map(|v| (name.to_owned(), v)));
            }
            Ok(known)
        };
        Ok(query.query_row(params![self.blog, asked], read).optional()?)
    }

    /// Whether a post is kept, under its link or another address.
    pub fn has(&self, link: &str) -> anyhow::Result<bool> {
        let sql = "select exists (select 1 from post where blog = ?1 and link = ?2) or \
                   exists (select 1 from alias where blog = ?1 and url = ?2)";
        let mut query = self.db.prepare_cached(sql)?;
        Ok(query.query_row(params![self.blog, link], |r| r.get(0))?)
    }

    /// Posts found or edited in this run and later ones.
    pub fn count(&self, run: i64) -> anyhow::Result<usize> {
        let sql = "select count(*) from post where blog = ? and run >= ?";
        Ok(self.db.query_row(sql, [self.blog, run], |r| r.get(0))?)
    }

    /// What one answer changes: all of it or nothing.
    pub fn change(&mut self) -> anyhow::Result<Change<'_>> {
        let behavior = TransactionBehavior::Immediate;
        Ok(Change(self.db.transaction_with_behavior(behavior)?, self.blog))
    }

    /// The posts of this run and later ones, with their aliases.
    pub fn posts(&self, run: i64, order: Order, take: &mut Take<'_>) -> anyhow::Result<()> {
        let order = match order {
            Order::Found => "n",
            Order::Newest => "day desc, n",
            Order::Oldest => "day, n desc",
        };
        let sql =
            format!("select post, link from post where blog = ? and run >= ? order by {order}");
        let mut query = self.db.prepare(&sql)?;
        let mut further =
            self.db.prepare("select url from alias where blog = ? and link = ? order by url")?;
        let mut rows = query.query([self.blog, run])?;
        while let Some(row) = rows.next()? {
            let mut post: Post = unpacked(&row.get::<_, Vec<u8>>(0)?)?;
            let link: String = row.get(1)?;
            let urls = further.query_map(params![self.blog, link], |r| r.get(0))?;
            post.aliases = urls.collect::<Result<_, _>>()?;
            take(post)?;
        }
        Ok(())
    }
}

/// True where another connection has the file.
fn is_locked(error: &anyhow::Error) -> bool {
    let code = error.downcast_ref().and_then(rusqlite::Error::sqlite_error_code);
    matches!(code, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked))
}

/// A value as compressed JSON.
fn packed(value: &impl Serialize) -> anyhow::Result<Vec<u8>> {
    let mut packed = ZlibEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(&serde_json::to_vec(value)?)?;
    Ok(packed.finish()?)
}

fn unpacked<T: DeserializeOwned>(bytes: &[u8]) -> anyhow::Result<T> {
    let mut json = Vec::new();
    let broken = "a value of this state file is broken";
    ZlibDecoder::new(bytes).read_to_end(&mut json).context(broken)?;
    serde_json::from_slice(&json).context(broken)
}

/// One transaction.
pub(super) struct Change<'s>(Transaction<'s>, i64);

impl Change<'_> {
    pub fn note(&self, note: &Note, seen: &Validators) -> anyhow::Result<()> {
        let sql = "insert into note (blog, asked, note, etag, modified) values (?, ?, ?, ?, ?)";
        self.0.prepare_cached(sql)?.execute(params![
            self.1,
            note.asked,
            packed(note)?,
            seen.etag,
            seen.last_modified
        ])?;
        Ok(())
    }

    pub fn post(&self, post: &Post, run: i64) -> anyhow::Result<()> {
        let sql = "insert into post (blog, link, run, day, post) values (?1, ?2, ?3, ?4, ?5) \
                   on conflict (blog, link) do update set run = ?3, day = ?4, post = ?5";
        let day = post.date.map(|d| d.to_string());
        self.0.prepare_cached(sql)?.execute(params![self.1, post.link, run, day, packed(post)?])?;
        Ok(())
    }

    pub fn about(&self, name: &str, value: &str) -> anyhow::Result<()> {
        let sql = "insert or replace into about values (?, ?, ?)";
        self.0.prepare_cached(sql)?.execute(params![self.1, name, value])?;
        Ok(())
    }

    pub fn alias(&self, url: &str, of: &str) -> anyhow::Result<()> {
        let sql = "insert or ignore into alias values (?, ?, ?)";
        self.0.prepare_cached(sql)?.execute(params![self.1, url, of])?;
        Ok(())
    }

    pub fn done(self) -> anyhow::Result<()> {
        Ok(self.0.commit()?)
    }
}

#[cfg(test)]
mod tests {
    use anyhow::anyhow;

    use super::*;

    #[test]
    fn many_blogs_open_one_new_file_at_once() -> anyhow::Result<()> {
        let dir = tempfile::tempdir()?;
        for round in 0..20 {
            let file = dir.path().join(format!("{round}.db"));
            let open = |blog: usize| State::open(Some(&file), &format!("https://{blog}.example/"));
            thread::scope(|scope| {
                let all: Vec<_> = (0..8).map(|blog| scope.spawn(move || open(blog))).collect();
                all.into_iter().try_for_each(|opened| {
                    opened.join().map_err(|_| anyhow!("a thread panicked"))?.map(drop)
                })
            })?;
        }
        Ok(())
    }
}
