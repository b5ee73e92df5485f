//! Puts racks into the buckets of a table.
//!
//! The number of buckets follows from the number of different racks, which is known
//! only when equal racks have found each other. So racks are first divided by more
//! bits of their hashes than the table can need. A few of these parts then tell how
//! many racks are equal, and with that the number of buckets. If it turns out wrong,
//! which is rare, the table is made again with the right number.
//!
//! A part holds a rack not as its key of 16 bytes but as the rack that it comes from
//! and the letters that blanks replace. Millions of them are moved to random places,
//! and this is smaller. The parts of some buckets fit into a processor's cache, where
//! racks get their keys and are sorted. Entries are made in the order of the file.

use crate::tiles::Tile;
use crate::wordmap::form::{ENTRY, VALUE};
use crate::wordmap::key::RackKey;
use std::io::{self, Write};

/// The groups of hashes in a part.
const PART: usize = 1 << 12;

/// One part of this many is counted to estimate the number of different racks.
const SAMPLE: usize = 16;

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

/// The table of racks with some number of blanks.
pub(crate) struct Table {
    /// Where each bucket begins, and the end of the last one.
    starts: Vec<[u8; 4]>,
    entries: Vec<[u8; ENTRY]>,
    /// The most words that one rack stands for.
    pub(crate) most_words: u32,
}

impl Table {
    /// The racks of words, with some of their letters replaced by blanks. The keys
    /// are all different. `words` is the number of words of each; `value` makes the
    /// value of an entry.
    pub(crate) fn new(
        keys: &[RackKey],
        blanks: usize,
        words: impl Fn(u32) -> u32,
        value: impl Fn(&Rack) -> [u8; VALUE],
    ) -> Table {
        let racks = Divided::new(keys, blanks);
        let sampled = racks.parts.len().div_ceil(SAMPLE);
        let sample = racks.fill(racks.groups, sampled, &words, &value);
        let estimate = sample.entries.len() as u64 * racks.parts.len() as u64 / sampled as u64;
        let mut buckets = buckets_for(estimate as usize).min(racks.groups);
        loop {
            let table = racks.fill(buckets, usize::MAX, &words, &value);
            let right = buckets_for(table.entries.len());
            if right == buckets {
                return table;
            }
            buckets = right;
        }
    }

    fn add(&mut self, key: RackKey, value: [u8; VALUE]) {
        let mut entry = [0; ENTRY];
        entry[..VALUE].copy_from_slice(&value);
        entry[VALUE..].copy_from_slice(&key.0.to_le_bytes());
        self.entries.push(entry);
    }

    fn end_bucket(&mut self) {
        self.starts.push((self.entries.len() as u32).to_le_bytes());
    }

    /// Writes the table. Returns its size.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<u64> {
        let buckets = self.starts.len() as u32 - 1;
        let entries = self.entries.len() as u32;
        let mut size = 0;
        for bytes in [
            &buckets.to_le_bytes(),
            self.starts.as_flattened(),
            &entries.to_le_bytes(),
            self.entries.as_flattened(),
        ] {
            out.write_all(bytes)?;
            size += bytes.len() as u64;
        }
        Ok(size)
    }
}

/// A rack: some letters of a word's rack replaced by blanks.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rack {
    key: RackKey,
    /// The index of the word's rack.
    pub(crate) of: u32,
    /// A bit for each letter that a blank may stand for. With two blanks it is the
    /// lower letter of a pair.
    pub(crate) letters: u32,
    /// The number of words that it stands for.
    words: u32,
}

/// A rack of a part.
#[derive(Clone, Copy)]
struct Parted {
    /// The index of the word's rack.
    of: u32,
    /// Its group of hashes in the part.
    group: u16,
    /// The letters that blanks replace, the lower one first; 0 for none.
    blanked: [Tile; 2],
}

