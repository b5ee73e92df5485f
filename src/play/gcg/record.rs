//! What a GCG file says, line by line.

use crate::play::spelling::named_ruleset;

/// A game as a GCG file tells it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gcg {
    /// Both players; the first one usually moves first.
    pub players: [GcgPlayer; 2],
    /// The lines about the game, such as `title` or `lexicon`: name and text, in the
    /// order of the file. Players, the encoding and notes of turns are not here.
    pub pragmas: Vec<(String, String)>,
    /// The lines of turns, and of what happens to scores between them.
    pub events: Vec<GcgEvent>,
}

/// A player of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GcgPlayer {
    /// The name at the beginning of the player's lines, without a space.
    pub nick: String,
    /// The full name; may be empty.
    pub name: String,
}

/// A line of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GcgEvent {
    /// Its line in the file, from 1.
    pub line: u64,
    /// The player: 0 or 1.
    pub player: usize,
    /// The rack before the move; empty if it is not known. It may be a part of it.
    pub rack: String,
    /// What happened.
    pub action: GcgAction,
    /// What it changed.
    pub score: i32,
    /// The player's points after it.
    pub total: i32,
    /// The lines of notes that follow.
    pub notes: Vec<String>,
}

/// What happens in a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GcgAction {
    /// `8D WORD`: tiles are placed.
    Play {
        /// The first square, row first if the word is across.
        square: String,
        /// The word, with `.` for tiles on the board.
        word: String,
    },
    /// `-`: nothing is done.
    Pass,
    /// `-ABC`: these tiles are exchanged. A number if only that is known.
    Exchange(String),
    /// `--`: the play before is taken back, since a challenge was right.
    Withdrawal,
    /// `(challenge)`: points for a challenge that was wrong.
    Challenge,
    /// `(ABC)`: points for the tiles left at the end: the opponent's, or the
    /// player's own if the line has a rack.
    Left(String),
    /// `(time)`: points for time that was used up.
    Time,
}

impl Gcg {
    /// The text of the first line about the game of a name, such as `lexicon`.
    pub fn pragma(&self, name: &str) -> Option<&str> {
        let found = self.pragmas.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.as_str())
    }

    /// The name of the ruleset that `#tile-distribution` and `#board-layout` ask for,
    /// as this library would call it; none if they say nothing. There may be no such
    /// ruleset.
    pub fn ruleset_name(&self) -> Option<String> {
        let [letters, board] = ["tile-distribution", "board-layout"].map(|name| self.pragma(name));
        named_ruleset(letters, board)
    }
}
