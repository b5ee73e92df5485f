//! Moves as text.
//!
//! `8D WORD` is an across play from row 8, column D; `D8 WORD` goes down from
//! the same square. Tiles on the board already stand in parentheses, blanks
//! are written with their blank labels: `E8 (Q)UAILeD`. `-ABC` exchanges three
//! tiles, `-` passes.

use crate::error::{Error, Result, shown};
use crate::movegen::board::play::{Direction, Move, Play};
use crate::movegen::board::position::Position;
use crate::ruleset::{ColumnName, Ruleset, SquareName, read_square};
use crate::tiles::UnknownTile;
use std::fmt::Write;
use unicode_normalization::UnicodeNormalization;

impl Position<'_> {
    /// Appends a play's notation.
    pub fn write_play(&self, play: &Play<'_>, text: &mut String) {
        // Writing to a string can't fail.
        let _ = match play.direction {
            Direction::Across => write!(
                text,
                "{}{} ",
                u32::from(play.row) + 1,
                ColumnName(play.column)
            ),
            Direction::Down => write!(text, "{} ", SquareName(play.row, play.column)),
        };
        let mut inside = false;
        for (row, column, tile) in play.squares() {
            let through = tile == 0;
            if through != inside {
                text.push(if through { '(' } else { ')' });
                inside = through;
            }
            let tile = if through {
                self.tile(row, column)
            } else {
                tile
            };
            self.ruleset().alphabet().write_played(tile, text);
        }
        if inside {
            text.push(')');
        }
    }

    /// A move's notation.
    pub fn move_text(&self, mv: &Move) -> String {
        let mut text = String::new();
        match mv {
            Move::Pass => text.push('-'),
            Move::Exchange(tiles) => write_exchange(self.ruleset(), tiles, &mut text),
            Move::Play { .. } => {
                if let Some(play) = mv.as_play() {
                    self.write_play(&play, &mut text);
                }
            }
        }
        text
    }
}

/// Appends an exchange's notation.
pub(crate) fn write_exchange(ruleset: &Ruleset, tiles: &[u8], text: &mut String) {
    text.push('-');
    ruleset.alphabet().write_word(tiles, text);
}

/// Reads a move made in a position. What is in parentheses has to be what the
/// board has; whether the move is legal is for [`judge`](crate::movegen::rules::validate()) to say.
///
/// ```
/// # use wordmill::ruleset::Ruleset;
/// # use wordmill::movegen::{Position, read_move};
/// let english = Ruleset::builtin("english")?;
/// let board = "15/15/15/15/15/15/15/4Q10/15/15/15/15/15/15/15";
/// let position = Position::read(&english, board, "UAILED?")?;
/// let quailed = read_move(&position, "E8 (Q)UAILeD")?;
/// assert_eq!(position.move_text(&quailed), "E8 (Q)UAILeD");
/// let error = read_move(&position, "E8 (A)UNT").unwrap_err();
/// assert_eq!(error.to_string(), "play: expected `Q` on E8, as the board has it, found `(A)`");
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn read_move(position: &Position<'_>, text: &str) -> Result<Move> {
    let text: String = text.trim().nfc().collect();
    if let Some(tiles) = text.strip_prefix('-') {
        return read_exchange(position.ruleset(), tiles.trim_start());
    }
    read_play(position, &text)
}

fn play_fault(message: String) -> Error {
    Error::input("", format!("play: {message}"))
}

fn read_exchange(ruleset: &Ruleset, text: &str) -> Result<Move> {
    let mut tiles = Vec::new();
    ruleset
        .alphabet()
        .read_rack_into(text, &mut tiles)
        .map_err(|unknown| {
            let message = format!("exchange: {unknown}");
            unknown.into_error(message)
        })?;
    tiles.sort_unstable();
    Ok(match tiles.is_empty() {
        true => Move::Pass,
        false => Move::Exchange(tiles),
    })
}

fn read_play(position: &Position<'_>, text: &str) -> Result<Move> {
    let Some((square, word)) = text.split_once(char::is_whitespace) else {
        return Err(play_fault(format!(
            "expected a square and a word such as `8D WORD`, found `{}`",
            shown(text)
        )));
    };
    let (direction, row, column) = read_start(position.ruleset(), square).map_err(play_fault)?;
    let tiles = read_tiles(position, direction, (row, column), word.trim_start())?;
    Ok(Move::Play {
        direction,
        row,
        column,
        tiles,
    })
}

