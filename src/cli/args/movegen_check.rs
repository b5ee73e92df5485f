//! The arguments of `movegen-check`.

use crate::cli::args::check::{CheckArgs, FilesToCheck};
use crate::cli::args::shared::{Format, MoveFormat};
use crate::cli::args::values::{RulesetName, read_fitting, read_page_name, read_seconds};
use crate::play::{MatchOptions, SideOptions, StopRule};
use clap::{ArgGroup, Args, Parser, Subcommand};
use std::path::PathBuf;

/// The program's name.
pub(crate) const PROGRAM: &str = "movegen-check";

/// Checks a lexicon's files; finds, scores and checks moves; plays matches
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
    /// Recipes whose files are checked
    #[arg(value_name = "RECIPE", required = true)]
    pub(crate) recipes: Vec<PathBuf>,
    /// Where the artifacts of recipes are
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
    /// Lists the best moves of a position
    #[command(after_help = help!("moves"))]
    Moves(Moves),
    /// Scores a play, or says why it is illegal
    #[command(after_help = help!("score"))]
    Score(Score),
    /// Recomputes all figures of a table of positions, or makes such a table
    #[command(after_help = help!("positions"))]
    Positions(Positions),
    /// Solves endgames: the exact value and the best line when the bag is empty
    #[command(after_help = help!("endgame"))]
    Endgame(EndgameArgs),
    /// Replays recorded games (GCG): legality, scores, racks, and what each turn lost
    #[command(after_help = help!("replay"))]
    Replay(ReplayArgs),
    /// Plays mirrored games to find out which leave values or words are better
    #[command(after_help = help!("match"))]
    Match(MatchArgs),
}

