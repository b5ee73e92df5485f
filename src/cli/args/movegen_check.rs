//! The arguments of `movegen-check`.

use crate::cli::args::check::{CheckArgs, FilesToCheck};
use crate::cli::args::shared::{Format, MoveFormat};
use crate::cli::args::values::{RulesetName, read_fitting, read_page_name, read_seconds};
use crate::play::{MatchOptions, SideOptions, StopRule};
use clap::{ArgGroup, Args, Parser, Subcommand};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "movegen-check";

/// Checks a lexicon's files; finds and scores moves, solves endgames, replays games and plays matches
#[derive(Parser)]
#[command(
    name = PROGRAM,
    version,
    after_help = help!("movegen-check"),
    override_usage = help!("movegen-check-usage"),
    args_conflicts_with_subcommands = true,
    subcommand_negates_reqs = true
)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    pub(crate) command: Option<Command>,
    /// Recipes whose artifacts are checked
    #[arg(value_name = "RECIPE", required = true)]
    pub(crate) recipes: Vec<PathBuf>,
    /// Directory that contains the artifacts
    #[arg(long, value_name = "DIR", default_value = "dist")]
    pub(crate) out_dir: PathBuf,
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Checks files without a recipe
    #[command(after_help = help!("files"), override_usage = help!("files-usage"))]
    Files(Box<FilesCommand>),
    /// Lists the best moves in a position
    #[command(after_help = help!("moves"))]
    Moves(Moves),
    /// Scores a play, or explains why it is illegal
    #[command(after_help = help!("score"))]
    Score(Score),
    /// Recomputes all figures in a table of positions, or makes such a table
    #[command(after_help = help!("positions"))]
    Positions(Positions),
    /// Solves endgames: finds the exact value and a best line once the bag is empty
    #[command(after_help = help!("endgame"))]
    Endgame(EndgameArgs),
    /// Replays recorded games (GCG): checks plays, scores and racks, and finds what each turn lost
    #[command(after_help = help!("replay"))]
    Replay(ReplayArgs),
    /// Plays mirrored games to find which leave values, lexicon or strategy is better
    #[command(after_help = help!("match"))]
    Match(MatchArgs),
}

#[derive(Args)]
pub(crate) struct FilesCommand {
    /// Built-in ruleset name, or path to a ruleset file [default: from the manifest beside the files, else english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    #[command(flatten)]
    pub(crate) files: FilesToCheck,
    #[command(flatten)]
    pub(crate) check: CheckArgs,
}

/// The word graph of a position, and how to print the result.
#[derive(Args)]
pub(crate) struct Files {
    /// Built-in ruleset name, or path to a ruleset file [default: from the manifest beside the graph, else english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: MoveFormat,
    /// Print only results and errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The position that a command looks at.
#[derive(Args)]
#[group(skip)]
pub(crate) struct PositionArgs {
    /// Board: rows from the top separated by /, with numbers for empty squares [default: the empty board]
    #[arg(long)]
    pub(crate) board: Option<String>,
    /// Board, racks and scores in one line: `BOARD RACK/RACK SCORE/SCORE 0`; `-` for a line of standard input
    #[arg(long, value_name = "CGP", conflicts_with_all = ["board", "rack"])]
    pub(crate) cgp: Option<String>,
}

#[derive(Args)]
#[command(group = ArgGroup::new("position").args(["rack", "cgp"]).required(true))]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Leave values (.klv2, .klv); without them every leave is worth 0
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Rack, with ? for a blank
    #[arg(long)]
    pub(crate) rack: Option<String>,
    /// Number of moves to list
    #[arg(long, value_name = "N", default_value = "15")]
    pub(crate) top: usize,
    /// List all moves
    #[arg(long, conflicts_with = "top")]
    pub(crate) all: bool,
    /// List the differences between the move generators instead of moves
    #[arg(long, conflicts_with_all = ["top", "all", "board_picture"])]
    pub(crate) compare: bool,
    /// Draw the board with the best play on it
    #[arg(long)]
    pub(crate) board_picture: bool,
    /// Print the position as CGP instead of moves
    #[arg(long, conflicts_with_all = ["top", "all", "compare", "board_picture"])]
    pub(crate) as_cgp: bool,
}

#[derive(Args)]
pub(crate) struct Score {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// Play: `8D WORD` across, `D8 WORD` down, with tiles on the board in parentheses or as dots; `-AB` exchanges, `-` passes
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) play: String,
    /// Rack before the play [default: the tiles that it places or exchanges]
    #[arg(long)]
    pub(crate) rack: Option<String>,
    /// Draw the board with the play on it
    #[arg(long)]
    pub(crate) board_picture: bool,
    /// Print the position after the play as CGP instead of the score
    #[arg(long, conflicts_with = "board_picture")]
    pub(crate) as_cgp: bool,
}

