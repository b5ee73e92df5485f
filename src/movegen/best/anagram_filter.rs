//! A Bloom filter of the tile multisets that make a word.
//!
//! If the tiles of a word are known but not their order, most multisets make no word at
//! all. This filter (Bloom, "Space/time trade-offs in hash coding with allowable
//! errors", 1970) has three bits for the hash of each word's tiles. Tiles with a bit
//! that is not set make no word. About one in two hundred multisets that make no word
//! still pass.

use crate::graph::Graph;
use crate::movegen::best::anagram_words::{AnagramWords, HashedWords};
use crate::movegen::generate::arcs::first;
use crate::movegen::generate::tile_hash::TileHashes;
use crate::tiles::MAX_LETTERS;

/// The fewest tiles for which a blank's letters are tested.
const MIN_TESTED: u8 = 6;

/// The fewest filter bits for each word.
const BITS_PER_WORD: usize = 16;

/// The bits of a filter. A copy stays in registers while many multisets are tested.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FilterBits<'f> {
    /// A power of two of bits.
    bits: &'f [u64],
    shift: u32,
}

impl FilterBits<'_> {
    /// Whether tiles with this hash may make a word. Nearly all that make none fail at
    /// the first bit.
    #[inline]
    pub(crate) fn has(self, hash: u64) -> bool {
        [0, 1, 2].into_iter().all(|n| {
            let at = bit_of(hash, n, self.shift);
            self.bits
                .get(at / 64)
                .is_none_or(|bits| bits >> (at % 64) & 1 != 0)
        })
    }
}

/// The n-th bit of a hash. Each comes from different digits of it.
#[inline]
fn bit_of(hash: u64, n: u32, shift: u32) -> usize {
    (hash.rotate_left(21 * n) >> shift) as usize
}

/// A filter that rejects tile multisets that make no word.
#[derive(Clone, Debug)]
pub(crate) struct AnagramFilter {
    pub(crate) hashes: TileHashes,
    /// A power of two of bits.
    bits: Vec<u64>,
    shift: u32,
    /// The set of all letters.
    pub(crate) letters: u64,
    /// The words by their tiles.
    pub(crate) words: AnagramWords,
}

impl AnagramFilter {
    /// Builds the filter of a graph's words; `None` if there are too many.
    pub(crate) fn new(graph: &Graph, letters: usize) -> Option<AnagramFilter> {
        let hashes = TileHashes::default();
        let list = HashedWords::read(graph, &hashes)?;
        let bits_wanted = list.hashes().len() * BITS_PER_WORD;
        let size = bits_wanted.next_power_of_two().max(64);
        let shift = 64 - size.trailing_zeros();
        let mut bits = vec![0; size / 64];
        for hash in list.hashes() {
            for n in 0..3 {
                let at = bit_of(hash, n, shift);
                bits[at / 64] |= 1 << (at % 64);
            }
        }
        Some(AnagramFilter {
            hashes,
            bits,
            shift,
            letters: !(u64::MAX << letters.min(MAX_LETTERS) << 1) & !1,
            words: AnagramWords::new(list),
        })
    }

    /// The bits.
    #[inline]
    pub(crate) fn bits(&self) -> FilterBits<'_> {
        FilterBits {
            bits: &self.bits,
            shift: self.shift,
        }
    }

    /// The letters that a blank can stand for if `placed` tiles, `blanks` of them
    /// blanks, may make a word; empty if they make no word. `hash` is that of all
    /// letters of the word except the blanks. With two blanks, or one among few tiles,
    /// nearly all multisets pass, so nothing is tested.
    #[inline]
    pub(crate) fn letters_for(&self, hash: u64, placed: u8, blanks: u8) -> u64 {
        match blanks {
            0 if self.bits().has(hash) => u64::MAX,
            0 => 0,
            1 if placed >= MIN_TESTED => self.letters_beside(hash, self.letters),
            _ => u64::MAX,
        }
    }

    /// The letters of a set that may make a word with the tiles of a hash. It is not
    /// inlined: searches take fewer instructions that way.
    #[inline(never)]
    pub(crate) fn letters_beside(&self, hash: u64, mut letters: u64) -> u64 {
        let bits = self.bits();
        let mut fitting = 0;
        while letters != 0 {
            let (letter, bit) = first(&mut letters);
            if bits.has(hash.wrapping_add(self.hashes.of(letter))) {
                fitting |= bit;
            }
        }
        fitting
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphKind, GraphSpec, NodeFormat, build};
    use crate::lexicon::Words;
    use crate::random::Random;
    use crate::tiles::Tile;

    #[test]
    fn every_word_passes_and_little_else() {
        let mut random = Random::new(5);
        let mut word = || -> Vec<Tile> { (0..7).map(|_| 1 + random.below(26) as Tile).collect() };
        let list: Vec<Vec<Tile>> = (0..500).map(|_| word()).collect();
        let others: Vec<Vec<Tile>> = (0..1_000).map(|_| word()).collect();
        let words = Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap();
        let bytes = build(&words, GraphSpec::new()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        let filter = AnagramFilter::new(&graph, 26).unwrap();
        let letters = |tiles: &[Tile], blanks| {
            let hash = filter.hashes.of_all(tiles);
            filter.letters_for(hash, tiles.len() as u8 + blanks, blanks)
        };
        for word in &list {
            let mut shuffled = word.clone();
            random.shuffle(&mut shuffled);
            assert!(letters(&shuffled, 0) != 0);
            assert!(letters(&shuffled[1..], 1) >> shuffled[0] & 1 != 0);
            assert!(letters(&shuffled[2..], 2) >> shuffled[0] & 1 != 0);
            assert!(letters(&shuffled[1..], 1).count_ones() < 6);
        }
        let passed = others.iter().filter(|tiles| letters(tiles, 0) != 0).count();
        assert!(passed < 30, "{passed} of 1000");
    }
}
