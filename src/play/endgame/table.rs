//! The transposition table: bounds on the values of positions.
//!
//! All threads share the table without locks. It begins small and doubles when it is
//! half full, up to a limit, since clearing memory takes longer than most searches. An
//! entry is two words: what is known, and the XOR of that with the position's hash. If
//! two threads write one entry at the same time, its words do not match and the entry
//! counts as empty (Hyatt and Mann, "A lock-less transposition table implementation for
//! parallel search", 2002).

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};

/// A number far above all values.
pub(crate) const INFINITE: i32 = 1 << 20;

/// The number of entries that a position may be in. Together they have the size of a
/// cache line.
const WAYS: usize = 4;

/// The base-2 logarithm of the most buckets that a table begins with.
const FIRST_LOG: u32 = 12;

/// The bits of a bound in an entry.
const BITS: u32 = 21;

/// What is known of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Known {
    pub(crate) lower: i32,
    pub(crate) upper: i32,
    /// The highest bits of the best play's hash; 0 if there is none.
    pub(crate) play: u16,
    /// The number of tiles on both racks, at most 63.
    pub(crate) tiles: u8,
}

impl Known {
    fn pack(self) -> u64 {
        let bound = |value: i32| (value.clamp(-INFINITE, INFINITE - 1) + INFINITE) as u64;
        bound(self.lower)
            | bound(self.upper) << BITS
            | u64::from(self.play) << (2 * BITS)
            | u64::from(self.tiles) << (2 * BITS + 16)
    }

    fn unpack(word: u64) -> Known {
        let bound = |shift: u32| (word >> shift & ((1 << BITS) - 1)) as i32 - INFINITE;
        Known {
            lower: bound(0),
            upper: bound(BITS),
            play: (word >> (2 * BITS)) as u16,
            tiles: (word >> (2 * BITS + 16)) as u8,
        }
    }
}

/// The transposition table.
pub(crate) struct Table {
    /// The first segment has the buckets that the table begins with. Each later one has
    /// as many as all before it. A bucket is [`WAYS`] pairs of words.
    segments: Vec<OnceLock<Box<[AtomicU64]>>>,
    /// The base-2 logarithm of the number of buckets of the first segment.
    first_log: u32,
    /// The number of buckets of the segments in use: a power of two, or 0.
    buckets: AtomicUsize,
    /// The number of entries taken.
    taken: AtomicUsize,
}

impl Table {
    /// Creates a table of at most `entries` entries, rounded down to a power of two. A
    /// table of fewer than four has no entries.
    pub(crate) fn new(entries: usize) -> Table {
        let limit_log = (entries / WAYS).checked_ilog2();
        let first_log = limit_log.map_or(0, |log| log.min(FIRST_LOG));
        let buckets = limit_log.map_or(0, |_| 1 << first_log);
        let segments = 1 + limit_log.map_or(0, |log| log - first_log);
        let segments: Vec<OnceLock<_>> = (0..segments).map(|_| OnceLock::new()).collect();
        segments[0].get_or_init(|| empty(buckets));
        Table {
            segments,
            first_log,
            buckets: AtomicUsize::new(buckets),
            taken: AtomicUsize::new(0),
        }
    }

    /// Returns the bucket of a position, out of the first `buckets`.
    #[inline]
    fn bucket(&self, key: u64, buckets: usize) -> &[AtomicU64] {
        if buckets == 0 {
            return &[];
        }
        let at = key as usize & (buckets - 1);
        let (segment, at) = match (at >> self.first_log).checked_ilog2() {
            None => (0, at),
            Some(log) => (log as usize + 1, at - (1 << self.first_log << log)),
        };
        let words = self.segments[segment].get().map_or(&[][..], |words| words);
        words.get(at * WAYS * 2..(at + 1) * WAYS * 2).unwrap_or(&[])
    }

