//! Letter grids as a page: each grid drawn with a word's path, its words by length,
//! or the solution of the puzzle word by word.

use crate::cli::page::board::letter_grid;
use crate::cli::page::parts::Table;
use crate::cli::page::{Page, escaped};
use crate::cli::render::grid::{names, verdict};
use crate::cli::render::grid_picture::view;
use crate::error::counted;
use crate::grid::{
    Found, FoundWord, Goal, Gravity, Grid, MadeGrid, Points, Solution, SolveOptions,
};
use crate::ruleset::Ruleset;
use std::collections::BTreeMap;
use std::io::{self, Write};

/// A page in the making, to which grids are added one by one.
pub(crate) struct GridPage<'r> {
    ruleset: &'r Ruleset,
    grids: u64,
    body: String,
}

impl<'r> GridPage<'r> {
    pub(crate) fn new(ruleset: &'r Ruleset) -> GridPage<'r> {
        GridPage {
            ruleset,
            grids: 0,
            body: String::new(),
        }
    }

    fn text(&self, grid: &Grid) -> String {
        grid.to_text(self.ruleset.alphabet())
    }

    /// Adds a grid with its words; the longest word is drawn.
    pub(crate) fn add_found(&mut self, grid: &Grid, found: &Found, points: &Points) {
        self.grids += 1;
        let points_of =
            |word: &FoundWord<'_>| points.of(word.tiles, word.path(), grid, self.ruleset);
        let sum: u64 = found.words().map(|word| u64::from(points_of(&word))).sum();
        let counts = [
            (found.word_count(), "words"),
            (found.path_count(), "paths"),
            (sum, "points"),
        ];
        let summary = counts.map(|(count, what)| counted(count, what)).join(", ");
        let mut longest: Option<FoundWord<'_>> = None;
        let mut lengths: BTreeMap<usize, Vec<Vec<String>>> = BTreeMap::new();
        for word in found.words() {
            let text = self.ruleset.alphabet().word_text(word.tiles);
            let row = vec![
                text,
                points_of(&word).to_string(),
                word.path_count.to_string(),
                names(grid, word.path()).join(" "),
            ];
            lengths.entry(word.tiles.len()).or_default().push(row);
            if longest
                .as_ref()
                .is_none_or(|best| word.tiles.len() > best.tiles.len())
            {
                longest = Some(word);
            }
        }
        let (path, about) = match &longest {
            Some(word) => {
                let text = self.ruleset.alphabet().word_text(word.tiles);
                (word.path(), format!("The longest word: {text}"))
            }
            None => (&[][..], "No words".to_string()),
        };
        let view = view(grid, &[], Gravity::Still);
        let drawn = letter_grid(grid, &view, path, self.ruleset, &about);
        self.body += &format!(
            "<section>\n<h2>{}</h2>\n<p class=\"verdict\">{summary}</p>\n<figure>\n{drawn}\
             <figcaption>{}</figcaption>\n</figure>\n<div class=\"cols\">\n",
            escaped(&self.text(grid)),
            escaped(&about)
        );
        let table = Table {
            attributes: "class=\"text\"",
            caption: "",
            head: &["word", "points", "paths", "path"],
        };
        for (length, rows) in lengths.iter().rev() {
            let letters = counted(*length as u64, "letters");
            let count = rows.len();
            self.body += &format!(
                "<div>\n<h3>{letters}: {count}</h3>\n{}</div>\n",
                table.html(rows)
            );
        }
        self.body += "</div>\n</section>\n";
    }

    /// Adds a puzzle with its best line.
    pub(crate) fn add_solution(
        &mut self,
        grid: &Grid,
        solution: &Solution,
        options: &SolveOptions,
    ) {
        self.grids += 1;
        let verdict = verdict(solution, options.goal);
        self.body += &format!(
            "<section>\n<h2>{}</h2>\n<p class=\"verdict\">{}</p>\n{}</section>\n",
            escaped(&self.text(grid)),
            escaped(&verdict),
            self.line(grid, solution, options.gravity)
        );
    }

    /// Adds a grid that was made.
    pub(crate) fn add_made(&mut self, made: &MadeGrid, seed: u64, options: &SolveOptions) {
        self.grids += 1;
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
        self.body += &format!(
            "<section>\n<h2>{}</h2>\n<p class=\"verdict\">{}</p>\n{drawn}</section>\n",
            escaped(&self.text(&made.grid)),
            escaped(&summary.join("; "))
        );
    }

    /// The grid before each word of a line, with the word marked.
    fn line(&self, grid: &Grid, solution: &Solution, gravity: Gravity) -> String {
        let mut html = String::from("<div class=\"boards\">\n");
        for (number, play) in solution.line.iter().enumerate() {
            let text = self.ruleset.alphabet().word_text(&play.tiles);
            let view = view(grid, &solution.line[..number], gravity);
            let drawn = letter_grid(grid, &view, &play.cells, self.ruleset, &text);
            html += &format!(
                "<figure>\n<figcaption>{}. {}, {}</figcaption>\n{drawn}</figure>\n",
                number + 1,
                escaped(&text),
                counted(play.points.into(), "points")
            );
        }
        html + "</div>\n"
    }

    /// Writes the page.
    pub(crate) fn write(&self, out: &mut impl Write) -> io::Result<()> {
        let title = match self.grids {
            1 => "Letter grid".to_string(),
            grids => counted(grids, "letter grids"),
        };
        let body = format!("<h1>{title}</h1>\n{}", self.body);
        let page = Page {
            title: &title,
            body: &body,
            scripts: &[],
        };
        page.write(out)
    }
}
