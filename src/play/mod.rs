//! Games: self-play.

mod selfplay;

pub use selfplay::{Game, Turn, play_game, play_games};
