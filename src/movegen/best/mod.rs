//! Finds the best moves of a position without examining every play.

pub(crate) mod anagram_filter;
pub(crate) mod anagram_words;
pub(crate) mod best_plays;
pub(crate) mod bucket_queue;
pub(crate) mod equity;
pub(crate) mod leave_map;
pub(crate) mod ranker;
pub(crate) mod shadow;
pub(crate) mod span_search;
pub(crate) mod span_squares;
pub(crate) mod subracks;
