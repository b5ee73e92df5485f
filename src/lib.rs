//! Lexicon and leave files for word games, from sources to checked artifacts.

pub mod check;
pub mod cli;
pub mod digest;
pub mod error;
pub mod graph;
pub mod leave;
pub mod movegen;
pub mod recipe;
pub mod ruleset;
pub mod source;
pub mod tiles;
mod yaml;

pub use error::{Error, ErrorKind, Result};
pub use ruleset::Ruleset;
