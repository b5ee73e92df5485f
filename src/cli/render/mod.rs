//! Writes results as text, JSON, CSV and Markdown.

pub(crate) mod advice;
pub(crate) mod counts;
pub(crate) mod diff;
pub(crate) mod endgame;
pub(crate) mod estimate;
pub(crate) mod grid;
pub(crate) mod info;
pub(crate) mod json;
pub(crate) mod listings;
pub(crate) mod matches;
pub(crate) mod moves;
pub(crate) mod replay;
pub(crate) mod report;
pub(crate) mod table;
pub(crate) mod words;
