//! Moves: what can be played, what it scores, and what it is worth.
//!
//! There are three generators of plays over one [`Position`], and they have to
//! agree. [`Gaddag`] is the fast one. [`Dawg`] needs no GADDAG and goes about
//! it in another way. [`brute`] tries every word everywhere and asks the rules
//! each time; it is too slow for anything but checks. They share the position,
//! the scoring rules and the graph, and nothing else.
//!
//! A play is lent while generating: its tiles are a slice of the work buffer,
//! so that finding plays takes no memory. [`Ranker`] keeps the best of them.

mod anagrams;
mod anchors;
pub mod brute;
mod dawg;
mod exchange;
mod fit;
mod gaddag;
mod judge;
mod kept;
mod lanes;
mod notation;
mod picture;
mod places;
mod play;
mod position;
mod queue;
mod rack;
mod random;
mod score;
mod search;
mod selfplay;
mod shadow;
mod top;
mod valuation;
mod ways;

pub use dawg::Dawg;
pub use exchange::{Exchanges, exchanges};
pub use gaddag::Gaddag;
pub use judge::{Illegal, judge};
pub use notation::read_move;
pub use picture::picture;
pub use play::{Direction, Directions, Found, Limits, Move, Play};
pub use position::Position;
pub use rack::Rack;
pub use random::Random;
pub use score::{Breakdown, TileScore, WordScore, breakdown, score};
pub use selfplay::{Game, Turn, play_game, play_games};
pub use top::{Choices, Ranked, Ranker};
pub use valuation::{LeaveValues, NoLeaves, Valuation, value_text};
