//! Makes word maps from words.

use crate::error::{Error, Problem, Result, grouped};
use crate::lexicon::Words;
use crate::limits::{FILE_BYTES, MAP_RACKS};
use crate::parallel::in_order;
use crate::parallel::prelude::*;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use crate::wordmap::form::{HEADER, MOST_ANSWER, SHORTEST, VALUE, VERSION, most_inline};
use crate::wordmap::key::RackKey;
use crate::wordmap::table::{Table, rack_count};
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::ops::Range;
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
    let (mut most, mut size) = (0, HEADER as u64);
    out.write_all(&[0; HEADER])?;
    let make = |i: usize| builder.part(SHORTEST + i / TABLES, i % TABLES);
    let parts = TABLES * (builder.lengths.len() - SHORTEST);
    in_order(parts, make, |part: Part| {
        most = most.max(part.most);
        size += part.table.write(&mut out)? + part.after.len() as u64;
        out.write_all(&part.after)
    })?;
    let header = match builder.header(most, size) {
        Ok(header) => header,
        Err(error) => return Ok(Err(error)),
    };
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header)?;
    Ok(Ok(size))
}

/// Builds a word map table by table.
struct WordMapBuilder<'w> {
    words: &'w Words,
    lengths: Vec<WordRacks>,
}

/// The racks of the words of one length.
struct WordRacks {
    /// The racks, all different, in order.
    keys: Vec<RackKey>,
    /// Where the words of each rack begin in `numbers`, and the end of the last ones.
    firsts: Vec<u32>,
    /// The words' numbers.
    numbers: Vec<u32>,
}

/// The tables of each length: racks with no, one and two blanks.
const TABLES: usize = 3;

/// A table, and what follows it in the file.
struct Part {
    table: Table,
    after: Vec<u8>,
    /// The bytes of the largest answer to one of its racks.
    most: usize,
}

