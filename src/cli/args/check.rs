//! The arguments of `movegen-check` about what to check, and how thoroughly.

use crate::check::{CheckOptions, Pass};
use crate::cli::args::shared::Format;
use crate::cli::args::values::{one_of, read_length, read_page_name};
use crate::graph::Content;
use crate::tiles::Digraphs;
use std::path::PathBuf;

/// What to check, how hard, and how to print it.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct CheckArgs {
    /// The passes to run, separated by commas or each with its own --pass [default: all]
    #[arg(long = "pass", value_name = "PASS", value_delimiter = ',', value_parser = one_of(Pass::ALL, Pass::name))]
    pub(crate) passes: Vec<Pass>,
    /// Play few games (10): for every change
    #[arg(long, conflicts_with = "thorough")]
    pub(crate) quick: bool,
    /// Play many games (1000): before a release
    #[arg(long)]
    pub(crate) thorough: bool,
    /// Play this number of games [default: 100]
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "thorough"])]
    pub(crate) games: Option<u64>,
    /// The seed of the games
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,
    /// How many findings of each kind to show for a file, or of all kinds together if it can't be read; the rest are counted
    #[arg(long, value_name = "N", default_value_t = crate::error::SHOWN)]
    pub(crate) findings: usize,
    /// Include times in JSON; they differ from run to run
    #[arg(long)]
    pub(crate) times: bool,
    /// Write a page (HTML, one file) with everything that was found
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// Number of threads; the report does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// How to print what was found
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print nothing but errors, warnings and what was not checked
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

impl CheckArgs {
    /// Converts the arguments to the options of a check.
    pub(crate) fn options(&self) -> CheckOptions {
        let games = match (self.quick, self.thorough) {
            (true, _) => 10,
            (_, true) => 1000,
            _ => CheckOptions::default().games,
        };
        CheckOptions {
            passes: match self.passes.is_empty() {
                true => Pass::ALL.to_vec(),
                false => self.passes.clone(),
            },
            games: self.games.unwrap_or(games),
            seed: self.seed,
            findings: self.findings,
        }
    }
}

/// Files without a recipe.
#[derive(Debug, clap::Args)]
#[group(skip)]
pub(crate) struct FilesToCheck {
    /// Files of any kind, or directories of them; files with the same name form one lexicon
    #[arg(value_name = "FILE", conflicts_with_all = ["kwg", "kad", "klv", "wmp", "dawg", "gaddag", "dwg", "db"])]
    pub(crate) files: Vec<PathBuf>,
    /// The word graph (.kwg, .kbwg)
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: Option<PathBuf>,
    /// What the word graph must hold [default: what a manifest beside it says, or either]
    #[arg(long, value_name = "CONTENT", requires = "kwg", value_parser = one_of([Content::Gaddawg, Content::Dawg], Content::name))]
    pub(crate) content: Option<Content>,
    /// The graph of the alphagrams (.kad)
    #[arg(long, value_name = "FILE")]
    pub(crate) kad: Option<PathBuf>,
    /// Leave values (.klv2, .klv)
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    /// A word map of the same words (.wmp)
    #[arg(long, value_name = "FILE")]
    pub(crate) wmp: Option<PathBuf>,
    /// A Quackle DAWG of the same words (.dawg)
    #[arg(long, value_name = "FILE")]
    pub(crate) dawg: Option<PathBuf>,
    /// A Quackle GADDAG of the same words (.gaddag)
    #[arg(long, value_name = "FILE")]
    pub(crate) gaddag: Option<PathBuf>,
    /// A Zyzzyva DAWG of the same words (.dwg)
    #[arg(long, value_name = "FILE")]
    pub(crate) dwg: Option<PathBuf>,
    /// A study database of the same words (.db)
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// The counts of the word graph's nodes (.kwc)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub(crate) kwc: Option<PathBuf>,
    /// A member file of the word graph (.kwi)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub(crate) kwi: Option<PathBuf>,
    /// The ranks of the word graph's words (.kwp)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub(crate) kwp: Option<PathBuf>,
    /// Word lists whose words, taken together, the files should hold
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) words: Vec<PathBuf>,
    /// How many tiles words may have: N, MIN..MAX, MIN.., ..MAX or any [default: 2 to the board's longer side]
    #[arg(long, value_name = "MIN..MAX", value_parser = read_length)]
    pub(crate) length: Option<(usize, usize)>,
    /// How the lists spell digraphs: longest takes SZ as one tile, bracketed only [SZ] [default: as the ruleset says]
    #[arg(long, value_parser = one_of(Digraphs::ALL, Digraphs::name))]
    pub(crate) digraphs: Option<Digraphs>,
    /// A table of positions to check moves with
    #[arg(long, value_name = "FILE.tsv", requires = "kwg")]
    pub(crate) positions: Option<PathBuf>,
}
