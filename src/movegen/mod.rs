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

mod best;
mod board;
mod generate;
mod rules;

pub use best::equity::{LeaveValues, NoLeaves, Valuation, value_text};
pub use best::ranker::{Choices, Ranked, Ranker};
pub use board::notation::read_move;
pub use board::picture::picture;
pub use board::play::{Direction, Directions, Found, Limits, Move, Play};
pub use board::position::Position;
pub use board::rack::Rack;
pub use generate::brute;
pub use generate::dawg::Dawg;
pub use generate::gaddag::Gaddag;
pub use rules::exchange::{Exchanges, exchanges};
pub use rules::score::{Breakdown, TileScore, WordScore, breakdown, score};
pub use rules::validate::{Illegal, judge};
