//! The arguments of `kwg-dump`.

use crate::cli::args::shared::{
    DefinitionArgs, DiffFormat, FileArgs, Format, LeaveOrder, ReadingArgs, TableFormat,
};
use crate::cli::args::values::{explained, read_limit, read_page_name, read_seconds};
use crate::cli::args::wanted::{Conditions, Wanted};
use crate::graph::WordOrder;
use crate::grid::Goal;
use clap::{ArgGroup, Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "kwg-dump";

/// Shows what is in word graphs and leave files (KWG, KAD, KBWG, WMP, KLV, KLV2), and what changed
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = help!("kwg-dump"))]
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
    #[command(after_help = help!("info"))]
    Info {
        #[command(flatten)]
        input: FileArgs,
        /// How to print it
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// The words, or those that meet conditions
    #[command(after_help = help!("words"))]
    Words(Box<WordsArgs>),
    /// Whether the words of plays are valid
    #[command(after_help = help!("judge"))]
    Judge(JudgeArgs),
    /// The entries of the GADDAG, sorted, with @ where the direction changes
    #[command(after_help = help!("gaddag"))]
    Gaddag {
        #[command(flatten)]
        input: FileArgs,
        /// How to print it: as lines of text, or as one JSON object per line
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// The nodes: index, tile, label, flags (a accepts, e last of its list), arc
    #[command(after_help = help!("nodes"))]
    Nodes(NodesArgs),
    /// The leaves and their values, as klv-build takes them back
    #[command(after_help = help!("leaves"))]
    Leaves(LeavesArgs),
    /// A part of the graph, for Graphviz
    #[command(after_help = help!("dot"))]
    Dot {
        #[command(flatten)]
        input: FileArgs,
        /// Only what follows these tiles
        #[arg(long, value_name = "TILES", default_value = "")]
        prefix: String,
        /// How many lists to draw at most
        #[arg(long, value_name = "N", default_value = "200")]
        limit: usize,
    },
    /// The words of letter grids, and puzzles in which words vanish
    #[command(after_help = help!("grid"))]
    Grid(Box<GridArgs>),
    /// What changed from one file to another
    #[command(after_help = help!("diff"))]
    Diff(Box<DiffArgs>),
}

#[derive(Args)]
pub(crate) struct LeavesArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// Leaves to look up, their tiles in any order [default: all]
    #[arg(value_name = "LEAVE", conflicts_with_all = ["sort", "top"])]
    pub(crate) leaves: Vec<String>,
    /// How to print it: as CSV, or as one JSON object per line
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// In which order
    #[arg(long, value_enum, default_value = "leave")]
    pub(crate) sort: LeaveOrder,
    /// Only the first N
    #[arg(long, value_name = "N")]
    pub(crate) top: Option<usize>,
}

#[derive(Args)]
pub(crate) struct NodesArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// The first node
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub(crate) from: u32,
    /// How many nodes at most
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u32>,
    /// Only the list that starts at this node
    #[arg(long, value_name = "NODE", conflicts_with_all = ["from", "count"])]
    pub(crate) list: Option<u32>,
    /// How to print it: as lines of text, or as one JSON object per line
    #[arg(long, value_enum, default_value = "text")]
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
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DiffFormat,
    /// What a release note or page calls the two sides [default: the names of lexicons, or of files]
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    pub(crate) titles: Option<Vec<String>>,
    /// Leave values that differ by no more than this are the same
    #[arg(long, value_name = "VALUE", default_value = "0")]
    pub(crate) tolerance: f64,
    #[command(flatten)]
    pub(crate) texts: DefinitionArgs,
    #[command(flatten)]
    pub(crate) conditions: Conditions,
}

#[derive(Args)]
pub(crate) struct WordsArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TableFormat,
    /// What to print of each word, with commas between [default: the word; in JSON also its length]
    #[arg(long, value_name = "COLUMN", value_enum)]
    #[arg(value_delimiter = ',', conflicts_with = "count")]
    pub(crate) columns: Vec<Column>,
    /// In which order
    #[arg(long, value_parser = explained(ORDERS), default_value = "word", conflicts_with = "count")]
    pub(crate) sort: WordOrder,
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
    /// The words of one play, with spaces or commas between; without any, a play on each line of the standard input
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Say which words are not valid
    #[arg(long)]
    pub(crate) which: bool,
    #[command(flatten)]
    pub(crate) texts: DefinitionArgs,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

