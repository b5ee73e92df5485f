//! Runs work on all processors, or on one.
//!
//! With the feature `parallel` this is rayon. Without it, or if the system can't
//! provide threads, the same work runs in order on the calling thread. Results never
//! depend on which of the two is used, or on the number of threads.
//!
//! Rayon's generic functions are compiled once for each closure, at some thousand lines
//! each. So all functions except [`sort`] pass their closures to rayon as `dyn`.

#[cfg(feature = "parallel")]
mod on_rayon;
mod one_thread;

use crate::error::Error;
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

#[cfg(feature = "parallel")]
use crate::parallel::on_rayon as threads;
#[cfg(not(feature = "parallel"))]
use crate::parallel::one_thread as threads;
pub(crate) use threads::{count as current_num_threads, sort};

/// The number of items of [`taken_elsewhere`] that may wait.
const WAITING: usize = 3;

/// The number of parts of a range per thread, so that all threads end at about the same
/// time.
const PARTS: usize = 8;

/// The number of items of an array that one thread makes at a time.
const ITEMS: usize = 1 << 14;

/// Runs both closures, at the same time if another thread is free.
pub(crate) fn join<A: Send, B: Send>(
    a: impl FnOnce() -> A + Send,
    b: impl FnOnce() -> B + Send,
) -> (A, B) {
    let (mut a, mut b) = (Some(a), Some(b));
    let (mut of_a, mut of_b) = (None, None);
    threads::run_both(&mut || of_a = a.take().map(|a| a()), &mut || {
        of_b = b.take().map(|b| b())
    });
    match (of_a, of_b) {
        (Some(of_a), Some(of_b)) => (of_a, of_b),
        _ => unreachable!("both were run, or one of them panicked"),
    }
}

/// Maps each item, on all threads.
pub(crate) fn map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    make: impl Fn(T) -> R + Sync,
) -> Vec<R> {
    let slot = |item| Mutex::new((Some(item), None));
    let slots: Vec<Mutex<(Option<T>, Option<R>)>> = items.into_iter().map(slot).collect();
    threads::run_all(slots.len(), &|i| {
        let item = lock(&slots[i]).0.take();
        let made = item.map(&make);
        lock(&slots[i]).1 = made;
    });
    let slots = slots.into_iter().map(Mutex::into_inner);
    let made = slots.map(|slot| slot.unwrap_or_else(PoisonError::into_inner).1);
    made.flatten().collect()
}

/// Like [`map`], but returns the error of the first item, in order, that has one.
pub(crate) fn try_map<T: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    make: impl Fn(T) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    try_map_with(items, || (), |(), item| make(item))
}

/// Like [`try_map`], with a state that is created once for each thread and passed to
/// one item after the other.
pub(crate) fn try_map_with<T: Send, S: Send, R: Send>(
    items: impl IntoIterator<Item = T>,
    start: impl Fn() -> S + Sync,
    make: impl Fn(&mut S, T) -> Result<R, Error> + Sync,
) -> Result<Vec<R>, Error> {
    let (spare, failed) = (Mutex::new(Vec::new()), AtomicUsize::new(usize::MAX));
    let made = map(items.into_iter().enumerate(), |(i, item)| {
        // Results after an error are not needed.
        if i > failed.load(Relaxed) {
            return None;
        }
        let state = lock(&spare).pop();
        let mut state = state.unwrap_or_else(&start);
        let made = make(&mut state, item);
        lock(&spare).push(state);
        if made.is_err() {
            failed.fetch_min(i, Relaxed);
        }
        Some(made)
    });
    made.into_iter().flatten().collect()
}

/// Works on parts of the numbers below `count`, on all threads.
pub(crate) fn in_parts(count: usize, work: impl Fn(Range<usize>) + Sync) {
    let length = count.div_ceil(PARTS * current_num_threads()).max(1);
    threads::run_all(count.div_ceil(length), &|part| {
        work(part * length..count.min((part + 1) * length));
    });
}

/// Maps an array to another, item by item, on all threads. If the results are numbers or
/// arrays of numbers and the memory is new, each thread is the first to touch its part.
#[inline]
pub(crate) fn collect<T: Sync, R: Copy + Default + Send>(
    items: &[T],
    make: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    let mut made = vec![R::default(); items.len()];
    let parts = items.chunks(ITEMS).zip(made.chunks_mut(ITEMS));
    map(parts.enumerate(), |(part, (items, made))| {
        for (i, (item, made)) in items.iter().zip(made).enumerate() {
            *made = make(part * ITEMS + i, item);
        }
    });
    made
}

