//! What a move is worth, judged hastily: its score and what is kept.
//!
//! As long as the bag has tiles, what is kept has a value of its own, from a
//! table of leaves. When it has none, going out takes the opponent's tiles, and
//! anything else leaves tiles to pay for. The first play should not put vowels
//! where a premium square next to them makes them easy to use. Values are whole
//! thousandths of a point, so that nothing depends on the order of additions.

use super::play::{Direction, Found, Play};
use super::position::Position;
use super::rack::Rack;
use crate::error::{Error, Result};
use crate::ruleset::Ruleset;
use crate::tiles::{PLAYED_BLANK, Tile};
use std::collections::HashMap;

/// The parts of a point that values are counted in.
pub(super) const THOUSANDTHS: i64 = 1000;

/// What a vowel next to a premium square takes from the first play.
const OPENING_VOWEL: i64 = 700;

/// What a play that does not go out costs when the bag is empty.
const NOT_OUT: i64 = 10 * THOUSANDTHS;

/// The worth of what stays on the rack.
pub trait LeaveValues {
    /// The value of sorted tiles in points; 0 if they are not known.
    fn value(&self, leave: &[Tile]) -> f32;
}

impl<L: LeaveValues + ?Sized> LeaveValues for &L {
    fn value(&self, leave: &[Tile]) -> f32 {
        (**self).value(leave)
    }
}

/// Every leave is worth nothing.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoLeaves;

impl LeaveValues for NoLeaves {
    fn value(&self, _: &[Tile]) -> f32 {
        0.0
    }
}

/// A table of leaves in memory.
#[derive(Clone, Debug, Default)]
pub struct LeaveTable {
    /// Looked up, never gone through.
    values: HashMap<Box<[Tile]>, f32>,
}

impl LeaveTable {
    /// Reads lines of a leave, a comma and its value.
    pub fn from_csv(ruleset: &Ruleset, path: &str, text: &str) -> Result<LeaveTable> {
        let mut table = LeaveTable::default();
        for (number, line) in (1..).zip(text.lines()) {
            let fail = |message: String| {
                let diagnostic = crate::error::Diagnostic::new(path, message).at_line(number);
                Error::new(crate::ErrorKind::Input, diagnostic)
            };
            let Some((leave, value)) = line.split_once(',') else {
                return Err(fail(format!(
                    "expected a leave, a comma and a value, found `{}`",
                    line.escape_debug()
                )));
            };
            let mut tiles = Vec::new();
            let read = ruleset.alphabet().read_rack_into(leave.trim(), &mut tiles);
            read.map_err(|unknown| fail(unknown.to_string()))?;
            let value: f32 = value.trim().parse().map_err(|_| {
                fail(format!(
                    "expected a value, found `{}`",
                    value.escape_debug()
                ))
            })?;
            tiles.sort_unstable();
            if table.values.insert(tiles.into(), value).is_some() {
                return Err(fail(format!("the leave `{leave}` was there before")));
            }
        }
        Ok(table)
    }
}

impl LeaveValues for LeaveTable {
    fn value(&self, leave: &[Tile]) -> f32 {
        self.values.get(leave).copied().unwrap_or(0.0)
    }
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
        (f64::from(self.leaves.value(tiles)) * THOUSANDTHS as f64).round() as i64
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
    pub(super) fn on_board(&self, play: &Play<'_>, score: u32) -> i64 {
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
    pub(super) fn rack(&self) -> &'p Rack {
        self.position.rack()
    }
}
