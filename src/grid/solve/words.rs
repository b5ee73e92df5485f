//! The words that can be played in a puzzle, as a small trie.
//!
//! A lexicon has a quarter of a million words, a puzzle a few thousand: those made
//! of letters that the grid has. They are taken from the graph once, and put into
//! a trie that fits a cache. The children of a node stand side by side in the
//! order of their tiles, and its letter set says which there are.

use crate::error::{Error, Result};
use crate::graph::{Filter, Graph};
use crate::grid::board::Cell;
use crate::lexicon::Words;
use crate::limits::GRID_WORDS;
use crate::tiles::Tile;

/// A node of the trie.
#[derive(Clone, Copy, Default)]
struct Branch {
    /// Bit `t` for each tile that follows.
    children: u64,
    /// The letters of the puzzle that can be one of these tiles.
    letters: u64,
    /// Where the children begin.
    first: u32,
    accepts: bool,
}

/// The words that the letters of a grid can spell.
pub(crate) struct PlayableWords {
    branches: Vec<Branch>,
    /// By letter of the puzzle, the set of tiles that it can be.
    fits: Vec<u64>,
    words: Words,
}

impl PlayableWords {
    /// Takes the words of `min` to `max` tiles that the letters can spell.
    pub(crate) fn of(graph: &Graph, letters: &[Cell], min: usize, max: usize) -> Result<Self> {
        let rack: Vec<Tile> = letters.iter().map(|cell| cell.tile()).collect();
        let filter = Filter::default().within(&rack).lengths(min, max);
        let words = graph.matches(filter)?.collect()?;
        if words.len() > GRID_WORDS {
            let expected = format!("at most {GRID_WORDS} words that the letters can spell");
            return Err(Error::mismatch("", expected, words.len()).of_part("grid"));
        }
        let mut words = PlayableWords {
            branches: Vec::new(),
            fits: letters.iter().map(|cell| cell.tiles()).collect(),
            words,
        };
        words.grow();
        Ok(words)
    }

    /// The words in sorted order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &[Tile]> {
        self.words.iter()
    }

    /// Makes the trie, breadth first: a node stands for a range of words that
    /// have the same first tiles.
    fn grow(&mut self) {
        let mut ranges = vec![(0, self.words.len(), 0)];
        let mut branches = vec![Branch::default()];
        let mut at = 0;
        while at < branches.len() {
            let (mut start, end, depth) = ranges[at];
            if start < end && self.words.get(start).len() == depth {
                branches[at].accepts = depth > 0;
                start += 1;
            }
            branches[at].first = branches.len() as u32;
            while start < end {
                let tile = self.words.get(start)[depth];
                let others = (start..end).skip_while(|&i| self.words.get(i)[depth] == tile);
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

    /// The child of a node by the bit of its tile, which the node has.
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
