//! Grids of letters, read from text.
//!
//! A grid is a rectangle of cells. A cell holds a letter, a blank (`?`, any
//! letter) or nothing (`.`, a hole). Rows go from top to bottom, separated by `/`
//! or by line feeds. Tiles of several characters stand in brackets, or bare where
//! the alphabet reads them so. White space inside a row is skipped.
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
    /// The set of the tiles that it can be.
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
    /// Makes a grid of rows of cells. Refuses rows of different lengths, grids
    /// above [`MAX_GRID_SIDE`] and grids without a letter.
    pub fn new(rows: &[Vec<Cell>]) -> Result<Grid> {
        let mut builder = GridBuilder::new("");
        for cells in rows.iter().cloned() {
            builder.push(cells, Place::new("", 1, 1, 1))?;
        }
        builder.finish("")
    }

    /// Reads one grid, with rows separated by `/` or line feeds.
    pub fn read(text: &str, alphabet: &Alphabet) -> Result<Grid> {
        text::check("grid", text.as_bytes())?;
        let mut builder = GridBuilder::new("grid");
        let mut last = "";
        for (number, line) in (1..).zip(text.lines()) {
            builder.line(line, number, alphabet)?;
            last = line;
        }
        builder.finish(last)
    }

    /// Reads every grid of a text. A line with a `/` is a whole grid. Other lines
    /// are the rows of one grid, up to an empty line. Lines that begin with `#`
    /// are skipped. Errors call the text `path`.
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
        let mut grids = Vec::new();
        let mut rows = GridBuilder::new(path);
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        for (number, line) in (1..).zip(text.lines()) {
            let whole = line.contains('/');
            let ends = whole || line.trim().is_empty();
            if ends && !rows.is_empty() {
                grids.push(std::mem::replace(&mut rows, GridBuilder::new(path)).finish("")?);
            }
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            rows.line(line, number, alphabet)?;
            if whole {
                grids.push(std::mem::replace(&mut rows, GridBuilder::new(path)).finish(line)?);
            }
        }
        if !rows.is_empty() {
            grids.push(rows.finish("")?);
        }
        Ok(grids)
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

    /// The cell at a row and a column, counted from 0; none outside the grid.
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

    /// The neighbours of a cell in all 8 directions that are no holes, in order.
    pub(crate) fn neighbours(&self, cell: usize) -> impl Iterator<Item = usize> + '_ {
        let (row, column) = self.place(cell);
        let rows = row.saturating_sub(1)..(row + 2).min(self.rows());
        let columns = column.saturating_sub(1)..(column + 2).min(self.columns);
        let near = rows.flat_map(move |r| columns.clone().map(move |c| r * self.columns + c));
        near.filter(move |&near| near != cell && self.cells[near] != Cell::Hole)
    }

    /// The text of a cell: a label, in brackets if it has several characters, `?`
    /// or `.`.
    pub fn cell_text(cell: Cell, alphabet: &Alphabet) -> String {
        let mut text = String::new();
        match cell {
            Cell::Letter(tile) => alphabet.write_played(tile, &mut text),
            Cell::Blank => text.push('?'),
            Cell::Hole => text.push('.'),
        }
        text
    }

    /// The grid as text that [`read`](Self::read) takes, rows separated by `/`.
    pub fn to_text(&self, alphabet: &Alphabet) -> String {
        let rows = self.cells.chunks(self.columns).map(|row| {
            let labels = row.iter().map(|&cell| Grid::cell_text(cell, alphabet));
            labels.collect::<String>()
        });
        rows.collect::<Vec<String>>().join("/")
    }
}

/// Where a row, or a part of one, stands in a text.
#[derive(Clone, Copy)]
struct Place<'t> {
    /// The text of the line; empty if it is not shown.
    text: &'t str,
    line: u64,
    /// The column of its first character, counted from 1; 0 for the whole line.
    column: u64,
    /// Its characters.
    width: usize,
}

