//! What is kept of a rack, as a number, and what keeping it is worth.
//!
//! A rack has few parts: at most 128 if it has 7 tiles. Each part gets a
//! number, the counts of its tiles as digits of a mixed radix. When a tile
//! leaves the rack the number falls by that tile's stride, so that a search has
//! it at hand always, and the worth of what is kept is one look into a table.

use super::anagrams::{Anagrams, TileSums};
use super::lanes::Points;
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
    /// The number of what is kept.
    key: u32,
    /// Where the points of the placed tiles begin.
    points: u32,
}

/// Which tiles are of use, by the number of what is still on the rack.
#[derive(Clone, Debug, Default)]
pub(super) struct Useful {
    /// Whether there is a good play that keeps some or all of it.
    reached: Vec<bool>,
    tiles: Vec<u64>,
}

impl Useful {
    /// The sets of tiles, by number.
    pub(super) fn tiles(&self) -> &[u64] {
        &self.tiles
    }
}

/// What there is to know of tiles.
#[derive(Clone, Copy)]
pub(super) struct Facts<'a> {
    pub(super) sums: &'a TileSums,
    pub(super) points: &'a Points,
}

/// The worth of every part of a rack, in thousandths of a point.
#[derive(Clone, Debug)]
pub(super) struct KeptValues {
    strides: [u32; MAX_LETTERS + 1],
    /// The number of the whole rack.
    whole: u32,
    /// By number; empty if the rack has too many parts.
    values: Vec<i64>,
    /// Ways to part the rack, by the number of tiles that are not kept, then
    /// by what keeping the others is worth, the best first.
    ways: Vec<Way>,
    /// Where the ways that place each number of tiles begin; at the end, where
    /// the last ones end.
    groups: Vec<usize>,
    /// The points of the placed tiles of all ways, the highest of each first.
    points: Vec<u32>,
    /// The rack's different tiles and their counts, and those of a part.
    digits: Vec<(Tile, u8, u8)>,
    /// The different tiles' points and places in `digits`, the highest first.
    by_points: Vec<(u32, usize)>,
    part: Vec<Tile>,
}