impl<'w> WordMapBuilder<'w> {
    /// Sorts words by length. Fails if the format can't hold the ruleset or one of
    /// the words.
    fn new(words: &'w Words, ruleset: &Ruleset) -> Result<WordMapBuilder<'w>> {
        check_ruleset(ruleset)?;
        let board = usize::from(ruleset.board().longer_side());
        let mut lengths = vec![Vec::new(); board + 1];
        let mut count = 0;
        for (word, number) in words.iter().zip(0..) {
            let fault = |expected: String, found: String| {
                let word = ruleset.alphabet().word_text(word);
                let problem = Problem::mismatch(expected, format!("`{word}` {found}"));
                Error::input("", problem.of("a word map"))
            };
            if !(SHORTEST..=board).contains(&word.len()) {
                let expected = format!("words of {SHORTEST} to {board} tiles");
                return Err(fault(expected, format!("of {}", word.len())));
            }
            let Some(key) = RackKey::of(word) else {
                let most = RackKey::MAX_COUNT;
                let expected = format!("at most {most} tiles of a letter in a word");
                return Err(fault(expected, "with more".to_string()));
            };
            count += rack_count(key, 1) + rack_count(key, 2);
            lengths[word.len()].push((key, number));
        }
        if count > MAP_RACKS {
            let expected = format!("words with at most {} racks", grouped(MAP_RACKS));
            let problem = Problem::mismatch(expected, grouped(count));
            return Err(Error::input("", problem.of("a word map")));
        }
        let lengths = lengths.into_par_iter().map(WordRacks::new).collect();
        Ok(WordMapBuilder { words, lengths })
    }

    /// The bytes before the first table. `most` is the largest of all tables, and `size`
    /// the size of the file. Fails if the engines have no room for such an answer, or if
    /// the file would not be read again.
    fn header(&self, most: usize, size: u64) -> Result<[u8; HEADER]> {
        if size > FILE_BYTES {
            let expected = format!("a file of at most {FILE_BYTES} bytes");
            let problem = Problem::mismatch(expected, size.to_string());
            return Err(Error::input("", problem.of("a word map")));
        }
        if most > MOST_ANSWER {
            let expected = format!("at most {MOST_ANSWER} bytes of words for a rack with 2 blanks");
            let problem = Problem::mismatch(expected, most.to_string());
            return Err(Error::input("", problem.of("a word map")));
        }
        let [a, b, c, d] = (most as u32).to_le_bytes();
        Ok([VERSION, (self.lengths.len() - 1) as u8, a, b, c, d])
    }

    /// Makes the table of a length and a number of blanks. It is empty if there are no
    /// words.
    fn part(&self, length: usize, blanks: usize) -> Part {
        let racks = &self.lengths[length];
        let count = |of: u32| racks.range(of).len() as u32;
        let (values, after) = match blanks {
            0 => self.values(length),
            _ => Default::default(),
        };
        let table = Table::new(&racks.keys, blanks, count, |rack| {
            let value = values.get(rack.of as usize).copied();
            value.unwrap_or_else(|| value_of(rack.letters, 0))
        });
        Part {
            most: table.most_words as usize * length,
            table,
            after,
        }
    }

    /// The values of racks without blanks, and the words that don't fit in, with their
    /// number before them.
    fn values(&self, length: usize) -> (Vec<[u8; VALUE]>, Vec<u8>) {
        let racks = &self.lengths[length];
        let mut tiles: Vec<Tile> = Vec::new();
        let values = (0..racks.keys.len() as u32).map(|of| {
            let numbers = racks.numbers[racks.range(of)].iter();
            let words = numbers.map(|&number| self.words.get(number as usize));
            if words.len() > most_inline(length) {
                let value = value_of(tiles.len() as u32, words.len() as u32);
                tiles.extend(words.flatten());
                return value;
            }
            let mut value = [0; VALUE];
            for (place, word) in value.chunks_exact_mut(length).zip(words) {
                place.copy_from_slice(word);
            }
            value
        });
        let values = values.collect();
        let outside = (tiles.len() / length) as u32;
        (values, [&outside.to_le_bytes(), &tiles[..]].concat())
    }
}

impl WordRacks {
    /// Brings equal racks together. Their words stay in order.
    fn new(mut racks: Vec<(RackKey, u32)>) -> WordRacks {
        racks.sort_unstable();
        let (mut keys, mut firsts) = (Vec::new(), Vec::new());
        for (&(key, _), i) in racks.iter().zip(0..) {
            if keys.last() != Some(&key) {
                keys.push(key);
                firsts.push(i);
            }
        }
        firsts.push(racks.len() as u32);
        WordRacks {
            keys,
            firsts,
            numbers: racks.into_iter().map(|(_, number)| number).collect(),
        }
    }

    /// Where the words of a rack are.
    fn range(&self, of: u32) -> Range<usize> {
        self.firsts[of as usize] as usize..self.firsts[of as usize + 1] as usize
    }
}

/// A value that is two numbers, behind 8 bytes of 0.
fn value_of(first: u32, second: u32) -> [u8; VALUE] {
    let mut value = [0; VALUE];
    value[8..12].copy_from_slice(&first.to_le_bytes());
    value[12..].copy_from_slice(&second.to_le_bytes());
    value
}

/// Refuses a ruleset that a word map can't be of.
fn check_ruleset(ruleset: &Ruleset) -> Result<()> {
    let most = usize::from(RackKey::MAX_TILE);
    let fault = |expected: String, found: String| {
        let problem =
            Problem::mismatch(expected, format!("{found} in ruleset `{}`", ruleset.name()));
        Err(Error::input("", problem.of("a word map")))
    };
    let letters = ruleset.alphabet().len();
    if letters > most {
        return fault(format!("at most {most} letters"), letters.to_string());
    }
    match ruleset.count(0) {
        0..=2 => Ok(()),
        blanks => fault("at most 2 blanks".to_string(), blanks.to_string()),
    }
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
