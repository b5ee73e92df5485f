//! Work on all processors, or on one.
//!
//! With the feature `parallel` this is rayon. Without it, the names below run the
//! same work in order on the thread that asks for it. Results never depend on
//! which of the two it is, nor on the number of threads.

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

#[cfg(feature = "parallel")]
pub(crate) use rayon::{current_num_threads, join, prelude};

#[cfg(not(feature = "parallel"))]
pub(crate) use sequential::{current_num_threads, join, prelude};

/// The items of [`taken_elsewhere`] that wait.
const WAITING: usize = 3;

/// Makes `count` items on all processors. This thread takes them in their order while
/// the next ones are made. Stops at the first error. Items that are made before their
/// turn wait in memory.
pub(crate) fn in_order<T: Send, E>(
    count: usize,
    make: impl Fn(usize) -> T + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    in_order_on(current_num_threads(), count, make, take)
}

/// Like [`in_order`], on a number of threads that does not depend on the processors. It
/// is for items that threads wait for rather than work on.
pub(crate) fn in_order_on<T: Send, E>(
    threads: usize,
    count: usize,
    make: impl Fn(usize) -> T + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    let next = AtomicUsize::new(0);
    let work = |send: SyncSender<(usize, T)>| {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
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
        // Receiving ends early only if a thread panicked, which the scope passes on.
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

    /// The next thing to do. If there is none, there may be one when another is done.
    fn next(&mut self) -> Option<Self::Task>;

    /// Takes what was done.
    fn finish(&mut self, done: Self::Done);
}

/// Does some work on all processors. Returns what became of it.
pub(crate) fn work_off<W: Work>(work: W, run: impl Fn(W::Task) -> W::Done + Sync) -> W {
    /// The work, and how many threads are busy with it.
    struct Shared<W> {
        state: Mutex<(W, usize)>,
        changed: Condvar,
    }
    impl<W> Shared<W> {
        fn lock(&self) -> MutexGuard<'_, (W, usize)> {
            self.state.lock().unwrap_or_else(PoisonError::into_inner)
        }
    }
    /// A thread that is busy, even if it panics.
    struct Busy<'s, W>(&'s Shared<W>);
    impl<W> Drop for Busy<'_, W> {
        fn drop(&mut self) {
            self.0.lock().1 -= 1;
            self.0.changed.notify_all();
        }
    }
    let shared = Shared {
        state: Mutex::new((work, 0)),
        changed: Condvar::new(),
    };
    let work = || {
        let mut state = shared.lock();
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
            shared.lock().0.finish(done);
            drop(busy);
            state = shared.lock();
        }
    };
    thread::scope(|scope| {
        for _ in 1..current_num_threads() {
            // Without another thread this one does it all.
            let _ = thread::Builder::new().spawn_scoped(scope, work);
        }
        work();
    });
    let state = shared.state.into_inner();
    state.unwrap_or_else(PoisonError::into_inner).0
}

/// Makes items on this thread, and takes them on another one. `make` gives them one by one,
/// and is told whether more are wanted. A few wait in memory. Stops at the first error.
pub(crate) fn taken_elsewhere<T: Send, E: Send>(
    make: impl FnOnce(&mut (dyn FnMut(T) -> bool + Send)),
    take: impl FnMut(T) -> Result<(), E> + Send,
) -> Result<(), E> {
    match cfg!(feature = "parallel") {
        true => taken_on(thread::Builder::new(), make, take),
        false => taken_here(make, take),
    }
}

/// Like [`taken_elsewhere`], on a thread of this builder.
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
    // Without another thread this one takes them too.
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

#[cfg(not(feature = "parallel"))]
mod sequential {
    /// Runs both, the first one first.
    pub(crate) fn join<A, B>(a: impl FnOnce() -> A, b: impl FnOnce() -> B) -> (A, B) {
        let a = a();
        (a, b())
    }

    /// The number of threads.
    pub(crate) fn current_num_threads() -> usize {
        1
    }

    /// Rayon's methods for ordinary iterators and slices.
    pub(crate) mod prelude {
        use std::cmp::Ordering;
        use std::slice;

        /// The methods of rayon's iterators that others do not have.
        pub(crate) trait ParallelIterator: Iterator + Sized {
            fn with_min_len(self, _length: usize) -> Self {
                self
            }

            /// Gives each item to `map` together with the one value of `init`.
            fn map_init<T, R>(
                self,
                init: impl FnOnce() -> T,
                mut map: impl FnMut(&mut T, Self::Item) -> R,
            ) -> impl Iterator<Item = R> {
                let mut state = init();
                self.map(move |item| map(&mut state, item))
            }
        }

        impl<I: Iterator> ParallelIterator for I {}

        pub(crate) trait IntoParallelIterator: IntoIterator + Sized {
            fn into_par_iter(self) -> Self::IntoIter {
                self.into_iter()
            }
        }

        impl<I: IntoIterator> IntoParallelIterator for I {}

        pub(crate) trait ParallelSlice<T> {
            fn par_iter(&self) -> slice::Iter<'_, T>;
            fn par_iter_mut(&mut self) -> slice::IterMut<'_, T>;
            fn par_sort_unstable_by(&mut self, order: impl FnMut(&T, &T) -> Ordering);
        }

        impl<T> ParallelSlice<T> for [T] {
            fn par_iter(&self) -> slice::Iter<'_, T> {
                self.iter()
            }

            fn par_iter_mut(&mut self) -> slice::IterMut<'_, T> {
                self.iter_mut()
            }

            fn par_sort_unstable_by(&mut self, order: impl FnMut(&T, &T) -> Ordering) {
                self.sort_unstable_by(order);
            }
        }

        pub(crate) trait ParallelExtend<T>: Extend<T> {
            fn par_extend(&mut self, items: impl IntoIterator<Item = T>) {
                self.extend(items);
            }
        }

        impl<T, E: Extend<T>> ParallelExtend<T> for E {}
    }
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

    /// Numbers of which each becomes the next smaller ones.
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
