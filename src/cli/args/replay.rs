//! The arguments of `movegen-check replay`.

use crate::cli::args::check::read_page_name;
use crate::cli::args::choice::RulesetName;
use crate::cli::args::format::Format;
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// The game, in GCG; `-` for the standard input
    #[arg(value_name = "GAME.gcg")]
    pub(crate) game: PathBuf,
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or the game, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// The word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// Leave values (.klv2, .klv) for --analyse; without, every leave is worth 0
    #[arg(long, value_name = "FILE", requires = "analyse")]
    pub(crate) klv: Option<PathBuf>,
    /// Find the moves that the engine prefers, and what each turn lost
    #[arg(long)]
    pub(crate) analyse: bool,
    /// How many moves to give for each turn
    #[arg(long, value_name = "N", default_value_t = 1, requires = "analyse", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) top: u16,
    /// Print the position before each turn as CGP, instead of turns
    #[arg(long, conflicts_with_all = ["analyse", "format"])]
    pub(crate) cgp: bool,
    /// Write a page (HTML, one file) with the game
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// How to print the game
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Print nothing but errors and the game
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
