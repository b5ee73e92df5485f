//! The moves of a position, how the generators differ in it, and differences from a table
//! of positions.

use crate::check::{PositionReport, Verdict};
use crate::cli::args::shared::MoveFormat;
use crate::cli::render::json::write_json;
use crate::cli::render::table::Table;
use crate::error::counted;
use crate::movegen::{Move, Position, RankedMove, equity_text, picture};
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes the lines of a board.
pub(crate) fn write_picture(out: &mut dyn Write, picture: &str) -> io::Result<()> {
    let mut lines = picture.lines();
    lines.try_for_each(|line| writeln!(out, "{line}"))
}

/// Writes moves, the best first. With `drawn`, text begins with the board and the
/// best play on it.
pub(crate) fn write_moves(
    out: &mut dyn Write,
    format: MoveFormat,
    position: &Position<'_>,
    moves: &[RankedMove],
    drawn: bool,
) -> io::Result<()> {
    let cells = |m: &RankedMove| {
        [
            m.notation.clone(),
            m.score.to_string(),
            equity_text(m.equity),
        ]
    };
    let rows = moves.iter().map(cells);
    match format {
        MoveFormat::Json => write_json(out, &json_of(position, moves)),
        MoveFormat::Tsv => Table::of(&["move", "score", "value"], rows).write_tsv(out),
        MoveFormat::Text => {
            if drawn {
                let play = moves.first().and_then(|m| m.mv.as_play());
                let board = picture(position, play.as_ref());
                write_picture(out, &board)?;
                writeln!(out)?;
                writeln!(out, "{}", position.rack_text())?;
                writeln!(out)?;
            }
            let rows = (1..).zip(rows);
            let rows = rows.map(|(i, cells): (usize, _)| [&[i.to_string()], &cells[..]].concat());
            Table::of(&["", "move", "score", "value"], rows).write(out)
        }
    }
}

fn json_of(position: &Position<'_>, moves: &[RankedMove]) -> Value {
    let kind = |mv: &Move| match mv {
        Move::Play { .. } => "play",
        Move::Exchange(_) => "exchange",
        Move::Pass => "pass",
    };
    let moves = moves.iter().map(|m| {
        let value = m.equity as f64 / 1000.0;
        json!({"move": m.notation, "kind": kind(&m.mv), "score": m.score, "value": value})
    });
    json!({
        "board": position.board_text(),
        "rack": position.rack_text(),
        "bag": position.bag(),
        "moves": Value::from_iter(moves),
    })
}

/// Writes the moves that only one of two generators finds.
pub(crate) fn write_sides(
    out: &mut dyn Write,
    missing: &[String],
    extra: &[String],
) -> io::Result<()> {
    let mut missing = missing.iter();
    missing.try_for_each(|m| writeln!(out, "  missing  {m}"))?;
    let mut extra = extra.iter();
    extra.try_for_each(|m| writeln!(out, "  extra    {m}"))
}

/// Writes how the generators differ.
pub(crate) fn write_comparison(
    out: &mut dyn Write,
    format: MoveFormat,
    verdict: &Verdict,
) -> io::Result<()> {
    match format {
        MoveFormat::Json => {
            let faults = verdict.faults.iter().map(|fault| {
                json!({
                    "what": fault.what,
                    "expected": fault.expected,
                    "found": fault.found,
                    "missing": fault.missing,
                    "extra": fault.extra,
                })
            });
            let faults = Value::from_iter(faults);
            write_json(out, &json!({"plays": verdict.plays, "differences": faults}))
        }
        MoveFormat::Tsv => {
            let rows = verdict.faults.iter().flat_map(|fault| {
                let row = |side: &'static str| {
                    move |m: &String| [fault.what.to_string(), side.to_string(), m.clone()]
                };
                let extra = fault.extra.iter().map(row("extra"));
                fault.missing.iter().map(row("missing")).chain(extra)
            });
            Table::of(&["what", "side", "move"], rows).write_tsv(out)
        }
        MoveFormat::Text => {
            if verdict.faults.is_empty() {
                let plays = counted(verdict.plays, "plays");
                return writeln!(out, "{plays}, the same by GADDAG and DAWG");
            }
            for fault in &verdict.faults {
                let (what, expected, found) = (&fault.what, &fault.expected, &fault.found);
                writeln!(out, "{what}: expected {expected}, found {found}")?;
                write_sides(out, &fault.missing, &fault.extra)?;
            }
            Ok(())
        }
    }
}

/// Writes the differences; `path` is the name of the table.
pub(crate) fn write_differences(
    out: &mut dyn Write,
    format: MoveFormat,
    path: &str,
    report: &PositionReport,
) -> io::Result<()> {
    let mut rows = report.differences.iter().map(|d| {
        let (line, column) = (d.line.to_string(), d.column.to_string());
        [line, column, d.expected.clone(), d.found.clone()]
    });
    match format {
        MoveFormat::Json => write_json(out, report),
        MoveFormat::Tsv => Table::of(&["line", "column", "expected", "found"], rows).write_tsv(out),
        MoveFormat::Text => rows.try_for_each(|[line, column, expected, found]| {
            writeln!(
                out,
                "{path}:{line}: {column}: expected {expected}, found {found}"
            )
        }),
    }
}
