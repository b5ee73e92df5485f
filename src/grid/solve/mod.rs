//! The puzzle in which played words vanish: the best sequence of words.
//!
//! The letters of a played word vanish. With gravity, the letters above them fall, and
//! empty columns close. Words give points by their length. [`solve`] finds a line, a
//! sequence of words, with the most points, or the best line that uses up every letter.
//! The search is exact. If its budget of states or seconds is too small, it returns the
//! best line found and an upper bound for all lines.

mod beam;
mod bounds;
mod budget;
mod cache;
mod drive;
mod fall;
mod options;
mod rules;
mod search;
mod state;
mod still;
mod words;

use crate::error::Result;
use crate::graph::Graph;
use crate::grid::board::Grid;
use crate::grid::solve::bounds::Bounds;
use crate::grid::solve::budget::Budget;
use crate::grid::solve::cache::Table;
use crate::grid::solve::drive::{Outcome, drive};
use crate::grid::solve::rules::NONE;
use crate::grid::solve::search::{Shared, sort_sets};
use crate::grid::solve::state::{Places, Traced};
use crate::grid::solve::words::PlayableWords;
use crate::tiles::Tile;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

pub use options::{Goal, Gravity, SolveOptions, Techniques};

/// Whether a solution is proved optimal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveStatus {
    /// No line is better.
    Solved,
    /// The search was given up. No line exceeds the upper bound.
    Bounded,
}

impl SolveStatus {
    fn of(solved: bool) -> SolveStatus {
        match solved {
            true => SolveStatus::Solved,
            false => SolveStatus::Bounded,
        }
    }
}

/// A word of a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzlePlay {
    /// Its tiles.
    pub tiles: Vec<Tile>,
    /// The cells of the grid where its letters were at first, numbered row by row.
    pub cells: Vec<u16>,
    /// Its points.
    pub points: u32,
}

/// The best line of a puzzle, as far as known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The line's points; `None` if no line counts, or none was found.
    pub points: Option<i64>,
    /// Whether that is optimal.
    pub status: SolveStatus,
    /// The upper bound of all lines; `None` if no line counts.
    pub upper_bound: Option<i64>,
    /// The words in the order in which they are played.
    pub line: Vec<PuzzlePlay>,
    /// The number of letters that the line leaves.
    pub left: usize,
    /// The number of states that were searched.
    pub states: u64,
}

/// Finds the best line of a puzzle.
///
/// A solved result is the same for any number of threads. Grids of up to 64 letters can
/// be solved; larger ones are refused.
///
/// ```
/// use wordmill::graph::{Graph, GraphKind, GraphSpec, NodeFormat, build};
/// use wordmill::grid::{Goal, Grid, SolveOptions, SolveStatus, solve};
/// use wordmill::lexicon::Words;
/// use wordmill::ruleset::Ruleset;
///
/// let english = Ruleset::builtin("english")?;
/// let alphabet = english.alphabet();
/// let list = ["CARE", "OX", "ACE"].map(|word| alphabet.read_word(word).unwrap());
/// let words = Words::from_unsorted(list.iter().map(Vec::as_slice))?;
/// let bytes = build(&words, GraphSpec::default())?;
/// let graph = Graph::from_bytes(&bytes, NodeFormat::Kwg, GraphKind::Gaddawg, 26).unwrap();
///
/// // CARE can be traced only after OX has gone.
/// let grid = Grid::read("COE/AXR", alphabet)?;
/// let mut options = SolveOptions::default();
/// options.goal = Goal::Clear;
/// let solution = solve(&graph, &grid, &options)?;
/// let line: Vec<String> = solution.line.iter().map(|p| alphabet.word_text(&p.tiles)).collect();
/// assert_eq!((solution.points, solution.status), (Some(1), SolveStatus::Solved));
/// assert_eq!(line, ["OX", "CARE"]);
/// # Ok::<(), wordmill::error::Error>(())
/// ```
pub fn solve(graph: &Graph, grid: &Grid, options: &SolveOptions) -> Result<Solution> {
    options.check()?;
    if options.gravity == Gravity::Still && options.goal == Goal::Points && options.empty > 0 {
        return solve_both(graph, grid, options);
    }
    let after = |time| Instant::now().checked_add(time);
    let deadline = options.time.and_then(after);
    let places = Places::of(grid, options.gravity)?;
    let longest = options.bonus.longest();
    let words = PlayableWords::of(graph, &places.letters, options.min_length.max(1), longest)?;
    let bounds = Bounds::of(&places.letters, &words, options, options.memory / 4);
    let letters = places.cells.len() as u32;
    let states = 1u64.checked_shl(letters).unwrap_or(u64::MAX);
    let shared = Shared {
        known: Table::new(states, options.memory / 2),
        places,
        words,
        bounds,
        techniques: options.techniques,
        budget: Budget {
            states: AtomicU64::new(0),
            max_states: options.max_states,
            deadline,
            spent: AtomicBool::new(false),
        },
    };
    let outcome = drive(&shared, options);
    Ok(solution(&shared, outcome, options.gravity))
}

/// Without gravity, a bonus for an empty grid makes two puzzles: the best line of all,
/// and the best one that uses up every letter.
fn solve_both(graph: &Graph, grid: &Grid, options: &SolveOptions) -> Result<Solution> {
    let mut half = SolveOptions {
        goal: Goal::Clear,
        time: options.time.map(|time| time / 2),
        max_states: options.max_states / 2,
        ..options.clone()
    };
    let clear = solve(graph, grid, &half)?;
    (half.goal, half.empty) = (Goal::Points, 0);
    let any = solve(graph, grid, &half)?;
    let is_solved = |solution: &Solution| solution.status == SolveStatus::Solved;
    let status = SolveStatus::of(is_solved(&clear) && is_solved(&any));
    let upper_bound = clear.upper_bound.max(any.upper_bound);
    let states = clear.states + any.states;
    let best = match clear.points >= any.points {
        true => clear,
        false => any,
    };
    Ok(Solution {
        status,
        upper_bound,
        states,
        ..best
    })
}

/// Spells out the words of an outcome.
fn solution(shared: &Shared, outcome: Outcome, gravity: Gravity) -> Solution {
    let mut state = shared.places.full();
    let mut near = [0; 64];
    let points = outcome.best.as_ref().map(|&(points, _)| i64::from(points));
    let mut line = outcome.best.map_or(Vec::new(), |(_, line)| line);
    line.reverse();
    if gravity == Gravity::Still {
        sort_sets(&mut line);
    }
    let cells = &shared.places.cells;
    let mut plays = Vec::new();
    for set in line {
        shared.places.neighbours(state, &mut near);
        let (words, near) = (&shared.words, &near);
        let path = Traced { words, near }.spell(set).unwrap_or_default();
        plays.push(PuzzlePlay {
            tiles: path.iter().map(|&(tile, _)| tile).collect(),
            cells: path.iter().map(|&(_, bit)| cells[bit]).collect(),
            points: shared.bounds.rules.bonus(set.count_ones()) as u32,
        });
        state &= !set;
    }
    Solution {
        points,
        status: SolveStatus::of(outcome.solved),
        upper_bound: (outcome.upper > NONE).then_some(i64::from(outcome.upper)),
        line: plays,
        left: state.count_ones() as usize,
        states: shared.budget.states.load(Relaxed),
    }
}
