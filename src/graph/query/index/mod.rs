//! Numbering words: the rank of each word in sorted order, from 0.
//!
//! With the [counts](crate::graph::query::count) of the nodes, the number of a
//! word is found on the way through the word: in each list, the words that
//! begin with an earlier tile are passed, and their number is the difference of
//! two counts. The way back enters the node whose words hold the number.
//!
//! Such a walk is a chain of reads that wait for each other, so it is fast if
//! the reads are few and close together:
//!
//! - [`walk_order`] copies the nodes with their counts into the order of a walk.
//!   The GADDAG, and what nothing leads to, stay behind.
//! - [`lists`] has the tiles of a list as bytes in a row, and compares eight of
//!   them at once without a branch.
//! - [`openings`] is a table of where the first tiles of a word lead.
//! - [`starts`] is a table of what the words from every few numbers on begin
//!   with.

mod lists;
mod openings;
mod starts;
#[cfg(test)]
mod tests;
mod walk_order;
pub(crate) mod word_index;
