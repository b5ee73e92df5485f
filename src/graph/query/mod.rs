//! Queries on a graph: words, counts, numbers, patterns and statistics.

pub(crate) mod count;
pub(crate) mod filter;
pub(crate) mod histogram;
pub(crate) mod hooks;
pub(crate) mod layout;
pub(crate) mod lengths;
pub(crate) mod members;
pub(crate) mod order;
pub(crate) mod pattern;
pub(crate) mod pattern_text;
pub(crate) mod probability;
pub(crate) mod stats;
pub(crate) mod totals;
pub(crate) mod unused;
pub(crate) mod walk;
pub(crate) mod word_index;