/// All racks of a table, equal ones among them, in the order of some bits of their
/// hashes.
struct Divided<'k> {
    keys: &'k [RackKey],
    /// The groups of all parts: a power of two, and no fewer than there are buckets.
    groups: usize,
    parts: Vec<Vec<Parted>>,
}

impl<'k> Divided<'k> {
    fn new(keys: &'k [RackKey], blanks: usize) -> Divided<'k> {
        let counts = keys.iter().map(|&key| rack_count(key, blanks));
        let count = counts.sum::<u64>() as usize;
        let groups = buckets_for(count);
        let size = groups.min(PART);
        let room = count / (groups / size);
        let mut parts = Vec::new();
        parts.resize_with(groups / size, || Vec::with_capacity(room + room / 8));
        let mut letters = Vec::new();
        for (&key, of) in keys.iter().zip(0..) {
            each_rack(key, blanks, &mut letters, |blanked, hash| {
                let group = hash as usize & (groups - 1);
                parts[group / size].push(Parted {
                    of,
                    group: (group % size) as u16,
                    blanked,
                });
            });
        }
        Divided {
            keys,
            groups,
            parts,
        }
    }

    /// Makes a table of some number of buckets. Each stretch of buckets has the racks
    /// of one part, or of several if there are fewer buckets than groups. Stops after
    /// `stretches` of them.
    fn fill(
        &self,
        buckets: usize,
        stretches: usize,
        words: impl Fn(u32) -> u32,
        value: impl Fn(&Rack) -> [u8; VALUE],
    ) -> Table {
        let all = (buckets / (self.groups / self.parts.len())).max(1);
        let size = buckets / all;
        let stretches = stretches.min(all);
        let mut table = Table {
            starts: Vec::with_capacity(stretches * size + 1),
            entries: Vec::with_capacity(stretches * size),
            most_words: 0,
        };
        table.end_bucket();
        let mut sorter = Sorter {
            starts: vec![0; size + 1],
            racks: Vec::new(),
        };
        for stretch in 0..stretches {
            let parts = self.parts[stretch..].iter().step_by(all);
            sorter.sort(self.keys, &words, parts);
            for bucket in sorter.starts.windows(2) {
                let bucket = &mut sorter.racks[bucket[0] as usize..bucket[1] as usize];
                if bucket.len() > 1 {
                    bucket.sort_unstable_by_key(|rack| rack.key);
                }
                for same in bucket.chunk_by(|a, b| a.key == b.key) {
                    let mut rack = same[0];
                    for more in &same[1..] {
                        rack.letters |= more.letters;
                        rack.words += more.words;
                    }
                    table.most_words = table.most_words.max(rack.words);
                    table.add(rack.key, value(&rack));
                }
                table.end_bucket();
            }
        }
        table
    }
}

/// Sorts the racks of one stretch of buckets after another by their buckets.
struct Sorter {
    /// Where each bucket begins, and the end of the last one.
    starts: Vec<u32>,
    racks: Vec<Rack>,
}

impl Sorter {
    fn sort<'p>(
        &mut self,
        keys: &[RackKey],
        words: impl Fn(u32) -> u32,
        parts: impl Iterator<Item = &'p Vec<Parted>> + Clone,
    ) {
        // There are fewer buckets than groups if some racks are equal.
        let last = self.starts.len() - 2;
        self.starts.fill(0);
        for part in parts.clone() {
            for rack in part {
                self.starts[usize::from(rack.group) & last] += 1;
            }
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        // Buckets are filled from their ends, so that their starts are left.
        self.racks.resize(end as usize, Rack::default());
        for part in parts {
            for &Parted { of, group, blanked } in part {
                let place = &mut self.starts[usize::from(group) & last];
                *place -= 1;
                let [low, high] = blanked;
                self.racks[*place as usize] = Rack {
                    key: keys[of as usize].blanked(low).blanked(high),
                    of,
                    letters: 1 << low & !1,
                    words: words(of),
                };
            }
        }
    }
}

/// A letter of a rack, with what changes in the folded key if one or two of it are
/// taken away. Folding is a matter of single bits, so that changes add up.
struct Change {
    letter: Tile,
    one: u64,
    /// 0 if there is only one of the letter.
    two: u64,
}

/// Visits what the rack of a word becomes if a number of its letters are blanks: the
/// letters, and the hash of the rack. `letters` is memory for it.
#[inline]
fn each_rack(
    key: RackKey,
    blanks: usize,
    letters: &mut Vec<Change>,
    mut visit: impl FnMut([Tile; 2], u64),
) {
    // The blanks are the lowest bits.
    let folded = key.folded() ^ blanks as u64;
    if blanks == 0 {
        return visit([0, 0], RackKey::mixed(folded));
    }
    letters.clear();
    letters.extend(key.letters().map(|(letter, count)| Change {
        letter,
        one: key.change(letter, 1),
        two: match count {
            1 => 0,
            _ => key.change(letter, 2),
        },
    }));
    let mut letters = letters.iter();
    while let Some(low) = letters.next() {
        let with_one = folded ^ low.one;
        if blanks == 1 {
            visit([low.letter, 0], RackKey::mixed(with_one));
            continue;
        }
        if low.two != 0 {
            visit([low.letter; 2], RackKey::mixed(folded ^ low.two));
        }
        for high in letters.as_slice() {
            visit(
                [low.letter, high.letter],
                RackKey::mixed(with_one ^ high.one),
            );
        }
    }
}

/// The number of racks that [`each_rack`] visits.
pub(crate) fn rack_count(key: RackKey, blanks: usize) -> u64 {
    let (letters, pairs) = key.kinds();
    match blanks {
        0 => 1,
        1 => letters,
        _ => letters * letters.saturating_sub(1) / 2 + pairs,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn racks_are_hashed_as_their_keys_are() {
        let key = RackKey::of(&[1, 1, 5, 16, 16, 16, 31]).unwrap();
        for blanks in 0..=2 {
            let (mut count, mut letters) = (0, Vec::new());
            each_rack(key, blanks, &mut letters, |[low, high], hash| {
                assert_eq!(hash, key.blanked(low).blanked(high).hash());
                count += 1;
            });
            assert_eq!(count, rack_count(key, blanks));
        }
    }

    /// Whatever the number of buckets is estimated to be, each rack goes where it
    /// belongs.
    #[test]
    fn any_number_of_buckets_can_be_filled() {
        let mut keys: Vec<RackKey> = (0..6000u32)
            .map(|i| [1, 7, 49, 343].map(|place| 10 + (i / place % 7) as Tile))
            .map(|tiles| RackKey::of(&tiles).unwrap())
            .collect();
        keys.sort_unstable();
        keys.dedup();
        let mut expected = BTreeMap::new();
        for &key in &keys {
            each_rack(key, 2, &mut Vec::new(), |[low, high], _| {
                let letters = expected.entry(key.blanked(low).blanked(high)).or_insert(0);
                *letters |= 1u32 << low;
            });
        }
        let racks = Divided::new(&keys, 2);
        for buckets in [16, racks.groups / 2, racks.groups] {
            let value = |rack: &Rack| u128::from(rack.letters).to_le_bytes();
            let table = racks.fill(buckets, usize::MAX, |_| 1, value);
            let mut sorted: Vec<_> = expected.iter().collect();
            sorted.sort_by_key(|&(key, _)| (key.hash() as usize & (buckets - 1), key));
            let entries = table.entries.iter().map(|entry| {
                let number = |bytes: &[u8]| u128::from_le_bytes(bytes.try_into().unwrap());
                (
                    RackKey(number(&entry[VALUE..])),
                    number(&entry[..VALUE]) as u32,
                )
            });
            assert!(entries.eq(sorted.iter().map(|&(&key, &letters)| (key, letters))));
            assert_eq!(table.starts.len(), buckets + 1);
        }
    }
}
