//! The arguments that name a file and say how to read it.

use crate::cli::args::choice::{RulesetName, one_of};
use crate::file::FileKind;
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
