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

/// Builds word graphs (KWG, KAD, KBWG), word maps (WMP), study databases (DB) and files of Quackle and Zyzzyva from word lists, by recipes or directly
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
    /// Word lists to build one file from, `-` for the standard input
    #[arg(long, conflicts_with = "recipes", value_name = "FILE", num_args = 1..)]
    pub(crate) words: Vec<PathBuf>,
    /// The file to write, `-` for the standard output
    #[arg(short, long, conflicts_with = "recipes", value_name = "OUT")]
    pub(crate) output: Option<PathBuf>,
    /// A built-in ruleset's name, or a path to a ruleset (.yaml) or letter distribution (.csv) [default: english]
    #[arg(long, conflicts_with = "recipes", value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// What the file holds: a word graph of one of three contents, or the words in another program's format
    #[arg(long, conflicts_with = "recipes", default_value = "gaddawg", value_parser = one_of(FileContent::all(), FileContent::name))]
    pub(crate) content: FileContent,
    /// How the lists of a word graph are laid out [default: wolges]
    #[arg(long, conflicts_with = "recipes", value_parser = one_of(Layout::ALL, Layout::name))]
    pub(crate) layout: Option<Layout>,
    /// How the nodes of a word graph are written [default: kwg]
    #[arg(long, conflicts_with = "recipes", value_parser = one_of(NodeFormat::ALL, NodeFormat::name))]
    pub(crate) node: Option<NodeFormat>,
    /// How many tiles words may have: N, MIN..MAX, MIN.., ..MAX or any [default: 2 to the board's longer side]
    #[arg(long, conflicts_with = "recipes", value_name = "MIN..MAX", value_parser = read_length)]
    pub(crate) length: Option<(usize, usize)>,
    /// What happens to words of other lengths
    #[arg(long, conflicts_with = "recipes", default_value = "reject", value_parser = one_of(Outside::ALL, Outside::name))]
    pub(crate) outside: Outside,
    /// The column that has the word, counted from 1
    #[arg(long, conflicts_with = "recipes", value_name = "N", default_value = "1", value_parser = read_column)]
    pub(crate) column: usize,
    /// The character between columns [default: white space]
    #[arg(long, conflicts_with = "recipes", value_name = "CHAR")]
    pub(crate) separator: Option<char>,
    /// How the lists spell digraphs: longest takes SZ as one tile, bracketed only [SZ] [default: as the ruleset says]
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
    read_fitting(text, "a number from 1", |&number| number > 0)
}
