//! The answer of an endgame search.

use crate::movegen::Move;
use crate::play::endgame::stats::EndgameStats;
use crate::tiles::Tile;

/// Whether a search answered its question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndgameStatus {
    /// The value is known, or the winner if only that was asked for.
    Solved,
    /// The search was given up. The value is within the bounds.
    Bounded,
}

/// The winner with perfect play, as seen by the side on turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The side on turn wins.
    Win,
    /// Nobody wins.
    Tie,
    /// The opponent wins.
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
    /// The value of the endgame if this move is made.
    pub value: i32,
}

/// A turn of the best line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndgameTurn {
    /// Whether the opponent of the side that began the line makes this move.
    pub by_opponent: bool,
    /// The move.
    pub mv: Move,
    /// The move in notation.
    pub notation: String,
    /// Its score.
    pub score: i32,
    /// The tiles left on the rack after the move, sorted.
    pub left: Vec<Tile>,
    /// What the move adds to the player's points at the end of the game. If the move
    /// goes out, this is twice the opponent's tiles. If it is the second pass, this is
    /// the difference of the tiles left. 0 if the game goes on.
    pub ending: i32,
}

/// The answer of an endgame search.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct EndgameSolution {
    /// Whether the search answered its question.
    pub status: EndgameStatus,
    /// The least that the value can be. The value is the points of the side on turn
    /// less the opponent's, from here to the end. A bound that the search has not
    /// proven follows from the words that can still be made, or from the tiles and the
    /// premium squares.
    pub lower: i32,
    /// The most that the value can be.
    pub upper: i32,
    /// The winner, or `None` if it was not asked for or is not known.
    pub outcome: Option<Outcome>,
    /// The best first moves with their exact values, the best first. If several were
    /// wanted and the search was given up, these are the best of the moves tried so
    /// far. Empty if at most one was wanted and the value is not known.
    pub top: Vec<RankedTurn>,
    /// One of the best lines. Empty if none is known.
    pub line: Vec<EndgameTurn>,
    /// The tiles of each rack that can never be placed, sorted: first those of the side
    /// on turn, then the opponent's. A tile is listed if it is in none of the words
    /// that the board and both racks can still make. The walk that finds these words is
    /// given up in large endgames, with two blanks in most, and then no tile is listed.
    pub stuck: [Vec<Tile>; 2],
    /// What the search did.
    pub stats: EndgameStats,
}

impl EndgameSolution {
    /// Returns the value, if it is known.
    pub fn value(&self) -> Option<i32> {
        (self.lower == self.upper).then_some(self.lower)
    }
}
