//! The arguments of `kwg-dump words` and `kwg-dump judge`.

use crate::cli::args::files::{DefinitionArgs, FileArgs};
use crate::cli::args::format::{Format, WordFormat};
use crate::cli::args::range::read_limit;
use crate::cli::args::wanted::Conditions;
use crate::graph::WordOrder;
use clap::{Args, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

pub(crate) const WORDS_HELP: &str = "\
Examples:
  kwg-dump words dist/SCOWL80.kwg --pattern 'Q[^U]*'
      Q without U.
  kwg-dump words dist/SCOWL80.kwg --anagram 'RETINA?' --columns word,front,back
      What a rack with a blank spells, with hooks.
  kwg-dump words dist/SCOWL80.kwg --within QUIXOTE --length 4.. --sort points --limit 10
      The ten words with most points in a rack.
  kwg-dump words dist/SCOWL80.kwg --length 7 --rank 1..1000 --format csv --columns rank,alphagram,word
      A study list: the thousand most probable sevens.
  kwg-dump words new.kwg --not-in old.kwg --includes Q --length 7 --count
      The number of new sevens with a Q.
  kwg-dump words dist/SCOWL80.kwg --length 2 --definitions meanings.txt
      The twos, with what they mean.
  kwg-dump words dist/SCOWL80.kwg --anagram - --format json < racks.txt
      A rack on each line; an object for each, in the same order.

A word has to meet all conditions. One of --prefix, --suffix, --contains, --pattern, --anagram,
--within, --holding, --includes and --hooks may be -, which takes its text from each line of the
standard input. Tiles of several characters have their brackets in racks, sets and classes.
docs/queries.md has an example of each condition.

Columns: word, alphagram, length, points, rank (from 1, among the words of its length), front and
back (hooks), inner (front, back: which tile can go), anagrams (words of the same tiles, itself
included), index (its number, from 0), members (the .kwi files of --members that have it),
definition (the text of --definitions). --definitions adds that column if no columns are given.
JSON: an object on each line with these fields. With - an object for each line: asked, count, words.
CSV with -: a row for each line, asked,count,words; with --columns a row for each word, asked first.

Exit codes: 0 fine, also if there are no such words; 2 usage, input or I/O error.";

pub(crate) const JUDGE_HELP: &str = "\
Examples:
  kwg-dump judge dist/SCOWL80.kwg QI ZAS
      valid if all of them are words, else invalid.
  kwg-dump judge dist/SCOWL80.kwg QI QQ --which
      Also which of them are not.
  kwg-dump judge dist/SCOWL80.kwg QI ZAS --definitions meanings.txt
      Also what the words mean, if the play is valid.
  kwg-dump judge dist/SCOWL80.kwg < plays.txt
      A play on each line, with its words separated by spaces or commas; an answer for each.

The words of a play are judged together, as at a tournament. An empty play and an empty word are
invalid, and so is a word with letters that the ruleset lacks.
With --definitions a line follows for each word that has one. Those of an invalid play are shown
only with --which: they would tell which words are valid.
JSON: an object for each play: words, valid; with --which also invalid, the words that are not; with
--definitions also definitions, by word.

Exit codes: 0 all plays are valid; 1 some are not; 2 usage, input or I/O error.";

#[derive(Args)]
pub(crate) struct WordsArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: WordFormat,
    /// What to print of each word, with commas between [default: the word; in JSON also its length]
    #[arg(
        long,
        value_name = "COLUMN",
        value_enum,
        value_delimiter = ',',
        conflicts_with = "count"
    )]
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
    /// By length, then from the most probable ones on
    Probability,
    /// From those with the most points on
    Points,
    /// From the shortest ones on
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

/// What there is to print of a word.
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
    /// Which tile can go so that a word is left: front, back
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
