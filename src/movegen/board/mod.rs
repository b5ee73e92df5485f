//! Board, rack and moves, and their notation.

pub(crate) mod notation;
pub(crate) mod picture;
pub(crate) mod play;
pub(crate) mod position;
pub(crate) mod rack;

/// Splits a table of test cases into rows of `N` cells, which are separated by
/// `|` and trimmed.
#[cfg(test)]
pub(crate) fn cases<const N: usize>(table: &str) -> impl Iterator<Item = [&str; N]> {
    let rows = table.lines().filter(|row| !row.trim().is_empty());
    rows.map(|row| {
        let cells: Vec<&str> = row.split('|').map(str::trim).collect();
        cells.try_into().unwrap()
    })
}
