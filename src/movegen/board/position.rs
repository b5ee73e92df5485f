//! Positions: a board with tiles on it, and the rack of the player to move.
//!
//! A board is written row by row from the top, with `/` between rows. A number stands
//! for that many empty squares, a label for its tile, and a blank label for a blank
//! played as that letter. Reading checks everything: a position has no tile off the
//! board or on a blocked square, and no more of any tile than the ruleset.

use crate::error::{Error, Result};
use crate::movegen::board::play::{Direction, Play, rack_tile};
use crate::movegen::board::rack::Rack;
use crate::ruleset::{Ruleset, SquareName};
use crate::tiles::{MAX_LETTERS, Tile, UnknownTile};
use unicode_normalization::UnicodeNormalization;

/// A board and a rack.
#[derive(Clone, Debug)]
pub struct Position<'r> {
    ruleset: &'r Ruleset,
    /// Row by row; 0 for an empty square.
    squares: Vec<u8>,
    rack: Rack,
    /// The number of tiles on the board, by rack tile.
    on_board: [u32; MAX_LETTERS + 1],
}

impl<'r> Position<'r> {
    /// Creates a position with an empty board and an empty rack.
    pub fn new(ruleset: &'r Ruleset) -> Position<'r> {
        let board = ruleset.board();
        let count = usize::from(board.rows()) * usize::from(board.columns());
        Position {
            ruleset,
            squares: vec![0; count],
            rack: Rack::default(),
            on_board: [0; MAX_LETTERS + 1],
        }
    }

    /// Reads a board and a rack.
    ///
    /// ```
    /// # use wordmill::ruleset::Ruleset;
    /// # use wordmill::movegen::Position;
    /// let english = Ruleset::builtin("english")?;
    /// let board = "15/15/15/15/15/15/15/6CAt6/15/15/15/15/15/15/15";
    /// let error = Position::read(&english, board, "SENDiNG?").unwrap_err();
    /// assert_eq!(error.to_string(), "rack: expected at most 7 tiles, found 8");
    /// let position = Position::read(&english, board, "SENDIN?")?;
    /// assert_eq!(position.board_text(), board);
    /// assert_eq!(position.rack_text(), "?DEINNS");
    /// assert_eq!(position.bag(), 100 - 3 - 7 - 7);
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn read(ruleset: &'r Ruleset, board: &str, rack: &str) -> Result<Position<'r>> {
        let mut position = Position::new(ruleset);
        position.read_board(board)?;
        position.check_counts("board")?;
        let mut tiles = Vec::new();
        let read = ruleset.alphabet().read_rack_into(rack, &mut tiles);
        read.map_err(|unknown| {
            let message = format!("rack: {unknown} at character {}", unknown.column + 1);
            unknown.into_error(message)
        })?;
        position.set_rack(&tiles)?;
        Ok(position)
    }

    fn read_board(&mut self, text: &str) -> Result<()> {
        let text: String = text.nfc().collect();
        let expected = usize::from(self.ruleset.board().rows());
        let found = text.split('/').count();
        if found != expected {
            let expected = format!("{expected} rows separated by /");
            return Err(Error::mismatch("", expected, found).of_part("board"));
        }
        let mut rows = (0..).zip(text.split('/'));
        rows.try_for_each(|(row, text)| self.read_row(row, text))
    }

    fn read_row(&mut self, row: u8, text: &str) -> Result<()> {
        let columns = self.ruleset.board().columns();
        let part = || format!("board row {}", row + 1);
        let mut column = 0usize;
        let mut rest = text;
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                let (number, after) = rest.split_at(digits);
                let Ok(empty @ 1..=255) = number.parse::<usize>() else {
                    let expected = format!("1 to {columns} empty squares");
                    return Err(Error::mismatch("", expected, number).of_part(&part()));
                };
                column += empty;
                rest = after;
                continue;
            }
            let Some((tile, length)) = self.ruleset.alphabet().played_prefix(rest) else {
                let before = text[..text.len() - rest.len()].chars().count();
                let unknown = UnknownTile::first_of(rest, before);
                let message = format!("{}: {unknown} at character {}", part(), before + 1);
                return Err(unknown.into_error(message));
            };
            if column < usize::from(columns) {
                self.place(row, column as u8, tile)?;
            }
            column += 1;
            rest = &rest[length..];
        }
        if column != usize::from(columns) {
            let expected = format!("{columns} squares");
            return Err(Error::mismatch("", expected, column).of_part(&part()));
        }
        Ok(())
    }

