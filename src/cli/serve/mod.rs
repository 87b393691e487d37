//! `feedstone serve`: reading, checking and learning for programs in any language, over HTTP on
//! this machine.
//!
//! One thread waits for clients (hyper, tokio); pages are read on others, so many at once. Whatever
//! a client can make grow has a limit below.

pub(super) mod args;
mod desk;
mod fault;
mod guard;
mod learn;
mod shelf;

use std::future::{Future, poll_fn};
use std::pin::pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use anyhow::Context;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{Semaphore, watch};
use tokio::time::{sleep, timeout};

use args::Serve;
use desk::Desk;

use super::end::End;
use super::files::stop_on_signals;
use super::talk::{say, warn};
use crate::file::abandon;

/// Clients that are connected at once; others wait to be let in.
const MAX_CLIENTS: u32 = 256;

/// How long a client may stay silent ahead of a request, within its head, and within its body.
const SILENCE: Duration = Duration::from_secs(30);

/// How long one connection lives; clients make a new one.
const LIFE: Duration = Duration::from_secs(600);

/// How long requests under way have to end when the program is stopped.
const GRACE: Duration = Duration::from_secs(30);

/// How long the program waits where the system has no room for a further connection.
const NO_ROOM: Duration = Duration::from_millis(100);

pub fn run(args: &Serve) -> anyhow::Result<End> {
    let desk = Arc::new(Desk::new(args)?);
    let (stopping, stop) = watch::channel(false);
    // The first signal stops; a second one ends.
    stop_on_signals(move || !stopping.send_replace(true));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let served = runtime.block_on(serve(args, desk, stop));
    // What is still at work has had its time.
    runtime.shutdown_background();
    abandon();
    served?;
    Ok(End::All)
}

async fn serve(
    args: &Serve,
    desk: Arc<Desk>,
    mut stop: watch::Receiver<bool>,
) -> anyhow::Result<()> {
    let wrong = || format!("--listen {}: expected an address that is free", args.listen);
    let listener = TcpListener::bind(args.listen).await.with_context(wrong)?;
    let (good, bad) = desk.shelf.count();
    let faults = if bad > 0 { format!(", {bad} that cannot be read") } else { String::new() };
    say(format_args!(
        "listening on http://{} with {good} rule files{faults}",
        listener.local_addr()?
    ));
    if !args.listen.ip().is_loopback() {
        warn("other machines may ask, too, and nobody asks them for a password");
    }
    let clients = Arc::new(Semaphore::new(MAX_CLIENTS as usize));
    loop {
        let next = async {
            let place = Arc::clone(&clients).acquire_owned().await;
            (place, listener.accept().await)
        };
        match until(&mut stop, next).await {
            None => break,
            Some((place, Ok((stream, _)))) => {
                let (desk, stop) = (Arc::clone(&desk), stop.clone());
                tokio::spawn(async move {
                    talk_to(stream, desk, stop).await;
                    drop(place);
                });
            }
            Some((_, Err(e))) => {
                warn(format_args!("a client could not be let in: {e}"));
                sleep(NO_ROOM).await;
            }
        }
    }
    drop(listener);
    let left = MAX_CLIENTS as usize - clients.available_permits();
    say(format_args!("stopping; {left} clients are connected"));
    if timeout(GRACE, clients.acquire_many(MAX_CLIENTS)).await.is_err() {
        warn("stopped ahead of the end of requests that took too long");
    }
    Ok(())
}

/// Answers one client until it goes, its time is over, or the program is to stop.
async fn talk_to(stream: TcpStream, desk: Arc<Desk>, mut stop: watch::Receiver<bool>) {
    let answer = service_fn(|request| Arc::clone(&desk).answer(request));
    let connection = http1::Builder::new()
        .timer(TokioTimer::new())
        .header_read_timeout(SILENCE)
        .serve_connection(TokioIo::new(stream), answer);
    let mut connection = pin!(connection);
    let done = timeout(LIFE, until(&mut stop, connection.as_mut())).await;
    // Whatever was wrong with the connection, the client knows.
    if !matches!(done, Ok(Some(_))) {
        connection.as_mut().graceful_shutdown();
        let _ = timeout(GRACE, connection).await;
    }
}

/// What `work` gives; None where the program is to stop first.
async fn until<T>(stop: &mut watch::Receiver<bool>, work: impl Future<Output = T>) -> Option<T> {
    let mut stop = pin!(stop.wait_for(|stopping| *stopping));
    let mut work = pin!(work);
    poll_fn(|cx| match stop.as_mut().poll(cx) {
        Poll::Ready(_) => Poll::Ready(None),
        Poll::Pending => work.as_mut().poll(cx).map(Some),
    })
    .await
}
