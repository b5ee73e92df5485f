//! Which sets of tiles can make a word at all.
//!
//! When all tiles of a word are known but not their order, most sets of tiles
//! make none. Each tile has a random number; the sum of a word's numbers says
//! which tiles it has, whatever their order. A few bits are set for each word's
//! sum, so that a set of tiles with a bit that is not set makes no word. Some
//! that make none have all their bits set by others: about one in two hundred.

use crate::graph::Graph;
use crate::movegen::best::subracks::Way;
use crate::random::Random;
use crate::tiles::{MAX_LETTERS, Tile};

/// The most steps to take through a graph. More than this, and it is no word
/// list that anyone plays with; then every set of tiles is let through.
const MOST_STEPS: u32 = 1 << 27;

/// From how many tiles on a blank among them is looked at.
const FEW: u8 = 6;

/// How many bits there are for each word at least.
const BITS_A_WORD: usize = 16;

/// The numbers of the tiles; their sums stand for sets of tiles.
#[derive(Clone, Debug)]
pub(crate) struct TileSums([u64; MAX_LETTERS + 1]);

impl Default for TileSums {
    fn default() -> Self {
        let mut random = Random::new(0);
        TileSums([(); MAX_LETTERS + 1].map(|()| random.next_u64()))
    }
}

impl TileSums {
    /// The number of a letter.
    #[inline]
    pub(crate) fn of(&self, tile: Tile) -> u64 {
        self.0[usize::from(tile & 63)]
    }
}

/// A filter for sets of tiles that make no word.
#[derive(Clone, Debug)]
pub(crate) struct Anagrams {
    sums: TileSums,
    /// A power of two of bits; none if all is let through.
    bits: Vec<u64>,
    shift: u32,
    letters: Tile,
}

impl Anagrams {
    pub(crate) fn new(graph: &Graph, letters: usize) -> Anagrams {
        let sums = TileSums::default();
        let mut found = Vec::new();
        let complete = graph.extent().check().is_ok() && collect(graph, &sums, &mut found);
        let size = (found.len() * BITS_A_WORD).next_power_of_two().max(64);
        let mut filter = Anagrams {
            sums,
            bits: Vec::new(),
            shift: 64 - size.trailing_zeros(),
            letters: letters.min(MAX_LETTERS) as Tile,
        };
        if complete {
            filter.bits = vec![0; size / 64];
            for sum in found {
                for at in filter.places(sum) {
                    filter.bits[at / 64] |= 1 << (at % 64);
                }
            }
        }
        filter
    }

    pub(crate) fn sums(&self) -> &TileSums {
        &self.sums
    }

    /// The bits of a sum: each is found by other digits of it.
    #[inline]
    fn places(&self, sum: u64) -> [usize; 3] {
        [0, 21, 42].map(|by| (sum.rotate_left(by) >> self.shift) as usize)
    }

    /// Whether tiles with this sum may make a word.
    #[inline]
    fn has(&self, sum: u64) -> bool {
        let is_set = |at: usize| match self.bits.get(at / 64) {
            Some(bits) => bits >> (at % 64) & 1 != 0,
            None => true,
        };
        self.places(sum).into_iter().all(is_set)
    }

    /// The letters that a blank can stand for if the placed tiles may make a
    /// word with tiles on the board, whose sum is `through`; none if they make
    /// no word. With two blanks, or one among few tiles, it is not looked at:
    /// nearly all do.
    #[inline]
    pub(crate) fn letters_for(&self, way: &Way, through: u64) -> u64 {
        let sum = way.sum.wrapping_add(through);
        match way.blanks {
            0 if self.has(sum) => u64::MAX,
            0 => 0,
            1 if way.placed >= FEW => self.letters_beside(sum),
            _ => u64::MAX,
        }
    }

    /// The letters that may make a word with tiles that have this sum.
    fn letters_beside(&self, sum: u64) -> u64 {
        let letters = 1..=self.letters;
        let fitting = letters.filter(|&tile| self.has(sum.wrapping_add(self.sums.of(tile))));
        fitting.fold(0, |set, tile| set | 1 << tile)
    }
}

/// Gathers the sums of all words that fit on a board. False if there is too
/// much to go through.
fn collect(graph: &Graph, sums: &TileSums, found: &mut Vec<u64>) -> bool {
    // For each list on the way: the next node in it, and the sum before it.
    let mut way = vec![(graph.dawg_root() as usize, 0u64)];
    let nodes = graph.nodes();
    for _ in 0..MOST_STEPS {
        let Some(&mut (ref mut at, before)) = way.last_mut() else {
            return true;
        };
        if *at == 0 {
            way.pop();
            continue;
        }
        let node = nodes[*at];
        *at = if node.is_end() { 0 } else { *at + 1 };
        let sum = before.wrapping_add(sums.of(node.tile()));
        if node.accepts() {
            found.push(sum);
        }
        if node.arc() != 0 && way.len() < MAX_LETTERS {
            way.push((node.arc() as usize, sum));
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{GraphKind, GraphSpec, NodeFormat, build};
    use crate::lexicon::Words;

    #[test]
    fn every_word_is_let_through_and_little_else() {
        let mut random = Random::new(5);
        let list: Vec<Vec<Tile>> = (0..500)
            .map(|_| (0..7).map(|_| 1 + random.below(26) as Tile).collect())
            .collect();
        let words = Words::from_unsorted(list.iter().map(Vec::as_slice)).unwrap();
        let bytes = build(&words, GraphSpec::default()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        let filter = Anagrams::new(&graph, 26);
        let sum = |tiles: &[Tile]| {
            let numbers = tiles.iter().map(|&t| filter.sums().of(t));
            numbers.fold(0, u64::wrapping_add)
        };
        let letters = |tiles: &[Tile], blanks| {
            let way = Way {
                sum: sum(tiles),
                placed: tiles.len() as u8 + blanks,
                blanks,
                ..Way::default()
            };
            filter.letters_for(&way, 0)
        };
        for word in &list {
            let mut shuffled = word.clone();
            random.shuffle(&mut shuffled);
            assert!(letters(&shuffled, 0) != 0);
            assert!(letters(&shuffled[1..], 1) >> shuffled[0] & 1 != 0);
            assert!(letters(&shuffled[2..], 2) >> shuffled[0] & 1 != 0);
            assert!(letters(&shuffled[1..], 1).count_ones() < 6);
            let way = Way {
                sum: sum(&shuffled[3..]),
                placed: 4,
                ..Way::default()
            };
            assert!(filter.letters_for(&way, sum(&shuffled[..3])) != 0);
        }
        let let_through = (0..1_000)
            .filter(|_| {
                let tiles: Vec<Tile> = (0..7).map(|_| 1 + random.below(26) as Tile).collect();
                letters(&tiles, 0) != 0
            })
            .count();
        assert!(let_through < 30, "{let_through} of 1000");
    }
}
