//! The words that can be played in a puzzle, as a small trie.
//!
//! A lexicon has a quarter of a million words, a puzzle a few thousand: those made of
//! letters in the grid. They are taken from the graph once, and put into a trie that
//! fits a cache. The children of a node are adjacent, in the order of their tiles, and
//! its letter set tells which exist.

use crate::error::{Error, Result};
use crate::graph::{Graph, NodeWithSet, bits, index_in};
use crate::grid::board::Cell;
use crate::limits::{GRID_STEPS, GRID_WORDS};
use crate::tiles::Tile;

/// A node of the trie.
#[derive(Clone, Copy, Default)]
struct Branch {
    /// Bit `t` for each tile that follows.
    children: u64,
    /// The letters of the puzzle that can be one of these tiles.
    letters: u64,
    /// The index of the first child.
    first: u32,
    accepts: bool,
}

/// The words that the letters of a grid can spell.
pub(crate) struct PlayableWords {
    branches: Vec<Branch>,
    /// By letter of the puzzle, the set of tiles that it can be.
    fits: Vec<u64>,
    /// All words, in sorted order, one after the other.
    tiles: Vec<Tile>,
    /// The end of each word.
    ends: Vec<usize>,
}

impl PlayableWords {
    /// Takes the words of `min` to `max` tiles that the letters can spell.
    pub(crate) fn of(graph: &Graph, letters: &[Cell], min: usize, max: usize) -> Result<Self> {
        let mut collector = Collector {
            nodes: graph.letter_sets(),
            counts: [0; 64],
            blanks: 0,
            range: (min, max.min(letters.len())),
            taken: 0,
            word: Vec::new(),
            tiles: Vec::new(),
            ends: Vec::new(),
        };
        for &cell in letters {
            match cell {
                Cell::Letter(tile) => collector.counts[usize::from(tile & 63)] += 1,
                Cell::Blank => collector.blanks += 1,
                Cell::Hole => (),
            }
        }
        collector.descend(graph.letter_sets()[0])?;
        let mut words = PlayableWords {
            branches: Vec::new(),
            fits: letters.iter().map(|cell| cell.tiles()).collect(),
            tiles: collector.tiles,
            ends: collector.ends,
        };
        words.grow();
        Ok(words)
    }

    /// The words in sorted order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Tile]> {
        (0..self.ends.len()).map(|i| self.word(i))
    }

    fn word(&self, i: usize) -> &[Tile] {
        let start = i.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.tiles[start..self.ends[i]]
    }

    /// Builds the trie, breadth first. A node stands for a range of words with the same
    /// first tiles.
    fn grow(&mut self) {
        let mut ranges = vec![(0, self.ends.len(), 0)];
        let mut branches = vec![Branch::default()];
        let mut at = 0;
        while at < branches.len() {
            let (mut start, end, depth) = ranges[at];
            if start < end && self.word(start).len() == depth {
                branches[at].accepts = depth > 0;
                start += 1;
            }
            branches[at].first = branches.len() as u32;
            while start < end {
                let tile = self.word(start)[depth];
                let others = (start..end).skip_while(|&i| self.word(i)[depth] == tile);
                let next = others.take(1).last().unwrap_or(end);
                branches[at].children |= 1 << tile;
                branches.push(Branch::default());
                ranges.push((start, next, depth + 1));
                start = next;
            }
            at += 1;
        }
        for branch in &mut branches {
            let fitting = self.fits.iter().enumerate();
            let fitting = fitting.filter(|&(_, fits)| branch.children & fits != 0);
            branch.letters = fitting.fold(0, |set, (bit, _)| set | 1 << bit);
        }
        self.branches = branches;
    }

    /// The letters of the puzzle that can follow a node.
    #[inline]
    pub(crate) fn following(&self, node: usize) -> u64 {
        self.branches[node].letters
    }

    /// The tiles that follow a node and that a letter of the puzzle can be.
    #[inline]
    pub(crate) fn fitting(&self, node: usize, letter: usize) -> u64 {
        self.branches[node].children & self.fits[letter]
    }

    /// The child of a node, by the bit of its tile, which the node must have.
    #[inline]
    pub(crate) fn child(&self, node: usize, tile: u64) -> usize {
        let branch = self.branches[node];
        let before = branch.children & (tile - 1);
        branch.first as usize + before.count_ones() as usize
    }

    /// Whether a word ends at a node.
    #[inline]
    pub(crate) fn accepts(&self, node: usize) -> bool {
        self.branches[node].accepts
    }
}

/// Walks the graph with a supply of letters.
struct Collector<'g> {
    nodes: &'g [NodeWithSet],
    counts: [u8; 64],
    blanks: u8,
    range: (usize, usize),
    taken: u64,
    word: Vec<Tile>,
    tiles: Vec<Tile>,
    ends: Vec<usize>,
}

impl Collector<'_> {
    fn descend(&mut self, node: NodeWithSet) -> Result<()> {
        if self.word.len() == self.range.1 {
            return Ok(());
        }
        for tile in bits(node.set() & !1).map(|tile| tile as usize) {
            let real = self.counts[tile] > 0;
            if !real && self.blanks == 0 {
                continue;
            }
            self.take(tile, real, -1);
            let next = self.nodes[index_in(node.node().arc(), node.set(), 1 << tile)];
            self.word.push(tile as Tile);
            self.taken += 1;
            if next.node().accepts() && self.word.len() >= self.range.0 {
                self.tiles.extend_from_slice(&self.word);
                self.ends.push(self.tiles.len());
            }
            if self.taken > GRID_STEPS / 8 || self.ends.len() > GRID_WORDS {
                let expected = format!("at most {GRID_WORDS} words that the letters can spell");
                return Err(Error::mismatch("", expected, "more").of_part("grid"));
            }
            self.descend(next)?;
            self.word.pop();
            self.take(tile, real, 1);
        }
        Ok(())
    }

    fn take(&mut self, tile: usize, real: bool, change: i8) {
        let count = match real {
            true => &mut self.counts[tile],
            false => &mut self.blanks,
        };
        *count = count.wrapping_add_signed(change);
    }
}
