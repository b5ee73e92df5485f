//! Pictures of letter grids: the letters of a path have small numbers.

use crate::grid::{Cell, Gravity, Grid, PuzzlePlay};
use crate::tiles::Alphabet;
use std::io::{self, Write};

/// The cell that is shown at each place; none where there is nothing.
pub(crate) type View = Vec<Vec<Option<u16>>>;

/// Where the letters are after some words.
pub(crate) fn view(grid: &Grid, played: &[PuzzlePlay], gravity: Gravity) -> View {
    let (rows, columns) = (grid.rows(), grid.columns());
    let is_there = |cell: &usize| {
        let gone = |play: &PuzzlePlay| play.cells.contains(&(*cell as u16));
        grid.cells()[*cell] != Cell::Hole && !played.iter().any(gone)
    };
    let mut view = vec![vec![None; columns]; rows];
    match gravity {
        Gravity::Still => {
            for cell in (0..rows * columns).filter(is_there) {
                let (row, column) = grid.place(cell);
                view[row][column] = Some(cell as u16);
            }
        }
        Gravity::Fall => {
            let column = |c| (0..rows).rev().map(move |r| r * columns + c);
            let filled = (0..columns).map(|c| column(c).filter(is_there).collect::<Vec<_>>());
            for (c, cells) in filled.filter(|cells| !cells.is_empty()).enumerate() {
                for (height, cell) in cells.into_iter().enumerate() {
                    view[rows - 1 - height][c] = Some(cell as u16);
                }
            }
        }
    }
    view
}

/// Draws the letters that are seen, with the numbers of a path.
pub(crate) fn write_view(
    grid: &Grid,
    view: &View,
    path: &[u16],
    alphabet: &Alphabet,
    out: &mut dyn Write,
) -> io::Result<()> {
    let text = |place: &Option<u16>| -> (String, String) {
        let Some(cell) = *place else {
            return (".".into(), String::new());
        };
        let number = path.iter().position(|&step| step == cell);
        let number = number.map_or(String::new(), |n| superscript(n + 1));
        let label = Grid::cell_text(grid.cells()[usize::from(cell)], alphabet);
        (label, number)
    };
    let row = |row: &Vec<Option<u16>>| row.iter().map(text).collect();
    let rows: Vec<Vec<(String, String)>> = view.iter().map(row).collect();
    let width = |(label, number): &(String, String)| label.chars().count() + number.chars().count();
    let widest = rows.iter().flatten().map(width).max().unwrap_or(1);
    for row in &rows {
        let cells = row.iter().map(|cell| {
            let pad = " ".repeat(widest + 1 - width(cell));
            format!("{}{}{pad}", cell.0, cell.1)
        });
        writeln!(out, "      {}", cells.collect::<String>().trim_end())?;
    }
    writeln!(out)
}

/// A number in small raised digits.
fn superscript(number: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    let digit = |c: char| c.to_digit(10).and_then(|d| DIGITS.get(d as usize));
    digits.chars().filter_map(digit).collect()
}
