//! Word maps: the words that can be made of exactly the tiles of a rack (`.wmp`).
//!
//! A word map is a hash table from racks to words, for racks with no, one and two
//! blanks. The engines MAGPIE and macondo load it beside a word graph and find moves
//! faster with it. [`build()`] makes the bytes of a map from sorted words, always the
//! same ones. [`WordMap`] reads a map and checks everything in it: every rack with a
//! blank has to follow from the words, and every word has to have its racks.
//!
//! `form` has the numbers of the format. `key` is the rack as a number, and its hash.
//! `section` finds the racks of each word length, `divide` divides them by their hashes, and
//! `table` puts them into buckets. `plan` says which thread does what, and `build` writes
//! the tables. `pool` has the arrays for all that. `parts` finds the
//! tables in the bytes of a file, and the words of a rack. `read` checks the words,
//! `blanks` the racks with blanks.

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
