//! Endgames: values, lines, rankings and counters.

use crate::check::Difference;
use crate::cli::args::format::Format;
use crate::cli::render::json::write_json_line;
use crate::cli::render::table::Table;
use crate::error::grouped;
use crate::play::{
    Endgame, EndgameSolution, EndgameStats, EndgameStatus, EndgameTurn, Outcome, RankedTurn,
};
use crate::ruleset::Ruleset;
use serde_json::{Value, json};
use std::io::{self, Write};

/// The percentiles of branching that are printed.
const PERCENTS: [u64; 5] = [10, 50, 90, 99, 100];

/// A solved endgame, and how much of it to print.
pub(crate) struct Solved<'s> {
    pub(crate) endgame: &'s Endgame<'s>,
    pub(crate) scores: Option<[i32; 2]>,
    pub(crate) solution: &'s EndgameSolution,
    /// Whether to list the best first moves.
    pub(crate) ranked: bool,
    pub(crate) stats: bool,
}

/// A solved row of a table.
pub(crate) struct SolvedRow<'r> {
    pub(crate) line: u64,
    pub(crate) endgame: Endgame<'r>,
    pub(crate) solution: EndgameSolution,
    pub(crate) differences: Vec<Difference>,
}

/// The columns of a line.
pub(crate) const LINE_COLUMNS: [&str; 6] =
    ["player", "move", "score", "left", "tiles left", "points"];

/// Who makes a turn.
pub(crate) fn player(turn: &EndgameTurn) -> &'static str {
    match turn.by_opponent {
        true => "opponent",
        false => "on turn",
    }
}

impl Solved<'_> {
    /// The turns of the line, with the scores after each.
    pub(crate) fn line_rows(&self) -> Vec<Vec<String>> {
        let turns = self.solution.line.iter().zip(self.running());
        let row = |(turn, [own, other]): (&EndgameTurn, [i32; 2])| {
            vec![
                player(turn).to_string(),
                turn.notation.clone(),
                turn.score.to_string(),
                self.rack(&turn.left),
                match turn.ending {
                    0 => String::new(),
                    ending => format!("{ending:+}"),
                },
                format!("{own}/{other}"),
            ]
        };
        turns.map(row).collect()
    }

    /// The tiles that can never be placed, in a sentence for each player.
    pub(crate) fn stuck(&self) -> impl Iterator<Item = String> {
        let players = ["the side on turn", "the opponent"].into_iter();
        let stuck = players.zip(&self.solution.stuck);
        let stuck = stuck.filter(|(_, tiles)| !tiles.is_empty());
        stuck.map(|(player, tiles)| format!("{} of {player} can't be placed", self.rack(tiles)))
    }

    fn ruleset(&self) -> &Ruleset {
        self.endgame.position().ruleset()
    }

    fn rack(&self, tiles: &[u8]) -> String {
        self.ruleset().alphabet().word_text(tiles)
    }

    /// The scores after each turn of the line, the last one with the tiles left
    /// settled.
    fn running(&self) -> Vec<[i32; 2]> {
        let mut scores = self.scores.unwrap_or_default();
        let turns = self.solution.line.iter().map(|turn| {
            scores[usize::from(turn.by_opponent)] += turn.score + turn.ending;
            scores
        });
        turns.collect()
    }
}

pub(crate) fn status_name(status: EndgameStatus) -> &'static str {
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

/// Writes one endgame.
pub(crate) fn write_endgame(
    out: &mut impl Write,
    format: Format,
    solved: &Solved<'_>,
) -> io::Result<()> {
    match format {
        Format::Json => write_json_line(out, &json_of(solved)),
        Format::Text => write_text(out, solved),
    }
}

fn json_of(solved: &Solved<'_>) -> Value {
    let Solved {
        endgame, solution, ..
    } = solved;
    let turn = |turn: &EndgameTurn| {
        json!({
            "player": player(turn),
            "move": turn.notation,
            "score": turn.score,
            "left": solved.rack(&turn.left),
            "ending": turn.ending,
        })
    };
    let ranked = |turn: &RankedTurn| json!({"move": turn.notation, "score": turn.score, "value": turn.value});
    let [rack, opponent] = endgame.racks();
    let mut value = json!({
        "board": endgame.position().board_text(),
        "rack": solved.rack(rack),
        "opponent": solved.rack(opponent),
        "after_pass": endgame.is_after_pass(),
        "value": solution.value(),
        "status": status_name(solution.status),
        "lower": solution.lower,
        "upper": solution.upper,
        "stuck": solution.stuck.each_ref().map(|tiles| solved.rack(tiles)),
        "line": solution.line.iter().map(|t| &t.notation).collect::<Vec<_>>(),
        "turns": solution.line.iter().map(turn).collect::<Vec<_>>(),
        "nodes": solution.stats.nodes,
    });
    if let Some(scores) = solved.scores {
        value["scores"] = json!(scores);
    }
    if let Some(outcome) = solution.outcome {
        value["outcome"] = json!(outcome_name(outcome));
    }
    if solved.ranked {
        value["moves"] = solution.top.iter().map(ranked).collect();
    }
    if solved.stats {
        value["stats"] = stats_json(&solution.stats);
    }
    value
}

