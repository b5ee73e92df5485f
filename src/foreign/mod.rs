//! Files of other programs.

pub(crate) mod quackle;

pub use quackle::read_quackle_dawg;
