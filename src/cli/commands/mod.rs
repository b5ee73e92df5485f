//! The programs. Each parses its arguments, calls the library and writes the result.

mod build_recipes;
mod diff;
mod endgame;
mod grid;
pub mod klv_build;
pub mod kwg_build;
pub mod kwg_count;
pub mod kwg_dump;
mod matches;
pub mod movegen_check;
mod replay;
