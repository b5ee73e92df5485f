//! Draws the board as text.

use crate::movegen::board::play::Play;
use crate::movegen::board::position::Position;
use crate::ruleset::ColumnName;
use std::fmt::Write;

/// Draws the board: tiles as labels, empty squares as premium signs, and the tiles of a
/// play, if there is one, with a `*` after each.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Move, Position, picture};
/// let english = Ruleset::builtin("english")?;
/// let position = Position::new(&english);
/// let play = Move::read(&position, "8G QAt")?;
/// let drawn = picture(&position, play.as_play().as_ref());
/// assert_eq!(drawn.lines().nth(8), Some(" 8  =  .  .  '  .  .  Q* A* t* .  .  '  .  .  ="));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn picture(position: &Position<'_>, play: Option<&Play<'_>>) -> String {
    let board = position.ruleset().board();
    let cell = |row: u8, column: u8| {
        let here = |&(r, c, tile): &_| (r, c) == (row, column) && tile != 0;
        let placed = play.and_then(|play| play.squares().find(here));
        match (placed, position.tile(row, column)) {
            (Some((_, _, tile)), _) => position.label(tile) + "*",
            (None, 0) => board.square(row, column).sign().to_string(),
            (None, tile) => position.label(tile),
        }
    };
    let row = |row| (0..board.columns()).map(move |column| cell(row, column));
    let rows: Vec<Vec<String>> = (0..board.rows()).map(|r| row(r).collect()).collect();
    let widest = rows.iter().flatten().map(|c| c.chars().count()).max();
    let width = widest.unwrap_or(1).max(2);
    let names = (0..board.columns()).map(|column| ColumnName(column).to_string());
    let mut picture = String::new();
    let mut draw = |mut line: String, cells: &[String]| {
        for cell in cells {
            // Writing to a string can't fail.
            let _ = write!(line, " {cell:width$}");
        }
        picture.push_str(line.trim_end());
        picture.push('\n');
    };
    draw(" ".repeat(3), &names.collect::<Vec<_>>());
    for (number, cells) in (1..).zip(&rows) {
        draw(format!("{number:2} "), cells);
    }
    picture
}
