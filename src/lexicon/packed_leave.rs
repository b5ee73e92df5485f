//! Leaves of few tiles, packed into one number.
//!
//! Eight bytes, the first tile in the highest: each is a tile plus 1, or 0
//! where the leave has ended. The order of the numbers is the order of the
//! leaves, and what two leaves begin with alike is seen from one XOR. No common
//! rack holds more.

use crate::tiles::Tile;

/// How many tiles are packed into one number.
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

    /// How many tiles are packed.
    #[inline]
    pub(crate) fn len(self) -> usize {
        PACKED - self.0.trailing_zeros() as usize / 8
    }

    /// The tiles; those past the leave's end mean nothing.
    #[inline]
    pub(crate) fn tiles(self) -> [Tile; PACKED] {
        self.0.to_be_bytes().map(|byte| byte.wrapping_sub(1))
    }

    /// How many tiles two leaves begin with alike; unless they are the same.
    #[inline]
    pub(crate) fn common_prefix(self, other: PackedLeave) -> usize {
        (self.0 ^ other.0).leading_zeros() as usize / 8
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
            prop_assert_eq!(&p.tiles()[..p.len()], &a[..]);
            prop_assert_eq!(p.cmp(&q), a.cmp(&b));
            if a != b {
                let alike = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
                prop_assert_eq!(p.common_prefix(q), alike);
            }
        }
    }
}
