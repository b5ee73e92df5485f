//! Games: self-play.

mod selfplay;

pub(crate) use selfplay::Table;
pub use selfplay::{Game, Turn, play_game, play_games};
