//! A table of positions against what the generators say of them.
//!
//! Each row has a board, a rack, and figures that some program found: how many
//! tiles are in the bag, how many plays there are, the sum and the maximum of
//! their scores, the value of the best move (a pass is not one), and a move
//! that has that value. Everything is found again and compared.

use crate::error::{Diagnostic, Error, ErrorKind, Result, shown};
use crate::graph::Graph;
use crate::movegen::{
    Choices, Dawg, Found, Gaddag, LeaveValues, Limits, Position, Ranker, read_move, value_text,
};
use crate::parallel::prelude::*;
use crate::ruleset::Ruleset;
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

/// A figure that is not what the table has.
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

/// What came of a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct PositionReport {
    /// How many positions there were.
    pub positions: u64,
    /// How many plays they have in all.
    pub plays: u64,
    /// What differs, in the order of the table.
    pub differences: Vec<Difference>,
}

/// Finds everything in a table again. `path` is what errors call it.
pub fn check_positions<L: LeaveValues + Sync>(
    path: &str,
    text: &str,
    graph: &Graph,
    ruleset: &Ruleset,
    leaves: &L,
) -> Result<PositionReport> {
    let mut lines = (1..).zip(text.lines());
    let header: Vec<&str> = lines.next().map_or("", |(_, l)| l).split('\t').collect();
    if header != COLUMNS {
        return Err(fault(
            path,
            1,
            format!(
                "expected the columns {}, found `{}`",
                COLUMNS.join(", "),
                shown(&header.join(", "))
            ),
        ));
    }
    let rows: Vec<(u64, &str)> = lines.filter(|(_, line)| !line.is_empty()).collect();
    if rows.is_empty() {
        return Err(Error::input(path, "expected positions, found none"));
    }
    let ranker = Ranker::new(graph, ruleset);
    let checked: Vec<(u64, Vec<Difference>)> = rows
        .into_par_iter()
        .map_init(
            || Checker::new(graph, ruleset, leaves, &ranker),
            |checker, (line, row)| checker.check(path, line, row),
        )
        .collect::<Result<_>>()?;
    Ok(PositionReport {
        positions: checked.len() as u64,
        plays: checked.iter().map(|(plays, _)| plays).sum(),
        differences: checked.into_iter().flat_map(|(_, d)| d).collect(),
    })
}

fn fault(path: &str, line: u64, message: String) -> Error {
    let diagnostic = Diagnostic::new(path, message).at_line(line);
    Error::new(ErrorKind::Input, diagnostic)
}

/// What checks one row after the other.
struct Checker<'a, L> {
    ruleset: &'a Ruleset,
    leaves: &'a L,
    gaddag: Option<Gaddag<'a>>,
    dawg: Dawg<'a>,
    ranker: Ranker<'a>,
}

/// What all plays of a position come to.
#[derive(Default)]
struct Totals {
    plays: u64,
    sum: u64,
    best: u64,
}

impl Totals {
    fn add(&mut self, found: &Found<'_>) {
        self.plays += 1;
        self.sum += u64::from(found.score);
        self.best = self.best.max(u64::from(found.score));
    }
}

impl<'a, L: LeaveValues> Checker<'a, L> {
    fn new(graph: &'a Graph, ruleset: &'a Ruleset, leaves: &'a L, ranker: &Ranker<'a>) -> Self {
        Checker {
            ruleset,
            leaves,
            gaddag: Gaddag::new(graph, ruleset).ok(),
            dawg: Dawg::new(graph),
            ranker: ranker.clone(),
        }
    }

    /// The number of plays of a row's position, and what differs.
    fn check(&mut self, path: &str, line: u64, row: &str) -> Result<(u64, Vec<Difference>)> {
        let cells: Vec<&str> = row.split('\t').collect();
        let [
            board,
            rack,
            bag,
            plays,
            sum,
            best_score,
            best_value,
            best_play,
        ] = cells[..]
        else {
            return Err(fault(
                path,
                line,
                format!("expected {} columns, found {}", COLUMNS.len(), cells.len()),
            ));
        };
        let at_line = |error: Error| error.at_line_of(path, line);
        let position = Position::read(self.ruleset, board, rack).map_err(at_line)?;
        let totals = self.totals(&position);
        let (value, moves) = self.best(&position);
        let expected_move = read_move(&position, best_play).map_err(at_line)?;
        let text = position.move_text(&expected_move);
        // Any of the moves that tie for the best will do.
        let play = match moves.iter().find(|found| **found == text) {
            Some(_) => best_play.to_string(),
            None => moves.first().cloned().unwrap_or_else(|| "-".to_string()),
        };
        let pairs = [
            ("bag", bag, position.bag().to_string()),
            ("plays", plays, totals.plays.to_string()),
            ("sum_of_scores", sum, totals.sum.to_string()),
            ("best_score", best_score, totals.best.to_string()),
            ("best_value", best_value, value_text(value)),
            ("best_play", best_play, play),
        ];
        let differing = pairs.into_iter().filter(|(_, e, f)| e != f);
        let differences = differing.map(|(column, expected, found)| Difference {
            line,
            column,
            expected: expected.to_string(),
            found,
        });
        Ok((totals.plays, differences.collect()))
    }

    /// All plays, by the GADDAG where there is one.
    fn totals(&mut self, position: &Position<'a>) -> Totals {
        let mut totals = Totals::default();
        let limits = Limits::default();
        match &mut self.gaddag {
            Some(gaddag) => gaddag.plays(position, limits, |found| totals.add(found)),
            None => self.dawg.plays(position, limits, |found| totals.add(found)),
        }
        totals
    }

    /// The best value and all moves that have it; 0 and none if only a pass
    /// is left.
    fn best(&mut self, position: &Position<'a>) -> (i64, Vec<String>) {
        let choices = Choices {
            pass: false,
            ..Choices::default()
        };
        let mut wanted = 8;
        loop {
            let top = self.ranker.top(position, self.leaves, wanted, choices);
            let Some(best) = top.first() else {
                return (0, Vec::new());
            };
            let value = best.value;
            let ties = top.iter().filter(|m| m.value == value).count();
            // As long as all of them tie there may be more.
            if ties < wanted {
                let ties = top.into_iter().take(ties).map(|m| m.notation);
                return (value, ties.collect());
            }
            wanted *= 4;
        }
    }
}