impl Default for KeptValues {
    fn default() -> Self {
        KeptValues {
            strides: [0; MAX_LETTERS + 1],
            whole: 0,
            values: Vec::new(),
            ways: Vec::new(),
            groups: Vec::new(),
            points: Vec::new(),
            by_points: Vec::new(),
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
        facts: Facts<'_>,
        mut value: impl FnMut(&[Tile]) -> i64,
    ) {
        self.digits.clear();
        self.values.clear();
        self.ways.clear();
        self.points.clear();
        self.by_points.clear();
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
        for (i, &(tile, ..)) in self.digits.iter().enumerate() {
            self.by_points.push((facts.points[usize::from(tile)], i));
        }
        self.by_points.sort_unstable_by(|a, b| b.cmp(a));
        for key in 0..parts as u32 {
            self.part.clear();
            for &(tile, _, kept) in &self.digits {
                self.part
                    .extend(std::iter::repeat_n(tile, usize::from(kept)));
            }
            let value = value(&self.part);
            self.values.push(value);
            let way = self.way(value, key, facts.sums);
            if way.placed > 0 {
                self.ways.push(way);
            }
            for &(points, digit) in &self.by_points {
                let (_, count, kept) = self.digits[digit];
                let placed = usize::from(count - kept);
                self.points.extend(std::iter::repeat_n(points, placed));
            }
            self.count_up();
        }
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

    /// The ways that place a number of tiles, the most valuable first.
    fn group(&self, placed: usize) -> &[Way] {
        match (self.groups.get(placed), self.groups.get(placed + 1)) {
            (Some(&start), Some(&end)) => &self.ways[start..end],
            _ => &[],
        }
    }

    /// The way to part the rack that keeps what the digits say.
    fn way(&self, value: i64, key: u32, sums: &TileSums) -> Way {
        let mut way = Way {
            placed: 0,
            blanks: 0,
            value,
            sum: 0,
            key,
            points: self.points.len() as u32,
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

    /// For every number of what is still on the rack, finds the set of tiles
    /// of use: those that can be placed next on the way to a play that is worth
    /// at least `floor`. What such a play keeps is part of what is left then,
    /// and what it places makes a word with one of the sets of tiles passed
    /// through. `scores` are the most that plays can score, by the number of
    /// tiles they place, in thousandths, or `i64::MIN`; `most` is the same for
    /// tiles with some points, the highest first.
    ///
    /// Returns the most that any such play is worth; `i64::MIN` if there is
    /// none.
    pub(super) fn find_useful(
        &self,
        floor: i64,
        (scores, most): (&[i64], impl Fn(&[u32]) -> i64),
        through: &[u64],
        words: &Anagrams,
        useful: &mut Useful,
    ) -> i64 {
        useful.reached.clear();
        useful.reached.resize(self.values.len(), false);
        let mut highest = i64::MIN;
        for (placed, &score) in scores.iter().enumerate() {
            if score == i64::MIN {
                continue;
            }
            for way in self.group(placed) {
                // Those that follow are worth less.
                if score.saturating_add(way.value) < floor {
                    break;
                }
                let points = &self.points[way.points as usize..][..placed];
                let worth = score.min(most(points)).saturating_add(way.value);
                let makes_word = |through: &u64| {
                    let sum = way.sum.wrapping_add(*through);
                    words.may_make_word(sum, way.placed, way.blanks)
                };
                if worth >= floor && through.iter().any(makes_word) {
                    useful.reached[way.key as usize] = true;
                    highest = highest.max(worth);
                }
            }
        }
        self.spread(useful);
        highest
    }

    /// From what can be kept to the tiles of use.
    fn spread(&self, useful: &mut Useful) {
        let Useful { reached, tiles } = useful;
        let steps = || {
            self.digits.iter().map(|&(tile, count, _)| {
                let stride = self.strides[usize::from(tile)] as usize;
                (tile, stride, stride * (usize::from(count) + 1))
            })
        };
        // What can be kept can come from anything that has it.
        for (_, stride, block) in steps() {
            for start in (0..reached.len()).step_by(block) {
                for key in start + stride..start + block {
                    reached[key] |= reached[key - stride];
                }
            }
        }
        tiles.clear();
        tiles.resize(reached.len(), 0);
        for (tile, stride, block) in steps() {
            for start in (0..reached.len()).step_by(block) {
                for key in start + stride..start + block {
                    tiles[key] |= u64::from(reached[key - stride]) << tile;
                }
            }
        }
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

    /// A tile has as many points as its number.
    fn facts(sums: &TileSums) -> Facts<'_> {
        const POINTS: &Points = &{
            let mut points = [0; MAX_LETTERS + 1];
            let mut tile = 0;
            while tile < points.len() {
                points[tile] = tile as u32;
                tile += 1;
            }
            points
        };
        Facts {
            sums,
            points: POINTS,
        }
    }

    #[test]
    fn every_part_has_its_number() {
        let rack = Rack::from_tiles(&[0, 0, 3, 7, 7, 7]);
        let mut kept = KeptValues::default();
        let mut seen = Vec::new();
        kept.fill(&rack, facts(&TileSums::default()), |part| {
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
    }

    #[test]
    fn the_best_that_is_kept_leaves_a_word() {
        let words = Words::from_unsorted([&[1, 2][..], &[2, 3], &[1, 2, 3, 4]]).unwrap();
        let bytes = build(&words, GraphSpec::default()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        let words = Anagrams::new(&graph, 26);
        let mut kept = KeptValues::default();
        // Keeping high tiles is worth most.
        kept.fill(&Rack::from_tiles(&[1, 2, 3]), facts(words.sums()), |part| {
            part.iter().map(|&t| i64::from(t)).sum()
        });
        let mut best = [0; 4];
        kept.best_with(0, &words, &mut best);
        assert_eq!(best, [i64::MIN, i64::MIN, 3, i64::MIN]);
        kept.best_with(words.sums().of(4), &words, &mut best);
        assert_eq!(best, [i64::MIN, i64::MIN, i64::MIN, 0]);
        kept.best_with(words.sums().of(2), &words, &mut best);
        assert_eq!(best, [i64::MIN, 5, i64::MIN, i64::MIN]);

        // The numbers are binary: A is 1, B is 2, C is 4. Only AB and BC are
        // words, and what they keep is worth 3 and 1.
        let (a, b, c) = (1 << 1, 1 << 2, 1 << 3);
        let mut useful = Useful::default();
        let most = kept.find_useful(0, (&[0; 4], |_| 0), &[0], &words, &mut useful);
        assert_eq!(most, 3);
        assert_eq!(useful.tiles(), [0, 0, 0, b, 0, c | a, b, a | b | c]);
        let most = kept.find_useful(2, (&[0; 4], |_| 0), &[0], &words, &mut useful);
        assert_eq!(most, 3);
        assert_eq!(useful.tiles(), [0, 0, 0, 0, 0, a, b, a | b]);
        // The points of what is placed are sorted.
        let only_bc = |points: &[u32]| if points == [3, 2] { 0 } else { i64::MIN };
        let most = kept.find_useful(0, (&[0; 4], only_bc), &[0], &words, &mut useful);
        assert_eq!(most, 1);
        assert_eq!(useful.tiles(), [0, 0, 0, b, 0, c, 0, b | c]);
        let most = kept.find_useful(0, (&[i64::MIN; 4], |_| 0), &[0], &words, &mut useful);
        assert_eq!((most, useful.tiles()), (i64::MIN, &[0; 8][..]));
    }

    #[test]
    fn a_rack_with_too_many_parts_has_no_table() {
        let tiles: Vec<u8> = (1..=40).collect();
        let mut kept = KeptValues::default();
        let rack = Rack::from_tiles(&tiles);
        kept.fill(&rack, facts(&TileSums::default()), |_| {
            panic!("nothing is asked")
        });
        assert!(!kept.is_complete() && kept.value(0).is_none());
    }
}