#[derive(Args)]
pub(crate) struct FilesCommand {
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
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
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// The word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// How to print what was found
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: MoveFormat,
    /// Print nothing but errors and what was found
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// The position that a command looks at.
#[derive(Args)]
#[group(skip)]
pub(crate) struct PositionArgs {
    /// The board: rows from the top separated by /, numbers for empty squares [default: the empty board]
    #[arg(long)]
    pub(crate) board: Option<String>,
    /// Board, racks and scores in one line: `BOARD RACK/RACK SCORE/SCORE 0`; `-` for a line of the standard input
    #[arg(long, value_name = "CGP", conflicts_with_all = ["board", "rack"])]
    pub(crate) cgp: Option<String>,
}

#[derive(Args)]
#[command(group = ArgGroup::new("position").args(["rack", "cgp"]).required(true))]
pub(crate) struct Moves {
    #[command(flatten)]
    pub(crate) files: Files,
    /// Leave values (.klv2, .klv); without, every leave is worth 0
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The rack, ? for a blank
    #[arg(long)]
    pub(crate) rack: Option<String>,
    /// How many moves to list
    #[arg(long, value_name = "N", default_value = "15")]
    pub(crate) top: usize,
    /// List all moves
    #[arg(long, conflicts_with = "top")]
    pub(crate) all: bool,
    /// List the differences of the generators, instead of moves
    #[arg(long, conflicts_with_all = ["top", "all", "board_picture"])]
    pub(crate) compare: bool,
    /// Draw the board, with the best play on it
    #[arg(long)]
    pub(crate) board_picture: bool,
    /// Print the position as CGP, instead of moves
    #[arg(long, conflicts_with_all = ["top", "all", "compare", "board_picture"])]
    pub(crate) as_cgp: bool,
}

#[derive(Args)]
pub(crate) struct Score {
    #[command(flatten)]
    pub(crate) files: Files,
    #[command(flatten)]
    pub(crate) position: PositionArgs,
    /// The play: `8D WORD` across, `D8 WORD` down, tiles on the board in parentheses or as dots; `-AB` exchanges, `-` passes
    #[arg(long, allow_hyphen_values = true)]
    pub(crate) play: String,
    /// The rack it is made from [default: the tiles that it places or exchanges]
    #[arg(long)]
    pub(crate) rack: Option<String>,
    /// Draw the board with the play on it
    #[arg(long)]
    pub(crate) board_picture: bool,
    /// Print the position after the play as CGP, instead of the score
    #[arg(long, conflicts_with = "board_picture")]
    pub(crate) as_cgp: bool,
}

#[derive(Args)]
pub(crate) struct Positions {
    /// The table, `-` for the standard input, or output with --write
    #[arg(value_name = "FILE.tsv")]
    pub(crate) table: PathBuf,
    #[command(flatten)]
    pub(crate) files: Files,
    /// Leave values (.klv2, .klv); without, every leave is worth 0
    #[arg(long, value_name = "FILE")]
    pub(crate) klv: Option<PathBuf>,
    /// Make the table instead of checking it
    #[arg(long, conflicts_with = "format")]
    pub(crate) write: bool,
    /// With --write: a file of positions in CGP, one in each line [default: games of the program with itself]
    #[arg(long, value_name = "LINES.txt", requires = "write")]
    pub(crate) from: Option<PathBuf>,
    /// With --write: the number of games
    #[arg(long, value_name = "N", default_value = "10", requires = "write", conflicts_with = "from", value_parser = clap::value_parser!(u64).range(1..=100_000))]
    pub(crate) games: u64,
    /// With --write: the seed of the games
    #[arg(long, value_name = "SEED", default_value = "1")]
    #[arg(requires = "write", conflicts_with = "from")]
    pub(crate) seed: u64,
}

#[derive(Args)]
#[command(group = ArgGroup::new("input").args(["table", "board", "cgp"]).required(true))]
pub(crate) struct EndgameArgs {
    /// A table of endgames, `-` for the standard input
    #[arg(value_name = "TABLE.tsv", conflicts_with_all = ["rack", "opponent", "scores", "after_pass", "win", "top"])]
    pub(crate) table: Option<PathBuf>,
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// The word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// The board: rows from the top separated by /, numbers for empty squares
    #[arg(long, requires = "rack")]
    pub(crate) board: Option<String>,
    /// The rack of the side on turn, ? for a blank
    #[arg(long, conflicts_with = "cgp")]
    pub(crate) rack: Option<String>,
    /// The opponent's rack [default: all other tiles]
    #[arg(long, conflicts_with = "cgp")]
    pub(crate) opponent: Option<String>,
    /// The scores so far, that of the side on turn first
    #[arg(long, value_name = "A/B", value_parser = read_scores, conflicts_with = "cgp", allow_hyphen_values = true)]
    pub(crate) scores: Option<[i32; 2]>,
    /// Board, racks and scores in one line: `BOARD RACK/RACK SCORE/SCORE 0`; `-` for a line of the standard input
    #[arg(long, value_name = "CGP")]
    pub(crate) cgp: Option<String>,
    /// The opponent has just passed: a pass ends the game
    #[arg(long)]
    pub(crate) after_pass: bool,
    /// Find the exact values of this many first moves
    #[arg(long, value_name = "N", default_value = "1", value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub(crate) top: u32,
    /// Find only who wins
    #[arg(long, conflicts_with = "top")]
    pub(crate) win: bool,
    /// Give up after some seconds and print the bounds
    #[arg(long, value_name = "S", value_parser = read_seconds)]
    pub(crate) seconds: Option<f64>,
    /// Megabytes for the table of positions, and at most as many for kept plays
    #[arg(long, value_name = "MB", default_value = "256", value_parser = clap::value_parser!(u32).range(1..=65536))]
    pub(crate) memory: u32,
    /// Number of threads; the result does not depend on it [default: as many as the machine has]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// Print what the search did
    #[arg(long)]
    pub(crate) stats: bool,
    /// Write a page (HTML, one file) with boards and lines
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// How to print the result; JSON has one object on each line
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print nothing but errors and results
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

/// Reads `371/402`. No game has scores of six digits.
fn read_scores(text: &str) -> Result<[i32; 2], String> {
    let read = |text: &str| text.parse().ok().filter(|n| (-99_999..=99_999).contains(n));
    let scores = text.split_once('/');
    let scores = scores.and_then(|(own, other)| Some([read(own)?, read(other)?]));
    scores.ok_or_else(|| format!("expected two scores such as 371/402, found `{text}`"))
}

#[derive(Args)]
pub(crate) struct ReplayArgs {
    /// The games, in GCG; `-` for the standard input
    #[arg(value_name = "GAME.gcg", required = true)]
    pub(crate) games: Vec<PathBuf>,
    /// A built-in ruleset's name, or a path [default: as a manifest beside the graph says, or the game, or english]
    #[arg(long, value_name = "RULESET", value_parser = RulesetName, hide_possible_values = true)]
    pub(crate) ruleset: Option<String>,
    /// The word graph (.kwg, .kbwg), with or without a GADDAG
    #[arg(long, value_name = "FILE")]
    pub(crate) kwg: PathBuf,
    /// Leave values (.klv2, .klv) for --analyse; without, every leave is worth 0
    #[arg(long, value_name = "FILE", requires = "analyse")]
    pub(crate) klv: Option<PathBuf>,
    /// Find the moves that the engine prefers, and what each turn lost
    #[arg(long)]
    pub(crate) analyse: bool,
    /// How many moves to give for each turn
    #[arg(long, value_name = "N", default_value = "1", requires = "analyse", value_parser = clap::value_parser!(u16).range(1..=100))]
    pub(crate) top: u16,
    /// Print the position before each turn as CGP, instead of turns
    #[arg(long, conflicts_with_all = ["analyse", "format"])]
    pub(crate) cgp: bool,
    /// Write a page (HTML, one file) with the game, of which there must be one
    #[arg(long, value_name = "FILE.html", value_parser = read_page_name)]
    pub(crate) report: Option<PathBuf>,
    /// Number of threads; the result does not depend on it
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=256))]
    pub(crate) threads: Option<u16>,
    /// How to print the games
    #[arg(long, value_enum, default_value = "text")]
    pub(crate) format: Format,
    /// Print nothing but errors and the games
    #[arg(short, long)]
    pub(crate) quiet: bool,
}

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
    #[arg(long, value_name = "SEED", default_value = "1")]
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
    #[arg(long, value_name = "N", default_value = "50000", requires = "endgame", value_parser = clap::value_parser!(u64).range(1..))]
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
    #[arg(long, value_enum, default_value = "text")]
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
