//! Reads and writes moves as text.
//!
//! `8D WORD` is an across play from row 8, column D; `D8 WORD` is a down play from the
//! same square. Tiles already on the board are in parentheses, and blanks are written
//! with their blank labels: `E8 (Q)UAILeD`. A dot may also stand for a tile on the
//! board: `E8 .UAILeD`. `-ABC` exchanges three tiles, and `-` passes.

use crate::error::{Error, Problem, Result, shown};
use crate::movegen::board::play::{Direction, Move, Play};
use crate::movegen::board::position::Position;
use crate::ruleset::{ColumnName, Ruleset, SquareName, read_square};
use crate::tiles::UnknownTile;
use std::fmt::Write;
use unicode_normalization::UnicodeNormalization;

impl Position<'_> {
    /// Appends the notation of a play.
    pub fn write_play(&self, play: &Play<'_>, text: &mut String) {
        // Writing to a string can't fail.
        let _ = match play.direction {
            Direction::Across => {
                let row = u32::from(play.row) + 1;
                write!(text, "{row}{} ", ColumnName(play.column))
            }
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

    /// The notation of a move.
    pub fn move_text(&self, mv: &Move) -> String {
        let mut text = String::new();
        match (mv, mv.as_play()) {
            (_, Some(play)) => self.write_play(&play, &mut text),
            (Move::Exchange(tiles), _) => write_exchange(self.ruleset(), tiles, &mut text),
            _ => text.push('-'),
        }
        text
    }
}

/// Appends the notation of an exchange.
pub(crate) fn write_exchange(ruleset: &Ruleset, tiles: &[u8], text: &mut String) {
    text.push('-');
    ruleset.alphabet().write_labels(tiles, text);
}

impl Move {
    /// Reads a move in a position. Tiles in parentheses must match the board.
    /// [`validate`](crate::movegen::validate) decides whether the move is legal.
    ///
    /// ```
    /// # use wordmill::ruleset::Ruleset;
    /// # use wordmill::movegen::{Move, Position};
    /// let english = Ruleset::builtin("english")?;
    /// let board = "15/15/15/15/15/15/15/4Q10/15/15/15/15/15/15/15";
    /// let position = Position::read(&english, board, "UAILED?")?;
    /// let quailed = Move::read(&position, "E8 (Q)UAILeD")?;
    /// assert_eq!(position.move_text(&quailed), "E8 (Q)UAILeD");
    /// let error = Move::read(&position, "E8 (A)UNT").unwrap_err();
    /// assert_eq!(error.to_string(), "play: expected `Q` on E8, as the board has it, found `(A)`");
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn read(position: &Position<'_>, text: &str) -> Result<Move> {
        let text: String = text.trim().nfc().collect();
        match text.strip_prefix('-') {
            Some(tiles) => read_exchange(position.ruleset(), tiles.trim_start()),
            None => read_play(position, &text),
        }
    }
}

fn play_fault(problem: impl Into<Problem>) -> Error {
    Error::input("", problem.into().of("play"))
}

fn read_exchange(ruleset: &Ruleset, text: &str) -> Result<Move> {
    let mut tiles = Vec::new();
    let read = ruleset.alphabet().read_rack_into(text, &mut tiles);
    read.map_err(|unknown| {
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
        let expected = "a square and a word such as `8D WORD`";
        let problem = Problem::mismatch(expected, format!("`{}`", shown(text)));
        return Err(play_fault(problem));
    };
    let (direction, row, column) = read_start(position.ruleset(), square)?;
    let tiles = read_tiles(position, direction, (row, column), word.trim_start())?;
    Ok(Move::Play {
        direction,
        row,
        column,
        tiles,
    })
}

/// Reads the first square and the direction of a play: across if the row comes
/// first.
fn read_start(ruleset: &Ruleset, text: &str) -> Result<(Direction, u8, u8)> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, letters) = text.split_at(digits);
    let (direction, name) = match number.is_empty() {
        true => (Direction::Down, letters.to_string()),
        false => (Direction::Across, format!("{letters}{number}")),
    };
    let Some((row, column)) = read_square(&name) else {
        let found = format!("`{}`", shown(text));
        let expected = "a square such as 8D or D8";
        return Err(play_fault(Problem::mismatch(expected, found)));
    };
    let (rows, columns) = (ruleset.board().rows(), ruleset.board().columns());
    match (u8::try_from(row), u8::try_from(column)) {
        (Ok(row), Ok(column)) if row < rows && column < columns => Ok((direction, row, column)),
        _ => {
            let name = name.to_uppercase();
            let size = format!("{rows} rows and {columns} columns");
            let message = format!("square {name} is off the board of {size}");
            Err(play_fault(message))
        }
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
        let found = alphabet.played_prefix(rest);
        if found.is_none() && c != '.' {
            let before = word[..word.len() - rest.len()].chars().count();
            let unknown = UnknownTile::first_of(rest, before);
            let message = format!("play: {unknown} in `{}`", shown(word));
            return Err(unknown.into_error(message));
        }
        if tiles.len() >= usize::from(u8::MAX - start) {
            let word = shown(word);
            return Err(play_fault(format!("`{word}` is too long for any board")));
        }
        let square = direction.advance(row, column, tiles.len() as u8);
        let (tile, length) = found.unwrap_or((0, 1));
        if inside || tile == 0 {
            check_through(position, square, tile, &rest[..length])?;
        }
        tiles.push(if inside { 0 } else { tile });
        rest = &rest[length..];
    }
    if inside {
        return Err(play_fault(format!("`(` without `)` in `{}`", shown(word))));
    }
    Ok(tiles)
}

