//! Generates plays, in three ways: with a GADDAG, with a DAWG and by brute force.

pub(crate) mod anchor_squares;
pub(crate) mod anchors;
pub(crate) mod arcs;
pub mod brute;
pub(crate) mod cross_sets;
pub(crate) mod dawg;
pub(crate) mod dawg_rows;
pub(crate) mod gaddag;
pub(crate) mod search;
pub(crate) mod tile_hash;
