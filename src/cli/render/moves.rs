//! The moves of a position, the score of a play, differences between the generators,
//! and differences from a table of positions.

use crate::check::{Difference, PositionReport, Verdict};
use crate::cli::args::shared::MoveFormat;
use crate::cli::render::json::write_json;
use crate::cli::render::table::{Table, cells, joined, write_lines};
use crate::cli::voice::named;
use crate::error::counted;
use crate::movegen::{
    Breakdown, Illegal, Move, Position, RankedMove, WordScore, equity_text, picture,
};
use crate::ruleset::SquareName;
use crate::tiles::Tile;
use serde::Serialize;
use serde_json::{Value, json};
use std::io::{self, Write};

/// Writes results about a position.
pub(crate) struct MoveWriter<'o> {
    pub(crate) out: &'o mut dyn Write,
    pub(crate) format: MoveFormat,
}

impl MoveWriter<'_> {
    /// Writes a result as JSON, as a table with tabs, or with the function for text.
    fn write(
        self,
        json: &impl Serialize,
        table: Table,
        write_text: impl FnOnce(Table, &mut dyn Write) -> io::Result<()>,
    ) -> io::Result<()> {
        match self.format {
            MoveFormat::Json => write_json(self.out, json),
            MoveFormat::Tsv => table.write_tsv(self.out),
            MoveFormat::Text => write_text(table, self.out),
        }
    }

    /// Writes moves, the best first. With `drawn`, text begins with the board and the
    /// best play on it.
    pub(crate) fn moves(
        self,
        position: &Position<'_>,
        moves: &[RankedMove],
        drawn: bool,
    ) -> io::Result<()> {
        let row = |m: &RankedMove| cells![m.notation, m.score, equity_text(m.equity)];
        let table = Table::of(&["move", "score", "value"], moves.iter().map(row));
        self.write(&json_of(position, moves), table, |table, out| {
            if drawn {
                let play = moves.first().and_then(|m| m.mv.as_play());
                write_lines(picture(position, play.as_ref()).lines(), out)?;
                write_lines(["", &position.rack_text(), ""], out)?;
            }
            table.numbered().write(out)
        })
    }

    /// Writes the differences between the generators.
    pub(crate) fn comparison(self, verdict: &Verdict) -> io::Result<()> {
        let faults = &verdict.faults;
        let rows = faults.iter().flat_map(|fault| {
            let row = |side: &'static str| move |m: &String| cells![fault.what, side, m];
            let extra = fault.extra.iter().map(row("extra"));
            fault.missing.iter().map(row("missing")).chain(extra)
        });
        let table = Table::of(&["what", "side", "move"], rows);
        let json = json!({"plays": verdict.plays, "differences": faults});
        self.write(&json, table, |_, out| {
            if faults.is_empty() {
                let plays = counted(verdict.plays, "plays");
                writeln!(out, "{plays}, the same by GADDAG and DAWG")?;
            }
            faults.iter().try_for_each(|fault| {
                let (what, expected, found) = (&fault.what, &fault.expected, &fault.found);
                writeln!(out, "{what}: expected {expected}, found {found}")?;
                write_sides(out, [&fault.missing, &fault.extra])
            })
        })
    }

    /// Writes the differences from a table, whose name is `path`.
    pub(crate) fn differences(self, path: &str, report: &PositionReport) -> io::Result<()> {
        let differences = report.differences.iter();
        let row = |d: &Difference| cells![d.line, d.column, d.expected, d.found];
        let titles = ["line", "column", "expected", "found"];
        let table = Table::of(&titles, differences.clone().map(row));
        self.write(report, table, |_, out| {
            write_lines(differences.map(|d| difference_line(path, d)), out)
        })
    }

    /// Writes the score of a play, part by part. An exchange or a pass has no parts.
    pub(crate) fn score(
        self,
        position: &Position<'_>,
        notation: &str,
        parts: Option<&Breakdown>,
    ) -> io::Result<()> {
        let (bonus, total) = parts.map_or((0, 0), |parts| (parts.bonus, parts.total));
        let word_jsons = words(parts).map(|(part, word)| word_json(position, part, word));
        let json = json!({
            "play": notation,
            "legal": true,
            "words": Value::from_iter(word_jsons),
            "bonus": bonus,
            "score": total,
        });
        let rows = words(parts).map(|(part, w)| cells![part, spell(position, w), w.points]);
        let rows = rows.chain([cells!["bonus", "", bonus], cells!["score", "", total]]);
        let table = Table::of(&["part", "word", "points"], rows);
        self.write(&json, table, |_, out| {
            writeln!(out, "{notation}: {}", counted(total.into(), "points"))?;
            words(parts).try_for_each(|(_, word)| write_sum(out, position, word))?;
            match bonus {
                0 => Ok(()),
                bonus => writeln!(out, "  {bonus:3}  for a whole rack"),
            }
        })
    }

    /// Writes the reasons why a play is illegal.
    pub(crate) fn reasons(self, notation: &str, reasons: &[Illegal]) -> io::Result<()> {
        let json = json!({"play": notation, "legal": false, "reasons": reasons});
        let table = Table::of(
            &["rule", "message"],
            reasons.iter().map(|r| cells![r.rule, r]),
        );
        self.write(&json, table, |_, out| {
            writeln!(out, "{notation}: illegal")?;
            write_lines(reasons.iter().map(|reason| format!("  {reason}")), out)
        })
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

/// Writes the moves that only one of two generators finds: first the missing ones, then
/// the extra ones.
pub(crate) fn write_sides(out: &mut dyn Write, [missing, extra]: [&[String]; 2]) -> io::Result<()> {
    write_lines(missing.iter().map(|m| format!("  missing  {m}")), out)?;
    write_lines(extra.iter().map(|m| format!("  extra    {m}")), out)
}

/// Formats a difference from a table as a line of text. `path` is the name of the
/// table.
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

fn spell(position: &Position<'_>, word: &WordScore) -> String {
    word.tiles.iter().map(|t| position.label(t.tile)).collect()
}

fn word_json(position: &Position<'_>, part: &str, word: &WordScore) -> Value {
    let tiles = word.tiles.iter().map(|t| {
        json!({
            "tile": position.label(t.tile),
            "square": SquareName(t.row, t.column).to_string(),
            "placed": t.placed,
            "points": t.points,
        })
    });
    json!({
        "part": part,
        "word": spell(position, word),
        "direction": word.direction.to_string(),
        "tiles": Value::from_iter(tiles),
        "word_factor": word.word_factor,
        "points": word.points,
    })
}

fn write_sum(out: &mut dyn Write, position: &Position<'_>, word: &WordScore) -> io::Result<()> {
    let points = word.tiles.iter();
    let points = points.map(|t| format!("{} {}", position.label(t.tile), t.points));
    let sum = joined(points, " + ");
    let sum = match word.word_factor {
        1 => sum,
        factor => format!("{factor} × ({sum})"),
    };
    writeln!(out, "  {:3}  {}: {sum}", word.points, spell(position, word))
}
