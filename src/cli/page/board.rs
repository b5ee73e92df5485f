//! Boards and letter grids as drawings (SVG): premium squares, tiles with their
//! points, and the tiles of a play or the path of a word marked.
//!
//! Colours come from the style sheet, so a drawing is readable in dark mode and on paper.
//! Labels of premium squares and frames of marked tiles do not depend on colour.

use crate::cli::page::escaped;
use crate::cli::render::table::joined;
use crate::grid::{Cell, Grid};
use crate::movegen::{Play, Position};
use crate::ruleset::{ColumnName, Ruleset, Square};
use crate::tiles::{BLANK, PLAYED_BLANK, Tile};
use std::fmt::Write;

/// The side of a square in the drawing.
const SIDE: usize = 32;

/// The room for row and column names.
const EDGE: usize = 22;

/// A drawing under construction, with squares below tiles.
struct Drawing {
    rows: usize,
    columns: usize,
    svg: String,
}

impl Drawing {
    fn new(rows: usize, columns: usize) -> Drawing {
        let (width, height) = (columns * SIDE, rows * SIDE);
        let svg = format!(
            "<rect class=\"frame\" x=\"{EDGE}\" y=\"{EDGE}\" width=\"{width}\" height=\"{height}\"/>\n"
        );
        Drawing { rows, columns, svg }
    }

    /// The top left corner of a square.
    fn corner(row: usize, column: usize) -> (usize, usize) {
        (EDGE + column * SIDE, EDGE + row * SIDE)
    }

    /// Adds text at a point.
    fn text_at(&mut self, class: &str, (x, y): (usize, usize), text: &str) {
        let text = escaped(text);
        self.svg += &format!("<text class=\"{class}\" x=\"{x}\" y=\"{y}\">{text}</text>\n");
    }

    /// Adds text centred in a square, `down` from its top.
    fn text(&mut self, class: &str, (row, column): (usize, usize), down: usize, text: &str) {
        let (x, y) = Drawing::corner(row, column);
        self.text_at(class, (x + SIDE / 2, y + down), text);
    }

    /// Fills squares with one colour.
    fn fill(&mut self, class: &str, squares: impl Iterator<Item = (usize, usize)>) {
        let mut path = String::new();
        for (row, column) in squares {
            let (x, y) = Drawing::corner(row, column);
            let _ = write!(path, "M{x} {y}h{SIDE}v{SIDE}h-{SIDE}z");
        }
        if !path.is_empty() {
            let _ = writeln!(self.svg, "<path class=\"{class}\" d=\"{path}\"/>");
        }
    }

    /// Draws the lines between squares, and the names of rows and columns.
    fn lines(&mut self) {
        let (width, height) = (self.columns * SIDE, self.rows * SIDE);
        let mut path = String::new();
        for row in 0..=self.rows {
            let _ = write!(path, "M{EDGE} {}h{width}", EDGE + row * SIDE);
        }
        for column in 0..=self.columns {
            let _ = write!(path, "M{} {EDGE}v{height}", EDGE + column * SIDE);
        }
        let _ = writeln!(self.svg, "<path class=\"lines\" d=\"{path}\"/>");
        for column in 0..self.columns {
            let at = (EDGE + column * SIDE + SIDE / 2, EDGE - 7);
            self.text_at("edge", at, &ColumnName(column as u8).to_string());
        }
        for row in 0..self.rows {
            let at = (EDGE / 2, EDGE + row * SIDE + SIDE / 2 + 5);
            self.text_at("edge", at, &(row + 1).to_string());
        }
    }

