//! Games: self-play from a seed, matches in mirrored pairs, and records of games.

mod game;
mod gcg;
mod matches;
mod selfplay;

pub(crate) use game::GameState;
pub use gcg::{GcgHeader, gcg};
pub use matches::{
    Figures, GameSide, MatchOptions, MatchPair, PairGame, PlayedMatch, Sequence, Side, SideMeans,
    StopRule, Tally, Verdict, play_match,
};
pub use selfplay::{Game, Turn, play_game, play_games};
