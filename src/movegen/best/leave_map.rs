//! A table of the values of all leaves of a rack.
//!
//! A rack has few subracks: at most 128 for 7 tiles. Each has a number, the counts of
//! its tiles as the digits of a mixed radix, so a leave's value is one table lookup.

use crate::movegen::board::{Rack, count_subracks};
use crate::tiles::{MAX_LETTERS, Tile};

/// The most subracks for which a table is made.
const MAX_SUBRACKS: usize = 1 << 16;

/// The most tiles for which a table is made. Each has one bit of a number.
pub(crate) const MAX_TILES: usize = 63;

/// The value of every leave of a rack, in thousandths of a point.
#[derive(Clone, Debug)]
pub(crate) struct LeaveMap {
    /// The rack's different tiles, in order, and their counts.
    pub(crate) digits: Vec<(Tile, u8)>,
    /// How much each tile adds to the number.
    strides: [u32; MAX_LETTERS + 1],
    /// By number; empty if the rack has too many subracks.
    pub(crate) values: Vec<i64>,
}

impl Default for LeaveMap {
    fn default() -> Self {
        LeaveMap {
            digits: Vec::new(),
            strides: [0; MAX_LETTERS + 1],
            values: Vec::new(),
        }
    }
}

impl LeaveMap {
    /// Builds the table of a rack. `fill` gets the rack's different tiles with their
    /// counts, and appends the values of its subracks in the order of their numbers. A
    /// rack with too many subracks gets no table.
    pub(crate) fn fill(&mut self, rack: &Rack, fill: impl FnOnce(&[(Tile, u8)], &mut Vec<i64>)) {
        self.digits.clear();
        self.digits.extend(rack.counted());
        self.values.clear();
        self.strides = [0; MAX_LETTERS + 1];
        if count_subracks(&self.digits) > MAX_SUBRACKS || rack.total() as usize > MAX_TILES {
            return;
        }
        let mut stride = 1;
        for &(tile, count) in &self.digits {
            self.strides[usize::from(tile)] = stride;
            stride *= u32::from(count) + 1;
        }
        fill(&self.digits, &mut self.values);
    }

    /// The number of a leave.
    #[inline]
    pub(crate) fn key_of(&self, leave: &Rack) -> u32 {
        let digits = leave.different().map(|tile| {
            let stride = self.strides[usize::from(tile & 63)];
            stride.wrapping_mul(u32::from(leave.count(tile)))
        });
        digits.fold(0, u32::wrapping_add)
    }

    /// The value of the leave with this number; `None` without a table.
    #[inline]
    pub(crate) fn value(&self, key: u32) -> Option<i64> {
        self.values.get(key as usize).copied()
    }

    /// Whether there is a table.
    pub(crate) fn is_complete(&self) -> bool {
        !self.values.is_empty()
    }
}

/// Makes an item for every subrack, in the order of their numbers. The empty one gets
/// `none`. Any other gets `add(item, tile, nth)`, where `item` belongs to the same
/// subrack without its last tile, and that tile is the n-th of its kind, from 0.
#[inline(always)]
pub(crate) fn for_subracks<T: Copy>(
    digits: &[(Tile, u8)],
    none: T,
    items: &mut Vec<T>,
    mut add: impl FnMut(T, Tile, u8) -> T,
) {
    items.resize(count_subracks(digits), none);
    items[0] = none;
    let mut stride = 1;
    for &(tile, count) in digits {
        for nth in 0..count {
            let (shorter, longer) = items.split_at_mut(stride * (usize::from(nth) + 1));
            let shorter = &shorter[stride * usize::from(nth)..];
            for (item, longer) in shorter.iter().zip(longer) {
                *longer = add(*item, tile, nth);
            }
        }
        stride *= usize::from(count) + 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::subrack;

    #[test]
    fn every_subrack_has_its_number() {
        let rack = Rack::from_tiles(&[0, 0, 3, 7, 7, 7]);
        let value = |tile: Tile| 100 + i64::from(tile);
        let mut map = LeaveMap::default();
        map.fill(&rack, |digits, values| {
            assert_eq!(digits, [(0, 2), (3, 1), (7, 3)]);
            for_subracks(digits, 0, values, |sum, tile, _| sum + value(tile));
        });
        assert_eq!(map.values.len(), 3 * 2 * 4);
        let mut subracks = Vec::new();
        let none = [0u8; 8];
        for_subracks(&map.digits, none, &mut subracks, |mut counts, tile, nth| {
            assert_eq!(counts[usize::from(tile)], nth);
            counts[usize::from(tile)] += 1;
            counts
        });
        assert_eq!(subracks.len(), map.values.len());
        for (number, counts) in (0..).zip(&subracks) {
            let tiles = (0..).zip(counts);
            let tiles: Vec<Tile> = tiles
                .flat_map(|(t, &n)| std::iter::repeat_n(t, n.into()))
                .collect();
            assert_eq!(map.key_of(&Rack::from_tiles(&tiles)), number);
            assert_eq!(subrack(&map.digits, number as usize), tiles);
            let sum = tiles.into_iter().map(value).sum();
            assert_eq!(map.value(number), Some(sum));
        }
    }

    #[test]
    fn a_rack_with_too_many_subracks_has_no_table() {
        for tiles in [(1..=40).collect(), vec![1; 64]] {
            let mut map = LeaveMap::default();
            let rack = Rack::from_tiles(&tiles);
            map.fill(&rack, |_, _| panic!("nothing is asked"));
            assert!(!map.is_complete() && map.value(0).is_none());
        }
    }
}
