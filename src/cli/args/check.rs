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
    /// Passes to run, separated by commas or each with its own --pass [default: all]
    #[arg(long = "pass", value_name = "PASS", value_delimiter = ',', value_parser = one_of(Pass::ALL, Pass::name))]
    pub(crate) passes: Vec<Pass>,
    /// Play only 10 games, for a check after every change
    #[arg(long, conflicts_with = "thorough")]
    pub(crate) quick: bool,
    /// Play 1000 games, for a check before a release
    #[arg(long)]
    pub(crate) thorough: bool,
    /// Number of games to play [default: 100]
    #[arg(long, value_name = "N", conflicts_with_all = ["quick", "thorough"])]
    pub(crate) games: Option<u64>,
    /// Random seed of the games
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,
    /// Show at most N findings of each kind per file, or N in all if the file can't be read; the rest are only counted
    #[arg(long, value_name = "N", default_value_t = crate::error::SHOWN)]
    pub(crate) findings: usize,
    /// Include timings in JSON; they vary from run to run
    #[arg(long)]
    pub(crate) times: bool,
    /// Write a self-contained HTML page with the full report
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// Number of threads; does not affect the report [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Format of the report
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print only errors, warnings and what was not checked
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
    /// Files to check, or directories of them; files with the same base name form one lexicon
    #[arg(value_name = "FILE", conflicts_with_all = ["kwg", "kad", "klv", "wmp", "dawg", "gaddag", "dwg", "db"])]
    pub(crate) files: Vec<PathBuf>,
    /// Word graph (.kwg, .kbwg)
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: Option<PathBuf>,
    /// Expected content of the word graph [default: from the manifest beside it, else either]
    #[arg(long, value_name = "CONTENT", requires = "kwg", value_parser = one_of([Content::Gaddawg, Content::Dawg], Content::name))]
    pub(crate) content: Option<Content>,
    /// Alphagram graph (.kad)
    #[arg(long, value_name = "FILE")]
    pub(crate) kad: Option<PathBuf>,
    /// Leave values (.klv2, .klv)
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    /// Word map of the same words (.wmp)
    #[arg(long, value_name = "FILE")]
    pub(crate) wmp: Option<PathBuf>,
    /// Quackle DAWG of the same words (.dawg)
    #[arg(long, value_name = "FILE")]
    pub(crate) dawg: Option<PathBuf>,
    /// Quackle GADDAG of the same words (.gaddag)
    #[arg(long, value_name = "FILE")]
    pub(crate) gaddag: Option<PathBuf>,
    /// Zyzzyva DAWG of the same words (.dwg)
    #[arg(long, value_name = "FILE")]
    pub(crate) dwg: Option<PathBuf>,
    /// Study database of the same words (.db)
    #[arg(long, value_name = "FILE")]
    pub(crate) db: Option<PathBuf>,
    /// Word counts of the graph's nodes (.kwc)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub(crate) kwc: Option<PathBuf>,
    /// Member file of the word graph (.kwi)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub(crate) kwi: Option<PathBuf>,
    /// Probability ranks of the graph's words (.kwp)
    #[arg(long, value_name = "FILE", requires = "kwg")]
    pub(crate) kwp: Option<PathBuf>,
    /// Word lists that together contain exactly the words expected in the files
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub(crate) words: Vec<PathBuf>,
    /// Allowed word lengths in tiles: N, MIN..MAX, MIN.., ..MAX or any [default: 2 to the board's longer side]
    #[arg(long, value_name = "MIN..MAX", value_parser = read_length)]
    pub(crate) length: Option<(usize, usize)>,
    /// How the lists spell digraphs: longest reads SZ as one tile, bracketed reads only [SZ] as one [default: from the ruleset]
    #[arg(long, value_parser = one_of(Digraphs::ALL, Digraphs::name))]
    pub(crate) digraphs: Option<Digraphs>,
    /// Table of positions to check the moves against
    #[arg(long, value_name = "FILE.tsv", requires = "kwg")]
    pub(crate) positions: Option<PathBuf>,
}
