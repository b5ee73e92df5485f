//! Work on all processors, or on one.
//!
//! With the feature `parallel` this is rayon. Without it, the names below run the
//! same work in order on the thread that asks for it. Results never depend on
//! which of the two it is, nor on the number of threads.

#[cfg(feature = "parallel")]
pub(crate) use rayon::{current_num_threads, join, prelude};

#[cfg(not(feature = "parallel"))]
pub(crate) use sequential::{current_num_threads, join, prelude};

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
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    parts_in_order_on(threads, count, |i, give| give(make(i)), take)
}

/// Like [`in_order`], for items that are made in parts. `make` gives them one by one.
pub(crate) fn parts_in_order<T: Send, E>(
    count: usize,
    make: impl Fn(usize, &mut dyn FnMut(T)) + Sync,
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    parts_in_order_on(current_num_threads(), count, make, take)
}

#[cfg(feature = "parallel")]
fn parts_in_order_on<T: Send, E>(
    threads: usize,
    count: usize,
    make: impl Fn(usize, &mut dyn FnMut(T)) + Sync,
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    use std::collections::{BTreeMap, VecDeque};
    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::{SyncSender, sync_channel};

    let next = AtomicUsize::new(0);
    // `None` marks the end of an item.
    let work = |send: SyncSender<(usize, Option<T>)>| {
        loop {
            let i = next.fetch_add(1, Ordering::Relaxed);
            if i >= count {
                return;
            }
            make(i, &mut |part| drop(send.send((i, Some(part)))));
            // The send fails if a part was not taken: no more are wanted.
            if send.send((i, None)).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        let (send, made) = sync_channel(4 * threads);
        let mut running = 0;
        for _ in 0..threads.min(count) {
            let (send, work) = (send.clone(), &work);
            let builder = std::thread::Builder::new();
            let started = builder.spawn_scoped(scope, move || work(send));
            running += usize::from(started.is_ok());
        }
        drop(send);
        if running == 0 {
            return one_by_one(count, &make, take);
        }
        let mut early: BTreeMap<usize, VecDeque<Option<T>>> = BTreeMap::new();
        let mut wanted = 0;
        while wanted < count {
            match early.entry(wanted).or_default().pop_front() {
                Some(Some(part)) => take(part)?,
                Some(None) => {
                    early.remove(&wanted);
                    wanted += 1;
                }
                // Receiving fails only if a thread panicked, which the scope passes on.
                None => match made.recv() {
                    Ok((i, part)) => early.entry(i).or_default().push_back(part),
                    Err(_) => return Ok(()),
                },
            }
        }
        Ok(())
    })
}

#[cfg(not(feature = "parallel"))]
fn parts_in_order_on<T, E>(
    _threads: usize,
    count: usize,
    make: impl Fn(usize, &mut dyn FnMut(T)),
    take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    one_by_one(count, make, take)
}

/// Makes and takes items on this thread.
fn one_by_one<T, E>(
    count: usize,
    make: impl Fn(usize, &mut dyn FnMut(T)),
    mut take: impl FnMut(T) -> Result<(), E>,
) -> Result<(), E> {
    (0..count).try_for_each(|i| {
        let mut taken = Ok(());
        make(i, &mut |part| {
            if taken.is_ok() {
                taken = take(part);
            }
        });
        taken
    })
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
        for threads in [0, 1, 3, 100] {
            let mut parts = Vec::new();
            let make = |i: usize, give: &mut dyn FnMut(usize)| (0..i % 3).for_each(|_| give(i));
            let take = |part: usize| match part {
                36.. => Err(part),
                _ => {
                    parts.push(part);
                    Ok(())
                }
            };
            // Item 36 has no parts.
            assert_eq!(parts_in_order_on(threads, 40, make, take), Err(37));
            let expected = (0..36).flat_map(|i| std::iter::repeat_n(i, i % 3));
            assert!(parts.into_iter().eq(expected));
        }
        let stopped = in_order(40, |i| i, |item| if item < 7 { Ok(()) } else { Err(item) });
        assert_eq!(stopped, Err(7));
        assert_eq!(in_order(0, |i| i, Err), Ok(()));
    }
}
