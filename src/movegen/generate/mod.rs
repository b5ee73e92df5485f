//! Generators of plays.

pub(crate) mod anchor_squares;
pub(crate) mod anchors;
pub mod brute;
pub(crate) mod cross_sets;
pub(crate) mod dawg;
pub(crate) mod gaddag;
pub(crate) mod search;
