//! Makes word maps from words.

use crate::error::{Error, Problem, Result, brief, grouped};
use crate::lexicon::Words;
use crate::limits::{FILE_BYTES, MAP_RACKS};
use crate::parallel::parts_in_order;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use crate::wordmap::divide::{Divided, Parted, room_for};
use crate::wordmap::form::{HEADER, MOST_ANSWER, SHORTEST, VALUE, VERSION, most_inline};
use crate::wordmap::key::RackKey;
use crate::wordmap::pool::Pool;
use crate::wordmap::table::{Entry, Table, WordRack};
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::path::Path;

/// Builds the bytes of a word map.
///
/// Fails if the format can't hold the ruleset or one of the words.
///
/// ```
/// use wordmill::lexicon::Words;
/// use wordmill::ruleset::Ruleset;
/// use wordmill::wordmap::{WordMap, build};
///
/// let english = Ruleset::builtin("english")?;
/// let words = Words::from_unsorted([&[3, 1, 20][..], &[1, 3, 20], &[1, 20]])?;
/// let bytes = build(&words, &english)?;
/// let map = WordMap::from_bytes(&bytes, 26).map_err(|fault| fault.into_error(""))?;
/// assert_eq!(map.look_up(&[20, 3, 1]), [[1, 3, 20], [3, 1, 20]]);
/// assert_eq!(map.look_up(&[20, 0]), [[1, 20]]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn build(words: &Words, ruleset: &Ruleset) -> Result<Vec<u8>> {
    let mut bytes = Cursor::new(Vec::new());
    let written = build_to(words, ruleset, &mut bytes);
    // Memory takes everything that is written to it.
    written.map_err(|e| Error::io(Path::new(""), "can't write", e))??;
    Ok(bytes.into_inner())
}

/// Builds a word map and writes it to a file while it is made. Only parts that are made
/// before their turn are in memory. Returns its size. The header is written last, in front.
///
/// An error of the map is the inner one, an error of the file the outer one.
pub fn build_to(
    words: &Words,
    ruleset: &Ruleset,
    mut out: impl Write + Seek,
) -> io::Result<Result<u64>> {
    let builder = match WordMapBuilder::new(words, ruleset) {
        Ok(builder) => builder,
        Err(error) => return Ok(Err(error)),
    };
    let mut most = 0;
    out.write_all(&[0; HEADER])?;
    let make = |i: usize, give: &mut dyn FnMut(Part)| builder.section(SHORTEST + i, give);
    let sections = builder.lengths.len() - SHORTEST;
    parts_in_order(sections, make, |part: Part| {
        most = most.max(part.most);
        part.table.write(&mut out)?;
        let room = part.table.into_room();
        builder.rooms[part.blanks].entries.give(room);
        out.write_all(&part.behind)
    })?;
    let size = out.stream_position()?;
    let header = match builder.header(most, size) {
        Ok(header) => header,
        Err(error) => return Ok(Err(error)),
    };
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header)?;
    out.flush()?;
    Ok(Ok(size))
}

/// Builds a word map length by length.
struct WordMapBuilder<'w> {
    words: &'w Words,
    /// The numbers of the words of each length.
    lengths: Vec<Vec<u32>>,
    /// Room for tables of racks with no, one and two blanks.
    rooms: [Room; 3],
}

/// Room for tables with the same number of blanks.
struct Room {
    racks: Pool<u64>,
    entries: Pool<Entry>,
}

/// A table of the words of one length.
struct Part {
    blanks: usize,
    table: Table,
    /// Behind the table of racks without blanks: the words that are not in it, with their
    /// number before them.
    behind: Vec<u8>,
    /// The bytes of the largest answer to a rack.
    most: usize,
}

/// The racks of the words of one length.
struct WordRacks {
    /// The racks, each once, in the order of their keys.
    racks: Vec<WordRack>,
    /// The numbers of the words, rack by rack.
    numbers: Vec<u32>,
}

