//! Work on several cores, whose results come in the order in which it was given.
//!
//! One thread gives, `jobs` work, and the caller's takes. What is small goes from thread to thread
//! in batches: to wake a thread takes as long as to read a page of a few KB. What is under way is
//! bounded in batches and in bytes, so that memory does not grow with what there is to do.

use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Mutex, PoisonError};
use std::thread;

use anyhow::Context;

/// Most batches that are under way for each worker: what it has, what waits for it, and what waits
/// for its turn because something larger is ahead.
const MOST_A_WORKER: usize = 8;
/// A batch is full with so many things, or so many bytes of them.
const BATCH: usize = 16;
const BATCH_BYTES: usize = 256 << 10;
/// Most bytes that are under way, but for something larger, which is then alone: some hundred
/// pages, and few of the largest.
const MOST_BYTES: usize = 16 << 20;
/// Bytes of a thread's stack: those that the main thread has.
const STACK: usize = 8 << 20;
/// Most workers; no machine that people have at hand has more cores.
pub(super) const MOST_JOBS: usize = 256;

/// How many cores there are.
pub(super) fn cores() -> usize {
    thread::available_parallelism().map_or(1, |n| n.get().min(MOST_JOBS))
}

/// Takes one thing with its size in bytes; an error where nothing more is wanted.
pub(super) type Give<'g, I> = dyn FnMut(I, usize) -> anyhow::Result<()> + 'g;

/// Does `work` on all that `give` gives, and hands over what comes of it, in that order. One job is
/// done on this thread alone. The first error ends all.
pub(super) fn in_order<I: Send, O: Send, R: Send>(
    jobs: usize,
    give: impl FnOnce(&mut Give<'_, I>) -> anyhow::Result<R> + Send,
    work: impl Fn(I) -> O + Sync,
    mut take: impl FnMut(O) -> anyhow::Result<()>,
) -> anyhow::Result<R> {
    if jobs <= 1 {
        return give(&mut |i, _| take(work(i)));
    }
    let (todo, tasks) = mpsc::channel::<(Vec<I>, Sender<Vec<O>>)>();
    let (turns, results) = mpsc::channel::<(usize, Receiver<Vec<O>>)>();
    let (done, freed) = mpsc::channel::<usize>();
    let (tasks, work) = (Mutex::new(tasks), &work);
    // The lock is held while a worker waits for a task, not while it works.
    let next = || tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
    let next = &next;
    thread::scope(|scope| {
        for _ in 0..jobs {
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
                while let Ok((batch, back)) = next() {
                    // Where nobody waits for it any more, all has ended.
                    let _ = back.send(batch.into_iter().map(work).collect());
                }
            })?;
        }
        let giver = thread::Builder::new().stack_size(STACK).spawn_scoped(scope, move || {
            let (mut count, mut bytes) = (0, 0);
            let mut send = |batch: Vec<I>, size: usize| -> anyhow::Result<()> {
                while count >= jobs * MOST_A_WORKER || count > 0 && bytes + size > MOST_BYTES {
                    bytes -= freed.recv()?;
                    count -= 1;
                }
                (count, bytes) = (count + 1, bytes + size);
                let (back, result) = mpsc::channel();
                turns.send((size, result)).ok().context("nobody takes")?;
                todo.send((batch, back)).ok().context("nobody works")
            };
            let (mut batch, mut size) = (Vec::new(), 0);
            let given = give(&mut |i, bytes| {
                batch.push(i);
                size += bytes;
                match batch.len() < BATCH && size < BATCH_BYTES {
                    true => Ok(()),
                    false => send(std::mem::take(&mut batch), std::mem::take(&mut size)),
                }
            });
            if !batch.is_empty() {
                send(batch, size)?;
            }
            given
        })?;
        take_all(results, done, &mut take)?;
        giver.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Takes results in their turn. When it returns, however that is, its ends of the channels are
/// closed, and nothing more is given.
fn take_all<O>(
    results: Receiver<(usize, Receiver<Vec<O>>)>,
    done: Sender<usize>,
    take: &mut dyn FnMut(O) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    for (size, result) in results {
        // A worker that panicked; the scope says so when it ends.
        result.recv()?.into_iter().try_for_each(&mut *take)?;
        // Where nothing more is given, nobody listens.
        let _ = done.send(size);
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::time::Duration;

    use super::*;

    /// A size with which each thing is a batch.
    const ALONE: usize = BATCH_BYTES;

    /// Gives 0 to 99, with sizes.
    fn hundred(size: usize) -> impl FnOnce(&mut Give<'_, u64>) -> anyhow::Result<()> + Send {
        move |give| (0..100).try_for_each(|n| give(n, size))
    }

    #[test]
    fn results_come_in_the_order_given() {
        // The first of four takes longest.
        let slow = |n: u64| {
            thread::sleep(Duration::from_millis(3 - n % 4));
            n
        };
        for size in [1, ALONE] {
            let mut got = Vec::new();
            let all = in_order(4, hundred(size), slow, |n| {
                got.push(n);
                Ok(())
            });
            assert!(all.is_ok());
            assert_eq!(got, (0..100).collect::<Vec<_>>());
        }
    }

    #[test]
    fn an_error_of_who_takes_ends_all() {
        let worked = AtomicUsize::new(0);
        let work = |n: u64| {
            worked.fetch_add(1, Ordering::Relaxed);
            n
        };
        let ended = in_order(2, hundred(ALONE), work, |n| match n {
            7 => anyhow::bail!("seven"),
            _ => Ok(()),
        });
        assert_eq!(ended.err().map(|e| e.to_string()).as_deref(), Some("seven"));
        assert!(worked.into_inner() <= 8 + 2 * MOST_A_WORKER);
    }

    #[test]
    fn an_error_of_who_gives_comes_behind_what_was_given() {
        let mut got = Vec::new();
        let give = |give: &mut Give<'_, u64>| -> anyhow::Result<()> {
            give(1, 1)?;
            anyhow::bail!("no more")
        };
        let ended = in_order(
            2,
            give,
            |n| n,
            |n| {
                got.push(n);
                Ok(())
            },
        );
        assert_eq!(ended.err().map(|e| e.to_string()).as_deref(), Some("no more"));
        assert_eq!(got, [1]);
    }

    /// The most that was given and not yet taken.
    fn most_under_way(all: u64, size: usize) -> usize {
        let (given, most) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let give = |give: &mut Give<'_, u64>| {
            (0..all).try_for_each(|n| {
                give(n, size)?;
                given.fetch_add(1, Ordering::SeqCst);
                Ok(())
            })
        };
        let mut taken = 0;
        let ended = in_order(
            4,
            give,
            |n| n,
            |_| {
                thread::sleep(Duration::from_micros(200));
                // What is taken now still counts.
                most.fetch_max(
                    given.load(Ordering::SeqCst).saturating_sub(taken),
                    Ordering::SeqCst,
                );
                taken += 1;
                Ok(())
            },
        );
        assert!(ended.is_ok());
        most.into_inner()
    }

    #[test]
    fn few_are_under_way_at_once() {
        assert!(most_under_way(100, ALONE) <= 4 * MOST_A_WORKER);
        // A batch is on its way to be given.
        assert!(most_under_way(1000, 1) <= (4 * MOST_A_WORKER + 1) * BATCH);
    }

    #[test]
    fn of_large_ones_fewer_are_under_way() {
        assert!(most_under_way(100, MOST_BYTES / 2) <= 2);
    }

    #[test]
    fn what_is_larger_than_the_bound_is_alone() {
        assert!(most_under_way(100, 2 * MOST_BYTES) <= 1);
    }
}
