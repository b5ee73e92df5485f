//! A producer and a consumer on two threads.
//!
//! The consumer uses what the producer makes, in the same order, while more of
//! it is made. The channel is unbounded, so the producer never waits. On a
//! single thread the consumer takes each item before the next is made.

use crate::parallel;
use std::sync::mpsc;

/// Runs a producer and a consumer. `produce` passes items to its argument;
/// `begin` makes the state that `consume` feeds them to. Returns what `produce`
/// returned, and that state.
pub(crate) fn relay<T: Send, R: Send, U: Send>(
    produce: impl FnOnce(&mut dyn FnMut(T)) -> R + Send,
    begin: impl FnOnce() -> U + Send,
    consume: impl Fn(&mut U, T) + Sync,
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
            let mut user = begin();
            for item in receiver {
                consume(&mut user, item);
            }
            user
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

/// Like [`relay`], for small items.
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
    relay(produce, begin, consume)
}

#[cfg(test)]
mod tests {
    use super::*;

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
            }
        }
    }
}
