//! Words of letter grids, solutions of puzzles, and pictures of grids in which small
//! numbers mark the letters of a path.

use crate::cli::args::kwg_dump::GridArgs;
use crate::cli::args::shared::TableFormat;
use crate::cli::render::json::{Json, Object, object, write_json_line};
use crate::cli::render::table::{Table, cells, csv_line, or_empty, write_lines};
use crate::error::counted;
use crate::grid::{
    Cell, Found, FoundWord, Goal, Gravity, Grid, MadeGrid, Points, PuzzlePlay, Solution,
    SolveOptions, SolveStatus,
};
use crate::ruleset::{Ruleset, SquareName};
use crate::tiles::Alphabet;
use serde_json::json;
use std::io::{self, Write};

/// The words found in a grid, and their points.
pub(crate) struct GridWords<'w> {
    pub(crate) grid: &'w Grid,
    pub(crate) found: &'w Found,
    pub(crate) points: &'w Points,
    pub(crate) ruleset: &'w Ruleset,
}

impl GridWords<'_> {
    pub(crate) fn points_of(&self, word: &FoundWord<'_>) -> u32 {
        let (tiles, path) = (word.tiles, word.path());
        self.points.of(tiles, path, self.grid, self.ruleset)
    }

    /// The total points of all words.
    fn sum(&self) -> u64 {
        let words = self.found.words();
        words.map(|word| u64::from(self.points_of(&word))).sum()
    }

    /// The first of the longest words.
    pub(crate) fn longest(&self) -> Option<FoundWord<'_>> {
        let words = self.found.words();
        words.reduce(|best, word| match word.tiles.len() > best.tiles.len() {
            true => word,
            false => best,
        })
    }

    /// The numbers of words, paths and points.
    pub(crate) fn summary(&self) -> String {
        let (words, paths) = (self.found.word_count(), self.found.path_count());
        let counts = [(words, "words"), (paths, "paths"), (self.sum(), "points")];
        counts.map(|(count, what)| counted(count, what)).join(", ")
    }

    /// The cells of a word's rows, one row for each path that was kept.
    fn rows(&self, word: &FoundWord<'_>) -> Vec<Vec<String>> {
        let text = self.ruleset.alphabet().word_text(word.tiles);
        let (length, points) = (word.tiles.len(), self.points_of(word));
        let row = |path| {
            let path = names(self.grid, path).join(" ");
            cells![text, length, points, word.path_count, path]
        };
        word.paths().map(row).collect()
    }
}

/// What to write of grids, and how.
pub(crate) struct GridStyle<'s> {
    pub(crate) alphabet: &'s Alphabet,
    pub(crate) args: &'s GridArgs,
    /// Whether to draw the grids.
    pub(crate) picture: bool,
    /// Whether to name each grid, as there are several.
    pub(crate) several: bool,
}

/// The names of the cells of a path.
pub(crate) fn names(grid: &Grid, path: &[u16]) -> Vec<String> {
    let name = |&cell: &u16| {
        let (row, column) = grid.place(usize::from(cell));
        SquareName(row as u8, column as u8).to_string()
    };
    path.iter().map(name).collect()
}

/// Writes the titles of the columns of CSV.
pub(crate) fn write_titles(solves: bool, out: &mut dyn Write) -> io::Result<()> {
    match solves {
        true => writeln!(out, "grid,points,status,upper_bound,left,line"),
        false => writeln!(out, "grid,word,length,points,paths,path"),
    }
}