/// The square and direction a play begins with: the row first for across.
fn read_start(ruleset: &Ruleset, text: &str) -> Result<(Direction, u8, u8), String> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, letters) = text.split_at(digits);
    let (direction, name) = match number.is_empty() {
        true => (Direction::Down, letters.to_string()),
        false => (Direction::Across, format!("{letters}{number}")),
    };
    let (row, column) = read_square(&name).ok_or_else(|| {
        format!(
            "expected a square such as 8D or D8, found `{}`",
            shown(text)
        )
    })?;
    let (rows, columns) = (ruleset.board().rows(), ruleset.board().columns());
    match (u8::try_from(row), u8::try_from(column)) {
        (Ok(row), Ok(column)) if row < rows && column < columns => Ok((direction, row, column)),
        _ => Err(format!(
            "square {} is off the board of {rows} rows and {columns} columns",
            name.to_uppercase()
        )),
    }
}

fn read_tiles(
    position: &Position<'_>,
    direction: Direction,
    (row, column): (u8, u8),
    word: &str,
) -> Result<Vec<u8>> {
    let alphabet = position.ruleset().alphabet();
    let start = direction.lane(row, column).1;
    let mut tiles = Vec::new();
    let mut inside = false;
    let mut rest = word;
    while let Some(c) = rest.chars().next() {
        if c == if inside { ')' } else { '(' } {
            inside = !inside;
            rest = &rest[1..];
            continue;
        }
        let Some((tile, length)) = alphabet.played_prefix(rest) else {
            let before = word[..word.len() - rest.len()].chars().count();
            let unknown = UnknownTile::first_of(rest, before);
            let message = format!("play: {unknown} in `{}`", shown(word));
            return Err(unknown.into_error(message));
        };
        if tiles.len() >= usize::from(u8::MAX - start) {
            let message = format!("`{}` is too long for any board", shown(word));
            return Err(play_fault(message));
        }
        if inside {
            let (row, column) = direction.advance(row, column, tiles.len() as u8);
            check_through(position, (row, column), tile, &rest[..length]).map_err(play_fault)?;
        }
        tiles.push(if inside { 0 } else { tile });
        rest = &rest[length..];
    }
    if inside {
        let message = format!("`(` without `)` in `{}`", shown(word));
        return Err(play_fault(message));
    }
    Ok(tiles)
}

fn check_through(
    position: &Position<'_>,
    (row, column): (u8, u8),
    tile: u8,
    text: &str,
) -> Result<(), String> {
    let on_board = position.tile(row, column);
    if on_board == tile {
        return Ok(());
    }
    let square = SquareName(row, column);
    if on_board == 0 {
        return Err(format!(
            "expected a tile on {square} for `({text})`, found none"
        ));
    }
    let mut label = String::new();
    position
        .ruleset()
        .alphabet()
        .write_played(on_board, &mut label);
    Err(format!(
        "expected `{label}` on {square}, as the board has it, found `({text})`"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn catalan() -> Ruleset {
        Ruleset::builtin("catalan").unwrap()
    }

    const BOARD: &str = "15/15/15/15/15/15/15/4[NY]a[ny]8/15/15/15/15/15/15/15";

    #[test]
    fn moves_come_back() {
        let catalan = catalan();
        let position = Position::read(&catalan, BOARD, "").unwrap();
        for (text, same) in [
            ("8D S([NY]a[ny])A", "8D S([NY]a[ny])A"),
            ("8D S(NYany)A", "8D S([NY]a[ny])A"),
            ("  d8   AB ", "D8 AB"),
            ("F7 B(a)[L·L]", "F7 B(a)[L·L]"),
            ("-", "-"),
            ("- ca?NY", "-?ACNY"),
        ] {
            let mv = read_move(&position, text).unwrap();
            assert_eq!(position.move_text(&mv), same);
            assert_eq!(read_move(&position, same).unwrap(), mv);
        }
    }

    #[test]
    fn faults_name_the_place() {
        let catalan = catalan();
        let position = Position::read(&catalan, BOARD, "").unwrap();
        for (text, expected) in [
            (
                "",
                "play: expected a square and a word such as `8D WORD`, found ``",
            ),
            (
                "8D",
                "play: expected a square and a word such as `8D WORD`, found `8D`",
            ),
            (
                "D8D AB",
                "play: expected a square such as 8D or D8, found `D8D`",
            ),
            (
                "16A AB",
                "play: square A16 is off the board of 15 rows and 15 columns",
            ),
            ("8D A%", "play: unknown tile `%` in `A%`"),
            ("8D S(NY", "play: `(` without `)` in `S(NY`"),
            ("8D S)", "play: unknown tile `)` in `S)`"),
            (
                "8D (S)",
                "play: expected a tile on D8 for `(S)`, found none",
            ),
            (
                "8E (ny)",
                "play: expected `[NY]` on E8, as the board has it, found `(ny)`",
            ),
            ("-A%", "exchange: unknown tile `%`"),
        ] {
            assert_eq!(
                read_move(&position, text).unwrap_err().to_string(),
                expected
            );
        }
        let long = format!("8D {}", "A".repeat(400));
        assert!(
            read_move(&position, &long)
                .unwrap_err()
                .to_string()
                .ends_with("too long for any board")
        );
    }
}
