//! Endgames: values, lines, rankings and counters.

use crate::check::Difference;
use crate::cli::args::movegen_check::EndgameArgs;
use crate::cli::args::shared::Format;
use crate::cli::render::json::write_json_line;
use crate::cli::render::moves::difference_line;
use crate::cli::render::table::{Table, cells, joined, or_empty, write_lines};
use crate::error::{counted, grouped};
use crate::play::{
    Endgame, EndgameSolution, EndgameStats, EndgameStatus, EndgameTurn, Outcome, RankedTurn,
};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The percentiles of branching that are printed.
const PERCENTS: [u64; 5] = [10, 50, 90, 99, 100];

/// A solved endgame, and the arguments, which tell how much of it to print.
pub(crate) struct Solved<'s> {
    pub(crate) args: &'s EndgameArgs,
    pub(crate) endgame: &'s Endgame<'s>,
    pub(crate) scores: Option<[i32; 2]>,
    pub(crate) solution: &'s EndgameSolution,
}

/// A solved row of a table.
pub(crate) struct SolvedRow<'r> {
    pub(crate) line: u64,
    pub(crate) endgame: Endgame<'r>,
    pub(crate) solution: EndgameSolution,
    pub(crate) differences: Vec<Difference>,
    /// The columns whose values are within the bounds of a search that was given up.
    pub(crate) undecided: Vec<&'static str>,
    /// Whether its search began before the user stopped the program, or it was solved
    /// without one.
    pub(crate) is_begun: bool,
}

impl SolvedRow<'_> {
    /// Whether the value was found, and every value of the table decided.
    fn is_solved(&self) -> bool {
        self.solution.status == EndgameStatus::Solved && self.undecided.is_empty()
    }
}

/// The status of a row, with the column that is not decided if only the second of its
/// searches was given up.
fn row_status(status: EndgameStatus, undecided: &[&str]) -> String {
    let name = status_name(status);
    match (status, undecided) {
        (EndgameStatus::Solved, [column, ..]) => format!("{name}, not {column}"),
        _ => name.to_string(),
    }
}

/// The line above a ranking of this many moves; `None` if it is complete.
fn ranking_note(status: EndgameStatus, moves: usize) -> Option<&'static str> {
    match (status, moves) {
        (EndgameStatus::Solved, _) => None,
        (_, 0) => Some("no move was searched to the end"),
        _ => Some("the best of the moves tried so far:"),
    }
}

/// The player of a turn.
pub(crate) fn player(turn: &EndgameTurn) -> &'static str {
    match turn.by_opponent {
        true => "opponent",
        false => "on turn",
    }
}

