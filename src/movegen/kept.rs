//! What is kept of a rack, as a number, and what keeping it is worth.
//!
//! A rack has few parts: at most 128 if it has 7 tiles. Each part gets a
//! number, the counts of its tiles as digits of a mixed radix. When a tile
//! leaves the rack the number falls by that tile's stride, so that a search has
//! it at hand always, and the worth of what is kept is one look into a table.

use super::rack::Rack;
use crate::tiles::{MAX_LETTERS, Tile};

/// The most parts for which a table is made.
const MOST_PARTS: u64 = 1 << 16;

/// The worth of every part of a rack, in thousandths of a point.
#[derive(Clone, Debug)]
pub(super) struct KeptValues {
    strides: [u32; MAX_LETTERS + 1],
    /// The number of the whole rack.
    whole: u32,
    /// By number; empty if the rack has too many parts.
    values: Vec<i64>,
    /// The most that can be kept, by the number of tiles that are not.
    best: Vec<i64>,
    /// The rack's different tiles and their counts, and those of a part.
    digits: Vec<(Tile, u8, u8)>,
    part: Vec<Tile>,
}

impl Default for KeptValues {
    fn default() -> Self {
        KeptValues {
            strides: [0; MAX_LETTERS + 1],
            whole: 0,
            values: Vec::new(),
            best: Vec::new(),
            digits: Vec::new(),
            part: Vec::new(),
        }
    }
}

impl KeptValues {
    /// Asks for the worth of every part of a rack, given as sorted tiles. If
    /// there are too many, nothing is asked and there is no table.
    pub(super) fn fill(&mut self, rack: &Rack, mut value: impl FnMut(&[Tile]) -> i64) {
        self.digits.clear();
        self.values.clear();
        self.best.clear();
        self.strides = [0; MAX_LETTERS + 1];
        self.whole = 0;
        let mut parts = 1u64;
        for tile in 0..=MAX_LETTERS as Tile {
            let count = rack.count(tile);
            if count > 0 {
                parts = parts.saturating_mul(u64::from(count) + 1);
                self.digits.push((tile, count, 0));
            }
        }
        if parts > MOST_PARTS {
            return;
        }
        let mut stride = 1;
        for &(tile, count, _) in &self.digits {
            self.strides[usize::from(tile)] = stride;
            self.whole += u32::from(count) * stride;
            stride *= u32::from(count) + 1;
        }
        let total = rack.total() as usize;
        self.best.resize(total + 1, i64::MIN);
        for _ in 0..parts {
            self.part.clear();
            for &(tile, _, kept) in &self.digits {
                self.part
                    .extend(std::iter::repeat_n(tile, usize::from(kept)));
            }
            let value = value(&self.part);
            self.values.push(value);
            let best = &mut self.best[total - self.part.len()];
            *best = value.max(*best);
            self.count_up();
        }
    }

    fn count_up(&mut self) {
        for (_, count, kept) in &mut self.digits {
            if kept < count {
                *kept += 1;
                return;
            }
            *kept = 0;
        }
    }

    /// What to count with: the strides of the tiles and the whole rack's number.
    pub(super) fn keys(&self) -> (&[u32; 64], u32) {
        (&self.strides, self.whole)
    }

    /// The number of what is kept when some tiles of the rack are not.
    pub(super) fn key_without(&self, given: &[Tile]) -> u32 {
        let stride = |&tile: &Tile| self.strides[usize::from(tile & 63)];
        self.whole.wrapping_sub(given.iter().map(stride).sum())
    }

    /// The worth of keeping the part with a number; none without a table.
    #[inline]
    pub(super) fn value(&self, key: u32) -> Option<i64> {
        self.values.get(key as usize).copied()
    }

    /// The most that keeping can be worth, by how many tiles are not kept.
    /// Empty without a table.
    pub(super) fn best(&self) -> &[i64] {
        &self.best
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_part_has_its_number() {
        let rack = Rack::from_tiles(&[0, 0, 3, 7, 7, 7]);
        let mut kept = KeptValues::default();
        let mut seen = Vec::new();
        kept.fill(&rack, |part| {
            seen.push(part.to_vec());
            part.iter().map(|&t| i64::from(t) + 100).sum()
        });
        assert_eq!(seen.len(), 3 * 2 * 4);
        let (strides, whole) = kept.keys();
        for part in &seen {
            let missing = {
                let mut rest = rack.clone();
                part.iter().for_each(|&t| rest.take(t));
                rest.tiles()
            };
            let down: u32 = missing.iter().map(|&t| strides[usize::from(t)]).sum();
            let value = part.iter().map(|&t| i64::from(t) + 100).sum();
            assert_eq!(kept.value(whole - down), Some(value));
            assert_eq!(kept.key_without(&missing), whole - down);
        }
        assert_eq!(kept.best()[5..], [107, 0]);
        assert_eq!(kept.best()[0], 6 * 100 + 3 + 21);
    }

    #[test]
    fn a_rack_with_too_many_parts_has_no_table() {
        let tiles: Vec<u8> = (1..=40).collect();
        let mut kept = KeptValues::default();
        kept.fill(&Rack::from_tiles(&tiles), |_| panic!("nothing is asked"));
        assert!(kept.best().is_empty() && kept.value(0).is_none());
    }
}
