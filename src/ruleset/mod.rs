//! Rulesets: the alphabet with counts and points, the board, and the few numbers in
//! which games of this kind differ.
//!
//! A [`Ruleset`] is made by its [builder](RulesetBuilder) or, with the feature
//! `recipe`, read from YAML or from a letter distribution in CSV. The built-in rulesets
//! are the files in `rulesets/`, compiled in. Every ruleset is checked when it is
//! created, so a `Ruleset` is always valid.

mod board;
#[cfg(feature = "recipe")]
mod builtin;
#[cfg(feature = "recipe")]
mod distribution;
mod draws;
mod leaves;
mod rules;
#[cfg(feature = "recipe")]
mod yaml;

#[cfg(feature = "recipe")]
pub(crate) use builtin::{builtin_with_leaves, builtins};

/// Returns nothing: the built-in rulesets are YAML files, which need the feature
/// `recipe`.
#[cfg(not(feature = "recipe"))]
pub(crate) fn builtins() -> impl Iterator<Item = Ruleset> {
    std::iter::empty()
}

pub use crate::tiles::RulesetFault;
pub use board::{Board, ColumnName, MAX_SIDE, Square, SquareName, read_square};
pub use draws::Draws;
pub use leaves::{ImpossibleLeave, MAX_LEAVE};
pub use rules::{Ruleset, RulesetBuilder, TileFacts};
