//! Equity: the value of a move, from its score and its leave.
//!
//! While the bag has tiles, the leave's value comes from a table. With an empty bag,
//! going out earns the opponent's tiles, and any other play costs the tiles that stay
//! on the rack. The first play is penalised for vowels next to premium squares. Equity
//! is in whole thousandths of a point, so it does not depend on the order of additions.

use crate::leave::Leaves;
use crate::movegen::best::leave_map::for_subracks;
use crate::movegen::board::{Direction, Found, Play, Position, count_subracks, subrack};
use crate::tiles::{PLAYED_BLANK, Tile};
use std::fmt::Debug;

/// The number of equity units in a point.
pub(crate) const THOUSANDTHS: i64 = 1000;

/// The penalty for a vowel next to a premium square in the first play.
const OPENING_VOWEL: i64 = 700;

/// The cost of a play that does not go out when the bag is empty.
const NOT_OUT: i64 = 10 * THOUSANDTHS;

/// The largest value of a leave, in thousandths. Real values are far below it, and sums
/// of a few such values never overflow.
const MAX_LEAVE: f64 = (1u64 << 52) as f64;

/// The values of leaves.
pub trait LeaveValues: Debug + Sync {
    /// The value of sorted tiles in points; 0 if it is unknown.
    fn value(&self, leave: &[Tile]) -> f32;

    /// Reports the values of all subracks of a rack. `rack` gives its different tiles,
    /// in order, and their counts. A subrack's number has the counts of its tiles as
    /// digits, that of the first tile lowest. `found` is called with the number and
    /// value of every subrack that has a value, in any order.
    fn subracks(&self, rack: &[(Tile, u8)], found: &mut dyn FnMut(usize, f32)) {
        for number in 1..count_subracks(rack) {
            found(number, self.value(&subrack(rack, number)));
        }
    }
}

/// No leave values: every leave is worth 0.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLeaves;

impl LeaveValues for NoLeaves {
    fn value(&self, _: &[Tile]) -> f32 {
        0.0
    }

    fn subracks(&self, _: &[(Tile, u8)], _: &mut dyn FnMut(usize, f32)) {}
}

impl LeaveValues for Leaves {
    fn value(&self, leave: &[Tile]) -> f32 {
        Leaves::value(self, leave)
    }

    fn subracks(&self, rack: &[(Tile, u8)], mut found: &mut dyn FnMut(usize, f32)) {
        self.each_subrack(rack, &mut found);
    }
}

/// Without leave values, every leave is worth 0.
impl<L: LeaveValues + ?Sized> LeaveValues for Option<&L> {
    fn value(&self, leave: &[Tile]) -> f32 {
        self.map_or(0.0, |leaves| leaves.value(leave))
    }

    fn subracks(&self, rack: &[(Tile, u8)], found: &mut dyn FnMut(usize, f32)) {
        if let Some(leaves) = self {
            leaves.subracks(rack, found);
        }
    }
}

/// Rounds a leave's value to thousandths.
fn in_thousandths(value: f32) -> i64 {
    let thousandths = f64::from(value) * THOUSANDTHS as f64;
    let bounded = thousandths.clamp(-MAX_LEAVE, MAX_LEAVE);
    // The product is exact, and so is the sum: 24 bits, those of a thousand, and one
    // for the half.
    (bounded + 0.5_f64.copysign(bounded)) as i64
}

/// The equity of moves in a position, in thousandths of a point.
#[derive(Clone, Debug)]
pub struct Equity<'p, 'r> {
    position: &'p Position<'r>,
    leaves: &'p dyn LeaveValues,
    is_opening: bool,
    bag_is_empty: bool,
    /// The points of all unseen tiles.
    unseen_points: i64,
}

impl<'p, 'r> Equity<'p, 'r> {
    /// Creates the equity of a position with these leave values.
    pub fn new(position: &'p Position<'r>, leaves: &'p dyn LeaveValues) -> Self {
        let ruleset = position.ruleset();
        let unseen_points = (0..ruleset.tiles().len() as Tile)
            .map(|t| i64::from(position.unseen(t)) * i64::from(ruleset.points(t)))
            .sum();
        Equity {
            position,
            leaves,
            is_opening: position.is_empty(),
            bag_is_empty: position.bag() == 0,
            unseen_points,
        }
    }

