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
    /// The file, `-` for the standard input
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
}

/// The files with definitions.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct DefinitionArgs {
    /// Show definitions, from a .defs.tsv or a word list with text after each word; may be given
    /// more than once
    #[arg(long, value_name = "LIST")]
    pub(crate) definitions: Vec<PathBuf>,
}

/// How to read files.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct ReadingArgs {
    /// A built-in ruleset's name, or a path [default: as a manifest beside the file says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Read the file as this kind, whatever its bytes look like
    #[arg(long = "as", value_name = "KIND", value_parser = one_of(FileKind::OPENED, FileKind::name))]
    pub(crate) kind: Option<FileKind>,
}

/// The formats of most results.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For a person.
    Text,
    /// For a program.
    Json,
}

/// The formats of words, counts and grids.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    /// For a person
    #[default]
    Text,
    /// For a program
    Json,
    /// Rows with commas between columns
    Csv,
}

/// The formats of moves and scores.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum MoveFormat {
    /// For a person
    Text,
    /// For a program
    Json,
    /// For a program: columns separated by tabs
    Tsv,
}

/// The formats of differences.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum DiffFormat {
    /// A line for each difference: `+` added, `-` removed, `~` changed
    Text,
    /// For a program
    Json,
    /// A release note
    Markdown,
    /// A row for each difference
    Csv,
    /// A page with search, in one file
    Html,
}

/// The orders of leaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum LeaveOrder {
    /// As in the file: by tiles
    Leave,
    /// The largest value first
    Value,
    /// The smallest value first
    Worst,
}

/// The arguments about recipes. Each program has a group `direct` of arguments that
/// replace a recipe.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "With recipes")]
#[group(skip)]
pub(crate) struct RecipeArgs {
    /// Recipes to build: YAML files that say which files are made from which sources
    #[arg(value_name = "RECIPE", help_heading = None)]
    #[arg(required_unless_present = "direct")]
    pub(crate) recipes: Vec<PathBuf>,
    /// Where the artifacts of recipes go
    #[arg(long, value_name = "DIR", default_value = "dist")]
    #[arg(conflicts_with = "output")]
    pub(crate) out_dir: PathBuf,
    /// Fail if an artifact differs from the recipe's lock
    #[arg(long, conflicts_with_all = ["update_lock", "output"])]
    pub(crate) locked: bool,
    /// Rewrite the recipe's lock
    #[arg(long, conflicts_with = "output")]
    pub(crate) update_lock: bool,
    /// Build even what is up to date
    #[arg(long, conflicts_with = "output")]
    pub(crate) force: bool,
}

/// The arguments of every build.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct OutputArgs {
    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// How to print what was made; only with recipes
    #[arg(long, value_enum, default_value = "text", conflicts_with = "output")]
    pub(crate) format: Format,
    /// Print nothing but errors, and JSON if asked for
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
