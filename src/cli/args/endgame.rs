//! The arguments of `movegen-check endgame`.

use crate::cli::args::check::read_page_name;
use crate::cli::args::choice::RulesetName;
use crate::cli::args::format::Format;
use crate::cli::args::grid::read_seconds;
use clap::{ArgGroup, Args};
use std::path::PathBuf;

pub(crate) const ENDGAME_EXAMPLES: &str = "\
Examples:
  movegen-check endgame --kwg dist/SCOWL80.kwg --board 15/15/…/15 --rack GRT --opponent NNQV
      The value, and a best line to the end.
  movegen-check endgame --kwg dist/SCOWL80.kwg --cgp '15/15/…/15 GRT/NNQV 371/402 0' --top 5
      The exact values of the five best first moves.
  movegen-check endgame --kwg dist/SCOWL80.kwg --cgp '15/15/…/15 GRT/NNQV 371/402 0' --win
      Only who wins, which is found sooner.
  movegen-check endgame --kwg dist/SCOWL80.kwg --board … --rack … --seconds 10 --format json
      What is known after ten seconds: the value, or a lower and an upper bound.
  movegen-check endgame --kwg dist/SCOWL80.kwg endgames.tsv
      Solves every row of a table, and compares the values that it has.

The bag is empty, so all tiles are on the board and the two racks. A value is the points of the
side on turn less the opponent's, from here to the end, both playing perfectly. Who goes out gets
twice the opponent's tiles; two passes in a row end the game, and each side loses its own tiles.

A table has columns separated by tabs and a header: board, rack_on_turn, rack_opponent. The columns
value and value_if_opponent_just_passed are compared where they are there; ? is not.

Ctrl-C prints what is known so far; the exit code is then 130. Exit code 1: a value differs from
the table.";

#[derive(Args)]
#[command(group = ArgGroup::new("input").args(["table", "board", "cgp"]).required(true))]
pub(crate) struct EndgameArgs {
    /// A table of endgames, `-` for the standard input
    #[arg(value_name = "TABLE.tsv", conflicts_with_all = ["rack", "opponent", "scores", "after_pass", "win", "top"])]
    pub(crate) table: Option<PathBuf>,
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// The word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// The board: rows from the top separated by /, numbers for empty squares
    #[arg(long, requires = "rack")]
    pub(crate) board: Option<String>,
    /// The rack of the side on turn, ? for a blank
    #[arg(long, conflicts_with = "cgp")]
    pub(crate) rack: Option<String>,
    /// The opponent's rack [default: all other tiles]
    #[arg(long, conflicts_with = "cgp")]
    pub(crate) opponent: Option<String>,
    /// The scores so far, that of the side on turn first
    #[arg(long, value_name = "A/B", value_parser = read_scores, conflicts_with = "cgp", allow_hyphen_values = true)]
    pub(crate) scores: Option<[i32; 2]>,
    /// Board, racks and scores in one line: `BOARD RACK/RACK SCORE/SCORE 0`
    #[arg(long, value_name = "CGP")]
    pub(crate) cgp: Option<String>,
    /// The opponent has just passed: a pass ends the game
    #[arg(long)]
    pub(crate) after_pass: bool,
    /// Find the exact values of this many first moves
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) top: u32,
    /// Find only who wins
    #[arg(long, conflicts_with = "top")]
    pub(crate) win: bool,
    /// Give up after some seconds and print the bounds
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    pub(crate) seconds: Option<f64>,
    /// Megabytes for the table of positions, and at most as many for kept plays
    #[arg(long, value_name = "MB", default_value_t = 256, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,
    /// Number of threads; the result does not depend on it [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Print what the search did
    #[arg(long)]
    pub(crate) stats: bool,
    /// Write a page (HTML, one file) with boards and lines
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// How to print the result; JSON has one object on each line
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Print nothing but errors and results
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Reads `371/402`. No game has scores of six digits.
fn read_scores(text: &str) -> Result<[i32; 2], String> {
    let read = |text: &str| text.parse().ok().filter(|n| (-99_999..=99_999).contains(n));
    let scores = text.split_once('/').map(|(a, b)| (read(a), read(b)));
    match scores {
        Some((Some(own), Some(other))) => Ok([own, other]),
        _ => Err(format!(
            "expected two scores such as 371/402, found `{text}`"
        )),
    }
}
