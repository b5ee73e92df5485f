//! Boards: the squares with their premiums, and the start square.

use crate::error::{Problem, shown};
use crate::tiles::RulesetFault;
use std::fmt;

/// The most rows or columns of a board.
pub const MAX_SIDE: usize = 63;

/// A square: its factors for a tile placed on it. Both are 0 on a blocked square, which
/// takes no tile.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Square {
    /// The factor for the points of the tile.
    pub letter: u8,
    /// The factor for the points of the whole word.
    pub word: u8,
}

impl Square {
    /// A square without a premium.
    pub const PLAIN: Square = Square { letter: 1, word: 1 };
    /// A blocked square.
    pub const BLOCKED: Square = Square { letter: 0, word: 0 };

    /// The square of a sign: `.` is plain; `'`, `"` and `^` multiply the letter by 2, 3
    /// and 4; `-`, `=` and `~` multiply the word by 2, 3 and 4; `#` is blocked.
    pub fn from_sign(sign: char) -> Option<Square> {
        let (letter, word) = match sign {
            '.' => (1, 1),
            '\'' => (2, 1),
            '"' => (3, 1),
            '^' => (4, 1),
            '-' => (1, 2),
            '=' => (1, 3),
            '~' => (1, 4),
            '#' => (0, 0),
            _ => return None,
        };
        Some(Square { letter, word })
    }

    /// The sign for this square.
    pub fn sign(self) -> char {
        match (self.letter, self.word) {
            (2, _) => '\'',
            (3, _) => '"',
            (4, _) => '^',
            (_, 2) => '-',
            (_, 3) => '=',
            (_, 4) => '~',
            (0, _) => '#',
            _ => '.',
        }
    }

    /// Whether the square takes no tile.
    pub fn is_blocked(self) -> bool {
        self == Square::BLOCKED
    }

    /// Whether the square multiplies points.
    pub fn is_premium(self) -> bool {
        self.letter > 1 || self.word > 1
    }
}

/// A rectangular board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    rows: u8,
    columns: u8,
    /// Row by row.
    squares: Vec<Square>,
    start: (u8, u8),
}

/// The files of the built-in boards. Their form is simple enough to read without YAML:
/// a line `start: …`, and indented rows.
const BUILTIN: [(&str, &str); 2] = [
    (
        "standard",
        include_str!("../../rulesets/boards/standard.yaml"),
    ),
    ("super", include_str!("../../rulesets/boards/super.yaml")),
];

impl Board {
    /// Reads a board from the name of the start square and the rows of signs, one per
    /// line (see [`Square::from_sign`]).
    pub fn new(start: &str, squares: &str) -> Result<Board, RulesetFault> {
        let rows: Vec<&str> = squares.lines().map(str::trim_end).collect();
        let columns = rows.first().map_or(0, |row| row.chars().count());
        if columns == 0 || columns > MAX_SIDE || rows.len() > MAX_SIDE {
            let expected = format!("a board of 1 to {MAX_SIDE} rows and columns");
            let found = format!("{} rows and {columns} columns", rows.len());
            return Err(Problem::mismatch(expected, found).into());
        }
        let mut squares = Vec::with_capacity(rows.len() * columns);
        for (r, row) in rows.iter().enumerate() {
            let found = row.chars().count();
            if found != columns {
                let expected = format!("{columns} squares as in row 1");
                let problem = Problem::mismatch(expected, found);
                return Err(problem.of(format!("board row {}", r + 1)).into());
            }
            for (c, sign) in row.chars().enumerate() {
                squares.push(Square::from_sign(sign).ok_or_else(|| {
                    let found = format!("`{}`", shown(sign.encode_utf8(&mut [0; 4])));
                    Problem::mismatch("one of . ' \" ^ - = ~ #", found)
                        .of(format!("board square {}", SquareName(r as u8, c as u8)))
                })?);
            }
        }
        let (row, column) = read_square(start).ok_or_else(|| {
            let found = format!("`{}`", shown(start));
            Problem::mismatch("a square such as H8", found).of("start")
        })?;
        if row >= rows.len() || column >= columns {
            let board = format!("{} rows and {columns} columns", rows.len());
            return Err(format!("start square {start} is off the board of {board}").into());
        }
        let board = Board {
            rows: rows.len() as u8,
            columns: columns as u8,
            squares,
            start: (row as u8, column as u8),
        };
        match board.square(row as u8, column as u8).is_blocked() {
            false => Ok(board),
            true => Err(format!("the start square {start} takes no tile").into()),
        }
    }

    /// The board of 15 rows and columns that most games use.
    pub fn standard() -> Result<Board, RulesetFault> {
        read_file(BUILTIN[0].1)
    }

    /// The built-in board of the given name, if there is one.
    #[cfg(feature = "recipe")]
    pub(crate) fn builtin(name: &str) -> Option<Result<Board, RulesetFault>> {
        let (_, text) = BUILTIN.iter().find(|(known, _)| *known == name)?;
        Some(read_file(text))
    }

