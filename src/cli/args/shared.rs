//! The arguments that several programs share: the file to read, how to read it, what to
//! build, and the formats of results.

use crate::cli::args::values::{RulesetName, one_of};
use crate::file::FileKind;
use clap::ValueEnum;
use std::path::PathBuf;

/// The file to look at.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct FileArgs {
    /// File to read, `-` for standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The files with definitions.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct DefinitionArgs {
    /// Show definitions from a .defs.tsv file, or from a word list with text after each word; may be
    /// given more than once
    #[arg(long, value_name = "LIST")]
    pub(crate) definitions: Vec<PathBuf>,
}

/// How to read files.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct ReadingArgs {
    /// Built-in ruleset name, or path to a ruleset file [default: from the manifest beside the file, else english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Read the file as this kind instead of detecting the kind from its content
    #[arg(long = "as", value_name = "KIND", value_parser = one_of(FileKind::OPENED, FileKind::name))]
    pub(crate) kind: Option<FileKind>,
}

/// The formats of most results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// Plain text
    Text,
    /// JSON, for scripts
    Json,
}

/// The formats of words, counts and grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// Plain text
    #[default]
    Text,
    /// JSON, for scripts
    Json,
    /// Comma-separated columns
    Csv,
}

/// The formats of moves and scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MoveFormat {
    /// Plain text
    Text,
    /// JSON, for scripts
    Json,
    /// Tab-separated columns, for scripts
    Tsv,
}

/// The formats of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// One line per difference: `+` added, `-` removed, `~` changed
    Text,
    /// JSON, for scripts
    Json,
    /// A release note
    Markdown,
    /// One row per difference, with comma-separated columns
    Csv,
    /// A self-contained page with search
    Html,
}

/// The orders of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeaveOrder {
    /// By tiles, as in the file
    Leave,
    /// Highest value first
    Value,
    /// Lowest value first
    Worst,
}

/// The arguments about recipes. Each program has a group `direct` of arguments that
/// replace a recipe.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With recipes")]
#[group(skip)]
pub(crate) struct RecipeArgs {
    /// Recipes to build: YAML files that define which files to build from which sources
    #[arg(value_name = "RECIPE", help_heading = None)]
    #[arg(required_unless_present = "direct")]
    pub(crate) recipes: Vec<PathBuf>,
    /// Directory to write the artifacts to
    #[arg(long, value_name = "DIR", default_value = "dist")]
    #[arg(conflicts_with = "output")]
    pub(crate) out_dir: PathBuf,
    /// Fail if an artifact differs from the recipe's lock
    #[arg(long, conflicts_with_all = ["update_lock", "output"])]
    pub(crate) locked: bool,
    /// Update the recipe's lock to the artifacts built
    #[arg(long, conflicts_with = "output")]
    pub(crate) update_lock: bool,
    /// Rebuild artifacts that are up to date
    #[arg(long, conflicts_with = "output")]
    pub(crate) force: bool,
}

/// The arguments of every build.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct OutputArgs {
    /// Number of threads; does not affect the result [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Format of the build report; only with recipes
    #[arg(long, value_enum, default_value = "text", conflicts_with = "output")]
    pub(crate) format: Format,
    /// Print only errors, and the report with --format json
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
