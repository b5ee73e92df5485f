//! Every split of the rack into tiles played and tiles kept (the leave).
//!
//! The search for the best play chooses the tiles to play before it considers squares
//! and words. They determine the leave, so only the score is still unknown. Subracks
//! are grouped by their number of tiles. The worth of a subrack for a word premium is
//! what it adds to the equity: the value of its leave, plus the points of its tiles
//! times the premium.

use crate::movegen::best::anagram_filter::AnagramFilter;
use crate::movegen::best::equity::THOUSANDTHS;
use crate::movegen::best::leave_map::{LeaveMap, MAX_TILES, for_subracks};
use crate::ruleset::Ruleset;
use crate::tiles::{BLANK, MAX_LETTERS, Tile};
use std::cmp::Reverse;
use std::ops::Range;

/// One more than the highest word premium with a table of worths. For higher premiums,
/// leaves and points are bounded separately.
const FACTORS: usize = 16;

/// The number of worths for a word premium.
const WORTHS: usize = 2 * (MAX_TILES + 1);

/// The worth of a missing subrack: less than any other, but far from `i64::MIN`.
pub(crate) const NO_WORTH: i64 = -(1 << 60);

/// What is known of the tiles played, from the tiles alone.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Played {
    /// The hash of the letters, without blanks.
    pub(crate) hash: u64,
    /// The set of the tiles; bit 0 is the blank.
    pub(crate) set: u64,
    /// A bit for each tile: its index in [`Subracks::points`].
    pub(crate) tiles: u64,
    /// The points of the tiles.
    pub(crate) points: u32,
    /// The number of tiles.
    pub(crate) placed: u8,
    /// How many of them are blanks.
    pub(crate) blanks: u8,
}

/// A split of the rack.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Subrack {
    pub(crate) played: Played,
    /// The letters that a blank may stand for if the tiles make a word by themselves;
    /// empty if they make none.
    pub(crate) alone: u64,
    /// The value of the leave, including the bonus if a full rack is played.
    pub(crate) value: i64,
    /// The number of the subrack.
    pub(crate) number: u32,
}

/// Converts a score to thousandths of a point. Scores saturate, and so does the result.
#[inline]
pub(crate) fn in_thousandths(score: u64) -> i64 {
    score.min(u64::from(u32::MAX)) as i64 * THOUSANDTHS
}

/// The most that some squares add to a score, besides the points of the placed tiles
/// times the word premium. All sums are far below 2⁴⁰.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SquareBound {
    /// Added to the main word, before its premiums.
    pub(crate) main: u64,
    /// Added by cross-words.
    pub(crate) crosses: u64,
    /// The product of the word premiums.
    pub(crate) factor: u64,
}

impl SquareBound {
    pub(crate) const NONE: SquareBound = SquareBound {
        main: 0,
        crosses: 0,
        factor: 1,
    };

    /// What these squares and others add together. Both premiums must be
    /// [bounded](Self::bounded).
    #[inline]
    pub(crate) fn and(&self, other: &SquareBound) -> SquareBound {
        SquareBound {
            main: self.main + other.main,
            crosses: self.crosses + other.crosses,
            factor: self.factor * other.factor,
        }
    }

    /// Caps the word premium at 2³² − 1.
    #[inline]
    pub(crate) fn bounded(self) -> SquareBound {
        SquareBound {
            factor: self.factor.min(u64::from(u32::MAX)),
            ..self
        }
    }
}

/// A bound of the equity of plays.
#[derive(Clone, Copy, Debug)]
pub(crate) struct EquityBound {
    /// A bound of the score without the placed tiles, in thousandths of a point.
    pub(crate) score: i64,
    /// A bound of the worth of these tiles.
    worth: i64,
    /// The word premium that they are weighed with; 0 if it is too high.
    pub(crate) factor: u8,
}

impl EquityBound {
    #[inline]
    pub(crate) fn total(self) -> i64 {
        self.score + self.worth
    }
}

