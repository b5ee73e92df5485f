//! Sets of words as tiles, in two blocks of memory.

use crate::error::{Error, Result};
use crate::limits::WORD_TILES;
use crate::parallel;
use crate::tiles::Tile;
use std::cmp::Ordering;
use std::ops::Range;

/// A set of words, sorted by tile.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Words {
    tiles: Vec<Tile>,
    /// The end of each word in `tiles`. A word begins where the one before ends.
    ends: Vec<u32>,
}

impl Words {
    /// Sorts words and drops repeated ones. Fails if the words together have more tiles
    /// than [`WORD_TILES`].
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
        end_at(self.tiles.len() + word.len())?;
        self.append_known(word);
        Ok(())
    }

    /// Adds a word that sorts after all others and comes from an existing set.
    fn append_known(&mut self, word: &[Tile]) {
        self.tiles.extend_from_slice(word);
        self.ends.push(self.tiles.len() as u32);
    }

    /// The number of words.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are no words.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// The tiles of all words, one word after the other.
    pub fn tiles(&self) -> &[Tile] {
        &self.tiles
    }

    /// The range of word `i` in [`Words::tiles`].
    ///
    /// # Panics
    /// If there is no such word.
    #[inline]
    pub fn range(&self, i: usize) -> Range<usize> {
        let start = if i == 0 { 0 } else { self.ends[i - 1] as usize };
        start..self.ends[i] as usize
    }

    /// The length of the prefix of a word that ends at an index of [`Words::tiles`].
    pub(crate) fn length_up_to(&self, end: usize) -> usize {
        let i = self.ends.partition_point(|&e| (e as usize) < end);
        end - self.range(i).start
    }

    /// Word `i` in sorted order.
    ///
    /// # Panics
    /// If there is no such word.
    #[inline]
    pub fn get(&self, i: usize) -> &[Tile] {
        &self.tiles[self.range(i)]
    }

    /// The words in sorted order.
    pub fn iter(&self) -> WordsIter<'_> {
        WordsIter {
            words: self,
            left: 0..self.len(),
        }
    }

    /// Whether the set has a word.
    pub fn contains(&self, word: &[Tile]) -> bool {
        self.position(word).is_some()
    }

    /// The index of a word in sorted order, from 0; `None` if the set lacks it.
    pub fn position(&self, word: &[Tile]) -> Option<usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            match self.get(middle).cmp(word) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Some(middle),
            }
        }
        None
    }

    /// The length of each word, in sorted order.
    pub(crate) fn lengths(&self) -> impl Iterator<Item = usize> {
        let mut start = 0;
        let lengths = self.ends.iter();
        lengths.map(move |&end| (end - std::mem::replace(&mut start, end)) as usize)
    }

    /// The number of words of each length; index 0 is always 0.
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

    /// Returns the words that are not in `other`, and the number of words removed.
    pub fn without(&self, other: &Words) -> (Words, usize) {
        let mut rest = Words::default();
        let mut others = other.iter().peekable();
        for word in self.iter() {
            while others.next_if(|other| *other < word).is_some() {}
            if others.peek() != Some(&word) {
                rest.append_known(word);
            }
        }
        let found = self.len() - rest.len();
        (rest, found)
    }

    /// The set of the words' alphagrams: the tiles of each word, sorted.
    pub fn alphagrams(&self) -> Words {
        let mut collector = WordCollector {
            words: self.clone(),
            rising: false,
        };
        for i in 0..self.len() {
            collector.words.tiles[self.range(i)].sort_unstable();
        }
        collector.finish().0
    }
}

/// Iterates over the words of a set in sorted order.
#[derive(Clone, Debug)]
pub struct WordsIter<'w> {
    words: &'w Words,
    left: Range<usize>,
}

impl<'w> Iterator for WordsIter<'w> {
    type Item = &'w [Tile];

    #[inline]
    fn next(&mut self) -> Option<&'w [Tile]> {
        self.left.next().map(|i| self.words.get(i))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.left.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<&'w [Tile]> {
        self.left.nth(n).map(|i| self.words.get(i))
    }
}

impl ExactSizeIterator for WordsIter<'_> {}

impl<'w> IntoIterator for &'w Words {
    type Item = &'w [Tile];
    type IntoIter = WordsIter<'w>;

    fn into_iter(self) -> WordsIter<'w> {
        self.iter()
    }
}

/// Checks the total number of tiles against the limit.
#[inline]
fn end_at(tiles: usize) -> Result<u32> {
    match tiles as u64 <= WORD_TILES {
        true => Ok(tiles as u32),
        false => Err(too_many()),
    }
}

#[cold]
fn too_many() -> Error {
    let expected = format!("words of at most {WORD_TILES} tiles in all");
    Error::mismatch("", expected, "more")
}

/// The most tiles of a short word.
const SHORT: usize = 32;

/// A short word: its tiles, then zeros. No word contains tile 0, so these sort like the
/// words.
pub(crate) type ShortWord = [Tile; SHORT];

/// Collects words in any order and sorts them.
#[derive(Debug)]
pub struct WordCollector {
    /// The words in input order; a set only if they are rising.
    words: Words,
    /// Whether each word sorts after the one before.
    rising: bool,
}

