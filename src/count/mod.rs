//! What `kwg-count` tells of files: how many words, and which number is which.
//!
//! A word's number is its rank in sorted order, from 0. All three questions are
//! answered from a graph that is open already: how many words there are of each
//! sort ([`Totals`]), which word has which number ([`LookUp`]), and the whole
//! mapping at once ([`Map`]). The leaves of a leave file are counted and
//! numbered as words are.

mod look_up;
mod map;
mod totals;

pub use look_up::{Answer, AnswerWriter, LookUp};
pub use map::Map;
pub use totals::{CountFormat, FirstTile, Totals};
