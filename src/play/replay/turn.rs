//! A replayed game: its turns, and its faults.

use crate::movegen::{Move, Position};
use crate::play::cgp::Cgp;
use crate::play::endgame::unseen_tiles;
use crate::play::spelling::tiles_text;
use std::fmt;

/// A turn of a replayed game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ReplayedTurn<'r> {
    /// Its line in the file, from 1.
    pub line: u64,
    /// The player: 0 or 1.
    pub player: usize,
    /// The board before the move, with the player's rack.
    pub position: Position<'r>,
    /// The move; `None` if it can't be made on this board.
    pub mv: Option<Move>,
    /// The move in notation, or as written in the file.
    pub notation: String,
    /// Its score, as in the file.
    pub score: i32,
    /// The player's total after it, as in the file. If the play was withdrawn, this is
    /// the total before the withdrawal.
    pub total: i32,
    /// Both players' points before it, as in the file.
    pub points: [i32; 2],
    /// The number of tiles in the bag.
    pub bag: usize,
    /// Whether the rack has all tiles that the player held.
    pub whole_rack: bool,
    /// Whether the rules allow the move.
    pub legal: bool,
    /// Whether the play was withdrawn after a challenge.
    pub withdrawn: bool,
    /// Whether the turn before was a pass.
    pub after_pass: bool,
    /// The number of consecutive scoreless turns before it.
    pub scoreless: u32,
}

impl ReplayedTurn<'_> {
    /// The position before the move, the player on turn first. The opponent's rack is
    /// included if the bag is empty.
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

/// A replayed game.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Replay<'r> {
    /// The turns in which a player moved.
    pub turns: Vec<ReplayedTurn<'r>>,
    /// The faults, in line order.
    pub findings: Vec<ReplayFinding>,
    /// The final points, as in the file.
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