impl Default for WordCollector {
    fn default() -> Self {
        WordCollector::with_capacity(0)
    }
}

impl WordCollector {
    /// Creates a collector with room for `tiles` tiles.
    pub(crate) fn with_capacity(tiles: usize) -> WordCollector {
        WordCollector {
            words: Words {
                tiles: Vec::with_capacity(tiles + SHORT),
                ends: Vec::new(),
            },
            rising: true,
        }
    }

    /// Adds a word, which may be a repeated one.
    pub fn push(&mut self, word: &[Tile]) -> Result<()> {
        self.words.tiles.extend_from_slice(word);
        self.end_word()?;
        Ok(())
    }

    /// Adds a word that `write` appends to the tiles, and compares the word before it
    /// with it. Adds nothing if `write` fails.
    pub(crate) fn push_with<E>(
        &mut self,
        write: impl FnOnce(&mut Vec<Tile>) -> Result<(), E>,
    ) -> Result<Result<Ordering, E>> {
        let before = self.words.tiles.len();
        match write(&mut self.words.tiles) {
            Ok(()) => Ok(Ok(self.end_word()?)),
            Err(e) => {
                self.words.tiles.truncate(before);
                Ok(Err(e))
            }
        }
    }

    /// Adds a short word of `length` tiles, and compares the word before it with it.
    /// `before` is that word if it is short and known.
    #[inline]
    pub(crate) fn push_short(
        &mut self,
        word: &ShortWord,
        length: usize,
        before: Option<&ShortWord>,
    ) -> Result<Ordering> {
        let end = self.words.tiles.len() + length;
        // Copying a fixed number of tiles is faster.
        self.words.tiles.extend_from_slice(word);
        self.words.tiles.truncate(end);
        let Some(before) = before else {
            return self.end_word();
        };
        self.words.ends.push(end_at(end)?);
        let order = before.cmp(word);
        self.rising &= order == Ordering::Less;
        Ok(order)
    }

    fn end_word(&mut self) -> Result<Ordering> {
        self.words.ends.push(end_at(self.words.tiles.len())?);
        Ok(self.compare_with_before(self.len() - 1))
    }

    /// Compares the word before word `i` with word `i`.
    fn compare_with_before(&mut self, i: usize) -> Ordering {
        let order = match i {
            0 => Ordering::Less,
            _ => self.words.get(i - 1).cmp(self.words.get(i)),
        };
        self.rising &= order == Ordering::Less;
        order
    }

    /// Adds the words of another collector, and compares the last word before them with
    /// the first of them.
    pub(crate) fn append(&mut self, other: WordCollector) -> Result<Ordering> {
        if self.is_empty() {
            *self = other;
            return Ok(Ordering::Less);
        }
        if other.is_empty() {
            return Ok(Ordering::Less);
        }
        let (words, tiles) = (self.len(), self.words.tiles.len());
        self.words.tiles.extend_from_slice(&other.words.tiles);
        end_at(self.words.tiles.len())?;
        let ends = other.words.ends.iter().map(|end| tiles as u32 + end);
        self.words.ends.extend(ends);
        self.rising &= other.rising;
        Ok(self.compare_with_before(words))
    }

    /// The total number of tiles so far.
    #[cfg(feature = "recipe")]
    pub(crate) fn tiles(&self) -> usize {
        self.words.tiles.len()
    }

    /// Fails if a collection may not have this many tiles.
    #[cfg(feature = "recipe")]
    pub(crate) fn check_tiles(tiles: usize) -> Result<()> {
        end_at(tiles).map(drop)
    }

    /// The number of words so far, including repeated ones.
    pub fn len(&self) -> usize {
        self.words.len()
    }

    /// Whether there are no words yet.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The words in input order, which need not be a set.
    pub(crate) fn as_they_came(&self) -> &Words {
        &self.words
    }

    /// Returns the set of words, and the number of repeated ones.
    pub fn finish(self) -> (Words, u64) {
        // Most lists are sorted, and then nothing has to move.
        if self.rising {
            return (self.words, 0);
        }
        // The first tiles, as one number, decide nearly all comparisons.
        let key = |word: &[Tile]| {
            let mut first = [0; 8];
            let length = word.len().min(8);
            first[..length].copy_from_slice(&word[..length]);
            u64::from_be_bytes(first)
        };
        let word = |i: u32| self.words.get(i as usize);
        let numbers = 0..self.len() as u32;
        let mut order: Vec<(u64, u32)> = numbers.map(|i| (key(word(i)), i)).collect();
        parallel::sort(&mut order, |a, b| {
            a.0.cmp(&b.0).then_with(|| word(a.1).cmp(word(b.1)))
        });
        let mut words = Words {
            tiles: Vec::with_capacity(self.words.tiles.len()),
            ends: Vec::with_capacity(self.len()),
        };
        let mut last: Option<&[Tile]> = None;
        for (_, i) in order {
            if last != Some(word(i)) {
                words.append_known(word(i));
            }
            last = Some(word(i));
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
