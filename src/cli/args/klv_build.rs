//! The arguments of `klv-build`.

use crate::cli::args::build::{OutputArgs, RecipeArgs};
use crate::cli::args::choice::{RulesetName, one_of};
use crate::cli::args::estimate::{EstimateArgs, MergeArgs};
use crate::graph::Layout;
use crate::lexicon::ValueFormat;
use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "klv-build";

const USAGE: &str = "\
klv-build [OPTIONS] <RECIPE>...
       klv-build [OPTIONS] --leaves <FILE> --output <OUT>
       klv-build <COMMAND>";

/// Builds leave value files (KLV2, KLV) from leave tables, by recipes or directly; estimates leave values
#[derive(Parser)]
#[command(
    name = PROGRAM,
    version,
    after_help = help!("klv-build"),
    override_usage = USAGE,
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
#[derive(clap::Args)]
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
