//! Generates grids from the letters of a bag.
//!
//! Each cell is drawn independently. The probability of a letter is its share of the
//! bag, and blanks are excluded. The grid of a seed never changes. A grid that does not
//! meet the requirements is discarded, and the next one of the same seed is generated.

use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::grid::board::{Cell, Grid, MAX_GRID_SIDE};
use crate::grid::find::{FindOptions, Keep, find};
use crate::grid::solve::{Goal, Solution, SolveOptions, solve};
use crate::random::Random;
use crate::ruleset::Ruleset;
use crate::tiles::Tile;

/// The number of states searched for a line that clears a grid before the next grid is
/// tried, and then for a better line once there is one.
const CLEAR_STATES: u64 = 20_000;

/// The requirements for a generated grid.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MakeOptions {
    /// The number of rows.
    pub rows: usize,
    /// The number of columns.
    pub columns: usize,
    /// The seed. Equal seeds give equal grids.
    pub seed: u64,
    /// The fewest words that it must contain.
    pub words_at_least: u64,
    /// If set, it must have a line that uses up every letter by these rules.
    pub clearable: Option<SolveOptions>,
    /// The shortest word that counts.
    pub min_length: usize,
    /// The number of grids to try.
    pub attempts: u64,
}

impl MakeOptions {
    /// Accepts any grid with these rows and columns.
    pub fn new(rows: usize, columns: usize, seed: u64) -> MakeOptions {
        MakeOptions {
            rows,
            columns,
            seed,
            words_at_least: 0,
            clearable: None,
            min_length: 2,
            attempts: 1000,
        }
    }

    fn check(&self, ruleset: &Ruleset) -> Result<()> {
        for (part, found) in [("rows", self.rows), ("columns", self.columns)] {
            if !(1..=MAX_GRID_SIDE).contains(&found) {
                let expected = format!("1 to {MAX_GRID_SIDE}");
                return Err(Error::mismatch("", expected, found).of_part(part));
            }
        }
        if ruleset.tiles().iter().skip(1).all(|facts| facts.count == 0) {
            let error = Error::mismatch("", "a bag with letters", "none");
            return Err(error.of_part(ruleset.name()));
        }
        Ok(())
    }
}

/// A generated grid.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct MadeGrid {
    /// The grid.
    pub grid: Grid,
    /// The number of its words, if a graph was given.
    pub words: Option<u64>,
    /// The best line found that clears it, if requested.
    pub solution: Option<Solution>,
}

/// Generates a grid. Without a graph, words and a solution can't be required.
///
/// ```
/// use wordmill::grid::{MakeOptions, make};
/// use wordmill::ruleset::Ruleset;
///
/// let english = Ruleset::builtin("english")?;
/// let made = make(&english, None, &MakeOptions::new(3, 4, 7))?;
/// assert_eq!((made.grid.rows(), made.grid.columns(), made.grid.letters()), (3, 4, 12));
/// assert_eq!(made.grid, make(&english, None, &MakeOptions::new(3, 4, 7))?.grid);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn make(ruleset: &Ruleset, graph: Option<&Graph>, options: &MakeOptions) -> Result<MadeGrid> {
    options.check(ruleset)?;
    let asks = options.words_at_least > 0 || options.clearable.is_some();
    if asks && graph.is_none() {
        return Err(Error::mismatch("", "a graph to look for words in", "none"));
    }
    for attempt in 0..options.attempts.max(1) {
        let grid = draw(ruleset, options, attempt)?;
        let (mut words, mut solution) = (None, None);
        if let Some(graph) = graph {
            let wanted = FindOptions {
                min_length: options.min_length,
                keep: Keep::Count,
                ..FindOptions::default()
            };
            let count = find(graph, &grid, &wanted)?.word_count();
            if count < options.words_at_least {
                continue;
            }
            words = Some(count);
            if let Some(rules) = &options.clearable {
                let rules = SolveOptions {
                    goal: Goal::Clear,
                    max_states: CLEAR_STATES,
                    min_length: options.min_length,
                    ..rules.clone()
                };
                let solved = solve(graph, &grid, &rules)?;
                if solved.points.is_none() {
                    continue;
                }
                solution = Some(solved);
            }
        }
        return Ok(MadeGrid {
            grid,
            words,
            solution,
        });
    }
    let attempts = options.attempts.max(1);
    let problem = format!("none of {attempts} grids has what is asked for");
    Err(Error::input("", problem))
}

/// Draws the grid of an attempt.
fn draw(ruleset: &Ruleset, options: &MakeOptions, attempt: u64) -> Result<Grid> {
    let mut random = Random::for_game(options.seed, attempt);
    let counts = ruleset.tiles().iter().map(|facts| u64::from(facts.count));
    let counts: Vec<u64> = counts.collect();
    let total = counts.iter().skip(1).sum();
    let mut cell = || {
        let mut at = random.below(total);
        let letters = (1..counts.len()).find(|&tile| {
            let here = at < counts[tile];
            at = at.wrapping_sub(counts[tile]);
            here
        });
        Cell::Letter(letters.unwrap_or(1) as Tile)
    };
    let mut row = || (0..options.columns).map(|_| cell()).collect();
    let rows: Vec<Vec<Cell>> = (0..options.rows).map(|_| row()).collect();
    Grid::new(&rows)
}
