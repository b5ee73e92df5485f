//! The letters left on both racks during a search for words.

use crate::limits::ENDGAME_RACK;
use crate::tiles::{BLANK, Tile};

// Each tile of both racks has a bit.
const _: () = assert!(2 * ENDGAME_RACK <= 64);

/// The tiles of both racks.
pub(crate) struct PoolTiles {
    /// By letter: its tiles, as bits.
    tiles: [u64; 64],
    /// All of them except blanks.
    pub(crate) all: LettersLeft,
    /// The number of blanks left.
    pub(crate) blanks: u8,
}

/// The tiles left, except blanks.
#[derive(Clone, Copy)]
pub(crate) struct LettersLeft {
    /// The letters of which at least one tile is left.
    pub(crate) own: u64,
    /// The tiles, as bits.
    tiles: u64,
}

impl PoolTiles {
    /// Creates the pool from at most 64 tiles.
    pub(crate) fn new(pool: &[Tile]) -> PoolTiles {
        let mut tiles = [0; 64];
        for (bit, tile) in pool.iter().enumerate().take(64) {
            tiles[usize::from(tile & 63)] |= 1 << bit;
        }
        let blanks: u64 = std::mem::take(&mut tiles[usize::from(BLANK)]);
        let letters = (1..64).filter(|&letter| tiles[letter] != 0);
        PoolTiles {
            all: LettersLeft {
                own: letters.fold(0, |set, letter| set | 1 << letter),
                tiles: tiles.iter().fold(0, |all, tiles| all | tiles),
            },
            tiles,
            blanks: blanks.count_ones() as u8,
        }
    }

    /// Removes one tile of this letter, which must be left.
    #[inline(always)]
    pub(crate) fn without(&self, left: LettersLeft, bit: u64) -> LettersLeft {
        let tiles = self.tiles[bit.trailing_zeros() as usize % 64] & left.tiles;
        let rest = tiles & tiles.wrapping_sub(1);
        LettersLeft {
            own: match rest {
                0 => left.own ^ bit,
                _ => left.own,
            },
            tiles: left.tiles ^ tiles ^ rest,
        }
    }
}
