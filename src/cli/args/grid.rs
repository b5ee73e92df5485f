//! The arguments of `kwg-dump grid`.

use crate::cli::args::check::read_page_name;
use crate::cli::args::files::ReadingArgs;
use crate::cli::args::format::TableFormat;
use crate::cli::args::wanted::Wanted;
use clap::{ArgGroup, Args, ValueEnum};
use std::path::PathBuf;

/// How words score.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum PointsArg {
    /// By length: 3 and 4 tiles 1, 5: 2, 6: 3, 7: 5, more: 11
    #[default]
    Boggle,
    /// The points of the tiles; a blank has none
    Ruleset,
    /// By length, as --bonus says
    Bonus,
}

/// Which sequences of words count.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum GoalArg {
    /// All: the one with the most points
    #[default]
    Points,
    /// Those that use up every letter
    Clear,
}

#[derive(Args)]
#[command(group = ArgGroup::new("task").args(["solve", "make"]))]
pub(crate) struct GridArgs {
    /// The file with the words; --make alone needs none
    #[arg(required_unless_present = "make")]
    pub(crate) file: Option<PathBuf>,
    /// Grids, or files with grids; `-`, or none, for the standard input
    #[arg(value_name = "GRID")]
    pub(crate) grids: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// The shortest word
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) min_length: u16,
    /// Print every path of a word, not only one
    #[arg(long, conflicts_with_all = ["task", "count"])]
    pub(crate) paths: bool,
    /// Print only the number of words
    #[arg(long, conflicts_with = "task")]
    pub(crate) count: bool,
    /// How words score
    #[arg(long, value_enum, default_value_t, conflicts_with = "task")]
    pub(crate) points: PointsArg,
    /// Draw the grid with the longest word, or before each word of a solution [default: on a terminal]
    #[arg(long)]
    pub(crate) picture: bool,
    /// Write a page (HTML, one file) with the grids and their words drawn
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name, conflicts_with = "count")]
    pub(crate) report: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) make: MakeArgs,
    #[command(flatten)]
    pub(crate) wanted: Wanted,
}

/// The rules of a puzzle, and the limits of its search.
#[derive(Args)]
#[command(next_help_heading = "Puzzles")]
pub(crate) struct PuzzleArgs {
    /// Find the best sequence of words, where the letters of a played word vanish
    #[arg(long)]
    pub(crate) solve: bool,
    /// Which sequences count
    #[arg(long, value_enum, default_value_t)]
    pub(crate) goal: GoalArg,
    /// Letters fall, and empty columns close; this is the default
    #[arg(long, conflicts_with = "still")]
    pub(crate) fall: bool,
    /// Letters stay where they are
    #[arg(long)]
    pub(crate) still: bool,
    /// The points of words of 1, 2, 3 … tiles; longer ones can't be played
    #[arg(long, value_name = "P,P,…")]
    #[arg(default_value = "0,0,0,1,3,5,8,10,12,14,15,16")]
    pub(crate) bonus: String,
    /// Points lost for each letter left
    #[arg(long, value_name = "P", default_value_t = 0)]
    pub(crate) left: u32,
    /// Points for an empty grid
    #[arg(long, value_name = "P", default_value_t = 0)]
    pub(crate) empty: u32,
    /// Give up after this number of seconds [default: only --states ends the search]
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    pub(crate) seconds: Option<f64>,
    /// Give up after this number of states
    #[arg(long, value_name = "N", default_value_t = 20_000_000)]
    pub(crate) states: u64,
    /// Megabytes for the table of states
    #[arg(long, value_name = "MB", default_value_t = 512, value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,
    /// Number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// The conditions on a grid that is made.
#[derive(Args)]
#[command(next_help_heading = "Making grids")]
pub(crate) struct MakeArgs {
    /// Make a grid from the letters of the ruleset's bag
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = read_size, conflicts_with = "grids")]
    pub(crate) make: Option<(usize, usize)>,
    /// Equal seeds make equal grids
    #[arg(long, value_name = "S", default_value_t = 0, requires = "make")]
    pub(crate) seed: u64,
    /// Only a grid with this number of words or more
    #[arg(long, value_name = "N", default_value_t = 0)]
    #[arg(requires = "make", requires = "file")]
    pub(crate) words_at_least: u64,
    /// Only a grid that can be cleared, with a solution
    #[arg(long, requires = "make", requires = "file")]
    pub(crate) clearable: bool,
}

/// Reads `6x6`.
fn read_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    sides.ok_or_else(|| format!("expected ROWSxCOLUMNS such as 6x6, found `{text}`"))
}

pub(crate) fn read_seconds(text: &str) -> Result<f64, String> {
    let seconds = text.parse().ok().filter(|s: &f64| *s > 0.0 && *s <= 1e6);
    seconds.ok_or_else(|| format!("expected a number of seconds above 0, found `{text}`"))
}
