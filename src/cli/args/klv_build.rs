//! The arguments of `klv-build`.

use crate::cli::args::shared::{Format, OutputArgs, RecipeArgs};
use crate::cli::args::values::{RulesetName, one_of};
use crate::estimate::{MOST_BOARDS, Shard};
use crate::graph::Layout;
use crate::lexicon::ValueFormat;
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "klv-build";

/// Builds leave value files (KLV2, KLV) from leave tables, by recipes or directly; estimates leave values
#[derive(Parser)]
#[command(
    name = PROGRAM,
    version,
    after_help = help!("klv-build"),
    override_usage = help!("klv-build-usage"),
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) recipes: RecipeArgs,
    #[command(flatten)]
    pub(crate) direct: Direct,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Estimates the values of all leaves for a word graph
    #[command(after_help = help!("estimate"))]
    Estimate(Box<EstimateArgs>),
    /// Makes a table from the sums of all shards of an estimate
    #[command(after_help = help!("merge"))]
    Merge(MergeArgs),
}

/// The arguments that replace a recipe.
#[derive(Args)]
#[command(next_help_heading = "Without a recipe")]
#[group(id = "direct", multiple = true, requires_all = ["leaves", "output"])]
pub(crate) struct Direct {
    /// A leave table (CSV: leave,value), `-` for the standard input
    #[arg(long, conflicts_with = "recipes", value_name = "FILE")]
    pub(crate) leaves: Option<PathBuf>,
    /// The file to write, `-` for the standard output
    #[arg(short, long, conflicts_with = "recipes", value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// A built-in ruleset's name, or a path to a ruleset (.yaml) or letter distribution (.csv) [default: english]
    #[arg(long, conflicts_with = "recipes", value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// How values are written: f32 makes KLV2, i16 makes KLV
    #[arg(long, conflicts_with = "recipes", default_value = "f32", value_parser = one_of(ValueFormat::ALL, ValueFormat::name))]
    pub(crate) values: ValueFormat,
    /// How the lists of its graph are laid out
    #[arg(long, conflicts_with = "recipes", default_value = "wolges", value_parser = one_of(Layout::ALL, Layout::name))]
    pub(crate) layout: Layout,
    /// Allow leaves with more of a tile than the bag has
    #[arg(long, conflicts_with = "recipes")]
    pub(crate) beyond_bag: bool,
    /// Allow leaves of as many tiles as a rack, or more
    #[arg(long, conflicts_with = "recipes")]
    pub(crate) beyond_rack: bool,
}

#[derive(Args)]
pub(crate) struct EstimateArgs {
    /// The word graph, with a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Boards of the last stage; twice as many make errors a third smaller
    #[arg(long, value_name = "B", default_value = "128", value_parser = clap::value_parser!(u64).range(1..=MOST_BOARDS))]
    pub(crate) boards: u64,
    /// Equal seeds make equal tables
    #[arg(long, value_name = "S", default_value = "1")]
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
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print nothing but errors, and JSON if asked for
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
