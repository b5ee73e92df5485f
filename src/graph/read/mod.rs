//! Reads graph files: validates bytes and turns them into a [`Graph`](graph::Graph).

pub(crate) mod graph;
pub(crate) mod letter_sets;
pub(crate) mod outlook;
pub(crate) mod roots;
pub(crate) mod validate;
pub(crate) mod validate_fast;
pub(crate) mod violation;
