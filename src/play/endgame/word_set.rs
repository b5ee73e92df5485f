//! A set of words, in the order in which they were added.

use crate::tiles::Tile;

/// The initial number of places in the index.
const FIRST_PLACES: usize = 1 << 12;

/// The initial capacity for the text of words.
const FIRST_TEXT: usize = 1 << 13;

/// The most letters of a word, plus 1.
pub(crate) const BLOCK: usize = 64;

/// The letters of a word, which are found one by one.
pub(crate) struct WordText {
    /// The length of the word, then its letters.
    block: [Tile; BLOCK],
    /// By length: a hash of the letters.
    hashes: [u64; BLOCK],
}

impl WordText {
    pub(crate) fn new() -> WordText {
        WordText {
            block: [0; BLOCK],
            hashes: [0x2545_f491_4f6c_dd1d; BLOCK],
        }
    }

    /// Sets a letter. Letters after it become invalid.
    #[inline(always)]
    pub(crate) fn set(&mut self, place: usize, letter: usize) {
        self.block[(place + 1) % BLOCK] = letter as Tile;
        let hash = self.hashes[place % BLOCK] ^ letter as u64;
        self.hashes[(place + 1) % BLOCK] = hash.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    /// Returns the first `length` letters.
    pub(crate) fn letters(&self, length: usize) -> &[Tile] {
        &self.block[1..=length % BLOCK]
    }
}

/// A set of words.
#[derive(Clone, Debug)]
pub(crate) struct WordSet {
    /// The length and the letters of each word, one word after the other. The part from
    /// `end` on is unused.
    text: Vec<Tile>,
    /// The end of the words in `text`.
    end: usize,
    /// Open addressing: the high half of a word's hash, and its place in `text`. Places
    /// before `fresh` count as free: they belong to words that are not added again.
    index: Vec<(u32, u32)>,
    fresh: u32,
    count: usize,
    /// The number of words at which the index grows.
    most: usize,
}

impl WordSet {
    pub(crate) fn new() -> WordSet {
        let mut text = Vec::with_capacity(FIRST_TEXT);
        // No word has place 0, so it always counts as free.
        text.push(0);
        WordSet {
            text,
            end: 1,
            index: vec![(0, 0); FIRST_PLACES],
            fresh: 1,
            count: 0,
            most: FIRST_PLACES / 2,
        }
    }

    /// Returns the number of words.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// Returns the words.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Tile]> {
        let mut rest = &self.text[1..self.end];
        std::iter::from_fn(move || {
            let (&length, words) = rest.split_first()?;
            let (word, after) = words.split_at_checked(usize::from(length))?;
            rest = after;
            Some(word)
        })
    }

    /// Removes all words so far from the index, which stays small. None of them may be
    /// added again.
    pub(crate) fn forget(&mut self) {
        self.fresh = self.end as u32;
        self.most = self.count + self.index.len() / 2;
    }

    /// Adds the word of the first `length` letters, unless the set has it already.
    #[inline(never)]
    pub(crate) fn insert(&mut self, text: &mut WordText, length: usize) {
        text.block[0] = length as Tile;
        let tag = (text.hashes[length % BLOCK] >> 32) as u32;
        let mask = self.index.len() - 1;
        let at = tag as usize & mask;
        match self.index[at].1 < self.fresh {
            true => self.insert_at(text, tag, at),
            false => self.insert_after(text, tag, at),
        }
    }

    /// Adds a word at a free place of the index.
    #[inline(always)]
    fn insert_at(&mut self, text: &WordText, tag: u32, at: usize) {
        self.index[at] = (tag, self.end as u32);
        // Copying a whole block is faster than copying a part of it.
        self.text.truncate(self.end);
        self.text.extend_from_slice(&text.block);
        self.end += 1 + usize::from(text.block[0]) % BLOCK;
        self.count += 1;
        if self.count >= self.most {
            self.grow();
        }
    }

    /// Adds a word, unless it is at this place of the index or after it.
    #[inline(never)]
    fn insert_after(&mut self, text: &WordText, tag: u32, mut at: usize) {
        let mask = self.index.len() - 1;
        loop {
            match self.index[at] {
                (_, place) if place < self.fresh => return self.insert_at(text, tag, at),
                (other, place) if other == tag && self.is_at(place, &text.block) => return,
                _ => at = (at + 1) & mask,
            }
        }
    }

    #[inline]
    fn is_at(&self, place: u32, word: &[Tile; BLOCK]) -> bool {
        let block = 0..1 + usize::from(word[0]) % BLOCK;
        self.text[place as usize..].get(block.clone()) == word.get(block)
    }

    #[cold]
    fn grow(&mut self) {
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
        self.most += self.index.len() / 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the letters of a word, with the given hash.
    fn text_of(word: &[Tile], hash: u64) -> WordText {
        let mut text = WordText::new();
        for (place, &letter) in word.iter().enumerate() {
            text.set(place, usize::from(letter));
        }
        text.hashes[word.len()] = hash;
        text
    }

    #[test]
    fn words_are_kept_once_even_if_hashes_are_equal() {
        let mut set = WordSet::new();
        let words: Vec<[Tile; 2]> = (0..100)
            .flat_map(|a| (0..40).map(move |b| [a, b]))
            .collect();
        for _ in 0..2 {
            for word in &words {
                set.insert(&mut text_of(word, u64::from(word[0] % 3) << 40), 2);
                set.insert(&mut text_of(&word[..1], u64::from(word[0]) << 32), 1);
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
            (0..2).for_each(|_| set.insert(&mut text_of(&[a, b], u64::from(b) << 32), 2));
        }
        assert!(set.iter().eq(words()));
        assert_eq!(set.index.len(), FIRST_PLACES);
    }
}
