//! Puts racks into the buckets of a table.
//!
//! The number of buckets follows from the number of different racks, which is known
//! only when equal racks have found each other. So racks are first sorted by more
//! bits of their hashes than the table can need, which brings equal ones together.
//! A bucket is then a few of these groups.
//!
//! A rack is not stored as its key of 16 bytes but as the rack that it comes from and
//! the letters that blanks replace. Millions of them are moved to random places, and
//! this is smaller.

use crate::tiles::Tile;
use crate::wordmap::form::VALUE;
use crate::wordmap::key::RackKey;

/// The groups that are sorted at a time. Their racks fit into a processor's cache.
const SHARE: usize = 1 << 13;

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

/// A rack: some letters of a word's rack replaced by blanks.
#[derive(Clone, Copy, Default)]
pub(crate) struct Rack {
    /// The index of the word's rack.
    pub(crate) of: u32,
    /// The letters that blanks replace, the lower one first; 0 for none.
    blanked: [Tile; 2],
    /// A bit for each letter that a blank may stand for. With two blanks it is the
    /// lower letter of a pair.
    pub(crate) letters: u32,
}

impl Rack {
    fn key(self, keys: &[RackKey]) -> RackKey {
        let [a, b] = self.blanked;
        keys[self.of as usize].blanked(a).blanked(b)
    }
}

/// The different racks with some number of blanks, in groups of equal hashes.
pub(crate) struct Table<'k> {
    keys: &'k [RackKey],
    racks: Vec<Rack>,
    /// Where each group begins, and the end of the last one.
    starts: Vec<u32>,
    /// The most words that one rack stands for.
    pub(crate) most_words: u64,
}

/// Visits what the rack of a word becomes if a number of its letters are blanks: the
/// letters, and the rack.
#[inline]
fn each_rack(key: RackKey, blanks: usize, mut visit: impl FnMut([Tile; 2], RackKey)) {
    if blanks == 0 {
        return visit([0, 0], key);
    }
    let mut letters = [0; RackKey::MAX_TILE as usize];
    let mut count = 0;
    for (letter, (tile, _)) in letters.iter_mut().zip(key.letters()) {
        *letter = tile;
        count += 1;
    }
    let letters = &letters[..count];
    for (i, &low) in letters.iter().enumerate() {
        let with_one = key.blanked(low);
        if blanks == 1 {
            visit([low, 0], with_one);
            continue;
        }
        if key.count(low) > 1 {
            visit([low, low], with_one.blanked(low));
        }
        for &high in &letters[i + 1..] {
            visit([low, high], with_one.blanked(high));
        }
    }
}

/// The number of racks that [`each_rack`] visits.
pub(crate) fn rack_count(key: RackKey, blanks: usize) -> u64 {
    let letters = key.letters().count() as u64;
    let pairs = key.letters().filter(|&(_, count)| count > 1).count() as u64;
    match blanks {
        0 => 1,
        1 => letters,
        _ => letters * letters.saturating_sub(1) / 2 + pairs,
    }
}

/// A rack of a share, with its group in there.
#[derive(Clone, Copy)]
struct Shared {
    of: u32,
    group: u16,
    blanked: [Tile; 2],
}

/// Divides racks into shares of `size` groups each, in the order of the groups.
fn divide(
    keys: &[RackKey],
    blanks: usize,
    count: usize,
    groups: usize,
    size: usize,
) -> Vec<Vec<Shared>> {
    let room = count / (groups / size);
    let mut shares = Vec::new();
    shares.resize_with(groups / size, || Vec::with_capacity(room + room / 8));
    for (&key, of) in keys.iter().zip(0..) {
        each_rack(key, blanks, |blanked, key| {
            let group = key.hash() as usize & (groups - 1);
            shares[group / size].push(Shared {
                of,
                group: (group % size) as u16,
                blanked,
            });
        });
    }
    shares
}

/// Sorts the racks of one share after another by their groups.
struct Sorter {
    /// Where each group begins, and the end of the last one.
    starts: Vec<u32>,
    racks: Vec<(RackKey, Rack)>,
}

