//! Puts racks into the buckets of a table.
//!
//! The number of buckets follows from the number of different racks, which is known
//! only when equal racks have found each other. So racks are first divided by more
//! bits of their hashes than the table can need. Equal racks of a part become one, and
//! then the racks of each bucket come together from all parts that have some.
//!
//! A part holds a rack not as its key of 16 bytes but as the rack that it comes from
//! and the letters that blanks replace. Millions of them are moved to random places,
//! and this is smaller. What is accessed in random order at one time, a part or the
//! racks of some buckets, fits into a processor's cache.

use crate::tiles::Tile;
use crate::wordmap::form::{ENTRY, VALUE};
use crate::wordmap::key::RackKey;
use std::io::{self, Write};
use std::ops::Range;

/// The groups of hashes in a part, and the buckets that are filled at a time.
const PART: usize = 1 << 12;

/// The fewest buckets of a table.
pub(crate) const FEWEST_BUCKETS: usize = 16;

/// The number of buckets of a table.
pub(crate) const fn buckets_for(entries: usize) -> usize {
    let buckets = entries.next_power_of_two();
    if buckets < FEWEST_BUCKETS {
        FEWEST_BUCKETS
    } else {
        buckets
    }
}

/// A rack of a part: the rack of some words, with letters replaced by blanks.
#[derive(Clone, Copy, Default)]
struct Parted {
    /// The index of the words' rack.
    of: u32,
    /// Its group of hashes in the part.
    group: u16,
    /// The letters that blanks replace, the lower one first; 0 for none.
    blanked: [Tile; 2],
}

/// The racks of a block. Parts grow by blocks, so that all of them share one array.
const BLOCK: usize = 64;

/// The racks of a table, equal ones among them, divided by some bits of their hashes.
pub(crate) struct Divided {
    /// The groups of all parts: a power of two, and no fewer than there are buckets.
    groups: usize,
    racks: Vec<Parted>,
    parts: Vec<Part>,
}

/// A part: where its blocks begin, and where the last one ends.
#[derive(Clone, Default)]
struct Part {
    end: u32,
    blocks: Vec<u32>,
}

impl Part {
    /// Its blocks in the array of all racks.
    fn blocks<'r>(&self, racks: &'r [Parted]) -> impl Iterator<Item = &'r [Parted]> {
        self.blocks.iter().map(|&start| {
            let end = match self.blocks.last() == Some(&start) {
                true => self.end,
                false => start + BLOCK as u32,
            };
            &racks[start as usize..end as usize]
        })
    }
}

impl Divided {
    /// No racks yet, and room for a number of them.
    pub(crate) fn with_room(racks: usize) -> Divided {
        let groups = buckets_for(racks);
        let parts = groups.div_ceil(PART);
        Divided {
            groups,
            racks: Vec::with_capacity(racks + parts * BLOCK),
            parts: vec![Part::default(); parts],
        }
    }

    /// Adds a rack: the index of the words' rack, the letters that blanks replace, and
    /// the hash.
    #[inline]
    pub(crate) fn add(&mut self, of: u32, blanked: [Tile; 2], hash: u64) {
        let group = hash as usize & (self.groups - 1);
        let part = &mut self.parts[group / PART];
        if (part.end as usize).is_multiple_of(BLOCK) {
            part.end = self.racks.len() as u32;
            part.blocks.push(part.end);
            self.racks.extend([Parted::default(); BLOCK]);
        }
        self.racks[part.end as usize] = Parted {
            of,
            group: (group % PART) as u16,
            blanked,
        };
        part.end += 1;
    }

    /// Makes the table. Takes the racks of words, the number of words of each, and the
    /// values of racks without blanks.
    pub(crate) fn table(self, keys: &[RackKey], words: &[u32], values: Vec<[u8; VALUE]>) -> Table {
        self.distinct(keys, words).table(values)
    }