/// The orders of words.
const ORDERS: [(WordOrder, &str, &str); 4] = [
    (WordOrder::Word, "word", "By their tiles"),
    (
        WordOrder::Probability,
        "probability",
        "By length, then the most probable first",
    ),
    (WordOrder::Points, "points", "The most points first"),
    (WordOrder::Length, "length", "The shortest first"),
];

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

/// How words score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PointsArg {
    /// By length: 3 and 4 tiles 1, 5: 2, 6: 3, 7: 5, more: 11
    Boggle,
    /// The points of the tiles; a blank has none
    Ruleset,
    /// By length, as --bonus says
    Bonus,
}

/// Which sequences of words count.
const GOALS: [(Goal, &str, &str); 2] = [
    (Goal::Points, "points", "All: the one with the most points"),
    (Goal::Clear, "clear", "Those that use up every letter"),
];

#[derive(Args)]
#[command(group = ArgGroup::new("task").args(["solve", "make"]))]
pub(crate) struct GridArgs {
    /// The file with the words; --make alone needs none
    #[arg(required_unless_present = "make")]
    pub(crate) file: Option<PathBuf>,
    /// Grids, or files with grids; `-`, or none, for the standard input
    #[arg(value_name = "GRID")]
    pub(crate) grids: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// The shortest word
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) min_length: u16,
    /// Print every path of a word, not only one
    #[arg(long, conflicts_with_all = ["task", "count"])]
    pub(crate) paths: bool,
    /// Print only the number of words
    #[arg(long, conflicts_with = "task")]
    pub(crate) count: bool,
    /// How words score
    #[arg(long, value_enum, default_value = "boggle", conflicts_with = "task")]
    pub(crate) points: PointsArg,
    /// Draw the grid with the longest word, or before each word of a solution [default: on a terminal]
    #[arg(long)]
    pub(crate) picture: bool,
    /// Write a page (HTML, one file) with the grids and their words drawn
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name, conflicts_with = "count")]
    pub(crate) report: Option<PathBuf>,
    /// How to print it
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) puzzle: PuzzleArgs,
    #[command(flatten)]
    pub(crate) make: MakeArgs,
    #[command(flatten)]
    pub(crate) wanted: Wanted,
}

/// The rules of a puzzle, and the limits of its search.
#[derive(Args)]
#[command(next_help_heading = "Puzzles")]
pub(crate) struct PuzzleArgs {
    /// Find the best sequence of words, where the letters of a played word vanish
    #[arg(long)]
    pub(crate) solve: bool,
    /// Which sequences count
    #[arg(long, value_parser = explained(GOALS), default_value = "points")]
    pub(crate) goal: Goal,
    /// Letters fall, and empty columns close; this is the default
    #[arg(long, conflicts_with = "still")]
    pub(crate) fall: bool,
    /// Letters stay where they are
    #[arg(long)]
    pub(crate) still: bool,
    /// The points of words of 1, 2, 3 … tiles; longer ones can't be played
    #[arg(long, value_name = "P,P,…")]
    #[arg(default_value = "0,0,0,1,3,5,8,10,12,14,15,16")]
    pub(crate) bonus: String,
    /// Points lost for each letter left
    #[arg(long, value_name = "P", default_value = "0")]
    pub(crate) left: u32,
    /// Points for an empty grid
    #[arg(long, value_name = "P", default_value = "0")]
    pub(crate) empty: u32,
    /// Give up after this number of seconds [default: only --states ends the search]
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    pub(crate) seconds: Option<f64>,
    /// Give up after this number of states
    #[arg(long, value_name = "N", default_value = "20000000")]
    pub(crate) states: u64,
    /// Megabytes for the table of states
    #[arg(long, value_name = "MB", default_value = "512", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,
    /// Number of threads [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// The conditions on a grid that is made.
#[derive(Args)]
#[command(next_help_heading = "Making grids")]
pub(crate) struct MakeArgs {
    /// Make a grid from the letters of the ruleset's bag
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = read_size, conflicts_with = "grids")]
    pub(crate) make: Option<(usize, usize)>,
    /// Equal seeds make equal grids
    #[arg(long, value_name = "S", default_value = "0", requires = "make")]
    pub(crate) seed: u64,
    /// Only a grid with this number of words or more
    #[arg(long, value_name = "N", default_value = "0")]
    #[arg(requires = "make", requires = "file")]
    pub(crate) words_at_least: u64,
    /// Only a grid that can be cleared, with a solution
    #[arg(long, requires = "make", requires = "file")]
    pub(crate) clearable: bool,
}

/// Reads `6x6`.
fn read_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    sides.ok_or_else(|| format!("expected ROWSxCOLUMNS such as 6x6, found `{text}`"))
}
