//! Puts racks into the buckets of a table.
//!
//! The number of buckets follows from the number of different racks, which is known
//! only after equal racks are merged. So racks are first divided by more bits of their
//! hashes than the table can need. A sample of the parts gives an estimate of the
//! number of different racks, and so of the number of buckets. Then the racks of some
//! buckets at a time are collected from all parts that have some, sorted by bucket, and
//! equal ones merged. If the estimate was wrong, this is repeated.
//!
//! The sizes of buckets vary too much for a processor to predict. So racks are sorted
//! by counting, and merged without a branch: since the racks of words are sorted, those
//! of a bucket come nearly in order.

use crate::wordmap::divide::{Divided, PART, Parted};
use crate::wordmap::form::ENTRY;
use crate::wordmap::key::RackKey;
use crate::wordmap::pool::Pooled;
use std::io::{self, Write};
use std::ops::Range;

/// The number of stretches of buckets that a thread fills at a time.
const CHUNK: usize = 60;

/// Room for the entries of a chunk: a large page, which is a little more than most
/// chunks need.
pub(crate) const CHUNK_ROOM: usize = (2 << 20) / ENTRY;

/// A rack of some words.
#[derive(Clone, Copy)]
pub(crate) struct WordRack {
    /// The halves of the key. As one number it would need padding between racks.
    key: [u64; 2],
    /// The number of words.
    words: u32,
}

impl WordRack {
    pub(crate) fn new(key: RackKey, words: u32) -> WordRack {
        WordRack {
            key: halves(key),
            words,
        }
    }

    #[inline]
    pub(crate) fn key(&self) -> RackKey {
        of_halves(self.key)
    }

    pub(crate) fn words(&self) -> u32 {
        self.words
    }
}

/// The halves of a key, the lower one first.
#[inline]
fn halves(key: RackKey) -> [u64; 2] {
    [key.0 as u64, (key.0 >> 64) as u64]
}

/// Creates a key from its halves.
#[inline]
fn of_halves(halves: [u64; 2]) -> RackKey {
    let [low, high] = halves.map(u128::from);
    RackKey(high << 64 | low)
}

/// An entry of the file: its value and its key.
pub(crate) type Entry = [[u8; 8]; ENTRY / 8];

/// Creates an entry from a value, in halves, and a key.
#[inline]
fn entry([a, b]: [u64; 2], key: RackKey) -> Entry {
    let [low, high] = halves(key);
    [a, b, low, high].map(u64::to_le_bytes)
}

/// The key of an entry.
#[inline]
fn key_of(&[_, _, low, high]: &Entry) -> RackKey {
    of_halves([low, high].map(u64::from_le_bytes))
}

/// Writes a table: the number of buckets, the start of each, the end of the last one,
/// the number of entries, and the entries.
pub(crate) fn write_table(
    buckets: usize,
    chunks: Vec<Chunk<'_>>,
    out: &mut impl Write,
) -> io::Result<()> {
    out.write_all(&(buckets as u32).to_le_bytes())?;
    let mut before = 0;
    for chunk in &chunks {
        let starts = chunk.starts.iter();
        let starts: Vec<_> = starts.map(|start| (before + start).to_le_bytes()).collect();
        out.write_all(starts.as_flattened())?;
        before += chunk.len() as u32;
    }
    out.write_all([before.to_le_bytes(); 2].as_flattened())?;
    for chunk in chunks {
        let entries = &chunk.entries[..chunk.len()];
        out.write_all(entries.as_flattened().as_flattened())?;
    }
    Ok(())
}

/// The number of chunks of a table.
pub(crate) fn chunks_for(buckets: usize) -> usize {
    buckets.div_ceil(PART).div_ceil(CHUNK)
}

/// The stretches of a chunk.
pub(crate) fn stretches_of(chunk: usize, buckets: usize) -> Range<usize> {
    let first = chunk * CHUNK;
    first..buckets.div_ceil(PART).min(first + CHUNK)
}

/// Consecutive buckets of a table.
pub(crate) struct Chunk<'p> {
    /// The start of each bucket, relative to the first entry of the chunk.
    starts: Vec<u32>,
    /// The entries, followed by unused room.
    entries: Pooled<'p, Entry>,
    /// The number of entries.
    len: usize,
    /// The most words of one rack.
    pub(crate) most_words: u32,
}

