//! The score of a play, or why it is illegal.

use crate::cli::args::format::MoveFormat;
use crate::cli::render::json::write_json;
use crate::error::counted;
use crate::movegen::{Breakdown, Illegal, Play, WordScore};
use crate::ruleset::{Ruleset, SquareName};
use crate::tiles::{BLANK, PLAYED_BLANK, Tile};
use serde_json::{Value, json};
use std::io::{self, Write};

/// The tiles that a play places, as on a rack: a played blank is a blank.
pub(crate) fn placed_tiles(play: &Play<'_>) -> Vec<Tile> {
    let placed = play.tiles.iter().filter(|&&tile| tile != 0);
    let mut tiles: Vec<Tile> = placed
        .map(|&tile| {
            if tile & PLAYED_BLANK != 0 {
                BLANK
            } else {
                tile
            }
        })
        .collect();
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
            let words: Vec<Value> = words(parts)
                .map(|(part, word)| word_json(ruleset, part, word))
                .collect();
            let report = json!({
                "play": notation,
                "legal": true,
                "words": words,
                "bonus": parts.bonus,
                "score": parts.total,
            });
            write_json(out, &report)
        }
        MoveFormat::Tsv => {
            writeln!(out, "part\tword\tpoints")?;
            for (part, word) in words(parts) {
                writeln!(out, "{part}\t{}\t{}", spell(ruleset, word), word.points)?;
            }
            writeln!(out, "bonus\t\t{}", parts.bonus)?;
            writeln!(out, "score\t\t{}", parts.total)
        }
        MoveFormat::Text => write_sums(out, ruleset, notation, parts),
    }
}

fn word_json(ruleset: &Ruleset, part: &str, word: &WordScore) -> Value {
    let tiles: Vec<Value> = word
        .tiles
        .iter()
        .map(|t| {
            json!({
                "tile": label(ruleset, t.tile),
                "square": SquareName(t.row, t.column).to_string(),
                "placed": t.placed,
                "points": t.points,
            })
        })
        .collect();
    json!({
        "part": part,
        "word": spell(ruleset, word),
        "direction": word.direction.to_string(),
        "tiles": tiles,
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
        let points: Vec<String> = word
            .tiles
            .iter()
            .map(|t| format!("{} {}", label(ruleset, t.tile), t.points))
            .collect();
        let sum = points.join(" + ");
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
            let reason = |r: &Illegal| json!({"rule": r.rule, "message": r.message});
            let reasons: Vec<Value> = reasons.iter().map(reason).collect();
            let report = json!({"play": notation, "legal": false, "reasons": reasons});
            write_json(out, &report)
        }
        MoveFormat::Tsv => {
            writeln!(out, "rule\tmessage")?;
            for reason in reasons {
                writeln!(out, "{}\t{reason}", reason.rule)?;
            }
            Ok(())
        }
        MoveFormat::Text => {
            writeln!(out, "{notation}: illegal")?;
            for reason in reasons {
                writeln!(out, "  {reason}")?;
            }
            Ok(())
        }
    }
}
