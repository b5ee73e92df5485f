//! Filters: the words of a graph that meet some conditions.
//!
//! The graph is walked as for all its words, but a path is left as soon as no
//! word that meets the conditions can follow: when it matches no pattern, is too
//! long, takes a tile that a rack lacks, or when what follows it lacks a tile
//! that is still needed. Words that are known to end with some tiles are found
//! from their ends, through the GADDAG, where there is one.
//!
//! A walk never enters a path twice, so it takes no longer than listing all
//! words, whatever the conditions are.

mod conditions;
mod ends;
mod hook_set;
mod matches;
mod tile_counts;
mod walk;

#[cfg(test)]
mod tests;

pub use conditions::Filter;
pub use ends::InnerHooks;
pub use hook_set::HookSet;
pub use matches::Matches;
