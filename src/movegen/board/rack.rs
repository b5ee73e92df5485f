//! Racks: multisets of tiles.

use crate::tiles::{BLANK, MAX_LETTERS, Tile};

/// A multiset of tiles: the count of each tile, and the set of tiles, which can be
/// intersected with other letter sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rack {
    counts: [u8; MAX_LETTERS + 1],
    /// Bit `t` for each tile `t` on the rack.
    set: u64,
}

impl Default for Rack {
    fn default() -> Self {
        Rack {
            counts: [0; MAX_LETTERS + 1],
            set: 0,
        }
    }
}

/// Numbers that are not tiles are skipped, and so is every copy of a tile after the
/// 255th.
impl FromIterator<Tile> for Rack {
    fn from_iter<I: IntoIterator<Item = Tile>>(tiles: I) -> Rack {
        let mut rack = Rack::default();
        for tile in tiles {
            if usize::from(tile) <= MAX_LETTERS && rack.count(tile) < u8::MAX {
                rack.put(tile);
            }
        }
        rack
    }
}

impl Rack {
    /// Creates a rack of these tiles, as collecting them would.
    pub fn from_tiles(tiles: &[Tile]) -> Rack {
        tiles.iter().copied().collect()
    }

    /// The number of copies of a tile.
    #[inline]
    pub fn count(&self, tile: Tile) -> u8 {
        self.counts[usize::from(tile & 63)]
    }

    /// The number of tiles.
    pub fn total(&self) -> u32 {
        self.counts.iter().copied().map(u32::from).sum()
    }

    /// Whether the rack has a tile.
    #[inline]
    pub fn has(&self, tile: Tile) -> bool {
        self.set >> (tile & 63) & 1 != 0
    }

    /// The set of tiles; bit 0 is the blank.
    #[inline]
    pub fn set(&self) -> u64 {
        self.set
    }

    /// The set of letters that can be played: all of them if there is a blank.
    #[inline]
    pub fn playable(&self) -> u64 {
        if self.has(BLANK) { u64::MAX } else { self.set }
    }

    /// Takes one tile, which must be present.
    #[inline]
    pub(crate) fn take(&mut self, tile: Tile) {
        let count = &mut self.counts[usize::from(tile & 63)];
        *count -= 1;
        self.set &= !(u64::from(*count == 0) << (tile & 63));
    }

    /// Puts one tile back.
    #[inline]
    pub(crate) fn put(&mut self, tile: Tile) {
        self.counts[usize::from(tile & 63)] += 1;
        self.set |= 1 << (tile & 63);
    }

    /// Takes these tiles as far as they are present, and returns the missing ones.
    pub(crate) fn take_all(&mut self, tiles: impl IntoIterator<Item = Tile>) -> Vec<Tile> {
        let mut missing = Vec::new();
        for tile in tiles {
            match self.has(tile) {
                true => self.take(tile),
                false => missing.push(tile),
            }
        }
        missing
    }

    /// The different tiles, in order.
    pub(crate) fn different(&self) -> impl Iterator<Item = Tile> + use<> {
        let mut set = self.set;
        std::iter::from_fn(move || {
            let tile = set.trailing_zeros() as Tile;
            set &= set.wrapping_sub(1);
            (tile < 64).then_some(tile)
        })
    }

    /// The different tiles, in order, and their counts.
    pub(crate) fn counted(&self) -> impl Iterator<Item = (Tile, u8)> {
        self.different().map(|tile| (tile, self.count(tile)))
    }

    /// The set of tiles with more than one copy.
    pub(crate) fn doubles(&self) -> u64 {
        let several = self.different().filter(|&tile| self.count(tile) > 1);
        several.fold(0, |set, tile| set | 1 << tile)
    }

    /// The set after taking a tile, whose bit is `bit`. `doubles` is the set of tiles
    /// with more than one copy; it is small, so counts are rarely read.
    #[inline(always)]
    pub(crate) fn set_without(&self, set: u64, tile: Tile, bit: u64, doubles: u64) -> u64 {
        match bit & doubles != 0 && self.count(tile) > 1 {
            true => set,
            false => set ^ bit,
        }
    }

    /// Takes one tile, which must be present, without updating the set: see
    /// [`put_set`](Self::put_set).
    #[inline]
    pub(crate) fn take_count(&mut self, tile: Tile) {
        self.counts[usize::from(tile & 63)] -= 1;
    }

    /// Puts one tile back without updating the set.
    #[inline]
    pub(crate) fn put_count(&mut self, tile: Tile) {
        self.counts[usize::from(tile & 63)] += 1;
    }

    /// Sets the set to that of the counts. A search that takes and puts back many tiles
    /// tracks the set itself, and needs it on the rack only now and then.
    #[inline]
    pub(crate) fn put_set(&mut self, set: u64) {
        self.set = set;
    }

    /// Appends the tiles, sorted.
    pub fn write_to(&self, tiles: &mut Vec<Tile>) {
        for tile in self.different() {
            tiles.extend(std::iter::repeat_n(tile, usize::from(self.count(tile))));
        }
    }

    /// The tiles, sorted.
    pub fn tiles(&self) -> Vec<Tile> {
        let mut tiles = Vec::new();
        self.write_to(&mut tiles);
        tiles
    }
}

/// The number of subracks of a rack, given by its different tiles and their counts.
/// Subracks are numbered below it: a number has the counts of the tiles as digits of a
/// mixed radix, that of the first tile lowest. The numbers of a subrack and of its
/// leave add up to that of the whole rack, which is the highest.
pub(crate) fn count_subracks(rack: &[(Tile, u8)]) -> usize {
    let counts = rack.iter().map(|&(_, count)| usize::from(count) + 1);
    counts.fold(1, usize::saturating_mul)
}

/// The sorted tiles of the subrack with a given number.
pub(crate) fn subrack(rack: &[(Tile, u8)], mut number: usize) -> Vec<Tile> {
    let mut tiles = Vec::new();
    for &(tile, count) in rack {
        let radix = usize::from(count) + 1;
        for _ in 0..number % radix {
            tiles.push(tile);
        }
        number /= radix;
    }
    tiles
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_can_be_put_back() {
        let mut rack = Rack::from_tiles(&[5, 1, 5, 0]);
        assert_eq!(rack.tiles(), [0, 1, 5, 5]);
        let before = rack.clone();
        rack.take(5);
        assert!(rack.has(5));
        rack.take(5);
        assert!(!rack.has(5) && rack.has(BLANK));
        assert_eq!((rack.total(), rack.set()), (2, 0b11));
        assert_eq!(rack.playable(), u64::MAX);
        rack.take(0);
        assert_eq!(rack.playable(), 0b10);
        for tile in [5, 0, 5] {
            rack.put(tile);
        }
        assert_eq!(rack, before);
    }

    #[test]
    fn what_is_not_a_tile_is_left_out() {
        assert_eq!(Rack::from_tiles(&[64, 200, 63]).tiles(), [63]);
        assert_eq!(Rack::from_tiles(&[7; 300]).total(), 255);
    }
}
