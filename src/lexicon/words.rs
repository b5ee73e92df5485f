//! Sets of words as tiles, in one block of memory.

use crate::error::{Error, Result};
use crate::limits::WORD_TILES;
use crate::parallel::prelude::*;
use crate::tiles::Tile;
use std::cmp::Ordering;
use std::ops::Range;

/// A set of words, sorted by tile, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    tiles: Vec<Tile>,
    /// Where each word ends in `tiles`; it begins where the one before ends.
    ends: Vec<u32>,
}

impl Words {
    /// Sorts words and drops those that occur more than once.
    ///
    /// ```
    /// use wordmill::lexicon::Words;
    /// let words = Words::from_unsorted([&[2, 1][..], &[1], &[2, 1]])?;
    /// assert_eq!(words.iter().collect::<Vec<_>>(), [&[1][..], &[2, 1]]);
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn from_unsorted<'a>(words: impl IntoIterator<Item = &'a [Tile]>) -> Result<Words> {
        let mut collector = WordCollector::default();
        for word in words {
            collector.push(word)?;
        }
        Ok(collector.finish().0)
    }

    /// Adds a word that sorts after all others.
    #[inline]
    pub(crate) fn append(&mut self, word: &[Tile]) -> Result<()> {
        debug_assert!(self.is_empty() || self.get(self.len() - 1) < word);
        self.tiles.extend_from_slice(word);
        self.ends.push(end_of(&self.tiles)?);
        Ok(())
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// All words' tiles, one word after the other.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// Where word `i` stands in [`Words::tiles`].
    ///
    /// # Panics
    /// If there is no such word.
    pub fn range(&self, i: usize) -> Range<usize> {
        range(&self.ends, i)
    }

    /// The length of a prefix that ends at a place in [`Words::tiles`].
    pub(crate) fn length_up_to(&self, end: usize) -> usize {
        let i = self.ends.partition_point(|&e| (e as usize) < end);
        end - self.range(i).start
    }

    /// Word `i` in sorted order.
    ///
    /// # Panics
    /// If there is no such word.
    pub fn get(&self, i: usize) -> &[Tile] {
        &self.tiles[self.range(i)]
    }

    /// The words in sorted order.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[Tile]> {
        (0..self.len()).map(|i| self.get(i))
    }

    /// Whether a word is among them.
    pub fn contains(&self, word: &[Tile]) -> bool {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(word) {
                std::cmp::Ordering::Less => low = middle + 1,
                std::cmp::Ordering::Greater => high = middle,
                std::cmp::Ordering::Equal => return true,
            }
        }
        false
    }

    /// The length of each word, in sorted order.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = usize> {
        let mut start = 0;
        let length = move |&end: &u32| (end - std::mem::replace(&mut start, end)) as usize;
        self.ends.iter().map(length)
    }

    /// How many words there are of each length; index 0 is always 0.
    pub fn by_length(&self) -> Vec<u64> {
        let mut counts = vec![0];
        for length in self.lengths() {
            if length >= counts.len() {
                counts.resize(length + 1, 0);
            }
            counts[length] += 1;
        }
        counts
    }

    /// The words that are not in `other`, and how many of `other` were found.
    pub fn without(&self, other: &Words) -> (Words, usize) {
        let mut rest = Words::default();
        let mut found = 0;
        let mut others = other.iter().peekable();
        for word in self.iter() {
            while others.next_if(|o| *o < word).is_some() {}
            if others.next_if(|o| *o == word).is_some() {
                found += 1;
            } else {
                rest.tiles.extend_from_slice(word);
                rest.ends.push(rest.tiles.len() as u32);
            }
        }
        (rest, found)
    }

    /// The alphagrams: each word's tiles sorted, and the set of those.
    pub fn alphagrams(&self) -> Words {
        let mut collector = WordCollector {
            tiles: self.tiles.clone(),
            ends: self.ends.clone(),
            rising: false,
        };
        for i in 0..self.len() {
            collector.tiles[self.range(i)].sort_unstable();
        }
        collector.finish().0
    }
}

/// Where a word ends that was just added.
#[inline]
fn end_of(tiles: &[Tile]) -> Result<u32> {
    end_at(tiles.len())
}

#[inline]
fn end_at(tiles: usize) -> Result<u32> {
    match tiles as u64 <= WORD_TILES {
        true => Ok(tiles as u32),
        false => Err(Error::input(
            "",
            format!("expected words of at most {WORD_TILES} tiles in all, found more"),
        )),
    }
}

fn range(ends: &[u32], i: usize) -> Range<usize> {
    let start = if i == 0 { 0 } else { ends[i - 1] as usize };
    start..ends[i] as usize
}

/// Gathers words in any order until they are sorted.
#[derive(Debug)]
pub struct WordCollector {
    tiles: Vec<Tile>,
    ends: Vec<u32>,
    /// Whether each word sorts after the one before.
    rising: bool,
}

impl Default for WordCollector {
    fn default() -> Self {
        WordCollector {
            tiles: Vec::new(),
            ends: Vec::new(),
            rising: true,
        }
    }
}

impl WordCollector {
    /// A collector with room for so many tiles.
    pub(crate) fn with_capacity(tiles: usize) -> WordCollector {
        WordCollector {
            tiles: Vec::with_capacity(tiles),
            ..WordCollector::default()
        }
    }

