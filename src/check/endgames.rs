//! Solves tables of endgames and compares the values.
//!
//! A table has the columns `board`, `rack_on_turn` and `rack_opponent`. If it also has
//! `value` and `value_if_opponent_just_passed`, their values are compared, except `?`.
//! Other columns are ignored.

use crate::check::positions::PositionReport;
use crate::check::tables::{Difference, cells, read_table, table_fault, table_lines};
use crate::error::{Result, shown};
use crate::graph::Graph;
use crate::parallel;
use crate::play::{Endgame, EndgameOptions, EndgameSolution, solve_endgame};
use crate::ruleset::Ruleset;

/// A column that only tables of endgames have.
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
    /// The value given in the table.
    pub value: Option<i32>,
    /// The value after a pass given in the table.
    pub value_after_pass: Option<i32>,
}

/// Whether a table is one of endgames, judging by its header.
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
    let columns = |header: &[&str]| {
        let column = |name: &str| header.iter().position(|column| *column == name);
        let [board, rack, other] = POSITION.map(column);
        Some((header.len(), [board?, rack?, other?], VALUES.map(column)))
    };
    let wanted = (&POSITION[..], "endgames");
    let ((columns, position, values), rows) = read_table(path, text, wanted, columns)?;
    if let Some((line, header)) = table_lines(text).next() {
        let count = |name: &str| header.split('\t').filter(|column| *column == name).count();
        let mut names = POSITION.into_iter().chain(VALUES);
        if let Some(name) = names.find(|name| count(name) > 1) {
            let expected = format!("one column `{name}`");
            return Err(table_fault(path, line, &expected, &count(name).to_string()));
        }
    }
    let rows = rows.into_iter().map(|(line, row)| {
        let cells = cells(path, line, row, columns)?;
        let [board, rack, other] = position.map(|column| cells[column]);
        let endgame = Endgame::read(ruleset, board, rack, other);
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
    rows.collect()
}

impl EndgameRow<'_> {
    /// Solves the row. Returns the solution of the position, the differences from the
    /// table, and the undecided columns. A column is undecided if the search was given
    /// up and the table's value is within its bounds.
    pub fn solve(
        &self,
        graph: &Graph,
        options: &EndgameOptions,
    ) -> Result<(EndgameSolution, Vec<Difference>, Vec<&'static str>)> {
        let solution = solve_endgame(graph, &self.endgame, options)?;
        let mut differences = Vec::new();
        let mut undecided = Vec::new();
        let mut compare = |column, expected: Option<i32>, solution: &EndgameSolution| {
            let EndgameSolution { lower, upper, .. } = solution;
            let Some(expected) = expected else { return };
            let value = solution.value();
            if !(*lower..=*upper).contains(&expected) {
                let bounds = || format!("{lower} to {upper}");
                differences.push(Difference {
                    line: self.line,
                    column,
                    expected: expected.to_string(),
                    found: value.map_or_else(bounds, |value| value.to_string()),
                });
            } else if value.is_none() {
                undecided.push(column);
            }
        };
        compare(VALUES[0], self.value, &solution);
        if self.value_after_pass.is_some() {
            let after = self.endgame.clone().after_pass(true);
            let after = solve_endgame(graph, &after, options)?;
            compare(VALUES[1], self.value_after_pass, &after);
        }
        Ok((solution, differences, undecided))
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
    options.memory /= parallel::current_num_threads();
    let solved = parallel::try_map(&rows, |row| {
        // The search has no limit, so everything is decided.
        let (solution, differences, _) = row.solve(graph, &options)?;
        Ok((solution.stats.nodes, differences))
    })?;
    Ok(PositionReport::of(Vec::new(), solved))
}
