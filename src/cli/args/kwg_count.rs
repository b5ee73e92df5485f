//! The arguments of `kwg-count`.

use crate::cli::args::files::{FileArgs, ReadingArgs};
use crate::cli::args::format::{CountFormat, Format};
use crate::cli::args::usage::refuse_usage;
use crate::cli::args::wanted::Conditions;
use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "kwg-count";

/// The standard input or output in place of a file.
pub(crate) const DASH: &str = "-";

const USAGE: &str = "\
kwg-count [OPTIONS] <FILE>...
       kwg-count [--quiet] <COMMAND>";

const EXAMPLES: &str = "\
Examples:
  kwg-count dist/SCOWL80.kwg
      How many words there are: in all, by length, by first tile.
  kwg-count old.kwg new.kwg
      The totals of two files side by side, by length.
  kwg-count dist/SCOWL80.kwg --includes Q --length 7
      How many sevens have a Q.
  kwg-count index dist/SCOWL80.kwg ZEBRA QI
      The numbers of two words.
  kwg-count word dist/SCOWL80.kwg < numbers.txt
      The words of many numbers.
  kwg-count index dist/SCOWL80.kwg --members dist/CORE.kwi < words.txt
      The numbers of many words, and whether they are in CORE.
  kwg-count map dist/SCOWL80.kwg --order probability > study.csv
      All words of each length, those first that are drawn in most ways.

A word's number is its rank in sorted order, from 0. The leaves of a leave file are counted and
numbered as words are. A file called index, word or map is written ./index, ./word or ./map.

CSV columns: by (all, length or first_tile), value (the length or tile), count. Of several files:
by (all or length), value, and a column for each file. JSON of several files: an array.

Exit codes: 0 fine; 1 a word or number is unknown; 2 usage, input or I/O error.";

const INDEX_HELP: &str = "\
Examples:
  kwg-count index dist/SCOWL80.kwg ZEBRA QI
      The numbers of two words.
  kwg-count index dist/SCOWL80.kwg --members dist/CORE.kwi < words.txt
      Those of many, and whether they are in CORE.

A line for each word: its number, or - if it is unknown. With --members a tab follows, and the names
of the member files that have the word (without .kwi), with commas between them, or - for none.
JSON: an array of {word, index}, with --members also lexica; index is null if the word is unknown.";

const WORD_HELP: &str = "\
Examples:
  kwg-count word dist/SCOWL80.kwg 12345
      The word of a number.
  kwg-count word dist/SCOWL80.kwg --counts dist/SCOWL80.kwc < numbers.txt
      Those of many numbers, with counts that were made before.

A line for each number: its word, or - if there are fewer words. With --members a tab follows, and
the names of the member files that have the word (without .kwi), with commas between them, or - for
none. JSON: an array of {word, index}, with --members also lexica; word is null if there are
fewer words.";

const MAP_HELP: &str = "\
Examples:
  kwg-count map dist/SCOWL80.kwg > numbers.csv
      All words with their numbers.
  kwg-count map dist/SCOWL80.kwg --order probability > study.csv
      All words of each length, those first that are drawn in most ways.
  kwg-count map dist/SCOWL80.kwg --order probability --length 7 --rank 1..1000 > sevens.csv
      The thousand most probable sevens.
  kwg-count map dist/SCOWL80.kwg --to kwc -o SCOWL80.kwc
      The counts that make looking up fast.

CSV columns, by --order:
  index        index,word: the number of each word, and the word
  probability  index,word,length,rank,ways: also its tiles, its rank among the words of this length
               from 1 on, and the number of ways to draw it from the full bag, blanks counted; words
               with the same ways are ranked by alphagram, then word
Rows are in this order, for probability by length first. The other forms are of little-endian u32:
  kwc          for each node of the graph how many words there are from it on in its list
  kwp          for each number the rank of its word, as in the CSV";

/// Counts the words of graphs and leave files (KWG, KAD, KBWG, KLV, KLV2), and numbers them
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = EXAMPLES)]
#[command(subcommand_negates_reqs = true, subcommand_precedence_over_arg = true)]
#[command(override_usage = USAGE)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// The files whose words are counted, `-` for the standard input
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// How to print the counts [default: text]
    #[arg(long, value_enum)]
    pub(crate) format: Option<CountFormat>,
    /// Print nothing but results and errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

impl Arguments {
    /// A command has a file and options of its own; those in front of it would
    /// be for nothing.
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
    /// The numbers of words
    #[command(after_help = INDEX_HELP)]
    Index {
        #[command(flatten)]
        source: Source,
        /// The words; without any, the lines of the standard input
        #[arg(value_name = "WORD")]
        words: Vec<String>,
    },
    /// The words of numbers
    #[command(after_help = WORD_HELP)]
    Word {
        #[command(flatten)]
        source: Source,
        /// The numbers, from 0 on; without any, the lines of the standard input
        #[arg(value_name = "INDEX")]
        indices: Vec<String>,
    },
    /// All words and their numbers
    #[command(after_help = MAP_HELP)]
    Map(Box<MapArgs>),
}

/// Where words and numbers are looked up.
#[derive(Args)]
pub(crate) struct Source {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// The file's counts (.kwc); those of another graph are refused
    #[arg(long, value_name = "KWC")]
    pub(crate) counts: Option<PathBuf>,
    /// Show if words are in the lexicon of a member file (.kwi); may be given more than once
    #[arg(long, value_name = "KWI")]
    pub(crate) members: Vec<PathBuf>,
    /// How to print the answers
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct MapArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// The file to write, `-` for the standard output
    #[arg(short, long, value_name = "OUT", default_value = DASH)]
    pub(crate) output: PathBuf,
    /// What to write
    #[arg(long, value_name = "FORM", value_enum, default_value_t)]
    pub(crate) to: MapForm,
    /// The order of the words [default: index, but probability for kwp]
    #[arg(long, value_enum)]
    pub(crate) order: Option<MapOrder>,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

/// What a mapping is written as.
#[derive(Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapForm {
    /// A table
    #[default]
    Csv,
    /// The counts of the nodes
    Kwc,
    /// The ranks by probability
    Kwp,
}

/// The order of a mapping.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MapOrder {
    /// By number, which is sorted order
    Index,
    /// By length, then from the words that are drawn in most ways on
    Probability,
}
