//! Leaves of up to eight tiles, packed into one 64-bit number.
//!
//! Each byte is a tile plus 1, or 0 past the end of the leave; the first tile is in the
//! highest byte. So the numbers sort like the leaves, and one XOR finds the common
//! prefix of two leaves. Few games have racks that need more tiles.

use crate::tiles::Tile;

/// The most tiles of a packed leave.
pub(crate) const PACKED: usize = 8;

/// The first tiles of a leave as a number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackedLeave(pub(crate) u64);

impl PackedLeave {
    /// Packs the first tiles of a leave, up to [`PACKED`].
    #[inline]
    pub(crate) fn of(leave: &[Tile]) -> PackedLeave {
        let mut bytes = [0; PACKED];
        for (byte, &tile) in bytes.iter_mut().zip(leave) {
            *byte = tile + 1;
        }
        PackedLeave(u64::from_be_bytes(bytes))
    }

    /// The tiles.
    #[inline]
    pub(crate) fn tiles(self) -> LeaveTiles {
        // Subtracts 1 from each byte. The high bit keeps a byte from borrowing from the
        // next.
        const ONES: u64 = u64::from_be_bytes([1; PACKED]);
        const HIGH: u64 = ONES << 7;
        LeaveTiles {
            tiles: (((self.0 | HIGH) - ONES) ^ HIGH).to_be_bytes(),
            length: PACKED - self.0.trailing_zeros() as usize / 8,
        }
    }

    /// The length of the common prefix of two different leaves.
    #[inline]
    pub(crate) fn common_prefix(self, other: PackedLeave) -> usize {
        (self.0 ^ other.0).leading_zeros() as usize / 8
    }
}

/// The tiles of a packed leave.
#[derive(Default)]
pub(crate) struct LeaveTiles {
    /// Tiles past the length have no meaning.
    tiles: [Tile; PACKED],
    length: usize,
}

impl AsRef<[Tile]> for LeaveTiles {
    #[inline]
    fn as_ref(&self) -> &[Tile] {
        &self.tiles[..self.length]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn leave() -> impl Strategy<Value = Vec<Tile>> {
        prop::collection::vec(prop_oneof![Just(0u8), Just(1), Just(63)], 0..=PACKED)
    }

    proptest! {
        #[test]
        fn numbers_are_ordered_as_leaves(a in leave(), b in leave()) {
            let (p, q) = (PackedLeave::of(&a), PackedLeave::of(&b));
            let tiles = p.tiles();
            prop_assert_eq!(tiles.as_ref(), &a[..]);
            prop_assert_eq!(p.cmp(&q), a.cmp(&b));
            if a != b {
                let alike = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
                prop_assert_eq!(p.common_prefix(q), alike);
            }
        }
    }
}
