//! A table of where the first tiles of a word lead.

use crate::graph::query::index::lists::{CountedLists, Cursor};
use crate::tiles::Tile;

/// The most tiles to look up at once.
const MAX_DEPTH: u32 = 3;

/// Where each sequence of `depth` tiles leads.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    depth: usize,
    /// One more than the largest tile.
    base: usize,
    /// By the tiles, read as the digits of a number. Tiles that lead nowhere have
    /// a node that neither accepts nor goes on.
    cursors: Box<[Cursor]>,
}

impl Openings {
    /// Fills a table that is no larger than the graph.
    pub(crate) fn of(lists: &CountedLists) -> Openings {
        let largest = lists.nodes.iter().map(|n| n.node.tile()).max();
        let base = usize::from(largest.unwrap_or(0)) + 1;
        let size = |depth: &u32| base.pow(*depth);
        let depth = (0..=MAX_DEPTH).rev().find(|d| size(d) <= lists.len());
        let depth = depth.unwrap_or(0);
        let mut openings = Openings {
            depth: depth as usize,
            base,
            cursors: vec![Cursor::default(); size(&depth)].into_boxed_slice(),
        };
        openings.fill(lists, lists.root(), 0, depth);
        openings
    }

    /// Fills in everything that begins with the tiles up to `from`.
    fn fill(&mut self, lists: &CountedLists, from: Cursor, digits: usize, more: u32) {
        if more == 0 {
            self.cursors[digits] = from;
            return;
        }
        for tile in 0..self.base {
            if let Some(cursor) = lists.step(from, tile as Tile) {
                self.fill(lists, cursor, digits * self.base + tile, more - 1);
            }
        }
    }

    /// Finds where the first tiles of a word lead, and returns the tiles after
    /// them too; nothing for a shorter word.
    #[inline]
    pub(crate) fn find<'w>(&self, word: &'w [Tile]) -> Option<(Option<Cursor>, &'w [Tile])> {
        let (first, rest) = word.split_at_checked(self.depth)?;
        let mut digits = 0;
        for &tile in first {
            if usize::from(tile) >= self.base {
                return Some((None, rest));
            }
            digits = digits * self.base + usize::from(tile);
        }
        Some((self.cursors.get(digits).copied(), rest))
    }
}
