//! The transposition table: bounds on the values of positions.
//!
//! It has a fixed number of entries and is shared by all threads without locks.
//! An entry is two words: what is known, and the XOR of that with the position's
//! hash. If two threads write one entry at the same time, the words do not fit
//! each other and the entry counts as empty (Hyatt and Mann, "A lock-less
//! transposition table implementation for parallel search", 2002).

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// No value comes near this one.
pub(crate) const INFINITE: i32 = 1 << 20;

/// Entries that a position may be in: those of one cache line.
const WAYS: usize = 4;

/// Bits of a bound in an entry.
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

/// The table.
pub(crate) struct Table {
    /// Pairs of words.
    words: Vec<AtomicU64>,
    buckets: usize,
}

impl Table {
    /// A table of at most this many entries, rounded down to a power of two; of
    /// fewer than four, none.
    pub(crate) fn new(entries: usize) -> Table {
        let buckets = match entries / WAYS {
            0 => 0,
            some => 1 << some.ilog2(),
        };
        let words = (0..buckets * WAYS * 2).map(|_| AtomicU64::new(0));
        Table {
            words: words.collect(),
            buckets,
        }
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        match self.buckets {
            0 => &[],
            buckets => {
                let at = key as usize & (buckets - 1);
                &self.words[at * WAYS * 2..][..WAYS * 2]
            }
        }
    }

    /// What is known of a position.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<Known> {
        let entries = self.bucket(key).chunks_exact(2);
        for entry in entries {
            let word = entry[1].load(Relaxed);
            if entry[0].load(Relaxed) ^ word == key && word != 0 {
                return Some(Known::unpack(word));
            }
        }
        None
    }

    /// Notes what is known of a position, in place of what was known before, or
    /// of the position with the fewest tiles.
    #[inline]
    pub(crate) fn set(&self, key: u64, known: Known) {
        let mut chosen = None;
        for entry in self.bucket(key).chunks_exact(2) {
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
            let word = known.pack();
            entry[0].store(key ^ word, Relaxed);
            entry[1].store(word, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn a_table_may_have_no_entries() {
        let table = Table::new(3);
        table.set(1, known(1, 1));
        assert_eq!(table.get(1), None);
    }
}
