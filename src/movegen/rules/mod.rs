//! The rules: which moves are legal, and what they score.

pub(crate) mod exchange;
pub(crate) mod score;
pub(crate) mod validate;
