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

/// Builds leave value files (KLV2, KLV) from leave tables, with or without a recipe; estimates leave values
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
    /// Estimates the values of all leaves from a word graph
    #[command(after_help = help!("estimate"))]
    Estimate(Box<EstimateArgs>),
    /// Merges the sums of all shards of an estimate into one table
    #[command(after_help = help!("merge"))]
    Merge(MergeArgs),
}

/// The arguments that replace a recipe.
#[derive(Args)]
#[command(next_help_heading = "Without a recipe")]
#[group(id = "direct", multiple = true, requires_all = ["leaves", "output"])]
pub(crate) struct Direct {
    /// Leave table (CSV: leave,value), `-` for standard input
    #[arg(long, conflicts_with = "recipes", value_name = "FILE")]
    pub(crate) leaves: Option<PathBuf>,
    /// File to write, `-` for standard output
    #[arg(short, long, conflicts_with = "recipes", value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Built-in ruleset name, or path to a ruleset (.yaml) or letter distribution (.csv) [default: english]
    #[arg(long, conflicts_with = "recipes", value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Format of the values: f32 for KLV2, i16 for KLV
    #[arg(long, conflicts_with = "recipes", default_value = "f32", value_parser = one_of(ValueFormat::ALL, ValueFormat::name))]
    pub(crate) values: ValueFormat,
    /// Layout of the lists in the file's graph
    #[arg(long, conflicts_with = "recipes", default_value = "wolges", value_parser = one_of(Layout::ALL, Layout::name))]
    pub(crate) layout: Layout,
    /// Allow leaves with more of a tile than the bag holds
    #[arg(long, conflicts_with = "recipes")]
    pub(crate) beyond_bag: bool,
    /// Allow leaves with as many tiles as a full rack, or more
    #[arg(long, conflicts_with = "recipes")]
    pub(crate) beyond_rack: bool,
}

#[derive(Args)]
pub(crate) struct EstimateArgs {
    /// Word graph with a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// Built-in ruleset name, or path to a ruleset file [default: from the manifest beside the graph, else english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Number of boards in the last stage; doubling it reduces the error by about a third
    #[arg(long, value_name = "B", default_value = "128", value_parser = clap::value_parser!(u64).range(1..=MOST_BOARDS))]
    pub(crate) boards: u64,
    /// Random seed; equal seeds give equal tables
    #[arg(long, value_name = "S", default_value = "1")]
    pub(crate) seed: u64,
    /// Leave file or table to start from
    #[arg(long, value_name = "TABLE")]
    pub(crate) from: Option<PathBuf>,
    /// Leave file (.klv2, .klv) or table (.csv) to write, `-` for a table on standard output
    #[arg(short, long, value_name = "OUT")]
    #[arg(required_unless_present = "shard", conflicts_with = "shard")]
    pub(crate) output: Option<PathBuf>,
    /// Save the state to this file; if it exists, resume from it
    #[arg(long, value_name = "FILE")]
    pub(crate) journal: Option<PathBuf>,
    /// Compute only the I-th of N shards of the last stage; --from then names the table of the previous stage
    #[arg(long, value_name = "I/N", requires = "sums")]
    pub(crate) shard: Option<Shard>,
    /// File to write the sums of the shard to
    #[arg(long, value_name = "FILE")]
    #[arg(requires = "shard", conflicts_with = "output")]
    pub(crate) sums: Option<PathBuf>,
    /// Number of threads; does not affect the result [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

#[derive(Args)]
pub(crate) struct MergeArgs {
    /// Files with the sums of all shards of a stage
    #[arg(value_name = "SUMS", required = true)]
    pub(crate) sums: Vec<PathBuf>,
    /// Leave file (.klv2, .klv) or table (.csv) to write, `-` for a table on standard output
    #[arg(short, long, value_name = "OUT")]
    pub(crate) output: PathBuf,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// How the figures of an estimate are printed.
#[derive(Args)]
pub(crate) struct ReportArgs {
    /// Format of the figures
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print only errors, and the figures with --format json
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