impl<'p> Chunk<'p> {
    /// Fills the buckets of some stretches. Racks have values, in halves. The upper
    /// halves of equal racks are combined by bitwise or.
    pub(crate) fn fill(
        mut sorter: Sorter<'_>,
        stretches: Range<usize>,
        value: impl Fn(Parted) -> [u64; 2],
        mut entries: Pooled<'p, Entry>,
    ) -> Chunk<'p> {
        let mut starts = Vec::with_capacity(stretches.len() * sorter.buckets);
        let mut len = 0;
        for stretch in stretches {
            sorter.sort(stretch);
            let most = len + sorter.sorted.len();
            if entries.len() < most {
                entries.resize(most + most / 8, Entry::default());
            }
            let added = sorter.merge(&value, &mut entries[len..]);
            let mut start = len as u32;
            starts.extend(sorter.ends[..sorter.buckets].iter().map(|&end| {
                let this = start;
                start = start.max(len as u32 + end);
                this
            }));
            len += added;
        }
        Chunk {
            starts,
            entries,
            len,
            most_words: sorter.most_words,
        }
    }

    /// The number of entries.
    pub(crate) fn len(&self) -> usize {
        self.len
    }
}

/// Sorts the racks of one stretch of buckets at a time.
pub(crate) struct Sorter<'d> {
    divided: &'d Divided<'d>,
    of: &'d [WordRack],
    stretches: usize,
    /// The number of buckets in a stretch.
    buckets: usize,
    /// The start of each bucket's racks.
    places: [u32; PART],
    /// The racks, by bucket.
    sorted: Vec<Parted>,
    /// The number of words of each entry.
    words: Vec<u32>,
    /// The end of each bucket's entries; 0 if it has none.
    ends: [u32; PART],
    most_words: u32,
}