    /// Draws a tile: its label, and its points unless it is a blank.
    fn tile(&mut self, at: (usize, usize), label: &str, points: Option<u8>, class: &str) {
        let (x, y) = Drawing::corner(at.0, at.1);
        let (left, top, inner) = (x + 2, y + 2, SIDE - 4);
        self.svg += &format!(
            "<rect class=\"tile{class}\" x=\"{left}\" y=\"{top}\" width=\"{inner}\" height=\"{inner}\" rx=\"3\"/>\n"
        );
        let label = label.trim_start_matches('[').trim_end_matches(']');
        let is_long = label.chars().count() > 1;
        let long = if is_long { " long" } else { "" };
        let blank = if points.is_none() { " blank" } else { "" };
        self.text(&format!("letter{long}{blank}"), at, 21, label);
        if let Some(points) = points {
            let at = (x + SIDE - 7, y + SIDE - 4);
            self.text_at("points", at, &points.to_string());
        }
    }

    /// Finishes the drawing. `about` describes it for readers who can't see it.
    fn finish(self, about: &str) -> String {
        let (width, height) = (self.columns * SIDE + EDGE + 2, self.rows * SIDE + EDGE + 2);
        let (side, about, svg) = (self.columns, escaped(about), self.svg);
        format!(
            "<svg class=\"board\" style=\"--side:{side}\" viewBox=\"0 0 {width} {height}\" \
             role=\"img\" aria-label=\"{about}\">\n{svg}</svg>\n"
        )
    }
}

/// The class and the label of a square; empty if it has none.
fn class_and_label(square: Square) -> (String, String) {
    match (square.letter, square.word) {
        (2.., _) => (format!("l{}", square.letter), format!("{}L", square.letter)),
        (_, 2..) => (format!("w{}", square.word), format!("{}W", square.word)),
        _ if square.is_blocked() => ("wall".to_string(), String::new()),
        _ => Default::default(),
    }
}

