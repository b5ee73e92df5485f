//! Where the first tiles of a word lead.

use crate::graph::query::index::{Lists, Place};
use crate::tiles::Tile;

/// The most tiles that are looked up at once.
const MAX_DEPTH: u32 = 3;

/// For all ways to begin a word with so many tiles, where they lead.
#[derive(Clone, Debug)]
pub(crate) struct Openings {
    depth: usize,
    /// One more than the largest tile.
    base: usize,
    /// By the tiles as the digits of a number; what leads nowhere is a node
    /// that neither accepts nor goes on.
    places: Box<[Place]>,
}

impl Openings {
    /// As many tiles as fit a table no larger than the graph.
    pub(crate) fn of(lists: &Lists) -> Openings {
        let largest = lists.nodes.iter().map(|n| n.node.tile()).max();
        let base = usize::from(largest.unwrap_or(0)) + 1;
        let size = |depth: &u32| base.pow(*depth);
        let depth = (0..=MAX_DEPTH).rev().find(|d| size(d) <= lists.len());
        let depth = depth.unwrap_or(0);
        let mut openings = Openings {
            depth: depth as usize,
            base,
            places: vec![Place::default(); size(&depth)].into_boxed_slice(),
        };
        openings.fill(lists, lists.root(), 0, depth);
        openings
    }

    /// Fills in all that begins with the tiles that led `from` the root here.
    fn fill(&mut self, lists: &Lists, from: Place, digits: usize, more: u32) {
        if more == 0 {
            self.places[digits] = from;
            return;
        }
        for tile in 0..self.base {
            if let Some(place) = lists.step(from, tile as Tile) {
                self.fill(lists, place, digits * self.base + tile, more - 1);
            }
        }
    }

    /// Where the first tiles of a word lead, and the tiles after them; nothing
    /// at all for a shorter word.
    #[inline]
    pub(crate) fn find<'w>(&self, word: &'w [Tile]) -> Option<(Option<Place>, &'w [Tile])> {
        let (first, rest) = word.split_at_checked(self.depth)?;
        let mut digits = 0;
        for &tile in first {
            if usize::from(tile) >= self.base {
                return Some((None, rest));
            }
            digits = digits * self.base + usize::from(tile);
        }
        Some((self.places.get(digits).copied(), rest))
    }
}