    /// The value of a leave. It is the equity of an exchange that keeps it and, for the
    /// whole rack, of a pass.
    pub fn leave(&self, tiles: &[Tile]) -> i64 {
        if tiles.is_empty() {
            return 0;
        }
        in_thousandths(self.leaves.value(tiles))
    }

    /// What the leave adds to the score of a play: its value or, with an empty bag, the
    /// gain from going out or the cost of not going out.
    pub fn leave_adjustment(&self, tiles: &[Tile]) -> i64 {
        if !self.bag_is_empty {
            return self.leave(tiles);
        }
        if tiles.is_empty() {
            return 2 * THOUSANDTHS * self.unseen_points;
        }
        let points = |&t: &Tile| i64::from(self.position.ruleset().points(t));
        -NOT_OUT - 2 * THOUSANDTHS * tiles.iter().map(points).sum::<i64>()
    }

    /// Computes the adjustment of every leave of a rack, by subrack number: see
    /// [`LeaveValues::subracks`].
    pub(crate) fn leave_adjustments(&self, rack: &[(Tile, u8)], values: &mut Vec<i64>) {
        if self.bag_is_empty {
            let points = |tile| i64::from(self.position.ruleset().points(tile));
            let step = 2 * THOUSANDTHS;
            for_subracks(rack, -NOT_OUT, values, |value, tile, _| {
                value - step * points(tile)
            });
            values[0] = step * self.unseen_points;
            return;
        }
        values.clear();
        values.resize(count_subracks(rack), 0);
        self.leaves.subracks(rack, &mut |number, value| {
            if number > 0
                && let Some(place) = values.get_mut(number)
            {
                *place = in_thousandths(value);
            }
        });
    }

    /// The equity of a play.
    pub fn play(&self, found: &Found<'_>) -> i64 {
        self.leave_adjustment(&found.leave.tiles()) + self.on_board(&found.play, found.score)
    }

    /// The equity of a play without its leave.
    pub(crate) fn on_board(&self, play: &Play<'_>, score: u32) -> i64 {
        let score = THOUSANDTHS * i64::from(score);
        if !self.is_opening {
            return score;
        }
        let exposed = play.squares().filter(|&(row, column, tile)| {
            self.is_vowel(tile) && self.is_by_premium(play.direction, row, column)
        });
        score - OPENING_VOWEL * exposed.count() as i64
    }

    fn is_vowel(&self, tile: u8) -> bool {
        let tiles = self.position.ruleset().tiles();
        let tile = usize::from(tile & !PLAYED_BLANK);
        tiles.get(tile).is_some_and(|facts| facts.vowel)
    }

    /// Whether an adjacent square, in the crossing direction, has a premium.
    fn is_by_premium(&self, direction: Direction, row: u8, column: u8) -> bool {
        let board = self.position.ruleset().board();
        let (lane, at) = direction.lane(row, column);
        let beside = [lane.checked_sub(1), lane.checked_add(1)];
        beside.into_iter().flatten().any(|lane| {
            let (row, column) = direction.lane(lane, at);
            board.square(row, column).is_premium()
        })
    }

    /// The position.
    pub fn position(&self) -> &'p Position<'r> {
        self.position
    }
}