/// Locks a mutex whose data no thread leaves in an invalid state.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Makes `count` items on all processors. This thread takes them in order while the
/// next ones are made. Stops at the first error. Items made before their turn wait in
/// memory.
pub(crate) fn in_order<T: Send, E>(
    count: usize,
    make: impl Fn(usize) -> T + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    in_order_on(current_num_threads(), count, make, take)
}

/// Like [`in_order`], on a number of threads that does not depend on the processors. It
/// is for items that involve waiting rather than computing.
pub(crate) fn in_order_on<T: Send, E>(
    threads: usize,
    count: usize,
    make: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let work = |send: SyncSender<(usize, T)>| {
        loop {
            let i = next.fetch_add(1, Relaxed);
            // The send fails if no more items are wanted.
            if i >= count || send.send((i, make(i))).is_err() {
                return;
            }
        }
    };
    thread::scope(|scope| {
        let (send, made) = sync_channel(4 * threads);
        let mut running = 0;
        let threads = if cfg!(feature = "parallel") {
            threads
        } else {
            0
        };
        for _ in 0..threads.min(count) {
            let (send, work) = (send.clone(), &work);
            let started = thread::Builder::new().spawn_scoped(scope, move || work(send));
            running += usize::from(started.is_ok());
        }
        drop(send);
        if running == 0 {
            return (0..count).try_for_each(|i| take(make(i)));
        }
        let mut early = BTreeMap::new();
        let mut wanted = 0;
        // Receiving ends early only if a thread panicked, which the scope propagates.
        for (i, item) in made {
            early.insert(i, item);
            while let Some(item) = early.remove(&wanted) {
                take(item)?;
                wanted += 1;
            }
        }
        Ok(())
    })
}

/// Work that several threads share.
pub(crate) trait Work: Send {
    type Task: Send;
    type Done: Send;

    /// Takes the next task. If there is none, there may be one after another task is
    /// done.
    fn next(&mut self) -> Option<Self::Task>;

    /// Takes the result of a task.
    fn finish(&mut self, done: Self::Done);
}

