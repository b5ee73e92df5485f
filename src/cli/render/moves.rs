//! The moves of a position, the score of a play, how the generators differ, and differences
//! from a table of positions.

use crate::check::{Difference, PositionReport, Verdict};
use crate::cli::args::shared::MoveFormat;
use crate::cli::render::json::write_json;
use crate::cli::render::table::{Table, cells};
use crate::cli::voice::named;
use crate::error::counted;
use crate::movegen::{
    Breakdown, Illegal, Move, Position, RankedMove, WordScore, equity_text, picture,
};
use crate::ruleset::{Ruleset, SquareName};
use crate::tiles::Tile;
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
    let value = |m: &RankedMove| equity_text(m.equity);
    let mut titles = vec!["move", "score", "value"];
    match format {
        MoveFormat::Json => write_json(out, &json_of(position, moves)),
        MoveFormat::Tsv => {
            let rows = moves.iter().map(|m| cells![m.notation, m.score, value(m)]);
            Table::of(&titles, rows).write_tsv(out)
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
            let rows = (1..).zip(moves);
            let rows = rows.map(|(i, m): (i32, _)| cells![i, m.notation, m.score, value(m)]);
            titles.insert(0, "");
            Table::of(&titles, rows).write(out)
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

/// Writes the moves that only one of two generators finds: those missing, and those extra.
pub(crate) fn write_sides(out: &mut dyn Write, sides: [&[String]; 2]) -> io::Result<()> {
    let [mut missing, mut extra] = sides.map(|side| side.iter());
    missing.try_for_each(|m| writeln!(out, "  missing  {m}"))?;
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
                let row = |side: &'static str| move |m: &String| cells![fault.what, side, m];
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
                write_sides(out, [&fault.missing, &fault.extra])?;
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
    let mut differences = report.differences.iter();
    match format {
        MoveFormat::Json => write_json(out, report),
        MoveFormat::Tsv => {
            let rows = differences.map(|d| cells![d.line, d.column, d.expected, d.found]);
            Table::of(&["line", "column", "expected", "found"], rows).write_tsv(out)
        }
        MoveFormat::Text => {
            differences.try_for_each(|d| writeln!(out, "{}", difference_line(path, d)))
        }
    }
}

/// A difference from a table as a line of text; `path` is the name of the table.
pub(crate) fn difference_line(path: &str, difference: &Difference) -> String {
    let Difference { line, column, .. } = difference;
    let (path, expected, found) = (named(path), &difference.expected, &difference.found);
    format!("{path}:{line}: {column}: expected {expected}, found {found}")
}

/// The tiles that a move takes from the rack, sorted.
pub(crate) fn used_tiles(mv: &Move) -> Vec<Tile> {
    let mut tiles: Vec<Tile> = match (mv, mv.as_play()) {
        (_, Some(play)) => play.rack_tiles().collect(),
        (Move::Exchange(given), _) => given.clone(),
        _ => Vec::new(),
    };
    tiles.sort_unstable();
    tiles
}

/// The words of a play with their scores, the main word first. An exchange or a pass has
/// none.
fn words(parts: Option<&Breakdown>) -> impl Iterator<Item = (&'static str, &WordScore)> {
    let main = parts.map(|parts| ("main", &parts.main));
    let crosses = parts.into_iter().flat_map(|parts| &parts.crosses);
    let crosses = crosses.map(|word| ("cross", word));
    main.into_iter().chain(crosses)
}

fn label(ruleset: &Ruleset, tile: u8) -> String {
    let mut text = String::new();
    ruleset.alphabet().write_played(tile, &mut text);
    text
}

fn spell(ruleset: &Ruleset, word: &WordScore) -> String {
    word.tiles.iter().map(|t| label(ruleset, t.tile)).collect()
}

/// Writes the score of a play, part by part. An exchange or a pass has no parts.
pub(crate) fn write_score(
    out: &mut dyn Write,
    format: MoveFormat,
    ruleset: &Ruleset,
    notation: &str,
    parts: Option<&Breakdown>,
) -> io::Result<()> {
    let (bonus, total) = parts.map_or((0, 0), |parts| (parts.bonus, parts.total));
    match format {
        MoveFormat::Json => {
            let words = words(parts).map(|(part, word)| word_json(ruleset, part, word));
            let report = json!({
                "play": notation,
                "legal": true,
                "words": Value::from_iter(words),
                "bonus": bonus,
                "score": total,
            });
            write_json(out, &report)
        }
        MoveFormat::Tsv => {
            let words = words(parts);
            let words = words.map(|(part, word)| (part, spell(ruleset, word), word.points));
            let sums = [("bonus", bonus), ("score", total)];
            let sums = sums.map(|(part, points)| (part, String::new(), points));
            let rows = words.chain(sums);
            let rows = rows.map(|(part, word, points)| cells![part, word, points]);
            Table::of(&["part", "word", "points"], rows).write_tsv(out)
        }
        MoveFormat::Text => {
            writeln!(out, "{notation}: {}", counted(total.into(), "points"))?;
            words(parts).try_for_each(|(_, word)| write_sum(out, ruleset, word))?;
            match bonus {
                0 => Ok(()),
                bonus => writeln!(out, "  {bonus:3}  for a whole rack"),
            }
        }
    }
}

fn word_json(ruleset: &Ruleset, part: &str, word: &WordScore) -> Value {
    let tiles = word.tiles.iter().map(|t| {
        json!({
            "tile": label(ruleset, t.tile),
            "square": SquareName(t.row, t.column).to_string(),
            "placed": t.placed,
            "points": t.points,
        })
    });
    json!({
        "part": part,
        "word": spell(ruleset, word),
        "direction": word.direction.to_string(),
        "tiles": Value::from_iter(tiles),
        "word_factor": word.word_factor,
        "points": word.points,
    })
}

fn write_sum(out: &mut dyn Write, ruleset: &Ruleset, word: &WordScore) -> io::Result<()> {
    let tiles = word.tiles.iter();
    let points = tiles.map(|t| format!("{} {}", label(ruleset, t.tile), t.points));
    let sum = points.collect::<Vec<_>>().join(" + ");
    let sum = match word.word_factor {
        1 => sum,
        factor => format!("{factor} × ({sum})"),
    };
    writeln!(out, "  {:3}  {}: {sum}", word.points, spell(ruleset, word))
}

/// Writes why a play is illegal.
pub(crate) fn write_reasons(
    out: &mut dyn Write,
    format: MoveFormat,
    notation: &str,
    reasons: &[Illegal],
) -> io::Result<()> {
    match format {
        MoveFormat::Json => {
            let reason = |r: &Illegal| json!({"rule": r.rule, "message": r.message});
            let reasons = Value::from_iter(reasons.iter().map(reason));
            let report = json!({"play": notation, "legal": false, "reasons": reasons});
            write_json(out, &report)
        }
        MoveFormat::Tsv => {
            let rows = reasons.iter().map(|r| cells![r.rule, r]);
            Table::of(&["rule", "message"], rows).write_tsv(out)
        }
        MoveFormat::Text => {
            writeln!(out, "{notation}: illegal")?;
            let mut reasons = reasons.iter();
            reasons.try_for_each(|reason| writeln!(out, "  {reason}"))
        }
    }
}