    /// Makes one of equal racks.
    fn distinct(self, keys: &[RackKey], words: &[u32]) -> Distinct {
        let mut racks: Vec<Rack> = Vec::new();
        let mut ends = Vec::with_capacity(self.parts.len());
        // The latest rack of each group leads to those before it.
        let mut latest = [NONE; PART];
        for part in &self.parts {
            latest.fill(NONE);
            for block in part.blocks(&self.racks) {
                for &Parted { of, group, blanked } in block {
                    let [low, high] = blanked;
                    let key = keys[of as usize].blanked(low).blanked(high);
                    let letters = 1 << low;
                    let words = words[of as usize];
                    let latest = &mut latest[usize::from(group) % PART];
                    let mut next = *latest;
                    loop {
                        let Some(known) = racks.get_mut(next as usize) else {
                            let rack = Rack {
                                key,
                                value: if low == 0 { of } else { letters },
                                words,
                                next: *latest,
                                group,
                            };
                            *latest = racks.len() as u32;
                            racks.push(rack);
                            break;
                        };
                        if known.key == key {
                            known.value |= letters;
                            known.words += words;
                            break;
                        }
                        next = known.next;
                    }
                }
            }
            ends.push(racks.len());
        }
        Distinct { racks, ends }
    }
}

/// No rack.
const NONE: u32 = u32::MAX;

/// A rack of a table.
struct Rack {
    key: RackKey,
    /// Without blanks, its index. Else a bit for each letter that a blank may stand for;
    /// with two blanks, it is the lower letter of a pair.
    value: u32,
    /// The number of words that it stands for.
    words: u32,
    /// The index of the rack before it in its group.
    next: u32,
    group: u16,
}

/// The racks of a table, each once, part by part.
struct Distinct {
    racks: Vec<Rack>,
    /// Where each part ends.
    ends: Vec<usize>,
}

impl Distinct {
    /// Sorts the racks by bucket, then by key.
    fn table(self, values: Vec<[u8; VALUE]>) -> Table {
        let Distinct { racks, ends } = self;
        let count = (racks.len() as u32).to_le_bytes();
        let buckets = buckets_for(racks.len());
        let stretches = buckets.div_ceil(PART);
        let mut head = Vec::with_capacity(buckets + 3);
        head.push((buckets as u32).to_le_bytes());
        let mut order = vec![0; racks.len()];
        let mut sorter = Sorter {
            racks: &racks,
            left: vec![0; buckets / stretches],
            starts: vec![0; buckets / stretches + 1],
        };
        for stretch in 0..stretches {
            // There are fewer buckets than groups if racks were equal. Then several parts
            // have racks of the same buckets.
            let parts = (stretch..ends.len()).step_by(stretches).map(|part| {
                let start = part.checked_sub(1).map_or(0, |before| ends[before]);
                start..ends[part]
            });
            sorter.sort(parts, &mut order);
            let starts = sorter.starts.iter().take(buckets / stretches);
            head.extend(starts.map(|start| start.to_le_bytes()));
        }
        head.extend([count; 2]);
        Table {
            most_words: racks.iter().map(|rack| rack.words).max().unwrap_or(0),
            head,
            order,
            racks,
            values,
        }
    }
}

/// Sorts the racks of one stretch of buckets after another.
struct Sorter<'r> {
    racks: &'r [Rack],
    /// The racks of each bucket that are not in their place yet.
    left: Vec<u32>,
    /// Where each bucket begins in the table, and the end of the last one.
    starts: Vec<u32>,
}

impl Sorter<'_> {
    /// Sorts the racks of the next stretch, which are in some parts.
    fn sort(&mut self, parts: impl Iterator<Item = Range<usize>> + Clone, order: &mut [u32]) {
        let last = self.left.len() - 1;
        let bucket_of = |rack: &Rack| usize::from(rack.group) & last;
        for part in parts.clone() {
            for rack in &self.racks[part] {
                self.left[bucket_of(rack)] += 1;
            }
        }
        let mut end = self.starts[self.left.len()];
        for (start, left) in self.starts.iter_mut().zip(&self.left) {
            *start = end;
            end += left;
        }
        self.starts[self.left.len()] = end;
        for part in parts {
            for (rack, index) in self.racks[part.clone()].iter().zip(part.start as u32..) {
                // Buckets are filled from their ends. Most have no other rack.
                let bucket = bucket_of(rack);
                self.left[bucket] -= 1;
                let mut place = (self.starts[bucket] + self.left[bucket]) as usize;
                let end = self.starts[bucket + 1] as usize;
                while place + 1 < end && self.racks[order[place + 1] as usize].key < rack.key {
                    order[place] = order[place + 1];
                    place += 1;
                }
                order[place] = index;
            }
        }
    }
}

