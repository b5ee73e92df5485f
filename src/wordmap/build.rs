//! Makes word maps from words.

use crate::error::{Error, Problem, Result, brief, grouped};
use crate::lexicon::Words;
use crate::limits::{FILE_BYTES, MAP_RACKS};
use crate::parallel::in_order;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use crate::wordmap::form::{HEADER, MOST_ANSWER, SHORTEST, VALUE, VERSION, most_inline};
use crate::wordmap::key::RackKey;
use crate::wordmap::table::{Divided, Table};
use std::collections::HashMap;
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
    let make = |i: usize| builder.section(SHORTEST + i);
    let sections = builder.lengths.len() - SHORTEST;
    in_order(sections, make, |section: Section| {
        most = most.max(section.most);
        let [words, one_blank, two_blanks] = &section.tables;
        words.write(&mut out)?;
        out.write_all(&section.outside)?;
        one_blank.write(&mut out)?;
        two_blanks.write(&mut out)
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
}

/// The tables of the words of one length.
struct Section {
    /// Racks with no, one and two blanks.
    tables: [Table; 3],
    /// The words that are not in the first table, with their number before them.
    outside: Vec<u8>,
    /// The bytes of the largest answer to a rack.
    most: usize,
}

/// The racks of the words of one length.
struct WordRacks {
    /// The racks, each once.
    keys: Vec<RackKey>,
    /// The number of words of each rack.
    counts: Vec<u32>,
    /// The numbers of the words, rack by rack.
    numbers: Vec<u32>,
}

impl<'w> WordMapBuilder<'w> {
    /// Sorts words by length. Fails if the format can't hold the ruleset or one of
    /// the words.
    fn new(words: &'w Words, ruleset: &Ruleset) -> Result<WordMapBuilder<'w>> {
        check_ruleset(ruleset)?;
        let (_, board) = word_lengths(ruleset);
        check_words(words, board, ruleset)?;
        let mut lengths = vec![Vec::new(); board + 1];
        for (length, number) in words.lengths().zip(0..) {
            lengths[length].push(number);
        }
        Ok(WordMapBuilder { words, lengths })
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

    /// Makes the tables of a length. They are empty if there are no words.
    fn section(&self, length: usize) -> Section {
        let racks = WordRacks::new(self.words, &self.lengths[length]);
        let (values, outside) = racks.values(self.words, length);
        let [words, one, two] = racks.divided();
        let table = |divided: Divided, values| divided.table(&racks.keys, &racks.counts, values);
        let tables = [
            table(words, values),
            table(one, Vec::new()),
            table(two, Vec::new()),
        ];
        Section {
            most: tables[2].most_words as usize * length,
            tables,
            outside,
        }
    }
}

impl WordRacks {
    /// Brings equal racks together. Their words stay in order.
    fn new(words: &Words, of_length: &[u32]) -> WordRacks {
        let mut known: HashMap<RackKey, u32> = HashMap::with_capacity(of_length.len());
        let (mut keys, mut counts) = (Vec::new(), Vec::new());
        let mut racks = Vec::with_capacity(of_length.len());
        for &number in of_length {
            // All words were checked: each has a key.
            let key = RackKey::of(words.get(number as usize)).unwrap_or_default();
            let rack = *known.entry(key).or_insert_with(|| {
                keys.push(key);
                counts.push(0);
                counts.len() as u32 - 1
            });
            counts[rack as usize] += 1;
            racks.push(rack);
        }
        let mut end = 0;
        let starts = counts.iter().map(|count| {
            end += count;
            end - count
        });
        let mut places: Vec<u32> = starts.collect();
        let mut numbers = vec![0; of_length.len()];
        for (&number, rack) in of_length.iter().zip(racks) {
            let place = &mut places[rack as usize];
            numbers[*place as usize] = number;
            *place += 1;
        }
        WordRacks {
            keys,
            counts,
            numbers,
        }
    }

    /// The values of racks without blanks, and the words that don't fit in, in the order
    /// of their keys, with their number before them.
    fn values(&self, words: &Words, length: usize) -> (Vec<[u8; VALUE]>, Vec<u8>) {
        let mut left = &self.numbers[..];
        let mut outside = Vec::new();
        let racks = self.keys.iter().zip(&self.counts).enumerate();
        let values = racks.map(|(of, (&key, &count))| {
            let (numbers, rest) = left.split_at(count as usize);
            left = rest;
            let mut value = [0; VALUE];
            if numbers.len() > most_inline(length) {
                outside.push((key, of, numbers));
                return value;
            }
            for (place, &number) in value.chunks_exact_mut(length).zip(numbers) {
                place.copy_from_slice(words.get(number as usize));
            }
            value
        });
        let mut values: Vec<_> = values.collect();
        outside.sort_unstable();
        let mut tiles: Vec<Tile> = Vec::new();
        for (_, of, numbers) in outside {
            values[of] = value_of(tiles.len() as u32, numbers.len() as u32);
            for &number in numbers {
                tiles.extend(words.get(number as usize));
            }
        }
        let outside = (tiles.len() / length) as u32;
        (values, [&outside.to_le_bytes(), &tiles[..]].concat())
    }

    /// What the racks become if none, one or two of their letters are blanks.
    fn divided(&self) -> [Divided; 3] {
        let [mut words, mut one, mut two] = [0, 1, 2].map(|blanks| {
            let counts = self.keys.iter().map(|&key| rack_count(key, blanks));
            Divided::with_room(counts.sum::<u64>() as usize)
        });
        let mut letters = Vec::new();
        for (&key, of) in self.keys.iter().zip(0..) {
            words.add(of, [0, 0], key.hash());
            // The blanks are the lowest bits.
            let folded = key.folded();
            let (with_one, with_two) = (folded ^ 1, folded ^ 2);
            key.changes(&mut letters);
            let mut letters = letters.iter();
            while let Some(low) = letters.next() {
                one.add(of, [low.letter, 0], RackKey::mixed(with_one ^ low.one));
                if low.two != 0 {
                    two.add(of, [low.letter; 2], RackKey::mixed(with_two ^ low.two));
                }
                for high in letters.as_slice() {
                    let hash = RackKey::mixed(with_two ^ low.one ^ high.one);
                    two.add(of, [low.letter, high.letter], hash);
                }
            }
        }
        [words, one, two]
    }
}

/// The number of racks that a rack of words becomes with some number of blanks.
fn rack_count(key: RackKey, blanks: usize) -> u64 {
    let (letters, pairs) = key.kinds();
    match blanks {
        0 => 1,
        1 => letters,
        _ => letters * letters.saturating_sub(1) / 2 + pairs,
    }
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

/// Refuses words that a word map can't hold.
fn check_words(words: &Words, board: usize, ruleset: &Ruleset) -> Result<()> {
    // Most lists are far from all limits, which is seen without their racks.
    let lengths = || words.lengths();
    let fits = lengths().all(|length| (SHORTEST..=board.min(RackKey::MAX_COUNT)).contains(&length));
    let most_racks: usize = lengths().map(|length| length * (length + 1) / 2).sum();
    let known = words.tiles().iter().all(|&tile| tile <= RackKey::MAX_TILE);
    if fits && known && most_racks as u64 <= MAP_RACKS {
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
        racks += rack_count(key, 1) + rack_count(key, 2);
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
