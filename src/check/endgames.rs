//! Tables of endgames, solved and compared.
//!
//! A table has the columns `board`, `rack_on_turn` and `rack_opponent`. If it also
//! has `value` and `value_if_opponent_just_passed`, what is in them is compared; `?`
//! is not. Other columns are passed over.

use crate::check::positions::PositionReport;
use crate::check::tables::{Difference, cells, other_columns, table_fault, table_lines};
use crate::error::{Error, Result, shown};
use crate::graph::Graph;
use crate::parallel::{current_num_threads, prelude::*};
use crate::play::{Endgame, EndgameOptions, EndgameSolution, solve_endgame};
use crate::ruleset::Ruleset;
use crate::text;

/// The column that only tables of endgames have.
const RACK: &str = "rack_on_turn";

/// The columns with the position.
const POSITION: [&str; 3] = ["board", RACK, "rack_opponent"];

/// The columns with values: of the position itself, and after a pass.
const VALUES: [&str; 2] = ["value", "value_if_opponent_just_passed"];

/// A row of a table.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct EndgameRow<'r> {
    /// Its line, from 1.
    pub line: u64,
    /// The position.
    pub endgame: Endgame<'r>,
    /// The value that the table has.
    pub value: Option<i32>,
    /// The value after a pass that the table has.
    pub value_after_pass: Option<i32>,
}

/// Whether a table is one of endgames, by its header.
pub fn is_endgame_table(text: &str) -> bool {
    let header = table_lines(text).next().map_or("", |(_, line)| line);
    header.split('\t').any(|column| column == RACK)
}

/// Reads a table of endgames. `path` is its name in errors.
pub fn read_endgames<'r>(
    path: &str,
    text: &str,
    ruleset: &'r Ruleset,
) -> Result<Vec<EndgameRow<'r>>> {
    text::check(path, text.as_bytes())?;
    let mut lines = table_lines(text);
    let (line, header) = lines.next().unwrap_or((1, ""));
    let header: Vec<&str> = header.split('\t').collect();
    let column = |name: &str| header.iter().position(|column| *column == name);
    let [Some(board), Some(rack), Some(other)] = POSITION.map(column) else {
        return Err(other_columns(path, line, &POSITION, &header));
    };
    let values = VALUES.map(column);
    let rows = lines.filter(|(_, line)| !line.is_empty());
    let rows = rows.map(|(line, row)| {
        let cells = cells(path, line, row, header.len())?;
        let endgame = Endgame::read(ruleset, cells[board], cells[rack], cells[other]);
        let endgame = endgame.map_err(|error| error.at_line_of(path, line))?;
        let value = |column: Option<usize>| match column.map(|column| cells[column]) {
            None | Some("?" | "") => Ok(None),
            Some(text) => text.parse().map(Some).map_err(|_| {
                table_fault(path, line, "a value or ?", &format!("`{}`", shown(text)))
            }),
        };
        Ok(EndgameRow {
            line,
            endgame,
            value: value(values[0])?,
            value_after_pass: value(values[1])?,
        })
    });
    let rows: Vec<EndgameRow<'_>> = rows.collect::<Result<_>>()?;
    match rows.is_empty() {
        true => Err(Error::mismatch(path, "endgames", "none")),
        false => Ok(rows),
    }
}

impl EndgameRow<'_> {
    /// Solves the row. Gives the solution of the position itself, what differs from the
    /// table, and the columns that are undecided: the search was given up, and their values
    /// are within its bounds.
    pub fn solve(
        &self,
        graph: &Graph,
        options: &EndgameOptions,
    ) -> Result<(EndgameSolution, Vec<Difference>, Vec<&'static str>)> {
        let solution = solve_endgame(graph, &self.endgame, options)?;
        let mut differences = Vec::new();
        let mut undecided = Vec::new();
        let mut compare = |column, expected: Option<i32>, solution: &EndgameSolution| {
            let difference = self.difference(column, expected, solution);
            if expected.is_some() && difference.is_none() && solution.value().is_none() {
                undecided.push(column);
            }
            differences.extend(difference);
        };
        compare(VALUES[0], self.value, &solution);
        if self.value_after_pass.is_some() {
            let after = self.endgame.clone().after_pass(true);
            let after = solve_endgame(graph, &after, options)?;
            compare(VALUES[1], self.value_after_pass, &after);
        }
        Ok((solution, differences, undecided))
    }

    fn difference(
        &self,
        column: &'static str,
        expected: Option<i32>,
        solution: &EndgameSolution,
    ) -> Option<Difference> {
        let expected = expected?;
        let EndgameSolution { lower, upper, .. } = solution;
        let fits = (*lower..=*upper).contains(&expected);
        (!fits).then(|| Difference {
            line: self.line,
            column,
            expected: expected.to_string(),
            found: match solution.value() {
                Some(value) => value.to_string(),
                None => format!("{lower} to {upper}"),
            },
        })
    }
}

/// Solves all endgames of a table and compares their values.
pub fn check_endgames(
    path: &str,
    text: &str,
    graph: &Graph,
    ruleset: &Ruleset,
) -> Result<PositionReport> {
    let rows = read_endgames(path, text, ruleset)?;
    let mut options = EndgameOptions::default();
    // As many rows as there are threads share the memory.
    options.memory /= current_num_threads().max(1);
    let solved: Vec<(u64, Vec<Difference>)> = rows
        .par_iter()
        .map(|row| {
            // Nothing limits the search, so all is decided.
            let (solution, differences, _) = row.solve(graph, &options)?;
            Ok((solution.stats.nodes, differences))
        })
        .collect::<Result<_>>()?;
    Ok(PositionReport::of(Vec::new(), solved))
}
