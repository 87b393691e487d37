//! When a host may be asked: never sooner than the pause after its last request, of this process or
//! of any other whose state file stands in the same folder.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use anyhow::Context;
use rusqlite::{Connection, OptionalExtension, TransactionBehavior, params};
use url::Url;

use super::super::args::Harvest;
use crate::harvest::Request;

/// The file that processes of one folder share.
const SHARED: &str = ".feedstone-pace.db";

/// Whose turn it is.
pub(super) struct Pace {
    /// When hosts were asked last, in seconds since 1970.
    db: Connection,
}

impl Pace {
    pub fn of(args: &Harvest) -> anyhow::Result<Pace> {
        // Without a pause nobody waits for anybody.
        let beside = args.state.as_ref().filter(|_| args.from.web.delay > 0.0);
        let file = beside.map(|s| s.with_file_name(SHARED));
        let shown = file.as_ref().map_or("memory".to_owned(), |f| f.display().to_string());
        let open = || -> rusqlite::Result<Connection> {
            let db = match &file {
                Some(file) => Connection::open(file)?,
                None => Connection::open_in_memory()?,
            };
            db.busy_timeout(Duration::from_secs(60))?;
            let table = "create table if not exists last (host text primary key, at real not null)";
            db.execute_batch(table)?;
            Ok(db)
        };
        let db = open().with_context(|| format!("{shown}: cannot share the pace of requests"))?;
        Ok(Pace { db })
    }

    /// Wait until a request may be made, and take its turn: the one that is awake first asks, so
    /// that nobody asks too soon behind one that a busy machine woke late.
    pub fn wait(&mut self, request: &Request) -> anyhow::Result<()> {
        let url = Url::parse(&request.url)?;
        let host = url.host_str().unwrap_or("").trim_start_matches("www.").to_owned();
        let pause = request.pause.as_secs_f64();
        loop {
            let taken = self.db.transaction_with_behavior(TransactionBehavior::Immediate)?;
            // Only now, since another may have had the file meanwhile and asked.
            let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
            let now = now.as_secs_f64();
            let sql = "select at from last where host = ?";
            let at: Option<f64> = taken.query_row(sql, [&host], |r| r.get(0)).optional()?;
            // Where the clock was set back, the last request was not before it.
            let free = at.filter(|at| *at <= now).map_or(now, |at| at + pause);
            if free <= now {
                taken.execute("insert or replace into last values (?, ?)", params![host, now])?;
                taken.commit()?;
                return Ok(());
            }
            drop(taken);
            std::thread::sleep(Duration::from_secs_f64(free - now));
        }
    }
}