impl<'d> Sorter<'d> {
    pub(crate) fn new(divided: &'d Divided<'d>, of: &'d [WordRack], buckets: usize) -> Sorter<'d> {
        let stretches = buckets.div_ceil(PART);
        Sorter {
            divided,
            of,
            stretches,
            buckets: buckets / stretches,
            places: [0; PART],
            sorted: Vec::new(),
            words: Vec::new(),
            ends: [0; PART],
            most_words: 0,
        }
    }

    /// Sorts the racks of a stretch by bucket, keeping the order within a bucket.
    fn sort(&mut self, stretch: usize) {
        let (divided, places) = (self.divided, &mut self.places);
        let last = self.buckets - 1;
        // If some racks are equal, there are fewer buckets than groups, and several
        // parts have racks of the same buckets.
        let parts = (stretch..divided.parts()).step_by(self.stretches);
        places.fill(0);
        for block in parts.clone().flat_map(|part| divided.part(part)) {
            for rack in block {
                places[rack.group() & last] += 1;
            }
        }
        let mut end = 0;
        for place in places.iter_mut() {
            end += *place;
            *place = end;
        }
        self.sorted.resize(end as usize, Parted::default());
        for block in parts.flat_map(|part| divided.part(part)) {
            for rack in block.rev() {
                let place = &mut places[rack.group() & last];
                *place -= 1;
                self.sorted[*place as usize] = rack;
            }
        }
    }

    /// Makes the entries of the sorted racks, sorted by bucket and key, and merges
    /// equal racks. Returns their number.
    fn merge(&mut self, value: impl Fn(Parted) -> [u64; 2], entries: &mut [Entry]) -> usize {
        let Sorter {
            sorted,
            words,
            ends,
            ..
        } = self;
        let last_bucket = self.buckets - 1;
        ends.fill(0);
        if words.len() < sorted.len() {
            words.resize(sorted.len(), 0);
        }
        let mut most_words = self.most_words;
        let mut bucket = usize::MAX;
        let (mut last_key, mut last_letters, mut last_words) = (RackKey::default(), 0, 0);
        // The start of the bucket, and the index after the last entry.
        let (mut start, mut end) = (0, 0);
        for &rack in &*sorted {
            let of = &self.of[rack.of()];
            let key = rack.key(of.key());
            let [low, mut letters] = value(rack);
            let is_next = rack.group() & last_bucket != bucket;
            bucket = rack.group() & last_bucket;
            start = if is_next { end } else { start };
            // All bits or none, since a processor can't predict a branch for the next
            // bucket.
            let same_bucket = u64::from(is_next).wrapping_sub(1);
            let least = halves(last_key).map(|half| half & same_bucket);
            if key < of_halves(least) {
                let mut place = end - 1;
                while place > start && key < key_of(&entries[place - 1]) {
                    place -= 1;
                }
                if place > start && key == key_of(&entries[place - 1]) {
                    let known = &mut entries[place - 1][1];
                    *known = (u64::from_le_bytes(*known) | letters).to_le_bytes();
                    words[place - 1] += of.words;
                    most_words = most_words.max(words[place - 1]);
                } else {
                    entries[end] = entry([low, letters], key);
                    words[end] = of.words;
                    // There are few of them, so a call to move memory would take
                    // longer.
                    for place in (place..end).rev() {
                        entries.swap(place, place + 1);
                        words.swap(place, place + 1);
                    }
                    end += 1;
                    ends[bucket] = end as u32;
                }
                continue;
            }
            let is_new = key != last_key;
            letters |= if is_new { 0 } else { last_letters };
            last_words = of.words + if is_new { 0 } else { last_words };
            (last_key, last_letters) = (key, letters);
            most_words = most_words.max(last_words);
            end += usize::from(is_new);
            entries[end - 1] = entry([low, letters], key);
            words[end - 1] = last_words;
            ends[bucket] = end as u32;
        }
        self.most_words = most_words;
        end
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tiles::Tile;
    use crate::wordmap::divide::buckets_for;
    use crate::wordmap::pool::Pool;
    use std::collections::BTreeMap;

    /// The table of some racks, built in the plain way.
    fn plain(racks: &BTreeMap<RackKey, (u32, u32)>) -> Vec<u8> {
        let buckets = buckets_for(racks.len());
        let bucket_of = |key: &RackKey| key.hash() as usize & (buckets - 1);
        let mut sorted: Vec<_> = racks.iter().collect();
        sorted.sort_by_key(|&(key, _)| (bucket_of(key), key));
        let starts =
            (0..=buckets).map(|bucket| sorted.partition_point(|(key, _)| bucket_of(key) < bucket));
        let head = std::iter::once(buckets).chain(starts).chain([sorted.len()]);
        let head = head.flat_map(|number| (number as u32).to_le_bytes());
        let entries = sorted.iter().flat_map(|&(key, &(letters, _))| {
            let value = u128::from(letters) << 64;
            [value, key.0].map(u128::to_le_bytes).concat()
        });
        head.chain(entries).collect()
    }

    /// Racks are divided for more buckets than there are, and each finds its place,
    /// whatever the order of the racks of words.
    #[test]
    fn any_number_of_buckets_can_be_filled() {
        let tiles = |i: u32| [1, 7, 49, 343].map(|place| 10 + (i / place % 7) as Tile);
        let keys = (0..6000).map(|i| (RackKey::of(&tiles(i)).unwrap(), 1 + i % 5));
        let mut keys: Vec<(RackKey, u32)> = keys.collect();
        let (racks, entries) = (Pool::new(9000), Pool::new(100));
        for (round, room) in [6000, 20_000, 1 << 18, 6000].into_iter().enumerate() {
            if round == 3 {
                keys.sort_unstable();
            }
            let of: Vec<_> = keys
                .iter()
                .map(|&(key, words)| WordRack::new(key, words))
                .collect();
            let mut divided = Divided::with_room(room, &racks);
            let mut expected = BTreeMap::new();
            for (rack, number) in of.iter().zip(0..) {
                let letter = 10 + (number % 7) as Tile;
                let key = rack.key().blanked(letter);
                divided.add(Parted::new(number).with_low(letter), key.hash());
                let (letters, words) = expected.entry(key).or_insert((0u32, 0));
                *letters |= 1 << letter;
                *words += rack.words;
            }
            let buckets = buckets_for(expected.len());
            let chunks = (0..chunks_for(buckets)).map(|chunk| {
                let sorter = Sorter::new(&divided, &of, buckets);
                let value = |rack: Parted| [0, rack.letter().into()];
                Chunk::fill(sorter, stretches_of(chunk, buckets), value, entries.take())
            });
            let chunks: Vec<Chunk<'_>> = chunks.collect();
            let most = expected.values().map(|&(_, words)| words).max();
            assert_eq!(chunks.iter().map(|chunk| chunk.most_words).max(), most);
            let mut bytes = Vec::new();
            write_table(buckets, chunks, &mut bytes).unwrap();
            assert!(bytes == plain(&expected), "{round}");
        }
    }
}
