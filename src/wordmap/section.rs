//! The racks of the words of one length, with and without blanks.

use crate::lexicon::Words;
use crate::tiles::Tile;
use crate::wordmap::divide::{Divided, Parted, buckets_for};
use crate::wordmap::form::{VALUE, most_inline};
use crate::wordmap::key::RackKey;
use crate::wordmap::pool::Pool;
use crate::wordmap::table::{Chunk, Entry, Sorter, WordRack};
use std::ops::Range;

/// One part of a table in this many is sampled.
const SAMPLE: usize = 32;

/// The data for the tables of one length.
pub(crate) struct Section<'p> {
    pub(crate) length: usize,
    /// The racks of words, each once, in key order.
    pub(crate) racks: Vec<WordRack>,
    /// The values of racks without blanks.
    pub(crate) values: Vec<[u8; VALUE]>,
    /// The words that don't fit the values, with their number before them. They follow
    /// the table of racks without blanks.
    pub(crate) outside: Vec<u8>,
    /// The racks with no, one and two blanks.
    pub(crate) divided: [Divided<'p>; 3],
}

impl<'p> Section<'p> {
    /// Finds the racks of words of a length. `rooms` are for racks with no, one and two
    /// blanks.
    pub(crate) fn new(
        words: &Words,
        length: usize,
        of_length: &[u32],
        rooms: &'p [Pool<u64>; 3],
    ) -> Section<'p> {
        let racks = WordRacks::new(words, of_length);
        let (values, outside) = racks.values(words, length);
        Section {
            length,
            divided: racks.divided(rooms),
            racks: racks.racks,
            values,
            outside,
        }
    }

    /// Estimates the number of buckets of a table.
    pub(crate) fn guess_buckets(&self, blanks: usize, room: &Pool<Entry>) -> usize {
        let divided = &self.divided[blanks];
        let sampled = divided.parts().div_ceil(SAMPLE);
        let sample = self.fill(blanks, divided.groups(), 0..sampled, room);
        let about = sample.len() * divided.parts() / sampled;
        buckets_for(about.min(divided.groups()))
    }

    /// Fills some stretches of a table.
    pub(crate) fn fill<'r>(
        &self,
        blanks: usize,
        buckets: usize,
        stretches: Range<usize>,
        room: &'r Pool<Entry>,
    ) -> Chunk<'r> {
        let sorter = Sorter::new(&self.divided[blanks], &self.racks, buckets);
        let words = |rack: Parted| {
            let value = u128::from_le_bytes(self.values[rack.of()]);
            [value as u64, (value >> 64) as u64]
        };
        let letters = |rack: Parted| [0, rack.letter().into()];
        match blanks {
            0 => Chunk::fill(sorter, stretches, words, room.take()),
            _ => Chunk::fill(sorter, stretches, letters, room.take()),
        }
    }
}

/// The racks of the words of one length.
struct WordRacks {
    /// The racks, each once, in key order.
    racks: Vec<WordRack>,
    /// The numbers of the words, rack by rack.
    numbers: Vec<u32>,
}

impl WordRacks {
    /// Groups equal racks. Their words stay in order.
    fn new(words: &Words, of_length: &[u32]) -> WordRacks {
        let sorted = of_length.iter().map(|&number| {
            // All words were checked, so each has a key.
            let key = RackKey::of(words.get(number as usize)).unwrap_or_default();
            (key, number)
        });
        let mut sorted: Vec<(RackKey, u32)> = sorted.collect();
        sorted.sort_unstable();
        let equal = sorted.chunk_by(|(key, _), (next, _)| key == next);
        WordRacks {
            racks: equal
                .map(|words| WordRack::new(words[0].0, words.len() as u32))
                .collect(),
            numbers: sorted.iter().map(|&(_, number)| number).collect(),
        }
    }

    /// The values of racks without blanks, and the words that don't fit them, in key
    /// order, with their number before them.
    fn values(&self, words: &Words, length: usize) -> (Vec<[u8; VALUE]>, Vec<u8>) {
        let mut left = &self.numbers[..];
        let mut outside: Vec<Tile> = Vec::new();
        let values = self.racks.iter().map(|rack| {
            let (numbers, rest) = left.split_at(rack.words() as usize);
            left = rest;
            let words = numbers.iter().map(|&number| words.get(number as usize));
            if numbers.len() > most_inline(length) {
                let value = value_of(outside.len() as u32, numbers.len() as u32);
                words.for_each(|word| outside.extend(word));
                return value;
            }
            let mut value = [0; VALUE];
            for (place, word) in value.chunks_exact_mut(length).zip(words) {
                place.copy_from_slice(word);
            }
            value
        });
        let values = values.collect();
        let count = (outside.len() / length) as u32;
        (values, [&count.to_le_bytes(), &outside[..]].concat())
    }

    /// The racks with none, one or two of their letters replaced by blanks.
    fn divided<'p>(&self, rooms: &'p [Pool<u64>; 3]) -> [Divided<'p>; 3] {
        let mut counts = [0; 3];
        for rack in &self.racks {
            for (sum, count) in counts.iter_mut().zip(rack_counts(rack.key())) {
                *sum += count as usize;
            }
        }
        let divided = |blanks: usize| Divided::with_room(counts[blanks], &rooms[blanks]);
        let [mut words, mut one, mut two] = [0, 1, 2].map(divided);
        let mut letters = Vec::new();
        for (rack, of) in self.racks.iter().zip(0..) {
            let (key, rack) = (rack.key(), Parted::new(of));
            words.add(rack, key.hash());
            // The count of blanks is in the lowest bits.
            let folded = key.folded();
            let (with_one, with_two) = (folded ^ 1, folded ^ 2);
            key.changes(&mut letters);
            let mut letters = letters.iter();
            while let Some(low) = letters.next() {
                let rack = rack.with_low(low.letter);
                one.add(rack, RackKey::mixed(with_one ^ low.one));
                if low.two != 0 {
                    let hash = RackKey::mixed(with_two ^ low.two);
                    two.add(rack.with_high(low.letter), hash);
                }
                let with_two = with_two ^ low.one;
                for high in letters.as_slice() {
                    let hash = RackKey::mixed(with_two ^ high.one);
                    two.add(rack.with_high(high.letter), hash);
                }
            }
        }
        [words, one, two]
    }
}

/// The number of racks that a rack of words gives with no, one and two blanks.
pub(crate) fn rack_counts(key: RackKey) -> [u64; 3] {
    let (letters, pairs) = key.kinds();
    [1, letters, letters * letters.saturating_sub(1) / 2 + pairs]
}

/// Creates a value of two numbers, after 8 zero bytes.
fn value_of(first: u32, second: u32) -> [u8; VALUE] {
    let mut value = [0; VALUE];
    value[8..12].copy_from_slice(&first.to_le_bytes());
    value[12..].copy_from_slice(&second.to_le_bytes());
    value
}