impl Sorter {
    fn sort(&mut self, share: &[Shared], keys: &[RackKey]) {
        self.starts.fill(0);
        for rack in share {
            self.starts[usize::from(rack.group)] += 1;
        }
        let mut end = 0;
        for start in &mut self.starts {
            end += *start;
            *start = end;
        }
        // Groups are filled from their ends, so that their starts are left.
        self.racks.resize(share.len(), Default::default());
        for &Shared { of, group, blanked } in share {
            let place = &mut self.starts[usize::from(group)];
            *place -= 1;
            let letters = 1 << blanked[0] & !1;
            let rack = Rack {
                of,
                blanked,
                letters,
            };
            self.racks[*place as usize] = (rack.key(keys), rack);
        }
    }

    fn group(&mut self, group: usize) -> &mut [(RackKey, Rack)] {
        &mut self.racks[self.starts[group] as usize..self.starts[group + 1] as usize]
    }
}

impl<'k> Table<'k> {
    /// The racks of words, with some of their letters replaced by blanks. The keys
    /// are all different. `words` is the number of words of each.
    pub(crate) fn new(keys: &'k [RackKey], blanks: usize, words: impl Fn(u32) -> u64) -> Table<'k> {
        let count: u64 = keys.iter().map(|&key| rack_count(key, blanks)).sum();
        let count = count as usize;
        let groups = buckets_for(count);
        let mut table = Table {
            keys,
            racks: Vec::new(),
            starts: Vec::with_capacity(groups + 1),
            most_words: 0,
        };
        let size = groups.min(SHARE);
        let mut sorter = Sorter {
            starts: vec![0; size + 1],
            racks: Vec::new(),
        };
        for share in divide(keys, blanks, count, groups, size) {
            sorter.sort(&share, keys);
            for group in 0..size {
                table.starts.push(table.racks.len() as u32);
                table.add_group(sorter.group(group), &words);
            }
        }
        table.starts.push(table.racks.len() as u32);
        table
    }

    /// Adds racks with the same group of hashes. Makes one rack of equal ones.
    fn add_group(&mut self, group: &mut [(RackKey, Rack)], words: &impl Fn(u32) -> u64) {
        if group.len() > 1 {
            group.sort_unstable_by_key(|&(key, _)| key);
        }
        let mut last = None;
        let mut sum = 0;
        for &mut (key, rack) in group {
            match self.racks.last_mut().filter(|_| last == Some(key)) {
                Some(same) => {
                    same.letters |= rack.letters;
                    sum += words(rack.of);
                }
                None => {
                    self.racks.push(rack);
                    last = Some(key);
                    sum = words(rack.of);
                }
            }
            self.most_words = self.most_words.max(sum);
        }
    }

    /// Writes the table, with the value of each rack.
    pub(crate) fn write(&self, value: impl Fn(&Rack) -> [u8; VALUE], out: &mut Vec<u8>) {
        let (groups, entries) = (self.starts.len() - 1, self.racks.len());
        let buckets = buckets_for(entries).min(groups);
        let range = |group: usize| self.starts[group] as usize..self.starts[group + 1] as usize;
        let groups_of = |bucket: usize| (bucket..groups).step_by(buckets).map(range);
        out.extend((buckets as u32).to_le_bytes());
        let mut start = 0u32;
        for bucket in 0..buckets {
            out.extend(start.to_le_bytes());
            start += groups_of(bucket)
                .map(|range| range.len() as u32)
                .sum::<u32>();
        }
        out.extend(start.to_le_bytes());
        out.extend((entries as u32).to_le_bytes());
        let mut found: Vec<(RackKey, &Rack)> = Vec::new();
        for bucket in 0..buckets {
            for range in groups_of(bucket) {
                found.extend(
                    self.racks[range]
                        .iter()
                        .map(|rack| (rack.key(self.keys), rack)),
                );
            }
            if found.len() > 1 {
                found.sort_unstable_by_key(|&(key, _)| key);
            }
            for (key, rack) in found.drain(..) {
                let mut entry = [0; 2 * VALUE];
                entry[..VALUE].copy_from_slice(&value(rack));
                entry[VALUE..].copy_from_slice(&key.0.to_le_bytes());
                out.extend_from_slice(&entry);
            }
        }
    }

    /// The bytes that [`write`](Self::write) writes.
    pub(crate) fn size(&self) -> usize {
        let entries = self.racks.len();
        4 + 4 * (buckets_for(entries) + 1) + 4 + 2 * VALUE * entries
    }
}
