//! Two threads, one behind the other.
//!
//! What one makes, the other uses, in the same order: so it is handed on by the
//! handful while more of it is made. Nobody waits for room, so the first thread
//! always goes on, and the second one ends after it. If there is but one thread,
//! each handful is used before the next is made.

use crate::parallel;
use std::sync::mpsc;

/// So many things are handed on at a time.
const HANDFUL: usize = 1 << 12;

/// Hands things on.
pub(crate) struct Relay<'u, T> {
    handful: Vec<T>,
    hand_on: Box<dyn FnMut(Vec<T>) + 'u>,
}

impl<'u, T> Relay<'u, T> {
    fn new(hand_on: impl FnMut(Vec<T>) + 'u) -> Self {
        Relay {
            handful: Vec::with_capacity(HANDFUL),
            hand_on: Box::new(hand_on),
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, thing: T) {
        if self.handful.len() == HANDFUL {
            let handful = std::mem::replace(&mut self.handful, Vec::with_capacity(HANDFUL));
            (self.hand_on)(handful);
        }
        self.handful.push(thing);
    }

    /// Hands on what is left.
    fn finish(mut self) {
        (self.hand_on)(self.handful);
    }
}

/// Has things made and used. `begin` makes what `take` uses them for; returns
/// what `make` returned, and what was begun.
pub(crate) fn relay<T: Send, R: Send, U: Send>(
    make: impl FnOnce(&mut Relay<'_, T>) -> R + Send,
    begin: impl FnOnce() -> U + Send,
    take: impl Fn(&mut U, Vec<T>) + Sync,
) -> (R, U) {
    if parallel::current_num_threads() == 1 {
        let mut user = begin();
        let mut relay = Relay::new(|handful| take(&mut user, handful));
        let made = make(&mut relay);
        relay.finish();
        return (made, user);
    }
    let (ready, next_ready) = mpsc::channel();
    parallel::join(
        || {
            let mut relay = Relay::new(|handful| {
                // Nobody is there to take it only if that came to grief.
                let _ = ready.send(handful);
            });
            let made = make(&mut relay);
            relay.finish();
            drop(ready);
            made
        },
        || {
            let mut user = begin();
            for handful in next_ready {
                take(&mut user, handful);
            }
            user
        },
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_things_come_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 3] {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            for count in [0, 1, HANDFUL, HANDFUL + 1, 3 * HANDFUL + 7] {
                let (made, used) = pool.as_ref().unwrap().install(|| {
                    relay(
                        |things| (0..count).for_each(|i| things.push(i)),
                        Vec::new,
                        |used, handful| used.extend(handful),
                    )
                });
                assert_eq!(made, ());
                assert!(used.into_iter().eq(0..count), "{threads} threads, {count}");
            }
        }
    }
}
