//! Hashes of tile multisets.
//!
//! Each tile has a random 64-bit number. The hash of some tiles is the wrapping sum of
//! their numbers. So it does not depend on their order and can be extended tile by tile
//! (the additive multiset hash of Clarke et al., 2003).

use crate::random::Random;
use crate::tiles::{MAX_LETTERS, Tile};

/// The random number of each tile.
#[derive(Clone, Debug)]
pub(crate) struct TileHashes([u64; MAX_LETTERS + 1]);

impl Default for TileHashes {
    fn default() -> Self {
        let mut random = Random::new(0);
        TileHashes([(); MAX_LETTERS + 1].map(|()| random.next_u64()))
    }
}

impl TileHashes {
    /// The number of a letter.
    #[inline]
    pub(crate) fn of(&self, tile: Tile) -> u64 {
        self.0[usize::from(tile & 63)]
    }

    /// The hash of some letters.
    #[inline]
    pub(crate) fn of_all(&self, tiles: &[Tile]) -> u64 {
        let numbers = tiles.iter().map(|&tile| self.of(tile));
        numbers.fold(0, u64::wrapping_add)
    }
}
