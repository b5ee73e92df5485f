//! The rules: what is legal, and what it scores.

pub(crate) mod exchange;
pub(crate) mod score;
pub(crate) mod validate;
