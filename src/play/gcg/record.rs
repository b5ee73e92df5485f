//! The content of a GCG file, line by line.

use crate::play::spelling::named_ruleset;

/// A game as recorded in a GCG file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Gcg {
    /// Both players. The first usually moves first.
    pub players: [GcgPlayer; 2],
    /// The lines about the game, such as `title` or `lexicon`, as name and text, in
    /// file order. Players, the encoding and notes of turns are not included.
    pub pragmas: Vec<(String, String)>,
    /// The lines of turns, and of changes to scores between them.
    pub events: Vec<GcgEvent>,
}

/// A player of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct GcgPlayer {
    /// The name at the beginning of the player's lines, without spaces.
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
    /// The rack before the move; empty if unknown. It may be only a part of the rack.
    pub rack: String,
    /// The action.
    pub action: GcgAction,
    /// The change to the score.
    pub score: i32,
    /// The player's total after it.
    pub total: i32,
    /// The lines of notes that follow.
    pub notes: Vec<String>,
}

/// The action of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum GcgAction {
    /// `8D WORD`: places tiles.
    Play {
        /// The first square, row first if the word is across.
        square: String,
        /// The word, with `.` for tiles on the board.
        word: String,
    },
    /// `-`: passes.
    Pass,
    /// `-ABC`: exchanges these tiles. Only a number if the tiles are unknown.
    Exchange(String),
    /// `--`: the previous play is withdrawn after a successful challenge.
    Withdrawal,
    /// `(challenge)`: points for an unsuccessful challenge.
    Challenge,
    /// `(ABC)`: points for the tiles left at the end: the opponent's, or the player's
    /// own if the line has a rack.
    Left(String),
    /// `(time)`: points for overtime.
    Time,
}

impl Gcg {
    /// The text of the first line about the game with a given name, such as `lexicon`.
    pub fn pragma(&self, name: &str) -> Option<&str> {
        let found = self.pragmas.iter().find(|(known, _)| known == name);
        found.map(|(_, text)| text.as_str())
    }

    /// The name that this library would use for the ruleset in `#tile-distribution` and
    /// `#board-layout`; `None` if they are missing. There may be no such ruleset.
    pub fn ruleset_name(&self) -> Option<String> {
        let [letters, board] = ["tile-distribution", "board-layout"].map(|name| self.pragma(name));
        named_ruleset(letters, board)
    }
}