fn stats_json(stats: &EndgameStats) -> Value {
    let branching = PERCENTS.map(|percent| (percent.to_string(), json!(stats.branching(percent))));
    json!({
        "nodes": stats.nodes,
        "expanded": stats.expanded,
        "generations": stats.generations,
        "table_hits": stats.table_hits,
        "cut_offs": stats.cut_offs,
        "first_cut_offs": stats.first_cut_offs,
        "depth": stats.depth,
        "stuck": stats.stuck,
        "words": stats.words,
        "branching": branching.into_iter().collect::<serde_json::Map<_, _>>(),
    })
}

/// The value in words.
pub(crate) fn value_text(solution: &EndgameSolution) -> String {
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

fn write_text(out: &mut impl Write, solved: &Solved<'_>) -> io::Result<()> {
    let solution = solved.solution;
    writeln!(out, "{}", verdict(solution))?;
    for sentence in solved.stuck() {
        writeln!(out, "{sentence}")?;
    }
    if !solution.line.is_empty() {
        writeln!(out)?;
        line_table(solved).write(out)?;
    }
    if solved.ranked {
        writeln!(out)?;
        let mut table = Table::new(&["", "move", "score", "value"]);
        for (i, turn) in solution.top.iter().enumerate() {
            table.row(vec![
                (i + 1).to_string(),
                turn.notation.clone(),
                turn.score.to_string(),
                turn.value.to_string(),
            ]);
        }
        table.write(out)?;
    }
    if solved.stats {
        writeln!(out)?;
        stats_table(&solution.stats).write(out)?;
    }
    Ok(())
}

/// The line with the scores after each turn.
fn line_table(solved: &Solved<'_>) -> Table {
    let mut table = Table::new(&LINE_COLUMNS);
    for row in solved.line_rows() {
        table.row(row);
    }
    table
}

/// The counters of a search with their names.
pub(crate) fn counters(stats: &EndgameStats) -> impl Iterator<Item = (String, u64)> {
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
    let counters = counters.map(|(name, number)| (name.to_string(), number));
    let branching = PERCENTS.map(|percent| {
        let name = format!("plays of a node, {percent} % have at most");
        (name, stats.branching(percent) as u64)
    });
    counters.into_iter().chain(branching)
}

fn stats_table(stats: &EndgameStats) -> Table {
    let mut table = Table::new(&["counter", "number"]);
    for (name, number) in counters(stats) {
        table.row(vec![name, grouped(number)]);
    }
    table
}

/// Writes the rows of a table; `path` is its name.
pub(crate) fn write_endgames(
    out: &mut impl Write,
    format: Format,
    path: &str,
    rows: &[SolvedRow<'_>],
    stats: bool,
) -> io::Result<()> {
    let solved = |row: &SolvedRow<'_>| {
        let mut value = json_of(&Solved {
            endgame: &row.endgame,
            scores: None,
            solution: &row.solution,
            ranked: false,
            stats,
        });
        value["row"] = json!(row.line);
        value["differences"] = json!(row.differences);
        value
    };
    if format == Format::Json {
        return rows
            .iter()
            .try_for_each(|row| write_json_line(out, &solved(row)));
    }
    let mut table = Table::new(&["row", "tiles", "value", "status", "first move"]);
    let mut sum = EndgameStats::default();
    for row in rows {
        let first = row.solution.line.first();
        table.row(vec![
            row.line.to_string(),
            row.endgame.tiles().to_string(),
            value_text(&row.solution),
            status_name(row.solution.status).to_string(),
            first.map_or(String::new(), |turn| turn.notation.clone()),
        ]);
        sum.add(&row.solution.stats);
    }
    table.write(out)?;
    if stats {
        writeln!(out)?;
        stats_table(&sum).write(out)?;
    }
    for d in rows.iter().flat_map(|row| &row.differences) {
        let (line, column) = (d.line, d.column);
        let (expected, found) = (&d.expected, &d.found);
        writeln!(
            out,
            "{path}:{line}: {column}: expected {expected}, found {found}"
        )?;
    }
    Ok(())
}
