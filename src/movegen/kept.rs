//! What is kept of a rack, as a number, and what keeping it is worth.
//!
//! A rack has few parts: at most 128 if it has 7 tiles. Each part gets a
//! number, the counts of its tiles as digits of a mixed radix. When a tile
//! leaves the rack the number falls by that tile's stride, so that a search has
//! it at hand always, and the worth of what is kept is one look into a table.

use super::anagrams::{Anagrams, TileSums};
use super::rack::Rack;
use crate::tiles::{BLANK, MAX_LETTERS, Tile};
use std::cmp::Reverse;

/// The most parts for which a table is made.
const MOST_PARTS: u64 = 1 << 16;

/// A way to part the rack into tiles that are placed and tiles that are kept.
#[derive(Clone, Copy, Debug)]
struct Way {
    placed: u8,
    /// How many of the placed tiles are blanks.
    blanks: u8,
    /// What keeping the others is worth.
    value: i64,
    /// The sum of the placed letters, see [`TileSums`].
    sum: u64,
}

/// The worth of every part of a rack, in thousandths of a point.
#[derive(Clone, Debug)]
pub(super) struct KeptValues {
    strides: [u32; MAX_LETTERS + 1],
    /// The number of the whole rack.
    whole: u32,
    /// By number; empty if the rack has too many parts.
    values: Vec<i64>,
    /// By number: the most that any part of this part is worth.
    reach: Vec<i64>,
    /// Ways to part the rack, by the number of tiles that are not kept, then
    /// by what keeping the others is worth, the best first.
    ways: Vec<Way>,
    /// Where the ways that place each number of tiles begin; at the end, where
    /// the last ones end.
    groups: Vec<usize>,
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
            reach: Vec::new(),
            ways: Vec::new(),
            groups: Vec::new(),
            digits: Vec::new(),
            part: Vec::new(),
        }
    }
}

impl KeptValues {
    /// Asks for the worth of every part of a rack, given as sorted tiles. If
    /// there are too many, nothing is asked and there is no table.
    pub(super) fn fill(
        &mut self,
        rack: &Rack,
        sums: &TileSums,
        mut value: impl FnMut(&[Tile]) -> i64,
    ) {
        self.digits.clear();
        self.values.clear();
        self.reach.clear();
        self.ways.clear();
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
        for _ in 0..parts {
            self.part.clear();
            for &(tile, _, kept) in &self.digits {
                self.part
                    .extend(std::iter::repeat_n(tile, usize::from(kept)));
            }
            let value = value(&self.part);
            self.values.push(value);
            let way = self.way(value, sums);
            if way.placed > 0 {
                self.ways.push(way);
            }
            self.count_up();
        }
        self.find_reach();
        self.ways
            .sort_unstable_by_key(|way| (way.placed, Reverse(way.value), way.sum));
        self.groups.clear();
        for (i, way) in self.ways.iter().enumerate() {
            while self.groups.len() <= usize::from(way.placed) {
                self.groups.push(i);
            }
        }
        self.groups.push(self.ways.len());
    }

    /// A part of a part has less of some tiles. Tile by tile, each part takes
    /// over what the one with one less of it can reach.
    fn find_reach(&mut self) {
        self.reach.clone_from(&self.values);
        let mut stride = 1;
        for &(_, count, _) in &self.digits {
            let block = stride * (usize::from(count) + 1);
            for parts in self.reach.chunks_mut(block) {
                for i in stride..parts.len() {
                    parts[i] = parts[i].max(parts[i - stride]);
                }
            }
            stride = block;
        }
    }

    /// The ways that place a number of tiles, the most valuable first.
    fn group(&self, placed: usize) -> &[Way] {
        match (self.groups.get(placed), self.groups.get(placed + 1)) {
            (Some(&start), Some(&end)) => &self.ways[start..end],
            _ => &[],
        }
    }

