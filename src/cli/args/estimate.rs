//! The arguments of `klv-build estimate` and `klv-build merge`.

use crate::cli::args::choice::RulesetName;
use crate::cli::args::format::Format;
use crate::estimate::{MOST_BOARDS, Shard};
use clap::Args;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct EstimateArgs {
    /// The word graph, with a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Boards of the last stage; twice as many make errors a third smaller
    #[arg(long, value_name = "B", default_value_t = 128, value_parser = clap::value_parser!(u64).range(1..=MOST_BOARDS))]
    pub(crate) boards: u64,
    /// Equal seeds make equal tables
    #[arg(long, value_name = "S", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Leave values to start from: a leave file or table
    #[arg(long, value_name = "TABLE")]
    pub(crate) from: Option<PathBuf>,
    /// The leave file (.klv2, .klv) or table (.csv) to write, `-` for a table on the standard output
    #[arg(short, long, value_name = "OUT")]
    #[arg(required_unless_present = "shard", conflicts_with = "shard")]
    pub(crate) output: Option<PathBuf>,
    /// Keep the state in this file; if it exists, continue from it
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Do only the I-th of N shares of the last stage; --from is then the table of the stage before
    #[arg(long, value_name = "I/N", requires = "sums")]
    pub(crate) shard: Option<Shard>,
    /// The file to write with the sums of a share
    #[arg(long, value_name = "FILE")]
    #[arg(requires = "shard", conflicts_with = "output")]
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

/// How the figures of an estimate are printed.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// How to print the figures
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Print nothing but errors, and JSON if asked for
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
