//! Tables of positions, recomputed and compared.
//!
//! Each row has a board, a rack, and figures that some program found: the number
//! of tiles in the bag, the number of plays, the sum and the maximum of their
//! scores, the equity of the best move (which is not a pass), and a move that has
//! that equity.

use crate::error::{Diagnostic, Error, ErrorKind, Problem, Result, shown};
use crate::graph::Graph;
use crate::limits::CHECKED_RACK;
use crate::movegen::{
    DawgGenerator, Found, GaddagGenerator, LeaveValues, Move, PlayLimits, Position, RankOptions,
    Ranker, equity_text,
};
use crate::parallel::prelude::*;
use crate::ruleset::Ruleset;
use crate::text;
use serde::Serialize;

/// The columns, in this order.
const COLUMNS: [&str; 8] = [
    "board",
    "rack",
    "bag",
    "plays",
    "sum_of_scores",
    "best_score",
    "best_value",
    "best_play",
];

/// A figure that differs from the table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Difference {
    /// The table's line, from 1.
    pub line: u64,
    /// The column.
    pub column: &'static str,
    /// What the table has.
    pub expected: String,
    /// What was found.
    pub found: String,
}

/// The result of checking a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReport {
    /// The number of positions.
    pub positions: u64,
    /// The number of plays in all of them.
    pub plays: u64,
    /// What differs, in the order of the table.
    pub differences: Vec<Difference>,
}

/// Recomputes a table. `path` is its name in errors.
pub fn check_positions<L: LeaveValues + Sync>(
    path: &str,
    text: &str,
    graph: &Graph,
    ruleset: &Ruleset,
    leaves: &L,
) -> Result<PositionReport> {
    text::check(path, text.as_bytes())?;
    let rack = ruleset.rack_size();
    if rack > CHECKED_RACK {
        let expected = format!("a ruleset with racks of at most {CHECKED_RACK} tiles");
        return Err(Error::input(
            path,
            Problem::mismatch(expected, rack.to_string()),
        ));
    }
    let mut lines = (1..).zip(text.lines());
    let header: Vec<&str> = lines.next().map_or("", |(_, l)| l).split('\t').collect();
    if header != COLUMNS {
        let expected = format!("the columns {}", COLUMNS.join(", "));
        let found = format!("`{}`", shown(&header.join(", ")));
        return Err(mismatch(path, 1, expected, found));
    }
    let rows: Vec<(u64, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
    if rows.is_empty() {
        return Err(Error::input(path, Problem::mismatch("positions", "none")));
    }
    let ranker = Ranker::new(graph, ruleset);
    let checked: Vec<(u64, Vec<Difference>)> = rows
        .into_par_iter()
        .map_init(
            || RowChecker::new(graph, ruleset, leaves, &ranker),
            |checker, (line, row)| checker.check(path, line, row),
        )
        .collect::<Result<_>>()?;
    Ok(PositionReport {
        positions: checked.len() as u64,
        plays: checked.iter().map(|(plays, _)| plays).sum(),
        differences: checked.into_iter().flat_map(|(_, d)| d).collect(),
    })
}

fn mismatch(path: &str, line: u64, expected: String, found: String) -> Error {
    let diagnostic = Diagnostic::new(path, Problem::mismatch(expected, found));
    Error::new(ErrorKind::Input, diagnostic.at_line(line))
}

/// Checks one row after the other.
struct RowChecker<'a, L> {
    ruleset: &'a Ruleset,
    leaves: &'a L,
    gaddag: Option<GaddagGenerator<'a>>,
    dawg: DawgGenerator<'a>,
    ranker: Ranker<'a>,
}

/// The totals of all plays of a position.
#[derive(Default)]
struct PlayTotals {
    plays: u64,
    sum: u64,
    best: u64,
}

impl PlayTotals {
    fn add(&mut self, found: &Found<'_>) {
        self.plays += 1;
        self.sum += u64::from(found.score);
        self.best = self.best.max(u64::from(found.score));
    }
}

impl<'a, L: LeaveValues> RowChecker<'a, L> {
    fn new(graph: &'a Graph, ruleset: &'a Ruleset, leaves: &'a L, ranker: &Ranker<'a>) -> Self {
        RowChecker {
            ruleset,
            leaves,
            gaddag: GaddagGenerator::new(graph, ruleset).ok(),
            dawg: DawgGenerator::new(graph),
            ranker: ranker.clone(),
        }
    }

    /// The number of plays of a row's position, and what differs.
    fn check(&mut self, path: &str, line: u64, row: &str) -> Result<(u64, Vec<Difference>)> {
        let cells: Vec<&str> = row.split('\t').collect();
        let Ok([board, rack, figures @ ..]) = <[&str; COLUMNS.len()]>::try_from(&cells[..]) else {
            let expected = format!("{} columns", COLUMNS.len());
            return Err(mismatch(path, line, expected, cells.len().to_string()));
        };
        let at_line = |error: Error| error.at_line_of(path, line);
        let position = Position::read(self.ruleset, board, rack).map_err(at_line)?;
        let totals = self.totals(&position);
        let (equity, moves) = self.best(&position);
        let best_play = figures[5];
        let expected_move = Move::read(&position, best_play).map_err(at_line)?;
        let text = position.move_text(&expected_move);
        // Any of the moves that tie for the best will do.
        let play = match moves.iter().find(|found| **found == text) {
            Some(_) => best_play.to_string(),
            None => moves.first().cloned().unwrap_or_else(|| "-".to_string()),
        };
        let found = [
            position.bag().to_string(),
            totals.plays.to_string(),
            totals.sum.to_string(),
            totals.best.to_string(),
            equity_text(equity),
            play,
        ];
        let compared = COLUMNS[2..].iter().zip(figures).zip(found);
        let differing = compared.filter(|((_, expected), found)| expected != found);
        let differences = differing.map(|((&column, expected), found)| Difference {
            line,
            column,
            expected: expected.to_string(),
            found,
        });
        Ok((totals.plays, differences.collect()))
    }

    /// Finds all plays, with the GADDAG if there is one.
    fn totals(&mut self, position: &Position<'a>) -> PlayTotals {
        let mut totals = PlayTotals::default();
        let limits = PlayLimits::default();
        match &mut self.gaddag {
            Some(gaddag) => gaddag.plays(position, limits, |found| totals.add(found)),
            None => self.dawg.plays(position, limits, |found| totals.add(found)),
        }
        totals
    }

    /// The best equity and all moves that have it; 0 and none if there is only
    /// the pass.
    fn best(&mut self, position: &Position<'a>) -> (i64, Vec<String>) {
        let options = RankOptions::default().with_pass(false);
        let mut wanted = 8;
        loop {
            let top = self.ranker.top(position, self.leaves, wanted, options);
            let Some(best) = top.first() else {
                return (0, Vec::new());
            };
            let equity = best.equity;
            let ties = top.iter().filter(|m| m.equity == equity).count();
            // If all of them tie there may be more.
            if ties < wanted {
                let ties = top.into_iter().take(ties).map(|m| m.notation);
                return (equity, ties.collect());
            }
            wanted *= 4;
        }
    }
}
