//! Reads word maps with full validation.

use crate::error::Error;
use crate::graph::GraphFault;
use crate::lexicon::{WordCollector, Words};
use crate::parallel;
use crate::tiles::Tile;
use crate::wordmap::blanks::check_blanks;
use crate::wordmap::form::most_inline;
use crate::wordmap::key::RackKey;
use crate::wordmap::parts::{Parts, SectionParts};

/// The size below which a file is not worth a second thread.
const SMALL: usize = 1 << 16;

/// A fully validated word map.
pub struct WordMap<'b> {
    parts: Parts<'b>,
}

impl<'b> WordMap<'b> {
    /// Reads a word map. `letters` is the size of the alphabet.
    ///
    /// Checks the buckets and their order, the racks, the words of each rack, the racks
    /// with blanks against the words, and the size of the largest answer. The words of
    /// a rack may be in any order: engines don't depend on it, and other programs keep
    /// the order of their list.
    pub fn from_bytes(bytes: &'b [u8], letters: usize) -> Result<WordMap<'b>, GraphFault> {
        let parts = Parts::split(bytes)?;
        let check = |section| check(section, letters);
        let checked: Vec<Result<u64, GraphFault>> = match bytes.len() < SMALL {
            true => parts.sections.iter().map(check).collect(),
            false => parallel::map(&parts.sections, check),
        };
        let mut most = 0;
        for section in checked {
            most = most.max(section?);
        }
        if most != u64::from(parts.most) {
            let expected = format!("{most} bytes of words for some rack with 2 blanks");
            return Err(
                GraphFault::mismatch(expected, parts.most.to_string()).of("the largest answer")
            );
        }
        Ok(WordMap { parts })
    }

    /// The length of the longest words that the map can hold: the board's side.
    pub fn longest(&self) -> usize {
        let last = self.parts.sections.last();
        last.map_or(0, |section| section.length)
    }

    /// The size of the largest answer to a rack with two blanks, in bytes.
    pub fn largest_answer(&self) -> usize {
        self.parts.most as usize
    }

    /// The number of racks without a blank, with one and with two.
    pub fn racks(&self) -> [u64; 3] {
        let mut racks = [0; 3];
        for section in &self.parts.sections {
            for (sum, table) in racks.iter_mut().zip(section.tables()) {
                *sum += table.entries.len() as u64;
            }
        }
        racks
    }

    /// All words.
    pub fn words(&self) -> Result<Words, Error> {
        let mut collector = WordCollector::default();
        for section in &self.parts.sections {
            for entry in 0..section.words.entries.len() {
                for word in section.words_of(entry) {
                    collector.push(word)?;
                }
            }
        }
        Ok(collector.finish().0)
    }

    /// The words that use exactly the tiles of a rack, up to two of which may be
    /// blanks.
    pub fn look_up(&self, rack: &[Tile]) -> Vec<&'b [Tile]> {
        let mut found = Vec::new();
        let mut sections = self.parts.sections.iter();
        let section = sections.find(|section| section.length == rack.len());
        if let Some((section, key)) = section.zip(RackKey::of(rack)) {
            match key.count(0) {
                0 => found.extend(words_of_key(section, key)),
                1 => one_blank(section, key, 1, &mut found),
                2 => {
                    for letter in letters_of(section, key) {
                        one_blank(section, key.unblanked(letter), letter, &mut found);
                    }
                }
                _ => (),
            }
        }
        found
    }
}

/// Finds the words of a rack with one blank, which stands for a letter from `from` on.
fn one_blank<'b>(
    section: &SectionParts<'b>,
    key: RackKey,
    from: Tile,
    found: &mut Vec<&'b [Tile]>,
) {
    for letter in letters_of(section, key).filter(|&letter| letter >= from) {
        found.extend(words_of_key(section, key.unblanked(letter)));
    }
}

/// The letters that a blank of a rack may stand for; with two blanks, the lower letter.
fn letters_of(section: &SectionParts<'_>, key: RackKey) -> impl Iterator<Item = Tile> {
    let table = &section.blanks[key.count(0).clamp(1, 2) - 1];
    let letters = table.find(key).map_or(0, |entry| table.numbers(entry).0);
    (1..=RackKey::MAX_TILE).filter(move |letter| letters >> letter & 1 == 1)
}

fn words_of_key<'b>(
    section: &SectionParts<'b>,
    key: RackKey,
) -> impl Iterator<Item = &'b [Tile]> + use<'b> {
    let found = section.words.find(key);
    let words = found.map(|entry| section.words_of(entry));
    words.into_iter().flatten()
}

/// Checks the tables of a length. Returns the size of the largest answer in bytes.
fn check(section: &SectionParts<'_>, letters: usize) -> Result<u64, GraphFault> {
    for table in section.tables() {
        table.check(section.length, letters)?;
    }
    check_words(section)?;
    check_blanks(section)
}

/// Checks the words of each rack, and that words outside the table follow each other
/// without gaps in the order of their racks.
fn check_words(section: &SectionParts<'_>) -> Result<(), GraphFault> {
    let table = &section.words;
    let mut outside: Vec<(RackKey, u32)> = Vec::new();
    for entry in 0..table.entries.len() {
        let value = table.value(entry);
        if value[0] != 0 {
            let words = section.inline_words(value);
            let used = words.len() * section.length;
            check_words_of(section, entry, words.collect())?;
            if value[used..].iter().any(|&byte| byte != 0) {
                return Err(table.fault(entry, "0 after its words", "other bytes"));
            }
        } else {
            if value[..8] != [0; 8] {
                return Err(table.fault(entry, "8 bytes of 0 before a place", "others"));
            }
            outside.push((table.key(entry), entry as u32));
        }
    }
    outside.sort_unstable();
    let mut end = 0;
    for &(_, entry) in &outside {
        let entry = entry as usize;
        let (offset, count) = table.numbers(entry);
        let (offset, count) = (offset as usize, count as usize);
        let fewest = most_inline(section.length) + 1;
        if count < fewest {
            let expected = format!("{fewest} or more words outside the table");
            return Err(table.fault(entry, expected, count));
        }
        if offset != end {
            return Err(table.fault(entry, format!("words at byte {end}"), offset));
        }
        let size = count.checked_mul(section.length);
        let words = size.and_then(|size| section.tiles[offset..].get(..size));
        let Some(words) = words else {
            let room = (section.tiles.len() - offset) / section.length;
            return Err(table.fault(entry, format!("at most {room} words"), count));
        };
        end += words.len();
        let words = words.chunks_exact(section.length);
        check_words_of(section, entry, words.collect())?;
    }
    match section.tiles.len() - end {
        0 => Ok(()),
        more => {
            let found = format!("{more} bytes in none");
            Err(GraphFault::mismatch("each word in some rack", found).of(&table.name))
        }
    }
}

/// Checks that the words of an entry are all different and consist of its tiles.
fn check_words_of(
    section: &SectionParts<'_>,
    entry: usize,
    mut words: Vec<&[Tile]>,
) -> Result<(), GraphFault> {
    let table = &section.words;
    let key = table.key(entry);
    for &word in &words {
        if RackKey::of(word) != Some(key) {
            let found = format!("a word of the tiles {word:?}");
            return Err(table.fault(entry, "words of its rack", found));
        }
    }
    if !words.is_sorted_by(|a, b| a < b) {
        words.sort_unstable();
        if words.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(table.fault(entry, "each word once", "one twice"));
        }
    }
    Ok(())
}
