//! What a move is worth, judged hastily: its score and what is kept.
//!
//! As long as the bag has tiles, what is kept has a value of its own, from a
//! table of leaves. When it has none, going out takes the opponent's tiles, and
//! anything else leaves tiles to pay for. The first play should not put vowels
//! where a premium square next to them makes them easy to use. Values are whole
//! thousandths of a point, so that nothing depends on the order of additions.

use crate::leave::Leaves;
use crate::movegen::best::leave_map::for_parts;
use crate::movegen::board::play::{Direction, Found, Play};
use crate::movegen::board::position::Position;
use crate::movegen::board::rack::Rack;
use crate::tiles::{PLAYED_BLANK, Tile};

/// The parts of a point that values are counted in.
pub(crate) const THOUSANDTHS: i64 = 1000;

/// What a vowel next to a premium square takes from the first play.
const OPENING_VOWEL: i64 = 700;

/// What a play that does not go out costs when the bag is empty.
const NOT_OUT: i64 = 10 * THOUSANDTHS;

/// No leave counts for more than this, in thousandths. Values that people make
/// are far below it, and sums of a few such never overflow.
const MOST_A_LEAVE: f64 = (1u64 << 52) as f64;

/// The worth of what stays on the rack.
pub trait LeaveValues {
    /// The value of sorted tiles in points; 0 if they are not known.
    fn value(&self, leave: &[Tile]) -> f32;

    /// The values of all parts of a rack, which is given by its different
    /// tiles, in order, and how many there are of each. Parts are numbered: the
    /// counts of a part's tiles are digits, that of the first tile the lowest.
    /// `found` is called with the number and value of every part that has one,
    /// in any order.
    fn parts(&self, rack: &[(Tile, u8)], found: &mut dyn FnMut(usize, f32)) {
        let mut counts = vec![0; rack.len()];
        let mut part = Vec::new();
        for number in 1.. {
            let digits = counts.iter_mut().zip(rack);
            let mut open = false;
            for (count, &(_, most)) in digits {
                open = *count < most;
                if open {
                    *count += 1;
                    break;
                }
                *count = 0;
            }
            if !open {
                return;
            }
            part.clear();
            for (&count, &(tile, _)) in counts.iter().zip(rack) {
                part.extend(std::iter::repeat_n(tile, usize::from(count)));
            }
            found(number, self.value(&part));
        }
    }
}

impl<L: LeaveValues + ?Sized> LeaveValues for &L {
    fn value(&self, leave: &[Tile]) -> f32 {
        (**self).value(leave)
    }

    fn parts(&self, rack: &[(Tile, u8)], found: &mut dyn FnMut(usize, f32)) {
        (**self).parts(rack, found);
    }
}

/// Every leave is worth nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLeaves;

impl LeaveValues for NoLeaves {
    fn value(&self, _: &[Tile]) -> f32 {
        0.0
    }

    fn parts(&self, _: &[(Tile, u8)], _: &mut dyn FnMut(usize, f32)) {}
}

impl LeaveValues for Leaves {
    fn value(&self, leave: &[Tile]) -> f32 {
        Leaves::value(self, leave)
    }

    fn parts(&self, rack: &[(Tile, u8)], mut found: &mut dyn FnMut(usize, f32)) {
        self.each_part(rack, &mut found);
    }
}

/// Leaves that may not be there: then every one is worth nothing.
impl<L: LeaveValues> LeaveValues for Option<L> {
    fn value(&self, leave: &[Tile]) -> f32 {
        self.as_ref().map_or(0.0, |leaves| leaves.value(leave))
    }

    fn parts(&self, rack: &[(Tile, u8)], found: &mut dyn FnMut(usize, f32)) {
        if let Some(leaves) = self {
            leaves.parts(rack, found);
        }
    }
}

/// A leave's value, rounded.
fn in_thousandths(value: f32) -> i64 {
    let thousandths = f64::from(value) * THOUSANDTHS as f64;
    let bounded = thousandths.clamp(-MOST_A_LEAVE, MOST_A_LEAVE);
    // The product is exact, and so is the sum: 24 bits, those of a thousand,
    // and one for the half.
    (bounded + 0.5_f64.copysign(bounded)) as i64
}

