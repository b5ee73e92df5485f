//! Leave values from nothing: the census.
//!
//! A leave's value is what keeping those tiles is worth, in points, against a
//! rack drawn at random. The classical way plays games and averages what racks
//! were worth: one best play buys one rack. The census instead takes a board and
//! finds what the best move is worth for every rack that could be drawn there, at
//! once. [`Estimator`] does that for many boards, in stages: each stage doubles
//! the number of boards, plays its boards by the values of the stage before, and
//! starts its [`Sums`] anew.
//!
//! Sums are whole numbers, so their order does not matter. They can be stored on
//! the way ([`StoredSums`]) and read again after an interruption. The slots of a
//! stage can be shared out to several machines ([`Shard`]), and [`merge()`] adds
//! up what these found.
//!
//! The values depend on the graph, the ruleset, the seed, the number of boards
//! and the table begun with, and on nothing else.

mod boards;
mod census;
mod estimator;
#[cfg(feature = "recipe")]
mod journal;
mod lattice;
#[cfg(feature = "recipe")]
mod merge;
mod sheet;
mod shrink;
mod stage;
#[cfg(feature = "recipe")]
mod stored;
mod sums;
mod table;
#[cfg(test)]
mod tests;

pub use estimator::{Estimator, MOST_BOARDS};
#[cfg(feature = "recipe")]
pub use journal::Journal;
#[cfg(feature = "recipe")]
pub use merge::merge;
pub use stage::Stage;
#[cfg(feature = "recipe")]
pub use stored::StoredSums;
pub use sums::{Shard, Sums};