    fn place(&mut self, row: u8, column: u8, tile: u8) -> Result<()> {
        if self.ruleset.board().square(row, column).is_blocked() {
            let part = format!("board square {}", SquareName(row, column));
            let found = format!("`{}`", self.label(tile));
            let expected = "no tile on a blocked square";
            return Err(Error::mismatch("", expected, found).of_part(&part));
        }
        self.put(self.index(row, column), tile);
        Ok(())
    }

    fn index(&self, row: u8, column: u8) -> usize {
        usize::from(row) * usize::from(self.ruleset.board().columns()) + usize::from(column)
    }

    /// Checks that board and rack together have no more of a tile than the ruleset.
    fn check_counts(&self, part: &str) -> Result<()> {
        for tile in 0..=MAX_LETTERS as Tile {
            let found = self.on_board[usize::from(tile)] + u32::from(self.rack.count(tile));
            let expected = u32::from(self.ruleset.count(tile));
            if found > expected {
                let label = self.ruleset.alphabet().label(tile);
                let expected = format!("at most {expected} of `{label}`");
                return Err(Error::mismatch("", expected, found).of_part(part));
            }
        }
        Ok(())
    }

    /// Replaces the rack. Fails if it has more tiles than a rack holds, or more of a
    /// tile than the board leaves; the old rack then stays.
    pub fn set_rack(&mut self, tiles: &[Tile]) -> Result<()> {
        self.set_tiles(tiles, self.ruleset.rack_size().into())
    }

    /// Replaces the rack with any number of the tiles that the board leaves. With all
    /// unseen tiles it gives every play that an unknown rack could make. A play still
    /// places no more tiles than a rack holds.
    pub fn set_pool(&mut self, tiles: &[Tile]) -> Result<()> {
        self.set_tiles(tiles, self.ruleset.bag_size())
    }

    fn set_tiles(&mut self, tiles: &[Tile], most: u32) -> Result<()> {
        if tiles.len() > most as usize {
            let expected = format!("at most {most} tiles");
            return Err(Error::mismatch("", expected, tiles.len()).of_part("rack"));
        }
        let alphabet = self.ruleset.alphabet();
        if let Some(tile) = tiles.iter().find(|&&t| !alphabet.has(t)) {
            let expected = format!("tiles up to {}", alphabet.len());
            return Err(Error::mismatch("", expected, tile).of_part("rack"));
        }
        let before = std::mem::replace(&mut self.rack, Rack::from_tiles(tiles));
        let checked = self.check_counts("board and rack");
        if checked.is_err() {
            self.rack = before;
        }
        checked
    }

    /// Replaces the rack with any tiles, even more of them than the ruleset has.
    pub(crate) fn set_any_rack(&mut self, rack: Rack) {
        self.rack = rack;
    }

    /// Places a play's tiles on the board and removes them from the rack, if they are
    /// there. The play should be one that [`validate`](crate::movegen::validate)
    /// allows: squares that are off the board, blocked or occupied stay as they are.
    pub fn apply(&mut self, play: &Play<'_>) {
        for (row, column, tile) in play.squares() {
            if tile != 0 && self.is_open(row, column) {
                self.put(self.index(row, column), tile);
                self.rack.take_all([rack_tile(tile)]);
            }
        }
    }

    /// Places a tile on an empty square, given by its index in
    /// [`squares`](Self::squares).
    #[inline]
    pub(crate) fn put(&mut self, square: usize, tile: u8) {
        self.squares[square] = tile;
        self.on_board[usize::from(rack_tile(tile) & 63)] += 1;
    }

    /// Removes the tile of a square.
    #[inline]
    pub(crate) fn lift(&mut self, square: usize) {
        let tile = std::mem::take(&mut self.squares[square]);
        self.on_board[usize::from(rack_tile(tile) & 63)] -= 1;
    }

