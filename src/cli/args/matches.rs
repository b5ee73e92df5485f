//! The arguments of `movegen-check match`.

use crate::cli::args::shared::Format;
use crate::cli::args::values::{RulesetName, read_page_name};
use crate::play::{MatchOptions, SideOptions, StopRule};
use clap::Args;
use std::path::PathBuf;

/// The most pairs of a match with `--until`, in case it never stops by itself.
const UNTIL_PAIRS: u64 = 100_000;

const PAIRS: u64 = 1000;

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// The word graph (.kwg, .kbwg) that both sides play by
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// Another word graph, for side B
    #[arg(long, value_name = "FILE")]
    pub(crate) against_kwg: Option<PathBuf>,
    /// The leave values (.klv2, .klv) of side A; without, every leave is worth 0
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    /// The leave values of side B, or `none` [default: those of A if the sides differ otherwise, else none]
    #[arg(long, value_name = "FILE|none")]
    pub(crate) against: Option<PathBuf>,
    /// How many pairs to play, at most with --until [default: 1000, with --until 100000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) pairs: Option<u64>,
    /// The seed of the bags
    #[arg(long, value_name = "SEED", default_value_t = 1)]
    pub(crate) seed: u64,
    /// Stop when one side is better with this confidence, such as 0.99
    #[arg(long, value_name = "CONFIDENCE", value_parser = read_confidence)]
    pub(crate) until: Option<f64>,
    /// Also stop when the sides are sure to differ by less than this number of points a game
    #[arg(long, value_name = "POINTS", requires = "until", value_parser = read_points)]
    pub(crate) within: Option<f64>,
    /// The sides that play exactly once the bag is empty: a, b or both
    #[arg(long, value_name = "SIDE", value_enum, ignore_case = true)]
    pub(crate) endgame: Option<Sides>,
    /// Give up an exact endgame after this number of nodes, and play the move with the highest value
    #[arg(long, value_name = "N", default_value_t = 50_000, requires = "endgame", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) endgame_nodes: u64,
    /// Side A exchanges only while the bag has at least N tiles, or never; the ruleset's own limit still holds
    #[arg(long, value_name = "N|never", value_parser = read_limit)]
    pub(crate) exchange: Option<u32>,
    /// Side B exchanges only while the bag has at least N tiles, or never; the ruleset's own limit still holds
    #[arg(long, value_name = "N|never", value_parser = read_limit)]
    pub(crate) against_exchange: Option<u32>,
    /// Write every game to this folder, as GCG
    #[arg(long, value_name = "DIR")]
    pub(crate) gcg: Option<PathBuf>,
    /// Write a page (HTML, one file) with the figures
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// Number of threads; the figures do not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// How to print the figures
    #[arg(long, value_enum, default_value_t)]
    pub(crate) format: Format,
    /// Print nothing but errors and the figures
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// One side of a match, or both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Sides {
    A,
    B,
    Both,
}

/// What `--exchange never` means: no bag has as many tiles.
const NEVER: u32 = u32::MAX;

impl MatchArgs {
    /// How each side plays.
    pub(crate) fn side_options(&self) -> [SideOptions; 2] {
        let exact = |side: Sides| {
            let is_exact = self.endgame.is_some_and(|s| s == side || s == Sides::Both);
            is_exact.then_some(self.endgame_nodes)
        };
        let sides = [(Sides::A, self.exchange), (Sides::B, self.against_exchange)];
        sides.map(|(side, limit)| {
            SideOptions::default()
                .with_endgame_nodes(exact(side))
                .with_exchange_limit(limit)
        })
    }

    /// Whether the sides differ in how they play, apart from their files.
    pub(crate) fn has_side_options(&self) -> bool {
        self.endgame.is_some() || self.exchange.is_some() || self.against_exchange.is_some()
    }

    /// Converts the arguments to the options of a match.
    pub(crate) fn options(&self) -> MatchOptions {
        let rule = self
            .until
            .map(|until| StopRule::new(until).within(self.within));
        let most = if rule.is_some() { UNTIL_PAIRS } else { PAIRS };
        MatchOptions::new(self.pairs.unwrap_or(most), self.seed)
            .stopping(rule)
            .keeping_games(self.gcg.is_some())
    }
}

fn read_limit(text: &str) -> Result<u32, String> {
    match text {
        "never" => Ok(NEVER),
        _ => text
            .parse()
            .map_err(|_| format!("expected a number of tiles or `never`, found `{text}`")),
    }
}

fn read_confidence(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|&number| (0.5..1.0).contains(&number));
    number.ok_or_else(|| format!("expected a confidence from 0.5 to below 1, found `{text}`"))
}

fn read_points(text: &str) -> Result<f64, String> {
    let number = text.parse::<f64>().ok();
    let number = number.filter(|&number| number > 0.0 && number.is_finite());
    number.ok_or_else(|| format!("expected a number of points above 0, found `{text}`"))
}