    /// Adds a word; it may be there already.
    pub fn push(&mut self, word: &[Tile]) -> Result<()> {
        self.tiles.extend_from_slice(word);
        self.end_word()?;
        Ok(())
    }

    /// Adds a word that `write` appends to the tiles, and says how the word
    /// before compares with it. If it fails, nothing is added.
    #[inline]
    pub(crate) fn push_with<E>(
        &mut self,
        write: impl FnOnce(&mut Vec<Tile>) -> Result<(), E>,
    ) -> Result<Result<Ordering, E>> {
        let before = self.tiles.len();
        match write(&mut self.tiles) {
            Ok(()) => Ok(Ok(self.end_word()?)),
            Err(e) => {
                self.tiles.truncate(before);
                Ok(Err(e))
            }
        }
    }

    #[inline]
    fn end_word(&mut self) -> Result<Ordering> {
        self.ends.push(end_of(&self.tiles)?);
        Ok(self.compare_with_before(self.len() - 1))
    }

    /// How the word before word `i` compares with it.
    #[inline]
    fn compare_with_before(&mut self, i: usize) -> Ordering {
        let order = match i {
            0 => Ordering::Less,
            _ => self.get(i - 1).cmp(self.get(i)),
        };
        self.rising &= order == Ordering::Less;
        order
    }

    /// Adds the words of another collector, and says how the last one before
    /// them compares with the first.
    pub(crate) fn append(&mut self, other: WordCollector) -> Result<Ordering> {
        if self.is_empty() {
            *self = other;
            return Ok(Ordering::Less);
        }
        if other.is_empty() {
            return Ok(Ordering::Less);
        }
        let (words, tiles) = (self.len(), self.tiles.len());
        self.tiles.extend_from_slice(&other.tiles);
        end_of(&self.tiles)?;
        let ends = other.ends.iter().map(|end| tiles as u32 + end);
        self.ends.extend(ends);
        self.rising &= other.rising;
        Ok(self.compare_with_before(words))
    }

    /// The number of words so far, repeated ones included.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no words yet.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Word `i` in the order of adding.
    #[inline]
    fn get(&self, i: usize) -> &[Tile] {
        &self.tiles[range(&self.ends, i)]
    }

    /// The set of the words, and how many were there already.
    pub fn finish(self) -> (Words, u64) {
        // Most lists are sorted: then nothing has to move.
        if self.rising {
            let words = Words {
                tiles: self.tiles,
                ends: self.ends,
            };
            return (words, 0);
        }
        // The first tiles as one number decide nearly all comparisons.
        let key = |word: &[Tile]| {
            let mut first = [0; 8];
            let length = word.len().min(8);
            first[..length].copy_from_slice(&word[..length]);
            u64::from_be_bytes(first)
        };
        let numbers = 0..self.len() as u32;
        let mut order: Vec<(u64, u32)> = numbers.map(|i| (key(self.get(i as usize)), i)).collect();
        order.par_sort_unstable_by(|a, b| {
            let word = |i: u32| self.get(i as usize);
            a.0.cmp(&b.0).then_with(|| word(a.1).cmp(word(b.1)))
        });
        let mut words = Words {
            tiles: Vec::with_capacity(self.tiles.len()),
            ends: Vec::with_capacity(self.len()),
        };
        let mut last: Option<&[Tile]> = None;
        for (_, i) in order {
            let word = self.get(i as usize);
            if last != Some(word) {
                words.tiles.extend_from_slice(word);
                words.ends.push(words.tiles.len() as u32);
            }
            last = Some(word);
        }
        let repeated = (self.len() - words.len()) as u64;
        (words, repeated)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(list: &[&[Tile]]) -> Words {
        Words::from_unsorted(list.iter().copied()).unwrap()
    }

    #[test]
    fn sorting_drops_repeated_words() {
        let mut collector = WordCollector::default();
        for word in [&[3, 1][..], &[1], &[3], &[1], &[3, 1], &[1, 2]] {
            collector.push(word).unwrap();
        }
        let (set, repeated) = collector.finish();
        assert_eq!(
            set.iter().collect::<Vec<_>>(),
            [&[1][..], &[1, 2], &[3], &[3, 1]]
        );
        assert_eq!(repeated, 2);
        assert!(set.contains(&[1, 2]) && !set.contains(&[2]));
        assert_eq!(set.by_length(), [0, 2, 2]);
    }

    #[test]
    fn too_many_words_are_refused() {
        assert_eq!(end_at(1 << 28), Ok(1 << 28));
        assert_eq!(
            end_at((1 << 28) + 1).unwrap_err().to_string(),
            "expected words of at most 268435456 tiles in all, found more"
        );
    }

    #[test]
    fn difference_counts_what_it_took_away() {
        let (rest, found) =
            words(&[&[1], &[2], &[2, 1], &[3]]).without(&words(&[&[0], &[2], &[3], &[4]]));
        assert_eq!(rest, words(&[&[1], &[2, 1]]));
        assert_eq!(found, 2);
    }

    #[test]
    fn alphagrams_are_a_set() {
        assert_eq!(
            words(&[&[1, 2], &[2, 1], &[3, 1]]).alphagrams(),
            words(&[&[1, 2], &[1, 3]])
        );
    }
}
