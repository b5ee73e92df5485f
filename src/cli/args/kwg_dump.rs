//! The arguments of `kwg-dump`.

use crate::cli::args::files::{DefinitionArgs, FileArgs, ReadingArgs};
use crate::cli::args::format::{DiffFormat, Format, LeaveOrder};
use crate::cli::args::grid::GridArgs;
use crate::cli::args::wanted::Conditions;
use crate::cli::args::words::{JudgeArgs, WordsArgs};
use clap::{Args, Parser, Subcommand};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "kwg-dump";

/// Shows what is in word graphs and leave files (KWG, KAD, KBWG, KLV, KLV2), and what changed
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
        #[arg(long, value_enum, default_value_t)]
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
        #[arg(long, value_enum, default_value_t)]
        format: Format,
    },
    /// The nodes: index, tile, label, flags (a accepts, e last of its list), arc
    #[command(after_help = help!("nodes"))]
    Nodes(NodesArgs),
    /// The leaves and their values, as klv-build takes them back
    #[command(after_help = help!("leaves"))]
    Leaves {
        #[command(flatten)]
        input: FileArgs,
        /// How to print it: as CSV, or as one JSON object per line
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
    #[command(after_help = help!("dot"))]
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
    #[command(after_help = help!("grid"))]
    Grid(Box<GridArgs>),
    /// What changed from one file to another
    #[command(after_help = help!("diff"))]
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
    /// Only the list that starts at this node
    #[arg(long, value_name = "NODE", conflicts_with_all = ["from", "count"])]
    pub(crate) list: Option<u32>,
    /// How to print it: as lines of text, or as one JSON object per line
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
