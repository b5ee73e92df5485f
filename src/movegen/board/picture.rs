//! A board drawn for people.

use crate::movegen::board::play::Play;
use crate::movegen::board::position::Position;
use crate::ruleset::ColumnName;
use std::fmt::Write;

/// Draws the board: tiles by their labels, empty squares by their premium
/// signs. The tiles of a play, if one is given, are drawn too, with a mark
/// after each that is new.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Position, read_move};
/// # use wordmill::movegen::picture;
/// let english = Ruleset::builtin("english")?;
/// let position = Position::new(&english);
/// let play = read_move(&position, "8G QAt")?;
/// let drawn = picture(&position, play.as_play().as_ref());
/// assert_eq!(drawn.lines().nth(8), Some(" 8  =  .  .  '  .  .  Q* A* t* .  .  '  .  .  ="));
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn picture(position: &Position<'_>, play: Option<&Play<'_>>) -> String {
    let board = position.ruleset().board();
    let alphabet = position.ruleset().alphabet();
    let cell = |row: u8, column: u8| {
        let placed = play.and_then(|play| {
            let mut squares = play.squares();
            let square = squares.find(|&(r, c, tile)| (r, c) == (row, column) && tile != 0)?;
            Some(square.2)
        });
        let mut text = String::new();
        match (placed, position.tile(row, column)) {
            (Some(tile), _) => {
                alphabet.write_played(tile, &mut text);
                text.push('*');
            }
            (None, 0) => text.push(board.square(row, column).sign()),
            (None, tile) => alphabet.write_played(tile, &mut text),
        }
        text
    };
    let cells: Vec<Vec<String>> = (0..board.rows())
        .map(|row| {
            (0..board.columns())
                .map(|column| cell(row, column))
                .collect()
        })
        .collect();
    let widest = cells.iter().flatten().map(|c| c.chars().count()).max();
    let width = widest.unwrap_or(1).max(2);
    let mut text = " ".repeat(3);
    for column in 0..board.columns() {
        let _ = write!(text, " {:width$}", ColumnName(column).to_string());
    }
    let mut picture = format!("{}\n", text.trim_end());
    for (row, cells) in cells.iter().enumerate() {
        let mut text = format!("{:2} ", row + 1);
        for cell in cells {
            let _ = write!(text, " {cell:width$}");
        }
        picture.push_str(text.trim_end());
        picture.push('\n');
    }
    picture
}