    /// The ruleset.
    pub fn ruleset(&self) -> &'r Ruleset {
        self.ruleset
    }

    /// The rack.
    pub fn rack(&self) -> &Rack {
        &self.rack
    }

    /// The tile on a square; 0 if the square is empty or does not exist.
    #[inline]
    pub fn tile(&self, row: u8, column: u8) -> u8 {
        if column >= self.ruleset.board().columns() {
            return 0;
        }
        let tile = self.squares.get(self.index(row, column));
        tile.copied().unwrap_or(0)
    }

    /// The label of a tile on the board.
    pub(crate) fn label(&self, tile: u8) -> String {
        let mut text = String::new();
        self.ruleset.alphabet().write_played(tile, &mut text);
        text
    }

    /// The tiles of all squares, row by row.
    pub(crate) fn squares(&self) -> &[u8] {
        &self.squares
    }

    /// Whether a tile can be placed on a square.
    #[inline]
    pub fn is_open(&self, row: u8, column: u8) -> bool {
        self.tile(row, column) == 0 && !self.ruleset.board().square(row, column).is_blocked()
    }

    /// Whether the board has no tiles.
    pub fn is_empty(&self) -> bool {
        self.squares.iter().all(|&t| t == 0)
    }

    /// The first square with a tile that no chain of tiles joins to the start square.
    /// No game leads to such a board.
    pub(crate) fn loose_tile(&self) -> Option<SquareName> {
        let board = self.ruleset.board();
        let mut joined = vec![false; self.squares.len()];
        let mut reached = vec![board.start()];
        while let Some((row, column)) = reached.pop() {
            if self.tile(row, column) == 0 || joined[self.index(row, column)] {
                continue;
            }
            joined[self.index(row, column)] = true;
            reached.push((row.saturating_add(1), column));
            reached.push((row, column.saturating_add(1)));
            reached.extend(row.checked_sub(1).map(|above| (above, column)));
            reached.extend(column.checked_sub(1).map(|before| (row, before)));
        }
        let mut squares = joined.iter().zip(&self.squares);
        let loose = squares.position(|(&joined, &tile)| tile != 0 && !joined)?;
        let columns = usize::from(board.columns());
        Some(SquareName((loose / columns) as u8, (loose % columns) as u8))
    }

    /// The directions in which plays are generated. A single tile that makes words both
    /// ways is an across play. Down plays that mirror across plays are left out.
    pub(crate) fn directions(&self) -> &'static [Direction] {
        match self.has_mirrored_plays() {
            true => &[Direction::Across],
            false => &Direction::BOTH,
        }
    }

    /// Whether down plays mirror the across plays. They do on an empty board that is
    /// symmetric about its diagonal.
    pub fn has_mirrored_plays(&self) -> bool {
        let board = self.ruleset.board();
        let side = board.rows();
        self.is_empty()
            && side == board.columns()
            && board.start().0 == board.start().1
            && (0..side).all(|r| (0..r).all(|c| board.square(r, c) == board.square(c, r)))
    }

    /// The number of copies of a tile on the board.
    pub(crate) fn on_board(&self, tile: Tile) -> u32 {
        self.on_board[usize::from(tile & 63)]
    }

    /// The number of copies of a tile that are neither on the board nor on the rack.
    #[inline]
    pub fn unseen(&self, tile: Tile) -> u32 {
        let seen = self.on_board[usize::from(tile & 63)] + u32::from(self.rack.count(tile));
        u32::from(self.ruleset.count(tile)).saturating_sub(seen)
    }

    /// The total number of tiles that are neither on the board nor on the rack.
    pub fn unseen_total(&self) -> u32 {
        let tiles = self.ruleset.tiles().len() as Tile;
        (0..tiles).map(|t| self.unseen(t)).sum()
    }

    /// The number of tiles in the bag: the unseen tiles minus the opponent's rack.
    pub fn bag(&self) -> u32 {
        let rack = u32::from(self.ruleset.rack_size());
        self.unseen_total().saturating_sub(rack)
    }

    /// The board as text, in the form that [`read`](Self::read) accepts.
    pub fn board_text(&self) -> String {
        let row_text = |row: &[u8]| {
            let mut text = String::new();
            for run in row.chunk_by(|a, b| *a == 0 && *b == 0) {
                match run[0] {
                    0 => text.push_str(&run.len().to_string()),
                    tile => self.ruleset.alphabet().write_played(tile, &mut text),
                }
            }
            text
        };
        let columns = usize::from(self.ruleset.board().columns());
        let rows: Vec<String> = self.squares.chunks(columns).map(row_text).collect();
        rows.join("/")
    }

    /// The rack as text, sorted, blanks first.
    pub fn rack_text(&self) -> String {
        self.ruleset.alphabet().labels_text(&self.rack.tiles())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::board::cases;

    const TINY: &str = "name: tiny\nrack: 3\nbonus: 5\nexchange: 1\nblanks: 1\nletters:\n  \
                        - {tile: A, count: 2, points: 1, vowel: 1}\n  \
                        - {tile: NY, count: 2, points: 3}\nboard:\n  start: B2\n  squares: |\n    \
                        ...#\n    .-..\n    ....\n";

    fn tiny() -> Ruleset {
        Ruleset::from_yaml("tiny.yaml", TINY).unwrap()
    }

    #[test]
    fn boards_come_back() {
        let tiny = tiny();
        for (text, same) in [
            ("4/4/4", "4/4/4"),
            ("4/A[NY]a1/1NY2", "4/A[NY]a1/1[NY]2"),
            ("1A2/A1aNY/4", "1A2/A1a[NY]/4"),
        ] {
            let position = Position::read(&tiny, text, "").unwrap();
            assert_eq!(position.board_text(), same);
            let again = Position::read(&tiny, same, "").unwrap();
            assert_eq!(again.board_text(), same);
        }
    }

    #[test]
    fn faults_name_the_place() {
        let tiny = tiny();
        let table = "
            4/4         |       | board: expected 3 rows separated by /, found 2
            4/4/5       |       | board row 3: expected 4 squares, found 5
            4/AAA/4     |       | board row 2: expected 4 squares, found 3
            4/0A3/4     |       | board row 2: expected 1 to 4 empty squares, found 0
            9999999999999999999999/4/4 | | board row 1: expected 1 to 4 empty squares, found 9999999999999999999999
            4/2É1/4     |       | board row 2: unknown tile `É` at character 2
            3A/4/4      |       | board square D1: expected no tile on a blocked square, found `A`
            4/AAA1/4    |       | board: expected at most 2 of `A`, found 3
            4/1a[ny]1/4 |       | board: expected at most 1 of `?`, found 2
            4/4/4       | AXA   | rack: unknown tile `X` at character 2
            4/4/4       | AANY? | rack: expected at most 3 tiles, found 4
            4/AA2/4     | A     | board and rack: expected at most 2 of `A`, found 3
        ";
        for [board, rack, expected] in cases(table) {
            let error = Position::read(&tiny, board, rack).unwrap_err().to_string();
            assert_eq!(error, expected);
        }
    }

    #[test]
    fn the_bag_is_what_is_left_but_for_a_rack() {
        let tiny = tiny();
        let mut position = Position::read(&tiny, "4/4/4", "").unwrap();
        assert_eq!((position.unseen_total(), position.bag()), (5, 2));
        position.set_rack(&[0, 1, 1]).unwrap();
        assert_eq!((position.unseen_total(), position.bag()), (2, 0));
        assert!(position.set_rack(&[9]).is_err());
        assert!(position.set_rack(&[1; 2]).is_ok() && position.set_rack(&[1; 3]).is_err());
        assert_eq!(position.rack().tiles(), [1, 1]);
        position.set_pool(&[0, 1, 1, 2, 2]).unwrap();
        assert_eq!(position.unseen_total(), 0);
        assert!(position.set_pool(&[1; 6]).is_err());
    }

    #[test]
    fn a_board_is_mirrored_when_premiums_and_start_are() {
        let english = Ruleset::builtin("english").unwrap();
        assert!(Position::new(&english).has_mirrored_plays());
        assert!(!Position::new(&tiny()).has_mirrored_plays());
        for (start, squares, mirrored) in [
            ("B2", "...\n...\n...", true),
            ("A2", "...\n...\n...", false),
            ("B2", ".-.\n...\n...", false),
            ("B2", ".-.\n-..\n..#", true),
        ] {
            let text = TINY.split("  start").next().unwrap().to_string();
            let squares = squares.replace('\n', "\n    ");
            let text = format!("{text}  start: {start}\n  squares: |\n    {squares}\n");
            let ruleset = Ruleset::from_yaml("tiny.yaml", &text).unwrap();
            assert_eq!(Position::new(&ruleset).has_mirrored_plays(), mirrored);
        }
    }
}
