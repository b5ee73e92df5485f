//! What is kept of a rack, as a number, and what keeping it is worth.
//!
//! A rack has few parts: at most 128 if it has 7 tiles. Each part gets a
//! number, the counts of its tiles as digits of a mixed radix, so that the worth
//! of what is kept is one look into a table.

use crate::movegen::board::rack::Rack;
use crate::tiles::{MAX_LETTERS, Tile};

/// The most parts for which a table is made.
const MOST_PARTS: u64 = 1 << 16;

/// The most tiles for which one is made: each can have a bit of a number.
pub(crate) const MOST_TILES: usize = 63;

/// The worth of every part of a rack, in thousandths of a point.
#[derive(Clone, Debug)]
pub(crate) struct KeptValues {
    /// The rack's different tiles, in order, and their counts.
    digits: Vec<(Tile, u8)>,
    /// By how much the number rises with each tile.
    strides: [u32; MAX_LETTERS + 1],
    /// The number of the whole rack.
    whole: u32,
    /// By number; empty if the rack has too many parts.
    values: Vec<i64>,
}

impl Default for KeptValues {
    fn default() -> Self {
        KeptValues {
            digits: Vec::new(),
            strides: [0; MAX_LETTERS + 1],
            whole: 0,
            values: Vec::new(),
        }
    }
}

impl KeptValues {
    /// Asks for the worth of every part of a rack: `fill` is given the rack's
    /// different tiles with their counts, and appends the worth of the parts
    /// in the order of their numbers. If there are too many, nothing is asked
    /// and there is no table.
    pub(crate) fn fill(&mut self, rack: &Rack, fill: impl FnOnce(&[(Tile, u8)], &mut Vec<i64>)) {
        self.digits.clear();
        self.values.clear();
        self.strides = [0; MAX_LETTERS + 1];
        self.whole = 0;
        let (mut parts, mut tiles) = (1u64, 0);
        for tile in rack.different() {
            let count = rack.count(tile);
            parts = parts.saturating_mul(u64::from(count) + 1);
            tiles += usize::from(count);
            self.digits.push((tile, count));
        }
        if parts > MOST_PARTS || tiles > MOST_TILES {
            return;
        }
        let mut stride = 1;
        for &(tile, count) in &self.digits {
            self.strides[usize::from(tile)] = stride;
            self.whole += u32::from(count) * stride;
            stride *= u32::from(count) + 1;
        }
        fill(&self.digits, &mut self.values);
    }

    /// The rack's different tiles, in order, and their counts.
    pub(crate) fn digits(&self) -> &[(Tile, u8)] {
        &self.digits
    }

    /// The number of what is kept when some tiles of the rack are not.
    pub(crate) fn key_without(&self, given: &[Tile]) -> u32 {
        let stride = |&tile: &Tile| self.strides[usize::from(tile & 63)];
        self.whole.wrapping_sub(given.iter().map(stride).sum())
    }

    /// The number of a part.
    #[inline]
    pub(crate) fn key_of(&self, part: &Rack) -> u32 {
        let digits = part.different().map(|tile| {
            let stride = self.strides[usize::from(tile & 63)];
            stride.wrapping_mul(u32::from(part.count(tile)))
        });
        digits.fold(0, u32::wrapping_add)
    }

    /// The worth of keeping each part, by number; empty without a table.
    pub(crate) fn values(&self) -> &[i64] {
        &self.values
    }

    /// The worth of keeping the part with a number; none without a table.
    #[inline]
    pub(crate) fn value(&self, key: u32) -> Option<i64> {
        self.values.get(key as usize).copied()
    }

    /// Whether there is a table.
    pub(crate) fn is_complete(&self) -> bool {
        !self.values.is_empty()
    }
}

/// Something for every part of a rack, in the order of their numbers: `none`
/// for the empty part, and what `add` makes of that for the same part with a
/// tile less, the last of its tiles, of which it is the n-th, from 0.
pub(crate) fn for_parts<T: Copy>(
    digits: &[(Tile, u8)],
    none: T,
    parts: &mut Vec<T>,
    mut add: impl FnMut(T, Tile, u8) -> T,
) {
    parts.clear();
    parts.push(none);
    for &(tile, count) in digits {
        let stride = parts.len();
        for nth in 0..count {
            let from = usize::from(nth) * stride;
            for i in from..from + stride {
                parts.push(add(parts[i], tile, nth));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_number() {
        let rack = Rack::from_tiles(&[0, 0, 3, 7, 7, 7]);
        let mut kept = KeptValues::default();
        kept.fill(&rack, |digits, values| {
            assert_eq!(digits, [(0, 2), (3, 1), (7, 3)]);
            for_parts(digits, 0, values, |sum, tile, _| {
                sum + 100 + i64::from(tile)
            });
        });
        assert_eq!(kept.values().len(), 3 * 2 * 4);
        let mut parts = Vec::new();
        for_parts(
            kept.digits(),
            [0u8; 8],
            &mut parts,
            |mut counts, tile, nth| {
                assert_eq!(counts[usize::from(tile)], nth);
                counts[usize::from(tile)] += 1;
                counts
            },
        );
        assert_eq!(parts.len(), kept.values().len());
        for (number, counts) in (0..).zip(&parts) {
            let mut rest = rack.clone();
            let tiles = (0..)
                .zip(counts)
                .flat_map(|(t, &n)| std::iter::repeat_n(t, n.into()));
            tiles.clone().for_each(|tile| rest.take(tile));
            assert_eq!(kept.key_without(&rest.tiles()), number);
            assert_eq!(
                kept.key_of(&Rack::from_tiles(&tiles.clone().collect::<Vec<_>>())),
                number
            );
            let value = tiles.map(|t| 100 + i64::from(t)).sum();
            assert_eq!(kept.value(number), Some(value));
        }
    }

    #[test]
    fn a_rack_with_too_many_parts_has_no_table() {
        for tiles in [(1..=40).collect(), vec![1; 64]] {
            let mut kept = KeptValues::default();
            let rack = Rack::from_tiles(&tiles);
            kept.fill(&rack, |_, _| panic!("nothing is asked"));
            assert!(!kept.is_complete() && kept.value(0).is_none());
        }
    }
}