#[derive(Args)]
pub(crate) struct Positions {
    /// Table to check, or to make with --write; `-` for standard input or output
    #[arg(value_name = "FILE.tsv")]
    pub(crate) table: PathBuf,
    #[command(flatten)]
    pub(crate) files: Files,
    /// Leave values (.klv2, .klv); without them every leave is worth 0
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    /// Make the table instead of checking it
    #[arg(long, conflicts_with = "format")]
    pub(crate) write: bool,
    /// With --write: file of positions in CGP, one per line [default: positions of self-play games]
    #[arg(long, value_name = "LINES.txt", requires = "write")]
    pub(crate) from: Option<PathBuf>,
    /// With --write: number of self-play games
    #[arg(long, value_name = "N", default_value = "10", requires = "write", conflicts_with = "from", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) games: u64,
    /// With --write: random seed of the games
    #[arg(long, value_name = "SEED", default_value = "1")]
    #[arg(requires = "write", conflicts_with = "from")]
    pub(crate) seed: u64,
}

#[derive(Args)]
#[command(group = ArgGroup::new("input").args(["table", "board", "cgp"]).required(true))]
pub(crate) struct EndgameArgs {
    /// Table of endgames, `-` for standard input
    #[arg(value_name = "TABLE.tsv", conflicts_with_all = ["rack", "opponent", "scores", "after_pass", "win", "top"])]
    pub(crate) table: Option<PathBuf>,
    /// Built-in ruleset name, or path to a ruleset file [default: from the manifest beside the graph, else from the CGP, else english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// Board: rows from the top separated by /, with numbers for empty squares
    #[arg(long, requires = "rack")]
    pub(crate) board: Option<String>,
    /// Rack of the side on turn, with ? for a blank
    #[arg(long, conflicts_with = "cgp")]
    pub(crate) rack: Option<String>,
    /// Opponent's rack [default: all unseen tiles]
    #[arg(long, conflicts_with = "cgp")]
    pub(crate) opponent: Option<String>,
    /// Scores so far, that of the side on turn first
    #[arg(long, value_name = "A/B", value_parser = read_scores, conflicts_with = "cgp", allow_hyphen_values = true)]
    pub(crate) scores: Option<[i32; 2]>,
    /// Board, racks and scores in one line: `BOARD RACK/RACK SCORE/SCORE 0`; `-` for a line of standard input
    #[arg(long, value_name = "CGP")]
    pub(crate) cgp: Option<String>,
    /// The opponent has just passed, so a pass ends the game
    #[arg(long)]
    pub(crate) after_pass: bool,
    /// Find the exact values of the N best first moves
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) top: u32,
    /// Find only which side wins
    #[arg(long, conflicts_with = "top")]
    pub(crate) win: bool,
    /// Stop each search after this many seconds and print the bounds
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    pub(crate) seconds: Option<f64>,
    /// Maximum size of the table of positions, in megabytes; cached plays take at most as much again
    #[arg(long, value_name = "MB", default_value = "256", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,
    /// Number of threads; does not affect the result [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Print statistics of the search
    #[arg(long)]
    pub(crate) stats: bool,
    /// Write a self-contained HTML page with the boards and best lines
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// Output format; json prints one object per line
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print only results and errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Reads `371/402`. No game has scores of six digits.
fn read_scores(text: &str) -> Result<[i32; 2], String> {
    let read = |text: &str| text.parse().ok().filter(|n| (-99_999..=99_999).contains(n));
    let scores = text.split_once('/');
    let scores = scores.and_then(|(own, other)| Some([read(own)?, read(other)?]));
    let expected = "expected two scores such as 371/402, of at most 99999";
    scores.ok_or_else(|| format!("{expected}, found `{text}`"))
}

