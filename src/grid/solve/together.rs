//! One search by several threads.
//!
//! The threads share out the first words, and all that they learn about states.
//! When one of them finds a line, the search is made once more by one thread, with
//! what is known now: so the line is the one that a single thread finds.

use crate::grid::solve::search::Worker;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

/// Whether some line of the whole grid is worth a target; each thread searches
/// `states` states at most.
pub(crate) fn reaches_together(
    worker: &mut Worker<'_>,
    target: i32,
    states: u64,
    threads: usize,
) -> bool {
    let shared = worker.shared;
    let full = shared.places.full();
    let index = shared.bounds.index(full);
    let (plies, _) = worker.moves(full, index, target);
    let (next, found) = (AtomicUsize::new(0), AtomicBool::new(false));
    let stopped = AtomicBool::new(false);
    let line = Mutex::new(Vec::new());
    let search = || {
        let mut own = Worker::new(shared);
        own.slice.cancel = Some(&found);
        own.slice.go_on(states);
        while let Some(ply) = plies.get(next.fetch_add(1, Relaxed)) {
            let rest = index - shared.bounds.index(ply.set);
            if own.reaches(full ^ ply.set, rest, target - ply.bonus) {
                if !found.swap(true, Relaxed)
                    && let Ok(mut line) = line.lock()
                {
                    own.line.push(ply.set);
                    line.append(&mut own.line);
                }
            } else if own.slice.stopped {
                stopped.store(true, Relaxed);
            }
            if own.slice.stopped || found.load(Relaxed) {
                break;
            }
        }
        own.slice.settle();
    };
    thread::scope(|scope| {
        (1..threads).for_each(|_| drop(scope.spawn(search)));
        search();
    });
    if stopped.load(Relaxed) && !found.load(Relaxed) {
        worker.slice.stopped = true;
        return false;
    }
    let reaches = worker.reaches(full, index, target);
    if !reaches && found.load(Relaxed) {
        // The budget was used up on the way to the line of a single thread.
        worker.line = line.into_inner().unwrap_or_default();
        worker.slice.stopped = false;
        return true;
    }
    reaches
}
