//! Recomputes and compares tables of positions.
//!
//! Each row has a board, a rack, and results that some program computed: the number of
//! tiles in the bag, the number of plays, the sum and the maximum of their scores, the
//! equity of the best move other than a pass, and a move that has that equity. Lines
//! before the header may tell what the table was made with; see `tables`.

use crate::check::tables::{Difference, TableSums, cells, read_table, table_fault};
use crate::error::{Error, Result};
use crate::graph::Graph;
use crate::limits::CHECKED_RACK;
use crate::movegen::{
    DawgGenerator, Found, GaddagGenerator, LeaveValues, Move, Position, RankOptions, Ranker,
    equity_text,
};
use crate::parallel;
use crate::ruleset::Ruleset;
use serde::Serialize;
use std::collections::BTreeSet;

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

/// The result of checking a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReport {
    /// The number of positions.
    pub positions: u64,
    /// The total number of plays.
    pub plays: u64,
    /// The differences, in the order of the table.
    pub differences: Vec<Difference>,
}

impl PositionReport {
    /// Creates the report of rows that were checked, each with its number of plays and
    /// its differences. `differences` come first.
    pub(crate) fn of(mut differences: Vec<Difference>, rows: Vec<(u64, Vec<Difference>)>) -> Self {
        let (positions, plays) = (rows.len() as u64, rows.iter().map(|(plays, _)| plays).sum());
        differences.extend(rows.into_iter().flat_map(|(_, differences)| differences));
        PositionReport {
            positions,
            plays,
            differences,
        }
    }
}

/// Recomputes a table. `path` is its name in errors. `sums` are the checksums of the
/// files it is recomputed with. If the table names others, that is a difference.
pub fn check_positions(
    path: &str,
    text: &str,
    graph: &Graph,
    ruleset: &Ruleset,
    leaves: &dyn LeaveValues,
    sums: &TableSums,
) -> Result<PositionReport> {
    check_rack(path, ruleset)?;
    let is_header = |header: &[&str]| (header == COLUMNS).then_some(());
    let ((), rows) = read_table(path, text, (&COLUMNS, "positions"), is_header)?;
    let checker = RowChecker::new(graph, ruleset, leaves);
    let checked = parallel::try_map_with(
        rows,
        || checker.clone(),
        |checker, (line, row)| checker.check(path, line, row),
    )?;
    Ok(PositionReport::of(sums.differences(text), checked))
}

/// Refuses a ruleset whose racks are so large that finding all moves would take too
/// long.
fn check_rack(path: &str, ruleset: &Ruleset) -> Result<()> {
    let rack = ruleset.rack_size();
    if rack <= CHECKED_RACK {
        return Ok(());
    }
    let expected = format!("a ruleset with racks of at most {CHECKED_RACK} tiles");
    Err(Error::mismatch(path, expected, rack))
}

/// Writes a table of positions, each given as a board and a rack. `path` and the number
/// of a position are its place in errors: the file and the line it comes from. Repeated
/// positions are written once.
pub fn write_positions(
    path: &str,
    positions: &[(u64, String, String)],
    graph: &Graph,
    ruleset: &Ruleset,
    leaves: &dyn LeaveValues,
    sums: &TableSums,
) -> Result<String> {
    check_rack(path, ruleset)?;
    let mut known = BTreeSet::new();
    let mut read = Vec::new();
    for (line, board, rack) in positions {
        let position = Position::read(ruleset, board, rack);
        let position = position.map_err(|error| error.at_line_of(path, *line))?;
        let key = (position.board_text(), position.rack_text());
        if key.1.is_empty() {
            return Err(table_fault(path, *line, "tiles to play", "an empty rack"));
        }
        if known.insert(key) {
            read.push(position);
        }
    }
    if read.is_empty() {
        return Err(Error::mismatch(path, "positions", "none"));
    }
    let checker = RowChecker::new(graph, ruleset, leaves);
    let rows = parallel::try_map_with(
        read,
        || checker.clone(),
        |checker, position| Ok(checker.row(&position)),
    )?;
    let rows = rows.concat();
    Ok(format!("{}{}\n{rows}", sums.head(), COLUMNS.join("\t")))
}

