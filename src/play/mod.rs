//! Games: self-play from a seed.

mod selfplay;

pub(crate) use selfplay::GameState;
pub use selfplay::{Game, Turn, play_game, play_games};