impl Solved<'_> {
    /// The turns of the line, with the scores after each. The last one includes the
    /// settlement of the tiles left.
    pub(crate) fn line_table(&self) -> Table {
        let titles = ["player", "move", "score", "left", "tiles left", "points"];
        let mut scores = self.scores.unwrap_or_default();
        let row = |turn: &EndgameTurn| {
            scores[usize::from(turn.by_opponent)] += turn.score + turn.ending;
            let ending = Some(turn.ending).filter(|&ending| ending != 0);
            let ending = or_empty(ending.map(|ending| format!("{ending:+}")));
            let (left, points) = (self.rack(&turn.left), joined(scores, "/"));
            let (player, notation) = (player(turn), &turn.notation);
            cells![player, notation, turn.score, left, ending, points]
        };
        Table::of(&titles, self.solution.line.iter().map(row))
    }

    /// The tiles that can never be placed, as a sentence for each player.
    pub(crate) fn stuck(&self) -> impl Iterator<Item = String> {
        let players = ["the side on turn", "the opponent"].into_iter();
        let stuck = players.zip(&self.solution.stuck);
        let stuck = stuck.filter(|(_, tiles)| !tiles.is_empty());
        stuck.map(|(player, tiles)| format!("{} of {player} can't be placed", self.rack(tiles)))
    }

    /// The line above a ranking that is not complete.
    pub(crate) fn ranking_note(&self) -> Option<&'static str> {
        ranking_note(self.solution.status, self.solution.top.len())
    }

    fn rack(&self, tiles: &[u8]) -> String {
        let ruleset = self.endgame.position().ruleset();
        ruleset.alphabet().word_text(tiles)
    }

    /// Writes the endgame.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.args.format == Format::Json {
            return write_json_line(out, &self.json());
        }
        let solution = self.solution;
        writeln!(out, "{}", verdict(solution))?;
        write_lines(self.stuck(), out)?;
        if !solution.line.is_empty() {
            writeln!(out)?;
            self.line_table().write(out)?;
        }
        if self.args.top > 1 {
            writeln!(out)?;
            write_lines(self.ranking_note(), out)?;
            if !solution.top.is_empty() {
                let rows = solution.top.iter();
                let rows = rows.map(|t| cells![t.notation, t.score, t.value]);
                let table = Table::of(&["move", "score", "value"], rows);
                table.numbered().write(out)?;
            }
        }
        write_stats(self.args, &solution.stats, out)
    }

    fn json(&self) -> Value {
        let (endgame, solution) = (self.endgame, self.solution);
        let turn = |turn: &EndgameTurn| {
            json!({
                "player": player(turn),
                "move": turn.notation,
                "score": turn.score,
                "left": self.rack(&turn.left),
                "ending": turn.ending,
            })
        };
        let ranked = |turn: &RankedTurn| json!({"move": turn.notation, "score": turn.score, "value": turn.value});
        let [rack, opponent] = endgame.racks();
        let mut value = json!({
            "board": endgame.position().board_text(),
            "rack": self.rack(rack),
            "opponent": self.rack(opponent),
            "after_pass": endgame.is_after_pass(),
            "value": solution.value(),
            "status": status_name(solution.status),
            "lower": solution.lower,
            "upper": solution.upper,
            "stuck": solution.stuck.each_ref().map(|tiles| self.rack(tiles)),
            "line": solution.line.iter().map(|t| &t.notation).collect::<Vec<_>>(),
            "turns": solution.line.iter().map(turn).collect::<Vec<_>>(),
            "nodes": solution.stats.nodes,
        });
        if let Some(scores) = self.scores {
            value["scores"] = json!(scores);
        }
        if let Some(outcome) = solution.outcome {
            value["outcome"] = json!(outcome_name(outcome));
        }
        if self.args.top > 1 {
            value["moves"] = solution.top.iter().map(ranked).collect();
        }
        if self.args.stats {
            value["stats"] = json!(solution.stats);
            let branching = &mut value["stats"]["branching"];
            for percent in PERCENTS {
                branching[percent.to_string()] = json!(solution.stats.branching(percent));
            }
        }
        value
    }
}

fn status_name(status: EndgameStatus) -> &'static str {
    match status {
        EndgameStatus::Solved => "solved",
        EndgameStatus::Bounded => "bounded",
    }
}

fn outcome_name(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Win => "win",
        Outcome::Tie => "tie",
        Outcome::Loss => "loss",
    }
}

/// Formats the value.
fn value_text(solution: &EndgameSolution) -> String {
    match solution.value() {
        Some(value) => format!("{value:+}"),
        None => format!("{:+} to {:+}", solution.lower, solution.upper),
    }
}

/// The result in one line.
pub(crate) fn verdict(solution: &EndgameSolution) -> String {
    let (value, status) = (value_text(solution), status_name(solution.status));
    match solution.outcome {
        Some(outcome) => format!("value {value}, {status}: {}", outcome_name(outcome)),
        None => format!("value {value}, {status}"),
    }
}

/// The counters of a search, and the number of plays at its nodes.
pub(crate) fn stats_table(stats: &EndgameStats) -> Table {
    let counters = [
        ("nodes", stats.nodes),
        ("nodes with moves listed", stats.expanded),
        ("lanes looked up in the graph", stats.generations),
        ("table hits", stats.table_hits),
        ("cut-offs", stats.cut_offs),
        ("cut-offs by the first move", stats.first_cut_offs),
        ("turns looked ahead", stats.depth),
        ("tiles that can't be placed", stats.stuck),
        ("words that can be made", stats.words),
    ];
    let counters = counters.map(|(name, number)| cells![name, grouped(number)]);
    let branching = PERCENTS.map(|percent| {
        let name = format!("plays of a node, {percent}th percentile");
        cells![name, grouped(stats.branching(percent) as u64)]
    });
    let rows = counters.into_iter().chain(branching);
    Table::of(&["counter", "number"], rows)
}

