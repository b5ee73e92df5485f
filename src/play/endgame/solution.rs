//! The answer of an endgame search.

use crate::movegen::Move;
use crate::play::endgame::stats::EndgameStats;
use crate::tiles::Tile;

/// Whether the question was answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameStatus {
    /// It was: the value is known, or who wins if only that was asked.
    Solved,
    /// The search was given up; the value is within the bounds.
    Bounded,
}

/// Who wins with perfect play, as the side on turn sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side on turn.
    Win,
    /// Nobody.
    Tie,
    /// The opponent.
    Loss,
}

/// A first move and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RankedTurn {
    /// The move.
    pub mv: Move,
    /// The move in notation.
    pub notation: String,
    /// Its score.
    pub score: i32,
    /// The value of the endgame if it is made.
    pub value: i32,
}

/// A turn of the best line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameTurn {
    /// Whether the opponent of the side on turn at the beginning makes it.
    pub by_opponent: bool,
    /// The move.
    pub mv: Move,
    /// The move in notation.
    pub notation: String,
    /// Its score.
    pub score: i32,
    /// The tiles left on the rack after it, sorted.
    pub left: Vec<Tile>,
    /// What the move adds to the player's points at the end of the game: twice the
    /// opponent's tiles if it goes out, or the difference of the tiles left if it
    /// is the second pass. 0 if the game goes on.
    pub ending: i32,
}

/// The answer.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndgameSolution {
    /// Whether the question was answered.
    pub status: EndgameStatus,
    /// The least that the value can be: points of the side on turn less the
    /// opponent's, from here to the end. Without any search it follows from tiles and
    /// premium squares.
    pub lower: i32,
    /// The most that the value can be.
    pub upper: i32,
    /// Who wins; none if that was not asked or is not known.
    pub outcome: Option<Outcome>,
    /// The best first moves with their exact values, the best first. If the search was
    /// given up, the best of those that were tried; none if only the winner was asked.
    pub top: Vec<RankedTurn>,
    /// One of the best lines; empty if it is not known.
    pub line: Vec<EndgameTurn>,
    /// The tiles of each rack that can never be placed, sorted: those of the side on turn, then
    /// the opponent's. A tile is listed if no word that board and both racks can still make
    /// has a place for it. The walk that finds these words is given up in large endgames, with
    /// two blanks in most, and then there is none.
    pub stuck: [Vec<Tile>; 2],
    /// What the search did.
    pub stats: EndgameStats,
}

impl EndgameSolution {
    /// The value, if it is known.
    pub fn value(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