/// Checks that the board has the tile written in parentheses. Tile 0 is a dot, which
/// stands for any tile.
fn check_through(
    position: &Position<'_>,
    (row, column): (u8, u8),
    tile: u8,
    text: &str,
) -> Result<()> {
    let square = SquareName(row, column);
    let problem = match position.tile(row, column) {
        0 if tile == 0 => Problem::mismatch(format!("a tile on {square} for `.`"), "none"),
        0 => Problem::mismatch(format!("a tile on {square} for `({text})`"), "none"),
        on_board if on_board == tile || tile == 0 => return Ok(()),
        on_board => {
            let label = position.label(on_board);
            let expected = format!("`{label}` on {square}, as the board has it");
            Problem::mismatch(expected, format!("`({text})`"))
        }
    };
    Err(play_fault(problem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::cases;

    const BOARD: &str = "15/15/15/15/15/15/15/4[NY]a[ny]8/15/15/15/15/15/15/15";

    #[test]
    fn moves_come_back() {
        let catalan = Ruleset::builtin("catalan").unwrap();
        let position = Position::read(&catalan, BOARD, "").unwrap();
        for (text, same) in [
            ("8D S([NY]a[ny])A", "8D S([NY]a[ny])A"),
            ("8D S(NYany)A", "8D S([NY]a[ny])A"),
            ("  d8   AB ", "D8 AB"),
            ("F7 B(a)[L·L]", "F7 B(a)[L·L]"),
            ("8D S...A", "8D S([NY]a[ny])A"),
            ("F7 B(.)[l·l]", "F7 B(a)[l·l]"),
            ("-", "-"),
            ("- ca?NY", "-?ACNY"),
        ] {
            let mv = Move::read(&position, text).unwrap();
            assert_eq!(position.move_text(&mv), same);
            assert_eq!(Move::read(&position, same).unwrap(), mv);
        }
    }

    #[test]
    fn faults_name_the_place() {
        let catalan = Ruleset::builtin("catalan").unwrap();
        let position = Position::read(&catalan, BOARD, "").unwrap();
        let fault = |text: &str| Move::read(&position, text).unwrap_err().to_string();
        let table = "
                    | play: expected a square and a word such as `8D WORD`, found ``
            8D      | play: expected a square and a word such as `8D WORD`, found `8D`
            D8D AB  | play: expected a square such as 8D or D8, found `D8D`
            16A AB  | play: square A16 is off the board of 15 rows and 15 columns
            8D A%   | play: unknown tile `%` in `A%`
            8D S(NY | play: `(` without `)` in `S(NY`
            8D S)   | play: unknown tile `)` in `S)`
            8D (S)  | play: expected a tile on D8 for `(S)`, found none
            8D .S   | play: expected a tile on D8 for `.`, found none
            8E (ny) | play: expected `[NY]` on E8, as the board has it, found `(ny)`
            -A%     | exchange: unknown tile `%`
        ";
        for [text, expected] in cases(table) {
            assert_eq!(fault(text), expected);
        }
        let long = fault(&format!("8D {}", "A".repeat(400)));
        assert!(long.ends_with("too long for any board"), "{long}");
    }
}