/// Checks one row after the other.
#[derive(Clone)]
struct RowChecker<'a> {
    ruleset: &'a Ruleset,
    leaves: &'a dyn LeaveValues,
    gaddag: Option<GaddagGenerator<'a>>,
    dawg: DawgGenerator<'a>,
    ranker: Ranker<'a>,
}

impl<'a> RowChecker<'a> {
    fn new(graph: &'a Graph, ruleset: &'a Ruleset, leaves: &'a dyn LeaveValues) -> Self {
        RowChecker {
            ruleset,
            leaves,
            gaddag: GaddagGenerator::new(graph, ruleset).ok(),
            dawg: DawgGenerator::new(graph),
            ranker: Ranker::new(graph, ruleset),
        }
    }

    /// The number of plays in a row's position, and the differences.
    fn check(&mut self, path: &str, line: u64, row: &str) -> Result<(u64, Vec<Difference>)> {
        let cells = cells(path, line, row, COLUMNS.len())?;
        let (board, rack, figures) = (cells[0], cells[1], &cells[2..]);
        let at_line = |error: Error| error.at_line_of(path, line);
        let position = Position::read(self.ruleset, board, rack).map_err(at_line)?;
        let (plays, found, moves) = self.figures(&position);
        let best_play = figures[5];
        let expected_move = Move::read(&position, best_play).map_err(at_line)?;
        let text = position.move_text(&expected_move);
        // Any of the moves that tie for the best is accepted.
        let play = match moves.iter().find(|found| **found == text) {
            Some(_) => best_play.to_string(),
            None => moves.first().cloned().unwrap_or_else(|| "-".to_string()),
        };
        let found = found.into_iter().chain([play]);
        let compared = COLUMNS[2..].iter().zip(figures.iter().copied()).zip(found);
        let differing = compared.filter(|((_, expected), found)| expected != found);
        let differences = differing.map(|((&column, expected), found)| Difference {
            line,
            column,
            expected: expected.to_string(),
            found,
        });
        Ok((plays, differences.collect()))
    }

    /// Formats the row of a position, with its line end.
    fn row(&mut self, position: &Position<'a>) -> String {
        let (_, figures, moves) = self.figures(position);
        let best = moves.first().map_or("-", String::as_str);
        let (board, rack) = (position.board_text(), position.rack_text());
        format!("{board}\t{rack}\t{}\t{best}\n", figures.join("\t"))
    }

    /// The number of plays, the results of a row except the last, and the moves that
    /// tie for the best. All plays are found with the GADDAG, if there is one.
    fn figures(&mut self, position: &Position<'a>) -> (u64, [String; 5], Vec<String>) {
        let (mut plays, mut sum, mut best) = (0, 0, 0);
        let add: &mut dyn FnMut(&Found<'_>) = &mut |found| {
            plays += 1;
            sum += u64::from(found.score);
            best = found.score.max(best);
        };
        match &mut self.gaddag {
            Some(gaddag) => gaddag.plays(position, add),
            None => self.dawg.plays(position, add),
        }
        let (equity, moves) = self.best(position);
        let figures = [position.bag().into(), plays, sum, best.into()];
        let [bag, all, sum, best] = figures.map(|figure: u64| figure.to_string());
        (plays, [bag, all, sum, best, equity_text(equity)], moves)
    }

    /// The best equity and all moves that have it; 0 and none if there is only the
    /// pass.
    fn best(&mut self, position: &Position<'a>) -> (i64, Vec<String>) {
        let options = RankOptions {
            pass: false,
            ..RankOptions::default()
        };
        let mut wanted = 8;
        loop {
            let top = self.ranker.top(position, self.leaves, wanted, options);
            let Some(best) = top.first() else {
                return (0, Vec::new());
            };
            let equity = best.equity;
            let ties = top.iter().filter(|m| m.equity == equity).count();
            // If all of them tie, there may be more.
            if ties < wanted {
                let ties = top.into_iter().take(ties).map(|m| m.notation);
                return (equity, ties.collect());
            }
            wanted *= 4;
        }
    }
}