    /// The names of the built-in boards, sorted.
    #[cfg(feature = "recipe")]
    pub(crate) fn builtin_names() -> impl Iterator<Item = &'static str> {
        BUILTIN.iter().map(|(name, _)| *name)
    }

    /// The rows of signs, one per line, as [`Board::new`] accepts them.
    pub fn drawing(&self) -> String {
        let rows = self.squares.chunks(usize::from(self.columns));
        let signs = rows.flat_map(|row| row.iter().map(|square| square.sign()).chain(['\n']));
        signs.collect()
    }

    /// The number of rows.
    pub fn rows(&self) -> u8 {
        self.rows
    }

    /// The number of columns.
    pub fn columns(&self) -> u8 {
        self.columns
    }

    /// The longer side, which is the most tiles a word can have.
    pub fn longer_side(&self) -> u8 {
        self.rows.max(self.columns)
    }

    /// The row and column, from 0, of the square that the first word must cover.
    pub fn start(&self) -> (u8, u8) {
        self.start
    }

    /// The square at a row and column, from 0. Every square off the board is blocked.
    pub fn square(&self, row: u8, column: u8) -> Square {
        if row >= self.rows || column >= self.columns {
            return Square::BLOCKED;
        }
        self.squares[usize::from(row) * usize::from(self.columns) + usize::from(column)]
    }
}

/// Reads the file of a built-in board.
fn read_file(text: &str) -> Result<Board, RulesetFault> {
    let start = text.lines().find_map(|line| line.strip_prefix("start: "));
    let rows = text.lines().filter_map(|line| line.strip_prefix("  "));
    let rows: Vec<&str> = rows.collect();
    Board::new(start.unwrap_or_default(), &rows.join("\n"))
}

/// The name of a square as in plays: the column's letters, then the row's number, `H8`.
/// After Z the columns continue with AA, AB, ….
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SquareName(
    /// The row, from 0.
    pub u8,
    /// The column, from 0.
    pub u8,
);

impl fmt::Display for SquareName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", ColumnName(self.1), u32::from(self.0) + 1)
    }
}

/// A column's letters: A to Z, then AA to BK.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnName(
    /// The column, from 0.
    pub u8,
);

impl fmt::Display for ColumnName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 >= 26 {
            write!(f, "{}", char::from(b'A' + self.0 / 26 - 1))?;
        }
        write!(f, "{}", char::from(b'A' + self.0 % 26))
    }
}

/// Reads the name of a square as row and column from 0, without checking that a board
/// has it.
pub fn read_square(name: &str) -> Option<(usize, usize)> {
    let digits = name.find(|c: char| c.is_ascii_digit())?;
    let (letters, number) = name.split_at(digits);
    let is_column =
        matches!(letters.len(), 1..=2) && letters.bytes().all(|b| b.is_ascii_alphabetic());
    let is_row = matches!(number.len(), 1..=3) && number.bytes().all(|b| b.is_ascii_digit());
    if !is_column || !is_row || number.starts_with('0') {
        return None;
    }
    let place = |c: u8| usize::from(c.to_ascii_uppercase() - b'A') + 1;
    let column = letters.bytes().fold(0, |column, c| column * 26 + place(c));
    let row: usize = number.parse().ok()?;
    Some((row - 1, column - 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sign_means_a_square_and_back() {
        let board = Board::new("A1", ".'\"^\n-=~#\n").unwrap();
        assert_eq!((board.rows(), board.columns()), (2, 4));
        assert_eq!(board.square(0, 2), Square { letter: 3, word: 1 });
        assert_eq!(board.square(1, 2), Square { letter: 1, word: 4 });
        assert!(board.square(1, 3).is_blocked());
        assert!(board.square(9, 9).is_blocked());
        assert_eq!(board.drawing(), ".'\"^\n-=~#\n");
    }

    #[test]
    fn square_names_go_both_ways() {
        for (row, column, name) in [
            (7, 7, "H8"),
            (0, 25, "Z1"),
            (62, 26, "AA63"),
            (9, 62, "BK10"),
        ] {
            assert_eq!(SquareName(row, column).to_string(), name);
            let square = (usize::from(row), usize::from(column));
            assert_eq!(read_square(name), Some(square));
        }
        for name in "|H|8|8H|H0|H08|AAA1|Ä1|H-1|H1000".split('|') {
            assert_eq!(read_square(name), None, "{name}");
        }
    }

    #[test]
    fn faults_name_the_place() {
        let wide = ".".repeat(64);
        for (start, squares, fault) in [
            (
                "A1",
                "...\n..\n",
                "board row 2: expected 3 squares as in row 1, found 2",
            ),
            (
                "D1",
                "...\n...\n",
                "start square D1 is off the board of 2 rows and 3 columns",
            ),
            ("B2", "...\n.#.\n", "the start square B2 takes no tile"),
            (
                "A1",
                "...\n.x.\n",
                "board square B2: expected one of . ' \" ^ - = ~ #, found `x`",
            ),
            ("x", "...", "start: expected a square such as H8, found `x`"),
            (
                "A1",
                "",
                "expected a board of 1 to 63 rows and columns, found 0 rows and 0 columns",
            ),
            (
                "A1",
                &wide,
                "expected a board of 1 to 63 rows and columns, found 1 rows and 64 columns",
            ),
        ] {
            assert_eq!(Board::new(start, squares).unwrap_err().to_string(), fault);
        }
    }
}
