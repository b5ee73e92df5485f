//! Makes word maps from words.

use crate::error::{Error, Problem, Result, grouped};
use crate::lexicon::Words;
use crate::limits::MAP_RACKS;
use crate::parallel::in_order;
use crate::parallel::prelude::*;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;
use crate::wordmap::form::{HEADER, MOST_ANSWER, SHORTEST, VALUE, VERSION, most_inline};
use crate::wordmap::key::RackKey;
use crate::wordmap::table::{Table, rack_count};
use std::io::{self, Seek, SeekFrom, Write};
use std::ops::RangeInclusive;

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
    let builder = WordMapBuilder::new(words, ruleset)?;
    let sections = builder.lengths().into_par_iter();
    let sections: Vec<Section> = sections.map(|length| builder.section(length)).collect();
    let size: usize = sections.iter().map(|section| section.bytes.len()).sum();
    let mut most = 0;
    let mut bytes = Vec::with_capacity(HEADER + size);
    bytes.extend([0; HEADER]);
    for section in sections {
        most = most.max(section.most);
        bytes.extend(section.bytes);
    }
    bytes[..HEADER].copy_from_slice(&builder.header(most)?);
    Ok(bytes)
}

/// Builds a word map and writes it to a file while it is made, so that little of it is
/// in memory. Returns its size. The header is written last, in front.
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
    let (first, last) = builder.lengths().into_inner();
    let (mut most, mut size) = (0, HEADER as u64);
    out.write_all(&[0; HEADER])?;
    let make = |i: usize| builder.section(first + i);
    in_order(last + 1 - first, make, |section: Section| {
        most = most.max(section.most);
        size += section.bytes.len() as u64;
        out.write_all(&section.bytes)
    })?;
    let header = match builder.header(most) {
        Ok(header) => header,
        Err(error) => return Ok(Err(error)),
    };
    out.seek(SeekFrom::Start(0))?;
    out.write_all(&header)?;
    Ok(Ok(size))
}

/// Builds a word map section by section. A section has the words of one length.
struct WordMapBuilder<'w> {
    words: &'w Words,
    /// The racks of the words, with the words' numbers, for each length.
    racks: Vec<Vec<(RackKey, u32)>>,
}

/// What a word map has for the words of one length.
struct Section {
    /// The bytes in the file.
    bytes: Vec<u8>,
    /// The bytes of the largest answer to a rack with two blanks.
    most: usize,
}

impl<'w> WordMapBuilder<'w> {
    /// Sorts words by length. Fails if the format can't hold the ruleset or one of
    /// the words.
    fn new(words: &'w Words, ruleset: &Ruleset) -> Result<WordMapBuilder<'w>> {
        check_ruleset(ruleset)?;
        let board = usize::from(ruleset.board().longer_side());
        let mut racks = vec![Vec::new(); board + 1];
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
            racks[word.len()].push((key, number));
        }
        if count > MAP_RACKS {
            let expected = format!("words with at most {} racks", grouped(MAP_RACKS));
            let problem = Problem::mismatch(expected, grouped(count));
            return Err(Error::input("", problem.of("a word map")));
        }
        Ok(WordMapBuilder { words, racks })
    }

    /// The lengths that have a section, in the order of the file.
    fn lengths(&self) -> RangeInclusive<usize> {
        SHORTEST..=self.racks.len() - 1
    }

    /// The bytes before the first section. `most` is the largest of all sections.
    /// Fails if it is more than the engines have room for.
    fn header(&self, most: usize) -> Result<[u8; HEADER]> {
        if most > MOST_ANSWER {
            let expected = format!("at most {MOST_ANSWER} bytes of words for a rack with 2 blanks");
            let problem = Problem::mismatch(expected, most.to_string());
            return Err(Error::input("", problem.of("a word map")));
        }
        let [a, b, c, d] = (most as u32).to_le_bytes();
        Ok([VERSION, (self.racks.len() - 1) as u8, a, b, c, d])
    }

    /// Makes the section of a length. One without words has empty tables.
    fn section(&self, length: usize) -> Section {
        let mut racks = self.racks.get(length).cloned().unwrap_or_default();
        // The words of a rack stay in order.
        racks.sort_unstable();
        let mut keys = Vec::new();
        let mut firsts: Vec<u32> = Vec::new();
        for (&(key, _), i) in racks.iter().zip(0..) {
            if keys.last() != Some(&key) {
                keys.push(key);
                firsts.push(i);
            }
        }
        firsts.push(racks.len() as u32);
        let words_of = |of: u32| {
            let range = firsts[of as usize] as usize..firsts[of as usize + 1] as usize;
            racks[range]
                .iter()
                .map(|&(_, number)| self.words.get(number as usize))
        };
        let count_of = |of: u32| words_of(of).len() as u64;
        let (values, tiles) = values(length, (0..keys.len() as u32).map(words_of));
        let mut bytes = Vec::new();
        let table = Table::new(&keys, 0, count_of);
        bytes.reserve(table.size());
        table.write(|rack| values[rack.of as usize], &mut bytes);
        let outside = tiles.len().checked_div(length).unwrap_or(0);
        bytes.extend((outside as u32).to_le_bytes());
        bytes.extend(tiles);
        let mut most_words = 0;
        for blanks in [1, 2] {
            let table = Table::new(&keys, blanks, count_of);
            most_words = table.most_words;
            bytes.reserve_exact(table.size());
            table.write(|rack| value_of(rack.letters, 0), &mut bytes);
        }
        Section {
            bytes,
            most: most_words as usize * length,
        }
    }
}

/// The values of racks without blanks, and the tiles of the words that don't fit in.
fn values<'w>(
    length: usize,
    racks: impl Iterator<Item = impl ExactSizeIterator<Item = &'w [Tile]>>,
) -> (Vec<[u8; VALUE]>, Vec<Tile>) {
    let mut tiles: Vec<Tile> = Vec::new();
    let values = racks.map(|words| {
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
    (values, tiles)
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
