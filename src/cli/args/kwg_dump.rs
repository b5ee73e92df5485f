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

/// Shows the content of word graphs and leave files (KWG, KAD, KBWG, WMP, KLV, KLV2), and what changed between two of them
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = help!("kwg-dump"))]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Print only results and errors
    #[arg(short, long, global = true)]
    pub(crate) quiet: bool,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Shows the kind, checksum, layout, nodes, words, tiles and identities of a file
    #[command(after_help = help!("info"))]
    Info {
        #[command(flatten)]
        input: FileArgs,
        /// Output format
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Lists all words, or those that meet conditions
    #[command(after_help = help!("words"))]
    Words(Box<WordsArgs>),
    /// Judges whether all words of a play are valid
    #[command(after_help = help!("judge"))]
    Judge(JudgeArgs),
    /// Lists the entries of the GADDAG, sorted, with @ where the direction changes
    #[command(after_help = help!("gaddag"))]
    Gaddag {
        #[command(flatten)]
        input: FileArgs,
        /// Output format: lines of text, or one JSON object per line
        #[arg(long, value_enum, default_value = "text")]
        format: Format,
    },
    /// Lists the nodes: index, tile, label, flags (a accepts, e ends its list), arc
    #[command(after_help = help!("nodes"))]
    Nodes(NodesArgs),
    /// Lists the leaves and their values, in the form that klv-build reads
    #[command(after_help = help!("leaves"))]
    Leaves(LeavesArgs),
    /// Draws part of the graph, for Graphviz
    #[command(after_help = help!("dot"))]
    Dot {
        #[command(flatten)]
        input: FileArgs,
        /// Draw only what follows these tiles
        #[arg(long, value_name = "TILES", default_value = "")]
        prefix: String,
        /// Maximum number of lists to draw
        #[arg(long, value_name = "N", default_value = "200")]
        limit: usize,
    },
    /// Finds the words of letter grids; solves and makes puzzles in which played words vanish
    #[command(after_help = help!("grid"))]
    Grid(Box<GridArgs>),
    /// Shows what changed from one file to another
    #[command(after_help = help!("diff"))]
    Diff(Box<DiffArgs>),
}

#[derive(Args)]
pub(crate) struct LeavesArgs {
    #[command(flatten)]
    pub(crate) input: FileArgs,
    /// Leaves to look up, with their tiles in any order [default: all]
    #[arg(value_name = "LEAVE", conflicts_with_all = ["sort", "top"])]
    pub(crate) leaves: Vec<String>,
    /// Output format: text is CSV, json is one object per line
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
    /// First node to list
    #[arg(long, value_name = "NODE", default_value = "0")]
    pub(crate) from: u32,
    /// Maximum number of nodes to list [default: all]
    #[arg(long, value_name = "N")]
    pub(crate) count: Option<u32>,
    /// List only the nodes of the list that starts at this node
    #[arg(long, value_name = "NODE", conflicts_with_all = ["from", "count"])]
    pub(crate) list: Option<u32>,
    /// Output format: lines of text, or one JSON object per line
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

#[derive(Args)]
pub(crate) struct DiffArgs {
    /// Old side: a file of any kind, or a recipe (.yaml), which stands for its words
    pub(crate) old: PathBuf,
    /// New side, in the same form
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Print only the statistics
    #[arg(long)]
    pub(crate) stat: bool,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: DiffFormat,
    /// Titles of the two sides in a release note or page [default: the names of the lexicons, else of the files]
    #[arg(long, num_args = 2, value_names = ["OLD", "NEW"])]
    pub(crate) titles: Option<Vec<String>>,
    /// Treat leave values that differ by no more than this as equal
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
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: TableFormat,
    /// Columns to print, separated by commas [default: word; in JSON also length]
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
    /// Member file (.kwi) for the column members; may be given more than once
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
    /// Words of one play, separated by spaces or commas [default: one play per line of standard input]
    #[arg(value_name = "WORD")]
    pub(crate) words: Vec<String>,
    /// Also show which words are invalid
    #[arg(long)]
    pub(crate) which: bool,
    #[command(flatten)]
    pub(crate) texts: DefinitionArgs,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
}

/// The orders of words.
const ORDERS: [(WordOrder, &str, &str); 4] = [
    (WordOrder::Word, "word", "By tiles"),
    (
        WordOrder::Probability,
        "probability",
        "By length, then most probable first",
    ),
    (WordOrder::Points, "points", "Most points first"),
    (WordOrder::Length, "length", "Shortest first"),
];

/// A column: what is printed of a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Column {
    /// The word
    Word,
    /// Its tiles in sorted order
    Alphagram,
    /// Its number of tiles
    Length,
    /// The total points of its tiles
    Points,
    /// Its rank by probability among the words of its length
    Rank,
    /// Its front hooks
    Front,
    /// Its back hooks
    Back,
    /// Which end tile can be removed to leave a word: front, back
    Inner,
    /// The number of words with the same tiles, including itself
    Anagrams,
    /// Its number, from 0
    Index,
    /// The member files that contain it
    Members,
    /// Its definition
    Definition,
}

