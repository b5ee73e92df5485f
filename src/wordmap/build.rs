//! Builds word maps from words.

use crate::error::{Error, Result, brief, grouped};
use crate::lexicon::Words;
use crate::limits::{FILE_BYTES, MAP_RACKS};
use crate::parallel::{taken_elsewhere, work_off};
use crate::ruleset::Ruleset;
use crate::wordmap::divide::room_for;
use crate::wordmap::form::{HEADER, MOST_ANSWER, SHORTEST, VERSION};
use crate::wordmap::key::RackKey;
use crate::wordmap::plan::{Done, Part, Plan, Task};
use crate::wordmap::pool::Pool;
use crate::wordmap::section::{Section, rack_counts};
use crate::wordmap::table::{CHUNK_ROOM, Entry};
use std::io::{self, Cursor, Seek, SeekFrom, Write};
use std::path::Path;
use std::sync::Arc;

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
    // Writing to memory can't fail.
    written.map_err(|e| Error::io(Path::new(""), "can't write", e))??;
    Ok(bytes.into_inner())
}

/// Builds a word map and writes it to a file at the same time. Only tables not yet
/// written are in memory. Returns its size. The header is written last, at the
/// beginning.
///
/// The inner error is one of the map, the outer error one of the file.
pub fn build_to(
    words: &Words,
    ruleset: &Ruleset,
    mut out: impl Write + Seek + Send,
) -> io::Result<Result<u64>> {
    let builder = match WordMapBuilder::new(words, ruleset) {
        Ok(builder) => builder,
        Err(error) => return Ok(Err(error)),
    };
    let mut most = 0;
    out.write_all(&[0; HEADER])?;
    taken_elsewhere(
        |give| {
            let plan = Plan::new(builder.lengths.len(), give);
            work_off(plan, |task| builder.run(task));
        },
        |part: Part<'_>| {
            most = most.max(part.most());
            part.write(&mut out)
        },
    )?;
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
    /// Working memory for racks with no, one and two blanks.
    racks: [Pool<u64>; 3],
    /// Working memory for the entries of tables.
    entries: Pool<Entry>,
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
            racks: most_racks(&counts).map(|most| Pool::new(room_for(most))),
            entries: Pool::new(CHUNK_ROOM),
        })
    }

    /// Runs a task of the plan.
    fn run<'s>(&'s self, task: Task<'s>) -> Done<'s> {
        match task {
            Task::Prepare(length) => {
                let numbers = &self.lengths[length];
                let section = Section::new(self.words, length, numbers, &self.racks);
                let buckets = [0, 1, 2].map(|blanks| section.guess_buckets(blanks, &self.entries));
                Done::Prepared(Arc::new(section), buckets)
            }
            Task::Fill(fill) => {
                let chunk = fill.run(&self.entries);
                Done::Filled(fill, chunk)
            }
        }
    }

    /// Builds the bytes before the first table. `most` is the largest answer of all
    /// tables, and `size` the size of the file. Fails if the engines have no room for
    /// such an answer, or if the file would be too large to read.
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
}

/// The most racks that the words of one length can give with no, one and two blanks,
/// from the number of words of each length. All letters of a word may differ.
fn most_racks(counts: &[u64]) -> [usize; 3] {
    let most = |racks: fn(u64) -> u64| {
        let of_lengths = (0..)
            .zip(counts)
            .map(|(length, count)| count * racks(length));
        of_lengths.max().unwrap_or(0).min(MAP_RACKS) as usize
    };
    [|_| 1, |length| length, |length| length * (length + 1) / 2].map(most)
}

/// Creates an error for a word map.
fn fault(expected: String, found: String) -> Error {
    Error::mismatch("", expected, found).of_part("a word map")
}

/// Refuses a ruleset that the format can't represent.
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
    // Most lists are far below all limits, which shows without computing their racks.
    let lengths = || (0..).zip(counts).filter(|&(_, &count)| count > 0);
    let held = SHORTEST as u64..=board.min(RackKey::MAX_COUNT) as u64;
    let fits = lengths().all(|(length, _)| held.contains(&length));
    let racks = lengths().map(|(length, count)| count * (length * (length + 1) / 2));
    let known = words.tiles().iter().max() <= Some(&RackKey::MAX_TILE);
    if fits && known && racks.sum::<u64>() <= MAP_RACKS {
        return Ok(());
    }
    let mut racks = 0;
    for word in words.iter() {
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
