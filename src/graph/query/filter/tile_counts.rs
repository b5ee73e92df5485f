//! The count of each tile on a rack or in a word.

use crate::tiles::{BLANK, MAX_LETTERS, Tile};

/// The count of each tile. Numbers that are not tiles are not counted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TileCounts([usize; MAX_LETTERS + 1]);

impl Default for TileCounts {
    fn default() -> Self {
        TileCounts([0; MAX_LETTERS + 1])
    }
}

impl TileCounts {
    pub(crate) fn of(tiles: &[Tile]) -> TileCounts {
        let mut counts = TileCounts::default();
        for &tile in tiles {
            counts.put_back(tile);
        }
        counts
    }

    #[inline]
    pub(crate) fn get(&self, tile: Tile) -> usize {
        self.0.get(usize::from(tile)).copied().unwrap_or(0)
    }

    /// Takes a tile, or a blank if there is none, and returns which it took. The tile
    /// itself is always the better choice, so there is no need to backtrack.
    #[inline]
    pub(crate) fn take(&mut self, tile: Tile) -> Option<Tile> {
        [tile, BLANK].into_iter().find(|&t| {
            let there = self.0.get_mut(usize::from(t)).filter(|count| **count > 0);
            there.map(|count| *count -= 1).is_some()
        })
    }

    #[inline]
    pub(crate) fn put_back(&mut self, tile: Tile) {
        if let Some(count) = self.0.get_mut(usize::from(tile)) {
            *count += 1;
        }
    }

    /// Removes one copy of a tile, which must be present.
    #[inline]
    pub(crate) fn remove(&mut self, tile: Tile) {
        if let Some(count) = self.0.get_mut(usize::from(tile)) {
            *count = count.saturating_sub(1);
        }
    }

    /// Raises each count to that of `other`.
    pub(crate) fn raise_to(&mut self, other: &TileCounts) {
        for (own, &other) in self.0.iter_mut().zip(&other.0) {
            *own = other.max(*own);
        }
    }

    /// Whether `other` has at least as many of each tile.
    pub(crate) fn is_within(&self, other: &TileCounts) -> bool {
        self.0.iter().zip(&other.0).all(|(own, other)| own <= other)
    }

    /// The number of different tiles.
    pub(crate) fn distinct(&self) -> usize {
        self.0.iter().filter(|&&count| count > 0).count()
    }

    /// The total number of tiles.
    pub(crate) fn total(&self) -> usize {
        self.0.iter().sum()
    }

    /// The tiles present, each once.
    pub(crate) fn tiles(&self) -> impl Iterator<Item = Tile> {
        let counts = (0..).zip(&self.0);
        counts
            .filter(|(_, count)| **count > 0)
            .map(|(tile, _)| tile)
    }
}
