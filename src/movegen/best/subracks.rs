//! Ways to part a rack: the tiles that are placed and those that are kept.
//!
//! Whoever looks for the best play looks at the tiles to place before places
//! and words. Which they are decides what is kept, so that a way's worth is
//! known but for the score. Ways are kept by the number of tiles they place,
//! those that keep the best first.

use crate::movegen::best::anagram_filter::Anagrams;
use crate::movegen::best::leave_map::{KeptValues, MOST_TILES, for_parts};
use crate::ruleset::Ruleset;
use crate::tiles::{BLANK, MAX_LETTERS, Tile};
use std::cmp::Reverse;

/// A way to part the rack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Way {
    /// The sum of the placed letters, see
    /// [`TileSums`](crate::movegen::best::anagram_filter::TileSums).
    pub(crate) sum: u64,
    /// Which tiles are placed; bit 0 is the blank.
    pub(crate) set: u64,
    /// The placed tiles as bits: their places in the [rack](Ways::points).
    pub(crate) tiles: u64,
    /// The letters that a blank may stand for if the placed tiles make a word
    /// by themselves; none if they make none.
    pub(crate) alone: u64,
    /// The points of the placed tiles.
    pub(crate) points: u32,
    pub(crate) placed: u8,
    /// How many of the placed tiles are blanks.
    pub(crate) blanks: u8,
}

/// What decides first whether a way is worth a look.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Ranked {
    /// What keeping the tiles that are not placed is worth.
    pub(crate) value: i64,
    /// The points of those that are.
    pub(crate) points: u32,
    /// The number of the way.
    number: u32,
}

/// All ways to part a rack.
#[derive(Clone, Debug)]
pub(crate) struct Ways {
    /// By the number of the part that is placed.
    ways: Vec<Way>,
    /// By the number of tiles placed, then by what keeping the others is worth,
    /// the most first.
    order: Vec<Ranked>,
    /// Where those that place each number of tiles begin, and the last end.
    groups: [u32; MOST_TILES + 2],
    /// The rack's different tiles and their points, the highest first.
    letters: Vec<(Tile, u32)>,
    points: [u32; MOST_TILES],
}

impl Default for Ways {
    fn default() -> Self {
        Ways {
            ways: Vec::new(),
            order: Vec::new(),
            groups: [0; MOST_TILES + 2],
            letters: Vec::new(),
            points: [0; MOST_TILES],
        }
    }
}

impl Ways {
    /// Finds the ways to part a rack whose parts have values.
    pub(crate) fn fill(&mut self, kept: &KeptValues, ruleset: &Ruleset, words: &Anagrams) {
        let digits = kept.digits();
        self.letters.clear();
        for &(tile, _) in digits {
            let points = if tile == BLANK {
                0
            } else {
                ruleset.points(tile)
            };
            self.letters.push((tile, u32::from(points)));
        }
        self.letters
            .sort_unstable_by_key(|&(_, points)| Reverse(points));
        // The places of tiles among those of the rack.
        let mut places = [0; MAX_LETTERS + 1];
        self.points = [0; MOST_TILES];
        let mut end = 0;
        for &(tile, points) in &self.letters {
            let digit = digits.iter().find(|digit| digit.0 == tile);
            places[usize::from(tile)] = end as u8;
            for _ in 0..digit.map_or(0, |digit| digit.1) {
                self.points[end] = points;
                end += 1;
            }
        }
        let (sums, points) = (words.sums(), &self.points);
        for_parts(digits, Way::default(), &mut self.ways, |way, tile, nth| {
            let place = places[usize::from(tile)] + nth;
            let is_blank = tile == BLANK;
            Way {
                sum: way
                    .sum
                    .wrapping_add(if is_blank { 0 } else { sums.of(tile) }),
                set: way.set | 1 << tile,
                tiles: way.tiles | 1 << place,
                alone: 0,
                points: way.points + points[usize::from(place)],
                placed: way.placed + 1,
                blanks: way.blanks + u8::from(is_blank),
            }
        });
        self.order_ways(kept.values());
        for way in &mut self.ways {
            if way.placed > 1 {
                way.alone = words.letters_for(way, 0);
            }
        }
    }