#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// Games in GCG, `-` for standard input
    #[arg(value_name = "GAME.gcg", required = true)]
    pub(crate) games: Vec<PathBuf>,
    /// Built-in ruleset name, or path to a ruleset file [default: from the manifest beside the graph, else from the game, else english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// Leave values (.klv2, .klv) for --analyse; without them every leave is worth 0
    #[arg(long, value_name = "FILE", requires = "analyse")]
    pub(crate) klv: Option<PathBuf>,
    /// Find the best moves and what each turn lost
    #[arg(long)]
    pub(crate) analyse: bool,
    /// Number of best moves to show for each turn
    #[arg(long, value_name = "N", default_value = "1", requires = "analyse", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) top: u16,
    /// Print the position before each turn as CGP instead of the turns
    #[arg(long, conflicts_with_all = ["analyse", "format"])]
    pub(crate) cgp: bool,
    /// Write a self-contained HTML page with the game; takes only one game
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// Number of threads; does not affect the result [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Output format
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print only results and errors
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The most pairs of a match with `--until`, in case it never stops by itself.
const UNTIL_PAIRS: u64 = 100_000;

const PAIRS: u64 = 1000;

#[derive(Args)]
pub(crate) struct MatchArgs {
    /// Built-in ruleset name, or path to a ruleset file [default: from the manifest beside the graph, else english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// Word graph (.kwg, .kbwg) of both sides, or of side A with --against-kwg
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// Word graph of side B
    #[arg(long, value_name = "FILE")]
    pub(crate) against_kwg: Option<PathBuf>,
    /// Leave values (.klv2, .klv) of side A; without them every leave is worth 0
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    /// Leave values of side B, or `none` [default: those of A if the sides differ in another option, else none]
    #[arg(long, value_name = "FILE|none")]
    pub(crate) against: Option<PathBuf>,
    /// Number of pairs to play, or the maximum with --until [default: 1000, or 100000 with --until]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub(crate) pairs: Option<u64>,
    /// Random seed of the bags
    #[arg(long, value_name = "SEED", default_value = "1")]
    pub(crate) seed: u64,
    /// Stop when one side is better with this confidence, such as 0.99
    #[arg(long, value_name = "CONFIDENCE", value_parser = read_confidence)]
    pub(crate) until: Option<f64>,
    /// Also stop when, with that confidence, the sides differ by less than this many points a game
    #[arg(long, value_name = "POINTS", requires = "until", value_parser = read_points)]
    pub(crate) within: Option<f64>,
    /// Sides that play exact endgames once the bag is empty: a, b or both
    #[arg(long, value_name = "SIDE", value_enum, ignore_case = true)]
    pub(crate) endgame: Option<Sides>,
    /// Give up on an exact endgame after this many nodes and play the move with the highest equity
    #[arg(long, value_name = "N", default_value = "50000", requires = "endgame", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) endgame_nodes: u64,
    /// Side A exchanges only while the bag has at least N tiles, or never; the ruleset's own limit still applies
    #[arg(long, value_name = "N|never", value_parser = read_limit)]
    pub(crate) exchange: Option<u32>,
    /// Side B exchanges only while the bag has at least N tiles, or never; the ruleset's own limit still applies
    #[arg(long, value_name = "N|never", value_parser = read_limit)]
    pub(crate) against_exchange: Option<u32>,
    /// Write every game to this directory as GCG
    #[arg(long, value_name = "DIR")]
    pub(crate) gcg: Option<PathBuf>,
    /// Write a self-contained HTML page with the figures
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// Number of threads; does not affect the figures [default: one per core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Format of the figures
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print only the figures and errors
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
        sides.map(|(side, exchange_limit)| SideOptions {
            endgame_nodes: exact(side),
            exchange_limit,
        })
    }

    /// Whether the sides differ in how they play, apart from their files.
    pub(crate) fn has_side_options(&self) -> bool {
        self.endgame.is_some() || self.exchange.is_some() || self.against_exchange.is_some()
    }

    /// Converts the arguments to the options of a match.
    pub(crate) fn options(&self) -> MatchOptions {
        let most = if self.until.is_some() {
            UNTIL_PAIRS
        } else {
            PAIRS
        };
        MatchOptions {
            stop: self.until.map(|confidence| StopRule {
                confidence,
                within: self.within,
            }),
            keep_games: self.gcg.is_some(),
            ..MatchOptions::new(self.pairs.unwrap_or(most), self.seed)
        }
    }
}

fn read_limit(text: &str) -> Result<u32, String> {
    match text {
        "never" => Ok(NEVER),
        _ => read_fitting(text, "a number of tiles or `never`", |_| true),
    }
}

fn read_confidence(text: &str) -> Result<f64, String> {
    let fits = |number: &f64| (0.5..1.0).contains(number);
    read_fitting(text, "a confidence from 0.5 to below 1", fits)
}

fn read_points(text: &str) -> Result<f64, String> {
    let fits = |number: &f64| *number > 0.0 && number.is_finite();
    read_fitting(text, "a number of points above 0", fits)
}
