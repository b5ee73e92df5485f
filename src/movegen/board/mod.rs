//! The board, racks and moves, and their notation.

mod notation;
pub(crate) mod picture;
mod play;
mod position;
mod rack;

pub use play::{Direction, Found, Move, Play};
pub use position::Position;
pub use rack::Rack;

pub(crate) use notation::write_exchange;
pub(crate) use play::rack_tile;
pub(crate) use rack::{count_subracks, subrack};

/// Splits a table of test cases into rows of `N` cells, separated by `|` and trimmed.
#[cfg(test)]
pub(crate) fn cases<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let rows = table.lines().filter(|row| !row.trim().is_empty());
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        cells.try_into().unwrap()
    })
}