/// Runs all tasks of some work on all processors, and returns the work.
pub(crate) fn work_off<W: Work>(work: W, run: impl Fn(W::Task) -> W::Done + Sync) -> W {
    /// The work, and the number of threads busy with it.
    struct Shared<W> {
        state: Mutex<(W, usize)>,
        changed: Condvar,
    }
    /// Marks a thread as busy until it is dropped, even by a panic.
    struct Busy<'s, W>(&'s Shared<W>);
    impl<W> Drop for Busy<'_, W> {
        fn drop(&mut self) {
            lock(&self.0.state).1 -= 1;
            self.0.changed.notify_all();
        }
    }
    let shared = Shared {
        state: Mutex::new((work, 0)),
        changed: Condvar::new(),
    };
    let work = || {
        let mut state = lock(&shared.state);
        loop {
            let Some(task) = state.0.next() else {
                if state.1 == 0 {
                    return;
                }
                let waited = shared.changed.wait(state);
                state = waited.unwrap_or_else(PoisonError::into_inner);
                continue;
            };
            state.1 += 1;
            drop(state);
            let busy = Busy(&shared);
            let done = run(task);
            lock(&shared.state).0.finish(done);
            drop(busy);
            state = lock(&shared.state);
        }
    };
    thread::scope(|scope| {
        for _ in 1..current_num_threads() {
            // If no thread can be started, this one does everything.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let state = shared.state.into_inner();
    state.unwrap_or_else(PoisonError::into_inner).0
}

/// Makes items on this thread, and takes them on another. `make` passes them one by
/// one, and learns from the result whether more are wanted. A few items wait in memory.
/// Stops at the first error.
pub(crate) fn taken_elsewhere<T: Send, E: Send>(
    make: impl FnOnce(&mut (dyn FnMut(T) -> bool + Send)),
    take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    match cfg!(feature = "parallel") {
        true => taken_on(thread::Builder::new(), make, take),
        false => taken_here(make, take),
    }
}

/// Like [`taken_elsewhere`], on a thread from this builder.
fn taken_on<T: Send, E: Send>(
    builder: thread::Builder,
    make: impl FnOnce(&mut (dyn FnMut(T) -> bool + Send)),
    mut take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let taken = thread::scope(|scope| {
        let (send, made) = sync_channel(WAITING);
        let work = || made.into_iter().try_for_each(&mut take);
        let Ok(taker) = builder.spawn_scoped(scope, work) else {
            return Err(make);
        };
        make(&mut |item| send.send(item).is_ok());
        drop(send);
        Ok(taker.join().unwrap_or_else(|panic| resume_unwind(panic)))
    });
    // If no thread can be started, this one takes them too.
    taken.unwrap_or_else(|make| taken_here(make, take))
}

/// Makes and takes items on this thread.
fn taken_here<T, E: Send>(
    make: impl FnOnce(&mut (dyn FnMut(T) -> bool + Send)),
    mut take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    let mut taken = Ok(());
    make(&mut |item| {
        taken = take(item);
        taken.is_ok()
    });
    taken
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn items_come_in_order_until_one_is_not_taken() {
        let mut taken = Vec::new();
        let all: Result<(), ()> = in_order(
            40,
            |i| i * i,
            |item| {
                taken.push(item);
                Ok(())
            },
        );
        assert!(all.is_ok());
        for threads in [0, 1, 3, 100] {
            let mut again = Vec::new();
            let take = |item| -> Result<(), ()> {
                again.push(item);
                Ok(())
            };
            assert_eq!(in_order_on(threads, 40, |i| i * i, take), Ok(()));
            assert_eq!(again, taken);
        }
        assert_eq!(taken, (0..40).map(|i| i * i).collect::<Vec<_>>());
        let stopped = in_order(40, |i| i, |item| if item < 7 { Ok(()) } else { Err(item) });
        assert_eq!(stopped, Err(7));
        assert_eq!(in_order(0, |i| i, Err), Ok(()));
    }

    #[test]
    fn the_first_error_in_order_is_the_one() {
        for threads in [1, 4] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| {
                assert_eq!(
                    map(0..1000, |i| i * 2),
                    Vec::from_iter((0..2000).step_by(2))
                );
                let limited = |made: &mut u32, i: u32| {
                    *made += 1;
                    match i % 100 < 70 || i < 300 {
                        true => Ok(i),
                        false => Err(Error::input("", format!("{i} of {}", *made > 0))),
                    }
                };
                let error = try_map_with(0..1000, || 0, limited).unwrap_err();
                assert_eq!(error.to_string(), "370 of true");
                let fine = try_map_with(0..300, || 0, limited);
                assert_eq!(fine, Ok(Vec::from_iter(0..300)));
            });
        }
    }

    #[test]
    fn parts_are_all_numbers() {
        for count in [0, 1, 100, 100_003] {
            let done: Vec<AtomicUsize> = (0..count).map(|_| AtomicUsize::new(0)).collect();
            in_parts(count, |part| {
                for number in &done[part] {
                    number.fetch_add(1, Relaxed);
                }
            });
            assert!(done.iter().all(|number| number.load(Relaxed) == 1));
            assert!(collect(&done, |i, _| i).into_iter().eq(0..count));
        }
    }

    /// On another thread, and on this one if there is no memory for another.
    #[test]
    fn items_are_taken_until_one_is_not() {
        let large = 1 << (usize::BITS - 2);
        for (stack, most) in [1 << 20, large]
            .into_iter()
            .flat_map(|s| [(s, 0), (s, 7), (s, 40)])
        {
            let mut taken = Vec::new();
            let mut made = 0;
            let result = taken_on(
                thread::Builder::new().stack_size(stack),
                |give| made = (0..40).take_while(|&i| give(i)).count(),
                |i| {
                    taken.push(i);
                    match i == most {
                        true => Err(i),
                        false => Ok(()),
                    }
                },
            );
            assert_eq!(result.err(), (most < 40).then_some(most));
            assert!(taken.into_iter().eq(0..40.min(most + 1)));
            assert!((most..=most + WAITING + 1).contains(&made), "{made}");
        }
    }

    /// Numbers, each of which is replaced by all smaller ones.
    struct Counts {
        left: Vec<u32>,
        done: u32,
    }

    impl Work for Counts {
        type Task = u32;
        type Done = u32;

        fn next(&mut self) -> Option<u32> {
            self.left.pop()
        }

        fn finish(&mut self, number: u32) {
            self.done += 1;
            self.left.extend(0..number);
        }
    }

    #[test]
    fn work_that_comes_up_late_is_done() {
        for threads in [1, 2, 5] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            let counts = Counts {
                left: vec![10],
                done: 0,
            };
            let counts = pool.unwrap().install(|| work_off(counts, |number| number));
            assert_eq!(counts.done, 1 << 10);
        }
    }

    #[test]
    fn a_panic_ends_the_work() {
        let counts = Counts {
            left: vec![3],
            done: 0,
        };
        let run = |number: u32| match number {
            0 => panic!("a panic of the test"),
            number => number,
        };
        let work = std::panic::AssertUnwindSafe(|| work_off(counts, run));
        assert!(std::panic::catch_unwind(work).is_err());
    }
}
