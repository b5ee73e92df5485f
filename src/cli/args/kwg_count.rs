//! The arguments of `kwg-count`.

use crate::cli::args::shared::{FileArgs, Format, ReadingArgs, TableFormat};
use crate::cli::args::usage::refuse_usage;
use crate::cli::args::wanted::Conditions;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "kwg-count";

/// Stands for the standard input or output in place of a file.
pub(crate) const DASH: &str = "-";

/// Counts and numbers the words of graphs and the leaves of leave files (KWG, KAD, KBWG, KLV, KLV2)
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = help!("kwg-count"))]
#[command(subcommand_negates_reqs = true, subcommand_precedence_over_arg = true)]
#[command(override_usage = help!("kwg-count-usage"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Files whose words are counted, `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Format of the counts [default: text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<TableFormat>,
    /// Print only results and errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

impl Arguments {
    /// Refuses a file or options in front of a command, which has its own: they would be
    /// ignored.
    pub(crate) fn check(&self) {
        let Arguments { files, reading, .. } = self;
        let options = reading.ruleset.is_some()
            || reading.kind.is_some()
            || self.format.is_some()
            || !self.conditions.is_empty();
        if self.command.is_some() && (!files.is_empty() || options) {
            let message = "expected FILE and the options after the command, \
                           found one of them in front of it";
            let fault = clap::error::ErrorKind::ArgumentConflict;
            refuse_usage(PROGRAM, &Arguments::command().error(fault, message));
        }
    }
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Looks up the numbers of words
    #[command(after_help = help!("index"))]
    Index {
        #[command(flatten)]
        source: Source,
        /// Words to look up [default: the lines of standard input]
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// Looks up words by number
    #[command(after_help = help!("word"))]
    Word {
        #[command(flatten)]
        source: Source,
        /// Numbers to look up, from 0 [default: the lines of standard input]
        #[arg(value_name = "INDEX")]
        indices: Vec<String>,
    },
    /// Lists all words with their numbers, or writes a count or rank file
    #[command(after_help = help!("map"))]
    Map(Box<MapArgs>),
}

/// Where words and numbers are looked up.
#[derive(Args)]
pub(crate) struct Source {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// Count file (.kwc) of the same graph; any other is refused
    #[arg(long, value_name = "KWC")]
    pub(crate) counts: Option<PathBuf>,
    /// Show whether words belong to the lexicon of this member file (.kwi); may be given more than once
    #[arg(long, value_name = "KWI")]
    pub(crate) members: Vec<PathBuf>,
    /// Format of the answers
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct MapArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// File to write, `-` for standard output
    #[arg(short, long, value_name = "OUT", default_value = DASH)]
    pub(crate) output: PathBuf,
    /// What to write
    #[arg(long, value_name = "FORM", value_enum, default_value = "csv")]
    pub(crate) to: MapForm,
    /// Order of the words [default: index, or probability with --to kwp]
    #[arg(long, value_enum)]
    pub(crate) order: Option<MapOrder>,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

/// What a mapping is written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapForm {
    /// Table with comma-separated columns
    Csv,
    /// Word counts of the graph's nodes
    Kwc,
    /// Probability ranks of the words
    Kwp,
}

/// The order of a mapping.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapOrder {
    /// By number, that is, in sorted order
    Index,
    /// By length, then most probable first
    Probability,
}
