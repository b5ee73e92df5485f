//! Grids of letters, read from text.
//!
//! A grid is a rectangle of cells. A cell holds a letter, a blank (`?`, any letter) or
//! nothing (`.`, a hole). Rows go from top to bottom, separated by `/` or by line
//! feeds. Tiles of several characters are in brackets, or without brackets if the
//! alphabet reads them so. White space inside a row is skipped.
//!
//! Cells are numbered row by row from the top left corner, from 0.

use crate::error::{Diagnostic, Error, Problem, Result, shown};
use crate::text;
use crate::tiles::{Alphabet, BLANK, Tile};

/// The most rows, and the most columns, of a grid.
pub const MAX_GRID_SIDE: usize = 32;

/// One cell of a grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A letter.
    Letter(Tile),
    /// A blank, which stands for any letter.
    Blank,
    /// A hole, which no word can use.
    Hole,
}

impl Cell {
    /// The set of tiles that it can be.
    pub(crate) fn tiles(self) -> u64 {
        match self {
            Cell::Letter(tile) => 1 << (tile & 63),
            Cell::Blank => !1,
            Cell::Hole => 0,
        }
    }
}

/// A rectangle of cells with at least one letter or blank.
///
/// ```
/// use wordmill::grid::{Cell, Grid};
/// use wordmill::ruleset::Ruleset;
///
/// let spanish = Ruleset::builtin("spanish")?;
/// let grid = Grid::read("A[CH]O/?.B", spanish.alphabet())?;
/// assert_eq!((grid.rows(), grid.columns()), (2, 3));
/// assert_eq!(grid.cell(1, 0), Some(Cell::Blank));
/// assert_eq!(grid.to_text(spanish.alphabet()), "A[CH]O/?.B");
/// # Ok::<(), wordmill::error::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Grid {
    columns: usize,
    /// Row by row; never empty.
    cells: Vec<Cell>,
}

impl Grid {
    /// Creates a grid from rows of cells. Refuses rows of different lengths, grids
    /// above [`MAX_GRID_SIDE`] and grids without a letter.
    pub fn new(rows: &[Vec<Cell>]) -> Result<Grid> {
        let mut grid = Grid::EMPTY;
        let added = rows.iter().try_for_each(|cells| grid.push_row(cells));
        let finished = added.and_then(|()| grid.finished());
        finished.map_err(|problem| Error::input("", problem))
    }

    /// Reads one grid, with rows separated by `/` or line feeds.
    pub fn read(text: &str, alphabet: &Alphabet) -> Result<Grid> {
        text::check("grid", text.as_bytes())?;
        let lines: Vec<(u64, &str)> = (1..).zip(text.lines()).collect();
        Grid::read_lines("grid", &lines, alphabet)
    }

    /// Reads every grid of a text. A line with a `/` is a whole grid. Other lines are
    /// the rows of one grid, up to an empty line. Lines that begin with `#` are
    /// skipped. Errors call the text `path`.
    ///
    /// ```
    /// use wordmill::grid::Grid;
    /// use wordmill::ruleset::Ruleset;
    ///
    /// let english = Ruleset::builtin("english")?;
    /// let grids = Grid::read_all("my.txt", "AB/CD\nEF/GH\n\nABC\nDEF\n", english.alphabet())?;
    /// assert_eq!(grids.len(), 3);
    /// let error = Grid::read_all("my.txt", "AB/CD\nEF/G", english.alphabet()).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "my.txt:2:4: row 2: expected 2 cells, as the first row has, found 1"
    /// );
    /// # Ok::<(), wordmill::error::Error>(())
    /// ```
    pub fn read_all(path: &str, text: &str, alphabet: &Alphabet) -> Result<Vec<Grid>> {
        text::check(path, text.as_bytes())?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mut grids = Vec::new();
        // The lines of a grid whose end has not been reached.
        let mut lines = Vec::new();
        for (number, line) in (1..).zip(text.lines().chain([""])) {
            let (is_whole, is_empty) = (line.contains('/'), line.trim().is_empty());
            if (is_whole || is_empty) && !lines.is_empty() {
                grids.push(Grid::read_lines(path, &lines, alphabet)?);
                lines.clear();
            }
            if is_empty || line.starts_with('#') {
                continue;
            }
            match is_whole {
                true => grids.push(Grid::read_lines(path, &[(number, line)], alphabet)?),
                false => lines.push((number, line)),
            }
        }
        Ok(grids)
    }

    /// A grid without rows.
    const EMPTY: Grid = Grid {
        columns: 0,
        cells: Vec::new(),
    };

    /// Reads the lines of one grid, each with its number.
    fn read_lines(path: &str, lines: &[(u64, &str)], alphabet: &Alphabet) -> Result<Grid> {
        let mut grid = Grid::EMPTY;
        for &line in lines {
            let mut column = 1;
            for row in line.1.trim_end().split('/') {
                let width = row.chars().count();
                let cells = read_row(path, line, (column, row), alphabet)?;
                let added = grid.push_row(&cells);
                added.map_err(|problem| fault(path, line, (column, width), problem))?;
                column += width as u64 + 1;
            }
        }
        let last = lines.last().copied().unwrap_or_default();
        let whole = (0, usize::MAX);
        let finished = grid.finished();
        finished.map_err(|problem| fault(path, last, whole, problem).into())
    }

