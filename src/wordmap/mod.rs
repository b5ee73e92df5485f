//! Word maps: the words that use exactly the tiles of a rack (`.wmp`).
//!
//! A word map is a hash table from racks to words, for racks with no, one and two
//! blanks. The engines MAGPIE and macondo load it beside a word graph to find moves
//! faster. [`build()`] builds a map from sorted words; the same words always give the
//! same bytes. [`WordMap`] reads a map and checks everything in it: every rack with a
//! blank must follow from the words, and every word must have its racks.
//!
//! `form` has the constants of the format. `key` represents a rack as a number, and
//! hashes it. `section` finds the racks of each word length, `divide` divides them by
//! their hashes, and `table` puts them into buckets. `plan` assigns work to threads,
//! and `build` writes the tables. `pool` provides the arrays. `parts` finds the tables
//! in the bytes of a file, and the words of a rack. `read` checks the words, `blanks`
//! the racks with blanks.

mod blanks;
mod build;
mod divide;
mod form;
mod key;
mod parts;
mod plan;
mod pool;
mod read;
mod section;
mod table;

pub(crate) use build::word_lengths;
pub use build::{build, build_to};
pub use form::MOST_ANSWER;
pub(crate) use parts::is_word_map;
pub use read::WordMap;