/// All subracks of a rack.
#[derive(Clone, Debug)]
pub(crate) struct Subracks {
    /// All subracks, by number.
    by_number: Vec<Played>,
    /// All subracks, sorted by their number of tiles.
    subracks: Vec<Subrack>,
    /// The index of the first subrack with each number of tiles, and the end of the
    /// last group.
    groups: [u32; MAX_TILES + 2],
    /// The highest worths, by word premium, then for all subracks and for those that
    /// may make a word by themselves, then by the number of tiles.
    worths: Box<[i64; FACTORS * WORTHS]>,
    /// The worths of all subracks, by word premium, then as in `subracks`.
    each: Vec<i64>,
    /// A bit for each word premium whose worths are computed for this rack.
    weighed: u32,
    /// The rack's different tiles and their points, the highest first.
    pub(crate) letters: Vec<(Tile, u32)>,
    /// The points of the rack's tiles, the highest first; 0 past its end.
    pub(crate) points: [u32; MAX_TILES + 1],
    /// The most points that a given number of tiles can have.
    most_points: [u32; MAX_TILES + 1],
}

impl Default for Subracks {
    fn default() -> Self {
        Subracks {
            by_number: Vec::new(),
            subracks: Vec::new(),
            groups: [0; MAX_TILES + 2],
            worths: Box::new([NO_WORTH; FACTORS * WORTHS]),
            each: Vec::new(),
            weighed: 0,
            letters: Vec::new(),
            points: [0; MAX_TILES + 1],
            most_points: [0; MAX_TILES + 1],
        }
    }
}

impl Subracks {
    /// Computes the subracks of the rack that a leave map was built for.
    pub(crate) fn fill(&mut self, leaves: &LeaveMap, ruleset: &Ruleset, filter: &AnagramFilter) {
        let digits = &leaves.digits;
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
        // The index of each tile's first copy.
        let mut places = [0; MAX_LETTERS + 1];
        let mut end = 0;
        for &(tile, points) in &self.letters {
            let digit = digits.iter().find(|digit| digit.0 == tile);
            places[usize::from(tile)] = end as u8;
            for _ in 0..digit.map_or(0, |digit| digit.1) {
                self.points[end] = points;
                self.most_points[end + 1] = self.most_points[end] + points;
                end += 1;
            }
        }
        self.points[end..].fill(0);
        let (hashes, points) = (&filter.hashes, &self.points);
        let none = Played::default();
        for_subracks(digits, none, &mut self.by_number, |subrack, tile, nth| {
            let place = places[usize::from(tile)] + nth;
            let is_blank = tile == BLANK;
            let hash = if is_blank { 0 } else { hashes.of(tile) };
            Played {
                hash: subrack.hash.wrapping_add(hash),
                set: subrack.set | 1 << tile,
                tiles: subrack.tiles | 1 << place,
                points: subrack.points + points[usize::from(place)],
                placed: subrack.placed + 1,
                blanks: subrack.blanks + u8::from(is_blank),
            }
        });
        self.group(&leaves.values, filter, ruleset);
        let worths = FACTORS * self.subracks.len();
        self.each.resize(worths.max(self.each.len()), NO_WORTH);
        self.weighed = 0;
    }

    /// Groups the subracks by their number of tiles. The numbers of a subrack and of
    /// its leave add up to the number of the whole rack.
    fn group(&mut self, values: &[i64], filter: &AnagramFilter, ruleset: &Ruleset) {
        self.groups = [0; MAX_TILES + 2];
        for subrack in &self.by_number {
            self.groups[usize::from(subrack.placed) + 1] += 1;
        }
        let mut ends = self.groups;
        for placed in 1..ends.len() {
            ends[placed] += ends[placed - 1];
        }
        self.groups = ends;
        self.subracks
            .resize(self.by_number.len(), Subrack::default());
        let bits = filter.bits();
        let subracks = self.by_number.iter().zip(values.iter().rev());
        for (number, (&played, &value)) in (0..).zip(subracks) {
            let end = &mut ends[usize::from(played.placed)];
            let alone = match (played.placed, played.blanks) {
                (0 | 1, _) => 0,
                (_, 0) if !bits.has(played.hash) => 0,
                (_, 0) => u64::MAX,
                (placed, blanks) => filter.letters_for(played.hash, placed, blanks),
            };
            self.subracks[*end as usize] = Subrack {
                played,
                alone,
                value,
                number,
            };
            *end += 1;
        }
        let full = self.group_of(usize::from(ruleset.rack_size()));
        for subrack in &mut self.subracks[full] {
            subrack.value += THOUSANDTHS * i64::from(ruleset.bonus());
        }
    }

