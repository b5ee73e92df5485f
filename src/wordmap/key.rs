//! Racks as numbers.

use crate::tiles::Tile;

/// A multiset of tiles as a number: the count of tile `t` is in bits `4t` to `4t + 3`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct RackKey(pub(crate) u128);

impl RackKey {
    /// The largest tile that a key can have.
    pub(crate) const MAX_TILE: Tile = 31;

    /// The most tiles of one letter that a key can have.
    pub(crate) const MAX_COUNT: usize = 15;

    /// The key of some tiles. None if one of them is too large, or there more than 15
    /// times.
    pub(crate) fn of(tiles: &[Tile]) -> Option<RackKey> {
        let mut key = RackKey::default();
        for &tile in tiles {
            if tile > RackKey::MAX_TILE || key.count(tile) == RackKey::MAX_COUNT {
                return None;
            }
            key = key.with(tile);
        }
        Some(key)
    }

    const fn one(tile: Tile) -> u128 {
        1 << (4 * tile)
    }

    /// Adds a tile, of which there are fewer than 15.
    #[inline]
    pub(crate) const fn with(self, tile: Tile) -> RackKey {
        RackKey(self.0.wrapping_add(RackKey::one(tile)))
    }

    /// Puts a blank in the place of a tile that is there. A blank stays what it is.
    #[inline]
    pub(crate) const fn blanked(self, tile: Tile) -> RackKey {
        RackKey(self.0.wrapping_sub(RackKey::one(tile)).wrapping_add(1))
    }

    /// Puts a tile in the place of a blank that is there.
    #[inline]
    pub(crate) const fn unblanked(self, tile: Tile) -> RackKey {
        RackKey(self.0.wrapping_sub(1).wrapping_add(RackKey::one(tile)))
    }

    /// The number of a tile.
    #[inline]
    pub(crate) const fn count(self, tile: Tile) -> usize {
        (self.0 >> (4 * tile)) as usize & 15
    }

    /// The number of all tiles.
    pub(crate) fn size(self) -> usize {
        (0..=RackKey::MAX_TILE).map(|tile| self.count(tile)).sum()
    }

    /// The largest tile; 0 if there is none but blanks.
    pub(crate) const fn largest(self) -> Tile {
        match self.0 {
            0 => 0,
            bits => (bits.ilog2() / 4) as Tile,
        }
    }

    /// The letters, each once, with their numbers.
    #[inline]
    pub(crate) fn letters(self) -> impl Iterator<Item = (Tile, usize)> + Clone {
        let mut left = self.0 >> 4 << 4;
        std::iter::from_fn(move || {
            if left == 0 {
                return None;
            }
            let tile = (left.trailing_zeros() / 4) as Tile;
            left &= !(15 << (4 * tile));
            Some((tile, self.count(tile)))
        })
    }

    /// The hash that decides the bucket.
    #[inline]
    pub(crate) const fn hash(self) -> u64 {
        let (mut hash, high) = (self.0 as u64, (self.0 >> 64) as u64);
        hash ^= high ^ high.rotate_left(17);
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash = (hash ^ (hash >> 33)).wrapping_mul(0xc4ce_b9fe_1a85_ec53);
        hash ^ (hash >> 33)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_counts_tiles() {
        let key = RackKey::of(&[31, 5, 5, 0, 1]).unwrap();
        assert_eq!(key.0, 1 | 1 << 4 | 2 << 20 | 1 << 124);
        assert_eq!((key.size(), key.largest()), (5, 31));
        let letters: Vec<_> = key.letters().collect();
        assert_eq!(letters, [(1, 1), (5, 2), (31, 1)]);
        assert_eq!(key.blanked(5), RackKey::of(&[0, 0, 1, 5, 31]).unwrap());
        assert_eq!(key.blanked(0), key);
        assert_eq!(key.unblanked(2), RackKey::of(&[1, 2, 5, 5, 31]).unwrap());
        assert_eq!(RackKey::default().largest(), 0);
    }

    #[test]
    fn what_a_key_cannot_hold() {
        assert_eq!(RackKey::of(&[32]), None);
        assert!(RackKey::of(&[7; 15]).is_some());
        assert_eq!(RackKey::of(&[7; 16]), None);
    }
}
