//! The arguments of `klv-build estimate` and `klv-build merge`.

use crate::cli::args::choice::RulesetName;
use crate::cli::args::format::Format;
use crate::estimate::{MOST_BOARDS, Shard};
use clap::Args;
use std::path::PathBuf;

pub(crate) const ESTIMATE_HELP: &str = "\
Examples:
  klv-build estimate --kwg dist/SCOWL80.kwg -o scowl80.klv2
      A complete table for a lexicon, from nothing, in a minute or two.
  klv-build estimate --kwg dist/SCOWL80.kwg --boards 512 --journal run.journal -o scowl80.csv
      A longer estimate as CSV. If it is interrupted, the same command goes on.
  klv-build estimate --kwg dist/SCOWL80.kwg --boards 1024 --from 512.csv \\
      --shard 3/16 --sums 3.sums
      A share of the last stage alone, for one of several machines; `merge` adds them up.

Each stage has twice the boards of the one before, up to --boards, and plays them by its values. The
figures of a stage, by the number of tiles of a leave: `error` is the standard error in points,
`halves` the correlation of the values from even and odd boards, `change` the change from the stage
before in points. The result depends on the graph, the ruleset, --boards, --seed and --from alone.

Exit codes: 0 fine; 2 usage, input or I/O error.";

pub(crate) const MERGE_HELP: &str = "\
Examples:
  klv-build merge *.sums -o scowl80.klv2
      The table of a stage from the sums of all its shards, in any order.

Exit codes: 0 fine; 2 usage, input or I/O error.";

#[derive(Args)]
pub(crate) struct EstimateArgs {
    /// The word graph, with a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Boards of the last stage; with twice as many, errors are a third smaller
    #[arg(long, value_name = "B", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=MOST_BOARDS))]
    pub(crate) boards: u64,
    /// Equal seeds make equal tables
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Leave values to begin with: a leave file or table
    #[arg(long, value_name = "TABLE")]
    pub(crate) from: Option<PathBuf>,
    /// The leave file (.klv2, .klv) or table (.csv) to write, `-` for a table on the standard output
    #[arg(
        short,
        long,
        value_name = "OUT",
        required_unless_present = "shard",
        conflicts_with = "shard"
    )]
    pub(crate) output: Option<PathBuf>,
    /// Keep the state in this file; if it is there, go on from it
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Do only the I-th of N shares of the last stage; --from is then the table of the stage before
    #[arg(long, value_name = "I/N", requires = "sums")]
    pub(crate) shard: Option<Shard>,
    /// The file to write with the sums of a share
    #[arg(
        long,
        value_name = "FILE",
        requires = "shard",
        conflicts_with = "output"
    )]
    pub(crate) sums: Option<PathBuf>,
    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

#[derive(Args)]
pub(crate) struct MergeArgs {
    /// The sums of all shards of a stage
    #[arg(value_name = "SUMS", required = true)]
    pub(crate) sums: Vec<PathBuf>,
    /// The leave file (.klv2, .klv) or table (.csv) to write, `-` for a table on the standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// What is printed of an estimate.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// How to print the figures
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Print nothing but errors, and JSON if asked for
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