    /// A bound of the equity of plays that place `placed` tiles on squares with a given
    /// bound. `alone` means that the tiles must make a word by themselves.
    #[inline]
    pub(crate) fn bound(
        &mut self,
        squares: &SquareBound,
        alone: bool,
        placed: usize,
    ) -> EquityBound {
        let (score, factor) = match squares.factor < FACTORS as u64 {
            true => {
                let score = squares.main * squares.factor + squares.crosses;
                (score as i64 * THOUSANDTHS, squares.factor as usize)
            }
            false => (self.highest_score(*squares, placed), 0),
        };
        if self.weighed >> factor & 1 == 0 {
            self.weigh(factor);
        }
        let place = factor * WORTHS + usize::from(alone) * (MAX_TILES + 1) + placed;
        EquityBound {
            score,
            worth: self.worths[place & (FACTORS * WORTHS - 1)],
            factor: factor as u8,
        }
    }

    /// A bound of the score with a word premium too high for the table. Leaves are
    /// weighed by themselves, so this bound includes the points of the tiles.
    #[cold]
    fn highest_score(&self, squares: SquareBound, placed: usize) -> i64 {
        let main = squares.main + u64::from(self.most_points[placed & MAX_TILES]);
        let score = main.saturating_mul(squares.bounded().factor);
        in_thousandths(score.saturating_add(squares.crosses))
    }

    /// Computes the highest worths for a word premium.
    #[inline(never)]
    fn weigh(&mut self, factor: usize) {
        self.weighed |= 1 << factor;
        let step = factor as i64 * THOUSANDTHS;
        let worths = &mut self.worths[factor * WORTHS..][..WORTHS];
        let (any, alone) = worths.split_at_mut(MAX_TILES + 1);
        let each = &mut self.each[factor * self.subracks.len()..];
        for placed in 0..=MAX_TILES {
            let group = self.groups[placed] as usize..self.groups[placed + 1] as usize;
            if group.is_empty() {
                break;
            }
            let (mut most, mut most_alone) = (NO_WORTH, NO_WORTH);
            let each = &mut each[group.clone()];
            for (i, subrack) in self.subracks[group].iter().enumerate() {
                let own = subrack.value + i64::from(subrack.played.points) * step;
                each[i] = own;
                most = own.max(most);
                if subrack.alone != 0 {
                    most_alone = own.max(most_alone);
                }
            }
            (any[placed], alone[placed]) = (most, most_alone);
        }
    }

    #[inline]
    fn group_of(&self, placed: usize) -> Range<usize> {
        match (self.groups.get(placed), self.groups.get(placed + 1)) {
            (Some(&start), Some(&end)) => start as usize..end as usize,
            _ => 0..0,
        }
    }

    /// The subracks with a given number of tiles, and in the same order their worths for
    /// a word premium. The premium must have been weighed.
    #[inline]
    pub(crate) fn placing(&self, placed: usize, factor: u8) -> (&[Subrack], &[i64]) {
        let group = self.group_of(placed);
        let each = &self.each[usize::from(factor) * self.subracks.len()..];
        (&self.subracks[group.clone()], &each[group])
    }

    /// The only subrack with a given number of tiles; `None` if there are others.
    pub(crate) fn only(&self, placed: usize) -> Option<&Subrack> {
        match &self.subracks[self.group_of(placed)] {
            [subrack] => Some(subrack),
            _ => None,
        }
    }

