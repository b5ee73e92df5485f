//! Tables of values by a 64-bit key, with bounded memory, shared by threads.
//!
//! A table whose keys are small numbers has a place for each key. Any other table is
//! hashed: a key has four adjacent places, and a new value replaces an old one when all
//! four are taken. An entry of a hashed table consists of two numbers. The first is the
//! key exclusive-or the second, so that two simultaneous writes leave an entry that
//! matches no key. Memory is allocated in chunks when it is first written to.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

/// The numbers in a chunk.
const CHUNK: usize = 1 << 12;

/// The places of a key in a hashed table.
const WAYS: usize = 4;

/// Values by key. A value is never 0. It may be forgotten, but is never wrong.
pub(crate) struct Table {
    chunks: Vec<OnceLock<Box<[AtomicU64]>>>,
    /// The logarithm of the number of entries of a hashed table; `None` for a direct
    /// one.
    hashed: Option<u32>,
}

impl Table {
    /// Creates a table for keys below `keys`, with at most about `bytes` of memory.
    pub(crate) fn new(keys: u64, bytes: usize) -> Table {
        let numbers = (bytes / size_of::<AtomicU64>()).max(2 * CHUNK);
        let hashed = (keys > numbers as u64).then(|| (numbers / 2).ilog2());
        let chunks = hashed
            .map_or(keys as usize, |entries| 2 << entries)
            .div_ceil(CHUNK);
        Table {
            chunks: std::iter::repeat_with(OnceLock::new).take(chunks).collect(),
            hashed,
        }
    }

    fn number(&self, at: usize) -> Option<&AtomicU64> {
        self.chunks.get(at / CHUNK)?.get()?.get(at % CHUNK)
    }

    fn place(&self, at: usize) -> Option<&AtomicU64> {
        let numbers = std::iter::repeat_with(AtomicU64::default);
        let chunk = self.chunks.get(at / CHUNK)?;
        let chunk = chunk.get_or_init(|| numbers.take(CHUNK).collect());
        chunk.get(at % CHUNK)
    }

    /// The first of a key's places in a hashed table.
    fn first(key: u64, entries: u32) -> usize {
        let mixed = (key ^ key >> 29).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        (mixed >> (64 - entries)) as usize & !(WAYS - 1)
    }

    /// The value of a key, if it is known.
    #[inline]
    pub(crate) fn get(&self, key: u64) -> Option<u64> {
        let stored = match self.hashed {
            None => self.number(key as usize)?.load(Relaxed),
            Some(entries) => {
                let first = Table::first(key, entries);
                let at = |way: usize| {
                    let value = self.number(2 * (first + way) + 1)?.load(Relaxed);
                    let check = self.number(2 * (first + way))?.load(Relaxed);
                    (value != 0 && check ^ value == key).then_some(value)
                };
                (0..WAYS).find_map(at)?
            }
        };
        (stored != 0).then_some(stored)
    }

    /// Sets the value of a key.
    pub(crate) fn put(&self, key: u64, value: u64) {
        let Some(entries) = self.hashed else {
            if let Some(place) = self.place(key as usize) {
                place.store(value, Relaxed);
            }
            return;
        };
        let first = Table::first(key, entries);
        let is_own = |way: &usize| {
            let number = |at: usize| self.number(at).map_or(0, |number| number.load(Relaxed));
            let at = 2 * (first + way);
            number(at + 1) == 0 || number(at) ^ number(at + 1) == key
        };
        let way = (0..WAYS).find(is_own).unwrap_or((key >> 7) as usize % WAYS);
        let at = 2 * (first + way);
        if let (Some(check), Some(place)) = (self.place(at), self.place(at + 1)) {
            check.store(key ^ value, Relaxed);
            place.store(value, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_come_back_or_are_forgotten() {
        for (keys, bytes) in [(1 << 16, 1 << 20), (u64::MAX, 1 << 18)] {
            let table = Table::new(keys, bytes);
            for key in 0..50_000u64 {
                assert_eq!(table.get(key), None);
                table.put(key, key + 9);
                assert_eq!(table.get(key), Some(key + 9));
                table.put(key, 7);
                assert_eq!(table.get(key), Some(7));
            }
            let known = (0..50_000).filter_map(|key| table.get(key));
            assert!(known.clone().all(|value| value == 7));
            let least = if keys > 1 << 16 { 12_000 } else { 50_000 };
            assert!(known.count() >= least);
        }
    }
}
