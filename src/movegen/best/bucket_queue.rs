//! A bucket queue: items come out roughly in the order of their bounds.
//!
//! Few items are ever taken, so sorting all of them would cost too much. They go into
//! buckets of about one point each, and come out of the highest bucket first. Within a
//! bucket they have no order. That costs an extra comparison now and then, and changes
//! no result.

/// The number of buckets. The first also holds all bounds below 0, the last all bounds
/// above the range.
const BUCKETS: usize = 256;

/// Marks the end of a bucket.
const NONE: u32 = u32::MAX;

/// The bucket of a bound in thousandths of a point.
#[inline]
fn bucket(bound: i64) -> usize {
    (bound >> 10).clamp(0, BUCKETS as i64 - 1) as usize
}

/// Items waiting to be searched, each with an upper bound of its equity.
#[derive(Clone, Debug)]
pub(crate) struct BucketQueue<T> {
    /// The last item of each bucket.
    heads: [u32; BUCKETS],
    /// All items, each with its bound and the index of the item before it in its
    /// bucket.
    items: Vec<(i64, T, u32)>,
    /// The highest bucket that may have items.
    highest: usize,
}

impl<T> Default for BucketQueue<T> {
    fn default() -> Self {
        BucketQueue {
            heads: [NONE; BUCKETS],
            items: Vec::new(),
            highest: BUCKETS - 1,
        }
    }
}

impl<T> BucketQueue<T> {
    pub(crate) fn clear(&mut self) {
        self.heads = [NONE; BUCKETS];
        self.items.clear();
        self.highest = BUCKETS - 1;
    }

    /// Adds an item. All items must be added before the first is taken.
    #[inline]
    pub(crate) fn push(&mut self, bound: i64, item: T) {
        let bucket = bucket(bound);
        let number = self.items.len() as u32;
        self.items.push((bound, item, self.heads[bucket]));
        self.heads[bucket] = number;
    }

    /// Takes the next item whose bound is at least `floor`, with its bound; `None`
    /// after the last.
    #[inline]
    pub(crate) fn pop(&mut self, floor: i64) -> Option<(i64, &T)> {
        let least = bucket(floor);
        let above = self.heads.get(least..=self.highest)?;
        let highest = above.iter().rposition(|&head| head != NONE);
        self.highest = least + highest.unwrap_or(0);
        // Only the floor's own bucket can hold items below the floor.
        loop {
            let head = &mut self.heads[self.highest];
            let (bound, item, before) = self.items.get(*head as usize)?;
            *head = *before;
            if *bound >= floor {
                return Some((*bound, item));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_highest_bounds_come_first() {
        let mut queue = BucketQueue::default();
        for _ in 0..2 {
            queue.clear();
            for bound in [7_000, i64::MIN, 40_000, -9_000, i64::MAX, 39_990, 400_000] {
                queue.push(bound, bound);
            }
            for (floor, next) in [
                (0, Some(400_000)),
                (0, Some(i64::MAX)),
                (i64::MIN, Some(39_990)),
                (40_000, Some(40_000)),
                (8_000, None),
                (-9_000, Some(7_000)),
                (-9_000, Some(-9_000)),
                (-9_000, None),
            ] {
                assert_eq!(queue.pop(floor), next.as_ref().map(|next| (*next, next)));
            }
        }
    }
}