/// What moves in a position are worth.
#[derive(Clone, Debug)]
pub struct Valuation<'p, 'r, L> {
    position: &'p Position<'r>,
    leaves: L,
    opens: bool,
    bag_is_empty: bool,
    /// The points of all unseen tiles.
    unseen_points: i64,
}

impl<'p, 'r, L: LeaveValues> Valuation<'p, 'r, L> {
    /// What moves in a position are worth, with the values of leaves.
    pub fn new(position: &'p Position<'r>, leaves: L) -> Self {
        let ruleset = position.ruleset();
        let unseen_points = (0..ruleset.tiles().len() as Tile)
            .map(|t| i64::from(position.unseen(t)) * i64::from(ruleset.points(t)))
            .sum();
        Valuation {
            position,
            leaves,
            opens: position.is_empty(),
            bag_is_empty: position.bag() == 0,
            unseen_points,
        }
    }

    /// The value of a leave alone: what an exchange that keeps it is worth,
    /// and, for the whole rack, a pass.
    pub fn leave(&self, tiles: &[Tile]) -> i64 {
        if tiles.is_empty() {
            return 0;
        }
        in_thousandths(self.leaves.value(tiles))
    }

    /// What keeping each part of a rack adds, by the part's number: see
    /// [`LeaveValues::parts`].
    pub(crate) fn keeping_parts(&self, rack: &[(Tile, u8)], values: &mut Vec<i64>) {
        if self.bag_is_empty {
            let points = |tile| i64::from(self.position.ruleset().points(tile));
            let step = 2 * THOUSANDTHS;
            for_parts(rack, -NOT_OUT, values, |value, tile, _| {
                value - step * points(tile)
            });
            values[0] = step * self.unseen_points;
            return;
        }
        let parts = rack.iter().map(|&(_, count)| usize::from(count) + 1);
        values.clear();
        values.resize(parts.product(), 0);
        self.leaves.parts(rack, &mut |number, value| {
            if number > 0
                && let Some(place) = values.get_mut(number)
            {
                *place = in_thousandths(value);
            }
        });
    }

    /// What keeping some tiles adds to the score of a play.
    pub fn keeping(&self, tiles: &[Tile]) -> i64 {
        if !self.bag_is_empty {
            return self.leave(tiles);
        }
        if tiles.is_empty() {
            return 2 * THOUSANDTHS * self.unseen_points;
        }
        let points = |&t: &Tile| i64::from(self.position.ruleset().points(t));
        -NOT_OUT - 2 * THOUSANDTHS * tiles.iter().map(points).sum::<i64>()
    }

    /// What a play is worth, all in all.
    pub fn play(&self, found: &Found<'_>) -> i64 {
        self.keeping(&found.kept.tiles()) + self.on_board(&found.play, found.score)
    }