    /// The way to part the rack that keeps what the digits say.
    fn way(&self, value: i64, sums: &TileSums) -> Way {
        let mut way = Way {
            placed: 0,
            blanks: 0,
            value,
            sum: 0,
        };
        for &(tile, count, kept) in &self.digits {
            let placed = count - kept;
            way.placed += placed;
            if tile == BLANK {
                way.blanks = placed;
            } else {
                let sum = sums.of(tile).wrapping_mul(u64::from(placed));
                way.sum = way.sum.wrapping_add(sum);
            }
        }
        way
    }

    /// The most that keeping can be worth, by how many tiles are placed, if
    /// these make a word with others on the board, whose sum is `through`;
    /// `i64::MIN` for a number that makes none.
    pub(super) fn best_with(&self, through: u64, words: &Anagrams, best: &mut [i64]) {
        for (placed, best) in best.iter_mut().enumerate() {
            let makes_word = |way: &&Way| {
                let sum = way.sum.wrapping_add(through);
                words.may_make_word(sum, way.placed, way.blanks)
            };
            let first = self.group(placed).iter().find(makes_word);
            *best = first.map_or(i64::MIN, |way| way.value);
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

    /// By how much the number falls when a tile leaves the rack.
    pub(super) fn strides(&self) -> &[u32; 64] {
        &self.strides
    }

    /// The number of the whole rack.
    pub(super) fn whole(&self) -> u32 {
        self.whole
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

    /// The most that can be kept of the part with a number.
    #[inline]
    pub(super) fn reach(&self, key: u32) -> i64 {
        self.reach.get(key as usize).copied().unwrap_or(i64::MAX)
    }

    /// The most that keeping can be worth when a number of tiles is placed.
    pub(super) fn best_without(&self, placed: usize) -> i64 {
        self.group(placed).first().map_or(i64::MIN, |way| way.value)
    }

    /// Whether there is a table.
    pub(super) fn is_complete(&self) -> bool {
        !self.values.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    use crate::source::Words;

    #[test]
    fn every_part_has_its_number() {
        let rack = Rack::from_tiles(&[0, 0, 3, 7, 7, 7]);
        let mut kept = KeptValues::default();
        let mut seen = Vec::new();
        kept.fill(&rack, &TileSums::default(), |part| {
            seen.push(part.to_vec());
            part.iter().map(|&t| i64::from(t) + 100).sum::<i64>()
        });
        assert_eq!(seen.len(), 3 * 2 * 4);
        let (strides, whole) = (kept.strides(), kept.whole());
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
            // Every tile has a value, so that most can be reached by keeping
            // all.
            assert_eq!(kept.reach(whole - down), value);
        }
    }

    #[test]
    fn the_best_that_is_kept_leaves_a_word() {
        let words = Words::from_unsorted([&[1, 2][..], &[2, 3], &[1, 2, 3, 4]]).unwrap();
        let bytes = build(&words, GraphSpec::default()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        let words = Anagrams::new(&graph, 26);
        let mut kept = KeptValues::default();
        // Keeping high tiles is worth most.
        kept.fill(&Rack::from_tiles(&[1, 2, 3]), words.sums(), |part| {
            part.iter().map(|&t| i64::from(t)).sum()
        });
        let mut best = [0; 4];
        kept.best_with(0, &words, &mut best);
        assert_eq!(best, [i64::MIN, i64::MIN, 3, i64::MIN]);
        kept.best_with(words.sums().of(4), &words, &mut best);
        assert_eq!(best, [i64::MIN, i64::MIN, i64::MIN, 0]);
        kept.best_with(words.sums().of(2), &words, &mut best);
        assert_eq!(best, [i64::MIN, 5, i64::MIN, i64::MIN]);
    }

    #[test]
    fn a_rack_with_too_many_parts_has_no_table() {
        let tiles: Vec<u8> = (1..=40).collect();
        let mut kept = KeptValues::default();
        let rack = Rack::from_tiles(&tiles);
        kept.fill(&rack, &TileSums::default(), |_| panic!("nothing is asked"));
        assert!(!kept.is_complete() && kept.value(0).is_none());
    }
}
