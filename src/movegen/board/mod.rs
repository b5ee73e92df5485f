//! Board, rack and moves.

pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod rack;
