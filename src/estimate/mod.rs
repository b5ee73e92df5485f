//! Estimates leave values from a lexicon and a ruleset, by a census.
//!
//! A leave's value is what keeping those tiles is worth, in points, compared with a
//! rack drawn at random. The classical way plays games and averages the values of the
//! racks that occur: each best play gives the value of one rack. The census instead
//! takes a board and computes the value of the best move for every rack that could be
//! drawn there, all at once. [`Estimator`] does that for many boards, in stages. Each
//! stage doubles the number of boards, plays its boards with the values of the previous
//! stage, and starts new [`Sums`].
//!
//! Sums are integers, so their order does not matter. They can be stored during the run
//! ([`StoredSums`]) and read again after an interruption. The slots of a stage can be
//! divided among several machines ([`Shard`]), and [`merge()`] adds up their results.
//!
//! The values depend only on the graph, the ruleset, the seed, the number of boards and
//! the initial table.

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