/// Draws a board with its tiles. A play that is not yet on the board is placed and
/// marked.
pub(crate) fn board(position: &Position<'_>, play: Option<&Play<'_>>, about: &str) -> String {
    let ruleset = position.ruleset();
    let squares = ruleset.board();
    let (rows, columns) = (squares.rows(), squares.columns());
    let mut drawing = Drawing::new(rows.into(), columns.into());
    let all = || (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let place = |(row, column): (u8, u8)| (usize::from(row), usize::from(column));
    for class in ["l2", "l3", "l4", "w2", "w3", "w4", "wall"] {
        let of_class = all().filter(|&(row, column)| {
            let (found, _) = class_and_label(squares.square(row, column));
            found == class
        });
        drawing.fill(class, of_class.map(place));
    }
    drawing.lines();
    let played: Vec<(u8, u8, u8)> = play.map_or(Vec::new(), |play| play.squares().collect());
    for (row, column) in all() {
        let new = played.iter().find(|(r, c, _)| (*r, *c) == (row, column));
        let at = place((row, column));
        let (tile, class) = match (position.tile(row, column), new) {
            (0, None) => {
                let (_, label) = class_and_label(squares.square(row, column));
                if squares.start() == (row, column) {
                    drawing.text("premium star", at, 22, "★");
                } else if !label.is_empty() {
                    drawing.text("premium", at, 21, &label);
                }
                continue;
            }
            (0, Some(&(_, _, tile))) => (tile, " new"),
            (tile, Some(_)) => (tile, " through"),
            (tile, None) => (tile, ""),
        };
        // A blank shows its letter, without points.
        let (letter, alphabet) = (tile & !PLAYED_BLANK, ruleset.alphabet());
        let (label, points) = match tile == letter {
            true => (alphabet.label(letter), Some(ruleset.points(letter))),
            false => (alphabet.blank_label(letter), None),
        };
        drawing.tile(at, label, points, class);
    }
    drawing.finish(about)
}

/// Draws the tiles of a rack in one row.
pub(crate) fn rack(tiles: &[Tile], ruleset: &Ruleset) -> String {
    let (rows, columns, svg) = (1, tiles.len(), String::new());
    let mut drawing = Drawing { rows, columns, svg };
    for (column, &tile) in tiles.iter().enumerate() {
        let points = (tile != BLANK).then(|| ruleset.points(tile));
        drawing.tile((0, column), ruleset.alphabet().label(tile), points, "");
    }
    let (width, svg) = (tiles.len() * SIDE, drawing.svg);
    let about = escaped(&ruleset.alphabet().labels_text(tiles));
    format!(
        "<svg class=\"board rack\" viewBox=\"{EDGE} {EDGE} {width} {SIDE}\" width=\"{width}\" \
         height=\"{SIDE}\" role=\"img\" aria-label=\"{about}\">\n{svg}</svg>\n"
    )
}

/// Draws a letter grid as it appears: `view` has, for each place, the cell whose letter
/// is there. The path of a word is marked and drawn as a line.
pub(crate) fn letter_grid(
    grid: &Grid,
    view: &[Vec<Option<u16>>],
    path: &[u16],
    ruleset: &Ruleset,
    about: &str,
) -> String {
    let mut drawing = Drawing::new(grid.rows(), grid.columns());
    drawing.lines();
    let mut places = vec![None; path.len()];
    for (row, cells) in view.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            let Some(cell) = *cell else { continue };
            let step = path.iter().position(|&other| other == cell);
            if let Some(step) = step {
                places[step] = Some((row, column));
            }
            let shown = grid.cells()[usize::from(cell)];
            let points = match shown {
                Cell::Letter(tile) => Some(ruleset.points(tile)),
                _ => None,
            };
            let label = Grid::cell_text(shown, ruleset.alphabet());
            let class = if step.is_some() { " new" } else { "" };
            drawing.tile((row, column), &label, points, class);
        }
    }
    let middles = places.into_iter().flatten().map(|(row, column)| {
        let (x, y) = Drawing::corner(row, column);
        format!("{} {}", x + SIDE / 2, y + SIDE / 2)
    });
    let line = joined(middles, "L");
    if line.contains('L') {
        let _ = writeln!(drawing.svg, "<path class=\"path\" d=\"M{line}\"/>");
    }
    drawing.finish(about)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::movegen::Move;

    #[test]
    fn a_board_has_premiums_tiles_and_the_play() {
        let english = Ruleset::builtin("english").unwrap();
        let rows = ["15"; 7].join("/") + "/7CAt5/" + &["15"; 7].join("/");
        let position = Position::read(&english, &rows, "SEERDLY").unwrap();
        let mv = Move::read(&position, "8H (CAt)S").unwrap();
        let play = mv.as_play().unwrap();
        let svg = board(&position, Some(&play), "a <board>");
        for part in [
            "aria-label=\"a &lt;board&gt;\"",
            ">3W</text>",
            ">2L</text>",
            "<text class=\"points\"",
            "<text class=\"letter blank\"",
            "<rect class=\"tile new\" x=\"",
        ] {
            assert!(svg.contains(part), "{part}: {svg}");
        }
        assert_eq!(svg.matches("class=\"tile through\"").count(), 3);
        assert_eq!(svg.matches("class=\"tile new\"").count(), 1);
        assert!(!svg.contains('★'), "a tile covers the start");
        assert!(board(&Position::new(&english), None, "").contains('★'));
    }

    #[test]
    fn a_path_is_drawn_from_cell_to_cell() {
        let english = Ruleset::builtin("english").unwrap();
        let grid = Grid::read("AT/?S", english.alphabet()).unwrap();
        let view = [vec![Some(0), Some(1)], vec![Some(2), Some(3)]];
        let svg = letter_grid(&grid, &view, &[0, 1, 3], &english, "ATS");
        assert!(
            svg.contains("<path class=\"path\" d=\"M38 38L70 38L70 70\"/>"),
            "{svg}"
        );
        assert_eq!(svg.matches("tile new").count(), 3);
        assert_eq!(svg.matches("class=\"points\"").count(), 3);
    }
}