/// How words score.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum PointsArg {
    /// By length: 1 for 3 or 4 tiles, 2 for 5, 3 for 6, 5 for 7, 11 for more
    Boggle,
    /// By the points of the tiles; a blank scores 0
    Ruleset,
    /// By length, from the table of --bonus
    Bonus,
}

/// Which sequences of words count.
const GOALS: [(Goal, &str, &str); 2] = [
    (
        Goal::Points,
        "points",
        "Most points, whatever letters are left",
    ),
    (Goal::Clear, "clear", "Most points with every letter used"),
];

#[derive(Args)]
#[command(group = ArgGroup::new("task").args(["solve", "make"]))]
pub(crate) struct GridArgs {
    /// File with the words; not needed with --make alone
    #[arg(required_unless_present = "make")]
    pub(crate) file: Option<PathBuf>,
    /// Grids, or files of grids; `-` or none for standard input
    #[arg(value_name = "GRID")]
    pub(crate) grids: Vec<String>,
    #[command(flatten)]
    pub(crate) reading: ReadingArgs,
    /// Minimum word length in tiles
    #[arg(long, value_name = "N", default_value = "2", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) min_length: u16,
    /// Print every path of a word instead of only one
    #[arg(long, conflicts_with_all = ["task", "count"])]
    pub(crate) paths: bool,
    /// Print only the number of words
    #[arg(long, conflicts_with = "task")]
    pub(crate) count: bool,
    /// How to score words
    #[arg(long, value_enum, default_value = "boggle", conflicts_with = "task")]
    pub(crate) points: PointsArg,
    /// Draw the grid with its longest word, or before each word of a solution [default: only on a terminal]
    #[arg(long)]
    pub(crate) picture: bool,
    /// Write a self-contained HTML page with the grids and their words drawn
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name, conflicts_with = "count")]
    pub(crate) report: Option<PathBuf>,
    /// Output format
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
    /// Find the best sequence of words; the letters of a played word vanish
    #[arg(long)]
    pub(crate) solve: bool,
    /// Goal of the puzzle
    #[arg(long, value_parser = explained(GOALS), default_value = "points")]
    pub(crate) goal: Goal,
    /// Let letters fall and empty columns close; this is the default
    #[arg(long, conflicts_with = "still")]
    pub(crate) fall: bool,
    /// Keep letters where they are
    #[arg(long)]
    pub(crate) still: bool,
    /// Points for words of 1, 2, 3 … tiles; longer words can't be played
    #[arg(long, value_name = "P,P,…")]
    #[arg(default_value = "0,0,0,1,3,5,8,10,12,14,15,16")]
    pub(crate) bonus: String,
    /// Points lost for each letter left
    #[arg(long, value_name = "P", default_value = "0")]
    pub(crate) left: u32,
    /// Points for an empty grid
    #[arg(long, value_name = "P", default_value = "0")]
    pub(crate) empty: u32,
    /// Stop the search after this many seconds [default: no time limit]
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    pub(crate) seconds: Option<f64>,
    /// Stop the search after this many states
    #[arg(long, value_name = "N", default_value = "20000000")]
    pub(crate) states: u64,
    /// Size of the table of states, in megabytes
    #[arg(long, value_name = "MB", default_value = "512", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,
    /// Number of threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
}

/// The conditions on a grid that is made.
#[derive(Args)]
#[command(next_help_heading = "Making grids")]
pub(crate) struct MakeArgs {
    /// Make a grid of letters drawn from the ruleset's bag
    #[arg(long, value_name = "ROWSxCOLUMNS", value_parser = read_size, conflicts_with = "grids")]
    pub(crate) make: Option<(usize, usize)>,
    /// Random seed; equal seeds give equal grids
    #[arg(long, value_name = "S", default_value = "0", requires = "make")]
    pub(crate) seed: u64,
    /// Accept only a grid with at least this many words
    #[arg(long, value_name = "N", default_value = "0")]
    #[arg(requires = "make", requires = "file")]
    pub(crate) words_at_least: u64,
    /// Accept only a grid that can be cleared, and print a solution
    #[arg(long, requires = "make", requires = "file")]
    pub(crate) clearable: bool,
}

/// Reads `6x6`.
fn read_size(text: &str) -> Result<(usize, usize), String> {
    let sides = text.split_once(['x', 'X', '×']);
    let sides = sides.and_then(|(r, c)| Some((r.parse().ok()?, c.parse().ok()?)));
    sides.ok_or_else(|| format!("expected ROWSxCOLUMNS such as 6x6, found `{text}`"))
}