impl GridStyle<'_> {
    /// Writes the words of a grid.
    pub(crate) fn write_found(&self, words: &GridWords<'_>, out: &mut dyn Write) -> io::Result<()> {
        let (grid, found) = (words.grid, words.found);
        let text = grid.to_text(self.alphabet);
        let rows = found.words().flat_map(|word| words.rows(&word));
        let count = found.word_count();
        match self.args.format {
            TableFormat::Json => write_json_line(out, &self.found_json(words)),
            TableFormat::Csv if self.args.count => {
                writeln!(out, "{}", csv_line(&[text, count.to_string()]))
            }
            TableFormat::Csv => {
                let rows = rows.map(|row| csv_line(&[cells![text], row].concat()));
                write_lines(rows, out)
            }
            TableFormat::Text if self.args.count => writeln!(out, "{count}"),
            TableFormat::Text => {
                if self.several {
                    writeln!(out, "{text}")?;
                }
                if let (true, Some(longest)) = (self.picture, words.longest()) {
                    let view = view(grid, &[], Gravity::Still);
                    write_view(grid, &view, longest.path(), self.alphabet, out)?;
                }
                let table = Table::of(&["word", "length", "points", "paths", "path"], rows);
                if !table.rows.is_empty() {
                    table.write(out)?;
                }
                writeln!(out, "{}", words.summary())
            }
        }
    }

    fn found_json(&self, words: &GridWords<'_>) -> Object {
        let (grid, found) = (words.grid, words.found);
        let word_json = |word: FoundWord<'_>| {
            let paths = word.paths().map(|path| json!(names(grid, path)));
            let facts = object! {
                "word": self.alphabet.word_text(word.tiles),
                "length": word.tiles.len(),
                "points": words.points_of(&word),
                "path_count": word.path_count,
                "path": json!(names(grid, word.path())),
            };
            facts.with("paths", self.args.paths.then(|| Json::from_iter(paths)))
        };
        let listed = !self.args.count;
        let facts = object! {
            "grid": grid.to_text(self.alphabet),
            "count": found.word_count(),
            "path_count": found.path_count(),
        };
        let facts = facts.with("points", listed.then(|| words.sum()));
        let entries = || Json::from_iter(found.words().map(word_json));
        facts.with("words", listed.then(entries))
    }

    /// The words of a line, each with the names of its cells.
    fn plays(&self, grid: &Grid, solution: &Solution) -> Vec<(u32, String, Vec<String>)> {
        let play = |play: &PuzzlePlay| {
            let word = self.alphabet.word_text(&play.tiles);
            (play.points, word, names(grid, &play.cells))
        };
        solution.line.iter().map(play).collect()
    }

    fn solution_json(&self, grid: &Grid, solution: &Solution) -> Object {
        let plays = self.plays(grid, solution);
        let words = Json::from_iter(plays.iter().map(|(_, word, _)| word.as_str()));
        let plays = plays.iter().map(|(points, word, path)| {
            object! {"word": word.as_str(), "points": *points, "path": json!(path)}
        });
        object! {
            "points": solution.points,
            "status": status_name(solution.status),
            "upper_bound": solution.upper_bound,
            "left": solution.left,
            "line": words,
            "plays": Json::from_iter(plays),
        }
    }

    /// Writes the solution of a puzzle.
    pub(crate) fn write_solution(
        &self,
        grid: &Grid,
        solution: &Solution,
        options: &SolveOptions,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let text = grid.to_text(self.alphabet);
        let plays = self.plays(grid, solution);
        let words: Vec<&str> = plays.iter().map(|(_, word, _)| word.as_str()).collect();
        match self.args.format {
            TableFormat::Json => {
                let line = object! {"grid": text};
                write_json_line(out, &line.and(self.solution_json(grid, solution)))
            }
            TableFormat::Csv => {
                let [points, bound] = [solution.points, solution.upper_bound].map(or_empty);
                let (status, left) = (status_name(solution.status), solution.left);
                let fields = cells![text, points, status, bound, left, words.join(" ")];
                writeln!(out, "{}", csv_line(&fields))
            }
            TableFormat::Text => {
                writeln!(out, "{text}: {}", verdict(solution, options.goal))?;
                let widest = words.iter().map(|word| word.chars().count()).max();
                let widest = widest.unwrap_or(0);
                for (number, (points, word, path)) in plays.iter().enumerate() {
                    writeln!(out, "{points:4}  {word:widest$}  {}", path.join(" "))?;
                    if self.picture {
                        let (played, next) = solution.line.split_at(number);
                        let view = view(grid, played, options.gravity);
                        write_view(grid, &view, &next[0].cells, self.alphabet, out)?;
                    }
                }
                Ok(())
            }
        }
    }

    /// Writes a generated grid and its solution.
    pub(crate) fn write_made(
        &self,
        made: &MadeGrid,
        options: &SolveOptions,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let text = made.grid.to_text(self.alphabet);
        match (self.args.format, &made.solution) {
            (TableFormat::Json, solved) => {
                let solved = solved.as_ref();
                let solved = solved.map(|solution| self.solution_json(&made.grid, solution));
                let line =
                    object! {"grid": text, "seed": self.args.make.seed}.with("count", made.words);
                write_json_line(out, &line.with("solution", solved))
            }
            (TableFormat::Csv, Some(solution)) => {
                write_titles(true, out)?;
                self.write_solution(&made.grid, solution, options, out)
            }
            (TableFormat::Csv, None) => writeln!(out, "{}", csv_line(&[text])),
            (TableFormat::Text, None) => writeln!(out, "{text}"),
            (TableFormat::Text, Some(solution)) => {
                writeln!(out, "{text}")?;
                writeln!(out, "# {}", verdict(solution, Goal::Clear))?;
                for (points, word, path) in self.plays(&made.grid, solution) {
                    writeln!(out, "# {points:4}  {word}  {}", path.join(" "))?;
                }
                Ok(())
            }
        }
    }
}

