//! Stretches in the order of what they promise.
//!
//! Few of many stretches are ever looked at, so that sorting them all is too
//! much. They go into buckets of about a point each, and come out of the
//! highest one first. Within a bucket they have no order: that costs a look at
//! a stretch now and then, and changes no result.

use crate::movegen::best::shadow::Stretch;

/// The buckets: those that promise less than 0 are in the first one, and those
/// that promise more than the last one has, in the last one.
const BUCKETS: usize = 256;

/// The end of a bucket.
const NONE: u32 = u32::MAX;

/// The bucket of a worth in thousandths of a point.
#[inline]
fn bucket(worth: i64) -> usize {
    (worth >> 10).clamp(0, BUCKETS as i64 - 1) as usize
}

/// Stretches that wait for their turn.
#[derive(Clone, Debug)]
pub(crate) struct Queue {
    /// The last one put into each bucket.
    heads: [u32; BUCKETS],
    /// All of them, each with the one put into its bucket before.
    stretches: Vec<(Stretch, u32)>,
    /// No bucket above this one has any.
    highest: usize,
}

impl Default for Queue {
    fn default() -> Self {
        Queue {
            heads: [NONE; BUCKETS],
            stretches: Vec::new(),
            highest: 0,
        }
    }
}

impl Queue {
    pub(crate) fn clear(&mut self) {
        self.heads = [NONE; BUCKETS];
        self.stretches.clear();
        self.highest = 0;
    }

    #[inline]
    pub(crate) fn push(&mut self, stretch: Stretch) {
        let bucket = bucket(stretch.promise);
        let number = self.stretches.len() as u32;
        self.stretches.push((stretch, self.heads[bucket]));
        self.heads[bucket] = number;
        self.highest = self.highest.max(bucket);
    }

    /// The next one that promises the floor at least; none after the last.
    #[inline]
    pub(crate) fn pop(&mut self, floor: i64) -> Option<&Stretch> {
        let least = bucket(floor);
        while self.highest >= least {
            let head = &mut self.heads[self.highest];
            match self.stretches.get(*head as usize) {
                None if self.highest == 0 => return None,
                None => self.highest -= 1,
                Some((stretch, next)) => {
                    *head = *next;
                    if stretch.promise >= floor {
                        return Some(stretch);
                    }
                }
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_that_promise_most_come_first() {
        let mut queue = Queue::default();
        for _ in 0..2 {
            queue.clear();
            let promises = [7_000, i64::MIN, 40_000, -9_000, i64::MAX, 39_990, 400_000];
            for promise in promises {
                queue.push(Stretch {
                    promise,
                    ..Stretch::default()
                });
            }
            let mut next = |floor| queue.pop(floor).map(|stretch| stretch.promise);
            assert_eq!(next(0), Some(400_000));
            assert_eq!(next(0), Some(i64::MAX));
            assert_eq!(next(i64::MIN), Some(39_990));
            assert_eq!(next(40_000), Some(40_000));
            assert_eq!(next(8_000), None);
            assert_eq!(next(-9_000), Some(7_000));
            assert_eq!(next(-9_000), Some(-9_000));
            assert_eq!(next(-9_000), None);
        }
    }
}
