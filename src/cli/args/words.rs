//! The arguments of `kwg-dump words` and `kwg-dump judge`.

use crate::cli::args::files::{DefinitionArgs, FileArgs};
use crate::cli::args::format::{Format, TableFormat};
use crate::cli::args::range::read_limit;
use crate::cli::args::wanted::Conditions;
use crate::graph::WordOrder;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

#[derive(Args)]
pub(crate) struct WordsArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: TableFormat,
    /// What to print of each word, with commas between [default: the word; in JSON also its length]
    #[arg(long, value_name = "COLUMN", value_enum)]
    #[arg(value_delimiter = ',', conflicts_with = "count")]
    pub(crate) columns: Vec<Column>,
    /// In which order
    #[arg(long, value_enum, default_value_t, conflicts_with = "count")]
    pub(crate) sort: SortArg,
    /// Only the first N
    #[arg(long, value_name = "N", value_parser = read_limit, conflicts_with = "count")]
    pub(crate) limit: Option<NonZeroUsize>,
    /// Print only the number of words
    #[arg(long)]
    pub(crate) count: bool,
    /// A member file (.kwi) for the column members; may be given more than once
    #[arg(long, value_name = "KWI")]
    pub(crate) members: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) texts: DefinitionArgs,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

#[derive(Args)]
pub(crate) struct JudgeArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// The words of one play; without any, a play on each line of the standard input
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Say which words are not valid
    #[arg(long)]
    pub(crate) which: bool,
    #[command(flatten)]
    pub(crate) texts: DefinitionArgs,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

/// The orders of words.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum SortArg {
    /// By their tiles
    #[default]
    Word,
    /// By length, then the most probable first
    Probability,
    /// The most points first
    Points,
    /// The shortest first
    Length,
}

impl From<SortArg> for WordOrder {
    fn from(sort: SortArg) -> WordOrder {
        match sort {
            SortArg::Word => WordOrder::Word,
            SortArg::Probability => WordOrder::Probability,
            SortArg::Points => WordOrder::Points,
            SortArg::Length => WordOrder::Length,
        }
    }
}

/// A column: what is printed of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Column {
    /// The word
    Word,
    /// Its tiles in order
    Alphagram,
    /// The number of its tiles
    Length,
    /// The points of its tiles
    Points,
    /// Its rank by probability among the words of its length
    Rank,
    /// Its front hooks
    Front,
    /// Its back hooks
    Back,
    /// Which tile can be removed to leave a word: front, back
    Inner,
    /// The number of words with the same tiles, itself included
    Anagrams,
    /// Its number, from 0
    Index,
    /// The member files that have it
    Members,
    /// What it means
    Definition,
}
