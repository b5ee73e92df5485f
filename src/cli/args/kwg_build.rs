//! The arguments of `kwg-build`.

use crate::cli::args::shared::{OutputArgs, RecipeArgs};
use crate::cli::args::values::{RulesetName, one_of, read_fitting, read_length};
use crate::foreign::WordFormat;
use crate::graph::{Content, Layout, NodeFormat};
use crate::source::Outside;
use crate::tiles::Digraphs;
use clap::Parser;
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "kwg-build";

/// Builds word graphs (KWG, KAD, KBWG), word maps (WMP), study databases (DB), and Quackle and Zyzzyva files from word lists, with or without a recipe
#[derive(Parser)]
#[command(name = PROGRAM, version, after_help = help!("kwg-build"))]
#[command(override_usage = help!("kwg-build-usage"))]
pub(crate) struct Arguments {
    #[command(flatten)]
    pub(crate) output: OutputArgs,
    #[command(flatten)]
    pub(crate) recipes: RecipeArgs,
    #[command(flatten)]
    pub(crate) direct: Direct,
}

/// The arguments that replace a recipe.
#[derive(clap::Args)]
#[command(next_help_heading = "Without a recipe")]
#[group(id = "direct", multiple = true, requires_all = ["words", "output"])]
pub(crate) struct Direct {
    /// Word lists to build one file from, `-` for standard input
    #[arg(long, conflicts_with = "recipes", value_name = "FILE", num_args = 1..)]
    pub(crate) words: Vec<PathBuf>,
    /// File to write, `-` for standard output
    #[arg(short, long, conflicts_with = "recipes", value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// Built-in ruleset name, or path to a ruleset (.yaml) or letter distribution (.csv) [default: english]
    #[arg(long, conflicts_with = "recipes", value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// What to build: one of three word graphs, or the words in another program's format
    #[arg(long, conflicts_with = "recipes", default_value = "gaddawg", value_parser = one_of(FileContent::all(), FileContent::name))]
    pub(crate) content: FileContent,
    /// Layout of the lists in a word graph [default: wolges]
    #[arg(long, conflicts_with = "recipes", value_parser = one_of(Layout::ALL, Layout::name))]
    pub(crate) layout: Option<Layout>,
    /// Node format of a word graph [default: kwg]
    #[arg(long, conflicts_with = "recipes", value_parser = one_of(NodeFormat::ALL, NodeFormat::name))]
    pub(crate) node: Option<NodeFormat>,
    /// Allowed word lengths in tiles: N, MIN..MAX, MIN.., ..MAX or any [default: 2 to the board's longer side]
    #[arg(long, conflicts_with = "recipes", value_name = "MIN..MAX", value_parser = read_length)]
    pub(crate) length: Option<(usize, usize)>,
    /// What to do with words of other lengths
    #[arg(long, conflicts_with = "recipes", default_value = "reject", value_parser = one_of(Outside::ALL, Outside::name))]
    pub(crate) outside: Outside,
    /// Column that contains the word, counted from 1
    #[arg(long, conflicts_with = "recipes", value_name = "N", default_value = "1", value_parser = read_column)]
    pub(crate) column: usize,
    /// Character between columns [default: white space]
    #[arg(long, conflicts_with = "recipes", value_name = "CHAR")]
    pub(crate) separator: Option<char>,
    /// How the lists spell digraphs: longest reads SZ as one tile, bracketed reads only [SZ] as one [default: from the ruleset]
    #[arg(long, conflicts_with = "recipes", value_parser = one_of(Digraphs::ALL, Digraphs::name))]
    pub(crate) digraphs: Option<Digraphs>,
}

/// What a file holds: a word graph, or words in the format of another program.
#[derive(Clone, Copy, Debug)]
pub(crate) enum FileContent {
    Graph(Content),
    Words(WordFormat),
}

impl FileContent {
    fn all() -> Vec<FileContent> {
        let graphs = Content::ALL.map(FileContent::Graph);
        let words = WordFormat::ALL.map(FileContent::Words);
        graphs.into_iter().chain(words).collect()
    }

    fn name(self) -> &'static str {
        match self {
            FileContent::Graph(content) => content.name(),
            FileContent::Words(format) => format.name(),
        }
    }
}

/// Reads the number of a column.
fn read_column(text: &str) -> Result<usize, String> {
    read_fitting(text, "a number of at least 1", |&number| number > 0)
}