    /// Doubles the table if the limit allows it. About half of the entries move to the
    /// new segment, from each bucket to the one at the same place.
    #[cold]
    fn grow(&self, buckets: usize) {
        let next = 1 + (buckets >> self.first_log).ilog2() as usize;
        let Some(segment) = self.segments.get(next) else {
            return;
        };
        segment.get_or_init(|| {
            let words = empty(buckets);
            for (at, to) in words.chunks_exact(WAYS * 2).enumerate() {
                let from = self.bucket(at as u64, buckets);
                for (from, to) in from.chunks_exact(2).zip(to.chunks_exact(2)) {
                    let [key, word] = [0, 1].map(|i| from[i].load(Relaxed));
                    if word != 0 && (key ^ word) as usize & buckets != 0 {
                        to[0].store(key, Relaxed);
                        to[1].store(word, Relaxed);
                        from[1].store(0, Relaxed);
                    }
                }
            }
            words
        });
        self.buckets.fetch_max(2 * buckets, Relaxed);
    }

    /// Returns what is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let bucket = self.bucket(key, self.buckets.load(Relaxed));
        for entry in bucket.chunks_exact(2) {
            let word = entry[1].load(Relaxed);
            if entry[0].load(Relaxed) ^ word == key && word != 0 {
                return Some(Known::unpack(word));
            }
        }
        None
    }

    /// Stores what is known of a position. It replaces the position's own entry or an
    /// empty one, or else the entry with the fewest tiles.
    #[inline]
    pub(crate) fn set(&self, key: u64, known: Known) {
        let buckets = self.buckets.load(Relaxed);
        let mut chosen = None;
        for entry in self.bucket(key, buckets).chunks_exact(2) {
            let word = entry[1].load(Relaxed);
            let is_same = entry[0].load(Relaxed) ^ word == key;
            let worth = match is_same || word == 0 {
                true => 0,
                false => Known::unpack(word).tiles + 1,
            };
            if chosen.is_none_or(|(least, _)| worth < least) {
                chosen = Some((worth, entry));
            }
            if is_same {
                break;
            }
        }
        if let Some((_, entry)) = chosen {
            let is_new = entry[1].load(Relaxed) == 0;
            let word = known.pack();
            entry[0].store(key ^ word, Relaxed);
            entry[1].store(word, Relaxed);
            if is_new && self.taken.fetch_add(1, Relaxed) >= buckets * WAYS / 2 {
                self.grow(buckets);
            }
        }
    }
}

/// Creates buckets without entries.
fn empty(buckets: usize) -> Box<[AtomicU64]> {
    let words = (0..buckets * WAYS * 2).map(|_| AtomicU64::new(0));
    words.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    fn known(value: i32, tiles: u8) -> Known {
        Known {
            lower: -INFINITE,
            upper: value,
            play: 0xabcd,
            tiles,
        }
    }

    #[test]
    fn entries_come_back_until_larger_ones_need_the_place() {
        let table = Table::new(7);
        (1..=4).for_each(|n| table.set(n, known(-(n as i32), n as u8)));
        assert_eq!(table.get(3), Some(known(-3, 3)));
        table.set(3, known(7, 3));
        assert_eq!(table.get(3), Some(known(7, 3)));
        table.set(9, known(9, 9));
        let found: Vec<bool> = (1..=9).map(|n| table.get(n).is_some()).collect();
        assert_eq!(
            found,
            [false, true, true, true, false, false, false, false, true]
        );
    }

    #[test]
    fn a_table_grows_and_keeps_its_entries_up_to_its_limit() {
        let table = Table::new((4 * WAYS) << FIRST_LOG);
        let mut random = Random::new(7);
        let keys: Vec<u64> = (0..(2 * WAYS) << FIRST_LOG)
            .map(|_| random.next_u64())
            .collect();
        let held = || keys.iter().filter(|&&key| table.get(key).is_some()).count();
        for (i, &key) in keys.iter().enumerate() {
            table.set(key, known(i as i32, 1));
            assert_eq!(table.get(key), Some(known(i as i32, 1)));
        }
        assert_eq!(table.buckets.load(Relaxed), 4 << FIRST_LOG);
        assert!(held() > keys.len() * 9 / 10, "{}", held());
        // It is at its limit: an entry of fewer tiles replaces one only in a full
        // bucket.
        (0..keys.len() * 9).for_each(|_| table.set(random.next_u64(), known(0, 0)));
        assert_eq!(table.buckets.load(Relaxed), 4 << FIRST_LOG);
        assert!(held() > keys.len() * 8 / 10, "{}", held());
    }

    #[test]
    fn a_table_may_have_no_entries() {
        let table = Table::new(3);
        table.set(1, known(1, 1));
        assert_eq!(table.get(1), None);
    }
}
