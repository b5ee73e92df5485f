//! Every split of the rack into tiles played and tiles kept (the leave).
//!
//! The search for the best play chooses the tiles to play before it looks at
//! squares and words. They decide the leave, so the equity is known but for the
//! score. Subracks are grouped by their number of tiles, and those with the best
//! leave come first.

use crate::movegen::best::anagram_filter::AnagramFilter;
use crate::movegen::best::leave_map::{LeaveMap, MAX_TILES, for_subracks};
use crate::ruleset::Ruleset;
use crate::tiles::{BLANK, MAX_LETTERS, Tile};
use std::cmp::Reverse;

/// The tiles of a rack that are played.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Subrack {
    /// The hash of the letters, without blanks.
    pub(crate) hash: u64,
    /// The set of the tiles; bit 0 is the blank.
    pub(crate) set: u64,
    /// A bit for each tile: its place in [`Subracks::points`].
    pub(crate) tiles: u64,
    /// The letters that a blank may stand for if the tiles make a word by
    /// themselves; none if they make none.
    pub(crate) alone: u64,
    /// The points of the tiles.
    pub(crate) points: u32,
    /// The number of tiles.
    pub(crate) placed: u8,
    /// How many of them are blanks.
    pub(crate) blanks: u8,
}

/// What first decides whether a subrack is worth a look.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct RankedSubrack {
    /// The value of the leave.
    pub(crate) value: i64,
    /// The points of the tiles played.
    pub(crate) points: u32,
    /// The number of the subrack.
    number: u32,
}

/// All subracks of a rack.
#[derive(Clone, Debug)]
pub(crate) struct Subracks {
    /// By number.
    subracks: Vec<Subrack>,
    /// By the number of tiles, then by the value of the leave, the highest first.
    order: Vec<RankedSubrack>,
    /// Where those with each number of tiles begin, and the last end.
    groups: [u32; MAX_TILES + 2],
    /// The rack's different tiles and their points, the highest first.
    letters: Vec<(Tile, u32)>,
    points: [u32; MAX_TILES],
}

impl Default for Subracks {
    fn default() -> Self {
        Subracks {
            subracks: Vec::new(),
            order: Vec::new(),
            groups: [0; MAX_TILES + 2],
            letters: Vec::new(),
            points: [0; MAX_TILES],
        }
    }
}

impl Subracks {
    /// Finds the subracks of the rack that a leave map was made for.
    pub(crate) fn fill(&mut self, leaves: &LeaveMap, ruleset: &Ruleset, filter: &AnagramFilter) {
        let digits = leaves.digits();
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
        // The place of each tile's first copy.
        let mut places = [0; MAX_LETTERS + 1];
        self.points = [0; MAX_TILES];
        let mut end = 0;
        for &(tile, points) in &self.letters {
            let digit = digits.iter().find(|digit| digit.0 == tile);
            places[usize::from(tile)] = end as u8;
            for _ in 0..digit.map_or(0, |digit| digit.1) {
                self.points[end] = points;
                end += 1;
            }
        }
        let (hashes, points) = (filter.hashes(), &self.points);
        let none = Subrack::default();
        for_subracks(digits, none, &mut self.subracks, |subrack, tile, nth| {
            let place = places[usize::from(tile)] + nth;
            let is_blank = tile == BLANK;
            let hash = if is_blank { 0 } else { hashes.of(tile) };
            Subrack {
                hash: subrack.hash.wrapping_add(hash),
                set: subrack.set | 1 << tile,
                tiles: subrack.tiles | 1 << place,
                alone: 0,
                points: subrack.points + points[usize::from(place)],
                placed: subrack.placed + 1,
                blanks: subrack.blanks + u8::from(is_blank),
            }
        });
        self.rank(leaves.values());
        for subrack in &mut self.subracks {
            if subrack.placed > 1 {
                subrack.alone = filter.letters_for(subrack.hash, subrack.placed, subrack.blanks);
            }
        }
    }

