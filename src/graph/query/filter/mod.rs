//! Filters: the words of a graph that meet given conditions.
//!
//! The graph is walked as if to list all its words, but a path is abandoned as soon as
//! no word past it can meet the conditions: when it matches no pattern, is too long,
//! takes a tile that a rack lacks, or when nothing past it has a tile that is still
//! needed. Words whose last tiles are known are found from their ends, through the
//! GADDAG if there is one.
//!
//! A walk never enters a path twice, so it takes no longer than listing all words,
//! whatever the conditions are.

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