    /// The number of the whole rack, to which the numbers of a subrack and of its leave
    /// add up.
    pub(crate) fn whole(&self) -> u32 {
        self.subracks.len() as u32 - 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
    use crate::lexicon::Words;
    use crate::movegen::board::Rack;

    /// The subracks with a given number of tiles, with their worths.
    fn placing(subracks: &Subracks, placed: usize, factor: u8) -> Vec<(i64, &Subrack)> {
        let (subracks, worths) = subracks.placing(placed, factor);
        worths.iter().copied().zip(subracks).collect()
    }

    #[test]
    fn subracks_know_their_tiles_and_their_worth() {
        let english = Ruleset::builtin("english").unwrap();
        let words = Words::from_unsorted([&[1, 2][..], &[2, 3], &[1, 2, 3, 4]]).unwrap();
        let bytes = build(&words, GraphSpec::new()).unwrap();
        let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
        let filter = AnagramFilter::new(&graph, 26).unwrap();
        let mut leaves = LeaveMap::default();
        // A blank, A, B, C and Q; each tile is worth its number plus one.
        leaves.fill(&Rack::from_tiles(&[0, 1, 2, 3, 17]), |digits, values| {
            for_subracks(digits, 0, values, |sum, tile, _| sum + 1 + i64::from(tile));
        });
        let mut subracks = Subracks::default();
        subracks.fill(&leaves, &english, &filter);
        assert_eq!(subracks.points[..6], [10, 3, 3, 1, 0, 0]);
        assert_eq!(subracks.letters[0], (17, 10));
        for factor in [0, 3, 4] {
            subracks.weigh(factor);
        }
        // Ten points times the premium, and two more.
        let squares = |factor| SquareBound {
            main: 10,
            crosses: 2,
            factor,
        };
        let mut count = 0;
        for placed in 0..=5 {
            let bound = subracks.bound(&squares(3), false, placed);
            let worth = placing(&subracks, placed, 3)
                .into_iter()
                .map(|part| part.0)
                .max();
            assert_eq!((bound.score, Some(bound.worth)), (32_000, worth));
            assert_eq!(bound.factor, 3);
            for (value, subrack) in placing(&subracks, placed, 0) {
                assert_eq!(usize::from(subrack.played.placed), placed);
                assert_eq!(value, subrack.value);
                let tiles = (0..64u8).filter(|t| subrack.played.set >> t & 1 != 0);
                let worth: i64 = tiles.clone().map(|t| 1 + i64::from(t)).sum();
                assert_eq!(value, 28 - worth);
                let points: u32 = tiles.map(|t| u32::from(english.points(t))).sum();
                assert_eq!(points, subrack.played.points);
                let places = (0..63).filter(|i| subrack.played.tiles >> i & 1 != 0);
                assert_eq!(points, places.map(|i| subracks.points[i]).sum::<u32>());
                let worth = value + 3 * THOUSANDTHS * i64::from(points);
                let mut worths = placing(&subracks, placed, 3).into_iter();
                assert!(worths.any(|part| part.0 == worth));
                count += 1;
            }
        }
        assert_eq!(count, 32);
        let alone = |set: u64| {
            let mut pairs = placing(&subracks, 2, 0).into_iter();
            pairs.any(|(_, pair)| pair.played.set == set && pair.alone != 0)
        };
        assert!(alone(0b110) && alone(0b1100) && alone(0b11));
        assert!(!alone(0b1010));
        let alone = placing(&subracks, 2, 4)
            .into_iter()
            .filter(|(_, pair)| pair.alone != 0);
        let most = alone.map(|part| part.0).max().unwrap();
        let mut bound = |factor, alone, placed| {
            let bound = subracks.bound(&squares(factor), alone, placed);
            (bound.total(), bound.factor)
        };
        assert_eq!(bound(4, true, 2), (42_000 + most, 4));
        assert!(bound(4, true, 1).0 < NO_WORTH / 2);
        // Premiums too high for the table.
        let [hundred, endless] = [100, u64::MAX].map(|factor| bound(factor, false, 2));
        assert_eq!(
            placing(&subracks, 6, 0).len() + placing(&subracks, 1000, 0).len(),
            0
        );
        assert!(subracks.only(5).is_some() && subracks.only(1).is_none());
        let leave = placing(&subracks, 2, 0)
            .into_iter()
            .map(|part| part.0)
            .max()
            .unwrap();
        assert_eq!(hundred, (2_302_000 + leave, 0));
        assert_eq!(endless, (leave + 1000 * i64::from(u32::MAX), 0));
    }
}