    /// What is placed has the number that what is kept lacks.
    fn order_ways(&mut self, values: &[i64]) {
        self.groups = [0; MOST_TILES + 2];
        for way in &self.ways {
            self.groups[usize::from(way.placed) + 1] += 1;
        }
        let mut ends = self.groups;
        for placed in 1..ends.len() {
            ends[placed] += ends[placed - 1];
        }
        self.groups = ends;
        self.order.clear();
        self.order.resize(self.ways.len(), Ranked::default());
        for (number, (way, &value)) in (0..).zip(self.ways.iter().zip(values.iter().rev())) {
            let end = &mut ends[usize::from(way.placed)];
            self.order[*end as usize] = Ranked {
                value,
                points: way.points,
                number,
            };
            *end += 1;
        }
        for bounds in self.groups.windows(2) {
            let group = &mut self.order[bounds[0] as usize..bounds[1] as usize];
            group.sort_unstable_by_key(|way| Reverse(way.value));
        }
    }

    /// The ways that place a number of tiles, those that keep most first.
    #[inline]
    pub(crate) fn placing(&self, placed: usize) -> &[Ranked] {
        match (self.groups.get(placed), self.groups.get(placed + 1)) {
            (Some(&start), Some(&end)) => &self.order[start as usize..end as usize],
            _ => &[],
        }
    }

    /// All there is to know of a way.
    #[inline]
    pub(crate) fn way(&self, ranked: &Ranked) -> &Way {
        &self.ways[ranked.number as usize]
    }

    /// The rack's different tiles and their points, the highest first.
    pub(crate) fn letters(&self) -> &[(Tile, u32)] {
        &self.letters
    }

    /// The points of the rack's tiles, the highest first; 0 past its end.
    #[inline]
    pub(crate) fn points(&self) -> &[u32; MOST_TILES] {
        &self.points
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    use crate::lexicon::Words;
    use crate::movegen::board::rack::Rack;

    #[test]
    fn ways_are_in_order_and_know_their_tiles() {
        let english = Ruleset::builtin("english").unwrap();
        let words = Words::from_unsorted([&[1, 2][..], &[2, 3], &[1, 2, 3, 4]]).unwrap();
        let bytes = build(&words, GraphSpec::default()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        let words = Anagrams::new(&graph, 26);
        let mut kept = KeptValues::default();
        // Two blanks, A, B, C and Q; what is alone on the rack is worth most.
        kept.fill(&Rack::from_tiles(&[0, 1, 2, 3, 17]), |digits, values| {
            for_parts(digits, 0, values, |sum, tile, _| sum + 1 + i64::from(tile));
        });
        let mut ways = Ways::default();
        ways.fill(&kept, &english, &words);
        assert_eq!(ways.points()[..6], [10, 3, 3, 1, 0, 0]);
        assert_eq!(ways.letters()[0], (17, 10));
        let mut count = 0;
        for placed in 0..=5 {
            let mut last = i64::MAX;
            for ranked in ways.placing(placed) {
                let (value, way) = (ranked.value, ways.way(ranked));
                assert_eq!(usize::from(way.placed), placed);
                assert!(value <= last);
                last = value;
                let tiles = (0..64u8).filter(|t| way.set >> t & 1 != 0);
                let worth: i64 = tiles.clone().map(|t| 1 + i64::from(t)).sum();
                assert_eq!(value, 28 - worth);
                let points: u32 = tiles.map(|t| u32::from(english.points(t))).sum();
                assert_eq!(points, way.points);
                let places = (0..63).filter(|i| way.tiles >> i & 1 != 0);
                assert_eq!(points, places.map(|i| ways.points()[i]).sum::<u32>());
                count += 1;
            }
        }
        assert_eq!(count, 32);
        let alone = |set: u64| {
            let mut pairs = ways.placing(2).iter().map(|ranked| ways.way(ranked));
            pairs.any(|way| way.set == set && way.alone != 0)
        };
        assert!(alone(0b110) && alone(0b1100) && alone(0b11));
        assert!(!alone(0b1010));
        assert!(ways.placing(6).is_empty() && ways.placing(1000).is_empty());
    }
}
