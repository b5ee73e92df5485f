//! The score of a play, or why it is illegal.

use crate::cli::args::shared::MoveFormat;
use crate::cli::render::json::write_json;
use crate::cli::render::table::{Table, cells};
use crate::error::counted;
use crate::movegen::{Breakdown, Illegal, Play, WordScore};
use crate::ruleset::{Ruleset, SquareName};
use crate::tiles::{BLANK, PLAYED_BLANK, Tile};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The tiles that a play places, as on a rack: a played blank is a blank.
pub(crate) fn placed_tiles(play: &Play<'_>) -> Vec<Tile> {
    let placed = play.tiles.iter().filter(|&&tile| tile != 0);
    let tiles = placed.map(|&tile| match tile & PLAYED_BLANK {
        0 => tile,
        _ => BLANK,
    });
    let mut tiles: Vec<Tile> = tiles.collect();
    tiles.sort_unstable();
    tiles
}

/// The words of a play with their scores, the main word first.
fn words(parts: &Breakdown) -> impl Iterator<Item = (&'static str, &WordScore)> {
    let crosses = parts.crosses.iter().map(|word| ("cross", word));
    std::iter::once(("main", &parts.main)).chain(crosses)
}

fn label(ruleset: &Ruleset, tile: u8) -> String {
    let mut text = String::new();
    ruleset.alphabet().write_played(tile, &mut text);
    text
}

fn spell(ruleset: &Ruleset, word: &WordScore) -> String {
    word.tiles.iter().map(|t| label(ruleset, t.tile)).collect()
}

/// Writes the score of a play, part by part.
pub(crate) fn write_score(
    out: &mut dyn Write,
    format: MoveFormat,
    ruleset: &Ruleset,
    notation: &str,
    parts: &Breakdown,
) -> io::Result<()> {
    match format {
        MoveFormat::Json => {
            let words = words(parts).map(|(part, word)| word_json(ruleset, part, word));
            let report = json!({
                "play": notation,
                "legal": true,
                "words": Value::from_iter(words),
                "bonus": parts.bonus,
                "score": parts.total,
            });
            write_json(out, &report)
        }
        MoveFormat::Tsv => {
            let words = words(parts);
            let words = words.map(|(part, word)| (part, spell(ruleset, word), word.points));
            let sums = [("bonus", parts.bonus), ("score", parts.total)];
            let sums = sums.map(|(part, points)| (part, String::new(), points));
            let rows = words.chain(sums);
            let rows = rows.map(|(part, word, points)| cells![part, word, points]);
            Table::of(&["part", "word", "points"], rows).write_tsv(out)
        }
        MoveFormat::Text => write_sums(out, ruleset, notation, parts),
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

fn write_sums(
    out: &mut dyn Write,
    ruleset: &Ruleset,
    notation: &str,
    parts: &Breakdown,
) -> io::Result<()> {
    writeln!(out, "{notation}: {}", counted(parts.total.into(), "points"))?;
    for (_, word) in words(parts) {
        let tiles = word.tiles.iter();
        let points = tiles.map(|t| format!("{} {}", label(ruleset, t.tile), t.points));
        let sum = points.collect::<Vec<_>>().join(" + ");
        let sum = match word.word_factor {
            1 => sum,
            factor => format!("{factor} × ({sum})"),
        };
        writeln!(out, "  {:3}  {}: {sum}", word.points, spell(ruleset, word))?;
    }
    if parts.bonus > 0 {
        writeln!(out, "  {:3}  for a whole rack", parts.bonus)?;
    }
    Ok(())
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
            let reasons = reasons.iter();
            let reasons = reasons.map(|r| json!({"rule": r.rule, "message": r.message}));
            let reasons = Value::from_iter(reasons);
            write_json(
                out,
                &json!({"play": notation, "legal": false, "reasons": reasons}),
            )
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