impl<'w> WordMapBuilder<'w> {
    /// Sorts words by length. Fails if the format can't hold the ruleset or one of
    /// the words.
    fn new(words: &'w Words, ruleset: &Ruleset) -> Result<WordMapBuilder<'w>> {
        check_ruleset(ruleset)?;
        let (_, board) = word_lengths(ruleset);
        let counts = words.by_length();
        check_words(words, &counts, board, ruleset)?;
        let count = |length: usize| counts.get(length).map_or(0, |&count| count as usize);
        let mut lengths: Vec<_> = (0..=board).map(|i| Vec::with_capacity(count(i))).collect();
        for (length, number) in words.lengths().zip(0..) {
            lengths[length].push(number);
        }
        Ok(WordMapBuilder {
            words,
            lengths,
            rooms: most_racks(&counts).map(|most| Room {
                racks: Pool::new(room_for(most)),
                entries: Pool::new(most),
            }),
        })
    }

    /// The bytes before the first table. `most` is the largest of all tables, and `size`
    /// the size of the file. Fails if the engines have no room for such an answer, or if
    /// the file would not be read again.
    fn header(&self, most: usize, size: u64) -> Result<[u8; HEADER]> {
        if size > FILE_BYTES {
            let expected = format!("a file of at most {FILE_BYTES} bytes");
            return Err(fault(expected, size.to_string()));
        }
        if most > MOST_ANSWER {
            let expected = format!("at most {MOST_ANSWER} bytes of words for a rack with 2 blanks");
            return Err(fault(expected, most.to_string()));
        }
        let [a, b, c, d] = (most as u32).to_le_bytes();
        Ok([VERSION, (self.lengths.len() - 1) as u8, a, b, c, d])
    }

    /// Makes the tables of a length: of racks with no, one and two blanks. They are empty
    /// if there are no words.
    fn section(&self, length: usize, give: &mut dyn FnMut(Part)) {
        let racks = WordRacks::new(self.words, &self.lengths[length]);
        let (values, outside) = racks.values(self.words, length);
        let divided = racks.divided(&self.rooms);
        let (of, mut behind) = (&racks.racks, outside);
        for ((blanks, divided), room) in divided.into_iter().enumerate().zip(&self.rooms) {
            let entries = room.entries.take();
            let table = match blanks {
                0 => Table::of_words(&divided, of, &values, entries),
                _ => Table::new(&divided, of, entries),
            };
            divided.give_back(&room.racks);
            give(Part {
                blanks,
                most: table.most_words as usize * length,
                table,
                behind: std::mem::take(&mut behind),
            });
        }
    }
}

impl WordRacks {
    /// Brings equal racks together. Their words stay in order.
    fn new(words: &Words, of_length: &[u32]) -> WordRacks {
        let sorted = of_length.iter().map(|&number| {
            // All words were checked: each has a key.
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

    /// The values of racks without blanks, and the words that don't fit in, in the order
    /// of their keys, with their number before them.
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

    /// What the racks become if none, one or two of their letters are blanks.
    fn divided(&self, rooms: &[Room; 3]) -> [Divided; 3] {
        let mut counts = [0; 3];
        for rack in &self.racks {
            for (sum, count) in counts.iter_mut().zip(rack_counts(rack.key())) {
                *sum += count as usize;
            }
        }
        let divided = |blanks: usize| Divided::with_room(counts[blanks], &rooms[blanks].racks);
        let [mut words, mut one, mut two] = [0, 1, 2].map(divided);
        let mut letters = Vec::new();
        for (rack, of) in self.racks.iter().zip(0..) {
            let (key, rack) = (rack.key(), Parted::new(of));
            words.add(rack, key.hash());
            // The blanks are the lowest bits.
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

/// The number of racks that a rack of words becomes with no, one and two blanks.
fn rack_counts(key: RackKey) -> [u64; 3] {
    let (letters, pairs) = key.kinds();
    [1, letters, letters * letters.saturating_sub(1) / 2 + pairs]
}

/// The most racks that the words of one length can become with no, one and two blanks, from
/// the numbers of words of each length. All letters of a word may differ.
fn most_racks(counts: &[u64]) -> [usize; 3] {
    let most = |racks: fn(u64) -> u64| {
        let of_lengths = (0..)
            .zip(counts)
            .map(|(length, count)| count * racks(length));
        of_lengths.max().unwrap_or(0).min(MAP_RACKS) as usize
    };
    [|_| 1, |length| length, |length| length * (length + 1) / 2].map(most)
}

/// A value that is two numbers, behind 8 bytes of 0.
fn value_of(first: u32, second: u32) -> [u8; VALUE] {
    let mut value = [0; VALUE];
    value[8..12].copy_from_slice(&first.to_le_bytes());
    value[12..].copy_from_slice(&second.to_le_bytes());
    value
}

/// An error of a word map.
fn fault(expected: String, found: String) -> Error {
    Error::input("", Problem::mismatch(expected, found).of("a word map"))
}

/// Refuses a ruleset that a word map can't be of.
fn check_ruleset(ruleset: &Ruleset) -> Result<()> {
    let most = usize::from(RackKey::MAX_TILE);
    let refuse = |expected: String, found: String| {
        let found = format!("{found} in ruleset `{}`", ruleset.name());
        Err(fault(expected, found))
    };
    let letters = ruleset.alphabet().len();
    if letters > most {
        return refuse(format!("at most {most} letters"), letters.to_string());
    }
    match ruleset.count(0) {
        0..=2 => Ok(()),
        blanks => refuse("at most 2 blanks".to_string(), blanks.to_string()),
    }
}

/// The fewest and the most tiles of a word in a word map.
pub(crate) fn word_lengths(ruleset: &Ruleset) -> (usize, usize) {
    (SHORTEST, usize::from(ruleset.board().longer_side()))
}

/// Refuses words that a word map can't hold. `counts` are the numbers of words of each
/// length.
fn check_words(words: &Words, counts: &[u64], board: usize, ruleset: &Ruleset) -> Result<()> {
    // Most lists are far from all limits, which is seen without their racks.
    let lengths = || (0..).zip(counts).filter(|&(_, &count)| count > 0);
    let held = SHORTEST as u64..=board.min(RackKey::MAX_COUNT) as u64;
    let fits = lengths().all(|(length, _)| held.contains(&length));
    let racks = lengths().map(|(length, count)| count * (length * (length + 1) / 2));
    let known = words.tiles().iter().max() <= Some(&RackKey::MAX_TILE);
    if fits && known && racks.sum::<u64>() <= MAP_RACKS {
        return Ok(());
    }
    let mut racks = 0;
    for word in words {
        let refuse = |expected: String, found: String| {
            let word = brief(&ruleset.alphabet().word_text(word));
            Err(fault(expected, format!("`{word}` {found}")))
        };
        if !(SHORTEST..=board).contains(&word.len()) {
            let expected = format!("words of {SHORTEST} to {board} tiles");
            return refuse(expected, format!("of {}", word.len()));
        }
        let Some(key) = RackKey::of(word) else {
            let most = RackKey::MAX_COUNT;
            let expected = format!("at most {most} tiles of a letter in a word");
            return refuse(expected, "with more".to_string());
        };
        let [_, one, two] = rack_counts(key);
        racks += one + two;
    }
    if racks > MAP_RACKS {
        let expected = format!("words with at most {} racks", grouped(MAP_RACKS));
        return Err(fault(expected, grouped(racks)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_would_not_be_read_again_is_refused() {
        let words = Words::from_unsorted([&[3, 1, 20][..]]).unwrap();
        let english = Ruleset::builtin("english").unwrap();
        let builder = WordMapBuilder::new(&words, &english).unwrap();
        assert!(builder.header(3, FILE_BYTES).is_ok());
        let error = builder.header(3, FILE_BYTES + 1).unwrap_err().to_string();
        let expected = "a word map: expected a file of at most 1073741824 bytes, found 1073741825";
        assert!(error.contains(expected), "{error}");
    }
}