    /// What a play is worth but for what is kept.
    pub(crate) fn on_board(&self, play: &Play<'_>, score: u32) -> i64 {
        let score = THOUSANDTHS * i64::from(score);
        if !self.opens {
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

    /// Whether a square next to this one, across the play, has a premium.
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

    /// The rack of the position.
    pub(crate) fn rack(&self) -> &'p Rack {
        self.position.rack()
    }
}

/// A value for people and programs: points with three decimals.
///
/// ```
/// use wordmill::movegen::value_text;
/// assert_eq!(value_text(23_925), "23.925");
/// assert_eq!(value_text(-50), "-0.050");
/// ```
pub fn value_text(value: i64) -> String {
    let sign = if value < 0 { "-" } else { "" };
    let (points, rest) = (value.unsigned_abs() / 1000, value.unsigned_abs() % 1000);
    format!("{sign}{points}.{rest:03}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::play::Direction;
    use crate::movegen::board::rack::Rack;
    use crate::ruleset::Ruleset;

    /// Ten points and a bit for every tile.
    struct PerTile;

    impl LeaveValues for PerTile {
        fn value(&self, leave: &[Tile]) -> f32 {
            10.0004 * leave.len() as f32
        }
    }

    fn found<'t>(tiles: &'t [u8], score: u32, kept: &'t Rack) -> Found<'t> {
        Found {
            play: Play {
                direction: Direction::Across,
                row: 7,
                column: 7,
                tiles,
            },
            score,
            kept,
        }
    }

    #[test]
    fn leaves_are_rounded_before_they_are_added() {
        let english = Ruleset::builtin("english").unwrap();
        let board = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";
        let position = Position::read(&english, board, "ABC").unwrap();
        let valuation = Valuation::new(&position, PerTile);
        assert_eq!(valuation.leave(&[1, 2, 3]), 30_001);
        assert_eq!(valuation.leave(&[]), 0);
        let kept = Rack::from_tiles(&[2]);
        assert_eq!(valuation.play(&found(&[1, 3], 5, &kept)), 15_000);
    }

    #[test]
    fn parts_of_a_rack_are_worth_what_each_is() {
        let english = Ruleset::builtin("english").unwrap();
        let board = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";
        let position = Position::read(&english, board, "ABB?").unwrap();
        let valuation = Valuation::new(&position, Some(&PerTile));
        let mut values = Vec::new();
        valuation.keeping_parts(&[(0, 1), (1, 1), (2, 2)], &mut values);
        assert_eq!(values.len(), 2 * 2 * 3);
        assert_eq!(values[0], 0);
        assert_eq!(values[2 * 2], valuation.keeping(&[2]));
        assert_eq!(values[11], valuation.keeping(&[0, 1, 2, 2]));
        let nothing = Valuation::new(&position, NoLeaves);
        nothing.keeping_parts(&[(0, 1), (1, 1), (2, 2)], &mut values);
        assert_eq!(values, [0; 12]);
    }

    #[test]
    fn values_beyond_all_reason_do_not_wrap_around() {
        struct Huge(f32);
        impl LeaveValues for Huge {
            fn value(&self, _: &[Tile]) -> f32 {
                self.0
            }
        }
        let english = Ruleset::builtin("english").unwrap();
        let board = "15/15/15/15/15/15/15/6CAT6/15/15/15/15/15/15/15";
        let position = Position::read(&english, board, "ABC").unwrap();
        let kept = Rack::from_tiles(&[2]);
        let most = Valuation::new(&position, Huge(f32::MAX));
        let least = Valuation::new(&position, Huge(f32::MIN));
        assert!(most.play(&found(&[1, 3], 14, &kept)) > most.leave(&[2]));
        assert!(least.play(&found(&[1, 3], 14, &kept)) > least.leave(&[2]));
        assert!(least.leave(&[2]) < -1_000_000_000 && most.leave(&[2]) > 1_000_000_000);
    }

    #[test]
    fn the_first_play_pays_for_vowels_by_premiums() {
        let english = Ruleset::builtin("english").unwrap();
        let mut position = Position::new(&english);
        position.set_rack(&[1, 5, 0]).unwrap();
        let valuation = Valuation::new(&position, NoLeaves);
        let kept = Rack::default();
        // Of row 8 from H on, I has double letters above and below, H has not.
        assert_eq!(valuation.play(&found(&[1, 2], 9, &kept)), 9_000);
        assert_eq!(valuation.play(&found(&[1, 5], 9, &kept)), 8_300);
        assert_eq!(valuation.play(&found(&[1, 0x85], 9, &kept)), 8_300);
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
        let valuation = Valuation::new(&position, PerTile);
        // One A is unseen.
        assert_eq!(valuation.keeping(&[]), 2_000);
        assert_eq!(valuation.keeping(&[2]), -10_000 - 6_000);
        assert_eq!(valuation.keeping(&[1, 2]), -10_000 - 8_000);
        let mut values = Vec::new();
        valuation.keeping_parts(&[(1, 1), (2, 1)], &mut values);
        assert_eq!(values, [2_000, -12_000, -16_000, -18_000]);
    }
}
