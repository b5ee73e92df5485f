//! Threads with rayon.

use crate::parallel::one_thread;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::error::Error;
use std::sync::OnceLock;

/// The number of threads.
pub(crate) fn count() -> usize {
    match has_threads() {
        true => rayon::current_num_threads(),
        false => one_thread::count(),
    }
}

/// Whether threads are available. Rayon starts its threads with the first work, and
/// panics if the system has none.
fn has_threads() -> bool {
    static STARTED: OnceLock<bool> = OnceLock::new();
    let start = || match rayon::ThreadPoolBuilder::new().build_global() {
        Ok(()) => true,
        // An error of the system has a source; the error for a pool that already runs
        // has none.
        Err(error) => error.source().is_none(),
    };
    rayon::current_thread_index().is_some() || *STARTED.get_or_init(start)
}

pub(crate) fn run_both(a: &mut (dyn FnMut() + Send), b: &mut (dyn FnMut() + Send)) {
    match has_threads() {
        true => drop(rayon::join(a, b)),
        false => one_thread::run_both(a, b),
    }
}

/// Calls `run` for each number below `count`.
pub(crate) fn run_all(count: usize, run: &(dyn Fn(usize) + Sync)) {
    match has_threads() {
        true => (0..count).into_par_iter().for_each(run),
        false => one_thread::run_all(count, run),
    }
}

/// Sorts an array.
pub(crate) fn sort<T: Send>(items: &mut [T], order: impl Fn(&T, &T) -> Ordering + Sync) {
    match has_threads() {
        true => items.par_sort_unstable_by(order),
        false => one_thread::sort(items, order),
    }
}