    /// Adds a row, or reports what is wrong with it.
    fn push_row(&mut self, cells: &[Cell]) -> Result<(), Problem> {
        let rows = self.cells.len() / self.columns.max(1);
        let (row, found) = (format!("row {}", rows + 1), cells.len());
        Err(if rows >= MAX_GRID_SIDE {
            Problem::mismatch(format!("at most {MAX_GRID_SIDE} rows"), row)
        } else if found == 0 {
            Problem::mismatch("at least one cell", "none").of(row)
        } else if found > MAX_GRID_SIDE {
            let most = format!("at most {MAX_GRID_SIDE} cells");
            Problem::mismatch(most, found).of(row)
        } else if rows > 0 && found != self.columns {
            let expected = format!("{} cells, as the first row has", self.columns);
            Problem::mismatch(expected, found).of(row)
        } else {
            self.columns = found;
            self.cells.extend_from_slice(cells);
            return Ok(());
        })
    }

    /// Returns the complete grid, or what is wrong with it.
    fn finished(self) -> Result<Grid, Problem> {
        match self.letters() {
            0 if self.cells.is_empty() => {
                Err(Problem::mismatch("a grid such as `ABCD/EFGH`", "nothing"))
            }
            0 => Err(Problem::mismatch("at least one letter", "only holes")),
            _ => Ok(self),
        }
    }

    /// The number of rows.
    pub fn rows(&self) -> usize {
        self.cells.len() / self.columns
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// Every cell, row by row from the top.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// The cell at a row and a column, from 0; `None` outside the grid.
    pub fn cell(&self, row: usize, column: usize) -> Option<Cell> {
        (column < self.columns).then(|| self.cells.get(row * self.columns + column).copied())?
    }

    /// The row and the column of a cell, counted from 0.
    pub fn place(&self, cell: usize) -> (usize, usize) {
        (cell / self.columns, cell % self.columns)
    }

    /// The number of letters and blanks.
    pub fn letters(&self) -> usize {
        let cells = self.cells.iter();
        cells.filter(|&&cell| cell != Cell::Hole).count()
    }

    /// The neighbours of a cell, in all 8 directions, that are not holes, in order.
    pub(crate) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let (row, column) = self.place(cell);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows());
        (rows.start * self.columns..rows.end * self.columns).filter(move |&near| {
            let is_near = near != cell && self.place(near).1.abs_diff(column) <= 1;
            is_near && self.cells[near] != Cell::Hole
        })
    }

    /// The text of a cell: a label, in brackets if it has several characters, `?` or
    /// `.`.
    pub fn cell_text(cell: Cell, alphabet: &Alphabet) -> String {
        let mut text = String::new();
        match cell {
            Cell::Letter(tile) => alphabet.write_played(tile, &mut text),
            Cell::Blank => text.push('?'),
            Cell::Hole => text.push('.'),
        }
        text
    }

    /// The grid as text that [`read`](Self::read) accepts, with rows separated by `/`.
    pub fn to_text(&self, alphabet: &Alphabet) -> String {
        let rows = self.cells.chunks(self.columns).map(|row| {
            let labels = row.iter().map(|&cell| Grid::cell_text(cell, alphabet));
            labels.collect::<String>()
        });
        rows.collect::<Vec<String>>().join("/")
    }
}

/// Creates a fault for a part of a line. The column of its first character is counted
/// from 1; 0 means the whole line.
fn fault(
    path: &str,
    (number, line): (u64, &str),
    (column, width): (u64, usize),
    problem: Problem,
) -> Diagnostic {
    let mut diagnostic = Diagnostic::new(path, problem);
    diagnostic.line = Some(number).filter(|&number| number > 0);
    diagnostic.column = Some(column).filter(|&column| column > 0);
    match line {
        "" => diagnostic,
        line => diagnostic.with_snippet(line, width),
    }
}

/// Reads the cells of a row, which begins at a column of a line.
fn read_row(
    path: &str,
    line: (u64, &str),
    (mut column, row): (u64, &str),
    alphabet: &Alphabet,
) -> Result<Vec<Cell>> {
    let is_between = |c: char| c == '.' || text::is_space(c);
    let mut cells = Vec::new();
    let mut tiles = Vec::new();
    for part in row.split_inclusive(is_between) {
        let (letters, between) = match part.char_indices().next_back() {
            Some((at, last)) if is_between(last) => (&part[..at], Some(last)),
            _ => (part, None),
        };
        tiles.clear();
        let read = alphabet.read_rack_into(letters, &mut tiles);
        read.map_err(|unknown| {
            let place = (column + unknown.column as u64, unknown.width.max(1));
            let problem = Problem::from(format!("{unknown} in `{}`", shown(row.trim())));
            let fault = fault(path, line, place, problem);
            Error::from(fault.past_alphabet(unknown.is_letter())).caused_by(unknown)
        })?;
        cells.extend(tiles.iter().map(|&tile| match tile {
            BLANK => Cell::Blank,
            tile => Cell::Letter(tile),
        }));
        cells.extend(between.filter(|&c| c == '.').map(|_| Cell::Hole));
        column += part.chars().count() as u64;
    }
    Ok(cells)
}
