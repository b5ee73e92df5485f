//! A producer and a consumer on two threads.
//!
//! The consumer uses what the producer makes, in the same order, while more of
//! it is made. The channel is unbounded, so sending never waits. On a
//! single thread the consumer takes each item before the next is made.

use crate::parallel;
use std::collections::VecDeque;
use std::sync::mpsc;

/// The most items that wait for a consumer while it does something else.
const WAITING: usize = 64;

/// Runs a producer and a consumer. `produce` passes items to its argument;
/// `begin` makes the state that `consume` feeds them to. Returns what `produce`
/// returned, and that state. A consumer on a thread of its own does something else
/// while few items wait for it: `other` does a piece of that, and returns false if
/// nothing is left.
pub(crate) fn relay<T: Send, R: Send, U: Send>(
    produce: impl FnOnce(&mut dyn FnMut(T)) -> R + Send,
    begin: impl FnOnce() -> U + Send,
    consume: impl Fn(&mut U, T) + Sync,
    other: impl Fn() -> bool + Sync,
) -> (R, U) {
    if parallel::current_num_threads() == 1 {
        let mut user = begin();
        let made = produce(&mut |item| consume(&mut user, item));
        return (made, user);
    }
    let (sender, receiver) = mpsc::channel();
    parallel::join(
        || {
            let made = produce(&mut |item| {
                // The send fails only if the consumer panicked.
                let _ = sender.send(item);
            });
            drop(sender);
            made
        },
        || {
            let receiver = receiver; // this thread's own
            let mut user = begin();
            let mut waiting = VecDeque::new();
            loop {
                waiting.extend(receiver.try_iter());
                if waiting.len() < WAITING && other() {
                    continue;
                }
                match waiting.pop_front().map_or_else(|| receiver.recv(), Ok) {
                    Ok(item) => consume(&mut user, item),
                    Err(_) => return user, // the producer is done
                }
            }
        },
    )
}

/// Items in a batch.
const BATCH: usize = 1 << 12;

/// Collects small items into batches, which are worth sending.
pub(crate) struct Batches<'s, T> {
    batch: Vec<T>,
    send: &'s mut dyn FnMut(Vec<T>),
}

impl<T> Batches<'_, T> {
    #[inline]
    pub(crate) fn push(&mut self, item: T) {
        if self.batch.len() == BATCH {
            let batch = std::mem::replace(&mut self.batch, Vec::with_capacity(BATCH));
            (self.send)(batch);
        }
        self.batch.push(item);
    }
}

/// Like [`relay`], for small items and with nothing else to do.
pub(crate) fn relay_batches<T: Send, R: Send, U: Send>(
    produce: impl FnOnce(&mut Batches<'_, T>) -> R + Send,
    begin: impl FnOnce() -> U + Send,
    consume: impl Fn(&mut U, Vec<T>) + Sync,
) -> (R, U) {
    let produce = |send: &mut dyn FnMut(Vec<T>)| {
        let mut batches = Batches {
            batch: Vec::with_capacity(BATCH),
            send,
        };
        let made = produce(&mut batches);
        (batches.send)(batches.batch);
        made
    };
    relay(produce, begin, consume, || false)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::AtomicUsize;
    use std::sync::atomic::Ordering::Relaxed;

    #[test]
    fn all_items_come_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            for count in [0, 1, BATCH, BATCH + 1, 3 * BATCH + 7] {
                let (made, used) = pool.as_ref().unwrap().install(|| {
                    relay_batches(
                        |items| (0..count).for_each(|i| items.push(i)),
                        Vec::new,
                        |used, batch| used.extend(batch),
                    )
                });
                assert_eq!(made, ());
                assert!(used.into_iter().eq(0..count), "{threads} threads, {count}");
                let pieces = AtomicUsize::new(count % 1000);
                let take = |n: usize| n.checked_sub(1);
                let ((), used) = pool.as_ref().unwrap().install(|| {
                    relay(
                        |send| (0..count).for_each(send),
                        Vec::new,
                        Vec::push,
                        || pieces.fetch_update(Relaxed, Relaxed, take).is_ok(),
                    )
                });
                assert!(used.into_iter().eq(0..count), "{threads} threads, {count}");
                let left = if threads == 1 { count % 1000 } else { 0 };
                assert_eq!(pieces.into_inner(), left);
            }
        }
    }
}
