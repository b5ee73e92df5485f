//! The arguments that `kwg-build` and `klv-build` share.

use crate::cli::args::shared::Format;
use std::path::PathBuf;

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
    #[arg(long, value_enum, default_value_t, conflicts_with = "output")]
    pub(crate) format: Format,
    /// Print nothing but errors, and JSON if asked for
    #[arg(short, long)]
    pub(crate) quiet: bool,
}
