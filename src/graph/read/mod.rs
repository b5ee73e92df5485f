//! Reading graph files: bytes become a [`Graph`](graph::Graph) once they are
//! known to be valid.

pub(crate) mod graph;
pub(crate) mod letter_sets;
pub(crate) mod outlook;
pub(crate) mod roots;
pub(crate) mod validate;
pub(crate) mod validate_fast;
pub(crate) mod violation;