/// Formats an equity in thousandths as points with three decimals.
///
/// ```
/// use wordmill::movegen::equity_text;
/// assert_eq!(equity_text(23_925), "23.925");
/// assert_eq!(equity_text(-50), "-0.050");
/// ```
pub fn equity_text(equity: i64) -> String {
    let sign = if equity < 0 { "-" } else { "" };
    let (points, rest) = (equity.unsigned_abs() / 1000, equity.unsigned_abs() % 1000);
    format!("{sign}{points}.{rest:03}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::Rack;
    use crate::ruleset::Ruleset;

    const BOARD: &str = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";

    /// Values every tile alike.
    #[derive(Debug)]
    struct PerTile(f32);

    impl LeaveValues for PerTile {
        fn value(&self, leave: &[Tile]) -> f32 {
            self.0 * leave.len() as f32
        }
    }

    fn found<'t>(tiles: &'t [u8], score: u32, leave: &'t Rack) -> Found<'t> {
        Found {
            play: Play {
                direction: Direction::Across,
                row: 7,
                column: 7,
                tiles,
            },
            score,
            leave,
        }
    }

    #[test]
    fn leaves_are_rounded_before_they_are_added() {
        let english = Ruleset::builtin("english").unwrap();
        let position = Position::read(&english, BOARD, "ABC").unwrap();
        let equity = Equity::new(&position, &PerTile(10.0004));
        assert_eq!(equity.leave(&[1, 2, 3]), 30_001);
        assert_eq!(equity.leave(&[]), 0);
        let leave = Rack::from_tiles(&[2]);
        assert_eq!(equity.play(&found(&[1, 3], 5, &leave)), 15_000);
    }

    #[test]
    fn subracks_have_the_values_of_leaves() {
        let english = Ruleset::builtin("english").unwrap();
        let position = Position::read(&english, BOARD, "ABB?").unwrap();
        let equity = Equity::new(&position, &Some(&PerTile(10.0004)));
        let mut values = Vec::new();
        equity.leave_adjustments(&[(0, 1), (1, 1), (2, 2)], &mut values);
        assert_eq!(values.len(), 2 * 2 * 3);
        assert_eq!(values[0], 0);
        assert_eq!(values[2 * 2], equity.leave_adjustment(&[2]));
        assert_eq!(values[11], equity.leave_adjustment(&[0, 1, 2, 2]));
        let nothing = Equity::new(&position, &NoLeaves);
        nothing.leave_adjustments(&[(0, 1), (1, 1), (2, 2)], &mut values);
        assert_eq!(values, [0; 12]);
    }

    #[test]
    fn values_beyond_all_reason_do_not_wrap_around() {
        let english = Ruleset::builtin("english").unwrap();
        let position = Position::read(&english, BOARD, "ABC").unwrap();
        let leave = Rack::from_tiles(&[2]);
        let most = Equity::new(&position, &PerTile(f32::MAX));
        let least = Equity::new(&position, &PerTile(f32::MIN));
        for equity in [&most, &least] {
            assert!(equity.play(&found(&[1, 3], 14, &leave)) > equity.leave(&[2]));
        }
        assert!(least.leave(&[2]) < -1_000_000_000 && most.leave(&[2]) > 1_000_000_000);
    }

    #[test]
    fn the_first_play_pays_for_vowels_by_premiums() {
        let english = Ruleset::builtin("english").unwrap();
        let mut position = Position::new(&english);
        position.set_rack(&[1, 5, 0]).unwrap();
        let equity = Equity::new(&position, &NoLeaves);
        let leave = Rack::default();
        // In row 8 from H on, I has double letters above and below; H does not.
        for (tiles, expected) in [([1, 2], 9_000), ([1, 5], 8_300), ([1, 0x85], 8_300)] {
            assert_eq!(equity.play(&found(&tiles, 9, &leave)), expected);
        }
    }

    #[test]
    fn without_a_bag_going_out_is_what_counts() {
        let tiny = "name: tiny\nrack: 2\nbonus: 5\nexchange: 1\nblanks: 0\nletters:\n  \
                    - {tile: A, count: 3, points: 1, vowel: 1}\n  \
                    - {tile: B, count: 1, points: 3}\nboard:\n  start: B2\n  squares: |\n    \
                    ...\n    ...\n    ...\n";
        let tiny = Ruleset::from_yaml("tiny.yaml", tiny).unwrap();
        let position = Position::read(&tiny, "3/A2/3", "AB").unwrap();
        assert_eq!(position.bag(), 0);
        let equity = Equity::new(&position, &PerTile(10.0));
        // One A is unseen.
        let leaves: [&[Tile]; 4] = [&[], &[1], &[2], &[1, 2]];
        let expected = [2_000, -12_000, -16_000, -18_000];
        assert_eq!(leaves.map(|leave| equity.leave_adjustment(leave)), expected);
        let mut values = Vec::new();
        equity.leave_adjustments(&[(1, 1), (2, 1)], &mut values);
        assert_eq!(values, expected);
    }
}