impl<'t> Place<'t> {
    fn new(text: &'t str, line: u64, column: u64, width: usize) -> Place<'t> {
        Place {
            text,
            line,
            column,
            width,
        }
    }

    /// What is wrong there.
    fn fault(self, path: &str, problem: Problem) -> Diagnostic {
        let mut diagnostic = Diagnostic::new(path, problem);
        diagnostic.line = Some(self.line).filter(|&line| line > 0);
        diagnostic.column = Some(self.column).filter(|&column| column > 0);
        match self.text {
            "" => diagnostic,
            text => diagnostic.with_snippet(text, self.width),
        }
    }
}

/// The rows of a grid so far; all have the same number of cells.
struct GridBuilder<'t> {
    /// The name of the text in errors.
    path: &'t str,
    rows: Vec<Vec<Cell>>,
    /// The line of the last row.
    line: u64,
}

impl<'t> GridBuilder<'t> {
    fn new(path: &'t str) -> GridBuilder<'t> {
        GridBuilder {
            path,
            rows: Vec::new(),
            line: 0,
        }
    }

    fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    fn columns(&self) -> usize {
        self.rows.first().map_or(0, Vec::len)
    }

    /// Adds the rows of a line.
    fn line(&mut self, text: &str, line: u64, alphabet: &Alphabet) -> Result<()> {
        let mut column = 1;
        for row in text.trim_end().split('/') {
            let width = row.chars().count();
            let place = Place::new(text, line, column, width);
            self.push(self.read_row(row, place, alphabet)?, place)?;
            column += width as u64 + 1;
        }
        Ok(())
    }

    fn push(&mut self, cells: Vec<Cell>, place: Place<'_>) -> Result<()> {
        let row = format!("row {}", self.rows.len() + 1);
        let found = cells.len();
        let problem = if self.rows.len() >= MAX_GRID_SIDE {
            Problem::mismatch(format!("at most {MAX_GRID_SIDE} rows"), row)
        } else if found == 0 {
            Problem::mismatch("at least one cell", "none").of(row)
        } else if found > MAX_GRID_SIDE {
            let most = format!("at most {MAX_GRID_SIDE} cells");
            Problem::mismatch(most, found).of(row)
        } else if !self.is_empty() && found != self.columns() {
            let expected = format!("{} cells, as the first row has", self.columns());
            Problem::mismatch(expected, found).of(row)
        } else {
            self.line = place.line;
            self.rows.push(cells);
            return Ok(());
        };
        Err(place.fault(self.path, problem).into())
    }

    /// The grid. If the last line was the whole of it, a fault shows that line.
    fn finish(self, last: &str) -> Result<Grid> {
        let grid = Grid {
            columns: self.columns(),
            cells: self.rows.into_iter().flatten().collect(),
        };
        let problem = match grid.cells.is_empty() {
            true => Problem::mismatch("a grid such as `ABCD/EFGH`", "nothing"),
            false if grid.letters() == 0 => Problem::mismatch("at least one letter", "only holes"),
            false => return Ok(grid),
        };
        let place = Place::new(last, self.line, 0, usize::MAX);
        Err(place.fault(self.path, problem).into())
    }

    /// Reads the cells of a row.
    fn read_row(&self, row: &str, place: Place<'_>, alphabet: &Alphabet) -> Result<Vec<Cell>> {
        let is_between = |c: char| c == '.' || text::is_space(c);
        let mut cells = Vec::new();
        let mut tiles = Vec::new();
        let mut before = 0;
        for part in row.split_inclusive(is_between) {
            let (letters, between) = match part.char_indices().next_back() {
                Some((at, last)) if is_between(last) => (&part[..at], Some(last)),
                _ => (part, None),
            };
            tiles.clear();
            let read = alphabet.read_rack_into(letters, &mut tiles);
            read.map_err(|unknown| {
                let place = Place {
                    column: place.column + before + unknown.column as u64,
                    width: unknown.width.max(1),
                    ..place
                };
                let problem = Problem::from(format!("{unknown} in `{}`", shown(row.trim())));
                let fault = place.fault(self.path, problem);
                Error::from(fault.past_alphabet(unknown.is_letter())).caused_by(unknown)
            })?;
            cells.extend(tiles.iter().map(|&tile| match tile {
                BLANK => Cell::Blank,
                tile => Cell::Letter(tile),
            }));
            cells.extend(between.filter(|&c| c == '.').map(|_| Cell::Hole));
            before += part.chars().count() as u64;
        }
        Ok(cells)
    }
}
