//! The arguments of `kwg-dump`.

use crate::cli::args::files::{DefinitionArgs, FileArgs, ReadingArgs};
use crate::cli::args::format::{DiffFormat, Format, LeaveOrder};
use crate::cli::args::grid::{GRID_HELP, GridArgs};
use crate::cli::args::wanted::Conditions;
use crate::cli::args::words::{JUDGE_HELP, JudgeArgs, WORDS_HELP, WordsArgs};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "kwg-dump";

const EXAMPLES: &str = "\
Examples:
  kwg-dump info dist/SCOWL80.kwg
      What kind of file it is, its nodes, words, tiles and identities.
  kwg-dump words dist/SCOWL80.kwg --pattern 'C?R*' --length 3..5
      The words that fit, sorted.
  kwg-dump words dist/SCOWL80.kwg --anagram 'RETINA?'
      What a rack with a blank spells.
  kwg-dump judge dist/SCOWL80.kwg QI ZAS
      Whether all words of a play are valid.
  kwg-dump diff old.kwg new.kwg --format markdown
      A release note of what changed.
  kwg-dump leaves SCOWL80.klv2 > leaves.csv
      The leave table, as klv-build takes it back.
  kwg-dump grid dist/SCOWL80.kwg 'AYEE/HHTG/HNAE/ATET'
      Every word that can be traced in a grid of letters.

Exit codes: 0 fine, or no differences; 1 there are differences; 2 usage, input or I/O error.";

const INFO_EXAMPLES: &str = "\
Examples:
  kwg-dump info theirs.kwg
      What it is, how many words it has, and whether every node of it is sound.
  kwg-dump info dist/SCOWL80.klv2 --format json
      The same of a leave file, for a program.";

const GADDAG_EXAMPLES: &str = "\
Examples:
  kwg-dump gaddag tiny.kwg
      CAR as C@AR, AC@R and RAC.";

const NODES_EXAMPLES: &str = "\
Examples:
  kwg-dump nodes tiny.kwg
      All nodes.
  kwg-dump nodes dist/SCOWL80.kwg --list 0
      The node of the root, whose arc is the first list.
  kwg-dump nodes dist/SCOWL80.kwg --from 1000 --count 16
      Some of many nodes.";

const LEAVES_EXAMPLES: &str = "\
Examples:
  kwg-dump leaves dist/SCOWL80.klv2 > leaves.csv
      The table, as klv-build takes it back.
  kwg-dump leaves dist/SCOWL80.klv2 --sort value --top 50
      The fifty best leaves.";

const DOT_EXAMPLES: &str = "\
Examples:
  kwg-dump dot tiny.kwg | dot -Tsvg > tiny.svg
      A small graph, drawn.
  kwg-dump dot dist/SCOWL80.kwg --prefix QUIZ
      What follows QUIZ in a large one.";

const DIFF_EXAMPLES: &str = "\
Examples:
  kwg-dump diff old.kwg new.kwg
      A line for each word that came (+) or went (-).
  kwg-dump diff old.kwg new.kwg --format markdown --titles 2025 2026 > CHANGES.md
      The same as a release note, from 2025 to 2026.
  kwg-dump diff old.kwg new.kwg --format html > changes.html
      The same as a page with search.
  kwg-dump diff dist/SCOWL80.kwg recipes/scowl80.yaml --stat
      Whether a file still has the words of its recipe; only the numbers.
  kwg-dump diff old.kwg new.kwg --includes Q --length 7
      Only the sevens with a Q.
  kwg-dump diff old.klv2 new.klv2 --tolerance 0.01
      Leaves whose values changed by more than a hundredth.

Exit codes: 0 no differences; 1 there are some; 2 usage, input or I/O error.";

/// Shows what is in word graphs and leave files (KWG, KAD, KBWG, KLV, KLV2), and what changed
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print nothing but results and errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Kind, layout, nodes, words, tiles, sums and identities of a file
    #[command(after_help = INFO_EXAMPLES)]
    Info {
        #[command(flatten)]
        input: FileArgs,
        /// How to print it
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// The words, or those that meet conditions
    #[command(after_help = WORDS_HELP)]
    Words(Box<WordsArgs>),
    /// Whether the words of plays are valid
    #[command(after_help = JUDGE_HELP)]
    Judge(JudgeArgs),
    /// The entries of the GADDAG, sorted, with @ where the direction changes
    #[command(after_help = GADDAG_EXAMPLES)]
    Gaddag {
        #[command(flatten)]
        input: FileArgs,
        /// How to print it: as lines of text, or as an object a line
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// The nodes: index, tile, label, flags (a accepts, e last of its list), arc
    #[command(after_help = NODES_EXAMPLES)]
    Nodes(NodesArgs),
    /// The leaves and their values, as klv-build takes them back
    #[command(after_help = LEAVES_EXAMPLES)]
    Leaves {
        #[command(flatten)]
        input: FileArgs,
        /// How to print it: as CSV, or as an object a line
        #[arg(long, value_enum, default_value_t)]
        format: Format,
        /// In which order
        #[arg(long, value_enum, default_value_t)]
        sort: LeaveOrder,
        /// Only the first N
        #[arg(long, value_name = "N")]
        top: Option<usize>,
    },
    /// A part of the graph, for Graphviz
    #[command(after_help = DOT_EXAMPLES)]
    Dot {
        #[command(flatten)]
        input: FileArgs,
        /// Only what follows these tiles
        #[arg(long, value_name = "TILES", default_value = "")]
        prefix: String,
        /// How many lists to draw at most
        #[arg(long, value_name = "N", default_value_t = 200)]
        limit: usize,
    },
    /// The words of letter grids, and puzzles in which words vanish
    #[command(after_help = GRID_HELP)]
    Grid(Box<GridArgs>),
    /// What changed from one file to another
    #[command(after_help = DIFF_EXAMPLES)]
    Diff(Box<DiffArgs>),
}

#[derive(Args)]
pub(crate) struct NodesArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// The first node
    #[arg(long, value_name = "NODE", default_value_t = 0)]
    pub(crate) from: u32,
    /// How many nodes at most
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u32>,
    /// Only the list that begins at this node
    #[arg(long, value_name = "NODE", conflicts_with_all = ["from", "count"])]
    pub(crate) list: Option<u32>,
    /// How to print it: as lines of text, or as an object a line
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct DiffArgs {
    /// The old side: a file of any kind, or a recipe (.yaml) for its words
    pub(crate) old: PathBuf,
    /// The new side
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Print only the numbers
    #[arg(long)]
    pub(crate) stat: bool,
    /// How to print it
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: DiffFormat,
    /// What a release note or page calls the two sides [default: the names of lexicons, or of files]
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    pub(crate) titles: Option<Vec<String>>,
    /// Leave values that differ by no more than this are the same
    #[arg(long, value_name = "VALUE", default_value_t = 0.0)]
    pub(crate) tolerance: f64,
    #[command(flatten)]
    pub(crate) texts: DefinitionArgs,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}