fn status_name(status: SolveStatus) -> &'static str {
    match status {
        SolveStatus::Solved => "solved",
        SolveStatus::Bounded => "bounded",
    }
}

/// Describes a solution in words.
pub(crate) fn verdict(solution: &Solution, goal: Goal) -> String {
    let count = |points: i64| match points {
        1 => "1 point".to_string(),
        points => format!("{points} points"),
    };
    let left = match solution.left {
        0 => "nothing left".to_string(),
        left => format!("{} left", counted(left as u64, "letters")),
    };
    let (points, bound) = (solution.points.map(count), solution.upper_bound.map(count));
    match (points, solution.status, bound) {
        (Some(points), SolveStatus::Solved, _) => {
            format!("{points}, {left}; solved: no line has more")
        }
        (Some(points), SolveStatus::Bounded, Some(bound)) => {
            format!("{points}, {left}; not solved: no line has more than {bound}")
        }
        (None, SolveStatus::Bounded, Some(bound)) => {
            format!("no line found; not solved: none has more than {bound}")
        }
        _ if goal == Goal::Clear => "solved: it can't be cleared".to_string(),
        _ => "solved: there is no line".to_string(),
    }
}

/// The cell shown at each place; `None` where there is nothing.
type View = Vec<Vec<Option<u16>>>;

/// The positions of the letters after some words.
pub(crate) fn view(grid: &Grid, played: &[PuzzlePlay], gravity: Gravity) -> View {
    let (rows, columns) = (grid.rows(), grid.columns());
    let is_there = |cell: &usize| {
        let gone = |play: &PuzzlePlay| play.cells.contains(&(*cell as u16));
        grid.cells()[*cell] != Cell::Hole && !played.iter().any(gone)
    };
    let mut view = vec![vec![None; columns]; rows];
    // Empty columns close, and the others move to the left.
    let mut filled = 0;
    for c in 0..columns {
        let from_below = (0..rows).rev().map(|r| r * columns + c);
        let cells: Vec<usize> = from_below.filter(is_there).collect();
        for (height, &cell) in cells.iter().enumerate() {
            let (row, column) = match gravity {
                Gravity::Still => grid.place(cell),
                Gravity::Fall => (rows - 1 - height, filled),
            };
            view[row][column] = Some(cell as u16);
        }
        filled += usize::from(!cells.is_empty());
    }
    view
}

/// Draws the visible letters, with the numbers of a path.
fn write_view(
    grid: &Grid,
    view: &View,
    path: &[u16],
    alphabet: &Alphabet,
    out: &mut dyn Write,
) -> io::Result<()> {
    let text = |place: &Option<u16>| -> String {
        let Some(cell) = *place else {
            return ".".into();
        };
        let number = path.iter().position(|&step| step == cell);
        let number = number.map_or(String::new(), |n| superscript(n + 1));
        Grid::cell_text(grid.cells()[usize::from(cell)], alphabet) + &number
    };
    let row = |row: &Vec<Option<u16>>| row.iter().map(text).collect();
    let rows: Vec<Vec<String>> = view.iter().map(row).collect();
    let widths = rows.iter().flatten().map(|cell| cell.chars().count());
    let widest = widths.max().unwrap_or(1);
    for row in &rows {
        let cells = row.iter().map(|cell| format!("{cell:widest$} "));
        writeln!(out, "      {}", cells.collect::<String>().trim_end())?;
    }
    writeln!(out)
}

/// Formats a number in superscript digits.
fn superscript(number: usize) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let digits = number.to_string();
    let digit = |c: char| c.to_digit(10).and_then(|d| DIGITS.get(d as usize));
    digits.chars().filter_map(digit).collect()
}