    /// Ranks the subracks. The number of a subrack and that of its leave add up
    /// to the number of the whole rack.
    fn rank(&mut self, values: &[i64]) {
        self.groups = [0; MAX_TILES + 2];
        for subrack in &self.subracks {
            self.groups[usize::from(subrack.placed) + 1] += 1;
        }
        let mut ends = self.groups;
        for placed in 1..ends.len() {
            ends[placed] += ends[placed - 1];
        }
        self.groups = ends;
        self.order.clear();
        self.order
            .resize(self.subracks.len(), RankedSubrack::default());
        for (number, (subrack, &value)) in (0..).zip(self.subracks.iter().zip(values.iter().rev()))
        {
            let end = &mut ends[usize::from(subrack.placed)];
            self.order[*end as usize] = RankedSubrack {
                value,
                points: subrack.points,
                number,
            };
            *end += 1;
        }
        for bounds in self.groups.windows(2) {
            let group = &mut self.order[bounds[0] as usize..bounds[1] as usize];
            group.sort_unstable_by_key(|subrack| Reverse(subrack.value));
        }
    }

    /// The subracks with a number of tiles, those with the best leave first.
    #[inline]
    pub(crate) fn placing(&self, placed: usize) -> &[RankedSubrack] {
        match (self.groups.get(placed), self.groups.get(placed + 1)) {
            (Some(&start), Some(&end)) => &self.order[start as usize..end as usize],
            _ => &[],
        }
    }

    /// The subrack of a rank.
    #[inline]
    pub(crate) fn get(&self, ranked: &RankedSubrack) -> &Subrack {
        &self.subracks[ranked.number as usize]
    }

    /// The rack's different tiles and their points, the highest first.
    pub(crate) fn letters(&self) -> &[(Tile, u32)] {
        &self.letters
    }

    /// The points of the rack's tiles, the highest first; 0 past its end.
    #[inline]
    pub(crate) fn points(&self) -> &[u32; MAX_TILES] {
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
    fn subracks_are_in_order_and_know_their_tiles() {
        let english = Ruleset::builtin("english").unwrap();
        let words = Words::from_unsorted([&[1, 2][..], &[2, 3], &[1, 2, 3, 4]]).unwrap();
        let bytes = build(&words, GraphSpec::new()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        let filter = AnagramFilter::new(&graph, 26);
        let mut leaves = LeaveMap::default();
        // A blank, A, B, C and Q; each tile is worth its number and one.
        leaves.fill(&Rack::from_tiles(&[0, 1, 2, 3, 17]), |digits, values| {
            for_subracks(digits, 0, values, |sum, tile, _| sum + 1 + i64::from(tile));
        });
        let mut subracks = Subracks::default();
        subracks.fill(&leaves, &english, &filter);
        assert_eq!(subracks.points()[..6], [10, 3, 3, 1, 0, 0]);
        assert_eq!(subracks.letters()[0], (17, 10));
        let mut count = 0;
        for placed in 0..=5 {
            let mut last = i64::MAX;
            for ranked in subracks.placing(placed) {
                let (value, subrack) = (ranked.value, subracks.get(ranked));
                assert_eq!(usize::from(subrack.placed), placed);
                assert!(value <= last);
                last = value;
                let tiles = (0..64u8).filter(|t| subrack.set >> t & 1 != 0);
                let worth: i64 = tiles.clone().map(|t| 1 + i64::from(t)).sum();
                assert_eq!(value, 28 - worth);
                let points: u32 = tiles.map(|t| u32::from(english.points(t))).sum();
                assert_eq!(points, subrack.points);
                let places = (0..63).filter(|i| subrack.tiles >> i & 1 != 0);
                assert_eq!(points, places.map(|i| subracks.points()[i]).sum::<u32>());
                count += 1;
            }
        }
        assert_eq!(count, 32);
        let alone = |set: u64| {
            let mut pairs = subracks.placing(2).iter().map(|pair| subracks.get(pair));
            pairs.any(|pair| pair.set == set && pair.alone != 0)
        };
        assert!(alone(0b110) && alone(0b1100) && alone(0b11));
        assert!(!alone(0b1010));
        assert!(subracks.placing(6).is_empty() && subracks.placing(1000).is_empty());
    }
}