/// A table of the file.
pub(crate) struct Table {
    /// The number of buckets, where each begins, the end of the last one, and the number
    /// of entries.
    head: Vec<[u8; 4]>,
    racks: Vec<Rack>,
    /// The order of the racks in the file.
    order: Vec<u32>,
    /// The values of racks without blanks.
    values: Vec<[u8; VALUE]>,
    /// The most words that one rack stands for.
    pub(crate) most_words: u32,
}

impl Table {
    /// Writes the table.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        out.write_all(self.head.as_flattened())?;
        let mut entries: Vec<[u8; ENTRY]> = Vec::new();
        for order in self.order.chunks(1 << 10) {
            entries.clear();
            entries.extend(order.iter().map(|&index| self.entry(index)));
            out.write_all(entries.as_flattened())?;
        }
        Ok(())
    }

    /// The entry of a rack: its value and its key.
    #[inline]
    fn entry(&self, index: u32) -> [u8; ENTRY] {
        let rack = &self.racks[index as usize];
        let mut entry = [0; ENTRY];
        match self.values.get(rack.value as usize) {
            Some(value) => entry[..VALUE].copy_from_slice(value),
            _ => entry[8..12].copy_from_slice(&rack.value.to_le_bytes()),
        }
        entry[VALUE..].copy_from_slice(&rack.key.0.to_le_bytes());
        entry
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Racks are divided for more buckets than there are, and each finds its place.
    #[test]
    fn any_number_of_buckets_can_be_filled() {
        let tiles = |i: u32| [1, 7, 49, 343].map(|place| 10 + (i / place % 7) as Tile);
        let keys = (0..6000).map(|i| RackKey::of(&tiles(i)).unwrap());
        let keys: Vec<RackKey> = keys.collect();
        for room in [6000, 20_000, 1 << 18] {
            let mut divided = Divided::with_room(room);
            let mut expected = BTreeMap::new();
            for (&key, of) in keys.iter().zip(0..) {
                let letter = 10 + (of % 7) as Tile;
                let rack = key.blanked(letter);
                divided.add(of, [letter, 0], rack.hash());
                let (letters, words) = expected.entry(rack).or_insert((0u32, 0));
                *letters |= 1 << letter;
                *words += 3;
            }
            let table = divided.table(&keys, &vec![3; keys.len()], Vec::new());
            let most = expected.values().map(|&(_, words)| words).max();
            assert_eq!(Some(table.most_words), most);
            let buckets = buckets_for(expected.len());
            let bucket_of = |key: &RackKey| key.hash() as usize & (buckets - 1);
            let mut sorted: Vec<_> = expected.iter().collect();
            sorted.sort_by_key(|&(key, _)| (bucket_of(key), key));
            let starts = (0..=buckets)
                .map(|bucket| sorted.partition_point(|(key, _)| bucket_of(key) < bucket));
            let head = std::iter::once(buckets).chain(starts).chain([sorted.len()]);
            let head = head.flat_map(|number| (number as u32).to_le_bytes());
            let entries = sorted.iter().flat_map(|&(key, &(letters, _))| {
                let value = u128::from(letters) << 64;
                [value, key.0].map(u128::to_le_bytes).concat()
            });
            let expected: Vec<u8> = head.chain(entries).collect();
            let mut bytes = Vec::new();
            table.write(&mut bytes).unwrap();
            assert!(bytes == expected, "{room}");
        }
    }
}
