//! Divides the racks of a table by some bits of their hashes.
//!
//! A part does not store a rack as its 16-byte key, but as the rack that it comes from
//! and the letters that blanks replace. That is smaller, and millions of them are moved
//! to random places.

use crate::tiles::Tile;
use crate::wordmap::key::RackKey;
use crate::wordmap::pool::{Pool, Pooled};

/// The number of hash groups in a part. The racks of a part fit the processor's
/// first-level cache.
pub(crate) const PART: usize = 1 << 10;

/// The number of racks in a block. Parts grow by blocks, so that all of them share one
/// array.
const BLOCK: usize = 1 << 8;

/// The fewest buckets of a table.
const FEWEST_BUCKETS: usize = 16;

/// The number of buckets of a table.
pub(crate) const fn buckets_for(entries: usize) -> usize {
    let buckets = entries.next_power_of_two();
    if buckets < FEWEST_BUCKETS {
        FEWEST_BUCKETS
    } else {
        buckets
    }
}

/// What is added to a key if blanks replace two letters, or only one.
const BLANKED: [u128; 1 << 10] = {
    let mut changes = [0; 1 << 10];
    let mut letters = 0;
    while letters < changes.len() {
        let [low, high] = [letters % 32, letters / 32];
        let none = RackKey(0);
        changes[letters] = none.blanked(low as Tile).blanked(high as Tile).0;
        letters += 1;
    }
    changes
};

/// A rack of a part: the rack of some words, with letters replaced by blanks. It packs
/// the index of the words' rack, the letters, and the group of hashes in the part. One
/// number is faster to create and to move than separate fields.
#[derive(Clone, Copy, Default)]
pub(crate) struct Parted(u64);

impl Parted {
    /// Creates a rack without blanks.
    #[inline]
    pub(crate) fn new(of: u32) -> Parted {
        Parted(u64::from(of) << 32)
    }

    /// Replaces a letter, the lowest to be replaced, with a blank.
    #[inline]
    pub(crate) fn with_low(self, low: Tile) -> Parted {
        Parted(self.0 | u64::from(low) << 16)
    }

    /// Replaces another letter with a blank.
    #[inline]
    pub(crate) fn with_high(self, high: Tile) -> Parted {
        Parted(self.0 | u64::from(high) << 21)
    }

    /// The index of the words' rack.
    #[inline]
    pub(crate) fn of(self) -> usize {
        (self.0 >> 32) as usize
    }

    /// The key of the rack, from that of the words.
    #[inline]
    pub(crate) fn key(self, of: RackKey) -> RackKey {
        let change = BLANKED[(self.0 >> 16) as usize % BLANKED.len()];
        RackKey(of.0.wrapping_add(change))
    }

    /// The bit of the lower letter that a blank replaces.
    #[inline]
    pub(crate) fn letter(self) -> u32 {
        1 << (self.0 >> 16 & 31)
    }

    #[inline]
    pub(crate) fn group(self) -> usize {
        self.0 as usize % PART
    }
}

/// The racks of a table, including equal ones.
pub(crate) struct Divided<'p> {
    /// The number of groups in all parts: a power of two, and at least the number of
    /// buckets.
    groups: usize,
    /// Blocks of racks.
    racks: Pooled<'p, u64>,
    /// The end of the last block of each part.
    ends: Vec<u32>,
    /// For each block, the end of the previous block of the same part; 0 if there is
    /// none.
    before: Vec<u32>,
}

/// The length of an array for racks. Each part may end within a block.
pub(crate) const fn room_for(racks: usize) -> usize {
    racks + buckets_for(racks).div_ceil(PART) * BLOCK
}

impl<'p> Divided<'p> {
    /// Creates a division without racks, with room for a number of them.
    pub(crate) fn with_room(racks: usize, pool: &'p Pool<u64>) -> Divided<'p> {
        let groups = buckets_for(racks);
        let (parts, room) = (groups.div_ceil(PART), room_for(racks));
        let mut racks = pool.take();
        if racks.len() < room {
            racks.resize(room, 0);
        }
        Divided {
            groups,
            racks,
            ends: vec![0; parts],
            before: Vec::new(),
        }
    }

    /// Adds a rack and its hash.
    #[inline]
    pub(crate) fn add(&mut self, rack: Parted, hash: u64) {
        let group = hash as usize & (self.groups - 1);
        let end = &mut self.ends[group / PART];
        if (*end as usize).is_multiple_of(BLOCK) {
            let start = self.before.len() * BLOCK;
            self.before.push(*end);
            *end = start as u32;
        }
        self.racks[*end as usize] = rack.0 | (group % PART) as u64;
        *end += 1;
    }

    /// The number of groups in all parts.
    pub(crate) fn groups(&self) -> usize {
        self.groups
    }

    /// The number of parts.
    pub(crate) fn parts(&self) -> usize {
        self.ends.len()
    }

    /// The racks of a part in blocks, the last one first.
    #[inline]
    pub(crate) fn part(
        &self,
        part: usize,
    ) -> impl Iterator<Item = impl DoubleEndedIterator<Item = Parted>> {
        let mut end = self.ends[part] as usize;
        std::iter::from_fn(move || {
            let block = end.checked_sub(1)? / BLOCK;
            let racks = &self.racks[block * BLOCK..end];
            end = self.before[block] as usize;
            Some(racks.iter().map(|&rack| Parted(rack)))
        })
    }
}
