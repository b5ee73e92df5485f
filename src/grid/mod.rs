//! Letter grids: find every word, solve and generate puzzles.
//!
//! A [`Grid`] is a rectangle of letters. A word is traced along neighbouring cells, in
//! 8 directions, each cell at most once. [`find`](fn@find) returns every word of a
//! graph that a grid contains. [`solve`](fn@solve) plays the puzzle in which the cells
//! of a played word vanish. It finds the sequence of words with the most points, or
//! proves an upper bound. [`make`](fn@make) generates grids from a ruleset's bag.

mod board;
mod find;
mod make;
mod points;
mod solve;

pub use board::{Cell, Grid, MAX_GRID_SIDE};
pub use find::{FindOptions, Found, FoundWord, Keep, find};
pub use make::{MadeGrid, MakeOptions, make};
pub use points::{BonusTable, MAX_BONUS, Points};
pub use solve::{
    Goal, Gravity, PuzzlePlay, Solution, SolveOptions, SolveStatus, Techniques, solve,
};

#[cfg(test)]
mod tests;
