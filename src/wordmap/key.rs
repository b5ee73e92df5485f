//! Racks as numbers.

use crate::tiles::Tile;

/// The lowest bit of the count of each letter.
const ONES: u128 = u128::MAX / 15 - 1;

/// What changes in a key when a blank replaces each tile. Reading it is faster than
/// shifting two words.
const BLANKED: [u128; 32] = {
    let mut less = [0; 32];
    let mut tile = 1;
    while tile < 32 {
        less[tile] = (1 << (4 * tile)) - 1;
        tile += 1;
    }
    less
};

/// A multiset of tiles as a number: bits `4t` to `4t + 3` are the count of tile `t`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct RackKey(pub(crate) u128);

/// A letter of a rack, with the bits of the folded key that change if one or two copies
/// are removed. Folding works on single bits, so changes of different letters combine.
pub(crate) struct Change {
    pub(crate) letter: Tile,
    pub(crate) one: u64,
    /// 0 if there is only one copy of the letter.
    pub(crate) two: u64,
}

impl RackKey {
    /// The largest tile that a key can have.
    pub(crate) const MAX_TILE: Tile = 31;

    /// The most copies of one letter that a key can have.
    pub(crate) const MAX_COUNT: usize = 15;

    /// Creates the key of some tiles. `None` if a tile is too large or occurs more than
    /// 15 times.
    pub(crate) fn of(tiles: &[Tile]) -> Option<RackKey> {
        let mut halves = [0u64; 2];
        for &tile in tiles {
            let half = halves.get_mut(usize::from(tile / 16))?;
            let shift = 4 * (tile % 16);
            if *half >> shift & 15 == RackKey::MAX_COUNT as u64 {
                return None;
            }
            *half += 1 << shift;
        }
        let [low, high] = halves.map(u128::from);
        Some(RackKey(high << 64 | low))
    }

    /// Replaces a tile, which must be present, with a blank. A blank stays a blank.
    #[inline]
    pub(crate) const fn blanked(self, tile: Tile) -> RackKey {
        RackKey(self.0.wrapping_sub(BLANKED[tile as usize % BLANKED.len()]))
    }

    /// Replaces a blank, which must be present, with a tile.
    #[inline]
    pub(crate) const fn unblanked(self, tile: Tile) -> RackKey {
        RackKey(self.0.wrapping_add(BLANKED[tile as usize % BLANKED.len()]))
    }

    /// The number of copies of a tile.
    #[inline]
    pub(crate) const fn count(self, tile: Tile) -> usize {
        (self.0 >> (4 * tile)) as usize & 15
    }

    /// The total number of tiles.
    pub(crate) fn size(self) -> usize {
        (0..=RackKey::MAX_TILE).map(|tile| self.count(tile)).sum()
    }

    /// The largest tile; 0 if there are only blanks.
    pub(crate) const fn largest(self) -> Tile {
        match self.0 {
            0 => 0,
            bits => (bits.ilog2() / 4) as Tile,
        }
    }

    /// The letters, each once, with their counts.
    #[inline]
    pub(crate) fn letters(self) -> impl Iterator<Item = (Tile, usize)> + Clone {
        // Uses halves of the key, since processors compute with 64 bits.
        let left = (self.0 | self.several()) & ONES;
        let mut halves = [left, left >> 64].map(|half| half as u64);
        std::iter::from_fn(move || {
            let at = usize::from(halves[0] == 0);
            let tile = 16 * at as Tile + (halves[at].trailing_zeros() / 4) as Tile;
            halves[at] &= halves[at].checked_sub(1)?;
            Some((tile, self.count(tile)))
        })
    }

    /// The number of different letters, and of those with more than one copy.
    pub(crate) const fn kinds(self) -> (u64, u64) {
        let several = self.several();
        let letters = ((self.0 | several) & ONES).count_ones();
        (letters as u64, (several & ONES).count_ones() as u64)
    }

    /// The lowest bit of a tile's count is set if it has several copies. The other bits
    /// have no meaning.
    const fn several(self) -> u128 {
        self.0 >> 1 | self.0 >> 2 | self.0 >> 3
    }

    /// The hash that determines the bucket.
    #[inline]
    pub(crate) const fn hash(self) -> u64 {
        RackKey::mixed(self.folded())
    }

    /// Folds the key into half as many bits. Each of them is the sum, without carry, of
    /// some bits of the key.
    #[inline]
    pub(crate) const fn folded(self) -> u64 {
        let high = (self.0 >> 64) as u64;
        self.0 as u64 ^ high ^ high.rotate_left(17)
    }

    /// Collects the letters, each once, with what removing them changes in the folded
    /// key.
    pub(crate) fn changes(self, changes: &mut Vec<Change>) {
        changes.clear();
        for first in [0, 16] {
            let [half, ones] = [self.0, ONES].map(|bits| (bits >> (4 * first)) as u64);
            let mut left = (half | half >> 1 | half >> 2 | half >> 3) & ones;
            while left != 0 {
                let shift = left.trailing_zeros();
                left &= left - 1;
                let count = half >> shift & 15;
                let change = |fewer: u64| {
                    let bits = (count ^ fewer) << shift;
                    match first {
                        0 => bits,
                        _ => bits ^ bits.rotate_left(17),
                    }
                };
                changes.push(Change {
                    letter: first + (shift / 4) as Tile,
                    one: change(count - 1),
                    two: count.checked_sub(2).map_or(0, change),
                });
            }
        }
    }

    /// The hash of a folded key.
    #[inline]
    pub(crate) const fn mixed(mut hash: u64) -> u64 {
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
    fn folded_keys_change_as_keys_do() {
        let key = RackKey::of(&[1, 1, 5, 16, 16, 16, 31]).unwrap();
        let mut changes = Vec::new();
        key.changes(&mut changes);
        let letters: Vec<_> = changes.iter().map(|change| change.letter).collect();
        assert_eq!(letters, [1, 5, 16, 31]);
        for change in &changes {
            let one = RackKey(key.0 - (1 << (4 * change.letter)));
            assert_eq!(key.folded() ^ change.one, one.folded());
            let two = match key.count(change.letter) {
                1 => key.folded(),
                _ => RackKey(one.0 - (1 << (4 * change.letter))).folded(),
            };
            assert_eq!(key.folded() ^ change.two, two);
        }
    }

    #[test]
    fn what_a_key_cannot_hold() {
        assert_eq!(RackKey::of(&[32]), None);
        assert!(RackKey::of(&[7; 15]).is_some());
        assert_eq!(RackKey::of(&[7; 16]), None);
    }
}
