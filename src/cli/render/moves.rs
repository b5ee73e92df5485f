//! The moves of a position, and how the generators differ in it.

use crate::check::Verdict;
use crate::cli::args::format::MoveFormat;
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
    match format {
        MoveFormat::Json => write_json(out, &json_of(position, moves)),
        MoveFormat::Tsv => {
            writeln!(out, "move\tscore\tvalue")?;
            for m in moves {
                writeln!(
                    out,
                    "{}\t{}\t{}",
                    m.notation,
                    m.score,
                    equity_text(m.equity)
                )?;
            }
            Ok(())
        }
        MoveFormat::Text => {
            if drawn {
                let play = moves.first().and_then(|m| m.mv.as_play());
                let board = picture(position, play.as_ref());
                write_picture(out, &board)?;
                writeln!(out)?;
                writeln!(out, "{}", position.rack_text())?;
                writeln!(out)?;
            }
            let mut table = Table::new(&["", "move", "score", "value"]);
            for (i, m) in moves.iter().enumerate() {
                table.row(vec![
                    (i + 1).to_string(),
                    m.notation.clone(),
                    m.score.to_string(),
                    equity_text(m.equity),
                ]);
            }
            table.write(out)
        }
    }
}

fn json_of(position: &Position<'_>, moves: &[RankedMove]) -> Value {
    let kind = |mv: &Move| match mv {
        Move::Play { .. } => "play",
        Move::Exchange(_) => "exchange",
        Move::Pass => "pass",
    };
    let moves: Vec<Value> = moves
        .iter()
        .map(|m| {
            json!({
                "move": m.notation,
                "kind": kind(&m.mv),
                "score": m.score,
                "value": m.equity as f64 / 1000.0,
            })
        })
        .collect();
    json!({
        "board": position.board_text(),
        "rack": position.rack_text(),
        "bag": position.bag(),
        "moves": moves,
    })
}

/// Writes how the generators differ.
pub(crate) fn write_comparison(
    out: &mut dyn Write,
    format: MoveFormat,
    verdict: &Verdict,
) -> io::Result<()> {
    match format {
        MoveFormat::Json => {
            let fault = |fault: &crate::check::MoveFault| {
                json!({
                    "what": fault.what,
                    "expected": fault.expected,
                    "found": fault.found,
                    "missing": fault.missing,
                    "extra": fault.extra,
                })
            };
            let faults: Vec<Value> = verdict.faults.iter().map(fault).collect();
            write_json(out, &json!({"plays": verdict.plays, "differences": faults}))
        }
        MoveFormat::Tsv => {
            writeln!(out, "what\tside\tmove")?;
            for fault in &verdict.faults {
                for (side, moves) in [("missing", &fault.missing), ("extra", &fault.extra)] {
                    for m in moves {
                        writeln!(out, "{}\t{side}\t{m}", fault.what)?;
                    }
                }
            }
            Ok(())
        }
        MoveFormat::Text => {
            if verdict.faults.is_empty() {
                return writeln!(
                    out,
                    "{}, the same by GADDAG and DAWG",
                    counted(verdict.plays, "plays")
                );
            }
            for fault in &verdict.faults {
                writeln!(
                    out,
                    "{}: expected {}, found {}",
                    fault.what, fault.expected, fault.found
                )?;
                for m in &fault.missing {
                    writeln!(out, "  missing  {m}")?;
                }
                for m in &fault.extra {
                    writeln!(out, "  extra    {m}")?;
                }
            }
            Ok(())
        }
    }
}
