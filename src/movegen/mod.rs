//! Positions, legal plays, their scores, and the best moves.
//!
//! `board` has [`Position`], [`Rack`] and [`Move`] with their notation; `rules` defines
//! which plays are legal and what they score; `generate` finds all plays; `best` finds
//! the best moves by equity. Each may use only those before it.
//!
//! There are three generators over one [`Position`], and they must agree.
//! [`GaddagGenerator`] is the fast one. [`DawgGenerator`] needs no GADDAG and works
//! differently. [`brute`] tries every word everywhere and applies the rules each time;
//! it is too slow for anything but checks. They share the position and the graph, and
//! nothing else: each computes scores in its own way.
//!
//! A generator lends each play to a callback. The play's tiles are a slice of the work
//! buffer, so finding plays allocates no memory. [`Ranker`] keeps the best plays.

mod best;
mod board;
mod generate;
mod rules;

pub use best::equity::{Equity, LeaveValues, NoLeaves, equity_text};
pub use best::ranker::{RankOptions, RankedMove, Ranker};
pub use board::picture::picture;
pub(crate) use board::rack_tile;
pub use board::{Direction, Found, Move, Play, Position, Rack};
pub use generate::brute;
pub use generate::dawg::DawgGenerator;
pub use generate::gaddag::GaddagGenerator;
pub(crate) use generate::gaddag::has_gaddag;
pub(crate) use rules::exchange::check_exchange;
pub use rules::exchange::exchanges;
pub use rules::score::{Breakdown, TileScore, WordScore, breakdown, score};
pub use rules::validate::{Illegal, validate};
