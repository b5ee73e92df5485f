//! Exact endgames: the value of a game whose bag is empty.
//!
//! Both racks are known, so the rest of the game has one value: the points of the side
//! on turn less those of the opponent, with perfect play by both. [`solve_endgame`]
//! finds this value, the best line, and the values of other first moves.
//!
//! A player places tiles or passes. The player who goes out gets twice the points of
//! the opponent's tiles. Two passes in a row end the game, and each player loses the
//! points of their own tiles. Rules that require more passes give the same value;
//! docs/endgames.md has the proof.
//!
//! - `hand`, `lanes`: racks and the board, designed to change fast;
//! - `kept`: the plays of each lane, generated once for each state of it;
//! - `bounds`: bounds on a value;
//! - `table`, `search`: the search and its transposition table;
//! - `root`, `solve`: the best moves, the line, bounds and threads;
//! - `spots`, `spot_sets`, `beside`, `letters_left`, `walk`, `word_set`, `words`: the
//!   words that can still be made, and where;
//! - `reach`: the most that these words can score.

mod beside;
mod bounds;
mod hand;
mod kept;
mod lanes;
mod letters_left;
mod options;
mod position;
mod reach;
mod root;
mod search;
mod solution;
mod solve;
mod spot_sets;
mod spots;
mod stats;
mod table;
mod walk;
mod word_set;
mod words;

pub use options::{EndgameOptions, EndgameTechniques};
pub use position::{Endgame, unseen_tiles};
pub use solution::{EndgameSolution, EndgameStatus, EndgameTurn, Outcome, RankedTurn};
pub use solve::solve_endgame;
pub use stats::EndgameStats;
pub use words::EndgameWords;
