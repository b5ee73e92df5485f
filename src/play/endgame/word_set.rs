//! Words, each once, in the order in which they came.

use crate::tiles::Tile;

/// Places in the index at first.
const FIRST_PLACES: usize = 1 << 12;

/// Words, each once.
#[derive(Clone, Debug)]
pub(crate) struct WordSet {
    /// The length of each word and its letters.
    text: Vec<Tile>,
    /// Open addressing: the highest half of a word's hash, and one more than its place.
    index: Vec<(u32, u32)>,
    count: usize,
}

impl WordSet {
    pub(crate) fn new() -> WordSet {
        WordSet {
            text: Vec::new(),
            index: vec![(0, 0); FIRST_PLACES],
            count: 0,
        }
    }

    /// The number of words.
    pub(crate) fn len(&self) -> usize {
        self.count
    }

    /// The words.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Tile]> {
        let mut rest = &self.text[..];
        std::iter::from_fn(move || {
            let (&length, words) = rest.split_first()?;
            let (word, after) = words.split_at_checked(usize::from(length))?;
            rest = after;
            Some(word)
        })
    }

    /// Adds a word, if it is not there yet. Equal words have equal hashes.
    #[inline]
    pub(crate) fn insert(&mut self, word: &[Tile], hash: u64) {
        let tag = (hash >> 32) as u32;
        let mask = self.index.len() - 1;
        let mut at = tag as usize & mask;
        loop {
            match self.index[at] {
                (_, 0) => break,
                (other, place) if other == tag && self.is_at(place, word) => return,
                _ => at = (at + 1) & mask,
            }
        }
        self.index[at] = (tag, self.text.len() as u32 + 1);
        self.text.push(word.len() as Tile);
        self.text.extend_from_slice(word);
        self.count += 1;
        if self.count * 2 > self.index.len() {
            self.grow();
        }
    }

    #[inline]
    fn is_at(&self, place: u32, word: &[Tile]) -> bool {
        let text = &self.text[place as usize - 1..];
        let length = text.first().copied().unwrap_or(0);
        text.get(1..=usize::from(length)) == Some(word)
    }

    #[cold]
    fn grow(&mut self) {
        let grown = vec![(0, 0); self.index.len() * 4];
        let mask = grown.len() - 1;
        for (tag, place) in std::mem::replace(&mut self.index, grown) {
            if place == 0 {
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
                set.insert(word, u64::from(word[0] % 3) << 40);
                set.insert(&word[..1], u64::from(word[0]) << 32);
            }
        }
        let pairs = set.iter().filter(|word| word.len() == 2);
        assert_eq!(set.len(), words.len() + 100);
        assert!(pairs.eq(words.iter().map(|word| &word[..])));
    }
}
