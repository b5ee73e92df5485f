//! Letter grids as a page: each grid drawn with a word's path, its words by length, or
//! the solution of the puzzle word by word.

use crate::cli::page::board::letter_grid;
use crate::cli::page::{escaped, figure, page, section};
use crate::cli::render::grid::{GridWords, names, verdict, view};
use crate::cli::render::table::{Table, cells};
use crate::error::counted;
use crate::grid::{FoundWord, Goal, Gravity, Grid, MadeGrid, Solution, SolveOptions};
use crate::ruleset::Ruleset;
use std::collections::BTreeMap;

/// A page under construction, to which grids are added one by one.
pub(crate) struct GridPage<'r> {
    pub(crate) ruleset: &'r Ruleset,
    /// A section for each grid.
    pub(crate) sections: Vec<String>,
}

impl GridPage<'_> {
    /// Adds a grid with its words; the longest word is drawn.
    pub(crate) fn add_found(&mut self, words: &GridWords<'_>) {
        let grid = words.grid;
        let text = |word: &FoundWord<'_>| self.ruleset.alphabet().word_text(word.tiles);
        let mut lengths: BTreeMap<usize, Vec<Vec<String>>> = BTreeMap::new();
        for word in words.found.words() {
            let (points, path) = (words.points_of(&word), names(grid, word.path()).join(" "));
            let row = cells![text(&word), points, word.path_count, path];
            lengths.entry(word.tiles.len()).or_default().push(row);
        }
        let (path, about) = match words.longest() {
            Some(word) => (word.path(), format!("The longest word: {}", text(&word))),
            None => (&[][..], "No words".to_string()),
        };
        let view = view(grid, &[], Gravity::Still);
        let drawn = letter_grid(grid, &view, path, self.ruleset, &about);
        let about = escaped(&about);
        let mut html = format!(
            "<figure>\n{drawn}<figcaption>{about}</figcaption>\n</figure>\n<div class=\"cols\">\n"
        );
        for (length, rows) in lengths.into_iter().rev() {
            let (letters, count) = (counted(length as u64, "letters"), rows.len());
            let table = Table::of(&["word", "points", "paths", "path"], rows);
            let table = table.html(" class=\"text\"");
            html += &format!("<div>\n<h3>{letters}: {count}</h3>\n{table}</div>\n");
        }
        self.add(grid, &words.summary(), &(html + "</div>\n"));
    }

    /// Adds a section for a grid.
    fn add(&mut self, grid: &Grid, verdict: &str, html: &str) {
        let heading = escaped(&grid.to_text(self.ruleset.alphabet()));
        let verdict = format!("<p class=\"verdict\">{}</p>\n", escaped(verdict));
        self.sections.push(section(&heading, &(verdict + html)));
    }

    /// Adds a puzzle with its best line.
    pub(crate) fn add_solution(
        &mut self,
        grid: &Grid,
        solution: &Solution,
        options: &SolveOptions,
    ) {
        let line = self.line(grid, solution, options.gravity);
        self.add(grid, &verdict(solution, options.goal), &line);
    }

    /// Adds a grid that was generated.
    pub(crate) fn add_made(&mut self, made: &MadeGrid, seed: u64, options: &SolveOptions) {
        let mut summary = vec![format!("seed {seed}")];
        summary.extend(made.words.map(|words| counted(words, "words")));
        let solution = made.solution.as_ref();
        summary.extend(solution.map(|solution| verdict(solution, Goal::Clear)));
        let drawn = match solution {
            Some(solution) => self.line(&made.grid, solution, options.gravity),
            None => {
                let view = view(&made.grid, &[], Gravity::Still);
                letter_grid(&made.grid, &view, &[], self.ruleset, "The grid")
            }
        };
        self.add(&made.grid, &summary.join("; "), &drawn);
    }

    /// The grid before each word of a line, with the word marked.
    fn line(&self, grid: &Grid, solution: &Solution, gravity: Gravity) -> String {
        let mut html = String::from("<div class=\"boards\">\n");
        for (number, play) in solution.line.iter().enumerate() {
            let text = self.ruleset.alphabet().word_text(&play.tiles);
            let view = view(grid, &solution.line[..number], gravity);
            let drawn = letter_grid(grid, &view, &play.cells, self.ruleset, &text);
            let points = counted(play.points.into(), "points");
            html += &figure(&format!("{}. {text}, {points}", number + 1), &drawn);
        }
        html + "</div>\n"
    }

    /// Builds the page.
    pub(crate) fn html(&self) -> String {
        let title = match self.sections.len() {
            1 => "Letter grid".to_string(),
            grids => counted(grids as u64, "letter grids"),
        };
        let body = format!("<h1>{title}</h1>\n{}", self.sections.concat());
        page(&title, &body, &[])
    }
}
