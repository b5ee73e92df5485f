//! A game that was played again: its turns, and what is wrong in it.

use crate::movegen::{Move, Position};
use crate::play::cgp::Cgp;
use crate::play::endgame::unseen_tiles;
use crate::play::spelling::tiles_text;
use std::fmt;

/// A turn of a game that was played again.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReplayedTurn<'r> {
    /// Its line in the file, from 1.
    pub line: u64,
    /// The player: 0 or 1.
    pub player: usize,
    /// The board before the move, with the player's rack.
    pub position: Position<'r>,
    /// The move; none if it can't be made on this board.
    pub mv: Option<Move>,
    /// The move in notation, or as the file has it.
    pub notation: String,
    /// Its score, as the file has it.
    pub score: i32,
    /// The player's points after it, as the file has it. If the play was taken back,
    /// this is before that.
    pub total: i32,
    /// Both players' points before it, as the file has them.
    pub points: [i32; 2],
    /// The number of tiles in the bag.
    pub bag: usize,
    /// Whether the rack has all tiles that the player held.
    pub whole_rack: bool,
    /// Whether the rules allow the move.
    pub legal: bool,
    /// Whether the play was taken back after a challenge.
    pub withdrawn: bool,
    /// Whether the turn before was a pass.
    pub after_pass: bool,
    /// The number of turns in a row without a score before it.
    pub scoreless: u32,
}

impl ReplayedTurn<'_> {
    /// The position before the move, the player on turn first. The opponent's rack is
    /// there if the bag is empty.
    pub fn cgp(&self) -> Cgp {
        let mut cgp = Cgp::of(&self.position);
        cgp.scores = [self.player, 1 - self.player].map(|player| self.points[player]);
        cgp.scoreless = self.scoreless;
        if self.bag == 0 && self.whole_rack {
            let alphabet = self.position.ruleset().alphabet();
            cgp.racks[1] = tiles_text(alphabet, &unseen_tiles(&self.position));
        }
        cgp
    }
}

/// A game that was played again.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay<'r> {
    /// The turns in which a player moved.
    pub turns: Vec<ReplayedTurn<'r>>,
    /// What is wrong, in the order of the lines.
    pub findings: Vec<ReplayFinding>,
    /// The final points, as the file has them.
    pub totals: [i32; 2],
    /// The final points by the rules, with the file's points for challenges and time.
    pub expected: [i64; 2],
    /// Whether the game ended: a player went out, or the tiles left were settled.
    pub finished: bool,
    /// The board at the end.
    pub position: Position<'r>,
}

/// A rule that a line of a game breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReplayFinding {
    /// The line, from 1.
    pub line: u64,
    /// The rule, as one word for programs: those of
    /// [`Illegal`](crate::movegen::Illegal), and `play`, `score`, `total`, `rack`,
    /// `turn`, `over`, `exchange`, `withdrawal`, `challenge`, `left`, `time`.
    pub rule: &'static str,
    /// What is wrong.
    pub message: String,
}

impl fmt::Display for ReplayFinding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}
