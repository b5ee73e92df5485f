//! Words, each once, in the order in which they came.

use crate::tiles::Tile;

/// Places in the index at first.
const FIRST_PLACES: usize = 1 << 12;

/// Room for the text of words at first.
const FIRST_TEXT: usize = 1 << 13;

/// The most letters of a word, plus 1.
pub(crate) const BLOCK: usize = 64;

/// A word's length and its letters; what comes after them does not matter.
pub(crate) type Block = [Tile; BLOCK];

/// Words, each once.
#[derive(Clone, Debug)]
pub(crate) struct WordSet {
    /// The words' blocks, each as long as its word, and then room for one more.
    text: Vec<Tile>,
    /// The end of the words.
    end: usize,
    /// Open addressing: the highest half of a word's hash, and its place. Places before `fresh`
    /// are of words that do not come again; they count as free.
    index: Vec<(u32, u32)>,
    fresh: u32,
    /// The words from there on.
    fresh_count: usize,
    count: usize,
}

impl WordSet {
    pub(crate) fn new() -> WordSet {
        WordSet {
            // Place 0 is free at all times.
            text: vec![0; FIRST_TEXT],
            end: 1,
            index: vec![(0, 0); FIRST_PLACES],
            fresh: 1,
            fresh_count: 0,
            count: 0,
        }
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The words.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Tile]> {
        let mut rest = &self.text[1..self.end];
        std::iter::from_fn(move || {
            let (&length, words) = rest.split_first()?;
            let (word, after) = words.split_at_checked(usize::from(length))?;
            rest = after;
            Some(word)
        })
    }

    /// Says that none of the words so far comes again. The index stays small.
    pub(crate) fn forget(&mut self) {
        self.fresh = self.end as u32;
        self.fresh_count = 0;
    }

    /// Adds a word, if it is not there yet. Equal words have equal hashes.
    #[inline]
    pub(crate) fn insert(&mut self, word: &Block, hash: u64) {
        let tag = (hash >> 32) as u32;
        let mask = self.index.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            match self.index[at] {
                (_, place) if place < self.fresh => break,
                (other, place) if other == tag && self.is_at(place, word) => return,
                _ => at = (at + 1) & mask,
            }
        }
        self.index[at] = (tag, self.end as u32);
        // A whole block is copied faster than a part of it.
        if let Some(room) = self.text.get_mut(self.end..self.end + BLOCK) {
            room.copy_from_slice(word);
        }
        self.end += 1 + usize::from(word[0]) % BLOCK;
        self.count += 1;
        self.fresh_count += 1;
        if self.end + BLOCK > self.text.len() || self.fresh_count * 2 > self.index.len() {
            self.grow();
        }
    }

    #[inline]
    fn is_at(&self, place: u32, word: &Block) -> bool {
        let block = 0..1 + usize::from(word[0]) % BLOCK;
        self.text[place as usize..].get(block.clone()) == word.get(block)
    }

    #[cold]
    fn grow(&mut self) {
        if self.end + BLOCK > self.text.len() {
            self.text.resize(self.text.len() * 2, 0);
        }
        if self.fresh_count * 2 <= self.index.len() {
            return;
        }
        let grown = vec![(0, 0); self.index.len() * 4];
        let mask = grown.len() - 1;
        for (tag, place) in std::mem::replace(&mut self.index, grown) {
            if place < self.fresh {
                continue;
            }
            let mut at = tag as usize & mask;
            while self.index[at].1 != 0 {
                at = (at + 1) & mask;
            }
            self.index[at] = (tag, place);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_kept_once_even_if_hashes_are_equal() {
        let mut set = WordSet::new();
        let words: Vec<[Tile; 2]> = (0..100)
            .flat_map(|a| (0..40).map(move |b| [a, b]))
            .collect();
        for _ in 0..2 {
            for word in &words {
                let mut block = [0; BLOCK];
                block[..3].copy_from_slice(&[2, word[0], word[1]]);
                set.insert(&block, u64::from(word[0] % 3) << 40);
                block[0] = 1;
                set.insert(&block, u64::from(word[0]) << 32);
            }
        }
        let pairs = set.iter().filter(|word| word.len() == 2);
        assert_eq!(set.len(), words.len() + 100);
        assert!(pairs.eq(words.iter().map(|word| &word[..])));
    }

    #[test]
    fn places_of_forgotten_words_are_free() {
        let mut set = WordSet::new();
        let words = || (0..200).flat_map(|a| (0..40).map(move |b| [a, b]));
        for [a, b] in words() {
            if b == 0 {
                set.forget();
            }
            let mut block = [0; BLOCK];
            block[..3].copy_from_slice(&[2, a, b]);
            (0..2).for_each(|_| set.insert(&block, u64::from(b) << 32));
        }
        assert!(set.iter().eq(words()));
        assert_eq!(set.index.len(), FIRST_PLACES);
    }
}