/// Writes the counters below a result, if wanted.
fn write_stats(args: &EndgameArgs, stats: &EndgameStats, out: &mut dyn Write) -> io::Result<()> {
    if args.stats {
        writeln!(out)?;
        stats_table(stats).write(out)?;
    }
    Ok(())
}

/// The solved rows of a table.
pub(crate) struct SolvedTable<'t> {
    pub(crate) args: &'t EndgameArgs,
    /// The table's name.
    pub(crate) path: &'t str,
    pub(crate) rows: &'t [SolvedRow<'t>],
    /// Whether the user stopped the program.
    pub(crate) interrupted: bool,
}

impl SolvedTable<'_> {
    /// Whether every value in the table was confirmed.
    pub(crate) fn is_confirmed(&self) -> bool {
        let undecided = self.rows.iter().flat_map(|row| &row.undecided).count();
        undecided + self.differences().count() == 0
    }

    /// The differences from the values in the table.
    pub(crate) fn differences(&self) -> impl Iterator<Item = &Difference> {
        self.rows.iter().flat_map(|row| &row.differences)
    }

    /// The numbers of endgames and of differences, and of endgames that were not
    /// solved.
    pub(crate) fn summary(&self) -> String {
        let rows = self.rows.iter();
        let begun = rows.clone().filter(|row| row.is_begun).count() as u64;
        let unsolved = rows.filter(|row| !row.is_solved()).count() as u64;
        let mut counts = vec![counted(self.rows.len() as u64, "endgames")];
        if self.interrupted {
            counts.push(format!("{} looked at", grouped(begun)));
        }
        if unsolved > 0 {
            counts.push(format!("{} not solved", grouped(unsolved)));
        }
        counts.push(counted(self.differences().count() as u64, "differences"));
        counts.join(", ")
    }

    /// A table with a row for each endgame. `line` is the title of the column with
    /// their lines.
    pub(crate) fn table(&self, line: &str) -> Table {
        let row = |row: &SolvedRow<'_>| {
            let (solution, tiles) = (&row.solution, row.endgame.tiles());
            let first = solution.line.first().map_or("", |turn| &turn.notation);
            let (value, status) = (
                value_text(solution),
                row_status(solution.status, &row.undecided),
            );
            cells![row.line, tiles, value, status, first]
        };
        let titles = [line, "tiles", "value", "status", "first move"];
        Table::of(&titles, self.rows.iter().map(row))
    }

    /// The sum of the counters of all searches.
    pub(crate) fn all_stats(&self) -> EndgameStats {
        let mut sum = EndgameStats::default();
        let stats = self.rows.iter().map(|row| &row.solution.stats);
        stats.for_each(|stats| sum.add(stats));
        sum
    }

    /// Writes the endgames.
    pub(crate) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.args.format == Format::Json {
            let mut rows = self.rows.iter();
            return rows.try_for_each(|row| write_json_line(out, &self.json(row)));
        }
        self.table("row").write(out)?;
        write_stats(self.args, &self.all_stats(), out)?;
        let differences = self.differences();
        write_lines(differences.map(|d| difference_line(self.path, d)), out)
    }

    fn json(&self, row: &SolvedRow<'_>) -> Value {
        let solved = Solved {
            args: self.args,
            endgame: &row.endgame,
            scores: None,
            solution: &row.solution,
        };
        let mut value = solved.json();
        value["row"] = json!(row.line);
        value["differences"] = json!(row.differences);
        value["undecided"] = json!(row.undecided);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_says_which_of_its_values_is_not_decided() {
        let text = |status, undecided: &[&str]| row_status(status, undecided);
        assert_eq!(text(EndgameStatus::Solved, &[]), "solved");
        assert_eq!(text(EndgameStatus::Bounded, &["value", "b"]), "bounded");
        assert_eq!(text(EndgameStatus::Solved, &["b"]), "solved, not b");
    }

    #[test]
    fn a_ranking_says_that_it_is_not_complete() {
        assert_eq!(ranking_note(EndgameStatus::Solved, 3), None);
        let note = |moves| ranking_note(EndgameStatus::Bounded, moves).unwrap();
        assert_eq!(note(3), "the best of the moves tried so far:");
        assert_eq!(note(0), "no move was searched to the end");
    }
}
